//! Where two games diverge, in words.

use serde::Serialize;
use serde_json::json;
use szala_analysis::{Cause, Divergence};
use szala_kernel::{BySide, Outcome};

use crate::play::{against, against_in_both};
use crate::{Body, Findings, Row, row};

/// Where the two games of a pair diverge.
#[derive(Debug, Serialize)]
pub struct DivergenceFindings<'d> {
    #[serde(flatten)]
    of: Played<'d>,
    /// The number of the pair; `None` if no pair differs.
    number: Option<u64>,
    /// How many pairs were searched for one that differs, if none was named.
    pairs: Option<u64>,
    differs: bool,
    /// How many decisions both games share.
    decisions: Option<usize>,
    /// The last of them.
    common: &'d [String],
    cause: Option<&'static str>,
    a: Option<Next<'d>>,
    b: Option<Next<'d>>,
}

/// The games that were compared.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Played<'d> {
    /// The variants.
    pub titles: [&'d str; 2],
    /// The names of the players of the first variant.
    pub players: [&'d str; 2],
    /// Those of the second, if they differ.
    pub players_b: Option<[&'d str; 2]>,
    /// The seed.
    pub seed: u64,
}

/// What happens next in one of the games.
#[derive(Debug, Serialize)]
struct Next<'d> {
    /// `None` if the game is over.
    event: Option<&'d str>,
    end: String,
}

impl<'d> DivergenceFindings<'d> {
    /// For a pair of games; `None` means that they do not diverge.
    pub fn of(of: Played<'d>, number: u64, divergence: Option<&'d Divergence>, sides: BySide<&str>) -> Self {
        let next = |place: usize| {
            let Divergence { next, ends, .. } = divergence?;
            Some(Next { event: next[place].as_deref(), end: ended(ends[place].as_ref(), sides) })
        };
        Self {
            of,
            number: Some(number),
            pairs: None,
            differs: divergence.is_some(),
            decisions: divergence.map(|found| found.decisions),
            common: divergence.map_or(&[], |found| &found.common),
            cause: divergence.map(|found| told(found.cause)),
            a: next(0),
            b: next(1),
        }
    }

    /// None of this many pairs differs.
    pub fn none(of: Played<'d>, pairs: u64) -> Self {
        let (number, pairs, decisions, cause) = (None, Some(pairs), None, None);
        Self { of, number, pairs, differs: false, decisions, common: &[], cause, a: None, b: None }
    }
}

impl Findings for DivergenceFindings<'_> {
    const COMMAND: &'static str = "compare diverge";

    fn body(&self, body: &mut Body) {
        let Played { titles: [a, b], players, players_b, seed } = self.of;
        body.title(format!("A: {a}"));
        body.line(format!("B: {b}"));
        let who = players_b.map_or_else(
            || against(players, None),
            |others| against_in_both([(players, None), (others, None)]),
        );
        body.line(format!("the same keyed dice, {who}, seed {seed}"));
        let (Some(number), Some([a, b])) =
            (self.number, self.a.as_ref().zip(self.b.as_ref()).map(<[_; 2]>::from))
        else {
            body.line(match (self.number, self.pairs) {
                (Some(number), _) => {
                    format!("game {number} is the same in both, from the first decision to the end")
                }
                (None, pairs) => format!("no two of {} pairs of games differ", pairs.unwrap_or_default()),
            });
            return;
        };
        let decisions = self.decisions.unwrap_or_default();
        let mut text = format!("\ngame {number} is the same for {decisions} decisions, the last of them\n");
        for (place, line) in self.common.iter().enumerate() {
            let indent = if place == 0 { "" } else { "    " };
            text.extend(["  ", indent, line, "\n"]);
        }
        text.extend(["then ", self.cause.unwrap_or_default(), "\n"]);
        for (name, Next { event, end }) in [("A", a), ("B", b)] {
            let event = event.unwrap_or("the game is over");
            text.extend(["  ", name, ": ", event, "\n     and ends with ", end, "\n"]);
        }
        body.verbatim(text);
    }

    fn rows(&self) -> Vec<Row> {
        let Self { number, pairs, differs, decisions, cause, a, b, .. } = self;
        let Played { players: [first, second], seed, .. } = self.of;
        vec![row(&json!({
            "first_player": first, "second_player": second, "seed": seed,
            "number": number, "pairs": pairs, "differs": differs, "decisions": decisions, "cause": cause,
            "a": a, "b": b,
        }))]
    }
}

fn told(cause: Cause) -> &'static str {
    match cause {
        Cause::Decision => "the same side decides otherwise: other things are legal, or worth more to it",
        Cause::Turn => "a player has a decision in one game and not in the other",
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
        Some(Outcome { winner, lead, rule, reason }) => {
            let winner =
                winner.map_or_else(|| "a draw".to_owned(), |side| format!("a win of {}", sides[side]));
            format!("{winner}, {lead:+} VP: {reason} [{rule}]")
        }
    }
}
