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
    let z = normal_quantile(1.0 - alpha / 2.0);
    let (mut survival, mut greenwood, mut highest) = (1.0, 0.0, 1.0_f64);
    let mut found = Vec::new();
    for Risk { at_risk, lost } in risks.iter().take_while(|risk| risk.at_risk > 0) {
        assert!(lost <= at_risk, "{lost} of {at_risk} were lost");
        let (watched, died) = (float(*at_risk), float(*lost));
        survival *= 1.0 - died / watched;
        greenwood += died / (watched * (watched - died));
        let interval = if survival <= 0.0 {
            Interval { estimate: 0.0, low: 0.0, high: wilson(0, *at_risk).high * highest }
        } else if greenwood <= 0.0 {
            Interval { estimate: 1.0, low: wilson(*at_risk, *at_risk).low, high: 1.0 }
        } else {
            let spread = f64::exp(z * greenwood.sqrt() / -f64::ln(survival));
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
}
