//! Names by hand: what becomes of dots, blanks, marks and letters of other alphabets, of two that fall together, and
//! how a column is found by the name that it had before.

use super::super::manifest::FieldKind;
use super::*;

fn field(name: &str, what: &str, whose: [Option<&str>; 2], stage: Option<u8>) -> Field {
    let [side, unit] = whose.map(|one| one.map(str::to_owned));
    Field {
        name: name.to_owned(),
        what: what.to_owned(),
        side,
        unit,
        group: None,
        stage,
        kind: FieldKind::Count,
        names: Vec::new(),
        about: String::new(),
    }
}

fn renamed(names: &[&str]) -> Vec<String> {
    let mut fields: Vec<Field> = names.iter().map(|name| field(name, "", [None; 2], None)).collect();
    rename(&mut fields);
    fields.into_iter().map(|field| field.name).collect()
}

#[test]
fn a_name_has_small_letters_digits_and_single_underscores() {
    for (before, today) in [
        ("game", "game"),
        ("losses.Narwa 1", "losses_narwa_1"),
        ("points.1/I/7 pp lit.", "points_1_i_7_pp_lit"),
        ("chosen.Russians.3", "chosen_russians_3"),
        ("lost_turn.Askans.riflemen 3", "lost_turn_askans_riflemen_3"),
        ("points.Poles.Madaliński", "points_poles_madalinski"),
        ("losses.ZAŻÓŁĆ GĘŚLĄ JAŹŃ", "losses_zazolc_gesla_jazn"),
        // The same letters with their marks behind them.
        ("losses.Z\u{307}o\u{301}\u{142}w", "losses_zolw"),
        ("losses.Großer Kürassier", "losses_grosser_kurassier"),
        ("losses.__a -- b__", "losses_a_b"),
        ("_losses", "losses"),
    ] {
        assert_eq!(renamed(&[before]), [today]);
    }
}

#[test]
fn of_names_that_fall_together_the_later_get_numbers() {
    let names = ["losses.A-B", "losses.A B", "losses.a b 2", "losses.a/b", "losses.Нарва", "losses"];
    let due = ["losses_a_b", "losses_a_b_3", "losses_a_b_2", "losses_a_b_4", "losses", "losses_2"];
    assert_eq!(renamed(&names), due);
    // What has the names of today keeps them.
    assert_eq!(renamed(&due), due);
}

#[test]
fn a_column_is_found_by_its_name_of_before() {
    let fields = [
        field("losses_red_red", "losses", [Some("Red"), Some("Red")], None),
        field("losses_red", "losses", [Some("Red"), None], None),
        field("losses_narwa_1", "losses", [Some("Red"), Some("Narwa 1")], None),
        field("points_red_guns", "points", [Some("Red"), Some("guns")], None),
        field("gained_3", "gained", [None; 2], Some(3)),
        field("chosen_red_3", "chosen", [Some("Red"), None], Some(3)),
        field("lead", "lead", [None; 2], None),
    ];
    for (named, due) in [
        ("losses_red", Some(1)),
        ("losses.Red.Red", Some(0)),
        // The unit was never called so: its side was.
        ("losses.Red", Some(1)),
        ("losses.Narwa 1", Some(2)),
        ("points.Red.guns", Some(3)),
        ("gained.3", Some(4)),
        ("chosen.Red.3", Some(5)),
        ("lead", Some(6)),
        ("margin", Some(6)),
        ("losses.Narwa 2", None),
        ("losses", None),
    ] {
        assert_eq!(place_of(named, &fields), due, "{named}");
    }
}
