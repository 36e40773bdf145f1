//! The value of points, by hand, and what must hold for any values.

use std::sync::LazyLock;

use super::*;
use crate::testing::{historical, position};

/// The stakes of a side in a stage of scenario I, at this lead of the Poles.
fn stakes(side: Side, stage: u8, lead: i16, camp_reached: bool, spread: i32) -> Stakes {
    let (game, now) = situation(stage, lead, camp_reached);
    Stakes::of(game, &now, side, &Weights { spread, ..Weights::default() })
}

/// The game, and a position with these points.
fn situation(stage: u8, lead: i16, camp_reached: bool) -> (&'static Insurrection, State) {
    static GAME: LazyLock<Insurrection> = LazyLock::new(historical);
    let text = format!("phase = \"pool\"\nstage = {stage}\nlead = {lead}\ncamp_reached = {camp_reached}");
    (&GAME, position(&GAME, &text))
}

/// What the game is worth to the Poles and to the Russians.
fn worth(stage: u8, lead: i16, camp_reached: bool) -> [i32; 2] {
    Side::BOTH.map(|side| stakes(side, stage, lead, camp_reached, 3).now())
}

/// Every situation, with an open game and with one that is decided by any lead.
fn every_situation(mut look: impl FnMut(u8, i16, bool, i32)) {
    for stage in 1..=6 {
        for lead in -8..=8 {
            for camp_reached in [false, true] {
                for spread in [0, 3, 20] {
                    look(stage, lead, camp_reached, spread);
                }
            }
        }
    }
}

#[test]
fn r12_4_four_points_ahead_all_but_win() {
    // Until the stage ends they may be lost again: two games in a hundred.
    for stage in 1..=6 {
        for lead in [4, 5, 8] {
            assert_eq!(worth(stage, lead, false), [9800, 200]);
            assert_eq!(worth(stage, -lead, false), [200, 9800]);
        }
        let [poles, _] = worth(stage, 3, false);
        assert!(poles < 9800, "three do not");
    }
}

#[test]
fn r12_3_at_nought_the_russians_are_ahead_by_half_a_point() {
    // In the last stage no stage is left: half a point over half a point and a half, 1 / (1 + 1), of 5000.
    assert_eq!(worth(6, 0, false), [2500, 7500]);
    // A point ahead is half a point ahead of the tie: the same the other way round.
    assert_eq!(worth(6, 1, false), [7500, 2500]);
    // In the first stage five are left, with a spread of 3: 3 * 5 / 4 = 3. 5000 * 1 / (1 + 3 + 1) = 1000.
    assert_eq!(worth(1, 0, false), [4000, 6000]);
}

#[test]
fn r13_1_a_camp_that_was_reached_halves_the_defeats_of_the_intruder() {
    // Of 7500 lost games, 3750 are draws that were defeats, worth a half: 2500 + 7500 / 2.
    assert_eq!(worth(6, 0, true), [6250, 3750]);
    // Four behind: 200 + 9800 / 2.
    assert_eq!(worth(3, -4, true), [5100, 4900]);
    // Four ahead there are few defeats to halve: 9800 + 200 / 2.
    assert_eq!(worth(3, 4, true), [9900, 100]);
}

#[test]
fn r13_1_the_camp_is_worth_what_it_would_change_and_nothing_once_it_is_reached() {
    // At zero in the last stage: 6250 - 2500, to either side.
    for side in Side::BOTH {
        assert_eq!(stakes(side, 6, 0, false, 3).camp, 3750);
        assert_eq!(stakes(side, 6, 0, true, 3).camp, 0);
    }
    // Four behind it is half a game, four ahead almost nothing.
    assert_eq!(stakes(Side::First, 6, -4, false, 3).camp, 4900);
    assert_eq!(stakes(Side::First, 6, 4, false, 3).camp, 100);
}

#[test]
fn what_one_side_gains_the_other_loses() {
    every_situation(|stage, lead, camp_reached, spread| {
        let [poles, russians] = Side::BOTH.map(|side| stakes(side, stage, lead, camp_reached, spread));
        assert_eq!(poles.now() + russians.now(), GAME);
        assert_eq!(poles.camp, russians.camp);
        for points in -12..=12 {
            assert_eq!(poles.swing(points), -russians.swing(-points), "{stage} {lead} {points}");
        }
    });
}

#[test]
fn more_points_are_never_worth_less() {
    every_situation(|stage, lead, camp_reached, spread| {
        for side in Side::BOTH {
            let stakes = stakes(side, stage, lead, camp_reached, spread);
            assert!((0..=GAME).contains(&stakes.now()));
            let swings: Vec<i32> = (-12..=12).map(|points| stakes.swing(points)).collect();
            assert!(swings.is_sorted(), "{stage} {lead} {spread}: {swings:?}");
            assert_eq!(stakes.swing(0), 0);
        }
    });
}

#[test]
fn a_lead_decides_more_the_later_it_is() {
    for lead in 1..4 {
        let by_stage: Vec<i32> = (1..=6).map(|stage| worth(stage, lead, false)[0]).collect();
        assert!(by_stage.is_sorted() && by_stage[0] < by_stage[5], "{by_stage:?}");
    }
}

#[test]
fn the_share_of_the_game_to_come_falls_from_stage_to_stage() {
    // Six stages: 6 of 7 sevenths in the first, 1 of 7 in the last.
    let shares = [1, 3, 6].map(|stage| stakes(Side::First, stage, 0, false, 3).to_come);
    assert_eq!(shares, [85, 57, 14]);
}

#[test]
fn stakes_that_are_kept_are_those_that_would_be_worked_out_anew() {
    let mut kept = stakes(Side::First, 1, 0, false, 3);
    every_situation(|stage, lead, camp_reached, _| {
        for side in Side::BOTH {
            let (game, now) = situation(stage, lead, camp_reached);
            kept.update(game, &now, side, &Weights { spread: 3, ..Weights::default() });
            let anew = stakes(side, stage, lead, camp_reached, 3);
            let told = |stakes: &Stakes| (stakes.now(), stakes.swing(1), stakes.camp, stakes.to_come);
            assert_eq!(told(&kept), told(&anew));
        }
    });
}
