//! Plays one scenario and tells what that took. Each part that is measured is a function of its own, so that callgrind
//! can tell their instructions apart.

use std::fmt::Write;
use std::fs;

use szala_ai::{Player, Roster, View};
use szala_insurrection::{Insurrection, State, scenario};
use szala_kernel::dice::SeededDice;
use szala_kernel::{ActionList, BySide, Rules, RunSeed, Side, Table};

use crate::synthetic::{Files, PLANS, SCENARIO, Size, write};

const SEED: RunSeed = RunSeed(1794);

/// How a scenario is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Amount {
    /// By the clock: everything again and again, until the clock has something to tell.
    Timed,
    /// By callgrind, which is fifty times as slow: everything once.
    Counted,
}

/// Nanoseconds for which anything is done by the clock, at least.
const LONG_ENOUGH: u64 = 500_000_000;

type Seats = BySide<<Insurrection as Roster>::Seat>;

/// Who plays both sides.
struct Party {
    name: &'static str,
    seats: fn(&Insurrection, &Files) -> Result<Seats, String>,
    games: fn(&Insurrection, &mut Seats) -> Played,
}

/// The parts that are measured of games by these players, with functions that callgrind knows by their names. Their
/// bodies are all different, or the compiler would make one of them.
macro_rules! party {
    ($name:literal, $players:expr, $games:literal, $counted_seats:ident, $counted_games:ident) => {{
        #[inline(never)]
        fn $counted_seats(rules: &Insurrection, files: &Files) -> Result<Seats, String> {
            let read = |path: &str| files.read(path);
            let [first, second] = $players;
            Ok(BySide([rules.player(first, Side::First, &read)?, rules.player(second, Side::Second, &read)?]))
        }
        #[inline(never)]
        fn $counted_games(rules: &Insurrection, seats: &mut Seats) -> Played {
            games(rules, seats, $games)
        }
        Party { name: $name, seats: $counted_seats, games: $counted_games }
    }};
}

/// So many games are enough for figures that do not change by a tenth when there are more.
fn parties() -> [Party; 3] {
    [
        party!("random", ["uniform", "uniform"], 12, counted_seats_random, counted_games_random),
        party!("plans", PLANS, 10, counted_seats_plans, counted_games_plans),
        party!("heuristic", ["heuristic", "heuristic"], 4, counted_seats_heuristic, counted_games_heuristic),
    ]
}

/// What games came to.
#[derive(Clone, Copy, Debug, Default)]
struct Played {
    games: u64,
    decisions: u64,
    actions: u64,
    most_actions: u64,
}

/// Plays a scenario of this size and tells figures, one a line: a name, `=`, a number.
pub(crate) fn measure(size: Size, amount: Amount) -> Result<String, String> {
    let mut figures = Figures { text: String::new(), amount };
    let files = written(size)?;
    let scenario = figures.time("reading", || counted_reading(&files))??;
    let rules = figures.time("tables", || counted_tables(scenario.clone()))?;
    figures.tell("memory rules", peak_memory()?);
    for party in parties() {
        let name = party.name;
        let mut seats = figures.time(&format!("seats {name}"), || (party.seats)(&rules, &files))??;
        let played = figures.time(&format!("games {name}"), || (party.games)(&rules, &mut seats))?;
        figures.tell(&format!("number games {name}"), played.games);
        figures.tell(&format!("decisions {name}"), played.decisions);
        figures.tell(&format!("actions {name}"), played.actions);
        figures.tell(&format!("most actions {name}"), played.most_actions);
    }
    figures.tell("memory all", peak_memory()?);
    figures.tell("state", size_of::<State>() as u64);
    Ok(figures.text)
}

struct Figures {
    text: String,
    amount: Amount,
}

impl Figures {
    fn tell(&mut self, name: &str, number: u64) {
        writeln!(self.text, "{name} = {number}").expect("a string");
    }

    /// Does something, tells the processor time it took, and hands on what came of it.
    fn time<T>(&mut self, name: &str, mut work: impl FnMut() -> T) -> Result<T, String> {
        let start = processor_time()?;
        let mut times = 0;
        loop {
            let done = work();
            times += 1;
            let time = processor_time()? - start;
            if self.amount == Amount::Counted || time >= LONG_ENOUGH {
                self.tell(&format!("time {name}"), time / times);
                return Ok(done);
            }
        }
    }
}
/// The files of a scenario that can be read: with the first salt by which no two names share a number.
fn written(size: Size) -> Result<Files, String> {
    let salted = (0..100).map(|salt| write(size, salt));
    let mut wrong = String::new();
    for files in salted {
        match scenario::load(SCENARIO, &|path| files.read(path)) {
            Ok(_) => return Ok(files),
            Err(problems) => wrong = problems.to_string(),
        }
    }
    Err(wrong)
}

#[inline(never)]
fn counted_reading(files: &Files) -> Result<szala_insurrection::Scenario, String> {
    match scenario::load(SCENARIO, &|path| files.read(path)) {
        Ok(loaded) => Ok(loaded.scenario),
        Err(problems) => Err(problems.to_string()),
    }
}

#[inline(never)]
fn counted_tables(scenario: szala_insurrection::Scenario) -> Insurrection {
    Insurrection::new(scenario)
}

/// Whole games. Once more would be the same games.
fn games(rules: &Insurrection, seats: &mut Seats, games: u64) -> Played {
    let mut list = ActionList::within(rules.limits());
    let mut played = Played { games, ..Played::default() };
    for game in (0..games).map(|number| SEED.game(number)) {
        for side in Side::BOTH {
            seats[side].begin(rules, game, side);
        }
        let mut state = rules.opening();
        let mut table = Table::new(SeededDice::new(game), ());
        while rules.outcome(&state).is_none() {
            list.clear();
            rules.actions(&state, &mut list);
            played.actions += list.len() as u64;
            played.most_actions = played.most_actions.max(list.len() as u64);
            let chosen = seats[rules.to_act(&state)].choose(&View::new(rules, &state, &list));
            rules.apply(&mut state, list[chosen], &mut table);
            played.decisions += 1;
            // The lead is kept in a byte: a game that came near its end would be none.
            assert!(state.lead().unsigned_abs() < 100, "the lead of a large game does not fit its byte");
        }
    }
    played
}

/// Nanoseconds of processor time.
fn processor_time() -> Result<u64, String> {
    let told =
        fs::read_to_string("/proc/self/schedstat").map_err(|why| format!("no processor time: {why}"))?;
    told.split_whitespace().next().and_then(|time| time.parse().ok()).ok_or("no processor time".to_owned())
}

/// The most memory that was resident, in kB.
fn peak_memory() -> Result<u64, String> {
    let told = fs::read_to_string("/proc/self/status").map_err(|why| format!("no memory: {why}"))?;
    let peak = told.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let peak = peak.and_then(|peak| peak.split_whitespace().next()?.parse().ok());
    peak.ok_or("no memory is told".to_owned())
}
