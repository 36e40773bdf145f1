//! Chapter 8, 8.3: shock, in steps, each for all fights of the phase before the next; but the clash itself.

use szala_board::Ordinal;
use szala_kernel::{Dice, Die, Journal, Table, rule};

use crate::chapters::game::Spqr;
use crate::chapters::words;
use crate::position::action::Action;
use crate::position::agenda::Task;
use crate::position::data::{Arms, Collapse, Kind};
use crate::position::ids::{UnitId, Units, of_side};
use crate::position::state::State;
use crate::position::tables::From;

impl Spqr {
    /// [7.25, D-7.25d] May a unit attack at all, and has it an enemy in its zone?
    pub(crate) fn can_attack(&self, state: &State, unit: UnitId) -> bool {
        let card = self.card(unit);
        let is_shooter = !card.kind.is_heavy() && !matches!(card.arms, Arms::None | Arms::Javelins);
        card.kind != Kind::Skirmisher && !is_shooter && !self.prey(state, unit).is_empty()
    }

    /// The enemies in a unit's zone whom it may attack: cavalry no elephant from its front [9.15].
    fn prey(&self, state: &State, unit: UnitId) -> Units {
        let shuns = |enemy: &UnitId| {
            self.card(unit).kind.is_cavalry()
                && self.card(*enemy).kind == Kind::Elephant
                && self.side_of_attack(state, *enemy, unit) == Some(From::Front)
        };
        self.in_zone_of(state, unit).iter().filter(|enemy| !shuns(enemy)).collect()
    }

    /// [8.31, 7.25C] Who may be designated: units in range that did not move.
    pub(crate) fn offer_designation(&self, state: &State, put: &mut dyn FnMut(Action)) {
        put(Action::Enough);
        let Some(leader) = state.phase.leader.filter(|leader| !state.dead_leaders.contains(*leader)) else {
            return;
        };
        let near = self.units_in(state, self.command_area(state, leader), leader.side());
        let free = near - state.routed - state.rallied - state.moved - state.must_check - state.no_check;
        for unit in free {
            if self.may_command(state, leader, unit) && self.can_attack(state, unit) {
                put(Action::Designate(unit));
            }
        }
    }

    /// [7.26, D-7.26a] The units that are to attack and can.
    fn marked(&self, state: &State) -> Units {
        let marked = (state.must_check | state.no_check) - state.routed - state.dead;
        marked.iter().filter(|unit| self.can_attack(state, *unit)).collect()
    }

    /// [8.32] Who may be set against whom next. Whoever has an enemy that nobody attacks takes that one; others join.
    pub(crate) fn offer_fights(&self, state: &State, put: &mut dyn FnMut(Action)) {
        let marked = self.marked(state);
        let in_fight = |unit: UnitId| state.fight[unit.index()];
        let waiting: Units = marked.iter().filter(|unit| in_fight(*unit) == 0).collect();
        let mut wanted = Units::EMPTY;
        for unit in waiting {
            let prey = self.prey(state, unit);
            wanted |= prey;
            let fresh: Units = prey.iter().filter(|enemy| in_fight(*enemy) == 0).collect();
            for enemy in fresh {
                put(Action::Attack(unit, enemy));
            }
            if fresh.is_empty() {
                for enemy in prey
                    .iter()
                    .filter(|enemy| self.in_fight(state, in_fight(*enemy), enemy.side()).len() == 1)
                {
                    put(Action::Attack(unit, enemy));
                }
            }
        }
        // [8.32, D-8.32b] A lone attacker takes on another enemy that nobody else could.
        for unit in marked - waiting {
            if self.in_fight(state, in_fight(unit), unit.side()).len() == 1 {
                for enemy in (self.prey(state, unit) - wanted).iter().filter(|enemy| in_fight(*enemy) == 0) {
                    put(Action::Attack(unit, enemy));
                }
            }
        }
    }

    /// Those of a side in a fight who are still there.
    pub(crate) fn in_fight(&self, state: &State, fight: u8, side: szala_kernel::Side) -> Units {
        let all = (self.all & of_side(side)) - state.dead;
        all.iter()
            .filter(|unit| {
                state.fight[unit.index()] == fight && fight > 0 && state.left[unit.index()].is_none()
            })
            .collect()
    }

    /// [8.32] Sets one against the other.
    pub(crate) fn set_against(&self, state: &mut State, [unit, enemy]: [UnitId; 2]) {
        let known = [unit, enemy].map(|who| state.fight[who.index()]);
        let fight = match known {
            [0, 0] => {
                state.fights += 1;
                state.fights
            }
            [own, other] => own.max(other),
        };
        state.fight[unit.index()] = fight;
        state.fight[enemy.index()] = fight;
    }

    /// All fights are made up: they are fought, step by step.
    pub(crate) fn start_shock(&self, state: &mut State) {
        state.agenda.pop();
        if state.fights == 0 {
            return;
        }
        for task in [
            Task::Flights,
            Task::Advance(1),
            Task::Tests,
            Task::Collapse(1),
            Task::Clash(1),
            Task::Routs(1, false),
            Task::Charge,
        ] {
            state.agenda.push(task);
        }
    }

    /// [8.33] Everybody's test, then [8.34] the leaders'.
    pub(crate) fn charge<D: Dice, J: Journal>(&self, state: &mut State, table: &mut Table<D, J>) {
        state.agenda.pop();
        let mut fighters = Units::EMPTY;
        for fight in 1..=state.fights {
            let attackers = self.in_fight(state, fight, state.active);
            let defenders = self.in_fight(state, fight, !state.active);
            fighters |= attackers | defenders;
            self.spend_in_shock(state, attackers | defenders, table);
            let charging = attackers & state.must_check;
            if charging.is_empty() {
                continue;
            }
            let exempt: Units =
                charging.iter().filter(|one| self.need_not_test(state, *one, defenders)).collect();
            let spares = !self.scenario.switches.exempt_targets_roll && exempt.len() == charging.len();
            let light = attackers.iter().all(|one| self.card(one).kind == Kind::Light);
            for unit in charging - exempt {
                self.charge_test(state, unit, 0, table);
            }
            for unit in defenders {
                let is_frontal = |one: UnitId| self.side_of_attack(state, unit, one) == Some(From::Front);
                let kind = self.card(unit).kind;
                // [8.33, D-8.33b] Heavy foot come upon by light foot from its front.
                let is_firm = matches!(kind, Kind::Phalanx | Kind::Heavy | Kind::Legion);
                if is_firm && light && attackers.iter().all(is_frontal) || spares {
                    continue;
                }
                let fears =
                    attackers.iter().any(|one| self.card(one).kind == Kind::Elephant && is_frontal(one))
                        && matches!(kind, Kind::Phalanx | Kind::Heavy);
                self.charge_test(
                    state,
                    unit,
                    table.note(rule!("8.33"), fears.into(), "elephants in front"),
                    table,
                );
            }
        }
        for leader in self.all_leaders {
            let place = state.leader_place(leader);
            let fights = place.and_then(|hex| state.unit_at(hex)).is_some_and(|unit| fighters.contains(unit));
            if fights && table.roll(Die::D10, self.ask(state, rule!("8.34")).at(leader.subject())) == 0 {
                self.casualty(state, leader, table);
            }
        }
    }

    /// [8.33] Whoever attacks skirmishers or routed units alone need not test.
    fn need_not_test(&self, state: &State, unit: UnitId, defenders: Units) -> bool {
        let _ = unit;
        defenders
            .iter()
            .all(|enemy| self.card(enemy).kind == Kind::Skirmisher || state.routed.contains(enemy))
    }

    fn charge_test<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        unit: UnitId,
        modifier: i32,
        table: &mut Table<D, J>,
    ) {
        let hits = self.test(state, unit, (rule!("8.33"), modifier), table);
        self.wound(state, unit, hits, rule!("8.33"), table);
    }

    /// Has a unit as many hits as its quality, or, routed, any new one?
    pub(crate) fn is_broken(&self, state: &State, unit: UnitId) -> bool {
        let quality = self.printed[unit.index()].1;
        state.hits_of(unit) >= quality
    }

    /// [8.33, 8.37.1] The units of a fight that are broken rout, defenders before attackers [D-8.37b]. True when this
    /// fight is done with.
    pub(crate) fn break_fight(&self, state: &mut State, fight: u8, of_attackers: bool) -> bool {
        let [attackers, defenders] =
            [state.active, !state.active].map(|side| self.in_fight(state, fight, side));
        if !of_attackers {
            self.settle_breaks(state, [attackers, defenders]);
        }
        let those = if of_attackers { attackers } else { defenders };
        state.falling |= those.iter().filter(|unit| self.is_broken(state, *unit)).collect();
        of_attackers
    }

    /// [10.16] When all of both sides are broken, only the side farther beyond its quality routs, attackers less.
    fn settle_breaks(&self, state: &mut State, [attackers, defenders]: [Units; 2]) {
        let all_broken =
            |units: Units| !units.is_empty() && units.iter().all(|unit| self.is_broken(state, unit));
        if !all_broken(attackers) || !all_broken(defenders) {
            return;
        }
        let excess = |units: Units| {
            units.iter().map(|unit| state.hits_of(unit) - self.printed[unit.index()].1).max().unwrap_or(0)
        };
        let spared = if excess(attackers) > excess(defenders) { defenders } else { attackers };
        for unit in spared {
            state.hits[unit.index()] = self.printed[unit.index()].1 - 1;
        }
    }

    /// [8.37.2] Units one hit short of their quality and in an enemy zone test for the last time.
    pub(crate) fn last_tests<D: Dice, J: Journal>(&self, state: &mut State, table: &mut Table<D, J>) {
        state.agenda.pop();
        let is_such = |unit: &UnitId| {
            let fights = state.fight[unit.index()] > 0 && state.left[unit.index()].is_none();
            (fights || self.scenario.switches.collapse == Collapse::All)
                && state.hits_of(*unit) + 1 == self.printed[unit.index()].1
                && !self.held_by(state, *unit).is_empty()
        };
        let all: Units = (self.all - state.dead - state.routed).iter().filter(is_such).collect();
        for unit in all {
            if self.test(state, unit, (rule!("8.37"), 0), table) > 0 {
                state.falling.insert(unit);
            } else {
                let hits = state.hits_of(unit);
                state.hits[unit.index()] = hits.saturating_sub(1);
                table.change(rule!("8.37"), words::HITS, unit.subject(), hits.into(), i32::from(hits) - 1);
            }
        }
    }

    /// [8.41, 8.44] Who advances, and where to: of several the one of the highest quality.
    pub(crate) fn offer_advances(&self, state: &State, fight: u8, put: &mut dyn FnMut(Action)) {
        let attackers = self.in_fight(state, fight, state.active);
        let is_early = state.agenda.tasks().iter().any(|task| matches!(task, Task::Clash(_)));
        let mut best = 0;
        for pass in [false, true] {
            for unit in attackers {
                // [8.41] After a charge alone nobody advances who has an enemy in his zone.
                if is_early && !self.in_zone_of(state, unit).is_empty() {
                    continue;
                }
                let quality = self.printed[unit.index()].1;
                for hex in self.vacated(state, fight) {
                    if self.can_advance(state, unit, hex) {
                        if !pass {
                            best = best.max(quality);
                        } else if quality == best {
                            put(Action::Advance(unit, hex));
                        }
                    }
                }
            }
        }
    }

    fn vacated(&self, state: &State, fight: u8) -> impl Iterator<Item = szala_board::HexId> {
        let enemies = self.all & of_side(!state.active);
        let of_fight = move |unit: &UnitId| state.fight[unit.index()] == fight;
        let hexes = enemies.iter().filter(of_fight).filter_map(move |unit| state.left[unit.index()]);
        hexes.filter(move |hex| state.unit_at(*hex).is_none())
    }

    /// [D-8.41a, 9.15] A unit of one hex enters one in front of it, and cavalry no elephant's zone.
    fn can_advance(&self, state: &State, unit: UnitId, hex: szala_board::HexId) -> bool {
        !self.card(unit).is_long()
            && self.side_towards(state, unit, hex) == Some(From::Front)
            && self.may_face(state, unit, hex)
    }

    /// [8.41] Advances.
    pub(crate) fn advance<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        (unit, to): (UnitId, szala_board::HexId),
        table: &mut Table<D, J>,
    ) {
        let index = |hex: szala_board::HexId| i32::try_from(hex.index()).unwrap_or(0);
        let from = state.place_of(unit).map_or(-1, index);
        table.change(rule!("8.41"), words::HEX, unit.subject(), from, index(to));
        let facing = state.facings[unit.index()];
        let with = self.companions(state, unit);
        self.lift(state, unit);
        self.put(state, unit, to, facing);
        for leader in with.into_iter().flatten() {
            self.lead_to(state, leader, Some(to), rule!("8.41"), table);
        }
        self.ride_down(state, unit, to, table);
        state.agenda.push(Task::AfterAdvance(unit));
    }
}
