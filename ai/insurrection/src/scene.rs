//! Facts derived from a position once per decision: the enemies, what they can aim at, what is where.

use szala_board::HexSet;
use szala_board::{Facing, HexId};
use szala_insurrection::{Arm, Hexes, Insurrection, Room, State, UnitId, UnitSet};
use szala_kernel::Side;

use szala_ai::room;

/// Enemies beyond this many hexes do not threaten flank or rear before the unit can turn.
pub(super) const NEAR_ON_FOOT: u8 = 3;
pub(super) const NEAR_MOUNTED: u8 = 6;

/// Who stands in one enemy hex.
#[derive(Clone, Copy, Debug)]
pub(super) struct Foe<R: Room> {
    pub(super) hex: HexId,
    pub(super) facing: Facing,
    pub(super) arm: Arm,
    /// Firepower of the top unit, or of all who stand side by side.
    pub(super) power: i32,
    /// Sizes together.
    pub(super) size: i32,
    /// Is a battery there?
    pub(super) guns: bool,
    /// How it faces, if it could fire, and its stars [10.10.6m].
    pub(super) battery: Option<Facing>,
    pub(super) stars: i32,
    pub(super) square: bool,
    /// What its troops could aim at, if nobody stood in between; nothing, if they have nothing to fire.
    pub(super) field: Hexes<R>,
    /// In a melee? [10.6] [9.2] Then it neither fires nor reacts.
    pub(super) is_fighting: bool,
    /// The hexes adjacent to it, outside melee.
    pub(super) is_near: Hexes<R>,
}

/// The position as one side sees it.
#[derive(Clone, Debug)]
pub(super) struct Scene<R: Room> {
    pub(super) side: Side,
    /// One entry for each enemy hex.
    pub(super) foes: room::Room<Foe<R>>,
    /// Hexes that enemy infantry and cavalry outside melee can aim at, ignoring units in between and guns.
    pub(super) under_fire: Hexes<R>,
    /// Hexes that enemy guns outside melee could aim at, ignoring units in between.
    pub(super) shelled: Hexes<R>,
    /// Hexes in the front zone of enemy troops outside melee: where they react [9.1].
    pub(super) fronts: Hexes<R>,
    /// Own hexes, enemy hexes.
    pub(super) ours: Hexes<R>,
    pub(super) theirs: Hexes<R>,
}

impl<R: Room> Scene<R> {
    /// Nothing read yet; the only allocation.
    pub(super) fn new() -> Self {
        Self {
            side: Side::First,
            foes: room::Room::for_up_to(R::MOST_UNITS),
            under_fire: HexSet::EMPTY,
            shelled: HexSet::EMPTY,
            fronts: HexSet::EMPTY,
            ours: HexSet::EMPTY,
            theirs: HexSet::EMPTY,
        }
    }

    /// Reads a position for a side.
    pub(super) fn read(&mut self, game: &Insurrection<R>, state: &State<R>, side: Side) {
        self.side = side;
        (self.ours, self.theirs) = (state.held(side), state.held(!side));
        (self.under_fire, self.shelled, self.fronts) = (HexSet::EMPTY, HexSet::EMPTY, HexSet::EMPTY);
        self.foes.clear();
        let board = &game.scenario().board;
        self.theirs.iter().for_each(|hex| {
            let foe = foe_at(game, state, !side, hex);
            if let Some(facing) = foe.battery.filter(|_| !foe.is_fighting) {
                self.shelled |= *game.field_of_fire(hex, facing, Arm::Artillery);
            }
            if foe.arm != Arm::Artillery && !foe.is_fighting {
                self.under_fire |= foe.field;
                self.fronts |= board.sector(hex, foe.facing) & board.within(hex, 1);
            }
            self.foes.push(foe);
        });
    }

    /// Who stands in an enemy hex.
    pub(super) fn foe(&self, hex: HexId) -> Option<&Foe<R>> {
        self.foes.iter().find(|foe| foe.hex == hex)
    }
}

/// [6.8] [6.2.1] The firepower of these units with this one on top: its own, or that of all if they stand side by side.
pub(super) fn power_of<R: Room>(
    game: &Insurrection<R>,
    state: &State<R>,
    units: UnitSet<R>,
    top: UnitId,
) -> i32 {
    let abreast = units & state.side_by_side();
    let firing = if abreast.contains(top) { abreast } else { UnitSet::of(top) };
    firing.iter().map(|unit| i32::from(game.firepower(state, unit))).sum()
}

fn foe_at<R: Room>(game: &Insurrection<R>, state: &State<R>, side: Side, hex: HexId) -> Foe<R> {
    let all = state.stack(side, hex);
    let troops = game.troops(all);
    let top = game.top(state, troops).or_else(|| all.first()).expect("a hex that is held");
    let arm = game.arm(top);
    let is_fighting = state.holds(!side, hex);
    let near = match arm {
        _ if is_fighting => None,
        Arm::Cavalry => Some(NEAR_MOUNTED),
        Arm::Infantry | Arm::Artillery => Some(NEAR_ON_FOOT),
    };
    let power = power_of(game, state, troops, top);
    let field = match power {
        0 => HexSet::EMPTY,
        // [D-M7.2f] Through its flanks too.
        _ if state.in_skirmish_order().contains(top) => *game.arc_of(state, top),
        _ => *game.field_of_fire(hex, state[top].facing, arm),
    };
    let battery = (all - troops - state.limbered() - state.silent_guns()).first();
    Foe {
        hex,
        facing: state[top].facing,
        arm,
        power,
        size: i32::from(game.total_size(state, if troops.is_empty() { all } else { troops })),
        guns: all != troops,
        battery: battery.map(|gun| state[gun].facing),
        stars: battery.map_or(0, |gun| game.scenario().unit(gun).stars.into()),
        square: state.squares().contains(top),
        field,
        is_fighting,
        is_near: near.map_or(HexSet::EMPTY, |near| game.scenario().board.within(hex, near)),
    }
}

#[cfg(test)]
mod tests;
