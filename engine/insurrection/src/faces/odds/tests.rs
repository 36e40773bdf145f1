//! Cells of the tables against counts by hand.

use szala_board::Ordinal;
use szala_kernel::dice::Fraction;

use super::*;
use crate::testing::Setup;

fn tables(change: impl Fn(&mut Setup)) -> Vec<OddsTable> {
    let mut setup = Setup::new();
    for (morale, hex) in [(6, "0405"), (7, "0605")] {
        let unit = setup.unit(Side::First, Arm::Infantry, 4, hex, szala_board::pointy::facing::N);
        let card = &mut setup.scenario.units[unit.index()];
        (card.morale, card.fire) = ([morale, morale - 1], 5);
    }
    change(&mut setup);
    Insurrection::new(setup.scenario).odds_tables()
}

/// The chances of a row, in hundredths.
fn hundredths(tables: &[OddsTable], name: &str, keys: &[&str]) -> Vec<u128> {
    let table = tables.iter().find(|table| table.name == name).expect("the table is one of them");
    let row = table.rows.iter().find(|row| row.keys == keys).unwrap_or_else(|| panic!("{name}: {keys:?}"));
    let hundredth = |chance: &Fraction| chance.numerator * 100 / chance.denominator;
    row.chances.iter().map(hundredth).collect()
}

#[test]
fn every_row_has_all_chances_and_they_add_up_to_one() {
    let tables = tables(|_| ());
    assert!(tables.iter().all(|table| table.is_sound() && !table.rows.is_empty()));
    let names: BTreeSet<&str> = tables.iter().map(|table| table.name).collect();
    assert_eq!(names.len(), tables.len(), "no two tables have the same name");
}

#[test]
fn r10_9_4t_cells_of_musket_fire_by_hand() {
    let tables = tables(|_| ());
    // The second shot adds nothing [10.9.8]. 5 at 1 is row 4-5: one is added. 8 and 9 come to 9 and more: a loss.
    // Morale 6: 6 and 7 come to 7 and 8, a retreat; morale 7: 7 alone; 0 to 5, or 0 to 6, nothing.
    assert_eq!(hundredths(&tables, "muskets", &["6", "5", "1"]), [60, 20, 20]);
    assert_eq!(hundredths(&tables, "muskets", &["7", "5", "1"]), [70, 10, 20]);
    // 5 at 2 is 2.5, up to 3: row 2-3, nothing added. 9 is a loss; 7 and 8 are above morale 6.
    assert_eq!(hundredths(&tables, "muskets", &["6", "5", "2"]), [70, 20, 10]);
    // 1 at 3 is 0.33, down to 0: no effect, without a test.
    assert_eq!(hundredths(&tables, "muskets", &["6", "1", "3"]), [100, 0, 0]);
    // A reverse of morale 5, row 2-3: 6, 7 and 8.
    assert_eq!(hundredths(&tables, "muskets", &["5", "2", "1"]), [60, 30, 10]);
}

#[test]
fn r10_9_7_cells_by_the_number_of_the_shot_by_hand() {
    let tables = tables(|_| ());
    // Row 6+ adds 2, the first shot 1 more [10.9.7]: 6 to 9 come to 9 and more; 4 and 5 to 7 and 8.
    assert_eq!(hundredths(&tables, "shots", &["6", "6+", "1"]), [40, 20, 40]);
    // Row 2-3, third and fourth shot, one less [10.9.9]: 9 comes to 8, so nobody takes a loss; 8 to 7.
    for shot in ["3", "4"] {
        assert_eq!(hundredths(&tables, "shots", &["6", "2-3", shot]), [80, 20, 0]);
    }
}

#[test]
fn r10_10_1t_cells_of_artillery_fire_by_hand_and_with_the_scenarios_table() {
    // Up to three hexes 2 are added: 7, 8 and 9 are a loss; 5 and 6 come to 7 and 8.
    assert_eq!(hundredths(&tables(|_| ()), "guns", &["6", "1-3"]), [50, 20, 30]);
    assert_eq!(hundredths(&tables(|_| ()), "guns", &["6", "7-10"]), [70, 20, 10]);
    let milder = tables(|setup| setup.scenario.gun_table[0].plus = 0);
    assert_eq!(hundredths(&milder, "guns", &["6", "1-3"]), [70, 20, 10]);
}

#[test]
fn r10_9_5_and_r10_10_6_cells_of_fire_at_lone_guns_by_hand() {
    let tables = tables(|_| ());
    // A die below 5: five faces.
    assert_eq!(hundredths(&tables, "muskets-at-guns", &["5"]), [50, 50]);
    // Above 6: 7, 8 and 9, and with practised gunners 6 too; then a 0, one face of ten.
    assert_eq!(hundredths(&tables, "guns-at-guns", &["Russians", "6"]), [97, 3]);
    assert_eq!(hundredths(&tables, "guns-at-guns", &["Poles", "6"]), [96, 4]);
}

#[test]
fn r3_4b_cells_of_a_test_of_morale_by_hand() {
    // Morale 6, nothing added: 0 to 6 pass. Two added: 0 to 4.
    let tables = tables(|_| ());
    assert_eq!(hundredths(&tables, "morale", &["6", "+0"]), [70, 30]);
    assert_eq!(hundredths(&tables, "morale", &["6", "+2"]), [50, 50]);
}

#[test]
fn r11_7_cells_of_melee_by_hand() {
    let tables = tables(|_| ());
    // Even: of 100 pairs ten are equal, the attacker's by one; 45 are his, 45 the other's. By six and more, 6 to 9
    // apart: 4 + 3 + 2 + 1 = 10 pairs either way.
    assert_eq!(hundredths(&tables, "melee", &["+0"]), [10, 45, 35, 10]);
    // Two more for the attacker: he loses where the other die is 3 and more higher, 7 + 6 + ... + 1 = 28 pairs; of
    // these 1 + ... + 2 = 3 are 8 or 9 apart. He wins by six and more where his die is 4 and more higher: 21 pairs.
    assert_eq!(hundredths(&tables, "melee", &["+2"]), [21, 51, 25, 3]);
    // [8.14.2] A charge through the front at even numbers adds 2; [11.7t] through a flank two more.
    assert_eq!(hundredths(&tables, "charge", &["front", "1:1"]), [21, 51, 25, 3]);
    assert_eq!(hundredths(&tables, "charge", &["flank", "1:1"]), hundredths(&tables, "melee", &["+4"]));
    assert_eq!(hundredths(&tables, "charge", &["rear", "3:1"]), hundredths(&tables, "melee", &["+8"]));
}

#[test]
fn r8_14_2_charges_follow_the_scenario() {
    let bolder = tables(|setup| setup.scenario.values.charge_bonus = 4);
    assert_eq!(hundredths(&bolder, "charge", &["front", "1:1"]), hundredths(&bolder, "melee", &["+4"]));
    let spared = tables(|setup| setup.scenario.family.only_attackers_win_unscathed = true);
    assert_eq!(hundredths(&spared, "melee", &["+0"]), [10, 45, 45, 0]);
}

#[test]
fn r11_11_2t_cells_of_flight_by_hand() {
    // Even: apart by 1 or 2 in 9 + 8 = 17 pairs either way, by 3 to 5 in 7 + 6 + 5 = 18, by more in 10; the ten equal
    // pairs are the attacker's by 1.
    let tables = tables(|_| ());
    assert_eq!(hundredths(&tables, "flight", &["+0"]), [10, 18, 17, 27, 18, 10]);
}
