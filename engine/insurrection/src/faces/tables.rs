//! The tables that players look into while they play, laid out as they are printed. Every number comes from where play
//! takes it; only the words are here.

use szala_kernel::Names;
use szala_kernel::picture::PrintedTable;
use szala_kernel::{Rule, rule};

use crate::chapters::fire::MOST_SHOTS;
use crate::chapters::fire::effect::{LOSS_FROM, ROWS, modifier as of_fire, shot_modifier};
use crate::chapters::flight::FLIGHT;
use crate::chapters::game::Insurrection;
use crate::chapters::melee::odds::{for_numbers, modifier as of_melee};
use crate::position::ground::{HexGround, HexKind, SideKind};
use crate::position::room::Room;

/// `M` is a test of morale, `2M` one with 2 added to the die.
fn test(plus: i32) -> String {
    if plus == 0 { "M".to_owned() } else { format!("{plus}M") }
}

fn row(cells: &[&str]) -> Vec<String> {
    cells.iter().map(|cell| (*cell).to_owned()).collect()
}

const MODIFIERS: [&str; 3] = ["for", "modifier", "rule"];

/// `1-2`, `3`, `6 and more`.
fn band(from: u8, to: u8) -> String {
    match to {
        u8::MAX => format!("{from} and more"),
        _ if from == to => format!("{from}"),
        _ => format!("{from}-{to}"),
    }
}

/// Bands that follow each other: where each begins and ends.
fn bands<T>(rows: impl IntoIterator<Item = (u8, T)>) -> impl Iterator<Item = (String, T)> {
    let mut from = 1;
    rows.into_iter().map(move |(to, value)| {
        let band = band(from, to);
        from = to.saturating_add(1);
        (band, value)
    })
}

impl<R: Room> Insurrection<R> {
    pub(crate) fn printed_tables(&self) -> Vec<PrintedTable> {
        vec![
            self.musket_table(),
            self.fire_modifiers(),
            self.artillery_table(),
            self.melee_modifiers_as_printed(),
            self.flight_table(),
        ]
    }

    /// A row of a table of modifiers: for what, how much, and by which rule.
    fn modifier(&self, what: &str, amount: i32, rule: Rule) -> Vec<String> {
        vec![what.to_owned(), format!("{amount:+}"), self.cited(rule).to_string()]
    }

    /// The kinds of ground that give cover, besides forest.
    fn grounds(&self) -> impl Iterator<Item = (&'static str, &HexGround)> {
        let named = [("village", HexKind::Village), ("castle", HexKind::Castle)];
        named.into_iter().filter_map(|(name, kind)| Some((name, self.scenario.ground.of_hex(kind)?)))
    }

    fn defence_of(&self, kind: HexKind) -> i32 {
        self.scenario.ground.of_hex(kind).map_or(0, |ground| ground.defence.into())
    }

    /// [10.9.4t]
    fn musket_table(&self) -> PrintedTable {
        let effects = ROWS.iter().map(|row| {
            let effect = row.plus.map_or("no effect".to_owned(), test);
            vec![row.result.trim_start_matches("row ").to_owned(), effect]
        });
        let loss = row(&[&format!("test of {LOSS_FROM} or more"), "a loss besides"]);
        PrintedTable {
            rule: self.cited(rule!("10.9.4t")),
            title: "Musket fire".to_owned(),
            head: row(&["firepower / distance", "effect"]),
            rows: effects.chain([loss]).collect(),
        }
    }

    /// [10.9.4t] [10.9.7] [10.9.8] [10.9.9] [10.3.1]
    fn fire_modifiers(&self) -> PrintedTable {
        let table = rule!("10.9.4t");
        let mut rows =
            vec![self.modifier("target in forest, or aim across a trench", of_fire::SHELTERED, table)];
        rows.extend(self.grounds().filter(|(_, ground)| ground.cover > 0).map(|(name, ground)| {
            self.modifier(&format!("target in a {name}"), -i32::from(ground.cover), table)
        }));
        rows.extend([
            self.modifier("cavalry fires", of_fire::BY_CAVALRY, table),
            self.modifier("target is a square", of_fire::AT_A_SQUARE, table),
            self.modifier("through flank or rear", of_fire::THROUGH_FLANK_OR_REAR, rule!("10.3.1")),
        ]);
        if self.scenario.units.iter().any(|card| card.stars > 0) {
            rows.push(self.modifier("each star of a battery", 1, rule!("10.10.6m")));
        }
        rows.extend((0..MOST_SHOTS).map(|fired| {
            let (rule, amount) = shot_modifier(fired);
            self.modifier(&format!("shot {} of the stage", fired + 1), amount, rule)
        }));
        PrintedTable {
            rule: self.cited(table),
            title: "Modifiers of a test under fire".to_owned(),
            head: row(&MODIFIERS),
            rows,
        }
    }

    /// [10.10.1t] The scenario's own.
    fn artillery_table(&self) -> PrintedTable {
        let rows = bands(self.scenario.gun_table.iter().map(|band| (band.to, band.plus)));
        PrintedTable {
            rule: self.cited(rule!("10.10.1t")),
            title: "Artillery fire".to_owned(),
            head: row(&["distance", "effect"]),
            rows: rows.map(|(band, plus)| vec![band, test(plus.into())]).collect(),
        }
    }

    /// [11.7t]
    fn melee_modifiers_as_printed(&self) -> PrintedTable {
        let table = rule!("11.7t");
        let charge = i32::from(self.scenario.values.charge_bonus);
        let mut rows = vec![
            self.modifier("attacker entered uphill", of_melee::UPHILL, table),
            self.modifier("attacker entered by a flank", of_melee::FLANK, table),
            self.modifier("attacker entered by the rear", of_melee::REAR, table),
            self.modifier("Cossack lava", of_melee::FLANK, rule!("7.3")),
            self.modifier("attacker charges", charge, table),
            self.modifier("defender in forest", self.defence_of(HexKind::Forest), table),
            self.modifier(
                "defender in a square, against infantry",
                of_melee::SQUARE_AGAINST_INFANTRY,
                rule!("7.2.2"),
            ),
            self.modifier(
                "defender in a square, against cavalry",
                of_melee::SQUARE_AGAINST_CAVALRY,
                rule!("7.2.2"),
            ),
            self.modifier("guns alone", of_melee::LONE_GUNS, table),
        ];
        rows.extend((2..=4).map(|times| {
            let more = if times == 4 { " and more" } else { "" };
            self.modifier(&format!("larger side, {times}:1{more}"), for_numbers(times, 1), table)
        }));
        rows.extend(self.grounds().filter(|(_, ground)| ground.defence > 0).map(|(name, ground)| {
            self.modifier(&format!("defender in a {name}"), ground.defence.into(), table)
        }));
        if !self.kosynierzy.is_empty() {
            rows.push(self.modifier("scythes defend against cavalry", of_melee::KOSYNIERZY, rule!("7.5m")));
        }
        let river = self.scenario.ground.of_side(SideKind::River);
        rows.extend(
            river.map(|river| {
                self.modifier("attacker entered across a river", -i32::from(river.attack), table)
            }),
        );
        rows.push(self.modifier("in command", of_melee::COMMAND, rule!("4.2")));
        PrintedTable {
            rule: self.cited(table),
            title: "Modifiers of melee".to_owned(),
            head: row(&MODIFIERS),
            rows,
        }
    }

    /// [11.11.2t]
    fn flight_table(&self) -> PrintedTable {
        let later = |stages: u8| format!("{stages} stage{} later", if stages == 1 { "" } else { "s" });
        PrintedTable {
            rule: self.cited(rule!("11.11.2t")),
            title: "Flight".to_owned(),
            head: row(&["melee lost by", "back"]),
            rows: bands(FLIGHT).map(|(band, stages)| vec![band, later(stages)]).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Setup;

    fn table(number: &str) -> Vec<Vec<String>> {
        let game = Insurrection::new(Setup::new().scenario);
        let tables = game.printed_tables();
        let table = tables.into_iter().find(|table| table.rule.to_string() == number);
        table.expect("a table of this number").rows
    }

    #[test]
    fn r10_9_4t_the_musket_table_is_as_printed() {
        let expected = [
            ["0-1", "no effect"],
            ["2-3", "M"],
            ["4-5", "1M"],
            ["6+", "2M"],
            ["test of 9 or more", "a loss besides"],
        ];
        assert_eq!(table("10.9.4t"), expected);
    }

    #[test]
    fn r11_11_2t_the_flight_table_is_as_printed() {
        let expected =
            [["1-2", "1 stage later"], ["3-5", "2 stages later"], ["6 and more", "3 stages later"]];
        assert_eq!(table("11.11.2t"), expected);
    }

    #[test]
    fn r11_7t_the_modifiers_of_melee_are_as_printed() {
        // [11.7t] In the order of the table: how the attackers came, how the defenders stand, what both may have.
        let amounts: Vec<String> = table("11.7t").into_iter().map(|row| row[1].clone()).collect();
        let expected = ["-1", "+2", "+4", "+2", "+2", "+1", "-1", "+3", "-4", "+1", "+2", "+3", "+1"];
        assert_eq!(amounts, expected);
    }
}
