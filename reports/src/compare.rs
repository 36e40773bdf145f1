//! Two variants side by side: what each of them scored, how far they differ with the interval of the difference, and
//! what it was worth to play them in pairs.

use core::fmt::{self, Write};

use serde::Serialize;
use szala_analysis::compare::{Axis, Comparison};
use szala_analysis::statistics::change::{Answer, Question};
use szala_analysis::{ALPHA, Interval};
use szala_kernel::{BySide, Side};

use crate::chart::data::Source;
use crate::chart::{Frame, Picture, forest, forest_of, score_more};

/// A comparison with its names, ready to be read.
#[derive(Clone, Copy, Debug)]
pub struct ComparisonReport<'c> {
    /// What was played: the variant that is the standard of comparison, and the other.
    pub titles: [&'c str; 2],
    /// The names of the sides.
    pub sides: BySide<&'c str>,
    /// The names of those who played them.
    pub players: BySide<&'c str>,
    /// The seed.
    pub seed: u64,
    /// What came of it.
    pub comparison: &'c Comparison,
    /// What was asked of it, if the pairs went on until that was answered: then intervals hold at any time.
    pub inquiry: Option<Asked>,
}

/// What pairs were played for until it was answered.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// Whether the score changes by so much.
    pub question: Question,
    /// What they answered, if they did.
    pub answer: Option<Answer>,
}

/// Where intervals that hold at any time are narrowest: the usual number of pairs.
const TUNED_FOR: u64 = 10_000;

/// For whom a comparison is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComparisonForm {
    /// For a reader.
    Text,
    /// One JSON document.
    Json,
}

/// How much more the second variant has, with its 95 % interval.
#[derive(Clone, Copy, Debug, Serialize)]
struct Difference {
    mean: f64,
    low: f64,
    high: f64,
}

/// An axis in numbers: means of both, and of the differences.
#[derive(Clone, Copy, Debug, Serialize)]
struct Row {
    pairs: u64,
    first: f64,
    second: f64,
    difference: Difference,
    correlation: Option<f64>,
    /// Independent games of each variant that tell as much as the pairs; nothing where all pairs differ alike.
    worth_games: Option<f64>,
}

/// How the values of an axis are shown: in what unit, with how many digits.
#[derive(Clone, Copy)]
struct Scale {
    by: f64,
    digits: usize,
}

const POINTS: Scale = Scale { by: 100.0, digits: 2 };
const PLAIN: Scale = Scale { by: 1.0, digits: 2 };
/// A score is counted in half points.
const HALVES: Scale = Scale { by: 50.0, digits: 2 };

fn scale(axis: Axis) -> Scale {
    match axis {
        Axis::Win | Axis::Draw | Axis::Loss | Axis::Aborted => POINTS,
        Axis::Score => HALVES,
        Axis::Margin | Axis::Length => PLAIN,
    }
}

/// What an axis is called, with its unit.
pub(crate) fn axis_name(sides: BySide<&str>, axis: Axis) -> String {
    let [first, second] = Side::BOTH.map(|side| sides[side]);
    match axis {
        Axis::Win => format!("{first} win, %"),
        Axis::Draw => "draw, %".to_owned(),
        Axis::Loss => format!("{second} win, %"),
        Axis::Score => format!("score of {first}, %"),
        Axis::Margin => format!("VP of {first} less {second}"),
        Axis::Length => "decisions a game".to_owned(),
        Axis::Aborted => "games without an end, %".to_owned(),
    }
}

impl ComparisonReport<'_> {
    fn row(&self, axis: Axis) -> Row {
        let (Scale { by, .. }, pairs) = (scale(axis), self.comparison.on(axis));
        let Interval { estimate, low, high } = self.difference(axis);
        let worth = pairs.equivalent_games();
        Row {
            pairs: pairs.n,
            first: pairs.first().mean * by,
            second: pairs.second().mean * by,
            difference: Difference { mean: estimate, low, high },
            correlation: pairs.correlation(),
            worth_games: worth.is_finite().then_some(worth),
        }
    }

    /// How much more the second variant has, in the unit of the axis.
    fn difference(&self, axis: Axis) -> Interval {
        let Scale { by, .. } = scale(axis);
        let scaled = |by: f64, Interval { estimate, low, high }| Interval {
            estimate: estimate * by,
            low: low * by,
            high: high * by,
        };
        match (self.inquiry, axis) {
            (None, _) => scaled(by, self.comparison.on(axis).mean_difference(ALPHA)),
            // Not in half points.
            (Some(_), Axis::Score) => {
                scaled(2.0 * by, self.comparison.difference_at_any_time(axis, TUNED_FOR))
            }
            (Some(_), _) => scaled(by, self.comparison.difference_at_any_time(axis, TUNED_FOR)),
        }
    }

    /// Draws how far the score is shifted.
    pub fn picture(&self, frame: Frame) -> Picture {
        let source = Source {
            label: String::new(),
            title: self.titles[0].to_owned(),
            players: self.players.0.map(str::to_owned),
            games: self.comparison.pairs,
            aborted: 0,
            is_anytime: self.inquiry.is_some(),
        };
        let more = match self.inquiry {
            Some(_) => self.comparison.difference_at_any_time(Axis::Score, TUNED_FOR),
            None => score_more(self.comparison),
        };
        let change = [(self.titles[1], more)].into_iter();
        forest(&forest_of(self.sides[Side::First], source, change, frame.language), frame)
    }

    /// Writes it.
    ///
    /// # Errors
    /// Only the writer's.
    pub fn write(&self, form: ComparisonForm, to: &mut impl Write) -> fmt::Result {
        match form {
            ComparisonForm::Text => self.write_text(to),
            ComparisonForm::Json => self.write_json(to),
        }
    }

    fn write_text(&self, to: &mut impl Write) -> fmt::Result {
        let Comparison { pairs, differing, first_differing, .. } = self.comparison;
        let BySide([first, second]) = self.players;
        let [a, b] = self.titles;
        writeln!(to, "A: {a}\nB: {b}")?;
        let noun = if *pairs == 1 { "pair" } else { "pairs" };
        writeln!(
            to,
            "{pairs} {noun} of games with the same dice, {first} against {second}, seed {}",
            self.seed
        )?;
        match first_differing {
            None => writeln!(to, "no two games differ")?,
            Some(number) => {
                writeln!(to, "in {differing} of them the two games differ; the first is --number {number}")?;
            }
        }
        if let Some(asked) = self.inquiry {
            self.write_answer(asked, to)?;
        }
        // Games without an end are told of where there are any.
        let is_told = |axis: &Axis| {
            let pairs = self.comparison.on(*axis);
            *axis != Axis::Aborted || pairs.a + pairs.b > 0
        };
        let row = |axis| (axis_name(self.sides, axis), axis, self.row(axis));
        let rows: Vec<(String, Axis, Row)> = Axis::ALL.into_iter().filter(is_told).map(row).collect();
        let width = rows.iter().map(|(name, ..)| name.chars().count()).max().unwrap_or(0);
        writeln!(
            to,
            "\n  {:width$}  {:>8}  {:>8}  {:<28}  {:>5}  worth",
            "", "A", "B", "B less A (95 %)", "rho"
        )?;
        for (name, axis, row) in rows {
            let Scale { digits, .. } = scale(axis);
            let Difference { mean, low, high } = row.difference;
            let difference = if low.is_finite() && high.is_finite() {
                format!("{mean:+.digits$} ({low:+.digits$} to {high:+.digits$})")
            } else {
                format!("{mean:+.digits$} (no bounds yet)")
            };
            let rho = row.correlation.map_or_else(|| "-".to_owned(), |rho| format!("{rho:.2}"));
            let worth = row
                .worth_games
                .map_or_else(|| "no end of games".to_owned(), |games| format!("{games:.0} games"));
            writeln!(
                to,
                "  {name:width$}  {:>8.digits$}  {:>8.digits$}  {difference:<28}  {rho:>5}  {worth}",
                row.first, row.second
            )?;
        }
        writeln!(
            to,
            "\nrho is the correlation of the two games of a pair; worth is how many independent games of each variant\n\
             would have told the difference as well as these pairs did."
        )?;
        if self.inquiry.is_some() {
            writeln!(
                to,
                "The pairs ended by what they showed; so the intervals are those that hold at any time, which are \
                 wider than\nthose of a number of pairs chosen before."
            )?;
        }
        Ok(())
    }

    /// What was asked, and what the pairs say to it.
    fn write_answer(&self, asked: Asked, to: &mut impl Write) -> fmt::Result {
        let Asked { question, answer } = asked;
        let score = format!("the score of {}", self.sides[Side::First]);
        // Two digits are as fine as it can be asked for.
        let points = format!("{:.2}", question.size * POINTS.by);
        let points = points.trim_end_matches('0').trim_end_matches('.');
        let noun = if points == "1" { "point" } else { "points" };
        let [level, missed] = [question.level, 1.0 - question.power].map(|chance| chance * 100.0);
        match answer {
            Some(Answer::More) => writeln!(to, "\n{score} rises")?,
            Some(Answer::Less) => writeln!(to, "\n{score} falls")?,
            Some(Answer::Neither) => writeln!(to, "\n{score} shows no change of {points} {noun}")?,
            None => {
                writeln!(
                    to,
                    "\nundecided whether {score} changes by {points} {noun}; more --games may tell"
                )?;
            }
        }
        writeln!(
            to,
            "  asked after every pair: does it change by {points} {noun}, or not at all? {level:.0} of 100 answers \
             find a change where there is\n  none, {missed:.0} of 100 miss one of that size"
        )?;
        let variance = self.comparison.score_difference().variance;
        if variance > 0.0 {
            let pairs = question.fixed(variance).ceil();
            writeln!(to, "  with a number of pairs chosen before, such an answer takes {pairs:.0}")?;
        }
        Ok(())
    }

    fn write_json(&self, to: &mut impl Write) -> fmt::Result {
        #[derive(Serialize)]
        struct Document<'d> {
            first: &'d str,
            second: &'d str,
            sides: [&'d str; 2],
            players: [&'d str; 2],
            seed: u64,
            pairs: u64,
            differing: u64,
            first_differing: Option<u64>,
            intervals: &'static str,
            inquiry: Option<Inquiry>,
            win: Row,
            draw: Row,
            loss: Row,
            score: Row,
            margin: Row,
            decisions: Row,
            aborted: Row,
        }
        /// What was asked, the change in points.
        #[derive(Serialize)]
        struct Inquiry {
            points: f64,
            level: f64,
            power: f64,
            answer: &'static str,
            fixed_pairs: f64,
        }
        let row = |axis| self.row(axis);
        let inquiry = |Asked { question, answer }| Inquiry {
            points: question.size * POINTS.by,
            level: question.level,
            power: question.power,
            answer: match answer {
                Some(Answer::More) => "more",
                Some(Answer::Less) => "less",
                Some(Answer::Neither) => "neither",
                None => "undecided",
            },
            fixed_pairs: question.fixed(self.comparison.score_difference().variance).ceil(),
        };
        let document = Document {
            first: self.titles[0],
            second: self.titles[1],
            sides: self.sides.0,
            players: self.players.0,
            seed: self.seed,
            pairs: self.comparison.pairs,
            differing: self.comparison.differing,
            first_differing: self.comparison.first_differing,
            intervals: if self.inquiry.is_some() { "anytime" } else { "fixed" },
            inquiry: self.inquiry.map(inquiry),
            win: row(Axis::Win),
            draw: row(Axis::Draw),
            loss: row(Axis::Loss),
            score: row(Axis::Score),
            margin: row(Axis::Margin),
            decisions: row(Axis::Length),
            aborted: row(Axis::Aborted),
        };
        writeln!(to, "{}", serde_json::to_string_pretty(&document).map_err(|_| fmt::Error)?)
    }
}

#[cfg(test)]
mod tests {
    use szala_analysis::Half;
    use szala_analysis::compare::Pair;
    use szala_kernel::{Outcome, rule};

    use super::*;

    fn half(winner: Option<Side>, margin: i32, course: u64) -> Half {
        let outcome = Outcome { winner, margin, rule: rule!("3.1"), reason: "" };
        Half { end: Ok(outcome), decisions: 10, course }
    }

    fn report(comparison: &Comparison, form: ComparisonForm) -> String {
        let (sides, players) = (BySide(["Red", "Blue"]), BySide(["bold", "timid"]));
        let titles = ["as it is", "changed"];
        let mut text = String::new();
        ComparisonReport { titles, sides, players, seed: 7, comparison, inquiry: None }
            .write(form, &mut text)
            .expect("writing to a string never fails");
        text
    }

    /// Of four pairs one is lost and then won, one drawn and then won, two are the same.
    fn comparison() -> Comparison {
        let won = half(Some(Side::First), 2, 1);
        let lost = half(Some(Side::Second), -2, 2);
        let drawn = half(None, 0, 3);
        let pairs: [Pair; 4] = [[won, won], [lost, won], [drawn, won], [lost, lost]];
        let mut comparison = Comparison::default();
        comparison.add(20, &pairs);
        comparison
    }

    #[test]
    fn both_variants_stand_side_by_side_with_their_difference() {
        let text = report(&comparison(), ComparisonForm::Text);
        assert!(
            text.starts_with(
                "A: as it is\nB: changed\n4 pairs of games with the same dice, bold against timid"
            )
        );
        assert!(text.contains("in 2 of them the two games differ; the first is --number 21"), "{text}");
        let row = |name: &str| {
            text.lines().find(|line| line.contains(name)).expect("the table has this row").to_owned()
        };
        // Red wins 1 and then 3 of 4; scores 1.5 and then 3; its lead is -2/4 and then 4/4.
        assert!(row("Red win").contains("25.00     75.00  +50.00 ("), "{text}");
        assert!(row("score of Red").contains("37.50     75.00  +37.50 ("), "{text}");
        assert!(row("VP of Red").contains("-0.50      1.00  +1.50 ("), "{text}");
        assert!(!text.contains("without an end"), "{text}");
    }

    #[test]
    fn what_was_asked_is_answered_with_intervals_that_hold_at_any_time() {
        let comparison = comparison();
        let question = Question { size: 0.01, level: 0.05, power: 0.9 };
        let written = |answer, form| {
            let (sides, players) = (BySide(["Red", "Blue"]), BySide(["bold", "timid"]));
            let inquiry = Some(Asked { question, answer });
            let titles = ["as it is", "changed"];
            let report =
                ComparisonReport { titles, sides, players, seed: 7, comparison: &comparison, inquiry };
            let mut text = String::new();
            report.write(form, &mut text).expect("writing to a string never fails");
            text
        };
        let rises = written(Some(Answer::More), ComparisonForm::Text);
        assert!(rises.contains("\nthe score of Red rises\n"), "{rises}");
        // Differences of 0, 1, 1/2 and 0 have the variance 5/16 - 9/64 = 11/64; (3.2415 / 0.01)^2 * 11/64 = 18 059.6.
        assert!(rises.contains("such an answer takes 18060\n"), "{rises}");
        assert!(rises.contains("hold at any time"), "{rises}");
        let undecided = written(None, ComparisonForm::Text);
        assert!(
            undecided.contains("\nundecided whether the score of Red changes by 1 point;"),
            "{undecided}"
        );
        let value: serde_json::Value =
            serde_json::from_str(&written(Some(Answer::Neither), ComparisonForm::Json))
                .expect("the output is valid JSON");
        assert_eq!(
            (&value["inquiry"]["answer"], &value["intervals"]),
            (&"neither".into(), &"anytime".into())
        );
        assert_eq!(value["score"]["difference"]["mean"], 37.5);
        let plain: serde_json::Value = serde_json::from_str(&self::report(&comparison, ComparisonForm::Json))
            .expect("the output is valid JSON");
        let width = |value: &serde_json::Value| {
            let of = &value["score"]["difference"];
            of["high"].as_f64().unwrap_or(f64::INFINITY) - of["low"].as_f64().unwrap_or(f64::NEG_INFINITY)
        };
        assert!(width(&value) > width(&plain), "what may be looked at at any time is wider");
    }

    #[test]
    fn the_same_is_an_object_for_programs() {
        let value: serde_json::Value = serde_json::from_str(&report(&comparison(), ComparisonForm::Json))
            .expect("the output is valid JSON");
        assert_eq!(value["pairs"], 4);
        assert_eq!(value["first_differing"], 21);
        assert_eq!(value["win"]["difference"]["mean"], 50.0);
        // Pairs of decisions that are all alike vary in nothing.
        assert_eq!(value["decisions"]["correlation"], serde_json::Value::Null);
    }

    #[test]
    fn a_comparison_with_itself_says_that_nothing_differs() {
        let mut comparison = Comparison::default();
        comparison.add(0, &[[half(None, 0, 1); 2]; 3]);
        let text = report(&comparison, ComparisonForm::Text);
        assert!(text.contains("no two games differ"), "{text}");
        assert!(!text.contains("NaN"), "{text}");
    }
}
