//! The players of *Two Gates*, the toy: what a rule system adds so that its games can be played by name.

use szala_kernel::toy::TwoGates;
use szala_kernel::{GameSeed, Side};

mod sentry;

pub use sentry::{Habits, Sentry};

use crate::roster::no_such_player;
use crate::tunable::read_weights;
use crate::{AnyTunable, Listed, Opinion, Parameter, Player, ReadFile, Roster, Tunable, Uniform, View};

/// Any player of the toy.
#[derive(Clone, Debug)]
pub enum Seat {
    /// Plays by chance.
    Uniform(Uniform),
    /// Has habits.
    Sentry(Sentry),
}

impl Player<TwoGates> for Seat {
    fn begin(&mut self, rules: &TwoGates, game: GameSeed, side: Side) {
        match self {
            Self::Uniform(player) => player.begin(rules, game, side),
            Self::Sentry(player) => player.begin(rules, game, side),
        }
    }

    fn choose(&mut self, view: &View<'_, TwoGates>) -> usize {
        match self {
            Self::Uniform(player) => player.choose(view),
            Self::Sentry(player) => player.choose(view),
        }
    }

    fn opinions(&self, view: &View<'_, TwoGates>) -> Vec<Opinion> {
        match self {
            Self::Uniform(player) => player.opinions(view),
            Self::Sentry(player) => player.opinions(view),
        }
    }
}

impl Roster for TwoGates {
    type Seat = Seat;

    fn players(&self, _: Side) -> Vec<Listed> {
        [
            ("uniform", "any legal action by chance"),
            ("sentry", "by habits that can be tuned; sentry:FILE with those of a file"),
        ]
        .map(|(name, about)| Listed { name: name.to_owned(), about: about.to_owned() })
        .into()
    }

    fn player(&self, name: &str, side: Side, read: ReadFile<'_>) -> Result<Seat, String> {
        if let Some(habits) = habits(name, read) {
            return Ok(Seat::Sentry(Sentry::new(habits?)));
        }
        if name == "uniform" {
            return Ok(Seat::Uniform(Uniform::default()));
        }
        Err(no_such_player(name, &self.players(side)))
    }

    fn tunable(&self, name: &str, side: Side, read: ReadFile<'_>) -> Result<AnyTunable<'_, Self>, String> {
        let Some(habits) = habits(name, read) else {
            self.player(name, side, read)?;
            return Err(format!("`{name}` has no weights to tune; `sentry` has"));
        };
        Ok(Box::new(habits?))
    }
}

/// The habits of the player `sentry` or `sentry:FILE`; `None` when the name is not of this kind.
fn habits(name: &str, read: ReadFile<'_>) -> Option<Result<Habits, String>> {
    if name == "sentry" {
        return Some(Ok(Habits::default()));
    }
    let file = name.strip_prefix("sentry:")?;
    let parameters = Habits::default().parameters();
    Some(
        read(file)
            .and_then(|text| read_weights(file, &text, &parameters))
            .map(|values| Habits::from(&*values)),
    )
}

impl Tunable for Habits {
    type Player = Seat;

    fn parameters(&self) -> Vec<Parameter> {
        Self::parameters(self)
    }

    fn with(&self, values: &[i32]) -> Seat {
        Seat::Sentry(Sentry::new(Self::from(values)))
    }
}
