//! Broken scenarios: the shipped files with an edit or two, and every resulting error, at its exact place.
//!
//! In an edit, `¦` marks the place of a problem; the messages are listed in the order of the marks, file by file.

use szala_verdox::scenario::load;

use crate::common::text;

const MARK: char = '\u{a6}';
const SCENARIO: &str = "drill-otherwise.toml";
const MAP: &str = "drill-map.toml";

/// Edits one of the two files and expects these messages at the marks, and no others; `…` ends a message that is
/// abbreviated.
#[track_caller]
fn breaks(edits: &[(&str, &str, &str)], messages: &[&str]) {
    let mut texts = [SCENARIO, MAP].map(|name| (name, text(name)));
    for (name, from, to) in edits {
        let (_, text) = texts.iter_mut().find(|(known, _)| known == name).expect("one of the two");
        assert_eq!(text.matches(from).count(), 1, "{from:?} must occur once in {name} to be edited");
        *text = text.replace(from, to);
    }
    let mut places = Vec::new();
    for (name, text) in &mut texts {
        while let Some(at) = text.find(MARK) {
            let line = text[..at].rsplit('\n').next().unwrap_or_default();
            places.push(format!(
                "{name}:{}:{}",
                text[..at].matches('\n').count() + 1,
                line.chars().count() + 1
            ));
            text.remove(at);
        }
    }
    let files = |name: &str| {
        let found = texts.iter().find(|(known, _)| *known == name);
        found.map(|(_, text)| text.clone()).ok_or_else(|| format!("there is no file {name}"))
    };
    let told = load(SCENARIO, &files).expect_err("a broken scenario").to_string();
    let told: Vec<&str> = told.lines().collect();
    assert_eq!(places.len(), messages.len(), "a mark for each message; told:\n{}", told.join("\n"));
    let expected: Vec<String> =
        places.iter().zip(messages).map(|(place, message)| format!("{place}: {message}")).collect();
    let is_told = |told: &str, expected: &str| match expected.strip_suffix('…') {
        Some(beginning) => told.starts_with(beginning),
        None => told == expected,
    };
    let is_right =
        told.len() == expected.len() && told.iter().zip(&expected).all(|(one, other)| is_told(one, other));
    assert!(is_right, "told:\n{}\nexpected:\n{}", told.join("\n"), expected.join("\n"));
}

#[track_caller]
fn each(file: &str, table: &[(&str, &str, &str)]) {
    for (from, to, message) in table {
        breaks(&[(file, from, to)], &[message]);
    }
}

#[test]
fn mistakes_in_a_scenario_are_told_with_what_would_be_right() {
    each(
        SCENARIO,
        &[
            (
                "close_combat = ",
                "¦close_combats = ",
                "there is no key `close_combats`; did you mean `close_combat`?…",
            ),
            ("game = \"verdox\"", "game = ¦\"verdun\"", "there is no game `verdun`; did you mean `verdox`?…"),
            (
                "\"passable\"",
                "¦\"passible\"",
                "there is no close_combat `passible`; did you mean `passable`?…",
            ),
            ("\"straight\"", "¦7", "`range` takes a text in quotes, not 7"),
            (
                "cavalry = { Hasbergs = 3",
                "cavalry = { Hasbergs = ¦300",
                "`Hasbergs` takes a number from 0 to 80, not 300",
            ),
            ("artillery = { Hasbergs = 2, ", "artillery = ¦{ ", "`artillery` has no `Hasbergs`"),
            (
                "map = \"drill-map.toml\"",
                "map = ¦\"no-map.toml\"",
                "`no-map.toml` cannot be read: there is no file no-map.toml",
            ),
            (
                "map = \"drill-map.toml\"",
                "map = \"drill-map.toml\"\nleads = ¦\"Hasberg\"",
                "there is no leads `Hasberg`; did you mean `Hasbergs`? There are lots, Hasbergs, Askans",
            ),
            ("standing = \"assumed\"", "standing = ¦\"guessed\"", "there is no standing `guessed`;…"),
            ("columns = 2", "columns = ¦9", "`columns` takes a number from 1 to 8, not 9"),
        ],
    );
}

#[test]
fn a_mistyped_kind_is_a_stranger_and_a_kind_that_is_missing() {
    breaks(
        &[(SCENARIO, "[forces]", "\u{a6}[forces]"), (SCENARIO, "riflemen = {", "\u{a6}rifleman = {")],
        &["`forces` has no `riflemen`", "there is no key `rifleman`; did you mean `riflemen`?\u{2026}"],
    );
}

#[test]
fn a_length_is_agreed_on_or_open_and_not_both() {
    breaks(
        &[(SCENARIO, "title = \"Verdox: the drill ground, read otherwise\"", "title = \"It\"\n¦turns = 8")],
        &["the length is open: delete `turns`, or `length` under [switches]"],
    );
    breaks(
        &[(SCENARIO, "# Verdox on", "¦# Verdox on"), (SCENARIO, "length = \"open\"\n", "")],
        &["the scenario has no `turns`: how many are agreed on? Or write length = \"open\" under [switches]"],
    );
}

#[test]
fn mistakes_in_a_map_are_told_with_what_would_be_right() {
    each(
        MAP,
        &[
            ("rows = 10", "rows = ¦25", "`rows` takes a number from 1 to 24, not 25"),
            (
                "\"0512\" = \"Askans\"",
                "\"0512\" = ¦\"Askan\"",
                "there is no side `Askan`; did you mean `Askans`?…",
            ),
            (
                "Hasbergs = \"0702\"",
                "Hasbergs = ¦\"0799\"",
                "`0799` is no square of the map: there is no column 99…",
            ),
            (
                "Hasbergs = \"0702\"",
                "Hasbergs = ¦\"0808\"",
                "headquarters cannot be in the river: nobody could take them",
            ),
            ("[\"0708\", \"0208\"]", "[\"0708\", ¦\"0707\"]", "barges lie in the river at first"),
            ("[\"0708\", \"0208\"]", "[\"0708\", ¦\"0708\"]", "there is a barge on this square already"),
            ("row 07    .", "row 07    ¦x", "there is no ground `x`;…"),
            ("row 07 ", "row ¦17 ", "the map has no row 17: they run from 10 to 01"),
            ("columns  01 02", "columns  01 ¦03", "the ruler has 03 where column 02 is"),
            ("terrain = \"swamp\"", "terrain = ¦\"bog\"", "there is no terrain `bog`;…"),
            (
                ", inside = true",
                ", \u{a6}insid = true",
                "there is no key `insid`; did you mean `inside`?\u{2026}",
            ),
            (
                "W = { terrain = \"fortification\" }",
                "W = ¦{ terrain = \"fortification\", inside = true }",
                "`inside` is for…",
            ),
        ],
    );
}

#[test]
fn a_map_without_a_row_a_ruler_or_a_gates_owner_is_told() {
    breaks(
        &[(MAP, "[gates]\n\"0512\" = \"Askans\"", "¦[gates]")],
        &["nobody owns the gate on 0512: write \"0512\" = \"Askans\""],
    );
    breaks(
        &[(MAP, "\"0512\" = \"Askans\"", "\"0512\" = \"Askans\"\n¦\"0511\" = \"Askans\"")],
        &["there is no gate on 0511"],
    );
    breaks(
        &[(MAP, "row 01    .  .  .  .  .  .  .  ~  s  s  .  .  .  .  .  c\n'''", "¦'''")],
        &["the map ends here, without row 01"],
    );
    breaks(
        &[(MAP, "'''\ncolumns  01 02 03 04 05 06 07 08 09 10 11 12 13 14 15 16", "'''¦")],
        &["the map has no ruler: columns 01 02 03 04 05 06 07 08 09 10 11 12 13 14 15 16"],
    );
    breaks(
        &[(
            MAP,
            "row 03    .  .  v  v  v  .  .  ~  .  .  .  W  W  W  .  .",
            "row 03    .  .  v  v  v  .  .  ~  .  .  .  W  W  W  .¦",
        )],
        &["row 03 has 15 squares, the map has 16 columns"],
    );
}

#[test]
fn an_edge_without_room_for_the_first_wave_is_told() {
    // [2.3] 16 units, all at once, on an edge of ten squares.
    breaks(
        &[(SCENARIO, "columns = 2", "columns = 1\nfirst = 16"), (SCENARIO, "map = \"", "map = ¦\"")],
        &[
            "the edge of the Hasbergs has no room for their first wave: widen it (columns = 2 under [waves]), \
          take a smaller wave, or a higher map",
        ],
    );
}

#[test]
fn headquarters_on_the_edge_of_the_other_side_are_told() {
    // [4.1] 0115 is in the second column from the right, which is the Askans' edge here.
    breaks(
        &[(SCENARIO, "map = \"", "map = \u{a6}\""), (MAP, "Hasbergs = \"0702\"", "Hasbergs = \"0115\"")],
        &["the headquarters of the Hasbergs lie on the edge where the Askans come in: move them off it"],
    );
}

#[test]
fn everything_that_is_wrong_with_both_files_is_told_at_once() {
    breaks(
        &[
            (SCENARIO, "\"straight\"", "¦\"crooked\""),
            (MAP, "[\"0708\", \"0208\"]", "[\"0708\", ¦\"0707\"]"),
            (MAP, "Hasbergs = \"0702\"", "Hasbergs = ¦\"0808\""),
        ],
        &[
            "there is no range `crooked`;…",
            "barges lie in the river at first",
            "headquarters cannot be in the river: nobody could take them",
        ],
    );
}
