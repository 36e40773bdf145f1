//! What a player looks up in a position, beyond what the chapters answer: who is where, what a shot or a melee would
//! bring before a die is rolled. Nothing here changes a position, and the odds come from the very modifiers that play
//! adds up.

use szala_board::{Direction, Facing, HexId};
use szala_kernel::{ActionList, Die, Side};

use crate::chapters::fire::{Occasion, Prospect};
use crate::chapters::game::Insurrection;
use crate::chapters::guns::{COMMANDERS_WITHIN, LONE_GUNS_WITHIN};
use crate::chapters::melee::{self, Encounter};
use crate::chapters::sight::range_of;
use crate::position::action::Action;
use crate::position::agenda::Task;
use crate::position::ids::{Arm, CommanderId, CommanderSet, Hexes, UnitId, UnitSet};
use crate::position::room::Room;
use crate::position::state::{Melee, MeleeKind, State};

/// The odds of a melee, in pairs of dice out of a hundred.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MeleeOdds {
    /// Won by the attacker.
    pub won: u8,
    /// Won by the attacker by so much that he takes no loss [11.8].
    pub won_unscathed: u8,
    /// Lost by the attacker by so much that the defender takes no loss.
    pub lost_unscathed: u8,
}

/// Margins of modifiers beyond this change nothing: the dice are at most nine apart, and by six more nobody is hurt.
const WIDEST: i32 = 16;

/// [11.7] The odds by the attacker's modifiers less the defender's.
const MELEE_ODDS: [MeleeOdds; 2 * WIDEST.unsigned_abs() as usize + 1] = {
    let mut odds = [MeleeOdds { won: 0, won_unscathed: 0, lost_unscathed: 0 }; _];
    let mut place = 0;
    while place < odds.len() {
        let mut pair = 0;
        while pair < 100 {
            #[expect(clippy::cast_possible_wrap, clippy::cast_possible_truncation, reason = "at most 33")]
            let margin = place as i32 - WIDEST;
            let (wins, difference) = melee::compare(pair / 10 + margin, pair % 10);
            let is_unscathed = difference >= melee::UNSCATHED_FROM as u32;
            odds[place].won += wins as u8;
            odds[place].won_unscathed += (wins && is_unscathed) as u8;
            odds[place].lost_unscathed += (!wins && is_unscathed) as u8;
            pair += 1;
        }
        place += 1;
    }
    odds
};

impl MeleeOdds {
    /// The odds of an attacker whose modifiers are by so much better than the defender's.
    pub fn of(margin: i32) -> Self {
        let place = margin.clamp(-WIDEST, WIDEST) + WIDEST;
        MELEE_ODDS[usize::try_from(place).expect("not below nothing")]
    }
}

impl<R: Room> State<R> {
    /// What is to be decided, or done next.
    pub fn task(&self) -> Task<R> {
        self.agenda.top()
    }

    /// The units of a side on the map.
    pub fn on_map(&self, side: Side) -> UnitSet<R> {
        self.on_map[side]
    }

    /// The hexes that hold units of a side.
    pub fn held(&self, side: Side) -> Hexes<R> {
        self.held[side]
    }

    /// Whose turn 2 it is.
    pub fn active(&self) -> Option<CommanderId> {
        self.active
    }

    /// The commanders drawn in this stage.
    pub fn drawn(&self) -> CommanderSet<R> {
        self.drawn
    }

    /// The commanders still in the pool. Of the other side's secret choice this shows what the position holds: ask an
    /// imagined position.
    pub fn pool(&self) -> CommanderSet<R> {
        self.pool
    }

    /// Has an intruder been in the camp? [13.1]
    pub fn is_camp_reached(&self) -> bool {
        self.camp_reached
    }

    /// Where a melee is being fought.
    pub fn melee_hex(&self) -> Option<HexId> {
        self.melee.map(|melee| melee.hex)
    }

    /// The units that carry the "1" marker, unpaid [10.9.10].
    pub fn carriers(&self) -> UnitSet<R> {
        self.marks.carries
    }

    /// The units whose move is under way.
    pub fn movers(&self) -> UnitSet<R> {
        self.movers
    }

    /// The units that have begun a move in this phase.
    pub fn moved(&self) -> UnitSet<R> {
        self.marks.moved
    }

    /// The units that stand in squares.
    pub fn squares(&self) -> UnitSet<R> {
        self.marks.square
    }

    /// The units in skirmish order [7.2m].
    pub fn in_skirmish_order(&self) -> UnitSet<R> {
        self.marks.skirmish
    }

    /// The units that stand side by side.
    pub fn side_by_side(&self) -> UnitSet<R> {
        self.marks.side_by_side
    }

    /// The guns that are limbered.
    pub fn limbered(&self) -> UnitSet<R> {
        self.marks.limbered
    }

    /// The guns that will not fire before the stage ends, or ever again.
    pub fn silent_guns(&self) -> UnitSet<R> {
        self.marks.silent | self.marks.captured_once
    }

    /// The movers that may not charge any more in this move [8.14.1].
    pub fn barred_from_charging(&self) -> UnitSet<R> {
        self.marks.no_charge
    }

    /// The movers that march in double time [8.9].
    pub fn doubling(&self) -> UnitSet<R> {
        self.marks.doubling
    }
}

impl<R: Room> Insurrection<R> {
    /// [8.2] The points of the ground from a hex to its neighbour.
    pub fn ground_points(&self, from: HexId, to: HexId, arm: Arm) -> Option<u8> {
        let direction = self.scenario.board.direction_to(from, to)?;
        Some(self.ground_points_towards(from, direction, arm))
    }

    /// [8.2] The points of the ground from a hex to its neighbour in a direction, where it has one.
    pub fn ground_points_towards(&self, from: HexId, direction: Direction, arm: Arm) -> u8 {
        self.ground.way(from, direction).points(arm)
    }

    /// [8.14.1] May a charge pass from a hex to its neighbour in a direction, as far as the ground goes?
    pub fn is_open_to_charges(&self, from: HexId, direction: Direction) -> bool {
        let way = self.ground.way(from, direction);
        !way.bars_charges
    }

    /// [8.9] May one march from a hex to its neighbour in a direction in double time, as far as the ground goes?
    pub fn is_open_to_double_time(&self, from: HexId, direction: Direction) -> bool {
        !self.ground.way(from, direction).bars_double_time
    }

    /// [10.11.3] Does a retreat from a hex to its neighbour cost a loss by the ground alone?
    pub fn retreat_costs_a_loss(&self, from: HexId, to: HexId) -> bool {
        let direction = self.scenario.board.direction_to(from, to);
        direction.is_some_and(|direction| self.ground.way(from, direction).costs_a_loss)
    }

    /// [10.2] [10.8] What an arm could aim at from a hex, facing so, if nobody stood in between.
    pub fn field_of_fire(&self, from: HexId, facing: Facing, arm: Arm) -> &Hexes<R> {
        &self.sight.arcs[from.index()][facing.index()][arm as usize]
    }

    /// [7.2m] Could these units form skirmish order where they stand, if they moved together?
    pub fn can_form_skirmish_order(&self, state: &State<R>, group: UnitSet<R>) -> bool {
        let hex = group.first().filter(|_| !self.skirmishers.is_empty()).and_then(|unit| state.hex_of(unit));
        hex.is_some_and(|hex| self.may_form_it_together(state, self.troops(group), hex).is_ok())
    }

    /// [8.10] The troops of the line between these hexes, if they may move as one.
    pub fn line_between(&self, state: &State<R>, from: HexId, to: HexId) -> Option<UnitSet<R>> {
        self.line_that_moves(state, self.movable(state), from, to).ok()
    }

    /// [10.2] [10.8] What a unit on the map could aim at, if nobody stood in between.
    pub fn arc_of(&self, state: &State<R>, unit: UnitId) -> &Hexes<R> {
        self.arc(state, unit)
    }

    /// [10.8] How far an arm fires.
    pub fn range(&self, arm: Arm) -> u8 {
        range_of(arm)
    }

    /// [10.9.4t] Does the ground of a hex take something off a shot?
    pub fn gives_cover(&self, hex: HexId) -> bool {
        self.ground.site(hex).cover > 0
    }

    /// [10.9.4t] Is a target in one hex sheltered from fire out of the other, by forest or trench?
    pub fn is_sheltered(&self, from: HexId, target: HexId) -> bool {
        self.gives_cover(target) || self.sight.crosses_trench(from, target)
    }

    /// All guns, of both sides.
    pub fn all_guns(&self) -> UnitSet<R> {
        self.guns
    }

    /// The side whose commander is active; the first side before any is.
    pub fn side_on_move(&self, state: &State<R>) -> Side {
        self.active_side(state)
    }

    /// [6.4] Can all these units of one side be in one hex while some of them pass through?
    pub fn can_pass_together(&self, state: &State<R>, units: UnitSet<R>) -> bool {
        self.may_pass_together(state, units).is_ok()
    }

    /// [6.1] [6.2] Can all these units of one side stand in one hex?
    pub fn can_stand_together(&self, state: &State<R>, units: UnitSet<R>) -> bool {
        self.may_stand_together(state, units).is_ok()
    }

    /// [6.2.1] Could these troops of one hex be declared side by side?
    pub fn can_stand_side_by_side(&self, state: &State<R>, troops: UnitSet<R>) -> bool {
        self.may_stand_side_by_side(state, troops).is_ok()
    }

    /// [10.10.1] What is added to the morale die of those under artillery fire at a distance, if guns reach so far.
    pub fn plus_of_guns_at(&self, distance: u8) -> Option<i32> {
        let reach = self.scenario.gun_table.last().map_or(0, |band| band.to);
        (distance <= reach).then(|| self.plus_of_guns(distance))
    }

    /// Who may fire now, and on what occasion [10.4].
    fn fire_now(&self, state: &State<R>) -> (Side, Occasion) {
        match state.task() {
            Task::FireTurn => (!self.active_side(state), Occasion::Passive),
            Task::ReactByFire(hex) => (!self.active_side(state), Occasion::Reaction(hex)),
            Task::SkirmishFire { from, hex } => (!self.active_side(state), Occasion::Skirmish { from, hex }),
            Task::Moving => (self.active_side(state), Occasion::OnTheMove),
            _ => (self.active_side(state), Occasion::Active),
        }
    }

    /// What a shot that is legal now would do to each unit that it concerns.
    pub fn prospects(&self, state: &State<R>, action: Action, mut show: impl FnMut(Prospect)) {
        let (side, occasion) = self.fire_now(state);
        match action {
            Action::Fire { from, to, target } => {
                let prospect = self.prospect_of_muskets(state, side, occasion, [from, to], target);
                prospect.into_iter().for_each(show);
            }
            Action::Shell { gun, target } => {
                let Some(from) = state.hex_of(gun) else { return };
                let distance = self.scenario.board.distance(from, target);
                let troops = self.troops_under_fire(state, side, occasion, target);
                let Some(top) = self.top(state, troops) else {
                    show(self.prospect_of_shell_at_guns(state, gun, target, distance));
                    return;
                };
                // [6.10] Every unit for itself; [6.2.1] of a stack side by side only the top one.
                let all = if state.marks.side_by_side.contains(top) { UnitSet::of(top) } else { troops };
                let square = state.marks.square.contains(top);
                for unit in all.iter() {
                    let plus = self.plus_of_guns(distance)
                        + self.plus_of_stars(gun)
                        + self.target_modifiers(state, core::iter::once(from), target, unit, square, &mut ());
                    show(self.prospect_of_test(state, unit, plus, distance <= COMMANDERS_WITHIN));
                }
            }
            _ => (),
        }
    }

    /// [10.10.6] Two dice: one above the distance, the other a 0.
    fn prospect_of_shell_at_guns(
        &self,
        state: &State<R>,
        gun: UnitId,
        target: HexId,
        distance: u8,
    ) -> Prospect {
        if distance > LONE_GUNS_WITHIN {
            return Prospect::Nothing;
        }
        let plus = u8::from(self.scenario.practised_gunners[self.side_of(gun)]);
        let faces = (0..Die::D10.faces()).filter(|face| face + plus > distance).count();
        let target = self.lone_battery(state, !self.side_of(gun), target);
        if self.is_kept_from_capturing(target) {
            return Prospect::Nothing;
        }
        let second = (self.stars_deducted(gun, target) + 1).min(Die::D10.faces());
        let hundredths = u8::try_from(faces).expect("ten at most") * second;
        Prospect::Capture { gun: target, hundredths }
    }

    // ---- For players that ask before all legal actions are listed ----

    /// Is any shot legal in the middle of this move [D-10.4d]?
    pub fn can_fire_on_the_move(&self, state: &State<R>) -> bool {
        self.can_fire(state, self.active_side(state), Occasion::OnTheMove)
    }

    /// Is any shot of guns legal now, where shots are?
    pub fn has_a_shot_of_guns(&self, state: &State<R>) -> bool {
        let (side, occasion) = self.fire_now(state);
        self.can_shell(state, &self.field(state, side, occasion))
    }

    /// Lists the shots that are legal now, where shots are; in the order in which they stand among all actions.
    pub fn shots(&self, state: &State<R>, list: &mut ActionList<Action>) {
        let (side, occasion) = self.fire_now(state);
        self.fire_actions(state, side, occasion, list);
    }

    /// [11.7] The attacker's modifiers less the defender's in the melee of a hex that holds both sides, were it fought
    /// now.
    pub fn melee_margin(&self, state: &State<R>, hex: HexId, attacker: Side, is_charge: bool) -> i32 {
        self.margin_of(state, hex, &self.encounter(state, hex), attacker, is_charge)
    }

    /// [11.7] The same for units that would enter an enemy hex from a neighbouring one, all else as it is.
    pub fn margin_of_entering(
        &self,
        state: &State<R>,
        group: UnitSet<R>,
        from: HexId,
        to: HexId,
        is_charge: bool,
    ) -> i32 {
        let side = self.side_of(group.first().expect("a group that enters is not empty"));
        let entry = self.entry(state, side, from, to);
        let encounter = self.encounter_with(state, to, group, entry);
        self.margin_of(state, to, &encounter, side, is_charge)
    }

    fn margin_of(
        &self,
        state: &State<R>,
        hex: HexId,
        encounter: &Encounter<R>,
        attacker: Side,
        is_charge: bool,
    ) -> i32 {
        let kind = if is_charge { MeleeKind::Charge } else { MeleeKind::Assault };
        let known = state.melee.filter(|melee| melee.hex == hex);
        let melee = known.unwrap_or(Melee::new(hex, kind, attacker));
        self.melee_modifiers(state, &melee, encounter, melee.attacker, &mut ())
            - self.melee_modifiers(state, &melee, encounter, !melee.attacker, &mut ())
    }
}
