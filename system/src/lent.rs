//! Players that another program lends for a while: functions of Python, for small questions. Such a player is asked in
//! words, which takes far longer than a decision of a player of ours. It goes by a name wherever players have names, as
//! long as it is lent.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use szala_ai::chance::Chance;
use szala_ai::{Glance, Mix, Opinion, Player, View};
use szala_kernel::picture::{Ground, Position};
use szala_kernel::{ActionList, GameSeed, Notation, Paired, Pictured, Side};

use crate::bound::Bound;

/// A player of another program.
pub trait Lender: Send + Sync {
    /// The place of its choice among the actions; a place beyond them counts as the last one.
    fn choose(&self, question: &Question<'_>) -> usize;
}

/// What a lent player sees when it decides: what both sides know, and what it may do.
#[derive(Clone, Copy, Debug)]
pub struct Question<'q> {
    /// The names of the first and the second side.
    pub sides: [&'q str; 2],
    /// The side that it decides for.
    pub side: Side,
    /// The board and who takes part.
    pub ground: &'q Ground,
    /// The position, without anything hidden.
    pub position: &'q Position,
    /// The legal actions as the rule system writes them, in the order of the rules; never empty.
    pub actions: &'q [String],
    /// A number for choices by chance, which depends on the game and on nothing else.
    pub lot: u32,
}

/// The players that are lent now, by their names.
static LENT: Mutex<BTreeMap<String, Arc<dyn Lender>>> = Mutex::new(BTreeMap::new());

/// A player that is lent until this is dropped.
#[derive(Debug)]
pub struct Loan {
    name: String,
}

impl Loan {
    /// Lends a player under this name, `python:NAME`, or the next that is free: `python:NAME-2`.
    pub fn of(name: &str, lender: Arc<dyn Lender>) -> Self {
        let mut lent = LENT.lock().unwrap_or_else(PoisonError::into_inner);
        let another = (2..).map(|number| format!("{name}-{number}"));
        let mut names = core::iter::once(name.to_owned()).chain(another);
        let name = names.find(|name| !lent.contains_key(name)).expect("names never run out");
        lent.insert(name.clone(), lender);
        Self { name }
    }

    /// The name that it goes by.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl Drop for Loan {
    fn drop(&mut self) {
        LENT.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.name);
    }
}

/// A lent player in a game.
#[derive(Clone)]
pub(crate) struct Borrowed {
    name: Arc<str>,
    lender: Arc<dyn Lender>,
    ground: Arc<Ground>,
    chance: Chance,
}

impl fmt::Debug for Borrowed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl Borrowed {
    /// The one who is lent under this name.
    fn by_name(rules: &impl Pictured, name: &str) -> Option<Self> {
        let lender = LENT.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned()?;
        Some(Self { name: name.into(), lender, ground: Arc::new(rules.ground()), chance: Chance::default() })
    }

    fn choose<R: Notation + Pictured + Paired>(&mut self, view: &View<'_, R>) -> usize {
        let (rules, side) = (view.rules(), view.side());
        // A lent player is not asked where there is nothing to choose, but its lots are the same.
        let lot = self.chance.lots(view.glance()).below(1 << 31);
        let last = view.legal().len() - 1;
        if last == 0 {
            return 0;
        }
        let written = |action: &R::Action| fmt::from_fn(|f| rules.write_action(*action, f)).to_string();
        let actions: Vec<String> = view.legal().iter().map(written).collect();
        let question = Question {
            sides: Side::BOTH.map(|side| rules.side_name(side)),
            side,
            ground: &self.ground,
            // A picture shows what both sides know.
            position: &rules.picture(view.glance().position()),
            actions: &actions,
            lot: u32::try_from(lot).expect("below 2^31"),
        };
        self.lender.choose(&question).min(last)
    }
}

/// A player of ours, or one that is lent, or either with orders.
#[derive(Clone, Debug)]
pub(crate) enum Anybody<P> {
    Ours(Mix<P>),
    Lent(Box<Borrowed>),
    Bound(Box<Bound<P>>),
}

impl<P> Anybody<P> {
    /// The one who is lent under this name.
    pub(crate) fn lent(rules: &impl Pictured, name: &str) -> Option<Self> {
        Borrowed::by_name(rules, name).map(|lent| Self::Lent(Box::new(lent)))
    }
}

impl<R: Notation + Pictured + Paired, P: Player<R> + Clone> Player<R> for Anybody<P> {
    fn begin(&mut self, rules: &R, game: GameSeed, side: Side) {
        match self {
            Self::Ours(player) => player.begin(rules, game, side),
            Self::Lent(player) => player.chance.begin(rules, game, side),
            Self::Bound(player) => player.begin(rules, game, side),
        }
    }

    fn begin_again(&mut self, rules: &R, game: GameSeed, side: Side) {
        match self {
            Self::Ours(player) => player.begin_again(rules, game, side),
            Self::Lent(player) => player.chance.begin(rules, game, side),
            Self::Bound(player) => player.begin_again(rules, game, side),
        }
    }

    fn choose(&mut self, view: &View<'_, R>) -> usize {
        match self {
            Self::Ours(player) => player.choose(view),
            Self::Lent(player) => player.choose(view),
            Self::Bound(player) => player.choose(view),
        }
    }

    fn at_once(&mut self, glance: Glance<'_, R>) -> Option<R::Action> {
        match self {
            Self::Ours(player) => player.at_once(glance),
            Self::Lent(_) => None,
            Self::Bound(player) => player.at_once(glance),
        }
    }

    fn decide(&mut self, rules: &R, state: &R::State, list: &mut ActionList<R::Action>) -> Option<R::Action> {
        match self {
            Self::Ours(player) => player.decide(rules, state, list),
            Self::Lent(player) => {
                list.clear();
                rules.actions(state, list);
                (!list.is_empty()).then(|| list[player.choose(&View::new(rules, state, list))])
            }
            Self::Bound(player) => player.decide(rules, state, list),
        }
    }

    fn opinions(&self, view: &View<'_, R>) -> Vec<Opinion> {
        match self {
            Self::Ours(player) => player.opinions(view),
            Self::Lent(_) => Vec::new(),
            Self::Bound(player) => player.opinions(view),
        }
    }

    fn drawn(&self, game: GameSeed, side: Side) -> Option<&str> {
        match self {
            Self::Ours(player) => player.drawn(game, side),
            Self::Lent(_) => None,
            Self::Bound(player) => player.drawn(game, side),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Last;

    impl Lender for Last {
        fn choose(&self, question: &Question<'_>) -> usize {
            question.actions.len() - 1
        }
    }

    #[test]
    fn a_player_is_known_by_its_name_as_long_as_it_is_lent() {
        use szala_kernel::toy::TwoGates;
        let known = |name| Borrowed::by_name(&TwoGates, name).is_some();
        let loan = Loan::of("python:kept", Arc::new(Last));
        let other = Loan::of("python:kept", Arc::new(Last));
        assert_eq!([loan.name(), other.name()], ["python:kept", "python:kept-2"]);
        assert!(known("python:kept") && known("python:kept-2") && !known("python:kept-3"));
        drop(loan);
        assert!(!known("python:kept") && known("python:kept-2"));
    }
}
