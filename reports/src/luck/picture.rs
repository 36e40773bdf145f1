//! The luck of a game as a chart.

use szala_analysis::luck::{Luck, RollLuck};
use szala_analysis::{Estimate, Interval};
use szala_kernel::Side;

use super::{ListedFindings, LuckFindings, turned};
use crate::chart::data::{LuckCourse, LuckyRoll};
use crate::chart::{Frame, Picture, luck_course};
use crate::lexicon::Lexicon;
use crate::messages::StudyMessage;
use crate::study::played_by;
use crate::time::Time;

/// The course of a game, roll by roll.
#[derive(Clone, Debug, Default)]
pub(super) struct Course {
    /// Positions in decisions, each with the expected score of the first side.
    line: Vec<(f64, Interval)>,
    /// Where each time unit begins.
    stages: Vec<(f64, u8)>,
    /// Where the listed rolls are, and the score after them.
    listed: Vec<(f64, f64)>,
}

/// A score as an interval; without bounds it is a point.
fn known(estimate: Estimate) -> Interval {
    let value = estimate.value.unwrap_or(0.5);
    estimate.interval().unwrap_or(Interval { estimate: value, low: value, high: value })
}

impl Course {
    /// For a game. Several rolls of one decision share its width.
    pub(super) fn of(luck: &Luck) -> Self {
        let place = |at: usize, part: f64| float(at) + part;
        let ends = |roll: &RollLuck| {
            let of_it: Vec<usize> =
                luck.rolls.iter().filter(|other| other.at == roll.at).map(|other| other.roll).collect();
            let before = of_it.iter().filter(|other| **other < roll.roll).count();
            [before, before + 1].map(|part| place(roll.at, float(part) / float(of_it.len().max(1))))
        };
        let mut line = vec![(0.0, known(luck.expected))];
        for roll in &luck.rolls {
            let [from, to] = ends(roll);
            line.extend([(from, known(roll.before)), (to, known(roll.after))]);
        }
        let result = Interval { estimate: luck.result, low: luck.result, high: luck.result };
        line.push((float(luck.chronicle.moves.len()), result));
        let mut stages: Vec<(f64, u8)> = Vec::new();
        for (at, one) in luck.chronicle.moves.iter().enumerate() {
            if stages.last().is_none_or(|(_, stage)| *stage != one.stage) {
                stages.push((float(at), one.stage));
            }
        }
        let listed = Side::BOTH.into_iter().flat_map(|side| &luck.luckiest[side]).map(|roll| {
            let drawn = luck.rolls.iter().find(|other| (other.at, other.roll) == (roll.at, roll.roll));
            (ends(roll)[1], known(drawn.unwrap_or(roll).after).estimate)
        });
        Self { line, stages, listed: listed.collect() }
    }
}

/// A roll as the journal writes it, in the language; its rule precedes it.
fn told(roll: &str, lexicon: &Lexicon) -> String {
    let is_rule = |word: &str| word.starts_with(|first: char| first.is_ascii_digit());
    match roll.split_once(' ').filter(|(rule, _)| is_rule(rule)) {
        Some((rule, rest)) => format!("{rule} {}", lexicon.tell(rest)),
        None => lexicon.tell(roll).into_owned(),
    }
}

#[expect(clippy::cast_precision_loss, reason = "a game has few decisions")]
fn float(count: usize) -> f64 {
    count as f64
}

impl LuckFindings<'_> {
    /// Draws the expected score, roll by roll.
    pub fn picture(&self, frame: Frame, lexicon: &Lexicon) -> Picture {
        let language = lexicon.language();
        let time = Time::of(self.time, language);
        let roll = |(listed, (at, score)): (&ListedFindings, &(f64, f64))| {
            let ListedFindings { favours, roll } = listed;
            let is_second = favours == self.of.sides[1];
            let (stage, words) = (roll.stage.to_string(), told(&roll.roll, lexicon));
            let places: Vec<(&str, &str)> =
                time.places().into_iter().chain([("stage", stage.as_str()), ("roll", &words)]).collect();
            LuckyRoll {
                at: *at,
                score: *score,
                is_second,
                words: StudyMessage::LuckRoll.say(language, &places),
                gain: known(if is_second { turned(roll.luck) } else { roll.luck }),
            }
        };
        let [first, second] = played_by(&self.of.players.map(str::to_owned), language);
        let title = lexicon.tell(self.of.title);
        let [number, seed, rollouts] =
            [self.number, self.of.seed, self.rollouts].map(|number| number.to_string());
        let places = [
            ("title", &*title),
            ("number", &number),
            ("seed", &seed),
            ("first", &first),
            ("second", &second),
            ("rollouts", &rollouts),
        ];
        let data = LuckCourse {
            sides: self.of.sides.map(|side| lexicon.called(side)),
            source: StudyMessage::LuckSource.say(language, &places),
            time: self.time.to_owned(),
            course: self.course.line.clone(),
            stages: self.course.stages.clone(),
            net: known(self.net_luck),
            rolls: self.luckiest.iter().zip(&self.course.listed).map(roll).collect(),
        };
        luck_course(&data, frame)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::Language;

    #[test]
    fn a_roll_is_told_in_the_language_behind_its_rule() {
        let polish = Lexicon::new(Language::Polish, []);
        assert_eq!(told("11.7 rolls 8, Narwa 1 at Pskow 1", &polish), "11.7 rzut 8, Narwa 1 do Pskow 1");
        assert_eq!(told("draws Lewiz", &polish), "losuje: Lewiz");
        assert_eq!(told("1.1 draws Red", &Lexicon::new(Language::English, [])), "1.1 draws Red");
    }
}
