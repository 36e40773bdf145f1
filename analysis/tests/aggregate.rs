//! Recorded runs counted: the same whatever happened while they were played, and what is damaged is told.

use std::fs;
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use szala_ai::Uniform;
use szala_analysis::aggregate::{Aggregate, Counts, Value};
use szala_analysis::records::{BLOCK, Block, Folder, Hashes, Identity, Manifest, Recorder, merge};
use szala_analysis::{Plan, Stretch, Tally, play};
use szala_kernel::toy::TwoGates;
use szala_kernel::{BySide, Notation, Recorded, RunSeed, Side};

/// More than a block, so that there are two files.
const GAMES: u64 = BLOCK + 500;

/// A folder of its own for each test, gone when the test is over.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("szala-aggregate-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Self(path)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn manifest(games: u64, numbers: Range<u64>) -> Manifest {
    let text = |text: &str| text.to_owned();
    let identity = Identity {
        version: text("0"),
        commit: text("none"),
        title: text("Two Gates"),
        game: text("two-gates"),
        variant: None,
        sides: Side::BOTH.map(|side| text(TwoGates.side_name(side))),
        players: [text("uniform"), text("uniform")],
        hashes: Hashes { rules: text("r"), scenario: text("s"), players: [text("p"), text("q")] },
        seed: 7,
        games,
        until: None,
    };
    Manifest::new(vec![text("szala")], identity, numbers, &TwoGates.columns())
}

fn played(numbers: Range<u64>, mut take: impl FnMut(&Stretch)) {
    let plan = Plan { seed: RunSeed(7), numbers, threads: 2 };
    let players = || BySide::from_fn(|_| Uniform::default());
    let take = |stretch: &Stretch| {
        take(stretch);
        ControlFlow::Continue(())
    };
    play(&TwoGates, &plan, players, &AtomicBool::new(false), take).expect("threads");
}

/// Plays on from where the recorder is up to a game, and ends.
fn record(mut recorder: Recorder, end: u64, is_finished: bool) -> Tally {
    let mut tally = Tally::default();
    played(recorder.due()..end, |stretch| {
        recorder.add_stretch(stretch, stretch.played.len()).expect("there is room");
        tally.add(stretch, 0..stretch.played.len());
    });
    recorder.close(is_finished).expect("there is room");
    tally
}

fn run(path: &Path, games: u64, numbers: Range<u64>) -> Tally {
    let end = numbers.end;
    record(Recorder::create(path, manifest(games, numbers)).expect("a new folder"), end, true)
}

fn again(number: u64) -> Block {
    let mut block = Block::new(number, TwoGates.columns().len());
    played(number..number + 1, |stretch| block.add_stretch(stretch, 0..1));
    block
}

fn aggregate(path: &Path, given: &[&str]) -> Result<Aggregate, String> {
    let folder = Folder::open(path).map_err(|error| error.to_string())?;
    let given: Vec<_> = given.iter().map(|text| text.parse().expect("a condition")).collect();
    Aggregate::of(&folder, &given).map_err(|error| error.to_string())
}

#[test]
fn a_run_that_was_broken_off_or_merged_is_counted_as_one_that_was_not() {
    let scratch = Scratch::new("exact");
    let [whole, resumed, one, other, merged] =
        ["whole", "resumed", "one", "other", "merged"].map(|name| scratch.path(name));
    let tally = run(&whole, GAMES, 0..GAMES);
    let expected = aggregate(&whole, &[]).expect("a run");

    record(Recorder::create(&resumed, manifest(GAMES, 0..GAMES)).expect("a new folder"), 777, false);
    let recorder = Recorder::resume(&resumed, manifest(GAMES, 0..GAMES), &mut Tally::default(), again);
    record(recorder.expect("a run broken off"), GAMES, true);
    assert_eq!(aggregate(&resumed, &[]), Ok(expected.clone()));

    run(&one, GAMES, 0..20_000);
    run(&other, GAMES, 20_000..GAMES);
    merge(&[other, one], &merged, Vec::new()).expect("two halves");
    assert_eq!(aggregate(&merged, &[]), Ok(expected.clone()));

    // And it is what was counted while the games were played.
    let Tally { games, first, draws, second, aborted, .. } = tally;
    assert_eq!((expected.in_folder, expected.games()), (games, games));
    assert_eq!(expected.counts, Counts { first, draws, second, aborted });
    let sums = expected.table("margin").expect("margins").pairs();
    assert_eq!((sums.a, sums.aa), (tally.margin.into(), tally.margin_squared.into()));
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
    run(&path, 3_000, 0..3_000);
    let all = aggregate(&path, &[]).expect("a run");
    let raids = all.table("raids.Red").expect("a column");
    let of_two = raids.counts(|value| *value == Value::Number(2));
    assert_eq!(aggregate(&path, &["raids.Red=2"]).expect("some").counts, of_two);
    for [one, other] in
        [["first_point", "!first_point"], ["shots.Red<1", "shots.Red"], ["winner=Red", "winner!=Red"]]
    {
        let [one, other] = [one, other].map(|given| aggregate(&path, &[given]).expect("some games"));
        assert_eq!((one.in_folder, other.in_folder), (3_000, 3_000), "how many there are in all is known");
        assert!(one.games() > 0 && other.games() > 0);
        assert_eq!(one.counts + other.counts, all.counts);
    }
    let told = aggregate(&path, &["raids.Red=2", "raids.Blue=2"]).expect_err("there are three raids");
    assert!(told.contains("none of the 3000 games in"), "{told}");
    assert!(told.ends_with("is given `raids.Red=2` and `raids.Blue=2`; ask for less"), "{told}");
}

#[test]
fn what_is_missing_or_damaged_is_told_and_not_passed_over() {
    let scratch = Scratch::new("damaged");
    let path = scratch.path("run");
    run(&path, GAMES, 0..GAMES);
    let [first, second] =
        ["games-000000000000.parquet", "games-000000032768.parquet"].map(|name| path.join(name));

    let whole = fs::read(&second).expect("a file");
    for length in [0, 1_000, whole.len() - 1] {
        fs::write(&second, &whole[..length]).expect("there is room");
        let told = aggregate(&path, &[]).expect_err("truncated");
        assert!(told.contains("games-000000032768.parquet: the file is damaged or no Parquet"), "{told}");
    }
    fs::remove_file(&second).expect("it is there");
    let told = aggregate(&path, &[]).expect_err("the second file is missing");
    assert!(told.contains("the manifest tells of 33268 games and the files hold 32768"), "{told}");
    fs::write(&second, &whole).expect("there is room");
    fs::remove_file(&first).expect("it is there");
    let told = aggregate(&path, &[]).expect_err("the first file is missing");
    assert!(told.contains("it begins with game 32768, and game 0 is due"), "{told}");

    let empty = scratch.path("empty");
    record(Recorder::create(&empty, manifest(5, 0..5)).expect("a new folder"), 0, false);
    let told = aggregate(&empty, &[]).expect_err("nothing was played");
    assert!(told.starts_with("there are no games in ") && told.ends_with("--resume`"), "{told}");
}
