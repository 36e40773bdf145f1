//! How far it is from every hex to every building, who stands on each hex, and what the enemy's fire is expected to do
//! there: in memory that is there from the start.

use std::sync::Arc;

use szala_board::HexId;
use szala_pluton::{Kind, Level, MOST_COUNTERS, Pluton, Weapons};

use crate::effects::Effects;
use crate::seen::Seen;

/// Farther than any way.
pub(super) const FAR: u16 = 10_000;
/// The reach of machine guns [16.4].
const FARTHEST_SHOT: u8 = 10;

/// Half points of movement from every hex to every building: the map's, so drawn once and shared by all copies.
#[derive(Clone, Debug)]
pub(super) struct Ways {
    /// The buildings, in the order of their hexes.
    pub(super) goals: Arc<[HexId]>,
    far: Arc<[u16]>,
    hexes: usize,
    /// The hexes in sight of each and within the reach of small arms, the nearest first; where those of a hex begin.
    sights: Arc<[HexId]>,
    begin: Arc<[usize]>,
}

impl Ways {
    pub(super) fn new(rules: &Pluton) -> Self {
        let goals: Arc<[HexId]> = rules.buildings().iter().collect();
        let hexes = rules.scenario().map.ground.len();
        let mut ways = vec![FAR; goals.len() * hexes];
        for (goal, ways) in goals.iter().zip(ways.chunks_mut(hexes)) {
            ways[goal.index()] = 0;
            let mut queue = std::collections::VecDeque::from([*goal]);
            // Costs are small: a hex is taken up again when a shorter way to it is found.
            while let Some(hex) = queue.pop_front() {
                for (from, _) in rules.steps_from(hex) {
                    let back = rules.steps_from(from).find(|(to, _)| *to == hex);
                    let way = ways[hex.index()] + back.map_or(4, |(_, cost)| u16::from(cost));
                    if way < ways[from.index()] {
                        ways[from.index()] = way;
                        queue.push_back(from);
                    }
                }
            }
        }
        let (mut sights, mut begin) = (Vec::new(), vec![0]);
        for from in (0..hexes).map(HexId::from_index) {
            let first = sights.len();
            let near = |hex: &HexId| rules.distance(from, *hex) <= FARTHEST_SHOT;
            sights.extend(rules.in_sight_of(from).iter().filter(near));
            sights[first..].sort_by_key(|hex| rules.distance(from, *hex));
            begin.push(sights.len());
        }
        Self { goals, far: ways.into(), hexes, sights: sights.into(), begin: begin.into() }
    }

    /// The hexes in sight of one, the nearest first.
    pub(super) fn sights(&self, from: HexId) -> &[HexId] {
        &self.sights[self.begin[from.index()]..self.begin[from.index() + 1]]
    }

    pub(super) fn to(&self, goal: usize, from: HexId) -> u16 {
        self.far[goal * self.hexes + from.index()]
    }
}

/// Who stands on a hex, as far as the side knows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Here {
    /// Own units, and their half squares.
    pub(super) units: u8,
    pub(super) halves: u8,
    /// Own commanders.
    pub(super) commanders: u8,
    /// Enemy counters, and half squares of those that are not known to be commanders.
    pub(super) enemies: u8,
    pub(super) against: u8,
    /// Enemies at each level.
    pub(super) levels: [u8; 3],
    /// Barrages of both sides.
    pub(super) barrages: u8,
}

/// Who stands where.
#[derive(Clone, Debug)]
pub(super) struct Ground {
    here: Vec<Here>,
    /// Hexes that somebody stands on, to be emptied before the next look.
    taken: Vec<HexId>,
    count: usize,
    /// Hexes with enemies, each once.
    theirs: Vec<HexId>,
    theirs_count: usize,
    /// Enemies in all.
    enemies: i32,
    /// Own commanders: where, of which battalion and company.
    commanders: [Option<(HexId, u8, u8)>; MOST_COMMANDERS],
    commanders_count: usize,
}

/// More commanders than a side has companies are not remembered.
const MOST_COMMANDERS: usize = 24;

impl Ground {
    pub(super) fn new(rules: &Pluton) -> Self {
        let hexes = rules.scenario().map.ground.len();
        // As long as they will ever be: a copy of a vector keeps its length, not its room.
        let [taken, theirs] = [(); 2].map(|()| vec![HexId::from_index(0); 2 * MOST_COUNTERS]);
        Self {
            here: vec![Here::default(); hexes],
            taken,
            count: 0,
            theirs,
            theirs_count: 0,
            enemies: 0,
            commanders: [None; MOST_COMMANDERS],
            commanders_count: 0,
        }
    }

    /// Hexes with enemies.
    pub(super) fn theirs(&self) -> &[HexId] {
        &self.theirs[..self.theirs_count]
    }

    /// Enemy counters in all.
    pub(super) fn enemies(&self) -> i32 {
        self.enemies
    }

    /// Own commanders.
    pub(super) fn commanders(&self) -> impl Iterator<Item = (HexId, u8, u8)> + '_ {
        self.commanders[..self.commanders_count].iter().copied().flatten()
    }

    pub(super) fn at(&self, hex: HexId) -> &Here {
        &self.here[hex.index()]
    }

    fn take(&mut self, hex: HexId) -> &mut Here {
        if self.here[hex.index()] == Here::default() {
            self.taken[self.count] = hex;
            self.count += 1;
        }
        &mut self.here[hex.index()]
    }

    pub(super) fn look(&mut self, seen: Seen<'_>) {
        for hex in &self.taken[..self.count] {
            self.here[hex.index()] = Here::default();
        }
        (self.count, self.theirs_count, self.commanders_count, self.enemies) = (0, 0, 0, 0);
        seen.tell_all(|one| {
            let is_commander = one.card.is_some_and(|card| card.kind == Kind::Commander);
            if one.is_own {
                let here = self.take(one.hex);
                if !is_commander {
                    here.units += 1;
                    here.halves += one.halves;
                    return;
                }
                here.commanders += 1;
                if let Some(card) = one.card.filter(|_| self.commanders_count < MOST_COMMANDERS) {
                    self.commanders[self.commanders_count] = Some((one.hex, card.battalion, card.company));
                    self.commanders_count += 1;
                }
                return;
            }
            let here = self.take(one.hex);
            let is_first = here.enemies == 0;
            here.enemies += 1;
            here.levels[one.level as usize] += 1;
            if !is_commander {
                here.against += one.halves;
            }
            self.enemies += 1;
            if is_first {
                self.theirs[self.theirs_count] = one.hex;
                self.theirs_count += 1;
            }
        });
        for side in szala_kernel::Side::BOTH {
            for (_, hex) in seen.barrages(side) {
                self.take(hex).barrages += 1;
            }
        }
    }
}

/// A number for each hex: what the enemy's small arms are expected to do there, in hundredths of a level.
#[derive(Clone, Debug)]
pub(super) struct Danger {
    values: Vec<u16>,
}

impl Danger {
    pub(super) fn new(rules: &Pluton) -> Self {
        Self { values: vec![0; rules.scenario().map.ground.len()] }
    }

    pub(super) fn at(&self, hex: HexId) -> i32 {
        self.values[hex.index()].into()
    }

    /// Nothing is known.
    pub(super) fn forget(&mut self) {
        self.values.fill(0);
    }

    /// What each of the enemy's counters would do, added up, after the shelter of the ground.
    pub(super) fn draw(&mut self, seen: Seen<'_>, ways: &Ways, effects: &Effects) {
        self.values.fill(0);
        let tables = &seen.rules.scenario().tables;
        for enemy in &seen.others() {
            let (Some(from), kind) = (seen.place(enemy), seen.kind(enemy)) else { continue };
            let (reach, level) = match (kind, seen.level(enemy)) {
                (Kind::Commander, _) => continue,
                (_, Level::Pinned) => (1, -4),
                (Kind::Guns, Level::UnderFire) => (6, -2),
                (Kind::Guns, Level::Full) => (10, 0),
                (_, Level::UnderFire) => (5, -2),
                (_, Level::Full) => (5, 0),
            };
            let weapons = if kind == Kind::Guns { Weapons::Heavy } else { Weapons::Light };
            // By distance, in the open and behind each shelter.
            let halves = seen.halves(enemy);
            let mut does = [[0; 4]; 11];
            for (distance, does) in (0..=reach).zip(&mut does) {
                let strength = seen.strength(weapons, halves, distance);
                for (shelter, does) in tables.shelter.iter().zip(does) {
                    let shifted = tables.shifted(strength, level - i32::from(*shelter));
                    *does = u16::try_from(effects.of(Level::Full, shifted).max(0)).unwrap_or(u16::MAX);
                }
            }
            for hex in ways.sights(from) {
                let distance = seen.rules.distance(from, *hex);
                if distance > reach {
                    break;
                }
                let value = &mut self.values[hex.index()];
                *value =
                    value.saturating_add(does[usize::from(distance)][seen.rules.ground_at(*hex) as usize]);
            }
        }
    }
}

/// A counter's number among those of both sides.
pub(super) type ByCounter<T> = [T; MOST_COUNTERS];
