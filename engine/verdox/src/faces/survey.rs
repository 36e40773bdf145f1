//! What players may ask of a map and of a position, beyond what is legal: neighbours, reach, lines of fire from where
//! nobody stands yet, and what everybody can count. Nothing here tells what lies face down [2.5].

use szala_board::SquareId;
use szala_kernel::{Side, rule};

use crate::chapters::game::Verdox;
use crate::chapters::sight::Aim;
use crate::position::ids::{Squares, UnitId};
use crate::position::kinds::{Kind, Roll};
use crate::position::state::State;

impl Verdox {
    /// The neighbours of a square, where the map has them [3.8].
    #[inline]
    pub fn neighbours_of(&self, square: SquareId) -> [Option<SquareId>; 4] {
        self.neighbours[square.index()]
    }

    /// The squares that a kind might fire at from a square if the ground were as kind as it can be; none for one that
    /// does not fire.
    #[inline]
    pub fn reach_of(&self, kind: Kind, from: SquareId) -> Option<&Squares> {
        (self.card(kind).range > 0).then(|| self.sight.near(from, kind))
    }

    /// Would a unit of this kind fire from one square at a unit on the other, everybody else standing where they stand?
    pub fn could_fire(&self, state: &State, kind: Kind, from: SquareId, to: SquareId) -> bool {
        let card = self.card(kind);
        let holds = self.ground(state, from).holds_fast();
        card.range > 0
            && !holds
            && self.fire_verdict(state, (from, to), card.range, Aim::Unit, rule!("3.10")).is_ok()
    }

    /// What of the other side's forces nobody has seen yet, face down or still to enter: everybody can count it [2.5].
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

    /// What the first side has left, on the map and still to enter, less what the second has: that everybody can
    /// reckon, since whoever is lost has been seen [D-2.5a].
    pub fn lead_of(&self, state: &State) -> i32 {
        self.lead(state)
    }
}

impl State {
    /// The gates that are the second side's [D-6.11a]; all others are the first side's.
    pub const fn gates_of_second(&self) -> &Squares {
        &self.gates_of_second
    }

    /// Whose the barge on a square is, if anybody's [7.7.4].
    pub fn owner_of_barge(&self, square: SquareId) -> Option<Side> {
        self.barges[self.barge_at(square)?.index()].owner
    }

    /// Who set up first, and acts first in every turn [2.6].
    pub const fn leads(&self) -> Side {
        self.leads
    }

    /// What is to come in next, which its owner has just chosen [2.5]; nobody else may look.
    pub const fn pending(&self) -> Option<Kind> {
        self.pending
    }

    /// How many of a side are still to enter.
    pub fn waiting(&self, side: Side) -> usize {
        self.in_reserve(side)
    }

    /// The counters of a side that have come in, those lost among them.
    pub fn came_in(&self, side: Side) -> impl Iterator<Item = UnitId> + use<> {
        self.counters(side)
    }
}
