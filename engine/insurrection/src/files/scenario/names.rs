//! Sides and hexes by their names, and the place of a word in a text.

use core::ops::Range;

use szala_board::HexId;
use szala_files::{Complaint, Field, unknown};
use szala_kernel::Side;

use crate::position::ids::Board;
use crate::position::room::Room;

/// The place of the byte `at` of a text value; the value's own where the text is written with escapes.
pub(super) fn inside(field: &Field<'_>, at: usize) -> Range<usize> {
    let span = field.span();
    let is_plain = field.text().is_ok_and(|text| text.len() + 2 == span.len());
    if is_plain { span.start + 1 + at..span.end } else { span }
}

/// The names of the sides; nothing where the scenario does not say them, which is complained of elsewhere.
#[derive(Clone, Debug)]
pub(super) struct Sides(pub(super) Option<[String; 2]>);

impl Sides {
    /// The side of this name; any side where it is not known how they are called.
    pub(super) fn called(&self, text: &str) -> Result<Side, String> {
        let Some(names) = &self.0 else { return Ok(Side::First) };
        self.named(text).ok_or_else(|| unknown("side", text, &names.each_ref().map(|name| &**name)))
    }

    /// The side of this name, if it is one.
    pub(super) fn named(&self, name: &str) -> Option<Side> {
        let names = self.0.as_ref()?;
        Side::BOTH.into_iter().find(|side| names[*side as usize] == name)
    }

    /// The side whose name is the key of this field.
    pub(super) fn of_key(&self, field: &Field<'_>) -> Result<Side, Complaint> {
        self.called(field.name()).map_err(|message| Complaint::new(field.name_span(), message))
    }

    /// What a side is called.
    pub(super) fn name(&self, side: Side) -> &str {
        self.0.as_ref().map_or("", |names| &names[side as usize])
    }
}

/// The hex with this label.
pub(super) fn hex<R: Room>(board: &Board<R>, label: &str) -> Result<HexId, String> {
    board.parse_label(label).map_err(|error| format!("`{label}` is no hex of the map: {error}"))
}
