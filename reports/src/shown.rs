//! The content of a scenario, and where on its map things happen, as data: the same that `show` draws.

use serde::Serialize;
use serde_json::json;
use szala_analysis::{Estimate, Heat, HeatEstimate, Interval, Quantity, Unit};
use szala_kernel::picture::{CellId, Counter, Listing, Position, PrintedTable, Spot};
use szala_kernel::{BySide, Side};

use crate::map::write_listings;
use crate::play::against;
use crate::tables::write_tables;
use crate::{Body, Drawing, Findings, Row, row};

/// The map with the set-up.
#[derive(Debug, Serialize)]
pub struct MapFindings<'m> {
    title: &'m str,
    sides: [&'m str; 2],
    cells: Vec<CellFindings<'m>>,
    between: Vec<Between<'m>>,
    pieces: Vec<PieceFindings<'m>>,
    lists: Vec<List<'m>>,
    #[serde(skip)]
    text: String,
}

#[derive(Debug, Serialize)]
struct CellFindings<'m> {
    cell: &'m str,
    ground: &'m str,
    marks: Vec<MarkFindings<'m>>,
}

#[derive(Debug, Serialize)]
struct MarkFindings<'m> {
    what: &'m str,
    side: Option<&'m str>,
}

/// Something on the border of two cells, or a way between them.
#[derive(Debug, Serialize)]
struct Between<'m> {
    cells: [&'m str; 2],
    what: &'m str,
}

#[derive(Debug, Serialize)]
struct PieceFindings<'m> {
    piece: &'m str,
    side: Option<&'m str>,
    what: &'m str,
    about: &'m str,
    /// The cell, or the place beside the board; `None` if it does not exist yet.
    at: Option<&'m str>,
    /// Degrees clockwise from the top of the map.
    heading: Option<u16>,
    strength: Option<u16>,
    conditions: Vec<&'m str>,
}

/// A list of units, terms or other things, as the rule system gives it.
#[derive(Debug, Serialize)]
struct List<'m> {
    heading: &'m str,
    entries: Vec<Entry<'m>>,
}

#[derive(Debug, Serialize)]
struct Entry<'m> {
    name: &'m str,
    words: &'m str,
    below: Vec<Below<'m>>,
}

#[derive(Debug, Serialize)]
struct Below<'m> {
    name: &'m str,
    words: &'m str,
}

impl<'m> List<'m> {
    fn of(listing: &'m Listing) -> Self {
        let below = |[name, words]: &'m [String; 2]| Below { name, words };
        let entries = listing.entries.iter().map(|entry| Entry {
            name: &entry.name,
            words: &entry.words,
            below: entry.below.iter().map(below).collect(),
        });
        Self { heading: &listing.heading, entries: entries.collect() }
    }

    fn rows(&self) -> impl Iterator<Item = Row> + '_ {
        self.entries.iter().flat_map(|entry| {
            let own = json!({ "list": self.heading, "name": entry.name, "of": null, "words": entry.words });
            let below = entry.below.iter().map(|below| {
                json!({ "list": self.heading, "name": below.name, "of": entry.name, "words": below.words })
            });
            core::iter::once(own).chain(below).map(|one| row(&one))
        })
    }
}

impl<'m> MapFindings<'m> {
    /// The map with a position on it; `terms` are what the scenario says besides, `units` who takes part.
    pub fn of(
        title: &'m str,
        drawing: &Drawing<'m>,
        position: &'m Position,
        terms: &'m [Listing],
        units: &'m [Listing],
    ) -> Self {
        let ground = drawing.ground;
        let label = |cell: CellId| ground.cell(cell).label.as_str();
        let mark = |cell| {
            let own = ground.marks.iter().filter(move |mark| mark.cell == cell);
            own.map(|mark| MarkFindings {
                what: ground.look(mark.look).name,
                side: mark.side.map(|side| drawing.sides[side]),
            })
        };
        let cell = |(index, cell): (usize, &'m szala_kernel::picture::Cell)| CellFindings {
            cell: &cell.label,
            ground: ground.look(cell.ground).name,
            marks: mark(CellId::from_index(index)).collect(),
        };
        let piece = |(piece, counter): (&'m szala_kernel::picture::Piece, &'m Counter)| PieceFindings {
            piece: &piece.name,
            side: counter.holder.or(piece.side).map(|side| drawing.sides[side]),
            what: ground.look(counter.look.unwrap_or(piece.look)).name,
            about: &piece.about,
            at: match counter.spot {
                Spot::Cell(cell) | Spot::Marker(cell) => Some(label(cell)),
                Spot::Tray(tray) => Some(ground.trays[tray.index()].as_str()),
                Spot::Nowhere => None,
            },
            heading: counter.heading,
            strength: counter.strength,
            conditions: (0..)
                .zip(&ground.conditions)
                .filter(|(bit, _)| counter.conditions >> bit & 1 == 1)
                .map(|(_, condition)| condition.name)
                .collect(),
        };
        let mut text = String::new();
        drawing
            .write_map(position, &mut text)
            .and_then(|()| write_listings(terms, &mut text))
            .and_then(|()| write_listings(units, &mut text))
            .expect("a string takes all that is written to it");
        Self {
            title,
            sides: drawing.sides.0,
            cells: ground.cells.iter().enumerate().map(cell).collect(),
            between: ground
                .lines
                .iter()
                .map(|line| Between { cells: line.between.map(label), what: ground.look(line.look).name })
                .collect(),
            pieces: ground.pieces.iter().zip(&position.counters).map(piece).collect(),
            lists: terms.iter().chain(units).map(List::of).collect(),
            text,
        }
    }
}

impl Findings for MapFindings<'_> {
    const COMMAND: &'static str = "show map";

    fn body(&self, body: &mut Body) {
        body.title(self.title);
        body.verbatim(&self.text);
    }

    fn rows(&self) -> Vec<Row> {
        let of = |cell: &CellFindings<'_>| {
            let marks: Vec<&str> = cell.marks.iter().map(|mark| mark.what).collect();
            let here = self.pieces.iter().filter(|piece| piece.at == Some(cell.cell));
            let pieces: Vec<&str> = here.map(|piece| piece.piece).collect();
            row(&json!({ "cell": cell.cell, "ground": cell.ground, "marks": marks, "pieces": pieces }))
        };
        self.cells.iter().map(of).collect()
    }
}

/// The units.
#[derive(Debug, Serialize)]
pub struct UnitFindings<'u> {
    title: &'u str,
    lists: Vec<List<'u>>,
    #[serde(skip)]
    text: String,
}

impl<'u> UnitFindings<'u> {
    /// The lists of a rule system, none of them empty.
    pub fn of(title: &'u str, units: &'u [Listing]) -> Self {
        let mut text = String::new();
        write_listings(units, &mut text).expect("a string takes all that is written to it");
        Self { title, lists: units.iter().map(List::of).collect(), text }
    }
}

impl Findings for UnitFindings<'_> {
    const COMMAND: &'static str = "show units";

    fn body(&self, body: &mut Body) {
        body.title(self.title);
        body.verbatim(&self.text);
    }

    fn rows(&self) -> Vec<Row> {
        self.lists.iter().flat_map(List::rows).collect()
    }
}

/// The tables that players look up.
#[derive(Debug, Serialize)]
pub struct TableFindings<'t> {
    title: &'t str,
    tables: Vec<OneTable<'t>>,
    #[serde(skip)]
    printed: &'t [PrintedTable],
}

#[derive(Debug, Serialize)]
struct OneTable<'t> {
    rule: String,
    title: &'t str,
    head: &'t [String],
    rows: &'t [Vec<String>],
}

impl<'t> TableFindings<'t> {
    /// The tables as they are printed.
    pub fn of(title: &'t str, printed: &'t [PrintedTable]) -> Self {
        let table = |table: &'t PrintedTable| OneTable {
            rule: table.rule.to_string(),
            title: &table.title,
            head: &table.head,
            rows: &table.rows,
        };
        Self { title, tables: printed.iter().map(table).collect(), printed }
    }
}

impl Findings for TableFindings<'_> {
    const COMMAND: &'static str = "show tables";

    fn body(&self, body: &mut Body) {
        body.title(self.title);
        let mut text = String::new();
        write_tables(self.printed, &mut text).expect("a string takes all that is written to it");
        body.verbatim(text);
    }

    fn rows(&self) -> Vec<Row> {
        let of = |table: &OneTable<'_>| {
            let row = |cells: &Vec<String>| {
                let mut line = row(&json!({ "table": table.title, "rule": table.rule }));
                let cells = (1..).zip(cells).map(|(place, cell)| (format!("column_{place}"), json!(cell)));
                line.extend(cells);
                line
            };
            core::iter::once(&table.head.to_vec()).chain(table.rows).map(row).collect::<Vec<Row>>()
        };
        self.tables.iter().flat_map(of).collect()
    }
}

/// Where on the map things happen.
#[derive(Debug, Serialize)]
pub struct HeatFindings<'h> {
    title: &'h str,
    sides: [&'h str; 2],
    players: [&'h str; 2],
    seed: u64,
    games: u64,
    aborted: u64,
    quantity: &'static str,
    cells: Vec<HeatRow<'h>>,
    #[serde(skip)]
    what: String,
}

#[derive(Debug, Serialize)]
struct HeatRow<'h> {
    cell: &'h str,
    first: Estimate,
    second: Estimate,
}

impl HeatRow<'_> {
    /// The larger value of both sides.
    fn most(&self) -> f64 {
        [self.first, self.second].into_iter().filter_map(|one| one.value).fold(0.0, f64::max)
    }
}

impl<'h> HeatFindings<'h> {
    /// A quantity over all cells, the largest values first.
    pub fn of(
        title: &'h str,
        drawing: &Drawing<'h>,
        players: BySide<&'h str>,
        seed: u64,
        heat: &Heat,
        quantity: Quantity,
    ) -> Self {
        let unit = if quantity.is_share() { Unit::Share } else { Unit::PerGame };
        let estimate = |HeatEstimate { mean, within }| {
            let (low, high) = within.map_or((f64::NEG_INFINITY, f64::INFINITY), |by| (mean - by, mean + by));
            Estimate::new(Interval { estimate: mean, low: low.max(0.0), high }, heat.games, unit)
        };
        let of = |index| {
            let cell = CellId::from_index(index);
            let [first, second] = Side::BOTH.map(|side| estimate(heat.of(quantity, side, cell)));
            HeatRow { cell: &drawing.ground.cell(cell).label, first, second }
        };
        let mut cells: Vec<HeatRow<'_>> = (0..drawing.ground.cells.len()).map(of).collect();
        cells.sort_by(|one, other| other.most().total_cmp(&one.most()));
        Self {
            title,
            sides: drawing.sides.0,
            players: players.0,
            seed,
            games: heat.games,
            aborted: heat.aborted,
            quantity: match quantity {
                Quantity::Presence => "presence",
                Quantity::Losses => "losses",
                Quantity::Fire => "fire",
                Quantity::Held => "held",
            },
            cells,
            what: drawing.quantity_name(quantity),
        }
    }
}

impl Findings for HeatFindings<'_> {
    const COMMAND: &'static str = "show heat";

    fn body(&self, body: &mut Body) {
        let Self { title, players, seed, games, what, .. } = self;
        body.title(*title);
        let who = against(*players, None);
        body.line(format!("{who}, seed {seed}: {what}; {games} games"));
        let mut grid = crate::Grid::with_head([""].into_iter().chain(self.sides));
        for row in self.cells.iter().filter(|row| row.most() > 0.0) {
            grid.push([row.cell.to_owned(), cell_of(row.first), cell_of(row.second)]);
        }
        body.table(grid);
    }

    fn rows(&self) -> Vec<Row> {
        self.cells.iter().map(row).collect()
    }
}

/// An estimate in the table: a bare zero where nothing ever happened.
fn cell_of(estimate: Estimate) -> String {
    if estimate.value == Some(0.0) { "0".to_owned() } else { crate::figures::within(estimate, false) }
}
