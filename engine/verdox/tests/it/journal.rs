//! The journal accounts for the whole game: whoever writes down its changes, beginning with those of the opening, knows
//! the final position, but for what lies face down, without knowing a rule.

use std::collections::BTreeMap;
use szala_kernel::Naming;

use szala_kernel::case::Casebook;
use szala_kernel::conformance::ByChance;
use szala_kernel::dice::SeededDice;
use szala_kernel::journal::{Entry, Event, Log};
use szala_kernel::{ActionList, Notation, Play, Rules, RunSeed, Subject, Table};
use szala_verdox::Verdox;

use crate::common::{choose_boldly, load};

/// Values by whose they are and what they are, as text.
type Book = BTreeMap<(Subject, &'static str), String>;

/// Writes the changes down; each must begin where the one before it ended.
fn write_down(rules: &Verdox, entries: &[Entry]) -> Book {
    let mut book = Book::new();
    for entry in entries {
        let Entry::Event(Event::Change { what, whose, from, to, rule }) = entry else { continue };
        let before = rules.value(what, *from).to_string();
        if let Some(known) = book.insert((*whose, what), rules.value(what, *to).to_string()) {
            assert_eq!(known, before, "[{rule}] {what} of {} is told from a wrong value", rules.name(*whose));
        }
    }
    book
}

fn play(rules: &Verdox, number: u64) -> (Log, <Verdox as Rules>::State) {
    let seed = RunSeed(1809).game(number);
    let mut players = ByChance::new(seed);
    let mut table = Table::new(SeededDice::new(seed), Log::default());
    rules.tell_opening(&mut table.journal);
    let mut state = rules.opening();
    let mut list = ActionList::within(rules.limits());
    rules.play_out_loud(&mut state, &mut table, &mut list, |rules, state, legal| {
        choose_boldly(rules, state, legal, &mut players)
    });
    (table.journal, state)
}

#[test]
fn the_changes_of_the_journal_add_up_to_the_final_position() {
    let rules = load("drill");
    for number in 0..100 {
        let (log, state) = play(&rules, number);
        let book = write_down(&rules, &log.entries);
        let value = |name: &str, what, nothing: &str| {
            let subject = rules.parse_subject(name).expect("a name");
            book.get(&(subject, what)).cloned().unwrap_or(nothing.to_owned())
        };
        let probe = |path: &str| rules.probe(&state, path).expect("a value");
        for side in ["Hasbergs", "Askans"] {
            for number in 1..=16 {
                let name = format!("{side} {number}");
                let square = match probe(&format!("{name}.square")).as_str() {
                    "lost" => "off the map".to_owned(),
                    "waiting" => "nowhere".to_owned(),
                    square => square.to_owned(),
                };
                assert_eq!(value(&name, "square", "nowhere"), square, "{name}");
                assert_eq!(value(&name, "losses", "0"), probe(&format!("{name}.losses")), "{name}");
                if square != "nowhere" {
                    let kind = match probe(&format!("{name}.face")).as_str() {
                        "down" => "hidden".to_owned(),
                        _ => probe(&format!("{name}.kind")),
                    };
                    assert_eq!(value(&name, "kind", "hidden"), kind, "{name}");
                }
            }
        }
        for name in ["barge 1", "barge 2"] {
            let square = value(name, "square", "nowhere").replace("off the map", "lost");
            assert_eq!(square, probe(&format!("{name}.square")), "{name}");
            assert_eq!(value(name, "owner", "nobody"), probe(&format!("{name}.owner")), "{name}");
        }
        assert_eq!(value("0512", "owner", "nobody"), probe("0512.owner"));
        for wall in ["0612", "0514", "0312", "0512"] {
            let printed = if wall == "0512" { "gate" } else { "fortification" };
            assert_eq!(value(wall, "ground", printed), probe(&format!("{wall}.ground")), "{wall}");
        }
        let turn = book.get(&(Subject::NONE, "turn")).cloned().unwrap_or_default();
        assert_eq!(turn, probe("turn"));
    }
}
