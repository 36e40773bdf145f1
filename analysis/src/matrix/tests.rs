//! Games whose equilibria are known by hand, and the certificate of games that nobody solved.

use szala_kernel::seed::mix;

use super::*;

/// A payoff of one.
const ONE: i64 = 1_000_000;

fn game(rows: &[&[i64]]) -> MatrixGame {
    let payoffs = rows.iter().flat_map(|row| row.iter().map(|payoff| payoff * ONE)).collect();
    MatrixGame::new(rows[0].len(), payoffs)
}

/// That a game has this value, and these mixes to a millionth.
fn has(rows: &[&[i64]], value: f64, first: &[f64], second: &[f64]) {
    let found = game(rows).solve();
    assert!((found.value() / 1e6 - value).abs() < 1e-5, "{rows:?}: {found:?}");
    for (found, expected) in [(&found.rows, first), (&found.columns, second)] {
        assert_eq!(found.iter().sum::<u32>(), SHARES);
        for (share, expected) in found.iter().zip(expected) {
            assert!((f64::from(*share) / 1e6 - expected).abs() < 2e-6, "{rows:?}: {found:?}");
        }
    }
}

#[test]
fn rock_paper_scissors_is_played_by_thirds() {
    has(&[&[0, -1, 1], &[1, 0, -1], &[-1, 1, 0]], 0.0, &[1.0 / 3.0; 3], &[1.0 / 3.0; 3]);
}

/// Both rows give the same: 3 q - (1 - q) = -q + (1 - q), so q = 1/3 and the value is 1/3; p likewise.
#[test]
fn matching_pennies_with_unequal_stakes() {
    has(&[&[3, -1], &[-1, 1]], 1.0 / 3.0, &[1.0 / 3.0, 2.0 / 3.0], &[1.0 / 3.0, 2.0 / 3.0]);
}

/// p + 4 (1 - p) = 5 p at p = 1/2, which gives 5/2; the third column concedes 3 and is never chosen. Both rows give the
/// same to q + 5 (1 - q) = 4 q at q = 5/8.
#[test]
fn two_rows_against_three_columns() {
    has(&[&[1, 5, 3], &[4, 0, 3]], 2.5, &[0.5, 0.5], &[0.625, 0.375, 0.0]);
}

/// Antisymmetric, so the value is 0 and both mixes are alike. Of 3, 1 and 2 sixths the columns give -2 + 2, 6 - 6 and
/// -3 + 3.
#[test]
fn rock_paper_scissors_with_unequal_stakes() {
    let mix = [3.0 / 6.0, 1.0 / 6.0, 2.0 / 6.0];
    has(&[&[0, 2, -1], &[-2, 0, 3], &[1, -3, 0]], 0.0, &mix, &mix);
}

/// 3 is the least of its row and the most of its column.
#[test]
fn a_saddle_is_chosen_by_both() {
    has(&[&[4, 3, 8], &[1, 2, 9], &[6, 0, 5]], 3.0, &[1.0, 0.0, 0.0], &[0.0, 1.0, 0.0]);
}

/// The column on the left keeps every mix at 50 or 49, so an equilibrium may have any mix of the first two rows. Of
/// these the second has the larger mean, (50 + 90) / 2 = 70. The third, with (49 + 99) / 2 = 74, is sure of one less.
#[test]
fn mixes_that_mind_all_have_the_largest_mean_within_the_slack() {
    let game = game(&[&[50, 50], &[50, 90], &[49, 99]]);
    let found = game.solve();
    let rows = |slack: i64| game.minding_all(&found, slack * ONE).rows;
    assert_eq!(rows(0), [0, SHARES, 0]);
    assert_eq!(rows(1), [0, 0, SHARES]);
}

/// The same for the side that concedes: 50 by the first two columns, of which the second has the smaller mean,
/// (50 + 10) / 2; the third, with (51 + 1) / 2, concedes one more.
#[test]
fn mixes_of_columns_mind_all_too() {
    let game = game(&[&[50, 50, 51], &[50, 10, 1]]);
    let found = game.solve();
    let columns = |slack: i64| game.minding_all(&found, slack * ONE).columns;
    assert_eq!(columns(0), [0, SHARES, 0]);
    assert_eq!(columns(1), [0, 0, SHARES]);
}

#[test]
fn dominated_rows_are_left_out_and_clones_share() {
    // The third row is worse than the first everywhere.
    has(&[&[1, -1], &[-1, 1], &[0, -2]], 0.0, &[0.5, 0.5, 0.0], &[0.5, 0.5]);
    let cloned = game(&[&[1, -1], &[1, -1], &[-1, 1]]).solve();
    assert!(cloned.rows[0] + cloned.rows[1] == SHARES / 2, "{cloned:?}");
    // The value of a game of ties is the tie, whatever is chosen.
    let ties = game(&[&[7, 7], &[7, 7]]).solve();
    assert_eq!((ties.low, ties.high), (7 * ONE * ONE, 7 * ONE * ONE));
    assert_eq!(game(&[&[5]]).solve().rows, [SHARES]);
}

/// Random games, among them such with many ties, with cloned rows and columns, and of a row or a column alone: what the
/// two mixes are sure of is the same, but for the rounding of at most 1 in each of at most 24 shares.
#[test]
fn the_certificate_closes_on_random_games() {
    for number in 0..600_u64 {
        let draw = |place: u64, below: u64| mix(mix(number) ^ place) % below;
        let (rows, columns) = (1 + draw(0, 12), 1 + draw(1, 12));
        // Few values make ties.
        let values = [3, 11, 1_000_001][usize::try_from(draw(2, 3)).expect("the draw is below three")];
        let clones = 1 + draw(3, 2);
        let payoff = |row: u64, column: u64| draw(100 + row / clones * 64 + column / clones, values);
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let payoffs = cells.map(|(row, column)| payoff(row, column).cast_signed()).collect();
        let game = MatrixGame::new(usize::try_from(columns).expect("there are twelve at most"), payoffs);
        let found = game.solve();
        let most = i64::try_from(values).expect("values are about a million at most");
        assert!(found.low <= found.high, "a bound that nothing can beat is beaten: {game:?}");
        assert!(found.high - found.low <= most * 24, "game {number}: {found:?}");
        assert_eq!(game.certified(found.rows.clone(), found.columns.clone()), found);
    }
}

#[test]
fn shares_are_millionths_and_sum_to_one() {
    assert_eq!(shares(&[1.0, 1.0, 1.0]), [333_334, 333_333, 333_333]);
    assert_eq!(shares(&[-1e-18, 2.0]), [0, SHARES]);
}
