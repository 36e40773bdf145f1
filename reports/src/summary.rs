//! The findings of a run: how often each side won, how games ended, whether that is fair.

use serde::Serialize;
use serde_json::json;
use szala_analysis::aggregate::Counts;
use szala_analysis::statistics::paired::Pairs;
use szala_analysis::{Estimate, Intervals, OutcomeEstimate, Tally, Unit};
use szala_kernel::BySide;

use crate::figures::games;
use crate::judged::{FIRST, Judged, Outcomes, Reason, about_rates, how_they_ended, who_won};
use crate::minded::Minds;
use crate::play::{Mixes, against, body_without_verdict};
use crate::why::Why;
use crate::{Body, Findings, Row, row};

/// A tally with its names.
#[derive(Clone, Copy, Debug)]
pub struct RunTold<'s> {
    /// What was played.
    pub title: &'s str,
    /// The changes to it, if there are any.
    pub variant: Option<&'s str>,
    /// The names of the sides.
    pub sides: BySide<&'s str>,
    /// The names of the players.
    pub players: BySide<&'s str>,
    /// The seed.
    pub seed: u64,
    /// The result.
    pub tally: &'s Tally,
    /// The kind of the intervals of rates.
    pub intervals: Intervals,
    /// Have all games been played, or as many as were needed?
    pub is_finished: bool,
    /// The margin within which the scenario is fair, in parts of a game, if one was given.
    pub margin: Option<f64>,
    /// What a designer cares about besides fairness.
    pub minds: Option<&'s Minds>,
    /// Why the score is as it is.
    pub why: Option<&'s Why>,
    /// The mixes that played, if both sides were played by the mixes of one file.
    pub mixes: Option<&'s Mixes>,
    /// If these games are part of a run: the first number, the number after the last, and the number of games of the
    /// run.
    pub part: Option<([u64; 2], u64)>,
}

/// The findings of a run.
#[derive(Debug, Serialize)]
pub struct Summary<'s> {
    title: &'s str,
    variant: Option<&'s str>,
    sides: [&'s str; 2],
    players: [&'s str; 2],
    seed: u64,
    intervals: Intervals,
    is_finished: bool,
    games: Games,
    part: Option<Part>,
    outcome: OutcomeEstimate,
    lead: Estimate,
    verdict: Option<Judged<'s>>,
    why: Option<&'s Why>,
    play_interval: Option<Estimate>,
    play: Option<&'s Mixes>,
    reasons: Vec<Reason<'s>>,
    #[serde(skip)]
    counts: Counts,
}

/// The games of a part: from the first to the one before the end.
#[derive(Debug, Serialize)]
struct Part {
    first: u64,
    end: u64,
    games_of_run: u64,
}

#[derive(Debug, Serialize)]
struct Games {
    counted: u64,
    ended: u64,
    aborted: u64,
    first_aborted: Option<u64>,
    counts: Outcomes,
}

impl<'s> Summary<'s> {
    /// The findings of a tally.
    pub fn of(told: RunTold<'s>) -> Self {
        let RunTold {
            title,
            variant,
            sides,
            players,
            seed,
            tally,
            intervals,
            is_finished,
            margin,
            minds,
            why,
            mixes,
            part,
        } = told;
        let counts = Counts::from(tally);
        let ended = counts.ended();
        let (a, aa) = (tally.lead.into(), tally.lead_squared.into());
        let lead = Pairs { n: ended, a, aa, ..Pairs::default() };
        let mut reasons: Vec<Reason<'_>> = Vec::new();
        for ((rule, words), count) in &tally.reasons {
            let share = intervals.rate(*count, ended);
            reasons.push(Reason { words, rule: Some(rule.to_string()), share, counts: None });
        }
        let most = |reason: &Reason<'_>| reason.share.value.unwrap_or(0.0);
        // The most frequent first; equally frequent ones stay in the order of their rules.
        reasons.sort_by(|one, other| most(other).total_cmp(&most(one)));
        let ends = mixes.and_then(Mixes::ends);
        let verdict =
            margin.map(|margin| Judged::of(counts, sides.0, margin).on_play(sides.0, ends).minding(minds));
        let outcome = intervals.outcome(counts);
        let statistical = verdict.as_ref().map_or(outcome.score, |judged| judged.score);
        Self {
            title,
            variant,
            sides: sides.0,
            players: players.0,
            seed,
            intervals,
            is_finished,
            games: Games {
                counted: tally.games,
                ended,
                aborted: tally.aborted,
                first_aborted: tally.first_aborted,
                counts: counts.into(),
            },
            part: part.map(|([first, end], games_of_run)| Part { first, end, games_of_run }),
            outcome,
            lead: intervals.mean(&lead, f64::NEG_INFINITY, Unit::Vp),
            verdict,
            why,
            play_interval: mixes.and_then(|mixes| mixes.interval(statistical)),
            play: mixes,
            reasons,
            counts,
        }
    }
}

impl Findings for Summary<'_> {
    const COMMAND: &'static str = "run";

    fn body(&self, body: &mut Body) {
        let Self { title, variant, players, play, seed, .. } = self;
        let variant = variant.map(|variant| format!(" [{variant}]")).unwrap_or_default();
        let played = games(self.games.counted);
        body.title(format!("{title}{variant}: {played}, {}, seed {seed}", against(*players, *play)));
        if let Some(Part { first, end, games_of_run }) = self.part {
            let whole = games(games_of_run);
            body.line(format!("A part of a run of {whole}: numbers {first} to {}.", end.saturating_sub(1)));
        }
        body.line(about_rates(self.intervals));
        if let Some(number) = self.games.first_aborted {
            body.line(format!(
                "ABORTED: {} had no end, a fault in the rules or in the scenario, and no figure counts them; the \
                 first is --number {number}",
                games(self.games.aborted)
            ));
        }
        match &self.verdict {
            Some(judged) => judged.body(self.sides[FIRST], self.play_interval, self.play, body),
            None => body_without_verdict(self.sides[FIRST], self.play_interval, self.play, body),
        }
        if let Some(why) = self.why {
            why.body(self.sides, body);
        }
        who_won(self.sides, &self.outcome, self.counts, body);
        how_they_ended(self.sides, &self.reasons, body);
    }

    fn rows(&self) -> Vec<Row> {
        let OutcomeEstimate { first_wins, draws, second_wins, score } = self.outcome;
        let Self { title, variant, players, seed, games, lead, verdict, .. } = self;
        let standing = |place: usize| verdict.as_ref().map(|judged| judged.concerns[place].standing);
        vec![row(&json!({
            "title": title, "variant": variant, "first_player": players[FIRST], "second_player": players[1 - FIRST],
            "seed": seed, "games": games.ended, "aborted": games.aborted, "first_wins": first_wins, "draws": draws,
            "second_wins": second_wins, "score": score, "lead": lead,
            "play_low": self.play_interval.and_then(|interval| interval.low),
            "play_high": self.play_interval.and_then(|interval| interval.high),
            "verdict": verdict.as_ref().map(|judged| judged.verdict),
            "favours": verdict.as_ref().and_then(|judged| judged.favours),
            "draws_standing": standing(0), "walkovers_standing": standing(1), "long_standing": standing(2),
        }))]
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use szala_analysis::robust::Found;
    use szala_kernel::rule;

    use super::*;
    use crate::{Form, written};

    fn summary(tally: &Tally, intervals: Intervals, margin: Option<f64>, form: Form) -> String {
        let (sides, players) = (BySide(["Red", "Blue"]), BySide(["bold", "timid"]));
        let (title, variant, seed) = ("a run", None, 7);
        written(
            &Summary::of(RunTold {
                title,
                variant,
                sides,
                players,
                seed,
                tally,
                intervals,
                is_finished: true,
                margin,
                minds: None,
                why: None,
                mixes: None,
                part: None,
            }),
            form,
        )
    }

    fn tally() -> Tally {
        let reasons = [("more points", 15), ("equal points", 133)];
        let reasons = reasons.map(|(reason, games)| ((rule!("3.1"), Cow::Borrowed(reason)), games)).into();
        Tally { games: 148, first: 15, draws: 133, reasons, ..Tally::default() }
    }

    #[test]
    fn a_summary_gives_every_share_with_its_interval_and_number_of_games() {
        let text = summary(&tally(), Intervals::Fixed, None, Form::Text);
        assert!(text.starts_with("a run: 148 games, bold against timid, seed 7\n"), "{text}");
        // 15 of 148 is Newcombe's example: 10.14 %, 6.24 to 16.05.
        assert!(text.contains("  Red win        10.14 (6.24 to 16.05)      15\n"), "{text}");
        assert!(text.contains("  Blue win        0.00 ("), "{text}");
        assert!(text.contains("  equal points [3.1]   89.86 ("), "{text}");
        assert!(!text.contains("verdict") && !text.contains("ABORTED"), "{text}");
        // An interval that holds at any time says so, and is wider.
        let text = summary(&tally(), Intervals::Anytime, None, Form::Text);
        assert!(text.contains("hold at any time") && text.contains("10.14 ("), "{text}");
        assert!(!text.contains("6.24 to 16.05"), "{text}");
    }

    #[test]
    fn every_form_has_the_same_figures() {
        let json = summary(&tally(), Intervals::Fixed, Some(0.02), Form::Json);
        let json: serde_json::Value = serde_json::from_str(&json).expect("what is written is JSON");
        assert_eq!(json["command"], "run");
        let wins = &json["outcome"]["first_wins"];
        assert_eq!((wins["games"].as_u64(), wins["unit"].as_str()), (Some(148), Some("share")));
        assert_eq!(json["reasons"][0]["reason"], "equal points");
        assert_eq!(json["verdict"]["favours"], serde_json::Value::Null);
        let csv = summary(&tally(), Intervals::Fixed, None, Form::Csv);
        let value = wins["value"].as_f64().expect("games were played, so there is a rate").to_string();
        assert!(
            csv.lines()
                .nth(1)
                .expect("the table has a row of that name")
                .contains(&format!(",148,0,{value},")),
            "{csv}"
        );
        let markdown = summary(&tally(), Intervals::Fixed, None, Form::Markdown);
        assert!(markdown.contains("| Red win | 10.14 (6.24 to 16.05) | 15 |"), "{markdown}");
    }

    #[test]
    fn one_game_is_not_many() {
        let tally = Tally { games: 1, first: 1, ..Tally::default() };
        let text = summary(&tally, Intervals::Fixed, None, Form::Text);
        assert!(text.starts_with("a run: 1 game, bold against timid, seed 7\n"), "{text}");
        assert!(text.contains("of 1 game that ended"), "{text}");
    }

    #[test]
    fn games_without_an_end_come_first_and_count_for_nothing() {
        let tally = Tally { games: 150, aborted: 2, first_aborted: Some(7), ..tally() };
        let text = summary(&tally, Intervals::Fixed, None, Form::Text);
        let third = text.lines().nth(2).expect("a third line");
        assert!(
            third.starts_with("ABORTED: 2 games had no end") && text.contains("\n--number 7\n"),
            "{text}"
        );
        assert!(text.contains("10.14 (6.24 to 16.05)"), "of 148, not of 150: {text}");
    }

    #[test]
    fn a_verdict_is_fair_favours_or_undecided() {
        let verdict = |first, draws, second| {
            let tally = Tally { games: first + draws + second, first, draws, second, ..Tally::default() };
            let text = summary(&tally, Intervals::Fixed, Some(0.02), Form::Text);
            text[text.find("verdict").expect("a margin was given, so there is a verdict")..].to_owned()
        };
        // With a million games a score is known to some tenths of a point, with a hundred to about ten points.
        let fair = verdict(300_000, 400_000, 300_000);
        assert!(fair.starts_with("verdict: Fair (score between 48 and 52 %)\n"), "{fair}");
        assert!(fair.contains("  Red score 50.00 ("), "{fair}");
        let favours = verdict(250_000, 400_000, 350_000);
        assert!(favours.starts_with("verdict: Favours Blue (score above 52 %)\n"), "{favours}");
        let undecided = verdict(30, 40, 30);
        assert!(
            undecided.starts_with("verdict: Undecided (fair is a score between 48 and 52 %); about "),
            "{undecided}"
        );
        // Exactly on the bound no number of games decides.
        let bound = verdict(320, 400, 280);
        assert!(bound.contains("Undecided") && bound.contains("no number of games"), "{bound}");
    }

    /// Fair is a score from 48 to 52 %. Of 100 games with a score of 50 % the statistical interval is far wider.
    #[test]
    fn a_verdict_on_play_waits_for_games_only_where_games_are_all_that_is_missing() {
        let verdict = |games: u64, ends: [f64; 2]| {
            let [first, draws, second] = [3, 4, 3].map(|tenths| games * tenths / 10);
            let tally = Tally { games, first, draws, second, ..Tally::default() };
            let [play_low, play_high] = ends.map(Some);
            let search = Found { is_finished: true, play_low, play_high, ..Found::default() };
            let mixes = Mixes { search: Some(search), members: [2, 3], ..Mixes::default() };
            let told = RunTold {
                title: "a run",
                variant: None,
                sides: BySide(["Red", "Blue"]),
                players: BySide(["mix:m", "mix:m"]),
                seed: 7,
                tally: &tally,
                intervals: Intervals::Fixed,
                is_finished: true,
                margin: Some(0.02),
                minds: None,
                why: None,
                mixes: Some(&mixes),
                part: None,
            };
            let text = written(&Summary::of(told), Form::Text);
            text.lines().find(|line| line.starts_with("verdict")).expect("a margin was given").to_owned()
        };
        assert_eq!(verdict(1_000_000, [0.49, 0.51]), "verdict: Fair (score between 48 and 52 %)");
        // The search found it fair; these games are too few to confirm it.
        let undecided = verdict(100, [0.49, 0.51]);
        assert!(
            undecided.starts_with("verdict: Undecided") && undecided.contains("more games"),
            "{undecided}"
        );
        // No number of games decides what better play of a side could change.
        for games in [100, 1_000_000] {
            // A hundred games also leave open whether more than half are drawn.
            let draws = if games == 100 { "; undecided whether drawish" } else { "" };
            // And whether the score alone favours a side, so that better play of either could change it.
            let whose = if games == 100 { "Red and Blue" } else { "Blue" };
            let fair = "(fair is a score between 48 and 52 %)";
            let expected = format!("verdict: Depends on the play of {whose} {fair}{draws}");
            assert_eq!(verdict(games, [0.45, 0.51]), expected);
            let expected = format!("verdict: Depends on the play of Red and Blue {fair}{draws}");
            assert_eq!(verdict(games, [0.45, 0.55]), expected);
        }
    }
}
