//! The part of a position that a side knows, for players that look at the board without imagining anything.
//!
//! Why they cannot cheat: two things are secret, what is on the enemy's turned counters [D-16.1c] and where its units
//! on paper stand [19.1]. `Seen` keeps the position to itself and answers single questions; it shows what is printed on
//! an enemy only through `card_seen_by`, and has no counter on paper but the side's own. A test deals the secrets anew
//! and checks whether any player decides differently.

use szala_ai::Glance;
use szala_board::HexId;
use szala_kernel::{Rules, Side};
use szala_pluton::{
    Action, BarrageId, Card, CounterId, Counters, Decision, Kind, Level, Pluton, Sight, Sighted, State,
    Weapons,
};

/// What the side to act sees.
#[derive(Clone, Copy)]
pub(super) struct Seen<'v> {
    pub(super) rules: &'v Pluton,
    state: &'v State,
    /// The side that is to act.
    pub(super) side: Side,
}

impl<'v> Seen<'v> {
    pub(super) fn of(glance: Glance<'v, Pluton>) -> Self {
        Self { rules: glance.rules(), state: glance.position(), side: glance.side() }
    }

    pub(super) fn decision(self) -> Decision {
        self.rules.decision(self.state)
    }

    /// The stage, and whose phase it is: what is drawn up for a phase is drawn up once.
    pub(super) fn time(self) -> (u8, Side) {
        (self.state.stage(), self.state.active())
    }

    /// Stages still to come after this one.
    pub(super) fn stages_left(self) -> i32 {
        i32::from(self.rules.scenario().stages) - i32::from(self.state.stage())
    }

    /// Is a counter of the side's own kept on paper [19.1]?
    pub(super) fn is_on_paper(self, counter: CounterId) -> bool {
        self.rules.is_on_paper(self.state, counter)
    }

    /// Is this decision open to the side now?
    pub(super) fn is_legal(self, action: Action) -> bool {
        self.rules.refusal(self.state, action).is_none()
    }

    pub(super) fn own(self) -> Counters {
        self.rules.own(self.state, self.side)
    }

    pub(super) fn others(self) -> Counters {
        self.rules.others(self.state, self.side)
    }

    /// Calls `tell` with every counter whose place the side knows, its own first.
    pub(super) fn tell_all(self, tell: impl FnMut(Sighted<'v>)) {
        self.rules.tell_sighted(self.state, self.side, tell);
    }

    pub(super) fn own_at(self, hex: HexId) -> Counters {
        self.rules.own_at(self.state, self.side, hex)
    }

    /// Where a counter is, if the side knows.
    pub(super) fn place(self, counter: CounterId) -> Option<HexId> {
        self.rules.place_seen_by(self.state, self.side, counter)
    }

    /// What is on a counter, if the side knows.
    pub(super) fn card(self, counter: CounterId) -> Option<&'v Card> {
        self.rules.card_seen_by(self.state, self.side, counter)
    }

    /// A turned counter is taken for rifles.
    pub(super) fn kind(self, counter: CounterId) -> Kind {
        self.card(counter).map_or(Kind::Rifles, |card| card.kind)
    }

    pub(super) fn halves(self, counter: CounterId) -> u8 {
        self.rules.halves_seen_by(self.state, self.side, counter)
    }

    pub(super) fn level(self, counter: CounterId) -> Level {
        self.state.level(counter)
    }

    /// Of the side's own.
    pub(super) fn is_led(self, unit: CounterId) -> bool {
        self.rules.is_led(self.state, unit)
    }

    /// Does an enemy who sees its hex see the counter?
    pub(super) fn shows_itself(self, counter: CounterId) -> bool {
        self.rules.shows_itself(self.state, counter)
    }

    pub(super) fn has_moved(self, counter: CounterId) -> bool {
        self.rules.has_moved(self.state, counter)
    }

    /// Of the side's own still to come, those of its groups that may.
    pub(super) fn coming(self) -> Counters {
        self.rules.coming(self.state, self.side)
    }

    /// Where a counter of the side's own comes in.
    pub(super) fn doors(self, counter: CounterId) -> &'v szala_pluton::Hexes {
        self.rules.doors_of(self.state, counter)
    }

    pub(super) fn barrages(self, side: Side) -> impl Iterator<Item = (BarrageId, HexId)> + 'v {
        self.rules.barrages_of(self.state, side)
    }

    /// Of the side's own.
    pub(super) fn strength_of(self, barrage: BarrageId) -> u16 {
        self.rules.strength_of_barrage(self.state, barrage)
    }

    pub(super) fn is_in_sight(self, from: HexId, to: HexId) -> bool {
        self.rules.sight(from, to) != Sight::Screened
    }

    /// Does cover beside the line screen it partly [7.5.1]?
    pub(super) fn is_partly_screened(self, from: HexId, to: HexId) -> bool {
        self.rules.sight(from, to) == Sight::Partly
    }

    /// The strength of a shot as the tables have it [7.3.3]; 0 out of range.
    pub(super) fn strength(self, weapons: Weapons, halves: u8, distance: u8) -> u16 {
        self.rules.scenario().tables.small_arms(weapons, halves, distance).unwrap_or(0)
    }
}
