//! Compares the gate's answer with the truth. A change is as large as it is on its worst axis, measured with many
//! games; the measurement has an interval of its own, so a change near a margin is on neither side of it.

use super::program::{Said, Shift};

/// How large a change is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Truth {
    /// No game differs.
    None,
    /// Smaller than the margin on every axis.
    Within(Shift),
    /// As large as a margin, or larger, on some axis.
    Beyond(Shift),
    /// Too near to a margin to decide.
    Near(Shift),
    /// Some games have no end, so the change has no measurable size.
    Endless,
}

impl Shift {
    fn is_beyond(&self) -> bool {
        self.low >= 1.0 || self.high <= -1.0
    }

    fn is_within(&self) -> bool {
        -1.0 < self.low && self.high < 1.0
    }
}

impl Truth {
    /// The size of a change, from a judgement by many games.
    pub(super) fn of(said: &Said) -> Self {
        let worst = |is: fn(&Shift) -> bool| {
            let shifts = said.axes.iter().filter(|shift| is(shift));
            shifts.max_by(|one, other| one.change.abs().total_cmp(&other.change.abs())).cloned()
        };
        if let Some(beyond) = worst(Shift::is_beyond) {
            return Self::Beyond(beyond);
        }
        match (worst(|shift| !shift.is_within()), worst(|_| true)) {
            _ if said.is_endless => Self::Endless,
            (None, Some(within)) => Self::Within(within),
            (Some(near), _) => Self::Near(near),
            (None, None) => Self::None,
        }
    }

    /// Is it promised that the gate stops this, or that it lets it pass? In between nothing is promised.
    pub(super) fn promised(&self) -> Option<bool> {
        match self {
            Self::None => Some(true),
            Self::Beyond(_) | Self::Endless => Some(false),
            Self::Within(_) | Self::Near(_) => None,
        }
    }
}

/// The chance of this many or more out of `all`, each with the chance `each`.
pub(super) fn chance_of_at_least(count: usize, all: usize, each: f64) -> f64 {
    // The chances of 0, 1, 2, … hits, one try after the other.
    let mut chances = vec![0.0; all + 1];
    chances[0] = 1.0;
    for tries in 1..=all {
        for hits in (0..=tries).rev() {
            let before = if hits > 0 { chances[hits - 1] } else { 0.0 };
            chances[hits] = chances[hits] * (1.0 - each) + before * each;
        }
    }
    chances.iter().skip(count).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(answer: &str, axes: &[(&str, f64, f64)]) -> Said {
        let shift = |&(axis, change, half): &(&str, f64, f64)| Shift {
            axis: axis.to_owned(),
            change,
            low: change - half,
            high: change + half,
        };
        Said::made_up(answer, axes.iter().map(shift).collect())
    }

    fn worst(truth: &Truth) -> &str {
        match truth {
            Truth::Within(shift) | Truth::Beyond(shift) | Truth::Near(shift) => &shift.axis,
            Truth::None | Truth::Endless => "",
        }
    }

    #[test]
    fn a_change_is_as_large_as_on_its_worst_axis() {
        for (answer, axes, expected, axis) in [
            ("UNCHANGED", &[][..], "None", ""),
            ("EQUIVALENT", &[("first_wins", 0.2, 0.1), ("draws", -0.5, 0.1)][..], "Within", "draws"),
            ("SHIFTED", &[("first_wins", 1.3, 0.2), ("draws", -0.5, 0.1)][..], "Beyond", "first_wins"),
            ("SHIFTED", &[("first_wins", -1.3, 0.2), ("draws", 2.0, 0.1)][..], "Beyond", "draws"),
            // The bound itself is as large as the margin.
            ("SHIFTED", &[("first_wins", 1.5, 0.5)][..], "Beyond", "first_wins"),
            ("SHIFTED", &[("first_wins", 1.1, 0.2), ("draws", -0.5, 0.1)][..], "Near", "first_wins"),
            ("INVALID", &[("first_wins", -0.9, 0.2)][..], "Near", "first_wins"),
            // One axis is certainly beyond, another looks larger and is not certain.
            ("SHIFTED", &[("first_wins", 1.2, 0.1), ("decisions", 1.4, 0.6)][..], "Beyond", "first_wins"),
        ] {
            let truth = Truth::of(&said(answer, axes));
            assert!(format!("{truth:?}").starts_with(expected), "{axes:?}: {truth:?}");
            assert_eq!(worst(&truth), axis, "{axes:?}");
        }
        let mut endless = said("INVALID", &[("first_wins", 0.0, 0.2)]);
        endless.is_endless = true;
        assert_eq!(Truth::of(&endless), Truth::Endless);
    }

    /// Two coins: none, one or two heads with 1/4, 1/2, 1/4. And of three tries at 1/10 all but one hit: 3 * 0.01 * 0.9
    /// and 0.001.
    #[test]
    fn a_chance_of_so_many_is_that_of_the_binomial() {
        let near =
            |found: f64, expected: f64| assert!((found - expected).abs() < 1e-12, "{found} {expected}");
        near(chance_of_at_least(0, 2, 0.5), 1.0);
        near(chance_of_at_least(1, 2, 0.5), 0.75);
        near(chance_of_at_least(2, 3, 0.1), 0.028);
        near(chance_of_at_least(1, 0, 0.1), 0.0);
    }
}
