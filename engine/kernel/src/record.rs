//! What is recorded of a game when millions are played: a row of integers.
//!
//! A rule system says which [`Column`]s its rows have, and takes [notes](Recorded::Notes) while a game is played.
//! Notes are a journal that also sees every decision, including secret ones. What all games have in common (the
//! winner, the lead, the number of decisions) is added elsewhere.

use crate::dice::Subject;
use crate::journal::{Event, Journal};
use crate::rules::Rules;
use crate::side::Side;
use crate::tale::{Member, Tale};

/// The value of a column that does not apply: nobody, never.
pub const ABSENT: i32 = i32::MIN;

/// The name of a column for the part of the lead that came through a unit: the victory points that it won for its side,
/// less those that it cost it. If all units and commanders have one, the lead is the sum of the first side's less that
/// of the second's.
pub const POINTS: &str = "points";

/// The name of a column for the part of the lead made in a stage, positive towards the first side. If all stages have
/// one, the lead is their sum.
pub const GAINED: &str = "gained";

/// A column of the rows of a rule system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// What it counts, in words joined by underscores: `losses`.
    pub what: &'static str,
    /// Of whom.
    pub whose: Whose,
    /// How to read its numbers.
    pub kind: Kind,
    /// The exact definition, as a sentence.
    pub about: String,
}

/// Whom a column is about.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Whose {
    /// Of the game as a whole.
    Game,
    /// Of a side.
    Side(Side),
    /// Of a unit or commander of this side, by name.
    Unit(Side, String),
    /// Of one of several identical units of this side: their common name, and the unit's number, from 1.
    OneOf(Side, String, u8),
    /// Of all units of a kind or a formation of this side together: their common name.
    AllOf(Side, String),
    /// Of a stage of the game, from 1.
    Stage(u8),
    /// Of a side in a stage of the game, from 1.
    SideStage(Side, u8),
}

/// How to read the numbers of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A count: 0 or more, never absent.
    Count,
    /// An integer, positive or negative, never absent.
    Number,
    /// A stage or turn, from 1; absent means never.
    Stage,
    /// The place of one of these names; absent means none.
    Name(Vec<String>),
}

impl Column {
    /// A column about the game as a whole.
    pub fn of_game(what: &'static str, kind: Kind, about: impl Into<String>) -> Self {
        Self { what, whose: Whose::Game, kind, about: about.into() }
    }

    /// The same for each side, in order.
    pub fn of_sides(what: &'static str, kind: &Kind, about: impl Fn(Side) -> String) -> [Self; 2] {
        Side::BOTH.map(|side| Self { what, whose: Whose::Side(side), kind: kind.clone(), about: about(side) })
    }
}

/// A rule system whose games can be recorded.
pub trait Recorded: Rules {
    /// A journal that collects what the row needs.
    type Notes: Journal + Clone + Send;

    /// The columns of a row.
    fn columns(&self) -> Vec<Column>;

    /// Empty notes. Whatever memory they need is allocated here: taking notes allocates nothing.
    fn notes(&self) -> Self::Notes;

    /// A decision was made, and is about to be carried out in this position.
    fn note_decision(&self, notes: &mut Self::Notes, state: &Self::State, action: Self::Action);

    /// Writes the row of the game that ended, or was broken off, in this position: a value for each of the
    /// [`columns`](Self::columns). The notes are empty afterwards, ready for the next game.
    fn write_row(&self, notes: &mut Self::Notes, state: &Self::State, row: &mut [i32]);

    /// The entries of the table of units, in the order of the rows; none where the game has no [tale](Self::tell).
    fn members(&self) -> Vec<Member> {
        Vec::new()
    }

    /// What the journal called each of the [`members`](Self::members) in the game that ended, or was broken off, in
    /// this position; [`Subject::NONE`] for one that never came in.
    fn cast(&self, _state: &Self::State) -> Vec<Subject> {
        Vec::new()
    }

    /// Adds what an event reports to the tale of the game, or to a row of it; before the notes hear of it.
    fn tell(&self, _notes: &Self::Notes, _event: &Event, _tale: &mut Tale) {}
}
