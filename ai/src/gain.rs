//! What something gains over something else in worlds that both are tried in, in whole numbers: the same everywhere.

/// Gains in pairs of simulations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Gain {
    /// Their sum.
    pub(crate) sum: i64,
    /// The sum of their squares.
    pub(crate) squares: i64,
    /// How many there are.
    pub(crate) worlds: u32,
}

impl Gain {
    /// One more world.
    pub(crate) fn tell(&mut self, gain: i64) {
        self.sum += gain;
        self.squares += gain * gain;
        self.worlds += 1;
    }

    /// The mean gain minus `margin` tenths of its standard error, in thousandths; zero where nothing was tried.
    pub(crate) fn sure(&self, margin: u32) -> i64 {
        let (worlds, gain) = (i128::from(self.worlds.max(1)), i128::from(self.sum));
        // The variance of one gain is this over worlds * (worlds - 1); the standard error of the sum is the root of
        // the variance times worlds.
        let spread = worlds * i128::from(self.squares) - gain * gain;
        let error = (spread * 1_000_000 / (worlds - 1).max(1)).isqrt();
        let sure = (gain * 1000 - i128::from(margin) * error / 10).div_euclid(worlds);
        i64::try_from(sure).expect("no larger than the gains")
    }

    pub(crate) fn mean(&self) -> i64 {
        self.sum / i64::from(self.worlds.max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sure_gain_is_the_average_less_the_standard_errors() {
        // Gains 10, 20, 30, 40: average 25, variance (225 + 25 + 25 + 225) / 3 = 166.67, standard error of the
        // average sqrt(166.67 / 4) = 6.455.
        let mut gain = Gain::default();
        for one in [10, 20, 30, 40] {
            gain.tell(one);
        }
        assert_eq!(gain, Gain { sum: 100, squares: 3000, worlds: 4 });
        assert_eq!((gain.mean(), gain.sure(0)), (25, 25_000));
        assert_eq!([10, 20].map(|margin| gain.sure(margin)), [25_000 - 6455, 25_000 - 12_910]);
        assert_eq!(Gain::default().sure(10), 0);
    }
}
