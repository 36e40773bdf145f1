//! Slips in the scenario's own file: sides, pool, set-up, stacks, what it is based on.

use super::{Edit, I, II, UNITS, breaks, each, edited};
use crate::shipped::{load_from, texts};

#[test]
fn slips_in_the_scenario_itself_are_told_with_what_would_be_right() {
    each(
        I,
        &[
            ("stages = 6", "stages = ¦\"six\"", "`stages` takes a number from 1 to 24, not \"six\""),
            ("stages = 6", "stages = ¦25", "`stages` takes a number from 1 to 24, not 25"),
            (
                "wins_at_zero = \"Russians\"",
                "wins_at_zero = ¦\"Russian\"",
                "there is no side `Russian`; did you mean `Russians`? There are Poles, Russians",
            ),
            (
                "sides = [\"Poles\", \"Russians\"]",
                "sides = ¦[\"Poles\"]",
                "`sides` are two names, the side whose lead counts as positive first",
            ),
            (
                "camp_draws_only_against_a_lead",
                "¦camp_draw_only_against_a_lead",
                "there is no switch `camp_draw_only_against_a_lead`; did you mean `camp_draws_only_against_a_lead`?…",
            ),
            ("map = \"map.toml\"", "map = ¦\"mop.toml\"", "`mop.toml` cannot be read: there is no such file"),
            (
                "map = \"map.toml\"",
                "map = ¦\"/map.toml\"",
                "`/map.toml` cannot be read: there is no such file; paths begin at the folder of this file, \
                 without a `/`",
            ),
            ("map = \"map.toml\"", "map = ¦3", "`map` takes a text in quotes, not 3"),
            (
                "tables = \"tables.toml\"\n",
                "tables = \"tables.toml\"\n¦tables = 3\n",
                "this is not TOML: duplicate key",
            ),
        ],
    );
}

#[test]
fn a_key_that_is_not_there_is_told_at_the_head_of_the_scenario() {
    let missing = "the scenario has no `stages`";
    let unknown = "there is no key `stage`; did you mean `stages`?";
    breaks(
        I,
        &[(I, "# Niemenczyn 1794, scenario I.", "¦# I."), (I, "stages = 6", "¦stage = 6")],
        &[missing, unknown],
    );
}

#[test]
fn slips_in_the_pool_are_told() {
    each(
        I,
        &[
            (
                "2 = [\"Grabowski\", \"Lewiz\"]",
                "2 = [\"Grabowski\", ¦\"Levis\"]",
                "there is no commander `Levis`; did you mean `Lewiz`? There are Grabowski, Eydziatowicz, Lewiz,…",
            ),
            (
                "2 = [\"Grabowski\", \"Lewiz\"]",
                "2 = [\"Grabowski\", ¦\"Eydziatowicz\"]",
                "Eydziatowicz takes no part: he is not in [set_up]",
            ),
            ("1 = [\"Grabowski\"]", "1 = ¦[]", "the pool is empty, and nobody would move in this stage"),
            ("3-last", "¦3-7", "there is no stage 7: the game has stages 1 to 6"),
            ("3-last", "¦0-last", "there is no stage 0: the game has stages 1 to 6"),
            ("3-last", "¦6-3", "the stages run backwards: 3-6 would be right"),
            ("3-last", "¦later", "`later` names no stages: 1, 2-3 or 3-last"),
            ("3-last", "¦2-last", "stage 2 has its pool already"),
            ("[pool]\n1 = [\"Grabowski\"]\n", "[¦pool]\n", "stage 1 has no pool"),
            (
                "\"Lewiz or Kirejew\"",
                "¦\"Lewiz or Grabowski\"",
                "a side chooses among its own commanders: make these two places",
            ),
            (
                "3-last = [\"Grabowski\", \"Lewiz or Kirejew\"]",
                "3-last = [\"Lewiz\", ¦\"Lewiz or Kirejew\"]",
                "somebody here is in this stage's pool already",
            ),
        ],
    );
}

#[test]
fn slips_in_the_set_up_are_told_at_the_word() {
    each(
        I,
        &[
            ("\"KN II\" =", "¦\"KN I\" =", "there is no unit or commander `KN I`; did you mean `KN II`?"),
            (
                "\"0408 N\"",
                "\"¦0416 N\"",
                "`0416` is no hex of the map: there is no column 16: columns run from 01 to 15",
            ),
            (
                "\"0408 N\"",
                "\"¦48 N\"",
                "`48` is no hex of the map: a label has 2 digits for the row and 2 for the column, as in 0101",
            ),
            ("\"0408 N\"", "\"0408 ¦E\"", "`E` is no facing: expected one of NE, N, NW, SW, S, SE"),
            ("\"0408 N\"", "\"0408 N ¦S\"", "`S` is one word too many: 0408 N"),
            ("\"0408 N\"", "\"¦0408\"", "a unit begins in a hex and faces a vertex: 0408 N"),
            ("\"0408 N\"", "\"¦\"", "a unit begins in a hex and faces a vertex: 0408 N"),
            ("\"0408 N\"", "\"0408 N ¦limbered\"", "only guns are limbered"),
            ("\"0408 N\"", "\"¦anywhere\"", "only a side with a free set-up may begin anywhere"),
            ("\"0808\"", "\"0808 ¦S\"", "commanders do not face and are not limbered [5.1]: leave out `S`"),
            (
                "{ value = \"0808\", standing",
                "{ value = \"0808\", ¦range = [1, 2], standing",
                "`Lewiz` takes no range: it is no number",
            ),
        ],
    );
    breaks(
        II,
        &[(II, "\"0113 N\"", "\"anywhere ¦N\"")],
        &["a unit that begins anywhere faces anywhere: leave out `N`"],
    );
}

#[test]
fn who_may_not_stand_together_is_told_with_the_sums() {
    // [6.0] [6.1] [6.2] As at the end of a move.
    let narwa = |name: &str, hex: &str| format!("\"{name}\" = {{ value = \"{hex} S\"");
    // The battery in 0708 lets 10 points of infantry stand there: 4 are there, and 4 + 4 come.
    breaks(
        I,
        &[
            (I, &narwa("Narwa 1", "0709"), &narwa("Narwa 1", "0708")),
            (I, &narwa("Narwa 2", "0710"), &narwa("Narwa 2", "0708")),
            (I, "\"Russian guns\" = {", "\"Russian guns\" = ¦{"),
        ],
        &["infantry of size 12 with guns begins in 0708: at most 10 may stand there [6.2]"],
    );
    each(
        I,
        &[
            (
                "\"Kozacy 2\" = { value = \"0803 S\", standing = \"assumed\" }\n\"Kozacy 3\" = { value = \"0904 S\"",
                "\"Kozacy 2\" = { value = \"0804 S\", standing = \"assumed\" }\n\"Kozacy 3\" = ¦{ value = \"0804 S\"",
                "cavalry of size 5 begins in 0804: at most 4 may stand there [6.2]",
            ),
            (
                "\"KN II\" = { value = \"0212 N\"",
                "\"KN II\" = ¦{ value = \"0408 N\"",
                "infantry and cavalry of one side begin in 0408: they may not stand together [6.1]",
            ),
            (
                "\"2/I/7 pp lit.\" = { value = \"0309 N\"",
                "\"2/I/7 pp lit.\" = ¦{ value = \"0408 S\"",
                "2/I/7 pp lit. and 1/I/7 pp lit. share 0408 and face different ways [6.0]",
            ),
            (
                "\"Kozacy 3\" = { value = \"0904 S\"",
                "\"Kozacy 3\" = ¦{ value = \"0212 S\"",
                "KN II of the other side begins in 0212 too",
            ),
            (
                "Lewiz = { value = \"0808\"",
                "Lewiz = ¦{ value = \"0408\"",
                "1/I/7 pp lit. of the other side begins in 0408 too",
            ),
        ],
    );
    let guns = "name = \"More guns\"\nside = \"Poles\"\ncommander = \"Grabowski\"\narm = \"artillery\"";
    breaks(
        I,
        &[
            (I, "Grabowski = {", "\"More guns\" = ¦\"0208 S\"\nGrabowski = {"),
            (UNITS, "# Russians: three", &format!("[[unit]]\n{guns}\n\n# Russians: three")),
        ],
        &["2 batteries begin in 0208: there is room for one [6.2]"],
    );
}

#[test]
fn without_their_commander_units_cannot_take_part() {
    breaks(
        I,
        &[
            (I, "\"Lewiz or Kirejew\"", "¦\"Lewiz or Kirejew\""),
            (I, "\"Kozacy 1\" = ", "\"Kozacy 1\" = ¦"),
            (I, "\"Kozacy 2\" = ", "\"Kozacy 2\" = ¦"),
            (I, "\"Kozacy 3\" = ", "\"Kozacy 3\" = ¦"),
            (I, "Kirejew = { value = \"0904\", standing = \"assumed\" }", "Kirejew = \"absent\""),
        ],
        &[
            "Kirejew takes no part: he is not in [set_up]",
            "Kozacy 1 takes part, and its commander Kirejew does not",
            "Kozacy 2 takes part, and its commander Kirejew does not",
            "Kozacy 3 takes part, and its commander Kirejew does not",
        ],
    );
}

#[test]
fn a_free_set_up_has_hexes_and_room_for_the_proposal() {
    breaks(
        II,
        &[(II, "[\"row 01\"]", "¦[]")],
        &["a free set-up needs hexes: \"row 01\", \"column 03\" or \"0109\""],
    );
    breaks(II, &[(II, "Poles = [", "¦Polen = [")], &["there is no side `Polen`; did you mean `Poles`?…"]);
    breaks(
        II,
        &[(II, "[\"row 01\"]", "[\"row 01\", ¦\"row 13\", ¦\"edge\", ¦\"the edge\"]")],
        &[
            "there is no row 13 on the map",
            "`edge` is no hex of the map: a label has…",
            "`the edge` names no hexes: row 01, column 03, 0205 to 0308, or the label of a hex",
        ],
    );
    breaks(
        II,
        &[(II, "\"KN II\" = {", "\"KN II\" = ¦{"), (II, "\"0113 N\"", "\"0213 N\"")],
        &["0213 is not among the hexes where the side sets up"],
    );
    breaks(
        II,
        &[(II, "\nGrabowski = {", "\nGrabowski = ¦{"), (II, "{ value = \"0109\"", "{ value = \"0209\"")],
        &["0209 is not among the hexes where the side sets up"],
    );
    // Nine units: two companies, six squadrons and the guns.
    let anywhere = ["0109 N", "0108 N", "0113 N", "0105 N", "0106 N", "0102 N", "0103 N", "0104 N"];
    let edits: Vec<(String, &str)> =
        anywhere.iter().map(|hex| (format!("\"{hex}\""), "\"anywhere\"")).collect();
    let mut edits: Vec<Edit<'_>> = edits.iter().map(|(from, to)| (II, &**from, *to)).collect();
    edits.push((II, "\"0110 N limbered\"", "\"anywhere limbered\""));
    edits.push((II, "[\"row 01\"]", "¦[\"0101\", \"0103\", \"0109\"]"));
    breaks(II, &edits, &["the Poles need 9 hexes, one for each unit and none of the enemy's; here are 3"]);
    edits.pop();
    let loaded = load_from(&edited(&edits), II).expect("a side may leave everything open");
    assert!(
        loaded
            .scenario
            .units
            .iter()
            .all(|unit| unit.start.is_none() == (unit.side == szala_kernel::Side::First))
    );
}

#[test]
fn a_variant_is_based_on_another_file_and_not_on_itself() {
    let circle = "the scenario is based on itself, by this file or one before it";
    breaks(
        II,
        &[(II, "based_on = ", "based_on = ¦"), (II, "\"historical.toml\"", "\"alternative.toml\"")],
        &[circle],
    );
    breaks(
        II,
        &[(II, "\"historical.toml\"", "\"alternative.toml\""), (II, "based_on = ", "based_on = ¦")],
        &[circle],
    );
    breaks(
        II,
        &[(II, "\"historical.toml\"", "¦\"historic.toml\"")],
        &["`historic.toml` cannot be read: there is no such file"],
    );
    // An error is reported in the file in which it is written.
    breaks(II, &[(I, "stages = 6", "stages = ¦60")], &["`stages` takes a number from 1 to 24, not 60"]);
    let told = load_from(&texts(), "none.toml").expect_err("no such scenario").to_string();
    assert_eq!(told, "none.toml:1:1: this file cannot be read: there is no such file");
}

#[test]
fn more_counters_than_there_is_room_for_are_told() {
    // 15 counters and 18 more: 33, one above 32. The new ones come last in their file; no two begin in one hex.
    let new = "side = \"Poles\"\ncommander = \"Grabowski\"\narm = \"artillery\"\n";
    let counters: Vec<String> =
        (1..=18).map(|number| format!("[[unit]]\nname = \"Guns {number}\"\n{new}")).collect();
    let row = |number: usize| {
        let mark = if number == 18 { "¦" } else { "" };
        let (row, column) = (11 + number / 10, 1 + number % 10);
        format!("{mark}\"Guns {number}\" = \"{row:02}{column:02} N\"\n")
    };
    let rows: String = (1..=18).map(row).collect();
    too_many(
        &counters.concat(),
        &rows,
        "# Eydziatowicz's",
        "one too many: at most 32 units take part in a scenario",
    );
    // 3 commanders in play and 6 more: the 9th is one above 8.
    let new = |number| format!("[[commander]]\nname = \"Adjutant {number}\"\nside = \"Poles\"\n");
    let commanders: Vec<String> = (1..=6).map(new).collect();
    let row = |number| format!("{}\"Adjutant {number}\" = \"0309\"\n", if number == 6 { "¦" } else { "" });
    let rows: String = (1..=6).map(row).collect();
    too_many(
        &commanders.concat(),
        &rows,
        "# Poles: the",
        "one too many: at most 8 commanders take part in a scenario",
    );
}

/// Puts new counters before a comment of their file, and rows of the set-up before all others.
#[track_caller]
fn too_many(counters: &str, rows: &str, before: &str, message: &str) {
    let (set_up, counters) = (format!("[set_up]\n{rows}"), format!("{counters}{before}"));
    breaks(I, &[(I, "[set_up]\n", &set_up), (UNITS, before, &counters)], &[message]);
}

#[test]
fn what_no_rule_forbids_is_a_note() {
    // 1211 is four rows north of 0808; half a hex a row takes it from column 8.5 to 10.5 at most, and 11.5 is one more.
    let loaded =
        load_from(&edited(&[(I, "\"1009 S\"", "\"1211 S\"")]), I).expect("the edited scenario is valid");
    let notes: Vec<String> = loaded.notes.iter().map(ToString::to_string).collect();
    assert_eq!(notes.len(), 1);
    assert!(notes[0].ends_with(": Pskow 2 begins 5 hexes from Lewiz, who reaches 4 [4.2]"), "{notes:?}");
}
