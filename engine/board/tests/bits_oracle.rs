//! Fixed sets against the standard library's.

use proptest::{collection::btree_set, prelude::*};
use std::collections::BTreeSet;
use szala_board::{HexId, HexSet};

type Set = HexSet<[u64; 3]>;

fn fixed(indices: &BTreeSet<usize>) -> Set {
    indices.iter().copied().map(HexId::from_index).collect()
}

fn indices(set: Set) -> Vec<usize> {
    set.iter().map(HexId::index).collect()
}

proptest! {
    // A failure prints its smallest case, which then becomes a hand-written test; no file of seeds is kept.
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn sets_do_what_tree_sets_do(
        one in btree_set(0..192_usize, 0..60),
        other in btree_set(0..192_usize, 0..60),
        index in 0..192_usize,
    ) {
        let (mine, theirs) = (fixed(&one), fixed(&other));
        prop_assert_eq!(indices(mine | theirs), Vec::from_iter(&one | &other));
        prop_assert_eq!(indices(mine & theirs), Vec::from_iter(&one & &other));
        prop_assert_eq!(indices(mine - theirs), Vec::from_iter(&one - &other));
        prop_assert_eq!(mine.intersects(&theirs), !one.is_disjoint(&other));
        prop_assert_eq!(mine.is_subset(&theirs), one.is_subset(&other));
        prop_assert_eq!((mine & theirs).is_subset(&mine), true);
        prop_assert_eq!((mine.len(), mine.is_empty()), (one.len(), one.is_empty()));
        prop_assert_eq!(mine.iter().len(), one.len());
        prop_assert_eq!(mine.first().map(HexId::index), one.first().copied());

        let hex = HexId::from_index(index);
        prop_assert_eq!(mine.contains(hex), one.contains(&index));
        let (mut with, mut without) = (mine, mine);
        with.insert(hex);
        without.remove(hex);
        prop_assert_eq!(with, mine | Set::of(hex));
        prop_assert_eq!(without, mine - Set::of(hex));
        prop_assert_eq!(Set::from_words(*mine.words()), mine);
    }
}
