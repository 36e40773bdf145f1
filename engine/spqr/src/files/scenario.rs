//! Reads a scenario from its files, and its variants. The host supplies a function from file names to texts; it gets a
//! scenario, or everything that is wrong with the files, each error at its place with the remedy. `values` has the
//! name, type and meaning of each value; this module has the checks between values.

mod tables;
mod terrain;
mod values;

use std::collections::BTreeMap;

use szala_board::{EastOrWest, HexGrid, HexId, NorthOrSouth, Numbering, Order, Parity, Stagger};
use szala_files::source::Origin;
use szala_files::tree::Node;
use szala_files::variant::{self, Texts};
use szala_files::{Assumption, Declared, Field, Filed, Opened, Page, Pages, REMOVED, Section, unknown};
use szala_kernel::BySide;

use crate::chapters::game::Spqr;
use crate::position::data::{
    Arms, Army, Class, Collapse, Commands, Edge, Kind, LeaderCard, Line, RallyTable, Ratings, Scenario,
    Switches, UnitCard,
};
use crate::position::ids::{DRIVERS, MOST_HEXES, MOST_LEADERS_OF_A_SIDE, MOST_OF_A_SIDE};
use values::{FACINGS, SIDES, TABLES, VALUES};

pub use szala_files::source::{Place, Problem, Problems};
pub use szala_files::{Known, Takes};

/// Changes to a scenario, in order: a later change overrides an earlier one.
pub type Variant = variant::Variant<Spqr>;

/// Reads the scenario in the file `path` with the changes of a variant. `files` returns the text of a file, or the
/// reason why it cannot: it is asked for `path` itself, then for the files that it names, relative to it with `/`
/// between folders.
///
/// # Errors
/// Everything that is wrong with the scenario's own files, with the changes, or with their result.
pub fn load_variant(path: &str, files: Texts<'_>, variant: &Variant) -> Result<Scenario, Problems> {
    szala_files::load(path, files, variant).map(|(scenario, _)| scenario)
}

/// [G1] Flat sides up, even columns half a hex farther north; labels are column and row, from the north-west.
const fn grid(columns: u8, rows: u8) -> HexGrid {
    HexGrid {
        columns,
        rows,
        stagger: Stagger::FlatTop { shifted_columns: Parity::Odd, towards: NorthOrSouth::South },
        numbering: Numbering {
            order: Order::ColumnRow,
            digits: 2,
            rows_from: NorthOrSouth::North,
            first_row: 1,
            columns_from: EastOrWest::West,
            first_column: 1,
        },
    }
}

impl Filed for Spqr {
    type Scenario = Scenario;
    type Widest = Self;

    const VALUES: &'static Declared = &VALUES;

    fn read(pages: &Pages<'_>) -> Option<Scenario> {
        let page = pages.own();
        let tables = pages.get(TABLES).and_then(tables::read);
        let grid = grid(page.number(&["columns"])?, page.number(&["rows"])?);
        if grid.hex_count() > MOST_HEXES {
            page.complain(page.place(&["rows"]), format!("there is room for {MOST_HEXES} hexes"));
            return None;
        }
        let lines: Option<Vec<Line>> = fields(page, &["lines"])
            .iter()
            .map(|field| {
                Some(Line { name: field.name().to_owned(), gap: page.number(&["lines", field.name()])? })
            })
            .collect();
        let lines = lines?;
        if lines.len() > 16 {
            page.complain(page.key_place(&["lines"]), "there is room for 16 lines of both armies");
            return None;
        }
        let [first, second] = SIDES.map(|side| army(page, grid, &lines, side));
        let armies = BySide([first?, second?]);
        no_two_in_a_hex(page, grid, &armies);
        elephants_of_leaders(page, &armies);
        let terrain = terrain::read(page, grid, &armies)?;
        Some(Scenario {
            title: pages.titled(&page.typed(&["title"])?),
            grid,
            terrain,
            armies,
            lines,
            tables: tables?,
            switches: switches(page)?,
            variant: pages.variant(),
            assumptions: pages.assumptions(),
        })
    }

    fn with(scenario: Scenario) -> Self {
        Self::new(scenario)
    }

    fn assumed(&self) -> &[Assumption] {
        &self.scenario().assumptions
    }

    fn names(opened: &Opened<Self>, word: &str) -> Vec<String> {
        let of_sides = |table: &str| {
            SIDES.iter().flat_map(|side| opened.names_in(values::SCENARIO, &[table, side])).collect()
        };
        match word {
            "unit" => of_sides("units"),
            "leader" => of_sides("leaders"),
            "line" => opened.names_in(values::SCENARIO, &["lines"]),
            _ => Vec::new(),
        }
    }

    /// A unit or leader that is removed keeps its place in the list, so that all others keep their numbers.
    fn remove(opened: &mut Opened<Self>, name: &str, at: &Origin) -> Result<(), String> {
        let known =
            |[table, side]: &[&'static str; 2]| opened.node(values::SCENARIO, &[table, side, name]).is_some();
        let tables = ["units", "leaders"].into_iter().flat_map(|table| SIDES.map(|side| [table, side]));
        let Some([table, side]) = tables.clone().find(known) else {
            let names: Vec<String> =
                tables.flat_map(|[table, side]| opened.names_in(values::SCENARIO, &[table, side])).collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            return Err(unknown("unit or leader", name, &names));
        };
        let keys = [table, side, name, "absent"];
        if opened.typed(values::SCENARIO, &keys) == "true" {
            return Err(format!("{name} takes no part as it is"));
        }
        opened.write(values::SCENARIO, &keys, Node::bare("true", at));
        opened.say(keys.join("."), format!("{REMOVED}{name}"));
        Ok(())
    }

    /// A side has its own names, and there is no row of the clash for a type that reads another's.
    fn is_there(opened: &Opened<Self>, kind: &str, keys: &[&str]) -> bool {
        match keys {
            ["units" | "leaders", _, _, ..] => opened.node(kind, &keys[..3]).is_some(),
            ["clash", ..] => opened.node(kind, keys).is_some(),
            _ => true,
        }
    }
}

fn fields<'p>(page: &'p Page<'_>, keys: &[&str]) -> Vec<Field<'p>> {
    page.section(keys).as_ref().map(Section::fields).unwrap_or_default()
}

fn hex(grid: HexGrid, label: &str) -> Result<HexId, String> {
    grid.parse_label(label).map_err(|error| format!("`{label}` is no hex of the map: {error}"))
}

fn army(page: &Page<'_>, grid: HexGrid, lines: &[Line], side: &str) -> Option<Army> {
    let leaders: Vec<_> = fields(page, &["leaders", side])
        .iter()
        .map(|field| leader(page, grid, [side, field.name()]))
        .collect();
    let units: Vec<_> = fields(page, &["units", side])
        .iter()
        .map(|field| unit(page, grid, (lines, &leaders), [side, field.name()]))
        .collect();
    for (what, count, most) in
        [("units", units.len(), MOST_OF_A_SIDE), ("leaders", leaders.len(), MOST_LEADERS_OF_A_SIDE)]
    {
        if count == 0 || count > most {
            let message = format!("a side has 1 to {most} {what}, and this one {count}");
            page.complain(page.key_place(&[what, side]), message);
            return None;
        }
    }
    let mut leaders: Vec<LeaderCard> = leaders.into_iter().collect::<Option<_>>()?;
    if leaders.iter().filter(|leader| leader.is_overall).count() > 1 {
        page.complain(page.key_place(&["leaders", side]), "a side has one overall commander at most");
    }
    let units: Vec<UnitCard> = units.into_iter().collect::<Option<_>>()?;
    let name: String = page.typed(&["armies", side, "name"])?;
    if page.flag(&["switches", "elephant_command"])? && units.iter().any(|unit| unit.kind == Kind::Elephant) {
        if leaders.len() + DRIVERS > MOST_LEADERS_OF_A_SIDE {
            let message = format!("with elephant_command there is room for {DRIVERS} leaders less");
            page.complain(page.key_place(&["leaders", side]), message);
            return None;
        }
        let anywhere = units.first().map(|unit| unit.hex)?;
        leaders.extend((1..=DRIVERS).map(|number| driver(anywhere, format!("{name} driver {number}"))));
    }
    Some(Army {
        name,
        faces: page.choice(&["armies", side, "faces"], &FACINGS)?,
        edge: page.choice(&["armies", side, "edge"], &Edge::NAMES)?,
        withdrawal: page.number(&["armies", side, "withdrawal"])?,
        replacements: page.number(&["armies", side, "replacements"])?,
        replacement: Ratings {
            initiative: page.number(&["armies", side, "replacement", "initiative"])?,
            range: page.number(&["armies", side, "replacement", "range"])?,
            lines: page.number(&["armies", side, "replacement", "lines"])?,
            charisma: page.number(&["armies", side, "replacement", "charisma"])?,
        },
        units,
        leaders,
    })
}

fn unit(
    page: &Page<'_>,
    grid: HexGrid,
    (lines, leaders): (&[Line], &[Option<LeaderCard>]),
    [side, name]: [&str; 2],
) -> Option<UnitCard> {
    let at = |what| ["units", side, name, what];
    let mut of_lines = 0;
    for text in page.texts(&at("lines")) {
        of_lines |= page.take(text.parse(|wanted| {
            let names: Vec<&str> = lines.iter().map(|line| line.name.as_str()).collect();
            let found = lines.iter().position(|line| line.name == wanted);
            found.map(|at| 1_u16 << at).ok_or_else(|| unknown("line", wanted, &names))
        }))?;
    }
    let rider = match page.field(&at("rider")) {
        Some(_) => Some(page.parse(&at("rider"), |wanted| {
            let names: Vec<&str> = leaders.iter().flatten().map(|leader| leader.name.as_str()).collect();
            let found = names.iter().position(|name| *name == wanted);
            found.ok_or_else(|| unknown("leader", wanted, &names))
        })?),
        None => None,
    };
    Some(UnitCard {
        name: name.to_owned(),
        kind: page.choice(&at("kind"), &Kind::NAMES)?,
        class: page.choice(&at("class"), &Class::NAMES)?,
        legion: page.number(&at("legion"))?,
        is_ala: page.flag(&at("ala"))?,
        is_indian: page.flag(&at("indian"))?,
        rider,
        may_double: page.flag(&at("double"))?,
        quality: page.number(&at("quality"))?,
        size: page.number(&at("size"))?,
        movement: page.number(&at("movement"))?,
        arms: page.choice(&at("arms"), &Arms::NAMES)?,
        lines: of_lines,
        hex: page.parse(&at("hex"), |text| hex(grid, text))?,
        is_absent: page.flag(&at("absent"))?,
    })
}

fn leader(page: &Page<'_>, grid: HexGrid, [side, name]: [&str; 2]) -> Option<LeaderCard> {
    let at = |what| ["leaders", side, name, what];
    Some(LeaderCard {
        name: name.to_owned(),
        initiative: page.number(&at("initiative"))?,
        range: page.number(&at("range"))?,
        lines: page.number(&at("lines"))?,
        strategy: page.number(&at("strategy"))?,
        charisma: page.number(&at("charisma"))?,
        commands: page.choice(&at("commands"), &Commands::NAMES)?,
        is_overall: page.flag(&at("overall"))?,
        is_elite: page.flag(&at("elite"))?,
        is_proconsul: page.flag(&at("proconsul"))?,
        frees_lines: page.flag(&at("frees_lines"))?,
        is_driver: false,
        is_named: page.flag(&at("named"))?,
        hex: page.parse(&at("hex"), |text| hex(grid, text))?,
        is_absent: page.flag(&at("absent"))?,
    })
}

/// [4.8] A driver of elephants, who is not on the map before somebody puts him there.
fn driver(hex: HexId, name: String) -> LeaderCard {
    LeaderCard {
        name,
        initiative: 1,
        range: 0,
        lines: 1,
        strategy: 0,
        charisma: 0,
        commands: Commands::All,
        is_overall: false,
        is_elite: false,
        is_proconsul: false,
        frees_lines: false,
        is_driver: true,
        is_named: false,
        hex,
        is_absent: true,
    }
}

/// [6.61, 9.61] One unit a hex, or half of one; or two of foot of legions and alae.
fn no_two_in_a_hex(page: &Page<'_>, grid: HexGrid, armies: &BySide<Army>) {
    // Who stands on each hex, and whether another may stand with him.
    let mut taken: BTreeMap<HexId, (&str, bool, &str)> = BTreeMap::new();
    for ((_, army), side) in armies.iter().zip(SIDES) {
        // [4.7.5] The elephant of a leader stands with others.
        for unit in army.units.iter().filter(|unit| !unit.is_absent && unit.rider.is_none()) {
            let place = page.place(&["units", side, &unit.name, "hex"]);
            let right = army.faces.flank()[0];
            let other = grid.hex_at(grid.axial(unit.hex) + szala_board::Axial::unit(right));
            if unit.is_long() && other.is_none() {
                page.complain(place.clone(), format!("the right half of {} is off the map", unit.name));
            }
            for hex in [Some(unit.hex), other.filter(|_| unit.is_long())].into_iter().flatten() {
                let can_stack = !matches!(unit.class, Class::None | Class::Velites);
                match taken.get(&hex) {
                    Some((_, true, of)) if can_stack && *of == side => {
                        taken.insert(hex, (&unit.name, false, side));
                    }
                    Some((known, ..)) => {
                        let message = format!("{known} stands on {} as well", grid.label(hex));
                        page.complain(place.clone(), message);
                    }
                    None => {
                        taken.insert(hex, (&unit.name, can_stack, side));
                    }
                }
            }
        }
    }
}

/// [4.7] What the elephant of a leader is, and where.
fn elephants_of_leaders(page: &Page<'_>, armies: &BySide<Army>) {
    for ((_, army), side) in armies.iter().zip(SIDES) {
        for (place, unit) in army.units.iter().enumerate() {
            let Some(rider) = unit.rider else { continue };
            let leader = &army.leaders[rider];
            let with = |other: &&UnitCard| !other.is_absent && other.hex == leader.hex;
            let wrong = if unit.kind != Kind::Elephant {
                "is of the type EL"
            } else if unit.size != 1 {
                "has size 1 (4.71)"
            } else if unit.arms != Arms::None || unit.lines != 0 {
                "shoots with nothing and is of no line (4.73)"
            } else if unit.hex != leader.hex {
                "begins where he does"
            } else if army.units[..place].iter().any(|other| other.rider == Some(rider)) {
                "is the only one that he has"
            } else if army.units.iter().filter(with).any(|other| other.kind.is_cavalry()) {
                "does not begin with cavalry (4.75)"
            } else {
                continue;
            };
            let message = format!("the elephant of {} {wrong}", leader.name);
            page.complain(page.place(&["units", side, &unit.name, "rider"]), message);
        }
    }
}

fn switches(page: &Page<'_>) -> Option<Switches> {
    let at = |what| ["switches", what];
    Some(Switches {
        turns: page.number(&at("turns"))?,
        lc_standing_fire: page.flag(&at("lc_standing_fire"))?,
        blanks: page.flag(&at("blanks"))?,
        javelins_low: page.number(&at("javelins_low"))?,
        exempt_targets_roll: page.flag(&at("exempt_targets_roll"))?,
        collapse: page.choice(&at("collapse"), &Collapse::NAMES)?,
        compass: page.number(&at("compass"))?,
        triarii_doctrine: page.flag(&at("triarii_doctrine"))?,
        engaged: page.flag(&at("engaged"))?,
        elephant_command: page.flag(&at("elephant_command"))?,
        pursuit: page.flag(&at("pursuit"))?,
        rally_table: page.choice(&at("rally_table"), &RallyTable::NAMES)?,
    })
}
