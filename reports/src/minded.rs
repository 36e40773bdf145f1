//! What a designer cares about besides fairness, shown beside the verdict: too many draws, walk-overs, games that use
//! up all their time. `analysis` decides which games these are.

use serde::Serialize;
use szala_analysis::aggregate::Counts;
use szala_analysis::why::Account;
use szala_analysis::{ALPHA, Accepted, AtMost, Concern, Estimate, Unit, at_most};

use crate::figures::shown;
use crate::judged::in_percent;
use crate::messages::{Language, Message};

/// The number of games of each kind that a designer cares about, and of all games.
#[derive(Clone, Copy, Debug)]
pub struct Minds {
    accepted: Accepted,
    counts: [Option<[u64; 2]>; Concern::ALL.len()],
}

impl Minds {
    /// For counted games; `limit` is the last stage or turn that a game can reach.
    pub fn of(account: &Account, limit: Option<u32>, accepted: Accepted) -> Self {
        Self { accepted, counts: Concern::ALL.map(|concern| concern.count(account, limit, &accepted)) }
    }

    /// For games of which only the winners are known: only draws can be judged.
    pub fn of_draws(counts: Counts) -> Self {
        Self { accepted: Accepted::default(), counts: [Some([counts.draws, counts.ended()]), None, None] }
    }
}

/// A share of games, compared with the accepted maximum.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Minded {
    pub(crate) concern: Concern,
    /// `within`, `beyond`, `undecided`; `unknown` if the games do not record it.
    pub(crate) standing: &'static str,
    /// In parts of one.
    pub(crate) most: f64,
    /// A win by this lead is a walk-over, however late it comes.
    pub(crate) walkover: Option<u32>,
    /// `None` if the games do not record it.
    pub(crate) share: Option<Estimate>,
    pub(crate) games_more: Option<u64>,
}

impl Minded {
    /// All of them, each with an interval that holds at any time.
    pub(crate) fn all(minds: &Minds, alpha: f64) -> Vec<Self> {
        let of = |(concern, counts): (Concern, Option<[u64; 2]>)| {
            let most = concern.most(&minds.accepted);
            let walkover = minds.accepted.walkover.filter(|_| concern == Concern::Walkovers);
            let Some([hits, games]) = counts else {
                let standing = "unknown";
                return Self { concern, standing, most, walkover, share: None, games_more: None };
            };
            let (found, share) = at_most(hits, games, most, alpha);
            let (standing, games_more) = match found {
                AtMost::Within => ("within", None),
                AtMost::Beyond => ("beyond", None),
                AtMost::Undecided { more } => ("undecided", more),
            };
            let share = Some(Estimate::new(share, games, Unit::Share));
            Self { concern, standing, most, walkover, share, games_more }
        };
        Concern::ALL.into_iter().zip(minds.counts).map(of).collect()
    }

    /// The same at the level of a single verdict.
    pub(crate) fn usual(minds: &Minds) -> Vec<Self> {
        Self::all(minds, ALPHA)
    }

    /// The word for a scenario with too many of them.
    pub(crate) fn word(&self, language: Language) -> String {
        let message = match self.concern {
            Concern::Draws => Message::ButDraws,
            Concern::Walkovers => Message::ButWalkovers,
            Concern::Long => Message::ButLong,
        };
        message.say(language, &[])
    }

    /// The share in a sentence, written by `told`; nothing if it is unknown.
    pub(crate) fn sentence(&self, language: Language, told: impl Fn(Estimate) -> String) -> Option<String> {
        let share = told(self.share?);
        let points = self.walkover.map(|points| points.to_string()).unwrap_or_default();
        let places = [("share", share.as_str()), ("points", points.as_str())];
        let what = match (self.concern, self.walkover) {
            (Concern::Draws, _) => Message::MindsDraws,
            (Concern::Walkovers, None) => Message::MindsWalkovers,
            (Concern::Walkovers, Some(_)) => Message::MindsWalkoversBy,
            (Concern::Long, _) => Message::MindsLong,
        };
        let standing = match self.standing {
            "within" => Message::MindsWithin,
            "beyond" => Message::MindsBeyond,
            _ => Message::MindsUndecided,
        };
        let most = in_percent(self.most);
        let most = if language == Language::Polish { most.replace('.', ",") } else { most };
        let standing = standing.say(language, &[("most", &most)]);
        Some(format!("{}; {standing}.", what.say(language, &places)))
    }

    /// The share in a line of text.
    pub(crate) fn line(&self) -> Option<String> {
        let told = |estimate: Estimate| format!("{} %", shown(estimate).trim_start());
        self.sentence(Language::English, told).map(|line| line.replace('\u{a0}', " "))
    }
}

/// A verdict with the other concerns: `Fair, but drawish and drawn out`.
pub(crate) fn with_concerns(verdict: &str, is_fair: bool, minded: &[Minded], language: Language) -> String {
    let mut text = verdict.to_owned();
    let of = |standing: &str| -> Vec<String> {
        let found = minded.iter().filter(|one| one.standing == standing);
        found.map(|one| one.word(language)).collect()
    };
    let both = |words: Vec<String>| -> Option<String> {
        let mut words = words.into_iter();
        let first = words.next()?;
        Some(words.fold(first, |all, word| and(&all, &word, language)))
    };
    let message = if is_fair { Message::PageBut } else { Message::PageAlso };
    if let Some(words) = both(of("beyond")) {
        text = message.say(language, &[("word", &text), ("other", &words)]);
    }
    if let Some(words) = both(of("undecided")) {
        text = format!("{text}; {}", Message::PageOpen.say(language, &[("other", &words)]));
    }
    text.replace('\u{a0}', " ")
}

fn and(one: &str, other: &str, language: Language) -> String {
    let and = if language == Language::Polish { "i" } else { "and" };
    format!("{one} {and} {other}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn minded(counts: [Option<[u64; 2]>; 3]) -> Vec<Minded> {
        Minded::usual(&Minds { accepted: Accepted::default(), counts })
    }

    #[test]
    fn a_scenario_that_is_always_drawn_is_never_just_fair() {
        let all = minded([Some([5_000, 5_000]), Some([0, 5_000]), Some([5_000, 5_000])]);
        let said = |is_fair, language| with_concerns("Fair", is_fair, &all, language);
        assert_eq!(said(true, Language::English), "Fair, but drawish and drawn out");
        assert_eq!(
            with_concerns("Wyrównany", true, &all, Language::Polish),
            "Wyrównany, ale remisowy i rozwlekły"
        );
        assert_eq!(said(false, Language::English), "Fair; also drawish and drawn out");
        let lines: Vec<String> = all.iter().filter_map(Minded::line).collect();
        // (1/40 of one more than there are games)^(1/games), as the confidence sequence has it: almost all.
        assert!(lines[0].starts_with("Draws: 100.00 (99.7"), "{lines:?}");
        assert!(lines[0].ends_with("to 100.00) % of games; more than 50 %."), "{lines:?}");
        assert!(lines[1].ends_with("of games; no more than 25 %."), "{lines:?}");
    }

    #[test]
    fn what_few_games_leave_open_is_said_and_what_they_do_not_say_is_left_out() {
        let all = minded([Some([5, 10]), None, Some([0, 10])]);
        let text = with_concerns("Undecided", false, &all, Language::English);
        assert_eq!(text, "Undecided; undecided whether drawish");
        assert_eq!(all.iter().filter_map(Minded::line).count(), 2);
        assert_eq!(all[1].standing, "unknown");
        let alone = minded([Some([0, 1_000]), None, None]);
        assert_eq!(with_concerns("Fair", true, &alone, Language::English), "Fair");
    }
}
