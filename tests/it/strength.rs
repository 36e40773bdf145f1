//! How strong the shipped players are: every version that was ever shipped, against the same panel and against the mix
//! of the other side. Players of one seat never meet, so they are compared by what they score against others, on the
//! same games. The table is `docs/STRENGTH.md`: `SZALA_RENEW=1 cargo test --test it strength::` writes it anew.

use std::fmt::Write as _;
use std::path::Path;

use szala_analysis::scores;
use szala_analysis::statistics::Sample;
use szala_kernel::{BySide, RunSeed, Side};
use szala_system::{Changes, Game};

/// The scenarios, and the usual players of each that were ever shipped, the oldest first, with the day.
const SHIPPED: [(&str, &[Version]); 4] = [
    (
        "scenarios/niemenczyn-1794/historical.toml",
        &[HEURISTIC, TUNED_OF_HISTORICAL, DRILLED_OF_HISTORICAL, MIX_OF_HISTORICAL, LONG_OF_HISTORICAL],
    ),
    (
        "scenarios/niemenczyn-1794/alternative.toml",
        &[HEURISTIC, TUNED_OF_ALTERNATIVE, DRILLED_OF_ALTERNATIVE, MIX_OF_ALTERNATIVE, LONG_OF_ALTERNATIVE],
    ),
    ("scenarios/verdox/fortress.toml", &[HEURISTIC, MIX_OF_FORTRESS]),
    ("scenarios/verdox/mirror.toml", &[HEURISTIC, MIX_OF_MIRROR]),
];
/// A day, and a player.
type Version = (&'static str, &'static str);
const HEURISTIC: Version = ("2026-11-20", "heuristic");
const TUNED_OF_HISTORICAL: Version =
    ("2026-11-22", "mix:scenarios/niemenczyn-1794/robust/historical/2026-11-22/mix.toml");
const TUNED_OF_ALTERNATIVE: Version =
    ("2026-11-22", "mix:scenarios/niemenczyn-1794/robust/alternative/2026-11-22/mix.toml");
const DRILLED_OF_HISTORICAL: Version =
    ("2026-11-24", "mix:scenarios/niemenczyn-1794/robust/historical/2026-11-24/mix.toml");
const DRILLED_OF_ALTERNATIVE: Version =
    ("2026-11-24", "mix:scenarios/niemenczyn-1794/robust/alternative/2026-11-24/mix.toml");
const MIX_OF_HISTORICAL: Version =
    ("2026-11-25", "mix:scenarios/niemenczyn-1794/robust/historical/2026-11-25/mix.toml");
const MIX_OF_ALTERNATIVE: Version =
    ("2026-11-25", "mix:scenarios/niemenczyn-1794/robust/alternative/2026-11-25/mix.toml");
const LONG_OF_HISTORICAL: Version =
    ("2026-11-25, later", "mix:scenarios/niemenczyn-1794/robust/historical/mix.toml");
const LONG_OF_ALTERNATIVE: Version =
    ("2026-11-25, later", "mix:scenarios/niemenczyn-1794/robust/alternative/mix.toml");
const MIX_OF_FORTRESS: Version = ("2026-11-25", "mix:scenarios/verdox/robust/fortress/mix.toml");
const MIX_OF_MIRROR: Version = ("2026-11-25", "mix:scenarios/verdox/robust/mirror/mix.toml");

/// A seed that no search and no tuning used.
const SEED: RunSeed = RunSeed(20_261_122);
/// Games of a version: half against the panel, half against the other side's newest version.
const GAMES: u64 = 8_000;
/// A newer version may be weaker by a point; more would be a step back.
const LOSS: f64 = -0.01;
/// Players whom everybody beats, or who think too long.
const NOT_ON_THE_PANEL: [&str; 4] = ["uniform", "greedy", "search", "planner"];

fn read(path: &str) -> Result<String, String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
}

fn open(scenario: &str) -> Box<dyn Game> {
    let opening = szala::SHIPPED.into_iter().find_map(|system| {
        let is_its_own = system.scenarios().contains(&scenario);
        is_its_own.then(|| system.open(scenario, &read, &Changes::default()))
    });
    opening.expect("a shipped scenario").unwrap_or_else(|problems| panic!("{problems}")).game
}

/// What each game is worth to a player of this side.
fn points(game: &dyn Game, side: Side, own: &str, other: &str, games: core::ops::Range<u64>) -> Vec<f64> {
    let names = if side == Side::First { [own, other] } else { [other, own] };
    let contest = game.seat(BySide(names), &read).unwrap_or_else(|refused| panic!("{}", refused.why));
    scores(&*contest, SEED, games).into_iter().map(|score| score.points(side)).collect()
}

/// The games of a version, against the panel and against the newest version of the other side.
fn played(game: &dyn Game, side: Side, own: &str, newest: &str) -> [Vec<f64>; 2] {
    let listed = game.players(!side).into_iter().map(|player| player.name);
    let panel: Vec<String> = listed
        .filter(|name| !NOT_ON_THE_PANEL.iter().any(|out| name.split(':').next() == Some(out)))
        .collect();
    let each = GAMES / 2 / panel.len() as u64;
    let against =
        |(number, other): (u64, &String)| points(game, side, own, other, number * each..(number + 1) * each);
    let of_panel = (0..).zip(&panel).flat_map(against).collect();
    [of_panel, points(game, side, own, newest, GAMES..GAMES + GAMES / 2)]
}

fn told(sample: &Sample) -> String {
    let (mean, error) = (100.0 * sample.mean, 196.0 * sample.standard_error());
    format!("{mean:.1} ± {error:.1}")
}

/// The newest version is judged by the last one. Only a new page needs all games of those before.
#[test]
fn a_newer_player_is_not_weaker_than_the_last_by_more_than_a_point() {
    let is_renewed = std::env::var_os("SZALA_RENEW").is_some();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/STRENGTH.md");
    let page = std::fs::read_to_string(&path).expect("the page is there");
    let mut table = String::from(HEAD);
    for (scenario, versions) in SHIPPED {
        let game = open(scenario);
        let newest = versions.last().expect("a version is shipped").1;
        let played_again = if is_renewed { 0 } else { versions.len().saturating_sub(2) };
        for side in Side::BOTH {
            let seat = format!("{}, {}", game.faces().side_name(side), game.plain_title());
            let mut last: Option<[Vec<f64>; 2]> = None;
            for (number, (day, own)) in versions.iter().enumerate() {
                let begins = format!("| {seat} | {day} | `{own}` | ");
                let games = (number >= played_again).then(|| played(&*game, side, own, newest));
                let gain = games.as_ref().zip(last.as_ref()).map(|(games, last)| {
                    let pairs = games.iter().zip(last).flat_map(|(now, then)| now.iter().zip(then));
                    Sample::of_values(&pairs.map(|(now, then)| now - then).collect::<Vec<f64>>())
                });
                let row = match &games {
                    Some(games) if is_renewed || gain.is_some() => {
                        let [panel, mix] = games.each_ref().map(|points| told(&Sample::of_values(points)));
                        let more = gain.as_ref().map_or_else(|| "-".to_owned(), told);
                        format!("{begins}{panel} | {mix} | {more} |")
                    }
                    _ => page.lines().find(|line| line.starts_with(&begins)).unwrap_or("").to_owned(),
                };
                writeln!(table, "{row}").expect("a text in memory takes any line");
                // Against opponents who came later an older one may have been the better: only the newest is judged.
                if let Some(gain) = gain.filter(|_| *own == newest) {
                    let told = told(&gain);
                    assert!(gain.mean > LOSS, "{seat}: `{own}` is weaker than the last version: {told}");
                }
                last = games;
            }
        }
    }
    if is_renewed {
        std::fs::write(&path, table).expect("the page can be written");
    } else {
        assert_eq!(page, table, "SZALA_RENEW=1 cargo test --test it strength:: writes it anew");
    }
}

const HEAD: &str = "\
# How strong the shipped players are

Every usual player that a scenario was ever shipped with. Players of one seat never meet, so each plays the same games
against others: half of its 8 000 games against a panel (the listed players of the other side but `uniform`, `greedy`,
`search` and `planner`), half against the newest version of the other side. In hundredths of a game with 95 % intervals;
the last column compares all games with those of the version before, game by game. Seed 20261122, which no search and no
tuning used. [ROBUST.md](ROBUST.md) says how the mixes were found, and how much better play than theirs is known.

This page is written by `SZALA_RENEW=1 cargo test --test it strength::`. The test fails where the newest version scores
less than the last one by more than a point.

| seat | since | player | against the panel | against the newest mix | more than the last |
|---|---|---|---|---|---|
";
