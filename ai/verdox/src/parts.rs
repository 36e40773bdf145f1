//! Which unit has which part in a turn: the garrison of the headquarters, the unit that goes into them when they are
//! empty, and the bold ones, which go for those of the other side whatever it costs. Read off the position once a turn.

use szala_board::SquareId;
use szala_verdox::{Kind, MOST_OF_A_SIDE, Squares};

use super::seen::Seen;
use super::ways::{Gait, NO_WAY, Ways};
use super::weights::Weights;

/// An enemy this near to its headquarters holds them, in hundredths of a turn on foot.
const NEAR_HEADQUARTERS: u16 = 400;

/// The parts of a turn, by the squares of the units.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parts {
    /// They stay about the headquarters.
    pub(super) guard: Squares,
    /// They go for the headquarters of the other side.
    pub(super) bold: Squares,
    /// It goes into its own headquarters, which are empty.
    pub(super) keeper: Option<SquareId>,
    /// Are there units that have yet to get into their fortress?
    pub(super) has_queue: bool,
}

impl Parts {
    pub(super) const NONE: Self =
        Self { guard: Squares::EMPTY, bold: Squares::EMPTY, keeper: None, has_queue: false };

    pub(super) fn of(seen: Seen<'_>, ways: &Ways, weights: &Weights, works: &Squares) -> Self {
        let kind = |square| seen.kind_at(square).expect("a side knows its own units");
        let far = |whose, square| ways.to(whose, Gait::of(seen.rules, kind(square)), square);
        let own = *seen.standing(seen.side);
        let troops = |square: &SquareId| kind(*square) != Kind::Artillery;
        let nearest =
            |count: i32, whose, among: &dyn Fn(SquareId) -> bool| {
                nearest(own, count, |square| {
                    if troops(&square) && among(square) { far(whose, square) } else { NO_WAY }
                })
            };
        let home = seen.headquarters(seen.side);
        let guard = nearest(weights.garrison, seen.side, &|_| true);
        let keeper = (weights.keeper > 0 && seen.is_free(home))
            .then(|| nearest(1, seen.side, &|square| seen.ready().contains(square)).iter().next())
            .flatten();
        let turn = i32::from(seen.turn());
        let is_due = |from: i32| from > 0 && turn >= from;
        let breaches = i32::try_from(seen.breached().len()).expect("a map has at most 768 squares");
        let is_late = seen.turns().is_some_and(|turns| turn > i32::from(turns) - weights.tie_break);
        let is_storm = is_due(weights.storm_turn)
            || weights.storm_breaches > 0 && breaches >= weights.storm_breaches
            || is_late && seen.lead() <= 0;
        let bold = if is_storm {
            own.iter().filter(|square| troops(square) && !guard.contains(*square)).collect()
        } else if turn >= weights.raid_turn {
            let is_rider =
                |square| Gait::of(seen.rules, kind(square)) == Gait::Mounted && !guard.contains(square);
            let raiders = nearest(weights.raid, !seen.side, &is_rider);
            let holders = seen.standing(!seen.side).iter();
            let holders = holders
                .filter(|square| ways.to(!seen.side, Gait::OnFoot, *square) <= NEAR_HEADQUARTERS)
                .count();
            let is_enough = raiders.len() * 100
                >= holders * usize::try_from(weights.raid_odds).expect("no weight of riders is negative");
            if is_enough { raiders } else { Squares::EMPTY }
        } else {
            Squares::EMPTY
        };
        let has_queue = own.iter().any(|square| !works.contains(square) && troops(&square));
        Self { guard, bold, keeper, has_queue }
    }

    /// Has the unit there something better to do than to go for a barge?
    pub(super) fn is_taken(&self, square: SquareId) -> bool {
        self.bold.contains(square) || self.keeper == Some(square)
    }

    /// A unit has gone from one square to the other, and keeps its part.
    pub(super) fn follow(&mut self, from: SquareId, to: SquareId) {
        for part in [&mut self.guard, &mut self.bold] {
            if part.contains(from) {
                part.remove(from);
                part.insert(to);
            }
        }
        if self.keeper == Some(from) {
            self.keeper = Some(to);
        }
    }
}

/// The squares with the shortest distances, at most `count`; of equals those with the lower numbers.
fn nearest(squares: Squares, count: i32, far: impl Fn(SquareId) -> u16) -> Squares {
    let Some(count) = usize::try_from(count).ok().filter(|count| *count > 0) else { return Squares::EMPTY };
    let (mut line, mut there) = ([(NO_WAY, SquareId::from_index(0)); MOST_OF_A_SIDE], 0);
    for square in squares {
        let far = far(square);
        if far < NO_WAY {
            line[there] = (far, square);
            there += 1;
        }
    }
    line[..there].sort_unstable();
    line[..count.min(there)].iter().map(|(_, square)| *square).collect()
}
