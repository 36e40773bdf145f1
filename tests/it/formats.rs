//! Every command that prints findings writes them in four formats, and the JSON has exactly the keys that
//! `docs/JSON.md` explains.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

const HISTORICAL: &str = "scenarios/niemenczyn-1794/historical.toml";
const DRILL: &str = "scenarios/verdox/drill.toml";
const MIRROR: &str = "scenarios/verdox/mirror.toml";

/// Each command with its name in the JSON, small enough to run four times.
fn commands(runs: &Path) -> Vec<(&'static str, String)> {
    let runs = runs.display();
    let narwa = "units.Narwa~1.morale";
    let storm = "--players storm,hold";
    let tune =
        "tune two-gates --side Red --player sentry --against sentry --steps 2 --games 5 --evaluation-games 5";
    [
        ("run", format!("run two-gates --games 50 --margin 5 --until-decided --out {runs}/FORMAT")),
        ("run", "run two-gates --games 50".to_owned()),
        ("run", format!("run {HISTORICAL} {storm} --games 400 --why-pairs 100 --margin 3 --walkover 4")),
        ("compare", format!("whatif {HISTORICAL} --set automatic_victory=5 {storm} --games 20")),
        ("report", format!("report {runs}/whole --margin 5 --given decisions>2")),
        ("chart clauses", format!("chart clauses {runs}/whole --games 20")),
        ("merge", format!("merge {runs}/one {runs}/two --out {runs}/merged-FORMAT")),
        ("compare", "compare two-gates two-gates --games 50".to_owned()),
        ("compare", "compare two-gates two-gates --games 50 --detect 20".to_owned()),
        ("compare diverge", "compare two-gates two-gates --diverge 3".to_owned()),
        ("compare diverge", format!("whatif {HISTORICAL} --set automatic_victory=5 {storm} --diverge first")),
        ("sweep", format!("sweep {HISTORICAL} --vary {narwa}=5..6 {storm} --games 20 --margin 5")),
        (
            "sensitivity",
            format!(
                "sensitivity {HISTORICAL} --paths units.Narwa~*.morale {storm} --games 500 --pair-games 10"
            ),
        ),
        (
            "sensitivity",
            format!(
                "sensitivity {HISTORICAL} {storm} --games 100 --strongest 0 --scenarios 5 --scenario-games 10"
            ),
        ),
        (
            "balance",
            format!(
                "balance {HISTORICAL} --palette tests/transcripts/palette.toml {storm} --games 250 \
                 --check-games 250"
            ),
        ),
        ("plan", "plan two-gates --margin 2 --pilot 200".to_owned()),
        ("plan", format!("plan {HISTORICAL} --vary {narwa}=5..6 {storm} --precision 5 --pilot 20")),
        ("plan", format!("plan {HISTORICAL} --gate {storm} --pilot 20")),
        ("league", "league two-gates --players uniform,sentry --games 20".to_owned()),
        ("secrets", "secrets scenarios/night-crossing/known.toml --games 20 --survey 5".to_owned()),
        ("advantage", format!("advantage {MIRROR} --players hold --games 2 --maps 2")),
        ("luck", "luck two-gates --game 3 --rollouts 20".to_owned()),
        ("luck run", "luck two-gates --games 20 --adjust 2 --rollouts 5".to_owned()),
        ("tune", format!("{tune} --out {runs}/FORMAT.toml")),
        (
            "drill",
            format!(
                "drill {HISTORICAL} --rounds 1 --games 100 --evaluation-games 4 --against heuristic --out \
                 {runs}/drill-FORMAT"
            ),
        ),
        ("robust", format!("robust two-gates --games 4000 --out {runs}/robust-FORMAT")),
        (
            "challenge",
            format!(
                "challenge two-gates --players uniform --games 20 --keep --mix {runs}/robust-FORMAT/mix.toml"
            ),
        ),
        ("run", format!("run two-gates --games 50 --players mix:{runs}/robust-FORMAT/mix.toml")),
        (
            "compare",
            format!("whatif {DRILL} --set kinds.artillery.moves_on=2 --games 20 --robust-games 1000"),
        ),
        ("gate", format!("gate --baseline {runs}/storm.baseline --set automatic_victory=5 --allow scenario")),
        ("show map", "show map two-gates".to_owned()),
        ("show units", format!("show units {HISTORICAL}")),
        ("show tables", "show tables two-gates".to_owned()),
        ("show heat", "show heat two-gates --games 10".to_owned()),
        ("run", "run two-gates --games 50 --shard 1/2".to_owned()),
        ("new", format!("new {runs}/new-FORMAT --from {MIRROR}")),
        ("list", "list".to_owned()),
        ("list players", "list --players two-gates".to_owned()),
        ("list paths", format!("list --paths {HISTORICAL}")),
        ("validate", format!("validate {HISTORICAL} tests/transcripts/broken.toml")),
        ("case", "case engine/verdox/cases/ch03.toml".to_owned()),
        ("odds", "odds two-gates --until 3".to_owned()),
        ("odds", "odds engine/examples/pig/cases/pig.toml 1".to_owned()),
        ("odds decisions", "odds two-gates --at 0".to_owned()),
        ("odds tables", format!("odds {MIRROR} --table walls")),
    ]
    .into()
}

fn szala(line: &str) -> String {
    let words = line.split(' ').map(|word| word.replace('~', " "));
    let out = Command::new(crate::program())
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(words)
        .output()
        .expect("the command was built for this test");
    // A failing gate and a file with errors are findings too.
    assert!(matches!(out.status.code(), Some(0 | 1)), "{line}: {}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8(out.stdout).expect("all that is printed is UTF-8")
}

/// A folder of recorded runs: a whole one, and one in two shards.
fn recorded() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("formats-{}", std::process::id()));
    let at = folder.display();
    szala(&format!("run two-gates --games 200 --out {at}/whole"));
    // A change as large as the margin must be detected, so wide margins suffice.
    let margins = "--margins first_wins=20,draws=20,second_wins=20,lead=2,decisions=40";
    let baseline =
        format!("--baseline {at}/storm.baseline --update {HISTORICAL} --players storm,hold --games 300");
    szala(&format!("gate {baseline} {margins}"));
    for (name, shard) in [("one", "1/2"), ("two", "2/2")] {
        szala(&format!("run two-gates --games 100 --shard {shard} --out {at}/{name}"));
    }
    folder
}

/// The keys of all objects, except those with names of the scenario as keys.
fn keys(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(parts) => {
            for (key, part) in parts {
                found.insert(key.clone());
                if key != "features" {
                    keys(part, found);
                }
            }
        }
        Value::Array(parts) => parts.iter().for_each(|part| keys(part, found)),
        _ => (),
    }
}

/// The words in backquotes in the tables of the page.
fn documented() -> BTreeSet<String> {
    let page = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/JSON.md"))
        .expect("the repository holds the page");
    let rows = page.lines().filter(|line| line.starts_with('|'));
    let keys = rows.flat_map(|row| {
        row.split('|').nth(1).into_iter().flat_map(|cell| cell.split('`').skip(1).step_by(2))
    });
    keys.map(str::to_owned).collect()
}

#[test]
fn every_command_writes_four_formats_and_json_with_documented_keys() {
    let runs = recorded();
    let mut found = BTreeSet::new();
    for (name, line) in commands(&runs) {
        let told = |format: &str| szala(&format!("{} --format {format}", line.replace("FORMAT", format)));
        let json: Value =
            serde_json::from_str(&told("json")).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(json["command"], name, "{line}");
        assert_eq!(json["format"], 2, "{line}");
        keys(&json, &mut found);
        let text = told("text");
        let markdown = told("md");
        assert!(!text.is_empty() && !markdown.is_empty(), "{line}");
        let csv = told("csv");
        let commas = |line: &str| {
            let mut is_quoted = false;
            line.chars()
                .filter(|letter| {
                    is_quoted ^= *letter == '"';
                    *letter == ',' && !is_quoted
                })
                .count()
        };
        let widths: BTreeSet<usize> = csv.lines().map(commas).collect();
        assert!(csv.lines().count() > 1, "{line}: a head and no row\n{csv}");
        assert_eq!(widths.len(), 1, "{line}: rows of one width\n{csv}");
    }
    let documented = documented();
    let missing: Vec<&String> = found.difference(&documented).collect();
    assert!(missing.is_empty(), "docs/JSON.md does not explain {missing:?}");
    let stale: Vec<&String> = documented.difference(&found).collect();
    assert!(stale.is_empty(), "docs/JSON.md explains {stale:?}, which no command prints");
    std::fs::remove_dir_all(&runs).expect("the test made the folder");
}
