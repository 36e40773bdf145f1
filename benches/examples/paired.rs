//! The value of keyed dice and keyed choices: the same games of a variant and of the shipped scenario, in pairs, with
//! keys and with one stream of random numbers. And whether keyed games are fair: their figures are compared with
//! those of seeded games.
//!
//! ```sh
//! cargo run --release -p szala-benches --example paired -- compare 20000 storm hold
//! cargo run --release -p szala-benches --example paired -- agree two-gates 1000000 uniform uniform
//! # to count instructions:
//! cargo run --release -p szala-benches --example paired -- play historical 110 storm hold keyed
//! ```

use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use szala_ai::{Player, Roster};
use szala_benches::load_edited;
use szala_insurrection::Insurrection;
use szala_insurrection_players as insurrection;
use szala_kernel::dice::GameDice;
use szala_kernel::seed::mix;
use szala_kernel::toy::TwoGates;
use szala_kernel::{ActionList, BySide, GameSeed, Paired, Play, Rules, RunSeed, Side, Table};
use szala_two_gates_players as two_gates;

const SEED: RunSeed = RunSeed(1794);

/// An edit of a file: the file, the old text, and the new one.
type Edit = (&'static str, &'static str, &'static str);

/// The variants compared with scenario I.
const VARIANTS: [(&str, &[Edit]); 7] = [
    ("nothing", &[]),
    (
        "Narwa 1 morale 7",
        &[(
            "units.toml",
            "name = \"Narwa 1\"\nside = \"Russians\"\ncommander = \"Lewiz\"\narm = \"infantry\"\nmorale = 6",
            "name = \"Narwa 1\"\nside = \"Russians\"\ncommander = \"Lewiz\"\narm = \"infantry\"\nmorale = 7",
        )],
    ),
    (
        "1/I/7 pp lit. morale 8",
        &[(
            "units.toml",
            "morale = { value = 7, standing = \"text\" }",
            "morale = { value = 8, standing = \"text\" }",
        )],
    ),
    ("automatic victory 5", &[("historical.toml", "automatic_victory = 4", "automatic_victory = 5")]),
    (
        "1 StP, idle in a corner",
        &[(
            "historical.toml",
            "Grabowski = { value = \"0309\"",
            "\"1 StP\" = \"0115 N\"\nEydziatowicz = \"0115\"\nGrabowski = { value = \"0309\"",
        )],
    ),
    (
        "1 StP, of Grabowski's",
        &[
            (
                "historical.toml",
                "Grabowski = { value = \"0309\"",
                "\"1 StP\" = \"0115 N\"\nGrabowski = { value = \"0309\"",
            ),
            (
                "units.toml",
                "name = \"1 StP\"\nside = \"Poles\"\ncommander = \"Eydziatowicz\"",
                "name = \"1 StP\"\nside = \"Poles\"\ncommander = \"Grabowski\"",
            ),
        ],
    ),
    (
        "Eydziatowicz and 1 StP",
        &[
            (
                "historical.toml",
                "Grabowski = { value = \"0309\"",
                "\"1 StP\" = \"0115 N\"\nEydziatowicz = \"0115\"\nGrabowski = { value = \"0309\"",
            ),
            ("historical.toml", "1 = [\"Grabowski\"]", "1 = [\"Grabowski\", \"Eydziatowicz\"]"),
            ("historical.toml", "2 = [\"Grabowski\", ", "2 = [\"Grabowski\", \"Eydziatowicz\", "),
            ("historical.toml", "3-last = [\"Grabowski\", ", "3-last = [\"Grabowski\", \"Eydziatowicz\", "),
        ],
    ),
];

/// The result of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Game {
    /// 1 for a win of the first side, one half for a draw.
    score: f64,
    is_draw: bool,
    /// Victory points of the first side minus those of the second.
    points: f64,
    decisions: usize,
    /// Every action by its name, in order.
    course: u64,
}

/// What one thread needs to play game after game.
struct Seats<'r, P: Roster> {
    rules: &'r P::Rules,
    players: BySide<P::Seat>,
    list: ActionList<<P::Rules as Rules>::Action>,
    dice: GameDice,
}

impl<'r, P: Roster> Seats<'r, P> {
    fn new(rules: &'r P::Rules, players: BySide<P::Seat>) -> Self {
        let limits = rules.limits();
        Self { rules, players, list: ActionList::within(limits), dice: GameDice::new(limits, SEED.game(0)) }
    }

    fn play(&mut self, game: GameSeed) -> Game {
        let Self { rules, players, list, dice } = self;
        for side in Side::BOTH {
            players[side].begin(rules, game, side);
        }
        dice.begin(game);
        let mut table = Table::new(dice, ());
        let mut course = 0;
        let finished = rules.play_by(&mut rules.opening(), &mut table, |rules, state, _| {
            let action = players[rules.to_act(state)].decide(rules, state, list)?;
            course = mix(course ^ mix(rules.action_key(action)));
            Some(action)
        });
        let finished = finished.unwrap_or_else(|aborted| panic!("{aborted}"));
        let outcome = finished.outcome;
        let score = match outcome.winner {
            Some(Side::First) => 1.0,
            None => 0.5,
            Some(Side::Second) => 0.0,
        };
        let is_draw = outcome.winner.is_none();
        Game { score, is_draw, points: outcome.lead.into(), decisions: finished.decisions, course }
    }
}

/// The players of these names.
fn seats<P: Roster>(rules: &P::Rules, names: [&str; 2]) -> Result<BySide<P::Seat>, String> {
    let read = |path: &str| std::fs::read_to_string(path).map_err(|error| error.to_string());
    let [first, second] = names;
    Ok(BySide([P::player(rules, first, Side::First, &read)?, P::player(rules, second, Side::Second, &read)?]))
}

/// Does the work of each number on all threads; the results in the order of the numbers.
fn each<S, T: Send + Copy + Default>(
    games: u64,
    seat: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, u64) -> T + Sync,
) -> Vec<T> {
    let next = AtomicU64::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let run = || {
        let mut seat = seat();
        let mut found = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= games {
                return found;
            }
            found.push((number, work(&mut seat, number)));
        }
    };
    let mut all: Vec<(u64, T)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(run)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no worker panics")).collect()
    });
    all.sort_by_key(|(number, _)| *number);
    all.into_iter().map(|(_, result)| result).collect()
}

/// A mean and its variance.
#[derive(Clone, Copy, Debug)]
struct Mean {
    value: f64,
    variance: f64,
    count: f64,
}

impl Mean {
    #[expect(clippy::cast_precision_loss, reason = "fewer games than 2^52")]
    fn of(values: impl Iterator<Item = f64> + Clone) -> Self {
        let count = values.clone().count() as f64;
        let mean = values.clone().sum::<f64>() / count;
        let variance = values.map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0);
        Self { value: mean, variance, count }
    }

    fn error(self) -> f64 {
        (self.variance / self.count).sqrt()
    }
}

/// How strongly two figures of the same games are correlated.
struct Pairing {
    difference: Mean,
    correlation: f64,
    /// The number of independent games that a pair is worth.
    saved: f64,
}

impl Pairing {
    fn of(pairs: &[[Game; 2]], figure: impl Fn(&Game) -> f64 + Copy) -> Self {
        let [one, other] = [0, 1].map(|at| Mean::of(pairs.iter().map(move |pair| figure(&pair[at]))));
        let difference = Mean::of(pairs.iter().map(|[one, other]| figure(other) - figure(one)));
        let common = (one.variance + other.variance - difference.variance) / 2.0;
        Self {
            difference,
            correlation: common / (one.variance * other.variance).sqrt(),
            saved: (one.variance + other.variance) / difference.variance,
        }
    }
}

fn compare(games: u64, names: [&str; 2]) -> Result<(), String> {
    let shipped = load_edited("historical", &[]);
    println!("{games} pairs of games of scenario I, {} against {}; per cent, points", names[0], names[1]);
    println!(
        "variant                   by    other games   win less       rho saved   points less       rho saved"
    );
    for (name, edits) in VARIANTS {
        let variant = load_edited("historical", edits);
        let both = [
            seats::<insurrection::Players>(&shipped, names)?,
            seats::<insurrection::Players>(&variant, names)?,
        ];
        for (by, is_keyed) in [("keys", true), ("stream", false)] {
            let seat = || {
                [(&shipped, &both[0]), (&variant, &both[1])]
                    .map(|(rules, seats)| Seats::<insurrection::Players>::new(rules, seats.clone()))
            };
            let pairs = each(games, seat, |seats, number| {
                let game = if is_keyed { SEED.game(number).keyed() } else { SEED.game(number) };
                [seats[0].play(game), seats[1].play(game)]
            });
            let other = pairs.iter().filter(|[one, other]| one != other).count();
            let [score, points] =
                [Pairing::of(&pairs, |game| game.score), Pairing::of(&pairs, |game| game.points)];
            println!(
                "{name:<25} {by:<6} {other:>10}  {:>6.2} ±{:>5.2} {:>6.4} {:>6.1} \
                 {:>7.3} ±{:>6.3} {:>6.4} {:>6.1}",
                100.0 * score.difference.value,
                196.0 * score.difference.error(),
                score.correlation,
                score.saved,
                points.difference.value,
                1.96 * points.difference.error(),
                points.correlation,
                points.saved,
            );
        }
    }
    Ok(())
}

/// A figure of a game.
type Figure = fn(&Game) -> f64;

/// The same figures of as many games with keys and with seeds.
fn agree<P>(rules: &P::Rules, run: RunSeed, games: u64, names: [&str; 2]) -> Result<(), String>
where
    P: Roster<Rules: Rules<Action: Send> + Sync>,
{
    let players = seats::<P>(rules, names)?;
    let start = Instant::now();
    let [keyed, seeded] = [true, false].map(|is_keyed| {
        // Other numbers, so that not even the seeds are the same.
        let numbers = if is_keyed { 0 } else { games };
        each(
            games,
            || Seats::<P>::new(rules, players.clone()),
            |seats, number| {
                let game = run.game(numbers + number);
                seats.play(if is_keyed { game.keyed() } else { game })
            },
        )
    });
    println!("{games} games of each kind, {} against {}, {:?}", names[0], names[1], start.elapsed());
    println!("                     keyed     seeded   difference ± 95 %     in standard errors");
    let figures: [(&str, Figure); 5] = [
        ("score", |game| game.score),
        ("draws", |game| f64::from(u8::from(game.is_draw))),
        ("points", |game| game.points),
        ("points squared", |game| game.points * game.points),
        #[expect(clippy::cast_precision_loss, reason = "fewer than 2^52")]
        ("decisions", |game| game.decisions as f64),
    ];
    for (name, figure) in figures {
        let [keyed, seeded] = [&keyed, &seeded].map(|games| Mean::of(games.iter().map(figure)));
        let error = keyed.error().hypot(seeded.error());
        let difference = keyed.value - seeded.value;
        println!(
            "{name:<15} {:>10.5} {:>10.5} {difference:>12.5} ± {:>7.5} {:>10.2}",
            keyed.value,
            seeded.value,
            1.96 * error,
            difference / error
        );
    }
    Ok(())
}

fn run(arguments: &[&str]) -> Result<(), String> {
    let usage = || {
        "usage: paired compare GAMES FIRST SECOND, paired agree GAME GAMES FIRST SECOND [SEED], or paired play GAME \
         GAMES FIRST SECOND keyed|seeded; a GAME is two-gates, historical or alternative"
            .to_owned()
    };
    let number = |games: &str| games.parse::<u64>().ok().filter(|games| *games > 1).ok_or_else(usage);
    match *arguments {
        ["compare", games, first, second] => compare(number(games)?, [first, second]),
        ["agree", game, games, first, second, ref seed @ ..] => {
            let seed =
                seed.first().map_or(Ok(SEED), |seed| seed.parse().map(RunSeed).map_err(|_| usage()))?;
            let (games, names) = (number(games)?, [first, second]);
            match game {
                "two-gates" => agree::<two_gates::Players>(&TwoGates, seed, games, names),
                _ => agree::<insurrection::Players>(&load_edited(game, &[]), seed, games, names),
            }
        }
        ["play", game, games, first, second, dice] => {
            let rules: Insurrection = load_edited(game, &[]);
            let mut seats = Seats::<insurrection::Players>::new(
                &rules,
                seats::<insurrection::Players>(&rules, [first, second])?,
            );
            let course = (0..number(games)?).fold(0, |course, number| {
                let game = SEED.game(number);
                mix(course ^ seats.play(if dice == "keyed" { game.keyed() } else { game }).course)
            });
            println!("{course}");
            Ok(())
        }
        _ => Err(usage()),
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments.iter().map(String::as_str).collect::<Vec<_>>()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
