//! Where units can get to: the cost of every step, computed once per scenario, and the hexes in reach of one move,
//! computed on the fly, point by point: each point adds few hexes.
//!
//! The costs are those of the ground. Whatever stands on it (friends, enemies, zones) enters as sets of hexes that
//! bar the way. So routes are good guesses, not guarantees: the rules decide legality step by step.

use std::array::from_fn;

use szala_board::HexSet;
use szala_board::{Direction, Facing, HexId};
use szala_insurrection::{Arm, Board, Hexes, Insurrection, Room};

/// More points than any march has.
const FAR: u8 = u8::MAX;
/// Ground that costs this much is barred: no unit goes there [D-MG4d].
const BARRED: u8 = 64;
/// The most points of any move: Cossacks have nine [8.8].
pub(super) const MOST_POINTS: u8 = 9;
const LAYERS: usize = MOST_POINTS as usize + 1;
/// Most steps cost at most this many points.
const CHEAP: usize = 2;
/// The words of a set in which the neighbours of a hex lie, on boards whose rows are shorter than a word.
const AROUND: usize = 3;
/// Sets of at most this many words are handled whole.
const FEW_WORDS: usize = 4;

/// The ways of a map, for foot and for mounted units.
#[derive(Clone, Debug)]
pub(super) struct Marches<R: Room> {
    /// For each kind of legs and each facing.
    steps: [[Steps<R>; 6]; 2],
    /// For each kind of legs, the points from each hex to each other, by the cheapest way, without turns.
    costs: [Box<[u8]>; 2],
    hexes: usize,
    /// The farthest that neighbours lie from each other in the row by which hexes are numbered.
    stride: usize,
    /// [8.7] [D-M8.7a] The points of half a turn.
    about_turn: u8,
}

/// The steps of units with a facing, forwards and backwards, from each hex.
#[derive(Clone, Debug)]
struct Steps<R: Room> {
    /// The destinations of steps that cost one point, and two, in the words around the hex.
    cheap: Box<[[[u64; AROUND]; CHEAP]]>,
    /// The others with their points.
    dear: Box<[Box<[Step]>]>,
    /// The hexes that have others.
    has_dear: Hexes<R>,
}

/// The words of a set that hold the hexes that a march can reach.
type Window = std::ops::Range<usize>;

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
    /// May it go a hex for more points than it has [8.5], since it has spent none?
    pub(super) is_fresh: bool,
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
            let (mut few, mut more) = ([[0; AROUND]; CHEAP], Vec::new());
            for (direction, extra) in directions(arm, facing) {
                let Some(to) = board.neighbour(from, direction) else { continue };
                let points = game.ground_points_towards(from, direction, arm) + extra;
                let (word, bit) = (to.index() / WORD, to.index() % WORD);
                let place = word.checked_sub(first_around::<R>(from));
                // Every step costs something.
                let words = few.get_mut(usize::from(points) - 1);
                match words.zip(place).and_then(|(words, place)| words.get_mut(place)) {
                    Some(word) => *word |= 1 << bit,
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
    fn take(&self, from: &Hexes<R>, facing: usize, to_come: &mut [Layer<R>], window: &Window) {
        let has_any = from.words().as_ref()[window.clone()].iter().any(|word| *word != 0);
        if !has_any {
            return;
        }
        // Where three words are the whole set, they stay in registers.
        if words::<R>() <= AROUND {
            let mut sums = [[0; AROUND]; CHEAP];
            from.iter().for_each(|hex| {
                let cheap = &self.cheap[hex.index()];
                sums = from_fn(|points| from_fn(|word| sums[points][word] | cheap[points][word]));
            });
            for (layer, sum) in to_come.iter_mut().zip(sums) {
                let words = layer[facing].words_mut().as_mut().iter_mut();
                words.zip(sum).for_each(|(word, sum)| *word |= sum);
            }
        } else {
            let mut sums: [Hexes<R>; CHEAP] = [HexSet::EMPTY; CHEAP];
            from.each_within(window, |hex: HexId| {
                let first = first_around::<R>(hex);
                for (sum, words) in sums.iter_mut().zip(&self.cheap[hex.index()]) {
                    let around = sum.words_mut().as_mut()[first..].iter_mut();
                    around.zip(words).for_each(|(sum, word)| *sum |= word);
                }
            });
            for (layer, to) in to_come.iter_mut().zip(&sums) {
                add::<R>(&mut layer[facing], to, window);
            }
        }
        (*from & self.has_dear).each_within(window, |hex: HexId| {
            for (points, to) in &self.dear[hex.index()] {
                if let Some(layer) = to_come.get_mut(usize::from(*points) - 1) {
                    layer[facing].insert(*to);
                }
            }
        });
    }
}

const WORD: usize = u64::BITS as usize;

/// The words of a set.
const fn words<R: Room>() -> usize {
    Hexes::<R>::ROOM / WORD
}

/// The first of the words around a hex.
fn first_around<R: Room>(hex: HexId) -> usize {
    (hex.index() / WORD).saturating_sub(1).min(words::<R>().saturating_sub(AROUND))
}

/// Adds those of one set to another that lie in a window.
fn add<R: Room>(sum: &mut Hexes<R>, more: &Hexes<R>, window: &Window) {
    let more = &more.words().as_ref()[window.clone()];
    sum.words_mut().as_mut()[window.clone()].iter_mut().zip(more).for_each(|(sum, more)| *sum |= more);
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
        let strides = board.hexes().iter().flat_map(|hex| {
            let neighbours = Direction::ALL.into_iter().filter_map(move |to| board.neighbour(hex, to));
            neighbours.map(move |neighbour| neighbour.index().abs_diff(hex.index()))
        });
        let stride = strides.max().unwrap_or(0);
        Self { steps, costs, hexes: board.hexes().len(), stride, about_turn }
    }

    /// The words that hold everything within this many steps.
    fn window(&self, hex: HexId, steps: u8) -> Window {
        if words::<R>() <= FEW_WORDS {
            return 0..words::<R>();
        }
        let far = usize::from(steps) * self.stride;
        hex.index().saturating_sub(far) / WORD..((hex.index() + far) / WORD + 1).min(words::<R>())
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
        let window = self.window(walker.hex, reach.most);
        let passes = !friends.is_empty();
        let mut free: Layer<R> = [HexSet::EMPTY; 6];
        for spent in 0..layers.len() {
            let Some((found, to_come)) = layers[spent..].split_first_mut() else { break };
            for (new, closed) in found.iter_mut().zip(&mut reach.all) {
                let words = new.words_mut().as_mut()[window.clone()].iter_mut();
                for (new, closed) in words.zip(&mut closed.words_mut().as_mut()[window.clone()]) {
                    *new &= !*closed;
                    *closed |= *new;
                }
            }
            if to_come.is_empty() {
                break;
            }
            let from = if passes {
                for (facing, steps) in self.steps[legs(walker.arm)].iter().enumerate() {
                    let among_friends = found[facing] & friends;
                    steps.take(&among_friends, facing, &mut to_come[1..], &window);
                    free[facing] = found[facing] - friends;
                }
                &free
            } else {
                &*found
            };
            if spent > 0 || !walker.is_bound {
                self.turn(from, to_come, &window);
            }
            for (facing, steps) in self.steps[legs(walker.arm)].iter().enumerate() {
                steps.take(&from[facing], facing, to_come, &window);
            }
        }
        if walker.is_fresh {
            self.add_first_hex(walker, &others, reach);
        }
        reach.all.iter_mut().for_each(|all| *all -= others);
        otherwise.for_each(|facing| reach.all[facing.index()].remove(walker.hex));
    }

    /// [8.5] The one hex that is always possible, for all its points: the neighbours in the directions in which it goes
    /// that it does not reach otherwise.
    fn add_first_hex(&self, walker: Walker, others: &Hexes<R>, reach: &mut Reach<R>) {
        let facing = walker.facing.index();
        let dear = &self.steps[legs(walker.arm)][facing].dear[walker.hex.index()];
        for (points, to) in dear {
            let is_known = reach.all[facing].contains(*to) || others.contains(*to);
            if !is_known && *points > reach.most && *points < BARRED {
                reach.all[facing].insert(*to);
                reach.layers[usize::from(reach.most)][facing].insert(*to);
            }
        }
    }

    /// The turns from all facings at once, into the layers still to come.
    fn turn(&self, from: &Layer<R>, to_come: &mut [Layer<R>], window: &Window) {
        let [zero, one, two, three, four, five] = from;
        let sixth = [[five, one], [zero, two], [one, three], [two, four], [three, five], [four, zero]];
        if let Some(layer) = to_come.first_mut() {
            for (all, both) in layer.iter_mut().zip(sixth) {
                for turned in both {
                    add::<R>(all, turned, window);
                }
            }
        }
        if let Some(layer) = to_come.get_mut(usize::from(self.about_turn) - 1) {
            let half = [three, four, five, zero, one, two];
            layer.iter_mut().zip(half).for_each(|(all, turned)| add::<R>(all, turned, window));
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

    /// [7.2m] The hex from which a way in skirmish order came into this one with this many points spent, and the points
    /// of the step.
    #[cold]
    fn step_back(&self, board: &Board<R>, (hex, facing): (HexId, Facing), spent: u8) -> Option<(HexId, u8)> {
        Direction::ALL.into_iter().find_map(|direction| {
            let before = board.neighbour(hex, direction)?;
            let points = 1 + u8::from(self.friends.contains(before));
            let layer = spent.checked_sub(points).map(|spent| &self.layers[usize::from(spent)]);
            layer.is_some_and(|layer| layer[facing.index()].contains(before)).then_some((before, points))
        })
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
            // [8.5] All of the points for the first hex of a move, if it costs more.
            if walker.is_fresh && !walker.is_loose && facing == walker.facing && spent == self.most {
                let towards = directions(walker.arm, facing)
                    .find(|(direction, _)| board.neighbour(walker.hex, *direction) == Some(hex));
                let costs = |(direction, extra)| {
                    game.ground_points_towards(walker.hex, direction, walker.arm) + extra
                };
                if towards.is_some_and(|towards| costs(towards) > self.most) {
                    return tell(Leg::Go(hex));
                }
            }
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
                self.step_back(board, (hex, facing), spent)
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
