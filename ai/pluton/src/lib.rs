//! The players of *Pluton*.
//!
//! | module | what is there |
//! |---|---|
//! | `plan` | plans written as data |
//! | `heuristic` | the player that weighs ways, danger and fire; its weights are in `weights` |
//! | `orders`, `moves`, `guns` | who is sent where, the way there, barrages and calls |
//! | `effects` | what fire and close combat are expected to do |
//! | `ways` | how far it is to each building, who stands where, and where the enemy fires |
//! | `evaluation` | how good a position is, for players that look ahead |
//! | `seen` | what a side knows of a position |
//! | `door` | the description of the system |

mod door;
mod effects;
mod evaluation;
mod guns;
mod heuristic;
mod moves;
mod orders;
mod plan;
mod seen;
mod ways;
mod weights;

use szala_ai::roster::{SAMPLES, SIMULATIONS, file_of, no_such_player, number};
use szala_ai::weights::{Weighing, WeightList, weighed};
use szala_ai::{AnyTunable, Greedy, Listed, ReadFile, Roster, Search, Uniform, seat};
use szala_kernel::{BySide, Side};
use szala_pluton::Pluton;

pub use door::SYSTEM;
pub use evaluation::Balance;
pub use heuristic::Heuristic;

use crate::plan::Plan;
use crate::weights::Weights;

/// The weights of the heuristic player when no file is named.
const WEIGHTS: &str = include_str!("../../../scenarios/pluton/heuristic.toml");

/// The tables of a file of weights, the first side's first.
const SIDES: [&str; 2] = ["Poles", "Germans"];

seat! {
    /// Any player of the game.
    pub enum Seat for Pluton {
        /// Plays at random.
        Uniform(Uniform),
        /// Looks one action ahead.
        Greedy(Box<Greedy<Balance>>),
        /// The heuristic, also with the weights of a plan.
        Heuristic(Box<Heuristic>),
        /// Simulates games to their end (rollouts).
        Search(Box<Search<Pluton, Heuristic>>),
    }
}

/// The players of *Pluton*.
#[derive(Clone, Copy, Debug)]
pub struct Players;

impl Roster for Players {
    type Rules = Pluton;

    const USUAL: &'static str = "heuristic";

    type Seat = Seat;

    fn players(_: &Pluton, side: Side) -> Vec<Listed> {
        let mut all = vec![
            Listed::new("uniform", "any legal action, at random"),
            Listed::new(
                "greedy",
                "the action after which the position is worth most; greedy:N with N samples of the dice",
            ),
        ];
        for (name, _, text) in plan::SHIPPED.into_iter().filter(|(_, its, _)| *its == side) {
            let about = Plan::read(side, name, text, Weights::default()).map(|plan| plan.about);
            all.push(Listed::new(name, &about.unwrap_or_default()));
        }
        // No entry of its own: every listed name can be played as it is.
        let last_plan = all.len() - 1;
        all[last_plan].about += "; plan:FILE for a plan of your own, with weights of the heuristic";
        all.push(Listed::new(
            "heuristic",
            "weighs ways, danger and fire; heuristic:FILE with the weights of a file",
        ));
        all.push(Listed::new(
            "search:200",
            "simulates whole games of the heuristic, 200 for each decision; any other number works",
        ));
        all
    }

    fn player(rules: &Pluton, name: &str, side: Side, read: ReadFile<'_>) -> Result<Seat, String> {
        let (kind, detail) = name.split_once(':').map_or((name, None), |(kind, detail)| (kind, Some(detail)));
        let planned = |file: &str, text: &str| {
            let plan = Plan::read(side, file, text, weights_named(None, side, read)?)?;
            Ok(Seat::Heuristic(Box::new(Heuristic::new(rules, plan.weights))))
        };
        match (kind, detail, shipped_plan(name)) {
            (.., Some(text)) => planned(&format!("scenarios/pluton/plans/{name}.toml"), text),
            ("plan", Some(file), _) => planned(file, &file_of(kind, file, read)?),
            ("plan", None, _) => {
                Err("`plan` needs a file: write plan:FILE, with `name`, `about`, `side` and `[weights]`"
                    .to_owned())
            }
            ("uniform", None, _) => Ok(Seat::Uniform(Uniform::default())),
            ("greedy", samples, _) => {
                Ok(Seat::Greedy(Box::new(Greedy::new(rules, Balance, number(samples, &SAMPLES)?))))
            }
            ("heuristic", file, _) => {
                Ok(Seat::Heuristic(Box::new(Heuristic::new(rules, weights_named(file, side, read)?))))
            }
            ("search", simulations, _) => {
                let [first, second] = Side::BOTH.map(|side| weights_named(None, side, read));
                let weights = BySide([first?, second?]);
                let policies = BySide::from_fn(|side| Heuristic::new(rules, weights[side]));
                let simulations = number(simulations, &SIMULATIONS)?;
                Ok(Seat::Search(Box::new(Search::new(rules, policies, simulations))))
            }
            _ => Err(no_such_player(name, &Self::players(rules, side))),
        }
    }

    /// The heuristic's weights, its own or those of the policy that `search` plays its games with.
    fn text_of(_: &Pluton, name: &str, _: Side) -> &'static str {
        match name.split_once(':').map_or(name, |(kind, _)| kind) {
            "search" => WEIGHTS,
            "heuristic" if !name.contains(':') => WEIGHTS,
            _ => shipped_plan(name).unwrap_or_default(),
        }
    }

    fn tunable<'r>(
        rules: &'r Pluton,
        name: &str,
        side: Side,
        read: ReadFile<'_>,
    ) -> Result<AnyTunable<'r, Self>, String> {
        let file = weighed::<Self>(rules, name, side, read)?;
        let [first, second] = Side::BOTH.map(|side| weights_named(file, side, read));
        let weights = BySide([first?, second?]);
        let player = |weights| Seat::Heuristic(Box::new(Heuristic::new(rules, weights)));
        Ok(Box::new(Weighing { weights, tables: SIDES, side, player }))
    }
}

/// The text of the shipped plan of this name.
fn shipped_plan(name: &str) -> Option<&'static str> {
    plan::SHIPPED.iter().find(|(known, ..)| *known == name).map(|(.., text)| *text)
}

/// The weights of a side from a file, or those that are built in.
fn weights_named(file: Option<&str>, side: Side, read: ReadFile<'_>) -> Result<Weights, String> {
    Weights::named(file, WEIGHTS, SIDES[side as usize], read)
}
