//! [8.2] What it costs to go from a hex to its neighbour, by the ground alone: computed once per scenario.

use szala_board::{Direction, Facing, HexId};

use crate::position::data::Scenario;
use crate::position::ground::{HexGround, HexKind, SideGround, SideKind};
use crate::position::ids::{Arm, Hexes};
use crate::position::room::Room;
use crate::position::state::Obstacles;

/// More points than anybody has, however many are added: where one may not go at all.
pub(super) const BARRED: u8 = 64;

/// The way from a hex to one neighbour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is asked by a rule of its own")]
pub(crate) struct Way {
    /// Movement points for infantry.
    on_foot: u8,
    /// Movement points for cavalry and limbered guns [8.12].
    mounted: u8,
    /// What it leads against: up a slope or an escarpment, across a river.
    pub(crate) against: Obstacles,
    /// [8.9] Barred in double time.
    pub(crate) bars_double_time: bool,
    /// [8.14.1] Barred to charges.
    pub(crate) bars_charges: bool,
    /// [7.2.2] Barred to squares.
    pub(crate) bars_squares: bool,
    /// [10.11.3] Who retreats along it takes a loss;
    pub(crate) costs_a_loss: bool,
    /// and that by marsh or river, not by rising.
    pub(crate) is_wet: bool,
}

impl Way {
    /// The points for an arm; guns pay as cavalry when limbered [8.12].
    pub(crate) const fn points(self, arm: Arm) -> u8 {
        match arm {
            Arm::Infantry => self.on_foot,
            Arm::Cavalry | Arm::Artillery => self.mounted,
        }
    }

    /// [D-MG4d] May the arm not go there at all?
    pub(crate) const fn is_barred_to(self, arm: Arm) -> bool {
        self.points(arm) >= BARRED
    }

    /// [8.2t] The terrain costs as the table of the scenario has them.
    fn new<R: Room>(scenario: &Scenario<R>, from: HexId, to: HexId) -> Self {
        let side = scenario.side_between(from, to);
        let (below, above) = (scenario.level(from), scenario.level(to));
        let is_uphill = above > below;
        let is_escarpment = scenario.terrain.escarpment.contains(side);
        // [D-8.2b] An escarpment costs what it costs, not the slope as well.
        let slope = (above != below && !is_escarpment).then_some(SideKind::Slope);
        let kinds: Vec<SideKind> = scenario.kinds_of_side(side).chain(slope).collect();
        let sides = || kinds.iter().map(|kind| scenario.side_ground(*kind));
        let ground = scenario.hex_ground(to);
        // [D-8.2c] On one level a side costs as downwards.
        let across = |side: &SideGround| if is_uphill { side.up } else { side.down };
        let [foot, horse] = sides().map(across).fold([0, 0], |sum: [u8; 2], side| {
            [sum[0].saturating_add(side[0]), sum[1].saturating_add(side[1])]
        });
        // [D-8.2a] Along a road it is one point, whatever the hexside and the hex. [D-MG4d] A road leads everywhere.
        let [on_foot, mounted] = if scenario.terrain.road.contains(side) {
            [1, 1]
        } else {
            let total = |own: u8, side: u8| own.saturating_add(side).min(BARRED - 1);
            [total(ground.foot, foot), ground.horse.map_or(BARRED, |own| total(own, horse))]
        };
        // [D-M8.14a] A road takes nothing of this away: marsh and river are marsh and river.
        let is_wet = ground.retreat_loss || kinds.contains(&SideKind::River);
        Self {
            on_foot,
            mounted,
            against: Obstacles::default()
                .and(Obstacles::UPHILL, is_uphill)
                .and(Obstacles::RIVER, kinds.contains(&SideKind::River)),
            // [D-M8.9a] Double time and charges are barred kind by kind.
            bars_double_time: !ground.double_time || sides().any(|side| !side.double_time),
            bars_charges: !ground.charges || sides().any(|side| !side.charges),
            bars_squares: !ground.squares || sides().any(|side| !side.squares),
            // [D-M10.11.3a] One loss, however many of these meet.
            costs_a_loss: is_uphill || ground.retreat_loss || sides().any(|side| side.retreat_loss),
            is_wet,
        }
    }
}

/// What a hex does to those who stand in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Site {
    /// What it is.
    pub(crate) kind: HexKind,
    /// [10.9.4t] What it takes off a test under fire.
    pub(crate) cover: u8,
    /// [11.7t] What it adds to the die of the defender;
    pub(crate) defence: u8,
    /// to that of cavalry too.
    pub(crate) defends_cavalry: bool,
    /// [7.2] No square may stand here.
    pub(crate) bars_squares: bool,
    /// [D-MG4d] Neither cavalry nor guns come here but by a road.
    pub(crate) bars_horse: bool,
}

impl Site {
    const fn new(kind: HexKind, ground: &HexGround) -> Self {
        let HexGround { cover, defence, defends_cavalry, squares, horse, .. } = *ground;
        Self { kind, cover, defence, defends_cavalry, bars_squares: !squares, bars_horse: horse.is_none() }
    }
}

/// All ways of a map.
#[derive(Clone, Debug)]
pub(crate) struct Ground<R: Room> {
    ways: Vec<[Way; 6]>,
    sites: Vec<Site>,
    /// For each hex and facing, the neighbouring hexes in front and behind.
    steps: Vec<[Hexes<R>; 6]>,
}

impl<R: Room> Ground<R> {
    pub(crate) fn new(scenario: &Scenario<R>) -> Self {
        let board = &scenario.board;
        let ways_from = |from: HexId| {
            Direction::ALL.map(|direction| match board.neighbour(from, direction) {
                Some(to) => Way::new(scenario, from, to),
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
        let site = |hex: HexId| Site::new(scenario.terrain.kinds[hex.index()], scenario.hex_ground(hex));
        Self {
            ways: hexes.iter().map(ways_from).collect(),
            sites: hexes.iter().map(site).collect(),
            steps: hexes.iter().map(steps_from).collect(),
        }
    }

    /// What a hex does to those who stand in it.
    pub(crate) fn site(&self, hex: HexId) -> Site {
        self.sites[hex.index()]
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
        Way::new(&setup.scenario, from, to)
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
        assert!(road.against.has(Obstacles::UPHILL) && road.costs_a_loss && road.bars_charges);
    }

    #[test]
    fn d_8_2c_an_escarpment_between_equal_levels_costs_as_downwards() {
        // [D-8.2c] 1 + 1 for both arms.
        assert_eq!(points(way(|setup| setup.escarpment("0503|0504"))), [2, 2]);
    }
}
