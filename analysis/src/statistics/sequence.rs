//! Confidence sequences: intervals that hold at all numbers of games at once, so that one may look at them
//! after every game and stop when one likes. The chance that the truth is ever outside is at most `alpha`.
//!
//! All of them depend on counts or sums alone, not on the order of the games: a resumed run and merged shards
//! agree with a run in one go. The price is that an interval can lie a little outside an earlier one.

mod betting;

use statrs::function::beta::ln_beta;

use super::interval::Interval;
use super::{Sample, float, last_that_holds, least_that_holds};
use betting::{Betting, Growth, enough, power};

/// More games than this are not thought of.
pub const MOST_GAMES: u64 = 1_000_000_000;

/// The confidence sequence for a rate. Exact at every number of trials.
///
/// A rate p is in it as long as the binomial mixture over all rates alike has not beaten p by 1 to `alpha`:
/// B(1 + hits, 1 + misses) < p^hits (1 - p)^misses / alpha. If p is the true rate, that quotient is a
/// martingale that starts at 1, and Ville's inequality bounds the chance that it ever reaches 1 / `alpha` (H.
/// Robbins, Annals of Mathematical Statistics 41, 1970; the prior-posterior ratio of I. Waudby-Smith and A.
/// Ramdas, 2020). Without trials it is 0 to 1.
pub fn rate(hits: u64, trials: u64, alpha: f64) -> Interval {
    assert!(hits <= trials, "{hits} hits in {trials} trials");
    rate_of(float(hits), float(trials - hits), alpha)
}

fn rate_of(hits: f64, misses: f64, alpha: f64) -> Interval {
    if hits + misses <= 0.0 {
        return Interval { estimate: 0.5, low: 0.0, high: 1.0 };
    }
    let estimate = hits / (hits + misses);
    let mixture = ln_beta(1.0 + hits, 1.0 + misses);
    let holds = |p: f64| mixture - power(hits, p - 1.0) - power(misses, -p) < -alpha.ln();
    Interval {
        estimate,
        low: last_that_holds(estimate, 0.0, holds),
        high: last_that_holds(estimate, 1.0, holds),
    }
}

/// The confidence sequence for a mean score, where a win scores 1, a draw 1/2 and a loss nothing. Exact at
/// every number of games, whatever the share of draws.
///
/// It bets: who claims that the mean is m must sell the score of the next game, which is not known yet, at
/// the price m. Of one unit of capital a share is given to each of some buyers, who always spend the same
/// part p of what they have: a game that scores x multiplies it by 1 - p + p x / m. If m is the true mean,
/// the capital is a martingale, and it reaches 2 / `alpha` with a chance of at most `alpha` / 2; a mean
/// against which it has is refuted. The same from the other side gives the upper bound. This is the hedged
/// capital process of I. Waudby-Smith and A. Ramdas (Journal of the Royal Statistical Society B 86, 2024)
/// with constant bets. That the parts are constant makes it a function of counts, and since x / m falls as m
/// rises so does the capital: each bound is a single point. Without games it is 0 to 1.
pub fn score(wins: u64, draws: u64, losses: u64, alpha: f64) -> Interval {
    Betting::on([wins, draws, losses].map(float)).interval(alpha)
}

/// Does the confidence sequence of the score leave this mean out, which is neither 0 nor 1?
pub(crate) fn refutes(wins: u64, draws: u64, losses: u64, mean: f64, alpha: f64) -> bool {
    let scores = Sample::of_scores(wins, draws, losses);
    let away = scores.mean - mean;
    // Two deviations are never enough: the best of all bets makes e^2 of the capital then, or little more.
    if float(scores.n) * away * away < 4.0 * scores.variance || away.abs() <= 0.0 || scores.n == 0 {
        return false;
    }
    let game = Betting::on([wins, draws, losses].map(float));
    let growth = if away > 0.0 { game.growth(mean) } else { game.mirrored().growth(1.0 - mean) };
    growth.after(1.0) >= enough(alpha)
}

/// The confidence sequence for the mean difference of two scores that were taken in pairs, from how many pairs differ
/// by -1, -1/2, 0, 1/2 and 1. Exact at every number of pairs, as [`score`] is and by the same bets: half of the
/// difference and a half more lie from 0 to 1. Without pairs it is -1 to 1.
pub fn score_difference(counts: [u64; 5], alpha: f64) -> Interval {
    // From the greatest to the least, as scores stand everywhere.
    let scores = [1.0, 0.75, 0.5, 0.25, 0.0];
    let games: [(f64, f64); 5] = std::array::from_fn(|place| (scores[place], float(counts[4 - place])));
    let bets = Betting::on_scores(games);
    let Interval { estimate, low, high } = bets.interval(alpha);
    let [estimate, low, high] = [estimate, low, high].map(|part| 2.0 * part - 1.0);
    Interval { estimate, low, high }
}

/// The same for two rates: how many pairs hit in the first alone, in both or none, and in the second alone.
pub fn rate_difference([first, alike, second]: [u64; 3], alpha: f64) -> Interval {
    score_difference([first, 0, alike, 0, second], alpha)
}

/// How many games in all until the confidence sequence of the score has at most this half-width, if the rates
/// stay as they are; the counts may stand for shares of games not yet played. `None`, if it takes more than
/// [`MOST_GAMES`] or there are no rates.
///
/// The search may rely on this: if the rates stay as they are, no interval reaches beyond one of fewer games,
/// since the logarithm of the capital is a convex function of the number of games that starts at 0.
pub fn games_until_score(wins: u64, draws: u64, losses: u64, half_width: f64, alpha: f64) -> Option<u64> {
    let rates = rates(wins, draws, losses)?;
    let interval = |games: u64| Betting::on(rates.map(|rate| rate * float(games))).interval(alpha);
    least_that_holds(MOST_GAMES, |games| is_within(interval(games), half_width))
}

/// The same for the confidence sequence of a rate.
pub fn games_until_rate(hits: u64, trials: u64, half_width: f64, alpha: f64) -> Option<u64> {
    assert!(hits <= trials, "{hits} hits in {trials} trials");
    if trials == 0 {
        return None;
    }
    let part = float(hits) / float(trials);
    let interval = |games: f64| rate_of(part * games, (1.0 - part) * games, alpha);
    least_that_holds(MOST_GAMES, |games| is_within(interval(float(games)), half_width))
}

/// How many trials in all until the confidence sequence of a rate leaves this one out, if the share stays as it is.
/// `None`, if it takes more than [`MOST_GAMES`], as where it is the share itself.
pub fn games_until_rate_excluded(hits: u64, trials: u64, rate: f64, alpha: f64) -> Option<u64> {
    assert!(hits <= trials, "{hits} hits in {trials} trials");
    if trials == 0 {
        return None;
    }
    let part = float(hits) / float(trials);
    let interval = |games: f64| rate_of(part * games, (1.0 - part) * games, alpha);
    least_that_holds(MOST_GAMES, |games| {
        let Interval { low, high, .. } = interval(float(games));
        rate < low || high < rate
    })
}

fn is_within(interval: Interval, half_width: f64) -> bool {
    (interval.high - interval.low) / 2.0 <= half_width
}

/// How many games in all until the confidence sequence of the score leaves this mean out, if the rates stay
/// as they are. `None`, if it takes more than [`MOST_GAMES`], as where the mean is the estimate itself.
pub fn games_until_excluded(wins: u64, draws: u64, losses: u64, mean: f64, alpha: f64) -> Option<u64> {
    assert!((0.0..=1.0).contains(&mean), "{mean} is no mean score");
    let game = Betting::on(rates(wins, draws, losses)?);
    let (below, above) = (game.growth(mean), game.mirrored().growth(1.0 - mean));
    let refutes = |growth: &Growth, games: u64| growth.after(float(games)) >= enough(alpha);
    least_that_holds(MOST_GAMES, |games| refutes(&below, games) || refutes(&above, games))
}

/// The parts of games won, drawn and lost, if there are games.
fn rates(wins: u64, draws: u64, losses: u64) -> Option<[f64; 3]> {
    let games = wins + draws + losses;
    (games > 0).then(|| [wins, draws, losses].map(|count| float(count) / float(games)))
}

/// The confidence sequence for the mean of whole numbers, as margins in victory points are, from their
/// number, sum and sum of squares. For its kind it is narrowest at about `tuned_for` values.
///
/// Asymptotic: the promise holds better the more values there are, and needs enough of them before the first
/// look to stop by. It is Robbins' normal mixture with the variance that was measured (I. Waudby-Smith, D.
/// Arbour, R. Sinha, E. H. Kennedy and A. Ramdas, "Time-uniform central limit theory and asymptotic
/// confidence sequences", Annals of Statistics 52, 2024). As long as all values are alike nothing is known of
/// the variance, and it is unbounded.
pub fn mean(n: u64, sum: i64, sum_of_squares: u64, alpha: f64, tuned_for: u64) -> Interval {
    let sample = Sample::of_sums(n, sum.into(), sum_of_squares.into());
    let half = if sample.variance > 0.0 {
        sample.variance.sqrt() * mixture_bound(n, alpha, tuned_for) / float(n)
    } else {
        f64::INFINITY
    };
    Interval { estimate: sample.mean, low: sample.mean - half, high: sample.mean + half }
}

/// How far, in deviations of one value, a sum of `n` values can be from its expectation.
fn mixture_bound(n: u64, alpha: f64, tuned_for: u64) -> f64 {
    let prior = prior_values(alpha, tuned_for);
    let all = float(n) + prior;
    (all * ((all / prior).ln() - 2.0 * alpha.ln())).sqrt()
}

/// How many values the prior of the mixture counts for, if the bound shall be about narrowest at `tuned_for`
/// values. It is the approximation that confseq uses, the package to Howard et al., "Time-uniform,
/// nonparametric, nonasymptotic confidence sequences", Annals of Statistics 49 (2021).
fn prior_values(alpha: f64, tuned_for: u64) -> f64 {
    let unlikely = -2.0 * alpha.ln();
    float(tuned_for.max(1)) / (unlikely + (1.0 + unlikely).ln())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::interval::{tango, wilson};
    use crate::statistics::testing::{Lots, assert_near};

    /// With n hits in n trials the mixture is 1 / (n + 1), so p is out where p^n <= alpha / (n + 1): below
    /// 1/40 for one hit at 0.05. With neither hits nor trials all are in.
    #[test]
    fn a_rate_of_hits_alone_has_a_bound_that_can_be_worked_out_by_hand() {
        assert_near(rate(1, 1, 0.05).low, 1.0 / 40.0, 1e-12);
        assert_near(rate(10, 10, 0.01).low, (0.01_f64 / 11.0).powf(0.1), 1e-12);
        assert_near(rate(0, 10, 0.01).high, 1.0 - (0.01_f64 / 11.0).powf(0.1), 1e-12);
        assert_near(rate(10, 10, 0.01).high, 1.0, 1e-15);
        assert_eq!(rate(0, 0, 0.05), Interval { estimate: 0.5, low: 0.0, high: 1.0 });
    }

    /// The doctests of `csm` in pkhuong/csm, csm.py: (trials, rate, hits, logarithm of alpha) and whether the
    /// rate is out. That is the same sequence as a test, (n + 1) C(n, s) p^s (1 - p)^(n - s) < alpha (Ding,
    /// Gandy and Hahn).
    #[test]
    fn a_rate_is_out_where_the_confidence_sequence_method_rejects_it() {
        for (trials, p, hits, log_alpha, is_out) in [
            (1, 0.5, 1, -1.0, false),
            (1, 0.5, 0, -1.0, false),
            (100, 0.9, 98, 1e-5_f64.ln(), false),
            (100, 0.9, 98, 0.2_f64.ln(), true),
            (1_000_000_000, 0.99, 990_000_000, -1e-2, false),
            (10_000, 0.01, 50, 1e-9_f64.ln(), false),
            (10_000, 0.01, 50, 1e-3_f64.ln(), true),
            (10, 0.05, 1, -10.0, false),
            (100_000, 0.05, 100, -10.0, true),
            (1_000_000, 0.99, 990_596, -10.0, false),
            (1_000_000, 0.99, 990_597, -10.0, true),
        ] {
            let found = rate(hits, trials, f64::exp(log_alpha));
            assert_eq!(!(found.low..=found.high).contains(&p), is_out, "{hits} of {trials}: {found:?}");
        }
    }

    /// Where scipy 1.17.1's `beta.logpdf(p, 1 + hits, 1 + misses)` is log(alpha), found with its `brentq`.
    #[test]
    fn the_bounds_of_a_rate_are_where_its_posterior_density_is_alpha() {
        for (hits, trials, alpha, low, high) in [
            (60, 100, 0.05, 0.440_774_448_2, 0.746_036_255_3),
            (5, 10, 0.05, 0.129_219_012_4, 0.870_780_987_6),
            (1, 1000, 0.01, 0.000_000_010_0, 0.014_072_355_1),
            (5000, 10_000, 0.05, 0.480_803_972_5, 0.519_196_027_5),
        ] {
            let found = rate(hits, trials, alpha);
            assert_near(found.low, low, 1e-10);
            assert_near(found.high, high, 1e-10);
        }
    }

    /// Where the capital of confseq 0.0.11's `betting.diversified_betting_mart` is 2 / alpha, found with
    /// scipy's `brentq`: called with the wins, then the draws, then the losses, bets of p/m (and p/(1-m) for
    /// the upper bound) for p = 2^-k, k = 0..14, `lambdas_weights` of exp(-(ln(32 p) / 2.5)^2 / 2) made to
    /// sum up to 1, `theta` 1 (and 0), `trunc_scale` 1.
    #[test]
    fn the_bounds_of_a_score_are_where_the_capital_is_two_by_alpha() {
        for (wins, draws, losses, alpha, low, high) in [
            (60, 0, 40, 0.05, 0.426_087_417, 0.754_345_349),
            (20, 60, 20, 0.05, 0.387_851_855, 0.612_148_145),
            (550, 200, 250, 0.05, 0.603_368_457, 0.694_198_694),
            (85, 10, 5, 0.01, 0.747_475_657, 0.968_466_722),
            (0, 30, 0, 0.05, 0.400_153_950, 0.599_846_050),
            (3, 0, 0, 0.05, 0.116_155_584, 1.0),
            (10, 0, 0, 0.05, 0.514_263_946, 1.0),
        ] {
            let found = score(wins, draws, losses, alpha);
            assert_near(found.low, low, 1e-9);
            assert_near(found.high, high, 1e-9);
        }
        assert_eq!(score(0, 0, 0, 0.05), Interval { estimate: 0.5, low: 0.0, high: 1.0 });
    }

    /// As above, with half of the difference and a half more for the score.
    #[test]
    fn the_bounds_of_a_difference_are_where_the_capital_is_two_by_alpha() {
        for (counts, alpha, low, high) in [
            ([2, 5, 80, 10, 3], 0.05, -0.105_576_552, 0.170_628_414),
            ([40, 60, 300, 70, 30], 0.05, -0.082_069_747, 0.061_562_893),
            ([0, 0, 200, 0, 0], 0.05, -0.032_914_420, 0.032_914_420),
            ([0, 3, 0, 9, 0], 0.1, -0.300_275_092, 0.596_038_342),
            ([100, 0, 300, 0, 150], 0.01, -0.020_784_937, 0.202_200_592),
        ] {
            let found = score_difference(counts, alpha);
            assert_near(found.low, low, 1e-8);
            assert_near(found.high, high, 1e-8);
        }
        assert_eq!(score_difference([0; 5], 0.05), Interval { estimate: 0.0, low: -1.0, high: 1.0 });
        // A pair that differs by a whole game or not at all is a game that is won, lost or drawn.
        let (found, lead) = (rate_difference([7, 80, 13], 0.05), score(13, 80, 7, 0.05));
        assert_near(found.estimate, 0.06, 1e-12);
        assert_near(found.low, 2.0 * lead.low - 1.0, 1e-12);
        assert_near(found.high, 2.0 * lead.high - 1.0, 1e-12);
    }

    /// Half of the pairs are alike, the others differ by 1/2 or -1, so that the mean is 0.3 / 2 - 0.2 = -0.05; 500
    /// runs, of which one in ten may be wrong.
    #[test]
    fn who_looks_forty_times_at_a_difference_is_wrong_as_seldom_as_promised() {
        let is_out = |[halves, losses, alike]: &[u64; 3]| {
            let found = score_difference([*losses, 0, *alike, *halves, 0], 0.1);
            !(found.low..=found.high).contains(&-0.05)
        };
        let found = ever_wrong(500, is_out, [0.3, 0.2]);
        assert!((0.002..=0.1).contains(&found), "{found}");
    }

    #[test]
    fn the_losers_interval_mirrors_the_winners_and_every_estimate_is_inside_its_own() {
        for (wins, draws, losses) in
            [(0, 0, 1), (7, 0, 0), (0, 1, 0), (3, 2, 9), (999, 1, 0), (1 << 40, 5, 1 << 39)]
        {
            let (found, mirrored) = (score(wins, draws, losses, 0.05), score(losses, draws, wins, 0.05));
            assert_near(found.low, 1.0 - mirrored.high, 1e-12);
            assert_near(found.high, 1.0 - mirrored.low, 1e-12);
            assert!(0.0 <= found.low && found.low <= found.estimate, "{found:?}");
            assert!(found.estimate <= found.high && found.high <= 1.0, "{found:?}");
        }
    }

    /// What looking at any time costs, against an interval for a number of games fixed before.
    #[test]
    fn a_score_is_known_less_well_by_at_most_four_fifths_up_to_a_million_games() {
        for (win, draw) in [(50, 0), (20, 60), (30, 30), (85, 10)] {
            for thousands in [1, 10, 100, 1000, 100_000] {
                let games = 10 * thousands;
                let (wins, draws, losses) = (win * games, draw * games, (100 - win - draw) * games);
                let width = |interval: Interval| interval.high - interval.low;
                let ratio = width(score(wins, draws, losses, 0.05)) / width(tango(wins, draws, losses));
                let most = if thousands > 1000 { 2.05 } else { 1.82 };
                assert!((1.0..most).contains(&ratio), "{win} {draw} {thousands}: {ratio}");
            }
        }
    }

    /// How often, in this many runs of 4000 games, was the truth outside at any of 40 looks?
    fn ever_wrong(runs: u64, is_wrong: impl Fn(&[u64; 3]) -> bool, chances: [f64; 2]) -> f64 {
        let mut wrong = 0;
        for run in 0..runs {
            let (mut lots, mut counts) = (Lots::new(run), [0; 3]);
            wrong += u64::from((0..40).any(|_| {
                (0..100).for_each(|_| counts[lots.one_of(&chances)] += 1);
                is_wrong(&counts)
            }));
        }
        float(wrong) / float(runs)
    }

    /// 500 runs, of which one in ten may be wrong; in truth about one in fifty is, with a deviation of 0.006.
    /// The interval of Wilson, made for one look, is wrong in one run of three.
    #[test]
    fn who_looks_forty_times_is_wrong_as_seldom_as_promised_and_with_wilsons_interval_is_not() {
        let is_out = |interval: Interval, truth: f64| !(interval.low..=interval.high).contains(&truth);
        let chances = [0.45, 0.2];
        let in_score = ever_wrong(500, |[w, d, l]| is_out(score(*w, *d, *l, 0.1), 0.55), chances);
        let in_rate = ever_wrong(500, |[w, d, l]| is_out(rate(*w, w + d + l, 0.1), 0.45), chances);
        let in_wilson = ever_wrong(500, |[w, d, l]| is_out(wilson(*w, w + d + l), 0.45), chances);
        assert!((0.002..=0.1).contains(&in_score), "{in_score}");
        assert!((0.002..=0.1).contains(&in_rate), "{in_rate}");
        assert!(in_wilson > 0.1, "{in_wilson}");
    }

    /// `TestTwoSidedNormalMixture` in gostevehoward/confseq, `test/uniform_boundaries_unittest.cpp`, "from a
    /// reference implementation in R": rho is 12.60056 when tuned for 100 at 0.05, and the bound at 100 is
    /// 30.35209.
    #[test]
    fn a_normal_mixture_has_the_bound_of_its_authors_implementation() {
        assert_near(prior_values(0.05, 100), 12.600_56, 1e-5);
        assert_near(mixture_bound(100, 0.05, 100), 30.352_09, 1e-5);
        // A hundred values of 1 and -1 whose sum is 10: their variance is 1 - 0.1^2.
        let found = mean(100, 10, 100, 0.05, 100);
        assert_near(found.estimate, 0.1, 1e-15);
        assert_near(found.high - 0.1, 0.99_f64.sqrt() * 0.303_520_9, 1e-7);
        assert_near(0.1 - found.low, 0.99_f64.sqrt() * 0.303_520_9, 1e-7);
    }

    /// Values of -1, 0 and 5, whose mean is 5/10 - 4/10 = 0.1; 500 runs, of which one in ten may be wrong.
    #[test]
    fn who_looks_forty_times_at_a_mean_is_wrong_as_seldom_as_promised() {
        let is_out = |[fives, losses, noughts]: &[u64; 3]| {
            let signed = |count: &u64| i64::try_from(*count).expect("the number is small");
            let sum = 5 * signed(fives) - signed(losses);
            let found = mean(fives + losses + noughts, sum, 25 * fives + losses, 0.1, 1000);
            !(found.low..=found.high).contains(&0.1)
        };
        let found = ever_wrong(500, is_out, [0.1, 0.4]);
        assert!((0.002..=0.1).contains(&found), "{found}");
    }

    #[test]
    fn a_mean_is_unbounded_until_two_values_differ() {
        for (n, sum, squares) in [(0, 0, 0), (1, 7, 49), (3, -6, 12)] {
            let found = mean(n, sum, squares, 0.05, 1000);
            assert_eq!((found.low, found.high), (f64::NEG_INFINITY, f64::INFINITY));
            assert!(found.estimate.is_finite());
        }
        // Far from nothing, near to each other: 10^9 - 1 and 10^9 + 1.
        let found = mean(2, 2_000_000_000, 2_000_000_000_000_000_002, 0.05, 1000);
        let unit = mean(2, 0, 2, 0.05, 1000);
        assert_near(found.high - 1e9, unit.high, 1e-5);
    }

    #[test]
    fn so_many_games_are_enough_and_one_less_is_not() {
        let half = |interval: Interval| (interval.high - interval.low) / 2.0;
        let games = games_until_score(1, 2, 1, 0.01, 0.05).expect("the number of games is within the limit");
        let at =
            |games: u64| half(Betting::on([0.25, 0.5, 0.25].map(|rate| rate * float(games))).interval(0.05));
        assert!(at(games) <= 0.01 && at(games - 1) > 0.01, "{games}");
        let games = games_until_rate(1, 4, 0.01, 0.05).expect("the number of games is within the limit");
        let at = |games: u64| half(rate_of(float(games) / 4.0, float(games) * 0.75, 0.05));
        assert!(at(games) <= 0.01 && at(games - 1) > 0.01, "{games}");
        let games =
            games_until_excluded(52, 0, 48, 0.5, 0.05).expect("the number of games is within the limit");
        let at =
            |games: u64| Betting::on([0.52, 0.0, 0.48].map(|rate| rate * float(games))).interval(0.05).low;
        assert!(at(games) >= 0.5 - 1e-12 && at(games - 1) < 0.5, "{games}");
    }

    #[test]
    fn what_cannot_be_reached_is_told() {
        assert_eq!(games_until_score(0, 0, 0, 0.1, 0.05), None);
        assert_eq!(games_until_rate(0, 0, 0.1, 0.05), None);
        assert_eq!(games_until_rate(1, 2, 1e-6, 0.05), None);
        assert_eq!(games_until_excluded(1, 0, 1, 0.5, 0.05), None, "the estimate itself");
        assert_eq!(games_until_rate(1, 2, 0.5, 0.05), Some(1));
    }
}
