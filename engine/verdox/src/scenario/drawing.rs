//! The drawing of the map: a block of characters with a ruler of columns and numbered rows, north on top, each
//! character a kind of ground from the legend.

use szala_board::SquareGrid;
use szala_kernel::text::drawing::{self, Frame};
use szala_kernel::text::{Field, Section};

use super::sheet::Sheet;
use crate::ids::Squares;
use crate::terrain::Ground;

/// What a character of the drawing stands for.
#[derive(Clone, Copy, Debug)]
struct Letter {
    ground: Ground,
    inside: bool,
}

/// What was drawn.
#[derive(Debug)]
pub(super) struct Drawing {
    pub(super) ground: Vec<Ground>,
    pub(super) inside: Squares,
}

/// Reads the table `ground`: the drawing and its legend.
pub(super) fn read(sheet: &mut Sheet<'_>, grid: SquareGrid) -> Option<Drawing> {
    let root = sheet.root.clone();
    let table = sheet.need(&root, "the map", "ground", Field::section)?;
    table.refuse_unknown(&["map", "legend"], &mut sheet.wrong);
    let legend = sheet.need(&table, "the ground", "legend", Field::section);
    let legend = legend.and_then(|legend| letters(sheet, &legend));
    let map = sheet.need(&table, "the ground", "map", |field| field.text().map(|_| field.clone()))?;
    let block = sheet.take(drawing::block(&sheet.source.text, &map))?;
    let legend = legend?;
    let before = sheet.wrong.len();
    let frame = Frame {
        rows: (1..=grid.rows).rev().map(|row| format!("{row:02}")).collect(),
        columns: (1..=grid.columns).map(|column| format!("{column:02}")).collect(),
        whole: "map",
        cells: "squares",
    };
    let mut drawn = Drawing { ground: vec![Ground::Clear; grid.square_count()], inside: Squares::EMPTY };
    for ([row, column], letter) in frame.read(block, &legend, &mut sheet.wrong) {
        let place =
            [column, frame.rows.len() - 1 - row].map(|place| i32::try_from(place).expect("a small map"));
        let square = grid.square_at(place).expect("a square of the map");
        drawn.ground[square.index()] = letter.ground;
        if letter.inside {
            drawn.inside.insert(square);
        }
    }
    (sheet.wrong.len() == before).then_some(drawn)
}

fn letters<'d>(sheet: &mut Sheet<'d>, legend: &Section<'d>) -> Option<Vec<(char, Letter)>> {
    let before = sheet.wrong.len();
    let mut letters = Vec::new();
    // [6.10.8] A breach is made in play.
    let grounds = Ground::ALL.map(|ground| (ground.name(), ground));
    let grounds = &grounds[..grounds.len() - 1];
    for field in legend.fields() {
        let Some(letter) = sheet.take(drawing::letter(&field)) else { continue };
        let Some(kind) = sheet.take(field.section()) else { continue };
        kind.refuse_unknown(&["terrain", "inside"], &mut sheet.wrong);
        let whose = format!("the ground `{letter}`");
        let ground = sheet.need(&kind, &whose, "terrain", |field| field.choice(grounds));
        let inside = kind.read("inside", &mut sheet.wrong, Field::flag).unwrap_or(false);
        let Some(ground) = ground else { continue };
        if inside && ground.is_fortified() {
            let message = "`inside` is for the ground within a fortification, not for the wall itself";
            sheet.complain(field.span(), message);
        }
        letters.push((letter, Letter { ground, inside }));
    }
    (sheet.wrong.len() == before).then_some(letters)
}
