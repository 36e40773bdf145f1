//! The dice of attacks and of difficult ground: cells of the tables against a count by hand.

use szala_kernel::dice::Fraction;
use szala_kernel::odds::OddsTable;
use szala_verdox::scenario::{Variant, load_variant};
use szala_verdox::{Hit, Verdox};

use crate::common::{load, text};

/// The chances of a row.
fn chances(tables: &[OddsTable], name: &str, keys: &[&str]) -> Vec<Fraction> {
    let table = tables.iter().find(|table| table.name == name).expect("the table is one of them");
    let row = table.rows.iter().find(|row| row.keys == keys);
    row.unwrap_or_else(|| panic!("{name} has no row {keys:?}")).chances.clone()
}

fn sixths<const COUNT: usize>(numerators: [u128; COUNT]) -> Vec<Fraction> {
    numerators.map(|numerator| Fraction::new(numerator, 6)).into()
}

#[test]
fn every_row_has_all_chances_and_they_add_up_to_one() {
    assert!(load("drill").odds_tables().iter().all(|table| table.is_sound() && !table.rows.is_empty()));
}

#[test]
fn r3_11_cells_of_hits_by_hand() {
    let tables = load("drill").odds_tables();
    // [7.1.4] Infantry is lost on 1 or 2. [7.4.4] Cavalry is lost on 1 and goes on foot on 2.
    assert_eq!(chances(&tables, "hits", &["infantry"]), sixths([4, 0, 2]));
    assert_eq!(chances(&tables, "hits", &["cavalry"]), sixths([4, 1, 1]));
}

#[test]
fn r6_10_8_cells_of_shots_at_walls_and_r7_7_7_at_barges_by_hand() {
    let tables = load("drill").odds_tables();
    // A wall comes down on a 1; after two shots 5/6 * 5/6 = 25/36 still stand.
    assert_eq!(chances(&tables, "walls", &["1"]), sixths([5, 1]));
    assert_eq!(chances(&tables, "walls", &["2"]), [Fraction::new(25, 36), Fraction::new(11, 36)]);
    // A barge sinks on 1 or 2: 2/3 * 2/3 = 4/9 are afloat after two.
    assert_eq!(chances(&tables, "barges", &["2"]), [Fraction::new(4, 9), Fraction::new(5, 9)]);
}

#[test]
fn r6_9_5_cells_of_steps_by_hand() {
    let tables = load("drill").odds_tables();
    let steps = |unit, step| chances(&tables, "steps", &[unit, step]);
    assert_eq!(steps("others", "over open ground"), sixths([6, 0, 0]));
    // [6.8.4] Out of a canal on 1 or 2. [6.9.5] In a swamp it first sinks on a 1: 5/6 * 2/6 = 10/36 get out.
    assert_eq!(steps("others", "out of a canal"), sixths([2, 4, 0]));
    let [out, stays, sinks] = [10, 20, 6].map(|numerator| Fraction::new(numerator, 36));
    assert_eq!(steps("others", "out of a swamp"), [out, stays, sinks]);
    assert_eq!(steps("others", "within a swamp"), sixths([5, 0, 1]));
    // [6.10.3] Up a fortification on a 1. [7.6.3] Guns move on a 1: 1/6 * 1/6.
    assert_eq!(steps("others", "up a fortification"), sixths([1, 5, 0]));
    let [up, not] = [1, 35].map(|numerator| Fraction::new(numerator, 36));
    assert_eq!(steps("artillery", "up a fortification"), [up, not, Fraction::ZERO]);
}

#[test]
fn r7_6_3_tables_follow_the_scenario() {
    let mut variant = Variant::default();
    for words in ["kinds.artillery.moves_on=3", "kinds.infantry.hits.3=lost"] {
        variant.set(words).expect("the words have the form of a change");
    }
    let scenario = load_variant("drill.toml", &|name| Ok(text(name)), &variant).expect("the change is sound");
    assert_eq!(scenario.kinds.cards[0].hits[2], Hit::Lost);
    let tables = Verdox::new(scenario).odds_tables();
    assert_eq!(chances(&tables, "steps", &["artillery", "over open ground"]), sixths([3, 3, 0]));
    assert_eq!(chances(&tables, "hits", &["infantry"]), sixths([3, 0, 3]));
}
