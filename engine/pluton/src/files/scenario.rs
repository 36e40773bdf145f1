//! Reads a scenario from its files, and its variants. The host supplies a function from file names to texts; it gets a
//! scenario, or everything that is wrong with the files, each error at its place with the remedy. `values` has the
//! name, type and meaning of each value; this module has the checks between values.

mod forces;
mod map;
mod tables;
mod values;

use szala_files::variant::{self, Texts};
use szala_files::{Assumption, Complaint, Declared, Filed, Opened, Page, Pages, Section};
use szala_kernel::{BySide, Side};

use crate::chapters::game::Pluton;
use crate::position::data::{ClearRoad, Map, Points, SIDES, Scenario, Switches};
use crate::position::ids::Hexes;
use values::{
    BARRAGE_DICE, CLEAR_ROAD, COMMAND, CROWDING, FIRED_MARK, HIDDEN_MARCH, HIDDEN_STAGES, HOLDING, MAP,
    RECOVERY, RUN_MARKER, SCENARIO, SIDE, SIXTH, SIXTH_GUN_PLATOON, TABLES, TURNED_COUNTERS, UNITS, VALUES,
};

pub use szala_files::source::{Place, Problem, Problems};
pub use szala_files::{Known, Takes};

/// Changes to a scenario, in order: a later change overrides an earlier one.
pub type Variant = variant::Variant<Pluton>;

/// Reads the scenario in the file `path`. `files` returns the text of a file, or the reason why it cannot: it is
/// asked for `path` itself, then for the files that it names, relative to it with `/` between folders.
///
/// # Errors
/// Everything that is wrong with the files.
pub fn load(path: &str, files: Texts<'_>) -> Result<Scenario, Problems> {
    load_variant(path, files, &Variant::default())
}

/// Reads the scenario in the file `path` with the changes of a variant; see [`load`].
///
/// # Errors
/// Everything that is wrong with the scenario's own files, with the changes, or with their result.
pub fn load_variant(path: &str, files: Texts<'_>, variant: &Variant) -> Result<Scenario, Problems> {
    szala_files::load(path, files, variant).map(|(scenario, _)| scenario)
}

impl Filed for Pluton {
    type Scenario = Scenario;
    type Widest = Self;

    const VALUES: &'static Declared = &VALUES;

    fn read(pages: &Pages<'_>) -> Option<Scenario> {
        let page = pages.own();
        let map = pages.get(MAP).and_then(map::read);
        let tables = pages.get(TABLES).and_then(tables::read);
        let cards = pages.get(UNITS).and_then(forces::cards);
        let (map, (tables, calibres), mut cards) = (map?, tables?, cards?);
        let groups = forces::groups(page, &map, &mut cards);
        let battalions = forces::battalions(page, &map);
        let barrages = forces::barrages(page, &cards, &battalions, &calibres);
        let clear_road = clear_road(page, &map);
        let points = points(page);
        let worth = worth(page, &map)?;
        let scenario = Scenario {
            title: pages.titled(&page.typed(&["title"])?),
            map,
            tables,
            calibres,
            cards,
            groups: groups?,
            barrages: barrages?,
            battalions,
            leads: page.choice(&["leads"], &SIDE)?,
            stages: page.number(&["stages"])?,
            points: points?,
            worth,
            clear_road,
            switches: switches(page)?,
            variant: pages.variant(),
            assumptions: pages.assumptions(),
        };
        Some(scenario)
    }

    fn with(scenario: Scenario) -> Self {
        Self::new(scenario)
    }

    fn assumed(&self) -> &[Assumption] {
        &self.scenario().assumptions
    }

    fn names(opened: &Opened<Self>, word: &str) -> Vec<String> {
        let of_sides = |kind: &str, tables: &[&str]| {
            let mut all: Vec<String> = Vec::new();
            for (table, side) in tables.iter().flat_map(|table| SIDES.map(|side| (*table, side))) {
                let keys = if table.is_empty() { vec![side] } else { vec![table, side] };
                all.extend(opened.names_in(kind, &keys));
            }
            all.sort();
            all.dedup();
            all
        };
        match word {
            "unit" => of_sides(UNITS, &[""]),
            "group" => of_sides(SCENARIO, &["set_up", "reinforcements"]),
            "guns" => of_sides(SCENARIO, &["battalions"]),
            "barrage" => of_sides(SCENARIO, &["barrages"]),
            "calibre" => opened.names_in(TABLES, &["artillery"]),
            "hex" => {
                let grid = opened.scenario.map.grid;
                let hexes = crate::position::ids::Hexes::all_below(grid.hex_count());
                hexes.iter().map(|hex| grid.label(hex).to_string()).collect()
            }
            "letter" => opened.names_in(MAP, &map::LEGEND),
            _ => Vec::new(),
        }
    }

    /// A side has its own names, and a table of small arms the rows that it has.
    fn is_there(opened: &Opened<Self>, kind: &str, keys: &[&str]) -> bool {
        match keys {
            ["ground", ..] => true,
            [table, ..] if kind == TABLES => *table != "small_arms" || opened.node(kind, keys).is_some(),
            [.., _] if kind == UNITS || keys.len() > 3 => {
                opened.node(kind, &keys[..keys.len() - 1]).is_some()
            }
            ["points", _, "places", ..] => opened.node(kind, keys).is_some(),
            [one, ..] if *one == "points" => opened.node(kind, keys).is_some(),
            _ => true,
        }
    }

    fn row_and_column(_: &Opened<Self>, cell: &str) -> [String; 2] {
        let (column, row) = cell.split_at_checked(cell.len() / 2).unwrap_or((cell, ""));
        [row, column].map(str::to_owned)
    }
}

fn switches(page: &Page<'_>) -> Option<Switches> {
    Some(Switches {
        recovery: page.choice(&["switches", "recovery"], &RECOVERY)?,
        run_marker: page.choice(&["switches", "run_marker"], &RUN_MARKER)?,
        command: page.choice(&["switches", "command"], &COMMAND)?,
        crowding: page.choice(&["switches", "crowding"], &CROWDING)?,
        barrage_dice: page.choice(&["switches", "barrage_dice"], &BARRAGE_DICE)?,
        fired_mark: page.choice(&["switches", "fired_mark"], &FIRED_MARK)?,
        clear_road: page.choice(&["switches", "clear_road"], &CLEAR_ROAD)?,
        holding: page.choice(&["switches", "holding"], &HOLDING)?,
        sixth_gun_platoon: page.choice(&SIXTH, &SIXTH_GUN_PLATOON)?,
        turned_counters: page.choice(&["switches", "turned_counters"], &TURNED_COUNTERS)?,
        hidden_march: page.choice(&["switches", "hidden_march"], &HIDDEN_MARCH)?,
        company_spread: page.number(&["switches", "company_spread"])?,
        hidden_stages: page.choice(&["switches", "hidden_stages"], &HIDDEN_STAGES)?,
    })
}

fn points(page: &Page<'_>) -> Option<BySide<Points>> {
    let of = |side: &str| {
        let number = |what: &str| page.number(&["points", side, what]);
        Some(Points {
            building: number("building")?,
            square: number("square")?,
            commander: number("commander")?,
            hidden_stage: number("hidden_stage")?,
            most_hidden: number("most_hidden")?,
        })
    };
    let [first, second] = SIDES.map(of);
    Some(BySide([first?, second?]))
}

/// [19.4.7] What the buildings of some places count.
fn worth(page: &Page<'_>, map: &Map) -> Option<BySide<Vec<(Hexes, u8)>>> {
    let mut all = BySide([Vec::new(), Vec::new()]);
    for (side, of) in Side::BOTH.into_iter().zip(SIDES) {
        let section = page.section(&["points", of, "places"]);
        for field in section.as_ref().map(Section::fields).unwrap_or_default() {
            let hexes = page.take(
                forces::place(map, field.name())
                    .map_err(|message| Complaint::new(field.name_span(), message)),
            );
            let worth: u8 = page.number(&["points", of, "places", field.name()])?;
            all[side].push((hexes?, worth));
        }
    }
    Some(all)
}

/// [18.6.11] A road without enemies, and who gains by it; nothing where nobody does.
fn clear_road(page: &Page<'_>, map: &Map) -> Option<ClearRoad> {
    if !page.has(&["road_bonus"]) {
        return None;
    }
    if !page.has(&["road_bonus", "side"]) || !page.has(&["road_bonus", "ways"]) {
        let message =
            "say who gains by a clear road and which it is: side = \"Germans\", and [road_bonus.ways]";
        page.complain(page.key_place(&["road_bonus"]), message);
        return None;
    }
    let mut ways = Vec::new();
    for field in page.section(&["road_bonus", "ways"])?.fields() {
        let keys = ["road_bonus", "ways", field.name()];
        ways.push(page.parse(&keys, |text| map::hexes(map.grid, text))?.into_iter().collect());
    }
    Some(ClearRoad {
        side: page.choice(&["road_bonus", "side"], &SIDE)?,
        ways,
        nearer: page.number(&["road_bonus", "nearer"])?,
        worth: page.number(&["road_bonus", "worth"])?,
    })
}
