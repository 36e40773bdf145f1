//! Players: the names that a user gives, and the players that they stand for. The rosters list the names.

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

use szala_ai::mix::MIX;
use szala_ai::roster::is_slow;
use szala_kernel::{BySide, Side};
use szala_system::{Contest, Game};

use crate::command::Problem;
use crate::files::Files;
use crate::house::House;
use crate::mixes;

/// The player of `league --with-search`.
pub(crate) const SEARCH: &str = "search";
/// The random player, which every player should beat; beating it proves nothing.
pub(crate) const CHANCE: &str = "uniform";

/// The listed players of a side, except the random and the slow ones.
pub(crate) fn listed(game: &dyn Game, side: Side) -> Vec<String> {
    let listed = game.players(side).into_iter().map(|player| player.name);
    listed.filter(|name| name != CHANCE && !is_slow(name)).collect()
}

/// The help of `--players` in several commands.
pub(crate) const HELP: &str = "Players of the first and the second side; one name is used for both sides [default: the \
mixes in \
`robust/STEM/mix.toml` beside the scenario `STEM.toml`, or else the game's usual player]. `szala list --players` lists \
them";

/// Where to read more.
pub(crate) const HINT: &str = "`szala list --players` says what each of them does";

/// The players of the two sides by name: `greedy,uniform`, or one name for both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pairing {
    /// The names.
    pub(crate) names: BySide<String>,
}

impl FromStr for Pairing {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let names: Vec<&str> = text.split(',').map(str::trim).collect();
        let names = match names[..] {
            [both] => [both, both],
            [first, second] => [first, second],
            _ => return Err("name one player for each side, as in `--players FIRST,SECOND`".to_owned()),
        };
        if names.contains(&"") {
            return Err("a name is missing beside the comma".to_owned());
        }
        Ok(Self { names: BySide(names.map(str::to_owned)) })
    }
}

/// As typed: one name if both are the same.
impl fmt::Display for Pairing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BySide([first, second]) = &self.names;
        if first == second { f.write_str(first) } else { write!(f, "{first},{second}") }
    }
}

impl Pairing {
    /// One player on both sides.
    pub(crate) fn both(name: &str) -> Self {
        Self { names: BySide([name, name].map(str::to_owned)) }
    }

    /// The named players, or the usual players of a scenario: the mixes beside it, or else the usual player of its
    /// game.
    pub(crate) fn or_usual(named: Option<&Self>, files: &Files, scenario: &str, game: &dyn Game) -> Self {
        named.cloned().unwrap_or_else(|| {
            let mixes = mixes::beside(scenario);
            // A game that needs no file has nothing beside it.
            if files.has(scenario) && files.has(&mixes) {
                Self::both(&format!("{MIX}:{mixes}"))
            } else {
                Self::both(game.usual_player())
            }
        })
    }

    /// The names as string slices.
    pub(crate) fn names(&self) -> BySide<&str> {
        BySide::from_fn(|side: Side| self.names[side].as_str())
    }

    /// The game with these players.
    ///
    /// # Errors
    /// Which name is wrong, for which side, and what would be right.
    pub(crate) fn seat(&self, house: &House, game: &dyn Game) -> Result<Box<dyn Contest>, Problem> {
        self.seat_from(&house.files(), game)
    }

    /// The same with these files.
    ///
    /// # Errors
    /// Which name is wrong, for which side, and what would be right.
    pub(crate) fn seat_from(&self, files: &Files, game: &dyn Game) -> Result<Box<dyn Contest>, Problem> {
        game.seat(self.names(), &|path| files.read_for_player(path))
            .map_err(|refused| told(game.faces().side_name(refused.side), &refused.why))
    }
}

/// The error for a name given for a side.
pub(crate) fn told(side: &str, error: &str) -> Problem {
    format!("{side}: {error}\n{HINT}").into()
}

/// A name in a list, without the blanks around it.
#[expect(clippy::unnecessary_wraps, reason = "the form of a parser on the command line")]
pub(crate) fn trimmed(text: &str) -> Result<String, Infallible> {
    Ok(text.trim().to_owned())
}

/// A function that reads the files that names of players mention, for any thread.
pub(crate) fn read(house: &House) -> impl Fn(&str) -> Result<String, String> + Sync + '_ {
    |path| house.files().read_for_player(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_name_is_both_players_and_two_are_one_each() {
        let names = |text: &str| text.parse::<Pairing>().map(|pairing| pairing.names.0);
        assert_eq!(names("greedy"), Ok(["greedy".to_owned(), "greedy".to_owned()]));
        assert_eq!(names("greedy, uniform"), Ok(["greedy".to_owned(), "uniform".to_owned()]));
        for wrong in ["", "greedy,", ",greedy", "a,b,c"] {
            assert!(names(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn a_pairing_is_printed_as_it_is_given() {
        for text in ["greedy", "greedy,uniform"] {
            assert_eq!(text.parse::<Pairing>().expect("the test writes a valid pairing").to_string(), text);
        }
    }
}
