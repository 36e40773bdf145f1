//! The file of tables: the artillery table [10.10.1], a band of ranges a line, and what the kinds of ground do, as far
//! as the file says otherwise than Niemenczyn's table [8.2t].

use szala_files::{Complaint, Field, Page, Section, unknown};

use super::ground::TERRAINS;
use crate::position::data::{GunBand, Scenario};
use crate::position::ground::{GroundTable, HexGround, SideGround, SideKind};
use crate::position::room::Room;

/// [10.8] How far guns reach.
const REACH: u8 = 10;

const ARTILLERY: &str = "artillery";
/// What the kinds of hex and of hexside do.
pub(super) const TERRAIN: &str = "terrain";
pub(super) const BORDER: &str = "border";

/// What can lie between two hexes.
pub(super) const BORDERS: [(&str, SideKind); 4] = [
    ("slope", SideKind::Slope),
    ("escarpment", SideKind::Escarpment),
    ("trench", SideKind::Trench),
    ("river", SideKind::River),
];

/// Reads the whole file.
pub(super) fn read(page: &Page<'_>) -> Vec<GunBand> {
    let mut table: Vec<GunBand> = Vec::new();
    let Some(bands) = page.section(&[ARTILLERY]) else {
        if !page.has(&[ARTILLERY]) {
            page.complain(page.span(), "the file has no `artillery`");
        }
        return table;
    };
    let mut last = 0;
    for field in bands.fields() {
        let effect = page.typed(&[ARTILLERY, field.name()]).and_then(|effect| plus(&effect).ok());
        let to = page.take(band(&field, last));
        // A band that is wrong is complained of once, not again at the one behind it.
        if let (Some(to), Some(Ok(plus))) = (to, effect.map(u8::try_from)) {
            table.push(GunBand { to, plus });
        }
        last = ends(field.name()).map_or(last, |(from, to)| from.max(to));
    }
    if bands.fields().is_empty() {
        page.complain(bands.span(), "the artillery table is empty: 1-3 = \"2M\" is a band");
    }
    table
}

/// Reads what the kinds of ground do. What the file does not say of a kind that Niemenczyn prints is as printed there;
/// any other kind is open ground unless the file says otherwise, and its points must be given.
pub(super) fn ground(page: &Page<'_>) -> GroundTable {
    let mut table = GroundTable::PRINTED;
    for (name, kind) in kinds(page, TERRAIN, &TERRAINS) {
        let of = |key| [TERRAIN, name, key];
        let printed = table.of_hex(kind).copied();
        if let Some(points) =
            points(page, &of("foot"), &of("horse"), printed.map(|row| [row.foot, row.horse.unwrap_or(0)]))
        {
            let is = |key, printed| page.flag(&of(key)).unwrap_or(printed);
            let amount = |key, printed| page.number(&of(key)).unwrap_or(printed);
            let [foot, horse] = points;
            // [D-MG4d] 0 points for horse: by a road alone.
            let horse = (horse > 0).then_some(horse);
            let row = printed.unwrap_or(HexGround::open(foot, horse));
            table.set_hex(
                kind,
                HexGround {
                    foot,
                    horse,
                    double_time: is("double_time", row.double_time),
                    charges: is("charges", row.charges),
                    squares: is("squares", row.squares),
                    hides: is("hides", row.hides),
                    cover: amount("cover", row.cover),
                    defence: amount("defence", row.defence),
                    defends_cavalry: is("defends_cavalry", row.defends_cavalry),
                    retreat_loss: is("retreat_loss", row.retreat_loss),
                },
            );
        }
    }
    for (name, kind) in kinds(page, BORDER, &BORDERS) {
        let of = |key| [BORDER, name, key];
        let printed = table.of_side(kind).copied();
        if let Some(points) = points(page, &of("foot"), &of("horse"), printed.map(|row| row.up)) {
            let is = |key, printed| page.flag(&of(key)).unwrap_or(printed);
            let row = printed.unwrap_or(SideGround::open(points, points));
            // What rises costs what is written upwards; down it is as printed.
            let rises = matches!(kind, SideKind::Slope | SideKind::Escarpment);
            let attack = page.number(&of("attack"));
            // [D-M11.7c] A trench gives nothing in melee, nor does anything else that is crossed but not climbed.
            if attack.is_some() && kind != SideKind::River {
                let message =
                    format!("only a river hampers those who attack across it: `{name}` has no `attack`");
                page.complain(page.key_place(&of("attack")), message);
            }
            table.set_side(
                kind,
                SideGround {
                    up: points,
                    down: if rises { row.down } else { points },
                    double_time: is("double_time", row.double_time),
                    charges: is("charges", row.charges),
                    squares: is("squares", row.squares),
                    attack: attack.unwrap_or(row.attack),
                    retreat_loss: is("retreat_loss", row.retreat_loss),
                    ..row
                },
            );
        }
    }
    table
}

/// The kinds that a table of the file names.
fn kinds<'d, T: Copy>(page: &Page<'d>, table: &str, known: &[(&str, T)]) -> Vec<(&'d str, T)> {
    let section = page.section(&[table]);
    let kind = |field: &Field<'d>| {
        let found = known.iter().find(|(name, _)| *name == field.name());
        if found.is_none() {
            let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
            page.complain(field.name_span(), unknown("kind of ground", field.name(), &names));
        }
        found.map(|(_, kind)| (field.name(), *kind))
    };
    section.iter().flat_map(Section::fields).filter_map(|field| kind(&field)).collect()
}

/// The points of foot and horse: those written, else those printed.
fn points(page: &Page<'_>, foot: &[&str], horse: &[&str], printed: Option<[u8; 2]>) -> Option<[u8; 2]> {
    let mut both = [None; 2];
    for (at, keys) in [foot, horse].into_iter().enumerate() {
        both[at] = page.number(keys).or(printed.map(|points| points[at]));
        if !page.has(keys) && printed.is_none() {
            let [table, name, key] = keys else { unreachable!("points have three keys") };
            page.complain(page.place(&[table, name]), format!("`{name}` has no `{key}`"));
        }
    }
    Some([both[0]?, both[1]?])
}

/// Complains of ground on the map of which the table says nothing.
pub(super) fn check_map<R: Room>(page: &Page<'_>, scenario: &Scenario<R>) {
    let say = |table: &str, kind: &str| {
        let row = format!("{table}.{kind}");
        page.complain(
            page.span(),
            format!("the map has {kind}, and no table says what it costs: add [{row}]"),
        );
    };
    for (name, kind) in TERRAINS {
        if scenario.terrain.kinds.contains(&kind) && scenario.ground.of_hex(kind).is_none() {
            say(TERRAIN, name);
        }
    }
    if !scenario.terrain.river.is_empty() && scenario.ground.of_side(SideKind::River).is_none() {
        say(BORDER, "river");
    }
}

/// `1-3`, or `4` alone.
fn ends(name: &str) -> Option<(u8, u8)> {
    let (from, to) = name.split_once('-').unwrap_or((name, name));
    Some((from.parse().ok()?, to.parse().ok()?))
}

/// The end of a band that follows on the last.
fn band(field: &Field<'_>, last: u8) -> Result<u8, Complaint> {
    let refuse = |message: String| Err(Complaint::new(field.name_span(), message));
    let Some((from, to)) = ends(field.name()) else {
        return refuse(format!("`{}` is no band of ranges: 1-3, or 4 alone", field.name()));
    };
    let due = last.saturating_add(1);
    if from > to {
        return refuse(format!("the band runs backwards: {to}-{from} would be right"));
    }
    if from < due {
        return refuse(format!("bands ascend, and the next begins at {due}, not {from}"));
    }
    if from > due {
        return refuse(format!("the table has a gap: the next band begins at {due}, not {from}"));
    }
    if to > REACH {
        return refuse(format!("guns reach {REACH} hexes [10.8], not {to}"));
    }
    Ok(to)
}

/// `M` is a test, `2M` a test with 2 added.
pub(super) fn plus(text: &str) -> Result<u16, String> {
    let plus = text.strip_suffix('M').and_then(|plus| match plus.as_bytes() {
        [] => Some(0),
        [digit @ b'1'..=b'9'] => Some(digit - b'0'),
        _ => None,
    });
    plus.map(u16::from)
        .ok_or_else(|| format!("`{text}` is no effect: M is a test, 2M a test with 2 added, up to 9M"))
}
