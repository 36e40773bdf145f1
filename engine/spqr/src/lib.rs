//! *SPQR*, ancient battles: leaders who command units and lines, momentum and trumping, missiles, shock in steps, rout.
//!
//! The ledger `rules.toml` says how the rules are numbered and what each says, `docs/SPQR.md` how we read doubtful
//! ones. The tables of the game are lost; a scenario's files hold others. The crate has four rooms. `chapters` know
//! neither `faces` nor `files`, and `position` knows none of the three; `cargo xtask tidy` checks this.
//!
//! | room | module | chapter |
//! |---|---|---|
//! | `position` | `data`, `tables` | what a scenario says, the tables |
//! | | `ids`, `state`, `agenda`, `action` | who is who, a position, what is to be done next, a decision |
//! | `chapters` | `game`, `rules` | the rules as a whole, with one scenario loaded |
//! | | `course` | 3 the sequence of play |
//! | | `leaders`, `lines` | 4 leaders, line commands |
//! | | `ridden`, `drivers` | 4.7 the elephant of a leader; 4.8 drivers of elephants |
//! | | `activation`, `orders` | 5 activation, momentum and trumping; orders |
//! | | `movement`, `windows`, `stacks` | 6 movement; orderly withdrawal; two units in a hex |
//! | | `ground` | 6.2 ground: costs, bars, sight, shock |
//! | | `zones` | 7 facing and zones of control |
//! | | `missiles`, `shock`, `clash` | 8 missiles, shock |
//! | | `elephants`, `special` | 9 elephants that run wild; those let through, cavalry before them, harassment |
//! | | `extension` | line extension of legions |
//! | | `results`, `rout`, `pursuit` | 10 hits, rout, pursuit |
//! | | `victory` | 11 withdrawal and victory |
//! | | `audit`, `refusals` | what must hold of every position; which rule forbids what may not be done |
//! | | `words` | words of the journal |
//! | `faces` | `casebook` | rule cases: positions to set up, values to check |
//! | | `notation` | decisions as text |
//! | | `odds` | the tables with the exact chances of what they bring |
//! | | `picture`, `tables` | how positions and tables are drawn |
//! | | `record` | what is recorded of games |
//! | | `survey` | what players ask of a position |
//! | | `pairing` | names of decisions, for games that are compared in pairs |
//! | `files` | [`scenario`] | reading scenarios and variants |

mod chapters;
mod faces;
mod files;
mod position;

pub use chapters::game::Spqr;
pub use faces::survey::Prospect;
pub use files::scenario;
pub use position::action::{Action, Way};
pub use position::data::{
    Arms, Army, Class, Collapse, Commands, Edge, Kind, LeaderCard, Line, RallyTable, Scenario, Switches,
    UnitCard,
};
pub use position::ground::{HIGHEST, Soil, Terrain};
pub use position::ids::{
    Hexes, LeaderId, Leaders, MOST_HEXES, MOST_LEADERS, MOST_LEADERS_OF_A_SIDE, MOST_OF_A_SIDE, MOST_UNITS,
    UnitId, Units,
};
pub use position::state::State;
pub use position::tables::{FARTHEST, From, Tables, Weapon};
