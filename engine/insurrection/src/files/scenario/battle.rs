//! What a battle has besides its two armies: places that score after the last stage, a division that comes later, and
//! when an army breaks [12.3m, 12.4m, 13.3m].

use szala_board::{HexSet, Ordinal};
use szala_files::{Pages, unknown};

use super::names::{Sides, hex};
use super::set_up::{SetUp, hexes_called};
use super::units::Roster;
use crate::position::data::{Part, Reinforcement, Stronghold};
use crate::position::ids::{Board, CommanderId, Hexes};
use crate::position::room::Room;
use crate::position::state::Holders;

/// The tables.
pub(super) const STRONGHOLDS: &str = "strongholds";
pub(super) const REINFORCEMENT: &str = "reinforcement";
pub(super) const BREAKS_BELOW: &str = "breaks_below";

/// `1/3`
fn part(text: &str) -> Result<Part, String> {
    let number = |text: &str| text.parse::<u8>().ok().filter(|number| (1..=9).contains(number));
    let parts = text.split_once('/').and_then(|(parts, of)| Some((number(parts)?, number(of)?)));
    let part = parts.filter(|(parts, of)| parts < of).map(|(parts, of)| Part { parts, of });
    part.ok_or_else(|| format!("`{text}` is no part of an army: 1/3"))
}

/// By how much one part is more than another: all have this many as a whole.
pub(super) fn part_size(text: &str) -> Result<u16, String> {
    /// Any number up to 9 divides it.
    const WHOLE: u16 = 2520;
    part(text).map(|Part { parts, of }| WHOLE * u16::from(parts) / u16::from(of))
}

/// [12.4m] Below which part an army breaks, if it does.
pub(super) fn breaks_below(pages: &Pages<'_>) -> Option<Part> {
    let page = pages.with(&[BREAKS_BELOW]);
    // What is wrong with it is complained of by the table.
    page.typed(&[BREAKS_BELOW]).and_then(|text| part(&text).ok())
}

/// [12.3m] The places that score; nothing when something is wrong with them.
pub(super) fn strongholds<R: Room>(
    pages: &Pages<'_>,
    board: Option<&Board<R>>,
    sides: &Sides,
) -> Option<Vec<Stronghold>> {
    let (mut strongholds, mut taken, mut is_sound) = (Vec::new(), Hexes::<R>::EMPTY, true);
    for row in pages.rows(STRONGHOLDS) {
        let of = |key| [STRONGHOLDS, row.name(), key];
        let mut hexes = Vec::new();
        for field in row.page.texts(&of("hexes")) {
            let Some(board) = board else { continue };
            let Some(here) = row.page.take(field.parse(|text| hex::<R>(board, text))) else {
                is_sound = false;
                continue;
            };
            if taken.contains(here) {
                is_sound = false;
                row.page.complain(field.span(), "this hex is one of a stronghold already");
            }
            taken.insert(here);
            hexes.push(here);
        }
        for key in ["hexes", "points", "holder"].into_iter().filter(|key| !row.page.has(&of(key))) {
            is_sound = false;
            row.complain(format!("the stronghold has no `{key}`"));
        }
        let holder = row.page.parse(&of("holder"), |text| sides.called(text));
        let points = row.page.number(&of("points"));
        match holder.zip(points) {
            Some((holder, points)) => {
                strongholds.push(Stronghold { name: row.name().to_owned(), hexes, points, holder });
            }
            None => is_sound = false,
        }
        let all: usize = strongholds.iter().map(|place| place.hexes.len()).sum();
        if all > Holders::MOST {
            is_sound = false;
            row.complain(format!("strongholds have {all} hexes: there is room for {}", Holders::MOST));
        }
    }
    is_sound.then_some(strongholds)
}

/// The commander who comes later, by his name.
pub(super) fn who_comes_later(pages: &Pages<'_>) -> Option<String> {
    let keys = [REINFORCEMENT, "commander"];
    pages.with(&keys).typed(&keys).filter(|name| name != szala_files::declared::NONE)
}

/// [13.3m] The division that comes later, if one does; nothing when something is wrong with it.
#[expect(clippy::option_option, reason = "none is an answer, and so is that it cannot be read")]
pub(super) fn reinforcement<R: Room>(
    pages: &Pages<'_>,
    board: Option<&Board<R>>,
    roster: &Roster<'_>,
    set_up: &SetUp<'_, '_, R>,
) -> Option<Option<Reinforcement<R>>> {
    let page = pages.with(&[REINFORCEMENT]);
    if !page.has(&[REINFORCEMENT]) {
        return Some(None);
    }
    let has = |key: &&str| pages.with(&[REINFORCEMENT, key]).has(&[REINFORCEMENT, key]);
    let needed = ["commander", "from", "faces", "zone", "rally"];
    if let Some(lack) = needed.into_iter().find(|key| !has(key)) {
        page.complain(page.place(&[REINFORCEMENT]), format!("the reinforcement has no `{lack}`"));
        return None;
    }
    let keys = [REINFORCEMENT, "commander"];
    let commander = pages.with(&keys).parse(&keys, |name| {
        let names: Vec<&str> = roster.commanders.iter().map(|commander| commander.name).collect();
        let at = names.iter().position(|known| *known == name);
        let at = at.ok_or_else(|| unknown("commander", name, &names))?;
        let place = set_up.commanders.keys().position(|taking_part| *taking_part == at);
        place
            .ok_or_else(|| format!("{name} takes no part: set him up as \"enters\", or leave this table out"))
    });
    let number = |key| pages.with(&[REINFORCEMENT, key]).number(&[REINFORCEMENT, key]);
    let (board, keys) = (board?, [REINFORCEMENT, "rally"]);
    let rally = pages.with(&keys).parse(&keys, |text| hex::<R>(board, text));
    let keys = [REINFORCEMENT, "zone"];
    let page = pages.with(&keys);
    let mut zone: Hexes<R> = HexSet::EMPTY;
    for field in page.texts(&keys) {
        zone |= page.take(hexes_called::<R>(board, &field))?;
    }
    let rally = rally?;
    if !zone.contains(rally) {
        let message = "he is placed in this hex first: it must be one of the zone";
        pages.with(&[REINFORCEMENT, "rally"]).complain(page.place(&[REINFORCEMENT, "rally"]), message);
        return None;
    }
    let commander = commander.filter(|place| *place < R::MOST_COMMANDERS).map(CommanderId::from_index)?;
    Some(Some(Reinforcement { commander, from: number("from")?, faces: number("faces")?, zone, rally }))
}
