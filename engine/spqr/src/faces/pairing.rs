//! Names of actions and situations, for games that are compared in pairs: the same in every variant of a scenario.
//! Units and leaders go by their places in the scenario, hexes by their places on the map.

use szala_board::{Facing, HexId, Ordinal};
use szala_kernel::Paired;

use crate::chapters::game::Spqr;
use crate::position::action::Action;
use crate::position::agenda::Task;
use crate::position::ids::{LeaderId, UnitId};
use crate::position::state::State;

/// Packs a name without loss: the kind, a unit or leader, and a hex, unit or facing.
const fn name(kind: u8, who: usize, what: usize) -> u64 {
    kind as u64 | (who as u64) << 8 | (what as u64) << 24
}

fn unit(kind: u8, who: UnitId) -> u64 {
    name(kind, who.index(), 0)
}

fn leader(kind: u8, who: LeaderId) -> u64 {
    name(kind, who.index(), 0)
}

fn both(kind: u8, who: UnitId, what: impl Ordinal) -> u64 {
    name(kind, who.index(), what.index())
}

fn to(kind: u8, hex: HexId) -> u64 {
    name(kind, 0, hex.index())
}

fn facing(kind: u8, who: usize, to: Facing) -> u64 {
    name(kind, who, to.index())
}

impl Paired for Spqr {
    fn action_key(&self, action: Action) -> u64 {
        match action {
            Action::Activate(who) => leader(1, who),
            Action::Pass(who) => leader(2, who),
            Action::Trump(who) => leader(3, who),
            Action::LetHim => name(4, 0, 0),
            Action::Reactivate(who) => leader(5, who),
            Action::Nobody => name(6, 0, 0),
            Action::Momentum => name(7, 0, 0),
            Action::Finish => name(8, 0, 0),
            Action::Line(line, who) => name(9, who.index(), line.into()),
            Action::Volley(line, who) => name(10, who.index(), line.into()),
            Action::Order(who) => unit(11, who),
            Action::OrderWith(who, with) => both(12, who, with),
            Action::OrderBoth(who) => unit(60, who),
            Action::OrderBothWith(who, with) => both(61, who, with),
            Action::FallBack(line, who) => name(73, who.index(), line.into()),
            Action::GiveWay(by, line, who) => name(74, by.index(), usize::from(line) << 8 | who.index()),
            Action::Prearrange(who) => leader(75, who),
            Action::Hold(line) => name(76, line.into(), 0),
            Action::TakeOver => name(77, 0, 0),
            Action::Form(way) => name(79, way.index(), 0),
            Action::Deploy(vertex) => facing(80, 0, vertex),
            Action::Double => name(81, 0, 0),
            Action::ShootAt(whom) => leader(78, whom),
            Action::Extend(who, hex) => both(63, who, hex),
            Action::BringUp(who) => unit(62, who),
            Action::Fire(who) => unit(13, who),
            Action::Recover(who) => unit(14, who),
            Action::Rally(who) => unit(15, who),
            Action::Lead(who) => leader(16, who),
            Action::Replace(who, with) => name(17, who.index(), with.index()),
            Action::Drive(who) => unit(82, who),
            Action::Dismiss(who) => leader(83, who),
            Action::EndOrders => name(18, 0, 0),
            Action::Step(hex) => to(19, hex),
            Action::March(way) => name(20, way as usize, 0),
            Action::Turn(vertex) => facing(21, 0, vertex),
            Action::Shoot(whom) => unit(22, whom),
            Action::ShootAndGo(whom) => unit(23, whom),
            Action::Stop => name(24, 0, 0),
            Action::StopAndAttack => name(25, 0, 0),
            Action::Withdraw(who, hex) => both(26, who, hex),
            Action::Flee(hex) => to(27, hex),
            Action::React(who, vertex) => facing(28, who.index(), vertex),
            Action::ReactAt(who, whom) => both(29, who, whom),
            Action::Enough => name(30, 0, 0),
            Action::Answer => name(31, 0, 0),
            Action::Designate(who) => unit(32, who),
            Action::Attack(who, whom) => both(33, who, whom),
            Action::Name(who) => unit(35, who),
            Action::Advance(who, hex) => both(36, who, hex),
            Action::AdvanceBy(who, way) => name(34, who.index(), way as usize),
            Action::Harass(whom, hex) => both(40, whom, hex),
            Action::LetThrough => name(41, 0, 0),
            Action::Regroup => name(70, 0, 0),
            Action::Return(who, hex) => both(71, who, hex),
            Action::Take(who) => unit(72, who),
            Action::Pursue(who) => unit(42, who),
            Action::Rout(hex) => to(37, hex),
            Action::RunToo => name(38, 0, 0),
            Action::Stay => name(39, 0, 0),
        }
    }

    /// The kind of the decision, the turn, the side, and whom it concerns.
    fn situation_key(&self, state: &State) -> u64 {
        let mover = || {
            let who = state.mover.map(|mover| mover.unit);
            let hex = who.and_then(|who| state.place_of(who));
            (who.map_or(0, |who| who.index() + 1), hex.map_or(0, |hex| hex.index() + 1))
        };
        let (kind, (who, what)) = match state.task() {
            Task::Activate(_) => (1, (0, 0)),
            Task::Overtrump(who) => (2, (who.index(), 0)),
            Task::AgainstMomentum => (3, (0, 0)),
            Task::Doom => (4, (0, 0)),
            Task::Momentum => (5, (0, 0)),
            Task::Orders => (6, (state.phase.leader.map_or(0, |who| who.index() + 1), 0)),
            Task::Moving => (7, mover()),
            Task::Leading(who, left) => (8, (who.index(), left.into())),
            Task::Flight(who) => (9, (who.index(), 0)),
            Task::Falls => (10, mover()),
            Task::Falling(who, left) => (11, (who.index(), left.into())),
            Task::Turns => (12, mover()),
            Task::Entry(who) => (13, (who.index(), 0)),
            Task::Answer(one, other) => (14, (one.index(), other.index())),
            Task::Designate => (15, (0, 0)),
            Task::Combats => (16, (0, 0)),
            Task::Facing(fight) => (17, (fight.into(), 0)),
            Task::Leader(fight, target) => (18, (fight.into(), target.index())),
            Task::Advance(fight) => (19, (fight.into(), 0)),
            Task::AfterAdvance(who) => (20, (who.index(), 0)),
            Task::Rout(who, left) => (21, (who.index(), left.into())),
            Task::Follow(who, unit) => (22, (who.index(), unit.index())),
            Task::Open(fight) => (24, (fight.into(), 0)),
            Task::Through(fight) => (25, (fight.into(), 0)),
            Task::Shun(who) => (26, (who.index(), 0)),
            Task::Pursuit(fight) => (27, (fight.into(), 0)),
            Task::Exit => (28, mover()),
            Task::Scatter(of_friends) => {
                let wild = state.wild.map_or(0, |who| who.index() + 1);
                (
                    29,
                    (
                        wild,
                        state.wild.and_then(|who| state.place_of(who)).map_or(0, |hex| hex.index() + 1) << 1
                            | usize::from(of_friends),
                    ),
                )
            }
            Task::Trample(who) => (30, (who.index(), 0)),
            Task::Share(fight, left) => (31, (fight.into(), left.into())),
            Task::Odd(fight, left, of_attackers) => {
                (32, (fight.into(), usize::from(left) << 1 | usize::from(of_attackers)))
            }
            Task::Regroup => (33, (0, 0)),
            Task::Line => (34, mover()),
            Task::Prearrange(is_second) => (35, (is_second.into(), 0)),
            Task::Hold(who) => (36, (who.index(), 0)),
            Task::TakeOver(who) => (37, (who.index(), 0)),
            Task::Elite(_) => (38, (0, 0)),
            Task::Late => (39, (0, 0)),
            Task::Drivers(is_second, has_put) => (40, (is_second.into(), has_put.into())),
            _ => (23, (0, 0)),
        };
        let course = u64::from(state.turn) << 1 | state.active as u64;
        name(kind, who, what) ^ course << 44
    }
}
