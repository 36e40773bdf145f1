//! Scenarios, and games of two players.

use szala_ai::Player;
use szala_insurrection::{Insurrection, scenario};
use szala_kernel::dice::SeededDice;
use szala_kernel::rules::Finished;
use szala_kernel::{ActionList, BySide, GameSeed, Play, Rules, Side, Table};
use szala_verdox::Verdox;

/// The rules with a shipped scenario of Niemenczyn 1794.
pub(crate) fn load(name: &str) -> Insurrection {
    let path = format!("{}/../scenarios/niemenczyn-1794/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| std::fs::read_to_string(path).map_err(|error| error.to_string());
    match scenario::load(&path, &read) {
        Ok(loaded) => Insurrection::new(loaded.scenario),
        Err(problems) => panic!("{problems}"),
    }
}

/// Plays one game.
pub(crate) fn play<R: Rules>(
    rules: &R,
    game: GameSeed,
    list: &mut ActionList<R::Action>,
    mut players: BySide<&mut dyn Player<R>>,
) -> Finished {
    for side in Side::BOTH {
        players[side].begin(rules, game, side);
    }
    let mut table = Table::new(SeededDice::new(game), ());
    let finished = rules.play_by(&mut rules.opening(), &mut table, |rules, state, _| {
        players[rules.to_act(state)].decide(rules, state, list)
    });
    finished.unwrap_or_else(|aborted| panic!("{aborted}"))
}

/// The rules with a shipped scenario of Verdox.
pub(crate) fn load_verdox(name: &str) -> Verdox {
    let path = format!("{}/../scenarios/verdox/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| std::fs::read_to_string(path).map_err(|error| error.to_string());
    szala_verdox::scenario::load(&path, &read).map_or_else(|problems| panic!("{problems}"), Verdox::new)
}
