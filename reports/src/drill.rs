//! The results of a drill: the score of each side round by round, and the gain of its best net on fresh seeds.

use serde::Serialize;
use serde_json::json;
use szala_analysis::Estimate;
use szala_analysis::drill::{Drilled, Round};
use szala_kernel::{BySide, Side};

use crate::figures::{shown, signed};
use crate::{Body, Findings, Grid, Row, row};

/// A drill.
#[derive(Debug, Serialize)]
pub struct DrillFindings<'d> {
    game: &'d str,
    seed: u64,
    rounds: Vec<RoundFindings<'d>>,
    found: Vec<FoundFindings<'d>>,
    /// The file of the mix of the last nets, if one was asked for.
    mix: Option<String>,
}

#[derive(Debug, Serialize)]
struct RoundFindings<'d> {
    side: &'d str,
    round: u32,
    /// How many decisions it learned from.
    decisions: usize,
    /// The mean squared error of the score that the net predicts, on decisions that it did not learn from.
    error: f64,
    /// The error of predicting the mean.
    error_of_mean: f64,
    score: Estimate,
}

#[derive(Debug, Serialize)]
struct FoundFindings<'d> {
    side: &'d str,
    file: String,
    /// The round after which the net was best; 0 for the initial net.
    round: u32,
    score: Estimate,
    gain: Estimate,
}

impl<'d> DrillFindings<'d> {
    /// For a drill whose players are in these files.
    pub fn of(
        game: &'d str,
        seed: u64,
        sides: BySide<&'d str>,
        rounds: &[Round],
        found: &BySide<Option<(String, Drilled)>>,
        mix: Option<String>,
    ) -> Self {
        let round = |one: &Round| RoundFindings {
            side: sides[one.side],
            round: one.number,
            decisions: one.lessons,
            error: one.fit.error,
            error_of_mean: one.fit.plain,
            score: one.score,
        };
        let found = Side::BOTH.into_iter().filter_map(|side| {
            let (file, drilled) = found[side].as_ref()?;
            let (round, score, gain) = (drilled.round, drilled.score, drilled.gain);
            Some(FoundFindings { side: sides[side], file: file.clone(), round, score, gain })
        });
        Self { game, seed, rounds: rounds.iter().map(round).collect(), found: found.collect(), mix }
    }
}

impl Findings for DrillFindings<'_> {
    const COMMAND: &'static str = "drill";

    fn body(&self, body: &mut Body) {
        body.title(format!("{}, seed {}", self.game, self.seed));
        let mut grid =
            Grid::with_head(["round", "side", "decisions learned from", "score against the others, %"]);
        for one in &self.rounds {
            let decisions = if one.round == 0 { String::new() } else { one.decisions.to_string() };
            grid.push([one.round.to_string(), one.side.to_owned(), decisions, shown(one.score)]);
        }
        body.table(grid);
        for one in &self.found {
            let score = shown(one.score);
            let score = score.trim_start();
            let is_weaker = one.gain.high.is_some_and(|gain| gain < 0.0);
            let remedy = if is_weaker { ". It is weaker: drill it for longer" } else { "" };
            body.line(match one.round {
                0 => format!("{}: no net is better than the one it began with; on fresh seeds {score} %", one.side),
                round => format!(
                    "{}: the net of round {round} is the best; on fresh seeds {score} %, {} points more than the \
                     player before{remedy}",
                    one.side,
                    signed(one.gain)
                ),
            });
            body.line(format!("  it is in {0}; play it as drilled:{0}", one.file));
        }
        if let Some(mix) = &self.mix {
            body.line(format!("The nets of the last rounds are a mix as well; play it as mix:{mix}"));
        }
    }

    fn rows(&self) -> Vec<Row> {
        let line = |round: u32, side: &str, score: Estimate, is_best: bool| {
            row(&json!({ "round": round, "side": side, "score": score, "is_best": is_best }))
        };
        let rounds = self.rounds.iter().map(|one| line(one.round, one.side, one.score, false));
        rounds.chain(self.found.iter().map(|one| line(one.round, one.side, one.score, true))).collect()
    }
}
