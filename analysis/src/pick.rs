//! Which game of many is worth watching: the ordinary one, the great comeback, the upset. What each word means is said
//! once, here; ties always go to the game with the lower number in the end, so that a choice is the same everywhere.

use core::cmp::Reverse;
use core::fmt;

use szala_kernel::Side;
use szala_kernel::record::{ABSENT, Column, Whose};

use crate::records::end_column;
use szala_system::Stretch;

/// Which game to choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pick {
    /// Of the games that end with the median lead (the lower of the two middle ones, when there are two), the one
    /// whose number of decisions is nearest to their median.
    Median,
    /// The won game in which the winner's lead was lowest at some moment; of equal ones that with the larger lead at
    /// the end.
    Comeback,
    /// The won game that ended in the earliest stage; of equal ones that with the fewest decisions.
    Quickest,
    /// The drawn game whose number of decisions is nearest to the median of drawn games.
    Draw,
    /// The game won by the side that wins more rarely, by the largest lead at the end; of equal ones that with the
    /// fewest decisions.
    Upset,
}

impl Pick {
    /// All there are.
    pub const ALL: [Self; 5] = [Self::Median, Self::Comeback, Self::Quickest, Self::Draw, Self::Upset];
}

/// What a choice goes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sketch {
    /// The number of the game.
    pub number: u64,
    /// The side that won; `None` is a draw.
    pub winner: Option<Side>,
    /// Victory points of the first side less those of the second at the end.
    pub lead: i32,
    /// Decisions taken.
    pub decisions: usize,
    /// The stage, or turn, in which it ended, where the rule system remembers it.
    pub stage: Option<i32>,
    /// The least and the greatest lead of the first side at any moment, where the rule system remembers them.
    pub leads: Option<[i32; 2]>,
}

/// Why no game can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoPick {
    /// There is none that came to an end.
    NoGames,
    /// Every game was drawn.
    NobodyWon,
    /// No game was drawn.
    NoDraw,
    /// No winner ever lay behind.
    NobodyBehind,
    /// The sides win equally often, so that neither's victory is an upset.
    EquallyOften,
    /// Of a game of this system nobody remembers how the lead moved.
    NoLeads,
}

impl fmt::Display for NoPick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoGames => "no game came to an end",
            Self::NobodyWon => "every game was drawn",
            Self::NoDraw => "no game was drawn",
            Self::NobodyBehind => "no winner ever lay behind",
            Self::EquallyOften => "both sides win equally often, so that neither's victory is an upset",
            Self::NoLeads => "the records of this game lack the course of the lead",
        })
    }
}

impl core::error::Error for NoPick {}

/// Sketches games as they come.
#[derive(Clone, Debug)]
pub struct Sketcher {
    width: usize,
    stage: Option<usize>,
    leads: Option<[usize; 2]>,
    /// The games that came to an end, in the order in which they came.
    pub games: Vec<Sketch>,
}

impl Sketcher {
    /// For games with these columns, whose time has this name.
    pub fn new(columns: &[Column], time: &str) -> Self {
        let place =
            |what: &str| columns.iter().position(|column| column.what == what && column.whose == Whose::Game);
        let leads = place("low").zip(place("high")).map(|(low, high)| [low, high]);
        Self { width: columns.len(), stage: place(&end_column(time)), leads, games: Vec::new() }
    }

    /// Takes some games; those without an end are left out.
    pub fn add(&mut self, stretch: &Stretch) {
        for (place, (number, played)) in (stretch.first..).zip(&stretch.played).enumerate() {
            let Ok(outcome) = played.end else { continue };
            let row = &stretch.rows[place * self.width..][..self.width];
            self.games.push(Sketch {
                number,
                winner: outcome.winner,
                lead: outcome.lead,
                decisions: played.decisions,
                stage: self.stage.map(|column| row[column]).filter(|stage| *stage != ABSENT),
                leads: self.leads.map(|leads| leads.map(|column| row[column])),
            });
        }
    }
}

/// The number of the game to choose among these.
///
/// # Errors
/// Why there is none.
pub fn pick(wanted: Pick, games: &[Sketch]) -> Result<u64, NoPick> {
    if games.is_empty() {
        return Err(NoPick::NoGames);
    }
    let won = || games.iter().filter_map(|game| Some((game.winner?, game)));
    let chosen = match wanted {
        Pick::Median => {
            let lead = median(games.iter().map(|game| game.lead)).expect("there are games");
            nearest_in_length(games.iter().filter(|game| game.lead == lead))
        }
        Pick::Draw => {
            let drawn = games.iter().filter(|game| game.winner.is_none());
            return nearest_in_length(drawn).map(|game| game.number).ok_or(NoPick::NoDraw);
        }
        Pick::Quickest => {
            won().map(|(_, game)| game).min_by_key(|game| (game.stage, game.decisions, game.number))
        }
        Pick::Comeback => {
            if games.iter().all(|game| game.leads.is_none()) {
                return Err(NoPick::NoLeads);
            }
            let worst = |(winner, game): (Side, &Sketch)| {
                let [low, high] = game.leads?;
                Some(if winner == Side::First { low } else { -high })
            };
            let behind = won().filter_map(|one| Some((worst(one)?, one.1))).filter(|(worst, _)| *worst < 0);
            let chosen = behind.min_by_key(|(worst, game)| (*worst, Reverse(game.lead.abs()), game.number));
            if chosen.is_none() && won().next().is_some() {
                return Err(NoPick::NobodyBehind);
            }
            chosen.map(|(_, game)| game)
        }
        Pick::Upset => {
            let wins = Side::BOTH.map(|side| won().filter(|(winner, _)| *winner == side).count());
            let rarer = match wins {
                [0, 0] => return Err(NoPick::NobodyWon),
                // A side that never wins has no upset to show.
                [first, second] if first == second => return Err(NoPick::EquallyOften),
                [0, _] => Side::Second,
                [_, 0] => Side::First,
                [first, second] if first < second => Side::First,
                _ => Side::Second,
            };
            let theirs = won().filter(|(winner, _)| *winner == rarer).map(|(_, game)| game);
            theirs.min_by_key(|game| (Reverse(game.lead.abs()), game.decisions, game.number))
        }
    };
    chosen.map(|game| game.number).ok_or(NoPick::NobodyWon)
}

/// Of these games the one whose number of decisions is nearest to their median.
fn nearest_in_length<'g>(games: impl Iterator<Item = &'g Sketch> + Clone) -> Option<&'g Sketch> {
    let length = median(games.clone().map(|game| game.decisions))?;
    games.min_by_key(|game| (game.decisions.abs_diff(length), game.number))
}

/// The one in the middle, or the lower of two.
fn median<T: Ord + Copy>(values: impl Iterator<Item = T>) -> Option<T> {
    let mut values: Vec<T> = values.collect();
    let middle = values.len().checked_sub(1)? / 2;
    Some(*values.select_nth_unstable(middle).1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Winner, lead at the end, decisions, stage, least and greatest lead.
    type Game = (Option<Side>, i32, usize, i32, [i32; 2]);

    /// Such games; their numbers are their places.
    fn games(all: &[Game]) -> Vec<Sketch> {
        let sketch = |(number, &(winner, lead, decisions, stage, leads)): (u64, &Game)| Sketch {
            number,
            winner,
            lead,
            decisions,
            stage: Some(stage),
            leads: Some(leads),
        };
        (0..).zip(all).map(sketch).collect()
    }

    const FIRST: Option<Side> = Some(Side::First);
    const SECOND: Option<Side> = Some(Side::Second);

    fn seven() -> Vec<Sketch> {
        games(&[
            (FIRST, 4, 300, 4, [-1, 4]),
            (FIRST, 2, 500, 6, [-2, 2]),
            (SECOND, -1, 480, 6, [-1, 2]),
            (None, 0, 450, 6, [0, 1]),
            (None, 0, 600, 6, [-3, 3]),
            (FIRST, 3, 290, 4, [0, 3]),
            (None, 2, 520, 6, [0, 2]),
        ])
    }

    #[test]
    fn the_median_game_has_the_median_margin_and_among_those_the_median_length() {
        // Margins -1, 0, 0, 2, 2, 3, 4: the fourth is 2. Of lengths 500 and 520 the lower middle is 500.
        assert_eq!(pick(Pick::Median, &seven()), Ok(1));
    }

    #[test]
    fn the_comeback_is_the_one_from_farthest_behind_and_of_equal_ones_the_larger() {
        // Winners lay behind by 1, 2, 2 (the second side at a lead of 2) and never; of the twos the margins are 2 and
        // 1.
        assert_eq!(pick(Pick::Comeback, &seven()), Ok(1));
        let mut games = seven();
        games[2].leads = Some([-1, 3]);
        assert_eq!(pick(Pick::Comeback, &games), Ok(2));
    }

    #[test]
    fn the_quickest_win_ends_in_the_earliest_stage_with_the_fewest_decisions() {
        assert_eq!(pick(Pick::Quickest, &seven()), Ok(5));
    }

    #[test]
    fn the_draw_is_one_of_ordinary_length() {
        // Drawn in 450, 520 and 600 decisions.
        assert_eq!(pick(Pick::Draw, &seven()), Ok(6));
    }

    #[test]
    fn the_upset_is_the_largest_victory_of_the_side_that_wins_more_rarely() {
        assert_eq!(pick(Pick::Upset, &seven()), Ok(2));
    }

    #[test]
    fn of_games_alike_in_all_that_counts_the_first_is_chosen() {
        let alike = games(&[(FIRST, 1, 100, 6, [-1, 1]); 3]);
        for wanted in [Pick::Median, Pick::Comeback, Pick::Quickest, Pick::Upset] {
            assert_eq!(pick(wanted, &alike), Ok(0), "{wanted:?}");
        }
    }

    #[test]
    fn what_cannot_be_chosen_is_said_why() {
        assert_eq!(pick(Pick::Median, &[]), Err(NoPick::NoGames));
        let drawn = games(&[(None, 0, 100, 6, [-1, 1]); 2]);
        for wanted in [Pick::Quickest, Pick::Comeback, Pick::Upset] {
            assert_eq!(pick(wanted, &drawn), Err(NoPick::NobodyWon), "{wanted:?}");
        }
        let mut even = games(&[(FIRST, 1, 100, 6, [0, 1]), (SECOND, -1, 100, 6, [-1, 0])]);
        assert_eq!(pick(Pick::Upset, &even), Err(NoPick::EquallyOften));
        assert_eq!(pick(Pick::Comeback, &even), Err(NoPick::NobodyBehind));
        assert_eq!(pick(Pick::Draw, &even), Err(NoPick::NoDraw));
        for game in &mut even {
            game.leads = None;
        }
        assert_eq!(pick(Pick::Comeback, &even), Err(NoPick::NoLeads));
    }
}
