//! Two variants side by side: the score of each, their difference with its interval, and how much the pairing was
//! worth.

mod adapted;
mod parts;

use serde::Serialize;
use serde_json::json;
use szala_analysis::compare::{Axis, Compared, Comparison};
use szala_analysis::statistics::Sample;
use szala_analysis::statistics::change::{Answer, Question};
use szala_analysis::statistics::interval::Interval;
use szala_analysis::why::Breakdown;
use szala_analysis::{Estimate, Intervals};
use szala_kernel::{BySide, Side};

use crate::chart::data::Source;
use crate::chart::{Frame, Picture, forest, forest_of, score_more};
use crate::figures::{counted, shown, signed, value};
use crate::lexicon::Lexicon;
use crate::play::{self, Mixes};
use crate::study::{AnswerOf, Study};
use crate::{Body, Findings, Grid, Row, row};
use adapted::AdaptedFindings;
pub use adapted::{Adapted, Worth};
pub(crate) use parts::Parts;

/// A comparison with its names.
#[derive(Clone, Copy, Debug)]
pub struct ComparisonReport<'c> {
    /// The two variants: the one to compare with, and the other.
    pub titles: [&'c str; 2],
    /// The names of the sides.
    pub sides: BySide<&'c str>,
    /// The names of the players, in each variant.
    pub players: [BySide<&'c str>; 2],
    /// The mixes that played each variant, if both sides were played by the mixes of one file.
    pub mixes: [Option<&'c Mixes>; 2],
    /// What both variants are worth when play adapts to each, if that was searched for.
    pub adapted: Option<Adapted<'c>>,
    /// The seed.
    pub seed: u64,
    /// The result.
    pub comparison: &'c Comparison,
    /// Its differences, split into parts that add up to them, if rows were kept, and the unit of the game's time.
    pub breakdown: Option<(&'c Breakdown, &'c str)>,
    /// The question, if the pairs went on until it was answered: then intervals hold at any time.
    pub inquiry: Option<Asked>,
    /// Were all the pairs played that were to be? If not, intervals hold at any time.
    pub is_whole: bool,
}

/// The question that pairs were played to answer.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// Whether the score changes by this much.
    pub question: Question,
    /// The answer, if there is one.
    pub answer: Option<Answer>,
    /// How much the score changes: median-unbiased, since the results decided when to stop.
    pub change: Interval,
}

/// The answer of pairs that have not answered the question.
const UNDECIDED: &str = "undecided";

/// Intervals that hold at any time are narrowest at this number of pairs, the usual one.
const TUNED_FOR: u64 = 10_000;

/// Why these games are not those of a run with this seed.
pub(crate) const KEYED: &str =
    "dice are keyed by what they decide, so `szala run` with this seed plays other games";

/// The name of an axis, with its unit.
pub(crate) fn axis_name(sides: BySide<&str>, axis: Axis) -> String {
    let [first, second] = Side::BOTH.map(|side| sides[side]);
    match axis {
        Axis::Win => format!("{first} win, %"),
        Axis::Draw => "draw, %".to_owned(),
        Axis::Loss => format!("{second} win, %"),
        Axis::Score => format!("score of {first}, %"),
        Axis::Lead => format!("lead of {first}, VP"),
        Axis::Length => "decisions a game".to_owned(),
        Axis::Aborted => "games without an end, %".to_owned(),
    }
}

/// The findings of a comparison.
#[derive(Debug, Serialize)]
pub struct ComparisonFindings<'c> {
    a: &'c str,
    b: &'c str,
    sides: [&'c str; 2],
    players: [&'c str; 2],
    /// For the second variant, if they differ.
    players_b: Option<[&'c str; 2]>,
    seed: u64,
    pairs: u64,
    differing: u64,
    first_differing: Option<u64>,
    intervals: Intervals,
    inquiry: Option<Inquiry>,
    axes: Axes,
    breakdown: Option<Parts>,
    play: [Option<&'c Mixes>; 2],
    /// For the scores of both, and for their difference.
    play_intervals: [Option<Estimate>; 2],
    play_interval: Option<Estimate>,
    #[serde(skip)]
    sign: Option<play::Sign>,
    adapted: Option<AdaptedFindings<'c>>,
}

/// The axes by their names.
#[derive(Debug, Serialize)]
struct Axes {
    first_wins: Compared,
    draws: Compared,
    second_wins: Compared,
    score: Compared,
    lead: Compared,
    decisions: Compared,
    aborted: Compared,
}

/// The question, with the change in parts of a game.
#[derive(Debug, Serialize)]
struct Inquiry {
    change: f64,
    level: f64,
    power: f64,
    /// `more`, `less`, `neither` or `undecided`.
    answer: &'static str,
    /// How many pairs this answer takes if their number is fixed in advance; `None` if no pair differs.
    fixed_pairs: Option<f64>,
    /// The plain mean of the pairs, which overstates the change; the estimate is the difference of the score.
    plain: f64,
}

impl From<(Asked, Sample)> for Inquiry {
    fn from((Asked { question, answer, .. }, differences): (Asked, Sample)) -> Self {
        let Sample { mean, variance, .. } = differences;
        Self {
            change: question.size,
            level: question.level,
            power: question.power,
            answer: match answer {
                Some(Answer::More) => "more",
                Some(Answer::Less) => "less",
                Some(Answer::Neither) => "neither",
                None => UNDECIDED,
            },
            fixed_pairs: (variance > 0.0).then(|| question.fixed(variance).ceil()),
            plain: mean,
        }
    }
}

impl<'c> ComparisonReport<'c> {
    /// The findings.
    pub fn findings(&self) -> ComparisonFindings<'c> {
        let comparison = self.comparison;
        let intervals = self.intervals();
        let on = |axis| comparison.compared(axis, intervals, TUNED_FOR);
        let mut score = on(Axis::Score);
        if let Some(Asked { change, .. }) = self.inquiry {
            score.difference = Estimate::new(change, comparison.on(Axis::Score).n, Axis::Score.unit());
        }
        let play_intervals = [(0, score.a), (1, score.b)].map(|(place, score): (usize, Estimate)| {
            self.mixes[place].and_then(|mixes| mixes.interval(score))
        });
        let ends = |place: usize| play_intervals[place].and_then(|one: Estimate| Some([one.low?, one.high?]));
        let play_interval = ends(0).zip(ends(1)).map(|(a, b)| play::difference([a, b], score.difference));
        let found = |place: usize| self.mixes[place].and_then(Mixes::ends);
        let sign = found(0).zip(found(1)).map(|(a, b)| play::sign([a, b], score.difference));
        let [players, others] = self.players.map(|players| players.0);
        ComparisonFindings {
            a: self.titles[0],
            b: self.titles[1],
            sides: self.sides.0,
            players,
            players_b: (others != players).then_some(others),
            seed: self.seed,
            pairs: comparison.pairs,
            differing: comparison.differing,
            first_differing: comparison.first_differing,
            intervals,
            inquiry: self.inquiry.map(|asked| (asked, comparison.score_difference()).into()),
            axes: Axes {
                first_wins: on(Axis::Win),
                draws: on(Axis::Draw),
                second_wins: on(Axis::Loss),
                score,
                lead: on(Axis::Lead),
                decisions: on(Axis::Length),
                aborted: on(Axis::Aborted),
            },
            breakdown: self.breakdown.map(|(breakdown, time)| Parts::of(breakdown, time)),
            play: self.mixes,
            play_intervals,
            play_interval,
            sign,
            adapted: self.adapted.map(AdaptedFindings::of),
        }
    }

    /// The change at adapted play as a section of a page, if play adapts.
    pub fn study(&self, answer_of: &AnswerOf, lexicon: &Lexicon) -> Option<Study> {
        let fixed = self.comparison.compared(Axis::Score, self.intervals(), TUNED_FOR);
        let adapted = AdaptedFindings::of(self.adapted?);
        Some(adapted.study([self.titles[1], self.sides.0[0]], &fixed, answer_of, lexicon))
    }

    fn intervals(&self) -> Intervals {
        if self.inquiry.is_some() || !self.is_whole { Intervals::Anytime } else { Intervals::Fixed }
    }

    /// Draws how far the score is shifted.
    pub fn picture(&self, frame: Frame, lexicon: &Lexicon) -> Picture {
        let source = Source {
            label: String::new(),
            title: lexicon.tell(self.titles[0]).into_owned(),
            players: self.players[0].0.map(str::to_owned),
            games: self.comparison.pairs,
            aborted: 0,
            is_anytime: false,
        };
        let more = match self.inquiry {
            Some(Asked { change, .. }) => change,
            None => score_more(self.comparison),
        };
        let changed = lexicon.tell(self.titles[1]);
        let change = [(&*changed, more)].into_iter();
        let side = lexicon.called(self.sides[Side::First]);
        forest(&forest_of(&side, source, change, frame.language), frame)
    }
}

impl ComparisonFindings<'_> {
    fn axes(&self) -> [(Axis, &Compared); Axis::ALL.len()] {
        let Axes { first_wins, draws, second_wins, score, lead, decisions, aborted } = &self.axes;
        let all = [first_wins, draws, second_wins, score, lead, decisions, aborted];
        core::array::from_fn(|place| (Axis::ALL[place], all[place]))
    }
}

impl Findings for ComparisonFindings<'_> {
    const COMMAND: &'static str = "compare";

    fn body(&self, body: &mut Body) {
        let Self { a, b, pairs, differing, first_differing, players, seed, .. } = self;
        body.title(format!("A: {a}"));
        body.line(format!("B: {b}"));
        let played = counted(*pairs, "pair", "pairs");
        let against = match self.players_b {
            None => play::against(*players, self.play[0]),
            Some(others) => play::against_in_both([(*players, self.play[0]), (others, self.play[1])]),
        };
        body.line(format!("{played} of games with the same dice, {against}, seed {seed}"));
        body.line(KEYED);
        match first_differing {
            None => body.line("no two games differ"),
            Some(number) => {
                let pairs = counted(*differing, "pair differs", "pairs differ");
                body.line(format!("{pairs}; the first is --number {number}"));
            }
        }
        let side = self.sides[Side::First as usize];
        if let Some(inquiry) = &self.inquiry {
            inquiry.body(side, self.axes.score.difference, body);
        }
        let sides = BySide(self.sides);
        let mut grid = Grid::with_head(["", "A", "B", "B less A (95 %)", "rho", "worth"]);
        for (axis, compared) in self.axes() {
            let Compared { a, b, difference, correlation, worth_games } = *compared;
            // Games without an end are shown if there are any.
            if axis == Axis::Aborted && [a, b].iter().all(|one| one.value == Some(0.0)) {
                continue;
            }
            let rho = correlation.map_or_else(|| "-".to_owned(), |rho| format!("{rho:.2}"));
            let worth = worth_games.map_or_else(
                || "unlimited".to_owned(),
                |games| {
                    let plural = if games.round() > 1.0 { "s" } else { "" };
                    format!("{games:.0} game{plural}")
                },
            );
            grid.push([axis_name(sides, axis), value(a), value(b), signed(difference), rho, worth]);
        }
        body.table(grid);
        body.line(
            "rho is the correlation of the two games of a pair; worth is how many independent games of each variant \
             would give as narrow an interval.",
        );
        if self.inquiry.as_ref().is_some_and(|inquiry| inquiry.answer == UNDECIDED) {
            body.line("The pairs ended before they answered the question; all intervals hold at any time.");
        } else if self.inquiry.is_some() {
            body.line(
                "The pairs ended because of what they showed. The difference of the score allows for that \
                 (docs/METHOD.md: median-unbiased); the other differences are plain means, further out than the truth, \
                 with wider intervals that hold at any time.",
            );
        } else if self.intervals == Intervals::Anytime {
            body.line("The comparison was interrupted; all intervals hold at any time.");
        }
        if let Some(parts) = &self.breakdown {
            parts.body(side, body);
        }
        self.body_of_play(side, body);
        if let Some(adapted) = &self.adapted {
            adapted.body(side, &self.axes.score, body);
        }
    }

    fn rows(&self) -> Vec<Row> {
        let row = |(axis, compared): (Axis, &Compared)| {
            let Compared { a, b, difference, correlation, worth_games } = compared;
            row(&json!({
                "axis": axis.key(), "unit": axis.unit(), "pairs": difference.games, "a": a, "b": b,
                "difference": difference, "correlation": correlation, "worth_games": worth_games,
            }))
        };
        let adapted = self.adapted.iter().flat_map(AdaptedFindings::rows);
        self.axes().into_iter().map(row).chain(adapted).collect()
    }
}

impl ComparisonFindings<'_> {
    /// How far better play could move both scores, and their difference.
    fn body_of_play(&self, side: &str, body: &mut Body) {
        if self.play.iter().all(|mixes| mixes.is_none_or(|mixes| mixes.search.is_none())) {
            return;
        }
        body.heading(format!("play intervals of the score of {side}, %"));
        for (name, (mixes, interval)) in ["A", "B"].iter().zip(self.play.iter().zip(self.play_intervals)) {
            let source = mixes.and_then(Mixes::source);
            let source =
                source.unwrap_or_else(|| "no play interval: the score is about these players only".into());
            let interval =
                interval.map(|interval| format!("{}, ", shown(interval).trim_start())).unwrap_or_default();
            body.note(format!("{name}: {interval}{source}"));
        }
        let [one, other] = self.play.map(|mixes| mixes.map(|mixes| &mixes.file));
        match self.play_interval.zip(self.sign) {
            Some((change, sign)) => body.line(play::sign_of_change(side, change, sign)),
            None if self.adapted.is_none() && one == other => body.line(
                "The change has no play interval, since the same mixes play both; `szala whatif --robust MINUTES` lets \
                 play adapt to it.",
            ),
            None => body.line("The change above has no play interval: it is for these players only."),
        }
    }
}

impl Inquiry {
    /// The question, and the answer of the pairs.
    fn body(&self, side: &str, change: Estimate, body: &mut Body) {
        let score = format!("the score of {side}");
        // Two decimals are as precise as the question can be.
        let points = format!("{:.2}", self.change * 100.0);
        let points = points.trim_end_matches('0').trim_end_matches('.');
        let points = format!("{points} {}", if points == "1" { "point" } else { "points" });
        body.heading(match self.answer {
            "more" => format!("{score} rises"),
            "less" => format!("{score} falls"),
            "neither" => format!("{score} shows no change of {points}"),
            _ => format!("undecided whether {score} changes by {points}; play more --games"),
        });
        body.note(format!(
            "Change in points, median-unbiased: {}; the plain mean of the pairs: {:+.2}",
            signed(change),
            self.plain * 100.0,
        ));
        let [level, missed] = [self.level, 1.0 - self.power].map(|chance| chance * 100.0);
        body.note(format!(
            "Tested after every pair: a change of {points} against none. False-alarm rate {level:.0} %; a change of \
             that size is missed in {missed:.0} %."
        ));
        if let Some(pairs) = self.fixed_pairs {
            body.note(format!("With a number of pairs fixed before, such an answer takes {pairs:.0}."));
        }
    }
}

#[cfg(test)]
mod tests {
    use szala_analysis::Half;
    use szala_analysis::compare::Pair;
    use szala_kernel::{Outcome, rule};

    use super::*;
    use crate::{Form, written};

    fn half(winner: Option<Side>, lead: i32, course: u64) -> Half {
        let outcome = Outcome { winner, lead, rule: rule!("3.1"), reason: "" };
        Half { end: Ok(outcome), decisions: 10, course }
    }

    fn put(comparison: &Comparison, inquiry: Option<Asked>, is_whole: bool, form: Form) -> String {
        let (sides, players) = (BySide(["Red", "Blue"]), BySide(["bold", "timid"]));
        let titles = ["as it is", "changed"];
        let (players, mixes, adapted) = ([players; 2], [None; 2], None);
        let report = ComparisonReport {
            titles,
            sides,
            players,
            mixes,
            adapted,
            seed: 7,
            comparison,
            breakdown: None,
            inquiry,
            is_whole,
        };
        written(&report.findings(), form)
    }

    fn report(comparison: &Comparison, form: Form) -> String {
        put(comparison, None, true, form)
    }

    fn asked(comparison: &Comparison, inquiry: Option<Asked>, form: Form) -> String {
        put(comparison, inquiry, true, form)
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
        let text = report(&comparison(), Form::Text);
        assert!(
            text.starts_with(
                "A: as it is\nB: changed\n4 pairs of games with the same dice, bold against timid"
            )
        );
        assert!(text.contains("2 pairs differ; the first is --number 21"), "{text}");
        let row = |name: &str| {
            text.lines()
                .find(|line| line.contains(name))
                .expect("the table has a row of that name")
                .to_owned()
        };
        // Red wins 1 and then 3 of 4; scores 1.5 and then 3; its lead is -2/4 and then 4/4.
        assert!(row("Red win").contains("  25.00  75.00  +50.00 ("), "{text}");
        assert!(row("score of Red").contains("  37.50  75.00  +37.50 ("), "{text}");
        assert!(row("lead of Red").contains("  -0.50   1.00  +1.50 ("), "{text}");
        assert!(!text.contains("without an end"), "{text}");
    }

    #[test]
    fn what_was_asked_is_answered_with_intervals_that_hold_at_any_time() {
        let comparison = comparison();
        let question = Question { size: 0.01, level: 0.05, power: 0.9 };
        let change = Interval { estimate: 0.3, low: -0.1, high: 0.7 };
        let written = |answer, form| asked(&comparison, Some(Asked { question, answer, change }), form);
        let rises = written(Some(Answer::More), Form::Text);
        assert!(rises.contains("\nthe score of Red rises\n"), "{rises}");
        // Differences of 0, 1, 1/2 and 0 have the variance 5/16 - 9/64 = 11/64; (3.2415 / 0.01)^2 * 11/64 = 18 059.6.
        assert!(rises.contains("such an answer takes 18060.\n"), "{rises}");
        assert!(rises.contains("hold at any time"), "{rises}");
        // The estimate is the score's; the plain mean of 1.5 in four games is only reported.
        let told = "Change in points, median-unbiased: +30.00 (-10.00 to +70.00); the plain mean of the pairs: +37.50";
        assert!(rises.contains(told), "{rises}");
        let score =
            rises.lines().find(|line| line.contains("score of Red, %")).expect("there is a row for it");
        assert!(score.contains("  37.50  75.00  +30.00 (-10.00 to +70.00)"), "{rises}");
        let undecided = written(None, Form::Text);
        assert!(
            undecided.contains("\nundecided whether the score of Red changes by 1 point;"),
            "{undecided}"
        );
        // They did not end because of what they showed.
        assert!(undecided.contains("\nThe pairs ended before they answered the question;"), "{undecided}");
        assert!(!undecided.contains("because of what they showed"), "{undecided}");
        let value: serde_json::Value = serde_json::from_str(&written(Some(Answer::Neither), Form::Json))
            .expect("what is written is JSON");
        assert_eq!(
            (&value["inquiry"]["answer"], &value["intervals"]),
            (&"neither".into(), &"anytime".into())
        );
        assert_eq!(value["axes"]["score"]["difference"]["value"], 0.3);
        assert_eq!(value["inquiry"]["plain"], 0.375);
        let plain: serde_json::Value =
            serde_json::from_str(&self::report(&comparison, Form::Json)).expect("what is written is JSON");
        let width = |value: &serde_json::Value| {
            let of = &value["axes"]["first_wins"]["difference"];
            of["high"].as_f64().unwrap_or(f64::INFINITY) - of["low"].as_f64().unwrap_or(f64::NEG_INFINITY)
        };
        assert!(width(&value) > width(&plain), "what may be looked at at any time is wider");
        // An interrupted comparison may have been looked at before.
        let stopped = put(&comparison, None, false, Form::Json);
        let stopped: serde_json::Value = serde_json::from_str(&stopped).expect("what is written is JSON");
        assert_eq!((&stopped["intervals"], width(&stopped)), (&"anytime".into(), width(&value)));
        let stopped = put(&comparison, None, false, Form::Text);
        assert!(stopped.contains("interrupted; all intervals hold at any time"), "{stopped}");
    }

    #[test]
    fn the_same_is_an_object_for_programs() {
        let value: serde_json::Value =
            serde_json::from_str(&report(&comparison(), Form::Json)).expect("what is written is JSON");
        assert_eq!(value["pairs"], 4);
        assert_eq!(value["first_differing"], 21);
        assert_eq!(value["axes"]["first_wins"]["difference"]["value"], 0.5);
        // Pairs of decisions that are all alike have no variance.
        assert_eq!(value["axes"]["decisions"]["correlation"], serde_json::Value::Null);
    }

    #[test]
    fn a_table_has_a_row_for_each_axis() {
        let csv = report(&comparison(), Form::Csv);
        assert_eq!(csv.lines().count(), 1 + Axis::ALL.len(), "{csv}");
        assert!(csv.contains("\nlead,vp,4,-0.5,"), "{csv}");
        let markdown = report(&comparison(), Form::Markdown);
        assert!(markdown.contains("| Red win, % | 25.00 | 75.00 | +50.00 ("), "{markdown}");
    }

    #[test]
    fn a_comparison_with_itself_says_that_nothing_differs() {
        let mut comparison = Comparison::default();
        comparison.add(0, &[[half(None, 0, 1); 2]; 3]);
        let text = report(&comparison, Form::Text);
        assert!(text.contains("no two games differ"), "{text}");
        assert!(!text.contains("NaN"), "{text}");
    }
}
