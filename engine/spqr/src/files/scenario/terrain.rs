//! Reads the ground of a map: fields of hexes by kind and by level, streams and roads.

use szala_board::{HexGrid, HexId};
use szala_files::Page;
use szala_kernel::BySide;

use super::hex;
use super::values::{LEVELS, SIDES};
use crate::chapters::ground::Gait;
use crate::position::data::Army;
use crate::position::ground::{Soil, Terrain};

pub(super) fn read(page: &Page<'_>, grid: HexGrid, armies: &BySide<Army>) -> Option<Terrain> {
    let mut terrain = Terrain::default();
    for (name, soil) in Soil::NAMES {
        for hex in fields(page, grid, &["ground", name])? {
            if let Some((_, known)) = terrain.soils.iter().find(|(other, _)| *other == hex) {
                if *known != soil {
                    let message = format!("{} has other ground already", grid.label(hex));
                    page.complain(page.key_place(&["ground", name]), message);
                }
                continue;
            }
            terrain.soils.push((hex, soil));
        }
    }
    for (name, level) in LEVELS.into_iter().zip(1..) {
        for hex in fields(page, grid, &["levels", name])? {
            if terrain.levels.iter().any(|(other, known)| *other == hex && *known != level) {
                let message = format!("{} has another level already", grid.label(hex));
                page.complain(page.key_place(&["levels", name]), message);
            } else {
                terrain.levels.push((hex, level));
            }
        }
    }
    for text in page.texts(&["streams"]) {
        terrain.streams.push(page.take(text.parse(|text| side(grid, text)))?);
    }
    for text in page.texts(&["roads"]) {
        let road = page.take(text.parse(|text| side(grid, text)))?;
        // [D-6.27c] A road leads where one can go.
        let is_barred = |(hex, soil): &(HexId, Soil)| soil.is_barred() && road.contains(hex);
        if let Some((hex, _)) = terrain.soils.iter().find(|ground| is_barred(ground)) {
            let message = format!("no road leads into {}, which nobody enters", grid.label(*hex));
            page.complain(page.key_place(&["roads"]), message);
        }
        terrain.roads.push(road);
    }
    stand_on_firm_ground(page, grid, armies, &terrain);
    Some(terrain)
}

/// The hexes of a list of single ones and of fields, each named by two opposite corners.
fn fields(page: &Page<'_>, grid: HexGrid, keys: &[&str]) -> Option<Vec<HexId>> {
    let mut all = Vec::new();
    for text in page.texts(keys) {
        all.extend(page.take(text.parse(|text| field(grid, text)))?);
    }
    Some(all)
}

fn field(grid: HexGrid, text: &str) -> Result<Vec<HexId>, String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let corners = [hex(grid, first)?, hex(grid, last)?].map(|hex| grid.label(hex).to_string());
    let parts = |range: core::ops::Range<usize>| {
        let mut both =
            [&corners[0], &corners[1]].map(|label| label[range.clone()].parse::<u8>().unwrap_or(0));
        both.sort_unstable();
        both[0]..=both[1]
    };
    parts(0..2)
        .flat_map(|column| parts(2..4).map(move |row| format!("{column:02}{row:02}")))
        .map(|label| hex(grid, &label))
        .collect()
}

fn side(grid: HexGrid, text: &str) -> Result<[HexId; 2], String> {
    let (one, other) =
        text.split_once(' ').ok_or_else(|| format!("`{text}` should be two hexes: 0505 0605"))?;
    let both = [hex(grid, one)?, hex(grid, other)?];
    if (grid.axial(both[0]) - grid.axial(both[1])).length() != 1 {
        return Err(format!("{one} and {other} are no neighbours"));
    }
    Ok(both)
}

/// [6.24] No unit and no leader begins on ground that is barred to it.
fn stand_on_firm_ground(page: &Page<'_>, grid: HexGrid, armies: &BySide<Army>, terrain: &Terrain) {
    let is_barred = |gait: Gait, hex: HexId| {
        let soil = terrain.soils.iter().find(|(other, _)| *other == hex);
        soil.is_some_and(|(_, soil)| gait.is_barred_from(*soil))
    };
    for ((_, army), of) in armies.iter().zip(SIDES) {
        for unit in &army.units {
            let right = army.faces.flank()[0];
            let other = grid.hex_at(grid.axial(unit.hex) + szala_board::Axial::unit(right));
            let both = [Some(unit.hex), other.filter(|_| unit.is_long())];
            if both.into_iter().flatten().any(|hex| is_barred(Gait::of(unit.kind), hex)) {
                let message = format!("{} stands on ground that it cannot enter", unit.name);
                page.complain(page.place(&["units", of, &unit.name, "hex"]), message);
            }
        }
        for leader in
            army.leaders.iter().filter(|leader| !leader.is_driver && is_barred(Gait::Horse, leader.hex))
        {
            let message = format!("{} stands on ground that he cannot enter", leader.name);
            page.complain(page.place(&["leaders", of, &leader.name, "hex"]), message);
        }
    }
}
