//! Who leads others than a formation of his own: the overall commander of a side [4.4m], and the leaders of its
//! reserve [4.5m]. Who is under whom otherwise is printed on the counters.

use std::collections::{BTreeMap, BTreeSet};

use szala_files::{Field, Page, Pages, Section, unknown};
use szala_kernel::{BySide, Side};

use super::names::Sides;
use super::set_up::SetUp;
use super::units::Roster;
use crate::position::room::Room;

/// The tables, with a line for a side.
pub(super) const OVERALL: &str = "overall_commander";
pub(super) const IN_PERSON: &str = "leads_in_person";
pub(super) const RESERVE: &str = "reserve";
pub(super) const RESERVE_LEADERS: &str = "reserve_leaders";

/// They, by their places in the roster.
#[derive(Debug, Default)]
pub(super) struct Leaders {
    /// The overall commanders, and how many units each leads in person.
    pub(super) overall: BTreeMap<usize, u8>,
    /// The units of the reserve.
    pub(super) reserve: BTreeSet<usize>,
    /// Who of those that take part leads the reserve of his side.
    pub(super) of_reserve: BySide<BTreeSet<usize>>,
}

/// Reads the four tables.
pub(super) fn read<R: Room>(
    pages: &Pages<'_>,
    roster: &Roster<'_>,
    set_up: &SetUp<'_, '_, R>,
    sides: &Sides,
) -> Leaders {
    let mut leaders = Leaders::default();
    for (page, side, field) in lines(pages, RESERVE_LEADERS, sides) {
        for name in page.texts(&[RESERVE_LEADERS, field.name()]) {
            let at = page.take(name.parse(|text| commander_called(roster, sides, side, text)));
            leaders.of_reserve[side].extend(at.filter(|at| set_up.commanders.contains_key(at)));
        }
    }
    for (page, side, field) in lines(pages, RESERVE, sides) {
        for name in page.texts(&[RESERVE, field.name()]) {
            leaders.reserve.extend(page.take(name.parse(|text| unit_called(roster, sides, side, text))));
        }
        if leaders.of_reserve[side].is_empty() {
            let message =
                format!("nobody who takes part leads this reserve: name some under [{RESERVE_LEADERS}]");
            page.complain(field.span(), message);
        }
    }
    let (mut overall, mut named): (BySide<Option<usize>>, Vec<Side>) = Default::default();
    for (page, side, field) in lines(pages, OVERALL, sides) {
        named.push(side);
        let keys = [OVERALL, field.name()];
        let at = page.parse(&keys, |text| commander_called(roster, sides, side, text));
        let Some(at) = at.filter(|at| set_up.commanders.contains_key(at)) else { continue };
        let is_his =
            |unit: &&usize| roster.units[**unit].commander == Some(at) && !leaders.reserve.contains(unit);
        if let Some(own) = set_up.units.keys().find(is_his) {
            let message = format!(
                "an overall commander has no units of his own [4.4], and {} is his: give it to another commander or to \
                 the reserve",
                roster.units[*own].name
            );
            page.complain(field.span(), message);
        }
        overall[side] = Some(at);
        leaders.overall.insert(at, 0);
    }
    for (page, side, field) in lines(pages, IN_PERSON, sides) {
        let Some(units) = page.number(&[IN_PERSON, field.name()]) else { continue };
        match overall[side] {
            Some(at) => _ = leaders.overall.insert(at, units),
            None if named.contains(&side) => (),
            None => {
                let message = format!(
                    "nobody leads units in person but an overall commander: name one under [{OVERALL}]"
                );
                page.complain(field.span(), message);
            }
        }
    }
    leaders
}

/// The lines of a table, each for a side.
fn lines<'p, 'd>(pages: &'p Pages<'d>, table: &str, sides: &Sides) -> Vec<(&'p Page<'d>, Side, Field<'d>)> {
    let page = pages.with(&[table]);
    let fields = page.section(&[table]).map_or_else(Vec::new, |section| Section::fields(&section));
    fields.into_iter().filter_map(|field| Some((page, page.take(sides.of_key(&field))?, field))).collect()
}

fn commander_called(roster: &Roster<'_>, sides: &Sides, side: Side, text: &str) -> Result<usize, String> {
    let names: Vec<&str> = roster.commanders.iter().map(|commander| commander.name).collect();
    let at = names.iter().position(|name| *name == text);
    let at = at.ok_or_else(|| unknown("commander", text, &names))?;
    is_of(sides, side, roster.commanders[at].side, text).map(|()| at)
}

fn unit_called(roster: &Roster<'_>, sides: &Sides, side: Side, text: &str) -> Result<usize, String> {
    let names: Vec<&str> = roster.units.iter().map(|unit| unit.name).collect();
    let at = names.iter().position(|name| *name == text);
    let at = at.ok_or_else(|| unknown("unit", text, &names))?;
    is_of(sides, side, roster.units[at].values.map(|values| values.side), text).map(|()| at)
}

fn is_of(sides: &Sides, side: Side, his: Option<Side>, text: &str) -> Result<(), String> {
    match his {
        Some(his) if his != side => {
            Err(format!("{text} is of the {}, not of the {}", sides.name(his), sides.name(side)))
        }
        _ => Ok(()),
    }
}
