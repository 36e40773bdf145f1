//! The players of *Two Gates*, the toy: what a rule system adds so that its games can be played by name.

use szala_kernel::toy::TwoGates;
use szala_kernel::{GameSeed, Side};

use crate::roster::no_such_player;
use crate::{Listed, Opinion, Player, ReadFile, Roster, Uniform, View};

/// Any player of the toy.
#[derive(Clone, Debug)]
pub enum Seat {
    /// Plays by chance.
    Uniform(Uniform),
}

impl Player<TwoGates> for Seat {
    fn begin(&mut self, rules: &TwoGates, game: GameSeed, side: Side) {
        match self {
            Self::Uniform(player) => player.begin(rules, game, side),
        }
    }

    fn choose(&mut self, view: &View<'_, TwoGates>) -> usize {
        match self {
            Self::Uniform(player) => player.choose(view),
        }
    }

    fn opinions(&self, view: &View<'_, TwoGates>) -> Vec<Opinion> {
        match self {
            Self::Uniform(player) => player.opinions(view),
        }
    }
}

impl Roster for TwoGates {
    type Seat = Seat;

    fn players(&self, _: Side) -> Vec<Listed> {
        vec![Listed { name: "uniform".to_owned(), about: "any legal action by chance".to_owned() }]
    }

    fn player(&self, name: &str, side: Side, _: ReadFile<'_>) -> Result<Seat, String> {
        if name == "uniform" {
            return Ok(Seat::Uniform(Uniform::default()));
        }
        Err(no_such_player(name, &self.players(side)))
    }
}
