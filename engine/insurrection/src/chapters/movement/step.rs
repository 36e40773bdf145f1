//! [8.1-8.6] Steps: into which hex, for how many points, and what a step sets off. [8.14.1] Charges.

use szala_board::{Facing, HexId, Zone};
use szala_kernel::{Dice, Journal, Rule, Side, Table, rule};

use crate::chapters::game::Insurrection;
use crate::chapters::movement::ground::{BARRED, Way};
use crate::position::agenda::Task;
use crate::position::ids::{Arm, Hexes, UnitId, UnitSet, Verdict, require};
use crate::position::room::Room;
use crate::position::state::{Entry, State};

/// [8.14.1] The hexes of a charge, the one charged among them [D-8.14a].
const RUN_UP: u8 = 3;
/// [7.2m] What any hex costs in skirmish order.
const LOOSE_POINTS: u8 = 1;
/// [D-8.14e] The most charges in one move.
const MOST_CHARGES: u8 = 3;

/// A step that is legal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    points: Points,
    way: Way,
    backwards: bool,
}

impl Plan {
    /// Is the enemy there?
    pub(super) const fn enters_enemy(self) -> bool {
        self.points.enemy > 0
    }
}

/// What a step costs, part by part.
#[derive(Clone, Copy, Debug)]
struct Points {
    /// [8.2t] The ground.
    ground: u8,
    /// [6.3] Leaving friends passed through.
    passed: u8,
    /// [6.11] Entering an enemy hex.
    enemy: u8,
    /// [8.6] Going backwards.
    backwards: u8,
}

impl Points {
    const fn sum(self) -> u8 {
        self.ground + self.passed + self.enemy + self.backwards
    }

    /// Records each part.
    fn tell<D: Dice, J: Journal>(self, table: &mut Table<D, J>) {
        table.note(rule!("8.2t"), self.ground.into(), "points for the ground");
        table.note(rule!("6.3"), self.passed.into(), "point for passing through friends");
        table.note(rule!("6.11"), self.enemy.into(), "point for entering an enemy hex");
        table.note(rule!("8.6"), self.backwards.into(), "point for going backwards");
    }
}

/// A stack in the middle of its move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mover<R: Room> {
    /// Where it is.
    pub(super) from: HexId,
    /// The units that move together.
    pub(super) group: UnitSet<R>,
    /// The uppermost of them.
    pub(super) lead: UnitId,
    /// Whose they are.
    side: Side,
    /// The points left to it.
    pub(super) left: u8,
    /// Is it among friends whom it passes through?
    passes: bool,
    /// Is it in skirmish order? [7.2m]
    pub(super) is_loose: bool,
    /// Does it turn freely, and so step into any neighbouring hex? [D-M7.2e]
    pub(super) turns_freely: bool,
}

impl<R: Room> Insurrection<R> {
    /// [6.0] Whose facing is the stack's: its uppermost infantry or cavalry. Guns among them face as they like.
    pub(super) fn lead(&self, state: &State<R>, group: UnitSet<R>) -> Option<UnitId> {
        self.top(state, self.troops(group)).or_else(|| self.top(state, group))
    }

    /// The moving stack in a hex, if there is one.
    pub(super) fn mover(&self, state: &State<R>, from: HexId) -> Result<Mover<R>, Rule> {
        let group = self.movers_at(state, from);
        let lead = self.lead(state, group).ok_or(rule!("8.16"))?;
        let left = self.group_points_left(state, group);
        let side = self.active_side(state);
        // [6.3] [D-6.3a] Not where the move began. [D-6.3c] Elsewhere it does not matter who came first.
        let has_moved = group.iter().any(|unit| state[unit].steps > 0);
        let passes = has_moved && state.stack(side, from) != group;
        let is_loose = group.intersects(state.marks.skirmish);
        let turns_freely = is_loose && self.turns_freely(state, group);
        Ok(Mover { from, group, lead, side, left, passes, is_loose, turns_freely })
    }

    /// [8.1] [8.6] The neighbouring hexes that are not in the flank zone of the moving stack; all of them for a square
    /// [7.2.2] and for skirmishers [D-M7.2e].
    pub(super) fn ways_of(&self, state: &State<R>, mover: &Mover<R>) -> Hexes<R> {
        if mover.turns_freely || mover.group.intersects(state.marks.square) {
            return self.scenario.board.ring(mover.from, 1);
        }
        self.ground.steps(mover.from, state[mover.lead].facing)
    }

    /// [8.1] May the moving stack enter `to`, without charging?
    pub(super) fn may_step(&self, state: &State<R>, mover: &Mover<R>, to: HexId) -> Verdict {
        self.plan(state, mover, to).map(|_| ())
    }

    /// [8.14.1] May it enter `to` as a charge?
    pub(super) fn may_charge(&self, state: &State<R>, mover: &Mover<R>, to: HexId) -> Verdict {
        require(self.charges(mover) && state.holds(!mover.side, to), rule!("8.14.1"))?;
        self.may_be_charge(state, mover, self.plan(state, mover, to)?)
    }

    /// Are these units that charge?
    pub(super) fn charges(&self, mover: &Mover<R>) -> bool {
        mover.group.is_subset(self.cavalry) && !self.scenario.values.barred.charges[mover.side]
    }

    /// May this step of units that charge be one? [8.14.1]
    pub(super) fn may_be_charge(&self, state: &State<R>, mover: &Mover<R>, step: Plan) -> Verdict {
        let group = mover.group;
        // [D-8.14b] The hexes count from the start of the move; [8.14.1] no turn, shot, forest, escarpment or friend.
        let enough = group.iter().all(|unit| state[unit].steps + 1 >= RUN_UP);
        require(step.enters_enemy() && enough && !group.intersects(state.marks.no_charge), rule!("8.14.1"))?;
        // [D-8.14d] [D-M8.14b] The hex charged counts for the bars of the ground. [D-8.14e] Front-zone steps only.
        require(!step.way.bars_charges && !step.backwards, rule!("D-8.14d"))?;
        require(group.iter().all(|unit| state[unit].charges < MOST_CHARGES), rule!("D-8.14e"))
    }

    /// Whether and for how much the moving stack can enter `to`.
    #[expect(clippy::inline_always, reason = "a listing asks this of every step")]
    #[inline(always)]
    pub(super) fn plan(&self, state: &State<R>, mover: &Mover<R>, to: HexId) -> Result<Plan, Rule> {
        let Mover { from, group, lead, side, left, .. } = *mover;
        let direction = self.scenario.board.direction_to(from, to).ok_or(rule!("8.1"))?;
        let way = self.ground.way(from, direction);
        if group.intersects(state.marks.square) {
            return self.plan_of_square(state, mover, to, way);
        }
        let enemy = state.holds(!side, to);
        let backwards = match state[lead].facing.zone_of(direction) {
            Zone::Front => false,
            // [D-M7.2e] Having turned, they go forwards.
            _ if mover.turns_freely => false,
            Zone::Flank => return Err(rule!("8.1")),
            Zone::Rear => {
                // [8.6] [D-8.6a] Backwards never into an enemy hex.
                require(!enemy, rule!("8.6"))?;
                true
            }
        };
        let doubling = group.intersects(state.marks.doubling);
        if doubling {
            // [8.9] [D-8.9b] Forwards, and neither forest nor escarpment, by road or not [D-8.2d].
            require(!backwards && !way.bars_double_time, rule!("8.9"))?;
        }
        // [8.12] Limbered guns keep away from the enemy.
        require(!enemy || !group.intersects(self.guns), rule!("8.12"))?;
        let points = self.step_points(mover, way, backwards, enemy);
        // [8.9] Nor on from friends: that would be passing through them [D-8.9b].
        require(!doubling || points.passed == 0, rule!("8.9"))?;
        // [8.5] [D-8.5a] One hex is always possible, as the first expenditure of a normal move.
        let is_first = || group.iter().all(|unit| state[unit].spent == 0) && !doubling;
        if points.sum() > left {
            // [D-MG4d] Barred ground not even so.
            require(points.ground < BARRED, rule!("D-MG4d"))?;
            require(is_first(), rule!("8.2"))?;
        }
        self.may_be_in(state, mover, to, enemy, left.saturating_sub(points.sum()), doubling)?;
        Ok(Plan { points, way, backwards })
    }

    /// [7.2.2] A square goes one hex in any direction, on clear ground, for all its points, and attacks nobody.
    fn plan_of_square(&self, state: &State<R>, mover: &Mover<R>, to: HexId, way: Way) -> Result<Plan, Rule> {
        let square = rule!("7.2.2");
        let side = mover.side;
        require(mover.group.iter().all(|unit| state[unit].spent == 0), square)?;
        // [D-M7.3.2a]
        require(!way.bars_squares, square)?;
        // [D-7.2.2c] Into a hex without any unit.
        require(!state.holds(side, to) && !state.holds(!side, to), square)?;
        let points = Points { ground: mover.left, passed: 0, enemy: 0, backwards: 0 };
        Ok(Plan { points, way, backwards: false })
    }

    /// [8.2t] The ground, for the costliest unit of the stack [D-8.16a].
    fn ground_points_of(&self, mover: &Mover<R>, way: Way) -> u8 {
        let group = mover.group;
        let points = |units, arm| if group.intersects(units) { way.points(arm) } else { 0 };
        // [7.2m] [D-M7.2d] For skirmishers all ground is alike, hex and hexside. Guns with them pay as ever.
        let on_foot = if mover.is_loose { LOOSE_POINTS } else { points(self.infantry, Arm::Infantry) };
        on_foot.max(points(self.cavalry, Arm::Cavalry)).max(points(self.guns, Arm::Artillery))
    }

    /// The points of a step: the ground, for the costliest unit of the stack [D-8.16a], and what comes on top of it.
    fn step_points(&self, mover: &Mover<R>, way: Way, backwards: bool, enemy: bool) -> Points {
        let ground = self.ground_points_of(mover, way);
        // [6.3] One more for passing through friends, paid on leaving them. [6.11] One more into an enemy hex.
        // [8.6] One more backwards. [D-8.2a] By road too.
        let passed = mover.passes.into();
        Points { ground, passed, enemy: enemy.into(), backwards: backwards.into() }
    }

    /// May the units be in that hex, to stay or at least to pass through?
    #[expect(clippy::inline_always, reason = "a listing asks this of every step")]
    #[inline(always)]
    fn may_be_in(
        &self,
        state: &State<R>,
        mover: &Mover<R>,
        hex: HexId,
        enemy: bool,
        left: u8,
        doubling: bool,
    ) -> Verdict {
        let group = mover.group;
        let there = state.stack(mover.side, hex);
        // [D-8.10b] Stacks of a moving line keep apart: those that meet would be one stack with two moves.
        require(!(state.movers - group).intersects(there), rule!("D-8.10b"))?;
        // [D-7.2c] Formation is kept in a melee hex [7.1]: nobody joins a square there.
        require(!enemy || !there.intersects(state.marks.square), rule!("7.1"))?;
        let stay = self.may_stand_together(state, there | group);
        // [6.12] [6.13] In an enemy hex they stay, within the limits. [D-6.12b] So 6.1 holds there at once.
        if enemy || stay.is_ok() || there.is_empty() {
            return stay;
        }
        // [8.9] Not through friends in double time; a commander alone is none of them [D-8.9c].
        require(!doubling, rule!("8.9"))?;
        // [D-8.10b] Nor in a line, whose other stacks might close the way.
        require(group == state.movers, rule!("D-8.10b"))?;
        // [6.1.1] [6.4] Passing through needs room, and [D-6.3a] a way out that can be paid.
        self.may_pass_together(state, there | group)?;
        if self.can_leave(state, mover, hex, left) { Ok(()) } else { stay }
    }

    /// [D-6.3a] Having passed into a hex of friends with this many points left, is there a way out?
    fn can_leave(&self, state: &State<R>, mover: &Mover<R>, hex: HexId, left: u8) -> bool {
        let Mover { group, lead, side, turns_freely, .. } = *mover;
        let facing = state[lead].facing;
        let forwards = facing.front().map(|direction| (direction, false));
        // [8.6] A step backwards is a way out like another.
        let backwards = facing.rear().map(|direction| (direction, !turns_freely));
        // [D-M7.2e] And sideways for skirmishers.
        let sideways = facing.flank().map(|direction| (direction, false));
        let sideways = sideways.into_iter().take(if turns_freely { 2 } else { 0 });
        forwards.into_iter().chain(backwards).chain(sideways).any(|(direction, is_backwards)| {
            let Some(to) = self.scenario.board.neighbour(hex, direction) else { return false };
            let way = self.ground.way(hex, direction);
            let enemy = state.holds(!side, to);
            if enemy && (is_backwards || group.intersects(self.guns)) {
                return false;
            }
            let ground = self.ground_points_of(mover, way);
            let points = ground + 1 + u8::from(enemy) + u8::from(is_backwards);
            points <= left && self.may_be_in(state, mover, to, enemy, left - points, false).is_ok()
        })
    }

    /// Takes the step and puts on the agenda what it sets off.
    pub(super) fn step<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        from: HexId,
        to: HexId,
        charge: bool,
        table: &mut Table<D, J>,
    ) {
        let mover = self.mover(state, from).expect("the step was listed");
        let plan = self.plan(state, &mover, to).expect("the step was listed");
        let Mover { side, group, .. } = mover;
        let enemy = state.holds(!side, to);
        plan.points.tell(table);
        // [7.2.2] A square pays with all points of every company.
        let is_square = group.intersects(state.marks.square);
        let is_beyond = is_square || plan.points.sum() > self.group_points_left(state, group);
        if is_beyond {
            // [8.5] A step beyond the points takes them all, and ends the move.
            self.exhaust(state, group, rule!("8.5"), table);
        } else {
            self.spend(state, group, plan.points.sum(), rule!("8.2"), table);
        }
        let friends = !state.stack(side, to).is_empty();
        let entry = enemy.then(|| self.entry(state, side, from, to));
        self.march(state, group, from, to);
        self.tell_hex(group, from, to, if charge { rule!("8.14.1") } else { rule!("8.1") }, table);
        if mover.turns_freely {
            self.turn_on_the_way(state, &mover, to, table);
        }
        for unit in group.iter() {
            state[unit].steps = state[unit].steps.saturating_add(1);
            state[unit].entry = entry;
            self.note_camp(state, unit, to, table);
        }
        state.marks.wheeled -= group;
        state.marks.lifted -= group;
        if is_beyond {
            // [8.5] Not even the free turn of limbered guns is left.
            state.marks.wheeled |= group & self.guns;
        }
        // [8.14.1] Backwards [D-8.14e], through forest, across an escarpment or past friends: no charge in this move.
        if plan.backwards || plan.way.bars_charges || friends {
            state.marks.no_charge |= group;
        }
        if charge {
            group.iter().for_each(|unit| state[unit].charges += 1);
        }
        state.agenda.push(Task::Arrived { from, to, charge });
        self.expect_reactions(state, from, to, table);
        self.enemy_entered(state, side, to, self.scenario.family.commanders_step_before);
    }

    /// Carries moving units one hex on. [D-6.2.1c] A unit that passes through friends changes no formation, neither its
    /// own nor theirs; what becomes of those that it joins is settled when its move ends, which in an enemy hex is now.
    fn march(&self, state: &mut State<R>, group: UnitSet<R>, from: HexId, to: HexId) {
        let side = self.active_side(state);
        let (beside, there) = (state.stack(side, from) - group, state.stack(side, to));
        let has_passed = group.iter().any(|unit| state[unit].steps > 0);
        let joins = state.holds(!side, to) && !there.is_empty();
        let mut kept = UnitSet::EMPTY;
        if has_passed {
            kept |= beside;
        }
        if !joins {
            kept |= there;
            // A part of a stack that leaves the rest has no formation.
            if has_passed || self.troops(beside).is_empty() {
                kept |= group;
            }
        }
        let (lines, squares) = (state.marks.side_by_side & kept, state.marks.square & kept);
        self.carry(state, group, to);
        state.marks.side_by_side |= lines;
        state.marks.square |= squares;
        if joins {
            self.close_up(state, side, to);
        }
    }

    /// [D-M7.2e] While it is under way a skirmisher faces the hex that it enters, turned no further than it must.
    fn turn_on_the_way<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        mover: &Mover<R>,
        to: HexId,
        table: &mut Table<D, J>,
    ) {
        let direction =
            self.scenario.board.direction_to(mover.from, to).expect("a step leads to a neighbour");
        let last = state[mover.lead].facing;
        let looks_there = Facing::ALL.into_iter().filter(|facing| facing.front().contains(&direction));
        // Of two facings side by side one is nearer, whatever the last one was.
        let facing = looks_there.min_by_key(|facing| last.steps_to(*facing)).expect("two look there");
        self.face_and_tell(state, self.troops(mover.group), facing, rule!("7.2m"), table);
    }

    /// How units enter the enemy in `to` from `from` [D-6.12a]: by the facing of its top unit, or of its lone guns
    /// [D-11.7f].
    pub(crate) fn entry(&self, state: &State<R>, mover: Side, from: HexId, to: HexId) -> Entry {
        let enemy = !mover;
        let faced = self.top_at(state, enemy, to).or_else(|| state.stack(enemy, to).first());
        let faced = faced.expect("an enemy is there");
        let zone = self.zone_towards(state, faced, from);
        // [7.3] [D-7.3a] A flank hex free of any unit, now [D-7.3b]; one off the map is not free.
        let is_free = |hex: HexId| !state.holds(enemy, hex) && !state.holds(!enemy, hex);
        let mut flanks = state[faced].facing.flank().into_iter();
        let lava = flanks.any(|direction| self.scenario.board.neighbour(to, direction).is_some_and(is_free));
        let direction = self.scenario.board.direction_to(from, to).expect("a step leads to a neighbour");
        // [D-8.2a] A road does not take the hill away.
        Entry { zone, against: self.ground.way(from, direction).against, lava }
    }

    /// [6.13] [8.13] The moving units are in the hex and reactions are over.
    pub(crate) fn run_arrived<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        (from, to, charge): (HexId, HexId, bool),
        table: &mut Table<D, J>,
    ) {
        state.agenda.pop();
        let side = self.active_side(state);
        let group = self.movers_at(state, to);
        if group.is_empty() || !state.holds(!side, to) {
            // Driven off, or the enemy withdrew: an entered hex without an enemy is a hex like others.
            for unit in group.iter() {
                state[unit].entry = None;
            }
            return;
        }
        if charge {
            // [8.14.2] Melee at once.
            state.agenda.push(Task::Charged { from, to });
            self.begin_melee(state, to, crate::position::state::MeleeKind::Charge, side, table);
        } else {
            // [6.13] A unit in an enemy hex moves no more; [D-8.14c] it fights in phase 4.
            state.movers -= group;
            // [7.2.1] [D-7.2.1a] Infantry may form square against any cavalry that enters.
            if group.intersects(self.cavalry) {
                state.agenda.push(Task::OfferSquare(to));
            }
        }
    }

    /// [8.14.3] The winner of a charge goes on, having arrived anew for third units [D-9.1f].
    pub(crate) fn run_charged<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        (from, to): (HexId, HexId),
        table: &mut Table<D, J>,
    ) {
        state.agenda.pop();
        // [D-10.11.7a] Commanders had their one step when the charge came in.
        if !self.movers_at(state, to).is_empty() {
            self.expect_reactions(state, from, to, table);
        }
    }
}

#[cfg(test)]
mod tests {
    use szala_board::pointy::facing;

    use super::*;
    use crate::position::state::State;
    use crate::testing::Setup;

    const US: Side = Side::First;
    const THEM: Side = Side::Second;

    /// One of our units in 0401 facing north, on the move, and a road from it through the wood of 0501.
    fn on_a_road_into_a_wood(arm: Arm) -> (Insurrection, State) {
        let mut setup = Setup::new();
        setup.forest("0501");
        setup.road("0401|0501");
        let unit = setup.unit(US, arm, 2, "0401", facing::N);
        let (game, mut state) = setup.finish();
        state.movers = UnitSet::of(unit);
        (game, state)
    }

    #[test]
    fn d_8_2d_a_road_does_not_open_a_wood_to_double_time() {
        let (game, mut state) = on_a_road_into_a_wood(Arm::Infantry);
        let step = |state: &State| {
            game.may_step(
                state,
                &game.mover(state, game.hex("0401")).expect("the test has put the unit on the move"),
                game.hex("0501"),
            )
        };
        assert_eq!(step(&state), Ok(()));
        // [D-8.2d] The road makes the step 1, and the wood stays a wood.
        state.marks.doubling = state.movers;
        assert_eq!(step(&state), Err(rule!("8.9")));
    }

    #[test]
    fn d_8_14e_a_fourth_charge_in_a_move_is_barred() {
        // [D-8.14e] Our cavalry in 0401 has come two hexes, theirs is in 0501, which makes three.
        let mut setup = Setup::new();
        let unit = setup.unit(US, Arm::Cavalry, 2, "0401", facing::N);
        setup.unit(THEM, Arm::Cavalry, 2, "0501", facing::N);
        let (game, mut state) = setup.finish();
        state.movers = UnitSet::of(unit);
        state[unit].steps = 2;
        let charge = |state: &State| {
            game.may_charge(
                state,
                &game.mover(state, game.hex("0401")).expect("the test has put the unit on the move"),
                game.hex("0501"),
            )
        };
        state[unit].charges = 2;
        assert_eq!(charge(&state), Ok(()));
        state[unit].charges = 3;
        assert_eq!(charge(&state), Err(rule!("D-8.14e")));
    }

    #[test]
    fn r8_14_1_a_side_that_is_kept_from_charging_does_not_charge() {
        for (barred, expected) in [(THEM, Ok(())), (US, Err(rule!("8.14.1")))] {
            let mut setup = Setup::new();
            let unit = setup.unit(US, Arm::Cavalry, 2, "0401", facing::N);
            setup.unit(THEM, Arm::Cavalry, 2, "0501", facing::N);
            setup.scenario.values.barred.charges[barred] = true;
            let (game, mut state) = setup.finish();
            state.movers = UnitSet::of(unit);
            state[unit].steps = 2;
            let mover = game.mover(&state, game.hex("0401")).expect("the test has put the unit on the move");
            assert_eq!(game.may_charge(&state, &mover, game.hex("0501")), expected);
        }
    }
}
