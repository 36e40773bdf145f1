//! The end of both scenarios: points [18.6, 19.4] and degrees of victory [18.7, 19.5]. All points are counted in
//! halves [D-18.6f].

use szala_board::{HexId, Ordinal};
use szala_kernel::{Dice, Journal, Outcome, Side, Table, rule};

use crate::chapters::game::Pluton;
use crate::chapters::words;
use crate::position::agenda::Task;
use crate::position::data::{ClearRoad, ClearRoads, Holding};
use crate::position::ids::{of_side, subject};
use crate::position::state::State;

impl Pluton {
    /// [18.6.1, 18.6.6, D-18.6a] Building hexes that a side holds.
    pub(crate) fn buildings_held(&self, state: &State, side: Side) -> u16 {
        let held = self.built.iter().filter(|hex| self.is_held(state, side, *hex)).count();
        u16::try_from(held).expect("a board has few hexes")
    }

    /// [D-18.6a] Does the side hold this building hex? By the switch, also one that it was the last to be alone in.
    pub(crate) fn is_held(&self, state: &State, side: Side, hex: HexId) -> bool {
        match self.scenario.switches.holding {
            // Units on paper stand where they stand.
            Holding::Present => {
                !self.all_units_at(state, side, hex).is_empty()
                    && self.all_units_at(state, !side, hex).is_empty()
            }
            Holding::LastPassed => state.passed[side] >> self.built_at[hex.index()] & 1 == 1,
        }
    }

    /// [D-18.6a] A building hex with units of one side alone is that side's from now on. Units on paper pass in secret.
    pub(crate) fn pass(&self, state: &mut State, hex: HexId) {
        if self.scenario.switches.holding == Holding::Present || !self.built.contains(hex) {
            return;
        }
        for side in Side::BOTH {
            if self.holds(state, side, hex) {
                let bit = 1 << self.built_at[hex.index()];
                state.passed[side] |= bit;
                state.passed[!side] &= !bit;
            }
        }
    }

    /// The same of all building hexes, as a phase of movement ends.
    pub(crate) fn look_who_passed(&self, state: &mut State) {
        if self.scenario.switches.holding == Holding::LastPassed {
            self.built.iter().for_each(|hex| self.pass(state, hex));
        }
    }

    /// [18.6.1, 18.6.6, 19.4.2, 19.4.7, 19.4.8, 19.4.9] Half points for building hexes.
    pub(crate) fn for_buildings(&self, state: &State, side: Side) -> i32 {
        let held = self.built.iter().filter(|hex| self.is_held(state, side, *hex));
        held.map(|hex| i32::from(self.worth[side][hex.index()])).sum()
    }

    /// [19.4.1] Half points for stages in which nobody was revealed, up to a limit.
    pub(crate) fn for_hiding(&self, state: &State, side: Side) -> i32 {
        let points = self.scenario.points[side];
        (i32::from(points.hidden_stage) * i32::from(state.hidden_stages)).min(points.most_hidden.into())
    }

    /// [18.6.4, 18.6.9, 19.4.5, 19.4.10, D-18.6b] Squares that a side has lost: one that is partly lost counts whole.
    /// [D-18.6c] Who has never entered has lost none.
    pub(crate) fn squares_lost(&self, state: &State, side: Side) -> u16 {
        let units = (state.units & of_side(side)) - state.waiting;
        units.iter().map(|unit| u16::from(state.losses[unit.index()].div_ceil(2))).sum()
    }

    fn clear_road_of(&self, side: Side) -> Option<&ClearRoad> {
        self.scenario.clear_road.as_ref().filter(|road| road.side == side)
    }

    /// [18.6.11, 19.4.12, D-19.4b, D-18.6d, D-18.6e] Is no unit of the enemy near the road? One of the two ways is
    /// enough.
    pub(crate) fn is_road_clear(&self, state: &State, side: Side) -> bool {
        let Some(road) = self.clear_road_of(side) else { return false };
        let enemies = state.placed() & state.units & of_side(!side);
        let is_near = |hex| {
            enemies
                .iter()
                .any(|unit| state.place_of(unit).is_some_and(|at| self.board.distance(at, hex) < road.nearer))
        };
        let mut clear = road.ways.iter().map(|way| !way.iter().any(is_near));
        match self.scenario.switches.clear_road {
            ClearRoads::Either => clear.any(|is_clear| is_clear),
            ClearRoads::Both => clear.all(|is_clear| is_clear),
        }
    }

    /// [18.6.2, 18.6.3, 18.6.7, 18.6.8, 19.4.3, 19.4.4] For guns that were never called.
    pub(crate) fn uncalled(&self, state: &State, side: Side) -> i32 {
        let battalions = self.scenario.battalions[side].iter().enumerate();
        let idle = battalions.filter(|(at, _)| state.called[side] >> at & 1 == 0);
        idle.map(|(_, battalion)| i32::from(battalion.uncalled)).sum()
    }

    /// [18.6.11] For a clear road.
    pub(crate) fn for_road(&self, state: &State, side: Side) -> i32 {
        let road = self.clear_road_of(side).filter(|_| self.is_road_clear(state, side));
        road.map_or(0, |road| i32::from(road.worth))
    }

    /// [18.6] The half points of a side as things stand.
    pub fn half_points(&self, state: &State, side: Side) -> i32 {
        let points = self.scenario.points[side];
        self.for_buildings(state, side)
            + self.for_hiding(state, side)
            + self.uncalled(state, side)
            + self.for_road(state, side)
            - i32::from(points.square) * i32::from(self.squares_lost(state, side))
            // [18.6.5, 18.6.10, 19.4.6, 19.4.11] Commanders, [D-18.6d] new ones too.
            - i32::from(points.commander) * i32::from(state.commanders_lost[side])
    }

    /// [D-18.7a] By how many points the first side is ahead as things stand: halves are dropped.
    pub(crate) fn lead(&self, state: &State) -> i32 {
        (self.half_points(state, Side::First) - self.half_points(state, Side::Second)) / 2
    }

    /// [18.7] The degree of a lead.
    pub(crate) const fn degree(lead: i32) -> &'static str {
        match lead.unsigned_abs() {
            0..=3 => words::DRAW,
            4..=6 => words::SMALL,
            7..=10 => words::MEDIUM,
            11..=15 => words::GREAT,
            _ => words::HUGE,
        }
    }

    /// [D-18.7b] The last stage is over: the points are counted.
    pub(crate) fn reckon<D: Dice, J: Journal>(&self, state: &mut State, table: &mut Table<D, J>) {
        for side in Side::BOTH {
            let points = self.half_points(state, side);
            table.change(rule!("18.6"), words::POINTS, subject::of_side(side), 0, points);
        }
        let lead = self.lead(state);
        table.change(rule!("D-18.7a"), words::LEAD, subject::of_side(Side::First), 0, lead);
        let degree = Self::degree(lead);
        state.end = Some(match lead {
            _ if degree == words::DRAW => Outcome::draw(lead, rule!("18.7"), degree),
            1.. => Outcome::win(Side::First, lead, rule!("18.7"), degree),
            _ => Outcome::win(Side::Second, lead, rule!("18.7"), degree),
        });
        state.agenda.turn_to(Task::Over);
    }
}
