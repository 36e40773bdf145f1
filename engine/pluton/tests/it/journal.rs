//! The journal describes the whole game: a reader that records its changes knows the final position without knowing a
//! rule.

use szala_files::case::Casebook;
use szala_kernel::Subject;
use szala_kernel::conformance::Trial;

use crate::common::{choose_boldly, load};

#[test]
fn the_changes_of_the_journal_add_up_to_the_final_position() {
    for name in ["drill", "drill-on-paper"] {
        the_changes_add_up(name);
    }
}

fn the_changes_add_up(name: &str) {
    let trial = Trial::new(load(name), 40, choose_boldly);
    let rules = &trial.rules;
    let (mut eliminated, mut marked) = (0, 0);
    trial.each_account(
        |_, _| false,
        |account, state| {
            let told = |name: &str, what, untold| {
                let subject = rules.parse_subject(name).expect("a counter or a barrage has this name");
                account.value(subject, what, untold)
            };
            let probe = |path: &str| rules.probe(state, path).expect("every counter has this value");
            for (side, count) in [("Poles", 12), ("Germans", 13)] {
                for name in (1..=count).map(|number| format!("{side} {number}")) {
                    let hex = match probe(&format!("{name}.hex")).as_str() {
                        "to come" => "nowhere".to_owned(),
                        "eliminated" => "off the board".to_owned(),
                        hex => hex.to_owned(),
                    };
                    assert_eq!(told(&name, "hex", "nowhere"), hex, "{name}");
                    assert_eq!(told(&name, "level", "full"), probe(&format!("{name}.level")), "{name}");
                    assert_eq!(told(&name, "marker", "none"), probe(&format!("{name}.marker")), "{name}");
                    assert_eq!(told(&name, "losses", "0"), probe(&format!("{name}.losses")), "{name}");
                    eliminated += usize::from(hex == "off the board");
                    marked += usize::from(told(&name, "marker", "none") != "none");
                }
            }
            for name in ["Poles barrage 1", "Poles barrage 2", "Germans barrage 1", "Germans barrage 3"] {
                let hex = told(name, "hex", "off the board").replace("off the board", "free");
                assert_eq!(hex, probe(&format!("{name}.hex")), "{name}");
            }
            assert_eq!(account.value(Subject::NONE, "stage", ""), probe("stage"));
        },
    );
    assert!(eliminated > 20 && marked > 20, "{eliminated} eliminated, {marked} with markers at the end");
}
