//! What players ask of a position. Nothing in it is hidden.

use szala_board::{Approach, Direction, Facing, HexId, Ordinal};
use szala_kernel::Side;

use crate::chapters::activation::MOST_PHASES;
use crate::chapters::clash::Superior;
use crate::chapters::game::Spqr;
use crate::position::action::Way;
use crate::position::agenda::Task;
use crate::position::data::Kind;
use crate::position::ids::{LeaderId, UnitId, Units, of_side};
use crate::position::state::State;
use crate::position::tables::From;

/// What a clash of two units alone would bring on average over the faces of the die [8.35, 8.36], in hundredths of a
/// hit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Prospect {
    /// What the attacker takes.
    pub taken: i32,
    /// What the defender takes.
    pub given: i32,
}

impl Spqr {
    /// The units of a side on the map.
    pub fn standing(&self, state: &State, side: Side) -> Units {
        (self.all & of_side(side)) - state.dead
    }

    /// Where a unit faces.
    pub fn facing_of(&self, state: &State, unit: UnitId) -> Facing {
        state.facings[unit.index()]
    }

    /// How far apart two hexes are.
    pub fn distance(&self, one: HexId, other: HexId) -> u8 {
        self.board.distance(one, other)
    }

    /// The hex beside another.
    pub fn neighbour(&self, hex: HexId, way: Direction) -> Option<HexId> {
        self.board.neighbour(hex, way)
    }

    /// The moving unit and the points that it has left.
    pub fn under_way(&self, state: &State) -> Option<(UnitId, u8)> {
        state.mover.map(|mover| (mover.unit, mover.left))
    }

    /// The unit that may turn for nothing: it has advanced [8.42] or rallied [10.28].
    pub fn turns_freely(&self, state: &State) -> Option<UnitId> {
        match state.task() {
            Task::AfterAdvance(unit) => Some(unit),
            _ => None,
        }
    }

    /// The leader whose orders phase it is.
    pub fn commanding(&self, state: &State) -> Option<LeaderId> {
        state.phase.leader
    }

    /// The leader against whom a trump may be tried, and whether it is his momentum [5.42.1, 5.42.2].
    pub fn trumped(&self, state: &State) -> Option<(LeaderId, bool)> {
        match state.task() {
            Task::Overtrump(leader) => Some((leader, false)),
            Task::AgainstMomentum => state.phase.leader.map(|leader| (leader, true)),
            _ => None,
        }
    }

    /// How many phases a leader may still have in this turn, with luck [5.14, 5.44].
    pub fn phases_left(&self, state: &State, leader: LeaderId) -> u8 {
        if state.bypassed.contains(leader) || state.waiting.contains(leader) {
            return 1;
        }
        MOST_PHASES.saturating_sub(state.phases[leader.index()])
    }

    /// The leader who moves by himself.
    pub fn leading(&self, state: &State) -> Option<LeaderId> {
        if let Task::Leading(leader, _) = state.task() { Some(leader) } else { None }
    }

    /// Is the unit one of those whom this leader commands, near or far [4.28, 4.42, 4.44]?
    pub fn is_of(&self, leader: LeaderId, unit: UnitId) -> bool {
        self.group_of(leader, unit) != 0
    }

    /// Is the hex in the zone of an enemy of this side [7.21]?
    pub fn is_threatened(&self, state: &State, hex: HexId, side: Side) -> bool {
        !self.holders(state, hex, !side).is_empty()
    }

    /// The enemies in a unit's zone [7.21].
    pub fn faced(&self, state: &State, unit: UnitId) -> Units {
        self.in_zone_of(state, unit)
    }

    /// The enemies in whose zones a unit stands.
    pub fn facing_it(&self, state: &State, unit: UnitId) -> Units {
        self.held_by(state, unit)
    }

    /// What an attack of this unit on that one through this side would bring, by types, size, ground, superiority and
    /// what both have left; by levels, once they are neighbours.
    pub fn prospect(&self, state: &State, [attacker, target]: [UnitId; 2], side: From) -> Prospect {
        let [own, other] = [attacker, target].map(|unit| self.card(unit));
        let tables = &self.scenario.tables;
        let basic = tables.clash[side as usize][other.kind as usize][own.kind as usize];
        if basic == 0 {
            return Prospect::default();
        }
        let shift = if Self::size_counts(own.kind, other.kind) {
            Self::size_shift([own.size.into(), other.size.into()], true)
        } else {
            0
        };
        let both = [attacker, target].map(Units::of);
        let are_neighbours = || self.apart(state, attacker, target) == 1;
        let height =
            if self.ground.is_varied && are_neighbours() { self.level_shift(state, both) } else { 0 };
        // [9.41] As one that has moved.
        let each = match own.kind {
            Kind::Phalanx => 0,
            Kind::Heavy => 1,
            _ => 2,
        };
        let is_before = side == From::Front && other.kind == Kind::Phalanx;
        let kept = if is_before && each > 0 { -each * self.kept_flanks(state, target) } else { 0 };
        let shift = shift + height + kept + self.soil_shift(state, both[1]);
        let column = usize::try_from((i32::from(basic) + shift).clamp(1, 13) - 1).unwrap_or(0);
        let [mut taken, mut given] = self.blows[column];
        let has_position = side != From::Front && !Self::never_outflanks(own.kind, other.kind, side);
        match self.superior_weapons(own.kind, other.kind) {
            superior if has_position || superior == Superior::Attacker => given *= 2,
            Superior::Defender => taken *= 3,
            _ => (),
        }
        // [9.21] Skirmishers do little, and so does [8.52] light cavalry to foot in ranks.
        if other.kind == Kind::Skirmisher {
            taken = (taken / 2).min(100);
        }
        if own.kind == Kind::LightCavalry && other.kind.is_firm() && !state.routed.contains(target) {
            given /= 2;
        }
        let left = |unit: UnitId| {
            100 * i32::from(self.quality(state, unit).saturating_sub(state.hits_of(unit)).max(1))
        };
        Prospect { taken: taken.min(left(attacker)), given: given.min(left(target)) }
    }

    /// How many hits a step of a unit of one hex costs it and its friends, by the ground and by whom it passes.
    pub fn hits_of_step(&self, state: &State, unit: UnitId, to: HexId) -> u8 {
        let facing = state.facings[unit.index()];
        let of_ground = self.toll_to(state, unit, to, facing).map_or(0, |toll| toll.hits);
        let friend = self.other_at(state, unit, to).filter(|other| other.side() == unit.side());
        let disturbed = friend.map_or(0, |friend| self.disturbed_by(state, (Units::of(unit), friend)).len());
        of_ground + u8::try_from(disturbed + usize::from(disturbed > 0)).unwrap_or(u8::MAX)
    }

    /// Where the left half of a unit of two hexes comes to, and how it then faces.
    pub fn after_march(&self, state: &State, unit: UnitId, way: Way) -> Option<(HexId, Facing)> {
        self.march_to(state, unit, way)
    }

    /// How many hits such a step costs a unit of two hexes and its friends, by the ground and by whom it passes.
    pub fn hits_of_march(&self, state: &State, unit: UnitId, way: Way) -> u8 {
        let Some((left, facing)) = self.march_to(state, unit, way) else { return 0 };
        let of_ground = self.toll_to(state, unit, left, facing).map_or(0, |toll| toll.hits);
        let mut disturbed = Units::EMPTY;
        for hex in self.hexes_if(unit, left, facing) {
            if let Some(friend) =
                state.unit_at(hex).filter(|other| other.side() == unit.side() && *other != unit)
            {
                disturbed |= self.disturbed_by(state, (Units::of(unit), friend));
            }
        }
        let of_friends = disturbed.len() + usize::from(!disturbed.is_empty());
        of_ground + u8::try_from(of_friends).unwrap_or(u8::MAX)
    }

    /// Whom a line command by the leader whose phase it is takes along from this unit [D-4.24b].
    pub fn line_at(&self, state: &State, line: u8, anchor: UnitId) -> Units {
        state.phase.leader.map_or(Units::EMPTY, |leader| self.line_from(state, leader, line, anchor))
    }

    /// Has the unit moved in an earlier phase of this turn, so that another move costs it a hit [6.13]?
    pub fn is_tired(&self, state: &State, unit: UnitId) -> bool {
        state.marched.contains(unit)
    }

    /// Is it the enemy's orders phase, so that in its fights the unit defends itself?
    pub fn is_attacked(&self, state: &State, unit: UnitId) -> bool {
        unit.side() != state.active
    }

    /// How high a hex lies.
    pub fn level(&self, hex: HexId) -> u8 {
        self.ground.level(hex)
    }

    /// The hexes of a unit whose left half stands here and faces so.
    pub fn hexes_if(&self, unit: UnitId, left: HexId, facing: Facing) -> impl Iterator<Item = HexId> + use<> {
        self.hexes_at(unit, left, facing).into_iter().flatten()
    }

    /// Does a unit that stands here and faces so show a flank or the rear to that hex?
    pub fn is_exposed(&self, (hex, facing): (HexId, Facing), to: HexId) -> bool {
        let approach = self.board.approach(to, hex, facing);
        matches!(approach, Some(Approach::Flank | Approach::FlankRear | Approach::Rear))
    }

    /// From where an attack would come, where two units are neighbours.
    pub fn side_of(&self, state: &State, [attacker, target]: [UnitId; 2]) -> Option<From> {
        self.side_of_attack(state, target, attacker)
    }

    /// From where an attack on a unit would come out of a hex.
    pub fn side_from(&self, state: &State, target: UnitId, hex: HexId) -> Option<From> {
        self.side_towards(state, target, hex)
    }
}
