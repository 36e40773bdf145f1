//! Every decision that is neither a move, a shot nor a melee: commanders, losses, retreats, returns, set-up, the
//! pool.

use szala_board::{Facing, HexId};
use szala_insurrection::{
    Action, Arm, Cause, CommanderId, Hexes, Insurrection, REACH, Room, Row, Task, UnitId, UnitSet,
};

use super::{Heuristic, Verdict};
use szala_ai::Glance;

/// Infantry within this distance could reach a commander in one move.
const NEAR: u8 = 3;
/// Enemies within this many hexes of a unit give it a task.
const IN_TOUCH: u8 = 5;

/// What a commander would find around a hex.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Post {
    /// The value of his units within reach, higher the nearer they are.
    in_reach: i32,
    /// Enemy troops near, worse the nearer they are.
    enemies: i32,
}

/// Calls a function for all of these hexes within a radius, with their distance.
fn tell_around<R: Room>(
    posts: &mut R::ByHex<Post>,
    hexes: &Hexes<R>,
    game: &Insurrection<R>,
    (at, radius): (HexId, u8),
    tell: impl Fn(&mut Post, i32),
) {
    let board = &game.scenario().board;
    if !board.within(at, radius).intersects(hexes) {
        return;
    }
    for distance in 0..=radius {
        let around = board.ring(at, distance) & *hexes;
        around.iter().for_each(|hex| tell(&mut posts[hex.index()], distance.into()));
    }
}

impl<R: Room> Heuristic<R> {
    pub(super) fn value_of_choice(
        &mut self,
        game: &Insurrection<R>,
        task: Task<R>,
        action: Action,
    ) -> Verdict {
        match action {
            Action::Choose(commander) => self.value_of_chit(game, commander),
            Action::Lead { hex, .. } => Verdict::new(self.value_of_post(hex), "lead from here"),
            Action::Place { unit, hex, facing } => self.value_of_placing(game, unit, hex, facing),
            Action::Post { commander, hex } => {
                let wanted = self.set_up.post(game, commander);
                let far = wanted.map_or(0, |to| game.scenario().board.distance(hex, to));
                Verdict::new(-i32::from(far), "as planned")
            }
            Action::Pass if matches!(task, Task::StepBack(_)) => self.value_of_staying(task),
            Action::Retreat(hex) => self.value_of_retreat(game, task, hex),
            Action::Lose(unit) => self.value_of_losing(game, unit),
            Action::Face(facing) => self.value_of_facing(game, task, facing),
            // [7.2.1] [7.3] Both are tests of morale: a failed square costs a loss, a failed lava nothing.
            Action::AgainstCavalry => self.value_of_square(game, task),
            Action::Outflank => Verdict::new(1, "nothing to lose"),
            _ => Verdict::new(0, "let it be"),
        }
    }

    /// [13.1] [13.2] The commander whose units have most to do.
    fn value_of_chit(&self, game: &Insurrection<R>, commander: CommanderId) -> Verdict {
        if self.whim == Some(commander) {
            return Verdict::new(i32::MAX, "by chance");
        }
        let card = game.scenario().commander(commander);
        if card.overall.is_some() && self.weights.chit_overall > 0 {
            // [4.4m] He brings on another, whether his chit is there or not.
            let others = game.scenario().commanders_of(card.side).filter(|other| *other != commander);
            let on_map = others.filter(|other| self.state.hex_of_commander(*other).is_some());
            let best = on_map.map(|other| self.to_do(game, other)).max().unwrap_or(0);
            return Verdict::new(best / 100 * self.weights.chit_overall, "brings on another");
        }
        Verdict::new(self.to_do(game, commander), "most to do")
    }

    /// What a commander's units have to do: the more the nearer the enemy is.
    fn to_do(&self, game: &Insurrection<R>, commander: CommanderId) -> i32 {
        let state = &self.state;
        let card = game.scenario().commander(commander);
        let units = card.units & state.on_map(card.side);
        let board = &game.scenario().board;
        let mut sum = 0;
        for unit in game.troops(units).iter() {
            let hex = state.hex_of(unit).expect("on the map");
            let mut size = 100 * i32::from(game.size(state, unit));
            if game.arm(unit) == Arm::Cavalry {
                size += size * self.weights.chit_horse / 100;
            }
            sum += size;
            for foe in self.scene.foes.iter() {
                let distance = board.distance(hex, foe.hex);
                let reach = if game.arm(unit) == Arm::Cavalry { IN_TOUCH + 2 } else { IN_TOUCH };
                if distance <= reach {
                    sum += size * i32::from(reach + 1 - distance);
                }
            }
        }
        sum
    }

    fn value_of_placing(
        &mut self,
        game: &Insurrection<R>,
        unit: UnitId,
        hex: HexId,
        facing: Facing,
    ) -> Verdict {
        if matches!(self.state.task(), Task::SetUpUnit(_)) {
            let wanted = self.set_up.stand(game, unit);
            let far = wanted.map_or(0, |(to, how)| {
                2 * i32::from(game.scenario().board.distance(hex, to)) + i32::from(how != facing)
            });
            return Verdict::new(-far, "as planned");
        }
        Verdict::new(self.value_of_standing(game, UnitSet::of(unit), hex, facing), "come back here")
    }

    /// Where the active commander goes [3.3]: his destinations are known without listing them.
    pub(super) fn post_at_once(&mut self, glance: Glance<'_, Insurrection<R>>) -> Option<Action> {
        let game = glance.rules();
        let commander = glance.position().active()?;
        self.look_round(glance);
        let hexes = game.destinations(&self.state, commander);
        self.read_posts(game, commander, &hexes);
        let mut best: Option<(i32, HexId)> = None;
        hexes.iter().for_each(|hex| {
            // Danger only reduces the value of what is in reach. Of equals the first, as in a list.
            let is_better = |value| best.is_none_or(|(most, _)| value > most);
            if is_better(self.posts[hex.index()].in_reach) {
                let value = self.value_of_post(hex);
                if is_better(value) {
                    best = Some((value, hex));
                }
            }
        });
        best.map(|(_, hex)| Action::Lead { commander, hex })
    }

    /// Where the deciding commander could be next: where he may go, and where he is.
    pub(super) fn posts_in_question(&self, commander: CommanderId, legal: &[Action]) -> Hexes<R> {
        let to = legal.iter().filter_map(|action| match *action {
            Action::Lead { hex, .. } => Some(hex),
            _ => None,
        });
        to.chain(self.state.hex_of_commander(commander)).collect()
    }

    /// Reads what a commander would find around each of these hexes: all units nearby are added to them.
    pub(super) fn read_posts(&mut self, game: &Insurrection<R>, commander: CommanderId, hexes: &Hexes<R>) {
        let state = &self.state;
        let scenario = game.scenario();
        let card = scenario.commander(commander);
        self.posts = R::ByHex::of(Post::default());
        let others = self.others_in_reach(game, commander);
        for unit in ((card.units | others) & state.on_map(card.side)).iter() {
            let at = state.hex_of(unit).expect("on the map");
            let horse = game.arm(unit) == Arm::Cavalry;
            // [D-4.2a] [D-4.2c] Without a commander in reach the melee of this turn is not fought at all.
            let urgency = if self.scene.theirs.contains(at) { 3 } else { 1 };
            let mut worth = urgency * self.weights.commander_reach * i32::from(game.size(state, unit));
            if !card.units.contains(unit) {
                worth = worth * self.weights.reach_others / 100;
                if self.weights.reach_shared > 0
                    && card.overall.is_none()
                    && self.is_reached(game, commander, at)
                {
                    worth -= worth * self.weights.reach_shared / 100;
                }
            }
            if let Some(camp) = scenario.camp.filter(|camp| horse && camp.intruder == card.side)
                && self.stakes.camp > 0
            {
                // The nearer they are to it, the more it matters that they move.
                let far = i32::from(self.marches.cost(Arm::Cavalry, at, camp.hex)).min(20);
                worth += self.weights.commander_raid * (20 - far) / 10;
            }
            tell_around(&mut self.posts, hexes, game, (at, REACH), |post, distance| {
                post.in_reach += worth - distance;
            });
        }
        for foe in self.scene.foes.iter().filter(|foe| foe.arm != Arm::Artillery) {
            let near = i32::from(NEAR) + 1;
            tell_around(&mut self.posts, hexes, game, (foe.hex, NEAR), |post, distance| {
                post.enemies += near - distance;
            });
        }
    }

    /// Whom a commander may lead besides his own: [4.5m] the reserve, [4.4m] any of the army, [4.3] those of the
    /// fallen.
    fn others_in_reach(&self, game: &Insurrection<R>, commander: CommanderId) -> UnitSet<R> {
        if self.weights.reach_others == 0 {
            return UnitSet::EMPTY;
        }
        let scenario = game.scenario();
        let card = scenario.commander(commander);
        match card.overall {
            None => card.reserve,
            Some(0) => {
                let fallen =
                    scenario.commanders_of(card.side).filter(|other| game.has_fallen(&self.state, *other));
                fallen.fold(UnitSet::EMPTY, |all, other| all | scenario.commander(other).units)
            }
            Some(_) => scenario.units_of(card.side),
        }
    }

    /// [4.5m] Does another commander who leads the reserve reach this hex from where he is?
    fn is_reached(&self, game: &Insurrection<R>, commander: CommanderId, hex: HexId) -> bool {
        let scenario = game.scenario();
        scenario.commanders_of(scenario.commander(commander).side).any(|other| {
            let card = scenario.commander(other);
            let leads = other != commander && card.overall.is_none() && !card.reserve.is_empty();
            let post = self.state.hex_of_commander(other).filter(|_| leads);
            post.is_some_and(|post| scenario.board.distance(post, hex) <= REACH)
        })
    }

    /// How good a hex is for the commander whose posts were read: his troops within reach, the enemy not.
    pub(super) fn value_of_post(&self, hex: HexId) -> i32 {
        let Post { in_reach, enemies } = self.posts[hex.index()];
        let is_aimed_at = self.scene.under_fire.contains(hex);
        if enemies == 0 && !is_aimed_at {
            return in_reach;
        }
        // [D-10.11.7a] Alone he must step aside, and is killed where he cannot.
        let is_alone = !self.scene.ours.contains(hex);
        let danger = enemies + if is_alone { enemies.min(1) } else { is_aimed_at.into() };
        in_reach - self.weights.commander_danger * danger
    }

    /// [10.11.7] Not stepping back: the value of his present post.
    fn value_of_staying(&self, task: Task<R>) -> Verdict {
        let Task::StepBack(commander) = task else { return Verdict::new(0, "stay") };
        let hex = self.state.hex_of_commander(commander).expect("asked, so on the map");
        Verdict::new(self.value_of_post(hex), "stay")
    }

    /// [10.11] Backwards, at the least cost: slopes, escarpments and enemy zones are losses [10.11.3, 10.11.4].
    fn value_of_retreat(&self, game: &Insurrection<R>, task: Task<R>, to: HexId) -> Verdict {
        let (group, cause) = match task {
            Task::Retreat { group, cause, .. } => (group, cause),
            Task::FallBack(here) => (game.troops_at(&self.state, self.scene.side, here), Cause::Reaction),
            _ => return Verdict::new(0, "back"),
        };
        let group = group & self.state.on_map(self.scene.side);
        let Some(from) = group.first().and_then(|unit| self.state.hex_of(unit)) else {
            return Verdict::new(0, "back");
        };
        let steep = game.retreat_costs_a_loss(from, to);
        let zone = game.is_in_front_zone_of_side(&self.state, !self.scene.side, to);
        let who = self.stander(game, group);
        let losses = (i32::from(steep) + i32::from(zone)).min(who.size);
        // [12.1] [D-9.1j] Elimination on the way is a point for the enemy, but not where the retreat was a reaction.
        let perishes = losses == who.size && cause != Cause::Reaction;
        let cost = self.own_strength(losses) + if perishes { -self.stakes.swing(-1) } else { 0 };
        let facing = self.state[who.top].facing.index();
        let there = self.values_of_standing(game, &who, to)[facing];
        if let Task::FallBack(here) = task {
            // [9.1a] A choice: what is left behind counts, and who stands there and may come.
            let stays = self.values_of_standing(game, &who, here)[facing];
            let enemy = self.state.movers().first().and_then(|unit| self.state.hex_of(unit));
            let spared = enemy.map_or(0, |enemy| self.dread(game, group, here, enemy));
            return Verdict::new(there - stays - cost + spared, "fall back");
        }
        Verdict::new(there - cost, "back where it costs least")
    }

    /// [D-9.1i] [11.8] The loss that hurts least: not the last point, not one that turns the counter over.
    fn value_of_losing(&self, game: &Insurrection<R>, unit: UnitId) -> Verdict {
        let state = &self.state;
        let size = i32::from(game.size(state, unit));
        let card = game.scenario().unit(unit);
        let turns = state[unit].losses + 1 == card.flips_after();
        let value = 10 * size - if size == 1 { 100 } else { 0 } - if turns { 15 } else { 0 };
        Verdict::new(value - i32::from(game.morale(state, unit)), "whom it hurts least")
    }

    /// [11.8] [7.2m] Towards the enemies that may come next.
    fn value_of_facing(&mut self, game: &Insurrection<R>, task: Task<R>, facing: Facing) -> Verdict {
        let state = &self.state;
        let units = match task {
            Task::Declare(hex) => game.troops_at(state, self.scene.side, hex),
            _ => self.winners(game),
        };
        let Some(hex) = units.first().and_then(|unit| state.hex_of(unit)) else {
            return Verdict::new(0, "face");
        };
        Verdict::new(self.value_of_standing(game, units, hex, facing), "face the enemy")
    }

    /// Our troops where the melee was fought.
    fn winners(&self, game: &Insurrection<R>) -> UnitSet<R> {
        let hex = self.state.melee_hex();
        hex.map_or(UnitSet::EMPTY, |hex| {
            let all = self.state.stack(self.scene.side, hex);
            let troops = game.troops(all);
            if troops.is_empty() { all } else { troops }
        })
    }

    /// [7.2.1] Passed, a square has three more in the melee; failed, it costs a loss.
    fn value_of_square(&self, game: &Insurrection<R>, task: Task<R>) -> Verdict {
        let Task::OfferSquare(hex) = task else { return Verdict::new(0, "square") };
        let top = game
            .top_at(&self.state, self.scene.side, hex)
            .expect("a square is offered to at least four companies");
        let passed = i32::from(game.morale(&self.state, top) + 1).min(10);
        // Three more on the die are about three tenths of a melee, a point and what goes with it.
        let melee = (self.stakes.swing(1) - self.stakes.swing(-1)) * 3 / 10;
        Verdict::new((passed * melee - (10 - passed) * self.own_strength(1)) / 10, "form square")
    }
}
