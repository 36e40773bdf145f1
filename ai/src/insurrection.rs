//! The players of the family of *Niemenczyn 1794*.

use szala_insurrection::Insurrection;
use szala_kernel::{GameSeed, Side};

use crate::roster::no_such_player;
use crate::{Listed, Opinion, Player, ReadFile, Roster, Uniform, View};

/// Any player of the family.
#[derive(Clone, Debug)]
pub enum Seat {
    /// Plays by chance.
    Uniform(Uniform),
}

impl Player<Insurrection> for Seat {
    fn begin(&mut self, rules: &Insurrection, game: GameSeed, side: Side) {
        match self {
            Self::Uniform(player) => player.begin(rules, game, side),
        }
    }

    fn choose(&mut self, view: &View<'_, Insurrection>) -> usize {
        match self {
            Self::Uniform(player) => player.choose(view),
        }
    }

    fn opinions(&self, view: &View<'_, Insurrection>) -> Vec<Opinion> {
        match self {
            Self::Uniform(player) => player.opinions(view),
        }
    }
}

impl Roster for Insurrection {
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
