//! The best move of some units: their goal, where they could go and stand, which enemy they could enter and from
//! where, and the route that leads there. `moves` decides which units move, and follows the route; `charges` has the
//! runs that end in a charge.

use szala_board::{Direction, Facing, HexId, HexSet};
use szala_insurrection::{Arm, Hexes, Insurrection, Room, UnitSet};

use super::Heuristic;
use super::outlook::facings_towards;
use super::stand::Stander;
use crate::marches::{Leg, Walker};
use crate::scene::{Foe, NEAR_MOUNTED, NEAR_ON_FOOT};

/// The most legs of a route: nine points, and a turn counts as one leg.
const MOST_LEGS: usize = 16;
/// The number of hexes examined closely.
const CLOSELY: usize = 4;

/// A move, leg by leg; the last leg comes first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Route<R: Room> {
    pub(super) group: UnitSet<R>,
    legs: [Leg; MOST_LEGS],
    pub(super) left: usize,
    /// The enemy hex entered at the end, and whether by a charge.
    pub(super) enter: Option<(HexId, bool)>,
    pub(super) value: i32,
    pub(super) why: &'static str,
    pub(super) are_guns: bool,
    /// Does it begin with skirmish order? [7.2m]
    pub(super) forms: bool,
    /// In double time? [8.9]
    pub(super) doubles: bool,
}

impl<R: Room> Route<R> {
    pub(super) const NONE: Self = Self {
        group: UnitSet::EMPTY,
        legs: [Leg::Face(Facing::ALL[0]); MOST_LEGS],
        left: 0,
        enter: None,
        value: 0,
        why: "",
        are_guns: false,
        forms: false,
        doubles: false,
    };

    /// No route, for units that follow this one.
    pub(super) const fn given_up(&self, group: UnitSet<R>) -> Self {
        Self { group, are_guns: self.are_guns, ..Self::NONE }
    }

    pub(super) fn push(&mut self, leg: Leg) {
        assert!(self.left < MOST_LEGS, "a leg takes a point, and nobody has so many");
        self.legs[self.left] = leg;
        self.left += 1;
    }

    /// The remaining legs, the next one first.
    pub(super) fn legs_to_go(&self) -> impl Iterator<Item = Leg> {
        self.legs[..self.left].iter().rev().copied()
    }

    /// The next leg, if there is one before the enemy is entered.
    pub(super) fn next(&self) -> Option<Leg> {
        self.left.checked_sub(1).map(|last| self.legs[last])
    }
}

/// The best end of a move found so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct End {
    pub(super) hex: HexId,
    pub(super) facing: Facing,
    pub(super) enter: Option<(HexId, bool)>,
    pub(super) value: i32,
    pub(super) why: &'static str,
}

/// The facts about units that might attack.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fight<'w, R: Room> {
    pub(super) who: &'w Stander<R>,
    pub(super) walker: Walker,
    pub(super) aim: Option<HexId>,
    /// The value of staying, minus the cost of leaving.
    pub(super) now: i32,
}

/// Front, flank and rear.
const ZONES: usize = 3;

/// The hexes from which an enemy hex could be entered.
#[derive(Clone, Copy, Debug)]
struct WayIn {
    from: HexId,
    facing: Facing,
    points: u8,
    rises: bool,
}

impl<R: Room> Heuristic<R> {
    /// The best move of these units from where they are, with their remaining points.
    pub(super) fn best_route(&mut self, game: &Insurrection<R>, group: UnitSet<R>) -> Route<R> {
        let as_they_are = self.best_route_in(game, group, false);
        if !game.can_form_skirmish_order(&self.state, group) {
            return as_they_are;
        }
        let loose = self.best_route_in(game, group, true);
        if loose.value > as_they_are.value { loose } else { as_they_are }
    }

    /// The same in the order in which they are, or in skirmish order, which they form first.
    fn best_route_in(&mut self, game: &Insurrection<R>, group: UnitSet<R>, forms: bool) -> Route<R> {
        let mut who = self.stander(game, group);
        let is_loose = forms || who.is_loose;
        let state = &self.state;
        let points = group.iter().map(|unit| game.points_left(state, unit)).min().unwrap_or(0);
        let points = points.saturating_sub(forms.into());
        let hex = state.hex_of(who.top).expect("movers are on the map");
        let beside = game.troops(state.stack(self.scene.side, hex)) - group;
        let facing = state[who.top].facing;
        let is_fresh = self.counts_on_one_hex(group);
        // [6.0] A unit that leaves a stack does not turn first.
        let walker =
            Walker { hex, facing, arm: who.arm, points, is_bound: !beside.is_empty(), is_loose, is_fresh };
        self.errand = self.orders.to(group).map(|(_, errand)| errand);
        let aim = self.aim(game, &who, walker);
        let goal = self.raid_goal(game, walker, aim);
        who.raids = goal.is_some();
        let friends = self.friends_to_pass(game, group, hex, points);
        let mut barred = (self.scene.ours - friends) | self.scene.theirs;
        barred.remove(hex);
        self.reach_from(game, walker, &barred, &friends);
        let here =
            self.values_of_ends(game, &who, walker, aim, hex, i32::MIN).expect("all is more than that");
        let now = here[facing.index()];
        who.is_loose = is_loose;
        let here = if forms {
            self.values_of_ends(game, &who, walker, aim, hex, i32::MIN).expect("all is more than that")
        } else {
            here
        };
        let mut best = End { hex, facing, enter: None, value: now, why: "stay" };
        let mut run = None;
        let left_behind = self.cost_of_leaving(game, &who, hex);
        // [8.12] Guns attack nobody, nor does a stack with guns.
        if !group.intersects(game.all_guns()) && self.is_free_to_attack() {
            let given_up = left_behind + self.stronghold_at(game, group, hex);
            let fight = Fight { who: &who, walker, aim, now: now - given_up };
            self.look_for_assaults(game, &fight, &mut best);
            run = self.look_for_charges(game, &fight, &barred, &mut best);
        }
        let mut route = Route { group, forms, are_guns: who.arm == Arm::Artillery, ..Route::NONE };
        match run {
            Some(run) => run.lay_out(game, walker, &mut route),
            None => self.reach.way_back(game, walker, (best.hex, best.facing), |leg| route.push(leg)),
        }
        let attack = best;
        let is_in_the_way = |camp: HexId| {
            let reached = self.reach.hexes();
            !reached.contains(camp) && reached.intersects(&self.scene.fronts)
        };
        if goal.is_some_and(is_in_the_way) {
            // Round the enemy rather than in its sight, as long as the camp itself is too far.
            self.reach_from(game, walker, &(barred | self.scene.fronts), &friends);
        }
        self.look_for_places(game, &who, walker, aim, (here, left_behind), &mut best);
        if best.value > attack.value {
            route.left = 0;
            self.reach.way_back(game, walker, (best.hex, best.facing), |leg| route.push(leg));
        }
        Route { enter: best.enter, value: best.value - now, why: best.why, ..route }
    }

    /// [8.5] Can these units go a hex for more points than they have?
    pub(super) fn counts_on_one_hex(&self, group: UnitSet<R>) -> bool {
        self.weights.first_hex > 0 && group.iter().all(|unit| self.state[unit].spent == 0)
    }

    /// Computes what can be reached, in the order in which the unit goes.
    pub(super) fn reach_from(
        &mut self,
        game: &Insurrection<R>,
        walker: Walker,
        barred: &Hexes<R>,
        friends: &Hexes<R>,
    ) {
        if walker.is_loose {
            self.reach.spread(&game.scenario().board, walker, barred, friends);
        } else {
            self.marches.reach(walker, barred, friends, &mut self.reach);
        }
    }

    /// [6.3] [6.4] The hexes of friends through which these units can go, as far as their points take them.
    pub(super) fn friends_to_pass(
        &self,
        game: &Insurrection<R>,
        group: UnitSet<R>,
        from: HexId,
        points: u8,
    ) -> Hexes<R> {
        if self.weights.through == 0 {
            return Hexes::<R>::EMPTY;
        }
        let (side, state) = (self.scene.side, &self.state);
        let near = game.scenario().board.within(from, points.max(1));
        let mut friends = (self.scene.ours & near) - self.scene.theirs;
        friends.remove(from);
        let can_pass = |hex: &HexId| game.can_pass_together(state, state.stack(side, *hex) | group);
        friends.iter().filter(can_pass).collect()
    }

    /// The fire that can be expected on the way to here, the end included if it is where an attack begins.
    pub(super) fn danger_on_the_way(
        &self,
        game: &Insurrection<R>,
        walker: Walker,
        end: (HexId, Facing),
        is_attack: bool,
    ) -> i32 {
        if self.weights.passage == 0 || self.scene.under_fire.is_empty() {
            return 0;
        }
        let mut sum = 0;
        self.reach.way_back(game, walker, end, |leg| {
            if let Leg::Go(hex) = leg
                && (hex != end.0 || is_attack)
                && self.scene.under_fire.contains(hex)
            {
                sum += self.fire_at(game, hex);
            }
        });
        self.weights.passage * sum
    }

    /// The camp, if the units ride for it.
    fn raid_goal(&self, game: &Insurrection<R>, walker: Walker, aim: Option<HexId>) -> Option<HexId> {
        let camp = game.scenario().camp.filter(|camp| camp.intruder == self.scene.side)?;
        (aim == Some(camp.hex) && walker.arm == Arm::Cavalry).then_some(camp.hex)
    }

    /// The goal of the units: the camp, an enemy, or none.
    pub(super) fn aim(&self, game: &Insurrection<R>, who: &Stander<R>, walker: Walker) -> Option<HexId> {
        let weights = &self.weights;
        let horse = walker.arm == Arm::Cavalry;
        let cost = |hex| i32::from(self.marches.cost(walker.arm, walker.hex, hex));
        let mut best = (0, None);
        let mut offer = |worth: i32, hex: HexId| {
            let value = worth - cost(hex);
            if worth > 0 && value > best.0 {
                best = (value, Some(hex));
            }
        };
        if let Some(camp) = game.scenario().camp
            && self.stakes.camp > 0
            && who.arm != Arm::Artillery
        {
            let raids = camp.intruder == self.scene.side;
            let worth = match (raids, horse) {
                (true, true) => weights.raid_horse,
                (true, false) => weights.raid_foot,
                (false, true) => weights.guard_horse,
                (false, false) => weights.guard_foot,
            };
            offer(worth, camp.hex);
        }
        if weights.hunt_place > 0 && who.arm != Arm::Artillery {
            let theirs = game.strongholds(&self.state).filter(|place| place.holder != self.scene.side);
            theirs.for_each(|place| offer(weights.hunt_place, place.hex));
        }
        for foe in self.scene.foes.iter() {
            let worth = match foe.arm {
                Arm::Artillery => weights.hunt_guns,
                Arm::Infantry if foe.guns => weights.hunt_guns.max(weights.hunt_infantry),
                Arm::Infantry => weights.hunt_infantry,
                Arm::Cavalry => weights.hunt_cavalry,
            };
            offer(worth + if horse { weights.horse_hunts } else { 0 }, foe.hex);
        }
        best.1
    }

    /// The value of ending the move here, for each facing; `None` where no facing can exceed the given value.
    pub(super) fn values_of_ends(
        &self,
        game: &Insurrection<R>,
        who: &Stander<R>,
        walker: Walker,
        aim: Option<HexId>,
        hex: HexId,
        least: i32,
    ) -> Option<[i32; 6]> {
        let nearer = self.value_of_aim(walker, aim, hex);
        if who.arm == Arm::Artillery {
            return Some([self.value_of_battery(game, hex) + nearer + self.pull_to(hex); 6]);
        }
        let place =
            self.value_of_place(game, who, hex) + nearer + self.camp_at(game, hex) + self.pull_to(hex);
        let place = place + self.stronghold_at(game, who.group, hex) + self.camp_next_at(game, who, hex);
        let friends = self.friends_joined(who, hex);
        if let Some(top) = friends.first() {
            // [6.0] They take the facing of those whom they join.
            let size = i32::from(game.total_size(&self.state, game.troops(friends)));
            let escort = if game.troops(friends).is_empty() { self.weights.escort } else { 0 };
            let place = place + self.weights.join * size + escort;
            return Some([self.values_of_facing(game, who, hex, place)[self.state[top].facing.index()]; 6]);
        }
        if place <= least && place + self.most_of_shots(game, who, hex) <= least {
            return None;
        }
        Some(self.values_of_facing(game, who, hex, place))
    }

    /// Nearer to the goal.
    fn value_of_aim(&self, walker: Walker, aim: Option<HexId>, hex: HexId) -> i32 {
        aim.map_or(0, |aim| -self.weights.march * i32::from(self.marches.cost(walker.arm, hex, aim)))
    }

    /// [13.1] The camp, where it can still be reached for a draw: the enemy's, or standing in or beside the own.
    fn camp_at(&self, game: &Insurrection<R>, hex: HexId) -> i32 {
        let Some(camp) = game.scenario().camp.filter(|camp| camp.intruder != self.scene.side) else {
            return self.enemy_camp_at(game, hex);
        };
        let weight = match game.scenario().board.distance(hex, camp.hex) {
            0 => self.weights.garrison,
            1 => self.weights.picket,
            _ => 0,
        };
        self.stakes.camp * weight / 100
    }

    /// [13.1] Where riders who are on their way to the camp reach it in their next move.
    fn camp_next_at(&self, game: &Insurrection<R>, who: &Stander<R>, hex: HexId) -> i32 {
        if self.weights.camp_next == 0 || self.stakes.camp == 0 || !who.raids {
            return 0;
        }
        let is_near = |camp: HexId| {
            let points = who.group.iter().map(|unit| game.allowance(&self.state, unit)).min().unwrap_or(0);
            camp != hex && self.marches.cost(who.arm, hex, camp) <= points
        };
        let camp = game.scenario().camp.filter(|camp| is_near(camp.hex));
        camp.map_or(0, |_| self.stakes.camp * self.weights.camp_next / 100)
    }

    /// Examines the hexes that seem best, with every facing.
    fn look_for_places(
        &self,
        game: &Insurrection<R>,
        who: &Stander<R>,
        walker: Walker,
        aim: Option<HexId>,
        (here, left_behind): ([i32; 6], i32),
        best: &mut End,
    ) {
        let mut closely: [(i32, Option<HexId>); CLOSELY] = [(i32::MIN, None); CLOSELY];
        let camp = game.scenario().camp.map(|camp| (camp.hex, self.camp_at(game, camp.hex)));
        let towards = aim.map(|aim| self.marches.costs_towards(walker.arm, aim));
        let has_strongholds = self.weights.place > 0 && who.arm != Arm::Artillery;
        self.reach.hexes().iter().for_each(|hex| {
            let nearer = towards.map_or(0, |costs| -self.weights.march * i32::from(costs[hex.index()]));
            let exposed = i32::from(self.scene.under_fire.contains(hex))
                + 2 * i32::from(self.scene.fronts.contains(hex));
            let mut rough = nearer - 2 * self.weights.danger * exposed;
            if let Some((_, worth)) = camp.filter(|(camp, _)| *camp == hex) {
                rough += worth;
            }
            if has_strongholds {
                rough += self.stronghold_at(game, who.group, hex);
            }
            if self.weights.through > 0 && self.scene.ours.contains(hex) && !self.may_join(game, who, hex) {
                return;
            }
            if game.gives_cover(hex) {
                rough += self.weights.cover;
            }
            if rough > closely[CLOSELY - 1].0 {
                // After its equals; the last one is dropped.
                let mut place = CLOSELY - 1;
                while place > 0 && rough > closely[place - 1].0 {
                    closely[place] = closely[place - 1];
                    place -= 1;
                }
                closely[place] = (rough, Some(hex));
            }
        });
        let candidates =
            self.ordered_place().into_iter().chain(closely.into_iter().filter_map(|(_, hex)| hex));
        for hex in candidates.chain((who.arm != Arm::Artillery).then_some(walker.hex)) {
            let lost = if hex == walker.hex { 0 } else { left_behind };
            let values = if hex == walker.hex {
                Some(here)
            } else {
                self.values_of_ends(game, who, walker, aim, hex, best.value + lost)
            };
            let Some(values) = values else { continue };
            for facing in Facing::ALL {
                let value = values[facing.index()] - lost;
                if value > best.value && self.reach.holds(hex, facing) {
                    let value = value - self.danger_on_the_way(game, walker, (hex, facing), false);
                    if value <= best.value {
                        continue;
                    }
                    let why = if self.camp_at(game, hex) > 0 { "the camp" } else { "a better place" };
                    *best = End { hex, facing, enter: None, value, why };
                }
            }
        }
    }

    /// [6.11] Enemy hexes that can be entered to fight in phase 4, through front, flank or rear.
    fn look_for_assaults(&self, game: &Insurrection<R>, fight: &Fight<'_, R>, best: &mut End) {
        let Fight { who, walker, .. } = *fight;
        let board = &game.scenario().board;
        let mut reached = self.reach.hexes();
        if self.weights.through > 0 {
            // Nobody turns among friends, and a step on costs a point more: attacks begin elsewhere.
            reached -= self.scene.ours - HexSet::of(walker.hex);
        }
        for foe in self.scene.foes.iter() {
            if board.distance(walker.hex, foe.hex) > walker.points + 1 || foe.square {
                continue;
            }
            let from = board.ring(foe.hex, 1) & reached;
            if from.is_empty() {
                continue;
            }
            if !self.have_room_among_foes(game, who.group, foe.hex) {
                continue;
            }
            let mut assault = None;
            for way in self.ways_in(game, who, walker, foe, &from).into_iter().flatten() {
                let assault = assault.get_or_insert_with(|| self.assault(game, who.group, foe.hex));
                let entered = self.value_of_entering(game, assault, way.from);
                let gain = entered - self.weights.roundabout * i32::from(way.points);
                let value = self.value_of_attack(game, fight, foe.hex, gain);
                if value > best.value {
                    let value = value - self.danger_on_the_way(game, walker, (way.from, way.facing), true);
                    if value <= best.value {
                        continue;
                    }
                    let enter = Some((foe.hex, false));
                    *best = End { hex: way.from, facing: way.facing, enter, value, why: "assault" };
                }
            }
        }
    }

    /// [6.12] [6.1] Friends may be fighting there already, of another arm or too many.
    pub(super) fn have_room_among_foes(&self, game: &Insurrection<R>, group: UnitSet<R>, hex: HexId) -> bool {
        let friends = self.state.stack(self.scene.side, hex);
        friends.is_empty() || game.can_stand_together(&self.state, friends | group)
    }

    /// The gain of an attack is added to the rest; and it leads somewhere.
    pub(super) fn value_of_attack(
        &self,
        game: &Insurrection<R>,
        fight: &Fight<'_, R>,
        to: HexId,
        gain: i32,
    ) -> i32 {
        let Fight { walker, aim, now, .. } = *fight;
        let nearer = self.value_of_aim(walker, aim, to) - self.value_of_aim(walker, aim, walker.hex);
        // [D-13.1d] A unit that enters the camp has been there, even if the enemy holds it.
        let camp = self.enemy_camp_at(game, to) * self.weights.camp_held / 100;
        now + gain + nearer + camp + self.stronghold_at(game, fight.who.group, to) + self.pull_into(to)
    }

    /// [12.3m] A hex of a place that scores: nobody of ours but these units is there to hold it, or to take it.
    pub(super) fn stronghold_at(&self, game: &Insurrection<R>, group: UnitSet<R>, hex: HexId) -> i32 {
        if self.weights.place == 0 {
            return 0;
        }
        let Some(place) = game.strongholds(&self.state).find(|place| place.hex == hex) else { return 0 };
        let others = game.troops(self.state.stack(self.scene.side, hex)) - group;
        if !others.is_empty() {
            return 0;
        }
        // One side has the points in the end, or the other.
        let points = i32::from(place.points);
        let both = self.stakes.swing(points) - self.stakes.swing(-points);
        both * self.weights.place / (100 * i32::from(place.hexes))
    }

    /// [13.1] The enemy's camp, where a step into it makes a draw.
    pub(super) fn enemy_camp_at(&self, game: &Insurrection<R>, hex: HexId) -> i32 {
        let camp = game.scenario().camp.filter(|camp| camp.hex == hex && camp.intruder == self.scene.side);
        camp.map_or(0, |_| self.stakes.camp)
    }

    /// Those whom these units join in a hex; none where they do not join others, or have begun.
    fn friends_joined(&self, who: &Stander<R>, hex: HexId) -> UnitSet<R> {
        if self.weights.through == 0 || !self.scene.ours.contains(hex) {
            return UnitSet::EMPTY;
        }
        let friends = self.state.stack(self.scene.side, hex);
        if friends.intersects(who.group) { UnitSet::EMPTY } else { friends }
    }

    /// May these units end their move with the friends in this hex, if there are any?
    pub(super) fn may_join(&self, game: &Insurrection<R>, who: &Stander<R>, hex: HexId) -> bool {
        let friends = self.state.stack(self.scene.side, hex);
        friends.intersects(who.group) || game.can_stand_together(&self.state, friends | who.group)
    }

    /// [10.10.8] Guns without friends are easy prey, and near an enemy they are two points [10.10.9].
    pub(super) fn cost_of_leaving(&self, game: &Insurrection<R>, who: &Stander<R>, hex: HexId) -> i32 {
        let left = self.state.stack(self.scene.side, hex) - who.group;
        if !left.intersects(game.all_guns()) || !game.troops(left).is_empty() {
            return 0;
        }
        let board = &game.scenario().board;
        let can_come = |foe: &Foe<R>| {
            let limit = match foe.arm {
                Arm::Infantry => NEAR_ON_FOOT,
                Arm::Cavalry => NEAR_MOUNTED,
                Arm::Artillery => 0,
            };
            board.distance(hex, foe.hex) <= limit
        };
        if self.scene.foes.iter().any(can_come) {
            self.weights.escort - self.stakes.swing(-2)
        } else {
            self.weights.escort
        }
    }

    /// The cheapest ways into an enemy hex through its front, flank and rear, not uphill if avoidable, from these of
    /// the surrounding hexes.
    fn ways_in(
        &self,
        game: &Insurrection<R>,
        who: &Stander<R>,
        walker: Walker,
        foe: &Foe<R>,
        around: &Hexes<R>,
    ) -> [Option<WayIn>; ZONES] {
        let scenario = game.scenario();
        let is_fresh = who.group.iter().all(|unit| self.state[unit].spent == 0);
        let mut ways: [Option<WayIn>; ZONES] = [None; ZONES];
        for direction in Direction::ALL {
            let neighbour = scenario.board.neighbour(foe.hex, direction);
            let Some(from) = neighbour.filter(|from| around.contains(*from)) else { continue };
            let inwards = direction.opposite();
            let ground =
                if walker.is_loose { 1 } else { game.ground_points_towards(from, inwards, walker.arm) };
            let rises = scenario.level(foe.hex) > scenario.level(from);
            // [6.11] One more point into an enemy hex; [8.5] one hex is always possible as the first.
            let most = walker.points.checked_sub(ground + 1).or(is_fresh.then_some(0));
            let Some(most) = most else { continue };
            for facing in facings_towards(inwards) {
                let Some(points) = self.reach.points_up_to(most, from, facing) else { continue };
                let known = &mut ways[foe.facing.zone_of(direction) as usize];
                if known.is_none_or(|known| (rises, points) < (known.rises, known.points)) {
                    *known = Some(WayIn { from, facing, points, rises });
                }
            }
        }
        ways
    }
}
