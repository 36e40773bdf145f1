//! The suite that every rule system passes, the rule cases, and the chances by enumeration.

use szala_files::case::{Change, run_file_varied};
use szala_files::variant::{Variant, Varied};
use szala_kernel::dice::{EveryDice, Fraction};

use super::*;

const KNOWN: &str = include_str!("../../../../scenarios/night-crossing/known.toml");

/// The scenario with these values changed.
fn known(words: &[&str]) -> Crossing {
    let mut variant = Variant::<Crossing>::default();
    for word in words {
        variant.set(word).expect("the path exists");
    }
    Crossing::open_varied("known.toml", &|_| Ok(KNOWN.to_owned()), &variant).expect("it is sound").0
}

szala_kernel::conformance!(crossing, known(&[]), playing: 200, recording: 100, pairing: 500, picturing: 100);

#[test]
fn every_rule_case_passes() {
    let text = include_str!("../cases/crossing.toml");
    let report = run_file_varied("crossing.toml", text, Some("night-crossing"), |_, changes| {
        let words = changes.iter().filter_map(|change| match change {
            Change::Set(words) => Some(*words),
            Change::Variant(_) => None,
        });
        Ok(known(&words.collect::<Vec<_>>()))
    });
    assert!(report.is_passed(), "{report}");
}

/// The chance that the smugglers cross if both choose by a coin.
fn chance(words: &[&str]) -> Fraction {
    let rules = known(words);
    EveryDice::odds(|dice| {
        let coin = |dice: &mut EveryDice| {
            Ford::BOTH[dice.draw(Ask::new(rule!("1.1"), 1), &[Subject(0), Subject(1)])]
        };
        let (hidden, watched) = (coin(dice), coin(dice));
        let mut state = rules.opening();
        let mut table = Table::new(dice, ());
        for action in [Action::Hide(hidden), Action::Watch(watched)] {
            rules.apply(&mut state, action, &mut table);
        }
        state.has_crossed
    })
    .of(&Some(true))
}

/// The comments of the scenario's file. Half of 2 and 6 tenths are 4 tenths.
#[test]
fn the_chances_are_those_that_the_file_tells() {
    for (words, tenths) in [
        (&[][..], (4, 10)),
        // [2.1] Half of 2 and 4, and half of 2 and 8.
        (&["chances.open=4"], (3, 10)),
        (&["chances.open=8"], (5, 10)),
        (&["chances.open=7", "chances.watched=3"], (5, 10)),
        // [1.3] Nothing.
        (&["lanterns=1"], (4, 10)),
        (&["lanterns=6"], (4, 10)),
        // [2.2] Nothing alone, two tenths together.
        (&["weather.mist=1"], (4, 10)),
        (&["weather.flood=1"], (4, 10)),
        (&["weather.mist=1", "weather.flood=1"], (6, 10)),
    ] {
        assert_eq!(chance(words), Fraction::new(tenths.0, tenths.1), "{words:?}");
    }
}
