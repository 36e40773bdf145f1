//! Tests of sweeps, on the toy with players who are weak in different ways: for a sweep it is all one whether rules or
//! players differ.

use core::sync::atomic::AtomicUsize;

use szala_kernel::RunSeed;

use super::*;
use crate::records::Parquet;
use crate::toy::played_by;

/// The toy by chance against chance as it is, and cells with other players.
fn played(cells: &[[&str; 2]], games: u64, hope: Option<f64>, threads: usize) -> Sweep {
    let seat = |place: usize| Ok(played_by(cells[place]));
    let cells = cells.iter().map(|names| Cell {
        values: vec![names.join("/")],
        is_reference: *names == ["uniform", "uniform"],
        comparison: Comparison::default(),
        is_stopped: false,
    });
    let cells: Vec<Cell> = cells.collect();
    let plan = Plan { seed: RunSeed(5), numbers: 0..games, threads };
    let reference = played_by(["uniform", "uniform"]);
    let never = AtomicBool::new(false);
    let all = cells.len();
    sweep(&["players".to_owned()], &*reference, (cells, all), seat, &plan, hope, &never, |_| ())
        .expect("the machine starts threads")
}

const CELLS: [[&str; 2]; 3] = [["uniform", "uniform"], ["greedy", "uniform"], ["uniform", "greedy"]];

#[test]
fn a_cell_that_is_the_scenario_differs_in_no_game_and_the_others_in_some() {
    let found = played(&CELLS, 2_000, None, 1);
    assert_eq!(found.played(), 2_000);
    let [same, first, second] = &found.cells[..] else { panic!("three cells") };
    assert_eq!((same.comparison.pairs, same.comparison.differing), (2_000, 0));
    assert_eq!(same.comparison, found.reference);
    let scores = [same, first, second].map(|cell| found.figures(cell).on(Axis::Score).b.value);
    assert!(scores[1] > scores[0] && scores[0] > scores[2], "{scores:?}");
    let difference =
        found.figures(first).on(Axis::Score).difference.interval().expect("so many games give bounds");
    let [as_it_is, changed] =
        [0, 1].map(|place| scores[place].expect("games were played, so there is a score"));
    assert!((difference.estimate - (changed - as_it_is)).abs() < 1e-12);
    assert!(difference.low > 0.0);
    assert_eq!(found.figures(same).on(Axis::Score).difference.high, Some(0.0));
}

#[test]
fn sweeps_are_the_same_on_any_number_of_threads() {
    for hope in [None, Some(0.03)] {
        let alone = played(&CELLS, 3_000, hope, 1);
        for threads in [2, 8] {
            assert_eq!(played(&CELLS, 3_000, hope, threads), alone, "{threads} threads, {hope:?}");
        }
    }
}

/// Greedy players score some seven points more than chance does, so their cells are hopeless in the end; the reference
/// is never stopped, not even where it is among the cells.
#[test]
fn hopeless_cells_are_stopped_and_have_the_first_games_of_those_that_are_not() {
    let stopped = played(&CELLS, 30_000, Some(0.03), 2);
    let games: Vec<u64> = stopped.cells.iter().map(|cell| cell.comparison.pairs).collect();
    assert_eq!(games[0], 30_000);
    assert!(games[1..].iter().all(|games| *games < 30_000 && games.is_multiple_of(LOOK_EVERY)), "{games:?}");
    let which: Vec<bool> = stopped.cells.iter().map(|cell| cell.is_stopped).collect();
    assert_eq!(which, [false, true, true]);
    let shorter = played(&CELLS, games[1], None, 1);
    assert_eq!(shorter.cells[1].comparison, stopped.cells[1].comparison);
    // What may be stopped by its figures has intervals that hold at any time, and they are wider.
    let [wide, narrow] = [&stopped, &shorter].map(|sweep| {
        let score =
            sweep.figures(&sweep.cells[1]).on(Axis::Score).b.interval().expect("so many games give bounds");
        score.high - score.low
    });
    assert!(wide > 1.3 * narrow, "{wide} {narrow}");
}

/// A change that changes nothing in the games that were played may still change something in others: its interval has a
/// width. By hand for the fixed one: where none of n pairs differs, a difference of rates ends at z^2 / (n + z^2).
#[test]
fn a_cell_that_has_not_differed_yet_is_not_certain() {
    let mut found = played(&[["uniform", "uniform"]], 1_000, None, 1);
    found.cells[0].is_reference = false;
    let more = |found: &Sweep, axis| found.figures(&found.cells[0]).on(axis).difference;
    let wins = more(&found, Axis::Win).interval().expect("so many games give bounds");
    assert!((wins.high - 3.841_459 / 1_003.841_459).abs() < 1e-6 && wins.low < 0.0, "{wins:?}");
    // Broken off, or with hopeless cells, it is wider, and what has no bound has none.
    found.games = 2_000;
    assert!(found.is_anytime());
    for axis in [Axis::Win, Axis::Score] {
        assert!(more(&found, axis).high > Some(wins.high), "{axis:?}");
    }
    assert_eq!(more(&found, Axis::Lead).high, None);
}

#[test]
fn a_sweep_that_is_stopped_tells_of_what_was_played() {
    let contest = || played_by(["uniform", "uniform"]);
    let plan = Plan { seed: RunSeed(5), numbers: 0..u64::MAX / 8, threads: 2 };
    let cell = Cell {
        values: Vec::new(),
        is_reference: false,
        comparison: Comparison::default(),
        is_stopped: false,
    };
    let stop = AtomicBool::new(true);
    let found = sweep(&[], &*contest(), (vec![cell], 1), |_| Ok(contest()), &plan, None, &stop, |_| ())
        .expect("the machine starts threads");
    assert_eq!(found.played(), found.cells[0].comparison.pairs);
    let figures = found.figures(&found.cells[0]);
    assert_eq!(figures.counts.ended(), 0);
    assert_eq!(figures.on(Axis::Score).b.value, None);
}

/// A contest that is counted as long as it is there.
struct Held<'c>(Box<dyn Contest>, &'c AtomicUsize);

impl Contest for Held<'_> {
    fn faces(&self) -> &dyn szala_system::Faces {
        self.0.faces()
    }

    fn columns(&self) -> Vec<szala_kernel::record::Column> {
        self.0.columns()
    }

    fn drawn(&self, game: szala_kernel::GameSeed, side: szala_kernel::Side) -> Option<&str> {
        self.0.drawn(game, side)
    }

    fn worker(&self) -> Box<dyn szala_system::Worker + '_> {
        self.0.worker()
    }

    fn chronicle(&self, game: szala_kernel::GameSeed, with_opinions: bool) -> szala_system::Chronicle {
        self.0.chronicle(game, with_opinions)
    }

    fn analyst(&self, chronicle: &szala_system::Chronicle) -> Box<dyn szala_system::Analyst + '_> {
        self.0.analyst(chronicle)
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        self.1.fetch_sub(1, Ordering::Relaxed);
    }
}

#[test]
fn of_many_cells_only_some_are_there_at_once_and_each_has_what_it_has_alone() {
    static HELD: AtomicUsize = AtomicUsize::new(0);
    let (most, plan) = (AtomicUsize::new(0), Plan { seed: RunSeed(5), numbers: 0..50, threads: 2 });
    let names = |place: usize| CELLS[place % CELLS.len()];
    let cell = |place: usize| Cell {
        values: vec![place.to_string()],
        is_reference: false,
        comparison: Comparison::default(),
        is_stopped: false,
    };
    let seat = |place: usize| -> Result<Box<dyn Contest>, String> {
        most.fetch_max(HELD.fetch_add(1, Ordering::Relaxed) + 1, Ordering::Relaxed);
        Ok(Box::new(Held(played_by(names(place)), &HELD)))
    };
    let cells: Vec<Cell> = (0..2 * AT_ONCE + 5).map(cell).collect();
    let reference = played_by(["uniform", "uniform"]);
    let never = AtomicBool::new(false);
    let all = cells.len();
    let found = sweep(&[], &*reference, (cells, all), seat, &plan, None, &never, |_| ())
        .expect("the machine starts threads");
    assert_eq!((most.into_inner(), HELD.load(Ordering::Relaxed)), (AT_ONCE, 0));
    let alone = played(&CELLS, 50, None, 1);
    assert_eq!((found.played(), &found.reference), (50, &alone.reference));
    for (place, cell) in found.cells.iter().enumerate() {
        assert_eq!(cell.comparison, alone.cells[place % CELLS.len()].comparison, "{place}");
    }
}

#[test]
fn a_cell_that_cannot_be_played_says_why() {
    let cell = Cell {
        values: Vec::new(),
        is_reference: false,
        comparison: Comparison::default(),
        is_stopped: false,
    };
    let (plan, never) = (Plan { seed: RunSeed(5), numbers: 0..9, threads: 1 }, AtomicBool::new(false));
    let reference = played_by(["uniform", "uniform"]);
    let found = sweep(
        &[],
        &*reference,
        (vec![cell], 1),
        |_| Err("no such hex".to_owned()),
        &plan,
        None,
        &never,
        |_| (),
    );
    assert!(matches!(found, Err(RaceFailed::Variant(why)) if why == "no such hex"));
}

#[test]
fn the_file_has_a_row_a_cell_and_the_scenario_as_it_is_first() {
    let found = played(&CELLS, 1_000, None, 2);
    let expected = found.frame();
    let names: Vec<String> = expected.columns().iter().map(|column| column.name.clone()).collect();
    let parquet = Parquet::get().expect("tests are built with the feature `records`");
    let frame = parquet
        .read(found.file(parquet).into(), &names, |_| Vec::new())
        .expect("the bytes are a Parquet file");
    assert_eq!(frame.rows(), 4);
    // A number that is not finite is kept as one that is missing, so equal columns hold equal values.
    assert_eq!(frame, expected);
    let column = |name: &str| frame.column(name).expect("docs/SCHEMA.md names the column");
    let values: Vec<Option<&str>> = column("value_1").texts().expect("values are kept as texts").collect();
    assert_eq!(values[2], Some("greedy/uniform"));
    assert_eq!(column("is_as_it_is").flags(), Ok(&[true, true, false, false][..]));
    let counts = |name: &str| column(name).long().expect("games are counted").to_vec();
    assert_eq!(counts("games")[3], 1_000);
    assert_eq!(counts("first_wins")[2], found.figures(&found.cells[1]).counts.first);
}
