//! The bets that refute a mean score: what buyers of scores make of their capital. What the bets are for is
//! described in `sequence`. A score is anything from 0 to 1: a win, draw or loss, or how far the scores of a pair
//! differ.

use crate::statistics::interval::Interval;

/// How many buyers there are. Each spends half the part of the one before: 1, 1/2, ... 1/16384.
///
/// After n games the best part is about m sqrt(12 / (n variance)): 0.3 for 100 games between equals, 0.03 for
/// 10 000 and 0.0003 for 10^8. Missing the best by a factor of sqrt(2) widens the interval by 6 %, and the
/// two on both sides share the work: steps of sqrt(2) gained hardly more than 1 % from a thousand games on.
const BUYERS: usize = 15;

/// What the buyers spend, with the logarithms of their shares, which sum up to 1. In the logarithm of the
/// part the shares are a normal distribution with a deviation of 2.5 about 1/32, which suits some 12 000
/// games between equals. That gives 1.72, 1.70, 1.75 and 1.77 times the width of an interval for a number of
/// games fixed before, at 10^3, 10^4, 10^5 and 10^6 games, where nearly all runs end, and 1.96 at 10^8; equal
/// shares gave 1.8 everywhere.
fn buyers() -> [(f64, f64); BUYERS] {
    let away = |part: f64| (part * 32.0).ln() / 2.5;
    let parts =
        std::array::from_fn(|number| 0.5_f64.powi(i32::try_from(number).expect("there are fifteen buyers")));
    let share = |part: f64| (-away(part).powi(2) / 2.0).exp();
    let sum: f64 = parts.into_iter().map(share).sum();
    parts.map(|part| (part, (share(part) / sum).ln()))
}

/// The logarithm of the capital that is enough to refute a mean from one side, out of one unit.
pub(super) fn enough(alpha: f64) -> f64 {
    (2.0 / alpha).ln()
}

/// The logarithm of (1 + x)^count, where the power without a factor is 1 whatever x is.
pub(super) fn power(count: f64, x: f64) -> f64 {
    if count > 0.0 { count * x.ln_1p() } else { 0.0 }
}

/// The buyers and the games whose scores they buy: each score that there is, from 0 to 1, with how many games have it;
/// of games not played yet, how many are expected to.
#[derive(Clone, Copy)]
pub(super) struct Betting<const SCORES: usize> {
    games: [(f64, f64); SCORES],
    buyers: [(f64, f64); BUYERS],
}

/// For each buyer the logarithm of the share and of what the games multiply it by.
pub(super) struct Growth([(f64, f64); BUYERS]);

impl Growth {
    /// The logarithm of all capital after these games have been played this many times.
    pub(super) fn after(&self, times: f64) -> f64 {
        let parts = self.0.map(|(share, growth)| share + times * growth);
        let most = parts.into_iter().fold(f64::NEG_INFINITY, f64::max);
        most + parts.into_iter().map(|part| (part - most).exp()).sum::<f64>().ln()
    }
}

impl Betting<3> {
    /// On games that are won, drawn and lost.
    pub(super) fn on([wins, draws, losses]: [f64; 3]) -> Self {
        Self::on_scores([(1.0, wins), (0.5, draws), (0.0, losses)])
    }
}

impl<const SCORES: usize> Betting<SCORES> {
    /// On games of these scores, each with its number.
    pub(super) fn on_scores(games: [(f64, f64); SCORES]) -> Self {
        Self { games, buyers: buyers() }
    }

    /// On the scores of the other side.
    pub(super) fn mirrored(self) -> Self {
        Self { games: self.games.map(|(score, games)| (1.0 - score, games)), ..self }
    }

    /// The sum over all games of something that follows from the score.
    fn sum(&self, of: impl Fn(f64) -> f64) -> f64 {
        self.games.iter().map(|(score, games)| games * of(*score)).sum()
    }

    fn games(&self) -> f64 {
        self.sum(|_| 1.0)
    }

    fn mean(&self) -> f64 {
        self.sum(|score| score) / self.games()
    }

    /// The means that neither side refutes.
    pub(super) fn interval(&self, alpha: f64) -> Interval {
        if self.games() <= 0.0 {
            return Interval { estimate: 0.5, low: 0.0, high: 1.0 };
        }
        let high = 1.0 - self.mirrored().lower_bound(alpha);
        Interval { estimate: self.mean(), low: self.lower_bound(alpha), high }
    }

    /// What the games do to the shares, bought at this price.
    pub(super) fn growth(&self, price: f64) -> Growth {
        Growth(self.buyers.map(|(part, share)| {
            // Nothing is what a stake brings that is lost, to the last digit.
            let gain = |score| if score > 0.0 { part / price * (score - price) } else { -part };
            (share, self.games.iter().map(|(score, games)| power(*games, gain(*score))).sum())
        }))
    }

    /// How much faster the logarithm of the capital would grow at a higher price: it falls.
    fn slope(&self, price: f64, growth: &Growth) -> f64 {
        let capital = growth.after(1.0);
        let slopes = self.buyers.iter().zip(growth.0).map(|((part, _), (share, growth))| {
            let stake = part / price;
            let pace = |score| if score > 0.0 { score / (1.0 + stake * (score - price)) } else { 0.0 };
            (share + growth - capital).exp() * stake / price * self.sum(pace)
        });
        -slopes.sum::<f64>()
    }

    /// The price at which the capital is just enough to refute: by Newton's steps, or halving where they lead
    /// astray.
    fn lower_bound(&self, alpha: f64) -> f64 {
        const NEAR: f64 = 1e-13;
        if self.mean() <= 0.0 {
            return 0.0;
        }
        let enough = enough(alpha);
        // For next to nothing each buyer gets as much as he likes; at the mean itself none has gained
        // anything.
        let (mut refuted, mut held) = (0.0, self.mean());
        // The bound is about three and a half deviations below.
        let variance = self.sum(|score| score * score) / self.games() - held * held;
        let mut price = held - 3.5 * (variance.max(0.0) / self.games()).sqrt();
        while held - refuted > NEAR {
            if !(refuted < price && price < held) {
                price = f64::midpoint(refuted, held);
            }
            let growth = self.growth(price);
            let capital = growth.after(1.0);
            *(if capital >= enough { &mut refuted } else { &mut held }) = price;
            let step = (capital - enough) / self.slope(price, &growth);
            if step.abs() < NEAR {
                break;
            }
            price -= step;
        }
        price.clamp(refuted, held)
    }
}
