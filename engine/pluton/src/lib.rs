//! *Pluton*, platoon combat of 1939, first part: infantry, its support and artillery off the board. A counter is a
//! platoon, a hex 170 metres, a stage five minutes.
//!
//! The ledger `rules.toml` says how the rules are numbered and what each says, `docs/PLUTON.md` how we read
//! doubtful ones and what is still to come. All tables of the game are lost; a scenario's files hold ours. The
//! crate has four rooms. `chapters` know neither `faces` nor `files`, and `position` knows none of the three;
//! `cargo xtask tidy` checks this.
//!
//! | room | module | chapter |
//! |---|---|---|
//! | `position` | `data`, `tables` | what a scenario says, the seven tables |
//! | | `ids`, `state`, `agenda`, `action` | who is who, a position, what is to be done next, a decision |
//! | `chapters` | `game`, `rules` | the rules as a whole, with one scenario loaded |
//! | | `course` | 4 stages and phases |
//! | | `stacks` | 5 concentration |
//! | | `movement` | 6 movement |
//! | | `small_arms` | 7 small arms, 15 the table of shifts |
//! | | `barrages` | 8 indirect fire, 9 artillery off the board |
//! | | `close_combat` | 10 close combat |
//! | | `levels` | 11 levels, 12 reorganisation, 14 strength |
//! | | `commanders` | 13 commanders, 17 morale |
//! | | `sight`, `masking` | 16 who sees whom, and what a turned counter hides |
//! | | `entry`, `victory` | 18 who comes, and what counts |
//! | | `paper` | 19 units on paper |
//! | | `audit` | what must hold of every position |
//! | | `words` | words of the journal |
//! | `faces` | `notation` | decisions as text |
//! | | `pairing` | names of decisions, for games that are compared in pairs |
//! | | `record` | what is remembered of a game when millions are played |
//! | | `picture`, `told` | how it is drawn, its scenario in words |
//! | | `odds` | its tables worked out |
//! | | `survey` | what a player may ask beyond what is legal |
//! | | `casebook` | cases that hold the rules to their book |
//! | `files` | [`scenario`] | reading scenarios and variants |

mod chapters;
mod faces;
mod files;
mod position;

pub use chapters::game::Pluton;
pub use chapters::sight::Sight;
pub use faces::record::Notes;
pub use faces::survey::{Decision, Sighted};
pub use files::scenario;
pub use position::action::Action;
pub use position::data::{
    BarrageCard, BarrageDice, Battalion, Battery, Card, ClearRoad, ClearRoads, Coming, Command, Crowding,
    FiredMark, Group, HiddenMarch, HiddenStages, Holding, Kind, Map, Points, Recovery, RunMarker, Scenario,
    SixthGunPlatoon, Switches, TurnedCounters, Weapons,
};
pub use position::ids::{BarrageId, CounterId, Counters, Hexes, MOST_COUNTERS, MOST_HEXES, MOST_OF_A_SIDE};
pub use position::state::{Colour, Level, State};
pub use position::tables::{Blow, Effect, Ground, Tables};
