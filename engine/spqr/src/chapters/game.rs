//! The rules with one scenario loaded: what is looked up in play.

use szala_board::{Direction, Facing, HexBoard, HexId, Ordinal, words_for};
use szala_kernel::{BySide, Side};

use crate::chapters::ground::Ground;
use crate::position::data::{LeaderCard, Scenario, UnitCard};
use crate::position::ids::{Hexes, Hexsides, LeaderId, Leaders, MOST_HEXES, MOST_UNITS, UnitId, Units};
use crate::position::state::State;

/// The board with its words.
pub(crate) type Board = HexBoard<[u64; words_for(MOST_HEXES)], Hexsides>;

/// SPQR: rules and scenario.
#[derive(Clone, Debug)]
pub struct Spqr {
    pub(crate) scenario: Scenario,
    pub(crate) board: Board,
    pub(crate) ground: Ground,
    /// All units and leaders of the scenario.
    pub(crate) all: Units,
    pub(crate) all_leaders: Leaders,
    /// Those of them who are drivers of elephants [4.8].
    pub(crate) drivers: Leaders,
    /// Elephants of leaders [4.7].
    pub(crate) ridden: Units,
    /// How far each hex is from each side's edge [10.22].
    pub(crate) to_edge: BySide<Box<[u8]>>,
    /// The printed movement allowance and quality of each unit, looked up more often than anything else.
    pub(crate) printed: Box<[(u8, u8); MOST_UNITS]>,
    /// [8.54] The mean hits of attackers and of defenders, in hundredths, by the column of shock.
    pub(crate) blows: [[i32; 2]; 13],
}

impl Spqr {
    /// Makes the tables that play reads.
    ///
    /// # Panics
    /// When the board of the scenario is none: its reader has complained of that.
    pub fn new(scenario: Scenario) -> Self {
        let board = Board::new(scenario.grid).expect("a scenario is read with a sound board");
        let ground = Ground::new(&scenario.terrain, scenario.grid, &board);
        let units = |side: Side| 0..scenario.armies[side].units.len();
        let leaders = |side: Side| 0..scenario.armies[side].leaders.len();
        let all: Units = Side::BOTH
            .into_iter()
            .flat_map(|side| units(side).map(move |slot| UnitId::of_side(side, slot)))
            .collect();
        let all_leaders: Leaders = Side::BOTH
            .into_iter()
            .flat_map(|side| leaders(side).map(move |slot| LeaderId::of_side(side, slot)))
            .collect();
        let is_driver = |leader: &LeaderId| scenario.armies[leader.side()].leaders[leader.slot()].is_driver;
        let drivers = all_leaders.iter().filter(is_driver).collect();
        let card = |unit: UnitId| &scenario.armies[unit.side()].units[unit.slot()];
        let is_ridden = |unit: &UnitId| card(*unit).rider.is_some() && !card(*unit).is_absent;
        let ridden = all.iter().filter(is_ridden).collect();
        let mut printed = Box::new([(0, 0); MOST_UNITS]);
        for unit in all {
            printed[unit.index()] = (card(unit).movement, card(unit).quality);
        }
        let hexes = || Hexes::all_below(scenario.grid.hex_count()).iter().collect::<Vec<_>>();
        let to_edge = BySide::from_fn(|side| {
            let edge = scenario.armies[side].edge;
            let is_edge = |hex: HexId| edge_ways(edge).iter().all(|way| board.neighbour(hex, *way).is_none());
            let edges: Vec<HexId> = hexes().into_iter().filter(|hex| is_edge(*hex)).collect();
            let nearest = |hex: HexId| edges.iter().map(|edge| board.distance(hex, *edge)).min();
            hexes().into_iter().map(|hex| nearest(hex).unwrap_or(0)).collect()
        });
        let mut blows = [[0; 2]; 13];
        for face in &scenario.tables.shock {
            for (sums, hits) in blows.iter_mut().zip(face) {
                sums.iter_mut().zip(hits).for_each(|(sum, hits)| *sum += 10 * i32::from(*hits));
            }
        }
        Self { scenario, board, ground, all, all_leaders, drivers, ridden, to_edge, printed, blows }
    }

    /// The scenario.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// What is printed on a unit.
    #[inline]
    pub fn card(&self, unit: UnitId) -> &UnitCard {
        &self.scenario.armies[unit.side()].units[unit.slot()]
    }

    /// What is printed on a leader.
    pub fn leader(&self, leader: LeaderId) -> &LeaderCard {
        &self.scenario.armies[leader.side()].leaders[leader.slot()]
    }

    /// All leaders of a side but drivers [D-4.8a].
    pub fn leaders_of(&self, side: Side) -> impl Iterator<Item = LeaderId> + use<> {
        (self.all_leaders - self.drivers).iter().filter(move |leader| leader.side() == side)
    }

    /// The printed movement allowance.
    #[inline]
    pub(crate) fn movement(&self, unit: UnitId) -> u8 {
        self.printed[unit.index()].0
    }

    /// [10.11, 10.27] The quality against which a unit is tested.
    #[inline]
    pub(crate) fn quality(&self, state: &State, unit: UnitId) -> u8 {
        if state.routed.contains(unit) { 1 } else { self.brink(state, unit) }
    }
}

/// The directions that lead off the map at an edge.
pub(crate) fn edge_ways(edge: crate::position::data::Edge) -> &'static [Direction] {
    use crate::position::data::Edge;
    use szala_board::flat::direction::{N, NE, NW, S, SE, SW};
    match edge {
        Edge::North => &[N],
        Edge::South => &[S],
        Edge::East => &[NE, SE],
        Edge::West => &[NW, SW],
    }
}

/// [D-10.22b] The vertex nearest to the direction of an edge.
pub(crate) const fn edge_facing(edge: crate::position::data::Edge) -> Facing {
    use crate::position::data::Edge;
    use szala_board::flat::facing::{E, NE, SW, W};
    match edge {
        Edge::East => E,
        Edge::West => W,
        Edge::North => NE,
        Edge::South => SW,
    }
}
