//! [13.1] The places of the activation pool that a side fills as it chooses, stage by stage.

use szala_kernel::Side;

use crate::game::Insurrection;
use crate::ids::CommanderSet;

/// A place of the pool for which there is a choice.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    /// In which stage.
    pub(super) stage: u8,
    /// Which place of that stage's pool.
    pub(super) slot: u8,
    /// Who chooses.
    pub(super) side: Side,
    /// Among whom.
    pub(super) among: CommanderSet,
    /// The name of its column.
    pub(super) what: &'static str,
}

/// What the choices of a side in one stage are called. A choice takes two commanders, and nobody is in two
/// places of a stage: more than four there cannot be.
const NAMES: [&str; 4] = ["chosen", "chosen_second", "chosen_third", "chosen_fourth"];

impl Insurrection {
    /// All choices of a game, in the order in which they are made.
    pub(super) fn choices(&self) -> impl Iterator<Item = Choice> {
        let pools = &self.scenario.pool;
        (1..=self.scenario.stages).flat_map(move |stage| {
            // [13.1] [13.2] The last stage that has a pool of its own speaks for those after it.
            let lots = pools.get(usize::from(stage - 1)).or(pools.last()).map_or(&[][..], Vec::as_slice);
            let mut made = [0; 2];
            lots.iter().zip(0..).filter(|(lot, _)| lot.among.len() > 1).map(move |(lot, slot)| {
                let what = NAMES[made[lot.side as usize]];
                made[lot.side as usize] += 1;
                Choice { stage, slot, side: lot.side, among: lot.among, what }
            })
        })
    }
}
