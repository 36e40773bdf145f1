//! How far it is from every hex to the nearest of some goals, and what the enemy's fire is expected to do there: drawn
//! up once a phase, in memory that is there from the start.

use szala_board::HexId;
use szala_pluton::{Kind, Level, Pluton, Weapons};

use crate::seen::Seen;

/// Farther than any way.
pub(super) const FAR: u16 = 10_000;

/// A number for each hex.
#[derive(Clone, Debug)]
pub(super) struct Field {
    values: Vec<u16>,
    /// Hexes whose neighbours are still to be looked at, in a ring: each is in it once at most.
    queue: Vec<HexId>,
    is_queued: Vec<bool>,
}

impl Field {
    pub(super) fn new(rules: &Pluton) -> Self {
        let hexes = rules.scenario().map.ground.len();
        // As long as they will ever be: a copy of a vector keeps its length, not its room.
        Self {
            values: vec![FAR; hexes],
            queue: vec![HexId::from_index(0); hexes],
            is_queued: vec![false; hexes],
        }
    }

    pub(super) fn at(&self, hex: HexId) -> u16 {
        self.values[hex.index()]
    }

    /// Half points of movement to the nearest of these goals.
    pub(super) fn draw_ways(&mut self, rules: &Pluton, goals: impl Iterator<Item = HexId>) {
        self.values.fill(FAR);
        let room = self.queue.len();
        let (mut first, mut count) = (0, 0);
        for goal in goals.take(room) {
            self.values[goal.index()] = 0;
            self.queue[count] = goal;
            self.is_queued[goal.index()] = true;
            count += 1;
        }
        // Costs are small: a hex is taken up again when a shorter way to it is found.
        while count > 0 {
            let hex = self.queue[first];
            (first, count) = ((first + 1) % room, count - 1);
            self.is_queued[hex.index()] = false;
            let so_far = self.values[hex.index()];
            for (from, _) in rules.steps_from(hex) {
                let back = rules.steps_from(from).find(|(to, _)| *to == hex);
                let way = so_far + back.map_or(4, |(_, cost)| u16::from(cost));
                if way < self.values[from.index()] {
                    self.values[from.index()] = way;
                    if !self.is_queued[from.index()] {
                        self.is_queued[from.index()] = true;
                        self.queue[(first + count) % room] = from;
                        count += 1;
                    }
                }
            }
        }
    }

    /// The strength of small arms that the enemy's counters bring to bear on each hex, after its shelter.
    pub(super) fn draw_danger(&mut self, seen: Seen<'_>) {
        self.values.fill(0);
        for enemy in &seen.others() {
            let (Some(from), kind) = (seen.place(enemy), seen.kind(enemy)) else { continue };
            let weapons = if kind == Kind::Guns { Weapons::Heavy } else { Weapons::Light };
            let reach = match (kind, seen.level(enemy)) {
                (Kind::Commander, _) => continue,
                (_, Level::Pinned) => 1,
                (Kind::Guns, _) => 10,
                _ => 5,
            };
            let halves = seen.halves(enemy);
            for hex in seen.rules.in_sight_of(from) {
                let distance = seen.rules.distance(from, hex);
                if distance <= reach {
                    let shelter = seen.rules.scenario().tables.shelter[seen.rules.ground_at(hex) as usize];
                    let strength = seen.strength(weapons, halves, distance);
                    let strength = seen.rules.scenario().tables.shifted(strength, -i32::from(shelter));
                    self.values[hex.index()] = self.values[hex.index()].saturating_add(strength);
                }
            }
        }
    }
}
