//! Plays many games on many threads and hands them on in the order of their numbers: the same games in the same order,
//! whatever the number of threads.

use core::ops::{ControlFlow, Range};
use std::sync::atomic::AtomicBool;

use rayon::ThreadPoolBuildError;
use szala_ai::Player;
use szala_kernel::dice::SeededDice;
use szala_kernel::journal::{Event, Journal};
use szala_kernel::rules::Aborted;
use szala_kernel::{ActionList, BySide, Outcome, Play, Recorded, RunSeed, Side, Table};

use crate::crew::{Work, in_order};

/// Which games to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The seed of the run.
    pub seed: RunSeed,
    /// The numbers of the games.
    pub numbers: Range<u64>,
    /// How many threads; 0 is one for each processor.
    pub threads: usize,
}

/// What came of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// How it ended, or why it has no end.
    pub end: Result<Outcome, Aborted>,
    /// Decisions taken.
    pub decisions: usize,
    /// Dice rolled and chits drawn.
    pub dice: usize,
}

/// Some games that follow each other.
#[derive(Clone, Debug, Default)]
pub struct Stretch {
    /// The number of the first.
    pub first: u64,
    /// What came of each.
    pub played: Vec<Played>,
    /// What the rule system remembers of them, row after row.
    pub rows: Vec<i32>,
}

/// Plays the games of the plan; `players` makes the two players of a thread, who sit down anew for each game. `take`
/// is given all games in order, by the thread that called, until it breaks off. When `stop` is set, games under way
/// are finished, so that those which were taken are always the first of the plan, without a gap.
///
/// # Errors
/// When the system refuses to start so many threads.
pub fn play<R, P>(
    rules: &R,
    plan: &Plan,
    players: impl Fn() -> BySide<P> + Sync,
    stop: &AtomicBool,
    mut take: impl FnMut(&Stretch) -> ControlFlow<()>,
) -> Result<(), ThreadPoolBuildError>
where
    R: Recorded + Sync,
    R::Action: Send,
    P: Player<R> + Send,
{
    let worker = || Worker::new(rules, plan.seed, players());
    in_order(plan.numbers.clone(), plan.threads, worker, stop, |_, stretch| take(stretch))
}

/// What one thread needs to play game after game.
struct Worker<'r, R: Recorded, P> {
    rules: &'r R,
    seed: RunSeed,
    players: BySide<P>,
    list: ActionList<R::Action>,
    notes: R::Notes,
    width: usize,
}

impl<R: Recorded, P: Player<R>> Work for Worker<'_, R, P> {
    type Stretch = Stretch;

    fn fill(&mut self, numbers: Range<u64>, stretch: &mut Stretch) {
        stretch.first = numbers.start;
        stretch.played.clear();
        stretch.rows.clear();
        for number in numbers {
            let start = stretch.rows.len();
            stretch.rows.resize(start + self.width, 0);
            stretch.played.push(self.game(number, &mut stretch.rows[start..]));
        }
    }
}

impl<'r, R: Recorded, P: Player<R>> Worker<'r, R, P> {
    fn new(rules: &'r R, seed: RunSeed, players: BySide<P>) -> Self {
        let list = ActionList::within(rules.limits());
        Self { rules, seed, players, list, notes: rules.notes(), width: rules.columns().len() }
    }

    fn game(&mut self, number: u64, row: &mut [i32]) -> Played {
        let Self { rules, seed, players, list, notes, .. } = self;
        let game = seed.game(number);
        for side in Side::BOTH {
            players[side].begin(rules, game, side);
        }
        let mut table = Table::new(SeededDice::new(game), Listener { notes, dice: 0 });
        let mut state = rules.opening();
        let end = rules.play_by(&mut state, &mut table, |rules, state, table| {
            let action = players[rules.to_act(state)].decide(rules, state, list)?;
            rules.note_decision(table.journal.notes, state, action);
            Some(action)
        });
        let dice = table.journal.dice;
        rules.write_row(notes, &state, row);
        let decisions = end.map_or_else(Aborted::decisions, |finished| finished.decisions);
        Played { end: end.map(|finished| finished.outcome), decisions, dice }
    }
}

/// Counts dice, and lets the notes hear everything.
struct Listener<'n, N> {
    notes: &'n mut N,
    dice: usize,
}

impl<N: Journal> Journal for Listener<'_, N> {
    #[expect(
        clippy::inline_always,
        reason = "a listener sees at compile time what is told only where it is told"
    )]
    #[inline(always)]
    fn event(&mut self, event: Event) {
        if matches!(event, Event::Roll { .. } | Event::Draw { .. }) {
            self.dice += 1;
        }
        self.notes.event(event);
    }

    fn decision(&mut self, _: Side, _: &dyn core::fmt::Display) {}
}

#[cfg(test)]
mod tests {
    use szala_ai::{Uniform, View};
    use szala_kernel::dice::{EveryDice, Fraction};
    use szala_kernel::toy::TwoGates;
    use szala_kernel::{Ask, Dice, Rules, Subject, rule};

    use super::*;
    use crate::Tally;

    fn chance() -> BySide<Uniform> {
        BySide::from_fn(|_| Uniform::default())
    }

    fn two_gates(games: u64, seed: u64, threads: usize) -> Tally {
        let plan = Plan { seed: RunSeed(seed), numbers: 0..games, threads };
        let mut tally = Tally::default();
        let take = |stretch: &Stretch| {
            tally.add(stretch, 0..stretch.played.len());
            ControlFlow::Continue(())
        };
        play(&TwoGates, &plan, chance, &AtomicBool::new(false), take).expect("a few threads");
        tally
    }

    /// All games of a plan with what is remembered of them, in the order in which they came.
    fn everything(numbers: Range<u64>, threads: usize) -> Vec<(u64, Played, Vec<i32>)> {
        let plan = Plan { seed: RunSeed(3), numbers, threads };
        let mut all = Vec::new();
        let take = |stretch: &Stretch| {
            let rows = stretch.rows.chunks(TwoGates.columns().len()).map(<[i32]>::to_vec);
            let games = (stretch.first..).zip(stretch.played.iter().copied()).zip(rows);
            all.extend(games.map(|((number, played), row)| (number, played, row)));
            ControlFlow::Continue(())
        };
        play(&TwoGates, &plan, chance, &AtomicBool::new(false), take).expect("a few threads");
        all
    }

    #[test]
    fn games_come_in_order_and_are_the_same_on_any_number_of_threads() {
        let alone = everything(17..5_017, 1);
        assert!(alone.iter().map(|(number, ..)| *number).eq(17..5_017));
        for threads in [2, 8] {
            assert_eq!(everything(17..5_017, threads), alone, "{threads} threads");
        }
        // A part of the plan plays its part of the games.
        assert_eq!(everything(1_000..1_100, 2), alone[983..1_083]);
    }

    #[test]
    fn whoever_takes_the_games_may_break_off_and_whoever_stops_them_gets_the_first_without_a_gap() {
        let plan = Plan { seed: RunSeed(3), numbers: 0..u64::MAX / 8, threads: 2 };
        let mut taken = 0;
        let enough = |stretch: &Stretch| {
            taken += stretch.played.len();
            if taken > 1_000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        play(&TwoGates, &plan, chance, &AtomicBool::new(false), enough).expect("a few threads");
        assert!(taken > 1_000);

        let stop = AtomicBool::new(false);
        let mut due = 0;
        let stops = |stretch: &Stretch| {
            assert_eq!(stretch.first, due, "a gap");
            due += stretch.played.len() as u64;
            stop.store(due > 1_000, std::sync::atomic::Ordering::Relaxed);
            ControlFlow::Continue(())
        };
        play(&TwoGates, &plan, chance, &stop, stops).expect("a few threads");
        assert!(due > 1_000);
    }

    /// Falls in the game of a certain number.
    #[derive(Clone)]
    struct Falls(Uniform, u64);

    impl Player<TwoGates> for Falls {
        fn begin(&mut self, rules: &TwoGates, game: szala_kernel::GameSeed, side: Side) {
            assert!(game.number() != self.1, "falls in game {}", self.1);
            self.0.begin(rules, game, side);
        }

        fn choose(&mut self, view: &View<'_, TwoGates>) -> usize {
            self.0.choose(view)
        }
    }

    #[test]
    #[should_panic(expected = "falls in game 5000")]
    fn a_player_that_falls_does_not_leave_the_others_waiting_for_ever() {
        let plan = Plan { seed: RunSeed(3), numbers: 0..100_000, threads: 3 };
        let players = || BySide::from_fn(|_| Falls(Uniform::default(), 5_000));
        let take = |_: &Stretch| ControlFlow::Continue(());
        play(&TwoGates, &plan, players, &AtomicBool::new(false), take).expect("a few threads");
    }

    #[test]
    fn one_two_and_eight_threads_give_equal_results() {
        let alone = two_gates(20_000, 1794, 1);
        assert_eq!(alone.games, 20_000);
        for threads in [2, 8] {
            assert_eq!(two_gates(20_000, 1794, threads), alone, "{threads} threads");
        }
        assert_ne!(
            two_gates(20_000, 1795, 2).fingerprint,
            alone.fingerprint,
            "another seed plays other games"
        );
    }

    /// The odds of chance players are known exactly: every die, lot and choice of theirs tried in turn.
    #[test]
    fn wins_of_chance_players_agree_with_the_exact_odds() {
        let mut list = ActionList::within(TwoGates.limits());
        let odds = EveryDice::odds(|dice| {
            let mut table = Table::new(dice, ());
            let finished =
                TwoGates.play_on(&mut TwoGates.opening(), &mut table, &mut list, |_, _, legal, table| {
                    let tickets = [Subject(0), Subject(1)];
                    table.dice.draw(Ask::new(rule!("1.1"), 0), &tickets[..legal.len()])
                });
            finished.outcome.winner
        });
        assert_eq!(odds.when(|_| true), Fraction::ONE);
        assert_eq!(odds.of(&Some(Side::First)), odds.of(&Some(Side::Second)), "the sides are alike");
        let tally = two_gates(100_000, 27, 2);
        for (winner, found) in [(None, tally.draws), (Some(Side::First), tally.first)] {
            let Fraction { numerator, denominator } = odds.of(&winner);
            let expected =
                u64::try_from(u128::from(tally.games) * numerator / denominator).expect("fewer than games");
            // Five standard deviations of a count of 100 000 games, at most 158.
            assert!(found.abs_diff(expected) < 5 * 158, "{winner:?}: {found} and not about {expected}");
        }
    }

    #[test]
    fn the_outcomes_add_up_and_the_sides_of_a_fair_game_win_equally_often() {
        let tally = two_gates(20_000, 1, 2);
        assert_eq!(tally.first + tally.second + tally.draws, tally.games);
        // Two Gates treats both sides alike. The difference of wins has a standard deviation below 142.
        assert!(tally.first.abs_diff(tally.second) < 5 * 142, "{tally:?}");
    }
}
