//! Values that are looked up by their paths, to be varied.

use szala_files::variant::Varied;
use szala_insurrection::Insurrection;
use szala_insurrection::scenario::{Known, Problems};

use super::{I, files, variant};

fn found(words: &[&str], paths: &[&str]) -> Result<Vec<Known>, Problems> {
    let files = files(&[]);
    <Insurrection>::look_up(I, &files, &variant(words, &files)?, paths)
}

#[track_caller]
fn refuses(words: &[&str], paths: &[&str], messages: &[&str]) {
    let told = found(words, paths).expect_err("it cannot be").to_string();
    assert_eq!(told.lines().collect::<Vec<_>>(), messages);
}

#[test]
fn a_path_is_looked_up_in_any_of_its_forms() {
    let forms = ["units.2/I/7 pp lit..size", "D-13.1a", "hexsides.trench.0605/0706", "pool.2-3"];
    let known = found(&[], &forms).expect("the paths exist");
    let paths: Vec<&str> = known.iter().map(|known| &*known.path).collect();
    let expected = [
        "units.2/I/7 pp lit..size",
        "switches.camp_draws_only_against_a_lead",
        "map.hexsides.trench.0706/0605",
        "pool.2-3",
    ];
    assert_eq!(paths, expected);
    assert_eq!(known[0].likely, Some(["4".to_owned(), "5".to_owned()]));
    assert_eq!(known[2].value, "true");
    // Two pools, one after the other.
    assert_eq!(known[3].value, "Grabowski, Lewiz; Grabowski, Lewiz or Kirejew");
}

#[test]
fn a_value_is_looked_up_as_the_changes_have_it() {
    let known = found(&["automatic_victory=4", "- KN II"], &["units.KN II.size"]);
    assert_eq!(known.expect("the path exists")[0].value, "2");
    let known = found(&["units.Narwa 1.arm=cavalry"], &["units.Narwa 1.size"]);
    assert!(known.is_err(), "what cannot be with the changes cannot be looked up");
}

#[test]
fn what_cannot_be_varied_is_told_all_at_once() {
    refuses(
        &["stages=8", "pool.3=Grabowski", "- KN II"],
        &["stage", "stages", "pool.2-4", "set_up.KN II", "values.charge_bonus"],
        &[
            "--vary stage: there is no path `stage`; did you mean `stages`? There are stages, automatic_victory, \
             strongholds, reinforcement, starting_lead, wins_at_zero, squares, practised_gunners, pool, \
             set_up, free_set_up, \
             switches, family, values, barred, map, commanders, \
             units, artillery, terrain, border",
            "--vary stages: a change to the scenario sets it already: leave one of them out",
            "--vary pool.2-4: a change to the scenario sets it already: leave one of them out",
            "--vary set_up.KN II: a change to the scenario sets it already: leave one of them out",
        ],
    );
    refuses(
        &[],
        &["D-13.1a", "switches.camp_draws_only_against_a_lead", "pool.2-4", "pool.4"],
        &[
            "--vary switches.camp_draws_only_against_a_lead: `D-13.1a` is the same value: each is varied once",
            "--vary pool.4: `pool.2-4` is the same value: each is varied once",
        ],
    );
}

#[test]
fn a_value_that_is_varied_is_told_of_as_it_was_typed() {
    let files = files(&[]);
    let mut varied = super::Variant::default();
    varied.vary("units.Narwa 1.morale", "12");
    let told = super::load_variant(I, &files, &varied).expect_err("too much").to_string();
    assert_eq!(told, "--vary units.Narwa 1.morale=12: `morale` takes a number from 0 to 9, not 12");
}
