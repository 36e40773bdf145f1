//! One game played with a journal that keeps everything, and what its players thought, for those who ask; and the same
//! as a film, with every position drawn.

use core::cmp::Reverse;

use szala_ai::{Player, View};
use szala_kernel::dice::{KeyedDice, SeededDice};
use szala_kernel::journal::Log;
use szala_kernel::picture::{Pictured, Position};
use szala_kernel::rules::{Aborted, Finished};
use szala_kernel::{ActionList, BySide, Dice, GameSeed, Journal, Notation, Play, Side, Table};

/// Plays the game of this seed with all that happens written down. With `with_opinions` each decision is followed by
/// what its player thought of the actions, best first; the game is the same without. A game that has no end is told as
/// far as it goes: whoever asks for it wants to know why.
pub fn replay<R, P>(
    rules: &R,
    game: GameSeed,
    players: &mut BySide<P>,
    with_opinions: bool,
) -> (Log, Result<Finished, Aborted>)
where
    R: Notation,
    P: Player<R>,
{
    replay_watched(rules, game, players, with_opinions, |_| ())
}

/// A game with all its positions.
#[derive(Clone, Debug)]
pub struct Film {
    /// What happened, in order, from the set-up on.
    pub log: Log,
    /// The position before the first decision, and then the one that each decision led to.
    pub positions: Vec<Position>,
    /// How it ended, or why it has no end.
    pub finished: Result<Finished, Aborted>,
}

/// Plays the game of this seed as [`replay`] does, and draws every position.
pub fn film<R, P>(rules: &R, game: GameSeed, players: &mut BySide<P>, with_opinions: bool) -> Film
where
    R: Notation + Pictured,
    P: Player<R>,
{
    let mut positions = Vec::new();
    let watch = |state: &R::State| positions.push(rules.picture(state));
    let (log, finished) = replay_watched(rules, game, players, with_opinions, watch);
    Film { log, positions, finished }
}

/// Plays the game before somebody who watches the position before each decision, and the last one.
fn replay_watched<R, P>(
    rules: &R,
    game: GameSeed,
    players: &mut BySide<P>,
    with_opinions: bool,
    watch: impl FnMut(&R::State),
) -> (Log, Result<Finished, Aborted>)
where
    R: Notation,
    P: Player<R>,
{
    if game.is_keyed() {
        replay_with(rules, game, KeyedDice::new(rules.limits(), game), players, with_opinions, watch)
    } else {
        replay_with(rules, game, SeededDice::new(game), players, with_opinions, watch)
    }
}

fn replay_with<R, P, D>(
    rules: &R,
    game: GameSeed,
    dice: D,
    players: &mut BySide<P>,
    with_opinions: bool,
    mut watch: impl FnMut(&R::State),
) -> (Log, Result<Finished, Aborted>)
where
    R: Notation,
    P: Player<R>,
    D: Dice,
{
    for side in Side::BOTH {
        players[side].begin(rules, game, side);
    }
    let mut table = Table::new(dice, Log::default());
    rules.tell_opening(&mut table.journal);
    let mut list = ActionList::within(rules.limits());
    let mut state = rules.opening();
    let finished = rules.play_by(&mut state, &mut table, |rules, state, table| {
        watch(state);
        let player = &mut players[rules.to_act(state)];
        // A player may change its mind by deciding, so it is asked before.
        let mut opinions = Vec::new();
        if with_opinions {
            list.clear();
            rules.actions(state, &mut list);
            opinions = player.opinions(&View::new(rules, state, &list));
        }
        opinions.sort_by_key(|opinion| Reverse(opinion.value));
        let opinions: Vec<_> =
            opinions.into_iter().map(|opinion| (rules.say(list[opinion.place]), opinion)).collect();
        // It decides as it did when the game was played first.
        let action = player.decide(rules, state, &mut list)?;
        table.decision(rules.to_act(state), &rules.say(action));
        for (action, opinion) in opinions {
            table.journal.opinion(&action, opinion.value, &opinion.why);
        }
        Some(action)
    });
    watch(&state);
    (table.journal, finished)
}

#[cfg(test)]
mod tests {
    use szala_ai::{Glance, Opinion};
    use szala_kernel::journal::Entry;
    use szala_kernel::picture::CellId;
    use szala_kernel::toy::TwoGates;
    use szala_kernel::{Rules, RunSeed};

    use super::*;

    /// Takes the last legal action, and likes each better than the one before it.
    struct LastIsBest;

    impl<R: Rules> Player<R> for LastIsBest {
        fn begin(&mut self, _: &R, _: GameSeed, _: Side) {}

        fn choose(&mut self, view: &View<'_, R>) -> usize {
            view.legal().len() - 1
        }

        fn opinions(&self, view: &View<'_, R>) -> Vec<Opinion> {
            let value = |place| i64::try_from(place).expect("few actions");
            (0..view.legal().len())
                .map(|place| Opinion { place, value: value(place), why: "place".into() })
                .collect()
        }
    }

    /// Knows at once what it does, and falls when it is told what is legal.
    struct Knows;

    impl Player<TwoGates> for Knows {
        fn begin(&mut self, _: &TwoGates, _: GameSeed, _: Side) {}

        fn choose(&mut self, _: &View<'_, TwoGates>) -> usize {
            unreachable!("it is asked as in a run")
        }

        fn at_once(&mut self, glance: Glance<'_, TwoGates>) -> Option<<TwoGates as Rules>::Action> {
            let mut state = TwoGates.opening();
            glance.imagine_into(&mut state, &mut SeededDice::new(RunSeed(1).game(0)));
            let mut list = ActionList::within(TwoGates.limits());
            TwoGates.actions(&state, &mut list);
            list.first().copied()
        }
    }

    #[test]
    fn a_replay_asks_its_players_as_a_run_does() {
        for with_opinions in [false, true] {
            let (log, end) =
                replay(&TwoGates, RunSeed(1).game(0), &mut BySide([Knows, Knows]), with_opinions);
            let decided = log.entries.iter().filter(|entry| matches!(entry, Entry::Decision(..))).count();
            assert_eq!(Ok(decided), end.map(|finished| finished.decisions), "each decision is told once");
        }
    }

    fn entries(with_opinions: bool) -> Vec<Entry> {
        let mut players = BySide([LastIsBest, LastIsBest]);
        replay(&TwoGates, RunSeed(1).game(0), &mut players, with_opinions).0.entries
    }

    #[test]
    fn opinions_follow_their_decision_best_first() {
        let entries = entries(true);
        let first_raid = entries
            .iter()
            .position(|entry| matches!(entry, Entry::Decision(_, action) if action == "raid right"));
        let told = &entries[first_raid.expect("the last gate is the right one") + 1..][..2];
        let opinion =
            |action: &str, value| Entry::Opinion { action: action.into(), value, why: "place".into() };
        assert_eq!(told, [opinion("raid right", 1), opinion("raid left", 0)]);
    }

    #[test]
    fn a_film_has_the_opening_and_a_position_for_every_decision() {
        let mut players = BySide([LastIsBest, LastIsBest]);
        let Film { log, positions, finished } = film(&TwoGates, RunSeed(1).game(0), &mut players, false);
        assert_eq!(log.entries, entries(false));
        assert_eq!(positions.len(), finished.expect("the game ends").decisions + 1);
        assert_eq!(positions[0], TwoGates.picture(&TwoGates.opening()));
        // [1.1] Lots have been drawn: somebody is in the field, cell 3.
        let in_the_field = positions[1].counters.iter().filter_map(|counter| counter.spot.cell());
        assert!(in_the_field.map(CellId::index).any(|cell| cell == 3));
    }

    #[test]
    fn the_game_is_the_same_whether_or_not_opinions_are_asked() {
        let mut explained = entries(true);
        let all = explained.len();
        explained.retain(|entry| !matches!(entry, Entry::Opinion { .. }));
        assert!(explained.len() < all, "nobody had an opinion");
        assert_eq!(explained, entries(false));
    }
}
