//! A drill on a real scenario, from end to end: the same players with any number of threads, in files that can be
//! played, even in a scenario with more units; and errors in a file are reported with their place.

use std::path::{Path, PathBuf};

use crate::searched::{refused, told, told_in_a_line};

const SCENARIO: &str = "scenarios/niemenczyn-1794/historical.toml";

fn place(name: &str) -> PathBuf {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("drill-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&place);
    place
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn a_drill_leaves_players_that_can_be_played_and_drilled_again() {
    let small = "--rounds 2 --games 200 --evaluation-games 20 --against heuristic --mix 2";
    let small: Vec<&str> = small.split(' ').collect();
    let folders = ["1", "2"].map(|threads| {
        let folder = place(threads);
        let out = folder.display().to_string();
        let rest = ["--threads", threads, "--out", &out];
        let said = told_in_a_line(&[&["drill", SCENARIO][..], &small, &rest].concat());
        for wanted in ["points more than the player before", "play it as drilled:"] {
            assert!(said.contains(wanted), "{wanted}: {said}");
        }
        folder
    });
    for file in ["poles.toml", "russians.toml", "poles-1.toml", "russians-2.toml", "mix.toml"] {
        let [alone, together] = folders.each_ref().map(|folder| text(&folder.join(file)));
        assert_eq!(alone, together, "the same at any number of threads");
    }
    // The head of a file says how to train its net again.
    let poles = text(&folders[0].join("poles.toml"));
    let command = poles.lines().find_map(|line| line.strip_prefix("# szala "));
    let again = place("again");
    let out = again.display().to_string();
    let command: Vec<&str> = command.expect("the head has the command").split(' ').collect();
    told(&[&command[..], &["--out", &out]].concat());
    assert_eq!(text(&again.join("poles.toml")), poles);
    std::fs::remove_dir_all(&again).expect("the drill made the folder");
    let [first, second] =
        ["poles.toml", "russians.toml"].map(|file| folders[0].join(file).display().to_string());
    let players = format!("drilled:{first},drilled:{second}");
    let said = told(&["run", SCENARIO, "--games", "20", "--players", &players]);
    assert!(said.contains("20 games") && said.contains(&first), "{said}");
    // A mix of the last rounds is beside them.
    let mix = format!("mix:{}", folders[0].join("mix.toml").display());
    told(&["run", SCENARIO, "--games", "5", "--players", &mix]);
    // [13.2] Scenario II has an additional commander and units, which the nets do not know.
    told(&["run", "scenarios/niemenczyn-1794/alternative.toml", "--games", "5", "--players", &players]);
    // Its weights are a heuristic's.
    told(&["run", SCENARIO, "--games", "2", "--players", &format!("heuristic:{first},heuristic")]);
    // What cannot be written is found out before the work.
    let inside = folders[0].join("poles.toml/inside").display().to_string();
    let file = refused(&[&["drill", SCENARIO][..], &small, &["--out", &inside]].concat());
    assert!(file.contains("nothing can be written to the folder") && !file.contains("round "), "{file}");
    // Files are overwritten only on request.
    let out = folders[0].display().to_string();
    let said = refused(&[&["drill", SCENARIO][..], &small, &["--out", &out]].concat());
    assert!(said.contains("--force"), "{said}");
    let one = ["--rounds", "1", "--games", "100", "--evaluation-games", "10", "--side", "Poles", "--force"];
    let against = format!("drilled:{second}");
    let on = ["--player", &players, "--against", &against, "--out", &out];
    let before = text(&folders[0].join("russians.toml"));
    told(&[&["drill", SCENARIO][..], &one, &on].concat());
    assert_eq!(text(&folders[0].join("russians.toml")), before);
    // A net is refined, and its file says so.
    told(&[&["drill", SCENARIO, "--refine"][..], &one, &on].concat());
    let refined = text(&folders[0].join("poles.toml"));
    assert!(refined.contains(" --refine --rounds 1 "), "{}", &refined[..600]);

    let damaged = folders[0].join("damaged.toml");
    std::fs::write(&damaged, text(&folders[0].join("poles.toml")).replace("hexes = 180", "hexes = 90"))
        .expect("there is room");
    let damaged = format!("drilled:{},heuristic", damaged.display());
    let said = refused(&["run", SCENARIO, "--games", "2", "--players", &damaged]);
    assert!(said.contains("90 hexes") || said.contains("no such input"), "{said}");
    let whole = text(&folders[0].join("poles.toml"));
    let (without, _) = whole.split_once("net = ").expect("the net comes last");
    let damaged = folders[0].join("without.toml");
    std::fs::write(&damaged, without).expect("there is room");
    let damaged = format!("drilled:{},heuristic", damaged.display());
    let said = refused(&["run", SCENARIO, "--games", "2", "--players", &damaged]);
    assert!(said.contains("without.toml:") && said.contains("`net` is missing here"), "{said}");
    for folder in &folders {
        std::fs::remove_dir_all(folder).expect("the test made the folder");
    }
}

/// Two Gates has no heuristic; its first player whose weights are no chance is the sentry.
#[test]
fn a_game_without_a_heuristic_is_drilled_from_its_first_listed_player() {
    let out = place("gates");
    let path = out.display().to_string();
    let small =
        ["drill", "two-gates", "--rounds", "2", "--games", "100", "--evaluation-games", "50", "--mix", "1"];
    let said = told_in_a_line(&[&small[..], &["--out", &path]].concat());
    assert!(said.contains(&format!("play it as mix:{path}/mix.toml")), "{said}");
    assert!(
        text(&out.join("red.toml")).starts_with("# sentry as a player of Red"),
        "{}",
        text(&out.join("red.toml"))
    );
}

#[test]
fn who_has_no_options_to_weigh_and_files_without_a_net_are_refused() {
    let out = place("refused").display().to_string();
    let said = refused(&["drill", "two-gates", "--player", "uniform", "--out", &out]);
    assert!(said.contains("no options that a net could weigh"), "{said}");
    let said = refused(&["drill", SCENARIO, "--refine", "--out", &out]);
    assert!(said.contains("`heuristic` has no net to refine") && said.contains("drilled:FILE"), "{said}");
    let said = refused(&["drill", SCENARIO, "--side", "Pole", "--out", &out]);
    assert!(said.contains("Poles"), "{said}");
    let plain = "drilled:scenarios/niemenczyn-1794/heuristic.toml";
    let said = refused(&["run", SCENARIO, "--games", "2", "--players", plain]);
    assert!(said.contains("szala drill"), "{said}");
    let said = refused(&["drill", "two-gates", "--rounds", "2", "--mix", "3", "--out", &out]);
    assert!(said.contains("--mix 3 asks for more nets than --rounds 2 gives"), "{said}");
    assert!(!Path::new(&out).exists(), "nothing was written");
}
