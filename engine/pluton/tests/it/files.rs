//! What is wrong with files is answered at its place and with the remedy, and never by a panic.

use std::collections::BTreeSet;

use szala_files::conformance::Numbers;
use szala_pluton::scenario::{Variant, load, load_variant};

use crate::common::load_with;

const FILES: [&str; 5] =
    ["drill.toml", "drill-on-paper.toml", "drill-map.toml", "drill-units.toml", "tables.toml"];

fn text(name: &str) -> String {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/pluton/");
    std::fs::read_to_string(format!("{root}{name}")).expect("a file of the scenario")
}

/// What is said of the drill ground when the text of one of its files is another.
fn said_of(file: &str, changed: &str) -> String {
    let read = |name: &str| match name {
        name if name == file => Ok(changed.to_owned()),
        name if FILES.contains(&name) => Ok(text(name)),
        _ => Err("there is no such file".to_owned()),
    };
    let scenario = if file == FILES[1] { file } else { FILES[0] };
    load(scenario, &read).map_or_else(|problems| problems.to_string(), |_| String::new())
}

#[test]
fn what_is_wrong_is_said_with_its_place_and_remedy() {
    for (file, from, to, said) in [
        ("drill.toml", "\"1s\", \"2s\"", "\"1s\", \"1x\"", "counter"),
        ("drill.toml", "\"5s\", \"6s\", \"2d\"], hex", "\"5s\", \"1s\", \"2d\"], hex", "1s comes twice"),
        ("drill.toml", "hex = \"0804\", within = 1", "within = 1", "say where they are set up"),
        ("drill.toml", "hex = \"0804\"", "hex = \"1304\"", "1304"),
        ("drill.toml", "taken = [\"Mill\"]", "taken = [\"Hill\"]", "Mill"),
        ("drill.toml", "taken = [\"Mill\"]", "stage = 2, taken = [\"Mill\"]", "either stage = 4, or taken"),
        ("drill.toml", "stage = 2, edge = \"south\"", "stage = 2", "say where they enter"),
        ("drill.toml", "platoon = \"1m\", calibre = \"81\"", "calibre = \"81\"", "say what fires it"),
        ("drill.toml", "platoon = \"1m\", calibre = \"81\"", "platoon = \"1s\", calibre = \"81\"", "mortars"),
        ("drill.toml", "calibre = \"75\"", "calibre = \"76\"", "75"),
        (
            "drill.toml",
            "\"I/19 pal\" = {",
            "\"II/30 pal\" = {",
            "the other side has a battalion of this name",
        ),
        ("drill.toml", "side = \"Germans\"\n", "", "say who gains by a clear road"),
        ("drill-on-paper.toml", "released = 1, later", "stage = 2, released = 1, later", "or released"),
        ("drill-on-paper.toml", "near = [\"Mill\"]", "near = [\"Hill\"]", "Mill"),
        ("drill-on-paper.toml", "Mill = 6", "Hill = 6", "Mill"),
        ("drill-on-paper.toml", "away_from = [\"Chapel\"]", "away_from = [\"Chappel\"]", "Chapel"),
        ("drill-on-paper.toml", "away = 2", "away = 20", "say where they are set up"),
        ("drill-map.toml", "\"0607 0608 0609 0610\"", "\"0607 0609\"", "0607 and 0609 are no neighbours"),
        ("drill-map.toml", "Chapel = \"0306\"", "Chapel = \"0307\"", "0307 is no building hex"),
        ("drill-map.toml", "\"0108-0109\"", "\"0108-0110\"", "no neighbours"),
        ("drill-map.toml", "f = \"woods\"", "f = \"wood\"", "woods"),
        ("drill-units.toml", "squares = 0", "squares = 1", "a commander has no squares"),
        (
            "tables.toml",
            "1 = \"- - - - - - - - - 1:0\"",
            "1 = \"- - 1:0\"",
            "an effect for each of the 10 faces, not 3",
        ),
        ("tables.toml", "1:0 1:1\"", "1:0 11\"", "write levels and losses"),
        (
            "tables.toml",
            "2 = \"- - - - - - - - 1:0 1:0\"",
            "0 = \"- - - - - - - - 1:0 1:0\"",
            "the weakest first",
        ),
        ("tables.toml", "3p/0 3p/0 3p/0 2p/0 2p/1", "3p/0 3p/0 2p/0 2p/1", "the 9 columns of odds, not 8"),
    ] {
        let plain = text(file);
        assert!(plain.contains(from), "{file} has {from}");
        let problems = said_of(file, &plain.replacen(from, to, 1));
        assert!(problems.contains(said) && problems.contains(file), "{from} to {to}: {problems:?}");
    }
}

#[test]
fn spoilt_files_never_panic() {
    let mut numbers = Numbers(1939);
    let mut refused = 0;
    for file in FILES {
        let plain = text(file);
        for _ in 0..60 {
            refused += usize::from(!said_of(file, &numbers.spoil(&plain)).is_empty());
        }
    }
    assert!(refused > 100, "most accidents are noticed: {refused} of 300");
}

/// Every switch and a value of each kind can be set, and a wrong one is answered.
#[test]
fn values_are_set_by_their_paths() {
    for set in [
        "stages=30",
        "units.Poles.1s.morale=3",
        "tables.scale.light=70",
        "map.0505=.",
        "leads=Poles",
        "tables.odds.column=one to the right",
        "tables.scale.losses=50",
    ] {
        assert!(load_with("drill", &[set]).is_ok(), "{set}: {:?}", load_with("drill", &[set]).err());
    }
    for (set, said) in
        [("stages=0", "1 to 60"), ("recovery=never", "letter"), ("units.Poles.1s.morale=5", "1 to 4")]
    {
        let problems = load_with("drill", &[set]).expect_err("it is wrong");
        assert!(problems.contains(said), "{problems}");
    }
}

/// Each ready variant says in its title what it is, and changes the tables of both scenarios and not the map; no two
/// are the same.
#[test]
fn ready_variants_change_the_tables() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/pluton/");
    let read = |path: &str| std::fs::read_to_string(path).map_err(|error| error.to_string());
    let open = |name: &str, variant: &Variant| {
        load_variant(&format!("{folder}{name}.toml"), &read, variant)
            .unwrap_or_else(|wrong| panic!("{wrong}"))
    };
    let shipped = ["parzymiechy", "free-set-up"].map(|name| (name, open(name, &Variant::default())));
    let files =
        std::fs::read_dir(format!("{folder}variants")).expect("there is a folder of variants").flatten();
    let mut seen = BTreeSet::new();
    for file in files {
        let path = file.path().display().to_string();
        let mut variant = Variant::default();
        variant.include(&path, &read).unwrap_or_else(|wrong| panic!("{wrong}"));
        for (name, plain) in &shipped {
            let varied = open(name, &variant);
            assert!(varied.title.len() > plain.title.len(), "{path} has a title");
            assert_ne!(varied.tables, plain.tables, "{path} changes the tables of {name}");
            assert_eq!(varied.map.ground, plain.map.ground, "{path} leaves the map of {name} alone");
            let tables = varied.tables;
            assert!(seen.insert(format!("{name} {tables:?}")), "{path} is another file again");
        }
    }
    assert_eq!(seen.len(), 2 * 24);
}
