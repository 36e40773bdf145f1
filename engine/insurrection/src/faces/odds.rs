//! The tables of fire, melee and morale with the exact chances of what they bring: for each case every face of the dice
//! is rolled, and what follows is read by the functions that play uses. The values are those of the scenario.

mod sister;

use std::collections::BTreeSet;

use szala_board::Zone;
use szala_kernel::dice::{Dice, EveryDice};
use szala_kernel::odds::{OddsRow, OddsTable};
use szala_kernel::{Ask, Die, Names, Rule, Side, Table, rule};

use crate::chapters::fire::MOST_SHOTS;
use crate::chapters::fire::effect::{
    POWER_AGAINST_GUNS, ROWS, UnderFire, power_against_guns, rounded, row_of, shot_modifier, takes_lone_guns,
    under_fire,
};
use crate::chapters::flight::{FLIGHT, stages_away};
use crate::chapters::game::Insurrection;
use crate::chapters::guns::{LONE_GUNS_WITHIN, shell_takes_lone_guns};
use crate::chapters::losses::MoraleTest;
use crate::chapters::melee::compare;
use crate::chapters::melee::odds::{best_zone, for_numbers};
use crate::chapters::sight::range_of;
use crate::position::ids::Arm;
use crate::position::room::Room;
use crate::position::state::{Entry, Obstacles};

/// [10.9.4t]
const UNDER_FIRE: [UnderFire; 3] = [UnderFire::Nothing, UnderFire::Retreat, UnderFire::LossAndRetreat];

/// Who wins a melee, and whether unhurt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Won {
    by_attacker: bool,
    unscathed: bool,
}

const WON: [Won; 4] = [
    Won { by_attacker: true, unscathed: true },
    Won { by_attacker: true, unscathed: false },
    Won { by_attacker: false, unscathed: false },
    Won { by_attacker: false, unscathed: true },
];

/// Differences of modifiers that are worked out: beyond them little changes.
const LEAST: i32 = -6;
const MOST: i32 = 9;

fn words(results: &[&str]) -> Vec<String> {
    results.iter().map(|result| (*result).to_owned()).collect()
}

/// A test with so much added, of a unit of this morale, with every face.
fn test(morale: u8, plus: i32, dice: &mut EveryDice) -> MoraleTest {
    MoraleTest::roll(morale, plus, Ask::new(rule!("3.4b"), 1), &mut Table::new(dice, ()))
}

fn row_under_fire(keys: Vec<String>, morale: u8, plus: Option<i32>) -> OddsRow {
    let odds =
        EveryDice::odds(|dice| plus.map_or(UnderFire::Nothing, |plus| under_fire(test(morale, plus, dice))));
    OddsRow::of(keys, &odds, &UNDER_FIRE)
}

fn taken(keys: Vec<String>, mut takes: impl FnMut(&mut Table<&mut EveryDice, ()>) -> bool) -> OddsRow {
    let odds = EveryDice::odds(|dice| takes(&mut Table::new(dice, ())));
    OddsRow::of(keys, &odds, &[false, true])
}

/// Both dice of a melee, the attacker's with so much more added than the defender's: does he win, and by how much?
fn clash(margin: i32, dice: &mut EveryDice) -> (bool, u8) {
    let ask = Ask::new(rule!("11.7"), 1);
    let [attack, defence] = [(); 2].map(|()| i32::from(dice.roll(Die::D10, ask)));
    let (attacker_wins, difference) = compare(attack + margin, defence);
    (attacker_wins, u8::try_from(difference).expect("two dice and a margin of at most two dozen"))
}

impl<R: Room> Insurrection<R> {
    /// The tables, each worked out whole.
    pub fn odds_tables(&self) -> Vec<OddsTable> {
        let mut tables = vec![
            self.odds_of_muskets(),
            self.odds_of_shots(),
            self.odds_of_guns(),
            self.odds_of_muskets_at_guns(),
            self.odds_of_guns_at_guns(),
            self.odds_of_morale(),
            self.odds_of_melee(),
            self.odds_of_charges(),
            self.odds_of_flight(),
        ];
        tables.extend(self.odds_of_the_sister_game());
        tables
    }

    /// Every morale of a unit of the scenario, on either side of its counter.
    fn morales(&self) -> BTreeSet<u8> {
        let troops = self.scenario.units.iter().filter(|card| card.arm != Arm::Artillery);
        troops.flat_map(|card| card.morale).collect()
    }

    /// The highest firepower of a unit of the scenario.
    fn most_fire(&self) -> u8 {
        self.scenario.units.iter().map(|card| card.fire).max().unwrap_or(0)
    }

    /// The words for a table of guns: the second where there are stars, for it is worked out without.
    fn without_stars<'w>(&self, plain: &'w str, starred: &'w str) -> &'w str {
        if self.scenario.units.iter().any(|card| card.stars > 0) { starred } else { plain }
    }

    fn odds_table(&self, name: &'static str, rule: Rule, title: &str, about: &str) -> OddsTable {
        OddsTable::titled(name, self.cited(rule), title, about)
    }

    /// [10.9.4t]
    fn odds_of_muskets(&self) -> OddsTable {
        let mut rows = Vec::new();
        let plus_of_shot = shot_modifier(1).1;
        for morale in self.morales() {
            for power in 1..=self.most_fire() {
                for distance in 1..=range_of(Arm::Infantry) {
                    let row = row_of(rounded(power.into(), distance.into()));
                    let plus = ROWS[row].plus.map(|plus| plus + plus_of_shot);
                    let keys = [morale, power, distance].map(|key| key.to_string());
                    rows.push(row_under_fire(keys.into(), morale, plus));
                }
            }
        }
        let about = "infantry fires its second shot of the stage at the front of a unit in the open";
        OddsTable {
            keys: vec!["morale", "firepower", "distance"],
            results: words(&["no effect", "retreat", "loss and retreat"]),
            rows,
            ..self.odds_table("muskets", rule!("10.9.4t"), "Musket fire", about)
        }
    }

    /// [10.9.7] [10.9.8] [10.9.9]
    fn odds_of_shots(&self) -> OddsTable {
        let mut rows = Vec::new();
        for morale in self.morales() {
            for row in &ROWS {
                let Some(plus) = row.plus else { continue };
                for fired in 0..MOST_SHOTS {
                    let row = row.result.trim_start_matches("row ").to_owned();
                    let keys = vec![morale.to_string(), row, (fired + 1).to_string()];
                    rows.push(row_under_fire(keys, morale, Some(plus + shot_modifier(fired).1)));
                }
            }
        }
        let about =
            "infantry fires at the front of a unit in the open; the row is that of firepower by distance";
        OddsTable {
            keys: vec!["morale", "row", "shot"],
            results: words(&["no effect", "retreat", "loss and retreat"]),
            rows,
            ..self.odds_table("shots", rule!("10.9.7"), "Musket fire by the number of the shot", about)
        }
    }

    /// [10.10.1t]
    fn odds_of_guns(&self) -> OddsTable {
        let mut rows = Vec::new();
        for morale in self.morales() {
            let mut from = 1;
            for band in &self.scenario.gun_table {
                let keys = vec![morale.to_string(), format!("{from}-{}", band.to)];
                rows.push(row_under_fire(keys, morale, Some(self.plus_of_guns(band.to))));
                from = band.to + 1;
            }
        }
        OddsTable {
            keys: vec!["morale", "distance"],
            results: words(&["no effect", "retreat", "loss and retreat"]),
            rows,
            ..self.odds_table(
                "guns",
                rule!("10.10.1t"),
                "Artillery fire",
                self.without_stars(
                    "at the front of a unit in the open; every unit of a stack tests for itself",
                    "at the front of a unit in the open, by a battery without stars; every unit of a stack tests for \
                     itself",
                ),
            )
        }
    }

    /// [10.9.5]
    fn odds_of_muskets_at_guns(&self) -> OddsTable {
        let ask = Ask::new(rule!("10.9.5"), 1);
        let row = |power: u8| {
            let power_felt = power_against_guns(power, false);
            taken(vec![power.to_string()], |table| takes_lone_guns(power_felt, ask, table))
        };
        OddsTable {
            keys: vec!["firepower"],
            results: words(&["no effect", "captured"]),
            rows: (POWER_AGAINST_GUNS..=self.most_fire()).map(row).collect(),
            ..self.odds_table(
                "muskets-at-guns",
                rule!("10.9.5"),
                "Muskets at lone guns",
                "the firer is in no square",
            )
        }
    }

    /// [10.10.6]
    fn odds_of_guns_at_guns(&self) -> OddsTable {
        let ask = Ask::new(rule!("10.10.6"), 1);
        let mut rows = Vec::new();
        for side in Side::BOTH {
            let plus = i32::from(self.scenario.practised_gunners[side]);
            for distance in 1..=LONE_GUNS_WITHIN {
                let keys = vec![self.side_name(side).to_owned(), distance.to_string()];
                rows.push(taken(keys, |table| shell_takes_lone_guns(distance, plus, 0, ask, table)));
            }
        }
        OddsTable {
            keys: vec!["guns of", "distance"],
            results: words(&["no effect", "captured"]),
            rows,
            ..self.odds_table(
                "guns-at-guns",
                rule!("10.10.6"),
                "Guns at lone guns",
                self.without_stars("one shot of a battery", "one shot of a battery without stars"),
            )
        }
    }

    /// [3.4b]
    fn odds_of_morale(&self) -> OddsTable {
        let mut rows = Vec::new();
        for morale in self.morales() {
            for plus in -2..=4 {
                let odds = EveryDice::odds(|dice| test(morale, plus, dice).passed);
                rows.push(OddsRow::of(vec![morale.to_string(), format!("{plus:+}")], &odds, &[true, false]));
            }
        }
        OddsTable {
            keys: vec!["morale", "added"],
            results: words(&["passed", "failed"]),
            rows,
            ..self.odds_table("morale", rule!("3.4b"), "Test of morale", "by what is added to the die in all")
        }
    }

    fn row_of_melee(&self, keys: Vec<String>, margin: i32) -> OddsRow {
        let odds = EveryDice::odds(|dice| {
            let (by_attacker, difference) = clash(margin, dice);
            Won { by_attacker, unscathed: self.wins_unscathed(by_attacker, difference) }
        });
        OddsRow::of(keys, &odds, &WON)
    }

    /// [11.7]
    fn odds_of_melee(&self) -> OddsTable {
        let row = |margin: i32| self.row_of_melee(vec![format!("{margin:+}")], margin);
        OddsTable {
            keys: vec!["modifiers"],
            results: words(&WON_IN_WORDS),
            rows: (LEAST..=MOST).map(row).collect(),
            ..self.odds_table(
                "melee",
                rule!("11.7"),
                "Melee",
                "by the attacker's modifiers less the defender's; the losers take two losses and flee",
            )
        }
    }

    /// [8.14.2] [11.7t]
    fn odds_of_charges(&self) -> OddsTable {
        let mut rows = Vec::new();
        for (zone, through) in [(Zone::Front, "front"), (Zone::Flank, "flank"), (Zone::Rear, "rear")] {
            let entry = Entry { zone, against: Obstacles::default(), lava: false };
            for (own, other, numbers) in
                [(1, 2, "1:2"), (1, 1, "1:1"), (2, 1, "2:1"), (3, 1, "3:1"), (4, 1, "4:1")]
            {
                let margin = i32::from(self.scenario.values.charge_bonus)
                    + best_zone(core::iter::once(entry))
                    + for_numbers(own, other)
                    - for_numbers(other, own);
                rows.push(self.row_of_melee(vec![through.to_owned(), numbers.to_owned()], margin));
            }
        }
        OddsTable {
            keys: vec!["through", "numbers"],
            results: words(&WON_IN_WORDS),
            rows,
            ..self.odds_table(
                "charge",
                rule!("8.14.2"),
                "Charge",
                "on open ground, against no square, with both sides in command or neither",
            )
        }
    }

    /// [11.11.2t]
    fn odds_of_flight(&self) -> OddsTable {
        let stages = || FLIGHT.map(|(_, stages)| stages).into_iter();
        let results: Vec<(bool, u8)> = stages()
            .rev()
            .map(|stages| (false, stages))
            .chain(stages().map(|stages| (true, stages)))
            .collect();
        let row = |margin: i32| {
            let odds = EveryDice::odds(|dice| {
                let (attacker_wins, difference) = clash(margin, dice);
                (attacker_wins, stages_away(difference))
            });
            OddsRow::of(vec![format!("{margin:+}")], &odds, &results)
        };
        let in_words = |(attacker_wins, stages): &(bool, u8)| {
            let who = if *attacker_wins { "defender" } else { "attacker" };
            format!("{who} flees for {stages}")
        };
        OddsTable {
            keys: vec!["modifiers"],
            results: results.iter().map(in_words).collect(),
            rows: (LEAST..=MOST).map(row).collect(),
            ..self.odds_table(
                "flight",
                rule!("11.11.2t"),
                "Flight from a lost melee",
                "by the attacker's modifiers less the defender's; for how many stages the losers are away",
            )
        }
    }
}

const WON_IN_WORDS: [&str; 4] =
    ["attacker wins unhurt", "attacker wins", "defender wins", "defender wins unhurt"];

#[cfg(test)]
mod tests;
