//! The heuristic's reasons in words, for readers who ask why: odds, targets, where a route leads. Not part of play.

use core::fmt::{self, Write};

use szala_board::{Facing, HexId};
use szala_insurrection::{Action, Insurrection, MeleeOdds, Prospect, Room, Task};

use super::routes::Route;
use super::{Heuristic, Verdict};
use crate::marches::Leg;

impl<R: Room> Heuristic<R> {
    /// The reason for a verdict, with the values behind it.
    pub(super) fn account(&mut self, game: &Insurrection<R>, action: Action, verdict: Verdict) -> String {
        let mut words = verdict.why.to_owned();
        let written = match action {
            Action::Fire { .. } | Action::Shell { .. } => self.tell_shot(game, action, &mut words),
            Action::Begin { unit, stack, .. } => {
                // It may have been planned earlier; to explain it, it is planned again.
                self.scene.read(game, &self.state, self.scene.side);
                let group = self.group_of(game, unit, stack);
                let route = self.best_route(game, group);
                self.tell_route(game, &route, &mut words)
            }
            Action::Step { .. } | Action::Turn { .. } | Action::Charge { .. } => {
                let route = self.route;
                self.tell_route(game, &route, &mut words)
            }
            Action::Assault(hex) => {
                let margin = game.melee_margin(&self.state, hex, self.scene.side, false);
                tell_odds(MeleeOdds::of(margin), &mut words)
            }
            Action::Counter(here) => self.tell_counterattack(game, here, &mut words),
            _ => Ok(()),
        };
        written.expect("writing to a string");
        words
    }

    fn tell_shot(&self, game: &Insurrection<R>, action: Action, words: &mut String) -> fmt::Result {
        let mut written = Ok(());
        game.prospects(&self.state, action, |prospect| {
            let told = match prospect {
                Prospect::Nothing => write!(words, ", without effect"),
                Prospect::Capture { gun, hundredths } => {
                    write!(words, ", {} taken {hundredths} of 100", game.scenario().unit(gun).name)
                }
                Prospect::Test { unit, driven, hit, .. } => {
                    let name = &game.scenario().unit(unit).name;
                    write!(words, ", {name} driven back {driven} of 10, {hit} with a loss")
                }
            };
            written = written.and(told);
        });
        written
    }

    /// Where a route leads, and the odds of the melee at its end.
    fn tell_route(&self, game: &Insurrection<R>, route: &Route<R>, words: &mut String) -> fmt::Result {
        let Some((hex, facing)) = self.end_of(route) else { return Ok(()) };
        let board = &game.scenario().board;
        let Some((to, is_charge)) = route.enter else {
            return write!(words, ": {} {}", board.label(hex), game.facing_name(facing));
        };
        write!(words, " {}", board.label(to))?;
        if board.distance(hex, to) != 1 || !self.state.holds(!self.scene.side, to) {
            // The enemy has gone, or the route has changed: no melee to report.
            return Ok(());
        }
        let margin = game.margin_of_entering(&self.state, route.group, hex, to, is_charge);
        tell_odds(MeleeOdds::of(margin), words)
    }

    /// Where the units are when all legs are done.
    pub(super) fn end_of(&self, route: &Route<R>) -> Option<(HexId, Facing)> {
        let top = route.group.first()?;
        let start = (self.state.hex_of(top)?, self.state[top].facing);
        Some(route.legs_to_go().fold(start, |(hex, facing), leg| match leg {
            Leg::Go(to) => (to, facing),
            Leg::Face(new) => (hex, new),
        }))
    }

    fn tell_counterattack(&self, game: &Insurrection<R>, here: HexId, words: &mut String) -> fmt::Result {
        let Task::React(hex) = self.state.task() else { return Ok(()) };
        let group = game.troops_at(&self.state, self.scene.side, here);
        let margin = game.margin_of_entering(&self.state, group, here, hex, false);
        let foes = self.state.stack(!self.scene.side, hex);
        write!(words, " after a test passed {} of 10", self.chance_to_counter(game, group, foes))?;
        tell_odds(MeleeOdds::of(margin), words)
    }
}

fn tell_odds(odds: MeleeOdds, words: &mut String) -> fmt::Result {
    write!(words, ", won {} of 100", odds.won)
}
