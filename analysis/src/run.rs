//! Plays many games on many threads: the same games whatever the number of threads.

use core::ops::Range;

use rayon::iter::{IntoParallelIterator, ParallelIterator};
use szala_ai::{Player, View};
use szala_kernel::rules::Finished;
use szala_kernel::{ActionList, BySide, Outcome, Play, Rules, RunSeed, Side};

use crate::Tally;

/// Which games to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The seed of the run.
    pub seed: RunSeed,
    /// How many games; their numbers are 0 up to this.
    pub games: u64,
    /// How many threads; 0 is one for each processor.
    pub threads: usize,
}

/// What one thread needs to play game after game.
struct Seat<R: Rules, P> {
    players: BySide<P>,
    list: ActionList<R::Action>,
    tally: Tally,
}

/// Plays the games of the plan; `players` makes the two players of a thread, who sit down anew for each game.
///
/// # Errors
/// When the system refuses to start so many threads.
pub fn play<R, P>(
    rules: &R,
    plan: Plan,
    players: impl Fn() -> BySide<P> + Sync,
) -> Result<Tally, rayon::ThreadPoolBuildError>
where
    R: Rules + Sync,
    R::Action: Send,
    P: Player<R> + Send,
{
    let seat =
        || Seat { players: players(), list: ActionList::within(rules.limits()), tally: Tally::default() };
    on_threads(plan.threads, || {
        (0..plan.games)
            .into_par_iter()
            .fold(seat, |mut seat, number| {
                seat.play(rules, plan.seed, number);
                seat
            })
            .map(|seat| seat.tally)
            .reduce(Tally::default, Tally::plus)
    })
}

/// Does some work on so many threads; 0 is one for each processor.
///
/// # Errors
/// When the system refuses to start so many.
pub fn on_threads<T: Send>(
    threads: usize,
    work: impl FnOnce() -> T + Send,
) -> Result<T, rayon::ThreadPoolBuildError> {
    Ok(rayon::ThreadPoolBuilder::new().num_threads(threads).build()?.install(work))
}

/// What a game was worth to the first side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// 2 for a win, 1 for a draw.
    pub half_points: u8,
    /// Its victory points less those of the other side.
    pub margin: i32,
}

impl From<Outcome> for Score {
    fn from(outcome: Outcome) -> Self {
        let half_points = match outcome.winner {
            Some(Side::First) => 2,
            None => 1,
            Some(Side::Second) => 0,
        };
        Self { half_points, margin: outcome.margin }
    }
}

impl Score {
    /// Win 1, draw 1/2, loss nothing, as `side` sees it.
    pub fn points(self, side: Side) -> f64 {
        let points = f64::from(self.half_points) / 2.0;
        match side {
            Side::First => points,
            Side::Second => 1.0 - points,
        }
    }
}

/// Plays the games of these numbers on the threads at hand, and keeps what each was worth, in order.
pub fn scores<R, P>(rules: &R, seed: RunSeed, numbers: Range<u64>, players: &BySide<P>) -> Vec<Score>
where
    R: Rules + Sync,
    R::Action: Send,
    P: Player<R> + Clone + Send + Sync,
{
    let seat = || Seat {
        players: players.clone(),
        list: ActionList::within(rules.limits()),
        tally: Tally::default(),
    };
    let score = |seat: &mut Seat<R, P>, number| seat.game(rules, seed, number).outcome.into();
    numbers.into_par_iter().map_init(seat, score).collect()
}

impl<R: Rules, P: Player<R>> Seat<R, P> {
    fn play(&mut self, rules: &R, seed: RunSeed, number: u64) {
        let finished = self.game(rules, seed, number);
        self.tally.count(number, &finished);
    }

    fn game(&mut self, rules: &R, seed: RunSeed, number: u64) -> Finished {
        let game = seed.game(number);
        for side in Side::BOTH {
            self.players[side].begin(rules, game, side);
        }
        let players = &mut self.players;
        rules.play_game(game, &mut self.list, |rules, state, legal| {
            players[rules.to_act(state)].choose(&View::new(rules, state, legal))
        })
    }
}

#[cfg(test)]
mod tests {
    use szala_ai::Uniform;
    use szala_kernel::dice::{EveryDice, Fraction};
    use szala_kernel::toy::TwoGates;
    use szala_kernel::{Ask, Dice, Subject, Table, rule};

    use super::*;

    fn two_gates(games: u64, seed: u64, threads: usize) -> Tally {
        let plan = Plan { seed: RunSeed(seed), games, threads };
        play(&TwoGates, plan, || BySide::from_fn(|_| Uniform::default())).expect("a few threads")
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
