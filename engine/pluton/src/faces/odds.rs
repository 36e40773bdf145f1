//! The tables of fire, barrages and close combat with the exact chances of what they bring: every face is rolled, and
//! what follows is read by the functions that play uses. The values are those of the scenario.

use szala_kernel::dice::{Dice, EveryDice};
use szala_kernel::odds::{OddsRow, OddsTable};
use szala_kernel::{Ask, Names, Rule, rule};

use crate::chapters::game::Pluton;
use crate::chapters::levels::K10;
use crate::position::data::Weapons;
use crate::position::tables::{BARRELS, Blow, Effect, Ground};

/// The odds of close combat, from the first column on.
const ODDS: [&str; 9] = ["1:4", "1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1"];

/// Levels and losses, as the book writes them.
fn told_effect(effect: Effect) -> String {
    if effect == Effect::default() { "-".to_owned() } else { format!("{}:{}", effect.levels, effect.losses) }
}

fn told_blows([attacker, defender]: [Blow; 2]) -> String {
    let told = |blow: Blow| format!("{}{}", blow.losses, if blow.retreats { "p" } else { "" });
    format!("{}/{}", told(attacker), told(defender))
}

/// All of these, each once, in order.
fn each_once<T: Copy + Ord>(all: impl Iterator<Item = T>) -> Vec<T> {
    let mut all: Vec<T> = all.collect();
    all.sort_unstable();
    all.dedup();
    all
}

impl Pluton {
    /// The tables, each worked out whole.
    pub fn odds_tables(&self) -> Vec<OddsTable> {
        vec![self.odds_of_fire(), self.odds_of_barrages(), self.odds_of_effects(), self.odds_of_combats()]
    }

    fn odds_table(&self, name: &'static str, rule: Rule, title: &str, about: &str) -> OddsTable {
        OddsTable::titled(name, self.cited(rule), title, about)
    }

    fn effects(&self) -> Vec<Effect> {
        let faces = self.scenario.tables.effects.iter().flat_map(|(_, faces)| *faces);
        let all = faces.chain([Effect::default()]).map(|effect| (effect.levels, effect.losses));
        each_once(all).into_iter().map(|(levels, losses)| Effect { levels, losses }).collect()
    }

    /// [7.3.6] What the die brings at a strength after this shift.
    fn effect_row(&self, keys: Vec<String>, strength: u16, shift: i32, asked: Rule) -> OddsRow {
        let tables = &self.scenario.tables;
        let modified = tables.shifted(strength, shift);
        let odds = EveryDice::odds(|dice| tables.effect(modified, dice.roll(K10, Ask::new(asked, 1))));
        OddsRow::of(keys, &odds, &self.effects())
    }

    fn shelter(&self, ground: Ground) -> i32 {
        -i32::from(self.scenario.tables.shelter[ground as usize])
    }

    /// [7.3]
    fn odds_of_fire(&self) -> OddsTable {
        let mut rows = Vec::new();
        for (weapons, name) in [(Weapons::Light, "light"), (Weapons::Heavy, "heavy")] {
            for squares in 1_u8..=3 {
                for distance in 0_u8..=20 {
                    let strength = self.scenario.tables.small_arms(weapons, 2 * squares, distance);
                    for (ground, strength) in Ground::ALL.into_iter().filter_map(|it| Some((it, strength?))) {
                        let keys = vec![
                            name.to_owned(),
                            squares.to_string(),
                            distance.to_string(),
                            ground.name().to_owned(),
                        ];
                        rows.push(self.effect_row(keys, strength, self.shelter(ground), rule!("7.3.5")));
                    }
                }
            }
        }
        OddsTable {
            keys: vec!["weapons", "squares", "distance", "target in"],
            results: self.effects().into_iter().map(told_effect).collect(),
            rows,
            ..self.odds_table(
                "fire",
                rule!("7.3.6"),
                "A shot of small arms",
                "levels and losses (halves of squares); commanded, not under fire, nothing between, the target \
                 a unit that walks",
            )
        }
    }

    /// [8.3.5]
    fn odds_of_barrages(&self) -> OddsTable {
        let mut rows = Vec::new();
        for (calibre, strengths) in self.scenario.calibres.iter().zip(&self.scenario.tables.artillery) {
            for (barrels, strength) in (1..=BARRELS).zip(strengths) {
                for ground in Ground::ALL {
                    let keys = vec![calibre.clone(), barrels.to_string(), ground.name().to_owned()];
                    let shelter = self.shelter(ground);
                    rows.push(self.effect_row(keys, (*strength).into(), shelter, rule!("8.3.5")));
                }
            }
        }
        OddsTable {
            keys: vec!["calibre", "barrels", "target in"],
            results: self.effects().into_iter().map(told_effect).collect(),
            rows,
            ..self.odds_table(
                "barrage",
                rule!("8.3.5"),
                "A barrage on those in its hex",
                "levels and losses (halves of squares); within the best range, and no crowd",
            )
        }
    }

    /// [15.2]
    fn odds_of_effects(&self) -> OddsTable {
        let strengths = (1_u16..=30).flat_map(|strength| (-5..=5).map(move |shift| (strength, shift)));
        let rows = strengths.map(|(strength, shift)| {
            let keys = vec![strength.to_string(), format!("{shift:+}")];
            self.effect_row(keys, strength, shift, rule!("7.3.5"))
        });
        OddsTable {
            keys: vec!["strength", "shift"],
            results: self.effects().into_iter().map(told_effect).collect(),
            rows: rows.collect(),
            ..self.odds_table(
                "effects",
                rule!("15.2"),
                "A strength, shifted",
                "levels and losses (halves of squares), with the sum of all modifiers",
            )
        }
    }

    /// [10.3]
    fn odds_of_combats(&self) -> OddsTable {
        let table = &self.scenario.tables.close_combat;
        let pair = |blows: [Blow; 2]| blows.map(|blow| (blow.losses, blow.retreats));
        let all = each_once(table.iter().flatten().map(|blows| pair(*blows)));
        let rows = ODDS.iter().enumerate().map(|(column, odds)| {
            let chances = EveryDice::odds(|dice| {
                let face = dice.roll(K10, Ask::new(rule!("10.3.3"), 1));
                pair(table[usize::from(face) - 1][column])
            });
            OddsRow::of(vec![(*odds).to_owned()], &chances, &all)
        });
        let blow = |(losses, retreats)| Blow { losses, retreats };
        OddsTable {
            keys: vec!["odds"],
            results: all.iter().map(|blows| told_blows(blows.map(blow))).collect(),
            rows: rows.collect(),
            ..self.odds_table(
                "combat",
                rule!("10.3.3"),
                "Close combat",
                "losses of attacker/defender in halves of squares, p retreats; by the column after all modifiers, \
                 fewer than 12 squares in all",
            )
        }
    }
}
