//! The players available for every game: random, looking one action ahead, and search with random rollouts. A game
//! with an evaluation has all three of them by name; its own players are added to them.

use core::fmt::Debug;

use szala_kernel::{BySide, GameSeed, Paired, Side};

use crate::roster::{Listed, SAMPLES, SIMULATIONS, number};
use crate::{Evaluate, Glance, Greedy, Opinion, Player, Search, Uniform, View};

/// A player that needs no more than an evaluation of positions.
#[derive(Clone, Debug)]
pub enum Standard<R: Paired + Clone + Debug, E> {
    /// Plays at random.
    Uniform(Uniform),
    /// Looks one action ahead.
    Greedy(Box<Greedy<E>>),
    /// Searches with random rollouts.
    Search(Box<Search<R, Uniform>>),
}

impl<R: Paired + Clone + Debug, E: Evaluate<R> + Clone> Standard<R, E> {
    /// The players as shown in a list.
    pub fn listed() -> Vec<Listed> {
        [
            ("uniform", "any legal action, at random"),
            (
                "greedy",
                "the action after which the position is worth most; greedy:N with N samples of the dice",
            ),
            ("search:200", "the action that wins most of 200 games of chance; any other number too"),
        ]
        .map(|(name, about)| Listed::new(name, about))
        .into()
    }

    /// The player of this name, or `None` if the name is none of these.
    pub fn by_name(rules: &R, name: &str, evaluate: impl FnOnce() -> E) -> Option<Result<Self, String>> {
        let (kind, detail) = name.split_once(':').map_or((name, None), |(kind, detail)| (kind, Some(detail)));
        match (kind, detail) {
            ("uniform", None) => Some(Ok(Self::Uniform(Uniform::default()))),
            ("greedy", samples) => Some(
                number(samples, &SAMPLES)
                    .map(|samples| Self::Greedy(Box::new(Greedy::new(rules, evaluate(), samples)))),
            ),
            ("search", simulations) => Some(number(simulations, &SIMULATIONS).map(|simulations| {
                let policies = BySide::from_fn(|_| Uniform::default());
                Self::Search(Box::new(Search::new(rules, policies, simulations)))
            })),
            _ => None,
        }
    }
}

impl<R: Paired + Clone + Debug, E: Evaluate<R> + Clone> Player<R> for Standard<R, E> {
    fn begin(&mut self, rules: &R, game: GameSeed, side: Side) {
        match self {
            Self::Uniform(player) => player.begin(rules, game, side),
            Self::Greedy(player) => player.begin(rules, game, side),
            Self::Search(player) => player.begin(rules, game, side),
        }
    }

    fn choose(&mut self, view: &View<'_, R>) -> usize {
        match self {
            Self::Uniform(player) => player.choose(view),
            Self::Greedy(player) => player.choose(view),
            Self::Search(player) => player.choose(view),
        }
    }

    fn at_once(&mut self, glance: Glance<'_, R>) -> Option<R::Action> {
        match self {
            Self::Uniform(player) => player.at_once(glance),
            Self::Greedy(player) => player.at_once(glance),
            Self::Search(player) => player.at_once(glance),
        }
    }

    fn opinions(&self, view: &View<'_, R>) -> Vec<Opinion> {
        match self {
            Self::Uniform(player) => player.opinions(view),
            Self::Greedy(player) => player.opinions(view),
            Self::Search(player) => player.opinions(view),
        }
    }
}
