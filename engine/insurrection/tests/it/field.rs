//! The field of Maciejowice held against numbers that were counted by hand when it was drawn: hexes and hexsides by
//! kind, places, forces. And Oronne, which is a part of the field.

use std::collections::BTreeMap;

use szala_board::{HexId, Ordinal};
use szala_insurrection::data::{Lot, Part};
use szala_insurrection::scenario::load_into;
use szala_insurrection::{Arm, HexKind, Large, Scenario};
use szala_kernel::Side;

/// In each column, from the first, the lowest row beyond the Okrzejka.
#[rustfmt::skip]
const BEYOND: [u8; 40] = [
    15, 15, 15, 16, 16, 16, 18, 20, 23, 25, 25, 25, 25, 25, 26, 26, 26, 26, 26, 26,
    26, 26, 25, 25, 25, 25, 25, 25, 25, 25, 26, 26, 26, 26, 26, 26, 26, 26, 26, 26,
];

fn load(name: &str) -> Scenario<Large> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/maciejowice-1794/");
    let read = |path: &str| std::fs::read_to_string(path).map_err(|error| error.to_string());
    let loaded = load_into(&format!("{root}{name}"), &read).unwrap_or_else(|problems| panic!("{problems}"));
    loaded.scenario
}

fn hex(scenario: &Scenario<Large>, label: &str) -> HexId {
    scenario.board.parse_label(label).expect("a label of the map")
}

fn kind(scenario: &Scenario<Large>, hex: HexId) -> (HexKind, u8) {
    (scenario.terrain.kinds[hex.index()], scenario.level(hex))
}

#[test]
fn the_field_has_as_many_hexes_of_each_kind_as_were_drawn() {
    let battle = load("battle.toml");
    let hexes = battle.board.hexes();
    assert_eq!(hexes.len(), 1280, "40 columns by 32 rows");
    let count =
        |of: HexKind, level: u8| hexes.iter().filter(|hex| kind(&battle, *hex) == (of, level)).count();
    let expected = [
        (HexKind::Clear, 0, 838),
        (HexKind::Clear, 1, 97),
        (HexKind::Forest, 0, 153),
        (HexKind::Forest, 1, 4),
        (HexKind::Marsh, 0, 114),
        (HexKind::MarshyWoods, 0, 60),
        (HexKind::Village, 0, 13),
        (HexKind::Castle, 1, 1),
    ];
    for (of, level, number) in expected {
        assert_eq!(count(of, level), number, "{of:?} of level {level}");
    }
    // 838 + 97 + 153 + 4 + 114 + 60 + 13 + 1 = 1280: there is nothing else.
    assert_eq!(expected.iter().map(|(.., number)| number).sum::<usize>(), 1280);
    // Where they are: the castle, the manor, Oronne, Maciejowice, Uchacze, the farm.
    assert_eq!(kind(&battle, hex(&battle, "2012")), (HexKind::Castle, 1));
    let villages = "1709 1710 1830 1831 1931 2031 1902 1903 2002 0410 0510 0934 0935";
    for label in villages.split(' ') {
        assert_eq!(kind(&battle, hex(&battle, label)), (HexKind::Village, 0), "{label}");
    }
}

#[test]
fn the_river_parts_what_lies_beyond_it_from_the_rest() {
    let battle = load("battle.toml");
    let is_beyond = |hex: HexId| {
        let label = battle.board.label(hex).to_string();
        let number = |part: &str| part.parse::<u8>().expect("a label has two digits for each part");
        number(&label[..2]) >= BEYOND[usize::from(number(&label[2..])) - 1]
    };
    let parts = |one: HexId, other: HexId| is_beyond(one) != is_beyond(other);
    for side in &battle.board.sides() {
        let [one, other] = battle.board.hexes_of(side);
        assert_eq!(battle.terrain.river.contains(side), parts(one, other), "{one:?}/{other:?}");
    }
    assert_eq!(battle.terrain.river.len(), 98);
    // The bridge of Żelechów and the dike to Maciejowice.
    let mut bridges: Vec<String> = Vec::new();
    for side in battle.terrain.river.iter().filter(|side| battle.terrain.road.contains(*side)) {
        let mut labels = battle.board.hexes_of(side).map(|hex| battle.board.label(hex).to_string());
        labels.sort();
        bridges.push(labels.join("/"));
    }
    bridges.sort();
    assert_eq!(bridges, ["1708/1807", "2413/2514"]);
}

#[test]
fn roads_and_works_are_as_long_as_were_drawn() {
    // A road goes from neighbour to neighbour, or the map is not read. Uchacze 21 hexes, Żelechów 13, Oronne 30,
    // Maciejowice 11, Strych 20: 20 + 12 + 29 + 10 + 19 sides, and no two share one.
    let battle = load("battle.toml");
    assert_eq!(battle.terrain.road.len(), 90);
    assert_eq!(battle.terrain.trench.len(), 8);
    assert_eq!(battle.terrain.escarpment.len(), 0);
}

/// Counters and size points of the infantry and of the cavalry, and batteries: of those of a side who are set up, or
/// who are not.
fn strength(scenario: &Scenario<Large>, side: Side, is_there: bool) -> [(usize, u32); 3] {
    let own = scenario.units.iter().filter(|card| card.side == side && card.start.is_some() == is_there);
    let own: Vec<_> = own.collect();
    [Arm::Infantry, Arm::Cavalry, Arm::Artillery].map(|arm| {
        let of_arm = own.iter().filter(|card| card.arm == arm);
        (of_arm.clone().count(), of_arm.map(|card| u32::from(card.size)).sum())
    })
}

#[test]
fn both_armies_are_as_strong_as_they_were_listed() {
    let battle = load("battle.toml");
    assert_eq!((battle.units.len(), battle.commanders.len()), (245, 11));
    // Kamieński, Sierakowski, Kniaziewicz, the reserve: 6 + 22 + 4 + 12 companies of 23 + 82 + 12 + 49 points;
    // 6 + 0 + 5 + 8 squadrons of 2; 1 + 2 + 1 + 1 batteries.
    assert_eq!(strength(&battle, Side::First, true), [(44, 166), (19, 38), (5, 5)]);
    // Poniński enters.
    assert_eq!(strength(&battle, Side::First, false), [(15, 63), (8, 16), (2, 2)]);
    // Denisov, Tormasov, Khrushchev, Rachmanov, Tolstoy: 18 + 20 + 20 + 24 + 8 companies of 52 + 59 + 55 + 66 + 20
    // points; 18 + 10 + 10 + 9 + 4 squadrons; 2 + 3 + 3 + 2 + 1 batteries.
    assert_eq!(strength(&battle, Side::Second, true), [(90, 252), (51, 102), (11, 11)]);
    assert_eq!(strength(&battle, Side::Second, false), [(0, 0); 3]);
    // A star for a battery of 4 or 5 guns, two for 6 to 8: 23 guns are 2, 2, 1, 1 and 0, 6 more are 1 and 0, and 56 are
    // 2, 1; 2, 2, 1; 2, 2, 1; 1, 1; 1.
    let stars = |side| -> u32 {
        battle.units.iter().filter(|card| card.side == side).map(|card| u32::from(card.stars)).sum()
    };
    assert_eq!((stars(Side::First), stars(Side::Second)), (7, 16));
    // Kraków grenadiers and the kosynierzy of Lublin, three companies each; eight sotnias.
    assert_eq!(battle.units.iter().filter(|card| card.kosynierzy).count(), 6);
    assert_eq!(battle.units.iter().filter(|card| card.cossack).count(), 8);
    // Dembowski's four companies and the three of Chełm; Denisov's two of Jägers and Tolstoy's eight.
    assert_eq!(battle.units.iter().filter(|card| card.skirmishers).count(), 17);
}

#[test]
fn the_battle_has_the_values_of_its_chapters() {
    let battle = load("battle.toml");
    assert_eq!((battle.stages, battle.starting_lead, battle.automatic_victory), (24, 20, 30));
    assert_eq!(battle.breaks_below, Some(Part { parts: 1, of: 3 }));
    let strongholds: Vec<_> =
        battle.strongholds.iter().map(|place| (place.hexes.len(), place.points, place.holder)).collect();
    assert_eq!(strongholds, [(1, 5, Side::First), (4, 3, Side::First)]);
    // [D-M13.2c] Three of five Polish chits, and one more with Poniński; four of six Russian ones.
    let of_side = |side| battle.pool[0].iter().filter(move |lot: &&Lot<Large>| lot.side == side);
    let places = Side::BOTH.map(|side| of_side(side).count());
    assert_eq!(places, [4, 4]);
    let named = Side::BOTH.map(|side| of_side(side).map(|lot| lot.among.len()).collect::<Vec<_>>());
    assert_eq!(named, [[5; 4], [6; 4]]);
    let poniński = battle.commanders.iter().position(|card| card.name == "Poniński");
    let with: Vec<_> = battle.pool[0].iter().filter_map(|lot| lot.with).map(Ordinal::index).collect();
    assert_eq!(with, [poniński.expect("he takes part")]);
    // [13.3m] From turn 13 on, one face of ten; columns 37 to 40 by rows 15 to 23 are 36 hexes.
    let later = battle.reinforcement.expect("Poniński");
    assert_eq!((later.from, later.faces, later.zone.len()), (13, 1, 36));
    assert_eq!(later.rally, hex(&battle, "1940"));
    // [12.1] Both overall commanders are worth 6.
    let worth: Vec<_> =
        battle.commanders.iter().filter(|card| card.killed == 6).map(|card| &*card.name).collect();
    assert_eq!(worth, ["Kościuszko", "Fersen"]);
    assert!(battle.commanders.iter().all(|card| card.killed == 6 || card.killed == 3));
}

#[test]
fn oronne_is_a_part_of_the_field() {
    let (battle, oronne) = (load("battle.toml"), load("oronne.toml"));
    assert_eq!(oronne.board.hexes().len(), 608, "columns 22 to 40 of 32 rows");
    let mut sides = BTreeMap::new();
    for hex_there in &oronne.board.hexes() {
        let label = oronne.board.label(hex_there).to_string();
        assert_eq!(kind(&oronne, hex_there), kind(&battle, hex(&battle, &label)), "{label}");
        sides.insert(hex_there, hex(&battle, &label));
    }
    for side in &oronne.board.sides() {
        let [one, other] = oronne.board.hexes_of(side);
        let there = battle.board.side_between(sides[&one], sides[&other]).expect("neighbours there too");
        let of = |scenario: &Scenario<Large>, side| {
            let terrain = &scenario.terrain;
            [&terrain.road, &terrain.river, &terrain.trench].map(|sides| sides.contains(side))
        };
        assert_eq!(of(&oronne, side), of(&battle, there), "{one:?}/{other:?}");
    }
    // Kniaziewicz's 10 counters with Szuszkowski's 6 and the 6 squadrons of the Pińsk brigade: 12 + 22 points of
    // infantry, 10 + 12 of cavalry. Denisov's 38.
    assert_eq!(strength(&oronne, Side::First, true), [(10, 34), (11, 22), (1, 1)]);
    assert_eq!(strength(&oronne, Side::Second, true), [(18, 52), (18, 36), (2, 2)]);
    assert_eq!((oronne.stages, oronne.starting_lead, oronne.automatic_victory), (12, 0, 12));
    assert_eq!(oronne.strongholds.iter().map(|place| place.points).collect::<Vec<_>>(), [3]);
    assert_eq!(oronne.pool.iter().map(Vec::len).collect::<Vec<_>>(), [2; 12]);
    assert!(oronne.reinforcement.is_none() && oronne.breaks_below.is_none());
}
