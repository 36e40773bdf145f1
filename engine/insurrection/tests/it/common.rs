//! Scenarios for the tests of this crate, read from the files that are shipped; and a player who seeks the fight.

use szala_insurrection::{Action, Insurrection, Room, State, scenario};
use szala_kernel::Rules;
use szala_kernel::conformance::ByChance;

use crate::bold;

/// The rules with a shipped scenario.
pub(crate) fn load(name: &str) -> Insurrection {
    try_load(name).unwrap_or_else(|problems| panic!("{problems}"))
}

/// The same, or what is wrong with its files.
pub(crate) fn try_load(name: &str) -> Result<Insurrection, String> {
    load_into(name)
}

/// The same in whatever room.
pub(crate) fn load_into<R: Room>(name: &str) -> Result<Insurrection<R>, String> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../");
    // A name of the first game's folder, or the path of a file.
    let path =
        if name.contains('/') { name.to_owned() } else { format!("scenarios/niemenczyn-1794/{name}.toml") };
    let read = |path: &str| std::fs::read_to_string(path).map_err(|error| error.to_string());
    let loaded =
        scenario::load_into(&format!("{root}{path}"), &read).map_err(|problems| problems.to_string())?;
    Ok(Insurrection::new(loaded.scenario))
}

/// The case files of all chapters, by name, in order.
pub(crate) fn case_files() -> Vec<(String, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/cases");
    let files = std::fs::read_dir(folder).expect("the crate has a folder of cases").flatten();
    let read = |path: &std::path::Path| std::fs::read_to_string(path).expect("a case file can be read");
    let mut files: Vec<_> =
        files.map(|file| (file.file_name().display().to_string(), read(&file.path()))).collect();
    files.sort();
    files
}

/// A player who seeks the fight: by chance he would hardly ever charge, or be charged. Three times in four he takes one
/// of the boldest actions there are, else any.
pub(crate) fn choose_boldly<R: Room>(
    rules: &Insurrection<R>,
    state: &State<R>,
    legal: &[Action],
    players: &mut ByChance,
) -> usize {
    let side = rules.to_act(state);
    bold::choose(rules, state, legal, |count| players.choose(side, count))
}
