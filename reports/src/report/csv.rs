//! A report as rows of comma-separated values: one estimate a row, so that any program can choose and join them.

use core::fmt::{self, Display, Write};

use super::findings::{Findings, Told};
use super::measure::{Estimate, Outcome};

/// The heads of the columns.
const HEAD: &str = "run,table,key,value,games,estimate,low,high";

/// Writes the reports of some runs below one head.
pub(super) fn write(runs: &[Findings<'_>], to: &mut impl Write) -> fmt::Result {
    writeln!(to, "{HEAD}")?;
    runs.iter().try_for_each(|findings| Rows { run: findings.run, to: &mut *to }.write(findings))
}

/// The rows of a run.
struct Rows<'r, W> {
    run: &'r str,
    to: &'r mut W,
}

impl<W: Write> Rows<'_, W> {
    fn write(&mut self, findings: &Findings<'_>) -> fmt::Result {
        let games = &findings.games;
        for (key, count) in [
            ("in_folder", games.in_folder),
            ("counted", games.counted),
            ("ended", games.ended),
            ("aborted", games.aborted),
        ] {
            self.row(["games", key, ""], Some(count), [None; 3])?;
        }
        if let Some(number) = games.first_aborted {
            self.row(["games", "first_aborted", &number.to_string()], None, [None; 3])?;
        }
        let kind = serde_json::to_value(findings.intervals).map_err(|_| fmt::Error)?;
        self.row(["intervals", kind.as_str().unwrap_or_default(), ""], None, [None; 3])?;
        for given in &findings.given {
            self.row(["given", given, ""], None, [None; 3])?;
        }
        for (name, estimate) in findings.outcome.named() {
            self.estimate(["outcome", name, ""], estimate)?;
        }
        if let Some(judged) = &findings.verdict {
            self.estimate(["verdict", judged.verdict, judged.favours.unwrap_or_default()], judged.score)?;
        }
        for reason in &findings.reasons {
            self.estimate(["reason", reason.rule.unwrap_or_default(), reason.words], reason.share)?;
        }
        findings.columns.iter().try_for_each(|found| self.column(found))
    }

    fn column(&mut self, found: &super::findings::Found<'_>) -> fmt::Result {
        let name = found.field.name.as_str();
        for worth in &found.values {
            let value = worth.value.to_string();
            self.estimate(["distribution", name, &value], worth.share)?;
            if let Some(outcome) = &worth.outcome {
                self.outcome("by", [name, &value], outcome)?;
            }
        }
        if let Some(numbers) = &found.numbers {
            self.estimate(["mean", name, ""], numbers.mean)?;
            let games = Some(numbers.mean.games);
            self.row(["deviation", name, ""], games, [numbers.deviation, None, None])?;
            for quantile in &numbers.quantiles {
                let percent = quantile.percent.to_string();
                let value = quantile.value.map(|value| value.to_string()).unwrap_or_default();
                self.cells(["quantile", name, &percent], games, [&value, "", ""])?;
            }
        }
        if let Some(happened) = &found.happened {
            self.estimate(["happened", name, ""], happened.share)?;
            self.outcome("if", [name, "happened"], &happened.outcome_if)?;
            self.outcome("if", [name, "not"], &happened.outcome_if_not)?;
        }
        if let Some(correlation) = &found.correlation {
            self.estimate(["correlation", name, ""], correlation.coefficient)?;
            let games = Some(correlation.coefficient.games);
            self.row(["correlation_p", name, ""], games, [Some(correlation.p), None, None])?;
            self.row(
                ["correlation_p_adjusted", name, ""],
                games,
                [Some(correlation.p_adjusted), None, None],
            )?;
        }
        Ok(())
    }

    /// Who won how often, in a table for each of the four.
    fn outcome(&mut self, how: &str, [key, value]: [&str; 2], outcome: &Outcome) -> fmt::Result {
        outcome
            .named()
            .into_iter()
            .try_for_each(|(name, estimate)| self.estimate([&format!("{name}_{how}"), key, value], estimate))
    }

    fn estimate(&mut self, place: [&str; 3], estimate: Estimate) -> fmt::Result {
        let Estimate { value, low, high, games } = estimate;
        self.row(place, Some(games), [value, low, high])
    }

    fn row(&mut self, place: [&str; 3], games: Option<u64>, numbers: [Option<f64>; 3]) -> fmt::Result {
        let numbers = numbers.map(|number| number.map(|number| number.to_string()).unwrap_or_default());
        self.cells(place, games, numbers.each_ref().map(String::as_str))
    }

    fn cells(
        &mut self,
        [table, key, value]: [&str; 3],
        games: Option<u64>,
        numbers: [&str; 3],
    ) -> fmt::Result {
        let games = games.map(|games| games.to_string()).unwrap_or_default();
        let [estimate, low, high] = numbers;
        let cells = [self.run, table, key, value, &games, estimate, low, high].map(quoted);
        writeln!(self.to, "{}", cells.join(","))
    }
}

/// A cell as RFC 4180 wants it: within quotes where a comma, a quote or a break of the line is in it.
fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}

/// As it is in a cell: what is absent is empty.
impl Display for Told<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Absent => Ok(()),
            Self::Number(number) => write!(f, "{number}"),
            Self::Name(name) => f.write_str(name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_where_they_must_be() {
        for (cell, expected) in [
            ("Narwa 1", "Narwa 1"),
            ("rout, then flight", "\"rout, then flight\""),
            ("the \"camp\"", "\"the \"\"camp\"\"\""),
            ("two\nlines", "\"two\nlines\""),
            ("", ""),
        ] {
            assert_eq!(quoted(cell), expected);
        }
    }
}
