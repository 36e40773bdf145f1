//! Movement: steps of units from square to square, and the dice that some ground requires [3.7 to 3.9, chapter 6].

use szala_board::SquareId;
use szala_kernel::{ActionList, Ask, Dice, Die, Journal, Rule, Side, Table, rule};

use crate::chapters::forces::Printed;
use crate::chapters::game::Verdox;
use crate::chapters::terrain::{Cost, cost};
use crate::chapters::words;
use crate::position::action::Action;
use crate::position::data::Bar;
use crate::position::ground::Ground;
use crate::position::ids::{UnitId, Verdict, require};
use crate::position::kinds::Kind;
use crate::position::state::{Picked, State};

/// [6.9.5] In a swamp a unit sinks on this, [6.10.3] and climbs a front on it.
const ONE: u8 = 1;
/// [6.8.4, 6.9.4] A unit leaves canal and swamp on this or less.
const LETS_GO: u8 = 2;

/// What dice a step takes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Crossing {
    /// What steps.
    pub(crate) kind: Kind,
    /// The ground that it stands on.
    pub(crate) here: Ground,
    /// Does it leave that ground?
    pub(crate) leaves: bool,
    /// Does it climb the front of a fortification?
    pub(crate) climbs: bool,
    /// Can it sink?
    pub(crate) sinks: bool,
}

impl Crossing {
    /// [D-6.9a] In this order: the swamp, the guns, the ground that is left, the front that is climbed.
    pub(crate) fn roll(self, guns_move_on: u8, mut roll: impl FnMut(Rule) -> u8) -> Result<(), Fate> {
        // [6.9.5] Before a unit in a swamp moves, it rolls for sinking: on a 1.
        if self.here == Ground::Swamp && roll(rule!("6.9.5")) == ONE && self.sinks {
            return Err(Fate::Sinks);
        }
        // [7.6.3] Artillery moves on a 1, or on the scenario's value.
        if self.kind == Kind::Artillery && roll(rule!("7.6.3")) > guns_move_on {
            return Err(Fate::Stays(rule!("7.6.3")));
        }
        // [6.8.4, 6.9.4] Out of canal or swamp on a 1 or 2.
        if self.here.holds_fast() && self.leaves {
            let rule = if self.here == Ground::Canal { rule!("6.8.4") } else { rule!("6.9.4") };
            if roll(rule) > LETS_GO {
                return Err(Fate::Stays(rule));
            }
        }
        // [6.10.3] Up the front of a fortification on a 1.
        if self.climbs && roll(rule!("6.10.3")) != ONE {
            return Err(Fate::Stays(rule!("6.10.3")));
        }
        Ok(())
    }
}

impl Verdox {
    pub(crate) fn step_actions(&self, state: &State, picked: Picked, list: &mut ActionList<Action>) {
        let setting_out = self.setting_out(state, picked);
        for to in self.neighbours[picked.square.index()].into_iter().flatten() {
            if self.onward_verdict(state, setting_out, to).is_ok() {
                list.push(Action::Step(to));
            }
        }
    }

    /// Can the unit that stands there step anywhere with all its points? They are enough for any one step.
    #[inline]
    pub(crate) fn can_set_out(&self, state: &State, from: SquareId) -> bool {
        let mut next = self.neighbours[from.index()].iter().flatten();
        next.any(|to| self.is_room(state, *to).is_ok())
    }

    /// May a unit step there, whatever it costs?
    #[inline]
    fn is_room(&self, state: &State, to: SquareId) -> Verdict {
        // [3.5] One unit a square.
        require(state.occupant(to).is_none(), rule!("3.5"))?;
        // [6.7.1] The river is entered only aboard a barge.
        require(self.printed(to) != Ground::River || state.afloat.contains(to), rule!("6.7.1"))?;
        if !self.is_aboard(state, to) || !self.bars(state.active, Bar::BargesTaken) {
            return Ok(());
        }
        let owner = state.barge_at(to).and_then(|barge| state.barges[barge.index()].owner);
        require(owner == Some(state.active), rule!("D-7.7i"))
    }

    /// May the unit step there?
    pub(crate) fn step_verdict(&self, state: &State, picked: Picked, to: SquareId) -> Verdict {
        let from = picked.square;
        if self.towards(from, to).is_none() {
            // [3.9] Not on the diagonal; [3.8] nor farther than to the next square.
            let grid = &self.scenario.map.grid;
            let [[column, row], [other_column, other_row]] = [from, to].map(|square| grid.column_row(square));
            let is_diagonal = column.abs_diff(other_column) == 1 && row.abs_diff(other_row) == 1;
            return Err(if is_diagonal { rule!("3.9") } else { rule!("3.8") });
        }
        self.onward_verdict(state, self.setting_out(state, picked), to)
    }

    fn setting_out(&self, state: &State, picked: Picked) -> SettingOut {
        let (_, kind) = self.unit_at(state, picked.square);
        let points = self.card(kind).points;
        let here = self.ground_underfoot(state, picked.square);
        SettingOut { left: points - picked.spent, points, printed: kind.printed(), here }
    }

    /// The same for a neighbouring square.
    #[inline]
    fn onward_verdict(&self, state: &State, setting_out: SettingOut, to: SquareId) -> Verdict {
        let SettingOut { left, points, printed, here } = setting_out;
        self.is_room(state, to)?;
        let there = self.ground_underfoot(state, to);
        // [D-7.7h] A bridge is left and entered like land, also from and to a barge.
        match cost(here, there) {
            // [6.2.2, 6.3.2, 6.4.2, 6.8.2, 6.9.2, 6.10.2] All points, none of them spent before.
            Cost::All => require(left == points, forbids_spent(here, there)),
            // [6.1] [7.1.3] and others: one point over clear ground.
            Cost::Whole => require(left >= 2, printed.movement),
            Cost::Half => require(left >= 1, printed.movement),
        }
    }

    /// The ground a unit stands in: [D-7.7f] on a barge it is not in the water, and boarding is a step as onto clear
    /// ground.
    #[inline]
    fn ground_underfoot(&self, state: &State, square: SquareId) -> Ground {
        let ground = self.ground(state, square);
        if ground == Ground::Canal && self.is_aboard(state, square) { Ground::River } else { ground }
    }

    /// The unit tries the step: it is turned over, and rolls the dice that the ground requires.
    pub(crate) fn step<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        picked: Picked,
        to: SquareId,
        table: &mut Table<D, J>,
    ) {
        let from = picked.square;
        let (unit, kind) = self.unit_at(state, from);
        self.reveal(state, unit, rule!("3.7"), table);
        let cost = cost(self.ground_underfoot(state, from), self.ground_underfoot(state, to));
        if let Err(fate) = self.roll_for_step(state, (from, to), table) {
            // [D-3.2a] A failed try was the unit's movement.
            state.picked = None;
            match fate {
                Fate::Sinks => self.lose(state, unit, rule!("6.9.5"), table),
                Fate::Stays(rule) => table.remark(rule, words::STAYS, unit.subject()),
            }
            return;
        }
        self.move_unit(state, unit, (from, to), table);
        self.take_possession(state, unit, to, table);
        let points = self.card(kind).points;
        let spent = match cost {
            // [7.6.3, D-7.6a] Artillery moves one square, even on a road.
            _ if kind == Kind::Artillery => points,
            Cost::All => points,
            Cost::Whole => picked.spent + 2,
            Cost::Half => picked.spent + 1,
        };
        self.see_whether_headquarters_are_taken(state, unit.side(), to, table);
        let onward = Picked { square: to, spent };
        let can_go_on = spent < points && state.end.is_none() && {
            let setting_out = self.setting_out(state, onward);
            let mut next = self.neighbours[to.index()].into_iter().flatten();
            next.any(|next| self.onward_verdict(state, setting_out, next).is_ok())
        };
        state.picked = can_go_on.then_some(onward);
    }

    fn roll_for_step<D: Dice, J: Journal>(
        &self,
        state: &State,
        (from, to): (SquareId, SquareId),
        table: &mut Table<D, J>,
    ) -> Result<(), Fate> {
        let (unit, kind) = self.unit_at(state, from);
        let (here, there) = (self.ground(state, from), self.ground(state, to));
        let crossing = Crossing {
            kind,
            here,
            // [D-6.8a, D-7.7f] Not within canal or swamp, and not from aboard.
            leaves: !self.is_aboard(state, from) && (there != here || state.afloat.contains(to)),
            climbs: self.must_climb(state, unit, (from, to)),
            // [D-6.9b, D-3.11a] Not if the scenario keeps it from sinking, or from being lost.
            sinks: ![Bar::UnitsSunk, Bar::UnitsLost].into_iter().any(|bar| self.bars(unit.side(), bar)),
        };
        crossing.roll(self.scenario.kinds.guns_move_on, |rule| {
            table.roll(Die::D6, Ask::new(rule, state.turn).by(unit.subject()))
        })
    }

    /// [6.10.3] Is this a step up the front of a fortification? [6.11.2] Not for the owner of the gate; [6.10.8] nor
    /// where it has been brought down.
    pub(crate) fn must_climb(&self, state: &State, unit: UnitId, (from, to): (SquareId, SquareId)) -> bool {
        let towards = self.towards(from, to).expect("a step leads to a neighbour");
        let is_own_gate = self.printed(to) == Ground::Gate && state.owner_of_gate(to) == unit.side();
        self.is_front[from.index()][towards] && !state.breached.contains(to) && !is_own_gate
    }

    fn move_unit<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        unit: UnitId,
        (from, to): (SquareId, SquareId),
        table: &mut Table<D, J>,
    ) {
        // [7.7.1] A unit that was aboard leaves the barge behind.
        if self.is_aboard(state, from) {
            let barge = state.barge_at(from).expect("aboard of something");
            state.barges[barge.index()].passenger = None;
        }
        state.clear(from);
        state.unit_mut(unit).place = Some(to);
        state.stand(unit, to);
        table.change(
            rule!("3.8"),
            words::SQUARE,
            unit.subject(),
            words::of_square(from),
            words::of_square(to),
        );
    }

    /// [7.7.4, 6.11.2] What a unit steps onto, or into, is taken by its side.
    pub(crate) fn take_possession<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        unit: UnitId,
        to: SquareId,
        table: &mut Table<D, J>,
    ) {
        if self.is_aboard(state, to) {
            self.board(state, unit, to, table);
        }
        // [D-6.11a] A gate belongs to the side that last stood in it.
        if self.ground(state, to) == Ground::Gate && state.owner_of_gate(to) != unit.side() {
            let owner = Some(state.owner_of_gate(to));
            if unit.side() == Side::Second {
                state.gates_of_second.insert(to);
            } else {
                state.gates_of_second.remove(to);
            }
            let gate = crate::position::ids::subject::of_square(to);
            table.change(
                rule!("D-6.11a"),
                words::OWNER,
                gate,
                words::of_owner(owner),
                words::of_owner(Some(unit.side())),
            );
        }
    }
}

/// A unit before a step.
#[derive(Clone, Copy, Debug)]
struct SettingOut {
    /// Its remaining points, in halves.
    left: u8,
    /// Its full points.
    points: u8,
    printed: &'static Printed,
    here: Ground,
}

/// Why a unit cannot take its step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// It sinks in a swamp.
    Sinks,
    /// It stays where it is, by this rule.
    Stays(Rule),
}

/// The rule that requires unspent points for a step from this ground to that.
const fn forbids_spent(from: Ground, to: Ground) -> Rule {
    match (from, to) {
        (_, Ground::Forest) => rule!("6.4.2"),
        (_, Ground::Canal) => rule!("6.8.2"),
        (_, Ground::Swamp) => rule!("6.9.2"),
        (_, Ground::Fortification | Ground::Gate) => rule!("6.10.2"),
        (Ground::Hill, _) | (_, Ground::Hill) => rule!("6.2.2"),
        _ => rule!("6.3.2"),
    }
}
