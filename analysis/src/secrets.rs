//! Choices that both sides make without knowing each other's, as matrix games: which commander enters the pool, which
//! ford is watched. A survey of games finds them; then each pair of choices is played by order, everything else being
//! left to the players, always on the same seeds; the table of scores is solved.

use std::collections::{BTreeMap, BTreeSet};

use szala_kernel::{BySide, RunSeed, Side};
use szala_system::{Contest, Move, Occasion, Order};

use crate::estimate::Estimate;
use crate::matrix::{Equilibrium, MatrixGame, SHARES};
use crate::score::{Score, scores};

/// A side with more options than this has a table that nobody reads.
const MOST_OPTIONS: usize = 8;
/// Payoffs are whole numbers: parts of a game.
const PARTS: f64 = 1e9;

/// A choice of both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Secret {
    /// The stage or turn in which it is made.
    pub stage: u8,
    /// The options of each side.
    pub options: BySide<Vec<Choice>>,
    occasions: BySide<Occasion>,
    /// In how many games of the survey it was made.
    pub games: u64,
}

/// An option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// In the notation of the game.
    pub action: String,
    key: u64,
}

/// A secret choice with the scores of all pairs of options, and what they come to.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The choice.
    pub secret: Secret,
    /// The score of the first side, by its option and that of the second side.
    pub scores: Vec<Vec<Estimate>>,
    /// How often each option is best chosen.
    pub mixes: Equilibrium,
    /// The score of the first side if both choose so.
    pub value: f64,
    /// What it would get if the other side knew its choice, and if it knew that of the other side.
    pub known: [f64; 2],
    /// Where nothing is mixed: do the games show, pair by pair, that neither side has a better option?
    pub is_shown: bool,
}

impl Secret {
    /// The secret choices that come up in games `0..games`, by stage: a choice that the other side does not see, and
    /// the other side's choice directly after it, if that is as secret, or always follows and is made in half of the
    /// games. Of several in a stage it is the one that comes up most.
    pub fn survey(contest: &dyn Contest, seed: RunSeed, games: u64) -> Vec<Self> {
        let mut found: BTreeMap<(u8, [Occasion; 2]), Self> = BTreeMap::new();
        // In how many games a situation was one of a secret choice, whatever followed.
        let mut made: BTreeMap<u64, u64> = BTreeMap::new();
        for number in 0..games {
            let chronicle = contest.chronicle(seed.game(number), false);
            let mut analyst = contest.analyst(&chronicle);
            let mut at = 0;
            let mut here = BTreeSet::new();
            while let [one, other, ..] = &chronicle.moves[at..] {
                if one.is_secret && one.legal > 1 && here.insert([Occasion::Situation(one.situation); 2]) {
                    *made.entry(one.situation).or_default() += 1;
                }
                let is_choice = one.is_secret && one.legal.min(other.legal) > 1 && one.side != other.side;
                if !is_choice || one.legal.max(other.legal) > MOST_OPTIONS {
                    at += 1;
                    continue;
                }
                let [first, second] = if one.side == Side::First { [at, at + 1] } else { [at + 1, at] };
                let occasions = [first, second].map(|at| match &chronicle.moves[at] {
                    Move { stage, .. } if other.is_secret => Occasion::Secret(*stage),
                    Move { situation, .. } => Occasion::Situation(*situation),
                });
                let secret = found.entry((one.stage, occasions)).or_insert_with(|| Self {
                    stage: one.stage,
                    options: BySide::default(),
                    occasions: BySide(occasions),
                    games: 0,
                });
                secret.games += u64::from(here.insert(occasions));
                for (side, at) in [(Side::First, first), (Side::Second, second)] {
                    for place in 0..chronicle.moves[at].legal {
                        let key = analyst.action_key(at, place);
                        let known = &mut secret.options[side];
                        if known.iter().all(|option| option.key != key) {
                            known.push(Choice { action: analyst.action(at, place), key });
                        }
                    }
                }
                at += 2;
            }
        }
        let follows = |secret: &Self| match secret.occasions {
            BySide([Occasion::Situation(one), Occasion::Situation(other)]) => {
                [one, other].iter().any(|made_in| made.get(made_in) == Some(&secret.games))
                    && 2 * secret.games >= games
            }
            BySide(_) => true,
        };
        let mut by_stage: BTreeMap<u8, Self> = BTreeMap::new();
        for secret in found.into_values().filter(follows) {
            let best = by_stage.entry(secret.stage).or_insert_with(|| secret.clone());
            if secret.games > best.games {
                *best = secret;
            }
        }
        by_stage.into_values().collect()
    }

    /// How many games are played for all pairs of options.
    pub fn games(&self, each: u64) -> u64 {
        Side::BOTH.iter().map(|side| self.options[*side].len() as u64).product::<u64>() * each
    }

    /// Plays games `0..games` of each pair of options, on the threads at hand. `seat` seats the players with orders;
    /// `tell` is called after each pair.
    pub fn solve(
        self,
        seed: RunSeed,
        games: u64,
        seat: impl Fn(&BySide<Vec<Order>>) -> Box<dyn Contest>,
        mut tell: impl FnMut(u64),
    ) -> Solved {
        let order =
            |side: Side, option: &Choice| vec![Order { at: self.occasions[side], action: option.key }];
        let mut cell = |first: &Choice, second: &Choice| -> Points {
            let contest = seat(&BySide([order(Side::First, first), order(Side::Second, second)]));
            let scores = scores(&*contest, seed, 0..games);
            tell(games);
            scores.into_iter().map(|score: Score| score.points(Side::First)).collect()
        };
        let row = |first| self.options[Side::Second].iter().map(|second| cell(first, second)).collect();
        let table: Vec<Vec<Points>> = self.options[Side::First].iter().map(row).collect();
        Solved::of(self, &table)
    }
}

/// The points of the first side, game by game.
type Points = Vec<f64>;

impl Solved {
    fn of(secret: Secret, points: &[Vec<Points>]) -> Self {
        let scores: Vec<Vec<Estimate>> = points
            .iter()
            .map(|row| row.iter().map(|points| Estimate::of_scores(points, 0.0)).collect())
            .collect();
        let value = |cell: &Estimate| cell.value.unwrap_or(0.5);
        let worth: Vec<Vec<f64>> = scores.iter().map(|row| row.iter().map(value).collect()).collect();
        let columns = worth[0].len();
        #[expect(clippy::cast_possible_truncation, reason = "a score is from 0 to 1")]
        let payoffs = worth.iter().flatten().map(|score| (score * PARTS).round() as i64).collect();
        let mixes = MatrixGame::new(columns, payoffs).solve();
        let value = mixes.value() / PARTS;
        let least = |row: &Vec<f64>| row.iter().copied().fold(f64::INFINITY, f64::min);
        let most = |column: usize| worth.iter().map(|row| row[column]).fold(f64::NEG_INFINITY, f64::max);
        let known = [
            worth.iter().map(least).fold(f64::NEG_INFINITY, f64::max),
            (0..columns).map(most).fold(f64::INFINITY, f64::min),
        ];
        let is_shown = is_shown(points, &mixes);
        Self { secret, scores, mixes, value, known, is_shown }
    }
}

/// Does each side choose one option, and do the games show that it scores less with any other against that of the
/// other side?
fn is_shown(points: &[Vec<Points>], mixes: &Equilibrium) -> bool {
    let only = |shares: &[u32]| shares.iter().position(|share| *share == SHARES);
    let Some((row, column)) = only(&mixes.rows).zip(only(&mixes.columns)) else { return false };
    let best = &points[row][column];
    let is_more = |more: &Points, less: &Points| {
        let gains: Points = more.iter().zip(less).map(|(more, less)| more - less).collect();
        Estimate::of_scores(&gains, -1.0).low.is_some_and(|low| low > 0.0)
    };
    let other_rows = points.iter().enumerate().filter(|(place, _)| *place != row);
    let other_columns = points[row].iter().enumerate().filter(|(place, _)| *place != column);
    other_rows.into_iter().all(|(_, other)| is_more(best, &other[column]))
        && other_columns.into_iter().all(|(_, other)| is_more(other, best))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solved(table: [[f64; 2]; 2]) -> Solved {
        let choice = |action: &str| Choice { action: action.to_owned(), key: 0 };
        let options = BySide([["up", "down"]; 2].map(|names| names.map(choice).to_vec()));
        let secret = Secret { stage: 1, options, occasions: BySide([Occasion::Secret(1); 2]), games: 1 };
        Solved::of(secret, &table.map(|row| row.map(|score| vec![score; 100]).to_vec()))
    }

    fn assert_known(solved: &Solved, wanted: [f64; 2]) {
        let is_near = |(known, wanted): (&f64, f64)| (known - wanted).abs() < 1e-9;
        assert!(solved.known.iter().zip(wanted).all(is_near), "{:?}", solved.known);
    }

    /// The rows with p and 1 - p: 0.2 p + 0.8 (1 - p) = 0.6 p + 0.3 (1 - p), so p = 5/9, and the value is
    /// 0.8 - 0.6 * 5/9 = 7/15. The columns with q: 0.2 q + 0.6 (1 - q) = 0.8 q + 0.3 (1 - q), so q = 1/3. Known, the
    /// better row is worth max(0.2, 0.3), and against a known column it is min(0.8, 0.6).
    #[test]
    fn a_choice_is_mixed_as_by_hand() {
        let solved = solved([[0.2, 0.6], [0.8, 0.3]]);
        assert!((solved.value - 7.0 / 15.0).abs() < 1e-6, "{}", solved.value);
        assert_eq!(solved.mixes.rows, [555_556, 444_444]);
        assert_eq!(solved.mixes.columns, [333_333, 666_667]);
        assert_known(&solved, [0.3, 0.6]);
    }

    /// The first row is better against either column, and then the first column is best for the other side.
    #[test]
    fn where_one_option_is_better_nothing_is_mixed() {
        let solved = solved([[0.6, 0.7], [0.5, 0.4]]);
        assert_eq!(
            (&solved.mixes.rows[..], &solved.mixes.columns[..]),
            (&[1_000_000, 0][..], &[1_000_000, 0][..])
        );
        assert_known(&solved, [0.6, 0.6]);
        assert!(solved.is_shown);
    }

    /// The options of the first side score 0.5 each, in games that differ: 50 more and 50 less by a half.
    #[test]
    fn a_best_option_that_the_games_do_not_show_is_not_called_one() {
        let one = [[1.0; 50], [0.0; 50]].concat();
        let mixes = Equilibrium { rows: vec![SHARES, 0], columns: vec![SHARES], low: 0, high: 0 };
        assert!(!is_shown(&[vec![one], vec![vec![0.5; 100]]], &mixes));
    }
}
