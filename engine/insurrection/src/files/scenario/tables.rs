//! The file of tables: the artillery table [10.10.1], a band of ranges a line.

use szala_files::{Complaint, Field, Page};

use crate::position::data::GunBand;

/// [10.8] How far guns reach.
const REACH: u8 = 10;

const ARTILLERY: &str = "artillery";

/// Reads the whole file.
pub(super) fn read(page: &Page<'_>) -> Vec<GunBand> {
    let mut table: Vec<GunBand> = Vec::new();
    let Some(bands) = page.section(&[ARTILLERY]) else {
        if !page.has(&[ARTILLERY]) {
            page.complain(page.span(), "the file has no `artillery`");
        }
        return table;
    };
    let mut last = 0;
    for field in bands.fields() {
        let effect = page.typed(&[ARTILLERY, field.name()]).and_then(|effect| plus(&effect).ok());
        let to = page.take(band(&field, last));
        // A band that is wrong is complained of once, not again at the one behind it.
        if let (Some(to), Some(Ok(plus))) = (to, effect.map(u8::try_from)) {
            table.push(GunBand { to, plus });
        }
        last = ends(field.name()).map_or(last, |(from, to)| from.max(to));
    }
    if bands.fields().is_empty() {
        page.complain(bands.span(), "the artillery table is empty: 1-3 = \"2M\" is a band");
    }
    table
}

/// `1-3`, or `4` alone.
fn ends(name: &str) -> Option<(u8, u8)> {
    let (from, to) = name.split_once('-').unwrap_or((name, name));
    Some((from.parse().ok()?, to.parse().ok()?))
}

/// The end of a band that follows on the last.
fn band(field: &Field<'_>, last: u8) -> Result<u8, Complaint> {
    let refuse = |message: String| Err(Complaint::new(field.name_span(), message));
    let Some((from, to)) = ends(field.name()) else {
        return refuse(format!("`{}` is no band of ranges: 1-3, or 4 alone", field.name()));
    };
    let due = last.saturating_add(1);
    if from > to {
        return refuse(format!("the band runs backwards: {to}-{from} would be right"));
    }
    if from < due {
        return refuse(format!("bands ascend, and the next begins at {due}, not {from}"));
    }
    if from > due {
        return refuse(format!("the table has a gap: the next band begins at {due}, not {from}"));
    }
    if to > REACH {
        return refuse(format!("guns reach {REACH} hexes [10.8], not {to}"));
    }
    Ok(to)
}

/// `M` is a test, `2M` a test with 2 added.
pub(super) fn plus(text: &str) -> Result<u16, String> {
    let plus = text.strip_suffix('M').and_then(|plus| match plus.as_bytes() {
        [] => Some(0),
        [digit @ b'1'..=b'9'] => Some(digit - b'0'),
        _ => None,
    });
    plus.map(u16::from)
        .ok_or_else(|| format!("`{text}` is no effect: M is a test, 2M a test with 2 added, up to 9M"))
}
