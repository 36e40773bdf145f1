//! How far the score depends on values that are not known for sure: many scenarios, in each of which all of them are
//! drawn from their ranges, and how far their scores lie apart once the noise of few games is taken off.

use core::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use szala_kernel::seed::mix;
use szala_system::Half;

use crate::compare::{Axis, play_keyed};
use crate::course::ALPHA;
use crate::race::{RaceFailed, Seat};
use crate::run::Plan;
use crate::statistics::bootstrap::Bootstrap;
use crate::statistics::components::{Components, Group, deviation_between};
use crate::statistics::interval::Interval;
use crate::statistics::{Sample, float};

/// Bootstrap resamples for the interval of a share.
const RESAMPLES: u32 = 2_000;

/// Which value is drawn in which scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lottery {
    /// By scenario: the place of the drawn value in the list of each range.
    pub drawn: Vec<Vec<usize>>,
    /// How many values each range has.
    sizes: Vec<usize>,
}

impl Lottery {
    /// Draws for this many scenarios from ranges of these sizes. Each value of a range is drawn about equally often,
    /// and in an order that has nothing to do with any other range: a Latin hypercube (M. D. `McKay`, R. J. Beckman and
    /// W. J. Conover, 1979).
    pub fn draw(sizes: &[usize], scenarios: usize, seed: u64) -> Self {
        let mut drawn = vec![vec![0; sizes.len()]; scenarios];
        for (place, size) in sizes.iter().enumerate() {
            let key = mix(seed ^ mix(place as u64 + 1));
            let mut order: Vec<usize> = (0..scenarios).collect();
            order.sort_by_key(|scenario| mix(key ^ mix(*scenario as u64 + 1)));
            for (rank, scenario) in order.into_iter().enumerate() {
                drawn[scenario][place] = rank * size / scenarios;
            }
        }
        Self { drawn, sizes: sizes.to_vec() }
    }
}

/// How much of the spread a value explains.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// The part of the variance between scenarios that goes with this value alone; 0 to 1.
    pub share: Interval,
}

/// How scores differ among scenarios.
#[derive(Clone, Debug, PartialEq)]
pub struct Spread {
    /// How many scenarios.
    pub scenarios: usize,
    /// The games of all of them that had an end.
    pub games: u64,
    /// The mean of their scores.
    pub mean: f64,
    /// The standard deviation of their scores, without the noise of few games.
    pub deviation: Interval,
    /// The standard deviation as it was seen, with that noise.
    pub seen: f64,
    /// The share of each value, in the order of the ranges; those of values that have one.
    pub shares: Vec<Share>,
}

/// A scenario: its mean score, and the places of its values between -1 and 1.
#[derive(Clone, Debug)]
struct Drawn {
    group: Group,
    places: Vec<f64>,
}

/// Plays this many games of every drawn scenario, each scenario with numbers of its own: games of the same numbers
/// would share their luck, and scenarios that are alike would seem to agree. `seat` makes the game of a scenario. Games
/// without an end do not count. Nothing if it was stopped, or for fewer than two scenarios or games.
///
/// # Errors
/// When the system cannot start this many threads, or a scenario cannot be played.
pub fn spread(
    plan: &Plan,
    lottery: &Lottery,
    seat: Seat<'_>,
    stop: &AtomicBool,
    mut tell: impl FnMut(u64),
) -> Result<Option<Spread>, RaceFailed> {
    let each = plan.numbers.end - plan.numbers.start;
    let mut samples = Vec::new();
    for scenario in 0..lottery.drawn.len() {
        let contest = seat(scenario).map_err(RaceFailed::Variant)?;
        let first = plan.numbers.start + scenario as u64 * each;
        let own = Plan { numbers: first..first + each, ..plan.clone() };
        let mut outcomes = [0; 3];
        let take = |_, games: &[Half]| {
            for half_points in games.iter().filter_map(|half| Axis::Score.of(half)) {
                outcomes[usize::try_from(half_points).expect("a game has two half points at most")] += 1;
            }
            ControlFlow::Continue(())
        };
        play_keyed(&*contest, &own, stop, take).map_err(RaceFailed::Threads)?;
        let [lost, drawn, won] = outcomes;
        samples.push(Sample::of_scores(won, drawn, lost));
        tell((scenario as u64 + 1) * each);
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
    }
    let is_enough = samples.len() > 1 && samples.iter().all(|sample| sample.n > 1);
    Ok(is_enough.then(|| of_scores(&samples, lottery)))
}

/// The spread of the scores of scenarios.
fn of_scores(samples: &[Sample], lottery: &Lottery) -> Spread {
    let size = |place: usize| float(lottery.sizes[place].saturating_sub(1) as u64);
    let place = |(at, drawn): (usize, &usize)| 2.0 * float(*drawn as u64) / size(at).max(1.0) - 1.0;
    let of = |(sample, drawn): (&Sample, &Vec<usize>)| Drawn {
        group: Group::from(*sample),
        places: drawn.iter().enumerate().map(place).collect(),
    };
    let drawn: Vec<Drawn> = samples.iter().zip(&lottery.drawn).map(of).collect();
    let groups: Vec<Group> = drawn.iter().map(|drawn| drawn.group).collect();
    let components = Components::of(&groups).expect("there are two scenarios at least");
    let share = |at: usize| {
        let clipped = |part: f64| part.clamp(0.0, 1.0);
        let bootstrap = Bootstrap { resamples: RESAMPLES, seed: at as u64, alpha: ALPHA };
        let Interval { estimate, low, high } = bootstrap.percentile(&drawn, |drawn| share_of(drawn, at));
        let [estimate, low, high] = [estimate, low, high].map(clipped);
        Share { share: Interval { estimate, low: low.min(estimate), high: high.max(estimate) } }
    };
    Spread {
        scenarios: groups.len(),
        games: samples.iter().map(|sample| sample.n).sum(),
        mean: groups.iter().map(|group| group.mean).sum::<f64>() / float(groups.len() as u64),
        deviation: deviation_between(&groups, ALPHA),
        seen: components.seen.sqrt(),
        shares: (0..lottery.sizes.len()).map(share).collect(),
    }
}

/// Which part of the variance between scenarios goes with the value in this place: the square of its correlation with
/// the score, less what chance alone would give, as a part of what is no noise.
fn share_of(drawn: &[Drawn], at: usize) -> f64 {
    let n = float(drawn.len() as u64);
    let mean = |value: &dyn Fn(&Drawn) -> f64| drawn.iter().map(value).sum::<f64>() / n;
    let (x, y) = (mean(&|drawn| drawn.places[at]), mean(&|drawn| drawn.group.mean));
    let [xx, yy, xy, noise] = [
        mean(&|drawn| (drawn.places[at] - x).powi(2)),
        mean(&|drawn| (drawn.group.mean - y).powi(2)),
        mean(&|drawn| (drawn.places[at] - x) * (drawn.group.mean - y)),
        mean(&|drawn| drawn.group.noise),
    ];
    let between = yy * n / (n - 1.0) - noise;
    if xx <= 0.0 || yy <= 0.0 || between <= 0.0 || n < 3.0 {
        return 0.0;
    }
    let square = xy * xy / (xx * yy);
    let by_chance = (1.0 - square) / (n - 2.0);
    (square - by_chance) * yy / between
}

#[cfg(test)]
mod tests;
