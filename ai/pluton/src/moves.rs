//! Movement: where each counter would rather be, of the hexes that it reaches, and the way there.

use szala_board::{HexId, Ordinal};
use szala_kernel::Side;
use szala_pluton::{Action, CounterId, Kind, Level, MOST_COUNTERS, Pluton, Weapons};

use crate::effects::{Fight, assault};
use crate::heuristic::{Heuristic, NEVER};
use crate::seen::Seen;
use crate::ways::FAR;

/// A run is eight half points at most, a step two or one: no counter reaches more hexes.
const MOST_REACHED: usize = 256;
/// [6.3] Half points of a walk.
const WALK: u8 = 4;

/// A hex that a mover reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Reached {
    hex: HexId,
    spent: u8,
    /// The expected effect of the enemy's fire on the way.
    risk: i32,
    /// The first step of the way.
    first: HexId,
}

/// The hexes that a mover reaches.
#[derive(Clone, Debug)]
pub(super) struct Reach {
    /// For each hex its place among the reached ones, and one more.
    at: Vec<u16>,
    reached: [Reached; MOST_REACHED],
    count: usize,
}

impl Reach {
    pub(super) fn new(rules: &Pluton) -> Self {
        let hex = HexId::from_index(0);
        let none = Reached { hex, spent: 0, risk: 0, first: hex };
        Self { at: vec![0; rules.scenario().map.ground.len()], reached: [none; MOST_REACHED], count: 0 }
    }

    fn clear(&mut self) {
        for reached in &self.reached[..self.count] {
            self.at[reached.hex.index()] = 0;
        }
        self.count = 0;
    }

    fn add(&mut self, reached: Reached) -> bool {
        let at = &mut self.at[reached.hex.index()];
        if *at == 0 {
            if self.count == MOST_REACHED {
                return false;
            }
            self.reached[self.count] = reached;
            self.count += 1;
            *at = u16::try_from(self.count).expect("256 at most");
            return true;
        }
        let known = &mut self.reached[usize::from(*at) - 1];
        let is_better = (reached.spent, reached.risk) < (known.spent, known.risk);
        if is_better {
            *known = reached;
        }
        is_better
    }
}

/// What the value of a hex asks of the counter that stands there, looked up once for all hexes.
pub(super) struct Mover {
    who: CounterId,
    kind: Kind,
    place: Option<HexId>,
    goal: Option<usize>,
    halves: u8,
    /// Where the units of a commander are or, for a unit, its commanders.
    with: [HexId; MOST_COUNTERS],
    count: usize,
}

impl Mover {
    fn with(&self) -> &[HexId] {
        &self.with[..self.count]
    }

    fn add(&mut self, hex: HexId) {
        self.with[self.count] = hex;
        self.count += 1;
    }
}

impl Heuristic {
    pub(super) fn mover(&self, seen: Seen<'_>, who: CounterId) -> Mover {
        let mut mover = Mover {
            who,
            kind: seen.kind(who),
            place: seen.place(who),
            goal: self.orders.goal_of(who),
            halves: seen.halves(who),
            with: [HexId::from_index(0); MOST_COUNTERS],
            count: 0,
        };
        let Some(its) = seen.card(who) else { return mover };
        if mover.kind == Kind::Commander {
            for unit in &seen.own() {
                let Some(card) = seen.card(unit).filter(|_| unit != who) else { continue };
                if card.battalion == its.battalion && card.company == its.company {
                    seen.place(unit).into_iter().for_each(|at| mover.add(at));
                }
            }
        } else if self.weights.led > 0 {
            for (at, battalion, company) in self.ground.commanders() {
                if battalion == its.battalion && (its.company == 0 || company == its.company) {
                    mover.add(at);
                }
            }
        }
        mover
    }

    /// The value of standing on a hex.
    pub(super) fn worth(&self, seen: Seen<'_>, who: CounterId, hex: HexId) -> i32 {
        self.worth_over(seen, &self.mover(seen, who), hex, i32::MIN)
    }

    /// The same if it is more than `least`; otherwise anything that is not.
    fn worth_over(&self, seen: Seen<'_>, mover: &Mover, hex: HexId, least: i32) -> i32 {
        let weights = &self.weights;
        let here = self.ground.at(hex);
        let is_commander = mover.kind == Kind::Commander;
        let mates = i32::from(here.units) - i32::from(mover.place == Some(hex) && !is_commander);
        let is_cover = seen.rules.ground_at(hex).is_cover();
        let base = i32::from(is_cover) * weights.cover
            - self.danger.at(hex) * weights.danger / 10
            - i32::from(here.barrages > 0) * weights.shells
            - (mates - 2).max(0) * weights.crowd;
        if is_commander {
            if here.enemies > 0 {
                return NEVER;
            }
            let base = base - i32::from(mates == 0) * weights.alone;
            let most = base + self.ground.enemies() * weights.observe;
            if most <= least {
                return most;
            }
            let far = far_from_his(seen, mover, hex) * weights.keep;
            if most - far <= least {
                most - far
            } else {
                base - far + self.sees_from(seen, hex) * weights.observe
            }
        } else if here.enemies > 0 {
            let brings = self.assault_with(seen, mover, hex);
            if brings < weights.storm { NEVER } else { base + brings * weights.prize / 100 }
        } else {
            let mut worth = base;
            if let Some(goal) = mover.goal {
                worth -= i32::from(self.ways.to(goal, hex)) * weights.march;
                if self.ways.goals[goal] == hex {
                    worth += weights.prize * i32::from(seen.rules.worth_of(seen.side, hex));
                }
            }
            if weights.support > 0 && mover.kind == Kind::Guns {
                worth += self.fires_from(seen, mover, hex) * weights.support / 100;
            }
            if worth <= least { worth } else { worth - out_of_command(seen, mover, hex) * weights.led }
        }
    }

    /// How many enemy counters a commander sees from a hex.
    fn sees_from(&self, seen: Seen<'_>, hex: HexId) -> i32 {
        if self.weights.observe == 0 {
            return 0;
        }
        let in_view = |at: &&HexId| seen.rules.distance(hex, **at) <= 20 && seen.is_in_sight(hex, **at);
        self.ground.theirs().iter().filter(in_view).map(|at| i32::from(self.ground.at(*at).enemies)).sum()
    }

    /// The best that machine guns would do from a hex to anybody.
    fn fires_from(&self, seen: Seen<'_>, mover: &Mover, hex: HexId) -> i32 {
        let tables = &seen.rules.scenario().tables;
        let mut best = 0;
        for at in self.ground.theirs() {
            let distance = seen.rules.distance(hex, *at);
            if distance > 10 || !seen.is_in_sight(hex, *at) {
                continue;
            }
            let shelter = tables.shelter[seen.rules.ground_at(*at) as usize];
            let strength = seen.strength(Weapons::Heavy, mover.halves, distance);
            best = best.max(self.effects.of(Level::Full, tables.shifted(strength, -i32::from(shelter))));
        }
        best
    }

    /// The gain of storming a hex with the units that are there, this one, and those sent there that can still come.
    fn assault_with(&self, seen: Seen<'_>, mover: &Mover, hex: HexId) -> i32 {
        let here = self.ground.at(hex);
        let (who, is_there) = (mover.who, mover.place == Some(hex));
        let mut others = 0;
        if let Some(goal) = mover.goal.filter(|goal| self.ways.goals[*goal] == hex) {
            for mate in &(seen.own() - self.settled) {
                let is_coming = mate != who
                    && self.orders.goal_of(mate) == Some(goal)
                    && !seen.has_moved(mate)
                    && seen.level(mate) != Level::Pinned
                    && seen.place(mate).is_some_and(|at| at != hex && self.ways.to(goal, at) <= WALK.into());
                if is_coming {
                    others += u16::from(seen.halves(mate));
                }
            }
        }
        let own = u16::from(here.halves) + u16::from(if is_there { 0 } else { mover.halves });
        let own = (own + 3 * others / 4).min(36);
        let led = [here.commanders > 0, false];
        self.fight_in(seen, hex, own, led, seen.level(who) != Level::Full)
    }

    /// The expected gain of an attack in a hex.
    pub(super) fn fight_in(
        &self,
        seen: Seen<'_>,
        hex: HexId,
        own: u16,
        led: [bool; 2],
        under_fire: bool,
    ) -> i32 {
        let here = self.ground.at(hex);
        let [_, under, pinned] = here.levels;
        let defenders = if 2 * pinned > here.enemies {
            Level::Pinned
        } else if 2 * (under + pinned) > here.enemies {
            Level::UnderFire
        } else {
            Level::Full
        };
        let worth = [seen.side, !seen.side].map(|side| i32::from(seen.rules.worth_of(side, hex)));
        let fight = Fight {
            halves: [own, here.against.into()],
            led,
            attackers_under_fire: under_fire,
            defenders,
            ground: seen.rules.ground_at(hex),
            is_favoured: seen.side == Side::First,
            worth,
            stays: if seen.stages_left() == 0 { 100 } else { 30 },
        };
        assault(&seen.rules.scenario().tables, &fight, self.weights.hurt)
    }

    /// The hexes that a counter reaches with this many half points.
    fn look_for_ways(&mut self, seen: Seen<'_>, who: CounterId, from: HexId, points: u8) {
        self.reach.clear();
        self.reach.add(Reached { hex: from, spent: 0, risk: 0, first: from });
        let is_commander = seen.kind(who) == Kind::Commander;
        let is_pinned = seen.level(who) == Level::Pinned;
        let mut next = 0;
        while next < self.reach.count {
            let now = self.reach.reached[next];
            next += 1;
            let has_stopped = now.hex != from && (is_pinned || self.ground.at(now.hex).enemies > 0);
            if has_stopped {
                continue;
            }
            for (hex, cost) in seen.rules.steps_from(now.hex) {
                let there = self.ground.at(hex);
                let spent = now.spent + if is_pinned { 1 } else { cost };
                let has_room = is_commander || there.units < 6;
                let may_enter = there.enemies == 0 || !(is_commander || is_pinned);
                if spent > points || !has_room || !may_enter {
                    continue;
                }
                let first = if now.hex == from { hex } else { now.first };
                let risk = now.risk + if now.hex == from { 0 } else { self.danger.at(now.hex) };
                let place = self.reach.at[hex.index()];
                let is_new = self.reach.add(Reached { hex, spent, risk, first });
                // A shorter way to a hex that has been looked at: look again from there.
                if is_new && place > 0 && usize::from(place) <= next {
                    next = next.min(usize::from(place) - 1);
                }
            }
        }
    }

    /// The best hex that a counter reaches with this many half points, the first step there, and its value; where it
    /// stands, if nothing is better. Both for a walk and for a run, if it has points for a run.
    fn best_of_reach(
        &mut self,
        seen: Seen<'_>,
        who: CounterId,
        from: HexId,
        points: [u8; 2],
    ) -> [(i32, HexId); 2] {
        self.look_for_ways(seen, who, from, points[0].max(points[1]));
        let mover = self.mover(seen, who);
        let mut best = [(self.worth_over(seen, &mover, from, i32::MIN), from); 2];
        for reached in &self.reach.reached[1..self.reach.count] {
            let is_near = reached.spent <= points[0];
            let least = if is_near { best[0].0 } else { best[1].0 };
            // Each shot once a stage: a unit that has fired on the way does not fire at the end [7.6].
            let risk = reached.risk * self.weights.danger / 20;
            let worth = self.worth_over(seen, &mover, reached.hex, least.saturating_add(risk)) - risk;
            for (best, is_in_reach) in best.iter_mut().zip([is_near, true]) {
                if is_in_reach && worth > best.0 {
                    *best = (worth, reached.first);
                }
            }
        }
        best
    }

    /// Half points of a run [6.4].
    fn run_of(seen: Seen<'_>, who: CounterId) -> u8 {
        if matches!(seen.kind(who), Kind::Guns | Kind::Mortars) { 6 } else { 8 }
    }

    /// The next counter to move, or that all have moved.
    pub(super) fn next_mover(&mut self, seen: Seen<'_>) -> Action {
        self.look_about(seen);
        loop {
            // The unit nearest to its destination goes first, commanders last.
            let way = |who: &CounterId| {
                let goal = self.orders.goal_of(*who).zip(seen.place(*who));
                let is_commander = seen.kind(*who) == Kind::Commander;
                (is_commander, goal.map_or(FAR, |(goal, from)| self.ways.to(goal, from)), who.index())
            };
            let Some(who) = (seen.own() - self.settled).iter().min_by_key(way) else { break };
            self.settled.insert(who);
            let is_hidden = seen.is_on_paper(who) && i32::from(seen.time().0) < self.weights.hide_until;
            let Some(from) = seen.place(who).filter(|_| !seen.has_moved(who) && !is_hidden) else { continue };
            let may_run = seen.level(who) == Level::Full && seen.kind(who) != Kind::Commander;
            let points = [WALK, if may_run { Self::run_of(seen, who) } else { WALK }];
            let [(walk, to), (run, runs_to)] = self.best_of_reach(seen, who, from, points);
            if runs_to != from && run > walk + self.weights.run && seen.is_legal(Action::Run(who)) {
                return Action::Run(who);
            }
            if to != from && seen.is_legal(Action::Move(who)) {
                return Action::Move(who);
            }
        }
        for who in &(seen.coming() - self.settled_coming) {
            self.settled_coming.insert(who);
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

    pub(super) fn next_step(
        &mut self,
        seen: Seen<'_>,
        who: CounterId,
        runs: bool,
        spent: u8,
    ) -> Option<Action> {
        self.look_about(seen);
        let from = seen.place(who)?;
        let points = if runs { Self::run_of(seen, who) } else { WALK };
        let [(_, to), _] = self.best_of_reach(seen, who, from, [points.saturating_sub(spent); 2]);
        if to == from && seen.is_legal(Action::Halt) {
            return Some(Action::Halt);
        }
        let step = Some(to).filter(|to| *to != from).map(Action::Step).filter(|step| seen.is_legal(*step));
        // A counter that has to step, and cannot step where it would, takes the next best hex.
        step.or_else(|| {
            let mut best: Option<(i32, HexId)> = None;
            for (hex, _) in seen.rules.steps_from(from) {
                let worth = self.worth(seen, who, hex);
                if best.is_none_or(|known| worth > known.0) && seen.is_legal(Action::Step(hex)) {
                    best = Some((worth, hex));
                }
            }
            let stays = self.worth(seen, who, from);
            match best {
                Some((worth, hex)) if worth > stays || !seen.is_legal(Action::Halt) => {
                    Some(Action::Step(hex))
                }
                _ => Some(Action::Halt).filter(|halt| seen.is_legal(*halt)),
            }
        })
    }
}

/// By how many hexes a commander's units are farther than two from a hex.
fn far_from_his(seen: Seen<'_>, commander: &Mover, hex: HexId) -> i32 {
    commander.with().iter().map(|at| (i32::from(seen.rules.distance(hex, *at)) - 2).max(0)).sum()
}

/// By how many hexes a unit's commander is farther than four from a hex [13.2].
fn out_of_command(seen: Seen<'_>, unit: &Mover, hex: HexId) -> i32 {
    let nearest = unit.with().iter().map(|at| seen.rules.distance(hex, *at)).min();
    nearest.map_or(0, |nearest| (i32::from(nearest) - 4).clamp(0, 8))
}
