//! How often a finding of why names an effect that is not there, and how often the interval of what was chosen as the
//! farthest of several holds the truth: games are lots of known chances.

use rayon::prelude::*;
use szala_analysis::Intervals;
use szala_analysis::compare::Comparison;
use szala_analysis::why::{Account, Ended, Finding, Slice, Tried, TriedOf, UnitWorth, findings};
use szala_kernel::record::{Column, GAINED, Kind, POINTS, Whose};
use szala_kernel::{Outcome, Side, rule};
use szala_system::Half;

use super::{Lots, float, head, row};

/// Runs of each world, and games of each run.
const RUNS: u64 = 2_000;
const GAMES: usize = 1_000;
/// Pairs of games for what is switched off.
const PAIRS: u64 = 250;
/// Ways to end, all alike.
const ENDINGS: [&str; 6] = ["one", "two", "three", "four", "five", "six"];
const STAGES: u8 = 6;
const UNITS: usize = 30;
const EVENTS: usize = 30;
/// In how many of a hundred games each event happens.
const HAPPENS: f64 = 0.3;
const DRAWN: f64 = 0.1;
const SIDES: [&str; 2] = ["Red", "Blue"];

/// A world in which all endings, all stages, all units and all events are worth the same.
#[derive(Clone, Copy)]
struct World {
    name: &'static str,
    /// The score of the first side beyond a half, whatever the ending.
    score: f64,
    /// What each stage makes of the lead, and each unit wins, in points a game.
    points: f64,
    /// How much more the first side scores if an event happens than if not.
    event: f64,
}

const NOTHING: World = World { name: "nothing matters", score: 0.0, points: 0.0, event: 0.0 };
const ALIKE: World = World { name: "all matter alike", score: 0.06, points: 0.1, event: 0.04 };

fn columns() -> Vec<Column> {
    let of = |what, whose, kind| Column { what, whose, kind, about: String::new() };
    let gained = (1..=STAGES).map(|stage| of(GAINED, Whose::Stage(stage), Kind::Number));
    let unit = |unit: usize| Whose::Unit(Side::BOTH[unit % 2], format!("unit {unit}"));
    let points = (0..UNITS).map(|place| of(POINTS, unit(place), Kind::Number));
    let lost = (0..EVENTS).map(|place| of("lost_stage", unit(place), Kind::Stage));
    gained.chain(points).chain(lost).collect()
}

/// One point more or less, on the average this.
fn point(lots: &mut Lots, mean: f64) -> i32 {
    let part = lots.part();
    if part < 0.25 + mean / 2.0 { 1 } else { -i32::from(part >= 0.75 + mean / 2.0) }
}

fn games(lots: &mut Lots, world: World) -> Account {
    let sides = SIDES.map(str::to_owned);
    let mut account = Account::new(Slice::new(&columns(), &sides, "stage"), sides);
    let mut values = Vec::new();
    for _ in 0..GAMES {
        values.clear();
        values.extend((0..usize::from(STAGES) + UNITS).map(|_| point(lots, world.points)));
        let lead = values[..usize::from(STAGES)].iter().sum();
        let mut score = 0.5 + world.score;
        for _ in 0..EVENTS {
            let happens = lots.part() < HAPPENS;
            score += world.event * (f64::from(u8::from(happens)) - HAPPENS);
            values.push(i32::from(happens));
        }
        let winner = [Some(Side::First), None, Some(Side::Second)][lots.game([score - DRAWN / 2.0, DRAWN])];
        let ending = (0..ENDINGS.len()).rev().find(|place| lots.part() * float(*place as u64 + 1) < 1.0);
        account.add(Some(Ended { winner, lead, reason: ENDINGS[ending.unwrap_or(0)] }), &values);
    }
    account
}

/// Pairs of games of which a third are played anew, without any change.
fn tried(lots: &mut Lots, name: &str) -> Tried {
    let mut comparison = Comparison::default();
    for number in 0..PAIRS {
        let mut half = || {
            let place = lots.game([0.5 - DRAWN / 2.0, DRAWN]);
            let winner = [Some(Side::First), None, Some(Side::Second)][place];
            Half {
                end: Ok(Outcome { winner, lead: 0, rule: rule!("1.1"), reason: "" }),
                decisions: 1,
                course: number,
            }
        };
        let [one, other] = [half(), half()];
        comparison.add(number, &[[one, if lots.part() < 1.0 / 3.0 { other } else { one }]]);
    }
    Tried { of: TriedOf::Rule(name.to_owned()), set: String::new(), comparison }
}

/// What is asked of the findings of a run: nothing where they say nothing of it.
type Asked = fn(&Finding, World) -> Option<bool>;

/// Does a finding name something that moves the score, or the lead?
const NAMES: [(&str, Asked); 6] = [
    ("an ending that decides", |finding, _| match finding {
        Finding::Decides { adds, .. } => Some(excludes(adds, 0.0)),
        _ => None,
    }),
    ("a rule that is worth something, of two", |finding, _| match finding {
        Finding::Without { played, .. } => Some(excludes(&played.change, 0.0)),
        _ => None,
    }),
    ("a side that leads", |finding, _| matches!(finding, Finding::Lead { .. }).then_some(true)),
    ("a stage that makes a lead", |finding, _| match finding {
        Finding::Lead { stage, .. } => Some(stage.is_some()),
        _ => None,
    }),
    ("an event that goes with winning", |finding, _| {
        matches!(finding, Finding::Event { .. }).then_some(true)
    }),
    ("a unit that wins or costs points", |finding, _| {
        matches!(finding, Finding::Units { .. }).then_some(true)
    }),
];

/// Does the interval of what is named hold the truth?
const HOLDS: [(&str, Asked); 5] = [
    ("what the ending that decides adds", |finding, world| match finding {
        Finding::Decides { adds, .. } => Some(!excludes(adds, world.score / float(ENDINGS.len() as u64))),
        _ => None,
    }),
    ("what the stage named makes", |finding, world| match finding {
        Finding::Lead { gained: Some(gained), .. } => Some(!excludes(gained, world.points)),
        _ => None,
    }),
    ("the score if the event happens", |finding, world| match finding {
        Finding::Event { score_if, .. } => {
            Some(!excludes(score_if, 0.5 + world.score + world.event * (1.0 - HAPPENS)))
        }
        _ => None,
    }),
    ("the score if it does not", |finding, world| match finding {
        Finding::Event { score_if_not, .. } => {
            Some(!excludes(score_if_not, 0.5 + world.score - world.event * HAPPENS))
        }
        _ => None,
    }),
    ("what the unit named wins", |finding, world| match finding {
        Finding::Units { wins: Some(UnitWorth { points, .. }), .. } => Some(!excludes(points, world.points)),
        _ => None,
    }),
];

fn excludes(estimate: &szala_analysis::Estimate, truth: f64) -> bool {
    estimate.interval().is_some_and(|found| truth < found.low || found.high < truth)
}

pub(super) fn why() {
    head(
        &format!("Why: {RUNS} runs of {GAMES} games in which {}", NOTHING.name),
        &["finding", "of", "nominal rate", "measured"],
    );
    let found = all(NOTHING);
    for (name, asked) in NAMES {
        let is_named =
            |found: &&Vec<Finding>| found.iter().any(|finding| asked(finding, NOTHING) == Some(true));
        row(name, &of(name), "at most 5 %", part(found.iter().filter(is_named).count(), found.len()));
    }
    let is_any = |found: &&Vec<Finding>| {
        NAMES.iter().any(|(_, asked)| found.iter().any(|finding| asked(finding, NOTHING) == Some(true)))
    };
    row("any of them", "", "none promised", part(found.iter().filter(is_any).count(), found.len()));
    head(
        &format!("Why: {RUNS} runs of {GAMES} games in which {}", ALIKE.name),
        &["interval", "runs that name one", "nominal coverage", "measured"],
    );
    let found = all(ALIKE);
    for (name, asked) in HOLDS {
        let answers: Vec<bool> =
            found.iter().filter_map(|found| found.iter().find_map(|finding| asked(finding, ALIKE))).collect();
        let held = answers.iter().filter(|held| **held).count();
        row(name, &answers.len().to_string(), "95 %", part(held, answers.len()));
    }
}

fn of(name: &str) -> String {
    [("ending", ENDINGS.len()), ("stage", STAGES.into()), ("event", EVENTS), ("unit", UNITS)]
        .into_iter()
        .find(|(what, _)| name.contains(what))
        .map_or_else(String::new, |(what, number)| format!("{number} {what}s"))
}

fn all(world: World) -> Vec<Vec<Finding>> {
    let run = |seed| {
        let mut lots = Lots::new(seed);
        let account = games(&mut lots, world);
        let tried = ["1", "2"].map(|name| tried(&mut lots, name));
        findings(&account, &tried, Intervals::Fixed)
    };
    (0..RUNS).into_par_iter().map(run).collect()
}

fn part(some: usize, all: usize) -> (f64, f64) {
    let (some, all) = (float(some as u64), float(all.max(1) as u64));
    let part = some / all;
    (part, 2.0 * (part * (1.0 - part) / all).sqrt())
}
