//! Runs a built szala: to make a baseline, and to judge by one. The meaning of its answers is left to others.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::list::Scenario;

/// A built szala and the sources that it plays in.
#[derive(Clone, Debug)]
pub(super) struct Program {
    pub(super) file: PathBuf,
    pub(super) tree: PathBuf,
}

/// What the gate said.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Said {
    /// `UNCHANGED` and the like.
    pub(super) answer: String,
    /// The result on every axis; empty where no game differs.
    pub(super) axes: Vec<Shift>,
    /// The margin of every axis, in its unit of output.
    pub(super) margins: Vec<(String, f64)>,
    /// Some games had no end.
    pub(super) is_endless: bool,
    /// Reasons not to judge that do not lie in the games.
    others: Vec<String>,
}

/// The beginning of a reason not to judge that lies in the games.
const ENDLESS: &str = "games without an end";
const UNCLEAR: &str = "nothing is shown on";

/// The change on an axis, in margins.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Shift {
    pub(super) axis: String,
    pub(super) change: f64,
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Program {
    /// Makes a new baseline.
    pub(super) fn make_baseline(
        &self,
        scenario: &Scenario,
        seed: u64,
        asked: &[&str],
        file: &Path,
    ) -> Result<(), String> {
        let mut command = self.gate(file);
        command.args([
            "--update",
            &scenario.game,
            "--players",
            &scenario.players,
            "--seed",
            &seed.to_string(),
        ]);
        let told = run(command.args(asked))?;
        if told.code == Some(0) { Ok(()) } else { Err(told.failure()) }
    }

    /// Replays the games of a baseline and judges them, with these options.
    pub(super) fn judge(&self, baseline: &Path, options: &[[String; 2]]) -> Result<Value, String> {
        let mut command = self.gate(baseline);
        command.args(["--format", "json"]);
        for [option, value] in options {
            command.args([&format!("--{option}"), value]);
        }
        let told = run(&mut command)?;
        // 0 passes and 1 fails; everything else is no answer.
        if !matches!(told.code, Some(0 | 1 | 3)) {
            return Err(told.failure());
        }
        let answer: Value =
            serde_json::from_str(&told.out).map_err(|why| format!("szala did not write JSON: {why}"))?;
        let said = Said::read(&answer)?;
        if said.passes() != (told.code == Some(0)) {
            return Err(format!("szala says {} and exits with {:?}", said.answer, told.code));
        }
        // If it stopped for a reason other than its games, a change would look caught although nobody has checked it.
        said.others.first().map_or(Ok(answer), |reason| Err(format!("the gate does not judge: {reason}")))
    }

    fn gate(&self, baseline: &Path) -> Command {
        let mut command = Command::new(&self.file);
        // Scenarios are read from the copy, so that work on the repository meanwhile disturbs nothing.
        command.current_dir(&self.tree).arg("gate").arg("--baseline").arg(baseline);
        command
    }
}

impl Said {
    /// Parses an answer.
    pub(super) fn read(answer: &Value) -> Result<Self, String> {
        Self::of(answer)
            .ok_or_else(|| "an answer of `szala gate --format json` cannot be understood".to_owned())
    }

    fn of(answer: &Value) -> Option<Self> {
        let axis = |row: &Value| {
            let number = |key: &str| row[key].as_f64();
            let margin = number("margin")?;
            let difference = |key: &str| row["difference"][key].as_f64();
            let [change, low, high] = [difference("value")?, difference("low")?, difference("high")?];
            let axis = row["axis"].as_str()?.to_owned();
            Some(Shift { axis, change: change / margin, low: low / margin, high: high / margin })
        };
        // Options take points where answers have shares.
        let margin = |row: &Value| {
            let (value, points) = (row["margin"].as_f64()?, row["unit"].as_str()? == "share");
            let told = if points { (value * 100.0 * 1e6).round() / 1e6 } else { value };
            Some((row["axis"].as_str()?.to_owned(), told))
        };
        let reasons = answer["reasons"].as_array()?.iter().map(|reason| reason.as_str());
        let reasons = reasons.collect::<Option<Vec<&str>>>()?;
        let others =
            reasons.iter().filter(|reason| !reason.starts_with(ENDLESS) && !reason.starts_with(UNCLEAR));
        Some(Self {
            is_endless: reasons.iter().any(|reason| reason.starts_with(ENDLESS)),
            others: others.map(|reason| (*reason).to_owned()).collect(),
            answer: answer["answer"].as_str()?.to_owned(),
            axes: answer["axes"].as_array()?.iter().map(axis).collect::<Option<_>>()?,
            margins: answer["planned"].as_array()?.iter().map(margin).collect::<Option<_>>()?,
        })
    }

    /// Does the gate let pass?
    pub(super) fn passes(&self) -> bool {
        ["UNCHANGED", "EQUIVALENT"].contains(&self.answer.as_str())
    }
}

/// The output of a child process.
pub(super) struct Told {
    pub(super) code: Option<i32>,
    pub(super) out: String,
    pub(super) err: String,
    command: String,
}

impl Told {
    /// The error that it failed, with its last words.
    pub(super) fn failure(&self) -> String {
        const LAST: usize = 40;
        let lines: Vec<&str> = self.err.lines().chain(self.out.lines()).collect();
        let last = lines[lines.len().saturating_sub(LAST)..].join("\n");
        format!("{} ended with {:?}; its last words were\n{last}", self.command, self.code)
    }
}

/// Runs a child process to its end.
pub(super) fn run(command: &mut Command) -> Result<Told, String> {
    let named = format!("{command:?}");
    let output = command.output().map_err(|why| format!("{named} cannot be run: {why}"))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    Ok(Told { code: output.status.code(), out, err, command: named })
}

#[cfg(test)]
impl Said {
    /// An artificial answer for tests.
    pub(super) fn made_up(answer: &str, axes: Vec<Shift>) -> Self {
        let (margins, others) = (Vec::new(), Vec::new());
        Self { answer: answer.to_owned(), axes, margins, is_endless: false, others }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(reasons: &str) -> Said {
        let answer = r#"{"answer": "SHIFTED", "reasons": [REASONS],
            "planned": [{"axis": "first_wins", "unit": "share", "margin": 0.07, "shown": 0.05},
                        {"axis": "lead", "unit": "vp", "margin": 1.5, "shown": 1.0}],
            "axes": [{"axis": "first_wins", "margin": 0.5,
              "difference": {"value": -0.75, "low": -1.25, "high": -0.25, "games": 9, "unit": "share"}}]}"#;
        let answer = answer.replace("REASONS", reasons);
        Said::read(&serde_json::from_str(&answer).expect("the test writes valid JSON"))
            .expect("the test writes a complete answer")
    }

    #[test]
    fn an_answer_is_read_in_margins() {
        let said = said("");
        let wins = Shift { axis: "first_wins".to_owned(), change: -1.5, low: -2.5, high: -0.5 };
        assert_eq!(said.axes, [wins]);
        // As the options take them: points, and not shares.
        assert_eq!(said.margins, [("first_wins".to_owned(), 7.0), ("lead".to_owned(), 1.5)]);
        assert!(!said.passes() && !said.is_endless && said.others.is_empty());
        assert!(Said::read(&Value::Null).is_err());
    }

    /// The words are those of the gate's obstacles; an unknown one counts as one of the others.
    #[test]
    fn reasons_that_lie_in_the_games_are_told_from_others() {
        let endless = said(r#""games without an end: 1 now, 0 in the baseline""#);
        assert!(endless.is_endless && endless.others.is_empty());
        let unclear =
            said(r#""nothing is shown on first_wins: neither a change, nor that it is less than 2 points""#);
        assert!(!unclear.is_endless && unclear.others.is_empty());
        let other = said(r#""the player of Poles is not the one of the baseline""#);
        assert_eq!(other.others, ["the player of Poles is not the one of the baseline"]);
    }
}
