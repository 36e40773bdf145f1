//! A player who seeks the fight, and complete traces: shared by the tests and by the example that prints a game.

use szala_board::SquareId;
use szala_kernel::conformance::{ByChance, telling};
use szala_kernel::{Rules, RunSeed};
use szala_verdox::scenario::{Variant, load_variant};
use szala_verdox::{Action, State, Verdox};

/// The rules with a shipped scenario.
pub(crate) fn load(name: &str) -> Verdox {
    try_load(name).unwrap_or_else(|problems| panic!("{problems}"))
}

/// The same, or what is wrong with its files.
pub(crate) fn try_load(name: &str) -> Result<Verdox, String> {
    load_with(name, &[])
}

/// The same with these values set.
pub(crate) fn load_with(name: &str, sets: &[&str]) -> Result<Verdox, String> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/verdox/");
    let read = |path: &str| std::fs::read_to_string(path).map_err(|error| error.to_string());
    let mut variant = Variant::default();
    let set = sets.iter().try_for_each(|set| variant.set(set));
    let loaded = set.and_then(|()| load_variant(&format!("{root}{name}.toml"), &read, &variant));
    loaded.map(Verdox::new).map_err(|problems| problems.to_string())
}

/// A player who seeks the fight: random armies would hardly meet. Three times in four it takes one of the boldest
/// actions, otherwise any.
pub(crate) fn choose_boldly(
    rules: &Verdox,
    state: &State,
    legal: &[Action],
    players: &mut ByChance,
) -> usize {
    let side = rules.to_act(state);
    if players.choose(side, 4) == 0 {
        return players.choose(side, legal.len());
    }
    let map = &rules.scenario().map;
    let goal = map.headquarters[!side];
    let far = |square: SquareId| {
        let [[column, row], [other, line]] = [square, goal].map(|square| map.grid.column_row(square));
        (column - other).abs() + (row - line).abs()
    };
    let here = state.picked().map_or(0, far);
    let boldness = |action: &Action| match *action {
        Action::Attack(_) | Action::Sink(_) => 100,
        Action::Batter(_) => 90,
        Action::Step(to) if far(to) < here => 80,
        Action::Pick(_) => 60,
        Action::Sail { from, to } => 50 + far(from) - far(to),
        Action::Hold => 20,
        Action::Step(_) | Action::Done => 10,
        _ => 40,
    };
    let boldest = legal.iter().map(boldness).max().expect("something is legal");
    let ties = || (0..legal.len()).filter(|place| boldness(&legal[*place]) == boldest);
    ties().nth(players.choose(side, ties().count())).expect("one of them")
}

/// A game between two bold players, as a complete trace.
pub(crate) fn told(rules: &Verdox, seed: u64, number: u64) -> String {
    telling::told(rules, RunSeed(seed).game(number), choose_boldly)
}
