//! One game played with a journal that keeps everything, and what its players thought, for those who ask; and the same
//! as a film, with every position drawn.

use core::fmt::Display;

use szala_kernel::journal::{Event, Journal, Log};
use szala_kernel::picture::Position;
use szala_kernel::rules::{Aborted, Finished};
use szala_kernel::{GameSeed, Side};
use szala_system::{Contest, Wants, Watcher};

/// Plays the game of this seed with all that happens written down. With `with_opinions` each decision is followed by
/// what its player thought of the actions, best first; the game is the same without. A game that has no end is kept as
/// far as it goes, because a user who asks for it wants to know why.
pub fn replay(
    contest: &dyn Contest,
    game: GameSeed,
    with_opinions: bool,
) -> (Log, Result<Finished, Aborted>) {
    let wants = Wants { opening: true, decisions: true, opinions: with_opinions, positions: false };
    let Film { log, finished, .. } = shoot(contest, game, wants);
    (log, finished)
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
pub fn film(contest: &dyn Contest, game: GameSeed, with_opinions: bool) -> Film {
    shoot(contest, game, Wants { opening: true, decisions: true, opinions: with_opinions, positions: true })
}

fn shoot(contest: &dyn Contest, game: GameSeed, wants: Wants) -> Film {
    let mut camera = Camera { wants, log: Log::default(), positions: Vec::new() };
    let finished = contest.worker().watch(game, &mut camera);
    Film { log: camera.log, positions: camera.positions, finished }
}

/// Keeps what it is given.
struct Camera {
    wants: Wants,
    log: Log,
    positions: Vec<Position>,
}

impl Watcher for Camera {
    fn wants(&self) -> Wants {
        self.wants
    }

    fn see(&mut self, draw: &dyn Fn(&mut Position)) {
        let mut position = Position::default();
        draw(&mut position);
        self.positions.push(position);
    }

    fn event(&mut self, event: Event) {
        self.log.event(event);
    }

    fn decision(&mut self, side: Side, action: &dyn Display) {
        self.log.decision(side, action);
    }

    fn opinion(&mut self, action: &dyn Display, value: i64, why: &str) {
        self.log.opinion(action, value, why);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use szala_ai::{Glance, Opinion, Player, View};
    use szala_kernel::dice::SeededDice;
    use szala_kernel::journal::Entry;
    use szala_kernel::picture::CellId;
    use szala_kernel::toy::TwoGates;
    use szala_kernel::{ActionList, BySide, Pictured, Rules, RunSeed};
    use szala_system::Seated;

    use super::*;

    /// Takes the last legal action, and likes each better than the one before it.
    #[derive(Clone, Debug)]
    struct LastIsBest;

    impl<R: Rules> Player<R> for LastIsBest {
        fn begin(&mut self, _: &R, _: GameSeed, _: Side) {}

        fn choose(&mut self, view: &View<'_, R>) -> usize {
            view.legal().len() - 1
        }

        fn opinions(&self, view: &View<'_, R>) -> Vec<Opinion> {
            let value = |place| i64::try_from(place).expect("there are fewer actions than 2^63");
            (0..view.legal().len())
                .map(|place| Opinion { place, value: value(place), why: "place".into() })
                .collect()
        }
    }

    /// Decides at once, and panics when it is shown what is legal.
    #[derive(Clone, Debug)]
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
            let (log, end) = replay(&seated(Knows), RunSeed(1).game(0), with_opinions);
            let decided = log.entries.iter().filter(|entry| matches!(entry, Entry::Decision(..))).count();
            assert_eq!(Ok(decided), end.map(|finished| finished.decisions), "each decision is told once");
        }
    }

    fn seated<P: Clone>(player: P) -> Seated<TwoGates, P> {
        Seated { rules: Arc::new(TwoGates), players: BySide([player.clone(), player]) }
    }

    fn entries(with_opinions: bool) -> Vec<Entry> {
        replay(&seated(LastIsBest), RunSeed(1).game(0), with_opinions).0.entries
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
        let Film { log, positions, finished } = film(&seated(LastIsBest), RunSeed(1).game(0), false);
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
