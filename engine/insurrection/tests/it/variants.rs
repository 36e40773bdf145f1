//! Rule cases on scenarios that are not shipped: the shipped files with an edit; and positions that cannot be.

use szala_files::case::{Report, run_file};
use szala_insurrection::Insurrection;
use szala_kernel::dice::ScriptedDice;
use szala_kernel::{ActionList, Rules, Table};

use crate::shipped::{load_from, texts};

const I: &str = "historical.toml";
const II: &str = "alternative.toml";

/// The rules with a shipped scenario after these edits of its file.
#[track_caller]
fn variant(name: &'static str, edits: &[(&str, &str)]) -> Insurrection {
    let mut texts = texts();
    let text = texts.get_mut(name).expect("a file of the scenario");
    for (from, to) in edits {
        assert_eq!(text.matches(from).count(), 1, "{from:?} must occur once in {name} to be edited");
        *text = text.replace(from, to);
    }
    Insurrection::new(load_from(&texts, name).expect("a sound scenario").scenario)
}

/// Plays a case on the variant.
fn played(case: &str, rules: impl Fn() -> Insurrection) -> Report {
    run_file("variant.toml", case, Some("insurrection"), |_| Ok(rules()))
}

#[track_caller]
fn passes(case: &str, rules: impl Fn() -> Insurrection) {
    let report = played(case, rules);
    assert!(report.is_passed() && report.passed() == 1, "{report}");
}

#[test]
fn r13_2_and_d_6_5a_nobody_is_set_up_among_enemies() {
    // The Poles set up along row 01, where the first Cossacks stand already, in 0115.
    let rules = || variant(II, &[("\n[set_up]\n", "\n[set_up]\n\"Kozacy 1\" = \"0115 S\"\n")]);
    passes(
        r#"
[[case]]
name = "a unit, and a commander, go where there are no enemies"
rules = ["13.2", "D-6.5a"]
why = "0115 is one of the hexes of the set-up, and Kozacy 1 is in it; 0114 is free"
actions = [
    "start",
    "place 0109 N: 1/I/7 pp lit.",
    "place 0108 N: 2/I/7 pp lit.",
    "place 0113 N: KN II",
    "place 0105 N: Narbutt 1",
    "place 0106 N: Narbutt 2",
    "place 0110 N: Polish guns",
    "place 0102 N: 1 StP",
    "place 0103 N: 2 StP",
    "place 0104 N: 3 StP",
]
legal = ["post 0114: Grabowski", "post 0101: Grabowski"]
illegal = [{ action = "post 0115: Grabowski", rule = "13.2" }]
"#,
        rules,
    );
    passes(
        r#"
[[case]]
name = "the first unit"
rules = ["13.2"]
why = "0115 is the enemy's"
actions = ["start"]
legal = ["place 0114 N: 1/I/7 pp lit."]
illegal = [{ action = "place 0115 N: 1/I/7 pp lit.", rule = "13.2" }]
"#,
        rules,
    );
}

#[test]
fn r13_1_a_polish_unit_that_begins_in_the_camp_has_been_there() {
    let case = |reached: bool| {
        format!(
            r#"
[[case]]
name = "who begins in 1108"
rules = ["13.1", "D-13.1d"]
why = "the rule asks for a Polish unit in 1108 at any time; [D-13.1b] a commander is none"
state = {{ "camp reached" = {reached} }}
"#
        )
    };
    let start = |from: &'static str, to: &'static str| move || variant(I, &[(from, to)]);
    passes(&case(true), start("\"0106 N\"", "\"1108 N\""));
    passes(&case(false), start("\"0106 N\"", "\"1109 N\""));
    passes(&case(false), start("\"1009 S\"", "\"1108 S\""));
    passes(&case(false), start("Grabowski = { value = \"0309\"", "Grabowski = { value = \"1108\""));
}

#[test]
fn r13_2_a_wide_set_up_still_fits_into_the_list_of_actions() {
    // Six rows of 15 hexes with six facings each: 540 places for the first unit.
    let rules = variant(
        II,
        &[("[\"row 01\"]", "[\"row 01\", \"row 02\", \"row 03\", \"row 04\", \"row 05\", \"row 06\"]")],
    );
    let mut list = ActionList::within(rules.limits());
    let mut state = rules.opening();
    let mut table = Table::new(ScriptedDice::new([0_u8; 0]), ());
    rules.actions(&state, &mut list);
    let start = list[0];
    rules.apply(&mut state, start, &mut table);
    list.clear();
    rules.actions(&state, &mut list);
    assert_eq!(list.len(), 540);
}

/// A case of nothing but a position: these units, with Lewiz, whose turn it is, in 0907.
fn position(units: &str, others: &str, expected: &str) -> String {
    format!(
        r#"
[[case]]
name = "a position"
rules = ["3.1"]
why = "it can be, or it cannot"
position = {{ active = "Lewiz", units = {{ {units} }}, commanders = {{ Lewiz = "0907"{others} }} }}
{expected}
"#
    )
}

/// The position is refused with these words and nothing else.
#[track_caller]
fn cannot_be(units: &str, others: &str, message: &str) {
    let report = played(&position(units, others, "actions = [\"start\"]"), || variant(I, &[]));
    let found: Vec<&str> =
        report.cases.iter().flat_map(|case| &case.findings).map(|finding| &*finding.message).collect();
    assert_eq!(found, [format!("the position is one that cannot be, as it breaks {message}")]);
}

#[track_caller]
fn can_be(units: &str, others: &str) {
    passes(&position(units, others, "legal = [\"start\"]"), || variant(I, &[]));
}

#[test]
fn r10_10_9_infantry_is_never_captured() {
    let captured = |name: &str| format!("\"{name}\" = {{ captured = \"0808\" }}");
    cannot_be(&captured("Narwa 1"), "", "[10.10.9] for Narwa 1: only guns are captured");
    can_be(&captured("Polish guns"), "");
}

#[test]
fn d_10_11_7a_no_commander_stands_among_enemies_alone() {
    let he = ", Grabowski = \"0906\"";
    let told = "[D-10.11.7a] for Grabowski: no commander stands among enemies alone";
    cannot_be("\"Narwa 1\" = \"0906 S\"", he, told);
    can_be("\"Narwa 1\" = \"0906 S\", \"KN II\" = \"0906 N\"", he);
}

#[test]
fn r7_2_2_poles_form_no_squares() {
    let square = |name: &str| format!("\"{name}\" = {{ at = \"0806 N\", marks = [\"square\"] }}");
    let told = "[7.2.2] for 1/I/7 pp lit.: only some armies form squares";
    cannot_be(&square("1/I/7 pp lit."), "", told);
    can_be(&["Narwa 1", "Narwa 2", "Narwa 3", "Pskow 1"].map(square).join(", "), "");
}
