//! Chapter 4, 4.8, an option: elephants that have had an order obey leaders who ride with them, and drivers.

use szala_board::Ordinal;
use szala_kernel::{Dice, Journal, Side, Table};

use crate::chapters::game::Spqr;
use crate::position::action::Action;
use crate::position::agenda::Task;
use crate::position::data::Kind;
use crate::position::ids::{LeaderId, UnitId, Units, of_side};
use crate::position::state::{Mover, State};

impl Spqr {
    /// The elephant on which a driver sits.
    fn mount(&self, state: &State, driver: LeaderId) -> Option<UnitId> {
        let at = self.drivers.iter().position(|known| known == driver)?;
        state.mounts[at]
    }

    /// Puts a driver on an elephant, or takes him off the map.
    fn seat(&self, state: &mut State, driver: LeaderId, mount: Option<UnitId>) {
        let Some(at) = self.drivers.iter().position(|known| known == driver) else { return };
        state.mounts[at] = mount;
        state.leaders[driver.index()] = mount.and_then(|mount| state.place_of(mount));
        if mount.is_some() {
            state.dead_leaders.remove(driver);
            state.away_leaders.remove(driver);
        } else {
            state.dead_leaders.insert(driver);
            state.away_leaders.insert(driver);
            state.finished.insert(driver);
        }
    }

    /// Puts a driver who was placed in a hex on the elephant there.
    pub(crate) fn mount_driver(&self, state: &mut State, driver: LeaderId) {
        if self.drivers.contains(driver) {
            let mount = state.leader_place(driver).and_then(|hex| state.unit_at(hex));
            self.seat(state, driver, mount);
        }
    }

    /// [D-4.8a] A driver goes wherever his elephant goes.
    pub(crate) fn carry_driver(&self, state: &mut State, mount: UnitId) {
        for (at, driver) in self.drivers.iter().enumerate() {
            if state.mounts[at] == Some(mount) {
                state.leaders[driver.index()] = state.place_of(mount);
            }
        }
    }

    /// [D-4.8a] With his elephant a driver leaves the map.
    pub(crate) fn lose_driver(&self, state: &mut State, mount: UnitId) {
        for driver in self.drivers {
            if self.mount(state, driver) == Some(mount) {
                self.seat(state, driver, None);
            }
        }
    }

    /// [4.8] At the end of the rout phase a side takes drivers off, and then puts drivers on elephants.
    pub(crate) fn offer_drivers(
        &self,
        state: &State,
        (side, has_put): (Side, bool),
        put: &mut dyn FnMut(Action),
    ) {
        put(Action::Enough);
        let own = || self.drivers.iter().filter(|driver| driver.side() == side);
        let is_on = |driver: &LeaderId| self.mount(state, *driver).is_some();
        if !has_put {
            own().filter(is_on).for_each(|driver| put(Action::Dismiss(driver)));
        }
        if own().all(|driver| is_on(&driver)) {
            return;
        }
        let here = (self.all & of_side(side)) - state.dead - state.routed;
        let is_free = |unit: &UnitId| self.obeys_drivers(*unit) && !state.mounts.contains(&Some(*unit));
        here.iter().filter(is_free).for_each(|unit| put(Action::Drive(unit)));
    }

    /// [4.8] Does one of these, or goes on.
    pub(crate) fn set_drivers(&self, state: &mut State, side: Side, action: Action) {
        match action {
            Action::Dismiss(driver) => self.seat(state, driver, None),
            Action::Drive(unit) => {
                let mut own = self.drivers.iter().filter(|driver| driver.side() == side);
                if let Some(driver) = own.find(|driver| self.mount(state, *driver).is_none()) {
                    self.seat(state, driver, Some(unit));
                }
                state.agenda.turn_to(Task::Drivers(side == Side::Second, true));
            }
            _ => state.agenda.pop(),
        }
    }

    /// [4.8] The line of elephants in which a driver sits, wherever its units are.
    pub(crate) fn offer_line_of_driver(&self, state: &State, driver: LeaderId, put: &mut dyn FnMut(Action)) {
        if let Some(mount) = self.mount(state, driver).filter(|_| state.phase.lines > 0) {
            let lines = self.card(mount).lines;
            (0..16).filter(|line| lines >> line & 1 == 1).for_each(|line| put(Action::Line(line, mount)));
        }
    }

    /// Is it an elephant, and not that of a leader [4.7]?
    fn obeys_drivers(&self, unit: UnitId) -> bool {
        self.card(unit).kind == Kind::Elephant && !self.is_ridden(unit)
    }

    /// [4.8] The elephants among some units.
    pub(crate) fn elephants_of(&self, units: Units) -> Units {
        units.iter().filter(|unit| self.card(*unit).kind == Kind::Elephant).collect()
    }

    /// Is it the phase of a driver?
    pub(crate) fn is_driven(&self, state: &State) -> bool {
        state.phase.leader.is_some_and(|leader| self.drivers.contains(leader))
    }

    /// [4.8, D-4.8b] Has an elephant had an order before this one, so that not everybody may give it another?
    fn is_commanded(&self, state: &State, unit: UnitId) -> bool {
        self.scenario.switches.elephant_command && self.obeys_drivers(unit) && state.commanded.contains(unit)
    }

    /// The elephant with which a leader is, if he is no driver.
    fn elephant_with(&self, state: &State, leader: LeaderId) -> Option<UnitId> {
        let place = state.leader_place(leader).filter(|_| !self.drivers.contains(leader));
        let unit = place.and_then(|hex| state.unit_at(hex));
        unit.filter(|unit| unit.side() == leader.side() && self.obeys_drivers(*unit))
    }

    /// [4.8, D-4.8c] May a leader give an order to this unit, as far as elephants go? To one that has had an order, a
    /// leader who has been with it since his phase began; and to others, once that one has its order, or with it in a
    /// line.
    pub(crate) fn may_drive(&self, state: &State, leader: LeaderId, unit: UnitId) -> bool {
        if !self.is_commanded(state, unit) || self.drivers.contains(leader) {
            return true;
        }
        let stays = !state.led.contains(leader);
        self.elephant_with(state, leader).is_some_and(|with| {
            stays && (with == unit || state.phase.line.contains(with)) || state.ordered.contains(with)
        })
    }

    /// [4.8] May a leader give a line command to this elephant's line? He is with one of it, if it has had an order.
    pub(crate) fn may_drive_line(&self, state: &State, leader: LeaderId, (line, unit): (u8, UnitId)) -> bool {
        let is_of_line = |with: UnitId| self.card(with).lines >> line & 1 == 1;
        !self.is_commanded(state, unit)
            || !state.led.contains(leader) && self.elephant_with(state, leader).is_some_and(is_of_line)
    }

    /// [4.8] The leader stays with his elephant, as long as he has it or others move: it takes him along.
    pub(crate) fn stays_with_elephant(&self, state: &State, leader: LeaderId, unit: UnitId) -> bool {
        self.is_commanded(state, unit) && self.elephant_with(state, leader) == Some(unit)
    }

    /// [4.8, D-4.8d] The steps of an elephant in a driver's line: as far as it can, and turns only where it began.
    pub(crate) fn offer_steps_of_driven(&self, state: &State, mover: &Mover, put: &mut dyn FnMut(Action)) {
        let mut can_go = false;
        self.offer_any_steps(state, &mut |action| can_go |= matches!(action, Action::Step(_)));
        let has_gone = state.place_of(mover.unit) != Some(mover.start);
        self.offer_any_steps(state, &mut |action| {
            let is_meant = match action {
                Action::Step(_) | Action::ShootAndGo(_) => true,
                Action::Turn(_) => !has_gone,
                _ => !can_go,
            };
            if is_meant {
                put(action);
            }
        });
    }

    /// [4.8] Does this rule forbid this to the mover?
    pub(crate) fn is_driven_on(&self, state: &State, action: Action) -> bool {
        let stays =
            matches!(action, Action::Stop | Action::StopAndAttack | Action::Shoot(_) | Action::Turn(_));
        self.is_driven(state) && stays
    }

    /// The turn ends, or first drivers are asked for.
    pub(crate) fn end_rout_phase<D: Dice, J: Journal>(&self, state: &mut State, table: &mut Table<D, J>) {
        state.agenda.pop();
        self.reload(state, table);
        state.agenda.push(Task::EndTurn);
        if !self.drivers.is_empty() {
            state.agenda.push(Task::Drivers(true, false));
            state.agenda.push(Task::Drivers(false, false));
        }
    }
}
