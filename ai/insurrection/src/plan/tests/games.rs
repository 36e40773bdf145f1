//! Plans in play: to the end, without looking at hidden information, without the heap, and achieving what they
//! promise.

use szala_insurrection::{Hexes, Insurrection, State};
use szala_kernel::dice::SeededDice;
use szala_kernel::{ActionList, BySide, GameSeed, Play, Rules, RunSeed, Side, Table};

use super::{hex, historical, load};
use crate::{Players, Script, Seat};
use szala_ai::{Player, Roster, View};

const SEED: RunSeed = RunSeed(0x05A2_1794);
const SCENARIOS: [&str; 2] = ["historical", "alternative"];

fn seat(rules: &Insurrection, side: Side, name: &str) -> Seat {
    Players::player(rules, name, side, &|path| Err(path.to_owned())).unwrap_or_else(|error| panic!("{error}"))
}

/// The names of the plans of a side.
fn plans(rules: &Insurrection, side: Side) -> Vec<String> {
    Script::shipped(rules, side).into_iter().map(|listed| listed.name).collect()
}

/// Plays a game, showing each position before its decision with the place that was chosen.
fn play(
    rules: &Insurrection,
    game: GameSeed,
    players: &mut BySide<Seat>,
    list: &mut ActionList<<Insurrection as Rules>::Action>,
    mut show: impl FnMut(&State, &[<Insurrection as Rules>::Action], usize),
) -> State {
    for side in Side::BOTH {
        players[side].begin(rules, game, side);
    }
    let mut state = rules.opening();
    let mut table = Table::new(SeededDice::new(game), ());
    rules.play_on(&mut state, &mut table, list, |rules, state, legal, _| {
        let place = players[rules.to_act(state)].choose(&View::new(rules, state, legal));
        assert!(place < legal.len(), "no legal action has the place {place}");
        show(state, legal, place);
        place
    });
    state
}

/// The number of games in which something was the case at any decision, or at the end.
fn count(
    rules: &Insurrection,
    games: u64,
    [first, second]: [&str; 2],
    mut is_so: impl FnMut(&State) -> bool,
) -> u64 {
    let mut players = BySide([seat(rules, Side::First, first), seat(rules, Side::Second, second)]);
    let mut list = ActionList::within(rules.limits());
    let mut found = 0;
    for number in 0..games {
        let mut was_so = false;
        let end =
            play(rules, SEED.game(number), &mut players, &mut list, |state, _, _| was_so |= is_so(state));
        found += u64::from(was_so || is_so(&end));
    }
    found
}

#[test]
fn every_plan_plays_to_the_end_against_chance_and_every_other_plan() {
    for scenario in SCENARIOS {
        let rules = load(scenario);
        let mut list = ActionList::within(rules.limits());
        let names = |side| {
            let mut names = plans(&rules, side);
            names.push("uniform".to_owned());
            names
        };
        for first in names(Side::First) {
            for second in names(Side::Second) {
                let mut players =
                    BySide([seat(&rules, Side::First, &first), seat(&rules, Side::Second, &second)]);
                for number in 0..200 {
                    play(&rules, SEED.game(number), &mut players, &mut list, |_, _, _| ());
                }
            }
        }
    }
}

#[test]
fn plans_play_without_the_heap() {
    for scenario in SCENARIOS {
        let rules = load(scenario);
        let mut list = ActionList::within(rules.limits());
        for first in plans(&rules, Side::First) {
            for second in plans(&rules, Side::Second) {
                let mut players =
                    BySide([seat(&rules, Side::First, &first), seat(&rules, Side::Second, &second)]);
                let counted = allocation_counter::measure(|| {
                    for number in 0..10 {
                        play(&rules, SEED.game(number), &mut players, &mut list, |_, _, _| ());
                    }
                });
                assert_eq!(counted.count_total, 0, "{scenario}: {first} against {second}");
            }
        }
    }
}

/// The enemy's secret choice is swapped at every decision of every game: no script decides differently.
#[test]
fn d_13_2b_no_script_knows_the_secret_choice() {
    let mut swapped = 0;
    for scenario in SCENARIOS {
        let rules = load(scenario);
        let mut list = ActionList::within(rules.limits());
        for first in plans(&rules, Side::First) {
            for second in plans(&rules, Side::Second) {
                let new = || BySide([seat(&rules, Side::First, &first), seat(&rules, Side::Second, &second)]);
                let (mut players, mut others) = (new(), new());
                for number in 0..4 {
                    let game = SEED.game(number);
                    play(&rules, game, &mut players, &mut list, |state, legal, place| {
                        let side = rules.to_act(state);
                        for draw in 0..2 {
                            let mut other = *state;
                            rules.imagine(&mut other, side, &mut SeededDice::new(SEED.game(draw)));
                            swapped += u64::from(other != *state);
                            let found = others[side].choose(&View::new(&rules, &other, legal));
                            assert_eq!(found, place, "{first} against {second}, game {number}: {state:?}");
                        }
                    });
                }
            }
        }
    }
    assert!(swapped > 1000, "the choice was swapped {swapped} times only");
}

#[test]
fn a_script_has_no_memory() {
    let rules = historical();
    let mut list = ActionList::within(rules.limits());
    let mut players = BySide([seat(&rules, Side::First, "storm"), seat(&rules, Side::Second, "sortie")]);
    play(&rules, SEED.game(7), &mut players, &mut list, |state, legal, place| {
        let side = rules.to_act(state);
        let mut new = seat(&rules, side, if side == Side::First { "storm" } else { "sortie" });
        assert_eq!(new.choose(&View::new(&rules, state, legal)), place);
        let opinions = new.opinions(&View::new(&rules, state, legal));
        assert!(opinions.iter().any(|opinion| opinion.place == place), "it would say what it does");
    });
}

// ---- What the plans promise ----
//
// Of 200 games, 120 are required. A plan that succeeds in 75 of 100 games hardly ever fails this: the mean is 150,
// the standard deviation sqrt(200 * 0.75 * 0.25) = 6.1, so 120 is 4.9 of them below.

const GAMES: u64 = 200;
const MOST_OF_THEM: u64 = 120;

/// Is any unit of a side in any of these hexes?
fn is_in(rules: &Insurrection, side: Side, labels: &[&str]) -> impl Fn(&State) -> bool + use<> {
    let hexes: Hexes = labels.iter().map(|label| hex(rules, label)).collect();
    move |state| state.held(side).intersects(&hexes)
}

#[test]
fn storm_gets_into_the_trenches() {
    for scenario in SCENARIOS {
        let rules = load(scenario);
        let is_in_the_works = is_in(&rules, Side::First, &["0706", "0707", "0708", "0709", "0710"]);
        for enemy in ["uniform", "hold"] {
            let found = count(&rules, GAMES, ["storm", enemy], &is_in_the_works);
            assert!(found > MOST_OF_THEM, "{scenario}, against {enemy}: in {found} of {GAMES} games");
        }
    }
}

#[test]
fn r13_1_the_raids_reach_the_camp() {
    for (scenario, plan) in
        [("historical", "raid"), ("alternative", "raid"), ("alternative", "regiment-raid")]
    {
        let rules = load(scenario);
        for enemy in ["uniform", "hold"] {
            let found = count(&rules, GAMES, [plan, enemy], State::is_camp_reached);
            assert!(found > MOST_OF_THEM, "{scenario}, {plan} against {enemy}: in {found} of {GAMES} games");
        }
    }
}

#[test]
fn flank_comes_upon_the_works_from_behind() {
    for scenario in SCENARIOS {
        let rules = load(scenario);
        // North of the trenches and of the hexes beside them.
        let is_behind = is_in(&rules, Side::First, &["0805", "0806", "0807", "0808", "0906", "0907", "0908"]);
        let found = count(&rules, GAMES, ["flank", "uniform"], is_behind);
        assert!(found > MOST_OF_THEM, "{scenario}: in {found} of {GAMES} games");
    }
}

#[test]
fn the_regiment_wins_melees() {
    let rules = load("alternative");
    let found = count(&rules, GAMES, ["regiment", "uniform"], |state| state.lead() >= 2);
    assert!(found > MOST_OF_THEM, "ahead by two in {found} of {GAMES} games");
}

#[test]
fn hold_keeps_its_infantry_in_the_works() {
    for scenario in SCENARIOS {
        let rules = load(scenario);
        // No Russian infantry is ever south of the works; the Cossacks are in the west.
        let outside = is_in(&rules, Side::Second, &["0608", "0607", "0609", "0509", "0408"]);
        let found = count(&rules, GAMES, ["uniform", "hold"], outside);
        assert!(found < GAMES - MOST_OF_THEM, "{scenario}: outside in {found} of {GAMES} games");
    }
}

#[test]
fn sortie_leaves_the_works_and_wins_melees() {
    for scenario in SCENARIOS {
        let rules = load(scenario);
        let found = count(&rules, GAMES, ["uniform", "sortie"], |state| state.lead() <= -2);
        assert!(found > MOST_OF_THEM, "{scenario}: ahead by two in {found} of {GAMES} games");
    }
}

#[test]
fn sweep_reaches_the_polish_rear() {
    // The three southern rows, where only Poles begin. Not against every player in scenario II: there the regiment
    // may ride the Cossacks down on their way.
    let rows = (1..=3).flat_map(|row| (1..=15).map(move |column| format!("{row:02}{column:02}")));
    let rear: Vec<String> = rows.collect();
    let rear: Vec<&str> = rear.iter().map(String::as_str).collect();
    for (scenario, enemy) in [("historical", "uniform"), ("historical", "storm"), ("alternative", "uniform")]
    {
        let rules = load(scenario);
        let found = count(&rules, GAMES, [enemy, "sweep"], is_in(&rules, Side::Second, &rear));
        assert!(found > MOST_OF_THEM, "{scenario}, against {enemy}: in {found} of {GAMES} games");
    }
}
