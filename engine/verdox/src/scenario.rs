//! Reads a scenario from its files. The host gives a way to turn a file's name into its text, for nothing here opens
//! files; it gets a scenario, or everything that is wrong with both files, each at its place with what would be right.
//! `scenarios/verdox` has examples of what can be written.

mod drawing;
mod kinds;
mod map;
mod sheet;
mod variant;

use szala_kernel::text::source::{Files, Source, beside, unreadable};
use szala_kernel::text::variant::Texts;
use szala_kernel::text::{Complaint, Field, Section};
use szala_kernel::{BySide, Side};

use crate::data::{Canals, CloseCombat, Map, Range, Reserve, Scenario, Switches, Waves};
use crate::ending::OPEN_TURNS;
use crate::forces::{Kind, Kinds, Roll, size};
use crate::ids::MOST_OF_A_SIDE;
use crate::notation::SIDES;
use sheet::Sheet;

pub use szala_kernel::text::source::{Place, Problem, Problems};
pub use szala_kernel::text::{Known, Takes};
pub use variant::{Variant, load_variant};

const KEYS: [&str; 10] =
    ["game", "title", "standing", "map", "leads", "turns", "forces", "waves", "kinds", "switches"];
const WAVES: [&str; 3] = ["first", "next", "columns"];
const SWITCHES: [&str; 6] = ["close_combat", "range", "reserve", "drawn_count", "length", "canals"];

/// No edge is deeper.
const MOST_COLUMNS_OF_EDGE: u8 = 8;

/// Whose file it is: a host of several games finds the one to play by that.
const GAME: [(&str, ()); 1] = [("verdox", ())];
/// [D-2.1a] Who sets up first, where lots are not drawn.
const LEADS: [(&str, Option<Side>); 3] =
    [("lots", None), (SIDES[0], Some(Side::First)), (SIDES[1], Some(Side::Second))];
/// [D-3.10a]
const CLOSE_COMBAT: [(&str, CloseCombat); 2] =
    [("neighbours", CloseCombat::Neighbours), ("passable", CloseCombat::Passable)];
/// [D-3.10c]
const RANGE: [(&str, Range); 3] =
    [("steps", Range::Steps), ("straight", Range::Straight), ("diagonal", Range::Diagonal)];
/// [D-4.2a]
const RESERVE: [(&str, Reserve); 2] = [("saves", Reserve::Saves), ("is no help", Reserve::IsNoHelp)];
/// [D-4.3a]
const DRAWN_COUNT: [(&str, Option<Side>); 3] =
    [("draw", None), (SIDES[0], Some(Side::First)), (SIDES[1], Some(Side::Second))];
/// [D-4.3b] Whether a length was agreed on.
const LENGTH: [(&str, bool); 2] = [("agreed", true), ("open", false)];
/// [D-7.7b]
const CANALS: [(&str, Canals); 2] =
    [("carry barges", Canals::CarryBarges), ("are shallow", Canals::AreShallow)];

/// What a switch takes, ours first.
fn values_of(switch: &str) -> Vec<&'static str> {
    fn names<T>(known: &[(&'static str, T)]) -> Vec<&'static str> {
        known.iter().map(|(name, _)| *name).collect()
    }
    match switch {
        "close_combat" => names(&CLOSE_COMBAT),
        "range" => names(&RANGE),
        "reserve" => names(&RESERVE),
        "drawn_count" => names(&DRAWN_COUNT),
        "length" => names(&LENGTH),
        "canals" => names(&CANALS),
        _ => unreachable!("{switch} is no switch"),
    }
}

/// Reads the scenario in the file `path`. `files` gives the text of a file, or the reason why it cannot: it is asked
/// for `path` itself, then for the map, named relative to it with `/` between folders.
///
/// # Errors
/// Everything that is wrong with both files.
pub fn load(path: &str, files: Texts<'_>) -> Result<Scenario, Problems> {
    load_sources(path, &|name| Ok(Source::new(name, files(name)?)))
}

/// Reads the scenario from files that may have been edited since they were written.
fn load_sources(path: &str, files: Files<'_>) -> Result<Scenario, Problems> {
    let source = files(path).map_err(|reason| Problems(vec![unreadable(path, &reason)]))?;
    let mut problems = Vec::new();
    let Some(document) = source.parse(&mut problems) else { return Err(Problems(problems)) };
    let mut sheet = Sheet::new(&source, &document);
    let root = sheet.root.clone();
    // The map may be asked for however wrong the rest is: all that is wrong is told at once.
    let named = sheet.need(&root, "the scenario", "map", Field::placed_text);
    let map_source = named.and_then(|name| {
        let source = files(&beside(path, name.value));
        source.map_err(|reason| sheet.complain(name.span, reason)).ok()
    });
    let map = map_source.map(|source| read_map(&source));
    let rest = read(&mut sheet);
    problems.extend(sheet.problems());
    let map = match map {
        Some(Ok(map)) => Some(map),
        Some(Err(Problems(more))) => {
            problems.extend(more);
            None
        }
        None => None,
    };
    match (map, rest) {
        (Some(map), Some(rest)) if problems.is_empty() => {
            let scenario = Scenario { map, ..rest };
            let misfit = misfit(&scenario);
            let span = root.get("map").map_or(0..0, |field| field.span());
            let tell = |message| source.problem(Complaint::new(span, message));
            misfit.map_or(Ok(scenario), |message| Err(Problems(vec![tell(message)])))
        }
        _ => Err(Problems(problems)),
    }
}

/// Reads a map that stands alone, such as one that was made up.
///
/// # Errors
/// Everything that is wrong with it.
pub fn load_map(file: &str, text: &str) -> Result<Map, Problems> {
    read_map(&Source::new(file, text.to_owned()))
}

fn read_map(source: &Source) -> Result<Map, Problems> {
    let mut problems = Vec::new();
    let Some(document) = source.parse(&mut problems) else { return Err(Problems(problems)) };
    let mut sheet = Sheet::new(source, &document);
    let map = map::read(&mut sheet);
    problems.extend(sheet.problems());
    match map {
        Some(map) if problems.is_empty() => Ok(map),
        _ => Err(Problems(problems)),
    }
}

/// All but the map, for which an empty one stands in; nothing when something is wrong.
fn read(sheet: &mut Sheet<'_>) -> Option<Scenario> {
    let root = sheet.root.clone();
    root.refuse_unknown(&KEYS, &mut sheet.wrong);
    let whose = "the scenario";
    root.read("game", &mut sheet.wrong, |field| field.choice(&GAME));
    let title = sheet.need(&root, whose, "title", |field| field.text().map(str::to_owned));
    let leads = root.read("leads", &mut sheet.wrong, |field| field.choice(&LEADS)).flatten();
    let forces = sheet.need(&root, whose, "forces", Field::section);
    let forces = forces.and_then(|table| read_forces(sheet, &table));
    let waves = root.read("waves", &mut sheet.wrong, Field::section);
    let waves = waves.map_or(Some(Waves::PRINTED), |table| read_waves(sheet, &table));
    let table = root.read("switches", &mut sheet.wrong, Field::section);
    let (switches, is_agreed) =
        table.map_or((Switches::default(), true), |table| read_switches(sheet, &table));
    let turns = root.read("turns", &mut sheet.wrong, |field| field.number(1..=OPEN_TURNS));
    match (is_agreed, root.get("turns")) {
        (true, None) => {
            let message = "the scenario has no `turns`: how many are agreed on? Or write length = \"open\" under \
                           [switches]";
            sheet.complain(root.span(), message);
        }
        (false, Some(field)) => {
            let message = "the length is open: delete `turns`, or `length` under [switches]";
            sheet.complain(field.name_span(), message);
        }
        _ => (),
    }
    let kinds = root.read("kinds", &mut sheet.wrong, Field::section);
    let kinds = kinds.map_or(Kinds::PRINTED, |table| kinds::read(&table, &mut sheet.wrong));
    Some(Scenario {
        title: title?,
        map: map::none(),
        forces: forces?,
        leads,
        turns,
        waves: waves?,
        kinds,
        switches,
        variant: None,
    })
}

/// [5.1] A row for each kind, a number for each side.
fn read_forces<'d>(sheet: &mut Sheet<'d>, table: &Section<'d>) -> Option<BySide<Roll>> {
    let before = sheet.wrong.len();
    let names = Kind::ALL.map(Kind::name);
    table.refuse_unknown(&names, &mut sheet.wrong);
    let mut forces = BySide([Roll::default(); 2]);
    let most = u8::try_from(MOST_OF_A_SIDE).expect("eighty");
    for kind in Kind::ALL {
        let Some(row) = sheet.need(table, "the table of forces", kind.name(), Field::section) else {
            continue;
        };
        row.refuse_unknown(&SIDES, &mut sheet.wrong);
        for side in Side::BOTH {
            let whose = format!("the row `{}`", kind.name());
            let count = sheet.need(&row, &whose, SIDES[side as usize], |field| field.number(0..=most));
            forces[side][kind.index()] = count.unwrap_or_default();
        }
    }
    for side in Side::BOTH {
        let count = size(forces[side]);
        if sheet.wrong.len() == before && !(1..=MOST_OF_A_SIDE).contains(&count) {
            let name = SIDES[side as usize];
            sheet.complain(
                table.span(),
                format!("the {name} have {count} units; 1 to {MOST_OF_A_SIDE} can be"),
            );
        }
    }
    (sheet.wrong.len() == before).then_some(forces)
}

fn read_waves(sheet: &mut Sheet<'_>, table: &Section<'_>) -> Option<Waves> {
    let before = sheet.wrong.len();
    table.refuse_unknown(&WAVES, &mut sheet.wrong);
    let mut number = |key, usual: u8, least: u8, most: u8| {
        table.read(key, &mut sheet.wrong, |field| field.number(least..=most)).unwrap_or(usual)
    };
    let waves = Waves {
        first: number("first", Waves::PRINTED.first, 1, 80),
        next: number("next", Waves::PRINTED.next, 0, 80),
        columns: number("columns", Waves::PRINTED.columns, 1, MOST_COLUMNS_OF_EDGE),
    };
    (sheet.wrong.len() == before).then_some(waves)
}

fn read_switches(sheet: &mut Sheet<'_>, table: &Section<'_>) -> (Switches, bool) {
    let wrong = &mut sheet.wrong;
    table.refuse_unknown(&SWITCHES, wrong);
    let usual = Switches::default();
    let switches = Switches {
        close_combat: table
            .read("close_combat", wrong, |field| field.choice(&CLOSE_COMBAT))
            .unwrap_or(usual.close_combat),
        range: table.read("range", wrong, |field| field.choice(&RANGE)).unwrap_or(usual.range),
        reserve: table.read("reserve", wrong, |field| field.choice(&RESERVE)).unwrap_or(usual.reserve),
        drawn_count: table
            .read("drawn_count", wrong, |field| field.choice(&DRAWN_COUNT))
            .unwrap_or(usual.drawn_count),
        canals: table.read("canals", wrong, |field| field.choice(&CANALS)).unwrap_or(usual.canals),
    };
    (switches, table.read("length", wrong, |field| field.choice(&LENGTH)).unwrap_or(true))
}

/// What of a scenario does not go with its map, if anything.
pub(crate) fn misfit(scenario: &Scenario) -> Option<String> {
    crowded(scenario).or_else(|| overrun(scenario))
}

/// [2.3] Is there no room for the first wave?
fn crowded(scenario: &Scenario) -> Option<String> {
    let waves = scenario.waves;
    let is_too_small = |side: &Side| {
        let due = usize::from(waves.first).min(size(scenario.forces[*side]));
        let barges: crate::ids::Squares = scenario.map.barges.iter().copied().collect();
        (scenario.map.entry(*side, waves.columns) - barges).len() < due
    };
    let side = Side::BOTH.into_iter().find(is_too_small)?;
    let name = SIDES[side as usize];
    let columns = waves.columns;
    Some(format!(
        "the edge of the {name} has no room for their first wave: widen it (columns = {} under [waves]), \
         take a smaller wave, or a higher map",
        columns + 1
    ))
}

/// [4.1] Do headquarters lie where the other side comes in?
fn overrun(scenario: &Scenario) -> Option<String> {
    let columns = scenario.waves.columns;
    let is_overrun =
        |side: &Side| scenario.map.entry(!*side, columns).contains(scenario.map.headquarters[*side]);
    let side = Side::BOTH.into_iter().find(is_overrun)?;
    let (whose, others) = (SIDES[side as usize], SIDES[!side as usize]);
    Some(format!(
        "the headquarters of the {whose} lie on the edge where the {others} come in: move them off it"
    ))
}
