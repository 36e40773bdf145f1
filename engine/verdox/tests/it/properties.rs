//! Properties of every step of every game, with any players: what may never happen between one position and the next.

use std::collections::BTreeSet;

use szala_board::{Ordinal, SquareId};
use szala_kernel::conformance::Trial;
use szala_kernel::journal::Entry;
use szala_kernel::{ActionList, Rule, Rules, Side, rule};
use szala_verdox::{Action, Ground, Kind, State, UnitId, Verdox};

use crate::common::{choose_boldly, load};

fn every_step(games: u64, mut look: impl FnMut(&Verdox, &State, Action, &State, &[Entry])) {
    for trial in trials(games) {
        trial.each_step(|before, action, after, entries| look(&trial.rules, before, action, after, entries));
    }
}

fn trials(games: u64) -> impl Iterator<Item = Trial<Verdox>> {
    ["drill", "drill-otherwise", "drill-diagonal"].into_iter().map(move |scenario| {
        let rules = load(scenario);
        // Without an agreed length games are long.
        let games = if rules.scenario().turns.is_none() { games / 10 } else { games };
        Trial::new(rules, games, choose_boldly)
    })
}

fn units() -> impl Iterator<Item = UnitId> {
    (0..szala_verdox::MOST_UNITS).map(UnitId::from_index)
}

/// [D-3.3a] If there is no choice, nobody is asked: a picked unit can do more than hold, and a unit whose turn ended
/// when it was picked cannot step anywhere.
#[test]
fn nobody_is_asked_to_hold_who_can_do_nothing_else() {
    let (mut asked, mut passed_over) = (0, 0);
    let mut legal = None;
    every_step(60, |rules, before, action, after, _| {
        let list = legal.get_or_insert_with(|| ActionList::within(load("drill-otherwise").limits()));
        list.clear();
        if after.picked().is_some() {
            rules.actions(after, list);
            assert!(list.len() > 1, "{list:?} after {action:?}");
            asked += 1;
        } else if let Action::Pick(square) = action {
            let mut next = rules.neighbours_of(square).into_iter().flatten();
            let ground = |square: SquareId| rules.scenario().map.ground[square.index()];
            let is_shut = next.all(|to| before.occupant(to).is_some() || ground(to) == Ground::River);
            assert!(is_shut, "{action:?} came to nothing");
            passed_over += 1;
        }
    });
    assert!(asked > 1000 && passed_over > 100, "{asked} asked, {passed_over} passed over");
}

/// [7.4.4] [7.5.4] The kind of a counter changes in only two ways; [3.7] and a counter that was turned over stays so.
#[test]
fn kinds_change_when_horses_are_lost_and_never_otherwise() {
    every_step(60, |_, before, action, after, _| {
        for unit in units() {
            for viewer in Side::BOTH {
                let (then, now) = (before.kind_seen_by(viewer, unit), after.kind_seen_by(viewer, unit));
                let fits = match (then, now) {
                    (Some(Kind::Cavalry), Some(Kind::Infantry))
                    | (Some(Kind::MountedRifles), Some(Kind::Riflemen))
                    | (None, _) => true,
                    (Some(then), Some(now)) => then == now,
                    (Some(_), None) => false,
                };
                assert!(fits, "{unit:?}: {then:?} then {now:?} by {action:?}");
            }
        }
    });
}

/// [3.2] In a turn a unit moves or attacks, never both; and it attacks once.
#[test]
fn no_unit_moves_and_attacks_in_one_turn() {
    let mut moved = BTreeSet::<UnitId>::new();
    let mut attacked = BTreeSet::<UnitId>::new();
    let mut turn = None;
    every_step(60, |_, before, action, _, _| {
        let now = (before.turn(), before.active());
        if turn.replace(now) != Some(now) {
            moved.clear();
            attacked.clear();
        }
        let unit = before.picked().and_then(|square| before.occupant(square));
        match (unit, action) {
            (Some(unit), Action::Step(_)) => {
                assert!(!attacked.contains(&unit), "{unit:?} moves after its attack");
                moved.insert(unit);
            }
            (Some(unit), Action::Attack(_) | Action::Batter(_) | Action::Sink(_)) => {
                assert!(!moved.contains(&unit), "{unit:?} attacks after its move");
                assert!(attacked.insert(unit), "{unit:?} attacks twice");
            }
            _ => (),
        }
    });
}

/// [3.8] [3.9] No unit goes farther than a neighbouring square in one action, nor diagonally.
#[test]
fn nobody_jumps() {
    every_step(60, |rules, before, action, after, _| {
        let grid = &rules.scenario().map.grid;
        for unit in units() {
            let (Some(then), Some(now)) = (before.place_of(unit), after.place_of(unit)) else { continue };
            let [[column, row], [other, line]] = [then, now].map(|square| grid.column_row(square));
            assert!(column.abs_diff(other) + row.abs_diff(line) <= 1, "{unit:?} jumps by {action:?}");
        }
    });
}

/// [4.2] A lost unit stays lost.
#[test]
fn nobody_comes_back() {
    every_step(60, |_, before, action, after, _| {
        for unit in units() {
            let was_lost =
                before.place_of(unit).is_none() && before.kind_seen_by(unit.side(), unit).is_some();
            assert!(!was_lost || after.place_of(unit).is_none(), "{unit:?} comes back by {action:?}");
        }
    });
}

/// The properties above are worth as much as the situations that the games reach.
#[test]
fn bold_play_comes_upon_the_rare_rules() {
    let hits: BTreeSet<Rule> = trials(200).flat_map(|trial| trial.rules_at_work()).collect();
    let rare = [
        rule!("4.1"),
        rule!("4.3"),
        rule!("6.2.3"),
        rule!("6.8.4"),
        rule!("6.9.4"),
        rule!("6.9.5"),
        rule!("6.10.3"),
        rule!("6.10.8"),
        rule!("7.4.4"),
        rule!("7.5.4"),
        rule!("7.6.3"),
        rule!("7.7.1"),
        rule!("7.7.4"),
        rule!("7.7.6"),
        rule!("7.7.7"),
    ];
    for rule in rare {
        assert!(hits.contains(&rule), "no game comes upon {rule}");
    }
}
