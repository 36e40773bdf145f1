//! A sweep as a page.

use szala_analysis::{Intervals, OutcomeEstimate};

use super::{CellFindings, SweepFindings, SweepReport, short};
use crate::lexicon::Lexicon;
use crate::messages::{Language, Message, StudyMessage};
use crate::study::{AnswerOf, Cell, Part, Study, Table, heads, in_points, percent, played};

/// This many cells are shown until the reader asks for all.
const FIRST: usize = 20;

impl SweepReport<'_> {
    /// The findings, ready for a page.
    pub fn study(&self, lexicon: &Lexicon, answer_of: &AnswerOf) -> Study {
        let language = lexicon.language();
        let found = self.findings();
        let say = |message: StudyMessage| message.say(language, &[]);
        let mut study = Study::new("sweep", StudyMessage::SweepHead, self.title, answer_of, lexicon);
        let side = lexicon.called(self.sides.0[0]);
        let score = percent(found.as_it_is.outcome.score, language);
        let players = self.players.0.map(str::to_owned);
        study.answer = vec![
            Part::Finding(found.finding(lexicon)),
            Part::Text(StudyMessage::SweepNow.say_of(language, &[("side", &side)], &[("score", &score)])),
        ];
        study.answer.extend(found.fair(language).map(Part::Text));
        study.answer.push(played(found.games_in_all(), &players, self.seed, language));
        study.answer.push(Part::chart(language, |frame| self.picture(frame, lexicon)));
        study.figures = vec![Part::Table(found.table(lexicon))];
        let intervals = match found.intervals {
            Intervals::Fixed => StudyMessage::SweepFixed,
            Intervals::Anytime => StudyMessage::SweepAnytime,
        };
        study.method = vec![
            say(StudyMessage::HowPaired),
            say(intervals),
            say(StudyMessage::HowScore),
            say(StudyMessage::HowPlayers),
        ];
        if let Some(hope) = found.hope.filter(|_| found.cells.iter().any(|cell| cell.is_stopped)) {
            let points = in_points(hope, language);
            study.method.insert(2, StudyMessage::SweepHope.say(language, &[("points", &points)]));
        }
        study
    }
}

impl SweepFindings<'_> {
    /// The games of all cells, and of the unchanged scenario.
    fn games_in_all(&self) -> u64 {
        self.as_it_is.games + self.cells.iter().map(|cell| cell.games).sum::<u64>()
    }

    /// Which values change the score, in a sentence.
    fn finding(&self, lexicon: &Lexicon) -> String {
        let language = lexicon.language();
        let side = lexicon.called(self.sides[0]);
        let others = self.cells.iter().filter(|cell| !cell.is_as_it_is);
        let all = others.clone().count().to_string();
        let is_shown = |cell: &&CellFindings<'_>| {
            cell.more.score.interval().is_some_and(|more| more.low > 0.0 || more.high < 0.0)
        };
        let shown: Vec<&CellFindings<'_>> = others.filter(is_shown).collect();
        let score = |cell: &&&CellFindings<'_>| cell.outcome.score.value.unwrap_or(0.0);
        let least = shown.iter().min_by(|one, other| score(one).total_cmp(&score(other)));
        let most = shown.iter().max_by(|one, other| score(one).total_cmp(&score(other)));
        let (Some(least), Some(most)) = (least, most) else {
            return StudyMessage::SweepNone.say_of(language, &[("side", &side)], &[("all", &all)]);
        };
        let [low, high] = [least, most].map(|cell| percent(cell.outcome.score, language));
        let [least, most] = [least, most].map(|cell| self.name(cell));
        let some = shown.len().to_string();
        let places = [
            ("some", some.as_str()),
            ("all", &all),
            ("low", &low),
            ("least", &least),
            ("high", &high),
            ("most", &most),
        ];
        StudyMessage::SweepSome.say_of(language, &[("side", &side)], &places)
    }

    /// How many cells are fair, if verdicts were requested.
    fn fair(&self, language: Language) -> Option<String> {
        let points = in_points(self.margin?, language);
        let is_fair =
            |cell: &&CellFindings<'_>| cell.verdict.as_ref().is_some_and(|judged| judged.verdict == "fair");
        let [fair, all] =
            [self.cells.iter().filter(is_fair).count(), self.cells.len()].map(|count| count.to_string());
        let places = [("points", points.as_str()), ("fair", &fair), ("all", &all)];
        Some(StudyMessage::SweepFair.say(language, &places))
    }

    /// A cell by its values.
    fn name(&self, cell: &CellFindings<'_>) -> String {
        let one = |(path, value): (&String, &&str)| format!("{}={value}", short(path));
        self.paths.iter().zip(&cell.values).map(one).collect::<Vec<_>>().join(", ")
    }

    fn table(&self, lexicon: &Lexicon) -> Table {
        let language = lexicon.language();
        let say = |message: StudyMessage| message.say(language, &[]);
        let [wins, losses] = self
            .sides
            .map(|side| Message::PageWins.say_of(language, &[("side", &lexicon.called(side))], &[]));
        let draws = Message::PageDrawn.say(language, &[]);
        let numbers = [
            say(StudyMessage::ScoreIs),
            say(StudyMessage::ScoreMore),
            wins,
            draws,
            losses,
            say(StudyMessage::SweepLead),
            say(StudyMessage::LeadMore),
            say(StudyMessage::Games),
        ];
        let mut heads = heads([self.names().join(", ")], numbers);
        let has_remarks = self.cells.iter().any(|cell| cell.verdict.is_some() || cell.is_stopped);
        if has_remarks {
            heads.extend(self::heads([say(StudyMessage::SweepVerdict)], []));
        }
        let as_it_is = say(StudyMessage::SweepAsIs);
        let row = |(cell, is_scenario): (&CellFindings<'_>, bool)| {
            let values = cell.values.join(", ");
            let name = match (is_scenario, cell.is_as_it_is) {
                (true, _) => Cell::text(&*as_it_is),
                (_, true) => Cell::code(format!("{values} ({as_it_is})")),
                _ => Cell::code(values),
            };
            let OutcomeEstimate { first_wins, draws, second_wins, score } = cell.outcome;
            let mut row = vec![
                name,
                Cell::share(score),
                if is_scenario { Cell::None } else { Cell::points(cell.more.score) },
                Cell::share(first_wins),
                Cell::share(draws),
                Cell::share(second_wins),
                Cell::number(cell.lead, 2),
                if is_scenario { Cell::None } else { Cell::more(cell.more.lead, 2) },
                Cell::Count { count: cell.games },
            ];
            if has_remarks {
                row.push(Cell::text(Self::remark(cell, lexicon)));
            }
            row
        };
        let cells = self.cells.iter().map(|cell| (cell, false));
        let rows = core::iter::once((&self.as_it_is, true)).chain(cells).map(row).collect();
        Table { heads, rows, first: Some(FIRST) }
    }

    /// The verdict on a cell, and whether it was stopped.
    fn remark(cell: &CellFindings<'_>, lexicon: &Lexicon) -> String {
        let language = lexicon.language();
        let mut remarks = Vec::new();
        if let Some(judged) = &cell.verdict {
            remarks.push(match (judged.verdict, judged.favours) {
                ("fair", _) => StudyMessage::SweepFairWord.say(language, &[]),
                (_, Some(side)) => {
                    StudyMessage::SweepFavours.say_of(language, &[("side", &lexicon.called(side))], &[])
                }
                _ => StudyMessage::NotDecided.say(language, &[]),
            });
        }
        if cell.is_stopped {
            remarks.push(StudyMessage::SweepStopped.say(language, &[]));
        }
        remarks.join(", ")
    }
}
