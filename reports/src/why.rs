//! Why a score is as it is, in sentences with their intervals. `analysis` has the findings; this file words them, for
//! text in English, and for a page in its language with the names of its game.

use serde::Serialize;
use szala_analysis::why::{Finding, UnitWorth, Without};
use szala_analysis::{Estimate, Interval};

use crate::Body;
use crate::lexicon::{Called, Lexicon};
use crate::messages::{Language, Message};
use crate::time::Time;

/// The explanation of the score of a run.
#[derive(Clone, Debug, Serialize)]
pub struct Why {
    /// The findings, in the order in which they are reported.
    pub findings: Vec<Finding>,
    /// Why no rule was switched off, if none was.
    pub not_played: Option<String>,
    /// The unit of the game's time.
    #[serde(skip)]
    pub time: String,
}

impl Why {
    /// The sentences as text.
    pub(crate) fn body(&self, sides: [&str; 2], body: &mut Body) {
        let lines = self.sentences(sides, &Lexicon::new(Language::English, []));
        if lines.is_empty() {
            return;
        }
        let sets = self.sets().collect::<Vec<_>>().join(", --set ");
        body.heading("why");
        for line in lines {
            body.item(line.replace(['\u{a0}', '\u{202f}'], " ").replace('\u{2212}', "-"));
        }
        if !sets.is_empty() {
            body.note(format!("Switched off by --set {sets}"));
        }
    }

    /// The sentences in the language of the lexicon; the sides have the names of the run.
    pub(crate) fn sentences(&self, sides: [&str; 2], lexicon: &Lexicon) -> Vec<String> {
        let voice = Voice {
            lexicon,
            language: lexicon.language(),
            sides: sides.map(|side| lexicon.called(side)),
            time: &self.time,
        };
        let mut said: Vec<String> = self.findings.iter().flat_map(|finding| voice.say(finding)).collect();
        said.extend(self.note(voice.language));
        said
    }

    /// The changes that switched rules off.
    pub(crate) fn sets(&self) -> impl Iterator<Item = &str> {
        // The same change may switch off a rule and the event it causes.
        let mut sets: Vec<&str> = Vec::new();
        for set in self.findings.iter().filter_map(tried).map(|played| played.set.as_str()) {
            if !sets.contains(&set) {
                sets.push(set);
            }
        }
        sets.into_iter()
    }

    /// How the worth of a rule was found, or why it was not.
    fn note(&self, language: Language) -> Option<String> {
        if let Some(why) = &self.not_played {
            return Some(Message::WhyNotPlayed.say(language, &[("why", why)]));
        }
        let played = self.findings.iter().find_map(tried)?;
        Some(Message::WhyNote.say(language, &[("games", &language.count(played.change.games))]))
    }
}

/// The paired games behind a finding.
fn tried(finding: &Finding) -> Option<&Without> {
    match finding {
        Finding::Without { played, .. } => Some(played),
        Finding::Event { switched_off, .. } => switched_off.as_deref(),
        _ => None,
    }
}

/// A scaled interval; its bounds swap if the factor is negative.
fn times(Interval { estimate, low, high }: Interval, by: f64) -> Interval {
    let [one, other] = [low * by, high * by];
    Interval { estimate: estimate * by, low: one.min(other), high: one.max(other) }
}

/// A scaled difference with its bounds and its sign.
pub(crate) fn signed_range(language: Language, estimate: Estimate, by: f64) -> String {
    let Some(interval) = estimate.interval() else { return "?".to_owned() };
    let said = language.value_range(times(interval, by));
    if interval.estimate > 0.0 { format!("+{said}") } else { said }
}

/// The style of the sentences.
struct Voice<'v> {
    lexicon: &'v Lexicon,
    language: Language,
    sides: [Called; 2],
    time: &'v str,
}

impl Voice<'_> {
    fn of(&self, message: Message, places: &[(&str, &str)]) -> String {
        message.say_of(self.language, &[("side", &self.sides[0])], places)
    }

    /// Who leads at the end, and the stage that contributes most of the lead.
    fn lead(&self, lead: Estimate, made: Option<(u8, Estimate)>) -> String {
        // The sentence names the leading side, so its lead is positive.
        let is_second = lead.value.is_some_and(|lead| lead < 0.0);
        let (side, sign) = (&self.sides[usize::from(is_second)], if is_second { -1.0 } else { 1.0 });
        let points = self.size(lead, sign);
        let mut places = vec![("points", points)];
        let mut message = Message::WhyLead;
        if let Some((stage, gained)) = made {
            message = Message::WhyLeadStage;
            let time = self.language_time();
            places.extend([
                ("stage", stage.to_string()),
                ("gained", self.size(gained, sign)),
                ("time", time),
            ]);
        }
        let places: Vec<(&str, &str)> = places.iter().map(|(place, said)| (*place, said.as_str())).collect();
        message.say_of(self.language, &[("side", side)], &places)
    }

    /// The unit of time in the language.
    fn language_time(&self) -> String {
        let time = Time::of(self.time, self.language);
        let [(_, one), ..] = time.places();
        one.to_owned()
    }

    /// A share with its bounds, in percent.
    fn percent(&self, estimate: Estimate) -> String {
        estimate.interval().map_or_else(|| "?".to_owned(), |interval| self.language.percent_range(interval))
    }

    /// A scaled difference with its bounds and its sign.
    fn signed(&self, estimate: Estimate, by: f64) -> String {
        signed_range(self.language, estimate, by)
    }

    /// The same without a sign, from the view of the side that gains.
    fn size(&self, estimate: Estimate, sign: f64) -> String {
        let Some(interval) = estimate.interval() else { return "?".to_owned() };
        self.language.value_range(times(interval, sign))
    }

    /// The score without something.
    fn without(&self, played: &Without, it: &str) -> String {
        let Without { with, without, change, .. } = played;
        let is_shown = change.interval().is_some_and(|change| change.low > 0.0 || change.high < 0.0);
        let value = |estimate: &Estimate| {
            estimate.interval().map_or_else(|| "?".to_owned(), |one| self.language.percent(one))
        };
        self.of(
            if is_shown { Message::WhyWithout } else { Message::WhyWithoutSame },
            &[
                ("rule", it),
                ("with", &value(with)),
                ("without", &value(without)),
                ("change", &self.signed(*change, 100.0)),
            ],
        )
    }

    /// A reason with its rule.
    fn reason(&self, reason: &str, rule: Option<&str>) -> String {
        let reason = self.lexicon.tell(reason);
        rule.map_or_else(|| reason.to_string(), |rule| format!("{reason} [{rule}]"))
    }

    fn say(&self, finding: &Finding) -> Vec<String> {
        match finding {
            Finding::Draws { share, reason, rule, of_draws } => vec![self.of(
                Message::WhyDraws,
                &[
                    ("share", &self.percent(*share)),
                    ("of_draws", &self.percent(*of_draws)),
                    ("reason", &self.reason(reason, rule.as_deref())),
                ],
            )],
            Finding::Decides { reason, rule, share, score, adds } => {
                let is_shown = adds.interval().is_some_and(|adds| adds.low > 0.0 || adds.high < 0.0);
                let message = if is_shown { Message::WhyDecides } else { Message::WhyEnds };
                vec![self.of(
                    message,
                    &[
                        ("reason", &self.reason(reason, rule.as_deref())),
                        ("share", &self.percent(*share)),
                        ("score", &self.percent(*score)),
                        ("adds", &self.signed(*adds, 100.0)),
                    ],
                )]
            }
            Finding::Without { rule, played } => {
                vec![self.without(played, rule)]
            }
            Finding::Lead { lead, stage, gained } => vec![self.lead(*lead, stage.zip(*gained))],
            Finding::Event { what, side, unit, share, score_if, score_if_not, switched_off, .. } => {
                let of = [unit, side]
                    .into_iter()
                    .flatten()
                    .map(|name| self.lexicon.tell(name))
                    .collect::<Vec<_>>();
                // The sentence says that it happened, not when.
                let whole = what.replace('_', " ");
                let short = what.strip_suffix(&format!("_{}", self.time)).unwrap_or(what).replace('_', " ");
                let what = if self.language == Language::English || !self.lexicon.has(&whole) {
                    &short
                } else {
                    &whole
                };
                let what = self.lexicon.tell(what).into_owned();
                let what = if of.is_empty() { what } else { format!("{what} ({})", of.join(", ")) };
                let said = self.of(
                    Message::WhyEvent,
                    &[
                        ("what", &what),
                        ("share", &self.percent(*share)),
                        ("if_so", &self.percent(*score_if)),
                        ("if_not", &self.percent(*score_if_not)),
                    ],
                );
                let worth = switched_off.as_ref().map_or_else(
                    || self.of(Message::WhyEventOnly, &[]),
                    |played| self.without(played, &self.of(Message::WhyIt, &[])),
                );
                vec![format!("{said} {worth}")]
            }
            Finding::Units { wins, costs } => {
                let told = |message: Message, worth: &Option<UnitWorth>, sign: f64| {
                    let UnitWorth { unit, side, points } = worth.as_ref()?;
                    let points = self.size(*points, sign);
                    let places = [
                        ("unit", self.lexicon.tell(unit).into_owned()),
                        ("whose", self.lexicon.tell(side).into_owned()),
                        ("points", points),
                    ];
                    Some(self.of(message, &places.each_ref().map(|(place, said)| (*place, said.as_str()))))
                };
                let said = [told(Message::WhyWins, wins, 1.0), told(Message::WhyCosts, costs, -1.0)];
                vec![said.into_iter().flatten().collect::<Vec<_>>().join(" ")]
            }
        }
    }
}

#[cfg(test)]
mod tests;
