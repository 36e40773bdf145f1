//! Blunder tests: what no player of the game does who claims to know it, position by position, from `ai/blunders`.

use std::fmt::Write as _;
use std::path::PathBuf;

use szala_ai::blunder::{Examination, Report, Whom, run_file};
use szala_insurrection::{Insurrection, scenario};
use szala_kernel::{RunSeed, Side};

/// Who is asked where a position names nobody: those that claim to know better. Positions whose worth shows only after
/// several more decisions name the heuristic alone.
const KNOW_BETTER: [&str; 2] = ["heuristic", "search"];

/// How long the search may think.
const CALLED: [(&str, &str); 1] = [("search", "search:50")];

/// The contract: so many positions in all.
const FEWEST: usize = 60;

/// In so many games each is asked: their dice and the players' own chance differ.
const GAMES: u64 = 8;

fn load(name: Option<&str>) -> Result<Insurrection, String> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../scenarios/niemenczyn-1794/");
    let name = name.ok_or("the file names no scenario")?;
    let loaded = scenario::load(&format!("{root}{name}.toml"), &read).map_err(|wrong| wrong.to_string())?;
    Ok(Insurrection::new(loaded.scenario))
}

fn read(path: &str) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| error.to_string())
}

fn files() -> Vec<PathBuf> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/blunders");
    let files = std::fs::read_dir(folder).expect("a folder of blunders").flatten();
    let mut files: Vec<PathBuf> = files.map(|file| file.path()).collect();
    files.sort();
    files
}

fn examine(whom: Whom<'_>, games: u64) -> Vec<Report> {
    let asked = Examination {
        game: Some("insurrection"),
        whom,
        called: &CALLED,
        to_come: &[],
        seed: RunSeed(1794),
        games,
        read: &read,
    };
    let reports = files().into_iter().map(|path| {
        let name = format!("blunders/{}", path.file_name().expect("a file").display());
        let text = std::fs::read_to_string(&path).expect("a blunder file");
        run_file(&name, &text, &asked, load)
    });
    reports.collect()
}

/// The words of the reports that did not pass.
fn failures(reports: &[Report]) -> String {
    reports.iter().filter(|report| !report.is_passed()).fold(String::new(), |mut words, report| {
        let _ = writeln!(words, "{report}");
        words
    })
}

/// What is wrong with a file and its positions, whatever players do.
fn unsound_places(report: &Report) -> Vec<String> {
    let of_positions = report.positions.iter().flat_map(|position| &position.findings);
    let findings = report.findings.iter().chain(of_positions);
    findings.map(|it| format!("{}:{}:{}: {}", report.file, it.line, it.column, it.message)).collect()
}

#[test]
fn players_who_claim_to_know_better_make_no_blunder() {
    let know_better = |_: Side| KNOW_BETTER.map(str::to_owned).to_vec();
    let failed = failures(&examine(Whom::AsWritten(&know_better), GAMES));
    assert!(failed.is_empty(), "{failed}");
}

/// A position that chance players always get right asks nothing.
#[test]
fn every_position_is_sound_and_chance_players_blunder_in_each() {
    // So often that a blunder of one chance in fifty is missed less than once in three hundred times.
    let reports = examine(Whom::Only("uniform"), 300);
    let unsound: Vec<String> = reports.iter().flat_map(unsound_places).collect();
    assert!(unsound.is_empty(), "{}", unsound.join("\n"));
    let positions = || reports.iter().flat_map(|report| &report.positions);
    let never_wrong: Vec<&str> =
        positions().filter(|position| position.is_passed()).map(|position| &*position.name).collect();
    assert!(never_wrong.is_empty(), "chance players do right in {never_wrong:?}");
    assert!(positions().count() >= FEWEST, "only {} positions", positions().count());
}

#[test]
fn no_two_positions_have_the_same_name() {
    let reports = examine(Whom::Only("uniform"), 1);
    let mut names: Vec<&str> =
        reports.iter().flat_map(|report| &report.positions).map(|position| &*position.name).collect();
    names.sort_unstable();
    let twice = names.windows(2).find(|pair| pair[0] == pair[1]);
    assert_eq!(twice, None);
}

#[test]
fn the_example_of_the_page_on_blunder_tests_is_sound() {
    let page = include_str!("../../docs/BLUNDERS.md");
    let (_, example) = page.split_once("```toml").expect("an example");
    let (example, _) = example.split_once("```").expect("its end");
    let asked = Examination {
        game: Some("insurrection"),
        whom: Whom::Only("uniform"),
        called: &CALLED,
        to_come: &[],
        seed: RunSeed(1794),
        games: 1,
        read: &read,
    };
    let report = run_file("docs/BLUNDERS.md", example, &asked, load);
    assert!(report.is_sound() && report.positions.len() == 1, "{report}");
}
