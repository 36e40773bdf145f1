//! Prints a game, decision by decision, with everything that follows from each:
//! `cargo run -p szala-pluton --example pluton-tell -- drill 1939 0`. Every other game is bold, as in the tests.

use szala_kernel::conformance::ByChance;
use szala_kernel::dice::SeededDice;
use szala_kernel::journal::{Entry, Log, tell};
use szala_kernel::{ActionList, Names, Notation, Play, Rules, RunSeed, Table};

#[path = "../tests/it/bold.rs"]
mod bold;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, seed, number] = arguments.as_slice() else {
        eprintln!("give a scenario, a seed and the number of a game: drill 1939 0");
        std::process::exit(2);
    };
    let rules = bold::load_with(name, &[]).unwrap_or_else(|problems| panic!("{problems}"));
    let number = number.parse().expect("the number of a game");
    let game = RunSeed(seed.parse().expect("the seed is a whole number")).game(number);
    let mut players = ByChance::new(game);
    let mut table = Table::new(SeededDice::new(game), Log::default());
    rules.tell_opening(&mut table.journal);
    let mut list = ActionList::within(rules.limits());
    let mut state = rules.opening();
    let finished = rules.play_out_loud(&mut state, &mut table, &mut list, |rules, state, legal| {
        if number % 2 == 0 {
            bold::choose_boldly(rules, state, legal, &mut players)
        } else {
            players.choose(rules.to_act(state), legal.len())
        }
    });
    for entry in &table.journal.entries {
        let indent = if matches!(entry, Entry::Decision(..)) { "" } else { "  " };
        println!("{indent}{}", tell(&rules, entry));
    }
    let winner = finished.outcome.winner.map_or("nobody", |side| rules.side_name(side));
    println!("{winner}: {}, lead {} half points", finished.outcome.reason, finished.outcome.lead);
}
