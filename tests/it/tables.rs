//! The tables of units, events and stages: compared with a full game beside the scenario, read by hand, and with the
//! table of games, which they break down.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use szala_analysis::records::{Column, Field, Folder, Frame};

fn szala(arguments: &[&str]) -> Output {
    Command::new(crate::program())
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(arguments)
        .output()
        .expect("the binary under test starts")
}

/// The folder of a run with all tables.
fn recorded(name: &str, scenario: &str, games: u32, more: &[&str]) -> Folder {
    let path: PathBuf = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("tables-{name}"));
    let _ = fs::remove_dir_all(&path);
    let (games, out) = (games.to_string(), path.display().to_string());
    let arguments = ["run", scenario, "--games", &games, "--seed", "1", "--why-pairs", "0", "--out", &out];
    let told = szala(&[&arguments[..], &["--tables", "units,events,stages"], more].concat());
    assert!(told.status.success(), "{scenario}: {}", String::from_utf8_lossy(&told.stderr));
    Folder::open(&path).expect("the folder holds the run just recorded")
}

/// All rows of a table, each with its values by column name; `None` is null.
type Row = BTreeMap<String, Option<String>>;

fn rows_of(frame: &Frame) -> Vec<Row> {
    let texts = |column: &Column| -> Vec<Option<String>> {
        if let Ok(texts) = column.texts() {
            return texts.map(|text| text.map(str::to_owned)).collect();
        }
        if let Ok(flags) = column.flags() {
            return flags.iter().map(|flag| Some(flag.to_string())).collect();
        }
        if let Ok(numbers) = column.long() {
            return numbers.iter().map(|number| Some(number.to_string())).collect();
        }
        let numbers = column.numbers().expect("texts, flags and numbers are all that there is");
        let there = |number: &i32| (*number != i32::MIN).then(|| number.to_string());
        numbers.iter().map(there).collect()
    };
    let columns: Vec<_> = frame.columns().iter().map(|column| (column.name.clone(), texts(column))).collect();
    let row = |place: usize| columns.iter().map(|(name, of)| (name.clone(), of[place].clone())).collect();
    (0..frame.rows()).map(row).collect()
}

fn table(folder: &Folder, name: &str) -> Vec<Row> {
    let table = folder.manifest.tables.iter().find(|table| table.name == name).expect("it was asked for");
    let frames = (0..table.files.len())
        .map(|file| folder.long_frame(table, file).expect("the run has written it just now"));
    frames.flat_map(|frame| rows_of(&frame)).collect()
}

fn text<'r>(row: &'r Row, column: &str) -> &'r str {
    row[column].as_deref().unwrap_or_default()
}

fn number(row: &Row, column: &str) -> i64 {
    text(row, column).parse().unwrap_or_else(|_| panic!("{column} of {row:?} is a number"))
}

/// The rows of a game, one line each: the values of these columns, a dash for nothing.
fn lines_of_game(rows: &[Row], game: &str, columns: &[&str]) -> Vec<String> {
    let line = |row: &Row| {
        let values = columns.iter().map(|column| row[*column].as_deref().unwrap_or("-"));
        values.collect::<Vec<_>>().join(" | ")
    };
    rows.iter().filter(|row| text(row, "game") == game).map(line).collect()
}

/// Game 142 of seed 1, read from `scenarios/niemenczyn-1794/playthroughs/historical-seed-1-number-142.txt`: who is
/// drawn, who fires, and how the guns are taken and Grabowski falls with them. For a joint shot the unit is the one
/// that rolls [10.9.6], and the amount is how many fire; the cell is the target's.
const EVENTS: &str = "\
1 | 1 | activation | - | Poles | Grabowski | - | 0309 | 3.3 | 1
2 | 1 | shot | muskets | Russians | Narwa 1 | 1/I/7 pp lit. | 0408 | 10.9.4 | 1
3 | 1 | shot | muskets | Russians | Narwa 1 | 1/I/7 pp lit. | 0408 | 10.9.4 | 2
4 | 1 | shot | muskets | Poles | 1/I/7 pp lit. | Narwa 1 | 0709 | 10.9.4 | 1
5 | 1 | shot | muskets | Russians | Narwa 2 | 1/I/7 pp lit. | 0408 | 10.9.4 | 1
6 | 1 | shot | muskets | Russians | Narwa 2 | 1/I/7 pp lit. | 0408 | 10.9.4 | 1
7 | 1 | shot | muskets | Russians | Pskow 1 | 1/I/7 pp lit. | 0509 | 10.9.4 | 2
8 | 1 | shot | guns | Russians | Russian guns | 1/I/7 pp lit. | 0509 | 10.10.3 | 1
9 | 2 | activation | - | Poles | Grabowski | - | 0210 | 3.3 | 1
10 | 2 | shot | muskets | Russians | Narwa 2 | 1/I/7 pp lit. | 0509 | 10.9.4 | 1
11 | 2 | shot | muskets | Russians | Narwa 1 | 1/I/7 pp lit. | 0509 | 10.9.4 | 1
12 | 2 | shot | muskets | Russians | Narwa 2 | 2/I/7 pp lit. | 0408 | 10.9.4 | 1
13 | 2 | activation | - | Russians | Lewiz | - | 0808 | 3.3 | 1
14 | 2 | shot | muskets | Poles | 2/I/7 pp lit. | Narwa 2 | 0710 | 10.9.4 | 2
15 | 3 | activation | - | Russians | Lewiz | - | 1109 | 3.3 | 1
16 | 3 | activation | - | Poles | Grabowski | - | 0704 | 3.3 | 1
17 | 4 | activation | - | Poles | Grabowski | - | 0301 | 3.3 | 1
18 | 4 | activation | - | Russians | Kirejew | - | 0904 | 3.3 | 1
19 | 5 | activation | - | Poles | Grabowski | - | 0309 | 3.3 | 1
20 | 5 | shot | muskets | Russians | Narwa 1 | Polish guns | 0309 | 10.9.4 | 1
21 | 5 | shot | muskets | Russians | Narwa 1 | Polish guns | 0309 | 10.9.4 | 1
22 | 5 | end | guns captured | Poles | - | Polish guns | 0309 | 10.9.5 | 1
23 | 5 | point | - | Russians | Polish guns | - | 0309 | 10.10.9 | 2
24 | 5 | end | eliminated | Poles | - | Polish guns | 0309 | D-10.10.9a | 1
25 | 5 | end | commander killed | Poles | - | Grabowski | 0309 | 4.4 | 1
26 | 5 | point | - | Russians | Grabowski | - | 0309 | 12.1 | 3
27 | 5 | activation | - | Russians | Kirejew | - | 0905 | 3.3 | 1";

/// The fates of all units in it: none took a loss or fled. The formation is that of the commander who leads them.
const UNITS: &str = "\
1/I/7 pp lit. | Poles | Grabowski | 1 | 0 | 0 | 0 | 0 | - | - | -
2/I/7 pp lit. | Poles | Grabowski | 1 | 0 | 0 | 0 | 0 | - | - | -
KN II | Poles | Grabowski | 1 | 0 | 0 | 0 | 0 | - | - | -
Narbutt 1 | Poles | Grabowski | 1 | 0 | 0 | 0 | 0 | - | - | -
Narbutt 2 | Poles | Grabowski | 1 | 0 | 0 | 0 | 0 | - | - | -
Polish guns | Poles | Grabowski | 1 | 0 | 0 | 0 | -2 | 5 | D-10.10.9a | eliminated
Narwa 1 | Russians | Lewiz | 1 | 0 | 0 | 0 | 0 | - | - | -
Narwa 2 | Russians | Lewiz | 1 | 0 | 0 | 0 | 0 | - | - | -
Narwa 3 | Russians | Lewiz | 1 | 0 | 0 | 0 | 0 | - | - | -
Pskow 1 | Russians | Lewiz | 1 | 0 | 0 | 0 | 0 | - | - | -
Pskow 2 | Russians | Lewiz | 1 | 0 | 0 | 0 | 0 | - | - | -
Russian guns | Russians | Lewiz | 1 | 0 | 0 | 0 | 0 | - | - | -
Kozacy 1 | Russians | Kirejew | 1 | 0 | 0 | 0 | 0 | - | - | -
Kozacy 2 | Russians | Kirejew | 1 | 0 | 0 | 0 | 0 | - | - | -
Kozacy 3 | Russians | Kirejew | 1 | 0 | 0 | 0 | 0 | - | - | -
Grabowski | Poles | Grabowski | 1 | 0 | 0 | 5 | -3 | 5 | 4.4 | commander killed
Lewiz | Russians | Lewiz | 1 | 0 | 0 | 2 | 0 | - | - | -
Kirejew | Russians | Kirejew | 1 | 0 | 0 | 2 | 0 | - | - | -";

/// Two points for the guns and three for him in stage 5, in which the game ends [12.4].
const STAGES: &str = "\
1 | 0 | 0 | 0
2 | 0 | 0 | 0
3 | 0 | 0 | 0
4 | 0 | 0 | 0
5 | 0 | 5 | -5";

/// Game 48, from the file beside it: losses and gains, without the shots. Pskow 1 and 1/I/7 lose under each other's
/// fire [10.9.4t]; the other losses do not come from a shot.
const LOST_AND_WON: &str = "\
3 | loss | - | Russians | - | Narwa 3 | 0806 | 9.1 | 1
4 | melee | assault | Poles | 1/I/7 pp lit. | Narwa 1 | 0709 | 11.2 | 1
4 | point | - | Poles | 1/I/7 pp lit. | - | 0709 | 12.1 | 1
4 | loss | - | Russians | - | Narwa 1 | 0709 | 11.8 | 1
4 | loss | - | Russians | - | Narwa 1 | 0709 | 11.8 | 1
4 | end | out of the game | Russians | - | Narwa 1 | 0709 | 11.11.5 | 1
4 | flight | - | Russians | - | Narwa 1 | 0709 | 11.11.1 | 1
4 | end | guns captured | Russians | - | Russian guns | 0709 | 10.10.9 | 1
4 | point | - | Poles | Russian guns | - | 0709 | 10.10.9 | 2
4 | loss | - | Russians | 1/I/7 pp lit. | Pskow 1 | 0808 | 10.9.4t | 1
4 | loss | - | Poles | Pskow 1 | 1/I/7 pp lit. | 0709 | 10.9.4t | 1
5 | loss | - | Russians | - | Kozacy 3 | 0904 | 10.11 | 1
5 | end | eliminated | Russians | - | Kozacy 3 | 0904 | 3.4a | 1
5 | point | - | Poles | Kozacy 3 | - | 0904 | 12.1 | 1";

#[test]
fn a_game_that_is_told_in_full_is_in_the_tables_as_read_by_hand() {
    let scenario = "scenarios/niemenczyn-1794/historical.toml";
    let folder = recorded("told", scenario, 143, &["--players", "uniform"]);
    for (name, expected) in [("events", EVENTS), ("units", UNITS), ("stages", STAGES)] {
        let of_table = folder
            .manifest
            .tables
            .iter()
            .find(|table| table.name == name)
            .expect("the run was asked for this table");
        let columns: Vec<&str> = of_table.columns.iter().skip(1).map(|field| field.name.as_str()).collect();
        let lines = lines_of_game(&table(&folder, name), "142", &columns);
        assert_eq!(lines, expected.lines().collect::<Vec<_>>(), "{name}");
    }
    let mut events = table(&folder, "events");
    events.retain(|row| !["activation", "shot", "entry"].contains(&text(row, "what")));
    let columns = ["stage", "what", "how", "side", "unit", "target", "cell", "rule", "amount"];
    assert_eq!(lines_of_game(&events, "48", &columns), LOST_AND_WON.lines().collect::<Vec<_>>());
}

/// The rows of a table by the number of their game.
fn by_game(rows: Vec<Row>) -> BTreeMap<String, Vec<Row>> {
    let mut games: BTreeMap<String, Vec<Row>> = BTreeMap::new();
    for row in rows {
        games.entry(text(&row, "game").to_owned()).or_default().push(row);
    }
    games
}

/// One game in all tables.
struct Game {
    row: Row,
    units: Vec<Row>,
    events: Vec<Row>,
    stages: Vec<Row>,
    sides: [String; 2],
}

impl Game {
    /// The events of this type.
    fn of<'g>(&'g self, what: &'g str) -> impl Iterator<Item = &'g Row> {
        self.events.iter().filter(move |row| text(row, "what") == what)
    }

    /// How many events of this type and way a side has.
    fn count(&self, side: &str, what: &str, how: &str) -> i64 {
        let has = self
            .of(what)
            .filter(|row| text(row, "side") == side && (how.is_empty() || text(row, "how") == how));
        i64::try_from(has.count()).expect("a game has few of them")
    }

    /// The sum of their amounts.
    fn sum(&self, side: &str, what: &str) -> i64 {
        self.of(what).filter(|row| text(row, "side") == side).map(|row| number(row, "amount")).sum()
    }

    /// By how much an event changes the lead.
    fn change(&self, row: &Row) -> i64 {
        let sign = if text(row, "side") == self.sides[0] { 1 } else { -1 };
        sign * number(row, "amount")
    }

    /// Melees that a side won, whichever side started them; each melee that was fought out has a winner.
    fn melees_won(&self, side: &str) -> i64 {
        let fought = self.of("melee").filter(|row| row["unit"].is_some() && row["target"].is_some());
        fought.map(|row| i64::from((text(row, "side") == side) == (number(row, "amount") == 1))).sum()
    }

    /// The sum of a column over units of a side and formation.
    fn of_formation(
        &self,
        side: &str,
        formation: &str,
        value: impl Fn(&Row) -> i64,
        with_commander: bool,
    ) -> i64 {
        let is_of_it = |row: &&Row| {
            let is_commander = text(row, "unit") == formation;
            text(row, "side") == side
                && text(row, "formation") == formation
                && (with_commander || !is_commander)
        };
        self.units.iter().filter(is_of_it).map(value).sum()
    }

    /// The value of a column of the table of games, derived from the other tables; `None` if they do not contain it.
    #[expect(
        clippy::option_option,
        reason = "a cell without a value is not a column that they do not tell of"
    )]
    fn reckoned(&self, field: &Field) -> Option<Option<i64>> {
        let side = field.side.as_deref().unwrap_or_default();
        let what = field.what.as_str();
        if let Some(stage) = field.stage {
            // Stages that were not played gained nothing. Verdox counts the points of the initial position in turn 1.
            let is_in_it = |row: &&Row| number(row, "stage") == i64::from(stage);
            let gained = self.of("point").filter(is_in_it).map(|row| self.change(row)).sum();
            return (what == "gained").then_some(Some(gained));
        }
        if let Some(unit) = &field.unit {
            // A formation has the name of its commander, and its columns differ by the side in their names.
            let is_formation = self.row.contains_key("end_stage")
                && field.name.starts_with(&format!("{what}_{}_", side.to_lowercase()));
            let called = [unit.clone(), format!("{side} {unit}")];
            if let Some(row) = self
                .units
                .iter()
                .find(|row| called.contains(row["unit"].as_ref().expect("every row names its unit")))
                && !is_formation
            {
                let stage = |column: &str, is_so: bool| {
                    row[column].as_ref().filter(|_| is_so).map(|_| number(row, column))
                };
                let is_so = |how: &str| text(row, "how") == how;
                return Some(match what {
                    "points" | "losses" | "flights" | "activated" => Some(number(row, what)),
                    "eliminated_stage" => stage("ended", is_so("eliminated")),
                    "killed_stage" => stage("ended", is_so("commander killed")),
                    "entered_turn" => stage("entered", true),
                    "lost_turn" => stage("ended", true),
                    _ => return None,
                });
            }
            return Some(Some(match what {
                "losses" | "flights" => self.of_formation(side, unit, |row| number(row, what), false),
                "eliminated" => {
                    self.of_formation(side, unit, |row| i64::from(text(row, "how") == "eliminated"), false)
                }
                // The kinds of Verdox also count what their side has in excess; its test computes that by hand.
                "points" if self.row.contains_key("end_stage") => {
                    self.of_formation(side, unit, |row| number(row, what), false)
                }
                _ => return None,
            }));
        }
        let other = self.sides.iter().find(|one| *one != side).map_or("", String::as_str);
        let is_verdox = self.row.contains_key("end_turn");
        Some(Some(match what {
            _ if side.is_empty() => match what {
                "end_stage" => number(self.stages.last()?, "stage"),
                "lead" if text(&self.row, "aborted") == "false" => {
                    assert_eq!(
                        number(self.stages.last()?, "lead"),
                        self.of("point").map(|row| self.change(row)).sum::<i64>()
                    );
                    number(self.stages.last()?, "lead")
                }
                _ => return None,
            },
            "points" => self
                .stages
                .iter()
                .map(|row| number(row, if side == self.sides[0] { "first_points" } else { "second_points" }))
                .sum(),
            "melees" => self.count(side, "melee", ""),
            "melees_won" => self.melees_won(side),
            "charges" => self.count(side, "melee", "charge"),
            "counterattacks" => self.count(side, "melee", "counterattack"),
            "assaults" if is_verdox => self.count(side, "melee", ""),
            "assaults" => self.count(side, "melee", "assault"),
            "shots" if is_verdox => self.count(side, "shot", "at a unit"),
            "shots_at_walls" => self.count(side, "shot", "at a wall"),
            "shots_at_barges" => self.count(side, "shot", "at a barge"),
            "shots" if self.row.contains_key("end_stage") => self.count(side, "shot", "muskets"),
            "shots" => self.count(side, "shot", ""),
            "shells" => self.count(side, "shot", "guns"),
            "losses" => self.sum(side, "loss"),
            "taken" => self.sum(other, "loss"),
            "flights" => self.count(side, "flight", ""),
            "eliminated" => self.count(side, "end", "eliminated"),
            "out_of_game" => self.count(side, "end", "out of the game"),
            "guns_captured" => {
                let captured = self.of("end").filter(|row| text(row, "how") == "guns captured");
                let guns = captured.filter(|row| text(row, "side") == other).map(|row| text(row, "target"));
                i64::try_from(guns.collect::<std::collections::BTreeSet<_>>().len())
                    .expect("a game has few of them")
            }
            "commanders_killed" => self.count(side, "end", "commander killed"),
            "commanders_removed" => self.count(side, "end", "commander removed"),
            "entered" => self.count(side, "entry", ""),
            "units_lost" => self.count(side, "end", ""),
            "horses_lost" => self.count(side, "loss", "horse"),
            "units_sunk" => {
                let sunk =
                    self.of("loss").filter(|row| text(row, "rule") == "6.9.5" && text(row, "side") == side);
                i64::try_from(sunk.count()).expect("a game has few of them")
            }
            _ => return None,
        }))
    }
}

/// Every column of the table of games that is a sum over the others agrees with them, in every game.
fn agrees(name: &str, scenario: &str, games: u32, more: &[&str], least: usize) {
    let folder = recorded(name, scenario, games, more);
    let frames = (0..folder.files()).map(|file| folder.frame(file).expect("the run has written it just now"));
    let all: Vec<Row> = frames.flat_map(|frame| rows_of(&frame)).collect();
    assert_eq!(all.len(), games as usize);
    let [mut units, mut events, mut stages] =
        ["units", "events", "stages"].map(|name| by_game(table(&folder, name)));
    let mut compared = BTreeMap::new();
    for row in all {
        let number_of_it = text(&row, "game").to_owned();
        let of = |rows: &mut BTreeMap<String, Vec<Row>>| rows.remove(&number_of_it).unwrap_or_default();
        let (units, events, stages) = (of(&mut units), of(&mut events), of(&mut stages));
        let sides = folder.manifest.run.sides.clone();
        let game = Game { row, units, events, stages, sides };
        for field in &folder.manifest.columns {
            let Some(reckoned) = game.reckoned(field) else { continue };
            let there = game.row[&field.name]
                .as_deref()
                .map(|value| value.parse::<i64>().expect("the column holds numbers"));
            assert_eq!(there, reckoned, "{} of game {number_of_it} of {scenario}", field.name);
            *compared.entry(field.what.clone()).or_insert(0) +=
                u32::from(reckoned.is_some_and(|value| value != 0));
        }
        for row in &game.events {
            let is_in_a_cell = ["shot", "melee", "loss", "end"].contains(&text(row, "what"));
            let has_board = !["two-gates", "pig"].contains(&scenario);
            assert!(!(is_in_a_cell && has_board) || row["cell"].is_some(), "{row:?} is somewhere");
        }
    }
    assert!(units.is_empty() && events.is_empty() && stages.is_empty(), "rows of no game");
    let seen = compared.values().filter(|times| **times > 0).count();
    assert!(seen >= least, "{scenario}: columns that were compared and ever were something: {compared:?}");
}

#[test]
fn the_parts_of_niemenczyn_agree_with_its_games() {
    agrees("I", "scenarios/niemenczyn-1794/historical.toml", 300, &[], 20);
    agrees("II", "scenarios/niemenczyn-1794/alternative.toml", 200, &["--players", "uniform", "--keyed"], 12);
}

#[test]
fn the_parts_of_maciejowice_agree_with_its_games_by_formation() {
    agrees("oronne", "scenarios/maciejowice-1794/oronne.toml", 40, &["--players", "uniform"], 12);
}

#[test]
fn the_parts_of_verdox_agree_with_its_games() {
    agrees("mirror", "scenarios/verdox/mirror.toml", 60, &[], 9);
    // The sides have other forces, and guns fire at walls; random players fire at barges.
    let forces = ["--set", "forces.Askans.artillery=0", "--set", "turns=40"];
    agrees("forces", "scenarios/verdox/drill.toml", 200, &forces, 7);
    agrees("drill", "scenarios/verdox/drill.toml", 100, &["--players", "uniform"], 3);
}

#[test]
fn the_parts_of_small_games_agree_with_their_games() {
    agrees("gates", "two-gates", 300, &[], 1);
    agrees("pig", "pig", 100, &[], 1);
    agrees("breakthrough", "breakthrough", 100, &[], 2);
}

#[test]
fn tables_are_refused_where_there_are_none_and_without_a_folder() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tables-refused");
    let _ = fs::remove_dir_all(&folder);
    let out = folder.display().to_string();
    for (arguments, expected) in [
        (
            &["run", "night-crossing/known", "--games", "1", "--tables", "units", "--out", &out][..],
            "records no units and events",
        ),
        (&["run", "two-gates", "--tables", "unit", "--out", &out], "the tables are units, events, stages"),
        (&["run", "two-gates", "--tables", "units"], "--out <FOLDER>"),
    ] {
        let told = szala(arguments);
        let error = String::from_utf8_lossy(&told.stderr).into_owned();
        assert_eq!(told.status.code(), Some(2), "{error}");
        assert!(error.contains(expected), "{error}");
    }
    assert!(!folder.exists(), "nothing was begun");
}
