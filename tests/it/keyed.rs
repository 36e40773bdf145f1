//! Games with keyed dice have the same distribution as games with ordinary ones: the same rates, points and lengths, as
//! far as this many games can show. What keys are worth is measured in `benches`; this only tests that they are fair.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use szala_analysis::compare::play_keyed;
use szala_analysis::statistics::Sample;
use szala_analysis::{Plan, play};
use szala_kernel::rules::Aborted;
use szala_kernel::{BySide, Outcome, RunSeed};
use szala_system::Changes;

/// The quantities counted, each with its sum and the sum of its squares.
#[derive(Default)]
struct Figures {
    games: u64,
    sums: BTreeMap<String, (i128, i128)>,
}

impl Figures {
    fn add(&mut self, end: Result<Outcome, Aborted>, decisions: usize) {
        let Outcome { winner, lead, rule, reason } = end.expect("every game has an end");
        self.games += 1;
        let winner = winner.map_or("draws", |side| ["Poles win", "Russians win"][side as usize]);
        let decisions = i128::try_from(decisions).expect("a game is short");
        let counted = [
            (winner.to_owned(), 1),
            (format!("{reason} [{rule}]"), 1),
            ("lead".to_owned(), i128::from(lead)),
            ("decisions".to_owned(), decisions),
        ];
        for (name, value) in counted {
            let (sum, squares) = self.sums.entry(name).or_default();
            *sum += value;
            *squares += value * value;
        }
    }

    fn sample(&self, name: &str) -> Sample {
        let (sum, squares) = self.sums.get(name).copied().unwrap_or_default();
        Sample::of_sums(self.games, sum, squares)
    }
}

/// The normal quantile of 1 - 0.01 / 2 / 20: of up to twenty figures, the chance that any lies outside is 1 % at most.
const QUANTILE: f64 = 3.481;

/// Plays this many games of each kind, and compares every figure, with intervals wide enough that all of them together
/// hold the truth in 99 of 100 cases.
fn agree(scenario: &str, players: [&str; 2], games: u64) {
    let path = format!("{}/scenarios/niemenczyn-1794/{scenario}.toml", env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| std::fs::read_to_string(path).map_err(|error| error.to_string());
    let opening = szala_insurrection_players::SYSTEM.open(&path, &read, &Changes::default());
    let game = opening.expect("a shipped scenario is sound").game;
    let contest = game.seat(BySide(players), &read).expect("the shipped players can be seated");
    let stop = AtomicBool::new(false);
    let [mut ordinary, mut keyed] = [Figures::default(), Figures::default()];
    // Another seed for each, so that they share nothing but the rules.
    let plan = |seed| Plan { seed: RunSeed(seed), numbers: 0..games, threads: 0 };
    let took = play(&*contest, &plan(1794), &stop, |stretch| {
        stretch.played.iter().for_each(|game| ordinary.add(game.end, game.decisions));
        ControlFlow::Continue(())
    });
    took.expect("the machine starts threads");
    let took = play_keyed(&*contest, &plan(1831), &stop, |_, halves| {
        for half in halves {
            keyed.add(half.end, half.decisions);
        }
        ControlFlow::Continue(())
    });
    took.expect("the machine starts threads");
    assert_eq!((ordinary.games, keyed.games), (games, games));

    let names: BTreeSet<&String> = ordinary.sums.keys().chain(keyed.sums.keys()).collect();
    assert!(names.len() <= 20, "{names:?}");
    for name in names {
        let [a, b] = [&ordinary, &keyed].map(|figures| figures.sample(name));
        // One more game of each kind: an event that almost never happens has almost no variance of its own.
        let floor = 1.0 / f64::from(u32::try_from(games).expect("fewer games than 2^32 are played")).powi(2);
        let error = (a.standard_error().powi(2) + b.standard_error().powi(2) + floor).sqrt();
        let off = (b.mean - a.mean) / error;
        println!(
            "{scenario}, {players:?}: {name}: {:.4} and {:.4}, {off:+.2} standard errors",
            a.mean, b.mean
        );
        assert!(off.abs() < QUANTILE, "{scenario}, {players:?}: {name} is {:.4} and {:.4}", a.mean, b.mean);
    }
}

/// How many games of each kind, unless this variable says otherwise: `SZALA_KEYED_GAMES=1000000 cargo test --test it
/// keyed:: -- --nocapture` takes some minutes, and prints how far the figures are apart.
const GAMES: (&str, u64) = ("SZALA_KEYED_GAMES", 8_000);

#[test]
fn keyed_and_ordinary_games_agree_in_every_figure() {
    let games = std::env::var(GAMES.0).map_or(GAMES.1, |games| games.parse().expect("a number of games"));
    agree("historical", ["storm", "hold"], games);
    agree("alternative", ["uniform", "uniform"], games);
}
