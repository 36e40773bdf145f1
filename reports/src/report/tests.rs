//! Reports on runs of the toy, and on made-up games.

use std::collections::BTreeMap;

use serde_json::Value as Json;
use szala_analysis::aggregate::{Aggregate, Counts, Table, Value};
use szala_analysis::records::{Field, FieldKind, Hashes, Identity, Manifest};
use szala_kernel::toy::TwoGates;
use szala_kernel::{Names, Recorded, Side};

use super::page::{Page, PageChart, PageCharts, PageFilm, PageRun, Scene};
use super::*;
use crate::chart::data::Outcomes;
use crate::chart::outcomes;
use crate::{Called, Form, Language, Lexicon, written};

fn manifest(games: u64) -> Manifest {
    let text = |text: &str| text.to_owned();
    let run = Identity {
        version: text("0"),
        commit: text("none"),
        title: text("Two Gates"),
        game: text("two-gates"),
        variant: None,
        sides: Side::BOTH.map(|side| text(TwoGates.side_name(side))),
        players: ["bold", "timid"].map(text),
        hashes: Hashes { rules: text(""), scenario: text(""), players: ["", ""].map(text) },
        seed: 7,
        is_keyed: false,
        games,
        until: None,
        made_of: None,
    };
    let mut manifest = Manifest::new(Vec::new(), run, 0..games, &TwoGates.columns());
    manifest.progress.is_finished = true;
    manifest
}

fn counts(first: u64, draws: u64, second: u64, aborted: u64) -> Counts {
    Counts { first, draws, second, aborted }
}

fn field(name: &str, kind: FieldKind, unit: Option<&str>) -> Field {
    let (what, side) = name.split_once('.').map_or((name, None), |(what, whose)| (what, Some(whose)));
    let side = if unit.is_some() { Some("Red") } else { side };
    Field {
        name: name.to_owned(),
        what: what.to_owned(),
        side: side.map(str::to_owned),
        unit: unit.map(str::to_owned),
        group: None,
        stage: None,
        kind,
        names: Vec::new(),
        about: format!("About {what}."),
    }
}

fn table(field: Field, values: &[(Value, Counts)]) -> Table {
    Table { field, values: values.iter().cloned().collect() }
}

/// A hundred games: Red wins 40, nobody 20, Blue 30, and 10 have no end, the first of them game 17.
fn made_up() -> Aggregate {
    let number = Value::Number;
    let reason = |text: &str, rule: Option<&str>| (text.to_owned(), rule.map(str::to_owned));
    let reasons = [
        (reason("more points", Some("3.1")), counts(40, 0, 30, 0)),
        (reason("equal points", Some("3.1")), counts(0, 20, 0, 0)),
        (reason("no end", None), counts(0, 0, 0, 10)),
    ];
    let tables = vec![
        table(
            field("lead", FieldKind::Number, None),
            &[
                (Value::Absent, counts(0, 0, 0, 10)),
                (number(-2), counts(0, 0, 30, 0)),
                (number(0), counts(0, 20, 0, 0)),
                (number(1), counts(40, 0, 0, 0)),
            ],
        ),
        table(
            field("camp", FieldKind::Stage, None),
            &[(Value::Absent, counts(35, 0, 10, 10)), (number(2), counts(5, 20, 20, 0))],
        ),
        table(
            field("shots.Red", FieldKind::Count, None),
            &[(number(0), counts(10, 10, 20, 0)), (number(1), counts(30, 10, 10, 10))],
        ),
        table(field("shots.Blue", FieldKind::Count, None), &[(number(0), counts(40, 20, 30, 10))]),
        table(
            field("losses.Old, Guard", FieldKind::Count, Some("Old, Guard")),
            &[(number(0), counts(40, 20, 0, 10)), (number(3), counts(0, 0, 30, 0))],
        ),
        table(
            field("lost.Old, Guard", FieldKind::Stage, Some("Old, Guard")),
            &[(Value::Absent, counts(40, 20, 21, 10)), (number(4), counts(0, 0, 9, 0))],
        ),
    ];
    let (counts, reasons) = (counts(40, 20, 30, 10), BTreeMap::from(reasons));
    Aggregate { in_folder: 100, counts, aborted: Some(17), reasons, tables }
}

fn told(manifest: &Manifest, margin: Option<f64>, form: Form) -> String {
    let aggregate = made_up();
    let runs = [RecordedRun {
        folder: "some run",
        manifest,
        aggregate: &aggregate,
        given: &[],
        mixes: None,
        minds: None,
        why: None,
    }];
    written(&RunReport::of(&runs, margin), form)
}

fn json() -> Json {
    let told = told(&manifest(100), Some(0.02), Form::Json);
    serde_json::from_str::<Json>(&told).expect("what is written is JSON")["runs"][0].clone()
}

/// The column with this name, in the JSON.
fn column(name: &str) -> Json {
    let json = json();
    let columns = json["columns"].as_array().expect("the run has columns");
    columns.iter().find(|found| found["column"] == name).expect("there is a column of this name").clone()
}

fn assert_near(found: &Json, expected: f64) {
    let number = found.as_f64().expect("the value is a number");
    assert!((number - expected).abs() < 1e-4, "{number} is not {expected}");
}

#[test]
fn games_without_an_end_are_told_before_all_rates_and_are_in_none() {
    let text = told(&manifest(100), None, Form::Text);
    let [aborted, who] = ["ABORTED: 10 of 100 games had no end", "who won"].map(|part| text.find(part));
    assert!(aborted.expect("it is told") < who.expect("it is told"), "{text}");
    let replay = "szala replay two-gates --players bold,timid --seed 7 --number 17";
    assert!(text.contains(&format!("\n  {replay}\n")), "{text}");
    assert!(text.contains("who won, of 90 games that ended"), "{text}");
    // 40 of 90.
    assert!(text.contains("Red win        44.44 ("), "{text}");
    assert!(!text.contains("no end [") && !text.contains("  no end "), "no reason with a rate: {text}");

    let json = json();
    assert_eq!(json["games"]["aborted"], 10);
    assert_eq!(json["games"]["replay_aborted"], replay);
    assert_near(&json["outcome"]["first_wins"]["value"], 40.0 / 90.0);
    assert_eq!(json["outcome"]["first_wins"]["games"], 90);
    // 40 wins and 20 draws in 90.
    assert_near(&json["outcome"]["score"]["value"], 50.0 / 90.0);
}

#[test]
fn who_won_is_told_for_games_in_which_something_happened_and_for_the_others() {
    let camp = column("camp");
    let happened = &camp["happened"];
    // It happened in 45 of 90; Red wins 5 of these and 35 of the others.
    assert_near(&happened["share"]["value"], 0.5);
    assert_near(&happened["outcome_if"]["first_wins"]["value"], 5.0 / 45.0);
    assert_near(&happened["outcome_if_not"]["first_wins"]["value"], 35.0 / 45.0);
    assert_eq!(camp["values"][0]["value"], Json::Null);
    assert_eq!(camp["values"][1]["value"], 2);
    assert_eq!(camp["values"][0]["counts"]["aborted"], 10);
    let text = told(&manifest(100), None, Form::Text);
    assert!(text.contains("\n  never     45   50.00 ("), "{text}");
    assert!(text.contains("in no game: shots.Blue\n"), "{text}");
}

/// Shots of Red in the games that ended: 40 of none and 50 of one. The mean is 5/9; the squares are 50, so the variance
/// is 50/90 - 25/81 = 20/81, with one taken off 200/801; Student's quantile at 89 is 1.98698, and times
/// sqrt(200/801/90) that is 0.104660.
#[test]
fn numbers_have_mean_deviation_and_quantiles() {
    let shots = &column("shots.Red")["numbers"];
    assert_near(&shots["mean"]["value"], 0.555_556);
    assert_near(&shots["mean"]["low"], 0.555_556 - 0.104_660);
    assert_near(&shots["mean"]["high"], 0.555_556 + 0.104_660);
    assert_eq!(shots["mean"]["games"], 90);
    assert_near(&shots["deviation"], 0.499_688);
    let quantiles = shots["quantiles"].as_array().expect("the column has quantiles");
    let quantiles: Vec<_> =
        quantiles.iter().map(|at| (at["percent"].as_i64(), at["value"].as_i64())).collect();
    // 40 of 90 are 44.4 %.
    assert_eq!(quantiles, [(5, 0), (25, 0), (50, 1), (75, 1), (95, 1)].map(|(at, is)| (Some(at), Some(is))));
    // Losses of zero and three: no mean of a count reaches below zero.
    assert!(column("losses.Old, Guard")["numbers"]["mean"]["low"].as_f64() >= Some(0.0));
}

/// Shots s and half points h: the sums are 50, 50, 100, 180 and, of the games with a shot, 2 * 30 + 10 = 70. By the
/// formula (90 * 70 - 50 * 100) / sqrt((90 * 50 - 50^2) (90 * 180 - 100^2)) = 1300 / sqrt(2000 * 6200) = 0.369175.
#[test]
fn correlations_are_with_the_score_of_the_first_side_and_adjusted_for_their_number() {
    let shots = &column("shots.Red")["correlation"];
    assert_near(&shots["value"], 0.369_175);
    // Fisher: tanh(atanh(0.369175) -+ 1.959964 / sqrt(87)).
    assert_near(&shots["low"], 0.175_502);
    assert_near(&shots["high"], 0.535_338);
    // Two columns vary: the larger p is its own, the smaller is doubled.
    let losses = &column("losses.Old, Guard")["correlation"];
    assert_eq!(shots["p"], shots["p_adjusted"]);
    let [p, adjusted] = ["p", "p_adjusted"].map(|key| losses[key].as_f64().expect("the value is a number"));
    assert!((adjusted - 2.0 * p).abs() <= f64::EPSILON * adjusted, "{losses}");
    assert_eq!(column("shots.Blue")["correlation"], Json::Null, "it never varies");
    assert_eq!(column("lead")["correlation"], Json::Null, "it is the outcome");
    let text = told(&manifest(100), None, Form::Text);
    let lines: Vec<&str> = text.lines().filter(|line| line.contains("the more, the better")).collect();
    assert!(lines[0].contains("losses.Old, Guard  -") && lines[0].ends_with("for Blue"), "{text}");
    assert!(lines[1].contains("shots.Red          0.37") && lines[1].ends_with("for Red"), "{text}");
    assert!(text.contains("2 of 2 columns differ") && text.contains("It is no cause"), "{text}");
}

#[test]
fn units_are_told_in_a_row_each() {
    let text = told(&manifest(100), None, Form::Text);
    let (_, units) = text.split_once("what became of Red").expect("the report has a table of units");
    let mut lines = units.lines().skip(1);
    assert_eq!(
        lines.next().map(str::split_whitespace).map(Iterator::collect),
        Some(vec!["losses", "lost,", "%"])
    );
    // 30 of 90 lose three: one on average; 9 of 90 are lost.
    let row = lines.next().expect("the part has a row for the unit");
    assert!(row.starts_with("  Old, Guard  1.00 (") && row.contains("  10.00 ("), "{row}");
}

#[test]
fn a_run_that_was_ended_by_what_it_showed_or_not_at_all_has_intervals_that_allow_for_it() {
    let fixed = told(&manifest(100), None, Form::Text);
    assert!(fixed.contains("fixed before the first (rates: Wilson's)"), "{fixed}");
    // Wilson's for 40 of 90, by the formula: (0.44444 + 0.021341 -+ 0.104854) / 1.042683.
    assert!(fixed.contains("44.44 (34.62 to 54.73)"), "{fixed}");
    let mut unfinished = manifest(1_000);
    unfinished.progress.is_finished = false;
    let mut decided = manifest(100);
    decided.run.until = Some("a verdict".to_owned());
    let ends = |manifest: &Manifest, words: &str| {
        let text = told(manifest, None, Form::Text);
        assert!(text.lines().any(|line| line == format!("{words}: a verdict")), "{words}:\n{text}");
    };
    // All 100 games were played, 100 of 1000, and 100 so far.
    ends(&decided, "could have ended earlier by what it showed");
    let mut early = manifest(1_000);
    early.run.until.clone_from(&decided.run.until);
    ends(&early, "ended by what it showed");
    early.progress.is_finished = false;
    ends(&early, "may end by what it shows");
    for manifest in [unfinished, decided] {
        let text = told(&manifest, None, Form::Text);
        assert!(text.contains("hold at any time") && !text.contains("34.62"), "{text}");
        let json: Json =
            serde_json::from_str(&told(&manifest, None, Form::Json)).expect("what is written is JSON");
        let run = &json["runs"][0];
        assert_eq!(run["intervals"], "anytime");
        let low = run["outcome"]["first_wins"]["low"].as_f64().expect("the value is a number");
        assert!(low < 0.33, "{low}");
        // The same for means, however few there are.
        assert_eq!(run["columns"][3]["numbers"]["mean"]["high"], Json::Null, "all alike: nothing is known");
    }
}

#[test]
fn a_verdict_is_given_where_it_is_asked_for() {
    assert_eq!(json()["verdict"]["verdict"], "undecided");
    assert_eq!(json()["verdict"]["margin"], 0.02);
    let text = told(&manifest(100), Some(0.02), Form::Text);
    assert!(text.contains("verdict: Undecided (fair is a score between 48 and 52 %); about "), "{text}");
    assert!(!told(&manifest(100), None, Form::Text).contains("verdict"));
}

#[test]
fn the_rows_of_the_table_have_eight_cells_and_say_what_the_json_says() {
    let csv = told(&manifest(100), Some(0.02), Form::Csv);
    let mut lines = csv.lines();
    assert_eq!(lines.next(), Some("run,table,key,value,games,estimate,low,high"));
    for line in lines {
        // The only commas within a cell are those of the Old, Guard.
        assert_eq!(line.replace("Old, Guard", "").matches(',').count(), 7, "{line}");
        assert!(!line.contains("Old, Guard") || line.contains("Old, Guard\""), "quoted: {line}");
    }
    let json = json();
    let score = &json["outcome"]["score"];
    let row = format!("some run,outcome,score,,90,{},{},{}\n", score["value"], score["low"], score["high"]);
    assert!(csv.contains(&row), "{row}");
    for row in ["some run,games,aborted,,10,,,\n", "some run,intervals,fixed,,,,,\n"] {
        assert!(csv.contains(row), "{row}");
    }
    assert!(csv.contains("some run,quantile,lead,50,90,0,,\n"), "{csv}");
    assert!(csv.contains("some run,distribution,\"losses.Old, Guard\",3,90,0.3333333333333333,"), "{csv}");
}

/// A run of a game with stages and one of a game with turns on one page: each uses its own word.
#[test]
fn every_run_of_a_page_has_its_own_word_for_time() {
    let blank = PageChart::drawn(Language::English, |frame| {
        outcomes(
            &Outcomes { sides: ["Red", "Blue"].map(Called::from), runs: Vec::new(), difference: None },
            frame,
        )
    });
    let aggregate = made_up();
    let manifests = ["stage", "turn"].map(|time| manifest(100).counted_by(time));
    let film = PageFilm { number: 3, pick: None, parts: Vec::new(), end: (String::new(), String::new()) };
    let run = |manifest| PageRun {
        recorded: RecordedRun {
            folder: "some run",
            manifest,
            aggregate: &aggregate,
            given: &[],
            mixes: None,
            minds: None,
            why: None,
        },
        label: String::new(),
        charts: PageCharts {
            reasons: blank.clone(),
            stages: None,
            survival: None,
            convergence: blank.clone(),
        },
        scene: Ok(Scene { games: 1, films: vec![film.clone()], ..Scene::default() }),
    };
    for (language, expected) in [
        (Language::English, ["go from stage to stage", "go from turn to turn"]),
        (Language::Polish, ["Page Down o etap,", "Page Down o tur\u{119},"]),
    ] {
        let lexicon = Lexicon::new(language, []);
        let page = Page {
            pairs: None,
            parts: None,
            studies: Vec::new(),
            lexicon: &lexicon,
            runs: manifests.iter().map(run).collect(),
            outcomes: blank.clone(),
            margins: blank.clone(),
            margin: 0.02,
            language,
            version: "0",
        };
        let html = page.html();
        // Red wins 40 of 90 that ended: the bar is as long, and the figure stands beside its name.
        assert!(html.contains("<i class=\"first\" style=\"width:44.444%\">"), "the bar of a verdict");
        let wins = if language == Language::Polish { "Red 44,4" } else { "Red 44.4" };
        assert!(html.contains(wins), "{wins}");
        let at = expected.map(|told| html.find(told).unwrap_or_else(|| panic!("{told}")));
        assert!(at[0] < at[1] && expected.iter().all(|told| html.matches(told).count() == 1));
    }
}
