//! The board of Niemenczyn 1794: neighbours, distances, zones and lines worked out by hand from the numbering.
//!
//! Rows count northward from 01, even rows stand half a hex east. From an odd row NW and NE of (r, c) are (r+1, c-1)
//! and (r+1, c); from an even row (r+1, c) and (r+1, c+1).

use szala_board::{
    Approach, Bearing, EastOrWest, Facing, HexBoard, HexGrid, HexId, HexSet, Line, NorthOrSouth, Numbering,
    Order, PairTable, Parity, Passage, SideSet, Stagger, Words, Zone,
    pointy::{direction, facing},
    words_for,
};

const NIEMENCZYN: HexGrid = HexGrid {
    columns: 15,
    rows: 12,
    stagger: Stagger::PointyTop { shifted_rows: Parity::Even, towards: EastOrWest::East },
    numbering: Numbering {
        order: Order::RowColumn,
        digits: 2,
        rows_from: NorthOrSouth::South,
        first_row: 1,
        columns_from: EastOrWest::West,
        first_column: 1,
    },
};
type H = [u64; words_for(NIEMENCZYN.hex_count())];
type S = [u64; words_for(NIEMENCZYN.side_count())];

type Board = HexBoard<H, S>;

fn board() -> Board {
    Board::new(NIEMENCZYN).expect("a good board")
}

fn hex(board: &Board, label: &str) -> HexId {
    board.parse_label(label).expect("a label of this board")
}

/// The hexes of a list of labels, separated by blanks.
fn hexes(board: &Board, labels: &str) -> HexSet<H> {
    labels.split_whitespace().map(|label| hex(board, label)).collect()
}

/// The sides of a list such as `0308|0309`.
fn sides(board: &Board, labels: &str) -> SideSet<S> {
    let side = |pair: &str| {
        let (one, other) = pair.split_once('|').expect("a side is written as two labels");
        board
            .side_between(hex(board, one), hex(board, other))
            .expect("the two hexes of a side are neighbours")
    };
    labels.split_whitespace().map(side).collect()
}

fn line(board: &Board, from: &str, to: &str) -> Line<H, S> {
    board.line(hex(board, from), hex(board, to))
}

#[test]
fn the_board_has_180_hexes_and_487_sides() {
    // 15 * 12 hexes. In each of 12 rows 14 sides, 168; between two rows 29 sides, 11 times, 319; together 487.
    assert_eq!((board().hexes().len(), board().sides().len()), (180, 487));
    assert_eq!((H::COUNT, S::COUNT), (3, 8));
    assert_eq!(size_of::<Line<H, S>>(), 2 * 24 + 3 * 64);
}

#[test]
fn the_camp_in_an_odd_row_has_the_neighbours_g1_gives_it() {
    let board = board();
    let camp = hex(&board, "1108");
    let around = [
        (direction::E, "1109"),
        (direction::NE, "1208"),
        (direction::NW, "1207"),
        (direction::W, "1107"),
        (direction::SW, "1007"),
        (direction::SE, "1008"),
    ];
    for (direction, label) in around {
        assert_eq!(board.neighbour(camp, direction), Some(hex(&board, label)), "{direction:?}");
        assert_eq!(board.direction_to(camp, hex(&board, label)), Some(direction));
    }
    assert_eq!(board.ring(camp, 1), hexes(&board, "1109 1208 1207 1107 1007 1008"));
}

#[test]
fn an_even_row_stands_half_a_hex_east() {
    let board = board();
    assert_eq!(board.ring(hex(&board, "0408"), 1), hexes(&board, "0409 0509 0508 0407 0308 0309"));
}

#[test]
fn the_board_ends_at_its_edges() {
    let board = board();
    // Row 01 is odd: west and south of 0101 there is nothing, and NW of it would be 0200.
    assert_eq!(board.ring(hex(&board, "0101"), 1), hexes(&board, "0102 0201"));
    assert_eq!(board.neighbour(hex(&board, "0101"), direction::NW), None);
    // Row 12 is even: SE of 1215 would be 1116.
    assert_eq!(board.ring(hex(&board, "1215"), 1), hexes(&board, "1214 1115"));
}

#[test]
fn every_step_of_the_road_leads_to_a_neighbour() {
    let board = board();
    let road = "0109 0208 0309 0408 0509 0608 0708 0808 0908 1008 1108 1208";
    let road: Vec<HexId> = road.split_whitespace().map(|label| hex(&board, label)).collect();
    assert!(road.windows(2).all(|step| board.side_between(step[0], step[1]).is_some()));
}

#[test]
fn distances_count_hexes() {
    let board = board();
    let distance = |from, to| board.distance(hex(&board, from), hex(&board, to));
    assert_eq!(distance("1108", "1108"), 0);
    assert_eq!(distance("1108", "1115"), 7, "along a row");
    // Ten rows, and no further sideways than ten rows allow: five columns to either side.
    assert_eq!(distance("0109", "1108"), 10);
    // From the south-west corner eleven rows north drift at most 5.5 hexes east; 1215 is 14.5 east: 11 + 9 more.
    assert_eq!(distance("0101", "1215"), 20);
    assert_eq!(distance("0309", "0509"), 2);
    assert_eq!(distance("0709", "0408"), 3);
}

#[test]
fn the_line_from_0309_to_0509_runs_exactly_along_the_side_of_0408_and_0409() {
    // Straight north: out over the N vertex of 0309, where its NW and NE neighbours 0408 and 0409 meet, along the
    // side they share, in over the S vertex of 0509. [D-10.1b]
    let board = board();
    let line = line(&board, "0309", "0509");
    assert_eq!(line.through, HexSet::EMPTY);
    assert_eq!(line.touched, hexes(&board, "0408 0409"));
    assert_eq!(line.sides_along, sides(&board, "0408|0409"));
    assert_eq!(line.sides_crossed, SideSet::EMPTY);
    let meeting = "0309|0408 0309|0409 0408|0409 0408|0509 0409|0509";
    assert_eq!(line.sides_at_vertices, sides(&board, meeting));
}

#[test]
fn the_line_from_0208_to_0408_runs_exactly_along_the_side_of_0308_and_0309() {
    // The same from an even row: NW and NE of 0208 are 0308 and 0309. [D-10.1b]
    let board = board();
    let line = line(&board, "0208", "0408");
    assert_eq!((line.through, line.sides_crossed), (HexSet::EMPTY, SideSet::EMPTY));
    assert_eq!(line.touched, hexes(&board, "0308 0309"));
    assert_eq!(line.sides_along, sides(&board, "0308|0309"));
}

#[test]
fn the_line_from_0509_to_0709_meets_the_trench_in_front_of_0709_at_a_vertex() {
    // Along 0608|0609 and in over the S vertex of 0709, where its SW and SE sides, both trenches, meet. [D-10.9e]
    let board = board();
    let target = hex(&board, "0709");
    let trench: SideSet<S> =
        [direction::SW, direction::SE].into_iter().filter_map(|side| board.side(target, side)).collect();
    assert_eq!(trench, sides(&board, "0608|0709 0609|0709"));
    let line = line(&board, "0509", "0709");
    assert!(!line.sides_crossed.intersects(&trench) && !line.sides_along.intersects(&trench));
    assert!(trench.is_subset(&line.sides_at_vertices));
    assert_eq!(line.touched, hexes(&board, "0608 0609"));
}

#[test]
fn a_line_of_four_rows_north_runs_along_two_sides_and_through_the_hex_between() {
    let board = board();
    let line = line(&board, "0509", "0909");
    assert_eq!(line.through, hexes(&board, "0709"));
    assert_eq!(line.touched, hexes(&board, "0608 0609 0808 0809"));
    assert_eq!(line.sides_along, sides(&board, "0608|0609 0808|0809"));
    assert_eq!(line.sides_crossed, SideSet::EMPTY);
}

#[test]
fn a_line_along_a_row_crosses_the_sides_between_its_hexes() {
    let board = board();
    let line = line(&board, "0505", "0508");
    assert_eq!(line.through, hexes(&board, "0506 0507"));
    assert_eq!(line.sides_crossed, sides(&board, "0505|0506 0506|0507 0507|0508"));
    assert_eq!((line.touched, line.sides_at_vertices), (HexSet::EMPTY, SideSet::EMPTY));
}

#[test]
fn a_line_that_follows_no_axis_is_found_by_arithmetic() {
    // 0505 to 0607, in rows of height 1 and hexes of width 1: from x = 5 (row 0) to x = 7.5 (row 1). It rises by 1 on
    // 2.5. It leaves 0505 by its E side at x = 5.5; the border of rows 05 and 06 is the zigzag from row height 1/3
    // (under the middle of a 06 hex) to 2/3 (above the middle of a 05 hex). At x = 6 it is at 0.4 < 2/3, still in 0506;
    // at x = 6.5, the middle of 0606, it is at 0.6 > 1/3, in 0606: crossed 0506 | 0606 between; at x = 7 it is at
    // 0.8 and leaves 0606 by its E side into 0607, whose middle is x = 7.5.
    let board = board();
    let line = line(&board, "0505", "0607");
    assert_eq!(line.through, hexes(&board, "0506 0606"));
    assert_eq!(line.sides_crossed, sides(&board, "0505|0506 0506|0606 0606|0607"));
    assert_eq!((line.touched, line.sides_at_vertices), (HexSet::EMPTY, SideSet::EMPTY));
}

#[test]
fn a_line_along_the_edge_of_the_board_touches_the_one_hex_that_is_there() {
    // 0101 to 0301: straight north, along the west side of 0201, beyond which there is no hex.
    let board = board();
    let line = line(&board, "0101", "0301");
    assert_eq!(line.touched, hexes(&board, "0201"));
    assert_eq!((line.through, line.sides_along), (HexSet::EMPTY, SideSet::EMPTY));
    assert_eq!(line.sides_at_vertices, sides(&board, "0101|0201 0201|0301"));
}

#[test]
fn what_a_line_meets_is_told_in_order() {
    let board = board();
    let [from, to] = ["0309", "0509"].map(|label| hex(&board, label));
    let mut told = Vec::new();
    board.trace(from, to, |passage| told.push(passage));
    let side = |one, other| board.side_between(hex(&board, one), hex(&board, other));
    let expected = [
        Passage::Vertex([side("0309", "0409"), side("0309", "0408"), side("0408", "0409")]),
        Passage::Along {
            side: side("0408", "0409"),
            hexes: [Some(hex(&board, "0409")), Some(hex(&board, "0408"))],
        },
        Passage::Vertex([side("0509", "0408"), side("0509", "0409"), side("0408", "0409")]),
    ];
    assert_eq!(told, expected);
}

#[test]
fn the_front_sector_opens_by_one_hex_a_row_and_has_its_rays_in() {
    // [D-10.2a] 0408 faces north; even rows have hex c at x = c + 0.5, odd ones at x = c, so it is at x = 8.5. A row is
    // half the root of 3 high, and the bounding rays, at 30 and 150 degrees, go sideways by the root of 3 times that:
    // 1.5 a row. They pass exactly through the centres of 0510 and 0507.
    let board = board();
    let sector = board.sector(hex(&board, "0408"), facing::N);
    let row = |row: &str| -> HexSet<H> {
        sector.iter().filter(|&hex| board.label(hex).to_string().starts_with(row)).collect()
    };
    assert_eq!(row("05"), hexes(&board, "0507 0508 0509 0510"), "x from 7 to 10");
    assert_eq!(row("06"), hexes(&board, "0605 0606 0607 0608 0609 0610 0611"), "x from 5.5 to 11.5");
    assert_eq!(row("04"), HexSet::EMPTY, "the flanks are not in front");
}

#[test]
fn a_line_comes_in_through_the_zone_it_comes_from_or_exactly_on_a_border() {
    let board = board();
    // The target 0509 faces north.
    let from = |label| board.approach(hex(&board, label), hex(&board, "0509"), facing::N);
    assert_eq!(from("0709"), Some(Approach::Front), "straight ahead, over the vertex faced");
    assert_eq!(from("0609"), Some(Approach::Front));
    assert_eq!(from("0510"), Some(Approach::Flank));
    assert_eq!(from("0408"), Some(Approach::Rear));
    assert_eq!(from("0309"), Some(Approach::Rear), "straight behind, over a vertex");
    // At 30 degrees one step NE (0609) and one E (0610): the border of front and flank. At -30 its mirror: 0410.
    assert_eq!(from("0610"), Some(Approach::FrontFlank));
    assert_eq!(from("0607"), Some(Approach::FrontFlank));
    assert_eq!(from("0410"), Some(Approach::FlankRear));
    assert_eq!(from("0407"), Some(Approach::FlankRear));
    assert_eq!(from("0509"), None);
}

#[test]
fn a_neighbour_comes_in_through_the_zone_it_stands_in() {
    let board = board();
    let target = hex(&board, "0509");
    for towards in szala_board::Direction::ALL {
        let neighbour = board.neighbour(target, towards).expect("an inner hex");
        assert_eq!(board.bearing(target, neighbour), Some(Bearing::Side(towards)));
        for facing in Facing::ALL {
            let expected = match facing.zone_of(towards) {
                Zone::Front => Approach::Front,
                Zone::Flank => Approach::Flank,
                Zone::Rear => Approach::Rear,
            };
            assert_eq!(board.approach(neighbour, target, facing), Some(expected));
        }
    }
}

#[test]
fn a_rule_system_bakes_the_lines_into_one_small_entry_a_pair() {
    // What blocks when units stand there: 24 bytes a pair, 180 * 181 / 2 = 16290 pairs, 391 kB.
    let board = board();
    let blocking = PairTable::new(board.hexes().len(), |one, other| {
        let line = board.line(one, other);
        line.through | line.touched
    });
    let [one, other] = ["0909", "0509"].map(|label| hex(&board, label));
    assert_eq!(*blocking.at(one, other), hexes(&board, "0608 0609 0709 0808 0809"));
}

#[test]
fn a_board_too_large_for_its_sets_says_how_many_words_it_needs() {
    let error = HexBoard::<[u64; 2], [u64; 7]>::new(NIEMENCZYN).unwrap_err();
    let told = "180 hexes or squares do not fit a set of 128: it needs 3 words; 487 sides do not fit a set of 448: \
                it needs 8 words";
    assert_eq!(error.to_string(), told);
}
