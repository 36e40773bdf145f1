//! The case that a variant must be able to do: Eydziatowicz's cavalry and its commander in scenario I, without the
//! set-up of scenario II. It is what it says, and its games are games by the rules.

use szala_files::case::run_file;
use szala_insurrection::{Insurrection, Scenario};

use super::{I, are_same, edited, try_vary, vary};

const FILE: &str = "eydziatowicz.toml";

fn varied() -> Scenario {
    let text = crate::shipped::variant("eydziatowicz");
    let loaded = try_vary(I, &["+ eydziatowicz.toml"], &[(FILE, &text)]);
    let loaded = loaded.unwrap_or_else(|problems| panic!("{problems}"));
    assert_eq!(loaded.notes, [], "nothing about it is worth a second look");
    loaded.scenario
}

fn rules() -> Insurrection {
    Insurrection::new(varied())
}

#[test]
fn r13_1_and_13_2_it_is_scenario_one_with_three_squadrons_their_commander_and_his_chit() {
    let row = |name: &str, post: &str| format!("{name:?} = {{ value = {post:?}, standing = \"assumed\" }}\n");
    let rows =
        [row("1 StP", "0102 N"), row("2 StP", "0103 N"), row("3 StP", "0104 N"), row("Eydziatowicz", "0103")];
    let commander = |name: &str, side: &str| format!("[[commander]]\nname = \"{name}\"\nside = \"{side}\"\n");
    let [his, last] = [commander("Eydziatowicz", "Poles"), commander("Kirejew", "Russians")];
    let by_hand = edited(
        I,
        &[
            (
                "historical.toml",
                "title = \"Niemenczyn 1794, I: historical\"",
                "title = \"Niemenczyn 1794, I: historical; with Eydziatowicz's cavalry\"",
            ),
            ("historical.toml", "\n[switches]\n", &format!("\n{}\n[switches]\n", rows.concat())),
            ("historical.toml", "1 = [\"Grabowski\"]", "1 = [\"Grabowski\", \"Eydziatowicz\"]"),
            (
                "historical.toml",
                "2 = [\"Grabowski\", \"Lewiz\"]",
                "2 = [\"Grabowski or Eydziatowicz\", \"Lewiz\"]",
            ),
            ("historical.toml", "3-last = [\"Grabowski\",", "3-last = [\"Grabowski or Eydziatowicz\","),
            // In the order in which the variant has them: those who were there before, then he.
            ("units.toml", &his, ""),
            ("units.toml", &last, &format!("{last}\n{his}")),
        ],
    );
    are_same(&varied(), &by_hand, "Eydziatowicz");
}

#[test]
fn it_can_be_asked_for_in_words_alone() {
    let words = [
        "set_up.1 StP=0102 N",
        "set_up.2 StP=0103 N",
        "set_up.3 StP=0104 N",
        "set_up.Eydziatowicz=0103",
        "pool.1=Grabowski, Eydziatowicz",
        "pool.2=Grabowski or Eydziatowicz, Lewiz",
        "pool.3-last=Grabowski or Eydziatowicz, Lewiz or Kirejew",
    ];
    let strip = |mut scenario: Scenario| {
        scenario.title.clear();
        scenario.assumptions.clear();
        scenario
    };
    let said = vary(I, &words, &[]);
    // The stages of the pool are written as they were asked for; all else is the same.
    assert_eq!(said.variant, varied().variant);
    are_same(&strip(said), &strip(varied()), "in words");
}

#[test]
fn r13_1_and_8_14_rule_cases_hold_on_it() {
    let report = run_file("eydziatowicz.toml", CASES, Some("insurrection"), |_| Ok(rules()));
    assert!(report.is_passed() && report.passed() == 3, "{report}");
}

const CASES: &str = r#"
[[case]]
name = "both Poles are in the pool of stage 1"
rules = ["13.2", "3.3"]
why = "the Polish chits are those of scenario II, and no Russian is in the pool of stage 1 [13.1]"
dice = ["3.3: Eydziatowicz"]
actions = ["start"]
journal = ["3.3 in the activation pool: Grabowski", "3.3 in the activation pool: Eydziatowicz"]
silent = ["3.3 in the activation pool: Lewiz", "3.3 in the activation pool: Kirejew"]
state = { pool = "Grabowski", active = "Eydziatowicz", "2 StP.hex" = "0103", "1/I/7 pp lit..hex" = "0408" }

[[case]]
name = "in stage 2 the Poles choose, and Lewiz comes with either"
rules = ["13.1", "13.2"]
why = "from stage 2 on one of the Poles; Kirejew is not to be had before stage 3"
dice = ["3.3: Lewiz"]
actions = ["start", "Poles: choose Eydziatowicz"]
state = { pool = "Eydziatowicz", active = "Lewiz" }

[case.position]
phase = "pool"
stage = 2
commanders = { Grabowski = "0305", Eydziatowicz = "0304", Lewiz = "1105", Kirejew = "1205" }

[[case]]
name = "a squadron charges under Eydziatowicz"
rules = ["8.14.1", "8.14.2", "D-8.14a"]
why = """the charge of chapter 8 with other horsemen: 4 for the rear, 2 for the charge and 1 for the commander near by \
are 7, 5 + 7 = 12 against 3 + 1 = 4 for 4:2"""
dice = ["11.7: 5", "11.7: 3"]
actions = ["start", "Poles: begin: 2 StP", "step 1003-0903", "step 0903-0803", "charge 0803-0703"]
journal = ["11.7 rolls 5, 2 StP at Narwa 1", "11.7t modifier +4", "11.7t modifier +2", "4.2 modifier +1"]
state = { "2 StP.hex" = "0703", "Narwa 1.place" = "fled 4", vp = "Poles 1" }

[case.position]
active = "Eydziatowicz"
units = { "2 StP" = "1003 S", "Narwa 1" = "0703 S" }
commanders = { Eydziatowicz = "1003" }
"#;

szala_kernel::conformance!(plays, rules(); boldly: crate::common::choose_boldly, playing: 40, recording: 40);
