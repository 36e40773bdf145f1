//! Looks one action ahead: tries each legal action on imagined positions, with dice of its own, and takes the one
//! with the best mean value. The system supplies the value of a position.
//!
//! Every action is tried on the same few positions with the same dice (common random numbers), so that two actions
//! are compared by their effects and not by their luck.

use core::cmp::Reverse;

use szala_kernel::dice::SeededDice;
use szala_kernel::{GameSeed, Paired, Rules, RunSeed, Side, Table};

use crate::chance::Chance;
use crate::room::Room;
use crate::{Evaluate, Opinion, Player, Prior, View};

/// The player who looks one action ahead.
#[derive(Clone, Debug)]
pub struct Greedy<E> {
    evaluate: E,
    samples: u32,
    chance: Chance,
    /// For each legal action the sum of the values of all samples; here to be allocated once.
    sums: Room<i64>,
}

impl<E> Greedy<E> {
    /// A player who tries each action `samples` times, at least once.
    pub fn new<R: Rules>(rules: &R, evaluate: E, samples: u32) -> Self {
        Self {
            evaluate,
            samples: samples.max(1),
            chance: Chance::default(),
            sums: Room::for_up_to(rules.limits().actions),
        }
    }

    fn look_ahead<R: Rules>(&mut self, view: &View<'_, R>, seed: RunSeed)
    where
        E: Evaluate<R>,
    {
        let (rules, side) = (view.rules(), view.side());
        self.sums.clear();
        self.sums.resize(view.legal().len(), 0);
        for sample in 0..self.samples {
            let mut dice = SeededDice::new(seed.game(sample.into()));
            let before = view.imagine(&mut dice);
            for (sum, action) in self.sums.iter_mut().zip(view.legal()) {
                let mut after = before.clone();
                rules.apply(&mut after, *action, &mut Table::new(dice.clone(), ()));
                *sum += i64::from(self.evaluate.value_or_outcome(rules, &after, side));
            }
        }
    }
}

impl<R: Paired, E: Evaluate<R> + Clone> Player<R> for Greedy<E> {
    fn begin(&mut self, rules: &R, game: GameSeed, side: Side) {
        self.chance.begin(rules, game, side);
    }

    /// Of equal actions it takes the first in the rules' list.
    fn choose(&mut self, view: &View<'_, R>) -> usize {
        let seed = RunSeed(self.chance.lots(view.glance()).next());
        self.look_ahead(view, seed);
        let places = 0..self.sums.len();
        places.min_by_key(|place| Reverse(self.sums[*place])).expect("something is legal")
    }

    fn opinions(&self, view: &View<'_, R>) -> Vec<Opinion> {
        let mut copy = self.clone();
        let seed = RunSeed(copy.chance.lots(view.glance()).next());
        copy.look_ahead(view, seed);
        let average = |sum: &i64| sum.div_euclid(i64::from(copy.samples));
        let opinion =
            |(place, sum)| Opinion { place, value: average(sum), why: "the position that follows".into() };
        copy.sums.iter().enumerate().map(opinion).collect()
    }
}

impl<R: Rules, E: Evaluate<R>> Prior<R> for Greedy<E> {
    fn rank(&mut self, view: &View<'_, R>, values: &mut Vec<i64>) {
        self.look_ahead(view, RunSeed(self.chance.aside()));
        values.extend_from_slice(&self.sums);
    }
}
