//! Chapter 13 and [3.1]: how a game opens, and Turn 1 of every stage: set-up and the activation pool.

use szala_board::HexSet;
use szala_board::{Facing, HexId, Ordinal};
use szala_kernel::{ActionList, Ask, BySide, Dice, Journal, Rule, Side, Subject, Table, rule};

use crate::chapters::flow::Next;
use crate::chapters::game::Insurrection;
use crate::chapters::words;
use crate::position::action::Action;
use crate::position::agenda::{Agenda, Task};
use crate::position::data::{Camp, Lot};
use crate::position::ids::{CommanderId, CommanderSet, UnitId, UnitSet, Verdict, require};
use crate::position::room::{Room, Row};
use crate::position::state::{Marks, Phase, Place, Post, State, Unit};
use crate::position::whereabouts::Whereabouts as _;

/// How a unit stands before it is set up: the facing is without meaning, but must be something.
const UNPLACED: Unit = Unit {
    place: Place::Waiting,
    facing: Facing::ALL[0],
    depth: 0,
    losses: 0,
    shots: 0,
    spent: 0,
    steps: 0,
    charges: 0,
    entry: None,
};

impl<R: Room> Insurrection<R> {
    /// [3.1] The position before the first decision: all who have a printed hex on it.
    pub(crate) fn printed_set_up(&self) -> State<R> {
        let mut state = State {
            units: R::ByUnit::of(UNPLACED),
            on_map: BySide::default(),
            whereabouts: R::Whereabouts::nowhere(),
            held: BySide::default(),
            manned: HexSet::EMPTY,
            marks: Marks::default(),
            posts: R::ByCommander::of(Post::Waiting),
            stage: 1,
            phase: Phase::SetUp,
            active: None,
            led: UnitSet::EMPTY,
            calls: false,
            acted: UnitSet::EMPTY,
            obeyed: UnitSet::EMPTY,
            bereft: BySide([false; 2]),
            pool: CommanderSet::EMPTY,
            secret: CommanderSet::EMPTY,
            drawn: CommanderSet::EMPTY,
            contused: CommanderSet::EMPTY,
            lead: self.scenario.starting_lead,
            camp_reached: false,
            movers: UnitSet::EMPTY,
            reactors: UnitSet::EMPTY,
            counter: UnitSet::EMPTY,
            waiting: UnitSet::EMPTY,
            waited_at: None,
            late: UnitSet::EMPTY,
            melee: None,
            agenda: Agenda::EMPTY,
        };
        state.agenda.push(Task::FillPool(0));
        self.set_commanders_up(&mut state);
        self.set_units_up(&mut state);
        state.agenda.push(Task::Ready);
        state
    }

    /// [13.2] Commanders of a side that sets up freely come last; the agenda's top is done first.
    fn set_commanders_up(&self, state: &mut State<R>) {
        for index in (0..self.scenario.commanders.len()).rev() {
            let commander = CommanderId::from_index(index);
            let card = self.scenario.commander(commander);
            match card.start {
                _ if self.scenario.free_set_up[card.side].is_some() => {
                    state.agenda.push(Task::SetUpCommander(commander));
                }
                Some(hex) => state.posts[index] = Post::Map(hex),
                None => (),
            }
        }
    }

    fn set_units_up(&self, state: &mut State<R>) {
        for unit in self.scenario.all_units().iter() {
            let card = self.scenario.unit(unit);
            // [13.1] Some guns start limbered.
            if card.limbered {
                state.marks.limbered.insert(unit);
            }
            if let (Some((hex, facing)), None) = (card.start, &self.scenario.free_set_up[card.side]) {
                self.put(state, unit, hex);
                state[unit].facing = facing;
                // [13.1] Who begins in the camp has been there.
                let is_camp = |camp: Camp| camp.hex == hex && camp.intruder == card.side;
                state.camp_reached |= self.scenario.camp.is_some_and(is_camp);
            }
        }
        // One task asks for all of them, unit by unit: the agenda is not as deep as an army is large.
        let is_free = |unit: &UnitId| self.scenario.free_set_up[self.side_of(*unit)].is_some();
        if let Some(first) = self.scenario.all_units().iter().find(is_free) {
            state.agenda.push(Task::SetUpUnit(first));
        }
    }

    // ---- [13.2] Free set-up ----

    pub(crate) fn set_up_unit_actions(&self, state: &State<R>, unit: UnitId, list: &mut ActionList<Action>) {
        let Some(hexes) = self.scenario.free_set_up[self.side_of(unit)] else { return };
        for hex in hexes.iter().filter(|hex| self.may_set_up_in(state, unit, *hex).is_ok()) {
            for facing in Facing::ALL
                .into_iter()
                .filter(|facing| self.may_set_up_facing(state, unit, hex, *facing).is_ok())
            {
                list.push(Action::Place { unit, hex, facing });
            }
        }
    }

    /// [13.2] [D-13.2a] In one of the hexes of the scenario, within the limits.
    fn may_set_up_in(&self, state: &State<R>, unit: UnitId, hex: HexId) -> Verdict {
        let side = self.side_of(unit);
        let hexes = self.scenario.free_set_up[side].ok_or(rule!("13.2"))?;
        require(hexes.contains(hex) && !state.holds(!side, hex), rule!("13.2"))?;
        self.may_stand_on(unit, hex)?;
        self.may_stand_together(state, state.stack(side, hex) | UnitSet::of(unit))
    }

    /// [6.0] Facing as those in the hex; guns as they like.
    fn may_set_up_facing(&self, state: &State<R>, unit: UnitId, hex: HexId, facing: Facing) -> Verdict {
        let others = self.facing_at(state, self.side_of(unit), hex).filter(|_| !self.guns.contains(unit));
        require(others.is_none_or(|others| others == facing), rule!("6.0"))
    }

    pub(crate) fn set_up_unit_refusal(&self, state: &State<R>, unit: UnitId, action: Action) -> Option<Rule> {
        match action {
            Action::Place { unit: placed, hex, facing } if placed == unit => self
                .may_set_up_in(state, unit, hex)
                .and_then(|()| self.may_set_up_facing(state, unit, hex, facing))
                .err(),
            _ => Some(rule!("13.2")),
        }
    }

    pub(crate) fn decide_set_up_unit<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        unit: UnitId,
        action: Action,
        table: &mut Table<D, J>,
    ) {
        let Action::Place { hex, facing, .. } = action else { unreachable!("refused: {action:?}") };
        self.put(state, unit, hex);
        self.tell_place(unit, None, Some(hex), rule!("13.2"), table);
        self.note_camp(state, unit, hex, table);
        self.face_and_tell(state, UnitSet::of(unit), facing, rule!("13.2"), table);
        let is_next =
            |next: &UnitId| *next > unit && self.scenario.free_set_up[self.side_of(*next)].is_some();
        match self.scenario.all_units().iter().find(is_next) {
            Some(next) => state.agenda.replace(Task::SetUpUnit(next)),
            None => _ = state.agenda.pop(),
        }
    }

    pub(crate) fn set_up_commander_actions(
        &self,
        state: &State<R>,
        commander: CommanderId,
        list: &mut ActionList<Action>,
    ) {
        let side = self.scenario.commander(commander).side;
        for hex in self.scenario.free_set_up[side].into_iter().flatten() {
            if self.may_post(state, side, hex).is_ok() {
                list.push(Action::Post { commander, hex });
            }
        }
    }

    /// [13.2] In one of the hexes of the scenario; [D-6.5a] not among enemies.
    fn may_post(&self, state: &State<R>, side: Side, hex: HexId) -> Verdict {
        let is_free = self.scenario.free_set_up[side].is_some_and(|hexes| hexes.contains(hex));
        require(is_free && !state.holds(!side, hex), rule!("13.2"))
    }

    pub(crate) fn set_up_commander_refusal(
        &self,
        state: &State<R>,
        commander: CommanderId,
        action: Action,
    ) -> Option<Rule> {
        let side = self.scenario.commander(commander).side;
        match action {
            Action::Post { commander: placed, hex } if placed == commander => {
                self.may_post(state, side, hex).err()
            }
            _ => Some(rule!("13.2")),
        }
    }

    pub(crate) fn decide_set_up_commander<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        commander: CommanderId,
        action: Action,
        table: &mut Table<D, J>,
    ) {
        let Action::Post { hex, .. } = action else { unreachable!("refused: {action:?}") };
        state.agenda.pop();
        self.post(state, commander, hex, rule!("13.2"), table);
    }

    /// Puts a commander into a hex, and tells it.
    pub(crate) fn post<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        commander: CommanderId,
        hex: HexId,
        rule: Rule,
        table: &mut Table<D, J>,
    ) {
        let number = |hex: HexId| i32::try_from(hex.index()).expect("a board has fewer hexes than that");
        let before = state.hex_of_commander(commander).map_or(-1, number);
        state.posts[commander.index()] = Post::Map(hex);
        table.change(rule, words::HEX, self.scenario.commander(commander).subject, before, number(hex));
    }

    // ---- Turn 1: the pool [13] ----

    /// The place of the pool with this number in the present stage.
    fn lot(&self, state: &State<R>, slot: u8) -> Option<Lot<R>> {
        let pools = &self.scenario.pool;
        let present = usize::from(state.stage - 1).min(pools.len() - 1);
        pools[present].get(usize::from(slot)).copied()
    }

    /// [D-13.1c] Who can be chosen: a fallen commander cannot, nor one contused or in the pool already.
    fn candidates(&self, state: &State<R>, lot: Lot<R>) -> CommanderSet<R> {
        let can = |commander: &CommanderId| matches!(state.posts[commander.index()], Post::Map(_));
        let on_map: CommanderSet<R> = lot.among.iter().filter(can).collect();
        on_map - state.contused - state.pool - state.drawn
    }

    pub(crate) fn run_fill_pool<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        slot: u8,
        table: &mut Table<D, J>,
    ) -> Next {
        state.phase = Phase::Pool;
        let Some(lot) = self.lot(state, slot) else {
            state.agenda.replace(Task::Draw);
            return Next::Run;
        };
        let candidates = self.candidates(state, lot);
        if candidates.len() > 1 {
            return Next::Ask;
        }
        if let Some(commander) = candidates.first() {
            state.pool.insert(commander);
            table.remark(rule!("3.3"), "in the activation pool", self.scenario.commander(commander).subject);
        }
        state.agenda.replace(Task::FillPool(slot + 1));
        Next::Run
    }

    pub(crate) fn fill_pool_decider(&self, state: &State<R>, slot: u8) -> Side {
        self.lot(state, slot).expect("a place to fill").side
    }

    pub(crate) fn fill_pool_actions(&self, state: &State<R>, slot: u8, list: &mut ActionList<Action>) {
        let lot = self.lot(state, slot).expect("a place to fill");
        self.candidates(state, lot).iter().for_each(|commander| list.push(Action::Choose(commander)));
    }

    pub(crate) fn fill_pool_refusal(&self, state: &State<R>, slot: u8, action: Action) -> Option<Rule> {
        let lot = self.lot(state, slot).expect("a place to fill");
        match action {
            Action::Choose(commander) if self.candidates(state, lot).contains(commander) => None,
            _ => Some(rule!("13.1")),
        }
    }

    /// [13.1] [D-13.2b] In secret: the journal, which both sides may read, is told nothing.
    pub(crate) fn decide_fill_pool(&self, state: &mut State<R>, slot: u8, action: Action) {
        let Action::Choose(commander) = action else { unreachable!("refused: {action:?}") };
        state.pool.insert(commander);
        state.secret.insert(commander);
        state.agenda.replace(Task::FillPool(slot + 1));
    }

    /// What the other side cannot know of the pool, drawn anew: any of those who could have been chosen.
    pub(crate) fn imagine_pool<D: Dice>(&self, state: &mut State<R>, viewer: Side, dice: &mut D) {
        // Once all have been drawn there is no secret left until the next stage.
        if state.secret.is_empty() {
            return;
        }
        for slot in 0.. {
            let Some(lot) = self.lot(state, slot) else { break };
            let hidden =
                lot.among.iter().find(|one| state.secret.contains(*one)).filter(|_| lot.side != viewer);
            let Some(hidden) = hidden else { continue };
            state.pool.remove(hidden);
            state.secret.remove(hidden);
            let candidates = self.candidates(state, lot);
            let mut tickets = R::ByCommander::of(Subject::NONE);
            for (ticket, commander) in tickets.as_mut().iter_mut().zip(candidates.iter()) {
                *ticket = self.scenario.commander(commander).subject;
            }
            let place =
                dice.draw(Ask::new(rule!("13.1"), state.stage), &tickets.as_ref()[..candidates.len()]);
            let drawn = candidates.iter().nth(place).expect("one of them");
            state.pool.insert(drawn);
            state.secret.insert(drawn);
        }
    }
}
