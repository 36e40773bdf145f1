//! Hidden counters: what a side sees, what it imagines, and that no event reveals face-down counters [2.5]. Decisions
//! do, to a reader of the journal of a finished game: only `imagine` hides them from a player.

use std::collections::BTreeMap;

use szala_kernel::conformance::ByChance;
use szala_kernel::dice::SeededDice;
use szala_kernel::journal::{Entry, Event, Log};
use szala_kernel::{ActionList, Play, Rules, RunSeed, Side, Table};
use szala_verdox::{Action, Kind, State, UnitId, Verdox};

use crate::common::{choose_boldly, load};

/// A position in the middle of a game, with its face-down counters.
fn middle(rules: &Verdox, number: u64, decisions: usize) -> State {
    let game = RunSeed(25).game(number);
    let mut players = ByChance::new(game);
    let mut table = Table::new(SeededDice::new(game), ());
    let mut list = ActionList::within(rules.limits());
    let mut state = rules.opening();
    for _ in 0..decisions {
        if rules.outcome(&state).is_some() {
            break;
        }
        list.clear();
        rules.actions(&state, &mut list);
        let action = list[choose_boldly(rules, &state, &list, &mut players)];
        rules.apply(&mut state, action, &mut table);
    }
    state
}

fn counters(rules: &Verdox, state: &State, side: Side) -> Vec<(UnitId, Kind)> {
    let squares = rules.scenario().map.squares();
    let there = squares.iter().filter_map(|square| state.occupant(square));
    let own = there.filter(|unit| unit.side() == side);
    own.filter_map(|unit| Some((unit, state.kind_seen_by(side, unit)?))).collect()
}

/// [2.5] The kinds of the forces are dealt to the hidden counters, each as likely as it is frequent among the unseen
/// ones: of 16 units of the drill ground, ten on the map, each counter is infantry with chance 4/16, artillery with
/// 2/16.
#[test]
fn hidden_kinds_are_imagined_as_often_as_they_are_there() {
    let rules = load("drill");
    // Lots, ten choices and ten squares of one side, and as many of the other.
    let state = middle(&rules, 0, 41);
    let viewer = rules.to_act(&state);
    let games = 4000;
    let mut counts = BTreeMap::<(UnitId, Kind), u32>::new();
    for number in 0..games {
        let mut imagined = state.clone();
        rules.imagine(&mut imagined, viewer, &mut SeededDice::new(RunSeed(1).game(number)));
        for (unit, kind) in counters(&rules, &imagined, !viewer) {
            *counts.entry((unit, kind)).or_default() += 1;
        }
        assert_eq!(counters(&rules, &imagined, viewer), counters(&rules, &state, viewer), "his own he knows");
    }
    let all = u32::try_from(games).unwrap();
    for (unit, _) in counters(&rules, &state, !viewer) {
        // [5.1] 4, 3, 2, 3, 2 and 2 of 16.
        for (kind, there) in Kind::ALL.into_iter().zip([4_u32, 3, 2, 3, 2, 2]) {
            let count = counts.get(&(unit, kind)).copied().unwrap_or(0);
            // Five standard deviations: of 4000 draws at 1/4 each is 27.4, and less at less.
            assert!(count.abs_diff(all * there / 16) < 138, "{unit:?} {kind:?}: {count} of {all}");
        }
    }
}

/// [2.5] What may be shown of a hidden counter depends on nothing hidden: its number, its square, and that it is
/// hidden.
#[test]
fn a_hidden_counter_shows_its_square_and_nothing_else() {
    let rules = load("drill");
    for number in 0..60 {
        let state = middle(&rules, number, 30 + usize::try_from(number).unwrap() * 5);
        for viewer in Side::BOTH {
            let mut imagined = state.clone();
            rules.imagine(&mut imagined, viewer, &mut SeededDice::new(RunSeed(2).game(number)));
            for square in &rules.scenario().map.squares() {
                assert_eq!(imagined.occupant(square), state.occupant(square));
                let Some(unit) = state.occupant(square) else { continue };
                assert_eq!(imagined.kind_seen_by(viewer, unit), state.kind_seen_by(viewer, unit));
            }
        }
    }
}

/// [2.5] An event names the kind of a counter when it is turned over, and not before; nor do the dice it reports.
/// (Decisions are another matter: see below.)
#[test]
fn no_event_tells_a_kind_before_a_counter_is_turned_over() {
    let rules = load("drill");
    for number in 0..40 {
        let game = RunSeed(11).game(number);
        let mut players = ByChance::new(game);
        let mut table = Table::new(SeededDice::new(game), Log::default());
        let mut list = ActionList::within(rules.limits());
        let mut state = rules.opening();
        while rules.outcome(&state).is_none() {
            list.clear();
            rules.actions(&state, &mut list);
            let action = list[choose_boldly(&rules, &state, &list, &mut players)];
            table.journal.entries.clear();
            rules.apply(&mut state, action, &mut table);
            let told = table.journal.entries.iter().filter_map(|entry| match entry {
                Entry::Event(event @ Event::Change { what: "kind", .. }) => Some(*event),
                _ => None,
            });
            for event in told {
                let Event::Change { whose, to, .. } = event else { unreachable!() };
                let unit = UnitId::clone(&all_units()[usize::from(whose.0)]);
                let seen = state.kind_seen_by(!unit.side(), unit);
                assert_eq!(seen.map(|kind| kind as i32), Some(to), "{event:?}");
            }
            if matches!(action, Action::Muster(_)) {
                assert!(table.journal.entries.is_empty(), "a choice in secret is no event");
            }
        }
        assert!(rules.play_game(game, &mut list, |_, _, _| 0).decisions > 0);
    }
}

/// [2.5] A complete trace shows every choice of a kind: ten of a side before the first turn, and more later. It is
/// for readers of a finished game.
#[test]
fn a_game_told_in_full_shows_what_was_chosen_in_secret() {
    let told = crate::told::told(&load("drill"), 1, 0);
    // [5.1] Sixteen counters on each side, and eight turns bring all of them in: 10 + 5 + 1.
    for side in ["Hasbergs", "Askans"] {
        let is_choice = |line: &&str| line.starts_with(&format!("{side}: muster "));
        assert_eq!(told.lines().filter(is_choice).count(), 16, "{side}");
    }
}

fn all_units() -> Vec<UnitId> {
    use szala_board::Ordinal;
    (0..szala_verdox::MOST_UNITS).map(UnitId::from_index).collect()
}

/// The public course of a beginning: lots, the squares of both waves, and each unit of the first side picked and
/// left.
fn beginning(rules: &Verdox, kinds: [Kind; 10], mut look: impl FnMut(&State, &Action)) {
    let mut table = Table::new(SeededDice::new(RunSeed(3).game(0)), ());
    let mut list = ActionList::within(rules.limits());
    let mut state = rules.opening();
    let mut chosen = kinds.into_iter();
    let mut first = None;
    for _ in 0..80 {
        list.clear();
        rules.actions(&state, &mut list);
        // The first side chooses differently in the other game.
        let leads = *first.get_or_insert_with(|| state.active());
        let action = match list[0] {
            Action::Muster(_) if rules.to_act(&state) == leads => match chosen.next() {
                Some(kind) => Action::Muster(kind),
                None => break,
            },
            Action::Done if list.len() > 1 => list[1],
            first => first,
        };
        rules.apply(&mut state, action, &mut table);
        if state.turn() == 0 && action == Action::DrawLots {
            first = Some(state.active());
        }
        let public =
            if matches!(action, Action::Muster(_)) { Action::Muster(Kind::Infantry) } else { action };
        look(&state, &public);
        if state.turn() > 0 && state.active() != leads {
            break;
        }
    }
}

/// [2.5] Two games in which one side chose its kinds in another order are the same to the other side,
/// decision by decision, as long as no unit has acted: it imagines the same, although guns, riders and foot
/// were exchanged.
#[test]
fn the_order_of_the_kinds_shows_in_nothing() {
    use Kind::{Artillery, Cavalry, Grenadiers, Infantry, MountedRifles, Riflemen};
    let rules = load("drill");
    let one = [
        Artillery,
        Cavalry,
        Infantry,
        Infantry,
        MountedRifles,
        Riflemen,
        Grenadiers,
        Cavalry,
        Infantry,
        Riflemen,
    ];
    let mut other = one;
    other.reverse();
    let seen = |kinds| {
        let mut seen = Vec::new();
        let mut leads = None;
        beginning(&rules, kinds, |state, action| {
            let leads = *leads.get_or_insert(state.active());
            let mut imagined = state.clone();
            rules.imagine(&mut imagined, !leads, &mut SeededDice::new(RunSeed(8).game(seen.len() as u64)));
            seen.push((*action, imagined));
        });
        seen
    };
    let (these, others) = (seen(one), seen(other));
    assert!(
        these.len() > 50,
        "lots, two waves of ten in two decisions each, and ten units taken up: {}",
        these.len()
    );
    for (number, (this, that)) in these.iter().zip(&others).enumerate() {
        assert!(this == that, "decision {number}: {:?} shows", this.0);
    }
    assert_eq!(these.len(), others.len());
}
