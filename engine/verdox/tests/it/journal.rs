//! The journal describes the whole game: a reader that records its changes, beginning with those of the opening,
//! knows the final position, except for face-down counters, without knowing a rule.

use szala_files::case::Casebook;
use szala_kernel::Subject;
use szala_kernel::conformance::Trial;

use crate::common::{choose_boldly, load};

#[test]
fn the_changes_of_the_journal_add_up_to_the_final_position() {
    let trial = Trial::new(load("drill"), 100, choose_boldly);
    let rules = &trial.rules;
    trial.each_account(
        |_, _| false,
        |account, state| {
            let told = |name: &str, what, untold| {
                let subject = rules.parse_subject(name).expect("a unit, a barge or a square has this name");
                account.value(subject, what, untold)
            };
            let probe = |path: &str| rules.probe(state, path).expect("every counter has this value");
            for side in ["Hasbergs", "Askans"] {
                for name in (1..=16).map(|number| format!("{side} {number}")) {
                    let square = match probe(&format!("{name}.square")).as_str() {
                        "lost" => "off the map".to_owned(),
                        "waiting" => "nowhere".to_owned(),
                        square => square.to_owned(),
                    };
                    assert_eq!(told(&name, "square", "nowhere"), square, "{name}");
                    assert_eq!(told(&name, "losses", "0"), probe(&format!("{name}.losses")), "{name}");
                    if square != "nowhere" {
                        let kind = match probe(&format!("{name}.face")).as_str() {
                            "down" => "hidden".to_owned(),
                            _ => probe(&format!("{name}.kind")),
                        };
                        assert_eq!(told(&name, "kind", "hidden"), kind, "{name}");
                    }
                }
            }
            for name in ["barge 1", "barge 2"] {
                let square = told(name, "square", "nowhere").replace("off the map", "lost");
                assert_eq!(square, probe(&format!("{name}.square")), "{name}");
                assert_eq!(told(name, "owner", "nobody"), probe(&format!("{name}.owner")), "{name}");
            }
            assert_eq!(told("0512", "owner", "nobody"), probe("0512.owner"));
            for wall in ["0612", "0514", "0312", "0512"] {
                let printed = if wall == "0512" { "gate" } else { "fortification" };
                assert_eq!(told(wall, "ground", printed), probe(&format!("{wall}.ground")), "{wall}");
            }
            assert_eq!(account.value(Subject::NONE, "turn", ""), probe("turn"));
        },
    );
}
