//! The rules with a scenario of this crate, and a player who seeks the fight, as random armies would hardly meet:
//! shared by the tests and by the example that measures.

use szala_board::HexId;
use szala_kernel::Rules;
use szala_kernel::conformance::ByChance;
use szala_pluton::scenario::{Variant, load_variant};
use szala_pluton::{Action, Pluton, State};

/// The rules with a scenario of this crate and these values set, or what is wrong.
pub(crate) fn load_with(name: &str, sets: &[&str]) -> Result<Pluton, String> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/pluton/");
    let read = |path: &str| std::fs::read_to_string(path).map_err(|error| error.to_string());
    let mut variant = Variant::default();
    let set = sets.iter().try_for_each(|set| variant.set(set));
    let loaded = set.and_then(|()| load_variant(&format!("{root}{name}.toml"), &read, &variant));
    loaded.map(Pluton::new).map_err(|problems| problems.to_string())
}

/// Three times in four it takes one of the boldest actions, otherwise any.
pub(crate) fn choose_boldly(
    rules: &Pluton,
    state: &State,
    legal: &[Action],
    players: &mut ByChance,
) -> usize {
    let side = rules.to_act(state);
    if state.stage() <= 1 || players.choose(side, 4) == 0 {
        return players.choose(side, legal.len());
    }
    let enemies = |hex: HexId| state.of_side_at(!side, hex).len();
    let all = state.on_board();
    let near = |hex: HexId| {
        let grid = rules.scenario().map.grid;
        let places =
            all.iter().filter(|counter| counter.side() != side).filter_map(|one| state.place_of(one));
        places.map(|place| (grid.axial(place) - grid.axial(hex)).length()).min().unwrap_or(0)
    };
    let boldness = |action: &Action| match *action {
        Action::Fire(_, 0) | Action::At(_, 0) | Action::Shoot(_) | Action::Attack => 100,
        Action::Fire(..) | Action::At(..) => 90,
        Action::Step(to) if enemies(to) > 0 => 90,
        Action::Step(to) => 60 - i64::from(near(to)),
        Action::Call(..) => 80,
        Action::Place(_, hex) | Action::Shift(_, hex) if enemies(hex) > 0 => 80,
        Action::Run(_) | Action::RunIn(..) | Action::Leave(_) => 70,
        Action::Move(_) | Action::Enter(..) => 60,
        Action::MovesDone | Action::HoldFire | Action::FireDone | Action::CallsDone => 10,
        _ => 30,
    };
    let most = legal.iter().map(boldness).max().unwrap_or(0);
    let boldest = || (0..legal.len()).filter(|place| boldness(&legal[*place]) == most);
    let chosen = players.choose(side, boldest().count());
    boldest().nth(chosen).expect("one of them")
}
