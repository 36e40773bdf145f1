//! Cells of the tables of odds against a count by hand of the faces in `scenarios/pluton/tables.toml`.

use szala_kernel::dice::Fraction;
use szala_kernel::odds::OddsTable;
use szala_pluton::Pluton;

use crate::common::{load, load_with};

fn table(rules: &Pluton, name: &str) -> OddsTable {
    rules.odds_tables().into_iter().find(|table| table.name == name).expect("the table is one of them")
}

/// What may come of a row, and on how many of the ten faces.
fn row(table: &OddsTable, keys: &[&str]) -> Vec<(String, u128)> {
    let row = table.rows.iter().find(|row| row.keys == keys);
    let chances = &row.unwrap_or_else(|| panic!("{} has no row {keys:?}", table.name)).chances;
    let tenths = |chance: &Fraction| (0..=10).find(|tenths| Fraction::new(*tenths, 10) == *chance);
    let all = table.results.iter().zip(chances);
    let all = all.map(|(result, chance)| (result.clone(), tenths(chance).expect("the die has ten faces")));
    all.filter(|(_, tenths)| *tenths > 0).collect()
}

fn told<const COUNT: usize>(faces: [(&str, u128); COUNT]) -> Vec<(String, u128)> {
    faces.map(|(result, count)| (result.to_owned(), count)).into()
}

#[test]
fn every_row_has_all_chances_and_they_add_up_to_one() {
    assert!(load("drill").odds_tables().iter().all(|table| table.is_sound() && !table.rows.is_empty()));
}

/// [7.3.6] [7.5.4] [15.2]
#[test]
fn cells_of_small_arms_by_hand() {
    let fire = table(&load("drill"), "fire");
    // Three squares of rifles at two hexes have 9, the row from 8 on: nothing on five faces.
    let of_eight = told([("-", 5), ("1:0", 2), ("1:1", 1), ("2:1", 2)]);
    assert_eq!(row(&fire, &["light", "3", "2", "clear"]), of_eight);
    // Brick takes 3, which leaves 60 hundredths: 5.4, so 5, the row from 4 on.
    assert_eq!(row(&fire, &["light", "3", "2", "brick"]), told([("-", 7), ("1:0", 2), ("1:1", 1)]));
    // Machine guns at four hexes have 12; woods take 2, which leaves 75 hundredths: 9.
    assert_eq!(row(&fire, &["heavy", "3", "4", "woods"]), of_eight);
    // One square of rifles at four hexes has 1.
    assert_eq!(row(&fire, &["light", "1", "4", "clear"]), told([("-", 9), ("1:0", 1)]));
    // [D-7.3d] Rifles have no row beyond five hexes.
    assert!(!fire.rows.iter().any(|row| row.keys[0] == "light" && row.keys[2] == "6"));
}

/// [8.3.5] [8.3.4] [15.2]
#[test]
fn cells_of_barrages_and_of_shifts_by_hand() {
    let rules = load("drill");
    let barrage = table(&rules, "barrage");
    // Four barrels of 75 have 10; four of 150 have 20, of which brick leaves 60 hundredths: 12, the same row.
    let of_ten = told([("-", 4), ("1:0", 2), ("1:1", 2), ("2:1", 1), ("2:2", 1)]);
    assert_eq!(row(&barrage, &["75", "4", "clear"]), of_ten);
    assert_eq!(row(&barrage, &["150", "4", "brick"]), of_ten);
    let effects = table(&rules, "effects");
    // The book's own example: 10 at -3 is 6.
    assert_eq!(row(&effects, &["10", "-3"]), told([("-", 6), ("1:0", 2), ("1:1", 1), ("2:1", 1)]));
    // 10 at +2 is 13.
    let of_thirteen = told([("-", 3), ("1:0", 2), ("1:1", 2), ("2:1", 1), ("2:2", 2)]);
    assert_eq!(row(&effects, &["10", "+2"]), of_thirteen);
}

/// [10.3.3] The columns of 2:1 and 1:4, from the top of the table.
#[test]
fn cells_of_close_combat_by_hand() {
    let combat = table(&load("drill"), "combat");
    let mut two_to_one = row(&combat, &["2:1"]);
    two_to_one.sort_unstable();
    assert_eq!(two_to_one, told([("0/2p", 2), ("1/1", 2), ("1/1p", 2), ("1/2p", 2), ("2p/1", 2)]));
    let mut one_to_four = row(&combat, &["1:4"]);
    one_to_four.sort_unstable();
    assert_eq!(one_to_four, told([("2p/0", 2), ("2p/1", 2), ("3p/0", 6)]));
}

/// [10.3.3] [7.3.6] What is worked out are the tables of the scenario as it is played.
#[test]
fn the_odds_follow_the_tables_of_a_variant() {
    let rules = load_with("drill", &["tables.terrain.brick.shelter=2"]).expect("a shelter of 2 is within its range");
    // 9 with 75 hundredths is 6.75, so 7, the row from 6 on.
    let of_six = told([("-", 6), ("1:0", 2), ("1:1", 1), ("2:1", 1)]);
    assert_eq!(row(&table(&rules, "fire"), &["light", "3", "2", "brick"]), of_six);
}
