//! The counters of both sides, where and when they come, the guns off the board and the barrages.

use std::collections::BTreeSet;

use szala_board::HexId;
use szala_files::{Field, Page, Section, unknown};
use szala_kernel::{BySide, Side};

use super::map;
use super::values::{EDGES, KINDS, SIXTH, SIXTH_GUN_PLATOON};
use crate::position::data::{
    BarrageCard, Battalion, Battery, Card, Coming, Group, Kind, Map, SIDES, SixthGunPlatoon,
};
use crate::position::ids::{CounterId, Hexes, MOST_BARRAGES, MOST_BATTALIONS, MOST_GROUPS, MOST_OF_A_SIDE};

fn fields<'p>(page: &'p Page<'_>, keys: &[&str]) -> Vec<Field<'p>> {
    page.section(keys).as_ref().map(Section::fields).unwrap_or_default()
}

/// [1.1, 14.1, 20.4, 20.5] What is printed on the counters.
pub(super) fn cards(page: &Page<'_>) -> Option<BySide<Vec<Card>>> {
    let mut all = BySide([Vec::new(), Vec::new()]);
    for (side, of) in Side::BOTH.into_iter().zip(SIDES) {
        for field in fields(page, &[of]) {
            let at = |what| [of, field.name(), what];
            let kind = page.choice(&at("kind"), &KINDS)?;
            let squares: u8 = page.number(&at("squares"))?;
            if (kind == Kind::Commander) != (squares == 0) {
                let message = "a commander has no squares, and a unit has some";
                page.complain(page.place(&at("squares")), message);
            }
            all[side].push(Card {
                name: field.name().to_owned(),
                kind,
                battalion: page.number(&at("battalion"))?,
                company: page.number(&at("company"))?,
                squares,
                morale: page.number(&at("morale"))?,
                group: None,
            });
        }
        if all[side].len() > MOST_OF_A_SIDE {
            page.complain(page.place(&[of]), format!("a side has at most {MOST_OF_A_SIDE} counters"));
            return None;
        }
    }
    Some(all)
}

/// The counter of this name.
fn find(cards: &[Card], name: &str) -> Result<usize, String> {
    let found = cards.iter().position(|card| card.name == name);
    let names: Vec<&str> = cards.iter().map(|card| card.name.as_str()).collect();
    found.ok_or_else(|| unknown("counter", name, &names))
}

/// [18.2, 18.5] Where and when counters come; it is written on their cards.
pub(super) fn groups(
    page: &Page<'_>,
    map: &Map,
    cards: &mut BySide<Vec<Card>>,
) -> Option<BySide<Vec<Group>>> {
    let mut all = BySide([Vec::new(), Vec::new()]);
    for (side, of) in Side::BOTH.into_iter().zip(SIDES) {
        for table in ["set_up", "reinforcements"] {
            for field in fields(page, &[table, of]) {
                let keys = [table, of, field.name()];
                let group =
                    if table == "set_up" { set_up(page, map, &keys) } else { coming(page, map, &keys) };
                let at = u8::try_from(all[side].len()).ok()?;
                let [one, two, three] = keys;
                let mut units = 0;
                let mut named = page.texts(&[one, two, three, "units"]);
                // [D-18.1a] By the switch one more comes with its company.
                if page.choice(&SIXTH, &SIXTH_GUN_PLATOON)? == SixthGunPlatoon::WithCompanyFive {
                    named.extend(page.texts(&[one, two, three, "sixth"]));
                }
                for unit in named {
                    let slot = page.take(unit.parse(|name| find(&cards[side], name)))?;
                    let card = &mut cards[side][slot];
                    if card.group.replace(at).is_some() {
                        page.complain(unit.span(), format!("{} comes twice", card.name));
                    }
                    units += usize::from(card.kind != Kind::Commander);
                }
                let group = group?;
                // [5.2] Six units a hex.
                if group.comes == Coming::SetUp && units > 6 * group.hexes.len() {
                    page.complain(field.name_span(), "too many units: six fit in a hex");
                }
                if all[side].len() == MOST_GROUPS {
                    page.complain(field.name_span(), format!("a side has at most {MOST_GROUPS} groups"));
                    return None;
                }
                all[side].push(group);
            }
        }
    }
    Some(all)
}

/// The building hexes of a place.
pub(super) fn place(map: &Map, name: &str) -> Result<Hexes, String> {
    let found = map.places.iter().find(|(known, _)| known == name);
    let names: Vec<&str> = map.places.iter().map(|(name, _)| name.as_str()).collect();
    found.map(|(_, hexes)| *hexes).ok_or_else(|| unknown("place", name, &names))
}

/// All hexes at most so far from one of these.
fn around_all(map: &Map, hexes: Hexes, within: u8) -> Hexes {
    hexes.iter().fold(Hexes::EMPTY, |all, hex| all | map::around(map.grid, hex, within))
}

/// The building hexes of places.
fn buildings(page: &Page<'_>, map: &Map, keys: &[&str]) -> Option<Hexes> {
    let mut all = Hexes::EMPTY;
    for field in page.texts(keys) {
        all |= page.take(field.parse(|name| place(map, name)))?;
    }
    Some(all)
}

fn set_up(page: &Page<'_>, map: &Map, &[table, of, name]: &[&str; 3]) -> Option<Group> {
    let at = |what| [table, of, name, what];
    let mut hexes = buildings(page, map, &at("places"))?;
    if page.has(&at("hex")) {
        let centre = page.parse(&at("hex"), |label| map::hex(map.grid, label))?;
        hexes |= map::around(map.grid, centre, page.number(&at("within"))?);
    }
    let on_paper = page.flag(&at("on_paper"))?;
    if on_paper {
        // [19.1] Anywhere in cover, but not near some places.
        let away = around_all(map, buildings(page, map, &at("away_from"))?, page.number(&at("away"))?);
        let cover = Hexes::all_below(map.grid.hex_count());
        hexes =
            cover.iter().filter(|hex| map.ground[hex.index()].is_cover() && !away.contains(*hex)).collect();
    }
    if hexes.is_empty() {
        let message = "say where they are set up: hex = \"1817\", or places = [\"Zimnowoda\"]";
        page.complain(page.key_place(&[table, of, name]), message);
    }
    Some(Group { name: name.to_owned(), hexes, comes: Coming::SetUp, on_paper })
}

fn coming(page: &Page<'_>, map: &Map, &[table, of, name]: &[&str; 3]) -> Option<Group> {
    let at = |what| [table, of, name, what];
    let labels = page.texts(&at("hexes"));
    let read = labels.iter().map(|field| page.take(field.parse(|label| map::hex(map.grid, label))));
    let mut hexes: Hexes = read.collect::<Option<Vec<HexId>>>()?.into_iter().collect();
    if page.has(&at("edge")) {
        hexes |= map::edge(map.grid, page.choice(&at("edge"), &EDGES)?);
    }
    let taken = buildings(page, map, &at("taken"))?;
    let stage: Option<u8> = if page.has(&at("stage")) { page.number(&at("stage")) } else { None };
    let released = if page.has(&at("released")) {
        let on: u8 = page.number(&at("released"))?;
        let later = if page.has(&at("later")) { page.number(&at("later"))? } else { on };
        let from = if page.has(&at("later_from")) { page.number(&at("later_from"))? } else { 1 };
        Some(Coming::Released { on, later, from })
    } else {
        None
    };
    let comes = match stage {
        None if taken.is_empty() && released.is_some() => released?,
        _ if released.is_some() => {
            let message = "say when they come: either stage = 4, or taken, or released";
            page.complain(page.key_place(&[table, of, name]), message);
            return None;
        }
        Some(stage) if taken.is_empty() => Coming::Stage(stage),
        None if !taken.is_empty() => Coming::Taken(taken),
        _ => {
            let message = "say when they come: either stage = 4, or taken = [\"Parzymiechy\"]";
            page.complain(page.key_place(&[table, of, name]), message);
            return None;
        }
    };
    if hexes.is_empty() {
        let message = "say where they enter: hexes = [\"2901\"], or edge = \"south\"";
        page.complain(page.key_place(&[table, of, name]), message);
    }
    Some(Group { name: name.to_owned(), hexes, comes, on_paper: false })
}

/// [9.2, 18.4] The guns that can be called.
pub(super) fn battalions(page: &Page<'_>, map: &Map) -> BySide<Vec<Battalion>> {
    let [first, second] = SIDES.map(|of| fields(page, &["battalions", of]));
    // Calls go by names alone.
    for twice in second.iter().filter(|field| first.iter().any(|other| other.name() == field.name())) {
        page.complain(twice.name_span(), "the other side has a battalion of this name: give it another");
    }
    BySide::from_fn(|side| {
        let of = SIDES[side as usize];
        let rows = fields(page, &["battalions", of]);
        if let Some(field) = rows.get(MOST_BATTALIONS) {
            page.complain(
                field.name_span(),
                format!("a side has at most {MOST_BATTALIONS} battalions of guns"),
            );
        }
        let read = |field: &Field<'_>| {
            let at = |what| ["battalions", of, field.name(), what];
            let (from, uncalled) = (page.number(&at("stage"))?, page.number(&at("uncalled"))?);
            let places = buildings(page, map, &at("near"))?;
            let near = if places.is_empty() {
                None
            } else {
                let within: u8 = page.number(&at("within"))?;
                Some((page.number(&at("platoons"))?, around_all(map, places, within)))
            };
            let revealed = page.number(&at("revealed"))?;
            Some(Battalion { name: field.name().to_owned(), from, uncalled, revealed, near })
        };
        rows.iter().take(MOST_BATTALIONS).filter_map(read).collect()
    })
}

/// [18.3] The barrages, by the numbers on their markers.
pub(super) fn barrages(
    page: &Page<'_>,
    cards: &BySide<Vec<Card>>,
    battalions: &BySide<Vec<Battalion>>,
    calibres: &[String],
) -> Option<BySide<Vec<BarrageCard>>> {
    let mut all = BySide([Vec::new(), Vec::new()]);
    for (side, of) in Side::BOTH.into_iter().zip(SIDES) {
        let mut platoons = BTreeSet::new();
        for (at, field) in fields(page, &["barrages", of]).iter().enumerate() {
            if at == MOST_BARRAGES || field.name() != (at + 1).to_string() {
                let message = format!("barrages are numbered in order, from 1 to {MOST_BARRAGES} at most");
                page.complain(field.name_span(), message);
                return None;
            }
            let key = |what| ["barrages", of, field.name(), what];
            let calibre = page.parse(&key("calibre"), |name| {
                let known: Vec<&str> = calibres.iter().map(String::as_str).collect();
                known.iter().position(|it| *it == name).ok_or_else(|| unknown("calibre", name, &known))
            })?;
            let battery = if page.has(&key("platoon")) {
                let slot = page.parse(&key("platoon"), |name| find(&cards[side], name))?;
                if cards[side][slot].kind != Kind::Mortars || !platoons.insert(slot) {
                    let message = "a barrage is fired by a platoon of mortars, each by its own";
                    page.complain(page.place(&key("platoon")), message);
                }
                Battery::Platoon(CounterId::of_side(side, slot))
            } else {
                let names: Vec<&str> = battalions[side].iter().map(|it| it.name.as_str()).collect();
                let battalion = page.parse(&key("battalion"), |name| {
                    names.iter().position(|it| *it == name).ok_or_else(|| unknown("battalion", name, &names))
                });
                let (Some(battalion), true) = (battalion, page.has(&key("barrels"))) else {
                    let message =
                        "say what fires it: platoon = \"1m\", or battalion = \"II/30 pal\" with its barrels";
                    page.complain(field.name_span(), message);
                    return None;
                };
                let battalion = u8::try_from(battalion).ok()?;
                Battery::Guns { battalion, barrels: page.number(&key("barrels"))? }
            };
            all[side].push(BarrageCard { battery, calibre: u8::try_from(calibre).ok()? });
        }
    }
    Some(all)
}
