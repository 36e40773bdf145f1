//! The heuristic player: values its candidates in ten-thousandths of a game, and takes the best. It considers every
//! kind of decision, but not every form of a move: squares are formed against cavalry only [7.2.1]. Some are off unless
//! a weight switches them on: double time [8.9], lines [8.10], to stand side by side [6.2.1], to join friends [6.3].
//!
//! | module | what it values |
//! |---|---|
//! | `fight` | melees: assaults, charges, counterattacks, by their exact odds |
//! | `fire` | shots, by their exact odds |
//! | `stand`, `outlook` | standing in a hex, facing so |
//! | `ordered` | orders of a player that plans a whole activation |
//! | `moves`, `routes`, `charges` | whom to move, and the routes that units find and follow |
//! | `doubles` | marches in double time |
//! | `guns` | limbering, unlimbering, turning |
//! | `account` | its reasons in words, for people who ask why |
//! | `drilled`, `description`, `engagement`, `inputs` | its options for a net, and the inputs that describe them |
//! | `choices` | everything else: commanders, losses, retreats, set-up, the pool |
//!
//! It sees positions in which what it cannot know is imagined. It uses no heap once it has been created.

mod account;
mod charges;
mod choices;
mod description;
mod doubles;
pub(crate) mod drilled;
mod engagement;
mod fight;
mod fire;
mod guns;
pub(crate) mod inputs;
mod moves;
mod ordered;
mod outlook;
mod routes;
mod stand;

use std::sync::Arc;

use szala_board::HexId;
use szala_insurrection::{
    Action, CommanderId, CommanderSet, Insurrection, Room, Row, Small, State, Task, UnitSet,
};
use szala_kernel::{GameSeed, Side};

use crate::marches::{Marches, Reach};
use crate::orders::{Errand, Orders};
use crate::scene::Scene;
use crate::set_up::SetUp;
use crate::stakes::Stakes;
use crate::weights::Weights;
use szala_ai::chance::Chance;
use szala_ai::room;
use szala_ai::{Glance, Opinion, Player, Prior, View, search};

use choices::Post;
use guns::Emplacement;
use moves::{NEVER, Plans};
use routes::Route;

/// The heuristic player of one side.
#[derive(Clone, Debug)]
pub struct Heuristic<R: Room = Small> {
    weights: Weights,
    /// Its weights without orders, and those that an order can name instead.
    usual: Weights,
    styles: Arc<[Weights]>,
    /// Its orders for this activation, and the order of the units whose route is looked for.
    orders: Orders<R>,
    errand: Option<Errand>,
    /// Where its side is set up [13.2].
    set_up: Arc<SetUp<R>>,
    /// The commander that chance chose at this decision.
    whim: Option<CommanderId>,
    marches: Arc<Marches<R>>,
    chance: Chance,
    /// The position of this decision, secrets imagined.
    state: State<R>,
    scene: Scene<R>,
    stakes: Stakes,
    reach: Reach<R>,
    plans: Plans<R>,
    route: Route<R>,
    /// The extra value of a size point to our army and to theirs, higher the nearer they are to breaking [12.4m]; and
    /// when it was computed.
    brittle: [i32; 2],
    /// How many points of size each can lose before the next one breaks it, where that matters.
    spare: [i32; 2],
    brittle_at: Option<(u8, CommanderSet<R>)>,
    /// For this decision: the value for some units of standing in a hex, for each facing.
    standing: Option<(UnitSet<R>, HexId, [i32; 6])>,
    /// For this decision: the hexes evaluated for batteries.
    emplacements: room::Room<Emplacement>,
    /// The meaning of each input of a net.
    inputs: inputs::Inputs,
    /// What the commander who is to move would find around each hex.
    posts: R::ByHex<Post>,
    /// The opinion of each legal action at the last decision.
    values: room::Room<i64>,
}

/// The player's opinion of an action.
#[derive(Clone, Copy, Debug)]
struct Verdict {
    value: i32,
    why: &'static str,
}

impl Verdict {
    const fn new(value: i32, why: &'static str) -> Self {
        Self { value, why }
    }
}

impl<R: Room> Heuristic<R> {
    /// A player with these weights; computes its tables.
    pub fn new(game: &Insurrection<R>, weights: Weights) -> Self {
        Self::sharing(game, weights, Arc::new(Marches::new(game)))
    }

    /// The same with tables computed before.
    fn sharing(game: &Insurrection<R>, weights: Weights, marches: Arc<Marches<R>>) -> Self {
        let state = szala_kernel::Rules::opening(game);
        let stakes = Stakes::of(game, &state, Side::First, &weights);
        Self {
            weights,
            usual: weights,
            styles: Arc::default(),
            orders: Orders::NONE,
            errand: None,
            set_up: Arc::default(),
            whim: None,
            marches,
            chance: Chance::default(),
            state,
            scene: Scene::new(),
            stakes,
            brittle: [0; 2],
            spare: [i32::MAX; 2],
            brittle_at: None,
            reach: Reach::NOTHING,
            plans: Plans::none(),
            route: Route::NONE,
            standing: None,
            emplacements: room::Room::for_up_to(R::MOST_HEXES),
            inputs: inputs::Inputs::of(game),
            posts: R::ByHex::of(Post::default()),
            values: room::Room::for_up_to(szala_kernel::Rules::limits(game).actions),
        }
    }

    /// Another player with other weights, which shares the tables that depend only on the map.
    #[must_use]
    pub fn with(&self, game: &Insurrection<R>, weights: Weights) -> Self {
        Self::sharing(game, weights, Arc::clone(&self.marches))
    }

    /// The same, set up like this.
    #[must_use]
    pub fn set_up_as(self, set_up: SetUp<R>) -> Self {
        Self { set_up: Arc::new(set_up), ..self }
    }

    /// Reads everything that the values of the legal actions depend on. Returns what has to be weighed; nothing on a
    /// route that continues.
    fn read(&mut self, view: &View<'_, Insurrection<R>>) -> Option<Task<R>> {
        let (game, side) = (view.rules(), view.side());
        let mut lots = self.chance.lots(view.glance());
        view.imagine_into(&mut self.state, &mut lots);
        self.standing = None;
        self.emplacements.clear();
        let task = self.state.task();
        self.whim = None;
        let chances = usize::try_from(self.weights.chit_lots).unwrap_or(0);
        if matches!(task, Task::FillPool(_)) && chances > 0 && lots.below(100) < chances {
            self.whim = match view.legal()[lots.below(view.legal().len())] {
                Action::Choose(commander) => Some(commander),
                _ => None,
            };
        }
        let is_shot = |action: &Action| matches!(action, Action::Fire { .. });
        if task == Task::Moving && self.is_under_way(view.legal()) && !view.legal().iter().any(is_shot) {
            return None;
        }
        self.drop_old_orders();
        self.stakes.update(game, &self.state, side, &self.weights);
        self.look_at_armies(game, side);
        self.scene.side = side;
        match task {
            Task::ActiveTurn => self.begin_to_plan(),
            Task::Moving => self.take_up_the_route(),
            _ => (),
        }
        if self.looks_round(game, task, view.legal()) {
            self.scene.read(game, &self.state, side);
        }
        match task {
            Task::ActiveTurn => self.plan_the_activation(game, view.legal()),
            Task::Moving => self.plan_the_next_leg(game, view.legal()),
            Task::Lead => {
                let commander = self.state.active().expect("a commander is active when he goes");
                self.read_posts(game, commander, &self.posts_in_question(commander, view.legal()));
            }
            Task::StepBack(commander) => {
                self.read_posts(game, commander, &self.posts_in_question(commander, view.legal()));
            }
            _ => (),
        }
        Some(task)
    }

    /// Reads everything needed by the decisions that are made before anything is listed.
    fn look_round(&mut self, glance: Glance<'_, Insurrection<R>>) {
        let (game, side) = (glance.rules(), glance.side());
        glance.imagine_into(&mut self.state, &mut self.chance.lots(glance));
        self.drop_old_orders();
        self.stakes.update(game, &self.state, side, &self.weights);
        self.look_at_armies(game, side);
        self.scene.read(game, &self.state, side);
    }

    /// [12.4m] How near both armies are to breaking, once an activation.
    fn look_at_armies(&mut self, game: &Insurrection<R>, side: Side) {
        /// This many size points before the end, one counts half as much as the last.
        const NEAR: i32 = 5;
        let now = Some((self.state.stage(), self.state.drawn()));
        if (self.weights.breaking == 0 && self.weights.broken == 0) || self.brittle_at == now {
            return;
        }
        self.brittle_at = now;
        let counts = self.weights.broken > 0;
        let left = [side, !side].map(|side| game.size_until_broken(&self.state, side));
        let near = |left: i32| 100 * self.weights.breaking / (NEAR + left.max(0));
        self.brittle = left.map(|left| left.map_or(0, near));
        self.spare = left.map(|left| left.filter(|left| counts && *left >= 0).unwrap_or(i32::MAX));
    }

    /// Does the decision depend on the enemies' positions?
    fn looks_round(&self, game: &Insurrection<R>, task: Task<R>, legal: &[Action]) -> bool {
        match task {
            // Shots, losses and melees name the units concerned.
            Task::FireTurn
            | Task::ReactByFire(_)
            | Task::React(_)
            | Task::Skirmish(_)
            | Task::SkirmishFire { .. }
            | Task::Assaults
            | Task::Lose { .. }
            | Task::OfferLava
            | Task::OfferSquare(_) => false,
            // So do plans made earlier.
            Task::ActiveTurn => legal.iter().any(|action| match *action {
                Action::Begin { unit, stack, double_time } => {
                    self.has_to_plan(unit, moves::Manner { stack, double_time })
                }
                Action::Limber(_)
                | Action::TurnGun { .. }
                | Action::HaulGun { .. }
                | Action::ClearMarker(_) => true,
                _ => false,
            }),
            // A unit on a route has nothing to look for; but guns may unlimber on it.
            Task::Moving => self.state.movers().intersects(game.all_guns()) || !self.is_under_way(legal),
            _ => true,
        }
    }

    /// The value of one legal action, for a position that was read.
    fn value(&mut self, game: &Insurrection<R>, task: Option<Task<R>>, action: Action) -> Verdict {
        let Some(task) = task else { return self.value_of_leg(action) };
        match (task, action) {
            (Task::ActiveTurn, _) => self.value_of_turn(game, action),
            (_, Action::Fire { .. } | Action::Shell { .. }) => self.value_of_shot(game, action),
            (Task::Moving, Action::Unlimber { gun, facing }) => self.value_of_unlimbering(game, gun, facing),
            (Task::Moving, _) => self.value_of_leg(action),
            (Task::FireTurn | Task::ReactByFire(_) | Task::SkirmishFire { .. }, _) => {
                Verdict::new(0, "hold fire")
            }
            (Task::React(hex) | Task::Skirmish(hex), _) => self.value_of_reaction(game, hex, action),
            (Task::Assaults, _) => self.value_of_assault(game, action),
            _ => self.value_of_choice(game, task, action),
        }
    }
}

impl<R: Room> Prior<Insurrection<R>> for Heuristic<R> {
    fn rank(&mut self, _: &View<'_, Insurrection<R>>, values: &mut Vec<i64>) {
        values.extend_from_slice(&self.values);
    }
}

impl<R: Room> Player<Insurrection<R>> for Heuristic<R> {
    fn begin(&mut self, rules: &Insurrection<R>, game: GameSeed, side: Side) {
        self.chance.begin(rules, game, side);
        self.plans = Plans::none();
        self.route = Route::NONE;
        self.orders = Orders::NONE;
        self.weights = self.usual;
        (self.brittle, self.spare, self.brittle_at) = ([0; 2], [i32::MAX; 2], None);
    }

    fn choose(&mut self, view: &View<'_, Insurrection<R>>) -> usize {
        self.values.clear();
        if view.legal().len() == 1 {
            self.values.push(0);
            // What is remembered must not depend on whether a list was made.
            _ = self.at_once(view.glance());
            return 0;
        }
        let task = self.read(view);
        let mut values = core::mem::replace(&mut self.values, room::Room::for_up_to(0));
        let mut best = (0, i32::MIN);
        values.extend(view.legal().iter().enumerate().map(|(place, action)| {
            let Verdict { value, .. } = self.value(view.rules(), task, *action);
            if value > best.1 {
                best = (place, value);
            }
            if value <= NEVER { search::OUT } else { value.into() }
        }));
        self.values = values;
        self.remember(view.legal()[best.0]);
        best.0
    }

    fn at_once(&mut self, glance: Glance<'_, Insurrection<R>>) -> Option<Action> {
        match glance.position().task() {
            Task::Moving => {
                let known = self.leg_at_once(glance.rules(), glance.position());
                known.or_else(|| self.new_leg_at_once(glance))
            }
            Task::Lead => self.post_at_once(glance),
            _ => None,
        }
    }

    fn opinions(&self, view: &View<'_, Insurrection<R>>) -> Vec<Opinion> {
        let mut copy = self.clone();
        let task = copy.read(view);
        let each = view.legal().iter().enumerate();
        let verdicts: Vec<_> =
            each.map(|(place, action)| (place, copy.value(view.rules(), task, *action))).collect();
        let any = verdicts.iter().any(|(_, verdict)| verdict.value > NEVER);
        let considered = verdicts.into_iter().filter(|(_, verdict)| verdict.value > NEVER || !any);
        let opinion = |(place, verdict): (usize, Verdict)| {
            let why = copy.account(view.rules(), view.legal()[place], verdict);
            Opinion { place, value: verdict.value.into(), why: why.into() }
        };
        considered.map(opinion).collect()
    }
}

#[cfg(test)]
mod tests;
