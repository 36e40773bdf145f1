//! Each kind of path: the value reaches the scenario, as an edit of the file would.

use szala_files::case::run_file;
use szala_files::variant::Varied;
use szala_insurrection::Insurrection;
use szala_insurrection::scenario::{Takes, Variant, load, load_variant};

use super::{I, II, are_same, edited, files, vary};

/// How the files say that a variant set a value.
fn set(value: &str) -> String {
    format!("{{ value = {value}, standing = \"assumed\", why = \"set by a variant\" }}")
}

/// The change of one value is the same as this edit of the file.
#[track_caller]
fn is_as(scenario: &str, word: &str, file: &'static str, from: &str, to: &str) {
    let varied = vary(scenario, &[word], &[]);
    are_same(&varied, &edited(scenario, &[(file, from, to)]), word);
}

#[test]
fn every_kind_of_path_does_what_an_edit_of_the_file_does() {
    let text = |value: &str| set(&format!("{value:?}"));
    let historical = "historical.toml";
    is_as(I, "stages=5", historical, "stages = 6", &format!("stages = {}", set("5")));
    is_as(
        I,
        "automatic_victory=5",
        historical,
        "automatic_victory = 4",
        &format!("automatic_victory = {}", set("5")),
    );
    is_as(I, "wins_at_zero=Poles", historical, "wins_at_zero = \"Russians\"", "wins_at_zero = \"Poles\"");
    is_as(
        I,
        "squares=Poles, Russians",
        historical,
        "squares = [\"Russians\"]",
        "squares = [\"Poles\", \"Russians\"]",
    );
    is_as(I, "practised_gunners=", historical, "practised_gunners = [\"Poles\"]", "practised_gunners = []");
    let narwa =
        "[[unit]]\nname = \"Narwa 1\"\nside = \"Russians\"\ncommander = \"Lewiz\"\narm = \"infantry\"\n";
    is_as(
        I,
        "units.Narwa 1.morale=9",
        "units.toml",
        &format!("{narwa}morale = 6"),
        &format!("{narwa}morale = {}", set("9")),
    );
    // The range in the file is 5 to 7: it is where the printed value lies, and binds no what-if.
    is_as(
        I,
        "units.1/I/7 pp lit..morale_reverse=2",
        "units.toml",
        "morale_reverse = { value = 6, range = [5, 7] }",
        &format!("morale_reverse = {}", set("2")),
    );
    is_as(
        I,
        "units.Pskow 2.fire_reverse=1",
        "units.toml",
        "[[unit]]\nname = \"Russian guns\"",
        &format!("fire_reverse = {}\n[[unit]]\nname = \"Russian guns\"", set("1")),
    );
    let kozacy = "name = \"Kozacy 3\"\nside = \"Russians\"\ncommander = \"Kirejew\"";
    is_as(
        I,
        "units.Kozacy 3.commander=Lewiz",
        "units.toml",
        kozacy,
        "name = \"Kozacy 3\"\nside = \"Russians\"\ncommander = \"Lewiz\"",
    );
    let lewiz = "Lewiz = { value = \"0808\", standing = \"assumed\" }";
    is_as(I, "set_up.Lewiz=0807", historical, lewiz, &format!("Lewiz = {}", text("0807")));
    let two = "2 = [\"Grabowski\", \"Lewiz\"]";
    is_as(I, "pool.2=Lewiz or Kirejew", historical, two, "2 = [\"Lewiz or Kirejew\"]");
    is_as(I, "pool.2=Grabowski,Kirejew", historical, two, "2 = [\"Grabowski\", \"Kirejew\"]");
    is_as(
        I,
        "pool.4-5=Lewiz",
        historical,
        "3-last = [\"Grabowski\", \"Lewiz or Kirejew\"]",
        "3 = [\"Grabowski\", \"Lewiz or Kirejew\"]\n4-5 = [\"Lewiz\"]\n6 = [\"Grabowski\", \"Lewiz or Kirejew\"]",
    );
    is_as(
        I,
        "pool.2-last=Lewiz",
        historical,
        "2 = [\"Grabowski\", \"Lewiz\"]\n3-last = [\"Grabowski\", \"Lewiz or Kirejew\"]",
        "2-last = [\"Lewiz\"]",
    );
    is_as(II, "free_set_up.Poles=row 01, 0205", "alternative.toml", "[\"row 01\"]", "[\"row 01\", \"0205\"]");
    is_as(II, "free_set_up.Poles=none", "alternative.toml", "[free_set_up]\nPoles = [\"row 01\"]", "");
    let switch = "out_of_range_units_react_fully = ";
    for word in ["switches.out_of_range_units_react_fully=true", "D-4.2d=true", "switches.D-4.2d=true"] {
        is_as(I, word, historical, &format!("{switch}false"), &format!("{switch}true"));
    }
    let switches = "\n[switches]\n";
    is_as(
        I,
        "family.hills_block_sight=true",
        historical,
        switches,
        &format!("\n[family]\nhills_block_sight = true\n{switches}"),
    );
    is_as(
        I,
        "values.charge_bonus=3",
        historical,
        switches,
        &format!("\n[values]\ncharge_bonus = {}\n{switches}", set("3")),
    );
    is_as(
        I,
        "barred.captures=Russians",
        historical,
        switches,
        &format!("\n[barred]\ncaptures = [\"Russians\"]\n{switches}"),
    );
    let why = "+1 at 6 in the sister game; 6 is the limit of 10.10.6";
    let band = format!("{{ value = \"1M\", standing = \"derived\", why = \"{why}\" }}");
    is_as(I, "artillery.4-6=2M", "tables.toml", &band, &text("2M"));
}

#[test]
fn every_kind_of_path_of_the_map_does_what_an_edit_of_the_drawing_does() {
    // Row 06: `. . . . f . . . . . F F F h h`, the ninth is 0609.
    let row = "row 06      .   .   .   .   f   .   .   .   .   .";
    is_as(I, "map.0609=f", "map.toml", row, "row 06      .   .   .   .   f   .   .   .   f   .");
    is_as(I, "map.0605=.", "map.toml", row, "row 06      .   .   .   .   .   .   .   .   .   .");
    let trench = "trench = [
    \"0706/0605\", \"0706/0606\",
    \"0707/0606\", \"0707/0607\",
    \"0709/0608\", \"0709/0609\",
    \"0710/0609\", \"0710/0610\",
]";
    let without = ["0706/0605", "0706/0606", "0707/0606", "0707/0607", "0709/0608", "0709/0609", "0710/0609"];
    let trenches = |sides: &[&str]| format!("trench = {}", set(&format!("{sides:?}")));
    for word in ["map.hexsides.trench.0710/0610=false", "hexsides.trench.0610/0710=false"] {
        is_as(I, word, "map.toml", trench, &trenches(&without));
    }
    let with = [&without[..], &["0710/0610", "0708/0607"]].concat();
    is_as(I, "map.hexsides.trench.0607/0708=true", "map.toml", trench, &trenches(&with));
    let road = "\"0109-0208-0309-0408-0509-0608-0708-0808-0908-1008-1108-1208\"";
    let short = "0109-0208-0309";
    is_as(I, &format!("map.roads.Suzany={short}"), "map.toml", road, &set(&format!("{short:?}")));
    let rally = "Poles = { value = \"0109\", standing = \"text\" }";
    is_as(I, "rally.Poles=0108", "map.toml", rally, &format!("Poles = {}", set("\"0108\"")));
    let camp = "hex = { value = \"1108\", standing = \"text\" }";
    is_as(I, "map.camp.hex=1208", "map.toml", camp, &format!("hex = {}", set("\"1208\"")));
    is_as(I, "map.camp.intruder=Russians", "map.toml", "intruder = \"Poles\"", "intruder = \"Russians\"");
}

#[test]
fn a_value_set_to_what_it_is_changes_nothing_whatever_its_path() {
    for scenario in [I, II] {
        let files = files(&[]);
        let plain = load(scenario, &files).expect("a sound scenario").scenario;
        let known = <Insurrection>::paths(scenario, &files, &Variant::default()).expect("a sound scenario");
        // 5 of the scenario, 6 of the pool; 16 units of troops and 2 of guns; 22 of the set-up, 2 sides that set up
        // freely; 4 switches, 3 differences, 2 values, 4 bars; 3 bands, 1 road, 2 rally hexes, 2 of the camp; 180
        // hexes; twice the 487 hexsides.
        let troops = 16 * 9 + 2 * 3;
        assert_eq!(known.len(), 5 + 6 + troops + 22 + 2 + 4 + 3 + 2 + 4 + 3 + 1 + 2 + 2 + 180 + 2 * 487);
        let mut all = Variant::default();
        for (at, known) in known.iter().enumerate() {
            let word = format!("{}={}", known.path, known.value);
            all.set(&word).expect("a path and its value");
            // Each by itself takes long: a few of every group, and all of them at once.
            if at % 120 == 0 || at < 12 {
                let mut one = Variant::default();
                one.set(&word).expect("a path and its value");
                let varied =
                    load_variant(scenario, &files, &one).unwrap_or_else(|problems| panic!("{problems}"));
                assert_eq!(varied.scenario.variant.as_deref(), Some(&*word));
                are_same(&varied.scenario, &plain, &word);
            }
        }
        let varied = load_variant(scenario, &files, &all).unwrap_or_else(|problems| panic!("{problems}"));
        are_same(&varied.scenario, &plain, "all of them");
    }
}

#[test]
fn known_paths_say_what_is_there_what_may_be_there_and_where_the_printed_value_lies() {
    let known = <Insurrection>::paths(I, &files(&[]), &Variant::default()).expect("a sound scenario");
    let find =
        |path: &str| known.iter().find(|known| known.path == path).expect("the scenario declares the path");
    let size = find("units.2/I/7 pp lit..size");
    assert_eq!((&*size.value, &size.takes), ("4", &Takes::Number { least: 1, most: 20 }));
    assert_eq!(size.likely, Some(["4".to_owned(), "5".to_owned()]));
    assert_eq!(find("units.KN II.size").takes, Takes::Number { least: 1, most: 4 });
    assert_eq!(find("units.Narbutt 2.morale_reverse").value, "none");
    let of_the_poles = ["Grabowski", "Eydziatowicz"].map(str::to_owned).to_vec();
    assert_eq!(find("units.1 StP.commander").takes, Takes::OneOf(of_the_poles));
    assert_eq!(find("set_up.1 StP").value, "absent");
    assert_eq!(find("set_up.Polish guns").value, "0208 N limbered");
    assert_eq!(find("pool.5").value, "Grabowski, Lewiz or Kirejew");
    assert_eq!(find("free_set_up.Poles").value, "none");
    assert_eq!(find("map.0609").value, ".");
    assert_eq!(find("map.hexsides.trench.0706/0605").value, "true");
    assert_eq!(find("map.hexsides.escarpment.0706/0605").value, "false");
    assert_eq!(find("values.charge_bonus").value, "2");
    assert_eq!(find("switches.camp_draws_only_against_a_lead").takes.to_string(), "true or false");
}

#[test]
fn a_set_value_is_known_as_one_and_the_range_in_the_file_is_gone() {
    let scenario = vary(I, &["units.2/I/7 pp lit..size=9", "automatic_victory=5"], &[]);
    for (path, value) in [("units.2/I/7 pp lit..size", "9"), ("automatic_victory", "5")] {
        let known = scenario
            .assumptions
            .iter()
            .find(|assumption| assumption.path == path)
            .expect("the value is among the assumptions");
        assert_eq!((&*known.value, known.range.as_ref()), (value, None));
        assert_eq!(known.why.as_deref(), Some("set by a variant"));
    }
}

#[test]
fn r8_14_2_the_shipped_what_ifs_change_one_value_each() {
    for (file, from, to) in [
        (
            "charge-bonus-3",
            "\n[switches]\n",
            format!("\n[values]\ncharge_bonus = {}\n[switches]\n", set("3")),
        ),
        ("victory-5", "automatic_victory = 4", format!("automatic_victory = {}", set("5"))),
    ] {
        let text = crate::shipped::variant(file);
        let mut varied = vary(I, &["@ variant.toml"], &[("variant.toml", &text)]);
        let title = varied.title.split_once("; ").expect("the variant's own").0.to_owned();
        varied.title = title;
        are_same(&varied, &edited(I, &[("historical.toml", from, &to)]), file);
    }
    let text = crate::shipped::variant("narwa-1-morale-7");
    let varied = vary(I, &["@ variant.toml"], &[("variant.toml", &text)]);
    assert_eq!(varied.title, "Niemenczyn 1794, I: historical; Narwa 1 with a morale of 7");
    assert_eq!(varied.variant.as_deref(), Some("units.Narwa 1.morale=7"));
    let narwa = varied.units.iter().find(|unit| unit.name == "Narwa 1").expect("the scenario has this unit");
    assert_eq!(narwa.morale, [7, 5]);
}

#[test]
fn r8_14_2_a_charge_adds_what_the_scenario_says() {
    let played = |bonus: &str, journal: &str| {
        let case = format!(
            r#"
[[case]]
name = "a charge from behind"
rules = ["8.14.2", "11.7t"]
why = "4 for the rear, 1 for Grabowski near by, and so much for the charge"
dice = ["11.7: 5", "11.7: 3"]
actions = ["start", "Poles: begin: KN II", "step 1003-0903", "step 0903-0803", "charge 0803-0703"]
journal = ["11.7t modifier +4", "{journal}"]

[case.position]
active = "Grabowski"
units = {{ "KN II" = "1003 S", "Narwa 1" = "0703 S" }}
commanders = {{ Grabowski = "1003" }}
"#
        );
        let rules = || Insurrection::new(vary(I, &[&format!("values.charge_bonus={bonus}")], &[]));
        let report = run_file("charge.toml", &case, Some("insurrection"), |_| Ok(rules()));
        assert!(report.is_passed() && report.passed() == 1, "{report}");
    };
    played("2", "11.7t modifier +2");
    played("3", "11.7t modifier +3");
}
