//! The heuristic's options, described for a net that weighs them: who is where, who could go where and enter what, what
//! is near there, and how much worse the heuristic thinks an option than its own choice.

use szala_ai::drilled::{Drilling, Options};
use szala_ai::{Glance, Planning as _, Player, View, search};
use szala_board::{HexId, Ordinal as _};
use szala_insurrection::{Action, Arm, Hexes, Insurrection, REACH, Room, Task, UnitId};

use super::Heuristic;
use super::description::Comer;
use super::inputs::Inputs;
use super::routes::Route;
use crate::orders::{Errand, Order, Orders};

/// An option.
#[derive(Clone, Copy, Debug)]
pub enum Choice<R: Room> {
    /// This legal action, by its place.
    Plain(usize),
    /// These units begin a move by this legal action, with this order.
    Move(usize, Order<R>),
}

/// A legal action that begins a move: its place, whose move, and how much worse the heuristic thinks it than its own
/// choice.
#[derive(Clone, Copy, Debug)]
struct Begins<R: Room> {
    place: usize,
    comer: Comer<R>,
    regret: usize,
    /// What the group reaches before it enters an enemy hex, as far as that is known.
    reached: Hexes<R>,
}

/// Kinds of options: by what is done, and, where nothing is done, by what was asked.
mod kind {
    pub(super) const FINISH: usize = 0;
    pub(super) const FIRE: usize = 1;
    pub(super) const SHELL: usize = 2;
    pub(super) const OTHER: usize = 3;
    pub(super) const CHOOSE: usize = 4;
    pub(super) const GO: usize = 5;
    pub(super) const ENTER: usize = 6;
    pub(super) const COUNTER: usize = 7;
    pub(super) const WITHDRAW: usize = 8;
    pub(super) const LEAD: usize = 9;
    pub(super) const RETREAT: usize = 10;
    pub(super) const PLACE: usize = 11;
    pub(super) const POST: usize = 12;
    pub(super) const SQUARE: usize = 13;
    pub(super) const GUNS: usize = 14;
    pub(super) const LIMBER: usize = 15;
    /// The first kind for passing: one for each number of what was asked.
    pub(super) const PASS: usize = 16;
    pub(super) const LINE: usize = 28;
    pub(super) const ENTER_DOUBLE: usize = 29;
    pub(super) const SIDE_BY_SIDE: usize = 30;
    pub(super) const DOUBLE: usize = 31;
}

/// A player that tries options at random draws among these kinds, and the moves of each unit, which come after them.
const DOUBLES: u16 = 39;
const MOVES: u16 = 40;

/// The number of what is asked when a player passes, below ten.
fn number_of<R: Room>(task: Task<R>) -> usize {
    match task {
        Task::FireTurn => 1,
        Task::ReactByFire(_) => 2,
        Task::React(_) => 3,
        Task::Lead => 4,
        Task::Retreat { .. } => 5,
        Task::OfferSquare(_) => 6,
        Task::StepBack(_) => 7,
        Task::Moving => 8,
        Task::OfferLava => 9,
        _ => 0,
    }
}

impl<R: Room> Heuristic<R> {
    /// A legal action that is no move; its kind.
    fn tell_plain(
        &self,
        game: &Insurrection<R>,
        inputs: &Inputs,
        task: Task<R>,
        action: Action,
        options: &mut Options<Choice<R>>,
    ) -> usize {
        let state = &self.state;
        let side = self.scene.side;
        let top = |hex: HexId| game.top_at(state, side, hex);
        let mut pair = |of: usize, unit: Option<UnitId>, other: Option<UnitId>| {
            if let (Some(unit), Some(other)) = (unit, other) {
                options.on(inputs.pair(of, unit, other));
            }
        };
        let foe = |target: HexId| game.top_at(state, !side, target);
        match action {
            Action::Finish => kind::FINISH,
            Action::Fire { from, to, target } => {
                pair(1, top(from), foe(target));
                if to != from {
                    pair(1, top(to), foe(target));
                }
                self.tell_fire(game, inputs, action, options);
                kind::FIRE
            }
            Action::Shell { gun, target } => {
                pair(1, Some(gun), foe(target));
                self.tell_fire(game, inputs, action, options);
                kind::SHELL
            }
            Action::Choose(leader) => {
                options.on(inputs.choice(leader, self.stage_told()));
                kind::CHOOSE
            }
            Action::Counter(here) => {
                if let Task::React(hex) = task {
                    pair(2, top(here), foe(hex));
                    self.tell_reaction(game, inputs, (here, hex), true, options);
                }
                kind::COUNTER
            }
            Action::Withdraw(here) => {
                if let Task::React(hex) = task {
                    pair(3, top(here), foe(hex));
                    self.tell_reaction(game, inputs, (here, hex), false, options);
                }
                kind::WITHDRAW
            }
            Action::Lead { commander, hex } => {
                options.on(inputs.leader_goes(commander, hex));
                let board = &game.scenario().board;
                let nearest =
                    self.scene.foes.iter().map(|foe| board.distance(hex, foe.hex)).min().unwrap_or(9);
                options.on(inputs.of_post(usize::from(nearest.min(4))));
                let units = game.scenario().commander(commander).units & state.on_map(side);
                let led = units.iter().filter_map(|unit| state.hex_of(unit));
                let led = led.filter(|at| board.distance(*at, hex) <= REACH).count();
                options.on(inputs.of_post(6 + led.min(8)));
                if self.scene.ours.contains(hex) {
                    options.on(inputs.of_post(5));
                }
                kind::LEAD
            }
            Action::Retreat(hex) => {
                if let Task::Retreat { group, .. } = task {
                    self.tell_place(game, inputs, &self.comer(game, group), hex, options);
                }
                kind::RETREAT
            }
            Action::Place { unit, hex, facing } => {
                options.on(inputs.unit_goes(unit, hex));
                options.on(inputs.unit_faces(unit, facing.index()));
                kind::PLACE
            }
            Action::Post { commander, hex } => {
                options.on(inputs.leader_goes(commander, hex));
                kind::POST
            }
            Action::AgainstCavalry => kind::SQUARE,
            Action::TurnGun { gun, facing }
            | Action::HaulGun { gun, facing, .. }
            | Action::Unlimber { gun, facing } => {
                options.on(inputs.unit_faces(gun, facing.index()));
                kind::GUNS
            }
            Action::Limber(_) => kind::LIMBER,
            Action::BeginLine { .. } => kind::LINE,
            Action::SideBySide(_) => kind::SIDE_BY_SIDE,
            Action::Pass => {
                if let Task::React(hex) = task {
                    self.tell_waiting(game, inputs, hex, options);
                }
                kind::PASS + number_of(task)
            }
            _ => kind::OTHER,
        }
    }

    /// How much worse the heuristic thinks an action than its own choice.
    fn regret(&self, own: usize, place: usize) -> usize {
        let (Some(best), Some(value)) = (self.values.get(own), self.values.get(place)) else { return 0 };
        match best.saturating_sub(*value) {
            i64::MIN..20 => 0,
            20..50 => 1,
            50..100 => 2,
            100..200 => 3,
            200..500 => 4,
            500..1000 => 5,
            1000..10_000 => 6,
            _ => 7,
        }
    }

    /// The moves that units could make.
    fn list_moves(
        &mut self,
        game: &Insurrection<R>,
        inputs: &Inputs,
        mut begins: Begins<R>,
        own: Option<Errand>,
        options: &mut Options<Choice<R>>,
    ) {
        let group = begins.comer.who.group;
        let (who, hex) = self.look_how_far(game, group);
        begins.reached = self.reach.hexes();
        let mut reached = begins.reached;
        let tried = MOVES
            + 2 * u16::try_from(who.top.index())
                .expect("a net has fewer inputs than units times hexes, so units fit");
        if who.arm != Arm::Artillery && !group.intersects(game.all_guns()) {
            for at in 0..self.scene.foes.len() {
                let to = self.scene.foes[at].hex;
                if game.scenario().board.ring(to, 1).intersects(&reached) {
                    let errand = Errand::Enter(to);
                    self.list_move(game, inputs, begins, own, errand, (kind::ENTER, tried + 1), options);
                }
            }
        }
        reached.remove(hex);
        // [6.3] Among friends only those end their move who may stay with them.
        let crowded =
            (reached & self.scene.ours).iter().filter(|to| !self.may_join(game, &who, *to)).collect();
        for to in &(reached - crowded) {
            self.list_move(game, inputs, begins, own, Errand::Go(to), (kind::GO, tried), options);
        }
    }

    /// The marches in double time that units could make.
    fn list_doubles(
        &self,
        game: &Insurrection<R>,
        inputs: &Inputs,
        begins: Begins<R>,
        own: Option<Errand>,
        options: &mut Options<Choice<R>>,
    ) {
        let [ends, entered] = self.ends_of_doubles(game, begins.comer.who.group);
        for to in &entered {
            let kind = (kind::ENTER_DOUBLE, DOUBLES);
            self.list_move(game, inputs, begins, own, Errand::Enter(to), kind, options);
        }
        for to in &ends {
            self.list_move(game, inputs, begins, own, Errand::Go(to), (kind::DOUBLE, DOUBLES), options);
        }
    }

    /// A move, unless it is the own choice; of a kind, and with the number under which random tries draw it.
    #[expect(
        clippy::too_many_arguments,
        reason = "where it is listed, what begins, what for, and what it counts as"
    )]
    fn list_move(
        &self,
        game: &Insurrection<R>,
        inputs: &Inputs,
        Begins { place, comer, regret, reached }: Begins<R>,
        own: Option<Errand>,
        errand: Errand,
        (kind, tried): (usize, u16),
        options: &mut Options<Choice<R>>,
    ) {
        if own == Some(errand) {
            return;
        }
        options.on(inputs.kind(kind, self.stage_told(), false));
        options.on(inputs.regret(kind, regret));
        self.tell_move(game, inputs, &comer, errand, &reached, options);
        options.add(Choice::Move(place, Order { who: comer.who.group, errand }), tried);
    }

    /// Where units go, or which enemy they enter from a hex that they reach.
    fn tell_move(
        &self,
        game: &Insurrection<R>,
        inputs: &Inputs,
        comer: &Comer<R>,
        errand: Errand,
        reached: &Hexes<R>,
        options: &mut Options<Choice<R>>,
    ) {
        if comer.who.group.len() > 1 {
            options.on(inputs.stack());
        }
        match errand {
            Errand::Go(to) => self.tell_place(game, inputs, comer, to, options),
            Errand::Enter(to) => {
                self.tell_attack(game, inputs, &comer.who, to, options);
                self.tell_odds(game, inputs, (&comer.who, to), reached, options);
            }
            Errand::Stay | Errand::Shoot | Errand::Style(_) => (),
        }
    }

    /// A route as an order.
    fn errand_of(&self, route: &Route<R>) -> Option<Errand> {
        match route.enter {
            Some((hex, _)) => Some(Errand::Enter(hex)),
            None => self.end_of(route).map(|(hex, _)| Errand::Go(hex)),
        }
    }
}

impl<R: Room> Drilling<Insurrection<R>> for Heuristic<R> {
    type Choice = Choice<R>;

    fn weighs(glance: Glance<'_, Insurrection<R>>) -> bool {
        let (game, state) = (glance.rules(), glance.position());
        match state.task() {
            Task::ActiveTurn
            | Task::FillPool(_)
            | Task::FireTurn
            | Task::ReactByFire(_)
            | Task::React(_)
            | Task::Lead
            | Task::Retreat { .. }
            | Task::SetUpUnit(_)
            | Task::SetUpCommander(_)
            | Task::OfferSquare(_)
            | Task::StepBack(_) => true,
            Task::Moving => {
                let movers = state.movers();
                movers.intersects(game.all_guns()) && movers.iter().all(|unit| state[unit].spent == 0)
            }
            _ => false,
        }
    }

    fn options(&mut self, view: &View<'_, Insurrection<R>>, options: &mut Options<Choice<R>>) {
        let (game, legal) = (view.rules(), view.legal());
        let task = view.glance().position().task();
        if task == Task::ActiveTurn {
            self.orders = Orders::NONE;
        }
        let inputs = &{ self.inputs };
        let own = self.choose(view);
        self.scene.read(game, &self.state, view.side());
        self.tell_position(game, inputs, &mut options.common);
        let stage = self.stage_told();
        let mut own_move = None;
        if let Action::Begin { unit, stack, double_time } = legal[own] {
            let group = self.group_of(game, unit, stack);
            if self.plans.found.group != group || self.plans.found.doubles != double_time {
                self.plans.found = self.best_way(game, group, double_time);
            }
            let route = self.plans.found;
            if let Some(errand) = self.errand_of(&route) {
                let kind = match (errand, double_time) {
                    (Errand::Enter(_), false) => kind::ENTER,
                    (Errand::Enter(_), true) => kind::ENTER_DOUBLE,
                    (_, false) => kind::GO,
                    (_, true) => kind::DOUBLE,
                };
                options.on(inputs.kind(kind, stage, true));
                let mut reached = Hexes::<R>::EMPTY;
                if kind == kind::ENTER {
                    self.look_how_far(game, group);
                    reached = self.reach.hexes();
                }
                self.tell_move(game, inputs, &self.comer(game, group), errand, &reached, options);
                own_move = Some((group, double_time, errand));
            }
        } else {
            let kind = self.tell_plain(game, inputs, task, legal[own], options);
            options.on(inputs.kind(kind, stage, true));
        }
        options.add(Choice::Plain(own), 0);
        for (place, action) in legal.iter().enumerate().filter(|(place, _)| *place != own) {
            let is_tried = match (*action, legal[own]) {
                // Facings where the own choice is, and other places with its facing.
                (Action::Place { hex, facing, .. }, Action::Place { hex: at, facing: so, .. }) => {
                    (hex == at) != (facing == so)
                }
                (Action::Halt(_), _) => task == Task::Moving,
                (Action::SideBySide(_) | Action::BeginLine { .. }, _) => {
                    self.values.get(place).is_some_and(|value| *value > search::OUT)
                }
                (
                    Action::Finish
                    | Action::Fire { .. }
                    | Action::Shell { .. }
                    | Action::Choose(_)
                    | Action::Counter(_)
                    | Action::Withdraw(_)
                    | Action::Lead { .. }
                    | Action::Retreat(_)
                    | Action::Post { .. }
                    | Action::AgainstCavalry
                    | Action::TurnGun { .. }
                    | Action::Unlimber { .. }
                    | Action::HaulGun { .. }
                    | Action::Limber(_)
                    | Action::Pass,
                    _,
                ) => true,
                _ => false,
            };
            if is_tried {
                let kind = self.tell_plain(game, inputs, task, *action, options);
                options.on(inputs.kind(kind, stage, false));
                options.on(inputs.regret(kind, self.regret(own, place)));
                options.add(Choice::Plain(place), 1 + u16::try_from(kind).expect("there are 32 kinds"));
            }
        }
        if task != Task::ActiveTurn {
            return;
        }
        for (place, action) in legal.iter().enumerate() {
            if let Action::Begin { unit, stack, double_time } = *action
                && (!double_time || self.weights.double_time > 0)
            {
                let group = self.group_of(game, unit, stack);
                let regret = self.regret(own, place);
                let comer = self.comer(game, group);
                let begins = Begins { place, comer, regret, reached: Hexes::<R>::EMPTY };
                let own = own_move.filter(|(who, doubles, _)| (*who, *doubles) == (group, double_time));
                let own = own.map(|(.., errand)| errand);
                if double_time {
                    self.list_doubles(game, inputs, begins, own, options);
                } else {
                    self.list_moves(game, inputs, begins, own, options);
                }
            }
        }
    }

    fn take(&mut self, view: &View<'_, Insurrection<R>>, own: Choice<R>, choice: Choice<R>) -> Option<usize> {
        let place = match (choice, own) {
            (Choice::Plain(place), Choice::Plain(own)) => {
                // What it does by itself is remembered already.
                if place != own {
                    self.remember(view.legal()[place]);
                }
                place
            }
            (Choice::Move(place, order), Choice::Plain(own)) => {
                let (game, found) = (view.rules(), self.plans.found);
                let begins = view.legal()[place];
                let route = if matches!(begins, Action::Begin { double_time: true, .. }) {
                    self.best_double(game, order.who, Some(order.errand))
                } else {
                    self.orders = Orders::given(&self.state, &[order]);
                    self.best_route(game, order.who)
                };
                if self.errand_of(&route) != Some(order.errand) {
                    (self.orders, self.plans.found) = (Orders::NONE, found);
                    return Some(own);
                }
                self.plans.found = route;
                self.remember(view.legal()[place]);
                place
            }
            (_, Choice::Move(..)) => unreachable!("the heuristic's own choice is a legal action"),
        };
        Some(place)
    }

    fn ordered_in(glance: Glance<'_, Insurrection<R>>) -> Option<u64> {
        Self::activation(glance)
    }
}
