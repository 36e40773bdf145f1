//! The JSON schemas of the files: all that is shipped passes, and files with a mistake do not.

use jsonschema::Validator;
use serde_json::Value;
use szala_files::variant::Varied;
use szala_insurrection::Insurrection;

fn text(file: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/niemenczyn-1794/");
    std::fs::read_to_string(format!("{folder}{file}")).expect("the file is shipped")
}

fn validator(kind: &str) -> Validator {
    let schema = <Insurrection>::schema(kind).expect("the family has files of this kind");
    let schema: Value = serde_json::from_str(&schema).expect("a schema is JSON");
    jsonschema::draft202012::meta::validate(&schema).expect("it is a schema of this draft");
    jsonschema::draft202012::new(&schema).expect("a schema that can be used")
}

/// A file as JSON.
fn json(text: &str) -> Value {
    toml::from_str(text).expect("the files are TOML")
}

#[test]
fn every_shipped_file_is_valid() {
    for (kind, file) in [
        ("scenario", "historical.toml"),
        ("scenario", "alternative.toml"),
        ("scenario", "ravine-mouth.toml"),
        ("map", "map.toml"),
        ("units", "units.toml"),
        ("tables", "tables.toml"),
    ] {
        let wrong: Vec<String> =
            validator(kind).iter_errors(&json(&text(file))).map(|error| error.to_string()).collect();
        assert!(wrong.is_empty(), "{file}: {wrong:?}");
    }
    let kinds: Vec<&str> = <Insurrection>::kinds_of_files().into_iter().map(|(kind, _)| kind).collect();
    assert_eq!(kinds, ["scenario", "map", "units", "tables"]);
}

/// Misspelt keys, values out of bounds, of another kind or another form, and what is missing.
#[test]
fn broken_files_are_refused() {
    for (kind, file, from, to) in [
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
    ] {
        let sound = text(file);
        assert_eq!(sound.matches(from).count(), 1, "{from:?} must occur once in {file} to be edited");
        let broken = json(&sound.replace(from, to));
        assert!(!validator(kind).is_valid(&broken), "{file} with {to} is refused");
    }
}
