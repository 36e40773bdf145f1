//! `szala gate` in use, and what its shipped baselines guard.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use szala_analysis::gate::Baseline;

fn szala(folder: &Path, words: &str) -> Output {
    let mut szala = Command::new(crate::program());
    szala.current_dir(folder).args(words.split_whitespace()).output().expect("the binary under test starts")
}

fn said(output: &Output) -> String {
    let [out, err] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    format!("{out}{err}")
}

fn shipped(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios").join(folder)
}

#[test]
fn a_baseline_is_checked_from_any_folder_of_its_repository() {
    let top = Path::new(env!("CARGO_TARGET_TMPDIR")).join("gate-elsewhere");
    let _ = fs::remove_dir_all(&top);
    let game = top.join("game");
    fs::create_dir_all(game.join("deep")).expect("the disk has room for a folder");
    for name in ["drill.toml", "drill-map.toml"] {
        fs::copy(shipped("verdox").join(name), game.join(name)).expect("the file is shipped");
    }
    // The folder `ci` does not exist yet.
    let margins = "first_wins=40,draws=40,second_wins=40,lead=50,decisions=500";
    let words = format!(
        "gate --baseline ci/drill.baseline --update game/drill.toml --players uniform --games 60 --margins {margins}"
    );
    let made = szala(&top, &words);
    assert!(made.status.success(), "{}", said(&made));
    for (from, to) in [(&top, "ci"), (&game, "../ci"), (&game.join("deep"), "../../ci")] {
        let checked = szala(from, &format!("gate --baseline {to}/drill.baseline"));
        assert!(checked.status.success(), "from {}: {}", from.display(), said(&checked));
        assert!(said(&checked).contains("UNCHANGED"), "{}", said(&checked));
    }
    // Whoever reads findings gets them when nothing has changed, too.
    let again = szala(&top, &format!("{words} --format json"));
    assert!(again.status.success(), "{}", said(&again));
    let told: serde_json::Value = serde_json::from_slice(&again.stdout).expect("one document");
    assert_eq!(told["answer"], "UNCHANGED");
    // No scenario of that name lies beside the baseline: it prints which one it means.
    fs::rename(&game, top.join("games")).expect("there is room");
    let missing = szala(&top, "gate --baseline ci/drill.baseline");
    assert_eq!(missing.status.code(), Some(2), "{}", said(&missing));
    assert!(said(&missing).contains("game/drill.toml"), "{}", said(&missing));
}

/// [13.1] If the camp is never reached, a change of its value would go undetected.
#[test]
fn the_baselines_of_scenario_one_guard_the_draw_by_the_camp() {
    let folder = shipped("niemenczyn-1794").join("baselines");
    let text = fs::read_to_string(folder.join("camp.baseline")).expect("the baseline is shipped");
    let games = Baseline::read(&text).expect("the baseline is sound").games;
    let draws = games.iter().filter(|game| game.end.is_some_and(|(winner, _)| winner.is_none())).count();
    // With a draw in ten games, losing a tenth of the draws would be a whole point, the margin.
    assert!(10 * draws >= games.len(), "{draws} of {}", games.len());
}
