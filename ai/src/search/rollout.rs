//! One simulation: an imagined world, an action in it, and the policies of both sides until the game ends or the
//! horizon is reached. Independent of the other candidates.

use szala_kernel::dice::SeededDice;
use szala_kernel::{ActionList, BySide, GameSeed, Outcome, Rules, Side, Table};

use crate::{Evaluate, Player, View};

/// The value of a won game; a lost one is worth zero, a draw half.
const WON: i64 = 1000;
/// The value of a victory point on top of it, so that of two lost games the closer one is better.
const POINT: i64 = 20;
/// Points beyond this are worth nothing more.
const MOST_POINTS: i32 = 5;

/// Where simulations end before the game does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Horizon {
    /// The number of decisions after the first.
    pub decisions: usize,
    /// The value of a position that wins three games in four: the scale of the evaluation.
    pub three_in_four: i32,
}

/// Evaluates nothing: for simulations to the end of the game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unjudged;

impl<R: Rules> Evaluate<R> for Unjudged {
    fn value(&self, _: &R, _: &R::State, _: Side) -> i32 {
        0
    }
}

/// A possible position, with the dice that come after those that imagined it, and with a seed for the players in it.
pub(crate) struct World<R: Rules> {
    pub(crate) state: R::State,
    pub(crate) dice: SeededDice,
    pub(crate) game: GameSeed,
}

impl<R: Rules> World<R> {
    pub(crate) fn imagine(view: &View<'_, R>, game: GameSeed) -> Self {
        let mut dice = SeededDice::new(game);
        Self { state: view.imagine(&mut dice), dice, game }
    }
}

/// Plays simulations; everything it needs is allocated once.
#[derive(Clone, Debug)]
pub(super) struct Rollout<R: Rules, P, E> {
    policies: BySide<P>,
    list: ActionList<R::Action>,
    horizon: Horizon,
    evaluate: E,
}

impl<R: Rules, P> Rollout<R, P, Unjudged> {
    pub(super) fn new(rules: &R, policies: BySide<P>) -> Self {
        let limits = rules.limits();
        // No game has more decisions than that, so the horizon is never reached.
        let horizon = Horizon { decisions: limits.decisions, three_in_four: 1 };
        Self { policies, list: ActionList::within(limits), horizon, evaluate: Unjudged }
    }
}

impl<R: Rules, P, E> Rollout<R, P, E> {
    pub(super) fn until<J>(self, horizon: Horizon, evaluate: J) -> Rollout<R, P, J> {
        Rollout { policies: self.policies, list: self.list, horizon, evaluate }
    }
}

impl<R: Rules, P: Player<R>, E: Evaluate<R>> Rollout<R, P, E> {
    /// The result of the world, for the side whose view it is, when the legal action of this place is taken.
    pub(super) fn play(&mut self, view: &View<'_, R>, world: &World<R>, place: usize) -> i64 {
        let (rules, side) = (view.rules(), view.side());
        // A policy may remember what it saw: nothing carries over from one simulation to the next.
        for side in Side::BOTH {
            self.policies[side].begin(rules, world.game, side);
        }
        let mut state = world.state.clone();
        let mut table = Table::new(world.dice.clone(), ());
        let mut action = view.legal()[place];
        let mut decisions = 0;
        loop {
            rules.apply(&mut state, action, &mut table);
            if let Some(outcome) = rules.outcome(&state) {
                return score(outcome, side);
            }
            if decisions == self.horizon.decisions {
                return expectation(self.evaluate.value(rules, &state, side), self.horizon.three_in_four);
            }
            let policy = &mut self.policies[rules.to_act(&state)];
            action = policy.decide(rules, &state, &mut self.list).expect("the game is not over");
            decisions += 1;
        }
    }
}

/// The value of the end of a game.
pub(crate) fn score(outcome: Outcome, side: Side) -> i64 {
    let won = match outcome.winner {
        Some(winner) if winner == side => WON,
        Some(_) => 0,
        None => WON / 2,
    };
    won + POINT * i64::from((side.sign() * outcome.lead).clamp(-MOST_POINTS, MOST_POINTS))
}

/// The value of a position on that scale: half at 0, approaching a win or a loss with growing values.
fn expectation(value: i32, three_in_four: i32) -> i64 {
    let (value, even) = (i64::from(value), i64::from(three_in_four.max(1)));
    WON / 2 + WON / 2 * value / (value.abs() + even)
}

#[cfg(test)]
mod tests {
    use szala_kernel::rule;

    use super::*;

    #[test]
    fn a_win_is_a_thousand_a_draw_half_and_points_tell_equals_apart() {
        let won = |lead| Outcome::win(Side::Second, lead, rule!("3.1"), "");
        // Three points behind the first side are three ahead for the second.
        assert_eq!((score(won(-3), Side::Second), score(won(-3), Side::First)), (1060, -60));
        // The sixth point is worth nothing.
        assert_eq!((score(won(-6), Side::Second), score(won(-6), Side::First)), (1100, -100));
        // [13.1] A win on points may still be a draw.
        assert_eq!(score(Outcome::draw(-2, rule!("3.1"), ""), Side::First), 500 - 40);
    }

    #[test]
    fn values_are_bent_between_a_loss_and_a_win() {
        // 500 + 500 * v / (|v| + 300).
        let worth = |value| expectation(value, 300);
        assert_eq!([-300, 0, 300, 1200].map(worth), [250, 500, 750, 900]);
        assert!(worth(i32::MAX) < WON && worth(-i32::MAX) > 0);
        assert!((-2000..2000).map(worth).is_sorted());
    }
}
