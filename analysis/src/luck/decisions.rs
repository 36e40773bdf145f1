//! The decisions that cost most: each is compared with a few other actions. Which decisions and which actions is chosen
//! on some rollouts, and what they cost is estimated on others: the best of many estimates is too high on the average.

use szala_kernel::Side;
use szala_kernel::seed::mix;
use szala_system::Choice;

use super::{AGAIN, Estimate, LISTED, NoLuck, Node, Rollouts, Series, difference};

/// With how many other actions a decision is compared at first.
const OTHERS: usize = 3;
/// In a game with more decisions than this, with one.
const MANY: usize = 500;
/// How many decisions are compared again before they are chosen.
const PROMISING: usize = 16;
/// The first look has so much fewer rollouts, and never fewer than this.
const FIRST_LOOK: [u64; 2] = [8, 16];

/// A decision that cost something.
#[derive(Clone, Debug, PartialEq)]
pub struct Costly {
    /// Which decision of the game.
    pub at: usize,
    /// Whose.
    pub side: Side,
    /// What would have been better, in its notation.
    pub better: String,
    /// The score with what was decided, and with what would have been better, as the side sees it.
    pub scores: [Estimate; 2],
    /// The difference, in parts of a game.
    pub cost: Estimate,
}

/// A decision with the actions that it is compared with.
struct Weighed {
    at: usize,
    side: Side,
    /// What was decided comes first.
    nodes: Vec<Node>,
    /// The best of the others, and its gain.
    best: (usize, f64),
}

impl Weighed {
    /// What each number of the rollouts says of the gain of one of the others.
    fn gains<'w>(&self, worth: &'w [Vec<u8>], other: usize) -> impl Iterator<Item = f64> + 'w {
        let sign = f64::from(self.side.sign());
        worth[other]
            .iter()
            .zip(&worth[0])
            .map(move |(other, own)| sign * (f64::from(*other) - f64::from(*own)) / 2.0)
    }

    /// Finds the best of the others.
    #[expect(clippy::cast_precision_loss, reason = "rollouts are held in memory")]
    fn look(&mut self, worth: &[Vec<u8>]) {
        let mean = |other: usize| self.gains(worth, other).sum::<f64>() / worth[0].len() as f64;
        let gains = (1..self.nodes.len()).map(|other| (other, mean(other)));
        // The first of equals, which is the one the player liked better.
        self.best = gains.fold((0, f64::NEG_INFINITY), |best, one| if one.1 > best.1 { one } else { best });
    }
}

impl<T: FnMut(u64, u64) + Send> Rollouts<'_, T> {
    /// The decisions that cost most, and how many were looked at.
    pub(super) fn costly(&mut self) -> Result<(Vec<Costly>, usize), NoLuck> {
        let mut all: Vec<Weighed> = self.weighed();
        let looked_at = all.len();
        let rollouts = self.plan.rollouts;
        let [part, least] = FIRST_LOOK;
        let nodes: Vec<&Node> = all.iter().flat_map(|one| &one.nodes).collect();
        let worth = self.play(&nodes, Series::Decisions, (rollouts / part).max(least))?;
        let mut worth = worth.into_iter();
        for one in &mut all {
            let worth: Vec<Vec<u8>> = worth.by_ref().take(one.nodes.len()).collect();
            one.look(&worth);
        }
        most_promising(&mut all, PROMISING);
        for one in &mut all {
            let worth =
                self.play(&one.nodes.iter().collect::<Vec<_>>(), Series::Promising, AGAIN[0] * rollouts)?;
            one.look(&worth);
        }
        most_promising(&mut all, LISTED);
        let mut costly = Vec::new();
        for one in all {
            let other = one.best.0;
            let nodes = [&one.nodes[0], &one.nodes[other]];
            let worth = self.play(&nodes, Series::Costly, AGAIN[1] * rollouts)?;
            let gains: Vec<f64> = one.gains(&worth, 1).collect();
            let scores = [0, 1].map(|place: usize| {
                let points = |worth: &u8| {
                    let points = f64::from(*worth) / 2.0;
                    if one.side == Side::First { points } else { 1.0 - points }
                };
                Estimate::of_scores(&worth[place].iter().map(points).collect::<Vec<_>>(), 0.0)
            });
            let Choice::Other(place) = nodes[1].choice else { unreachable!("it is one of the others") };
            let better = self.policy.analyst(self.chronicle).action(one.at, place);
            costly.push(Costly { at: one.at, side: one.side, better, scores, cost: difference(&gains, 1.0) });
        }
        let cost = |one: &Costly| one.cost.value.unwrap_or(0.0);
        costly.sort_by(|a, b| cost(b).total_cmp(&cost(a)));
        Ok((costly, looked_at))
    }

    /// Each decision in which there was a choice, with some other actions: those that its player liked best, or for a
    /// player without opinions any.
    fn weighed(&self) -> Vec<Weighed> {
        let mut all = Vec::new();
        let open = || self.chronicle.moves.iter().enumerate().filter(|(_, one)| one.legal > 1);
        let most = if open().count() > MANY { 1 } else { OTHERS };
        for (at, one) in open() {
            let mut others = one.others.clone();
            if others.is_empty() {
                others = (0..one.legal).filter(|place| *place != one.place).collect();
                others.sort_by_key(|place| mix(mix(self.plan.seed.0 ^ at as u64) ^ *place as u64));
            }
            others.truncate(most);
            let choices = others.into_iter().map(Choice::Other);
            let choices = [Choice::Played].into_iter().chain(choices);
            let nodes = choices.map(|choice| Node { at, choice, script: Vec::new() }).collect();
            all.push(Weighed { at, side: one.side, nodes, best: (0, 0.0) });
        }
        all
    }
}

/// Keeps those whose best other action gains most, and gains anything.
fn most_promising(all: &mut Vec<Weighed>, most: usize) {
    all.retain(|one| one.best.1 > 0.0);
    all.sort_by(|a, b| b.best.1.total_cmp(&a.best.1));
    all.truncate(most);
}
