//! The tables with the exact chances of what they bring: every face is rolled, and what follows is read by the
//! functions that play uses. The values are those of the scenario.

use szala_kernel::dice::{Dice, EveryDice, Odds};
use szala_kernel::odds::{OddsRow, OddsTable};
use szala_kernel::{Ask, Die, Names, Rule, rule};

use crate::chapters::activation::{Doom, Momentum};
use crate::chapters::clash::{Force, Superior};
use crate::chapters::game::Spqr;
use crate::chapters::orders::Rallied;
use crate::position::data::Kind;
use crate::position::tables::{FARTHEST, From, Weapon};

/// Targets that a shot distinguishes, and whether it comes through their front.
const TARGETS: [(&str, Kind, bool); 5] = [
    ("HI PH, front", Kind::Heavy, true),
    ("HI PH, not front", Kind::Heavy, false),
    ("SK", Kind::Skirmisher, false),
    ("EL CH", Kind::Elephant, false),
    ("others", Kind::Medium, false),
];
/// The best and the worst value that a counter can have printed.
const QUALITIES: core::ops::RangeInclusive<u8> = 2..=9;
/// The Initiative that a leader can have.
const INITIATIVES: core::ops::RangeInclusive<u8> = 1..=9;
/// The columns of the table of shock.
const COLUMNS: core::ops::RangeInclusive<i32> = 1..=13;

fn face(dice: &mut EveryDice, rule: Rule) -> u8 {
    dice.roll(Die::D10, Ask::new(rule, 1))
}

/// A table of what was worked out, with every possible result of any row, in order, in the words of `tell`.
fn table<T: Copy + Ord>(
    head: OddsTable,
    keys: Vec<&'static str>,
    rows: Vec<(Vec<String>, Odds<T>)>,
    tell: impl Fn(T) -> String,
) -> OddsTable {
    let mut all: Vec<T> = rows.iter().flat_map(|(_, odds)| odds.iter().map(|(result, _)| *result)).collect();
    all.sort_unstable();
    all.dedup();
    let rows = rows.into_iter().map(|(keys, odds)| OddsRow::of(keys, &odds, &all)).collect();
    OddsTable { keys, results: all.into_iter().map(tell).collect(), rows, ..head }
}

impl Spqr {
    /// The tables, each worked out whole.
    pub fn odds_tables(&self) -> Vec<OddsTable> {
        vec![
            self.odds_of_missiles(),
            self.odds_of_clashes(),
            self.odds_of_shock(),
            self.odds_of_tests(),
            self.odds_of_momentum(),
            self.odds_of_lines(),
            self.odds_of_rallies(),
            self.odds_of_casualties(),
        ]
    }

    fn head(&self, name: &'static str, rule: Rule, title: &str, about: &str) -> OddsTable {
        OddsTable::titled(name, self.cited(rule), title, about)
    }

    /// [8.51]
    fn odds_of_missiles(&self) -> OddsTable {
        let mut rows = Vec::new();
        for (name, weapon) in Weapon::NAMES {
            for range in (1..=FARTHEST).filter_map(|range| u8::try_from(range).ok()) {
                let Some(strength) = self.strength(weapon, range) else { continue };
                // [8.17] Through the front at one hex only.
                for (target, kind, through_front) in TARGETS.into_iter().filter(|it| range == 1 || !it.2) {
                    // [9.12] A screen is that of elephants.
                    let shooter = if weapon == Weapon::Screen { Kind::Elephant } else { Kind::Medium };
                    let added = Self::armour(weapon, kind, through_front) + Self::smallness(kind);
                    let odds = EveryDice::odds(|dice| {
                        let natural = face(dice, rule!("8.17"));
                        let is_hit = i32::from(natural) + added <= strength;
                        let hits = if is_hit { Self::hits_of_shot(shooter, kind) } else { 0 };
                        (hits, self.runs_low(weapon, natural))
                    });
                    rows.push((vec![name.to_owned(), range.to_string(), target.to_owned()], odds));
                }
            }
        }
        let head = self.head(
            "missiles",
            rule!("8.51"),
            "A shot",
            "hits, and whether a full supply runs low; the shooter stands and is not depleted, the target is not in \
             woods; maniples and triarii have one shot whatever the die [8.14]",
        );
        table(head, vec!["weapon", "range", "target"], rows, |(hits, is_low)| {
            let hits = if hits == 0 { "-".to_owned() } else { hits.to_string() };
            if is_low { format!("{hits} low") } else { hits }
        })
    }

    /// The hits of attackers and defenders in a column.
    fn shock_odds(&self, column: i32, force: Force) -> Odds<[u8; 2]> {
        EveryDice::odds(|dice| self.shock_hits((face(dice, rule!("8.36")).into(), column), force))
    }

    /// [8.53]
    fn odds_of_clashes(&self) -> OddsTable {
        let mut rows = Vec::new();
        for (through, from) in From::NAMES {
            for (other_name, other) in Kind::NAMES {
                for (own_name, own) in Kind::NAMES {
                    let column = self.scenario.tables.clash[from as usize][other as usize][own as usize];
                    if column == 0 {
                        continue;
                    }
                    let outflanks = from != From::Front && !Self::never_outflanks(own, other, from);
                    let superior =
                        if outflanks { Superior::Attacker } else { self.superior_weapons(own, other) };
                    let force = Force {
                        superior,
                        is_let_through: false,
                        at_skirmishers: other == Kind::Skirmisher,
                        by_light_cavalry: own == Kind::LightCavalry && other.is_firm(),
                    };
                    let keys = [other_name, own_name, through].map(str::to_owned).into();
                    rows.push((keys, self.shock_odds(column.into(), force)));
                }
            }
        }
        let head = self.head(
            "clash",
            rule!("8.53"),
            "A clash of two types",
            "hits of attacker (defender) before their limits by 10.1; equal sizes, even and open ground, no leader, \
             nobody depleted, no phalanx beside the defender, superiority of position through flank and rear",
        );
        let told = |[attacker, defender]: [u8; 2]| format!("{attacker} ({defender})");
        table(head, vec!["defender", "attacker", "through"], rows, told)
    }

    /// [8.54]
    fn odds_of_shock(&self) -> OddsTable {
        let all =
            [("-", Superior::Nobody), ("attacker", Superior::Attacker), ("defender", Superior::Defender)];
        let rows = COLUMNS.flat_map(|column| {
            all.map(|(name, superior)| {
                let force =
                    Force { superior, is_let_through: false, at_skirmishers: false, by_light_cavalry: false };
                (vec![column.to_string(), name.to_owned()], self.shock_odds(column, force))
            })
        });
        let head = self.head(
            "shock",
            rule!("8.54"),
            "Shock by its column",
            "hits of attacker (defender); the column after all shifts, no leader, no skirmishers, no light cavalry \
             at foot in ranks",
        );
        let told = |[attacker, defender]: [u8; 2]| format!("{attacker} ({defender})");
        table(head, vec!["column", "superior"], rows.collect(), told)
    }

    /// [10.11]
    fn odds_of_tests(&self) -> OddsTable {
        let rows = QUALITIES.flat_map(|quality| {
            (-2_i32..=2).map(move |added| {
                let odds = EveryDice::odds(|dice| {
                    Self::excess(i32::from(face(dice, rule!("10.11"))) + added, quality)
                });
                (vec![quality.to_string(), format!("{added:+}")], odds)
            })
        });
        let head =
            self.head("test", rule!("10.11"), "A test of quality", "hits; with the sum of all modifiers");
        table(head, vec!["quality", "added"], rows.collect(), |hits| hits.to_string())
    }

    /// [5.32]
    fn odds_of_momentum(&self) -> OddsTable {
        let rows = INITIATIVES.map(|initiative| {
            let odds = EveryDice::odds(|dice| match Self::momentum(face(dice, rule!("5.32")), initiative) {
                Momentum::Gained => 0,
                Momentum::Failed => 1,
                Momentum::Doom => match Self::doom(face(dice, rule!("5.33"))) {
                    Doom::Nothing => 1,
                    Doom::EnemyAgain => 2,
                    Doom::NobodyElse => 3,
                },
            });
            (vec![initiative.to_string()], odds)
        });
        let head = self.head(
            "momentum",
            rule!("5.32"),
            "A roll for momentum",
            "what it brings; a gained phase may be trumped [5.42.2]. A trump succeeds on the Initiative or less [5.41]",
        );
        let names = ["a phase", "finished", "finished, an enemy leader acts", "finished, the turn ends"];
        table(head, vec!["initiative"], rows.collect(), |result: usize| names[result].to_owned())
    }

    /// [4.25]
    fn odds_of_lines(&self) -> OddsTable {
        let rows = (0..=9).flat_map(|strategy| {
            (0..=1).map(move |added| {
                let odds = EveryDice::odds(|dice| i32::from(face(dice, rule!("4.25"))) + added > strategy);
                let is_held = if added == 1 { "yes" } else { "no" };
                (vec![strategy.to_string(), is_held.to_owned()], odds)
            })
        });
        let rows: Vec<(Vec<String>, Odds<bool>)> = rows.collect();
        let head = self.head(
            "lines",
            rule!("4.25"),
            "A line command that takes a roll",
            "whether the line obeys, by the Strategy of the overall commander; no proconsul",
        );
        table(head, vec!["strategy", "in a zone"], rows, |fails| {
            if fails { "single orders" } else { "the line" }.to_owned()
        })
    }

    /// [10.28, 10.29]
    fn odds_of_rallies(&self) -> OddsTable {
        let mut rows = Vec::new();
        for initiative in INITIATIVES {
            for quality in QUALITIES {
                for (name, again) in [("no", 0), ("yes", 1)] {
                    let odds = EveryDice::odds(|dice| {
                        let sum = i32::from(face(dice, rule!("10.28"))) + again;
                        match Self::rallied(sum, initiative, quality) {
                            Rallied::Stands => {
                                let die = i32::from(face(dice, rule!("10.29"))) + 2 * again;
                                self.hits_of_rally(die, quality)
                            }
                            Rallied::Runs => u8::MAX - 1,
                            Rallied::Lost => u8::MAX,
                        }
                    });
                    rows.push((vec![initiative.to_string(), quality.to_string(), name.to_owned()], odds));
                }
            }
        }
        let head = self.head(
            "rally",
            rule!("10.28"),
            "An attempt to rally",
            "the hits with which it stands again, or that it routs on, or is lost",
        );
        table(head, vec!["initiative", "quality", "depleted"], rows, |hits| match hits {
            u8::MAX => "lost".to_owned(),
            hits if hits == u8::MAX - 1 => "routs on".to_owned(),
            hits => hits.to_string(),
        })
    }

    /// [4.6.3]
    fn odds_of_casualties(&self) -> OddsTable {
        let rows = INITIATIVES.map(|initiative| {
            let odds = EveryDice::odds(|dice| {
                let wound = Self::wound_of(face(dice, rule!("4.6.3")));
                wound.filter(|wound| *wound < initiative).unwrap_or(u8::MAX)
            });
            (vec![initiative.to_string()], odds)
        });
        let head = self.head(
            "casualty",
            rule!("4.6.3"),
            "A leader who is struck",
            "by how much all that he has printed is less; struck is one in ten who fights in shock [8.34], one in a \
             hundred whose unit is shot at [8.19]",
        );
        table(head, vec!["initiative"], rows.collect(), |wound| match wound {
            u8::MAX => "dead".to_owned(),
            0 => "-".to_owned(),
            wound => wound.to_string(),
        })
    }
}
