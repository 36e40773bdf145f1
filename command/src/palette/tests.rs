//! Tests of palettes: what they allow, and their errors.

use szala_kernel::picture::{Cell, LookId, Point, Tells};

use super::*;

fn known() -> Vec<Known> {
    let one = |path: &str, value: &str, takes, likely: Option<[&str; 2]>| Known {
        path: path.to_owned(),
        value: value.to_owned(),
        takes,
        likely: likely.map(|ends| ends.map(str::to_owned)),
    };
    let number = || Takes::Number { least: 0, most: 9 };
    vec![
        one("stages", "6", number(), None),
        one("units.Guard.morale", "5", number(), Some(["4", "7"])),
        one("units.Guard.size", "3", number(), None),
        one("set_up.Guard", "A N", Takes::Text("A N"), None),
        one("set_up.Drums", "absent", Takes::Text("A N"), None),
        one("pool.1", "Guard", Takes::List("Guard"), None),
        one("map.trench", "true", Takes::Flag, None),
    ]
}

/// Two squares with a common side, and a third that touches the first at a corner.
fn ground() -> Ground {
    let square = |label: &str, x: i32, y: i32| Cell {
        label: label.to_owned(),
        ground: LookId(0),
        centre: Point { x: x + 1, y: y + 1 },
        corners: [(0, 0), (2, 0), (2, 2), (0, 2)].map(|(a, b)| Point { x: x + a, y: y + b }).into(),
    };
    Ground {
        across: 2,
        looks: Vec::new(),
        cells: vec![square("A", 0, 0), square("B", 2, 0), square("C", 2, 2)],
        lines: Vec::new(),
        marks: Vec::new(),
        trays: Vec::new(),
        pieces: Vec::new(),
        conditions: Vec::new(),
        tells: Tells { losses: false, shots: false },
    }
}

fn palette(text: &str) -> Result<Palette, String> {
    super::read(Some(("games/palette.toml", text)), &known(), &ground())
}

fn read(text: &str) -> Result<Vec<(String, f64)>, String> {
    Ok(palette(text)?.edits.iter().map(|edit| (edit.words(), edit.cost)).collect())
}

#[test]
fn a_palette_names_values_units_and_variants_with_what_they_cost() {
    let found = read(
        "[[edits]]\npaths = \"units.*\"\nvalues = \"range\"\ncost = 0.5\n\
         [[edits]]\npaths = \"set_up.*\"\nvalues = \"beside\"\n\
         [[edits]]\npaths = \"pool.1\"\nvalues = [\"Guard\", \"Guard, Drums\"]\n\
         [[edits]]\nremove = \"*\"\ncost = 3\n\
         [[edits]]\nvariant = \"variants/rain.toml\"\n",
    );
    let expected = [
        ("units.Guard.morale=4 (is 5)", 0.5),
        ("units.Guard.morale=6 (is 5)", 0.5),
        ("units.Guard.morale=7 (is 5)", 1.0),
        ("set_up.Guard=B N (is A N)", 1.0),
        ("pool.1=Guard, Drums (is Guard)", 1.0),
        ("without Guard", 3.0),
        ("variant games/variants/rain.toml", 1.0),
    ];
    assert_eq!(found, Ok(expected.map(|(words, cost)| (words.to_owned(), cost)).into()));
}

#[test]
fn what_is_forbidden_stays_and_of_two_entries_the_first_counts() {
    let found = read(
        "forbid = [\"units.Guard.size\", \"map.*\"]\n\
         [[edits]]\npaths = \"stages\"\nvalues = \"step\"\ncost = 9\n\
         [[edits]]\npaths = \"*\"\nvalues = \"step\"\n[[edits]]\nremove = \"Guard\"\n",
    );
    let words: Vec<(String, f64)> = found.expect("the palette is sound");
    let told: Vec<&str> = words.iter().map(|(words, _)| words.as_str()).collect();
    let expected = [
        "stages=5 (is 6)",
        "stages=7 (is 6)",
        "units.Guard.morale=4 (is 5)",
        "units.Guard.morale=6 (is 5)",
        "without Guard",
    ];
    assert_eq!((told, words[0].1.to_bits()), (expected.into(), 9.0_f64.to_bits()));
    let only = read("[[edits]]\npaths = \"map.*\"\nvalues = \"step\"\nonly = \"false\"\n");
    assert!(only.expect_err("no trench is missing").contains("allows no edit"));
}

#[test]
fn a_palette_says_who_checks_with_files_of_its_own_folder() {
    let edits = "[[edits]]\npaths = \"stages\"\nvalues = \"step\"\n";
    let found = palette(&format!("checked_by = [\"plan:plans/a.toml, hold\", \"search:8\"]\n{edits}"));
    let names: Vec<String> = found.expect("it is sound").checked_by.iter().map(Pairing::to_string).collect();
    assert_eq!(names, ["plan:games/plans/a.toml,hold", "search:8"]);
    let wrong = palette(&format!("checked_by = [\"a,b,c\"]\n{edits}")).expect_err("three names are too many");
    assert!(
        wrong.starts_with("games/palette.toml: checked_by, `a,b,c`: name one player for each side"),
        "{wrong}"
    );
}

#[test]
fn what_is_wrong_with_a_palette_is_told_with_its_place() {
    for (text, told) in [
        (
            "forbid = [\"*\"]\n[[edits]]\npaths = \"*\"\nvalues = \"step\"\n",
            "it allows no edit of this scenario",
        ),
        ("[[edits]]\npaths = \"unit.*\"\nvalues = \"step\"\n", "edits 1: no path matches `unit.*`"),
        ("[[edits]]\npaths = \"stages\"\n", "edits 1: say `values`"),
        ("[[edits]]\npaths = \"stages\"\nvalues = \"steps\"\n", "line 3"),
        ("[[edits]]\nremove = \"Nobody\"\n", "no unit or commander matches `Nobody`"),
        ("[[edits]]\nvariant = \"a\"\nremove = \"b\"\n", "say one of `paths`, `remove`, `variant`"),
        ("[[edits]]\nvariant = \"a\"\ncost = 0\n", "`cost` is a number above 0"),
        ("[[edit]]\n", "unknown field `edit`"),
    ] {
        let found = read(text).expect_err(text);
        assert!(found.starts_with("games/palette.toml: ") && found.contains(told), "{found}");
    }
}

#[test]
fn values_are_written_as_a_variants_file_has_them() {
    let known = known();
    for (at, to, expected) in [
        (0, "7", "7"),
        (3, "B N", "\"B N\""),
        (5, "Guard, Drums", "[\"Guard\", \"Drums\"]"),
        (6, "false", "false"),
    ] {
        assert_eq!(written(&known[at], to), expected);
    }
}
