//! The gate: does a game still play as it did when somebody last looked at it and agreed? The same games are played
//! again, with the dice they had. Are they the same games, nothing is left to ask. Otherwise they are compared in
//! pairs, and on every axis it must be shown that no change as large as a margin is left: what is not shown does not
//! pass. The file of a baseline is described in `baseline`; `docs/CI_FOR_YOUR_GAME.md` is the page for its users.

mod baseline;
mod plan;

use core::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use rayon::ThreadPoolBuildError;
use szala_kernel::{BySide, Side};
use szala_system::{Contest, Half};

pub use baseline::{Baseline, Head};
pub use plan::{Asked, Margins, Planned, Terms};

use crate::aggregate::Counts;
use crate::compare::{Axis, play_keyed};
use crate::run::Plan;
use crate::statistics::float;
use crate::statistics::interval::Interval;
use crate::statistics::paired::Pairs;

/// What is judged, each by itself: a draw or a game without an end cannot hide behind wins and losses. The score is
/// not among them, since wins and draws say more.
pub const AXES: [Axis; 6] = [Axis::Win, Axis::Draw, Axis::Loss, Axis::Lead, Axis::Length, Axis::Aborted];

/// A game as a baseline remembers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remembered {
    /// The winner and the lead of the first side; nothing where the game had no end.
    pub end: Option<(Option<Side>, i32)>,
    /// Decisions taken.
    pub decisions: u32,
    /// The upper half of the hash of its course.
    pub course: u32,
}

impl From<&Half> for Remembered {
    fn from(half: &Half) -> Self {
        Self {
            end: half.end.ok().map(|outcome| (outcome.winner, outcome.lead)),
            decisions: u32::try_from(half.decisions).expect("a game is short"),
            course: u32::try_from(half.course >> 32).expect("the upper half of 64 bits"),
        }
    }
}

impl Remembered {
    /// How many games ended how.
    pub fn counts(games: &[Self]) -> Counts {
        let mut counts = Counts::default();
        for game in games {
            *match game.end {
                Some((Some(Side::First), _)) => &mut counts.first,
                Some((None, _)) => &mut counts.draws,
                Some((Some(Side::Second), _)) => &mut counts.second,
                None => &mut counts.aborted,
            } += 1;
        }
        counts
    }

    fn on(&self, axis: Axis) -> Option<i64> {
        axis.value(self.end, self.decisions.into())
    }
}

/// Plays keyed games from number 0 on, and remembers them, until `is_enough` of all that were played; it is asked
/// every `STEP` games. `plan` says which games there are at most; `stop` is as for [`play`](crate::play).
///
/// # Errors
/// When the system cannot start this many threads.
pub fn remember(
    contest: &dyn Contest,
    plan: &Plan,
    stop: &AtomicBool,
    mut is_enough: impl FnMut(&[Remembered]) -> bool,
) -> Result<Vec<Remembered>, ThreadPoolBuildError> {
    let mut games: Vec<Remembered> = Vec::new();
    play_keyed(contest, plan, stop, |_, halves| {
        for half in halves {
            games.push(half.into());
            if games.len().is_multiple_of(STEP) && is_enough(&games) {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    })?;
    Ok(games)
}

/// After how many games it is asked whether they are enough; so it depends on nothing but them.
pub const STEP: usize = 1_000;

/// What of a game is not as it was when the baseline was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Changed {
    /// Its scenario: the files or the changes to them say something else.
    pub scenario: bool,
    /// Its players: their plans or weights are others.
    pub players: BySide<bool>,
}

/// What the gate says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Every game is the same game.
    Unchanged,
    /// Some are not, but it is shown on all axes that what changed is less than the margins.
    Equivalent,
    /// On some axis a change is shown, and not that it is less than the margin.
    Shifted,
    /// It cannot be judged.
    Invalid,
}

impl Answer {
    /// Does it let pass?
    pub fn passes(self) -> bool {
        matches!(self, Self::Unchanged | Self::Equivalent)
    }
}

/// What was found on an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finding {
    /// The axis.
    pub axis: Axis,
    /// Means of the baseline and of now.
    pub means: [f64; 2],
    /// By how much more it is now, with the interval of the two one-sided tests: at a level of 5 % that of 90 %.
    pub difference: Interval,
    /// The largest change that does not matter, in the unit of the means; none for games without an end that are not
    /// to be at all.
    pub margin: f64,
    /// What it shows.
    pub shows: Shows,
    /// The pairs that it rests on.
    pub pairs: Pairs,
}

/// What an axis shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shows {
    /// That the change is less than the margin.
    Equivalence,
    /// That there is a change, and not that it is less than the margin.
    Shift,
    /// Neither.
    Nothing,
}

/// Why it cannot be judged.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Obstacle {
    /// Games of the baseline are missing.
    #[error(
        "the baseline has {there} games instead of {due}; put back a whole copy of it, or make it anew with \
         --update"
    )]
    Missing {
        /// How many there should be.
        due: usize,
        /// How many there are.
        there: usize,
    },
    /// The games of the baseline are not those that were written.
    #[error(
        "the games of the baseline are not as they were written (their checksum differs); put back a whole copy of it, \
         or make it anew with --update"
    )]
    Damaged,
    /// It could not detect a change as large as the margin.
    #[error(
        "{games} games are too few for a margin of {margin} on {}: if nothing changed but the dice, that would be \
         shown with a chance of {:.1} %, and not {asked:.1} %. Make the baseline anew with {needed} games \
         (--update --games {needed}), or widen the margin", .axis.key(), (10.0 * .chance).floor() / 10.0
    )]
    Weak {
        /// The axis.
        axis: Axis,
        /// Its margin, with its unit.
        margin: String,
        /// How many games there are.
        games: usize,
        /// The chance in percent that the axis passes.
        chance: f64,
        /// How large it should be.
        asked: f64,
        /// How many games there should be.
        needed: u64,
    },
    /// The scenario is another.
    #[error(
        "the scenario is not the one of the baseline: its files, or the changes to them, say something else. If that \
         is meant, see below what it does, and make the baseline anew with --update; --allow scenario judges it by the \
         margins"
    )]
    Scenario,
    /// A player is another.
    #[error(
        "the player of {0} is not the one of the baseline: the plan or the weights differ. If that is meant, see \
         below what it does, and make the baseline anew with --update; --allow players judges it by the margins"
    )]
    Player(String),
    /// Games had no end.
    #[error(
        "games without an end: {now} now, {before} in the baseline; the first is game {first}. Nobody wins such a \
         game, so nothing can be said of wins before it ends. If some may have none, say how many with a margin of \
         aborted games"
    )]
    Endless {
        /// How many of the baseline.
        before: u64,
        /// How many now.
        now: u64,
        /// The number of the first.
        first: usize,
    },
    /// The games are not enough to decide.
    #[error(
        "nothing is shown on {}: neither a change, nor that it is less than {margin}. The games differ more than the \
         baseline's own did; about {needed} would show it", .axis.key()
    )]
    Unclear {
        /// The axis.
        axis: Axis,
        /// Its margin, with its unit.
        margin: String,
        /// How many games it would take.
        needed: u64,
    },
}

/// The result.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// What the gate says.
    pub answer: Answer,
    /// How many games were played now.
    pub games: usize,
    /// How many of them are other games than in the baseline.
    pub differing: usize,
    /// The number of the first of these.
    pub first_differing: Option<usize>,
    /// Every axis that was compared; none where no game differs.
    pub findings: Vec<Finding>,
    /// Why it could not be judged.
    pub obstacles: Vec<Obstacle>,
}

impl Judgement {
    /// That nothing can be judged, whatever the games would be.
    pub fn refused(obstacles: Vec<Obstacle>) -> Self {
        let (games, differing, first_differing) = (0, 0, None);
        Self { answer: Answer::Invalid, games, differing, first_differing, findings: Vec::new(), obstacles }
    }
}

/// Is it a share of the games?
fn is_rate(axis: Axis) -> bool {
    matches!(axis, Axis::Win | Axis::Draw | Axis::Loss | Axis::Aborted)
}

impl Baseline {
    /// What keeps it from judging anything, whatever the games will be.
    pub fn obstacles(&self) -> Vec<Obstacle> {
        let due = self.head.games;
        if self.games.len() != due {
            return vec![Obstacle::Missing { due, there: self.games.len() }];
        }
        if self.is_damaged {
            return vec![Obstacle::Damaged];
        }
        self.head.terms.weaknesses(&self.games)
    }

    /// Judges the games that are played now. `changed` says what of the game is not as it was, without what is allowed
    /// to have changed.
    ///
    /// # Panics
    /// When they are not as many as the baseline has.
    pub fn judge(&self, now: &[Remembered], changed: Changed) -> Judgement {
        assert_eq!(self.games.len(), now.len(), "the same games");
        let pairs = || self.games.iter().zip(now);
        let differing = pairs().filter(|(before, now)| before != now).count();
        let first_differing = pairs().position(|(before, now)| before != now);
        let mut judgement = Judgement {
            answer: Answer::Unchanged,
            games: now.len(),
            differing,
            first_differing,
            findings: Vec::new(),
            obstacles: self.endless(now).into_iter().collect(),
        };
        if differing > 0 {
            judgement.findings = self.head.terms.judged().map(|axis| self.find(axis, now)).collect();
            judgement.obstacles.extend(self.changes(changed));
        }
        let shows = |what| judgement.findings.iter().any(|finding| finding.shows == what);
        judgement.answer = if !judgement.obstacles.is_empty() {
            Answer::Invalid
        } else if shows(Shows::Shift) {
            Answer::Shifted
        } else if shows(Shows::Nothing) {
            judgement.obstacles =
                judgement.findings.iter().filter_map(|finding| self.unclear(finding)).collect();
            Answer::Invalid
        } else if differing > 0 {
            Answer::Equivalent
        } else {
            Answer::Unchanged
        };
        judgement
    }

    /// What changed that was not to.
    fn changes(&self, changed: Changed) -> Vec<Obstacle> {
        let mut obstacles = Vec::new();
        if changed.scenario {
            obstacles.push(Obstacle::Scenario);
        }
        let players = Side::BOTH.into_iter().filter(|side| changed.players[*side]);
        obstacles.extend(players.map(|side| Obstacle::Player(self.head.sides[side].clone())));
        obstacles
    }

    /// Games without an end, where none are to be.
    fn endless(&self, now: &[Remembered]) -> Option<Obstacle> {
        let is_endless = |game: &Remembered| game.end.is_none();
        let count = |games: &[Remembered]| games.iter().filter(|game| is_endless(game)).count() as u64;
        let first =
            now.iter().zip(&self.games).position(|(now, before)| is_endless(now) || is_endless(before))?;
        let is_refused = self.head.terms.margins[Axis::Aborted] <= 0.0;
        is_refused.then(|| Obstacle::Endless { before: count(&self.games), now: count(now), first })
    }

    fn find(&self, axis: Axis, now: &[Remembered]) -> Finding {
        let mut pairs = Pairs::default();
        for (before, now) in self.games.iter().zip(now) {
            if let (Some(before), Some(now)) = (before.on(axis), now.on(axis)) {
                pairs.add(before, now);
            }
        }
        let terms = &self.head.terms;
        // Two one-sided tests at a level: the interval that leaves out the level on either side.
        let alpha = 2.0 * terms.level();
        let difference =
            if is_rate(axis) { pairs.rate_difference(alpha) } else { pairs.mean_difference(alpha) };
        let margin = terms.margins.natural(axis);
        let shows = if -margin < difference.low && difference.high < margin {
            Shows::Equivalence
        } else if difference.low > 0.0 || difference.high < 0.0 {
            Shows::Shift
        } else {
            Shows::Nothing
        };
        let means = [pairs.first().mean, pairs.second().mean];
        Finding { axis, means, difference, margin, shows, pairs }
    }

    /// That an axis shows nothing, and how many games it would take.
    fn unclear(&self, finding: &Finding) -> Option<Obstacle> {
        let Finding { axis, difference, margin, shows, pairs, .. } = *finding;
        let half = (difference.high - difference.low) / 2.0;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a rough number of games"
        )]
        // The interval gets narrower with the root of the games; half a margin leaves room on both sides.
        let needed = (float(pairs.n) * (2.0 * half / margin).powi(2)).ceil() as u64;
        let needed = needed.max(2 * pairs.n).next_multiple_of(STEP as u64);
        let margin = self.head.terms.margins.told(axis);
        (shows == Shows::Nothing).then_some(Obstacle::Unclear { axis, margin, needed })
    }
}

#[cfg(test)]
mod tests;
