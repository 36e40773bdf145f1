//! The heuristic: units go for buildings from cover to cover, or hold those that they have; fire is held until it is
//! worth being seen for; barrages lie where they hurt the enemy and nobody else; a hex is stormed only with odds;
//! commanders stay near their units. What it expects of fire it reckons with the tables of the scenario.

use szala_ai::{Glance, Opinion, Player, Prior, View};
use szala_board::HexId;
use szala_kernel::{GameSeed, Side};
use szala_pluton::{Action, BarrageId, CounterId, Counters, Decision, Kind, Level, Pluton, Weapons};

use crate::seen::Seen;
use crate::ways::{FAR, Field};
use crate::weights::Weights;

/// No strength is greater, after all shifts.
const STRENGTHS: usize = 128;
/// What is never done.
const NEVER: i32 = -100_000;

/// The heuristic player.
#[derive(Clone, Debug)]
pub struct Heuristic {
    weights: Weights,
    /// What fire of each strength is expected to do, in hundredths of a level.
    effects: [i32; STRENGTHS],
    ways: Field,
    danger: Field,
    /// When both were drawn up.
    drawn: Option<(u8, Side)>,
    /// Movers that are where they want to be in this phase.
    settled: Counters,
}

impl Heuristic {
    /// A player with these weights.
    pub fn new(rules: &Pluton, weights: Weights) -> Self {
        let tables = &rules.scenario().tables;
        let mut effects = [0; STRENGTHS];
        for (strength, expected) in (0_u16..).zip(&mut effects) {
            for face in 1..=10 {
                let effect = tables.effect(strength, face);
                *expected += 10 * i32::from(effect.levels) + weights.loss * i32::from(effect.losses) / 10;
            }
        }
        let [ways, danger] = [(); 2].map(|()| Field::new(rules));
        Self { weights, effects, ways, danger, drawn: None, settled: Counters::EMPTY }
    }

    fn expected(&self, strength: u16) -> i32 {
        self.effects[usize::from(strength).min(STRENGTHS - 1)]
    }

    // ---- Movement ----

    /// Draws up, once a phase, how far it is to what is to be taken and where the enemy fires.
    fn look_about(&mut self, seen: Seen<'_>) {
        if self.drawn == Some(seen.time()) {
            return;
        }
        self.drawn = Some(seen.time());
        self.settled = Counters::EMPTY;
        let rules = seen.rules;
        let is_goal = |hex: &HexId| {
            rules.worth_of(seen.side, *hex) > 0
                && (seen.own_at(*hex).is_empty() || !seen.others_at(*hex).is_empty())
        };
        self.ways.draw_ways(rules, rules.buildings().iter().filter(is_goal));
        self.danger.draw_danger(seen);
    }

    /// Own units in a hex besides this one.
    fn mates(seen: Seen<'_>, who: CounterId, hex: HexId) -> i32 {
        let here = seen.own_at(hex).iter().filter(|mate| *mate != who && seen.kind(*mate) != Kind::Commander);
        i32::try_from(here.count()).expect("a hex has few counters")
    }

    /// What it is worth to stand on a hex.
    fn worth(&self, seen: Seen<'_>, who: CounterId, hex: HexId) -> i32 {
        let weights = &self.weights;
        let mates = Self::mates(seen, who, hex);
        let is_cover = seen.rules.ground_at(hex).is_cover();
        let is_shelled = Side::BOTH.into_iter().any(|side| seen.barrages(side).any(|(_, at)| at == hex));
        let danger = self.expected(self.danger.at(hex)) * weights.danger / 100;
        let mut worth = i32::from(is_cover) * weights.cover
            - danger
            - i32::from(is_shelled) * weights.shells
            - (mates - 2).max(0) * weights.crowd;
        if seen.kind(who) == Kind::Commander {
            worth -= i32::from(mates == 0) * weights.alone;
            return worth - self.far_from_his(seen, who, hex) * weights.keep;
        }
        if !seen.others_at(hex).is_empty() {
            return worth + if self.may_storm(seen, who, hex) { weights.storm } else { NEVER };
        }
        let is_home = seen.rules.worth_of(seen.side, hex) > 0;
        let way = i32::from(self.ways.at(hex));
        // Who holds a building stays with those who do, until there are more than are needed.
        if is_home && mates < weights.garrison {
            return worth + weights.storm + weights.march * weights.reach.min(20);
        }
        if way < i32::from(FAR) && way <= weights.reach {
            worth -= way * weights.march;
        } else {
            worth -= weights.reach * weights.march;
        }
        worth
    }

    /// By how many hexes more than two the units that a commander commands are away from a hex.
    fn far_from_his(&self, seen: Seen<'_>, commander: CounterId, hex: HexId) -> i32 {
        let Some(his) = seen.card(commander) else { return 0 };
        let mut far = 0;
        for unit in &seen.own() {
            let Some(card) = seen.card(unit) else { continue };
            let is_his = card.battalion == his.battalion && card.company == his.company && unit != commander;
            if let Some(at) = seen.place(unit).filter(|_| is_his) {
                far += (i32::from(seen.rules.distance(hex, at)) - 2).max(0);
            }
        }
        far
    }

    /// Is there odds enough to storm a hex with all who stand about it?
    fn may_storm(&self, seen: Seen<'_>, who: CounterId, hex: HexId) -> bool {
        let strength = |counters: Counters, unit_of: &dyn Fn(CounterId) -> bool| -> i32 {
            let fit = counters.iter().filter(|one| unit_of(*one) && seen.kind(*one) != Kind::Commander);
            fit.map(|one| {
                let halves = i32::from(seen.halves(one));
                if seen.level(one) == Level::Pinned { halves / 2 } else { halves }
            })
            .sum()
        };
        let mut own = strength(seen.own_at(hex), &|_| true);
        for (near, _) in seen.rules.steps_from(hex) {
            own += strength(seen.own_at(near), &|one| one == who || !seen.has_moved(one));
        }
        100 * own >= self.weights.assault * strength(seen.others_at(hex), &|_| true).max(1)
    }

    /// The best place that a counter reaches in a step or two, better than where it is.
    fn best_step(&self, seen: Seen<'_>, who: CounterId, from: HexId) -> Option<HexId> {
        let mut best = (self.worth(seen, who, from), None);
        for (hex, _) in seen.rules.steps_from(from) {
            let mut worth = self.worth(seen, who, hex);
            // What lies one step farther is worth nearly as much as if one stood there.
            if worth > NEVER / 2 && seen.others_at(hex).is_empty() {
                for (next, _) in seen.rules.steps_from(hex) {
                    if self.ways.at(next) < self.ways.at(hex) {
                        worth = worth.max(self.worth(seen, who, next) - self.weights.march.max(1));
                    }
                }
            }
            if worth > best.0 {
                best = (worth, Some(hex));
            }
        }
        best.1
    }

    /// Who moves next, or that all have.
    fn next_mover(&mut self, seen: Seen<'_>) -> Action {
        self.look_about(seen);
        for who in &(seen.own() - self.settled) {
            let Some(from) = seen.place(who).filter(|_| !seen.has_moved(who)) else { continue };
            self.settled.insert(who);
            let Some(to) = self.best_step(seen, who, from) else { continue };
            let is_quiet = [from, to].map(|hex| self.expected(self.danger.at(hex)) <= self.weights.quiet);
            let is_far = i32::from(self.ways.at(from)) >= self.weights.run_far
                && i32::from(self.ways.at(from)) <= self.weights.reach;
            let run = Action::Run(who);
            if is_quiet == [true; 2] && is_far && seen.kind(who) != Kind::Commander && seen.is_legal(run) {
                return run;
            }
            if seen.is_legal(Action::Move(who)) {
                return Action::Move(who);
            }
        }
        for who in &(seen.coming() - self.settled) {
            self.settled.insert(who);
            let best = seen.doors(who).iter().max_by_key(|hex| self.worth(seen, who, *hex));
            if let Some(enter) = best.map(|hex| Action::Enter(who, hex)).filter(|enter| seen.is_legal(*enter))
            {
                return enter;
            }
            let mut all = seen.doors(who).iter().map(|hex| Action::Enter(who, hex));
            if let Some(enter) = all.find(|enter| seen.is_legal(*enter)) {
                return enter;
            }
        }
        Action::MovesDone
    }

    fn next_step(&mut self, seen: Seen<'_>, who: CounterId) -> Option<Action> {
        self.look_about(seen);
        let from = seen.place(who)?;
        let step = self.best_step(seen, who, from).map(Action::Step).filter(|step| seen.is_legal(*step));
        step.or(Some(Action::Halt)).filter(|action| seen.is_legal(*action))
    }

    // ---- Fire ----

    /// What a shot with so many halves of squares is expected to do, in hundredths of a level.
    fn shot(&self, seen: Seen<'_>, firer: CounterId, target: CounterId, halves: u8, runs: bool) -> i32 {
        let (Some(from), Some(to)) = (seen.place(firer), seen.place(target)) else { return 0 };
        let Some(weapons) = seen.kind(firer).weapons() else { return 0 };
        let tables = &seen.rules.scenario().tables;
        let strength = seen.strength(weapons, halves, seen.rules.distance(from, to));
        if strength == 0 {
            return 0;
        }
        let level = match seen.level(firer) {
            Level::Full => 0,
            Level::UnderFire => -2,
            Level::Pinned => -4,
        };
        // [7.5.4] [7.5.5] [7.5.6] [7.5.8]
        let shift = level
            - i32::from(tables.shelter[seen.rules.ground_at(to) as usize])
            - 2 * i32::from(seen.kind(target) == Kind::Commander)
            + 2 * i32::from(runs)
            - i32::from(!seen.is_led(firer));
        let expected = self.expected(tables.shifted(strength, shift));
        if seen.level(target) == Level::Pinned { expected * self.weights.finish / 100 } else { expected }
    }

    /// What a unit asks of a shot before it fires.
    fn threshold(&self, seen: Seen<'_>, firer: CounterId) -> i32 {
        if seen.shows_itself(firer) { self.weights.fire } else { self.weights.fire_masked }
    }

    fn react(&self, seen: Seen<'_>, mover: CounterId, runs: bool) -> Action {
        let mut best = (0, Action::HoldFire);
        for firer in &seen.own() {
            let over = self.shot(seen, firer, mover, seen.halves(firer), runs) - self.threshold(seen, firer);
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
                    seen.rules.distance(from, to) <= reach
                        && seen.is_in_sight(from, to)
                        && seen.shows_itself(target)
                        && self.shot(seen, firer, target, seen.halves(firer), false)
                            > self.threshold(seen, firer)
                })
            };
            if others.iter().any(is_worth) && seen.is_legal(Action::Shoot(firer)) {
                return Action::Shoot(firer);
            }
        }
        Action::FireDone
    }

    /// At whom a unit fires: with everything at the best target, or with a square where that does enough.
    fn aim(&self, seen: Seen<'_>, firer: CounterId, legal: &[Action]) -> usize {
        let value = |action: &Action| {
            let Action::At(target, squares) = *action else { return NEVER };
            let halves = if squares == 0 { seen.halves(firer) } else { 2 * squares };
            let expected = self.shot(seen, firer, target, halves, false);
            let is_enough = self.weights.divide > 0 && squares == 1 && expected >= self.weights.divide;
            match squares {
                0 => expected,
                _ if is_enough => expected + 1_000,
                _ => NEVER,
            }
        };
        place_of_best(legal, value)
    }

    // ---- Barrages ----

    /// What a barrage is expected to do on a hex, with what it may do by drifting.
    fn strike(&self, seen: Seen<'_>, barrage: BarrageId, hex: HexId) -> i32 {
        let tables = &seen.rules.scenario().tables;
        let strength = seen.strength_of(barrage);
        let on = |hex: HexId| {
            let shelter = tables.shelter[seen.rules.ground_at(hex) as usize];
            let expected = self.expected(tables.shifted(strength, -i32::from(shelter)));
            let count = |counters: Counters| i32::try_from(counters.len()).expect("a hex has few counters");
            expected * (100 * count(seen.others_at(hex)) - self.weights.mates * count(seen.own_at(hex))) / 100
        };
        // [8.3.2] It falls true on four faces of ten, and into each hex about on one.
        let near: i32 = seen.rules.steps_from(hex).map(|(near, _)| on(near)).sum();
        (4 * on(hex) + near) / 10
    }

    fn lay(&self, seen: Seen<'_>, barrage: BarrageId, lies: Option<HexId>) -> Action {
        let slot = Pluton::slot_of(barrage);
        if let Some(here) = lies {
            let mut best = (self.weights.hold_barrage, Action::Lift(slot));
            let shifts = seen.rules.steps_from(here).map(|(to, _)| (to, Action::Shift(slot, to)));
            for (hex, action) in [(here, Action::Leave(slot))].into_iter().chain(shifts) {
                let strike = self.strike(seen, barrage, hex);
                if strike > best.0 && seen.is_legal(action) {
                    best = (strike, action);
                }
            }
            return best.1;
        }
        let mut best = (self.weights.barrage, Action::Keep(slot));
        for enemy in &seen.others() {
            let Some(hex) = seen.place(enemy) else { continue };
            let strike = self.strike(seen, barrage, hex);
            if strike > best.0 && seen.is_legal(Action::Place(slot, hex)) {
                best = (strike, Action::Place(slot, hex));
            }
        }
        best.1
    }

    fn call(&self, seen: Seen<'_>) -> Action {
        let in_sight = seen.others().iter().filter(|enemy| seen.shows_itself(*enemy)).count();
        let is_time = i32::from(seen.time().0) <= self.weights.call_until;
        if is_time && i32::try_from(in_sight).is_ok_and(|count| count >= self.weights.call) {
            for guns in 0..seen.rules.guns_of(seen.side) {
                if seen.is_legal(Action::Call(seen.side, guns)) {
                    return Action::Call(seen.side, guns);
                }
            }
        }
        Action::CallsDone
    }

    // ---- The rest ----

    /// Where a counter is set up: in cover, with few others, commanders beside units.
    fn set_up(&self, seen: Seen<'_>, who: CounterId, legal: &[Action]) -> usize {
        let is_commander = seen.kind(who) == Kind::Commander;
        place_of_best(legal, |action| {
            let Action::SetUp(_, hex) = *action else { return NEVER };
            let is_home = seen.rules.worth_of(seen.side, hex) > 0;
            let mates = Self::mates(seen, who, hex);
            let is_cover = seen.rules.ground_at(hex).is_cover();
            let of_hex = i32::from(is_cover) * self.weights.cover
                + i32::from(is_home && mates < self.weights.garrison.max(1)) * self.weights.storm
                - (mates - 1).max(0) * self.weights.crowd;
            if is_commander { of_hex + i32::from(mates > 0) * self.weights.alone } else { of_hex }
        })
    }

    fn retreat(&self, seen: Seen<'_>, legal: &[Action]) -> usize {
        place_of_best(legal, |action| match *action {
            Action::Retreat(who, hex) => self.worth(seen, who, hex),
            Action::Withdraw(hex) => -i32::from(self.danger.at(hex)),
            // Who has most has most to give.
            Action::Lose(unit) => i32::from(seen.halves(unit)),
            _ => 0,
        })
    }

    fn decide_at_once(&mut self, seen: Seen<'_>) -> Option<Action> {
        match seen.decision() {
            Decision::Movement => Some(self.next_mover(seen)),
            Decision::Moving(who, ..) => self.next_step(seen, who),
            Decision::React(mover, runs) => Some(self.react(seen, mover, runs)),
            Decision::FinalFire => Some(self.final_fire(seen)),
            Decision::Lay(barrage, lies) => Some(self.lay(seen, barrage, lies)),
            Decision::Call => Some(self.call(seen)),
            Decision::Declare(hex) => {
                Some(if self.may_fight(seen, hex) { Action::Attack } else { Action::NoAttack })
            }
            Decision::SetUp(_) | Decision::Aim(_) | Decision::Other => None,
        }
    }

    /// With those who are in the hex.
    fn may_fight(&self, seen: Seen<'_>, hex: HexId) -> bool {
        let strength = |counters: Counters| -> i32 {
            let units = counters.iter().filter(|one| seen.kind(*one) != Kind::Commander);
            units.map(|one| i32::from(seen.halves(one))).sum()
        };
        100 * strength(seen.own_at(hex)) >= self.weights.assault * strength(seen.others_at(hex)).max(1)
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
