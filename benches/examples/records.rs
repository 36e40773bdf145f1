//! The cost of recording games: the same games with no journal and with the notes of a row, interleaved, so
//! that a busy machine slows both:
//! `cargo run --release -p szala-benches --example records -- historical 2000 storm hold`. One thread. With
//! `silent` or `noted` for a fifth word, one round of that alone, for counting its instructions.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use szala_ai::{Player, Roster};
use szala_benches::load;
use szala_insurrection::{Action, Insurrection, State};
use szala_insurrection_players::{Players, Seat};
use szala_kernel::dice::SeededDice;
use szala_kernel::seed::mix;
use szala_kernel::{ActionList, BySide, Journal, Paired, Play, Recorded, Rules, RunSeed, Side, Table};

const SEED: RunSeed = RunSeed(1794);

/// The number of repetitions of each.
const ROUNDS: usize = 21;

/// The games, and the players.
struct Match {
    rules: Insurrection,
    players: BySide<Seat>,
    games: u64,
}

impl Match {
    /// Plays all games; the journal's callbacks run at each decision and after each game. Every decision and
    /// outcome is hashed into one number.
    fn play<J: Journal>(
        &mut self,
        journal: &mut J,
        note: impl Fn(&Insurrection, &mut J, &State, Action),
        mut end: impl FnMut(&Insurrection, &mut J, &State),
    ) -> u64 {
        let Self { rules, players, games } = self;
        let mut list = ActionList::within(rules.limits());
        let mut hash = 0;
        for game in (0..*games).map(|number| SEED.game(number)) {
            for side in Side::BOTH {
                players[side].begin(rules, game, side);
            }
            let mut state = rules.opening();
            let mut table = Table::new(SeededDice::new(game), &mut *journal);
            let finished = rules.play_by(&mut state, &mut table, |rules, state, table| {
                let action = players[rules.to_act(state)].decide(rules, state, &mut list)?;
                note(rules, table.journal, state, action);
                hash = mix(hash ^ rules.action_key(action));
                Some(action)
            });
            let finished = finished.unwrap_or_else(|aborted| panic!("{aborted}"));
            hash = mix(hash ^ u64::from(finished.outcome.lead.cast_unsigned()));
            end(rules, journal, &state);
        }
        hash
    }

    fn play_silently(&mut self) -> (Duration, u64) {
        let start = Instant::now();
        let hash = self.play(&mut (), |_, (), _, _| (), |_, (), _| ());
        (start.elapsed(), hash)
    }

    fn play_noted(&mut self) -> (Duration, u64) {
        let mut notes = self.rules.notes();
        let mut row = vec![0; self.rules.columns().len()];
        let start = Instant::now();
        let hash = self.play(&mut notes, Recorded::note_decision, |rules, notes, state| {
            rules.write_row(notes, state, &mut row);
            std::hint::black_box(&row);
        });
        (start.elapsed(), hash)
    }

    /// Both, interleaved, and the medians.
    fn compare(&mut self) {
        let mut times = [Vec::new(), Vec::new()];
        for _ in 0..ROUNDS {
            let (silent, noted) = (self.play_silently(), self.play_noted());
            assert_eq!(silent.1, noted.1, "the notes changed a game");
            times[0].push(silent.0);
            times[1].push(noted.0);
        }
        let mut ratios: Vec<u128> = times[0]
            .iter()
            .zip(&times[1])
            .map(|(silent, noted)| noted.as_nanos() * 10_000 / silent.as_nanos().max(1))
            .collect();
        ratios.sort_unstable();
        for (name, times) in ["silent", "noted"].iter().zip(&mut times) {
            times.sort_unstable();
            let median = times[ROUNDS / 2].as_nanos();
            let games = u128::from(self.games);
            println!("{name:>8} {:7} ns/game {:7} games/s", median / games, games * 1_000_000_000 / median);
        }
        println!("noted by silent, ten-thousandths, median of {ROUNDS} rounds: {}", ratios[ROUNDS / 2]);
    }
}

fn run(arguments: &[String]) -> Result<(), String> {
    let usage = || "usage: records SCENARIO GAMES FIRST SECOND [silent|noted]".to_owned();
    let [scenario, games, first, second, mode @ ..] = arguments else { return Err(usage()) };
    let games = games.parse::<u64>().ok().filter(|games| *games > 0).ok_or_else(usage)?;
    let rules = load(scenario);
    let read = |path: &str| std::fs::read_to_string(path).map_err(|error| error.to_string());
    let players = [(Side::First, first), (Side::Second, second)]
        .map(|(side, name)| Players::player(&rules, name, side, &read));
    let [first, second] = players;
    let players = BySide([first?, second?]);
    let mut all = Match { rules, players, games };
    match mode.first().map(String::as_str) {
        None => all.compare(),
        Some("silent") => println!("{}", all.play_silently().1),
        Some("noted") => println!("{}", all.play_noted().1),
        Some(_) => return Err(usage()),
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
