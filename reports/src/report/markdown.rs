//! A report in Markdown, for the summary of a CI: who won, by what, and the verdict, side by side where there are
//! several
//! runs. The page and the text tell more.

use core::fmt::{self, Write};

use super::findings::{Findings, Judged, MARGIN};
use super::measure::Estimate;
use crate::summary::verdict_words;

/// Writes the reports of some runs.
pub(super) fn write(runs: &[Findings<'_>], to: &mut impl Write) -> fmt::Result {
    for (place, findings) in runs.iter().enumerate() {
        if place > 0 {
            writeln!(to)?;
        }
        one(findings, to)?;
    }
    Ok(())
}

fn one(findings: &Findings<'_>, to: &mut impl Write) -> fmt::Result {
    let Findings { title, variant, players, seed, games, sides, outcome, .. } = findings;
    let variant = variant.map(|variant| format!(" [{variant}]")).unwrap_or_default();
    writeln!(to, "### {}\n", cell(&format!("{title}{variant}")))?;
    writeln!(
        to,
        "{} games, {} against {}, seed {seed}; intervals of 95 %{}.\n",
        games.ended,
        cell(&players[0]),
        cell(&players[1]),
        match findings.intervals {
            crate::Intervals::Fixed => "",
            crate::Intervals::Anytime => " that hold at any time",
        }
    )?;
    if !findings.is_finished {
        let due = findings.part.end - findings.part.first;
        writeln!(to, "**Not finished**: {} of {due} games are there.\n", games.in_folder)?;
    }
    if games.aborted > 0 {
        writeln!(to, "**{} games had no end**, and no figure below counts them.\n", games.aborted)?;
    }
    if let Some(Judged { verdict, favours, games_more, margin, .. }) = &findings.verdict {
        let favours = favours.map(cell);
        let words = verdict_words(*verdict == "fair", favours.as_deref(), *games_more, *margin);
        writeln!(to, "**{words}**\n")?;
    }
    writeln!(to, "| | share or mean | 95 % | games |\n|---|--:|--:|--:|")?;
    let row = |to: &mut dyn Write, name: &str, one: Estimate, scale: f64, unit: &str| {
        let told = |number: Option<f64>| {
            number.map_or_else(|| "–".to_owned(), |number| format!("{:.2}", number * scale))
        };
        let [value, low, high] = [one.value, one.low, one.high].map(told);
        writeln!(to, "| {} | {value}{unit} | {low} to {high} | {} |", cell(name), one.games)
    };
    row(to, &format!("{} win", sides[0]), outcome.first_wins, 100.0, " %")?;
    row(to, "draw", outcome.draws, 100.0, " %")?;
    row(to, &format!("{} win", sides[1]), outcome.second_wins, 100.0, " %")?;
    row(to, &format!("score of {}", sides[0]), outcome.score, 100.0, " %")?;
    let margin = findings.columns.iter().find(|column| column.field.name == MARGIN);
    if let Some(numbers) = margin.and_then(|column| column.numbers.as_ref()) {
        row(to, &format!("VP of {} less {}", sides[0], sides[1]), numbers.mean, 1.0, "")?;
    }
    for reason in &findings.reasons {
        let rule = reason.rule.map(|rule| format!(" [{rule}]")).unwrap_or_default();
        row(to, &format!("end: {}{rule}", reason.words), reason.share, 100.0, " %")?;
    }
    Ok(())
}

/// A text in a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}
