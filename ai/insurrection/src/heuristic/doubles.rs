//! [8.9] Marches in double time: two points more, forwards only, and to the last point that buys a step.

use szala_board::{Facing, HexId};
use szala_insurrection::{Arm, Hexes, Insurrection, Room, UnitSet};

use super::Heuristic;
use super::routes::Route;
use crate::marches::{Leg, MOST_POINTS, Walker};

/// The hexes of a march, from where it begins.
#[derive(Clone, Copy, Debug)]
struct Way {
    hexes: [HexId; 1 + MOST_POINTS as usize],
    steps: usize,
}

impl Way {
    const fn from(hex: HexId) -> Self {
        Self { hexes: [hex; 1 + MOST_POINTS as usize], steps: 0 }
    }

    const fn end(&self) -> HexId {
        self.hexes[self.steps]
    }

    const fn and(mut self, hex: HexId) -> Self {
        self.steps += 1;
        self.hexes[self.steps] = hex;
        self
    }
}

/// A march under way: who blocks it, and where it has been with how many points left.
struct March<'m, R: Room> {
    game: &'m Insurrection<R>,
    facing: Facing,
    barred: Hexes<R>,
    been: [Hexes<R>; 1 + MOST_POINTS as usize],
}

impl<R: Room> March<'_, R> {
    /// Calls a function once for each hex and number of points left with which the march can end beyond this way.
    fn go_on(&mut self, way: &Way, left: u8, tell: &mut impl FnMut(&Way)) {
        let (hex, mut is_end) = (way.end(), true);
        for direction in self.facing.front() {
            let Some(next) = self.game.scenario().board.neighbour(hex, direction) else { continue };
            let points = self.game.ground_points_towards(hex, direction, Arm::Infantry);
            if points > left
                || self.barred.contains(next)
                || !self.game.is_open_to_double_time(hex, direction)
            {
                continue;
            }
            is_end = false;
            let left = left - points;
            let been = &mut self.been[usize::from(left)];
            if !been.contains(next) {
                been.insert(next);
                self.go_on(&way.and(next), left, tell);
            }
        }
        if is_end && way.steps > 0 {
            tell(way);
        }
    }
}

impl<R: Room> Heuristic<R> {
    /// Where these units could end a march in double time that they begin, or are on.
    pub(super) fn ends_of_doubles(&self, game: &Insurrection<R>, group: UnitSet<R>) -> Hexes<R> {
        let mut ends = Hexes::<R>::EMPTY;
        self.each_double(game, group, |way| ends.insert(way.end()));
        ends
    }

    fn each_double(&self, game: &Insurrection<R>, group: UnitSet<R>, mut tell: impl FnMut(&Way)) {
        let state = &self.state;
        let Some(lead) = game.top(state, group) else { return };
        let Some(hex) = state.hex_of(lead) else { return };
        let points = group.iter().map(|unit| game.points_left_in_double_time(state, unit)).min().unwrap_or(0);
        let mut march = March {
            game,
            facing: state[lead].facing,
            barred: self.scene.ours | self.scene.theirs,
            been: [Hexes::<R>::EMPTY; 1 + MOST_POINTS as usize],
        };
        march.go_on(&Way::from(hex), points.min(MOST_POINTS), &mut tell);
    }

    /// The best march in double time of these units, or the one to this hex.
    pub(super) fn best_double(
        &mut self,
        game: &Insurrection<R>,
        group: UnitSet<R>,
        only: Option<HexId>,
    ) -> Route<R> {
        let who = self.stander(game, group);
        let hex = self.state.hex_of(who.top).expect("movers are on the map");
        let facing = self.state[who.top].facing;
        let walker = Walker {
            hex,
            facing,
            arm: who.arm,
            points: 0,
            is_bound: false,
            is_loose: false,
            is_fresh: false,
        };
        self.errand = None;
        let aim = self.aim(game, &who, walker);
        let at = |hex: HexId| {
            let values = self.values_of_ends(game, &who, walker, aim, hex, i32::MIN);
            values.expect("all is more than that")[facing.index()]
        };
        let now = at(hex) + self.cost_of_leaving(game, &who, hex);
        let mut best: Option<(i32, Way)> = None;
        self.each_double(game, group, |way| {
            if only.is_none_or(|only| way.end() == only) {
                let value = at(way.end()) - now;
                if best.is_none_or(|(most, _)| value > most) {
                    best = Some((value, *way));
                }
            }
        });
        let mut route = Route::NONE.given_up(group);
        route.doubles = true;
        let Some((value, way)) = best else { return route };
        (route.value, route.why) = (value, "in double time");
        for hex in way.hexes[1..=way.steps].iter().rev() {
            route.push(Leg::Go(*hex));
        }
        route
    }
}

#[cfg(test)]
mod tests {
    use szala_ai::drilled::{Drilling as _, Options};
    use szala_ai::{Player as _, View};
    use szala_insurrection::{Action, State, Task};
    use szala_kernel::dice::SeededDice;
    use szala_kernel::{ActionList, Rules as _, RunSeed, Side, Table};

    use super::*;
    use crate::heuristic::tests::{looking, play, unit, weighing};
    use crate::testing::{hex, historical, position};

    /// The position when the active side is to move, and nobody has fired.
    fn begun(game: &Insurrection, text: &str) -> State {
        let mut state = position(game, text);
        let mut table = Table::new(SeededDice::new(RunSeed(1).game(1)), ());
        let mut list = ActionList::within(game.limits());
        while state.task() != Task::ActiveTurn {
            list.clear();
            game.actions(&state, &mut list);
            let action = list.iter().find(|action| matches!(action, Action::Start | Action::Pass));
            game.apply(&mut state, *action.expect("the game starts, and who may fire may pass"), &mut table);
        }
        state
    }

    /// Every end of a double-time march that the rules allow without entering an occupied hex, which is never
    /// compulsory [D-8.9b]; the other side lets it pass.
    fn ends_by_the_rules(
        game: &Insurrection,
        state: &State,
        at: HexId,
        ends: &mut Hexes<szala_insurrection::Small>,
    ) {
        if state.movers().is_empty() {
            ends.insert(at);
            return;
        }
        let mut list = ActionList::within(game.limits());
        game.actions(state, &mut list);
        let mut goes_on = false;
        for action in list.iter() {
            let to = match *action {
                Action::Step { to, .. }
                    if Side::BOTH.iter().all(|side| state.stack(*side, to).is_empty()) =>
                {
                    to
                }
                Action::Pass => at,
                _ => continue,
            };
            goes_on = true;
            let mut after = *state;
            game.apply(&mut after, *action, &mut Table::new(SeededDice::new(RunSeed(1).game(1)), ()));
            ends_by_the_rules(game, &after, to, ends);
        }
        if !goes_on {
            ends.insert(at);
        }
    }

    #[test]
    fn r8_9_a_march_in_double_time_ends_where_the_rules_let_it() {
        let game = historical();
        for (at, commander, others) in [
            // Open ground; a wood ahead; an escarpment; down the ravine to the edge of the map; across a trench;
            // friends in the way, and the enemy.
            ("0801 NE", "0803", ""),
            ("0604 NE", "0804", ""),
            ("0408 N", "0608", ""),
            ("0608 S", "0608", ""),
            ("0709 S", "0808", ""),
            ("0801 NE", "0803", r#""Narwa 2" = "0803 S", "Pskow 1" = "0905 S""#),
            ("0801 NE", "0803", r#""KN II" = "0805 N""#),
        ] {
            let text = format!(
                r#"
                stage = 2
                active = "Lewiz"
                units = {{ "Narwa 1" = "{at}", "1/I/7 pp lit." = "0109 N", {others} }}
                commanders = {{ Lewiz = "{commander}" }}
                "#
            );
            let player = looking(&game, Side::Second, weighing("Russians", |_| ()), &text);
            let narwa = unit(&game, "Narwa 1");
            let mut state = begun(&game, &text);
            let mut table = Table::new(SeededDice::new(RunSeed(1).game(1)), ());
            for unit in narwa.iter() {
                game.apply(&mut state, Action::Begin { unit, stack: false, double_time: true }, &mut table);
            }
            let mut expected = Hexes::<szala_insurrection::Small>::EMPTY;
            ends_by_the_rules(&game, &state, hex(&game, &at[..4]), &mut expected);
            let ends = player.ends_of_doubles(&game, narwa);
            assert!(!ends.is_empty(), "{at}");
            assert_eq!(ends, expected, "{at}, {others}");
        }
    }

    /// The two companies are nine hexes from anybody: six points take them farther than four.
    const FAR_AWAY: &str = r#"
        stage = 2
        active = "Lewiz"
        units = { "Narwa 1" = "0801 NE", "Narwa 2" = "1003 N", "1/I/7 pp lit." = "0109 N" }
        commanders = { Lewiz = "0803" }
    "#;

    #[test]
    fn a_net_weighs_double_time_if_it_is_on() {
        let game = historical();
        let ways = |cost: i32| {
            let weights = weighing("Russians", |weights| weights.double_time = cost);
            let mut player = looking(&game, Side::Second, weights, FAR_AWAY);
            player.begin(&game, RunSeed(1).game(1), Side::Second);
            let state = begun(&game, FAR_AWAY);
            let mut list = ActionList::within(game.limits());
            game.actions(&state, &mut list);
            let view = View::new(&game, &state, &list);
            let mut options = Options::none();
            player.options(&view, &mut options);
            let legal: Vec<Action> = list.iter().copied().collect();
            options
                .choices()
                .filter(|choice| match *choice {
                    crate::heuristic::drilled::Choice::Move(place, _) => {
                        matches!(legal[place], Action::Begin { double_time: true, .. })
                    }
                    crate::heuristic::drilled::Choice::Plain(_) => false,
                })
                .count()
        };
        assert_eq!(ways(0), 0);
        let player = looking(&game, Side::Second, weighing("Russians", |_| ()), FAR_AWAY);
        let both = ["Narwa 1", "Narwa 2"].map(|name| player.ends_of_doubles(&game, unit(&game, name)).len());
        // The own choice may be one of them, and is no option twice.
        let all: usize = both.iter().sum();
        assert!([all, all - 1].contains(&ways(1)), "{} of {all}", ways(1));
        assert!(both.iter().all(|ends| *ends > 0), "{both:?}");
    }

    #[test]
    fn a_heuristic_marches_in_double_time_by_the_rules_if_it_is_on() {
        let game = historical();
        let marches = |cost: i32| {
            let (mut begun, mut steps) = (0, 0);
            for number in 0..6 {
                let players = Side::BOTH.map(|side| {
                    let name = ["Poles", "Russians"][side as usize];
                    Heuristic::new(&game, weighing(name, |weights| weights.double_time = cost))
                });
                play(&game, RunSeed(1794).game(number), players, |state, action| {
                    begun += usize::from(matches!(action, Action::Begin { double_time: true, .. }));
                    let is_step = matches!(action, Action::Step { .. });
                    steps += usize::from(is_step && !state.doubling().is_empty());
                });
            }
            (begun, steps)
        };
        assert_eq!(marches(0), (0, 0));
        let (begun, steps) = marches(1);
        assert!(begun > 0 && steps >= begun, "{begun} marches of {steps} steps");
    }

    #[test]
    fn the_best_double_goes_where_it_is_told_in_six_steps() {
        let game = historical();
        let mut player = looking(&game, Side::Second, weighing("Russians", |_| ()), FAR_AWAY);
        let narwa = unit(&game, "Narwa 1");
        let to = hex(&game, "0807");
        assert!(player.ends_of_doubles(&game, narwa).contains(to));
        let route = player.best_double(&game, narwa, Some(to));
        let legs: Vec<Leg> = route.legs_to_go().collect();
        // Down the column, a point a hex: 4 + 2 = 6.
        let way = ["0802", "0803", "0804", "0805", "0806", "0807"].map(|label| Leg::Go(hex(&game, label)));
        assert_eq!((route.doubles, &legs[..]), (true, &way[..]));
    }
}
