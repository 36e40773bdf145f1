//! Changes to the activation pool: stages cut out of the lines of several, chits taken out.

use super::super::pool::stages_named;
use super::super::source::Origin;
use super::super::tree::{Kind, Node, Row, Table};
use super::target::stages;

/// The stages of a line of the pool; 255 is the last stage, whatever its number.
fn span_of(row: &Row, last: u8) -> (u8, u8) {
    let (from, to) = stages_named(&row.name, last).unwrap_or((1, 0));
    (from, if row.name.ends_with(super::super::pool::LAST) { u8::MAX } else { to })
}

/// The line that is about a stage.
pub(super) fn of_stage(pool: &Table, stage: u8, last: u8) -> Option<&Node> {
    let is_its = |row: &&Row| {
        let (from, to) = span_of(row, last);
        (from..=to).contains(&stage)
    };
    pool.0.iter().find(is_its).map(|row| &row.node)
}

/// Writes a line for these stages; the others keep theirs.
pub(super) fn set(pool: &mut Table, (from, to): (u8, u8), last: u8, origin: &Origin, node: Node) {
    let mut rows = Vec::new();
    for row in pool.0.drain(..) {
        let (first, final_one) = span_of(&row, last);
        let before = (first, final_one.min(from.saturating_sub(1)));
        let behind = (first.max(to.saturating_add(1)), final_one);
        let is_left = |(first, final_one): (u8, u8)| first <= final_one && to >= from;
        let all_before = final_one < from;
        let all_behind = to < u8::MAX && first > to;
        if all_before || all_behind {
            rows.push(row);
            continue;
        }
        if is_left(before) {
            rows.push(Row { name: stages(before.0, before.1), ..row.clone() });
        }
        if to < u8::MAX && is_left(behind) {
            rows.push(Row { name: stages(behind.0, behind.1), ..row });
        }
    }
    rows.push(Row { name: stages(from, to), origin: origin.clone(), node });
    pool.0 = rows;
}

/// Ends the pool with this stage: lines of later ones are struck out.
pub(super) fn end(pool: &mut Table, before: u8, stage: u8) {
    pool.0.retain_mut(|row| {
        let (from, to) = span_of(row, before);
        if (stage + 1..u8::MAX).contains(&to) {
            row.name = stages(from, stage);
        }
        from <= stage
    });
}

/// Takes a commander's chit out of every stage. A stage that is left without chits is the fault of `origin`.
pub(super) fn without(pool: &mut Table, name: &str, origin: &Origin) {
    for row in &mut pool.0 {
        let Kind::List(chits) = &mut row.node.kind else { continue };
        chits.retain_mut(|chit| {
            let among = chit.printed();
            let left: Vec<&str> = among.split(" or ").map(str::trim).filter(|one| *one != name).collect();
            if left.len() < among.split(" or ").count() && !left.is_empty() {
                *chit = Node::text(&left.join(" or "), &chit.origin);
            }
            !left.is_empty()
        });
        if chits.is_empty() {
            row.node.origin = origin.clone();
        }
    }
}
