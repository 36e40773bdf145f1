//! The activation pool [3.3, 13]: whose chits are in it, stage by stage.

use szala_files::{Complaint, Field, Page, Pages, unknown};
use szala_kernel::Side;

use super::set_up::SetUp;
use super::units::Roster;
use crate::position::data::Lot;
use crate::position::ids::{CommanderId, CommanderSet};
use crate::position::room::Room;
use szala_board::Ordinal;

/// The table.
pub(super) const POOL: &str = "pool";
/// The last stage, whatever its number.
pub(super) const LAST: &str = "last";

/// Reads the table `pool`: a line for each stage or several. Nothing when something is wrong with it.
pub(super) fn read<R: Room>(
    pages: &Pages<'_>,
    roster: &Roster<'_>,
    set_up: &SetUp<'_, '_, R>,
    stages: u8,
) -> Option<Vec<Vec<Lot<R>>>> {
    let page = pages.with(&[POOL]);
    let table = page.section(&[POOL])?;
    let mut pool: Vec<Option<Vec<Lot<R>>>> = vec![None; stages.into()];
    let mut is_sound = true;
    for field in table.fields() {
        let lots = lots(page, &field, roster, set_up);
        let stages = page.take(stages_called(&field, stages));
        is_sound &= lots.is_some() && stages.is_some();
        let (from, to) = stages.unwrap_or_default();
        for (stage, filled) in pool.iter_mut().enumerate().take(to).skip(from) {
            if filled.is_some() {
                is_sound = false;
                page.complain(field.name_span(), format!("stage {} has its pool already", stage + 1));
                break;
            }
            *filled = Some(lots.clone().unwrap_or_default());
        }
    }
    if is_sound && let Some(without) = pool.iter().position(Option::is_none) {
        page.complain(page.key_place(&[POOL]), format!("stage {} has no pool", without + 1));
    }
    if is_sound { pool.into_iter().collect() } else { None }
}

/// `1`, `2-3`, `3-last`: the first stage counted from 0, and the one after the last.
fn stages_called(field: &Field<'_>, stages: u8) -> Result<(usize, usize), Complaint> {
    let called = stages_named(field.name(), stages);
    let (from, to) = called.map_err(|message| Complaint::new(field.name_span(), message))?;
    Ok((usize::from(from) - 1, to.into()))
}

/// `1`, `2-3`, `3-last`: the first stage and the last, counted from 1.
pub(super) fn stages_named(name: &str, stages: u8) -> Result<(u8, u8), String> {
    let ends = ends_named(name, stages);
    let (from, to) = ends.ok_or_else(|| format!("`{name}` names no stages: 1, 2-3 or 3-last"))?;
    let beyond = [from, to].into_iter().find(|stage| *stage == 0 || *stage > stages);
    if let Some(stage) = beyond {
        return Err(format!("there is no stage {stage}: the game has stages 1 to {stages}"));
    }
    if from > to {
        return Err(format!("the stages run backwards: {to}-{from} would be right"));
    }
    Ok((from, to))
}

/// The stages that a line is about, whether they exist or not.
pub(super) fn ends_named(name: &str, stages: u8) -> Option<(u8, u8)> {
    let (from, to) = name.split_once('-').unwrap_or((name, name));
    let number = |text: &str| if text == LAST { Some(stages) } else { text.parse::<u8>().ok() };
    Some((number(from)?, number(to)?))
}

/// The places of the pool in a stage; nothing when something is wrong with one.
fn lots<R: Room>(
    page: &Page<'_>,
    field: &Field<'_>,
    roster: &Roster<'_>,
    set_up: &SetUp<'_, '_, R>,
) -> Option<Vec<Lot<R>>> {
    page.typed(&[POOL, field.name()])?;
    let list = page.texts(&[POOL, field.name()]);
    if list.is_empty() {
        page.complain(field.span(), "the pool is empty, and nobody would move in this stage");
        return None;
    }
    let mut lots = Vec::new();
    let (mut named, mut is_sound) = (CommanderSet::EMPTY, true);
    for field in &list {
        let Some(alike) = page.take(places(field, roster, set_up)) else {
            is_sound = false;
            continue;
        };
        let among = alike[0].among;
        if among.intersects(named) {
            is_sound = false;
            page.complain(field.span(), "somebody here is in this stage's pool already");
            continue;
        }
        named |= among;
        lots.extend(alike);
    }
    is_sound.then_some(lots)
}

/// An entry of the pool as it is written: `Grabowski`, `Lewiz or Kirejew` for a choice, `2 of A or B or C` for several
/// of them, `2 of A or B or C; 3 with C` where it is more while C is on the map.
pub(super) struct Written<'t> {
    pub(super) count: usize,
    pub(super) among: Vec<&'t str>,
    pub(super) more: Option<(usize, &'t str)>,
}

impl<'t> Written<'t> {
    /// Reads one.
    pub(super) fn read(text: &'t str) -> Result<Self, String> {
        let number = |text: &str| text.trim().parse::<usize>().ok();
        let (text, more) = match text.split_once(';') {
            None => (text, None),
            Some((text, more)) => {
                let read = more.split_once(" with ");
                let read = read.and_then(|(count, name)| Some((number(count)?, name.trim())));
                let read = read.ok_or_else(|| format!("`{}` is no condition: 4 with NAME", more.trim()))?;
                (text, Some(read))
            }
        };
        let counted = text.split_once(" of ").and_then(|(count, rest)| Some((number(count)?, rest)));
        let (count, among) = counted.unwrap_or((1, text));
        let among: Vec<&str> = among.split(" or ").map(str::trim).collect();
        let most = more.map_or(count, |(most, _)| most);
        if count == 0 || most < count || most > among.len() || (counted.is_some() && count == among.len()) {
            return Err(format!("`{text}` leaves no choice among {}: write 2 of A or B or C", among.len()));
        }
        Ok(Self { count, among, more })
    }

    /// Without one of the names; nothing when that leaves nobody.
    pub(super) fn without(&self, name: &str) -> Option<String> {
        let left: Vec<&str> = self.among.iter().copied().filter(|one| *one != name).collect();
        let among = left.join(" or ");
        let more = self.more.filter(|(most, with)| *with != name && *most <= left.len());
        let more = more.map_or(String::new(), |(most, with)| format!("; {most} with {with}"));
        match self.count.min(left.len()) {
            0 => None,
            1 => Some(among + &more),
            count if count == left.len() => Some(left.join(", ")),
            count => Some(format!("{count} of {among}{more}")),
        }
    }
}

/// The places of an entry.
fn places<R: Room>(
    field: &Field<'_>,
    roster: &Roster<'_>,
    set_up: &SetUp<'_, '_, R>,
) -> Result<Vec<Lot<R>>, Complaint> {
    let written = Written::read(field.text()?).map_err(|message| field.complain(message))?;
    let mut side: Option<Side> = None;
    let mut among = CommanderSet::EMPTY;
    let called = |name: &str| {
        let names: Vec<&str> = roster.commanders.iter().map(|commander| commander.name).collect();
        let at = names.iter().position(|known| *known == name);
        let at = at.ok_or_else(|| field.complain(unknown("commander", name, &names)))?;
        let place = set_up.commanders.keys().position(|taking_part| *taking_part == at);
        let place =
            place.ok_or_else(|| field.complain(format!("{name} takes no part: he is not in [set_up]")))?;
        // The error for a surplus commander is at his set-up line.
        Ok((at, (place < R::MOST_COMMANDERS).then(|| CommanderId::from_index(place))))
    };
    for name in &written.among {
        let (at, commander) = called(name)?;
        if let Some(commander) = commander {
            among.insert(commander);
        }
        let his = roster.commanders[at].side;
        if side.is_some() && his.is_some() && his != side {
            return Err(field.complain("a side chooses among its own commanders: make these two places"));
        }
        side = side.or(his);
    }
    let lot = Lot { side: side.unwrap_or(Side::First), among, with: None };
    let mut lots = vec![lot; written.count];
    if let Some((most, name)) = written.more {
        let (_, with) = called(name)?;
        lots.resize(most, Lot { with, ..lot });
    }
    Ok(lots)
}
