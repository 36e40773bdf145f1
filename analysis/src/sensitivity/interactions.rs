//! Do two values together do more than each alone? All are set to their low and high ends at once, in a fractional
//! factorial design of resolution V: no interaction of two is confused with a value alone, nor with another interaction
//! of two. Every game of the design says something of every pair, where trying pairs one by one would spend its games
//! on one of them; and the same numbers are played in all its cells, so that the luck they share cancels out.

use core::ops::Range;

use super::ALPHA;
use crate::compare::Axis;
use crate::race::{Race, RaceFailed, Seat};
use crate::statistics::interval::Interval;
use crate::statistics::{Sample, float};

/// A design has no more factors: with more of them it has more than 256 cells.
pub const MOST_FACTORS: usize = 17;

/// Which factor is at which end in which cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Design {
    /// A word for each factor: the factor is at its high end in the cells whose number has an odd number of bits in
    /// common with it.
    columns: Vec<u32>,
    /// A power of two.
    cells: u32,
}

impl Design {
    /// The design of this many factors, [`MOST_FACTORS`] at most. Its words are chosen one after the other, each the
    /// smallest that is no sum of three or fewer chosen before: then no four of them add up to nothing, which is what
    /// resolution V means (the lexicographic codes of J. H. Conway and N. J. A. Sloane, 1986).
    pub fn of(factors: usize) -> Self {
        assert!(factors <= MOST_FACTORS, "a design has at most {MOST_FACTORS} factors");
        let mut columns: Vec<u32> = Vec::new();
        let mut word = 1;
        while columns.len() < factors {
            if !is_sum(word, &columns, 3) {
                columns.push(word);
            }
            word += 1;
        }
        let cells = columns.last().map_or(1, |last| (last + 1).next_power_of_two());
        Self { columns, cells }
    }

    /// How many cells it has.
    pub fn cells(&self) -> usize {
        self.cells as usize
    }

    /// Is the factor at its high end in this cell?
    pub fn is_high(&self, cell: usize, factor: usize) -> bool {
        let cell = u32::try_from(cell).expect("a design has few cells");
        (cell & self.columns[factor]).count_ones() % 2 == 1
    }

    /// All pairs of factors.
    fn pairs(&self) -> impl Iterator<Item = [usize; 2]> {
        let factors = self.columns.len();
        (0..factors).flat_map(move |one| (one + 1..factors).map(move |other| [one, other]))
    }
}

/// Is a word the bitwise sum (XOR) of at most `most` of these?
fn is_sum(word: u32, of: &[u32], most: u32) -> bool {
    word == 0
        || most > 0 && of.iter().enumerate().any(|(at, other)| is_sum(word ^ other, &of[at + 1..], most - 1))
}

/// What two factors do together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interaction {
    /// The two factors, by their places.
    pub factors: [usize; 2],
    /// How much more the score changes from the low to the high end of one when the other is high instead of low,
    /// averaged over the ends of all others. The intervals of all pairs hold together.
    pub more: Interval,
}

/// The interactions of all pairs.
#[derive(Clone, Debug, PartialEq)]
pub struct Interactions {
    /// In the order of their factors.
    pub pairs: Vec<Interaction>,
    /// How many numbers were played in every cell.
    pub numbers: u64,
    /// The cells of the design.
    pub cells: usize,
}

/// Plays these numbers in every cell of a design, and computes what its factors do in pairs. `seat` makes the game of a
/// cell. A number in which a game had no end does not count. Nothing if it was stopped.
///
/// # Errors
/// When the system cannot start this many threads, or a cell cannot be played.
pub fn interactions(
    race: &mut Race<'_>,
    design: &Design,
    seat: Seat<'_>,
    numbers: Range<u64>,
    tell: impl FnMut(u64),
) -> Result<Option<Interactions>, RaceFailed> {
    let pairs: Vec<[usize; 2]> = design.pairs().collect();
    let width = usize::try_from(numbers.end - numbers.start).expect("few numbers are played");
    // By number: the sums of each pair in half points, and how many cells had an end.
    let mut sums = vec![vec![0_i64; pairs.len()]; width];
    let mut ended = vec![0_usize; width];
    let take = |cell: usize, number: u64, [_, half]: crate::compare::Pair| {
        let Some(half_points) = Axis::Score.of(&half) else { return };
        let at = usize::try_from(number - numbers.start).expect("few numbers are played");
        ended[at] += 1;
        for (sum, [one, other]) in sums[at].iter_mut().zip(&pairs) {
            let is_alike = design.is_high(cell, *one) == design.is_high(cell, *other);
            *sum += if is_alike { half_points } else { -half_points };
        }
    };
    let cells: Vec<usize> = (0..design.cells()).collect();
    race.play(numbers.clone(), &cells, seat, take, tell)?;
    if race.is_stopped() {
        return Ok(None);
    }
    let whole: Vec<&Vec<i64>> = sums
        .iter()
        .zip(&ended)
        .filter(|(_, ended)| **ended == design.cells())
        .map(|(sums, _)| sums)
        .collect();
    let alpha = ALPHA / float(pairs.len().max(1) as u64);
    // Of the four corners of a pair, a quarter of the cells each: high and high, less the two mixed, and low and low;
    // and two half points are one of the score.
    let scale = 4.0 / float(design.cells() as u64) / 2.0;
    let of = |(place, factors): (usize, &[usize; 2])| {
        let (sum, squares) = whole
            .iter()
            .map(|sums| i128::from(sums[place]))
            .fold((0, 0), |(sum, squares): (i128, i128), value| (sum + value, squares + value * value));
        let found = Sample::of_sums(whole.len() as u64, sum, squares).mean_interval(alpha);
        let more =
            Interval { estimate: found.estimate * scale, low: found.low * scale, high: found.high * scale };
        Interaction { factors: *factors, more }
    };
    let found = pairs.iter().enumerate().map(of).collect();
    Ok(Some(Interactions { pairs: found, numbers: whole.len() as u64, cells: design.cells() }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: 1, 2, 4 and 8 are no sums of each other; of the words to 15 only 15 is a sum of no three of them, and
    /// of the words behind it 16 is the next. So five factors take 16 cells and six 32, as Box and Hunter (1961) have
    /// it.
    #[test]
    fn designs_have_as_many_cells_as_resolution_v_needs() {
        assert_eq!(Design::of(5).columns, [1, 2, 4, 8, 15]);
        let cells: Vec<usize> =
            [0, 1, 2, 5, 6, 8, 11, 12, MOST_FACTORS].map(|count| Design::of(count).cells()).into();
        assert_eq!(cells, [1, 2, 4, 16, 32, 64, 128, 256, 256]);
    }

    /// Columns of pairs and of single factors have no product in common: what a pair does shows nowhere else.
    #[test]
    fn no_pair_is_confused_with_a_factor_or_another_pair() {
        for factors in [5, 8, 12] {
            let design = Design::of(factors);
            let sign = |cell: usize, factor: usize| if design.is_high(cell, factor) { 1 } else { -1 };
            let column = |word: &[usize]| -> Vec<i32> {
                (0..design.cells())
                    .map(|cell| word.iter().map(|factor| sign(cell, *factor)).product())
                    .collect()
            };
            let mut words: Vec<Vec<usize>> = (0..factors).map(|factor| vec![factor]).collect();
            words.extend(design.pairs().map(Vec::from));
            let columns: Vec<Vec<i32>> = words.iter().map(|word| column(word)).collect();
            for (at, one) in columns.iter().enumerate() {
                assert_eq!(one.iter().sum::<i32>(), 0, "{:?}", words[at]);
                for other in &columns[..at] {
                    assert_eq!(one.iter().zip(other).map(|(one, other)| one * other).sum::<i32>(), 0);
                }
            }
        }
    }
}
