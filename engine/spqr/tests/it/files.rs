//! What is wrong with a user's scenario is reported at its place.

use szala_spqr::scenario::{Variant, load_variant};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/spqr/");

/// The errors of the drill in the hills with one text in the place of another.
fn told(there: &str, instead: &str) -> String {
    let read = |path: &str| {
        let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
        Ok(if path.ends_with("drill-hills.toml") { text.replacen(there, instead, 1) } else { text })
    };
    let loaded = load_variant(&format!("{FOLDER}drill-hills.toml"), &read, &Variant::default());
    loaded.expect_err("something is wrong").to_string()
}

#[test]
fn a_road_joins_neighbours_and_leads_nowhere_that_nobody_enters() {
    let far = told("\"1110 1210\"", "\"1110 1310\"");
    assert!(far.contains("1110 and 1310 are no neighbours"), "{far}");
    // 0614 is a river, [6.24] barred to everybody.
    let wet = told("\"1110 1210\"", "\"0613 0614\"");
    assert!(wet.contains("no road leads into 0614, which nobody enters"), "{wet}");
    assert!(wet.contains("drill-hills.toml:11:1: "), "the line of `roads`: {wet}");
}

#[test]
fn drivers_of_elephants_need_room_among_the_leaders() {
    // A side has 16 leaders at most: four are there, with eleven others 15, and two drivers would make 17.
    let one = |number| format!("\"Tribune {number}\" = {{ initiative = 1, range = 1, hex = \"0101\" }}");
    let more = (1..=11).map(one).collect::<Vec<_>>().join("\n");
    let full = told(
        "[leaders.second]\n",
        &format!("[switches]\nelephant_command = true\n\n[leaders.second]\n{more}\n"),
    );
    assert!(full.contains("with elephant_command there is room for 2 leaders less"), "{full}");
}

#[test]
fn the_elephant_of_a_leader_is_one_of_size_1_where_he_is() {
    // The first 1605 of the file is where Hannibal begins.
    for (there, instead, wrong) in [
        ("hex = \"1605\"", "hex = \"1505\"", "begins where he does"),
        ("size = 1, movement = 7, hex", "size = 2, movement = 7, hex", "has size 1 (4.71)"),
        ("kind = \"EL\", rider", "kind = \"HC\", rider", "is of the type EL"),
        ("rider = \"Hannibal\"", "rider = \"Hannibal\", arms = \"J\"", "shoots with nothing"),
    ] {
        let told = told(there, instead);
        assert!(told.contains(&format!("the elephant of Hannibal {wrong}")), "{told}");
    }
    let told = told("rider = \"Hannibal\"", "rider = \"Hanno\"");
    assert!(told.contains("`Hanno`") && told.contains("Hannibal"), "{told}");
}

#[test]
fn every_shipped_variant_is_sound_on_a_battle_and_one_that_names_nobody_on_all() {
    let read = |path: &str| std::fs::read_to_string(path).map_err(|error| error.to_string());
    let mut files = 0;
    for file in std::fs::read_dir(format!("{FOLDER}variants")).expect("variants are shipped").flatten() {
        let path = file.path().display().to_string();
        let mut variant = Variant::default();
        variant.include(&path, &read).unwrap_or_else(|told| panic!("{told}"));
        let wrong: Vec<String> = ["bagradas-half", "bagradas", "cynoscephalae"]
            .into_iter()
            .filter_map(|name| load_variant(&format!("{FOLDER}{name}.toml"), &read, &variant).err())
            .map(|told| told.to_string())
            .collect();
        let text = read(&path).expect("it was read before");
        let names_somebody = ["remove", "units.", "leaders."].iter().any(|word| text.contains(word));
        assert!(wrong.len() < if names_somebody { 3 } else { 1 }, "{path}: {wrong:?}");
        files += 1;
    }
    assert!(files > 20, "{files} variants are there");
}
