//! [10.4] to 10.9: musket fire, alone and joint: who may fire, when, at whom, and what it does.
//!
//! A hex fires as one [`Firer`]: the top unit, a stack side by side, or a square. Several firers in a row make a
//! [`Volley`]. Who may fire and at whom is here, what it does in `effect`, what it may do in `prospect`. Sight is left
//! to `sight`, artillery fire to `guns`, the retreat to `retreat`.

pub(crate) mod effect;
mod prospect;

pub use prospect::Prospect;

use core::cmp::Reverse;

use szala_board::HexSet;
use szala_board::{Bearing, Direction, Facing, HexId};
use szala_kernel::{ActionList, Dice, Journal, Rule, Side, Table, rule};

use crate::chapters::game::Insurrection;
use crate::chapters::sight::range_of;
use crate::position::action::Action;
use crate::position::ids::{Hexes, UnitId, UnitSet, Verdict, require};
use crate::position::room::{Room, Row};
use crate::position::state::State;

/// When somebody fires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Occasion {
    /// The turn of the side that is not active, in the alternation [10.4].
    Passive,
    /// The active side's turn, by units that are not moving [D-10.4a].
    Active,
    /// In the middle of a move, by the units that make it [D-10.4d].
    OnTheMove,
    /// In reaction to the step into this hex, at those that took it [9.1].
    Reaction(HexId),
    /// The same by the skirmishers of one hex, who have passed their test [D-M9.1a].
    Skirmish {
        /// Where they are.
        from: HexId,
        /// Into which hex the step was.
        hex: HexId,
    },
}

/// What all questions about one side's fire on one occasion need of the position, read once.
pub(crate) struct Field<'s, R: Room> {
    pub(crate) side: Side,
    pub(crate) occasion: Occasion,
    /// Own hexes outside melee [10.6].
    pub(crate) ours: Hexes<R>,
    /// Hexes with enemy units outside melee [10.6]. No captured guns and no lone commanders [D-10.5b].
    theirs: Hexes<R>,
    /// Of these, the ones that may be fired at on this occasion.
    offered: Hexes<R>,
    /// Of these, the ones with nothing but guns.
    pub(crate) lone_guns: Hexes<R>,
    /// The hexes in which units block sight [10.1].
    obstacles: &'s Hexes<R>,
}

/// The infantry or cavalry of one hex, firing as one [6.8].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Firer<R: Room> {
    hex: HexId,
    top: UnitId,
    /// All units that fire, and are marked with the shot.
    units: UnitSet<R>,
    /// Their firepowers together.
    power: u8,
    facing: Facing,
    /// In a square? Then a quarter of the firepower counts [7.2.2].
    square: bool,
}

/// A firer that may fire now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Ready<R: Room> {
    firer: Firer<R>,
    /// The hexes at which it alone may fire.
    targets: Hexes<R>,
}

/// One shot, of one firer or of several jointly.
struct Volley<R: Room> {
    target: HexId,
    /// The hex of the first firer.
    from: HexId,
    /// [10.9.6] Those of the others, and how many they are.
    others: Hexes<R>,
    joined: u8,
    units: UnitSet<R>,
    /// The firer whose firepower and distance count [D-10.9.6a].
    best: Firer<R>,
}

/// [10.9.1] The most shots a stage.
pub(crate) const MOST_SHOTS: u8 = 4;

impl<R: Room> Field<'_, R> {
    /// What a unit of the side may fire at from its hex: the enemies that it sees, and when one is right in front, only
    /// that one.
    #[expect(clippy::inline_always, reason = "a listing asks this of every firer")]
    #[inline(always)]
    pub(crate) fn targets(
        &self,
        game: &Insurrection<R>,
        state: &State<R>,
        unit: UnitId,
        from: HexId,
    ) -> Hexes<R> {
        let aimed = *game.arc(state, unit) & self.theirs;
        // [10.5] [D-10.5a] The neighbours in the arc are the adjacent front hexes, and neighbours see each other.
        let near = aimed & game.scenario.board.within(from, 1);
        if !near.is_empty() {
            let in_front = game.bound_to(state, unit, from, near);
            if !in_front.is_empty() {
                return in_front & self.offered;
            }
        }
        // Terrain hides nothing that is in an arc.
        let mut seen = aimed & self.offered;
        for to in seen {
            if game.sight.is_hidden(from, to, self.obstacles) {
                seen.remove(to);
            }
        }
        seen
    }

    /// [D-10.9.6c] What a firer may fire at with others: never lone guns. [D-9.1h] Reactions are single shots.
    /// [D-10.9.6e] A square has no flank zones, and takes no part.
    fn joint_targets(&self, ready: &Ready<R>) -> Hexes<R> {
        match self.occasion {
            Occasion::Reaction(_) | Occasion::Skirmish { .. } => HexSet::EMPTY,
            _ if ready.firer.square => HexSet::EMPTY,
            _ => ready.targets - self.lone_guns,
        }
    }

    /// Why the unit, which is not forbidden to fire, may not fire at that hex; `otherwise` when all of chapter 10 that
    /// holds for muskets and guns alike would let it.
    pub(crate) fn why_not(
        &self,
        game: &Insurrection<R>,
        state: &State<R>,
        unit: UnitId,
        target: HexId,
        otherwise: Rule,
    ) -> Rule {
        let board = &game.scenario.board;
        let from = state.hex_of(unit).expect("a unit that may fire is on the map");
        let in_reach = board.within(from, range_of(game.arm(unit))).contains(target);
        if state.is_melee_hex(target) {
            rule!("10.6")
        } else if game.commanders_at(state, !self.side, target).next().is_some()
            && !self.theirs.contains(target)
        {
            rule!("D-10.11.7a")
        } else if !self.theirs.contains(target) {
            rule!("10.2")
        } else if !self.offered.contains(target) {
            rule!("9.1")
        } else if !in_reach {
            rule!("10.8")
        } else if !game.looks_towards(state, unit, from, target) {
            rule!("10.2")
        } else if !game.sight.is_clear(from, target, self.obstacles) {
            rule!("10.1")
        } else if !self.targets(game, state, unit, from).contains(target) {
            rule!("10.5")
        } else {
            otherwise
        }
    }
}

// Who may fire, and at whom.
impl<R: Room> Insurrection<R> {
    /// Reads the position for the fire of a side.
    #[expect(clippy::inline_always, reason = "every listing begins with it")]
    #[inline(always)]
    pub(crate) fn field<'s>(&self, state: &'s State<R>, side: Side, occasion: Occasion) -> Field<'s, R> {
        let [ours, theirs] = [state.held[side], state.held[!side]];
        let (ours, theirs) = (ours - theirs, theirs - ours);
        let offered = match occasion {
            // [9.1] The stack that took the step; none when it is no longer there.
            Occasion::Reaction(hex) | Occasion::Skirmish { hex, .. } => {
                let is_gone = (state.stack(!side, hex) & state.movers).is_empty();
                if is_gone { HexSet::EMPTY } else { theirs & HexSet::of(hex) }
            }
            Occasion::Passive | Occasion::Active | Occasion::OnTheMove => theirs,
        };
        let lone_guns = theirs - state.manned;
        Field { side, occasion, ours, theirs, offered, lone_guns, obstacles: self.obstacles(state) }
    }

    /// The infantry and cavalry in a hex that fire on this occasion would hit: [D-9.1l] those that took the step in a
    /// reaction, even among friends; otherwise all. A battery that joins friends is covered by them.
    pub(crate) fn troops_under_fire(
        &self,
        state: &State<R>,
        firing: Side,
        occasion: Occasion,
        hex: HexId,
    ) -> UnitSet<R> {
        let all = self.troops_at(state, !firing, hex);
        match occasion {
            Occasion::Reaction(_) | Occasion::Skirmish { .. } if all.intersects(state.movers) => {
                all & state.movers
            }
            _ => all,
        }
    }

    /// Lists every shot that the side may fire on this occasion: musket fire by hexes, single shots before joint
    /// ones, then artillery.
    pub(crate) fn fire_actions(
        &self,
        state: &State<R>,
        side: Side,
        occasion: Occasion,
        list: &mut ActionList<Action>,
    ) {
        let field = self.field(state, side, occasion);
        let mut near = HexSet::EMPTY;
        for unit in self.shooters(state, &field).iter() {
            if let Some(hex) = self.in_musket_range(state, &field, unit) {
                near.insert(hex);
            }
        }
        if !near.is_empty() {
            self.musket_actions(state, &field, &near, list);
        }
        self.shell_actions(state, &field, list);
    }

    /// Lists every shot from these hexes, whose units could aim at an enemy if nobody stood in between.
    fn musket_actions(
        &self,
        state: &State<R>,
        field: &Field<'_, R>,
        near: &Hexes<R>,
        list: &mut ActionList<Action>,
    ) {
        // A firer needs a unit of its own.
        let (mut firers, mut count) = (R::ByUnit::of(None), 0);
        near.iter().for_each(|hex| {
            if let Ok(ready) = self.ready(state, field, hex)
                && !ready.targets.is_empty()
            {
                firers[count] = Some(ready);
                count += 1;
            }
        });
        let firers = &firers.as_ref()[..count];
        for first in firers.iter().flatten() {
            let from = first.firer.hex;
            first.targets.iter().for_each(|target| list.push(Action::Fire { from, to: from, target }));
            if !near.intersects(&self.scenario.board.ring(from, 1)) {
                continue;
            }
            for direction in first.firer.facing.flank() {
                // [10.9.6] Each has a line of aim to the target; so fewer targets are left the longer the chain.
                let mut common = field.joint_targets(first);
                let mut end = from;
                while !common.is_empty()
                    && let Some(hex) = self.scenario.board.neighbour(end, direction)
                    && near.contains(hex)
                    && let Some(next) = firers.iter().flatten().find(|next| next.firer.hex == hex)
                    && self.may_fire_jointly(&first.firer, &next.firer).is_ok()
                {
                    end = hex;
                    common &= field.joint_targets(next);
                    // Each chain is listed once, from its lower end.
                    if from < end {
                        common.iter().for_each(|target| list.push(Action::Fire { from, to: end, target }));
                    }
                }
            }
        }
    }

    /// Is there any shot that the side may fire on this occasion? Where there is a joint one, each of its firers could
    /// fire alone.
    pub(crate) fn can_fire(&self, state: &State<R>, side: Side, occasion: Occasion) -> bool {
        let field = self.field(state, side, occasion);
        for unit in self.shooters(state, &field).iter() {
            if let Some(hex) = self.in_musket_range(state, &field, unit)
                && self.ready(state, &field, hex).is_ok_and(|ready| !ready.targets.is_empty())
            {
                return true;
            }
        }
        self.can_shell(state, &field)
    }

    /// The units that might fire muskets on this occasion: it is their turn, and they do not march in double time
    /// [8.9]. Whether they may is for `ready` to say.
    fn shooters(&self, state: &State<R>, field: &Field<'_, R>) -> UnitSet<R> {
        let units = match field.occasion {
            Occasion::Passive | Occasion::Active => state.on_map[field.side],
            Occasion::OnTheMove => state.movers,
            Occasion::Reaction(_) => state.reactors,
            Occasion::Skirmish { from, .. } => state.stack(field.side, from),
        };
        self.troops(units) - state.marks.doubling
    }

    /// The unit's hex, if it might fire from there and could aim at an enemy if nobody stood in between. Asked before
    /// anything else, since most are far from the enemy.
    #[expect(clippy::inline_always, reason = "a listing asks this of every firer")]
    #[inline(always)]
    fn in_musket_range(&self, state: &State<R>, field: &Field<'_, R>, unit: UnitId) -> Option<HexId> {
        let hex = state.hex_of(unit).filter(|hex| field.ours.contains(*hex))?;
        let aims = self.has_a_shot_left(state, unit) && self.arc(state, unit).intersects(&field.offered);
        aims.then_some(hex)
    }

    /// [10.9.1] Has it fired less often than it may in a stage?
    fn has_a_shot_left(&self, state: &State<R>, unit: UnitId) -> bool {
        state[unit].shots < MOST_SHOTS
    }

    /// The rule that forbids this shot, if any does.
    pub(crate) fn fire_refusal(
        &self,
        state: &State<R>,
        side: Side,
        occasion: Occasion,
        action: Action,
    ) -> Option<Rule> {
        let field = self.field(state, side, occasion);
        match action {
            Action::Fire { from, to, target } => self.may_fire(state, &field, [from, to], target).err(),
            Action::Shell { gun, target } => self.may_shell(state, &field, gun, target).err(),
            _ => Some(rule!("10.4")),
        }
    }

    /// Fires a shot that is allowed; what remains to be done of its effect is put on the agenda.
    pub(crate) fn fire<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        side: Side,
        occasion: Occasion,
        action: Action,
        table: &mut Table<D, J>,
    ) {
        match action {
            Action::Fire { from, to, target } => {
                let volley =
                    self.volley(state, side, [from, to], target).expect("only an allowed shot is fired");
                self.fire_volley(state, side, occasion, &volley, table);
            }
            Action::Shell { gun, target } => self.shell(state, occasion, gun, target, table),
            _ => unreachable!("{action:?} is no shot"),
        }
    }

    /// The firer in a hex, whether or not it may fire.
    #[expect(clippy::inline_always, reason = "a listing asks this of every firer")]
    #[inline(always)]
    fn firer(&self, state: &State<R>, side: Side, hex: HexId) -> Option<Firer<R>> {
        let troops = self.troops_at(state, side, hex);
        // [6.8] Only the top unit fires; guns are `guns`' business.
        let top = self.top(state, troops)?;
        let square = state.marks.square.contains(top);
        // [6.2.1] [7.2.2] A stack side by side fires as one, and so does a square.
        let units = if square || state.marks.side_by_side.contains(top) { troops } else { UnitSet::of(top) };
        // [10.9.3] Among others side by side a unit without firepower adds nothing. [D-10.9.6d] Their sum is what they
        // bring to joint fire too.
        let power = units.iter().map(|unit| self.firepower(state, unit)).fold(0, u8::saturating_add);
        Some(Firer { hex, top, units, power, facing: state[top].facing, square })
    }

    /// The firer in a hex, if it may fire.
    #[expect(clippy::inline_always, reason = "a listing asks this of every firer")]
    #[inline(always)]
    fn ready(&self, state: &State<R>, field: &Field<'_, R>, hex: HexId) -> Result<Ready<R>, Rule> {
        let firer = self.firer(state, field.side, hex).ok_or(rule!("6.8"))?;
        let Firer { top, units, .. } = firer;
        // [10.6] [D-4.2b] Nobody fires from a melee hex; but units out of command and those that came back fire.
        require(field.ours.contains(hex), rule!("10.6"))?;
        // [8.9] [D-8.9b] No shot in the whole phase of a double-time march.
        require(!units.intersects(state.marks.doubling), rule!("8.9"))?;
        self.may_fire_now(state, field.occasion, top, units)?;
        // [10.9.1] [D-10.9.1a] Units that fire as one are marked as one: all need a shot left.
        require(units.iter().all(|unit| self.has_a_shot_left(state, unit)), rule!("10.9.1"))?;
        // [10.9.3] A unit without firepower does not fire.
        require(firer.power > 0, rule!("10.9.3"))?;
        Ok(Ready { firer, targets: self.targets_of_muskets(state, field, &firer) })
    }

    /// [10.4] Is it the turn of these units, and can they pay?
    #[expect(clippy::inline_always, reason = "a listing asks this of every firer")]
    #[inline(always)]
    fn may_fire_now(&self, state: &State<R>, occasion: Occasion, top: UnitId, units: UnitSet<R>) -> Verdict {
        match occasion {
            // [10.4] Any unit of the side that is not active.
            Occasion::Passive => Ok(()),
            // [9.1] [D-9.1i] A stack reacts as a whole, known by its top. [D-8.15a] What waited is no shot.
            Occasion::Reaction(_) => require((state.reactors - state.late).contains(top), rule!("9.1")),
            // [D-M9.1d] Those that have tested.
            Occasion::Skirmish { from, .. } => require(state.hex_of(top) == Some(from), rule!("D-M9.1d")),
            // [D-10.4b] Any infantry or cavalry of the active side, [D-10.4a] as long as it is not moving.
            Occasion::Active => {
                require(!units.intersects(state.movers), rule!("D-10.4a"))?;
                self.can_pay(state, units)
            }
            // [D-10.4d] Movers fire between steps while 1 MP is left.
            Occasion::OnTheMove => {
                require(units.is_subset(state.movers), rule!("D-10.4d"))?;
                // [D-8.16a] The points are those of the stack that moves as one.
                let group = state.hex_of(top).map_or(units, |hex| self.movers_at(state, hex));
                self.can_pay(state, group)
            }
        }
    }

    /// [10.9.2] A shot costs 1 MP to those of the units that are led in this movement phase.
    fn can_pay(&self, state: &State<R>, units: UnitSet<R>) -> Verdict {
        let payers = units & state.led;
        require(payers.iter().all(|unit| self.points_left(state, unit) > 0), rule!("10.9.2"))
    }

    /// [10.3] [10.5] What a firer may fire at alone.
    #[expect(clippy::inline_always, reason = "a listing asks this of every firer")]
    #[inline(always)]
    fn targets_of_muskets(&self, state: &State<R>, field: &Field<'_, R>, firer: &Firer<R>) -> Hexes<R> {
        let targets = field.targets(self, state, firer.top, firer.hex);
        if !targets.intersects(&field.lone_guns) {
            return targets;
        }
        // [10.9.5] [D-10.9.5a] At lone guns only from next to them, and with a firepower of 3.
        let is_strong = effect::power_against_guns(firer.power, firer.square) >= effect::POWER_AGAINST_GUNS;
        let can_take = if is_strong { self.scenario.board.ring(firer.hex, 1) } else { HexSet::EMPTY };
        targets - (field.lone_guns - can_take)
    }

    /// [10.9.6] The firer next to `last` in a chain that begins with `first`.
    ///
    /// Why a chain is straight: the two flank hexes of a unit lie opposite each other, on one axis. Two units in each
    /// other's flank zones therefore have the same axis, and look the same way or opposite ways. The sectors of two
    /// opposite facings lie on different sides of the axis and share no target; so all look the same way. Within three
    /// hexes' range of one target at most five hexes of an axis have it in front.
    /// [D-M7.2f] The arcs of skirmishers are wider, and two that look opposite ways could share a target: for them it
    /// is a rule that all look the same way, and `may_fire_jointly` asks it of all.
    fn next_in_chain(
        &self,
        state: &State<R>,
        field: &Field<'_, R>,
        first: &Firer<R>,
        last: HexId,
        direction: Direction,
    ) -> Result<Ready<R>, Rule> {
        let hex = self.scenario.board.neighbour(last, direction).ok_or(rule!("10.9.6"))?;
        // A gap in the row.
        require(!self.troops_at(state, field.side, hex).is_empty(), rule!("10.9.6"))?;
        let next = self.ready(state, field, hex)?;
        self.may_fire_jointly(first, &next.firer)?;
        Ok(next)
    }

    /// [10.9.6] May two of a row take part in one shot?
    fn may_fire_jointly(&self, first: &Firer<R>, next: &Firer<R>) -> Verdict {
        require(!next.square && !first.square, rule!("D-10.9.6e"))?;
        require(next.facing == first.facing && self.arm(next.top) == self.arm(first.top), rule!("10.9.6"))
    }

    /// May this chain of hexes fire this shot?
    fn may_fire(&self, state: &State<R>, field: &Field<'_, R>, chain: [HexId; 2], target: HexId) -> Verdict {
        let [from, to] = chain;
        let first = self.ready(state, field, from)?;
        if from == to {
            let why_not = || field.why_not(self, state, first.firer.top, target, rule!("D-10.9.5a"));
            return if first.targets.contains(target) { Ok(()) } else { Err(why_not()) };
        }
        let is_straight = |direction: &Direction| self.is_straight(from, *direction, to);
        let direction = first.firer.facing.flank().into_iter().find(is_straight).filter(|_| from < to);
        let direction = direction.ok_or(rule!("10.9.6"))?;
        self.may_take_part(state, field, &first, target)?;
        let mut last = from;
        while last != to {
            let next = self.next_in_chain(state, field, &first.firer, last, direction)?;
            self.may_take_part(state, field, &next, target)?;
            last = next.firer.hex;
        }
        Ok(())
    }

    /// The shot from this chain of hexes, which is allowed; nothing when it is none.
    #[expect(clippy::inline_always, reason = "whoever weighs shots asks this of every one")]
    #[inline(always)]
    fn volley(&self, state: &State<R>, side: Side, chain: [HexId; 2], target: HexId) -> Option<Volley<R>> {
        let board = &self.scenario.board;
        let [from, to] = chain;
        let first = self.firer(state, side, from)?;
        let mut volley =
            Volley { target, from, others: HexSet::EMPTY, joined: 0, units: first.units, best: first };
        let mut last = from;
        while last != to {
            let Some(Bearing::Side(direction)) = board.bearing(last, to) else { return None };
            last = board.neighbour(last, direction)?;
            let next = self.firer(state, side, last)?;
            volley.others.insert(last);
            volley.joined += 1;
            volley.units |= next.units;
            // [D-10.9.6a] The highest firepower, and among equals the nearest.
            let rank = |firer: &Firer<R>| (firer.power, Reverse(board.distance(firer.hex, target)));
            if rank(&next) > rank(&volley.best) {
                volley.best = next;
            }
        }
        Some(volley)
    }

    fn may_take_part(
        &self,
        state: &State<R>,
        field: &Field<'_, R>,
        ready: &Ready<R>,
        target: HexId,
    ) -> Verdict {
        if field.joint_targets(ready).contains(target) {
            return Ok(());
        }
        let own_fault = match field.occasion {
            Occasion::Reaction(_) | Occasion::Skirmish { .. } => rule!("D-9.1h"),
            _ if ready.firer.square => rule!("D-10.9.6e"),
            _ => rule!("D-10.9.6c"),
        };
        Err(field.why_not(self, state, ready.firer.top, target, own_fault))
    }

    /// Do steps in this direction alone lead there?
    fn is_straight(&self, from: HexId, direction: Direction, to: HexId) -> bool {
        let board = &self.scenario.board;
        let steps = 0..board.distance(from, to);
        steps.into_iter().try_fold(from, |at, _| board.neighbour(at, direction)) == Some(to)
    }
}

#[cfg(test)]
mod tests;
