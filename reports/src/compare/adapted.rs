//! A change when play adapts to it: what both variants are worth to the best mixes that a search of each found.

use serde::Serialize;
use serde_json::json;
use szala_analysis::compare::Compared;
use szala_analysis::statistics::interval::more_of_independent;
use szala_analysis::{Estimate, Interval, Unit};

use crate::figures::{signed, value};
use crate::lexicon::Lexicon;
use crate::messages::StudyMessage;
use crate::play::{Sign, difference, sign, sign_of_change};
use crate::study::{AnswerOf, Cell, Part, Study, Table, heads};
use crate::{Body, Grid, Row, row};

/// Both variants with adapted play.
#[derive(Clone, Copy, Debug)]
pub struct Adapted<'c> {
    /// The variant to compare with.
    pub a: Worth<'c>,
    /// The other variant.
    pub b: Worth<'c>,
}

/// What a robust search found of a variant.
#[derive(Clone, Copy, Debug)]
pub struct Worth<'c> {
    /// The score of the first side when the mixes meet, with its statistical interval.
    pub score: Interval,
    /// How many games it is based on.
    pub games: u64,
    /// The play interval.
    pub ends: [f64; 2],
    /// The search.
    pub search: &'c str,
    /// The same without words.
    pub figures: &'c str,
}

#[derive(Debug, Serialize)]
pub(super) struct AdaptedFindings<'c> {
    a: WorthFindings<'c>,
    b: WorthFindings<'c>,
    /// Statistical.
    difference: Estimate,
    /// Of the difference.
    play_interval: Estimate,
    #[serde(skip)]
    sign: Sign,
}

#[derive(Debug, Serialize)]
struct WorthFindings<'c> {
    score: Estimate,
    play_interval: Estimate,
    search: &'c str,
    #[serde(skip)]
    figures: &'c str,
}

impl<'c> WorthFindings<'c> {
    fn of(worth: Worth<'c>) -> Self {
        let Worth { score, games, ends, search, figures } = worth;
        let score = Estimate::new(score, games, Unit::Share);
        Self { score, play_interval: crate::play::widened(ends, score), search, figures }
    }
}

impl<'c> AdaptedFindings<'c> {
    pub(super) fn of(adapted: Adapted<'c>) -> Self {
        let Adapted { a, b } = adapted;
        let statistical = more_of_independent(a.score, b.score);
        let statistical = Estimate::new(statistical, a.games.min(b.games), Unit::Share);
        Self {
            a: WorthFindings::of(a),
            b: WorthFindings::of(b),
            difference: statistical,
            play_interval: difference([a.ends, b.ends], statistical),
            sign: sign([a.ends, b.ends], statistical),
        }
    }

    /// Shown beside the change at fixed play.
    pub(super) fn body(&self, side: &str, fixed: &Compared, body: &mut Body) {
        let mut grid = Grid::with_head([
            format!("score of {side}, %"),
            "A".to_owned(),
            "B".to_owned(),
            "B less A (95 %)".to_owned(),
            "play interval of the change".to_owned(),
        ]);
        let play = signed(self.play_interval);
        let play = play.split_once('(').map_or("-", |(_, bounds)| bounds.trim_end_matches(')')).to_owned();
        let [of_fixed, of_adapted] = [fixed.difference, self.difference].map(signed);
        grid.push(["at fixed play".to_owned(), value(fixed.a), value(fixed.b), of_fixed, "-".to_owned()]);
        grid.push(["at adapted play".to_owned(), value(self.a.score), value(self.b.score), of_adapted, play]);
        body.heading("the change when play adapts to it: the best mixes found for each variant");
        body.table(grid);
        for (name, worth) in [("A", &self.a), ("B", &self.b)] {
            let interval = crate::figures::shown(worth.play_interval);
            body.note(format!("{name}: {} % is the play interval; {}", interval.trim_start(), worth.search));
        }
        body.line(sign_of_change(side, self.play_interval, self.sign));
    }

    /// The same as rows beside those of the axes.
    pub(super) fn rows(&self) -> [Row; 2] {
        let ends = [self.a.play_interval, self.b.play_interval, self.play_interval];
        let score = [self.a.score, self.b.score, self.difference];
        [("score_at_adapted_play", score), ("its_play_interval", ends)].map(|(axis, [a, b, difference])| {
            row(&json!({
                "axis": axis, "unit": difference.unit, "pairs": null, "a": a, "b": b, "difference": difference,
                "correlation": null, "worth_games": null,
            }))
        })
    }

    /// The same as a section of a page.
    pub(super) fn study(
        &self,
        [title, side]: [&str; 2],
        fixed: &Compared,
        answer_of: &AnswerOf,
        lexicon: &Lexicon,
    ) -> Study {
        let language = lexicon.language();
        let say = |message: StudyMessage| message.say(language, &[]);
        let side = lexicon.called(side);
        let so = match self.sign {
            Sign::More => StudyMessage::AdaptedMore,
            Sign::Less => StudyMessage::AdaptedLess,
            Sign::Play => StudyMessage::AdaptedOpen,
            Sign::Games => StudyMessage::AdaptedUnshown,
        };
        let interval = self.play_interval.interval();
        let interval = interval.map(|Interval { estimate, low, high }| {
            let [estimate, low, high] = [estimate, low, high].map(|share| share * 100.0);
            language.three(Interval { estimate, low, high })
        });
        let [change, low, high] = interval.unwrap_or_else(|| ["\u{2013}"; 3].map(str::to_owned));
        let so = say(so);
        let places = [("change", change.as_str()), ("low", &low), ("high", &high), ("so", &so)];
        let mut study = Study::new("adapted", StudyMessage::AdaptedHead, title, answer_of, lexicon);
        let head = StudyMessage::AdaptedScore.say_of(language, &[("side", &side)], &[]);
        let columns = [StudyMessage::SweepAsIs, StudyMessage::AdaptedChanged, StudyMessage::AdaptedChange];
        let row = |message: StudyMessage, a: Estimate, b: Estimate, more: Estimate| {
            vec![Cell::text(say(message)), Cell::share(a), Cell::share(b), Cell::points(more)]
        };
        let rows = vec![
            row(StudyMessage::AdaptedFixed, fixed.a, fixed.b, fixed.difference),
            row(StudyMessage::AdaptedPlay, self.a.score, self.b.score, self.difference),
            row(StudyMessage::AdaptedEnds, self.a.play_interval, self.b.play_interval, self.play_interval),
        ];
        study.answer = vec![
            Part::Finding(StudyMessage::AdaptedFound.say_of(language, &[("side", &side)], &places)),
            Part::Table(Table { heads: heads([head], columns.map(say)), rows, first: None }),
        ];
        study.method =
            [StudyMessage::AdaptedHow, StudyMessage::AdaptedHowEnds, StudyMessage::HowScore].map(say).into();
        let searches =
            [(StudyMessage::AdaptedSearch, &self.a), (StudyMessage::AdaptedSearchChanged, &self.b)];
        study.again.extend(searches.map(|(message, worth)| (say(message), worth.figures.to_owned())));
        study
    }
}

#[cfg(test)]
mod tests {
    use szala_analysis::Intervals;
    use szala_analysis::compare::{Axis, Comparison};

    use super::*;
    use crate::Language;
    use crate::study::answer_of;

    fn worth(score: [f64; 3], ends: [f64; 2], figures: &str) -> Worth<'_> {
        let [estimate, low, high] = score;
        Worth { score: Interval { estimate, low, high }, games: 1_000, ends, search: "a search", figures }
    }

    fn scores_60() -> Worth<'static> {
        worth([0.60, 0.58, 0.62], [0.55, 0.64], "2026-11-22, 600 s")
    }

    fn scores_70(low: f64) -> Worth<'static> {
        worth([0.70, 0.68, 0.72], [low, 0.75], "900 s, 7")
    }

    fn page(a: Worth<'_>, b: Worth<'_>, language: Language) -> String {
        let fixed = Comparison::default().compared(Axis::Score, Intervals::Fixed, 1);
        let lexicon = Lexicon::new(language, []);
        let study =
            AdaptedFindings::of(Adapted { a, b }).study(["Duel", "Red"], &fixed, &answer_of(), &lexicon);
        study.html("0", language)
    }

    /// From 60 (55 to 64 by play) to 70 (66 or 62 to 75): at worst 66 - 64 = 2 or 62 - 64 = -2, at best 75 - 55 = 20.
    /// The other way round all signs are turned.
    #[test]
    fn the_section_says_whether_the_sign_holds_with_every_player_found() {
        for (a, b, change, so) in [
            (scores_60(), scores_70(0.66), "10 points (2 to 20", "they score more with every player found"),
            (scores_60(), scores_70(0.62), "10 points (\u{2212}2 to 20", "its sign depends on play"),
            (
                scores_70(0.66),
                scores_60(),
                "\u{2212}10 points (\u{2212}20 to \u{2212}2",
                "they score less with every player found",
            ),
        ] {
            let told = page(a, b, Language::English);
            let expected =
                format!("moves the score of Red by {change}, as far as better play was found): {so}.");
            assert!(told.contains(&expected), "{expected} {told}");
        }
    }

    #[test]
    fn the_section_has_both_searches_and_three_rows() {
        let told = page(scores_60(), scores_70(0.66), Language::English);
        for text in [
            "2026-11-22, 600 s",
            "900 s, 7",
            "at fixed play",
            "at adapted play",
            "play interval at adapted play",
        ] {
            assert!(told.contains(text), "{text}: {told}");
        }
        // The statistical interval of the change: two independent intervals of 2 points make one of the root of 8, 2.8.
        assert!(told.contains("+10.0 <small>(+7.2 to +12.8)</small>"), "{told}");
        let told = page(scores_60(), scores_70(0.66), Language::Polish);
        assert!(told.contains("wynik rośnie przy wszystkich znalezionych graczach"), "{told}");
    }
}
