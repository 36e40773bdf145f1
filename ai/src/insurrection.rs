//! The players of the family of *Niemenczyn 1794*.
//!
//! | module | what is there |
//! |---|---|
//! | `heuristic` | the player that values every action; its weights are in `weights` |
//! | `stakes` | what a victory point is worth, by the lead, the clock and the camp |
//! | `scene` | what is read off a position once a decision |
//! | `marches` | what can be reached in a move, and what ways cost |
//! | [`plan`] | players that follow a plan written as data |
//! | [`habits`], [`seen`] | what any officer would do without being told; what lies open in a position |

pub mod habits;
mod heuristic;
mod marches;
pub mod plan;
mod scene;
pub mod seen;
mod stakes;
pub mod weights;

pub use heuristic::Heuristic;
pub use plan::Script;

use szala_insurrection::Insurrection;
use szala_kernel::{GameSeed, Notation, Side};

use crate::roster::no_such_player;
use crate::{Listed, Opinion, Player, ReadFile, Roster, Uniform, View};

/// The weights that the heuristic player has unless told otherwise.
const WEIGHTS: &str = include_str!("../../scenarios/niemenczyn-1794/heuristic.toml");

/// Any player of the family.
#[derive(Clone, Debug)]
pub enum Seat {
    /// Plays by chance.
    Uniform(Uniform),
    /// Follows a plan.
    Script(Script),
    /// Values every action.
    Heuristic(Box<Heuristic>),
}

/// Asks the player of a seat, whichever it is.
macro_rules! of_seat {
    ($seat:expr, $player:ident => $answer:expr) => {
        match $seat {
            Seat::Uniform($player) => $answer,
            Seat::Script($player) => $answer,
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

    fn players(&self, side: Side) -> Vec<Listed> {
        let listed = [
            ("uniform", "any legal action by chance"),
            ("heuristic", "values every action by exact odds; heuristic:FILE with the weights of a file"),
        ];
        let listed = listed.map(|(name, about)| Listed { name: name.to_owned(), about: about.to_owned() });
        // The plans after the player by chance: the weakest kind first.
        let mut all = listed.to_vec();
        all.splice(1..1, Script::shipped(self, side));
        all
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
            ("plan", Some(file)) => Script::read(self, side, file, &read(file)?).map(Seat::Script),
            (plan, None) => match Script::by_name(self, side, plan) {
                Some(script) => script.map(Seat::Script),
                None => Err(no_such_player(name, &self.players(side))),
            },
            _ => Err(no_such_player(name, &self.players(side))),
        }
    }
}
