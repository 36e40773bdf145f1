//! Positions worked out by hand. Facing N, the front hexes of an even row's (r, c) are (r+1, c) and (r+1, c+1).

use szala_board::pointy::facing;
use szala_kernel::Limits;
use szala_kernel::dice::ScriptedDice;
use szala_kernel::journal::{Entry, Event, Log};

use super::*;
use crate::position::agenda::{Cause, Task};
use crate::position::ids::Arm;
use crate::testing::Setup;

const ROOM: Limits = Limits { actions: 500, decisions: 0, dice: 0 };
const PASSIVE: Occasion = Occasion::Passive;
const US: Side = Side::First;
const THEM: Side = Side::Second;

/// Infantry of ours that faces north, or of theirs that faces south.
fn infantry(setup: &mut Setup, side: Side, points: u8, label: &str) -> UnitId {
    let facing = if side == US { facing::N } else { facing::S };
    setup.unit(side, Arm::Infantry, points, label, facing)
}

fn shot(game: &Insurrection, chain: &str, target: &str) -> Action {
    let (from, to) = chain.split_once('-').unwrap_or((chain, chain));
    Action::Fire { from: game.hex(from), to: game.hex(to), target: game.hex(target) }
}

fn refusal(
    game: &Insurrection,
    state: &State,
    occasion: Occasion,
    chain: &str,
    target: &str,
) -> Option<Rule> {
    game.fire_refusal(state, US, occasion, shot(game, chain, target))
}

/// Fires with these dice; the modifiers noted, in order. All dice must be used.
fn fire(
    game: &Insurrection,
    state: &mut State,
    occasion: Occasion,
    action: Action,
    dice: &[u8],
) -> Vec<(Rule, i32)> {
    assert_eq!(game.fire_refusal(state, US, occasion, action), None);
    let mut table = Table::new(ScriptedDice::new(dice.iter().copied()), Log::default());
    game.fire(state, US, occasion, action, &mut table);
    table.dice.finish().expect("the dice of the script");
    let modifier = |entry: &Entry| match entry {
        Entry::Event(Event::Modifier { rule, amount, .. }) => Some((*rule, *amount)),
        _ => None,
    };
    table.journal.entries.iter().filter_map(modifier).collect()
}

fn retreat(unit: UnitId) -> Task {
    Task::Retreat { group: UnitSet::of(unit), hexes: 1, cause: Cause::Fire }
}

#[test]
fn r10_9_6_the_joint_fire_of_the_book_comes_to_nought() {
    // From 0408 and 0409 it is two hexes to 0608. Firepower 5 there is 2.5, up to 3: row 2-3; one row down for the
    // second hex is 4-5, a test with +1. The firers have fired three shots and one: the fourth counts, -1. Total 0.
    let mut setup = Setup::new();
    let [one, other] = [(5, "0408"), (4, "0409")].map(|(size, at)| infantry(&mut setup, US, size, at));
    let target = infantry(&mut setup, THEM, 5, "0608");
    let (game, mut state) = setup.finish();
    (state[one].shots, state[other].shots) = (3, 1);
    state.marks.carries.insert(other);
    let action = shot(&game, "0408-0409", "0608");
    let modifiers = fire(&game, &mut state, PASSIVE, action, &[6]);
    assert_eq!(modifiers, [(rule!("10.9.6"), 1), (rule!("10.9.4t"), 1), (rule!("10.9.9"), -1)]);
    // 6 against morale 6 is passed. Both have fired once more, and the marker can no longer be paid off.
    assert_eq!((state[target].losses, state.agenda.top()), (0, Task::Idle));
    assert_eq!((state[one].shots, state[other].shots, state.marks.carries), (4, 2, UnitSet::EMPTY));
}

#[test]
fn d_10_9_6a_the_highest_firepower_counts_at_its_own_distance_and_among_equals_the_nearest() {
    // 0607 is two hexes from 0408 and three from 0409. In 0409 firepower 4: 1.33, down to 1, row 0-1, one down 2-3. In
    // 0408 firepower 3: 1.5, up to 2, would end one row lower; with 4 as well it is the nearer, 2: row 4-5, +1.
    for (size, plus) in [(3, 0), (4, 1)] {
        let mut setup = Setup::new();
        infantry(&mut setup, US, size, "0408");
        infantry(&mut setup, US, 4, "0409");
        let target = infantry(&mut setup, THEM, 5, "0607");
        let (game, mut state) = setup.finish();
        let action = shot(&game, "0408-0409", "0607");
        let modifiers = fire(&game, &mut state, PASSIVE, action, &[6]);
        let sum: i32 =
            modifiers.iter().filter(|(rule, _)| *rule != rule!("10.9.6")).map(|(_, plus)| plus).sum();
        assert_eq!(sum, 1 + plus, "the first shot, and the row");
        assert_eq!(state.agenda.tasks(), [retreat(target)], "7 or 8 against morale 6");
    }
}

#[test]
fn r10_9_6_five_hexes_are_the_longest_chain() {
    // 0405 to 0409 are at x = 5.5 to 9.5, and 0607 two rows on at x = 7.5: at most two hexes sideways and one.
    let mut setup = Setup::new();
    for at in ["0404", "0405", "0406", "0407", "0408", "0409", "0410"] {
        infantry(&mut setup, US, 1, at);
    }
    infantry(&mut setup, THEM, 5, "0607");
    let (game, state) = setup.finish();
    let mut list = ActionList::within(ROOM);
    game.fire_actions(&state, US, PASSIVE, &mut list);
    // Five hexes fire singly; of five in a row there are 4 + 3 + 2 + 1 chains of two and more.
    assert_eq!(list.len(), 5 + 10);
    assert!(list.contains(&shot(&game, "0405-0409", "0607")));
}

#[test]
fn r10_9_6_no_joint_fire_of_two_arms_nor_out_of_line() {
    let mut setup = Setup::new();
    infantry(&mut setup, US, 4, "0408");
    setup.unit(US, Arm::Cavalry, 2, "0409", facing::N);
    setup.unit(US, Arm::Infantry, 2, "0407", facing::NE);
    infantry(&mut setup, THEM, 5, "0608");
    let (game, state) = setup.finish();
    for chain in ["0408-0409", "0407-0408", "0409-0408"] {
        assert_eq!(refusal(&game, &state, PASSIVE, chain, "0608"), Some(rule!("10.9.6")), "{chain}");
    }
}

#[test]
fn r10_5_an_enemy_in_front_is_the_only_target() {
    let mut setup = Setup::new();
    infantry(&mut setup, US, 4, "0408");
    for at in ["0509", "0607"] {
        infantry(&mut setup, THEM, 4, at);
    }
    let (game, state) = setup.finish();
    assert_eq!(refusal(&game, &state, PASSIVE, "0408", "0509"), None);
    assert_eq!(refusal(&game, &state, PASSIVE, "0408", "0607"), Some(rule!("10.5")));
}

#[test]
fn d_10_5a_and_d_10_5b_either_of_two_in_front_and_a_melee_hex_or_a_lone_commander_does_not_bind() {
    let mut setup = Setup::new();
    for at in ["0408", "0508"] {
        infantry(&mut setup, US, 4, at);
    }
    for at in ["0508", "0607"] {
        infantry(&mut setup, THEM, 4, at);
    }
    setup.post(THEM, "0509");
    let (game, state) = setup.finish();
    // In 0508 there is a melee, in 0509 their commander alone.
    assert_eq!(refusal(&game, &state, PASSIVE, "0408", "0607"), Some(rule!("10.1")), "the melee hides it");
    assert_eq!(refusal(&game, &state, PASSIVE, "0408", "0508"), Some(rule!("10.6")));
    assert_eq!(refusal(&game, &state, PASSIVE, "0508", "0607"), Some(rule!("10.6")));
    assert_eq!(refusal(&game, &state, PASSIVE, "0408", "0509"), Some(rule!("D-10.11.7a")));
}

#[test]
fn r10_9_1_to_r10_9_3_and_r8_9_who_may_not_fire() {
    let mut setup = Setup::new();
    let unit = infantry(&mut setup, US, 4, "0408");
    infantry(&mut setup, THEM, 4, "0608");
    let (game, state) = setup.finish();
    // [10.9.3] A cavalry squadron may have no firepower printed.
    let mut setup = Setup::new();
    setup.unit(US, Arm::Cavalry, 2, "0408", facing::N);
    infantry(&mut setup, THEM, 4, "0608");
    setup.scenario.units[0].fire = 0;
    let (unarmed, at_hand) = setup.finish();
    assert_eq!(refusal(&unarmed, &at_hand, PASSIVE, "0408", "0608"), Some(rule!("10.9.3")));
    let refused = |change: &dyn Fn(&mut State), occasion| {
        let mut state = state;
        change(&mut state);
        refusal(&game, &state, occasion, "0408", "0608")
    };
    assert_eq!(refused(&|_| (), Occasion::Active), None);
    assert_eq!(refused(&|state| state[unit].shots = 4, PASSIVE), Some(rule!("10.9.1")));
    // [8.8] Infantry has 4 MP; only in its own phase does the shot cost one.
    assert_eq!(refused(&|state| state[unit].spent = 4, Occasion::Active), Some(rule!("10.9.2")));
    assert_eq!(refused(&|state| state[unit].spent = 4, PASSIVE), None);
    assert_eq!(refused(&|state| state.marks.doubling.insert(unit), Occasion::Active), Some(rule!("8.9")));
    assert_eq!(refused(&|state| state.movers.insert(unit), Occasion::Active), Some(rule!("D-10.4a")));
    assert_eq!(refused(&|state| state.movers.insert(unit), Occasion::OnTheMove), None);
    assert_eq!(refused(&|_| (), Occasion::OnTheMove), Some(rule!("D-10.4d")));
    assert_eq!(refused(&|_| (), Occasion::Reaction(game.hex("0608"))), Some(rule!("9.1")));
}

#[test]
fn r10_9_2_a_shot_on_the_move_costs_a_point_and_the_charge() {
    let mut setup = Setup::new();
    let unit = setup.unit(US, Arm::Cavalry, 2, "0408", facing::N);
    infantry(&mut setup, THEM, 4, "0608");
    let (game, mut state) = setup.finish();
    state.movers.insert(unit);
    // 2 at two hexes is 1: row 0-1, no die.
    let action = shot(&game, "0408", "0608");
    assert_eq!(fire(&game, &mut state, Occasion::OnTheMove, action, &[]), []);
    assert_eq!((state[unit].shots, state[unit].spent), (1, 1));
    assert!(state.marks.no_charge.contains(unit));
}

#[test]
fn r10_9_4t_cavalry_and_shelter_take_from_the_die_and_flank_fire_adds() {
    // Firepower 2 next to the target is row 2-3. -1 cavalry, +1 first shot, -1 forest, +1 from the flank: the target
    // in 0509 faces NW, so that SW and NE are its flanks; 0408 is its SW neighbour.
    let mut setup = Setup::new();
    setup.unit(US, Arm::Cavalry, 2, "0408", facing::N);
    setup.unit(THEM, Arm::Infantry, 4, "0509", facing::NW);
    setup.forest("0509");
    let (game, mut state) = setup.finish();
    let action = shot(&game, "0408", "0509");
    let modifiers = fire(&game, &mut state, PASSIVE, action, &[0]);
    let expected =
        [(rule!("10.9.4t"), -1), (rule!("10.9.7"), 1), (rule!("10.9.4t"), -1), (rule!("10.3.1"), 1)];
    assert_eq!(modifiers, expected);
}

#[test]
fn d_10_9d_nine_or_more_is_a_loss_and_a_retreat_whatever_the_morale() {
    // Row 4-5 next to the target: +1, first shot +1. 7 + 2 = 9, and morale 9 would pass it.
    let mut setup = Setup::new();
    infantry(&mut setup, US, 4, "0408");
    let target = infantry(&mut setup, THEM, 4, "0509");
    setup.scenario.units[1].morale = [9; 2];
    setup.post(THEM, "0509");
    let (game, mut state) = setup.finish();
    let mut calm = state;
    let action = shot(&game, "0408", "0509");
    fire(&game, &mut state, PASSIVE, action, &[7]);
    assert_eq!(state[target].losses, 1);
    // [4.4.1] [D-4.4e] Row 4-5: the roll for their commander waits until the retreat is done.
    let [below, top] = state.agenda.tasks() else { panic!("two tasks: {:?}", state.agenda) };
    assert!(matches!(below, Task::CommanderHit { .. }));
    assert_eq!(*top, retreat(target));
    // One less passes.
    fire(&game, &mut calm, PASSIVE, action, &[6]);
    assert_eq!((calm[target].losses, calm.agenda.tasks().len()), (0, 1));
}

#[test]
fn r6_2_1_a_stack_side_by_side_sums_its_firepower_and_is_marked_as_one() {
    // 4 + 3 = 7 next to the target is row 6+, +2. [D-6.2.1b] One has fired before: 0 counts, not +1.
    let mut setup = Setup::new();
    let units = [4, 3].map(|size| infantry(&mut setup, US, size, "0408"));
    infantry(&mut setup, THEM, 4, "0509");
    let (game, mut state) = setup.finish();
    let action = shot(&game, "0408", "0509");
    // [6.8] Otherwise the top unit alone: 4 is row 4-5, +1, and +1 for the first shot.
    let mut column = state;
    assert_eq!(
        fire(&game, &mut column, PASSIVE, action, &[0]),
        [(rule!("10.9.4t"), 1), (rule!("10.9.7"), 1)]
    );
    assert_eq!(units.map(|unit| column[unit].shots), [1, 0]);
    state.marks.side_by_side = units.into_iter().collect();
    state[units[1]].shots = 1;
    assert_eq!(fire(&game, &mut state, PASSIVE, action, &[0]), [(rule!("10.9.4t"), 2)]);
    assert_eq!(units.map(|unit| state[unit].shots), [1, 2]);
}

#[test]
fn d_7_2_2b_a_square_fires_a_quarter_all_round_and_alone() {
    // Four companies of 4: 16 / (4 * 1) = 4, row 4-5; 16 / (4 * 2) = 2, row 2-3. 0308 lies behind, two hexes off.
    let mut setup = Setup::new();
    let units = [4; 4].map(|size| infantry(&mut setup, US, size, "0508"));
    infantry(&mut setup, US, 4, "0509");
    setup.unit(THEM, Arm::Infantry, 4, "0308", facing::N);
    let (game, mut state) = setup.finish();
    state.marks.square = units.into_iter().collect();
    let action = shot(&game, "0508", "0308");
    let modifiers = fire(&game, &mut state, PASSIVE, action, &[0]);
    assert_eq!(modifiers, [(rule!("10.9.7"), 1)], "row 2-3, in front of the target");
    assert_eq!(units.map(|unit| state[unit].shots), [1; 4]);
    assert_eq!(refusal(&game, &state, PASSIVE, "0508-0509", "0308"), Some(rule!("D-10.9.6e")));
}

#[test]
fn r10_9_4t_a_square_is_an_easier_target_without_flanks() {
    let mut setup = Setup::new();
    infantry(&mut setup, US, 2, "0408");
    let square = [4; 4].map(|size| setup.unit(THEM, Arm::Infantry, size, "0509", facing::N));
    let (game, mut state) = setup.finish();
    state.marks.square = square.into_iter().collect();
    let action = shot(&game, "0408", "0509");
    // Row 2-3; first shot +1, square +1; from behind its inner facing nothing [D-7.2.2a].
    let modifiers = fire(&game, &mut state, PASSIVE, action, &[0]);
    assert_eq!(modifiers, [(rule!("10.9.7"), 1), (rule!("10.9.4t"), 1)]);
}

#[test]
fn r10_9_5_lone_guns_are_taken_next_to_them_with_a_die_below_the_firepower() {
    let mut setup = Setup::new();
    let [strong, _] = [(4, "0408"), (2, "0410")].map(|(size, at)| infantry(&mut setup, US, size, at));
    let gun = setup.unit(THEM, Arm::Artillery, 1, "0509", facing::S);
    setup.unit(THEM, Arm::Artillery, 1, "0511", facing::S);
    setup.unit(THEM, Arm::Artillery, 1, "0606", facing::S);
    setup.post(THEM, "1108");
    let (game, mut state) = setup.finish();
    // [D-10.9.5a] Not from farther, nor with less than 3.
    assert_eq!(refusal(&game, &state, PASSIVE, "0410", "0511"), Some(rule!("D-10.9.5a")));
    let mut far = state;
    game.take(&mut far, gun, crate::position::state::Place::Waiting);
    assert_eq!(refusal(&game, &far, PASSIVE, "0408", "0606"), Some(rule!("D-10.9.5a")));
    let mut missed = state;
    let action = shot(&game, "0408", "0509");
    // 4 is not below 4; 3 is.
    fire(&game, &mut missed, PASSIVE, action, &[4]);
    assert_eq!((missed.hex_of(gun), missed[strong].shots), (Some(game.hex("0509")), 1));
    fire(&game, &mut state, PASSIVE, action, &[3]);
    assert_eq!((state.hex_of(gun), state.lead), (None, 2), "[10.10.9] two points, and the guns are gone");
    assert!(state.marks.captured_once.contains(gun));
}

#[test]
fn r9_1_a_reaction_hits_those_who_took_the_step_though_friends_stand_above_them() {
    let mut setup = Setup::new();
    let reactor = infantry(&mut setup, US, 4, "0408");
    infantry(&mut setup, US, 4, "0409");
    let [_, mover] = [4; 2].map(|size| infantry(&mut setup, THEM, size, "0509"));
    infantry(&mut setup, THEM, 4, "0508");
    let (game, mut state) = setup.finish();
    state.movers.insert(mover);
    state.reactors.insert(reactor);
    let occasion = Occasion::Reaction(game.hex("0509"));
    // [D-9.1h] Single shots only; only at the step.
    assert_eq!(refusal(&game, &state, occasion, "0408-0409", "0509"), Some(rule!("D-9.1h")));
    assert_eq!(refusal(&game, &state, occasion, "0408", "0508"), Some(rule!("9.1")));
    let action = shot(&game, "0408", "0509");
    fire(&game, &mut state, occasion, action, &[6]);
    assert_eq!(state.agenda.tasks(), [retreat(mover)], "6 + 1 + 1 = 8 fails morale 6");
    // Once the mover is gone, nobody is fired at.
    game.take(&mut state, mover, crate::position::state::Place::Waiting);
    assert!(!game.can_fire(&state, US, occasion));
}

#[test]
fn what_is_listed_is_allowed_and_nothing_else() {
    let mut setup = Setup::new();
    for at in ["0407", "0408", "0409", "0308", "0409"] {
        infantry(&mut setup, US, 4, at);
    }
    setup.unit(US, Arm::Cavalry, 2, "0406", facing::N);
    let gun = setup.unit(US, Arm::Artillery, 1, "0407", facing::NE);
    for at in ["0509", "0607", "0608", "0607"] {
        infantry(&mut setup, THEM, 4, at);
    }
    setup.unit(THEM, Arm::Artillery, 1, "0707", facing::S);
    setup.forest("0507");
    let (game, mut state) = setup.finish();
    state.movers.insert(szala_board::Ordinal::from_index(1));
    state.reactors = game.scenario.units_of(US);
    let around =
        |hexes| -> Vec<HexId> { game.scenario.board.within(game.hex("0508"), hexes).iter().collect() };
    let (near, targets) = (around(2), around(3));
    for occasion in [PASSIVE, Occasion::Active, Occasion::OnTheMove, Occasion::Reaction(game.hex("0509"))] {
        let mut list = ActionList::within(ROOM);
        game.fire_actions(&state, US, occasion, &mut list);
        assert_eq!(game.can_fire(&state, US, occasion), !list.is_empty(), "{occasion:?}");
        let mut listed = list.to_vec();
        let is_legal = |action: &Action| game.fire_refusal(&state, US, occasion, *action).is_none();
        assert!(listed.iter().all(is_legal), "{occasion:?}: {listed:?}");
        let chains = near.iter().flat_map(|from| near.iter().map(move |to| (*from, *to)));
        let shots = chains.flat_map(|(from, to)| {
            targets.iter().map(move |target| Action::Fire { from, to, target: *target })
        });
        let shells = targets.iter().map(|target| Action::Shell { gun, target: *target });
        let legal = shots.chain(shells).filter(is_legal).count();
        listed.dedup();
        assert_eq!((legal, listed.len()), (list.len(), list.len()), "{occasion:?}");
    }
}
