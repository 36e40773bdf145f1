//! The map of a scenario and who stands on it, for the terminal.

use core::fmt::{self, Write};

use szala_board::pointy::direction;
use szala_board::{HexId, Ordinal};
use szala_insurrection::data::UnitCard;
use szala_insurrection::{Arm, CommanderId, Scenario, UnitId};
use szala_kernel::Side;

/// A hex is so many characters wide; an even number, so that a shifted row is shifted by half.
const WIDTH: usize = 4;

/// Draws the map with its ground, and the units in the hexes where they start.
///
/// # Errors
/// Only the writer's.
pub fn write_map(scenario: &Scenario, to: &mut impl Write) -> fmt::Result {
    let grid = scenario.board.grid();
    let columns = usize::from(grid.columns);
    writeln!(to, "{}", scenario.title)?;
    for row in (0..usize::from(grid.rows)).rev() {
        let hexes: Vec<HexId> =
            (0..columns).map(|column| HexId::from_index(row * columns + column)).collect();
        let first = scenario.board.label(hexes[0]).to_string();
        let shift = " ".repeat(shift_of(scenario, row));
        write!(to, "{first:>6} {shift}")?;
        for hex in &hexes {
            write!(to, "{:<WIDTH$}", ground(scenario, *hex))?;
        }
        write!(to, "\n       {shift}")?;
        for hex in &hexes {
            write!(to, "{:<WIDTH$}", counters(scenario, *hex))?;
        }
        writeln!(to)?;
    }
    let [first, second] = [&scenario.sides[Side::First], &scenario.sides[Side::Second]];
    writeln!(to, ". clear, f forest, h clear hill, F forest on a hill")?;
    writeln!(
        to,
        "= the road, _ a trench on a southern side of the hex, ' an escarpment on a side of the hex"
    )?;
    writeln!(
        to,
        "small letters {first}, capitals {second}: i infantry, c cavalry, a artillery; * with a commander"
    )
}

/// By how many characters a row is shifted. Seen from the first hex of a row that lies farther east than its
/// neighbours, the hex up to the right, or down to the right, is the second of its row.
fn shift_of(scenario: &Scenario, row: usize) -> usize {
    let columns = usize::from(scenario.board.grid().columns);
    let first = HexId::from_index(row * columns);
    let beside = [direction::NE, direction::SE].map(|direction| scenario.board.neighbour(first, direction));
    let is_farther_east = beside.into_iter().flatten().any(|hex| hex.index() % columns == 1);
    if is_farther_east { WIDTH / 2 } else { 0 }
}

fn ground(scenario: &Scenario, hex: HexId) -> String {
    let forest = scenario.terrain.forest.contains(hex);
    let sign = match (forest, scenario.level(hex)) {
        (false, 0) => '.',
        (true, 0) => 'f',
        (false, _) => 'h',
        (true, _) => 'F',
    };
    let sides = scenario.board.sides_of(hex);
    let road = if sides.intersects(&scenario.terrain.road) { "=" } else { "" };
    let south = [direction::SW, direction::SE]
        .into_iter()
        .filter_map(|direction| scenario.board.side(hex, direction));
    let mut south = south.filter(|side| scenario.terrain.trench.contains(*side));
    let trench = if south.next().is_some() { "_" } else { "" };
    let escarpment = if sides.intersects(&scenario.terrain.escarpment) { "'" } else { "" };
    format!("{sign}{road}{trench}{escarpment}")
}

fn counters(scenario: &Scenario, hex: HexId) -> String {
    let mut text: String = scenario
        .units
        .iter()
        .filter(|card| card.start.is_some_and(|(start, _)| start == hex))
        .map(|card| {
            let letter = match card.arm {
                Arm::Infantry => 'i',
                Arm::Cavalry => 'c',
                Arm::Artillery => 'a',
            };
            if card.side == Side::First { letter } else { letter.to_ascii_uppercase() }
        })
        .collect();
    if scenario.commanders.iter().any(|card| card.start == Some(hex)) {
        text.push('*');
    }
    text
}

/// Lists the units with their values and where they start.
///
/// # Errors
/// Only the writer's.
pub fn write_units(scenario: &Scenario, to: &mut impl Write) -> fmt::Result {
    let width = scenario.units.iter().map(|card| card.name.chars().count()).max().unwrap_or(0);
    for side in Side::BOTH {
        writeln!(to, "{}", scenario.sides[side])?;
        for (index, commander) in scenario.commanders.iter().enumerate().filter(|(_, card)| card.side == side)
        {
            let at = commander
                .start
                .map_or("not on the map".to_owned(), |hex| scenario.board.label(hex).to_string());
            writeln!(to, "  {}, {at}", commander.name)?;
            let units = scenario.commander(CommanderId::from_index(index)).units;
            for unit in units.iter() {
                writeln!(to, "    {}", unit_line(scenario, unit, width))?;
            }
        }
    }
    Ok(())
}

fn unit_line(scenario: &Scenario, unit: UnitId, width: usize) -> String {
    let card: &UnitCard = scenario.unit(unit);
    let facing_name = |facing| scenario.board.grid().orientation().facing_name(facing);
    let at = card.start.map_or("set up freely".to_owned(), |(hex, facing)| {
        format!("{} {}", scenario.board.label(hex), facing_name(facing))
    });
    let limbered = if card.limbered { ", limbered" } else { "" };
    let arm = match card.arm {
        Arm::Infantry => "infantry",
        Arm::Cavalry if card.cossack => "Cossacks",
        Arm::Cavalry => "cavalry",
        Arm::Artillery => "artillery",
    };
    let values = match card.arm {
        Arm::Artillery => String::new(),
        _ => format!(
            ", morale {} ({}), size {}, fire {}",
            card.morale[0], card.morale[1], card.size, card.fire
        ),
    };
    format!("{:width$}  {arm}, {at}{limbered}{values}", card.name)
}
