//! Tests of sensitivity on lots whose chances are known.

use std::sync::atomic::AtomicBool;

use szala_kernel::RunSeed;

use super::*;
use crate::lot::Lot;

/// Lots of these chances beside a lot of one half.
fn raced(chances: &[f64], margin: f64, most: u64, seed: u64) -> (Ends, u64) {
    let (reference, never) = (Lot::of(0.5), AtomicBool::new(false));
    let mut race = Race::new(&reference, RunSeed(seed), 1, &never);
    let seat = |place: usize| -> Result<Box<dyn szala_system::Contest>, String> {
        Ok(Box::new(Lot::of(chances[place])))
    };
    let ends = race_ends(&mut race, chances.len(), &seat, margin, most, |_| ()).expect("lots can be played");
    (ends, race.spent())
}

/// By hand: with one level for all 4 ends at 5 looks the quantile is that of 1 - 0.05 / 20 / 2, 3.02, whose square is
/// 9.14. A change of ten points shows in its pairs as a variance of 0.1 - 0.01 = 0.09: after 500 pairs the half-width
/// is about 3.02 * sqrt(0.09 / 500) = 4 points, less than half of it, at the first look. Ends that change nothing are
/// within z^2 / (n + z^2) of it: 1.8 points after 500 pairs.
#[test]
fn obvious_ends_and_hopeless_ones_stop_early() {
    let (ends, spent) = raced(&[0.6, 0.5, 0.495, 0.52], 0.02, 8_000, 3);
    let pairs: Vec<u64> = ends.ends.iter().map(|end| end.comparison.pairs).collect();
    assert_eq!(pairs[..2], [500, 500]);
    let answers = [0, 1, 2].map(|place| ends.answer(place));
    assert_eq!(answers, [Answer::Matters, Answer::Negligible, Answer::Negligible]);
    assert_eq!(ends.answer(3), Answer::Matters, "a change at the margin is not shown to be below it");
    assert_eq!(spent, pairs.iter().sum::<u64>() + pairs.iter().max().expect("there are four"));
    let found = ends.difference(0, Axis::Score);
    assert!(found.low <= 0.1 && 0.1 <= found.high && found.low > 0.0, "{found:?}");
}

/// By hand: one end that changes nothing must be known to the margin of 2 points. Independent games of a chance of
/// one half differ by a variance of 1/4 + 1/4, so the grid needs 1.96^2 * 0.5 / 0.02^2 = 4802 games of each, 9604 in
/// all. In 1000 games the chance may look like 0.45 to 0.55, with a variance down to 0.495; that of 500 games is one
/// of 499. The race, whose interval after 500 pairs is within 3.84 / (500 + 3.84), one look of five, stops there with
/// twice 500 games.
#[test]
fn a_plain_grid_takes_what_independent_games_take() {
    let (ends, spent) = raced(&[0.5], 0.02, 8_000, 3);
    assert_eq!((ends.spent(), spent), (1_000, 1_000));
    assert!((2 * 4_753..=2 * 4_813).contains(&ends.of_a_grid()), "{}", ends.of_a_grid());
}

#[test]
fn looks_double_up_to_the_most() {
    assert_eq!(looks(4_000), [500, 1_000, 2_000, 4_000]);
    assert_eq!(looks(5_000), [500, 1_000, 2_000, 4_000, 5_000]);
    assert_eq!(looks(100), [100]);
}

/// 200 races of ten ends each whose change is the margin itself: the chance that any is called negligible is at most
/// 5 %, which is 10 races, with a deviation of 3.1.
#[test]
fn a_change_of_the_margin_is_seldom_called_negligible() {
    let chances: Vec<f64> = (0..10).map(|place| if place % 2 == 0 { 0.53 } else { 0.47 }).collect();
    let is_wrong = |seed: &u64| {
        let (ends, _) = raced(&chances, 0.03, 4_000, *seed);
        (0..ends.ends.len()).any(|place| ends.answer(place) == Answer::Negligible)
    };
    let wrong = (0..200).filter(is_wrong).count();
    assert!(wrong <= 19, "{wrong} of 200");
}

#[test]
fn the_answer_is_the_same_on_any_number_of_threads() {
    let ends = |threads| {
        let (reference, never) = (Lot::of(0.5), AtomicBool::new(false));
        let mut race = Race::new(&reference, RunSeed(7), threads, &never);
        let seat = |place: usize| -> Result<Box<dyn szala_system::Contest>, String> {
            Ok(Box::new(Lot::of([0.55, 0.5][place])))
        };
        race_ends(&mut race, 2, &seat, 0.02, 3_000, |_| ()).expect("lots can be played")
    };
    assert_eq!(ends(1), ends(2));
    assert_eq!(ends(1), ends(8));
}

/// Chances 0.4, and 0.1 more for each of the first two factors at its high end, and 0.15 more for both: what the
/// first does is 0.1 where the other is low and 0.25 where it is high, so together they do 0.15 more. A third does
/// 0.05 alone.
#[test]
fn an_interaction_is_found_where_there_is_one() {
    let design = Design::of(3);
    let chance = |cell: usize| {
        let [a, b, c] = [0, 1, 2].map(|factor| if design.is_high(cell, factor) { 1.0 } else { 0.0 });
        0.4 + 0.1 * a + 0.1 * b + 0.15 * a * b + 0.05 * c
    };
    let (reference, never) = (Lot::of(0.5), AtomicBool::new(false));
    let mut race = Race::new(&reference, RunSeed(1), 1, &never);
    let seat = |cell: usize| -> Result<Box<dyn szala_system::Contest>, String> {
        Ok(Box::new(Lot::of(chance(cell))))
    };
    let found = interactions(&mut race, &design, &seat, 0..2_000, |_| ()).expect("lots can be played");
    let found = found.expect("nobody stopped it");
    assert_eq!((found.cells, found.numbers, found.pairs.len()), (8, 2_000, 3));
    for (pair, expected) in found.pairs.iter().zip([0.15, 0.0, 0.0]) {
        let Interval { low, high, .. } = pair.more;
        assert!(low <= expected && expected <= high && high - low < 0.08, "{pair:?}");
        assert_eq!(low > 0.0 || high < 0.0, expected != 0.0, "{pair:?}");
    }
}
