//! The verdict on a play interval, in a word and as a sentence for a designer.

use serde::Serialize;
use szala_analysis::Interval;
use szala_analysis::robust::{Answer, Ended};
use szala_kernel::{BySide, Side};

use super::points_of;
use crate::play::{resting, resting_words};

/// A verdict based on the ends of the play interval.
#[derive(Debug, Serialize)]
pub(crate) struct Finding<'r> {
    /// `fair`, `favours` or `depends_on_play`.
    verdict: &'static str,
    favours: Option<&'r str>,
    /// The sides whose better play could change it.
    depends_on: Vec<&'r str>,
    margin: f64,
}

impl<'r> Finding<'r> {
    pub(crate) fn of(score: Interval, play: Interval, sides: BySide<&'r str>, margin: f64) -> Self {
        let [score, play] = [score, play].map(|one| [one.low, one.high]);
        let (verdict, favours, depends_on) = resting(score, play, sides.0, margin);
        Self { verdict, favours, depends_on, margin }
    }

    pub(crate) fn words(&self) -> String {
        let rests = (self.verdict, self.favours, self.depends_on.clone());
        resting_words(&rests, None, self.margin)
    }

    /// The sentence for a designer.
    pub(super) fn sentence(
        &self,
        answer: &Answer,
        play: Interval,
        is_challenged: bool,
        ended: Option<Ended>,
        sides: BySide<&str>,
        bound: f64,
    ) -> String {
        let first = sides[Side::First];
        let [score, low, high] =
            [play.estimate, play.low, play.high].map(|part| format!("{:.1}", part * 100.0));
        let searches: u64 = answer.tried.iter().map(|tried| tried.searches).sum();
        let found: u64 = answer.tried.iter().map(|tried| tried.found).sum();
        let points = points_of(bound);
        let how = match (searches, found) {
            (0, _) if ended == Some(Ended::NoWeights) => {
                "No player has weights to train, so only the listed players were tried".to_owned()
            }
            (0, _) => {
                "The budget ran out before any fresh search for better play; run it again with more minutes"
                    .to_owned()
            }
            (_, 0) => format!("None of {searches} fresh searches for better play gained {points}"),
            (_, 1) => {
                format!("One of {searches} fresh searches for better play gained {points} or more")
            }
            _ => {
                format!("{found} of {searches} fresh searches for better play gained {points} or more")
            }
        };
        let who = if is_challenged { "this search and its challengers" } else { "this search" };
        let so = match (self.verdict, self.favours) {
            ("fair", _) => "the scenario is fair with every player found".to_owned(),
            (_, Some(side)) => format!("the scenario favours {side} with every player found"),
            _ => "which side the scenario favours depends on play".to_owned(),
        };
        format!(
            "With the best mixes found {first} score {score} %; as far as {who} found, better play moves that \
             between {low} and {high} %, so {so}. {how}."
        )
    }
}

#[cfg(test)]
mod tests {
    use szala_analysis::robust::{Cell, Tried};

    use super::*;

    #[test]
    fn the_sentence_says_how_hard_was_tried() {
        let said = |searches: [u64; 2], found: u64, ended: Ended, is_challenged: bool| {
            let tried = searches.map(|searches| Tried { searches, found: found.min(searches) });
            let value = Cell { wins: 60, draws: 0, losses: 40 };
            let answer = Answer { value, low: 0.55, high: 0.70, responses: [Vec::new(), Vec::new()], tried };
            let sides = BySide(["Red", "Blue"]);
            let play = Interval { estimate: 0.6, low: 0.55, high: 0.7 };
            Finding::of(play, play, sides, 0.02).sentence(
                &answer,
                play,
                is_challenged,
                Some(ended),
                sides,
                0.01,
            )
        };
        let begins = "With the best mixes found Red score 60.0 %; as far as this search found, better play moves that \
                      between 55.0 and 70.0 %, so the scenario favours Red with every player found. ";
        for (searches, found, ended, how) in [
            ([3, 3], 0, Ended::Budget, "None of 6 fresh searches for better play gained 1 point."),
            ([3, 0], 1, Ended::Budget, "One of 3 fresh searches for better play gained 1 point or more."),
            ([3, 3], 2, Ended::Budget, "4 of 6 fresh searches for better play gained 1 point or more."),
            (
                [0, 0],
                0,
                Ended::NoWeights,
                "No player has weights to train, so only the listed players were tried.",
            ),
            (
                [0, 0],
                0,
                Ended::Budget,
                "The budget ran out before any fresh search for better play; run it again with more minutes.",
            ),
        ] {
            assert_eq!(said(searches, found, ended, false), format!("{begins}{how}"));
            // The ends may be those of challengers.
            let begins = begins.replace("this search found", "this search and its challengers found");
            assert_eq!(said(searches, found, ended, true), format!("{begins}{how}"));
        }
    }
}
