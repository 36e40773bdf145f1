//! Chapter 6, 6.7: columns of march.

use szala_board::{Direction, Facing, HexId, Ordinal};
use szala_kernel::{Dice, Journal, Table, rule};

use crate::chapters::game::Spqr;
use crate::chapters::words;
use crate::position::action::Action;
use crate::position::data::Kind;
use crate::position::ids::{UnitId, Units};
use crate::position::state::{Mover, State};

/// [6.7.5] What a column is worse by.
const WORSE: u8 = 2;

impl Spqr {
    /// [6.7.3, D-6.7.3a, D-6.7.3b] Where a column is headed: a unit of one hex for a hexside in front of it, one of two
    /// hexes for one of its ends. `None` for a unit in no column.
    pub(crate) fn heading(&self, state: &State, unit: UnitId) -> Option<Direction> {
        let facing = state.facings[unit.index()];
        let [right, left] = if self.card(unit).is_long() { facing.flank() } else { facing.front() };
        let way = if state.headed_left.contains(unit) { left } else { right };
        state.columns.contains(unit).then_some(way)
    }

    /// [6.32, 6.7.4] The directions in which a unit steps: to the two hexes in front of it, and a column to the one in
    /// front and the two beside that.
    pub(crate) fn ways_ahead(&self, state: &State, unit: UnitId) -> impl Iterator<Item = Direction> + use<> {
        let [one, other] = state.facings[unit.index()].front();
        let three = match self.heading(state, unit) {
            Some(way) => [Some(way), Some(way.right(1)), Some(way.left(1))],
            None => [Some(one), Some(other), None],
        };
        three.into_iter().flatten()
    }

    /// [6.7.2] What the allowance of a unit counts in comparisons: a point more in column, but of a phalanx the five of
    /// 6.41 [D-6.51e], and [9.52] of two in double depth four.
    pub(crate) fn pace(&self, state: &State, unit: UnitId) -> u8 {
        if self.is_double(state, unit) {
            return self.movement(unit);
        }
        let is_faster = state.columns.contains(unit) && !self.card(unit).is_long();
        self.mobility(unit) + u8::from(is_faster)
    }

    /// [6.7.5] How many hits break a unit: two fewer in column.
    pub(crate) fn brink(&self, state: &State, unit: UnitId) -> u8 {
        let printed = self.printed[unit.index()].1;
        if state.columns.contains(unit) { printed.saturating_sub(WORSE).max(1) } else { printed }
    }

    /// [D-6.7.3b] Where the halves of a column of two hexes are after a step of its head to this hex, and how it then
    /// faces: the tail follows.
    pub(crate) fn column_to(&self, state: &State, unit: UnitId, to: HexId) -> Option<(HexId, Facing)> {
        let facing = state.facings[unit.index()];
        let mut halves = self.hexes_of(state, unit);
        let (left, right) = (halves.next()?, halves.next()?);
        let is_left = state.headed_left.contains(unit);
        let head = if is_left { left } else { right };
        let way = self.board.direction_to(head, to)?;
        let turned = |facing: &Facing| facing.flank()[usize::from(is_left)] == way;
        // Of the two vertices at right angles to its new length the one on the side to which it faced.
        let facing = Facing::ALL.into_iter().filter(turned).min_by_key(|one| one.steps_to(facing))?;
        Some((if is_left { to } else { head }, facing))
    }

    /// [6.7, 6.7.1, D-6.7.1a] A unit under way forms a column, or leaves it, at the end of its move.
    pub(crate) fn offer_columns(&self, state: &State, mover: &Mover, put: &mut dyn FnMut(Action)) {
        let unit = mover.unit;
        let kind = self.card(unit).kind;
        let can = matches!(kind, Kind::Phalanx | Kind::Heavy | Kind::Legion | Kind::Medium | Kind::Light);
        let is_alone = mover.under.is_none() && state.under(unit).is_none() && !state.is_beneath(unit);
        if !can || !is_alone || mover.left == 0 || !self.held_by(state, unit).is_empty() {
            return;
        }
        let facing = state.facings[unit.index()];
        match self.heading(state, unit) {
            None => {
                let sides = if self.card(unit).is_long() { facing.flank() } else { facing.front() };
                for way in sides {
                    put(Action::Form(way));
                }
            }
            Some(_) if self.card(unit).is_long() => put(Action::Deploy(facing)),
            Some(way) => {
                let fits = |to: &Facing| to.front().contains(&way);
                Facing::ALL.into_iter().filter(fits).for_each(|to| put(Action::Deploy(to)));
            }
        }
    }

    /// [6.7.1, 6.7.5, D-6.7.5a] It forms one. A unit with too many hits for that breaks.
    pub(crate) fn form<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        way: Direction,
        table: &mut Table<D, J>,
    ) {
        let Some(mover) = &mut state.mover else { return };
        let unit = mover.unit;
        mover.left -= 1;
        let facing = state.facings[unit.index()];
        let sides = if self.card(unit).is_long() { facing.flank() } else { facing.front() };
        state.columns.insert(unit);
        state.headed_left.remove(unit);
        if way == sides[1] {
            state.headed_left.insert(unit);
        }
        table.change(rule!("6.7.1"), words::COLUMN, unit.subject(), 0, 1);
        self.stop(state, false, table);
        if state.hits_of(unit) >= self.brink(state, unit) && !state.dead.contains(unit) {
            state.falling.insert(unit);
        }
    }

    /// [6.7.1] It leaves it.
    pub(crate) fn deploy<D: Dice, J: Journal>(&self, state: &mut State, to: Facing, table: &mut Table<D, J>) {
        let Some(mover) = &mut state.mover else { return };
        let unit = mover.unit;
        mover.left -= 1;
        self.break_column(state, unit, rule!("6.7.1"), table);
        self.face(state, unit, to, rule!("6.7.3"), table);
        self.stop(state, false, table);
    }

    /// A unit is in no column any more.
    pub(crate) fn break_column<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        unit: UnitId,
        rule: szala_kernel::Rule,
        table: &mut Table<D, J>,
    ) {
        if state.columns.contains(unit) {
            state.columns.remove(unit);
            state.headed_left.remove(unit);
            table.change(rule, words::COLUMN, unit.subject(), 1, 0);
        }
    }

    /// [6.7.6] Columns that were attacked hand to hand leave it at the end of the phase, with a hit, and face as they
    /// stood.
    pub(crate) fn leave_columns<D: Dice, J: Journal>(&self, state: &mut State, table: &mut Table<D, J>) {
        for unit in core::mem::replace(&mut state.beset, Units::EMPTY) & state.columns {
            self.break_column(state, unit, rule!("6.7.6"), table);
            self.hit(state, unit, 1, rule!("6.7.6"), table);
        }
    }
}
