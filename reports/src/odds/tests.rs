//! A shot of the toy and a table made by hand, in every form.

use szala_kernel::odds::{OddsRow, OddsTable};
use szala_kernel::{BySide, RunSeed, rule};
use szala_system::{CaseAsked, CaseWorked, Until, Wanted};
use szala_two_gates_players::SYSTEM;

use super::*;
use crate::chart::{Frame, odds, odds_table};
use crate::{Form, Language, written};

/// [2.3] A first shot has one taken off: 0 to 5 drive the raider off, six of ten; otherwise he scores [2.2].
const SHOT: &str = "game = 'two-gates'\n[[case]]\nname = 'a first shot'\nrules = ['2.3']\nwhy = 'one taken off'\n\
                    position = { step = 'react', raider = 'Red', aim = 'left', guard = 'left' }\nactions = ['shoot']\n";

fn worked() -> CaseWorked {
    let asked = CaseAsked {
        file: "shot.toml",
        text: SHOT,
        case: None,
        players: Some(BySide(["uniform", "sentry"])),
        game: RunSeed(1).game(0),
        wanted: Wanted { action: None, until: Until::Settled, passes: 100 },
    };
    let read = |_: &str| Err("no file is read".to_owned());
    SYSTEM.case_odds(&asked, &read, &|name, _| name.to_owned()).expect("the case is sound")
}

fn findings(worked: &CaseWorked) -> OddsFindings<'_> {
    let of = OddsOf::Case { file: "shot.toml", case: &worked.name };
    let until = "up to the next decision".to_owned();
    OddsFindings::of(
        worked.game.title(),
        of,
        ["uniform", "sentry"],
        until,
        &worked.worked,
        worked.game.faces(),
    )
}

fn frame(language: Language) -> Frame {
    Frame { width: 760, height: None, language }
}

#[test]
fn text_says_what_may_change_with_fraction_and_percentage() {
    let worked = worked();
    let text = written(&findings(&worked), Form::Text);
    let lines: Vec<String> =
        text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    for expected in [
        "Two Gates",
        "Case `a first shot` of shot.toml.",
        "- Blue: shoot",
        "Exact odds over 10 sequences of faces, up to the next decision.",
        "points of Red 0 0 3/5 60.00 0.4",
        "1 2/5 40.00",
        "- 3/5 = 60.00 %: none of what may change",
        "- 2/5 = 40.00 %: points of Red: 0 -> 1",
    ] {
        assert!(lines.iter().any(|line| line == expected), "{expected}\n{text}");
    }
}

#[test]
fn json_has_exact_fractions_and_csv_a_line_for_everything() {
    let worked = worked();
    let json: Value = serde_json::from_str(&written(&findings(&worked), Form::Json)).expect("it is JSON");
    assert_eq!(
        (&json["command"], &json["passes"], &json["case"]),
        (&json!("odds"), &json!(10), &json!("a first shot"))
    );
    let values = json["values"].as_array().expect("values are a list");
    let points = values.iter().find(|value| value["what"] == "points").expect("points may change");
    assert_eq!((&points["whose"], &points["before"]), (&json!("Red"), &json!("0")));
    assert_eq!(points["mean"], json!({ "fraction": "2/5", "value": 0.4 }));
    assert_eq!(points["after"][1], json!({ "value": "1", "chance": { "fraction": "2/5", "value": 0.4 } }));
    let csv = written(&findings(&worked), Form::Csv);
    assert!(csv.starts_with("kind,name,before,after,chance.fraction,chance.value\n"), "{csv}");
    assert!(csv.contains("value,points of Red,0,1,2/5,0.4\n"), "{csv}");
    assert!(csv.contains("result,points of Red: 0 -> 1,,,2/5,0.4\n"), "{csv}");
}

/// Some words of the game in the language.
fn words(language: Language) -> Lexicon {
    let file = r#"{ "names": { "Red": ["Czerwoni", "Czerwonych", "Czerwonym"] },
        "texts": { "points": "punkty", "Shots": "Strzały", "hit": "trafienie", "distance": "odległość" } }"#;
    Lexicon::new(language, [serde_json::from_str(file).expect("it is a lexicon")])
}

#[test]
fn a_chart_is_headed_by_the_likeliest_result_in_either_language() {
    let worked = worked();
    let findings = findings(&worked);
    let drawn = |language| {
        let words = words(language);
        let groups = findings.charted(&words);
        let svg = odds(&groups, &findings.action(&words), findings.likeliest(&words), frame(language)).svg();
        roxmltree::Document::parse(&svg)
            .expect("it is XML")
            .descendants()
            .filter_map(|node| node.text().map(|text| text.replace('\u{a0}', " ")))
            .collect::<Vec<String>>()
            .join("|")
    };
    let english = drawn(Language::English);
    assert!(english.contains("60 %: none of what may change"), "{english}");
    assert!(english.contains("points of Red") && english.contains("2/5 = 40 %"), "{english}");
    let polish = drawn(Language::Polish);
    assert!(
        polish.contains("Dokładne szanse") && polish.contains("nic z tego, co może się zmienić"),
        "{polish}"
    );
    assert!(polish.contains("punkty: Czerwoni") && !polish.contains("points"), "{polish}");
    let nothing = odds(&[], "wait", None, frame(Language::English)).svg();
    assert!(nothing.contains("Nothing to show"), "{nothing}");
}

fn table() -> OddsTable {
    let row = |key: &str, hits| OddsRow {
        keys: vec![key.to_owned()],
        chances: vec![Fraction::new(6 - hits, 6), Fraction::new(hits, 6)],
    };
    OddsTable {
        name: "shots",
        rule: rule!("2.3"),
        title: "Shots".to_owned(),
        about: "by day".to_owned(),
        keys: vec!["distance"],
        results: vec!["miss".to_owned(), "hit".to_owned()],
        rows: vec![row("1", 3), row("2", 0)],
    }
}

#[test]
fn a_table_is_written_whole_and_listed_by_its_name() {
    let table = table();
    let whole = OddsTableFindings::of("A game", [&table], true);
    let text = written(&whole, Form::Text);
    assert!(text.contains("Shots [2.3]: by day"), "{text}");
    assert!(
        text.contains("1/2 = 50.00 %")
            && text.lines().any(|line| line.split_whitespace().eq(["2", "1", "0"]))
    );
    let csv = written(&whole, Form::Csv);
    assert!(csv.starts_with("table,rule,title,distance,result,chance.fraction,chance.value\n"), "{csv}");
    assert!(csv.contains("shots,2.3,Shots,2,hit,0,0.0\n"), "{csv}");
    let list = written(&OddsTableFindings::of("A game", [&table], false), Form::Text);
    assert!(list.contains("shots") && !list.contains("1/2"), "{list}");
    let drawn = |language| {
        let table = whole.charted(&words(language)).expect("there is a table");
        odds_table(&table, frame(language)).svg()
    };
    let polish = drawn(Language::Polish);
    assert!(polish.contains("Strzały: trafienie") && polish.contains("odległość"), "{polish}");
    let picture = drawn(Language::English);
    assert!(picture.replace('\u{a0}', " ").contains("Shots: hit in 0 % to 50 % of cases"), "{picture}");
}
