//! Chapter 10, 10.5, optional: opponents who are still next to each other after a shock are engaged.

use szala_board::{Direction, HexId, Ordinal};
use szala_kernel::{Journal, rule};

use crate::chapters::game::Spqr;
use crate::chapters::words;
use crate::position::action::Action;
use crate::position::data::Kind;
use crate::position::ids::{UnitId, Units};
use crate::position::state::State;

impl Spqr {
    /// [10.51a] At the end of a shock: units next to an opponent of their fight, where neither has moved.
    pub(crate) fn engage(&self, state: &mut State) {
        if !self.scenario.switches.engaged {
            return;
        }
        for fight in 1..=state.fights {
            let [own, other] = [state.active, !state.active].map(|side| {
                self.in_fight(state, fight, side) - state.routed - state.dead - state.advanced - state.hunting
            });
            let is_next =
                |unit: UnitId, foes: Units| foes.iter().any(|foe| self.apart(state, unit, foe) == 1);
            let own: Units = own.iter().filter(|unit| is_next(*unit, other)).collect();
            let other: Units = other.iter().filter(|unit| is_next(*unit, own)).collect();
            let group = state.engaged.iter().copied().max().unwrap_or(0).saturating_add(1);
            for unit in own | other {
                state.engaged[unit.index()] = group;
            }
        }
    }

    /// The units with which a unit is engaged [10.52]: as long as both stay where they are.
    fn engaged_with(&self, state: &State, unit: UnitId) -> Units {
        let group = state.engaged[unit.index()];
        if group == 0 {
            return Units::EMPTY;
        }
        let is_one = |foe: &UnitId| {
            foe.side() != unit.side()
                && state.engaged[foe.index()] == group
                && self.apart(state, unit, *foe) == 1
        };
        (self.all - state.dead - state.routed).iter().filter(is_one).collect()
    }

    /// [10.52] Before a shock: a unit whose enemies have gone is engaged no more.
    pub(crate) fn forget_engagements(&self, state: &mut State) {
        for unit in self.all {
            if state.engaged[unit.index()] > 0 && self.engaged_with(state, unit).is_empty() {
                state.engaged[unit.index()] = 0;
            }
        }
    }

    /// [10.51a] Does a unit neither move, turn nor shoot, and is nobody to shoot at it?
    pub(crate) fn is_engaged(&self, state: &State, unit: UnitId) -> bool {
        self.scenario.switches.engaged && !self.engaged_with(state, unit).is_empty()
    }

    /// [10.51b] Cavalry and light foot engaged with slower enemies may step back instead of attacking: to an empty
    /// hex out of enemy zones and not next to them.
    pub(crate) fn offer_steps_back(&self, state: &State, put: &mut dyn FnMut(Action)) {
        if !self.scenario.switches.engaged {
            return;
        }
        for unit in self.may_be_designated(state) - state.beneath {
            let foes = self.engaged_with(state, unit);
            let kind = self.card(unit).kind;
            let is_light = kind.is_cavalry() || matches!(kind, Kind::Light | Kind::Skirmisher);
            let is_faster = foes.iter().all(|foe| self.movement(unit) > self.movement(foe));
            let Some(place) = state.place_of(unit).filter(|_| is_light && is_faster && !foes.is_empty())
            else {
                continue;
            };
            let next = Direction::ALL.into_iter().filter_map(|way| self.board.neighbour(place, way));
            let is_open = |hex: &HexId| {
                state.unit_at(*hex).is_none()
                    && self.leaders_at(state, *hex).all(|leader| leader.side() == unit.side())
                    && !self.is_barred(unit, *hex)
                    && self.holders(state, *hex, !unit.side()).is_empty()
                    && foes.iter().all(|foe| self.far_from(state, foe, *hex) > 1)
            };
            next.filter(is_open).for_each(|hex| put(Action::Withdraw(unit, hex)));
        }
    }

    /// [10.51b] It does, with the leaders with it, and faces as before.
    pub(crate) fn step_back<D: szala_kernel::Dice, J: Journal>(
        &self,
        state: &mut State,
        (unit, to): (UnitId, HexId),
        table: &mut szala_kernel::Table<D, J>,
    ) {
        let index = |hex: Option<HexId>| hex.map_or(-1, |hex| i32::try_from(hex.index()).unwrap_or(-1));
        let from = state.place_of(unit);
        table.change(rule!("10.51b"), words::HEX, unit.subject(), index(from), index(Some(to)));
        let with = self.leaders_with(state, unit);
        let facing = state.facings[unit.index()];
        self.lift(state, unit);
        self.put(state, unit, to, facing);
        for leader in with {
            self.lead_to(state, leader, Some(to), rule!("6.6.5"), table);
        }
    }

    /// [10.51a] Units that are engaged, in range of the active leader and under his command, attack.
    pub(crate) fn mark_engaged(&self, state: &mut State) {
        if self.scenario.switches.engaged {
            let bound = self.may_be_designated(state);
            let bound: Units = bound.iter().filter(|unit| self.is_engaged(state, *unit)).collect();
            state.no_check |= bound;
        }
    }
}
