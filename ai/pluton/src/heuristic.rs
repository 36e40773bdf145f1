//! The heuristic: each building asks for units to take or to hold it, and each unit goes where it counts most, from
//! cover to cover (`orders`, `moves`); fire is held until it is worth being seen for; barrages lie where they hurt the
//! enemy and nobody else, guns are called when they are worth what they cost (`guns`); a hex is stormed only with odds;
//! commanders stay near their units. The expected effect of fire comes from the scenario's tables (`effects`).

use szala_ai::{Glance, Opinion, Player, Prior, View};
use szala_board::HexId;
use szala_kernel::{GameSeed, Side};
use szala_pluton::{Action, CounterId, Counters, Decision, Kind, Level, Pluton, Weapons};

use crate::effects::Effects;
use crate::moves::Reach;
use crate::orders::Orders;
use crate::seen::Seen;
use crate::ways::{Danger, Ground, Ways};
use crate::weights::Weights;

/// The value of an action never to take.
pub(super) const NEVER: i32 = -100_000;

/// The heuristic player.
#[derive(Clone, Debug)]
pub struct Heuristic {
    pub(super) weights: Weights,
    pub(super) effects: Effects,
    pub(super) ways: Ways,
    pub(super) danger: Danger,
    pub(super) ground: Ground,
    pub(super) orders: Orders,
    pub(super) reach: Reach,
    /// When ways and orders were drawn up, and for how many counters still to come.
    drawn: Option<(u8, Side, usize)>,
    /// Movers that are where they want to be in this phase.
    pub(super) settled: Counters,
    /// Counters still to come that cannot.
    pub(super) settled_coming: Counters,
}

impl Heuristic {
    /// A player with these weights.
    pub fn new(rules: &Pluton, weights: Weights) -> Self {
        Self {
            weights,
            effects: Effects::new(&rules.scenario().tables, &weights),
            ways: Ways::new(rules),
            danger: Danger::new(rules),
            ground: Ground::new(rules),
            orders: Orders::new(),
            reach: Reach::new(rules),
            drawn: None,
            settled: Counters::EMPTY,
            settled_coming: Counters::EMPTY,
        }
    }

    /// Looks which counters stand where; once a phase, where the enemy fires and which unit is sent where.
    pub(super) fn look_about(&mut self, seen: Seen<'_>) {
        self.ground.look(seen);
        let (stage, side) = seen.time();
        let time = Some((stage, side, seen.coming().len()));
        let is_new_phase = self.drawn.map(|(stage, side, _)| (stage, side)) != Some((stage, side));
        if is_new_phase {
            self.settled = Counters::EMPTY;
            self.settled_coming = Counters::EMPTY;
            self.danger.draw(seen, &self.ways, &self.effects);
        }
        // Counters that come in are sent somewhere with the others; those that have come keep their goals.
        let more_come = self.drawn.is_some_and(|(.., coming)| coming < seen.coming().len());
        if is_new_phase || more_come {
            self.orders.draw(seen, &self.ways, &self.ground, &self.weights);
            self.drawn = time;
        }
    }

    // ---- Fire ----

    /// The expected effect of a shot with this many halves of squares, in hundredths of a level.
    fn shot(&self, seen: Seen<'_>, firer: CounterId, target: CounterId, halves: u8, runs: bool) -> i32 {
        let (Some(from), Some(to)) = (seen.place(firer), seen.place(target)) else { return 0 };
        let Some(weapons) = seen.kind(firer).weapons() else { return 0 };
        let distance = seen.rules.distance(from, to);
        let strength = seen.strength(weapons, halves, distance);
        if strength == 0 || !seen.is_in_sight(from, to) {
            return 0;
        }
        let level = match seen.level(firer) {
            Level::Full => 0,
            Level::UnderFire => -2,
            Level::Pinned => -4,
        };
        let tables = &seen.rules.scenario().tables;
        // [7.5.1] [7.5.4] [7.5.5] [7.5.6] [7.5.8]
        let shift = level
            - i32::from(tables.shelter[seen.rules.ground_at(to) as usize])
            - i32::from(seen.is_partly_screened(from, to))
            - 2 * i32::from(seen.kind(target) == Kind::Commander)
            + 2 * i32::from(runs)
            - i32::from(!seen.is_led(firer));
        let expected = self.effects.of(seen.level(target), tables.shifted(strength, shift));
        if distance <= 1 { expected * (100 + self.weights.near) / 100 } else { expected }
    }

    /// The least expected effect for which a unit fires; none is enough for one that is kept hidden.
    fn threshold(&self, seen: Seen<'_>, firer: CounterId, least: i32) -> i32 {
        let is_hidden = seen.is_on_paper(firer);
        if is_hidden && i32::from(seen.time().0) < self.weights.hide_until {
            return -NEVER;
        }
        if !is_hidden && seen.shows_itself(firer) { least } else { least.max(self.weights.fire_masked) }
    }

    fn react(&self, seen: Seen<'_>, mover: CounterId, runs: bool) -> Action {
        let mut best = (0, Action::HoldFire);
        for firer in &seen.own() {
            let expected = self.shot(seen, firer, mover, seen.halves(firer), runs);
            if expected <= self.weights.fire + best.0 {
                continue;
            }
            let over = expected - self.threshold(seen, firer, self.weights.fire);
            if over > best.0 && seen.is_legal(Action::Fire(firer, 0)) {
                best = (over, Action::Fire(firer, 0));
            }
        }
        best.1
    }

    fn final_fire(&self, seen: Seen<'_>) -> Action {
        let others = seen.others();
        for firer in &seen.own() {
            let (Some(from), Some(weapons)) = (seen.place(firer), seen.kind(firer).weapons()) else {
                continue;
            };
            let reach = if weapons == Weapons::Heavy { 10 } else { 5 };
            let is_worth = |target: CounterId| {
                seen.place(target).is_some_and(|to| {
                    seen.rules.distance(from, to) <= reach && {
                        let expected = self.shot(seen, firer, target, seen.halves(firer), false);
                        expected > self.weights.fire_last
                            && seen.shows_itself(target)
                            && expected > self.threshold(seen, firer, self.weights.fire_last)
                    }
                })
            };
            if others.iter().any(is_worth) && seen.is_legal(Action::Shoot(firer)) {
                return Action::Shoot(firer);
            }
        }
        Action::FireDone
    }

    /// What a unit fires at: with everything at the best target, or square by square where that does more.
    fn aim(&self, seen: Seen<'_>, firer: CounterId, legal: &[Action]) -> usize {
        let mut whole = (NEVER, 0);
        let mut one = (NEVER, 0);
        let mut split = [0; 3];
        let squares = usize::from(seen.halves(firer) / 2).clamp(1, split.len());
        for (place, action) in legal.iter().enumerate() {
            let Action::At(target, with) = *action else { continue };
            let halves = if with == 0 { seen.halves(firer) } else { 2 * with };
            let expected = self.shot(seen, firer, target, halves, false);
            if with == 0 && expected > whole.0 {
                whole = (expected, place);
            }
            if with == 1 {
                if expected > one.0 {
                    one = (expected, place);
                }
                // The best few, the least of them first.
                let best = &mut split[..squares];
                if expected > best[0] {
                    best[0] = expected;
                    best.sort_unstable();
                }
            }
        }
        let divided = split[..squares].iter().sum::<i32>() * self.weights.divide / 100;
        if one.0 > NEVER && squares > 1 && divided > whole.0 { one.1 } else { whole.1 }
    }

    // ---- The rest ----

    /// Where a counter is set up: in cover, with few others, commanders beside units.
    fn set_up(&mut self, seen: Seen<'_>, who: CounterId, legal: &[Action]) -> usize {
        self.ground.look(seen);
        let is_commander = seen.kind(who) == Kind::Commander;
        place_of_best(legal, |action| {
            let Action::SetUp(_, hex) = *action else { return NEVER };
            let here = self.ground.at(hex);
            let is_asked_for = i32::from(here.halves) < self.weights.garrison;
            let worth = i32::from(seen.rules.worth_of(seen.side, hex));
            let mates = i32::from(here.units);
            let is_cover = seen.rules.ground_at(hex).is_cover();
            let of_hex = i32::from(is_cover) * self.weights.cover
                + i32::from(is_asked_for) * self.weights.prize * worth
                - (mates - 1).max(0) * self.weights.crowd;
            if is_commander { of_hex + i32::from(mates > 0) * self.weights.alone } else { of_hex }
        })
    }

    fn retreat(&mut self, seen: Seen<'_>, legal: &[Action]) -> usize {
        self.ground.look(seen);
        place_of_best(legal, |action| match *action {
            Action::Retreat(who, hex) => self.worth(seen, who, hex),
            Action::Withdraw(hex) => -self.danger.at(hex),
            // [D-18.6b] A square that is partly lost counts as lost: its other half costs nothing more. Otherwise the
            // unit with the most squares has most to give.
            Action::Lose(unit) => {
                let halves = i32::from(seen.halves(unit));
                halves + if halves % 2 == 1 && halves > 1 { 10 } else { 0 }
            }
            _ => 0,
        })
    }

    /// With the units that are in the hex.
    fn declare(&mut self, seen: Seen<'_>, hex: HexId) -> Action {
        self.ground.look(seen);
        let here = self.ground.at(hex);
        let of_level = |level: Level| {
            let halves = |one: CounterId| i32::from(seen.halves(one));
            seen.own_at(hex).iter().filter(|one| seen.level(*one) == level).map(halves).sum::<i32>()
        };
        let is_under_fire = of_level(Level::Full) <= of_level(Level::UnderFire) + of_level(Level::Pinned);
        let led = [here.commanders > 0, false];
        let brings = self.fight_in(seen, hex, here.halves.into(), led, is_under_fire);
        if brings > 0 { Action::Attack } else { Action::NoAttack }
    }

    fn decide_at_once(&mut self, seen: Seen<'_>) -> Option<Action> {
        match seen.decision() {
            Decision::Movement => Some(self.next_mover(seen)),
            Decision::Moving(who, runs, spent) => self.next_step(seen, who, runs, spent),
            Decision::React(mover, runs) => Some(self.react(seen, mover, runs)),
            Decision::FinalFire => Some(self.final_fire(seen)),
            Decision::Lay(barrage, lies) => Some(self.lay(seen, barrage, lies)),
            Decision::Call => Some(self.call(seen)),
            Decision::Declare(hex) => Some(self.declare(seen, hex)),
            Decision::SetUp(_) | Decision::Aim(_) | Decision::Other => None,
        }
    }
}

/// The place of the first of the best.
fn place_of_best(legal: &[Action], value: impl Fn(&Action) -> i32) -> usize {
    let mut best = (i32::MIN, 0);
    for (place, action) in legal.iter().enumerate() {
        let value = value(action);
        if value > best.0 {
            best = (value, place);
        }
    }
    best.1
}

impl Player<Pluton> for Heuristic {
    fn begin(&mut self, _: &Pluton, _: GameSeed, _: Side) {
        self.drawn = None;
        self.settled = Counters::EMPTY;
        self.settled_coming = Counters::EMPTY;
        self.orders.forget();
        self.danger.forget();
    }

    fn choose(&mut self, view: &View<'_, Pluton>) -> usize {
        let (seen, legal) = (Seen::of(view.glance()), view.legal());
        if let Some(action) = self.decide_at_once(seen) {
            return legal.iter().position(|known| *known == action).unwrap_or(legal.len() - 1);
        }
        match seen.decision() {
            Decision::SetUp(who) => self.set_up(seen, who, legal),
            Decision::Aim(firer) => self.aim(seen, firer, legal),
            _ => self.retreat(seen, legal),
        }
    }

    fn at_once(&mut self, glance: Glance<'_, Pluton>) -> Option<Action> {
        self.decide_at_once(Seen::of(glance))
    }

    fn opinions(&self, view: &View<'_, Pluton>) -> Vec<Opinion> {
        let place = self.clone().choose(view);
        vec![Opinion { place, value: 1, why: "the best that it weighed".into() }]
    }
}

impl Prior<Pluton> for Heuristic {}
