//! Names of actions and situations, for games that are compared in pairs: the same in every variant of a scenario with
//! a map of the same extent. Units and commanders go by the numbers of their names, hexes by their places on the map.

use szala_board::{Facing, HexId};
use szala_kernel::{Paired, Subject};

use crate::chapters::game::Insurrection;
use crate::position::action::Action;
use crate::position::agenda::Task;
use crate::position::ids::{CommanderId, UnitId, UnitSet};
use crate::position::room::Room;
use crate::position::state::State;

/// What a name is made of, lowest first: the kind, and up to three numbers.
const KIND_BITS: u32 = 8;
const NUMBER_BITS: u32 = 16;

/// Packs a name without loss.
const fn name(kind: u8, numbers: [u16; 3]) -> u64 {
    let [first, second, third] = numbers;
    (kind as u64)
        | (first as u64) << KIND_BITS
        | (second as u64) << (KIND_BITS + NUMBER_BITS)
        | (third as u64) << (KIND_BITS + 2 * NUMBER_BITS)
}

fn hex_number(hex: HexId) -> u16 {
    u16::try_from(hex.index()).expect("a board has fewer hexes than that")
}

fn facing_number(facing: Facing) -> u16 {
    u16::try_from(facing.index()).expect("one of six")
}

impl<R: Room> Insurrection<R> {
    fn number_of(&self, unit: UnitId) -> u16 {
        self.scenario.unit(unit).subject.0
    }

    fn number_of_commander(&self, commander: CommanderId) -> u16 {
        self.scenario.commander(commander).subject.0
    }

    /// The unit that stands for a group, and where: the one with the lowest number, which is that of a name and not of
    /// a place in a list.
    fn spokesman(&self, state: &State<R>, group: UnitSet<R>) -> (Subject, Option<HexId>) {
        let unit = group.iter().min_by_key(|unit| self.number_of(*unit));
        unit.map_or((Subject::NONE, None), |unit| (self.scenario.unit(unit).subject, state.hex_of(unit)))
    }
}

impl<R: Room> Paired for Insurrection<R> {
    #[inline]
    fn action_key(&self, action: Action) -> u64 {
        let unit = |unit| self.number_of(unit);
        let commander = |commander| self.number_of_commander(commander);
        match action {
            Action::Start => name(1, [0; 3]),
            Action::Choose(who) => name(2, [commander(who), 0, 0]),
            Action::Place { unit: who, hex, facing } => {
                name(3, [unit(who), hex_number(hex), facing_number(facing)])
            }
            Action::Post { commander: who, hex } => name(4, [commander(who), hex_number(hex), 0]),
            Action::Fire { from, to, target } => {
                name(5, [hex_number(from), hex_number(to), hex_number(target)])
            }
            Action::Shell { gun, target } => name(6, [unit(gun), hex_number(target), 0]),
            Action::Pass => name(7, [0; 3]),
            Action::Begin { unit: who, stack, double_time } => {
                name(8, [unit(who), stack.into(), double_time.into()])
            }
            Action::BeginLine { from, to } => name(9, [hex_number(from), hex_number(to), 0]),
            Action::Step { from, to } => name(10, [hex_number(from), hex_number(to), 0]),
            Action::Charge { from, to } => name(11, [hex_number(from), hex_number(to), 0]),
            Action::Turn { hex, facing } => name(12, [hex_number(hex), facing_number(facing), 0]),
            Action::Halt(hex) => name(13, [hex_number(hex), 0, 0]),
            Action::Promote(who) => name(14, [unit(who), 0, 0]),
            Action::SideBySide(hex) => name(15, [hex_number(hex), 0, 0]),
            Action::FormSquare(hex) => name(16, [hex_number(hex), 0, 0]),
            Action::LeaveSquare { hex, facing } => name(17, [hex_number(hex), facing_number(facing), 0]),
            Action::ClearMarker(who) => name(18, [unit(who), 0, 0]),
            Action::TurnGun { gun, facing } => name(19, [unit(gun), facing_number(facing), 0]),
            Action::HaulGun { gun, hex, facing } => {
                name(20, [unit(gun), hex_number(hex), facing_number(facing)])
            }
            Action::Limber(gun) => name(21, [unit(gun), 0, 0]),
            Action::Unlimber { gun, facing } => name(22, [unit(gun), facing_number(facing), 0]),
            Action::Finish => name(23, [0; 3]),
            Action::Counter(hex) => name(24, [hex_number(hex), 0, 0]),
            Action::Withdraw(hex) => name(25, [hex_number(hex), 0, 0]),
            Action::Retreat(hex) => name(26, [hex_number(hex), 0, 0]),
            Action::Lose(who) => name(27, [unit(who), 0, 0]),
            Action::AgainstCavalry => name(28, [0; 3]),
            Action::Outflank => name(29, [0; 3]),
            Action::Assault(hex) => name(30, [hex_number(hex), 0, 0]),
            Action::Face(facing) => name(31, [facing_number(facing), 0, 0]),
            Action::Lead { commander: who, hex } => name(32, [commander(who), hex_number(hex), 0]),
            Action::FormSkirmishOrder(hex) => name(40, [hex_number(hex), 0, 0]),
            Action::LeaveSkirmishOrder { hex, facing } => {
                name(41, [hex_number(hex), facing_number(facing), 0])
            }
            Action::Skirmish(hex) => name(42, [hex_number(hex), 0, 0]),
        }
    }

    /// The kind of the task, the stage, the active commander, and the counter and the hex that the task concerns. So a
    /// decision is named by its activation: more or fewer decisions of one commander's units shift none in the turn of
    /// another. Decisions of a phase as a whole, such as what to move next, differ by their count alone.
    fn situation_key(&self, state: &State<R>) -> u64 {
        let unit = |unit| (self.scenario.unit(unit).subject, None);
        let at = |hex| (Subject::NONE, Some(hex));
        let phase = (Subject::NONE, None);
        let (task, (whom, hex)) = match state.agenda.top() {
            Task::Ready => (1, phase),
            Task::SetUpUnit(who) => (2, unit(who)),
            Task::SetUpCommander(who) => (3, (self.scenario.commander(who).subject, None)),
            Task::FillPool(_) => (4, phase),
            Task::Returns => (5, self.next_due(state).map_or(phase, unit)),
            Task::FireTurn => (6, phase),
            Task::ActiveTurn => (7, phase),
            Task::Lead => (8, phase),
            Task::Assaults => (9, phase),
            Task::Moving => (10, self.spokesman(state, state.movers)),
            Task::ReactByFire(hex) => (11, at(hex)),
            Task::React(hex) => (12, at(hex)),
            Task::StepBack(who) => (13, (self.scenario.commander(who).subject, state.hex_of_commander(who))),
            Task::Retreat { group, .. } => (14, self.spokesman(state, group)),
            Task::Lose { group, .. } => (15, self.spokesman(state, group)),
            Task::OfferSquare(hex) => (16, at(hex)),
            Task::OfferLava => (17, state.melee.map_or(phase, |melee| at(melee.hex))),
            Task::WinnersFace => (18, state.melee.map_or(phase, |melee| at(melee.hex))),
            Task::Declare(hex) => (40, at(hex)),
            Task::Skirmish(hex) => (41, at(hex)),
            Task::SkirmishFire { from, .. } => (42, at(from)),
            Task::FallBack(hex) => (43, at(hex)),
            Task::Name => (19, phase),
            Task::InPerson => (20, phase),
            _ => (0, phase),
        };
        let active = state.active.map_or(Subject::NONE.0, |commander| self.number_of_commander(commander));
        // The stage takes what three numbers leave.
        let numbers = [active, whom.0, hex.map_or(u16::MAX, hex_number)];
        name(task, numbers) | u64::from(state.stage) << (KIND_BITS + 3 * NUMBER_BITS)
    }

    /// [13.1] Whose chit goes into the pool.
    fn is_secret(&self, state: &State<R>) -> bool {
        matches!(state.agenda.top(), Task::FillPool(_))
    }
}
