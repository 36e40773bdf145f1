//! Scenarios, and games of two players.

use szala_ai::{Player, View};
use szala_insurrection::{Insurrection, scenario};
use szala_kernel::rules::Finished;
use szala_kernel::{ActionList, BySide, GameSeed, Play, Rules, Side};

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
    rules.play_game(game, list, |rules, state, legal| {
        players[rules.to_act(state)].choose(&View::new(rules, state, legal))
    })
}
