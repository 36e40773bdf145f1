//! A sweep: a scenario as it is, and cells in which some of its values differ, all played with the same numbers and the
//! same dice wherever they ask for the same. The counts are whole numbers, cell by cell beside the scenario as it is;
//! the figures follow from them. Which values are tried, and how results are shown, is left to others.

mod file;

use core::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::ThreadPoolBuildError;
use szala_system::{Contest, Half};

use crate::aggregate::Counts;
use crate::compare::{Axis, Compared, Comparison, Variant};
use crate::course::ALPHA;
use crate::crew::in_order;
use crate::estimate::{Estimate, Intervals};
use crate::race::{AT_ONCE, RaceFailed, Table};
use crate::run::Plan;
use crate::statistics::interval::Interval;
use crate::verdict::{Verdict, verdict};

/// A cell is checked for being hopeless each time it has played this many more games, whatever else happens.
pub const LOOK_EVERY: u64 = 1_000;
/// What was varied, and the results.
#[derive(Clone, Debug, PartialEq)]
pub struct Sweep {
    /// The paths of the values that were varied: one or two.
    pub paths: Vec<String>,
    /// How many games a cell has, unless it was stopped.
    pub games: u64,
    /// How far from one half a score is hopeless: such cells are stopped, so intervals hold at any time.
    pub hope: Option<f64>,
    /// The scenario as it is, beside itself.
    pub reference: Comparison,
    /// The cells, those of the last path next to each other.
    pub cells: Vec<Cell>,
    /// How many cells there are with those that are played elsewhere: they share the level of verdicts.
    pub all: usize,
}

/// A cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// Its values, one for each path.
    pub values: Vec<String>,
    /// Are they those that the scenario has?
    pub is_reference: bool,
    /// Its results beside the scenario as it is, which is the first of each pair.
    pub comparison: Comparison,
    /// It was stopped because it was hopeless.
    pub is_stopped: bool,
}

/// The figures of a cell: on each axis the scenario as it is stands first, the cell second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figures {
    /// How its games ended.
    pub counts: Counts,
    axes: [Compared; Axis::ALL.len()],
}

impl Figures {
    /// The figures of an axis.
    pub fn on(&self, axis: Axis) -> &Compared {
        &self.axes[axis as usize]
    }
}

/// Plays a sweep. `cells` have the values of variants, `all` is their number with those played elsewhere, and `seat`
/// makes the variant of the cell in a place, some cells at a time. The sweep is empty where nothing was played. When
/// `stop` is set, games under way are finished, and the result is what was played, less of it in later cells; `tell` is
/// called now and then with how many numbers are done.
///
/// # Errors
/// When the system cannot start this many threads, or a cell cannot be played.
#[expect(clippy::too_many_arguments, reason = "each says another thing, and there is one caller")]
pub fn sweep(
    paths: &[String],
    reference: &dyn Contest,
    (cells, all): (Vec<Cell>, usize),
    mut seat: impl FnMut(usize) -> Result<Box<dyn Contest>, String>,
    plan: &Plan,
    hope: Option<f64>,
    stop: &AtomicBool,
    mut tell: impl FnMut(u64),
) -> Result<Sweep, RaceFailed> {
    let games = plan.numbers.end - plan.numbers.start;
    let places: Vec<usize> = (0..cells.len()).collect();
    let mut sweep =
        Sweep { paths: paths.to_vec(), games, hope, reference: Comparison::default(), cells, all };
    // Without cells there is still the scenario as it is.
    let groups = if places.is_empty() { vec![&places[..]] } else { places.chunks(AT_ONCE).collect() };
    for (done, group) in groups.iter().enumerate() {
        let contests = group.iter().map(|place| seat(*place)).collect::<Result<Vec<_>, _>>();
        let contests = contests.map_err(RaceFailed::Variant)?;
        let told = |numbers: u64| {
            let all = (done as u128 * u128::from(games) + u128::from(numbers)) / groups.len() as u128;
            tell(u64::try_from(all).expect("no more than there are games"));
        };
        sweep.play(group, reference, &contests, plan, stop, told).map_err(RaceFailed::Threads)?;
    }
    Ok(sweep)
}

impl Sweep {
    /// Plays the cells in these places, beside the scenario as it is.
    fn play(
        &mut self,
        group: &[usize],
        reference: &dyn Contest,
        contests: &[Box<dyn Contest>],
        plan: &Plan,
        stop: &AtomicBool,
        mut tell: impl FnMut(u64),
    ) -> Result<(), ThreadPoolBuildError> {
        let Range { start, end } = plan.numbers;
        let (hope, is_first) = (self.hope, group.first().is_none_or(|place| *place == 0));
        let sweep = self;
        // Unless hopeless cells are stopped, there is nothing to look for on the way.
        let round = if hope.is_some() { LOOK_EVERY } else { end - start };
        let mut from = start;
        while from < end && !stop.load(Ordering::Relaxed) {
            let numbers = from..end.min(from.saturating_add(round));
            from = numbers.end;
            let live: Vec<usize> =
                (0..group.len()).filter(|at| !sweep.cells[group[*at]].is_stopped).collect();
            let part = Plan { numbers, ..plan.clone() };
            let worker = || {
                let all = core::iter::once(reference).chain(live.iter().map(|at| &*contests[*at]));
                Table::of(all, plan.seed)
            };
            let width = live.len() + 1;
            in_order(part.numbers.clone(), part.threads, worker, stop, |numbers, halves: &Vec<Half>| {
                tell(numbers.end - start);
                for (number, row) in numbers.zip(halves.chunks(width)) {
                    // The same games again with every group.
                    if is_first {
                        sweep.reference.add(number, &[[row[0], row[0]]]);
                    }
                    for (at, half) in live.iter().zip(&row[1..]) {
                        sweep.cells[group[*at]].comparison.add(number, &[[row[0], *half]]);
                    }
                }
                ControlFlow::Continue(())
            })?;
            if let Some(hope) = hope {
                sweep.stop_hopeless(group, hope);
            }
        }
        Ok(())
    }
}

impl Sweep {
    /// The fewest pairs of a cell that was not stopped.
    pub fn played(&self) -> u64 {
        let live = self.cells.iter().filter(|cell| !cell.is_stopped);
        live.map(|cell| cell.comparison.pairs).min().unwrap_or(self.reference.pairs)
    }

    /// Stops the cells in these places that cannot be fair any more. The level is shared among all cells, so that the
    /// chance that any of them is ever stopped wrongly is at most 5 %.
    fn stop_hopeless(&mut self, group: &[usize], hope: f64) {
        let alpha = self.alpha();
        for place in group {
            let cell = &mut self.cells[*place];
            if !cell.is_reference {
                let Counts { first, draws, second, .. } = cell.comparison.counts(Variant::B);
                let found = verdict(first, draws, second, hope, alpha).0;
                cell.is_stopped |= matches!(found, Verdict::Favours(_));
            }
        }
    }

    /// The share of each cell in the chance that one is stopped wrongly.
    #[expect(clippy::cast_precision_loss, reason = "there are few cells")]
    pub fn alpha(&self) -> f64 {
        ALPHA / self.all.max(1) as f64
    }

    /// Do the intervals hold at any time? They must where cells are stopped by what they show, and where somebody broke
    /// the sweep off, perhaps because of it.
    pub fn is_anytime(&self) -> bool {
        self.hope.is_some() || self.played() < self.games
    }

    /// Which intervals its figures have.
    pub fn intervals(&self) -> Intervals {
        if self.is_anytime() { Intervals::Anytime } else { Intervals::Fixed }
    }

    /// The figures of a cell.
    pub fn figures(&self, cell: &Cell) -> Figures {
        self.figures_of(&cell.comparison, cell.is_reference)
    }

    /// The figures of the scenario as it is.
    pub fn reference_figures(&self) -> Figures {
        self.figures_of(&self.reference, true)
    }

    fn figures_of(&self, comparison: &Comparison, is_reference: bool) -> Figures {
        let on = |axis: Axis| {
            let mut compared = comparison.compared(axis, self.intervals(), self.games);
            if is_reference {
                // The same games differ in nothing, and that is not an estimate.
                let nothing = Interval { estimate: 0.0, low: 0.0, high: 0.0 };
                compared.difference = Estimate::new(nothing, comparison.pairs.max(1), axis.unit());
            }
            compared
        };
        Figures { counts: comparison.counts(Variant::B), axes: Axis::ALL.map(on) }
    }
}

#[cfg(test)]
mod tests;
