//! Plays games without a trace, for measuring:
//! `cargo run --release -p szala-pluton --example pluton-play -- parzymiechy bold 20`.
//! `chance` plays at random, `bold` seeks
//! the fight; `audited` is bold play with every position audited. A stretch of games, as in `1000..2000`, is played
//! from its first number. It prints a hash of all outcomes, so that the measured work is known.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

use szala_kernel::conformance::ByChance;
use szala_kernel::{ActionList, Play, Rules, RunSeed};

#[path = "../tests/it/bold.rs"]
mod bold;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, player, games] = arguments.as_slice() else {
        eprintln!(
            "give a scenario, a player (chance, bold, audited) and a number of games: parzymiechy bold 20"
        );
        std::process::exit(2);
    };
    let rules = bold::load_with(name, &[]).unwrap_or_else(|problems| panic!("{problems}"));
    let (from, to) = games.split_once("..").unwrap_or(("0", games));
    let numbers: Range<u64> = from.parse().expect("the stretch begins with a whole number")
        ..to.parse().expect("games are a whole number");
    let games = numbers.end.saturating_sub(numbers.start);
    let mut list = ActionList::within(rules.limits());
    let mut hasher = DefaultHasher::new();
    let (mut decisions, mut longest, mut listed) = (0, 0, 0);
    let mut leads: Vec<i32> = Vec::new();
    for number in numbers {
        let game = RunSeed(1939).game(number);
        let mut players = ByChance::new(game);
        let finished = rules.play_game(game, &mut list, |rules, state, legal| {
            listed = listed.max(legal.len());
            if player == "audited" {
                rules.audit(state).unwrap_or_else(|fault| panic!("game {number}: {fault:?}"));
            }
            match player.as_str() {
                "chance" => players.choose(rules.to_act(state), legal.len()),
                _ => bold::choose_boldly(rules, state, legal, &mut players),
            }
        });
        decisions += finished.decisions;
        longest = longest.max(finished.decisions);
        leads.push(finished.outcome.lead);
        finished.outcome.hash(&mut hasher);
    }
    leads.sort_unstable();
    let median = leads.get(leads.len() / 2).copied().unwrap_or(0);
    let stages = games * u64::from(rules.scenario().stages);
    println!(
        "{games} games, {stages} stages, {decisions} decisions, at most {longest} in a game and {listed} at once, \
         median lead {median} points, outcomes {:016x}",
        hasher.finish()
    );
}
