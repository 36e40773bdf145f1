//! Chapter 8, 8.1 and 8.2: missiles and reaction shots.

use szala_board::{Approach, Direction, HexId, Ordinal};
use szala_kernel::{Dice, Die, Journal, Rule, Table, rule};

use crate::chapters::game::Spqr;
use crate::chapters::words;
use crate::position::action::Action;
use crate::position::agenda::Task;
use crate::position::data::{Arms, Class, Kind};
use crate::position::ids::{LeaderId, UnitId, Units, of_side};
use crate::position::state::{Mover, State};
use crate::position::tables::{FARTHEST, From, Weapon};

impl Spqr {
    /// [8.11, 8.51] What a unit shoots with.
    fn weapon(&self, unit: UnitId) -> Option<Weapon> {
        let card = self.card(unit);
        Some(match (card.arms, card.kind.is_foot()) {
            (Arms::None, _) => return None,
            (Arms::Javelins, true) => Weapon::FootJavelins,
            (Arms::Javelins, false) => Weapon::MountedJavelins,
            (Arms::Bows, true) => Weapon::FootBows,
            (Arms::Bows, false) => Weapon::MountedBows,
            (Arms::Slings, _) => Weapon::Slings,
            (Arms::BalearicSlings, _) => Weapon::BalearicSlings,
        })
    }

    pub(crate) fn strength(&self, weapon: Weapon, range: u8) -> Option<i32> {
        let row = &self.scenario.tables.missiles[weapon as usize];
        let cell = usize::from(range).checked_sub(1).and_then(|at| row.get(at));
        cell.map(|cell| i32::from(*cell)).filter(|strength| *strength >= 0)
    }

    /// [D-6.27c] As far as a unit could shoot with what it has left; 0 if it cannot.
    pub(crate) fn farthest_shot(&self, state: &State, unit: UnitId) -> u8 {
        let weapon = self.weapon(unit).filter(|_| !(state.empty | state.routed).contains(unit));
        let reaches = |range: &u8| weapon.is_some_and(|weapon| self.strength(weapon, *range).is_some());
        (1..=FARTHEST).filter_map(|range| u8::try_from(range).ok()).filter(reaches).max().unwrap_or(0)
    }

    /// [9.12, 4.7.3] Has a unit a screen? Elephants have, but those of leaders; these alone hide what is behind them
    /// [D-4.7b].
    fn is_screened(&self, unit: UnitId) -> bool {
        self.card(unit).kind == Kind::Elephant && !self.is_ridden(unit)
    }

    /// [8.13, 8.16, D-8.24a] Can a unit shoot at another as both stand? Routed ones cannot; in reaction an elephant's
    /// screen can too [8.25], which no order makes shoot [D-9.13a].
    pub(crate) fn can_shoot(&self, state: &State, unit: UnitId, target: UnitId, in_reaction: bool) -> bool {
        if state.routed.contains(unit) || state.dead.contains(unit) || state.dead.contains(target) {
            return false;
        }
        // [6.6.8] Of a stack the top shoots, and at it others shoot, even where the one beneath is hit.
        if state.is_beneath(unit) || state.is_beneath(target) {
            return false;
        }
        // [10.51a] A unit that is engaged does not shoot and is not shot at.
        // [6.7.5] Nor does a column shoot.
        if state.columns.contains(unit) || self.is_engaged(state, unit) || self.is_engaged(state, target) {
            return false;
        }
        let has_screen = in_reaction && self.is_screened(unit) && !state.screen_empty.contains(unit);
        let own = self.weapon(unit).filter(|_| !state.empty.contains(unit));
        if own.is_none() && !has_screen {
            return false;
        }
        let range = self.range(state, unit, target);
        if usize::from(range) > FARTHEST {
            return false;
        }
        let reaches = |weapon| self.strength(weapon, range).is_some();
        (own.is_some_and(reaches) || has_screen && reaches(Weapon::Screen))
            && self.is_in_arc(state, unit, target)
    }

    /// The hex from which a unit harasses, while it does [9.24].
    fn near(&self, state: &State, unit: UnitId) -> Option<HexId> {
        state.mover.filter(|mover| mover.unit == unit).and_then(|mover| mover.near)
    }

    /// [D-9.24a] How far a shot goes: one hex at and from a unit that harasses.
    fn range(&self, state: &State, unit: UnitId, target: UnitId) -> u8 {
        let is_near = [unit, target].iter().any(|who| self.near(state, *who).is_some());
        // [8.21] At a unit that leaves a zone it is two hexes.
        let leaves = state.mover.is_some_and(|mover| mover.unit == target && mover.next.is_some());
        if leaves {
            2
        } else if is_near {
            1
        } else {
            self.apart(state, unit, target)
        }
    }

    /// [8.13, D-8.13a] Is the target in front or at a flank, on the border of flank and rear at worst, and in sight?
    fn is_in_arc(&self, state: &State, unit: UnitId, target: UnitId) -> bool {
        let facing = state.facings[unit.index()];
        if let Some(hex) = self.near(state, target) {
            return self.side_towards(state, unit, hex).is_some_and(|side| side != From::Rear);
        }
        let has_bows = self.card(unit).arms == Arms::Bows;
        let mut hexes = self.hexes_of(state, unit);
        hexes.any(|from| {
            self.hexes_of(state, target).any(|to| {
                let approach = self.board.approach(to, from, facing);
                approach.is_some_and(|approach| approach != Approach::Rear)
                    && self.sees(state, [from, to], has_bows)
            })
        })
    }

    /// [8.16, D-8.16a, D-8.16c] Sight is blocked by ground, by elephants that are not lower than both ends, and by
    /// other units, for bows by those that are not nearer to the shooter; along a hexside by either hex.
    pub(crate) fn sees(&self, state: &State, [from, to]: [HexId; 2], has_bows: bool) -> bool {
        if self.board.distance(from, to) <= 1 {
            return true;
        }
        let line = self.board.line(from, to);
        if self.ground.hides(line.through | line.touched, [from, to]) {
            return false;
        }
        let low = self.ground.level(from).min(self.ground.level(to));
        (line.through | line.touched).iter().all(|hex| match state.unit_at(hex) {
            None => true,
            Some(unit) if self.is_screened(unit) => self.ground.level(hex) < low,
            Some(_) => has_bows && self.board.distance(from, hex) < self.board.distance(hex, to),
        })
    }

    /// [8.51] Does a unit's own weapon reach so far?
    pub(crate) fn reaches(&self, unit: UnitId, range: u8) -> bool {
        self.weapon(unit).is_some_and(|weapon| self.strength(weapon, range).is_some())
    }

    /// [8.11, D-8.11a] The units at which the mover may shoot now: from where it began, or just after a step towards
    /// the target.
    pub(crate) fn targets(&self, state: &State, mover: &Mover) -> Units {
        let unit = mover.unit;
        let enemies = (self.all & of_side(!unit.side())) - state.dead;
        let has_moved = state.place_of(unit) != Some(mover.start);
        if self.weapon(unit).is_none() || state.empty.contains(unit) || has_moved && mover.from.is_none() {
            return Units::EMPTY;
        }
        let is_nearer = |target: UnitId| {
            mover.from.is_none_or(|from| self.far_from(state, target, from) > self.apart(state, unit, target))
        };
        enemies
            .iter()
            .filter(|one| self.can_shoot(state, unit, *one, false) && (!has_moved || is_nearer(*one)))
            .collect()
    }

    /// Could a unit shoot at another without moving?
    pub(crate) fn has_target(&self, state: &State, unit: UnitId) -> bool {
        if self.weapon(unit).is_none() || state.empty.contains(unit) {
            return false;
        }
        let enemies = (self.all & of_side(!unit.side())) - state.dead;
        enemies.iter().any(|enemy| self.can_shoot(state, unit, enemy, false))
    }

    /// [8.11, 8.12] The mover shoots, and stays or goes on.
    pub(crate) fn shoot_on_the_way<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        (target, goes_on): (UnitId, bool),
        table: &mut Table<D, J>,
    ) {
        let Some(mover) = &mut state.mover else { return };
        let unit = mover.unit;
        mover.has_shot = true;
        mover.must_go = goes_on;
        if !goes_on {
            (mover.left, mover.has_half) = (0, false);
        }
        let is_moving = goes_on || state.places[unit.index()] != Some(mover.start);
        state.phase.has_acted = true;
        self.shoot_on(state, [unit, target], (rule!("8.17"), is_moving), table);
        self.may_answer(state, [unit, target]);
    }

    /// [8.19] Leaders of the enemy, alone, at whom the mover may shoot.
    pub(crate) fn lone_leaders(&self, state: &State, mover: &Mover) -> impl Iterator<Item = LeaderId> {
        let unit = mover.unit;
        let facing = state.facings[unit.index()];
        let has_bows = self.card(unit).arms == Arms::Bows;
        let has_moved = state.place_of(unit) != Some(mover.start);
        let is_armed = self.weapon(unit).is_some() && !state.empty.contains(unit);
        let can = is_armed && (!has_moved || mover.from.is_some());
        let (from, place) = (mover.from, state.place_of(unit));
        self.leaders_of(!unit.side()).filter(move |leader| {
            let Some((hex, place)) = state.leader_place(*leader).zip(place).filter(|_| can) else {
                return false;
            };
            let range = self.board.distance(place, hex);
            let in_arc = self.board.approach(hex, place, facing).is_some_and(|way| way != Approach::Rear);
            let is_nearer = from.is_none_or(|from| self.board.distance(from, hex) > range);
            state.unit_at(hex).is_none()
                && (!has_moved || is_nearer)
                && self.reaches(unit, range)
                && in_arc
                && self.sees(state, [place, hex], has_bows)
        })
    }

    /// [8.19, D-8.19b] The mover shoots at a leader: only a 0, and another, strikes him, whatever it does besides.
    pub(crate) fn shoot_at_leader<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        leader: LeaderId,
        table: &mut Table<D, J>,
    ) {
        let Some(mover) = &mut state.mover else { return };
        let unit = mover.unit;
        mover.has_shot = true;
        state.phase.has_acted = true;
        let Some(weapon) = self.weapon(unit) else { return };
        let ask = self.ask(state, rule!("8.19")).by(unit.subject()).at(leader.subject());
        let natural = table.roll(Die::D10, ask);
        self.spend(state, unit, (weapon, natural), table);
        if natural == 0 && table.roll(Die::D10, self.ask(state, rule!("8.19")).at(leader.subject())) == 0 {
            self.casualty(state, leader, table);
        }
    }

    /// [8.23, D-8.23b] The target may shoot back; if its side is not active, not at a unit that it shot at on entry in
    /// this phase.
    pub(crate) fn may_answer(&self, state: &mut State, [shooter, target]: [UnitId; 2]) {
        let has_shot = target.side() != state.active && state.shot_at[target.index()] == Some(shooter);
        let stands = !state.falling.contains(target) && state.place_of(shooter).is_some();
        if stands && !has_shot && self.can_shoot(state, target, shooter, true) {
            state.agenda.push(Task::Answer(shooter, target));
        }
    }

    /// [8.23, D-8.23a] It does, and is not answered again.
    pub(crate) fn answer<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        [shooter, target]: [UnitId; 2],
        table: &mut Table<D, J>,
    ) {
        state.agenda.pop();
        if target.side() != state.active {
            state.answered[target.index()] = Some(shooter);
        }
        self.shoot_in_reaction(state, [target, shooter], rule!("8.23"), table);
    }

    /// [8.22, 8.24, D-8.22b] The units that may shoot, without an order, at one that has come into their zone or gone
    /// on in it.
    pub(crate) fn offer_entry_shots(&self, state: &State, target: UnitId, put: &mut dyn FnMut(Action)) {
        put(Action::Enough);
        let target = self.top_of(state, target);
        for unit in self.shooters_at(state, target) - state.asked {
            put(Action::ReactAt(unit, target));
        }
    }

    /// [8.23] The units that have a target in their zone and can shoot at it; but not if one has answered it already.
    fn shooters_at(&self, state: &State, target: UnitId) -> Units {
        if state.dead.contains(target) || state.routed.contains(target) {
            return Units::EMPTY;
        }
        let can = |unit: &UnitId| {
            state.answered[unit.index()] != Some(target) && self.can_shoot(state, *unit, target, true)
        };
        self.held_by(state, target).iter().filter(can).collect()
    }

    /// [D-8.22a] After a line command: who may shoot at whom, in any order, each once at each.
    pub(crate) fn offer_late_shots(&self, state: &State, put: &mut dyn FnMut(Action)) {
        put(Action::Enough);
        let tops: Units = state.late.iter().map(|unit| self.top_of(state, unit)).collect();
        for target in tops {
            for unit in self.shooters_at(state, target) {
                if state.late_shots[unit.index()] & self.contact(state, [unit, target]) == 0 {
                    put(Action::ReactAt(unit, target));
                }
            }
        }
    }

    /// The sides of a unit's hexes behind which this enemy is, a bit each: six of its left or only hex, and two of its
    /// right one, which has no zone but ahead.
    fn contact(&self, state: &State, [unit, enemy]: [UnitId; 2]) -> u8 {
        let ahead = state.facings[unit.index()].front();
        let mut sides = 0;
        for (half, own) in self.hexes_of(state, unit).enumerate() {
            for way in Direction::ALL {
                let bit = if half == 0 {
                    Some(way.index())
                } else {
                    ahead.iter().position(|one| *one == way).map(|at| 6 + at)
                };
                let next = self.board.neighbour(own, way);
                if let Some(bit) = bit
                    && next.is_some_and(|next| self.hexes_of(state, enemy).any(|hex| hex == next))
                {
                    sides |= 1 << bit;
                }
            }
        }
        sides
    }

    /// [D-8.22a] One of them does.
    pub(crate) fn late_shot<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        pair: [UnitId; 2],
        table: &mut Table<D, J>,
    ) {
        state.late_shots[pair[0].index()] |= self.contact(state, pair);
        self.entry_shot(state, pair, table);
    }

    /// [8.21, D-8.21a] The units that may shoot at the mover before it leaves, even those that may again when it comes
    /// back into a zone.
    pub(crate) fn offer_exit_shots(&self, state: &State, put: &mut dyn FnMut(Action)) {
        put(Action::Enough);
        let Some(mover) = state.mover.filter(|mover| mover.next.is_some()) else { return };
        for unit in self.held_by(state, mover.unit) - state.asked {
            if self.can_shoot(state, unit, mover.unit, true) {
                put(Action::ReactAt(unit, mover.unit));
            }
        }
    }

    /// [8.21] It does.
    pub(crate) fn exit_shot<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        [unit, target]: [UnitId; 2],
        table: &mut Table<D, J>,
    ) {
        state.asked.insert(unit);
        self.shoot_in_reaction(state, [unit, target], rule!("8.21"), table);
        self.may_answer(state, [unit, target]);
    }

    /// [8.22] It does; the target may shoot back.
    pub(crate) fn entry_shot<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        [unit, target]: [UnitId; 2],
        table: &mut Table<D, J>,
    ) {
        state.asked.insert(unit);
        state.shot_at[unit.index()] = Some(target);
        self.shoot_in_reaction(state, [unit, target], rule!("8.22"), table);
        self.may_answer(state, [unit, target]);
    }

    /// [9.13] Of an elephant riders and screen shoot, each with its own die.
    fn shoot_in_reaction<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        pair: [UnitId; 2],
        rule: Rule,
        table: &mut Table<D, J>,
    ) {
        let range = self.range(state, pair[0], pair[1]);
        let reaches = |weapon| self.strength(weapon, range).is_some();
        // [8.17] A unit that has moved in this phase, or is about to go on, is not steady, nor is the screen with it.
        let has_moved =
            |mover: Mover| state.place_of(mover.unit) != Some(mover.start) || mover.next.is_some();
        let moves = state.moved.contains(pair[0])
            || state.mover.is_some_and(|mover| mover.unit == pair[0] && has_moved(mover));
        if !state.empty.contains(pair[0]) && self.weapon(pair[0]).is_some_and(reaches) {
            self.shoot_on(state, pair, (rule, moves), table);
        }
        let has_screen = self.is_screened(pair[0]) && !state.screen_empty.contains(pair[0]);
        let is_there = !state.falling.contains(pair[1]) && !state.dead.contains(pair[1]);
        if has_screen && is_there && reaches(Weapon::Screen) {
            self.shoot_with(state, pair, (rule, moves, Weapon::Screen), table);
        }
    }

    pub(crate) fn shoot_on<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        pair: [UnitId; 2],
        (rule, moves): (Rule, bool),
        table: &mut Table<D, J>,
    ) {
        if let Some(weapon) = self.weapon(pair[0]) {
            self.shoot_with(state, pair, (rule, moves, weapon), table);
        }
    }

    /// [8.17, D-8.17b] What armour adds to the die; triarii are heavy infantry.
    pub(crate) fn armour(weapon: Weapon, target: Kind, through_front: bool) -> i32 {
        if !matches!(target, Kind::Heavy | Kind::Phalanx) {
            return 0;
        }
        let are_javelins = matches!(weapon, Weapon::FootJavelins | Weapon::MountedJavelins);
        if through_front && !are_javelins { 3 } else { 1 }
    }

    /// [9.21] What a shot at skirmishers adds to the die.
    pub(crate) fn smallness(target: Kind) -> i32 {
        2 * i32::from(target == Kind::Skirmisher)
    }

    /// [8.18] Elephants and chariots take two, but from elephants.
    pub(crate) fn hits_of_shot(shooter: Kind, target: Kind) -> u8 {
        let is_large = matches!(target, Kind::Elephant | Kind::Chariot);
        if is_large && shooter != Kind::Elephant { 2 } else { 1 }
    }

    /// [8.14] Is a full supply low after a shot with this face?
    pub(crate) fn runs_low(&self, weapon: Weapon, natural: u8) -> bool {
        match weapon {
            Weapon::FootJavelins | Weapon::MountedJavelins => natural >= self.scenario.switches.javelins_low,
            _ => natural == 9,
        }
    }

    /// [8.17, 8.14] One shot: the hit, and what is left of the supply.
    fn shoot_with<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        [unit, target]: [UnitId; 2],
        (rule, moves, weapon): (Rule, bool, Weapon),
        table: &mut Table<D, J>,
    ) {
        let range = self.range(state, unit, target);
        let Some(strength) = self.strength(weapon, range) else { return };
        let natural = table.roll(Die::D10, self.ask(state, rule).by(unit.subject()).at(target.subject()));
        let struck = self.struck(state, [unit, target]);
        let kind = self.card(struck).kind;
        let mut sum = i32::from(natural);
        let side = match self.near(state, unit) {
            Some(hex) => self.side_towards(state, target, hex),
            None => self.side_of_attack(state, target, unit),
        };
        let through_front = range == 1 && side == Some(From::Front);
        sum += match Self::armour(weapon, kind, through_front) {
            3 => table.note(rule!("8.17"), 3, "at armoured foot through its front"),
            worth => table.note(rule!("8.17"), worth, "at armoured foot"),
        };
        sum += table.note(rule!("9.21"), Self::smallness(kind), "at skirmishers");
        let in_woods = self.is_in_woods(state, target);
        sum += table.note(rule!("8.17"), in_woods.into(), "at a unit in woods");
        let is_unsteady = moves && weapon != Weapon::FootJavelins;
        sum += table.note(rule!("8.17"), is_unsteady.into(), "on the move");
        sum += table.note(rule!("10.33"), state.depleted.contains(unit).into(), "depleted");
        table.total(rule, sum, strength, unit.subject());
        self.spend(state, unit, (weapon, natural), table);
        if sum <= strength {
            let hits = Self::hits_of_shot(self.card(unit).kind, kind);
            self.hit(state, struck, hits, rule!("8.17"), table);
            // [D-9.14c] The cause, if it is an elephant that runs now.
            state.struck = state.falling.contains(struck).then_some([struck, unit]);
        }
        if natural == 0 {
            // [8.19, D-8.19a] And it may have hit a leader, each of them by his own die.
            for leader in self.leaders_with(state, target) {
                if table.roll(Die::D10, self.ask(state, rule!("8.19")).at(leader.subject())) == 0 {
                    self.casualty(state, leader, table);
                }
            }
        }
    }

    /// [6.6.8, 8.13, D-8.13a] The unit that a shot hits: of a stack the top, but from behind the one beneath.
    fn struck(&self, state: &State, [unit, target]: [UnitId; 2]) -> UnitId {
        let Some(under) = state.under(target) else { return target };
        let facing = state.facings[target.index()];
        let near = self.near(state, unit);
        let is_behind = |from: HexId| {
            // Of two hexes the nearer one counts.
            let range = self.far_from(state, target, from);
            let mut hexes = self.hexes_of(state, target).filter(|to| self.board.distance(*to, from) == range);
            hexes.all(|to| self.board.approach(from, to, facing) == Some(Approach::Rear))
        };
        let mut from = self.hexes_of(state, unit);
        let comes_from_behind = near.map_or_else(|| from.all(is_behind), is_behind);
        if comes_from_behind { under } else { target }
    }

    /// [8.14] What a shot takes of the supply.
    fn spend<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        unit: UnitId,
        (weapon, natural): (Weapon, u8),
        table: &mut Table<D, J>,
    ) {
        let card = self.card(unit);
        let is_screen = weapon == Weapon::Screen;
        let was_low = if is_screen { state.screen_low.contains(unit) } else { state.low.contains(unit) };
        let has_once = card.is_legionary() && card.class != Class::Velites;
        let level = if has_once || was_low {
            2
        } else if self.runs_low(weapon, natural) {
            1
        } else {
            return;
        };
        self.set_supply(state, unit, (is_screen, level), rule!("8.14"), table);
    }

    /// Sets the supply of a unit or its screen: full, low, none.
    pub(crate) fn set_supply<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        unit: UnitId,
        (is_screen, level): (bool, u8),
        rule: Rule,
        table: &mut Table<D, J>,
    ) {
        let (low, empty) = if is_screen {
            (&mut state.screen_low, &mut state.screen_empty)
        } else {
            (&mut state.low, &mut state.empty)
        };
        let before = if empty.contains(unit) { 2 } else { i32::from(low.contains(unit)) };
        low.remove(unit);
        empty.remove(unit);
        match level {
            1 => low.insert(unit),
            2 => empty.insert(unit),
            _ => (),
        }
        if !is_screen {
            table.change(rule, words::MISSILES, unit.subject(), before, level.into());
        }
    }

    /// [8.15, D-3.0c] After all routs a unit neither in a zone nor in range of a shooter has its supply again.
    pub(crate) fn reload<D: Dice, J: Journal>(&self, state: &mut State, table: &mut Table<D, J>) {
        let spent =
            (state.low | state.empty | state.screen_low | state.screen_empty) - state.dead - state.routed;
        let is_free = |unit: &UnitId| {
            let enemies = (self.all & of_side(!unit.side())) - state.dead;
            // A unit beneath another is in range where that one is.
            let top = self.top_of(state, *unit);
            self.held_by(state, *unit).is_empty()
                && enemies.iter().all(|enemy| !self.can_shoot(state, enemy, top, false))
        };
        // Judged by what all had before: nobody's missiles depend on the order.
        let free: Units = spent.iter().filter(is_free).collect();
        for unit in free {
            self.set_supply(state, unit, (false, 0), rule!("8.15"), table);
            self.set_supply(state, unit, (true, 0), rule!("8.15"), table);
        }
    }

    /// [8.14, D-8.14a] Javelins of foot that has fought foot hand to hand are gone.
    pub(crate) fn spend_in_shock<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        fighters: Units,
        table: &mut Table<D, J>,
    ) {
        for unit in fighters - state.empty {
            let card = self.card(unit);
            let foes = fighters & of_side(!unit.side());
            let is_such = card.kind.is_foot() && card.arms == Arms::Javelins;
            if is_such && foes.iter().any(|foe| self.card(foe).kind.is_foot()) {
                self.set_supply(state, unit, (false, 2), rule!("8.14"), table);
            }
        }
    }
}
