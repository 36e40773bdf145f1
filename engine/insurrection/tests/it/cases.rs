//! Every rule case of every chapter passes.

use szala_files::case::{Change, run_file};
use szala_files::conformance::{every_case_passes, spoilt_case_files_are_answered};

use crate::common::{case_files, load, try_load};

/// The contract of the chapters: two for every rule that says anything testable, and this many in all.
const FEWEST: usize = 250;

#[test]
fn every_case_of_every_chapter_passes() {
    let load = |scenario: Option<&str>, changes: &[Change<'_>]| {
        assert!(changes.is_empty(), "no case of the chapters changes its scenario");
        try_load(scenario.unwrap_or("historical"))
    };
    every_case_passes(&case_files(), "insurrection", FEWEST, load);
}

#[test]
fn spoilt_case_files_are_answered_and_never_panic() {
    let scenarios = ["historical", "alternative"].map(|name| (name, load(name)));
    spoilt_case_files_are_answered(&case_files(), |name| {
        let known = scenarios.iter().find(|(known, _)| Some(*known) == name);
        known.map(|(_, rules)| rules.clone()).ok_or_else(|| "no such scenario".to_owned())
    });
}

#[test]
fn the_example_of_the_page_on_cases_passes() {
    let page = include_str!("../../../../docs/CASES.md");
    let (_, example) =
        page.split_once("```toml\ngame = \"insurrection\"").expect("the example of this family");
    let (example, _) = example.split_once("```").expect("the example of the page has an end");
    let load = |scenario: Option<&str>| try_load(scenario.expect("the file names one"));
    let report = run_file("docs/CASES.md", example, None, load);
    assert!(report.is_passed() && report.cases.len() == 1, "{report}");
}

/// The messages about a position, under a heading that says the rest.
fn answers(rest: &str) -> Vec<String> {
    let heading =
        "[[case]]\nname = \"one\"\nrules = [\"9.1A\"]\nwhy = \"by hand\"\nscenario = \"historical\"\n";
    let load = |scenario: Option<&str>| try_load(scenario.expect("the heading names one"));
    let report = run_file("case.toml", &format!("{heading}{rest}"), None, load);
    let findings = report.findings.iter().chain(report.cases.iter().flat_map(|case| &case.findings));
    findings.map(|finding| finding.message.clone()).collect()
}

#[test]
fn r9_1a_and_r8_15_the_example_of_the_book_is_played_as_the_book_numbers_it() {
    let example = |reactions: &str, rest: &str| {
        answers(&format!(
            r#"
            actions = ["start", "begin: Narwa 1", "step 0907-0807", "Poles: pass", {reactions}]
            {rest}
            [case.position]
            active = "Lewiz"
            commanders = {{ Lewiz = "1007", Grabowski = "0606" }}
            [case.position.units]
            "1/I/7 pp lit." = "0707 N"
            "2/I/7 pp lit." = "0708 N"
            "KN II" = "0808 NW"
            "Narwa 1" = "0907 S"
            "#
        ))
    };
    // One company has passed its test of 9.1A: the squadron, of 9.1C, may not go with it [6.1.2].
    let squadron = r#"
        dice = ["9.1A: 3"]
        legal = ["counter 0708"]
        illegal = [{ action = "counter 0808", rule = "6.1.2" }, "withdraw 0707"]"#;
    assert_eq!(example(r#""Poles: counter 0707""#, squadron), [""; 0]);
    // Both companies, each by its own test, go in together. 5 + 4 = 9 against 4 is 2:1, +1, and both sides are in
    // command: 3 + 1 + 1 = 5 against 4 + 1 = 5 is the attackers'.
    let together = r#"
        dice = ["9.1A: 3", "9.1A: 4", "11.7: 3", "11.7: 4"]
        silent = ["9.1C"]
        state = { "KN II.hex" = "0808", "1/I/7 pp lit..hex" = "0807", "2/I/7 pp lit..hex" = "0807", vp = "Poles 1" }"#;
    let both = r#""Poles: counter 0707", "Poles: counter 0708", "Poles: pass""#;
    assert_eq!(example(both, together), [""; 0]);
}

#[test]
fn r6_12_how_a_unit_entered_must_fit_the_map_and_the_way_it_faces() {
    let melee = |poles: &str, russians: &str| {
        answers(&format!(
            "state = {{ stage = 1 }}\n[case.position]\nphase = \"melee\"\nactive = \"Grabowski\"\n\
             commanders = {{ Grabowski = \"0810\" }}\n\
             units = {{ \"1/I/7 pp lit.\" = {poles}, \"Narwa 1\" = \"{russians}\" }}\n"
        ))
    };
    // 0812 is on the hill, 0811 below it to the west, 0712 as high to the south-west. Who faces NE came from one of
    // them. To a Russian facing SW both are in front; to one facing S 0811 is in the flank and 0712 in front.
    let none = [""; 0];
    assert_eq!(melee(r#"{ at = "0812 NE", entered = "flank" }"#, "0812 S"), none);
    assert_eq!(melee(r#"{ at = "0812 NE", entered = "0811" }"#, "0812 S"), none);
    assert_eq!(melee(r#"{ at = "0812 NE", entered = "0811", uphill = true }"#, "0812 S"), none);
    let either = "come from 0712 by the front, or from 0811 by the flank, uphill";
    let only = format!("a unit that faces so can only have {either}");
    assert_eq!(melee(r#"{ at = "0812 NE", entered = "rear" }"#, "0812 S"), [&*only]);
    assert_eq!(melee(r#"{ at = "0812 NE", entered = "0812" }"#, "0812 S"), [&*only]);
    assert_eq!(melee(r#"{ at = "0812 NE", entered = "0811", uphill = false }"#, "0812 S"), [&*only]);
    let fronts = "come from 0712 by the front, or from 0811 by the front, uphill";
    let unclear = format!("it may have {fronts}: add `uphill`, or write the hex");
    assert_eq!(melee(r#"{ at = "0812 NE", entered = "front" }"#, "0812 SW"), [&*unclear]);
    let no_zone = "there is no zone or hex `frnt`; did you mean `front`? There are front, flank, rear";
    assert_eq!(melee(r#"{ at = "0812 NE", entered = "frnt" }"#, "0812 SW"), [no_zone]);
    let nobody = "only a unit in a hex with enemies has entered it";
    assert_eq!(melee(r#"{ at = "0812 NE", entered = "front" }"#, "0813 SW"), [nobody]);
    let first = "say first through which zone: `entered`";
    assert_eq!(melee(r#"{ at = "0812 NE", lava = true }"#, "0812 SW"), [first]);
}

#[test]
fn r7_3_cossacks_that_came_from_a_hex_found_a_flank_free_as_it_is_now() {
    let cossacks = |entered: &str, more: &str| {
        answers(&format!(
            "actions = [\"start\"]\nlegal = [\"outflank\"]\n[case.position]\nphase = \"melee\"\nactive = \"Kirejew\"\n\
             commanders = {{ Kirejew = \"0906\" }}\nunits = {{ \"Kozacy 1\" = {{ at = \"0806 S\", {entered} }}, \
             \"1/I/7 pp lit.\" = \"0806 N\"{more} }}\n"
        ))
    };
    // Facing N, the Poles have 0805 and 0807 on their flanks.
    assert_eq!(cossacks(r#"entered = "0906""#, ""), [""; 0]);
    assert_eq!(cossacks(r#"entered = "front", lava = true"#, ""), [""; 0]);
    let both = r#", "2/I/7 pp lit." = "0805 N", "KN II" = "0807 N""#;
    assert_ne!(cossacks(r#"entered = "0906""#, both), [""; 0], "neither is free");
    assert_eq!(cossacks(r#"entered = "0906", lava = true"#, both), [""; 0], "one was");
    assert_ne!(cossacks(r#"entered = "0906", lava = false"#, ""), [""; 0], "neither was");
}

#[test]
fn r3_3_the_active_commander_is_on_the_map_or_has_fallen_since() {
    let position = |phase: &str, commanders: &str| {
        answers(&format!(
            "state = {{ stage = 1 }}\n[case.position]\nphase = \"{phase}\"\nactive = \"Lewiz\"\n\
             units = {{ \"Narwa 1\" = \"0808 S\" }}\ncommanders = {{ {commanders} }}\n"
        ))
    };
    let missing = ["Lewiz is not on the map, so his chit was not drawn: say where he is under `commanders`"];
    assert_eq!(position("movement", "Lewiz = \"0808\""), [""; 0]);
    assert_eq!(position("movement", ""), missing);
    assert_eq!(position("fire", "Lewiz = \"gone\""), missing);
    // [D-4.4c] By fire, before anybody moved.
    assert_eq!(position("movement", "Lewiz = \"gone\""), [""; 0]);
}

#[test]
fn a_pause_shows_the_moment_before_what_runs_by_itself() {
    // The last step of the last unit: its move ends, nobody else may move or fire, the commander can only be asked
    // where he goes. Without the pause the move is over: the company that joins faces as those it joins [6.0].
    let step = |more: &str, facing: &str| {
        answers(&format!(
            "actions = [\"start\", \"begin: Narwa 1\", \"step 0806-0706\"]\n{more}\
             state = {{ \"Narwa 1.hex\" = \"0706\", \"Narwa 1.facing\" = \"{facing}\", \"Narwa 1.points\" = 0 }}\n\
             [case.position]\nactive = \"Lewiz\"\ncommanders = {{ Lewiz = \"0808\" }}\n\
             units = {{ \"Narwa 1\" = {{ at = \"0806 S\", spent = 3 }}, \"Narwa 2\" = \"0706 SE\" }}\n"
        ))
    };
    assert_eq!(step("", "SE"), [""; 0]);
    assert_eq!(step("pause = true\n", "S"), [""; 0]);
}
