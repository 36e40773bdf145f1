//! How a scenario and its positions are drawn: squares, their features, counters as both sides see them. The kind of
//! a face-down counter is not drawn [2.5].

use szala_board::{Ordinal, SquareId};
use szala_kernel::journal::Event;
use szala_kernel::picture::{
    Cell, CellId, Condition, Counter, Deed, Drawn, Ground as Drawing, Listing, Look, LookId, LookOf, Mark,
    Pictured, Piece, PieceId, Point, Position, PrintedTable, Spot, Tells, TrayId,
};
use szala_kernel::{Side, Subject, rule};

use crate::chapters::game::Verdox;
use crate::chapters::words;
use crate::position::data::SIDES;
use crate::position::ground::Ground;
use crate::position::ids::subject::{Named, named};
use crate::position::ids::{BargeId, UnitId};
use crate::position::kinds::{Card, FACES, Hit, Kind, size};
use crate::position::state::State;

const LOOKS: [Look; 22] = [
    Look { code: "clear", name: "clear", of: LookOf::Ground },
    Look { code: "hill", name: "hill", of: LookOf::Ground },
    Look { code: "valley", name: "valley", of: LookOf::Ground },
    Look { code: "forest", name: "forest", of: LookOf::Ground },
    Look { code: "road-square", name: "road", of: LookOf::Ground },
    Look { code: "bridge", name: "bridge", of: LookOf::Ground },
    Look { code: "river", name: "river", of: LookOf::Ground },
    Look { code: "canal", name: "canal", of: LookOf::Ground },
    Look { code: "swamp", name: "swamp", of: LookOf::Ground },
    Look { code: "fortification", name: "fortification", of: LookOf::Ground },
    Look { code: "gate", name: "gate", of: LookOf::Ground },
    Look { code: "headquarters", name: "headquarters", of: LookOf::Mark },
    Look { code: "inside", name: "within the fortification", of: LookOf::Mark },
    Look { code: "hidden", name: "face down", of: LookOf::Piece },
    Look { code: "infantry", name: "infantry", of: LookOf::Piece },
    Look { code: "riflemen", name: "riflemen", of: LookOf::Piece },
    Look { code: "grenadiers", name: "grenadiers", of: LookOf::Piece },
    Look { code: "cavalry", name: "cavalry", of: LookOf::Piece },
    Look { code: "mounted-rifles", name: "mounted rifles", of: LookOf::Piece },
    Look { code: "artillery", name: "artillery", of: LookOf::Piece },
    Look { code: "barge", name: "barge", of: LookOf::Piece },
    Look { code: "breach", name: "breach", of: LookOf::Piece },
];

const CONDITIONS: [Condition; 3] = [
    Condition { sign: '\u{2193}', name: "without its horse" },
    Condition { sign: '~', name: "aboard" },
    Condition { sign: '*', name: "taken up" },
];
const UNHORSED: u32 = 1;
const ABOARD: u32 = 1 << 1;
const TAKEN_UP: u32 = 1 << 2;

/// Units still to come in, and lost units.
const WAITING: TrayId = TrayId(0);
const LOST: TrayId = TrayId(1);

/// The width of a square.
const ACROSS: i32 = 2000;

fn look(code: &str) -> LookId {
    LookId::from_index(LOOKS.iter().position(|look| look.code == code).expect("one of them"))
}

const fn look_of(kind: Kind) -> &'static str {
    match kind {
        Kind::Infantry => "infantry",
        Kind::Riflemen => "riflemen",
        Kind::Grenadiers => "grenadiers",
        Kind::Cavalry => "cavalry",
        Kind::MountedRifles => "mounted-rifles",
        Kind::Artillery => "artillery",
    }
}

const fn ground_look(ground: Ground) -> &'static str {
    match ground {
        Ground::Road => "road-square",
        other => other.name(),
    }
}

fn cell_of(square: SquareId) -> CellId {
    CellId::from_index(square.index())
}

impl Verdox {
    /// Pieces in order: the units of the first side, those of the second, barges, and for each wall its breach.
    fn units_of(&self, side: Side) -> usize {
        size(self.scenario.forces[side])
    }

    fn first_barge(&self) -> usize {
        self.units_of(Side::First) + self.units_of(Side::Second)
    }

    fn piece_of_unit(&self, unit: UnitId) -> Option<PieceId> {
        let before = if unit.side() == Side::First { 0 } else { self.units_of(Side::First) };
        let is_there = unit.slot() < self.units_of(unit.side());
        is_there.then(|| PieceId::from_index(before + unit.slot()))
    }

    fn cell(&self, square: SquareId) -> Cell {
        let grid = &self.scenario.map.grid;
        let [column, row] = grid.column_row(square);
        let (left, top) = (column * ACROSS, (i32::from(grid.rows) - 1 - row) * ACROSS);
        let point = |x: i32, y: i32| Point { x: left + x, y: top + y };
        Cell {
            label: self.label(square).to_string(),
            ground: look(ground_look(self.printed(square))),
            centre: point(ACROSS / 2, ACROSS / 2),
            corners: vec![point(0, 0), point(ACROSS, 0), point(ACROSS, ACROSS), point(0, ACROSS)],
        }
    }

    fn pieces(&self) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for side in Side::BOTH {
            pieces.extend((1..=self.units_of(side)).map(|number| Piece {
                name: format!("{} {number}", SIDES[side as usize]),
                short: number.to_string(),
                side: Some(side),
                look: look("hidden"),
                about: "counter".to_owned(),
            }));
        }
        // [2.7] Barges belong to nobody at first, and breaches always.
        pieces.extend((1..=self.scenario.map.barges.len()).map(|number| Piece {
            name: format!("barge {number}"),
            short: number.to_string(),
            side: None,
            look: look("barge"),
            about: "carries one unit".to_owned(),
        }));
        pieces.extend(self.fortified.iter().map(|wall| Piece {
            name: format!("breach {}", self.label(wall)),
            short: String::new(),
            side: None,
            look: look("breach"),
            about: "a fortification brought down".to_owned(),
        }));
        pieces
    }

    fn draw_unit(&self, state: &State, unit: UnitId) -> Counter {
        let square = state.unit(unit).place;
        let has_entered = unit.slot() < usize::from(state.entered[unit.side()]);
        let spot = match square {
            Some(square) => Spot::Cell(cell_of(square)),
            None if has_entered => Spot::Tray(LOST),
            None => Spot::Tray(WAITING),
        };
        let is_seen = square.is_some_and(|square| state.occupant(square) == Some(unit));
        let is_aboard = square.is_some_and(|square| !is_seen || self.is_aboard(state, square));
        let is_unhorsed = state.unhorsed.contains(unit);
        let is_picked = square.is_some() && is_seen && state.picked() == square;
        let conditions = [(is_unhorsed, UNHORSED), (is_aboard, ABOARD), (is_picked, TAKEN_UP)];
        Counter {
            spot,
            look: state.revealed.contains(unit).then(|| look(look_of(state.unit(unit).kind))),
            holder: None,
            heading: None,
            strength: None,
            losses: u16::from(is_unhorsed) + u16::from(has_entered && square.is_none()),
            shots: 0,
            conditions: conditions.into_iter().filter(|(holds, _)| *holds).map(|(_, bit)| bit).sum(),
            // [6.6.2] A unit under a bridge lies below one on it.
            depth: u16::from(square.is_some() && !is_seen),
        }
    }

    fn draw_barge(&self, state: &State, barge: BargeId) -> Counter {
        let one = &state.barges[barge.index()];
        Counter {
            spot: one.place.map_or(Spot::Tray(LOST), |square| Spot::Cell(cell_of(square))),
            look: None,
            holder: one.owner,
            heading: None,
            strength: None,
            losses: one.place.is_none().into(),
            shots: 0,
            conditions: 0,
            depth: 2,
        }
    }

    fn draw_breach(&self, state: &State, wall: SquareId) -> Counter {
        let is_breached = state.breached.contains(wall);
        Counter {
            spot: if is_breached { Spot::Cell(cell_of(wall)) } else { Spot::Nowhere },
            look: None,
            holder: None,
            heading: None,
            strength: None,
            losses: 0,
            shots: 0,
            conditions: 0,
            depth: 3,
        }
    }
}

impl Pictured for Verdox {
    fn ground(&self) -> Drawing {
        let map = &self.scenario.map;
        let inside =
            map.inside.iter().map(|square| Mark { look: look("inside"), cell: cell_of(square), side: None });
        let headquarters = Side::BOTH.map(|side| Mark {
            look: look("headquarters"),
            cell: cell_of(map.headquarters[side]),
            side: Some(side),
        });
        Drawing {
            across: ACROSS,
            looks: LOOKS.to_vec(),
            cells: map.squares().iter().map(|square| self.cell(square)).collect(),
            lines: Vec::new(),
            marks: inside.chain(headquarters).collect(),
            trays: vec!["still to enter".to_owned(), "lost".to_owned()],
            pieces: self.pieces(),
            conditions: CONDITIONS.to_vec(),
            tells: Tells { losses: true, shots: false },
        }
    }

    fn draw(&self, state: &State, position: &mut Position) {
        position.stage = state.turn.max(1);
        position.lead = self.lead(state);
        // [6.11.2] Gates, [6.10.8] as long as they stand.
        let gates = self.fortified.iter().filter(|square| self.printed(*square) == Ground::Gate);
        let standing = gates.filter(|gate| !state.breached.contains(*gate));
        position.owned.clear();
        position.owned.extend(standing.map(|gate| (cell_of(gate), state.owner_of_gate(gate))));
        position.counters.clear();
        for side in Side::BOTH {
            let units = (0..self.units_of(side)).map(|slot| UnitId::of_side(side, slot));
            position.counters.extend(units.map(|unit| self.draw_unit(state, unit)));
        }
        let barges = (0..self.scenario.map.barges.len()).map(BargeId::from_index);
        position.counters.extend(barges.map(|barge| self.draw_barge(state, barge)));
        position.counters.extend(self.fortified.iter().map(|wall| self.draw_breach(state, wall)));
    }

    fn deed(&self, event: &Event) -> Option<(PieceId, Deed)> {
        let piece = |subject| match self.drawn(subject) {
            Some(Drawn::Piece(piece)) => Some(piece),
            _ => None,
        };
        match *event {
            Event::Change { what: words::SQUARE, whose, to, .. } => {
                Some((piece(whose)?, Deed::Moves(u16::try_from(to).ok().map(CellId))))
            }
            Event::Change { what: words::LOSSES, whose, from, to, .. } => {
                Some((piece(whose)?, Deed::Loses(u16::try_from(to - from).ok()?)))
            }
            // [3.11, 6.10.8, 7.7.7] Attacks, whatever their target.
            Event::Roll { ask, .. }
                if [rule!("3.11"), rule!("6.10.8"), rule!("7.7.7")].contains(&ask.rule) =>
            {
                Some((piece(ask.who)?, Deed::Fires))
            }
            _ => None,
        }
    }

    fn drawn(&self, subject: Subject) -> Option<Drawn> {
        match named(subject)? {
            Named::Unit(index) => self.piece_of_unit(UnitId::from_index(index)).map(Drawn::Piece),
            Named::Barge(index) => {
                let is_there = index < self.scenario.map.barges.len();
                is_there.then(|| Drawn::Piece(PieceId::from_index(self.first_barge() + index)))
            }
            Named::Square(index) => {
                let is_there = index < self.scenario.map.ground.len();
                is_there.then(|| Drawn::Cell(CellId::from_index(index)))
            }
            Named::Side(_) => None,
        }
    }

    fn terms(&self) -> Vec<Listing> {
        self.told_terms()
    }

    fn order_of_battle(&self) -> Vec<Listing> {
        self.told_forces()
    }

    fn tables(&self) -> Vec<PrintedTable> {
        let cards = &self.scenario.kinds.cards;
        let kinds = |row: &dyn Fn(&Card) -> String| cards.each_ref().map(row);
        let head = |first: &str| {
            let names = Kind::ALL.iter().map(|kind| kind.name().to_owned());
            [first.to_owned()].into_iter().chain(names).collect::<Vec<String>>()
        };
        let row = |name: &str, cells: [String; Kind::COUNT]| {
            [name.to_owned()].into_iter().chain(cells).collect::<Vec<String>>()
        };
        let dash = |number: u8| if number == 0 { "-".to_owned() } else { number.to_string() };
        let count = |side: Side| Kind::ALL.map(|kind| self.scenario.forces[side][kind.index()].to_string());
        // If a hit does anything.
        let last = (0..FACES).rev().find(|face| cards.iter().any(|card| card.hits[*face] != Hit::Nothing));
        let hit = |face: usize| {
            let done = |card: &Card| match card.hits[face] {
                Hit::Nothing => dash(0),
                Hit::Unhorsed(on_foot) => format!("becomes {}", on_foot.name()),
                Hit::Lost => "lost".to_owned(),
            };
            row(&format!("hit by {}", face + 1), kinds(&done))
        };
        let hits = (0..last.map_or(0, |face| face + 1)).map(hit);
        vec![
            PrintedTable {
                rule: rule!("5.1"),
                title: "forces".to_owned(),
                head: head("side"),
                rows: Side::BOTH.map(|side| row(SIDES[side as usize], count(side))).to_vec(),
            },
            PrintedTable {
                rule: rule!("3.11"),
                title: "units".to_owned(),
                head: head("value of"),
                rows: [
                    row("points", kinds(&|card| card.value.to_string())),
                    row("movement", kinds(&|card| (card.points / 2).to_string())),
                    row("hand to hand", kinds(&|card| if card.close { "yes" } else { "no" }.to_owned())),
                    row("range", kinds(&|card| dash(card.range))),
                ]
                .into_iter()
                .chain(hits)
                .collect(),
            },
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_and_every_printed_ground_has_a_look() {
        for kind in Kind::ALL {
            assert_eq!(LOOKS[look(look_of(kind)).index()].of, LookOf::Piece);
        }
        for ground in Ground::ALL.into_iter().filter(|ground| *ground != Ground::Breach) {
            assert_eq!(LOOKS[look(ground_look(ground)).index()].of, LookOf::Ground);
        }
    }
}
