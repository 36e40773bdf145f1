//! The course of a run: what is done with games as they come. They are counted, recorded, and where the run ends by
//! what they show and not by their number, that is asked of a confidence sequence and never of a test that must not
//! be peeked at.

use core::ops::{ControlFlow, Range};
use core::str::FromStr;

use crate::records::{Folder, Manifest, RecordError, Recorder};
use crate::tally::Tally;
use crate::verdict::{Verdict, precise_enough, verdict};
use crate::why::Account;
use szala_system::Stretch;

/// One less the confidence of everything that is shown while a run goes on, or used to stop it.
pub const ALPHA: f64 = 0.05;

/// What ends a run before its last game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Until {
    /// A verdict within this margin, in parts of a game.
    Decided(f64),
    /// All rates are known to this, in parts of a game.
    Precise(f64),
}

/// How often a run checks whether it can end: always after the same games, so that a run of the same name ends
/// with the same game whatever the number of threads.
pub(crate) const LOOK_EVERY: u64 = 100;

impl Until {
    /// Whether these games are enough; if not, how many more it takes if the rates stay as they are.
    ///
    /// # Errors
    /// How many more, where that is known.
    pub fn reached(self, tally: &Tally) -> Result<(), Option<u64>> {
        let Tally { first, draws, second, .. } = *tally;
        match self {
            Self::Decided(margin) => match verdict(first, draws, second, margin, ALPHA).0 {
                Verdict::Undecided { more } => Err(more),
                Verdict::Fair | Verdict::Favours(_) => Ok(()),
            },
            Self::Precise(precision) => precise_enough(first, draws, second, precision, ALPHA).map_err(Some),
        }
    }
}

/// As a manifest says it, in points: `decided within 2 points`, `rates known to 0.5 points`.
impl FromStr for Until {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let points =
            |text: &str| text.strip_suffix(" points")?.parse().ok().map(|points: f64| points / 100.0);
        let decided = text.strip_prefix("decided within ").and_then(points).map(Self::Decided);
        let precise = || text.strip_prefix("rates known to ").and_then(points).map(Self::Precise);
        decided.or_else(precise).ok_or_else(|| format!("unknown stopping rule `{text}`"))
    }
}

/// Counts games by `add` up to that with which the run ends; says how many, and whether it ends with them. What was
/// counted before are all games before these.
pub(crate) fn count_to_end(
    until: Option<Until>,
    tally: &mut Tally,
    games: usize,
    mut add: impl FnMut(&mut Tally, Range<usize>),
) -> (usize, bool) {
    let Some(until) = until else {
        add(tally, 0..games);
        return (games, false);
    };
    let mut counted = 0;
    while counted < games {
        let to_look = usize::try_from(LOOK_EVERY - tally.games % LOOK_EVERY)
            .expect("there are fewer games than a usize holds");
        let next = games.min(counted + to_look);
        add(tally, counted..next);
        counted = next;
        if ends(until, tally) {
            return (counted, true);
        }
    }
    (counted, false)
}

/// Whether it is time to look, and the run ends by what is seen.
fn ends(until: Until, tally: &Tally) -> bool {
    tally.games > 0 && tally.games.is_multiple_of(LOOK_EVERY) && until.reached(tally).is_ok()
}

/// A run under way.
#[derive(Debug)]
pub struct Course {
    tally: Tally,
    recorder: Option<Recorder>,
    until: Option<Until>,
    is_reached: bool,
    failure: Option<RecordError>,
    account: Option<Account>,
}

impl Course {
    /// A run of which so much has been played.
    pub fn new(tally: Tally, recorder: Option<Recorder>, until: Option<Until>) -> Self {
        let is_reached = until.is_some_and(|until| ends(until, &tally));
        Self { tally, recorder, until, is_reached, failure: None, account: None }
    }

    /// The same with an account of the games that are taken from now on.
    #[must_use]
    pub fn accounted(self, account: Account) -> Self {
        Self { account: Some(account), ..self }
    }

    /// The account of the games that were taken, if one is kept.
    pub fn account(&self) -> Option<&Account> {
        self.account.as_ref()
    }

    /// What was counted so far.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Has what the games showed ended the run?
    pub fn is_reached(&self) -> bool {
        self.is_reached
    }

    /// Takes games; breaks off when the run is to end with one of them, and when they cannot be recorded.
    pub fn take(&mut self, stretch: &Stretch) -> ControlFlow<()> {
        let (games, add) = (stretch.played.len(), |tally: &mut Tally, games| tally.add(stretch, games));
        let (wanted, is_reached) = count_to_end(self.until, &mut self.tally, games, add);
        self.is_reached = is_reached;
        if let Some(account) = &mut self.account {
            account.add_stretch(stretch, wanted);
        }
        if let Some(recorder) = &mut self.recorder
            && let Err(error) = recorder.add_stretch(stretch, wanted)
        {
            self.failure = Some(error);
        }
        if self.is_reached || self.failure.is_some() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    /// Takes the games of a part, the next of this run, up to that with which the run ends.
    ///
    /// # Errors
    /// What is wrong with the part, or that its games cannot be recorded.
    pub fn take_part(&mut self, part: &Folder) -> Result<(), RecordError> {
        let mut end = part.manifest.part.first;
        let mut rows = part.long_rows();
        for block in part.blocks(|_| true) {
            let block = block?;
            let add = |tally: &mut Tally, games| block.count_some(tally, games);
            let (counted, is_reached) = count_to_end(self.until, &mut self.tally, block.len(), add);
            end = block.first + counted as u64;
            if let Some(account) = &mut self.account {
                account.add_block(&block, 0..counted);
            }
            if let Some(recorder) = &mut self.recorder {
                // The rows of a whole block would not fit memory: they come a few games at a time.
                let mut from = block.first;
                while from < end {
                    let (frames, to) = match rows.next() {
                        Some(next) => next?,
                        None => (Vec::new(), end),
                    };
                    let to = to.min(end);
                    recorder.add_block(&block, from..to, &frames)?;
                    from = to;
                }
            }
            self.is_reached = is_reached;
            if is_reached {
                return Ok(());
            }
        }
        if end != part.manifest.part.end {
            let why = format!("its files end before game {}, where the part ends", part.manifest.part.end);
            return Err(RecordError::damaged(&part.path, why));
        }
        Ok(())
    }

    /// Ends the run: writes what was not written yet. `is_finished` says that nothing is left to play.
    ///
    /// # Errors
    /// That something could not be recorded; what was written before is kept.
    pub fn close(self, is_finished: bool) -> Result<Tally, RecordError> {
        self.finish(is_finished).map(|(tally, _)| tally)
    }

    /// The same, with the manifest of the record, if there is one.
    pub(crate) fn finish(self, is_finished: bool) -> Result<(Tally, Option<Manifest>), RecordError> {
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        let close = |recorder: Recorder| recorder.close(is_finished || self.is_reached);
        Ok((self.tally, self.recorder.map(close).transpose()?))
    }
}

#[cfg(test)]
mod tests {
    use core::ops::Range;
    use std::sync::atomic::AtomicBool;

    use szala_kernel::RunSeed;

    use super::*;
    use crate::run::{Plan, play};
    use crate::toy::by_chance;

    fn course(until: Option<Until>, numbers: Range<u64>, threads: usize, before: Tally) -> Course {
        let mut course = Course::new(before, None, until);
        let plan = Plan { seed: RunSeed(11), numbers, threads };
        play(&by_chance(), &plan, &AtomicBool::new(false), |stretch| course.take(stretch))
            .expect("the machine starts threads");
        course
    }

    #[test]
    fn a_run_ends_with_the_same_game_on_any_number_of_threads_and_however_it_was_broken_off() {
        for until in [Until::Decided(0.05), Until::Precise(0.05)] {
            let alone = course(Some(until), 0..1_000_000, 1, Tally::default());
            assert!(alone.is_reached(), "{until:?}");
            let games = alone.tally.games;
            assert!(games.is_multiple_of(LOOK_EVERY), "{games}");
            for threads in [2, 8] {
                let other = course(Some(until), 0..1_000_000, threads, Tally::default());
                assert_eq!(other.tally, alone.tally, "{threads} threads");
            }
            // Not a game earlier: a look before, it was not reached.
            let earlier = course(None, 0..games - LOOK_EVERY, 2, Tally::default());
            assert!(until.reached(&earlier.tally).is_err());
            for part in [7, games - LOOK_EVERY, games - 1, games] {
                let before = course(None, 0..part, 2, Tally::default()).tally;
                let after = Course::new(before.clone(), None, Some(until));
                if part == games {
                    assert!(after.is_reached(), "nothing is left to play");
                } else {
                    assert_eq!(
                        course(Some(until), part..1_000_000, 2, before).tally,
                        alone.tally,
                        "from {part}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_run_without_a_condition_plays_all_its_games() {
        let course = course(None, 0..1_234, 2, Tally::default());
        assert_eq!((course.tally().games, course.is_reached()), (1_234, false));
    }
}
