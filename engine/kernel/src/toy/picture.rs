//! How Two Gates is drawn: the field, the castle with its two gates between, and the band of each side.

use crate::dice::Subject;
use crate::journal::Event;
use crate::picture::{
    Cell, CellId, Condition, Counter, Deed, Drawn, Ground, Line, Look, LookId, LookOf, Mark, Pictured, Piece,
    PieceId, Point, Position, PrintedTable, Spot, Tells, TrayId,
};
use crate::rule;
use crate::rules::Names;
use crate::side::Side;

use super::{DRIVEN_OFF, Gate, RAIDS, State, Step, TwoGates};

const CASTLE: CellId = CellId(0);
const LEFT: CellId = CellId(1);
const RIGHT: CellId = CellId(2);
const FIELD: CellId = CellId(3);
const CAMP: TrayId = TrayId(0);

const LOOKS: [Look; 7] = [
    Look { code: "clear", name: "field", of: LookOf::Ground },
    Look { code: "gate", name: "gate", of: LookOf::Ground },
    Look { code: "castle", name: "castle", of: LookOf::Ground },
    Look { code: "wall", name: "wall", of: LookOf::Border },
    Look { code: "road", name: "path", of: LookOf::Way },
    Look { code: "camp", name: "where guards gather", of: LookOf::Mark },
    Look { code: "band", name: "band", of: LookOf::Piece },
];

/// Has spent the first shot [2.3].
const HAS_SHOT: u32 = 1;

fn look(code: &str) -> LookId {
    LookId::from_index(
        LOOKS
            .iter()
            .position(|look| look.code == code)
            .expect("the table LOOKS has every code that is asked for here"),
    )
}

/// A cell by its corners, clockwise from the upper left, in thousandths.
fn cell(label: &str, ground: &str, corners: &[[i32; 2]]) -> Cell {
    let corners: Vec<Point> = corners.iter().map(|&[x, y]| Point { x: 1000 * x, y: 1000 * y }).collect();
    let middle = |of: fn(&Point) -> i32| {
        let (least, most) = (corners.iter().map(of).min(), corners.iter().map(of).max());
        i32::midpoint(least.unwrap_or_default(), most.unwrap_or_default())
    };
    let centre = Point { x: middle(|corner| corner.x), y: middle(|corner| corner.y) };
    Cell { label: label.to_owned(), ground: look(ground), centre, corners }
}

impl TwoGates {
    /// Where the band of a side is, as both sides know it.
    fn spot(state: &State, side: Side) -> Spot {
        let is_raider = side == state.raider;
        let gate = match (state.guard.or(state.aim), state.step) {
            // [2.2] The raider has met the guard: before that his gate is his secret [1.2].
            (Some(Gate::Left), Step::React) => LEFT,
            (Some(Gate::Right), Step::React) => RIGHT,
            (_, Step::Raid | Step::Post) if is_raider => FIELD,
            (_, Step::Raid | Step::Post) => CASTLE,
            _ => return Spot::Tray(CAMP),
        };
        Spot::Cell(gate)
    }
}

impl Pictured for TwoGates {
    fn ground(&self) -> Ground {
        // The castle above, the field below, and the gates side by side between them.
        let cells = vec![
            cell("castle", "castle", &[[0, 0], [4, 0], [4, 2], [2, 2], [0, 2]]),
            cell("left", "gate", &[[0, 2], [2, 2], [2, 4], [0, 4]]),
            cell("right", "gate", &[[2, 2], [4, 2], [4, 4], [2, 4]]),
            cell("field", "clear", &[[0, 4], [2, 4], [4, 4], [4, 6], [0, 6]]),
        ];
        let line = |code, between| Line { look: look(code), between };
        let lines = vec![
            line("wall", [LEFT, RIGHT]),
            line("road", [FIELD, LEFT]),
            line("road", [FIELD, RIGHT]),
            line("road", [LEFT, CASTLE]),
            line("road", [RIGHT, CASTLE]),
        ];
        let piece = |side| Piece {
            name: self.side_name(side).to_owned(),
            short: self.side_name(side).to_owned(),
            side: Some(side),
            look: look("band"),
            about: "raids or guards".to_owned(),
        };
        Ground {
            across: 2000,
            looks: LOOKS.to_vec(),
            cells,
            lines,
            marks: vec![Mark { look: look("camp"), cell: CASTLE, side: None }],
            trays: vec!["in camp".to_owned()],
            pieces: Side::BOTH.map(piece).to_vec(),
            conditions: vec![Condition { sign: '1', name: "has spent the first shot" }],
            tells: Tells { losses: false, shots: true },
        }
    }

    fn draw(&self, state: &State, position: &mut Position) {
        position.stage = RAIDS.min(state.raid + 1);
        position.lead = i32::from(state.points[Side::First]) - i32::from(state.points[Side::Second]);
        position.counters.clear();
        position.owned.clear();
        position.counters.extend(Side::BOTH.map(|side| Counter {
            spot: Self::spot(state, side),
            look: None,
            holder: None,
            heading: None,
            strength: None,
            losses: 0,
            shots: state.has_shot[side].into(),
            conditions: if state.has_shot[side] { HAS_SHOT } else { 0 },
            depth: 0,
        }));
    }

    fn deed(&self, event: &Event) -> Option<(PieceId, Deed)> {
        // [2.3] The only dice are those of guards that shoot.
        match event {
            Event::Roll { ask, .. } => Some((PieceId(ask.who.0), Deed::Fires)),
            _ => None,
        }
    }

    fn drawn(&self, subject: Subject) -> Option<Drawn> {
        (usize::from(subject.0) < Side::BOTH.len()).then_some(Drawn::Piece(PieceId(subject.0)))
    }

    fn tables(&self) -> Vec<PrintedTable> {
        let row = |total: String, what: &str| vec![total, what.to_owned()];
        vec![PrintedTable {
            rule: rule!("2.3"),
            title: "a shot at the raider".to_owned(),
            head: row("die".to_owned(), "the raider"),
            rows: vec![
                row(format!("{DRIVEN_OFF} or less"), "is driven off"),
                row(format!("{} or more", DRIVEN_OFF + 1), "scores"),
            ],
        }]
    }
}

#[cfg(test)]
mod tests {
    use super::super::Action;
    use super::*;
    use crate::dice::{Scripted, ScriptedDice};
    use crate::picture::Pictured;
    use crate::rules::{Play, Rules};
    use crate::table::Table;

    #[test]
    fn r1_2_the_raider_is_seen_at_a_gate_only_when_he_has_met_the_guard() {
        let lots = Scripted { rule: Some(rule!("1.1")), face: Side::Second as u16 };
        let mut table = Table::new(ScriptedDice::new([lots]), ());
        let mut state = TwoGates.opening();
        let spots = |state: &State| TwoGates.picture(state).counters.into_iter().map(|one| one.spot);
        assert!(spots(&state).eq([Spot::Tray(CAMP); 2]));
        let seen = [
            (Action::DrawLots, [CASTLE, FIELD]),
            (Action::Aim(Gate::Right), [CASTLE, FIELD]),
            (Action::Guard(Gate::Right), [RIGHT, RIGHT]),
        ];
        for (action, expected) in seen {
            TwoGates
                .try_apply(&mut state, action, &mut table)
                .expect("every action of this game is legal when its turn comes");
            assert!(spots(&state).eq(expected.map(Spot::Cell)), "{action:?}");
        }
    }

    #[test]
    fn the_gates_lie_between_the_castle_and_the_field_and_touch_each_other() {
        let ground = TwoGates.ground();
        let border = |one, other| ground.border([one, other]);
        assert_eq!(border(LEFT, RIGHT), Some([Point { x: 2000, y: 2000 }, Point { x: 2000, y: 4000 }]));
        assert_eq!(border(CASTLE, FIELD), None);
        for gate in [LEFT, RIGHT] {
            assert!(border(gate, CASTLE).is_some() && border(gate, FIELD).is_some());
        }
    }
}
