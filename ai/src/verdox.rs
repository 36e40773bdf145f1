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

mod evaluation;
mod heuristic;
mod line;
mod prices;
mod quarters;
mod script;
mod seen;
mod ways;

use szala_kernel::{BySide, GameSeed, Side};
use szala_verdox::{Action, Verdox};

pub use evaluation::Balance;
pub use heuristic::Heuristic;
pub use script::{Plan, Script};

use crate::roster::{SAMPLES, SIMULATIONS, no_such_player, number};
use crate::{Glance, Greedy, Listed, Opinion, Player, ReadFile, Roster, Search, Uniform, View};

/// Any player of the game.
#[derive(Clone, Debug)]
pub enum Seat {
    /// Plays by chance.
    Uniform(Uniform),
    /// Looks one action ahead.
    Greedy(Box<Greedy<Balance>>),
    /// Follows a plan.
    Script(Box<Script>),
    /// Weighs.
    Heuristic(Box<Heuristic>),
    /// Plays games to their end in its mind.
    Search(Box<Search<Verdox, Heuristic>>),
}

/// Asks the player of a seat, whichever it is.
macro_rules! of_seat {
    ($seat:expr, $player:ident => $answer:expr) => {
        match $seat {
            Seat::Uniform($player) => $answer,
            Seat::Greedy($player) => $answer,
            Seat::Script($player) => $answer,
            Seat::Heuristic($player) => $answer,
            Seat::Search($player) => $answer,
        }
    };
}

impl Player<Verdox> for Seat {
    fn begin(&mut self, rules: &Verdox, game: GameSeed, side: Side) {
        of_seat!(self, player => player.begin(rules, game, side));
    }

    fn choose(&mut self, view: &View<'_, Verdox>) -> usize {
        of_seat!(self, player => player.choose(view))
    }

    fn at_once(&mut self, glance: Glance<'_, Verdox>) -> Option<Action> {
        of_seat!(self, player => player.at_once(glance))
    }

    fn opinions(&self, view: &View<'_, Verdox>) -> Vec<Opinion> {
        of_seat!(self, player => player.opinions(view))
    }
}

impl Roster for Verdox {
    const USUAL: &'static str = "heuristic";

    type Seat = Seat;

    fn players(&self, _: Side) -> Vec<Listed> {
        let [rush, hold] = Plan::ALL.map(Plan::told);
        [
            ["uniform", "any legal action by chance"],
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

    fn player(&self, name: &str, side: Side, _: ReadFile<'_>) -> Result<Seat, String> {
        let (kind, detail) = name.split_once(':').map_or((name, None), |(kind, detail)| (kind, Some(detail)));
        let plan = Plan::ALL.into_iter().find(|plan| plan.told()[0] == name);
        match (kind, detail, plan) {
            (.., Some(plan)) => Ok(Seat::Script(Box::new(Script::new(self, side, plan)))),
            ("uniform", None, _) => Ok(Seat::Uniform(Uniform::default())),
            ("greedy", samples, _) => {
                let samples = number(samples, &SAMPLES)?;
                Ok(Seat::Greedy(Box::new(Greedy::new(self, Balance::new(self), samples))))
            }
            ("heuristic", None, _) => Ok(Seat::Heuristic(Box::new(Heuristic::new(self, side)))),
            ("search", simulations, _) => {
                let policies = BySide::from_fn(|side| Heuristic::new(self, side));
                let simulations = number(simulations, &SIMULATIONS)?;
                Ok(Seat::Search(Box::new(Search::new(self, policies, simulations))))
            }
            _ => Err(no_such_player(name, &self.players(side))),
        }
    }
}
