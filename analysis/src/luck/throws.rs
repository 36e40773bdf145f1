//! Throws: the rolls of one decision, with the positions that they may lead to. Each face is followed to the positions
//! behind it, exactly where these are few; faces that lead to the same positions are alike, and a roll whose faces are
//! all alike decides nothing and costs nothing.

use szala_system::{Analyst, Choice, Leaf, Roll};

use super::{Estimate, Node, RollLuck, difference};

/// A decision in which more could happen is followed roll by roll, the later ones left to chance.
const MOST_LEAVES: usize = 2_000;
/// More positions would cost more rollouts than they save.
const MOST_NODES: usize = 40;
/// Chances that differ by less are equal: what is left of sums of fractions.
const NOTHING: f64 = 1e-12;

/// Rolls of one decision that may lead to the same positions.
#[derive(Clone, Debug)]
pub(super) struct Throw {
    pub(super) at: usize,
    /// Where games are played on.
    pub(super) nodes: Vec<Node>,
    pub(super) rolls: Vec<Thrown>,
}

/// A roll: the chances of the nodes before and after it.
#[derive(Clone, Debug)]
pub(super) struct Thrown {
    pub(super) roll: usize,
    before: Vec<f64>,
    after: Vec<f64>,
}

impl Thrown {
    /// How much of the chances a roll has moved: no more than this can it be worth.
    fn moved(&self) -> f64 {
        self.before.iter().zip(&self.after).map(|(before, after)| (after - before).max(0.0)).sum()
    }
}

/// The throws of a decision; rolls that decide nothing are left out.
pub(super) fn of(analyst: &mut dyn Analyst, at: usize, rolls: &[Roll]) -> Vec<Throw> {
    let shown: Vec<u16> = rolls.iter().map(|roll| roll.shown).collect();
    let mut throws = Vec::new();
    for first in 0..rolls.len() {
        let leaves = analyst.leaves(at, &shown[..first], MOST_LEAVES);
        let exact = leaves.map(|leaves| followed(at, &shown, first, &leaves));
        if let Some(throw) = exact.filter(|throw| throw.nodes.len() <= MOST_NODES) {
            throws.push(throw);
            break;
        }
        // Each face, and any rolls behind it.
        let of = rolls[first].of;
        let script = |face: u16| [&shown[..first], &[face]].concat();
        let nodes = (0..of).map(|face| Node { at, choice: Choice::Played, script: script(face) }).collect();
        let before = vec![1.0 / f64::from(of); of.into()];
        let after = (0..of).map(|face| f64::from(u8::from(face == shown[first]))).collect();
        throws.push(Throw { at, nodes, rolls: vec![Thrown { roll: first, before, after }] });
    }
    throws.into_iter().map(Throw::without_idle).filter(|throw| !throw.rolls.is_empty()).collect()
}

/// The throw of the rolls from `first` on, from all ways in which they may fall.
fn followed(at: usize, shown: &[u16], first: usize, leaves: &[Leaf]) -> Throw {
    let mut nodes: Vec<Node> = Vec::new();
    for leaf in leaves {
        // Positions are numbered in the order in which they first come up.
        if leaf.position == nodes.len() {
            let script = leaf.answers.iter().map(|(answer, _)| *answer).collect();
            nodes.push(Node { at, choice: Choice::Played, script });
        }
    }
    let chances = |known: usize| {
        let mut chances = vec![0.0; nodes.len()];
        for leaf in leaves {
            let fits = leaf.answers.iter().zip(&shown[..known]).all(|((answer, _), shown)| answer == shown);
            if fits {
                chances[leaf.position] +=
                    leaf.answers.iter().skip(known).map(|(_, of)| 1.0 / f64::from(*of)).product::<f64>();
            }
        }
        chances
    };
    let rolls = (first..shown.len())
        .map(|roll| Thrown { roll, before: chances(roll), after: chances(roll + 1) })
        .collect();
    Throw { at, nodes, rolls }
}

impl Throw {
    /// Without the rolls that decide nothing, and without nodes that nothing is asked of.
    fn without_idle(mut self) -> Self {
        self.rolls.retain(|roll| roll.moved() > NOTHING);
        let asked: Vec<bool> = (0..self.nodes.len())
            .map(|node| self.rolls.iter().any(|roll| roll.before[node] > 0.0 || roll.after[node] > 0.0))
            .collect();
        let kept = |list: &mut Vec<f64>| {
            let mut asked = asked.iter();
            list.retain(|_| *asked.next().expect("a chance for each node"));
        };
        for roll in &mut self.rolls {
            kept(&mut roll.before);
            kept(&mut roll.after);
        }
        let mut asked = asked.iter();
        self.nodes.retain(|_| *asked.next().expect("each node is asked for or not"));
        self
    }

    /// The score before and after a roll, as each number of the rollouts has it.
    pub(super) fn values(&self, place: usize, worth: &[Vec<u8>]) -> Vec<[f64; 2]> {
        let Thrown { before, after, .. } = &self.rolls[place];
        let count = worth.first().map_or(0, Vec::len);
        let mean = |chances: &[f64], number: usize| {
            chances.iter().zip(worth).map(|(chance, worth)| chance * f64::from(worth[number]) / 2.0).sum()
        };
        (0..count).map(|number| [mean(before, number), mean(after, number)]).collect()
    }

    /// What those values say of it.
    pub(super) fn told(&self, place: usize, values: &[[f64; 2]]) -> RollLuck {
        let [before, after] = [0, 1].map(|which| {
            let scores: Vec<f64> = values.iter().map(|value| value[which].clamp(0.0, 1.0)).collect();
            Estimate::of_scores(&scores, 0.0)
        });
        let gains: Vec<f64> = values.iter().map(|[before, after]| after - before).collect();
        let luck = difference(&gains, self.rolls[place].moved());
        RollLuck { at: self.at, roll: self.rolls[place].roll, before, after, luck }
    }
}
