//! What players may ask about a map and a position beyond legality. Of the enemy's counters it gives what the asking
//! side may know: their kinds once they have been seen [D-16.1c], their places unless they are on paper [19.1].

use szala_board::HexId;
use szala_kernel::Side;

use crate::chapters::game::Pluton;
use crate::position::agenda::Task;
use crate::position::data::Card;
use crate::position::ids::{BarrageId, CounterId, Counters, Hexes, of_side};
use crate::position::state::{Level, State};
use crate::position::tables::Ground;

/// What is to be decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Where this counter is set up [18.2].
    SetUp(CounterId),
    /// Which guns are called [9.2].
    Call,
    /// What becomes of this barrage, which lies here [4.2.1].
    Lay(BarrageId, Option<HexId>),
    /// Which counter moves [4.2.2].
    Movement,
    /// The next step of this counter, which runs or not, and has spent this many half points.
    Moving(CounterId, bool, u8),
    /// Fire at this mover, which runs or not [4.2.2].
    React(CounterId, bool),
    /// Which unit fires in the final fire.
    FinalFire,
    /// What this unit fires at.
    Aim(CounterId),
    /// Whether to attack in this hex [10.2].
    Declare(HexId),
    /// Anything else: where to retreat to, which unit takes a loss.
    Other,
}

/// What a turned counter is taken for: three squares.
const HALVES_OF_TURNED: u8 = 6;

/// A counter as a side sees it.
#[derive(Clone, Copy, Debug)]
pub struct Sighted<'a> {
    /// Is it the side's own?
    pub is_own: bool,
    /// Where it is.
    pub hex: HexId,
    /// What is on it, if the side knows.
    pub card: Option<&'a Card>,
    /// Halves of squares that it has left; those of a turned counter are taken for three squares.
    pub halves: u8,
    /// Its level.
    pub level: Level,
}

impl Pluton {
    /// What is to be decided now, by the side that is asked.
    pub fn decision(&self, state: &State) -> Decision {
        let mover = state.mover;
        match (state.task(), mover) {
            (Task::SetUp, _) => self.next_to_set_up(state).map_or(Decision::Other, Decision::SetUp),
            (Task::Call, _) => Decision::Call,
            (Task::Lay(slot), _) => {
                let barrage = BarrageId { side: state.active, slot };
                Decision::Lay(barrage, state.barrage(barrage).place)
            }
            (Task::Movement, _) => Decision::Movement,
            (Task::Moving, Some(mover)) => Decision::Moving(mover.who, mover.runs, mover.spent),
            (Task::React, Some(mover)) => Decision::React(mover.who, mover.runs),
            (Task::FinalFire, _) => Decision::FinalFire,
            (Task::Aim(firer), _) => Decision::Aim(firer),
            (Task::Declare(hex, _), _) => Decision::Declare(hex),
            _ => Decision::Other,
        }
    }

    /// How far apart two hexes are.
    #[inline]
    pub fn distance(&self, from: HexId, to: HexId) -> u8 {
        self.board.distance(from, to)
    }

    /// The neighbours of a hex, with what a step there costs in half points [6.1].
    pub fn steps_from(&self, hex: HexId) -> impl Iterator<Item = (HexId, u8)> + '_ {
        let costs = self.costs[hex.index()];
        szala_board::Direction::ALL.into_iter().filter_map(move |direction| {
            Some((self.board.neighbour(hex, direction)?, costs[direction.index()]))
        })
    }

    /// The ground of a hex.
    #[inline]
    pub fn ground_at(&self, hex: HexId) -> Ground {
        self.ground(hex)
    }

    /// All building hexes.
    pub fn buildings(&self) -> &Hexes {
        &self.built
    }

    /// The worth of a building hex to a side, in half points [18.6].
    pub fn worth_of(&self, side: Side, hex: HexId) -> u8 {
        self.worth[side][hex.index()]
    }

    /// The hexes that are in sight from one, within the farthest observation [16.2].
    pub fn in_sight_of(&self, hex: HexId) -> &Hexes {
        &self.in_sight[hex.index()]
    }

    /// Counters of the side, on the board or on its paper.
    pub fn own(&self, state: &State, side: Side) -> Counters {
        state.placed() & of_side(side)
    }

    /// Counters of the other side that stand on the board.
    pub fn others(&self, state: &State, side: Side) -> Counters {
        state.on_board() & of_side(!side)
    }

    /// Calls `tell` with every counter whose place a side knows, its own first.
    pub fn tell_sighted<'a>(&'a self, state: &State, viewer: Side, mut tell: impl FnMut(Sighted<'a>)) {
        let known = state.known | state.spied | of_side(viewer);
        let placed = state.placed();
        for (is_own, counters) in
            [(true, placed & of_side(viewer)), (false, (placed - state.paper) & of_side(!viewer))]
        {
            for counter in &counters {
                let Some(hex) = state.place_of(counter) else { continue };
                let card = known.contains(counter).then(|| self.card(state, counter));
                let halves = card.map_or(HALVES_OF_TURNED, |_| self.halves(state, counter));
                tell(Sighted { is_own, hex, card, halves, level: state.level(counter) });
            }
        }
    }

    /// Those of the other side, masked or not, in a hex.
    pub fn others_at(&self, state: &State, side: Side, hex: HexId) -> Counters {
        state.of_side_at(!side, hex)
    }

    /// The side's own counters in a hex, those on paper too.
    pub fn own_at(&self, state: &State, side: Side, hex: HexId) -> Counters {
        state.all_at(hex) & of_side(side)
    }

    /// Halves of squares that a counter has left, as far as the side knows; those of a turned counter are taken for
    /// three squares.
    pub fn halves_seen_by(&self, state: &State, viewer: Side, counter: CounterId) -> u8 {
        self.card_seen_by(state, viewer, counter).map_or(HALVES_OF_TURNED, |_| self.halves(state, counter))
    }

    /// Is one of the side's own units commanded [13.2]?
    pub fn is_led(&self, state: &State, unit: CounterId) -> bool {
        self.is_commanded(state, unit)
    }

    /// Could an enemy who sees the counter's hex fire at it [16.1]?
    pub fn shows_itself(&self, state: &State, counter: CounterId) -> bool {
        self.is_exposed(state, counter)
    }

    /// Barrages of a side, by where they lie.
    pub fn barrages_of<'s>(
        &'s self,
        state: &'s State,
        side: Side,
    ) -> impl Iterator<Item = (BarrageId, HexId)> + 's {
        self.barrages(side).filter_map(|barrage| Some((barrage, state.barrage(barrage).place?)))
    }

    /// What a barrage fires with, now: the row of the table of artillery by its barrels [8.3.3].
    pub fn strength_of_barrage(&self, state: &State, barrage: BarrageId) -> u16 {
        self.strength_of(state, barrage)
    }

    /// The number on the marker of a barrage, less one.
    pub const fn slot_of(barrage: BarrageId) -> u8 {
        barrage.slot
    }

    /// Has the counter moved in this phase [6.1]?
    pub fn has_moved(&self, state: &State, counter: CounterId) -> bool {
        state.moved.contains(counter)
    }

    /// Counters of the side that may enter in this phase [D-18.5a].
    pub fn coming(&self, state: &State, side: Side) -> Counters {
        let waiting = state.waiting & of_side(side);
        waiting.iter().filter(|who| self.coming_verdict(state, *who).is_ok()).collect()
    }

    /// Where a counter of the side's own is set up, or enters.
    pub fn doors_of(&self, state: &State, counter: CounterId) -> &Hexes {
        &self.group(state, counter).hexes
    }

    /// The battalions of guns of a side.
    pub fn guns_of(&self, side: Side) -> u8 {
        u8::try_from(self.scenario.battalions[side].len()).expect("a side has few battalions")
    }
}
