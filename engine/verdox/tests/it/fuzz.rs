//! No map and no scenario causes a panic, whatever its content.

use szala_files::conformance::Numbers;
use szala_verdox::scenario::{Place, Problem};
use szala_verdox::{Verdox, scenario};

use crate::common::text;

fn is_placed(problem: &Problem) -> bool {
    matches!(problem.place, Place::File { line: 1.., column: 1.., .. })
}

#[test]
fn spoilt_maps_and_scenarios_are_answered_and_never_panic() {
    let mut numbers = Numbers(6);
    let (map, scenario) = (text("drill-map.toml"), text("drill-otherwise.toml"));
    let mut refused = 0;
    for _ in 0..400 {
        let (map, scenario) = match numbers.below(2) {
            0 => (numbers.spoil(&map), scenario.clone()),
            _ => (map.clone(), numbers.spoil(&scenario)),
        };
        let files = |name: &str| Ok(if name == "drill-map.toml" { map.clone() } else { scenario.clone() });
        match scenario::load("scenario.toml", &files) {
            Ok(sound) => _ = Verdox::new(sound),
            Err(problems) => {
                assert!(!problems.0.is_empty() && problems.0.iter().all(is_placed));
                refused += 1;
            }
        }
    }
    assert!(refused > 100, "{refused} of 400");
}
