//! The seven tables of the game. All are lost, so what stands in them comes from a scenario's files, and nothing here
//! knows a value of theirs; only their forms are the book's: which rows and columns they have.

use szala_board::Direction;

use crate::position::data::Weapons;

/// A kind of hex (G2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ground {
    /// Neither woods nor buildings.
    Clear,
    /// Woods.
    Woods,
    /// Wooden buildings.
    Wooden,
    /// Brick buildings.
    Brick,
}

impl Ground {
    /// How many kinds there are.
    pub const COUNT: usize = 4;

    /// All of them.
    pub const ALL: [Self; Self::COUNT] = [Self::Clear, Self::Woods, Self::Wooden, Self::Brick];

    /// Its name, also in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Clear => "clear",
            Self::Woods => "woods",
            Self::Wooden => "wooden",
            Self::Brick => "brick",
        }
    }

    /// [16.2] Woods and buildings limit sight: they are cover.
    pub const fn is_cover(self) -> bool {
        !matches!(self, Self::Clear)
    }

    /// Buildings of either kind.
    pub const fn is_built(self) -> bool {
        matches!(self, Self::Wooden | Self::Brick)
    }
}

/// The distances that the table of small arms has rows for at most [16.4].
pub(crate) const DISTANCES: usize = 11;
/// The columns of the table of small arms: halves of squares, from a half to the three squares of a platoon [20.4].
pub(crate) const HALVES: usize = 6;
/// The shifts of the table MODYFIKATOR, from -5 to 5 [15.3].
pub(crate) const SHIFTS: usize = 11;
/// The most rows of the table of effects that a file can have.
pub(crate) const MOST_EFFECTS: usize = 16;
/// The faces of the die [2.1, G3].
pub(crate) const FACES: usize = 10;
/// The columns of the table of close combat: 1:4 to 6:1.
pub(crate) const ODDS: usize = 9;
/// The place of 1:1 among them.
pub(crate) const EVEN_ODDS: i32 = 3;
/// The calibres that a table of artillery can have.
pub(crate) const MOST_CALIBRES: usize = 8;
/// The barrels that it has columns for.
pub(crate) const BARRELS: usize = 4;

/// What fire does [11.1, 14.2].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Effect {
    /// Levels lost.
    pub levels: u8,
    /// Losses: halves of squares.
    pub losses: u8,
}

/// What close combat does to a side [10.3.4].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Blow {
    /// Losses: halves of squares.
    pub losses: u8,
    /// Must it retreat?
    pub retreats: bool,
}

/// The tables of a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tables {
    /// TEREN: the cost of a hex, in halves of points [6.1].
    pub cost: [u8; Ground::COUNT],
    /// What a stream adds to it.
    pub stream: u8,
    /// The whole cost along a road.
    pub road: u8,
    /// TEREN: what the ground takes from fire at it [7.5.4, 8.3.4].
    pub shelter: [u8; Ground::COUNT],
    /// SIŁA OSTRZAŁU PIECHOTY: by kind of weapon, halves of squares less one, and distance; 0 is out of range [7.3.3].
    pub small_arms: [[[u8; DISTANCES]; HALVES]; 2],
    /// SKUTECZNOŚĆ: the least strength of each row, and what each face of the die brings [7.3.6]. Rows that a file does
    /// not have begin beyond every strength.
    pub effects: [(u16, [Effect; FACES]); MOST_EFFECTS],
    /// MODYFIKATOR: what is left of a strength at each shift, in hundredths [15.2].
    pub shifts: [u16; SHIFTS],
    /// SIŁA ARTYLERII: by calibre, in the order of the file, and barrels less one [8.3.3].
    pub artillery: [[u8; BARRELS]; MOST_CALIBRES],
    /// The diagram of drift: where to, by face of the die less one [8.3.2, D-8.3b].
    pub drift: [Direction; 6],
    /// WALKA WRĘCZ: by face of the die less one and odds, attacker and defender [10.3.3].
    pub close_combat: [[[Blow; 2]; ODDS]; FACES],
    /// MORALE: an uncommanded unit reorganises on this or less, by morale less one [12.4].
    pub morale: [u8; 4],
}

impl Tables {
    /// [7.3.3] The strength of small arms; `None` where the table has no row [D-7.3d].
    pub fn small_arms(&self, weapons: Weapons, halves: u8, distance: u8) -> Option<u16> {
        let row = usize::from(distance);
        let column = usize::from(halves.min(6)).checked_sub(1)?;
        let strength = *self.small_arms[weapons as usize][column].get(row)?;
        (strength > 0).then_some(strength.into())
    }

    /// [15.2] The modified strength: halves are rounded up. [15.3] A shift beyond 5 is 5.
    pub fn shifted(&self, strength: u16, shift: i32) -> u16 {
        let place = usize::try_from(shift.clamp(-5, 5) + 5).expect("a shift from -5 to 5");
        let shifted = (u32::from(strength) * u32::from(self.shifts[place]) + 50) / 100;
        u16::try_from(shifted).unwrap_or(u16::MAX)
    }

    /// [7.3.6, 8.3.5] What a die brings at a strength.
    pub fn effect(&self, strength: u16, face: u8) -> Effect {
        let row = self.effects.iter().rev().find(|(least, _)| *least <= strength);
        row.map_or(Effect::default(), |(_, faces)| faces[usize::from(face) - 1])
    }
}
