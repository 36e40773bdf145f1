//! The result of the gate: for a reader, a pull request, a test runner, an annotation, a program. Every format names
//! every axis, the games played, and the changes that could be detected.

use core::fmt::{self, Write};

use serde::Serialize;
use serde_json::json;
use szala_analysis::aggregate::Counts;
use szala_analysis::compare::Axis;
use szala_analysis::gate::{Answer, Baseline, Finding, Head, Judgement, Planned, Shows};
use szala_analysis::{Estimate, Intervals, Unit};
use szala_kernel::BySide;

use crate::compare::axis_name;
use crate::figures::{scale, signed, value};
use crate::play::{Mixes, against, body_without_verdict};
use crate::{Body, Findings, Grid, Row, row};

/// A judgement with its names.
#[derive(Clone, Copy, Debug)]
pub struct GateReport<'g> {
    /// The file of the baseline.
    pub file: &'g str,
    /// The baseline.
    pub baseline: &'g Baseline,
    /// What could be detected, computed in advance.
    pub planned: &'g [Planned],
    /// The result.
    pub judgement: &'g Judgement,
    /// The command that replays a game, up to the game's number.
    pub replay: &'g str,
    /// The mixes that played, if both sides were played by those of one file.
    pub mixes: Option<&'g Mixes>,
    /// How the games ended this time, if they were played.
    pub counts: Counts,
}

/// The findings of the gate.
#[derive(Debug, Serialize)]
pub struct GateFindings<'g> {
    answer: &'static str,
    title: &'g str,
    baseline: &'g str,
    sides: [&'g str; 2],
    players: &'g [String; 2],
    seed: u64,
    games: usize,
    differing: usize,
    first_differing: Option<usize>,
    /// The chance that a change as large as a margin passes; the intervals of differences are at twice this level.
    level: f64,
    power: f64,
    planned: Vec<Sight>,
    axes: Vec<AxisFindings>,
    reasons: Vec<String>,
    replay: Option<String>,
    /// For the score of the first side in this time's games.
    play_interval: Option<Estimate>,
    play: Option<&'g Mixes>,
    #[serde(skip)]
    report: GateReport<'g>,
}

/// The answer in capitals.
pub fn shout(answer: Answer) -> &'static str {
    match answer {
        Answer::Unchanged => "UNCHANGED",
        Answer::Equivalent => "EQUIVALENT",
        Answer::Shifted => "SHIFTED",
        Answer::Invalid => "INVALID",
    }
}

/// The name of an axis, with its unit.
fn name(head: &Head, axis: Axis) -> String {
    axis_name(BySide::from_fn(|side| head.sides[side].as_str()), axis)
}

/// What could be detected on an axis.
#[derive(Clone, Debug, Serialize)]
struct Sight {
    axis: &'static str,
    unit: Unit,
    margin: f64,
    shown: f64,
    chance_unchanged_passes: f64,
}

impl From<&Planned> for Sight {
    fn from(planned: &Planned) -> Self {
        let &Planned { axis, margin, shown, chance, .. } = planned;
        Self { axis: axis.key(), unit: axis.unit(), margin, shown, chance_unchanged_passes: chance }
    }
}

/// The result on an axis.
#[derive(Clone, Debug, Serialize)]
struct AxisFindings {
    axis: &'static str,
    before: Estimate,
    now: Estimate,
    difference: Estimate,
    margin: f64,
    correlation: Option<f64>,
    /// `equivalent`, `shifted` or `not shown`.
    shows: &'static str,
    #[serde(skip)]
    name: String,
}

impl AxisFindings {
    fn of(finding: &Finding, head: &Head) -> Self {
        let Finding { axis, difference, margin, shows, pairs, .. } = *finding;
        let unit = axis.unit();
        let own = |sums: szala_analysis::statistics::paired::Pairs| match unit {
            Unit::Share => {
                let hits = u64::try_from(sums.a).expect("a rate is that of values which are 0 or 1");
                Intervals::Fixed.rate(hits, sums.n)
            }
            _ => Intervals::Fixed.mean(&sums, f64::NEG_INFINITY, unit),
        };
        let now = szala_analysis::statistics::paired::Pairs { a: pairs.b, aa: pairs.bb, ..pairs };
        Self {
            axis: axis.key(),
            before: own(pairs),
            now: own(now),
            difference: Estimate::new(difference, pairs.n, unit),
            margin,
            correlation: pairs.correlation(),
            shows: match shows {
                Shows::Equivalence => "equivalent",
                Shows::Shift => "shifted",
                Shows::Nothing => "not shown",
            },
            name: name(head, axis),
        }
    }

    /// The margin in the reader's unit.
    fn margin(&self) -> String {
        let margin = format!("{:.4}", self.margin * scale(self.difference.unit));
        margin.trim_end_matches('0').trim_end_matches('.').to_owned()
    }

    fn sentence(&self) -> String {
        let (before, now) = (value(self.before), value(self.now));
        let (change, margin) = (signed(self.difference), self.margin());
        format!("{}: {before} before, {now} now, a change of {change}, margin {margin}", self.name)
    }
}

/// What a gate can detect, before it plays anything.
pub fn plan_body(baseline: &Baseline, planned: &[Planned], body: &mut Body) {
    let Head { terms, players, seed, games, title, .. } = &baseline.head;
    body.title(format!(
        "{title}: {games} games, {}, seed {seed}, beside those of the baseline",
        against(players.each_ref().map(String::as_str), None)
    ));
    let mut grid = Grid::with_head([
        String::new(),
        "margin".to_owned(),
        format!("shown with {} %", terms.power),
        "passes unchanged, %".to_owned(),
    ]);
    for planned in planned {
        let sight = Sight::from(planned);
        let by = scale(sight.unit);
        grid.push([
            name(&baseline.head, planned.axis),
            format!("{:.2}", sight.margin * by),
            format!("{:.2}", sight.shown * by),
            format!("{:.1}", 100.0 * sight.chance_unchanged_passes),
        ]);
    }
    body.table(grid);
    body.line(format!(
        "A change as large as a margin passes with a chance of {} % at most; without a change, but with other dice, \
         all axes pass with {} % at least. Dice in common make it sharper than this.",
        terms.level, terms.power
    ));
}

impl<'g> GateReport<'g> {
    /// The findings.
    pub fn findings(self) -> GateFindings<'g> {
        let head = &self.baseline.head;
        let Judgement { games, differing, first_differing, findings, obstacles, .. } = self.judgement;
        GateFindings {
            answer: shout(self.judgement.answer),
            title: &head.title,
            baseline: self.file,
            sides: BySide::from_fn(|side| head.sides[side].as_str()).0,
            players: &head.players,
            seed: head.seed,
            games: *games,
            differing: *differing,
            first_differing: *first_differing,
            level: head.terms.level(),
            power: f64::from(head.terms.power) / 100.0,
            planned: self.planned.iter().map(Sight::from).collect(),
            axes: findings.iter().map(|finding| AxisFindings::of(finding, head)).collect(),
            reasons: obstacles.iter().map(ToString::to_string).collect(),
            replay: self.look(),
            play_interval: self.mixes.and_then(|mixes| mixes.interval(Intervals::Fixed.score(self.counts))),
            play: self.mixes,
            report: self,
        }
    }

    /// The games that were compared.
    fn played(&self) -> String {
        let Head { players, seed, .. } = &self.baseline.head;
        let who = against(players.each_ref().map(String::as_str), self.mixes);
        format!("{} games, {who}, seed {seed}", self.judgement.games)
    }

    /// How many games differ, and how to look at one; in one sentence.
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

    /// The command that replays the first game that differs.
    fn look(&self) -> Option<String> {
        Some(format!("{} --number {}", self.replay, self.judgement.first_differing?))
    }
}

impl Findings for GateFindings<'_> {
    const COMMAND: &'static str = "gate";

    fn body(&self, body: &mut Body) {
        body.title(format!("{}: {}", self.answer, self.title));
        body.line(format!("{}; {}", self.report.played(), self.report.differing()));
        for reason in &self.reasons {
            body.item(reason);
        }
        if let Some(look) = &self.replay {
            body.command(look);
        }
        let terms = &self.report.baseline.head.terms;
        let change = format!("change ({} %)", 100 - 2 * terms.level);
        let mut grid = Grid::with_head(["", "before", "now", &change, "margin", ""]);
        for axis in &self.axes {
            let (before, now) = (value(axis.before), value(axis.now));
            let (change, shows) = (signed(axis.difference), axis.shows.to_owned());
            grid.push([axis.name.clone(), before, now, change, axis.margin(), shows]);
        }
        if !grid.is_empty() {
            body.table(grid);
        }
        body_without_verdict(self.sides[0], self.play_interval, self.play, body);
    }

    fn rows(&self) -> Vec<Row> {
        let of = |axis: &AxisFindings| {
            let AxisFindings { axis, before, now, difference, margin, correlation, shows, .. } = axis;
            row(&json!({
                "answer": self.answer, "axis": axis, "unit": difference.unit, "games": difference.games,
                "before": before, "now": now, "difference": difference, "margin": margin,
                "correlation": correlation, "shows": shows,
            }))
        };
        if !self.axes.is_empty() {
            return self.axes.iter().map(of).collect();
        }
        // No axis was compared: only the answer is shown, with its reasons.
        let Self { answer, games, differing, reasons, .. } = self;
        vec![row(&json!({
            "answer": answer, "games": games, "differing": differing, "reasons": reasons,
        }))]
    }
}

impl GateFindings<'_> {
    /// Writes it as `JUnit` XML, for any program that shows test results.
    ///
    /// # Errors
    /// Only those of the writer.
    pub fn write_junit(&self, to: &mut impl Write) -> fmt::Result {
        let suite = Xml(self.title);
        // An inconclusive axis is one reason why the gate cannot judge: it is reported once, as an error.
        let failures = self.shifts().count();
        let errors = usize::from(!self.reasons.is_empty());
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
            ("answer", self.answer.to_owned()),
            ("baseline", self.baseline.to_owned()),
            ("played", self.report.played()),
            ("differing", self.report.differing()),
        ] {
            writeln!(to, "      <property name=\"{property}\" value=\"{}\"/>", Xml(&value))?;
        }
        writeln!(to, "    </properties>")?;
        write!(to, "    <testcase classname=\"{suite}\" name=\"can be judged\"")?;
        match self.reasons.first() {
            None => writeln!(to, "/>")?,
            Some(first) => writeln!(
                to,
                ">\n      <error type=\"INVALID\" message=\"{}\">{}</error>\n    </testcase>",
                Xml(first),
                Xml(&self.reasons.join("\n"))
            )?,
        }
        for planned in self.report.planned {
            let called = name(&self.report.baseline.head, planned.axis);
            write!(to, "    <testcase classname=\"{suite}\" name=\"{}\"", Xml(&called))?;
            match self.axes.iter().find(|axis| axis.axis == planned.axis.key()) {
                Some(axis) if axis.shows == "shifted" => {
                    let told = axis.sentence();
                    let look = self.replay.as_deref().unwrap_or_default();
                    writeln!(
                        to,
                        ">\n      <failure type=\"SHIFTED\" message=\"{}\">{}\n{}</failure>\n    </testcase>",
                        Xml(&told),
                        Xml(&told),
                        Xml(look)
                    )?;
                }
                Some(axis) => {
                    let told = axis.sentence();
                    writeln!(to, ">\n      <system-out>{}</system-out>\n    </testcase>", Xml(&told))?;
                }
                None if self.reasons.is_empty() => writeln!(to, "/>")?,
                // Nothing was played, so nothing passed.
                None => writeln!(to, "><skipped/></testcase>")?,
            }
        }
        writeln!(to, "  </testsuite>\n</testsuites>")
    }

    /// Writes it as a GitHub workflow command: an error or a notice beside the change.
    ///
    /// # Errors
    /// Only those of the writer.
    pub fn write_github(&self, to: &mut impl Write) -> fmt::Result {
        let title = format!("szala gate: {}", self.answer);
        let line = |to: &mut dyn Write, level: &str, message: &str| {
            writeln!(
                to,
                "::{level} file={},title={}::{}",
                Property(self.baseline),
                Property(&title),
                Message(message)
            )
        };
        let head = format!("{}: {}; {}", self.title, self.report.played(), self.report.differing());
        if self.report.judgement.answer.passes() {
            return line(to, "notice", &head);
        }
        let reasons = self.reasons.iter().cloned();
        let shifts = self.shifts().map(AxisFindings::sentence);
        let mut told: Vec<String> = core::iter::once(head).chain(reasons).chain(shifts).collect();
        told.extend(self.replay.clone());
        line(to, "error", &told.join("\n"))
    }

    fn shifts(&self) -> impl Iterator<Item = &AxisFindings> {
        self.axes.iter().filter(|axis| axis.shows == "shifted")
    }
}

/// A text in XML, inside an element or an attribute.
struct Xml<'x>(&'x str);

impl fmt::Display for Xml<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.chars() {
            match character {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                // XML forbids them, however they are written.
                control if control.is_control() && control != '\n' => f.write_char(' ')?,
                plain => f.write_char(plain)?,
            }
        }
        Ok(())
    }
}

/// The text of a workflow command, which ends at the end of the line.
struct Message<'m>(&'m str);

impl fmt::Display for Message<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A"))
    }
}

/// A property of a workflow command, which ends at a comma or at two colons.
struct Property<'p>(&'p str);

impl fmt::Display for Property<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Message(self.0).to_string().replace(':', "%3A").replace(',', "%2C"))
    }
}

#[cfg(test)]
mod tests;
