//! Tests of forecasts, on games by lot.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use szala_kernel::RunSeed;

use super::pilot::{Entrants, Length, Pace, Terms};
use super::*;
use crate::lot::Lot;
use crate::statistics::testing::{Lots, assert_near};

/// By hand: where 4 pairs in 10 differ by a game, as often up as down, the difference of a pair has the variance 0.4,
/// and half an interval of 95 % is one point after (1.95996 / 0.01)^2 * 0.4 = 15 366 pairs.
#[test]
fn pairs_for_a_precision_follow_from_the_variance_of_a_pair() {
    assert_near(variance(&[0.2, 0.0, 0.6, 0.0, 0.2]), 0.4, 1e-12);
    // 0.1 better by 1/2, 0.05 worse by 1: 0.1 / 4 + 0.05 less the square of 0.05 - 0.05.
    assert_near(variance(&[0.05, 0.0, 0.85, 0.1, 0.0]), 0.075, 1e-12);
    assert_eq!(pairs_for(0.01, 0.4), 15_366);
    assert_near(half_width_of(15_366, 0.4), 0.01, 1e-6);
}

fn asked(question: Question, games: u64, kinds: &[i64], chances: &[f64], seed: u64) -> Asking {
    let (mut lots, mut asking) = (Lots::new(seed), Asking::new(question));
    (0..games).for_each(|_| asking.add(Some(kinds[lots.one_of(chances)])));
    asking
}

/// The truth, 15 366 pairs, is worked out above. A pilot of 2000 has 800 pairs that differ, so it knows the variance
/// to 3 or 4 %.
#[test]
fn a_difference_is_forecast_from_the_pairs_of_a_pilot() {
    let asking = asked(Question::Difference(0.01), 2_000, &[2, -2, 0], &[0.2, 0.2], 5);
    let forecast = asking.forecast(1_000_000, 1);
    assert!((13_800..17_000).contains(&forecast.told()), "{}", forecast.told());
    assert!(forecast.factor() < 1.15, "{}", forecast.factor());
    assert_eq!(forecast.ends(), [(End::Known, 1.0)]);
    // At three points it is a ninth of that, 1707: less than the pilot has, and reported all the same.
    let rough = asked(Question::Difference(0.03), 2_000, &[2, -2, 0], &[0.2, 0.2], 5).forecast(1_000_000, 1);
    assert!((1_530..1_890).contains(&rough.told()), "{}", rough.told());
    let few = asking.forecast(9_000, 1);
    assert_eq!((few.told(), few.games_for(0.5)), (9_000, None), "not within so many");
    assert_eq!(few.ends(), [(End::Open, 1.0)]);
}

/// By hand: 11 387 pairs without a change deny a change of a point at a variance of 0.25, as tested beside the inquiry;
/// so they end it at four points after a sixteenth of that, 712, on the straight way. Half of the runs end near there.
#[test]
fn a_question_that_the_pilot_answers_takes_as_many_pairs_as_that_took() {
    let question = change::Question { size: 0.04, level: 0.05, power: 0.9 };
    let asking = asked(Question::Change(question), 20_000, &[1, -1], &[0.5], 3);
    let (games, end) = asking.ended().expect("that many pairs are enough");
    assert_eq!(end, End::Neither);
    assert!((200..3_000).contains(&games), "{games}");
    let forecast = asking.forecast(1_000_000, 1);
    assert_eq!((forecast.told(), forecast.range()), (games, [games, games]));
    assert_near(forecast.factor(), 1.0, 1e-12);
    assert_eq!(asking.games(), games, "later pairs do not count");
}

/// At a score of just the margin no number of games decides but by error: most runs stay open up to the most.
#[test]
fn a_score_on_the_margin_is_told_to_stay_open() {
    let mut asking = Asking::new(Question::Verdict(0.03));
    (0..100_000).for_each(|game| asking.add(Some(if game % 100 < 53 { 2 } else { 0 })));
    assert_eq!(asking.ended(), None);
    let forecast = asking.forecast(200_000, 1);
    assert_eq!(forecast.told(), 200_000);
    assert!(forecast.chance_by(200_000) < 0.3);
    assert_eq!(forecast.games_for(0.5), None);
    assert_eq!(forecast.ends()[0].0, End::Open);
}

#[test]
fn runs_are_put_in_order_and_told_by_their_middle() {
    let runs = [400, 100, 200, 300, 1_000].map(|games| (games, End::Fair));
    let forecast = Forecast::of([&runs[..], &[(500, End::Open)]].concat());
    // Six runs: the third of them in order has half of the others behind it.
    assert_eq!(forecast.told(), 300);
    assert_eq!(forecast.games_for(1.0 / 6.0), Some(100));
    assert_eq!(forecast.games_for(1.0), None, "one has no answer");
    assert_near(forecast.chance_by(300), 0.5, 1e-12);
    assert_near(forecast.chance_by(600), 4.0 / 6.0, 1e-12);
    // 100 is a third of 300, 1000 is 3.33 times as many: that is the sixth of six.
    assert_near(forecast.factor(), 10.0 / 3.0, 1e-12);
    assert_eq!(forecast.ends().first(), Some(&(End::Fair, 5.0 / 6.0)));
}

/// By hand: 2 s to begin with and 1000 games at 250 a second are 6 s.
#[test]
fn the_start_is_counted_once() {
    let pace = Pace { start: Duration::from_secs(2), per_second: 250.0, ..Pace::default() };
    assert_near(pace.seconds(1_000), 6.0, 1e-12);
    assert_near(Pace::default().seconds(1_000), 0.0, 1e-12);
}

/// A pilot plays the first games of the run: a question that it answers ends with the same game as the run does.
#[test]
fn a_pilot_plays_the_first_games_of_its_run() {
    let never = AtomicBool::new(false);
    let question = change::Question { size: 0.05, level: 0.05, power: 0.9 };
    let contests = [Lot::of(0.4), Lot::of(0.5)];
    let both = Entrants::Two(contests.each_ref().map(|lot| lot as &dyn szala_system::Contest));
    let terms = |length| Terms { seed: RunSeed(4), threads: 2, length, most: 1_000_000, stop: &never };
    let found = terms(Length::Games(5_000)).ask(both, Question::Change(question), |_| ());
    let found = found.expect("two threads start");
    let (games, end) = found.outcome.ended().expect("ten points are found soon");
    assert_eq!(end, End::More);
    assert_eq!(found.forecast.told(), games);
    // Not a pair earlier.
    let before = terms(Length::Games(games - 1)).ask(both, Question::Change(question), |_| ());
    let before = before.expect("two threads start").outcome;
    assert_eq!((before.ended(), before.games()), (None, games - 1));
}
