//! How the first games of a run ended, at a few dozen numbers of games: what was known when.

use super::error::AggregateError;
use super::{Counts, sides_won};
use crate::records::{Folder, RecordError};

/// How many looks there are while the number of games grows tenfold.
const LOOKS: [u64; 8] = [10, 13, 18, 24, 32, 42, 56, 75];

/// Counts the first games of a folder, in the order of their numbers, at 1, 2, 3 and so on games, ever further apart,
/// and at all of them.
///
/// # Errors
/// What is wrong with the folder, or that there are no games.
pub fn looks(folder: &Folder) -> Result<Vec<Counts>, AggregateError> {
    let mut due = numbers().peekable();
    let mut looks = Vec::new();
    let all = count(folder, |counts| {
        if due.next_if(|due| *due == counts.games()).is_some() {
            looks.push(counts);
        }
        true
    })?;
    if looks.last() != Some(&all) {
        looks.push(all);
    }
    Ok(looks)
}

/// Counts the first games of a folder, at most this many.
///
/// # Errors
/// What is wrong with the folder, or that there are no games.
pub fn first_games(folder: &Folder, games: u64) -> Result<Counts, AggregateError> {
    let mut at = Counts::default();
    count(folder, |counts| {
        at = counts;
        counts.games() < games
    })?;
    Ok(at)
}

/// Counts game by game until nobody asks for more; only what was read is checked.
fn count(folder: &Folder, mut goes_on: impl FnMut(Counts) -> bool) -> Result<Counts, AggregateError> {
    let mut counts = Counts::default();
    for read in folder.frames(&["game", "winner", "aborted"]) {
        let (file, frame) = read?;
        let won = sides_won(&frame, &folder.manifest).map_err(|why| RecordError::reading(file, &why))?;
        for one in won {
            counts += one;
            if !goes_on(counts) {
                return Ok(counts);
            }
        }
    }
    folder.check_games(counts.games())?;
    if counts.games() == 0 {
        return Err(AggregateError::NoGames { folder: folder.path.clone() });
    }
    Ok(counts)
}

/// 1, 2, 3, ..., 10, 13, 18, ..., 100, 130 and so on.
fn numbers() -> impl Iterator<Item = u64> {
    let powers = core::iter::successors(Some(1_u64), |power| power.checked_mul(10));
    (1..10).chain(powers.flat_map(|power| LOOKS.map(|look| look.saturating_mul(power))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_are_ever_further_apart() {
        let numbers: Vec<u64> = numbers().take(120).collect();
        assert_eq!(numbers[..19], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 18, 24, 32, 42, 56, 75, 100, 130]);
        assert!(numbers.windows(2).all(|pair| pair[0] < pair[1]), "{numbers:?}");
    }
}
