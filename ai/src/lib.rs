//! Players: what decides for a side. First the generic ones, which need to know nothing of a game, or no more than how
//! good a position is; then those that know a rule system, in a module with its name.
//!
//! | module | what is there |
//! |---|---|
//! | `player` | what a player is, what it sees, what it can say of its reasons |
//! | `chance` | what a player's choices by chance come from |
//! | `uniform` | any legal action by chance |
//! | `greedy` | looks one action ahead |
//! | `search` | tries actions in imagined worlds that a policy plays to their end |
//! | `evaluate` | how good is a position, answered by a system |
//! | `roster` | players by name |
//! | `room` | lists whose copies keep their room |
//! | `tunable` | players with weights that can be tuned |
//! | `blunder` | positions in which players are asked what they do (feature `blunders`) |
//! | `two_gates`, `insurrection`, `verdox` | the players of the toy, of the family of *Niemenczyn 1794*, of *Verdox* |
//!
//! A player sees a [`View`], never the position itself: what its side cannot know is replaced by something that it
//! might imagine, so that no player peeks at a secret choice or at dice to come.

#![cfg_attr(
    feature = "roomy",
    expect(
        clippy::large_types_passed_by_value,
        clippy::large_enum_variant,
        reason = "a set of hexes is 24 bytes in what is shipped"
    )
)]

#[cfg(feature = "blunders")]
pub mod blunder;
mod chance;
pub mod evaluate;
mod greedy;
pub mod insurrection;
mod player;
mod room;
mod roster;
pub mod search;
pub mod tunable;
pub mod two_gates;
mod uniform;
pub mod verdox;

pub use chance::chance_of;
pub use evaluate::Evaluate;
pub use greedy::Greedy;
pub use player::{Glance, Opinion, Player, View, play_game};
pub use roster::{AnyTunable, Budget, Listed, ReadFile, Roster, SIMULATIONS};
pub use search::{Prior, Search};
pub use tunable::{Parameter, Tunable};
pub use uniform::Uniform;
