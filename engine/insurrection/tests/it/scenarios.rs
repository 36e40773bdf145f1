//! The scenarios of Niemenczyn 1794 as they are shipped. What is expected of them was read off the data page and
//! worked out on paper; broken files are in `broken_scenarios`.

use szala_board::pointy::facing;
use szala_board::{HexId, HexSet, Ordinal};
use szala_insurrection::data::{Camp, GunBand, Lot, Standing, Switches, UnitCard};
use szala_insurrection::{Arm, CommanderId, CommanderSet, Hexes, Hexsides, Scenario};
use szala_kernel::{BySide, Side};

fn scenario(name: &str) -> Scenario {
    match crate::shipped::load_from(&crate::shipped::texts(), name) {
        Ok(loaded) => {
            assert_eq!(loaded.notes, [], "nothing about {name} is worth a second look");
            loaded.scenario
        }
        Err(problems) => panic!("{problems}"),
    }
}

fn hex(scenario: &Scenario, label: &str) -> HexId {
    scenario.board.parse_label(label).expect("a hex of the map")
}

fn hexes(scenario: &Scenario, labels: &str) -> Hexes {
    labels.split_whitespace().map(|label| hex(scenario, label)).collect()
}

fn sides(scenario: &Scenario, pairs: &str) -> Hexsides {
    let side = |pair: &str| {
        let (one, other) = pair.split_once('/').expect("a side is written as two hexes");
        scenario.side_between(hex(scenario, one), hex(scenario, other))
    };
    pairs.split_whitespace().map(side).collect()
}

fn unit<'s>(scenario: &'s Scenario, name: &str) -> &'s UnitCard {
    scenario.units.iter().find(|unit| unit.name == name).expect("a unit of the scenario")
}

fn points(scenario: &Scenario, side: Side) -> u8 {
    let troops = scenario.units.iter().filter(|unit| unit.side == side && unit.arm != Arm::Artillery);
    troops.map(|unit| unit.size).sum()
}

fn chosen(scenario: &Scenario, names: &[&str]) -> CommanderSet {
    let index = |name: &&str| scenario.commanders.iter().position(|commander| commander.name == **name);
    names
        .iter()
        .map(|name| CommanderId::from_index(index(name).expect("the scenario has this commander")))
        .collect()
}

/// The pool as names: a place a text, one of several names where there is a choice.
fn pool(scenario: &Scenario) -> Vec<Vec<String>> {
    let place = |lot: &Lot| {
        let names = lot.among.iter().map(|commander| scenario.commander(commander).name.clone());
        assert!(lot.among.iter().all(|commander| scenario.commander(commander).side == lot.side));
        names.collect::<Vec<_>>().join(" or ")
    };
    scenario.pool.iter().map(|lots| lots.iter().map(place).collect()).collect()
}

/// Where every unit and commander begins, as text: `KN II 0212 N`.
fn posts(scenario: &Scenario) -> Vec<String> {
    let orientation = scenario.board.grid().orientation();
    let of_unit = |unit: &UnitCard| {
        let (hex, facing) = unit.start.expect("a place, if only a proposed one");
        let limbered = if unit.limbered { " limbered" } else { "" };
        format!("{} {} {}{limbered}", unit.name, scenario.board.label(hex), orientation.facing_name(facing))
    };
    let units = scenario.units.iter().map(of_unit);
    let commanders = scenario.commanders.iter().map(|commander| {
        format!(
            "{} {}",
            commander.name,
            scenario.board.label(commander.start.expect("each commander has a place to start"))
        )
    });
    units.chain(commanders).collect()
}

const RUSSIANS: [&str; 9] = [
    "Narwa 1 0709 S",
    "Narwa 2 0710 S",
    "Narwa 3 0707 S",
    "Pskow 1 0708 S",
    "Pskow 2 1009 S",
    "Russian guns 0708 S",
    "Kozacy 1 0804 S",
    "Kozacy 2 0803 S",
    "Kozacy 3 0904 S",
];

#[test]
fn scenario_one_begins_where_the_data_page_says() {
    // [13.1] Eydziatowicz takes no part, the Polish guns are limbered.
    let scenario = scenario("historical.toml");
    let poles = [
        "1/I/7 pp lit. 0408 N",
        "2/I/7 pp lit. 0309 N",
        "KN II 0212 N",
        "Narbutt 1 0205 N",
        "Narbutt 2 0106 N",
        "Polish guns 0208 N limbered",
    ];
    let commanders = ["Grabowski 0309", "Lewiz 0808", "Kirejew 0904"];
    assert_eq!(posts(&scenario), [&poles[..], &RUSSIANS, &commanders].concat());
    assert_eq!(scenario.title, "Niemenczyn 1794, I: historical");
    assert_eq!(scenario.sides, BySide(["Poles".to_owned(), "Russians".to_owned()]));
    assert_eq!(scenario.free_set_up, BySide([None, None]));
}

#[test]
fn in_scenario_one_25_russian_points_stand_against_14_polish_ones() {
    let scenario = scenario("historical.toml");
    // 5 + 4 infantry, 2 + 2 + 1 cavalry; five companies of 4, Cossacks 2 + 2 + 1.
    assert_eq!((points(&scenario, Side::First), points(&scenario, Side::Second)), (14, 25));
}

#[test]
fn counters_carry_their_values() {
    let scenario = scenario("historical.toml");
    let values = |name| {
        let UnitCard { side, arm, cossack, morale, size, fire, .. } = unit(&scenario, name);
        (*side, *arm, *cossack, *morale, *size, *fire)
    };
    let (first, second) = (Side::First, Side::Second);
    assert_eq!(values("1/I/7 pp lit."), (first, Arm::Infantry, false, [7, 6], 5, 5));
    assert_eq!(values("KN II"), (first, Arm::Cavalry, false, [7, 6], 2, 1));
    assert_eq!(
        values("Narbutt 2"),
        (first, Arm::Cavalry, false, [5, 5], 1, 0),
        "no reverse: the front's morale"
    );
    assert_eq!(values("Polish guns"), (first, Arm::Artillery, false, [0, 0], 1, 0));
    assert_eq!(values("Pskow 2"), (second, Arm::Infantry, false, [5, 4], 4, 4));
    assert_eq!(values("Kozacy 1"), (second, Arm::Cavalry, true, [5, 4], 2, 1));
    let own: Vec<&str> = scenario
        .commanders
        .iter()
        .flat_map(|commander| commander.units.iter().map(move |unit| (commander, unit)))
        .filter(|(commander, _)| commander.name == "Kirejew")
        .map(|(_, unit)| &*scenario.unit(unit).name)
        .collect();
    assert_eq!(own, ["Kozacy 1", "Kozacy 2", "Kozacy 3"]);
    for card in &scenario.units {
        assert_eq!(
            scenario.commander(card.commander.expect("no reserve here")).side,
            card.side,
            "{}",
            card.name
        );
    }
}

#[test]
fn the_pool_and_the_victory_of_scenario_one_are_those_of_13_1_and_12() {
    // [13.1] [12.3] [12.4] Stage 1, stage 2, and from stage 3 on the Russian's choice.
    let scenario = scenario("historical.toml");
    let later = ["Grabowski", "Lewiz or Kirejew"];
    let expected: [&[&str]; 6] = [&["Grabowski"], &["Grabowski", "Lewiz"], &later, &later, &later, &later];
    assert_eq!(pool(&scenario), expected);
    assert_eq!(scenario.pool[2][1].among, chosen(&scenario, &["Lewiz", "Kirejew"]));
    assert_eq!((scenario.stages, scenario.automatic_victory), (6, 4));
    assert_eq!(scenario.wins_at_zero, Side::Second);
    assert_eq!(scenario.squares, BySide([false, true]));
    assert_eq!(scenario.switches, Switches::default());
    let guns = [GunBand { to: 3, plus: 2 }, GunBand { to: 6, plus: 1 }, GunBand { to: 10, plus: 0 }];
    assert_eq!(scenario.gun_table, guns);
}

#[test]
fn the_map_has_its_levels_forests_and_places() {
    let scenario = scenario("historical.toml");
    assert_eq!(scenario.rally, BySide([hex(&scenario, "0109"), hex(&scenario, "1108")]));
    assert_eq!(scenario.camp, Some(Camp { hex: hex(&scenario, "1108"), intruder: Side::First }));
    // Row 01 of the drawing: `. . . . . . . . . . f . . . .`, row 07 ends in four F, row 12 begins with two f.
    let forest_of = |row: &str| -> Hexes {
        let is_of_row = |hex: &HexId| scenario.board.label(*hex).to_string().starts_with(row);
        scenario.terrain.forest.iter().filter(is_of_row).collect()
    };
    assert_eq!(forest_of("01"), hexes(&scenario, "0111"));
    assert_eq!(forest_of("05"), hexes(&scenario, "0504 0505 0506 0507 0511 0512 0513"));
    assert_eq!(forest_of("07"), hexes(&scenario, "0712 0713 0714 0715"));
    assert_eq!(forest_of("12"), hexes(&scenario, "1201 1202 1210 1211 1212 1213 1214 1215"));
    let hill: Hexes = scenario.board.hexes().iter().filter(|hex| scenario.level(*hex) == 1).collect();
    let hill_of = |row: &str| -> Hexes {
        hill.iter().filter(|hex| scenario.board.label(*hex).to_string().starts_with(row)).collect()
    };
    // Row 04: `. . . . F F h . h F F F h h h`; rows 01, 11 and 12 have none.
    assert_eq!(hill_of("04"), hexes(&scenario, "0405 0406 0407 0409 0410 0411 0412 0413 0414 0415"));
    assert_eq!(hill_of("10"), hexes(&scenario, "1013 1014"));
    for row in ["01", "11", "12"] {
        assert_eq!(hill_of(row), HexSet::EMPTY, "row {row}");
    }
    assert!(scenario.board.hexes().iter().all(|hex| scenario.level(hex) <= 1));
}

#[test]
fn the_road_runs_from_0109_through_the_camp_to_the_northern_edge() {
    let scenario = scenario("historical.toml");
    let road = "0109/0208 0208/0309 0309/0408 0408/0509 0509/0608 0608/0708 0708/0808 0808/0908 0908/1008 1008/1108 \
                1108/1208";
    assert_eq!(scenario.terrain.road, sides(&scenario, road));
}

#[test]
fn the_ravine_has_an_escarpment_on_each_side_towards_the_hill() {
    let scenario = scenario("historical.toml");
    // By G1, and the rows 02 to 06 of the drawing:
    // 0208 (even): W 0207 h, NW 0308 h, E 0209 h; NE 0309 is ravine; SW 0108, SE 0109 are level 0.
    // 0309 (odd): W 0308 h, NE 0409 h, E 0310 h, SE 0209 h; NW 0408 and SW 0208 are ravine.
    // 0408 (even): W 0407 h, NW 0508 h, E 0409 h, SW 0308 h; NE 0509 and SE 0309 are ravine.
    // 0509 (odd): W 0508 h, E 0510 h, SE 0409 h; NW 0608 and NE 0609 are level 0; SW 0408 is ravine.
    let expected = "0208/0207 0208/0308 0208/0209 0309/0308 0309/0409 0309/0310 0309/0209 0408/0407 0408/0508 \
                    0408/0409 0408/0308 0509/0508 0509/0510 0509/0409";
    assert_eq!(scenario.terrain.escarpment, sides(&scenario, expected));
    assert_eq!(scenario.terrain.escarpment.len(), 14);
    // The same once more, by the levels that were loaded.
    let floor = hexes(&scenario, "0208 0309 0408 0509");
    for side in scenario.board.sides() {
        let [one, other] = scenario.board.hexes_of(side);
        let is_wall = |floor_hex, hill_hex| floor.contains(floor_hex) && scenario.level(hill_hex) == 1;
        let expected = is_wall(one, other) || is_wall(other, one);
        assert_eq!(scenario.terrain.escarpment.contains(side), expected, "{one:?} {other:?}");
    }
}

#[test]
fn the_trenches_are_the_southern_sides_of_four_hexes_beside_the_road() {
    let scenario = scenario("historical.toml");
    // From an odd row, SW and SE of (7, c) are (6, c - 1) and (6, c).
    let expected = "0706/0605 0706/0606 0707/0606 0707/0607 0709/0608 0709/0609 0710/0609 0710/0610";
    assert_eq!(scenario.terrain.trench, sides(&scenario, expected));
}

#[test]
fn scenario_two_brings_eydziatowicz_and_leaves_the_poles_their_choice_of_row_01() {
    // [13.2] [D-13.2a] The Poles choose among the hexes of row 01, and from stage 2 on among their commanders.
    let scenario = scenario("alternative.toml");
    let poles = [
        "1/I/7 pp lit. 0109 N",
        "2/I/7 pp lit. 0108 N",
        "KN II 0113 N",
        "Narbutt 1 0105 N",
        "Narbutt 2 0106 N",
        "Polish guns 0110 N limbered",
    ];
    let squadrons = ["1 StP 0102 N", "2 StP 0103 N", "3 StP 0104 N"];
    let commanders = ["Grabowski 0109", "Eydziatowicz 0103", "Lewiz 0808", "Kirejew 0904"];
    assert_eq!(posts(&scenario), [&poles[..], &RUSSIANS, &squadrons, &commanders].concat());
    // Three squadrons of 2 more than in scenario I.
    assert_eq!((points(&scenario, Side::First), points(&scenario, Side::Second)), (20, 25));
    let edge = "0101 0102 0103 0104 0105 0106 0107 0108 0109 0110 0111 0112 0113 0114 0115";
    assert_eq!(scenario.free_set_up, BySide([Some(hexes(&scenario, edge)), None]));
    let later = ["Grabowski or Eydziatowicz", "Lewiz or Kirejew"];
    let expected: [&[&str]; 6] = [&["Grabowski", "Eydziatowicz"], &later, &later, &later, &later, &later];
    assert_eq!(pool(&scenario), expected);
    assert_eq!((scenario.stages, scenario.automatic_victory), (6, 4));
}

#[test]
fn the_variant_moves_the_head_of_the_column_and_nothing_else() {
    let (plain, variant) = (scenario("historical.toml"), scenario("ravine-mouth.toml"));
    let moved: Vec<(String, String)> =
        posts(&plain).into_iter().zip(posts(&variant)).filter(|(one, other)| one != other).collect();
    let expected = [
        ("1/I/7 pp lit. 0408 N", "1/I/7 pp lit. 0509 N"),
        ("2/I/7 pp lit. 0309 N", "2/I/7 pp lit. 0408 N"),
        ("Polish guns 0208 N limbered", "Polish guns 0309 N limbered"),
    ];
    assert_eq!(moved, expected.map(|(from, to)| (from.to_owned(), to.to_owned())));
    assert_eq!((pool(&plain), plain.stages), (pool(&variant), variant.stages));
    assert_eq!(unit(&variant, "KN II").start, Some((hex(&variant, "0212"), facing::N)));
}

#[test]
fn every_value_of_a_counter_in_play_says_what_it_stands_on() {
    let scenario = scenario("historical.toml");
    let known = |path: &str| scenario.assumptions.iter().find(|assumption| assumption.path == path);
    let size = known("units.2/I/7 pp lit..size").expect("said in the file");
    assert_eq!((&*size.value, size.standing), ("4", Standing::Derived));
    assert_eq!(size.range, Some(["4".to_owned(), "5".to_owned()]));
    assert_eq!(size.why.as_deref(), Some("300 men / 35 = 8.6 = 5 + 4"));
    assert_eq!(known("units.1/I/7 pp lit..morale").map(|morale| morale.standing), Some(Standing::Text));
    assert_eq!(known("map.ground").map(|ground| ground.standing), Some(Standing::Assumed));
    assert_eq!(known("map.camp.hex").map(|camp| camp.standing), Some(Standing::Text));
    let guns = known("artillery.1-3").expect("said in the file");
    assert_eq!((&*guns.value, &guns.range), ("2M", &Some(["2M".to_owned(), "3M".to_owned()])));
    for card in scenario.units.iter().filter(|card| card.arm != Arm::Artillery) {
        for key in ["morale", "size", "fire"] {
            assert!(known(&format!("units.{}.{key}", card.name)).is_some(), "{} {key}", card.name);
        }
    }
    assert_eq!(known("units.1 StP.size"), None, "Eydziatowicz takes no part");
}

#[test]
fn a_scenario_takes_its_files_from_the_folder_it_is_in() {
    let texts = crate::shipped::texts();
    let files = |name: &str| {
        let file = name.strip_prefix("games/niemenczyn/").ok_or_else(|| format!("asked for {name}"))?;
        texts.get(file).cloned().ok_or_else(|| "there is no such file".to_owned())
    };
    let loaded = szala_insurrection::scenario::load("games/niemenczyn/ravine-mouth.toml", &files);
    assert!(loaded.is_ok(), "{:?}", loaded.err());
}
