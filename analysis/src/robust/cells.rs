//! The matrix of a search: every player of one side against every player of the other, with more games where the
//! equilibrium depends on them.

use serde::{Deserialize, Serialize};

use super::arena::Blend;
use crate::matrix::{Equilibrium, MatrixGame, SHARES, shares};
use crate::score::Score;
use crate::statistics::{Sample, float};

/// The results of the games of two players, as the first side sees them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cell {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

/// A player within this many standard errors of the value may belong to the equilibrium.
const CONTENDS: f64 = 2.5;
/// Players with smaller shares, in millionths, are left out when the mixes are frozen.
const LEAST_SHARE: u32 = 10_000;
/// How much less than the value a frozen mix may hold, in millionths of a game, to do well against all known players.
const SLACK: i64 = 5_000;
/// The weight of a cell of two contenders without a share.
const LEAST_WEIGHT: f64 = 0.02;

impl Cell {
    /// Counts these games.
    pub fn add(&mut self, scores: &[Score]) {
        for score in scores {
            *(match score.half_points {
                2 => &mut self.wins,
                1 => &mut self.draws,
                _ => &mut self.losses,
            }) += 1;
        }
    }

    /// Counts the games of another cell.
    pub(super) fn count(&mut self, other: Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }

    /// How many games.
    pub fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The score of the first side in millionths; one half without games.
    pub fn payoff(self) -> i64 {
        let (points, games) = (2 * self.wins + self.draws, self.games());
        let million = u64::from(SHARES);
        let payoff = if games == 0 { million / 2 } else { (points * million + games) / (2 * games) };
        payoff.cast_signed()
    }

    /// The score of the first side.
    pub fn score(self) -> f64 {
        float(self.payoff().cast_unsigned()) / f64::from(SHARES)
    }

    /// The square of its standard error. With half a game of each kind more, so that a few games that were all alike
    /// are not certain.
    fn variance(self) -> f64 {
        let Self { wins, draws, losses } = self;
        let twice = Sample::of_scores(2 * wins + 1, 2 * draws + 1, 2 * losses + 1);
        twice.variance / float(self.games().max(1))
    }
}

/// A row for each player of the first side, a column for each of the second.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Matrix {
    /// The cells, row after row.
    pub cells: Vec<Vec<Cell>>,
}

impl Matrix {
    /// Makes room for this many players.
    pub(super) fn grow(&mut self, rows: usize, columns: usize) {
        self.cells.resize(rows, Vec::new());
        self.cells.iter_mut().for_each(|row| row.resize(columns, Cell::default()));
    }

    /// The equilibrium of what is known.
    pub fn solve(&self) -> Equilibrium {
        self.game().solve()
    }

    /// Mixes that hold the value but for [`SLACK`], and score well against all known players.
    pub(super) fn mixes(&self) -> [Blend; 2] {
        let game = self.game();
        let Equilibrium { rows, columns, .. } = game.minding_all(&game.solve(), SLACK);
        [rows, columns].map(|shares| pruned(&shares))
    }

    fn game(&self) -> MatrixGame {
        let columns = self.cells[0].len();
        MatrixGame::new(columns, self.cells.iter().flatten().map(|cell| cell.payoff()).collect())
    }

    /// What a player of the first side scores against a mix of the second.
    pub fn row_score(&self, row: usize, columns: &[u32]) -> f64 {
        weighed(columns.iter().zip(&self.cells[row]), |cell| cell.score())
    }

    /// What a mix of the first side scores against a player of the second.
    pub fn column_score(&self, rows: &[u32], column: usize) -> f64 {
        weighed(rows.iter().zip(self.cells.iter().map(|row| &row[column])), |cell| cell.score())
    }

    /// The most games to which the cells with the fewest can all be raised by this many more.
    pub(super) fn level(&self, games: u64) -> u64 {
        let mut counts: Vec<u64> = self.cells.iter().flatten().map(|cell| cell.games()).collect();
        counts.sort_unstable();
        let (mut level, mut spare) = (counts[0], games);
        for (below, next) in (1u64..).zip(counts.iter().skip(1).copied().chain([u64::MAX])) {
            let step = (next - level).min(spare / below);
            level += step;
            spare -= step * below;
            if level < next {
                break;
            }
        }
        level
    }

    /// How this many games are dealt to the cells: to those of players who may belong to the equilibrium, most where a
    /// large share meets few games.
    pub(super) fn deal(&self, found: &Equilibrium, games: u64) -> Vec<(usize, usize, u64)> {
        let value = found.value() / f64::from(SHARES);
        let error = |parts: f64| CONTENDS * parts.sqrt();
        let spread = |cells: &mut dyn Iterator<Item = (&u32, &Cell)>| -> f64 {
            cells.map(|(share, cell)| (part(*share)).powi(2) * cell.variance()).sum()
        };
        let rows: Vec<bool> = (0..self.cells.len())
            .map(|row| {
                let off = spread(&mut found.columns.iter().zip(&self.cells[row]));
                self.row_score(row, &found.columns) + error(off) >= value
            })
            .collect();
        let columns: Vec<bool> = (0..self.cells[0].len())
            .map(|column| {
                let off = spread(&mut found.rows.iter().zip(self.cells.iter().map(|row| &row[column])));
                self.column_score(&found.rows, column) - error(off) <= value
            })
            .collect();
        let mut weights = Vec::new();
        for (row, cells) in self.cells.iter().enumerate().filter(|(row, _)| rows[*row]) {
            for (column, cell) in cells.iter().enumerate().filter(|(column, _)| columns[*column]) {
                let share = part(found.rows[row]) + part(found.columns[column]) + LEAST_WEIGHT;
                weights.push((row, column, share / float(cell.games().max(1)).sqrt()));
            }
        }
        let all: f64 = weights.iter().map(|(.., weight)| weight).sum();
        let dealt = weights.into_iter().map(|(row, column, weight)| {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a positive count")]
            let games = (weight / all * float(games)).round() as u64;
            (row, column, games)
        });
        dealt.filter(|(.., games)| *games > 0).collect()
    }
}

fn part(share: u32) -> f64 {
    f64::from(share) / f64::from(SHARES)
}

fn weighed<'c>(cells: impl Iterator<Item = (&'c u32, &'c Cell)>, of: impl Fn(&Cell) -> f64) -> f64 {
    cells.map(|(share, cell)| part(*share) * of(cell)).sum()
}

/// The players with a share.
pub(super) fn blend_of(shares: &[u32]) -> Blend {
    shares.iter().copied().enumerate().filter(|(_, share)| *share > 0).collect()
}

/// The players with a share worth keeping; the other shares go to them.
fn pruned(mix: &[u32]) -> Blend {
    let kept: Vec<f64> =
        mix.iter().map(|share| if *share < LEAST_SHARE { 0.0 } else { f64::from(*share) }).collect();
    blend_of(&shares(&kept))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(wins: u64, draws: u64, losses: u64) -> Cell {
        Cell { wins, draws, losses }
    }

    /// Against the first column both rows score a half, so an equilibrium may have either. The second scores 90 of 100
    /// against the other column.
    #[test]
    fn mixes_that_are_frozen_mind_who_is_in_no_mix() {
        let (half, most) = (cell(50, 0, 50), cell(90, 0, 10));
        let matrix = Matrix { cells: vec![vec![half, half], vec![half, most]] };
        assert_eq!(matrix.mixes(), [vec![(1, SHARES)], vec![(0, SHARES)]]);
    }

    #[test]
    fn a_payoff_is_the_score_in_millionths() {
        assert_eq!(cell(1, 1, 1).payoff(), 500_000);
        assert_eq!(cell(2, 1, 0).payoff(), 833_333);
        assert_eq!(Cell::default().payoff(), 500_000);
    }

    /// 10, 4 and 0 games: 4 raise the least to 4, the next 12 raise both to 10, three more raise all by one.
    #[test]
    fn the_poorest_cells_are_filled_first() {
        let matrix = Matrix { cells: vec![vec![cell(10, 0, 0), cell(0, 4, 0), Cell::default()]] };
        for (games, level) in [(0, 0), (3, 3), (4, 4), (7, 5), (16, 10), (18, 10), (19, 11)] {
            assert_eq!(matrix.level(games), level, "{games}");
        }
    }

    #[test]
    fn games_go_to_contenders_and_to_none_who_is_hopeless() {
        let even = cell(50, 0, 50);
        let matrix = Matrix { cells: vec![vec![even, even], vec![even, even], vec![cell(0, 0, 100); 2]] };
        let dealt = matrix.deal(&matrix.solve(), 400);
        assert!(dealt.iter().all(|(row, ..)| *row < 2), "{dealt:?}");
        assert_eq!(dealt.len(), 4);
        let sum: u64 = dealt.iter().map(|(.., games)| games).sum();
        assert!(sum.abs_diff(400) <= 4, "{dealt:?}");
    }
}
