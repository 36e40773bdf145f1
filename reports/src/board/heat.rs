//! Heat: a quantity of each side, cell by cell, in ten classes from little to much, with the value where there is room.
//!
//! The colours follow the idea of cividis (Nunez, Anderton, Renslow 2018): from yellow through grey to blue, alike for
//! people with any kind of colour blindness, and steadily darker. They are defined in `assets/board.css`: on light
//! paper little is pale and much is dark blue, on dark paper the reverse. Both sides share a scale.

use core::fmt::Write;

use szala_analysis::{Heat, Quantity};
use szala_kernel::Side;
use szala_kernel::picture::{CellId, LookOf};

use super::paper::{Paper, escape, fitting, number};
use super::terrain::{mark_offset, mark_sign};
use super::{Drawing, SHEET, TITLE, open_group, open_larger};

/// The classes of values above zero.
pub(super) const CLASSES: usize = 10;
/// The room for the scale.
const SCALE: f64 = 62.0;
/// The room for the name of a side.
const NAME: f64 = 26.0;

/// A step of the scale is one of these, times a power of ten.
const STEPS: [f64; 4] = [1.0, 2.0, 2.5, 5.0];

/// The end of a scale for values up to this one: the smallest that makes ten round steps.
pub(super) fn end_of_scale(most: f64) -> f64 {
    if most <= 0.0 {
        return 1.0;
    }
    let least = most / 10.0;
    let power = 10.0_f64.powf(least.log10().floor());
    let step =
        STEPS.into_iter().chain([10.0]).map(|step| step * power).find(|step| *step >= least * (1.0 - 1e-9));
    10.0 * step.unwrap_or(10.0 * power)
}

/// The class of a value on a scale with this end; zero has none.
pub(super) fn class_of(value: f64, end: f64) -> Option<usize> {
    if value <= 0.0 {
        return None;
    }
    (0..CLASSES).find(|class| {
        let upper = f64::from(u32::try_from(class + 1).unwrap_or(u32::MAX)) / 10.0 * end;
        value <= upper * (1.0 + 1e-9)
    })
}

/// A value as written into a cell; empty if it would be zero.
pub(super) fn written(value: f64, end: f64) -> String {
    let digits = if end >= 20.0 {
        0
    } else if end > 1.0 {
        1
    } else {
        2
    };
    let text = format!("{value:.digits$}");
    if text.bytes().all(|byte| matches!(byte, b'0' | b'.')) { String::new() } else { text }
}

impl Drawing<'_> {
    /// A quantity of these sides, side by side.
    pub fn heat(&self, title: &str, heat: &Heat, quantity: Quantity, sides: &[Side]) -> String {
        let unit = if quantity.is_share() { 100.0 } else { 1.0 };
        let cells = || (0..self.ground.cells.len()).map(CellId::from_index);
        let estimates = |side: Side| cells().map(move |cell| heat.of(quantity, side, cell));
        // One scale for both sides, even if only one is drawn, so that pictures can be compared.
        let both = || Side::BOTH.into_iter().flat_map(estimates);
        let most = both().map(|one| one.mean * unit).fold(0.0, f64::max);
        let within = both().filter_map(|one| one.within).map(|within| within * unit).fold(0.0, f64::max);
        let end = end_of_scale(most);
        let paper = Paper::of(self.ground);
        let count = f64::from(u32::try_from(sides.len()).unwrap_or(1));
        let furniture = paper.furniture();
        let [top, name, below] = [TITLE, NAME, SCALE].map(|height| height * furniture);
        let size = [SHEET.max(paper.width * count), top + name + paper.height + below];
        let mut svg = String::new();
        self.open(&mut svg, title, size);
        self.title(title, size[0], furniture, &mut svg);
        for (place, side) in (0_u8..).zip(sides) {
            open_group(&mut svg, [paper.width * f64::from(place), top]);
            let _ = write!(
                svg,
                "<text class=\"szb-title\" x=\"{}\" y=\"{}\" font-size=\"{}\">{}</text>",
                number(12.0 * furniture),
                number(18.0 * furniture),
                number(15.0 * furniture),
                escape(self.sides[*side])
            );
            open_group(&mut svg, [0.0, name]);
            let values: Vec<f64> = estimates(*side).map(|one| one.mean * unit).collect();
            self.panel(&paper, &values, end, &mut svg);
            svg.push_str("</g></g>");
        }
        open_larger(&mut svg, [12.0 * furniture, top + name + paper.height], furniture);
        let within = written(within, end);
        let words = self.language.words();
        let within = if within.is_empty() { written(end / 100.0, end / 100.0) } else { within };
        let note =
            format!("{} {}; {} {within} {}", heat.games, words.games, words.known_within, words.or_better);
        self.scale(quantity, end, &note, size[0] / furniture - 24.0, &mut svg);
        svg.push_str("</g></svg>\n");
        svg
    }

    /// The name of a quantity.
    pub fn quantity_name(&self, quantity: Quantity) -> String {
        let words = self.language.words();
        self.time().fill(match quantity {
            Quantity::Presence => words.presence,
            Quantity::Losses => words.losses_taken,
            Quantity::Fire => words.shots_fired,
            Quantity::Held => words.held,
        })
    }

    fn panel(&self, paper: &Paper, values: &[f64], end: f64, svg: &mut String) {
        let mut texts = String::new();
        for (index, value) in values.iter().enumerate() {
            let cell = CellId::from_index(index);
            let class = class_of(*value, end);
            let [x, y] = paper.centre(self.ground, cell);
            let code = class.map_or("szb-none".to_owned(), |class| format!("szb-h{class}"));
            let shown = self.ground.cell(cell);
            let title = format!("{}: {}", shown.label, written(*value, end / 10.0));
            let _ = write!(
                svg,
                "<polygon class=\"szb-heat {code}\" points=\"{}\"><title>{}</title></polygon>",
                paper.outline(self.ground, cell),
                escape(title.trim_end_matches(": "))
            );
            let text = written(*value, end);
            if let (Some(class), false) = (class, text.is_empty()) {
                let size = number(fitting(&text, 21.0, 50.0));
                let _ = write!(
                    texts,
                    "<text class=\"szb-value szb-t{class}\" x=\"{}\" y=\"{}\" font-size=\"{size}\">{text}</text>",
                    number(x),
                    number(y + 9.0)
                );
            }
            let on = class.map_or(String::new(), |class| format!(" szb-t{class}"));
            let _ = write!(
                texts,
                "<text class=\"szb-small{on}\" x=\"{}\" y=\"{}\" font-size=\"{}\">{}</text>",
                number(x),
                number(y - 25.0),
                number(paper.letters()),
                escape(&shown.label)
            );
        }
        svg.push_str("<g class=\"szb-faint\">");
        self.lines_of(LookOf::Way, paper, svg);
        self.lines_of(LookOf::Border, paper, svg);
        svg.push_str("</g>");
        for mark in &self.ground.marks {
            let look = self.ground.look(mark.look);
            let [x, y] = paper.centre(self.ground, mark.cell);
            let [right, down] = mark_offset(look.code);
            let sign = mark_sign(look.code, look.name);
            let _ = write!(
                svg,
                "<g class=\"szb-mark szb-faint\" transform=\"translate({} {})\">{sign}</g>",
                number(x + right),
                number(y + down)
            );
        }
        svg.push_str(&texts);
    }

    /// The scale with the ends of its classes, its quantity, and the precision.
    fn scale(&self, quantity: Quantity, end: f64, note: &str, width: f64, svg: &mut String) {
        const STEP: f64 = 34.0;
        let what = self.quantity_name(quantity);
        for class in 0..CLASSES {
            let place = f64::from(u32::try_from(class).unwrap_or(0));
            let _ = write!(
                svg,
                "<rect class=\"szb-heat szb-h{class}\" x=\"{}\" y=\"6\" width=\"{STEP}\" height=\"16\"/>\
                 <text class=\"szb-small\" x=\"{}\" y=\"36\" font-size=\"11\">{}</text>",
                number(place * STEP),
                number((place + 1.0) * STEP),
                tick((place + 1.0) / 10.0 * end)
            );
        }
        let x = 10.0 * STEP + 16.0;
        for (y, text) in [(19.0, what.as_str()), (36.0, note)] {
            let size = fitting(text, 13.0, width - x);
            let _ = write!(
                svg,
                "<text class=\"szb-note\" x=\"{}\" y=\"{y}\" font-size=\"{}\">{}</text>",
                number(x),
                number(size),
                escape(text)
            );
        }
    }
}

/// A round number without trailing zeros.
fn tick(value: f64) -> String {
    let text = format!("{value:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
