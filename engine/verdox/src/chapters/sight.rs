//! Who can fire at whom: range with its modifiers, edges, and obstacles in the line [3.10, 3.12, 3.13, chapter 6].
//! The effect of a shot belongs to `attack`.

use szala_board::{EastOrWest, NorthOrSouth, Numbering, Order, SquareBoard, SquareGrid, SquareId, words_for};
use szala_kernel::{Dice, Journal, Rule, Subject, Table, rule};

use crate::chapters::forces::FARTHEST;
use crate::chapters::game::Verdox;
use crate::position::data::{Range, Scenario};
use crate::position::ground::Ground;
use crate::position::ids::{Squares, Verdict, require};
use crate::position::kinds::Kind;
use crate::position::state::State;

/// The most squares that a line of fire passes: with a range counted by diagonal steps, 13 columns and 12 rows away.
const MOST_BETWEEN: usize = 24;
/// The squares of a board on which lines reach their maximum to either side of the middle.
const MOST_SQUARES: usize = (2 * FARTHEST as usize + 1).pow(2);

/// What the shot is aimed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aim {
    /// A unit.
    Unit,
    /// [D-6.10c] A fortification itself, or a barge.
    Thing,
}

/// The squares between a square and another at this offset, as steps in the row of all squares.
#[derive(Clone, Copy, Debug, Default)]
struct Between {
    count: u8,
    steps: [i16; MOST_BETWEEN],
}

/// The surroundings of a square, as printed [D-6.2c].
#[derive(Clone, Copy, Debug, Default)]
struct Edge {
    /// It has a lower neighbour; for a fortification, which is all edge while it stands, the value for the breach
    /// that it may become.
    falls: bool,
    /// It has a higher neighbour.
    rises: bool,
    /// It is forest and has a neighbour that is not.
    of_forest: bool,
}

/// A modifier of the range.
pub(crate) type Modifier = (Rule, i8, &'static str);

/// Tables of lines.
#[derive(Clone, Debug)]
pub(crate) struct Sight {
    /// The offset of the other square to the east and to the north.
    between: Box<[Between]>,
    /// The longest range of any unit here.
    farthest: i32,
    edges: Box<[Edge]>,
    /// Column and row of each square.
    places: Box<[[i8; 2]]>,
    /// For each possible reach: the squares within it of each square.
    near: Box<[Box<[Squares]>]>,
    /// Which of them belongs to a kind; for a kind that does not fire, any.
    reach: [u8; Kind::COUNT],
}

impl Sight {
    pub(crate) fn new(scenario: &Scenario, neighbours: &[[Option<SquareId>; 4]]) -> Self {
        let map = &scenario.map;
        let place = |square: SquareId| {
            map.grid.column_row(square).map(|number| i8::try_from(number).expect("a small board"))
        };
        let places: Box<[[i8; 2]]> = map.squares().iter().map(place).collect();
        let ground = |square: SquareId| map.ground[square.index()];
        let edge = |square: SquareId| {
            let here = ground(square);
            let any = |is_such: &dyn Fn(Ground) -> bool| {
                neighbours[square.index()].iter().flatten().any(|next| is_such(ground(*next)))
            };
            // [6.10.8] A breach is as high as clear ground: it looks only into a valley beside it [6.3.5].
            let height = if here.is_fortified() { Ground::Breach.level() } else { here.level() };
            Edge {
                falls: any(&|next| next.level() < height),
                rises: any(&|next| next.level() > here.level()),
                of_forest: here == Ground::Forest && any(&|next| next != Ground::Forest),
            }
        };
        let edges = map.squares().iter().map(edge).collect();
        let within = |range: u8| -> Box<[Squares]> {
            let is_near = |one: [i8; 2], other| {
                one != other && distance(scenario.switches.range, one, other).is_some_and(|far| far <= range)
            };
            let around =
                |one: &[i8; 2]| map.squares().iter().filter(|at| is_near(*one, places[at.index()])).collect();
            places.iter().map(around).collect()
        };
        // The ground adds one square at most [6.2.3, 6.10.4].
        let radii = scenario.kinds.cards.map(|card| card.range + 1);
        let reach = radii.map(|radius| {
            radii.iter().position(|first| *first == radius).expect("each radius is in the list of radii")
        });
        let near = radii
            .iter()
            .enumerate()
            .map(|(kind, radius)| if reach[kind] == kind { within(*radius) } else { Box::default() });
        let near = near.collect();
        let reach = reach.map(|kind| u8::try_from(kind).expect("there are six kinds"));
        let farthest = radii.into_iter().max().expect("there are six kinds, so one has the largest radius");
        let between = between(map.grid.columns, farthest);
        Self { between, farthest: farthest.into(), edges, places, near, reach }
    }

    /// The index in the row of lines of the line with this offset east and north.
    #[inline]
    const fn line_to(&self, east: i32, north: i32) -> i32 {
        (north + self.farthest) * (2 * self.farthest + 1) + east + self.farthest
    }

    /// The squares that a kind might fire at from a square in the most favourable terrain.
    #[inline]
    pub(crate) fn near(&self, square: SquareId, kind: Kind) -> &Squares {
        &self.near[usize::from(self.reach[kind.index()])][square.index()]
    }
}

/// The distance, if fire goes there at all [D-3.10c].
fn distance(range: Range, [column, row]: [i8; 2], [other_column, other_row]: [i8; 2]) -> Option<u8> {
    let (columns, rows) = (column.abs_diff(other_column), row.abs_diff(other_row));
    match range {
        Range::Steps => Some(columns + rows),
        Range::Straight => (columns == 0 || rows == 0).then_some(columns + rows),
        Range::Diagonal => Some(columns.max(rows)),
    }
}

/// The lines from the middle of a board as large as the reach of fire: they are the same from any square.
fn between(columns: u8, farthest: u8) -> Box<[Between]> {
    let numbering = Numbering {
        order: Order::RowColumn,
        digits: 2,
        rows_from: NorthOrSouth::South,
        first_row: 1,
        columns_from: EastOrWest::West,
        first_column: 1,
    };
    let (width, reach) = (2 * farthest + 1, i32::from(farthest));
    let grid = SquareGrid { columns: width, rows: width, numbering };
    let board = SquareBoard::<[u64; words_for(MOST_SQUARES)], [u64; words_for(2 * MOST_SQUARES)]>::new(grid)
        .expect("so many squares have room in the sets");
    let middle = board.grid().square_at([reach, reach]).expect("a square board of odd width has a middle");
    let line = |to: SquareId| {
        let mut between = Between::default();
        // [D-3.12a] A square that the line touches only in a corner does not block it.
        for square in &board.line(middle, to).through {
            let [east, north] = board.grid().column_row(square).map(|at| at - reach);
            let step = north * i32::from(columns) + east;
            between.steps[usize::from(between.count)] = i16::try_from(step).expect("a small board");
            between.count += 1;
        }
        between
    };
    board.squares().iter().map(line).collect()
}

impl Verdox {
    /// The distance from square to square for fire, if it goes there at all [D-3.10c].
    pub(crate) fn distance(&self, from: SquareId, to: SquareId) -> Option<u8> {
        let places = &self.sight.places;
        distance(self.scenario.switches.range, places[from.index()], places[to.index()])
    }

    /// Can a unit of this printed range fire from square to square? [3.10]
    #[inline]
    pub(crate) fn fire_verdict(
        &self,
        state: &State,
        (from, to): (SquareId, SquareId),
        range: u8,
        aim: Aim,
        beyond: Rule,
    ) -> Verdict {
        let grounds = (self.ground(state, from), self.ground(state, to));
        let far = self.distance(from, to).ok_or(rule!("D-3.10c"))?;
        let more = MORE[aim as usize][grounds.0 as usize][grounds.1 as usize];
        require(range.saturating_add_signed(more) >= far, beyond)?;
        self.edge_verdict((from, to), grounds)?;
        self.line_verdict(state, (from, to), grounds)
    }

    /// Edges of hills, valleys and forests.
    fn edge_verdict(&self, (from, to): (SquareId, SquareId), (here, there): (Ground, Ground)) -> Verdict {
        let edges = &self.sight.edges;
        let (near_edge, far_edge) = (edges[from.index()], edges[to.index()]);
        let (level, other) = (here.level(), there.level());
        // [6.10.7, D-6.10b] A fortification is all edge.
        if level > other && !here.is_fortified() {
            // [6.2.4] From a hill down, [6.3.5] into a valley: from the edge of the higher ground.
            require(near_edge.falls, if level == 1 { rule!("6.2.4") } else { rule!("6.3.5") })?;
        }
        if level < other {
            // [6.3.4] Out of a valley: from its edge. [6.2.5] Up a hill: at a unit on its edge.
            require(here != Ground::Valley || near_edge.rises, rule!("6.3.4"))?;
            require(there != Ground::Hill || far_edge.falls, rule!("6.2.5"))?;
        }
        // [6.4.4] Out of a forest: from its edge.
        require(here != Ground::Forest || near_edge.of_forest, rule!("6.4.4"))?;
        // [6.4.5] Into it from outside: at its edge. [D-6.4b] From its edge: at a neighbour as well.
        let is_beside_within = || here == Ground::Forest && self.towards(from, to).is_some();
        require(there != Ground::Forest || far_edge.of_forest || is_beside_within(), rule!("6.4.5"))
    }

    /// The obstacles in between.
    fn line_verdict(
        &self,
        state: &State,
        (from, to): (SquareId, SquareId),
        (here, there): (Ground, Ground),
    ) -> Verdict {
        let places = &self.sight.places;
        let ([column, row], [other_column, other_row]) = (places[from.index()], places[to.index()]);
        let (east, north) = (i32::from(other_column - column), i32::from(other_row - row));
        let place = self.sight.line_to(east, north);
        let line = &self.sight.between
            [usize::try_from(place).expect("the range was checked before, so the line is in the table")];
        let (level, other) = (here.level(), there.level());
        for step in &line.steps[..usize::from(line.count)] {
            let at = from.index().wrapping_add_signed(isize::from(*step));
            let square = SquareId::from_index(at);
            let ground = self.ground(state, square);
            match ground {
                // [6.4.6] Not through forest.
                Ground::Forest => return Err(rule!("6.4.6")),
                // [6.10.6, 6.11.1] Not through fortifications, [D-6.10f] nor along them.
                Ground::Fortification | Ground::Gate => return Err(rule!("6.10.6")),
                // [6.2.6, D-6.2b] Not through a hill, unless both are as high.
                Ground::Hill if level < 1 || other < 1 => return Err(rule!("6.2.6")),
                _ => (),
            }
            // [3.12] Not through units on the same level, [3.13] but over lower ones; [D-3.12b] barges are none.
            if ground.level() >= level && state.occupant[at].is_some() {
                return Err(rule!("3.12"));
            }
        }
        Ok(())
    }

    /// Writes down how far a unit can fire there, and the distance.
    pub(crate) fn tell_range<D: Dice, J: Journal>(
        &self,
        state: &State,
        (from, to): (SquareId, SquareId),
        (range, aim, printed): (u8, Aim, Rule),
        table: &mut Table<D, J>,
    ) {
        if !J::LISTENS {
            return;
        }
        let grounds = (self.ground(state, from), self.ground(state, to));
        let mut sum = i32::from(range);
        for (rule, amount, why) in modifiers(grounds, aim) {
            sum += table.note(rule, amount.into(), why);
        }
        let far = self.distance(from, to).expect("a target in range");
        table.total(printed, sum, far.into(), Subject::NONE);
    }
}

/// The sum of the modifiers, by the target and by both grounds.
const MORE: [[[i8; Ground::COUNT]; Ground::COUNT]; 2] = {
    let mut table = [[[0; Ground::COUNT]; Ground::COUNT]; 2];
    let mut place = 0;
    while place < 2 * Ground::COUNT * Ground::COUNT {
        let (from, to) = (place / Ground::COUNT % Ground::COUNT, place % Ground::COUNT);
        let at = place / (Ground::COUNT * Ground::COUNT);
        let aim = if at == Aim::Unit as usize { Aim::Unit } else { Aim::Thing };
        let all = modifiers((Ground::ALL[from], Ground::ALL[to]), aim);
        let mut next = 0;
        while next < all.len() {
            table[at][from][to] += all[next].1;
            next += 1;
        }
        place += 1;
    }
    table
};

/// What adds to a range, and what subtracts from it; zero where a rule does not apply.
const fn modifiers((here, there): (Ground, Ground), aim: Aim) -> [Modifier; 5] {
    let (level, other) = (here.level(), there.level());
    let at_a_unit = matches!(aim, Aim::Unit);
    let (on_a_hill, in_a_valley) = (matches!(here, Ground::Hill), matches!(here, Ground::Valley));
    let into_forest = matches!(there, Ground::Forest) && at_a_unit;
    [
        (rule!("6.2.3"), (on_a_hill && other < level) as i8, "from a hill down"),
        (rule!("6.3.3"), -((in_a_valley && other > level && at_a_unit) as i8), "out of a valley"),
        (rule!("6.4.3"), -(into_forest as i8), "into forest"),
        (rule!("6.10.4"), here.is_fortified() as i8, "from a fortification"),
        (rule!("6.10.5"), -((there.is_fortified() && at_a_unit) as i8), "at a fortification"),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [6.2.3] [6.3.3] [6.4.3] [6.10.4] [6.10.5] Modifiers by hand.
    #[test]
    fn modifiers_are_those_of_chapter_6() {
        let sum = |here, there, aim| {
            modifiers((here, there), aim).iter().map(|(_, amount, _)| i32::from(*amount)).sum::<i32>()
        };
        for (here, there, expected) in [
            (Ground::Clear, Ground::Clear, 0),
            (Ground::Hill, Ground::Clear, 1),
            (Ground::Hill, Ground::Hill, 0),
            (Ground::Hill, Ground::Fortification, -1),
            (Ground::Hill, Ground::Forest, 0),
            (Ground::Valley, Ground::Clear, -1),
            (Ground::Valley, Ground::Fortification, -2),
            (Ground::Clear, Ground::Valley, 0),
            (Ground::Clear, Ground::Forest, -1),
            (Ground::Fortification, Ground::Clear, 1),
            (Ground::Gate, Ground::Fortification, 0),
            (Ground::Breach, Ground::Breach, 0),
        ] {
            assert_eq!(sum(here, there, Aim::Unit), expected, "{here:?} at {there:?}");
        }
        // [D-6.10c] Nothing is subtracted for a thing: 6.3.3, 6.4.3 and 6.10.5 are worded for units.
        for here in [Ground::Clear, Ground::Valley] {
            assert_eq!(sum(here, Ground::Fortification, Aim::Thing), 0, "{here:?}");
        }
        // Additions apply: 6.10.4 is worded for the firer.
        assert_eq!(sum(Ground::Fortification, Ground::River, Aim::Thing), 1);
    }

    /// [D-3.10c] (0, 0) to (3, 4): 7 steps, or 4 with diagonal ones, and not straight.
    #[test]
    fn distance_is_counted_as_the_scenario_says() {
        let far = |range| distance(range, [0, 0], [3, 4]);
        assert_eq!([Range::Steps, Range::Diagonal, Range::Straight].map(far), [Some(7), Some(4), None]);
        assert_eq!(distance(Range::Straight, [2, 5], [2, 1]), Some(4));
    }

    /// [D-3.12a] Two east and two north: the square between, and nothing beside the corners. On a map of 24 columns
    /// one step north is 24 squares further in the row of all squares.
    #[test]
    fn lines_pass_squares_and_not_corners() {
        // 13 squares to either side of the middle make a row of 27.
        let lines = between(24, FARTHEST);
        let to = |east: i32, north: i32| {
            let line = &lines[usize::try_from((north + 13) * 27 + east + 13).unwrap()];
            line.steps[..usize::from(line.count)].to_vec()
        };
        assert_eq!(to(2, 2), [25]);
        assert_eq!(to(3, 0), [1, 2]);
        assert_eq!(to(0, -2), [-24]);
        assert_eq!(to(1, 0), []);
        assert!(lines.iter().any(|line| usize::from(line.count) == MOST_BETWEEN), "the longest line is met");
    }
}
