//! The words that several keys of a plan share: hexes, units and groups of them, ranges, conditions, manners.

use core::ops::RangeInclusive;
use szala_board::HexSet;

use szala_board::{Facing, HexId};
use szala_files::{Complaint, Field, Section};
use szala_insurrection::{Arm, CommanderSet, Hexes, Room, UnitId};
use szala_kernel::Side;

use super::Reader;
use crate::plan::order::{Condition, MOST_LEAD, Manner, UnitCondition, When};
use crate::seen::{commander_of_name, unit_of_name};
use crate::set_up::facing_of_name;

/// The keys of a manner.
pub(super) const MANNER: [&str; 4] = ["fire_within", "keep_shots", "counterattack", "withdraw"];
/// Groups of units.
const GROUPS: [&str; 5] = ["infantry", "cavalry", "Cossacks", "guns", "all"];
/// The keys of a condition.
const WHEN: [&str; 12] = [
    "stage",
    "lead",
    "camp_reached",
    "active",
    "enemy_at",
    "enemy_near",
    "no_enemy_at",
    "own_at",
    "on_map",
    "off_map",
    "size",
    "near",
];

impl<R: Room> Reader<'_, R> {
    // ---- Lists ----

    /// A value, or the values of a list.
    pub(super) fn each<'a>(field: &Field<'a>) -> Vec<Field<'a>> {
        field.list().unwrap_or_else(|_| vec![field.clone()])
    }

    /// Reports an empty list: an order with it would never be followed.
    fn some(&mut self, field: &Field<'_>, nothing: &str) {
        if Self::each(field).is_empty() {
            self.complaints
                .push(field.complain(format!("`{}` names {nothing}; give one at least", field.name())));
        }
    }

    /// The texts of a key.
    pub(super) fn texts(&mut self, section: &Section<'_>, key: &str) -> Vec<String> {
        let fields = section.get(key).map(|field| Self::each(&field)).unwrap_or_default();
        fields.iter().filter_map(|field| self.kept(field.text()).map(str::to_owned)).collect()
    }

    // ---- Hexes ----

    pub(super) fn hex(&mut self, field: &Field<'_>) -> Option<HexId> {
        let board = &self.rules.scenario().board;
        self.kept(field.parse(|label| board.parse_label(label).map_err(|error| error.to_string())))
    }

    /// One hex, or a list of them.
    pub(super) fn hexes(&mut self, field: &Field<'_>) -> Vec<HexId> {
        self.some(field, "no hex");
        Self::each(field).iter().filter_map(|field| self.hex(field)).collect()
    }

    /// The hexes of a key; none when it is absent.
    pub(super) fn hexes_of(&mut self, section: &Section<'_>, key: &str) -> Vec<HexId> {
        section.get(key).map(|field| self.hexes(&field)).unwrap_or_default()
    }

    pub(super) fn facing(&mut self, section: &Section<'_>, key: &str) -> Option<Facing> {
        let orientation = self.rules.scenario().board.grid().orientation();
        section.read(key, &mut self.complaints, |field| field.parse(|name| facing_of_name(orientation, name)))
    }

    // ---- Units ----

    /// Units by name, groups, or all units of a commander, in the order in which they are written, each once; of one
    /// side if one is given.
    pub(super) fn units(&mut self, field: &Field<'_>, side: Option<Side>) -> Vec<UnitId> {
        self.some(field, "nobody");
        let mut units = Vec::new();
        for field in Self::each(field) {
            let Some(name) = self.kept(field.text()) else { continue };
            let Some(named) = self.named(&field, name, side) else { continue };
            for unit in named {
                if !units.contains(&unit) {
                    units.push(unit);
                }
            }
        }
        units
    }

    /// The units that a name stands for.
    fn named(&mut self, field: &Field<'_>, name: &str, side: Option<Side>) -> Option<Vec<UnitId>> {
        let scenario = self.rules.scenario();
        let is_ours = |unit: UnitId| side.is_none_or(|side| scenario.unit(unit).side == side);
        let is_in_group = |unit: UnitId| {
            let card = scenario.unit(unit);
            match name {
                "infantry" => card.arm == Arm::Infantry,
                "cavalry" => card.arm == Arm::Cavalry,
                "Cossacks" => card.cossack,
                "guns" => card.arm == Arm::Artillery,
                _ => true,
            }
        };
        if GROUPS.contains(&name) {
            let all = scenario.all_units();
            return Some(all.iter().filter(|unit| is_ours(*unit) && is_in_group(*unit)).collect());
        }
        let commander = commander_of_name(scenario, name);
        let found: Option<Vec<UnitId>> = unit_of_name(scenario, name)
            .map(|unit| vec![unit])
            .or_else(|| Some(scenario.commander(commander?).units.iter().collect()));
        match found {
            Some(units) if units.iter().all(|unit| is_ours(*unit)) => return Some(units),
            Some(_) => {
                self.complaints.push(field.complain(format!("{name} is not of the side that this is about")));
            }
            None if self.is_absent(name) => (),
            None => {
                let message = self.stranger(name, &GROUPS);
                self.complaints.push(field.complain(message));
            }
        }
        None
    }

    // ---- Numbers ----

    pub(super) fn number(
        &mut self,
        section: &Section<'_>,
        key: &str,
        within: RangeInclusive<u8>,
    ) -> Option<u8> {
        section.read(key, &mut self.complaints, |field| field.number(within))
    }

    pub(super) fn flag(&mut self, section: &Section<'_>, key: &str) -> bool {
        section.read(key, &mut self.complaints, Field::flag).unwrap_or(false)
    }

    /// A number, or a range of them: 3, "2..", "..0", "1..2".
    fn range(&mut self, section: &Section<'_>, key: &str, within: RangeInclusive<i16>) -> [i16; 2] {
        let (least, most) = (*within.start(), *within.end());
        let read = section.read(key, &mut self.complaints, |field| {
            if field.text().is_ok() {
                return field.parse(|text| parse_range(text, least, most));
            }
            field.number(within.clone()).map(|number| [number, number])
        });
        read.unwrap_or([least, most])
    }

    // ---- Conditions ----

    /// The condition of an order; `None` when it is about a unit that takes no part.
    pub(super) fn when(&mut self, section: &Section<'_>) -> Option<When<R>> {
        let mut when = When::default();
        let Some(field) = section.get("when") else { return Some(when) };
        let section = self.kept(field.section())?;
        section.refuse_unknown(&WHEN, &mut self.complaints);
        let stages = i16::from(self.rules.scenario().stages);
        let said = &mut when.position;
        if section.get("stage").is_some() {
            said.push(Condition::Stages(self.range(&section, "stage", 1..=stages)));
        }
        if section.get("lead").is_some() {
            said.push(Condition::Lead(self.range(&section, "lead", -MOST_LEAD..=MOST_LEAD)));
        }
        let reached = section.read("camp_reached", &mut self.complaints, Field::flag);
        said.extend(reached.map(Condition::CampReached));
        let active = self.commanders(&section, "active")?;
        said.extend((!active.is_empty()).then_some(Condition::Active(active)));
        let mut hexes = |key| -> Hexes<R> { self.hexes_of(&section, key).into_iter().collect() };
        let (mut enemy_at, no_enemy_at, own_at) = (hexes("enemy_at"), hexes("no_enemy_at"), hexes("own_at"));
        if let Some(near) = section.get("enemy_near") {
            enemy_at = self.near(&near)?;
        }
        for (condition, hexes) in [
            (Condition::EnemyAt(enemy_at), enemy_at),
            (Condition::NoEnemyAt(no_enemy_at), no_enemy_at),
            (Condition::OwnAt(own_at), own_at),
        ] {
            said.extend((!hexes.is_empty()).then_some(condition));
        }
        if let Some(near) = section.get("near") {
            let near = self.near(&near)?;
            when.unit.extend((!near.is_empty()).then_some(UnitCondition::Near(near)));
        }
        if let Some(field) = section.get("on_map") {
            said.push(Condition::OnMap(self.units(&field, None).into_iter().collect()));
        }
        if let Some(field) = section.get("off_map") {
            said.push(Condition::OffMap(self.units(&field, None).into_iter().collect()));
        }
        if section.get("size").is_some() {
            let size = self.range(&section, "size", 1..=20);
            when.unit.push(UnitCondition::Size(size));
        }
        Some(when)
    }

    /// The hexes within a distance of some hexes: `{ hexes = ["1108"], within = 3 }`.
    fn near(&mut self, field: &Field<'_>) -> Option<Hexes<R>> {
        let section = self.kept(field.section())?;
        section.refuse_unknown(&["hexes", "within"], &mut self.complaints);
        let hexes = self.need(&section, "hexes").map(|field| self.hexes(&field))?;
        self.need(&section, "within")?;
        let within = self.number(&section, "within", 0..=20)?;
        let board = &self.rules.scenario().board;
        Some(hexes.into_iter().fold(HexSet::EMPTY, |near, hex| near | board.within(hex, within)))
    }

    /// The commanders of a key; `None` when none of them takes part.
    fn commanders(&mut self, section: &Section<'_>, key: &str) -> Option<CommanderSet<R>> {
        let Some(field) = section.get(key) else { return Some(CommanderSet::EMPTY) };
        self.some(&field, "nobody");
        let fields = Self::each(&field);
        let named: CommanderSet<R> = fields.iter().filter_map(|field| self.commander(field, None)).collect();
        (!named.is_empty()).then_some(named)
    }

    // ---- Manners ----

    /// How units fire and react; keys not given stay as before.
    pub(super) fn manner(&mut self, section: &Section<'_>, before: Manner) -> Manner {
        let mut manner = before;
        if let Some(within) = self.number(section, "fire_within", 0..=3) {
            manner.fire_within = within;
        }
        if let Some(shots) = self.number(section, "keep_shots", 0..=4) {
            manner.keep_shots = shots;
        }
        if let Some(field) = section.get("counterattack") {
            let odds = match field.text() {
                Ok("never") => Ok(Manner::NEVER),
                Ok(_) => Err(field.complain("`counterattack` takes odds from 0 to 100, or \"never\"")),
                Err(_) => field.number(0..=100),
            };
            manner.counterattack = self.kept(odds).unwrap_or(manner.counterattack);
        }
        if let Some(withdraw) = section.read("withdraw", &mut self.complaints, Field::flag) {
            manner.withdraw = withdraw;
        }
        manner
    }

    /// Reports every key except these.
    pub(super) fn only(&mut self, section: &Section<'_>, deed: &str, keys: &[&str], all: &[&str]) {
        for field in section.fields() {
            let name = field.name();
            if !keys.contains(&name) && all.contains(&name) {
                let message =
                    format!("`{name}` does not go with do = \"{deed}\"; what goes is {}", keys.join(", "));
                self.complaints.push(Complaint::new(field.name_span(), message));
            }
        }
    }
}

/// A range in its written form, with the bounds for an open end.
fn parse_range(text: &str, least: i16, most: i16) -> Result<[i16; 2], String> {
    let wrong = || {
        format!("`{text}` should be a number from {least} to {most}, or a range: \"1..2\", \"3..\", \"..2\"")
    };
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    if text.is_empty() {
        return Err(wrong());
    }
    let bound = |text: &str, open: i16| match text {
        "" => Ok(open),
        text => text.parse::<i16>().map_err(|_| wrong()),
    };
    let (from, to) = (bound(from, least)?, bound(to, most)?);
    if (least..=most).contains(&from) && (least..=most).contains(&to) && from <= to {
        Ok([from, to])
    } else {
        Err(wrong())
    }
}
