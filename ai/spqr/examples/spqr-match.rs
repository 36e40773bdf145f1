//! Plays a match on a scenario between two players by name, and says the score of the first side and the speed:
//! `cargo run --release -p szala-spqr-players --example spqr-match -- bagradas-half heuristic greedy 400 7`

use std::time::Instant;

use szala_ai::{Roster, play_game};
use szala_files::variant::{Variant, Varied};
use szala_kernel::{ActionList, BySide, Rules, RunSeed, Side};
use szala_spqr::Spqr;
use szala_spqr_players::Players;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [scenario, first, second, games, seed] = &words[..] else {
        panic!("write: SCENARIO FIRST SECOND GAMES SEED");
    };
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/spqr/");
    let files =
        |name: &str| std::fs::read_to_string(format!("{root}{name}")).map_err(|error| error.to_string());
    let opened = Spqr::open_varied(&format!("{scenario}.toml"), &files, &Variant::default());
    let (rules, _) = opened.unwrap_or_else(|wrong| panic!("{wrong}"));
    let read = |path: &str| std::fs::read_to_string(path).map_err(|error| error.to_string());
    let seat = |side: Side, name: &str| {
        Players::player(&rules, name, side, &read).unwrap_or_else(|wrong| panic!("{wrong}"))
    };
    let mut players = BySide([seat(Side::First, first), seat(Side::Second, second)]);
    let mut list = ActionList::within(rules.limits());
    let [games, seed] =
        [games, seed].map(|number| number.parse::<u64>().expect("games and seed are whole numbers"));
    let (mut score, mut lead, mut decisions, begun) = (0_u64, 0_i64, 0_usize, Instant::now());
    for number in 0..games {
        let played = play_game(&rules, RunSeed(seed).game(number), &mut players, &mut list);
        let outcome = played.outcome;
        score += match outcome.winner {
            Some(Side::First) => 2,
            Some(Side::Second) => 0,
            None => 1,
        };
        lead += i64::from(outcome.lead);
        decisions += played.decisions;
    }
    #[expect(clippy::cast_precision_loss, reason = "small numbers, for reading")]
    let [score, games, lead, decisions] = [score as f64, games as f64, lead as f64, decisions as f64];
    println!(
        "score of the first side {:.1} %, lead {:.1} rout points, {:.0} decisions a game, {:.1} games a second",
        50.0 * score / games,
        lead / games,
        decisions / games,
        games / begun.elapsed().as_secs_f64()
    );
}
