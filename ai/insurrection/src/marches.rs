//! Where units can get to: the cost of every step, computed once per scenario, and the hexes in reach of one move,
//! computed on the fly, point by point: each point adds few hexes.
//!
//! The costs are those of the ground. Whatever stands on it (friends, enemies, zones) enters as sets of hexes that
//! bar the way. So routes are good guesses, not guarantees: the rules decide legality step by step.

use szala_board::HexSet;
use szala_board::{Direction, Facing, HexId};
use szala_insurrection::{Arm, Board, Hexes, Insurrection, Room};

/// More points than any march has.
const FAR: u8 = u8::MAX;
/// The most points of any move: Cossacks have nine [8.8].
pub(super) const MOST_POINTS: u8 = 9;
const LAYERS: usize = MOST_POINTS as usize + 1;
/// Most steps cost at most this many points.
const CHEAP: usize = 2;

/// The ways of a map, for foot and for mounted units.
#[derive(Clone, Debug)]
pub(super) struct Marches<R: Room> {
    /// For each kind of legs and each facing.
    steps: [[Steps<R>; 6]; 2],
    /// For each kind of legs, the points from each hex to each other, by the cheapest way, without turns.
    costs: [Box<[u8]>; 2],
    hexes: usize,
    /// [8.7] [D-M8.7a] The points of half a turn.
    about_turn: u8,
}

/// The steps of units with a facing, forwards and backwards, from each hex.
#[derive(Clone, Debug)]
struct Steps<R: Room> {
    /// The destinations of steps that cost one point, and two.
    cheap: Box<[[Hexes<R>; CHEAP]]>,
    /// The others with their points.
    dear: Box<[Box<[Step]>]>,
    /// The hexes that have others.
    has_dear: Hexes<R>,
}

/// Its points, and its destination.
type Step = (u8, HexId);

/// What can be reached: by points spent and facing.
#[derive(Clone, Debug)]
pub(super) struct Reach<R: Room> {
    layers: [Layer<R>; LAYERS],
    /// All layers together.
    all: Layer<R>,
    /// The hexes of friends that may be passed through.
    friends: Hexes<R>,
    most: u8,
}

/// Hexes by facing.
type Layer<R> = [Hexes<R>; 6];

/// One part of a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leg {
    /// A step into this hex.
    Go(HexId),
    /// A turn.
    Face(Facing),
}

/// The moving unit: its place and its means.
#[derive(Clone, Copy, Debug)]
pub(super) struct Walker {
    pub(super) hex: HexId,
    pub(super) facing: Facing,
    pub(super) arm: Arm,
    pub(super) points: u8,
    /// Is it not allowed to turn where it stands? [6.0]
    pub(super) is_bound: bool,
    /// In skirmish order: any hex for a point, and turns for nothing? [7.2m]
    pub(super) is_loose: bool,
}

/// Two kinds of legs: guns move as cavalry does [8.12].
const fn legs(arm: Arm) -> usize {
    match arm {
        Arm::Infantry => 0,
        Arm::Cavalry | Arm::Artillery => 1,
    }
}

/// The directions in which a unit with a facing can go, and the points that they cost on top of the ground: [8.1]
/// forwards, [8.6] backwards for a point more. Riders do not go backwards here: they have the points to turn.
fn directions(arm: Arm, facing: Facing) -> impl Iterator<Item = (Direction, u8)> {
    let rear = facing.rear().into_iter().filter(move |_| arm == Arm::Infantry);
    facing.front().into_iter().map(|direction| (direction, 0)).chain(rear.map(|direction| (direction, 1)))
}

impl<R: Room> Steps<R> {
    fn of(game: &Insurrection<R>, arm: Arm, facing: Facing) -> Self {
        let board = &game.scenario().board;
        let (mut cheap, mut dear, mut has_dear) = (Vec::new(), Vec::new(), HexSet::EMPTY);
        for from in &board.hexes() {
            let (mut few, mut more) = ([HexSet::EMPTY; CHEAP], Vec::new());
            for (direction, extra) in directions(arm, facing) {
                let Some(to) = board.neighbour(from, direction) else { continue };
                let points = game.ground_points_towards(from, direction, arm) + extra;
                // Every step costs something.
                match few.get_mut(usize::from(points) - 1) {
                    Some(hexes) => hexes.insert(to),
                    None => more.push((points, to)),
                }
            }
            if !more.is_empty() {
                has_dear.insert(from);
            }
            cheap.push(few);
            dear.push(more.into());
        }
        Self { cheap: cheap.into(), dear: dear.into(), has_dear }
    }

    /// Takes all of them from some hexes into the layers still to come: a step goes as many layers on as it costs
    /// points.
    fn take(&self, from: Hexes<R>, facing: usize, to_come: &mut [Layer<R>]) {
        let (mut one, mut two) = (HexSet::EMPTY, HexSet::EMPTY);
        from.iter().for_each(|hex| {
            let cheap = &self.cheap[hex.index()];
            one |= cheap[0];
            two |= cheap[1];
        });
        for (layer, to) in to_come.iter_mut().zip([one, two]) {
            layer[facing] |= to;
        }
        (from & self.has_dear).iter().for_each(|hex| {
            for (points, to) in &self.dear[hex.index()] {
                if let Some(layer) = to_come.get_mut(usize::from(*points) - 1) {
                    layer[facing].insert(*to);
                }
            }
        });
    }
}

impl<R: Room> Marches<R> {
    pub(super) fn new(game: &Insurrection<R>) -> Self {
        let board = &game.scenario().board;
        let arms = [Arm::Infantry, Arm::Cavalry];
        let steps = arms.map(|arm| Facing::ALL.map(|facing| Steps::of(game, arm, facing)));
        let costs = arms.map(|arm| {
            let from_each: Vec<_> =
                board.hexes().iter().map(|from| costs_from(game, board, arm, from)).collect();
            board.hexes().iter().flat_map(|to| from_each.iter().map(move |costs| costs[to.index()])).collect()
        });
        let about_turn = game.scenario().values.about_turn;
        Self { steps, costs, hexes: board.hexes().len(), about_turn }
    }

    /// The points of the cheapest way, ignoring turns and other units.
    pub(super) fn cost(&self, arm: Arm, from: HexId, to: HexId) -> u8 {
        self.costs_towards(arm, to)[from.index()]
    }

    /// The same from each hex.
    pub(super) fn costs_towards(&self, arm: Arm, to: HexId) -> &[u8] {
        &self.costs[legs(arm)][to.index() * self.hexes..][..self.hexes]
    }

    /// Computes everything that can be reached without entering a barred hex. Leaving a hex of friends costs a point
    /// more [6.3], and nobody turns there [6.0].
    pub(super) fn reach(&self, walker: Walker, barred: &Hexes<R>, friends: &Hexes<R>, reach: &mut Reach<R>) {
        reach.most = walker.points.min(MOST_POINTS);
        let layers = &mut reach.layers[..=usize::from(reach.most)];
        layers.fill([HexSet::EMPTY; 6]);
        layers[0][walker.facing.index()].insert(walker.hex);
        // A unit is never barred from its own hex. But a unit that may not turn would have to come back to be there
        // with another facing.
        let others = *barred - HexSet::of(walker.hex);
        reach.friends = *friends - HexSet::of(walker.hex);
        let friends = reach.friends;
        let has_to_go = walker.is_bound && barred.contains(walker.hex);
        let otherwise = Facing::ALL.into_iter().filter(|facing| has_to_go && *facing != walker.facing);
        // Barred, or reached for fewer points; in the end, what was reached.
        reach.all = [others; 6];
        otherwise.clone().for_each(|facing| reach.all[facing.index()].insert(walker.hex));
        for spent in 0..layers.len() {
            let Some((found, to_come)) = layers[spent..].split_first_mut() else { break };
            for (new, closed) in found.iter_mut().zip(&mut reach.all) {
                *new -= *closed;
                *closed |= *new;
            }
            if to_come.is_empty() {
                break;
            }
            let free: Layer<R>;
            let from = if friends.is_empty() {
                &*found
            } else {
                for (facing, steps) in self.steps[legs(walker.arm)].iter().enumerate() {
                    steps.take(found[facing] & friends, facing, &mut to_come[1..]);
                }
                free = found.map(|hexes| hexes - friends);
                &free
            };
            if spent > 0 || !walker.is_bound {
                self.turn(from, to_come);
            }
            for (facing, steps) in self.steps[legs(walker.arm)].iter().enumerate() {
                if !from[facing].is_empty() {
                    steps.take(from[facing], facing, to_come);
                }
            }
        }
        reach.all.iter_mut().for_each(|all| *all -= others);
        otherwise.for_each(|facing| reach.all[facing.index()].remove(walker.hex));
    }

    /// The turns from all facings at once, into the layers still to come.
    fn turn(&self, from: &Layer<R>, to_come: &mut [Layer<R>]) {
        let [zero, one, two, three, four, five] = *from;
        let sixth = [five | one, zero | two, one | three, two | four, three | five, four | zero];
        let half = [three, four, five, zero, one, two];
        for (points, turned) in [(1, sixth), (self.about_turn, half)] {
            if let Some(layer) = to_come.get_mut(usize::from(points) - 1) {
                layer.iter_mut().zip(turned).for_each(|(all, new)| *all |= new);
            }
        }
    }
}

/// [8.7] The turns from a facing and their points: one for each sixth, and those of half a turn.
const fn turns(facing: Facing, about_turn: u8) -> [(Facing, u8); 3] {
    [(facing.left(1), 1), (facing.right(1), 1), (facing.opposite(), about_turn)]
}

/// The points from a hex to every other (Dijkstra 1959), with a bucket for each number of points (Dial 1969): they
/// are few, and nothing has to be sorted.
fn costs_from<R: Room>(game: &Insurrection<R>, board: &Board<R>, arm: Arm, from: HexId) -> Vec<u8> {
    let mut costs = vec![FAR; board.hexes().len()];
    costs[from.index()] = 0;
    let mut heaps: Vec<Vec<HexId>> = vec![Vec::new(); usize::from(FAR)];
    heaps[0].push(from);
    for spent in 0..FAR {
        // Every step costs something, so no hex returns to the bucket being emptied.
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

impl<R: Room> Reach<R> {
    /// [7.2m] What can be reached in skirmish order: a point for each hex, another on leaving friends [6.3], in any
    /// facing.
    pub(super) fn spread(&mut self, board: &Board<R>, walker: Walker, barred: &Hexes<R>, friends: &Hexes<R>) {
        self.most = walker.points.min(MOST_POINTS);
        let start = HexSet::of(walker.hex);
        self.friends = *friends - start;
        let (mut reached, mut late) = (start, HexSet::EMPTY);
        let mut edge = start;
        for layer in &mut self.layers[..=usize::from(self.most)] {
            *layer = [edge; 6];
            let next = board.around(edge - self.friends) | late;
            late = board.around(edge & self.friends);
            edge = next - reached - *barred;
            reached |= edge;
        }
        self.all = self.layers[..=usize::from(self.most)]
            .iter()
            .fold([HexSet::EMPTY; 6], |all, layer| [all[0] | layer[0]; 6]);
    }

    pub(super) const NOTHING: Self = Self {
        layers: [[HexSet::EMPTY; 6]; LAYERS],
        all: [HexSet::EMPTY; 6],
        friends: HexSet::EMPTY,
        most: 0,
    };

    /// All hexes, whatever the facing.
    pub(super) fn hexes(&self) -> Hexes<R> {
        self.all.iter().fold(HexSet::EMPTY, |all, hexes| all | *hexes)
    }

    /// Can the unit be in a hex with a facing?
    pub(super) fn holds(&self, hex: HexId, facing: Facing) -> bool {
        self.all[facing.index()].contains(hex)
    }

    /// The fewest points to be in a hex with a facing.
    pub(super) fn points(&self, hex: HexId, facing: Facing) -> Option<u8> {
        self.points_up_to(self.most, hex, facing)
    }

    /// The same if they do not exceed the given number.
    pub(super) fn points_up_to(&self, most: u8, hex: HexId, facing: Facing) -> Option<u8> {
        // Most requested places are out of reach.
        if !self.holds(hex, facing) {
            return None;
        }
        let mut points = 0..=most.min(self.most);
        points.find(|spent| self.layers[usize::from(*spent)][facing.index()].contains(hex))
    }

    /// The cheapest way there, from its end.
    pub(super) fn way_back(
        &self,
        game: &Insurrection<R>,
        walker: Walker,
        end: (HexId, Facing),
        mut tell: impl FnMut(Leg),
    ) {
        let (board, about_turn) = (&game.scenario().board, game.scenario().values.about_turn);
        let (mut hex, mut facing) = end;
        let Some(mut spent) = self.points(hex, facing) else { return };
        let mut is_turning = false;
        while spent > 0 {
            let is_before = |points: u8, facing: Facing, hex: HexId| {
                spent >= points && self.layers[usize::from(spent - points)][facing.index()].contains(hex)
            };
            let came = |direction: Direction, extra: u8| {
                let before = board.neighbour(hex, direction.opposite())?;
                let through = u8::from(self.friends.contains(before));
                let points = game.ground_points_towards(before, direction, walker.arm) + extra + through;
                is_before(points, facing, before).then_some((before, points))
            };
            let step = if walker.is_loose {
                Direction::ALL.into_iter().find_map(|direction| {
                    let before = board.neighbour(hex, direction)?;
                    let points = 1 + u8::from(self.friends.contains(before));
                    is_before(points, facing, before).then_some((before, points))
                })
            } else {
                directions(walker.arm, facing).find_map(|(direction, extra)| came(direction, extra))
            };
            if let Some((before, points)) = step {
                tell(Leg::Go(hex));
                (hex, spent, is_turning) = (before, spent - points, false);
                continue;
            }
            let Some((before, points)) =
                turns(facing, about_turn).into_iter().find(|(other, points)| is_before(*points, *other, hex))
            else {
                return;
            };
            // Consecutive turns are one turn.
            if !is_turning {
                tell(Leg::Face(facing));
            }
            (facing, spent, is_turning) = (before, spent - points, true);
        }
    }
}

#[cfg(test)]
mod tests;
