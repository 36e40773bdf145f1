//! Chapter 2: lots, the waves in which units come in, and the counters that lie face down.

use szala_board::SquareId;
use szala_kernel::{ActionList, Ask, BySide, Dice, Journal, Rule, Side, Subject, Table, rule};

use crate::chapters::game::Verdox;
use crate::chapters::words;
use crate::position::action::Action;
use crate::position::ids::{
    MOST_OF_A_SIDE, MOST_SQUARES, MOST_UNITS, Squares, UnitId, Units, Verdict, require, subject,
};
use crate::position::kinds::{Kind, Roll};
use crate::position::state::{Barge, State, Step, Unit};

impl Verdox {
    /// [2.7] The map is empty except for the barges, which belong to nobody, if the map has them.
    pub(crate) fn empty_map(&self) -> State {
        let map = &self.scenario.map;
        let barge = |at: usize| Barge {
            place: map.barges.get(at).copied(),
            owner: None,
            passenger: None,
            has_sailed: false,
        };
        State {
            step: Step::Lots,
            turn: 0,
            active: Side::First,
            leads: Side::First,
            due: 0,
            pending: None,
            picked: None,
            units: [Unit { place: None, kind: Kind::Infantry }; MOST_UNITS],
            entered: BySide::default(),
            waiting: self.scenario.forces,
            alive: BySide::default(),
            revealed: Units::EMPTY,
            unhorsed: Units::EMPTY,
            occupant: [None; MOST_SQUARES],
            standing: BySide([Squares::EMPTY; 2]),
            ready: Squares::EMPTY,
            breached: Squares::EMPTY,
            gates_of_second: map.gates_of_second,
            barges: core::array::from_fn(barge),
            afloat: map.barges.iter().copied().collect(),
            end: None,
        }
    }

    /// [2.7] With an empty map, [2.1] before lots are drawn; [D-2.1a] if a leader was agreed on, in that side's first
    /// wave.
    pub(crate) fn first_position(&self) -> State {
        let mut state = self.empty_map();
        if let Some(side) = self.scenario.leads {
            // [2.6, 3.1] It begins as well.
            (state.leads, state.active) = (side, side);
            state.due = self.due_of_wave(&state, self.scenario.waves.first);
            state.step = Step::Muster;
            assert!(
                state.due > 0 && !self.room(&state).is_empty(),
                "a scenario has somebody to come in, and room"
            );
        }
        state
    }

    /// [2.1] Lots decide who sets up first: both sides are equally likely.
    pub(crate) fn draw_lots<D: Dice, J: Journal>(&self, state: &mut State, table: &mut Table<D, J>) {
        let lots = Side::BOTH.map(subject::of_side);
        let first = Side::BOTH[table.draw(Ask::new(rule!("2.1"), 0), &lots)];
        // [2.6, 3.1] It begins as well.
        (state.leads, state.active) = (first, first);
        // [2.3] Ten at the start; [D-2.3a] all of one side's, then all of the other's.
        self.begin_wave(state, self.scenario.waves.first, table);
    }

    /// A wave of the active side: this many units, or all that are left.
    pub(crate) fn begin_wave<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        count: u8,
        table: &mut Table<D, J>,
    ) {
        state.due = self.due_of_wave(state, count);
        state.step = Step::Muster;
        self.go_on_with_wave(state, table);
    }

    fn due_of_wave(&self, state: &State, count: u8) -> u8 {
        let left = u8::try_from(state.in_reserve(state.active)).expect("eighty at most");
        count.min(left)
    }

    /// [2.4, D-2.4a] The wave is over when it is in, or when there is no more room: units without room wait.
    fn go_on_with_wave<D: Dice, J: Journal>(&self, state: &mut State, table: &mut Table<D, J>) {
        if state.due > 0 && !self.room(state).is_empty() {
            state.step = Step::Muster;
            return;
        }
        state.due = 0;
        self.end_wave(state, table);
    }

    /// Where the next one may come in.
    fn room(&self, state: &State) -> Squares {
        self.entry[state.active] - state.standing[Side::First] - state.standing[Side::Second] - state.afloat
    }

    pub(crate) fn muster_actions(&self, state: &State, list: &mut ActionList<Action>) {
        let waiting = &state.waiting[state.active];
        let kinds = Kind::ALL.into_iter().filter(|kind| waiting[kind.index()] > 0);
        kinds.for_each(|kind| list.push(Action::Muster(kind)));
    }

    /// [2.3, 2.4] Chosen freely, among the units left [5.1].
    pub(crate) fn muster_refusal(&self, state: &State, action: Action) -> Option<Rule> {
        match action {
            Action::Muster(kind) if state.waiting[state.active][kind.index()] > 0 => None,
            Action::Muster(_) => Some(rule!("5.1")),
            _ => Some(rule!("2.4")),
        }
    }

    /// [2.5] In secret: no event is written down. The decision itself is in a journal that records decisions, which
    /// shows everything to the reader of a finished game; only `imagine` hides it from a player.
    pub(crate) fn muster(&self, state: &mut State, kind: Kind) {
        state.pending = Some(kind);
        state.waiting[state.active][kind.index()] -= 1;
        state.step = Step::Enter;
    }

    pub(crate) fn enter_actions(&self, state: &State, list: &mut ActionList<Action>) {
        self.room(state).iter().for_each(|square| list.push(Action::Enter(square)));
    }

    pub(crate) fn enter_refusal(&self, state: &State, action: Action) -> Option<Rule> {
        match action {
            Action::Enter(square) => self.enter_verdict(state, square).err(),
            _ => Some(rule!("2.4")),
        }
    }

    fn enter_verdict(&self, state: &State, square: SquareId) -> Verdict {
        // [2.2] Hasbergs on the left edge, Askans on the right one.
        require(self.entry[state.active].contains(square), rule!("2.2"))?;
        // [3.5] One unit a square; [D-2.4b] no unit comes in aboard.
        require(state.occupant(square).is_none(), rule!("3.5"))?;
        require(!state.afloat.contains(square), rule!("D-2.4b"))
    }

    /// [2.2, 2.5] A counter comes in, face down, and takes its number.
    pub(crate) fn enter<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        square: SquareId,
        table: &mut Table<D, J>,
    ) {
        let side = state.active;
        let kind = state.pending.take().expect("the kind of a unit is chosen before its square");
        let unit = UnitId::of_side(side, state.entered[side].into());
        state.entered[side] += 1;
        state.alive[side] += 1;
        *state.unit_mut(unit) = Unit { place: Some(square), kind };
        state.stand(unit, square);
        table.change(rule!("2.2"), words::SQUARE, unit.subject(), -1, words::of_square(square));
        // [D-6.11a] A gate on the edge is taken by the unit that comes in on it.
        self.take_possession(state, unit, square, table);
        state.due -= 1;
        self.go_on_with_wave(state, table);
    }

    /// [3.7] Turned over before its first action; [D-2.5a] and when it is hit.
    pub(crate) fn reveal<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        unit: UnitId,
        rule: Rule,
        table: &mut Table<D, J>,
    ) {
        if !state.revealed.contains(unit) {
            state.revealed.insert(unit);
            table.change(rule, words::KIND, unit.subject(), -1, words::of_kind(state.unit(unit).kind));
        }
    }

    /// [2.5] Which of the other side's hidden counters is of which kind, and which are still to come: all its unseen
    /// kinds, dealt afresh, each deal equally likely. Everybody can count how many of each there are.
    pub(crate) fn imagine_counters<D: Dice>(&self, state: &mut State, viewer: Side, dice: &mut D) {
        let side = !viewer;
        let mut left = self.unseen_by(state, viewer);
        // One ticket per counter, in the order of the kinds: the deal does not depend on the truth.
        let mut tickets = [(Subject::NONE, Kind::Infantry); MOST_OF_A_SIDE];
        let mut count = 0;
        for kind in Kind::ALL {
            for _ in 0..left[kind.index()] {
                tickets[count] = (Subject(u16::try_from(count).expect("a side has at most 80 units")), kind);
                count += 1;
            }
        }
        let mut deal = |left: &mut Roll| {
            let subjects = tickets.map(|(ticket, _)| ticket);
            let drawn = dice.draw(Ask::new(rule!("2.5"), 0), &subjects[..count]);
            let kind = tickets[drawn].1;
            count -= 1;
            tickets[drawn] = tickets[count];
            left[kind.index()] -= 1;
            kind
        };
        for unit in state.counters(side) {
            if state.is_hidden(unit) {
                state.unit_mut(unit).kind = deal(&mut left);
            }
        }
        if state.pending.is_some() && state.active == side {
            state.pending = Some(deal(&mut left));
        }
        state.waiting[side] = left;
    }
}
