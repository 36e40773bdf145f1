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

/// A scenario with a battery of one star and one of two, scythes, and shooters of firepower 3 and morale 6 (5).
fn of_the_sister_game() -> Vec<OddsTable> {
    let facing = szala_board::pointy::facing::N;
    tables(|setup| {
        for (stars, hex) in [(1, "0101"), (2, "0103")] {
            let guns = setup.unit(Side::First, Arm::Artillery, 1, hex, facing);
            setup.scenario.units[guns.index()].stars = stars;
        }
        let scythes = setup.unit(Side::First, Arm::Infantry, 5, "0105", facing);
        setup.scenario.units[scythes.index()].kosynierzy = true;
        let shooters = setup.unit(Side::First, Arm::Infantry, 3, "0107", facing);
        let card = &mut setup.scenario.units[shooters.index()];
        (card.skirmishers, card.morale) = (true, [6, 5]);
    })
}

#[test]
fn tables_of_rules_that_no_counter_calls_for_are_left_out() {
    let names: Vec<&str> = tables(|_| ()).iter().map(|table| table.name).collect();
    for name in ["stars", "stars-at-guns", "scythes", "skirmishers"] {
        assert!(!names.contains(&name), "{name}");
    }
    assert!(of_the_sister_game().iter().all(|table| table.is_sound() && !table.rows.is_empty()));
}

#[test]
fn r10_10_6m_cells_of_batteries_with_stars_by_hand() {
    let tables = of_the_sister_game();
    // Up to six hexes 1 is added, and a star each. Two stars: 6 to 9 come to 9 and more [D-M10.10.6b]; 4 and 5 to 7
    // and 8, above morale 6. One: 7 to 9; 5 and 6.
    assert_eq!(hundredths(&tables, "stars", &["6", "2", "4-6"]), [40, 20, 40]);
    assert_eq!(hundredths(&tables, "stars", &["6", "1", "4-6"]), [50, 20, 30]);
    // Up to three hexes 2: with two stars 5 to 9 are a loss, 3 and 4 a retreat.
    assert_eq!(hundredths(&tables, "stars", &["6", "2", "1-3"]), [30, 20, 50]);
}

#[test]
fn r10_10_6_cells_of_batteries_with_stars_at_lone_guns_by_hand() {
    let tables = of_the_sister_game();
    // The guns of the first side add 1. At 4 hexes a first die of 4 to 9 is above: 6 of 10. The second, less one star,
    // is 0 or less for 0 and 1: 2 of 10; less two for 0 to 2: 3 of 10.
    assert_eq!(hundredths(&tables, "stars-at-guns", &["Poles", "1", "4"]), [88, 12]);
    assert_eq!(hundredths(&tables, "stars-at-guns", &["Poles", "2", "4"]), [82, 18]);
    // The others add nothing: 5 to 9, 5 of 10; 15 hundredths with two stars.
    assert_eq!(hundredths(&tables, "stars-at-guns", &["Russians", "2", "4"]), [85, 15]);
}

#[test]
fn r7_5m_cells_of_cavalry_against_scythes_by_hand() {
    let tables = of_the_sister_game();
    // The charge adds 2 and the scythes 2: even dice. A tie is the attacker's: 55 of 100 pairs. By 6 and more he wins
    // with 4 + 3 + 2 + 1 = 10 of them, and loses with as many.
    assert_eq!(hundredths(&tables, "scythes", &["charges", "1:1"]), [10, 45, 35, 10]);
    // Without the charge he is 2 behind: he wins where his die is 2 higher, 8 + 7 + ... + 1 = 36 pairs, and by 6 where
    // it is 8 higher, 2 + 1 = 3. He loses by 6 where his die is 4 lower or more: 6 + 5 + ... + 1 = 21.
    assert_eq!(hundredths(&tables, "scythes", &["enters", "1:1"]), [3, 33, 43, 21]);
}

#[test]
fn r9_1a_cells_of_the_answer_of_skirmishers_by_hand() {
    let tables = of_the_sister_game();
    // Morale 6 passes with 0 to 6: 7 of 10. 3 / 1 = 3 is row 2-3, nothing added; the first shot adds 1. Against morale
    // 6: 0 to 5 nothing, 6 and 7 a retreat, 8 and 9 come to 9 and more. 0.7 of 0.6, 0.2 and 0.2.
    assert_eq!(hundredths(&tables, "skirmishers", &["6", "3", "6"]), [30, 42, 14, 14]);
    // Firepower 1 is row 0-1: no test. Morale 5 on the reverse passes with 0 to 5.
    assert_eq!(hundredths(&tables, "skirmishers", &["5", "1", "6"]), [40, 60, 0, 0]);
}
