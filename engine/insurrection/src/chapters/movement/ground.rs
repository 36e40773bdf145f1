//! [8.2] What it costs to go from a hex to its neighbour, by the ground alone: computed once per scenario.

use szala_board::{Direction, Facing, HexId};

use crate::position::data::{Scenario, Terrain};
use crate::position::ids::{Arm, Board, Hexes};
use crate::position::room::Room;

/// The way from a hex to one neighbour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Way {
    /// Movement points for infantry.
    on_foot: u8,
    /// Movement points for cavalry and limbered guns [8.12].
    mounted: u8,
    /// Up a slope or an escarpment?
    pub(crate) is_uphill: bool,
    /// Across an escarpment?
    pub(crate) crosses_escarpment: bool,
    /// Into forest?
    pub(crate) enters_forest: bool,
}

impl Way {
    /// The points for an arm; guns pay as cavalry when limbered [8.12].
    pub(crate) const fn points(self, arm: Arm) -> u8 {
        match arm {
            Arm::Infantry => self.on_foot,
            Arm::Cavalry | Arm::Artillery => self.mounted,
        }
    }

    /// [8.2t] The terrain costs as the rulebook's table has them.
    fn new<R: Room>(board: &Board<R>, terrain: &Terrain<R>, from: HexId, to: HexId) -> Self {
        let side = board.side_between(from, to).expect("a step leads to a neighbour");
        let (below, above) = (terrain.level[from.index()], terrain.level[to.index()]);
        let is_uphill = above > below;
        let crosses_escarpment = terrain.escarpment.contains(side);
        let enters_forest = terrain.forest.contains(to);
        // [D-8.2b] An escarpment costs what it costs, not the slope as well.
        let rise = match (crosses_escarpment, is_uphill) {
            (true, true) => [2, 3],
            // [D-8.2c] On one level it costs as downwards.
            (true, false) | (false, true) => [1, 1],
            (false, false) => [0, 0],
        };
        let trench = u8::from(terrain.trench.contains(side));
        let ground = if enters_forest { [2, 3] } else { [1, 1] };
        // [D-8.2a] Along a road it is one point, whatever the hexside and the hex.
        let [on_foot, mounted] = if terrain.road.contains(side) {
            [1, 1]
        } else {
            [ground[0] + rise[0] + trench, ground[1] + rise[1] + trench]
        };
        Self { on_foot, mounted, is_uphill, crosses_escarpment, enters_forest }
    }
}

/// All ways of a map.
#[derive(Clone, Debug)]
pub(crate) struct Ground<R: Room> {
    ways: Vec<[Way; 6]>,
    /// For each hex and facing, the neighbouring hexes in front and behind.
    steps: Vec<[Hexes<R>; 6]>,
}

impl<R: Room> Ground<R> {
    pub(crate) fn new(scenario: &Scenario<R>) -> Self {
        let board = &scenario.board;
        let ways_from = |from: HexId| {
            Direction::ALL.map(|direction| match board.neighbour(from, direction) {
                Some(to) => Way::new(board, &scenario.terrain, from, to),
                None => Way::default(),
            })
        };
        let steps_from = |from: HexId| {
            Facing::ALL.map(|facing| {
                let ways = facing.front().into_iter().chain(facing.rear());
                ways.filter_map(|direction| board.neighbour(from, direction)).collect()
            })
        };
        let hexes = board.hexes();
        Self { ways: hexes.iter().map(ways_from).collect(), steps: hexes.iter().map(steps_from).collect() }
    }

    /// [8.1] [8.6] Where a step may lead who faces so: the neighbouring hexes that are not in his flank zone.
    pub(crate) fn steps(&self, from: HexId, facing: Facing) -> Hexes<R> {
        self.steps[from.index()][facing.index()]
    }

    /// The way to the neighbour in a direction; there must be one.
    pub(crate) fn way(&self, from: HexId, direction: Direction) -> Way {
        self.ways[from.index()][direction.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Setup;

    /// From 0503 to 0504, its neighbour to the east, on the ground that `lay` makes.
    fn way(lay: impl FnOnce(&mut Setup)) -> Way {
        let mut setup = Setup::new();
        lay(&mut setup);
        let (from, to) = (setup.hex("0503"), setup.hex("0504"));
        Way::new(&setup.scenario.board, &setup.scenario.terrain, from, to)
    }

    /// The points of infantry and of cavalry.
    fn points(way: Way) -> [u8; 2] {
        [Arm::Infantry, Arm::Cavalry].map(|arm| way.points(arm))
    }

    #[test]
    fn d_8_2a_a_road_costs_one_whatever_it_leads_through() {
        let lay = |setup: &mut Setup| {
            setup.forest("0504");
            setup.hill("0504");
            setup.trench("0503|0504");
        };
        // Forest 2 and 3, up a slope 1, trench 1: 4 and 5. Up an escarpment 2 and 3 in place of the slope's 1: 5 and 7.
        assert_eq!(points(way(lay)), [4, 5]);
        let steep = |setup: &mut Setup| {
            lay(setup);
            setup.escarpment("0503|0504");
        };
        assert_eq!(points(way(steep)), [5, 7]);
        let road = way(|setup| {
            steep(setup);
            setup.road("0503|0504");
        });
        assert_eq!(points(road), [1, 1]);
        // [D-8.2a] It is still uphill for a melee.
        assert!(road.is_uphill && road.crosses_escarpment && road.enters_forest);
    }

    #[test]
    fn d_8_2c_an_escarpment_between_equal_levels_costs_as_downwards() {
        // [D-8.2c] 1 + 1 for both arms.
        assert_eq!(points(way(|setup| setup.escarpment("0503|0504"))), [2, 2]);
    }
}
