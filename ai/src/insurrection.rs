//! The players of the family of *Niemenczyn 1794*.
//!
//! | module | what is there |
//! |---|---|
//! | `heuristic` | the player that values every action; its weights are in `weights` |
//! | `tuning` | its weights as something to be tuned |
//! | `evaluation` | how good a position is, for players that look ahead |
//! | `stakes` | what a victory point is worth, by the lead, the clock and the camp |
//! | `scene` | what is read off a position once a decision |
//! | `marches` | what can be reached in a move, and what ways cost |
//! | [`plan`] | players that follow a plan written as data |
//! | [`habits`], [`seen`] | what any officer would do without being told; what lies open in a position |

mod evaluation;
pub mod habits;
mod heuristic;
mod marches;
pub mod plan;
mod scene;
pub mod seen;
mod stakes;
mod tuning;
pub mod weights;

pub use evaluation::Judgement;
pub use heuristic::Heuristic;
pub use plan::Script;

use std::sync::Arc;

use szala_insurrection::{Action, Insurrection};
use szala_kernel::{BySide, GameSeed, Notation, Side};

use crate::insurrection::marches::Marches;
use crate::insurrection::weights::Weights;
use crate::roster::{SAMPLES, SIMULATIONS, file_of, no_such_player, number};
use crate::{AnyTunable, Glance, Greedy, Listed, Opinion, Player, ReadFile, Roster, Search, Uniform, View};

/// The weights that the heuristic player has unless told otherwise.
const WEIGHTS: &str = include_str!("../../scenarios/niemenczyn-1794/heuristic.toml");

/// Tenths of a standard error by which another action must do better than the heuristic's own choice.
const MARGIN: u32 = 20;

/// Any player of the family.
#[derive(Clone, Debug)]
pub enum Seat {
    /// Plays by chance.
    Uniform(Uniform),
    /// Looks one action ahead.
    Greedy(Box<Greedy<Judgement>>),
    /// Follows a plan.
    Script(Script),
    /// Values every action.
    Heuristic(Box<Heuristic>),
    /// Plays games to their end in its mind.
    Search(Box<Search<Insurrection, Heuristic>>),
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

impl Player<Insurrection> for Seat {
    fn begin(&mut self, rules: &Insurrection, game: GameSeed, side: Side) {
        of_seat!(self, player => player.begin(rules, game, side));
    }

    fn choose(&mut self, view: &View<'_, Insurrection>) -> usize {
        of_seat!(self, player => player.choose(view))
    }

    fn at_once(&mut self, glance: Glance<'_, Insurrection>) -> Option<Action> {
        of_seat!(self, player => player.at_once(glance))
    }

    fn opinions(&self, view: &View<'_, Insurrection>) -> Vec<Opinion> {
        of_seat!(self, player => player.opinions(view))
    }
}

impl Roster for Insurrection {
    const USUAL: &'static str = "heuristic";

    type Seat = Seat;

    fn players(&self, side: Side) -> Vec<Listed> {
        let listed = [
            ("uniform", "any legal action by chance"),
            (
                "greedy",
                "the action after which the position is worth most; greedy:N with N samples of the dice",
            ),
            (
                "heuristic",
                "values what it considers by exact odds; heuristic:FILE with the weights of a file",
            ),
            (
                "search:200",
                "plays games of the heuristic to their end, so many a decision; any other number too",
            ),
        ];
        let listed = listed.map(|(name, about)| Listed { name: name.to_owned(), about: about.to_owned() });
        // The plans after the two that think least.
        let mut all = listed.to_vec();
        let plans = Script::shipped(self, side);
        let last_plan = plans.len() + 1;
        all.splice(2..2, plans);
        // No entry of its own: every name that is listed can be played as it stands.
        all[last_plan].about += "; plan:FILE for a plan of your own, written as docs/PLANS.md says";
        all
    }

    fn player(&self, name: &str, side: Side, read: ReadFile<'_>) -> Result<Seat, String> {
        let (kind, detail) = name.split_once(':').map_or((name, None), |(kind, detail)| (kind, Some(detail)));
        match (kind, detail) {
            ("uniform", None) => Ok(Seat::Uniform(Uniform::default())),
            ("greedy", samples) => {
                let judgement = Judgement::new(&built_in_weights(self)?, Arc::new(Marches::new(self)));
                Ok(Seat::Greedy(Box::new(Greedy::new(self, judgement, number(samples, &SAMPLES)?))))
            }
            ("heuristic", None) => {
                Ok(Seat::Heuristic(Box::new(Heuristic::new(self, built_in_weights(self)?[side]))))
            }
            ("heuristic", Some(file)) => {
                let weights = weights::read(file, &file_of(kind, file, read)?, self.side_name(side))?;
                Ok(Seat::Heuristic(Box::new(Heuristic::new(self, weights))))
            }
            ("search", simulations) => {
                let weights = built_in_weights(self)?;
                let simulations = number(simulations, &SIMULATIONS)?;
                let player = Heuristic::new(self, Weights::default());
                let policies = BySide::from_fn(|side| player.with(self, weights[side]));
                Ok(Seat::Search(Box::new(Search::new(self, policies, simulations).with_margin(MARGIN))))
            }
            ("plan", None) => {
                Err("`plan` needs a file: write plan:FILE, with a plan as docs/PLANS.md says".to_owned())
            }
            ("plan", Some(file)) => {
                Script::read(self, side, file, &file_of(kind, file, read)?).map(Seat::Script)
            }
            (plan, None) => match Script::by_name(self, side, plan) {
                Some(script) => script.map(Seat::Script),
                None => Err(no_such_player(name, &self.players(side))),
            },
            _ => Err(no_such_player(name, &self.players(side))),
        }
    }

    fn tunable(&self, name: &str, side: Side, read: ReadFile<'_>) -> Result<AnyTunable<'_, Self>, String> {
        tuning::tunable(self, name, side, read)
    }
}

/// The weights that the heuristic player has unless told otherwise.
fn built_in_weights(game: &Insurrection) -> Result<BySide<Weights>, String> {
    let of = |side| weights::read("the built-in weights", WEIGHTS, game.side_name(side));
    Ok(BySide([of(Side::First)?, of(Side::Second)?]))
}

#[cfg(test)]
mod testing;
