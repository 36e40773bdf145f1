//! The workloads: rolls, the toy, the board, the journal, and games of Niemenczyn 1794 by random players, by plans, by
//! the heuristic and by nets. Each is prepared first, so that loading is not measured with the games.

use core::hash::{Hash, Hasher};
use std::hash::DefaultHasher;
use std::hint::black_box;

use szala_ai::{Roster, play_game};
use szala_board::{EastOrWest, HexBoard, HexGrid, HexId, NorthOrSouth, Numbering, Order, Parity, Stagger};
use szala_breakthrough::Breakthrough;
use szala_insurrection::{Insurrection, Room};
use szala_insurrection_players::Players;
use szala_kernel::dice::{KeyedDice, SeededDice, fair_choice};
use szala_kernel::seed::mix;
use szala_kernel::toy::TwoGates;
use szala_kernel::{
    ActionList, Ask, BySide, Dice, Die, Journal, Limits, Play, Rules, RunSeed, Side, Subject, rule,
};
use szala_pig::Pig;

use crate::{Done, Work, Workload, load, load_oronne, next_chance};

const SEED: RunSeed = RunSeed(1794);

/// A thousand rolls of one die by seeded dice.
fn a_thousand_seeded_rolls() -> Work {
    Box::new(|| rolls(SeededDice::new(SEED.game(0))))
}

/// A thousand rolls of one die by keyed dice, of two hundred identities. Their table is made once and used game after
/// game, as in a run.
fn a_thousand_keyed_rolls() -> Work {
    let mut dice = KeyedDice::new(Limits { actions: 1, decisions: 1, dice: 1000 }, SEED.game(0));
    Box::new(move || {
        dice.begin(SEED.game(0));
        rolls(&mut dice)
    })
}

fn rolls(mut dice: impl Dice) -> Done {
    let hash = (0..1000).fold(0, |hash, number: u16| {
        let ask = Ask::new(rule!("10.9.4"), 1).by(Subject(number % 20)).at(Subject(number % 10));
        mix(hash ^ u64::from(dice.roll(Die::D10, ask)))
    });
    Done { hash, times: 1000 }
}

/// A thousand random games of the toy.
fn a_thousand_toy_games() -> Work {
    let mut list = ActionList::within(TwoGates.limits());
    Box::new(move || {
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
        Done { hash: hasher.finish(), times: 1000 }
    })
}

/// A thousand random games of one of the reference games.
fn a_thousand_games<R: Rules + 'static>(rules: R) -> Work {
    let mut list = ActionList::within(rules.limits());
    Box::new(move || games_by_chance(&rules, 1000, &mut list))
}

/// A number of random games.
fn games_by_chance<R: Rules>(rules: &R, games: u64, list: &mut ActionList<R::Action>) -> Done {
    let mut hasher = DefaultHasher::new();
    let mut times = 0;
    for number in 0..games {
        let seed = SEED.game(number);
        let mut words = seed.key(szala_kernel::Stream::FirstPlayer);
        let finished = rules.play_game(seed, list, |_, _, legal| next_chance(&mut words, legal.len()));
        finished.hash(&mut hasher);
        times += finished.decisions as u64;
    }
    Done { hash: hasher.finish(), times }
}

/// A position in the middle of a game, copied a thousand times.
fn a_thousand_copies() -> Work {
    let rules = load("historical");
    let mut list = ActionList::within(rules.limits());
    let (mut decisions, mut position) = (0, None);
    let seed = SEED.game(0);
    let mut words = seed.key(szala_kernel::Stream::FirstPlayer);
    rules.play_game(seed, &mut list, |_, state, legal| {
        decisions += 1;
        if decisions == 50 {
            position = Some(*state);
        }
        next_chance(&mut words, legal.len())
    });
    let position = position.expect("a game of more than fifty decisions");
    Box::new(move || {
        let stages = (0..1000).map(|_| u64::from(black_box(*black_box(&position)).stage()));
        Done { hash: stages.sum(), times: 1000 }
    })
}

/// Ten thousand branches on a bit of this word: if it is all ones the branch is predictable, if it is a hash it is
/// not. The words differ each time, because a processor remembers ten thousand that repeat.
fn ten_thousand_ways(word: fn(u64) -> u64) -> Work {
    let mut numbers = 0..0;
    Box::new(move || {
        numbers = numbers.end..numbers.end + 10_000;
        let hash = numbers.clone().fold(
            0,
            |sum, number| {
                if word(number) & 1 == 1 { one_way(sum) } else { the_other(sum) }
            },
        );
        Done { hash, times: 10_000 }
    })
}

// Two functions that are called, and not two results of which one is taken: there the processor has to branch.
#[inline(never)]
fn one_way(sum: u64) -> u64 {
    black_box(sum) + 1
}

#[inline(never)]
fn the_other(sum: u64) -> u64 {
    black_box(sum + 1)
}

/// The board of Niemenczyn 1794: 15 columns by 12 rows.
fn board() -> HexBoard<[u64; 3], [u64; 8]> {
    let numbering = Numbering {
        order: Order::RowColumn,
        digits: 2,
        rows_from: NorthOrSouth::South,
        first_row: 1,
        columns_from: EastOrWest::West,
        first_column: 1,
    };
    let stagger = Stagger::PointyTop { shifted_rows: Parity::Even, towards: EastOrWest::East };
    HexBoard::new(HexGrid { columns: 15, rows: 12, stagger, numbering })
        .expect("15 columns by 12 rows make a valid board")
}

/// Building the board.
fn building_the_board() -> Work {
    Box::new(|| Done { hash: board().hexes().len() as u64, times: 1 })
}

/// The exact lines from one hex to all 179 others.
fn all_lines_from_one_hex() -> Work {
    let board = board();
    let from = HexId::from_index(50);
    Box::new(move || {
        let mut hasher = DefaultHasher::new();
        let mut times = 0;
        for to in board.hexes().into_iter().filter(|to| *to != from) {
            board.line(from, to).hash(&mut hasher);
            times += 1;
        }
        Done { hash: hasher.finish(), times }
    })
}

/// Ten thousand sums of three modifiers, each passed to the journal that does not listen.
fn modifiers_told_to_nobody() -> Work {
    Box::new(|| {
        modifiers(|a, b, c| {
            let mut journal = ();
            journal.note(rule!("10.9.7"), a, "first shot")
                + journal.note(rule!("10.3.1"), b, "flank")
                + journal.note(rule!("11.7"), c, "charge")
        })
    })
}

/// The same sums without a journal in the code.
fn modifiers_without_a_journal() -> Work {
    Box::new(|| modifiers(|a, b, c| a + b + c))
}

fn modifiers(mut sum: impl FnMut(i32, i32, i32) -> i32) -> Done {
    let hash = (0..10_000).fold(0, |hash, number: i32| {
        let total = sum(number % 3 - 1, number % 5, -(number & 1));
        mix(hash ^ u64::from(total.cast_unsigned()))
    });
    Done { hash, times: 30_000 }
}

/// Loading scenario I: its files are read and checked, and the tables for play are computed.
fn loading_a_scenario() -> Work {
    Box::new(|| Done { hash: load("historical").scenario().units.len() as u64, times: 1 })
}

/// A hundred random games of a scenario.
fn a_hundred_random_games(name: &str) -> Work {
    let rules = load(name);
    let mut list = ActionList::within(rules.limits());
    Box::new(move || games_by_chance(&rules, 100, &mut list))
}

/// A hundred games of a scenario between two players. After a change to a player, record the new hash.
fn a_hundred_games_between(name: &str, first: &str, second: &str) -> Work {
    games_between(100, load(name), first, second)
}

/// Four games of *Oronne*, the small scenario of *Maciejowice 1794*, between heuristics.
fn four_games_of_oronne() -> Work {
    games_between(4, load_oronne(), "heuristic", "heuristic")
}

/// Ten games of scenario I between players with nets, of a mix that was once shipped and stays as it is.
fn ten_games_of_nets() -> Work {
    let of =
        |file: &str| format!("drilled:scenarios/niemenczyn-1794/robust/historical/2026-11-28-later/{file}");
    games_between(10, load("historical"), &of("poles-from-6.toml"), &of("russians-from-8.toml"))
}

fn games_between<R: Room>(games: u64, rules: Insurrection<R>, first: &str, second: &str) -> Work {
    let read = |path: &str| {
        let path = format!("{}/../{path}", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))
    };
    let mut players = BySide(
        [(Side::First, first), (Side::Second, second)]
            .map(|(side, name)| Players::<R>::player(&rules, name, side, &read))
            .map(|player| player.unwrap_or_else(|error| panic!("{error}"))),
    );
    let mut list = ActionList::within(rules.limits());
    Box::new(move || {
        let mut hasher = DefaultHasher::new();
        let mut times = 0;
        for number in 0..games {
            let finished = play_game(&rules, SEED.game(number), &mut players, &mut list);
            finished.hash(&mut hasher);
            times += finished.decisions as u64;
        }
        Done { hash: hasher.finish(), times }
    })
}

/// Listing the legal actions at every tenth position of twenty games of scenario I, a hundred times each.
fn actions_at_recorded_positions() -> Work {
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
                positions.push(*state);
            }
            next_chance(&mut words, legal.len())
        });
    }
    Box::new(move || Done {
        hash: listed(&rules, &positions, &mut list) ^ (positions.len() as u64) << 32,
        times: 100 * positions.len() as u64,
    })
}

/// The number of legal actions at all these positions together, listed a hundred times each.
fn listed(
    rules: &Insurrection,
    positions: &[<Insurrection as Rules>::State],
    list: &mut ActionList<<Insurrection as Rules>::Action>,
) -> u64 {
    let mut listed = 0;
    for _ in 0..100 {
        for state in positions {
            list.clear();
            rules.actions(state, list);
            listed += list.len() as u64;
        }
    }
    listed
}

/// All workloads, in the order in which they are reported.
pub const WORKLOADS: [Workload; 22] = [
    Workload {
        name: "a thousand seeded rolls",
        each: "roll",
        prepare: a_thousand_seeded_rolls,
        hash: 12_910_540_454_537_567_724,
    },
    Workload {
        name: "a thousand keyed rolls",
        each: "roll",
        prepare: a_thousand_keyed_rolls,
        hash: 4_011_598_864_529_952_369,
    },
    Workload {
        name: "a thousand toy games",
        each: "game",
        prepare: a_thousand_toy_games,
        hash: 15_185_706_064_831_345_984,
    },
    Workload {
        name: "a thousand games of Breakthrough",
        each: "decision",
        prepare: || a_thousand_games(Breakthrough),
        hash: 772_440_411_377_752_363,
    },
    Workload {
        name: "a thousand games of Pig",
        each: "decision",
        prepare: || a_thousand_games(Pig),
        hash: 15_858_219_528_081_557_473,
    },
    Workload { name: "a thousand positions copied", each: "copy", prepare: a_thousand_copies, hash: 3000 },
    Workload {
        name: "ten thousand predictable branches",
        each: "branch",
        prepare: || ten_thousand_ways(|number| mix(number) | 1),
        hash: 10_000,
    },
    Workload {
        name: "ten thousand unpredictable branches",
        each: "branch",
        prepare: || ten_thousand_ways(mix),
        hash: 10_000,
    },
    Workload { name: "the board built", each: "board", prepare: building_the_board, hash: 180 },
    Workload {
        name: "179 lines of sight",
        each: "line",
        prepare: all_lines_from_one_hex,
        hash: 16_128_872_989_446_153_056,
    },
    Workload {
        name: "modifiers with the empty journal",
        each: "modifier",
        prepare: modifiers_told_to_nobody,
        hash: 6_491_081_206_896_602_491,
    },
    Workload {
        name: "modifiers without a journal",
        each: "modifier",
        prepare: modifiers_without_a_journal,
        hash: 6_491_081_206_896_602_491,
    },
    Workload { name: "a scenario loaded", each: "scenario", prepare: loading_a_scenario, hash: 15 },
    Workload {
        name: "a hundred random games of scenario I",
        each: "decision",
        prepare: || a_hundred_random_games("historical"),
        hash: 16_599_927_067_049_147_965,
    },
    Workload {
        name: "a hundred random games of scenario II",
        each: "decision",
        prepare: || a_hundred_random_games("alternative"),
        hash: 11_292_722_503_626_414_671,
    },
    Workload {
        name: "a hundred games of scenario I, storm against hold",
        each: "decision",
        prepare: || a_hundred_games_between("historical", "storm", "hold"),
        hash: 15_292_242_948_696_569_210,
    },
    Workload {
        name: "a hundred games of scenario II, storm against hold",
        each: "decision",
        prepare: || a_hundred_games_between("alternative", "storm", "hold"),
        hash: 18_137_771_941_481_790_297,
    },
    Workload {
        name: "a hundred games of scenario I, heuristic against heuristic",
        each: "decision",
        prepare: || a_hundred_games_between("historical", "heuristic", "heuristic"),
        hash: 3_216_497_332_727_413_132,
    },
    Workload {
        name: "a hundred games of scenario II, heuristic against heuristic",
        each: "decision",
        prepare: || a_hundred_games_between("alternative", "heuristic", "heuristic"),
        hash: 7_004_311_825_277_125_603,
    },
    Workload {
        name: "ten games of scenario I, net against net",
        each: "decision",
        prepare: ten_games_of_nets,
        hash: 16_998_105_135_870_574_603,
    },
    Workload {
        name: "four games of Oronne, heuristic against heuristic",
        each: "decision",
        prepare: four_games_of_oronne,
        hash: 15_496_966_390_980_589_314,
    },
    Workload {
        name: "actions at recorded positions",
        each: "listing",
        prepare: actions_at_recorded_positions,
        hash: 979_252_992_988,
    },
];
