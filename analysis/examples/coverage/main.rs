//! How often the statistics hold what they promise, by simulation: run it with `--release`. It prints the tables that
//! stand in `docs/METHOD.md`. Tests check the same with fewer runs.

mod edits;
mod gate;
#[path = "../../src/lot.rs"]
mod lot;
mod plans;
mod why;

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use szala_analysis::statistics::Sample;
use szala_analysis::statistics::bootstrap::Bootstrap;
use szala_analysis::statistics::change::{Answer, Inquiry, Question};
use szala_analysis::statistics::components::{Group, deviation_between};
use szala_analysis::statistics::correlation::pearson;
use szala_analysis::statistics::equivalence::{games_needed, tost};
use szala_analysis::statistics::interval::{Interval, plus_four, tango, wilson};
use szala_analysis::statistics::paired::Pairs;
use szala_analysis::statistics::sequence::{mean, rate, score, score_difference};
use szala_analysis::statistics::sprt::{Decision, Sprt};
use szala_analysis::{Verdict, verdict};
use szala_kernel::Side;
use szala_kernel::seed::mix;

/// Samples of a fixed size.
const SAMPLES: u64 = 20_000;
/// Runs that are looked at while they go on, and sequential tests.
const RUNS: u64 = 4_000;
/// Looks at a run, one every hundred games.
const LOOKS: u64 = 200;

/// `questions`, `edits`, `plans` or `why` behind the command prints those tables alone.
fn main() {
    if std::env::args().any(|word| word == "edits") {
        edits::edits();
        return;
    }
    if std::env::args().any(|word| word == "why") {
        why::why();
        return;
    }
    if std::env::args().any(|word| word == "questions") {
        questions();
        return;
    }
    if std::env::args().any(|word| word == "plans") {
        plans::plans();
        return;
    }
    fixed_sizes();
    families();
    looking_on();
    stopped_cells();
    verdicts();
    sequential_tests();
    questions();
    equivalence();
    gate::gates();
    edits::edits();
    plans::plans();
    why::why();
    widths();
}

/// Draws by lot, the same for the same seed.
struct Lots(Xoshiro256PlusPlus);

impl Lots {
    fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(mix(seed)))
    }

    fn part(&mut self) -> f64 {
        f64::from(u32::try_from(self.0.next_u64() >> 32).expect("32 bits are left")) / 2f64.powi(32)
    }

    /// A win, a draw or a loss, as places in a list of three.
    fn game(&mut self, [win, draw]: [f64; 2]) -> usize {
        let part = self.part();
        if part < win { 0 } else { usize::from(part >= win + draw) + 1 }
    }

    fn games(&mut self, number: u64, chances: [f64; 2], counts: &mut [u64; 3]) {
        (0..number).for_each(|_| counts[self.game(chances)] += 1);
    }

    /// A lead in victory points: three dice less ten, doubled when one of them is a six, so that it is skewed.
    fn lead(&mut self) -> i64 {
        let dice: [i64; 3] = [(); 3].map(|()| {
            let part = self.part();
            1 + (1..6).filter(|face| part >= f64::from(*face) / 6.0).map(|_| 1).sum::<i64>()
        });
        let lead = dice.iter().sum::<i64>() - 10;
        if dice.contains(&6) { 2 * lead } else { lead }
    }
}

/// The share of runs in which it is so, with two standard errors of that share.
fn share(runs: u64, is_so: impl Fn(Lots) -> bool + Sync) -> (f64, f64) {
    let count = (0..runs).into_par_iter().filter(|seed| is_so(Lots::new(*seed))).count();
    let (count, runs) = (float(count as u64), float(runs));
    let part = count / runs;
    (part, 2.0 * (part * (1.0 - part) / runs).sqrt())
}

fn float(count: u64) -> f64 {
    f64::from(u32::try_from(count).expect("the number is small"))
}

fn row(what: &str, where_: &str, promise: &str, (part, within): (f64, f64)) {
    println!("| {what} | {where_} | {promise} | {:.2} ± {:.2} % |", 100.0 * part, 100.0 * within);
}

fn holds(interval: Interval, truth: f64) -> bool {
    (interval.low..=interval.high).contains(&truth)
}

fn head(title: &str, columns: &[&str]) {
    println!("\n{title}\n\n| {} |\n|{}", columns.join(" | "), "---|".repeat(columns.len()));
}

fn fixed_sizes() {
    head(
        &format!("Intervals for a number of games fixed in advance, {SAMPLES} samples each"),
        &["interval", "of", "nominal coverage", "measured"],
    );
    for (p, n) in [(0.5, 1000), (0.02, 100)] {
        let found = share(SAMPLES, |mut lots| {
            let mut counts = [0; 3];
            lots.games(n, [p, 0.0], &mut counts);
            holds(wilson(counts[0], n), p)
        });
        row("`wilson`", &format!("a rate of {p}, {n} games"), "95 %", found);
    }
    for (chances, n) in [([0.1, 0.8], 1000), ([0.05, 0.05], 100)] {
        let found = share(SAMPLES, |mut lots| {
            let mut counts = [0; 3];
            lots.games(n, chances, &mut counts);
            let [wins, draws, losses] = counts;
            holds(tango(wins, draws, losses), chances[0] + chances[1] / 2.0)
        });
        let [win, draw] = chances;
        row("`tango`", &format!("{win} won, {draw} drawn, {n} games"), "95 %", found);
    }
    let found = share(SAMPLES, |mut lots| {
        let values: Vec<f64> = (0..100).map(|_| lots.part().powi(2)).collect();
        holds(plus_four(&values, 0.0, 1.0), 1.0 / 3.0)
    });
    row("`plus_four`", "the mean of 100 squared uniform numbers", "95 %", found);
    let expected = expected_lead();
    for n in [30, 300] {
        let found = share(SAMPLES, |mut lots| {
            let mut pairs = Pairs::default();
            for _ in 0..n {
                let (shared, own) = (lots.lead(), lots.lead());
                pairs.add(shared, shared + own);
            }
            holds(pairs.mean_difference(0.05), expected)
        });
        row("`Pairs::mean_difference`", &format!("skewed leads, {n} pairs"), "95 %", found);
    }
    let found = share(SAMPLES, |mut lots| {
        let mut pairs = Pairs::default();
        (0..100).for_each(|_| {
            let [shared, a, b] = [(); 3].map(|()| (0..12).map(|_| i64::from(lots.part() < 0.5)).sum::<i64>());
            pairs.add(2 * shared + a, 2 * shared + b);
        });
        pearson(&pairs, 0.05).is_some_and(|found| holds(found.coefficient, 0.8))
    });
    row("`pearson`", "rho 0.8, 100 pairs", "95 %", found);
    for is_bca in [false, true] {
        let found = share(RUNS, |mut lots| {
            let values: Vec<f64> = (0..50).map(|_| lots.part().powi(2)).collect();
            let bootstrap = Bootstrap { resamples: 1000, seed: lots.0.next_u64(), alpha: 0.05 };
            let mean = |values: &[f64]| values.iter().sum::<f64>() / 50.0;
            let found =
                if is_bca { bootstrap.bca(&values, mean) } else { bootstrap.percentile(&values, mean) };
            holds(found, 1.0 / 3.0)
        });
        let name = if is_bca { "`Bootstrap::bca`" } else { "`Bootstrap::percentile`" };
        row(name, &format!("the mean of 50 squared uniform numbers, {RUNS} samples"), "95 %", found);
    }
}

/// Maps that favour one edge by 50 points, the other, or neither, with chances of 0.4, 0.4 and 0.2, ten games each,
/// every
/// one of which is 20 points more or less than its map. So the mean is 0, and the deviation the root of 0.8 * 2500.
fn families() {
    head(
        &format!("Families of maps with ten games each, {RUNS} families"),
        &["interval", "of", "nominal coverage", "measured"],
    );
    let family = |lots: &mut Lots, maps: usize| -> Vec<Group> {
        let map = |lots: &mut Lots| {
            let worth = [50, -50, 0][lots.game([0.4, 0.4])];
            let games: Vec<i128> =
                (0..10).map(|_| worth + if lots.part() < 0.5 { 20 } else { -20 }).collect();
            let squares = games.iter().map(|game| game * game).sum();
            Sample::of_sums(10, games.iter().sum(), squares).into()
        };
        (0..maps).map(|_| map(lots)).collect()
    };
    for maps in [12, 40, 200] {
        let mean = share(RUNS, |mut lots| {
            let means: Vec<f64> = family(&mut lots, maps).iter().map(|group| group.mean).collect();
            holds(Sample::of_values(&means).mean_interval(0.05), 0.0)
        });
        row("Student's, over maps", &format!("the mean of {maps} maps"), "95 %", mean);
    }
    for maps in [12, 40, 200] {
        let deviation = share(RUNS / 4, |mut lots| {
            holds(deviation_between(&family(&mut lots, maps), 0.05), 2000f64.sqrt())
        });
        row("`deviation_between`", &format!("the deviation of {maps} maps"), "95 %", deviation);
    }
}

/// The mean lead, summed over all throws of three dice.
fn expected_lead() -> f64 {
    let faces = || 1..=6_i32;
    let throws = faces().flat_map(|a| faces().flat_map(move |b| faces().map(move |c| [a, b, c])));
    let leads = throws.map(|dice| (dice.iter().sum::<i32>() - 10) * if dice.contains(&6) { 2 } else { 1 });
    f64::from(leads.sum::<i32>()) / 216.0
}

/// Was the truth outside at any look?
fn ever_out(chances: [f64; 2], is_out: impl Fn([u64; 3]) -> bool + Sync) -> (f64, f64) {
    share(RUNS, |mut lots| {
        let mut counts = [0; 3];
        (0..LOOKS).any(|_| {
            lots.games(100, chances, &mut counts);
            is_out(counts)
        })
    })
}

fn looking_on() {
    head(
        &format!("Checked every 100 games up to {}, {RUNS} runs each", 100 * LOOKS),
        &["interval", "of", "nominal error", "measured"],
    );
    for p in [0.5, 0.1] {
        let found =
            ever_out([p, 0.0], |[hits, draws, misses]| !holds(rate(hits, hits + draws + misses, 0.05), p));
        row("`sequence::rate`", &format!("a rate of {p}"), "at most 5 %", found);
    }
    for chances in [[0.5, 0.0], [0.1, 0.8], [0.8, 0.1]] {
        let [win, draw] = chances;
        let truth = win + draw / 2.0;
        let found =
            ever_out(chances, |[wins, draws, losses]| !holds(score(wins, draws, losses, 0.05), truth));
        row("`sequence::score`", &format!("{win} won, {draw} drawn"), "at most 5 %", found);
    }
    // Pairs that are better by half a game, worse by a whole one, or alike.
    for chances in [[0.1, 0.05], [0.4, 0.3]] {
        let [better, worse] = chances;
        let truth = better / 2.0 - worse;
        let found = ever_out(chances, |[better, worse, alike]| {
            !holds(score_difference([worse, 0, alike, better, 0], 0.05), truth)
        });
        let what = format!("{better} better by 1/2, {worse} worse by 1");
        row("`sequence::score_difference`", &what, "at most 5 %", found);
    }
    let expected = expected_lead();
    for tuned_for in [300, 10_000] {
        let found = share(RUNS, |mut lots| {
            let (mut n, mut sum, mut squares) = (0, 0, 0);
            (0..LOOKS).any(|_| {
                for _ in 0..100 {
                    let lead = lots.lead();
                    n += 1;
                    sum += lead;
                    squares += lead.unsigned_abs().pow(2);
                }
                !holds(mean(n, sum, squares, 0.05, tuned_for), expected)
            })
        });
        row("`sequence::mean`", &format!("skewed leads, tuned for {tuned_for}"), "at most about 5 %", found);
    }
    let found =
        ever_out([0.5, 0.0], |[hits, draws, misses]| !holds(wilson(hits, hits + draws + misses), 0.5));
    row("`wilson`, misused", "a rate of 0.5", "none", found);
    let found = ever_out([0.4, 0.2], |[wins, draws, losses]| !holds(tango(wins, draws, losses), 0.5));
    row("`tango`, misused", "0.4 won, 0.2 drawn", "none", found);
}

/// Cells of a sweep that are stopped as soon as they are hopeless, by their own scores: how often what is shown of them
/// then is wrong.
fn stopped_cells() {
    head(
        &format!(
            "Cells stopped as hopeless beyond 3 points, checked every 100 games up to {}, one of nine variants, {RUNS} \
             runs each",
            100 * LOOKS
        ),
        &["interval that decides", "true score of the cell", "nominal error", "measured"],
    );
    // A win and a draw of the cell; the scenario as it is wins two in five and draws one in five.
    for [win, draw] in [[0.46, 0.2], [0.5, 0.2], [0.6, 0.2]] {
        let score_of = |part: f64, win: f64| if part < win { 2 } else { i64::from(part < win + draw) };
        let (truth, difference) = (win + draw / 2.0, win - 0.4);
        let stopped = (0..RUNS).into_par_iter().filter_map(|run| {
            let mut lots = Lots::new(run);
            let (mut counts, mut crossed, mut pairs) = ([0; 3], [0; 5], Pairs::default());
            for _ in 0..LOOKS {
                for _ in 0..100 {
                    let luck = lots.part();
                    let own = if lots.part() < 0.7 { luck } else { lots.part() };
                    let (reference, cell) = (score_of(luck, 0.4), score_of(own, win));
                    pairs.add(reference, cell);
                    counts[usize::try_from(2 - cell).expect("0, 1 or 2")] += 1;
                    crossed[usize::try_from(2 + cell - reference).expect("0 to 4")] += 1;
                }
                let [wins, draws, losses] = counts;
                // One of eight cells beside the scenario as it is.
                let (found, _) = verdict(wins, draws, losses, 0.03, 0.05 / 9.0);
                if matches!(found, Verdict::Favours(_)) {
                    let paired = pairs.mean_difference(0.05);
                    let paired = Interval {
                        low: paired.low / 2.0,
                        high: paired.high / 2.0,
                        estimate: paired.estimate / 2.0,
                    };
                    return Some([
                        !holds(score(wins, draws, losses, 0.05), truth),
                        !holds(score_difference(crossed, 0.05), difference),
                        !holds(tango(wins, draws, losses), truth),
                        !holds(paired, difference),
                    ]);
                }
            }
            None
        });
        let stopped: Vec<[bool; 4]> = stopped.collect();
        for (place, (shown, promise)) in [
            ("`sequence::score`", "at most 5 %"),
            ("`sequence::score_difference`", "at most 5 %"),
            ("`tango`, misused", "none"),
            ("`Pairs::mean_difference`, misused", "none"),
        ]
        .into_iter()
        .enumerate()
        {
            let wrong = float(stopped.iter().filter(|wrong| wrong[place]).count() as u64);
            let all = float(stopped.len() as u64);
            let part = wrong / all;
            let found = (part, 2.0 * (part * (1.0 - part) / all).sqrt());
            row(shown, &format!("{truth:.2}"), promise, found);
        }
    }
}

fn verdicts() {
    head(
        &format!(
            "Verdicts, margin 3 points, checked every 100 games up to {}, {RUNS} runs each",
            100 * LOOKS
        ),
        &["true score", "fair", "favours first", "undecided", "wrong", "games until decided"],
    );
    for (truth, is_wrong) in [
        (0.5, [false, true]),
        (0.52, [false, true]),
        (0.53, [false, true]),
        (0.5301, [true, false]),
        (0.55, [true, false]),
        (0.6, [true, false]),
    ] {
        let runs: Vec<(Verdict, u64)> = (0..RUNS)
            .into_par_iter()
            .map(|seed| {
                let (mut lots, mut counts) = (Lots::new(seed), [0; 3]);
                for look in 1..=LOOKS {
                    lots.games(100, [truth - 0.1, 0.2], &mut counts);
                    let (found, _) = verdict(counts[0], counts[1], counts[2], 0.03, 0.05);
                    if !matches!(found, Verdict::Undecided { .. }) {
                        return (found, 100 * look);
                    }
                }
                (Verdict::Undecided { more: None }, 100 * LOOKS)
            })
            .collect();
        let part = |is: &dyn Fn(Verdict) -> bool| {
            float(runs.iter().filter(|(found, _)| is(*found)).count() as u64) / float(RUNS) * 100.0
        };
        let fair = part(&|found| found == Verdict::Fair);
        let first = part(&|found| found == Verdict::Favours(Side::First));
        let second = part(&|found| found == Verdict::Favours(Side::Second));
        let [fair_is_wrong, first_is_wrong] = is_wrong.map(|is| f64::from(u8::from(is)));
        let wrong = fair * fair_is_wrong + first * first_is_wrong + second;
        let decided: Vec<u64> = runs
            .iter()
            .filter(|(found, _)| !matches!(found, Verdict::Undecided { .. }))
            .map(|(_, games)| *games)
            .collect();
        let games = decided.iter().sum::<u64>() / (decided.len() as u64).max(1);
        let open = 100.0 - fair - first - second;
        println!("| {truth} | {fair:.2} % | {first:.2} % | {open:.2} % | {wrong:.2} % | {games} |");
    }
}

fn sequential_tests() {
    head(
        &format!("Sequential tests of 0.50 against 0.52 at 5 % and 5 %, a fifth drawn, {RUNS} runs each"),
        &[
            "true score",
            "decided for 0.52",
            "games",
            "expected",
            "estimate too high",
            "95 % interval holds",
            "plain mean too high",
        ],
    );
    let test = Sprt { low: 0.5, high: 0.52, alpha: 0.05, beta: 0.05 };
    for truth in [0.5, 0.51, 0.52] {
        let runs: Vec<(Decision, Sample, Interval)> = (0..RUNS)
            .into_par_iter()
            .map(|seed| {
                let (mut lots, mut counts) = (Lots::new(seed), [0; 3]);
                loop {
                    lots.games(1, [truth - 0.1, 0.2], &mut counts);
                    let sample = Sample::of_scores(counts[0], counts[1], counts[2]);
                    let decision = test.decide(&sample);
                    if decision != Decision::Open {
                        return (decision, sample, test.estimate(&sample, 0.05));
                    }
                }
            })
            .collect();
        let part = |is: &dyn Fn(&(Decision, Sample, Interval)) -> bool| {
            100.0 * float(runs.iter().filter(|run| is(run)).count() as u64) / float(RUNS)
        };
        let games = runs.iter().map(|(_, sample, _)| sample.n).sum::<u64>() / RUNS;
        println!(
            "| {truth} | {:.2} % | {games} | {:.0} | {:.1} % | {:.2} % | {:.1} % |",
            part(&|(decision, ..)| *decision == Decision::High),
            test.expected_games(truth, 0.2 - (truth - 0.5) * (truth - 0.5)),
            part(&|(_, _, found)| found.estimate > truth),
            part(&|(_, _, found)| holds(*found, truth)),
            part(&|(_, sample, _)| sample.mean > truth),
        );
    }
}

/// What `--detect` shows: pairs are played until a question is answered.
fn questions() {
    head(
        &format!(
            "A change of 2 points or none, asked after every pair as `--detect 2` does, {RUNS} runs each"
        ),
        &[
            "truth, points",
            "more",
            "neither",
            "less",
            "pairs",
            "estimate too high",
            "95 % interval holds",
            "plain mean too high",
            "found: median estimate",
            "found: median plain mean",
        ],
    );
    for points in [-2, 0, 1, 2, 3, 6] {
        let truth = f64::from(points) / 100.0;
        let runs: Vec<(Answer, Sample, Interval)> =
            (0..RUNS).into_par_iter().map(|seed| answered(truth, seed)).collect();
        let part = |is: &dyn Fn(&(Answer, Sample, Interval)) -> bool| {
            100.0 * float(runs.iter().filter(|run| is(run)).count() as u64) / float(RUNS)
        };
        let gave = |wanted: Answer| part(&|(answer, ..)| *answer == wanted);
        let median = |of: &dyn Fn(&(Answer, Sample, Interval)) -> f64| {
            let found = runs.iter().filter(|(answer, ..)| *answer == Answer::More);
            let mut values: Vec<f64> = found.map(of).collect();
            values.sort_by(f64::total_cmp);
            values.get(values.len() / 2).filter(|_| points > 0).map(|value| format!("{:+.2}", 100.0 * value))
        };
        println!(
            "| {points:+} | {:.2} % | {:.2} % | {:.2} % | {} | {:.1} % | {:.2} % | {:.1} % | {} | {} |",
            gave(Answer::More),
            gave(Answer::Neither),
            gave(Answer::Less),
            runs.iter().map(|(_, sample, _)| sample.n).sum::<u64>() / RUNS,
            part(&|(_, _, found)| found.estimate > truth),
            part(&|(_, _, found)| holds(*found, truth)),
            part(&|(_, sample, _)| sample.mean > truth),
            median(&|(_, _, found)| found.estimate).unwrap_or_default(),
            median(&|(_, sample, _)| sample.mean).unwrap_or_default(),
        );
    }
}

/// Plays pairs of which four in ten differ, by a game, until the question is answered.
fn answered(truth: f64, seed: u64) -> (Answer, Sample, Interval) {
    let mut inquiry = Inquiry::new(Question { size: 0.02, level: 0.05, power: 0.9 });
    let (mut lots, mut pairs, mut sum, mut squares) = (Lots::new(seed), 0, 0, 0);
    loop {
        let difference = [1, 0, -1][lots.game([0.2 + truth / 2.0, 0.6])];
        (pairs, sum, squares) = (pairs + 1, sum + difference, squares + difference * difference);
        let sample = Sample::of_sums(pairs, sum, squares);
        if let Some(answer) = inquiry.ask(&sample) {
            return (answer, sample, inquiry.estimate(&sample, 0.05));
        }
    }
}

fn equivalence() {
    let n = games_needed(0.2, 0.03, 0.05, 0.9);
    head(
        &format!("Equivalence within 3 points at 5 %, {n} games for a power of 90 %, {SAMPLES} samples each"),
        &["test", "true score", "nominal rate", "shown equivalent"],
    );
    for (truth, promise) in [(0.5, "about 90 %"), (0.53, "at most 5 %")] {
        let found = share(SAMPLES, |mut lots| {
            let mut counts = [0; 3];
            lots.games(n, [truth - 0.1, 0.2], &mut counts);
            let mut sample = Sample::of_scores(counts[0], counts[1], counts[2]);
            sample.mean -= 0.5;
            tost(&sample, 0.03, 0.05).p() <= 0.05
        });
        row("`tost`", &truth.to_string(), promise, found);
    }
}

fn widths() {
    head(
        "Half-widths in points at 95 %, valid at any time and (in brackets) for a number of games fixed in advance",
        &["games", "score, no draws", "score, 0.3 won, 0.4 drawn", "score, 0.9 won", "rate of 0.5"],
    );
    for games in [100_u64, 1000, 10_000, 100_000, 1_000_000, 100_000_000] {
        let half = |interval: Interval| 50.0 * (interval.high - interval.low);
        let scores = [[5, 0, 5], [3, 4, 3], [9, 0, 1]].map(|tenths: [u64; 3]| {
            let [wins, draws, losses] = tenths.map(|tenth| tenth * games / 10);
            let (any_time, fixed) = (score(wins, draws, losses, 0.05), tango(wins, draws, losses));
            format!("{:.3} ({:.3})", half(any_time), half(fixed))
        });
        let (any_time, fixed) = (rate(games / 2, games, 0.05), wilson(games / 2, games));
        println!("| {games} | {} | {:.3} ({:.3}) |", scores.join(" | "), half(any_time), half(fixed));
    }
}
