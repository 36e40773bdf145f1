//! Two recorded runs as one comparison: the games of one number are a pair where both runs are keyed and have the same
//! seed. Their players may differ, as the usual players of two scenarios do.

use szala_kernel::Side;
use szala_kernel::record::ABSENT;

use super::{AggregateError, Counts, sides_won};
use crate::compare::{Axis, Comparison};
use crate::records::{Folder, Frame, Manifest, RecordError};

/// What is read of each game.
const COLUMNS: [&str; 6] = ["game", "winner", "aborted", "lead", "decisions", "dice"];

/// A game as its row records it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Game {
    /// Who won, and by how much; nothing where it had no end.
    end: Option<(Option<Side>, i32)>,
    decisions: i64,
    dice: i64,
}

/// Are the games of one number of both runs a pair: the same dice for the same things?
pub fn are_pairs(one: &Folder, other: &Folder) -> bool {
    can_be_paired([&one.manifest, &other.manifest])
}

fn can_be_paired(runs: [&Manifest; 2]) -> bool {
    // Sides of equal names may be of two games.
    let [first, second] = runs.map(|Manifest { run, part, .. }| {
        (run.seed, part, &run.sides, run.made_of.as_ref().map(|made| &made.system))
    });
    // Runs that ended by what they showed are no fixed number of pairs.
    let can_pair = |Manifest { run, progress, .. }: &Manifest| {
        run.is_keyed && progress.is_finished && run.until.is_none()
    };
    first == second && runs.into_iter().all(can_pair)
}

/// The comparison of two runs whose games are pairs; nothing where they are not. Two games count as the same where
/// winner, lead, decisions and dice agree: a record holds no more of their course.
///
/// # Errors
/// What is wrong with a folder.
pub fn pairs(one: &Folder, other: &Folder) -> Result<Option<Comparison>, AggregateError> {
    if !are_pairs(one, other) {
        return Ok(None);
    }
    let mut comparison = Comparison::default();
    let are_all = add_pairs(&mut comparison, one, other, |_| false)?;
    Ok(Some(comparison).filter(|_| are_all))
}

/// Adds the pairs of two runs, or of two parts, one by one in the order of their numbers, until they are enough. Says
/// whether each game had its other one.
///
/// # Errors
/// What is wrong with a folder.
pub fn add_pairs(
    comparison: &mut Comparison,
    one: &Folder,
    other: &Folder,
    mut are_enough: impl FnMut(&Comparison) -> bool,
) -> Result<bool, AggregateError> {
    let mut others = games(other);
    for (number, game) in (one.manifest.part.first..).zip(games(one)) {
        let Some(second) = others.next() else { return Ok(false) };
        let pair = [game?, second?];
        let differs = pair[0] != pair[1];
        comparison
            .add_values(number, differs, |axis: Axis| pair.map(|game| axis.value(game.end, game.decisions)));
        if are_enough(comparison) {
            return Ok(true);
        }
    }
    Ok(others.next().is_none())
}

/// The games of a folder in the order of their numbers.
fn games(folder: &Folder) -> impl Iterator<Item = Result<Game, AggregateError>> {
    folder.frames(&COLUMNS).flat_map(move |read| {
        let games = read
            .and_then(|(file, frame)| rows(folder, &frame).map_err(|why| RecordError::reading(file, &why)));
        match games {
            Ok(games) => games.into_iter().map(Ok).collect::<Vec<_>>(),
            Err(error) => vec![Err(error.into())],
        }
    })
}

fn rows(folder: &Folder, frame: &Frame) -> Result<Vec<Game>, String> {
    let won = sides_won(frame, &folder.manifest)?;
    let whole = |name: &str| frame.column(name)?.numbers();
    let numbers = whole("lead")?.iter().zip(whole("decisions")?).zip(whole("dice")?);
    let game = |(one, ((lead, decisions), dice)): (Counts, ((&i32, &i32), &i32))| {
        let winner = match one {
            Counts { first: 1, .. } => Some(Side::First),
            Counts { second: 1, .. } => Some(Side::Second),
            _ => None,
        };
        let end = match *lead {
            _ if one.aborted > 0 => None,
            ABSENT => return Err("a game that ended has no lead".to_owned()),
            lead => Some((winner, lead)),
        };
        Ok(Game { end, decisions: i64::from(*decisions), dice: i64::from(*dice) })
    };
    won.into_iter().zip(numbers).map(game).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::aggregate::tests::manifest;
    use crate::records::MadeOf;

    #[test]
    fn games_are_paired_by_seed_and_number_within_a_rule_system_whoever_plays_them() {
        let keyed = || {
            let mut keyed = manifest();
            keyed.run.is_keyed = true;
            keyed.progress.is_finished = true;
            keyed
        };
        let can_be = |change: fn(&mut Manifest)| {
            let mut other = keyed();
            change(&mut other);
            can_be_paired([&keyed(), &other])
        };
        assert!(can_be(|_| ()));
        assert!(can_be(|other| other.run.players = ["timid", "timid"].map(str::to_owned)));
        assert!(!can_be(|other| other.run.is_keyed = false));
        assert!(!can_be(|other| other.run.seed = 2));
        assert!(!can_be(|other| other.part.first = 1));
        assert!(!can_be(|other| other.progress.is_finished = false));
        assert!(!can_be(|other| other.run.sides[1] = "Green".to_owned()));
        // Sides of equal names do not make one game of two.
        let of = |system: &str| {
            let mut run = keyed();
            run.run.made_of =
                Some(MadeOf { system: system.to_owned(), changes: Vec::new(), files: [].into() });
            run
        };
        assert!(can_be_paired([&of("one"), &of("one")]));
        assert!(!can_be_paired([&of("one"), &of("other")]));
    }
}
