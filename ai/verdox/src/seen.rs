//! The public part of a position, for players that look at the map without imagining anything.
//!
//! Why they cannot cheat: hidden are the kinds of the other side's face-down counters, and of its units still to
//! enter [2.5]. `Seen` keeps the position to itself and answers single questions; it reveals a kind only through
//! `State::kind_seen_by`, and of the unseen units only how many of each kind there are, which both sides can count. A
//! test deals the hidden kinds anew and checks whether any player decides differently.

use szala_board::SquareId;
use szala_kernel::Side;
use szala_verdox::{Kind, Map, Squares, State, Verdox};

use szala_ai::Glance;

/// What the side to act sees.
#[derive(Clone, Copy)]
pub(super) struct Seen<'v> {
    pub(super) rules: &'v Verdox,
    state: &'v State,
    /// The side that is to act.
    pub(super) side: Side,
}

impl<'v> Seen<'v> {
    pub(super) fn of(glance: Glance<'v, Verdox>) -> Self {
        Self { rules: glance.rules(), state: glance.position(), side: glance.side() }
    }

    pub(super) fn map(self) -> &'v Map {
        &self.rules.scenario().map
    }

    /// The turn.
    pub(super) fn turn(self) -> u8 {
        self.state.turn()
    }

    /// [4.3] Is the game counted after this turn?
    pub(super) fn is_last_turn(self) -> bool {
        self.rules.scenario().turns == Some(self.state.turn())
    }

    /// Does the player's side act last in a turn?
    pub(super) fn acts_last(self) -> bool {
        self.state.leads() != self.side
    }

    /// The headquarters of a side.
    pub(super) fn headquarters(self, side: Side) -> SquareId {
        self.map().headquarters[side]
    }

    /// Where units of a side stand.
    pub(super) fn standing(self, side: Side) -> &'v Squares {
        self.state.standing(side)
    }

    /// The squares of units of the player's side that may still act.
    pub(super) fn ready(self) -> &'v Squares {
        self.state.ready()
    }

    /// The picked unit, by its square.
    pub(super) fn picked(self) -> Option<SquareId> {
        self.state.picked()
    }

    /// Is the next decision who acts next?
    pub(super) fn is_between_units(self) -> bool {
        self.state.is_between_units()
    }

    /// Is a turn of the player's side about to begin, with nobody taken up?
    pub(super) fn is_turn_new(self) -> bool {
        self.is_between_units() && self.state.ready() == self.state.standing(self.side)
    }

    pub(super) fn breached(self) -> &'v Squares {
        self.state.breached()
    }

    pub(super) fn gates_of_second(self) -> &'v Squares {
        self.state.gates_of_second()
    }

    /// Where barges are.
    pub(super) fn afloat(self) -> &'v Squares {
        self.state.afloat()
    }

    /// The owner of the barge on a square.
    pub(super) fn owner_of_barge(self, square: SquareId) -> Option<Side> {
        self.state.owner_of_barge(square)
    }

    pub(super) fn is_free(self, square: SquareId) -> bool {
        self.state.occupant(square).is_none()
    }

    /// The kind of the unit there, as far as it is known.
    pub(super) fn kind_at(self, square: SquareId) -> Option<Kind> {
        self.state.kind_seen_by(self.side, self.state.occupant(square)?)
    }

    /// How many of its side came in before the unit there.
    pub(super) fn slot_at(self, square: SquareId) -> Option<usize> {
        Some(self.state.occupant(square)?.slot())
    }

    /// How many units of the player's side have come in.
    pub(super) fn came_in(self) -> usize {
        self.state.came_in(self.side).count()
    }

    /// How many of this kind the player's side has brought in; a rider that has lost its horse counts as what it is.
    pub(super) fn mustered(self, kind: Kind) -> usize {
        usize::from(self.rules.scenario().forces[self.side][kind.index()])
            - self.state.waiting_of(self.side, kind)
    }

    /// The last turn, if one was agreed.
    pub(super) fn turns(self) -> Option<u8> {
        self.rules.scenario().turns
    }

    /// What the player's side has left, minus what the other has: everybody can compute that.
    pub(super) fn lead(self) -> i32 {
        self.side.sign() * self.rules.lead_of(self.state)
    }

    /// How many units of each kind of the other side nobody has seen.
    pub(super) fn unseen(self) -> [u8; Kind::COUNT] {
        self.rules.unseen_by(self.state, self.side)
    }

    /// The unit that the player's side is about to bring in.
    pub(super) fn pending(self) -> Option<Kind> {
        self.state.pending()
    }

    /// How many units of the player's side are still to enter.
    pub(super) fn waiting(self) -> usize {
        self.state.waiting(self.side)
    }

    /// Would a unit of this kind fire from one square at a unit on the other?
    pub(super) fn could_fire(self, kind: Kind, from: SquareId, to: SquareId) -> bool {
        self.rules.could_fire(self.state, kind, from, to)
    }

    /// The squares that the other side might fire at or fight for in its next turn, ignoring lines of fire; face-down
    /// counters count as riflemen.
    pub(super) fn under_attack(self) -> Squares {
        let mut under = Squares::EMPTY;
        for square in self.standing(!self.side) {
            let kind = self.kind_at(square);
            if let Some(reach) = self.rules.reach_of(kind.unwrap_or(Kind::Riflemen), square) {
                under |= *reach;
            } else {
                under.extend(self.rules.neighbours_of(square).into_iter().flatten());
            }
        }
        under
    }

    /// The enemies that a unit of this kind might reach from a square, ignoring lines of fire.
    pub(super) fn enemies_about(self, kind: Kind, from: SquareId) -> Squares {
        let enemies = self.standing(!self.side);
        let mut about = self.rules.reach_of(kind, from).map_or(Squares::EMPTY, |reach| *enemies & *reach);
        if self.rules.card(kind).close {
            let next = self.rules.neighbours_of(from).into_iter().flatten();
            next.filter(|square| enemies.contains(*square)).for_each(|square| about.insert(square));
        }
        about
    }
}
