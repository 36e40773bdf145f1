//! The players of *SPQR*.
//!
//! | module | what is there |
//! |---|---|
//! | `heuristic` | the player that weighs where units go, whom they attack and who commands |
//! | `plan` | plans by lines, written as data, which it keeps to |
//! | `weights` | what it weighs with |
//! | `evaluation` | how good a position is, for players that look ahead |
//! | `door` | the description of the system |

mod door;
mod evaluation;
mod heuristic;
mod plan;
mod weights;

use szala_ai::roster::{SAMPLES, SIMULATIONS, file_of, no_such_player, number};
use szala_ai::weights::{Weighing, WeightList, weighed};
use szala_ai::{AnyTunable, Greedy, Listed, ReadFile, Roster, Search, Uniform, seat};
use szala_kernel::{BySide, Side};
use szala_spqr::Spqr;

pub use door::SYSTEM;
pub use evaluation::Balance;
pub use heuristic::Heuristic;

use crate::plan::Plan;
use crate::weights::Weights;

/// The weights of the heuristic player when no file is named.
const WEIGHTS: &str = include_str!("../../../scenarios/spqr/heuristic.toml");

/// The tables of a file of weights, the first side's first.
const SIDES: [&str; 2] = ["first", "second"];

seat! {
    /// Any player of the game.
    pub enum Seat for Spqr {
        /// Plays at random.
        Uniform(Uniform),
        /// Looks one action ahead.
        Greedy(Box<Greedy<Balance>>),
        /// The heuristic.
        Heuristic(Box<Heuristic>),
        /// Simulates games to their end (rollouts).
        Search(Box<Search<Spqr, Heuristic>>),
    }
}

/// The players of *SPQR*.
#[derive(Clone, Copy, Debug)]
pub struct Players;

impl Roster for Players {
    type Rules = Spqr;

    const USUAL: &'static str = "heuristic";

    type Seat = Seat;

    fn players(rules: &Spqr, side: Side) -> Vec<Listed> {
        let mut all: Vec<Listed> = [
            ("uniform", "any legal action, at random"),
            (
                "greedy",
                "the action after which the position is worth most; greedy:N with N samples of the dice",
            ),
            (
                "heuristic",
                "weighs where units go, whom they attack and who commands; heuristic:FILE with the weights of a file",
            ),
            (
                "search:200",
                "simulates whole games of the heuristic, 200 for each decision; any other number works",
            ),
        ]
        .map(|(name, about)| Listed::new(name, about))
        .into();
        // Where a scenario has other lines, the plan is not for it.
        let planned =
            plan::SHIPPED.into_iter().filter(|(_, its, _)| *its == side).filter_map(|(name, _, text)| {
                let plan = Plan::read(rules, side, name, text, Weights::default()).ok()?;
                Some(Listed::new(name, &plan.about))
            });
        let before_search = all.len() - 1;
        all.splice(before_search..before_search, planned);
        all[before_search - 1].about += "; plan:FILE for a plan by lines of your own";
        all
    }

    fn player(rules: &Spqr, name: &str, side: Side, read: ReadFile<'_>) -> Result<Seat, String> {
        let (kind, detail) = name.split_once(':').map_or((name, None), |(kind, detail)| (kind, Some(detail)));
        let planned = |file: &str, text: &str| {
            let plan = Plan::read(rules, side, file, text, weights_named(None, side, read)?)?;
            Ok(Seat::Heuristic(Box::new(Heuristic::new(rules, plan.weights).under(plan.orders))))
        };
        if let Some(text) = shipped_plan(name, side) {
            return planned(&format!("scenarios/spqr/plans/{name}.toml"), text);
        }
        match (kind, detail) {
            ("plan", Some(file)) => planned(file, &file_of(kind, file, read)?),
            ("plan", None) => {
                Err("`plan` needs a file: write plan:FILE, as docs/PLANS.md describes it".to_owned())
            }
            ("uniform", None) => Ok(Seat::Uniform(Uniform::default())),
            ("greedy", samples) => {
                Ok(Seat::Greedy(Box::new(Greedy::new(rules, Balance, number(samples, &SAMPLES)?))))
            }
            ("heuristic", file) => {
                Ok(Seat::Heuristic(Box::new(Heuristic::new(rules, weights_named(file, side, read)?))))
            }
            ("search", simulations) => {
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
    fn text_of(_: &Spqr, name: &str, side: Side) -> &'static str {
        match name.split_once(':').map_or(name, |(kind, _)| kind) {
            "search" => WEIGHTS,
            "heuristic" if !name.contains(':') => WEIGHTS,
            _ => shipped_plan(name, side).unwrap_or_default(),
        }
    }

    fn tunable<'r>(
        rules: &'r Spqr,
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

/// The text of a side's shipped plan of this name.
fn shipped_plan(name: &str, side: Side) -> Option<&'static str> {
    plan::SHIPPED.iter().find(|(known, its, _)| (*known, *its) == (name, side)).map(|(.., text)| *text)
}

/// The weights of a side from a file, or those that are built in.
fn weights_named(file: Option<&str>, side: Side, read: ReadFile<'_>) -> Result<Weights, String> {
    Weights::named(file, WEIGHTS, SIDES[side as usize], read)
}

#[cfg(test)]
mod testing;
