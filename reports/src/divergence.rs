//! Where two games part, told to a reader.

use core::fmt::{self, Write};

use szala_analysis::{Cause, Divergence};
use szala_kernel::{BySide, Outcome};

/// Writes where the two games of this number part; nothing is a divergence that there is not.
///
/// # Errors
/// Only the writer's.
pub fn write_divergence(
    divergence: Option<&Divergence>,
    number: u64,
    sides: BySide<&str>,
    to: &mut impl Write,
) -> fmt::Result {
    let Some(Divergence { decisions, common, next, cause, ends }) = divergence else {
        return writeln!(to, "game {number} is the same in both, from the first decision to the end");
    };
    writeln!(to, "game {number} is the same for {decisions} decisions, the last of them")?;
    for (place, line) in common.iter().enumerate() {
        writeln!(to, "  {}{line}", if place == 0 { "" } else { "    " })?;
    }
    writeln!(to, "then {}", told(*cause))?;
    for (name, (line, end)) in ["A", "B"].into_iter().zip(next.iter().zip(ends)) {
        let line = line.as_deref().unwrap_or("the game is over");
        writeln!(to, "  {name}: {line}\n     and ends with {}", ended(end.as_ref(), sides))?;
    }
    Ok(())
}

fn told(cause: Cause) -> &'static str {
    match cause {
        Cause::Decision => "the same side decides otherwise: other things are legal, or worth more to it",
        Cause::Turn => "somebody is asked in one game who is not in the other",
        Cause::Chance => {
            "the same question to chance is answered otherwise: there is more or less to draw from"
        }
        Cause::Rule => "the rules find something else",
        Cause::End => "one game is over and the other goes on",
    }
}

fn ended(end: Option<&Outcome>, sides: BySide<&str>) -> String {
    match end {
        None => "no end: it was broken off".to_owned(),
        Some(Outcome { winner, margin, rule, reason }) => {
            let winner =
                winner.map_or_else(|| "a draw".to_owned(), |side| format!("a win of {}", sides[side]));
            format!("{winner}, {margin:+} VP: {reason} [{rule}]")
        }
    }
}
