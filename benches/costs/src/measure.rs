//! Plays one scenario and prints its cost. Each measured part is a separate function, so that callgrind can separate
//! their instructions.

use std::fmt::Write;
use std::fs;
use std::ops::Range;
use std::time::Duration;

use szala_ai::{Player, Roster, View};
use szala_insurrection::{Insurrection, Room, Scenario, State, scenario};
use szala_insurrection_players::{Players, Seat};
use szala_kernel::dice::SeededDice;
use szala_kernel::{ActionList, BySide, Rules, RunSeed, Side, Table};

use crate::synthetic::{Files, PLANS, SCENARIO, Size, write};

const SEED: RunSeed = RunSeed(1794);

/// How a scenario is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Amount {
    /// Timed: everything is repeated until the time is long enough to measure.
    Timed,
    /// Under callgrind, which is fifty times as slow: everything once.
    Counted,
}

/// The minimum time for each timed measurement, in nanoseconds.
const LONG_ENOUGH: u64 = 500_000_000;

type Seats<R> = BySide<Seat<R>>;

/// The players of both sides.
struct Party<R: Room> {
    name: &'static str,
    seats: fn(&Insurrection<R>, &Files) -> Result<Seats<R>, String>,
    games: fn(&Insurrection<R>, &mut Seats<R>) -> Played,
}

/// The measured parts of games by these players, as functions that callgrind can identify by name. Their bodies all
/// differ, or the compiler would merge them.
macro_rules! party {
    ($name:literal, $players:expr, $games:literal, $counted_seats:ident, $counted_games:ident) => {{
        #[inline(never)]
        fn $counted_seats<R: Room>(rules: &Insurrection<R>, files: &Files) -> Result<Seats<R>, String> {
            let read = |path: &str| files.read(path);
            let [first, second] = $players;
            Ok(BySide([
                Players::<R>::player(rules, first, Side::First, &read)?,
                Players::<R>::player(rules, second, Side::Second, &read)?,
            ]))
        }
        #[inline(never)]
        fn $counted_games<R: Room>(rules: &Insurrection<R>, seats: &mut Seats<R>) -> Played {
            games(rules, seats, 0..$games)
        }
        Party { name: $name, seats: $counted_seats, games: $counted_games }
    }};
}

/// Enough games for figures that do not change by a tenth with more.
fn parties<R: Room>() -> [Party<R>; 3] {
    [
        party!("random", ["uniform", "uniform"], 12, counted_seats_random, counted_games_random),
        party!("plans", PLANS, 10, counted_seats_plans, counted_games_plans),
        party!("heuristic", ["heuristic", "heuristic"], 4, counted_seats_heuristic, counted_games_heuristic),
    ]
}

/// The results of games.
#[derive(Clone, Copy, Debug, Default)]
struct Played {
    games: u64,
    decisions: u64,
    actions: u64,
    most_actions: u64,
}

/// Plays a scenario of this size and prints figures, one a line: a name, `=`, a number.
pub(crate) fn measure<R: Room>(size: Size, amount: Amount) -> Result<String, String> {
    let mut figures = Figures { text: String::new(), amount };
    let files = write(size);
    let scenario = figures.time("reading", || counted_reading::<R>(&files))??;
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
    figures.tell("state", size_of::<State<R>>() as u64);
    Ok(figures.text)
}

struct Figures {
    text: String,
    amount: Amount,
}

impl Figures {
    fn tell(&mut self, name: &str, number: u64) {
        writeln!(self.text, "{name} = {number}").expect("writing to a string never fails");
    }

    /// Does something, prints the processor time it took, and returns its result.
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

#[inline(never)]
fn counted_reading<R: Room>(files: &Files) -> Result<Scenario<R>, String> {
    match scenario::load_into(SCENARIO, &|path| files.read(path)) {
        Ok(loaded) => Ok(loaded.scenario),
        Err(problems) => Err(problems.to_string()),
    }
}

#[inline(never)]
fn counted_tables<R: Room>(scenario: Scenario<R>) -> Insurrection<R> {
    Insurrection::new(scenario)
}

/// The games with these numbers, from beginning to end.
fn games<R: Room>(rules: &Insurrection<R>, seats: &mut Seats<R>, numbers: Range<u64>) -> Played {
    let mut list = ActionList::within(rules.limits());
    let mut played = Played { games: numbers.end - numbers.start, ..Played::default() };
    for game in numbers.map(|number| SEED.game(number)) {
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
        }
    }
    played
}

/// How fast games go.
pub(crate) struct Pace {
    pub(crate) games_a_second: f64,
    pub(crate) decisions_a_game: f64,
    pub(crate) micros_a_decision: f64,
}

/// Plays games of one player against itself for some seconds of processor time, one core.
pub(crate) fn pace<R: Room>(rules: &Insurrection<R>, name: &str) -> Result<Pace, String> {
    const LONG: u64 = 5_000_000_000;
    let no_file = |_: &str| Err("there is no such file".to_owned());
    let seat = |side| Players::<R>::player(rules, name, side, &no_file);
    let mut seats: Seats<R> = BySide([seat(Side::First)?, seat(Side::Second)?]);
    let start = processor_time()?;
    let (mut played, mut time) = (Played::default(), 0);
    while time < LONG {
        let numbers = played.games..played.games + 1;
        let more = games(rules, &mut seats, numbers);
        played.games += more.games;
        played.decisions += more.decisions;
        time = processor_time()? - start;
    }
    let number = |count: u64| f64::from(u32::try_from(count).expect("some seconds hold fewer"));
    let [games, decisions] = [played.games, played.decisions].map(number);
    let seconds = Duration::from_nanos(time).as_secs_f64();
    Ok(Pace {
        games_a_second: games / seconds,
        decisions_a_game: decisions / games,
        micros_a_decision: 1e6 * seconds / decisions,
    })
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
    peak.ok_or("the peak memory is unknown".to_owned())
}
