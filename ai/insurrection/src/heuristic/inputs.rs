//! The inputs of a net that weighs the heuristic's options: which number says what. They are blocks of a few axes each
//! (this unit in that hex), so that a net that was trained with some units is of use where there are others too.

use szala_board::{HexId, Ordinal};
use szala_insurrection::{Arm, CommanderId, Insurrection, Room, UnitId};

/// Stages and leads that the inputs distinguish.
pub(super) const STAGES: usize = 8;
const LEADS: i16 = 6;
/// Kinds of options.
pub(super) const KINDS: usize = 32;
/// How much worse the heuristic thinks an option than its own choice.
pub(super) const REGRETS: usize = 8;
/// Things that may be true of a unit, of a commander, of a place, of an attack, of a commander's post.
const OF_UNIT: usize = 32;
const OF_LEADER: usize = 4;
const OF_PLACE: usize = 40;
const OF_ATTACK: usize = 32;
const OF_POST: usize = 16;
/// Things that may be true of a shot, of a melee, of how an arm stands in a place.
const OF_SHOT: usize = 40;
const OF_MELEE: usize = 50;
const OF_STAND: usize = 24;
/// Who does what to whom.
const PAIRS: usize = 4;
/// Arms.
pub(super) const ARMS: usize = 3;

/// What a block of inputs is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Axis {
    Unit,
    Hex,
    Leader,
    /// A commander, or nobody, who comes last.
    LeaderOrNobody,
    Of(usize),
}

/// The blocks, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Block {
    UnitAt,
    LeaderAt,
    UnitGoes,
    UnitEnters,
    LeaderGoes,
    Unit,
    Leader,
    StageAndLeader,
    StageAndLead,
    StageAndCamp,
    Kind,
    Regret,
    Place,
    Attack,
    Pair,
    UnitFaces,
    Stack,
    Post,
    Choice,
    Shot,
    Melee,
    Stand,
}

const BLOCKS: [(Block, [Axis; 3]); 22] = {
    use Axis::{Hex, Leader, LeaderOrNobody, Of, Unit};
    const NONE: Axis = Of(1);
    [
        (Block::UnitAt, [Unit, Hex, NONE]),
        (Block::LeaderAt, [Leader, Hex, NONE]),
        (Block::UnitGoes, [Unit, Hex, NONE]),
        (Block::UnitEnters, [Unit, Hex, NONE]),
        (Block::LeaderGoes, [Leader, Hex, NONE]),
        (Block::Unit, [Unit, Of(OF_UNIT), NONE]),
        (Block::Leader, [Leader, Of(OF_LEADER), NONE]),
        (Block::StageAndLeader, [Of(STAGES), LeaderOrNobody, NONE]),
        (Block::StageAndLead, [Of(STAGES), Of(2 * LEADS as usize + 1), NONE]),
        (Block::StageAndCamp, [Of(STAGES), NONE, NONE]),
        (Block::Kind, [Of(KINDS), Of(STAGES), Of(2)]),
        (Block::Regret, [Of(KINDS), Of(REGRETS), NONE]),
        (Block::Place, [Of(ARMS), Of(OF_PLACE), NONE]),
        (Block::Attack, [Of(ARMS), Of(OF_ATTACK), NONE]),
        (Block::Pair, [Of(PAIRS), Unit, Unit]),
        (Block::UnitFaces, [Unit, Of(6), NONE]),
        (Block::Stack, [NONE, NONE, NONE]),
        (Block::Post, [Of(OF_POST), NONE, NONE]),
        (Block::Choice, [Leader, Of(STAGES), NONE]),
        (Block::Shot, [Of(ARMS), Of(OF_SHOT), NONE]),
        (Block::Melee, [Of(ARMS), Of(OF_MELEE), NONE]),
        (Block::Stand, [Of(ARMS), Of(OF_STAND), NONE]),
    ]
};

/// How many there are of what the inputs are about, and where each block begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Inputs {
    units: usize,
    hexes: usize,
    leaders: usize,
    begins: [usize; BLOCKS.len() + 1],
}

impl Inputs {
    pub(crate) fn of<R: Room>(game: &Insurrection<R>) -> Self {
        let scenario = game.scenario();
        Self::with(scenario.units.len(), scenario.board.hexes().len(), scenario.commanders.len())
    }

    pub(crate) fn with(units: usize, hexes: usize, leaders: usize) -> Self {
        let mut all = Self { units, hexes, leaders, begins: [0; BLOCKS.len() + 1] };
        for (at, (_, axes)) in BLOCKS.iter().enumerate() {
            all.begins[at + 1] =
                all.begins[at] + axes.iter().map(|axis| all.length(*axis)).product::<usize>();
        }
        all
    }

    const fn length(&self, axis: Axis) -> usize {
        match axis {
            Axis::Unit => self.units,
            Axis::Hex => self.hexes,
            Axis::Leader => self.leaders,
            Axis::LeaderOrNobody => self.leaders + 1,
            Axis::Of(length) => length,
        }
    }

    /// How many inputs there are.
    pub(crate) fn count(&self) -> usize {
        self.begins[BLOCKS.len()]
    }

    fn input(&self, block: Block, at: [usize; 3]) -> usize {
        let axes = BLOCKS[block as usize].1.map(|axis| self.length(axis));
        debug_assert!(at.iter().zip(axes).all(|(at, length)| *at < length), "{block:?} has no {at:?}");
        self.begins[block as usize] + (at[0] * axes[1] + at[1]) * axes[2] + at[2]
    }

    /// For each of these inputs, the one of others that says the same; units and commanders of ours may be missing
    /// there.
    pub(crate) fn among(
        &self,
        others: &Self,
        units: &[Option<usize>],
        leaders: &[Option<usize>],
    ) -> Vec<Option<usize>> {
        let known = |axis: Axis, at: usize| match axis {
            Axis::Unit => units[at],
            Axis::Leader => leaders[at],
            Axis::LeaderOrNobody => leaders.get(at).map_or(Some(others.leaders), |leader| *leader),
            Axis::Hex | Axis::Of(_) => Some(at),
        };
        let mut all = Vec::with_capacity(self.count());
        for (block, axes) in BLOCKS {
            let [first, second, third] = axes.map(|axis| self.length(axis));
            for at in 0..first * second * third {
                let at = [at / third / second, at / third % second, at % third];
                let there = [known(axes[0], at[0]), known(axes[1], at[1]), known(axes[2], at[2])];
                all.push(match there {
                    [Some(first), Some(second), Some(third)] => {
                        Some(others.input(block, [first, second, third]))
                    }
                    _ => None,
                });
            }
        }
        all
    }

    pub(super) fn unit_at(&self, unit: UnitId, hex: HexId) -> usize {
        self.input(Block::UnitAt, [unit.index(), hex.index(), 0])
    }

    pub(super) fn leader_at(&self, leader: CommanderId, hex: HexId) -> usize {
        self.input(Block::LeaderAt, [leader.index(), hex.index(), 0])
    }

    pub(super) fn unit_goes(&self, unit: UnitId, hex: HexId) -> usize {
        self.input(Block::UnitGoes, [unit.index(), hex.index(), 0])
    }

    pub(super) fn unit_enters(&self, unit: UnitId, hex: HexId) -> usize {
        self.input(Block::UnitEnters, [unit.index(), hex.index(), 0])
    }

    pub(super) fn leader_goes(&self, leader: CommanderId, hex: HexId) -> usize {
        self.input(Block::LeaderGoes, [leader.index(), hex.index(), 0])
    }

    pub(super) fn of_unit(&self, unit: UnitId, what: usize) -> usize {
        self.input(Block::Unit, [unit.index(), what, 0])
    }

    pub(super) fn of_leader(&self, leader: CommanderId, what: usize) -> usize {
        self.input(Block::Leader, [leader.index(), what, 0])
    }

    pub(super) fn stage_and_leader(&self, stage: usize, leader: Option<CommanderId>) -> usize {
        let leader = leader.map_or(self.leaders, Ordinal::index);
        self.input(Block::StageAndLeader, [stage, leader, 0])
    }

    pub(super) fn stage_and_lead(&self, stage: usize, lead: i16) -> usize {
        let lead = usize::try_from(lead.clamp(-LEADS, LEADS) + LEADS).expect("not below zero");
        self.input(Block::StageAndLead, [stage, lead, 0])
    }

    pub(super) fn stage_and_camp(&self, stage: usize) -> usize {
        self.input(Block::StageAndCamp, [stage, 0, 0])
    }

    pub(super) fn kind(&self, kind: usize, stage: usize, is_own: bool) -> usize {
        self.input(Block::Kind, [kind, stage, is_own.into()])
    }

    pub(super) fn regret(&self, kind: usize, regret: usize) -> usize {
        self.input(Block::Regret, [kind, regret, 0])
    }

    pub(super) fn of_place(&self, arm: Arm, what: usize) -> usize {
        self.input(Block::Place, [arm as usize, what, 0])
    }

    pub(super) fn of_attack(&self, arm: Arm, what: usize) -> usize {
        self.input(Block::Attack, [arm as usize, what, 0])
    }

    pub(super) fn pair(&self, what: usize, unit: UnitId, other: UnitId) -> usize {
        self.input(Block::Pair, [what, unit.index(), other.index()])
    }

    pub(super) fn unit_faces(&self, unit: UnitId, facing: usize) -> usize {
        self.input(Block::UnitFaces, [unit.index(), facing, 0])
    }

    pub(super) fn stack(&self) -> usize {
        self.input(Block::Stack, [0; 3])
    }

    pub(super) fn of_post(&self, what: usize) -> usize {
        self.input(Block::Post, [what, 0, 0])
    }

    pub(super) fn choice(&self, leader: CommanderId, stage: usize) -> usize {
        self.input(Block::Choice, [leader.index(), stage, 0])
    }

    pub(super) fn of_shot(&self, arm: Arm, what: usize) -> usize {
        self.input(Block::Shot, [arm as usize, what, 0])
    }

    pub(super) fn of_melee(&self, arm: Arm, what: usize) -> usize {
        self.input(Block::Melee, [arm as usize, what, 0])
    }

    pub(super) fn of_stand(&self, arm: Arm, what: usize) -> usize {
        self.input(Block::Stand, [arm as usize, what, 0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_block_is_at_its_own_place() {
        assert!((0..).zip(BLOCKS).all(|(at, (block, _))| block as usize == at));
    }

    #[test]
    fn a_net_for_some_units_knows_the_same_units_elsewhere() {
        // Two units and a commander on three hexes; here there is a third unit, which comes first, and a commander
        // more.
        let (there, here) = (Inputs::with(2, 3, 1), Inputs::with(3, 3, 2));
        let among = here.among(&there, &[None, Some(0), Some(1)], &[Some(0), None]);
        assert_eq!(among.len(), here.count());
        let unit = UnitId::from_index;
        let hex = HexId::from_index(2);
        assert_eq!(among[here.unit_goes(unit(2), hex)], Some(there.unit_goes(unit(1), hex)));
        assert_eq!(among[here.unit_goes(unit(0), hex)], None);
        assert_eq!(among[here.pair(3, unit(1), unit(2))], Some(there.pair(3, unit(0), unit(1))));
        assert_eq!(among[here.pair(3, unit(1), unit(0))], None);
        assert_eq!(among[here.stage_and_leader(4, None)], Some(there.stage_and_leader(4, None)));
        assert_eq!(among[here.stage_and_leader(4, Some(CommanderId::from_index(1)))], None);
        assert_eq!(among[here.stage_and_lead(1, -9)], Some(there.stage_and_lead(1, -6)));
    }
}
