//! Changes to the activation pool: stages cut out of the lines of several, chits taken out.

use szala_files::source::Origin;
use szala_files::tree::{Kind, Node, Row, Table};

use super::super::pool::{LAST, ends_named};
use super::target::stages;

/// The stages of a line of the pool; 255 is the last stage, whatever its number.
fn span_of(row: &Row, last: u8) -> (u8, u8) {
    let (from, to) = ends_named(&row.name, last).expect("the pool could be read");
    (from, if row.name.ends_with(LAST) { u8::MAX } else { to })
}

/// The line that is about a stage.
pub(super) fn of_stage(pool: &Table, stage: u8, last: u8) -> Option<&Node> {
    let is_its = |row: &&Row| {
        let (from, to) = span_of(row, last);
        (from..=to).contains(&stage)
    };
    pool.0.iter().find(is_its).map(|row| &row.node)
}

/// Writes a line for these stages; of the other lines their other stages are left.
pub(super) fn set(pool: &mut Table, (from, to): (u8, u8), last: u8, origin: &Origin, node: Node) {
    let left = |row: &Row| {
        let (first, end) = span_of(row, last);
        let before = (first, end.min(from - 1));
        let behind = (first.max(to.saturating_add(1)), if to == u8::MAX { 0 } else { end });
        [before, behind]
            .into_iter()
            .filter(|(first, end)| first <= end)
            .map(|(first, end)| Row { name: stages(first, end), ..row.clone() })
            .collect::<Vec<_>>()
    };
    let mut rows: Vec<Row> = pool.0.iter().flat_map(left).collect();
    rows.push(Row { name: stages(from, to), origin: origin.clone(), node });
    pool.0 = rows;
}

/// Ends the pool with the last stage: what there was for later ones is struck out.
pub(super) fn end(pool: &mut Table, last: u8) {
    pool.0.retain_mut(|row| {
        let (from, to) = span_of(row, last);
        if (last.saturating_add(1)..u8::MAX).contains(&to) {
            row.name = stages(from, last);
        }
        from <= last
    });
}

/// Takes a commander's chit out of every stage. A stage that is left without chits is the fault of `origin`.
pub(super) fn without(pool: &mut Table, name: &str, origin: &Origin) {
    for row in &mut pool.0 {
        let Kind::List(chits) = &mut row.node.kind else { continue };
        chits.retain_mut(|chit| {
            let among = chit.printed();
            let left: Vec<&str> = among.split(" or ").map(str::trim).filter(|one| *one != name).collect();
            if left.len() < among.split(" or ").count() {
                *chit = Node::text(&left.join(" or "), &chit.origin);
            }
            !left.is_empty()
        });
        if chits.is_empty() {
            row.node.origin = origin.clone();
        }
    }
}
