//! Chapters 5 and 6: facing and stacks. Who stands where, above whom, and what may stand together.

use szala_board::HexSet;
use szala_board::{Facing, HexId, Zone};
use szala_kernel::{Side, rule};

use crate::chapters::game::Insurrection;
use crate::position::ids::{Arm, CommanderId, Hexes, UnitId, UnitSet, Verdict, require};
use crate::position::room::Room;
use crate::position::state::{Place, State};
use crate::position::whereabouts::Whereabouts as _;

/// [6.2] Total sizes that may stand together.
pub(crate) mod limit {
    /// Infantry alone.
    pub(crate) const INFANTRY: u8 = 20;
    /// Cavalry alone.
    pub(crate) const CAVALRY: u8 = 4;
    /// Infantry with guns.
    pub(crate) const INFANTRY_WITH_GUNS: u8 = 10;
    /// Cavalry with guns.
    pub(crate) const CAVALRY_WITH_GUNS: u8 = 2;
}

impl<R: Room> Insurrection<R> {
    /// The arm of a unit.
    pub fn arm(&self, unit: UnitId) -> Arm {
        self.scenario.unit(unit).arm
    }

    /// The side of a unit.
    pub fn side_of(&self, unit: UnitId) -> Side {
        self.scenario.unit(unit).side
    }

    /// Those of the units that are not guns.
    pub fn troops(&self, units: UnitSet<R>) -> UnitSet<R> {
        units - self.guns
    }

    /// Infantry and cavalry of one side in a hex.
    pub fn troops_at(&self, state: &State<R>, side: Side, hex: HexId) -> UnitSet<R> {
        self.troops(state.stack(side, hex))
    }

    /// The battery of one side in a hex: there is at most one [D-6.2a].
    pub fn gun_at(&self, state: &State<R>, side: Side, hex: HexId) -> Option<UnitId> {
        (state.stack(side, hex) & self.guns).first()
    }

    /// [6.8] [D-6.9a] The uppermost of these units.
    pub fn top(&self, state: &State<R>, units: UnitSet<R>) -> Option<UnitId> {
        let mut units = units.iter();
        let first = units.next()?;
        Some(units.fold(first, |top, unit| if state[unit].depth < state[top].depth { unit } else { top }))
    }

    /// The uppermost of the infantry and cavalry of one side in a hex.
    pub fn top_at(&self, state: &State<R>, side: Side, hex: HexId) -> Option<UnitId> {
        self.top(state, self.troops_at(state, side, hex))
    }

    /// The commanders of one side in a hex.
    pub fn commanders_at(
        &self,
        state: &State<R>,
        side: Side,
        hex: HexId,
    ) -> impl Iterator<Item = CommanderId> {
        let theirs = self.scenario.commanders_of(side);
        theirs.filter(move |commander| state.hex_of_commander(*commander) == Some(hex))
    }

    /// [6.7] The sizes of these units together.
    pub fn total_size(&self, state: &State<R>, units: UnitSet<R>) -> u8 {
        units.iter().map(|unit| self.size(state, unit)).sum()
    }

    /// [D-MG4d] May the unit be put on this ground, where no road led it there?
    pub(crate) fn may_stand_on(&self, unit: UnitId, hex: HexId) -> Verdict {
        require(self.infantry.contains(unit) || !self.ground.site(hex).bars_horse, rule!("D-MG4d"))
    }

    /// [6.1] [6.2] May all these units of one side stand in one hex?
    pub(crate) fn may_stand_together(&self, state: &State<R>, units: UnitSet<R>) -> Verdict {
        let infantry = self.total_size(state, units & self.infantry);
        let cavalry = self.total_size(state, units & self.cavalry);
        // [6.1] [D-6.1a] Never infantry and cavalry of one side at the end of a move.
        require(infantry == 0 || cavalry == 0, rule!("6.1"))?;
        self.is_within_limits(infantry, cavalry, units & self.guns)
    }

    /// [6.4] [D-6.4a] The limits alone, infantry and cavalry each against its own.
    pub(crate) fn may_pass_together(&self, state: &State<R>, units: UnitSet<R>) -> Verdict {
        let infantry = self.total_size(state, units & self.infantry);
        let cavalry = self.total_size(state, units & self.cavalry);
        self.is_within_limits(infantry, cavalry, units & self.guns).map_err(|_| rule!("6.4"))
    }

    /// [6.2] [D-6.2a] At most one battery; alone it is always allowed [D-6.2b].
    fn is_within_limits(&self, infantry: u8, cavalry: u8, guns: UnitSet<R>) -> Verdict {
        let (infantry_most, cavalry_most) = if guns.is_empty() {
            (limit::INFANTRY, limit::CAVALRY)
        } else {
            (limit::INFANTRY_WITH_GUNS, limit::CAVALRY_WITH_GUNS)
        };
        require(
            guns.iter().nth(1).is_none() && infantry <= infantry_most && cavalry <= cavalry_most,
            rule!("6.2"),
        )
    }

    /// [6.0] Puts a unit on the map at the bottom of the stack in a hex. Its facing is the caller's business.
    pub(crate) fn put(&self, state: &mut State<R>, unit: UnitId, hex: HexId) {
        debug_assert!(state.hex_of(unit).is_none(), "{unit:?} is on the map already");
        let side = self.side_of(unit);
        let depth = state.stack(side, hex).len();
        let entry = &mut state[unit];
        entry.place = Place::Map(hex);
        entry.depth = u8::try_from(depth).expect("a stack is small");
        state.on_map[side].insert(unit);
        state.held[side].insert(hex);
        if !self.guns.contains(unit) {
            state.manned.insert(hex);
        }
        state.whereabouts.put(unit, hex);
    }

    /// Takes a unit off its hex; those below it move up. `place` says where it goes.
    pub(crate) fn take(&self, state: &mut State<R>, unit: UnitId, place: Place) {
        let hex = state.hex_of(unit).expect("only a unit on the map can be taken off");
        let side = self.side_of(unit);
        let depth = state[unit].depth;
        state.on_map[side].remove(unit);
        state.whereabouts.take(unit, hex);
        let left = state.stack(side, hex);
        for below in left.iter() {
            state[below].depth -= u8::from(state[below].depth > depth);
        }
        if left.is_empty() {
            state.held[side].remove(hex);
        }
        if self.troops(state.whereabouts.in_hex(hex)).is_empty() {
            state.manned.remove(hex);
        }
        let taken = &mut state[unit];
        (taken.place, taken.depth, taken.entry) = (place, 0, None);
        state.marks.side_by_side.remove(unit);
        state.marks.square.remove(unit);
        state.marks.skirmish.remove(unit);
        self.dissolve_what_no_longer_holds(state, side, hex);
    }

    /// Moves units that stand together to another hex, in their order, to the bottom of the stack there.
    /// What they form among themselves goes with them when the whole stack goes.
    pub(crate) fn carry(&self, state: &mut State<R>, group: UnitSet<R>, to: HexId) {
        let from = group.first().and_then(|unit| state.hex_of(unit)).expect("a group on the map");
        let side = self.side_of(group.first().expect("a group that moves is not empty"));
        let whole = self.troops(state.stack(side, from)) == self.troops(group) && !state.holds(side, to);
        let formed = (state.marks.side_by_side & group, state.marks.square & group);
        // [D-M7.2h] Each keeps skirmish order for itself, wherever it goes with whomever.
        let loose = state.marks.skirmish & group;
        let mut left = group;
        while let Some(unit) = self.top(state, left) {
            left.remove(unit);
            self.take(state, unit, Place::Waiting);
            self.put(state, unit, to);
        }
        if whole {
            state.marks.side_by_side |= formed.0;
            state.marks.square |= formed.1;
        }
        state.marks.skirmish |= loose;
        self.dissolve_what_no_longer_holds(state, side, to);
    }

    /// [D-6.2.1b] [D-7.2.2a] A stack side by side, or a square, that no longer fulfils its conditions is none.
    pub(crate) fn dissolve_what_no_longer_holds(&self, state: &mut State<R>, side: Side, hex: HexId) {
        let formed = state.marks.side_by_side | state.marks.square;
        if !formed.intersects(state.on_map[side]) {
            return;
        }
        let troops = self.troops_at(state, side, hex);
        if troops.intersects(state.marks.side_by_side)
            && (!troops.is_subset(state.marks.side_by_side)
                || self.may_stand_side_by_side(state, troops).is_err())
        {
            state.marks.side_by_side -= troops;
        }
        if troops.intersects(state.marks.square) && self.may_be_square(hex, troops).is_err() {
            state.marks.square -= troops;
        }
    }

    /// [D-6.2.1b] [D-7.2.2a] A unit has taken a loss: what it is formed up in may be too weak now. Others in the hex,
    /// passing through, do not count.
    pub(crate) fn weaken_formation(&self, state: &mut State<R>, unit: UnitId, hex: HexId) {
        let stack = state.stack(self.side_of(unit), hex);
        let line = stack & state.marks.side_by_side;
        if line.contains(unit) && self.may_stand_side_by_side(state, line).is_err() {
            state.marks.side_by_side -= line;
        }
        let square = stack & state.marks.square;
        if square.contains(unit) && self.may_be_square(hex, square).is_err() {
            state.marks.square -= square;
        }
    }

    /// [6.0] The facing that a joining unit takes over: that of the troops in the hex. Guns have their own.
    pub(crate) fn facing_at(&self, state: &State<R>, side: Side, hex: HexId) -> Option<Facing> {
        self.top_at(state, side, hex).map(|unit| state[unit].facing)
    }

    /// [5.0] [7.2.2] Is this neighbouring hex in the front zone of the unit? All are for a square.
    pub fn is_in_front_of(&self, state: &State<R>, unit: UnitId, hex: HexId) -> bool {
        let Some(here) = state.hex_of(unit) else { return false };
        if state.marks.square.contains(unit) {
            return self.scenario.board.distance(here, hex) == 1;
        }
        let front = state[unit].facing.front();
        front.into_iter().any(|direction| self.scenario.board.neighbour(here, direction) == Some(hex))
    }

    /// The zone of a unit in which a neighbouring hex lies; always the front of a square [7.2.2].
    pub fn zone_towards(&self, state: &State<R>, unit: UnitId, neighbour: HexId) -> Zone {
        if state.marks.square.contains(unit) {
            return Zone::Front;
        }
        let here = state.hex_of(unit).expect("on the map");
        let direction =
            self.scenario.board.direction_to(here, neighbour).expect("the callers pass a neighbouring hex");
        state[unit].facing.zone_of(direction)
    }

    /// [10.11.4] Does the hex lie in the front zone of any unit of this side?
    pub fn is_in_front_zone_of_side(&self, state: &State<R>, side: Side, hex: HexId) -> bool {
        state.on_map[side].iter().any(|unit| self.is_in_front_of(state, unit, hex))
    }

    /// The hexes that hold units of a side.
    pub(crate) fn held_by(&self, state: &State<R>, side: Side) -> Hexes<R> {
        state.held[side]
    }

    /// The hexes in which more than one unit of a side stands.
    pub fn shared_hexes(&self, state: &State<R>, side: Side) -> Hexes<R> {
        let (mut once, mut again) = (Hexes::<R>::EMPTY, HexSet::EMPTY);
        // Mostly everybody stands alone.
        if state.held[side].len() == state.on_map[side].len() {
            return again;
        }
        for hex in state.on_map[side].iter().filter_map(|unit| state.hex_of(unit)) {
            if once.contains(hex) {
                again.insert(hex);
            }
            once.insert(hex);
        }
        again
    }

    /// All neighbours of a hex that are on the board.
    pub fn neighbours(&self, hex: HexId) -> impl Iterator<Item = HexId> {
        self.scenario.board.ring(hex, 1).into_iter()
    }

    /// How many hexes the board has.
    pub(crate) fn hex_count(&self) -> usize {
        self.scenario.board.hexes().len()
    }

    /// The hex with this index.
    pub(crate) fn hex_at(&self, index: usize) -> Option<HexId> {
        (index < self.hex_count()).then(|| HexId::from_index(index))
    }
}
