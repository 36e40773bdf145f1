//! A sensitivity analysis as a page.

use szala_analysis::{Estimate, Interval};

use super::{Effect, InteractionFindings, PairFindings, SensitivityFindings, SpreadFindings};
use crate::lexicon::Lexicon;
use crate::messages::{Language, StudyMessage};
use crate::study::{AnswerOf, Cell, Part, Study, Table, heads, in_points, percent, played};
use crate::sweep::short;

/// This many ends of ranges are shown until the reader asks for all.
const FIRST: usize = 12;

impl SensitivityFindings {
    /// Identifies the question.
    pub(crate) fn answer_of(&self) -> &AnswerOf {
        &self.answer_of
    }

    /// The findings, ready for a page.
    pub fn study(&self, lexicon: &Lexicon) -> Study {
        let language = lexicon.language();
        let side = lexicon.called(&self.sides[0]);
        let side = [("side", &side)];
        let mut study =
            Study::new("sensitivity", StudyMessage::SensitivityHead, &self.title, &self.answer_of, lexicon);
        let margin = in_points(self.margin, language);
        let [some, little, open] = [Effect::Matters, Effect::Negligible, Effect::Open]
            .map(|effect| self.of(effect).len().to_string());
        let all = self.values.len().to_string();
        let places = [
            ("some", some.as_str()),
            ("all", &all),
            ("points", &margin),
            ("little", &little),
            ("open", &open),
        ];
        let now = percent(self.score, language);
        study.answer = vec![
            Part::Finding(StudyMessage::SensitivityFound.say_of(language, &side, &places)),
            Part::Text(StudyMessage::SweepNow.say_of(language, &side, &[("score", &now)])),
            played(self.spent, &self.players, self.seed, language),
            Part::chart(language, |frame| self.picture(frame, lexicon)),
        ];
        study.answer.extend(self.pairs(language));
        study.answer.extend(self.drawn(lexicon));
        study.figures = vec![
            Part::Head(StudyMessage::SensitivityEnds.say(language, &[])),
            Part::Table(self.table(lexicon)),
        ];
        study.figures.extend(self.table_of_pairs(language));
        study.figures.extend(self.table_of_shares(language));
        if !self.unplayable.is_empty() {
            let told = |one: &super::Unplayable| format!("{}={}", one.path, one.value);
            study.figures.extend([
                Part::Head(StudyMessage::NotTried.say(language, &[])),
                Part::List(self.unplayable.iter().map(told).collect()),
            ]);
        }
        study.method = vec![
            StudyMessage::SensitivityHow.say(language, &[("points", &margin)]),
            StudyMessage::HowPaired.say(language, &[]),
            StudyMessage::HowScore.say(language, &[]),
            StudyMessage::HowPlayers.say(language, &[]),
        ];
        if let Some(InteractionFindings { games, cells, .. }) = &self.interactions {
            let places = [("cells", cells.to_string()), ("games", language.games(*games))];
            let places = places.each_ref().map(|(place, said)| (*place, said.as_str()));
            study.method.insert(1, StudyMessage::SensitivityHowPairs.say(language, &places));
        }
        study
    }

    /// The effect of each end of each range.
    fn table(&self, lexicon: &Lexicon) -> Table {
        let language = lexicon.language();
        let say = |message: StudyMessage| message.say(language, &[]);
        let [wins, losses] = self
            .sides
            .each_ref()
            .map(|side| StudyMessage::WinsMore.say_of(language, &[("side", &lexicon.called(side))], &[]));
        let names =
            [StudyMessage::Value, StudyMessage::IsNow, StudyMessage::Tried, StudyMessage::Finding].map(say);
        let numbers = [
            say(StudyMessage::ScoreMore),
            wins,
            say(StudyMessage::DrawsMore),
            losses,
            say(StudyMessage::LeadMore),
            say(StudyMessage::Games),
        ];
        let rows = self.values.iter().flat_map(|value| value.ends.iter().map(move |end| (value, end)));
        let row = |(value, end): (&super::ValueFindings, &super::EndFindings)| {
            let word = match end.effect {
                Effect::Matters => StudyMessage::Matters,
                Effect::Negligible => StudyMessage::Negligible,
                Effect::Open => StudyMessage::NotDecided,
            };
            vec![
                Cell::code(short(&value.path)),
                Cell::code(&*value.is_now),
                Cell::code(&*end.value),
                Cell::text(word.say(language, &[])),
                Cell::points(end.more.score),
                Cell::points(end.more.first_wins),
                Cell::points(end.more.draws),
                Cell::points(end.more.second_wins),
                Cell::more(end.more.lead, 2),
                Cell::Count { count: end.games },
            ]
        };
        Table { heads: heads(names, numbers), rows: rows.map(row).collect(), first: Some(FIRST) }
    }

    /// Whether values have joint effects, in a sentence.
    fn pairs(&self, language: Language) -> Option<Part> {
        let pairs = &self.interactions.as_ref()?.pairs;
        let all = pairs.len().to_string();
        let shown = pairs.iter().filter(|pair| pair.is_shown).count();
        if shown > 0 {
            let places = [("some", shown.to_string()), ("all", all)];
            let places = places.each_ref().map(|(place, said)| (*place, said.as_str()));
            return Some(Part::Text(StudyMessage::SensitivityPairs.say(language, &places)));
        }
        let widest = widest(pairs);
        let said =
            if widest > 0.0 { StudyMessage::SensitivityNoPairs } else { StudyMessage::SensitivityNoneSeen };
        let widest = language.decimal(widest * 100.0, 1);
        Some(Part::Text(said.say(language, &[("all", &all), ("widest", &widest)])))
    }

    fn table_of_pairs(&self, language: Language) -> Vec<Part> {
        let pairs = self.interactions.iter().flat_map(|found| &found.pairs).filter(|pair| pair.is_shown);
        let row = |pair: &PairFindings| {
            let [one, other] = pair.paths.each_ref().map(|path| Cell::code(short(path)));
            vec![one, other, Cell::points(pair.score_more)]
        };
        let rows: Vec<Vec<Cell>> = pairs.map(row).collect();
        if rows.is_empty() {
            return Vec::new();
        }
        let say = |message: StudyMessage| message.say(language, &[]);
        let names = [StudyMessage::SensitivityFrom, StudyMessage::SensitivityWith].map(say);
        let heads = heads(names, [say(StudyMessage::ScoreMore)]);
        vec![
            Part::Head(say(StudyMessage::SensitivityPairsHead)),
            Part::Table(Table { heads, rows, first: Some(FIRST) }),
        ]
    }

    /// How far the score depends on uncertain values.
    fn drawn(&self, lexicon: &Lexicon) -> Option<Part> {
        let language = lexicon.language();
        let SpreadFindings { scenarios, games, mean, deviation, shares } = self.spread.as_ref()?;
        let [low, high] = nine_in_ten(*mean, *deviation).map(|part| language.decimal(part * 100.0, 1));
        let points = deviation.interval().map(|Interval { estimate, low, high }| {
            let [estimate, low, high] = [estimate, low, high].map(|part| part * 100.0);
            language.value_range(Interval { estimate, low, high })
        });
        let places = [
            ("count", shares.len().to_string()),
            ("low", low),
            ("high", high),
            ("deviation", points.unwrap_or_default()),
            ("scenarios", scenarios.to_string()),
            ("games", language.games(*games)),
        ];
        let places = places.each_ref().map(|(place, said)| (*place, said.as_str()));
        let side = lexicon.called(&self.sides[0]);
        Some(Part::Text(StudyMessage::SensitivitySpread.say_of(language, &[("side", &side)], &places)))
    }

    fn table_of_shares(&self, language: Language) -> Vec<Part> {
        let Some(spread) = &self.spread else { return Vec::new() };
        let say = |message: StudyMessage| message.say(language, &[]);
        let shares = spread.shares.iter().filter(|share| share.share.low > Some(0.0));
        let rows: Vec<Vec<Cell>> =
            shares.map(|share| vec![Cell::code(short(&share.path)), Cell::share(share.share)]).collect();
        let head = Part::Head(say(StudyMessage::SensitivityShares));
        if rows.is_empty() {
            return vec![head, Part::Text(say(StudyMessage::SensitivityNoShare))];
        }
        let heads = heads([say(StudyMessage::Value)], [say(StudyMessage::SensitivityShare)]);
        vec![head, Part::Table(Table { heads, rows, first: Some(FIRST) })]
    }
}

/// The largest possible effect of any of the pairs.
pub(super) fn widest(pairs: &[PairFindings]) -> f64 {
    let bounds = pairs.iter().filter_map(|pair| {
        let Interval { low, high, .. } = pair.score_more.interval()?;
        Some(low.abs().max(high.abs()))
    });
    bounds.fold(0.0, f64::max)
}

/// The range of scores of about nine scenarios in ten.
pub(super) fn nine_in_ten(mean: f64, deviation: Estimate) -> [f64; 2] {
    let half = deviation.value.unwrap_or(0.0) * 1.645;
    [mean - half, mean + half].map(|part| part.clamp(0.0, 1.0))
}
