//! The decisions of a game with dice rolls: those whose odds can be asked for.

use serde::Serialize;
use szala_kernel::Side;
use szala_kernel::journal::{Entry, Event};
use szala_system::Faces;

use crate::findings::Row;
use crate::{Body, Findings, Grid, row};

/// The decisions of a game that rolled dice or drew lots.
#[derive(Debug, Serialize)]
pub struct DecisionFindings<'d> {
    title: &'d str,
    seed: u64,
    number: u64,
    /// All decisions of the game, with or without dice.
    decisions: usize,
    rolled: Vec<Rolled<'d>>,
}

#[derive(Debug, Serialize)]
struct Rolled<'d> {
    step: usize,
    side: &'d str,
    action: &'d str,
    dice: usize,
}

impl<'d> DecisionFindings<'d> {
    /// From what happened in a game.
    pub fn of(title: &'d str, seed: u64, number: u64, entries: &'d [Entry], faces: &'d dyn Faces) -> Self {
        let mut all: Vec<Rolled<'d>> = Vec::new();
        for entry in entries {
            match entry {
                Entry::Decision(side, action) => {
                    let side: Side = *side;
                    all.push(Rolled { step: all.len() + 1, side: faces.side_name(side), action, dice: 0 });
                }
                Entry::Event(Event::Roll { .. } | Event::Draw { .. }) => {
                    if let Some(decision) = all.last_mut() {
                        decision.dice += 1;
                    }
                }
                Entry::Event(_) | Entry::Opinion { .. } => (),
            }
        }
        let decisions = all.len();
        Self { title, seed, number, decisions, rolled: all.into_iter().filter(|one| one.dice > 0).collect() }
    }
}

impl Findings for DecisionFindings<'_> {
    const COMMAND: &'static str = "odds decisions";

    fn body(&self, body: &mut Body) {
        let Self { seed, number, decisions, .. } = self;
        body.title(self.title);
        body.line(format!(
            "Game {number} of seed {seed}: the decisions, of {decisions}, behind which dice fell."
        ));
        let mut grid = Grid::with_head(["step", "side", "action", "dice"]);
        for Rolled { step, side, action, dice } in &self.rolled {
            grid.push([step.to_string(), (*side).to_owned(), (*action).to_owned(), dice.to_string()]);
        }
        body.table(grid);
        body.line(format!("The odds of one of them: --at {number}:STEP."));
    }

    fn rows(&self) -> Vec<Row> {
        self.rolled.iter().map(row).collect()
    }
}
