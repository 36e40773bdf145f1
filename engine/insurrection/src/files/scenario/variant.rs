//! Variants of this family's scenarios, as far as they are more than values written under their keys: the pool, whose
//! lines are for several stages, and counters that come and go. The rest is done by `szala-files`.

use szala_board::{HexId, Order, SideId};
use szala_files::source::{Origin, Problem};
use szala_files::tree::{Kind, Node, Row, Table};
use szala_files::{Opened, REMOVED, Takes, unknown};

use super::battle::{BREAKS_BELOW, REINFORCEMENT, STRONGHOLDS};
use super::ground::LEGEND;
use super::map::side_called;
use super::names::hex;
use super::pool::{LAST, POOL, Written, ends_named, stages_named};
use super::set_up::{ABSENT, SET_UP};
use super::tables::{BORDER, TERRAIN};
use super::units::{MOST_CAVALRY, OF_TROOPS};
use super::values::{MAP, SCENARIO, STARTING_LEAD, TABLES, UNITS};
use crate::chapters::game::Insurrection;
use crate::position::data::MOST_STAGES;
use crate::position::ground::SideKind;
use crate::position::ids::Board;
use crate::position::room::Room;

type Files<R> = Opened<Insurrection<R>>;

// ---- Names ----

/// The names that stand for a word of the table.
pub(super) fn names<R: Room>(files: &Files<R>, word: &str) -> Vec<String> {
    let board = &files.scenario.board;
    match word {
        "name" => counters(files),
        "commander" => files.names_in(UNITS, &["commander"]),
        "unit" => files.names_in(UNITS, &["unit"]),
        "stronghold" => files.scenario.strongholds.iter().map(|place| place.name.clone()).collect(),
        "stages" => (1..=stages(files)).map(|stage| stage.to_string()).collect(),
        "band" => files.names_in(TABLES, &["artillery"]),
        "ground" => files.names_in(TABLES, &[TERRAIN]),
        "border" => files.names_in(TABLES, &[BORDER]),
        "letter" => files.names_in(MAP, &LEGEND),
        "road" => files.names_in(MAP, &["roads"]),
        "hex" => {
            let mut labels: Vec<String> = board.hexes().iter().map(|hex| label::<R>(board, hex)).collect();
            labels.sort();
            labels
        }
        "hex/hex" => board.sides().iter().map(|side| side_name::<R>(board, side)).collect(),
        _ => files.scenario.sides.0.to_vec(),
    }
}

/// A name that is written otherwise than it is listed, or would be one.
pub(super) fn admit<R: Room>(files: &Files<R>, word: &str, name: &str) -> Option<Result<String, String>> {
    let board = &files.scenario.board;
    match word {
        "stages" => Some(stages_named(name, stages(files)).map(|_| name.to_owned())),
        // A word is a part of the map that there is not; a number is a hex, if a wrong one.
        "hex" if name.starts_with(char::is_alphabetic) => None,
        "hex" => Some(hex::<R>(board, name).map(|hex| label::<R>(board, hex))),
        "hex/hex" => Some(side_called::<R>(board, name).map(|side| side_name::<R>(board, side))),
        _ => None,
    }
}

/// The stages of a line of the pool; the last one is as late as any game has.
pub(super) fn several(word: &str, name: &str) -> Vec<String> {
    match ends_named(name, MOST_STAGES).filter(|_| word == "stages") {
        Some((from, to)) => (from..=to).map(|stage| stage.to_string()).collect(),
        None => vec![name.to_owned()],
    }
}

/// Guns have less than others, and not every map has a camp.
pub(super) fn is_there<R: Room>(files: &Files<R>, keys: &[&str]) -> bool {
    match keys {
        // What Niemenczyn does not have is not offered there.
        ["unit", name, "kosynierzy" | "skirmishers"] => {
            is_of_another_book(files) && is_of_arm(files, name, "infantry")
        }
        ["unit", name, "stars"] => is_of_another_book(files) && is_of_arm(files, name, "artillery"),
        [
            "switches",
            "nothing_hides_hill_from_hill"
            | "leaving_skirmish_order_is_free"
            | "stars_of_the_target_count"
            | "armies_never_break"
            | "overall_commander_is_bound_for_good"
            | "overall_commander_names_undrawn_only"
            | "the_six_must_be_fresh"
            | "reserve_is_led_once_a_turn",
        ]
        | ["values", "about_turn"]
        | ["family", "commanders_step_before"]
        | ["commander", _, "killed"]
        | [BREAKS_BELOW]
        | [STARTING_LEAD, _] => is_of_another_book(files),
        [STRONGHOLDS, name, _] => files.scenario.strongholds.iter().any(|place| place.name == *name),
        [REINFORCEMENT, _] => files.scenario.reinforcement.is_some(),
        ["unit", name, key] => !(is_of_arm(files, name, "artillery") && OF_TROOPS.contains(key)),
        ["camp", _] => files.scenario.camp.is_some(),
        // There are no rivers where no table says what they cost.
        ["hexsides", "river", _] => files.scenario.ground.of_side(SideKind::River).is_some(),
        [BORDER, kind, "attack"] => *kind == "river",
        _ => true,
    }
}

/// What a value takes where that depends on whose it is.
pub(super) fn takes<R: Room>(files: &Files<R>, keys: &[&str]) -> Option<Takes> {
    match keys {
        [SET_UP, name] if is_commander(files, name) => Some(Takes::Text("0309, or absent")),
        [SET_UP, name] if is_of_arm(files, name, "artillery") => {
            Some(Takes::Text("0208 N limbered, or absent"))
        }
        ["unit", name, "commander"] => {
            let side = |list: &str, name: &str| files.typed(UNITS, &[list, name, "side"]);
            let mut commanders = files.names_in(UNITS, &["commander"]);
            commanders.retain(|commander| side("commander", commander) == side("unit", name));
            Some(Takes::OneOf(commanders))
        }
        ["unit", name, "size"] if is_of_arm(files, name, "cavalry") => {
            Some(Takes::Number { least: 1, most: MOST_CAVALRY.into() })
        }
        _ => None,
    }
}

/// The printed numbers of the row and of the column of a hex.
pub(super) fn row_and_column<R: Room>(files: &Files<R>, label: &str) -> [String; 2] {
    let (first, second) = label.split_at_checked(label.len() / 2).unwrap_or((label, ""));
    let is_row_first = files.scenario.board.grid().numbering.order == Order::RowColumn;
    if is_row_first { [first, second] } else { [second, first] }.map(str::to_owned)
}

fn label<R: Room>(board: &Board<R>, hex: HexId) -> String {
    board.label(hex).to_string()
}

/// A hexside by its two hexes.
fn side_name<R: Room>(board: &Board<R>, side: SideId) -> String {
    let [one, other] = board.hexes_of(side).map(|hex| label::<R>(board, hex));
    format!("{}/{}", one.clone().max(other.clone()), one.min(other))
}

/// Commanders, then units.
fn counters<R: Room>(files: &Files<R>) -> Vec<String> {
    [files.names_in(UNITS, &["commander"]), files.names_in(UNITS, &["unit"])].concat()
}

fn is_commander<R: Room>(files: &Files<R>, name: &str) -> bool {
    files.node(UNITS, &["commander", name]).is_some()
}

fn is_of_arm<R: Room>(files: &Files<R>, name: &str, arm: &str) -> bool {
    files.typed(UNITS, &["unit", name, "arm"]) == arm
}

fn is_of_another_book<R: Room>(files: &Files<R>) -> bool {
    files.scenario.book.name().is_some()
}

fn takes_part<R: Room>(files: &Files<R>, name: &str) -> bool {
    files.typed(SCENARIO, &[SET_UP, name]).trim() != ABSENT
}

/// How many stages the game has.
fn stages<R: Room>(files: &Files<R>) -> u8 {
    files.typed(SCENARIO, &["stages"]).parse().unwrap_or(files.scenario.stages)
}

// ---- The pool ----

/// Writes the pool stage by stage, as far as any game goes, into the file that was asked for: changes go by stages.
pub(super) fn prepare<R: Room>(files: &mut Files<R>) {
    let last = stages(files);
    let Some(node) = files.node(SCENARIO, &[POOL]).cloned() else { return };
    let lines = node.as_table().into_iter().flat_map(|table| &table.0);
    let stages = lines.flat_map(|line| {
        let (from, to) = ends_named(&line.name, last).unwrap_or_default();
        let to = if line.name.ends_with(LAST) { MOST_STAGES } else { to };
        (from..=to).map(|stage| Row { name: stage.to_string(), ..line.clone() })
    });
    let table = Kind::Table(Table(stages.collect()));
    files.write(SCENARIO, &[POOL], Node { kind: table, ..node });
}

/// Takes a commander's chit out of every stage. A stage that is left without chits is the fault of `origin`.
fn take_chit<R: Room>(files: &mut Files<R>, name: &str, origin: &Origin) {
    let pool = files.node_mut(SCENARIO, &[POOL]).and_then(Node::as_table_mut);
    for row in pool.into_iter().flat_map(|pool| &mut pool.0) {
        let Kind::List(chits) = &mut row.node.kind else { continue };
        chits.retain_mut(|chit| {
            let printed = chit.printed();
            let Ok(written) = Written::read(&printed) else { return true };
            if !written.among.contains(&name) && written.more.is_none_or(|(_, with)| with != name) {
                return true;
            }
            let left = written.without(name);
            if let Some(left) = &left {
                *chit = Node::text(left, &chit.origin);
            }
            left.is_some()
        });
        if chits.is_empty() {
            row.node.origin = origin.clone();
        }
    }
}

/// Ends the pool with the last stage, and says what was changed of it as it is now: where changes overlap, the last
/// counts.
fn end_pool<R: Room>(files: &mut Files<R>) {
    let last = stages(files);
    for stage in last + 1..=MOST_STAGES {
        files.remove(SCENARIO, &[POOL, &stage.to_string()]);
    }
    let path = |stage: u8| format!("{POOL}.{stage}");
    let mut lines: Vec<(u8, u8, String)> = Vec::new();
    for stage in (1..=MOST_STAGES).filter(|stage| files.is_set(&path(*stage))).collect::<Vec<_>>() {
        files.say(path(stage), String::new());
        let chits = files.typed(SCENARIO, &[POOL, &stage.to_string()]);
        match lines.last_mut() {
            _ if stage > last => (),
            Some((_, to, same)) if *to + 1 == stage && *same == chits => *to = stage,
            _ => lines.push((stage, stage, chits)),
        }
    }
    for (from, to, chits) in lines {
        let path = if from == to { path(from) } else { format!("{POOL}.{from}-{to}") };
        files.say(path.clone(), format!("{path}={chits}"));
    }
}

// ---- Those who come and go ----

/// Removes a unit, or a commander with his chit.
pub(super) fn remove<R: Room>(files: &mut Files<R>, name: &str, at: &Origin) -> Result<(), String> {
    let names = counters(files);
    if !names.iter().any(|known| known == name) {
        return Err(unknown(
            "unit or commander",
            name,
            &names.iter().map(String::as_str).collect::<Vec<_>>(),
        ));
    }
    if !takes_part(files, name) {
        return Err(format!("{name} takes no part as it is"));
    }
    files.write(SCENARIO, &[SET_UP, name], Node::text(ABSENT, at));
    files.say(format!("{SET_UP}.{name}"), format!("{REMOVED}{name}"));
    if is_commander(files, name) {
        take_chit(files, name, at);
    }
    Ok(())
}

/// He is back, and his chit is not.
pub(super) fn restored<R: Room>(files: &mut Files<R>, name: &str) {
    if is_commander(files, name) {
        for stage in 1..=MOST_STAGES {
            files.say(format!("{POOL}.{stage}"), String::new());
        }
    }
}

/// Brings pool and counters in order when all changes have been written.
pub(super) fn settle<R: Room>(files: &mut Files<R>) -> Vec<Problem> {
    end_pool(files);
    put_newcomers_last(files);
    files.names_in(UNITS, &["commander"]).iter().filter_map(|name| leaderless(files, name)).collect()
}

/// Is the commander removed, and a unit of his not?
fn leaderless<R: Room>(files: &Files<R>, name: &str) -> Option<Problem> {
    files.change(&format!("{SET_UP}.{name}")).filter(|said| said.starts_with(REMOVED))?;
    let mut units = files.names_in(UNITS, &["unit"]);
    units.retain(|unit| files.typed(UNITS, &["unit", unit, "commander"]) == *name && takes_part(files, unit));
    let first = units.first()?;
    let message = format!(
        "{} would be without a commander: remove them too, or put them under another, as in \
         --set \"units.{first}.commander=NAME\"",
        units.join(", ")
    );
    Some(files.node(SCENARIO, &[SET_UP, name])?.origin.problem(message))
}

/// Counters that take part by the variant alone come behind the others, which so keep their places in the order of the
/// scenario, and in stacks.
fn put_newcomers_last<R: Room>(files: &mut Files<R>) {
    let scenario = &files.scenario;
    let units = scenario.units.iter().map(|unit| &unit.name);
    let old: Vec<&String> = units.chain(scenario.commanders.iter().map(|one| &one.name)).collect();
    let mut newcomers = counters(files);
    newcomers.retain(|name| !old.contains(&name) && takes_part(files, name));
    for list in ["commander", "unit"] {
        if let Some(Kind::List(list)) = files.node_mut(UNITS, &[list]).map(|node| &mut node.kind) {
            list.sort_by_key(|node| node.name().is_some_and(|name| newcomers.contains(&name)));
        }
    }
}
