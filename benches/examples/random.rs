//! Plays random games of a scenario and reports the largest figures seen and the time taken; with `audit`, every
//! position is audited, with `bold`, players seek the fight. A scenario is named as in Niemenczyn's folder, or by its
//! file: `cargo run --release -p szala-benches --example random -- historical 1000000 audit`. A stretch of games, as in
//! `500000..1000000`, goes on where another ended.

use std::ops::Range;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use szala_benches::next_chance;
use szala_insurrection::scenario::{Opened, open};
use szala_insurrection::{Insurrection, Room};
use szala_kernel::dice::{Ask, Dice, Die, SeededDice, Subject};
use szala_kernel::{ActionList, Rules, RunSeed, Side, Stream, Table};

#[path = "../../engine/insurrection/tests/it/bold.rs"]
mod bold;

/// How games are played.
#[derive(Clone, Copy)]
struct Manner {
    audit: bool,
    bold: bool,
}

/// Dice that count how often they are asked.
struct Counting(SeededDice, usize);

impl Dice for Counting {
    fn roll(&mut self, die: Die, ask: Ask) -> u8 {
        self.1 += 1;
        self.0.roll(die, ask)
    }

    fn draw(&mut self, ask: Ask, tickets: &[Subject]) -> usize {
        self.1 += 1;
        self.0.draw(ask, tickets)
    }
}

/// The largest figures of any game, and sums over all.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    most_actions: usize,
    most_decisions: usize,
    most_dice: usize,
    decisions: usize,
    dice: usize,
    actions: usize,
}

fn play<R: Room>(
    rules: &Insurrection<R>,
    number: u64,
    manner: Manner,
    list: &mut ActionList<<Insurrection as Rules>::Action>,
    seen: &mut Seen,
) {
    let game = RunSeed(1794).game(number);
    let mut words = [game.key(Stream::FirstPlayer), game.key(Stream::SecondPlayer)];
    let mut table = Table::new(Counting(SeededDice::new(game), 0), ());
    let mut state = rules.opening();
    let mut decisions = 0;
    while rules.outcome(&state).is_none() {
        list.clear();
        rules.actions(&state, list);
        assert!(!list.is_empty(), "game {number}, decision {decisions}: a dead end at {state:?}");
        seen.most_actions = seen.most_actions.max(list.len());
        seen.actions += list.len();
        let words = &mut words[usize::from(rules.to_act(&state) == Side::Second)];
        let mut lots = |count| next_chance(words, count);
        let place = if manner.bold { bold::choose(rules, &state, list, lots) } else { lots(list.len()) };
        let action = list[place];
        rules.apply(&mut state, action, &mut table);
        decisions += 1;
        if let Err(fault) = if manner.audit { rules.audit(&state) } else { Ok(()) } {
            panic!("game {number}, decision {decisions}, {action:?}: {fault:?}");
        }
    }
    seen.most_decisions = seen.most_decisions.max(decisions);
    seen.most_dice = seen.most_dice.max(table.dice.1);
    seen.decisions += decisions;
    seen.dice += table.dice.1;
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let (Some(name), Some(games)) = (arguments.next(), arguments.next().and_then(|games| stretch(&games)))
    else {
        eprintln!(
            "usage: random SCENARIO GAMES [audit] [bold], for example: random historical 1000000 audit, \
             or 500000..1000000 for GAMES"
        );
        return ExitCode::from(2);
    };
    let words: Vec<String> = arguments.collect();
    let is_there = |word: &str| words.iter().any(|one| one == word);
    let manner = Manner { audit: is_there("audit"), bold: is_there("bold") };
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../scenarios/niemenczyn-1794");
    let path = if name.contains('/') { name.clone() } else { format!("{folder}/{name}.toml") };
    match open(&path, &|path| std::fs::read_to_string(path).map_err(|error| error.to_string())) {
        Ok(Opened::Small(loaded)) => report(&name, &Insurrection::new(loaded.scenario), &games, manner),
        Ok(Opened::Large(loaded)) => report(&name, &Insurrection::new(loaded.scenario), &games, manner),
        Err(problems) => {
            eprintln!("{problems}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// The numbers of the games asked for: a count from 0, or a stretch of them.
fn stretch(asked: &str) -> Option<Range<u64>> {
    let (from, to) = asked.split_once("..").unwrap_or(("0", asked));
    Some(from.parse().ok()?..to.parse().ok()?)
}

fn report<R: Room>(name: &str, rules: &Insurrection<R>, asked: &Range<u64>, manner: Manner) {
    let next = AtomicU64::new(asked.start);
    let games = asked.end.saturating_sub(asked.start);
    let work = || {
        let mut list = ActionList::within(rules.limits());
        let mut seen = Seen::default();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= asked.end {
                return seen;
            }
            play(rules, number, manner, &mut list, &mut seen);
        }
    };
    let start = Instant::now();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let all: Vec<Seen> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().map(|worker| worker.join().expect("no worker panics")).collect()
    });
    let most = |what: fn(&Seen) -> usize| all.iter().map(what).max().unwrap_or(0);
    let sum = |what: fn(&Seen) -> usize| all.iter().map(what).sum::<usize>();
    let core_time = start.elapsed() * u32::try_from(threads).expect("there are fewer threads than 2^32");
    let decisions = sum(|seen| seen.decisions);
    println!(
        "{games} games of {name} from number {}{}",
        asked.start,
        if manner.audit { ", every position audited" } else { "" }
    );
    println!(
        "games a second and core:    {}",
        u128::from(games) * 1_000_000_000 / core_time.as_nanos().max(1)
    );
    println!("ns a decision:              {}", core_time.as_nanos() / decisions.max(1) as u128);
    println!("most legal actions at once: {}", most(|seen| seen.most_actions));
    println!("most decisions in a game:   {}", most(|seen| seen.most_decisions));
    println!("most dice in a game:        {}", most(|seen| seen.most_dice));
    println!(
        "decisions, dice, actions:   {decisions} {} {}",
        sum(|seen| seen.dice),
        sum(|seen| seen.actions)
    );
}
