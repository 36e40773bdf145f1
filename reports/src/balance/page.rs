//! A search for balance as a page, and its chart.

use super::{AnswerFindings, BalanceFindings, CheckFindings, EndingFindings, GoalFindings, NearestFindings};
use crate::chart::data::{Checked, Front, FrontAnswer, Source};
use crate::chart::{Frame, Picture, amount, front, word};
use crate::lexicon::Lexicon;
use crate::messages::{Language, StudyMessage};
use crate::study::{AnswerOf, Cell, Part, Study, Table, heads, in_points, played, played_by};

impl BalanceFindings {
    /// Identifies the question.
    pub(crate) fn answer_of(&self) -> &AnswerOf {
        &self.answer_of
    }

    /// Does it have the parts that every answer has? A saved one may be damaged.
    ///
    /// # Errors
    /// What is missing.
    pub(crate) fn is_sound(&self) -> Result<(), String> {
        let checks = |answer: &AnswerFindings| answer.checks.len() == self.players.len();
        match () {
            () if self.players.is_empty() => Err("nobody played".to_owned()),
            () if !self.answers.iter().all(checks) => Err("an answer lacks a check".to_owned()),
            () => Ok(()),
        }
    }

    /// The games of the search and of the checks; each check plays the unchanged scenario and the answer.
    fn games_in_all(&self) -> u64 {
        let checks = self.answers.iter().flat_map(|answer| &answer.checks);
        checks.fold(self.spent, |all, check| all.saturating_add(check.games.saturating_mul(2)))
    }

    /// Draws the cost of changes against their distance from the goal.
    pub fn picture(&self, frame: Frame, lexicon: &Lexicon) -> Picture {
        let language = lexicon.language();
        let answer = |answer: &AnswerFindings| FrontAnswer {
            words: changes(&answer.changes, language),
            cost: answer.cost,
            checks: answer
                .checks
                .iter()
                .filter_map(|check| Some((check.finding, check.score.interval()?)))
                .collect(),
        };
        let nearest = |found: &NearestFindings| Some((found.cost, found.score.interval()?));
        let data = Front {
            side: lexicon.called(&self.sides[0]),
            source: Source {
                label: String::new(),
                title: lexicon.tell(&self.title).into_owned(),
                players: self.players[0].clone(),
                games: self.games_in_all(),
                aborted: 0,
                is_anytime: false,
            },
            goal: [self.goal.score, self.goal.margin],
            as_it_is: self.score,
            is_reached: self.is_reached,
            nearest: self.front.iter().filter_map(nearest).collect(),
            answers: self.answers.iter().map(answer).collect(),
        };
        front(&data, frame)
    }

    /// The findings, ready for a page.
    pub fn study(&self, lexicon: &Lexicon) -> Study {
        let language = lexicon.language();
        let mut study =
            Study::new("balance", StudyMessage::BalanceHead, &self.title, &self.answer_of, lexicon);
        study.answer = vec![
            Part::Finding(self.found(language)),
            Part::Text(self.goal_of(lexicon)),
            played(self.games_in_all(), &self.players[0], self.seed, language),
        ];
        if !self.is_reached || !self.answers.is_empty() {
            study.answer.push(Part::chart(language, |frame| self.picture(frame, lexicon)));
        }
        for (number, answer) in self.answers.iter().enumerate() {
            study.figures.extend(self.parts_of(number, answer, lexicon));
        }
        if !self.unplayable.is_empty() {
            let count = self.unplayable.len().to_string();
            study
                .figures
                .push(Part::Soft(StudyMessage::BalanceUnplayable.say(language, &[("count", &count)])));
        }
        let places = [
            ("edits", self.edits.to_string()),
            ("candidates", self.candidates.to_string()),
            ("games", language.games(self.spent)),
            ("grid", language.count(self.of_a_grid)),
        ];
        let places = places.each_ref().map(|(place, said)| (*place, said.as_str()));
        study.method = vec![StudyMessage::BalanceHow.say(language, &places)];
        study.method.extend(
            [
                StudyMessage::BalanceHowAll,
                StudyMessage::HowPaired,
                StudyMessage::HowScore,
                StudyMessage::HowPlayers,
            ]
            .map(|message| message.say(language, &[])),
        );
        study
    }

    /// The finding in a sentence.
    fn found(&self, language: Language) -> String {
        if self.is_reached && self.answers.is_empty() {
            return StudyMessage::BalanceReached.say(language, &[]);
        }
        if !self.is_reached {
            return StudyMessage::BalanceShort.say(language, &[("most", &self.most_edits.to_string())]);
        }
        let places = [
            ("all", self.answers.len().to_string()),
            ("holds", self.count(Checked::Holds).to_string()),
            ("everywhere", self.hold_everywhere().to_string()),
            ("open", self.count(Checked::Open).to_string()),
            ("refuted", self.count(Checked::Refuted).to_string()),
        ];
        let places = places.each_ref().map(|(place, said)| (*place, said.as_str()));
        StudyMessage::BalanceFound.say(language, &places)
    }

    /// The goal, and the unchanged scenario.
    fn goal_of(&self, lexicon: &Lexicon) -> String {
        let language = lexicon.language();
        let GoalFindings { score, margin, most_draws } = self.goal;
        let [low, high] =
            [score - margin, score + margin].map(|part| in_points(part.clamp(0.0, 1.0), language));
        let draws = most_draws
            .map(|most| StudyMessage::BalanceDraws.say(language, &[("most", &in_points(most, language))]));
        let [now, drawn_now] = [self.score, self.draws].map(|part| language.decimal(part * 100.0, 1));
        let draws = draws.unwrap_or_default();
        let places = [
            ("low", low.as_str()),
            ("high", &high),
            ("draws", &draws),
            ("score", &now),
            ("drawn", &drawn_now),
        ];
        let side = lexicon.called(&self.sides[0]);
        StudyMessage::BalanceWanted.say_of(language, &[("side", &side)], &places)
    }

    /// An answer with its checks, and with the command that reproduces it.
    fn parts_of(&self, number: usize, answer: &AnswerFindings, lexicon: &Lexicon) -> Vec<Part> {
        let language = lexicon.language();
        let say = |message: StudyMessage| message.say(language, &[]);
        let places =
            [("changes", changes(&answer.changes, language)), ("cost", amount(answer.cost, language))];
        let places = places.each_ref().map(|(place, said)| (*place, said.as_str()));
        let head = format!("{}. {}", number + 1, StudyMessage::FrontAnswer.say(language, &places));
        let numbers = [
            StudyMessage::BalanceWas,
            StudyMessage::ScoreIs,
            StudyMessage::BalanceDrawsWere,
            StudyMessage::BalanceDrawsAre,
            StudyMessage::LeadMore,
            StudyMessage::BalanceDecisions,
            StudyMessage::Games,
        ];
        let mut heads = heads([say(StudyMessage::BalancePlayers)], numbers.map(say));
        heads.extend(self::heads([say(StudyMessage::BalanceGoal)], []));
        let row = |check: &CheckFindings| {
            vec![
                Cell::text(played_by(&check.players, language).join(", ")),
                Cell::share(check.before),
                Cell::share(check.score),
                Cell::share(check.draws_before),
                Cell::share(check.draws),
                Cell::more(check.lead_more, 2),
                Cell::more(check.decisions_more, 1),
                Cell::Count { count: check.games },
                Cell::text(word(check.finding).say(language, &[])),
            ]
        };
        let rows = answer.checks.iter().map(row).collect();
        let mut parts = vec![Part::Head(head), Part::Table(Table { heads, rows, first: None })];
        let endings = answer.checks.first().map(|check| check.endings.as_slice()).unwrap_or_default();
        let told = |ending: &EndingFindings| {
            let [before, after] =
                [ending.share_before, ending.share].map(|part| language.decimal(part * 100.0, 1));
            let reason = lexicon.tell(&ending.reason);
            let places =
                [("reason", &*reason), ("rule", &ending.rule), ("before", &before), ("after", &after)];
            StudyMessage::BalanceEnding.say(language, &places)
        };
        if !endings.is_empty() {
            let endings = endings.iter().take(3).map(told).collect::<Vec<_>>().join("; ");
            parts.push(Part::Soft(StudyMessage::BalanceEndings.say(language, &[("endings", &endings)])));
        }
        parts.push(Part::Command(answer.command.clone()));
        parts
    }
}

/// Edits in the language of the page; a palette has them in English.
fn changes(edits: &[String], language: Language) -> String {
    let told = |edit: &String| {
        let set = edit.strip_suffix(')').and_then(|edit| edit.rsplit_once(" (is "));
        if let Some((what, now)) = set {
            return StudyMessage::EditSet.say(language, &[("what", what), ("now", now)]);
        }
        let named = |start: &str| edit.strip_prefix(start);
        match (named("without "), named("variant ")) {
            (Some(name), _) => StudyMessage::EditRemove.say(language, &[("name", name)]),
            (_, Some(name)) => StudyMessage::EditVariant.say(language, &[("name", name)]),
            _ => edit.clone(),
        }
    };
    edits.iter().map(told).collect::<Vec<_>>().join(", ")
}
