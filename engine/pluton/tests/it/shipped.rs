//! The scenario has what the rulebook says of forces, map and guns, and its tables the form that the book gives them.

use szala_board::HexId;
use szala_files::case::Casebook;
use szala_kernel::{Rules, Side};
use szala_pluton::{Battery, Coming, Ground, Kind, Pluton};

use crate::common::{load, load_with};

fn hex(rules: &Pluton, label: &str) -> HexId {
    rules.scenario().map.grid.parse_label(label).expect("a hex of the map")
}

/// [1.1] [18.1] [20.4] [20.5] [D-18.1a] [D-18.1b] 35 Polish units with 102 squares and 8 commanders, 48 German units
/// with 135 squares and 9 commanders, all of morale 2; Polish 6c has no place, German 1c has one.
#[test]
fn forces_are_those_of_the_scenario() {
    let rules = load("parzymiechy");
    for (side, units, squares, commanders) in [(Side::First, 35, 102, 8), (Side::Second, 48, 135, 9)] {
        let cards = &rules.scenario().cards[side];
        let there: Vec<_> = cards.iter().filter(|card| card.group.is_some()).collect();
        let count = |is: fn(Kind) -> bool| there.iter().filter(|card| is(card.kind)).count();
        assert_eq!(count(|kind| kind != Kind::Commander), units);
        assert_eq!(count(|kind| kind == Kind::Commander), commanders);
        assert_eq!(there.iter().map(|card| usize::from(card.squares)).sum::<usize>(), squares);
        assert!(cards.iter().all(|card| card.morale == 2));
        let named = |name| cards.iter().find(|card| card.name == name).and_then(|card| card.group).is_some();
        assert_eq!((named("6c"), named("1c")), (side == Side::Second, true));
    }
}

/// [G1] [G2] [20.1] [20.2] [D-18.2b] 43 by 27 hexes; 32 of wooden buildings, none of brick, 286 of woods; 2611 is of
/// Parzymiechy, and the farm is not of Zimnowoda. South of an even column's hex the neighbours are its own row's.
#[test]
fn the_map_is_that_of_the_page() {
    let rules = load("parzymiechy");
    let map = &rules.scenario().map;
    let count = |ground| map.ground.iter().filter(|one| **one == ground).count();
    assert_eq!(map.ground.len(), 1161);
    assert_eq!(Ground::ALL.map(count), [1161 - 286 - 32, 286, 32, 0]);
    assert_eq!(map.streams.len(), 39 + 31);
    let place =
        |name: &str| map.places.iter().find(|(known, _)| known == name).expect("a place of the map").1;
    assert!(place("Parzymiechy").contains(hex(&rules, "2611")));
    assert!(!place("Zimnowoda").contains(hex(&rules, "1519")));
    let named = map.places.iter().fold(0, |sum, (_, hexes)| sum + hexes.len());
    assert_eq!(named, 32, "every building hex is of one place");
    let distance = |pair: &str| rules.probe(&rules.opening(), &format!("distance.{pair}"));
    assert_eq!(["0202-0303", "0202-0302", "0202-0301"].map(distance).map(Result::unwrap), ["1", "1", "2"]);
}

/// [6.1] [D-6.1d] The points of the cheapest ways, reckoned by hand when the map was drawn.
#[test]
fn the_cheapest_ways_cost_what_was_reckoned() {
    let rules = load("parzymiechy");
    let state = rules.opening();
    let grid = rules.scenario().map.grid;
    let hexes: Vec<HexId> = (0..grid.hex_count()).map(HexId::from_index).collect();
    let near = |one: HexId| {
        hexes.iter().copied().filter(move |other| (grid.axial(*other) - grid.axial(one)).length() == 1)
    };
    let cost = |from: HexId, to: HexId| -> u32 {
        let path = format!("cost.{}-{}", grid.label(from), grid.label(to));
        rules
            .probe(&state, &path)
            .expect("they are neighbours")
            .parse()
            .expect("the probe gives a whole number")
    };
    let steps: Vec<Vec<(HexId, u32)>> =
        hexes.iter().map(|from| near(*from).map(|to| (to, cost(*from, to))).collect()).collect();
    let ways = |from: &str| {
        let mut best = vec![u32::MAX; hexes.len()];
        best[hex(&rules, from).index()] = 0;
        let mut open = vec![hex(&rules, from)];
        while let Some(here) = open.pop() {
            for (to, cost) in &steps[here.index()] {
                let all = best[here.index()] + cost;
                if all < best[to.index()] {
                    best[to.index()] = all;
                    open.push(*to);
                }
            }
        }
        best
    };
    for (from, ends) in [
        ("0627", &[("2112", 23), ("2205", 30), ("4303", 43), ("1901", 33)][..]),
        ("1222", &[("1519", 5), ("1817", 9), ("2112", 15)]),
        ("2522", &[("2312", 11), ("3418", 9)]),
        ("2901", &[("2312", 14)]),
    ] {
        let best = ways(from);
        for (to, points) in ends {
            assert_eq!(best[hex(&rules, to).index()], 2 * points, "halves of points from {from} to {to}");
        }
    }
}

/// [18.6.11] 333 hexes are nearer than 4 to the road to 4303, 253 to that to 1901.
#[test]
fn the_roads_of_the_bonus_are_those_of_the_page() {
    let rules = load("parzymiechy");
    let grid = rules.scenario().map.grid;
    let road = rules.scenario().clear_road.as_ref().expect("the scenario has a road");
    assert_eq!((road.side, road.nearer, road.worth), (Side::Second, 4, 16));
    let near = |way: &szala_pluton::Hexes| {
        let is_near = |hex: &HexId| way.iter().any(|on| (grid.axial(on) - grid.axial(*hex)).length() < 4);
        (0..grid.hex_count()).map(HexId::from_index).filter(is_near).count()
    };
    assert_eq!(road.ways.iter().map(near).collect::<Vec<_>>(), [333, 253]);
}

/// [18.3] [18.4] [18.5.1] [18.5.3] [18.6.2] [18.6.8] Barrages, guns with their stages and points, reinforcements.
#[test]
fn support_and_reinforcements_are_those_of_the_scenario() {
    let rules = load("parzymiechy");
    let scenario = rules.scenario();
    let guns = |side: Side| {
        let all = scenario.battalions[side].iter();
        all.map(|guns| (guns.name.as_str(), guns.from, guns.uncalled)).collect::<Vec<_>>()
    };
    assert_eq!(guns(Side::First), [("II/30 pal", 3, 8), ("III/30 pal", 6, 8)]);
    assert_eq!(guns(Side::Second), [("I/19 pal", 2, 0), ("II/19 pal", 4, 6), ("dac", 12, 8)]);
    for (side, mortars, all) in [(Side::First, 3, 9), (Side::Second, 6, 15)] {
        let barrages = &scenario.barrages[side];
        let is_platoon = |battery| matches!(battery, Battery::Platoon(_));
        assert_eq!(barrages.len(), all);
        assert!(barrages.iter().enumerate().all(|(at, card)| is_platoon(card.battery) == (at < mortars)));
        let four = |battery| matches!(battery, Battery::Guns { barrels: 4, .. });
        assert!(barrages[mortars..].iter().all(|card| four(card.battery)), "batteries have four guns");
    }
    let come = |side: Side, name: &str| {
        let group =
            scenario.groups[side].iter().find(|group| group.name == name).expect("a group of the scenario");
        (group.comes.clone(), group.hexes.len())
    };
    assert_eq!(come(Side::First, "I/83"), (Coming::Stage(4), 2));
    assert_eq!(come(Side::Second, "III/73"), (Coming::Stage(6), 43));
    let (Coming::Taken(taken), 43) = come(Side::Second, "II/73") else { panic!("II/73 waits for a hex") };
    assert_eq!(taken.len(), 9, "eight of Parzymiechy, and the farm");
}

/// [15.2] [15.3] The rows that can be reckoned by hand from the percentages; 10 at -3 is the book's 6.
#[test]
fn shifted_strengths_are_rounded_half_up() {
    let rules = load("parzymiechy");
    let tables = &rules.scenario().tables;
    for (strength, row) in [
        (5, [2, 3, 3, 4, 4, 5, 6, 7, 8, 9, 10]),
        (10, [4, 5, 6, 8, 9, 10, 12, 13, 15, 18, 20]),
        (20, [8, 10, 12, 15, 17, 20, 23, 26, 30, 35, 40]),
    ] {
        let shifted: Vec<u16> = (-5..=5).map(|shift| tables.shifted(strength, shift)).collect();
        assert_eq!(shifted, row, "{strength}");
        assert_eq!((tables.shifted(strength, -9), tables.shifted(strength, 6)), (row[0], row[10]));
    }
}

/// [7.3.6] More strength is never worse for the firer, nor is a higher die.
#[test]
fn the_table_of_effects_never_turns_back() {
    let rules = load("parzymiechy");
    let tables = &rules.scenario().tables;
    let much = |strength, face| {
        let effect = tables.effect(strength, face);
        (effect.levels, effect.losses)
    };
    let at_least = |more: (u8, u8), less: (u8, u8)| more.0 >= less.0 && more.1 >= less.1;
    for (strength, face) in (0..40).flat_map(|strength| (1..=10).map(move |face| (strength, face))) {
        assert!(at_least(much(strength + 1, face), much(strength, face)), "{strength} at {face}");
        assert!(
            face == 10 || at_least(much(strength, face + 1), much(strength, face)),
            "{strength} at {face}"
        );
    }
    assert_eq!((much(0, 10), much(1, 10), much(30, 10)), ((0, 0), (1, 0), (2, 4)));
}

/// [19.0] [19.1] [19.2] [19.2.3] [19.3] [19.4.1] [19.4.3] [19.4.7] [D-19.0a] [D-19.1a] Scenario 2: 39 Polish units with
/// 114 squares and 9 commanders, all on paper; its length, guns, releases and points.
#[test]
fn scenario_2_is_that_of_the_book() {
    let rules = load("free-set-up");
    let scenario = rules.scenario();
    for (side, units, squares, commanders) in [(Side::First, 39, 114, 9), (Side::Second, 48, 135, 9)] {
        let there: Vec<_> = scenario.cards[side].iter().filter(|card| card.group.is_some()).collect();
        let commanding = there.iter().filter(|card| card.kind == Kind::Commander).count();
        assert_eq!((there.len() - commanding, commanding), (units, commanders));
        assert_eq!(there.iter().map(|card| usize::from(card.squares)).sum::<usize>(), squares);
    }
    assert_eq!(scenario.stages, 27);
    let [paper] = &scenario.groups[Side::First][..] else { panic!("all Poles are one group") };
    assert!(paper.on_paper);
    // 286 woods and 32 buildings; those of Zimnowoda and Kleśniska, and cover at most four hexes from them, are barred.
    for (label, is_open) in [("1122", false), ("0921", true), ("1519", true), ("2418", false), ("2212", true)]
    {
        let at = hex(&rules, label);
        let is_cover = scenario.map.ground[at.index()].is_cover();
        assert_eq!(paper.hexes.contains(at), is_open && is_cover, "{label}");
    }
    assert_eq!(paper.hexes.len(), 300, "as the page counts them");
    let guns = |side: Side| {
        let all = scenario.battalions[side].iter();
        let near = |near: &Option<(u8, szala_pluton::Hexes)>| near.map(|(platoons, _)| platoons);
        all.map(|guns| (guns.from, guns.revealed, near(&guns.near), guns.uncalled)).collect::<Vec<_>>()
    };
    assert_eq!(guns(Side::First), [(1, 0, None, 6), (1, 0, None, 8)]);
    assert_eq!(guns(Side::Second), [(1, 12, None, 0), (1, 20, None, 0), (1, 20, Some(4), 0)]);
    for name in ["II/73", "III/73"] {
        let group = scenario.groups[Side::Second].iter().find(|group| group.name == name);
        let comes = group.map(|group| group.comes.clone());
        assert_eq!(comes, Some(Coming::Released { on: 1, later: 2, from: 8 }));
    }
    let points = scenario.points[Side::First];
    assert_eq!((points.hidden_stage, points.most_hidden, points.building), (6, 36, 4));
    let worth = |place: &str| {
        let (_, hexes) =
            scenario.map.places.iter().find(|(name, _)| name == place).expect("the map has this place");
        scenario.worth[Side::Second].iter().find(|(known, _)| known == hexes).map(|(_, worth)| *worth)
    };
    let places = ["Giętkowizna", "Przesieka", "Rozalin", "Napoleon", "Parzymiechy", "Zimnowoda"];
    assert_eq!(places.map(worth), [Some(6), Some(6), Some(6), Some(5), Some(5), None]);
    assert_eq!(scenario.clear_road.as_ref().map(|road| (road.worth, road.nearer)), Some((24, 4)));
}

/// [D-18.1a] By the switch Polish 6c is set up with company 5.
#[test]
fn the_sixth_platoon_of_machine_guns_comes_by_its_switch() {
    let rules = load_with("parzymiechy", &["sixth_gun_platoon=with company 5"]).expect("it has this value");
    let cards = &rules.scenario().cards[Side::First];
    let group = |name| cards.iter().find(|card| card.name == name).and_then(|card| card.group);
    assert!(group("6c").is_some());
    assert_eq!(group("6c"), group("5c"));
}

/// [7.3.6] [8.3.2] [10.3.3] What a what-if can change of whole tables. Losses of 1, 2, 3 by half are 1, 1, 2;
/// strength at four fifths needs 10 where it needed 8; a column to the right 1:1 is what 2:1 was, and the last is
/// held.
#[test]
fn whole_tables_can_be_read_otherwise() {
    let plain = load("parzymiechy");
    let with = |set: &str| load_with("parzymiechy", &[set]).unwrap_or_else(|problems| panic!("{problems}"));
    let losses = |rules: &Pluton| [2_u8, 9, 10].map(|face| rules.scenario().tables.effect(25, face).losses);
    assert_eq!(losses(&plain), [1, 3, 4]);
    assert_eq!(losses(&with("tables.scale.losses=50")), [1, 2, 2]);
    let weaker = with("tables.scale.effects=80");
    let rows =
        |rules: &Pluton| [7, 8, 9, 10].map(|strength| rules.scenario().tables.effect(strength, 6).levels);
    assert_eq!((rows(&plain), rows(&weaker)), ([0, 1, 1, 1], [0, 0, 0, 1]));
    let right = with("tables.odds.column=one to the right");
    let blows = |rules: &Pluton, column: usize| rules.scenario().tables.close_combat[4][column];
    assert_eq!(blows(&right, 3), blows(&plain, 4));
    assert_eq!(blows(&right, 8), blows(&plain, 8));
    let combat = with("tables.scale.combat_losses=150");
    assert_eq!([blows(&plain, 0)[0].losses, blows(&combat, 0)[0].losses], [3, 5], "4.5, halves up");
    let drift = with("tables.drift.1=S");
    assert_eq!(drift.scenario().tables.drift[0], drift.scenario().tables.drift[3]);
}
