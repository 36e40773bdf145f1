//! The heuristic player as something to be tuned, one side at a time; the other side's weights stay as they are.

use szala_insurrection::Insurrection;
use szala_kernel::{BySide, Notation, Side};

use super::weights::{self, Weights};
use super::{Heuristic, Seat, WEIGHTS};
use crate::roster::file_of;
use crate::{AnyTunable, Parameter, ReadFile, Roster, Tunable};

/// The heuristic player of a side before its weights are chosen.
struct Weighing<'g> {
    game: &'g Insurrection,
    player: Heuristic,
    weights: BySide<Weights>,
    side: Side,
}

/// The weights of the player of this name.
///
/// # Errors
/// That there is no such player, that it has no weights, or everything that is wrong with their file.
pub(super) fn tunable<'g>(
    game: &'g Insurrection,
    name: &str,
    side: Side,
    read: ReadFile<'_>,
) -> Result<AnyTunable<'g, Insurrection>, String> {
    let (kind, file) = name.split_once(':').map_or((name, None), |(kind, file)| (kind, Some(file)));
    if kind != "heuristic" {
        game.player(name, side, read)?;
        return Err(format!("`{name}` has no weights to tune; `heuristic` has"));
    }
    let (file, text) = match file {
        Some(file) => (file, file_of(kind, file, read)?),
        None => ("the built-in weights", WEIGHTS.to_owned()),
    };
    let of = |side| weights::read(file, &text, game.side_name(side));
    let weights = BySide([of(Side::First)?, of(Side::Second)?]);
    Ok(Box::new(Weighing { game, player: Heuristic::new(game, weights[side]), weights, side }))
}

impl Tunable for Weighing<'_> {
    type Player = Seat;

    fn parameters(&self) -> Vec<Parameter> {
        self.weights[self.side].parameters()
    }

    fn with(&self, values: &[i32]) -> Seat {
        Seat::Heuristic(Box::new(self.player.with(self.game, Weights::with(values))))
    }

    fn file(&self, values: &[i32], head: &str) -> String {
        let mut weights = self.weights;
        weights[self.side] = Weights::with(values);
        weights::write(head, &Side::BOTH.map(|side| (self.game.side_name(side), weights[side])))
    }
}
