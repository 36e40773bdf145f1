//! Keyed games are fair games: their average results are those of ordinary ones. And players repeat them exactly,
//! without the heap.

use szala_ai::{Player, Roster, View};
use szala_insurrection_players as insurrection;
use szala_kernel::dice::GameDice;
use szala_kernel::toy::TwoGates;
use szala_kernel::{ActionList, BySide, GameSeed, Paired, Play, Rules, RunSeed, Side, Table};
use szala_two_gates_players as two_gates;

use crate::common::load;

const SEED: RunSeed = RunSeed(1794);

/// What is needed to play game after game of either kind.
struct Seats<'r, P: Roster> {
    rules: &'r P::Rules,
    players: BySide<P::Seat>,
    dice: GameDice,
    list: ActionList<<P::Rules as Rules>::Action>,
}

impl<'r, P: Roster> Seats<'r, P> {
    fn new(rules: &'r P::Rules, [first, second]: [&str; 2]) -> Self {
        let read = |file: &str| Err(format!("no player here has a file, and {file} is asked for"));
        let seat =
            |name: &str, side| P::player(rules, name, side, &read).unwrap_or_else(|error| panic!("{error}"));
        let players = BySide([seat(first, Side::First), seat(second, Side::Second)]);
        let limits = rules.limits();
        Self { rules, players, dice: GameDice::new(limits, SEED.game(0)), list: ActionList::within(limits) }
    }

    /// Score of the first side in half points, its lead, whether it was a draw, and the names of all decisions
    /// combined into one.
    fn play(&mut self, game: GameSeed) -> (i32, i32, bool, u64) {
        let Self { rules, players, dice, list } = self;
        for side in Side::BOTH {
            players[side].begin(rules, game, side);
        }
        dice.begin(game);
        let mut course = 0_u64;
        let mut table = Table::new(dice, ());
        let finished = rules.play_on(&mut rules.opening(), &mut table, list, |rules, state, legal, _| {
            let place = players[rules.to_act(state)].choose(&View::new(rules, state, legal));
            course =
                (course ^ rules.action_key(legal[place])).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
            place
        });
        let half_points = finished.outcome.winner.map_or(1, |winner| 1 + winner.sign());
        (half_points, finished.outcome.lead, finished.outcome.winner.is_none(), course)
    }
}

/// The means of a figure over games of two kinds are within five standard errors of each other.
fn assert_close(what: &str, [keyed, seeded]: [Vec<f64>; 2]) {
    let mean_and_error = |values: &[f64]| {
        let count = f64::from(u32::try_from(values.len()).expect("the test plays fewer games than 2^32"));
        let mean = values.iter().sum::<f64>() / count;
        let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0);
        (mean, variance / count)
    };
    let (one, other) = (mean_and_error(&keyed), mean_and_error(&seeded));
    let error = (one.1 + other.1).sqrt();
    assert!((one.0 - other.0).abs() <= 5.0 * error, "{what}: {one:?} keyed, {other:?} seeded");
}

/// A million games of this are played by a command: see `benches/README.md`.
fn agrees_with_ordinary_games<P: Roster>(rules: &P::Rules, games: u64, names: [&str; 2]) {
    let mut seats = Seats::<P>::new(rules, names);
    let keyed: Vec<_> = (0..games).map(|number| seats.play(SEED.game(number).keyed())).collect();
    let seeded: Vec<_> = (games..2 * games).map(|number| seats.play(SEED.game(number))).collect();
    let figure = |of: fn(&(i32, i32, bool, u64)) -> i32| {
        [&keyed, &seeded].map(|games| games.iter().map(|game| f64::from(of(game))).collect())
    };
    assert_close("score", figure(|game| game.0));
    assert_close("points", figure(|game| game.1));
    assert_close("draws", figure(|game| game.2.into()));
}

#[test]
fn keyed_games_come_out_as_ordinary_ones_do() {
    agrees_with_ordinary_games::<two_gates::Players>(&TwoGates, 20_000, ["uniform", "uniform"]);
    agrees_with_ordinary_games::<two_gates::Players>(&TwoGates, 20_000, ["sentry", "uniform"]);
    let historical = load("historical");
    agrees_with_ordinary_games::<insurrection::Players>(&historical, 300, ["uniform", "uniform"]);
    agrees_with_ordinary_games::<insurrection::Players>(&historical, 150, ["storm", "hold"]);
}

/// Every player, so that each uses its keys and, in debug builds, the dice check that none is used twice.
#[test]
fn keyed_games_are_played_again_by_their_names() {
    fn again<P: Roster>(rules: &P::Rules, games: u64, names: [&str; 2]) {
        let (mut one, mut other) = (Seats::<P>::new(rules, names), Seats::<P>::new(rules, names));
        for number in 0..games {
            let game = SEED.game(number);
            // The other has played an ordinary game before.
            other.play(game);
            assert_eq!(one.play(game.keyed()), other.play(game.keyed()), "game {number}, {names:?}");
        }
    }
    for scenario in ["historical", "alternative"] {
        let rules = load(scenario);
        again::<insurrection::Players>(&rules, 200, ["uniform", "uniform"]);
        again::<insurrection::Players>(&rules, 20, ["heuristic", "heuristic"]);
        again::<insurrection::Players>(&rules, 3, ["greedy:1", "uniform"]);
        again::<insurrection::Players>(&rules, 1, ["search:8", "heuristic"]);
        again::<insurrection::Players>(&rules, 1, ["planner:100", "heuristic"]);
    }
    again::<two_gates::Players>(&TwoGates, 100, ["sentry", "uniform"]);
    again::<two_gates::Players>(&TwoGates, 50, ["greedy", "search:20"]);
}

#[test]
fn keyed_games_use_no_heap_once_a_first_has_been_played() {
    let rules = load("historical");
    for names in [["uniform", "uniform"], ["heuristic", "storm"]] {
        let names = if names[1] == "storm" { ["storm", "heuristic"] } else { names };
        let mut seats = Seats::<insurrection::Players>::new(&rules, names);
        seats.play(SEED.game(0).keyed());
        let counted = allocation_counter::measure(|| {
            (1..6).for_each(|number| _ = seats.play(SEED.game(number).keyed()));
        });
        assert_eq!(counted.count_total, 0, "{names:?}");
    }
}

#[test]
fn by_chance_keyed_and_ordinary_games_are_not_the_same() {
    let mut seats = Seats::<two_gates::Players>::new(&TwoGates, ["uniform", "uniform"]);
    let other = |number: &u64| {
        let game = SEED.game(*number);
        seats.play(game) != seats.play(game.keyed())
    };
    // About ten choices in a game: by chance hardly one game in a hundred is the same.
    assert!((0..100).filter(other).count() > 90);
}
