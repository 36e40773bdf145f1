//! What the summary of a run and a report share: who won, how games ended, and whether that is fair.

use serde::Serialize;
use szala_analysis::aggregate::Counts;
use szala_analysis::{ALPHA, Estimate, Intervals, OutcomeEstimate, Unit, Verdict, verdict};
use szala_kernel::Side;

use crate::figures::{games, shown};
use crate::messages::Language;
use crate::minded::{Minded, Minds, with_concerns};
use crate::play::{DEPENDS, Mixes, note_of_verdict, resting, resting_words, widened};
use crate::{Body, Grid};

/// The side that is listed first everywhere.
pub(crate) const FIRST: usize = Side::First as usize;

/// The number of games by outcome.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Outcomes {
    pub(crate) first_wins: u64,
    pub(crate) draws: u64,
    pub(crate) second_wins: u64,
    pub(crate) aborted: u64,
}

impl From<Counts> for Outcomes {
    fn from(counts: Counts) -> Self {
        let Counts { first, draws, second, aborted } = counts;
        Self { first_wins: first, draws, second_wins: second, aborted }
    }
}

impl Outcomes {
    /// Games that ended.
    pub(crate) fn ended(self) -> u64 {
        self.first_wins + self.draws + self.second_wins
    }
}

/// A verdict with its basis.
#[derive(Debug, Serialize)]
pub(crate) struct Judged<'r> {
    /// `fair`, `favours`, `undecided` or `depends_on_play`.
    pub(crate) verdict: &'static str,
    pub(crate) favours: Option<&'r str>,
    /// The sides whose better play could change it.
    pub(crate) depends_on: Vec<&'r str>,
    /// `play` if a play interval applies, otherwise `statistics`.
    pub(crate) rests_on: &'static str,
    /// In parts of a game.
    pub(crate) margin: f64,
    /// How many more games it would take.
    pub(crate) games_more: Option<u64>,
    /// It holds at any time.
    pub(crate) score: Estimate,
    /// What else a designer cares about.
    pub(crate) concerns: Vec<Minded>,
}

impl<'r> Judged<'r> {
    /// The chance that the verdict is ever wrong is that of one interval of 95 %.
    pub(crate) fn of(counts: Counts, sides: [&'r str; 2], margin: f64) -> Self {
        Self::at_level(counts, sides, margin, ALPHA)
    }

    pub(crate) fn at_level(counts: Counts, sides: [&'r str; 2], margin: f64, alpha: f64) -> Self {
        let Counts { first, draws, second, .. } = counts;
        let (found, score) = verdict(first, draws, second, margin, alpha);
        let (word, favours, games_more) = match found {
            Verdict::Fair => ("fair", None, None),
            Verdict::Favours(side) => ("favours", Some(sides[side as usize]), None),
            Verdict::Undecided { more } => ("undecided", None, more),
        };
        Self {
            verdict: word,
            favours,
            depends_on: Vec::new(),
            rests_on: "statistics",
            margin,
            games_more,
            score: Estimate::new(score, counts.ended(), Unit::Share),
            concerns: Minded::all(&Minds::of_draws(counts), alpha),
        }
    }

    /// The same with everything else that a designer cares about, if more is known than who won.
    pub(crate) fn minding(self, minds: Option<&Minds>) -> Self {
        Self { concerns: minds.map_or(self.concerns, Minded::usual), ..self }
    }

    /// The same verdict based on the play interval, if there is one. It stays undecided while only the number of games
    /// prevents a verdict.
    pub(crate) fn on_play(mut self, sides: [&'r str; 2], ends: Option<[f64; 2]>) -> Self {
        let bounds = |of: Estimate| Some([of.low?, of.high?]);
        let all = ends.and_then(|ends| Some((ends, bounds(self.score)?, bounds(widened(ends, self.score))?)));
        let Some((ends, score, widest)) = all else { return self };
        self.rests_on = "play";
        let whole = resting(score, widest, sides, self.margin);
        let found = resting(score, ends, sides, self.margin);
        let rests = match (whole.0, found.0) {
            (DEPENDS, DEPENDS) => found,
            (DEPENDS, _) if self.verdict == "undecided" => return self,
            _ => whole,
        };
        (self.verdict, self.favours, self.depends_on) = rests;
        self.games_more = None;
        self
    }

    pub(crate) fn words(&self) -> String {
        let rests = (self.verdict, self.favours, self.depends_on.clone());
        let fairness = resting_words(&rests, self.games_more, self.margin);
        with_concerns(&fairness, self.verdict == "fair", &self.concerns, Language::English)
    }

    /// The verdict with the intervals that it is based on.
    pub(crate) fn body(
        &self,
        side: &str,
        play_interval: Option<Estimate>,
        mixes: Option<&Mixes>,
        body: &mut Body,
    ) {
        body.heading(format!("verdict: {}", self.words()));
        let told = |estimate| shown(estimate).trim_start().to_owned();
        let score = told(self.score);
        match play_interval {
            None => body.note(format!(
                "{side} score {score} %: the interval of the verdict, which holds at any time"
            )),
            Some(interval) => {
                body.note(format!(
                    "{side} score {} %: play interval, as far as better play was found; the verdict rests on it",
                    told(interval)
                ));
                body.note(format!("{side} score {score} %: statistical interval, which holds at any time"));
            }
        }
        self.concerns.iter().filter_map(Minded::line).for_each(|line| body.note(line));
        note_of_verdict(play_interval, mixes, body);
    }
}

/// A verdict in words: fair, or the favoured side, or undecided and how many more games may decide it.
pub(crate) fn verdict_words(
    is_fair: bool,
    favours: Option<&str>,
    games_more: Option<u64>,
    margin: f64,
) -> String {
    let [low, high] = [0.5 - margin, 0.5 + margin].map(in_percent);
    match (favours, games_more) {
        _ if is_fair => format!("Fair (score between {low} and {high} %)"),
        (Some(side), _) => format!("Favours {side} (score above {high} %)"),
        (None, Some(more)) => format!(
            "Undecided (fair is a score between {low} and {high} %); about {more} more games at these rates"
        ),
        (None, None) => format!(
            "Undecided (fair is a score between {low} and {high} %); at these rates no number of games decides"
        ),
    }
}

/// A part of one in percent: 52 rather than 52.00000000000001.
pub(crate) fn in_percent(part: f64) -> String {
    let text = format!("{:.2}", part * 100.0);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// How games ended.
#[derive(Debug, Serialize)]
pub(crate) struct Reason<'r> {
    #[serde(rename = "reason")]
    pub(crate) words: &'r str,
    pub(crate) rule: Option<String>,
    pub(crate) share: Estimate,
    /// By winner, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) counts: Option<Outcomes>,
}

/// The table of who won.
pub(crate) fn who_won(sides: [&str; 2], outcome: &OutcomeEstimate, counts: Counts, body: &mut Body) {
    let [first, second] = sides;
    let mut grid = Grid::with_head(["", "share, %", "games"]);
    for (name, rate, count) in [
        (format!("{first} win"), outcome.first_wins, counts.first.to_string()),
        ("draw".to_owned(), outcome.draws, counts.draws.to_string()),
        (format!("{second} win"), outcome.second_wins, counts.second.to_string()),
        (format!("score of {first}"), outcome.score, String::new()),
    ] {
        grid.push([name, shown(rate), count]);
    }
    body.heading(format!("who won, of {} that ended (a draw scores half a win)", games(counts.ended())));
    body.table(grid);
}

/// The table of how games ended.
pub(crate) fn how_they_ended(sides: [&str; 2], reasons: &[Reason<'_>], body: &mut Body) {
    let [first, second] = sides;
    let has_counts = reasons.iter().any(|reason| reason.counts.is_some());
    let mut head = vec![String::new(), "share, %".to_owned()];
    if has_counts {
        head.extend([format!("{first} won"), "drawn".to_owned(), format!("{second} won")]);
    } else {
        head.push("games".to_owned());
    }
    let mut grid = Grid::with_head(head);
    for reason in reasons {
        let rule = reason.rule.as_ref().map(|rule| format!(" [{rule}]")).unwrap_or_default();
        let mut row = vec![format!("{}{rule}", reason.words), shown(reason.share)];
        match reason.counts {
            Some(counts) if counts.ended() == 0 => continue,
            Some(Outcomes { first_wins, draws, second_wins, .. }) => {
                row.extend([first_wins, draws, second_wins].map(|games| games.to_string()));
            }
            None => row.push(hits(reason.share).to_string()),
        }
        grid.push(row);
    }
    if !grid.is_empty() {
        body.heading("how the games ended");
        body.table(grid);
    }
}

/// The number of games behind a share.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a count of games divided by another, and multiplied again"
)]
fn hits(share: Estimate) -> u64 {
    (share.value.unwrap_or(0.0) * share.games as f64).round() as u64
}

/// The kind of the intervals of rates.
pub(crate) fn about_rates(intervals: Intervals) -> &'static str {
    match intervals {
        Intervals::Fixed => {
            "95 % intervals, for a number of games that was fixed before the first (rates: Wilson's)."
        }
        Intervals::Anytime => {
            "95 % intervals that hold at any time, since the number of games was not fixed before."
        }
    }
}

/// The kinds of the intervals, including those of correlations.
pub(crate) fn about(intervals: Intervals) -> &'static str {
    match intervals {
        Intervals::Fixed => about_rates(intervals),
        Intervals::Anytime => {
            "95 % intervals that hold at any time, since the number of games was not fixed before; only those of \
             correlations are for a fixed number."
        }
    }
}
