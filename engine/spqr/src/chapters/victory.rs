//! Chapter 11: rout points, withdrawal, victory.

use szala_board::Ordinal as _;
use szala_kernel::{Dice, Journal, Outcome, Side, Table, rule};

use crate::chapters::game::Spqr;
use crate::position::agenda::{Agenda, Task};
use crate::position::data::Kind;
use crate::position::ids::{LeaderId, UnitId, of_side};
use crate::position::state::State;

impl Spqr {
    /// [11.1, 11.2, D-11.2a] The rout points of a side.
    pub fn rout_points(&self, state: &State, side: Side) -> u16 {
        let of_units =
            ((state.dead - state.away) & of_side(side)).iter().map(|unit| self.rout_points_of(unit));
        let of_leaders = self.leaders_of(side).map(|leader| self.rout_points_of_leader(state, leader));
        of_units.sum::<u16>() + of_leaders.sum::<u16>()
    }

    /// [D-11.2c] How many fell who had a leader's place.
    pub(crate) fn losses_of_leader(&self, state: &State, leader: LeaderId) -> u16 {
        let is_lost = (state.dead_leaders - state.away_leaders).contains(leader);
        u16::from(state.replaced[leader.index()]) + u16::from(is_lost)
    }

    /// [11.1] What the end of a unit costs.
    pub(crate) fn rout_points_of(&self, unit: UnitId) -> u16 {
        let card = self.card(unit);
        match card.kind {
            // [11.2] The elephant of a leader costs nothing.
            _ if self.is_ridden(unit) => 0,
            Kind::Skirmisher | Kind::Elephant => 2,
            _ if card.is_long() => 2 * u16::from(card.quality),
            _ => card.quality.into(),
        }
    }

    /// [11.2, D-11.2c] What the losses of a leader and of those who took his place cost: by the Initiative that is
    /// printed [D-11.2b], of one with a name five times.
    pub(crate) fn rout_points_of_leader(&self, state: &State, leader: LeaderId) -> u16 {
        let card = self.leader(leader);
        let losses = self.losses_of_leader(state, leader);
        if !card.is_named {
            return losses * u16::from(card.initiative);
        }
        let of_counter = self.scenario.armies[leader.side()].replacement.initiative;
        losses.min(1) * 5 * u16::from(card.initiative) + losses.saturating_sub(1) * u16::from(of_counter)
    }

    /// [11.3, 11.4, D-11.1a] The end of a turn, and not before: does an army withdraw? [D-2.6a] And is it the last?
    pub(crate) fn end_turn<D: Dice, J: Journal>(&self, state: &mut State, table: &mut Table<D, J>) {
        let points = Side::BOTH.map(|side| i32::from(self.rout_points(state, side)));
        let over =
            Side::BOTH.map(|side| points[side as usize] - i32::from(self.scenario.armies[side].withdrawal));
        for side in Side::BOTH {
            let level = i32::from(self.scenario.armies[side].withdrawal);
            table.total(
                rule!("11.3"),
                points[side as usize],
                level,
                crate::position::ids::subject_of_side(side),
            );
        }
        let lead = points[1] - points[0];
        let end = match over.map(|over| over >= 0) {
            [true, false] => Outcome::win(Side::Second, lead, rule!("11.3"), "the first army withdrew"),
            [false, true] => Outcome::win(Side::First, lead, rule!("11.3"), "the second army withdrew"),
            [true, true] if over[0] < over[1] => {
                Outcome::win(Side::First, lead, rule!("11.4"), "both armies withdrew")
            }
            [true, true] if over[0] > over[1] => {
                Outcome::win(Side::Second, lead, rule!("11.4"), "both armies withdrew")
            }
            [true, true] => Outcome::draw(lead, rule!("11.4"), "both armies withdrew"),
            _ if state.turn >= self.scenario.switches.turns => {
                Outcome::draw(lead, rule!("D-2.6a"), "not decided")
            }
            _ => return,
        };
        state.end = Some(end);
        state.agenda = Agenda::of(Task::Over);
    }
}
