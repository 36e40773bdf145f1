//! The few findings that explain a score, by rules: what is drawn, which ending decides, what the score would be
//! without a rule, where the lead is made, what goes with winning, and which units pay. A finding is made only where
//! its interval leaves zero out; what was switched off was played, never guessed from the games that did not need it.
//!
//! What is named is the farthest of several: of all endings, stages, events, units. So the intervals of these are wide
//! enough to hold for all of them at once (Bonferroni), and with that for the one that was chosen.

use serde::Serialize;

use super::account::{Account, Ending, Event, Moments};
use crate::aggregate::Counts;
use crate::compare::{Axis, Comparison};
use crate::course::ALPHA;
use crate::estimate::{Estimate, Intervals, Unit};
use crate::records::Field;
use crate::statistics::correlation::pearson;
use crate::statistics::interval::Interval;
use crate::statistics::multiple::holm;
use crate::statistics::paired::Pairs;
use crate::statistics::sequence;

/// The most findings that are made.
const MOST: usize = 6;
/// Draws are worth a finding from this share on.
const MANY_DRAWS: f64 = 0.1;
/// With fewer games with or without an event, nothing is said of it.
const FEWEST: u64 = 30;
/// Where intervals of what was played on the spot are narrowest.
const TUNED_FOR: u64 = 2_000;

/// Something that was switched off, and the results of pairs of games with and without it.
#[derive(Clone, Debug)]
pub struct Tried {
    /// What it was.
    pub of: TriedOf,
    /// The change that switched it off.
    pub set: String,
    /// The scenario as it is beside the scenario without it.
    pub comparison: Comparison,
}

/// What was switched off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TriedOf {
    /// A rule by which games end, as it is cited.
    Rule(String),
    /// Something that happens, by the column that says so.
    Event(String),
}

/// What the score is without something, played in pairs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Without {
    /// The change that switches it off.
    pub set: String,
    /// The score with it, in the same pairs.
    pub with: Estimate,
    /// The score without it.
    pub without: Estimate,
    /// The difference, pair by pair.
    pub change: Estimate,
}

/// Why a score is what it is.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "finding", rename_all = "snake_case")]
pub enum Finding {
    /// Many games are drawn, and most of them for this reason.
    Draws {
        /// Of all games that ended.
        share: Estimate,
        /// The most frequent reason, in words.
        reason: String,
        /// Its rule.
        rule: Option<String>,
        /// The share of draws that end so.
        of_draws: Estimate,
    },
    /// The ending that moves the score farthest from a half.
    Decides {
        /// The reason, in words.
        reason: String,
        /// Its rule.
        rule: Option<String>,
        /// The share of games that end so.
        share: Estimate,
        /// The score of the first side in these games.
        score: Estimate,
        /// What they add to a score of a half, in parts of a game; nothing where no ending is shown to add anything.
        adds: Estimate,
    },
    /// What the score would be without a rule, played in pairs.
    Without {
        /// The rule.
        rule: String,
        /// The scores with and without it.
        #[serde(flatten)]
        played: Without,
    },
    /// Who leads at the end, and when the lead is made.
    Lead {
        /// Of the first side, in victory points.
        lead: Estimate,
        /// The stage in which most of it is made, where rows say that.
        stage: Option<u8>,
        /// What is made in it.
        gained: Option<Estimate>,
    },
    /// What goes with winning most.
    Event {
        /// The column that counts it.
        column: String,
        /// Without of whom.
        what: String,
        /// Whose it is.
        side: Option<String>,
        /// Which unit's.
        unit: Option<String>,
        /// What exactly it is, as the rule system says.
        about: String,
        /// The share of games in which it happens.
        share: Estimate,
        /// The score of the first side if it happens.
        score_if: Estimate,
        /// And if it does not.
        score_if_not: Estimate,
        /// What the score would be if it never happened; nothing where that was not played.
        switched_off: Option<Box<Without>>,
    },
    /// Which units win most points for their side, and cost it most.
    Units {
        /// The unit that wins most.
        wins: Option<UnitWorth>,
        /// The unit that costs most.
        costs: Option<UnitWorth>,
    },
}

/// What a unit is worth to its side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct UnitWorth {
    /// Its name.
    pub unit: String,
    /// Its side.
    pub side: String,
    /// Victory points a game that it wins less those that it costs.
    pub points: Estimate,
}

/// The findings of some games, in the order in which they are reported.
pub fn findings(account: &Account, tried: &[Tried], intervals: Intervals) -> Vec<Finding> {
    let mut all: Vec<Finding> = draws(account, intervals).into_iter().collect();
    all.extend(decides(account, intervals));
    let rules = || tried.iter().filter(|one| matches!(one.of, TriedOf::Rule(_)));
    let family = rules().count();
    let mut without: Vec<(&String, Without)> = Vec::new();
    for one in rules() {
        let TriedOf::Rule(rule) = &one.of else { continue };
        without.push((rule, one.without(family)));
    }
    let size = |one: &Without| one.change.value.unwrap_or_default().abs();
    without.sort_by(|(_, one), (_, other)| size(other).total_cmp(&size(one)));
    // That a rule matters little is a finding too, but only where nothing else was tried.
    let shown = without.iter().filter(|(_, one)| leaves_zero_out(one.change)).count().max(1);
    let without = without.into_iter().take(shown.min(2));
    all.extend(without.map(|(rule, played)| Finding::Without { rule: rule.clone(), played }));
    all.extend(lead(account, intervals));
    all.extend(event(account, tried, intervals));
    all.extend(units(account, intervals));
    all.truncate(MOST);
    all
}

impl Tried {
    /// The scores with and without it; the interval of the change holds for the whole family at once.
    fn without(&self, family: usize) -> Without {
        let compared = self.comparison.compared(Axis::Score, Intervals::Fixed, TUNED_FOR);
        let alpha = level(family);
        let change = where_all_agree(&self.comparison, alpha).unwrap_or_else(|| {
            let interval = self.comparison.score_difference().mean_interval(alpha);
            Estimate::new(interval, self.comparison.on(Axis::Score).n, Unit::Share)
        });
        Without { set: self.set.clone(), with: compared.a, without: compared.b, change }
    }
}

/// The level of each interval of a family in which all hold at once.
#[expect(clippy::cast_precision_loss, reason = "there are no more than there are columns")]
fn level(family: usize) -> f64 {
    ALPHA / family.max(1) as f64
}

/// The mean in victory points, in an interval that holds for the whole family at once.
fn points(intervals: Intervals, pairs: &Pairs, family: usize) -> Estimate {
    Estimate::new(intervals.of_mean_at(pairs, level(family)), pairs.n, Unit::Vp)
}

/// Where all pairs differ alike, Student's interval has no width, though a pair that does not may still come: then the
/// confidence sequence says how sure the difference is.
fn where_all_agree(comparison: &Comparison, alpha: f64) -> Option<Estimate> {
    let score = comparison.on(Axis::Score);
    let differences = score.difference();
    if score.n == 0 || differences.variance > 0.0 {
        return None;
    }
    // In half points, from a loss in place of a win to a win in place of a loss.
    let mut counts = [0; 5];
    let half_points = (score.b - score.a) / i128::from(score.n);
    counts[usize::try_from(half_points + 2).expect("a game has two half points")] = score.n;
    Some(Estimate::new(sequence::score_difference(counts, alpha), score.n, Unit::Share))
}

fn leaves_zero_out(estimate: Estimate) -> bool {
    estimate.interval().is_some_and(|Interval { low, high, .. }| low > 0.0 || high < 0.0)
}

fn draws(account: &Account, intervals: Intervals) -> Option<Finding> {
    let counts = account.counts;
    let share = intervals.rate(counts.draws, counts.ended());
    let endings = account.endings();
    let most =
        endings.iter().max_by_key(|ending| (ending.counts.draws, core::cmp::Reverse(&ending.reason)))?;
    (share.low? >= MANY_DRAWS).then(|| Finding::Draws {
        share,
        reason: most.reason.clone(),
        rule: most.rule.clone(),
        of_draws: intervals.rate(most.counts.draws, counts.draws),
    })
}

/// What an ending adds to a score of a half: of each game the score less a half where it ended so, and else nothing.
fn adds(ending: &Ending, ended: u64, family: usize, intervals: Intervals) -> Estimate {
    let Counts { first, second, .. } = ending.counts;
    let (first, second) = (i128::from(first), i128::from(second));
    let signs = Pairs { n: ended, a: first - second, aa: first + second, ..Pairs::default() };
    let Interval { estimate, low, high } = intervals.of_mean_at(&signs, level(family));
    let [estimate, low, high] = [estimate, low, high].map(|sign| sign / 2.0);
    Estimate::new(Interval { estimate, low, high }, ended, Unit::Share)
}

fn decides(account: &Account, intervals: Intervals) -> Option<Finding> {
    let ended = account.counts.ended();
    let endings = account.endings();
    let all: Vec<(&Ending, Estimate)> =
        endings.iter().map(|ending| (*ending, adds(ending, ended, endings.len(), intervals))).collect();
    let size = |adds: Estimate| adds.value.unwrap_or_default().abs();
    let moving = all.iter().filter(|(_, adds)| leaves_zero_out(*adds));
    let farthest = moving.reduce(|one, other| if size(other.1) > size(one.1) { other } else { one });
    let (ending, adds) = farthest.or(all.first())?;
    Some(Finding::Decides {
        reason: ending.reason.clone(),
        rule: ending.rule.clone(),
        share: intervals.rate(ending.counts.ended(), ended),
        score: intervals.score(ending.counts),
        adds: *adds,
    })
}

fn lead(account: &Account, intervals: Intervals) -> Option<Finding> {
    let lead = intervals.mean(&account.lead, f64::NEG_INFINITY, Unit::Vp);
    if !leaves_zero_out(lead) {
        return None;
    }
    let sign = lead.value?.signum();
    let moments = account.stages();
    let gained = |of: &Moments| (of.field.stage, points(intervals, &of.pairs, moments.len()));
    let towards = |estimate: Estimate| sign * estimate.value.unwrap_or_default();
    let stages: Vec<(Option<u8>, Estimate)> = moments.iter().map(gained).collect();
    let shown = stages.into_iter().filter(|(_, gained)| leaves_zero_out(*gained) && towards(*gained) > 0.0);
    let most = shown.reduce(|one, other| if towards(other.1) > towards(one.1) { other } else { one });
    Some(Finding::Lead {
        lead,
        stage: most.and_then(|(stage, _)| stage),
        gained: most.map(|(_, gained)| gained),
    })
}

/// The games in which something does not happen that happens in some.
fn others(all: Counts, if_so: Counts) -> Counts {
    Counts {
        first: all.first - if_so.first,
        draws: all.draws - if_so.draws,
        second: all.second - if_so.second,
        aborted: 0,
    }
}

/// What goes with winning most, of all that is shown to go with it. What it is worth is not in these games.
pub fn most_telling(account: &Account) -> Option<Event> {
    most_telling_of(account).map(|(event, _)| event)
}

/// The same with the number of events that it was chosen among.
fn most_telling_of(account: &Account) -> Option<(Event, usize)> {
    let all = account.counts;
    let halves = |counts: Counts| i128::from(2 * counts.first + counts.draws);
    // Whether it happens, beside the half points of the game.
    let pairs = |if_so: Counts| Pairs {
        n: all.ended(),
        a: if_so.ended().into(),
        b: halves(all),
        aa: if_so.ended().into(),
        bb: i128::from(4 * all.first + all.draws),
        ab: halves(if_so),
    };
    let events: Vec<Event> = account.events();
    let can_be_said =
        |event: &&Event| [event.counts, others(all, event.counts)].iter().all(|one| one.ended() >= FEWEST);
    let said: Vec<(&Event, f64, f64)> = events
        .iter()
        .filter(can_be_said)
        .filter_map(|event| {
            let found = pearson(&pairs(event.counts), ALPHA)?;
            Some((event, found.coefficient.estimate.abs(), found.p))
        })
        .collect();
    let certain = holm(&said.iter().map(|(.., p)| *p).collect::<Vec<_>>());
    let shown = said.iter().zip(certain).filter(|(_, p)| *p <= ALPHA).map(|(one, _)| one);
    let (event, ..) = shown.reduce(|one, other| if other.1 > one.1 { other } else { one })?;
    Some(((*event).clone(), said.len()))
}

fn event(account: &Account, tried: &[Tried], intervals: Intervals) -> Option<Finding> {
    let all = account.counts;
    let (event, among) = most_telling_of(account)?;
    // Two scores of each that it was chosen among.
    let score = |counts| intervals.score_at(counts, level(2 * among));
    let is_of_it = |one: &&Tried| one.of == TriedOf::Event(event.field.name.clone());
    let switched_off = tried.iter().find(is_of_it).map(|one| Box::new(one.without(1)));
    let Field { name, what, side, unit, about, .. } = event.field;
    Some(Finding::Event {
        column: name,
        what,
        side,
        unit,
        about,
        share: intervals.rate(event.counts.ended(), all.ended()),
        score_if: score(event.counts),
        score_if_not: score(others(all, event.counts)),
        switched_off,
    })
}

fn units(account: &Account, intervals: Intervals) -> Option<Finding> {
    let units = account.units();
    let worth = |moments: &Moments| UnitWorth {
        unit: moments.field.unit.clone().unwrap_or_default(),
        side: moments.field.side.clone().unwrap_or_default(),
        points: points(intervals, &moments.pairs, units.len()),
    };
    let worths: Vec<UnitWorth> = units.iter().map(worth).filter(|one| leaves_zero_out(one.points)).collect();
    let farthest = |sign: f64| {
        let towards = |one: &UnitWorth| sign * one.points.value.unwrap_or_default();
        let of_sign = worths.iter().filter(|one| towards(one) > 0.0);
        of_sign.reduce(|one, other| if towards(other) > towards(one) { other } else { one }).cloned()
    };
    let (wins, costs) = (farthest(1.0), farthest(-1.0));
    (wins.is_some() || costs.is_some()).then_some(Finding::Units { wins, costs })
}

#[cfg(test)]
mod tests;
