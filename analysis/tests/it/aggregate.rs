//! Recorded runs are counted the same, whatever happened while they were played, and damage is reported.

use std::fs;
use std::path::Path;

use szala_analysis::Tally;
use szala_analysis::aggregate::{Aggregate, Counts, Value};
use szala_analysis::records::{BLOCK, Folder, Recorder, merge};

use crate::two_gates::{Scratch, again, manifest, record, run};

/// More than a block, so that there are two files.
const GAMES: u64 = BLOCK + 500;

/// Plays on from where the recorder is up to a game, and ends.
fn part(mut recorder: Recorder, end: u64, is_finished: bool) {
    record(&mut recorder, end, &mut Tally::default(), 2);
    recorder.close(is_finished).expect("there is room");
}

fn aggregate(path: &Path, given: &[&str]) -> Result<Aggregate, String> {
    let folder = Folder::open(path).map_err(|error| error.to_string())?;
    let given: Vec<_> =
        given.iter().map(|text| text.parse().expect("the test writes a valid condition")).collect();
    Aggregate::of(&folder, &given).map_err(|error| error.to_string())
}

#[test]
fn a_run_that_was_broken_off_or_merged_is_counted_as_one_that_was_not() {
    let scratch = Scratch::new("exact");
    let [whole, resumed, one, other, merged] =
        ["whole", "resumed", "one", "other", "merged"].map(|name| scratch.path(name));
    let tally = run(&whole, GAMES, 0..GAMES, 2);
    let expected = aggregate(&whole, &[]).expect("the folder holds the run just recorded");

    part(Recorder::create(&resumed, manifest(GAMES, 0..GAMES)).expect("a new folder"), 777, false);
    let recorder = Recorder::resume(&resumed, manifest(GAMES, 0..GAMES), &mut Tally::default(), again);
    part(recorder.expect("a run broken off"), GAMES, true);
    assert_eq!(aggregate(&resumed, &[]), Ok(expected.clone()));

    run(&one, GAMES, 0..20_000, 2);
    run(&other, GAMES, 20_000..GAMES, 2);
    merge(&[other, one], &merged, Vec::new()).expect("the two halves make one run");
    assert_eq!(aggregate(&merged, &[]), Ok(expected.clone()));

    // And it is what was counted while the games were played.
    let Tally { games, first, draws, second, aborted, .. } = tally;
    assert_eq!((expected.in_folder, expected.games()), (games, games));
    assert_eq!(expected.counts, Counts { first, draws, second, aborted });
    let sums = expected.table("lead").expect("there is a table of margins").pairs();
    assert_eq!((sums.a, sums.aa), (tally.lead.into(), tally.lead_squared.into()));
    for ((rule, reason), games) in &tally.reasons {
        assert_eq!(expected.reasons[&(reason.to_string(), Some(rule.to_string()))].games(), *games);
    }
    for table in &expected.tables {
        assert_eq!(table.counts(|_| true), expected.counts, "{}", table.field.name);
    }
}

#[test]
fn games_given_something_and_games_given_its_opposite_are_all_games() {
    let scratch = Scratch::new("given");
    let path = scratch.path("run");
    run(&path, 3_000, 0..3_000, 2);
    let all = aggregate(&path, &[]).expect("the folder holds the run just recorded");
    let raids = all.table("raids_red").expect("there is a column of this name");
    let of_two = raids.counts(|value| *value == Value::Number(2));
    assert_eq!(aggregate(&path, &["raids.Red=2"]).expect("some games meet the condition").counts, of_two);
    for [one, other] in
        [["first_point", "!first_point"], ["shots_red<1", "shots.Red"], ["winner=Red", "winner!=Red"]]
    {
        let [one, other] =
            [one, other].map(|given| aggregate(&path, &[given]).expect("some games meet the condition"));
        assert_eq!((one.in_folder, other.in_folder), (3_000, 3_000), "how many there are in all is known");
        assert!(one.games() > 0 && other.games() > 0);
        assert_eq!(one.counts + other.counts, all.counts);
    }
    let told = aggregate(&path, &["raids.Red=2", "raids_blue=2"]).expect_err("there are three raids");
    assert!(told.contains("none of the 3000 games in"), "{told}");
    assert!(told.ends_with("is given `raids.Red=2` and `raids_blue=2`; ask for less"), "{told}");
}

#[test]
fn what_is_missing_or_damaged_is_told_and_not_passed_over() {
    let scratch = Scratch::new("damaged");
    let path = scratch.path("run");
    run(&path, GAMES, 0..GAMES, 2);
    let [first, second] =
        ["games-000000000000.parquet", "games-000000032768.parquet"].map(|name| path.join(name));

    let whole = fs::read(&second).expect("the file was written before");
    for length in [0, 1_000, whole.len() - 1] {
        fs::write(&second, &whole[..length]).expect("there is room");
        let told = aggregate(&path, &[]).expect_err("truncated");
        assert!(told.contains("games-000000032768.parquet: it is not as it was written"), "{told}");
    }
    fs::remove_file(&second).expect("it is there");
    let told = aggregate(&path, &[]).expect_err("the second file is missing");
    assert!(told.contains("games-000000032768.parquet: it is missing"), "{told}");
    fs::write(&second, &whole).expect("there is room");
    fs::remove_file(&first).expect("it is there");
    let told = aggregate(&path, &[]).expect_err("the first file is missing");
    assert!(told.contains("games-000000000000.parquet: it is missing"), "{told}");

    let empty = scratch.path("empty");
    part(Recorder::create(&empty, manifest(5, 0..5)).expect("a new folder"), 0, false);
    let told = aggregate(&empty, &[]).expect_err("nothing was played");
    assert!(told.starts_with("there are no games in ") && told.ends_with("--resume`"), "{told}");
}
