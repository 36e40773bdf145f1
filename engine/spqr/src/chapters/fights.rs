//! Chapter 8, 8.32: who fights whom. Fights are stars: one unit or stack against several, or several against one
//! [D-8.32b].

use szala_board::Ordinal;

use crate::chapters::game::Spqr;
use crate::position::action::Action;
use crate::position::ids::{MOST_UNITS, UnitId, Units};
use crate::position::state::State;

/// Whom each attacker may attack.
type Prey = [Units; MOST_UNITS];

/// Who is in no fight yet, and who could take more enemies on.
#[derive(Clone, Copy)]
struct Muster {
    /// Attackers and defenders without a fight.
    idle: [Units; 2],
    /// Those who are alone in a fight.
    open: [Units; 2],
}

impl Spqr {
    /// [7.26, D-7.26a] The units that are to attack and can.
    fn marked(&self, state: &State) -> Units {
        let marked = (state.must_check | state.no_check) - state.routed - state.dead;
        marked.iter().filter(|unit| self.can_attack(state, *unit)).collect()
    }

    /// [8.32, D-8.32a, D-8.32c, D-8.32d] Who may be set against whom next: so that everybody who is left can still be
    /// fought, and can fight.
    pub(crate) fn offer_fights(&self, state: &State, put: &mut dyn FnMut(Action)) {
        let (muster, prey) = self.muster(state);
        for unit in muster.idle[0] | muster.open[0] {
            let is_idle = muster.idle[0].contains(unit);
            for enemy in prey[unit.index()] {
                let is_fresh = muster.idle[1].contains(enemy);
                let may = is_fresh || is_idle && muster.open[1].contains(enemy);
                if may && can_complete(state, &prey, after(state, muster, [unit, enemy])) {
                    put(Action::Attack(unit, enemy));
                }
            }
        }
    }

    fn muster(&self, state: &State) -> (Muster, Prey) {
        let mut prey = [Units::EMPTY; MOST_UNITS];
        let attackers = self.marked(state) - state.beneath;
        let mut enemies = Units::EMPTY;
        for unit in attackers {
            prey[unit.index()] = self.prey(state, unit);
            enemies |= prey[unit.index()];
        }
        let sort = |units: Units| {
            let idle: Units = units.iter().filter(|unit| state.fight[unit.index()] == 0).collect();
            let is_alone = |unit: &UnitId| self.stands_alone(state, state.fight[unit.index()], unit.side());
            let open: Units = (units - idle).iter().filter(is_alone).collect();
            (idle, open)
        };
        let [(idle, open), (others, still)] = [attackers, enemies].map(sort);
        (Muster { idle: [idle, others], open: [open, still] }, prey)
    }

    /// Is it one unit or one stack of a side that is in this fight?
    fn stands_alone(&self, state: &State, fight: u8, side: szala_kernel::Side) -> bool {
        (self.in_fight(state, fight, side) - state.beneath).len() == 1
    }

    /// [8.32] Sets one against the other, stacks whole.
    pub(crate) fn set_against(&self, state: &mut State, [unit, enemy]: [UnitId; 2]) {
        let known = [unit, enemy].map(|who| state.fight[who.index()]);
        let fight = match known {
            [0, 0] => {
                state.fights += 1;
                state.fights
            }
            [own, other] => own.max(other),
        };
        for one in self.stack_of(state, unit) | self.stack_of(state, enemy) {
            state.fight[one.index()] = fight;
        }
    }
}

/// What is left when these two have been set against each other.
fn after(state: &State, mut muster: Muster, pair: [UnitId; 2]) -> Muster {
    let are_idle = [0, 1].map(|side| muster.idle[side].contains(pair[side]));
    for side in [0, 1] {
        muster.idle[side].remove(pair[side]);
        if are_idle == [true; 2] {
            muster.open[side].insert(pair[side]);
        } else if !are_idle[side] {
            close(state, &mut muster, (pair[side], 1 - side));
        }
    }
    muster
}

/// Who takes on a second enemy stays alone in its fight, so its first one, on that side, is alone no more.
fn close(state: &State, muster: &mut Muster, (centre, side): (UnitId, usize)) {
    let fight = state.fight[centre.index()];
    let mates: Units = muster.open[side].iter().filter(|one| state.fight[one.index()] == fight).collect();
    muster.open[side] -= mates;
}

/// [D-8.32a] Can everybody who is idle still get an enemy? Two idle ones take each other. One with no idle enemy joins
/// a fight against an enemy who is alone in it; of two who fight each other only one can be joined.
fn can_complete(state: &State, prey: &Prey, muster: Muster) -> bool {
    let wanted = muster.idle[0].iter().fold(Units::EMPTY, |all, unit| all | prey[unit.index()]);
    let lone = muster.idle[0].iter().find(|unit| !prey[unit.index()].intersects(&muster.idle[1]));
    let (side, who) = match (lone, (muster.idle[1] - wanted).first()) {
        (Some(unit), _) => (0, unit),
        (None, Some(enemy)) => (1, enemy),
        (None, None) => return true,
    };
    muster.open[1 - side].iter().any(|centre| {
        let [unit, enemy] = if side == 0 { [who, centre] } else { [centre, who] };
        let mut next = muster;
        next.idle[side].remove(who);
        close(state, &mut next, (centre, side));
        prey[unit.index()].contains(enemy) && can_complete(state, prey, next)
    })
}
