//! The heuristic player as an object of tuning, one side at a time; the other side's weights stay as they are.

use szala_insurrection::Insurrection;
use szala_insurrection::Room;
use szala_kernel::{BySide, Names, Side};

use super::weights::{self, Weights};
use super::{Heuristic, Players, Seat, built_in_weights, whose};
use szala_ai::roster::file_of;
use szala_ai::{AnyTunable, Parameter, ReadFile, Roster, Tunable};

/// The heuristic player of a side before its weights are chosen.
struct Weighing<'g, R: Room> {
    game: &'g Insurrection<R>,
    player: Heuristic<R>,
    weights: BySide<Weights>,
    side: Side,
}

/// The weights of the player of this name.
///
/// # Errors
/// The name is unknown, the player has no weights, or everything that is wrong with their file.
pub(super) fn tunable<'g, R: Room>(
    game: &'g Insurrection<R>,
    name: &str,
    side: Side,
    read: ReadFile<'_>,
) -> Result<AnyTunable<'g, Players<R>>, String> {
    let (kind, file) = name.split_once(':').map_or((name, None), |(kind, file)| (kind, Some(file)));
    if kind != "heuristic" {
        Players::<R>::player(game, name, side, read)?;
        return Err(format!("`{name}` has no weights to tune; `heuristic` has"));
    }
    let weights = match file {
        None => built_in_weights()?,
        Some(file) => {
            let text = file_of(kind, file, read)?;
            let of = |side| whose::weights(game, side, file, &text);
            BySide([of(Side::First)?, of(Side::Second)?])
        }
    };
    Ok(Box::new(Weighing { game, player: Heuristic::new(game, weights[side]), weights, side }))
}

impl<R: Room> Tunable for Weighing<'_, R> {
    type Player = Seat<R>;

    fn parameters(&self) -> Vec<Parameter> {
        self.weights[self.side].parameters()
    }

    fn with(&self, values: &[i32]) -> Seat<R> {
        Seat::Heuristic(Box::new(self.player.with(self.game, Weights::with(values))))
    }

    fn file(&self, values: &[i32], head: &str) -> String {
        let mut weights = self.weights;
        weights[self.side] = Weights::with(values);
        weights::write(head, &Side::BOTH.map(|side| (self.game.side_name(side), weights[side])))
    }
}
