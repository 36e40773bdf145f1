//! Players by name, for command lines, tables and tests.

use szala_files::unknown;
use szala_kernel::{Names, Paired, Side};

use crate::mix::{beside, read_mix};
use crate::{Drillable, Player, Share, Tunable};

/// Reads a file that a player's name mentions; the error says why it cannot.
pub type ReadFile<'f> = &'f dyn Fn(&str) -> Result<String, String>;

/// The ingredients of a player whose weights can be tuned.
pub type AnyTunable<'r, P> = Box<dyn Tunable<Player = <P as Roster>::Seat> + Send + Sync + 'r>;

/// The ingredients of a player that can be drilled.
pub type AnyDrillable<'r, P> = Box<dyn Drillable<Player = <P as Roster>::Seat> + Send + Sync + 'r>;

/// A player that has a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Its name.
    pub name: String,
    /// What it does, in one line.
    pub about: String,
}

impl Listed {
    /// A player of this name with this description.
    pub fn new(name: &str, about: &str) -> Self {
        Self { name: name.to_owned(), about: about.to_owned() }
    }
}

/// The players of a rule system, by name. A separate type without fields, so that players may live in another crate
/// than the rules.
pub trait Roster: 'static {
    /// The rules they play by.
    type Rules: Paired;

    /// The default player of either side: one that decides quickly.
    const USUAL: &'static str;

    /// The player that is strongest, slowly, if it can imagine the players of a mix: behind this name and a colon comes
    /// the mix's file.
    const DEEP: Option<&'static str> = None;

    /// Any of them.
    type Seat: Player<Self::Rules> + Clone + core::fmt::Debug + Send + Sync;

    /// The players of a side, the simplest first.
    fn players(rules: &Self::Rules, side: Side) -> Vec<Listed>;

    /// The player of this name for a side; everything that takes time or memory is done here, once, and not in each
    /// game.
    ///
    /// # Errors
    /// What is wrong with the name or with the file in it, and what would be right.
    fn player(rules: &Self::Rules, name: &str, side: Side, read: ReadFile<'_>) -> Result<Self::Seat, String>;

    /// The text of the plan or the weights that the player of this name uses, if any: when it changes, the player of
    /// that name is a different one. Files that the name mentions are not part of it.
    fn text_of(_rules: &Self::Rules, _name: &str, _side: Side) -> &'static str {
        ""
    }

    /// The weights of the player of this name, to be tuned from where they are.
    ///
    /// # Errors
    /// The player is unknown, or has no weights.
    fn tunable<'r>(
        rules: &'r Self::Rules,
        name: &str,
        side: Side,
        read: ReadFile<'_>,
    ) -> Result<AnyTunable<'r, Self>, String> {
        Self::player(rules, name, side, read)?;
        Err(format!("`{name}` has no weights to tune"))
    }

    /// The player of this name, to be drilled: trained to weigh its options.
    ///
    /// # Errors
    /// The player is unknown, or has no options that a net could weigh.
    fn drillable<'r>(
        rules: &'r Self::Rules,
        name: &str,
        side: Side,
        read: ReadFile<'_>,
    ) -> Result<AnyDrillable<'r, Self>, String> {
        Self::player(rules, name, side, read)?;
        Err(format!("`{name}` has no options that a net could weigh"))
    }
}

/// Does the player of this name think for seconds about a game? Such players are left out where all listed ones play.
pub fn is_slow(name: &str) -> bool {
    [SIMULATIONS.kind, PLANNED.kind].contains(&name.split(':').next().unwrap_or_default())
}

/// What stands behind `planner:`: the simulations of an activation, and the file of the mix whose players it imagines.
///
/// # Errors
/// The errors of [`Budget::read`].
pub fn planned(detail: Option<&str>) -> Result<(u32, Option<&str>), String> {
    let (simulations, file) = match detail.and_then(|detail| detail.split_once(':')) {
        Some((simulations, file)) => (Some(simulations), Some(file)),
        None => (detail, None),
    };
    Ok((number(simulations, &PLANNED)?, file))
}

/// The players of a side of a mix, to be imagined: those with a share, the largest first.
///
/// # Errors
/// Everything that is wrong with the mix or its players; a player that is too slow to be imagined.
pub fn imagined<P: Roster<Rules: Names>>(
    rules: &P::Rules,
    file: &str,
    side: Side,
    read: ReadFile<'_>,
) -> Result<Vec<(Share, P::Seat)>, String> {
    let text = file_of(PLANNED.kind, file, read)?;
    let mut shares = read_mix(file, &text, Side::BOTH.map(|side| rules.side_name(side)), side)?;
    shares.retain(|share| share.share > 0);
    shares.sort_by_key(|share| core::cmp::Reverse(share.share));
    let seat = |share: Share| {
        if is_slow(&share.player) {
            return Err(format!(
                "{file}: `{}` is too slow to be imagined; name faster players",
                share.player
            ));
        }
        let player = P::player(rules, &share.player, side, &|path| read(&beside(file, path)));
        player.map(|player| (share, player)).map_err(|why| format!("{file}: {why}"))
    };
    shares.into_iter().map(seat).collect()
}

/// The error for an unknown player, with the nearest name.
pub fn no_such_player(name: &str, listed: &[Listed]) -> String {
    let names: Vec<&str> = listed.iter().map(|one| one.name.as_str()).collect();
    unknown("player", name, &names)
}

/// The meaning and bounds of the number after the colon of a player's name.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    kind: &'static str,
    counts: &'static str,
    fewest: u32,
    most: u32,
    usual: u32,
    /// Why values outside the bounds are invalid.
    why: &'static str,
}

/// The simulations a decision of `search:N`.
pub const SIMULATIONS: Budget = Budget {
    kind: "search",
    counts: "simulations a decision",
    fewest: 8,
    most: 1_000_000,
    usual: 200,
    why: "with fewer it would play as the policy does that it searches with, with more no game would end in time",
};

/// The simulations an activation of `planner:N`.
pub const PLANNED: Budget = Budget {
    kind: "planner",
    counts: "simulations an activation",
    fewest: 100,
    most: 1_000_000,
    usual: 1500,
    why: "with fewer it could not tell one plan from another, with more no game would end in time",
};

/// The samples of the dice for an action of `greedy:N`.
pub const SAMPLES: Budget = Budget {
    kind: "greedy",
    counts: "samples of the dice",
    fewest: 1,
    most: 10_000,
    usual: 4,
    why: "without any it could not look ahead, with more no game would end in time",
};

impl Budget {
    /// The number in its written form.
    ///
    /// # Errors
    /// It is not a number, or it is out of bounds and why, and what to write.
    pub fn read(&self, text: &str) -> Result<u32, String> {
        let Self { kind, counts, fewest, most, usual, why } = self;
        let number = text.parse().ok().filter(|number| (*fewest..=*most).contains(number));
        number.ok_or_else(|| {
            format!(
                "`{text}` is no number of {counts} from {fewest} to {most} ({why}); write one as in \
                 `{kind}:{usual}`"
            )
        })
    }
}

/// The number after the colon of a name, or the default without a colon.
///
/// # Errors
/// The errors of [`Budget::read`].
pub fn number(detail: Option<&str>, budget: &Budget) -> Result<u32, String> {
    detail.map_or(Ok(budget.usual), |detail| budget.read(detail))
}

/// The content of the file after the colon of a name.
///
/// # Errors
/// There is nothing after the colon, or why the file cannot be read.
pub fn file_of(kind: &str, file: &str, read: ReadFile<'_>) -> Result<String, String> {
    if file.is_empty() {
        return Err(format!(
            "nothing is behind the colon of `{kind}:`; name a file, as in `{kind}:mine.toml`"
        ));
    }
    read(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_has_bounds_and_a_word_without_a_number_means_the_usual_one() {
        for (budget, within, beyond) in [
            (SIMULATIONS, ["8", "1000000"], ["7", "1000001"]),
            (PLANNED, ["100", "1000000"], ["99", "1000001"]),
            (SAMPLES, ["1", "10000"], ["0", "10001"]),
        ] {
            for text in within {
                assert_eq!(number(Some(text), &budget), Ok(text.parse().expect("the test writes a number")));
            }
            let example = format!("`{}:{}`", budget.kind, budget.usual);
            for text in beyond.into_iter().chain(["", "many", "-1", "99999999999"]) {
                let told = number(Some(text), &budget).expect_err("no such budget");
                assert!(told.contains(&format!("`{text}`")) && told.ends_with(&example), "{told}");
            }
        }
        // The texts in the lists of players.
        assert_eq!((number(None, &SIMULATIONS), number(None, &SAMPLES)), (Ok(200), Ok(4)));
    }
}
