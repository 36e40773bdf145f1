//! A policy whose options a net weighs. The policy says what could be done at a decision, and describes each option by
//! inputs that are on; the net, trained on how games ended, says how good each is. So the player decides in
//! microseconds what a player that simulates games needs thousands of them for.
//!
//! The first option is what the policy would do by itself; another one is taken only if the net thinks it better by
//! [a margin](Drilling::MARGIN). Everything is counted in whole numbers. Training is left to the analysis; here is
//! what it needs of a player: that it tries other options now and then ([`Curiosity`]) and remembers what was decided
//! ([`Lessons`]).

use std::sync::Arc;

use szala_kernel::{GameSeed, Paired, Rules, Side};

use crate::chance::{Chance, Lots};
use crate::net::{Net, Sums};
use crate::{Glance, Opinion, Planning, Player, View};

/// The kind of player in the name `drilled:FILE`.
pub const DRILLED: &str = "drilled";

/// Room for the inputs of a position, for those of all options of a decision, and for the options: no decision of a
/// shipped game has half as many.
const COMMON: usize = 1 << 10;
const EACH: usize = 1 << 16;
const MOST: usize = 1 << 12;

/// The options of a decision, the policy's own choice first.
#[derive(Debug)]
pub struct Options<C> {
    /// The inputs that are on for all options: the position.
    pub common: Vec<u16>,
    /// Those of the options, one after the other.
    each: Vec<u16>,
    /// Each option, where its inputs end, and its kind.
    all: Vec<(C, usize, u16)>,
}

impl<C: Copy> Options<C> {
    /// None yet, with room for those of any decision.
    pub fn none() -> Self {
        Self {
            common: Vec::with_capacity(COMMON),
            each: Vec::with_capacity(EACH),
            all: Vec::with_capacity(MOST),
        }
    }

    fn clear(&mut self) {
        self.common.clear();
        self.each.clear();
        self.all.clear();
    }

    /// Turns an input on of the option that is added next.
    pub fn on(&mut self, input: usize) {
        self.each.push(u16::try_from(input).expect("a policy with more inputs is not drilled"));
    }

    /// Adds an option with the inputs that were turned on. A player that tries options at random draws a kind first.
    pub fn add(&mut self, choice: C, kind: u16) {
        self.all.push((choice, self.each.len(), kind));
    }

    /// All options, in their order.
    pub fn choices(&self) -> impl Iterator<Item = C> {
        self.all.iter().map(|(choice, ..)| *choice)
    }

    /// The inputs of an option besides the common ones.
    pub fn of(&self, option: usize) -> &[u16] {
        let from = option.checked_sub(1).map_or(0, |before| self.all[before].1);
        &self.each[from..self.all[option].1]
    }
}

/// Copies have the same room.
impl<C: Copy> Clone for Options<C> {
    fn clone(&self) -> Self {
        Self::none()
    }
}

/// A policy whose options can be weighed.
pub trait Drilling<R: Rules>: Player<R> {
    /// An option.
    type Choice: Copy + core::fmt::Debug + Send + Sync;

    /// How much better an option must be than the policy's own, in ten-thousandths of a game: the less, the more often
    /// it is asked in a game.
    const MARGIN: i32 = 100;

    /// Does a net have a say in this decision? Reads only what both sides know.
    fn weighs(glance: Glance<'_, R>) -> bool;

    /// Lists the options of this decision, the policy's own choice first. Reads only what its side knows.
    fn options(&mut self, view: &View<'_, R>, options: &mut Options<Self::Choice>);

    /// The place of the legal action with which this option begins; what follows is remembered. Where the option turns
    /// out to be impossible, `own` is taken. `None` when the option was a part of what is decided here: then the next
    /// part is asked for, and its options are listed.
    fn take(&mut self, view: &View<'_, R>, own: Self::Choice, choice: Self::Choice) -> Option<usize>;

    /// The activation in which another player may give orders ([`Planning::activation`]), where a policy takes any.
    fn ordered_in(_: Glance<'_, R>) -> Option<u64> {
        None
    }
}

/// How a player tries other options, so that there is something to learn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Curiosity {
    /// Takes the best option, or now and then another one. Each decision is a lesson.
    NowAndThen {
        /// How many of a thousand decisions are random.
        lots: usize,
        /// How many of a thousand others are drawn among the options that seem good.
        doubts: usize,
        /// How much worse than the best an option may seem to be one of these, in ten-thousandths of a game.
        width: i32,
    },
    /// Draws each option, the better it seems the likelier. A decision is two lessons: the option that was taken, and
    /// another that was drawn in the same way, without inputs if that is the same one.
    AsItSeems {
        /// How much worse an option must seem to be taken half as often, in ten-thousandths of a game.
        half: i32,
    },
}

/// Decisions to learn from: the inputs that were on when an option was taken, and what was thought of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lessons {
    inputs: Vec<u16>,
    ends: Vec<usize>,
    thoughts: Vec<Thought>,
}

/// What a player thought of a decision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Thought {
    /// The worth of the best option, in ten-thousandths of a game; none without a net.
    pub best: Option<i32>,
    /// Was another option taken, by lot among all of them?
    pub is_by_lot: bool,
}

impl Lessons {
    /// Forgets all of them.
    pub fn clear(&mut self) {
        self.inputs.clear();
        self.ends.clear();
        self.thoughts.clear();
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The inputs of one.
    pub fn inputs(&self, lesson: usize) -> &[u16] {
        let from = lesson.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.inputs[from..self.ends[lesson]]
    }

    /// What the player thought of one.
    pub fn thought(&self, lesson: usize) -> Thought {
        self.thoughts.get(lesson).copied().unwrap_or_default()
    }

    /// Adds one with these inputs.
    pub fn push(&mut self, parts: [&[u16]; 2]) {
        for part in parts {
            self.inputs.extend_from_slice(part);
        }
        self.ends.push(self.inputs.len());
    }

    /// Adds what the player thought of the one added last; of each, or of none.
    pub fn think(&mut self, thought: Thought) {
        self.thoughts.push(thought);
    }
}

/// A policy with its net.
#[derive(Clone, Debug)]
pub struct Drilled<P, C: Copy> {
    policy: P,
    /// Without one the policy decides.
    net: Option<Arc<Net>>,
    chance: Chance,
    options: Options<C>,
    /// The activation in which another player gives orders.
    ordered: Option<u64>,
    curiosity: Option<Curiosity>,
    lessons: Lessons,
}

impl<P, C: Copy> Drilled<P, C> {
    /// A policy with a net, if there is one already.
    pub fn new(policy: P, net: Option<Arc<Net>>) -> Self {
        Self {
            policy,
            net,
            chance: Chance::default(),
            options: Options::none(),
            ordered: None,
            curiosity: None,
            lessons: Lessons::default(),
        }
    }

    /// The same while it learns, if it does.
    #[must_use]
    pub fn curious(self, curiosity: Option<Curiosity>) -> Self {
        Self { curiosity, ..self }
    }

    /// What it decided in its last game, if it was curious.
    pub fn lessons(&self) -> &Lessons {
        &self.lessons
    }

    /// The same with a policy made of its own.
    #[must_use]
    pub fn with_policy(self, make: impl FnOnce(P) -> P) -> Self {
        Self { policy: make(self.policy), ..self }
    }

    /// The policy alone.
    pub fn policy(&self) -> &P {
        &self.policy
    }

    /// Calls a function for each option with what the net thinks of it.
    fn weigh(&self, mut tell: impl FnMut(usize, i32)) {
        let Some(net) = &self.net else { return tell(0, 0) };
        let mut common: Sums = net.nothing();
        net.add(&mut common, &self.options.common);
        for option in 0..self.options.all.len() {
            let mut sums = common;
            net.add(&mut sums, self.options.of(option));
            tell(option, net.worth(&sums));
        }
    }

    /// The best option and its worth: the first, unless another one is better by the margin.
    fn best(&self, margin: i32) -> (usize, i32) {
        let mut best = (0, i32::MIN);
        self.weigh(|option, worth| {
            let worth = if option == 0 { worth.saturating_add(margin) } else { worth };
            if worth > best.1 {
                best = (option, worth);
            }
        });
        if best.0 == 0 { (0, best.1.saturating_sub(margin)) } else { best }
    }

    /// What each option is worth, the first one that much more.
    fn worths(&self, margin: i32) -> Vec<i32> {
        let mut worths = Vec::with_capacity(self.options.all.len());
        self.weigh(|option, worth| {
            worths.push(if option == 0 { worth.saturating_add(margin) } else { worth });
        });
        worths
    }

    /// The option that a player takes instead of the best who is curious [now and then](Curiosity::NowAndThen), and
    /// whether lots alone chose it.
    fn tried(
        &self,
        best: usize,
        mut lots: Lots<'_>,
        [random, doubts]: [usize; 2],
        width: i32,
    ) -> (usize, bool) {
        let all = &self.options.all;
        let among = |options: Vec<usize>, lots: &mut Lots<'_>| options[lots.below(options.len())];
        if lots.below(1000) < random {
            // Some kinds have many options, some few: half of the time each kind has the same chance.
            let kind = if lots.below(2) == 0 {
                all[lots.below(all.len())].2
            } else {
                let mut kinds: Vec<u16> = all.iter().map(|option| option.2).collect();
                kinds.sort_unstable();
                kinds.dedup();
                kinds[lots.below(kinds.len())]
            };
            let options = (0..all.len()).filter(|option| all[*option].2 == kind).collect();
            return (among(options, &mut lots), true);
        }
        if self.net.is_none() || lots.below(1000) >= doubts {
            return (best, false);
        }
        let worths = self.worths(0);
        let most = worths.iter().max().copied().unwrap_or_default();
        let is_near = |option: &usize| worths[*option] > most.saturating_sub(width);
        (among((0..all.len()).filter(is_near).collect(), &mut lots), false)
    }

    /// Two options, each drawn as it seems.
    fn drawn(&self, mut lots: Lots<'_>, margin: i32, half: i32) -> [usize; 2] {
        let worths = self.worths(margin);
        let most = worths.iter().max().copied().unwrap_or_default();
        let chances: Vec<u64> =
            worths.into_iter().map(|worth| chance_of(most.abs_diff(worth), half)).collect();
        let sum: u64 = chances.iter().sum();
        [(); 2].map(|()| {
            let mut lot =
                u64::try_from((u128::from(lots.next()) * u128::from(sum)) >> 64).expect("below the sum");
            let is_drawn = |chance: &u64| {
                let is_drawn = lot < *chance;
                lot = lot.saturating_sub(*chance);
                is_drawn
            };
            chances.iter().position(is_drawn).expect("a number below the sum")
        })
    }
}

/// In how many of 2^24 cases an option is drawn that is this much worse than the best, if another one that is worse by
/// `half` is drawn in half of them. Between whole halves the chance falls in a straight line.
fn chance_of(gap: u32, half: i32) -> u64 {
    let half = half.unsigned_abs().max(1);
    let (halves, part) = (gap / half, u64::from(gap % half));
    let twice = 2 * u64::from(half);
    (((twice - part) << 24) / twice).checked_shr(halves).unwrap_or(0)
}

impl<P, C: Copy> Drilled<P, C> {
    /// Is this decision the net's?
    fn decides<R: Rules>(&self, glance: Glance<'_, R>) -> bool
    where
        P: Drilling<R>,
    {
        let is_ordered = || self.ordered.is_some() && P::ordered_in(glance) == self.ordered;
        (self.net.is_some() || self.curiosity.is_some()) && P::weighs(glance) && !is_ordered()
    }

    /// The option that is taken, of those that are listed. A curious player remembers it, if there was a choice.
    fn chosen<R: Paired>(&mut self, view: &View<'_, R>) -> usize
    where
        P: Drilling<R, Choice = C>,
    {
        let all = self.options.all.len();
        let Some(curiosity) = self.curiosity.filter(|_| all > 1) else { return self.best(P::MARGIN).0 };
        let mut chance = core::mem::take(&mut self.chance);
        let lots = chance.lots(view.glance());
        let option = match curiosity {
            Curiosity::NowAndThen { lots: random, doubts, width } => {
                let (best, worth) = self.best(P::MARGIN);
                let (option, is_by_lot) = self.tried(best, lots, [random, doubts], width);
                self.lessons.push([&self.options.common, self.options.of(option)]);
                self.lessons.think(Thought { best: self.net.is_some().then_some(worth), is_by_lot });
                option
            }
            Curiosity::AsItSeems { half } => {
                let [option, beside] = self.drawn(lots, P::MARGIN, half);
                self.lessons.push([&self.options.common, self.options.of(option)]);
                self.lessons.push(if beside == option {
                    [&[], &[]]
                } else {
                    [&self.options.common, self.options.of(beside)]
                });
                option
            }
        };
        self.chance = chance;
        option
    }
}

impl<R, P> Player<R> for Drilled<P, P::Choice>
where
    R: Paired,
    P: Drilling<R> + Clone,
{
    fn begin(&mut self, rules: &R, game: GameSeed, side: Side) {
        self.policy.begin(rules, game, side);
        self.chance.begin_apart(rules, game, side);
        self.lessons.clear();
        self.ordered = None;
    }

    fn choose(&mut self, view: &View<'_, R>) -> usize {
        if view.legal().len() == 1 || !self.decides(view.glance()) {
            return self.policy.choose(view);
        }
        loop {
            self.options.clear();
            self.policy.options(view, &mut self.options);
            let option = self.chosen(view);
            if let Some(place) = self.policy.take(view, self.options.all[0].0, self.options.all[option].0) {
                return place;
            }
        }
    }

    fn at_once(&mut self, glance: Glance<'_, R>) -> Option<R::Action> {
        if self.decides(glance) { None } else { self.policy.at_once(glance) }
    }

    /// The opinions of the policy, on top of which is what the net takes.
    fn opinions(&self, view: &View<'_, R>) -> Vec<Opinion> {
        let mut opinions = self.policy.opinions(view);
        let place = self.clone().choose(view);
        let own = opinions
            .iter()
            .rev()
            .max_by_key(|opinion| opinion.value)
            .map(|opinion| (opinion.place, opinion.value));
        match own {
            Some((own, _)) if own == place => (),
            own => {
                opinions.retain(|opinion| opinion.place != place);
                let value = own.map_or(0, |(_, value)| value.saturating_add(1));
                opinions.push(Opinion { place, value, why: "by the net that weighs its options".into() });
            }
        }
        opinions
    }
}

/// A planner of an activation gives orders to the policy; in others the net decides.
impl<R, P> Planning<R> for Drilled<P, P::Choice>
where
    R: Paired,
    P: Drilling<R> + Planning<R> + Clone,
{
    type Order = P::Order;

    fn activation(glance: Glance<'_, R>) -> Option<u64> {
        P::activation(glance)
    }

    fn errands(
        &mut self,
        view: &View<'_, R>,
        lot: &mut dyn FnMut(usize) -> usize,
        orders: &mut Vec<Self::Order>,
    ) {
        self.policy.errands(view, lot, orders);
    }

    fn exclude(one: &Self::Order, other: &Self::Order) -> bool {
        P::exclude(one, other)
    }

    fn follow(&mut self, rules: &R, state: &R::State, orders: &[Self::Order]) {
        self.ordered = P::ordered_in(Glance::new(rules, state)).filter(|_| !orders.is_empty());
        self.policy.follow(rules, state, orders);
    }
}

/// What becomes a drilled player by a net.
pub trait Drillable {
    /// The player.
    type Player;

    /// The kind of player, in its name before a colon and its file.
    fn kind(&self) -> &'static str;

    /// The number of its inputs.
    fn inputs(&self) -> usize;

    /// The net that it has already.
    fn net(&self) -> Option<Arc<Net>>;

    /// The player with a net; one that is curious learns.
    fn with(&self, net: Option<Arc<Net>>, curiosity: Option<Curiosity>) -> Self::Player;

    /// What the player decided in its last game, if it was curious.
    fn lessons<'p>(&self, player: &'p Self::Player) -> Option<&'p Lessons>;

    /// The file that makes this player when it is named; `head` goes above it, as comments.
    fn file(&self, net: &Net, head: &str) -> String;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_option_is_half_as_likely_for_each_half_that_it_is_worse() {
        let whole = 1 << 24;
        let chances = [0, 25, 50, 75, 100, 500].map(|gap| chance_of(gap, 50));
        // In a straight line between the best and half of it, and between a half and a quarter.
        assert_eq!(chances, [whole, whole / 4 * 3, whole / 2, whole / 8 * 3, whole / 4, whole / 1024]);
        assert_eq!([50 * 25, 50 * 64, u32::MAX].map(|gap| chance_of(gap, 50)), [0; 3], "and never at last");
    }
}
