//! Whose advantage is it, the ground's or the first move's? Every game of *Verdox* is played four times with the same
//! keyed dice: on the map and on its mirror image, which gives each side the other's ground, and with either side
//! first. What is left when both are taken out is the name's: a player's habits that are not the same on both sides.
//!
//! `cargo run --release -p szala-ai --example balance -- fortress heuristic 200` for a shipped scenario, with
//! intervals over games; `... -- family heuristic 10 100` for 10 games on each of 100 maps made up by seed, with
//! intervals over maps, since games on one map have the map in common; `even-family` for maps that are their own mirror
//! images.

use szala_ai::{Player, Roster, View};
use szala_board::SquareId;
use szala_kernel::dice::GameDice;
use szala_kernel::{ActionList, Ask, BySide, Dice, Die, Play, Rules, RunSeed, Side, Subject, Table, rule};
use szala_verdox::generate::{Shares, Wish, generate};
use szala_verdox::{Map, Scenario, Squares, Verdox, scenario};

/// The dice of a game, with the lots settled [2.1].
struct Settled<'d> {
    dice: &'d mut GameDice,
    leads: Side,
}

impl Dice for Settled<'_> {
    fn roll(&mut self, die: Die, ask: Ask) -> u8 {
        self.dice.roll(die, ask)
    }

    fn draw(&mut self, ask: Ask, tickets: &[Subject]) -> usize {
        if ask.rule == rule!("2.1") { self.leads as usize } else { self.dice.draw(ask, tickets) }
    }

    fn deal(&mut self, ask: Ask, tickets: &[Subject]) -> usize {
        self.dice.deal(ask, tickets)
    }
}

/// The mirror image, left for right: each side gets what the other had.
fn mirrored(map: &Map) -> Map {
    let image = |square: SquareId| {
        let [column, row] = map.grid.column_row(square);
        map.grid.square_at([i32::from(map.grid.columns) - 1 - column, row]).expect("as wide")
    };
    let images = |squares: Squares| squares.iter().map(image).collect::<Squares>();
    let gates = map.squares_of(|ground| ground == szala_verdox::Ground::Gate);
    Map {
        grid: map.grid,
        ground: map.squares().iter().map(|square| map.ground[image(square).index()]).collect(),
        inside: images(map.inside),
        headquarters: BySide::from_fn(|side: Side| image(map.headquarters[!side])),
        gates_of_second: images(gates - map.gates_of_second),
        barges: map.barges.iter().copied().map(image).collect(),
    }
}

/// A game four times: how much the first side scores of what is the ground's, the first move's and the name's, in
/// hundredths of a game.
struct Effects {
    ground: f64,
    first_move: f64,
    name: f64,
}

/// What it takes to play on a map and on its mirror image.
struct Table4 {
    rules: [Verdox; 2],
    seats: [BySide<<Verdox as Roster>::Seat>; 2],
    dice: GameDice,
    list: ActionList<szala_verdox::Action>,
}

impl Table4 {
    fn new(scenario: &Scenario, player: &str) -> Self {
        let image = Scenario { map: mirrored(&scenario.map), ..scenario.clone() };
        let rules = [scenario.clone(), image].map(Verdox::new);
        let read = |name: &str| Err(format!("no file {name} here"));
        let seat =
            |rules: &Verdox, side| rules.player(player, side, &read).unwrap_or_else(|told| panic!("{told}"));
        let seats = rules.each_ref().map(|rules| BySide::from_fn(|side| seat(rules, side)));
        let limits = rules[0].limits();
        Self {
            rules,
            seats,
            dice: GameDice::new(limits, RunSeed(0).game(0)),
            list: ActionList::within(limits),
        }
    }

    /// What the first side scores: 1, a half or 0.
    fn score(&mut self, at: usize, leads: Side, number: u64) -> f64 {
        let game = RunSeed(1809).game(number).keyed();
        let (rules, seats) = (&self.rules[at], &mut self.seats[at]);
        for side in Side::BOTH {
            seats[side].begin(rules, game, side);
        }
        self.dice.begin(game);
        let mut table = Table::new(Settled { dice: &mut self.dice, leads }, ());
        let played =
            rules.play_on(&mut rules.opening(), &mut table, &mut self.list, |rules, state, legal, _| {
                seats[rules.to_act(state)].choose(&View::new(rules, state, legal))
            });
        played.outcome.winner.map_or(0.5, |winner| if winner == Side::First { 1.0 } else { 0.0 })
    }

    fn effects(&mut self, number: u64) -> Effects {
        let [[a, b], [c, d]] = [0, 1].map(|at| Side::BOTH.map(|leads| self.score(at, leads, number)));
        Effects {
            ground: 100.0 * (a + b - c - d) / 4.0,
            first_move: 100.0 * (a - b + c - d) / 4.0,
            name: 100.0 * ((a + b + c + d) / 4.0 - 0.5),
        }
    }
}

/// The mean, half the width of its 95 % interval, and the standard deviation.
fn estimate(values: &[f64]) -> [f64; 3] {
    let count = f64::from(u32::try_from(values.len()).expect("so many games take years"));
    let mean = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    [mean, 1.96 * (variance / count).sqrt(), variance.sqrt()]
}

fn tell(what: &str, values: &[f64]) {
    let [mean, half, deviation] = estimate(values);
    println!(
        "{what:11} {mean:+6.2} ({:+.2} to {:+.2}), standard deviation {deviation:.2}",
        mean - half,
        mean + half
    );
}

/// A made-up map of the size of those that are shipped.
fn made_up(seed: u64, symmetric: bool) -> Map {
    let shares = Shares { hill: 10, valley: 5, forest: 10, swamp: 5 };
    let wish = Wish { seed, columns: 24, rows: 16, symmetric, shares, bridges: 2 };
    let made = generate(&wish).unwrap_or_else(|refused| panic!("{refused}"));
    scenario::load_map("made up", &made.text).unwrap_or_else(|problems| panic!("{problems}"))
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize| arguments.get(at).and_then(|text| text.parse::<u64>().ok());
    let (Some(what), Some(player), Some(games)) = (arguments.first(), arguments.get(1), number(2)) else {
        eprintln!("give a scenario, a player and a number of games: fortress heuristic 200");
        std::process::exit(2);
    };
    let load = |name: &str| {
        let path = format!("{}/../scenarios/verdox/{name}.toml", env!("CARGO_MANIFEST_DIR"));
        let read = |path: &str| std::fs::read_to_string(path).map_err(|error| error.to_string());
        scenario::load(&path, &read).unwrap_or_else(|problems| panic!("{problems}"))
    };
    let all: Vec<Effects> = if what.ends_with("family") {
        let maps = number(3).expect("a number of maps");
        let usual = load("mirror");
        let of_map = |seed| {
            let map = made_up(seed, what.starts_with("even"));
            let mut table = Table4::new(&Scenario { map, ..usual.clone() }, player);
            let of: Vec<Effects> = (0..games).map(|game| table.effects(seed * games + game)).collect();
            let mean = |part: fn(&Effects) -> f64| estimate(&of.iter().map(part).collect::<Vec<_>>())[0];
            Effects {
                ground: mean(|it| it.ground),
                first_move: mean(|it| it.first_move),
                name: mean(|it| it.name),
            }
        };
        println!(
            "{games} games, four times each, on each of {maps} maps; {player} plays both sides; intervals over maps"
        );
        (1..=maps).map(of_map).collect()
    } else {
        let mut table = Table4::new(&load(what), player);
        println!("{what}: {games} games, four times each; {player} plays both sides; intervals over games");
        (0..games).map(|game| table.effects(game)).collect()
    };
    let part = |part: fn(&Effects) -> f64| all.iter().map(part).collect::<Vec<_>>();
    tell("left ground", &part(|it| it.ground));
    tell("first move", &part(|it| it.first_move));
    tell("the name", &part(|it| it.name));
}
