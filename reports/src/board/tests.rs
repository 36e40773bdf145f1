//! Where things lie, how values become colours, and that the colours are legible.

use szala_kernel::picture::{Counter, Piece, Position, Spot};
use szala_kernel::toy::TwoGates;
use szala_kernel::{BySide, Names, Pictured, Rules};

use super::heat::{CLASSES, class_of, end_of_scale, written};
use super::paper::{Paper, escape, fitting, number};
use super::{Drawing, STYLE};
use crate::messages::Language;

#[test]
fn numbers_have_one_digit_behind_the_point_and_no_sign_at_nought() {
    assert_eq!([1.0, 1.25, -0.04, 12.96, -3.5].map(number), ["1", "1.2", "0", "13", "-3.5"]);
}

#[test]
fn texts_are_escaped_and_no_text_breaks_the_file() {
    assert_eq!(escape("<a href='x'>&\"\u{7}"), "&lt;a href=&#39;x&#39;&gt;&amp;&quot;\u{fffd}");
}

#[test]
fn a_long_text_gets_smaller_letters_until_it_has_room() {
    assert!((fitting("ab", 10.0, 100.0) - 10.0).abs() < 1e-9);
    // Four letters of 0.57 at the size that fills 11.4: 11.4 / 2.28 = 5.
    assert!((fitting("abcd", 10.0, 11.4) - 5.0).abs() < 1e-9);
}

#[test]
fn a_scale_ends_at_ten_round_steps() {
    // A tenth of the largest value, rounded up to the next of 1, 2, 2.5, 5, 10 times a power of ten.
    let ends = [1.64, 0.8, 100.0, 88.0, 0.03, 2.0, 2.1, 0.0].map(end_of_scale);
    let expected = [2.0, 1.0, 100.0, 100.0, 0.05, 2.0, 2.5, 1.0];
    for (end, expected) in ends.into_iter().zip(expected) {
        assert!((end - expected).abs() < 1e-9, "{end} and not {expected}");
    }
}

#[test]
fn a_value_is_in_the_class_that_ends_at_it_and_nothing_is_in_none() {
    let classes = [0.0, 0.001, 0.2, 0.21, 1.9, 2.0].map(|value| class_of(value, 2.0));
    assert_eq!(classes, [None, Some(0), Some(0), Some(1), Some(9), Some(9)]);
    assert_eq!(["0.30", "2"].map(str::to_owned), [written(0.3, 1.0), written(1.6, 20.0)]);
    assert_eq!(written(0.04, 2.0), "", "nothing is written that would be read as nought");
}

/// The values of a variable in the style: light, dark by the system, dark by the page.
fn colours(name: &str) -> Vec<[f64; 3]> {
    let name = format!("{name}: #");
    let parts = STYLE.split(&name).skip(1);
    let channel = |part: &str, at: usize| {
        let value = u8::from_str_radix(&part[at..at + 2], 16)
            .expect("the color is written in two hexadecimal digits");
        f64::from(value) / 255.0
    };
    parts.map(|part| [channel(part, 0), channel(part, 2), channel(part, 4)]).collect()
}

/// Relative luminance as WCAG 2 defines it.
fn luminance(colour: [f64; 3]) -> f64 {
    let linear = |c: f64| if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) };
    let [red, green, blue] = colour.map(linear);
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// The ratio of contrast as WCAG 2 defines it.
fn contrast(one: [f64; 3], other: [f64; 3]) -> f64 {
    let [one, other] = [one, other].map(luminance);
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[test]
fn heat_gets_steadily_darker_by_day_and_lighter_by_lamplight() {
    for theme in 0..3 {
        let steps: Vec<f64> =
            (0..CLASSES).map(|class| luminance(colours(&format!("--szb-h{class}"))[theme])).collect();
        let rising = steps.windows(2).all(|pair| pair[0] < pair[1]);
        let falling = steps.windows(2).all(|pair| pair[0] > pair[1]);
        assert!(if theme == 0 { falling } else { rising }, "{theme}: {steps:?}");
    }
}

#[test]
fn what_is_written_on_heat_and_on_the_ground_can_be_read() {
    // WCAG 2 requires 4.5 for small letters, and 3 for large and bold ones, as in heat values.
    for theme in 0..3 {
        for class in 0..CLASSES {
            let [ground, text] = ["h", "t"].map(|what| colours(&format!("--szb-{what}{class}"))[theme]);
            assert!(contrast(ground, text) >= 4.5, "class {class}: {}", contrast(ground, text));
        }
        let of = |name: &str| colours(&format!("--szb-{name}"))[theme];
        for ground in [
            "paper",
            "clear",
            "hill",
            "forest",
            "wooded-hill",
            "none",
            "stripe",
            "head",
            "gate",
            "castle",
            "valley",
            "river",
            "canal",
            "swamp",
            "village",
            "wooden",
            "brick",
            "marshy-woods",
            "keep",
            "fortification",
        ] {
            assert!(contrast(of(ground), of("ink")) >= 7.0, "ink on {ground}");
            assert!(contrast(of(ground), of("soft")) >= 3.0, "labels on {ground}");
        }
        assert!(contrast(of("nobody"), [1.0; 3]) >= 4.5, "names on counters of nobody");
    }
}

/// Where the counters of Red and Blue lie, with this many copies of each, and the spots.
fn drawn(position: &Position) -> Vec<(usize, f64, f64, f64)> {
    let ground = TwoGates.ground();
    let sides = BySide::from_fn(|side| TwoGates.side_name(side));
    let drawing =
        Drawing { ground: &ground, sides, time: TwoGates.time(), name: "t", language: Language::English };
    drawing.items(position).into_iter().map(|item| (item.key, item.x, item.y, item.scale)).collect()
}

#[test]
fn both_sides_in_a_cell_lie_beside_each_other_and_are_smaller() {
    let mut position = TwoGates.picture(&TwoGates.opening());
    let gate = TwoGates
        .ground()
        .cells
        .iter()
        .position(|cell| cell.label == "left")
        .expect("the board has a gate of this name");
    let spot = Spot::Cell(szala_kernel::picture::CellId::from_index(gate));
    position.counters = position.counters.iter().map(|one| Counter { spot, ..*one }).collect();
    let items = drawn(&position);
    let at = |key: usize| items.iter().find(|item| item.0 == key).expect("the piece has a counter");
    let ((_, red, _, scale), (_, blue, ..)) = (at(0), at(1));
    // Side by side without touching: a counter is 38 wide before it is scaled down.
    assert!(*scale < 1.0 && blue - red >= 38.0 * scale, "{items:?}");
}

#[test]
fn those_beside_the_board_lie_in_their_tray_with_its_name() {
    let items = drawn(&TwoGates.picture(&TwoGates.opening()));
    assert_eq!(items.iter().map(|item| item.0).collect::<Vec<_>>(), [2, 0, 1], "the name, Red, Blue");
    assert!(items[2].1 - items[1].1 >= 38.0, "they do not cover each other: {items:?}");
}

#[test]
fn many_beside_the_board_lie_in_piles_of_those_who_are_alike_each_with_its_number() {
    let mut ground = TwoGates.ground();
    let [red, blue] = [ground.pieces[0].clone(), ground.pieces[1].clone()];
    let many = |piece: &Piece, count: usize| {
        let copy = |number| Piece { name: format!("{} {number}", piece.name), ..piece.clone() };
        (1..=count).map(copy).collect::<Vec<_>>()
    };
    ground.pieces = [many(&red, 40), many(&blue, 20)].concat();
    let mut position = TwoGates.picture(&TwoGates.opening());
    position.counters = vec![position.counters[0]; 60];
    // Two of the blue ones have fired: a pile of their own.
    position.counters[50].shots = 1;
    position.counters[51].shots = 1;
    let sides = BySide::from_fn(|side| TwoGates.side_name(side));
    let drawing = Drawing { ground: &ground, sides, time: "stage", name: "t", language: Language::English };
    let items = drawing.items(&position);
    let told = |text: &str| items.iter().find(|item| item.look.ends_with(&format!(">{text}</text>")));
    let numbers: Vec<f64> =
        ["\u{d7}40", "\u{d7}18", "\u{d7}2"].map(|text| told(text).expect("the value is a number").x).into();
    let scale = told("\u{d7}40").expect("the value is a number").scale;
    let numbers_are_apart = numbers.windows(2).all(|pair| pair[1] - pair[0] > 38.0 * scale);
    assert!(numbers_are_apart && numbers[2] < Paper::of(&ground).width, "{numbers:?}");
    let top = items.iter().filter(|item| item.key < 40).max_by_key(|item| item.height);
    assert!(top.is_some_and(|item| item.look.contains("Red 1 (")), "the next to come lies on top");
    let keys: std::collections::BTreeSet<usize> = items.iter().map(|item| item.key).collect();
    assert_eq!(keys.len(), items.len(), "each item has a key of its own");
}

#[test]
fn what_is_nobodys_lies_below_whoever_is_there_and_makes_no_melee() {
    let mut ground = TwoGates.ground();
    ground.pieces[0].side = None;
    let mut position = TwoGates.picture(&TwoGates.opening());
    let spot = Spot::Cell(szala_kernel::picture::CellId(1));
    position.counters = position.counters.iter().map(|one| Counter { spot, ..*one }).collect();
    let sides = BySide::from_fn(|side| TwoGates.side_name(side));
    let drawing = Drawing { ground: &ground, sides, time: "stage", name: "t", language: Language::English };
    let items = drawing.items(&position);
    let of = |key: usize| items.iter().find(|item| item.key == key).expect("the piece has a counter");
    let (free, blue) = (of(0), of(1));
    assert!(free.height < blue.height && free.scale >= 1.0 && blue.scale >= 1.0, "{items:?}");
}
