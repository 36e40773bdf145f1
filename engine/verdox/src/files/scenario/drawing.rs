//! The drawing of the map: a block of characters with a ruler of columns and numbered rows, north on top, each
//! character a kind of ground from the legend.

use szala_board::SquareGrid;
use szala_files::Page;
use szala_files::drawing::{self, Frame};

use super::values::GROUNDS;
use crate::position::ground::Ground;
use crate::position::ids::Squares;

/// The keys of the drawing, and of the meanings of its letters.
pub(super) const DRAWING: [&str; 2] = ["ground", "map"];
pub(super) const LEGEND: [&str; 2] = ["ground", "legend"];

/// The meaning of a character of the drawing.
#[derive(Clone, Copy, Debug)]
struct Letter {
    ground: Ground,
    inside: bool,
}

/// The drawing.
#[derive(Debug)]
pub(super) struct Drawing {
    pub(super) ground: Vec<Ground>,
    pub(super) inside: Squares,
}

/// Reads the drawing and its legend.
pub(super) fn read(page: &Page<'_>, grid: SquareGrid) -> Option<Drawing> {
    let legend = letters(page);
    let map = page.field(&DRAWING).filter(|map| map.text().is_ok())?;
    let block = page.take(drawing::block(page.text(), &map))?;
    page.record_whole("map.ground", format!("{} rows of {}", grid.rows, grid.columns));
    let legend = legend?;
    let frame = Frame {
        rows: (1..=grid.rows).rev().map(|row| format!("{row:02}")).collect(),
        columns: (1..=grid.columns).map(|column| format!("{column:02}")).collect(),
        whole: "map",
        cells: "squares",
    };
    let mut drawn = Drawing { ground: vec![Ground::Clear; grid.square_count()], inside: Squares::EMPTY };
    let mut wrong = Vec::new();
    for ([row, column], letter) in frame.read(block, &legend, &mut wrong) {
        let place = [column, frame.rows.len() - 1 - row].map(|place| {
            i32::try_from(place).expect("a map has fewer rows and columns than an i32 has numbers")
        });
        let square = grid.square_at(place).expect("the frame has the rows and columns of the grid");
        drawn.ground[square.index()] = letter.ground;
        if letter.inside {
            drawn.inside.insert(square);
        }
    }
    page.take_all(wrong).then_some(drawn)
}

fn letters(page: &Page<'_>) -> Option<Vec<(char, Letter)>> {
    let mut letters = Vec::new();
    let mut is_sound = true;
    for field in page.section(&LEGEND)?.fields() {
        let name = field.name();
        let of = |key| [LEGEND[0], LEGEND[1], name, key];
        let ground = page.choice(&of("terrain"), &GROUNDS);
        let inside = page.flag(&of("inside"));
        let (Some(letter), Some(ground), Some(inside)) = (page.take(drawing::letter(&field)), ground, inside)
        else {
            is_sound = false;
            continue;
        };
        if inside && ground.is_fortified() {
            let message = "`inside` is for the ground within a fortification, not for the wall itself";
            page.complain(field.span(), message);
        }
        letters.push((letter, Letter { ground, inside }));
    }
    is_sound.then_some(letters)
}
