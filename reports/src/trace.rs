//! One game reported in full: as text for people, and as JSON lines for programs. `docs/TRACE.md` describes the lines.

use core::fmt::{self, Write};

use serde::Serialize;
use szala_kernel::journal::{Entry, Event, tell};
use szala_kernel::rules::{Aborted, Finished};
use szala_kernel::{BySide, Names, Naming, Side, Subject};

/// The name of the random player.
const CHANCE: &str = "uniform";

/// The maximum number of opinions of a decision in text; JSON lines have all of them.
pub(crate) const MOST_OPINIONS: usize = 8;

/// A game that was played, with its whole journal.
#[derive(Clone, Copy, Debug)]
pub struct Trace<'t> {
    /// What was played.
    pub title: &'t str,
    /// The names of the players.
    pub players: BySide<&'t str>,
    /// The seed of the run.
    pub seed: u64,
    /// The number of the game in the run.
    pub number: u64,
    /// What happened, in order, from the set-up on.
    pub entries: &'t [Entry],
    /// How it ended, or why it has no end.
    pub finished: Result<Finished, Aborted>,
}

impl Trace<'_> {
    /// Writes the game for a reader: decisions at the margin, their results indented.
    ///
    /// # Errors
    /// Only those of the writer.
    pub fn write_text(&self, names: &dyn Names, to: &mut impl Write) -> fmt::Result {
        write!(to, "{}: game {} of seed {}", self.title, self.number, self.seed)?;
        // Random players need no mention.
        let BySide([first, second]) = self.players;
        if self.players != BySide([CHANCE; 2]) {
            write!(to, ", {first} against {second}")?;
        }
        writeln!(to)?;
        let mut has_begun = false;
        for (place, entry) in self.entries.iter().enumerate() {
            match entry {
                Entry::Decision(_, chosen) => {
                    has_begun = true;
                    writeln!(to, "{}", tell(names, entry))?;
                    write_opinions(opinions_from(&self.entries[place + 1..]), chosen, to)?;
                }
                // Written with the decision.
                Entry::Opinion { .. } => (),
                // Events before the first decision list the counters' values, which a reader finds on the counters.
                Entry::Event(Event::Change { what, .. }) if !has_begun && *what != "hex" => (),
                Entry::Event(Event::Modifier { why, .. }) => {
                    writeln!(to, "    {}, {why}", tell(names, entry))?;
                }
                Entry::Event(event) => {
                    // A new stage, whatever the rules call it, and a new commander are set off.
                    let stands_out = match event {
                        Event::Draw { .. } => true,
                        Event::Change { what, .. } => *what == names.time(),
                        _ => false,
                    };
                    if stands_out {
                        writeln!(to)?;
                    }
                    writeln!(to, "    {}", tell(names, entry))?;
                }
            }
        }
        let outcome = match self.finished {
            Ok(finished) => finished.outcome,
            Err(aborted) => return writeln!(to, "\nABORTED, without a result: {aborted}."),
        };
        let result = match outcome.winner {
            Some(winner) => format!("{} win", names.side_name(winner)),
            None => "a draw".to_owned(),
        };
        let lead = names.value("vp", outcome.lead);
        writeln!(to, "\n{result}: {} [{}]. Victory points: {lead}.", outcome.reason, outcome.rule)
    }

    /// Writes the game for a program, one JSON object per line.
    ///
    /// # Errors
    /// Only those of the writer.
    pub fn write_json_lines(&self, names: &dyn Names, to: &mut impl Write) -> fmt::Result {
        let sides = Side::BOTH.map(|side| names.side_name(side));
        let BySide(players) = self.players;
        let head = Line::Game { title: self.title, seed: self.seed, number: self.number, sides, players };
        write_line(&head, to)?;
        let mut chosen = "";
        for entry in self.entries {
            if let Entry::Decision(_, action) = entry {
                chosen = action;
            }
            write_line(&line(names, entry, chosen), to)?;
        }
        let end = match self.finished {
            Ok(Finished { outcome, decisions }) => Line::Outcome {
                winner: outcome.winner.map(|side| names.side_name(side)),
                lead: outcome.lead,
                rule: outcome.rule.to_string(),
                reason: outcome.reason,
                decisions,
            },
            Err(aborted) => Line::Aborted { why: aborted.to_string(), decisions: aborted.decisions() },
        };
        write_line(&end, to)
    }
}

/// The opinions after a decision: action, value, why.
fn opinions_from(entries: &[Entry]) -> Vec<(&str, i64, &str)> {
    let opinion = |entry| match entry {
        &Entry::Opinion { ref action, value, ref why } => Some((action.as_str(), value, why.as_str())),
        Entry::Decision(..) | Entry::Event(_) => None,
    };
    entries.iter().map_while(opinion).collect()
}

/// The best few, in reported order, with a mark at the chosen one, which is always included.
fn write_opinions(opinions: Vec<(&str, i64, &str)>, chosen: &str, to: &mut impl Write) -> fmt::Result {
    let is_shown = |place: usize, action: &str| place < MOST_OPINIONS || action == chosen;
    let all = opinions.len();
    let shown = opinions.into_iter().enumerate().filter(|(place, (action, ..))| is_shown(*place, action));
    let shown: Vec<_> = shown.map(|(_, opinion)| opinion).collect();
    let width = shown.iter().map(|(_, value, _)| value.to_string().len()).max().unwrap_or(0);
    for (action, value, why) in &shown {
        let mark = if *action == chosen { '*' } else { ' ' };
        let colon = if why.is_empty() { "" } else { ": " };
        writeln!(to, "  {mark} {value:width$}  {action}{colon}{why}")?;
    }
    match all - shown.len() {
        0 => Ok(()),
        more => writeln!(to, "    and {more} more"),
    }
}

/// A line of the output.
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
    Opinion {
        action: &'l str,
        value: i64,
        why: &'l str,
        chosen: bool,
    },
    Roll {
        rule: String,
        die: String,
        face: u8,
        #[serde(skip_serializing_if = "Option::is_none")]
        shows: Option<&'static str>,
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
    Aborted {
        why: String,
        decisions: usize,
    },
    Outcome {
        winner: Option<&'l str>,
        lead: i32,
        rule: String,
        reason: &'l str,
        decisions: usize,
    },
}

fn write_line(line: &Line<'_>, to: &mut impl Write) -> fmt::Result {
    let text = serde_json::to_string(line).map_err(|_| fmt::Error)?;
    writeln!(to, "{text}")
}

fn line<'l>(names: &'l dyn Names, entry: &'l Entry, chosen: &str) -> Line<'l> {
    let name = |subject: Subject| (subject != Subject::NONE).then(|| names.name(subject).to_string());
    match entry {
        Entry::Decision(side, action) => Line::Decision { side: names.side_name(*side), action },
        Entry::Opinion { action, value, why } => {
            Line::Opinion { action, value: *value, why, chosen: action == chosen }
        }
        Entry::Event(event) => {
            let rule = names.cited(event.rule()).to_string();
            match *event {
                Event::Roll { ask, die, face } => {
                    let shows = die.names().get(usize::from(face)).copied();
                    let (die, stage) = (die.to_string(), ask.stage);
                    Line::Roll { rule, die, face, shows, stage, who: name(ask.who), whom: name(ask.whom) }
                }
                Event::Draw { ask, ticket } => {
                    Line::Draw { rule, stage: ask.stage, drawn: names.name(ticket).to_string() }
                }
                Event::Modifier { amount, why, .. } => Line::Modifier { rule, amount, why },
                Event::Total { total, against, whose, .. } => {
                    Line::Total { rule, total, against, whose: name(whose) }
                }
                Event::Change { what, whose, from, to, .. } => {
                    let text = |value| names.value(what, value).to_string();
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

#[cfg(test)]
mod tests {
    use szala_kernel::toy::TwoGates;
    use szala_kernel::{Outcome, rule};
    use szala_verdox::Verdox;

    use super::*;

    /// The game of Two Gates with one decision, after this many opinions, one of which is about the action taken.
    fn told(values: &[i64], chosen: usize, write: impl Fn(&Trace<'_>, &mut String)) -> String {
        let opinion = |(place, value): (usize, &i64)| {
            let why = if place == 0 { "the best" } else { "" };
            Entry::Opinion { action: format!("way {place}"), value: *value, why: why.to_owned() }
        };
        let mut entries = vec![Entry::Decision(Side::First, format!("way {chosen}"))];
        entries.extend(values.iter().enumerate().map(opinion));
        let finished = Finished { outcome: Outcome::draw(0, rule!("3.1"), "equal points"), decisions: 1 };
        let players = BySide(["bold", "timid"]);
        let trace =
            Trace { title: "a game", players, seed: 7, number: 3, entries: &entries, finished: Ok(finished) };
        let mut text = String::new();
        write(&trace, &mut text);
        text
    }

    fn text(values: &[i64], chosen: usize) -> String {
        told(values, chosen, |trace, text| {
            trace.write_text(&TwoGates, text).expect("writing to a string never fails");
        })
    }

    #[test]
    fn the_chosen_action_is_marked_among_the_opinions_below_its_decision() {
        let told = text(&[120, -3], 0);
        let expected = "a game: game 3 of seed 7, bold against timid\n\
                        Red: way 0\n  * 120  way 0: the best\n     -3  way 1\n";
        assert!(told.starts_with(expected), "{told}");
    }

    #[test]
    fn eight_opinions_are_told_and_the_chosen_one_and_how_many_are_left_out() {
        let told = text(&[9, 8, 7, 6, 5, 4, 3, 2, 1, 0, -1], 9);
        assert!(told.contains("    2  way 7\n  * 0  way 9\n    and 2 more\n"), "{told}");
        let told = text(&[9, 8, 7, 6, 5, 4, 3, 2], 9);
        assert!(!told.contains("more"), "{told}");
    }

    #[test]
    fn json_lines_tell_all_opinions_and_which_was_chosen() {
        let told = told(&[9, 8, 7, 6, 5, 4, 3, 2, 1, 0], 1, |trace, text| {
            trace.write_json_lines(&TwoGates, text).expect("writing to a string never fails");
        });
        let opinions: Vec<&str> = told.lines().filter(|line| line.contains("\"opinion\"")).collect();
        assert_eq!(opinions.len(), 10);
        assert_eq!(
            opinions[0],
            r#"{"kind":"opinion","action":"way 0","value":9,"why":"the best","chosen":false}"#
        );
        assert_eq!(opinions[1], r#"{"kind":"opinion","action":"way 1","value":8,"why":"","chosen":true}"#);
    }

    /// [3.6] Verdox reports a turn in the way that other rules report a stage: after an empty line.
    #[test]
    fn whatever_the_rules_call_a_stretch_of_time_stands_out() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../scenarios/verdox/drill.toml");
        let read = |path: &str| std::fs::read_to_string(path).map_err(|error| error.to_string());
        let rules = Verdox::new(szala_verdox::scenario::load(path, &read).expect("a sound scenario"));
        let change = |what| Event::Change { rule: rule!("3.6"), what, whose: Subject::NONE, from: 1, to: 2 };
        let entries = [
            Entry::Decision(Side::Second, "done".to_owned()),
            Entry::Event(change("turn")),
            Entry::Event(change("stage")),
        ];
        let finished = Ok(Finished { outcome: Outcome::draw(0, rule!("4.3"), "equal"), decisions: 1 });
        let players = BySide(["bold", "timid"]);
        let trace = Trace { title: "a game", players, seed: 7, number: 3, entries: &entries, finished };
        let mut text = String::new();
        trace.write_text(&rules, &mut text).expect("writing to a string never fails");
        assert!(text.contains("Askans: done\n\n    3.6 turn: 1 -> 2\n    3.6 stage: 1 -> 2\n"), "{text}");
    }

    #[test]
    fn a_game_without_an_end_is_told_as_far_as_it_goes_and_why_no_farther() {
        let trace = Trace {
            title: "a game",
            players: BySide(["bold", "timid"]),
            seed: 7,
            number: 3,
            entries: &[Entry::Decision(Side::First, "way 0".to_owned())],
            finished: Err(Aborted::DeadEnd { decisions: 1 }),
        };
        let (mut text, mut lines) = (String::new(), String::new());
        trace.write_text(&TwoGates, &mut text).expect("writing to a string never fails");
        let why = "a dead end after 1 decisions: nothing is legal and the game is not over";
        assert!(text.contains("Red: way 0\n"), "{text}");
        assert!(text.ends_with(&format!("\nABORTED, without a result: {why}.\n")), "{text}");
        trace.write_json_lines(&TwoGates, &mut lines).expect("writing to a string never fails");
        let last = format!(r#"{{"kind":"aborted","why":"{why}","decisions":1}}"#);
        assert_eq!(lines.lines().last(), Some(last.as_str()));
    }
}
