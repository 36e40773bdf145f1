//! The same for the rules that only Maciejowice 1794 has: stars, scythes, skirmishers. Each table is there where the
//! scenario has such counters.

use super::{
    OddsRow, OddsTable, UNDER_FIRE, UnderFire, WON_IN_WORDS, row_under_fire, taken, test, under_fire, words,
};
use crate::chapters::fire::effect::{ROWS, row_of, shot_modifier};
use crate::chapters::game::Insurrection;
use crate::chapters::guns::{LONE_GUNS_WITHIN, shell_takes_lone_guns};
use crate::chapters::melee::odds::{for_numbers, modifier::KOSYNIERZY};
use crate::position::data::UnitCard;
use crate::position::ids::Arm;
use crate::position::room::Room;
use std::collections::BTreeSet;
use szala_kernel::dice::EveryDice;
use szala_kernel::{Ask, Names, Side, rule};

impl<R: Room> Insurrection<R> {
    pub(super) fn odds_of_the_sister_game(&self) -> impl Iterator<Item = OddsTable> {
        let tables = [
            self.odds_of_stars(),
            self.odds_of_stars_at_guns(),
            self.odds_of_scythes(),
            self.odds_of_skirmishers(),
        ];
        tables.into_iter().filter(|table| !table.rows.is_empty())
    }

    fn cards(&self, are: impl Fn(&UnitCard) -> bool) -> impl Iterator<Item = &UnitCard> {
        self.scenario.units.iter().filter(move |card| are(card))
    }

    fn stars(&self) -> BTreeSet<u8> {
        self.cards(|card| card.stars > 0).map(|card| card.stars).collect()
    }

    /// [10.10.6m]
    fn odds_of_stars(&self) -> OddsTable {
        let mut rows = Vec::new();
        for morale in self.morales() {
            for stars in self.stars() {
                let mut from = 1;
                for band in &self.scenario.gun_table {
                    let keys = vec![morale.to_string(), stars.to_string(), format!("{from}-{}", band.to)];
                    let plus = self.plus_of_guns(band.to) + i32::from(stars);
                    rows.push(row_under_fire(keys, morale, Some(plus)));
                    from = band.to + 1;
                }
            }
        }
        OddsTable {
            keys: vec!["morale", "stars", "distance"],
            results: words(&["no effect", "retreat", "loss and retreat"]),
            rows,
            ..self.odds_table(
                "stars",
                rule!("10.10.6m"),
                "Artillery fire of batteries with stars",
                "at the front of a unit in the open; every unit of a stack tests for itself",
            )
        }
    }

    /// [10.10.6] [10.10.6m]
    fn odds_of_stars_at_guns(&self) -> OddsTable {
        let ask = Ask::new(rule!("10.10.6"), 1);
        let mut rows = Vec::new();
        for side in Side::BOTH {
            let plus = i32::from(self.scenario.practised_gunners[side]);
            for stars in self.stars() {
                for distance in 1..=LONE_GUNS_WITHIN {
                    let keys = vec![self.side_name(side).to_owned(), stars.to_string(), distance.to_string()];
                    rows.push(taken(keys, |table| shell_takes_lone_guns(distance, plus, stars, ask, table)));
                }
            }
        }
        OddsTable {
            keys: vec!["guns of", "stars", "distance"],
            results: words(&["no effect", "captured"]),
            rows,
            ..self.odds_table(
                "stars-at-guns",
                rule!("10.10.6m"),
                "Batteries with stars at lone guns",
                "one shot of a battery; the stars are those that the second roll is less by",
            )
        }
    }

    /// [7.5m]
    fn odds_of_scythes(&self) -> OddsTable {
        let ratios = [(1, 4, "1:4"), (1, 3, "1:3"), (1, 2, "1:2"), (1, 1, "1:1"), (2, 1, "2:1")];
        let mut rows = Vec::new();
        for (charges, how) in [(true, "charges"), (false, "enters")] {
            for (own, other, numbers) in ratios.into_iter().filter(|_| !self.kosynierzy.is_empty()) {
                let bonus = if charges { i32::from(self.scenario.values.charge_bonus) } else { 0 };
                let margin = bonus + for_numbers(own, other) - for_numbers(other, own) - KOSYNIERZY;
                rows.push(self.row_of_melee(vec![how.to_owned(), numbers.to_owned()], margin));
            }
        }
        OddsTable {
            keys: vec!["cavalry", "numbers"],
            results: words(&WON_IN_WORDS),
            rows,
            ..self.odds_table(
                "scythes",
                rule!("7.5m"),
                "Cavalry against scythes",
                "through the front, on open ground, with both sides in command or neither",
            )
        }
    }

    /// [9.1a] [D-M9.1a]
    fn odds_of_skirmishers(&self) -> OddsTable {
        let sides_of = |card: &UnitCard| card.morale;
        let own: BTreeSet<u8> = self.cards(|card| card.skirmishers).flat_map(sides_of).collect();
        let others: BTreeSet<u8> = self.cards(|card| card.arm == Arm::Infantry).flat_map(sides_of).collect();
        let most = self.cards(|card| card.skirmishers).map(|card| card.fire).max().unwrap_or(0);
        // Nothing for those who fail their own test.
        let results: Vec<Option<UnderFire>> = [None].into_iter().chain(UNDER_FIRE.map(Some)).collect();
        let mut rows = Vec::new();
        for morale in own {
            for power in 1..=most {
                for against in &others {
                    let plus = ROWS[row_of(power.into())].plus.map(|plus| plus + shot_modifier(0).1);
                    let odds = EveryDice::odds(|dice| {
                        let is_passed = test(morale, 0, dice).passed;
                        let mut fire = |plus| under_fire(test(*against, plus, dice));
                        is_passed.then(|| plus.map_or(UnderFire::Nothing, &mut fire))
                    });
                    let keys = [morale, power, *against].map(|key| key.to_string());
                    rows.push(OddsRow::of(keys.into(), &odds, &results));
                }
            }
        }
        OddsTable {
            keys: vec!["morale", "firepower", "against"],
            results: words(&[
                "test failed: two hexes and a loss",
                "fire: no effect",
                "fire: retreat",
                "fire: loss and retreat",
            ]),
            rows,
            ..self.odds_table(
                "skirmishers",
                rule!("9.1a"),
                "The answer of skirmishers",
                "to infantry of so much morale that comes next to them, in the open: their test, and their first shot \
                 of the stage, after which they stay or fall back",
            )
        }
    }
}
