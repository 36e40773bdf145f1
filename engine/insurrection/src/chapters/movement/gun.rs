//! [8.11, 8.12] Guns on the move: by hand, limbering and unlimbering.

use szala_board::{Facing, HexId};
use szala_kernel::{ActionList, Dice, Journal, Rule, Table, rule};

use crate::chapters::game::Insurrection;
use crate::position::action::Action;
use crate::position::agenda::Task;
use crate::position::ids::{Arm, UnitId, UnitSet, Verdict, require};
use crate::position::room::Room;
use crate::position::state::State;

impl<R: Room> Insurrection<R> {
    /// [8.11] [D-8.11a] Turning, hauling and limbering are alternatives, one of them a phase.
    fn may_handle(&self, state: &State<R>, gun: UnitId) -> Verdict {
        require(self.arm(gun) == Arm::Artillery && !state.marks.limbered.contains(gun), rule!("8.11"))?;
        self.may_move(state, gun)
    }

    /// [8.11] Guns that may be handled turn by any angle; not those that fired in this activation [D-8.11a].
    fn may_turn_gun(&self, state: &State<R>, gun: UnitId, facing: Facing) -> Verdict {
        require(!state.marks.fired.contains(gun), rule!("D-8.11a"))?;
        require(state[gun].facing != facing, rule!("8.11"))
    }

    /// [8.11] One hex by hand, if the guns have neither fired nor moved in this stage; never into an enemy hex
    /// [D-8.11a].
    fn may_haul(&self, state: &State<R>, gun: UnitId, to: HexId) -> Verdict {
        let side = self.side_of(gun);
        let from = state.hex_of(gun).expect("on the map");
        let direction = self.scenario.board.direction_to(from, to).ok_or(rule!("8.11"))?;
        require(!self.ground.way(from, direction).is_barred_to(Arm::Artillery), rule!("D-MG4d"))?;
        let is_spent = state.marks.fired_this_stage | state.marks.silent;
        require(!is_spent.contains(gun), rule!("8.11"))?;
        require(!state.holds(!side, to), rule!("D-8.11a"))?;
        self.may_stand_together(state, state.stack(side, to) | UnitSet::of(gun))
    }

    /// [8.12] [D-8.12a] Unlimbering costs one point and ends the move.
    pub(super) fn may_unlimber(&self, state: &State<R>, gun: UnitId) -> Verdict {
        let is_mover = state.movers.contains(gun) && state.marks.limbered.contains(gun);
        require(is_mover && self.points_left(state, gun) > 0, rule!("8.12"))?;
        let hex = state.hex_of(gun).expect("on the map");
        self.may_stand_together(state, state.stack(self.side_of(gun), hex))
    }

    /// Lists what may be done with a battery on its trails that may move.
    pub(super) fn foot_gun_actions(&self, state: &State<R>, gun: UnitId, list: &mut ActionList<Action>) {
        for facing in Facing::ALL {
            if self.may_turn_gun(state, gun, facing).is_ok() {
                list.push(Action::TurnGun { gun, facing });
            }
        }
        for hex in self.neighbours(state.hex_of(gun).expect("on the map")) {
            if self.may_haul(state, gun, hex).is_ok() {
                for facing in Facing::ALL {
                    list.push(Action::HaulGun { gun, hex, facing });
                }
            }
        }
        // [8.12] Limbering takes the whole move, and asks for nothing more.
        list.push(Action::Limber(gun));
    }

    pub(super) fn foot_gun_refusal(&self, state: &State<R>, action: Action) -> Option<Rule> {
        let handled = |gun| self.may_handle(state, gun);
        match action {
            Action::TurnGun { gun, facing } => {
                handled(gun).and_then(|()| self.may_turn_gun(state, gun, facing)).err()
            }
            Action::HaulGun { gun, hex, .. } => {
                handled(gun).and_then(|()| self.may_haul(state, gun, hex)).err()
            }
            Action::Limber(gun) => handled(gun).err(),
            _ => Some(rule!("8.11")),
        }
    }

    pub(super) fn decide_foot_gun<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        action: Action,
        table: &mut Table<D, J>,
    ) {
        if let Action::TurnGun { gun, .. } | Action::HaulGun { gun, .. } | Action::Limber(gun) = action {
            self.note_acting(state, UnitSet::of(gun));
        }
        match action {
            Action::TurnGun { gun, facing } => {
                self.face_and_tell(state, UnitSet::of(gun), facing, rule!("8.11"), table);
                state.marks.moved.insert(gun);
                // [8.11] [D-8.11b] No fire until the phases of this chit are over.
                state.marks.turned.insert(gun);
            }
            Action::HaulGun { hex, .. } => self.declare(state, action, hex, table),
            Action::Limber(gun) => {
                state.marks.moved.insert(gun);
                state.marks.limbered.insert(gun);
                table.change(rule!("8.12"), "limbered", self.scenario.unit(gun).subject, 0, 1);
            }
            _ => unreachable!("only guns are handled here"),
        }
    }

    /// [8.11] One hex by hand.
    pub(super) fn haul<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        gun: UnitId,
        hex: HexId,
        facing: Facing,
        table: &mut Table<D, J>,
    ) {
        let from = state.hex_of(gun).expect("on the map");
        self.carry(state, UnitSet::of(gun), hex);
        self.tell_hex(UnitSet::of(gun), from, hex, rule!("8.11"), table);
        self.face_and_tell(state, UnitSet::of(gun), facing, rule!("8.11"), table);
        self.note_camp(state, gun, hex, table);
        state.marks.moved.insert(gun);
        // [8.11] No fire until the stage ends.
        state.marks.silent.insert(gun);
        state.marks.turned.insert(gun);
        // [D-9.1g] Guns that enter a front zone can be fired at; they have no step left.
        self.exhaust(state, UnitSet::of(gun), rule!("8.11"), table);
        state.marks.wheeled.insert(gun);
        state.movers = UnitSet::of(gun);
        (state.waiting, state.waited_at) = (UnitSet::EMPTY, None);
        state.agenda.push(Task::Moving);
        self.expect_reactions(state, from, hex, table);
        let asked = self.scenario.family.commanders_step_before;
        self.enemy_entered(state, self.side_of(gun), hex, asked);
    }

    /// [8.12] [D-8.12a] Unlimbering ends the guns' move, facing as they like; they fire from the next stage on.
    pub(super) fn unlimber<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        gun: UnitId,
        facing: Facing,
        table: &mut Table<D, J>,
    ) {
        self.spend(state, UnitSet::of(gun), 1, rule!("8.12"), table);
        state.movers.remove(gun);
        state.marks.limbered.remove(gun);
        state.marks.silent.insert(gun);
        table.change(rule!("8.12"), "limbered", self.scenario.unit(gun).subject, 1, 0);
        self.face_and_tell(state, UnitSet::of(gun), facing, rule!("D-8.12a"), table);
    }
}
