//! What fire and close combat are expected to do, reckoned with the tables of the scenario.

use szala_pluton::{Ground, Level, Tables};

use crate::weights::Weights;

/// No strength is greater, after all shifts.
const STRENGTHS: usize = 64;

/// What fire of each strength does to a counter of each level, in hundredths of a level.
#[derive(Clone, Debug)]
pub(super) struct Effects([[i32; STRENGTHS]; 3]);

impl Effects {
    pub(super) fn new(tables: &Tables, weights: &Weights) -> Self {
        let mut all = [[0; STRENGTHS]; 3];
        // [11.1] A pinned counter has no level to lose, one under fire has one.
        for (left, row) in [2, 1, 0].into_iter().zip(&mut all) {
            for (strength, expected) in (0_u16..).zip(row) {
                for face in 1..=10 {
                    let effect = tables.effect(strength, face);
                    *expected += 10 * i32::from(effect.levels.min(left))
                        + weights.loss * i32::from(effect.losses) / 10;
                }
            }
        }
        Self(all)
    }

    pub(super) fn of(&self, level: Level, strength: u16) -> i32 {
        self.0[level as usize][usize::from(strength).min(STRENGTHS - 1)]
    }
}

/// The two sides of a close combat.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fight {
    /// Halves of squares, the attacker's first.
    pub(super) halves: [u16; 2],
    /// Have they a commander there?
    pub(super) led: [bool; 2],
    pub(super) attackers_under_fire: bool,
    pub(super) defenders: Level,
    pub(super) ground: Ground,
    /// Are the attackers Poles, who have a column more?
    pub(super) is_favoured: bool,
    /// What the hex counts for the attacker, and for the defender, in half points.
    pub(super) worth: [i32; 2],
    /// What is left, in hundredths, of denying the hex to the defender by staying in it.
    pub(super) stays: i32,
}

/// What a close combat is expected to bring the attacker, in hundredths of a half point [10.3].
pub(super) fn assault(tables: &Tables, fight: &Fight, hurt: i32) -> i32 {
    let [attackers, defenders] = fight.halves.map(|halves| halves.max(1));
    // [10.3.1] 1:4 is the first column, 3:1 the most that numbers give.
    let odds = if attackers >= defenders {
        2 + i32::from((attackers / defenders).min(3))
    } else {
        4 - i32::from(defenders.div_ceil(attackers).clamp(2, 4))
    };
    let ground = match fight.ground {
        Ground::Clear => 0,
        Ground::Woods | Ground::Wooden => -1,
        Ground::Brick => -2,
    };
    // [10.4] Morale is taken for equal.
    let column = odds + ground - i32::from(fight.attackers_under_fire) + i32::from(fight.led[0])
        - i32::from(fight.led[1])
        + fight.defenders as i32
        + if fight.is_favoured { 1 } else { -1 };
    let column = usize::try_from(column.clamp(0, 8)).expect("one of nine columns");
    // [10.5] Large combats multiply losses.
    let times = match attackers + defenders {
        0..24 => 2,
        24..38 => 3,
        38..49 => 4,
        _ => 6,
    };
    let lost = |losses: u8, of: u16| (i32::from(losses) * times / 2).min(i32::from(of));
    let mut value = 0;
    for row in &tables.close_combat {
        let [ours, theirs] = row[column];
        let taken = lost(theirs.losses, defenders);
        // A half square is half of a half point [14.2, 18.6].
        value += 50 * taken * hurt / 100 - 50 * lost(ours.losses, attackers);
        let is_gone = theirs.retreats || taken == i32::from(defenders);
        value += match (ours.retreats, is_gone) {
            (true, _) => 0,
            (false, true) => 100 * (fight.worth[0] + fight.worth[1]),
            (false, false) => fight.stays * fight.worth[1],
        };
    }
    value / 10
}
