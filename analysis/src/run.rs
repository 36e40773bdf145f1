//! Plays many games on many threads and hands them on in the order of their numbers: the same games in the same order,
//! whatever the number of threads.

use core::ops::{ControlFlow, Range};
use std::sync::atomic::AtomicBool;

use rayon::ThreadPoolBuildError;
use szala_kernel::RunSeed;
use szala_system::{Contest, Long, Stretch, Worker};

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

/// Plays the games of the plan; the players sit down anew for each game. `take` is given all games in order, by the
/// thread that called, until it breaks off. When `stop` is set, games under way are finished, so that those which were
/// taken are always the first of the plan, without a gap.
///
/// # Errors
/// When the system cannot start this many threads.
pub fn play(
    contest: &dyn Contest,
    plan: &Plan,
    stop: &AtomicBool,
    take: impl FnMut(&Stretch) -> ControlFlow<()>,
) -> Result<(), ThreadPoolBuildError> {
    play_with(contest, &[], plan, stop, take)
}

/// The same with rows in these tables.
///
/// # Errors
/// When the system cannot start this many threads.
pub fn play_with(
    contest: &dyn Contest,
    tables: &[Long],
    plan: &Plan,
    stop: &AtomicBool,
    mut take: impl FnMut(&Stretch) -> ControlFlow<()>,
) -> Result<(), ThreadPoolBuildError> {
    let worker = || Recording { worker: contest.worker(), seed: plan.seed, tables };
    in_order(plan.numbers.clone(), plan.threads, worker, stop, |_, stretch| take(stretch))
}

/// What one thread needs.
struct Recording<'c> {
    worker: Box<dyn Worker + 'c>,
    seed: RunSeed,
    tables: &'c [Long],
}

impl Work for Recording<'_> {
    type Stretch = Stretch;

    fn fill(&mut self, numbers: Range<u64>, stretch: &mut Stretch) {
        match self.tables {
            [] => self.worker.record(self.seed, numbers, stretch),
            tables => self.worker.record_long(self.seed, numbers, false, tables, stretch),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use szala_ai::{Player, Uniform, View};
    use szala_kernel::dice::{EveryDice, Fraction};
    use szala_kernel::toy::TwoGates;
    use szala_kernel::{ActionList, Ask, BySide, Dice, Play, Recorded, Rules, Side, Subject, Table, rule};
    use szala_system::{Played, Seated};

    use super::*;
    use crate::Tally;
    use crate::toy::by_chance;

    fn two_gates(games: u64, seed: u64, threads: usize) -> Tally {
        let plan = Plan { seed: RunSeed(seed), numbers: 0..games, threads };
        let mut tally = Tally::default();
        let take = |stretch: &Stretch| {
            tally.add(stretch, 0..stretch.played.len());
            ControlFlow::Continue(())
        };
        play(&by_chance(), &plan, &AtomicBool::new(false), take).expect("a few threads");
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
        play(&by_chance(), &plan, &AtomicBool::new(false), take).expect("a few threads");
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
        play(&by_chance(), &plan, &AtomicBool::new(false), enough).expect("a few threads");
        assert!(taken > 1_000);

        let stop = AtomicBool::new(false);
        let mut due = 0;
        let stops = |stretch: &Stretch| {
            assert_eq!(stretch.first, due, "a gap");
            due += stretch.played.len() as u64;
            stop.store(due > 1_000, std::sync::atomic::Ordering::Relaxed);
            ControlFlow::Continue(())
        };
        play(&by_chance(), &plan, &stop, stops).expect("a few threads");
        assert!(due > 1_000);
    }

    /// Falls in the game of a certain number.
    #[derive(Clone, Debug)]
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
        let players = BySide::from_fn(|_| Falls(Uniform::default(), 5_000));
        let contest = Seated { rules: Arc::new(TwoGates), players };
        let take = |_: &Stretch| ControlFlow::Continue(());
        play(&contest, &plan, &AtomicBool::new(false), take).expect("a few threads");
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
