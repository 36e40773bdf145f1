//! Boards and positions as pictures: self-contained SVG, from what a rule system says of them and nothing else. What a
//! look's code stands for on paper is said here and in `assets/board.css`; a code that nobody knows is drawn plainly.
//!
//! | module | what it draws |
//! |---|---|
//! | `paper` | where things lie, numbers and texts as SVG has them |
//! | `terrain` | cells, what is between them, what lies in them |
//! | `counters` | counters, one by one |
//! | `scene` | who lies where: stacks, melees |
//! | `trays` | those beside the board |
//! | `legend` | what it all means |
//! | `heat` | a quantity, cell by cell, for each side |
//! | `sheets` | counters with their values, and the tables of the rules |
//!
//! Every picture has its style in it, in classes that begin with `szb`, light and dark; names in it begin with the name
//! that the picture is given, so that several may stand in one page.

mod counters;
mod heat;
mod legend;
mod paper;
mod scene;
mod sheets;
mod terrain;
mod trays;

use core::fmt::Write;

use szala_kernel::BySide;
use szala_kernel::picture::{Ground, Position, PrintedTable};

use crate::messages::Language;
use crate::time::Time;

pub(crate) use paper::escape;
use paper::{Paper, number};
pub(crate) use scene::{Item, Place};

/// The style of all pictures: light, dark where the reader's system is, and what a page asks for by `data-theme`.
pub(crate) const STYLE: &str = concat!(
    include_str!("../assets/board.css"),
    "@media (prefers-color-scheme: dark) { :root:not([data-theme=\"light\"]) .szb, .szb:root {",
    include_str!("../assets/board-dark.css"),
    "} }\n:root[data-theme=\"dark\"] .szb {",
    include_str!("../assets/board-dark.css"),
    "}\n"
);

/// A board to be drawn, with what pictures of it have in common.
#[derive(Clone, Copy, Debug)]
pub struct Drawing<'d> {
    /// What is drawn.
    pub ground: &'d Ground,
    /// The names of the sides.
    pub sides: BySide<&'d str>,
    /// What a stretch of the game's time is called.
    pub time: &'d str,
    /// Names in the picture begin with this: letters and digits, another for each picture of a page.
    pub name: &'d str,
    /// The language of what is not the game's own.
    pub language: Language,
}

/// How high a line of title is.
const TITLE: f64 = 34.0;
/// No sheet is narrower.
const SHEET: f64 = 640.0;

impl Drawing<'_> {
    /// The forms of what a stretch of time is called.
    fn time(&self) -> Time {
        Time::of(self.time, self.language)
    }

    /// The board with its legend.
    pub fn map(&self, title: &str) -> String {
        self.whole(title, None)
    }

    /// The board with a position on it, and the legend.
    pub fn position(&self, title: &str, position: &Position) -> String {
        self.whole(title, Some(position))
    }

    /// How wide the board is drawn.
    pub(crate) fn width(&self) -> f64 {
        Paper::of(self.ground).width
    }

    /// The board without title and legend, with an empty layer for what stands on it: for a page that fills it. Names
    /// end with `-cell-N` for a cell, `-focus` and `-items` for the layers.
    pub(crate) fn stage(&self, title: &str) -> String {
        let paper = Paper::of(self.ground);
        let mut svg = String::new();
        let height = paper.height + self.strip(&paper);
        self.open(&mut svg, title, [paper.width, height]);
        self.terrain(&paper, &mut svg);
        let name = self.name;
        let layers = format!("<g id=\"{name}-focus\"></g><g id=\"{name}-items\"></g></svg>\n");
        svg.push_str(&layers);
        svg
    }

    fn whole(&self, title: &str, position: Option<&Position>) -> String {
        let paper = Paper::of(self.ground);
        let items = position.map(|position| self.items(position)).unwrap_or_default();
        let has_strip = items.iter().any(|item| matches!(item.place, Place::Tray(_)));
        let strip = if has_strip { self.strip(&paper) } else { 0.0 };
        let mut legend = String::new();
        // A small board stands on a sheet that has room for the legend.
        let width = paper.width.max(SHEET);
        let furniture = paper.furniture();
        let head = TITLE * furniture;
        let legend_height = self.legend(width / furniture, position, &mut legend) * furniture;
        let mut svg = String::new();
        self.open(&mut svg, title, [width, head + paper.height + strip + legend_height]);
        self.title(title, width, furniture, &mut svg);
        open_group(&mut svg, [0.0, head]);
        self.terrain(&paper, &mut svg);
        for item in &items {
            svg.push_str(&item.svg());
        }
        svg.push_str("</g>");
        open_larger(&mut svg, [0.0, head + paper.height + strip], furniture);
        svg.push_str(&legend);
        svg.push_str("</g></svg>\n");
        svg
    }

    /// The legend alone, so wide; of what counters show, only what those of the position can.
    pub fn legend_alone(&self, width: f64, position: Option<&Position>) -> String {
        let mut legend = String::new();
        let height = self.legend(width, position, &mut legend);
        let mut svg = String::new();
        self.open(&mut svg, self.language.words().legend, [width, height]);
        svg.push_str(&legend);
        svg.push_str("</svg>\n");
        svg
    }

    /// The counters of both sides with their printed values.
    pub fn units(&self, title: &str, position: &Position) -> String {
        sheets::units(self, title, position)
    }

    /// The tables of the rules.
    pub fn tables(&self, title: &str, tables: &[PrintedTable]) -> String {
        sheets::tables(self, title, tables)
    }

    /// Opens a picture of this size, with its style and a name for those who cannot see it.
    fn open(&self, svg: &mut String, title: &str, [width, height]: [f64; 2]) {
        let (name, title) = (self.name, escape(title));
        let wide = if Paper::of(self.ground).furniture() > 1.0 { " szb-wide" } else { "" };
        let [width, height] = [width, height].map(number);
        // Writing to a string does not fail.
        let _ = write!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"szb{wide}\" viewBox=\"0 0 {width} {height}\" \
             role=\"img\" aria-labelledby=\"{name}-title\"><title id=\"{name}-title\">{title}</title>\
             <style>{STYLE}</style><rect class=\"szb-paper\" width=\"{width}\" height=\"{height}\"/>"
        );
    }

    /// The title over a picture so wide, so many times as large as usual.
    fn title(&self, title: &str, width: f64, larger: f64, svg: &mut String) {
        let size = paper::fitting(title, 17.0 * larger, width - 24.0 * larger);
        let _ = write!(
            svg,
            "<text class=\"szb-title\" x=\"{}\" y=\"{}\" font-size=\"{}\">{}</text>",
            number(12.0 * larger),
            number(24.0 * larger),
            number(size),
            escape(title)
        );
    }
}

/// Opens a group that is moved so far.
fn open_group(svg: &mut String, [x, y]: [f64; 2]) {
    let _ = write!(svg, "<g transform=\"translate({} {})\">", number(x), number(y));
}

/// Opens a group that is moved so far, and drawn so many times as large.
fn open_larger(svg: &mut String, [x, y]: [f64; 2], larger: f64) {
    let scale = if larger > 1.0 { format!(" scale({larger:.3})") } else { String::new() };
    let _ = write!(svg, "<g transform=\"translate({} {}){scale}\">", number(x), number(y));
}

#[cfg(test)]
mod tests;
