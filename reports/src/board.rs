//! Boards and positions as pictures: self-contained SVG, drawn only from the rule system's description. This file and
//! `assets/board.css` define how the code of a look is drawn; an unknown code is drawn plainly.
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
//! Every picture contains its style, in classes that begin with `szb`, light and dark; ids in it begin with the name
//! given to the picture, so that a page can hold several.

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

/// The style of all pictures: light, dark if the reader's system is, or as a page sets it by `data-theme`.
pub(crate) const STYLE: &str = concat!(
    include_str!("../assets/board.css"),
    "@media (prefers-color-scheme: dark) { :root:not([data-theme=\"light\"]) .szb, .szb:root {",
    include_str!("../assets/board-dark.css"),
    "} }\n:root[data-theme=\"dark\"] .szb {",
    include_str!("../assets/board-dark.css"),
    "}\n"
);

/// A board to draw, with what its pictures share.
#[derive(Clone, Copy, Debug)]
pub struct Drawing<'d> {
    /// What is drawn.
    pub ground: &'d Ground,
    /// The names of the sides.
    pub sides: BySide<&'d str>,
    /// The name of the game's time unit.
    pub time: &'d str,
    /// The prefix of ids in the picture: letters and digits, unique within a page.
    pub name: &'d str,
    /// The language of the texts that are not the game's own.
    pub language: Language,
}

/// The height of a title line.
const TITLE: f64 = 34.0;
/// The smallest width of a sheet.
const SHEET: f64 = 640.0;

impl Drawing<'_> {
    /// The forms of the name of the time unit.
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

    /// The width of the drawn board.
    pub(crate) fn width(&self) -> f64 {
        Paper::of(self.ground).width
    }

    /// The board without title and legend, with an empty layer for the counters: for a page that fills it. Ids end in
    /// `-cell-N` for a cell, and in `-focus` and `-items` for the layers.
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
        // A small board is drawn on a sheet with room for the legend.
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

    /// The legend alone, this wide; of what counters can show, only what occurs in the position.
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

    /// Opens a picture of this size, with its style and an accessible name.
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

    /// The title over a picture of this width, scaled by `larger`.
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

/// Opens a group, moved by this much.
fn open_group(svg: &mut String, [x, y]: [f64; 2]) {
    let _ = write!(svg, "<g transform=\"translate({} {})\">", number(x), number(y));
}

/// Opens a group, moved by this much and scaled by `larger`.
fn open_larger(svg: &mut String, [x, y]: [f64; 2], larger: f64) {
    let scale = if larger > 1.0 { format!(" scale({larger:.3})") } else { String::new() };
    let _ = write!(svg, "<g transform=\"translate({} {}){scale}\">", number(x), number(y));
}

#[cfg(test)]
mod tests;
