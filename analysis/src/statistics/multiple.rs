//! Many tests at once: p-values adjusted so that the chance of any false alarm at all stays below the level.

/// Holm's adjusted p-values (S. Holm, Scandinavian Journal of Statistics 6, 1979), each at the place of its
/// own: what is at most the level may be called different, whatever else is tested.
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|a, b| p_values[*a].total_cmp(&p_values[*b]));
    let mut adjusted = vec![0.0; p_values.len()];
    let (mut left, mut largest) = (super::float(p_values.len() as u64), 0.0_f64);
    for place in order {
        // As many hypotheses as are left count, and nothing later is called more certain than what came
        // before.
        largest = largest.max((left * p_values[place]).min(1.0));
        adjusted[place] = largest;
        left -= 1.0;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::testing::assert_near;

    /// R's package multtest, column Holm of `res_multtest1` in statsmodels/statsmodels,
    /// `statsmodels/stats/tests/test_multi.py`; the order is that of its `pval0`.
    #[test]
    fn adjusted_values_are_those_of_r_in_the_order_of_their_tests() {
        let found = holm(&[
            0.838_541_367_553,
            0.642_193_923_795,
            0.680_845_947_633,
            0.967_833_824_309,
            0.716_269_382_38,
            0.177_096_952_723,
            5.236_567_772_08e-5,
            0.020_273_268_879_8,
            0.000_281_405_061_98,
            0.014_987_731_079_6,
        ]);
        let expected = [
            1.0,
            1.0,
            1.0,
            1.0,
            1.0,
            1.0,
            5.236_567_772_08e-4,
            1.419_128_821_586_0e-1,
            2.532_645_557_82e-3,
            1.199_018_486_368e-1,
        ];
        found.iter().zip(expected).for_each(|(found, expected)| assert_near(*found, expected, 1e-12));
    }

    /// Column Holm of `res_multtest2` there: 0.002 * 6, 0.004 * 5, 0.006 * 4, and from then on never less.
    #[test]
    fn no_value_is_below_that_of_a_more_certain_test() {
        let found = holm(&[0.002, 0.004, 0.006, 0.008, 0.01, 0.012]);
        let expected = [0.012, 0.02, 0.024, 0.024, 0.024, 0.024];
        found.iter().zip(expected).for_each(|(found, expected)| assert_near(*found, expected, 1e-15));
        assert_eq!(holm(&[]), Vec::<f64>::new());
        assert_eq!(holm(&[0.3]), [0.3]);
        assert_eq!(holm(&[0.4, 0.4, 0.4]), [1.0, 1.0, 1.0]);
    }
}
