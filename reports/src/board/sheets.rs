//! Sheets: the counters of both sides with their printed values, and the tables of the rules.

use core::fmt::Write;

use szala_kernel::Side;
use szala_kernel::picture::{Counter, Piece, Position, PrintedTable, Spot};

use super::paper::{escape, fitting, number, width_of};
use super::{Drawing, TITLE, open_group};

/// The width of a sheet of units: a column for each side.
const COLUMN: f64 = 430.0;
const ROW: f64 = 52.0;
const HEAD: f64 = 30.0;

pub(super) fn units(drawing: &Drawing<'_>, title: &str, position: &Position) -> String {
    let all = || {
        let pieces = drawing.ground.pieces.iter().zip(&position.counters);
        pieces.filter(|(_, counter)| counter.spot != Spot::Nowhere)
    };
    let of = |side: Side| all().filter(|(piece, _)| piece.side == side).collect::<Vec<_>>();
    let sides = Side::BOTH.map(of);
    let rows = sides.iter().map(Vec::len).max().unwrap_or(0);
    let rows = f64::from(u32::try_from(rows).unwrap_or(u32::MAX));
    let mut svg = String::new();
    drawing.open(&mut svg, title, [2.0 * COLUMN, TITLE + HEAD + rows * ROW + 10.0]);
    drawing.title(title, 2.0 * COLUMN, &mut svg);
    for (column, (side, pieces)) in (0_u8..).zip(Side::BOTH.into_iter().zip(&sides)) {
        open_group(&mut svg, [f64::from(column) * COLUMN, TITLE]);
        let name = escape(drawing.sides[side]);
        let _ = write!(svg, "<text class=\"szb-title\" x=\"12\" y=\"18\" font-size=\"15\">{name}</text>");
        let mut y = HEAD;
        for (piece, counter) in pieces {
            open_group(&mut svg, [0.0, y]);
            unit(drawing, piece, counter, &mut svg);
            svg.push_str("</g>");
            y += ROW;
        }
        svg.push_str("</g>");
    }
    svg.push_str("</svg>\n");
    svg
}

fn unit(drawing: &Drawing<'_>, piece: &Piece, counter: &Counter, svg: &mut String) {
    let place = match counter.spot {
        Spot::Cell(cell) | Spot::Marker(cell) => drawing.ground.cell(cell).label.clone(),
        Spot::Tray(tray) => drawing.language.tray_name(&drawing.ground.trays[tray.index()]),
        Spot::Nowhere => String::new(),
    };
    open_group(svg, [40.0, 24.0]);
    svg.push_str(&drawing.counter(piece, counter));
    svg.push_str("</g>");
    let about = format!("{place}: {}", piece.about);
    let room = COLUMN - 90.0;
    for (y, class, text, size) in [(20, "szb-title", &piece.name, 13.0), (37, "szb-note", &about, 11.5)] {
        let size = number(fitting(text, size, room));
        let text = escape(text);
        let _ = write!(svg, "<text class=\"{class}\" x=\"80\" y=\"{y}\" font-size=\"{size}\">{text}</text>");
    }
}

/// Letters, the height of a row, and what is left free beside a text.
const LETTERS: f64 = 12.5;
const LINE: f64 = 22.0;
const PAD: f64 = 10.0;
const BETWEEN: f64 = 26.0;

pub(super) fn tables(drawing: &Drawing<'_>, title: &str, tables: &[PrintedTable]) -> String {
    // Two columns of tables, each table to the shorter one.
    let sheets: Vec<([f64; 2], String)> = tables.iter().map(table).collect();
    let mut columns = [Vec::new(), Vec::new()];
    let mut heights = [0.0; 2];
    for sheet in &sheets {
        let column = usize::from(heights[1] < heights[0]);
        columns[column].push((heights[column], sheet));
        heights[column] += sheet.0[1] + BETWEEN;
    }
    let width = |column: &Vec<(f64, &([f64; 2], String))>| {
        column.iter().map(|(_, sheet)| sheet.0[0]).fold(0.0, f64::max)
    };
    let widths = columns.each_ref().map(width);
    let [left, right] = widths;
    let whole = left + if right > 0.0 { right + BETWEEN } else { 0.0 } + 24.0;
    let mut svg = String::new();
    drawing.open(
        &mut svg,
        title,
        [whole.max(width_of(title) * 17.0 + 24.0), TITLE + 12.0 + heights[0].max(heights[1])],
    );
    drawing.title(title, whole.max(width_of(title) * 17.0 + 24.0), &mut svg);
    for (x, column) in [12.0, 12.0 + left + BETWEEN].into_iter().zip(&columns) {
        for (y, (_, sheet)) in column {
            open_group(&mut svg, [x, TITLE + 12.0 + y]);
            svg.push_str(sheet);
            svg.push_str("</g>");
        }
    }
    svg.push_str("</svg>\n");
    svg
}

/// One table and its size.
fn table(table: &PrintedTable) -> ([f64; 2], String) {
    let lines = || core::iter::once(&table.head).chain(&table.rows);
    let width =
        |column: usize| lines().map(|line| width_of(&line[column])).fold(0.0, f64::max) * LETTERS + 2.0 * PAD;
    let widths: Vec<f64> = (0..table.head.len()).map(width).collect();
    let title = format!("{} [{}]", table.title, table.rule);
    // Bold letters are wider.
    let needed = width_of(&title) * 14.0 * 1.15 + PAD;
    let whole = widths.iter().sum::<f64>().max(needed);
    let mut svg = format!("<text class=\"szb-title\" y=\"12\" font-size=\"14\">{}</text>", escape(&title));
    let mut y = LINE;
    for (place, line) in lines().enumerate() {
        let class = match place {
            0 => "szb-head",
            _ if place % 2 == 0 => "szb-stripe",
            _ => "szb-plain",
        };
        let _ = write!(
            svg,
            "<rect class=\"{class}\" y=\"{}\" width=\"{}\" height=\"{LINE}\"/>",
            number(y),
            number(whole)
        );
        let mut x = PAD;
        for (cell, width) in line.iter().zip(&widths) {
            let _ = write!(
                svg,
                "<text class=\"szb-note\" x=\"{}\" y=\"{}\" font-size=\"{LETTERS}\">{}</text>",
                number(x),
                number(y + 15.0),
                escape(cell)
            );
            x += width;
        }
        y += LINE;
    }
    ([whole, y], svg)
}
