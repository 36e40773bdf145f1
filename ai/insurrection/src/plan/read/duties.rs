//! The orders of a plan to units: what they can do, and the keys of each.

use szala_board::{Facing, HexId, Ordinal};
use szala_files::{Field, Section};
use szala_insurrection::{Arm, Room, Row, UnitId, UnitSet};

use super::words::MANNER;
use super::{Reader, Route, set};
use crate::plan::order::{Duty, Everywhere, Manner, Order, Targets};
use crate::plan::ways::{FAR, Gait, TableId};

/// The `do`s of units, and the keys of each.
const DEEDS: [(&str, &[&str]); 7] = [
    ("hold", &["to", "facing", "watch"]),
    ("march", &["to", "by", "facing", "double_time"]),
    ("raid", &["to"]),
    ("assault", &["to", "by", "against", "odds", "within", "double_time"]),
    ("charge", &["to", "against", "odds"]),
    ("shoot", &["against", "within"]),
    ("deploy", &["to", "by", "facing"]),
];
/// The keys of every order.
const COMMON: [&str; 3] = ["who", "when", "do"];
/// The goal of units that return to their start.
const START: &str = "start";
/// The target of units that attack the nearest enemy.
const NEAREST: &str = "nearest";
/// [10.8] The default distance of units that shoot.
const SHOOT_WITHIN: u8 = 2;
/// The default minimum odds of a charge.
const CHARGE_ODDS: u8 = 55;

impl<R: Room> Reader<'_, R> {
    /// An order; `None` when it is wrong, or none of its units takes part.
    pub(super) fn order(&mut self, number: usize, section: &Section<'_>, manner: Manner) -> Option<Order<R>> {
        let mut special: Vec<&str> = Vec::new();
        for key in DEEDS.iter().flat_map(|(_, keys)| keys.iter().copied()) {
            // Each once: a list of more than about twenty is not shown in the error for a misspelt key.
            if !special.contains(&key) {
                special.push(key);
            }
        }
        let known: Vec<&str> = COMMON.iter().chain(&special).chain(&MANNER).copied().collect();
        section.refuse_unknown(&known, &mut self.complaints);
        let deeds: Vec<(&str, &str)> = DEEDS.iter().map(|(name, _)| (*name, *name)).collect();
        let who = self.need(section, "who").map(|field| self.units(&field, Some(self.side)));
        let when = self.when(section);
        let manner = self.manner(section, manner);
        let deed = self.need(section, "do").and_then(|field| self.kept(field.choice(&deeds)))?;
        let keys = DEEDS.iter().find(|(name, _)| *name == deed).map(|(_, keys)| *keys)?;
        self.only(section, deed, keys, &special);
        let sequence = who?;
        self.check_arms(section, deed, &sequence);
        let duty = self.duty(section, deed, &sequence);
        if sequence.is_empty() {
            return None;
        }
        let title = format!("order {number}: {deed}");
        Some(Order { title, who: set(&sequence), sequence, when: when?, duty: duty?, manner })
    }

    /// Reports an order that none of its units can carry out, if all of them take part.
    fn check_arms(&mut self, section: &Section<'_>, deed: &str, who: &[UnitId]) {
        let Some(field) = section.get("who") else { return };
        let is_absent = |field: &Field<'_>| field.text().is_ok_and(|name| self.is_absent(name));
        if who.is_empty() || Self::each(&field).iter().any(is_absent) {
            return;
        }
        let any =
            |is_able: fn(Arm) -> bool| who.iter().any(|unit| is_able(self.rules.scenario().unit(*unit).arm));
        let message = match deed {
            "charge" if !any(|arm| arm == Arm::Cavalry) => "only cavalry charges, and `who` names none",
            "assault" if !any(|arm| arm != Arm::Artillery) => {
                "guns do not assault, and `who` names nobody else"
            }
            "deploy" if !any(|arm| arm == Arm::Artillery) => "only guns deploy, and `who` names none",
            _ => return,
        };
        self.complaints.push(field.complain(message));
    }

    fn duty(&mut self, section: &Section<'_>, deed: &str, who: &[UnitId]) -> Option<Duty<R>> {
        Some(match deed {
            "hold" if section.get("to").is_none() => {
                if let Some(field) = section.get("facing") {
                    self.complaints
                        .push(field.complain("`facing` needs `to` here; to face the enemy, `watch`"));
                }
                Duty::Hold(self.number(section, "watch", 0..=20).unwrap_or(0))
            }
            "hold" | "march" => {
                let tables = self.go(section, who)?;
                Duty::Go { tables, double_time: self.flag(section, "double_time") }
            }
            "raid" => {
                let field = self.need(section, "to")?;
                Duty::Raid(self.hexes(&field).into_iter().collect())
            }
            "assault" => Duty::Assault {
                targets: self.targets(section, who)?,
                odds: self.number(section, "odds", 0..=100).unwrap_or(0),
                within: self.number(section, "within", 1..=120).map_or(FAR - 1, |points| 2 * points),
                double_time: self.flag(section, "double_time"),
            },
            "charge" => Duty::Charge {
                hexes: match section.get("to") {
                    Some(field) => self.hexes(&field).into_iter().collect(),
                    None => self.rules.scenario().board.hexes(),
                },
                prey: self.against(section),
                odds: self.number(section, "odds", 0..=100).unwrap_or(CHARGE_ODDS),
            },
            "shoot" => Duty::Shoot {
                everywhere: self.everywhere(who),
                prey: self.against(section),
                within: self.number(section, "within", 1..=3).unwrap_or(SHOOT_WITHIN),
            },
            _ => {
                self.need(section, "facing")?;
                let facing = self.facing(section, "facing")?;
                let tables = self.ways_of(section, who, None)?;
                Duty::Deploy { tables, facing }
            }
        })
    }

    /// The enemies that an order is about; default: all.
    fn against(&mut self, section: &Section<'_>) -> UnitSet<R> {
        match section.get("against") {
            Some(field) => set(&self.units(&field, Some(!self.side))),
            None => self.rules.scenario().units_of(!self.side),
        }
    }

    /// The ways to the destination of the order, with the facing at their end.
    fn go(&mut self, section: &Section<'_>, who: &[UnitId]) -> Option<R::ByUnit<TableId>> {
        let facing = self.facing(section, "facing");
        self.ways_of(section, who, facing)
    }

    fn ways_of(
        &mut self,
        section: &Section<'_>,
        who: &[UnitId],
        facing: Option<Facing>,
    ) -> Option<R::ByUnit<TableId>> {
        let field = self.need(section, "to")?;
        let is_start = field.text() == Ok(START);
        let goals = if is_start { Vec::new() } else { self.hexes(&field) };
        let by = self.hexes_of(section, "by");
        if goals.is_empty() && !is_start {
            return None;
        }
        let mut tables = R::ByUnit::of(TableId::NONE);
        for unit in who {
            let goals = if is_start { self.start_of(&field, *unit)? } else { goals.clone() };
            let gait = self.gait(*unit);
            tables[unit.index()] = self.route(Route { gait, goals, facing, by: by.clone() });
        }
        Some(tables)
    }

    /// Where a unit begins the game, if the scenario says so.
    fn start_of(&mut self, field: &Field<'_>, unit: UnitId) -> Option<Vec<HexId>> {
        let card = self.rules.scenario().unit(unit);
        if card.start.is_none() {
            let message = format!("the scenario does not say where {} starts: name a hex", card.name);
            self.complaints.push(field.complain(message));
        }
        card.start.map(|(hex, _)| vec![hex])
    }

    /// The target of an assault.
    fn targets(&mut self, section: &Section<'_>, who: &[UnitId]) -> Option<Targets<R>> {
        let field = self.need(section, "to")?;
        if field.text() == Ok(NEAREST) {
            if let Some(by) = section.get("by") {
                self.complaints.push(by.complain("`by` needs hexes in `to`, not the nearest enemy"));
            }
            let prey = self.against(section);
            return Some(Targets::Nearest(self.everywhere(who), prey));
        }
        if let Some(against) = section.get("against") {
            self.complaints.push(against.complain("`against` goes with to = \"nearest\" only"));
        }
        let by = self.hexes_of(section, "by");
        let goals = self.hexes(&field);
        let gaits = self.gaits(who);
        let listed = goals.into_iter().map(|goal| (goal, self.tables_to(goal, &by, gaits)));
        Some(Targets::Listed(listed.collect()))
    }

    fn tables_to(&mut self, goal: HexId, by: &[HexId], gaits: [bool; 3]) -> [TableId; 3] {
        let mut tables = [TableId::NONE; 3];
        for gait in Gait::ALL.into_iter().filter(|gait| gaits[*gait as usize]) {
            tables[gait as usize] =
                self.route(Route { gait, goals: vec![goal], facing: None, by: by.to_vec() });
        }
        tables
    }

    fn everywhere(&mut self, who: &[UnitId]) -> Everywhere {
        let gaits = self.gaits(who);
        for gait in Gait::ALL.into_iter().filter(|gait| gaits[*gait as usize]) {
            self.reach_everywhere(gait);
        }
        Everywhere(self.everywhere.clone())
    }

    fn gait(&self, unit: UnitId) -> Gait {
        Gait::of(self.rules.scenario().unit(unit).arm)
    }

    /// The gaits among the units.
    fn gaits(&self, who: &[UnitId]) -> [bool; 3] {
        Gait::ALL.map(|gait| who.iter().any(|unit| self.gait(*unit) == gait))
    }
}
