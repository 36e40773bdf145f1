//! The race of the candidates: which take part, how the budget is divided, which are dropped, which wins. Knows
//! places of actions and their gains, no game.

use core::cmp::Reverse;
use core::ops::Range;

use crate::Opinion;
use crate::gain::Gain;
use crate::room::Room;
use crate::search::OUT;

/// The fewest worlds for a candidate in its first round.
const LEAST_WORLDS: u32 = 4;
/// The number of challengers in the last round.
const FINALISTS: usize = 2;

/// A candidate action.
#[derive(Clone, Copy, Debug)]
struct Runner {
    place: usize,
    prior: i64,
    /// Over the own choice.
    gain: Gain,
}

/// A race under way. Dropped runners come after the remaining ones.
#[derive(Clone, Debug)]
pub(super) struct Race {
    /// The first is the policy's own choice, and stays there.
    runners: Room<Runner>,
    racing: usize,
    /// Simulations not used yet.
    left: u32,
    /// Rounds still to be run.
    rounds: u32,
    is_first_round: bool,
}

impl Race {
    /// A race for at most this many candidates: the only allocation it ever makes.
    pub(super) fn within(most: usize) -> Self {
        Self { runners: Room::for_up_to(most), racing: 0, left: 0, rounds: 0, is_first_round: true }
    }

    /// Lines up the own choice and the others with the highest values: `most` in total, or as many as the budget can
    /// distinguish.
    pub(super) fn line_up(&mut self, own: usize, values: &[i64], most: usize, budget: u32) {
        let runner = |(place, prior): (usize, &i64)| Runner { place, prior: *prior, gain: Gain::default() };
        self.runners.clear();
        self.runners.extend(values.iter().enumerate().map(runner));
        self.runners.swap(0, own);
        self.runners[1..].sort_unstable_by_key(|runner| (Reverse(runner.prior), runner.place));
        let likely = values.iter().filter(|value| **value > OUT).count().max(1);
        let most = most.clamp(1, likely);
        self.racing = (2..=most).rev().find(|racing| least_budget(*racing) <= u64::from(budget)).unwrap_or(1);
        self.runners.truncate(self.racing);
        self.left = budget;
        self.rounds = rounds(self.racing);
        self.is_first_round = true;
    }

    /// Drops the slower half, except the first time, and returns how many worlds are to be run now; `None` when the
    /// race is over.
    pub(super) fn next_round(&mut self) -> Option<u32> {
        if self.rounds == 0 {
            return None;
        }
        if !self.is_first_round {
            self.halve();
        }
        let racing = u32::try_from(self.racing).expect("fewer actions than 2^32");
        let worlds = self.left / (racing * self.rounds);
        self.left -= worlds * racing;
        self.rounds -= 1;
        self.is_first_round = false;
        Some(worlds)
    }

    fn halve(&mut self) {
        let others = &mut self.runners[1..self.racing];
        others.sort_unstable_by_key(|runner| (Reverse(runner.gain.sum), Reverse(runner.prior), runner.place));
        self.racing = 1 + half(others.len());
    }

    /// The place of the own choice.
    pub(super) fn own(&self) -> usize {
        self.runners[0].place
    }

    /// The challengers still in the race.
    pub(super) fn challengers(&self) -> Range<usize> {
        1..self.racing
    }

    /// The place of a runner's action.
    pub(super) fn place(&self, at: usize) -> usize {
        self.runners[at].place
    }

    /// A runner gained this much over the own choice in one world, or lost it.
    pub(super) fn tell(&mut self, at: usize, gain: i64) {
        self.runners[at].gain.tell(gain);
    }

    /// The place of the best action: the own choice, unless another gains on it beyond the margin.
    pub(super) fn winner(&self, margin: u32) -> usize {
        let finalists = 0..self.racing;
        let best = finalists.min_by_key(|at| Reverse(self.runners[*at].gain.sure(margin)));
        self.place(best.expect("the own choice races to the end"))
    }

    /// The results of each runner, the own choice first.
    pub(super) fn opinions(&self, margin: u32) -> Vec<Opinion> {
        let finalists = &self.runners[..self.racing];
        let best = finalists.iter().map(|runner| runner.gain.sure(margin)).max().unwrap_or(0);
        let opinion = |(at, runner): (usize, &Runner)| {
            let value = runner.gain.sure(margin);
            // A dropped runner may look good from a few lucky worlds; it is still not taken.
            let value = if at < self.racing { value } else { value.min(best - 1) };
            let why = if at == 0 { "the choice of the policy".into() } else { runner.account().into() };
            Opinion { place: runner.place, value, why }
        };
        self.runners.iter().enumerate().map(opinion).collect()
    }
}

impl Runner {
    fn account(&self) -> String {
        format!("{:+} of 1000 in {} worlds", self.gain.mean(), self.gain.worlds)
    }
}

/// The number of challengers kept of this many.
const fn half(challengers: usize) -> usize {
    challengers.div_ceil(2)
}

/// The number of rounds for this many runners.
fn rounds(racing: usize) -> u32 {
    let mut rounds = u32::from(racing > 1);
    let mut challengers = racing.saturating_sub(1);
    while challengers > FINALISTS {
        challengers = half(challengers);
        rounds += 1;
    }
    rounds
}

/// The smallest number of simulations for this many runners.
fn least_budget(racing: usize) -> u64 {
    racing as u64 * u64::from(rounds(racing)) * u64::from(LEAST_WORLDS)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs a race in which the gain of each place over the own choice is `gain`; returns the places in each round,
    /// and the simulations used.
    fn run(race: &mut Race, gain: impl Fn(usize) -> i64) -> (Vec<Vec<usize>>, u32) {
        let (mut rounds, mut spent) = (Vec::new(), 0);
        while let Some(worlds) = race.next_round() {
            let mut places: Vec<usize> = race.challengers().map(|at| race.place(at)).collect();
            spent += worlds * (1 + u32::try_from(places.len()).unwrap());
            for _ in 0..worlds {
                race.challengers().for_each(|at| race.tell(at, gain(race.place(at))));
            }
            places.sort_unstable();
            rounds.push(places);
        }
        (rounds, spent)
    }

    #[test]
    fn seven_challengers_are_halved_to_two_and_the_own_choice_stays() {
        let mut race = Race::within(16);
        // The values rank the places from the last to the first; the own choice is 2, so place 0 is the eighth.
        let values: Vec<i64> = (0..9).collect();
        race.line_up(2, &values, 8, 800);
        // Places near 5 gain most: 5, then 4 and 6, then 3 and 7, then 1 and 8 at the same distance.
        let gain = |place: usize| 10 - (5 - i64::try_from(place).unwrap()).abs();
        let (rounds, spent) = run(&mut race, gain);
        assert_eq!(
            rounds[0],
            [1, 3, 4, 5, 6, 7, 8],
            "the seven of the highest values, without the own choice"
        );
        // Half of seven is four; 3 and 7 gain the same, and 7 has the higher value.
        assert_eq!(rounds[1..], [vec![4, 5, 6, 7], vec![5, 6]]);
        // 800 / 3 rounds / 8 = 33 worlds; (800 - 264) / 2 / 5 = 53; (536 - 265) / 3 = 90.
        assert_eq!(spent, 33 * 8 + 53 * 5 + 90 * 3);
        assert_eq!((race.own(), race.winner(10)), (2, 5));
    }

    #[test]
    fn no_budget_is_overspent_or_left_lying() {
        let mut race = Race::within(64);
        for (legal, budget) in (1..=64).flat_map(|legal| (0..200).map(move |budget| (legal, budget))) {
            race.line_up(legal / 2, &vec![0; legal], legal, budget);
            let (_, spent) = run(&mut race, |_| 0);
            assert!(spent <= budget, "{spent} of {budget}");
            // What remains is less than one world for each of at most three.
            assert!(spent + 3 > budget || legal == 1 || budget < 8, "{spent} of {budget} with {legal} legal");
        }
    }

    #[test]
    fn a_small_budget_has_few_candidates() {
        // Eight race three rounds: 8 * 3 * 4 worlds. Three race one round, two as well.
        assert_eq!([least_budget(8), least_budget(3), least_budget(2)], [96, 12, 8]);
        let mut race = Race::within(8);
        for (budget, challengers) in [(96, 7), (95, 6), (12, 2), (11, 1), (8, 1), (7, 0)] {
            race.line_up(0, &[0; 8], 8, budget);
            assert_eq!(race.challengers().len(), challengers, "{budget}");
        }
    }

    #[test]
    fn a_gain_within_the_margin_does_not_win() {
        let mut race = Race::within(2);
        race.line_up(1, &[0, 0], 2, 8);
        race.next_round();
        // As above: 25 is 3.87 standard errors.
        for gain in [10, 20, 30, 40] {
            race.tell(1, gain);
        }
        assert_eq!((race.winner(38), race.winner(39)), (0, 1));
        let values = |margin| race.opinions(margin).iter().map(|one| one.value.signum()).collect::<Vec<_>>();
        assert_eq!((values(38), values(39)), (vec![0, 1], vec![0, -1]));
    }

    #[test]
    fn one_who_was_dropped_is_never_thought_best() {
        let mut race = Race::within(8);
        race.line_up(0, &[0; 8], 8, 96);
        let mut worlds = 0;
        while let Some(more) = race.next_round() {
            for _ in 0..more {
                // In the first round all gain, in later ones all lose: those dropped early look best by far.
                race.challengers().for_each(|at| race.tell(at, if worlds < 4 { 100 } else { -100 }));
                worlds += 1;
            }
        }
        assert_eq!(race.winner(0), 0);
        let opinions = race.opinions(0);
        let best = opinions
            .iter()
            .max_by_key(|opinion| opinion.value)
            .expect("the race has eight runners, each with an opinion");
        assert_eq!((best.place, opinions.len()), (0, 8));
    }
}
