//! The JSON schemas of the files: all that is shipped passes, and files with a mistake do not.

use szala_files::variant::{Variant, Varied};
use szala_insurrection::Insurrection;

use crate::schemas::{passes, refuses};

/// A shipped file, or one of this test.
fn text(file: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/niemenczyn-1794/");
    match file {
        "changes.toml" => CHANGES.to_owned(),
        file => std::fs::read_to_string(format!("{folder}{file}")).expect("the file is shipped"),
    }
}

/// A variant's file with something of everything.
const CHANGES: &str = r#"
title = "lancers"
standing = "assumed"
remove = ["KN II"]

[[commander]]
name = "Bielak"
side = "Poles"

[[unit]]
name = "Lancers"
side = "Poles"
commander = "Bielak"
arm = "cavalry"
morale = { value = 6, range = [5, 7] }
morale_reverse = 5
size = 2
fire = 0

[set_up]
Lancers = "0212 N"
Bielak = { value = "0212", why = "beside them" }

[pool]
2 = ["Grabowski or Bielak", "Lewiz"]

[set]
automatic_victory = 5
"units.Narwa 1.morale" = 7
"units.2/I/7 pp lit..fire_reverse" = "none"
"map.0609" = "f"
"hexsides.trench.0706/0605" = false
"map.rally.Poles" = "0109"
"pool.3-last" = ["Bielak", "Lewiz or Kirejew"]
"pool.1" = "Grabowski, Bielak"
"squares" = "Poles, Russians"
"free_set_up.Poles" = "none"
"D-4.2d" = true
"switches.D-13.1a" = true
"artillery.1-3" = "3M"
"#;

#[test]
fn every_shipped_file_is_valid() {
    for (kind, files) in [
        ("scenario", &["historical.toml", "alternative.toml", "ravine-mouth.toml"][..]),
        ("map", &["map.toml"]),
        ("units", &["units.toml"]),
        ("tables", &["tables.toml"]),
        ("variant", &variants().iter().map(String::as_str).collect::<Vec<_>>()),
        ("variant", &["changes.toml"]),
    ] {
        passes::<Insurrection>(kind, files, text);
    }
    let kinds: Vec<&str> = <Insurrection>::kinds_of_files().into_iter().map(|(kind, _)| kind).collect();
    assert_eq!(kinds, ["scenario", "map", "units", "tables", "variant"]);
}

/// The shipped variants.
fn variants() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/niemenczyn-1794/variants");
    let files = std::fs::read_dir(folder).expect("variants are shipped").flatten();
    let files: Vec<String> = files.map(|file| format!("variants/{}", file.file_name().display())).collect();
    assert_eq!(files.len(), 4);
    files
}

/// What the schema passes the reader takes as well.
#[test]
fn the_variant_of_this_test_is_one() {
    let mut variant = Variant::<Insurrection>::default();
    variant.include("changes.toml", &|name| Ok(text(name))).expect("it is a variant's file");
    let opened = Insurrection::open_varied("historical.toml", &|name| Ok(text(name)), &variant);
    assert!(opened.is_ok(), "{:?}", opened.err());
}

/// Misspelt keys, values out of bounds, of another kind or another form, and what is missing.
#[test]
fn broken_files_are_refused() {
    let slips = [
        ("scenario", "historical.toml", "automatic_victory = 4", "automatic_victori = 4"),
        ("scenario", "historical.toml", "automatic_victory = 4", "automatic_victory = 0"),
        ("scenario", "historical.toml", "stages = 6", "stages = \"six\""),
        ("scenario", "historical.toml", "squares = [\"Russians\"]", "squares = \"Russians\""),
        ("scenario", "historical.toml", "3-last = [", "\"from 3\" = ["),
        ("scenario", "historical.toml", "why = \"it fired", "because = \"it fired"),
        (
            "scenario",
            "historical.toml",
            "camp_draws_only_against_a_lead = false",
            "camp_draws_only_against_a_lead = 0",
        ),
        ("map", "map.toml", "digits = 2", "digits = 4"),
        ("map", "map.toml", "hexes = \"pointy-top\"", "hexes = \"pointed\""),
        ("map", "map.toml", "rows = 12\n", ""),
        ("map", "map.toml", "\"0208/0207\"", "\"0208-0207\""),
        (
            "map",
            "map.toml",
            "h = { terrain = \"clear\", level = 1 }",
            "h = { terrain = \"clear\", level = 10 }",
        ),
        ("units", "units.toml", "morale = { value = 7, range = [6, 7] }", "morale = { value = 70 }"),
        ("units", "units.toml", "name = \"KN II\"", "nam = \"KN II\""),
        ("tables", "tables.toml", "7-10 = { value = \"M\"", "7-10 = { value = \"W\""),
        ("variant", "changes.toml", "remove = ", "removed = "),
        ("variant", "changes.toml", "remove = [\"KN II\"]", "remove = \"KN II\""),
        ("variant", "changes.toml", "arm = \"cavalry\"", "arm = \"horse\""),
        ("variant", "changes.toml", "range = [5, 7]", "range = [5]"),
        ("variant", "changes.toml", "size = 2\n", "sizes = 2\n"),
        ("variant", "changes.toml", "2 = [", "two = ["),
        ("variant", "changes.toml", "automatic_victory = 5", "automatic_victory = 101"),
        ("variant", "changes.toml", "automatic_victory = 5", "automatic_victori = 5"),
        ("variant", "changes.toml", "1.morale\" = 7", "1.morale\" = 10"),
        ("variant", "changes.toml", "1.morale\" = 7", "1.moral\" = 7"),
        ("variant", "changes.toml", "\"map.0609\" = \"f\"", "\"map.0609\" = \"forest\""),
        ("variant", "changes.toml", "\"map.0609\" = \"f\"", "\"0609\" = \"f\""),
        ("variant", "changes.toml", "0605\" = false", "0605\" = \"no\""),
        ("variant", "changes.toml", "\"D-4.2d\"", "\"D-4.2e\""),
        ("variant", "changes.toml", "\"3M\"", "\"+3\""),
        ("variant", "variants/victory-5.toml", "automatic_victory = 5", "\"stages.last\" = 5"),
    ];
    refuses::<Insurrection>(&slips, text);
}
