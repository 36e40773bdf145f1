//! An explained game is the same game: for every listed player, the lines that `--explain` adds are the only
//! difference.

use std::process::Command;

const GAMES: [&str; 2] = ["two-gates", "scenarios/niemenczyn-1794/historical.toml"];

fn szala(arguments: &[&str]) -> String {
    let szala = Command::new(crate::program())
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(arguments)
        .output()
        .expect("the binary under test starts");
    assert!(szala.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&szala.stderr));
    String::from_utf8(szala.stdout).expect("the output is UTF-8")
}

/// The same player, but with the shortest search: searching takes most of the time.
fn in_a_hurry(name: &str) -> String {
    if name.starts_with("search:") { "search:8".to_owned() } else { name.to_owned() }
}

/// The names that a game lists for its sides: players are indented deeper than sides.
fn players(game: &str) -> Vec<[String; 2]> {
    let mut sides = [Vec::new(), Vec::new()];
    let mut side = 0;
    for line in szala(&["list", "--players", game]).lines().skip(2) {
        match line.strip_prefix("    ") {
            // The description of a player continues in the next line.
            Some(player) if player.starts_with(' ') => (),
            Some(player) => sides[side]
                .push(in_a_hurry(player.split(' ').next().expect("a line of players starts with a name"))),
            None => side += 1,
        }
    }
    let [first, second] = sides;
    // Each player at least once; a side with fewer players repeats its last.
    let most = first.len().max(second.len());
    (0..most).map(|n| [&first, &second].map(|names| names[n.min(names.len() - 1)].clone())).collect()
}

#[test]
fn explaining_a_game_adds_opinions_and_changes_nothing_else() {
    for game in GAMES {
        for pair in players(game) {
            let pair = pair.join(",");
            let arguments = ["replay", game, "--players", &pair, "--format", "jsonl"];
            let plain = szala(&arguments);
            let explained = szala(&[&arguments[..], &["--explain"]].concat());
            let is_opinion = |line: &&str| line.starts_with(r#"{"kind":"opinion""#);
            let without: Vec<&str> = explained.lines().filter(|line| !is_opinion(line)).collect();
            assert_eq!(without, plain.lines().collect::<Vec<_>>(), "{pair} play {game}");
        }
    }
}
