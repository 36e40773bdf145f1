//! The two ways a hex can stand, and the names they give to directions and facings.

use super::facing::{Direction, Facing};
use core::fmt;

/// How the hexes of a board stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Orientation {
    /// Vertices north and south, neighbours east and west: straight rows.
    PointyTop,
    /// Vertices east and west, neighbours north and south: straight columns.
    FlatTop,
}

// By index, counter-clockwise. On pointy-top boards direction 0 is at 0 degrees (east) and vertex 0 at 30; on
// flat-top boards everything is 30 degrees further.
const POINTY_DIRECTIONS: [&str; 6] = ["E", "NE", "NW", "W", "SW", "SE"];
const POINTY_VERTICES: [&str; 6] = ["NE", "N", "NW", "SW", "S", "SE"];
const FLAT_DIRECTIONS: [&str; 6] = ["NE", "N", "NW", "SW", "S", "SE"];
const FLAT_VERTICES: [&str; 6] = ["NE", "NW", "W", "SW", "SE", "E"];

impl Orientation {
    const fn directions(self) -> &'static [&'static str; 6] {
        match self {
            Self::PointyTop => &POINTY_DIRECTIONS,
            Self::FlatTop => &FLAT_DIRECTIONS,
        }
    }

    const fn vertices(self) -> &'static [&'static str; 6] {
        match self {
            Self::PointyTop => &POINTY_VERTICES,
            Self::FlatTop => &FLAT_VERTICES,
        }
    }

    /// The name of a direction on such a board: `NE`.
    pub const fn direction_name(self, direction: Direction) -> &'static str {
        self.directions()[direction.index()]
    }

    /// The name of a facing on such a board: `NE`.
    pub const fn facing_name(self, facing: Facing) -> &'static str {
        self.vertices()[facing.index()]
    }

    /// The direction of this name.
    ///
    /// # Errors
    /// When no neighbour lies in that direction on such a board.
    pub fn parse_direction(self, name: &str) -> Result<Direction, NameError> {
        find(name, self.directions(), Direction::ALL).ok_or(NameError { names: *self.directions() })
    }

    /// The facing of this name.
    ///
    /// # Errors
    /// When no vertex lies in that direction on such a board.
    pub fn parse_facing(self, name: &str) -> Result<Facing, NameError> {
        find(name, self.vertices(), Facing::ALL).ok_or(NameError { names: *self.vertices() })
    }
}

fn find<T>(name: &str, names: &[&str; 6], all: [T; 6]) -> Option<T> {
    names.iter().zip(all).find_map(|(&known, sixth)| (known == name).then_some(sixth))
}

/// A name that is not one of a board's six directions or facings, with the valid ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NameError {
    /// The six valid names.
    pub names: [&'static str; 6],
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [zero, one, two, three, four, five] = self.names;
        write!(f, "expected one of {zero}, {one}, {two}, {three}, {four}, {five}")
    }
}

impl core::error::Error for NameError {}

macro_rules! named {
    ($type:ident: $($name:ident)*) => {
        use crate::hex::facing::$type;

        named!(@ $type [0 1 2 3 4 5] $($name)*);
    };
    (@ $type:ident [$index:literal $($indices:literal)*] $name:ident $($names:ident)*) => {
        #[doc = concat!("Number ", stringify!($index), " of the six.")]
        pub const $name: $type = $type::ALL[$index];
        named!(@ $type [$($indices)*] $($names)*);
    };
    (@ $type:ident []) => {};
}

/// The names on a pointy-top board as constants.
pub mod pointy {
    /// Directions to the neighbours.
    pub mod direction {
        named!(Direction: E NE NW W SW SE);
    }

    /// Facings, each to a vertex.
    pub mod facing {
        named!(Facing: NE N NW SW S SE);
    }
}

/// The names on a flat-top board as constants.
pub mod flat {
    /// Directions to the neighbours.
    pub mod direction {
        named!(Direction: NE N NW SW S SE);
    }

    /// Facings, each to a vertex.
    pub mod facing {
        named!(Facing: NE NW W SW SE E);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_read_back_as_what_it_names() {
        for orientation in [Orientation::PointyTop, Orientation::FlatTop] {
            for direction in Direction::ALL {
                assert_eq!(orientation.parse_direction(orientation.direction_name(direction)), Ok(direction));
            }
            for facing in Facing::ALL {
                assert_eq!(orientation.parse_facing(orientation.facing_name(facing)), Ok(facing));
            }
        }
    }

    #[test]
    fn the_constants_carry_the_names_they_print() {
        let pointy = Orientation::PointyTop;
        assert_eq!(pointy.facing_name(pointy::facing::N), "N");
        assert_eq!(pointy.facing_name(pointy::facing::SE), "SE");
        assert_eq!(pointy.direction_name(pointy::direction::W), "W");
        assert_eq!(pointy.direction_name(pointy::direction::SE), "SE");
        let flat = Orientation::FlatTop;
        assert_eq!(flat.facing_name(flat::facing::E), "E");
        assert_eq!(flat.facing_name(flat::facing::NW), "NW");
        assert_eq!(flat.direction_name(flat::direction::N), "N");
        assert_eq!(flat.direction_name(flat::direction::SW), "SW");
    }

    #[test]
    fn a_way_a_hex_does_not_point_is_refused_with_the_ways_it_does() {
        let error = Orientation::PointyTop.parse_facing("E").unwrap_err().to_string();
        assert_eq!(error, "expected one of NE, N, NW, SW, S, SE");
        assert!(
            Orientation::FlatTop.parse_direction("E").is_err(),
            "flat-top hexes have no neighbour to the east"
        );
        assert!(Orientation::PointyTop.parse_direction("ne").is_err());
    }

    #[test]
    fn on_a_flat_top_board_facing_east_the_front_is_northeast_and_southeast() {
        use flat::{direction, facing};
        assert_eq!(facing::E.front(), [direction::SE, direction::NE]);
        assert_eq!(facing::E.flank(), [direction::S, direction::N]);
        assert_eq!(facing::E.rear(), [direction::SW, direction::NW]);
    }
}
