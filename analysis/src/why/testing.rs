//! Games made up by hand, with rows as a rule system would write them.

use szala_kernel::Side;
use szala_kernel::record::{Column, GAINED, Kind, POINTS, Whose};

use super::account::{Account, Ended, Slice};

pub(crate) const SIDES: [&str; 2] = ["Red", "Blue"];

/// Rows: when the game ended; then, where they are asked for, the lead made in two stages, the points of a unit of each
/// side, and whether the bridge was blown, by its stage.
pub(crate) fn columns() -> Vec<Column> {
    let of = |what, whose, kind| Column { what, whose, kind, about: String::new() };
    vec![
        of("end_stage", Whose::Game, Kind::Stage),
        of(GAINED, Whose::Stage(1), Kind::Number),
        of(GAINED, Whose::Stage(2), Kind::Number),
        of(POINTS, Whose::Unit(Side::First, "Guard".to_owned()), Kind::Number),
        of(POINTS, Whose::Unit(Side::Second, "Lancers".to_owned()), Kind::Number),
        of("bridge_stage", Whose::Game, Kind::Stage),
    ]
}

fn sides() -> [String; 2] {
    SIDES.map(str::to_owned)
}

/// An account of games that only say when they ended.
pub(crate) fn account() -> Account {
    Account::new(Slice::new(&columns()[..1], &sides(), "stage"), sides())
}

/// An account of games with all columns.
pub(crate) fn full_account() -> Account {
    Account::new(Slice::new(&columns(), &sides(), "stage"), sides())
}

/// Won by the side that leads.
pub(crate) fn won<'e>(lead: i32) -> Ended<'e> {
    let winner = if lead > 0 { Side::First } else { Side::Second };
    Ended { winner: Some(winner), lead, reason: "ahead" }
}

/// Drawn with this lead.
pub(crate) fn drawn<'e>(lead: i32) -> Ended<'e> {
    Ended { winner: None, lead, reason: "the camp was reached" }
}
