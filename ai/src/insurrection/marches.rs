//! Where units can get to: what every way costs, worked out once a scenario, and what can be reached in one move,
//! worked out in passing, point by point: few hexes are new at each.
//!
//! The costs are those of the ground. What stands on it (friends, enemies, zones) comes in as sets of hexes that bar
//! the way. That makes routes good guesses, not promises: what is legal, the rules say step by step.

use szala_board::{Direction, Facing, HexId};
use szala_insurrection::{Arm, Board, Hexes, Insurrection};

/// Points that no march has.
const FAR: u8 = u8::MAX;
/// The most points of any move: Cossacks have nine [8.8].
pub(super) const MOST_POINTS: u8 = 9;
const LAYERS: usize = MOST_POINTS as usize + 1;

/// The ways of a map, for those on foot and for those mounted.
#[derive(Clone, Debug)]
pub(super) struct Marches {
    /// For each kind of legs, each hex and each facing, the steps that lead on, the cheapest first.
    steps: [Box<[[Steps; 6]]>; 2],
    /// For each kind of legs, the points to one hex from each other, the cheapest way, turns not counted.
    costs: [Box<[u8]>; 2],
    hexes: usize,
}

/// Steps forwards and backwards; those that lead nowhere are too [`FAR`] for everybody.
type Steps = [(u8, HexId); 4];

/// What can be reached: by facing and points spent.
#[derive(Clone, Debug)]
pub(super) struct Reach {
    layers: [[Hexes; LAYERS]; 6],
    /// All layers together.
    all: [Hexes; 6],
    most: u8,
}

/// One part of a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leg {
    /// A step into this hex.
    Go(HexId),
    /// A turn.
    Face(Facing),
}

/// What moves: its place and its means.
#[derive(Clone, Copy, Debug)]
pub(super) struct Walker {
    pub(super) hex: HexId,
    pub(super) facing: Facing,
    pub(super) arm: Arm,
    pub(super) points: u8,
    /// May it not turn where it stands? [6.0]
    pub(super) is_bound: bool,
}

/// Two kinds of legs: guns go as cavalry does [8.12].
const fn legs(arm: Arm) -> usize {
    match arm {
        Arm::Infantry => 0,
        Arm::Cavalry | Arm::Artillery => 1,
    }
}

/// The directions in which those who face so can go on, and the points that it costs beside the ground's: [8.1]
/// forwards, [8.6] backwards for a point more. Horsemen do not go backwards here: they have the points to turn.
fn directions(arm: Arm, facing: Facing) -> impl Iterator<Item = (Direction, u8)> {
    let rear = facing.rear().into_iter().filter(move |_| arm == Arm::Infantry);
    facing.front().into_iter().map(|direction| (direction, 0)).chain(rear.map(|direction| (direction, 1)))
}

/// The steps from a hex of those who face so.
fn steps_from(game: &Insurrection, arm: Arm, from: HexId, facing: Facing) -> Steps {
    let mut steps = [(FAR, from); 4];
    for (step, (direction, extra)) in steps.iter_mut().zip(directions(arm, facing)) {
        if let Some(to) = game.scenario().board.neighbour(from, direction) {
            *step = (game.ground_points_towards(from, direction, arm) + extra, to);
        }
    }
    steps.sort_by_key(|(points, _)| *points);
    steps
}

impl Marches {
    pub(super) fn new(game: &Insurrection) -> Self {
        let board = &game.scenario().board;
        let arms = [Arm::Infantry, Arm::Cavalry];
        let steps = arms.map(|arm| {
            let from_each = board.hexes().into_iter();
            from_each.map(|from| Facing::ALL.map(|facing| steps_from(game, arm, from, facing))).collect()
        });
        let costs = arms.map(|arm| {
            let from_each: Vec<_> =
                board.hexes().iter().map(|from| costs_from(game, board, arm, from)).collect();
            board.hexes().iter().flat_map(|to| from_each.iter().map(move |costs| costs[to.index()])).collect()
        });
        Self { steps, costs, hexes: board.hexes().len() }
    }

    /// The points of the cheapest way, turns and other units not counted.
    pub(super) fn cost(&self, arm: Arm, from: HexId, to: HexId) -> u8 {
        self.costs_towards(arm, to)[from.index()]
    }

    /// The same from each hex.
    pub(super) fn costs_towards(&self, arm: Arm, to: HexId) -> &[u8] {
        &self.costs[legs(arm)][to.index() * self.hexes..][..self.hexes]
    }

    /// Works out all that can be reached without entering a hex that is barred.
    pub(super) fn reach(&self, walker: Walker, barred: &Hexes, reach: &mut Reach) {
        let most = walker.points.min(MOST_POINTS);
        reach.layers.iter_mut().for_each(|layers| layers[..=usize::from(most)].fill(Hexes::EMPTY));
        reach.most = most;
        reach.layers[walker.facing.index()][0].insert(walker.hex);
        reach.all = [Hexes::EMPTY; 6];
        for spent in 0..=most {
            for facing in Facing::ALL {
                let found = &mut reach.layers[facing.index()][usize::from(spent)];
                let new = *found - reach.all[facing.index()];
                *found = new;
                if new.is_empty() {
                    continue;
                }
                reach.all[facing.index()] |= new;
                // [8.7] Turns: one point for each sixth, two for half a turn.
                let may_turn = spent > 0 || !walker.is_bound;
                for (other, points) in TURNS[facing.index()] {
                    if may_turn && spent + points <= most {
                        reach.layers[other.index()][usize::from(spent + points)] |= new;
                    }
                }
                let closed = *barred | reach.all[facing.index()];
                let to_come = &mut reach.layers[facing.index()][usize::from(spent)..=usize::from(most)];
                self.step_on((walker.arm, facing), new, &closed, to_come);
            }
        }
    }

    /// Steps from hexes to those that are not closed, into the layers that are still to come: a step of so many points
    /// leads so many layers on.
    fn step_on(&self, (arm, facing): (Arm, Facing), from: Hexes, closed: &Hexes, to_come: &mut [Hexes]) {
        // No step is for nothing.
        if to_come.len() == 1 {
            return;
        }
        let steps = &self.steps[legs(arm)];
        from.iter().for_each(|hex| {
            for (points, to) in &steps[hex.index()][facing.index()] {
                let Some(layer) = to_come.get_mut(usize::from(*points)) else { break };
                if !closed.contains(*to) {
                    layer.insert(*to);
                }
            }
        });
    }
}

/// [8.7] The turns from a facing and their points: one for each sixth, two for half a turn.
const fn turns(facing: Facing) -> [(Facing, u8); 3] {
    [(facing.left(1), 1), (facing.right(1), 1), (facing.opposite(), 2)]
}

/// The same for each facing.
const TURNS: [[(Facing, u8); 3]; 6] = {
    let [zero, one, two, three, four, five] = Facing::ALL;
    [turns(zero), turns(one), turns(two), turns(three), turns(four), turns(five)]
};

/// The points from a hex to every other (Dijkstra 1959), with a heap for each number of points (Dial 1969): they are
/// few, and nothing has to be sorted.
fn costs_from(game: &Insurrection, board: &Board, arm: Arm, from: HexId) -> Vec<u8> {
    let mut costs = vec![FAR; board.hexes().len()];
    costs[from.index()] = 0;
    let mut heaps: Vec<Vec<HexId>> = vec![Vec::new(); usize::from(FAR)];
    heaps[0].push(from);
    for spent in 0..FAR {
        // No step is for nothing, so that none comes back to the heap that is being cleared.
        for nearest in std::mem::take(&mut heaps[usize::from(spent)]) {
            if spent > costs[nearest.index()] {
                continue;
            }
            for direction in Direction::ALL {
                let Some(next) = board.neighbour(nearest, direction) else { continue };
                let sum = spent.saturating_add(game.ground_points_towards(nearest, direction, arm));
                if sum < costs[next.index()] {
                    costs[next.index()] = sum;
                    heaps[usize::from(sum)].push(next);
                }
            }
        }
    }
    costs
}

impl Reach {
    pub(super) const NOTHING: Self =
        Self { layers: [[Hexes::EMPTY; LAYERS]; 6], all: [Hexes::EMPTY; 6], most: 0 };

    /// All hexes, whatever the facing.
    pub(super) fn hexes(&self) -> Hexes {
        self.all.iter().fold(Hexes::EMPTY, |all, hexes| all | *hexes)
    }

    /// Can one be in a hex with a facing?
    pub(super) fn holds(&self, hex: HexId, facing: Facing) -> bool {
        self.all[facing.index()].contains(hex)
    }

    /// The least points to be in a hex with a facing.
    pub(super) fn points(&self, hex: HexId, facing: Facing) -> Option<u8> {
        // Most that is asked about is out of reach.
        if !self.holds(hex, facing) {
            return None;
        }
        (0..=self.most).find(|spent| self.layers[facing.index()][usize::from(*spent)].contains(hex))
    }

    /// The cheapest way there, told from its end.
    pub(super) fn way_back(
        &self,
        game: &Insurrection,
        walker: Walker,
        end: (HexId, Facing),
        mut tell: impl FnMut(Leg),
    ) {
        let board = &game.scenario().board;
        let (mut hex, mut facing) = end;
        let Some(mut spent) = self.points(hex, facing) else { return };
        let mut is_turning = false;
        while spent > 0 {
            let is_before = |points: u8, facing: Facing, hex: HexId| {
                spent >= points && self.layers[facing.index()][usize::from(spent - points)].contains(hex)
            };
            let came = |direction: Direction, extra: u8| {
                let before = board.neighbour(hex, direction.opposite())?;
                let points = game.ground_points_towards(before, direction, walker.arm) + extra;
                is_before(points, facing, before).then_some((before, points))
            };
            let step = directions(walker.arm, facing).find_map(|(direction, extra)| came(direction, extra));
            if let Some((before, points)) = step {
                tell(Leg::Go(hex));
                (hex, spent, is_turning) = (before, spent - points, false);
                continue;
            }
            let Some((before, points)) =
                turns(facing).into_iter().find(|(other, points)| is_before(*points, *other, hex))
            else {
                return;
            };
            // Turns one after the other are one turn.
            if !is_turning {
                tell(Leg::Face(facing));
            }
            (facing, spent, is_turning) = (before, spent - points, true);
        }
    }
}

#[cfg(test)]
mod tests;
