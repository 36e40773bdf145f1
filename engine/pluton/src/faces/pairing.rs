//! Names of actions and situations, for games that are compared in pairs: the same in every variant of a scenario on a
//! map of the same extent. Counters go by their numbers, hexes by their places.

use szala_board::{HexId, Ordinal};
use szala_kernel::Paired;

use crate::chapters::game::Pluton;
use crate::position::action::Action;
use crate::position::agenda::Task;
use crate::position::ids::CounterId;
use crate::position::state::State;

/// Packs a name without loss: the kind, a counter or a barrage, and a hex or a number of squares.
const fn name(kind: u8, who: usize, what: usize) -> u64 {
    kind as u64 | (who as u64) << 8 | (what as u64) << 24
}

fn of(kind: u8, who: CounterId) -> u64 {
    name(kind, who.index(), 0)
}

fn to(kind: u8, hex: HexId) -> u64 {
    name(kind, 0, hex.index())
}

fn both(kind: u8, who: CounterId, hex: HexId) -> u64 {
    name(kind, who.index(), hex.index())
}

impl Paired for Pluton {
    #[inline]
    fn action_key(&self, action: Action) -> u64 {
        match action {
            Action::Deal => name(28, 0, 0),
            Action::SetUp(who, hex) => both(1, who, hex),
            Action::Call(side, guns) => name(2, side as usize, guns.into()),
            Action::CallsDone => name(3, 0, 0),
            Action::Leave(slot) => name(4, slot.into(), 0),
            Action::Shift(slot, hex) => name(5, slot.into(), hex.index()),
            Action::Lift(slot) => name(6, slot.into(), 0),
            Action::Place(slot, hex) => name(7, slot.into(), hex.index()),
            Action::Keep(slot) => name(8, slot.into(), 0),
            Action::Move(who) => of(9, who),
            Action::Run(who) => of(10, who),
            Action::Enter(who, hex) => both(11, who, hex),
            Action::RunIn(who, hex) => both(12, who, hex),
            Action::Step(hex) => to(13, hex),
            Action::Halt => name(14, 0, 0),
            Action::MovesDone => name(15, 0, 0),
            Action::Fire(who, squares) => name(16, who.index(), squares.into()),
            Action::HoldFire => name(17, 0, 0),
            Action::Shoot(who) => of(18, who),
            Action::At(whom, squares) => name(19, whom.index(), squares.into()),
            Action::FireDone => name(20, 0, 0),
            Action::Withdraw(hex) => to(21, hex),
            Action::Combat(hex) => to(22, hex),
            Action::Attack => name(23, 0, 0),
            Action::NoAttack => name(24, 0, 0),
            Action::Lose(who) => of(25, who),
            Action::Retreat(who, hex) => both(26, who, hex),
            Action::Appear(who) => of(27, who),
        }
    }

    /// The kind of the decision, the stage, the side, and whom or which hex it concerns. So a counter's decision is the
    /// same in two variants wherever it is on the same hex in the same phase, whatever others did before.
    fn situation_key(&self, state: &State) -> u64 {
        let mover = || {
            let who = state.mover.map(|mover| mover.who);
            let hex = who.and_then(|who| state.place_of(who));
            (who.map_or(0, CounterId::index), hex.map_or(0, |hex| hex.index() + 1))
        };
        let (kind, (who, hex)) = match state.task() {
            Task::Deal => (17, (0, 0)),
            Task::SetUp => (1, (self.next_to_set_up(state).map_or(0, CounterId::index), 0)),
            Task::Call => (2, (0, 0)),
            Task::Lay(slot) => (3, (slot.into(), 0)),
            Task::Movement => (4, (0, 0)),
            Task::Moving => (5, mover()),
            Task::React => (6, mover()),
            Task::Withdraw(who) => (7, (who.index(), state.place_of(who).map_or(0, |hex| hex.index() + 1))),
            Task::FinalFire => (8, (0, 0)),
            Task::Aim(who) => (9, (who.index(), 0)),
            Task::Combats => (10, (0, 0)),
            Task::Declare(hex, side) => (11, (side as usize, hex.index())),
            Task::Losses(hex, side, _) => (12, (side as usize, hex.index())),
            Task::Retreats(hex, side, _) => (13, (side as usize, hex.index())),
            Task::Appear(hex, _, company) => (14, (company.into(), hex.index())),
            Task::StepBack => (15, (self.lone_commander(state).map_or(0, CounterId::index), 0)),
            _ => (16, (0, 0)),
        };
        let course = u64::from(state.stage) << 8 | u64::from(state.phase) << 4 | state.active as u64;
        name(kind, who, hex) ^ course << 44
    }
}
