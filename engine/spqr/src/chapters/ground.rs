//! Chapter 6, 6.2: ground, what it costs and whom it stops; and what it does to sight and shock.

use szala_board::{Direction, Facing, HexGrid, HexId, Ordinal};
use szala_kernel::{Dice, Journal, Side, Table, rule};

use crate::chapters::game::{Board, Spqr};
use crate::position::data::Kind;
use crate::position::ground::{Soil, Terrain};
use crate::position::ids::{Hexes, UnitId, Units, of_side};
use crate::position::state::State;

/// What the table of movement distinguishes [6.27].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gait {
    /// Phalanxes and heavy infantry.
    Close,
    /// Other foot, barbarians too [D-6.27b].
    Loose,
    /// Cavalry, and leaders [6.15].
    Horse,
    Elephant,
    Chariot,
}

impl Gait {
    pub(crate) const fn of(kind: Kind) -> Self {
        match kind {
            Kind::Phalanx | Kind::Heavy => Self::Close,
            Kind::Elephant => Self::Elephant,
            Kind::Chariot => Self::Chariot,
            _ if kind.is_cavalry() => Self::Horse,
            _ => Self::Loose,
        }
    }

    /// [6.24, 6.27] Is ground of this kind barred to it?
    pub(crate) const fn is_barred_from(self, soil: Soil) -> bool {
        soil.is_barred() || matches!((self, soil), (Self::Elephant | Self::Chariot, Soil::Marsh))
    }
}

/// What a step costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Toll {
    /// Points of movement.
    pub(crate) points: u8,
    /// Hits, but those for levels that are counted over a phase.
    pub(crate) hits: u8,
    /// Levels climbed.
    pub(crate) climbs: u8,
    /// Is there half a point more [D-6.27c]?
    pub(crate) has_half: bool,
}

impl Toll {
    /// [6.21] Of a clear hex of the same level.
    pub(crate) const CLEAR: Self = Self { points: 1, hits: 0, climbs: 0, has_half: false };

    /// What it costs in half points.
    pub(crate) const fn halves(self) -> u8 {
        2 * self.points + self.has_half as u8
    }

    /// [6.42] The dearer of two halves.
    pub(crate) fn dearer(self, other: Self) -> Self {
        Self {
            points: self.points.max(other.points),
            hits: self.hits.max(other.hits),
            climbs: self.climbs.max(other.climbs),
            has_half: false,
        }
    }
}

/// The ground of a map, hex by hex.
#[derive(Clone, Debug)]
pub(crate) struct Ground {
    /// Is there anything but clear hexes of one level? If not, nothing else here is asked.
    pub(crate) is_varied: bool,
    soils: Box<[Soil]>,
    levels: Box<[u8]>,
    /// A bit for each direction in which a stream lies.
    streams: Box<[u8]>,
    /// The same of the directions in which a road leads.
    roads: Box<[u8]>,
    /// [6.24] Hexes barred to everybody.
    pub(crate) barred: Hexes,
}

impl Ground {
    pub(crate) fn new(terrain: &Terrain, grid: HexGrid, board: &Board) -> Self {
        let count = grid.hex_count();
        let mut soils = vec![Soil::Clear; count];
        let mut levels = vec![0; count];
        for (hex, soil) in &terrain.soils {
            soils[hex.index()] = *soil;
        }
        for (hex, level) in &terrain.levels {
            levels[hex.index()] = *level;
        }
        let ways = |pairs: &[[HexId; 2]]| {
            let mut ways: Vec<u8> = vec![0; count];
            for [from, to] in pairs.iter().flat_map(|[one, other]| [[*one, *other], [*other, *one]]) {
                if let Some(way) = board.direction_to(from, to) {
                    ways[from.index()] |= 1 << way.index();
                }
            }
            ways
        };
        let (streams, roads) = (ways(&terrain.streams), ways(&terrain.roads));
        let hexes = Hexes::all_below(count);
        let barred = hexes.iter().filter(|hex| soils[hex.index()].is_barred()).collect();
        let is_varied = soils.iter().any(|soil| *soil != Soil::Clear)
            || levels.iter().any(|level| *level > 0)
            || streams.iter().chain(&roads).any(|ways| *ways > 0);
        Self {
            is_varied,
            soils: soils.into(),
            levels: levels.into(),
            streams: streams.into(),
            roads: roads.into(),
            barred,
        }
    }

    #[inline]
    pub(crate) fn soil(&self, hex: HexId) -> Soil {
        self.soils[hex.index()]
    }

    #[inline]
    pub(crate) fn level(&self, hex: HexId) -> u8 {
        self.levels[hex.index()]
    }

    /// Does a stream lie on this side of a hex?
    #[inline]
    pub(crate) fn has_stream(&self, hex: HexId, way: Direction) -> bool {
        self.streams[hex.index()] >> way.index() & 1 == 1
    }

    /// Does a road lead out of a hex on this side?
    #[inline]
    pub(crate) fn has_road(&self, hex: HexId, way: Direction) -> bool {
        self.roads[hex.index()] >> way.index() & 1 == 1
    }

    /// [6.24, 6.27] May units of this gait not enter a hex?
    pub(crate) fn bars(&self, gait: Gait, hex: HexId) -> bool {
        gait.is_barred_from(self.soil(hex))
    }

    /// [8.16, D-8.16b] Does the ground of these hexes hide the ends of a line from each other? Higher hexes do; woods
    /// and towns but where they are lower than both ends.
    pub(crate) fn hides(&self, hexes: Hexes, [from, to]: [HexId; 2]) -> bool {
        if !self.is_varied {
            return false;
        }
        let ends = [from, to].map(|hex| self.level(hex));
        let [low, high] = [ends[0].min(ends[1]), ends[0].max(ends[1])];
        hexes.iter().any(|hex| {
            let level = self.level(hex);
            level > high || matches!(self.soil(hex), Soil::Woods | Soil::Village) && level >= low
        })
    }
}

impl Spqr {
    pub(crate) fn gait(&self, unit: UnitId) -> Gait {
        Gait::of(self.card(unit).kind)
    }

    /// [6.24, 7.22, D-7.22a] Is a hex barred to a unit?
    #[inline]
    pub(crate) fn is_barred(&self, unit: UnitId, hex: HexId) -> bool {
        self.ground.is_varied && self.ground.bars(self.gait(unit), hex)
    }

    /// [6.21, 6.22, 6.27] What it costs to enter a hex from the one next to it; nothing if it is barred.
    pub(crate) fn toll(&self, gait: Gait, from: HexId, to: HexId) -> Option<Toll> {
        let ground = &self.ground;
        if !ground.is_varied {
            return Some(Toll::CLEAR);
        }
        if ground.bars(gait, to) {
            return None;
        }
        let [below, above] = [from, to].map(|hex| ground.level(hex));
        let climbs = above.saturating_sub(below);
        let soil = ground.soil(to);
        let is_slow = matches!(soil, Soil::Woods | Soil::Marsh);
        let of_soil = match gait {
            Gait::Elephant => false,
            Gait::Loose => is_slow,
            _ => soil.is_difficult(),
        };
        // [6.27] Close order suffers from every level, up or down, and from streams.
        let way = self.board.direction_to(from, to);
        let has_stream = way.is_some_and(|way| ground.has_stream(from, way));
        let of_order =
            if gait == Gait::Close { climbs + below.saturating_sub(above) + u8::from(has_stream) } else { 0 };
        let points = 1 + u8::from(is_slow) + climbs;
        Some(Toll { points, hits: u8::from(of_soil) + of_order, climbs, has_half: false })
    }

    /// [6.27, D-6.27c] The same of a step by order: along a road it is half a point whatever the ground, and a point
    /// for each level up, in a hex more than two from every enemy and out of range of all that they shoot with.
    pub(crate) fn toll_by_road(
        &self,
        state: &State,
        (side, gait): (Side, Gait),
        [from, to]: [HexId; 2],
    ) -> Option<Toll> {
        let toll = self.toll(gait, from, to)?;
        let way = self.board.direction_to(from, to);
        if !way.is_some_and(|way| self.ground.has_road(from, way)) || !self.is_far_behind(state, side, to) {
            return Some(toll);
        }
        let falls = self.ground.level(from).saturating_sub(self.ground.level(to));
        let hits = if gait == Gait::Close { toll.climbs + falls } else { 0 };
        Some(Toll { points: toll.climbs, hits, has_half: true, ..toll })
    }

    /// [D-6.27c] Is a hex more than two from every enemy, and out of range of all that they could shoot with?
    fn is_far_behind(&self, state: &State, side: Side, hex: HexId) -> bool {
        let enemies = (self.all & of_side(!side)) - state.dead;
        enemies.iter().all(|enemy| {
            let far = self.far_from(state, enemy, hex);
            far > 2 && far > self.farthest_shot(state, enemy)
        })
    }

    /// [6.42, D-6.27c] What it costs the unit under way to come to these hexes; roads serve units of one hex, and the
    /// heads of columns.
    pub(crate) fn toll_of_step(
        &self,
        state: &State,
        unit: UnitId,
        to: HexId,
        facing: Facing,
    ) -> Option<Toll> {
        let toll = self.toll_to(state, unit, to, facing)?;
        if !self.ground.is_varied {
            return Some(toll);
        }
        let Some(left) = state.place_of(unit) else { return Some(toll) };
        let step = if self.heading(state, unit).is_some() && self.card(unit).is_long() {
            let old = self.hexes_at(unit, left, state.facings[unit.index()]);
            let mut new = self.hexes_at(unit, to, facing).into_iter().flatten();
            let head = new.find(|hex| !old.contains(&Some(*hex)));
            let tail = old.into_iter().flatten().find(|hex| {
                head.is_some_and(|head| {
                    self.board.direction_to(*hex, head).is_some_and(|way| self.ground.has_road(*hex, way))
                })
            });
            tail.zip(head)
        } else {
            Some((left, to)).filter(|_| !self.card(unit).is_long())
        };
        let Some((from, to)) = step else { return Some(toll) };
        let by_road = self.toll_by_road(state, (unit.side(), self.gait(unit)), [from, to])?;
        Some(if by_road.has_half { by_road } else { toll })
    }

    /// [6.42] What it costs a unit to come to these hexes: of two halves that enter hexes the dearer.
    pub(crate) fn toll_to(&self, state: &State, unit: UnitId, to: HexId, facing: Facing) -> Option<Toll> {
        if !self.ground.is_varied {
            return Some(Toll::CLEAR);
        }
        let Some(left) = state.place_of(unit) else { return Some(Toll::CLEAR) };
        let old = self.hexes_at(unit, left, state.facings[unit.index()]);
        let new = self.hexes_at(unit, to, facing);
        let gait = self.gait(unit);
        let mut all = Toll::CLEAR;
        for (from, to) in old.into_iter().zip(new).filter(|(_, to)| !old.contains(to)) {
            if let (Some(from), Some(to)) = (from, to) {
                let toll = self.toll(gait, from, to)?;
                // [6.7.2] A column takes the hits of woods and marsh, and of second levels.
                let is_slow = matches!(self.ground.soil(to), Soil::Woods | Soil::Marsh);
                let hits = if state.columns.contains(unit) { u8::from(is_slow) } else { toll.hits };
                all = all.dearer(Toll { hits, ..toll });
            }
        }
        Some(all)
    }

    /// [6.22, D-6.22a] Hits of a step, at once. Foot in loose order and cavalry take one in all when they climb a
    /// second level in a phase.
    pub(crate) fn pay_toll<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        unit: UnitId,
        toll: Toll,
        table: &mut Table<D, J>,
    ) {
        let is_counted = matches!(self.gait(unit), Gait::Loose | Gait::Horse);
        let mut hits = toll.hits;
        if toll.climbs > 0 && is_counted {
            let is_second = toll.climbs > 1 || state.climbed.contains(unit);
            if is_second && !state.winded.contains(unit) {
                hits += 1;
                state.winded.insert(unit);
            }
            state.climbed.insert(unit);
        } else if toll.climbs > 0 && state.columns.contains(unit) {
            hits += toll.climbs - u8::from(!state.climbed.contains(unit));
            state.climbed.insert(unit);
        }
        self.hit(state, unit, hits, rule!("6.22"), table);
    }

    /// [8.41] The same in an advance, which nobody routs by.
    pub(crate) fn pay_toll_of_advance<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        unit: UnitId,
        toll: Option<Toll>,
        table: &mut Table<D, J>,
    ) {
        let before = state.hits_of(unit);
        self.pay_toll(state, unit, toll.unwrap_or(Toll::CLEAR), table);
        self.bear_advance(state, (unit, before), table);
    }

    /// [8.41] Whatever it costs to enter the hex, an advance makes nobody rout.
    pub(crate) fn bear_advance<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        (unit, before): (UnitId, u8),
        table: &mut Table<D, J>,
    ) {
        let most = (self.printed[unit.index()].1 - 1).max(before);
        if state.hits_of(unit) > most {
            self.set_hits(state, unit, most, rule!("8.41"), table);
            state.falling.remove(unit);
        }
    }

    /// [10.16] The hits that the cheapest advance into a hex of these enemies would cost an attacker.
    pub(crate) fn hits_of_advance(&self, state: &State, unit: UnitId, enemies: Units) -> u8 {
        if !self.ground.is_varied {
            return 0;
        }
        let gait = self.gait(unit);
        let counted = |toll: Toll| {
            let is_second = toll.climbs > 1 || toll.climbs > 0 && state.climbed.contains(unit);
            let is_counted = matches!(gait, Gait::Loose | Gait::Horse) && !state.winded.contains(unit);
            toll.hits + u8::from(is_second && is_counted)
        };
        let own = self.hexes_of(state, unit);
        own.flat_map(|from| {
            let next = enemies.iter().flat_map(move |enemy| self.hexes_of(state, enemy));
            next.filter(move |to| self.board.distance(from, *to) == 1)
                .filter_map(move |to| self.toll(gait, from, to))
        })
        .map(counted)
        .min()
        .unwrap_or(0)
    }

    /// [6.44, 7.13, D-6.27a] Does a unit stand, with a half at least, in woods, broken ground or marsh?
    pub(crate) fn is_in_difficulty(&self, state: &State, unit: UnitId) -> bool {
        self.ground.is_varied && self.hexes_of(state, unit).any(|hex| self.ground.soil(hex).is_difficult())
    }

    /// [7.13, D-7.13a, D-7.13b] A turn in difficult ground costs a hit a vertex, but elephants none.
    pub(crate) fn pay_for_turn<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        (units, vertices): (Units, u8),
        table: &mut Table<D, J>,
    ) {
        for unit in units {
            if self.is_in_difficulty(state, unit) && self.gait(unit) != Gait::Elephant {
                self.hit(state, unit, vertices, rule!("7.13"), table);
            }
        }
    }

    /// [8.17] Does a unit stand in woods, with a half at least?
    pub(crate) fn is_in_woods(&self, state: &State, unit: UnitId) -> bool {
        self.ground.is_varied && self.hexes_of(state, unit).any(|hex| self.ground.soil(hex) == Soil::Woods)
    }

    /// [6.26] Columns that woods and marsh shift: one left when all defenders stand in them, with all their hexes.
    pub(crate) fn soil_shift(&self, state: &State, defenders: Units) -> i32 {
        let is_covered = |hex| matches!(self.ground.soil(hex), Soil::Woods | Soil::Marsh);
        let is_thick =
            self.ground.is_varied && defenders.iter().all(|unit| self.hexes_of(state, unit).all(is_covered));
        -i32::from(is_thick)
    }

    /// [6.26, D-8.54a] Columns that levels shift: one left when some defender stands higher than the highest attacker,
    /// two when all do, one right when all stand lower. A unit of two hexes is as high as its higher half.
    pub(crate) fn level_shift(&self, state: &State, [attackers, defenders]: [Units; 2]) -> i32 {
        if !self.ground.is_varied {
            return 0;
        }
        let height = |unit: UnitId| self.hexes_of(state, unit).map(|hex| self.ground.level(hex)).max();
        let top = attackers.iter().filter_map(height).max().unwrap_or(0);
        let heights = || defenders.iter().filter_map(height);
        if heights().all(|own| own > top) {
            -2
        } else if heights().any(|own| own > top) {
            -1
        } else {
            i32::from(heights().all(|own| own < top))
        }
    }
}
