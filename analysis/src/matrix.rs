//! Matrix games: two sides choose at the same time, a table says what the first side gets and the second side loses. An
//! equilibrium is found by linear programming, its mixes are rounded to millionths, and what each of them guarantees is
//! computed in integers: a certificate that needs no trust in the solver. Where the table comes from is left to others.
//!
//! The program is: with the payoffs moved to be positive, maximize the sum of y subject to A y <= 1 and y >= 0; the
//! value is one over that sum, the mixes are y and the dual solution, divided by it (G. B. Dantzig, 1951). It is
//! solved by the simplex method on a dense table of floats with Bland's rule, which cannot cycle (R. G. Bland, 1977).
//! Additions, multiplications and divisions are exact to the last bit by their standard, so every machine finds the
//! same mixes.

/// Parts of a mix: shares are counted in millionths.
pub const SHARES: u32 = 1_000_000;

/// Weights that the mean over all choices may have beside the worst of them, in parts of `WHOLE`.
const MEAN_WEIGHTS: [i64; 7] = [64, 32, 16, 8, 4, 2, 1];
const WHOLE: i64 = 64;

/// What counts as zero in a table whose entries are between 1 and 2 at the beginning.
const TINY: f64 = 1e-11;
/// Bland's rule ends by itself; rounding errors might prevent it.
const MOST_PIVOTS: usize = 100_000;

/// A table of payoffs to the side that chooses the row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatrixGame {
    rows: usize,
    columns: usize,
    payoffs: Vec<i64>,
}

/// A mix for each side, and what it guarantees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Equilibrium {
    /// How often each row is chosen, in millionths.
    pub rows: Vec<u32>,
    /// How often each column is chosen.
    pub columns: Vec<u32>,
    /// What the mix of rows gets at least, whatever is done against it: in millionths of the unit of the payoffs.
    pub low: i64,
    /// What the mix of columns concedes at most.
    pub high: i64,
}

impl MatrixGame {
    /// A table of this many columns, row after row.
    ///
    /// # Panics
    /// Without a payoff, with rows of different lengths, and with payoffs beyond a trillion.
    pub fn new(columns: usize, payoffs: Vec<i64>) -> Self {
        assert!(columns > 0 && !payoffs.is_empty(), "each side has something to choose");
        assert!(payoffs.len().is_multiple_of(columns), "all rows are of one length");
        assert!(payoffs.iter().all(|payoff| payoff.abs() <= 1_000_000_000_000), "sums stay within 64 bits");
        Self { rows: payoffs.len() / columns, columns, payoffs }
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns there are.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// What the first side gets.
    pub fn payoff(&self, row: usize, column: usize) -> i64 {
        self.payoffs[row * self.columns + column]
    }

    /// What a row gets against a mix of columns, in millionths.
    pub fn row_against(&self, row: usize, columns: &[u32]) -> i64 {
        columns.iter().enumerate().map(|(column, share)| i64::from(*share) * self.payoff(row, column)).sum()
    }

    /// What a mix of rows gets against a column, in millionths.
    pub fn against_column(&self, rows: &[u32], column: usize) -> i64 {
        rows.iter().enumerate().map(|(row, share)| i64::from(*share) * self.payoff(row, column)).sum()
    }

    /// An equilibrium, rounded to millionths.
    pub fn solve(&self) -> Equilibrium {
        let (rows, columns) = Table::of(self).solved();
        self.certified(shares(&rows), shares(&columns))
    }

    /// Mixes that also score well against everybody: of all that guarantee what an equilibrium guarantees less `slack`,
    /// in the unit of the payoffs, those with the largest mean over the other side's choices, as far as seven weights
    /// of that mean find them. An equilibrium minds only the choices in the other side's mix.
    pub fn minding_all(&self, found: &Equilibrium, slack: i64) -> Equilibrium {
        let slack = slack * i64::from(SHARES);
        let mean = |cells: &mut dyn Iterator<Item = i64>| {
            let (sum, count) = cells.fold((0, 0), |(sum, count), cell| (sum + cell, count + 1));
            sum / count
        };
        let of_row = |row| mean(&mut (0..self.columns).map(|column| self.payoff(row, column)));
        let of_column = |column| mean(&mut (0..self.rows).map(|row| self.payoff(row, column)));
        let of_rows: Vec<i64> = (0..self.rows).map(of_row).collect();
        let of_columns: Vec<i64> = (0..self.columns).map(of_column).collect();
        // The heaviest weight of the mean with which a mix stays within the slack.
        let minded = |bonus: &dyn Fn(usize, usize) -> i64, is_sure: &dyn Fn(&Equilibrium) -> bool| {
            let weighed = MEAN_WEIGHTS.into_iter().map(|weight| {
                let cells = (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| (row, column)));
                let payoff = |(row, column)| WHOLE * self.payoff(row, column) + weight * bonus(row, column);
                let solved = Self::new(self.columns, cells.map(payoff).collect()).solve();
                self.certified(solved.rows, solved.columns)
            });
            weighed.into_iter().find(|mixes| is_sure(mixes)).unwrap_or_else(|| found.clone())
        };
        let rows = minded(&|row, _| of_rows[row], &|mixes| mixes.low >= found.low - slack).rows;
        let columns =
            minded(&|_, column| of_columns[column], &|mixes| mixes.high <= found.high + slack).columns;
        self.certified(rows, columns)
    }

    /// These mixes with what each guarantees.
    pub fn certified(&self, rows: Vec<u32>, columns: Vec<u32>) -> Equilibrium {
        let low = (0..self.columns).map(|column| self.against_column(&rows, column)).min();
        let high = (0..self.rows).map(|row| self.row_against(row, &columns)).max();
        let [low, high] = [low, high].map(|bound| bound.expect("each side has something to choose"));
        Equilibrium { rows, columns, low, high }
    }
}

impl Equilibrium {
    /// The value of the game, in the unit of the payoffs: half way between what the mixes guarantee.
    pub fn value(&self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "the middle of two bounds is no exact figure")]
        let twice = (self.low + self.high) as f64;
        twice / 2.0 / f64::from(SHARES)
    }

    /// How far the two bounds are apart, in the unit of the payoffs.
    pub fn gap(&self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "a gap is small")]
        let gap = (self.high - self.low) as f64;
        gap / f64::from(SHARES)
    }
}

/// Shares in millionths whose sum is exactly one: the largest remainders are rounded up, earlier ones first.
pub fn shares(parts: &[f64]) -> Vec<u32> {
    let sum: f64 = parts.iter().map(|part| part.max(0.0)).sum();
    let exact: Vec<f64> = parts.iter().map(|part| part.max(0.0) / sum * f64::from(SHARES)).collect();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and a million")]
    let mut whole: Vec<u32> = exact.iter().map(|exact| exact.floor() as u32).collect();
    let missing = SHARES.saturating_sub(whole.iter().sum());
    let mut order: Vec<usize> = (0..parts.len()).collect();
    let remainder = |place: usize| exact[place] - exact[place].floor();
    order.sort_by(|a, b| remainder(*b).total_cmp(&remainder(*a)));
    for place in order.into_iter().cycle().take(missing as usize) {
        whole[place] += 1;
    }
    whole
}

/// The simplex table: a row for each row of the game, then the objective; a column for each column of the game, then
/// one for each slack, then the right-hand side.
struct Table {
    rows: usize,
    columns: usize,
    width: usize,
    cells: Vec<f64>,
    /// The variable that each row stands for.
    basis: Vec<usize>,
}

impl Table {
    fn of(game: &MatrixGame) -> Self {
        let MatrixGame { rows, columns, .. } = *game;
        let least = *game.payoffs.iter().min().expect("a game has payoffs");
        let most = *game.payoffs.iter().max().expect("a game has payoffs");
        #[expect(clippy::cast_precision_loss, reason = "payoffs are below 2^53")]
        let positive = |payoff: i64| 1.0 + (payoff - least) as f64 / (most - least).max(1) as f64;
        let width = columns + rows + 1;
        let mut cells = vec![0.0; (rows + 1) * width];
        for row in 0..rows {
            for column in 0..columns {
                cells[row * width + column] = positive(game.payoff(row, column));
            }
            cells[row * width + columns + row] = 1.0;
            cells[row * width + width - 1] = 1.0;
        }
        cells[rows * width..rows * width + columns].fill(-1.0);
        Self { rows, columns, width, cells, basis: (columns..columns + rows).collect() }
    }

    fn at(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.width + column]
    }

    /// The mixes of rows and columns, not yet divided by their sums.
    fn solved(mut self) -> (Vec<f64>, Vec<f64>) {
        for _ in 0..MOST_PIVOTS {
            // Bland: of the variables that help the one that comes first.
            let entering = (0..self.width - 1).find(|column| self.at(self.rows, *column) < -TINY);
            let Some((entering, leaving)) = entering.and_then(|column| Some((column, self.leaving(column)?)))
            else {
                break;
            };
            self.pivot(leaving, entering);
        }
        let mut columns = vec![0.0; self.columns];
        for (row, variable) in self.basis.iter().enumerate() {
            if *variable < self.columns {
                columns[*variable] = self.at(row, self.width - 1);
            }
        }
        let rows = (0..self.rows).map(|row| self.at(self.rows, self.columns + row)).collect();
        (rows, columns)
    }

    /// The row that bounds a variable most; of several the one whose variable comes first.
    fn leaving(&self, entering: usize) -> Option<usize> {
        let mut best: Option<(f64, usize)> = None;
        for row in (0..self.rows).filter(|row| self.at(*row, entering) > TINY) {
            let ratio = self.at(row, self.width - 1) / self.at(row, entering);
            let is_better = best.is_none_or(|(least, other)| {
                ratio < least - TINY || (ratio < least + TINY && self.basis[row] < self.basis[other])
            });
            if is_better {
                best = Some((ratio, row));
            }
        }
        best.map(|(_, row)| row)
    }

    fn pivot(&mut self, leaving: usize, entering: usize) {
        let width = self.width;
        let by = self.at(leaving, entering);
        self.cells[leaving * width..(leaving + 1) * width].iter_mut().for_each(|cell| *cell /= by);
        let pivot: Vec<f64> = self.cells[leaving * width..(leaving + 1) * width].to_vec();
        for row in (0..=self.rows).filter(|row| *row != leaving) {
            let times = self.at(row, entering);
            let cells = &mut self.cells[row * width..(row + 1) * width];
            cells.iter_mut().zip(&pivot).for_each(|(cell, pivot)| *cell -= times * pivot);
        }
        self.basis[leaving] = entering;
    }
}

#[cfg(test)]
mod tests;
