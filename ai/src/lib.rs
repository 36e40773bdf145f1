//! Players for any game: what a player is, how to refer to it by name, and the players that need no more than a value
//! for each position. The players of a rule system are next to this crate, in a folder of their own.
//!
//! | module | what is there |
//! |---|---|
//! | `player` | what a player is, what it sees, what it can say of its reasons |
//! | [`chance`] | what a player's choices by chance come from |
//! | `uniform` | any legal action, at random |
//! | [`drilled`] | a policy whose options a trained [`net`] weighs |
//! | `greedy` | looks one action ahead |
//! | [`planner`] | tries whole activations in imagined worlds, for policies that take orders |
//! | [`search`] | tries actions in imagined worlds that a policy plays to their end |
//! | [`mix`] | several players with shares, of whom each game draws one |
//! | [`evaluate`] | how good is a position, answered by a system |
//! | [`roster`] | players by name |
//! | [`standard`] | the seat of a game that has no players of its own yet |
//! | [`seat!`] | one type for all players of a game, by a macro |
//! | [`conformance`] | what every player promises, as a check for tests |
//! | [`room`] | lists whose copies keep their room |
//! | [`tunable`] | players with weights that can be tuned |
//! | [`numbers`] | the numbers of a plan, tuned as weights are |
//! | [`mod@weights`] | the weights of a player by name, by a macro, in files and as something to be tuned |
//! | [`blunder`] | positions in which players are asked what they do (feature `blunders`) |
//!
//! A game with an evaluation gets these players:
//!
//! ```
//! use szala_ai::{Evaluate, Standard, play_game};
//! use szala_kernel::toy::{State, TwoGates};
//! use szala_kernel::{ActionList, BySide, Rules, RunSeed, Side};
//!
//! #[derive(Clone, Debug)]
//! struct PointsAhead;
//!
//! impl Evaluate<TwoGates> for PointsAhead {
//!     fn value(&self, _: &TwoGates, state: &State, side: Side) -> i32 {
//!         side.sign() * (i32::from(state.points(Side::First)) - i32::from(state.points(Side::Second)))
//!     }
//! }
//!
//! let player = |name: &str| {
//!     Standard::by_name(&TwoGates, name, || PointsAhead).expect("one of the standard players").expect("a sound name")
//! };
//! let mut players = BySide([player("greedy"), player("uniform")]);
//! let mut list = ActionList::within(TwoGates.limits());
//! let mut wins = BySide([0; 2]);
//! for number in 0..200 {
//!     let finished = play_game(&TwoGates, RunSeed(1).game(number), &mut players, &mut list);
//!     if let Some(winner) = finished.outcome.winner {
//!         wins[winner] += 1;
//!     }
//! }
//! // A game that treats both sides alike is won more often by who looks ahead; the rest are draws.
//! assert!(wins[Side::First] > wins[Side::Second], "{wins:?}");
//! ```
//!
//! The feature `blunders` brings [`blunder`], tests of players as data.
//!
//! A player sees a [`View`], never the position itself: what its side cannot know is replaced by something possible,
//! so that no player can look at a secret choice or at dice to come.

#[cfg(feature = "blunders")]
pub mod blunder;
pub mod chance;
pub mod conformance;
pub mod drilled;
pub mod evaluate;
mod gain;
mod greedy;
pub mod mix;
pub mod net;
pub mod numbers;
pub mod planner;
mod player;
pub mod room;
pub mod roster;
pub mod search;
mod seat;
pub mod standard;
pub mod tunable;
mod uniform;
pub mod weights;

/// The kernel, as the macro [`seat!`] names it.
#[doc(hidden)]
pub use szala_kernel as kernel;

pub use chance::chance_of;
pub use drilled::{Curiosity, Drillable, Drilled, Drilling};
pub use evaluate::Evaluate;
pub use greedy::Greedy;
pub use mix::{Mix, Share};
pub use planner::{Planner, Planning};
pub use player::{Glance, Opinion, Player, View, play_game};
pub use roster::{AnyDrillable, AnyTunable, Budget, Listed, ReadFile, Roster, SIMULATIONS};
pub use search::{Prior, Search};
pub use standard::Standard;
pub use tunable::{Parameter, Tunable};
pub use uniform::Uniform;
