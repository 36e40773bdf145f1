//! Ways and their costs, by hand and by another search.

use super::*;
use crate::testing::{drill, hex, historical, oronne};

/// The cost of the way from one hex to another on foot and mounted.
fn costs(from: &str, to: &str) -> [u8; 2] {
    let game = historical();
    let marches = Marches::new(&game);
    [Arm::Infantry, Arm::Cavalry].map(|arm| marches.cost(arm, hex(&game, from), hex(&game, to)))
}

#[test]
fn r8_2_a_road_is_one_point_a_hex_through_the_ravine() {
    // 0109 0208 0309 0408 0509 0608 0708 0808 0908 1008 1108: ten steps, ten rows. No way is shorter than ten.
    assert_eq!(costs("0109", "1108"), [10, 10]);
    assert_eq!(costs("1108", "0109"), [10, 10]);
}

#[test]
fn r8_2t_clear_ground_costs_one_a_hex() {
    // From column 1 to column 4 of row 2: three hexes.
    assert_eq!(costs("0201", "0204"), [3, 3]);
    assert_eq!(costs("0201", "0201"), [0, 0]);
}

#[test]
fn r8_2t_forest_costs_two_on_foot_and_three_mounted() {
    // 0605 lies alone, on the level. The way out is a clear hex.
    assert_eq!(costs("0604", "0605"), [2, 3]);
    assert_eq!(costs("0605", "0604"), [1, 1]);
}

#[test]
fn r8_2t_up_a_slope_costs_one_more() {
    // From forest on level 0 into forest on level 1: 2 + 1, 3 + 1. By 0604 it would be a point more. Down again: 2, 3.
    assert_eq!(costs("0504", "0505"), [3, 4]);
    assert_eq!(costs("0505", "0504"), [2, 3]);
}

#[test]
fn r8_2t_an_escarpment_costs_two_up_on_foot_and_is_ridden_round() {
    // From 0509 straight up to 0510: 1 + 2 and 1 + 3. By 0609, whose side to 0510 is a slope: 1 + (1 + 1). On foot that
    // is the same, mounted a point less. Down the escarpment: 1 + 1, and round by 0609 the same.
    assert_eq!(costs("0509", "0510"), [3, 3]);
    assert_eq!(costs("0510", "0509"), [2, 2]);
    // 0309 up to 0308: 1 + 2, 1 + 3. Round it by 0209, 0208 or 0408 there are escarpments too.
    assert_eq!(costs("0309", "0308"), [3, 4]);
}

/// Everything that can be reached, by trying every step and turn repeatedly until nothing gets cheaper.
fn by_trying<R: Room>(
    game: &Insurrection<R>,
    walker: Walker,
    barred: &Hexes<R>,
    friends: &Hexes<R>,
) -> Vec<[Option<u8>; 6]> {
    let board = &game.scenario().board;
    let mut known = vec![[None; 6]; board.hexes().len()];
    known[walker.hex.index()][walker.facing.index()] = Some(0);
    let mut waiting = vec![(walker.hex, walker.facing)];
    while let Some((hex, facing)) = waiting.pop() {
        let spent: u8 = known[hex.index()][facing.index()].expect("waits because it is known");
        let mut next: Vec<(HexId, Facing, u8)> = Vec::new();
        let is_passing = hex != walker.hex && friends.contains(hex);
        // [8.7]
        for other in Facing::ALL {
            let points = match facing.steps_to(other) {
                0 => continue,
                // [6.0] Not before the first step of a unit that leaves a stack.
                _ if walker.is_bound && spent == 0 => continue,
                // [6.0] Nor among friends, who all face the same way.
                _ if is_passing => continue,
                3 => game.scenario().values.about_turn,
                sixths => sixths,
            };
            next.push((hex, other, points));
        }
        let mut step = |direction: Direction, extra: u8| {
            if let Some(to) = board.neighbour(hex, direction).filter(|to| !barred.contains(*to)) {
                let points = game.ground_points(hex, to, walker.arm).expect("a step leads to a neighbour");
                // [6.3] [D-6.3a] A point more on leaving friends.
                next.push((to, facing, points + extra + u8::from(is_passing)));
            }
        };
        // [8.1] [8.6]
        facing.front().into_iter().for_each(|direction| step(direction, 0));
        if walker.arm == Arm::Infantry {
            facing.rear().into_iter().for_each(|direction| step(direction, 1));
        }
        for (to, facing, points) in next {
            let sum = spent + points;
            let before = &mut known[to.index()][facing.index()];
            if sum <= walker.points && before.is_none_or(|before| sum < before) {
                *before = Some(sum);
                waiting.push((to, facing));
            }
        }
    }
    known
}

/// Hexes here and there, the first of them dependent on the number.
fn scattered<R: Room>(game: &Insurrection<R>, number: usize) -> Hexes<R> {
    let hexes = game.scenario().board.hexes();
    hexes.iter().filter(|hex| (hex.index() * 37 + number * 11) % 9 < 2).collect()
}

/// Walkers of every kind on hexes so far apart with every facing, their barred hexes, and those of their friends.
fn every_walker<R: Room>(
    game: &Insurrection<R>,
    apart: usize,
    mut look: impl FnMut(Walker, &Hexes<R>, &Hexes<R>),
) {
    let arms = [(Arm::Infantry, 4), (Arm::Cavalry, 8), (Arm::Cavalry, 9), (Arm::Artillery, 3)];
    for (number, hex) in game.scenario().board.hexes().iter().step_by(apart).enumerate() {
        for facing in Facing::ALL {
            for (arm, points) in arms {
                let mut barred = if number % 3 == 0 { HexSet::EMPTY } else { scattered(game, number) };
                // A unit may start where it could not come back to: in front of an enemy that is to be ridden round.
                if number % 5 < 3 {
                    barred.remove(hex);
                } else {
                    barred.insert(hex);
                }
                let is_bound = number % 4 == 0;
                let friends = if number % 2 == 0 { HexSet::EMPTY } else { scattered(game, number + 4) };
                look(
                    Walker { hex, facing, arm, points, is_bound, is_loose: false, is_fresh: false },
                    &barred,
                    &(friends - barred),
                );
            }
        }
    }
}

#[test]
fn r8_1_what_can_be_reached_is_what_trying_every_step_and_turn_reaches() {
    what_can_be_reached(&historical(), 5, 10_000);
    what_can_be_reached(&drill(), 5, 5_000);
    // Of a large map a march has only a part before it.
    what_can_be_reached(&oronne(), 17, 10_000);
}

fn what_can_be_reached<R: Room>(game: &Insurrection<R>, apart: usize, at_least: usize) {
    let marches = Marches::new(game);
    // One for all, so that leftovers of the previous walker are not mistaken for reached hexes.
    let mut reach = Reach::NOTHING;
    let mut reached = 0;
    every_walker(game, apart, |walker, barred, friends| {
        marches.reach(walker, barred, friends, &mut reach);
        let expected = by_trying(game, walker, barred, friends);
        for hex in game.scenario().board.hexes() {
            let points = Facing::ALL.map(|facing| reach.points(hex, facing));
            assert_eq!(points, expected[hex.index()], "{walker:?} in {hex:?}");
            let is_reached = points.iter().any(Option::is_some);
            assert_eq!(reach.hexes().contains(hex), is_reached, "{walker:?} in {hex:?}");
            reached += usize::from(is_reached);
        }
    });
    assert!(reached > at_least, "{reached}");
}

#[test]
fn r8_1_the_way_back_costs_what_was_said_and_leads_from_start_to_end() {
    the_way_back(&historical(), 5);
    // [D-M8.7a] With an about turn of three points, and marsh, village and river.
    the_way_back(&drill(), 5);
    the_way_back(&oronne(), 17);
}

fn the_way_back<R: Room>(game: &Insurrection<R>, apart: usize) {
    let about_turn = game.scenario().values.about_turn;
    let board = &game.scenario().board;
    let marches = Marches::new(game);
    let mut reach = Reach::NOTHING;
    let mut longest = 0;
    every_walker(game, apart, |walker, barred, friends| {
        marches.reach(walker, barred, friends, &mut reach);
        for (hex, facing) in board.hexes().iter().flat_map(|hex| Facing::ALL.map(|facing| (hex, facing))) {
            let mut legs = Vec::new();
            reach.way_back(game, walker, (hex, facing), |leg| legs.push(leg));
            let Some(points) = reach.points(hex, facing) else {
                assert!(legs.is_empty(), "no way there, {walker:?}");
                continue;
            };
            let (mut at, mut towards, mut spent) = (walker.hex, walker.facing, 0);
            for leg in legs.iter().rev() {
                match *leg {
                    Leg::Face(next) => {
                        assert_ne!(next, towards, "a turn turns");
                        assert!(at == walker.hex || !friends.contains(at), "{walker:?}: {legs:?}");
                        let sixths = towards.steps_to(next);
                        spent += if sixths == 3 { about_turn } else { sixths };
                        towards = next;
                    }
                    Leg::Go(next) => {
                        let direction = board.direction_to(at, next).expect("a step leads to a neighbour");
                        let is_forwards = towards.front().contains(&direction);
                        assert!(is_forwards || towards.rear().contains(&direction), "{walker:?}: {legs:?}");
                        assert!(!barred.contains(next));
                        spent +=
                            game.ground_points(at, next, walker.arm).expect("a step leads to a neighbour");
                        spent += u8::from(!is_forwards);
                        spent += u8::from(at != walker.hex && friends.contains(at));
                        at = next;
                    }
                }
            }
            assert_eq!((at, towards, spent), (hex, facing, points), "{walker:?}: {legs:?}");
            longest = longest.max(legs.len());
        }
    });
    // Nine points make at most nine steps, or steps alternating with turns.
    assert!((5..=9).contains(&longest), "{longest}");
}

/// [8.5] Limbered guns on 0608, which look at the marsh 0609: 4 for horse, and they have 3.
#[test]
fn r8_5_the_first_hex_is_always_possible_and_takes_all_points() {
    let game = drill();
    let marches = Marches::new(&game);
    let (from, to) = (hex(&game, "0608"), hex(&game, "0609"));
    let facing = szala_board::pointy::facing::NE;
    let guns = |is_fresh| Walker {
        hex: from,
        facing,
        arm: Arm::Artillery,
        points: 3,
        is_bound: false,
        is_loose: false,
        is_fresh,
    };
    let mut reach = Reach::NOTHING;
    for (is_fresh, points) in [(false, None), (true, Some(3))] {
        marches.reach(guns(is_fresh), &HexSet::EMPTY, &HexSet::EMPTY, &mut reach);
        assert_eq!(reach.points(to, facing), points);
    }
    let mut legs = Vec::new();
    reach.way_back(&game, guns(true), (to, facing), |leg| legs.push(leg));
    assert_eq!(legs, [Leg::Go(to)]);
    // The castle 0911 is barred to guns, from 0811 as from anywhere but its road [D-MG4d].
    let beside = Walker { hex: hex(&game, "0811"), facing: szala_board::pointy::facing::N, ..guns(true) };
    marches.reach(beside, &HexSet::EMPTY, &HexSet::EMPTY, &mut reach);
    assert!(!reach.hexes().contains(hex(&game, "0911")));
}
