//! [8.9] Marches in double time: two points more, forwards only, and to the last point that buys a step.

use szala_board::{Facing, HexId};
use szala_insurrection::{Arm, Hexes, Insurrection, Room, UnitSet};

use super::Heuristic;
use super::routes::{Fight, Route};
use crate::marches::{Leg, MOST_POINTS, Walker};
use crate::orders::Errand;
use crate::scene::Scene;

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

/// A march under way: who blocks it and who can be joined or entered, and where it has been with how many points left.
struct March<'m, R: Room> {
    game: &'m Insurrection<R>,
    facing: Facing,
    barred: Hexes<R>,
    joined: Hexes<R>,
    entered: Hexes<R>,
    been: [Hexes<R>; 1 + MOST_POINTS as usize],
}

impl<R: Room> March<'_, R> {
    /// Calls a function once for each hex and number of points left with which the march can end beyond this way, and
    /// for each enemy whom it can enter from there: the way, and what it is for.
    fn go_on(&mut self, way: &Way, left: u8, tell: &mut impl FnMut(&Way, Errand)) {
        let (hex, mut is_end) = (way.end(), true);
        for direction in self.facing.front() {
            let Some(next) = self.game.scenario().board.neighbour(hex, direction) else { continue };
            let points = self.game.ground_points_towards(hex, direction, Arm::Infantry);
            if points > left || !self.game.is_open_to_double_time(hex, direction) {
                continue;
            }
            if self.barred.contains(next) {
                // [6.11] One more point into the hex of an enemy. [D-8.9b] Nobody has to enter it, or to join friends.
                if self.entered.contains(next) && points < left {
                    tell(way, Errand::Enter(next));
                } else if self.joined.contains(next) {
                    tell(&way.and(next), Errand::Go(next));
                }
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
            tell(way, Errand::Go(hex));
        }
    }
}

impl<R: Room> Heuristic<R> {
    /// Where these units could end a march in double time that they begin, or are on; and which enemies they could
    /// enter at its end.
    pub(super) fn ends_of_doubles(&self, game: &Insurrection<R>, group: UnitSet<R>) -> [Hexes<R>; 2] {
        let (mut ends, mut entered) = (Hexes::<R>::EMPTY, Hexes::<R>::EMPTY);
        self.each_double(game, group, |way, errand| match errand {
            Errand::Enter(hex) => entered.insert(hex),
            _ => ends.insert(way.end()),
        });
        [ends, entered]
    }

    fn each_double(&self, game: &Insurrection<R>, group: UnitSet<R>, mut tell: impl FnMut(&Way, Errand)) {
        let state = &self.state;
        let Some(lead) = game.top(state, group) else { return };
        let Some(hex) = state.hex_of(lead) else { return };
        let points = group.iter().map(|unit| game.points_left_in_double_time(state, unit)).min().unwrap_or(0);
        let Scene { ours, theirs, .. } = &self.scene;
        let foes = self.scene.foes.iter().filter(|foe| !foe.square).map(|foe| foe.hex);
        let friends = if self.weights.through > 0 { *ours - *theirs } else { Hexes::<R>::EMPTY };
        let stands = |to: &HexId| game.can_stand_together(state, state.stack(self.scene.side, *to) | group);
        let mut march = March {
            game,
            facing: state[lead].facing,
            barred: *ours | *theirs,
            joined: friends.iter().filter(|to| *to != hex && stands(to)).collect(),
            entered: foes.filter(|to| self.have_room_among_foes(game, group, *to)).collect(),
            been: [Hexes::<R>::EMPTY; 1 + MOST_POINTS as usize],
        };
        march.go_on(&Way::from(hex), points.min(MOST_POINTS), &mut tell);
    }

    /// The best march in double time of these units, or the one on this errand.
    pub(super) fn best_double(
        &mut self,
        game: &Insurrection<R>,
        group: UnitSet<R>,
        only: Option<Errand>,
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
        let left_behind = self.cost_of_leaving(game, &who, hex);
        let now = at(hex) + left_behind;
        let given_up = left_behind + self.stronghold_at(game, group, hex);
        let fight = Fight { who: &who, walker, aim, now: -given_up };
        let mut best: Option<(i32, Way, Errand)> = None;
        self.each_double(game, group, |way, errand| {
            if only.is_some_and(|only| only != errand) {
                return;
            }
            // [D-13.1d] An instant in the camp counts, and a march that must go on passes through it.
            let passed = way.hexes[1..way.steps.max(1)].iter();
            let camp = passed.map(|hex| self.enemy_camp_at(game, *hex)).max().unwrap_or(0);
            let value = camp
                + if let Errand::Enter(to) = errand {
                    let gain = self.value_of_entering(game, &self.assault(game, group, to), way.end());
                    self.value_of_attack(game, &fight, to, gain)
                } else {
                    at(way.end()) - now
                };
            if best.is_none_or(|(most, ..)| value > most) {
                best = Some((value, *way, errand));
            }
        });
        let mut route = Route::NONE.given_up(group);
        route.doubles = true;
        let Some((value, way, errand)) = best else { return route };
        (route.value, route.why) = (value, "in double time");
        if let Errand::Enter(hex) = errand {
            (route.enter, route.why) = (Some((hex, false)), "assault in double time");
        }
        for hex in way.hexes[1..=way.steps].iter().rev() {
            route.push(Leg::Go(*hex));
        }
        route
    }
}

#[cfg(test)]
mod tests {
    use szala_ai::drilled::Drilling as _;
    use szala_ai::{Player as _, View};
    use szala_insurrection::{Action, State};
    use szala_kernel::{ActionList, Rules as _, RunSeed, Side};

    use super::*;
    use crate::heuristic::drilled::Choice;
    use crate::heuristic::tests::{
        Weighed, at_the_turn, looking, play, quiet, unit, weighed_by_a_net, weighing,
    };
    use crate::orders::Order;
    use crate::testing::{hex, historical, position};

    /// The position when the active side is to move, and nobody has fired.
    fn begun(game: &Insurrection, text: &str) -> State {
        at_the_turn(game, position(game, text))
    }

    /// A squadron stands across the way of the first company: four steps and then five points into its hex.
    const FIVE_HEXES_AWAY: &str = r#"
        stage = 2
        active = "Lewiz"
        units = { "Narwa 1" = "0801 NE", "Narwa 2" = "1003 N", "KN II" = "0805 S" }
        commanders = { Lewiz = "0803" }
    "#;

    type Set = Hexes<szala_insurrection::Small>;

    /// Every end of a double-time march that the rules allow, and every enemy whom it may enter: neither that nor
    /// joining friends is compulsory [D-8.9b]. The other side lets it pass.
    fn ends_by_the_rules(game: &Insurrection, state: &State, at: HexId, [ends, entered]: [&mut Set; 2]) {
        if state.movers().is_empty() {
            ends.insert(at);
            return;
        }
        let mut list = ActionList::within(game.limits());
        game.actions(state, &mut list);
        let mut goes_on = false;
        for action in list.iter() {
            let to = match *action {
                Action::Step { to, .. } if !state.stack(Side::First, to).is_empty() => {
                    entered.insert(to);
                    continue;
                }
                Action::Step { to, .. } => {
                    goes_on |= state.stack(Side::Second, to).is_empty();
                    to
                }
                Action::Pass => {
                    goes_on = true;
                    at
                }
                _ => continue,
            };
            let mut after = *state;
            game.apply(&mut after, *action, &mut quiet());
            if matches!(action, Action::Step { .. }) && !state.stack(Side::Second, to).is_empty() {
                // [8.9] Nobody goes on from friends.
                ends.insert(to);
                continue;
            }
            ends_by_the_rules(game, &after, to, [&mut *ends, &mut *entered]);
        }
        if !goes_on {
            ends.insert(at);
        }
    }

    #[test]
    fn r8_9_a_march_in_double_time_ends_where_the_rules_let_it() {
        let game = historical();
        let mut met = [0, 0];
        for (at, commander, others) in [
            // Open ground; a wood ahead; an escarpment; down the ravine to the edge of the map; across a trench;
            // friends in the way, of the same arm and of another; and the enemy, in whose hex there may be friends.
            ("0801 NE", "0803", ""),
            ("0604 NE", "0804", ""),
            ("0408 N", "0608", ""),
            ("0608 S", "0608", ""),
            ("0709 S", "0808", ""),
            ("0801 NE", "0803", r#""Narwa 2" = "0803 S", "Pskow 1" = "0905 S""#),
            ("0801 NE", "0803", r#""Narwa 2" = "0802 S", "Narwa 3" = "0804 S""#),
            ("0801 NE", "0803", r#""KN II" = "0805 N""#),
            ("0801 NE", "0803", r#""KN II" = "0805 N", "Narwa 2" = "0805 S""#),
            ("0801 NE", "0803", r#""KN II" = "0802 N", "Narbutt 1" = "0805 N""#),
        ] {
            let text = format!(
                r#"
                stage = 2
                active = "Lewiz"
                units = {{ "Narwa 1" = "{at}", "1/I/7 pp lit." = "0109 N", {others} }}
                commanders = {{ Lewiz = "{commander}" }}
                "#
            );
            let joining = weighing("Russians", |weights| weights.through = 1);
            let player = looking(&game, Side::Second, joining, &text);
            let narwa = unit(&game, "Narwa 1");
            let mut state = begun(&game, &text);
            let mut table = quiet();
            for unit in narwa.iter() {
                game.apply(&mut state, Action::Begin { unit, stack: false, double_time: true }, &mut table);
            }
            let (mut ends, mut entered) = (Set::EMPTY, Set::EMPTY);
            ends_by_the_rules(&game, &state, hex(&game, &at[..4]), [&mut ends, &mut entered]);
            // Where it stands is no end if it has not moved.
            ends.remove(hex(&game, &at[..4]));
            let found = player.ends_of_doubles(&game, narwa);
            assert_eq!(found, [ends, entered], "{at}, {others}");
            met[0] += usize::from(ends.intersects(&state.held(Side::Second)));
            met[1] += usize::from(!entered.is_empty());
        }
        assert!(met.iter().all(|met| *met > 0), "friends joined and enemies entered: {met:?}");
    }

    /// The two companies are nine hexes from anybody: six points take them farther than four.
    const FAR_AWAY: &str = r#"
        stage = 2
        active = "Lewiz"
        units = { "Narwa 1" = "0801 NE", "Narwa 2" = "1003 N", "1/I/7 pp lit." = "0109 N" }
        commanders = { Lewiz = "0803" }
    "#;

    /// What a net of the Russians weighs in a position, where double time costs this.
    fn weighed(game: &Insurrection, text: &str, cost: i32) -> Weighed {
        weighed_by_a_net(game, Side::Second, weighing("Russians", |weights| weights.double_time = cost), text)
    }

    /// The marches in double time among the choices of a net.
    fn doubles(weighed: &Weighed) -> Vec<Choice<szala_insurrection::Small>> {
        let is_double = |choice: &&Choice<_>| match **choice {
            Choice::Move(place, _) => {
                matches!(weighed.legal[place], Action::Begin { double_time: true, .. })
            }
            Choice::Plain(_) => false,
        };
        weighed.choices.iter().filter(is_double).copied().collect()
    }

    #[test]
    fn a_net_weighs_double_time_if_it_is_on() {
        let game = historical();
        let ways = |cost: i32| doubles(&weighed(&game, FAR_AWAY, cost)).len();
        assert_eq!(ways(0), 0);
        let player = looking(&game, Side::Second, weighing("Russians", |_| ()), FAR_AWAY);
        let both =
            ["Narwa 1", "Narwa 2"].map(|name| player.ends_of_doubles(&game, unit(&game, name))[0].len());
        // The own choice may be one of them, and is no option twice.
        let all: usize = both.iter().sum();
        assert!([all, all - 1].contains(&ways(1)), "{} of {all}", ways(1));
        assert!(both.iter().all(|ends| *ends > 0), "{both:?}");
    }

    /// What a net chooses is begun, and carried out to where it was to lead: every way of every march.
    #[test]
    fn a_march_in_double_time_that_a_net_chooses_is_carried_out() {
        let game = historical();
        for (text, is_met) in [(FAR_AWAY, false), (FIVE_HEXES_AWAY, true)] {
            let choices = doubles(&weighed(&game, text, 1));
            let enters = |choice: &Choice<_>| match choice {
                Choice::Move(_, order) => matches!(order.errand, Errand::Enter(_)),
                Choice::Plain(_) => false,
            };
            assert_eq!(choices.iter().any(enters), is_met);
            for chosen in choices {
                let Choice::Move(_, Order { who, errand }) = chosen else { unreachable!("they are moves") };
                let (Errand::Go(goal) | Errand::Enter(goal)) = errand else { panic!("{errand:?}") };
                let Weighed { mut player, mut state, legal: mut list, choices } = weighed(&game, text, 1);
                let taken = player.take(&View::new(&game, &state, &list), choices[0], chosen);
                let place = taken.expect("a march is decided at once");
                let mut action = list[place];
                assert!(matches!(action, Action::Begin { double_time: true, .. }), "{errand:?}: {action:?}");
                let mut table = quiet();
                loop {
                    game.apply(&mut state, action, &mut table);
                    if state.movers().is_empty() {
                        break;
                    }
                    list.clear();
                    game.actions(&state, &mut list);
                    action = if game.to_act(&state) == Side::Second {
                        player.decide(&game, &state, &mut list).expect("something is legal")
                    } else {
                        Action::Pass
                    };
                }
                let end = who.first().and_then(|unit| state.hex_of(unit));
                assert_eq!(end, Some(goal), "{errand:?}");
            }
        }
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
        assert!(player.ends_of_doubles(&game, narwa)[0].contains(to));
        let route = player.best_double(&game, narwa, Some(Errand::Go(to)));
        let legs: Vec<Leg> = route.legs_to_go().collect();
        // Down the column, a point a hex: 4 + 2 = 6.
        let way = ["0802", "0803", "0804", "0805", "0806", "0807"].map(|label| Leg::Go(hex(&game, label)));
        assert_eq!((route.doubles, &legs[..]), (true, &way[..]));
    }
}
