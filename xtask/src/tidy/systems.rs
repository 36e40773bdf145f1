//! Above the players nothing names a rule system: the list of shipped ones is in one place.

use super::Found;
use crate::Tree;

/// The one list.
const LIST: &str = "src/lib.rs";
/// The rooms that are independent of any game.
const ROOMS: [&str; 5] = ["src/", "analysis/src/", "reports/src/", "command/src/", "system/src/"];

/// A system is named by a folder of the engine or of its players: `insurrection`, `szala_verdox_players`.
pub(super) fn one_list(tree: &Tree, found: &mut Found<'_>) {
    let mut systems: Vec<&str> = tree.rust().filter_map(|source| system_of(source.path())).collect();
    systems.sort_unstable();
    systems.dedup();
    let rooms = tree.rust().filter(|source| ROOMS.iter().any(|room| source.path().starts_with(room)));
    for source in rooms.filter(|source| source.path() != LIST) {
        for (at, word) in source.words() {
            let line = source.line_of(at);
            if systems.iter().any(|system| word.to_lowercase().contains(system)) && !source.is_test_line(line)
            {
                let what = format!("`{word}` names a rule system");
                found.at(source.path(), line, what, "ask the door, szala_system; the list is in src/lib.rs");
            }
        }
    }
}

/// The rule system in whose folder a file is, without the separators between words.
fn system_of(path: &str) -> Option<&str> {
    let rest = path.strip_prefix("engine/examples/").or_else(|| path.strip_prefix("engine/"));
    let (system, _) = rest.filter(|_| path.contains("/src/"))?.split_once('/')?;
    (!["kernel", "board", "files", "examples"].contains(&system)).then_some(system)
}
