//! The difference of two variants, split into parts that add up to it: the score by how games end and when, the lead by
//! stage and by unit. `analysis` computes the figures.

use serde::Serialize;
use szala_analysis::why::{Breakdown, Of, Part};
use szala_analysis::{ALPHA, Estimate, Interval, Unit};

use crate::figures::{scale, signed, value};
use crate::lexicon::Lexicon;
use crate::messages::{Language, Message};
use crate::time::Time;
use crate::why::signed_range;
use crate::{Body, Grid};

/// This many parts are shown, and the rest as one.
const SHOWN: usize = 8;

/// All parts.
#[derive(Debug, Serialize)]
pub(crate) struct Parts {
    wholes: Vec<WholeParts>,
    #[serde(skip)]
    time: String,
}

/// The parts of one difference.
#[derive(Debug, Serialize)]
struct WholeParts {
    of: Of,
    pairs: u64,
    parts: Vec<PartFound>,
    all: PartFound,
}

/// A part of both variants, and of their difference. Parts of the score are contributions relative to a score of a
/// half.
#[derive(Clone, Debug, Serialize)]
struct PartFound {
    part: String,
    /// The rule of an ending, the side of a unit.
    part_of: Option<String>,
    a: Estimate,
    b: Estimate,
    difference: Estimate,
}

impl Parts {
    pub(crate) fn of(breakdown: &Breakdown, time: &str) -> Self {
        let whole = |of: Of| {
            let parts = breakdown.parts(of).filter(|parts| !parts.is_empty())?;
            Some(WholeParts::of(of, breakdown.pairs, &parts))
        };
        Self { wholes: Of::ALL.into_iter().filter_map(whole).collect(), time: time.to_owned() }
    }

    /// Where most of the change comes from, in the language of the lexicon.
    pub(crate) fn sentences(&self, lexicon: &Lexicon) -> Vec<String> {
        self.wholes.iter().filter_map(|whole| whole.sentence(&self.time, lexicon)).collect()
    }

    /// Where most of the change comes from, and the tables.
    pub(super) fn body(&self, side: &str, body: &mut Body) {
        let sentences = self.sentences(&Lexicon::new(Language::English, []));
        if !sentences.is_empty() {
            body.heading("why");
            let plain = |text: String| text.replace(['\u{a0}', '\u{202f}'], " ").replace('\u{2212}', "-");
            for sentence in sentences {
                body.item(plain(sentence));
            }
        }
        for whole in self.wholes.iter().filter(|whole| whole.differs()) {
            let what = match whole.of {
                Of::Endings => format!("what each ending adds to the score of {side}, in points from 50 %"),
                Of::Times => format!("what each {} of the end adds to it", self.time),
                Of::Stages => format!("what each {} adds to the lead of {side}, VP", self.time),
                Of::Units => "what each unit adds to it".to_owned(),
            };
            body.heading(what);
            body.table(whole.grid(&self.time));
        }
    }
}

impl WholeParts {
    fn of(of: Of, pairs: u64, parts: &[Part]) -> Self {
        let parts: Vec<PartFound> = parts.iter().map(|part| PartFound::of(of, part)).collect();
        let sum = |value: fn(&PartFound) -> Estimate| {
            let sum: f64 = parts.iter().filter_map(|part| value(part).value).sum();
            plain(sum, pairs, of)
        };
        let all = PartFound {
            part: "all".to_owned(),
            part_of: None,
            a: sum(|part| part.a),
            b: sum(|part| part.b),
            difference: sum(|part| part.difference),
        };
        Self { of, pairs, parts, all }
    }

    fn differs(&self) -> bool {
        self.parts.iter().any(|part| part.difference.value.is_some_and(|more| more != 0.0))
    }

    /// The parts, largest change first.
    fn sorted(&self) -> Vec<&PartFound> {
        let size = |part: &PartFound| part.difference.value.unwrap_or_default().abs();
        let mut parts: Vec<&PartFound> = self.parts.iter().collect();
        parts.sort_by(|one, other| size(other).total_cmp(&size(one)));
        parts
    }

    /// Where most of the change comes from, if it is significant.
    fn sentence(&self, time: &str, lexicon: &Lexicon) -> Option<String> {
        let all = self.all.difference.value?;
        let most = self.sorted().into_iter().find(|part| {
            let found = part.difference.interval();
            // A part that works against the change does not explain it.
            found.is_some_and(|found| (found.low > 0.0 || found.high < 0.0) && found.estimate * all > 0.0)
        })?;
        if most.part.is_empty() {
            return None;
        }
        let (language, by) = (lexicon.language(), scale(self.all.difference.unit));
        let sign = if all > 0.0 { "+" } else { "" };
        let all = format!("{sign}{}", language.decimal(all * by, 1));
        let of = most.part_of.as_deref().unwrap_or_default();
        let rule = if of.is_empty() { String::new() } else { format!(" [{of}]") };
        let reason = format!("{}{rule}", language.quoted(&lexicon.tell(&most.part)));
        let time = Time::of(time, language);
        let [(_, time), ..] = time.places();
        let places = [
            ("part", &*signed_range(language, most.difference, by)),
            ("all", &all),
            ("reason", &reason),
            ("stage", &most.part),
            ("unit", &*lexicon.tell(&most.part)),
            ("whose", &*lexicon.tell(of)),
            ("time", time),
        ];
        let message = match self.of {
            Of::Endings => Message::PartsScore,
            Of::Times => Message::PartsTime,
            Of::Stages => Message::PartsStage,
            Of::Units => Message::PartsUnit,
        };
        Some(message.say(language, &places))
    }

    fn grid(&self, time: &str) -> Grid {
        let mut grid = Grid::with_head(["", "A", "B", "B less A (95 %)"]);
        let mut parts = self.sorted();
        let rest = if parts.len() > SHOWN + 1 { parts.split_off(SHOWN) } else { Vec::new() };
        if matches!(self.of, Of::Times | Of::Stages) {
            parts.sort_by_key(|part| part.part.parse().unwrap_or(u32::MAX));
        }
        for part in parts {
            let name = match (self.of, part.part.as_str()) {
                (_, "") => "not recorded of whom".to_owned(),
                (Of::Times | Of::Stages, number) => format!("{time} {number}"),
                (_, name) => name.to_owned(),
            };
            let of = part.part_of.as_ref().map(|of| match self.of {
                Of::Endings => format!(" [{of}]"),
                _ => format!(", {of}"),
            });
            grid.push([
                name + &of.unwrap_or_default(),
                value(part.a),
                value(part.b),
                signed(part.difference),
            ]);
        }
        if !rest.is_empty() {
            let sum = |of: fn(&PartFound) -> Estimate| {
                plain(rest.iter().filter_map(|part| of(part).value).sum(), self.pairs, self.of)
            };
            let name = format!("{} others", rest.len());
            let [a, b] = [sum(|part| part.a), sum(|part| part.b)];
            grid.push([name, value(a), value(b), signed_value(sum(|part| part.difference))]);
        }
        let PartFound { a, b, difference, .. } = &self.all;
        grid.push(["all".to_owned(), value(*a), value(*b), signed_value(*difference)]);
        grid
    }
}

impl PartFound {
    fn of(of: Of, part: &Part) -> Self {
        let Part { name, of: part_of, pairs } = part;
        let scale = if of.is_of_score() { 0.5 } else { 1.0 };
        let estimate = |Interval { estimate, low, high }: Interval| {
            let [estimate, low, high] = [estimate, low, high].map(|part| part * scale);
            Estimate::new(Interval { estimate, low, high }, pairs.n, unit(of))
        };
        Self {
            part: name.trim().to_owned(),
            part_of: part_of.clone(),
            a: estimate(pairs.first().mean_interval(ALPHA)),
            b: estimate(pairs.second().mean_interval(ALPHA)),
            difference: estimate(pairs.mean_difference(ALPHA)),
        }
    }
}

fn unit(of: Of) -> Unit {
    if of.is_of_score() { Unit::Share } else { Unit::Vp }
}

/// A sum of parts. Its interval is that of the whole, shown above.
fn plain(sum: f64, pairs: u64, of: Of) -> Estimate {
    Estimate { value: Some(sum), low: None, high: None, games: pairs, unit: unit(of) }
}

/// The value with its sign, without an interval.
fn signed_value(estimate: Estimate) -> String {
    signed(estimate).trim_end_matches(" (unbounded)").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use szala_analysis::statistics::paired::Pairs;

    fn part(name: &str, of: Option<&str>, values: &[(i64, i64)]) -> Part {
        let mut pairs = Pairs::default();
        for (a, b) in values {
            pairs.add(*a, *b);
        }
        Part { name: name.to_owned(), of: of.map(str::to_owned), pairs }
    }

    /// Four pairs. Ahead: 1, 1, -1, 0 before, so +0.25 of a sign and 12.5 points; 0, 0, -1, 0 after, -12.5 points.
    /// The camp adds nothing before and one win of four after: 12.5 points. In all 12.5 before and 0 after.
    #[test]
    fn parts_stand_in_a_table_that_adds_up() {
        let parts = [
            part("ahead", Some("12.3"), &[(1, 0), (1, 0), (-1, -1), (0, 0)]),
            part("camp", None, &[(0, 0), (0, 0), (0, 0), (0, 1)]),
        ];
        let whole = WholeParts::of(Of::Endings, 4, &parts);
        let mut body = Body::default();
        Parts { wholes: vec![whole], time: "stage".to_owned() }.body("Red", &mut body);
        let mut text = String::new();
        body.write_text(&mut text).expect("a string takes all that is written to it");
        let row = |name: &str| {
            let line = text.lines().find(|line| line.trim_start().starts_with(name));
            line.unwrap_or_else(|| panic!("{text}")).split_whitespace().collect::<Vec<_>>().join(" ")
        };
        assert!(row("ahead").starts_with("ahead [12.3] 12.50 -12.50 -25.00 ("), "{text}");
        assert!(row("camp").starts_with("camp 0.00 12.50 +12.50 ("), "{text}");
        assert_eq!(row("all"), "all 12.50 0.00 -12.50");
        // Four pairs show nothing.
        assert!(!text.contains("why"), "{text}");
    }

    /// Of eleven units nine change by 1 and two by 3: two and six of the nine are shown, and three are 3 VP together.
    #[test]
    fn the_rest_of_many_parts_is_one_row_and_the_sentence_names_the_largest() {
        let unit = |number: i64| {
            let more = if number < 2 { 3 } else { 1 };
            part(&format!("unit {number:02}"), Some("Red"), &[(0, more), (0, more), (0, more)])
        };
        let parts: Vec<Part> = (0..11).map(unit).collect();
        let whole = WholeParts::of(Of::Units, 3, &parts);
        let mut body = Body::default();
        Parts { wholes: vec![whole], time: "stage".to_owned() }.body("Red", &mut body);
        let mut text = String::new();
        body.write_text(&mut text).expect("a string takes all that is written to it");
        let lines: Vec<String> =
            text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
        assert!(lines.contains(&"3 others 0.00 3.00 +3.00".to_owned()), "{text}");
        assert!(lines.contains(&"all 0.00 15.00 +15.00".to_owned()), "{text}");
        assert!(text.contains("comes through unit 00 (Red): +3 (3 to 3) VP."), "{text}");
    }
}
