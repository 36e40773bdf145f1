//! The difference between two variants in parts that add up to the whole: the score by how games end and when, the lead
//! by the stages in which it is made and the units through which it comes. Games are pairs, and sums are integers.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Serialize;
use szala_kernel::{Outcome, Side};
use szala_system::Stretch;

use super::account::{Ended, Kept, Slice, kept};
use crate::aggregate::{AggregateError, are_pairs};
use crate::compare::Pair;
use crate::records::{COMMON, Folder, Frame, RecordError};
use crate::statistics::paired::Pairs;

/// What the parts are of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Of {
    /// The score by the way in which games end.
    Endings,
    /// The score by the stage or turn in which games end.
    Times,
    /// The lead by the stage in which it is made.
    Stages,
    /// The lead by the unit through which it comes.
    Units,
}

impl Of {
    /// All of them, in the order of output.
    pub const ALL: [Self; 4] = [Self::Endings, Self::Times, Self::Stages, Self::Units];

    /// Are they parts of the score? Otherwise they are parts of the lead.
    pub fn is_of_score(self) -> bool {
        matches!(self, Self::Endings | Self::Times)
    }
}

/// A part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// What it is: a reason, the number of a stage, a unit; empty for what no other part accounts for.
    pub name: String,
    /// The rule of an ending, or the side of a unit.
    pub of: Option<String>,
    /// Its sums over all pairs. Parts of the score are counted as 1 for a game that the first side won, -1 for one
    /// that it lost: half of that is what they add to a score of a half.
    pub pairs: Pairs,
}

/// What one game adds to each part.
type Adds = BTreeMap<(String, Option<String>), i64>;

/// The parts of two variants whose games are pairs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Breakdown {
    /// The pairs of which both games ended: no part knows of others.
    pub pairs: u64,
    /// Which of the parts both variants record.
    known: [bool; Of::ALL.len()],
    /// Parts by name, of each whole.
    parts: [BTreeMap<(String, Option<String>), Pairs>; Of::ALL.len()],
    sides: [String; 2],
}

/// A game of a pair with its row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Told<'g> {
    pub(super) end: Option<Ended<'g>>,
    pub(super) rule: Option<&'g str>,
    pub(super) row: &'g [i32],
}

impl Breakdown {
    /// No pairs yet, of variants with these columns.
    pub fn new(slices: [&Slice; 2], sides: [String; 2]) -> Self {
        let both = |holds: &dyn Fn(&Slice) -> bool| slices.iter().all(|slice| holds(slice));
        let known = Of::ALL.map(|of| match of {
            Of::Endings => true,
            Of::Times => both(&Slice::knows_times),
            Of::Stages => both(&|slice| !slice.stages.is_empty()),
            Of::Units => both(&|slice| !slice.units.is_empty()),
        });
        Self { known, sides, ..Self::default() }
    }

    /// Adds pairs of games with their rows.
    pub fn add_stretches(&mut self, slices: [&Slice; 2], pairs: &[Pair], stretches: [&Stretch; 2]) {
        for (place, pair) in pairs.iter().enumerate() {
            let rules = pair.map(|half| half.end.ok().map(|outcome| outcome.rule.to_string()));
            let told = [0, 1].map(|which| {
                let width = slices[which].fields.len();
                let end = pair[which].end.ok();
                Told {
                    end: end.map(|Outcome { winner, lead, reason, .. }| Ended { winner, lead, reason }),
                    rule: rules[which].as_deref(),
                    row: &stretches[which].rows[place * width..][..width],
                }
            });
            self.add(slices, told);
        }
    }

    /// Adds a pair; a game without an end leaves it out.
    pub(super) fn add(&mut self, slices: [&Slice; 2], games: [Told<'_>; 2]) {
        let [Some(_), Some(_)] = games.map(|game| game.end) else { return };
        self.pairs += 1;
        let adds = [0, 1].map(|which| adds(slices[which], games[which], &self.sides));
        for of in Of::ALL.into_iter().filter(|of| self.known[*of as usize]) {
            let [one, other] = adds.each_ref().map(|adds| &adds[of as usize]);
            let mut names: Vec<_> = one.keys().chain(other.keys()).collect();
            names.sort_unstable();
            names.dedup();
            for name in names {
                let value = |adds: &Adds| adds.get(name).copied().unwrap_or_default();
                let sums = &mut self.parts[of as usize];
                if !sums.contains_key(name) {
                    sums.insert(name.clone(), Pairs::default());
                }
                sums.get_mut(name).expect("it was put in above").add(value(one), value(other));
            }
        }
    }

    /// The parts of a whole, in order of their names; nothing where a variant does not record them. A part that no
    /// pair has is left out, so the difference of the whole is the sum of theirs.
    pub fn parts(&self, of: Of) -> Option<Vec<Part>> {
        let part = |((name, of), pairs): (&(String, Option<String>), &Pairs)| Part {
            name: name.clone(),
            of: of.clone(),
            // What a pair does not have is nothing in both of its games.
            pairs: Pairs { n: self.pairs, ..*pairs },
        };
        self.known[of as usize].then(|| self.parts[of as usize].iter().map(part).collect())
    }
}

/// What a game adds to the parts of each whole.
fn adds(slice: &Slice, game: Told<'_>, sides: &[String; 2]) -> [Adds; Of::ALL.len()] {
    let Some(end) = game.end else { return Default::default() };
    let value = |place: usize| game.row[place];
    let of_lead = |places: &[usize], part: &dyn Fn(usize) -> ((String, Option<String>), i64)| {
        let mut adds: Adds = Adds::new();
        for place in places {
            let (name, value) = part(*place);
            if value != 0 {
                *adds.entry(name).or_default() += value;
            }
        }
        let rest = i64::from(end.lead) - adds.values().sum::<i64>();
        if rest != 0 {
            adds.insert((String::new(), None), rest);
        }
        adds
    };
    let stage = |place: usize| {
        let number = slice.fields[place].stage.unwrap_or_default();
        // In order as texts too.
        ((format!("{number:>3}"), None), i64::from(value(place)))
    };
    let unit = |place: usize| {
        let field = &slice.fields[place];
        let side = if slice.is_first(place, sides) { Side::First } else { Side::Second };
        let name = (field.unit.clone().unwrap_or_default(), field.side.clone());
        (name, i64::from(side.sign() * value(place)))
    };
    let of_score = |name: (String, Option<String>)| match end.sign() {
        0 => Adds::new(),
        sign => Adds::from([(name, sign)]),
    };
    Of::ALL.map(|of| match of {
        Of::Endings => of_score((end.reason.to_owned(), game.rule.map(str::to_owned))),
        Of::Times => of_score((format!("{:>3}", slice.time(value)), None)),
        Of::Stages => of_lead(&slice.stages, &stage),
        Of::Units => of_lead(&slice.units, &unit),
    })
}

/// The parts of two recorded runs whose games are pairs; nothing where they are not.
///
/// # Errors
/// What is wrong with a folder.
pub fn breakdown_of(one: &Folder, other: &Folder) -> Result<Option<Breakdown>, AggregateError> {
    if !are_pairs(one, other) {
        return Ok(None);
    }
    let slices = [one, other].map(|folder| {
        let manifest = &folder.manifest;
        Slice::of(manifest.columns[COMMON..].to_vec(), &manifest.time)
    });
    let slices = slices.each_ref();
    let sides = &one.manifest.run.sides;
    let names = slices.map(Slice::column_names);
    let names = names.each_ref().map(|names| names.iter().map(String::as_str).collect::<Vec<_>>());
    let games = |folder: &'_ Folder, which: usize| {
        let read = |read: Result<(&Path, Frame), RecordError>| {
            let kept = read.and_then(|(file, frame)| {
                kept(slices[which], &frame, sides).map_err(|why| RecordError::reading(file, &why))
            });
            kept.map_or_else(|error| vec![Err(error)], |games| games.into_iter().map(Ok).collect())
        };
        folder.frames(&names[which]).map(read).collect::<Vec<_>>()
    };
    let mut breakdown = Breakdown::new(slices, sides.clone());
    let mut others = games(other, 1).into_iter().flatten();
    for game in games(one, 0).into_iter().flatten() {
        let Some(second) = others.next() else { return Ok(None) };
        let pair = [game?, second?];
        breakdown.add(slices, pair.each_ref().map(Kept::told));
    }
    Ok(Some(breakdown))
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::sync::atomic::AtomicBool;

    use szala_kernel::RunSeed;

    use super::*;
    use crate::compare::{Axis, Comparison, play_pairs_with_rows};
    use crate::run::Plan;
    use crate::toy::played_by;
    use crate::why::testing::{SIDES, columns, drawn, won};

    fn sum(parts: &[Part]) -> i128 {
        parts.iter().map(|part| part.pairs.b - part.pairs.a).sum()
    }

    /// Two pairs. First: Red wins by 3 in stage 2 (1 in stage 1, 2 in stage 2; the Guard won 2, the Lancers cost 1),
    /// and with the change it is drawn at 1 in stage 1, of which no unit knows. Second: Blue wins by 1 in stage 1
    /// both times.
    #[test]
    fn parts_are_what_can_be_counted_by_hand_and_add_up_to_the_whole() {
        let sides = SIDES.map(str::to_owned);
        let slice = Slice::new(&columns(), &sides, "stage");
        let mut found = Breakdown::new([&slice; 2], sides);
        let told = |end, row| Told { end, rule: Some("1.1"), row };
        found.add(
            [&slice; 2],
            [told(Some(won(3)), &[2, 1, 2, 2, -1, 0]), told(Some(drawn(1)), &[1, 1, 0, 0, 0, 1])],
        );
        found.add(
            [&slice; 2],
            [told(Some(won(-1)), &[1, -1, 0, -1, 0, 0]), told(Some(won(-1)), &[1, -1, 0, -1, 0, 0])],
        );
        // A game without an end takes its pair out.
        found.add([&slice; 2], [told(None, &[0; 6]), told(Some(won(5)), &[2, 5, 0, 5, 0, 0])]);
        let parts = |of| found.parts(of).expect("rows say all of it");
        let shown = |of| -> Vec<(String, i128, i128)> {
            let part = |part: Part| (part.name.trim().to_owned(), part.pairs.a, part.pairs.b);
            parts(of).into_iter().map(part).collect()
        };
        let part = |name: &str, a, b| (name.to_owned(), a, b);
        // Two games end ahead before, one for each side: 1 - 1 = 0; after it only Blue's: -1.
        assert_eq!(shown(Of::Endings), [part("ahead", 0, -1)]);
        assert_eq!(shown(Of::Times), [part("1", -1, -1), part("2", 1, 0)]);
        assert_eq!(shown(Of::Stages), [part("1", 0, 0), part("2", 2, 0)]);
        // The Lancers cost Blue a point, which is Red's; the point that no unit won has no name.
        assert_eq!(shown(Of::Units), [part("", 0, 1), part("Guard", 1, -1), part("Lancers", 1, 0)]);
        assert_eq!(Of::ALL.map(|of| sum(&parts(of))), [-1, -1, -2, -2]);
        assert!(parts(Of::Stages).iter().all(|part| part.pairs.n == 2));
    }

    #[test]
    fn parts_of_played_games_add_up_to_the_differences_of_their_axes() {
        let contests = [played_by(["sentry", "uniform"]), played_by(["uniform", "uniform"])];
        let sides = SIDES.map(str::to_owned);
        let slices = contests.each_ref().map(|contest| Slice::new(&contest.columns(), &sides, "raid"));
        let plan = Plan { seed: RunSeed(5), numbers: 0..2_000, threads: 2 };
        let (mut found, mut comparison) = (Breakdown::new(slices.each_ref(), sides), Comparison::default());
        let take = |first: u64, pairs: &[Pair], stretches: [&Stretch; 2]| {
            comparison.add(first, pairs);
            found.add_stretches(slices.each_ref(), pairs, stretches);
            ControlFlow::Continue(())
        };
        play_pairs_with_rows(contests.each_ref().map(|one| &**one), &plan, &AtomicBool::new(false), take)
            .expect("the machine starts threads");
        let score = comparison.on(Axis::Score);
        let endings = found.parts(Of::Endings).expect("every game says how it ends");
        assert_eq!(sum(&endings), score.b - score.a);
        assert!(score.b != score.a && found.pairs == 2_000);
        assert_eq!(found.parts(Of::Units), None, "the toy has no units");
    }
}
