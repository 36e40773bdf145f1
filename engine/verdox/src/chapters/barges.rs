//! Barges, the special units: who holds them, how they move, what they carry, how they are lost [7.7, 2.7, 6.6.2].

use szala_board::SquareId;
use szala_kernel::{ActionList, Ask, Dice, Die, Journal, Table, rule};

use crate::chapters::game::Verdox;
use crate::chapters::words;
use crate::position::action::Action;
use crate::position::data::Bar;
use crate::position::ground::Ground;
use crate::position::ids::{BargeId, UnitId, Verdict, require};
use crate::position::state::State;

impl Verdox {
    pub(crate) fn sail_actions(&self, state: &State, list: &mut ActionList<Action>) {
        for barge in BargeId::all().filter(|barge| self.may_sail(state, *barge)) {
            let from = state.barges[barge.index()].place.expect("a barge that may sail is afloat");
            for to in self.neighbours[from.index()].into_iter().flatten() {
                if self.waterway_verdict(state, to).is_ok() {
                    list.push(Action::Sail { from, to });
                }
            }
        }
    }

    /// [7.7.6] A barge of one's own side [D-7.7d], with a unit aboard or not, once in a turn.
    fn may_sail(&self, state: &State, barge: BargeId) -> bool {
        let barge = &state.barges[barge.index()];
        barge.place.is_some() && barge.owner == Some(state.active) && !barge.has_sailed
    }

    /// The same, with somewhere to go.
    pub(crate) fn may_still_sail(&self, state: &State, barge: BargeId) -> bool {
        self.may_sail(state, barge)
            && state.barges[barge.index()].place.is_some_and(|from| {
                let next = self.neighbours[from.index()].iter().flatten();
                next.into_iter().any(|to| self.waterway_verdict(state, *to).is_ok())
            })
    }

    /// May a barge go there?
    fn waterway_verdict(&self, state: &State, to: SquareId) -> Verdict {
        // [7.7.6] On water only, [6.6.2] under bridges, [D-7.7b] and in canals if the scenario says so.
        let is_canal = self.printed(to) == Ground::Canal;
        require(self.water.contains(to), if is_canal { rule!("D-7.7b") } else { rule!("7.7.6") })?;
        // [3.5] One barge a square, and none where a unit wades.
        require(!state.afloat.contains(to), rule!("3.5"))?;
        require(state.occupant(to).is_none() || self.printed(to) == Ground::Bridge, rule!("3.5"))
    }

    pub(crate) fn sail_verdict(&self, state: &State, from: SquareId, to: SquareId) -> Verdict {
        let barge = state.barge_at(from).ok_or(rule!("7.7.6"))?;
        // [7.7.4] Its owner moves it.
        require(state.barges[barge.index()].owner == Some(state.active), rule!("7.7.4"))?;
        // [7.7.6] One square at most.
        require(!state.barges[barge.index()].has_sailed, rule!("7.7.6"))?;
        require(self.towards(from, to).is_some(), rule!("7.7.6"))?;
        self.waterway_verdict(state, to)
    }

    /// [7.7.1] A barge moves, with the unit aboard. [D-7.7c] It is the barge that moves: the unit aboard still has
    /// its own action, if it had it before.
    pub(crate) fn sail<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        from: SquareId,
        to: SquareId,
        table: &mut Table<D, J>,
    ) {
        let barge = state.barge_at(from).expect("the checks require a barge on this square");
        let (was_under, is_under) =
            (self.printed(from) == Ground::Bridge, self.printed(to) == Ground::Bridge);
        let afloat = &mut state.barges[barge.index()];
        (afloat.place, afloat.has_sailed) = (Some(to), true);
        let passenger = afloat.passenger;
        state.afloat.remove(from);
        state.afloat.insert(to);
        let squares = [from, to].map(words::of_square);
        table.change(rule!("7.7.6"), words::SQUARE, barge.subject(), squares[0], squares[1]);
        let Some(unit) = passenger else { return };
        let was_ready = !was_under && state.ready.contains(from);
        if !was_under {
            state.clear(from);
            state.ready.remove(from);
        }
        state.unit_mut(unit).place = Some(to);
        // [6.6.2, D-6.6a] Under a bridge the unit can neither act nor be acted upon.
        if !is_under {
            state.stand(unit, to);
            if was_ready {
                state.ready.insert(to);
            }
        }
        table.change(rule!("7.7.1"), words::SQUARE, unit.subject(), squares[0], squares[1]);
        // [4.1] Headquarters on a canal can be taken from aboard as well.
        if !is_under {
            self.see_whether_headquarters_are_taken(state, unit.side(), to, table);
        }
    }

    /// [7.7.4] A unit that steps aboard takes the barge for its side.
    pub(crate) fn board<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        unit: UnitId,
        square: SquareId,
        table: &mut Table<D, J>,
    ) {
        let barge = state.barge_at(square).expect("the checks require a barge on this square");
        let boarded = &mut state.barges[barge.index()];
        boarded.passenger = Some(unit);
        let before = words::of_owner(boarded.owner);
        boarded.owner = Some(unit.side());
        let after = words::of_owner(boarded.owner);
        // [D-7.7a] One unit aboard: the square holds no more [3.5].
        table.change(rule!("7.7.4"), words::OWNER, barge.subject(), before, after);
    }

    /// [7.7.7] Does a shot of artillery with this die sink a barge?
    pub(crate) fn sinks_a_barge(&self, face: u8) -> bool {
        self.scenario.kinds.barge_hits[usize::from(face) - 1]
    }

    /// [7.7.7] Artillery's shot at a barge: lost on a 1 or 2, or on the scenario's values.
    pub(crate) fn roll_for_barge<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        gun: UnitId,
        square: SquareId,
        table: &mut Table<D, J>,
    ) {
        let barge = state.barge_at(square).expect("a legal shot has a barge for its target");
        let ask = Ask::new(rule!("7.7.7"), state.turn).by(gun.subject()).at(barge.subject());
        let face = table.roll(Die::D6, ask);
        // [D-3.11a] A crew that is not lost keeps its barge.
        let crew = state.barges[barge.index()].passenger;
        let is_spared = crew.is_some_and(|unit| self.bars(unit.side(), Bar::UnitsLost));
        if is_spared || !self.sinks_a_barge(face) {
            table.remark(rule!("7.7.7"), words::MISSED, barge.subject());
            return;
        }
        let lost = &mut state.barges[barge.index()];
        lost.place = None;
        let passenger = lost.passenger.take();
        state.afloat.remove(square);
        table.change(rule!("7.7.7"), words::LOSSES, barge.subject(), 0, 1);
        table.change(rule!("7.7.7"), words::SQUARE, barge.subject(), words::of_square(square), -1);
        // [D-7.7g] The unit aboard is lost with it.
        if let Some(unit) = passenger {
            self.lose(state, unit, rule!("D-7.7g"), table);
        }
    }
}
