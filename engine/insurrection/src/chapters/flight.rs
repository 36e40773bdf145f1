//! [11.11] [11.12] Flight from a lost melee, the crisis it spreads, and the return of units that fled.

use szala_board::HexSet;
use szala_board::{Facing, HexId};
use szala_kernel::actions::ActionList;
use szala_kernel::{Ask, Dice, Journal, Rule, Side, Table, rule};

use crate::chapters::flow::Next;
use crate::chapters::game::Insurrection;
use crate::chapters::words;
use crate::position::action::Action;
use crate::position::agenda::{Cause, Task};
use crate::position::ids::{CommanderSet, Hexes, UnitId, UnitSet, Verdict, require};
use crate::position::room::Room;
use crate::position::state::{Place, State};

/// [11.11.2t] The flight table: up to this difference, back after this many stages.
pub(crate) const FLIGHT: [(u8, u8); 3] = [(2, 1), (5, 2), (u8::MAX, 3)];

/// [11.11.2] After how many stages units that lost by this difference come back.
pub(crate) fn stages_away(difference: u8) -> u8 {
    let row = FLIGHT.into_iter().find(|(most, _)| difference <= *most);
    row.expect("the last row has no end").1
}

impl<R: Room> Insurrection<R> {
    /// [11.11] The losers leave the map; guns that were with them, or stood alone, are captured.
    pub(crate) fn run_flee<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        table: &mut Table<D, J>,
    ) -> Next {
        state.agenda.pop();
        let melee = state.melee.expect("a melee is being fought");
        let loser = !melee.winner.expect("the dice have been rolled");
        let troops = self.troops_at(state, loser, melee.hex);
        for unit in troops.iter() {
            self.flee(state, unit, melee.difference, table);
        }
        // [10.10.7] Alone; [10.10.8] or with an escort that fled or died to the last [D-10.10.8a].
        if let Some(gun) = self.gun_at(state, loser, melee.hex) {
            self.capture_in_melee(state, gun, melee.hex, table);
        }
        // [D-10.10.7a] Guns alone cause no crisis; troops do, even wiped out [D-11.8a].
        if !melee.fighters[loser].is_subset(self.guns) {
            let shaken = self.neighbours_in_crisis(state, loser, melee.hex);
            state.agenda.push(Task::Crisis(shaken));
        }
        if troops.is_empty() {
            // [4.4] [D-4.4d] Nobody fled, so he fell with those he stood with: captured guns count as eliminated.
            self.commanders_fall_with_their_troops(state, loser, melee.hex, table);
        }
        self.commanders_without_units_leave(state, loser, table);
        // [10.11.7] [D-10.11.7a] A commander does not ride along [D-6.5a]: he steps away or is killed.
        let left: CommanderSet<R> = self.commanders_at(state, loser, melee.hex).collect();
        for commander in left.iter() {
            state.agenda.push(Task::StepBack(commander));
        }
        Next::Run
    }

    /// [11.11.1] One unit flees; Line and square are given up by leaving the map.
    fn flee<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        unit: UnitId,
        difference: u8,
        table: &mut Table<D, J>,
    ) {
        let from = state.hex_of(unit);
        let due = state.stage + stages_away(difference);
        let place = self.due_back(unit, due, table);
        self.drop_from_what_is_under_way(state, unit);
        self.take(state, unit, place);
        self.tell_place(unit, from, None, rule!("11.11.1"), table);
        if place != Place::Gone {
            let subject = self.scenario.unit(unit).subject;
            table.change(rule!("11.11.2"), "due", subject, state.stage.into(), due.into());
        }
    }

    /// Records where a unit went; `None` is off the map.
    pub(crate) fn tell_place<D: Dice, J: Journal>(
        &self,
        unit: UnitId,
        from: Option<HexId>,
        to: Option<HexId>,
        rule: Rule,
        table: &mut Table<D, J>,
    ) {
        let number = |hex: Option<HexId>| {
            hex.map_or(-1, |hex| i32::try_from(hex.index()).expect("a board has fewer hexes than that"))
        };
        table.change(rule, words::HEX, self.scenario.unit(unit).subject, number(from), number(to));
    }

    /// [11.11.5] A unit due after the last stage is out of the game; this scores nothing [D-11.11.5a].
    fn due_back<D: Dice, J: Journal>(&self, unit: UnitId, due: u8, table: &mut Table<D, J>) -> Place {
        if due <= self.scenario.stages {
            return Place::Fled(due);
        }
        table.remark(rule!("11.11.5"), words::OUT_OF_GAME, self.scenario.unit(unit).subject);
        Place::Gone
    }

    /// [10.10.9] Guns taken in melee: a marker stays in the hex [D-10.10.9a].
    fn capture_in_melee<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        gun: UnitId,
        hex: HexId,
        table: &mut Table<D, J>,
    ) {
        self.drop_from_what_is_under_way(state, gun);
        let is_barred = self.is_kept_from_capturing(gun);
        self.take(state, gun, if is_barred { Place::Gone } else { Place::Captured(hex) });
        self.tell_place(gun, Some(hex), None, rule!("10.10.9"), table);
        if is_barred {
            return;
        }
        self.score_capture(state, gun, rule!("10.10.9"), table);
    }

    /// [11.12] Friends in the hexes around; not guns, nor units in a melee hex [11.12.1].
    fn neighbours_in_crisis(&self, state: &State<R>, side: Side, hex: HexId) -> UnitSet<R> {
        let around = self.neighbours(hex).filter(|near| !state.is_melee_hex(*near));
        around.fold(UnitSet::EMPTY, |all, near| all | self.troops_at(state, side, near))
    }

    /// [11.12] The next of the shaken tests; failing, it retreats one hex, and the others wait for that. Such a
    /// retreat shakes nobody else [D-11.12a].
    pub(crate) fn run_crisis<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        shaken: UnitSet<R>,
        table: &mut Table<D, J>,
    ) -> Next {
        state.agenda.pop();
        let Some(unit) = shaken.first() else { return Next::Run };
        let mut left = shaken;
        left.remove(unit);
        state.agenda.push(Task::Crisis(left));
        if state.hex_of(unit).is_some() {
            let ask = Ask::new(rule!("11.12"), state.stage).by(self.scenario.unit(unit).subject);
            // [D-11.12a] Without modifiers.
            if !self.test_morale(state, unit, 0, ask, table).passed {
                state.agenda.push(Task::Retreat { group: UnitSet::of(unit), hexes: 1, cause: Cause::Crisis });
            }
        }
        Next::Run
    }

    /// [11.11.3] The active side brings its units back.
    pub(crate) fn returns_decider(&self, state: &State<R>) -> Side {
        self.active_side(state)
    }

    /// [11.11.3] The next unit due, by index: those that the active commander leads, and those with nobody on the map
    /// to come back to [D-11.11.4a]. [D-M4.5c] A unit that was kept off is not asked about again in this activation.
    pub(crate) fn next_due(&self, state: &State<R>) -> Option<UnitId> {
        state.active?;
        let side = self.active_side(state);
        let is_due = |unit: &UnitId| {
            match state[*unit].place {
                Place::Fled(due) => {
                    due <= state.stage
                        && (state.led.contains(*unit) || self.comes_back_to_nobody(state, *unit))
                        && !state.marks.returned.contains(*unit)
                }
                // [13.3m] Units from off the map are placed as those that come back.
                Place::Waiting => self.is_to_enter(state, *unit),
                _ => false,
            }
        };
        self.scenario.units_of(side).iter().find(is_due)
    }

    /// [11.11.4] The hex of the commander who leads it and those around it; without one the side's rally hex alone.
    fn hexes_of_return(&self, state: &State<R>, unit: UnitId) -> Hexes<R> {
        let card = self.scenario.unit(unit);
        let his_division =
            self.scenario.reinforcement.filter(|division| card.commander == Some(division.commander));
        match (state.post_of_active().filter(|_| state.led.contains(unit)), his_division) {
            // [13.3m] A unit that enters does so in the zone, and rallies where its commander came from.
            (_, Some(division)) if state[unit].place == Place::Waiting => division.zone,
            (Some(hex), _) => self.scenario.board.within(hex, 1),
            (None, Some(division)) => HexSet::of(division.rally),
            (None, None) => HexSet::of(self.scenario.rally[card.side]),
        }
    }

    /// [D-M4.5c] The owner may keep a unit of the reserve off, for another of its leaders.
    fn may_wait_for_another(&self, state: &State<R>, unit: UnitId) -> bool {
        self.scenario.unit(unit).commander.is_none() && state.led.contains(unit)
    }

    fn may_return(&self, state: &State<R>, unit: UnitId, hex: HexId, facing: Facing) -> Verdict {
        require(self.hexes_of_return(state, unit).contains(hex), rule!("11.11.4"))?;
        let taken = self.facing_of_return(state, unit, hex)?;
        require(taken.is_none_or(|taken| taken == facing), rule!("6.0"))
    }

    /// [6.0] A unit that joins a stack takes its facing, but for guns. The facing that it takes, if any, where it may
    /// come back.
    fn facing_of_return(&self, state: &State<R>, unit: UnitId, hex: HexId) -> Result<Option<Facing>, Rule> {
        let side = self.side_of(unit);
        // [11.11.4] [D-11.11.4b] Neither a melee hex nor one of the enemy's; there must be room.
        require(!state.holds(!side, hex), rule!("11.11.4"))?;
        self.may_stand_on(unit, hex)?;
        self.may_stand_together(state, state.stack(side, hex) | UnitSet::of(unit))?;
        Ok(self.facing_at(state, side, hex).filter(|_| !self.guns.contains(unit)))
    }

    /// Shows every legal return of the unit, by hex and facing.
    fn each_return(&self, state: &State<R>, unit: UnitId, mut show: impl FnMut(HexId, Facing)) {
        for hex in self.hexes_of_return(state, unit) {
            let Ok(taken) = self.facing_of_return(state, unit, hex) else { continue };
            for facing in Facing::ALL {
                if taken.is_none_or(|taken| taken == facing) {
                    show(hex, facing);
                }
            }
        }
    }

    /// [11.11.3] One unit after the other: nobody is asked about the only place, and where there is none the unit
    /// slips a stage.
    pub(crate) fn run_returns<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        table: &mut Table<D, J>,
    ) -> Next {
        let Some(unit) = self.next_due(state) else {
            state.agenda.pop();
            // [D-10.10.9a] This ends a phase too: captured guns may be found again by units that returned upon them.
            self.recapture_guns(state, table);
            return Next::Run;
        };
        let (mut count, mut only) = (0, None);
        self.each_return(state, unit, |hex, facing| {
            count += 1;
            only = Some((hex, facing));
        });
        match only {
            Some(_) if count > 1 || self.may_wait_for_another(state, unit) => return Next::Ask,
            Some((hex, facing)) => self.bring_back(state, unit, hex, facing, table),
            None if self.may_wait_for_another(state, unit) => state.marks.returned.insert(unit),
            None => self.slip(state, unit, table),
        }
        Next::Run
    }

    /// [11.11.3] [D-11.11.3a] The stage is over, and another begins: units that were due and not called are due in that
    /// one.
    pub(crate) fn slip_who_were_not_called<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        table: &mut Table<D, J>,
    ) {
        for unit in self.scenario.all_units().iter() {
            let Place::Fled(due) = state[unit].place else { continue };
            if due <= state.stage {
                let next = state.stage + 1;
                state[unit].place = Place::Fled(next);
                let subject = self.scenario.unit(unit).subject;
                table.change(rule!("11.11.3"), "due", subject, due.into(), next.into());
            }
        }
    }

    /// [11.11.4] [D-11.11.4b] No hex is left: due one stage later, or out of the game.
    fn slip<D: Dice, J: Journal>(&self, state: &mut State<R>, unit: UnitId, table: &mut Table<D, J>) {
        let Place::Fled(was_due) = state[unit].place else {
            // [D-M13.3a] A unit that finds no room to enter waits for its commander's next activation.
            state.marks.returned.insert(unit);
            table.remark(rule!("13.3m"), "finds no room to enter", self.scenario.unit(unit).subject);
            return;
        };
        let due = state.stage + 1;
        let subject = self.scenario.unit(unit).subject;
        table.change(rule!("11.11.4"), "due", subject, was_due.into(), due.into());
        state[unit].place = self.due_back(unit, due, table);
        self.commanders_without_units_leave(state, self.side_of(unit), table);
    }

    fn bring_back<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        unit: UnitId,
        hex: HexId,
        facing: Facing,
        table: &mut Table<D, J>,
    ) {
        let enters = state[unit].place == Place::Waiting;
        self.put(state, unit, hex);
        let rule = if enters { rule!("13.3m") } else { rule!("11.11.4") };
        self.tell_place(unit, None, Some(hex), rule, table);
        if enters {
            self.limber_who_enters(state, unit, table);
        }
        self.face_and_tell(state, UnitSet::of(unit), facing, rule, table);
        self.join_those_at(state, UnitSet::of(unit), hex);
        // [11.11.3] It does not move in this activation.
        state.marks.returned.insert(unit);
        self.note_camp(state, unit, hex, table);
        self.enemy_entered(state, self.side_of(unit), hex, false);
    }

    /// Every place and facing of the unit whose turn it is.
    pub(crate) fn returns_actions(&self, state: &State<R>, list: &mut ActionList<Action>) {
        let Some(unit) = self.next_due(state) else { return };
        self.each_return(state, unit, |hex, facing| list.push(Action::Place { unit, hex, facing }));
        if self.may_wait_for_another(state, unit) {
            list.push(Action::Pass);
        }
    }

    /// Why the unit may not come back so.
    pub(crate) fn returns_refusal(&self, state: &State<R>, action: Action) -> Option<Rule> {
        match action {
            Action::Place { unit, hex, facing } if self.next_due(state) == Some(unit) => {
                self.may_return(state, unit, hex, facing).err()
            }
            Action::Pass
                if self.next_due(state).is_some_and(|unit| self.may_wait_for_another(state, unit)) =>
            {
                None
            }
            _ => Some(rule!("11.11.3")),
        }
    }

    /// Brings the unit back as chosen.
    pub(crate) fn decide_returns<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        action: Action,
        table: &mut Table<D, J>,
    ) {
        if let Action::Place { unit, hex, facing } = action {
            self.bring_back(state, unit, hex, facing, table);
        } else if let Some(unit) = self.next_due(state) {
            state.marks.returned.insert(unit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r11_11_2t_the_flight_table_is_as_printed() {
        // 1-2: +1; 3-5: +2; 6 and more: +3. In the middle row the rulebook's example: stage 3, by 4, back in 5.
        let printed = [(1, 1), (2, 1), (3, 2), (4, 2), (5, 2), (6, 3), (7, 3), (19, 3)];
        for (difference, stages) in printed {
            assert_eq!(stages_away(difference), stages, "difference {difference}");
        }
    }
}
