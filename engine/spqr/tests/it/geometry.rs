//! The scenarios as they stand: numbers, geometry, set-up.

use crate::bold::{choose_boldly, load_with};
use szala_kernel::conformance::ByChance;
use szala_kernel::{ActionList, Play, Rules, RunSeed, Side};
use szala_spqr::{From, Kind, UnitId};

/// [11.2] Rout points by hand. The half battle: velites 5 x 4, cohorts and hastati 12 x 6, a cohort of the elite 6 and
/// principes 4 x 7, triarii 5 x 7, horse 6: 167. Elephants 10 x 2, phalanx 3 x 12, Celts 3 x 5, light foot 2 x 5, heavy
/// horse 4 x 6, light horse 8: 113. Cynoscephalae: velites 6 x 4, cohorts and hastati 18 x 6, principes 6 x 7, triarii
/// 4 x 7, horse 6, 5, 5, 6, of the Aetolians 6, Aetolians 5 x 5, Cretans 2, Athamanians 2 x 5, elephants 2 x 2: 271.
/// Phalanx 11 x 14, peltasts 3 x 7, Illyrians and Thracians 6 x 5, mercenaries 2 x 5, horse 3 x 6: 233.
#[test]
fn the_armies_have_the_units_and_points_that_the_scenario_counts() {
    for (name, counts, points) in [
        ("bagradas-half", [28, 23], [167, 113]),
        ("bagradas", [56, 46], [333, 226]),
        ("cynoscephalae", [49, 25], [271, 233]),
    ] {
        let rules = load_with(name, &[]).unwrap_or_else(|problems| panic!("{problems}"));
        for side in Side::BOTH {
            let units = &rules.scenario().armies[side].units;
            assert_eq!(units.len(), counts[side as usize], "{name}");
            let worth = units.iter().map(|unit| match unit.kind {
                Kind::Elephant | Kind::Skirmisher => 2,
                Kind::Phalanx => 2 * u32::from(unit.quality),
                _ => u32::from(unit.quality),
            });
            assert_eq!(worth.sum::<u32>(), points[side as usize], "{name}");
        }
        assert!(rules.audit(&rules.opening()).is_ok());
    }
}

/// [G1] The neighbours that the book's own examples name: 3721 and 3822 for a phalanx in 3722 and 3822 that faces west
/// [8.32]; the march of 6.57.
#[test]
fn hexes_lie_as_in_the_examples_of_the_book() {
    let rules = load_with("bagradas", &[]).expect("it is sound");
    let grid = rules.scenario().grid;
    let hex = |label: &str| grid.parse_label(label).expect("it is on the map");
    let apart = |one: &str, other: &str| (grid.axial(hex(one)) - grid.axial(hex(other))).length();
    // 6.57: each next pair touches the one before.
    for [one, other] in
        [["2912", "3112"], ["3012", "3112"], ["3013", "3113"], ["3213", "3114"], ["3214", "3314"]]
    {
        assert!(apart(one, other) <= 2, "{one} {other}");
    }
    for [one, other] in
        [["2912", "3012"], ["3112", "3013"], ["3113", "3213"], ["3114", "3214"], ["3215", "3314"]]
    {
        assert_eq!(apart(one, other), 1, "{one} {other} are the two hexes of a phalanx");
    }
    // 6.45: a velite in 2719 has 2620 next to it, and 2621 not.
    assert_eq!([apart("2719", "2620"), apart("2719", "2621")], [1, 2]);
    // The velites and the elephants begin eight hexes apart.
    assert_eq!(apart("1413", "2209"), 8);
}

/// [G3] A long unit's right half stands at its right hand: facing west, to the north.
#[test]
fn a_phalanx_that_faces_west_stands_on_two_hexes_of_a_column() {
    let rules = load_with("bagradas", &[]).expect("it is sound");
    let state = rules.opening();
    let hex = |label: &str| rules.scenario().grid.parse_label(label).expect("it is on the map");
    let army = &rules.scenario().armies[Side::Second];
    let slot = army.units.iter().position(|unit| unit.name == "PH 1").expect("there is one");
    let unit = UnitId::of_side(Side::Second, slot);
    let stands: Vec<bool> =
        ["2415", "2416"].iter().map(|label| state.unit_at(hex(label)) == Some(unit)).collect();
    assert_eq!(stands, [true, true]);
}

/// [8.53, 8.54] Cells that the book's own examples use: a phalanx on light infantry from its front is column 10, legion
/// infantry on a phalanx 5, heavy cavalry on its rear 11, heavy infantry on light 8; column 1 gives a defending phalanx
/// 1 or 2.
#[test]
fn the_tables_agree_with_the_examples_of_the_book() {
    let rules = load_with("bagradas", &[]).expect("it is sound");
    let tables = &rules.scenario().tables;
    let column = |from: From, defender: Kind, attacker: Kind| {
        tables.clash[from as usize][defender as usize][attacker as usize]
    };
    assert_eq!(column(From::Front, Kind::Light, Kind::Phalanx), 10);
    assert_eq!(column(From::Front, Kind::Phalanx, Kind::Legion), 5);
    assert_eq!(column(From::Rear, Kind::Phalanx, Kind::HeavyCavalry), 11);
    assert_eq!(column(From::Front, Kind::Light, Kind::Heavy), 8);
    assert!(tables.shock.iter().all(|row| (1..=2).contains(&row[0][1])));
}

/// [11.3] Games of players who seek the fight end by the withdrawal of an army, and not by the last turn.
#[test]
fn an_army_withdraws() {
    let rules = load_with("bagradas-half", &[]).expect("it is sound");
    let mut list = ActionList::within(rules.limits());
    let mut withdrawn = 0;
    for number in 0..2 {
        let game = RunSeed(255).game(number);
        let mut players = ByChance::new(game);
        let finished = rules.play_game(game, &mut list, |rules, state, legal| {
            choose_boldly(rules, state, legal, &mut players)
        });
        withdrawn += u32::from(finished.outcome.winner.is_some());
    }
    assert_eq!(withdrawn, 2);
}

/// [6.21, 6.23] The map of Cynoscephalae: a ridge between the armies, with stones on its summits; each hex has one kind
/// of ground.
#[test]
fn a_ridge_lies_between_the_armies() {
    let rules = load_with("cynoscephalae", &[]).expect("it is sound");
    let terrain = &rules.scenario().terrain;
    let grid = rules.scenario().grid;
    let hex = |label: &str| grid.parse_label(label).expect("it is on the map");
    let level = |label: &str| {
        terrain.levels.iter().find(|(known, _)| *known == hex(label)).map_or(0, |(_, level)| *level)
    };
    assert_eq!(["1208", "2015", "2014", "2408", "2605", "3222"].map(level), [0, 0, 1, 2, 3, 0]);
    for row in 1..=30 {
        assert!((19..=29).any(|column| level(&format!("{column}{row:02}")) > 0), "a gap in row {row}");
    }
    let mut hexes: Vec<_> = terrain.soils.iter().map(|(hex, _)| *hex).collect();
    hexes.sort_unstable();
    hexes.dedup();
    assert_eq!(hexes.len(), terrain.soils.len());
}
