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
    /// [3.1] The position before the first decision: all that have a printed hex on it.
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
            holders: self.first_holders(),
            movers: UnitSet::EMPTY,
            reactors: UnitSet::EMPTY,
            counter: UnitSet::EMPTY,
            waiting: UnitSet::EMPTY,
            waited_at: None,
            late: UnitSet::EMPTY,
            melee: None,
            agenda: Agenda::EMPTY,
        };
        self.begin_stage(&mut state);
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
                // [13.3m] A commander who comes later is not set up.
                _ if self.comes_later(commander) => (),
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
                // [13.1] A unit that begins in the camp has been there.
                let is_camp = |camp: Camp| camp.hex == hex && camp.intruder == card.side;
                state.camp_reached |= self.scenario.camp.is_some_and(is_camp);
            }
        }
        // One task asks for all of them, unit by unit: the agenda is not as deep as an army is large.
        if let Some(first) = self.scenario.all_units().iter().find(|unit| self.is_set_up_freely(*unit)) {
            state.agenda.push(Task::SetUpUnit(first));
        }
    }

    // ---- [13.2] Free set-up ----

    /// [13.3m] Units that come later are not set up.
    fn is_set_up_freely(&self, unit: UnitId) -> bool {
        let card = self.scenario.unit(unit);
        self.scenario.free_set_up[card.side].is_some() && !self.comes_later(card.commander)
    }

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
        let is_next = |next: &UnitId| *next > unit && self.is_set_up_freely(*next);
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

    /// Puts a commander into a hex, and records it.
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

    /// Puts Turn 1 of a stage on the agenda.
    pub(crate) fn begin_stage(&self, state: &mut State<R>) {
        state.agenda.push(Task::FillPool(0));
        // [13.3m] The die comes first, so that a commander who has come may be chosen.
        if self.scenario.reinforcement.is_some() {
            state.agenda.push(Task::Reinforce);
        }
    }

    /// The places of the pool in the present stage.
    fn lots(&self, state: &State<R>) -> &[Lot<R>] {
        let pools = &self.scenario.pool;
        &pools[usize::from(state.stage - 1).min(pools.len() - 1)]
    }

    /// The place of the pool with this number in the present stage.
    fn lot(&self, state: &State<R>, slot: u8) -> Option<Lot<R>> {
        self.lots(state).get(usize::from(slot)).copied()
    }

    /// The commanders who can be chosen for a place, if it is there.
    fn candidates(&self, state: &State<R>, lot: Lot<R>) -> CommanderSet<R> {
        // [D-M13.2c] By the letter a commander who has come is not on the map before he is placed: he may be chosen,
        // and adds no place.
        let is_there = lot.with.is_none_or(|one| state.hex_of_commander(one).is_some());
        if is_there { self.can_be_chosen(state, lot.among) } else { CommanderSet::EMPTY }
    }

    /// [D-13.1c] A fallen commander cannot be chosen, nor one contused or in the pool already.
    fn can_be_chosen(&self, state: &State<R>, among: CommanderSet<R>) -> CommanderSet<R> {
        let can =
            |commander: &CommanderId| matches!(state.posts[commander.index()], Post::Map(_) | Post::Arrived);
        let on_map: CommanderSet<R> = among.iter().filter(can).collect();
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
        // [D-M13.2a] A side with no more commanders than places puts all of them in.
        if candidates.len() > self.places_like(state, slot, lot) {
            return Next::Ask;
        }
        if let Some(commander) = candidates.first() {
            state.pool.insert(commander);
            table.remark(rule!("3.3"), "in the activation pool", self.scenario.commander(commander).subject);
        }
        state.agenda.replace(Task::FillPool(slot + 1));
        Next::Run
    }

    /// How many places, from this one on, the side fills from the same commanders.
    fn places_like(&self, state: &State<R>, slot: u8, lot: Lot<R>) -> usize {
        let left = self.lots(state)[usize::from(slot)..].iter();
        let is_there = |other: &&Lot<R>| !self.candidates(state, **other).is_empty();
        left.take_while(|other| other.among == lot.among).filter(is_there).count().max(1)
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

    /// [13.1] [D-13.2b] In secret: nothing goes into the journal, which both sides may read.
    pub(crate) fn decide_fill_pool(&self, state: &mut State<R>, slot: u8, action: Action) {
        let Action::Choose(commander) = action else { unreachable!("refused: {action:?}") };
        state.pool.insert(commander);
        state.secret.insert(commander);
        state.agenda.replace(Task::FillPool(slot + 1));
    }

    /// [D-M13.2b] What the other side cannot know of the pool, drawn anew: any of those who could have been chosen.
    pub(crate) fn imagine_pool<D: Dice>(&self, state: &mut State<R>, viewer: Side, dice: &mut D) {
        // Once all have been drawn there is no secret left until the next stage.
        if state.secret.is_empty() {
            return;
        }
        // First all are taken out, since several places may be filled from the same commanders.
        let mut emptied = R::ByCommander::of(CommanderSet::EMPTY);
        let mut count = 0;
        for lot in self.lots(state).iter().filter(|lot| lot.side != viewer) {
            let Some(hidden) = lot.among.iter().find(|one| state.secret.contains(*one)) else { continue };
            state.pool.remove(hidden);
            state.secret.remove(hidden);
            emptied[count] = lot.among;
            count += 1;
        }
        for among in &emptied.as_ref()[..count] {
            // A commander who made a place by being there may have fallen since.
            let candidates = self.can_be_chosen(state, *among);
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
