//! Scenarios and positions for the tests of the players of the family. None of this is used in a game.

use szala_board::HexId;
use szala_files::Document;
use szala_files::case::Casebook;
use szala_insurrection::{Insurrection, Large, Room, State, scenario};

/// The rules with a shipped scenario.
pub(super) fn load(name: &str) -> Insurrection {
    load_from("niemenczyn-1794", name)
}

/// The drill of *Maciejowice 1794*: ground of every kind, and an about turn that costs 3.
pub(super) fn drill() -> Insurrection {
    load_from("maciejowice-1794", "drill")
}

/// The small scenario of *Maciejowice 1794*.
pub(super) fn oronne() -> Insurrection<Large> {
    load_from("maciejowice-1794", "oronne")
}

/// The rules with a scenario of this folder.
pub(super) fn load_from<R: Room>(folder: &str, name: &str) -> Insurrection<R> {
    let path = format!("{}/../../scenarios/{folder}/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| std::fs::read_to_string(path).map_err(|error| error.to_string());
    let loaded = scenario::load_into(&path, &read).unwrap_or_else(|problems| panic!("{problems}"));
    Insurrection::new(loaded.scenario)
}

pub(super) fn historical() -> Insurrection {
    load("historical")
}

/// The first scenario with other names for its sides.
pub(super) fn named(sides: [&str; 2]) -> Insurrection {
    let mut scenario = historical().scenario().clone();
    scenario.sides.0 = sides.map(str::to_owned);
    Insurrection::new(scenario)
}

/// The hex with this label.
pub(super) fn hex(rules: &Insurrection, label: &str) -> HexId {
    rules.scenario().board.parse_label(label).expect("a hex of the map")
}

/// A position written as in rule cases.
pub(super) fn position(rules: &Insurrection, text: &str) -> State {
    let document = Document::parse(text).unwrap_or_else(|wrong| panic!("{wrong:?} in\n{text}"));
    rules.set_up(&document.root()).unwrap_or_else(|wrong| panic!("{wrong:?} in\n{text}"))
}
