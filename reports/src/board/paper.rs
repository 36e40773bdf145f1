//! The paper that a board is drawn on: from the whole numbers of a rule system to the units of a picture, and numbers
//! and texts as SVG has them.

use szala_kernel::picture::{CellId, Ground, Point};

/// The largest circle that every cell has room for is so wide.
pub(super) const ACROSS: f64 = 72.0;
/// No board is called wide that is no wider.
const USUAL: f64 = 1200.0;
/// So much is left free around the board.
const MARGIN: f64 = 10.0;

/// Where the board lies on the paper.
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

    /// How much larger than usual what stands beside the board is drawn: a wide board is shown smaller.
    pub(super) fn furniture(&self) -> f64 {
        (self.width / USUAL).max(1.0)
    }

    /// How large the labels of cells are: as far as there is room above those who stand there.
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

    /// The points of a cell as `points` has them.
    pub(super) fn outline(&self, ground: &Ground, cell: CellId) -> String {
        let corner = |corner: &Point| {
            let [x, y] = self.at(*corner).map(number);
            format!("{x},{y}")
        };
        ground.cell(cell).corners.iter().map(corner).collect::<Vec<_>>().join(" ")
    }
}

/// A number with one digit behind the point at most.
pub(super) fn number(value: f64) -> String {
    let text = format!("{value:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// A text as it stands in XML and HTML, between tags or in quotes.
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

/// About how wide a text is at a font size of 1: nobody measures it before it is shown.
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

/// The font size, at most this one, at which a text takes no more than so much room.
pub(super) fn fitting(text: &str, size: f64, room: f64) -> f64 {
    size.min(room / width_of(text).max(0.1))
}
