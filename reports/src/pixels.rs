//! A picture as pixels. The letters come only from the font that is part of the program, so that a PNG does not depend
//! on the fonts of a machine. A character that the font lacks is drawn as an empty box.

use core::fmt;
use std::sync::{Arc, LazyLock};

use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::fontdb::{Database, Source};
use resvg::usvg::{Options, Tree};

use crate::alone::alone;

/// The letters of all pictures: Arimo, which is as wide as Arial and Helvetica.
pub(crate) const REGULAR: &[u8] = include_bytes!("../assets/fonts/Arimo-Regular.ttf");
/// The same, bold.
pub(crate) const BOLD: &[u8] = include_bytes!("../assets/fonts/Arimo-Bold.ttf");

/// The maximum number of pixels: a picture of this size takes 400 MB while it is painted.
const MOST: f32 = 50_000_000.0;

/// Why a picture cannot be a PNG.
#[derive(Clone, Debug, PartialEq)]
pub enum NoPng {
    /// It is this wide and this high, in pixels, and that is too much.
    TooLarge(f32, f32),
    /// It is not a picture; the reason.
    NoPicture(String),
}

impl fmt::Display for NoPng {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge(width, height) => write!(
                out,
                "the picture is {width:.0} by {height:.0} pixels, and a PNG has {} million at most; write it as SVG, \
                 in a file whose name ends in .svg",
                MOST / 1e6
            ),
            Self::NoPicture(why) => {
                write!(
                    out,
                    "the picture cannot be painted ({why}); write it as SVG and look what is wrong with it"
                )
            }
        }
    }
}

impl core::error::Error for NoPng {}

/// The fonts, by their single family, whichever a picture asks for.
static FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    for font in [REGULAR, BOLD] {
        fonts.load_font_source(Source::Binary(Arc::new(font)));
    }
    let family = fonts.faces().next().and_then(|face| face.families.first()).map(|(name, _)| name.clone());
    let family = family.expect("Arimo is part of the program, and says its name");
    fonts.set_sans_serif_family(&family);
    fonts.set_serif_family(&family);
    Arc::new(fonts)
});

/// An SVG picture as a PNG file, in its light colours on white paper, in its own size.
///
/// # Errors
/// That it is too large, or not a picture.
pub fn png(svg: &str) -> Result<Vec<u8>, NoPng> {
    let options = Options { fontdb: Arc::clone(&FONTS), ..Options::default() };
    let no_picture = |why: &dyn fmt::Display| NoPng::NoPicture(why.to_string());
    let tree = Tree::from_str(&alone(svg), &options).map_err(|error| no_picture(&error))?;
    let (width, height) = (tree.size().width().ceil(), tree.size().height().ceil());
    if width * height > MOST {
        return Err(NoPng::TooLarge(width, height));
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "bounded above; never negative"
    )]
    let pixels = Pixmap::new(width as u32, height as u32);
    let mut pixels = pixels.ok_or(NoPng::TooLarge(width, height))?;
    pixels.fill(Color::WHITE);
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| no_picture(&error))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn painted(inside: &str) -> Pixmap {
        let svg = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 40 20\">{inside}</svg>");
        let file = png(&svg).expect("the picture is small");
        assert_eq!(file[..8], *b"\x89PNG\r\n\x1a\n");
        assert_eq!(png(&svg).as_ref(), Ok(&file), "the same twice");
        Pixmap::decode_png(&file).expect("the file is a PNG")
    }

    fn pixel(pixels: &Pixmap, x: u32, y: u32) -> [u8; 4] {
        let found = pixels.pixel(x, y).expect("the place is in the picture");
        [found.red(), found.green(), found.blue(), found.alpha()]
    }

    #[test]
    fn a_picture_is_as_large_as_its_view_box_in_the_colours_of_its_sheet_on_white() {
        let pixels = painted(
            "<style>.a { fill: var(--ink, #0072b2); }</style><rect class=\"a\" x=\"10\" width=\"10\" height=\"9\"/>",
        );
        assert_eq!((pixels.width(), pixels.height()), (40, 20));
        assert_eq!(pixel(&pixels, 12, 3), [0x00, 0x72, 0xb2, 255]);
        assert_eq!(pixel(&pixels, 12, 12), [255; 4]);
    }

    /// A hatched box would be equally dark for every missing letter: no two letters look alike, so they are letters.
    #[test]
    fn letters_of_any_family_and_weight_are_those_of_our_font() {
        let letter = |letter: &str, says: &str| {
            painted(&format!("<text x=\"4\" y=\"16\" font-size=\"16\" {says}>{letter}</text>")).take()
        };
        let ours = letter("\u{142}", "font-family=\"Arimo\"");
        assert_ne!(ours, letter("l", "font-family=\"Arimo\""));
        for family in ["", "font-family=\"system-ui, sans-serif\"", "font-family=\"Nobody's\""] {
            assert_eq!(letter("\u{142}", family), ours, "{family}");
        }
        assert_ne!(letter("\u{142}", "font-weight=\"600\""), ours);
    }

    #[test]
    fn what_is_too_large_or_no_picture_is_refused() {
        let of_size =
            |size: &str| format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size}\"/>");
        assert_eq!(png(&of_size("10000 5001")), Err(NoPng::TooLarge(10_000.0, 5_001.0)));
        let told = png(&of_size("1000000 1000000")).expect_err("a million by a million").to_string();
        assert!(told.contains("1000000 by 1000000 pixels") && told.contains(".svg"), "{told}");
        for wrong in ["", "<svg", &of_size("0 0")] {
            assert!(matches!(png(wrong), Err(NoPng::NoPicture(_))), "{wrong}");
        }
    }
}
