//! The promises of systems whose games are compared in pairs. The system's own tests must show that names are the
//! same in a variant; [`play_by_keys`] helps them.

use std::collections::BTreeMap;

use crate::actions::{ActionList, Limits};
use crate::dice::KeyedDice;
use crate::journal::{Event, Journal};
use crate::pairing::{DecisionKeys, Paired, choose};
use crate::rules::{Finished, Play};
use crate::seed::GameSeed;
use crate::side::{BySide, Side};
use crate::table::Table;

use super::{SEED, Trial};

/// Two players who choose by keys, and the dice that go with them.
struct ByKeys {
    keys: BySide<DecisionKeys>,
    dice: KeyedDice,
}

impl ByKeys {
    fn new<R: Paired>(rules: &R) -> Self {
        let limits = rules.limits();
        let keys = BySide::from_fn(|_| DecisionKeys::within(limits));
        Self { keys, dice: KeyedDice::new(limits, SEED.game(0)) }
    }

    /// Plays a game, reporting for each decision its side, the position, the legal actions and the key.
    fn play<R: Paired>(
        &mut self,
        rules: &R,
        game: GameSeed,
        list: &mut ActionList<R::Action>,
        tell: impl FnMut(Side, &R::State, &[R::Action], u64),
    ) -> Finished {
        self.play_before(&mut (), rules, game, list, tell)
    }

    /// The same with a journal.
    fn play_before<R: Paired, J: Journal>(
        &mut self,
        journal: &mut J,
        rules: &R,
        game: GameSeed,
        list: &mut ActionList<R::Action>,
        mut tell: impl FnMut(Side, &R::State, &[R::Action], u64),
    ) -> Finished {
        self.dice.begin(game);
        for side in Side::BOTH {
            self.keys[side].begin(game, side);
        }
        let keys = &mut self.keys;
        let mut table = Table::new(&mut self.dice, journal);
        rules.play_on(&mut rules.opening(), &mut table, list, |rules, state, legal, _| {
            let side = rules.to_act(state);
            let key = keys[side].next(rules, state);
            tell(side, state, legal, key);
            choose(rules, legal, key)
        })
    }
}

/// Plays a game by keys, reporting for each decision the position and the choice. The limits are an argument, because
/// tables of two variants that are compared must have the same capacity.
pub fn play_by_keys<R: Paired>(
    rules: &R,
    game: GameSeed,
    limits: Limits,
    mut tell: impl FnMut(&R::State, R::Action),
) -> Finished {
    let keys = BySide::from_fn(|_| DecisionKeys::within(limits));
    let mut players = ByKeys { keys, dice: KeyedDice::new(limits, game) };
    players.play(rules, game, &mut ActionList::within(limits), |_, state, legal, key| {
        tell(state, legal[choose(rules, legal, key)]);
    })
}

fn each_decision<R: Paired>(trial: &Trial<R>, mut tell: impl FnMut(Side, &R::State, &[R::Action], u64)) {
    let Trial { rules, games, .. } = trial;
    let mut players = ByKeys::new(rules);
    let mut list = ActionList::within(rules.limits());
    for number in 0..*games {
        players.play(rules, SEED.game(number).keyed(), &mut list, &mut tell);
    }
}

/// A key names one action: if it named two, they would be chosen together or not at all.
pub fn no_two_legal_actions_share_a_key<R: Paired>(trial: &Trial<R>) {
    let rules = &trial.rules;
    each_decision(trial, |_, state, legal, _| {
        let mut named = BTreeMap::new();
        for action in legal {
            if let Some(other) = named.insert(rules.action_key(*action), action) {
                panic!("{action:?} and {other:?} share a key at {state:?}");
            }
        }
    });
}

/// A choice is of an action, and not of a place in the list.
pub fn the_order_of_the_list_does_not_matter<R: Paired>(trial: &Trial<R>) {
    let rules = &trial.rules;
    each_decision(trial, |_, _, legal, key| {
        let mut backwards = legal.to_vec();
        backwards.reverse();
        assert_eq!(backwards[choose(rules, &backwards, key)], legal[choose(rules, legal, key)]);
    });
}

/// Counts that should be equal, by the list they belong to: the sum of squared deviations over the expected count has
/// as many degrees of freedom as there are counts minus one, and six standard deviations above that cannot be chance.
fn assert_even(what: &str, counts: &BTreeMap<usize, Vec<u32>>) {
    // Below this count in a cell the sum would not follow that distribution.
    const LEAST: u64 = 10;
    let mut tested = 0;
    for (of, cells) in counts {
        let many = cells.len() as u64;
        let all: u64 = cells.iter().map(|count| u64::from(*count)).sum();
        if all < LEAST * many {
            continue;
        }
        // Everything is multiplied by the number of cells and the sum of all counts, to stay with integers.
        let squares: u64 = cells.iter().map(|count| (many * u64::from(*count)).abs_diff(all).pow(2)).sum();
        let freedom = many - 1;
        let most = freedom + 6 * ((2 * freedom).isqrt() + 1);
        assert!(squares <= most * many * all, "{what}, of {of}: {cells:?}");
        tested += 1;
    }
    assert!(tested > 0, "too few games: nothing was tested");
}

/// Choices by key are fair.
pub fn every_place_of_a_list_is_chosen_equally_often<R: Paired>(trial: &Trial<R>) {
    let rules = &trial.rules;
    let mut counts = BTreeMap::<usize, Vec<u32>>::new();
    each_decision(trial, |_, _, legal, key| {
        if legal.len() > 1 {
            let places = counts.entry(legal.len()).or_insert_with(|| vec![0; legal.len()]);
            places[choose(rules, legal, key)] += 1;
        }
    });
    assert_even("places chosen", &counts);
}

/// Choices by key are independent: of two consecutive choices in a game, whether each took the front half of its
/// list, by the sizes of both lists where these are even.
pub fn a_choice_tells_nothing_of_the_next<R: Paired>(trial: &Trial<R>) {
    let rules = &trial.rules;
    let mut counts = BTreeMap::<usize, Vec<u32>>::new();
    let mut last = None;
    each_decision(trial, |_, _, legal, key| {
        let is_in_front =
            (legal.len() % 2 == 0).then(|| usize::from(choose(rules, legal, key) < legal.len() / 2));
        if let (Some(now), Some(before)) = (is_in_front, last) {
            counts.entry(4).or_insert_with(|| vec![0; 4])[2 * before + now] += 1;
        }
        last = is_in_front.or(last);
    });
    assert_even("pairs of choices", &counts);
}

/// Counts the faces of dice, by the number of faces.
#[derive(Default)]
struct Faces {
    shown: BTreeMap<usize, Vec<u32>>,
    /// The same for dice after a face of the lower half and after one of the upper half, indexed by twice the number
    /// of faces, plus one for the upper half. The rules decide which faces are followed by another die at all; only
    /// the die that follows is even.
    behind: BTreeMap<usize, Vec<u32>>,
    /// Was the last face of the upper half?
    last: Option<bool>,
}

impl Journal for Faces {
    fn event(&mut self, event: Event) {
        let Event::Roll { die, face, .. } = event else { return };
        let sides = usize::from(die.faces());
        let number = usize::from(face - die.lowest());
        self.shown.entry(sides).or_insert_with(|| vec![0; sides])[number] += 1;
        if let Some(last) = self.last.replace(2 * number >= sides) {
            let place = 2 * sides + usize::from(last);
            self.behind.entry(place).or_insert_with(|| vec![0; sides])[number] += 1;
        }
    }

    fn decision(&mut self, _: Side, _: &dyn core::fmt::Display) {}
}

/// Keyed dice are fair, in the way that play asks for them. A game without dice has nothing to show.
pub fn keyed_dice_show_every_face_equally_often_whatever_was_rolled_before<R: Paired>(trial: &Trial<R>) {
    let Trial { rules, games, .. } = trial;
    if rules.limits().dice == 0 {
        return;
    }
    let mut players = ByKeys::new(rules);
    let mut list = ActionList::within(rules.limits());
    let mut faces = Faces::default();
    for number in 0..*games {
        players.play_before(&mut faces, rules, SEED.game(number).keyed(), &mut list, |_, _, _, _| ());
        faces.last = None;
    }
    assert_even("faces", &faces.shown);
    // No die follows the only one of a game.
    if rules.limits().dice > 1 {
        assert_even("faces behind a face", &faces.behind);
    }
}

/// What a player must not know does not affect its decision: the name of its situation is that of any it can imagine.
pub fn situations_depend_on_nothing_hidden<R: Paired>(trial: &Trial<R>) {
    let rules = &trial.rules;
    let mut number = 0;
    each_decision(trial, |side, state, _, _| {
        number += 1;
        let mut imagined = state.clone();
        rules.imagine(&mut imagined, side, &mut crate::dice::SeededDice::new(SEED.game(number)));
        assert_eq!(rules.situation_key(&imagined), rules.situation_key(state), "{state:?}");
    });
}

/// Once the tables have been allocated, keys do not use the heap again.
pub fn playing_by_keys_allocates_nothing<R: Paired>(trial: &Trial<R>) {
    let Trial { rules, games, .. } = trial;
    let mut players = ByKeys::new(rules);
    let mut list = ActionList::within(rules.limits());
    let counted = allocation_counter::measure(|| {
        for number in 0..*games {
            players.play(rules, SEED.game(number).keyed(), &mut list, |_, _, _, _| ());
        }
    });
    assert_eq!(counted.count_total, 0, "{games} games allocated {} times", counted.count_total);
}
