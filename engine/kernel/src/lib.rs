//! What all games of Szala share.
//!
//! A rule system implements [`Rules`], nine methods on plain data, and [`Play`] plays it. Here is a whole one: each
//! side in turn adds a die to its points, and ten points win.
//!
//! ```
//! use szala_kernel::dice::{EveryDice, Fraction};
//! use szala_kernel::rules::Fault;
//! use szala_kernel::{
//!     ActionList, Ask, BySide, Dice, Die, Journal, Limits, Outcome, Play, Rule, Rules, RunSeed, Side, Table, rule,
//! };
//!
//! struct Race;
//!
//! #[derive(Clone, Debug, PartialEq, Eq, Hash)]
//! struct State {
//!     points: BySide<u8>,
//!     to_act: Side,
//! }
//!
//! #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
//! struct Roll;
//!
//! impl Rules for Race {
//!     type State = State;
//!     type Action = Roll;
//!
//!     fn opening(&self) -> State {
//!         State { points: BySide::default(), to_act: Side::First }
//!     }
//!
//!     fn to_act(&self, state: &State) -> Side {
//!         state.to_act
//!     }
//!
//!     fn outcome(&self, state: &State) -> Option<Outcome> {
//!         // [2.1] Ten points win.
//!         let winner = Side::BOTH.into_iter().find(|side| state.points[*side] >= 10)?;
//!         let lead = i32::from(state.points[Side::First]) - i32::from(state.points[Side::Second]);
//!         Some(Outcome::win(winner, lead, rule!("2.1"), "ten points"))
//!     }
//!
//!     fn actions(&self, _: &State, list: &mut ActionList<Roll>) {
//!         list.push(Roll);
//!     }
//!
//!     fn refusal(&self, _: &State, _: Roll) -> Option<Rule> {
//!         None
//!     }
//!
//!     fn apply<D: Dice, J: Journal>(&self, state: &mut State, _: Roll, table: &mut Table<D, J>) {
//!         // [1.1] The side to act adds a die to its points.
//!         state.points[state.to_act] += table.roll(Die::D6, Ask::new(rule!("1.1"), 1));
//!         state.to_act = !state.to_act;
//!     }
//!
//!     fn imagine<D: Dice>(&self, _: &mut State, _: Side, _: &mut D) {
//!         // Nothing is hidden.
//!     }
//!
//!     fn audit(&self, _: &State) -> Result<(), Fault> {
//!         Ok(())
//!     }
//!
//!     fn limits(&self) -> Limits {
//!         // With ones alone the tenth roll of the first side, the nineteenth of the game, ends it.
//!         Limits { actions: 1, decisions: 19, dice: 19 }
//!     }
//! }
//!
//! // Game 7 of seed 1794, the same on every machine.
//! let mut list = ActionList::within(Race.limits());
//! let finished = Race.play_game(RunSeed(1794).game(7), &mut list, |_, _, _| 0);
//! assert!(finished.outcome.winner.is_some() && finished.decisions >= 3);
//!
//! // With 6 points a 4 or more wins: the exact chance, from the same rules.
//! let odds = EveryDice::odds(|dice| {
//!     let mut state = State { points: BySide([6, 0]), to_act: Side::First };
//!     Race.apply(&mut state, Roll, &mut Table::new(dice, ()));
//!     Race.outcome(&state).is_some()
//! });
//! assert_eq!(odds.of(&true), Fraction::new(1, 2));
//! ```
//!
//! | to have | a system implements |
//! |---|---|
//! | games, exact odds | [`Rules`] |
//! | traces, errors, rule cases | [`Notation`] |
//! | games compared in pairs | [`Paired`] |
//! | columns in the records of a run | [`Recorded`] |
//! | maps, films, heat | [`Pictured`] |
//! | advantages of ground and first move | [`Exchange`], [`MapMaker`] |
//!
//! [`toy`] does all of that but the last. Dice come in four kinds ([`dice`]), and what happened is written to
//! a [`journal`], if one is passed in.
//!
//! Feature `conformance`, for `[dev-dependencies]`: the macro `conformance!` tests a whole system, one test for each
//! promise that it makes by implementing these traits. It brings in a counting allocator.
//!
//! Nothing here knows a board, a player, a file, a clock, a thread or a float, and playing a game allocates
//! nothing. The crate `szala-files` reads files.

pub mod actions;
mod book;
#[cfg(feature = "conformance")]
pub mod conformance;
pub mod dice;
pub mod exchange;
pub mod journal;
pub mod odds;
mod outcome;
pub mod pairing;
pub mod picture;
pub mod record;
mod rule;
pub mod rules;
pub mod seed;
mod side;
mod table;
pub mod tale;
pub mod toy;

pub use actions::{ActionList, Limits};
pub use book::Book;
pub use dice::{Ask, Dice, Die, Subject};
pub use exchange::{Exchange, MapMaker};
pub use journal::Journal;
pub use outcome::Outcome;
pub use pairing::Paired;
pub use picture::Pictured;
pub use record::Recorded;
pub use rule::{NotARule, Rule};
pub use rules::{Fault, IllegalAction, Names, Naming, Notation, Play, Rules};
pub use seed::{GameSeed, RunSeed, Sources, Stream};
pub use side::{BySide, Side};
pub use table::Table;
