//! A run in a few lines of text: who won how often, with intervals, why, and whether that is fair.

use core::fmt;

use serde::Serialize;
use szala_analysis::statistics::sequence;
use szala_analysis::{ALPHA, Tally, Verdict, verdict, wilson};
use szala_kernel::{BySide, Side};

/// A tally with the names of the sides, ready to be read.
#[derive(Clone, Copy, Debug)]
pub struct Summary<'s> {
    /// What was played.
    pub title: &'s str,
    /// The names of the sides.
    pub sides: BySide<&'s str>,
    /// The names of those who played them.
    pub players: BySide<&'s str>,
    /// What came of it.
    pub tally: &'s Tally,
    /// Which intervals the rates have.
    pub intervals: Intervals,
    /// Within how much of a game the scenario is to be fair, if that was asked.
    pub margin: Option<f64>,
}

/// Which intervals rates have; it depends on why there are so many games and not more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Intervals {
    /// Wilson's, for a number of games that was chosen before the first.
    Fixed,
    /// Those that hold however often one looks, for a run that was ended because of what it showed.
    Anytime,
}

impl fmt::Display for Summary<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { title, sides, players, tally, .. } = self;
        let BySide([first, second]) = players;
        writeln!(f, "{title}: {}, {first} against {second}", Games(tally.games))?;
        if let Some(number) = tally.first_aborted {
            let games = Games(tally.aborted);
            writeln!(
                f,
                "  ABORTED: {games} had no end, a fault in the rules or in the scenario, and count for nothing"
            )?;
            writeln!(f, "  below; the first is --number {number}")?;
        }
        let share = |hits| Share { hits, games: tally.ended(), intervals: self.intervals };
        let win = |side: Side| format!("{} win", sides[side]);
        let rows = [
            (win(Side::First), tally.first),
            ("draw".to_owned(), tally.draws),
            (win(Side::Second), tally.second),
        ];
        let reasons =
            tally.reasons.iter().map(|((rule, reason), count)| (format!("{reason} [{rule}]"), *count));
        let reasons: Vec<_> = reasons.collect();
        let width = rows.iter().chain(&reasons).map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        for (name, count) in &rows {
            writeln!(f, "  {name:width$}  {}", share(*count))?;
        }
        writeln!(f, "how the games ended")?;
        for (name, count) in &reasons {
            writeln!(f, "  {name:width$}  {}", share(*count))?;
        }
        self.margin.map_or(Ok(()), |margin| self.write_verdict(margin, f))
    }
}

impl Summary<'_> {
    fn write_verdict(&self, margin: f64, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { first, draws, second, .. } = *self.tally;
        let (verdict, score) = verdict(first, draws, second, margin, ALPHA);
        let words = match verdict {
            Verdict::Fair => verdict_words(true, None, None, margin),
            Verdict::Favours(side) => verdict_words(false, Some(self.sides[side]), None, margin),
            Verdict::Undecided { more } => verdict_words(false, None, more, margin),
        };
        writeln!(f, "verdict: {words}")?;
        let [estimate, low, high] = [score.estimate, score.low, score.high].map(|part| part * 100.0);
        let side = self.sides[Side::First];
        writeln!(
            f,
            "  {side} score {estimate:.2} %  (95 %, at any time: {low:.2} to {high:.2}; a draw is half a win)  {}",
            Games(self.tally.ended())
        )
    }
}

/// A verdict in words: fair, or whom the scenario favours, or undecided and how many more games may decide it.
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

/// A part of one in percent: 52 and not 52.00000000000001.
fn in_percent(part: f64) -> String {
    let text = format!("{:.2}", part * 100.0);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// So many of so many, as a percentage in its 95 % interval.
struct Share {
    hits: u64,
    games: u64,
    intervals: Intervals,
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (share, when) = match self.intervals {
            Intervals::Fixed => (wilson(self.hits, self.games), ""),
            Intervals::Anytime => (sequence::rate(self.hits, self.games, ALPHA), ", at any time"),
        };
        let [estimate, low, high] = [share.estimate, share.low, share.high].map(|part| part * 100.0);
        write!(f, "{estimate:6.2} %  (95 %{when}: {low:.2} to {high:.2})  {}", Games(self.hits))
    }
}

/// So many games.
struct Games(u64);

impl fmt::Display for Games {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} game{}", self.0, if self.0 == 1 { "" } else { "s" })
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use szala_kernel::rule;

    use super::*;

    fn summary(tally: &Tally, intervals: Intervals, margin: Option<f64>) -> String {
        let (sides, players) = (BySide(["Red", "Blue"]), BySide(["bold", "timid"]));
        Summary { title: "a run", sides, players, tally, intervals, margin }.to_string()
    }

    #[test]
    fn a_summary_gives_every_share_with_its_interval_and_number_of_games() {
        let reasons = [("more points", 15), ("equal points", 133)];
        let reasons = reasons.map(|(reason, games)| ((rule!("3.1"), Cow::Borrowed(reason)), games)).into();
        let tally = Tally { games: 148, first: 15, draws: 133, reasons, ..Tally::default() };
        let text = summary(&tally, Intervals::Fixed, None);
        assert!(text.starts_with("a run: 148 games, bold against timid\n"), "{text}");
        // 15 of 148 is Newcombe's example: 10.14 %, 6.24 to 16.05.
        assert!(text.contains("Red win              10.14 %  (95 %: 6.24 to 16.05)  15 games"), "{text}");
        assert!(text.contains("Blue win              0.00 %"), "{text}");
        assert!(text.contains("equal points [3.1]   89.86 %"), "{text}");
        assert!(!text.contains("verdict") && !text.contains("ABORTED"), "{text}");
        // An interval that may be looked at whenever one likes says so, and is wider.
        let text = summary(&tally, Intervals::Anytime, None);
        assert!(text.contains("10.14 %  (95 %, at any time: "), "{text}");
        assert!(!text.contains("6.24 to 16.05"), "{text}");
    }

    #[test]
    fn one_game_is_not_many_and_none_are() {
        let tally = Tally { games: 1, first: 1, ..Tally::default() };
        let text = summary(&tally, Intervals::Fixed, None);
        assert!(text.starts_with("a run: 1 game, bold against timid\n"), "{text}");
        assert!(text.contains("  1 game\n") && text.contains("  0 games\n"), "{text}");
    }

    #[test]
    fn games_without_an_end_are_told_first_and_count_for_nothing() {
        let tally = Tally {
            games: 150,
            first: 15,
            draws: 133,
            aborted: 2,
            first_aborted: Some(7),
            ..Tally::default()
        };
        let text = summary(&tally, Intervals::Fixed, None);
        let second = text.lines().nth(1).expect("a second line");
        assert!(second.contains("ABORTED: 2 games had no end"), "{text}");
        assert!(text.contains("the first is --number 7"), "{text}");
        assert!(text.contains("10.14 %  (95 %: 6.24 to 16.05)"), "of 148, not of 150: {text}");
    }

    #[test]
    fn a_verdict_is_fair_favours_or_undecided() {
        let verdict = |first, draws, second| {
            let tally = Tally { games: first + draws + second, first, draws, second, ..Tally::default() };
            let text = summary(&tally, Intervals::Fixed, Some(0.02));
            text[text.find("verdict").expect("the summary has a verdict")..].to_owned()
        };
        // At a million games a score is known to some tenths of a point, at a hundred to some ten points.
        let fair = verdict(300_000, 400_000, 300_000);
        assert!(fair.starts_with("verdict: Fair (score between 48 and 52 %)\n"), "{fair}");
        assert!(fair.contains("  Red score 50.00 %  (95 %, at any time: "), "{fair}");
        assert!(fair.ends_with("a draw is half a win)  1000000 games\n"), "{fair}");
        let favours = verdict(250_000, 400_000, 350_000);
        assert!(favours.starts_with("verdict: Favours Blue (score above 52 %)\n"), "{favours}");
        let undecided = verdict(30, 40, 30);
        assert!(
            undecided.starts_with("verdict: Undecided (fair is a score between 48 and 52 %); about "),
            "{undecided}"
        );
        // On the very bound no number of games decides.
        let bound = verdict(320, 400, 280);
        assert!(bound.contains("Undecided") && bound.contains("no number of games decides"), "{bound}");
    }
}
