//! Reads a scenario from its files, and its variants. The host supplies a function from file names to texts, as
//! nothing here opens files; it gets a scenario, or everything that is wrong with both files, each error at its place
//! with the remedy. `values` has the name, type and meaning of each value; this module has the checks between values.
//! `scenarios/verdox` has examples.

mod drawing;
mod kinds;
mod map;
mod values;

use szala_board::SquareId;
use szala_files::source::{Problem as Wrong, Source};
use szala_files::tree::Node;
use szala_files::variant::{self, Texts};
use szala_files::{Assumption, Declared, Filed, Opened, Page, Pages};
use szala_kernel::{BySide, Side};

use crate::chapters::game::Verdox;
use crate::position::data::{Bar, Barred, Map, SIDES, Scenario, Switches, Waves};
use crate::position::ground::Ground;
use crate::position::ids::{MOST_OF_A_SIDE, Squares};
use crate::position::kinds::{Kind, Roll, size};
use drawing::{DRAWING, LEGEND};
use values::{CANALS, CLOSE_COMBAT, DRAWN_COUNT, LEADS, LENGTH, MAP, RANGE, RESERVE, SCENARIO, VALUES};

pub use szala_files::source::{Place, Problem, Problems};
pub use szala_files::{Known, Takes};

/// Changes to a scenario, in order: a later change overrides an earlier one.
pub type Variant = variant::Variant<Verdox>;

/// Reads the scenario in the file `path`. `files` returns the text of a file, or the reason why it cannot: it is
/// asked for `path` itself, then for the map, named relative to it with `/` between folders.
///
/// # Errors
/// Everything that is wrong with both files.
pub fn load(path: &str, files: Texts<'_>) -> Result<Scenario, Problems> {
    load_variant(path, files, &Variant::default())
}

/// Reads the scenario in the file `path` with the changes of a variant; see [`load`].
///
/// # Errors
/// Everything that is wrong with the scenario's own files, with the changes, or with their result. Errors in a
/// changed value point at the change.
pub fn load_variant(path: &str, files: Texts<'_>, variant: &Variant) -> Result<Scenario, Problems> {
    szala_files::load(path, files, variant).map(|(scenario, _)| scenario)
}

/// Reads a map by itself, for example a generated one, and the sources of its values.
///
/// # Errors
/// Everything that is wrong with it.
pub fn load_map(file: &str, text: &str) -> Result<(Map, Vec<Assumption>), Problems> {
    let source = Source::new(file, text.to_owned());
    szala_files::read_alone(&VALUES, MAP, &source, |page| Some((map::read(page)?, page.assumptions())))
}

impl Filed for Verdox {
    type Scenario = Scenario;
    type Widest = Self;

    const VALUES: &'static Declared = &VALUES;

    fn read(pages: &Pages<'_>) -> Option<Scenario> {
        let page = pages.own();
        let map = pages.get(MAP).and_then(map::read);
        let forces = forces(page);
        check_length(page);
        let scenario = Scenario {
            title: pages.titled(&page.typed(&["title"])?),
            map: map?,
            forces: forces?,
            leads: page.choice(&["leads"], &LEADS)?,
            turns: page.number(&["turns"]),
            waves: Waves {
                first: page.number(&["waves", "first"])?,
                next: page.number(&["waves", "next"])?,
                columns: page.number(&["waves", "columns"])?,
            },
            kinds: kinds::read(page)?,
            switches: Switches {
                close_combat: page.choice(&["switches", "close_combat"], &CLOSE_COMBAT)?,
                range: page.choice(&["switches", "range"], &RANGE)?,
                reserve: page.choice(&["switches", "reserve"], &RESERVE)?,
                drawn_count: page.choice(&["switches", "drawn_count"], &DRAWN_COUNT)?,
                canals: page.choice(&["switches", "canals"], &CANALS)?,
            },
            barred: barred(page)?,
            variant: pages.variant(),
            assumptions: pages.assumptions(),
        };
        if let Some(message) = misfit(&scenario).filter(|_| pages.is_sound()) {
            page.complain(page.place(&["map"]), message);
        }
        Some(scenario)
    }

    fn with(scenario: Scenario) -> Self {
        Self::new(scenario)
    }

    fn assumed(&self) -> &[Assumption] {
        &self.scenario().assumptions
    }

    fn names(opened: &Opened<Self>, word: &str) -> Vec<String> {
        let map = &opened.scenario.map;
        let labels = |is_such: &dyn Fn(&str) -> bool| {
            let labels = map.squares().iter().map(|square| map.grid.label(square).to_string());
            labels.filter(|label| is_such(label)).collect()
        };
        match word {
            "letter" => opened.names_in(MAP, &LEGEND),
            "gate" => labels(&|label| is_gate(opened, label)),
            _ => labels(&|_| true),
        }
    }

    /// A number is a square, even if a wrong one.
    fn admit(opened: &Opened<Self>, _: &str, name: &str) -> Option<Result<String, String>> {
        let grid = opened.scenario.map.grid;
        let label = |square: SquareId| grid.label(square).to_string();
        let is_number = name.starts_with(|letter: char| letter.is_numeric());
        is_number.then(|| map::square(grid, name).map(label))
    }

    fn row_and_column(_: &Opened<Self>, cell: &str) -> [String; 2] {
        let (row, column) = cell.split_at_checked(cell.len() / 2).unwrap_or((cell, ""));
        [row, column].map(str::to_owned)
    }

    fn settle(opened: &mut Opened<Self>) -> Vec<Wrong> {
        // [6.11.2] A square that is no longer a gate has no owner.
        for label in opened.names_in(MAP, &["gates"]) {
            if !is_gate(opened, &label) && !opened.is_set(&format!("map.gates.{label}")) {
                opened.remove(MAP, &["gates", &label]);
            }
        }
        settle_length(opened).into_iter().collect()
    }
}

/// Is there a gate on a square, with the changes so far?
fn is_gate(opened: &Opened<Verdox>, label: &str) -> bool {
    let letter = opened.letter(MAP, &DRAWING, label);
    let terrain = letter.and_then(|letter| opened.node(MAP, &[LEGEND[0], LEGEND[1], letter, "terrain"]));
    terrain.is_some_and(|terrain| terrain.printed() == Ground::Gate.name())
}

/// [D-4.3b] An open length has no number of turns, and an agreed one has. To open it removes the turns, even those of
/// an earlier change.
fn settle_length(opened: &mut Opened<Verdox>) -> Option<Wrong> {
    let length = opened.node(SCENARIO, &["switches", "length"]);
    let is_open = length.is_some_and(|node| node.printed() == LENGTH[1].0);
    let told = |node: &Node, message: &str| node.origin.problem(message);
    match (is_open, opened.node(SCENARIO, &["turns"])) {
        (true, Some(turns)) if opened.is_set_after("turns", "switches.length") => {
            let message = "the length is open: set switches.length=agreed as well, or leave the turns out";
            Some(told(turns, message))
        }
        (true, Some(_)) => {
            opened.remove(SCENARIO, &["turns"]);
            None
        }
        (false, None) => {
            let message = "it is to be agreed on how many turns there are: set turns=30 as well";
            length.map(|node| told(node, message))
        }
        _ => None,
    }
}

/// [D-4.3b] Turns and length go together.
fn check_length(page: &Page<'_>) {
    let is_agreed = page.choice(&["switches", "length"], &LENGTH);
    match (is_agreed, page.field(&["turns"])) {
        (Some(true), None) => {
            let message = "the scenario has no `turns`: how many are agreed on? Or write length = \"open\" under \
                           [switches]";
            page.complain(page.span(), message);
        }
        (Some(false), Some(_)) => {
            let message = "the length is open: delete `turns`, or `length` under [switches]";
            page.complain(page.key_place(&["turns"]), message);
        }
        _ => (),
    }
}

/// What the sides are kept from.
fn barred(page: &Page<'_>) -> Option<Barred> {
    let sides = Bar::ALL.map(|bar| {
        let keys = ["barred", bar.name()];
        page.typed(&keys)?;
        let side = |name: &str| {
            let at = SIDES.iter().position(|side| *side == name);
            at.map(|at| Side::BOTH[at]).ok_or_else(|| format!("the sides are {}", SIDES.join(" and ")))
        };
        let named = page.texts(&keys).iter().map(|field| field.parse(side)).collect();
        let named: Vec<Side> = page.take(named)?;
        Some(BySide::from_fn(|side| named.contains(&side)))
    });
    let mut all = [BySide::default(); Bar::COUNT];
    for (place, sides) in all.iter_mut().zip(sides) {
        *place = sides?;
    }
    Some(Barred::from_fn(|bar| all[bar as usize]))
}

/// [5.1] The forces of each side: not empty, and no more than there is room for.
fn forces(page: &Page<'_>) -> Option<BySide<Roll>> {
    let mut forces = BySide([Roll::default(); 2]);
    for (side, kind) in Side::BOTH.into_iter().flat_map(|side| Kind::ALL.map(|kind| (side, kind))) {
        forces[side][kind.index()] = page.number(&["forces", kind.name(), SIDES[side as usize]])?;
    }
    for side in Side::BOTH {
        let (count, name) = (size(forces[side]), SIDES[side as usize]);
        if !(1..=MOST_OF_A_SIDE).contains(&count) {
            let message = format!("the {name} have {count} units; 1 to {MOST_OF_A_SIDE} can be");
            page.complain(page.place(&["forces"]), message);
        }
    }
    Some(forces)
}

/// What in a scenario does not fit its map, if anything.
pub(crate) fn misfit(scenario: &Scenario) -> Option<String> {
    crowded(scenario).or_else(|| overrun(scenario))
}

/// [2.3] Is there no room for the first wave?
fn crowded(scenario: &Scenario) -> Option<String> {
    let waves = scenario.waves;
    let is_too_small = |side: &Side| {
        let due = usize::from(waves.first).min(size(scenario.forces[*side]));
        let barges: Squares = scenario.map.barges.iter().copied().collect();
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
