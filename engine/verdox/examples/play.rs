//! Plays games without a trace, for measuring:
//! `cargo run --release -p szala-verdox --example play -- fortress quick 100`. `chance` plays at random; `quick` is a
//! simple plan that looks at the list once: attack whatever can be attacked, otherwise go towards the other side's
//! headquarters. It prints a hash of all outcomes, so that the measured work is known.

use std::hash::{DefaultHasher, Hash, Hasher};

use szala_board::SquareId;
use szala_kernel::conformance::ByChance;
use szala_kernel::{ActionList, Play, Rules, RunSeed};
use szala_verdox::{Action, State, Verdox, scenario};

fn load(name: &str) -> Result<Verdox, String> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/verdox/");
    let read = |path: &str| std::fs::read_to_string(path).map_err(|error| error.to_string());
    let loaded =
        scenario::load(&format!("{root}{name}.toml"), &read).map_err(|problems| problems.to_string())?;
    Ok(Verdox::new(loaded))
}

/// A simple plan: the best of the list by a number, the first of equals.
fn quick(rules: &Verdox, state: &State, legal: &[Action]) -> usize {
    let map = &rules.scenario().map;
    let goal = map.headquarters[!rules.to_act(state)];
    let far = |square: SquareId| {
        let [[column, row], [other, line]] = [square, goal].map(|square| map.grid.column_row(square));
        (column - other).abs() + (row - line).abs()
    };
    if let Some(from) = state.picked() {
        let here = far(from);
        let worth = |action: &Action| match *action {
            Action::Attack(_) => 100,
            Action::Sink(_) => 90,
            Action::Step(to) => here - far(to),
            _ => 0,
        };
        return (0..legal.len())
            .max_by_key(|place| (worth(&legal[*place]), legal.len() - place))
            .expect("a player is asked only when an action is legal");
    }
    // In a turn: the last in the list, which is the unit farthest north, or a barge.
    legal.len() - 1
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, player, games] = arguments.as_slice() else {
        eprintln!("give a scenario, a player (chance, quick) and a number of games: fortress quick 100");
        std::process::exit(2);
    };
    let rules = load(name).unwrap_or_else(|problems| panic!("{problems}"));
    let games: u64 = games.parse().expect("a number of games");
    let mut list = ActionList::within(rules.limits());
    let mut hasher = DefaultHasher::new();
    let mut decisions = 0;
    for number in 0..games {
        let game = RunSeed(1809).game(number);
        let mut players = ByChance::new(game);
        let finished = rules.play_game(game, &mut list, |rules, state, legal| match player.as_str() {
            "chance" => players.choose(rules.to_act(state), legal.len()),
            _ if legal[0] == Action::DrawLots || matches!(legal[0], Action::Muster(_) | Action::Enter(_)) => {
                players.choose(rules.to_act(state), legal.len())
            }
            _ => quick(rules, state, legal),
        });
        decisions += finished.decisions;
        finished.outcome.hash(&mut hasher);
    }
    println!("{games} games, {decisions} decisions, outcomes {:016x}", hasher.finish());
}
