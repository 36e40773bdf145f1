//! Who is sent where, drawn up once a phase: each building asks for strength, to be taken or held, and each unit goes
//! where it counts most for the way.

use szala_board::Ordinal;
use szala_pluton::{CounterId, Counters, Kind, Level, MOST_COUNTERS};

use crate::seen::Seen;
use crate::ways::{ByCounter, FAR, Ground, Ways};
use crate::weights::Weights;

/// Nobody is sent there.
const NOWHERE: u8 = u8::MAX;
/// No map has more buildings.
const MOST_GOALS: usize = 64;

/// What a building asks for.
#[derive(Clone, Copy, Debug, Default)]
struct Goal {
    /// Half squares, and how many have been sent.
    need: i32,
    sent: i32,
    /// What it counts with all of them there.
    prize: i32,
    /// Does the enemy stand in it?
    is_theirs: bool,
    is_given_up: bool,
}

/// Where each of a side's counters is sent.
#[derive(Clone, Debug)]
pub(super) struct Orders {
    of: ByCounter<u8>,
    goals: [Goal; MOST_GOALS],
}

impl Orders {
    pub(super) const fn new() -> Self {
        let goal = Goal { need: 0, sent: 0, prize: 0, is_theirs: false, is_given_up: false };
        Self { of: [NOWHERE; MOST_COUNTERS], goals: [goal; MOST_GOALS] }
    }

    /// Nobody is sent anywhere.
    pub(super) fn forget(&mut self) {
        self.of = [NOWHERE; MOST_COUNTERS];
    }

    /// The building that a counter is sent to, by its place among them.
    pub(super) fn goal_of(&self, who: CounterId) -> Option<usize> {
        Some(self.of[who.index()]).filter(|goal| *goal != NOWHERE).map(usize::from)
    }

    pub(super) fn draw(&mut self, seen: Seen<'_>, ways: &Ways, ground: &Ground, weights: &Weights) {
        self.of = [NOWHERE; MOST_COUNTERS];
        if weights.reach == 0 && weights.prize == 0 {
            return;
        }
        for (goal, hex) in self.goals.iter_mut().zip(&*ways.goals) {
            let here = ground.at(*hex);
            let (own, theirs) = (seen.rules.worth_of(seen.side, *hex), seen.rules.worth_of(!seen.side, *hex));
            let near: i32 = seen
                .others()
                .iter()
                .filter(|enemy| {
                    seen.place(*enemy).is_some_and(|at| {
                        let distance = seen.rules.distance(at, *hex);
                        distance > 0 && distance <= 6
                    })
                })
                .map(|enemy| i32::from(seen.halves(enemy)))
                .sum();
            let is_theirs = here.enemies > 0;
            let prize = i32::from(own) + i32::from(is_theirs) * i32::from(theirs) * weights.deny / 100;
            let need = if is_theirs {
                weights.assault * i32::from(here.against.max(2)) / 100
            } else {
                weights.garrison + weights.guard * near / 100
            };
            // [5.2] No more than six units have room.
            let need = need.clamp(0, 36);
            *goal = Goal { need, sent: 0, prize: 100 * weights.prize * prize, is_theirs, is_given_up: false };
        }
        self.send(seen, ways, weights);
        // Who would come too few does not go, and is sent elsewhere.
        let mut gives_up = false;
        for goal in &mut self.goals[..ways.goals.len()] {
            if goal.is_theirs && goal.sent > 0 && 5 * goal.sent < 4 * goal.need {
                (goal.is_given_up, gives_up) = (true, true);
            }
            goal.sent = 0;
        }
        if gives_up {
            self.of = [NOWHERE; MOST_COUNTERS];
            self.send(seen, ways, weights);
        }
    }

    /// The best pair of unit and building, then the next, until nobody gains by going.
    fn send(&mut self, seen: Seen<'_>, ways: &Ways, weights: &Weights) {
        let mut waiting: Counters =
            (seen.own() | seen.coming()).iter().filter(|one| seen.kind(*one) != Kind::Commander).collect();
        let mut wants = [(i32::MIN, NOWHERE); MOST_COUNTERS];
        for who in &waiting {
            wants[who.index()] = self.best_for(seen, who, ways, weights);
        }
        loop {
            let Some(who) = waiting.iter().max_by_key(|who| (wants[who.index()].0, 256 - who.index())) else {
                return;
            };
            let (value, goal) = wants[who.index()];
            if goal == NOWHERE {
                return;
            }
            // What it counts may be less since others have been sent.
            let now = self.best_for(seen, who, ways, weights);
            if now != (value, goal) {
                wants[who.index()] = now;
                continue;
            }
            self.of[who.index()] = goal;
            self.goals[usize::from(goal)].sent += i32::from(seen.halves(who));
            waiting.remove(who);
        }
    }

    fn best_for(&self, seen: Seen<'_>, who: CounterId, ways: &Ways, weights: &Weights) -> (i32, u8) {
        let (kind, halves) = (seen.kind(who), i32::from(seen.halves(who)));
        let place = seen.place(who);
        let left = seen.stages_left();
        let is_pinned = seen.level(who) == Level::Pinned;
        let mut best = (0, NOWHERE);
        for (at, goal) in (0_u8..).zip(&self.goals[..ways.goals.len()]) {
            if goal.is_given_up
                || goal.sent >= goal.need
                || goal.is_theirs && (kind == Kind::Mortars || is_pinned)
            {
                continue;
            }
            let way = |from| ways.to(at.into(), from);
            let way = match place {
                Some(from) => way(from),
                None => seen.doors(who).iter().map(way).min().unwrap_or(FAR),
            };
            let way = i32::from(way);
            // [6.3] A walk is four half points a stage.
            if way > weights.reach || way > 4 * left + 4 {
                continue;
            }
            let counts = goal.prize / 100 * halves.min(goal.need - goal.sent) / goal.need.max(1);
            let value = counts - weights.far * way;
            if value > best.0 {
                best = (value, at);
            }
        }
        best
    }
}
