//! The value of a melee, by its exact odds [11.7]: points, losses, flight.

use szala_board::HexId;
use szala_insurrection::{Action, Arm, Insurrection, MeleeOdds, Room, UnitId, UnitSet};

use super::{Heuristic, Verdict};
use crate::stakes::GAME;

/// One side of a melee.
#[derive(Clone, Copy, Debug)]
struct Force {
    /// Sizes together.
    size: i32,
    /// What the guns that are lost with the melee score [10.10.8]; nothing without guns.
    guns: i32,
    /// Only guns, which neither lose size nor flee [10.10.7]?
    alone: bool,
}

/// Units that would enter an enemy hex to fight there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Assault<R: Room> {
    group: UnitSet<R>,
    to: HexId,
    /// With the friends who are there already.
    own: Force,
    foe: Force,
    /// What friends who can still come add to the margin.
    help: i32,
    /// An addition to the value of the melee.
    besides: i32,
}

/// [10.10.9] Points for guns taken.
const GUNS: i32 = 2;
/// [11.8] Losses of those who lose a melee.
const LOSSES: i32 = 2;
/// The approximate number of stages that losers are away [11.11].
const AWAY: i32 = 2;

impl<R: Room> Heuristic<R> {
    /// The value of this many points of size for the rest of the game.
    pub(super) fn strength(&self, points: i32) -> i32 {
        points * self.weights.strength * self.stakes.to_come / 100
    }

    /// The same for points of ours, and of the enemy's, of which either may have none to spare [12.4m].
    pub(super) fn own_strength(&self, points: i32) -> i32 {
        let game_lost =
            if points > self.spare[0] { self.stakes.now() * self.weights.broken / 100 } else { 0 };
        self.strength(points) + points * self.brittle[0] + game_lost
    }

    pub(super) fn their_strength(&self, points: i32) -> i32 {
        let to_win = GAME - self.stakes.now();
        let game_won = if points > self.spare[1] { to_win * self.weights.broken / 100 } else { 0 };
        self.strength(points) + points * self.brittle[1] + game_won
    }

    /// The cost of losing a melee for a side, apart from points.
    fn ruin(&self, force: Force, cost: impl Fn(i32) -> i32) -> i32 {
        if force.alone {
            return 0;
        }
        let lost = force.size.min(LOSSES);
        let away = (force.size - lost) * AWAY * self.weights.flight * self.stakes.to_come / 100;
        cost(lost) + away
    }

    /// The value of a melee to us: `won` of a hundred are ours, of which some without a loss of ours, and some of the
    /// others without a loss of theirs.
    fn melee(&self, [won, ours_unhurt, theirs_unhurt]: [u8; 3], own: Force, foe: Force) -> i32 {
        let [won, ours_unhurt, theirs_unhurt] = [won, ours_unhurt, theirs_unhurt].map(i32::from);
        // [12.1] A melee is a point, [10.10.9] guns are more.
        let points = |loser: Force| 1 + loser.guns;
        let (ours, theirs) = (|lost| self.own_strength(lost), |lost| self.their_strength(lost));
        let wound = |force: Force, cost: i32| if force.alone { 0 } else { cost };
        let victory = self.stakes.swing(points(foe)) + self.ruin(foe, theirs);
        let defeat = self.stakes.swing(-points(own)) - self.ruin(own, ours);
        let sum = won * victory - (won - ours_unhurt) * wound(own, ours(1))
            + (100 - won) * defeat
            + (100 - won - theirs_unhurt) * wound(foe, theirs(1));
        sum / 100
    }

    /// A melee in which we attack with this margin of modifiers.
    fn attack(&self, margin: i32, own: Force, foe: Force) -> i32 {
        let odds = MeleeOdds::of(margin);
        self.melee([odds.won, odds.won_unscathed, odds.lost_unscathed], own, foe)
    }

    /// A melee in which we are attacked with this margin.
    fn defence(&self, margin: i32, own: Force, foe: Force) -> i32 {
        let odds = MeleeOdds::of(margin);
        self.melee([100 - odds.won, odds.lost_unscathed, odds.won_unscathed], own, foe)
    }

    fn force(&self, game: &Insurrection<R>, units: UnitSet<R>) -> Force {
        let troops = game.troops(units);
        let alone = troops.is_empty();
        let size = i32::from(game.total_size(&self.state, if alone { units } else { troops }));
        let guns = (units - troops).iter().map(|gun| points_of_guns(game, gun)).max().unwrap_or(0);
        Force { size, guns, alone }
    }

    /// [8.14] The value of these units charging from a hex into a neighbouring enemy one.
    pub(super) fn value_of_charge(
        &self,
        game: &Insurrection<R>,
        group: UnitSet<R>,
        from: HexId,
        to: HexId,
    ) -> i32 {
        let (side, state) = (self.scene.side, &self.state);
        let margin = game.margin_of_entering(state, group, from, to, true);
        let own = self.force(game, group | state.stack(side, to));
        let foe = self.force(game, state.stack(!side, to));
        self.attack(margin, own, foe) + self.weights.charge_bias
    }

    /// [6.11] The values, independent of the approach, of units entering an enemy hex to fight in phase 4.
    pub(super) fn assault(&self, game: &Insurrection<R>, group: UnitSet<R>, to: HexId) -> Assault<R> {
        let (side, state) = (self.scene.side, &self.state);
        let friends = state.stack(side, to);
        let own = self.force(game, group | friends);
        let foe = self.force(game, state.stack(!side, to));
        let help = self.help_to_come(game, group, to, own, foe);
        let besides = if friends.is_empty() {
            self.weights.assault_bias
        } else {
            // Friends are fighting there already: what do these units add?
            let without = game.melee_margin(state, to, side, false);
            -(self.attack(without, self.force(game, friends), foe) * self.weights.later / 100)
        };
        Assault { group, to, own, foe, help, besides }
    }

    /// The value of entering it from here.
    pub(super) fn value_of_entering(&self, game: &Insurrection<R>, assault: &Assault<R>, from: HexId) -> i32 {
        let Assault { group, to, own, foe, help, besides } = *assault;
        let margin = game.margin_of_entering(&self.state, group, from, to, false);
        self.attack(margin + help, own, foe) * self.weights.later / 100 + besides
    }

    /// [11.7t] What friends who can still come would add by their numbers.
    fn help_to_come(
        &self,
        game: &Insurrection<R>,
        group: UnitSet<R>,
        to: HexId,
        own: Force,
        foe: Force,
    ) -> i32 {
        if self.weights.together == 0 {
            return 0;
        }
        let state = &self.state;
        let Some(commander) = state.active() else { return 0 };
        let card = game.scenario().commander(commander);
        let led = match card.overall {
            None => card.units | card.reserve,
            Some(_) => game.scenario().units_of(card.side),
        };
        let others = game.troops(led) - state.moved() - group;
        let is_foot = |unit| game.arm(unit) == Arm::Infantry;
        let on_foot = group.iter().any(is_foot);
        // [6.1] Infantry and cavalry do not fight side by side.
        let alike = others.iter().filter(|unit| is_foot(*unit) == on_foot);
        let is_near = |unit: &_| {
            let hex = state.hex_of(*unit);
            hex.is_some_and(|hex| {
                self.marches.cost(game.arm(*unit), hex, to) < game.points_left(state, *unit)
            })
        };
        // Whether they may move at all is checked last: it takes longest.
        let can_come = alike.filter(is_near).filter(|unit| game.is_movable(state, *unit));
        let more: i32 = can_come.map(|unit| i32::from(game.size(state, unit))).sum();
        if more == 0 {
            return 0;
        }
        let then = own.size + more * self.weights.together / 100;
        numbers(then, foe.size) - numbers(own.size, foe.size)
    }

    /// The melee in this hex, fought now; of several the best goes first [11.4].
    pub(super) fn value_of_assault(&self, game: &Insurrection<R>, action: Action) -> Verdict {
        // [D-M4.4b] Only an overall commander may leave one unfought.
        let Action::Assault(hex) = action else { return Verdict::new(0, "leave it") };
        let (side, state) = (self.scene.side, &self.state);
        let margin = game.melee_margin(state, hex, side, false);
        let own = self.force(game, state.stack(side, hex));
        let foe = self.force(game, state.stack(!side, hex));
        Verdict::new(self.attack(margin, own, foe), "the best melee first")
    }

    /// [9.1] Stay, counterattack, or give way to the unit that has entered `hex`.
    pub(super) fn value_of_reaction(&self, game: &Insurrection<R>, hex: HexId, action: Action) -> Verdict {
        let (side, state) = (self.scene.side, &self.state);
        match action {
            Action::Counter(here) => {
                let group = game.troops_at(state, side, here);
                let foes = state.stack(!side, hex);
                let margin = game.margin_of_entering(state, group, here, hex, false);
                let fought = self.attack(margin, self.force(game, group), self.force(game, foes));
                let chance = self.chance_to_counter(game, group, foes);
                // [9.1a] A unit that fails retreats two hexes with a loss.
                let failed = -self.own_strength(1) - self.weights.drive;
                let value = (chance * fought + (10 - chance) * failed) / 10 + self.weights.counter_bias;
                // A unit that does not strike may be struck.
                Verdict::new(value + self.dread(game, group, here, hex), "counterattack")
            }
            Action::Withdraw(here) => {
                let group = game.troops_at(state, side, here);
                let spared = self.dread(game, group, here, hex);
                // It costs the place, but leads to a better one than a rout would.
                Verdict::new(spared - self.weights.drive / 2 + self.weights.withdraw_bias, "give way")
            }
            Action::Skirmish(here) => {
                let group = game.troops_at(state, side, here);
                let spared = self.dread(game, group, here, hex);
                let passed = (spared - self.weights.drive / 2 + self.weights.withdraw_bias).max(0);
                let failed = spared - self.own_strength(1) - self.weights.drive;
                let chance = self.chance_to_counter(game, group, state.stack(!side, hex));
                Verdict::new((chance * passed + (10 - chance) * failed) / 10, "give way in skirmish order")
            }
            _ => Verdict::new(0, "stand"),
        }
    }

    /// [11.7] The margin of enemies in one hex who enter another, if they can.
    pub(super) fn margin_of_coming(&self, game: &Insurrection<R>, here: HexId, hex: HexId) -> Option<i32> {
        let state = &self.state;
        let foes = game.troops_at(state, !self.scene.side, hex);
        let can_come = |unit| {
            let ground = game.ground_points(hex, here, game.arm(unit)).unwrap_or(u8::MAX);
            ground < game.points_left(state, unit)
        };
        foes.iter().any(can_come).then(|| game.margin_of_entering(state, foes, hex, here, false))
    }

    /// The danger from the enemy in `hex` if the group stays where it is: none when it cannot advance.
    pub(super) fn dread(&self, game: &Insurrection<R>, group: UnitSet<R>, here: HexId, hex: HexId) -> i32 {
        let (side, state) = (self.scene.side, &self.state);
        let Some(margin) = self.margin_of_coming(game, here, hex) else { return 0 };
        let foes = game.troops_at(state, !side, hex);
        let threat = self.defence(margin, self.force(game, group), self.force(game, foes));
        -threat.min(0) * self.weights.expect / 100
    }

    /// Tenths: cavalry counterattacks infantry without a test [9.1c], others by their morale [9.1a].
    pub(super) fn chance_to_counter(
        &self,
        game: &Insurrection<R>,
        group: UnitSet<R>,
        foes: UnitSet<R>,
    ) -> i32 {
        let top = game.top(&self.state, group).expect("a group that reacts is not empty");
        let at_once =
            game.arm(top) == Arm::Cavalry && foes.iter().any(|unit| game.arm(unit) == Arm::Infantry);
        if at_once { 10 } else { i32::from(game.morale(&self.state, top) + 1).min(10) }
    }
}

/// [10.10.9] What a battery scores that is taken: [10.10.6m] with its stars.
pub(super) fn points_of_guns<R: Room>(game: &Insurrection<R>, gun: UnitId) -> i32 {
    GUNS + i32::from(game.scenario().unit(gun).stars)
}

/// [11.7t] The value of numbers in the balance, for the larger side.
fn numbers(own: i32, foe: i32) -> i32 {
    let ratio = |large: i32, small: i32| (large / small.max(1) - 1).clamp(0, 3);
    ratio(own, foe) - ratio(foe, own)
}
