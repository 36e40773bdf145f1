//! Rows of the tables of odds against a count by hand of the faces in `scenarios/spqr/tables.toml`.

use szala_kernel::dice::Fraction;
use szala_spqr::Spqr;

use crate::bold::load_with;

fn drill(sets: &[&str]) -> Spqr {
    load_with("drill", sets).unwrap_or_else(|problems| panic!("{problems}"))
}

/// What may come of a row, and in how many of a hundred cases.
fn row(rules: &Spqr, table: &str, keys: &[&str]) -> Vec<(String, u128)> {
    let table = rules.odds_tables().into_iter().find(|one| one.name == table).expect("it is one of them");
    let row = table.rows.iter().find(|row| row.keys == keys);
    let chances = &row.unwrap_or_else(|| panic!("{} has no row {keys:?}", table.name)).chances;
    let hundredths = |chance: &Fraction| (0..=100).find(|count| Fraction::new(*count, 100) == *chance);
    let all = table.results.iter().zip(chances);
    let all = all.map(|(result, chance)| (result.clone(), hundredths(chance).expect("two dice at most")));
    all.filter(|(_, count)| *count > 0).collect()
}

#[track_caller]
fn check<const COUNT: usize>(rules: &Spqr, table: &str, keys: &[&str], wanted: [(&str, u128); COUNT]) {
    let mut found = row(rules, table, keys);
    let mut wanted = wanted.map(|(result, count)| (result.to_owned(), count));
    found.sort_unstable();
    wanted.sort_unstable();
    assert_eq!(found, wanted, "{table} {keys:?}");
}

#[test]
fn every_row_has_all_chances_and_they_add_up_to_one() {
    assert!(drill(&[]).odds_tables().iter().all(|table| table.is_sound() && !table.rows.is_empty()));
}

/// [8.17] [8.18] [8.14] [9.21]
#[test]
fn rows_of_missiles_by_hand() {
    let rules = drill(&[]);
    // Javelins of foot hit with 0 to 5; with 6 to 9 they run low.
    check(&rules, "missiles", &["foot J", "1", "others"], [("1", 60), ("- low", 40)]);
    check(&rules, "missiles", &["foot J", "1", "EL CH"], [("2", 60), ("- low", 40)]);
    // Armour adds 1 to javelins, through the front too: with 5 they miss.
    check(&rules, "missiles", &["foot J", "1", "HI PH, front"], [("1", 50), ("-", 10), ("- low", 40)]);
    // Bows: 5 at one hex, less 3 through the front of armour, and low with a 9 only.
    check(&rules, "missiles", &["foot A", "1", "HI PH, front"], [("1", 30), ("-", 60), ("- low", 10)]);
    // 3 at two hexes, less 2 at skirmishers.
    check(&rules, "missiles", &["foot A", "2", "SK"], [("1", 20), ("-", 70), ("- low", 10)]);
    // From elephants even elephants take one.
    check(&rules, "missiles", &["screen", "1", "EL CH"], [("1", 40), ("-", 50), ("- low", 10)]);
    // Low with 7 to 9 by the switch: with 6 it only misses.
    let rules = drill(&["switches.javelins_low=7"]);
    check(&rules, "missiles", &["foot J", "1", "others"], [("1", 60), ("-", 10), ("- low", 30)]);
}

/// [8.36.4] [8.54]
#[test]
fn columns_of_shock_by_hand() {
    let rules = drill(&[]);
    let first = [("6 (1)", 20), ("5 (1)", 20), ("5 (2)", 10), ("4 (2)", 40), ("3 (2)", 10)];
    check(&rules, "shock", &["1", "-"], first);
    let tripled = [("18 (1)", 20), ("15 (1)", 20), ("15 (2)", 10), ("12 (2)", 40), ("9 (2)", 10)];
    check(&rules, "shock", &["1", "defender"], tripled);
    // 2(2), twice 2(3), 2(4), twice 1(3), three times 1(4), 1(6), doubled for the defender.
    let last = [("2 (4)", 10), ("2 (6)", 20), ("2 (8)", 10), ("1 (6)", 20), ("1 (8)", 30), ("1 (12)", 10)];
    check(&rules, "shock", &["13", "attacker"], last);
}

/// [8.52] [8.53] [8.54] [9.21]
#[test]
fn clashes_of_types_by_hand() {
    let rules = drill(&[]);
    // Column 7, nobody superior.
    let phalanx = [("3 (2)", 20), ("2 (2)", 50), ("2 (3)", 20), ("2 (4)", 10)];
    check(&rules, "clash", &["LG", "PH", "front"], phalanx);
    // Column 12: legions are superior by weapons, not by the flank of skirmishers, who do half, at most 1.
    let flank = [("1 (4)", 10), ("1 (6)", 30), ("1 (8)", 30), ("0 (8)", 30)];
    check(&rules, "clash", &["SK", "LG", "flank"], flank);
    // Column 3: the phalanx is superior, and light cavalry alone does half to foot in ranks.
    check(&rules, "clash", &["PH", "LC", "front"], [("12 (1)", 40), ("9 (1)", 40), ("6 (1)", 20)]);
    // No such fight.
    let clashes = rules.odds_tables().into_iter().find(|table| table.name == "clash").expect("it is there");
    assert!(!clashes.rows.iter().any(|row| row.keys == ["EL", "LC", "front"]));
}

/// [10.11] [5.32] [5.33] [4.25] [10.28] [10.29] [4.6.3]
#[test]
fn tests_momentum_lines_rallies_and_casualties_by_hand() {
    let rules = drill(&[]);
    check(&rules, "test", &["6", "+0"], [("0", 70), ("1", 10), ("2", 10), ("3", 10)]);
    check(&rules, "test", &["6", "+1"], [("0", 60), ("1", 10), ("2", 10), ("3", 10), ("4", 10)]);
    // 0 to 5; 6 to 8, and a 9 with 2 to 8 after it; a 9 with 0 or 1; twice 9.
    let momentum = [
        ("a phase", 60),
        ("finished", 37),
        ("finished, an enemy leader acts", 2),
        ("finished, the turn ends", 1),
    ];
    check(&rules, "momentum", &["5"], momentum);
    // A 9 is doom for the best, too.
    let best = [
        ("a phase", 90),
        ("finished", 7),
        ("finished, an enemy leader acts", 2),
        ("finished, the turn ends", 1),
    ];
    check(&rules, "momentum", &["9"], best);
    check(&rules, "lines", &["6", "no"], [("the line", 70), ("single orders", 30)]);
    check(&rules, "lines", &["6", "yes"], [("the line", 60), ("single orders", 40)]);
    // It stands with 0 to 5, with hits by the second die of 1 at least and 5 at most; 6 routs on, 7 to 9 is the end.
    let rally = [("1", 12), ("2", 6), ("3", 6), ("4", 6), ("5", 30), ("routs on", 10), ("lost", 30)];
    check(&rules, "rally", &["4", "6", "no"], rally);
    // 1 more on the first die, 2 on the second.
    let again = [("2", 5), ("3", 5), ("4", 5), ("5", 35), ("routs on", 10), ("lost", 40)];
    check(&rules, "rally", &["4", "6", "yes"], again);
    check(&rules, "casualty", &["3"], [("-", 70), ("1", 10), ("2", 10), ("dead", 10)]);
    // Who has nothing left is dead.
    check(&rules, "casualty", &["1"], [("-", 70), ("dead", 30)]);
}
