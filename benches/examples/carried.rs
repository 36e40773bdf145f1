//! The cost of carrying out games whose decisions are already made, and of listing the legal actions before each of
//! them: the minimum for any player.
//! `cargo run --release -p szala-benches --example carried -- historical 2000 storm hold`; with `uniform` for both the
//! games are random. One thread, medians of interleaved rounds.

use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

use szala_ai::{Player, Roster};
use szala_benches::load;
use szala_insurrection::{Action, Insurrection};
use szala_insurrection_players::Players;
use szala_kernel::dice::SeededDice;
use szala_kernel::{ActionList, BySide, Outcome, Play, Rules, RunSeed, Side, Table};

const SEED: RunSeed = RunSeed(1794);
const ROUNDS: usize = 9;

/// A game with recorded decisions.
struct Decided {
    number: u64,
    actions: Vec<Action>,
    outcome: Outcome,
}

/// Plays games and records the decisions.
fn decide(rules: &Insurrection, games: u64, names: [&str; 2]) -> Result<Vec<Decided>, String> {
    let read = |path: &str| std::fs::read_to_string(path).map_err(|error| error.to_string());
    let [first, second] = [(Side::First, names[0]), (Side::Second, names[1])]
        .map(|(side, name)| Players::player(rules, name, side, &read));
    let mut players = BySide([first?, second?]);
    let mut list = ActionList::within(rules.limits());
    let mut play = |number| {
        let game = SEED.game(number);
        for side in Side::BOTH {
            players[side].begin(rules, game, side);
        }
        let mut actions = Vec::new();
        let mut table = Table::new(SeededDice::new(game), ());
        let finished = rules.play_by(&mut rules.opening(), &mut table, |rules, state, _| {
            let action = players[rules.to_act(state)].decide(rules, state, &mut list)?;
            actions.push(action);
            Some(action)
        });
        let outcome = finished.map_err(|aborted| aborted.to_string())?.outcome;
        Ok(Decided { number, actions, outcome })
    };
    (0..games).map(&mut play).collect()
}

/// Carries out a game once more; `before` sees each position before its decision.
fn carry_out(
    rules: &Insurrection,
    game: &Decided,
    mut before: impl FnMut(&<Insurrection as Rules>::State),
) -> Outcome {
    let mut decided = game.actions.iter().copied();
    let mut table = Table::new(SeededDice::new(SEED.game(game.number)), ());
    let finished = rules.play_by(&mut rules.opening(), &mut table, |_, state, _| {
        before(state);
        decided.next()
    });
    finished.expect("it came to an end before").outcome
}

/// The nanoseconds that something takes.
fn time(work: impl FnOnce()) -> u128 {
    let start = Instant::now();
    work();
    start.elapsed().as_nanos()
}

fn run(arguments: &[String]) -> Result<(), String> {
    let usage = "usage: carried SCENARIO GAMES FIRST SECOND";
    let [scenario, games, first, second] = arguments else { return Err(usage.to_owned()) };
    let games = games.parse::<u64>().map_err(|_| usage.to_owned())?;
    let rules = load(scenario);
    let decided = decide(&rules, games, [first, second])?;
    let decisions = decided.iter().map(|game| game.actions.len()).sum::<usize>().max(1) as u128;
    let mut list = ActionList::within(rules.limits());
    let mut times = [const { Vec::new() }; 2];
    for _ in 0..ROUNDS {
        times[0].push(time(|| {
            for game in &decided {
                assert_eq!(carry_out(&rules, game, |_| ()), game.outcome, "game {}", game.number);
            }
        }));
        times[1].push(time(|| {
            for game in &decided {
                let outcome = carry_out(&rules, game, |state| {
                    list.clear();
                    rules.actions(state, &mut list);
                    black_box(&mut list);
                });
                assert_eq!(outcome, game.outcome, "game {}", game.number);
            }
        }));
    }
    println!(
        "{games} games of {scenario}, {first} against {second}, {decisions} decisions; ns a decision, games/s"
    );
    for (what, mut times) in ["carried out:", "listed before:"].into_iter().zip(times) {
        times.sort_unstable();
        let [least, median, most] = [0, ROUNDS / 2, ROUNDS - 1].map(|place| times[place]);
        println!(
            "{what:15} {:4} ({} to {}), {:6}",
            median / decisions,
            least / decisions,
            most / decisions,
            u128::from(games) * 1_000_000_000 / median.max(1)
        );
    }
    Ok(())
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
