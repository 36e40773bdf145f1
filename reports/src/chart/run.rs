//! The figures of charts, from the counts of recorded runs.

use szala_analysis::aggregate::{Aggregate, AggregateError, Counts, Table, Value, lives, looks};
use szala_analysis::clauses::{self, Clause};
use szala_analysis::compare::{Axis, Comparison};
use szala_analysis::records::Folder;
use szala_analysis::statistics::sequence;
use szala_analysis::{ALPHA, Interval};

use super::data::{
    ByWinner, ClauseHits, Clauses, Convergence, Difference, Distribution, Forest, Margin, Margins, Outcome,
    Outcomes, Reason, Reasons, Source, StageOutcome, Stages, Survival, Survivor,
};
use crate::lexicon::{Called, Lexicon};
use crate::messages::{Language, Message};
use crate::titles;
use szala_analysis::Intervals;

/// A recorded run to draw charts of.
#[derive(Clone, Copy, Debug)]
pub struct ChartedRun<'r> {
    /// The name it was requested by.
    pub name: &'r str,
    /// Its folder.
    pub folder: &'r Folder,
    /// Its counts.
    pub aggregate: &'r Aggregate,
    /// The words of its game.
    pub lexicon: &'r Lexicon,
}

impl ChartedRun<'_> {
    fn time(&self) -> String {
        self.folder.manifest.time.clone()
    }

    fn sides(&self) -> [Called; 2] {
        self.folder.manifest.run.sides.each_ref().map(|side| self.lexicon.called(side))
    }

    fn intervals(&self) -> Intervals {
        Intervals::of(&self.folder.manifest)
    }

    /// Its title in a line.
    pub fn title(&self) -> String {
        titles::short(&self.folder.manifest.run, self.lexicon)
    }

    fn source(&self, label: &str, counts: Counts) -> Source {
        Source {
            label: label.to_owned(),
            title: self.title(),
            players: self.folder.manifest.run.players.clone(),
            games: counts.ended(),
            aborted: counts.aborted,
            is_anytime: self.intervals() == Intervals::Anytime,
        }
    }

    fn outcome(&self, counts: Counts) -> Outcome {
        let intervals = self.intervals();
        let rate = |hits| intervals.of_rate(hits, counts.ended());
        Outcome {
            first: rate(counts.first),
            draws: rate(counts.draws),
            second: rate(counts.second),
            score: intervals.of_score(counts),
        }
    }

    /// The outcome of the games by how far they lasted.
    ///
    /// # Errors
    /// Errors of the folder, or that its games do not record when they ended.
    pub fn stages(&self) -> Result<Stages, AggregateError> {
        let aggregate = self.aggregate;
        let end = self.folder.manifest.end_column();
        let table = self.table(aggregate, &end, "when they ended")?;
        let number = |value: &Value| match value {
            Value::Number(stage) => u32::try_from(*stage).ok(),
            Value::Absent | Value::Name(_) => None,
        };
        let last = table.values.keys().filter_map(number).max().unwrap_or(0);
        let stages = (1..=last).map(|stage| {
            let counts = table.counts(|value| number(value).is_some_and(|end| end >= stage));
            StageOutcome { stage, games: counts.ended(), outcome: self.outcome(counts) }
        });
        let source = self.source("", aggregate.counts);
        Ok(Stages { sides: self.sides(), source, time: self.time(), stages: stages.collect() })
    }

    /// How the games ended.
    ///
    /// # Errors
    /// Errors of the folder.
    pub fn reasons(&self) -> Result<Reasons, AggregateError> {
        let aggregate = self.aggregate;
        let ended = aggregate.counts.ended();
        let told = aggregate.reasons.iter().filter(|(_, counts)| counts.ended() > 0);
        let words = |words: &str, rule: Option<&String>| {
            let rule = rule.map(|rule| format!(" [{rule}]")).unwrap_or_default();
            format!("{}{rule}", self.lexicon.tell(words))
        };
        let told = told.map(|((reason, rule), counts)| Reason {
            words: words(reason, rule.as_ref()),
            share: self.intervals().of_rate(counts.ended(), ended),
            winners: by_winner(*counts),
        });
        let mut reasons: Vec<Reason> = told.collect();
        reasons.sort_by_key(|reason| core::cmp::Reverse(reason.winners.iter().sum::<u64>()));
        Ok(Reasons { sides: self.sides(), source: self.source("", aggregate.counts), reasons })
    }

    /// How long units and commanders last.
    ///
    /// # Errors
    /// Errors of the folder, or that its games do not record it.
    pub fn survival(&self) -> Result<Survival, AggregateError> {
        let aggregate = self.aggregate;
        let second = &self.folder.manifest.run.sides[1];
        let units = lives(self.folder)?.into_iter().map(|life| Survivor {
            survival: life.survival(ALPHA),
            is_second: life.side.as_ref() == Some(second),
            is_group: life.is_group,
            name: self.lexicon.tell(&life.name).into_owned(),
        });
        let mut source = self.source("", aggregate.counts);
        // Its intervals are for a number of games fixed in advance, whatever ended the run.
        source.is_anytime = false;
        Ok(Survival { units: units.collect(), source, time: self.time(), sides: self.sides() })
    }

    /// How well the score was known after each number of games.
    ///
    /// # Errors
    /// Errors of the folder.
    pub fn convergence(&self) -> Result<Convergence, AggregateError> {
        let looks = looks(self.folder)?;
        let source = self.source("", *looks.last().expect("a folder without games is an error"));
        let ended = looks.into_iter().filter(|counts| counts.ended() > 0);
        let looks = ended.map(|counts| {
            let Counts { first, draws, second, .. } = counts;
            (counts.ended(), sequence::score(first, draws, second, ALPHA))
        });
        Ok(Convergence {
            sides: self.sides(),
            source: Source { is_anytime: true, ..source },
            looks: looks.collect(),
        })
    }

    /// How often the rules applied in some games of the run, which were replayed; the ledger names them.
    pub fn clauses(&self, found: &clauses::Clauses, ledger: &[Clause]) -> Clauses {
        let games = found.counts.games();
        let title =
            |rule| ledger.iter().find(|clause| clause.rule == rule).map(|clause| clause.title.clone());
        let hit = found.rules.iter().map(|(rule, times)| {
            let mean = times.sample(games).mean_interval(ALPHA);
            ClauseHits {
                rule: rule.to_string(),
                title: title(*rule).map(|title| self.lexicon.tell(&title).into_owned()).unwrap_or_default(),
                times: Interval { low: mean.low.max(0.0), ..mean },
                share: szala_analysis::wilson(times.games, games),
                is_decision: rule.is_decision(),
            }
        });
        let mut hit: Vec<ClauseHits> = hit.collect();
        hit.sort_by(|one, other| other.times.estimate.total_cmp(&one.times.estimate));
        let never = |is_decision: bool| -> Vec<(String, String)> {
            let missing = ledger.iter().filter(|clause| {
                clause.can_be_at_work
                    && clause.rule.is_decision() == is_decision
                    && !found.rules.contains_key(&clause.rule)
            });
            let told = |clause: &Clause| self.lexicon.tell(&clause.title).into_owned();
            missing.map(|clause| (clause.rule.to_string(), told(clause))).collect()
        };
        let mut source = self.source("", found.counts);
        source.is_anytime = false;
        // The rules applied in a game, however it ended.
        source.games = games;
        source.aborted = 0;
        Clauses { source, hit, never: never(false), never_decisions: never(true) }
    }

    fn table<'a>(
        &self,
        aggregate: &'a Aggregate,
        column: &str,
        what: &'static str,
    ) -> Result<&'a Table, AggregateError> {
        let folder = self.folder.path.clone();
        aggregate.table(column).ok_or(AggregateError::NotTold { folder, what })
    }
}

/// The effect of several changes on the score of the first side: for each its label, and how much higher the score is
/// with it, in parts of one.
pub fn forest_of<'c>(
    side: &Called,
    source: Source,
    changes: impl Iterator<Item = (&'c str, Interval)>,
    language: Language,
) -> Forest {
    let rows = changes.map(|(label, Interval { estimate, low, high })| Difference {
        label: label.to_owned(),
        difference: Interval { estimate: estimate * 100.0, low: low * 100.0, high: high * 100.0 },
    });
    Forest {
        what: Message::ForestScore.say_of(language, &[("side", side)], &[]),
        unit: Message::ForestPoints.say(language, &[]),
        source,
        rows: rows.collect(),
    }
}

/// How much higher the score of the first side is in the second games of pairs, in parts of one.
pub fn score_more(comparison: &Comparison) -> Interval {
    // A score is counted in half points.
    let Interval { estimate, low, high } = comparison.on(Axis::Score).mean_difference(ALPHA);
    Interval { estimate: estimate / 2.0, low: low / 2.0, high: high / 2.0 }
}

/// How often each side won in each of the runs; for two runs of paired games, with their comparison.
///
/// # Errors
/// Errors of a folder.
pub fn outcomes_of(runs: &[ChartedRun<'_>], pairs: Option<&Comparison>) -> Result<Outcomes, AggregateError> {
    let mut of_runs = Vec::new();
    for (run, label) in runs.iter().zip(labels(runs)) {
        let aggregate = run.aggregate;
        of_runs.push((run.source(&label, aggregate.counts), run.outcome(aggregate.counts)));
    }
    let difference = pairs.map(score_more);
    Ok(Outcomes { sides: sides_of(runs), runs: of_runs, difference })
}

/// By how many victory points the games of each run ended; for two runs of paired games, with their comparison.
///
/// # Errors
/// Errors of a folder.
pub fn margins_of(runs: &[ChartedRun<'_>], pairs: Option<&Comparison>) -> Result<Margins, AggregateError> {
    let mut of_runs = Vec::new();
    for (run, label) in runs.iter().zip(labels(runs)) {
        let aggregate = run.aggregate;
        let table = run.table(aggregate, "lead", "by how many victory points they ended")?;
        let margins = table.values.iter().filter_map(|(value, counts)| match value {
            Value::Number(points) if counts.ended() > 0 => Some(Margin {
                points: *points,
                winners: by_winner(*counts),
                share: run.intervals().of_rate(counts.ended(), aggregate.counts.ended()),
            }),
            _ => None,
        });
        let mean = run.intervals().of_mean(&table.pairs());
        let found = Distribution { margins: margins.collect(), mean };
        of_runs.push((run.source(&label, aggregate.counts), found));
    }
    let difference = pairs.map(|pairs| pairs.on(Axis::Lead).mean_difference(ALPHA));
    Ok(Margins { sides: sides_of(runs), runs: of_runs, difference })
}

fn sides_of(runs: &[ChartedRun<'_>]) -> [Called; 2] {
    runs.first().map(ChartedRun::sides).unwrap_or_default()
}

fn by_winner(counts: Counts) -> ByWinner {
    [counts.first, counts.draws, counts.second]
}

/// Labels for runs side by side: what their titles do not share; if those are alike, the players; otherwise the names
/// they were requested by.
pub fn labels(runs: &[ChartedRun<'_>]) -> Vec<String> {
    let titles: Vec<String> = runs.iter().map(ChartedRun::title).collect();
    let players: Vec<String> = runs.iter().map(|run| run.folder.manifest.run.players.join(", ")).collect();
    let names: Vec<String> = runs.iter().map(|run| run.name.to_owned()).collect();
    let differ =
        |texts: &[String]| texts.iter().collect::<std::collections::BTreeSet<_>>().len() == texts.len();
    if differ(&titles) {
        titles::labels(&titles)
    } else if differ(&players) {
        players
    } else {
        names
    }
}

#[cfg(test)]
mod tests {
    use szala_analysis::Half;
    use szala_kernel::{Outcome, Side, rule};

    use super::*;

    #[test]
    fn what_a_change_shifts_is_the_mean_difference_of_the_pairs_in_points() {
        let half = |winner| {
            let outcome = Outcome { winner, lead: 0, rule: rule!("3.1"), reason: "" };
            Half { end: Ok(outcome), decisions: 10, course: 1 }
        };
        let [won, drawn, lost] = [Some(Side::First), None, Some(Side::Second)].map(half);
        let mut comparison = Comparison::default();
        comparison.add(0, &[[won, won], [lost, won], [drawn, won], [lost, lost]]);
        let source = Source {
            label: String::new(),
            title: "a run".to_owned(),
            players: ["bold", "timid"].map(str::to_owned),
            games: 4,
            aborted: 0,
            is_anytime: false,
        };
        let forest = forest_of(
            &Called::from("Red"),
            source,
            [("a trench", score_more(&comparison))].into_iter(),
            Language::English,
        );
        // Differences of 0, 1, 1/2 and 0: on average 3/8 of a game. Their squares add up to 5/4, less 4 * 9/64 leaves
        // 11/16; the standard error is the root of 11/16 / 3 / 4, 0.23936. Student's quantile is 3.18245.
        let found = forest.rows[0].difference;
        assert!((found.estimate - 37.5).abs() < 1e-9, "{found:?}");
        assert!((found.high - 37.5 - 76.17).abs() < 0.01, "{found:?}");
        assert_eq!(forest.what, "score of Red");
    }
}
