//! How strong the shipped players are: every version ever shipped, against the same panel and against the mix of the
//! other side. Players of one seat never meet, so they are compared by their scores against others, in the same games.
//! The table is `docs/STRENGTH.md`: `SZALA_RENEW=1 cargo test --test it strength::` rewrites it.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use szala_analysis::scores;
use szala_analysis::statistics::Sample;
use szala_kernel::{BySide, RunSeed, Side};
use szala_system::{Changes, Game};

use crate::program;

/// The scenarios, and the heuristics that were their usual players before there were mixes, the oldest first.
const SHIPPED: [(&str, &[Shipped]); 5] = [
    ("scenarios/niemenczyn-1794/historical.toml", &[HEURISTIC]),
    ("scenarios/niemenczyn-1794/alternative.toml", &[HEURISTIC]),
    ("scenarios/verdox/fortress.toml", &[CAUTIOUS, GARRISON]),
    ("scenarios/verdox/mirror.toml", &[CAUTIOUS, GARRISON]),
    ("scenarios/verdox/siege.toml", &[]),
];
/// A day, and a heuristic of that day.
type Shipped = (&'static str, &'static str);
/// A day, and a player, as the page names them.
type Version = (String, String);
const HEURISTIC: Shipped = ("2026-11-20", "heuristic");
/// The first heuristic of *Verdox*.
const CAUTIOUS: Shipped = ("2026-11-20", "heuristic:scenarios/verdox/weights/cautious.toml");
/// The one after it.
const GARRISON: Shipped = ("2026-11-22", "heuristic");

/// A seed that no search and no tuning used.
const SEED: RunSeed = RunSeed(20_261_122);
/// Games of a version: half against the panel, half against the other side's newest version.
const GAMES: u64 = 8_000;
/// A newer version may be weaker by a point, in hundredths of a game; more would be a step back.
const LOSS: f64 = -1.0;
/// What to do about a page that is out of date.
const REMEDY: &str = "SZALA_RENEW=1 cargo test --test it strength:: writes the page anew";
/// Players that everybody beats, or that think too long.
const NOT_ON_THE_PANEL: [&str; 4] = ["uniform", "greedy", "search", "planner"];

fn read(path: &str) -> Result<String, String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
}

/// The usual players ever shipped for a scenario, the oldest first: heuristics, the mixes in the folders beside its
/// mix, which are named by the day, and that mix, which names the day of its last search.
fn versions_of(scenario: &str, heuristics: &[Shipped]) -> Vec<Version> {
    let place = scenario.strip_suffix(".toml").and_then(|path| path.rsplit_once('/'));
    let (folder, name) = place.expect("a scenario is a file in the folder of its game");
    let shelf = format!("{folder}/robust/{name}");
    let entries = Path::new(env!("CARGO_MANIFEST_DIR")).join(&shelf).read_dir().expect("a folder of mixes");
    let entries = entries.map(|entry| entry.expect("a folder that can be listed"));
    let folders = entries.filter(|entry| entry.path().join("mix.toml").is_file());
    let mut folders: Vec<String> =
        folders.map(|entry| entry.file_name().into_string().expect("a day")).collect();
    folders.sort();
    let mix = read(&format!("{shelf}/mix.toml")).expect("a mix is shipped");
    let day = mix.lines().find_map(|line| line.strip_prefix("date = \"")?.strip_suffix('"'));
    let day = day.expect("a mix says when it was found");
    let later = if folders.iter().any(|folder| folder == day) { ", later" } else { "" };
    let older = folders
        .iter()
        .map(|folder| (folder.replace("-later", ", later"), format!("mix:{shelf}/{folder}/mix.toml")));
    let heuristics = heuristics.iter().map(|(day, own)| ((*day).to_owned(), (*own).to_owned()));
    let newest = (format!("{day}{later}"), format!("mix:{shelf}/mix.toml"));
    heuristics.chain(older).chain([newest]).collect()
}

fn open(scenario: &str) -> Box<dyn Game> {
    let opening = szala::SHIPPED.into_iter().find_map(|system| {
        let is_its_own = system.scenarios().contains(&scenario);
        is_its_own.then(|| system.open(scenario, &read, &Changes::default()))
    });
    opening.expect("a shipped scenario").unwrap_or_else(|problems| panic!("{problems}")).game
}

/// Plays the games of one pair of players, or this part of them, and reports what each is worth to a player of this
/// side.
struct Games<'g> {
    scenario: &'g str,
    game: &'g dyn Game,
    side: Side,
    /// One by one and in order, which pairs of games need; otherwise by the program, which is faster in a release build
    /// and reports how many were won and drawn.
    in_order: bool,
}

impl Games<'_> {
    fn points(&self, own: &str, other: &str, (part, parts): (u64, u64), each: u64) -> Vec<f64> {
        let names = if self.side == Side::First { [own, other] } else { [other, own] };
        if self.in_order {
            let contest =
                self.game.seat(BySide(names), &read).unwrap_or_else(|refused| panic!("{}", refused.why));
            let games = (part - 1) * each..part * each;
            return scores(&*contest, SEED, games).into_iter().map(|score| score.points(self.side)).collect();
        }
        let [players, seed, games, shard] =
            [names.join(","), SEED.0.to_string(), (parts * each).to_string(), format!("{part}/{parts}")];
        let words = ["--players", &players, "--seed", &seed, "--games", &games, "--shard", &shard];
        let told = Command::new(program())
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .args(["run", self.scenario, "--format", "json"])
            .args(words)
            .output()
            .expect("the program can be called");
        assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
        let run: Value = serde_json::from_slice(&told.stdout).expect("an answer in JSON");
        let wins = if self.side == Side::First { "first_wins" } else { "second_wins" };
        let count =
            |key: &str| run["games"]["counts"][key].as_u64().expect("the number of games that ended so");
        let (won, drawn) = (count(wins), count("draws"));
        (0..each)
            .map(|game| {
                if game < won {
                    1.0
                } else if game < won + drawn {
                    0.5
                } else {
                    0.0
                }
            })
            .collect()
    }

    /// The games of a version, against the panel and against the newest version of the other side.
    fn of(&self, own: &str, newest: &str) -> [Vec<f64>; 2] {
        let listed = self.game.players(!self.side).into_iter().map(|player| player.name);
        let panel: Vec<String> = listed
            .filter(|name| !NOT_ON_THE_PANEL.iter().any(|out| name.split(':').next() == Some(out)))
            .collect();
        let parts = panel.len() as u64;
        let against =
            |(part, other): (u64, &String)| self.points(own, other, (part, parts), GAMES / 2 / parts);
        let of_panel = (1..).zip(&panel).flat_map(against).collect();
        [of_panel, self.points(own, newest, (3, 3), GAMES / 2)]
    }
}

fn told(sample: &Sample) -> String {
    let (mean, error) = (100.0 * sample.mean, 196.0 * sample.standard_error());
    format!("{mean:.1} ± {error:.1}")
}

/// The mean that [`told`] printed, in hundredths of a game.
fn mean(cell: &str) -> f64 {
    let told = cell.split(' ').next().and_then(|number| number.parse().ok());
    told.unwrap_or_else(|| panic!("`{cell}` is no figure of this page"))
}

/// The newest version is compared with the page's figures for the one before, which played the same games; only a new
/// page needs all games of earlier versions.
#[test]
fn a_newer_player_is_not_weaker_than_the_last_by_more_than_a_point() {
    let which = std::env::var("SZALA_RENEW").ok();
    let is_renewed = which.is_some();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/STRENGTH.md");
    let shipped = std::fs::read_to_string(&path).expect("the page is there");
    let page = which.map_or_else(|| shipped.clone(), |which| renewed(&shipped, &which));
    assert!(page.starts_with(HEAD), "the page begins as it is written");
    for (scenario, heuristics) in SHIPPED {
        let game = open(scenario);
        let versions = versions_of(scenario, heuristics);
        let newest = &versions.last().expect("a version is shipped").1;
        for side in Side::BOTH {
            let seat = seat(&*game, side);
            let rows: Vec<Vec<&str>> = versions
                .iter()
                .map(|(_, own)| {
                    row_of(&page, &seat, own).unwrap_or_else(|| panic!("{seat}: no row of {own}; {REMEDY}"))
                })
                .collect();
            let count = kept_rows(&page, &seat).lines().count();
            assert_eq!(count, rows.len(), "{seat}: every row is of a version that is still there; {REMEDY}");
            if !is_renewed {
                let games = Games { scenario, game: &*game, side, in_order: false };
                let now = games.of(newest, newest).map(|points| told(&Sample::of_values(&points)));
                let last = rows.last().expect("a version is shipped");
                assert_eq!(now, [last[0], last[1]], "{seat}: {REMEDY}");
            }
            // Against opponents that came later an older version may have been better: only the newest is judged.
            if let [.., then, now] = &rows[..] {
                let gain = (0..2).map(|part| mean(now[part]) - mean(then[part])).sum::<f64>() / 2.0;
                assert!(
                    (gain - mean(now[2])).abs() < 0.2,
                    "{seat}: the last column is the difference of the others"
                );
                assert!(gain > LOSS, "{seat}: `{newest}` is weaker than the last version by {gain:.1}");
            }
        }
    }
    if is_renewed {
        std::fs::write(&path, page).expect("the page can be written");
    }
}

/// The figures of a player in a seat: against the panel, against the newest mix, the gain over the previous one. The
/// day does not matter: a mix that was searched again is the same.
fn row_of<'p>(page: &'p str, seat: &str, own: &str) -> Option<Vec<&'p str>> {
    let (begins, player) = (format!("| {seat} | "), format!("`{own}` | "));
    let figures = page.lines().find_map(|line| {
        let (_, of_player) = line.strip_prefix(&begins)?.split_once(" | ")?;
        of_player.strip_prefix(&player)?.strip_suffix(" |")
    })?;
    Some(figures.split(" | ").collect())
}

fn seat(game: &dyn Game, side: Side) -> String {
    format!("{}, {}", game.faces().side_name(side), game.plain_title())
}

/// The page, with all games of all versions of the scenarios with this name, or of all scenarios: `1`; the other rows
/// are kept. Each seat has its own thread.
fn renewed(shipped: &str, which: &str) -> String {
    std::thread::scope(|scope| {
        let seats = SHIPPED.into_iter().flat_map(|(scenario, heuristics)| {
            let is_kept = which != "1" && !scenario.contains(which);
            Side::BOTH.map(|side| {
                scope.spawn(move || {
                    if is_kept {
                        kept_rows(shipped, &seat(&*open(scenario), side))
                    } else {
                        rows_of(scenario, &versions_of(scenario, heuristics), side)
                    }
                })
            })
        });
        let seats: Vec<_> = seats.collect();
        let rows = seats.into_iter().map(|seat| seat.join().expect("every game is played"));
        core::iter::once(String::from(HEAD)).chain(rows).collect()
    })
}

/// The page's rows for a seat.
fn kept_rows(page: &str, seat: &str) -> String {
    let begins = format!("| {seat} | ");
    page.lines().filter(|line| line.starts_with(&begins)).flat_map(|line| [line, "\n"]).collect()
}

/// The rows of all versions in a seat.
fn rows_of(scenario: &str, versions: &[Version], side: Side) -> String {
    let game = open(scenario);
    let newest = &versions.last().expect("a version is shipped").1;
    let seat = seat(&*game, side);
    let of_seat = Games { scenario, game: &*game, side, in_order: true };
    let mut rows = String::new();
    let mut last: Option<[Vec<f64>; 2]> = None;
    for (day, own) in versions {
        let games = of_seat.of(own, newest);
        let [panel, mix] = games.each_ref().map(|points| told(&Sample::of_values(points)));
        let more = last.map_or_else(
            || "-".to_owned(),
            |last| {
                let pairs = games.iter().zip(&last).flat_map(|(now, then)| now.iter().zip(then));
                told(&Sample::of_values(&pairs.map(|(now, then)| now - then).collect::<Vec<f64>>()))
            },
        );
        writeln!(rows, "| {seat} | {day} | `{own}` | {panel} | {mix} | {more} |")
            .expect("a text in memory takes any line");
        last = Some(games);
    }
    rows
}

const HEAD: &str = "\
# How strong the shipped players are

This page compares all usual players that a scenario of *Niemenczyn* or *Verdox* was ever shipped with. Players of one
seat never meet, so each plays the same games against others: half of its 8 000 games against a panel (the listed
players of the other side but `uniform`, `greedy`, `search` and `planner`), half against the newest version of the other
side. In hundredths of a game with 95 % intervals; the last column compares all games with those of the version before,
game by game. Seed 20261122, which no search and no tuning used. [VERDICTS.md](VERDICTS.md) says how the mixes were
found, and how much better play is known.

`SZALA_RENEW=1 cargo test --test it strength::` writes this page; `SZALA_RENEW=verdox` renews only the rows of scenarios
whose path contains that word. The test fails where the newest version scores less than the last one by more than a
point.

| seat | since | player | against the panel | against the newest mix | more than the last |
|---|---|---|---|---|---|
";
