//! The heuristic player as an object of tuning, one side at a time; the other side's weights stay as they are.

use szala_kernel::{BySide, Side};
use szala_spqr::Spqr;

use crate::weights::{self, Weights};
use crate::{Heuristic, Players, SIDES, Seat, weights_named};
use szala_ai::{AnyTunable, Parameter, ReadFile, Roster, Tunable};

/// The heuristic player of a side before its weights are chosen.
struct Weighing<'r> {
    rules: &'r Spqr,
    weights: BySide<Weights>,
    side: Side,
}

/// The weights of the player of this name.
///
/// # Errors
/// The name is unknown, the player has no weights, or everything that is wrong with their file.
pub(super) fn tunable<'g>(
    rules: &'g Spqr,
    name: &str,
    side: Side,
    read: ReadFile<'_>,
) -> Result<AnyTunable<'g, Players>, String> {
    let (kind, file) = name.split_once(':').map_or((name, None), |(kind, file)| (kind, Some(file)));
    if kind != "heuristic" {
        Players::player(rules, name, side, read)?;
        return Err(format!("`{name}` has no weights to tune; `heuristic` has"));
    }
    let [first, second] = Side::BOTH.map(|side| weights_named(file, side, read));
    let weights = BySide([first?, second?]);
    Ok(Box::new(Weighing { rules, weights, side }))
}

impl Tunable for Weighing<'_> {
    type Player = Seat;

    fn parameters(&self) -> Vec<Parameter> {
        self.weights[self.side].parameters()
    }

    fn with(&self, values: &[i32]) -> Seat {
        Seat::Heuristic(Box::new(Heuristic::new(self.rules, Weights::with(values))))
    }

    fn file(&self, values: &[i32], head: &str) -> String {
        let mut weights = self.weights;
        weights[self.side] = Weights::with(values);
        weights::write(head, &Side::BOTH.map(|side| (SIDES[side as usize], weights[side])))
    }
}
