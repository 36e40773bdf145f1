//! What players may ask about a map and a position, beyond legality: neighbours, reach, lines of fire from squares
//! where no unit stands yet, and what everybody can count. Nothing here reveals face-down counters [2.5].

use szala_board::SquareId;
use szala_kernel::{Side, rule};

use crate::chapters::game::Verdox;
use crate::chapters::sight::Aim;
use crate::position::ids::{Squares, UnitId};
use crate::position::kinds::{Kind, Roll};
use crate::position::state::State;

impl Verdox {
    /// The neighbours of a square, if the map has them [3.8].
    #[inline]
    pub fn neighbours_of(&self, square: SquareId) -> [Option<SquareId>; 4] {
        self.neighbours[square.index()]
    }

    /// The squares that a kind might fire at from a square in the most favourable terrain; none for a kind that does
    /// not fire.
    #[inline]
    pub fn reach_of(&self, kind: Kind, from: SquareId) -> Option<&Squares> {
        (self.card(kind).range > 0).then(|| self.sight.near(from, kind))
    }

    /// Would a unit of this kind fire from one square at a unit on the other, with everybody else where they are?
    pub fn could_fire(&self, state: &State, kind: Kind, from: SquareId, to: SquareId) -> bool {
        let card = self.card(kind);
        let holds = self.ground(state, from).holds_fast();
        card.range > 0
            && !holds
            && self.fire_verdict(state, (from, to), card.range, Aim::Unit, rule!("3.10")).is_ok()
    }

    /// The units of the other side that nobody has seen yet, face down or still to enter: everybody can count them
    /// [2.5].
    pub fn unseen_by(&self, state: &State, viewer: Side) -> Roll {
        let side = !viewer;
        let mut unseen = state.waiting[side];
        if let Some(kind) = state.pending.filter(|_| state.active == side) {
            unseen[kind.index()] += 1;
        }
        for unit in state.counters(side).filter(|unit| state.is_hidden(*unit)) {
            unseen[state.unit(unit).kind.index()] += 1;
        }
        unseen
    }

    /// What the first side has left, on the map and still to enter, minus what the second has: everybody can compute
    /// that, since lost units have been seen [D-2.5a].
    pub fn lead_of(&self, state: &State) -> i32 {
        self.lead(state)
    }
}

impl State {
    /// The gates that are the second side's [D-6.11a]; all others are the first side's.
    pub const fn gates_of_second(&self) -> &Squares {
        &self.gates_of_second
    }

    /// The owner of the barge on a square, if any [7.7.4].
    pub fn owner_of_barge(&self, square: SquareId) -> Option<Side> {
        self.barges[self.barge_at(square)?.index()].owner
    }

    /// The side that set up first, and acts first in every turn [2.6].
    pub const fn leads(&self) -> Side {
        self.leads
    }

    /// The next unit to come in, which its owner has just chosen [2.5]; nobody else may look.
    pub const fn pending(&self) -> Option<Kind> {
        self.pending
    }

    /// How many of a side are still to enter.
    pub fn waiting(&self, side: Side) -> usize {
        self.in_reserve(side)
    }

    /// How many of this kind of a side are still to enter; nobody else may look [2.5].
    pub const fn waiting_of(&self, side: Side, kind: Kind) -> usize {
        self.waiting.0[side as usize][kind.index()] as usize
    }

    /// The counters of a side that have come in, including lost ones.
    pub fn came_in(&self, side: Side) -> impl Iterator<Item = UnitId> + use<> {
        self.counters(side)
    }
}
