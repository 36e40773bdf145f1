//! Plans read and played. What each shipped plan is to bring about is counted over games; the bounds say how unlikely
//! it is that a plan which does what it says fails them.

mod files;
mod games;

use szala_board::HexId;
use szala_insurrection::{Insurrection, scenario};

/// The rules with a shipped scenario.
pub(in crate::insurrection) fn load(name: &str) -> Insurrection {
    let path = format!("{}/../scenarios/niemenczyn-1794/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| std::fs::read_to_string(path).map_err(|error| error.to_string());
    let loaded = scenario::load(&path, &read).unwrap_or_else(|problems| panic!("{problems}"));
    Insurrection::new(loaded.scenario)
}

pub(in crate::insurrection) fn historical() -> Insurrection {
    load("historical")
}

pub(in crate::insurrection) fn hex(rules: &Insurrection, label: &str) -> HexId {
    rules.scenario().board.parse_label(label).expect("a hex of the map")
}
