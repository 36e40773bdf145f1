//! Facts derived from positions made by hand.

use super::*;
use crate::testing::{hex, historical, position};
use szala_insurrection::Small;

/// Reads a position as a side sees it.
fn read(scene: &mut Scene<Small>, game: &Insurrection, side: Side, text: &str) {
    scene.read(game, &position(game, &format!("phase = \"pool\"\n{text}")), side);
}

fn scene(game: &Insurrection, side: Side, text: &str) -> Scene<Small> {
    let mut scene = Scene::new();
    read(&mut scene, game, side, text);
    scene
}

fn hexes(game: &Insurrection, labels: &str) -> Hexes {
    labels.split_whitespace().map(|label| hex(game, label)).collect()
}

#[test]
fn r10_8_r8_1_a_company_aims_three_hexes_ahead_and_threatens_the_two_in_front_of_it() {
    let game = historical();
    let scene = scene(
        &game,
        Side::First,
        r#"commanders = { Grabowski = "0102", Lewiz = "1009" }
units = { "Narwa 1" = "0903 N", "1/I/7 pp lit." = "0102 N" }"#,
    );
    // Facing N from an odd row: 1002 and 1003 are its front zone. [D-10.2a] The sector of 120 degrees opens by 30
    // degrees beyond NW and NE, its rays included: 1001 and 1004 lie on them. Two rows on 1101 to 1105, three rows on
    // 1201 to 1204 are three hexes away or less.
    assert_eq!(scene.fronts, hexes(&game, "1002 1003"));
    assert_eq!(
        scene.under_fire,
        hexes(&game, "1001 1002 1003 1004 1101 1102 1103 1104 1105 1201 1202 1203 1204")
    );
    assert_eq!(scene.theirs, hexes(&game, "0903"));
    assert_eq!(scene.ours, hexes(&game, "0102"));
}

#[test]
fn r10_8_a_squadron_aims_two_hexes_ahead_and_one_without_firepower_at_nothing() {
    let game = historical();
    let seen = |side, name: &str| {
        let text = format!("units = {{ \"{name}\" = \"0903 N\" }}");
        scene(&game, side, &text)
    };
    let cossacks = seen(Side::First, "Kozacy 3");
    assert_eq!(cossacks.under_fire, hexes(&game, "1001 1002 1003 1004 1102 1103 1104"));
    assert_eq!(cossacks.fronts, hexes(&game, "1002 1003"));
    // Narbutt's men have no fire value. They still have a front zone.
    let volunteers = seen(Side::Second, "Narbutt 1");
    assert_eq!(volunteers.under_fire, HexSet::EMPTY);
    assert_eq!(volunteers.fronts, hexes(&game, "1002 1003"));
}

#[test]
fn guns_and_troops_in_melee_threaten_nobody() {
    let game = historical();
    let guns = scene(&game, Side::First, r#"units = { "Russian guns" = "0903 N" }"#);
    assert_eq!((guns.under_fire, guns.fronts), (HexSet::EMPTY, HexSet::EMPTY));
    // [10.6] [9.2] Nor does a company that is fighting.
    let melee = scene(
        &game,
        Side::First,
        r#"units = { "Narwa 1" = "0903 N", "1/I/7 pp lit." = { at = "0903 S", entered = "front" } }"#,
    );
    assert_eq!((melee.under_fire, melee.fronts), (HexSet::EMPTY, HexSet::EMPTY));
    assert_eq!((melee.ours, melee.theirs), (hexes(&game, "0903"), hexes(&game, "0903")));
}

#[test]
fn r6_8_a_stack_is_known_by_its_top_unit_and_by_the_sizes_of_all_its_troops() {
    let game = historical();
    let scene = scene(
        &game,
        Side::First,
        r#"[units]
"Narwa 1" = { at = "0903 S", losses = 1 }
"Pskow 1" = "0903 S"
"Russian guns" = "0903 S"
"Kozacy 3" = "0905 N""#,
    );
    assert_eq!(scene.foes.len(), 2, "one for each hex");
    let stack = scene.foe(hex(&game, "0903")).expect("the companies stand in this hex");
    // 4 - 1 = 3 of fire; 3 + 4 = 7 of size, guns not counted.
    assert_eq!((stack.arm, stack.power, stack.size), (Arm::Infantry, 3, 7));
    assert!(stack.guns && !stack.square);
    let cossacks = scene.foe(hex(&game, "0905")).expect("the Cossacks stand in this hex");
    assert_eq!((cossacks.arm, cossacks.power, cossacks.size, cossacks.guns), (Arm::Cavalry, 1, 1, false));
    assert!(scene.foe(hex(&game, "0904")).is_none());
}

#[test]
fn r10_10_7_guns_alone_are_guns_of_size_one() {
    let game = historical();
    let scene = scene(&game, Side::First, r#"units = { "Russian guns" = "0903 S" }"#);
    let guns = scene.foe(hex(&game, "0903")).expect("the guns stand in this hex");
    assert_eq!((guns.arm, guns.power, guns.size, guns.guns), (Arm::Artillery, 0, 1, true));
}

#[test]
fn what_was_read_before_is_forgotten() {
    let game = historical();
    let mut scene = Scene::new();
    read(&mut scene, &game, Side::First, r#"units = { "Narwa 1" = "0903 N" }"#);
    read(&mut scene, &game, Side::Second, r#"units = { "KN II" = "0203 N" }"#);
    assert_eq!(scene.theirs, hexes(&game, "0203"));
    assert_eq!((scene.ours, scene.foes.len()), (HexSet::EMPTY, 1));
    assert_eq!(scene.fronts, hexes(&game, "0303 0304"));
    assert_eq!(scene.side, Side::Second);
}
