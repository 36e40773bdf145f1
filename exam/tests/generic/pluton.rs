//! The players of *Pluton*: what they must not use, must not know, and must repeat.

use szala_ai::{Player, Roster, View};
use szala_board::Ordinal;
use szala_kernel::dice::SeededDice;
use szala_kernel::{ActionList, BySide, Play, Rules, RunSeed, Side};
use szala_pluton::{CounterId, Kind, MOST_COUNTERS, Pluton, State};
use szala_pluton_players::{Players, Seat};

use crate::budget::check_opinions;
use crate::common::{load_pluton, play};
use crate::secrets::compare_with_other_dice;

const SEED: RunSeed = RunSeed(1939);

/// The players of each side that look at a position as it is.
const ALL: [&[&str]; 2] = [
    &["uniform", "greedy:1", "houses", "depth", "ambush", "heuristic"],
    &["uniform", "greedy:1", "bounds", "rush", "heuristic"],
];

fn load(name: &str) -> Pluton {
    load_pluton(name, &[])
}

fn seat(rules: &Pluton, side: Side, name: &str) -> Seat {
    Players::player(rules, name, side, &|path| Err(path.to_owned())).unwrap_or_else(|error| panic!("{error}"))
}

/// Copies of players, as each thread of a run has them.
#[test]
fn a_game_needs_no_heap_once_the_players_are_there() {
    for scenario in ["drill", "drill-on-paper"] {
        let rules = load(scenario);
        let mut list = ActionList::within(rules.limits());
        for [first, second] in
            [["houses", "bounds"], ["heuristic", "heuristic"], ["uniform", "rush"], ["ambush", "greedy:1"]]
        {
            let players = BySide([seat(&rules, Side::First, first), seat(&rules, Side::Second, second)]);
            let [mut one, mut other] = players.clone().0;
            let counted = allocation_counter::measure(|| {
                for number in 0..2 {
                    play(&rules, SEED.game(number), &mut list, BySide([&mut one, &mut other]));
                }
            });
            assert_eq!(counted.count_total, 0, "{first} against {second} in {scenario}");
        }
    }
}

fn counters() -> impl Iterator<Item = CounterId> {
    (0..MOST_COUNTERS).map(CounterId::from_index)
}

/// What is true of the other side's counters: what they are, and where.
fn truth(rules: &Pluton, state: &State, side: Side) -> Vec<(Option<Kind>, bool, Option<usize>)> {
    let own = counters().filter(|counter| counter.side() == side);
    let told = |counter: CounterId| {
        let card = rules.card_seen_by(state, side, counter);
        let place = rules.place_seen_by(state, side, counter).map(Ordinal::index);
        (card.map(|card| card.kind), rules.is_on_paper(state, counter), place)
    };
    own.map(told).collect()
}

/// [D-16.1c] [19.1] The position with what the viewer does not know dealt afresh, so that the truth is different.
fn twin(rules: &Pluton, state: &State, viewer: Side, number: u64) -> Option<State> {
    let mut twin = state.clone();
    rules.imagine(&mut twin, viewer, &mut SeededDice::new(RunSeed(25).game(number)));
    (truth(rules, &twin, !viewer) != truth(rules, state, !viewer)).then_some(twin)
}

/// Each player is asked in a position and in its twins, itself and a copy with the same memory.
#[test]
fn nobody_decides_by_what_is_hidden() {
    for (scenario, hides) in [("drill", [true; 2]), ("drill-on-paper", [false, true])] {
        let rules = load(scenario);
        // On paper only the Poles hide something that can differ in a twin.
        for side in Side::BOTH.into_iter().filter(|side| hides[*side as usize]) {
            for name in ALL[side as usize].iter().copied() {
                let mut player = seat(&rules, side, name);
                let (mut compared, mut chosen) = (0, 0);
                for (number, other) in (0..).zip(["uniform", "heuristic"]) {
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
                            assert!(
                                format!("{copy:?}") == format!("{player:?}"),
                                "{name} of {side:?} in {scenario} remembers what it cannot know"
                            );
                            compared += 1;
                            chosen += u32::from(legal.len() > 1);
                        }
                        place
                    });
                }
                assert!(compared > 20 && chosen > 20, "{name}, {side:?}, {scenario}: {compared}, {chosen}");
            }
        }
    }
}

/// The test above can fail: a player that used what is hidden would decide differently in the twins. This one chooses
/// by how many of the enemy's machine guns come first.
#[test]
fn a_player_who_peeked_would_be_found_out() {
    let rules = load("drill");
    let peek = |state: &State, count: usize| {
        let own = counters().filter(|counter| counter.side() == Side::First);
        let is_gun = |counter: &CounterId| {
            rules.card_seen_by(state, Side::First, *counter).is_some_and(|card| card.kind == Kind::Guns)
        };
        own.enumerate().filter(|(_, counter)| is_gun(counter)).map(|(place, _)| place).sum::<usize>() % count
    };
    let mut players = BySide::from_fn(|side| seat(&rules, side, "uniform"));
    let mut list = ActionList::within(rules.limits());
    let (mut found, mut asked) = (0, 0);
    for number in 0..4 {
        for side in Side::BOTH {
            players[side].begin(&rules, SEED.game(number), side);
        }
        rules.play_game(SEED.game(number), &mut list, |rules, state, legal| {
            let view = View::new(rules, state, legal);
            if view.side() == Side::Second
                && legal.len() > 1
                && let Some(other) = twin(rules, state, Side::Second, 7)
            {
                let [one, other] = [state, &other].map(|state| peek(state, legal.len()));
                (found, asked) = (found + u32::from(one != other), asked + 1);
            }
            players[view.side()].choose(&view)
        });
    }
    assert!(found > 20, "{found} of {asked}");
}

/// Without the lots by which counters get their numbers, as no two games would begin alike.
#[test]
fn decisions_are_the_same_whatever_the_dice_to_come() {
    let rules = load_pluton("drill", &["turned_counters=open"]);
    for side in Side::BOTH {
        let compared = compare_with_other_dice(&rules, &mut seat(&rules, side, "heuristic"), side, 6, 120);
        assert!(compared > 30, "{side:?}: {compared}");
    }
}

#[test]
fn opinions_prefer_what_is_chosen_and_change_nothing() {
    let rules = load("drill");
    for side in Side::BOTH {
        check_opinions(&rules, &seat(&rules, side, "heuristic"), side, 2);
    }
}

#[test]
fn every_listed_player_can_be_had_and_others_are_answered_with_words() {
    let rules = load("drill");
    for side in Side::BOTH {
        let ask = |name: &str| Players::player(&rules, name, side, &|path| Err(path.to_owned()));
        for listed in Players::players(&rules, side) {
            assert!(ask(&listed.name).is_ok(), "{}", listed.name);
        }
    }
    let ask = |name: &str| Players::player(&rules, name, Side::Second, &|path| Err(path.to_owned()));
    for (wrong, told) in [("rash", "rush"), ("greedy:many", "greedy:4"), ("search:1", "search:200")] {
        let answer = ask(wrong).expect_err("no such player");
        assert!(answer.contains(told), "{answer}");
    }
}
