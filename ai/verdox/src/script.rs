//! Follows a plan: a unit takes the first order that is for it and holds, and the heuristic plays the others. Nothing
//! is remembered from one turn to the next.

use std::sync::Arc;

use szala_board::SquareId;
use szala_kernel::{GameSeed, Side};
use szala_verdox::{Action, Ground, Kind, Squares, Verdox};

use super::judge::Judge;
use super::line::{Line, place_of};
use super::plan::{Deed, Order, Plan, When};
use super::seen::Seen;
use super::ways::Gait;
use super::weights::Weights;
use super::works::overlooked_by;
use szala_ai::{Glance, Opinion, Player, Prior, View};

/// Taking a barge, in hundredths of a turn: more than any step on the way.
const A_BARGE: u16 = 1000;
/// An attack on the unit in the headquarters.
const THE_LAST_MAN: i32 = 100_000;
/// A step on the way, more for a longer one.
const ON_THE_WAY: i32 = 10_000;

/// The heuristic's weights for units that ride: the way, past others, and an enemy at its end.
const fn for_riders(weights: Weights) -> Weights {
    Weights { march_bold: 5, danger_bold: 0, target_bold: 0, press: 50, crowd: 50, ..weights }
}

/// Follows a plan.
#[derive(Clone, Debug)]
pub struct Script {
    plan: Arc<Plan>,
    /// The heuristic, for units without an order.
    judge: Judge,
    thinks: bool,
    line: Line,
    /// The orders that hold in this turn, one bit each.
    open: u32,
    /// Squares on which the other side's walls look down.
    overlooked: Squares,
    /// Squares that the other side can attack.
    under_attack: Squares,
}

impl Script {
    /// A player of a side that follows the plan of this text; `file` is its name in error messages, `weights` are the
    /// heuristic's.
    ///
    /// # Errors
    /// Everything that is wrong with the plan, a line each, with its place.
    pub fn read(
        rules: &Verdox,
        side: Side,
        file: &str,
        text: &str,
        weights: Weights,
    ) -> Result<Self, String> {
        let plan = Plan::read(side, file, text, weights)?;
        let mut weights = plan.weights;
        if plan.orders.iter().any(|order| order.deed == Deed::Ride) {
            weights = for_riders(weights);
        }
        Ok(Self {
            judge: Judge::new(rules, side, weights),
            thinks: plan.thinks(),
            plan: Arc::new(plan),
            line: Line::new(),
            open: 0,
            overlooked: overlooked_by(rules, !side),
            under_attack: Squares::EMPTY,
        })
    }

    /// The order of a unit, with its number: the first that is for it and holds.
    fn order(&self, seen: Seen<'_>, square: SquareId) -> Option<(usize, &Order)> {
        let kind = seen.kind_at(square).expect("a side knows its own units");
        let slot = seen.slot_at(square).expect("a side knows its own units");
        let is_its = |(place, order): &(usize, &Order)| {
            self.open >> place & 1 == 1 && order.who[kind.index()] && slot < order.first
        };
        self.plan.orders.iter().enumerate().find(is_its)
    }

    /// What a unit has been ordered to do.
    fn deed(&self, seen: Seen<'_>, square: SquareId) -> Deed {
        self.order(seen, square).map_or(Deed::Think, |(_, order)| order.deed)
    }

    fn holds(seen: Seen<'_>, when: &When) -> bool {
        let turn = i32::from(seen.turn());
        let breaches = i32::try_from(seen.breached().len()).expect("a map has at most 768 squares");
        let left = seen.turns().map_or(0, |turns| i32::from(turns) - turn);
        let is_in = |value: i32, [low, high]: [i32; 2]| (low..=high).contains(&value);
        is_in(turn, when.turn)
            && is_in(breaches, when.breaches)
            && is_in(left, when.left)
            && when.all_in.is_none_or(|all_in| (seen.waiting() == 0) == all_in)
            && is_in(seen.lead(), when.lead)
    }

    /// Once a turn.
    fn look_about(&mut self, seen: Seen<'_>) {
        self.open = 0;
        for (place, order) in self.plan.orders.iter().enumerate() {
            self.open |= u32::from(Self::holds(seen, &order.when)) << place;
        }
        if self.thinks {
            self.judge.look_about(seen);
            let is_ordered = |square: &SquareId| self.deed(seen, *square) == Deed::Ride;
            let riders: Squares = seen.standing(seen.side).iter().filter(is_ordered).collect();
            self.judge.embolden(seen, &riders);
        } else {
            self.judge.reckon(seen);
        }
        self.under_attack = self.judge.turn.under_attack | self.overlooked;
        let judge = &self.judge;
        self.line.draw_up(seen, |square| judge.place_in_line(seen, square));
    }

    /// The next unit to pick, or that the turn is over.
    fn next_unit(&mut self, seen: Seen<'_>) -> Action {
        if self.line.is_new(seen) {
            self.look_about(seen);
        }
        let mut next = self.line.next(seen);
        while next.is_some_and(|square| !self.has_errand(seen, square)) {
            next = self.line.next(seen);
        }
        // [3.6] A unit with nothing to do is not picked: so it stays face down.
        next.map_or(Action::Done, Action::Pick)
    }

    /// Can it march by the plan, or is there an enemy that it might attack?
    fn has_errand(&mut self, seen: Seen<'_>, square: SquareId) -> bool {
        let kind = seen.kind_at(square).expect("a side knows its own units");
        let Some(unit) = self.marcher(seen, kind, square) else {
            return self.judge.has_errand(seen, square);
        };
        let mut beside = seen.rules.neighbours_of(square).into_iter().flatten();
        beside.any(|to| seen.is_free(to) && self.gain(seen, &unit, to) > 0)
            || !seen.enemies_about(kind, square).is_empty()
    }

    /// The value of an action of the picked unit.
    fn worth(&self, seen: Seen<'_>, unit: &Marcher, action: Action) -> i32 {
        let enemy_headquarters = seen.headquarters(!seen.side);
        match action {
            Action::Attack(to) if to == enemy_headquarters => THE_LAST_MAN,
            // [6.10.8] A way through where there was none.
            Action::Batter(_) if self.plan.batters => 2,
            // An enemy at the door stands nearest to what must not fall.
            Action::Attack(to) => {
                let near = self.judge.ways.to(seen.side, Gait::OnFoot, to);
                let is_at_the_door = self.plan.door.is_some_and(|door| near <= door);
                2 * ON_THE_WAY + self.judge.turn.prices.at(seen, to) + if is_at_the_door { 1000 } else { 0 }
            }
            Action::Step(to) => match self.gain(seen, unit, to) {
                0 => 0,
                gain => ON_THE_WAY + i32::from(gain),
            },
            Action::Hold => 1,
            _ => 0,
        }
    }

    fn best(&mut self, view: &View<'_, Verdox>) -> usize {
        let seen = Seen::of(view.glance());
        let from = seen.picked().expect("a unit is picked before it is asked to act");
        let kind = seen.kind_at(from).expect("a side knows its own units");
        let Some(unit) = self.marcher(seen, kind, from) else { return self.judge.best(view) };
        let mut best = (0, i32::MIN);
        for (place, action) in view.legal().iter().enumerate() {
            let worth = self.worth(seen, &unit, *action);
            if worth > best.1 {
                best = (place, worth);
            }
        }
        best.0
    }

    /// The unit of this kind on a square; `None` if the heuristic plays it.
    fn marcher(&self, seen: Seen<'_>, kind: Kind, from: SquareId) -> Option<Marcher> {
        let (post, together) = match self.deed(seen, from) {
            Deed::Guard(within) => (Some(within), 0),
            Deed::Storm(together) => (None, together),
            Deed::Ride | Deed::Think => return None,
        };
        let gait = Gait::of(seen.rules, kind);
        let far = |whose| self.judge.ways.to(whose, gait, from);
        Some(Marcher {
            kind,
            gait,
            from,
            from_enemy: far(!seen.side),
            from_home: far(seen.side),
            post,
            together,
        })
    }

    /// All together: no unit comes into reach alone, nor under walls that are not breached.
    fn dares(&self, seen: Seen<'_>, unit: &Marcher, to: SquareId) -> bool {
        // Computed for few squares, since the lead is a sum over all units.
        let storms = || !seen.breached().is_empty() || seen.lead() < 0;
        if self.overlooked.contains(to) && !storms() {
            return false;
        }
        if !self.under_attack.contains(to) || self.under_attack.contains(unit.from) {
            return true;
        }
        let about = seen.rules.reach_of(Kind::Riflemen, to).expect("riflemen fire, so they have a reach");
        (*seen.standing(seen.side) & *about).len() >= unit.together
    }

    /// What a step gains for the plan, in hundredths of a turn; `None` for one that is not part of it.
    fn gain(&self, seen: Seen<'_>, unit: &Marcher, to: SquareId) -> u16 {
        let onward = || unit.from_enemy.saturating_sub(self.judge.ways.to(!seen.side, unit.gait, to));
        // [7.6.3] Guns stay where they came in: six turns a square are no march.
        let gain = match unit.post {
            _ if unit.kind == Kind::Artillery => 0,
            // A barge beside the way is taken [7.7.4].
            None if seen.afloat().contains(to) && seen.owner_of_barge(to) != Some(seen.side) => A_BARGE,
            // All together: no unit comes into reach before this many are near.
            None if !self.dares(seen, unit, to) => 0,
            None => onward(),
            Some(post) => {
                let to_home = self.judge.ways.to(seen.side, unit.gait, to);
                let is_within = self.judge.works.contains(to);
                match () {
                    // Units beside empty headquarters occupy them, and no unit leaves them.
                    () if to_home == 0 => unit.from_home,
                    () if unit.from_home == 0 => 0,
                    // A unit in the fortress stays there, as near to the enemy as its walls allow.
                    () if self.judge.works.contains(unit.from) => {
                        if is_within && to_home <= post {
                            onward()
                        } else {
                            0
                        }
                    }
                    () if is_within || unit.from_home > post => unit.from_home.saturating_sub(to_home),
                    // A unit that is in reach and cannot attack goes back.
                    () if self.under_attack.contains(unit.from) && !self.under_attack.contains(to) => {
                        unit.from_home.saturating_sub(to_home)
                    }
                    // A unit that comes into reach is fired at first.
                    () if to_home <= post
                        && self.judge.works.is_empty()
                        && !self.under_attack.contains(to) =>
                    {
                        onward()
                    }
                    () => 0,
                }
            }
        };
        let leaves = self.judge.works.contains(unit.from) && !self.judge.works.contains(to);
        if gain == 0 && !leaves && is_in_the_way(seen, unit.from, to) { 1 } else { gain }
    }
}

/// A unit that follows a plan.
struct Marcher {
    kind: Kind,
    gait: Gait,
    from: SquareId,
    from_enemy: u16,
    from_home: u16,
    /// How far from its headquarters it goes; `None` when it is to go on without looking back.
    post: Option<u16>,
    /// How many go into reach together.
    together: usize,
}

impl Player<Verdox> for Script {
    fn begin(&mut self, rules: &Verdox, _: GameSeed, _: Side) {
        self.line.begin();
        self.judge.begin(rules);
    }

    fn choose(&mut self, view: &View<'_, Verdox>) -> usize {
        let (seen, legal) = (Seen::of(view.glance()), view.legal());
        match legal[0] {
            Action::Muster(_) if self.plan.enter.is_empty() => self.judge.muster(seen, legal),
            Action::Muster(_) => {
                let order = &self.plan.enter;
                let rank = |action: &Action| {
                    order.iter().position(|kind| *action == Action::Muster(*kind)).unwrap_or(usize::MAX)
                };
                (0..legal.len()).min_by_key(|place| rank(&legal[*place])).expect("somebody is left")
            }
            Action::Enter(_) => match self.plan.enter_near_enemy {
                None => self.judge.enter(seen, legal, self.line.is_new(seen)),
                Some(of_enemy) => {
                    let whose = if of_enemy { !seen.side } else { seen.side };
                    nearest(legal, |square| self.judge.ways.to(whose, Gait::OnFoot, square))
                }
            },
            Action::Done => place_of(legal, self.next_unit(seen)),
            Action::Hold => {
                // It may take over in the middle of a turn.
                if self.line.is_new(seen) {
                    self.look_about(seen);
                }
                self.best(view)
            }
            _ => 0,
        }
    }

    fn at_once(&mut self, glance: Glance<'_, Verdox>) -> Option<Action> {
        let seen = Seen::of(glance);
        seen.is_between_units().then(|| self.next_unit(seen))
    }

    fn opinions(&self, view: &View<'_, Verdox>) -> Vec<Opinion> {
        let place = self.clone().choose(view);
        let unit = Seen::of(view.glance());
        let order = unit.picked().and_then(|square| self.order(unit, square));
        let why = match order {
            Some((number, _)) => format!("order {} of the plan", number + 1),
            None => self.plan.about.clone(),
        };
        vec![Opinion { place, value: 1, why: why.into() }]
    }
}

impl Prior<Verdox> for Script {}

/// Units within this many columns of their own edge may be in the way.
const IN_THE_WAY: i32 = 4;

/// [2.4, D-4.3c] Units that have not come in do not count: does this step make room for units still to come? Farther
/// from the edge, and not into ground that holds the unit fast.
#[inline]
pub(super) fn is_in_the_way(seen: Seen<'_>, from: SquareId, to: SquareId) -> bool {
    if seen.waiting() == 0 {
        return false;
    }
    let map = seen.map();
    let depth = |square| {
        let [column, _] = map.grid.column_row(square);
        if seen.side == Side::First { column } else { i32::from(map.grid.columns) - 1 - column }
    };
    let holds = matches!(map.ground[to.index()], Ground::Swamp | Ground::Canal | Ground::River);
    depth(from) < IN_THE_WAY && depth(to) > depth(from) && !holds && from != seen.headquarters(seen.side)
}

/// The square to come in on with the shortest distance.
pub(super) fn nearest(legal: &[Action], mut far: impl FnMut(SquareId) -> u16) -> usize {
    let far_of = |place: &usize| match legal[*place] {
        Action::Enter(square) => far(square),
        _ => u16::MAX,
    };
    (0..legal.len()).min_by_key(far_of).expect("room for one")
}
