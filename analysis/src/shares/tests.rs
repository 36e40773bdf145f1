//! The shares of Two Gates against the exact ones.

use std::collections::BTreeMap;

use super::*;
use crate::toy::by_chance;

/// Two Gates between players who choose by chance, two games at once. All that is random belongs to one raid, so that
/// leads and spent shots after a raid are enough to go on: the shares follow exactly, raid by raid.
mod exact {
    use super::*;

    /// The lead of the first side, and whether the guard of each side has shot.
    type Stand = (i32, [bool; 2]);

    /// What is random in a raid, besides the lots: which part it belongs to when this side guards, and how likely each
    /// of its values is. [1.2] the gate that is raided, [1.3] that which is guarded, [2.2] whether the guard shoots,
    /// [2.3] the die: up to 4, 5, and 6 or more, as the first shot of a guard subtracts 1.
    const CHANCES: [&[f64]; 4] = [&[0.5, 0.5], &[0.5, 0.5], &[0.5, 0.5], &[0.5, 0.1, 0.4]];

    fn part_of(variable: usize, guard: usize) -> Part {
        match variable {
            0 => Part::Secrets,
            1 | 2 if guard == 0 => Part::FirstPlay,
            1 | 2 => Part::SecondPlay,
            _ => Part::Dice,
        }
    }

    fn holds(whole: Part, part: Part) -> bool {
        whole == part
            || match whole {
                Part::Play => [Part::FirstPlay, Part::SecondPlay].contains(&part),
                Part::Chance => [Part::Dice, Part::Lots].contains(&part),
                Part::Choices => ![Part::Dice, Part::Lots].contains(&part),
                _ => false,
            }
    }

    /// All that matters of the values of a raid: 0 where nobody shot, otherwise the die, from 1.
    fn shown([aim, gate, react, die]: [usize; 4]) -> usize {
        if aim == gate && react == 1 { 1 + die } else { 0 }
    }

    /// A raid of this side: rules 2.1 to 2.3.
    fn raid((lead, mut shot): Stand, raider: usize, shown: usize) -> Stand {
        let guard = 1 - raider;
        let mut scores = true;
        if shown > 0 {
            // The first shot drives off at 5 too.
            scores = if shot[guard] { shown > 1 } else { shown > 2 };
            shot[guard] = true;
        }
        let point = if raider == 0 { 1 } else { -1 };
        (lead + if scores { point } else { 0 }, shot)
    }

    /// The chances of how two games end that share what `shared` says and nothing else.
    fn ends(shared: impl Fn(Part) -> bool) -> BTreeMap<(i32, i32), f64> {
        let mut stands: BTreeMap<(Stand, Stand), f64> = [(((0, [false; 2]), (0, [false; 2])), 1.0)].into();
        for _ in 0..3 {
            let mut after = BTreeMap::new();
            for raiders in [[0, 0], [0, 1], [1, 0], [1, 1]] {
                let lots = match (shared(Part::Lots), raiders[0] == raiders[1]) {
                    (true, true) => 0.5,
                    (true, false) => continue,
                    (false, _) => 0.25,
                };
                let mut ways: Vec<([[usize; 4]; 2], f64)> = vec![([[0; 4]; 2], lots)];
                for (variable, chances) in CHANCES.iter().enumerate() {
                    let same = raiders[0] == raiders[1] && shared(part_of(variable, 1 - raiders[0]));
                    let mut longer = Vec::new();
                    for (values, chance) in ways {
                        for (one, p) in chances.iter().enumerate() {
                            for (other, q) in chances.iter().enumerate() {
                                if same && one != other {
                                    continue;
                                }
                                let mut values = values;
                                (values[0][variable], values[1][variable]) = (one, other);
                                longer.push((values, chance * p * if same { 1.0 } else { *q }));
                            }
                        }
                    }
                    ways = longer;
                }
                let mut alike = BTreeMap::new();
                for (values, way) in ways {
                    *alike.entry(values.map(shown)).or_insert(0.0) += way;
                }
                for ((one, other), chance) in &stands {
                    for (shown, way) in &alike {
                        let stands = (raid(*one, raiders[0], shown[0]), raid(*other, raiders[1], shown[1]));
                        *after.entry(stands).or_insert(0.0) += chance * way;
                    }
                }
            }
            stands = after;
        }
        let mut ends = BTreeMap::new();
        for (((one, _), (other, _)), chance) in stands {
            *ends.entry((one, other)).or_insert(0.0) += chance;
        }
        ends
    }

    /// What a part explains alone and in all, and what varies; of the score, or of the lead.
    pub(super) fn explained(part: Part, value: fn(i32) -> f64) -> [f64; 3] {
        let mean_product = |shared: &dyn Fn(Part) -> bool| -> f64 {
            ends(shared).into_iter().map(|((one, other), chance)| value(one) * value(other) * chance).sum()
        };
        let nothing = mean_product(&|_| false);
        let variance = mean_product(&|_| true) - nothing;
        let alone = mean_product(&|one| holds(part, one)) - nothing;
        let total = variance - (mean_product(&|one| !holds(part, one)) - nothing);
        [alone / variance, total / variance, variance]
    }

    /// [3.1] More points win.
    pub(super) fn score(lead: i32) -> f64 {
        f64::from(lead.signum() + 1) / 2.0
    }
}

fn found(games: u64, seed: u64, threads: usize) -> Shares {
    let plan = Plan { seed: RunSeed(seed), numbers: 0..games, threads };
    shares(&by_chance(), &plan, &AtomicBool::new(false), |_| ()).expect("a few threads")
}

/// What a part explains alone, and what the rest explains in all, is everything (Sobol' 1993).
#[test]
fn the_exact_shares_add_up_as_shares_must() {
    for value in [exact::score as fn(i32) -> f64, f64::from] {
        let of = |part| exact::explained(part, value);
        for part in Part::ALL {
            let [alone, total, _] = of(part);
            assert!(alone >= -1e-12 && alone <= total + 1e-12 && total <= 1.0 + 1e-12, "{part:?}");
        }
        // What chance explains alone and choices in all is everything, and the other way round.
        let ([chance, chance_total, _], [choices, choices_total, _]) = (of(Part::Chance), of(Part::Choices));
        assert!((chance + choices_total - 1.0).abs() < 1e-12 && (choices + chance_total - 1.0).abs() < 1e-12);
        // The sides are alike.
        assert!((of(Part::FirstPlay)[1] - of(Part::SecondPlay)[1]).abs() < 1e-12);
    }
}

#[test]
fn estimated_shares_are_the_exact_ones_within_five_standard_errors() {
    let found = found(20_000, 3, 2);
    assert_eq!((found.samples, found.left_out), (20_000, 0));
    for part in &found.parts {
        for (value, estimates) in [
            (exact::score as fn(i32) -> f64, [part.alone, part.total]),
            (f64::from, [part.lead_alone, part.lead_total]),
        ] {
            let exact = exact::explained(part.part, value);
            for (estimate, exact) in estimates.into_iter().zip(exact) {
                let Interval { estimate, low, high } =
                    estimate.interval().expect("games that vary give an interval");
                // An interval of 95 % is 3.92 standard errors wide.
                let error = (high - low) / 3.92;
                assert!((estimate - exact).abs() < 5.0 * error, "{part:?}: {exact}");
                assert!(error < 0.01, "{part:?}: so many games know more");
            }
        }
    }
    let [_, _, variance] = exact::explained(Part::Dice, exact::score);
    // The variance of 40 000 scores between 0 and 1 is known to about a hundredth.
    assert!((found.variance - variance).abs() < 0.01 * variance * 3.0, "{} {variance}", found.variance);
}

#[test]
fn shares_do_not_depend_on_the_number_of_threads() {
    let [one, other] = [1, 3].map(|threads| found(300, 5, threads));
    for (one, other) in one.parts.iter().zip(&other.parts) {
        assert_eq!((one.alone, one.total, one.changed), (other.alone, other.total, other.changed));
    }
}

/// Players that leave nothing to chance: nothing is changed when their choices are redrawn, and what chance explains
/// alone is everything.
#[test]
fn players_without_chance_explain_nothing_and_the_interval_says_how_little_is_known() {
    let contest = crate::toy::played_by(["sentry", "sentry"]);
    let plan = Plan { seed: RunSeed(1), numbers: 0..400, threads: 2 };
    let found = shares(&*contest, &plan, &AtomicBool::new(false), |_| ()).expect("a few threads");
    for part in &found.parts {
        let changed = part.changed.value.expect("games were played");
        if part.total.value == Some(0.0) {
            // With no change in 400 samples Wilson's bound is z^2 / (400 + z^2), 0.0095.
            assert!((part.total.high.expect("it is bounded") - 0.0095).abs() < 0.0001);
        } else {
            assert!(changed > 0.0, "{part:?}");
        }
    }
}

/// How often the intervals of runs of 200 samples hold the exact shares. The table of `docs/METHOD.md` is of 2000
/// `RUNS`; of 200 at 95 % the number has a deviation of 3.1.
#[test]
fn coverage_of_shares() {
    const RUNS: u64 = 200;
    let mut covered: BTreeMap<(Part, bool), u32> = BTreeMap::new();
    let known: BTreeMap<Part, [f64; 3]> =
        Part::ALL.into_iter().map(|part| (part, exact::explained(part, exact::score))).collect();
    for seed in 0..RUNS {
        for part in found(200, 1_000 + seed, 2).parts {
            let exact = known[&part.part];
            for (which, estimate) in [part.alone, part.total].into_iter().enumerate() {
                let Interval { low, high, .. } =
                    estimate.interval().expect("games that vary give an interval");
                *covered.entry((part.part, which == 1)).or_default() +=
                    u32::from((low..=high).contains(&exact[which]));
            }
        }
    }
    for (figure, held) in covered {
        assert!((174..=200).contains(&held), "{figure:?}: {held} of 200");
    }
}
