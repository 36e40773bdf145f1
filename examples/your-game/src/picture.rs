//! The map and the counters: what `show map`, heat maps and the page of a game draw.

use szala_board::HexId;
use szala_kernel::journal::Event;
use szala_kernel::picture::{
    Cell, CellId, Counter, Deed, Drawn, Ground, Listed, Listing, Look, LookId, LookOf, Pictured, Piece,
    PieceId, Point, Position, Spot, Tells, TrayId,
};
use szala_kernel::{Side, Subject};

use crate::notation::{HEX, LOSSES};
use crate::position::{Ford, Place, State, UnitId};

/// Every look. Codes that Szala's style sheets know have a colour and a symbol.
const LOOKS: [Look; 5] = [
    Look { code: "clear", name: "meadow", of: LookOf::Ground },
    Look { code: "river", name: "river", of: LookOf::Ground },
    Look { code: "ford", name: "ford", of: LookOf::Ground },
    Look { code: "cavalry", name: "raider", of: LookOf::Piece },
    Look { code: "infantry", name: "warden", of: LookOf::Piece },
];
const MEADOW: LookId = LookId(0);
const RIVER: LookId = LookId(1);
const FORD: LookId = LookId(2);
const OF_UNITS: [LookId; 2] = [LookId(3), LookId(4)];
const THROUGH: TrayId = TrayId(0);
const LOST: TrayId = TrayId(1);

impl Ford {
    fn cell(&self, hex: HexId) -> Cell {
        let grid = self.board.grid();
        let point = |[x, y]: [i32; 2]| Point { x, y };
        let ground = match (self.river.contains(hex), self.fords.contains(hex)) {
            (_, true) => FORD,
            (true, false) => RIVER,
            (false, false) => MEADOW,
        };
        Cell {
            label: self.board.label(hex).to_string(),
            ground,
            centre: point(grid.centre(hex)),
            corners: grid.corners(hex).map(point).to_vec(),
        }
    }
}

impl Pictured for Ford {
    fn ground(&self) -> Ground {
        let piece = |unit: UnitId| Piece {
            name: unit.name(),
            short: unit.name(),
            side: Some(unit.side()),
            look: OF_UNITS[unit.side() as usize],
            about: format!("{} steps", self.scenario.steps),
        };
        Ground {
            across: szala_board::HexGrid::ACROSS,
            looks: LOOKS.to_vec(),
            cells: self.board.hexes().iter().map(|hex| self.cell(hex)).collect(),
            lines: Vec::new(),
            marks: Vec::new(),
            trays: ["through", "lost"].map(str::to_owned).to_vec(),
            pieces: UnitId::all().map(piece).collect(),
            conditions: Vec::new(),
            tells: Tells { losses: true, shots: false },
        }
    }

    fn draw(&self, state: &State, position: &mut Position) {
        position.stage = state.turn.min(self.scenario.turns);
        position.lead = state.through().into();
        position.owned.clear();
        position.counters.clear();
        position.counters.extend(state.units.iter().map(|unit| Counter {
            spot: match unit.place {
                Place::On(hex) => Spot::Cell(CellId::from_index(hex.index())),
                Place::Through => Spot::Tray(THROUGH),
                Place::Lost => Spot::Tray(LOST),
            },
            look: None,
            holder: None,
            heading: None,
            strength: Some(self.scenario.steps.saturating_sub(unit.losses).into()),
            losses: unit.losses.into(),
            shots: 0,
            conditions: 0,
            depth: 0,
        }));
    }

    fn deed(&self, event: &Event) -> Option<(PieceId, Deed)> {
        let Event::Change { what, whose, from, to, .. } = *event else { return None };
        let deed = match what {
            HEX => Deed::Moves(self.hex_valued(to).map(|hex| CellId::from_index(hex.index()))),
            LOSSES => Deed::Loses(u16::try_from(to - from).expect("losses only grow")),
            _ => return None,
        };
        Some((PieceId(whose.0), deed))
    }

    fn drawn(&self, subject: Subject) -> Option<Drawn> {
        let unit = UnitId::all().find(|unit| unit.subject() == subject);
        let hex = || self.hex_named(subject).map(|hex| Drawn::Cell(CellId::from_index(hex.index())));
        unit.map(|unit| Drawn::Piece(PieceId::from_index(unit.index()))).or_else(hex)
    }

    fn terms(&self) -> Vec<Listing> {
        let scenario = self.scenario;
        let entries = vec![
            Listed::plain("Turns", scenario.turns.to_string()),
            Listed::plain("Raiders to get through", scenario.goal.to_string()),
            Listed::plain("An attack hits on", format!("{} or more", scenario.hits_on)),
        ];
        vec![Listing { heading: "The scenario".to_owned(), entries }]
    }

    fn order_of_battle(&self) -> Vec<Listing> {
        let listing = |side| Listing {
            heading: szala_kernel::Names::side_name(self, side).to_owned(),
            entries: UnitId::of(side)
                .map(|unit| Listed::plain(&unit.name(), format!("{} steps", self.scenario.steps)))
                .collect(),
        };
        Side::BOTH.map(listing).to_vec()
    }
}
