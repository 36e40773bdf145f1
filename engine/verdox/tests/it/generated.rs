//! Generated maps keep their guarantees, and can be played.

use std::collections::BTreeSet;

use szala_board::SquareId;
use szala_kernel::conformance::ByChance;
use szala_kernel::{ActionList, Play, Rules, RunSeed, Side};
use szala_verdox::generate::{Refused, Shares, Wish, generate};
use szala_verdox::scenario::load_map;
use szala_verdox::{Ground, Map, Scenario, Verdox};

use crate::common::load;

const SHARES: Shares = Shares { hill: 8, valley: 4, forest: 12, swamp: 4 };

/// Requests of all kinds: sizes, symmetry, bridges.
fn wishes() -> impl Iterator<Item = Wish> {
    (0..120).map(|seed| Wish {
        seed,
        columns: 10 + u8::try_from(seed % 23).unwrap(),
        rows: 10 + u8::try_from(seed % 15).unwrap(),
        symmetric: seed % 2 == 0,
        shares: SHARES,
        bridges: u8::try_from(seed % 5).unwrap(),
    })
}

fn made(wish: &Wish) -> (Map, [usize; 4]) {
    let made = generate(wish).expect("a wish that can be granted");
    let map =
        load_map("made-up.toml", &made.text).unwrap_or_else(|problems| panic!("{problems}\n{}", made.text)).0;
    (map, made.missing)
}

fn neighbours(map: &Map, square: SquareId) -> impl Iterator<Item = SquareId> {
    let [column, row] = map.grid.column_row(square);
    let grid = map.grid;
    [[1, 0], [0, 1], [-1, 0], [0, -1]]
        .into_iter()
        .filter_map(move |[east, north]| grid.square_at([column + east, row + north]))
}

/// All squares that can be reached from one over squares of these grounds.
fn reach(map: &Map, from: SquareId, is_passable: impl Fn(Ground) -> bool) -> BTreeSet<SquareId> {
    let mut reached = BTreeSet::from([from]);
    let mut open = vec![from];
    while let Some(square) = open.pop() {
        for next in neighbours(map, square) {
            if is_passable(map.ground[next.index()]) && reached.insert(next) {
                open.push(next);
            }
        }
    }
    reached
}

#[test]
fn the_same_seed_makes_the_same_map_and_another_seed_another() {
    let mut texts = BTreeSet::new();
    for wish in wishes() {
        let text = generate(&wish).unwrap().text;
        assert_eq!(generate(&wish).unwrap().text, text, "{wish:?}");
        let other = generate(&Wish { seed: wish.seed + 1000, ..wish }).unwrap().text;
        let drawing = |text: &str| text.split("'''").nth(1).map(str::to_owned);
        assert_ne!(drawing(&other), drawing(&text), "{wish:?}");
        texts.insert(text);
    }
    assert_eq!(texts.len(), 120);
}

#[test]
fn a_map_has_the_size_and_the_shares_that_were_asked_for() {
    for wish in wishes() {
        let (map, missing) = made(&wish);
        assert_eq!((map.grid.columns, map.grid.rows), (wish.columns, wish.rows));
        let Shares { hill, valley, forest, swamp } = wish.shares;
        let grounds = [Ground::Hill, Ground::Valley, Ground::Forest, Ground::Swamp];
        for ((ground, share), missing) in grounds.into_iter().zip([hill, valley, forest, swamp]).zip(missing)
        {
            let mut due = map.ground.len() * usize::from(share) / 100;
            if wish.symmetric {
                due -= due % 2;
            }
            assert_eq!(map.squares_of(|one| one == ground).len() + missing, due, "{ground:?} of {wish:?}");
            // 28 hundredths find room beside river and roads.
            assert_eq!(missing, 0, "{ground:?} of {wish:?}");
        }
    }
}

#[test]
fn what_finds_no_room_is_told() {
    let shares = Shares { hill: 30, valley: 0, forest: 30, swamp: 0 };
    let wish = Wish { seed: 3, columns: 10, rows: 10, symmetric: false, shares, bridges: 4 };
    let (map, missing) = made(&wish);
    let there = map.squares_of(|ground| matches!(ground, Ground::Hill | Ground::Forest)).len();
    // 30 and 30 of 100 squares are requested; 80 are not on the edges, and river, bridges and roads take theirs.
    assert_eq!(there + missing[0] + missing[2], 60);
    assert!(missing[2] > 0, "{missing:?}");
}

#[test]
fn symmetric_means_mirrored() {
    let mut asymmetric = 0;
    for wish in wishes() {
        let (map, _) = made(&wish);
        let mirrored = |square: SquareId| {
            let [column, row] = map.grid.column_row(square);
            map.grid.square_at([i32::from(map.grid.columns) - 1 - column, row]).expect("on the map")
        };
        let is_mirrored = map
            .squares()
            .iter()
            .all(|square| map.ground[square.index()] == map.ground[mirrored(square).index()]);
        assert!(is_mirrored || !wish.symmetric, "{wish:?}");
        if wish.symmetric {
            assert_eq!(map.headquarters[Side::Second], mirrored(map.headquarters[Side::First]));
            let barges: BTreeSet<SquareId> = map.barges.iter().copied().collect();
            let images: BTreeSet<SquareId> = barges.iter().map(|barge| mirrored(*barge)).collect();
            assert_eq!(barges, images, "{wish:?}");
            assert_eq!(barges.len(), if wish.bridges == 0 { 0 } else { 2 }, "{wish:?}");
        }
        asymmetric += usize::from(!is_mirrored);
    }
    assert_eq!(asymmetric, 60, "every other wish was for none");
}

#[test]
fn both_headquarters_can_be_reached_on_foot_along_one_road() {
    for wish in wishes() {
        let (map, _) = made(&wish);
        let [first, second] = map.headquarters.0;
        let by_road = reach(&map, first, |ground| matches!(ground, Ground::Road | Ground::Bridge));
        assert!(by_road.contains(&second), "{wish:?}");
        let on_foot = reach(&map, first, |ground| ground != Ground::River);
        for side in Side::BOTH {
            assert!(map.entry(side, 1).iter().all(|square| on_foot.contains(&square)), "{wish:?}");
        }
    }
}

#[test]
fn a_river_runs_from_edge_to_edge_and_has_its_bridges() {
    for wish in wishes() {
        let (map, _) = made(&wish);
        let is_water = |ground| matches!(ground, Ground::River | Ground::Bridge);
        let water = map.squares_of(is_water);
        if wish.bridges == 0 {
            assert!(water.is_empty() && map.barges.is_empty(), "{wish:?}");
            continue;
        }
        // [2.7] Barges lie in it, and can go from one edge to the other.
        let row = |square: SquareId| map.grid.column_row(square)[1];
        let sailed = reach(&map, map.barges[0], is_water);
        assert_eq!(sailed.len(), water.len(), "{wish:?}");
        let rows: BTreeSet<i32> = water.iter().map(row).collect();
        assert_eq!(rows.len(), usize::from(wish.rows), "{wish:?}");
        let crossed: BTreeSet<i32> =
            map.squares_of(|ground| ground == Ground::Bridge).iter().map(row).collect();
        assert_eq!(crossed.len(), usize::from(wish.bridges), "{wish:?}");
    }
}

#[test]
fn what_cannot_be_is_refused() {
    let wish = Wish { seed: 1, columns: 20, rows: 12, symmetric: true, shares: SHARES, bridges: 2 };
    assert!(generate(&wish).is_ok());
    assert_eq!(generate(&Wish { columns: 9, ..wish }), Err(Refused::Extent));
    assert_eq!(generate(&Wish { rows: 25, ..wish }), Err(Refused::Extent));
    assert_eq!(generate(&Wish { shares: Shares { hill: 50, ..SHARES }, ..wish }), Err(Refused::Shares));
    assert_eq!(generate(&Wish { bridges: 5, ..wish }), Err(Refused::Bridges));
}

#[test]
fn made_up_maps_can_be_played() {
    let printed = load("drill").scenario().clone();
    for wish in wishes().step_by(12) {
        let (map, _) = made(&wish);
        let rules = Verdox::new(Scenario { map, ..printed.clone() });
        let game = RunSeed(4).game(wish.seed);
        let mut players = ByChance::new(game);
        let mut list = ActionList::within(rules.limits());
        rules.play_game(game, &mut list, |rules, state, legal| {
            players.choose(rules.to_act(state), legal.len())
        });
    }
}
