//! The conformance suites that Szala provides for every game, the rule cases, and tests of our own: the map and the
//! player.

use szala_ai::conformance::games_do_not_depend_on_earlier_ones;
use szala_files::case;
use szala_kernel::{BySide, RunSeed, Side};
use szala_system::{Changes, Stretch};
use your_game::{Ford, Players, SYSTEM, Scenario};

/// The scenario as printed.
fn ford() -> Ford {
    Ford::new("The Ford", None, Scenario { turns: 8, goal: 2, steps: 2, hits_on: 5 })
}

szala_kernel::conformance!(the_ford, ford(), playing: 200, recording: 200, pairing: 500, picturing: 200);

fn read(path: &str) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| error.to_string())
}

#[test]
fn every_rule_case_passes() {
    let text = read("cases/the-ford.toml").expect("the file of cases belongs to the crate");
    let report = case::run_file("cases/the-ford.toml", &text, Some("the-ford"), |_| Ok(ford()));
    assert!(report.is_passed(), "{report}");
}

#[test]
fn every_scenario_can_be_opened_and_played_by_every_listed_player() {
    for path in ["scenarios/the-ford.toml", "scenarios/deep-water.toml"] {
        let game = SYSTEM.open(path, &read, &Changes::default()).expect("the scenario is sound").game;
        for player in game.players(Side::First) {
            // A search of fewer games a decision is the same player, and quicker to test.
            let name = if player.name.starts_with("search") { "search:8" } else { &player.name };
            let contest = game.seat(BySide([name, "uniform"]), &read).expect("a listed player can be had");
            let mut games = Stretch::default();
            contest.worker().record(RunSeed(1), 0..2, &mut games);
            assert!(games.played.iter().all(|game| game.end.is_ok()), "{name} in {path}");
        }
    }
}

#[test]
fn games_do_not_depend_on_what_their_players_have_played_before() {
    for players in [["captain", "captain"], ["greedy", "captain"], ["captain", "search:8"]] {
        games_do_not_depend_on_earlier_ones::<Players>(&ford(), players, &read, 10);
    }
}

/// [1.1] [3.3] From the north-western hex a raider steps onto 21, 32, the ford at 42, 53 and 62, and the sixth move
/// brings it through; 43 is deep water.
#[test]
fn the_way_leads_over_the_fords() {
    let ford = ford();
    let way = |label| ford.way[szala_board::Ordinal::index(ford.parse_hex(label).expect("a hex of the map"))];
    assert_eq!(["71", "62", "53", "42", "32", "21", "11"].map(way), [0, 1, 2, 3, 4, 5, 6]);
    assert_eq!(way("43"), u8::MAX);
}
