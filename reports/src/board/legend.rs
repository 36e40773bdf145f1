//! The legend: every look on the board, the kinds of pieces of each side, and how to read a counter.

use core::fmt::Write;

use szala_kernel::Side;
use szala_kernel::picture::{Counter, LookId, LookOf, Piece, Position, Spot, TrayId};

use super::counters::kind;
use super::paper::{escape, number, width_of};
use super::terrain::{border, flag, ground_sign, is_road, is_wooded, mark_sign, wood};
use super::{Drawing, counters, open_group};

/// The font size.
const LETTERS: f64 = 11.5;
/// The height of a row.
const ROW: f64 = 46.0;
/// The room for a sample, and the gap before its name.
const SAMPLE: f64 = 44.0;
const GAP: f64 = 8.0;

/// A sample around its own centre, and its name.
struct Entry {
    sample: String,
    name: String,
}

impl Drawing<'_> {
    /// Writes the legend in rows of this width, and returns its height. Of what counters can show, only what occurs in
    /// the position.
    pub(super) fn legend(&self, width: f64, position: Option<&Position>, svg: &mut String) -> f64 {
        let mut entries = self.looks();
        entries.extend(self.kinds());
        entries.extend(self.parts(position));
        entries.extend(self.owners(position));
        let (mut x, mut y) = (10.0, 8.0);
        let _ = write!(svg, "<g class=\"szb-legend\" font-size=\"{LETTERS}\">");
        for Entry { sample, name } in entries {
            let room = SAMPLE + GAP + width_of(&name) * LETTERS + 2.0 * GAP;
            if x + room > width && x > 10.0 {
                (x, y) = (10.0, y + ROW);
            }
            open_group(svg, [x + SAMPLE / 2.0, y + ROW / 2.0]);
            let _ = write!(
                svg,
                "{sample}<text x=\"{}\" y=\"4\">{}</text></g>",
                number(SAMPLE / 2.0 + GAP),
                escape(&name)
            );
            x += room;
        }
        svg.push_str("</g>");
        y + ROW + 8.0
    }

    /// The looks that occur on the board, in their order.
    fn looks(&self) -> Vec<Entry> {
        let ground = self.ground;
        let is_there = |look: LookId| {
            ground.cells.iter().any(|cell| cell.ground == look)
                || ground.lines.iter().any(|line| line.look == look)
                || ground.marks.iter().any(|mark| mark.look == look)
        };
        let has_squares = ground.cells.iter().all(|cell| cell.corners.len() == 4);
        let looks = ground.looks.iter().enumerate();
        let there = looks.filter(|(index, _)| is_there(LookId::from_index(*index))).map(|(_, look)| look);
        let entry = |look: &szala_kernel::picture::Look| {
            let code = look.code;
            let sample = match look.of {
                LookOf::Ground => {
                    let outline = if has_squares {
                        "M-18 -18H18V18H-18z"
                    } else {
                        "M0 -21L18 -10.5V10.5L0 21L-18 10.5V-10.5z"
                    };
                    let mut sample = format!("<path class=\"szb-ground szb-{code}\" d=\"{outline}\"/>");
                    if let Some(sign) = ground_sign(code) {
                        let _ = write!(
                            sample,
                            "<g class=\"szb-signs szb-sign-{code}\" transform=\"scale(.55)\"><path d=\"{sign}\"/></g>"
                        );
                    }
                    if is_road(code) {
                        for class in ["szb-road-bed", "szb-road"] {
                            let _ = write!(sample, "<path class=\"szb-way {class}\" d=\"M-18 0H18\"/>");
                        }
                    }
                    if is_wooded(code) {
                        sample.push_str("<g class=\"szb-trees\" transform=\"scale(.5)\">");
                        wood(0, code, &mut sample);
                        sample.push_str("</g>");
                    }
                    sample
                }
                LookOf::Border => {
                    let mut path = String::new();
                    border(code, [[-19.0, 0.0], [19.0, 0.0]], [0.0, 36.0], &mut path);
                    format!(
                        "<path class=\"szb-border szb-{code}-bed\" d=\"{path}\"/><path class=\"szb-border szb-{code}\" \
                         d=\"{path}\"/>"
                    )
                }
                LookOf::Way => {
                    let path = "M-19 5Q0 -9 19 2";
                    format!(
                        "<path class=\"szb-way szb-{code}-bed\" d=\"{path}\"/><path class=\"szb-way szb-{code}\" \
                         d=\"{path}\"/>"
                    )
                }
                LookOf::Mark | LookOf::Piece => {
                    format!("<g class=\"szb-mark\">{}</g>", mark_sign(code, look.name))
                }
            };
            Entry { sample, name: self.language.look_name(look).to_owned() }
        };
        there.map(entry).collect()
    }

    /// The kinds of pieces of each side, and of neutral ones.
    fn kinds(&self) -> Vec<Entry> {
        let mut entries: Vec<Entry> = Vec::new();
        for side in [Some(Side::First), Some(Side::Second), None] {
            let mut seen = Vec::new();
            for piece in self.ground.pieces.iter().filter(|piece| piece.side == side) {
                if seen.contains(&piece.look) {
                    continue;
                }
                seen.push(piece.look);
                let look = self.ground.look(piece.look);
                let plain = Piece { short: String::new(), ..piece.clone() };
                let name = format!("{}, {}", self.whose(side), self.language.look_name(look));
                entries.push(Entry { sample: self.sample(&plain, &BARE), name });
            }
        }
        entries.extend(self.turned_up());
        entries
    }

    /// What counters of either side may be turned over to show: looks that no piece has at the start.
    fn turned_up(&self) -> Vec<Entry> {
        let ground = self.ground;
        let Some(piece) = ground.pieces.first() else { return Vec::new() };
        let looks = ground.looks.iter().enumerate().filter(|(index, look)| {
            let is_first = |piece: &Piece| piece.look == LookId::from_index(*index);
            look.of == LookOf::Piece && !ground.pieces.iter().any(is_first)
        });
        let entry = |(_, look): (usize, &szala_kernel::picture::Look)| Entry {
            sample: format!("<g transform=\"translate(0 -9) scale(1.5)\">{}</g>", kind(look.code, piece)),
            name: self.language.look_name(look).to_owned(),
        };
        looks.map(entry).collect()
    }

    /// The flags of cells that a side owns, if there are any.
    fn owners(&self, position: Option<&Position>) -> Vec<Entry> {
        let words = self.language.words();
        let is_told = position.is_some_and(|position| !position.owned.is_empty());
        let entry = |side| Entry {
            sample: format!("<g transform=\"translate(-6 0)\">{}</g>", flag(side)),
            name: format!("{} {}", words.owned_by, self.sides[side]),
        };
        if is_told { Side::BOTH.map(entry).into() } else { Vec::new() }
    }

    /// How to read a counter.
    fn parts(&self, position: Option<&Position>) -> Vec<Entry> {
        let words = self.language.words();
        let fighter = |piece: &&Piece| self.ground.look(piece.look).code != counters::COMMANDER;
        let Some(piece) = self.ground.pieces.iter().find(fighter) else { return Vec::new() };
        let plain = Piece { short: String::new(), ..piece.clone() };
        let with = |counter: Counter, name: &str| Entry {
            sample: self.sample(&plain, &counter),
            name: name.to_owned(),
        };
        let any = |has: fn(&Counter) -> bool| position.is_none_or(|one| one.counters.iter().any(has));
        let mut entries = Vec::new();
        if any(|counter| counter.strength.is_some()) {
            entries.push(with(Counter { strength: Some(4), ..BARE }, words.strength_left));
        }
        if self.ground.tells.losses {
            entries.push(with(Counter { losses: 2, ..BARE }, words.loss));
        }
        if self.ground.tells.shots {
            entries.push(with(Counter { shots: 2, ..BARE }, &self.time().fill(words.shot)));
        }
        if any(|counter| counter.heading.is_some()) {
            entries.push(with(Counter { heading: Some(0), ..BARE }, words.facing));
        }
        for condition in &self.ground.conditions {
            let sample = format!(
                "<circle class=\"szb-badge\" r=\"7\"/><text class=\"szb-sign\" y=\"3\">{}</text>",
                escape(&condition.sign.to_string())
            );
            entries.push(Entry { sample, name: self.language.condition_name(condition).to_owned() });
        }
        entries
    }
}

/// A counter without any state.
const BARE: Counter = Counter {
    spot: Spot::Tray(TrayId(0)),
    look: None,
    holder: None,
    heading: None,
    strength: None,
    losses: 0,
    shots: 0,
    conditions: 0,
    depth: 0,
};
