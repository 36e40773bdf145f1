//! What must hold of the set-up as a whole: who stands with whom, who faces how, whether a free set-up has room
//! [6.0, 6.1, 6.2]. And what is worth a look though no rule forbids it: units beyond their commander's reach [4.2].

use szala_board::HexId;
use szala_files::Pages;
use szala_kernel::Side;

use super::leaders::Leaders;
use super::names::Sides;
use super::set_up::{FREE_SET_UP, Post, SetUp};
use super::units::{Commander, Counter, Roster, Values};
use crate::chapters::command::REACH;
use crate::chapters::stacking::limit;
use crate::position::ids::{Arm, Board, Hexes};
use crate::position::room::Room;

/// A unit of the set-up, all of whose values could be read.
#[derive(Clone, Copy)]
struct Posted<'s, 'p, 'd> {
    name: &'s str,
    values: Values,
    post: &'s Post<'p, 'd>,
}

/// Complains of all that cannot stand as it is set up. Without a board there are no hexes to stand in.
pub(super) fn check<R: Room>(
    pages: &Pages<'_>,
    roster: &Roster<'_>,
    set_up: &SetUp<'_, '_, R>,
    leaders: &Leaders,
    board: Option<&Board<R>>,
    sides: &Sides,
) {
    if let Some(board) = board {
        check_hexes(pages, roster, set_up, board, sides);
    }
    check_commanders(roster, set_up, leaders, board);
    check_numbers(set_up);
}

fn check_hexes<R: Room>(
    pages: &Pages<'_>,
    roster: &Roster<'_>,
    set_up: &SetUp<'_, '_, R>,
    board: &Board<R>,
    sides: &Sides,
) {
    let mut units: Vec<Posted<'_, '_, '_>> = Vec::new();
    for (at, post) in &set_up.units {
        let Counter { name, values, .. } = &roster.units[*at];
        units.extend(values.map(|values| Posted { name, values, post }));
    }
    for side in Side::BOTH {
        let own = units.iter().copied().filter(|unit| unit.values.side == side);
        let own: Vec<Posted<'_, '_, '_>> = own.collect();
        for hex in board.hexes() {
            let stack = own.iter().copied().filter(|unit| unit.post.hex == Some(hex));
            check_stack(&stack.collect::<Vec<_>>(), &board.label(hex).to_string());
        }
        let theirs = units.iter().filter(|unit| unit.values.side != side).filter_map(|unit| unit.post.hex);
        let theirs: Hexes<R> = theirs.chain(set_up.free[!side].into_iter().flatten()).collect();
        check_free(pages, &own, theirs, roster, set_up, board, (side, sides.name(side)));
    }
    check_opponents(&units, roster, set_up, board);
}

/// The size of all that are of this arm.
fn total(units: &[Posted<'_, '_, '_>], arm: Arm) -> u32 {
    units.iter().filter(|unit| unit.values.arm == arm).map(|unit| u32::from(unit.values.size)).sum()
}

fn count(units: &[Posted<'_, '_, '_>], arm: Arm) -> usize {
    units.iter().filter(|unit| unit.values.arm == arm).count()
}

/// The units of one side in a hex, complained of at the last of them; better at one that a variant has put there.
fn check_stack(stack: &[Posted<'_, '_, '_>], label: &str) {
    let put = stack.iter().rev().find(|unit| unit.post.row.is_changed());
    let Some(last) = put.or(stack.last()) else { return };
    let complain = |message: String| last.post.row.complain(message);
    let (infantry, cavalry) = (total(stack, Arm::Infantry), total(stack, Arm::Cavalry));
    let guns = count(stack, Arm::Artillery);
    if infantry > 0 && cavalry > 0 {
        complain(format!(
            "infantry and cavalry of one side begin in {label}: they may not stand together [6.1]"
        ));
    }
    if guns > 1 {
        complain(format!("{guns} batteries begin in {label}: there is room for one [6.2]"));
    }
    let (with, most_infantry, most_cavalry) = match guns {
        0 => ("", limit::INFANTRY, limit::CAVALRY),
        _ => (" with guns", limit::INFANTRY_WITH_GUNS, limit::CAVALRY_WITH_GUNS),
    };
    for (arm, sum, most) in [("infantry", infantry, most_infantry), ("cavalry", cavalry, most_cavalry)] {
        if sum > u32::from(most) {
            let message =
                format!("{arm} of size {sum}{with} begins in {label}: at most {most} may stand there [6.2]");
            complain(message);
        }
    }
    let mut troops = stack.iter().filter(|unit| unit.values.arm != Arm::Artillery);
    let Some(top) = troops.next() else { return };
    for unit in troops.filter(|unit| unit.post.facing != top.post.facing) {
        let message = format!("{} and {} share {label} and face different ways [6.0]", unit.name, top.name);
        unit.post.row.complain(message);
    }
}

/// A side that sets up freely: its proposal lies in its hexes, and the hexes have room.
fn check_free<R: Room>(
    pages: &Pages<'_>,
    units: &[Posted<'_, '_, '_>],
    theirs: Hexes<R>,
    roster: &Roster<'_>,
    set_up: &SetUp<'_, '_, R>,
    board: &Board<R>,
    (side, name): (Side, &str),
) {
    let Some(hexes) = set_up.free[side].filter(|hexes| !hexes.is_empty()) else { return };
    let is_own = |at: &usize| roster.commanders[*at].side == Some(side);
    let commanders = set_up.commanders.iter().filter(|(at, _)| is_own(at)).map(|(_, post)| post);
    for post in units.iter().map(|unit| unit.post).chain(commanders) {
        if let Some(hex) = post.hex.filter(|hex| !hexes.contains(*hex)) {
            let message = format!("{} is not among the hexes where the side sets up", board.label(hex));
            post.row.complain(message);
        }
    }
    // With a hex for each unit, the last one always finds room, however its side has scattered the others; hexes in
    // which the enemy may stand do not count.
    let (fewest, found) = (units.len(), (hexes - theirs).len());
    let row = pages.rows(FREE_SET_UP).into_iter().find(|row| row.name() == name);
    if let Some(row) = row.filter(|_| found < fewest) {
        let message = format!(
            "the {name} need {fewest} hexes, one for each unit and none of the enemy's; here are {found}"
        );
        row.complain(message);
    }
}

/// Opposing units do not begin in one hex, nor does a commander among enemies.
fn check_opponents<R: Room>(
    units: &[Posted<'_, '_, '_>],
    roster: &Roster<'_>,
    set_up: &SetUp<'_, '_, R>,
    board: &Board<R>,
) {
    let holder = |side: Side, hex: HexId| {
        units.iter().find(|unit| unit.values.side == side && unit.post.hex == Some(hex))
    };
    let seconds = units.iter().filter(|unit| unit.values.side == Side::Second);
    let seconds = seconds.map(|unit| (unit.name, unit.post, Side::Second));
    let commanders = set_up.commanders.iter().filter_map(|(at, post)| {
        let Commander { name, side, .. } = &roster.commanders[*at];
        Some((*name, post, (*side)?))
    });
    for (name, post, side) in seconds.chain(commanders) {
        let Some((hex, enemy)) = post.hex.and_then(|hex| Some((hex, holder(!side, hex)?))) else { continue };
        // Of the two the one that a variant has put there, if it is the enemy.
        let is_enemys = enemy.post.row.is_changed() && !post.row.is_changed();
        let (row, other) = if is_enemys { (&enemy.post.row, name) } else { (&post.row, enemy.name) };
        let message = format!("{other} of the other side begins in {} too", board.label(hex));
        row.complain(message);
    }
}

/// Each unit has a commander who takes part; better within his reach.
fn check_commanders<R: Room>(
    roster: &Roster<'_>,
    set_up: &SetUp<'_, '_, R>,
    leaders: &Leaders,
    board: Option<&Board<R>>,
) {
    for (at, post) in &set_up.units {
        let unit = &roster.units[*at];
        if leaders.reserve.contains(at) {
            check_reserve(set_up, leaders, board, unit, post);
            continue;
        }
        let Some(commander) = unit.commander else { continue };
        let name = roster.commanders[commander].name;
        let Some(his) = set_up.commanders.get(&commander) else {
            let message = format!("{} takes part, and its commander {name} does not", unit.name);
            post.row.complain(message);
            continue;
        };
        let ends = board.zip(his.hex.zip(post.hex));
        let distance = ends.map(|(board, (his, own))| board.distance(his, own));
        if let Some(distance) = distance.filter(|distance| *distance > REACH) {
            let message =
                format!("{} begins {distance} hexes from {name}, who reaches {REACH} [4.2]", unit.name);
            post.row.note(message);
        }
    }
    for (at, post) in &set_up.commanders {
        let is_led =
            |unit: &usize| roster.units[*unit].commander == Some(*at) && !leaders.reserve.contains(unit);
        if !leaders.overall.contains_key(at) && !set_up.units.keys().any(is_led) {
            let message = format!("{} has no unit that takes part", roster.commanders[*at].name);
            post.row.note(message);
        }
    }
}

/// [4.5m] A unit of the reserve better begins within the reach of a leader.
fn check_reserve<R: Room>(
    set_up: &SetUp<'_, '_, R>,
    leaders: &Leaders,
    board: Option<&Board<R>>,
    unit: &Counter<'_>,
    post: &Post<'_, '_>,
) {
    let Some(side) = unit.values.map(|values| values.side) else { return };
    let his = leaders.of_reserve[side].iter().filter_map(|at| set_up.commanders.get(at)?.hex);
    let distance = |his| Some(board?.distance(his, post.hex?));
    if let Some(nearest) = his.filter_map(distance).min().filter(|nearest| *nearest > REACH) {
        let message = format!(
            "{} begins {nearest} hexes from the nearest leader of the reserve, who reaches {REACH} [4.2]",
            unit.name
        );
        post.row.note(message);
    }
}

fn check_numbers<R: Room>(set_up: &SetUp<'_, '_, R>) {
    let kinds = [
        ("units", set_up.units.values().nth(R::MOST_UNITS), R::MOST_UNITS),
        ("commanders", set_up.commanders.values().nth(R::MOST_COMMANDERS), R::MOST_COMMANDERS),
    ];
    for (kind, first_too_many, most) in kinds {
        if let Some(post) = first_too_many {
            let message = format!("one too many: at most {most} {kind} take part in a scenario");
            post.row.complain_of_name(message);
        }
    }
}
