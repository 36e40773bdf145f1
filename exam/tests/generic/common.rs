//! Scenarios, and games of two players.

use szala_ai::{Player, play_game};
use szala_insurrection::{Insurrection, scenario};
use szala_kernel::rules::Finished;
use szala_kernel::{ActionList, BySide, GameSeed, Rules};
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

/// Plays one game of two players, which may be of different kinds.
pub(crate) fn play<R: Rules>(
    rules: &R,
    game: GameSeed,
    list: &mut ActionList<R::Action>,
    mut players: BySide<&mut dyn Player<R>>,
) -> Finished {
    play_game(rules, game, &mut players, list)
}

/// The rules with a shipped scenario of Verdox.
pub(crate) fn load_verdox(name: &str) -> Verdox {
    let path = format!("{}/../scenarios/verdox/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| std::fs::read_to_string(path).map_err(|error| error.to_string());
    szala_verdox::scenario::load(&path, &read).map_or_else(|problems| panic!("{problems}"), Verdox::new)
}
