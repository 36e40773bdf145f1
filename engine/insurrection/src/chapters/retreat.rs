//! [10.11] Retreat: from fire, as a reaction, in a morale crisis. One hex after the other into the rear zone, with the
//! losses that the way costs. Who must retreat, and why, is for fire, reaction and flight to say; commanders step away
//! [10.11.7] by their own choice.

use szala_board::HexId;
use szala_kernel::actions::ActionList;
use szala_kernel::{Dice, Journal, Rule, Side, Table, rule};

use crate::chapters::flow::Next;
use crate::chapters::game::Insurrection;
use crate::position::action::Action;
use crate::position::agenda::{Cause, LossCause, Task};
use crate::position::ids::{Arm, UnitSet, Verdict, require};
use crate::position::room::Room;
use crate::position::state::State;

/// [12.1] [D-9.1j] What a loss on the way, or the end of the way, is worth.
const fn loss_cause(cause: Cause) -> LossCause {
    match cause {
        Cause::Fire => LossCause::Fire,
        Cause::Crisis => LossCause::Crisis,
        Cause::Reaction => LossCause::Reaction,
    }
}

impl<R: Room> Insurrection<R> {
    /// The owner leads a retreat.
    pub(crate) fn retreat_decider(&self, group: UnitSet<R>) -> Side {
        self.owner_of(group)
    }

    /// [10.11] The group steps back, if only one way is open; perishes, if none is.
    pub(crate) fn run_retreat<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        group: UnitSet<R>,
        hexes: u8,
        cause: Cause,
        table: &mut Table<D, J>,
    ) -> Next {
        let group = self.still_there(state, group);
        if group.is_empty() || hexes == 0 {
            state.agenda.pop();
            return Next::Run;
        }
        self.break_square(state, group);
        let [one, other] = self.ways_back(state, group, hexes);
        match one.or(other) {
            Some(_) if one.is_some() && other.is_some() => return Next::Ask,
            Some(to) => self.retreat_one_hex(state, group, hexes, cause, to, table),
            None => self.perish(state, group, cause, table),
        }
        Next::Run
    }

    /// Each hex into which the group may step.
    pub(crate) fn retreat_actions(
        &self,
        state: &State<R>,
        group: UnitSet<R>,
        hexes: u8,
        list: &mut ActionList<Action>,
    ) {
        let group = self.still_there(state, group);
        let ways = self.ways_back(state, group, hexes);
        for hex in ways.into_iter().flatten() {
            list.push(Action::Retreat(hex));
        }
    }

    /// Why the group may not step there.
    pub(crate) fn retreat_refusal(
        &self,
        state: &State<R>,
        group: UnitSet<R>,
        hexes: u8,
        action: Action,
    ) -> Option<Rule> {
        match action {
            Action::Retreat(hex) => {
                self.may_retreat_into(state, self.still_there(state, group), hexes, hex).err()
            }
            _ => Some(rule!("10.11")),
        }
    }

    /// Carries out the step chosen.
    pub(crate) fn decide_retreat<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        group: UnitSet<R>,
        hexes: u8,
        cause: Cause,
        action: Action,
        table: &mut Table<D, J>,
    ) {
        let Action::Retreat(to) = action else { unreachable!("refused: {action:?}") };
        self.retreat_one_hex(state, self.still_there(state, group), hexes, cause, to, table);
    }

    /// [D-9.1j] A retreat of two hexes may be chosen only where both steps are open.
    pub(crate) fn can_retreat_two(&self, state: &State<R>, group: UnitSet<R>) -> bool {
        let mut ways = self.behind(state, group, self.hex_of_group(state, group));
        ways.any(|hex| self.leads_away(state, group, 2, hex).is_ok())
    }

    fn hex_of_group(&self, state: &State<R>, group: UnitSet<R>) -> HexId {
        let hex = group.first().and_then(|unit| state.hex_of(unit)).expect("a group on the map");
        debug_assert!(group.is_subset(state.stack(self.owner_of(group), hex)), "{group:?} stands in one hex");
        hex
    }

    /// [10.11] The two rear-zone hexes of the group, if it stood in this hex: it does not turn [10.11.1]. A square has
    /// its inner facing for this [D-7.2.2a].
    fn behind(
        &self,
        state: &State<R>,
        group: UnitSet<R>,
        from: HexId,
    ) -> impl Iterator<Item = HexId> + use<'_, R> {
        let facing = state[self.top(state, group).expect("a group is never empty")].facing;
        let on_foot = group.is_subset(self.infantry);
        facing.rear().into_iter().filter_map(move |direction| {
            // [D-MG4d] Nor where it could not march.
            let is_barred = !on_foot && self.ground.way(from, direction).is_barred_to(Arm::Cavalry);
            self.scenario.board.neighbour(from, direction).filter(|_| !is_barred)
        })
    }

    /// The hexes behind into which the group may step.
    pub(crate) fn ways_back(&self, state: &State<R>, group: UnitSet<R>, hexes: u8) -> [Option<HexId>; 2] {
        let mut behind = self.behind(state, group, self.hex_of_group(state, group));
        let ways = [behind.next(), behind.next()];
        ways.map(|way| way.filter(|hex| self.may_retreat_into(state, group, hexes, *hex).is_ok()))
    }

    pub(crate) fn may_retreat_into(
        &self,
        state: &State<R>,
        group: UnitSet<R>,
        hexes: u8,
        hex: HexId,
    ) -> Verdict {
        let from = self.hex_of_group(state, group);
        require(self.behind(state, group, from).any(|behind| behind == hex), rule!("10.11"))?;
        if hexes <= 1 {
            return self.leads_away(state, group, hexes, hex);
        }
        self.is_free_of_the_enemy(state, group, hex)?;
        // [D-9.1j] A way that cannot be gone to its end is open only where no other is.
        let leads_on = |hex| self.leads_away(state, group, hexes, hex).is_ok();
        require(leads_on(hex) || !self.behind(state, group, from).any(leads_on), rule!("D-9.1j"))
    }

    /// Can the retreat be finished by way of this hex? Sizes are taken as they are before the losses of the way
    /// [D-10.11.6a].
    fn leads_away(&self, state: &State<R>, group: UnitSet<R>, hexes: u8, hex: HexId) -> Verdict {
        self.is_free_of_the_enemy(state, group, hex)?;
        if hexes <= 1 {
            // [10.11.6] [D-9.1j] Stacking is asked about the last hex alone.
            let together = group | state.stack(self.owner_of(group), hex);
            return self.may_stand_together(state, together).map_err(|_| rule!("10.11.6"));
        }
        let mut ways = self.behind(state, group, hex);
        require(ways.any(|next| self.leads_away(state, group, hexes - 1, next).is_ok()), rule!("D-9.1j"))
    }

    /// [10.11.5] Never into a hex with an enemy unit. A commander alone does not hold a hex [D-10.11.7a].
    fn is_free_of_the_enemy(&self, state: &State<R>, group: UnitSet<R>, hex: HexId) -> Verdict {
        require(!state.holds(!self.owner_of(group), hex), rule!("10.11.5"))
    }

    /// [10.11.5] [10.11.6] [D-10.11c] Where no way is open, the whole group is eliminated where it stands.
    fn perish<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        group: UnitSet<R>,
        cause: Cause,
        table: &mut Table<D, J>,
    ) {
        state.agenda.pop();
        let from = self.hex_of_group(state, group);
        let is_room_missing =
            self.behind(state, group, from).any(|hex| self.is_free_of_the_enemy(state, group, hex).is_ok());
        let rule = if is_room_missing { rule!("10.11.6") } else { rule!("10.11.5") };
        for unit in group.iter() {
            self.eliminate(state, unit, rule, loss_cause(cause), table);
        }
    }

    /// [10.11] One hex back, and what it costs. The task on top, which asked for it, is done with the last.
    pub(crate) fn retreat_one_hex<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        group: UnitSet<R>,
        hexes: u8,
        cause: Cause,
        to: HexId,
        table: &mut Table<D, J>,
    ) {
        let is_last = hexes == 1;
        if is_last {
            state.agenda.pop();
        } else {
            state.agenda.replace(Task::Retreat { group, hexes: hexes - 1, cause });
        }
        for unit in group.iter() {
            // A unit on the move has ended it, [10.7] and one that fire drives back moves no more in this phase.
            // [D-10.7a] After a crisis or a reaction a unit that has not moved yet still may.
            self.drop_from_what_is_under_way(state, unit);
            if cause == Cause::Fire {
                state.marks.stopped.insert(unit);
            }
        }
        let side = self.owner_of(group);
        let from = self.hex_of_group(state, group);
        let losses = self.losses_on_the_way(state, group, from, to, table);
        // [10.11.2] [D-10.11.2a] As those in the hex; guns alone there turn nobody.
        let facing = self.facing_at(state, side, to);
        self.carry_back(state, group, from, to, is_last);
        for unit in group.iter() {
            self.tell_place(unit, Some(from), Some(to), rule!("10.11"), table);
            self.note_camp(state, unit, to, table);
        }
        if is_last {
            self.join_those_at(state, group, to);
            if let Some(facing) = facing {
                self.face_and_tell(state, self.troops(group), facing, rule!("10.11.2"), table);
            }
        }
        if losses > 0 {
            state.agenda.push(Task::Lose { group, losses, cause: loss_cause(cause) });
        }
        // An enemy commander there gives way before anything else happens.
        self.enemy_entered(state, side, to, false);
    }

    /// [D-10.11a] Both losses may fall due, and in a longer retreat for each hex again [D-10.11b]. A stack that goes
    /// back as one takes each of them once, not once a unit [D-10.11.3a].
    fn losses_on_the_way<D: Dice, J: Journal>(
        &self,
        state: &State<R>,
        group: UnitSet<R>,
        from: HexId,
        to: HexId,
        table: &mut Table<D, J>,
    ) -> u8 {
        let top = self.scenario.unit(self.top(state, group).expect("a group is never empty")).subject;
        // [10.11.3] Uphill, road or no road, or across an escarpment either way; what else, the table of ground says.
        let direction = self.scenario.board.direction_to(from, to).expect("a retreat leads to a neighbour");
        let way = self.ground.way(from, direction);
        if way.costs_a_loss {
            let why = if way.is_wet {
                "retreats into a marsh or across a river"
            } else {
                "retreats uphill or across an escarpment"
            };
            table.remark(rule!("10.11.3"), why, top);
        }
        // [10.11.4] Into an enemy front zone, however many fronts meet there [D-10.11.4a].
        let is_in_front = self.is_in_front_zone_of_side(state, !self.owner_of(group), to);
        if is_in_front {
            table.remark(rule!("10.11.4"), "retreats into an enemy front zone", top);
        }
        u8::from(way.costs_a_loss) + u8::from(is_in_front)
    }

    /// Moves the group. Formations of units that it only passes through are not touched; its own Line lapses
    /// [D-6.2.1b].
    fn carry_back(&self, state: &mut State<R>, group: UnitSet<R>, from: HexId, to: HexId, is_last: bool) {
        let side = self.owner_of(group);
        let formed = state.marks.side_by_side | state.marks.square;
        let mut passed = UnitSet::EMPTY;
        if !formed.intersects(group) {
            passed |= state.stack(side, from) - group;
        }
        if !is_last {
            passed |= state.stack(side, to);
        }
        let (lines, squares) = (state.marks.side_by_side & passed, state.marks.square & passed);
        state.marks.side_by_side -= group;
        self.carry(state, group, to);
        state.marks.side_by_side |= lines;
        state.marks.square |= squares;
    }

    /// [D-7.2.2a] A square of which a unit must retreat is one no longer, even where the unit perishes.
    fn break_square(&self, state: &mut State<R>, group: UnitSet<R>) {
        if group.intersects(state.marks.square) {
            let hex = self.hex_of_group(state, group);
            state.marks.square -= state.stack(self.owner_of(group), hex);
        }
    }

    /// What units that come to stand with others become: part of the square there, which is all the infantry of its
    /// hex [D-7.2c]; but a stack side by side that others join is a column again until declared anew [D-6.2.1c].
    pub(crate) fn join_those_at(&self, state: &mut State<R>, joining: UnitSet<R>, hex: HexId) {
        let side = self.owner_of(joining);
        if state.stack(side, hex).intersects(state.marks.square) {
            state.marks.square |= self.troops(joining);
        }
        self.dissolve_what_no_longer_holds(state, side, hex);
        self.close_up(state, side, hex);
    }
}

#[cfg(test)]
mod tests;
