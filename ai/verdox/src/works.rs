//! The fortress around the headquarters of a side: its walls, the way in, where it looks down.

use szala_board::SquareId;
use szala_kernel::Side;
use szala_verdox::{Ground, Kind, Map, Squares, Verdox};

use super::ways::{Gait, Ways};

/// The fortress of a side, walls and everything within, if its headquarters are within one.
pub(super) fn works_of(map: &Map, side: Side) -> Squares {
    let works = map.inside | map.squares_of(Ground::is_fortified);
    if works.contains(map.headquarters[side]) { works } else { Squares::EMPTY }
}

/// [6.10.4] Squares that riflemen reach from the walls of a side's fortress.
pub(super) fn overlooked_by(rules: &Verdox, side: Side) -> Squares {
    let map = &rules.scenario().map;
    let walls = works_of(map, side) & map.squares_of(Ground::is_fortified);
    let mut overlooked = Squares::EMPTY;
    walls
        .iter()
        .filter_map(|wall| rules.reach_of(Kind::Riflemen, wall))
        .for_each(|reach| overlooked |= *reach);
    overlooked
}

/// The squares by which a side comes from its edge into the fortress around its headquarters: from the gate nearest
/// to the edge to the headquarters, without these.
pub(super) fn aisle_of(rules: &Verdox, side: Side, ways: &Ways, works: &Squares) -> Squares {
    let map = &rules.scenario().map;
    let home = map.headquarters[side];
    let column = |square| {
        let [column, _] = map.grid.column_row(square);
        if side == Side::First { column } else { -column }
    };
    let mut aisle = Squares::EMPTY;
    let gates = map.squares_of(|ground| ground == Ground::Gate) & *works;
    let mut next = gates.iter().min_by_key(|gate| column(*gate));
    while let Some(square) = next.filter(|square| *square != home) {
        aisle.insert(square);
        let far = |to: &SquareId| ways.to(side, Gait::OnFoot, *to);
        let nearer = rules.neighbours_of(square).into_iter().flatten().filter(|to| far(to) < far(&square));
        next = nearer.min_by_key(far);
    }
    aisle
}

/// The walls and gates that are nearer to the other side's headquarters than one's own are.
pub(super) fn front_of(rules: &Verdox, side: Side, ways: &Ways, works: &Squares) -> Squares {
    let map = &rules.scenario().map;
    let far = |square| ways.to(!side, Gait::OnFoot, square);
    let walls = map.squares_of(Ground::is_fortified) & *works;
    walls.iter().filter(|wall| far(*wall) < far(map.headquarters[side])).collect()
}
