//! The players of the family of *Niemenczyn 1794*.
//!
//! | module | what is there |
//! |---|---|
//! | `heuristic` | the player that values every action; its weights are in `weights` |
//! | `tuning` | its weights as something to be tuned |
//! | `stakes` | what a victory point is worth, by the lead, the clock and the camp |
//! | `scene` | what is read off a position once a decision |
//! | `marches` | what can be reached in a move, and what ways cost |

mod heuristic;
mod marches;
mod scene;
mod stakes;
mod tuning;
pub mod weights;

pub use heuristic::Heuristic;

use szala_insurrection::Insurrection;
use szala_kernel::{GameSeed, Notation, Side};

use crate::roster::no_such_player;
use crate::{AnyTunable, Listed, Opinion, Player, ReadFile, Roster, Uniform, View};

/// The weights that the heuristic player has unless told otherwise.
const WEIGHTS: &str = include_str!("../../scenarios/niemenczyn-1794/heuristic.toml");

/// Any player of the family.
#[derive(Clone, Debug)]
pub enum Seat {
    /// Plays by chance.
    Uniform(Uniform),
    /// Values every action.
    Heuristic(Box<Heuristic>),
}

/// Asks the player of a seat, whichever it is.
macro_rules! of_seat {
    ($seat:expr, $player:ident => $answer:expr) => {
        match $seat {
            Seat::Uniform($player) => $answer,
            Seat::Heuristic($player) => $answer,
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

    fn opinions(&self, view: &View<'_, Insurrection>) -> Vec<Opinion> {
        of_seat!(self, player => player.opinions(view))
    }
}

impl Roster for Insurrection {
    type Seat = Seat;

    fn players(&self, _: Side) -> Vec<Listed> {
        let listed = [
            ("uniform", "any legal action by chance"),
            ("heuristic", "values every action by exact odds; heuristic:FILE with the weights of a file"),
        ];
        listed.map(|(name, about)| Listed { name: name.to_owned(), about: about.to_owned() }).into()
    }

    fn player(&self, name: &str, side: Side, read: ReadFile<'_>) -> Result<Seat, String> {
        let (kind, detail) = name.split_once(':').map_or((name, None), |(kind, detail)| (kind, Some(detail)));
        match (kind, detail) {
            ("uniform", None) => Ok(Seat::Uniform(Uniform::default())),
            ("heuristic", file) => {
                let weights = match file {
                    Some(file) => weights::read(file, &read(file)?, self.side_name(side))?,
                    None => weights::read("the built-in weights", WEIGHTS, self.side_name(side))?,
                };
                Ok(Seat::Heuristic(Box::new(Heuristic::new(self, weights))))
            }
            _ => Err(no_such_player(name, &self.players(side))),
        }
    }

    fn tunable(&self, name: &str, side: Side, read: ReadFile<'_>) -> Result<AnyTunable<'_, Self>, String> {
        tuning::tunable(self, name, side, read)
    }
}
