//! Sets of hexes, squares or sides as fixed arrays of bits: plain data, copied like an integer, without heap.
//! The boards know which elements exist; a set only knows that their indices fit.

use crate::ordinal::{HexId, Ordinal, SideId, SquareId};
use core::{
    fmt,
    hash::Hash,
    marker::PhantomData,
    ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Range, Sub, SubAssign},
};

const BITS: usize = u64::BITS as usize;

/// The words of a set: an array of any length. A type and not a number, so that rules that are generic over the room
/// of their sets can name it.
pub trait Words:
    Copy + Eq + Ord + Hash + fmt::Debug + AsRef<[u64]> + AsMut<[u64]> + Send + Sync + 'static
{
    /// How many words.
    const COUNT: usize;
    /// All bits zero.
    const NONE: Self;
}

impl<const COUNT: usize> Words for [u64; COUNT] {
    const COUNT: usize = COUNT;
    const NONE: Self = [0; COUNT];
}

/// A set of hexes; 180 of them take three words.
pub type HexSet<W> = Bits<HexId, W>;
/// A set of squares.
pub type SquareSet<W> = Bits<SquareId, W>;
/// A set of sides, for instance all sides with a trench.
pub type SideSet<W> = Bits<SideId, W>;

/// A set of elements with indices below 64 for each of its words, iterated in ascending order.
///
/// ```
/// use szala_board::{HexId, HexSet};
/// let hexes: HexSet<[u64; 3]> = [130, 7, 64].map(HexId::from_index).into_iter().collect();
/// assert_eq!(hexes.first(), Some(HexId::from_index(7)));
/// assert_eq!((hexes - HexSet::of(HexId::from_index(7))).len(), 2);
/// ```
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bits<T, W: Words> {
    words: W,
    // A function that returns T: the set owns no T, so it may be sent wherever its words may.
    of: PhantomData<fn() -> T>,
}

impl<T, W: Words> Bits<T, W> {
    /// The empty set.
    pub const EMPTY: Self = Self::from_words(W::NONE);

    /// The number of elements there is room for.
    pub const ROOM: usize = W::COUNT * BITS;

    /// The set with these bits, the lowest index in the lowest bit of the first word.
    pub const fn from_words(words: W) -> Self {
        Self { words, of: PhantomData }
    }

    /// The bits, as [`from_words`](Self::from_words) takes them.
    pub const fn words(&self) -> &W {
        &self.words
    }

    /// The bits, to change many at once.
    pub const fn words_mut(&mut self) -> &mut W {
        &mut self.words
    }

    /// The set of all things with an index below `count`.
    pub fn all_below(count: usize) -> Self {
        assert!(count <= Self::ROOM, "the set is too narrow for this many things");
        let mut words = W::NONE;
        let (whole, rest) = words.as_mut().split_at_mut(count / BITS);
        whole.fill(u64::MAX);
        if let Some(first) = rest.first_mut() {
            *first = (1 << (count % BITS)) - 1;
        }
        Self::from_words(words)
    }

    /// Every element moved up by this many places in the row, fewer than a word has; elements that would leave the
    /// row are dropped. The carry out of a word is shifted in two parts, since for a shift of zero it would be
    /// shifted by a whole word at once.
    #[must_use]
    pub fn up(&self, by: u32) -> Self {
        let (mut words, mut carried) = (self.words, 0);
        for word in words.as_mut() {
            (*word, carried) = (*word << by | carried, *word >> 1 >> (u64::BITS - 1 - by));
        }
        Self::from_words(words)
    }

    /// The same downwards.
    #[must_use]
    pub fn down(&self, by: u32) -> Self {
        let (mut words, mut carried) = (self.words, 0);
        for word in words.as_mut().iter_mut().rev() {
            (*word, carried) = (*word >> by | carried, *word << 1 << (u64::BITS - 1 - by));
        }
        Self::from_words(words)
    }

    /// How many things are in the set.
    pub fn len(&self) -> usize {
        self.words.as_ref().iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Is nothing in the set?
    pub fn is_empty(&self) -> bool {
        self.words.as_ref().iter().all(|word| *word == 0)
    }

    /// Do the two sets have an element in common? The question of every line of sight.
    pub fn intersects(&self, other: &Self) -> bool {
        self.pairs(other).any(|(mine, theirs)| mine & theirs != 0)
    }

    /// Is this set a subset of the other?
    pub fn is_subset(&self, other: &Self) -> bool {
        self.pairs(other).all(|(mine, theirs)| mine & !theirs == 0)
    }

    fn pairs<'s>(&'s self, other: &'s Self) -> impl Iterator<Item = (u64, u64)> + use<'s, T, W> {
        self.words.as_ref().iter().copied().zip(other.words.as_ref().iter().copied())
    }
}

impl<T: Ordinal, W: Words> Bits<T, W> {
    /// The set of one element.
    pub fn of(thing: T) -> Self {
        let mut set = Self::EMPTY;
        set.insert(thing);
        set
    }

    /// Adds an element, which may be there already.
    pub fn insert(&mut self, thing: T) {
        self.words.as_mut()[thing.index() / BITS] |= 1 << (thing.index() % BITS);
    }

    /// Removes an element, which need not be there.
    pub fn remove(&mut self, thing: T) {
        self.words.as_mut()[thing.index() / BITS] &= !(1 << (thing.index() % BITS));
    }

    /// Is the element in the set?
    pub fn contains(&self, thing: T) -> bool {
        self.words.as_ref()[thing.index() / BITS] >> (thing.index() % BITS) & 1 == 1
    }

    /// The element with the lowest index.
    pub fn first(&self) -> Option<T> {
        self.iter().next()
    }

    /// The elements of the set that lie in some of its words, by ascending index.
    pub fn each_within(&self, words: &Range<usize>, mut tell: impl FnMut(T)) {
        for (place, word) in words.clone().zip(&self.words.as_ref()[words.clone()]) {
            let mut left = *word;
            while left != 0 {
                tell(T::from_index(place * BITS + left.trailing_zeros() as usize));
                left &= left - 1;
            }
        }
    }

    /// The elements of the set by ascending index.
    pub fn iter(&self) -> Iter<T, W> {
        Iter { left: self.words, of: PhantomData }
    }
}

// By hand and not derived: a set can be copied and be empty whatever its element type.
impl<T, W: Words> Clone for Bits<T, W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, W: Words> Copy for Bits<T, W> {}

impl<T, W: Words> Default for Bits<T, W> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<T: Ordinal, W: Words> fmt::Debug for Bits<T, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

macro_rules! operator {
    ($(#[$attribute:meta])* $trait:ident, $method:ident, $assign:ident, $method_assign:ident, $word:expr) => {
        impl<T, W: Words> $assign for Bits<T, W> {
            $(#[$attribute])*
            fn $method_assign(&mut self, other: Self) {
                let word: fn(u64, u64) -> u64 = $word;
                for (mine, theirs) in self.words.as_mut().iter_mut().zip(other.words.as_ref()) {
                    *mine = word(*mine, *theirs);
                }
            }
        }

        impl<T, W: Words> $trait for Bits<T, W> {
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
    /// The union.
    BitOr, bitor, BitOrAssign, bitor_assign, |mine, theirs| mine | theirs
}

operator! {
    /// The intersection.
    BitAnd, bitand, BitAndAssign, bitand_assign, |mine, theirs| mine & theirs
}

operator! {
    /// The difference: this set without the other.
    Sub, sub, SubAssign, sub_assign, |mine, theirs| mine & !theirs
}

impl<T: Ordinal, W: Words> Extend<T> for Bits<T, W> {
    #[inline]
    fn extend<I: IntoIterator<Item = T>>(&mut self, things: I) {
        things.into_iter().for_each(|thing| self.insert(thing));
    }
}

impl<T: Ordinal, W: Words> FromIterator<T> for Bits<T, W> {
    #[inline]
    fn from_iter<I: IntoIterator<Item = T>>(things: I) -> Self {
        let mut set = Self::EMPTY;
        set.extend(things);
        set
    }
}

impl<T: Ordinal, W: Words> IntoIterator for Bits<T, W> {
    type Item = T;
    type IntoIter = Iter<T, W>;

    fn into_iter(self) -> Iter<T, W> {
        self.iter()
    }
}

impl<T: Ordinal, W: Words> IntoIterator for &Bits<T, W> {
    type Item = T;
    type IntoIter = Iter<T, W>;

    fn into_iter(self) -> Iter<T, W> {
        self.iter()
    }
}

/// The elements of a set by ascending index. It holds a copy of the set, which may change meanwhile.
#[derive(Clone, Debug)]
pub struct Iter<T, W: Words> {
    left: W,
    of: PhantomData<fn() -> T>,
}

impl<T: Ordinal, W: Words> Iterator for Iter<T, W> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        // From the first word each time: the words are few, and an index of the next one would have to be checked.
        for (place, word) in self.left.as_mut().iter_mut().enumerate() {
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

    /// All remaining elements at once: `for_each`, `collect` and the like need not find their place again each time.
    fn fold<B, F: FnMut(B, T) -> B>(self, first: B, mut add: F) -> B {
        let mut sum = first;
        for (place, word) in self.left.as_ref().iter().enumerate() {
            let mut left = *word;
            while left != 0 {
                sum = add(sum, T::from_index(place * BITS + left.trailing_zeros() as usize));
                left &= left - 1;
            }
        }
        sum
    }
}

impl<T: Ordinal, W: Words> ExactSizeIterator for Iter<T, W> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_below_a_number_are_that_many_and_no_more() {
        let all = HexSet::<[u64; 3]>::all_below(180);
        assert_eq!(all.len(), 180);
        assert!(all.contains(HexId::from_index(179)) && !all.contains(HexId::from_index(180)));
        assert_eq!(HexSet::<[u64; 3]>::all_below(192).words(), &[u64::MAX; 3]);
        assert_eq!(HexSet::<[u64; 3]>::all_below(0), HexSet::EMPTY);
    }

    #[test]
    fn a_set_is_as_large_as_its_words() {
        // 180 hexes: 180 / 64 rounded up is 3 words, 24 bytes; 487 hexsides: 8 words, 64 bytes, one line of cache.
        assert_eq!(size_of::<HexSet<[u64; 3]>>(), 24);
        assert_eq!(size_of::<SideSet<[u64; 8]>>(), 64);
    }

    #[test]
    fn a_set_prints_as_what_is_in_it() {
        let set: SideSet<[u64; 1]> = [5, 2].map(SideId::from_index).into_iter().collect();
        assert_eq!(format!("{set:?}"), "{SideId(2), SideId(5)}");
    }

    #[test]
    #[should_panic(expected = "too narrow")]
    fn a_set_too_narrow_says_so() {
        let _ = HexSet::<[u64; 2]>::all_below(180);
    }
}
