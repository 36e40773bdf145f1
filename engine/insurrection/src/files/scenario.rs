//! Reads a scenario from its files. The host gives a way to turn a file's name into its text, for nothing here opens
//! files; it gets a scenario, or everything that is wrong with all the files, each at its place with what would be
//! right. `scenarios/niemenczyn-1794` is the example of what can be written.

mod ground;
mod layers;
mod map;
mod pool;
mod set_up;
mod sheet;
mod stacks;
mod tables;
mod units;
mod values;
mod variant;

use szala_board::Ordinal;
use szala_files::source::{Files, Source};
use szala_files::variant::Texts;
use szala_files::{Document, Field};
use szala_kernel::BySide;

use crate::position::data::{Assumption, CommanderCard, Family, Scenario, Switches, UnitCard, Values};
use crate::position::ids::{CommanderId, UnitId};
use crate::position::room::{Large, Room, Small};
use layers::Layers;
use set_up::SetUp;
use sheet::{Sheet, Sides};
use units::Roster;

pub use szala_files::source::{Place, Problem, Problems};
pub use szala_files::{Known, Takes};
pub use variant::{Variant, load_variant, look_up, paths};

/// A scenario that could be read.
#[derive(Clone, Debug)]
pub struct Loaded<R: Room = Small> {
    /// The scenario.
    pub scenario: Scenario<R>,
    /// What no rule forbids and a designer may not have meant, in the order of the files.
    pub notes: Vec<Problem>,
}

/// A scenario in the smallest room that holds it.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "one is made a run")]
pub enum Opened {
    /// It is as small as Niemenczyn.
    Small(Loaded<Small>),
    /// It is larger.
    Large(Loaded<Large>),
}

/// Reads the scenario in the file `path` into the room that it needs; see [`load_into`].
///
/// # Errors
/// Everything that is wrong with all the files; that a scenario has more than [`Large`] has room for is among it.
pub fn open(path: &str, files: Texts<'_>) -> Result<Opened, Problems> {
    let large = load_into::<Large>(path, files)?;
    if large.scenario.fits::<Small>() {
        load(path, files).map(Opened::Small)
    } else {
        Ok(Opened::Large(large))
    }
}

/// Reads the scenario in the file `path` as a small one; see [`load_into`].
///
/// # Errors
/// Everything that is wrong with all the files.
pub fn load(path: &str, files: Texts<'_>) -> Result<Loaded, Problems> {
    load_into(path, files)
}

/// Reads the scenario in the file `path`. `files` gives the text of a file, or the reason why it cannot: it is asked
/// for `path` itself, then for files named relative to those that name them, with `/` between folders.
///
/// # Errors
/// Everything that is wrong with all the files; that a scenario has more than the room holds is among it.
pub fn load_into<R: Room>(path: &str, files: Texts<'_>) -> Result<Loaded<R>, Problems> {
    load_sources(path, &|name| Ok(Source::new(name, files(name)?)))
}

/// Reads the scenario from files that may have been edited since they were written.
fn load_sources<R: Room>(path: &str, files: Files<'_>) -> Result<Loaded<R>, Problems> {
    let mut problems = Vec::new();
    let chain = layers::read_chain(path, files, &mut problems);
    let documents: Vec<Option<Document<'_>>> =
        chain.iter().map(|source| source.parse(&mut problems)).collect();
    // A layer that is missing would be complained of again, key by key.
    let sheets: Option<Vec<Sheet<'_>>> = chain
        .iter()
        .zip(&documents)
        .map(|(source, document)| Some(Sheet::new(source, document.as_ref()?)))
        .collect();
    match sheets {
        Some(sheets) if problems.is_empty() => read(Layers::new(sheets), files),
        _ => Err(Problems(problems)),
    }
}

/// Reads the layers and the files that they name.
fn read<R: Room>(mut layers: Layers<'_>, files: Files<'_>) -> Result<Loaded<R>, Problems> {
    let mut problems = Vec::new();
    let sources = ["map", "units", "tables"].map(|key| layers.open(key, files));
    let documents =
        sources.each_ref().map(|source| source.as_ref().and_then(|source| source.parse(&mut problems)));
    let sheet = |at: usize| Some(Sheet::new(sources[at].as_ref()?, documents[at].as_ref()?));
    let [mut map, mut units, mut tables] = [sheet(0), sheet(1), sheet(2)];
    let scenario = assemble(&mut layers, &mut map, &mut units, &mut tables);

    let sheets: Vec<&Sheet<'_>> = layers.0.iter().chain(&map).chain(&units).chain(&tables).collect();
    problems.extend(sheets.iter().flat_map(|sheet| sheet.problems()));
    match scenario {
        Some(mut scenario) if problems.is_empty() => {
            scenario.assumptions = assumptions(&sheets);
            let notes = sheets.iter().flat_map(|sheet| sheet.notes()).collect();
            Ok(Loaded { scenario, notes })
        }
        _ => {
            assert!(!problems.is_empty(), "what keeps a scenario from being read is complained of");
            Err(Problems(problems))
        }
    }
}

/// The assumptions of all files; of a value that a variant changes, the variant's.
fn assumptions(sheets: &[&Sheet<'_>]) -> Vec<Assumption> {
    let mut all: Vec<Assumption> = Vec::new();
    for assumption in sheets.iter().flat_map(|sheet| &sheet.assumptions) {
        if all.iter().all(|other| other.path != assumption.path) {
            all.push(assumption.clone());
        }
    }
    all
}

/// Puts the scenario together; nothing when something that it needs is wrong, which is complained of by then.
fn assemble<R: Room>(
    layers: &mut Layers<'_>,
    map: &mut Option<Sheet<'_>>,
    units: &mut Option<Sheet<'_>>,
    tables: &mut Option<Sheet<'_>>,
) -> Option<Scenario<R>> {
    let sides = sides(layers);
    let title = layers.need("title", |field| field.text().map(str::to_owned));
    let stages = layers.number("stages");
    let automatic_victory = layers.number("automatic_victory");
    let wins_at_zero = layers.need("wins_at_zero", |field| sides.read(field));
    let squares = armies(layers, "squares", &sides);
    let practised_gunners = armies(layers, "practised_gunners", &sides);
    let (switches, family, values) = (switches(layers), family(layers), values(layers));
    let map = map.as_mut().and_then(|sheet| map::read(sheet, &sides));
    let gun_table = tables.as_mut().map(tables::read);

    // Without the counters' file every name of the set-up would be a stranger.
    let units = units.as_mut()?;
    let roster = units::read(units, &sides);
    let board = map.as_ref().map(|map| &map.board);
    let set_up = set_up::read(layers, &roster, board, &sides);
    let pool = stages.and_then(|stages| pool::read(layers, &roster, &set_up, stages));
    stacks::check(layers, &roster, &set_up, board, &sides);

    let is_absent = |path: &str| {
        let mut absent = roster.units.iter().enumerate().filter(|(at, _)| !set_up.units.contains_key(at));
        absent.any(|(_, unit)| path.starts_with(&format!("units.{}.", unit.name)))
    };
    units.assumptions.retain(|assumption| !is_absent(&assumption.path));
    // More than there are indices for, which is complained of by now.
    if set_up.units.len() > R::MOST_UNITS || set_up.commanders.len() > R::MOST_COMMANDERS {
        return None;
    }
    let commanders = commanders(&roster, &set_up);
    let cards = cards(&roster, &set_up);
    let map = map?;
    let (terrain, rally, camp) = map.rest?;
    Some(Scenario {
        title: title?,
        sides: BySide(sides.0?),
        board: map.board,
        terrain,
        units: cards?,
        commanders: commanders?,
        stages: stages?,
        pool: pool?,
        free_set_up: set_up.free,
        rally,
        camp,
        automatic_victory: automatic_victory?,
        wins_at_zero: wins_at_zero?,
        squares: squares?,
        practised_gunners: practised_gunners?,
        gun_table: gun_table?,
        switches,
        family,
        values,
        variant: None,
        assumptions: Vec::new(),
    })
}

fn sides(layers: &mut Layers<'_>) -> Sides {
    let names = layers.need("sides", |field| {
        let names = field.list()?.iter().map(Field::text).collect::<Result<Vec<&str>, _>>()?;
        match names.as_slice() {
            [first, second] if first != second && !first.is_empty() && !second.is_empty() => {
                Ok([first, second].map(|name| (*name).to_owned()))
            }
            _ => Err(field.complain("`sides` are two names, the side whose lead counts as positive first")),
        }
    });
    Sides(names)
}

/// The sides of which something is true.
fn armies(layers: &mut Layers<'_>, key: &str, sides: &Sides) -> Option<BySide<bool>> {
    let named = layers.need(key, |field| {
        field.list()?.iter().map(|field| sides.read(field)).collect::<Result<Vec<_>, _>>()
    })?;
    Some(BySide::from_fn(|side| named.contains(&side)))
}

fn switches(layers: &mut Layers<'_>) -> Switches {
    let rows = layers.known_rows("switches", "switch");
    let mut is_on = |name| layers.flag(&rows, name);
    Switches {
        out_of_range_units_react_fully: is_on("out_of_range_units_react_fully"),
        melee_nine_strikes_own_commander: is_on("melee_nine_strikes_own_commander"),
        trench_shelters_its_own_hex_only: is_on("trench_shelters_its_own_hex_only"),
        camp_draws_only_against_a_lead: is_on("camp_draws_only_against_a_lead"),
    }
}

fn family(layers: &mut Layers<'_>) -> Family {
    let rows = layers.known_rows("family", "difference of the family");
    let mut is_on = |name| layers.flag(&rows, name);
    Family {
        hills_block_sight: is_on("hills_block_sight"),
        only_attackers_win_unscathed: is_on("only_attackers_win_unscathed"),
        lava_eased_against_infantry_only: is_on("lava_eased_against_infantry_only"),
    }
}

fn values(layers: &mut Layers<'_>) -> Values {
    let rows = layers.known_rows("values", "value of the rules");
    let charge_bonus = layers.row_number(&rows, "values", "charge_bonus");
    Values { charge_bonus: charge_bonus.unwrap_or(Values::PRINTED.charge_bonus) }
}

fn commanders<R: Room>(roster: &Roster<'_>, set_up: &SetUp<'_, R>) -> Option<Vec<CommanderCard<R>>> {
    let card = |(at, post): (&usize, &set_up::Post<'_>)| {
        let commander = &roster.commanders[*at];
        let is_his = |unit: &usize| roster.units[*unit].commander == Some(*at);
        let units = set_up.units.keys().enumerate().filter(|(_, unit)| is_his(unit));
        Some(CommanderCard {
            name: commander.name.to_owned(),
            subject: commander.subject,
            side: commander.side?,
            start: post.hex,
            units: units.map(|(index, _)| UnitId::from_index(index)).collect(),
        })
    };
    set_up.commanders.iter().map(card).collect()
}

fn cards<R: Room>(roster: &Roster<'_>, set_up: &SetUp<'_, R>) -> Option<Vec<UnitCard>> {
    let card = |(at, post): (&usize, &set_up::Post<'_>)| {
        let unit = &roster.units[*at];
        let values = unit.values?;
        let commander =
            set_up.commanders.keys().position(|taking_part| Some(*taking_part) == unit.commander)?;
        Some(UnitCard {
            name: unit.name.to_owned(),
            subject: unit.subject,
            side: values.side,
            commander: CommanderId::from_index(commander),
            arm: values.arm,
            cossack: values.cossack,
            morale: values.morale,
            size: values.size,
            fire: values.fire,
            fire_reverse: values.fire_reverse,
            start: post.hex.zip(post.facing),
            limbered: post.limbered,
        })
    };
    set_up.units.iter().map(card).collect()
}
