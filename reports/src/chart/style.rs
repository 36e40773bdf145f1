//! The look of charts: colours for a light and a dark page, text sizes, and the font for measuring widths.
//!
//! The colours of the sides are blue and vermilion from the palette of M. Okabe and K. Ito, which people with any kind
//! of colour blindness can distinguish; shapes and hatching distinguish them in greyscale too. The font has the widths
//! of Arial and Helvetica, so that a layout measured with it fits on machines that have one of those instead.

use std::sync::LazyLock;

use ab_glyph::{Font, FontRef, PxScale, ScaleFont};

use crate::pixels;

/// The use of a colour; its shade depends on the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Ink {
    /// The background.
    Paper,
    /// Primary text.
    Text,
    /// Secondary text.
    Muted,
    /// Grid lines.
    Grid,
    /// The first side.
    First,
    /// The second side.
    Second,
    /// Draws.
    Draw,
    /// Things that belong to no side.
    Plain,
    /// A shade from the second side's, -4, to the first side's, 4; the same on any page, since text is drawn on it.
    Shade(i8),
    /// Text on the shades near the middle.
    OnLight,
    /// Text on the shades at the ends.
    OnDark,
}

/// A colour as `(red, green, blue)`.
pub(super) type Rgb = (u8, u8, u8);

impl Ink {
    /// Its name in style sheets.
    pub(super) fn name(self) -> String {
        match self {
            Self::Paper => "paper".to_owned(),
            Self::Text => "text".to_owned(),
            Self::Muted => "muted".to_owned(),
            Self::Grid => "grid".to_owned(),
            Self::First => "first".to_owned(),
            Self::Second => "second".to_owned(),
            Self::Draw => "draw".to_owned(),
            Self::Plain => "plain".to_owned(),
            Self::Shade(step) => format!("shade{}", step + 4),
            Self::OnLight => "on-light".to_owned(),
            Self::OnDark => "on-dark".to_owned(),
        }
    }

    /// On a light page. No two inks share a colour: it identifies the ink in the drawn SVG.
    pub(super) fn light(self) -> Rgb {
        match self {
            Self::Paper => (255, 255, 255),
            Self::Text => (26, 26, 26),
            Self::Muted => (95, 99, 104),
            Self::Grid => (222, 224, 227),
            Self::First => (0, 114, 178),
            Self::Second => (213, 94, 0),
            Self::Draw => (163, 166, 171),
            Self::Plain => (73, 107, 120),
            Self::Shade(step) => shade(step),
            Self::OnLight => (27, 27, 27),
            Self::OnDark => (254, 254, 254),
        }
    }

    /// On a dark page.
    pub(super) fn dark(self) -> Rgb {
        match self {
            Self::Paper => (24, 26, 29),
            Self::Text => (236, 237, 238),
            Self::Muted => (160, 165, 171),
            Self::Grid => (58, 62, 67),
            Self::First => (86, 180, 233),
            Self::Second => (240, 138, 60),
            Self::Draw => (124, 129, 136),
            Self::Plain => (136, 174, 188),
            Self::Shade(_) | Self::OnLight | Self::OnDark => self.light(),
        }
    }

    /// All inks.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        let plain = [
            Self::Paper,
            Self::Text,
            Self::Muted,
            Self::Grid,
            Self::First,
            Self::Second,
            Self::Draw,
            Self::Plain,
            Self::OnLight,
            Self::OnDark,
        ];
        plain.into_iter().chain((-4..=4).map(Self::Shade))
    }

    /// The ink for text on this one.
    pub(super) fn text_on(self) -> Self {
        match self {
            Self::Shade(step) if step.abs() >= 3 => Self::OnDark,
            _ => Self::OnLight,
        }
    }
}

/// From vermilion through a light grey to blue, in perceptually equal steps.
fn shade(step: i8) -> Rgb {
    const SHADES: [Rgb; 9] = [
        (172, 72, 0),
        (206, 104, 38),
        (233, 150, 98),
        (247, 200, 170),
        (241, 241, 240),
        (183, 214, 234),
        (121, 178, 215),
        (50, 133, 186),
        (0, 91, 148),
    ];
    SHADES[usize::from((step.clamp(-4, 4) + 4).unsigned_abs())]
}

/// The font weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Weight {
    Regular,
    Bold,
}

/// The font families for a browser, all of them as wide as the font here.
pub(super) const FAMILIES: &str = "Arimo, 'Liberation Sans', Arial, Helvetica, sans-serif";

/// Sizes of text, in pixels.
pub(super) const TITLE: i32 = 20;
/// The title of a narrow chart.
pub(super) const NARROW_TITLE: i32 = 17;
/// Body text.
pub(super) const BODY: i32 = 14;
/// Ticks and notes.
pub(super) const SMALL: i32 = 12;

static REGULAR: LazyLock<FontRef<'static>> = LazyLock::new(|| font(pixels::REGULAR));
static BOLD: LazyLock<FontRef<'static>> = LazyLock::new(|| font(pixels::BOLD));

fn font(bytes: &'static [u8]) -> FontRef<'static> {
    FontRef::try_from_slice(bytes).expect("the fonts are part of the program, and whole")
}

impl Weight {
    /// The font of this weight.
    pub(super) fn font(self) -> &'static FontRef<'static> {
        match self {
            Self::Regular => &REGULAR,
            Self::Bold => &BOLD,
        }
    }

    /// The scale for letters of this many pixels per em: the font crate measures by line height.
    pub(super) fn scale(self, size: f32) -> PxScale {
        let font = self.font();
        let units =
            font.units_per_em().expect("a font that is part of the program says how many units an em has");
        PxScale::from(size * font.height_unscaled() / units)
    }

    /// The width of a text, in pixels.
    pub(super) fn width(self, text: &str, size: i32) -> i32 {
        #[expect(clippy::cast_precision_loss, reason = "sizes of text are small")]
        let font = self.font().as_scaled(self.scale(size as f32));
        let width: f32 = text.chars().map(|letter| font.h_advance(font.glyph_id(letter))).sum();
        #[expect(clippy::cast_possible_truncation, reason = "no text is that wide")]
        let width = width.ceil() as i32;
        width
    }
}

/// Text wrapped at this width; a word that is wider itself is cut.
pub(super) fn wrapped(text: &str, weight: Weight, size: i32, width: i32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    // Only ordinary blanks are places to break.
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let longer = lines.last().map(|line| format!("{line} {word}"));
        match (lines.last_mut(), longer) {
            (Some(line), Some(longer)) if weight.width(&longer, size) <= width => *line = longer,
            _ => lines.push(fitted(word, weight, size, width)),
        }
    }
    lines
}

/// The text, or as much of it as fits into this width, with an ellipsis.
pub(super) fn fitted(text: &str, weight: Weight, size: i32, width: i32) -> String {
    if weight.width(text, size) <= width {
        return text.to_owned();
    }
    let mut letters: Vec<char> = text.chars().collect();
    while letters.pop().is_some() {
        let start: String = letters.iter().collect();
        let cut = format!("{}\u{2026}", start.trim_end());
        if weight.width(&cut, size) <= width {
            return cut;
        }
    }
    String::new()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_two_inks_are_alike_on_a_light_page_nor_two_names() {
        let inks = Ink::all().count();
        assert_eq!(Ink::all().map(Ink::light).collect::<BTreeSet<_>>().len(), inks);
        assert_eq!(Ink::all().map(Ink::name).collect::<BTreeSet<_>>().len(), inks);
    }

    /// WCAG 2.2, 1.4.3 and 1.4.11: text has a contrast of at least 4.5, other visible parts of at least 3. Draws are
    /// also distinguished by their place and label.
    #[test]
    fn what_is_to_be_read_stands_out_from_the_paper() {
        let channel = |value: u8| {
            let part = f64::from(value) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        let luminance = |(r, g, b): Rgb| 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
        let contrast = |one: Rgb, other: Rgb| {
            let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
            one.max(other) / one.min(other)
        };
        for shade in [Ink::light, Ink::dark] {
            for (ink, least) in [
                (Ink::Text, 4.5),
                (Ink::Muted, 4.5),
                (Ink::First, 3.0),
                (Ink::Second, 3.0),
                (Ink::Plain, 3.0),
            ] {
                let found = contrast(shade(ink), shade(Ink::Paper));
                assert!(found >= least, "{ink:?}: {found}");
            }
        }
        for step in -4..=4 {
            let ink = Ink::Shade(step);
            let found = contrast(ink.light(), ink.text_on().light());
            assert!(found >= 4.5 || step.abs() == 3 && found >= 3.0, "{step}: {found}");
        }
    }

    #[test]
    fn the_fonts_have_the_letters_of_both_languages_and_every_sign_that_charts_use() {
        let needed = "AZaz09 %()[].,:;\u{104}\u{105}\u{106}\u{107}\u{118}\u{119}\u{141}\u{142}\u{143}\u{144}\u{d3}\
                      \u{f3}\u{15a}\u{15b}\u{179}\u{17a}\u{17b}\u{17c}\u{2212}\u{b1}\u{2013}\u{2026}\u{201e}\u{201d}\
                      \u{a0}\u{2190}\u{2192}\u{2264}\u{2265}";
        for weight in [Weight::Regular, Weight::Bold] {
            for letter in needed.chars() {
                assert_ne!(weight.font().glyph_id(letter).0, 0, "{letter:?}");
            }
        }
    }

    /// In Arial, by its table of widths, a digit is 1139 of 2048 parts of an em wide: ten of 20 pixels are 111.2.
    #[test]
    fn a_text_is_as_wide_as_in_arial() {
        assert_eq!(Weight::Regular.width("0123456789", 20), 112);
        assert_eq!(Weight::Regular.width("", 20), 0);
    }

    #[test]
    fn words_go_to_the_next_line_and_what_is_too_wide_is_cut() {
        // Each letter is 1139 parts of an em, 11.1 pixels; a blank is half of that.
        let lines = |text: &str| wrapped(text, Weight::Regular, 20, 60);
        assert_eq!(lines("11 22 33"), ["11 22", "33"]);
        assert_eq!(lines("1234567890 1"), ["123\u{2026}", "1"]);
        assert_eq!(lines("11\u{a0}22 33"), ["11\u{a0}22", "33"]);
        assert!(lines("").is_empty());
        assert_eq!(fitted("1", Weight::Regular, 20, 5), "");
    }
}
