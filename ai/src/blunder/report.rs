//! The results of a blunder file: every position, what is wrong with it, who was asked and what they did. Displaying
//! it is left to the host.

use core::fmt;

use szala_files::case::{Finding, Heading};
use szala_files::{Complaint, place};

/// The results of a blunder file. Displayed, it shows the errors and the counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The name of the file.
    pub file: String,
    /// Errors in the file outside its positions.
    pub findings: Vec<Finding>,
    /// The positions, in their order.
    pub positions: Vec<PositionReport>,
}

/// The results of one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionReport {
    /// Its name.
    pub name: String,
    /// The line it starts at, where its name is.
    pub line: usize,
    /// The reason a human player would give.
    pub why: String,
    /// Everything that is wrong with the position itself; empty when it is valid.
    pub findings: Vec<Finding>,
    /// The right answer, in words.
    pub wanted: String,
    /// The players that were asked.
    pub answers: Vec<Answer>,
}

/// What one player did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Its name.
    pub player: String,
    /// Its side.
    pub side: String,
    /// The number of games in which it was asked; zero when it does not exist yet.
    pub games: u64,
    /// The number of games in which it must be right.
    pub at_least: u64,
    /// Its mistakes, game by game.
    pub mistakes: Vec<Mistake>,
}

/// A blunder that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The number of the game.
    pub game: u64,
    /// The action taken, or the result.
    pub what: String,
    /// The player's opinions of the legal actions, or the line that it played.
    pub thoughts: Vec<String>,
}

impl Answer {
    /// Was it right often enough? A player that does not exist yet makes no mistake.
    pub fn is_good(&self) -> bool {
        self.games - self.mistakes.len() as u64 >= self.at_least.min(self.games)
    }

    /// Does the player not exist yet?
    pub fn is_skipped(&self) -> bool {
        self.games == 0
    }
}

impl PositionReport {
    /// Is the position valid, and were all players right?
    pub fn is_passed(&self) -> bool {
        self.findings.is_empty() && self.answers.iter().all(Answer::is_good)
    }
}

impl Report {
    pub(super) fn new(file: &str) -> Self {
        Self { file: file.to_owned(), findings: Vec::new(), positions: Vec::new() }
    }

    pub(super) fn add_findings(&mut self, text: &str, complaints: Vec<Complaint>) {
        self.findings.extend(Finding::all(text, complaints));
    }

    pub(super) fn add_position(
        &mut self,
        text: &str,
        heading: &Heading<'_>,
        judged: Result<(String, Vec<Answer>), Vec<Complaint>>,
    ) {
        let (findings, (wanted, answers)) = match judged {
            Ok(judged) => (Vec::new(), judged),
            Err(complaints) => (Finding::all(text, complaints), Default::default()),
        };
        self.positions.push(PositionReport {
            name: heading.name.clone(),
            line: place(text, heading.span.start).0,
            why: heading.why.to_owned(),
            findings,
            wanted,
            answers,
        });
    }

    /// Are the file and its positions free of errors, whatever the players did?
    pub fn is_sound(&self) -> bool {
        self.findings.is_empty() && self.positions.iter().all(|position| position.findings.is_empty())
    }

    /// Is everything valid, and were all players right?
    pub fn is_passed(&self) -> bool {
        self.findings.is_empty() && self.positions.iter().all(PositionReport::is_passed)
    }

    fn write_position(&self, f: &mut fmt::Formatter<'_>, position: &PositionReport) -> fmt::Result {
        let PositionReport { name, line, why, findings, wanted, answers } = position;
        writeln!(f, "FAILED: {name}")?;
        for Finding { line, column, message } in findings {
            writeln!(f, "  {}:{line}:{column}: {message}", self.file)?;
        }
        for answer in answers.iter().filter(|answer| !answer.is_good()) {
            write_answer(f, &format!("{}:{line}", self.file), answer)?;
        }
        if !answers.is_empty() {
            writeln!(f, "  wanted: {wanted}\n  why: {why}")?;
        }
        Ok(())
    }
}

/// One line for each kind of mistake, with the opinions of the first.
fn write_answer(f: &mut fmt::Formatter<'_>, place: &str, answer: &Answer) -> fmt::Result {
    let Answer { player, side, games, at_least, mistakes } = answer;
    let mut kinds: Vec<&Mistake> = Vec::new();
    for mistake in mistakes {
        if kinds.iter().all(|kind| kind.what != mistake.what) {
            kinds.push(mistake);
        }
    }
    for kind in kinds {
        let count = mistakes.iter().filter(|mistake| mistake.what == kind.what).count();
        write!(f, "  {place}: {player} ({side}) {} in {count} of {games} games", kind.what)?;
        writeln!(f, ", first in number {}", kind.game)?;
        kind.thoughts.iter().try_for_each(|thought| writeln!(f, "      {thought}"))?;
    }
    if at_least < games {
        writeln!(f, "    it must do right in {at_least} of {games}")?;
    }
    Ok(())
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Finding { line, column, message } in &self.findings {
            writeln!(f, "{}:{line}:{column}: {message}", self.file)?;
        }
        let failed = || self.positions.iter().filter(|position| !position.is_passed());
        failed().try_for_each(|position| self.write_position(f, position))?;
        let positions = if self.positions.len() == 1 { "position" } else { "positions" };
        let (all, failed) = (self.positions.len(), failed().count());
        write!(f, "{}: {all} {positions}, {} passed, {failed} failed", self.file, all - failed)?;
        let answers = self.positions.iter().flat_map(|position| &position.answers);
        match answers.filter(|answer| answer.is_skipped()).count() {
            0 => Ok(()),
            skipped => write!(f, "; {skipped} questions to players who are still to come"),
        }
    }
}
