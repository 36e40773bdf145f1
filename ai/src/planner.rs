//! Plans an activation as a whole: tries sets of orders in imagined worlds, in which a policy carries them out and
//! plays on to the end of the game, and gives its own policy the orders that do best.
//!
//! A policy that takes orders ([`Planning`]) names what each of its units could do. What is missing in a player that
//! values one move after the other is coordination: who goes where, with whom, in which order. Orders are carried out
//! from the position as it is when their turn comes, so a plan made before the dice meets them well enough, and at
//! every further decision of the activation it is tried again, with a quarter of the simulations, whether a change is
//! better. The idea is that of Portfolio Greedy Search (Churchill and Buro 2013): improve one unit at a time by
//! simulations.
//!
//! * **One by one.** Every order is tried alone, in the same worlds as no new order at all; the better ones again.
//! * **Together.** The best of them are added to each other as long as that gains.
//! * **Duel.** The best of many trials is over-estimated. So what was found has to gain on the policy's own way in
//!   fresh worlds, by more than a standard error.
//!
//! A world is a position that is possible as far as the player knows, with dice of its own, and with an opponent: where
//! that is a [mix](crate::Mix), each world draws one of its players. All is counted in whole numbers, so that the same
//! game is the same on any machine.

use core::cmp::Reverse;

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use szala_kernel::dice::fair_choice;
use szala_kernel::{ActionList, GameSeed, Paired, Rules, RunSeed, Side, Table};

use crate::chance::Chance;
use crate::gain::Gain;
use crate::search::{World, score};
use crate::{Glance, Opinion, Player, View};

/// A policy that takes orders for the activation under way.
pub trait Planning<R: Rules>: Player<R> {
    /// An order.
    type Order: Copy + PartialEq + core::fmt::Debug + Send + Sync;

    /// A number for the activation that this decision belongs to, where orders can be given; another one for each
    /// activation of a game. Reads only what both sides know.
    fn activation(glance: Glance<'_, R>) -> Option<u64>;

    /// Adds the orders that are worth trying at this decision to an empty list; `lot` draws a number below another.
    fn errands(
        &mut self,
        view: &View<'_, R>,
        lot: &mut dyn FnMut(usize) -> usize,
        orders: &mut Vec<Self::Order>,
    );

    /// Can both orders not be given together?
    fn exclude(one: &Self::Order, other: &Self::Order) -> bool;

    /// Follows these orders, the first one first, until the activation ends: these and no earlier ones. Reads only what
    /// both sides know of the position.
    fn follow(&mut self, rules: &R, state: &R::State, orders: &[Self::Order]);
}

/// Later decisions of an activation have the budget divided by this.
const LATER: u32 = 4;
/// An order is tried alone in this many worlds at least; where there are more orders than that allows, lots choose.
const FEWEST_WORLDS: u32 = 4;
/// One in `AGAIN` of the orders tried alone is tried again, at most `MOST_AGAIN`.
const AGAIN: usize = 4;
const MOST_AGAIN: usize = 12;
/// At most this many orders are tried on top of the best one.
const TOGETHER: u32 = 6;
/// A gain must be more than this many tenths of a standard error.
const MARGIN: u32 = 10;

/// The player that plans. Its policy and its imagined opponents play the simulated games.
#[derive(Clone, Debug)]
pub struct Planner<R: Rules, P: Planning<R>, Q> {
    /// Decides in the real game.
    own: P,
    side: Side,
    chance: Chance,
    simulations: u32,
    /// The activation for which there are orders.
    current: Option<u64>,
    orders: Vec<P::Order>,
    /// Both sides in simulations.
    policy: P,
    opponent: Q,
    list: ActionList<R::Action>,
}

/// Orders on trial.
#[derive(Clone, Debug)]
struct Trial<O> {
    orders: Vec<O>,
    /// Over what is planned already.
    gain: Gain,
}

impl<O> Trial<O> {
    fn of(orders: Vec<O>) -> Self {
        Self { orders, gain: Gain::default() }
    }
}

/// The worlds of one decision: each is used once.
struct Worlds {
    seed: RunSeed,
    used: u64,
}

impl<R: Paired, P: Planning<R> + Clone, Q: Player<R>> Planner<R, P, Q> {
    /// A planner with this many simulations for the first decision of an activation, and a quarter of them for each
    /// further one.
    pub fn new(rules: &R, policy: P, opponent: Q, simulations: u32) -> Self {
        Self {
            own: policy.clone(),
            side: Side::First,
            chance: Chance::default(),
            simulations,
            current: None,
            orders: Vec::new(),
            policy,
            opponent,
            list: ActionList::within(rules.limits()),
        }
    }

    /// Plans at a decision that belongs to an activation.
    fn plan(&mut self, view: &View<'_, R>) {
        let activation = P::activation(view.glance()).filter(|_| view.legal().len() > 1);
        let Some(activation) = activation else { return };
        let mut simulations = self.simulations;
        if self.current == Some(activation) {
            simulations /= LATER;
        } else {
            (self.current, self.orders) = (Some(activation), Vec::new());
        }
        let mut lots = Xoshiro256PlusPlus::seed_from_u64(self.chance.lots(view.glance()).next());
        if let Some(better) = self.better(view, simulations, &mut lots) {
            self.orders = better;
        }
        self.own.follow(view.rules(), view.glance().position(), &self.orders);
    }

    /// Orders that do better than those that are given already.
    fn better(
        &mut self,
        view: &View<'_, R>,
        simulations: u32,
        lots: &mut Xoshiro256PlusPlus,
    ) -> Option<Vec<P::Order>> {
        let mut worlds = Worlds { seed: RunSeed(lots.next_u64()), used: 0 };
        let mut lot = |sides: usize| fair_choice(sides, || lots.next_u32());
        let base = self.orders.clone();
        let mut errands = Vec::new();
        self.policy.begin(view.rules(), worlds.seed.game(0), self.side);
        self.policy.errands(view, &mut lot, &mut errands);
        let quarter = simulations / 4;
        let most = usize::try_from(quarter / FEWEST_WORLDS).unwrap_or(usize::MAX);
        while errands.len() > most {
            errands.swap_remove(lot(errands.len()));
        }
        // Alone, in worlds that all have in common.
        let mut trials: Vec<_> = errands.iter().map(|order| Trial::of(with::<R, P>(&base, *order))).collect();
        for kept in [usize::MAX, (trials.len() / AGAIN).clamp(2, MOST_AGAIN)] {
            trials.sort_by_key(|trial| Reverse(trial.gain.sum));
            trials.truncate(kept);
            let count = u32::try_from(trials.len().max(1)).expect("fewer than simulations");
            self.race(view, &base, &mut trials, &mut worlds, (quarter / count).max(FEWEST_WORLDS));
        }
        trials.sort_by_key(|trial| Reverse(trial.gain.sum));
        // Together.
        let mut best = base.clone();
        for trial in trials.iter().take(1 + TOGETHER as usize) {
            let order = *trial.orders.last().expect("each has one order more");
            if best == base {
                if trial.gain.sum > 0 {
                    best.clone_from(&trial.orders);
                }
            } else if !best.contains(&order) {
                let mut more = [Trial::of(with::<R, P>(&best, order))];
                self.race(view, &best, &mut more, &mut worlds, (quarter / 2 / TOGETHER).max(FEWEST_WORLDS));
                let [more] = more;
                if more.gain.sure(MARGIN) > 0 {
                    best = more.orders;
                }
            }
        }
        if best == base {
            return None;
        }
        let mut duel = [Trial::of(best)];
        self.race(view, &base, &mut duel, &mut worlds, (quarter / 2).max(FEWEST_WORLDS));
        let [duel] = duel;
        (duel.gain.sure(MARGIN) > 0).then_some(duel.orders)
    }

    /// Plays each trial and the orders that it is to beat in this many more worlds.
    fn race(
        &mut self,
        view: &View<'_, R>,
        base: &[P::Order],
        trials: &mut [Trial<P::Order>],
        worlds: &mut Worlds,
        count: u32,
    ) {
        for _ in 0..count {
            let game = worlds.seed.game(worlds.used);
            worlds.used += 1;
            let world = World::imagine(view, game);
            let own = self.simulate(view.rules(), &world, base);
            for trial in &mut *trials {
                let value = self.simulate(view.rules(), &world, &trial.orders);
                trial.gain.tell(value - own);
            }
        }
    }

    /// The result of a world, for the side that plans, when these orders are given in it.
    fn simulate(&mut self, rules: &R, world: &World<R>, orders: &[P::Order]) -> i64 {
        let side = self.side;
        self.policy.begin(rules, world.game, side);
        self.opponent.begin(rules, world.game, !side);
        let mut state = world.state.clone();
        self.policy.follow(rules, &state, orders);
        let mut table = Table::new(world.dice.clone(), ());
        loop {
            let action = if rules.to_act(&state) == side {
                self.policy.decide(rules, &state, &mut self.list)
            } else {
                self.opponent.decide(rules, &state, &mut self.list)
            };
            rules.apply(&mut state, action.expect("the game is not over"), &mut table);
            if let Some(outcome) = rules.outcome(&state) {
                return score(outcome, side);
            }
        }
    }
}

/// These orders and one more, which comes last; those that exclude it are left out.
fn with<R: Rules, P: Planning<R>>(orders: &[P::Order], order: P::Order) -> Vec<P::Order> {
    let others = orders.iter().filter(|other| !P::exclude(other, &order)).copied();
    others.chain([order]).collect()
}

impl<R, P, Q> Player<R> for Planner<R, P, Q>
where
    R: Paired + Clone,
    P: Planning<R> + Clone,
    Q: Player<R> + Clone,
{
    fn begin(&mut self, rules: &R, game: GameSeed, side: Side) {
        self.side = side;
        self.own.begin(rules, game, side);
        self.chance.begin_apart(rules, game, side);
        self.current = None;
    }

    fn choose(&mut self, view: &View<'_, R>) -> usize {
        self.plan(view);
        self.own.choose(view)
    }

    fn at_once(&mut self, glance: Glance<'_, R>) -> Option<R::Action> {
        if P::activation(glance).is_some() { None } else { self.own.at_once(glance) }
    }

    /// The opinions of the policy, with the orders that it would have.
    fn opinions(&self, view: &View<'_, R>) -> Vec<Opinion> {
        let mut copy = self.clone();
        copy.plan(view);
        let mut opinions = copy.own.opinions(view);
        let best = opinions.iter_mut().rev().max_by_key(|opinion| opinion.value);
        if let Some(best) = best.filter(|_| copy.current.is_some() && !copy.orders.is_empty()) {
            best.why = format!("{}; planned in simulations", best.why).into();
        }
        opinions
    }
}
