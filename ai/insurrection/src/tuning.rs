//! The heuristic player as an object of tuning, one side at a time; the other side's weights stay as they are.

use szala_insurrection::Insurrection;
use szala_insurrection::Room;
use szala_kernel::{BySide, Names, Side};

use super::set_up::SetUp;
use super::weights::Weights;
use super::{Heuristic, Players, Seat, built_in_weights, whose};
use szala_ai::roster::file_of;
use szala_ai::weights::{WeightList, weighed};
use szala_ai::{AnyTunable, Parameter, ReadFile, Tunable};

/// The heuristic player of a side before its weights are chosen.
struct Weighing<'g, R: Room> {
    game: &'g Insurrection<R>,
    player: Heuristic<R>,
    weights: BySide<Weights>,
    set_ups: BySide<SetUp<R>>,
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
    let (weights, set_ups) = match weighed::<Players<R>>(game, name, side, read)? {
        None => (built_in_weights(game)?, BySide::default()),
        Some(file) => {
            let text = file_of("heuristic", file, read)?;
            let of = |side| whose::officer(game, side, file, &text);
            let [first, second] = [of(Side::First)?, of(Side::Second)?];
            (BySide([first.0, second.0]), BySide([first.1, second.1]))
        }
    };
    Ok(Box::new(Weighing { game, player: Heuristic::new(game, weights[side]), weights, set_ups, side }))
}

impl<R: Room> Weighing<'_, R> {
    /// The weights, and the set-up, of these values.
    fn split(&self, values: &[i32]) -> (Weights, SetUp<R>) {
        let (weights, genes) = values.split_at(self.weights[self.side].values().len().min(values.len()));
        (Weights::with(weights), self.set_ups[self.side].with(self.game, self.side, genes))
    }
}

impl<R: Room> Tunable for Weighing<'_, R> {
    type Player = Seat<R>;

    fn parameters(&self) -> Vec<Parameter> {
        let mut all = self.weights[self.side].parameters();
        for (name, value, high) in self.set_ups[self.side].genes(self.game, self.side) {
            let about = "Which of the hexes of the free set-up, counted from 0.".to_owned();
            let name = format!("{}.{name}", crate::set_up::KEY);
            all.push(Parameter { name, about, value, low: 0, high, step: 1, off: None });
        }
        all
    }

    fn with(&self, values: &[i32]) -> Seat<R> {
        let (weights, set_up) = self.split(values);
        Seat::Heuristic(Box::new(self.player.with(self.game, weights).set_up_as(set_up)))
    }

    fn file(&self, values: &[i32], head: &str) -> String {
        let (mut weights, mut set_ups) = (self.weights, self.set_ups.clone());
        (weights[self.side], set_ups[self.side]) = self.split(values);
        let text = Weights::write(head, &Side::BOTH.map(|side| (self.game.side_name(side), weights[side])));
        Side::BOTH.into_iter().fold(text, |text, side| text + &set_ups[side].write(self.game, side))
    }
}
