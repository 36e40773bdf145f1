//! A kind of die: how many faces it has, and how they are read.

use core::fmt;

/// A kind of die: numbers in a row, or faces of its own.
///
/// ```
/// use szala_kernel::Die;
/// const D20: Die = Die::of(20);
/// const COMBAT: Die = Die::with(&["hit", "hit", "rout", "miss", "miss", "miss"]);
/// assert_eq!((D20.lowest(), D20.highest()), (1, 20));
/// assert_eq!(COMBAT.face(2).to_string(), "rout");
/// assert_eq!([Die::D10, D20, COMBAT].map(|die| die.to_string()), ["d10", "d20", "hit/hit/rout/miss/miss/miss"]);
/// ```
///
/// A die without faces, or with more than 255, is refused while compiling when it is a constant:
/// ```compile_fail
/// const NONE: szala_kernel::Die = szala_kernel::Die::of(0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Die {
    lowest: u8,
    faces: u8,
    /// What the faces are called when they are not numbers.
    names: &'static [&'static str],
}

impl Die {
    /// Ten faces, read 0 to 9.
    pub const D10: Self = Self::from(0, 10);
    /// Six faces, read 1 to 6.
    pub const D6: Self = Self::of(6);

    /// This many faces, read from 1.
    ///
    /// # Panics
    /// When the number is 0.
    pub const fn of(faces: u8) -> Self {
        Self::from(1, faces)
    }

    /// This many faces, read from `lowest`.
    ///
    /// # Panics
    /// When it is 0, or when the highest face is above 255.
    pub const fn from(lowest: u8, faces: u8) -> Self {
        assert!(faces > 0, "a die has faces");
        assert!(lowest.checked_add(faces - 1).is_some(), "the highest face of a die is at most 255");
        Self { lowest, faces, names: &[] }
    }

    /// Faces with names; a name that occurs twice comes up twice as often. A roll returns the place in this list.
    ///
    /// # Panics
    /// When there is no name, or more than 255.
    pub const fn with(names: &'static [&'static str]) -> Self {
        assert!(names.len() <= 255, "a die has at most 255 faces");
        #[expect(clippy::cast_possible_truncation, reason = "at most 255, as asserted above")]
        let faces = names.len() as u8;
        Self { names, ..Self::from(0, faces) }
    }

    /// How many faces it has.
    pub const fn faces(self) -> u8 {
        self.faces
    }

    /// The lowest face as it is read; 0 when the faces have names.
    pub const fn lowest(self) -> u8 {
        self.lowest
    }

    /// The highest face as it is read.
    pub const fn highest(self) -> u8 {
        self.lowest + (self.faces - 1)
    }

    /// Can this die show `face`?
    pub const fn shows(self, face: u8) -> bool {
        face >= self.lowest && face <= self.highest()
    }

    /// The names of its faces; empty when they are numbers.
    pub const fn names(self) -> &'static [&'static str] {
        self.names
    }

    /// A face as people write it: its name, or its number.
    pub fn face(self, face: u8) -> impl fmt::Display {
        fmt::from_fn(move |f| match self.names.get(usize::from(face)) {
            Some(name) => f.write_str(name),
            None => write!(f, "{face}"),
        })
    }

    /// The face with this name or number; the first of several with one name.
    pub fn read(self, text: &str) -> Option<u8> {
        if self.names.is_empty() {
            return text.parse().ok().filter(|face| self.shows(*face));
        }
        let place = self.names.iter().position(|name| *name == text)?;
        u8::try_from(place).ok()
    }

    /// Every result it can show: `0 to 9`, or the names, each once.
    pub fn range(self) -> impl fmt::Display {
        fmt::from_fn(move |f| {
            if self.names.is_empty() {
                return write!(f, "{} to {}", self.lowest, self.highest());
            }
            let mut comma = "";
            for (place, name) in self.names.iter().enumerate() {
                if !self.names[..place].contains(name) {
                    write!(f, "{comma}{name}")?;
                    comma = ", ";
                }
            }
            Ok(())
        })
    }
}

impl fmt::Display for Die {
    /// `d10`, `d6`; a die that starts at an unusual number says so: `d6 from 0`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.names.is_empty() {
            return f.write_str(&self.names.join("/"));
        }
        write!(f, "d{}", self.faces)?;
        // A ten-sided die has the digits on it.
        let usual = if self.faces == Self::D10.faces { Self::D10.lowest } else { 1 };
        if self.lowest == usual { Ok(()) } else { write!(f, " from {}", self.lowest) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COMBAT: Die = Die::with(&["hit", "hit", "rout", "miss"]);

    #[test]
    fn a_die_shows_its_faces_and_no_others() {
        let shown = |die: Die| (0..=255).filter(|face| die.shows(*face)).collect::<Vec<u8>>();
        assert_eq!(shown(Die::D10), (0..=9).collect::<Vec<_>>());
        assert_eq!(shown(Die::D6), (1..=6).collect::<Vec<_>>());
        assert_eq!(shown(Die::from(255, 1)), [255]);
        assert_eq!(shown(Die::of(255)), (1..=255).collect::<Vec<_>>());
        assert_eq!(shown(COMBAT), [0, 1, 2, 3]);
    }

    #[test]
    fn a_face_reads_back_as_it_is_written() {
        for die in [Die::D10, Die::D6, Die::of(100), Die::from(0, 6)] {
            for face in die.lowest()..=die.highest() {
                assert_eq!(die.read(&die.face(face).to_string()), Some(face));
            }
        }
        assert_eq!(["hit", "rout", "miss"].map(|name| COMBAT.read(name)), [Some(0), Some(2), Some(3)]);
        assert_eq!(["0", "hurt", ""].map(|text| COMBAT.read(text)), [None; 3]);
        assert_eq!(["7", "0", "hit"].map(|text| Die::D6.read(text)), [None; 3]);
    }

    #[test]
    fn a_die_says_what_it_is_and_what_it_shows() {
        let dice = [Die::D10, Die::D6, Die::of(10), Die::from(0, 6), COMBAT];
        let names = dice.map(|die| die.to_string());
        assert_eq!(names, ["d10", "d6", "d10 from 1", "d6 from 0", "hit/hit/rout/miss"]);
        let ranges = dice.map(|die| die.range().to_string());
        assert_eq!(ranges, ["0 to 9", "1 to 6", "1 to 10", "0 to 5", "hit, rout, miss"]);
    }

    #[test]
    #[should_panic(expected = "the highest face of a die is at most 255")]
    fn a_face_above_what_a_roll_can_give_is_refused() {
        let _ = Die::from(250, 7);
    }
}
