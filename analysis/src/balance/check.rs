//! The check of an answer with games that the search never saw.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use szala_kernel::{Rule, RunSeed};
use szala_system::Contest;

use super::Goal;
use crate::compare::{Comparison, Pair, Variant, play_pairs};
use crate::course::ALPHA;
use crate::race::RaceFailed;
use crate::run::Plan;
use crate::statistics::interval::{Interval, tango_within, wilson_within};
use crate::statistics::{float, normal_quantile};

/// What fresh games say of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// It reaches the goal.
    Holds,
    /// It does not.
    Refuted,
    /// Neither is shown.
    Open,
}

/// An answer beside the scenario as it is, in games that the search never saw.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Check {
    /// The pairs; the scenario as it is comes first in each.
    pub comparison: Comparison,
    /// How often each reason ended games, as it is and with the answer.
    pub endings: BTreeMap<(Rule, Cow<'static, str>), [u64; 2]>,
    /// The level of its intervals: all checks of a search share one.
    pub level: f64,
}

/// Plays these pairs. `checks` is how many checks are made in all.
///
/// # Errors
/// When the system refuses to start so many threads.
pub fn check(
    contests: [&dyn Contest; 2],
    plan: &Plan,
    checks: usize,
    stop: &AtomicBool,
    mut tell: impl FnMut(u64),
) -> Result<Check, RaceFailed> {
    let mut check = Check { level: ALPHA / float(checks.max(1) as u64), ..Check::default() };
    let fresh = Plan { seed: fresh(plan.seed), ..plan.clone() };
    let take = |first: u64, pairs: &[Pair]| {
        check.comparison.add(first, pairs);
        for (variant, half) in pairs.iter().flat_map(|pair| pair.iter().enumerate()) {
            if let Ok(outcome) = half.end {
                check.endings.entry((outcome.rule, Cow::Borrowed(outcome.reason))).or_default()[variant] += 1;
            }
        }
        tell(2 * check.comparison.pairs);
        core::ops::ControlFlow::Continue(())
    };
    play_pairs(contests, &fresh, stop, take).map_err(RaceFailed::Threads)?;
    Ok(check)
}

/// The seed of games that a search with this seed does not play.
fn fresh(seed: RunSeed) -> RunSeed {
    RunSeed(szala_kernel::seed::mix(seed.0 ^ 0x0066_7265_7368))
}

impl Check {
    /// The score of the first side with the answer.
    pub fn score(&self) -> Interval {
        let counts = self.comparison.counts(Variant::B);
        tango_within(self.quantile(), counts.first, counts.draws, counts.second)
    }

    /// The share of draws with the answer.
    pub fn draws(&self) -> Interval {
        let counts = self.comparison.counts(Variant::B);
        wilson_within(self.quantile(), counts.draws, counts.ended())
    }

    fn quantile(&self) -> f64 {
        normal_quantile(1.0 - self.level / 2.0)
    }

    /// Does the answer reach the goal?
    pub fn finding(&self, goal: &Goal) -> Finding {
        let (score, draws) = (self.score(), self.draws());
        if goal.least_distance(score, draws) > 0.0 {
            return Finding::Refuted;
        }
        let reaches = |end: f64| goal.distance(end, draws.high) <= 0.0;
        if reaches(score.low) && reaches(score.high) { Finding::Holds } else { Finding::Open }
    }
}
