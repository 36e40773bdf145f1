//! The heuristic player: weighs every action by itself. Lines go forward by line commands until they are near; then
//! units are ordered one by one against the enemies that they can harm most, as expected from the tables of shock.

mod harm;
mod trumps;

use szala_ai::{Opinion, Player, Prior, View, room, search};
use szala_board::{Direction, Facing, HexId};
use szala_kernel::{GameSeed, Side};
use szala_spqr::{Action, From, Kind, LeaderId, Spqr, State, UnitId, Units, Way};

use self::harm::Fights;
use crate::plan::{Go, Order};
use crate::weights::Weights;

/// The value of an action not to be taken.
const NEVER: i32 = -100_000;
/// The value of what the plan speaks against: anything else is better.
const AGAINST_PLAN: i32 = -5_000;
/// What is known at one decision.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    /// The values of hexes to units: a unit that may turn asks for the hexes around it again and again.
    hexes: [Option<(UnitId, HexId, i32)>; 8],
    /// The units asked whether a step or a turn gains them anything, and those for which it does.
    asked: Units,
    gaining: Units,
    fights: Fights,
}

/// Beyond it nobody counts as near.
const NEAR: u8 = 6;

/// The heuristic player of one side.
#[derive(Clone, Debug)]
pub struct Heuristic {
    weights: Weights,
    /// The plan's orders to lines; of several that fit a unit the first holds.
    orders: Vec<Order>,
    /// The opinion of each legal action at the last decision.
    values: room::Room<i64>,
}

impl Heuristic {
    /// A player with these weights.
    pub fn new(rules: &Spqr, weights: Weights) -> Self {
        let values = room::Room::for_up_to(szala_kernel::Rules::limits(rules).actions);
        Self { weights, orders: Vec::new(), values }
    }

    /// The player that keeps to these orders.
    pub(super) fn under(mut self, orders: Vec<Order>) -> Self {
        self.orders = orders;
        self
    }

    /// The plan's order to a unit now.
    fn order_for(&self, rules: &Spqr, state: &State, unit: UnitId) -> Option<&Order> {
        let (lines, turn) = (rules.card(unit).lines, state.turn());
        self.orders
            .iter()
            .find(|order| order.lines & lines != 0 && (order.turns[0]..=order.turns[1]).contains(&turn))
    }

    /// Does the plan keep a unit where it is?
    fn stays(&self, rules: &Spqr, state: &State, unit: UnitId) -> bool {
        let order = self.order_for(rules, state, unit).filter(|order| order.go == Go::Stay);
        order
            .zip(state.place_of(unit))
            .is_some_and(|(order, hex)| Self::nearest(rules, state, unit.side(), hex) > order.until_near)
    }

    /// Does the plan let a unit attack?
    fn charges(&self, rules: &Spqr, state: &State, unit: UnitId) -> bool {
        self.order_for(rules, state, unit).is_none_or(|order| order.charges)
    }

    /// How far north a unit has to go yet in half hexes (or south: below zero counts), before it is level with the
    /// outermost enemy of the wing that it is to ride round; nothing once it is, or with an enemy near.
    fn way_round(&self, rules: &Spqr, state: &State, unit: UnitId) -> Option<(i32, i32)> {
        let sign = match self.order_for(rules, state, unit)?.go {
            Go::RoundNorth => 1,
            Go::RoundSouth => -1,
            Go::Forward | Go::Stay => return None,
        };
        let hex = state.place_of(unit)?;
        if Self::nearest(rules, state, unit.side(), hex) <= 3 {
            return None;
        }
        let enemies = rules.standing(state, !unit.side()) - state.routed();
        let places = enemies.iter().filter_map(|enemy| state.place_of(enemy));
        let wing = places.map(|place| sign * height(rules, place)).max()?;
        (sign * height(rules, hex) < wing + 2).then_some((sign, wing + 2))
    }

    /// The value of a hex to a unit, looked up if it was asked for at this decision.
    fn value_of_hex(
        &self,
        rules: &Spqr,
        state: &State,
        (unit, hex): (UnitId, HexId),
        known: &mut Known,
    ) -> i32 {
        let is_it = |one: &&(UnitId, HexId, i32)| (one.0, one.1) == (unit, hex);
        if let Some((.., value)) = known.hexes.iter().flatten().find(is_it) {
            return *value;
        }
        let value = self.weigh_hex(rules, state, (unit, hex), &mut known.fights);
        known.hexes.rotate_right(1);
        known.hexes[0] = Some((unit, hex, value));
        value
    }

    /// How good a hex is for a unit: near enemies that it can harm, with friends beside it, not before enemies that can
    /// harm it more.
    fn weigh_hex(
        &self,
        rules: &Spqr,
        state: &State,
        (unit, hex): (UnitId, HexId),
        fights: &mut Fights,
    ) -> i32 {
        let weights = &self.weights;
        let side = unit.side();
        if let Some((sign, wing)) = self.way_round(rules, state, unit) {
            return weights.advance * (sign * height(rules, hex)).min(wing);
        }
        let against = self.order_for(rules, state, unit).map_or(0, |order| order.against);
        let is_wanted = |enemy: UnitId| rules.card(enemy).lines & against != 0 && !state.is_routed(enemy);
        let picks = against != 0 && rules.standing(state, !side).iter().any(is_wanted);
        let mut best = i32::MIN;
        let mut danger = 0;
        for enemy in &rules.standing(state, !side) {
            let Some(place) = state.place_of(enemy) else { continue };
            let distance = rules.distance(hex, place);
            let from = rules.side_from(state, enemy, hex).unwrap_or(From::Front);
            let mut worth = fights.worth(self, rules, state, [unit, enemy], from) * weights.prey / 100;
            if distance > 1
                && !state.is_routed(enemy)
                && rules.card(enemy).movement > rules.card(unit).movement
            {
                worth -= weights.fleet;
            }
            if !picks || distance <= 2 || is_wanted(enemy) {
                best = best.max(worth - weights.advance * i32::from(distance));
            }
            let weight = if distance <= 1 { weights.danger } else { weights.reach };
            if weight > 0
                && distance <= rules.card(enemy).movement
                && from == From::Front
                && !state.is_routed(enemy)
            {
                danger += weight * fights.danger(self, rules, state, [enemy, unit]);
            }
        }
        let mates = rules.standing(state, side).iter().filter(|mate| {
            *mate != unit && state.place_of(*mate).is_some_and(|place| rules.distance(hex, place) <= 2)
        });
        let mates = i32::try_from(mates.take(4).count()).expect("at most four");
        if best == i32::MIN {
            best = 0;
        }
        best + weights.mates * mates + weights.high * i32::from(rules.level(hex)) - danger / 100
    }

    /// The cost of standing here with this facing, with enemies on the flanks or behind.
    fn exposure(&self, rules: &Spqr, state: &State, unit: UnitId, at: (HexId, Facing)) -> i32 {
        let enemies = rules.standing(state, !unit.side()) - state.routed();
        let places = enemies.iter().filter_map(|enemy| state.place_of(enemy));
        let cost = |place: HexId| {
            let distance = rules.distance(at.0, place);
            let is_shown = distance <= NEAR && distance > 0 && rules.is_exposed(at, place);
            if is_shown { self.weights.exposed / i32::from(distance) } else { 0 }
        };
        places.map(cost).sum()
    }

    /// The best of the two hexes before a unit that faces there, less what it shows.
    fn value_of_facing(
        &self,
        rules: &Spqr,
        state: &State,
        (unit, facing): (UnitId, Facing),
        known: &mut Known,
    ) -> i32 {
        let Some(hex) = state.place_of(unit) else { return 0 };
        let ahead = facing.front().into_iter().filter_map(|way| rules.neighbour(hex, way));
        let enemy_at = |hex: HexId| state.unit_at(hex).filter(|other| other.side() != unit.side());
        let mut value = |to: HexId| {
            if let Some(enemy) = enemy_at(to) {
                let from = rules.side_from(state, enemy, hex).unwrap_or(From::Front);
                return self.worth(rules, state, [unit, enemy], from);
            }
            let now = self.value_of_hex(rules, state, (unit, hex), known);
            // Nobody has to go there.
            (self.value_of_hex(rules, state, (unit, to), known) - now).max(0)
        };
        let best = ahead.map(&mut value).max().unwrap_or(NEVER / 2);
        best - self.exposure(rules, state, unit, (hex, facing))
    }

    /// The value of a turn: on the way, or free after an advance or a rally.
    fn value_of_turn(&self, rules: &Spqr, state: &State, facing: Facing, known: &mut Known) -> i32 {
        if let Some((unit, _)) = rules.under_way(state) {
            let faced = rules.facing_of(state, unit);
            let [now, then] = [faced, facing].map(|to| self.value_of_facing(rules, state, (unit, to), known));
            return then - now - self.weights.turn;
        }
        rules.turns_freely(state).map_or(-1, |unit| self.gain_of_turn(rules, state, (unit, facing), known))
    }

    /// The gain of a free turn: the enemy before the unit, and what it can do there.
    fn gain_of_turn(
        &self,
        rules: &Spqr,
        state: &State,
        (unit, facing): (UnitId, Facing),
        known: &mut Known,
    ) -> i32 {
        let Some(hex) = state.place_of(unit) else { return 0 };
        let faced = rules.facing_of(state, unit);
        let far = |facing: Facing| {
            let ahead = facing.front().into_iter().filter_map(|way| rules.neighbour(hex, way));
            ahead.map(|to| i32::from(Self::nearest(rules, state, unit.side(), to))).sum::<i32>()
        };
        let nearer = far(faced) - far(facing);
        // Of two hexes only about: what it faces is all that there is to weigh.
        if rules.card(unit).is_long() {
            return nearer;
        }
        let [now, then] = [faced, facing].map(|to| self.value_of_facing(rules, state, (unit, to), known));
        nearer + then - now
    }

    /// The gain of a unit of two hexes by going on this way.
    fn gain_of_march(
        &self,
        rules: &Spqr,
        state: &State,
        (unit, left): (UnitId, u8),
        way: Way,
        known: &mut Known,
    ) -> i32 {
        let Some((here, there)) = state.place_of(unit).zip(rules.after_march(state, unit, way)) else {
            return NEVER;
        };
        if way == Way::Reverse {
            return NEVER;
        }
        let now = (here, rules.facing_of(state, unit));
        let mut value = |(hex, facing): (HexId, Facing)| {
            let both = rules
                .hexes_if(unit, hex, facing)
                .map(|hex| self.value_of_hex(rules, state, (unit, hex), known));
            both.sum::<i32>() / 2 - self.exposure(rules, state, unit, (hex, facing))
        };
        let gain = value(there) - value(now);
        // The last point is paid for by a test [6.41], a wheel by a hit [6.43].
        let quality = rules.card(unit).quality;
        let missed: u8 = (0..10).map(|face: u8| face.saturating_sub(quality)).sum();
        let last = match left {
            0 | 1 if rules.is_tired(state, unit) => 100,
            0 | 1 => 10 * i32::from(missed),
            _ => 0,
        };
        let wheel = if matches!(way, Way::WheelLeft | Way::WheelRight) { 100 } else { 0 };
        let hits = 100 * i32::from(rules.hits_of_march(state, unit, way));
        let (hex, facing) = there;
        let contact = self.contact(rules, state, unit, (rules.hexes_if(unit, hex, facing), facing));
        gain + contact - (last + wheel + hits) * self.weights.pass / 100
    }

    /// How far the nearest enemy is.
    fn nearest(rules: &Spqr, state: &State, side: Side, hex: HexId) -> u8 {
        let enemies = rules.standing(state, !side);
        let places = enemies.iter().filter_map(|enemy| state.place_of(enemy));
        places.map(|place| rules.distance(hex, place)).min().unwrap_or(u8::MAX)
    }

    /// How far the nearest enemy of the side to act is from a hex.
    fn distance_of_enemies(rules: &Spqr, state: &State, to: HexId) -> u8 {
        let side = szala_kernel::Rules::to_act(rules, state);
        Self::nearest(rules, state, side, to)
    }

    /// The gain of a step: the better hex, less the exposure there and the hits on the way.
    fn gain_of_step(
        &self,
        rules: &Spqr,
        state: &State,
        (unit, to): (UnitId, HexId),
        known: &mut Known,
    ) -> i32 {
        let Some(here) = state.place_of(unit) else { return NEVER };
        let facing = rules.facing_of(state, unit);
        let mut value = |hex: HexId| {
            let shown = self.exposure(rules, state, unit, (hex, facing));
            self.value_of_hex(rules, state, (unit, hex), known) - shown
        };
        let hits = i32::from(rules.hits_of_step(state, unit, to)) * self.weights.pass;
        let contact = self.contact(rules, state, unit, (std::iter::once(to), facing));
        value(to) - value(here) - hits + contact
    }

    /// Is there a step or a turn by which a unit gains anything?
    fn gains(&self, rules: &Spqr, state: &State, unit: UnitId, known: &mut Known) -> bool {
        if !known.asked.contains(unit) {
            known.asked.insert(unit);
            if self.finds_gain(rules, state, unit, known) {
                known.gaining.insert(unit);
            }
        }
        known.gaining.contains(unit)
    }

    fn finds_gain(&self, rules: &Spqr, state: &State, unit: UnitId, known: &mut Known) -> bool {
        let Some(hex) = state.place_of(unit) else { return false };
        let facing = rules.facing_of(state, unit);
        if rules.card(unit).is_long() {
            return Way::NAMES
                .iter()
                .any(|(_, way)| self.gain_of_march(rules, state, (unit, u8::MAX), *way, known) > 0);
        }
        let ahead = facing.front().into_iter().filter_map(|way| rules.neighbour(hex, way));
        let is_free = |to: &HexId| state.unit_at(*to).is_none_or(|other| other.side() == unit.side());
        if ahead.filter(is_free).any(|to| self.gain_of_step(rules, state, (unit, to), known) > 0) {
            return true;
        }
        let now = self.value_of_facing(rules, state, (unit, facing), known);
        Facing::ALL.into_iter().any(|to| {
            to != facing && self.value_of_facing(rules, state, (unit, to), known) - now > self.weights.turn
        })
    }

    /// The value of ordering a unit to move.
    fn value_of_order(&self, rules: &Spqr, state: &State, unit: UnitId, known: &mut Known) -> i32 {
        let Some(hex) = state.place_of(unit) else { return NEVER };
        if self.stays(rules, state, unit) {
            return AGAINST_PLAN;
        }
        if !self.gains(rules, state, unit, known) {
            return -2;
        }
        // [6.13] A second move costs a hit.
        let again = if rules.is_tired(state, unit) { self.weights.again } else { 0 };
        if let Some((_, worth)) = self.best_attack(rules, state, unit) {
            // It can be sent in from where it stands, without an order.
            return if worth > self.weights.attack { -1 } else { self.weights.single / 2 - again };
        }
        let near = Self::nearest(rules, state, unit.side(), hex);
        if near > u8::try_from(self.weights.engaged).unwrap_or(u8::MAX) {
            return self.weights.single / 4 - i32::from(near) - again;
        }
        self.weights.single + 10 * (i32::from(NEAR) - i32::from(near)) - again
    }

    /// The value of a line command.
    fn value_of_line(
        &self,
        rules: &Spqr,
        state: &State,
        (line, anchor): (u8, UnitId),
        known: &mut Known,
    ) -> i32 {
        let side = anchor.side();
        let mut is_of_it = |unit: &UnitId| {
            !state.is_routed(*unit)
                && !self.stays(rules, state, *unit)
                && self.gains(rules, state, *unit, known)
                && state.place_of(*unit).is_some_and(|hex| Self::nearest(rules, state, side, hex) > 1)
        };
        let (mut count, mut again) = (0, 0);
        for unit in rules.line_at(state, line, anchor).iter().filter(|unit| is_of_it(unit)) {
            count += 1;
            again += i32::from(rules.is_tired(state, unit)) * self.weights.again;
        }
        if count == 0 {
            return if self.stays(rules, state, anchor) { AGAINST_PLAN } else { -2 };
        }
        let first = self.order_for(rules, state, anchor).map_or(0, |order| order.first);
        self.weights.line * count + first - again
    }

    /// Where a leader should be: near the units that he commands, away from the enemy.
    fn value_of_post(&self, rules: &Spqr, state: &State, leader: LeaderId, hex: HexId) -> i32 {
        let side = leader.side();
        let range = rules.command_range(state, leader);
        let (mut out, mut far) = (0, 0);
        let is_his = |unit: &UnitId| rules.is_of(leader, *unit) && !state.is_routed(*unit);
        for place in rules.standing(state, side).iter().filter(is_his).filter_map(|unit| state.place_of(unit))
        {
            let distance = rules.distance(hex, place);
            out += i32::from(distance > range);
            far += i32::from(distance);
        }
        let threat = if rules.is_threatened(state, hex, side) { 1_000 } else { 0 };
        -self.weights.keep_up * out - far / 8 - threat
    }

    /// The value of a step of the unit or the leader under way.
    fn value_of_step(
        &self,
        rules: &Spqr,
        state: &State,
        to: HexId,
        known: &mut Known,
    ) -> (i32, &'static str) {
        if let Some((unit, _)) = rules.under_way(state) {
            // For nothing nobody goes anywhere.
            return (self.gain_of_step(rules, state, (unit, to), known) - 1, "nearer");
        }
        let leader = rules.leading(state);
        let place = leader.and_then(|leader| state.leader_place(leader));
        let Some((leader, place)) = leader.zip(place) else { return (0, "") };
        let value = |hex| self.value_of_post(rules, state, leader, hex);
        (value(to) - value(place) - 1, "keep up")
    }

    /// The value of withdrawing there: the attack that a unit avoids, less the hits that it costs.
    fn value_of_withdrawal(&self, rules: &Spqr, state: &State, unit: UnitId, to: HexId) -> i32 {
        let hits = i32::from(rules.hits_of_withdrawal(state, unit));
        if Self::breaks(rules, state, unit, 100 * hits) {
            return NEVER;
        }
        let safe = if rules.is_threatened(state, to, unit.side()) { -500 } else { 0 };
        Self::dread(rules, state, unit) - self.weights.yield_to + safe - self.weights.pass * hits
    }

    /// How many units of the side that commands are near an enemy.
    fn near_the_enemy(rules: &Spqr, state: &State) -> i32 {
        let side = rules.commanding(state).map_or(Side::First, LeaderId::side);
        let own = rules.standing(state, side);
        let is_near = |hex| Self::nearest(rules, state, side, hex) <= NEAR;
        let near = own.iter().filter(|unit| state.place_of(*unit).is_some_and(is_near));
        i32::try_from(near.count()).expect("a side has at most 64 units")
    }

    /// The value of an action.
    fn value(&self, rules: &Spqr, state: &State, action: Action, known: &mut Known) -> (i32, &'static str) {
        let weights = &self.weights;
        let under_way = rules.under_way(state).map(|(unit, _)| unit);
        match action {
            Action::Activate(_) => (100, "act"),
            Action::Trump(by) => (self.value_of_trump(rules, state, by), "trump"),
            Action::Reactivate(_) => (50, "once more"),
            Action::Momentum => (Self::near_the_enemy(rules, state) - weights.momentum, "momentum"),
            Action::Line(line, anchor) => (self.value_of_line(rules, state, (line, anchor), known), "a line"),
            Action::Order(unit) => (self.value_of_order(rules, state, unit, known), "an order"),
            // One order does for one unit what two do for a stack, and leaders follow in their own phases.
            Action::OrderBoth(unit) | Action::OrderWith(unit, _) | Action::OrderBothWith(unit, _) => {
                (self.value_of_order(rules, state, unit, known) - 1, "an order")
            }
            // Columns are for marches longer than any of these battles asks for.
            Action::Form(_) => (-50, "a column"),
            Action::Double => (-50, "double depth"),
            Action::Deploy(_) => (50, "out of the column"),
            Action::BringUp(_) => (NEVER, "not by the plan"),
            Action::Extend(..) => (1, "a longer line"),
            Action::Fire(_) | Action::Shoot(_) | Action::ShootAndGo(_) => (weights.shoot, "shoot"),
            Action::ReactAt(..) | Action::Answer => (weights.shoot + 1, "shoot"),
            Action::Rally(unit) => (weights.rally + 10 * i32::from(rules.card(unit).quality), "rally"),
            Action::Recover(unit) => (weights.recover * i32::from(state.hits_of(unit).min(2)), "recover"),
            Action::Lead(leader) => {
                let Some(hex) = state.leader_place(leader) else { return (NEVER, "") };
                let value = |hex| self.value_of_post(rules, state, leader, hex);
                let here = value(hex);
                let ways = Direction::ALL.into_iter().filter_map(|way| rules.neighbour(hex, way));
                let gain = ways.map(value).max().map_or(0, |best| best - here);
                (if gain > 1 { -here - 40 } else { -1 }, "keep up")
            }
            Action::Replace(..) => (weights.rally, "a new leader"),
            Action::Drive(_) => (1, "a driver"),
            Action::Dismiss(_) => (-1, "not by the plan"),
            Action::Step(to) => self.value_of_step(rules, state, to, known),
            Action::March(way) => {
                let mover = rules.under_way(state);
                (mover.map_or(0, |mover| self.gain_of_march(rules, state, mover, way, known)), "march")
            }
            Action::Turn(facing) => (self.value_of_turn(rules, state, facing, known), "face them"),
            Action::StopAndAttack => {
                let unit = under_way.filter(|unit| self.charges(rules, state, *unit));
                let unit = unit.and_then(|unit| self.best_attack(rules, state, unit));
                (unit.map_or(NEVER, |(_, worth)| worth - weights.attack), "attack")
            }
            Action::Designate(unit) if !self.charges(rules, state, unit) => (AGAINST_PLAN, "not by the plan"),
            Action::Designate(unit) => {
                let worth = self.best_attack(rules, state, unit);
                (worth.map_or(NEVER, |(_, worth)| worth - weights.attack), "attack")
            }
            Action::Attack(unit, enemy) => {
                let side = rules.side_of(state, [unit, enemy]).unwrap_or(From::Front);
                (10_000 + self.worth(rules, state, [unit, enemy], side), "attack")
            }
            Action::Name(unit) if rules.is_attacked(state, unit) => {
                (-Self::worst_attack(rules, state, unit), "face them")
            }
            Action::Name(unit) => {
                let worth = self.best_attack(rules, state, unit);
                (worth.map_or(0, |(_, worth)| worth), "lead")
            }
            Action::Take(unit) => {
                let left = i32::from(rules.card(unit).quality) - i32::from(state.hits_of(unit));
                let is_own = szala_kernel::Rules::to_act(rules, state) == unit.side();
                // Of one's own the unit that can best bear it; of the enemy's the one nearest to rout, not beyond it.
                let of_enemy = if left > 0 { -left } else { -100 };
                (if is_own { left } else { of_enemy }, "take it")
            }
            // Javelins are thrown on the move.
            Action::Volley(..) => (-1, "a volley"),
            Action::Advance(unit, to) => {
                (self.value_of_hex(rules, state, (unit, to), known) / 10 + 1, "follow up")
            }
            Action::Withdraw(unit, to) => (self.value_of_withdrawal(rules, state, unit, to), "withdraw"),
            Action::FallBack(_, unit) => (Self::dread(rules, state, unit) - weights.yield_to, "withdraw"),
            Action::Prearrange(_) => (if weights.secret > 0 { 10 } else { -10 }, "a secret order"),
            Action::GiveWay(.., unit) => {
                let dread = Self::dread(rules, state, unit);
                (if weights.secret > 0 { dread - weights.yield_to } else { NEVER }, "give way")
            }
            Action::ShootAt(_) => (1, "shoot"),
            Action::React(unit, facing) => {
                let faced = rules.facing_of(state, unit);
                let now = self.value_of_facing(rules, state, (unit, faced), known);
                (self.value_of_facing(rules, state, (unit, facing), known) - now, "turn towards them")
            }
            Action::Flee(to) => (10 + i32::from(Self::distance_of_enemies(rules, state, to)), "away"),
            Action::Rout(to) => (Self::distance_of_enemies(rules, state, to).into(), "away"),
            Action::LetThrough | Action::RunToo => (1, "better so"),
            Action::Harass(unit, _) => (i32::from(rules.card(unit).kind != Kind::Elephant), "harass"),
            Action::Pass(_) => (-50, "wait"),
            _ => (0, "let it be"),
        }
    }
}

/// How far north a hex is, in half hexes.
fn height(rules: &Spqr, hex: HexId) -> i32 {
    let at = rules.scenario().grid.axial(hex);
    2 * at.b + at.a
}

impl Prior<Spqr> for Heuristic {
    fn rank(&mut self, _: &View<'_, Spqr>, values: &mut Vec<i64>) {
        values.extend_from_slice(&self.values);
    }
}

impl Player<Spqr> for Heuristic {
    fn begin(&mut self, _: &Spqr, _: GameSeed, _: Side) {}

    fn choose(&mut self, view: &View<'_, Spqr>) -> usize {
        self.values.clear();
        if view.legal().len() == 1 {
            self.values.push(0);
            return 0;
        }
        // Secret orders are hidden, and nothing here looks at them.
        let (rules, state) = (view.rules(), view.glance().position());
        let mut best = (0, i32::MIN);
        let mut known = Known::default();
        for (place, action) in view.legal().iter().enumerate() {
            let (value, _) = self.value(rules, state, *action, &mut known);
            if value > best.1 {
                best = (place, value);
            }
            self.values.push(if value <= NEVER { search::OUT } else { value.into() });
        }
        best.0
    }

    fn opinions(&self, view: &View<'_, Spqr>) -> Vec<Opinion> {
        let (rules, state) = (view.rules(), view.glance().position());
        let mut known = Known::default();
        let opinion = |(place, action): (usize, &Action)| {
            let (value, why) = self.value(rules, state, *action, &mut known);
            Opinion { place, value: value.into(), why: why.into() }
        };
        view.legal().iter().enumerate().map(opinion).collect()
    }
}

#[cfg(test)]
mod tests {
    use szala_board::flat::direction::{N, NE, NW, S};

    use super::*;
    use crate::testing::rules;

    #[test]
    fn a_hex_is_two_half_hexes_high_and_its_neighbours_are_between() {
        let rules = rules("bagradas-half");
        let hex = rules.scenario().grid.parse_label("1010").expect("a hex of the field");
        let of = |way| rules.neighbour(hex, way).map(|there| height(&rules, there) - height(&rules, hex));
        assert_eq!([N, NE, NW, S].map(of), [Some(2), Some(1), Some(1), Some(-2)]);
    }
}
