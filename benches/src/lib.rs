//! What is measured, once for both kinds of benchmark: by time (criterion) and by instructions (callgrind).
//!
//! Every workload returns a hash of what it computed, and every benchmark asserts it: work that the compiler dropped,
//! or that changed, is not measured in silence.

pub mod clock;

use core::hash::{Hash, Hasher};
use std::hash::DefaultHasher;

use szala_ai::{Player, Roster, View};
use szala_board::{EastOrWest, HexBoard, HexGrid, HexId, NorthOrSouth, Numbering, Order, Parity, Stagger};
use szala_breakthrough::Breakthrough;
use szala_insurrection::{Insurrection, scenario};
use szala_kernel::dice::{KeyedDice, SeededDice, fair_choice};
use szala_kernel::seed::mix;
use szala_kernel::toy::TwoGates;
use szala_kernel::{
    ActionList, Ask, BySide, Dice, Die, Journal, Limits, Play, Rules, RunSeed, Side, Subject, rule,
};
use szala_pig::Pig;

const SEED: RunSeed = RunSeed(1794);

/// The rules with a shipped scenario of Niemenczyn 1794.
///
/// # Panics
/// When the files cannot be read.
pub fn load(name: &str) -> Insurrection {
    load_edited(name, &[])
}

/// The same after edits of its files: the name of a file, a text that occurs in it once, and another in its place.
///
/// # Panics
/// When the files cannot be read, or an edit cannot be made.
pub fn load_edited(name: &str, edits: &[(&str, &str, &str)]) -> Insurrection {
    let path = format!("{}/../scenarios/niemenczyn-1794/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| {
        let mut text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
        for (_, from, to) in edits.iter().filter(|(file, ..)| path.ends_with(file)) {
            assert_eq!(text.matches(from).count(), 1, "{from:?} must occur once in {path} to be edited");
            text = text.replace(from, to);
        }
        Ok(text)
    };
    match scenario::load(&path, &read) {
        Ok(loaded) => Insurrection::new(loaded.scenario),
        Err(problems) => panic!("{problems}"),
    }
}

/// One of `count` places by chance, the cheapest way: what is measured is the rules, not the player.
pub fn next_chance(words: &mut u64, count: usize) -> usize {
    fair_choice(count, || {
        *words = mix(words.wrapping_add(0x9E37_79B9_7F4A_7C15));
        (*words >> 32) as u32
    })
}

/// A workload with its name and the hash that it must return.
#[derive(Clone, Copy, Debug)]
pub struct Workload {
    /// What is measured, and how often it is done in one run.
    pub name: &'static str,
    /// Does it.
    pub run: fn() -> u64,
    /// What it must return.
    pub hash: u64,
}

impl Workload {
    /// Runs it and asserts that it did what it always did.
    pub fn run_checked(&self) -> u64 {
        let found = (self.run)();
        assert_eq!(found, self.hash, "{} computed something else than recorded", self.name);
        found
    }
}

/// A thousand rolls of one die by seeded dice.
pub fn a_thousand_seeded_rolls() -> u64 {
    rolls(SeededDice::new(SEED.game(0)))
}

/// A thousand rolls of one die by keyed dice, of two hundred identities.
pub fn a_thousand_keyed_rolls() -> u64 {
    rolls(KeyedDice::new(Limits { actions: 1, decisions: 1, dice: 1000 }, SEED.game(0)))
}

fn rolls(mut dice: impl Dice) -> u64 {
    (0..1000).fold(0, |hash, number: u16| {
        let ask = Ask::new(rule!("10.9.4"), 1).by(Subject(number % 20)).at(Subject(number % 10));
        mix(hash ^ u64::from(dice.roll(Die::D10, ask)))
    })
}

/// A thousand games of Breakthrough by chance players: some 64 decisions each among some 26 actions.
pub fn a_thousand_games_of_breakthrough() -> u64 {
    a_thousand_random_games(&Breakthrough)
}

/// A thousand games of Pig by chance players: some 120 decisions each among two actions.
pub fn a_thousand_games_of_pig() -> u64 {
    a_thousand_random_games(&Pig)
}

fn a_thousand_random_games<R: Rules>(rules: &R) -> u64 {
    let mut list = ActionList::within(rules.limits());
    let mut hasher = DefaultHasher::new();
    for number in 0..1000 {
        let seed = SEED.game(number);
        let mut words = seed.key(szala_kernel::Stream::FirstPlayer);
        rules
            .play_game(seed, &mut list, |_, _, legal| next_chance(&mut words, legal.len()))
            .hash(&mut hasher);
    }
    hasher.finish()
}

/// A thousand games of the toy by chance players.
pub fn a_thousand_toy_games() -> u64 {
    let mut list = ActionList::within(TwoGates.limits());
    let mut hasher = DefaultHasher::new();
    for number in 0..1000 {
        let seed = SEED.game(number);
        let mut words = seed.key(szala_kernel::Stream::FirstPlayer);
        TwoGates
            .play_game(seed, &mut list, |_, _, legal| {
                fair_choice(legal.len(), || {
                    words = mix(words.wrapping_add(1));
                    (words >> 32) as u32
                })
            })
            .hash(&mut hasher);
    }
    hasher.finish()
}

/// The board of Niemenczyn 1794: 15 columns by 12 rows.
fn board() -> HexBoard<3, 8> {
    let numbering = Numbering {
        order: Order::RowColumn,
        digits: 2,
        rows_from: NorthOrSouth::South,
        first_row: 1,
        columns_from: EastOrWest::West,
        first_column: 1,
    };
    let stagger = Stagger::PointyTop { shifted_rows: Parity::Even, towards: EastOrWest::East };
    HexBoard::new(HexGrid { columns: 15, rows: 12, stagger, numbering }).expect("a board")
}

/// Building the board and the exact lines from one hex to all 179 others.
pub fn all_lines_from_one_hex() -> u64 {
    let board = board();
    let from = HexId::from_index(50);
    let mut hasher = DefaultHasher::new();
    for to in board.hexes().into_iter().filter(|to| *to != from) {
        board.line(from, to).hash(&mut hasher);
    }
    hasher.finish()
}

/// Building the board alone, to be taken off the lines.
pub fn building_the_board() -> u64 {
    board().hexes().len() as u64
}

/// Ten thousand sums of three modifiers, each told to the journal that does not listen.
pub fn modifiers_told_to_nobody() -> u64 {
    modifiers(|a, b, c| {
        let mut journal = ();
        journal.note(rule!("10.9.7"), a, "first shot")
            + journal.note(rule!("10.3.1"), b, "flank")
            + journal.note(rule!("11.7"), c, "charge")
    })
}

/// The same sums without a journal in the code.
pub fn modifiers_without_a_journal() -> u64 {
    modifiers(|a, b, c| a + b + c)
}

fn modifiers(mut sum: impl FnMut(i32, i32, i32) -> i32) -> u64 {
    (0..10_000).fold(0, |hash, number: i32| {
        let total = sum(number % 3 - 1, number % 5, -(number & 1));
        mix(hash ^ u64::from(total.cast_unsigned()))
    })
}

/// A hundred games of a scenario by chance players, after loading it.
fn a_hundred_random_games(name: &str) -> u64 {
    let rules = load(name);
    let mut list = ActionList::within(rules.limits());
    let mut hasher = DefaultHasher::new();
    for number in 0..100 {
        let seed = SEED.game(number);
        let mut words = seed.key(szala_kernel::Stream::FirstPlayer);
        rules
            .play_game(seed, &mut list, |_, _, legal| next_chance(&mut words, legal.len()))
            .hash(&mut hasher);
    }
    hasher.finish()
}

/// A hundred games of scenario I.
pub fn a_hundred_games_of_the_historical_scenario() -> u64 {
    a_hundred_random_games("historical")
}

/// A hundred games of scenario II.
pub fn a_hundred_games_of_the_alternative_scenario() -> u64 {
    a_hundred_random_games("alternative")
}

/// A hundred games of scenario I between two players, after loading it and them. Who changes a player records the hash
/// anew.
fn a_hundred_games_between(first: &str, second: &str) -> u64 {
    let rules = load("historical");
    let read = |path: &str| Err(format!("no player here has a file, and {path} is asked for"));
    let mut players = BySide(
        [(Side::First, first), (Side::Second, second)]
            .map(|(side, name)| rules.player(name, side, &read).unwrap_or_else(|error| panic!("{error}"))),
    );
    let mut list = ActionList::within(rules.limits());
    let mut hasher = DefaultHasher::new();
    for number in 0..100 {
        let seed = SEED.game(number);
        for side in Side::BOTH {
            players[side].begin(&rules, seed, side);
        }
        rules
            .play_game(seed, &mut list, |rules, state, legal| {
                players[rules.to_act(state)].choose(&View::new(rules, state, legal))
            })
            .hash(&mut hasher);
    }
    hasher.finish()
}

/// A hundred games by plans: the Poles storm the trenches, the Russians hold them.
pub fn a_hundred_games_of_storm_against_hold() -> u64 {
    a_hundred_games_between("storm", "hold")
}

/// A hundred games between heuristic players.
pub fn a_hundred_games_of_heuristics() -> u64 {
    a_hundred_games_between("heuristic", "heuristic")
}

/// Loading scenario I alone, to be taken off the games.
pub fn loading_a_scenario() -> u64 {
    load("historical").scenario().units.len() as u64
}

/// Listing the legal actions at every tenth position of twenty games of scenario I, a hundred times each.
pub fn actions_at_recorded_positions() -> u64 {
    let rules = load("historical");
    let mut list = ActionList::within(rules.limits());
    let mut positions = Vec::new();
    for number in 0..20 {
        let seed = SEED.game(number);
        let mut words = seed.key(szala_kernel::Stream::FirstPlayer);
        let mut decisions = 0;
        rules.play_game(seed, &mut list, |_, state, legal| {
            decisions += 1;
            if decisions % 10 == 0 {
                positions.push(state.clone());
            }
            next_chance(&mut words, legal.len())
        });
    }
    let mut listed = 0;
    for _ in 0..100 {
        for state in &positions {
            list.clear();
            rules.actions(state, &mut list);
            listed += list.len() as u64;
        }
    }
    listed ^ (positions.len() as u64) << 32
}

/// All workloads, in the order in which they are reported.
pub const WORKLOADS: [Workload; 15] = [
    Workload {
        name: "a thousand seeded rolls",
        run: a_thousand_seeded_rolls,
        hash: 12_910_540_454_537_567_724,
    },
    Workload { name: "a thousand keyed rolls", run: a_thousand_keyed_rolls, hash: 4_011_598_864_529_952_369 },
    Workload { name: "a thousand toy games", run: a_thousand_toy_games, hash: 15_185_706_064_831_345_984 },
    Workload {
        name: "a thousand games of Breakthrough",
        run: a_thousand_games_of_breakthrough,
        hash: 772_440_411_377_752_363,
    },
    Workload {
        name: "a thousand games of Pig",
        run: a_thousand_games_of_pig,
        hash: 15_858_219_528_081_557_473,
    },
    Workload { name: "the board built", run: building_the_board, hash: 180 },
    Workload {
        name: "the board built and 179 lines",
        run: all_lines_from_one_hex,
        hash: 16_128_872_989_446_153_056,
    },
    Workload {
        name: "modifiers told to nobody",
        run: modifiers_told_to_nobody,
        hash: 6_491_081_206_896_602_491,
    },
    Workload {
        name: "modifiers without a journal",
        run: modifiers_without_a_journal,
        hash: 6_491_081_206_896_602_491,
    },
    Workload { name: "a scenario loaded", run: loading_a_scenario, hash: 15 },
    Workload {
        name: "scenario I loaded and a hundred random games",
        run: a_hundred_games_of_the_historical_scenario,
        hash: 16_555_942_957_323_961_949,
    },
    Workload {
        name: "scenario II loaded and a hundred random games",
        run: a_hundred_games_of_the_alternative_scenario,
        hash: 11_292_722_503_626_414_671,
    },
    Workload {
        name: "scenario I loaded and a hundred games, storm against hold",
        run: a_hundred_games_of_storm_against_hold,
        hash: 1_406_869_057_214_594_056,
    },
    Workload {
        name: "scenario I loaded and a hundred games, heuristic against heuristic",
        run: a_hundred_games_of_heuristics,
        hash: 16_529_211_451_290_073_748,
    },
    Workload {
        name: "actions at recorded positions",
        run: actions_at_recorded_positions,
        hash: 979_252_992_988,
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_workload_computes_what_was_recorded() {
        for workload in WORKLOADS {
            workload.run_checked();
        }
    }

    #[test]
    fn a_journal_that_does_not_listen_changes_no_sum() {
        assert_eq!(modifiers_told_to_nobody(), modifiers_without_a_journal());
    }
}
