//! A position: where every unit and leader is, what has befallen it, and the next decision. Plain data of fixed size;
//! each property of units is a set in two words. The chapters draw conclusions from it.

use szala_board::{Direction, Facing, HexId, Ordinal};
use szala_kernel::{Outcome, Side};

use crate::position::agenda::{Agenda, Task};
use crate::position::ids::{
    DRIVERS, LeaderId, Leaders, MOST_HEXES, MOST_LEADERS, MOST_OF_A_SIDE, MOST_UNITS, UnitId, Units,
};

/// How orders are given in this phase [5.21].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Mode {
    /// None has been given yet.
    #[default]
    Open,
    /// One by one.
    Single,
    /// To a line, which moves.
    Line,
    /// To a line, which shoots where it stands.
    Volley,
}

/// The orders phase of a leader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(clippy::struct_excessive_bools, reason = "each is asked by itself, and any may hold with any other")]
pub(crate) struct Phase {
    /// Whose it is.
    pub(crate) leader: Option<LeaderId>,
    /// Orders left to units one by one.
    pub(crate) orders: u8,
    /// Line commands left.
    pub(crate) lines: u8,
    pub(crate) mode: Mode,
    /// The line under command.
    pub(crate) line: Units,
    /// Where the leader was when he named his first line, and the units by which he could name one [4.25].
    pub(crate) place: Option<HexId>,
    pub(crate) anchors: Units,
    /// Which class of which legion is commanded, once that is fixed [4.42].
    pub(crate) group: u8,
    /// Did he have it by a trump, so that somebody must act [5.46]?
    pub(crate) must_act: bool,
    /// Is there no momentum after it [5.31, 5.34, 5.44]?
    pub(crate) is_last: bool,
    /// Was he in an enemy zone when it began [5.27a]?
    pub(crate) was_in_zone: bool,
    /// Has a line command been given in it [4.25]?
    pub(crate) has_line: bool,
    /// Has anybody moved, or shot by order, in it [5.46]?
    pub(crate) has_acted: bool,
    /// Is it the one before all others [5.5]?
    pub(crate) is_elite: bool,
    /// Has a unit of the line moved that began near him, and must one yet, since he went first [D-5.24c]?
    pub(crate) is_followed: bool,
    pub(crate) owes_move: bool,
}

impl Phase {
    pub(crate) const NONE: Self = Self {
        leader: None,
        orders: 0,
        lines: 0,
        mode: Mode::Open,
        line: Units::EMPTY,
        place: None,
        anchors: Units::EMPTY,
        group: 0,
        must_act: false,
        is_last: false,
        was_in_zone: false,
        has_line: false,
        has_acted: false,
        is_elite: false,
        is_followed: false,
        owes_move: false,
    };
}

/// The unit under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(clippy::struct_excessive_bools, reason = "each is asked by itself, and any may hold with any other")]
pub(crate) struct Mover {
    pub(crate) unit: UnitId,
    /// Points left, and half a one more [D-6.27c].
    pub(crate) left: u8,
    pub(crate) has_half: bool,
    /// Where it began, how it faced, and whether it was in column.
    pub(crate) start: HexId,
    pub(crate) faced: Facing,
    pub(crate) was_column: bool,
    /// The hex it left by its last step, if a step was the last thing it did [D-8.11a].
    pub(crate) from: Option<HexId>,
    /// Has it shot [8.11]?
    pub(crate) has_shot: bool,
    /// Has it said that it would go on [D-8.17a]?
    pub(crate) must_go: bool,
    /// Has it come into an enemy zone [7.23]?
    pub(crate) is_stopped: bool,
    /// Who goes along, and who comes along beneath it [6.6.4].
    pub(crate) leader: Option<LeaderId>,
    pub(crate) under: Option<UnitId>,
    /// The step it is about to take, out of a zone from which it may be shot at [8.21]: hex, facing, half points.
    pub(crate) next: Option<(HexId, Facing, u8)>,
    /// Does it come under the phalanx before it [9.51]?
    pub(crate) doubles: bool,
    /// From which hex it harasses its target without going there [9.24].
    pub(crate) near: Option<HexId>,
}

impl Mover {
    /// Half points left.
    pub(crate) const fn halves(&self) -> u8 {
        2 * self.left + self.has_half as u8
    }
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(crate) turn: u8,
    /// Whose activation or orders phase it is.
    pub(crate) active: Side,
    pub(crate) agenda: Agenda,
    pub(crate) phase: Phase,
    pub(crate) mover: Option<Mover>,
    /// Where each unit is: the left half of one of two hexes.
    pub(crate) places: [Option<HexId>; MOST_UNITS],
    /// Where each unit faces.
    pub(crate) facings: [Facing; MOST_UNITS],
    /// Hits [10.12].
    pub(crate) hits: [u8; MOST_UNITS],
    /// Who stands on each hex: of a stack the unit on top.
    pub(crate) at: [Option<UnitId>; MOST_HEXES],
    /// Who lies under each unit that is the top of a stack, and all of them [6.6.6].
    pub(crate) under: [Option<UnitId>; MOST_UNITS],
    pub(crate) beneath: Units,
    /// Units that are not on the map.
    pub(crate) dead: Units,
    /// Those of them that are not lost.
    pub(crate) away: Units,
    pub(crate) routed: Units,
    pub(crate) depleted: Units,
    /// Missile Low, and Missile No [8.14].
    pub(crate) low: Units,
    pub(crate) empty: Units,
    /// The same of the screens of elephants [9.12].
    pub(crate) screen_low: Units,
    pub(crate) screen_empty: Units,
    /// The elephant that runs wild, what made it, and who has been asked since its last step [9.14].
    pub(crate) wild: Option<UnitId>,
    pub(crate) cause: Option<UnitId>,
    pub(crate) scattered: Units,
    /// Whom a shot has just broken, and who shot.
    pub(crate) struck: Option<[UnitId; 2]>,
    /// Units that are to rout as soon as nothing else does.
    pub(crate) falling: Units,
    /// Units in column, those of them headed for the left of the two hexsides or ends, and those attacked hand to hand
    /// in this phase [6.7.3, 6.7.6].
    pub(crate) columns: Units,
    pub(crate) headed_left: Units,
    pub(crate) beset: Units,
    /// Units that moved in an earlier phase of this turn [6.13].
    pub(crate) marched: Units,
    /// Units rallied in this turn [10.28].
    pub(crate) rallied: Units,
    /// Units that routed in this turn's rout phase already, or need not.
    pub(crate) fled_on: Units,
    /// Units that got an order in this phase [D-5.22a].
    pub(crate) ordered: Units,
    /// Units that moved in it (G6).
    pub(crate) moved: Units,
    /// Units that climbed in it, and those that took the hit of a second level [D-6.22a].
    pub(crate) climbed: Units,
    pub(crate) winded: Units,
    /// Units of stacks that extended their line in it [9.6.6].
    pub(crate) extended: Units,
    /// Units that withdrew in it by themselves, and mounted bows that shot before the mover [6.55, D-6.57b].
    pub(crate) fell: Units,
    pub(crate) parted: Units,
    /// Units of a line that still have to withdraw with it, and the leader by whose order [6.57, 6.58].
    pub(crate) giving: Units,
    pub(crate) giver: Option<LeaderId>,
    /// How far away the mover was when the unit began that withdraws.
    pub(crate) fell_at: u8,
    /// Units that turned in reaction in it [7.16].
    pub(crate) turned: Units,
    /// Units asked already in the window that is open.
    pub(crate) asked: Units,
    /// Leaders asked already.
    pub(crate) asked_leaders: Leaders,
    /// Units that entered zones in a line command and may be shot at when it ends [D-8.22a].
    pub(crate) late: Units,
    /// At which of them each unit has shot, by the sides on which they are, a bit each.
    pub(crate) late_shots: [u8; MOST_UNITS],
    /// Units that must test in the charge, and those that need not [7.26].
    pub(crate) must_check: Units,
    pub(crate) no_check: Units,
    /// The fight of each unit in this phase, from 1 [8.32].
    pub(crate) fight: [u8; MOST_UNITS],
    pub(crate) fights: u8,
    /// Fights that came to the clash, a bit each from the first [8.36].
    pub(crate) clashed: u128,
    /// Units that gave superiority in their clash [8.44], that have advanced [8.41], that stand after all [10.21], and
    /// that let elephants through [9.11].
    pub(crate) gave: Units,
    /// Cavalry whose pursuit has just ended [10.42].
    pub(crate) ended: Units,
    pub(crate) advanced: Units,
    pub(crate) steady: Units,
    pub(crate) opened: Units,
    /// Units broken by the shock itself [10.41], that could not get away [10.24], that have pursued in this turn
    /// [10.43]; those with a second combat to come, and the one that fights it [10.42].
    pub(crate) broken: Units,
    pub(crate) trapped: Units,
    pub(crate) pursued: Units,
    pub(crate) hunting: Units,
    pub(crate) hunter: Option<UnitId>,
    /// Units that broke at once and have not run yet [D-10.25b]; enemies who ran from the charge, whose hexes nobody
    /// enters later [8.41]; attackers who are tested when they have entered [10.16].
    pub(crate) breaking: Units,
    pub(crate) charged: Units,
    pub(crate) elated: Units,
    /// Who came closer without an order, by an advance [7.16, 8.22].
    pub(crate) coming: Option<UnitId>,
    /// The fight before whose clash each leader fell, from 1 [8.36.3].
    pub(crate) fallen: [u8; MOST_LEADERS],
    /// Units that may still take an odd hit of their clash [10.14].
    pub(crate) spared: Units,
    /// The hex that each unit left by a rout or its end in this shock, and the other one of a unit of two hexes of the
    /// inactive side, by its place there.
    pub(crate) left: [Option<HexId>; MOST_UNITS],
    pub(crate) left_too: [Option<HexId>; MOST_OF_A_SIDE],
    /// The steps by which units of the inactive side routed from there, by their places [10.42]; whose way beyond that
    /// is remembered, and that way.
    pub(crate) trails: [u16; MOST_OF_A_SIDE],
    pub(crate) chased: Option<UnitId>,
    pub(crate) chase: u64,
    /// The hex from which each unit left the map, routed or in pursuit [10.24, 10.44], and the way by which it came in
    /// the rout that it is on [D-10.22a].
    pub(crate) exits: [Option<HexId>; MOST_UNITS],
    pub(crate) came: [Option<Direction>; MOST_UNITS],
    /// With whom each unit fled out of double depth in this phase [9.53].
    pub(crate) twins: [Option<UnitId>; MOST_UNITS],
    /// At whom each unit shot last on its entry in this phase, and whom it answered [8.23].
    pub(crate) shot_at: [Option<UnitId>; MOST_UNITS],
    pub(crate) answered: [Option<UnitId>; MOST_UNITS],
    /// Who tried to rally each unit in this turn, a bit for each leader of its side [10.28].
    pub(crate) tried: [u16; MOST_UNITS],
    /// Where each leader is.
    pub(crate) leaders: [Option<HexId>; MOST_LEADERS],
    /// Units engaged with each other after a shock have the same number here [10.5].
    pub(crate) engaged: [u8; MOST_UNITS],
    /// How much each leader's ratings are down [4.6.3].
    pub(crate) wounds: [u8; MOST_LEADERS],
    /// Orders phases of each leader in this turn [5.14].
    pub(crate) phases: [u8; MOST_LEADERS],
    /// With which unit each leader runs [10.26].
    pub(crate) running: [Option<UnitId>; MOST_LEADERS],
    /// Leaders who are not on the map, and those of them who are not lost.
    pub(crate) dead_leaders: Leaders,
    pub(crate) away_leaders: Leaders,
    /// Who could have got an order for a line to withdraw in this turn, who has one, whose is known, and for which
    /// line, from 1 [6.59, D-6.58a]; sides that have shown that they gave one, a bit each.
    pub(crate) markable: Leaders,
    pub(crate) prearranged: Leaders,
    pub(crate) shown: Leaders,
    pub(crate) holds_line: [u8; MOST_LEADERS],
    pub(crate) bound: u8,
    /// Leaders who had an elite phase in this turn [5.5], and proconsuls who took over [4.46].
    pub(crate) elite: Leaders,
    pub(crate) promoted: Leaders,
    /// On which elephant each driver sits, and elephants that have had an order [4.8].
    pub(crate) mounts: [Option<UnitId>; 2 * DRIVERS],
    pub(crate) commanded: Units,
    /// How often each leader has been replaced; the replacement has the place of the dead [4.6.4].
    pub(crate) replaced: [u8; MOST_LEADERS],
    pub(crate) finished: Leaders,
    /// Leaders activated in this turn [5.45].
    pub(crate) acted: Leaders,
    pub(crate) bypassed: Leaders,
    /// Leaders who could do nothing in an enemy zone and may be activated once they are out of it [5.27a].
    pub(crate) waiting: Leaders,
    /// Leaders who moved in this phase [D-5.24a].
    pub(crate) led: Leaders,
    /// Leaders who gave a line command in their first phase of the turn [4.25].
    pub(crate) lined: Leaders,
    /// Whose turn it is among leaders of each Initiative, once that has been settled [5.12].
    pub(crate) turns_of: [Option<Side>; 10],
    pub(crate) end: Option<Outcome>,
}

impl State {
    /// The turn, from 1.
    pub const fn turn(&self) -> u8 {
        self.turn
    }

    /// The task on top of the agenda.
    #[inline]
    pub(crate) fn task(&self) -> Task {
        self.agenda.top()
    }

    /// Where a unit is: the left half of one of two hexes.
    #[inline]
    pub fn place_of(&self, unit: UnitId) -> Option<HexId> {
        self.places[unit.index()]
    }

    /// The unit on a hex: of a stack the one on top. Who only passes through is none of them.
    #[inline]
    pub fn unit_at(&self, hex: HexId) -> Option<UnitId> {
        self.at[hex.index()]
    }

    /// The unit under this one in its stack.
    #[inline]
    pub fn under(&self, unit: UnitId) -> Option<UnitId> {
        self.under[unit.index()]
    }

    /// Does the unit lie under another one?
    #[inline]
    pub fn is_beneath(&self, unit: UnitId) -> bool {
        self.beneath.contains(unit)
    }

    /// Where a leader is.
    #[inline]
    pub fn leader_place(&self, leader: LeaderId) -> Option<HexId> {
        self.leaders[leader.index()]
    }

    /// A unit's hits.
    pub fn hits_of(&self, unit: UnitId) -> u8 {
        self.hits[unit.index()]
    }

    /// The routed units.
    pub fn routed(&self) -> Units {
        self.routed
    }

    /// Is the unit routed?
    pub fn is_routed(&self, unit: UnitId) -> bool {
        self.routed.contains(unit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A byte for each of 1280 hexes; of each of 128 units three places of two bytes and eight single bytes, of each of
    /// a side's 64 two more; some forty sets and the agenda of four bytes a task; leaders with four bytes each.
    #[test]
    fn a_position_takes_less_than_five_kilobytes_and_a_half() {
        assert!(size_of::<State>() < 5632, "{}", size_of::<State>());
    }
}
