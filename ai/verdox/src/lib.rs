//! The players of *Verdox*.
//!
//! | module | contents |
//! |---|---|
//! | `plan`, `script` | plans written as data, and the player that follows one |
//! | `heuristic` | the player that weighs marching, danger and targets; its weights are in [`weights`] |
//! | `judge` | what the heuristic makes of squares and actions |
//! | `danger`, `works` | the fire on a square; the fortress around headquarters |
//! | `entry` | which units come in, and where |
//! | `parts` | which units guard, return or are bold |
//! | `posture`, `orders` | postures of parts of the army for a turn, chosen by a net or a planner |
//! | `survey` | the inputs of a net |
//! | `drill` | the heuristic with a net that was trained |
//! | `evaluation` | how good a position is, for players that look ahead |
//! | `seen` | what lies open in a position |
//! | `ways` | how far it is to either headquarters |
//! | `line` | in which order units are taken up |
//! | `prices` | the value of hitting a unit |
//! | `quarters` | headquarters that can be taken in one turn |

mod danger;
mod door;
mod drill;
mod entry;
mod evaluation;
mod heuristic;
mod judge;
mod line;
mod orders;
mod parts;
mod plan;
mod posture;
mod prices;
mod quarters;
mod script;
mod seen;
mod survey;
mod turn;
mod ways;
pub mod weights;
mod works;

use szala_kernel::{BySide, Side};
use szala_verdox::Verdox;

pub use door::SYSTEM;
pub use evaluation::Balance;
pub use heuristic::Heuristic;
pub use script::Script;

use crate::orders::Choice;
use crate::plan::Plan;
use crate::weights::Weights;
use szala_ai::drilled::{DRILLED, Drilled};
use szala_ai::roster::{SAMPLES, SIMULATIONS, file_of, imagined, no_such_player, number, planned};
use szala_ai::weights::{Weighing, WeightList, weighed};
use szala_ai::{
    AnyDrillable, AnyTunable, Greedy, Listed, Mix, Planner, ReadFile, Roster, Search, Uniform, seat,
};

/// The weights of the heuristic player when no file is named.
const WEIGHTS: &str = include_str!("../../../scenarios/verdox/heuristic.toml");

/// The tables of a file of weights, the first side's first.
const SIDES: [&str; 2] = ["Hasbergs", "Askans"];

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
        /// A heuristic with a net that chooses postures for a turn.
        Drilled(Box<Drilled<Heuristic, Choice>>),
        /// Plans a turn as a whole, by simulations.
        Planner(Box<Planner<Verdox, Drilled<Heuristic, Choice>, Mix<Seat>>>),
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
    const DEEP: Option<&'static str> = Some("planner:400");

    type Seat = Seat;

    fn players(_: &Verdox, side: Side) -> Vec<Listed> {
        let mut all = vec![
            Listed::new("uniform", "any legal action, at random"),
            Listed::new(
                "greedy",
                "the action after which the position is worth most; greedy:N with N samples of the dice",
            ),
        ];
        let plans = plan::SHIPPED.map(|(name, text)| {
            let about = Plan::read(side, name, text, Weights::default()).map(|plan| plan.about);
            Listed::new(name, &about.unwrap_or_default())
        });
        all.extend(plans);
        // No entry of its own: every listed name can be played as it is.
        let last_plan = all.len() - 1;
        all[last_plan].about += "; plan:FILE for a plan of your own, written as docs/PLANS.md says";
        all.push(Listed::new(
            "heuristic",
            "weighs march, fire and targets; heuristic:FILE with weights, drilled:FILE with a trained net",
        ));
        all.push(Listed::new(
            "search:200",
            "simulates whole games of the heuristic, 200 for each decision; any other number works",
        ));
        all.push(Listed::new(
            "planner:400",
            "plans a turn as a whole by 400 simulated games of the heuristic; planner:400:FILE of a mix",
        ));
        all
    }

    fn player(rules: &Verdox, name: &str, side: Side, read: ReadFile<'_>) -> Result<Seat, String> {
        let (kind, detail) = name.split_once(':').map_or((name, None), |(kind, detail)| (kind, Some(detail)));
        let script = |file: &str, text: &str| {
            let weights = weights_named(None, side, read)?;
            Ok(Seat::Script(Box::new(Script::read(rules, side, file, text, weights)?)))
        };
        match (kind, detail, shipped_plan(name)) {
            (.., Some(text)) => script(&format!("scenarios/verdox/plans/{name}.toml"), text),
            ("plan", Some(file), _) => script(file, &file_of(kind, file, read)?),
            ("plan", None, _) => {
                Err("`plan` needs a file: write plan:FILE, with a plan as docs/PLANS.md says".to_owned())
            }
            ("uniform", None, _) => Ok(Seat::Uniform(Uniform::default())),
            ("greedy", samples, _) => {
                let samples = number(samples, &SAMPLES)?;
                Ok(Seat::Greedy(Box::new(Greedy::new(rules, Balance::new(rules), samples))))
            }
            ("heuristic", file, _) => {
                let weights = weights_named(file, side, read)?;
                Ok(Seat::Heuristic(Box::new(Heuristic::new(rules, side, weights))))
            }
            (DRILLED, None, _) => Err(format!(
                "`{DRILLED}` needs a file: write {DRILLED}:FILE, with a net that `szala drill` trained"
            )),
            (DRILLED, Some(file), _) => Ok(Seat::Drilled(Box::new(drill::player(rules, side, file, read)?))),
            ("planner", detail, _) => planner(rules, detail, side, read),
            ("search", simulations, _) => {
                let [first, second] = Side::BOTH.map(|side| weights_named(None, side, read));
                let weights = BySide([first?, second?]);
                let policies = BySide::from_fn(|side| Heuristic::new(rules, side, weights[side]));
                let simulations = number(simulations, &SIMULATIONS)?;
                Ok(Seat::Search(Box::new(Search::new(rules, policies, simulations))))
            }
            _ => Err(no_such_player(name, &Self::players(rules, side))),
        }
    }

    /// The heuristic's weights, its own or those of the policy that `search` plays its games with.
    fn text_of(_: &Verdox, name: &str, _: Side) -> &'static str {
        match name.split_once(':').map_or(name, |(kind, _)| kind) {
            "search" | "planner" => WEIGHTS,
            "heuristic" if !name.contains(':') => WEIGHTS,
            _ => shipped_plan(name).unwrap_or_default(),
        }
    }

    fn tunable<'r>(
        rules: &'r Verdox,
        name: &str,
        side: Side,
        read: ReadFile<'_>,
    ) -> Result<AnyTunable<'r, Self>, String> {
        let file = weighed::<Self>(rules, name, side, read)?;
        let [first, second] = Side::BOTH.map(|side| weights_named(file, side, read));
        let weights = BySide([first?, second?]);
        let heuristic = Heuristic::new(rules, side, weights[side]);
        let player = move |weights| Seat::Heuristic(Box::new(heuristic.with(weights)));
        Ok(Box::new(Weighing { weights, tables: SIDES, side, player }))
    }

    fn drillable<'r>(
        rules: &'r Verdox,
        name: &str,
        side: Side,
        read: ReadFile<'_>,
    ) -> Result<AnyDrillable<'r, Self>, String> {
        Ok(Box::new(drill::recruit(rules, name, side, read)?))
    }
}

/// The player that plans: by simulations between the built-in heuristics, or between the players of a mix.
fn planner(rules: &Verdox, detail: Option<&str>, side: Side, read: ReadFile<'_>) -> Result<Seat, String> {
    let (simulations, file) = planned(detail)?;
    let usual = |side| Ok::<_, String>(Heuristic::new(rules, side, weights_named(None, side, read)?));
    let Some(file) = file else {
        let opponent = Mix::alone(Seat::Heuristic(Box::new(usual(!side)?)));
        let own = Drilled::new(usual(side)?, None);
        return Ok(Seat::Planner(Box::new(Planner::new(rules, own, opponent, simulations))));
    };
    // The player with the largest share decides.
    let own =
        imagined::<Players>(rules, file, side, read)?.into_iter().find_map(|(_, player)| match player {
            Seat::Heuristic(player) => Some(Drilled::new(*player, None)),
            Seat::Drilled(player) => Some(*player),
            _ => None,
        });
    let own = match own {
        Some(own) => own,
        None => Drilled::new(usual(side)?, None),
    };
    let opponent = Mix::of(imagined::<Players>(rules, file, !side, read)?);
    Ok(Seat::Planner(Box::new(Planner::new(rules, own, opponent, simulations))))
}

/// The text of the shipped plan of this name.
fn shipped_plan(name: &str) -> Option<&'static str> {
    plan::SHIPPED.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// The weights of a side from a file, or those that are built in.
fn weights_named(file: Option<&str>, side: Side, read: ReadFile<'_>) -> Result<Weights, String> {
    Weights::named(file, WEIGHTS, SIDES[side as usize], read)
}

/// The map on which tests are held.
#[cfg(test)]
fn drill_ground() -> Verdox {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/verdox/drill.toml");
    let read = |path: &str| std::fs::read_to_string(path).map_err(|error| error.to_string());
    Verdox::new(szala_verdox::scenario::load(path, &read).unwrap_or_else(|problems| panic!("{problems}")))
}
