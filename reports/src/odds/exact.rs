//! An exact chance as printed: the fraction, and the decimal beside it.

use serde::Serialize;
use szala_kernel::dice::Fraction;

/// An exact number, as a fraction and as the nearest decimal.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Exact {
    /// In lowest terms: `1/10`, `1`.
    pub fraction: String,
    /// The nearest number of double precision.
    pub value: f64,
}

#[expect(clippy::cast_precision_loss, reason = "the decimal beside an exact fraction")]
fn quotient(numerator: u128, denominator: u128) -> f64 {
    numerator as f64 / denominator as f64
}

fn written(numerator: u128, denominator: u128) -> String {
    if denominator == 1 { numerator.to_string() } else { format!("{numerator}/{denominator}") }
}

impl From<Fraction> for Exact {
    fn from(fraction: Fraction) -> Self {
        let Fraction { numerator, denominator } = fraction;
        Self { fraction: written(numerator, denominator), value: quotient(numerator, denominator) }
    }
}

impl Exact {
    /// The mean of whole numbers with their chances, which add up to one; `None` if it does not fit in 128 bits.
    pub(super) fn mean(all: &[(i32, Fraction)]) -> Option<Self> {
        let sum = |sign: i32| {
            all.iter().filter(|(value, _)| value.signum() == sign).try_fold(
                Fraction::ZERO,
                |sum, (value, chance)| {
                    sum.checked_add(chance.checked_mul(Fraction::new(value.unsigned_abs().into(), 1))?)
                },
            )
        };
        let (above, below) = (sum(1)?, sum(-1)?);
        let common = above.denominator.checked_mul(below.denominator)?;
        let [above, below] = [
            above.numerator.checked_mul(below.denominator)?,
            below.numerator.checked_mul(above.denominator)?,
        ];
        let Self { fraction, value } = Fraction::new(above.abs_diff(below), common).into();
        Some(if below > above {
            Self { fraction: format!("-{fraction}"), value: -value }
        } else {
            Self { fraction, value }
        })
    }

    /// A percentage with two decimals; what would be rounded to 0 or 100 is shown as a bound.
    pub(super) fn percent(&self) -> String {
        let percent = self.value * 100.0;
        match self.fraction.as_str() {
            "0" => "0".to_owned(),
            "1" => "100".to_owned(),
            _ if percent < 0.01 => "< 0.01".to_owned(),
            _ if percent > 99.99 && self.value < 1.0 => "> 99.99".to_owned(),
            _ => format!("{percent:.2}"),
        }
    }

    /// With up to four decimals, and no more than needed.
    pub(super) fn decimal(&self) -> String {
        let text = format!("{:.4}", self.value);
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chance_is_a_fraction_and_a_decimal() {
        let exact = |numerator, denominator| Exact::from(Fraction::new(numerator, denominator));
        for (of, fraction, percent) in [
            (exact(1, 10), "1/10", "10.00"),
            (exact(2, 6), "1/3", "33.33"),
            (exact(5, 5), "1", "100"),
            (exact(0, 7), "0", "0"),
            (exact(1, 100_000), "1/100000", "< 0.01"),
            (exact(99_999, 100_000), "99999/100000", "> 99.99"),
            (exact(3, 2), "3/2", "150.00"),
        ] {
            assert_eq!((of.fraction.as_str(), of.percent().as_str()), (fraction, percent));
        }
        assert_eq!(exact(1, 10).value.to_string(), "0.1");
    }

    #[test]
    fn a_mean_is_exact_and_may_be_negative() {
        let half = Fraction::new(1, 2);
        // (3 - 4) / 2 and (1 + 2) / 2.
        let mean = |values: [i32; 2]| Exact::mean(&values.map(|value| (value, half))).expect("it is small");
        assert_eq!((mean([3, -4]).fraction, mean([3, -4]).value), ("-1/2".to_owned(), -0.5));
        assert_eq!((mean([1, 2]).fraction, mean([1, 2]).decimal()), ("3/2".to_owned(), "1.5".to_owned()));
        assert_eq!(mean([2, -2]).decimal(), "0");
        // 1/3 of 1: four decimals.
        let third = [(1, Fraction::new(1, 3)), (0, Fraction::new(2, 3))];
        assert_eq!(Exact::mean(&third).expect("it is small").decimal(), "0.3333");
    }
}
