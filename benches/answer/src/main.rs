//! How long a designer waits for an answer: the core-seconds it takes to detect a change of one point of the score (a
//! hundredth of a game) at 95 % and with a power of 90 %.
//!
//! ```sh
//! cargo run --release -p szala-answer              # 4000 pairs a round with plans, 1000 with the heuristic
//! cargo run --release -p szala-answer -- 20000     # 20000 pairs with plans, 5000 with the heuristic
//! ```
//!
//! For each what-if of docs/METHOD.md, five interleaved rounds of games of scenario I, of games of the variant, and
//! of pairs of both are played on one thread, and their processor time is measured. The pairs give the variances.
//! From these follows the cost of detecting a change of this kind worth exactly one point, in three ways: (1)
//! independent games of each; (2) pairs; (3) pairs with a check after each whether it is decided: a sequential test,
//! simulated (`simulation`).

mod simulation;

use std::ops::{ControlFlow, Range};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use szala_ai::Roster;
use szala_analysis::compare::{Axis, Pair, play_pairs};
use szala_analysis::statistics::Sample;
use szala_analysis::statistics::change::Question;
use szala_analysis::statistics::paired::Pairs;
use szala_analysis::{Plan, play};
use szala_benches::clock::{median, timed};
use szala_insurrection::{Insurrection, scenario};
use szala_insurrection_players::Players;
use szala_kernel::{BySide, RunSeed, Side};
use szala_system::{Contest, Seated};

use simulation::{Differences, Ends};

const SCENARIO: &str = "scenarios/niemenczyn-1794/historical.toml";
/// The what-ifs of docs/METHOD.md, by their files among the variants.
const CHANGES: [(&str, &str); 4] = [
    ("+ Eydziatowicz and his cavalry", "eydziatowicz"),
    ("charge bonus 3 instead of 2", "charge-bonus-3"),
    ("Narwa 1: morale 7 instead of 6", "narwa-1-morale-7"),
    ("automatic victory at 5 instead of 4", "victory-5"),
];
const PLAYERS: [[&str; 2]; 2] = [["storm", "hold"], ["heuristic", "heuristic"]];

const SEED: RunSeed = RunSeed(1794);
const ROUNDS: usize = 5;

/// The effect to detect: a point of the score, in hundredths; at 5 %, for both directions together.
const QUESTION: Question = Question { size: 0.01, level: 0.05, power: 0.9 };

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let pairs = match &arguments[..] {
        [] => Some(4000),
        [pairs] => pairs.parse().ok().filter(|pairs| (100..=10_000_000).contains(pairs)),
        _ => None,
    };
    let Some(pairs) = pairs else {
        eprintln!("usage: answer [PAIRS], pairs of games a round, 100 to 10000000, as in: answer 20000");
        return ExitCode::from(2);
    };
    match tell(pairs) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn tell(pairs: u64) -> Result<(), String> {
    println!("core-seconds to detect a change of one point at 95 %, power 90 %; scenario I\n");
    println!(
        "| players | change | a game, µs | a pair, µs | pairs played | rho | independent: games, s | pairs: games, s \
         | sequential: games, s | found | false alarms |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    for players in PLAYERS {
        let pairs = if players[0] == "heuristic" { pairs / 4 } else { pairs };
        let shipped = contest(None, players)?;
        for (name, file) in CHANGES {
            let changed = contest(Some(file), players)?;
            let measured = measure([&shipped, &changed], pairs)?;
            println!("| {} | {name} | {} |", players.join(", "), measured.row());
        }
    }
    Ok(())
}

/// The scenario, with or without a change, and its players.
fn contest(change: Option<&str>, names: [&str; 2]) -> Result<impl Contest, String> {
    let read = |path: &str| std::fs::read_to_string(path).map_err(|error| error.to_string());
    let mut variant = scenario::Variant::default();
    if let Some(name) = change {
        let path = format!("scenarios/niemenczyn-1794/variants/{name}.toml");
        variant.include(&path, &read).map_err(|problems| problems.to_string())?;
    }
    let loaded = scenario::load_variant(SCENARIO, &read, &variant)
        .map_err(|problems| format!("{problems}\n(the command is meant for the project's own folder)"))?;
    let rules = Insurrection::new(loaded.scenario);
    let none = |path: &str| Err(format!("no player here has a file, and {path} is asked for"));
    let [first, second] = Side::BOTH.map(|side| Players::player(&rules, names[side as usize], side, &none));
    Ok(Seated { players: BySide([first?, second?]), rules: Arc::new(rules) })
}

/// What was measured of one change.
struct Measured {
    /// Processor time of a game, the mean of the two variants, and of a pair, in seconds: medians of the rounds.
    game: f64,
    pair: f64,
    score: Pairs,
    differences: Differences,
}

fn measure(contests: [&dyn Contest; 2], pairs: u64) -> Result<Measured, String> {
    let (mut games_took, mut pairs_took) = (Vec::new(), Vec::new());
    let (mut score, mut differences) = (Pairs::default(), Differences::default());
    for round in 0..ROUNDS as u64 {
        let numbers = round * pairs..(round + 1) * pairs;
        let mut both = 0.0;
        for contest in contests {
            let (took, played) = timed(|| play_alone(contest, numbers.clone()));
            played?;
            both += took;
        }
        let (took, played) = timed(|| play_both(contests, numbers));
        #[expect(clippy::cast_precision_loss, reason = "few games")]
        let count = pairs as f64;
        games_took.push(both / count / 2.0);
        pairs_took.push(took / count);
        for (one, other) in played? {
            score.add(one, other);
            differences.add(other - one);
        }
    }
    Ok(Measured { game: median(&mut games_took), pair: median(&mut pairs_took), score, differences })
}

/// Games with ordinary dice, as two independent runs play them.
fn play_alone(contest: &dyn Contest, numbers: Range<u64>) -> Result<(), String> {
    let plan = Plan { seed: SEED, numbers, threads: 1 };
    let go_on = |_: &_| ControlFlow::Continue(());
    play(contest, &plan, &AtomicBool::new(false), go_on).map_err(|error| error.to_string())
}

/// Pairs of games with shared dice: the half points of the first side in each.
fn play_both(contests: [&dyn Contest; 2], numbers: Range<u64>) -> Result<Vec<(i64, i64)>, String> {
    let plan = Plan { seed: SEED, numbers, threads: 1 };
    let mut played = Vec::new();
    let take = |_: u64, pairs: &[Pair]| {
        let half_points = |pair: &Pair| {
            let [one, other] = pair.each_ref().map(|half| Axis::Score.of(half));
            Some((one?, other?))
        };
        played.extend(pairs.iter().filter_map(half_points));
        ControlFlow::Continue(())
    };
    play_pairs(contests, &plan, &AtomicBool::new(false), take).map_err(|error| error.to_string())?;
    Ok(played)
}

impl Measured {
    /// The figures of a row.
    fn row(&self) -> String {
        // In points of the score, not in half points.
        let variance = |sample: Sample| sample.variance / 4.0;
        let [one, other, difference] =
            [self.score.first(), self.score.second(), self.score.difference()].map(variance);
        let (alone, paired) = (QUESTION.fixed(one + other), QUESTION.fixed(difference));
        let rho = self.score.correlation().map_or_else(|| "none".to_owned(), |rho| format!("{rho:.3}"));
        let row = format!(
            "{:.1} | {:.1} | {} | {rho} | 2 x {alone:.0}, {:.2} | 2 x {paired:.0}, {:.2} | ",
            self.game * 1e6,
            self.pair * 1e6,
            self.score.n,
            2.0 * alone * self.game,
            paired * self.pair,
        );
        match (self.differences.with_mean(QUESTION.size), self.differences.with_mean(0.0)) {
            (Some(changed), Some(same)) => {
                let [found, alarm] = [changed, same].map(|differences| Ends::of(&differences));
                format!(
                    "{row}2 x {:.0}, {:.2} | {:.1} % | {:.1} %",
                    found.games,
                    found.games * self.pair,
                    found.decided,
                    alarm.decided
                )
            }
            _ => row + "no pair differs | |",
        }
    }
}
