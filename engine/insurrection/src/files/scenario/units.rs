//! The counters' file: commanders and units with their printed values. Who of them takes part, and where, is said by
//! the scenario.

use core::ops::Range;
use std::collections::BTreeSet;

use szala_files::{Complaint, Field, Section, unknown};
use szala_kernel::{Side, Subject};

use super::sheet::{Sheet, Sides, bounds, with_standing};
use super::values::{UNITS, VALUES};
use crate::position::ids::{Arm, subject};

/// [6.2] A larger unit could not stand anywhere, not even alone.
pub(super) const MOST_CAVALRY: u8 = crate::chapters::stacking::limit::CAVALRY;

pub(super) const ARMS: [(&str, Arm); 3] =
    [("infantry", Arm::Infantry), ("cavalry", Arm::Cavalry), ("artillery", Arm::Artillery)];
/// What guns do not have.
pub(super) const OF_TROOPS: [&str; 6] =
    ["cossack", "morale", "morale_reverse", "size", "fire", "fire_reverse"];

/// All counters of the file, whether they take part or not.
#[derive(Debug, Default)]
pub(super) struct Roster<'d> {
    pub(super) commanders: Vec<Commander<'d>>,
    pub(super) units: Vec<Counter<'d>>,
}

/// A commander.
#[derive(Debug)]
pub(super) struct Commander<'d> {
    pub(super) name: &'d str,
    /// The number by which dice and journal know it.
    pub(super) subject: Subject,
    span: Range<usize>,
    /// Nothing when it cannot be read.
    pub(super) side: Option<Side>,
}

/// A unit.
#[derive(Debug)]
pub(super) struct Counter<'d> {
    pub(super) name: &'d str,
    /// The number by which dice and journal know it.
    pub(super) subject: Subject,
    span: Range<usize>,
    /// Its commander, by his place in the roster.
    pub(super) commander: Option<usize>,
    /// Nothing when they cannot all be read.
    pub(super) values: Option<Values>,
}

/// What is printed on a unit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Values {
    pub(super) side: Side,
    pub(super) arm: Arm,
    pub(super) cossack: bool,
    pub(super) morale: [u8; 2],
    pub(super) size: u8,
    pub(super) fire: u8,
    pub(super) fire_reverse: Option<u8>,
}

/// Reads the whole file.
pub(super) fn read<'d>(sheet: &mut Sheet<'d>, sides: &Sides) -> Roster<'d> {
    sheet.root.clone().refuse_unknown(&with_standing(UNITS), &mut sheet.wrong);
    let (mut roster, mut taken) = (Roster::default(), BTreeSet::new());
    let mut number = |name: &str| {
        let subject = subject::of_name_after(name, &taken);
        taken.insert(subject);
        subject
    };
    for table in tables(sheet, "commander") {
        table.refuse_unknown(&VALUES.keys_in(UNITS, &["commander", ""]), &mut sheet.wrong);
        let side = sheet.need(&table, "the commander", "side", |field| sides.read(field));
        let Some((name, span)) = name(sheet, &table, "the commander") else { continue };
        roster.commanders.push(Commander { name, subject: number(name), span, side });
    }
    for table in tables(sheet, "unit") {
        table.refuse_unknown(&VALUES.keys_in(UNITS, &["unit", ""]), &mut sheet.wrong);
        let Some((name, span)) = name(sheet, &table, "the unit") else { continue };
        let side = sheet.need(&table, name, "side", |field| sides.read(field));
        let commander = sheet
            .need(&table, name, "commander", |field| commander_of(&roster.commanders, side, field, sides));
        let values = values(sheet, &table, name, side);
        roster.units.push(Counter { name, subject: number(name), span, commander, values });
    }
    refuse_twins(sheet, &roster);
    roster
}

fn tables<'d>(sheet: &mut Sheet<'d>, key: &str) -> Vec<Section<'d>> {
    let root = sheet.root.clone();
    let form = format!("each {key} is a table of its own under [[{key}]]");
    let Some(field) = root.get(key) else {
        sheet.complain(root.span(), format!("the file has no {key}: {form}"));
        return Vec::new();
    };
    let tables = field.list().and_then(|list| list.iter().map(Field::section).collect());
    sheet.take(tables.map_err(|_| field.complain(form))).unwrap_or_default()
}

fn name<'d>(sheet: &mut Sheet<'d>, table: &Section<'d>, whose: &str) -> Option<(&'d str, Range<usize>)> {
    let is_name = |text: &str| !text.is_empty() && text.trim() == text && !text.contains(char::is_control);
    sheet.need(table, whose, "name", |field| {
        let name = field.text()?;
        let message = "a name has letters, and no blanks before or behind them";
        if is_name(name) { Ok((name, field.span())) } else { Err(field.complain(message)) }
    })
}

fn commander_of(
    commanders: &[Commander<'_>],
    side: Option<Side>,
    field: &Field<'_>,
    sides: &Sides,
) -> Result<usize, Complaint> {
    let text = field.text()?;
    let names: Vec<&str> = commanders.iter().map(|commander| commander.name).collect();
    let at = names.iter().position(|name| *name == text);
    let at = at.ok_or_else(|| field.complain(unknown("commander", text, &names)))?;
    match (commanders[at].side, side) {
        (Some(his), Some(own)) if his != own => {
            let (his, own) = (sides.name(his), sides.name(own));
            Err(field.complain(format!("{text} commands for the {his}, and the unit is of the {own}")))
        }
        _ => Ok(at),
    }
}

fn values<'d>(sheet: &mut Sheet<'d>, table: &Section<'d>, name: &str, owner: Option<Side>) -> Option<Values> {
    let arm = sheet.need(table, name, "arm", |field| field.choice(&ARMS))?;
    if arm == Arm::Artillery {
        for field in OF_TROOPS.into_iter().filter_map(|key| table.get(key)) {
            let key = field.name();
            sheet.complain(
                field.name_span(),
                format!("guns have no `{key}`; what they do is in the artillery table"),
            );
        }
        return Some(Values {
            side: owner?,
            arm,
            cossack: false,
            morale: [0; 2],
            size: 1,
            fire: 0,
            fire_reverse: None,
        });
    }
    let cossack = table.get("cossack");
    let is_cossack = cossack.as_ref().and_then(|field| sheet.take(field.flag())).unwrap_or_default();
    if let (Some(field), true, Arm::Infantry) = (cossack, is_cossack, arm) {
        sheet.complain(field.name_span(), "Cossacks are cavalry");
    }
    let mut value = |key: &str, is_due: bool| {
        let field = if is_due { sheet.field(table, name, key)? } else { table.get(key)? };
        let [least, most] = bounds(VALUES.entry(UNITS, &["unit", name, key]));
        let most = if (arm, key) == (Arm::Cavalry, "size") { MOST_CAVALRY } else { most };
        sheet.ranked(&field, &format!("units.{name}.{key}"), |field| field.number(least..=most))
    };
    let morale = value("morale", true);
    // The front's morale, unless the reverse prints its own.
    let reverse = value("morale_reverse", false);
    let size = value("size", true);
    let fire = value("fire", true);
    let fire_reverse = value("fire_reverse", false);
    Some(Values {
        side: owner?,
        arm,
        cossack: is_cossack,
        morale: [morale?, reverse.or(morale)?],
        size: size?,
        fire: fire?,
        fire_reverse,
    })
}

/// Names are how notation and set-up know a counter: no two may be the same.
fn refuse_twins(sheet: &mut Sheet<'_>, roster: &Roster<'_>) {
    let commanders = roster.commanders.iter().map(|commander| (commander.name, &commander.span));
    let units = roster.units.iter().map(|unit| (unit.name, &unit.span));
    let mut known = BTreeSet::new();
    for (name, span) in commanders.chain(units) {
        if !known.insert(name) {
            sheet.complain(span.clone(), format!("there is a `{name}` already: names are given once"));
        }
    }
}
