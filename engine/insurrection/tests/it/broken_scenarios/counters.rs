//! Slips in the files of counters and tables.

use super::{I, TABLES, UNITS, breaks, each, edited};
use crate::shipped::{Texts, load_from, texts};

#[test]
fn slips_in_a_counter_are_told() {
    let first = "morale = { value = 7, standing = \"text\" }";
    each(
        UNITS,
        &[
            (
                first,
                "morale = { value = ¦10, standing = \"text\" }",
                "`morale` takes a number from 0 to 9, not 10",
            ),
            (first, "morale = ¦true", "`morale` takes a number from 0 to 9, not true"),
            (
                first,
                "morale = { value = 7, standing = ¦\"txt\" }",
                "there is no standing `txt`; did you mean `text`? There are text, derived, assumed",
            ),
            (
                first,
                "morale = { value = 7, ¦rang = [6, 7] }",
                "there is no key `rang`; did you mean `range`? There are value, standing, range, why",
            ),
            (first, "morale = ¦{ standing = \"text\" }", "`morale` has no `value`: morale = { value = ... }"),
            (
                first,
                "morale = { value = 7, range = ¦[5, 6] }",
                "the value 7 lies outside of its range, 5 to 6",
            ),
            (
                first,
                "morale = { value = 7, range = ¦[8, 6] }",
                "the range runs backwards: from 6 to 8 would be right",
            ),
            (first, "morale = { value = 7, range = ¦[7] }", "a range has two ends: range = [least, most]"),
            (first, "morale = { value = 7, range = [6, ¦12] }", "`range` takes a number from 0 to 9, not 12"),
            (
                "[[unit]]\nname = \"1/I/7 pp lit.\"\nside = \"Poles\"\ncommander = \"Grabowski\"\narm = \"infantry\"",
                "[[unit]]\nname = \"1/I/7 pp lit.\"\nside = \"Poles\"\ncommander = \"Grabowski\"\narm = ¦\"infantery\"",
                "there is no arm `infantery`; did you mean `infantry`? There are infantry, cavalry, artillery",
            ),
            (
                "name = \"KN II\"\nside = \"Poles\"\ncommander = \"Grabowski\"",
                "name = \"KN II\"\nside = \"Poles\"\ncommander = ¦\"Grabovski\"",
                "there is no commander `Grabovski`; did you mean `Grabowski`?…",
            ),
            (
                "name = \"KN II\"\nside = \"Poles\"\ncommander = \"Grabowski\"",
                "name = \"KN II\"\nside = \"Poles\"\ncommander = ¦\"Lewiz\"",
                "Lewiz commands for the Russians, and the unit is of the Poles",
            ),
            (
                "name = \"KN II\"\nside = \"Poles\"",
                "name = \"KN II\"\nside = ¦\"Pole\"",
                "there is no side `Pole`; did you mean `Poles`? There are Poles, Russians",
            ),
            (
                "[[unit]]\nname = \"KN II\"\nside = \"Poles\"\n",
                "¦[[unit]]\nname = \"KN II\"\n",
                "KN II has no `side`",
            ),
            (
                "name = \"Polish guns\"\n",
                "name = \"Polish guns\"\n¦fire = 2\n",
                "guns have no `fire`; what they do is in the artillery table",
            ),
            (
                "name = \"1/I/7 pp lit.\"\n",
                "name = \"1/I/7 pp lit.\"\n¦cossack = true\n",
                "Cossacks are cavalry",
            ),
            (
                "name = \"1/I/7 pp lit.\"\n",
                "name = \"1/I/7 pp lit.\"\n¦color = \"blue\"\n",
                "there is no key `color`; there are name, side, commander, arm, cossack, kosynierzy, skirmishers, \
                 stars, morale, morale_reverse, size, fire, fire_reverse",
            ),
            // [6.2] A squadron of 5 could stand nowhere.
            (
                "size = { value = 2, standing = \"derived\", why = \"60 men / 35\" }",
                "size = { value = ¦5, standing = \"derived\", why = \"60 men / 35\" }",
                "`size` takes a number from 1 to 4, not 5",
            ),
        ],
    );
}

#[test]
fn names_that_the_dice_cannot_tell_apart_are_told() {
    breaks(
        I,
        &[(UNITS, "name = \"Narwa 2\"", "name = ¦\"Narwa 1\""), (I, "\"Narwa 2\" =", "¦\"Narwa 2\" =")],
        &[
            "there is no unit or commander `Narwa 2`; did you mean `Narwa 1`?…",
            "there is a `Narwa 1` already: names are given once",
        ],
    );
    breaks(
        I,
        &[(
            UNITS,
            "name = \"Kirejew\"\n",
            "name = \"Kirejew\"\nside = \"Russians\"\n\n[[commander]]\nname = ¦\"Lewiz\"\n",
        )],
        &["there is a `Lewiz` already: names are given once"],
    );
    breaks(
        I,
        &[(UNITS, "name = \"1 StP\"", "name = ¦\" 1 StP\"")],
        &["a name has letters, and no blanks before or behind them"],
    );
}

#[test]
fn slips_in_four_files_are_told_all_at_once() {
    breaks(
        I,
        &[
            (I, "stages = 6", "stages = ¦0"),
            (super::MAP, "-1208\"", "-¦12O8\""),
            (UNITS, "name = \"KN II\"\nside = \"Poles\"", "name = \"KN II\"\nside = ¦\"Pols\""),
            (TABLES, "4-6", "¦5-6"),
        ],
        &[
            "`stages` takes a number from 1 to 24, not 0",
            "`12O8` is no hex of the map: a label has 2 digits…",
            "there is no side `Pols`; did you mean `Poles`? There are Poles, Russians",
            "the table has a gap: the next band begins at 4, not 5",
        ],
    );
}

#[test]
fn slips_in_the_artillery_table_are_told() {
    each(
        TABLES,
        &[
            ("\n4-6", "\n¦5-6", "the table has a gap: the next band begins at 4, not 5"),
            ("\n4-6", "\n¦3-6", "bands ascend, and the next begins at 4, not 3"),
            ("\n4-6", "\n¦6-4", "the band runs backwards: 4-6 would be right"),
            ("\n1-3", "\n¦2-3", "the table has a gap: the next band begins at 1, not 2"),
            ("\n7-10", "\n¦7-11", "guns reach 10 hexes [10.8], not 11"),
            ("\n7-10", "\n¦far", "`far` is no band of ranges: 1-3, or 4 alone"),
            ("\"1M\"", "¦\"+1\"", "`+1` is no effect: M is a test, 2M a test with 2 added, up to 9M"),
            ("[\"2M\", \"3M\"]", "¦[\"3M\", \"4M\"]", "the value 2M lies outside of its range, 3M to 4M"),
        ],
    );
    breaks(
        I,
        &[(TABLES, "[artillery]", "artillery = ¦{}\n[¦guns]")],
        &[
            "the artillery table is empty: 1-3 = \"2M\" is a band",
            "there is no key `guns`; there are artillery, terrain, border, standing",
        ],
    );
}

#[test]
fn names_that_come_to_the_same_number_get_two() {
    // `KN II` and `Narbutt 23277` hash to the same number below 61440, found by trying; `KN II` comes first.
    let renamed = edited(&[
        (UNITS, "name = \"Narbutt 1\"", "name = \"Narbutt 23277\""),
        (I, "\"Narbutt 1\" =", "\"Narbutt 23277\" ="),
    ]);
    let number = |texts: &Texts, name: &str| {
        let scenario = load_from(texts, I).expect("a sound scenario").scenario;
        scenario.units.iter().find(|unit| unit.name == name).expect("it takes part").subject
    };
    assert_eq!(number(&renamed, "KN II"), number(&texts(), "KN II"));
    assert_ne!(number(&renamed, "Narbutt 23277"), number(&renamed, "KN II"));
}
