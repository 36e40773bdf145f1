//! The position as both sides may see it, without copying it. A player that looks ahead must imagine what it cannot
//! know, since it advances the position; a player that only looks at the map need not, and [`Seen`] shows it just
//! that.
//!
//! Why it cannot cheat: the only thing hidden in a position of this family is which chit the enemy chose for the pool
//! [13.1], and the position reveals it only through [`State::pool`], and to the rules when they draw, which advances
//! the position. `Seen` keeps the position to itself and answers single questions; `pool` is not among them, nor is
//! anything that advances a position. What has been drawn is public. A test swaps the hidden choice and checks
//! whether any script decides differently.

use szala_board::HexSet;
use szala_board::{Direction, Facing, HexId, Ordinal};
use szala_insurrection::{
    Action, Arm, Board, CommanderId, Hexes, Insurrection, Prospect, Room, Scenario, Small, State, Task,
    UnitId, UnitSet,
};
use szala_kernel::{ActionList, Rules as _, Side};

use szala_ai::{Glance, View};

/// The public part of a position.
#[derive(Clone, Copy)]
pub struct Seen<'v, R: Room = Small> {
    rules: &'v Insurrection<R>,
    state: &'v State<R>,
    /// The side that is to act.
    pub side: Side,
}

impl<'v, R: Room> Seen<'v, R> {
    /// What the side to act sees.
    pub fn of(view: &View<'v, Insurrection<R>>) -> Self {
        Self::at(view.glance())
    }

    /// The same before anything was listed.
    pub(crate) fn at(glance: Glance<'v, Insurrection<R>>) -> Self {
        Self { rules: glance.rules(), state: glance.position(), side: glance.side() }
    }

    /// What a side sees of a position that it has imagined.
    pub(super) const fn imagined(rules: &'v Insurrection<R>, state: &'v State<R>, side: Side) -> Self {
        Self { rules, state, side }
    }

    /// The scenario.
    pub fn scenario(&self) -> &'v Scenario<R> {
        self.rules.scenario()
    }

    /// The board.
    pub fn board(&self) -> &'v Board<R> {
        &self.rules.scenario().board
    }

    /// The next decision.
    pub fn task(&self) -> Task<R> {
        self.state.task()
    }

    /// The stage, from 1.
    pub fn stage(&self) -> u8 {
        self.state.stage()
    }

    /// Victory points of the first side minus those of the second.
    pub fn lead(&self) -> i16 {
        self.state.lead()
    }

    /// Has an intruder been in the camp? [13.1]
    pub fn is_camp_reached(&self) -> bool {
        self.state.is_camp_reached()
    }

    /// Whose turn 2 it is.
    pub fn active(&self) -> Option<CommanderId> {
        self.state.active()
    }

    /// Where a unit is on the map, if it is.
    pub fn hex_of(&self, unit: UnitId) -> Option<HexId> {
        self.state.hex_of(unit)
    }

    /// Where a commander is on the map, if he is.
    pub fn hex_of_commander(&self, commander: CommanderId) -> Option<HexId> {
        self.state.hex_of_commander(commander)
    }

    /// Where the commander can go in his phase.
    pub fn destinations(&self, commander: CommanderId) -> Hexes<R> {
        self.rules.destinations(self.state, commander)
    }

    /// How a unit faces.
    pub fn facing(&self, unit: UnitId) -> Facing {
        self.state[unit].facing
    }

    /// The shots of this stage [10.9.1].
    pub fn shots(&self, unit: UnitId) -> u8 {
        self.state[unit].shots
    }

    /// Hexes entered since its move began [8.14.1].
    pub fn steps(&self, unit: UnitId) -> u8 {
        self.state[unit].steps
    }

    /// Is this legal now?
    pub fn allows(&self, action: Action) -> bool {
        self.rules.refusal(self.state, action).is_none()
    }

    /// This, if it is legal now.
    pub fn if_legal(&self, action: Action) -> Option<Action> {
        self.allows(action).then_some(action)
    }

    /// Is any shot of guns legal now?
    pub fn has_a_shot_of_guns(&self) -> bool {
        self.rules.has_a_shot_of_guns(self.state)
    }

    /// Lists the shots that are legal now.
    pub fn shots_into(&self, list: &mut ActionList<Action>) {
        list.clear();
        self.rules.shots(self.state, list);
    }

    /// The units of the active commander that may begin a move, including unlimbered guns.
    pub fn movable(&self) -> UnitSet<R> {
        self.rules.movable(self.state)
    }

    /// The units that carry the "1" marker, unpaid [10.9.10].
    pub fn carriers(&self) -> UnitSet<R> {
        self.state.carriers()
    }

    /// The hexes in which more than one unit of a side stands.
    pub fn shared_hexes(&self, side: Side) -> Hexes<R> {
        self.rules.shared_hexes(self.state, side)
    }

    /// The units of a side on the map.
    pub fn on_map(&self, side: Side) -> UnitSet<R> {
        self.state.on_map(side)
    }

    /// The hexes that hold units of a side.
    pub fn held(&self, side: Side) -> Hexes<R> {
        self.state.held(side)
    }

    /// Is any unit of this side in the hex?
    pub fn holds(&self, side: Side, hex: HexId) -> bool {
        self.state.holds(side, hex)
    }

    /// The units of one side in a hex.
    pub fn stack(&self, side: Side, hex: HexId) -> UnitSet<R> {
        self.state.stack(side, hex)
    }

    /// Infantry and cavalry of one side in a hex.
    pub fn troops_at(&self, side: Side, hex: HexId) -> UnitSet<R> {
        self.rules.troops_at(self.state, side, hex)
    }

    /// The top one of these units.
    pub fn top(&self, units: UnitSet<R>) -> Option<UnitId> {
        self.rules.top(self.state, units)
    }

    /// The hex of the melee being fought.
    pub fn melee_hex(&self) -> Option<HexId> {
        self.state.melee_hex()
    }

    /// The units whose move is under way.
    pub fn movers(&self) -> UnitSet<R> {
        self.state.movers()
    }

    /// The units that stand in squares.
    pub fn squares(&self) -> UnitSet<R> {
        self.state.squares()
    }

    /// The units that stand side by side.
    pub fn side_by_side(&self) -> UnitSet<R> {
        self.state.side_by_side()
    }

    /// The guns that are limbered.
    pub fn limbered(&self) -> UnitSet<R> {
        self.state.limbered()
    }

    /// The movers that may not charge any more in this move [8.14.1].
    pub fn barred_from_charging(&self) -> UnitSet<R> {
        self.state.barred_from_charging()
    }

    /// What a unit fights as.
    pub fn arm(&self, unit: UnitId) -> Arm {
        self.rules.arm(unit)
    }

    /// All guns.
    pub fn guns(&self) -> UnitSet<R> {
        self.rules.all_guns()
    }

    /// Its size minus its losses.
    pub fn size(&self, unit: UnitId) -> u8 {
        self.rules.size(self.state, unit)
    }

    /// Its firepower minus its losses.
    pub fn firepower(&self, unit: UnitId) -> u8 {
        self.rules.firepower(self.state, unit)
    }

    /// The morale on the visible face of the counter.
    pub fn morale(&self, unit: UnitId) -> u8 {
        self.rules.morale(self.state, unit)
    }

    /// The movement points left to a unit in this phase.
    pub fn points_left(&self, unit: UnitId) -> u8 {
        self.rules.points_left(self.state, unit)
    }

    /// The points of the ground from a hex to its neighbour in a direction, if it has one.
    pub fn ground_points_towards(&self, from: HexId, direction: Direction, arm: Arm) -> u8 {
        self.rules.ground_points_towards(from, direction, arm)
    }

    /// May a charge pass from a hex to its neighbour in a direction, as far as the ground is concerned?
    pub fn is_open_to_charges(&self, from: HexId, direction: Direction) -> bool {
        self.rules.is_open_to_charges(from, direction)
    }

    /// What an arm could aim at from a hex with a facing, ignoring units in between.
    pub fn field_of_fire(&self, from: HexId, facing: Facing, arm: Arm) -> &'v Hexes<R> {
        self.rules.field_of_fire(from, facing, arm)
    }

    /// Does a retreat from a hex to its neighbour cost a loss by the ground alone?
    pub fn retreat_costs_a_loss(&self, from: HexId, to: HexId) -> bool {
        self.rules.retreat_costs_a_loss(from, to)
    }

    /// Is a target in one hex sheltered from fire out of the other, by its ground or a trench?
    pub fn is_sheltered(&self, from: HexId, target: HexId) -> bool {
        self.rules.is_sheltered(from, target)
    }

    /// The effect of a shot that is legal now.
    pub fn prospects(&self, action: Action, show: impl FnMut(Prospect)) {
        self.rules.prospects(self.state, action, show);
    }

    /// [11.7] The attacker's modifiers minus the defender's in a melee hex.
    pub fn melee_margin(&self, hex: HexId, attacker: Side, is_charge: bool) -> i32 {
        self.rules.melee_margin(self.state, hex, attacker, is_charge)
    }

    /// [11.7] The same for units that would enter an enemy hex from a neighbouring one.
    pub fn margin_of_entering(&self, group: UnitSet<R>, from: HexId, to: HexId, is_charge: bool) -> i32 {
        self.rules.margin_of_entering(self.state, group, from, to, is_charge)
    }

    /// The hexes in front of any unit of a side except its guns: where its reactions wait [9.1]. Units in melee count
    /// too, although they do not react [9.2].
    pub fn watched_by(&self, side: Side) -> Hexes<R> {
        let mut watched = HexSet::EMPTY;
        for unit in (self.on_map(side) - self.guns()).iter() {
            let Some(hex) = self.hex_of(unit) else { continue };
            for direction in self.facing(unit).front() {
                if let Some(front) = self.board().neighbour(hex, direction) {
                    watched.insert(front);
                }
            }
        }
        watched
    }

    /// The hex held by a side that is nearest to this one; the lowest of several.
    pub fn nearest_held(&self, side: Side, from: HexId) -> Option<HexId> {
        self.held(side).iter().min_by_key(|hex| self.board().distance(from, *hex))
    }
}

/// The names of all units, in their order, for error messages.
pub(super) fn unit_names<R: Room>(scenario: &Scenario<R>) -> Vec<&str> {
    debug_assert!(scenario.units.len() <= R::MOST_UNITS, "a scenario has units that have no index");
    scenario.units.iter().map(|card| card.name.as_str()).collect()
}

/// The unit of this name.
pub(super) fn unit_of_name<R: Room>(scenario: &Scenario<R>, name: &str) -> Option<UnitId> {
    scenario.units.iter().position(|card| card.name == name).map(UnitId::from_index)
}

/// The commander of this name.
pub(super) fn commander_of_name<R: Room>(scenario: &Scenario<R>, name: &str) -> Option<CommanderId> {
    scenario.commanders.iter().position(|card| card.name == name).map(CommanderId::from_index)
}
