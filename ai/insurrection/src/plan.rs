//! Players that follow a plan: orders written as data, for a designer who wants to try out an idea, and a yardstick
//! for players that think. `docs/PLANS.md` explains how to write one.
//!
//! | module | what is there |
//! |---|---|
//! | `read` | from a file to a plan, everything that is wrong at its place |
//! | `order` | what a plan says, and when it holds |
//! | `ways` | how far it is, computed once |
//! | `aim` | which order a unit follows, and what it is after |
//! | `moves`, `slip`, `lead` | the next step, past the enemy, the commanders |
//! | `candidates` | of several steps the cheapest that is legal |
//! | `shipped` | the plans that are there by name |
//!
//! A plan says what is intended; everything else that has to be decided is left to `habits`. A [`Script`] has no
//! memory: what it does follows from the position alone, so that it can take over any game at any time. It uses no
//! randomness, looks no step ahead and allocates nothing in play. It knows what it wants, and mostly only checks
//! whether that is legal, without a list of legal actions.

mod aim;
mod candidates;
mod lead;
mod moves;
mod order;
mod read;
mod shipped;
mod slip;
mod ways;

use std::sync::Arc;

use szala_board::{Facing, HexId, Ordinal};
use szala_insurrection::{Action, Insurrection, Room, Small, Task};
use szala_kernel::{ActionList, GameSeed, Names as _, Rules as _, Side};

use crate::habits;
use crate::seen::Seen;
use szala_ai::{Glance, Listed, Opinion, Player, Roster as _, View};

use order::Plan;

/// The text of the shipped plan of this name.
pub(crate) fn shipped_text(name: &str) -> Option<&'static str> {
    shipped::PLANS.iter().find(|plan| plan.name == name).map(|plan| plan.text)
}

/// A player that follows a plan.
#[derive(Clone, Debug)]
pub struct Script<R: Room = Small> {
    plan: Arc<Plan<R>>,
    /// Room for the shots of a decision.
    shots: ActionList<Action>,
}

impl<R: Room> Script<R> {
    /// Reads a plan for a side; `file` is its name in error messages.
    ///
    /// # Errors
    /// Everything that is wrong with it, each error at its place, as a message.
    pub fn read(rules: &Insurrection<R>, side: Side, file: &str, text: &str) -> Result<Self, String> {
        let plan = read::read(rules, side, file, text)?;
        Ok(Self { plan: Arc::new(plan), shots: ActionList::within(rules.limits()) })
    }

    /// The plans that are shipped for a side and can be played in this scenario.
    pub fn shipped(rules: &Insurrection<R>, side: Side) -> Vec<Listed> {
        let plans = shipped::PLANS.iter().filter(|plan| read::fits(rules, side, plan.text));
        plans.map(|plan| Listed { name: plan.name.to_owned(), about: read::about(plan.text) }).collect()
    }

    /// The shipped plan of this name; `None` when there is none. If it is for the other side, or for another
    /// scenario, the error lists the players available here.
    pub fn by_name(rules: &Insurrection<R>, side: Side, name: &str) -> Option<Result<Self, String>> {
        let plan = shipped::PLANS.iter().find(|plan| plan.name == name)?;
        let read = Self::read(rules, side, plan.file, plan.text);
        Some(read.map_err(|complaints| match read::unfit(rules, side, plan.text) {
            Some(why) => {
                let players = crate::Players::<R>::players(rules, side);
                let names: Vec<&str> = players.iter().map(|listed| listed.name.as_str()).collect();
                let (asked, names) = (rules.side_name(side), names.join(", "));
                format!("`{name}` cannot be played here: {why}; the {asked} have {names}")
            }
            None => complaints,
        }))
    }

    /// What it does, if that can be known without a list of legal actions.
    fn know(&mut self, seen: &Seen<'_, R>) -> Option<Action> {
        let Self { plan, shots } = self;
        match seen.task() {
            Task::Moving => plan.moving(seen),
            Task::ActiveTurn => Some(plan.active_turn(seen, shots)),
            Task::FireTurn => plan.shot(seen, shots, false).or(Some(Action::Pass)),
            Task::ReactByFire(_) => plan.shot(seen, shots, true).or(Some(Action::Pass)),
            Task::Lead => plan.lead(seen),
            _ => None,
        }
    }

    /// The place of what it does among the legal actions.
    fn find(&mut self, seen: &Seen<'_, R>, legal: &[Action]) -> usize {
        if legal.len() == 1 {
            return 0;
        }
        let known = self.know(seen).and_then(|action| habits::place_of(legal, action));
        known.unwrap_or_else(|| self.follow_plan(seen, legal))
    }

    /// The same where all legal actions have to be examined.
    fn follow_plan(&self, seen: &Seen<'_, R>, legal: &[Action]) -> usize {
        let plan = self.plan.as_ref();
        match seen.task() {
            Task::Moving => plan.any_step(seen, legal),
            Task::React(hex) => plan.react(seen, legal, hex),
            Task::Assaults => habits::assaults(seen, legal),
            Task::Retreat { .. } => habits::retreat(seen, legal),
            Task::Lose { .. } => habits::lose(seen, legal),
            Task::WinnersFace => habits::winners_face(seen, legal),
            Task::StepBack(_) => habits::step_back(seen, legal),
            Task::OfferSquare(_) => habits::against_cavalry(seen, legal),
            Task::OfferLava => habits::lava(legal),
            Task::Returns => habits::returns(seen, legal, |unit, hex, facing| {
                -i32::from(plan.left_from(seen, unit, hex, facing))
            }),
            Task::FillPool(_) | Task::Name => plan.choose_for_pool(seen, legal),
            Task::SetUpUnit(unit) => habits::set_up(seen, legal, plan.stands[unit.index()]),
            Task::SetUpCommander(commander) => {
                let post = plan.posts.iter().find(|(who, _)| *who == commander);
                habits::set_up(seen, legal, post.map(|(_, hex)| (*hex, Facing::ALL[0])))
            }
            _ => 0,
        }
    }
}

impl<R: Room> Player<Insurrection<R>> for Script<R> {
    fn begin(&mut self, _: &Insurrection<R>, _: GameSeed, _: Side) {}

    fn choose(&mut self, view: &View<'_, Insurrection<R>>) -> usize {
        self.find(&Seen::of(view), view.legal())
    }

    fn at_once(&mut self, glance: Glance<'_, Insurrection<R>>) -> Option<Action> {
        self.know(&Seen::at(glance))
    }

    /// A script weighs nothing: it has one opinion, with its source.
    fn opinions(&self, view: &View<'_, Insurrection<R>>) -> Vec<Opinion> {
        let (seen, legal) = (Seen::of(view), view.legal());
        let place = self.clone().find(&seen, legal);
        vec![Opinion { place, value: 1, why: self.reason(&seen, legal[place]).into() }]
    }
}

impl<R: Room> Script<R> {
    /// The order, or other source, that an action follows from.
    fn reason(&self, seen: &Seen<'_, R>, action: Action) -> String {
        let by_order_of = |unit| self.plan.order_of(seen, unit).unwrap_or("no order").to_owned();
        let mover = seen.movers().first();
        match (seen.task(), action) {
            (_, Action::Fire { .. } | Action::Shell { .. }) => "the shot that may bring most".to_owned(),
            (Task::Moving, _) => mover.map_or_else(String::new, by_order_of),
            (_, Action::Begin { unit, .. } | Action::TurnGun { gun: unit, .. } | Action::Limber(unit)) => {
                by_order_of(unit)
            }
            (Task::ActiveTurn, Action::Finish) => "nothing is left to do".to_owned(),
            (Task::Lead, _) => "the commander's order".to_owned(),
            (Task::FillPool(_) | Task::Name, _) => "the plan's choice for the pool".to_owned(),
            (Task::React(_) | Task::ReactByFire(_), _) => "the manner of the unit".to_owned(),
            _ => "a habit".to_owned(),
        }
    }
}

impl<R: Room> Plan<R> {
    /// [13.1] [4.4m] The first of the plan's choices that is available.
    fn choose_for_pool(&self, seen: &Seen<'_, R>, legal: &[Action]) -> usize {
        let choices = self.pool.iter().filter(|(_, when)| when.holds(seen, self.side));
        let mut places = choices.filter_map(|(who, _)| habits::place_of(legal, Action::Choose(*who)));
        places.next().unwrap_or(0)
    }

    /// [9.1] Counterattack if the odds are good enough for the unit's manner, the best first; otherwise retreat, if
    /// that is its manner; otherwise stay.
    fn react(&self, seen: &Seen<'_, R>, legal: &[Action], entered: HexId) -> usize {
        let mut best: Option<(u8, usize)> = None;
        let mut away = None;
        for (place, action) in legal.iter().enumerate() {
            match action {
                Action::Counter(here) => {
                    let stack = seen.troops_at(seen.side, *here);
                    let Some(top) = seen.top(stack) else { continue };
                    let manner = self.manner(seen, top);
                    if manner.counterattack >= order::Manner::NEVER {
                        continue;
                    }
                    let won = habits::odds_of_entering(seen, stack, *here, entered, false);
                    if won >= manner.counterattack && best.is_none_or(|(most, _)| won > most) {
                        best = Some((won, place));
                    }
                }
                Action::Withdraw(here) => {
                    let top = seen.top(seen.troops_at(seen.side, *here));
                    if top.is_some_and(|top| self.manner(seen, top).withdraw) {
                        away = away.or(Some(place));
                    }
                }
                _ => (),
            }
        }
        best.map(|(_, place)| place).or(away).unwrap_or_else(|| habits::decline(legal))
    }
}

#[cfg(test)]
mod tests;
