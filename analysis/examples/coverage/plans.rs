//! How far the planner is from what runs take, by simulation: a pilot of games made by lot, and the same run played on
//! to its end.

use rayon::prelude::*;
use szala_analysis::forecast::{Asking, End, Forecast, PROMISED, Question};
use szala_analysis::statistics::change;

use super::{Lots, float, head};

/// Pilots of each row.
const PILOTS: u64 = 200;
/// Runs of each row that have no pilot.
const RUNS: u64 = 1_000;
/// The longest pilots, in games.
const LONGEST: [u64; 2] = [2_000, 20_000];
/// A pilot is looked at after this many games, and each time there are twice as many.
const FIRST: u64 = 640;
/// The most games of a run.
const MOST: u64 = 1_000_000;

/// A question, and the outcomes in half points with their chances.
type Row = (String, Question, Vec<(i64, f64)>);

pub(super) fn plans() {
    scatter();
    head(
        &format!(
            "What `szala plan` tells, {PILOTS} pilots each, the run played on to its end, {MOST} games at most"
        ),
        &[
            "question",
            "pilot, most",
            "run, median",
            "told, median",
            "within 1.5",
            "promised",
            "of these within 1.5",
            "factor told, median",
            "held",
            "range held",
            "done by the games for 90 %",
        ],
    );
    for row in rows() {
        for longest in LONGEST {
            let found: Vec<Found> =
                (0..PILOTS).into_par_iter().map(|seed| pilot(&row, longest, seed)).collect();
            print(&row.0, longest, &found);
        }
    }
}

/// How far runs of one truth differ: what nobody can forecast from the truth alone.
fn scatter() {
    head(
        &format!("How many games runs of one truth take, {RUNS} runs each"),
        &["question", "5 %", "median", "95 %", "within 1.5 of the median"],
    );
    let is_sequential =
        |(_, question, _): &Row| matches!(question, Question::Verdict(_) | Question::Change(_));
    for (what, question, outcomes) in rows().into_iter().filter(is_sequential) {
        let run = |seed: u64| {
            let (mut lots, mut asking) = (Lots::new(seed), Asking::new(question));
            play_to(&mut asking, MOST, &outcomes, &mut lots);
            float(asking.games())
        };
        let mut taken: Vec<f64> = (0..RUNS).into_par_iter().map(run).collect();
        taken.sort_by(f64::total_cmp);
        let [low, middle, high] = [1, 10, 19].map(|part| taken[taken.len() * part / 20]);
        let near = taken.iter().filter(|taken| (**taken / middle).max(middle / **taken) <= PROMISED + 1e-9);
        let near = 100.0 * float(near.count() as u64) / float(RUNS);
        println!("| {what} | {low:.0} | {middle:.0} | {high:.0} | {near:.0} % |");
    }
}

/// Plays on to this number of games, or to the end of the question.
fn play_to(asking: &mut Asking, games: u64, outcomes: &[(i64, f64)], lots: &mut Lots) {
    while asking.games() < games && asking.ended().is_none() {
        let mut part = lots.part();
        let place = outcomes.iter().position(|(_, chance)| {
            part -= chance;
            part < 0.0
        });
        asking.add(Some(outcomes[place.unwrap_or(outcomes.len() - 1)].0));
    }
}

fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    for (margin, truths) in [(0.02, &[0.50, 0.51, 0.52, 0.525, 0.55, 0.60][..]), (0.01, &[0.50])] {
        for truth in truths {
            let outcomes = vec![(2, truth - 0.1), (1, 0.2), (0, 0.9 - truth)];
            let what = format!("verdict, margin {} points, score {truth}", 100.0 * margin);
            rows.push((what, Question::Verdict(margin), outcomes));
        }
    }
    for truth in [0.0, 0.005, 0.01, 0.04] {
        let question = change::Question { size: 0.01, level: 0.05, power: 0.9 };
        let outcomes = vec![(2, 0.1 + truth / 2.0), (-2, 0.1 - truth / 2.0), (0, 0.8)];
        let what = format!("change of 1 point or none, truth {} points", 100.0 * truth);
        rows.push((what, Question::Change(question), outcomes));
    }
    let outcomes = vec![(2, 0.3), (1, 0.4), (0, 0.3)];
    rows.push(("rates to 1 point, 0.3 and 0.4".to_owned(), Question::Rates(0.01), outcomes));
    for differ in [0.2, 0.002] {
        let what = format!("difference to 0.3 points, {} % of pairs differ", 100.0 * differ);
        let outcomes = vec![(2, differ / 2.0), (-2, differ / 2.0), (0, 1.0 - differ)];
        rows.push((what, Question::Difference(0.003), outcomes));
    }
    rows
}

/// What a pilot forecast, and what the run took.
struct Found {
    forecast: Forecast,
    taken: u64,
    is_open: bool,
}

impl Found {
    fn is_within(&self, factor: f64) -> bool {
        let (told, taken) = (float(self.forecast.told()), float(self.taken));
        (told / taken).max(taken / told) <= factor + 1e-9
    }
}

fn pilot((_, question, outcomes): &Row, longest: u64, seed: u64) -> Found {
    let (mut lots, mut asking) = (Lots::new(seed), Asking::new(*question));
    let mut games = FIRST;
    let forecast = loop {
        play_to(&mut asking, games, outcomes, &mut lots);
        let forecast = asking.forecast(MOST, seed);
        if games >= longest || asking.ended().is_some() || forecast.factor() <= PROMISED {
            break forecast;
        }
        games = longest.min(2 * games);
    };
    if let Question::Difference(precision) = question {
        let value = |half_points: i64| f64::from(i32::try_from(half_points).expect("two at most")) / 2.0;
        let moment = |power: i32| -> f64 {
            outcomes.iter().map(|(half_points, chance)| chance * value(*half_points).powi(power)).sum()
        };
        let taken = szala_analysis::forecast::pairs_for(*precision, moment(2) - moment(1).powi(2));
        return Found { forecast, taken, is_open: false };
    }
    play_to(&mut asking, MOST, outcomes, &mut lots);
    let (taken, end) = asking.ended().unwrap_or((MOST, End::Open));
    Found { forecast, taken, is_open: end == End::Open }
}

fn print(what: &str, longest: u64, found: &[Found]) {
    let share = |some: usize, all: usize| {
        if all == 0 {
            "-".to_owned()
        } else {
            format!("{:.0} %", 100.0 * float(some as u64) / float(all as u64))
        }
    };
    let count = |is_so: &dyn Fn(&Found) -> bool| found.iter().filter(|found| is_so(found)).count();
    let middle = |of: &dyn Fn(&Found) -> f64| {
        let mut values: Vec<f64> = found.iter().map(of).collect();
        values.sort_by(f64::total_cmp);
        values[values.len() / 2]
    };
    let is_promised = |found: &Found| found.forecast.factor() <= PROMISED;
    let promised = count(&is_promised);
    let kept = count(&|found| is_promised(found) && found.is_within(PROMISED));
    let held = count(&|found| found.is_within(found.forecast.factor()));
    let in_range = |found: &Found| {
        let [low, high] = found.forecast.range();
        (low..=high).contains(&found.taken)
    };
    let is_named = |found: &Found| found.forecast.games_for(0.9).is_some();
    let named = count(&is_named);
    let done = count(&|found| {
        !found.is_open && found.forecast.games_for(0.9).is_some_and(|games| found.taken <= games)
    });
    println!(
        "| {what} | {longest} | {:.0} | {:.0} | {} | {} | {} | {:.2} | {} | {} | {} of {named} |",
        middle(&|found| float(found.taken)),
        middle(&|found| float(found.forecast.told())),
        share(count(&|found| found.is_within(PROMISED)), found.len()),
        share(promised, found.len()),
        share(kept, promised),
        middle(&|found| found.forecast.factor()),
        share(held, found.len()),
        share(count(&in_range), found.len()),
        share(done, named),
    );
}
