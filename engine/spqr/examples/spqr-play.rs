//! Plays games without a trace, for measuring:
//! `cargo run --release -p szala-spqr --example spqr-play -- bagradas-half bold 20`.
//! `chance` plays at random, `bold` seeks the fight; `audited` is bold play with every position audited. It prints a
//! hash of all outcomes, so that the measured work is known.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use szala_kernel::conformance::ByChance;
use szala_kernel::{ActionList, Play, Rules, RunSeed};

#[path = "../tests/it/bold.rs"]
mod bold;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, player, games] = arguments.as_slice() else {
        eprintln!(
            "give a scenario, a player (chance, bold, audited) and a number of games: bagradas-half bold 20"
        );
        std::process::exit(2);
    };
    let rules = bold::load_with(name, &[]).unwrap_or_else(|problems| panic!("{problems}"));
    let games: u64 = games.parse().expect("a number of games");
    let mut list = ActionList::within(rules.limits());
    let mut hasher = DefaultHasher::new();
    let (mut decisions, mut longest, mut listed, mut turns) = (0, 0, 0, 0);
    let mut ends: BTreeMap<(Option<szala_kernel::Side>, &str), u32> = BTreeMap::new();
    for number in 0..games {
        let game = RunSeed(255).game(number);
        let mut players = ByChance::new(game);
        let mut reached = 0;
        let finished = rules.play_game(game, &mut list, |rules, state, legal| {
            listed = listed.max(legal.len());
            reached = u64::from(state.turn());
            if player == "audited" {
                rules.audit(state).unwrap_or_else(|fault| panic!("game {number}: {fault:?}"));
            }
            match player.as_str() {
                "chance" => players.choose(rules.to_act(state), legal.len()),
                _ => bold::choose_boldly(rules, state, legal, &mut players),
            }
        });
        turns += reached;
        decisions += finished.decisions;
        longest = longest.max(finished.decisions);
        *ends.entry((finished.outcome.winner, finished.outcome.reason)).or_default() += 1;
        finished.outcome.hash(&mut hasher);
    }
    println!(
        "{games} games, {turns} turns, {decisions} decisions, at most {longest} in a game and {listed} at once, \
         {ends:?}, outcomes {:016x}",
        hasher.finish()
    );
}
