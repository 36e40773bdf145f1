//! Which values matter: a row for each end of a range, the joint effects of pairs of values, and how much the score
//! depends on uncertain values.

mod page;

use serde::{Deserialize, Serialize};
use serde_json::json;
use szala_analysis::compare::{Axis, Variant};
use szala_analysis::sensitivity::{Answer, Ends, Interactions, Spread};
use szala_analysis::{Estimate, Interval, Intervals, Unit};
use szala_kernel::BySide;

use crate::chart::data::{self, Source, Tornado};
use crate::chart::{Frame, Picture, forest_of, tornado};
use crate::compare::KEYED;
use crate::figures::{counted, games, shown, signed, value};
use crate::play::against;
use crate::study::AnswerOf;
use crate::sweep::short;
use crate::{Body, Findings, Grid, Lexicon, Row, row};

/// A value that was tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TriedValue {
    /// Its path.
    pub path: String,
    /// The current value.
    pub now: String,
    /// The other values tried, each with its index among the ends of the race.
    pub ends: Vec<(String, usize)>,
}

/// A sensitivity analysis with its names.
#[derive(Clone, Copy, Debug)]
pub struct SensitivityReport<'s> {
    /// The scenario.
    pub title: &'s str,
    /// The names of the sides.
    pub sides: BySide<&'s str>,
    /// The names of the players.
    pub players: BySide<&'s str>,
    /// The seed.
    pub seed: u64,
    /// The values.
    pub values: &'s [TriedValue],
    /// Values that could not be played: path, value, reason.
    pub unplayable: &'s [[String; 3]],
    /// The results of the race.
    pub ends: &'s Ends,
    /// The joint effects of pairs of values, and for each factor of the design its index among the values.
    pub interactions: Option<(&'s Interactions, &'s [usize])>,
    /// How much depends on uncertain values, and their indices among the values.
    pub spread: Option<(&'s Spread, &'s [usize])>,
    /// The total number of games played.
    pub spent: u64,
    /// Identifies the question.
    pub answer_of: &'s AnswerOf,
}

/// The findings of a sensitivity analysis.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SensitivityFindings {
    answer_of: AnswerOf,
    title: String,
    sides: [String; 2],
    players: [String; 2],
    seed: u64,
    margin: f64,
    /// The score of the unchanged scenario.
    score: Estimate,
    spent: u64,
    /// The games of the ends, and of the unchanged scenario beside them.
    of_ends: u64,
    /// How many games a plain grid of independent games takes for the same answers.
    of_a_grid: u64,
    values: Vec<ValueFindings>,
    unplayable: Vec<Unplayable>,
    interactions: Option<InteractionFindings>,
    spread: Option<SpreadFindings>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct ValueFindings {
    path: String,
    is_now: String,
    effect: Effect,
    ends: Vec<EndFindings>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct EndFindings {
    value: String,
    effect: Effect,
    games: u64,
    more: EndMore,
}

/// The difference from the unchanged scenario.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct EndMore {
    first_wins: Estimate,
    draws: Estimate,
    second_wins: Estimate,
    score: Estimate,
    lead: Estimate,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Unplayable {
    path: String,
    value: String,
    why: String,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct InteractionFindings {
    games: u64,
    cells: usize,
    pairs: Vec<PairFindings>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct PairFindings {
    paths: [String; 2],
    is_shown: bool,
    score_more: Estimate,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct SpreadFindings {
    scenarios: usize,
    games: u64,
    mean: f64,
    deviation: Estimate,
    shares: Vec<ShareFindings>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct ShareFindings {
    path: String,
    share: Estimate,
}

/// The finding about a value, or about an end of its range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Effect {
    Matters,
    Negligible,
    Open,
}

impl Effect {
    fn words(self) -> &'static str {
        match self {
            Self::Matters => "matters",
            Self::Negligible => "negligible",
            Self::Open => "not decided",
        }
    }
}

impl From<Answer> for Effect {
    fn from(answer: Answer) -> Self {
        match answer {
            Answer::Matters => Self::Matters,
            Answer::Negligible => Self::Negligible,
            Answer::Open => Self::Open,
        }
    }
}

/// The joint finding of the ends of a value.
fn together(ends: &[EndFindings]) -> Effect {
    let has = |effect| ends.iter().any(|end| end.effect == effect);
    match () {
        () if has(Effect::Matters) => Effect::Matters,
        () if has(Effect::Open) => Effect::Open,
        () => Effect::Negligible,
    }
}

/// The size of a difference of scores, for sorting.
fn size(estimate: Estimate) -> f64 {
    estimate.value.unwrap_or(0.0).abs()
}

impl<'s> SensitivityReport<'s> {
    /// The findings, the values that change the score most first.
    pub fn findings(&self) -> SensitivityFindings {
        let path = |place: &usize| self.values[*place].path.clone();
        let mut values: Vec<ValueFindings> = self.values.iter().map(|value| self.value(value)).collect();
        let largest = |of: &ValueFindings| of.ends.iter().map(|end| size(end.more.score)).fold(0.0, f64::max);
        values.sort_by(|one, other| largest(other).total_cmp(&largest(one)));
        let interactions = self.interactions.map(|(found, factors)| {
            let pair = |pair: &szala_analysis::sensitivity::Interaction| PairFindings {
                paths: pair.factors.map(|factor| path(&factors[factor])),
                is_shown: pair.more.low > 0.0 || pair.more.high < 0.0,
                score_more: Estimate::new(pair.more, found.numbers * found.cells as u64, Unit::Share),
            };
            let mut pairs: Vec<PairFindings> = found.pairs.iter().map(pair).collect();
            pairs.sort_by(|one, other| size(other.score_more).total_cmp(&size(one.score_more)));
            InteractionFindings { games: found.numbers * found.cells as u64, cells: found.cells, pairs }
        });
        let spread = self.spread.map(|(found, places)| {
            let estimate = |interval: Interval| Estimate::new(interval, found.games, Unit::Share);
            let of = |(place, share): (&usize, &szala_analysis::sensitivity::Share)| ShareFindings {
                path: path(place),
                share: estimate(share.share),
            };
            let mut shares: Vec<ShareFindings> = places.iter().zip(&found.shares).map(of).collect();
            shares.sort_by(|one, other| size(other.share).total_cmp(&size(one.share)));
            SpreadFindings {
                scenarios: found.scenarios,
                games: found.games,
                mean: found.mean,
                deviation: estimate(found.deviation),
                shares,
            }
        });
        SensitivityFindings {
            answer_of: self.answer_of.clone(),
            title: self.title.to_owned(),
            sides: self.sides.0.map(str::to_owned),
            players: self.players.0.map(str::to_owned),
            seed: self.seed,
            margin: self.ends.margin,
            score: self.score(),
            spent: self.spent,
            of_ends: self.ends.spent(),
            of_a_grid: self.ends.of_a_grid(),
            values,
            unplayable: self
                .unplayable
                .iter()
                .cloned()
                .map(|[path, value, why]| Unplayable { path, value, why })
                .collect(),
            interactions,
            spread,
        }
    }

    /// The score of the unchanged scenario, from the end with the most pairs.
    fn score(&self) -> Estimate {
        let longest = self.ends.ends.iter().max_by_key(|end| end.comparison.pairs);
        let counts = longest.map(|end| end.comparison.counts(Variant::A)).unwrap_or_default();
        Intervals::Fixed.score(counts)
    }

    fn value(&self, tried: &'s TriedValue) -> ValueFindings {
        let end = |(value, place): &'s (String, usize)| {
            let pairs = self.ends.ends[*place].comparison.pairs;
            let more = |axis: Axis| Estimate::new(self.ends.difference(*place, axis), pairs, axis.unit());
            EndFindings {
                value: value.clone(),
                effect: self.ends.answer(*place).into(),
                games: pairs,
                more: EndMore {
                    first_wins: more(Axis::Win),
                    draws: more(Axis::Draw),
                    second_wins: more(Axis::Loss),
                    score: more(Axis::Score),
                    lead: more(Axis::Lead),
                },
            }
        };
        let ends: Vec<EndFindings> = tried.ends.iter().map(end).collect();
        ValueFindings { path: tried.path.clone(), is_now: tried.now.clone(), effect: together(&ends), ends }
    }
}

impl SensitivityFindings {
    /// Draws the effects of the ends of ranges, the values that matter most first: all that are not negligible, and at
    /// least a dozen.
    pub fn picture(&self, frame: Frame, lexicon: &Lexicon) -> Picture {
        let source = Source {
            label: String::new(),
            title: lexicon.tell(&self.title).into_owned(),
            players: self.players.clone(),
            games: self.spent,
            aborted: 0,
            is_anytime: false,
        };
        // The words for score and points are the same as in a forest plot.
        let plain = forest_of(&lexicon.called(&self.sides[0]), source, core::iter::empty(), frame.language);
        let points = |estimate: Estimate| {
            let interval = estimate.interval()?;
            let [estimate, low, high] =
                [interval.estimate, interval.low, interval.high].map(|part| part * 100.0);
            Some(Interval { estimate, low, high })
        };
        let drawn = self.values.iter().enumerate();
        let rows = drawn.filter(|(place, value)| *place < 12 || value.effect != Effect::Negligible).map(
            |(_, value)| {
                let ends = value.ends.iter();
                let ends =
                    ends.filter_map(|end| Some((end.value.clone(), points(end.more.score)?))).collect();
                data::Ends { label: format!("{} ({})", short(&value.path), value.is_now), ends }
            },
        );
        tornado(
            &Tornado { what: plain.what, unit: plain.unit, source: plain.source, rows: rows.collect() },
            frame,
        )
    }

    fn of(&self, effect: Effect) -> Vec<&ValueFindings> {
        self.values.iter().filter(|value| value.effect == effect).collect()
    }

    /// The finding in a sentence.
    fn summary(&self) -> String {
        let points = crate::judged::in_percent(self.margin);
        let [matter, little, open] =
            [Effect::Matters, Effect::Negligible, Effect::Open].map(|effect| self.of(effect).len() as u64);
        let change = if matter == 1 || self.values.len() == 1 { "changes" } else { "change" };
        let have = if little == 1 { "has" } else { "have" };
        let rest = if open > 0 { format!("; {open} not decided by these games") } else { String::new() };
        format!(
            "{matter} of {} {change} the score of {}; {little} {have} no measurable effect (less than {points} points)\
             {rest}.",
            counted(self.values.len() as u64, "value", "values"),
            self.sides[0]
        )
    }

    fn body_of_pairs(&self, body: &mut Body) {
        let Some(InteractionFindings { games: played, cells, pairs }) = &self.interactions else { return };
        let is_shown: Vec<&PairFindings> = pairs.iter().filter(|pair| pair.is_shown).collect();
        let count = counted(pairs.len() as u64, "pair", "pairs");
        let design = format!("{}, a fractional factorial design of {cells} cells", games(*played));
        if is_shown.is_empty() {
            let widest = page::widest(pairs) * 100.0;
            body.line(if widest > 0.0 {
                format!(
                    "No interaction is shown among {count} of the strongest values ({design}): none is larger than \
                     {widest:.1} points."
                )
            } else {
                // Intervals without a width say that no difference was seen, not that there is none.
                format!(
                    "No interaction was seen among {count} of the strongest values ({design}); these games do not \
                     say how large one could be."
                )
            });
            return;
        }
        body.heading(format!("values that together do more, or less, than each alone; {count}, {design}"));
        let mut grid = Grid::with_head(["from low to high of", "with low to high of", "score more"]);
        for pair in is_shown {
            let [one, other] = pair.paths.each_ref().map(|path| short(path).to_owned());
            grid.push([one, other, signed(pair.score_more)]);
        }
        body.table(grid);
    }

    fn body_of_spread(&self, body: &mut Body) {
        let Some(spread) = &self.spread else { return };
        let SpreadFindings { scenarios, games: played, mean, deviation, shares } = spread;
        let [low, high] = page::nine_in_ten(*mean, *deviation).map(|part| part * 100.0);
        body.line(format!(
            "What depends on assumed values: with all {} drawn at random from their ranges, the score of {} has a \
             standard deviation of {} points among {scenarios} scenarios ({}), the noise of few games removed: about \
             nine scenarios in ten score {low:.1} to {high:.1} %.",
            shares.len(),
            self.sides[0],
            shown(*deviation).trim_start(),
            games(*played),
        ));
        let mut grid = Grid::with_head(["value", "share of that variance, %"]);
        for share in shares.iter().filter(|share| share.share.low > Some(0.0)) {
            grid.push([short(&share.path).to_owned(), shown(share.share)]);
        }
        if grid.is_empty() {
            body.line("No single value is shown to explain a part of it.");
        } else {
            body.heading("what explains it");
            body.table(grid);
        }
    }
}

/// A number to two digits.
fn rough(number: u64) -> u64 {
    let unit = 10_u64.pow(number.checked_ilog10().unwrap_or(0).saturating_sub(1));
    (number + unit / 2) / unit * unit
}

impl Findings for SensitivityFindings {
    const COMMAND: &'static str = "sensitivity";

    fn body(&self, body: &mut Body) {
        body.title(&*self.title);
        body.line(format!(
            "{}, {}, seed {}, {} in all; score of {} as it is {} %",
            counted(self.values.len() as u64, "value", "values"),
            against(self.players.each_ref().map(String::as_str), None),
            self.seed,
            games(self.spent),
            self.sides[0],
            shown(self.score).trim_start(),
        ));
        body.line(KEYED);
        body.line(self.summary());
        let mut grid = Grid::with_head([
            "value".to_owned(),
            "is".to_owned(),
            "tried".to_owned(),
            "games".to_owned(),
            "score more".to_owned(),
            format!("{} more, %", self.sides[0]),
            "draw more, %".to_owned(),
            format!("{} more, %", self.sides[1]),
            "lead more, VP".to_owned(),
            String::new(),
        ]);
        for found in self.values.iter().filter(|found| found.effect != Effect::Negligible) {
            for end in &found.ends {
                let more = &end.more;
                grid.push([
                    short(&found.path).to_owned(),
                    found.is_now.clone(),
                    end.value.clone(),
                    end.games.to_string(),
                    signed(more.score),
                    value(more.first_wins),
                    value(more.draws),
                    value(more.second_wins),
                    signed(more.lead),
                    end.effect.words().to_owned(),
                ]);
            }
        }
        if !grid.is_empty() {
            body.heading("what they change, largest first");
            body.table(grid);
            body.note(
                "The intervals of each column hold together, at 95 %, however early an end dropped out.",
            );
        }
        let little = self.of(Effect::Negligible);
        if !little.is_empty() {
            body.heading(format!(
                "no measurable effect: the score changes by less than {} points",
                crate::judged::in_percent(self.margin)
            ));
            for found in little {
                let ends: Vec<String> = found
                    .ends
                    .iter()
                    .map(|end| format!("{}: {}", end.value, signed(end.more.score)))
                    .collect();
                body.item(format!("{} ({}), {}", short(&found.path), found.is_now, ends.join(", ")));
            }
        }
        body.note(format!(
            "The ends took {}. A plain grid of independent games would take about {} for the same answers.",
            games(self.of_ends),
            games(rough(self.of_a_grid))
        ));
        self.body_of_pairs(body);
        self.body_of_spread(body);
        if !self.unplayable.is_empty() {
            body.heading("not tried, since the scenario cannot be played with it alone");
            for Unplayable { path, value, why } in &self.unplayable {
                body.item(format!("{path}={value}: {why}"));
            }
        }
    }

    fn rows(&self) -> Vec<Row> {
        let of = |found: &ValueFindings, end: &EndFindings| {
            let more = &end.more;
            row(&json!({
                "path": found.path, "is_now": found.is_now, "value": end.value, "effect": end.effect,
                "games": end.games, "score_more": more.score, "first_wins_more": more.first_wins,
                "draws_more": more.draws, "second_wins_more": more.second_wins, "lead_more": more.lead,
            }))
        };
        self.values.iter().flat_map(|found| found.ends.iter().map(move |end| of(found, end))).collect()
    }
}

#[cfg(test)]
mod tests;
