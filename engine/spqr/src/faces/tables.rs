//! The tables that players look into, as the scenario has them.

use szala_kernel::picture::PrintedTable;
use szala_kernel::rule;

use crate::chapters::game::Spqr;
use crate::position::data::Kind;
use crate::position::tables::{FARTHEST, From, Weapon};

impl Spqr {
    pub(super) fn printed_tables(&self) -> Vec<PrintedTable> {
        let clash = From::NAMES.map(|(name, from)| self.clash_from(name, from));
        [self.table_of_missiles(), self.table_of_superiority()]
            .into_iter()
            .chain(clash)
            .chain([self.table_of_results()])
            .collect()
    }

    /// Hit on this or less.
    fn table_of_missiles(&self) -> PrintedTable {
        let row = |(name, weapon): (&str, Weapon)| {
            let needed = self.scenario.tables.missiles[weapon as usize];
            let cells = needed.iter().map(|most| if *most < 0 { String::new() } else { most.to_string() });
            [name.to_owned()].into_iter().chain(cells).collect()
        };
        PrintedTable {
            rule: rule!("8.51"),
            title: "Missiles: hits on this number or less".to_owned(),
            head: ["range".to_owned()]
                .into_iter()
                .chain((1..=FARTHEST).map(|range| range.to_string()))
                .collect(),
            rows: Weapon::NAMES.map(row).into(),
        }
    }

    fn table_of_superiority(&self) -> PrintedTable {
        let names = |set: u16| {
            let members = Kind::NAMES.iter().filter(|(_, kind)| set >> *kind as usize & 1 == 1);
            members.map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
        };
        let tables = &self.scenario.tables;
        let row = |(name, kind): (&str, Kind)| {
            let at = kind as usize;
            vec![name.to_owned(), names(tables.attack_superior[at]), names(tables.defence_superior[at])]
        };
        PrintedTable {
            rule: rule!("8.52"),
            title: "Superiority".to_owned(),
            head: ["defender", "attackers superior to it", "attackers to whom it is superior"]
                .map(str::to_owned)
                .into(),
            rows: Kind::NAMES.map(row).into(),
        }
    }

    fn clash_from(&self, name: &str, from: From) -> PrintedTable {
        let columns = &self.scenario.tables.clash[from as usize];
        let row = |(name, kind): (&str, Kind)| {
            let cells = columns[kind as usize].iter();
            let cells = cells.map(|column| if *column == 0 { String::new() } else { column.to_string() });
            [name.to_owned()].into_iter().chain(cells).collect()
        };
        let attackers = Kind::NAMES.iter().map(|(name, _)| (*name).to_owned());
        PrintedTable {
            rule: rule!("8.53"),
            title: format!("Clash through the {name}: column, by defender and attacker"),
            head: ["defender".to_owned()].into_iter().chain(attackers).collect(),
            rows: Kind::NAMES.map(row).into(),
        }
    }

    fn table_of_results(&self) -> PrintedTable {
        let row = |(die, hits): (usize, &[[u8; 2]; 13])| {
            let cells = hits.iter().map(|[attacker, defender]| format!("{attacker} ({defender})"));
            [die.to_string()].into_iter().chain(cells).collect()
        };
        PrintedTable {
            rule: rule!("8.54"),
            title: "Shock: hits of the attacker, and of the defender".to_owned(),
            head: ["die".to_owned()].into_iter().chain((1..=13).map(|column| column.to_string())).collect(),
            rows: self.scenario.tables.shock.iter().enumerate().map(row).collect(),
        }
    }
}
