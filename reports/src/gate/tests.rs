//! Tests of the gate's output in every format, on a game with two outcomes that can be computed by hand.

use szala_analysis::aggregate::Counts;
use szala_analysis::gate::{Asked, Changed, Remembered};
use szala_analysis::records::Hashes;
use szala_kernel::{BySide, Side};

use super::*;
use crate::{Form, written};

/// Red wins every other game by 3, in 10 decisions; Blue the others.
fn games(number: usize) -> Vec<Remembered> {
    let ends = [(Some(Side::First), 3), (Some(Side::Second), -3)];
    (0..number).map(|at| Remembered { end: Some(ends[at % 2]), decisions: 10, course: 7 }).collect()
}

fn baseline() -> Baseline {
    let (games, mut asked) = (games(400), Asked::default());
    for axis in [Axis::Win, Axis::Draw, Axis::Loss] {
        asked.margin(axis, 20.0).expect("the margin is within its bounds");
    }
    asked.margin(Axis::Lead, 2.0).expect("the margin is within its bounds");
    let hashes =
        Hashes { rules: String::new(), scenario: String::new(), players: [String::new(), String::new()] };
    let head = Head {
        game: "duel.toml".to_owned(),
        changes: Vec::new(),
        players: ["bold", "timid"].map(str::to_owned),
        seed: 5,
        games: games.len(),
        terms: asked.settle(&games),
        title: "Duel <one|two> & \"three\"".to_owned(),
        sides: BySide(["Red", "Blue"].map(str::to_owned)),
        made_by: ["0.1.0", "abc"].map(str::to_owned),
        hashes,
    };
    Baseline { head, games, is_damaged: false }
}

fn told(now: &[Remembered], form: Form) -> String {
    findings(now, |found| written(found, form))
}

fn findings(now: &[Remembered], told: impl FnOnce(&GateFindings<'_>) -> String) -> String {
    let baseline = baseline();
    let planned = baseline.head.terms.plan(&baseline.games);
    let judgement = baseline.judge(now, Changed::default());
    let replay = "szala replay duel.toml --keyed";
    let report = GateReport {
        mixes: None,
        counts: Counts::default(),
        file: "duel, 1:2.baseline",
        baseline: &baseline,
        planned: &planned,
        judgement: &judgement,
        replay,
    };
    told(&report.findings())
}

fn junit(now: &[Remembered]) -> String {
    findings(now, |found| {
        let mut text = String::new();
        found.write_junit(&mut text).expect("a string takes all that is written to it");
        text
    })
}

fn github(now: &[Remembered]) -> String {
    findings(now, |found| {
        let mut text = String::new();
        found.write_github(&mut text).expect("a string takes all that is written to it");
        text
    })
}

/// Every game that Blue won is drawn, from number 1 on.
fn drawn() -> Vec<Remembered> {
    let mut games = games(400);
    for game in games.iter_mut().skip(1).step_by(2) {
        *game = Remembered { end: Some((None, -3)), decisions: 10, course: 8 };
    }
    games
}

#[test]
fn the_answer_is_the_first_word_and_every_axis_has_its_row() {
    let same = told(&games(400), Form::Text);
    assert!(same.starts_with("UNCHANGED: Duel"), "{same}");
    assert!(
        same.contains("400 games, bold against timid, seed 5; every game is the game that it was"),
        "{same}"
    );

    let text = told(&drawn(), Form::Text);
    assert!(text.starts_with("SHIFTED: Duel"), "{text}");
    assert!(text.contains("200 of 400 games are not what they were; the first is number 1"), "{text}");
    assert!(text.contains("  szala replay duel.toml --keyed --number 1\n"), "{text}");
    let row = |name: &str| {
        text.lines()
            .find(|line| line.trim_start().starts_with(name))
            .expect("the table has a row of that name")
            .to_owned()
    };
    assert!(row("Red win, %").contains("  50.00  50.00  +0.00 ("), "{text}");
    assert!(
        row("draw, %").contains("   0.00  50.00  +50.00 (") && row("draw, %").ends_with("shifted"),
        "{text}"
    );
    assert!(
        row("Blue win, %").contains("  50.00   0.00  -50.00 (") && row("Blue win, %").ends_with("shifted")
    );
    assert!(row("decisions").ends_with("equivalent"), "{text}");
}

#[test]
fn markdown_is_a_table_that_no_name_breaks() {
    let text = told(&drawn(), Form::Markdown);
    assert!(text.starts_with("### SHIFTED: Duel"), "{text}");
    assert!(text.contains("| draw, % | 0.00 | 50.00 | +50.00 ("), "{text}");
    assert!(text.contains("Duel &lt;one|two&gt;"), "{text}");
    for row in text.lines().filter(|line| line.starts_with('|')) {
        assert_eq!(row.matches('|').count(), 7, "{row}");
    }
    assert!(text.contains("```sh\nszala replay duel.toml --keyed --number 1\n```"), "{text}");
}

#[test]
fn junit_is_xml_with_a_test_for_every_axis() {
    for (now, answer, failing) in [(games(400), "UNCHANGED", 0), (drawn(), "SHIFTED", 2)] {
        let text = junit(&now);
        let document = roxmltree::Document::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let all = |name: &'static str| document.descendants().filter(move |node| node.has_tag_name(name));
        let names: Vec<&str> = all("testcase").filter_map(|case| case.attribute("name")).collect();
        let axes = ["Red win, %", "draw, %", "Blue win, %", "lead of Red, VP", "decisions a game"];
        assert_eq!(names, [&["can be judged"][..], &axes].concat());
        assert_eq!((all("failure").count(), all("error").count()), (failing, 0));
        let suite = all("testsuite").next().expect("the document has a suite");
        assert_eq!(suite.attribute("name"), Some("Duel <one|two> & \"three\""));
        assert_eq!(suite.attribute("failures"), Some(failing.to_string().as_str()));
        assert!(all("property").any(|node| node.attribute("value") == Some(answer)), "{text}");
    }
}

#[test]
fn what_cannot_be_judged_is_an_error_of_the_tests_and_is_told_with_its_reason() {
    let mut now = games(400);
    now[6].end = None;
    let text = junit(&now);
    let document = roxmltree::Document::parse(&text).expect("what is written is XML");
    let error =
        document.descendants().find(|node| node.has_tag_name("error")).expect("the document has an error");
    assert!(
        error
            .attribute("message")
            .expect("the error has a message")
            .starts_with("games without an end: 1 now, 0 in the baseline"),
        "{text}"
    );
    let text = told(&now, Form::Text);
    assert!(text.starts_with("INVALID") && text.contains("\n- games without an end: 1 now"), "{text}");
}

/// GitHub's format: a command is one line; % and line ends are escaped, and in its properties colons and commas too.
#[test]
fn an_annotation_is_one_line() {
    let text = github(&drawn());
    let [line] = text.lines().collect::<Vec<_>>()[..] else { panic!("{text}") };
    assert!(
        line.starts_with("::error file=duel%2C 1%3A2.baseline,title=szala gate%3A SHIFTED::Duel"),
        "{line}"
    );
    assert!(line.contains("%0Adraw, %25: 0.00 before, 50.00 now"), "{line}");
    let text = github(&games(400));
    assert!(text.starts_with("::notice file="), "{text}");
}

#[test]
fn a_program_reads_the_same() {
    let value: serde_json::Value =
        serde_json::from_str(&told(&drawn(), Form::Json)).expect("what is written is JSON");
    assert_eq!(value["answer"], "SHIFTED");
    assert_eq!(value["differing"], 200);
    assert_eq!(value["axes"][1]["axis"], "draws");
    assert_eq!(value["axes"][1]["difference"]["value"], 0.5);
    assert_eq!(value["axes"][1]["shows"], "shifted");
    assert_eq!(value["replay"], "szala replay duel.toml --keyed --number 1");
}

/// By hand for the wins: a variance of 1/4, of differences 1/2, so that (1.6449 + 1.6449) sqrt(1/2 / 400) is 11.6
/// points; they pass unchanged as Phi(20 / 3.5355 - 1.6449) = Phi(4.012), nearly always.
#[test]
fn the_plan_says_what_can_be_seen_before_anything_is_played() {
    let baseline = baseline();
    let (mut body, mut text) = (Body::default(), String::new());
    plan_body(&baseline, &baseline.head.terms.plan(&baseline.games), &mut body);
    body.write_text(&mut text).expect("a string takes all that is written to it");
    let row =
        text.lines().find(|line| line.contains("Red win, %")).expect("the table has a row of that name");
    let numbers: Vec<&str> = row.split_whitespace().skip(3).collect();
    assert_eq!(numbers, ["20.00", "11.63", "100.0"], "{text}");
    assert!(text.contains("passes with a chance of 5 % at most"), "{text}");
}
