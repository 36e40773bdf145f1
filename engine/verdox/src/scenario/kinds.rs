//! What a scenario says of the kinds of units otherwise than chapter 7 does: a row for each kind, a key for each value.
//! What is not said is as printed.

use core::ops::RangeInclusive;

use szala_kernel::text::{Complaint, Field, Section, unknown};

use crate::forces::{FACES, Hit, Kind, Kinds, MOST_RANGE};

/// What barges, the special units, are called in the table of kinds.
pub(super) const BARGE: &str = "barge";
/// The keys of a row.
pub(super) const VALUE: &str = "value";
pub(super) const MOVEMENT: &str = "movement";
pub(super) const MOVES_ON: &str = "moves_on";
pub(super) const RANGE: &str = "range";
pub(super) const CLOSE: &str = "hand_to_hand";
pub(super) const HITS: &str = "hits";

/// No unit counts more.
const MOST_VALUE: u16 = 1_000;
/// No unit moves farther over clear ground: twice what riders do.
const MOST_MOVEMENT: u8 = 4;

pub(super) const FACE_NAMES: [&str; FACES] = ["1", "2", "3", "4", "5", "6"];
const LOST: &str = "lost";
const UNHORSED: &str = "unhorsed";
const NOTHING: &str = "nothing";

/// The names of all rows, barges last.
pub(super) fn names() -> [&'static str; Kind::COUNT + 1] {
    let mut names = [BARGE; Kind::COUNT + 1];
    names[..Kind::COUNT].copy_from_slice(&Kind::ALL.map(Kind::name));
    names
}

/// The kind of a row; nothing for barges.
pub(super) fn kind_of(name: &str) -> Option<Kind> {
    Kind::ALL.into_iter().find(|kind| kind.name() == name)
}

/// The keys of a kind's row. [7.6.3] Guns move one square at most, on a die; all others have points. Barges, for which
/// there is no kind, move on water alone [7.7.6].
pub(super) const fn keys(kind: Option<Kind>) -> &'static [&'static str] {
    match kind {
        Some(Kind::Artillery) => &[VALUE, MOVES_ON, RANGE, CLOSE, HITS],
        Some(_) => &[VALUE, MOVEMENT, RANGE, CLOSE, HITS],
        None => &[VALUE, HITS],
    }
}

/// Between which bounds a number is.
pub(super) fn bounds(kind: Option<Kind>, key: &str) -> RangeInclusive<u16> {
    match (key, kind) {
        (MOVEMENT, _) => 1..=MOST_MOVEMENT.into(),
        // What a die shows.
        (MOVES_ON, _) => 1..=6,
        (RANGE, Some(kind)) if Kinds::PRINTED.card(kind).range == 0 => 0..=MOST_RANGE.into(),
        // Who fires by the book goes on firing: it is what a kind is.
        (RANGE, _) => 1..=MOST_RANGE.into(),
        _ => 0..=MOST_VALUE,
    }
}

/// What a hit can do to a kind, as it is written.
pub(super) fn fates(kind: Option<Kind>) -> Vec<(&'static str, Hit)> {
    let unhorsed = kind.and_then(Kind::on_foot).map(|on_foot| (UNHORSED, Hit::Unhorsed(on_foot)));
    [(LOST, Hit::Lost), (NOTHING, Hit::Nothing)].into_iter().chain(unhorsed).collect()
}

/// What stands in a row, as it is written.
pub(super) fn written(kinds: &Kinds, kind: Option<Kind>, key: &str, face: Option<usize>) -> String {
    let card = kind.map(|kind| kinds.card(kind));
    match (key, card, face) {
        (HITS, _, Some(face)) => {
            let barge = if kinds.barge_hits[face] { Hit::Lost } else { Hit::Nothing };
            let hit = card.map_or(barge, |card| card.hits[face]);
            let known = fates(kind).into_iter().find(|(_, fate)| *fate == hit);
            known.map_or(NOTHING, |(name, _)| name).to_owned()
        }
        (VALUE, Some(card), _) => card.value.to_string(),
        (MOVEMENT, Some(card), _) => (card.points / 2).to_string(),
        (MOVES_ON, ..) => kinds.guns_move_on.to_string(),
        (RANGE, Some(card), _) => card.range.to_string(),
        (CLOSE, Some(card), _) => card.close.to_string(),
        _ => kinds.barge_value.to_string(),
    }
}

/// Reads the table.
pub(super) fn read(table: &Section<'_>, wrong: &mut Vec<Complaint>) -> Kinds {
    table.refuse_unknown(&names(), wrong);
    let mut kinds = Kinds::PRINTED;
    for name in names() {
        let Some(row) = table.read(name, wrong, Field::section) else { continue };
        read_row(&row, kind_of(name), &mut kinds, wrong);
    }
    kinds
}

fn read_row(row: &Section<'_>, kind: Option<Kind>, kinds: &mut Kinds, wrong: &mut Vec<Complaint>) {
    refuse_others(row, kind, wrong);
    let mut number = |key: &str| {
        let is_its = keys(kind).contains(&key);
        let number = |field: &Field<'_>| field.number(bounds(kind, key));
        is_its.then(|| row.read(key, wrong, number)).flatten()
    };
    let (value, movement, moves_on) = (number(VALUE), number(MOVEMENT), number(MOVES_ON));
    let range = number(RANGE);
    let close = kind.and_then(|_| row.read(CLOSE, wrong, Field::flag));
    let small = |number: u16| u8::try_from(number).expect("within the bounds of a byte");
    kinds.guns_move_on = moves_on.map_or(kinds.guns_move_on, small);
    let Some(kind) = kind else {
        kinds.barge_value = value.map_or(kinds.barge_value, i32::from);
        read_hits(row, None, wrong, |face, hit| kinds.barge_hits[face] = hit == Hit::Lost);
        return;
    };
    let card = &mut kinds.cards[kind.index()];
    card.value = value.map_or(card.value, i32::from);
    card.points = movement.map_or(card.points, |movement| 2 * small(movement));
    card.range = range.map_or(card.range, small);
    card.close = close.unwrap_or(card.close);
    read_hits(row, Some(kind), wrong, |face, hit| card.hits[face] = hit);
}

/// Complains of keys that there are not, and of movement where it goes by another name.
fn refuse_others(row: &Section<'_>, kind: Option<Kind>, wrong: &mut Vec<Complaint>) {
    let known = keys(kind);
    for field in row.fields().into_iter().filter(|field| !known.contains(&field.name())) {
        let message = match (field.name(), kind) {
            (MOVEMENT, Some(Kind::Artillery)) => GUNS_MOVE.to_owned(),
            (name, _) => unknown("key", name, known),
        };
        wrong.push(Complaint::new(field.name_span(), message));
    }
}

/// [7.6.3] Why guns have no `movement`.
pub(super) const GUNS_MOVE: &str =
    "artillery moves one square at most: `moves_on` says on which die, that or less";

/// Reads the faces of a table of hits that are written.
fn read_hits(
    row: &Section<'_>,
    kind: Option<Kind>,
    wrong: &mut Vec<Complaint>,
    mut set: impl FnMut(usize, Hit),
) {
    let Some(table) = row.read(HITS, wrong, Field::section) else { return };
    table.refuse_unknown(&FACE_NAMES, wrong);
    for (face, name) in FACE_NAMES.iter().enumerate() {
        if let Some(hit) = table.read(name, wrong, |field| field.choice(&fates(kind))) {
            set(face, hit);
        }
    }
}
