//! The JSON schemas of the files: all shipped files pass, and files with a mistake do not.

use serde_json::Value;
use szala_files::Standing::{Assumed, Derived, Text};
use szala_files::variant::{Variant, Varied};
use szala_kernel::Names;
use szala_verdox::Verdox;

use crate::common::text;
use crate::schemas::{passes, refuses};

const SCENARIOS: [&str; 5] =
    ["fortress.toml", "mirror.toml", "drill.toml", "drill-otherwise.toml", "drill-diagonal.toml"];
const VARIANT: &str = "variants/light-guns.toml";
const MAPS: [&str; 3] = ["fortress-map.toml", "mirror-map.toml", "drill-map.toml"];

#[test]
fn every_shipped_file_is_valid() {
    passes::<Verdox>("scenario", &SCENARIOS, text);
    passes::<Verdox>("map", &MAPS, text);
    passes::<Verdox>("variant", &[VARIANT], text);
}

/// Misspelt keys, values out of bounds, of the wrong type or with the wrong name, and missing values.
#[test]
fn broken_files_are_refused() {
    let slips = [
        ("scenario", "drill.toml", "turns = 8", "turn = 8"),
        ("scenario", "drill.toml", "turns = 8", "turns = 0"),
        ("scenario", "drill.toml", "turns = 8", "turns = \"eight\""),
        ("scenario", "drill.toml", "turns = 8", "turns = { value = 8, stands = \"text\" }"),
        ("scenario", "drill.toml", "cavalry = { Hasbergs = 3", "cavalry = { Hasbergs = 81"),
        ("scenario", "drill.toml", "cavalry = {", "cavalri = {"),
        ("scenario", "drill.toml", "title =", "# title ="),
        ("scenario", "drill-diagonal.toml", "range = \"diagonal\"", "range = \"diagonals\""),
        ("map", "drill-map.toml", "rows = 10", "rows = 25"),
        ("map", "drill-map.toml", "Hasbergs = \"0702\"", "Hasbergs = 702"),
        ("map", "drill-map.toml", "\"0512\" = \"Askans\"", "\"0512\" = \"Askan\""),
        ("map", "drill-map.toml", "\"0512\" = \"Askans\"", "\"05 12\" = \"Askans\""),
        ("map", "drill-map.toml", "{ terrain = \"swamp\" }", "{ terrain = \"bog\" }"),
        ("map", "drill-map.toml", "inside = true", "insid = true"),
        ("variant", VARIANT, "kinds.artillery.moves_on", "kinds.artillery.move_on"),
        ("variant", VARIANT, "kinds.artillery.moves_on\" = 3", "kinds.artillery.moves_on\" = 7"),
        // [7.6.5] Guns fire: their range is 1 at least.
        ("variant", VARIANT, "\"kinds.artillery.range\" = 5", "\"kinds.artillery.range\" = 0"),
        ("variant", VARIANT, "[set]", "remove = [\"Askans 3\"]\n[set]"),
        ("variant", VARIANT, "title =", "standing = \"ours\"\ntitle ="),
    ];
    refuses::<Verdox>(&slips, text);
}

/// A schema has the values and their meanings.
#[test]
fn a_schema_describes_every_key() {
    let schema: Value =
        serde_json::from_str(&Verdox::schema("scenario").expect("the system has a schema for scenarios"))
            .expect("a schema is valid JSON");
    let at = |pointer: &str| schema.pointer(pointer).unwrap_or_else(|| panic!("{pointer} is in the schema"));
    assert_eq!(at("/properties/waves/properties/first/default"), 10);
    assert_eq!(at("/properties/waves/properties/first/anyOf/0/maximum"), 80);
    // [7.2.5] Riflemen fire four squares.
    assert_eq!(at("/properties/kinds/properties/riflemen/properties/range/default"), 4);
    assert_eq!(at("/properties/switches/properties/range/anyOf/0/enum/1"), "straight");
    assert_eq!(at("/required"), &serde_json::json!(["title", "map", "forces"]));
    assert_eq!(Verdox::schema("units"), None);
}

/// What the files leave open, and what we chose: it appears in reports.
#[test]
fn what_is_assumed_is_listed() {
    let read = |name: &str| Ok(text(name));
    let (rules, _) = Verdox::open_varied("fortress.toml", &read, &Variant::default()).expect("it is sound");
    assert_eq!(rules.side_name(szala_kernel::Side::First), "Hasbergs");
    let of = |path: &str| rules.assumptions().iter().find(|one| one.path == path);
    let told = |path: &str| {
        let one = of(path).unwrap_or_else(|| panic!("{path} is listed"));
        (one.value.clone(), one.standing, one.why.clone())
    };
    let why = |why: &str| Some(why.to_owned());
    // [5.1] The printed table. [D-2.2a] An edge of one column is ours, and so is the drawing.
    assert_eq!(told("forces.Askans.infantry"), ("30".to_owned(), Text, None));
    assert_eq!(told("waves.columns"), ("1".to_owned(), Assumed, why("D-2.2a")));
    assert_eq!(told("switches.range"), ("steps".to_owned(), Assumed, why("D-3.10c")));
    assert_eq!(told("map.ground"), ("16 rows of 24".to_owned(), Assumed, None));
    assert_eq!(told("map.barges").1, Derived);
    // Chapter 7 is printed, and not in the files.
    assert_eq!(of("kinds.infantry.value"), None);
}
