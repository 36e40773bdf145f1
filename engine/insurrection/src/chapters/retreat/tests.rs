//! Retreats of one and two hexes, and what they cost.

use szala_board::pointy::facing;
use szala_kernel::{Side, rule};

use crate::chapters::melee::tests::play;
use crate::position::action::Action;
use crate::position::agenda::{Cause, Task};
use crate::position::ids::{Arm, UnitSet};
use crate::position::state::Place;
use crate::testing::Setup;

fn retreat(group: UnitSet, hexes: u8, cause: Cause) -> Task {
    Task::Retreat { group, hexes, cause }
}

#[test]
fn d_10_11a_losses_for_the_slope_and_for_the_enemys_front_add_up() {
    let mut setup = Setup::new();
    // Behind a unit facing N in 0505 lie 0404 and 0405; an enemy in 0304 facing N has 0404 before him.
    let unit = setup.unit(Side::First, Arm::Infantry, 4, "0505", facing::N);
    setup.unit(Side::Second, Arm::Infantry, 4, "0304", facing::N);
    setup.hill("0404");
    let (game, mut state) = setup.finish();
    state.movers = UnitSet::of(unit);
    state.agenda.push(retreat(UnitSet::of(unit), 1, Cause::Fire));
    play(&game, &mut state, &[], &[Action::Retreat(game.hex("0404"))]);
    assert_eq!((state.hex_of(unit), state[unit].losses), (Some(game.hex("0404")), 2));
    assert!(state.movers.is_empty() && state.marks.stopped.contains(unit), "[10.7]");
}

#[test]
fn r10_11_3_downhill_is_free_and_an_escarpment_costs_either_way() {
    for (label, losses) in [("0404", 1), ("0405", 0)] {
        let mut setup = Setup::new();
        let unit = setup.unit(Side::First, Arm::Infantry, 4, "0505", facing::N);
        setup.hill("0505");
        setup.escarpment("0505|0404");
        let (game, mut state) = setup.finish();
        state.agenda.push(retreat(UnitSet::of(unit), 1, Cause::Fire));
        play(&game, &mut state, &[], &[Action::Retreat(game.hex(label))]);
        assert_eq!(state[unit].losses, losses, "{label}");
    }
}

#[test]
fn r10_11_5_without_a_way_the_unit_is_eliminated_and_the_cause_says_what_it_is_worth() {
    for (cause, lead) in [(Cause::Fire, -1), (Cause::Crisis, -1), (Cause::Reaction, 0)] {
        let mut setup = Setup::new();
        // Behind is the edge of the map.
        let unit = setup.unit(Side::First, Arm::Infantry, 4, "0105", facing::N);
        let (game, mut state) = setup.finish();
        state.agenda.push(retreat(UnitSet::of(unit), 1, cause));
        play(&game, &mut state, &[], &[]);
        assert_eq!((state[unit].place, state.lead), (Place::Gone, lead), "{cause:?}");
    }
}

#[test]
fn r10_11_2_who_joins_a_stack_goes_to_its_bottom_and_faces_as_it_does() {
    let mut setup = Setup::new();
    let unit = setup.unit(Side::First, Arm::Infantry, 4, "0505", facing::N);
    let friend = setup.unit(Side::First, Arm::Infantry, 4, "0404", facing::SE);
    // The other way is the enemy's [10.11.5], so nobody is asked.
    setup.unit(Side::Second, Arm::Infantry, 4, "0405", facing::S);
    let (game, mut state) = setup.finish();
    state.agenda.push(retreat(UnitSet::of(unit), 1, Cause::Crisis));
    play(&game, &mut state, &[], &[]);
    assert_eq!((state[friend].depth, state[unit].depth, state[unit].facing), (0, 1, facing::SE));
}

#[test]
fn r10_11_6_cavalry_finds_no_room_with_infantry() {
    let mut setup = Setup::new();
    let unit = setup.unit(Side::First, Arm::Cavalry, 2, "0505", facing::N);
    setup.unit(Side::First, Arm::Infantry, 4, "0404", facing::N);
    setup.unit(Side::First, Arm::Infantry, 4, "0405", facing::N);
    let (game, mut state) = setup.finish();
    let group = UnitSet::of(unit);
    let into = Action::Retreat(game.hex("0404"));
    assert_eq!(game.retreat_refusal(&state, group, 1, into), Some(rule!("10.11.6")));
    let sideways = Action::Retreat(game.hex("0504"));
    assert_eq!(game.retreat_refusal(&state, group, 1, sideways), Some(rule!("10.11")));
    state.agenda.push(retreat(group, 1, Cause::Fire));
    play(&game, &mut state, &[], &[]);
    assert_eq!((state[unit].place, state.lead), (Place::Gone, -1));
}

#[test]
fn d_9_1j_a_two_hex_retreat_takes_the_way_that_can_be_finished() {
    let mut setup = Setup::new();
    // From 0405 go on 0305 and 0306, from 0404 0304 and 0305: with the enemy in the first three only 0404, 0304 is
    // left. [D-9.1j] Cavalry may pass through the infantry in 0404, for only the last hex is checked.
    let unit = setup.unit(Side::First, Arm::Cavalry, 2, "0505", facing::N);
    let line = [3, 3].map(|size| setup.unit(Side::First, Arm::Infantry, size, "0404", facing::N));
    for label in ["0305", "0306"] {
        setup.unit(Side::Second, Arm::Infantry, 1, label, facing::S);
    }
    let (game, mut state) = setup.finish();
    state.marks.side_by_side = line.into_iter().collect();
    let group = UnitSet::of(unit);
    assert!(game.can_retreat_two(&state, group));
    let dead_end = Action::Retreat(game.hex("0405"));
    assert_eq!(game.retreat_refusal(&state, group, 2, dead_end), Some(rule!("D-9.1j")));
    state.agenda.push(retreat(group, 2, Cause::Reaction));
    play(&game, &mut state, &[], &[]);
    assert_eq!((state.hex_of(unit), state[unit].losses), (Some(game.hex("0304")), 0));
    assert!(
        line.iter().all(|unit| state.marks.side_by_side.contains(*unit)),
        "the stack passed is not touched"
    );
}

#[test]
fn d_7_2_2a_a_square_of_which_one_must_retreat_is_broken() {
    let mut setup = Setup::new();
    let square = [2; 5].map(|size| setup.unit(Side::Second, Arm::Infantry, size, "0505", facing::N));
    let (game, mut state) = setup.finish();
    state.marks.square = square.into_iter().collect();
    state.agenda.push(retreat(UnitSet::of(square[0]), 1, Cause::Fire));
    // Four companies are left, which would be enough.
    play(&game, &mut state, &[], &[Action::Retreat(game.hex("0405"))]);
    assert!(state.marks.square.is_empty());
}

#[test]
fn d_9_1i_a_stack_retreats_whole_and_its_owner_places_the_loss() {
    let mut setup = Setup::new();
    let stack = [3, 3].map(|size| setup.unit(Side::First, Arm::Infantry, size, "0505", facing::N));
    setup.hill("0404 0405");
    let (game, mut state) = setup.finish();
    state.marks.side_by_side = stack.into_iter().collect();
    state.agenda.push(retreat(stack.into_iter().collect(), 1, Cause::Reaction));
    play(&game, &mut state, &[], &[Action::Retreat(game.hex("0404")), Action::Lose(stack[1])]);
    assert_eq!(stack.map(|unit| state[unit].losses), [0, 1]);
    assert_eq!(stack.map(|unit| state.hex_of(unit)), [Some(game.hex("0404")); 2]);
    assert!(state.marks.side_by_side.is_empty(), "[D-6.2.1b] a Line lapses");
}
