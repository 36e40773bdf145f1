//! The players of the family of *Niemenczyn 1794*.

pub mod habits;
pub mod plan;
pub mod seen;

use szala_insurrection::Insurrection;
use szala_kernel::{GameSeed, Side};

use crate::roster::no_such_player;
use crate::{Listed, Opinion, Player, ReadFile, Roster, Uniform, View};

use plan::Script;

/// Any player of the family.
#[derive(Clone, Debug)]
pub enum Seat {
    /// Plays by chance.
    Uniform(Uniform),
    /// Follows a plan.
    Script(Script),
}

impl Player<Insurrection> for Seat {
    fn begin(&mut self, rules: &Insurrection, game: GameSeed, side: Side) {
        match self {
            Self::Uniform(player) => player.begin(rules, game, side),
            Self::Script(player) => player.begin(rules, game, side),
        }
    }

    fn choose(&mut self, view: &View<'_, Insurrection>) -> usize {
        match self {
            Self::Uniform(player) => player.choose(view),
            Self::Script(player) => player.choose(view),
        }
    }

    fn opinions(&self, view: &View<'_, Insurrection>) -> Vec<Opinion> {
        match self {
            Self::Uniform(player) => player.opinions(view),
            Self::Script(player) => player.opinions(view),
        }
    }
}

impl Roster for Insurrection {
    type Seat = Seat;

    fn players(&self, side: Side) -> Vec<Listed> {
        let uniform = Listed { name: "uniform".to_owned(), about: "any legal action by chance".to_owned() };
        core::iter::once(uniform).chain(Script::shipped(self, side)).collect()
    }

    fn player(&self, name: &str, side: Side, read: ReadFile<'_>) -> Result<Seat, String> {
        if name == "uniform" {
            return Ok(Seat::Uniform(Uniform::default()));
        }
        if let Some(file) = name.strip_prefix("plan:") {
            let text = read(file).map_err(|error| format!("cannot read {file}: {error}"))?;
            return Script::read(self, side, file, &text).map(Seat::Script);
        }
        if let Some(script) = Script::by_name(self, side, name) {
            return script.map(Seat::Script);
        }
        Err(no_such_player(name, &self.players(side)))
    }
}
