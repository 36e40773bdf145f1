//! How far better play could move the result of a run. The mixes of a robust search come with its play interval; the
//! command decides whether it applies to the games, this file words it.

use serde::Serialize;
use szala_analysis::robust::Found;
use szala_analysis::{Estimate, OnPlay, on_play};
use szala_kernel::Side;

use crate::Body;
use crate::figures::{counted, games, shown, signed};
use crate::judged::{in_percent, verdict_words};

/// The mixes of one file that play both sides.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Mixes {
    /// Their file.
    pub file: String,
    /// The number of players of each side.
    pub members: [usize; 2],
    /// The results of the search that found them, if one did.
    pub search: Option<Found>,
    /// Why its play interval does not apply to the games; empty if it does.
    pub stale: Vec<String>,
}

impl Mixes {
    /// The ends of the play interval that the search found, if they apply.
    pub fn ends(&self) -> Option<[f64; 2]> {
        self.search.as_ref().filter(|_| self.stale.is_empty())?.ends()
    }

    /// The ends, if they alone leave a verdict within this margin open: it depends on play, whatever more games show.
    pub fn leave_open(&self, margin: f64) -> Option<[f64; 2]> {
        self.ends().filter(|ends| matches!(on_play([0.5; 2], *ends, margin), OnPlay::Depends(_)))
    }

    /// The play interval of a score: that of the search, but never narrower than the statistical one.
    pub(crate) fn interval(&self, statistical: Estimate) -> Option<Estimate> {
        Some(widened(self.ends()?, statistical))
    }

    /// The source of the play interval, or why there is none.
    pub(crate) fn source(&self) -> Option<String> {
        if self.search.is_some() && !self.stale.is_empty() {
            return Some(format!("no play interval, since it is stale: {}", self.stale.join("; ")));
        }
        Some(format!("from a search of {}", self.terms()?))
    }

    /// The search in short.
    pub fn terms(&self) -> Option<String> {
        let search = self.search.as_ref()?;
        let [date, _, seed, commit, rules, scenario] = numbers(search);
        let date = if date.is_empty() { date } else { format!(", {date}") };
        let budget = budget(search);
        let tried = search.searches.map_or_else(String::new, |searches| {
            let gained: u64 = search.searches_that_gained.iter().flatten().sum();
            let searches = counted(searches.iter().sum(), "fresh search", "fresh searches");
            format!("; {gained} of {searches} gained")
        });
        let since = match search.challengers().len() as u64 {
            0 => String::new(),
            number => format!("; {} since then", counted(number, "challenger", "challengers")),
        };
        Some(format!(
            "{budget}, seed {seed}{date}, commit {commit}, rules {rules}, scenario {scenario}{tried}{since}"
        ))
    }

    /// The same without words: day, budget, seed, commit, and prefixes of the hashes of rules and scenario.
    pub fn figures(&self) -> Option<String> {
        let numbers = numbers(self.search.as_ref()?);
        Some(numbers.into_iter().filter(|number| !number.is_empty()).collect::<Vec<_>>().join(", "))
    }
}

/// Day, budget, seed, commit, and prefixes of the hashes of rules and scenario.
fn numbers(search: &Found) -> [String; 6] {
    let Found { seed, date, commit, rules, scenario, budget_games, budget_seconds, .. } = search;
    let seconds = || budget_seconds.map(|seconds| format!("{seconds} s"));
    let budget = budget_games.map(|games| games.to_string()).or_else(seconds).unwrap_or_default();
    let [rules, scenario] = [rules, scenario].map(|hash| hash.get(..12).unwrap_or(hash).to_owned());
    [date.clone().unwrap_or_default(), budget, seed.clone(), commit.clone(), rules, scenario]
}

/// An interval that contains both.
pub(crate) fn widened([low, high]: [f64; 2], statistical: Estimate) -> Estimate {
    Estimate {
        low: statistical.low.map(|bound| bound.min(low)),
        high: statistical.high.map(|bound| bound.max(high)),
        ..statistical
    }
}

/// The budget of a search.
fn budget(search: &Found) -> String {
    match (search.budget_games, search.budget_seconds) {
        (Some(number), _) => games(number),
        (None, Some(seconds)) if seconds.is_multiple_of(60) => counted(seconds / 60, "minute", "minutes"),
        (None, seconds) => counted(seconds.unwrap_or_default(), "second", "seconds"),
    }
}

/// The two players, or mixes.
pub(crate) fn against([first, second]: [&str; 2], mixes: Option<&Mixes>) -> String {
    match mixes {
        Some(Mixes { file, members: [one, other], .. }) => {
            format!("{} against {} ({file})", mix_of(*one), mix_of(*other))
        }
        // For mixes whose file was not read, name the file once.
        None if first == second && first.starts_with("mix:") => format!("the mixes of {}", &first[4..]),
        None => format!("{first} against {second}"),
    }
}

/// The two players in each of two variants.
pub(crate) fn against_in_both(players: [([&str; 2], Option<&Mixes>); 2]) -> String {
    let [a, b] = players.map(|(players, mixes)| against(players, mixes));
    format!("A: {a}; B: {b}")
}

/// A mix by the number of its players.
pub fn mix_of(members: usize) -> String {
    format!("mix of {}", counted(members as u64, "player", "players"))
}

/// A verdict based on play: its word, the favoured side, and the sides whose better play could change it.
pub(crate) type Rests<'r> = (&'static str, Option<&'r str>, Vec<&'r str>);

/// The verdict on a play interval, with the names of the sides, for a score within these bounds.
pub(crate) fn resting(score: [f64; 2], ends: [f64; 2], sides: [&str; 2], margin: f64) -> Rests<'_> {
    match on_play(score, ends, margin) {
        OnPlay::Fair => ("fair", None, vec![]),
        OnPlay::Favours(side) => ("favours", Some(sides[side as usize]), vec![]),
        OnPlay::Depends(whose) => {
            let whose = Side::BOTH.into_iter().filter(|side| whose[*side]);
            (DEPENDS, None, whose.map(|side| sides[side as usize]).collect())
        }
    }
}

/// The word for a verdict that better play could change.
pub(crate) const DEPENDS: &str = "depends_on_play";

/// A verdict in words.
pub(crate) fn resting_words((verdict, favours, whose): &Rests<'_>, more: Option<u64>, margin: f64) -> String {
    if *verdict != DEPENDS {
        return verdict_words(*verdict == "fair", *favours, more, margin);
    }
    let [low, high] = [0.5 - margin, 0.5 + margin].map(in_percent);
    let whose = whose.join(" and ");
    let play = if whose.is_empty() { "play".to_owned() } else { format!("the play of {whose}") };
    format!("Depends on {play} (fair is a score between {low} and {high} %)")
}

/// The effect that better play could have on a score without a verdict.
pub(crate) fn body_without_verdict(
    side: &str,
    interval: Option<Estimate>,
    mixes: Option<&Mixes>,
    body: &mut Body,
) {
    let Some(source) = mixes.and_then(Mixes::source) else { return };
    match interval {
        Some(interval) => {
            body.heading("how far better play was found to move the score");
            body.note(format!("{side} score {} %: play interval", shown(interval).trim_start()));
            body.note(format!("The play interval is {source}."));
        }
        None => body.line(format!("The score is about these players only: {source}.")),
    }
}

/// What a verdict on these players implies for others.
pub(crate) fn note_of_verdict(interval: Option<Estimate>, mixes: Option<&Mixes>, body: &mut Body) {
    match (interval, mixes.and_then(Mixes::source)) {
        (Some(_), Some(source)) => body.note(format!("The play interval is {source}.")),
        (_, Some(why)) => {
            body.note(format!(
                "The verdict rests on the statistical interval, about these players only: {why}."
            ));
        }
        _ => {
            body.note(
                "The verdict is about these players only; `szala robust` tests it against better ones.",
            );
        }
    }
}

/// The difference of two scores with the ends that play could move it to, at worst.
pub(crate) fn difference([a, b]: [[f64; 2]; 2], statistical: Estimate) -> Estimate {
    widened([b[0] - a[1], b[1] - a[0]], statistical)
}

/// The sign of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    /// More with every player found.
    More,
    /// Less with every player found.
    Less,
    /// Better play could turn it.
    Play,
    /// There were too few games to show it.
    Games,
}

/// The sign of a change with these ends of both searches, if games between the mixes show this.
pub(crate) fn sign(ends: [[f64; 2]; 2], statistical: Estimate) -> Sign {
    let change = difference(ends, statistical);
    let [[a_low, a_high], [b_low, b_high]] = ends;
    let is_shown = |low: Option<f64>, high: Option<f64>| {
        low.is_some_and(|low| low > 0.0) || high.is_some_and(|high| high < 0.0)
    };
    match (change.low, change.high) {
        (Some(low), _) if low > 0.0 => Sign::More,
        (_, Some(high)) if high < 0.0 => Sign::Less,
        // Even the mixes leave it open, or the ends of the searches alone would decide it.
        _ if !is_shown(statistical.low, statistical.high)
            || is_shown(Some(b_low - a_high), Some(b_high - a_low)) =>
        {
            Sign::Games
        }
        _ => Sign::Play,
    }
}

/// The same in a sentence.
pub(crate) fn sign_of_change(side: &str, change: Estimate, sign: Sign) -> String {
    let so = match sign {
        Sign::More => format!("{side} score more in B with every player found"),
        Sign::Less => format!("{side} score less in B with every player found"),
        Sign::Play => "the sign of the change depends on play".to_owned(),
        Sign::Games => "these games do not show the sign of the change".to_owned(),
    };
    format!(
        "As far as better play was found, B less A is {} points (the lower end of one less the upper end of the \
         other, which is conservative), so {so}.",
        signed(change)
    )
}

#[cfg(test)]
mod tests {
    use szala_analysis::{Interval, Unit};

    use super::*;

    fn estimate(value: f64, low: f64, high: f64) -> Estimate {
        Estimate::new(Interval { estimate: value, low, high }, 100, Unit::Share)
    }

    fn mixes(stale: &[&str]) -> Mixes {
        let search = Found {
            is_finished: true,
            play_low: Some(0.51),
            play_high: Some(0.60),
            seed: "3".to_owned(),
            budget_seconds: Some(120),
            date: Some("2026-11-22".to_owned()),
            commit: "abc".to_owned(),
            rules: "0123456789abcdef".to_owned(),
            scenario: "fedcba9876543210".to_owned(),
            ..Found::default()
        };
        let stale = stale.iter().map(|why| (*why).to_owned()).collect();
        Mixes { file: "m/mix.toml".to_owned(), members: [4, 1], search: Some(search), stale }
    }

    #[test]
    fn a_play_interval_is_never_narrower_than_the_statistical_one() {
        let mixes = mixes(&[]);
        let ends = |statistical| mixes.interval(statistical).map(|found| (found.low, found.high));
        assert_eq!(ends(estimate(0.56, 0.55, 0.57)), Some((Some(0.51), Some(0.60))));
        assert_eq!(ends(estimate(0.56, 0.50, 0.62)), Some((Some(0.50), Some(0.62))));
    }

    #[test]
    fn what_is_stale_has_no_interval_and_says_why() {
        let stale = mixes(&["the rules have changed"]);
        assert_eq!(stale.interval(estimate(0.56, 0.55, 0.57)), None);
        assert_eq!(
            stale.source().expect("there was a search"),
            "no play interval, since it is stale: the rules have changed"
        );
        let source = mixes(&[]).source().expect("there was a search");
        assert_eq!(
            source,
            "from a search of 2 minutes, seed 3, 2026-11-22, commit abc, rules 0123456789ab, scenario fedcba987654"
        );
        // A search that has not finished has no interval.
        let search = Found { is_finished: false, ..mixes(&[]).search.expect("there was a search") };
        assert_eq!(search.ends(), None);
    }

    #[test]
    fn mixes_are_told_by_their_numbers_and_their_file() {
        let mix = "mix:m/mix.toml";
        assert_eq!(
            against([mix; 2], Some(&mixes(&[]))),
            "mix of 4 players against mix of 1 player (m/mix.toml)"
        );
        assert_eq!(against(["bold", "timid"], None), "bold against timid");
    }

    /// A from 51 to 60 %, B from 57 to 70 %: at worst 57 - 60 = -3 points, at best 70 - 51 = +19.
    #[test]
    fn a_change_survives_play_only_if_the_worst_ends_agree() {
        let told =
            |ends, statistical| sign_of_change("Red", difference(ends, statistical), sign(ends, statistical));
        let change = told([[0.51, 0.60], [0.57, 0.70]], estimate(0.08, 0.06, 0.10));
        assert!(change.contains("+8.00 (-3.00 to +19.00) points"), "{change}");
        assert!(change.ends_with("so the sign of the change depends on play."), "{change}");
        let change = told([[0.51, 0.60], [0.61, 0.70]], estimate(0.08, 0.06, 0.10));
        assert!(change.ends_with("so Red score more in B with every player found."), "{change}");
    }

    /// What more games could settle is not put down to play.
    #[test]
    fn a_change_that_the_games_do_not_show_does_not_depend_on_play() {
        // The ends of the searches, 51 to 60 and 61 to 70, would decide.
        let few = estimate(0.08, -0.02, 0.18);
        assert_eq!(sign([[0.51, 0.60], [0.61, 0.70]], few), Sign::Games);
        // A scenario against itself: even between the mixes there is no change.
        assert_eq!(sign([[0.51, 0.60]; 2], estimate(0.0, 0.0, 0.0)), Sign::Games);
        assert_eq!(sign([[0.51, 0.60]; 2], few), Sign::Games);
    }
}
