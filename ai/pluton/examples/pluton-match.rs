//! Plays a match on a scenario between two players by name: the score of the first side (a draw is half a win), how
//! many games it won and drew, its lead, and the speed. Changes to the scenario, such as `stages=24`, may follow:
//! `cargo run --release -p szala-pluton-players --example pluton-match -- parzymiechy houses heuristic 400 7`

use std::time::Instant;

use szala_ai::{Roster, play_game};
use szala_files::variant::{Variant, Varied};
use szala_kernel::{ActionList, BySide, Rules, RunSeed, Side};
use szala_pluton::Pluton;
use szala_pluton_players::Players;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [scenario, first, second, games, seed, sets @ ..] = &words[..] else {
        panic!("write: SCENARIO POLES GERMANS GAMES SEED CHANGE...");
    };
    let mut variant = Variant::default();
    for set in sets {
        variant.set(set).unwrap_or_else(|wrong| panic!("{wrong}"));
    }
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/pluton/");
    let files =
        |name: &str| std::fs::read_to_string(format!("{root}{name}")).map_err(|error| error.to_string());
    let opened = Pluton::open_varied(&format!("{scenario}.toml"), &files, &variant);
    let (rules, _) = opened.unwrap_or_else(|wrong| panic!("{wrong}"));
    let read = |path: &str| std::fs::read_to_string(path).map_err(|error| error.to_string());
    let seat = |side: Side, name: &str| {
        Players::player(&rules, name, side, &read).unwrap_or_else(|wrong| panic!("{wrong}"))
    };
    let mut players = BySide([seat(Side::First, first), seat(Side::Second, second)]);
    let mut list = ActionList::within(rules.limits());
    let [games, seed] =
        [games, seed].map(|number| number.parse::<u64>().expect("games and seed are whole numbers"));
    let (mut wins, mut draws, mut lead, mut decisions, begun) =
        (0_u64, 0_u64, 0_i64, 0_usize, Instant::now());
    for number in 0..games {
        let played = play_game(&rules, RunSeed(seed).game(number), &mut players, &mut list);
        let outcome = played.outcome;
        match outcome.winner {
            Some(Side::First) => wins += 1,
            Some(Side::Second) => {}
            None => draws += 1,
        }
        lead += i64::from(outcome.lead);
        decisions += played.decisions;
    }
    #[expect(clippy::cast_precision_loss, reason = "small numbers, for reading")]
    let [score, games, lead, decisions] =
        [(2 * wins + draws) as f64, games as f64, lead as f64, decisions as f64];
    println!(
        "score of Poles {:.1} %, {wins} won, {draws} drawn, lead {:.1} points, {:.0} decisions a game, {:.1} \
         games a second",
        50.0 * score / games,
        lead / games,
        decisions / games,
        games / begun.elapsed().as_secs_f64()
    );
}
