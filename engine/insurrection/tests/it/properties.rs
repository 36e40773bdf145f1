//! Properties of every step of every game, with any players: what may never happen between one position and the next.

use std::collections::BTreeSet;

use szala_insurrection::{Insurrection, Place, State};
use szala_kernel::conformance::Trial;
use szala_kernel::journal::{Entry, Event};
use szala_kernel::{Rule, rule};

use crate::common::{choose_boldly, load};

fn every_step(games: u64, mut look: impl FnMut(&Insurrection, &State, &State, &[Entry])) {
    for scenario in ["historical", "alternative"] {
        let trial = Trial::new(load(scenario), games, choose_boldly);
        trial.each_step(|before, _, after, entries| look(&trial.rules, before, after, entries));
    }
}

/// [3.4a] Losses are never made good.
#[test]
fn sizes_never_grow() {
    every_step(150, |rules, before, after, _| {
        for unit in rules.scenario().all_units().iter() {
            assert!(after[unit].losses >= before[unit].losses, "{}", rules.scenario().unit(unit).name);
        }
    });
}

/// [6.13] From a melee hex a unit goes off the map, in flight or for good; it never walks.
#[test]
fn melee_hexes_are_left_by_melee_alone() {
    every_step(300, |rules, before, after, _| {
        for unit in rules.scenario().all_units().iter() {
            let Some(hex) = before.hex_of(unit).filter(|hex| before.is_melee_hex(*hex)) else { continue };
            if let Some(now) = after.hex_of(unit) {
                assert_eq!(now, hex, "{} walked out of a melee", rules.scenario().unit(unit).name);
            }
        }
    });
}

/// [12.2] The lead is what the journal's changes of it add up to.
#[test]
fn the_lead_changes_by_what_the_journal_says() {
    every_step(150, |_, before, after, entries| {
        let told: i32 = entries
            .iter()
            .filter_map(|entry| match entry {
                Entry::Event(Event::Change { what: "vp", from, to, .. }) => Some(to - from),
                _ => None,
            })
            .sum();
        assert_eq!(i32::from(after.lead()), i32::from(before.lead()) + told);
    });
}

/// [10.9.1] [10.9.10] Shots grow one at a time, up to four, and fall only when stages change or a marker is paid off.
#[test]
fn shots_are_counted_one_by_one() {
    every_step(150, |rules, before, after, _| {
        for unit in rules.scenario().all_units().iter() {
            let (then, now) = (before[unit].shots, after[unit].shots);
            assert!(now <= 4 && now <= then + 1, "{then} then {now}");
            assert!(now >= then || now <= 1, "{then} then {now}");
        }
    });
}

/// [4.4] [10.10.9] A counter out of the game stays out of it.
#[test]
fn nobody_comes_back_from_being_gone() {
    every_step(150, |rules, before, after, _| {
        for unit in rules.scenario().all_units().iter() {
            let was_gone = before[unit].place == Place::Gone;
            assert!(!was_gone || after[unit].place == Place::Gone, "{}", rules.scenario().unit(unit).name);
        }
    });
}

/// The properties above are worth what the games come upon: charges, counterattacks, the lava, commanders hit, guns in
/// trouble and captured, crises, retreats that kill, winners of size 1, returns from flight. (Squares take four
/// companies in a hex, which no chance brings together: rule cases see to them.)
#[test]
fn bold_play_comes_upon_the_rare_rules() {
    let hits: BTreeSet<Rule> = ["historical", "alternative"]
        .into_iter()
        .flat_map(|scenario| Trial::new(load(scenario), 400, choose_boldly).rules_at_work())
        .collect();
    let rare = [
        rule!("4.4.1"),
        rule!("7.3"),
        rule!("8.14.2"),
        rule!("8.15.3"),
        rule!("10.10.4"),
        rule!("10.10.9"),
        rule!("10.11.5"),
        rule!("11.9"),
        rule!("11.11.4"),
        rule!("11.12"),
    ];
    for rule in rare {
        assert!(hits.contains(&rule), "no game comes upon {rule}");
    }
}
