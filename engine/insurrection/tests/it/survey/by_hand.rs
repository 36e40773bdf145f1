//! The odds that players see before the dice, worked out by hand.

use szala_board::HexId;
use szala_files::Document;
use szala_files::case::Casebook;
use szala_insurrection::{Action, Insurrection, MeleeOdds, Prospect, State, UnitId, UnitSet};
use szala_kernel::dice::SeededDice;
use szala_kernel::{Notation, Rules, Table};

use super::{SEED, prospects};
use crate::common::load;

#[test]
fn r11_7_of_a_hundred_pairs_so_many_are_won() {
    // With modifiers equal the attacker has 45 pairs above and 10 equal. A point more takes over those lost by one, 9,
    // then 8 and so on; a point less gives away those that were equal, 10, then 9 and so on. From -10 to +10:
    let won = [0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 64, 72, 79, 85, 90, 94, 97, 99, 100, 100];
    for (margin, won) in (-10..=10).zip(won) {
        assert_eq!(MeleeOdds::of(margin).won, won, "margin {margin}");
    }
}

#[test]
fn r11_8_of_a_hundred_pairs_so_many_leave_the_winner_unhurt() {
    // 10 - |k| pairs of dice are k apart. With a margin m the attacker is six ahead where k + m is 6 or more, and six
    // behind where it is -6 or less. An even melee: 4 + 3 + 2 + 1 = 10 either way.
    assert_eq!(MeleeOdds::of(0), MeleeOdds { won: 55, won_unscathed: 10, lost_unscathed: 10 });
    for margin in -40_i32..=40 {
        let count = |fits: &dyn Fn(i32) -> bool| -> i32 {
            (-9..=9).filter(|apart| fits(apart + margin)).map(|apart: i32| 10 - apart.abs()).sum()
        };
        let odds = MeleeOdds::of(margin);
        assert_eq!(i32::from(odds.won_unscathed), count(&|ahead| ahead >= 6), "margin {margin}");
        assert_eq!(i32::from(odds.lost_unscathed), count(&|ahead| ahead <= -6), "margin {margin}");
        assert_eq!(i32::from(odds.won), count(&|ahead| ahead >= 0), "margin {margin}");
    }
}

/// A position as in rule cases, before anything is done.
fn position(rules: &Insurrection, text: &str) -> State {
    let document = Document::parse(text).unwrap_or_else(|wrong| panic!("{wrong:?} in\n{text}"));
    rules.set_up(&document.root()).unwrap_or_else(|wrong| panic!("{wrong:?} in\n{text}"))
}

fn unit(rules: &Insurrection, name: &str) -> UnitId {
    let all = rules.scenario().all_units();
    all.iter().find(|unit| rules.scenario().unit(*unit).name == name).expect("a unit of this name")
}

fn hex(rules: &Insurrection, label: &str) -> HexId {
    rules.scenario().board.parse_label(label).expect("a label of the board")
}

/// The prospects of a shot in the first turn of fire of the active commander's phase.
fn told(rules: &Insurrection, text: &str, shot: &str) -> Vec<Prospect> {
    let mut state = position(rules, &format!("phase = \"fire\"\n{text}"));
    rules.apply(&mut state, Action::Start, &mut Table::new(SeededDice::new(SEED.game(0)), ()));
    let shot = rules.parse_action(shot).expect("the test writes a valid shot");
    assert_eq!(rules.refusal(&state, shot), None, "{text}");
    prospects(rules, &state, shot)
}

#[test]
fn r10_9_4_four_points_next_to_the_target_drive_back_at_four_faces() {
    let rules = load("historical");
    // 4 / 1 = 4: row 4-5, +1, and +1 for a first shot. Above the morale of 7: 6 + 2 and more, four faces; 9 or more:
    // 7 + 2 and more, three.
    let text = r#"active = "Grabowski"
units = { "Narwa 1" = "0608 S", "1/I/7 pp lit." = "0509 N" }
commanders = { Grabowski = "0309", Lewiz = "0808" }"#;
    let unit = unit(&rules, "1/I/7 pp lit.");
    let expected = Prospect::Test { unit, driven: 4, hit: 3, commanders: true };
    assert_eq!(told(&rules, text, "fire 0608 at 0509"), [expected]);
}

#[test]
fn r10_9_4t_two_hexes_away_the_row_is_lower_and_no_commander_is_in_danger() {
    let rules = load("historical");
    // 4 / 2 = 2: row 2-3, 0, and 0 for a second shot: 8 and 9 are above 7; of these 9 is a loss.
    let text = r#"active = "Grabowski"
units = { "Narwa 1" = { at = "0708 S", shots = 1 }, "1/I/7 pp lit." = "0509 N" }
commanders = { Grabowski = "0509", Lewiz = "0808" }"#;
    let unit = unit(&rules, "1/I/7 pp lit.");
    let expected = Prospect::Test { unit, driven: 2, hit: 1, commanders: false };
    assert_eq!(told(&rules, text, "fire 0708 at 0509"), [expected]);
}

#[test]
fn r10_9_4t_trenches_shelter() {
    let rules = load("historical");
    // 5 / 1 = 5: row 4-5, +1, first shot +1, the trench -1. Above the morale of 6: 6 + 1 and more, four faces; 9: 8 + 1
    // and more, two.
    let text = r#"active = "Lewiz"
units = { "Narwa 1" = "0709 S", "1/I/7 pp lit." = "0608 N" }
commanders = { Grabowski = "0309", Lewiz = "0808" }"#;
    let unit = unit(&rules, "Narwa 1");
    let expected = Prospect::Test { unit, driven: 4, hit: 2, commanders: true };
    assert_eq!(told(&rules, text, "fire 0608 at 0709"), [expected]);
}

#[test]
fn r7_2_2_a_square_is_easier_to_hit_and_fires_with_a_quarter() {
    let rules = load("historical");
    let square = |name: &str| format!("\"{name}\" = {{ at = \"0908 S\", marks = [\"square\"] }}");
    let companies = ["Narwa 1", "Narwa 2", "Narwa 3", "Pskow 1"].map(square).join("\n");
    // Muskets: 5 / 1 = 5: row 4-5, +1, first shot +1, a square +1. Above the morale of 6: 4 + 3 and more, six faces; 9:
    // 6 + 3 and more, four.
    let text = |active: &str| {
        format!(
            "active = \"{active}\"\ncommanders = {{ Grabowski = \"0309\", Lewiz = \"1009\" }}\n[units]\n{companies}
\"1/I/7 pp lit.\" = \"0808 N\""
        )
    };
    let unit_of = |name| unit(&rules, name);
    let expected = Prospect::Test { unit: unit_of("Narwa 1"), driven: 6, hit: 4, commanders: true };
    assert_eq!(told(&rules, &text("Lewiz"), "fire 0808 at 0908"), [expected]);
    // Four companies of 4 by 4 times one hex: 16 / 4 = 4, row 4-5, +1, first shot +1. Above 7: 6 + 2; 9: 7 + 2.
    let expected = Prospect::Test { unit: unit_of("1/I/7 pp lit."), driven: 4, hit: 3, commanders: true };
    assert_eq!(told(&rules, &text("Grabowski"), "fire 0908 at 0808"), [expected]);
}

#[test]
fn r6_10_a_shell_tries_each_unit_of_a_stack() {
    let rules = load("historical");
    // Range 2: 2M, +2. Both have a morale of 7: 6 + 2 and more, four faces; 9: 7 + 2 and more, three.
    let text = r#"active = "Grabowski"
units = { "Russian guns" = "0708 S", "1/I/7 pp lit." = "0509 N", "2/I/7 pp lit." = "0509 N" }
commanders = { Grabowski = "0309", Lewiz = "0808" }"#;
    let expected = ["1/I/7 pp lit.", "2/I/7 pp lit."].map(|name| Prospect::Test {
        unit: unit(&rules, name),
        driven: 4,
        hit: 3,
        commanders: true,
    });
    assert_eq!(told(&rules, text, "shell 0509: Russian guns"), expected);
}

#[test]
fn r10_9_5_muskets_take_lone_guns_by_a_die_below_their_firepower() {
    let rules = load("historical");
    // Firepower 5: 0 to 4, five of ten.
    let text = r#"active = "Lewiz"
units = { "Russian guns" = "0802 S", "1/I/7 pp lit." = "0702 N", "Narwa 1" = "1009 S" }
commanders = { Grabowski = "0309", Lewiz = "1009" }"#;
    let gun = unit(&rules, "Russian guns");
    assert_eq!(told(&rules, text, "fire 0702 at 0802"), [Prospect::Capture { gun, hundredths: 50 }]);
}

#[test]
fn r10_10_6_guns_take_lone_guns_by_a_die_above_the_distance_and_a_nought() {
    let rules = load("historical");
    // Six hexes. [D-10.10.6a] The Poles add 1: 6 to 9 are found, four of ten, and a tenth of those taken. The Russians
    // add nothing: 7 to 9.
    for (active, firer, hundredths) in [("Lewiz", "Polish guns", 4), ("Grabowski", "Russian guns", 3)] {
        let there = if active == "Lewiz" { "0802" } else { "0202" };
        let text = format!(
            "active = \"{active}\"
units = {{ \"Russian guns\" = \"0802 S\", \"Polish guns\" = \"0202 N\" }}
commanders = {{ Grabowski = \"0109\", Lewiz = \"1009\" }}"
        );
        let other = if firer == "Polish guns" { "Russian guns" } else { "Polish guns" };
        let expected = Prospect::Capture { gun: unit(&rules, other), hundredths };
        assert_eq!(told(&rules, &text, &format!("shell {there}: {firer}")), [expected], "{firer}");
    }
}

#[test]
fn r11_7t_margins_of_entering_by_front_flank_and_rear() {
    let rules = load("historical");
    // 5 against 4 is 1:1. Grabowski at 0704 commands his, the Russians are alone: +1. The company in 0806 faces S: 0706
    // is in its front zone, 0805 in its flank zone, +2, 0906 in its rear zone, +4.
    for (from, margin) in [("0706", 1), ("0805", 3), ("0906", 5)] {
        let text = format!(
            "active = \"Grabowski\"
commanders = {{ Grabowski = \"0704\" }}
units = {{ \"Narwa 1\" = \"0806 S\", \"1/I/7 pp lit.\" = \"{from} N\" }}"
        );
        let state = position(&rules, &text);
        let group = UnitSet::of(unit(&rules, "1/I/7 pp lit."));
        let [from, to] = [from, "0806"].map(|label| hex(&rules, label));
        assert_eq!(rules.margin_of_entering(&state, group, from, to, false), margin, "{text}");
    }
}

#[test]
fn r11_7t_the_margin_of_a_charge_and_of_numbers() {
    let rules = load("historical");
    // Two squadron points against a company of 4: the defender has 2:1, +1. The flank +2, in command +1; a charge +2.
    let text = r#"active = "Grabowski"
commanders = { Grabowski = "0704" }
units = { "Narwa 1" = "0806 S", "KN II" = "0805 NE" }"#;
    let state = position(&rules, text);
    let group = UnitSet::of(unit(&rules, "KN II"));
    let [from, to] = ["0805", "0806"].map(|label| hex(&rules, label));
    assert_eq!(rules.margin_of_entering(&state, group, from, to, false), 2);
    assert_eq!(rules.margin_of_entering(&state, group, from, to, true), 4);
}
