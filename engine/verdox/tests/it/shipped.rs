//! The shipped scenarios contain what the rulebook says of map and forces.

use std::collections::BTreeSet;

use szala_board::SquareId;
use szala_kernel::Side;
use szala_verdox::{Ground, PRINTED, Switches, Waves};

use crate::common::load;

/// [5.1] [2.3] [2.4] [5.2] Forces and waves of the rulebook, two barges, and the usual readings.
#[test]
fn mirror_and_fortress_have_the_printed_forces() {
    for name in ["mirror", "fortress"] {
        let rules = load(name);
        let scenario = rules.scenario();
        assert_eq!(scenario.forces.0, [PRINTED; 2], "{name}");
        assert_eq!((scenario.waves, scenario.switches), (Waves::PRINTED, Switches::default()), "{name}");
        assert_eq!(scenario.map.barges.len(), 2, "{name}");
    }
}

/// [6.2] [6.3] [6.4] [6.6] [6.7] [6.8] [6.9] [6.10] [6.11] [7.7] The fortress has every kind of ground in the rules,
/// and so has the drill ground; barges lie in the river.
#[test]
fn fortress_and_drill_ground_have_every_ground() {
    for name in ["fortress", "drill"] {
        let rules = load(name);
        let map = &rules.scenario().map;
        let there: BTreeSet<Ground> = map.ground.iter().copied().collect();
        // A breach is made in play.
        let printed: BTreeSet<Ground> =
            Ground::ALL.into_iter().filter(|ground| *ground != Ground::Breach).collect();
        assert_eq!(there, printed, "{name}");
        assert!(map.barges.iter().all(|square| map.ground[square.index()] == Ground::River), "{name}");
    }
}

#[test]
fn the_mirror_is_its_own_mirror_image() {
    let rules = load("mirror");
    let map = &rules.scenario().map;
    let mirrored = |square: SquareId| {
        let [column, row] = map.grid.column_row(square);
        map.grid.square_at([i32::from(map.grid.columns) - 1 - column, row]).expect("on the map")
    };
    for square in &map.squares() {
        assert_eq!(
            map.ground[square.index()],
            map.ground[mirrored(square).index()],
            "{}",
            map.grid.label(square)
        );
    }
    assert_eq!(map.headquarters[Side::Second], mirrored(map.headquarters[Side::First]));
    assert!(map.barges.iter().all(|barge| map.barges.contains(&mirrored(*barge))));
}
