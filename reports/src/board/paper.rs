//! The paper that a board is drawn on: converts the rule system's integers to the units of a picture, and formats
//! numbers and texts for SVG.

use szala_kernel::picture::{CellId, Ground, Point};

/// The diameter of the largest circle that fits into every cell.
pub(super) const ACROSS: f64 = 72.0;
/// A board up to this width is not treated as wide.
const USUAL: f64 = 1200.0;
/// The margin around the board.
const MARGIN: f64 = 10.0;

/// The place of the board on the paper.
#[derive(Clone, Copy, Debug)]
pub(super) struct Paper {
    scale: f64,
    origin: Point,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl Paper {
    pub(super) fn of(ground: &Ground) -> Self {
        let corners = || ground.cells.iter().flat_map(|cell| &cell.corners);
        let bounds = |of: fn(&Point) -> i32| {
            let least = corners().map(of).min().unwrap_or_default();
            (least, corners().map(of).max().unwrap_or_default())
        };
        let ((left, right), (top, bottom)) = (bounds(|corner| corner.x), bounds(|corner| corner.y));
        let scale = ACROSS / f64::from(ground.across.max(1));
        Self {
            scale,
            origin: Point { x: left, y: top },
            width: f64::from(right - left) * scale + 2.0 * MARGIN,
            height: f64::from(bottom - top) * scale + 2.0 * MARGIN,
        }
    }

    /// The scale of what is drawn beside the board: larger for a wide board, which is shown smaller.
    pub(super) fn furniture(&self) -> f64 {
        (self.width / USUAL).max(1.0)
    }

    /// The font size of cell labels: as large as the room above the counters allows.
    pub(super) fn letters(&self) -> f64 {
        8.5 * self.furniture().min(1.3)
    }

    pub(super) fn at(&self, point: Point) -> [f64; 2] {
        let place = |value: i32, origin: i32| f64::from(value - origin) * self.scale + MARGIN;
        [place(point.x, self.origin.x), place(point.y, self.origin.y)]
    }

    pub(super) fn centre(&self, ground: &Ground, cell: CellId) -> [f64; 2] {
        self.at(ground.cell(cell).centre)
    }

    /// The corners of a cell, for the attribute `points`.
    pub(super) fn outline(&self, ground: &Ground, cell: CellId) -> String {
        let corner = |corner: &Point| {
            let [x, y] = self.at(*corner).map(number);
            format!("{x},{y}")
        };
        ground.cell(cell).corners.iter().map(corner).collect::<Vec<_>>().join(" ")
    }
}

/// A number with at most one decimal.
pub(super) fn number(value: f64) -> String {
    let text = format!("{value:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// A text escaped for XML and HTML, between tags or in quotes.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            // XML has no way to write the other control characters.
            '\n' | '\t' => escaped.push(character),
            _ if character.is_control() => escaped.push('\u{fffd}'),
            _ => escaped.push(character),
        }
    }
    escaped
}

/// The approximate width of a text at a font size of 1; it cannot be measured before it is shown.
pub(super) fn width_of(text: &str) -> f64 {
    let width = |letter: char| match letter {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | ' ' | '(' | ')' | '[' | ']' => {
            0.33
        }
        'm' | 'w' | 'M' | 'W' | '\u{2014}' => 0.88,
        'A'..='Z' => 0.68,
        _ => 0.57,
    };
    text.chars().map(width).sum()
}

/// The largest font size up to this one at which a text fits into this room.
pub(super) fn fitting(text: &str, size: f64, room: f64) -> f64 {
    size.min(room / width_of(text).max(0.1))
}
