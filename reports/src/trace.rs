//! One game told in full: as text for people, and as JSON lines for programs. `docs/TRACE.md` describes the lines.

use core::fmt::{self, Write};

use serde::Serialize;
use szala_kernel::journal::{Entry, Event, tell};
use szala_kernel::rules::Finished;
use szala_kernel::{BySide, Die, Notation, Play, Side, Subject};

/// The name of the player who plays by chance.
const CHANCE: &str = "uniform";

/// A game that was played, with all that its journal holds.
#[derive(Clone, Copy, Debug)]
pub struct Trace<'t> {
    /// What was played.
    pub title: &'t str,
    /// The names of those who played.
    pub players: BySide<&'t str>,
    /// The seed of the run.
    pub seed: u64,
    /// The number of the game in the run.
    pub number: u64,
    /// What happened, in order, from the set-up on.
    pub entries: &'t [Entry],
    /// How it ended.
    pub finished: Finished,
}

impl Trace<'_> {
    /// Writes the game for a reader: decisions at the margin, what came of them behind.
    ///
    /// # Errors
    /// Only the writer's.
    pub fn write_text<R: Notation>(&self, rules: &R, to: &mut impl Write) -> fmt::Result {
        write!(to, "{}: game {} of seed {}", self.title, self.number, self.seed)?;
        // Chance players go without saying.
        let BySide([first, second]) = self.players;
        if self.players != BySide([CHANCE; 2]) {
            write!(to, ", {first} against {second}")?;
        }
        writeln!(to)?;
        let mut has_begun = false;
        for entry in self.entries {
            match entry {
                Entry::Decision(..) => {
                    has_begun = true;
                    writeln!(to, "{}", tell(rules, entry))?;
                }
                // Before the first decision the counters' values are told, which a reader finds on the counters.
                Entry::Event(Event::Change { what, .. }) if !has_begun && *what != "hex" => (),
                Entry::Event(Event::Modifier { why, .. }) => {
                    writeln!(to, "    {}, {why}", tell(rules, entry))?;
                }
                Entry::Event(event) => {
                    // A new stage, and a new commander, stand out.
                    if matches!(event, Event::Draw { .. } | Event::Change { what: "stage", .. }) {
                        writeln!(to)?;
                    }
                    writeln!(to, "    {}", tell(rules, entry))?;
                }
            }
        }
        let outcome = self.finished.outcome;
        let result = match outcome.winner {
            Some(winner) => format!("{} win", rules.side_name(winner)),
            None => "a draw".to_owned(),
        };
        let margin = rules.value("vp", outcome.margin);
        writeln!(to, "\n{result}: {} [{}]. Victory points: {margin}.", outcome.reason, outcome.rule)
    }

    /// Writes the game for a program, one JSON object a line.
    ///
    /// # Errors
    /// Only the writer's.
    pub fn write_json_lines<R: Notation>(&self, rules: &R, to: &mut impl Write) -> fmt::Result {
        let sides = Side::BOTH.map(|side| rules.side_name(side));
        let BySide(players) = self.players;
        let head = Line::Game { title: self.title, seed: self.seed, number: self.number, sides, players };
        write_line(&head, to)?;
        for entry in self.entries {
            write_line(&line(rules, entry), to)?;
        }
        let outcome = self.finished.outcome;
        let end = Line::Outcome {
            winner: outcome.winner.map(|side| rules.side_name(side)),
            margin: outcome.margin,
            rule: outcome.rule.to_string(),
            reason: outcome.reason,
            decisions: self.finished.decisions,
        };
        write_line(&end, to)
    }
}

/// A line as it is written.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Line<'l> {
    Game {
        title: &'l str,
        seed: u64,
        number: u64,
        sides: [&'l str; 2],
        players: [&'l str; 2],
    },
    Decision {
        side: &'l str,
        action: &'l str,
    },
    Roll {
        rule: String,
        die: &'l str,
        face: u8,
        stage: u8,
        who: Option<String>,
        whom: Option<String>,
    },
    Draw {
        rule: String,
        stage: u8,
        drawn: String,
    },
    Modifier {
        rule: String,
        amount: i32,
        why: &'l str,
    },
    Total {
        rule: String,
        total: i32,
        against: i32,
        whose: Option<String>,
    },
    Change {
        rule: String,
        what: &'l str,
        whose: Option<String>,
        from: i32,
        to: i32,
        before: String,
        after: String,
    },
    Remark {
        rule: String,
        text: &'l str,
        whom: Option<String>,
    },
    Outcome {
        winner: Option<&'l str>,
        margin: i32,
        rule: String,
        reason: &'l str,
        decisions: usize,
    },
}

fn write_line(line: &Line<'_>, to: &mut impl Write) -> fmt::Result {
    let text = serde_json::to_string(line).map_err(|_| fmt::Error)?;
    writeln!(to, "{text}")
}

fn line<'l, R: Notation>(rules: &'l R, entry: &'l Entry) -> Line<'l> {
    let name = |subject: Subject| (subject != Subject::NONE).then(|| rules.name(subject).to_string());
    match entry {
        Entry::Decision(side, action) => Line::Decision { side: rules.side_name(*side), action },
        Entry::Event(event) => {
            let rule = event.rule().to_string();
            match *event {
                Event::Roll { ask, die, face } => {
                    let die = match die {
                        Die::D10 => "d10",
                        Die::D6 => "d6",
                    };
                    Line::Roll { rule, die, face, stage: ask.stage, who: name(ask.who), whom: name(ask.whom) }
                }
                Event::Draw { ask, ticket } => {
                    Line::Draw { rule, stage: ask.stage, drawn: rules.name(ticket).to_string() }
                }
                Event::Modifier { amount, why, .. } => Line::Modifier { rule, amount, why },
                Event::Total { total, against, whose, .. } => {
                    Line::Total { rule, total, against, whose: name(whose) }
                }
                Event::Change { what, whose, from, to, .. } => {
                    let text = |value| rules.value(what, value).to_string();
                    Line::Change {
                        rule,
                        what,
                        whose: name(whose),
                        from,
                        to,
                        before: text(from),
                        after: text(to),
                    }
                }
                Event::Remark { text, whom, .. } => Line::Remark { rule, text, whom: name(whom) },
            }
        }
    }
}
