//! The players of *Verdox*: what they must not use, must not know, and must repeat; and that plans do what they say.

use std::sync::Arc;

use szala_ai::drilled::DRILLED;
use szala_ai::{Player, Roster, View};
use szala_board::{Ordinal, SquareId};
use szala_kernel::dice::SeededDice;
use szala_kernel::{ActionList, BySide, Play, Rules, RunSeed, Side, Table};
use szala_verdox::{Action, Kind, MOST_UNITS, State, UnitId, Verdox};
use szala_verdox_players::{Players, Seat};

use crate::budget::check_opinions;
use crate::common::{load_verdox as load, net_by_lot, play};
use crate::secrets::compare_with_other_dice;

const SEED: RunSeed = RunSeed(1809);
/// The drilled one is the heuristic with a random net, so that its army gets all kinds of orders.
const ALL: [&str; 6] = ["uniform", "greedy:1", "rush", "hold", "heuristic", DRILLED];

fn seat(rules: &Verdox, side: Side, name: &str) -> Seat {
    if name == DRILLED {
        let recruit = Players::drillable(rules, "heuristic", side, &|path| Err(path.to_owned()))
            .unwrap_or_else(|error| panic!("{error}"));
        return recruit.with(Some(Arc::new(net_by_lot(recruit.inputs(), 3))), None);
    }
    Players::player(rules, name, side, &|path| Err(path.to_owned())).unwrap_or_else(|error| panic!("{error}"))
}

/// Plays games of a player against another and examines every decision of the first, with its choice.
fn every_decision(
    rules: &Verdox,
    (side, name): (Side, &str),
    other: &str,
    games: u64,
    mut look: impl FnMut(&State, &[Action], Action),
) {
    let mut list = ActionList::within(rules.limits());
    let mut players = BySide::from_fn(|of| seat(rules, of, if of == side { name } else { other }));
    for number in 0..games {
        for of in Side::BOTH {
            players[of].begin(rules, SEED.game(number), of);
        }
        rules.play_game(SEED.game(number), &mut list, |rules, state, legal| {
            let view = View::new(rules, state, legal);
            let place = players[view.side()].choose(&view);
            if view.side() == side {
                look(state, legal, legal[place]);
            }
            place
        });
    }
}

/// [5.1] 150 units: copies of players, as each thread of a run has them, against each other and against the random
/// player, which leads them into positions that they would not choose.
#[test]
fn a_game_of_150_units_needs_no_heap_once_the_players_are_there() {
    let rules = load("fortress");
    let mut list = ActionList::within(rules.limits());
    for [first, second] in [
        ["rush", "hold"],
        ["hold", "rush"],
        ["heuristic", "heuristic"],
        ["uniform", "heuristic"],
        [DRILLED, DRILLED],
        ["rush", "uniform"],
        ["greedy:1", "hold"],
    ] {
        let players = BySide([seat(&rules, Side::First, first), seat(&rules, Side::Second, second)]);
        let [mut one, mut other] = players.clone().0;
        let games = if first == "greedy:1" { 1 } else { 4 };
        let counted = allocation_counter::measure(|| {
            for number in 0..games {
                play(&rules, SEED.game(number), &mut list, BySide([&mut one, &mut other]));
            }
        });
        assert_eq!(counted.count_total, 0, "{first} against {second}");
    }
}

/// The true kinds of a side's counters.
fn kinds(state: &State, side: Side) -> Vec<Option<Kind>> {
    let units = (0..MOST_UNITS).map(UnitId::from_index).filter(|unit| unit.side() == side);
    units.map(|unit| state.kind_seen_by(side, unit)).collect()
}

/// [2.5] The position with the kinds that the viewer has not seen dealt afresh among the other side's counters, so
/// that the truth is different.
fn twin(rules: &Verdox, state: &State, viewer: Side, number: u64) -> Option<State> {
    let mut twin = state.clone();
    rules.imagine(&mut twin, viewer, &mut SeededDice::new(RunSeed(25).game(number)));
    (kinds(&twin, !viewer) != kinds(state, !viewer)).then_some(twin)
}

/// [2.5] Each player is asked in a position and in its twins, itself and a copy with the same memory; the random
/// player, rush and the heuristic play the games.
#[test]
fn nobody_decides_by_what_lies_face_down() {
    for scenario in ["fortress", "drill"] {
        let rules = load(scenario);
        for side in Side::BOTH {
            // Search would be slow with 150 units.
            let slow: &[&str] = if scenario == "drill" { &["search:8", "planner:100"] } else { &[] };
            for name in ALL.into_iter().chain(slow.iter().copied()) {
                let mut player = seat(&rules, side, name);
                let (mut compared, mut chosen) = (0, 0);
                for (number, other) in (0..).zip(["uniform", "rush", "heuristic"]) {
                    let game = SEED.game(number);
                    let mut list = ActionList::within(rules.limits());
                    let mut against = seat(&rules, !side, other);
                    player.begin(&rules, game, side);
                    against.begin(&rules, game, !side);
                    let mut decisions = 0;
                    rules.play_game(game, &mut list, |rules, state, legal| {
                        let view = View::new(rules, state, legal);
                        if view.side() != side {
                            return against.choose(&view);
                        }
                        decisions += 1;
                        let before = player.clone();
                        let place = player.choose(&view);
                        // Every third, and the whole memory of the player with it.
                        if decisions % 3 == 0
                            && let Some(twin) = twin(rules, state, side, decisions)
                        {
                            let mut same = ActionList::within(rules.limits());
                            rules.actions(&twin, &mut same);
                            assert_eq!(*same, *legal, "what is legal tells nothing");
                            let mut copy = before;
                            let peeked = copy.choose(&View::new(rules, &twin, &same));
                            assert_eq!(legal[peeked], legal[place], "{name} of {side:?} in {scenario} peeks");
                            // Copies have no notes of the last decision.
                            let [copy, player] = [copy.clone(), player.clone()].map(|one| format!("{one:?}"));
                            assert!(copy == player, "{name} remembers what it cannot know");
                            compared += 1;
                            chosen += u32::from(legal.len() > 1);
                        }
                        place
                    });
                }
                assert!(compared > 30 && chosen > 30, "{name}, {side:?}, {scenario}: {compared}, {chosen}");
            }
        }
    }
}

/// The test above can fail: a player that used the value of face-down counters would decide differently in the twins.
/// This one chooses by the sum of those values.
#[test]
fn a_player_who_peeked_would_be_found_out() {
    let rules = load("drill");
    let hidden_value = |state: &State| -> usize {
        let hidden = state.standing(Side::Second).iter().filter_map(|square| state.occupant(square));
        let hidden = hidden.filter(|unit| state.kind_seen_by(Side::First, *unit).is_none());
        let kinds = hidden.filter_map(|unit| state.kind_seen_by(Side::Second, unit));
        kinds
            .map(|kind| {
                usize::try_from(rules.card(kind).value).expect("the value of a kind is never negative")
            })
            .sum()
    };
    let (mut found, mut asked) = (0, 0);
    every_decision(&rules, (Side::First, "hold"), "uniform", 20, |state, legal, _| {
        if let Some(other) = twin(&rules, state, Side::First, 7) {
            let [one, other] = [state, &other].map(|state| hidden_value(state) / 10 % legal.len());
            (found, asked) = (found + u32::from(one != other), asked + 1);
        }
    });
    assert!(found > 200, "{found} of {asked}");
}

#[test]
fn decisions_are_the_same_whatever_the_dice_to_come() {
    let rules = load("drill");
    for side in Side::BOTH {
        for name in ["rush", "hold", "heuristic", DRILLED] {
            let compared = compare_with_other_dice(&rules, &mut seat(&rules, side, name), side, 20, 120);
            assert!(compared > 30, "{name}, {side:?}: {compared}");
        }
    }
}

#[test]
fn opinions_prefer_what_is_chosen_and_change_nothing() {
    let rules = load("drill");
    for name in ["greedy:1", "rush", "hold", "heuristic", DRILLED] {
        for side in Side::BOTH {
            check_opinions(&rules, &seat(&rules, side, name), side, 3);
        }
    }
}

/// Games of the search player are long: it decides a few times on the drill ground.
#[test]
fn the_search_searches_with_the_heuristic() {
    let rules = load("drill");
    let mut player = seat(&rules, Side::First, "search:8");
    player.begin(&rules, SEED.game(0), Side::First);
    let mut table = Table::new(SeededDice::new(SEED.game(0)), ());
    let mut list = ActionList::within(rules.limits());
    let mut state = rules.opening();
    for _ in 0..40 {
        list.clear();
        rules.actions(&state, &mut list);
        let view = View::new(&rules, &state, &list);
        let place = if view.side() == Side::First { player.choose(&view) } else { 0 };
        rules.apply(&mut state, list[place], &mut table);
    }
}

fn attacks(action: Action) -> bool {
    matches!(action, Action::Attack(_))
}

/// The distance of squares in steps along rows and columns.
fn apart(rules: &Verdox, one: SquareId, other: SquareId) -> i32 {
    let grid = &rules.scenario().map.grid;
    let [[column, row], [next, line]] = [one, other].map(|square| grid.column_row(square));
    (column - next).abs() + (row - line).abs()
}

/// What both plans promise: a picked unit that can attack does, and the guard never leaves the headquarters empty.
#[test]
fn plans_attack_whenever_they_can() {
    let rules = load("mirror");
    for side in Side::BOTH {
        for name in ["rush", "hold"] {
            // Two holding players wait for each other; a player that looks one action ahead walks into everybody's
            // reach.
            let mut count = 0;
            for other in ["rush", "hold", "heuristic", "greedy:1"] {
                every_decision(&rules, (side, name), other, 3, |state, legal, chosen| {
                    if state.picked().is_some() && legal.iter().copied().any(attacks) {
                        assert!(attacks(chosen), "{name}: {chosen:?} of {legal:?}");
                        count += 1;
                    }
                });
            }
            assert!(count > 60, "{name} of {side:?}: {count}");
        }
    }
}

/// `hold` stays: no unit steps farther than seven turns' march from the headquarters, by road 14 squares on foot and
/// 28 for riders, or it is on its way back; and the unit in them does not leave.
#[test]
fn who_holds_stays_about_the_headquarters() {
    let rules = load("mirror");
    for side in Side::BOTH {
        let home = rules.scenario().map.headquarters[side];
        let mut steps = 0;
        every_decision(&rules, (side, "hold"), "heuristic", 5, |state, _, chosen| {
            if let Action::Step(to) = chosen {
                let from = state.picked().expect("a unit is picked before it steps");
                assert_ne!(from, home, "the headquarters are left");
                let unit = state.occupant(from).expect("a unit is picked before it steps");
                let kind = state.kind_seen_by(side, unit).expect("a side knows its own units");
                let most = 7 * i32::from(rules.card(kind).points);
                assert!(
                    apart(&rules, home, to) <= most || apart(&rules, home, to) < apart(&rules, home, from)
                );
                steps += 1;
            }
        });
        assert!(steps > 100, "{steps}");
    }
}

/// `rush` goes: once all have come in, every step of a unit that does not attack leads forward, and it takes
/// the headquarters of a random player.
#[test]
fn the_rush_goes_for_the_headquarters() {
    let rules = load("mirror");
    for side in Side::BOTH {
        let goal = rules.scenario().map.headquarters[!side];
        let (mut nearer, mut steps) = (0, 0);
        every_decision(&rules, (side, "rush"), "uniform", 10, |state, legal, chosen| {
            let can_take = legal.contains(&Action::Step(goal));
            assert!(!can_take || chosen == Action::Step(goal) || attacks(chosen), "{chosen:?}");
            if let Action::Step(to) = chosen
                && state.waiting(side) == 0
            {
                let from = state.picked().expect("a unit is picked before it steps");
                nearer += i32::from(apart(&rules, goal, to) < apart(&rules, goal, from));
                steps += 1;
            }
        });
        // A few go round woods and water.
        assert!(steps > 200 && nearer * 10 > steps * 8, "{nearer} of {steps}");
    }
}

#[test]
fn every_listed_player_can_be_had_and_others_are_answered_with_words() {
    let rules = load("drill");
    let ask = |name: &str| Players::player(&rules, name, Side::First, &|path| Err(path.to_owned()));
    for listed in Players::players(&rules, Side::First) {
        assert!(ask(&listed.name).is_ok(), "{}", listed.name);
    }
    for (wrong, told) in [
        ("rash", "rush"),
        ("greedy:many", "greedy:4"),
        ("search:1", "search:200"),
        ("drilled", "szala drill"),
    ] {
        let answer = ask(wrong).expect_err("no such player");
        assert!(answer.contains(told), "{answer}");
    }
}
