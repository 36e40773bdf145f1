//! The long tables of a run: what was played is what is read, whatever happened on the way.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use szala_analysis::Tally;
use szala_analysis::records::{BLOCK, Column, Folder, LONG_BLOCK, Manifest, RecordError, Recorder, merge};
use szala_system::Long;

use crate::two_gates::{Scratch, again, manifest, played_with, record, run};

/// More than two files of each table.
const GAMES: u64 = 2 * LONG_BLOCK + 500;

fn told(games: u64, numbers: Range<u64>) -> Manifest {
    manifest(games, numbers).with_tables(&Long::ALL)
}

/// A run with all tables.
fn run_long(path: &Path, games: u64, numbers: Range<u64>, threads: usize) {
    let mut recorder = Recorder::create(path, told(games, numbers.clone())).expect("a new folder");
    record(&mut recorder, numbers.end, &mut Tally::default(), threads);
    recorder.close(true).expect("there is room");
}

/// The files of a run by name, but for the lock.
fn files(path: &Path) -> BTreeMap<String, Vec<u8>> {
    let name =
        |path: &PathBuf| path.file_name().expect("the path is that of a file").to_string_lossy().into_owned();
    let entries = fs::read_dir(path).expect("the folder can be read");
    let paths = entries.map(|entry| entry.expect("the entry can be read").path());
    let all = paths.map(|path| (name(&path), fs::read(&path).expect("the file was written before")));
    all.filter(|(name, _)| name != "lock").collect()
}

/// Goes on with a run to its end.
fn go_on(path: &Path, games: u64) -> Result<Option<PathBuf>, RecordError> {
    let mut tally = Tally::default();
    let mut recorder = Recorder::resume(path, told(games, 0..games), &mut tally, again)?;
    let missing = recorder.missing().map(Path::to_owned);
    record(&mut recorder, games, &mut tally, 1);
    recorder.close(true)?;
    Ok(missing)
}

/// What is played is in the tables, and the games are those of a run without them.
#[test]
fn the_tables_hold_what_was_told_of_each_game_and_change_nothing_of_the_games() {
    let scratch = Scratch::new("long");
    let [with, without] = ["with", "without"].map(|name| scratch.path(name));
    run_long(&with, GAMES, 0..GAMES, 2);
    run(&without, GAMES, 0..GAMES, 2);
    let [there, due] = [&with, &without].map(|path| files(path)["games-000000000000.parquet"].clone());
    assert!(there == due, "the games are the same");
    let names =
        |table: &str| [0, LONG_BLOCK, 2 * LONG_BLOCK].map(|first| format!("{table}-{first:012}.parquet"));
    let due = ["events", "stages", "units"].into_iter().flat_map(names);
    let due = due.chain(["games-000000000000.parquet".to_owned(), "manifest.json".to_owned()]);
    assert_eq!(files(&with).into_keys().collect::<BTreeSet<_>>(), due.collect());

    let folder = Folder::open(&with).expect("the folder holds the run just recorded");
    let mut sheets = Vec::new();
    played_with(&Long::ALL, 7, 0..GAMES, 1, |stretch| {
        let (first, all) = (stretch.first, &stretch.sheets.0);
        for (at, (_, sheet)) in all.iter().enumerate() {
            let cells = sheet.values.len() / sheet.ends.last().copied().unwrap_or(1).max(1);
            for game in 0..stretch.played.len() {
                for row in sheet.rows(game..game + 1) {
                    let values = &sheet.values[row * cells..(row + 1) * cells];
                    // The last of a row is a number in two tables, and a name in that of units.
                    sheets.push((at, first + game as u64, values[if at == 0 { 7 } else { cells - 1 }]));
                }
            }
        }
    });
    for (at, column) in ["points", "amount", "lead"].into_iter().enumerate() {
        let table = &folder.manifest.tables[at];
        let mut found = Vec::new();
        for file in 0..table.files.len() {
            let frame = folder.long_frame(table, file).expect("the file was written before");
            let games = frame.column("game").and_then(Column::long).expect("all tables have it").to_vec();
            let values =
                frame.column(column).and_then(Column::numbers).expect("the column holds numbers").to_vec();
            found.extend(games.into_iter().zip(values).map(|(game, value)| (at, game, value)));
        }
        let expected: Vec<_> = sheets.iter().filter(|row| row.0 == at).copied().collect();
        assert_eq!(found, expected, "{column}");
        assert!(found.iter().any(|row| row.2 != 0));
    }
}

#[test]
fn the_files_are_the_same_on_any_number_of_threads_gone_on_with_or_merged_from_parts() {
    let scratch = Scratch::new("long-same");
    let games = BLOCK + 1_500;
    let whole = scratch.path("whole");
    run_long(&whole, games, 0..games, 2);
    let expected = files(&whole);

    // Broken off within a file, at the end of one, and at the end of a block of games.
    let resumed = scratch.path("resumed");
    let mut recorder = Recorder::create(&resumed, told(games, 0..games)).expect("a new folder");
    record(&mut recorder, 700, &mut Tally::default(), 1);
    recorder.close(false).expect("there is room");
    for end in [LONG_BLOCK, LONG_BLOCK + 1, BLOCK] {
        let mut tally = Tally::default();
        let mut recorder =
            Recorder::resume(&resumed, told(games, 0..games), &mut tally, again).expect("it is there");
        record(&mut recorder, end, &mut tally, 1);
        recorder.close(false).expect("there is room");
    }
    assert_eq!(go_on(&resumed, games).expect("it is there"), None);
    assert!(files(&resumed) == expected, "gone on with");

    // Parts that end anywhere; the merge is broken off and goes on.
    let bounds = [0, 900, 2_000, BLOCK + 100, games];
    let parts: Vec<PathBuf> = bounds
        .windows(2)
        .map(|part| {
            let path = scratch.path(&format!("part-{}", part[0]));
            run_long(&path, games, part[0]..part[1], 1);
            path
        })
        .collect();
    let merged = scratch.path("merged");
    merge(&parts, &merged, vec!["szala".to_owned()]).expect("the parts of one run");
    assert!(files(&merged) == expected, "merged");
}

#[test]
fn a_file_that_is_missing_is_played_again_and_a_damaged_one_refused() {
    let scratch = Scratch::new("long-missing");
    let path = scratch.path("run");
    run_long(&path, GAMES, 0..GAMES, 2);
    let expected = files(&path);
    for name in ["units-000000000000.parquet", "events-000000001024.parquet", "stages-000000002048.parquet"] {
        fs::remove_file(path.join(name)).expect("it is there");
        let told = Folder::open(&path).expect_err("a file is missing").to_string();
        assert!(told.contains(name) && told.contains("it is missing"), "{told}");
        assert_eq!(go_on(&path, GAMES).expect("the run is there"), Some(path.join(name)));
        assert!(files(&path) == expected, "{name}");
    }
    let name = "events-000000001024.parquet";
    let mut bytes = expected[name].clone();
    bytes[99] ^= 1;
    fs::write(path.join(name), &bytes).expect("there is room");
    let refused = [
        go_on(&path, GAMES).expect_err("a damaged file").to_string(),
        merge(std::slice::from_ref(&path), &scratch.path("all"), Vec::new())
            .expect_err("damaged")
            .to_string(),
    ];
    assert!(
        refused.iter().all(|told| told.contains(name) && told.contains("not as it was written")),
        "{refused:?}"
    );
    fs::write(path.join(name), &expected[name]).expect("there is room");

    // A file that is none of the run, and another choice of tables.
    let stray = path.join("units-000000009216.parquet");
    fs::write(&stray, b"").expect("there is room");
    let told = Folder::open(&path).expect_err("none of the run").to_string();
    assert!(told.contains("is none of the files of this run"), "{told}");
    fs::remove_file(stray).expect("it is there");
    let other = manifest(GAMES, 0..GAMES).with_tables(&[Long::Units]);
    let told =
        Recorder::resume(&path, other, &mut Tally::default(), again).expect_err("other tables").to_string();
    assert!(
        told.contains("the tables beside the games is `units,events,stages` there and `units` here"),
        "{told}"
    );
}

/// Killed between the manifest and the names: the files are found under their other names.
#[test]
fn files_that_had_not_got_their_names_are_found() {
    let scratch = Scratch::new("long-names");
    let path = scratch.path("run");
    run_long(&path, GAMES, 0..GAMES, 1);
    let expected = files(&path);
    let merged = scratch.path("merged");
    for round in 0..2 {
        for name in expected.keys().filter(|name| name.ends_with(".parquet")) {
            let is_last =
                *name == "games-000000000000.parquet" || name.contains("2048") || name.contains("1024");
            if is_last {
                fs::rename(path.join(name), path.join(format!("{name}.tmp"))).expect("it is there");
            }
        }
        if round == 0 {
            merge(std::slice::from_ref(&path), &merged, vec!["szala".to_owned()]).expect("all is there");
            assert!(files(&merged) == expected, "merged");
            for name in files(&path).keys().filter_map(|name| name.strip_suffix(".tmp")) {
                fs::rename(path.join(format!("{name}.tmp")), path.join(name)).expect("it is there");
            }
        }
    }
    assert_eq!(go_on(&path, GAMES).expect("all is there"), None);
    assert!(files(&path) == expected, "gone on with");
}
