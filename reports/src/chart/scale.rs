//! Converts values to pixels, and chooses the values to write beside an axis.

/// Values along an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scale {
    /// The values at its ends.
    pub(super) values: [f64; 2],
    /// The pixels at its ends.
    pub(super) pixels: [i32; 2],
    /// Is the scale logarithmic?
    pub(super) is_logarithmic: bool,
}

impl Scale {
    /// A linear scale. If the values are equal, the first is in the middle.
    pub(super) fn linear(values: [f64; 2], pixels: [i32; 2]) -> Self {
        Self { values, pixels, is_logarithmic: false }
    }

    /// The position of a value; one beyond the ends is at the end.
    pub(super) fn at(&self, value: f64) -> i32 {
        let place = |value: f64| if self.is_logarithmic { value.max(f64::MIN_POSITIVE).ln() } else { value };
        let [low, high] = self.values.map(place);
        let [from, to] = self.pixels.map(f64::from);
        let part = if high > low { ((place(value) - low) / (high - low)).clamp(0.0, 1.0) } else { 0.5 };
        #[expect(clippy::cast_possible_truncation, reason = "between two pixels")]
        let pixel = (from + part * (to - from)).round() as i32;
        pixel
    }
}

/// A distance between ticks: 1, 2 or 5 times a power of ten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    factor: i32,
    power: i32,
}

impl Step {
    /// The smallest step of which at most this many fit between two values.
    pub(super) fn for_range([low, high]: [f64; 2], most: usize) -> Self {
        let most = i32::try_from(most.max(1)).unwrap_or(i32::MAX);
        let width = (high - low).abs().max(f64::MIN_POSITIVE);
        #[expect(clippy::cast_possible_truncation, reason = "the power of a finite number")]
        let least = (width / f64::from(most)).log10().floor() as i32;
        let steps = (least..=least + 1).flat_map(|power| [1, 2, 5].map(|factor| Self { factor, power }));
        steps
            .into_iter()
            .find(|step| width / step.size() <= f64::from(most) + 1e-9)
            .unwrap_or(Self { factor: 1, power: least + 2 })
    }

    /// Its size.
    pub(super) fn size(self) -> f64 {
        self.times(1)
    }

    /// This many of it, as exactly as possible.
    pub(super) fn times(self, count: i64) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "ticks are few, and counted from zero")]
        let count = count as f64 * f64::from(self.factor);
        if self.power < 0 { count / 10_f64.powi(-self.power) } else { count * 10_f64.powi(self.power) }
    }

    /// The number of decimals it needs.
    pub(super) fn decimals(self) -> usize {
        usize::try_from(-self.power).unwrap_or(0)
    }

    /// Its multiples between two values, inclusive.
    pub(super) fn ticks(self, [low, high]: [f64; 2]) -> Vec<f64> {
        let size = self.size();
        #[expect(clippy::cast_possible_truncation, reason = "ticks are few")]
        let [first, last] = [(low / size - 1e-9).ceil() as i64, (high / size + 1e-9).floor() as i64];
        (first..=last).map(|count| self.times(count)).collect()
    }

    /// The multiple at or below a value, and the one at or above another.
    pub(super) fn around(self, [low, high]: [f64; 2]) -> [f64; 2] {
        let size = self.size();
        #[expect(clippy::cast_possible_truncation, reason = "ticks are few")]
        let [first, last] = [(low / size + 1e-9).floor() as i64, (high / size - 1e-9).ceil() as i64];
        [first, last].map(|count| self.times(count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_where_they_belong_and_beyond_the_ends_at_the_ends() {
        let scale = Scale::linear([0.0, 10.0], [100, 200]);
        assert_eq!([-1.0, 0.0, 2.5, 10.0, 11.0].map(|value| scale.at(value)), [100, 100, 125, 200, 200]);
        let falling = Scale::linear([0.0, 10.0], [200, 100]);
        assert_eq!(falling.at(2.0), 180);
        let logarithmic = Scale { is_logarithmic: true, ..Scale::linear([1.0, 10_000.0], [0, 400]) };
        assert_eq!([1.0, 10.0, 100.0, 10_000.0].map(|value| logarithmic.at(value)), [0, 100, 200, 400]);
        assert_eq!(Scale::linear([3.0, 3.0], [0, 10]).at(3.0), 5);
    }

    #[test]
    fn ticks_are_round_numbers_no_more_than_fit() {
        let ticks = |range, most| Step::for_range(range, most).ticks(range);
        assert_eq!(ticks([0.0, 1.0], 4), [0.0, 0.5, 1.0]);
        assert_eq!(ticks([0.0, 1.0], 5), [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]);
        assert_eq!(ticks([-7.0, 12.0], 4), [-5.0, 0.0, 5.0, 10.0]);
        assert_eq!(ticks([0.0, 0.37], 4), [0.0, 0.1, 0.2, 0.3]);
        assert_eq!(ticks([0.31, 0.34], 3), [0.31, 0.32, 0.33, 0.34]);
        assert_eq!(ticks([0.0, 2_000_000_000.0], 2), [0.0, 1e9, 2e9]);
        assert_eq!(Step::for_range([0.31, 0.34], 3).decimals(), 2);
        assert_eq!(Step::for_range([0.0, 400.0], 4).decimals(), 0);
    }

    #[test]
    fn an_axis_ends_at_ticks() {
        let step = Step::for_range([-7.0, 12.0], 4);
        let told = |range| format!("{:?}", step.around(range));
        assert_eq!(told([-7.0, 12.0]), "[-10.0, 15.0]");
        assert_eq!(told([-5.0, 10.0]), "[-5.0, 10.0]");
    }
}
