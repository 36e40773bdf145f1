//! Columns in positions worked out by hand, and rare ones that no chance comes upon.

use szala_board::pointy::facing;
use szala_kernel::dice::ScriptedDice;
use szala_kernel::{Dice, Journal, Rule, Subject, Table, rule};

use super::*;
use crate::chapters::words;
use crate::position::agenda::LossCause;
use crate::position::data::{Camp, Lot, Scenario};
use crate::position::ids::{Arm, UnitId};
use crate::position::state::{Melee, MeleeKind};
use crate::testing::Setup;

const POLES: Side = Side::First;
const RUSSIANS: Side = Side::Second;

fn commander(index: usize) -> CommanderId {
    CommanderId::from_index(index)
}

fn table(notes: Notes, dice: &[u8]) -> Table<ScriptedDice, Notes> {
    Table::new(ScriptedDice::new(dice.iter().copied()), notes)
}

/// The next stage begins.
fn next_stage<D: Dice, J: Journal>(state: &mut State, table: &mut Table<D, J>) {
    let before = i32::from(state.stage);
    state.stage += 1;
    table.change(rule!("3.2"), words::STAGE, Subject::NONE, before, before + 1);
}

/// The values of the columns called this, in the order of a row.
fn values(game: &Insurrection, notes: &mut Notes, state: &State, whats: &[&str]) -> Vec<Vec<i32>> {
    let columns = game.columns();
    let mut row = vec![0; columns.len()];
    game.write_row(notes, state, &mut row);
    let of = |what: &&str| {
        let has_it = columns.iter().zip(&row).filter(|(column, _)| column.what == *what);
        has_it.map(|(_, value)| *value).collect()
    };
    whats.iter().map(of).collect()
}

#[test]
fn r12_2_a_swing_goes_from_any_moment_to_any_later_one_and_the_first_of_equals_counts() {
    // What each side scores in turn, and with it: points of each side, swing, low, high.
    let lines = [
        (&[][..], [0, 0, 0, 0, 0]),
        // The lead goes 0, 2, 1, -2, 2: from 2 down to -2 first, and up again by as much.
        (&[(POLES, 2), (RUSSIANS, 1), (RUSSIANS, 3), (POLES, 4)], [6, 4, -4, -2, 2]),
        // 0, -1, 1, 0, 2: up from -1, over a step back, to 2.
        (&[(RUSSIANS, 1), (POLES, 2), (RUSSIANS, 1), (POLES, 2)], [4, 2, 3, -1, 2]),
        // 0, 3, 1, 2, -1: down from 3.
        (&[(POLES, 3), (RUSSIANS, 2), (POLES, 1), (RUSSIANS, 3)], [4, 5, -4, -1, 3]),
        // 0, -2: never ahead, so the greatest lead is the one it began with.
        (&[(RUSSIANS, 2)], [0, 2, -2, -2, 0]),
    ];
    let (game, opening) = Setup::new().finish();
    let mut notes = game.notes();
    for (scores, expected) in lines {
        let mut state = opening;
        let mut table = Table::new(ScriptedDice::new::<u8>([]), &mut notes);
        for (side, points) in scores {
            game.score(&mut state, *side, *points, rule!("12.1"), &mut table);
        }
        let mut found = values(&game, &mut notes, &state, &["points", "swing", "low", "high"]);
        // Points without a subject belong to no commander.
        assert_eq!(found[0].split_off(2), [0, 0]);
        assert_eq!(found.concat(), expected, "{scores:?}");
    }
}

/// A scenario with a camp for the Poles at 1108, and a Polish company at this hex.
fn camp(label: &str) -> (Insurrection, State, UnitId) {
    let mut setup = Setup::new();
    setup.scenario.camp = Some(Camp { hex: setup.hex("1108"), intruder: POLES });
    let unit = setup.unit(POLES, Arm::Infantry, 4, label, facing::N);
    let (game, state) = setup.finish();
    (game, state, unit)
}

#[test]
fn r13_1_the_camp_is_reached_once_and_by_those_who_begin_in_it_in_the_first_stage() {
    let (game, mut state, unit) = camp("0505");
    let mut table = table(game.notes(), &[]);
    next_stage(&mut state, &mut table);
    game.note_camp(&mut state, unit, game.hex("1108"), &mut table);
    next_stage(&mut state, &mut table);
    game.note_camp(&mut state, unit, game.hex("1108"), &mut table);
    let mut notes = table.journal;
    assert_eq!(values(&game, &mut notes, &state, &["camp_stage", "end_stage"]), [[2], [3]]);
    let (game, state, _) = camp("0505");
    assert_eq!(values(&game, &mut notes, &state, &["camp_stage"]), [[ABSENT]]);
    let (game, state, _) = camp("1108");
    assert_eq!(values(&game, &mut game.notes(), &state, &["camp_stage"]), [[1]]);
    let (game, state) = Setup::new().finish();
    assert_eq!(values(&game, &mut game.notes(), &state, &["camp_stage"]), [[0; 0]], "there is no camp");
}

#[test]
fn r11_1_who_attacks_is_told_by_the_kind_of_melee_and_the_chit_drawn_last() {
    let mut setup = Setup::new();
    setup.unit(POLES, Arm::Cavalry, 4, "0505", facing::N);
    setup.unit(RUSSIANS, Arm::Infantry, 4, "0505", facing::S);
    let (game, state) = setup.finish();
    let mut table = table(game.notes(), &[]);
    for (active, kinds) in [
        (0, &[MeleeKind::Assault, MeleeKind::Charge, MeleeKind::Charge][..]),
        (1, &[MeleeKind::Counterattack, MeleeKind::Assault]),
    ] {
        let mut state = state;
        state.pool = CommanderSet::of(commander(active));
        state.agenda.push(Task::Draw);
        table.dice = ScriptedDice::new([0u8]);
        game.run_draw(&mut state, &mut table);
        for kind in kinds {
            let attacker = if *kind == MeleeKind::Counterattack {
                !game.active_side(&state)
            } else {
                game.active_side(&state)
            };
            state.melee = None;
            game.begin_melee(&mut state, game.hex("0505"), *kind, attacker, &mut table);
        }
    }
    let whats = ["melees", "assaults", "charges", "counterattacks", "activated"];
    let found = values(&game, &mut table.journal, &state, &whats);
    // The Poles begin one in phase 4 and two charges, and in the Russians' activation they counterattack
    // once. The Russians have no cavalry that could charge, and no pool names a commander.
    assert_eq!(found, [vec![4, 1], vec![1, 1], vec![2], vec![1, 0], vec![]]);
}

#[test]
fn r11_8_a_lost_melee_is_losses_a_flight_and_a_point() {
    let mut setup = Setup::new();
    setup.unit(POLES, Arm::Infantry, 4, "0505", facing::N);
    setup.unit(RUSSIANS, Arm::Infantry, 4, "0505", facing::S);
    setup.unit(RUSSIANS, Arm::Infantry, 4, "0909", facing::S);
    let (game, mut state) = setup.finish();
    // Four against four in front: 7 beats 5.
    let mut table = table(game.notes(), &[7, 5]);
    state.melee = Some(Melee::new(game.hex("0505"), MeleeKind::Assault, POLES));
    state.agenda.push(Task::Clash);
    game.run_clash(&mut state, &mut table);
    let Task::Lose { group, losses, cause } = state.agenda.top() else {
        panic!("the losers take losses first")
    };
    game.run_lose(&mut state, group, losses, cause, &mut table);
    assert_eq!(state.agenda.top(), Task::Flee);
    game.run_flee(&mut state, &mut table);
    let whats = ["melees_won", "points", "losses", "flights", "eliminated", "out_of_game"];
    let found = values(&game, &mut table.journal, &state, &whats);
    // Of sides first, then of the three units: [11.8] two losses, and the unit of size 4 has two left. The point is the
    // Polish unit's, and no commander's.
    assert_eq!(
        found,
        [
            vec![1, 0],
            vec![1, 0, 1, 0, 0, 0, 0],
            vec![0, 2, 0, 2, 0],
            vec![0, 1, 0, 1, 0],
            vec![0; 2],
            vec![0; 2]
        ]
    );
}

#[test]
fn r11_11_5_who_flees_too_late_is_out_of_the_game_but_not_eliminated() {
    let mut setup = Setup::new();
    setup.unit(POLES, Arm::Infantry, 4, "0505", facing::N);
    setup.unit(RUSSIANS, Arm::Infantry, 4, "0505", facing::S);
    let (game, mut state) = setup.finish();
    state.stage = 6;
    let mut melee = Melee::new(game.hex("0505"), MeleeKind::Assault, POLES);
    (melee.winner, melee.difference) = (Some(POLES), 1);
    state.melee = Some(melee);
    state.agenda.push(Task::Flee);
    let mut table = table(game.notes(), &[]);
    game.run_flee(&mut state, &mut table);
    let whats = ["flights", "out_of_game", "eliminated", "eliminated_stage"];
    let found = values(&game, &mut table.journal, &state, &whats);
    assert_eq!(found, [vec![0, 1, 0, 1], vec![0, 1], vec![0, 0], vec![ABSENT; 2]]);
}

#[test]
fn r3_4a_the_last_loss_eliminates_in_its_stage() {
    let mut setup = Setup::new();
    let units = [2, 4].map(|size| setup.unit(RUSSIANS, Arm::Infantry, size, "0505", facing::S));
    let (game, mut state) = setup.finish();
    let mut table = table(game.notes(), &[]);
    next_stage(&mut state, &mut table);
    for unit in [units[0], units[0], units[1]] {
        game.lose(&mut state, unit, rule!("10.9.4t"), LossCause::Fire, &mut table);
    }
    next_stage(&mut state, &mut table);
    let whats = ["losses", "eliminated", "eliminated_stage", "points", "gained", "end_stage"];
    let found = values(&game, &mut table.journal, &state, &whats);
    // [12.1] Eliminated by fire: a point for the Poles, in stage 2, which the first unit cost the Russians.
    let (points, gained) = (vec![1, 0, -1, 0, 0, 0], vec![0, 1, 0, 0, 0, 0]);
    assert_eq!(found, [vec![0, 3, 2, 1], vec![0, 1], vec![2, ABSENT], points, gained, vec![3]]);
}

#[test]
fn r4_4_1_commanders_are_killed_contused_or_removed() {
    let mut setup = Setup::new();
    let last = setup.unit(POLES, Arm::Infantry, 1, "0505", facing::N);
    setup.post(POLES, "0606");
    setup.post(RUSSIANS, "0909");
    let (game, opening) = setup.finish();
    let whats = ["commanders_killed", "commanders_removed", "contused", "killed_stage", "points"];
    let both: CommanderSet = [commander(0), commander(1)].into_iter().collect();

    // The Pole is contused by a 9, the Russian killed by a 0, which is three points for the Poles [12.1].
    let (mut state, mut table) = (opening, table(game.notes(), &[9, 0]));
    next_stage(&mut state, &mut table);
    game.roll_for_commanders(&mut state, both, rule!("4.4.1"), &mut table);
    let found = values(&game, &mut table.journal, &state, &whats);
    assert_eq!(found, [vec![0, 1], vec![0, 0], vec![1, 0], vec![ABSENT, 2], vec![3, 0, 0, 0, -3]]);

    // [D-4.4d] The Pole's only unit falls elsewhere: he leaves, and only the unit scores.
    let mut state = opening;
    game.lose(&mut state, last, rule!("10.9.4t"), LossCause::Fire, &mut table);
    let found = values(&game, &mut table.journal, &state, &whats);
    assert_eq!(found, [vec![0, 0], vec![1, 0], vec![0, 0], vec![ABSENT; 2], vec![0, 1, -1, 0, 0]]);
}

#[test]
fn r10_10_9_a_battery_is_captured_once_and_only_by_fire_eliminated() {
    let mut setup = Setup::new();
    let guns = ["0505", "0707"].map(|label| setup.unit(RUSSIANS, Arm::Artillery, 1, label, facing::S));
    setup.unit(RUSSIANS, Arm::Infantry, 4, "0909", facing::S);
    let (game, mut state) = setup.finish();
    let mut table = table(game.notes(), &[]);
    game.capture_by_fire(&mut state, guns[0], rule!("10.10.6"), &mut table);
    game.score_capture(&mut state, guns[1], rule!("10.10.9"), &mut table);
    game.score_capture(&mut state, guns[1], rule!("10.10.9"), &mut table);
    let whats = ["guns_captured", "eliminated", "eliminated_stage", "points", "out_of_game", "shells"];
    let found = values(&game, &mut table.journal, &state, &whats);
    // The Poles have no battery to fire with or to be captured; [10.10.7] and batteries take no losses.
    let stages = vec![1, ABSENT, ABSENT];
    // Two points for each battery, which cost its side as many.
    let points = vec![4, 0, -2, -2, 0, 0, 0];
    assert_eq!(found, [vec![2], vec![0, 1], stages, points, vec![0, 0], vec![0]]);
    let of_units = |what: &str| {
        let is_of_unit = |column: &&Column| column.what == what && matches!(column.whose, Whose::Unit(..));
        game.columns().iter().filter(is_of_unit).count()
    };
    assert_eq!([of_units("losses"), of_units("flights"), of_units("eliminated_stage")], [1, 1, 3]);
}

#[test]
fn r10_9_6_a_joint_shot_is_one_whoever_has_the_turn() {
    let mut setup = Setup::new();
    let gun = setup.unit(POLES, Arm::Artillery, 1, "0404", facing::N);
    setup.unit(RUSSIANS, Arm::Artillery, 1, "0909", facing::S);
    let (game, mut state) = setup.finish();
    let hex = |label| game.hex(label);
    let joint = Action::Fire { from: hex("0709"), to: hex("0711"), target: hex("0509") };
    let alone = Action::Fire { from: hex("0404"), to: hex("0404"), target: hex("0505") };
    let mut notes = game.notes();
    // [10.4] The Poles are active: the Russians fire first.
    state.agenda.push(Task::FireTurn);
    game.note_decision(&mut notes, &state, joint);
    game.note_decision(&mut notes, &state, Action::Pass);
    state.agenda.push(Task::ActiveTurn);
    game.note_decision(&mut notes, &state, alone);
    game.note_decision(&mut notes, &state, alone);
    game.note_decision(&mut notes, &state, Action::Shell { gun, target: hex("0909") });
    let found = values(&game, &mut notes, &state, &["shots", "shells"]);
    assert_eq!(found, [[2, 1], [1, 0]]);
}

/// Four Russian commanders in a game of four stages: no choice in stage 1, from stage 2 on one of each of two
/// pairs.
fn pool() -> (Insurrection, State) {
    let mut setup = Setup::new();
    let Scenario { commanders, pool, stages, .. } = &mut setup.scenario;
    for name in ["Third", "Fourth", "Fifth"] {
        let subject = crate::position::ids::subject::of_name(name);
        commanders.push(crate::position::data::CommanderCard {
            name: name.to_owned(),
            subject,
            ..commanders[1].clone()
        });
    }
    let lot = |side, among: &[usize]| Lot {
        side,
        among: among.iter().map(|one| commander(*one)).collect(),
        with: None,
    };
    *pool = vec![
        vec![lot(POLES, &[0]), lot(RUSSIANS, &[1])],
        vec![lot(POLES, &[0]), lot(RUSSIANS, &[1, 2]), lot(RUSSIANS, &[3, 4])],
    ];
    *stages = 4;
    setup.finish()
}

#[test]
fn r13_1_whom_a_side_chooses_is_noted_for_each_stage_and_the_last_pool_serves_those_after_it() {
    let (game, mut state) = pool();
    let named: Vec<(&str, Whose)> = game.columns()[..]
        .iter()
        .filter(|column| matches!(column.kind, Kind::Name(_)))
        .map(|column| (column.what, column.whose.clone()))
        .collect();
    let expected = [2, 3, 4]
        .map(|stage| ["chosen", "chosen_second"].map(|what| (what, Whose::SideStage(RUSSIANS, stage))));
    assert_eq!(named, expected.concat());
    let mut notes = game.notes();
    // In stage 2 the second of each pair, in stage 4 the first of the second pair: the other was not asked
    // for.
    for (stage, slot, chosen) in [(2, 1, 2), (2, 2, 4), (4, 2, 3)] {
        state.stage = stage;
        state.agenda.push(Task::FillPool(slot));
        game.note_decision(&mut notes, &state, Action::Choose(commander(chosen)));
    }
    let found = values(&game, &mut notes, &state, &["chosen", "chosen_second"]);
    assert_eq!(found, [vec![1, ABSENT, ABSENT], vec![1, ABSENT, 0]]);
    let found = values(&game, &mut notes, &state, &["chosen", "chosen_second"]);
    assert_eq!(found, [[ABSENT; 3]; 2], "nothing is left of the game before");
}

#[test]
fn every_rule_that_a_column_cites_is_in_the_ledger() {
    let (game, ..) = camp("0505");
    let (others, _) = pool();
    let ledger = include_str!("../../../rules.toml");
    for column in game.columns().into_iter().chain(others.columns()) {
        for cited in column.about.split('[').skip(1).filter_map(|behind| behind.split(']').next()) {
            for number in cited.split(", ") {
                let is_there = ledger.contains(&format!("id = \"{number}\""));
                assert!(is_there && Rule::parse(number).is_ok(), "{}: {number}", column.what);
            }
        }
    }
}
