//! Orders of a player that plans a whole activation: which are worth trying, and how they are carried out.

use std::sync::Arc;

use szala_ai::{Glance, Parameter, Planning, View};
use szala_board::{HexId, Ordinal};
use szala_insurrection::{Action, Arm, Insurrection, Room, State, Task, UnitSet};
use szala_kernel::seed::mix;

use super::Heuristic;
use super::moves::NEVER;
use super::stand::Stander;
use crate::marches::Walker;
use crate::orders::{Errand, Order, Orders, activation};
use crate::weights::Weights;
use szala_ai::weights::WeightList;

/// How much more an ordered move is worth to its units than any other.
const PULL: i32 = 50_000;
/// Its value among all that could be done next, and how much less the next order is worth.
const DUE: i32 = 5_000;
const LESS: i32 = 300;
/// The places offered to units: the best, and some by lot.
const PLACES: usize = 4;
const BY_LOT: usize = 2;
/// The number of weights that an order can name.
const STYLES: usize = 24;

impl<R: Room> Heuristic<R> {
    /// The weights that it decides by without orders.
    pub(crate) fn usual_weights(&self) -> Weights {
        self.usual
    }

    /// The same player with other weights for orders to name: these, and its own with about half of them changed by
    /// some steps.
    #[must_use]
    pub(crate) fn in_many_styles(self, others: &[Weights]) -> Self {
        let changed = (0..).map(|style| changed(&self.usual, style));
        let styles: Arc<[Weights]> = others.iter().copied().chain(changed).take(STYLES).collect();
        Self { styles, ..self }
    }

    /// Orders of another activation have lapsed.
    pub(super) fn drop_old_orders(&mut self) {
        if !self.orders.all().is_empty() && !self.orders.are_due(&self.state) {
            self.orders = Orders::NONE;
            self.weights = self.usual;
        }
    }

    /// Is nothing ordered that an attack would break?
    pub(super) fn is_free_to_attack(&self) -> bool {
        !matches!(self.errand, Some(Errand::Go(_)))
    }

    /// Where the units whose route is looked for are ordered to go, if they can.
    pub(super) fn ordered_place(&self) -> Option<HexId> {
        match self.errand {
            Some(Errand::Go(hex)) if self.reach.hexes().contains(hex) => Some(hex),
            _ => None,
        }
    }

    /// The value of ending the move here because it is ordered.
    pub(super) fn pull_to(&self, hex: HexId) -> i32 {
        if self.errand == Some(Errand::Go(hex)) { PULL } else { 0 }
    }

    /// The same for entering an enemy hex.
    pub(super) fn pull_into(&self, hex: HexId) -> i32 {
        if self.errand == Some(Errand::Enter(hex)) { PULL } else { 0 }
    }

    /// The value of the best move of some units among all that could be done next.
    pub(super) fn value_as_ordered(&self, group: UnitSet<R>, value: i32) -> i32 {
        match self.orders.to(group) {
            Some((_, Errand::Stay)) => NEVER,
            Some((number, _)) if value > PULL / 2 => DUE - LESS * number,
            _ => value,
        }
    }

    /// The value of a shot among all that could be done next.
    pub(super) fn shot_as_ordered(&self, value: i32) -> i32 {
        let comes_first = value > 0 && self.orders.all().iter().any(|order| order.errand == Errand::Shoot);
        if comes_first { value + PULL } else { value }
    }

    /// Computes what units that may begin a move reach; returns them and their hex.
    pub(super) fn look_how_far(&mut self, game: &Insurrection<R>, group: UnitSet<R>) -> (Stander<R>, HexId) {
        let who = self.stander(game, group);
        let state = &self.state;
        let points = group.iter().map(|unit| game.points_left(state, unit)).min().unwrap_or(0);
        let hex = state.hex_of(who.top).expect("who may move is on the map");
        let beside = game.troops(state.stack(self.scene.side, hex)) - group;
        let walker = Walker {
            hex,
            facing: state[who.top].facing,
            arm: who.arm,
            points,
            is_bound: !beside.is_empty(),
            is_loose: who.is_loose,
            is_fresh: self.counts_on_one_hex(group),
        };
        let friends = self.friends_to_pass(game, group, hex, points);
        let mut barred = (self.scene.ours - friends) | self.scene.theirs;
        barred.remove(hex);
        self.reach_from(game, walker, &barred, &friends);
        (who, hex)
    }

    /// Adds the possible orders to units that may begin a move: to stay, to enter an enemy hex, to go to the best
    /// places that they reach, to the camp, or to some others by lot.
    fn add_errands(
        &mut self,
        game: &Insurrection<R>,
        group: UnitSet<R>,
        lot: &mut dyn FnMut(usize) -> usize,
        orders: &mut Vec<Order<R>>,
    ) {
        let (who, hex) = self.look_how_far(game, group);
        let mut reached = self.reach.hexes();
        let mut add = |errand| orders.push(Order { who: group, errand });
        add(Errand::Stay);
        if who.arm != Arm::Artillery {
            let board = &game.scenario().board;
            let in_reach = |to: &HexId| board.ring(*to, 1).intersects(&reached);
            let foes = self.scene.foes.iter().map(|foe| foe.hex);
            foes.filter(in_reach).for_each(|hex| add(Errand::Enter(hex)));
        }
        reached.remove(hex);
        let value = |hex: HexId| match who.arm {
            Arm::Artillery => self.value_of_battery(game, hex),
            _ => self.values_of_standing(game, &who, hex).into_iter().max().unwrap_or_default(),
        };
        let mut places: Vec<(i32, HexId)> = reached.iter().map(|hex| (value(hex), hex)).collect();
        // Of equals the first.
        places.sort_by_key(|(value, _)| core::cmp::Reverse(*value));
        let camp = game.scenario().camp.map(|camp| camp.hex).filter(|camp| reached.contains(*camp));
        let best = places.iter().take(PLACES).map(|(_, hex)| *hex);
        best.clone().chain(camp).for_each(|hex| add(Errand::Go(hex)));
        for _ in 0..BY_LOT.min(places.len().saturating_sub(PLACES)) {
            add(Errand::Go(places[PLACES + lot(places.len() - PLACES)].1));
        }
    }
}

/// Weights with about half of them changed by up to four steps, in a way that this number names.
fn changed(weights: &Weights, style: u32) -> Weights {
    let value = |(place, Parameter { name, value, step, low, high, .. }): (u32, Parameter)| {
        // What the rules allow is no matter of style.
        if name == "first_hex" {
            return value;
        }
        let lot = mix(u64::from(style) << 32 | u64::from(place));
        let steps = 1 + i32::try_from(lot >> 8 & 3).expect("two bits are a number below four");
        match lot & 3 {
            0 => (value + steps * step).clamp(low, high),
            2 => (value - steps * step).clamp(low, high),
            _ => value,
        }
    };
    Weights::with(&(0..).zip(weights.parameters()).map(value).collect::<Vec<i32>>())
}

impl<R: Room> Planning<Insurrection<R>> for Heuristic<R> {
    type Order = Order<R>;

    fn activation(glance: Glance<'_, Insurrection<R>>) -> Option<u64> {
        let state = glance.position();
        let now = activation(state).filter(|_| state.task() == Task::ActiveTurn);
        now.map(|(stage, commander)| u64::from(stage) << 32 | commander.index() as u64)
    }

    fn errands(
        &mut self,
        view: &View<'_, Insurrection<R>>,
        lot: &mut dyn FnMut(usize) -> usize,
        orders: &mut Vec<Order<R>>,
    ) {
        self.look_round(view.glance());
        let is_shot = |action: &Action| matches!(action, Action::Fire { .. } | Action::Shell { .. });
        let all = |errand| Order { who: UnitSet::EMPTY, errand };
        orders.extend(view.legal().iter().any(is_shot).then_some(all(Errand::Shoot)));
        orders.extend((0..).zip(self.styles.iter()).map(|(style, _)| all(Errand::Style(style))));
        for action in view.legal() {
            if let Action::Begin { unit, stack, double_time: false } = *action {
                let group = self.group_of(view.rules(), unit, stack);
                self.add_errands(view.rules(), group, lot, orders);
            }
        }
    }

    fn exclude(one: &Order<R>, other: &Order<R>) -> bool {
        match (one.errand, other.errand) {
            (Errand::Style(_), Errand::Style(_)) => true,
            _ => one == other || one.who.intersects(other.who),
        }
    }

    fn follow(&mut self, _: &Insurrection<R>, state: &State<R>, orders: &[Order<R>]) {
        self.orders = Orders::given(state, orders);
        let style = orders.iter().find_map(|order| match order.errand {
            Errand::Style(style) => self.styles.get(usize::from(style)),
            _ => None,
        });
        self.weights = *style.unwrap_or(&self.usual);
        self.plans.forget_gains();
    }
}
