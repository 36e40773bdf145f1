//! How a scenario and its positions are drawn: ground with slopes and streams, units by type with hits and missiles,
//! leaders. Nothing of the game is hidden. A unit of two hexes stands where its left half is; the right one is a
//! marker.

use szala_board::{Direction, HexId, Ordinal};
use szala_kernel::journal::Event;
use szala_kernel::picture::{
    Cell, CellId, Condition, Counter, Deed, Drawn, Ground, Line, Listed, Listing, Look, LookId, LookOf, Mark,
    Pictured, Piece, PieceId, Point, Position, PrintedTable, Spot, Tells, TrayId,
};
use szala_kernel::{Side, Subject};

use crate::chapters::game::Spqr;
use crate::chapters::words;
use crate::faces::record::SHOTS;
use crate::position::data::{Arms, Class, Kind, LeaderCard, UnitCard};
use crate::position::ground::Soil;
use crate::position::ids::{LeaderId, Named, UnitId, named};
use crate::position::state::State;

const CLEAR: LookId = LookId(0);
const LEADER: LookId = LookId(1);
const HALF: LookId = LookId(2);
const LOOKS: [Look; 6] = [
    Look { code: "clear", name: "open ground", of: LookOf::Ground },
    Look { code: "commander", name: "leader", of: LookOf::Piece },
    Look { code: "other-half", name: "right half of a unit of two hexes", of: LookOf::Piece },
    Look { code: "slope", name: "slope", of: LookOf::Border },
    Look { code: "stream", name: "stream", of: LookOf::Border },
    Look { code: "road", name: "road", of: LookOf::Way },
];
const SLOPE: LookId = LookId(3);
const STREAM: LookId = LookId(4);
const ROAD: LookId = LookId(5);
/// Ground other than open; behind the looks of types.
const GROUNDS: [Look; 7] = [
    Look { code: "forest", name: "woods", of: LookOf::Ground },
    Look { code: "broken", name: "broken ground", of: LookOf::Ground },
    Look { code: "swamp", name: "marsh", of: LookOf::Ground },
    Look { code: "river", name: "river", of: LookOf::Ground },
    Look { code: "village", name: "village", of: LookOf::Ground },
    Look { code: "hill", name: "higher ground", of: LookOf::Ground },
    Look { code: "wooded-hill", name: "woods on higher ground", of: LookOf::Ground },
];
/// How high hexes are that are higher than the first level; behind those.
const HEIGHTS: [Look; 8] = [
    height("level-two", "2 levels up"),
    height("level-three", "3 levels up"),
    height("level-four", "4 levels up"),
    height("level-five", "5 levels up"),
    height("level-six", "6 levels up"),
    height("level-seven", "7 levels up"),
    height("level-eight", "8 levels up"),
    height("level-nine", "9 levels up"),
];

const fn height(code: &'static str, name: &'static str) -> Look {
    Look { code, name, of: LookOf::Mark }
}

fn look_of_ground(at: usize) -> LookId {
    LookId::from_index(LOOKS.len() + Kind::COUNT + at)
}

/// Woods, and clear ground, are drawn otherwise above the lowest level.
fn look_of_hex(soil: Soil, level: u8) -> LookId {
    match (soil, level) {
        (Soil::Clear, 0) => CLEAR,
        (Soil::Clear, _) => look_of_ground(5),
        (Soil::Woods, 0) => look_of_ground(0),
        (Soil::Woods, _) => look_of_ground(6),
        (Soil::Broken, _) => look_of_ground(1),
        (Soil::Marsh, _) => look_of_ground(2),
        (Soil::River, _) => look_of_ground(3),
        (Soil::Village, _) => look_of_ground(4),
    }
}

/// The looks of types come behind the others, in the order of the types.
const fn look_of(kind: Kind) -> Look {
    let (code, name) = match kind {
        Kind::Phalanx => ("phalanx", "phalanx"),
        Kind::Heavy => ("heavy-infantry", "heavy infantry"),
        Kind::Legion => ("legion", "legion infantry"),
        Kind::Medium => ("infantry", "medium infantry"),
        Kind::Barbarian => ("barbarians", "barbarian infantry"),
        Kind::Light => ("light-infantry", "light infantry"),
        Kind::Skirmisher => ("skirmishers", "skirmishers"),
        Kind::HeavyCavalry => ("heavy-cavalry", "heavy cavalry"),
        Kind::RomanCavalry => ("cavalry", "Roman cavalry"),
        Kind::Lancer => ("lancers", "lancers"),
        Kind::LightCavalry => ("light-cavalry", "light cavalry"),
        Kind::Elephant => ("elephants", "elephants"),
        Kind::Chariot => ("chariots", "chariots"),
    };
    Look { code, name, of: LookOf::Piece }
}

fn look(kind: Kind) -> LookId {
    LookId::from_index(LOOKS.len() + kind as usize)
}

const CONDITIONS: [Condition; 10] = [
    Condition { sign: '!', name: "routed" },
    Condition { sign: '-', name: "depleted" },
    Condition { sign: 'l', name: "missiles low" },
    Condition { sign: 'n', name: "no missiles" },
    Condition { sign: '+', name: "rallied in this turn" },
    Condition { sign: '>', name: "under way" },
    Condition { sign: '*', name: "active" },
    Condition { sign: '=', name: "finished" },
    Condition { sign: 'c', name: "in column" },
    Condition { sign: 'x', name: "engaged" },
];

const LOST: TrayId = TrayId(0);

fn cell_of(hex: HexId) -> CellId {
    CellId::from_index(hex.index())
}

fn bits(conditions: [bool; CONDITIONS.len()]) -> u32 {
    (0..).zip(conditions).map(|(bit, holds)| u32::from(holds) << bit).sum()
}

/// `legion infantry, TQ 6, size 3, MA 5, J`.
fn told_of_unit(card: &UnitCard) -> String {
    let arms = if card.arms == Arms::None { String::new() } else { format!(", {}", card.arms.name()) };
    let UnitCard { kind, quality, size, movement, .. } = card;
    format!("{}, TQ {quality}, size {size}, MA {movement}{arms}", look_of(*kind).name)
}

/// `Initiative 5, range 6, 2 line commands`.
fn told_of_leader(card: &LeaderCard) -> String {
    let LeaderCard { initiative, range, lines, strategy, charisma, .. } = card;
    let strategy = if *strategy > 0 { format!(", Strategy {strategy}") } else { String::new() };
    format!("Initiative {initiative}, range {range}, line commands {lines}{strategy}, charisma {charisma}")
}

impl Spqr {
    /// Pieces in order: the units, the right halves of those of two hexes, the leaders.
    fn halves(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.all.iter().filter(|unit| self.card(*unit).is_long())
    }

    fn piece_of_unit(&self, unit: UnitId) -> Option<PieceId> {
        self.all.iter().position(|known| known == unit).map(PieceId::from_index)
    }

    fn piece_of_leader(&self, leader: LeaderId) -> Option<PieceId> {
        let before = self.all.len() + self.halves().count();
        let place = self.all_leaders.iter().position(|known| known == leader);
        place.map(|place| PieceId::from_index(before + place))
    }

    fn piece(&self, unit: UnitId) -> Piece {
        let card = self.card(unit);
        Piece {
            name: card.name.clone(),
            // Legions differ by classes, which are their lines.
            short: if card.class == Class::None { card.kind.name() } else { card.class.name() }.to_owned(),
            side: Some(unit.side()),
            look: look(card.kind),
            about: format!("{}{}", told_of_unit(card), self.told_of_lines(card)),
        }
    }

    /// `, line hastati`: the rows of the line command table in which a unit is.
    fn told_of_lines(&self, card: &UnitCard) -> String {
        let lines = self.scenario.lines.iter().enumerate().filter(|(at, _)| card.lines >> at & 1 == 1);
        let names: Vec<&str> = lines.map(|(_, line)| line.name.as_str()).collect();
        if names.is_empty() { String::new() } else { format!(", line {}", names.join(", ")) }
    }

    fn right_half(&self, unit: UnitId) -> Piece {
        let Piece { name, short, side, about, .. } = self.piece(unit);
        Piece { name: format!("{name}, right half"), short, side, look: HALF, about }
    }

    /// Slopes wherever levels change, streams and roads.
    fn lines_of_ground(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        for hex in (0..self.scenario.grid.hex_count()).map(HexId::from_index) {
            for way in Direction::ALL {
                let Some(next) = self.board.neighbour(hex, way) else { continue };
                let between = [cell_of(hex), cell_of(next)];
                if self.ground.level(hex) > self.ground.level(next) {
                    lines.push(Line { look: SLOPE, between });
                }
                if hex < next && self.ground.has_stream(hex, way) {
                    lines.push(Line { look: STREAM, between });
                }
                if hex < next && self.ground.has_road(hex, way) {
                    lines.push(Line { look: ROAD, between });
                }
            }
        }
        lines
    }

    fn counter_of_half(&self, state: &State, unit: UnitId) -> Counter {
        let (place, facing) = (state.place_of(unit), state.facings[unit.index()]);
        let hex = place.and_then(|left| self.hexes_at(unit, left, facing)[1]);
        Counter {
            spot: hex.map_or(Spot::Tray(LOST), |hex| Spot::Marker(cell_of(hex))),
            look: None,
            holder: None,
            heading: hex.map(|_| self.scenario.grid.heading(facing)),
            strength: None,
            losses: 0,
            shots: 0,
            conditions: 0,
            depth: 0,
        }
    }

    /// Leaders lie on top of the units in their hex; of two units there one goes through the other.
    fn counter(&self, state: &State, unit: UnitId) -> Counter {
        let (hex, facing) = (self.place_with_rider(state, unit), state.facings[unit.index()]);
        let above = hex.map_or(0, |hex| {
            let others = self.all.iter().take_while(|other| *other != unit);
            let here = others.filter(|other| self.place_with_rider(state, *other) == Some(hex)).count();
            here + self.leaders_at(state, hex).count()
        });
        let conditions = [
            state.is_routed(unit),
            state.depleted.contains(unit),
            state.low.contains(unit),
            state.empty.contains(unit),
            state.rallied.contains(unit),
            state.mover.is_some_and(|mover| mover.unit == unit),
            false,
            false,
            state.columns.contains(unit),
            self.is_engaged(state, unit),
        ];
        Counter {
            spot: hex.map_or(Spot::Tray(LOST), |hex| Spot::Cell(cell_of(hex))),
            look: None,
            holder: None,
            heading: hex.map(|_| self.scenario.grid.heading(facing)),
            // What is left of its quality.
            strength: Some(self.card(unit).quality.saturating_sub(state.hits_of(unit)).into()),
            losses: state.hits_of(unit).into(),
            shots: 0,
            conditions: if hex.is_some() { bits(conditions) } else { 0 },
            depth: u16::try_from(above).expect("a hex has few units and leaders"),
        }
    }

    fn counter_of_leader(&self, state: &State, leader: LeaderId) -> Counter {
        let hex = state.leader_place(leader);
        let is_active = state.phase.leader == Some(leader);
        let is_finished = state.finished.contains(leader);
        let mut conditions = [false; CONDITIONS.len()];
        (conditions[6], conditions[7]) = (is_active, is_finished && !is_active);
        let others =
            hex.map_or(0, |hex| self.leaders_at(state, hex).take_while(|other| *other != leader).count());
        Counter {
            spot: hex.map_or(Spot::Tray(LOST), |hex| Spot::Cell(cell_of(hex))),
            look: None,
            holder: None,
            heading: None,
            strength: None,
            losses: state.wounds[leader.index()].into(),
            shots: 0,
            conditions: if hex.is_some() { bits(conditions) } else { 0 },
            depth: u16::try_from(others).expect("a hex has few leaders"),
        }
    }
}

impl Pictured for Spqr {
    fn ground(&self) -> Ground {
        let grid = self.scenario.grid;
        let point = |[x, y]: [i32; 2]| Point { x, y };
        let cells = (0..grid.hex_count()).map(HexId::from_index).map(|hex| Cell {
            label: self.label(hex).to_string(),
            ground: look_of_hex(self.ground.soil(hex), self.ground.level(hex)),
            centre: point(grid.centre(hex)),
            corners: grid.corners(hex).map(point).to_vec(),
        });
        let is_high = |hex: &HexId| self.ground.level(*hex) > 1;
        let marks = (0..grid.hex_count()).map(HexId::from_index).filter(is_high).map(|hex| Mark {
            look: look_of_ground(GROUNDS.len() + usize::from(self.ground.level(hex)) - 2),
            cell: cell_of(hex),
            side: None,
        });
        let leaders = self.all_leaders.iter().map(|leader| {
            let card = self.leader(leader);
            Piece {
                name: card.name.clone(),
                short: card.name.chars().take(5).collect(),
                side: Some(leader.side()),
                look: LEADER,
                about: told_of_leader(card),
            }
        });
        Ground {
            across: szala_board::HexGrid::ACROSS,
            looks: LOOKS
                .into_iter()
                .chain(Kind::NAMES.map(|(_, kind)| look_of(kind)))
                .chain(GROUNDS)
                .chain(HEIGHTS)
                .collect(),
            cells: cells.collect(),
            lines: self.lines_of_ground(),
            marks: marks.collect(),
            trays: vec!["eliminated".to_owned()],
            pieces: self
                .all
                .iter()
                .map(|unit| self.piece(unit))
                .chain(self.halves().map(|unit| self.right_half(unit)))
                .chain(leaders)
                .collect(),
            conditions: CONDITIONS.to_vec(),
            tells: Tells { losses: true, shots: false },
        }
    }

    fn draw(&self, state: &State, position: &mut Position) {
        position.stage = state.turn().max(1);
        position.lead = state.end.map_or_else(|| self.lead(state), |end| end.lead);
        position.owned.clear();
        position.counters.clear();
        let left = self.all.iter().map(|unit| self.counter(state, unit));
        let right = self.halves().map(|unit| self.counter_of_half(state, unit));
        let leaders = self.all_leaders.iter().map(|leader| self.counter_of_leader(state, leader));
        position.counters.extend(left.chain(right).chain(leaders));
    }

    fn deed(&self, event: &Event) -> Option<(PieceId, Deed)> {
        let piece = |subject| match self.drawn(subject) {
            Some(Drawn::Piece(piece)) => Some(piece),
            _ => None,
        };
        match *event {
            Event::Change { what: words::HEX, whose, to, .. } => {
                Some((piece(whose)?, Deed::Moves(u16::try_from(to).ok().map(CellId))))
            }
            Event::Change { what: words::ALIVE, whose, to: 0, .. } => {
                Some((piece(whose)?, Deed::Moves(None)))
            }
            Event::Change { what: words::HITS, whose, from, to, .. } => {
                let hits = u16::try_from((to - from).abs()).ok()?;
                let deed = if to > from { Deed::Loses(hits) } else { Deed::Recovers(hits) };
                Some((piece(whose)?, deed))
            }
            Event::Roll { ask, .. } if SHOTS.contains(&ask.rule) => Some((piece(ask.who)?, Deed::Fires)),
            _ => None,
        }
    }

    fn drawn(&self, subject: Subject) -> Option<Drawn> {
        match named(subject)? {
            Named::Unit(unit) => self.piece_of_unit(unit).map(Drawn::Piece),
            Named::Leader(leader) => self.piece_of_leader(leader).map(Drawn::Piece),
            Named::Hex(index) => {
                let is_there = index < self.scenario.grid.hex_count();
                is_there.then(|| Drawn::Cell(CellId::from_index(index)))
            }
            Named::Side(_) => None,
        }
    }

    fn terms(&self) -> Vec<Listing> {
        let army = |side: Side| {
            let army = &self.scenario.armies[side];
            let words =
                format!("withdraws at {} rout points, routs to the {}", army.withdrawal, army.edge.name());
            Listed::plain(&army.name, words)
        };
        let line = |line: &crate::Line| Listed::plain(&line.name, format!("units {} hexes apart", line.gap));
        let turns = Listed::plain("turns", format!("{} at most", self.scenario.switches.turns));
        vec![
            Listing {
                heading: "Armies".to_owned(),
                entries: Side::BOTH.into_iter().map(army).chain([turns]).collect(),
            },
            Listing { heading: "Lines".to_owned(), entries: self.scenario.lines.iter().map(line).collect() },
        ]
    }

    fn order_of_battle(&self) -> Vec<Listing> {
        let of_side = |side: Side| {
            let army = &self.scenario.armies[side];
            let leaders = army.leaders.iter().map(|card| Listed::plain(&card.name, told_of_leader(card)));
            let units = army.units.iter().map(|card| Listed::plain(&card.name, told_of_unit(card)));
            Listing { heading: army.name.clone(), entries: leaders.chain(units).collect() }
        };
        Side::BOTH.map(of_side).into()
    }

    fn tables(&self) -> Vec<PrintedTable> {
        self.printed_tables()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_has_a_look_of_its_own() {
        for (_, kind) in Kind::NAMES {
            let others = Kind::NAMES.iter().filter(|(_, other)| look_of(*other).code == look_of(kind).code);
            assert_eq!(others.count(), 1, "{}", kind.name());
        }
    }
}
