//! Positions for the tests of the chapters: the board of Niemenczyn with the terrain that a test asks for, and counters
//! where it wants them. Nothing of this is in a game.

use szala_board::{
    EastOrWest, Facing, HexBoard, HexGrid, HexId, NorthOrSouth, Numbering, Order, Ordinal, Parity, SideId,
    Stagger,
};
use szala_kernel::{Book, BySide, Side};

use crate::chapters::game::Insurrection;
use crate::position::agenda::Agenda;
use crate::position::data::{
    CommanderCard, Family, GunBand, KILLED, Scenario, Switches, Terrain, UnitCard, Values,
};
use crate::position::ground::{GroundTable, HexKind};
use crate::position::ids::{Arm, Board, CommanderId, CommanderSet, Hexes, UnitId, UnitSet, subject};
use crate::position::state::{Phase, State};

/// The board of Niemenczyn [G1].
const GRID: HexGrid = HexGrid {
    columns: 15,
    rows: 12,
    stagger: Stagger::PointyTop { shifted_rows: Parity::Even, towards: EastOrWest::East },
    numbering: Numbering {
        order: Order::RowColumn,
        digits: 2,
        rows_from: NorthOrSouth::South,
        first_row: 1,
        columns_from: EastOrWest::West,
        first_column: 1,
    },
};

/// A scenario in the making. It begins with clear ground and one commander a side, both off the map.
pub(crate) struct Setup {
    /// To be changed as a test likes.
    pub(crate) scenario: Scenario,
}

/// Where each of these labels lies, separated by blanks.
fn hexes(board: &Board, labels: &str) -> Hexes {
    labels.split_whitespace().map(|label| board.parse_label(label).expect("a label of the board")).collect()
}

fn sides<'a>(board: &'a Board, pairs: &'a str) -> impl Iterator<Item = SideId> + 'a {
    let hex = |label| board.parse_label(label).expect("a label of the board");
    pairs.split_whitespace().map(move |pair| {
        let (one, other) = pair.split_once('|').expect("a side is written as two labels");
        board.side_between(hex(one), hex(other)).expect("the two hexes of a side are neighbours")
    })
}

impl Setup {
    pub(crate) fn new() -> Self {
        let board = HexBoard::new(GRID).expect("a good board");
        let count = board.hexes().len();
        let (level, kinds) = (vec![0; count], vec![HexKind::Clear; count]);
        let terrain = Terrain { level, kinds, ..Terrain::default() };
        let commanders = Side::BOTH.map(|side| {
            let name = format!("commander of {side:?}");
            let subject = subject::of_name(&name);
            CommanderCard {
                name,
                subject,
                side,
                start: None,
                units: UnitSet::EMPTY,
                reserve: UnitSet::EMPTY,
                overall: None,
                killed: KILLED,
            }
        });
        let rally = ["0109", "1108"].map(|label| board.parse_label(label).expect("a label of the board"));
        let scenario = Scenario {
            book: Book::own().clone(),
            title: "a test".to_owned(),
            sides: BySide(["Poles".to_owned(), "Russians".to_owned()]),
            board,
            terrain,
            ground: GroundTable::PRINTED,
            units: Vec::new(),
            commanders: commanders.into(),
            stages: 6,
            pool: Vec::new(),
            free_set_up: BySide::default(),
            rally: BySide(rally),
            camp: None,
            starting_lead: 0,
            automatic_victory: 4,
            breaks_below: None,
            strongholds: Vec::new(),
            reinforcement: None,
            wins_at_zero: Side::Second,
            practised_gunners: BySide([true, false]),
            squares: BySide([false, true]),
            // [10.10.1t]
            gun_table: vec![
                GunBand { to: 3, plus: 2 },
                GunBand { to: 6, plus: 1 },
                GunBand { to: 10, plus: 0 },
            ],
            switches: Switches::default(),
            family: Family::default(),
            values: Values::default(),
            variant: None,
            assumptions: Vec::new(),
        };
        Self { scenario }
    }

    /// The hex with this label.
    pub(crate) fn hex(&self, label: &str) -> HexId {
        self.scenario.board.parse_label(label).expect("a label of the board")
    }

    /// Forest on these hexes.
    pub(crate) fn forest(&mut self, labels: &str) {
        let woods = hexes(&self.scenario.board, labels);
        self.scenario.terrain.forest |= woods;
        woods.iter().for_each(|hex| self.scenario.terrain.kinds[hex.index()] = HexKind::Forest);
    }

    /// A hill of level 1 on these hexes.
    pub(crate) fn hill(&mut self, labels: &str) {
        hexes(&self.scenario.board, labels)
            .iter()
            .for_each(|hex| self.scenario.terrain.level[hex.index()] = 1);
    }

    /// An escarpment between these hexes: `0308|0309`.
    pub(crate) fn escarpment(&mut self, pairs: &str) {
        self.scenario.terrain.escarpment.extend(sides(&self.scenario.board, pairs));
    }

    /// A trench between these hexes: `0308|0309`.
    pub(crate) fn trench(&mut self, pairs: &str) {
        self.scenario.terrain.trench.extend(sides(&self.scenario.board, pairs));
    }

    /// A road from hex to hex: `0308|0309`.
    pub(crate) fn road(&mut self, pairs: &str) {
        self.scenario.terrain.road.extend(sides(&self.scenario.board, pairs));
    }

    /// Where the side's commander stands.
    pub(crate) fn post(&mut self, side: Side, label: &str) {
        self.scenario.commanders[side as usize].start = Some(self.hex(label));
    }

    /// A unit with this many points of size and of firepower, and morale 6; below those that stand there already.
    pub(crate) fn unit(&mut self, side: Side, arm: Arm, points: u8, label: &str, facing: Facing) -> UnitId {
        let unit = UnitId::from_index(self.scenario.units.len());
        let name = format!("unit {}", self.scenario.units.len());
        let commander = CommanderId::from_index(side as usize);
        let is_gun = arm == Arm::Artillery;
        self.scenario.units.push(UnitCard {
            subject: subject::of_name(&name),
            name,
            side,
            commander: Some(commander),
            arm,
            cossack: false,
            kosynierzy: false,
            skirmishers: false,
            stars: 0,
            morale: if is_gun { [0; 2] } else { [6; 2] },
            size: if is_gun { 1 } else { points },
            fire: if is_gun { 0 } else { points },
            fire_reverse: None,
            start: Some((self.hex(label), facing)),
            limbered: false,
        });
        self.scenario.commanders[side as usize].units.insert(unit);
        unit
    }

    /// The game, and the position in the first stage's movement phase of the first side's commander.
    pub(crate) fn finish(self) -> (Insurrection, State) {
        let game = Insurrection::new(self.scenario);
        let first = CommanderId::from_index(0);
        let mut state = game.printed_set_up();
        (state.agenda, state.phase) = (Agenda::EMPTY, Phase::Movement);
        state.drawn = CommanderSet::of(first);
        state.activate(first, game.scenario.commander(first).units);
        (game, state)
    }
}

impl Insurrection {
    /// The hex with this label.
    pub(crate) fn hex(&self, label: &str) -> HexId {
        self.scenario.board.parse_label(label).expect("a label of the board")
    }
}
