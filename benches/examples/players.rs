//! Plays games between players by name and reports who won, how, and the time taken:
//! `cargo run --release -p szala-benches --example players -- historical 10000 storm hold`. With `plans` for a name,
//! every plan of that side. One thread, so that the time is that of a core; with a fifth word, the game of that
//! number is printed instead.

use std::process::ExitCode;
use std::time::Instant;

use szala_ai::{Player, Roster, View};
use szala_benches::load;
use szala_insurrection::Insurrection;
use szala_insurrection_players::{Players, Script, Seat};
use szala_kernel::dice::SeededDice;
use szala_kernel::journal::{Log, tell};
use szala_kernel::{ActionList, BySide, Play, Rules, RunSeed, Side, Table};

const SEED: RunSeed = RunSeed(1794);

/// The players of a side.
fn seats(rules: &Insurrection, side: Side, name: &str) -> Result<Vec<(String, Seat)>, String> {
    let read = |path: &str| std::fs::read_to_string(path).map_err(|error| error.to_string());
    let names = match name {
        "plans" => Script::shipped(rules, side).into_iter().map(|listed| listed.name).collect(),
        name => vec![name.to_owned()],
    };
    names.into_iter().map(|name| Ok((name.clone(), Players::player(rules, &name, side, &read)?))).collect()
}

/// Plays some games of two players and reports the results.
fn play(rules: &Insurrection, games: u64, mut players: BySide<(String, Seat)>) {
    let mut list = ActionList::within(rules.limits());
    let (mut won, mut decisions, mut camp, mut lead) = (BySide([0u64; 2]), 0, 0, 0);
    let start = Instant::now();
    for number in 0..games {
        let game = SEED.game(number);
        for side in Side::BOTH {
            players[side].1.begin(rules, game, side);
        }
        let mut state = rules.opening();
        let mut table = Table::new(SeededDice::new(game), ());
        let finished = rules.play_by(&mut state, &mut table, |rules, state, _| {
            players[rules.to_act(state)].1.decide(rules, state, &mut list)
        });
        let finished = finished.unwrap_or_else(|aborted| panic!("{aborted}"));
        decisions += finished.decisions;
        camp += u64::from(state.is_camp_reached());
        lead += i64::from(finished.outcome.lead);
        if let Some(winner) = finished.outcome.winner {
            won[winner] += 1;
        }
    }
    let time = start.elapsed();
    let hundredths = |count: u64| 100 * count / games.max(1);
    println!(
        "{:>14} {:<14} won {:3} % lost {:3} % camp {:3} %  lead {:5}/100  {:7} games/s {:5} ns/decision {:4} \
         decisions",
        players[Side::First].0,
        players[Side::Second].0,
        hundredths(won[Side::First]),
        hundredths(won[Side::Second]),
        hundredths(camp),
        100 * lead / i64::try_from(games.max(1)).unwrap_or(i64::MAX),
        u128::from(games) * 1_000_000_000 / time.as_nanos().max(1),
        time.as_nanos() / decisions.max(1) as u128,
        decisions as u64 / games.max(1),
    );
}

/// Prints one game.
fn tell_game(rules: &Insurrection, number: u64, players: &mut BySide<(String, Seat)>) {
    let game = SEED.game(number);
    for side in Side::BOTH {
        players[side].1.begin(rules, game, side);
    }
    let mut list = ActionList::within(rules.limits());
    let mut table = Table::new(SeededDice::new(game), Log::default());
    let finished = rules.play_out_loud(&mut rules.opening(), &mut table, &mut list, |rules, state, legal| {
        players[rules.to_act(state)].1.choose(&View::new(rules, state, legal))
    });
    for entry in &table.journal.entries {
        println!("{}", tell(rules, entry));
    }
    println!("{:?}", finished.outcome);
}

fn run(arguments: &[String]) -> Result<(), String> {
    let usage = "usage: players SCENARIO GAMES FIRST SECOND [NUMBER]";
    let [scenario, games, first, second, number @ ..] = arguments else { return Err(usage.to_owned()) };
    let games = games.parse::<u64>().map_err(|_| usage.to_owned())?;
    let rules = load(scenario);
    let (first, second) = (seats(&rules, Side::First, first)?, seats(&rules, Side::Second, second)?);
    for one in &first {
        for other in &second {
            let mut players = BySide([one.clone(), other.clone()]);
            match number.first().map(|number| number.parse::<u64>().map_err(|_| usage.to_owned())) {
                Some(number) => tell_game(&rules, number?, &mut players),
                None => play(&rules, games, players),
            }
        }
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
