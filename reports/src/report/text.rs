//! A report for a reader at a terminal: what went wrong first, then who won, then why. Only what can be read is told;
//! the other forms have all of it.

mod tables;

use core::fmt::{self, Display, Write};

use super::findings::{FIRST, Findings, Judged, MARGIN};
use super::measure::Estimate;
use crate::summary::verdict_words;
use crate::{Grid, Intervals};

/// Writes the reports of some runs, with their folders where there are several.
pub(super) fn write(runs: &[Findings<'_>], to: &mut impl Write) -> fmt::Result {
    for (place, findings) in runs.iter().enumerate() {
        if place > 0 {
            writeln!(to)?;
        }
        if runs.len() > 1 {
            writeln!(to, "== {}", findings.run)?;
        }
        Text { findings, to: &mut *to }.write()?;
    }
    Ok(())
}

/// The report of a run.
struct Text<'r, 'f, W> {
    findings: &'r Findings<'f>,
    to: &'r mut W,
}

impl<W: Write> Text<'_, '_, W> {
    fn write(&mut self) -> fmt::Result {
        self.heading()?;
        self.aborted()?;
        if let Some(judged) = &self.findings.verdict {
            self.verdict(judged)?;
        }
        self.outcome()?;
        self.reasons()?;
        self.margin()?;
        self.by_value()?;
        self.conditions()?;
        self.numbers()?;
        self.units()?;
        self.correlations()?;
        self.meanings()
    }

    /// A table below its title; without rows neither.
    fn table(&mut self, title: impl Display, rows: Vec<Vec<String>>) -> fmt::Result {
        if rows.len() < 2 {
            return Ok(());
        }
        writeln!(self.to, "\n{title}")?;
        self.rows(rows)
    }

    fn rows(&mut self, rows: Vec<Vec<String>>) -> fmt::Result {
        let indented = |mut row: Vec<String>| {
            row[0].insert_str(0, "  ");
            row
        };
        Grid { rows: rows.into_iter().map(indented).collect() }.write_text(self.to)
    }

    fn heading(&mut self) -> fmt::Result {
        let Findings { title, variant, players, seed, games, part, games_at_most, .. } = self.findings;
        let variant = variant.map(|variant| format!(", {variant}")).unwrap_or_default();
        let [first, second] = players;
        writeln!(
            self.to,
            "{title}{variant}: {}, {first} against {second}, seed {seed}",
            Count(games.in_folder)
        )?;
        if part.numbers() != (0..*games_at_most) {
            writeln!(self.to, "a part of a run of {}: {part}", Count(*games_at_most))?;
        }
        if !self.findings.is_finished {
            let due = part.end - part.first;
            writeln!(self.to, "not finished: {} of {} at most", games.in_folder, Count(due))?;
        }
        if let Some(until) = self.findings.until {
            writeln!(self.to, "ended by what it showed: {until}")?;
        }
        if !self.findings.given.is_empty() {
            let given = self.findings.given.join(" and ");
            writeln!(self.to, "given {given}: {} of {}", games.counted, Count(games.in_folder))?;
        }
        writeln!(self.to, "{}", about(self.findings.intervals))
    }

    /// Nothing is hidden: a game without an end is a fault, and said so before anything else.
    fn aborted(&mut self) -> fmt::Result {
        let games = &self.findings.games;
        if games.aborted == 0 {
            return Ok(());
        }
        writeln!(
            self.to,
            "\nABORTED: {} of {} had no end, a fault in the rules or in the scenario; no rate below counts them",
            games.aborted,
            Count(games.counted)
        )?;
        if let Some(replay) = &games.replay_aborted {
            writeln!(self.to, "  the first of them: {replay}")?;
        }
        Ok(())
    }

    fn verdict(&mut self, judged: &Judged<'_>) -> fmt::Result {
        let Judged { verdict, favours, games_more, margin, .. } = *judged;
        let words = verdict_words(verdict == "fair", favours, games_more, margin);
        let side = &self.findings.sides[FIRST];
        writeln!(self.to, "\nverdict: {words}")?;
        writeln!(self.to, "  {side} score {} %, at any time", Rate(judged.score))
    }

    fn outcome(&mut self) -> fmt::Result {
        let Findings { outcome, games, sides: [first, second], .. } = self.findings;
        let counts = games.counts;
        let row = |name: String, rate: Estimate, games: String| vec![name, Rate(rate).to_string(), games];
        let head = vec![String::new(), percent("share"), "games".to_owned()];
        let score = Rate(outcome.score).to_string();
        let rows = vec![
            head,
            row(format!("{first} win"), outcome.first_wins, counts.first_wins.to_string()),
            row("draw".to_owned(), outcome.draws, counts.draws.to_string()),
            row(format!("{second} win"), outcome.second_wins, counts.second_wins.to_string()),
            vec![format!("score of {first}"), score, "a draw counts as half a win".to_owned()],
        ];
        self.table(format_args!("who won, of {} that ended", Count(games.ended)), rows)
    }

    fn reasons(&mut self) -> fmt::Result {
        let [first, second] = self.findings.sides;
        let head = ["", &percent("share"), &format!("{first} won"), "drawn", &format!("{second} won")];
        let mut rows = vec![head.map(str::to_owned).to_vec()];
        for reason in self.findings.reasons.iter().filter(|reason| reason.counts.ended() > 0) {
            let rule = reason.rule.map(|rule| format!(" [{rule}]")).unwrap_or_default();
            let mut row = vec![format!("{}{rule}", reason.words), Rate(reason.share).to_string()];
            let games = reason.counts;
            row.extend([games.first_wins, games.draws, games.second_wins].map(|games| games.to_string()));
            rows.push(row);
        }
        self.table("how the games ended", rows)
    }

    fn margin(&mut self) -> fmt::Result {
        let Some(found) = self.findings.column(MARGIN) else { return Ok(()) };
        let Some(numbers) = &found.numbers else { return Ok(()) };
        let [first, second] = self.findings.sides;
        let title = format!(
            "by how much: victory points of {first} less those of {second}; on average {}",
            Mean(numbers.mean)
        );
        let rows = tables::bars(found, self.findings.games.ended, self.findings.intervals);
        self.table(title, rows)
    }
}

/// What the intervals are.
fn about(intervals: Intervals) -> &'static str {
    match intervals {
        Intervals::Fixed => {
            "All intervals are of 95 %, for a number of games that was fixed before the first (rates: Wilson's)."
        }
        Intervals::Anytime => {
            "All intervals are of 95 % and hold at any time, since the number of games was not fixed before;\n\
             only those of correlations are for a fixed number."
        }
    }
}

/// The head of a column of rates.
fn percent(what: &str) -> String {
    format!("{what}, %")
}

/// So many games.
struct Count(u64);

impl Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} game{}", self.0, if self.0 == 1 { "" } else { "s" })
    }
}

/// A rate in hundredths, within its bounds.
struct Rate(Estimate);

impl Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Estimate { value: Some(estimate), low: Some(low), high: Some(high), .. } => {
                let [estimate, low, high] = [estimate, low, high].map(|part| part * 100.0);
                write!(f, "{estimate:6.2} ({low:.2} to {high:.2})")
            }
            _ => f.write_str("     -"),
        }
    }
}

/// A mean within its bounds, where it has any.
struct Mean(Estimate);

impl Display for Mean {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(estimate) = self.0.value else { return f.write_str("-") };
        // What is rare needs more places.
        let places = if estimate == 0.0 || estimate.abs() >= 0.1 { 2 } else { 4 };
        // What is rounded to nought has no sign.
        let rounded = |number: f64| {
            let text = format!("{number:.places$}");
            if text.trim_start_matches(['-', '0', '.']).is_empty() {
                format!("{:.places$}", 0.0)
            } else {
                text
            }
        };
        f.write_str(&rounded(estimate))?;
        match (self.0.low, self.0.high) {
            (Some(low), Some(high)) => write!(f, " ({} to {})", rounded(low), rounded(high)),
            _ => f.write_str(" (unbounded)"),
        }
    }
}
