//! How a scenario and its positions are drawn: hexes with woods, buildings, streams and roads; counters as both sides
//! see them; barrages. A turned counter shows its back [16.1], one on paper is not on the board [19.1].

use szala_board::{HexId, Ordinal};
use szala_kernel::journal::Event;
use szala_kernel::picture::{
    Cell, CellId, Condition, Counter, Deed, Drawn, Ground as Drawing, Line, Listed, Listing, Look, LookId,
    LookOf, Mark, Pictured, Piece, PieceId, Point, Position, PrintedTable, Spot, Tells, TrayId,
};
use szala_kernel::{Side, Subject, rule};

use crate::chapters::game::Pluton;
use crate::chapters::words;
use crate::position::data::{Battery, Card, Holding, Kind, SIDES};
use crate::position::ids::subject::{Named, named};
use crate::position::ids::{BarrageId, CounterId, Counters};
use crate::position::state::{Colour, State};
use crate::position::tables::Ground;

const LOOKS: [Look; 12] = [
    Look { code: "clear", name: "clear", of: LookOf::Ground },
    Look { code: "forest", name: "woods", of: LookOf::Ground },
    Look { code: "wooden", name: "wooden buildings", of: LookOf::Ground },
    Look { code: "brick", name: "brick buildings", of: LookOf::Ground },
    Look { code: "stream", name: "stream", of: LookOf::Border },
    Look { code: "road", name: "road", of: LookOf::Way },
    Look { code: "hidden", name: "turned over", of: LookOf::Piece },
    Look { code: "infantry", name: "rifles", of: LookOf::Piece },
    Look { code: "machine-guns", name: "machine guns", of: LookOf::Piece },
    Look { code: "mortars", name: "mortars", of: LookOf::Piece },
    Look { code: "commander", name: "commander", of: LookOf::Piece },
    Look { code: "barrage", name: "barrage", of: LookOf::Piece },
];

const CONDITIONS: [Condition; 6] = [
    Condition { sign: '!', name: "under fire" },
    Condition { sign: '#', name: "pinned" },
    Condition { sign: '1', name: "with a marker of the odd stages" },
    Condition { sign: '*', name: "seen to fire" },
    Condition { sign: '+', name: "a new commander" },
    Condition { sign: '>', name: "under way" },
];

/// Counters still to come, or on paper; and those that are lost.
const AWAY: TrayId = TrayId(0);
const LOST: TrayId = TrayId(1);

fn look(code: &str) -> LookId {
    LookId::from_index(LOOKS.iter().position(|look| look.code == code).expect("one of them"))
}

const fn look_of(kind: Kind) -> &'static str {
    match kind {
        Kind::Rifles => "infantry",
        Kind::Guns => "machine-guns",
        Kind::Mortars => "mortars",
        Kind::Commander => "commander",
    }
}

const fn look_of_ground(ground: Ground) -> &'static str {
    match ground {
        Ground::Woods => "forest",
        other => other.name(),
    }
}

fn cell_of(hex: HexId) -> CellId {
    CellId::from_index(hex.index())
}

const fn name(side: Side) -> &'static str {
    SIDES[side as usize]
}

impl Pluton {
    /// Pieces in order: the counters of the scenario, then the barrages of both sides.
    fn piece_of_counter(&self, counter: CounterId) -> Option<PieceId> {
        self.all.iter().position(|known| known == counter).map(PieceId::from_index)
    }

    fn all_barrages(&self) -> impl Iterator<Item = BarrageId> + '_ {
        Side::BOTH.into_iter().flat_map(|side| self.barrages(side))
    }

    fn piece_of_barrage(&self, barrage: BarrageId) -> Option<PieceId> {
        let place = self.all_barrages().position(|known| known == barrage);
        place.map(|place| PieceId::from_index(self.all.len() + place))
    }

    fn cell(&self, hex: HexId) -> Cell {
        let grid = self.scenario.map.grid;
        let point = |[x, y]: [i32; 2]| Point { x, y };
        Cell {
            label: self.label(hex).to_string(),
            ground: look(look_of_ground(self.ground(hex))),
            centre: point(grid.centre(hex)),
            corners: grid.corners(hex).map(point).to_vec(),
        }
    }

    fn lines(&self) -> Vec<Line> {
        let map = &self.scenario.map;
        let of = |code: &'static str, pairs: &[[HexId; 2]]| {
            pairs.iter().map(|pair| Line { look: look(code), between: pair.map(cell_of) }).collect::<Vec<_>>()
        };
        let mut lines = of("stream", &map.streams);
        lines.extend(of("road", &map.roads));
        lines
    }

    /// A counter by its public number; by its card where its enemy knows that from the beginning [D-16.1c].
    fn piece(&self, counter: CounterId) -> Piece {
        let is_open = self.open_counters().contains(counter);
        let card = &self.scenario.cards[counter.side()][counter.slot()];
        let short = if is_open { card.name.clone() } else { (counter.slot() + 1).to_string() };
        Piece {
            name: format!("{} {short}", name(counter.side())),
            short,
            side: Some(counter.side()),
            look: look("hidden"),
            about: if is_open { self.told_of(card) } else { "counter".to_owned() },
        }
    }

    fn piece_of_marker(&self, barrage: BarrageId) -> Piece {
        let number = barrage.slot + 1;
        Piece {
            name: format!("{} barrage {number}", name(barrage.side)),
            short: format!("b{number}"),
            side: Some(barrage.side),
            look: look("barrage"),
            about: match self.barrage_card(barrage).battery {
                Battery::Platoon(platoon) => {
                    format!("mortars of {}", self.scenario.cards[platoon.side()][platoon.slot()].name)
                }
                Battery::Guns { battalion, barrels } => {
                    let guns = &self.scenario.battalions[barrage.side][usize::from(battalion)];
                    format!("{barrels} guns of {}", guns.name)
                }
            },
        }
    }

    /// `rifles, company 7, 3 squares, morale 2`.
    fn told_of(&self, card: &Card) -> String {
        let belongs = if card.company > 0 {
            format!("company {}", card.company)
        } else {
            format!("battalion {}", card.battalion)
        };
        let squares = if card.squares > 0 { format!(", {} squares", card.squares) } else { String::new() };
        format!("{}, {belongs}{squares}, morale {}", card.kind.name(), card.morale)
    }

    /// The position with what both sides know: nobody is on paper, and a turned counter may be a unit.
    fn open_position(&self, state: &State) -> State {
        let mut open = state.clone();
        for counter in &state.paper {
            open.places[counter.index()] = None;
            open.losses[counter.index()] = 0;
        }
        open.paper = Counters::EMPTY;
        for counter in &(self.all - state.known) {
            open.commanders.remove(counter);
            open.units.insert(counter);
        }
        if self.scenario.switches.holding == Holding::LastPassed && !self.hideable.is_empty() {
            // Where units on paper passed is a secret [19.1].
            open.passed = szala_kernel::BySide::default();
        }
        open
    }

    fn draw_counter(&self, state: &State, counter: CounterId, depth: u16) -> Counter {
        let hex = state.place_of(counter).filter(|_| !state.paper.contains(counter));
        let spot = match hex {
            Some(hex) => Spot::Cell(cell_of(hex)),
            None if state.dead.contains(counter) => Spot::Tray(LOST),
            None => Spot::Tray(AWAY),
        };
        let is_known = state.known.contains(counter) && !state.paper.contains(counter);
        let is_under_way = state.mover.is_some_and(|mover| mover.who == counter);
        let conditions = [
            state.under_fire.contains(counter),
            state.pinned.contains(counter),
            state.colour(counter) == Some(Colour::Odd),
            state.marked.contains(counter),
            state.new.contains(counter),
            is_under_way,
        ];
        let bits = (0..).zip(conditions).map(|(bit, holds)| u32::from(holds) << bit).sum();
        let is_unit = self.kind(state, counter) != Kind::Commander;
        Counter {
            spot,
            look: is_known.then(|| look(look_of(self.kind(state, counter)))),
            holder: None,
            heading: None,
            // [14.1] Half a square is drawn as one.
            strength: (is_known && is_unit).then(|| self.halves(state, counter).div_ceil(2).into()),
            losses: if state.paper.contains(counter) { 0 } else { state.losses[counter.index()].into() },
            shots: 0,
            conditions: if hex.is_some() { bits } else { 0 },
            depth,
        }
    }
}

impl Pictured for Pluton {
    fn ground(&self) -> Drawing {
        let hexes = (0..self.scenario.map.ground.len()).map(HexId::from_index);
        Drawing {
            across: szala_board::HexGrid::ACROSS,
            looks: LOOKS.to_vec(),
            cells: hexes.map(|hex| self.cell(hex)).collect(),
            lines: self.lines(),
            marks: Vec::<Mark>::new(),
            trays: vec!["not on the board".to_owned(), "eliminated".to_owned()],
            pieces: self
                .all
                .iter()
                .map(|counter| self.piece(counter))
                .chain(self.all_barrages().map(|barrage| self.piece_of_marker(barrage)))
                .collect(),
            conditions: CONDITIONS.to_vec(),
            tells: Tells { losses: true, shots: false },
        }
    }

    fn draw(&self, state: &State, position: &mut Position) {
        position.stage = state.stage.max(1);
        let open = self.open_position(state);
        position.lead = state.end.map_or_else(|| self.lead(&open), |end| end.lead);
        position.owned.clear();
        for side in Side::BOTH {
            let held = self.built.iter().filter(|hex| self.is_held(&open, side, *hex));
            position.owned.extend(held.map(|hex| (cell_of(hex), side)));
        }
        position.owned.sort_unstable_by_key(|(cell, _)| *cell);
        position.counters.clear();
        for counter in &self.all {
            // The first of a side lies on top.
            let below = open.place_of(counter).map_or(0, |hex| {
                let here = open.of_side_at(counter.side(), hex).iter();
                here.take_while(|other| *other != counter).count()
            });
            let depth = u16::try_from(below).expect("a hex has few counters");
            position.counters.push(self.draw_counter(state, counter, depth));
        }
        position.counters.extend(self.all_barrages().map(|barrage| Counter {
            spot: state.barrage(barrage).place.map_or(Spot::Tray(AWAY), |hex| Spot::Marker(cell_of(hex))),
            look: None,
            holder: None,
            heading: None,
            strength: None,
            losses: 0,
            shots: 0,
            conditions: 0,
            depth: barrage.slot.into(),
        }));
    }

    fn deed(&self, event: &Event) -> Option<(PieceId, Deed)> {
        let piece = |subject| match self.drawn(subject) {
            Some(Drawn::Piece(piece)) => Some(piece),
            _ => None,
        };
        match *event {
            // A barrage is a marker, which moves without standing anywhere.
            Event::Change { what: words::HEX, whose, to, .. }
                if matches!(named(whose), Some(Named::Counter(_))) =>
            {
                Some((piece(whose)?, Deed::Moves(u16::try_from(to).ok().map(CellId))))
            }
            Event::Change { what: words::LOSSES, whose, from, to, .. } => {
                Some((piece(whose)?, Deed::Loses(u16::try_from(to - from).ok()?)))
            }
            Event::Roll { ask, .. } if [rule!("7.3.5"), rule!("8.3.5")].contains(&ask.rule) => {
                Some((piece(ask.who)?, Deed::Fires))
            }
            _ => None,
        }
    }

    fn drawn(&self, subject: Subject) -> Option<Drawn> {
        match named(subject)? {
            Named::Counter(index) => self.piece_of_counter(CounterId::from_index(index)).map(Drawn::Piece),
            Named::Barrage(side, slot) => {
                let barrage = BarrageId { side, slot: u8::try_from(slot).ok()? };
                self.piece_of_barrage(barrage).map(Drawn::Piece)
            }
            Named::Hex(index) => {
                let is_there = index < self.scenario.map.ground.len();
                is_there.then(|| Drawn::Cell(CellId::from_index(index)))
            }
            Named::Battalion(..) | Named::Group(..) | Named::Side(_) => None,
        }
    }

    fn terms(&self) -> Vec<Listing> {
        self.told_terms()
    }

    fn order_of_battle(&self) -> Vec<Listing> {
        let of_side = |side: Side| {
            let cards = self.scenario.cards[side].iter().filter(|card| card.group.is_some());
            let entries = cards.map(|card| Listed::plain(&card.name, self.told_of(card)));
            Listing { heading: name(side).to_owned(), entries: entries.collect() }
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
    fn every_kind_and_every_ground_has_a_look() {
        for kind in Kind::ALL {
            assert_eq!(LOOKS[look(look_of(kind)).index()].of, LookOf::Piece);
        }
        for ground in Ground::ALL {
            assert_eq!(LOOKS[look(look_of_ground(ground)).index()].of, LookOf::Ground);
        }
    }
}
