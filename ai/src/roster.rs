//! Players by name: how a command line, a table or a test asks for one.

use szala_kernel::text::unknown;
use szala_kernel::{Rules, Side};

use crate::{Player, Tunable};

/// Reads a file that a player's name mentions; the error says why it cannot.
pub type ReadFile<'f> = &'f dyn Fn(&str) -> Result<String, String>;

/// What a player whose weights can be tuned is made of.
pub type AnyTunable<'r, R> = Box<dyn Tunable<Player = <R as Roster>::Seat> + Send + Sync + 'r>;

/// A player that can be asked for by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Its name.
    pub name: String,
    /// What it does, in one line.
    pub about: String,
}

/// The players that there are for a rule system.
pub trait Roster: Rules + Sized {
    /// Who plays where nobody is named: the best of those who decide at once, on either side.
    const USUAL: &'static str;

    /// Any of them.
    type Seat: Player<Self> + Clone + Send + Sync;

    /// Those that can play a side, those that think least first.
    fn players(&self, side: Side) -> Vec<Listed>;

    /// The player of this name for a side; whatever takes time or memory is done here, once, and not for each game.
    ///
    /// # Errors
    /// What is wrong with the name or with the file in it, and what would be right.
    fn player(&self, name: &str, side: Side, read: ReadFile<'_>) -> Result<Self::Seat, String>;

    /// The weights of the player of this name, to be tuned from where they are.
    ///
    /// # Errors
    /// That there is no such player, or none with weights.
    fn tunable(&self, name: &str, side: Side, read: ReadFile<'_>) -> Result<AnyTunable<'_, Self>, String> {
        self.player(name, side, read)?;
        Err(format!("`{name}` has no weights to tune"))
    }
}

/// That there is no player of this name, and which one it was meant to be.
pub(crate) fn no_such_player(name: &str, listed: &[Listed]) -> String {
    let names: Vec<&str> = listed.iter().map(|one| one.name.as_str()).collect();
    unknown("player", name, &names)
}

/// The simulations a decision of the player `search:N`; `None` when the name is not of this kind.
///
/// # Errors
/// That N is no number, and what to write.
pub(crate) fn simulations(name: &str) -> Option<Result<u32, String>> {
    let text = name.strip_prefix("search:")?;
    Some(text.parse().map_err(|_| {
        format!("`{name}` does not say how many simulations a decision; write a number, as in `search:200`")
    }))
}

/// The number behind the colon of a name, or another when none is given.
///
/// # Errors
/// That it is no number, and what to write.
pub(crate) fn number(name: &str, detail: Option<&str>, otherwise: u32) -> Result<u32, String> {
    let Some(detail) = detail else { return Ok(otherwise) };
    detail.parse().map_err(|_| {
        format!(
            "`{detail}` in `{name}` is no number; write one of simulations or samples, as in `search:200`"
        )
    })
}
