//! Search by rollouts: tries actions in imagined worlds, has a policy play these to their end, and deviates from the
//! policy's own choice where another action is significantly better.
//!
//! This is the rollout algorithm (Tesauro and Galperin 1996): one step of improvement on a given policy, and no worse
//! than it except for errors of estimation. The policy's own choice is always a candidate, and the one that has to be
//! beaten. A world is a position that is possible as far as the player knows, with dice of the player's own: dice and
//! secrets are sampled, never known, and a reaction of the other side is a decision of its policy like any other. No
//! tree is grown: the few hundred simulations of a decision scatter over dice and reactions, and most nodes of a tree
//! would be visited once.
//!
//! * **Candidates.** The own choice, and the best by the policy's [`Prior`]. Without one, all legal actions, or a
//!   random sample that the budget can distinguish.
//! * **Race.** Sequential halving (Karnin, Koren and Somekh 2013), with one change: the own choice stays to the end and
//!   the others are halved down to two, since what must be known best is the difference to the own choice.
//! * **Common random numbers.** A round plays every candidate in the same worlds: same secrets, same dice, policies
//!   begun with the same seed. What is added up is the difference to the own choice in each world.
//! * **Margin.** The best of several estimates is too high on the average. So a candidate must gain more than a number
//!   of standard errors of these differences.
//!
//! Everything is counted in integers: the same decisions on every machine. `race` is independent of games,
//! `rollout` of candidates.

mod race;
mod rollout;

use szala_kernel::{BySide, GameSeed, Paired, Rules, RunSeed, Side};

use crate::chance::Chance;
use crate::room::Room;
use crate::{Evaluate, Opinion, Player, View};
use race::Race;
use rollout::Rollout;

pub use rollout::{Horizon, Unjudged};
pub(crate) use rollout::{World, score};

/// A policy's quick estimates of legal actions before any search.
pub trait Prior<R: Rules> {
    /// Adds a value for each legal action, in order, to the empty list, or nothing when it has no opinions. More is
    /// better; the scale does not matter. Has no effect on what the policy chooses, now or later.
    ///
    /// To be called after [`Player::choose`] on the same view, within the capacity of the list for
    /// [`Limits::actions`](szala_kernel::Limits::actions) values.
    fn rank(&mut self, _view: &View<'_, R>, _values: &mut Vec<i64>) {}
}

/// A prior for an action not worth considering: never a candidate, unless the policy itself would take it.
pub const OUT: i64 = i64::MIN;
/// Candidates of a decision when the policy has a [`Prior`].
pub const CANDIDATES: usize = 8;
/// The gain over the own choice that a candidate needs, in tenths of a standard error.
pub const MARGIN: u32 = 10;

/// The player that searches by rollouts of the policies `P`, one for each side.
#[derive(Clone, Debug)]
pub struct Search<R: Rules, P, E = Unjudged> {
    /// The policies that follow the real game; only that of the search player's side is ever asked.
    own: BySide<P>,
    side: Side,
    chance: Chance,
    simulations: u32,
    candidates: usize,
    margin: u32,
    values: Room<i64>,
    race: Race,
    rollout: Rollout<R, P, E>,
}

impl<R: Rules, P: Player<R> + Clone> Search<R, P> {
    /// A search player with this many simulations per decision, each to the end of the game. With fewer than eight it
    /// plays as the policy does.
    pub fn new(rules: &R, policies: BySide<P>, simulations: u32) -> Self {
        let most = rules.limits().actions;
        Self {
            own: policies.clone(),
            side: Side::First,
            chance: Chance::default(),
            simulations,
            candidates: CANDIDATES,
            margin: MARGIN,
            values: Room::for_up_to(most),
            race: Race::within(most),
            rollout: Rollout::new(rules, policies),
        }
    }
}

impl<R: Rules, P, E> Search<R, P, E> {
    /// The same with at most this many candidates; default: [`CANDIDATES`].
    #[must_use]
    pub fn with_candidates(mut self, most: usize) -> Self {
        self.candidates = most;
        self
    }

    /// The same with another margin, in tenths of a standard error; default: [`MARGIN`].
    #[must_use]
    pub fn with_margin(mut self, tenths: u32) -> Self {
        self.margin = tenths;
        self
    }

    /// The same with simulations that end at the horizon, where `evaluate` gives the value.
    #[must_use]
    pub fn until<J: Evaluate<R>>(self, horizon: Horizon, evaluate: J) -> Search<R, P, J> {
        Search {
            own: self.own,
            side: self.side,
            chance: self.chance,
            simulations: self.simulations,
            candidates: self.candidates,
            margin: self.margin,
            values: self.values,
            race: self.race,
            rollout: self.rollout.until(horizon, evaluate),
        }
    }
}

impl<R, P, E> Search<R, P, E>
where
    R: Paired,
    P: Player<R> + Prior<R>,
    E: Evaluate<R>,
{
    fn search(&mut self, view: &View<'_, R>) {
        let seed = self.line_up(view);
        let mut number = 0;
        while let Some(worlds) = self.race.next_round() {
            for _ in 0..worlds {
                self.run_in(view, seed.game(number));
                number += 1;
            }
        }
    }

    /// Lines up the candidates, and returns the seed of the worlds in which they race.
    fn line_up(&mut self, view: &View<'_, R>) -> RunSeed {
        let policy = &mut self.own[self.side];
        let own = policy.choose(view);
        let legal = view.legal().len();
        self.values.clear();
        policy.rank(view, &mut self.values);
        let mut most = self.candidates;
        let mut lots = self.chance.lots(view.glance());
        if self.values.is_empty() {
            self.values.extend(view.legal().iter().map(|action| i64::from(lots.of(view.rules(), *action))));
            most = legal;
        }
        assert_eq!(self.values.len(), legal, "a prior has a value for each legal action, or none at all");
        self.race.line_up(own, &self.values, most, self.simulations);
        RunSeed(lots.next())
    }

    /// All remaining runners, in one world.
    fn run_in(&mut self, view: &View<'_, R>, game: GameSeed) {
        let world = World::imagine(view, game);
        let own = self.rollout.play(view, &world, self.race.own());
        for at in self.race.challengers() {
            let score = self.rollout.play(view, &world, self.race.place(at));
            self.race.tell(at, score - own);
        }
    }
}

impl<R, P, E> Player<R> for Search<R, P, E>
where
    R: Paired + Clone,
    P: Player<R> + Prior<R> + Clone,
    E: Evaluate<R> + Clone,
{
    fn begin(&mut self, rules: &R, game: GameSeed, side: Side) {
        self.side = side;
        self.own[side].begin(rules, game, side);
        self.chance.begin_apart(rules, game, side);
    }

    fn choose(&mut self, view: &View<'_, R>) -> usize {
        self.search(view);
        self.race.winner(self.margin)
    }

    /// The own choice is worth zero; others are worth their gain over it beyond the margin, in millionths of a won
    /// game.
    fn opinions(&self, view: &View<'_, R>) -> Vec<Opinion> {
        let mut copy = self.clone();
        let reasons = copy.own[copy.side].opinions(view);
        copy.search(view);
        let mut opinions = copy.race.opinions(copy.margin);
        let own = copy.race.own();
        let reason = reasons.into_iter().find(|reason| reason.place == own);
        if let (Some(opinion), Some(reason)) = (opinions.iter_mut().find(|it| it.place == own), reason) {
            opinion.why = format!("the choice of the policy: {}", reason.why).into();
        }
        opinions
    }
}
