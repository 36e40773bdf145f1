//! A picture: marks on paper, written as SVG or as PNG. What the marks tell is the charts' business.
//!
//! Both are drawn with plotters. In the SVG every colour becomes a class beside the colour of a light page, so that a
//! page that holds it can be dark; text stays text, in the reader's font. In the PNG text is drawn by the font that is
//! part of the program, and everything is drawn larger first and then made smaller, which smooths edges.

use core::fmt::Write;
use std::collections::BTreeSet;

use ab_glyph::{Font, ScaleFont, point};
use plotters::prelude::{BitMapBackend, Color, DrawingBackend, RGBColor, SVGBackend, ShapeStyle};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{FontStyle, IntoFont};

use super::style::{FAMILIES, Ink, Rgb, Weight};

/// A place, in pixels from the left and from the top.
pub(super) type Point = (i32, i32);

/// Which part of a text stands at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// Something drawn.
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
    /// The place is on the line that letters stand on.
    Text {
        at: Point,
        text: String,
        ink: Ink,
        size: i32,
        weight: Weight,
        anchor: Anchor,
    },
}

/// A chart that has been drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    pub(super) width: u32,
    pub(super) height: u32,
    /// What it finds, in a sentence.
    pub(super) title: String,
    /// What is to be seen, for those who do not see it.
    pub(super) about: String,
    pub(super) marks: Vec<Mark>,
}

/// How much larger a PNG is drawn than it becomes.
const SCALE: i32 = 3;

impl Picture {
    /// What the chart finds, in a sentence.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// How wide and how high it is, in pixels.
    pub fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// The picture as an SVG document, which can stand in an HTML page as it is.
    pub fn svg(&self) -> String {
        let mut drawn = String::new();
        {
            let mut backend = SVGBackend::with_string(&mut drawn, self.size());
            for mark in &self.marks {
                draw(&mut backend, mark, 1);
                if let Mark::Text { at, text, ink, size, weight, anchor } = mark {
                    let position = match anchor {
                        Anchor::Start => HPos::Left,
                        Anchor::Middle => HPos::Center,
                        Anchor::End => HPos::Right,
                    };
                    let bold = if *weight == Weight::Bold { FontStyle::Bold } else { FontStyle::Normal };
                    // plotters counts sizes by the height of a line, and takes it for 1.24 em.
                    let font = ("", f64::from(*size) * 1.24, bold).into_font().color(&colour(*ink));
                    let style = font.pos(Pos::new(position, VPos::Bottom));
                    backend.draw_text(&printable(text), &style, *at).expect(IN_MEMORY);
                }
            }
            backend.present().expect(IN_MEMORY);
        }
        self.dressed(&drawn)
    }

    /// The picture as a PNG file, for a light page.
    pub fn png(&self) -> Vec<u8> {
        let scale = SCALE.unsigned_abs();
        let large = (self.width * scale, self.height * scale);
        let mut pixels = vec![255; large.0 as usize * large.1 as usize * 3];
        {
            let mut backend = BitMapBackend::with_buffer(&mut pixels, large);
            for mark in &self.marks {
                draw(&mut backend, mark, SCALE);
                if let Mark::Text { .. } = mark {
                    draw_letters(&mut backend, mark);
                }
            }
            backend.present().expect(IN_MEMORY);
        }
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, self.width, self.height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        let mut writer = encoder.write_header().expect(IN_MEMORY);
        writer.write_image_data(&smaller(&pixels, self.size())).expect(IN_MEMORY);
        writer.finish().expect(IN_MEMORY);
        file
    }

    /// The SVG that plotters has drawn, line by line, with a title for screen readers and with classes for colours.
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

/// Draws a mark, unless it is text.
fn draw<B: DrawingBackend>(backend: &mut B, mark: &Mark, scale: i32) {
    let larger = |(x, y): Point| (x * scale, y * scale);
    let drawn = match mark {
        Mark::Rect { from, to, ink, alpha } => {
            let style = colour(*ink).mix(*alpha).filled();
            backend.draw_rect(larger(*from), larger(*to), &style, true)
        }
        Mark::Line { points, ink, alpha, width } => {
            let stroke_width = width * scale.unsigned_abs();
            let style = ShapeStyle { color: colour(*ink).mix(*alpha), filled: false, stroke_width };
            match points[..] {
                [from, to] => backend.draw_line(larger(from), larger(to), &style),
                _ => backend.draw_path(points.iter().map(|at| larger(*at)), &style),
            }
        }
        Mark::Area { points, ink, alpha } => {
            let style = colour(*ink).mix(*alpha).filled();
            backend.fill_polygon(points.iter().map(|at| larger(*at)), &style)
        }
        Mark::Dot { at, radius, ink } => {
            backend.draw_circle(larger(*at), radius * scale.unsigned_abs(), &colour(*ink).filled(), true)
        }
        Mark::Text { .. } => Ok(()),
    };
    assert!(drawn.is_ok(), "{IN_MEMORY}");
}

fn colour(ink: Ink) -> RGBColor {
    let (red, green, blue) = ink.light();
    RGBColor(red, green, blue)
}

/// Draws a text pixel by pixel.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "places in a picture are small"
)]
fn draw_letters(backend: &mut BitMapBackend<'_>, mark: &Mark) {
    let Mark::Text { at, text, ink, size, weight, anchor } = mark else { return };
    let text = printable(text);
    let scale = weight.scale((size * SCALE) as f32);
    let font = weight.font().as_scaled(scale);
    let width: f32 = text.chars().map(|letter| font.h_advance(font.glyph_id(letter))).sum();
    let shift = match anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => width / 2.0,
        Anchor::End => width,
    };
    let (mut x, y) = ((at.0 * SCALE) as f32 - shift, (at.1 * SCALE) as f32);
    let ink = colour(*ink);
    for letter in text.chars() {
        let glyph = font.glyph_id(letter);
        if let Some(outline) = weight.font().outline_glyph(glyph.with_scale_and_position(scale, point(x, y)))
        {
            let corner = outline.px_bounds().min;
            outline.draw(|right, down, cover| {
                let place = (corner.x as i32 + right.cast_signed(), corner.y as i32 + down.cast_signed());
                let pixel = ink.mix(f64::from(cover.min(1.0)));
                backend.draw_pixel(place, pixel.to_backend_color()).expect(IN_MEMORY);
            });
        }
        x += font.h_advance(glyph);
    }
}

/// The mean colour of each square of pixels.
fn smaller(pixels: &[u8], (width, height): (u32, u32)) -> Vec<u8> {
    let scale = SCALE.unsigned_abs() as usize;
    let (width, height) = (width as usize, height as usize);
    let row = width * scale * 3;
    let mut small = Vec::with_capacity(width * height * 3);
    for y in 0..height {
        for x in 0..width {
            for channel in 0..3 {
                let lines = (0..scale).map(|line| (y * scale + line) * row + x * scale * 3 + channel);
                let sum: usize =
                    lines.flat_map(|at| (0..scale).map(move |step| usize::from(pixels[at + 3 * step]))).sum();
                small.push(u8::try_from(sum / (scale * scale)).expect("a mean of bytes"));
            }
        }
    }
    small
}

/// A text without what XML forbids and a line cannot show.
fn printable(text: &str) -> String {
    let is_wrong = |letter: char| letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}');
    text.chars().map(|letter| if is_wrong(letter) { ' ' } else { letter }).collect()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The tag of a text without the family, which all have in common, and without the shift that plotters adds.
fn bare(tag: &str) -> String {
    tag.replace(" font-family=\"\"", "").replace(" dy=\"-0.5ex\"", "").replace(" opacity=\"1\"", "")
}

/// A tag with classes for its colours, which are added to those that are used.
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

/// What the classes mean. A page that says which theme it has sets the variables; on others it is the reader's.
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
