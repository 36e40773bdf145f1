//! Overall commanders and the reserve as a scenario's files say them [4.4m, 4.5m]: what is refused and what is noted.

use szala_insurrection::scenario::{Loaded, load};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/maciejowice-1794/");
const DRILL: &str = "drill-command.toml";

/// The drill with one piece of its text replaced.
fn edited(from: &str, to: &str) -> Result<Loaded, String> {
    let read = |path: &str| {
        let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
        assert!(!path.ends_with(DRILL) || text.contains(from), "the drill has no {from}");
        Ok(if path.ends_with(DRILL) { text.replace(from, to) } else { text })
    };
    load(&format!("{FOLDER}{DRILL}"), &read).map_err(|problems| problems.to_string())
}

#[test]
fn r4_4_and_r4_5_who_leads_is_read_from_the_scenario() {
    let loaded = edited("", "").unwrap_or_else(|problems| panic!("{problems}"));
    assert_eq!(loaded.notes, []);
    let scenario = loaded.scenario;
    let names = |units: szala_insurrection::UnitSet| {
        units.iter().map(|unit| scenario.unit(unit).name.as_str()).collect()
    };
    let leaders: Vec<(&str, Option<u8>, Vec<&str>)> =
        scenario.commanders.iter().map(|card| (&*card.name, card.overall, names(card.reserve))).collect();
    let reserve = vec!["1/I/Szuszkowski", "2/I/Szuszkowski", "1/Pińska", "Reserve guns"];
    let expected = [
        ("Kościuszko", Some(6), reserve.clone()),
        ("Kamieński", None, reserve.clone()),
        ("Sierakowski", None, reserve),
        ("Poniński", None, vec![]),
        ("Fersen", Some(0), vec![]),
        ("Denisov", None, vec![]),
        ("Tormasov", None, vec![]),
    ];
    assert_eq!(leaders, expected);
    // Whom the counters' file puts under Sierakowski is no longer his.
    let szuszkowski = scenario
        .units
        .iter()
        .find(|card| card.name == "1/I/Szuszkowski")
        .expect("the scenario has this counter");
    assert_eq!(szuszkowski.commander, None);
}

#[test]
fn slips_about_leaders_are_told_with_what_would_be_right() {
    let slips = [
        (
            "value = \"Fersen\"",
            "value = \"Ferson\"",
            "there is no commander `Ferson`; did you mean `Fersen`?",
        ),
        ("value = \"Fersen\"", "value = \"Kamieński\"", "Kamieński is of the Poles, not of the Russians"),
        (
            "value = \"Fersen\"",
            "value = \"Denisov\"",
            "an overall commander has no units of his own [4.4], and 1/I/Uglicki is his: give it to another commander \
             or to the reserve",
        ),
        ("\"1/Pińska\", \"R", "\"1/Pinska\", \"R", "there is no unit `1/Pinska`; did you mean `1/Pińska`?"),
        ("\"1/Pińska\", \"R", "\"1/Kozacy\", \"R", "1/Kozacy is of the Russians, not of the Poles"),
        (
            "Poles = [\"Kościuszko\", \"Kamieński\", \"Sierakowski\"]",
            "",
            "nobody who takes part leads this reserve: name some under [reserve_leaders]",
        ),
        (
            "Poles = { value = 6, standing = \"text\" }",
            "Poles = 6\nRussians = 6\n[reserve_leaders.x]",
            "there is no side `x`",
        ),
        ("Russians = { value = \"Fersen\", standing = \"text\" }", "", "Fersen has no unit that takes part"),
        (
            "Poles = { value = \"Kościuszko\", standing = \"text\" }",
            "",
            "nobody leads units in person but an overall commander: name one under [overall_commander]",
        ),
        (
            "\"1/I/Szuszkowski\" = \"0807 S\"",
            "\"1/I/Szuszkowski\" = \"1202 S\"",
            "1/I/Szuszkowski begins 6 hexes from the nearest leader of the reserve, who reaches 4 [4.2]",
        ),
    ];
    for (from, to, expected) in slips {
        let told = match edited(from, to) {
            Ok(loaded) => loaded.notes.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"),
            Err(problems) => problems,
        };
        assert!(told.contains(expected), "{from} -> {to}\n  expected: {expected}\n  told: {told}");
    }
}
