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
    let of = |side: Option<Side>| alike(all().filter(|(piece, _)| piece.side == side));
    let [first, second, nobodys] = [Some(Side::First), Some(Side::Second), None].map(|side| (side, of(side)));
    let high = |rows: &[Alike<'_>]| HEAD + ROW * f64::from(u32::try_from(rows.len()).unwrap_or(u32::MAX));
    let sides = high(&first.1).max(high(&second.1));
    let below = if nobodys.1.is_empty() { 0.0 } else { high(&nobodys.1) };
    let mut svg = String::new();
    drawing.open(&mut svg, title, [2.0 * COLUMN, TITLE + sides + below + 10.0]);
    drawing.title(title, 2.0 * COLUMN, 1.0, &mut svg);
    // Neutral pieces, if any, below both sides.
    for ([x, y], (side, rows)) in
        [[0.0, 0.0], [COLUMN, 0.0], [0.0, sides]].into_iter().zip([first, second, nobodys])
    {
        if side.is_none() && rows.is_empty() {
            continue;
        }
        open_group(&mut svg, [x, TITLE + y]);
        let name = escape(drawing.whose(side));
        let _ = write!(svg, "<text class=\"szb-title\" x=\"12\" y=\"18\" font-size=\"15\">{name}</text>");
        let mut y = HEAD;
        for row in &rows {
            open_group(&mut svg, [0.0, y]);
            unit(drawing, row, &mut svg);
            svg.push_str("</g>");
            y += ROW;
        }
        svg.push_str("</g>");
    }
    svg.push_str("</svg>\n");
    svg
}

/// Fewer counters than this are listed one by one, even if they are alike.
const MANY: usize = 12;

/// Counters that differ only in name: the first, the last, how many.
struct Alike<'p> {
    first: (&'p Piece, &'p Counter),
    last: &'p Piece,
    count: usize,
}

/// The counters; a run of many alike becomes one entry.
fn alike<'p>(counters: impl Iterator<Item = (&'p Piece, &'p Counter)>) -> Vec<Alike<'p>> {
    let all: Vec<_> = counters.collect();
    let is_alike = |(piece, counter): &(&Piece, &Counter), (next, after): &(&Piece, &Counter)| {
        (piece.look, &piece.about, counter) == (next.look, &next.about, after)
    };
    let row = |some: &[(&'p Piece, &'p Counter)]| Alike {
        first: some[0],
        last: some[some.len() - 1].0,
        count: some.len(),
    };
    let rows = all
        .chunk_by(is_alike)
        .map(|some| if some.len() < MANY { some.chunks(1).map(row).collect() } else { vec![row(some)] });
    rows.flat_map(|rows: Vec<_>| rows).collect()
}

fn unit(drawing: &Drawing<'_>, row: &Alike<'_>, svg: &mut String) {
    let Alike { first: (piece, counter), last, count } = *row;
    let name = if count == 1 {
        piece.name.clone()
    } else {
        format!("{} \u{2013} {} (\u{d7}\u{a0}{count})", piece.name, last.name)
    };
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
    for (y, class, text, size) in [(20, "szb-title", &name, 13.0), (37, "szb-note", &about, 11.5)] {
        let size = number(fitting(text, size, room));
        let text = escape(text);
        let _ = write!(svg, "<text class=\"{class}\" x=\"80\" y=\"{y}\" font-size=\"{size}\">{text}</text>");
    }
}

/// The font size, the height of a row, and the padding of a text.
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
    drawing.title(title, whole.max(width_of(title) * 17.0 + 24.0), 1.0, &mut svg);
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
