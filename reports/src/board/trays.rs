//! The strip of trays below the board, for pieces that are not on it: one by one if there are few, otherwise in piles
//! of identical ones, each with its number, as one would lay them out on a table.

use szala_kernel::Side;
use szala_kernel::picture::{Counter, LookId, Spot, TrayId};

use super::Drawing;
use super::counters::SIZE;
use super::paper::{Paper, escape, fitting, number, width_of};
use super::scene::{Item, Lying, Place};

/// The height of the strip, on a board of the usual width.
const STRIP: f64 = 64.0;
const GAP: f64 = 18.0;
/// If all counters together had less room each than this, they are piled.
const LEAST: f64 = 14.0;
/// The font size of the numbers and names of piles.
const LETTERS: f64 = 15.0;
/// In a pile each counter is this far right of and below the one on top of it, up to the third.
const EDGE: f64 = 2.5;

/// What the counters of a pile share: side, look, and state.
type Kind<'p> = (Option<Side>, LookId, &'p str, Counter);

impl Drawing<'_> {
    /// The height of the strip.
    pub(super) fn strip(&self, paper: &Paper) -> f64 {
        STRIP * paper.furniture()
    }

    /// The trays that are not empty, side by side, each with its name.
    pub(super) fn tray_items(&self, paper: &Paper, all: &[Lying<'_>], items: &mut Vec<Item>) {
        let trays: Vec<(TrayId, Vec<&Lying<'_>>)> = (0..self.ground.trays.len())
            .map(TrayId::from_index)
            .map(|tray| (tray, all.iter().filter(|one| one.counter.spot == Spot::Tray(tray)).collect()))
            .filter(|(_, some): &(_, Vec<_>)| !some.is_empty())
            .collect();
        // Computed from all pieces, so that it does not change during a game.
        let each = paper.width / paper.furniture() / count(self.ground.pieces.len());
        if each < LEAST { self.piles(paper, &trays, items) } else { self.rows(paper, &trays, items) }
    }

    /// One by one; closer together if there are many.
    fn rows(&self, paper: &Paper, trays: &[(TrayId, Vec<&Lying<'_>>)], items: &mut Vec<Item>) {
        let furniture = paper.furniture();
        let pieces = count(trays.iter().map(|(_, some)| some.len()).sum());
        // The last counter of a tray needs its whole width.
        let room = paper.width / furniture - 2.0 * GAP - count(trays.len()) * (GAP + SIZE);
        let spread = (room / (pieces - count(trays.len())).max(1.0)).clamp(4.0, SIZE + 4.0);
        let mut x = GAP;
        for (tray, some) in trays {
            let width = (count(some.len()) - 1.0) * spread + SIZE;
            // A name may be wider than its tray, but must not reach far into the next.
            let least = 122.0_f64.min(room / 4.0);
            let column = width.max(least);
            let at = [x * furniture, paper.height + 8.0 * furniture];
            let name = self.tray_name(*tray, at, 9.5, column + GAP / 2.0);
            items.push(Item { scale: furniture, ..name });
            for (place, one) in (0_u32..).zip(some) {
                let x = x + SIZE / 2.0 + f64::from(place) * spread;
                let at = [x * furniture, paper.height + 36.0 * furniture];
                items.push(self.item(one, at, furniture, 1 + place, Place::Tray(*tray)));
            }
            x += column + GAP;
        }
    }

    /// In piles of identical counters, by side and look, each with its number.
    fn piles(&self, paper: &Paper, trays: &[(TrayId, Vec<&Lying<'_>>)], items: &mut Vec<Item>) {
        let piled: Vec<(TrayId, Vec<Vec<&Lying<'_>>>)> =
            trays.iter().map(|(tray, some)| (*tray, self.alike(some))).collect();
        let label = |pile: &[&Lying<'_>]| format!("\u{d7}{}", pile.len());
        // Bold letters are wider.
        let wide = |pile: &[&Lying<'_>]| {
            let number = if pile.len() > 1 { width_of(&label(pile)) * LETTERS * 1.25 + 4.0 } else { 0.0 };
            SIZE + 2.0 * EDGE + number + GAP
        };
        let named =
            |tray: TrayId| width_of(&self.language.tray_name(&self.ground.trays[tray.index()])) * LETTERS;
        let columns = piled
            .iter()
            .map(|(tray, piles)| named(*tray).max(piles.iter().map(|pile| wide(pile)).sum::<f64>()) + GAP);
        let columns: Vec<f64> = columns.collect();
        // Everything is scaled down if it does not fit.
        let scale = paper.furniture().min((paper.width - GAP) / (GAP + columns.iter().sum::<f64>()));
        let mut left = GAP;
        for ((tray, piles), column) in piled.iter().zip(columns) {
            items.push(Item {
                scale,
                ..self.tray_name(*tray, [left * scale, paper.height + 12.0 * scale], LETTERS, column)
            });
            let mut x = left;
            for pile in piles {
                let [middle, y] = [(x + SIZE / 2.0) * scale, paper.height + 40.0 * scale];
                for (place, one) in (0_u32..).zip(pile) {
                    let edge = EDGE * scale * f64::from(place.min(2));
                    let height = u32::try_from(pile.len()).unwrap_or(u32::MAX) - place;
                    items.push(self.item(one, [middle + edge, y + edge], scale, height, Place::Tray(*tray)));
                }
                if pile.len() > 1 {
                    items.push(Item {
                        key: self.ground.pieces.len() + self.ground.trays.len() + pile[0].piece.index(),
                        look: format!(
                            "<text class=\"szb-count\" font-size=\"{LETTERS}\">{}</text>",
                            label(pile)
                        ),
                        x: (x + SIZE + 2.0 * EDGE + 4.0) * scale,
                        y: y + 6.0 * scale,
                        scale,
                        height: 0,
                        place: Place::Tray(*tray),
                    });
                }
                x += wide(pile);
            }
            left += column;
        }
    }

    /// The counters of a tray grouped by what they share, in the order of sides and looks.
    fn alike<'a, 'p>(&'a self, some: &[&'a Lying<'p>]) -> Vec<Vec<&'a Lying<'p>>> {
        let kind = |one: &Lying<'_>| -> Kind<'a> {
            let piece = &self.ground.pieces[one.piece.index()];
            let look = one.counter.look.unwrap_or(piece.look);
            (
                piece.holder(one.counter),
                look,
                piece.about.as_str(),
                Counter { depth: 0, look: None, ..*one.counter },
            )
        };
        let mut piles: Vec<Vec<&Lying<'_>>> = Vec::new();
        for one in some {
            match piles.iter_mut().find(|pile| kind(pile[0]) == kind(one)) {
                Some(pile) => pile.push(one),
                None => piles.push(vec![one]),
            }
        }
        piles.sort_by_key(|pile| {
            let (side, look, ..) = kind(pile[0]);
            (side.map_or(Side::BOTH.len(), |side| side as usize), look, pile[0].piece)
        });
        piles
    }

    /// The name of a tray, with this largest font size.
    fn tray_name(&self, tray: TrayId, [x, y]: [f64; 2], letters: f64, room: f64) -> Item {
        let name = self.language.tray_name(&self.ground.trays[tray.index()]);
        let size = number(fitting(&name, letters, room));
        Item {
            key: self.ground.pieces.len() + tray.index(),
            look: format!("<text class=\"szb-tray\" font-size=\"{size}\">{}</text>", escape(&name)),
            x,
            y,
            scale: 1.0,
            height: 0,
            place: Place::Tray(tray),
        }
    }
}

fn count(number: usize) -> f64 {
    f64::from(u32::try_from(number).unwrap_or(u32::MAX))
}
