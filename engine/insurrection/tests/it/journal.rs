//! The journal accounts for the whole game: its changes, beginning with those of the opening, give the final position
//! without any knowledge of the rules.

use szala_files::case::Casebook;
use szala_kernel::conformance::{Account, Trial};
use szala_kernel::journal::Event;
use szala_kernel::{Subject, rule};

use crate::common::{choose_boldly, load};

#[test]
fn the_changes_of_the_journal_add_up_to_the_final_position() {
    let forgets = |event: &Event, what: &str| match event {
        // [8.4] With every commander drawn, the points spent count from zero.
        Event::Draw { .. } => what == "spent",
        // [11.11.2] Every flight is reckoned from the stage in which it begins.
        Event::Change { rule, what: "due", .. } => what == "due" && *rule == rule!("11.11.2"),
        _ => false,
    };
    for scenario in ["historical", "alternative"] {
        let trial = Trial::new(load(scenario), 150, choose_boldly);
        let rules = &trial.rules;
        trial.each_account(forgets, |account: &Account, state| {
            let probe = |path: &str| rules.probe(state, path).expect("every card has this value");
            for card in &rules.scenario().units {
                let (name, told) = (&card.name, |what, untold| account.value(card.subject, what, untold));
                let place = probe(&format!("{name}.hex"));
                assert_eq!(told("hex", "off the map"), place, "{name}");
                for count in ["losses", "shots"] {
                    assert_eq!(told(count, "0"), probe(&format!("{name}.{count}")), "{name}, {count}");
                }
                // [11.11.3] [11.11.4] A unit in flight is due when the journal says, however often it slipped. Another
                // unit's flight since has made the account forget it.
                let (place_told, due) = (probe(&format!("{name}.place")), told("due", "forgotten"));
                if let Some(fled) = place_told.strip_prefix("fled ").filter(|_| due != "forgotten") {
                    assert_eq!(due, fled, "{name}, due");
                }
                if place != "off the map" {
                    assert_eq!(told("facing", "none"), probe(&format!("{name}.facing")), "{name}, facing");
                    for mark in ["side by side", "square", "limbered"] {
                        let is_marked = told(mark, "no") == "yes";
                        assert_eq!(is_marked.to_string(), probe(&format!("{name}.{mark}")), "{name}, {mark}");
                    }
                }
            }
            for card in &rules.scenario().commanders {
                let post = probe(&format!("{}.hex", card.name));
                if post != "gone" && post != "waiting" {
                    assert_eq!(account.value(card.subject, "hex", "waiting"), post, "{}", card.name);
                }
            }
            assert_eq!(account.value(Subject::NONE, "vp", "even"), probe("vp"), "{scenario}");
        });
    }
}
