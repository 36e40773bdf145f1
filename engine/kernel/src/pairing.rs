//! Games compared in pairs: the same game in two variants, with all the randomness that they have in common.
//!
//! [`KeyedDice`](crate::dice::KeyedDice) do this for dice, and [`DecisionKeys`] for random decisions, in every game
//! of which [`GameSeed::is_keyed`] is true. Of the legal actions the one with the highest hash is taken, under a key
//! that no other decision of the game has. An added legal action changes only the decisions that it wins, and an
//! added decision only those in the very same situation.

use crate::actions::Limits;
use crate::dice::occurrences::Occurrences;
use crate::rules::Rules;
use crate::seed::{GameSeed, Stream, mix};
use crate::side::Side;

/// A rule system whose games can be compared in pairs: its decisions have names that are the same in every variant.
pub trait Paired: Rules {
    /// The name of an action as a number, derived from what the action means and never from places in lists: the same
    /// in every variant in which it means the same. No two actions that are legal at once share one.
    fn action_key(&self, action: Self::Action) -> u64;

    /// The name of the situation of the side to act: the stage, what is to be decided, whom and which hex it
    /// concerns. As far as possible, decisions that a person would call the same have the same name in two variants.
    /// A situation may occur any number of times in a game: the caller counts them.
    fn situation_key(&self, state: &Self::State) -> u64;

    /// Is the decision to be made now one that the other side will not see: a kind mustered face down, a gate chosen
    /// in secret?
    fn is_secret(&self, _state: &Self::State) -> bool {
        false
    }
}

/// The keys of a player's decisions, each used once in a game. Allocates once.
#[derive(Clone, Debug)]
pub struct DecisionKeys {
    player: u64,
    /// For secret decisions: the same, unless the game takes them from [another run](GameSeed::with).
    secret: u64,
    seen: Occurrences,
}

impl DecisionKeys {
    /// For the games of a rule system with these limits.
    pub fn within(limits: Limits) -> Self {
        Self { player: 0, secret: 0, seen: Occurrences::of_up_to(limits.decisions) }
    }

    /// Forgets the game played and starts another, without a new allocation.
    pub fn begin(&mut self, game: GameSeed, side: Side) {
        self.player = game.key(Stream::of_player(side));
        self.secret = game.key_of_secrets(side);
        self.seen.begin();
    }

    /// The key of the decision to be made now.
    ///
    /// # Panics
    /// When there are more decisions than [`Limits::decisions`].
    pub fn next<R: Paired>(&mut self, rules: &R, state: &R::State) -> u64 {
        let situation = rules.situation_key(state);
        let times = self.seen.count((situation, 0)).expect("no more decisions than Limits::decisions allows");
        let player = if rules.is_secret(state) { self.secret } else { self.player };
        mix(mix(player ^ mix(situation)).wrapping_add(times.into()))
    }
}

/// The place of the action with the highest hash under this key: all are equally likely, wherever they are in the
/// list.
///
/// # Panics
/// When no action is legal.
pub fn choose<R: Paired>(rules: &R, legal: &[R::Action], key: u64) -> usize {
    let Some((first, others)) = legal.split_first() else { panic!("nothing is legal") };
    // Where there is no choice, no name is computed.
    if others.is_empty() {
        return 0;
    }
    let hash = |action: &R::Action| mix(key ^ rules.action_key(*action));
    let (mut best, mut highest) = (0, hash(first));
    for (place, action) in others.iter().enumerate() {
        let hash = hash(action);
        if hash > highest {
            (best, highest) = (place + 1, hash);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::actions::ActionList;
    use crate::dice::SeededDice;
    use crate::rules::Play;
    use crate::seed::{RunSeed, Sources};
    use crate::table::Table;
    use crate::toy::{Action, Gate, TwoGates};

    /// Plays a game by keys, and returns the place of each choice and the number of actions it was chosen from.
    fn places(number: u64) -> Vec<(usize, usize)> {
        let game = RunSeed(1794).game(number).keyed();
        let mut keys = [(); 2].map(|()| DecisionKeys::within(TwoGates.limits()));
        for side in Side::BOTH {
            keys[side as usize].begin(game, side);
        }
        let mut places = Vec::new();
        let mut list = ActionList::within(TwoGates.limits());
        let mut table = Table::new(SeededDice::new(game), ());
        TwoGates.play_on(&mut TwoGates.opening(), &mut table, &mut list, |rules, state, legal, _| {
            let key = keys[rules.to_act(state) as usize].next(rules, state);
            let place = choose(rules, legal, key);
            places.push((place, legal.len()));
            place
        });
        places
    }

    #[test]
    fn a_choice_of_two_is_even_and_tells_nothing_of_the_next() {
        let mut pairs = [[0_u32; 2]; 2];
        for number in 0..2000 {
            let twos: Vec<usize> =
                places(number).iter().filter(|(_, of)| *of == 2).map(|(place, _)| *place).collect();
            twos.chunks_exact(2).for_each(|pair| pairs[pair[0]][pair[1]] += 1);
        }
        // A quarter of the pairs each, give or take five standard deviations, of which each is sqrt(3 / 16 of all).
        let all = pairs.iter().flatten().sum::<u32>();
        assert!(all >= 6000, "three raids with two choices at least");
        let is_near = |count: &u32| (4 * count).abs_diff(all) < 20 * (3 * all / 16).isqrt();
        assert!(pairs.iter().flatten().all(is_near), "{pairs:?}");
    }

    #[test]
    fn the_same_situation_again_is_another_decision() {
        let mut keys = DecisionKeys::within(TwoGates.limits());
        keys.begin(RunSeed(1).game(0), Side::First);
        let state = TwoGates.opening();
        let [first, second] = [(); 2].map(|()| keys.next(&TwoGates, &state));
        assert_ne!(first, second);
        keys.begin(RunSeed(1).game(0), Side::Second);
        assert_ne!(keys.next(&TwoGates, &state), first, "nor do the players share a key");
        keys.begin(RunSeed(1).game(0), Side::First);
        assert_eq!(keys.next(&TwoGates, &state), first);
    }

    /// Two Gates has one secret decision, which gate is raided [1.2].
    #[test]
    fn secret_decisions_can_be_redrawn_alone() {
        let game = RunSeed(1).game(0).keyed();
        let redrawn = game.with(Sources::SECRETS, RunSeed(2));
        let mut keys = DecisionKeys::within(TwoGates.limits());
        let mut table = Table::new(SeededDice::new(game), ());
        let mut state = TwoGates.opening();
        for (action, is_secret) in [(Action::DrawLots, false), (Action::Aim(Gate::Left), true)] {
            let key = [game, redrawn].map(|game| {
                keys.begin(game, Side::First);
                keys.next(&TwoGates, &state)
            });
            assert_eq!((TwoGates.is_secret(&state), key[0] != key[1]), (is_secret, is_secret));
            TwoGates.apply(&mut state, action, &mut table);
        }
    }
}
