//! A picture: marks on paper, written as SVG. Their meaning is left to the charts.
//!
//! It is drawn with plotters. Every colour gets a class besides the colour for a light page, so that the page it is
//! embedded in can be dark; text stays text, in the reader's font.

use core::fmt::Write;
use std::collections::BTreeSet;

use plotters::prelude::{Color, DrawingBackend, RGBColor, SVGBackend, ShapeStyle};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{FontStyle, IntoFont};

use super::style::{FAMILIES, Ink, Rgb, Weight};

/// A position, in pixels from the left and from the top.
pub(super) type Point = (i32, i32);

/// The part of a text that is at its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// A mark.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Mark {
    Rect {
        from: Point,
        to: Point,
        ink: Ink,
        alpha: f64,
    },
    Line {
        points: Vec<Point>,
        ink: Ink,
        alpha: f64,
        width: u32,
    },
    Area {
        points: Vec<Point>,
        ink: Ink,
        alpha: f64,
    },
    Dot {
        at: Point,
        radius: u32,
        ink: Ink,
    },
    /// The position is on the baseline.
    Text {
        at: Point,
        text: String,
        ink: Ink,
        size: i32,
        weight: Weight,
        anchor: Anchor,
    },
}

/// A finished chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    pub(super) width: u32,
    pub(super) height: u32,
    /// The finding, in a sentence.
    pub(super) title: String,
    /// A description of the picture, for those who cannot see it.
    pub(super) about: String,
    pub(super) marks: Vec<Mark>,
}

impl Picture {
    /// What the chart finds, in a sentence.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The width and the height, in pixels.
    pub fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// The picture as an SVG document, which can be embedded in an HTML page.
    pub fn svg(&self) -> String {
        let mut drawn = String::new();
        {
            let mut backend = SVGBackend::with_string(&mut drawn, self.size());
            for mark in &self.marks {
                draw(&mut backend, mark);
            }
            backend.present().expect(IN_MEMORY);
        }
        self.dressed(&drawn)
    }

    /// The SVG from plotters, line by line, with a title for screen readers and with classes for colours.
    fn dressed(&self, drawn: &str) -> String {
        let mut used = BTreeSet::new();
        let mut body = String::new();
        let mut lines = drawn.lines().skip(1);
        while let Some(line) = lines.next() {
            if line.starts_with("<text") {
                let text = lines.next().unwrap_or_default();
                lines.next();
                let head = classed(&bare(line), &mut used);
                let _ = writeln!(body, "{head}{text}</text>");
            } else {
                let _ = writeln!(body, "{}", classed(line, &mut used));
            }
        }
        let (width, height) = self.size();
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"szala-chart\" role=\"img\" width=\"{width}\" \
             height=\"{height}\" viewBox=\"0 0 {width} {height}\" font-family=\"{FAMILIES}\">\n"
        );
        let [title, about] = [&self.title, &self.about].map(|text| escaped(&printable(text)));
        let _ = writeln!(svg, "<title>{title}</title>\n<desc>{about}</desc>");
        svg.push_str(&style_sheet(&used));
        svg.push_str(&body);
        svg
    }
}

/// Why drawing cannot fail.
const IN_MEMORY: &str = "nothing is written but memory";

/// Draws a mark.
fn draw(backend: &mut SVGBackend<'_>, mark: &Mark) {
    let drawn = match mark {
        Mark::Rect { from, to, ink, alpha } => {
            backend.draw_rect(*from, *to, &colour(*ink).mix(*alpha).filled(), true)
        }
        Mark::Line { points, ink, alpha, width } => {
            let style = ShapeStyle { color: colour(*ink).mix(*alpha), filled: false, stroke_width: *width };
            match points[..] {
                [from, to] => backend.draw_line(from, to, &style),
                _ => backend.draw_path(points.iter().copied(), &style),
            }
        }
        Mark::Area { points, ink, alpha } => {
            backend.fill_polygon(points.iter().copied(), &colour(*ink).mix(*alpha).filled())
        }
        Mark::Dot { at, radius, ink } => backend.draw_circle(*at, *radius, &colour(*ink).filled(), true),
        Mark::Text { at, text, ink, size, weight, anchor } => {
            let position = match anchor {
                Anchor::Start => HPos::Left,
                Anchor::Middle => HPos::Center,
                Anchor::End => HPos::Right,
            };
            let bold = if *weight == Weight::Bold { FontStyle::Bold } else { FontStyle::Normal };
            // plotters measures font sizes by line height, which it takes to be 1.24 em.
            let font = ("", f64::from(*size) * 1.24, bold).into_font().color(&colour(*ink));
            backend.draw_text(&printable(text), &font.pos(Pos::new(position, VPos::Bottom)), *at)
        }
    };
    assert!(drawn.is_ok(), "{IN_MEMORY}");
}

fn colour(ink: Ink) -> RGBColor {
    let (red, green, blue) = ink.light();
    RGBColor(red, green, blue)
}

/// A text without characters that XML forbids or a line cannot show.
fn printable(text: &str) -> String {
    let is_wrong = |letter: char| letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}');
    text.chars().map(|letter| if is_wrong(letter) { ' ' } else { letter }).collect()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The tag of a text without the font family, which all share, and without the shift that plotters adds.
fn bare(tag: &str) -> String {
    tag.replace(" font-family=\"\"", "").replace(" dy=\"-0.5ex\"", "").replace(" opacity=\"1\"", "")
}

/// A tag with classes for its colours; records which ones are used.
fn classed(tag: &str, used: &mut BTreeSet<(bool, Ink)>) -> String {
    let mut classes = Vec::new();
    for (is_stroke, attribute) in [(false, "fill"), (true, "stroke")] {
        let ink =
            Ink::all().find(|ink| tag.contains(&format!(" {attribute}=\"{}\"", hexadecimal(ink.light()))));
        if let Some(ink) = ink {
            used.insert((is_stroke, ink));
            classes.push(class(is_stroke, ink));
        }
    }
    let tag = tag.replace(" opacity=\"1\"", "").replace(" stroke=\"none\"", "").replace(" \"", "\"");
    match tag.find([' ', '>']) {
        Some(end) if !classes.is_empty() => {
            format!("{} class=\"{}\"{}", &tag[..end], classes.join(" "), &tag[end..])
        }
        _ => tag,
    }
}

fn class(is_stroke: bool, ink: Ink) -> String {
    format!("{}-{}", if is_stroke { "line" } else { "fill" }, ink.name())
}

fn hexadecimal((red, green, blue): Rgb) -> String {
    format!("#{red:02X}{green:02X}{blue:02X}")
}

/// The definitions of the classes. A page that declares its theme sets the variables; elsewhere the reader's theme
/// applies.
fn style_sheet(used: &BTreeSet<(bool, Ink)>) -> String {
    let rules = |shade: fn(Ink) -> Rgb| {
        used.iter().fold(String::new(), |mut rules, (is_stroke, ink)| {
            let (class, name) = (class(*is_stroke, *ink), ink.name());
            let property = if *is_stroke { "stroke" } else { "fill" };
            let colour = hexadecimal(shade(*ink));
            let _ = writeln!(rules, ".szala-chart .{class}{{{property}:var(--szala-{name},{colour})}}");
            rules
        })
    };
    let (light, dark) = (rules(Ink::light), rules(Ink::dark));
    format!("<style>\n{light}@media (prefers-color-scheme:dark){{\n{dark}}}\n</style>\n")
}
