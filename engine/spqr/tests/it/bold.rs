//! The rules with a scenario of this crate, and a player who seeks the fight: shared by the tests and by the example
//! that measures.

use szala_board::HexId;
use szala_kernel::Rules;
use szala_kernel::conformance::ByChance;
use szala_spqr::scenario::{Variant, load_variant};
use szala_spqr::{Action, Spqr, State, UnitId};

/// The rules with a scenario of this crate and these values set, or what is wrong.
pub(crate) fn load_with(name: &str, sets: &[&str]) -> Result<Spqr, String> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/spqr/");
    let read = |path: &str| std::fs::read_to_string(path).map_err(|error| error.to_string());
    let mut variant = Variant::default();
    let set = sets.iter().try_for_each(|set| variant.set(set));
    let loaded = set.and_then(|()| load_variant(&format!("{root}{name}.toml"), &read, &variant));
    loaded.map(Spqr::new).map_err(|problems| problems.to_string())
}

/// Three times in four it takes one of the boldest actions, otherwise any.
pub(crate) fn choose_boldly(rules: &Spqr, state: &State, legal: &[Action], players: &mut ByChance) -> usize {
    let side = rules.to_act(state);
    if players.choose(side, 4) == 0 {
        return players.choose(side, legal.len());
    }
    let grid = rules.scenario().grid;
    let near = |hex: HexId| {
        let enemy = !side;
        let count = rules.scenario().armies[enemy].units.len();
        let places = (0..count).filter_map(|slot| state.place_of(UnitId::of_side(enemy, slot)));
        places.map(|place| i64::from((grid.axial(place) - grid.axial(hex)).length())).min().unwrap_or(0)
    };
    let boldness = |action: &Action| match *action {
        Action::Attack(..) | Action::Designate(_) | Action::StopAndAttack | Action::Advance(..) => 100,
        Action::Line(..) | Action::ReactAt(..) | Action::Answer => 90,
        Action::Order(_) | Action::Momentum | Action::Activate(_) => 80,
        Action::Step(to) => 75 - near(to),
        Action::March(_) | Action::Rally(_) => 60,
        Action::Withdraw(..) | Action::React(..) => 5,
        Action::Pass(_) | Action::Turn(_) => 1,
        _ => 10,
    };
    let most = legal.iter().map(boldness).max().unwrap_or(0);
    let bold: Vec<usize> = (0..legal.len()).filter(|place| boldness(&legal[*place]) == most).collect();
    bold[players.choose(side, bold.len())]
}
