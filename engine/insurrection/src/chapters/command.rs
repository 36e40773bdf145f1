//! Chapter 4: commanders. Who is in command, and how commanders fall. Overall commanders and the reserve are in
//! `overall`.

mod overall;

use core::cell::OnceCell;

use szala_board::HexSet;
use szala_board::{HexId, Ordinal, SparsePairTable};
use szala_kernel::{ActionList, Ask, BySide, Dice, Die, Journal, Rule, Side, Table, rule};

use crate::chapters::flow::Next;
use crate::chapters::game::Insurrection;
use crate::chapters::words;
use crate::position::action::Action;
use crate::position::agenda::Task;
use crate::position::ids::{Board, CommanderId, CommanderSet, Hexes, UnitId, Verdict, require};
use crate::position::room::Room;
use crate::position::state::{Place, Post, State};

/// [4.2] How far a commander reaches.
pub const REACH: u8 = 4;

/// For each two hexes that are near enough for one to command the other, the hexes on the shortest ways between them.
#[derive(Clone, Debug)]
pub(crate) struct ShortWays<R: Room>(SparsePairTable<HexId, Hexes<R>>);

impl<R: Room> ShortWays<R> {
    /// Works the table out.
    pub(crate) fn new(board: &Board<R>) -> Self {
        Self(SparsePairTable::new(board.hexes().len(), HexSet::EMPTY, |one: HexId, other: HexId| {
            let distance = board.distance(one, other);
            if distance > REACH {
                return None;
            }
            let is_on_the_way =
                |hex: &HexId| board.distance(one, *hex) + board.distance(*hex, other) == distance;
            let near = board.within(one, distance) & board.within(other, distance);
            Some(near.iter().filter(is_on_the_way).collect())
        }))
    }
}

impl<R: Room> Insurrection<R> {
    /// [4.2] Is the unit's commander, or who else commands it, at most four hexes away, by a way round the enemy?
    pub fn is_in_command(&self, state: &State<R>, unit: UnitId) -> bool {
        state.hex_of(unit).is_some_and(|hex| self.would_be_in_command(state, &state.held, unit, hex))
    }

    /// [4.2] The same in a hex where the unit may not be yet, if both sides held these hexes.
    pub(crate) fn would_be_in_command(
        &self,
        state: &State<R>,
        held: &BySide<Hexes<R>>,
        unit: UnitId,
        hex: HexId,
    ) -> bool {
        let card = self.scenario.unit(unit);
        // [4.3] A commander who fell leaves his units out of command for good.
        let post = card.commander.and_then(|commander| state.hex_of_commander(commander));
        post.is_some_and(|from| self.reaches_past(held, card.side, from, hex))
            || (self.leads_others && self.is_commanded_by_others(state, held, unit, hex))
    }

    /// [4.2] Does a commander in one hex command a unit of his side in the other? On the way melee hexes may be
    /// entered, other hexes of the enemy may not.
    pub fn reaches(&self, state: &State<R>, side: Side, from: HexId, to: HexId) -> bool {
        self.reaches_past(&state.held, side, from, to)
    }

    fn reaches_past(&self, held: &BySide<Hexes<R>>, side: Side, from: HexId, to: HexId) -> bool {
        // [G3] The way cannot be shorter than the distance.
        if self.scenario.board.distance(from, to) > REACH {
            return false;
        }
        let blocked = held[!side] - held[side];
        self.is_short_way_free(from, to, &blocked) || self.is_way_round(from, to, &blocked)
    }

    /// [4.2] The same of many hexes, from one where a commander is.
    pub(crate) fn reaches_from(&self, state: &State<R>, side: Side, from: HexId) -> impl Fn(HexId) -> bool {
        let area = self.scenario.board.within(from, REACH);
        let blocked = state.held[!side] - state.held[side];
        let round = OnceCell::new();
        move |to| {
            area.contains(to)
                && (self.is_short_way_free(from, to, &blocked)
                    || round.get_or_init(|| self.reached_round(from, &blocked)).contains(to))
        }
    }

    /// Mostly the enemy is on none of the shortest ways between two hexes, and nothing has to be searched.
    fn is_short_way_free(&self, from: HexId, to: HexId, blocked: &Hexes<R>) -> bool {
        !self.short_ways.0.at(from, to).intersects(blocked)
    }

    /// Is there a way of [`REACH`] hexes that enters none of these? Then half a way from either end meet.
    fn is_way_round(&self, from: HexId, to: HexId, blocked: &Hexes<R>) -> bool {
        const { assert!(REACH == 4, "twice two") };
        let half_way = |end| {
            let beside = self.scenario.board.ring(end, 1) - *blocked;
            HexSet::of(end) | beside | (self.scenario.board.around(beside) - *blocked)
        };
        !blocked.contains(to) && half_way(from).intersects(&half_way(to))
    }

    /// Where a commander reaches from a hex, none of these entered on the way.
    fn reached_round(&self, from: HexId, blocked: &Hexes<R>) -> Hexes<R> {
        let mut reached = HexSet::of(from);
        let mut edge = reached;
        for _ in 0..REACH {
            edge = self.scenario.board.around(edge) - reached - *blocked;
            reached |= edge;
        }
        reached
    }

    /// [4.2] [4.3] What an activation allows besides fire needs command: that of the commander who is active.
    pub(crate) fn must_be_in_command(&self, state: &State<R>, unit: UnitId) -> Verdict {
        let from = state.post_of_active().ok_or(rule!("4.3"))?;
        let is_reached = |hex| self.reaches(state, self.side_of(unit), from, hex);
        require(state.hex_of(unit).is_some_and(is_reached), rule!("4.2"))
    }

    /// [4.4] Removes a commander for good; his chit leaves the pool at once. Killed, he scores [12.1].
    pub(crate) fn remove_commander<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        commander: CommanderId,
        rule: Rule,
        is_killed: bool,
        table: &mut Table<D, J>,
    ) {
        let card = self.scenario.commander(commander);
        if let Some(hex) = state.hex_of_commander(commander) {
            let number = i32::try_from(hex.index()).expect("a board has fewer hexes than that");
            table.change(rule, words::HEX, card.subject, number, -1);
        }
        state.posts[commander.index()] = Post::Gone;
        let lives = |unit| matches!(state[unit].place, Place::Map(_) | Place::Fled(_));
        state.bereft[card.side] |= card.units.iter().any(lives);
        state.pool.remove(commander);
        state.secret.remove(commander);
        let is_killed = is_killed && !self.scenario.values.barred.deaths[card.side];
        let how = if is_killed { words::COMMANDER_KILLED } else { words::COMMANDER_REMOVED };
        table.remark(rule, how, card.subject);
        if is_killed {
            self.score(state, !card.side, card.killed.into(), rule!("12.1"), table);
        }
    }

    /// [4.4] [D-4.4a] When the last friendly unit in his hex is eliminated there, the commander goes with it: killed.
    pub(crate) fn commanders_fall_with_their_troops<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        side: Side,
        hex: HexId,
        table: &mut Table<D, J>,
    ) {
        if state.holds(side, hex) {
            return;
        }
        while let Some(commander) = { self.commanders_at(state, side, hex).next() } {
            // [D-4.4b] This one scores.
            self.remove_commander(state, commander, rule!("4.4"), true, table);
        }
    }

    /// [4.4] [D-4.4d] A commander all of whose units are eliminated is removed; this scores nothing [D-4.4b].
    pub(crate) fn commanders_without_units_leave<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        side: Side,
        table: &mut Table<D, J>,
    ) {
        for commander in self.scenario.commanders_of(side) {
            let units = self.scenario.commander(commander).units;
            // [D-4.4d] Units in flight are not eliminated; captured guns are.
            let is_lost = |unit| matches!(state[unit].place, Place::Gone | Place::Captured(_));
            let has_post = matches!(state.posts[commander.index()], Post::Map(_));
            if has_post && !units.is_empty() && units.iter().all(is_lost) {
                self.remove_commander(state, commander, rule!("4.4"), false, table);
            }
        }
    }

    /// [4.4.1] Rolls for each commander of the side in the hex who may have been hit.
    /// [D-4.4e] One roll each, even when his troops have gone.
    pub(crate) fn roll_for_commanders<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        commanders: CommanderSet<R>,
        rule: Rule,
        table: &mut Table<D, J>,
    ) {
        // [D-4.4f] Who fell with his troops in the meantime [4.4] cannot fall again.
        let is_there = |commander: &CommanderId| state.hex_of_commander(*commander).is_some();
        let commanders: CommanderSet<R> = commanders.iter().filter(is_there).collect();
        for commander in commanders.iter() {
            let card = self.scenario.commander(commander);
            match table.roll(Die::D10, Ask::new(rule, state.stage).at(card.subject)) {
                0 if self.scenario.values.barred.deaths[card.side] => (),
                0 => self.remove_commander(state, commander, rule!("4.4.1"), true, table),
                9 => {
                    table.remark(rule!("4.4.1"), words::CONTUSED, card.subject);
                    // His chit leaves the pool of this stage, unless drawn already; while active: no effect [D-4.4c].
                    // [D-M4.4a] But where another could name him after that, he is not named.
                    if !state.drawn.contains(commander) || self.overall[card.side].is_some() {
                        state.contused.insert(commander);
                        state.pool.remove(commander);
                        state.secret.remove(commander);
                    }
                }
                _ => (),
            }
        }
    }

    /// Who of the side's commanders in the hex may be hit: put on the agenda before the fire's own effects, so that
    /// it is rolled after them, for those who were there.
    pub(crate) fn expect_commander_hits(&self, state: &mut State<R>, side: Side, hex: HexId, rule: Rule) {
        let commanders: CommanderSet<R> = self.commanders_at(state, side, hex).collect();
        if !commanders.is_empty() {
            state.agenda.push(Task::CommanderHit { commanders, rule });
        }
    }

    // ---- [10.11.7] Stepping back ----

    /// [10.11.7] [D-10.11.7b] Units of a side have come into a hex, by whatever way: commanders of the other side next
    /// to them may step back, unless they were asked before, and one whom they found alone must.
    pub(crate) fn enemy_entered(&self, state: &mut State<R>, entering: Side, hex: HexId, asked: bool) {
        for commander in self.scenario.commanders_of(!entering) {
            let Some(here) = state.hex_of_commander(commander) else { continue };
            let must = here == hex && !state.holds(!entering, hex);
            if must || (!asked && self.may_step_back_from(state, commander, hex)) {
                state.agenda.push(Task::StepBack(commander));
            }
        }
    }

    /// Is he next to this hex, and has a way back?
    fn may_step_back_from(&self, state: &State<R>, commander: CommanderId, hex: HexId) -> bool {
        let is_next = |here| self.scenario.board.distance(here, hex) == 1;
        state.hex_of_commander(commander).is_some_and(is_next)
            && self.ways_back_of(state, commander).next().is_some()
    }

    /// [10.11.7] [D-M10.11.7a] In a game where commanders step back before the enemy comes: a step into this hex was
    /// declared, and waits if there is anybody to ask.
    pub(crate) fn waits_for_commanders(&self, state: &mut State<R>, action: Action, to: HexId) -> bool {
        if !self.scenario.family.commanders_step_before {
            return false;
        }
        state.agenda.push(Task::Declared(action));
        for commander in self.scenario.commanders_of(!self.active_side(state)) {
            if self.may_step_back_from(state, commander, to) {
                state.agenda.push(Task::StepBack(commander));
            }
        }
        let waits = matches!(state.agenda.top(), Task::StepBack(_));
        if !waits {
            state.agenda.pop();
        }
        waits
    }

    /// The hex that the enemy is about to enter.
    #[expect(clippy::unused_self, reason = "every chapter answers as a method")]
    fn about_to_be_entered(&self, state: &State<R>) -> Hexes<R> {
        let declared = state.agenda.tasks().iter().find_map(|task| match task {
            Task::Declared(
                Action::Step { to, .. } | Action::Charge { to, .. } | Action::HaulGun { hex: to, .. },
            ) => Some(*to),
            _ => None,
        });
        declared.map_or(HexSet::EMPTY, HexSet::of)
    }

    /// [D-6.5a] The neighbouring hexes that are not the enemy's alone, nor will be [D-M10.11.7a].
    fn ways_back_of(&self, state: &State<R>, commander: CommanderId) -> impl Iterator<Item = HexId> {
        let side = self.scenario.commander(commander).side;
        let mut enemy = self.held_by(state, !side) - self.held_by(state, side);
        if self.scenario.family.commanders_step_before {
            enemy |= self.about_to_be_entered(state) - self.held_by(state, side);
        }
        let here = state.hex_of_commander(commander);
        let around = here.map_or(HexSet::EMPTY, |hex| self.scenario.board.ring(hex, 1));
        (around - enemy).into_iter()
    }

    /// [D-10.11.7a] Has the enemy come upon him without troops?
    fn must_step_back(&self, state: &State<R>, commander: CommanderId) -> bool {
        let side = self.scenario.commander(commander).side;
        let here = state.hex_of_commander(commander);
        here.is_some_and(|hex| state.holds(!side, hex) && !state.holds(side, hex))
    }

    pub(crate) fn run_step_back<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        commander: CommanderId,
        table: &mut Table<D, J>,
    ) -> Next {
        let must = self.must_step_back(state, commander);
        let (first, second) = {
            let mut ways = self.ways_back_of(state, commander);
            (ways.next(), ways.next())
        };
        match (must, first, second) {
            // [D-10.11.7a] With no way out he is killed.
            (true, None, _) => {
                state.agenda.pop();
                self.remove_commander(state, commander, rule!("10.11.7"), true, table);
                Next::Run
            }
            (true, Some(only), None) => {
                state.agenda.pop();
                self.post(state, commander, only, rule!("10.11.7"), table);
                Next::Run
            }
            (false, None, _) => {
                state.agenda.pop();
                Next::Run
            }
            _ => Next::Ask,
        }
    }

    pub(crate) fn step_back_actions(
        &self,
        state: &State<R>,
        commander: CommanderId,
        list: &mut ActionList<Action>,
    ) {
        if !self.must_step_back(state, commander) {
            list.push(Action::Pass);
        }
        self.ways_back_of(state, commander).for_each(|hex| list.push(Action::Lead { commander, hex }));
    }

    pub(crate) fn step_back_refusal(
        &self,
        state: &State<R>,
        commander: CommanderId,
        action: Action,
    ) -> Option<Rule> {
        let allowed = match action {
            Action::Pass => !self.must_step_back(state, commander),
            Action::Lead { commander: who, hex } => {
                who == commander && self.ways_back_of(state, commander).any(|way| way == hex)
            }
            _ => false,
        };
        (!allowed).then_some(rule!("10.11.7"))
    }

    pub(crate) fn decide_step_back<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        commander: CommanderId,
        action: Action,
        table: &mut Table<D, J>,
    ) {
        state.agenda.pop();
        if let Action::Lead { hex, .. } = action {
            // [D-10.11.7a] This triggers nothing.
            self.post(state, commander, hex, rule!("10.11.7"), table);
        }
    }
}
