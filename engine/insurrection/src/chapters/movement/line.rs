//! [8.10] Lines: stacks in each other's flank zones, whose steps and shots may be interleaved.

use szala_board::HexSet;
use szala_board::{Bearing, HexId};
use szala_kernel::{ActionList, Rule, rule};

use crate::chapters::game::Insurrection;
use crate::position::action::Action;
use crate::position::ids::{Hexes, UnitSet, require};
use crate::position::room::Room;
use crate::position::state::State;

impl<R: Room> Insurrection<R> {
    /// [8.10] [D-8.10a] The troops of the straight chain of stacks from hex to hex that may move as a line: one arm,
    /// each in the flank zone of the next and the other way round. Two squares side by side are a line too [7.2.2].
    pub(crate) fn line_that_moves(
        &self,
        state: &State<R>,
        movable: UnitSet<R>,
        from: HexId,
        to: HexId,
    ) -> Result<UnitSet<R>, Rule> {
        let line = rule!("8.10");
        let board = &self.scenario.board;
        require(from < to, line)?;
        let Some(Bearing::Side(direction)) = board.bearing(from, to) else { return Err(line) };
        let members = |hex| self.troops(self.stack_that_moves(state, movable, hex));
        let first = members(from);
        let lead = self.top(state, first).ok_or(line)?;
        if first.is_subset(state.marks.square) && board.distance(from, to) == 1 {
            let second = members(to);
            if !second.is_empty() && second.is_subset(state.marks.square) {
                self.may_act(state, first | second)?;
                return Ok(first | second);
            }
        }
        require(state[lead].facing.flank().contains(&direction), line)?;
        let mut all = UnitSet::EMPTY;
        let mut hex = from;
        loop {
            let group = members(hex);
            let top = self.top(state, group).ok_or(line)?;
            let is_parallel = state[top].facing.flank().contains(&direction);
            require(
                self.arm(top) == self.arm(lead) && is_parallel && !group.intersects(state.marks.square),
                line,
            )?;
            all |= group;
            if hex == to {
                // [D-M7.2e] Its members keep their facing.
                require(!all.intersects(state.marks.skirmish), rule!("D-M7.2e"))?;
                self.may_act(state, all)?;
                return Ok(all);
            }
            hex = board.neighbour(hex, direction).ok_or(line)?;
        }
    }

    pub(super) fn line_actions(&self, state: &State<R>, movable: UnitSet<R>, list: &mut ActionList<Action>) {
        let hexes: Hexes<R> = self.troops(movable).iter().filter_map(|unit| state.hex_of(unit)).collect();
        for from in &hexes {
            for to in self.ends_of_lines(state, movable, from, &hexes).iter().filter(|to| *to > from) {
                if self.line_that_moves(state, movable, from, to).is_ok() {
                    list.push(Action::BeginLine { from, to });
                }
            }
        }
    }

    /// Where a line that begins here might end: in one of these hexes, next to it for squares, or along its flanks as
    /// far as there are no gaps.
    fn ends_of_lines(
        &self,
        state: &State<R>,
        movable: UnitSet<R>,
        from: HexId,
        hexes: &Hexes<R>,
    ) -> Hexes<R> {
        let board = &self.scenario.board;
        let next = board.ring(from, 1) & *hexes;
        let first = self.troops(self.stack_that_moves(state, movable, from));
        let lead = if next.is_empty() { None } else { self.top(state, first) };
        let Some(lead) = lead else { return HexSet::EMPTY };
        if state.marks.square.contains(lead) {
            return next;
        }
        let mut ends = HexSet::EMPTY;
        for direction in state[lead].facing.flank() {
            let mut last = from;
            while let Some(hex) = board.neighbour(last, direction).filter(|hex| hexes.contains(*hex)) {
                ends.insert(hex);
                last = hex;
            }
        }
        ends
    }
}
