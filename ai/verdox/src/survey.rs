//! The inputs of a net as a turn begins: the clock, the count, both headquarters, and for each group its size, how many
//! units could attack at once and how many could be attacked. No input names a square, so a net that was trained on one
//! map can be played on any.

use szala_kernel::Side;
use szala_verdox::Kind;

use super::judge::Judge;
use super::posture::{GROUPS, Group, Posture, Postures};
use super::seen::Seen;
use super::ways::Gait;

/// Turns that the inputs distinguish, and coarsely.
const TURNS: usize = 32;
const PHASES: usize = 8;
/// Leads that the inputs distinguish.
const LEADS: usize = 15;
/// Classes of numbers of units: 0, 1, 2 to 3, 4 to 7, 8 to 15, more.
const COUNTS: usize = 6;
/// Numbers of an army in steps of eight.
const ARMIES: usize = 11;
/// The postures that a group may be given, the last of them none.
const TOLD: usize = Posture::ALL.len() + 1;
/// A unit this near to headquarters is near, in hundredths of a turn.
const NEAR: u16 = 400;
/// Distances are classed as numbers of units are, in these steps.
const STRIDE: u16 = 200;
/// Numbers for each group, and for units near headquarters.
const OF_GROUP: usize = 4;
const OF_NEAR: usize = 5;

/// What a block of inputs is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Block {
    Left,
    Turn,
    Lead,
    Headquarters,
    Near,
    Army,
    Breaches,
    Barges,
    Strength,
    Given,
    Asked,
    AskedThen,
    AskedAtLead,
    Told,
    ToldThen,
    ToldAtLead,
    ToldOf,
    ToldNear,
}

/// The blocks in their order, each with the lengths of its axes.
const BLOCKS: [(Block, [usize; 3]); 18] = [
    (Block::Left, [TURNS, 1, 1]),
    (Block::Turn, [TURNS, 1, 1]),
    (Block::Lead, [PHASES, LEADS, 1]),
    (Block::Headquarters, [3, 1, 1]),
    (Block::Near, [OF_NEAR, COUNTS, 1]),
    (Block::Army, [3, ARMIES, 1]),
    (Block::Breaches, [COUNTS, 1, 1]),
    (Block::Barges, [2, COUNTS, 1]),
    (Block::Strength, [GROUPS, OF_GROUP, COUNTS]),
    (Block::Given, [GROUPS, TOLD, 1]),
    (Block::Asked, [GROUPS, 1, 1]),
    (Block::AskedThen, [GROUPS, PHASES, 1]),
    (Block::AskedAtLead, [GROUPS, LEADS, 1]),
    (Block::Told, [GROUPS, TOLD, 1]),
    (Block::ToldThen, [GROUPS, TOLD, PHASES]),
    (Block::ToldAtLead, [GROUPS, TOLD, LEADS]),
    (Block::ToldOf, [GROUPS, TOLD, OF_GROUP * COUNTS]),
    (Block::ToldNear, [GROUPS, TOLD, OF_NEAR * COUNTS]),
];

/// Where each block begins, and where the last one ends.
const BEGINS: [usize; BLOCKS.len() + 1] = {
    let mut begins = [0; BLOCKS.len() + 1];
    let mut at = 0;
    while at < BLOCKS.len() {
        let [first, second, third] = BLOCKS[at].1;
        begins[at + 1] = begins[at] + first * second * third;
        at += 1;
    }
    begins
};

/// How many inputs there are.
pub(super) const INPUTS: usize = BEGINS[BLOCKS.len()];

fn input(block: Block, at: [usize; 3]) -> usize {
    let axes = BLOCKS[block as usize].1;
    debug_assert!(at.iter().zip(axes).all(|(at, length)| *at < length), "{block:?} has no {at:?}");
    BEGINS[block as usize] + (at[0] * axes[1] + at[1]) * axes[2] + at[2]
}

/// What is read off a position as a turn begins.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Survey {
    turn: usize,
    left: usize,
    phase: usize,
    lead: usize,
    /// Are its headquarters empty, the other side's; does it act last?
    headquarters: [bool; 3],
    /// Enemies a turn from its headquarters and near them, and its own at the other side's; how far away the nearest
    /// enemy is. All by class.
    near: [usize; OF_NEAR],
    /// Its own units, the enemy's, its own that wait.
    armies: [usize; 3],
    breaches: usize,
    barges: [usize; 2],
    /// Of each group: how many, how many could attack at once, how many could be attacked, and how far the foremost is
    /// from the other side's headquarters; by class.
    groups: [[usize; OF_GROUP]; GROUPS],
}

impl Survey {
    /// Of a turn that is about to begin; the judge has looked about.
    pub(super) fn of(seen: Seen<'_>, judge: &Judge) -> Self {
        let (own, enemy) = (seen.side, !seen.side);
        let mut groups = [[0_usize; 3]; GROUPS];
        let mut foremost = [u16::MAX; GROUPS];
        let (mut near, mut nearest) = ([0_usize; 4], u16::MAX);
        for square in seen.standing(own) {
            let kind = seen.kind_at(square).expect("a side knows its own units");
            let gait = Gait::of(seen.rules, kind);
            let number = judge.group(seen, kind, square).index();
            let attacks = !seen.enemies_about(kind, square).is_empty();
            let is_so = [true, attacks, judge.turn.under_attack.contains(square)];
            for (count, is_so) in groups[number].iter_mut().zip(is_so) {
                *count += usize::from(is_so);
            }
            let far = judge.ways.to(enemy, gait, square);
            foremost[number] = foremost[number].min(far);
            if kind != Kind::Artillery {
                near[2] += usize::from(judge.ways.is_a_turn(enemy, gait, square));
                near[3] += usize::from(far <= NEAR);
            }
        }
        for square in seen.standing(enemy) {
            let gait = seen.kind_at(square).map_or(Gait::OnFoot, |kind| Gait::of(seen.rules, kind));
            let far = judge.ways.past_the_last_step_to(own, gait, square);
            nearest = nearest.min(far);
            near[0] += usize::from(judge.ways.is_a_turn(own, gait, square));
            near[1] += usize::from(far <= NEAR);
        }
        let away = |far: u16| count((far / STRIDE).into());
        let [one, two, three, four] = near.map(count);
        let turn = usize::from(seen.turn());
        let left = seen.turns().map_or(TURNS, |turns| usize::from(turns).saturating_sub(turn));
        let barges =
            |side: Side| seen.afloat().iter().filter(|at| seen.owner_of_barge(*at) == Some(side)).count();
        Self {
            turn: turn.min(TURNS - 1),
            left: left.min(TURNS - 1),
            phase: phase(left),
            lead: lead(seen.lead()),
            headquarters: [
                seen.is_free(seen.headquarters(own)),
                seen.is_free(seen.headquarters(enemy)),
                seen.acts_last(),
            ],
            near: [one, two, three, four, away(nearest)],
            armies: [seen.standing(own).len(), seen.standing(enemy).len(), seen.waiting()]
                .map(|units| (units / 8).min(ARMIES - 1)),
            breaches: count(seen.breached().len()),
            barges: [own, enemy].map(|side| count(barges(side))),
            groups: core::array::from_fn(|group| {
                let [all, attack, attacked] = groups[group].map(count);
                [all, attack, attacked, away(foremost[group])]
            }),
        }
    }

    /// Has the group units?
    pub(super) fn has(&self, group: Group) -> bool {
        self.groups[group.index()][0] > 0
    }

    /// Turns on the inputs that all options of a group share, given the orders so far.
    pub(super) fn tell(&self, group: Group, postures: &Postures, inputs: &mut Vec<u16>) {
        let mut on = |block, at| {
            inputs.push(u16::try_from(input(block, at)).expect("there are fewer than 2^16 inputs"));
        };
        on(Block::Left, [self.left, 0, 0]);
        on(Block::Turn, [self.turn, 0, 0]);
        on(Block::Lead, [self.phase, self.lead, 0]);
        for (what, _) in self.headquarters.iter().enumerate().filter(|(_, is_so)| **is_so) {
            on(Block::Headquarters, [what, 0, 0]);
        }
        for (what, near) in self.near.iter().enumerate() {
            on(Block::Near, [what, *near, 0]);
        }
        for (what, units) in self.armies.iter().enumerate() {
            on(Block::Army, [what, *units, 0]);
        }
        on(Block::Breaches, [self.breaches, 0, 0]);
        for (what, barges) in self.barges.iter().enumerate() {
            on(Block::Barges, [what, *barges, 0]);
        }
        for (number, strength) in self.groups.iter().enumerate() {
            for (what, units) in strength.iter().enumerate() {
                on(Block::Strength, [number, what, *units]);
            }
        }
        for given in Group::all().take_while(|given| *given != group).filter(|given| self.has(*given)) {
            on(Block::Given, [given.index(), told(postures.of(given)), 0]);
        }
        let number = group.index();
        on(Block::Asked, [number, 0, 0]);
        on(Block::AskedThen, [number, self.phase, 0]);
        on(Block::AskedAtLead, [number, self.lead, 0]);
    }

    /// Turns on the inputs of one option of a group.
    pub(super) fn tell_option(&self, group: Group, posture: Option<Posture>, mut on: impl FnMut(usize)) {
        let (number, told) = (group.index(), told(posture));
        on(input(Block::Told, [number, told, 0]));
        on(input(Block::ToldThen, [number, told, self.phase]));
        on(input(Block::ToldAtLead, [number, told, self.lead]));
        for (what, units) in self.groups[number].iter().enumerate() {
            on(input(Block::ToldOf, [number, told, what * COUNTS + units]));
        }
        for (what, near) in self.near.iter().enumerate() {
            on(input(Block::ToldNear, [number, told, what * COUNTS + near]));
        }
    }
}

/// The number of a group's posture.
const fn told(posture: Option<Posture>) -> usize {
    match posture {
        Some(posture) => posture as usize,
        None => Posture::ALL.len(),
    }
}

/// The number of a count of units.
const fn count(units: usize) -> usize {
    match units {
        0 => 0,
        1 => 1,
        2..4 => 2,
        4..8 => 3,
        8..16 => 4,
        _ => 5,
    }
}

/// The number of a phase, by the turns that are left.
const fn phase(left: usize) -> usize {
    match left {
        0 => 0,
        1 => 1,
        2..4 => 2,
        4..7 => 3,
        7..11 => 4,
        11..17 => 5,
        17..24 => 6,
        _ => 7,
    }
}

/// The number of a lead.
fn lead(points: i32) -> usize {
    const STEPS: [u32; 7] = [1, 11, 31, 71, 151, 301, 601];
    let size = STEPS.iter().filter(|step| points.unsigned_abs() >= **step).count();
    if points < 0 { STEPS.len() - size } else { STEPS.len() + size }
}

#[cfg(test)]
mod tests {
    use szala_ai::weights::WeightList as _;
    use szala_ai::{Player as _, View};
    use szala_files::Document;
    use szala_files::case::Casebook as _;
    use szala_kernel::RunSeed;

    use super::*;
    use crate::weights::Weights;
    use crate::{Heuristic, WEIGHTS, drill_ground};

    /// Of the Hasbergs, who have three more turns after this one, of eight: on their side of the river infantry in the
    /// headquarters, riflemen and guns; beyond it infantry on the way to the gate, and grenadiers behind the fortress.
    /// Of the Askans: infantry in the headquarters, cavalry beside ours, riflemen on the wall. A barge is theirs.
    const MIXED: &str = r#"
turn = 5
barges = { "barge 1" = { at = "0208", owner = "Askans" }, "barge 2" = "lost" }
[units]
"Hasbergs 1" = "infantry 0702"
"Hasbergs 2" = "riflemen 0503"
"Hasbergs 3" = "artillery 0601"
"Hasbergs 4" = "grenadiers 0515"
"Hasbergs 5" = "infantry 0711"
"Askans 1" = "infantry 0413"
"Askans 2" = "cavalry 0802"
"Askans 3" = "riflemen 0612"
"#;

    #[test]
    fn a_turn_is_surveyed_as_by_hand() {
        let rules = drill_ground();
        let document = Document::parse(MIXED).unwrap_or_else(|wrong| panic!("{wrong:?}"));
        let state = rules.set_up(&document.root()).unwrap_or_else(|wrong| panic!("{wrong:?}"));
        let weights =
            Weights::read("the built-in weights", WEIGHTS, "Hasbergs", &[]).expect("they are sound");
        let mut player = Heuristic::new(&rules, Side::First, weights);
        player.begin(&rules, RunSeed(1).game(0), Side::First);
        let survey = player.survey(Seen::of(View::new(&rules, &state, &[]).glance()));
        assert_eq!((survey.turn, survey.left, survey.phase), (5, 3, 2));
        // [7] 10 + 20 + 150 + 30 + 10 are 220; 10 + 40 + 20 and 5 for the barge are 75. 145 is from 71 to 150.
        assert_eq!(survey.lead, 7 + 4);
        assert_eq!(survey.headquarters, [false, false, false]);
        // The cavalry is a square from our headquarters; of ours nobody is within four turns of theirs, since getting
        // up a wall takes six.
        assert_eq!(survey.near, [1, 1, 0, 0, 0]);
        assert_eq!(survey.armies, [0, 0, 0]);
        assert_eq!((survey.breaches, survey.barges), (0, [0, 1]));
        let group = |kind, is_forward| survey.groups[Group::of(kind, is_forward).index()];
        // Ranges are those of the most favourable ground, one more than printed [6.2.3, 6.10.4]. The infantry in the
        // headquarters has the cavalry beside it. Riflemen reach five squares [7.2.5]: the
        // infantry at 0711, 700 from its own headquarters and 1000 from the others, and the grenadiers, which they do
        // not see.
        assert_eq!(group(Kind::Infantry, false)[..3], [2, 1, 2]);
        // The cavalry is four squares from our riflemen, as far as they fire, and three from our guns.
        assert_eq!(group(Kind::Riflemen, false)[..3], [1, 1, 0]);
        assert_eq!(group(Kind::Artillery, false)[..3], [1, 1, 0]);
        // Grenadiers reach three squares [7.3.5], to the headquarters. From 0515 up the wall, which takes a turn and
        // five more, and two squares inside: 800, four strides.
        assert_eq!(group(Kind::Infantry, true), [1, 1, 1, 3]);
        assert_eq!(survey.groups.map(|group| group[0]), [0, 0, 1, 0, 2, 1, 1, 0]);
    }

    #[test]
    fn every_block_is_at_its_own_place_and_numbers_stay_within_their_axes() {
        assert!((0..).zip(BLOCKS).all(|(at, (block, _))| block as usize == at));
        for number in 0..200 {
            assert!(count(number) < COUNTS && phase(number) < PHASES);
        }
        assert_eq!([-5000, -600, -1, 0, 1, 10, 11, 601].map(lead), [0, 1, 6, 7, 8, 8, 9, 14]);
        const { assert!(INPUTS < 1 << 16) };
    }
}
