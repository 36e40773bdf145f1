//! The players of the family of *Niemenczyn 1794*.
//!
//! | module | contents |
//! |---|---|
//! | `heuristic` | the player that values every action; its weights are in `weights` |
//! | `tuning` | its weights as something to be tuned |
//! | `whose` | which side a plan or a table of weights is for |
//! | `evaluation` | how good a position is, for players that look ahead |
//! | `stakes` | what a victory point is worth, by the lead, the clock and the camp |
//! | `scene` | what is read off a position once a decision |
//! | [`set_up`] | where a side that sets up freely begins |
//! | `drill` | the heuristic with a net that was trained |
//! | `orders` | the orders that a player that plans an activation gives the heuristic |
//! | `marches` | what can be reached in a move, and what ways cost |
//! | [`plan`] | players that follow a plan written as data |
//! | [`habits`], [`seen`] | what any officer would do without orders; what lies open in a position |

mod door;
mod drill;
mod evaluation;
pub mod habits;
mod heuristic;
mod marches;
mod orders;
pub mod plan;
mod scene;
pub mod seen;
pub mod set_up;
mod stakes;
mod tuning;
pub mod weights;
mod whose;

pub use door::SYSTEM;
pub use evaluation::Judgement;
pub use heuristic::Heuristic;
pub use plan::Script;

use core::marker::PhantomData;
use std::sync::Arc;

use szala_insurrection::{Insurrection, Room, Small};
use szala_kernel::{BySide, Side};

use crate::heuristic::drilled::Choice;
use crate::marches::Marches;
use crate::weights::Weights;
use szala_ai::drilled::{DRILLED, Drilled};
use szala_ai::roster::{SAMPLES, SIMULATIONS, file_of, imagined, no_such_player, number, planned};
use szala_ai::weights::WeightList;
use szala_ai::{
    AnyDrillable, AnyTunable, Greedy, Listed, Mix, Planner, ReadFile, Roster, Search, Uniform, seat,
};

/// The default weights of the heuristic player.
pub const WEIGHTS: &str = include_str!("../../../scenarios/niemenczyn-1794/heuristic.toml");
/// Those for the book of *Maciejowice 1794*.
const WEIGHTS_OF_MACIEJOWICE: &str = include_str!("../../../scenarios/maciejowice-1794/heuristic.toml");

/// Tenths of a standard error by which another action must do better than the heuristic's own choice.
const MARGIN: u32 = 20;

seat! {
    /// Any player of the family.
    pub enum Seat<R: Room = Small> for Insurrection<R> {
        /// Plays at random.
        Uniform(Uniform),
        /// Looks one action ahead.
        Greedy(Box<Greedy<Judgement<R>>>),
        /// Follows a plan.
        Script(Script<R>),
        /// Values every action.
        Heuristic(Box<Heuristic<R>>),
        /// A heuristic whose options a net weighs.
        Drilled(Box<Drilled<Heuristic<R>, Choice<R>>>),
        /// Plans an activation as a whole, by simulations.
        Planner(Box<Planner<Insurrection<R>, Drilled<Heuristic<R>, Choice<R>>, Mix<Seat<R>>>>),
        /// Simulates games to their end (rollouts).
        Search(Box<Search<Insurrection<R>, Heuristic<R>>>),
    }
}

/// The players of the family, in games with this room.
#[derive(Clone, Copy, Debug)]
pub struct Players<R: Room = Small>(PhantomData<R>);

impl<R: Room> Roster for Players<R> {
    type Rules = Insurrection<R>;

    const USUAL: &'static str = "heuristic";
    const DEEP: Option<&'static str> = Some("planner:1500");

    type Seat = Seat<R>;

    fn players(rules: &Insurrection<R>, side: Side) -> Vec<Listed> {
        let listed = [
            ("uniform", "any legal action, at random"),
            (
                "greedy",
                "the action after which the position is worth most; greedy:N with N samples of the dice",
            ),
            (
                "heuristic",
                "values what it considers by exact odds; heuristic:FILE with weights, drilled:FILE with a trained net",
            ),
            (
                "search:200",
                "simulates whole games of the heuristic, 200 for each decision; any other number works",
            ),
            (
                "planner:1500",
                "plans an activation as a whole by 1500 simulated games of the heuristic; planner:1500:FILE of a mix",
            ),
        ];
        let listed = listed.map(|(name, about)| Listed { name: name.to_owned(), about: about.to_owned() });
        // The plans come after the two simplest players.
        let mut all = listed.to_vec();
        let plans = Script::shipped(rules, side);
        let last_plan = plans.len() + 1;
        all.splice(2..2, plans);
        // No entry of its own: every listed name can be played as it is.
        all[last_plan].about += "; plan:FILE for a plan of your own, written as docs/PLANS.md says";
        all
    }

    fn player(
        rules: &Insurrection<R>,
        name: &str,
        side: Side,
        read: ReadFile<'_>,
    ) -> Result<Seat<R>, String> {
        let (kind, detail) = name.split_once(':').map_or((name, None), |(kind, detail)| (kind, Some(detail)));
        match (kind, detail) {
            ("uniform", None) => Ok(Seat::Uniform(Uniform::default())),
            ("greedy", samples) => {
                let judgement = Judgement::new(&built_in_weights(rules)?, Arc::new(Marches::new(rules)));
                Ok(Seat::Greedy(Box::new(Greedy::new(rules, judgement, number(samples, &SAMPLES)?))))
            }
            ("heuristic", None) => {
                Ok(Seat::Heuristic(Box::new(Heuristic::new(rules, built_in_weights(rules)?[side]))))
            }
            ("heuristic", Some(file)) => {
                let (weights, set_up) = whose::officer(rules, side, file, &file_of(kind, file, read)?)?;
                Ok(Seat::Heuristic(Box::new(Heuristic::new(rules, weights).set_up_as(set_up))))
            }
            (DRILLED, None) => Err(format!(
                "`{DRILLED}` needs a file: write {DRILLED}:FILE, with a net that `szala drill` trained"
            )),
            (DRILLED, Some(file)) => {
                let drilled = drill::player(rules, side, file, &file_of(kind, file, read)?)?;
                Ok(Seat::Drilled(Box::new(drilled)))
            }
            ("search", simulations) => {
                let weights = built_in_weights(rules)?;
                let simulations = number(simulations, &SIMULATIONS)?;
                let player = Heuristic::new(rules, Weights::default());
                let policies = BySide::from_fn(|side| player.with(rules, weights[side]));
                Ok(Seat::Search(Box::new(Search::new(rules, policies, simulations).with_margin(MARGIN))))
            }
            ("planner", detail) => planner(rules, detail, side, read),
            ("plan", None) => {
                Err("`plan` needs a file: write plan:FILE, with a plan as docs/PLANS.md says".to_owned())
            }
            ("plan", Some(file)) => {
                Script::read(rules, side, file, &file_of(kind, file, read)?).map(Seat::Script)
            }
            (plan, None) => match Script::by_name(rules, side, plan) {
                Some(script) => script.map(Seat::Script),
                None => Err(no_such_player(name, &Self::players(rules, side))),
            },
            _ => Err(no_such_player(name, &Self::players(rules, side))),
        }
    }

    /// All players except the random one use the built-in weights, in the heuristic itself or as a policy; plans
    /// bring their text.
    fn text_of(rules: &Insurrection<R>, name: &str, _: Side) -> &'static str {
        match name.split(':').next() {
            Some("greedy" | "search" | "planner") => weights_of(rules),
            Some("heuristic") if !name.contains(':') => weights_of(rules),
            _ => plan::shipped_text(name).unwrap_or_default(),
        }
    }

    fn tunable<'r>(
        rules: &'r Insurrection<R>,
        name: &str,
        side: Side,
        read: ReadFile<'_>,
    ) -> Result<AnyTunable<'r, Self>, String> {
        tuning::tunable(rules, name, side, read)
    }

    fn drillable<'r>(
        rules: &'r Insurrection<R>,
        name: &str,
        side: Side,
        read: ReadFile<'_>,
    ) -> Result<AnyDrillable<'r, Self>, String> {
        Ok(Box::new(drill::recruit(rules, name, side, read)?))
    }
}

/// The player that plans: by simulations between the built-in heuristics, or between the players of a mix.
fn planner<R: Room>(
    rules: &Insurrection<R>,
    detail: Option<&str>,
    side: Side,
    read: ReadFile<'_>,
) -> Result<Seat<R>, String> {
    let (simulations, file) = planned(detail)?;
    let usual = Heuristic::new(rules, built_in_weights(rules)?[side]);
    let Some(file) = file else {
        let opponent = Mix::alone(Players::player(rules, Players::<R>::USUAL, !side, read)?);
        let own = Drilled::new(usual.in_many_styles(&[]), None);
        return Ok(Seat::Planner(Box::new(Planner::new(rules, own, opponent, simulations))));
    };
    let players = |side| imagined::<Players<R>>(rules, file, side, read);
    // The player with the largest share decides, with the weights of the others to choose from.
    let mut own = players(side)?.into_iter().filter_map(|(_, player)| match player {
        Seat::Heuristic(player) => Some(Drilled::new(*player, None)),
        Seat::Drilled(player) => Some(*player),
        _ => None,
    });
    let first = own.next().unwrap_or_else(|| Drilled::new(usual, None));
    let others: Vec<Weights> = own.map(|player| player.policy().usual_weights()).collect();
    let own = first.with_policy(|policy| policy.in_many_styles(&others));
    let opponent = Mix::of(players(!side)?);
    Ok(Seat::Planner(Box::new(Planner::new(rules, own, opponent, simulations))))
}

/// The file of the default weights, by the book: what a book has and another has not needs weights of its own, and
/// armies of two hundred counters play otherwise than two dozen.
fn weights_of<R: Room>(rules: &Insurrection<R>) -> &'static str {
    match rules.scenario().book.name() {
        Some("maciejowice-1794") => WEIGHTS_OF_MACIEJOWICE,
        _ => WEIGHTS,
    }
}

/// The default weights of the heuristic player: by seat, whatever a scenario calls its sides.
fn built_in_weights<R: Room>(rules: &Insurrection<R>) -> Result<BySide<Weights>, String> {
    let text = weights_of(rules);
    let [first, second] = whose::SHIPPED.map(|side| Weights::read("the built-in weights", text, side, &[]));
    Ok(BySide([first?, second?]))
}

#[cfg(test)]
mod testing;
