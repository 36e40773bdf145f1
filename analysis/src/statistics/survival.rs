//! Survival where some are no longer watched before they die: the product-limit estimate.

use super::interval::{Interval, wilson};
use super::{float, normal_quantile};

/// How many were watched in a stage, and how many of them were lost in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Risk {
    /// Those watched who had not been lost before.
    pub at_risk: u64,
    /// Those of them who were.
    pub lost: u64,
}

/// The chance of not having been lost by the end of each stage, as long as anybody is watched: the product of the parts
/// that got through each stage (E. L. Kaplan and P. Meier, Journal of the American Statistical Association 53, 1958).
///
/// Its interval is that of the logarithm of minus its logarithm, with Greenwood's variance, and holds nearly. It has no
/// width where nobody or everybody has been lost; there it is Wilson's, of those who were watched last. That games end
/// for other reasons than those for which units are lost is supposed, and is not quite so.
pub fn product_limit(risks: &[Risk], alpha: f64) -> Vec<Interval> {
    limit(risks, alpha, |place, greenwood| (greenwood, risks[place].at_risk))
}

/// The same of several that are watched in each game, whose fates are correlated: the intervals go by the games.
///
/// The variance is that of the sums over games of what each contributes to the estimate's logarithm (Z. Ying and L. J.
/// Wei, Journal of Multivariate Analysis 50, 1994); with one unit a game it is Greenwood's. It is never taken to be
/// less than Greenwood's. Where Wilson's interval stands in, it is of the games in which anybody was watched, and one
/// game alone says nothing.
#[derive(Clone, Debug)]
pub struct Grouped {
    risks: Vec<Risk>,
    /// In how many games anybody was watched.
    games: Vec<u64>,
    /// The sum of squares of what each game contributed up to the end of a stage.
    squares: Vec<f64>,
}

impl Grouped {
    /// From the numbers in all games together, stage by stage.
    pub fn new(risks: Vec<Risk>) -> Self {
        Self { games: vec![0; risks.len()], squares: vec![0.0; risks.len()], risks }
    }

    /// Those who were watched in all games together, and lost.
    pub fn risks(&self) -> &[Risk] {
        &self.risks
    }

    /// Adds what became of those of one game, which are among all.
    pub fn add(&mut self, game: &[Risk]) {
        let mut contributed = 0.0;
        for (place, all) in self.risks.iter().enumerate() {
            let own = game.get(place).copied().unwrap_or_default();
            self.games[place] += u64::from(own.at_risk > 0);
            let (watched, died) = (float(all.at_risk), float(all.lost));
            // Where all are lost the estimate is zero, and Wilson's interval stands in.
            if all.lost < all.at_risk {
                contributed += (float(own.lost) - float(own.at_risk) * died / watched) / (watched - died);
            }
            self.squares[place] += contributed * contributed;
        }
    }

    /// The chance of not having been lost by the end of each stage.
    pub fn product_limit(&self, alpha: f64) -> Vec<Interval> {
        let mut found = limit(&self.risks, alpha, |place, greenwood| {
            // Where none was lost the contribution is zero, and Greenwood's variance with it.
            let variance = if greenwood > 0.0 { self.squares[place].max(greenwood) } else { 0.0 };
            (variance, self.games[place])
        });
        if self.games.first().is_none_or(|games| *games < 2) {
            for found in &mut found {
                (found.low, found.high) = (0.0, 1.0);
            }
        }
        found
    }
}

/// The estimate. `variance` says of a place what that of its logarithm is, given Greenwood's, and how many to go by
/// where it has none.
fn limit(risks: &[Risk], alpha: f64, variance: impl Fn(usize, f64) -> (f64, u64)) -> Vec<Interval> {
    let z = normal_quantile(1.0 - alpha / 2.0);
    let (mut survival, mut greenwood, mut highest) = (1.0, 0.0, 1.0_f64);
    let mut found = Vec::new();
    for (place, Risk { at_risk, lost }) in risks.iter().take_while(|risk| risk.at_risk > 0).enumerate() {
        assert!(lost <= at_risk, "{lost} of {at_risk} were lost");
        let (watched, died) = (float(*at_risk), float(*lost));
        survival *= 1.0 - died / watched;
        greenwood += died / (watched * (watched - died));
        let (variance, count) = variance(place, greenwood);
        let interval = if survival <= 0.0 {
            Interval { estimate: 0.0, low: 0.0, high: wilson(0, count).high * highest }
        } else if variance <= 0.0 {
            Interval { estimate: 1.0, low: wilson(count, count).low, high: 1.0 }
        } else {
            let spread = f64::exp(z * variance.sqrt() / -f64::ln(survival));
            Interval { estimate: survival, low: survival.powf(spread), high: survival.powf(1.0 / spread) }
        };
        highest = interval.high;
        found.push(interval);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::testing::assert_near;

    fn risks(risks: &[(u64, u64)]) -> Vec<Risk> {
        risks.iter().map(|(at_risk, lost)| Risk { at_risk: *at_risk, lost: *lost }).collect()
    }

    /// Survival and its bounds in weeks 6, 7, 10, 13, 16, 22 and 23.
    const EXPECTED: [(f64, f64, f64); 7] = [
        (0.857_143, 0.619_718, 0.951_552),
        (0.806_723, 0.563_147, 0.922_809),
        (0.752_941, 0.503_200, 0.889_362),
        (0.690_196, 0.431_610, 0.849_066),
        (0.627_451, 0.367_511, 0.804_912),
        (0.537_815, 0.267_779, 0.746_791),
        (0.448_179, 0.188_052, 0.680_143),
    ];

    /// Weeks of remission of 21 patients with 6-MP (E. J. Freireich et al., Blood 21, 1963), as worked out by lifelines
    /// 0.30.3 (`KaplanMeierFitter`, whose intervals are of the same kind).
    #[test]
    fn remission_with_6_mp_has_the_published_survival() {
        let risks = risks(&[(21, 3), (17, 1), (15, 1), (12, 1), (11, 1), (7, 1), (6, 1)]);
        let found = product_limit(&risks, 0.05);
        for (found, (survival, low, high)) in found.iter().zip(EXPECTED) {
            assert_near(found.estimate, survival, 1e-6);
            assert_near(found.low, low, 1e-6);
            assert_near(found.high, high, 1e-6);
        }
        assert_eq!(found.len(), EXPECTED.len());
    }

    #[test]
    fn where_nobody_or_everybody_was_lost_the_interval_is_wilsons() {
        // Of 10 without a loss Wilson's interval begins at 10 / (10 + 1.96^2) = 0.7225.
        let found = product_limit(&risks(&[(10, 0), (10, 10), (0, 0), (5, 1)]), 0.05);
        assert_eq!(found.len(), 2, "nobody is watched any more");
        assert_near(found[0].low, 0.722_467, 1e-6);
        assert_near(found[0].high, 1.0, 1e-12);
        assert_near(found[1].estimate, 0.0, 1e-12);
        assert_near(found[1].high, 0.277_533, 1e-6);
        assert!(product_limit(&[], 0.05).is_empty());
    }

    /// Weeks of remission with 6-MP, each patient a game: he is watched up to the end of a week of `EXPECTED`, in which
    /// his remission ended or not.
    fn patients(copies: u64) -> (Vec<Risk>, Vec<Vec<Risk>>) {
        let deaths = [(21, 3), (17, 1), (15, 1), (12, 1), (11, 1), (7, 1), (6, 1)];
        let mut games = Vec::new();
        for (stage, (at_risk, lost)) in deaths.iter().enumerate() {
            let next = deaths.get(stage + 1).map_or(0, |(next, _)| *next);
            for place in 0..at_risk - next {
                let mut game = vec![Risk { at_risk: copies, lost: 0 }; stage + 1];
                game[stage].lost = if place < *lost { copies } else { 0 };
                games.push(game);
            }
        }
        let all = deaths.map(|(at_risk, lost)| Risk { at_risk: at_risk * copies, lost: lost * copies });
        (all.into(), games)
    }

    fn grouped((all, games): (Vec<Risk>, Vec<Vec<Risk>>)) -> Vec<Interval> {
        let mut grouped = Grouped::new(all);
        for game in &games {
            grouped.add(game);
        }
        grouped.product_limit(0.05)
    }

    /// Three of one mind are worth no more than one: the intervals are the published ones, of 21.
    #[test]
    fn several_of_a_game_that_share_one_fate_are_known_as_well_as_one() {
        for copies in [1, 3] {
            let found = grouped(patients(copies));
            assert_eq!(found.len(), EXPECTED.len());
            for (found, (survival, low, high)) in found.iter().zip(EXPECTED) {
                assert_near(found.estimate, survival, 1e-6);
                assert_near(found.low, low, 1e-6);
                assert_near(found.high, high, 1e-6);
            }
        }
    }

    /// Two games of two stages. In the first both units are lost in stage 1; in the second neither ever is. The hazard
    /// is 2 of 4, the estimate 1/2. The first game contributes (2 - 2/2) / 2 = 1/2 to its logarithm, the second
    /// (0 - 2/2) / 2 = -1/2, so the variance is 1/2. Greenwood's would be 2 / (4 * 2) = 1/4.
    #[test]
    fn what_games_contribute_makes_the_variance() {
        let risk = |at_risk, lost| Risk { at_risk, lost };
        let games = vec![vec![risk(2, 2)], vec![risk(2, 0), risk(2, 0)]];
        let found = grouped((vec![risk(4, 2), risk(2, 0)], games));
        let spread = f64::exp(1.959_964 * 0.5_f64.sqrt() / 2.0_f64.ln());
        for found in &found {
            assert_near(found.estimate, 0.5, 1e-12);
            assert_near(found.low, 0.5_f64.powf(spread), 1e-6);
            assert_near(found.high, 0.5_f64.powf(1.0 / spread), 1e-6);
        }
        assert_eq!(found.len(), 2);
    }

    /// Of five games without a loss Wilson's interval begins at 5 / (5 + 1.96^2) = 0.5655, however many units they had;
    /// of one game nothing is known.
    #[test]
    fn where_nobody_was_lost_games_are_counted_and_one_game_tells_nothing() {
        let risk = |at_risk, lost| Risk { at_risk, lost };
        let found = grouped((vec![risk(50, 0)], vec![vec![risk(10, 0)]; 5]));
        assert_near(found[0].low, 0.565_518, 1e-6);
        let found = grouped((vec![risk(10, 3)], vec![vec![risk(10, 3)]]));
        assert_eq!((found[0].low, found[0].high), (0.0, 1.0));
        assert_near(found[0].estimate, 0.7, 1e-12);
    }
}
