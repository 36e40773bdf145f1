//! Small and large rooms in one program: a scenario finds the smallest that holds it, and plays the same game in any.

use szala_insurrection::scenario::{Loaded, Opened, load_into, open};
use szala_insurrection::{Insurrection, Large, Room, Small};
use szala_kernel::dice::SeededDice;
use szala_kernel::seed::mix;
use szala_kernel::{ActionList, Rules, RunSeed, Table};

use crate::shipped::{NAMES, Texts, texts};

const I: &str = "historical.toml";

fn load_in<R: Room>(texts: &Texts, name: &str) -> Loaded<R> {
    let files = |name: &str| texts.get(name).cloned().ok_or_else(|| "there is no such file".to_owned());
    load_into(name, &files).expect("a sound scenario")
}

fn opened(texts: &Texts) -> Result<Opened, String> {
    let files = |name: &str| texts.get(name).cloned().ok_or_else(|| "there is no such file".to_owned());
    open(I, &files).map_err(|problems| problems.to_string())
}

/// The first scenario with this many more batteries, each in a hex of its own in the north.
fn with_more_guns(count: usize) -> Texts {
    let mut texts = texts();
    let counter = |number: usize| {
        format!(
            "[[unit]]\nname = \"Guns {number}\"\nside = \"Poles\"\ncommander = \"Grabowski\"\narm = \"artillery\"\n"
        )
    };
    let row =
        |number: usize| format!("\"Guns {number}\" = \"{:02}{:02} N\"\n", 11 + number / 10, 1 + number % 10);
    let counters: String = (1..=count).map(counter).collect();
    let rows: String = (1..=count).map(row).collect();
    let units = texts.get_mut("units.toml").expect("the file of the counters");
    *units = units.replacen("# Eydziatowicz's", &format!("{counters}# Eydziatowicz's"), 1);
    let scenario = texts.get_mut(I).expect("the files have the scenario");
    *scenario = scenario.replacen("[set_up]\n", &format!("[set_up]\n{rows}"), 1);
    texts
}

#[test]
fn a_scenario_is_opened_in_the_smallest_room_that_holds_it() {
    assert!(matches!(opened(&texts()), Ok(Opened::Small(_))));
    // 15 units and 17 more are 32, and fill the small room; one more does not fit.
    assert!(matches!(opened(&with_more_guns(17)), Ok(Opened::Small(_))));
    let Ok(Opened::Large(loaded)) = opened(&with_more_guns(18)) else {
        panic!("33 units take the large room")
    };
    assert_eq!(loaded.scenario.units.len(), 33);
}

#[test]
fn what_no_room_holds_is_refused_with_what_the_largest_holds() {
    let mut texts = texts();
    let map = texts.get_mut("map.toml").expect("the files have the map");
    *map = map.replacen("columns = 15", "columns = 128", 1).replacen("rows = 12", "rows = 128", 1);
    let told = opened(&texts).expect_err("128 by 128 hexes are 16 384");
    assert!(told.contains("16384 hexes or squares do not fit a set of 2048"), "{told}");
}

/// Every list of legal actions of a game by chance, one after the other, with what was chosen, and the lead at the end.
fn game<R: Room>(rules: &Insurrection<R>, number: u64) -> (Vec<String>, i16) {
    let seed = RunSeed(1794).game(number);
    let (mut state, mut table) = (rules.opening(), Table::new(SeededDice::new(seed), ()));
    let mut list = ActionList::within(rules.limits());
    let mut lists = Vec::new();
    while rules.outcome(&state).is_none() {
        list.clear();
        rules.actions(&state, &mut list);
        let chosen = usize::try_from(mix(number << 32 | lists.len() as u64) >> 1)
            .expect("63 bits fit in a usize")
            % list.len();
        lists.push(format!("{:?} {chosen}", &list[..]));
        rules.apply(&mut state, list[chosen], &mut table);
        assert_eq!(rules.audit(&state), Ok(()), "a position of {}", rules.scenario().title);
    }
    (lists, state.lead())
}

#[test]
fn the_same_scenario_plays_the_same_games_in_either_room() {
    for name in NAMES.into_iter().take(3) {
        let small = Insurrection::<Small>::new(load_in(&texts(), name).scenario);
        let large = Insurrection::<Large>::new(load_in(&texts(), name).scenario);
        for number in 0..8 {
            assert_eq!(game(&small, number), game(&large, number), "game {number} of {name}");
        }
    }
}

#[test]
fn overall_commanders_lead_alike_in_either_room() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/maciejowice-1794/drill-command.toml");
    let read = |path: &str| std::fs::read_to_string(path).map_err(|error| error.to_string());
    let small = Insurrection::<Small>::new(load_into(path, &read).expect("a sound scenario").scenario);
    let large = Insurrection::<Large>::new(load_into(path, &read).expect("a sound scenario").scenario);
    for number in 0..3 {
        assert_eq!(game(&small, number), game(&large, number), "game {number}");
    }
}
