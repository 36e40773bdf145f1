//! What the gate says: for a reader, for a page of a forge, for a test runner, for an annotation, for a program. Every
//! form names every axis, what was played and what could have been seen.

use core::fmt::{self, Write};

use serde::Serialize;
use szala_analysis::compare::Axis;
use szala_analysis::gate::{Answer, Baseline, Finding, Head, Judgement, Planned, Shows, key};
use szala_kernel::BySide;

use crate::compare::axis_name;

/// A judgement with its names, ready to be read.
#[derive(Clone, Copy, Debug)]
pub struct GateReport<'g> {
    /// The file of the baseline.
    pub file: &'g str,
    /// The baseline.
    pub baseline: &'g Baseline,
    /// What could be seen, as it was reckoned before.
    pub planned: &'g [Planned],
    /// What came of it.
    pub judgement: &'g Judgement,
    /// The command that tells a game, but for its number.
    pub replay: &'g str,
}

/// For whom it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GateForm {
    /// For a reader.
    Text,
    /// Markdown, for the summary of a forge.
    Markdown,
    /// `JUnit` XML, for whatever shows test results.
    Junit,
    /// Commands of GitHub's workflows: an error or a notice beside the change.
    Github,
    /// One JSON document.
    Json,
}

/// The answer as it is shouted.
pub fn shout(answer: Answer) -> &'static str {
    match answer {
        Answer::Unchanged => "UNCHANGED",
        Answer::Equivalent => "EQUIVALENT",
        Answer::Shifted => "SHIFTED",
        Answer::Invalid => "INVALID",
    }
}

/// What an axis is called, with its unit.
fn name(head: &Head, axis: Axis) -> String {
    axis_name(BySide::from_fn(|side| head.sides[side].as_str()), axis)
}

/// How much of what is told is one of what is counted.
fn scale(axis: Axis) -> f64 {
    if matches!(axis, Axis::Margin | Axis::Length) { 1.0 } else { 100.0 }
}

/// What could be seen on an axis, in the unit in which it is told.
#[derive(Clone, Debug, Serialize)]
struct Sight {
    axis: &'static str,
    margin: f64,
    shown: f64,
    chance_unchanged_passes: f64,
}

impl From<&Planned> for Sight {
    fn from(planned: &Planned) -> Self {
        let by = scale(planned.axis);
        Self {
            axis: key(planned.axis),
            margin: planned.margin * by,
            shown: planned.shown * by,
            chance_unchanged_passes: planned.chance,
        }
    }
}

/// What was found on an axis, in the unit in which it is told.
#[derive(Clone, Debug, Serialize)]
struct Row {
    axis: &'static str,
    before: f64,
    now: f64,
    difference: f64,
    low: f64,
    high: f64,
    margin: f64,
    correlation: Option<f64>,
    shows: &'static str,
}

impl From<&Finding> for Row {
    fn from(finding: &Finding) -> Self {
        let Finding { axis, means, difference, margin, shows, pairs } = *finding;
        let by = scale(axis);
        Self {
            axis: key(axis),
            before: means[0] * by,
            now: means[1] * by,
            difference: difference.estimate * by,
            low: difference.low * by,
            high: difference.high * by,
            margin: margin * by,
            correlation: pairs.correlation(),
            shows: match shows {
                Shows::Equivalence => "equivalent",
                Shows::Shift => "shifted",
                Shows::Nothing => "not shown",
            },
        }
    }
}

impl Row {
    /// The change with its interval.
    fn change(&self) -> String {
        format!("{:+.2} ({:+.2} to {:+.2})", self.difference, self.low, self.high)
    }
}

/// Writes what a gate can tell apart, before it plays anything.
///
/// # Errors
/// Only the writer's.
pub fn write_plan(baseline: &Baseline, planned: &[Planned], to: &mut impl Write) -> fmt::Result {
    let Head { terms, players, seed, games, title, .. } = &baseline.head;
    writeln!(
        to,
        "{title}: {games} games, {} against {}, seed {seed}, beside those of the baseline",
        players[0], players[1]
    )?;
    let names: Vec<String> = planned.iter().map(|planned| name(&baseline.head, planned.axis)).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let power = format!("shown with {} %", terms.power);
    writeln!(to, "  {:width$}  {:>10}  {power:>15}  passes unchanged", "", "margin")?;
    for (name, sight) in names.iter().zip(planned.iter().map(Sight::from)) {
        writeln!(
            to,
            "  {name:width$}  {:>10.2}  {:>15.2}  {:>14.1} %",
            sight.margin,
            sight.shown,
            100.0 * sight.chance_unchanged_passes
        )?;
    }
    writeln!(
        to,
        "A change as large as a margin passes with a chance of {} % at most; without a change, but with other dice, \
         all axes\npass with {} % at least. Dice in common make it sharper than this.",
        terms.level, terms.power
    )
}

impl GateReport<'_> {
    /// Writes it.
    ///
    /// # Errors
    /// Only the writer's.
    pub fn write(&self, form: GateForm, to: &mut impl Write) -> fmt::Result {
        match form {
            GateForm::Text => self.write_text(to),
            GateForm::Markdown => self.write_markdown(to),
            GateForm::Junit => self.write_junit(to),
            GateForm::Github => self.write_github(to),
            GateForm::Json => self.write_json(to),
        }
    }

    fn head(&self) -> &Head {
        &self.baseline.head
    }

    /// What was compared.
    fn played(&self) -> String {
        let Head { players, seed, .. } = self.head();
        format!("{} games, {} against {}, seed {seed}", self.judgement.games, players[0], players[1])
    }

    /// How many games are other games, and how to look at one; in one sentence.
    fn differing(&self) -> String {
        let Judgement { games, differing, first_differing, .. } = *self.judgement;
        match first_differing {
            _ if games == 0 => "nothing was played".to_owned(),
            None => "every game is the game that it was".to_owned(),
            Some(number) => {
                format!("{differing} of {games} games are not what they were; the first is number {number}")
            }
        }
    }

    /// The command that tells the first game that is another.
    fn look(&self) -> Option<String> {
        Some(format!("{} --number {}", self.replay, self.judgement.first_differing?))
    }

    /// What the change is on the axes that shifted, in one line each.
    fn shifts(&self) -> impl Iterator<Item = String> + '_ {
        let shifted = self.judgement.findings.iter().filter(|finding| finding.shows == Shows::Shift);
        shifted.map(|finding| self.sentence(finding))
    }

    fn sentence(&self, finding: &Finding) -> String {
        let row = Row::from(finding);
        format!(
            "{}: {:.2} before, {:.2} now, a change of {}, margin {}",
            name(self.head(), finding.axis),
            row.before,
            row.now,
            row.change(),
            row.margin
        )
    }

    fn confidence(&self) -> u8 {
        100 - 2 * self.head().terms.level
    }

    fn write_text(&self, to: &mut impl Write) -> fmt::Result {
        let head = self.head();
        writeln!(to, "{}: {}", shout(self.judgement.answer), head.title)?;
        writeln!(to, "{}; {}", self.played(), self.differing())?;
        for obstacle in &self.judgement.obstacles {
            writeln!(to, "- {obstacle}")?;
        }
        if let Some(look) = self.look() {
            writeln!(to, "  {look}")?;
        }
        if self.judgement.findings.is_empty() {
            return Ok(());
        }
        let names: Vec<String> =
            self.judgement.findings.iter().map(|finding| name(head, finding.axis)).collect();
        let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let change = format!("change ({} %)", self.confidence());
        writeln!(to, "\n  {:width$}  {:>8}  {:>8}  {change:<28}  {:>6}", "", "before", "now", "margin")?;
        for (name, row) in names.iter().zip(self.judgement.findings.iter().map(Row::from)) {
            writeln!(
                to,
                "  {name:width$}  {:>8.2}  {:>8.2}  {:<28}  {:>6}  {}",
                row.before,
                row.now,
                row.change(),
                row.margin,
                row.shows
            )?;
        }
        Ok(())
    }

    fn write_markdown(&self, to: &mut impl Write) -> fmt::Result {
        let head = self.head();
        writeln!(to, "### szala gate: {}\n", shout(self.judgement.answer))?;
        writeln!(to, "**{}**: {}; {}.", cell(&head.title), cell(&self.played()), self.differing())?;
        if !self.judgement.obstacles.is_empty() {
            writeln!(to)?;
        }
        for obstacle in &self.judgement.obstacles {
            writeln!(to, "- {}", cell(&obstacle.to_string()))?;
        }
        if !self.judgement.findings.is_empty() {
            writeln!(to, "\n| | before | now | change ({} %) | margin | shows |", self.confidence())?;
            writeln!(to, "|---|--:|--:|--:|--:|---|")?;
        }
        for finding in &self.judgement.findings {
            let row = Row::from(finding);
            let shows = if finding.shows == Shows::Equivalence {
                row.shows.to_owned()
            } else {
                format!("**{}**", row.shows)
            };
            writeln!(
                to,
                "| {} | {:.2} | {:.2} | {} | {} | {shows} |",
                cell(&name(head, finding.axis)),
                row.before,
                row.now,
                row.change(),
                row.margin
            )?;
        }
        if let Some(look) = self.look() {
            writeln!(to, "\nLook at the first of these games with\n\n```sh\n{look}\n```")?;
        }
        let each: Vec<String> = self
            .planned
            .iter()
            .map(Sight::from)
            .map(|sight| format!("{} {:.2}", sight.axis, sight.shown))
            .collect();
        writeln!(
            to,
            "\nA change as large as a margin passes with a chance of {} % at most, no change but of the dice with {} % \
             at least. Even without dice in common, {} % of changes of this size would be shown: {}.",
            head.terms.level,
            head.terms.power,
            head.terms.power,
            each.join(", ")
        )
    }

    fn write_junit(&self, to: &mut impl Write) -> fmt::Result {
        let head = self.head();
        let suite = Xml(&head.title);
        let findings = &self.judgement.findings;
        // An axis on which nothing is shown is among what keeps the gate from judging: told once, as an error.
        let failures = findings.iter().filter(|finding| finding.shows == Shows::Shift).count();
        let errors = usize::from(!self.judgement.obstacles.is_empty());
        let tests = 1 + self.planned.len();
        writeln!(to, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
        writeln!(
            to,
            "<testsuites name=\"szala gate\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\">"
        )?;
        writeln!(
            to,
            "  <testsuite name=\"{suite}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\">"
        )?;
        writeln!(to, "    <properties>")?;
        for (property, value) in [
            ("answer", shout(self.judgement.answer).to_owned()),
            ("baseline", self.file.to_owned()),
            ("played", self.played()),
            ("differing", self.differing()),
        ] {
            writeln!(to, "      <property name=\"{property}\" value=\"{}\"/>", Xml(&value))?;
        }
        writeln!(to, "    </properties>")?;
        write!(to, "    <testcase classname=\"{suite}\" name=\"can be judged\"")?;
        let reasons: Vec<String> = self.judgement.obstacles.iter().map(ToString::to_string).collect();
        match reasons.first() {
            None => writeln!(to, "/>")?,
            Some(first) => writeln!(
                to,
                ">\n      <error type=\"INVALID\" message=\"{}\">{}</error>\n    </testcase>",
                Xml(first),
                Xml(&reasons.join("\n"))
            )?,
        }
        for planned in self.planned {
            write!(to, "    <testcase classname=\"{suite}\" name=\"{}\"", Xml(&name(head, planned.axis)))?;
            let finding = findings.iter().find(|finding| finding.axis == planned.axis);
            match finding {
                Some(finding) if finding.shows == Shows::Shift => {
                    let told = self.sentence(finding);
                    let look = self.look().unwrap_or_default();
                    writeln!(
                        to,
                        ">\n      <failure type=\"SHIFTED\" message=\"{}\">{}\n{}</failure>\n    </testcase>",
                        Xml(&told),
                        Xml(&told),
                        Xml(&look)
                    )?;
                }
                Some(finding) => {
                    let told = self.sentence(finding);
                    writeln!(to, ">\n      <system-out>{}</system-out>\n    </testcase>", Xml(&told))?;
                }
                None => writeln!(to, "/>")?,
            }
        }
        writeln!(to, "  </testsuite>\n</testsuites>")
    }

    fn write_github(&self, to: &mut impl Write) -> fmt::Result {
        let title = format!("szala gate: {}", shout(self.judgement.answer));
        let line = |to: &mut dyn Write, level: &str, message: &str| {
            writeln!(
                to,
                "::{level} file={},title={}::{}",
                Property(self.file),
                Property(&title),
                Message(message)
            )
        };
        let head = format!("{}: {}; {}", self.head().title, self.played(), self.differing());
        if self.judgement.answer.passes() {
            return line(to, "notice", &head);
        }
        let reasons = self.judgement.obstacles.iter().map(ToString::to_string);
        let mut told: Vec<String> = core::iter::once(head).chain(reasons).chain(self.shifts()).collect();
        told.extend(self.look());
        line(to, "error", &told.join("\n"))
    }

    fn write_json(&self, to: &mut impl Write) -> fmt::Result {
        #[derive(Serialize)]
        struct Document<'d> {
            answer: &'static str,
            title: &'d str,
            baseline: &'d str,
            players: &'d [String; 2],
            seed: u64,
            games: usize,
            differing: usize,
            first_differing: Option<usize>,
            level: f64,
            power: f64,
            planned: Vec<Sight>,
            axes: Vec<Row>,
            reasons: Vec<String>,
            replay: Option<String>,
        }
        let Head { title, players, seed, terms, .. } = self.head();
        let Judgement { games, differing, first_differing, findings, obstacles, .. } = self.judgement;
        let document = Document {
            answer: shout(self.judgement.answer),
            title,
            baseline: self.file,
            players,
            seed: *seed,
            games: *games,
            differing: *differing,
            first_differing: *first_differing,
            level: terms.level(),
            power: f64::from(terms.power) / 100.0,
            planned: self.planned.iter().map(Sight::from).collect(),
            axes: findings.iter().map(Row::from).collect(),
            reasons: obstacles.iter().map(ToString::to_string).collect(),
            replay: self.look(),
        };
        writeln!(to, "{}", serde_json::to_string_pretty(&document).map_err(|_| fmt::Error)?)
    }
}

/// A text in a cell of a Markdown table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

/// A text in XML, inside of an element or an attribute.
struct Xml<'x>(&'x str);

impl fmt::Display for Xml<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.chars() {
            match character {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                // No XML may hold them, however they are written.
                control if control.is_control() && control != '\n' => f.write_char(' ')?,
                plain => f.write_char(plain)?,
            }
        }
        Ok(())
    }
}

/// The text of a workflow command: it ends at the end of the line.
struct Message<'m>(&'m str);

impl fmt::Display for Message<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A"))
    }
}

/// A property of a workflow command: it ends at a comma or at two colons.
struct Property<'p>(&'p str);

impl fmt::Display for Property<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Message(self.0).to_string().replace(':', "%3A").replace(',', "%2C"))
    }
}

#[cfg(test)]
mod tests;
