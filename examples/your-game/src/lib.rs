//! *The Ford*: a small wargame, from its rules to its players, as a crate outside Szala's workspace.
//!
//! Four raiders have a few turns to cross a river at one of two fords; four wardens hold the other bank. The rules are
//! in `rules.toml`, numbered, and the code cites the numbers.
//!
//! | file | what it holds | the trait behind it |
//! |---|---|---|
//! | `position` | the board, units, positions, decisions | |
//! | `rules` | what is legal and what it does | `Rules` |
//! | `notation` | what things are called, actions as text | `Names`, `Notation` |
//! | `pairing` | names of decisions, for games that are compared in pairs | `Paired` |
//! | `picture` | the map and the counters | `Pictured` |
//! | `record` | what a recorded game remembers | `Recorded` |
//! | `casebook` | positions and values in rule cases | `Casebook` |
//! | `scenario` | the scenario files and their values | `Varied` |
//! | `players` | an evaluation, a player of its own, the list of players | `Evaluate`, `Player`, `Roster` |
//! | `door` | the game as the command knows it | `RuleSystem` |

mod casebook;
mod door;
mod notation;
mod pairing;
mod picture;
mod players;
mod position;
mod record;
mod rules;
mod scenario;

pub use door::SYSTEM;
pub use players::{Captain, Players, Seat};
pub use position::{Action, Ford, Scenario, State, UnitId};
