//! The full games beside the scenarios are what the rules play: they were worked out again by a referee who shares no
//! code with the engine, and any change of a rule that touches one of them shows here.

use szala_files::conformance::games_are_told_again;

use crate::bold::load_with;
use crate::cases::files_in;
use crate::told::told;

#[test]
fn every_game_told_is_told_again_to_the_letter() {
    let files = files_in("../../scenarios/spqr/playthroughs");
    let games = games_are_told_again(files, |name, seed, number| {
        let rules = load_with(name, &[]).unwrap_or_else(|problems| panic!("{problems}"));
        told(&rules, seed, number)
    });
    assert_eq!(games, 2, "half of the Bagradas plains, and the drill ground in the hills");
}
