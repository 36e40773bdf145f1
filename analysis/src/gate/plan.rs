//! What a gate should detect, and what it can: margins, the level and the power, and how many games they take. It is
//! reckoned before anything is played, with the games of the baseline as the measure and as if the games of a pair had
//! nothing in common: pairs do better, never worse, as long as they do not pull apart.

use core::fmt;
use core::ops::Index;

use super::{AXES, Obstacle, Remembered, STEP, is_rate};
use crate::compare::Axis;
use crate::statistics::equivalence::{games_needed, power, shown_with};
use crate::statistics::{Sample, float};

/// Where nothing is said of it: the chance in percent that a change as large as a margin passes.
const LEVEL: u8 = 5;
/// Where nothing is said of it: the chance in percent that games pass in which nothing changed but the dice.
const POWER: u8 = 95;
/// Where nothing is said of it: the margin of the rates, in points.
const POINTS: f64 = 2.0;
/// Where nothing is said of it: the margin of everything else, in standard deviations of a game.
const DEVIATIONS: f64 = 0.05;

/// The largest change on each axis that does not matter, in the unit of output: points, victory points,
/// decisions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Margins([f64; AXES.len()]);

/// Margins of which some may be left to the games themselves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Asked {
    margins: [Option<f64>; AXES.len()],
    level: Option<u8>,
    power: Option<u8>,
}

/// What a gate should detect.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Terms {
    /// The largest changes that do not matter.
    pub margins: Margins,
    /// The chance in percent that a change as large as a margin passes, at most.
    pub level: u8,
    /// The chance in percent that games pass in which nothing changed but the dice, at least.
    pub power: u8,
}

/// What can be detected on an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Planned {
    /// The axis.
    pub axis: Axis,
    /// The mean of the baseline.
    pub mean: f64,
    /// The margin in the unit of the mean.
    pub margin: f64,
    /// The chance that the axis passes if nothing changed but the dice.
    pub chance: f64,
    /// The smallest change that is detected with the requested power.
    pub shown: f64,
    /// How many games the requested power takes.
    pub needed: u64,
}

fn place(axis: Axis) -> usize {
    AXES.iter().position(|judged| *judged == axis).expect("an axis that is judged")
}

/// How many units of output one counted unit of an axis is.
fn scale(axis: Axis) -> f64 {
    if is_rate(axis) { 100.0 } else { 1.0 }
}

/// The unit of output of an axis.
pub(super) fn unit(axis: Axis) -> &'static str {
    match axis {
        Axis::Lead => "VP",
        Axis::Length => "decisions",
        _ => "points",
    }
}

impl Index<Axis> for Margins {
    type Output = f64;

    fn index(&self, axis: Axis) -> &f64 {
        &self.0[place(axis)]
    }
}

impl Margins {
    /// In the unit in which the axis is counted: a rate is a part of one.
    pub fn natural(&self, axis: Axis) -> f64 {
        self[axis] / scale(axis)
    }

    /// With its unit.
    pub fn told(&self, axis: Axis) -> String {
        format!("{} {}", self[axis], unit(axis))
    }
}

impl Asked {
    /// The terms as they are: margins that are kept are kept to the digit.
    pub fn same(terms: &Terms) -> Self {
        Self { margins: terms.margins.0.map(Some), level: Some(terms.level), power: Some(terms.power) }
    }

    /// With this margin, in the unit of output.
    ///
    /// # Errors
    /// What margins there may be.
    pub fn margin(&mut self, axis: Axis, margin: f64) -> Result<(), String> {
        let most = if is_rate(axis) { 50.0 } else { 1e6 };
        let is_sound = if axis == Axis::Aborted { 0.0 <= margin } else { 0.0 < margin };
        if !(is_sound && margin <= most) {
            let least = if axis == Axis::Aborted { "from 0" } else { "above 0" };
            return Err(format!("the margin of {} is a number {least} to {most} {}", axis.key(), unit(axis)));
        }
        self.margins[place(axis)] = Some(margin);
        Ok(())
    }

    /// With this level, in percent.
    ///
    /// # Errors
    /// Which levels there are.
    pub fn level(&mut self, percent: u8) -> Result<(), String> {
        let is_sound = (1..=25).contains(&percent);
        is_sound.then(|| self.level = Some(percent)).ok_or_else(|| "a level is 1 to 25 %".to_owned())
    }

    /// With this power, in percent.
    ///
    /// # Errors
    /// Which powers there are.
    pub fn power(&mut self, percent: u8) -> Result<(), String> {
        let is_sound = (50..=99).contains(&percent);
        is_sound.then(|| self.power = Some(percent)).ok_or_else(|| "a power is 50 to 99 %".to_owned())
    }

    /// What is missing is taken from games as they are: rates to two points, everything else to a twentieth of a
    /// standard deviation, no game without an end.
    pub fn settle(&self, games: &[Remembered]) -> Terms {
        let margin = |axis: Axis| {
            self.margins[place(axis)].unwrap_or_else(|| match axis {
                Axis::Aborted => 0.0,
                axis if is_rate(axis) => POINTS,
                axis => neat(DEVIATIONS * sample(games, axis).variance.sqrt()),
            })
        };
        Terms {
            margins: Margins(AXES.map(margin)),
            level: self.level.unwrap_or(LEVEL),
            power: self.power.unwrap_or(POWER),
        }
    }
}

/// A number of two digits near to this one; never nothing.
fn neat(value: f64) -> f64 {
    format!("{:.1e}", value.max(0.01)).parse().expect("a formatted number is a number")
}

/// What the games are on an axis.
fn sample(games: &[Remembered], axis: Axis) -> Sample {
    let (mut n, mut sum, mut squares) = (0, 0, 0);
    for value in games.iter().filter_map(|game| game.on(axis)).map(i128::from) {
        n += 1;
        sum += value;
        squares += value * value;
    }
    if is_rate(axis) {
        // A game more of either kind: what has not happened yet may still happen.
        let spread = Sample::of_sums(n + 2, sum + 1, squares + 1).variance;
        return Sample { variance: spread, ..Sample::of_sums(n, sum, squares) };
    }
    Sample::of_sums(n, sum, squares)
}

impl Terms {
    /// The level, as a part of one.
    pub fn level(&self) -> f64 {
        f64::from(self.level) / 100.0
    }

    /// The axes that are compared. Games without an end are counted by hand where none are to be.
    pub fn judged(&self) -> impl Iterator<Item = Axis> + use<> {
        let margins = self.margins;
        AXES.into_iter().filter(move |axis| margins[*axis] > 0.0)
    }

    /// The chance that a single axis is to pass with, so that all of them pass with the power.
    fn power_each(&self) -> f64 {
        let axes = float(self.judged().count() as u64);
        1.0 - (1.0 - f64::from(self.power) / 100.0) / axes
    }

    /// What this many games can detect, if they are like these.
    pub fn plan(&self, games: &[Remembered]) -> Vec<Planned> {
        let (level, each) = (self.level(), self.power_each());
        let planned = |axis| {
            let Sample { mean, variance, .. } = sample(games, axis);
            // That of the difference of two games that have nothing in common.
            let (variance, margin) = (2.0 * variance, self.margins.natural(axis));
            let n = float(games.len() as u64);
            Planned {
                axis,
                mean,
                margin,
                chance: power(n, variance, 0.0, margin, level),
                shown: shown_with(n, variance, level, f64::from(self.power) / 100.0),
                needed: games_needed(variance, margin, level, each),
            }
        };
        self.judged().map(planned).collect()
    }

    /// Can these games detect all that they should?
    pub fn are_enough(&self, games: &[Remembered]) -> bool {
        self.weaknesses(games).is_empty()
    }

    /// How many games it will take, if they are like these: whole thousands.
    pub fn needed(&self, games: &[Remembered]) -> u64 {
        let most = self.plan(games).iter().map(|planned| planned.needed).max();
        most.unwrap_or(0).next_multiple_of(STEP as u64)
    }

    /// The axes on which these games cannot detect what they should.
    pub(super) fn weaknesses(&self, games: &[Remembered]) -> Vec<Obstacle> {
        let weak = self.plan(games).into_iter().filter(|planned| games.len() < narrow(planned.needed));
        weak.map(|planned| Obstacle::Weak {
            axis: planned.axis,
            margin: self.margins.told(planned.axis),
            games: games.len(),
            chance: 100.0 * planned.chance,
            asked: 100.0 * self.power_each(),
            needed: planned.needed.next_multiple_of(STEP as u64),
        })
        .collect()
    }
}

/// A number of games as a number of things in memory; more than that is as many as there can be.
fn narrow(games: u64) -> usize {
    usize::try_from(games).unwrap_or(usize::MAX)
}

impl fmt::Display for Margins {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let told = AXES.map(|axis| format!("{}={}", axis.key(), self[axis]));
        f.write_str(&told.join(","))
    }
}
