//! A counter, drawn around its own centre: shape and colour of the side, the sign of its kind, strength, losses as
//! pips, shots as strokes, its states as badges at the upper edge, and a wedge for its facing.

use core::fmt::Write;

use szala_kernel::Side;
use szala_kernel::picture::{Counter, Piece, Spot};

use super::Drawing;
use super::paper::{escape, fitting, number};
use super::terrain::side_class;

/// The width and height of a counter.
pub(super) const SIZE: f64 = 38.0;

/// The code of pieces that lead and do not fight: they are drawn smaller and beside the others.
pub(super) const COMMANDER: &str = "commander";

/// The code of pieces that are fire falling on a cell.
const BARRAGE: &str = "barrage";

/// The code of the other hex of a piece that stands on two.
const HALF: &str = "other-half";

/// The most pips or strokes that fit.
const MOST_PIPS: u16 = 5;

impl Drawing<'_> {
    /// The counter of a piece, with everything known about it as a tooltip.
    pub(super) fn counter(&self, piece: &Piece, counter: &Counter) -> String {
        format!("<title>{}</title>{}", escape(&self.told(piece, counter)), self.sample(piece, counter))
    }

    /// The same without the tooltip, for a legend.
    pub(super) fn sample(&self, piece: &Piece, counter: &Counter) -> String {
        let code = self.ground.look(counter.look.unwrap_or(piece.look)).code;
        let mut svg = String::new();
        if code == COMMANDER {
            self.commander(piece, counter, &mut svg);
        } else {
            self.fighter(code, piece, counter, &mut svg);
        }
        if self.is_captured(piece, counter) {
            svg.push_str("<path class=\"szb-lost\" d=\"M-17 -17L17 17M17 -17L-17 17\"/>");
        }
        svg
    }

    /// Everything known about a counter, in words.
    pub(crate) fn told(&self, piece: &Piece, counter: &Counter) -> String {
        let words = self.language.words();
        let whose = self.whose(piece.holder(counter));
        let mut told = format!("{} ({whose}): {}", piece.name, piece.about);
        if let Some(look) = counter.look {
            let _ = write!(told, ", {}", self.language.look_name(self.ground.look(look)));
        }
        if let Some(strength) = counter.strength {
            let _ = write!(told, "; {} {strength}", words.strength);
        }
        for (count, word) in [(counter.losses, words.losses), (counter.shots, words.shots)] {
            if count > 0 {
                let _ = write!(told, ", {word} {count}");
            }
        }
        if let Some(heading) = counter.heading {
            let _ = write!(told, ", {} {}", words.faces, compass(heading));
        }
        for condition in self.ground.conditions_of(counter) {
            let _ = write!(told, ", {}", self.language.condition_name(condition));
        }
        if self.is_captured(piece, counter) {
            let _ = write!(told, ", {}", words.captured);
        }
        told
    }

    /// A piece that lies on the map as a marker was captured there, unless it is always a marker.
    fn is_captured(&self, piece: &Piece, counter: &Counter) -> bool {
        matches!(counter.spot, Spot::Marker(_))
            && ![BARRAGE, HALF].contains(&self.ground.look(piece.look).code)
    }

    /// The name of a side, or the word for neutral.
    pub(crate) fn whose(&self, side: Option<Side>) -> &str {
        side.map_or(self.language.words().nobodys, |side| self.sides[side])
    }

    fn fighter(&self, code: &str, piece: &Piece, counter: &Counter, svg: &mut String) {
        if let Some(heading) = counter.heading {
            // A wedge stands out as far over a corner as over an edge.
            let (sine, cosine) = f64::from(heading).to_radians().sin_cos();
            let edge = SIZE / 2.0 / sine.abs().max(cosine.abs());
            let _ = write!(
                svg,
                "<path class=\"szb-wedge {}\" transform=\"rotate({heading})\" d=\"M0 -{}L-7.5 -{2}H7.5z\"/>",
                side_class(piece.holder(counter)),
                number(edge + 8.5),
                number(edge - 1.5)
            );
        }
        body(piece.holder(counter), svg);
        let name = escape(&piece.short);
        let has_name = !name.is_empty();
        if has_name {
            let size = number(fitting(&piece.short, 8.0, 32.0));
            let _ = write!(svg, "<text class=\"szb-name\" y=\"-10\" font-size=\"{size}\">{name}</text>");
        }
        // Without a name the sign gets the room of both.
        let top = if has_name { -7.5 } else { -11.5 };
        let _ = write!(svg, "<g transform=\"translate(0 {})\">{}</g>", number(top), kind(code, piece));
        if let Some(strength) = counter.strength {
            let _ = write!(svg, "<text class=\"szb-strength\" x=\"-8.5\" y=\"14.8\">{strength}</text>");
        }
        for pip in 0..counter.losses.min(MOST_PIPS) {
            let x = number(0.5 + 3.9 * f64::from(pip));
            let _ = write!(svg, "<circle class=\"szb-loss\" cx=\"{x}\" cy=\"7.4\" r=\"1.9\"/>");
        }
        for shot in 0..counter.shots.min(MOST_PIPS) {
            let x = number(0.5 + 3.9 * f64::from(shot));
            let _ = write!(svg, "<path class=\"szb-shot\" d=\"M{x} 11v4.4\"/>");
        }
        self.badges(counter, [14.0, -18.0], svg);
    }

    fn commander(&self, piece: &Piece, counter: &Counter, svg: &mut String) {
        let active =
            if self.ground.conditions_of(counter).any(|one| one.name == "active") { " szb-on" } else { "" };
        let _ = write!(
            svg,
            "<g class=\"{}\"><circle class=\"szb-chief{active}\" r=\"12\"/>",
            side_class(piece.holder(counter))
        );
        svg.push_str(
            "<path class=\"szb-star\" d=\"M0 -10.5L1.2 -7.9L4 -7.6L1.9 -5.7L2.5 -3L0 -4.4L-2.5 -3L-1.9 -5.7L-4 \
             -7.6L-1.2 -7.9z\"/>",
        );
        let initials = self.initials(piece);
        let small = if initials.chars().count() > 1 { " szb-two" } else { "" };
        let _ = write!(svg, "<text class=\"szb-initial{small}\" y=\"8.5\">{}</text></g>", escape(&initials));
        self.badges(counter, [9.0, -9.0], svg);
    }

    /// The first letter of a name, or the first two if another commander's begins with the same letter.
    fn initials(&self, piece: &Piece) -> String {
        let first = piece.name.chars().next();
        let of_the_letter = |one: &&Piece| one.look == piece.look && one.name.chars().next() == first;
        let letters = self.ground.pieces.iter().filter(of_the_letter).take(2).count();
        let initial = first.into_iter().flat_map(char::to_uppercase);
        initial.chain(piece.name.chars().take(letters).skip(1)).collect()
    }

    /// Its states: small discs from right to left.
    fn badges(&self, counter: &Counter, [x, y]: [f64; 2], svg: &mut String) {
        for (place, condition) in (0_u8..).zip(self.ground.conditions_of(counter)) {
            let x = x - 10.0 * f64::from(place);
            let _ = write!(
                svg,
                "<circle class=\"szb-badge\" cx=\"{0}\" cy=\"{1}\" r=\"5\"/><text class=\"szb-sign\" x=\"{0}\" \
                 y=\"{2}\">{3}</text>",
                number(x),
                number(y),
                number(y + 2.8),
                escape(&condition.sign.to_string())
            );
        }
    }
}

/// The body: round corners for the first side, cut ones for the second, pointed at both sides if neutral, so that they
/// differ without colour.
fn body(side: Option<Side>, svg: &mut String) {
    svg.push_str(match side {
        Some(Side::First) => {
            "<rect class=\"szb-body szb-first\" x=\"-19\" y=\"-19\" width=\"38\" height=\"38\" rx=\"4\"/>"
        }
        Some(Side::Second) => {
            "<path class=\"szb-body szb-second\" d=\"M-11.5 -19H11.5L19 -11.5V11.5L11.5 19H-11.5L-19 11.5V-11.5z\"/>"
        }
        None => "<path class=\"szb-body szb-nobody\" d=\"M-14 -19H14L21 0L14 19H-14L-21 0z\"/>",
    });
}

/// The sign of a kind, from the middle of its upper edge: the box of military maps, or a letter for an unknown kind.
pub(super) fn kind(code: &str, piece: &Piece) -> String {
    let inside = match code {
        "infantry" | "phalanx" | "heavy-infantry" | "legion" | "barbarians" => {
            "<path class=\"szb-arm\" d=\"M-11 0L11 12M11 0L-11 12\"/>".to_owned()
        }
        "cavalry" | "heavy-cavalry" | "lancers" | "light-cavalry" => {
            "<path class=\"szb-arm\" d=\"M-11 12L11 0\"/>".to_owned()
        }
        "cossacks" => {
            "<path class=\"szb-arm\" d=\"M-11 12L11 0\"/><path class=\"szb-dot\" d=\"M-8 1.5h7l-2.5 2.2L-1 6h-7z\"/>"
                .to_owned()
        }
        "artillery" => "<circle class=\"szb-dot\" cy=\"6\" r=\"3.4\"/>".to_owned(),
        // A scythe through the box of infantry; a star in it.
        "kosynierzy" => {
            "<path class=\"szb-arm\" d=\"M-11 0L11 12M11 0L-11 12M0 12V1.5Q6 .5 8.5 4.5\"/>".to_owned()
        }
        "skirmishers" => {
            "<path class=\"szb-arm\" d=\"M-11 0L11 12M11 0L-11 12\"/><path class=\"szb-dot\" d=\"M0 -.2L1.1 2L3.5 \
             2.4L1.8 4.1L2.2 6.5L0 5.4L-2.2 6.5L-1.8 4.1L-3.5 2.4L-1.1 2z\"/>"
                .to_owned()
        }
        // Units that fire have a dot above, mounted ones a stroke.
        "riflemen" | "light-infantry" => {
            "<path class=\"szb-arm\" d=\"M-11 0L11 12M11 0L-11 12\"/><circle class=\"szb-dot\" cy=\"2.4\" r=\"2\"/>"
                .to_owned()
        }
        "grenadiers" => {
            "<path class=\"szb-arm\" d=\"M-11 0L11 12M11 0L-11 12M0 0V12\"/><circle class=\"szb-dot\" cy=\"2.4\" \
             r=\"2\"/>"
                .to_owned()
        }
        "mounted-rifles" => {
            "<path class=\"szb-arm\" d=\"M-11 12L11 0\"/><circle class=\"szb-dot\" cx=\"-4\" cy=\"3\" r=\"2\"/>"
                .to_owned()
        }
        // An arrow upwards, with a line below or from a round base.
        "machine-guns" => "<path class=\"szb-arm\" d=\"M0 10.5V1.5M-3.5 5L0 1.5L3.5 5M-4.5 10.5H4.5\"/>".to_owned(),
        "mortars" => {
            "<path class=\"szb-arm\" d=\"M0 7V1.5M-3.5 5L0 1.5L3.5 5\"/><circle class=\"szb-dot\" cy=\"9\" r=\"2.2\"/>"
                .to_owned()
        }
        BARRAGE => {
            "<path class=\"szb-dot\" d=\"M0 0L1.8 3.6L6 1.6L4 5L9 6L4 7L6 10.4L1.8 8.4L0 12L-1.8 8.4L-6 10.4L-4 \
             7L-9 6L-4 5L-6 1.6L-1.8 3.6z\"/>"
                .to_owned()
        }
        "barge" => "<path class=\"szb-dot\" d=\"M-9 5H9L6 10H-6zM-.8 4V1H5L3 4z\"/>".to_owned(),
        "breach" => "<path class=\"szb-arm\" d=\"M-11 6l4 -4l3 7l3 -6l3 6l3 -7l6 4\"/>".to_owned(),
        "elephants" => {
            "<path class=\"szb-dot\" d=\"M-8 11V5Q-8 1.5 -3 1.5H3Q8 1.5 8.8 5V11H7V7H4V11H1.5V8H-3V11z\"/>".to_owned()
        }
        "chariots" => {
            "<circle class=\"szb-arm\" cy=\"6\" r=\"4.2\"/><path class=\"szb-arm\" d=\"M-4.2 6H4.2M0 1.8V10.2\"/>"
                .to_owned()
        }
        HALF => "<path class=\"szb-arm\" d=\"M-7 4H7M-7 8H7\"/>".to_owned(),
        // A face-down counter.
        "hidden" => "<text class=\"szb-letter\" y=\"10\">?</text>".to_owned(),
        _ => {
            let letter: String = piece.name.chars().take(1).flat_map(char::to_uppercase).collect();
            format!("<text class=\"szb-letter\" y=\"10\">{}</text>", escape(&letter))
        }
    };
    format!("<rect class=\"szb-box\" x=\"-11\" width=\"22\" height=\"12\"/>{inside}")
}

/// The point of the compass nearest to a heading.
fn compass(heading: u16) -> &'static str {
    const POINTS: [&str; 8] = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];
    POINTS[usize::from((heading + 22) / 45) % POINTS.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_called_by_the_nearest_point_of_the_compass() {
        // Vertices of pointy-top hexes lie at 0, 60 and so on, of flat-top ones at 30, 90 and so on.
        let pointy = [0, 60, 120, 180, 240, 300].map(compass);
        assert_eq!(pointy, ["N", "NE", "SE", "S", "SW", "NW"]);
        let flat = [30, 90, 150, 210, 270, 330].map(compass);
        assert_eq!(flat, ["NE", "E", "SE", "SW", "W", "NW"]);
        assert_eq!(compass(359), "N");
    }
}
