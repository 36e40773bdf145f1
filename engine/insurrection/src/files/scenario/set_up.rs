//! The scenario's set-up: who takes part, where each of them begins, and where a side may set up as it likes. Whether
//! they may stand together there is for `stacks` to say.

use std::collections::BTreeMap;

use szala_board::HexSet;
use szala_board::{Facing, HexId};
use szala_files::drawing::{Word, words};
use szala_files::{Complaint, Field, Pages, Row, unknown};
use szala_kernel::BySide;

use super::battle::who_comes_later;
use super::names::{Sides, hex, inside};
use super::units::Roster;
use crate::position::ids::{Arm, Board, Hexes};
use crate::position::room::Room;

/// Where a counter begins.
#[derive(Clone, Debug)]
pub(super) struct Post<'p, 'd> {
    /// Where that is written.
    pub(super) row: Row<'p, 'd>,
    /// Nothing when its owner chooses, and when it cannot be read.
    pub(super) hex: Option<HexId>,
    pub(super) facing: Option<Facing>,
    pub(super) limbered: bool,
}

/// Who takes part, by their places in the roster.
#[derive(Debug, Default)]
pub(super) struct SetUp<'p, 'd, R: Room> {
    pub(super) commanders: BTreeMap<usize, Post<'p, 'd>>,
    pub(super) units: BTreeMap<usize, Post<'p, 'd>>,
    /// Where each side sets up as it likes, if it does.
    pub(super) free: BySide<Option<Hexes<R>>>,
}

/// What is wrong with a text, and at which byte of it.
type Slip = (usize, String);

/// The tables.
pub(super) const SET_UP: &str = "set_up";
pub(super) const FREE_SET_UP: &str = "free_set_up";
/// What is said of those who take no part.
pub(super) const ABSENT: &str = "absent";
/// [13.3m] What is said of those who come later.
pub(super) const ENTERS: &str = "enters";

/// Reads both tables. Without a board, hexes are not looked at.
pub(super) fn read<'p, 'd, R: Room>(
    pages: &'p Pages<'d>,
    roster: &Roster<'_>,
    board: Option<&Board<R>>,
    sides: &Sides,
) -> SetUp<'p, 'd, R> {
    let mut set_up = SetUp { free: free_hexes::<R>(pages, board, sides), ..SetUp::default() };
    if !pages.with(&[SET_UP]).has(&[SET_UP]) {
        pages.complain_of_lack(SET_UP);
    }
    let later = who_comes_later(pages);
    for row in pages.rows(SET_UP) {
        let name = row.name();
        let commander = roster.commanders.iter().position(|commander| commander.name == name);
        let unit = roster.units.iter().position(|unit| unit.name == name);
        if commander.or(unit).is_none() {
            let commanders = roster.commanders.iter().map(|commander| commander.name);
            let names: Vec<&str> = commanders.chain(roster.units.iter().map(|unit| unit.name)).collect();
            row.complain_of_name(unknown("unit or commander", name, &names));
            continue;
        }
        let values = unit.and_then(|unit| roster.units[unit].values);
        let side = commander.map_or(values.map(|values| values.side), |at| roster.commanders[at].side);
        let entry = Entry::<R> {
            is_commander: commander.is_some(),
            is_gun: values.is_none_or(|values| values.arm == Arm::Artillery),
            is_free: side.is_none_or(|side| set_up.free[side].is_some()),
            comes_later: {
                let own = commander.or(unit.and_then(|unit| roster.units[unit].commander));
                own.is_some_and(|own| later.as_deref() == Some(roster.commanders[own].name))
            },
            board,
        };
        let Some(bare) = row.page.field(&[SET_UP, name]) else { continue };
        let Ok(text) = bare.text() else { continue };
        if text.trim() == ABSENT {
            continue;
        }
        let mut post = Post { row: row.clone(), hex: None, facing: None, limbered: false };
        if let Err((at, message)) = entry.parse(text, &mut post) {
            row.page.complain(inside(&bare, at), message);
        }
        match (commander, unit) {
            (Some(at), _) => set_up.commanders.insert(at, post),
            (None, at) => set_up.units.insert(at.unwrap_or_default(), post),
        };
    }
    set_up
}

/// What is known of whom a row of the set-up is about.
#[expect(clippy::struct_excessive_bools, reason = "each changes what may be written")]
struct Entry<'b, R: Room> {
    is_commander: bool,
    is_gun: bool,
    is_free: bool,
    comes_later: bool,
    board: Option<&'b Board<R>>,
}

impl<R: Room> Entry<'_, R> {
    /// `0408 N`, `0208 N limbered`, `anywhere`; for a commander `0309`.
    fn parse(&self, text: &str, post: &mut Post<'_, '_>) -> Result<(), Slip> {
        let mut words = words(text, 0).into_iter();
        let form = if self.is_commander {
            "a commander begins in a hex: 0309"
        } else {
            "a unit begins in a hex and faces a vertex: 0408 N"
        };
        let Some(Word { text: label, at }) = words.next() else { return Err((0, form.to_owned())) };
        match (label == ENTERS, self.comes_later) {
            (true, true) => {
                // [8.12.1m] Guns are limbered, whatever is written.
                let more = words.next().map(|Word { text, at }| (at, text));
                return more.map_or(Ok(()), |(at, word)| {
                    Err((at, format!("who enters is placed as the rules say: leave out `{word}`")))
                });
            }
            (true, false) => {
                return Err((at, "only the `reinforcement` and its units enter".to_owned()));
            }
            (false, true) => {
                return Err((at, format!("the `reinforcement` comes later: write \"{ENTERS}\"")));
            }
            (false, false) => (),
        }
        let is_anywhere = label == "anywhere";
        if is_anywhere && !self.is_free {
            return Err((at, "only a side with a free set-up may begin anywhere".to_owned()));
        }
        if let (Some(board), false) = (self.board, is_anywhere) {
            post.hex = Some(hex::<R>(board, label).map_err(|message| (at, message))?);
        }
        for Word { text: word, at } in words {
            if self.is_commander {
                return Err((
                    at,
                    format!("commanders do not face and are not limbered [5.1]: leave out `{word}`"),
                ));
            }
            self.add(word, is_anywhere, post).map_err(|message| (at, message))?;
        }
        let needs_facing = !self.is_commander && !is_anywhere && self.board.is_some();
        if needs_facing && post.facing.is_none() {
            return Err((at, form.to_owned()));
        }
        Ok(())
    }

    fn add(&self, word: &str, is_anywhere: bool, post: &mut Post<'_, '_>) -> Result<(), String> {
        if word == "limbered" {
            post.limbered = true;
            return if self.is_gun { Ok(()) } else { Err("only guns are limbered".to_owned()) };
        }
        if is_anywhere {
            return Err(format!("a unit that begins anywhere faces anywhere: leave out `{word}`"));
        }
        let Some(board) = self.board else { return Ok(()) };
        if post.facing.is_some() {
            return Err(format!("`{word}` is one word too many: 0408 N"));
        }
        let facing = board.grid().orientation().parse_facing(word);
        post.facing = Some(facing.map_err(|error| format!("`{word}` is no facing: {error}"))?);
        Ok(())
    }
}

fn free_hexes<R: Room>(
    pages: &Pages<'_>,
    board: Option<&Board<R>>,
    sides: &Sides,
) -> BySide<Option<Hexes<R>>> {
    let mut free = BySide::default();
    for row in pages.rows(FREE_SET_UP) {
        let Some(side) = row.page.take(sides.of_key(&row.field)) else { continue };
        let list = row.page.texts(&[FREE_SET_UP, row.name()]);
        let mut hexes = HexSet::EMPTY;
        for field in &list {
            if let Some(board) = board {
                hexes |= row.page.take(hexes_called::<R>(board, field)).unwrap_or_default();
            }
        }
        if list.is_empty() && row.page.typed(&[FREE_SET_UP, row.name()]).is_some() {
            row.complain("a free set-up needs hexes: \"row 01\", \"column 03\" or \"0109\"");
        }
        free[side] = Some(hexes);
    }
    free
}

/// `row 01`, `column 03`, `1537 to 2340` from corner to corner, or the label of a hex.
pub(super) fn hexes_called<R: Room>(board: &Board<R>, field: &Field<'_>) -> Result<Hexes<R>, Complaint> {
    field.parse(|text| {
        if let Some((from, to)) = text.split_once(" to ") {
            let corners = [hex::<R>(board, from)?, hex::<R>(board, to)?];
            // A label is the number of the row, then that of the column, or the other way round.
            let ends = corners.map(|corner| board.label(corner).to_string());
            let is_between = |hex: &HexId| {
                let label = board.label(*hex).to_string();
                let half = label.len() / 2;
                [0..half, half..label.len()].into_iter().all(|part| {
                    let [one, other] = ends.each_ref().map(|end| &end[part.clone()]);
                    (one.min(other)..=one.max(other)).contains(&&label[part])
                })
            };
            return Ok(board.hexes().iter().filter(is_between).collect());
        }
        let Some((what, number)) = text.split_once(' ') else {
            return Ok(HexSet::of(hex::<R>(board, text)?));
        };
        let order = board.grid().numbering.order;
        let is_first = match what {
            "row" => order == szala_board::Order::RowColumn,
            "column" => order == szala_board::Order::ColumnRow,
            _ => {
                return Err(format!(
                    "`{text}` names no hexes: row 01, column 03, 0205 to 0308, or the label of a hex"
                ));
            }
        };
        let is_meant = |hex: &HexId| {
            let label = board.label(*hex).to_string();
            let (first, second) = label.split_at(label.len() / 2);
            number == if is_first { first } else { second }
        };
        let hexes: Hexes<R> = board.hexes().iter().filter(is_meant).collect();
        if hexes.is_empty() { Err(format!("there is no {what} {number} on the map")) } else { Ok(hexes) }
    })
}
