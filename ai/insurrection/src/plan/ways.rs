//! Distances: for each goal of a plan, from every hex and facing, the movement points that a unit needs to get there
//! by the cheapest way, including turns. Computed once for a plan and a map, so that a unit on the march only
//! compares the places where its next step may take it. Units in the way are left to `moves`: here the map is empty.
//!
//! Points are counted in halves, because of limbered guns, whose turns are free [8.12] but must not go on for ever.

use szala_board::{Direction, Facing, HexId};
use szala_insurrection::{Arm, Insurrection, Room};

/// The movement costs of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Gait {
    /// Infantry.
    Foot,
    /// Cavalry.
    Mounted,
    /// Limbered guns: as cavalry, but turns are free [8.12].
    Limbered,
}

impl Gait {
    pub(super) const ALL: [Self; 3] = [Self::Foot, Self::Mounted, Self::Limbered];

    /// The gait of an arm.
    pub(super) const fn of(arm: Arm) -> Self {
        match arm {
            Arm::Infantry => Self::Foot,
            Arm::Cavalry => Self::Mounted,
            Arm::Artillery => Self::Limbered,
        }
    }

    const fn arm(self) -> Arm {
        match self {
            Self::Foot => Arm::Infantry,
            Self::Mounted => Arm::Cavalry,
            Self::Limbered => Arm::Artillery,
        }
    }

    /// [8.7] The half points of a turn by this many sixths; half a turn costs `about_turn` points.
    pub(super) const fn turn(self, sixths: u8, about_turn: u8) -> u8 {
        match (self, sixths) {
            (_, 0) => 0,
            (Self::Limbered, _) => 1,
            (_, 3) => 2 * about_turn,
            _ => 2 * sixths,
        }
    }
}

/// A table of distances: the place of the first of its entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct TableId(u32);

impl TableId {
    /// Of a unit whose order needs none.
    pub(super) const NONE: Self = Self(u32::MAX);
}

/// Too far, or not to be reached.
pub(super) const FAR: u8 = u8::MAX;
/// [8.6] The extra half points of a step backwards.
const BACKWARDS: u8 = 2;
const FACINGS: usize = Facing::ALL.len();

/// A hex and a facing by which a way may end or begin, and the half points that are left from there.
pub(super) type Source = (HexId, Facing, u8);

/// All tables of a plan.
#[derive(Clone, Debug)]
pub(super) struct Ways {
    tables: Vec<u8>,
    hexes: usize,
}

impl Ways {
    pub(super) fn new<R: Room>(rules: &Insurrection<R>) -> Self {
        Self { tables: Vec::new(), hexes: rules.scenario().board.hexes().len() }
    }

    /// The half points left from a hex and facing.
    #[inline]
    pub(super) fn left(&self, table: TableId, hex: HexId, facing: Facing) -> u8 {
        self.tables[table.0 as usize + hex.index() * FACINGS + facing.index()]
    }

    /// The same with the best facing.
    pub(super) fn left_any(&self, table: TableId, hex: HexId) -> u8 {
        Facing::ALL.into_iter().map(|facing| self.left(table, hex, facing)).min().unwrap_or(FAR)
    }

    /// Computes the table of the ways to these sources.
    pub(super) fn to<R: Room>(&mut self, rules: &Insurrection<R>, gait: Gait, sources: &[Source]) -> TableId {
        let table = TableId(u32::try_from(self.tables.len()).expect("a plan has fewer orders than that"));
        self.tables.resize(self.tables.len() + self.hexes * FACINGS, FAR);
        let distances = &mut self.tables[table.0 as usize..];
        let about_turn = rules.scenario().values.about_turn;
        // A bucket for each distance, nearest first.
        let mut buckets: Vec<Vec<(HexId, Facing)>> = vec![Vec::new(); usize::from(FAR) + 1];
        let reach = |distances: &mut [u8], buckets: &mut [Vec<_>], hex: HexId, facing: Facing, far: u8| {
            let entry = &mut distances[hex.index() * FACINGS + facing.index()];
            if far < *entry {
                *entry = far;
                buckets[usize::from(far)].push((hex, facing));
            }
        };
        for (hex, facing, far) in sources {
            reach(distances, &mut buckets, *hex, *facing, *far);
        }
        for far in 0..FAR {
            while let Some((hex, facing)) = buckets[usize::from(far)].pop() {
                if distances[hex.index() * FACINGS + facing.index()] < far {
                    continue;
                }
                for before in Facing::ALL {
                    let far = far.saturating_add(gait.turn(before.steps_to(facing), about_turn));
                    reach(distances, &mut buckets, hex, before, far);
                }
                for (direction, extra) in steps(facing) {
                    // Backwards along the way: from where would a step in this direction lead here?
                    let Some(before) = rules.scenario().board.neighbour(hex, opposite(direction)) else {
                        continue;
                    };
                    let points = rules
                        .ground_points(before, hex, gait.arm())
                        .expect("the search goes from neighbour to neighbour");
                    let far = far.saturating_add(2 * points).saturating_add(extra);
                    reach(distances, &mut buckets, before, facing, far);
                }
            }
        }
        table
    }

    /// The table of the ways to any of the goals, in any facing or the given one, by way of some hexes: a unit makes
    /// for each of them until it is nearer to the goal than that hex is.
    pub(super) fn route<R: Room>(
        &mut self,
        rules: &Insurrection<R>,
        gait: Gait,
        goals: &[HexId],
        facing: Option<Facing>,
        by: &[HexId],
    ) -> TableId {
        let facings = |facing: Option<Facing>| {
            Facing::ALL.into_iter().filter(move |one| facing.is_none_or(|it| it == *one))
        };
        let sources: Vec<Source> =
            goals.iter().flat_map(|goal| facings(facing).map(|facing| (*goal, facing, 0))).collect();
        let direct = self.to(rules, gait, &sources);
        let mut rest = direct;
        for hex in by.iter().rev() {
            let sources: Vec<Source> =
                facings(None).map(|facing| (*hex, facing, self.left(rest, *hex, facing))).collect();
            let leg = self.to(rules, gait, &sources);
            // A unit nearer to the goal than the hex has passed it.
            let mark = self.left_any(direct, *hex);
            for one in 0..self.hexes {
                let hex = HexId::from_index(one);
                if self.left_any(direct, hex) <= mark {
                    for facing in Facing::ALL {
                        let at = one * FACINGS + facing.index();
                        self.tables[leg.0 as usize + at] = self.tables[rest.0 as usize + at];
                    }
                }
            }
            rest = leg;
        }
        rest
    }
}

/// [8.1] [8.6] The directions in which a unit may step, and the half points on top of the ground.
pub(super) fn steps(facing: Facing) -> [(Direction, u8); 4] {
    let ([right, left], [rear_right, rear_left]) = (facing.front(), facing.rear());
    [(right, 0), (left, 0), (rear_right, BACKWARDS), (rear_left, BACKWARDS)]
}

fn opposite(direction: Direction) -> Direction {
    direction.left(3)
}

#[cfg(test)]
mod tests {
    use szala_board::pointy::facing;

    use super::*;
    use crate::testing::{hex, historical};

    /// The half points from a hex and facing to a goal.
    fn left(gait: Gait, goal: &str, by: &[&str], from: &str, facing: Facing) -> u8 {
        let rules = historical();
        let mut ways = Ways::new(&rules);
        let by: Vec<HexId> = by.iter().map(|label| hex(&rules, label)).collect();
        let table = ways.route(&rules, gait, &[hex(&rules, goal)], None, &by);
        ways.left(table, hex(&rules, from), facing)
    }

    #[test]
    fn r8_2_the_road_is_cheaper_than_the_hill_beside_it() {
        // 0408, 0509, 0608, 0708: three steps along the road, each 1 point [D-8.2a], and front steps for a unit
        // facing north: no turn.
        assert_eq!(left(Gait::Foot, "0708", &[], "0408", facing::N), 2 * 3);
    }

    #[test]
    fn r8_7_turns_are_paid_but_those_of_limbered_guns_are_free() {
        // Facing south 0408 has 0509 behind it. A step backwards is 2 points [8.6], turning about 2 points and a step
        // 1 more: so backwards, then forwards does not work; three times backwards 6, about and forwards 2 + 3 = 5.
        assert_eq!(left(Gait::Foot, "0708", &[], "0408", facing::S), 2 * 5);
        // [8.12] The guns turn free: three points, and the half that prevents free turns from going on for ever.
        assert_eq!(left(Gait::Limbered, "0708", &[], "0408", facing::S), 2 * 3 + 1);
    }

    #[test]
    fn a_way_by_another_hex_is_longer_until_that_hex_is_passed() {
        // Eight rows north over open ground, each a front step of 1 point for a unit facing north.
        assert_eq!(left(Gait::Mounted, "1104", &[], "0304", facing::N), 2 * 8);
        // By 0701 it is 4 rows and 1 or 2 columns more to the west than they bring, then back to the east.
        let round = left(Gait::Mounted, "1104", &["0701"], "0304", facing::N);
        assert!(round > 2 * 8, "{round}");
        // From 0701 on, and from everywhere nearer to the goal, it is the way from there.
        for from in ["0701", "0804", "1006"] {
            let ways = [&["0701"][..], &[]].map(|by| left(Gait::Mounted, "1104", by, from, facing::N));
            assert_eq!(ways[0], ways[1], "{from}");
        }
    }
}
