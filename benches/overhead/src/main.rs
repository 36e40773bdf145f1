//! The cost of playing with threads, recording and counting, compared with playing alone:
//! `cargo run --release -p szala-overhead -- storm hold 20000`.
//!
//! The same games of scenario I are played in interleaved order, so that a busy machine slows all ways equally, and
//! processor time of the whole program is measured, so that nothing can hide on another core: (1) a plain loop that
//! keeps the score; (2) the same loop with the notes and the row of every game; (3) the runner of `szala run` on one
//! thread, which does as much; (4) the runner with every row written, and then counted as `szala report` counts. Each
//! round gives ratios; their medians count.

use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use szala_ai::{Player, Roster, play_game};
use szala_analysis::aggregate::Aggregate;
use szala_analysis::records::{Folder, Hashes, Identity, Manifest, Recorder};
use szala_analysis::{Plan, Stretch, Tally, play};
use szala_benches::clock::{median, timed};
use szala_insurrection::{Insurrection, scenario};
use szala_insurrection_players::{Players, Seat};
use szala_kernel::dice::SeededDice;
use szala_kernel::{ActionList, BySide, Names, Play, Recorded, Rules, RunSeed, Side, Table};
use szala_system::Seated;

const SCENARIO: &str = "scenarios/niemenczyn-1794/historical.toml";
const SEED: RunSeed = RunSeed(1794);
const ROUNDS: usize = 7;

type Seats = BySide<Seat>;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [first, second, games] = &arguments[..] else {
        eprintln!("usage: overhead FIRST SECOND GAMES, as in: overhead storm hold 20000");
        return ExitCode::from(2);
    };
    match measure([first, second], games) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn measure(names: [&String; 2], games: &str) -> Result<(), String> {
    let games: u64 = games.parse().map_err(|_| format!("{games} is no number of games"))?;
    let read = |path: &str| std::fs::read_to_string(path).map_err(|error| error.to_string());
    let loaded = scenario::load(SCENARIO, &read).map_err(|problems| problems.to_string())?;
    let rules = Insurrection::new(loaded.scenario);
    let [first, second] = Side::BOTH.map(|side| Players::player(&rules, names[side as usize], side, &read));
    let contest = Seated { players: BySide([first?, second?]), rules: Arc::new(rules) };
    let Seated { rules, players } = &contest;
    let folder = std::env::temp_dir().join(format!("szala-overhead-{}", std::process::id()));

    let mut alone_a_game = Vec::new();
    let [mut notes, mut runner, mut records, mut whole] = [const { Vec::new() }; 4];
    for _ in 0..ROUNDS {
        let (alone, wins) = timed(|| in_a_loop(rules, players, games));
        let (annotated, also) = timed(|| in_a_loop_with_notes(rules, players, games));
        assert_eq!(wins, also, "the same games");
        let (run, tally) = timed(|| over_threads(&contest, games, None));
        assert_eq!(wins, tally.first, "the same games");
        let (recorded, tally) = timed(|| {
            let tally = over_threads(&contest, games, Some(&folder));
            let folder = Folder::open(&folder).expect("the run was recorded just before");
            let aggregate = Aggregate::of(&folder, &[]).expect("the run was recorded just before");
            assert_eq!(aggregate.games(), games, "all were counted");
            tally
        });
        assert_eq!(wins, tally.first, "the same games");
        std::fs::remove_dir_all(&folder).map_err(|error| error.to_string())?;
        notes.push(annotated / alone - 1.0);
        runner.push(run / annotated - 1.0);
        records.push((recorded - run) / alone);
        whole.push(recorded / alone - 1.0);
        #[expect(clippy::cast_precision_loss, reason = "few games")]
        alone_a_game.push(alone / games as f64);
    }
    println!(
        "{games} games of {}, {} against {}, {ROUNDS} rounds",
        rules.scenario().title,
        names[0],
        names[1]
    );
    println!("a plain loop: {:.1} microseconds a game (median)", median(&mut alone_a_game) * 1e6);
    for (what, shares) in [
        ("notes and row of each game, over the plain loop", &mut notes),
        ("the runner on one thread, over the loop with notes", &mut runner),
        ("writing and counting the records, of the plain loop", &mut records),
        ("all of it, over the plain loop", &mut whole),
    ] {
        let middle = median(shares) * 100.0;
        println!(
            "{what}: {middle:+.2} % (median; {:+.2} to {:+.2})",
            shares[0] * 100.0,
            shares[ROUNDS - 1] * 100.0
        );
    }
    Ok(())
}

/// Plays the games one after the other, and counts those that the first side wins.
fn in_a_loop(rules: &Insurrection, seats: &Seats, games: u64) -> u64 {
    let mut players = seats.clone();
    let mut list = ActionList::within(rules.limits());
    let mut wins = 0;
    for game in (0..games).map(|number| SEED.game(number)) {
        let finished = play_game(rules, game, &mut players, &mut list);
        wins += u64::from(finished.outcome.winner == Some(Side::First));
    }
    wins
}

/// The same with the notes and the row of every game.
fn in_a_loop_with_notes(rules: &Insurrection, seats: &Seats, games: u64) -> u64 {
    let mut players = seats.clone();
    let mut list = ActionList::within(rules.limits());
    let mut notes = rules.notes();
    let mut row = vec![0; rules.columns().len()];
    let mut wins = 0;
    for game in (0..games).map(|number| SEED.game(number)) {
        for side in Side::BOTH {
            players[side].begin(rules, game, side);
        }
        let mut state = rules.opening();
        let mut table = Table::new(SeededDice::new(game), &mut notes);
        let finished = rules.play_by(&mut state, &mut table, |rules, state, table| {
            let action = players[rules.to_act(state)].decide(rules, state, &mut list)?;
            rules.note_decision(table.journal, state, action);
            Some(action)
        });
        let finished = finished.unwrap_or_else(|aborted| panic!("{aborted}"));
        rules.write_row(&mut notes, &state, &mut row);
        std::hint::black_box(&row);
        wins += u64::from(finished.outcome.winner == Some(Side::First));
    }
    wins
}

/// Plays the games as `szala run` does, with `--out` if a folder is given.
fn over_threads(contest: &Seated<Insurrection, Seat>, games: u64, folder: Option<&Path>) -> Tally {
    let mut recorder =
        folder.map(|folder| Recorder::create(folder, manifest(&contest.rules, games)).expect("a new folder"));
    let mut tally = Tally::default();
    let take = |stretch: &Stretch| {
        tally.add(stretch, 0..stretch.played.len());
        if let Some(recorder) = &mut recorder {
            recorder.add_stretch(stretch, stretch.played.len()).expect("the disk has room for the run");
        }
        ControlFlow::Continue(())
    };
    let plan = Plan { seed: SEED, numbers: 0..games, threads: 1 };
    play(contest, &plan, &AtomicBool::new(false), take).expect("the machine starts threads");
    if let Some(recorder) = recorder {
        recorder.close(true).expect("the disk has room for the run");
    }
    tally
}

fn manifest(rules: &Insurrection, games: u64) -> Manifest {
    let none = String::new;
    let run = Identity {
        version: none(),
        commit: none(),
        title: rules.scenario().title.clone(),
        game: SCENARIO.to_owned(),
        variant: None,
        sides: Side::BOTH.map(|side| rules.side_name(side).to_owned()),
        players: [none(), none()],
        hashes: Hashes { rules: none(), scenario: none(), players: [none(), none()] },
        seed: SEED.0,
        is_keyed: false,
        games,
        until: None,
        made_of: None,
    };
    Manifest::new(Vec::new(), run, 0..games, &rules.columns())
}
