//! The dice of attacks and of difficult ground with the exact chances of what they bring: every face is rolled, and
//! what follows is read by the functions that play uses. The values are those of the scenario.

use szala_kernel::dice::{Dice, EveryDice};
use szala_kernel::odds::{OddsRow, OddsTable};
use szala_kernel::{Ask, Die, Names, Rule, rule};

use crate::chapters::attack::brings_down;
use crate::chapters::game::Verdox;
use crate::chapters::movement::{Crossing, Fate};
use crate::position::ground::Ground;
use crate::position::kinds::{Hit, Kind};

/// The most shots at a wall that are worked out.
const MOST_SHOTS: u8 = 6;

/// What became of a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hurt {
    Missed,
    Unhorsed,
    Lost,
}

/// What became of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Taken,
    Failed,
    Sunk,
}

/// The steps that take dice: in words, the ground that is stood on, whether it is left, whether a front is climbed.
const STEPS: [(&str, Ground, bool, bool); 6] = [
    ("over open ground", Ground::Clear, true, false),
    ("out of a canal", Ground::Canal, true, false),
    ("out of a swamp", Ground::Swamp, true, false),
    ("within a swamp", Ground::Swamp, false, false),
    ("up a fortification", Ground::Clear, true, true),
    ("out of a canal up a fortification", Ground::Canal, true, true),
];

fn words(results: &[&str]) -> Vec<String> {
    results.iter().map(|result| (*result).to_owned()).collect()
}

fn roll(dice: &mut EveryDice, rule: Rule) -> u8 {
    dice.roll(Die::D6, Ask::new(rule, 1))
}

impl Verdox {
    /// The tables, each worked out whole.
    pub fn odds_tables(&self) -> Vec<OddsTable> {
        vec![self.odds_of_hits(), self.odds_of_walls(), self.odds_of_barges(), self.odds_of_steps()]
    }

    fn odds_table(&self, name: &'static str, rule: Rule, title: &str, about: &str) -> OddsTable {
        OddsTable::titled(name, self.cited(rule), title, about)
    }

    /// [3.11]
    fn odds_of_hits(&self) -> OddsTable {
        let row = |kind: Kind| {
            let odds = EveryDice::odds(|dice| match self.hit(kind, roll(dice, rule!("3.11"))) {
                Hit::Nothing => Hurt::Missed,
                Hit::Unhorsed(_) => Hurt::Unhorsed,
                Hit::Lost => Hurt::Lost,
            });
            OddsRow::of(vec![kind.name().to_owned()], &odds, &[Hurt::Missed, Hurt::Unhorsed, Hurt::Lost])
        };
        OddsTable {
            keys: vec!["target"],
            results: words(&["missed", "loses its horses", "lost"]),
            rows: Kind::ALL.map(row).into(),
            ..self.odds_table(
                "hits",
                rule!("3.11"),
                "One attack",
                "by fire or hand to hand, by the kind of the target",
            )
        }
    }

    /// [6.10.8]
    fn odds_of_walls(&self) -> OddsTable {
        let row = |shots: u8| {
            let odds = EveryDice::odds(|dice| (0..shots).any(|_| brings_down(roll(dice, rule!("6.10.8")))));
            OddsRow::of(vec![shots.to_string()], &odds, &[false, true])
        };
        OddsTable {
            keys: vec!["shots"],
            results: words(&["stands", "breached"]),
            rows: (1..=MOST_SHOTS).map(row).collect(),
            ..self.odds_table(
                "walls",
                rule!("6.10.8"),
                "Artillery at a fortification",
                "by the number of shots",
            )
        }
    }

    /// [7.7.7]
    fn odds_of_barges(&self) -> OddsTable {
        let row = |shots: u8| {
            let odds =
                EveryDice::odds(|dice| (0..shots).any(|_| self.sinks_a_barge(roll(dice, rule!("7.7.7")))));
            OddsRow::of(vec![shots.to_string()], &odds, &[false, true])
        };
        OddsTable {
            keys: vec!["shots"],
            results: words(&["afloat", "sunk"]),
            rows: (1..=MOST_SHOTS).map(row).collect(),
            ..self.odds_table("barges", rule!("7.7.7"), "Artillery at a barge", "by the number of shots")
        }
    }

    /// [6.8.4] [6.9.4] [6.9.5] [6.10.3] [7.6.3]
    fn odds_of_steps(&self) -> OddsTable {
        let mut rows = Vec::new();
        for (unit, kind) in [("others", Kind::Infantry), ("artillery", Kind::Artillery)] {
            for (ground, here, leaves, climbs) in STEPS {
                let odds = EveryDice::odds(|dice| {
                    let crossing = Crossing { kind, here, leaves, climbs, sinks: true };
                    match crossing.roll(self.scenario.kinds.guns_move_on, |rule| roll(dice, rule)) {
                        Ok(()) => Step::Taken,
                        Err(Fate::Stays(_)) => Step::Failed,
                        Err(Fate::Sinks) => Step::Sunk,
                    }
                });
                let keys = vec![unit.to_owned(), ground.to_owned()];
                rows.push(OddsRow::of(keys, &odds, &[Step::Taken, Step::Failed, Step::Sunk]));
            }
        }
        OddsTable {
            keys: vec!["unit", "step"],
            results: words(&["moves", "stays", "sinks"]),
            rows,
            ..self.odds_table(
                "steps",
                rule!("D-6.9a"),
                "Steps that take dice",
                "one try of one unit, not aboard a barge",
            )
        }
    }
}
