//! A scenario's changes to the kinds of units of chapter 7: a row for each kind, a key for each value. Values not
//! given are as printed.

use szala_files::Page;

use super::values::{BARGE, FACE_NAMES, LOST, NOTHING, UNHORSED};
use crate::position::kinds::{Card, FACES, Hit, Kind, Kinds};

const KINDS: &str = "kinds";

/// Reads the table.
pub(super) fn read(page: &Page<'_>) -> Option<Kinds> {
    let mut cards = Kinds::PRINTED.cards;
    for kind in Kind::ALL {
        cards[kind.index()] = card(page, kind)?;
    }
    Some(Kinds {
        cards,
        guns_move_on: page.number(&[KINDS, Kind::Artillery.name(), "moves_on"])?,
        barge_value: page.number(&[KINDS, BARGE, "value"])?,
        barge_hits: each_face(|face| {
            page.choice(&[KINDS, BARGE, "hits", face], &[(LOST, true), (NOTHING, false)])
        })?,
    })
}

fn card(page: &Page<'_>, kind: Kind) -> Option<Card> {
    let name = kind.name();
    let movement = match kind {
        // [7.6.3] Guns have one square at most, and a die for it.
        Kind::Artillery => 1,
        _ => page.number(&[KINDS, name, "movement"])?,
    };
    let unhorsed = kind.on_foot().map(|on_foot| (UNHORSED, Hit::Unhorsed(on_foot)));
    let fates: Vec<(&str, Hit)> =
        [(LOST, Hit::Lost), (NOTHING, Hit::Nothing)].into_iter().chain(unhorsed).collect();
    Some(Card {
        value: page.number(&[KINDS, name, "value"])?,
        points: 2 * movement,
        close: page.flag(&[KINDS, name, "hand_to_hand"])?,
        range: page.number(&[KINDS, name, "range"])?,
        hits: each_face(|face| page.choice(&[KINDS, name, "hits", face], &fates))?,
    })
}

/// The result of each face of the die.
fn each_face<T>(of: impl FnMut(&'static str) -> Option<T>) -> Option<[T; FACES]> {
    FACE_NAMES.map(of).into_iter().collect::<Option<Vec<T>>>()?.try_into().ok()
}
