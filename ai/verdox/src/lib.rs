//! The players of *Verdox*.
//!
//! | module | what is there |
//! |---|---|
//! | `script` | the two plans, `rush` and `hold` |
//! | `heuristic` | the player that weighs marching, danger and targets |
//! | `evaluation` | how good a position is, for players that look ahead |
//! | `seen` | what lies open in a position |
//! | `ways` | how far it is to either headquarters |
//! | `line` | in which order units are taken up |
//! | `prices` | what it is worth to hit somebody |
//! | `quarters` | headquarters that can be taken in one turn |

mod door;
mod evaluation;
mod heuristic;
mod line;
mod prices;
mod quarters;
mod script;
mod seen;
mod ways;

use szala_kernel::{BySide, Side};
use szala_verdox::Verdox;

pub use door::SYSTEM;
pub use evaluation::Balance;
pub use heuristic::Heuristic;
pub use script::{Plan, Script};

use szala_ai::roster::{SAMPLES, SIMULATIONS, no_such_player, number};
use szala_ai::{Greedy, Listed, ReadFile, Roster, Search, Uniform, seat};

seat! {
    /// Any player of the game.
    pub enum Seat for Verdox {
        /// Plays at random.
        Uniform(Uniform),
        /// Looks one action ahead.
        Greedy(Box<Greedy<Balance>>),
        /// Follows a plan.
        Script(Box<Script>),
        /// The heuristic.
        Heuristic(Box<Heuristic>),
        /// Simulates games to their end (rollouts).
        Search(Box<Search<Verdox, Heuristic>>),
    }
}

/// The players of *Verdox*.
#[derive(Clone, Copy, Debug)]
pub struct Players;

impl Roster for Players {
    type Rules = Verdox;

    const USUAL: &'static str = "heuristic";

    type Seat = Seat;

    fn players(_: &Verdox, _: Side) -> Vec<Listed> {
        let [rush, hold] = Plan::ALL.map(Plan::told);
        [
            ["uniform", "any legal action, at random"],
            [
                "greedy",
                "the action after which the position is worth most; greedy:N with N samples of the dice",
            ],
            rush,
            hold,
            ["heuristic", "guards its headquarters and goes forward as far as it pays"],
            [
                "search:200",
                "plays games of the heuristic to their end, so many a decision; any other number too",
            ],
        ]
        .map(|[name, about]| Listed { name: name.to_owned(), about: about.to_owned() })
        .into()
    }

    fn player(rules: &Verdox, name: &str, side: Side, _: ReadFile<'_>) -> Result<Seat, String> {
        let (kind, detail) = name.split_once(':').map_or((name, None), |(kind, detail)| (kind, Some(detail)));
        let plan = Plan::ALL.into_iter().find(|plan| plan.told()[0] == name);
        match (kind, detail, plan) {
            (.., Some(plan)) => Ok(Seat::Script(Box::new(Script::new(rules, side, plan)))),
            ("uniform", None, _) => Ok(Seat::Uniform(Uniform::default())),
            ("greedy", samples, _) => {
                let samples = number(samples, &SAMPLES)?;
                Ok(Seat::Greedy(Box::new(Greedy::new(rules, Balance::new(rules), samples))))
            }
            ("heuristic", None, _) => Ok(Seat::Heuristic(Box::new(Heuristic::new(rules, side)))),
            ("search", simulations, _) => {
                let policies = BySide::from_fn(|side| Heuristic::new(rules, side));
                let simulations = number(simulations, &SIMULATIONS)?;
                Ok(Seat::Search(Box::new(Search::new(rules, policies, simulations))))
            }
            _ => Err(no_such_player(name, &Self::players(rules, side))),
        }
    }
}
