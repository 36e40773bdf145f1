//! Ground and lead given to the other side, and scenarios on generated maps.

use szala_kernel::exchange::{MadeUp, Order};
use szala_kernel::{Exchange, MapMaker, Rules, Side};
use szala_verdox::{Action, Ground, Map, Scenario, Verdox, scenario};

use crate::common::{load, text};

/// Hills, valleys, forest and swamp in hundredths of all squares, and bridges.
const AMOUNTS: [u8; 5] = [10, 5, 10, 5, 2];

const SHIPPED: [&str; 3] = ["drill", "mirror", "fortress"];

fn order(seed: u64, even: bool) -> Order<'static> {
    Order { seed, even, amounts: &AMOUNTS }
}

fn square(map: &Map, label: &str) -> szala_board::SquareId {
    map.grid.parse_label(label).expect("a square of the map")
}

/// The drill ground has 16 columns: what lies in column 2 lies in column 15 of its image, 8 in 9, 12 in 5, 13 in 4.
/// Headquarters and gates belong to the other side there.
#[test]
fn the_image_of_a_map_gives_each_side_what_the_other_had() {
    let rules = load("drill");
    let map = &rules.scenario().map;
    let image = map.mirrored();
    let at = |label: &str| square(map, label);
    assert_eq!(image.headquarters[Side::First], at("0404"), "0413 was the Askans'");
    assert_eq!(image.headquarters[Side::Second], at("0715"), "0702 was the Hasbergs'");
    assert_eq!(image.barges, [at("0709"), at("0209")]);
    let grounds =
        [("0505", Ground::Gate), ("0105", Ground::Clear), ("0101", Ground::Canal), ("0813", Ground::Hill)];
    for (label, ground) in grounds {
        assert_eq!(image.ground[at(label).index()], ground, "{label}");
    }
    assert!(map.gates_of_second.contains(at("0512")), "the gate is the Askans'");
    assert!(image.gates_of_second.is_empty(), "its image is the Hasbergs'");
    assert!(image.inside.contains(at("0504")), "the image of 0513 is within");
}

#[test]
fn twice_exchanged_is_as_before_and_armies_stay_with_their_side() {
    for name in SHIPPED {
        let rules = load(name);
        let exchanged = rules.exchanged();
        assert_eq!(exchanged.exchanged().scenario(), rules.scenario(), "{name}");
        let others = Scenario { map: rules.scenario().map.clone(), ..exchanged.scenario().clone() };
        assert_eq!(&others, rules.scenario(), "{name}: nothing but the map is exchanged");
    }
}

#[test]
fn a_map_is_even_when_it_is_its_own_image() {
    let is_even = SHIPPED.map(|name| load(name).is_even());
    assert_eq!(is_even, [false, true, false], "{SHIPPED:?}");
    for seed in 0..20 {
        for (name, even) in [("mirror", true), ("mirror", false), ("drill", true)] {
            let MadeUp { rules, map, .. } =
                load(name).made_up(&order(seed, even)).expect("the shipped scenario allows such a map");
            assert_eq!(rules.is_even(), even, "{name}, seed {seed}:\n{map}");
        }
    }
}

/// [D-2.1a]
#[test]
fn whoever_is_made_to_lead_acts_first() {
    for side in Side::BOTH {
        let rules = load("mirror").led_by(side);
        assert_eq!(rules.scenario().leads, Some(side));
        let opening = rules.opening();
        assert_eq!(rules.to_act(&opening), side);
        assert!(rules.refusal(&opening, Action::DrawLots).is_some(), "there are no lots to draw");
    }
}

#[test]
fn a_map_is_made_up_of_the_scenarios_size_and_the_rest_of_the_scenario_stays() {
    let rules = load("drill");
    let MadeUp { rules: made, missing, .. } =
        rules.made_up(&order(3, false)).expect("the shipped scenario allows such a map");
    assert_eq!(made.scenario().map.grid, rules.scenario().map.grid);
    assert_eq!(missing, None);
    let Scenario { map, assumptions, .. } = rules.scenario().clone();
    assert_eq!(&Scenario { map, assumptions, ..made.scenario().clone() }, rules.scenario());
    assert_eq!(
        rules.made_up(&order(3, false)).expect("the shipped scenario allows such a map").map,
        rules.made_up(&order(3, false)).expect("the shipped scenario allows such a map").map
    );
}

/// Both files as they would be written are read back to what was made.
#[test]
fn the_files_of_a_made_up_map_say_what_was_made() {
    let rules = load("fortress");
    let MadeUp { rules: made, map, .. } =
        rules.made_up(&order(17, true)).expect("the shipped scenario allows such a map");
    let title = "Verdox: on \"any\" map \\ 17";
    let file = rules.file_with_map(&text("fortress.toml"), "17-map.toml", title).expect("a scenario's file");
    let read = |name: &str| match name {
        "made/17.toml" => Ok(file.clone()),
        "made/17-map.toml" => Ok(map.clone()),
        other => Err(format!("nobody wrote {other}")),
    };
    let loaded = scenario::load("made/17.toml", &read).unwrap_or_else(|problems| panic!("{problems}"));
    assert_eq!(loaded, Scenario { title: title.to_owned(), ..made.scenario().clone() });
}

#[test]
fn what_cannot_be_made_is_refused_with_what_would_be_right() {
    let refused = |rules: &Verdox, amounts: &[u8]| {
        rules.made_up(&Order { seed: 1, even: false, amounts }).expect_err("no such map can be")
    };
    let drill = load("drill");
    let told = refused(&drill, &[30, 30, 1, 0, 0]);
    assert!(told.contains("60 hundredths of the map together at most"), "{told}");
    let told = refused(&drill, &[0, 0, 0, 0, 5]);
    assert!(told.contains("4 bridges at most"), "{told}");
    // [2.3] Ten rows have no room for eleven units in one column.
    let waves = szala_verdox::Waves { first: 11, ..drill.scenario().waves };
    let crowded = Verdox::new(Scenario { waves, ..drill.scenario().clone() });
    let told = refused(&crowded, &[0; 5]);
    assert!(told.contains("no room for their first wave"), "{told}");
    let told = drill.file_with_map("turns = 8\n", "map.toml", "x").expect_err("no scenario");
    assert_eq!(told, "the file has no `map`");
}
