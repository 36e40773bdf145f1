//! The value of a trump: the phases that it takes from the enemy by its odds, less those that it may cost.

use szala_spqr::{LeaderId, Spqr, State};

use super::{Heuristic, NEAR};

/// More than activating the next leader is worth: a trump that pays comes first.
const MORE_THAN_TO_ACT: i32 = 101;

impl Heuristic {
    /// The value of a leader's try at a trump.
    ///
    /// One who succeeds takes the momentum of all who were not activated yet and have no more Initiative [5.44], and
    /// ends a leader whose momentum he trumps [5.42.2]. One who fails is finished. When he acts counts for nothing.
    pub(super) fn value_of_trump(&self, rules: &Spqr, state: &State, by: LeaderId) -> i32 {
        if self.weights.trump == 0 {
            return -100;
        }
        let initiative = rules.initiative(state, by);
        let mut taken = 0;
        for one in rules.inactive(state).iter().filter(|one| *one != by) {
            if rules.initiative(state, one) <= initiative {
                let later =
                    phases(rules, state, one, rules.phases_left(state, one)) - phases(rules, state, one, 1);
                taken += if one.side() == by.side() { -later } else { later };
            }
        }
        if let Some((ended, true)) = rules.trumped(state) {
            taken += phases(rules, state, ended, rules.phases_left(state, ended));
        }
        let lost = phases(rules, state, by, rules.phases_left(state, by));
        let faces = i32::from(initiative.min(9)) + 1;
        let net = faces * taken * self.weights.trump / 100 - (10 - faces) * lost;
        if net > 0 { MORE_THAN_TO_ACT + net / 100 } else { -100 }
    }
}

/// The expected effect of up to this many phases of a leader: a hundred for each unit that he can have act in one.
fn phases(rules: &Spqr, state: &State, leader: LeaderId, most: u8) -> i32 {
    let initiative = rules.initiative(state, leader);
    let (mut chance, mut sum) = (100, 0);
    for _ in 0..most {
        sum += chance;
        // [5.32] A 9 is no success.
        chance = chance * i32::from((initiative + 1).min(9)) / 10;
    }
    sum * at_hand(rules, state, leader)
}

/// How many units near the enemy a leader can have act in a phase.
fn at_hand(rules: &Spqr, state: &State, leader: LeaderId) -> i32 {
    let Some(place) = state.leader_place(leader) else { return 0 };
    let (side, range) = (leader.side(), rules.command_range(state, leader));
    let units = rules.standing(state, side) - state.routed();
    let is_at_hand =
        |hex| rules.distance(place, hex) <= range && Heuristic::nearest(rules, state, side, hex) <= NEAR;
    let count = units
        .iter()
        .filter(|unit| rules.is_of(leader, *unit) && state.place_of(*unit).is_some_and(is_at_hand))
        .count();
    let count = i32::try_from(count).expect("a side has at most 64 units");
    if rules.leader(leader).lines > 0 { count } else { count.min(rules.initiative(state, leader).into()) }
}
