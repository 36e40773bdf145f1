//! The check of an answer with games that the search never saw.

use core::ops::ControlFlow;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use szala_kernel::{Rule, RunSeed};
use szala_system::Contest;

use super::Goal;
use crate::compare::{Comparison, Pair, Variant, play_pairs};
use crate::course::ALPHA;
use crate::parts::{Parts, Piece};
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

/// A check whose games several processes share.
#[derive(Debug)]
pub struct InParts {
    number: u64,
    piece: Piece,
}

/// Plays these pairs, or takes those that were played in parts. `checks` is how many checks are made in all.
///
/// # Errors
/// When the system cannot start this many threads, or another process's part is missing.
pub fn check(
    contests: [&dyn Contest; 2],
    plan: &Plan,
    checks: usize,
    (stop, in_parts): (&AtomicBool, Option<(&Parts, &InParts)>),
    mut tell: impl FnMut(u64),
) -> Result<Check, RaceFailed> {
    let mut check = Check { level: ALPHA / float(checks.max(1) as u64), ..Check::default() };
    let mut take = |first: u64, pairs: &[Pair]| {
        check.comparison.add(first, pairs);
        for (variant, half) in pairs.iter().flat_map(|pair| pair.iter().enumerate()) {
            if let Ok(outcome) = half.end {
                check.endings.entry((outcome.rule, Cow::Borrowed(outcome.reason))).or_default()[variant] += 1;
            }
        }
        tell(2 * check.comparison.pairs);
        ControlFlow::Continue(())
    };
    if let Some((parts, InParts { number, piece })) = in_parts {
        let games = parts.gather((*number, piece), stop)?;
        let pairs: Vec<Pair> = games.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect();
        let _ = take(piece.numbers.start, &pairs);
    } else {
        play_pairs(contests, &fresh(plan), stop, take).map_err(RaceFailed::Threads)?;
    }
    Ok(check)
}

/// Plays this process's part of a check.
///
/// # Errors
/// When the system cannot start this many threads, or a file cannot be written.
pub fn play_part(
    contests: [&dyn Contest; 2],
    plan: &Plan,
    (stop, parts): (&AtomicBool, &mut Parts),
) -> Result<InParts, RaceFailed> {
    let fresh = fresh(plan);
    let what = format!("{:?} {:?}, a check", fresh.seed, fresh.numbers);
    let piece = Piece { what, numbers: fresh.numbers.clone(), width: 2 };
    let number = parts.play(&piece, |numbers| {
        let mut games = Vec::new();
        play_pairs(contests, &Plan { numbers, ..fresh.clone() }, stop, |_, pairs| {
            games.extend(pairs.iter().flatten());
            ControlFlow::Continue(())
        })
        .map_err(RaceFailed::Threads)?;
        Ok(games)
    })?;
    Ok(InParts { number, piece })
}

/// The same plan with a seed whose games the search does not play.
fn fresh(plan: &Plan) -> Plan {
    let seed = RunSeed(szala_kernel::seed::mix(plan.seed.0 ^ 0x0066_7265_7368));
    Plan { seed, ..plan.clone() }
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
