//! Sets of hexes, squares or sides as fixed arrays of bits: plain data, copied like an integer, without heap.
//! Which things there are is known to the boards; a set only knows that their indices fit.

use crate::ordinal::{HexId, Ordinal, SideId, SquareId};
use core::{
    fmt,
    marker::PhantomData,
    ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign},
};

const BITS: usize = u64::BITS as usize;

/// A set of hexes; 180 of them take three words.
pub type HexSet<const W: usize> = Bits<HexId, W>;
/// A set of squares.
pub type SquareSet<const W: usize> = Bits<SquareId, W>;
/// A set of sides, for instance all that carry a trench.
pub type SideSet<const W: usize> = Bits<SideId, W>;

/// A set of things with indices below `64 * W`, iterated in ascending order.
///
/// ```
/// use szala_board::{HexId, HexSet};
/// let hexes: HexSet<3> = [130, 7, 64].map(HexId::from_index).into_iter().collect();
/// assert_eq!(hexes.first(), Some(HexId::from_index(7)));
/// assert_eq!((hexes - HexSet::of(HexId::from_index(7))).len(), 2);
/// ```
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bits<T, const W: usize> {
    words: [u64; W],
    // A function that returns T: the set owns none, so it may be sent wherever its words may.
    of: PhantomData<fn() -> T>,
}

impl<T, const W: usize> Bits<T, W> {
    /// The set of nothing.
    pub const EMPTY: Self = Self::from_words([0; W]);

    /// How many things there is room for.
    pub const ROOM: usize = W * BITS;

    /// The set with these bits, the lowest index in the lowest bit of the first word.
    pub const fn from_words(words: [u64; W]) -> Self {
        Self { words, of: PhantomData }
    }

    /// The bits, as [`from_words`](Self::from_words) takes them.
    pub const fn words(&self) -> &[u64; W] {
        &self.words
    }

    /// The set of all things with an index below `count`.
    pub const fn all_below(count: usize) -> Self {
        assert!(count <= Self::ROOM, "the set is too narrow for so many things");
        let mut words = [0; W];
        let mut at = 0;
        while at < count {
            words[at / BITS] |= 1 << (at % BITS);
            at += 1;
        }
        Self::from_words(words)
    }

    /// Every thing in it moved up by so many places in the row of things, fewer than a word has; what would leave the
    /// row is dropped. What a word hands on is shifted in two parts, since by none it would be a whole word at once.
    #[must_use]
    pub const fn up(&self, by: u32) -> Self {
        let mut words = [0; W];
        let (mut at, mut carried) = (0, 0);
        while at < W {
            words[at] = self.words[at] << by | carried;
            carried = self.words[at] >> 1 >> (u64::BITS - 1 - by);
            at += 1;
        }
        Self::from_words(words)
    }

    /// The same downwards.
    #[must_use]
    pub const fn down(&self, by: u32) -> Self {
        let mut words = [0; W];
        let (mut at, mut carried) = (W, 0);
        while at > 0 {
            at -= 1;
            words[at] = self.words[at] >> by | carried;
            carried = self.words[at] << 1 << (u64::BITS - 1 - by);
        }
        Self::from_words(words)
    }

    /// How many things are in the set.
    pub const fn len(&self) -> usize {
        let mut sum = 0;
        let mut word = 0;
        while word < W {
            sum += self.words[word].count_ones() as usize;
            word += 1;
        }
        sum
    }

    /// Is nothing in the set?
    pub const fn is_empty(&self) -> bool {
        let mut word = 0;
        while word < W {
            if self.words[word] != 0 {
                return false;
            }
            word += 1;
        }
        true
    }

    /// Has the set something in common with the other? The question of every line of sight.
    pub const fn intersects(&self, other: &Self) -> bool {
        let mut word = 0;
        while word < W {
            if self.words[word] & other.words[word] != 0 {
                return true;
            }
            word += 1;
        }
        false
    }

    /// Is all of the set in the other?
    pub const fn is_subset(&self, other: &Self) -> bool {
        let mut word = 0;
        while word < W {
            if self.words[word] & !other.words[word] != 0 {
                return false;
            }
            word += 1;
        }
        true
    }
}

impl<T: Ordinal, const W: usize> Bits<T, W> {
    /// The set of one thing.
    pub fn of(thing: T) -> Self {
        let mut set = Self::EMPTY;
        set.insert(thing);
        set
    }

    /// Puts a thing into the set; it may be there already.
    pub fn insert(&mut self, thing: T) {
        self.words[thing.index() / BITS] |= 1 << (thing.index() % BITS);
    }

    /// Takes a thing out of the set; it need not be there.
    pub fn remove(&mut self, thing: T) {
        self.words[thing.index() / BITS] &= !(1 << (thing.index() % BITS));
    }

    /// Is the thing in the set?
    pub fn contains(&self, thing: T) -> bool {
        self.words[thing.index() / BITS] >> (thing.index() % BITS) & 1 == 1
    }

    /// The thing with the lowest index.
    pub fn first(&self) -> Option<T> {
        self.iter().next()
    }

    /// The things in the set by ascending index.
    pub fn iter(&self) -> Iter<T, W> {
        Iter { left: self.words, of: PhantomData }
    }
}

// By hand and not derived: a set can be copied and be empty whatever it is a set of.
impl<T, const W: usize> Clone for Bits<T, W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, const W: usize> Copy for Bits<T, W> {}

impl<T, const W: usize> Default for Bits<T, W> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<T: Ordinal, const W: usize> fmt::Debug for Bits<T, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

macro_rules! operator {
    ($(#[$attribute:meta])* $trait:ident, $method:ident, $assign:ident, $method_assign:ident, $word:expr) => {
        impl<T, const W: usize> $assign for Bits<T, W> {
            $(#[$attribute])*
            fn $method_assign(&mut self, other: Self) {
                let word: fn(u64, u64) -> u64 = $word;
                for (mine, theirs) in self.words.iter_mut().zip(other.words) {
                    *mine = word(*mine, theirs);
                }
            }
        }

        impl<T, const W: usize> $trait for Bits<T, W> {
            type Output = Self;

            $(#[$attribute])*
            fn $method(mut self, other: Self) -> Self {
                $assign::$method_assign(&mut self, other);
                self
            }
        }
    };
}

operator! {
    /// What is in one set or the other.
    BitOr, bitor, BitOrAssign, bitor_assign, |mine, theirs| mine | theirs
}

operator! {
    /// What is in both sets.
    BitAnd, bitand, BitAndAssign, bitand_assign, |mine, theirs| mine & theirs
}

operator! {
    /// What is in this set and not in the other.
    Sub, sub, SubAssign, sub_assign, |mine, theirs| mine & !theirs
}

impl<T: Ordinal, const W: usize> Extend<T> for Bits<T, W> {
    #[inline]
    fn extend<I: IntoIterator<Item = T>>(&mut self, things: I) {
        things.into_iter().for_each(|thing| self.insert(thing));
    }
}

impl<T: Ordinal, const W: usize> FromIterator<T> for Bits<T, W> {
    #[inline]
    fn from_iter<I: IntoIterator<Item = T>>(things: I) -> Self {
        let mut set = Self::EMPTY;
        set.extend(things);
        set
    }
}

impl<T: Ordinal, const W: usize> IntoIterator for Bits<T, W> {
    type Item = T;
    type IntoIter = Iter<T, W>;

    fn into_iter(self) -> Iter<T, W> {
        self.iter()
    }
}

impl<T: Ordinal, const W: usize> IntoIterator for &Bits<T, W> {
    type Item = T;
    type IntoIter = Iter<T, W>;

    fn into_iter(self) -> Iter<T, W> {
        self.iter()
    }
}

/// The things in a set by ascending index. It holds a copy of the set, which may change meanwhile.
#[derive(Clone, Debug)]
pub struct Iter<T, const W: usize> {
    left: [u64; W],
    of: PhantomData<fn() -> T>,
}

impl<T: Ordinal, const W: usize> Iterator for Iter<T, W> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        // From the first word each time: the words are few, and an index of the next one would have to be checked.
        for (place, word) in self.left.iter_mut().enumerate() {
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(T::from_index(place * BITS + bit));
            }
        }
        None
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = Bits::<T, W>::from_words(self.left).len();
        (left, Some(left))
    }

    /// All that are left at once: `for_each`, `collect` and the like need not find their place again each time.
    fn fold<B, F: FnMut(B, T) -> B>(self, first: B, mut add: F) -> B {
        let mut sum = first;
        for (place, word) in self.left.into_iter().enumerate() {
            let mut left = word;
            while left != 0 {
                sum = add(sum, T::from_index(place * BITS + left.trailing_zeros() as usize));
                left &= left - 1;
            }
        }
        sum
    }
}

impl<T: Ordinal, const W: usize> ExactSizeIterator for Iter<T, W> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_below_a_number_are_that_many_and_no_more() {
        const ALL: HexSet<3> = HexSet::all_below(180);
        assert_eq!(ALL.len(), 180);
        assert!(ALL.contains(HexId::from_index(179)) && !ALL.contains(HexId::from_index(180)));
        assert_eq!(HexSet::<3>::all_below(192).words(), &[u64::MAX; 3]);
        assert_eq!(HexSet::<3>::all_below(0), HexSet::EMPTY);
    }

    #[test]
    fn a_set_is_as_large_as_its_words() {
        // 180 hexes: 180 / 64 rounded up is 3 words, 24 bytes; 487 hexsides: 8 words, 64 bytes, one line of cache.
        assert_eq!(size_of::<HexSet<3>>(), 24);
        assert_eq!(size_of::<SideSet<8>>(), 64);
    }

    #[test]
    fn a_set_prints_as_what_is_in_it() {
        let set: SideSet<1> = [5, 2].map(SideId::from_index).into_iter().collect();
        assert_eq!(format!("{set:?}"), "{SideId(2), SideId(5)}");
    }

    #[test]
    #[should_panic(expected = "too narrow")]
    fn a_set_too_narrow_says_so() {
        let _ = HexSet::<2>::all_below(180);
    }
}
