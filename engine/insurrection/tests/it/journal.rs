//! The journal accounts for the whole game: whoever writes down its changes, beginning with those of the opening, knows
//! the final position without knowing a rule.

use std::collections::BTreeMap;
use szala_kernel::Naming;

use szala_insurrection::Insurrection;
use szala_kernel::case::Casebook;
use szala_kernel::conformance::ByChance;
use szala_kernel::dice::SeededDice;
use szala_kernel::journal::{Entry, Event, Log};
use szala_kernel::{ActionList, Notation, Play, Rules, RunSeed, Subject, Table};

/// Values by whose they are and what they are, as text.
type Book = BTreeMap<(Subject, &'static str), String>;

/// Writes the changes down; each must begin where the one before it ended.
fn write_down(rules: &Insurrection, entries: &[Entry]) -> Book {
    let mut book = Book::new();
    for entry in entries {
        // [8.4] With every commander drawn, the points spent count from zero.
        if let Entry::Event(Event::Draw { .. }) = entry {
            book.retain(|(_, what), _| *what != "spent");
        }
        let Entry::Event(Event::Change { what, whose, from, to, rule }) = entry else { continue };
        let before = rules.value(what, *from).to_string();
        if let Some(known) = book.insert((*whose, what), rules.value(what, *to).to_string()) {
            assert_eq!(known, before, "[{rule}] {what} of {} is told from a wrong value", rules.name(*whose));
        }
    }
    book
}

fn play(rules: &Insurrection, number: u64) -> (Log, <Insurrection as Rules>::State) {
    let seed = RunSeed(1794).game(number);
    let mut players = ByChance::new(seed);
    let mut table = Table::new(SeededDice::new(seed), Log::default());
    rules.tell_opening(&mut table.journal);
    let mut state = rules.opening();
    let mut list = ActionList::within(rules.limits());
    rules.play_out_loud(&mut state, &mut table, &mut list, |rules, state, legal| {
        players.choose(rules.to_act(state), legal.len())
    });
    (table.journal, state)
}

#[test]
fn the_changes_of_the_journal_add_up_to_the_final_position() {
    for scenario in ["historical", "alternative"] {
        let rules = crate::common::load(scenario);
        for number in 0..150 {
            let (log, state) = play(&rules, number);
            let book = write_down(&rules, &log.entries);
            let value = |subject, what, nothing: &str| {
                book.get(&(subject, what)).cloned().unwrap_or(nothing.to_owned())
            };
            let probe = |path: &str| rules.probe(&state, path).expect("a value");
            for card in &rules.scenario().units {
                let name = &card.name;
                let where_it_is = probe(&format!("{name}.hex"));
                let place = format!("{scenario} game {number}: {name}");
                assert_eq!(value(card.subject, "hex", "off the map"), where_it_is, "{place}, hex");
                assert_eq!(
                    value(card.subject, "losses", "0"),
                    probe(&format!("{name}.losses")),
                    "{place}, losses"
                );
                assert_eq!(
                    value(card.subject, "shots", "0"),
                    probe(&format!("{name}.shots")),
                    "{place}, shots"
                );
                if where_it_is != "off the map" {
                    assert_eq!(
                        value(card.subject, "facing", "none"),
                        probe(&format!("{name}.facing")),
                        "{place}, facing"
                    );
                    for mark in ["side by side", "square", "limbered"] {
                        let told = value(card.subject, mark, "no") == "yes";
                        assert_eq!(told.to_string(), probe(&format!("{name}.{mark}")), "{place}, {mark}");
                    }
                }
            }
            for card in &rules.scenario().commanders {
                let post = probe(&format!("{}.hex", card.name));
                if post != "gone" && post != "waiting" {
                    assert_eq!(
                        value(card.subject, "hex", "waiting"),
                        post,
                        "{scenario} game {number}: {}",
                        card.name
                    );
                }
            }
            assert_eq!(value(Subject::NONE, "vp", "even"), probe("vp"), "{scenario} game {number}");
        }
    }
}
