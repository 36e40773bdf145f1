//! The changes that would make a scenario fair: the answers of a search, each with its check in fresh games.

mod page;

use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::json;
use szala_analysis::balance::{Candidate, Check, Finding, Found, Goal};
use szala_analysis::compare::{Axis, Comparison, Variant};
use szala_analysis::{Estimate, Intervals, Unit};
use szala_kernel::BySide;

use crate::chart::data::Checked;
use crate::compare::KEYED;
use crate::figures::{counted, games, shown, signed, value};
use crate::judged::in_percent;
use crate::play::against;
use crate::study::AnswerOf;
use crate::{Body, Findings, Grid, Row, row};

/// Endings that change by less than this share of games are not reported.
const SMALL: f64 = 0.01;

/// An answer, or the nearest candidate.
#[derive(Clone, Debug)]
pub struct BalanceAnswer {
    /// Its edits by index in the palette.
    pub places: Vec<usize>,
    /// The same in words.
    pub edits: Vec<String>,
    /// Their cost.
    pub cost: f64,
    /// The command that reproduces it.
    pub command: String,
    /// The variant's file.
    pub file: Option<String>,
    /// The checks in fresh games, for each pair of players.
    pub checks: Vec<Check>,
}

impl BalanceAnswer {
    /// Adds the path of its file in a folder, named after its first edit.
    #[must_use]
    pub fn in_folder(mut self, folder: Option<&Path>) -> Self {
        let plain =
            |letter: char| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '-' };
        self.file = folder.map(|folder| {
            let name: Vec<String> = self
                .edits
                .iter()
                .map(|edit| edit.split(" (").next().unwrap_or(edit).chars().map(plain).collect())
                .collect();
            folder.join(format!("{}.toml", name.join("-and-"))).display().to_string()
        });
        self
    }
}

/// A search with its names.
#[derive(Clone, Copy, Debug)]
pub struct BalanceReport<'b> {
    /// The scenario.
    pub title: &'b str,
    /// The names of the sides.
    pub sides: BySide<&'b str>,
    /// The players: first those of the search, then those of the other checks.
    pub players: &'b [BySide<&'b str>],
    /// The seed.
    pub seed: u64,
    /// The goal.
    pub goal: Goal,
    /// The number of edits in the palette.
    pub edits: usize,
    /// The maximum number of edits in an answer.
    pub most_edits: usize,
    /// What the search found.
    pub found: &'b Found,
    /// Do the answers, or the unchanged scenario, reach the goal in the search? If not, the answers are the nearest
    /// candidates.
    pub is_reached: bool,
    /// How many games a grid would have taken.
    pub of_a_grid: u64,
    /// The edits of the palette in words.
    pub words: &'b [String],
    /// The answers, the cheapest first.
    pub answers: &'b [BalanceAnswer],
    /// Identifies the question.
    pub answer_of: &'b AnswerOf,
}

/// The findings of a search for balance.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BalanceFindings {
    answer_of: AnswerOf,
    title: String,
    sides: [String; 2],
    players: Vec<[String; 2]>,
    seed: u64,
    goal: GoalFindings,
    edits: usize,
    most_edits: usize,
    candidates: usize,
    unplayable: Vec<UnplayableEdits>,
    spent: u64,
    of_a_grid: u64,
    score: f64,
    draws: f64,
    is_reached: bool,
    /// The nearest candidate at each cost.
    front: Vec<NearestFindings>,
    answers: Vec<AnswerFindings>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct GoalFindings {
    score: f64,
    margin: f64,
    most_draws: Option<f64>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct UnplayableEdits {
    edits: Vec<usize>,
    why: String,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct AnswerFindings {
    changes: Vec<String>,
    cost: f64,
    command: String,
    file: Option<String>,
    checks: Vec<CheckFindings>,
}

/// A candidate that came nearer in the search than all as cheap.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct NearestFindings {
    changes: Vec<String>,
    cost: f64,
    score: Estimate,
}

/// An answer compared with the unchanged scenario, in fresh games of one pair of players.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct CheckFindings {
    players: [String; 2],
    games: u64,
    finding: Checked,
    /// For the unchanged scenario.
    before: Estimate,
    /// With the answer; the confidence level is adjusted for the number of checks.
    score: Estimate,
    draws_before: Estimate,
    draws: Estimate,
    lead_more: Estimate,
    decisions_more: Estimate,
    endings: Vec<EndingFindings>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct EndingFindings {
    reason: String,
    rule: String,
    share_before: f64,
    share: f64,
}

impl BalanceReport<'_> {
    /// The findings.
    pub fn findings(&self) -> BalanceFindings {
        let found = self.found;
        let unplayable = found.unplayable.iter().filter(|(edits, _)| edits.len() == 1);
        BalanceFindings {
            answer_of: self.answer_of.clone(),
            title: self.title.to_owned(),
            sides: self.sides.0.map(str::to_owned),
            players: self.players.iter().map(|players| players.0.map(str::to_owned)).collect(),
            seed: self.seed,
            goal: GoalFindings {
                score: self.goal.score,
                margin: self.goal.margin,
                most_draws: self.goal.draws,
            },
            edits: self.edits,
            most_edits: self.most_edits,
            candidates: found.candidates.len(),
            unplayable: unplayable
                .map(|(edits, why)| UnplayableEdits { edits: edits.clone(), why: why.clone() })
                .collect(),
            spent: found.spent,
            of_a_grid: self.of_a_grid,
            score: found.as_it_is.mean,
            draws: found.draws,
            is_reached: self.is_reached,
            front: found
                .front(&self.goal)
                .into_iter()
                .map(|at| self.nearest(&found.candidates[at]))
                .collect(),
            answers: self.answers.iter().map(|answer| self.answer(answer)).collect(),
        }
    }

    fn nearest(&self, candidate: &Candidate) -> NearestFindings {
        let pairs = candidate.comparison.pairs;
        NearestFindings {
            changes: candidate.edits.iter().map(|place| self.words[*place].clone()).collect(),
            cost: candidate.cost,
            score: Estimate::new(self.found.standing(candidate).score, pairs, Unit::Share),
        }
    }

    fn answer(&self, answer: &BalanceAnswer) -> AnswerFindings {
        let checks = answer.checks.iter().zip(self.players);
        AnswerFindings {
            changes: answer.edits.clone(),
            cost: answer.cost,
            command: answer.command.clone(),
            file: answer.file.clone(),
            checks: checks.map(|(check, players)| self.check(check, players.0.map(str::to_owned))).collect(),
        }
    }

    fn check(&self, check: &Check, players: [String; 2]) -> CheckFindings {
        let pairs = &check.comparison;
        let share = |interval| Estimate::new(interval, pairs.pairs, Unit::Share);
        let more = |axis: Axis| pairs.compared(axis, Intervals::Fixed, pairs.pairs).difference;
        let before = |axis| pairs.estimate(Variant::A, axis, Intervals::Fixed);
        CheckFindings {
            players,
            games: pairs.pairs,
            finding: match check.finding(&self.goal) {
                Finding::Holds => Checked::Holds,
                Finding::Refuted => Checked::Refuted,
                Finding::Open => Checked::Open,
            },
            before: before(Axis::Score),
            score: share(check.score()),
            draws_before: before(Axis::Draw),
            draws: share(check.draws()),
            lead_more: more(Axis::Lead),
            decisions_more: more(Axis::Length),
            endings: endings(check, pairs),
        }
    }
}

/// How games end without and with the answer, where that changes.
#[expect(clippy::cast_precision_loss, reason = "counts of games stay far below 2^53")]
fn endings(check: &Check, pairs: &Comparison) -> Vec<EndingFindings> {
    let all = [Variant::A, Variant::B].map(|variant| pairs.counts(variant).ended().max(1) as f64);
    let mut found: Vec<EndingFindings> = check
        .endings
        .iter()
        .map(|((rule, reason), [before, after])| EndingFindings {
            reason: reason.clone().into_owned(),
            rule: rule.to_string(),
            share_before: *before as f64 / all[0],
            share: *after as f64 / all[1],
        })
        .filter(|ending| (ending.share - ending.share_before).abs() >= SMALL)
        .collect();
    let shift = |ending: &EndingFindings| (ending.share - ending.share_before).abs();
    found.sort_by(|one, other| shift(other).total_cmp(&shift(one)));
    found
}

impl BalanceFindings {
    /// Does any answer hold with the players of the search, or is none needed?
    pub fn holds(&self) -> bool {
        self.is_reached && (self.answers.is_empty() || self.count(Checked::Holds) > 0)
    }

    /// How many answers have this result in the check with the players of the search.
    fn count(&self, finding: Checked) -> u64 {
        let of_search = self.answers.iter().filter_map(|answer| answer.checks.first());
        of_search.filter(|check| check.finding == finding).count() as u64
    }

    /// How many answers hold in every check.
    fn hold_everywhere(&self) -> usize {
        let holds =
            |answer: &&AnswerFindings| answer.checks.iter().all(|check| check.finding == Checked::Holds);
        self.answers.iter().filter(holds).count()
    }

    fn wanted(&self) -> String {
        let GoalFindings { score, margin, most_draws } = self.goal;
        let [low, high] = [score - margin, score + margin].map(|part| in_percent(part.clamp(0.0, 1.0)));
        let draws =
            most_draws.map(|most| format!(", at most {} % draws", in_percent(most))).unwrap_or_default();
        format!("a score of {} from {low} to {high} %{draws}", self.sides[0])
    }

    /// The result in a sentence.
    fn summary(&self) -> String {
        let most = counted(self.most_edits as u64, "edit", "edits");
        if self.is_reached && self.answers.is_empty() {
            return "The scenario reaches the goal as it is; there is nothing to search for.".to_owned();
        }
        if !self.is_reached {
            return format!(
                "Nothing in the palette suffices: no change of up to {most} was found that reaches the goal. Nearest:"
            );
        }
        let all = counted(self.answers.len() as u64, "answer", "answers");
        let shown = counted(self.count(Checked::Holds), "is shown", "are shown");
        let mut parts = vec![format!("in fresh games {shown} to hold with the players who searched")];
        if self.players.len() > 1 {
            parts.push(format!("{} with all players who checked", self.hold_everywhere()));
        }
        for (finding, words) in [(Checked::Open, "not decided"), (Checked::Refuted, "refuted")] {
            if self.count(finding) > 0 {
                parts.push(format!("{} {words}", self.count(finding)));
            }
        }
        format!("{all} found; {}.", parts.join(", "))
    }

    fn body_of(&self, number: usize, answer: &AnswerFindings, body: &mut Body) {
        let cost = in_percent(answer.cost / 100.0);
        body.heading(format!("{}. {} (cost {cost})", number + 1, answer.changes.join(", ")));
        let mut grid = Grid::with_head([
            "players".to_owned(),
            "games".to_owned(),
            "was, %".to_owned(),
            format!("score of {}, %", self.sides[0]),
            "draws were, %".to_owned(),
            "draws, %".to_owned(),
            "lead more, VP".to_owned(),
            "decisions more".to_owned(),
            "goal".to_owned(),
        ]);
        for check in &answer.checks {
            grid.push([
                against(check.players.each_ref().map(String::as_str), None),
                check.games.to_string(),
                value(check.before),
                shown(check.score),
                value(check.draws_before),
                shown(check.draws),
                signed(check.lead_more),
                signed(check.decisions_more),
                match check.finding {
                    Checked::Holds => "holds",
                    Checked::Refuted => "refuted",
                    Checked::Open => "not decided",
                }
                .to_owned(),
            ]);
        }
        body.table(grid);
        let told = |ending: &EndingFindings| {
            let [before, after] = [ending.share_before, ending.share].map(|part| part * 100.0);
            format!("{} [{}] {before:.1} to {after:.1} %", ending.reason, ending.rule)
        };
        let endings: Vec<String> =
            answer.checks.first().map_or(&[][..], |check| &check.endings).iter().map(told).collect();
        if !endings.is_empty() {
            body.note(format!("How games end: {}.", endings.join("; ")));
        }
        match &answer.file {
            Some(file) => body.note(format!("Written to {file}; or:")),
            None => body.note("To look closer:"),
        }
        body.command(&*answer.command);
    }
}

impl Findings for BalanceFindings {
    const COMMAND: &'static str = "balance";

    fn body(&self, body: &mut Body) {
        body.title(&*self.title);
        body.line(format!(
            "{}, {} tried alone or together; {}, seed {}, {} (a grid of all combinations: {})",
            counted(self.edits as u64, "edit", "edits"),
            counted(self.candidates as u64, "candidate", "candidates"),
            against(self.players[0].each_ref().map(String::as_str), None),
            self.seed,
            games(self.spent),
            self.of_a_grid,
        ));
        body.line(KEYED);
        let [score, draws] = [self.score, self.draws].map(|part| part * 100.0);
        body.line(format!("Wanted: {}. As it is: {score:.1} %, {draws:.1} % draws.", self.wanted()));
        body.line(self.summary());
        for (number, answer) in self.answers.iter().enumerate() {
            self.body_of(number, answer, body);
        }
        if !self.answers.is_empty() {
            body.line(
                "Scores of answers are of fresh games that the search did not see; their intervals hold together at \
                 95 %. All of it is about these players: better play may use an edit otherwise \
                 (`szala whatif --robust`).",
            );
        }
        if !self.unplayable.is_empty() {
            let some = counted(self.unplayable.len() as u64, "edit", "edits");
            body.line(format!(
                "{some} of the palette cannot be made alone; the first: {}",
                self.unplayable[0].why
            ));
        }
    }

    fn rows(&self) -> Vec<Row> {
        let of = |number: usize, answer: &AnswerFindings, check: &CheckFindings| {
            row(&json!({
                "answer": number + 1, "changes": answer.changes, "cost": answer.cost, "file": answer.file,
                "first_player": check.players[0], "second_player": check.players[1], "games": check.games,
                "finding": check.finding, "before": check.before, "score": check.score,
                "draws_before": check.draws_before, "draws": check.draws, "lead_more": check.lead_more,
                "decisions_more": check.decisions_more,
            }))
        };
        let answers = self.answers.iter().enumerate();
        answers
            .flat_map(|(number, answer)| answer.checks.iter().map(move |check| of(number, answer, check)))
            .collect()
    }
}

#[cfg(test)]
mod tests;
