//! Scenarios for the tests of this crate, read from the files that are shipped; and a player who seeks the fight.

use szala_board::HexId;
use szala_insurrection::{Action, Insurrection, State, scenario};
use szala_kernel::Rules;
use szala_kernel::conformance::ByChance;

/// The rules with a shipped scenario.
pub(crate) fn load(name: &str) -> Insurrection {
    try_load(name).unwrap_or_else(|problems| panic!("{problems}"))
}

/// The same, or what is wrong with its files.
pub(crate) fn try_load(name: &str) -> Result<Insurrection, String> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../");
    // A name of the first game's folder, or the path of a file.
    let path =
        if name.contains('/') { name.to_owned() } else { format!("scenarios/niemenczyn-1794/{name}.toml") };
    let read = |path: &str| std::fs::read_to_string(path).map_err(|error| error.to_string());
    let loaded = scenario::load(&format!("{root}{path}"), &read).map_err(|problems| problems.to_string())?;
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
pub(crate) fn choose_boldly(
    rules: &Insurrection,
    state: &State,
    legal: &[Action],
    players: &mut ByChance,
) -> usize {
    let side = rules.to_act(state);
    if players.choose(side, 4) == 0 {
        return players.choose(side, legal.len());
    }
    let board = &rules.scenario().board;
    let to_the_enemy = |hex: HexId| {
        let enemies = board.hexes().into_iter().filter(|other| state.holds(!side, *other));
        enemies.map(|enemy| board.distance(hex, enemy)).min().unwrap_or(0)
    };
    let boldness = |action: &Action| match *action {
        Action::Charge { .. } => 100,
        Action::Counter(_) | Action::Outflank | Action::AgainstCavalry | Action::FormSquare(_) => 90,
        Action::Skirmish(_) => 95,
        // Now and then, among the steps.
        Action::FormSkirmishOrder(_) => 76,
        // Straight on, so that a charge may come of it.
        Action::Step { to, .. } => 80 - i32::from(to_the_enemy(to)),
        Action::Begin { double_time, .. } => 50 - 10 * i32::from(double_time),
        Action::BeginLine { .. } => 45,
        Action::Lead { hex, .. } => 60 - i32::from(to_the_enemy(hex)).abs_diff(3).cast_signed(),
        Action::Fire { .. } | Action::Shell { .. } => 30,
        Action::Turn { .. } => 20,
        Action::Finish | Action::Pass | Action::Halt(_) => 0,
        _ => 10,
    };
    let boldest = legal.iter().map(boldness).max().expect("something is legal");
    let ties = || (0..legal.len()).filter(|place| boldness(&legal[*place]) == boldest);
    ties().nth(players.choose(side, ties().count())).expect("one of them")
}
