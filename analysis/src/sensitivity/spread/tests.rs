//! Tests of the spread over uncertain values, on lots whose chances are known.

use std::sync::atomic::AtomicBool;

use szala_kernel::RunSeed;
use szala_system::Contest;

use super::*;
use crate::lot::Lot;

/// Two ranges and what their values add to the chance: three values 0.05 apart, and two 0.04 apart; a third adds
/// nothing.
const ADDS: [&[f64]; 3] = [&[-0.05, 0.0, 0.05], &[-0.02, 0.02], &[0.0, 0.0]];

fn played(scenarios: usize, numbers: u64, seed: u64) -> Spread {
    let lottery = Lottery::draw(&ADDS.map(<[f64]>::len), scenarios, seed);
    let plan = Plan { seed: RunSeed(seed), numbers: 0..numbers, threads: 1 };
    let seat = |scenario: usize| -> Result<Box<dyn Contest>, String> {
        let adds = lottery.drawn[scenario].iter().zip(ADDS).map(|(drawn, adds)| adds[*drawn]);
        Ok(Box::new(Lot::of(0.5 + adds.sum::<f64>())))
    };
    let found = spread(&plan, &lottery, &seat, &AtomicBool::new(false), |_| ()).expect("lots can be played");
    found.expect("nobody stopped it")
}

#[test]
fn every_value_is_drawn_about_equally_often() {
    let lottery = Lottery::draw(&[3, 2, 1], 30, 5);
    for (place, size) in [3, 2, 1].into_iter().enumerate() {
        for value in 0..size {
            let drawn = lottery.drawn.iter().filter(|drawn| drawn[place] == value).count();
            assert_eq!(drawn, 30 / size);
        }
    }
    assert_ne!(Lottery::draw(&[3, 2], 30, 6), Lottery::draw(&[3, 2], 30, 5));
}

/// By hand: the variance of three values 0.05 apart is 2/3 * 0.05^2 = 0.001667, of two 0.04 apart 0.02^2 = 0.0004. In
/// all
/// 0.002067, a deviation of 0.0455, of which the first explains 81 %, the second 19 %, and the third nothing.
#[test]
fn the_spread_and_its_shares_are_those_of_the_values() {
    let found = played(120, 400, 2);
    let Interval { low, high, .. } = found.deviation;
    assert!(low <= 0.0455 && 0.0455 <= high && high - low < 0.015, "{found:?}");
    assert!(found.seen > found.deviation.estimate, "noise is taken off");
    for (share, expected) in found.shares.iter().zip([0.81, 0.19, 0.0]) {
        let Interval { low, high, .. } = share.share;
        assert!(low <= expected && expected <= high && high - low < 0.3, "{share:?} {expected}");
    }
}

/// 100 spreads with many more lots than scenarios: intervals of 95 % hold in about 95, and of a bootstrap 85 are
/// expected at least.
#[test]
fn intervals_of_the_deviation_and_of_shares_hold_about_as_often_as_they_say() {
    let mut held = [0, 0];
    for seed in 0..100 {
        let found = played(60, 60, 1_000 + seed);
        let holds =
            |interval: Interval, truth: f64| u32::from(interval.low <= truth && truth <= interval.high);
        held[0] += holds(found.deviation, 0.0455);
        held[1] += holds(found.shares[0].share, 0.81);
    }
    assert!(held.iter().all(|held| (85..=100).contains(held)), "{held:?}");
}
