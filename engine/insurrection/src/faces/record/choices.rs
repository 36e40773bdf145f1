//! [13.1] The places of the activation pool that a side fills as it chooses, stage by stage.

use szala_kernel::Side;

use crate::chapters::game::Insurrection;
use crate::position::ids::CommanderSet;
use crate::position::room::Room;

/// A place of the pool for which there is a choice.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice<R: Room> {
    /// In which stage.
    pub(super) stage: u8,
    /// Which place of that stage's pool.
    pub(super) slot: u8,
    /// Who chooses.
    pub(super) side: Side,
    /// Among whom.
    pub(super) among: CommanderSet<R>,
    /// The name of its column.
    pub(super) what: &'static str,
}

/// What the choices of a side in one stage are called. More than the large room has commanders there cannot be.
#[rustfmt::skip]
const NAMES: [&str; 64] = [
    "chosen", "chosen_second", "chosen_third", "chosen_fourth", "chosen_5", "chosen_6", "chosen_7", "chosen_8",
    "chosen_9", "chosen_10", "chosen_11", "chosen_12", "chosen_13", "chosen_14", "chosen_15", "chosen_16",
    "chosen_17", "chosen_18", "chosen_19", "chosen_20", "chosen_21", "chosen_22", "chosen_23", "chosen_24",
    "chosen_25", "chosen_26", "chosen_27", "chosen_28", "chosen_29", "chosen_30", "chosen_31", "chosen_32",
    "chosen_33", "chosen_34", "chosen_35", "chosen_36", "chosen_37", "chosen_38", "chosen_39", "chosen_40",
    "chosen_41", "chosen_42", "chosen_43", "chosen_44", "chosen_45", "chosen_46", "chosen_47", "chosen_48",
    "chosen_49", "chosen_50", "chosen_51", "chosen_52", "chosen_53", "chosen_54", "chosen_55", "chosen_56",
    "chosen_57", "chosen_58", "chosen_59", "chosen_60", "chosen_61", "chosen_62", "chosen_63", "chosen_64",
];

impl<R: Room> Insurrection<R> {
    /// All choices of a game, in the order in which they are made.
    pub(super) fn choices(&self) -> impl Iterator<Item = Choice<R>> {
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
