//! Runs as folders: what was played is what is read, whatever happened on the way.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use szala_analysis::Tally;
use szala_analysis::aggregate::{Aggregate, Counts};
use szala_analysis::records::{BLOCK, FORMAT, Folder, Manifest, RecordError, Recorder, merge};
use szala_kernel::Names;
use szala_kernel::record::ABSENT;
use szala_kernel::toy::TwoGates;

use crate::two_gates::{Scratch, again, again_with, manifest, played, record, run};

/// More than a block, so that there are two files.
const GAMES: u64 = BLOCK + 1_000;

fn resume(path: &Path, games: u64, tally: &mut Tally) -> Result<Recorder, RecordError> {
    Recorder::resume(path, manifest(games, 0..games), tally, again)
}

/// The files of a run by name; the lock says nothing.
fn files(path: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(path)
        .expect("the folder can be read")
        .map(|entry| entry.expect("the entry of the folder can be read"));
    let read = |entry: fs::DirEntry| {
        (
            entry.file_name().into_string().expect("the names of the files are UTF-8"),
            fs::read(entry.path()).expect("the file was written before"),
        )
    };
    entries.map(read).filter(|(name, _)| name != "lock").collect()
}

fn counted(path: &Path) -> Tally {
    let mut tally = Tally::default();
    for block in Folder::open(path).expect("the folder holds the run just recorded").blocks(|_| false) {
        block.expect("the block is complete").count(&mut tally);
    }
    tally
}

#[test]
fn the_files_are_the_same_on_any_number_of_threads_and_hold_what_was_played() {
    let scratch = Scratch::new("threads");
    let alone = run(&scratch.path("1"), GAMES, 0..GAMES, 1);
    assert_eq!(alone.games, GAMES);
    assert_eq!(counted(&scratch.path("1")), alone);
    let expected = files(&scratch.path("1"));
    let names: Vec<&str> = expected.keys().map(String::as_str).collect();
    assert_eq!(names, ["games-000000000000.parquet", "games-000000032768.parquet", "manifest.json"]);
    for threads in [2, 8] {
        let path = scratch.path(&threads.to_string());
        assert_eq!(run(&path, GAMES, 0..GAMES, threads), alone);
        assert!(files(&path) == expected, "{threads} threads");
    }
}

/// The columns of the first games, read from the file, against the games played anew.
#[test]
fn a_file_says_of_every_game_what_the_game_was() {
    let scratch = Scratch::new("content");
    run(&scratch.path("run"), 300, 0..300, 2);
    let folder = Folder::open(&scratch.path("run")).expect("the folder holds the run just recorded");
    let frame = folder.frame(0).expect("the file was written before");
    let fields: Vec<&str> = folder.manifest.columns.iter().map(|field| field.name.as_str()).collect();
    let names: Vec<&str> = frame.columns().iter().map(|column| column.name.as_str()).collect();
    assert_eq!(names, fields);
    let column = |name: &str| frame.column(name).expect("all games have the column");
    let texts = |name: &str| column(name).texts().expect("the column holds texts").collect::<Vec<_>>();
    let numbers = |name: &str| column(name).numbers().expect("the column holds numbers").to_vec();
    let mut expected = Vec::new();
    played(7, 0..300, 1, |stretch| {
        for (played, row) in stretch.played.iter().zip(stretch.rows.chunks(7)) {
            let outcome = played.end.expect("every game of the toy ends");
            let winner = outcome.winner.map(|side| TwoGates.side_name(side));
            let dice = i32::try_from(played.dice).expect("a game of the toy rolls a few dice");
            expected.push((winner, outcome.lead, Some(outcome.reason), dice, row[1]));
        }
    });
    assert_eq!(column("game").long(), Ok(&(0..300).collect::<Vec<u64>>()[..]));
    assert_eq!(column("seed").long(), Ok(&[7; 300][..]));
    assert_eq!(column("aborted").flags(), Ok(&[false; 300][..]));
    for (name, due) in [
        ("scenario", Some("Two Gates")),
        ("variant", None),
        ("player_red", Some("uniform")),
        ("rule", Some("3.1")),
    ] {
        assert!(texts(name).iter().all(|text| *text == due), "{name}");
    }
    let (winner, lead, reason) = (texts("winner"), numbers("lead"), texts("reason"));
    let (dice, first_point) = (numbers("dice"), numbers("first_point"));
    let seen: Vec<_> = (0..300)
        .map(|game| (winner[game], lead[game], reason[game], dice[game], first_point[game]))
        .collect();
    assert_eq!(seen, expected);
    // Lots are drawn three times, and no raid takes more than four decisions.
    assert!(numbers("decisions").iter().all(|decisions| (3..=12).contains(decisions)));
    assert!(seen.iter().any(|game| game.0.is_none()) && seen.iter().any(|game| game.4 == ABSENT));
}

/// Forty games of Two Gates, recorded by szala 0.1.0 of November 2026, which wrote its files with polars and called the
/// column `lead` `margin`. What is in them was read with polars 2.1 for Python: 13, 10 and 17 games by winner, margins
/// that sum to -2, 149 dice.
#[test]
fn a_record_of_an_older_szala_is_read() {
    let folder = Folder::open(Path::new("tests/old-record")).expect("the folder is as it was written");
    assert_eq!(folder.manifest.columns[7].name, "lead");
    let aggregate = Aggregate::of(&folder, &[]).expect("the folder holds forty games");
    assert_eq!(aggregate.counts, Counts { first: 13, draws: 10, second: 17, aborted: 0 });
    let sum = |column: &str| aggregate.table(column).expect("all games have the column").pairs().a;
    assert_eq!((sum("lead"), sum("dice")), (-2, 149));
    let mut tally = Tally::default();
    for block in folder.blocks(|_| true) {
        block.expect("the file is as it was written").count(&mut tally);
    }
    assert_eq!((tally.first, tally.draws, tally.second, tally.lead), (13, 10, 17, -2));
    // Merged, it has the names of today.
    let scratch = Scratch::new("old");
    let parts = [PathBuf::from("tests/old-record")];
    let merged = merge(&parts, &scratch.path("merged"), vec!["szala".to_owned()]).expect("it is a whole run");
    assert_eq!(merged.columns[7].name, "lead");
    assert_eq!(counted(&scratch.path("merged")), tally);
}

/// The columns of the same record had dots in their names. Every game has three raids, so forty have 120.
#[test]
fn the_columns_of_an_older_szala_have_the_names_of_today_and_are_found_by_both() {
    let folder = Folder::open(Path::new("tests/old-record")).expect("the folder is as it was written");
    let own = ["first_raider", "first_point", "raids", "raids_red", "raids_blue", "shots_red", "shots_blue"];
    let names = |manifest: &Manifest| -> Vec<String> {
        manifest.columns[13..].iter().map(|field| field.name.clone()).collect()
    };
    assert_eq!(names(&folder.manifest), own);
    let counted = |given: &str| {
        let given = given.parse().expect("it is a condition");
        Aggregate::of(&folder, &[given]).expect("some games meet it")
    };
    let all = counted("raids=3");
    let sum = |column: &str| all.table(column).expect("the game has the column").pairs().a;
    assert_eq!(sum("raids_red") + sum("raids_blue"), 120);
    assert_eq!(counted("raids_red=2").counts, counted("raids.Red=2").counts);
    assert_eq!(counted("raids_red=2").counts, counted("raids_blue=1").counts, "the rest of the three");
    // Merged, they have them in the file too.
    let scratch = Scratch::new("old-names");
    let parts = [PathBuf::from("tests/old-record")];
    let merged = merge(&parts, &scratch.path("merged"), vec!["szala".to_owned()]).expect("it is a whole run");
    assert_eq!((merged.format, names(&merged)), (FORMAT, own.map(str::to_owned).to_vec()));
    let file = fs::read(scratch.path("merged/games-000000000000.parquet")).expect("it was written");
    let holds = |text: &str| file.windows(text.len()).any(|bytes| bytes == text.as_bytes());
    assert!(holds("raids_red") && !holds("raids.Red"));
}

#[test]
fn a_run_that_was_broken_off_goes_on_to_the_same_bytes() {
    let scratch = Scratch::new("resume");
    let whole = run(&scratch.path("whole"), GAMES, 0..GAMES, 2);
    let expected = files(&scratch.path("whole"));
    let path = scratch.path("broken");
    // Broken off in the first block, at its very end, just behind it, and in the second.
    for end in [1, 700, BLOCK, BLOCK + 1, BLOCK + 999, GAMES] {
        let mut tally = Tally::default();
        let mut recorder = resume(&path, GAMES, &mut tally).expect("the folder holds the run just recorded");
        assert_eq!(tally.games, recorder.due());
        record(&mut recorder, end, &mut tally, 2);
        assert_eq!(recorder.due(), end);
        recorder.close(end == GAMES).expect("there is room");
        assert_eq!(tally, counted(&path));
        if end == GAMES {
            assert_eq!(tally, whole);
        }
    }
    assert!(files(&path) == expected);
    // What is finished has nothing to go on with, and stays as it is.
    let mut tally = Tally::default();
    let recorder = resume(&path, GAMES, &mut tally).expect("the folder holds the run just recorded");
    assert_eq!((recorder.due(), &tally), (GAMES, &whole));
}

#[test]
fn whoever_is_killed_loses_what_was_not_written_and_nothing_else() {
    let scratch = Scratch::new("killed");
    let path = scratch.path("run");
    let mut tally = Tally::default();
    let mut recorder = Recorder::create(&path, manifest(GAMES, 0..GAMES)).expect("a new folder");
    record(&mut recorder, GAMES, &mut tally, 2);
    // Never closed: the second block was not written, and the manifest has the first alone.
    drop(recorder);
    fs::write(path.join("games-000000032768.parquet.tmp"), "half a file").expect("the disk has room");
    let told = Folder::open(&path).expect("the folder holds the run just recorded").manifest.progress;
    assert_eq!((told.games, told.is_finished), (BLOCK, false));
    let mut tally = Tally::default();
    let mut recorder = resume(&path, GAMES, &mut tally).expect("the folder holds the run just recorded");
    assert_eq!(recorder.due(), BLOCK);
    record(&mut recorder, GAMES, &mut tally, 2);
    recorder.close(true).expect("there is room");
    run(&scratch.path("whole"), GAMES, 0..GAMES, 2);
    assert!(files(&path) == files(&scratch.path("whole")));
}

#[test]
fn nothing_is_overwritten() {
    let scratch = Scratch::new("taken");
    let path = scratch.path("run");
    run(&path, 100, 0..100, 1);
    let before = files(&path);
    let create = |path: &Path| Recorder::create(path, manifest(100, 0..100)).expect_err("taken");
    assert!(matches!(create(&path), RecordError::Taken { games: 100, .. }));
    fs::create_dir_all(scratch.path("other")).expect("the disk has room");
    fs::write(scratch.path("other").join("letter.txt"), "dear").expect("the disk has room");
    assert!(matches!(create(&scratch.path("other")), RecordError::NotEmpty { .. }));
    let message = create(&scratch.path("other").join("letter.txt")).to_string();
    assert!(message.ends_with("name a folder, not a file"), "{message}");

    let mut other = manifest(100, 0..100);
    other.run.seed = 8;
    let resumed = Recorder::resume(&path, other, &mut Tally::default(), again).expect_err("another run");
    assert!(resumed.to_string().contains("the seed is `7` there and `8` here"), "{resumed}");
    let other = manifest(100, 50..100);
    let resumed = Recorder::resume(&path, other, &mut Tally::default(), again).expect_err("another part");
    assert!(resumed.to_string().contains("`0 to 99` there and `50 to 99` here"), "{resumed}");
    // Games of an older program have fewer columns: the error says what to do instead of repeating the command.
    let mut other = manifest(100, 0..100);
    other.columns.retain(|field| field.name != "raids");
    let resumed = Recorder::resume(&path, other, &mut Tally::default(), again).expect_err("other columns");
    let resumed = resumed.to_string();
    let told =
        "the first of the columns that differ is `raids` there and `raids_red` here; go on with the szala";
    assert!(resumed.contains(told), "{resumed}");
    let mut other = manifest(100, 0..100);
    other.run.commit.push('x');
    let resumed = Recorder::resume(&path, other, &mut Tally::default(), again).expect_err("another build");
    let told = "`none` there and `nonex` here; go on with the szala that began it, or begin anew in another";
    assert!(resumed.to_string().contains(told), "{resumed}");
    // The manifest says the same, and the games are not those that are played now.
    let other = |number| again_with(if number == 99 { 8 } else { 7 }, number);
    let resumed = Recorder::resume(&path, manifest(100, 0..100), &mut Tally::default(), other);
    let resumed = resumed.expect_err("played otherwise").to_string();
    assert!(resumed.starts_with("game 99 of") && resumed.contains("recorded otherwise"), "{resumed}");
    assert!(files(&path) == before);
}

#[test]
fn two_do_not_write_to_one_folder() {
    let scratch = Scratch::new("busy");
    let path = scratch.path("run");
    let first = Recorder::create(&path, manifest(100, 0..100)).expect("a new folder");
    let second = resume(&path, 100, &mut Tally::default()).expect_err("busy");
    assert!(matches!(second, RecordError::Busy { .. }), "{second}");
    drop(first);
    resume(&path, 100, &mut Tally::default()).expect("the lock was released");
}

#[test]
fn damage_is_told_with_the_file_and_the_way_out() {
    let scratch = Scratch::new("damage");
    let path = scratch.path("run");
    run(&path, GAMES, 0..GAMES, 2);
    let complaint = || {
        let resumed = resume(&path, GAMES, &mut Tally::default());
        resumed.expect_err("damaged").to_string()
    };
    let first = path.join("games-000000000000.parquet");
    let bytes = fs::read(&first).expect("the file was written before");
    fs::write(&first, &bytes[..bytes.len() / 2]).expect("the disk has room");
    let found = complaint();
    let told = "games-000000000000.parquet: it is not as it was written: the manifest has another hash of it; put \
                back a copy of it, or remove it and repeat `szala run` with --resume";
    assert!(found.contains(told), "{found}");
    fs::write(&first, &bytes).expect("the temporary folder has room");
    // Another file has a hash too, but not this one's.
    let second = path.join("games-000000032768.parquet");
    fs::copy(&first, &second).expect("the temporary folder has room");
    assert!(complaint().contains("games-000000032768.parquet: it is not as it was written"));

    let manifest_file = path.join("manifest.json");
    let text = fs::read_to_string(&manifest_file).expect("the manifest was written by the recorder");
    fs::write(&manifest_file, text.replace("\"format\": 3", "\"format\": 4"))
        .expect("the temporary folder has room");
    let found = complaint();
    assert!(found.contains("its format is 4 and not 3; read it with the version"), "{found}");
    fs::write(&manifest_file, &text[..text.len() / 2]).expect("the temporary folder has room");
    assert!(complaint().contains("is not a manifest that this szala can read"));
    let none = Folder::open(&scratch.path("nowhere")).expect_err("no run");
    assert!(matches!(none, RecordError::NoRun { .. }), "{none}");
}

/// The manifest of a run, changed and sealed anew, as if it had been written so.
fn reseal(path: &Path, change: impl FnOnce(&mut Manifest)) {
    let file = path.join("manifest.json");
    let mut manifest: Manifest =
        serde_json::from_str(&fs::read_to_string(&file).expect("the file was written before"))
            .expect("the manifest was written by the recorder");
    change(&mut manifest);
    fs::write(file, serde_json::to_string(&manifest.sealed()).expect("a manifest is plain text and numbers"))
        .expect("the temporary folder has room");
}

#[test]
fn games_that_are_missing_are_played_again_and_never_passed_over() {
    let scratch = Scratch::new("missing");
    let path = scratch.path("run");
    let games = 2 * BLOCK + 1_000;
    let whole = run(&path, games, 0..games, 2);
    let expected = files(&path);
    for missing in [[2].as_slice(), &[1], &[0, 2]] {
        for block in missing {
            let name = format!("games-{:012}.parquet", block * BLOCK);
            fs::remove_file(path.join(name)).expect("it is there");
        }
        let told = Folder::open(&path).expect_err("games are missing").to_string();
        assert!(told.contains(&format!("games-{:012}.parquet: it is missing", missing[0] * BLOCK)), "{told}");
        let mut tally = Tally::default();
        let mut recorder = resume(&path, games, &mut tally).expect("the folder holds the run just recorded");
        assert_eq!((recorder.due(), tally.games), (missing[0] * BLOCK, missing[0] * BLOCK));
        assert!(recorder.missing().is_some());
        record(&mut recorder, games, &mut tally, 2);
        recorder.close(true).expect("there is room");
        assert_eq!(tally, whole);
        assert!(files(&path) == expected, "without {missing:?}");
    }
}

#[test]
fn games_that_are_played_again_must_be_what_they_were() {
    let scratch = Scratch::new("otherwise");
    let path = scratch.path("run");
    run(&path, GAMES, 0..GAMES, 2);
    reseal(&path, |manifest| manifest.files[0].sha256 = manifest.files[1].sha256.clone());
    fs::remove_file(path.join("games-000000000000.parquet")).expect("it is there");
    let mut recorder =
        resume(&path, GAMES, &mut Tally::default()).expect("the folder holds the run just recorded");
    let mut refused = None;
    played(7, 0..BLOCK, 1, |stretch| {
        refused = recorder.add_stretch(stretch, stretch.played.len()).err().or(refused.take());
    });
    assert!(matches!(refused, Some(RecordError::PlayedOtherwise { number: 0, .. })), "{refused:?}");
}

/// Every state of the disk between the steps of a writing: what is read is what the manifest lists.
#[test]
fn whoever_is_killed_between_two_steps_of_a_writing_leaves_what_can_be_read() {
    let scratch = Scratch::new("steps");
    let [before, after] = ["before", "after"].map(|name| scratch.path(name));
    let mut tally = Tally::default();
    let mut recorder = Recorder::create(&before, manifest(900, 0..900)).expect("a new folder");
    record(&mut recorder, 300, &mut tally, 1);
    recorder.close(false).expect("there is room");
    run(&after, 900, 0..900, 1);
    let [old, new] = [&before, &after].map(|path| files(path));
    let (games, told) = ("games-000000000000.parquet", "manifest.json");
    let unfinished = |name: &str| format!("{name}.tmp");
    let path = scratch.path("killed");
    let states = [
        (
            "half of the games",
            vec![
                (unfinished(games), &new[games][..99]),
                (games.to_owned(), &old[games]),
                (told.to_owned(), &old[told]),
            ],
            300,
        ),
        (
            "all of the games",
            vec![
                (unfinished(games), &new[games]),
                (games.to_owned(), &old[games]),
                (told.to_owned(), &old[told]),
            ],
            300,
        ),
        (
            "half a manifest",
            vec![
                (unfinished(games), &new[games]),
                (games.to_owned(), &old[games]),
                (unfinished(told), &new[told][..99]),
                (told.to_owned(), &old[told]),
            ],
            300,
        ),
        (
            "the manifest",
            vec![
                (unfinished(games), &new[games]),
                (games.to_owned(), &old[games]),
                (told.to_owned(), &new[told]),
            ],
            900,
        ),
        (
            "the first games of all",
            vec![(unfinished(games), &new[games]), (told.to_owned(), &new[told])],
            900,
        ),
        ("everything", vec![(games.to_owned(), &new[games]), (told.to_owned(), &new[told])], 900),
    ];
    for (written, state, expected) in states {
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("the temporary folder has room");
        for (name, bytes) in state {
            fs::write(path.join(name), bytes).expect("the temporary folder has room");
        }
        assert_eq!(counted(&path).games, expected, "{written}");
        let mut tally = Tally::default();
        let mut recorder = resume(&path, 900, &mut tally).expect("the folder holds the run just recorded");
        assert_eq!(recorder.due(), expected, "{written}");
        record(&mut recorder, 900, &mut tally, 1);
        recorder.close(true).expect("there is room");
        let mut left = files(&path);
        left.retain(|name, _| name != "manifest.json.tmp");
        assert!(left == new, "{written}");
    }
}

#[test]
fn a_file_that_is_none_of_the_run_is_told_of() {
    let scratch = Scratch::new("stray");
    let path = scratch.path("run");
    run(&path, 900, 0..900, 1);
    let stray = path.join("games-000000032768.parquet");
    fs::copy(path.join("games-000000000000.parquet"), &stray).expect("the temporary folder has room");
    let told = Folder::open(&path).expect_err("it is none of the run").to_string();
    assert!(told.contains("games-000000032768.parquet is none of the files of this run"), "{told}");
    fs::remove_file(stray).expect("it is there");
    // Nor is one with other games than its manifest says, though its hash is right.
    for (change, expected) in [
        ((|m| m.run.seed = 8) as fn(&mut Manifest), "its games are not of seed 8"),
        (|m| m.run.title.push('x'), "in column `scenario` its games are not of this run"),
        (|m| m.run.variant = Some("x".to_owned()), "in column `variant` its games are not of this run"),
        (|m| m.run.players[1].push('x'), "in column `player_blue` its games are not of this run"),
    ] {
        let manifest = fs::read(path.join("manifest.json")).expect("the file was written before");
        reseal(&path, change);
        let told = aggregate(&path).expect_err("another run");
        assert!(told.contains(expected), "{told}");
        fs::write(path.join("manifest.json"), manifest).expect("the temporary folder has room");
    }
    assert!(aggregate(&path).is_ok());
}

fn aggregate(path: &Path) -> Result<u64, String> {
    let folder = Folder::open(path).map_err(|error| error.to_string())?;
    Aggregate::of(&folder, &[]).map(|found| found.games()).map_err(|error| error.to_string())
}

/// A record as it was made before there were seals.
fn unseal(path: &Path) {
    let file = path.join("manifest.json");
    let mut value: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(&file).expect("the file was written before"))
            .expect("the recorder writes JSON");
    let fields = value.as_object_mut().expect("a manifest is a JSON object");
    fields.remove("seal");
    fields.remove("files");
    fields.insert("format".to_owned(), 1.into());
    fs::write(file, value.to_string()).expect("the temporary folder has room");
}

#[test]
fn a_record_without_seals_is_read_and_says_so_and_is_neither_gone_on_with_nor_merged() {
    let scratch = Scratch::new("unsealed");
    let path = scratch.path("run");
    let tally = run(&path, GAMES, 0..GAMES, 2);
    assert!(Folder::open(&path).expect("the folder holds the run just recorded").is_sealed());
    unseal(&path);
    assert!(!Folder::open(&path).expect("the folder holds the run just recorded").is_sealed());
    assert_eq!(counted(&path), tally);
    assert_eq!(aggregate(&path), Ok(GAMES));
    let refused = resume(&path, GAMES, &mut Tally::default()).expect_err("nobody knows what it is");
    assert!(matches!(refused, RecordError::Unsealed { .. }), "{refused}");
    let refused = merge(std::slice::from_ref(&path), &scratch.path("merged"), Vec::new());
    assert!(matches!(refused, Err(RecordError::Unsealed { .. })), "{refused:?}");
    // A file that is no Parquet at all, or only half of it, is reported and causes no panic.
    let file = path.join("games-000000032768.parquet");
    let bytes = fs::read(&file).expect("the file was written before");
    for damaged in [&bytes[..bytes.len() / 2], &[], &bytes[bytes.len() / 2..]] {
        fs::write(&file, damaged).expect("the temporary folder has room");
        assert!(
            aggregate(&path)
                .expect_err("damaged")
                .contains("games-000000032768.parquet: the file is damaged")
        );
    }
    fs::remove_file(&file).expect("it is there");
    assert!(aggregate(&path).expect_err("missing").contains("lists 33768 games and the files hold 32768"));
}

#[test]
fn parts_join_to_the_bytes_of_an_undivided_run() {
    let scratch = Scratch::new("merge");
    run(&scratch.path("whole"), GAMES, 0..GAMES, 2);
    // Three parts, none of which ends where a block ends.
    let bounds = [0, 20_000, 33_000, GAMES];
    let parts: Vec<PathBuf> = (0..3).map(|part| scratch.path(&format!("part-{part}"))).collect();
    for (part, path) in parts.iter().enumerate() {
        run(path, GAMES, bounds[part]..bounds[part + 1], 2);
    }
    // In any order.
    let order = [parts[2].clone(), parts[0].clone(), parts[1].clone()];
    let merged =
        merge(&order, &scratch.path("merged"), vec!["szala".to_owned()]).expect("all parts are there");
    assert_eq!((merged.progress.games, merged.progress.is_finished), (GAMES, true));
    assert!(files(&scratch.path("merged")) == files(&scratch.path("whole")));

    // Broken off as it began, in the first block, behind it and at the end, a merge goes on.
    for games in [0, 700, BLOCK, BLOCK + 200, GAMES] {
        let path = scratch.path("again");
        let _ = fs::remove_dir_all(&path);
        let mut recorder = Recorder::create(&path, manifest(GAMES, 0..GAMES)).expect("a new folder");
        record(&mut recorder, games, &mut Tally::default(), 2);
        recorder.close(false).expect("there is room");
        merge(&order, &path, vec!["szala".to_owned()]).expect("all parts are there");
        assert!(files(&path) == files(&scratch.path("whole")), "broken off after {games}");
        // Killed at the very end, before the last file had its name: it gets it.
        let last = path.join(format!("games-{BLOCK:012}.parquet"));
        fs::rename(&last, last.with_extension("parquet.tmp")).expect("the last file of the run");
        assert!(matches!(merge(&order, &path, Vec::new()), Err(RecordError::Taken { .. })), "it is done");
        assert!(files(&path) == files(&scratch.path("whole")));
    }
}

#[test]
fn parts_that_are_not_all_of_one_run_are_refused() {
    let scratch = Scratch::new("refused");
    let part = |name: &str, numbers: Range<u64>| {
        let path = scratch.path(name);
        run(&path, 900, numbers, 1);
        path
    };
    let first = part("first", 0..300);
    let second = part("second", 300..600);
    let third = part("third", 600..900);
    let too_early = part("early", 299..600);
    let unfinished = scratch.path("unfinished");
    Recorder::create(&unfinished, manifest(900, 600..900))
        .expect("the folder is new")
        .close(false)
        .expect("the disk has room");
    let stranger = scratch.path("stranger");
    let mut other = manifest(900, 600..900);
    other.run.hashes.scenario = "edited".to_owned();
    Recorder::create(&stranger, other)
        .expect("the folder is new")
        .close(false)
        .expect("the temporary folder has room");

    let refused = |parts: &[&PathBuf]| {
        let parts: Vec<PathBuf> = parts.iter().map(|part| (*part).clone()).collect();
        let target = scratch.path("target");
        let refused = merge(&parts, &target, Vec::new()).expect_err("refused").to_string();
        assert!(!target.exists(), "nothing is written before all is well");
        refused
    };
    assert!(refused(&[]).contains("nothing to merge"));
    let found = refused(&[&first, &third]);
    assert!(found.contains("games 300 to 599 are missing") && found.contains("third begins"), "{found}");
    let found = refused(&[&first, &second]);
    assert!(found.contains("games 600 to 899 are missing"), "{found}");
    let found = refused(&[&second, &third]);
    assert!(found.contains("games 0 to 299 are missing"), "{found}");
    let found = refused(&[&first, &too_early, &third]);
    assert!(found.contains("first and") && found.contains("overlap: both hold game 299"), "{found}");
    let found = refused(&[&first, &first, &second, &third]);
    assert!(found.contains("overlap: both hold game 0"), "{found}");
    let found = refused(&[&first, &second, &unfinished]);
    assert!(found.contains("unfinished is not finished: 0 of 300"), "{found}");
    let found = refused(&[&first, &second, &stranger]);
    assert!(found.contains("the scenario, by its hash is") && found.contains("edited"), "{found}");
}

#[test]
fn a_part_whose_games_are_gone_is_not_merged_as_if_they_were_there() {
    let scratch = Scratch::new("gone");
    let parts = ["first", "second"].map(|name| scratch.path(name));
    run(&parts[0], 600, 0..300, 1);
    run(&parts[1], 600, 300..600, 1);
    fs::remove_file(parts[0].join("games-000000000000.parquet")).expect("the file was written before");
    let refused =
        merge(&parts, &scratch.path("target"), Vec::new()).expect_err("games are missing").to_string();
    assert!(refused.contains("first/games-000000000000.parquet: it is missing"), "{refused}");
}

#[test]
fn a_manifest_says_what_time_is_called_and_older_ones_mean_stages() {
    let told = manifest(1, 0..1).counted_by("turn");
    let mut written = serde_json::to_value(&told).expect("a manifest can be written");
    assert_eq!(written["time"], "turn");
    let read = |value: &serde_json::Value| {
        serde_json::from_value::<Manifest>(value.clone()).expect("a manifest can be read").time
    };
    assert_eq!(read(&written), "turn");
    written.as_object_mut().expect("the manifest is an object").remove("time");
    assert_eq!(read(&written), "stage");
}
