//! Plays two players of *Verdox* against each other, to be measured: `cargo run --release -p szala-ai --example verdox
//! -- fortress rush hold 100`. Tells wins, draws, the mean lead, and how games ended.

use std::collections::BTreeMap;

use szala_ai::{Roster, play_game};
use szala_kernel::{ActionList, BySide, Rules, RunSeed, Side};
use szala_verdox::{Verdox, scenario};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, first, second, games] = arguments.as_slice() else {
        eprintln!("give a scenario, two players and a number of games: fortress rush hold 100");
        std::process::exit(2);
    };
    let path = format!("{}/../scenarios/verdox/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| std::fs::read_to_string(path).map_err(|error| error.to_string());
    let rules = Verdox::new(scenario::load(&path, &read).unwrap_or_else(|problems| panic!("{problems}")));
    let seat = |name: &str, side| rules.player(name, side, &read).unwrap_or_else(|error| panic!("{error}"));
    let mut players = BySide([seat(first, Side::First), seat(second, Side::Second)]);
    let games: u64 = games.parse().expect("a number of games");
    let mut list = ActionList::within(rules.limits());
    let (mut decisions, mut lead, mut ends) = (0, 0, BTreeMap::<String, u64>::new());
    for number in 0..games {
        let finished = play_game(&rules, RunSeed(1809).game(number), &mut players, &mut list);
        decisions += finished.decisions as u64;
        lead += i64::from(finished.outcome.margin);
        let end = finished.outcome;
        *ends.entry(format!("{:?} {}", end.winner, end.rule)).or_default() += 1;
    }
    println!(
        "{first} {second}: {} decisions a game, lead {}, {ends:?}",
        decisions / games,
        lead / games.cast_signed()
    );
}
