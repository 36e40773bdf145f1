//! What a player must find. All odds of *Two Gates* are computed here, over every die and every choice.

use std::collections::HashMap;

use szala_ai::search::Horizon;
use szala_ai::{Greedy, Player, Search, Uniform, View};
use szala_kernel::dice::{EveryDice, Fraction, SeededDice};
use szala_kernel::toy::{Action, State, TwoGates};
use szala_kernel::{ActionList, Ask, BySide, Dice, Play, Rules, RunSeed, Side, Subject, Table, rule};
use szala_two_gates_players::PointsAhead;

use crate::common::{planner, play};

const SEED: RunSeed = RunSeed(1066);

fn searcher(simulations: u32) -> Search<TwoGates, Uniform> {
    Search::new(&TwoGates, BySide::from_fn(|_| Uniform::default()), simulations)
}

fn legal(state: &State) -> ActionList<Action> {
    let mut list = ActionList::within(TwoGates.limits());
    TwoGates.actions(state, &mut list);
    list
}

fn number(fraction: Fraction) -> f64 {
    // Denominators are at most a power of 20 here, and there are few dice between two decisions.
    u32::try_from(fraction.numerator)
        .map(f64::from)
        .expect("few dice lie between two decisions, so the fraction is small")
        / u32::try_from(fraction.denominator)
            .map(f64::from)
            .expect("few dice lie between two decisions, so the fraction is small")
}

/// The share of the game that each side can expect with best play on both sides, by the position.
#[derive(Default)]
struct Exact(HashMap<State, f64>);

impl Exact {
    /// What the first side can expect: a win is 1, a draw a half.
    fn share(&mut self, state: &State) -> f64 {
        if let Some(outcome) = TwoGates.outcome(state) {
            return outcome.winner.map_or(0.5, |winner| if winner == Side::First { 1.0 } else { 0.0 });
        }
        if let Some(known) = self.0.get(state) {
            return *known;
        }
        let side = TwoGates.to_act(state);
        let own = legal(state).iter().map(|action| self.of(state, *action)).fold(0.0, f64::max);
        let share = if side == Side::First { own } else { 1.0 - own };
        self.0.insert(state.clone(), share);
        share
    }

    /// What the side to act can expect of an action, over everything that it may imagine and all dice. Both gates are
    /// equally likely to be raided: the gates are alike, so a raider who preferred one would only help the guard.
    fn of(&mut self, state: &State, action: Action) -> f64 {
        let side = TwoGates.to_act(state);
        let odds = EveryDice::odds(|dice| {
            let mut next = state.clone();
            TwoGates.imagine(&mut next, side, dice);
            TwoGates.apply(&mut next, action, &mut Table::new(dice, ()));
            next
        });
        let first: f64 = odds.iter().map(|(next, chance)| number(*chance) * self.share(next)).sum();
        if side == Side::First { first } else { 1.0 - first }
    }
}

/// The number of positions with a better and a worse action in random games at which a player was asked, and at how
/// many of them it took the best.
fn found_by(player: &mut impl Player<TwoGates>) -> (u32, u32) {
    let mut exact = Exact::default();
    let (mut asked, mut found) = (0, 0);
    for number in 0..150 {
        let game = SEED.game(number);
        let mut chance = Uniform::default();
        Player::<TwoGates>::begin(&mut chance, &TwoGates, game, Side::First);
        let mut table = Table::new(SeededDice::new(game), ());
        let mut state = TwoGates.opening();
        while TwoGates.outcome(&state).is_none() {
            let list = legal(&state);
            let view = View::new(&TwoGates, &state, &list);
            let shares: Vec<f64> = list.iter().map(|action| exact.of(&state, *action)).collect();
            let best = shares.iter().copied().fold(0.0, f64::max);
            if shares.iter().any(|share| *share < best - 1e-9) {
                player.begin(&TwoGates, game, view.side());
                asked += 1;
                found += u32::from(shares[player.choose(&view)] > best - 1e-9);
            }
            let action = list[chance.choose(&view)];
            TwoGates.apply(&mut state, action, &mut table);
        }
    }
    (asked, found)
}

#[test]
fn with_many_simulations_the_search_finds_the_best_action() {
    let (asked, found) = found_by(&mut searcher(600));
    assert!(asked > 100, "{asked}");
    assert_eq!(found, asked);
}

#[test]
fn it_finds_it_behind_a_horizon_too() {
    // One decision further is the end of the raid: the evaluation must know who is ahead.
    let horizon = Horizon { decisions: 1, three_in_four: 1000 };
    let (asked, found) = found_by(&mut searcher(600).until(horizon, PointsAhead));
    assert_eq!(found, asked);
}

#[test]
fn the_action_of_most_points_is_the_best_of_the_toy() {
    // Only points count, and none is lost by taking one at once.
    let (asked, found) = found_by(&mut Greedy::new(&TwoGates, PointsAhead, 40));
    assert_eq!(found, asked);
}

/// The test above can fail: a random player finds half of them.
#[test]
fn chance_finds_about_half_of_the_best_actions() {
    let (asked, found) = found_by(&mut Uniform::default());
    // Five standard deviations of at most sqrt(asked) / 2.
    let spread = 5.0 * f64::from(asked).sqrt() / 2.0;
    assert!((f64::from(found) - f64::from(asked) / 2.0).abs() < spread, "{found} of {asked}");
}

/// The chances of a side that always shoots, and otherwise chooses at random, against a random player: to win, and to
/// draw. Every die, lot and choice is tried in turn.
fn shooter_against_chance() -> [f64; 2] {
    let mut list = ActionList::within(TwoGates.limits());
    let odds = EveryDice::odds(|dice| {
        let mut table = Table::new(dice, ());
        let played =
            TwoGates.play_on(&mut TwoGates.opening(), &mut table, &mut list, |rules, state, legal, table| {
                let shot = legal.iter().position(|action| *action == Action::Shoot);
                let gates = [Subject(0), Subject(1)];
                shot.filter(|_| rules.to_act(state) == Side::First)
                    .unwrap_or_else(|| table.dice.draw(Ask::new(rule!("2.2"), 0), &gates[..legal.len()]))
            });
        played.outcome.winner
    });
    [Some(Side::First), None].map(|winner| number(odds.of(&winner)))
}

/// The best possible play against a random player is to shoot whenever allowed: gates are alike. A player that does
/// so scores the computed chance, and one that does not falls short of it.
fn assert_scores_as_a_shooter(name: &str, player: &mut impl Player<TwoGates>) {
    const GAMES: u32 = 7000;
    let [wins, draws] = shooter_against_chance();
    let expected = wins + draws / 2.0;
    let error = ((wins + draws / 4.0 - expected * expected) / f64::from(GAMES)).sqrt();
    // Enough games that a random player is ten standard errors away: the test cannot mistake one for the other.
    assert!(expected - 0.5 > 10.0 * error, "{expected} with an error of {error}");
    let mut list = ActionList::within(TwoGates.limits());
    let mut chance = Uniform::default();
    let mut halves = 0;
    for number in 0..GAMES {
        let side = Side::BOTH[(number % 2) as usize];
        let game = SEED.game(number.into());
        let players: BySide<&mut dyn Player<TwoGates>> = match side {
            Side::First => BySide([player, &mut chance]),
            Side::Second => BySide([&mut chance, player]),
        };
        let finished = play(&TwoGates, game, &mut list, players);
        halves += finished.outcome.winner.map_or(1, |winner| if winner == side { 2 } else { 0 });
    }
    let score = f64::from(halves) / 2.0 / f64::from(GAMES);
    assert!((score - expected).abs() < 4.0 * error, "{name} scores {score}, not {expected}");
}

#[test]
fn search_by_games_of_chance_beats_chance_by_as_much_as_can_be() {
    assert_scores_as_a_shooter("search", &mut searcher(200));
}

#[test]
fn plans_tried_in_games_of_chance_beat_chance_by_as_much_as_can_be() {
    assert_scores_as_a_shooter("planner", &mut planner(&TwoGates, 100));
}

#[test]
fn greed_beats_chance_by_as_much_as_can_be() {
    assert_scores_as_a_shooter("greedy", &mut Greedy::new(&TwoGates, PointsAhead, 4));
}
