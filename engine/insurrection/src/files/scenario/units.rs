//! The counters' file: commanders and units with their printed values. Who of them takes part, and where, is said by
//! the scenario.

use core::ops::Range;
use std::collections::BTreeSet;

use szala_files::{Page, Section, unknown};
use szala_kernel::{Side, Subject};

use super::names::Sides;
use crate::position::data::KILLED;
use crate::position::ids::{Arm, subject};

/// [6.2] A larger unit could not stand anywhere, not even alone.
pub(super) const MOST_CAVALRY: u8 = crate::chapters::stacking::limit::CAVALRY;

pub(super) const ARMS: [(&str, Arm); 3] =
    [("infantry", Arm::Infantry), ("cavalry", Arm::Cavalry), ("artillery", Arm::Artillery)];
/// What guns do not have.
pub(super) const OF_TROOPS: [&str; 8] =
    ["cossack", "kosynierzy", "skirmishers", "morale", "morale_reverse", "size", "fire", "fire_reverse"];

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
    /// What killing him scores.
    pub(super) killed: u8,
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
    pub(super) kosynierzy: bool,
    pub(super) skirmishers: bool,
    pub(super) stars: u8,
    pub(super) morale: [u8; 2],
    pub(super) size: u8,
    pub(super) fire: u8,
    pub(super) fire_reverse: Option<u8>,
}

/// Reads the whole file.
pub(super) fn read<'d>(page: &Page<'d>, sides: &Sides) -> Roster<'d> {
    let (mut roster, mut taken) = (Roster::default(), BTreeSet::new());
    let mut number = |name: &str| {
        let subject = subject::of_name_after(name, &taken);
        taken.insert(subject);
        subject
    };
    for (name, span) in names(page, "commander") {
        let side = page.parse(&["commander", name, "side"], |text| sides.called(text));
        let killed = page.number(&["commander", name, "killed"]).unwrap_or(KILLED);
        roster.commanders.push(Commander { name, subject: number(name), span, side, killed });
    }
    for (name, span) in names(page, "unit") {
        let side = page.parse(&["unit", name, "side"], |text| sides.called(text));
        let commander = page
            .parse(&["unit", name, "commander"], |text| commander_of(&roster.commanders, side, text, sides));
        let values = values(page, name, side);
        roster.units.push(Counter { name, subject: number(name), span, commander, values });
    }
    refuse_twins(page, &roster);
    roster
}

/// The names of the counters of a list, those that have one.
fn names<'d>(page: &Page<'d>, list: &str) -> Vec<(&'d str, Range<usize>)> {
    if !page.has(&[list]) {
        let form = format!("each {list} is a table of its own under [[{list}]]");
        page.complain(page.span(), format!("the file has no {list}: {form}"));
    }
    let is_name = |text: &str| !text.is_empty() && text.trim() == text && !text.contains(char::is_control);
    let name = |table: Section<'d>| {
        let field = table.get("name")?;
        let name = field.text().ok()?;
        if !is_name(name) {
            page.complain(field.span(), "a name has letters, and no blanks before or behind them");
            return None;
        }
        Some((name, field.span()))
    };
    page.tables(list).into_iter().filter_map(name).collect()
}

fn commander_of(
    commanders: &[Commander<'_>],
    side: Option<Side>,
    text: &str,
    sides: &Sides,
) -> Result<usize, String> {
    let names: Vec<&str> = commanders.iter().map(|commander| commander.name).collect();
    let at = names.iter().position(|name| *name == text);
    let at = at.ok_or_else(|| unknown("commander", text, &names))?;
    match (commanders[at].side, side) {
        (Some(his), Some(own)) if his != own => {
            let (his, own) = (sides.name(his), sides.name(own));
            Err(format!("{text} commands for the {his}, and the unit is of the {own}"))
        }
        _ => Ok(at),
    }
}

fn values(page: &Page<'_>, name: &str, owner: Option<Side>) -> Option<Values> {
    let of = |key| ["unit", name, key];
    let arm = page.choice(&of("arm"), &ARMS)?;
    if arm == Arm::Artillery {
        for key in OF_TROOPS.into_iter().filter(|key| page.has(&of(key))) {
            let message = format!("guns have no `{key}`; what they do is in the artillery table");
            page.complain(page.key_place(&of(key)), message);
        }
        return Some(Values {
            side: owner?,
            arm,
            cossack: false,
            kosynierzy: false,
            skirmishers: false,
            stars: page.number(&of("stars")).unwrap_or(0),
            morale: [0; 2],
            size: 1,
            fire: 0,
            fire_reverse: None,
        });
    }
    let is_cossack = page.flag(&of("cossack")).unwrap_or_default();
    if is_cossack && arm == Arm::Infantry {
        page.complain(page.key_place(&of("cossack")), "Cossacks are cavalry");
    }
    let kosynierzy = page.flag(&of("kosynierzy")).unwrap_or_default();
    if kosynierzy && arm != Arm::Infantry {
        page.complain(page.key_place(&of("kosynierzy")), "kosynierzy are infantry");
    }
    let skirmishers = page.flag(&of("skirmishers")).unwrap_or_default();
    if skirmishers && arm != Arm::Infantry {
        page.complain(page.key_place(&of("skirmishers")), "skirmishers are infantry");
    }
    if page.has(&of("stars")) {
        page.complain(page.key_place(&of("stars")), "stars are for guns");
    }
    for key in ["morale", "size", "fire"].into_iter().filter(|key| !page.has(&of(key))) {
        page.complain(page.place(&["unit", name]), format!("{name} has no `{key}`"));
    }
    if arm == Arm::Cavalry && !page.keeps_within(&of("size"), 1..=MOST_CAVALRY.into()) {
        return None;
    }
    let morale = page.number(&of("morale"));
    // The front's morale, unless the reverse prints its own.
    let reverse = page.number(&of("morale_reverse"));
    Some(Values {
        side: owner?,
        arm,
        cossack: is_cossack,
        kosynierzy,
        skirmishers,
        stars: 0,
        morale: [morale?, reverse.or(morale)?],
        size: page.number(&of("size"))?,
        fire: page.number(&of("fire"))?,
        fire_reverse: page.number(&of("fire_reverse")),
    })
}

/// Names are how notation and set-up know a counter: no two may be the same.
fn refuse_twins(page: &Page<'_>, roster: &Roster<'_>) {
    let commanders = roster.commanders.iter().map(|commander| (commander.name, &commander.span));
    let units = roster.units.iter().map(|unit| (unit.name, &unit.span));
    let mut known = BTreeSet::new();
    for (name, span) in commanders.chain(units) {
        if !known.insert(name) {
            page.complain(span.clone(), format!("there is a `{name}` already: names are given once"));
        }
    }
}
