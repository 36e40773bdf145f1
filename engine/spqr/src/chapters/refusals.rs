//! Which rule forbids what may not be done: the first that stands in its way.

use szala_board::Ordinal;
use szala_kernel::{Rule, rule};

use crate::chapters::game::Spqr;
use crate::position::action::{Action, Way};
use crate::position::agenda::Task;
use crate::position::data::{Class, Commands, Kind};
use crate::position::ids::{LeaderId, UnitId};
use crate::position::state::{Mode, Mover, State};

impl Spqr {
    /// The rule that forbids an action here.
    pub(crate) fn forbidding(&self, state: &State, action: Action) -> Rule {
        match (state.task(), action) {
            (Task::Orders | Task::Moving, Action::Extend(..)) => rule!("9.6.7"),
            (Task::Orders, _) => self.forbids_order(state, action),
            (Task::Moving, _) => match state.mover {
                Some(mover) => self.forbids_move(state, &mover, action),
                None => rule!("D-6.31a"),
            },
            (Task::Activate(_), Action::Trump(_)) => rule!("5.41"),
            (Task::Activate(_), _) => rule!("3.1"),
            (Task::Overtrump(_), _) => rule!("5.42.1"),
            (Task::AgainstMomentum, _) => rule!("5.42.2"),
            (Task::Doom, _) => rule!("5.33"),
            (Task::Momentum, _) => rule!("5.31"),
            (Task::Leading(..), Action::Turn(_)) => rule!("4.7.5"),
            (Task::Leading(leader, left), _) => self.forbids_ride(state, (leader, left), action),
            (Task::Flight(_) | Task::Trample(_), _) => rule!("4.62"),
            (Task::Falls, Action::Extend(..)) => rule!("9.6.6"),
            (Task::Falls, Action::FallBack(..)) => rule!("6.57"),
            (Task::Falls, Action::GiveWay(..)) => rule!("6.58"),
            (Task::Line, _) => rule!("D-6.57a"),
            (Task::Prearrange(_), _) => rule!("6.59"),
            (Task::Hold(_), _) => rule!("D-6.58b"),
            (Task::TakeOver(_), _) => rule!("4.46"),
            (Task::Elite(_), _) => rule!("5.51"),
            (Task::Falls | Task::Falling(..) | Task::Scatter(_), _) => rule!("6.51"),
            (Task::Shun(_), _) => rule!("9.16"),
            (Task::Open(_) | Task::Through(_), _) => rule!("9.11"),
            (Task::Turns, _) => rule!("7.16"),
            (Task::Exit, _) => rule!("8.21"),
            (Task::Entry(_) | Task::Late, _) => rule!("8.22"),
            (Task::Answer(..), _) => rule!("8.23"),
            (Task::Designate, Action::Withdraw(..)) => rule!("10.51b"),
            (Task::Designate, Action::Enough) => rule!("5.46"),
            (Task::Designate, _) => rule!("7.25"),
            (Task::Combats, _) => rule!("8.32"),
            (Task::Facing(_) | Task::Leader(..), _) => rule!("D-8.35a"),
            (Task::Pursuit(_), _) => rule!("10.41"),
            (Task::Share(..) | Task::Odd(..), _) => rule!("10.14"),
            (Task::Regroup, _) => rule!("10.44"),
            (Task::Advance(_), _) => rule!("8.41"),
            (Task::AfterAdvance(_), _) => rule!("8.42"),
            (Task::Rout(..), _) => rule!("10.22"),
            (Task::Drivers(..), _) => rule!("4.8"),
            (Task::Follow(..), _) => rule!("10.26"),
            _ => rule!("3.0"),
        }
    }

    fn forbids_order(&self, state: &State, action: Action) -> Rule {
        let Some(leader) = state.phase.leader else { return rule!("5.22") };
        let is_silent = self.is_leader_in_zone(state, leader) && !self.is_overall(state, leader);
        match action {
            _ if is_silent => rule!("4.26"),
            Action::Order(unit) | Action::OrderWith(unit, _) | Action::Fire(unit) => {
                let is_with = |with| self.leaders_with(state, unit).any(|one| one == with);
                match (self.forbids_unit(state, leader, unit), action) {
                    (Some(rule), _) => rule,
                    (None, Action::OrderWith(_, with))
                        if !is_with(with) || !self.may_go_with(state, with) =>
                    {
                        rule!("5.24")
                    }
                    // [6.6.6, 6.6.8] Only the top moves and shoots.
                    (None, Action::Fire(_)) if state.is_beneath(unit) => rule!("6.6.8"),
                    (None, _) if state.is_beneath(unit) => rule!("6.6.6"),
                    // [8.14] Who has nobody to shoot at, or nothing to shoot with.
                    (None, Action::Fire(_)) => rule!("8.11"),
                    _ => rule!("7.23"),
                }
            }
            // [6.6.4] The one beneath is not his, or he has one order left.
            Action::OrderBoth(unit) | Action::OrderBothWith(unit, _) => {
                self.forbids_unit(state, leader, unit).unwrap_or(rule!("6.6.4"))
            }
            Action::BringUp(unit) => self.forbids_unit(state, leader, unit).unwrap_or(rule!("9.6.4")),
            Action::Recover(unit) => self.forbids_unit(state, leader, unit).unwrap_or(rule!("10.17")),
            Action::Rally(_) => rule!("10.28"),
            Action::Line(line, anchor) if state.phase.mode == Mode::Open => {
                self.forbids_line(state, (line, anchor), Mode::Line)
            }
            Action::Volley(line, anchor) if state.phase.mode == Mode::Open => {
                self.forbids_line(state, (line, anchor), Mode::Volley)
            }
            Action::Lead(other) if state.led.contains(other) => rule!("D-5.24a"),
            Action::Lead(_) if state.phase.mode == Mode::Line => rule!("5.24"),
            Action::Lead(_) => rule!("4.3"),
            Action::Replace(..) => rule!("4.6.4"),
            Action::Regroup if state.phase.mode != Mode::Open => rule!("D-5.22b"),
            Action::Regroup => rule!("10.44"),
            Action::EndOrders if self.drivers.contains(leader) => rule!("4.8"),
            Action::EndOrders if state.phase.owes_move => rule!("D-5.24c"),
            Action::EndOrders => rule!("5.46"),
            _ => rule!("5.22"),
        }
    }

    /// [4.61, 5.24] He cannot go there, or could not end in range of the line then.
    fn forbids_ride(&self, state: &State, (leader, left): (LeaderId, u8), action: Action) -> Rule {
        let place = state.leader_place(leader);
        let can_go = match action {
            Action::Step(to) => self.leader_steps(state, leader, (place, left)).any(|(hex, _)| hex == to),
            _ => true,
        };
        if can_go && state.phase.mode == Mode::Line { rule!("5.24") } else { rule!("4.61") }
    }

    /// Why a unit may be given no order at all.
    fn forbids_unit(&self, state: &State, leader: LeaderId, unit: UnitId) -> Option<Rule> {
        let is_line = matches!(state.phase.mode, Mode::Line | Mode::Volley);
        let is_near = || self.units_in(state, self.command_area(state, leader), leader.side()).contains(unit);
        if unit.side() != leader.side() || state.dead.contains(unit) {
            Some(rule!("5.22"))
        } else if self.is_ridden(unit) {
            Some(rule!("4.7.3"))
        } else if state.routed.contains(unit) {
            Some(rule!("10.27"))
        } else if state.rallied.contains(unit) {
            Some(rule!("10.28"))
        } else if state.ordered.contains(unit) {
            Some(rule!("D-5.22a"))
        } else if is_line {
            (!state.phase.line.contains(unit)).then_some(rule!("4.24"))
        } else if self.group_of(leader, unit) == 0 {
            Some(match self.leader(leader).commands {
                Commands::Horse => rule!("4.44"),
                Commands::All => rule!("4.28"),
                Commands::AlaFoot | Commands::LegionFoot => rule!("4.42"),
            })
        } else if !self.may_drive(state, leader, unit) || self.stays_with_elephant(state, leader, unit) {
            Some(rule!("4.8"))
        } else if !self.obeys(state, leader, unit) {
            Some(rule!("9.52"))
        } else if !self.may_command(state, leader, unit) {
            Some(rule!("D-4.42a"))
        } else if !is_near() {
            Some(rule!("4.21"))
        } else if state.phase.orders == 0 {
            Some(rule!("4.22"))
        } else {
            None
        }
    }

    fn forbids_move(&self, state: &State, mover: &Mover, action: Action) -> Rule {
        let unit = mover.unit;
        let card = self.card(unit);
        let is_held = !self.held_by(state, unit).is_empty();
        let cannot_go = || {
            if state.pursued.contains(unit) {
                Some(rule!("10.43"))
            } else if !self.are_triarii_free(state, unit) {
                Some(rule!("9.7.1"))
            } else if mover.is_stopped {
                Some(rule!("7.23"))
            } else {
                (mover.halves() == 0).then_some(rule!("6.25"))
            }
        };
        match action {
            _ if self.is_driven_on(state, action) => rule!("4.8"),
            Action::Form(_) | Action::Deploy(_) => rule!("6.7.1"),
            Action::Double => rule!("9.51"),
            Action::March(Way::WheelLeft | Way::WheelRight | Way::Reverse) if self.is_double(state, unit) => {
                rule!("9.52")
            }
            Action::Step(_) if card.is_long() && state.columns.contains(unit) => {
                cannot_go().unwrap_or(rule!("6.7.4"))
            }
            Action::Step(_) if card.is_long() => rule!("6.43"),
            Action::Step(to) => {
                let in_front =
                    self.side_towards(state, unit, to) == Some(crate::position::tables::From::Front);
                match state.unit_at(to) {
                    Some(other) if other.side() != unit.side() => rule!("6.62"),
                    Some(other) if self.is_double(state, other) => rule!("9.52"),
                    _ if cannot_go().is_some() => cannot_go().unwrap_or(rule!("6.25")),
                    _ if !in_front => rule!("6.32"),
                    _ if self.is_barred(unit, to) => rule!("6.24"),
                    _ if self
                        .toll_of_step(state, unit, to, state.facings[unit.index()])
                        .is_some_and(|toll| toll.halves() > mover.halves()) =>
                    {
                        rule!("6.25")
                    }
                    _ if !self.may_face(state, unit, to) && card.class == Class::Triarii => rule!("9.7.2"),
                    _ if !self.may_face(state, unit, to) => rule!("9.15"),
                    Some(_) => rule!("6.61"),
                    None => rule!("D-6.31a"),
                }
            }
            Action::March(Way::Reverse) if is_held || self.is_in_difficulty(state, unit) => rule!("6.44"),
            Action::March(way) => {
                let held = (!self.may_leave(state, unit)).then_some(rule!("7.23"));
                let to = self.march_to(state, unit, way);
                let ground = to.and_then(|(to, facing)| match self.toll_to(state, unit, to, facing) {
                    None => Some(rule!("6.24")),
                    Some(toll) => (toll.points > mover.left).then_some(rule!("6.25")),
                });
                cannot_go().or(held).or(ground).unwrap_or(rule!("6.61"))
            }
            Action::ShootAt(leader)
                if !mover.has_shot && self.lone_leaders(state, mover).any(|one| one == leader) =>
            {
                rule!("D-5.23a")
            }
            Action::ShootAt(_) => rule!("8.19"),
            Action::Turn(_) if card.is_long() => rule!("7.14"),
            Action::Turn(_) if is_held => rule!("7.15"),
            Action::Turn(_) => rule!("7.12"),
            Action::Shoot(target) | Action::ShootAndGo(target) => self.forbids_shot(state, mover, target),
            Action::Harass(target, _) => match (card.kind, self.card(target).kind) {
                (_, Kind::Skirmisher) => rule!("9.33"),
                (Kind::LightCavalry, Kind::Elephant) => rule!("9.32"),
                (Kind::LightCavalry, _) => rule!("9.31"),
                _ => rule!("9.24"),
            },
            Action::Stop | Action::StopAndAttack if self.is_passing(state, unit) => rule!("6.61"),
            Action::Stop | Action::StopAndAttack if state.under(unit).is_some() => {
                rule!("6.6.7")
            }
            Action::Stop | Action::StopAndAttack if mover.must_go => rule!("D-8.17a"),
            Action::StopAndAttack => rule!("7.25"),
            _ => rule!("D-6.31a"),
        }
    }

    fn forbids_shot(&self, state: &State, mover: &Mover, target: UnitId) -> Rule {
        let unit = mover.unit;
        if state.empty.contains(unit) {
            rule!("8.14")
        } else if mover.has_shot || self.targets(state, mover).is_empty() && self.has_target(state, unit) {
            rule!("8.11")
        } else if self.can_shoot(state, unit, target, false) {
            rule!("D-5.23a")
        } else if self.would_reach(state, unit, target) {
            rule!("8.16")
        } else {
            rule!("8.13")
        }
    }

    /// Is a target in range and arc, whether or not it is seen?
    fn would_reach(&self, state: &State, unit: UnitId, target: UnitId) -> bool {
        let facing = state.facings[unit.index()];
        let in_arc = self.hexes_of(state, unit).any(|from| {
            self.hexes_of(state, target).any(|to| {
                let approach = self.board.approach(to, from, facing);
                approach.is_some_and(|approach| approach != szala_board::Approach::Rear)
            })
        });
        in_arc && self.reaches(unit, self.apart(state, unit, target))
    }
}
