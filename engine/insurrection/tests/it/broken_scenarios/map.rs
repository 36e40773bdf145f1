//! Slips in the map's file: grid, drawing, roads, hexsides, places.

use super::{I, MAP, breaks, each};

#[test]
fn slips_in_the_drawing_are_told_at_the_very_character() {
    each(
        MAP,
        &[
            (
                "row 05    .   .   .   f",
                "row 05    .   .   .   ¦x",
                "there is no ground `x`; there are ., f, h, F in the legend",
            ),
            (
                "row 05    .   .   .   f",
                "row 05    .   .   .   ¦ł",
                "there is no ground `ł`; there are ., f, h, F in the legend",
            ),
            (
                "row 07    .   .   .   .   .   .   .   .   .   .   .   F   F   F   F",
                "row 07    .   .   .   .   .   .   .   .   .   .   .   F   F   F¦",
                "row 07 has 14 hexes, the grid has 15 columns",
            ),
            (
                "row 07    .   .   .   .   .   .   .   .   .   .   .   F   F   F   F",
                "row 07    .   .   .   .   .   .   .   .   .   .   .   F   F   F   F ¦F F",
                "row 07 has 17 hexes, the grid has 15 columns",
            ),
            ("columns  01  02  03  04", "columns  01  02  ¦04  04", "the ruler has 04 where column 03 is"),
            ("13  14  15\nrow", "13  ¦14\nrow", "the ruler has 14 columns, the grid 15"),
            ("13  14  15\nrow", "13  14  15  ¦16\nrow", "the ruler has 16 columns, the grid 15"),
            (
                "map = '''\ncolumns  01  02  03  04  05  06  07  08  09  10  11  12  13  14  15\n",
                "map = '''¦\n",
                "the map has no ruler: columns 01 02 03 04 05 06 07 08 09 10 11 12 13 14 15",
            ),
            (
                "row 07    .   .   .   .   .   .   .   .   .   .   .   F   F   F   F\nrow 06",
                "row ¦06",
                "row 07 is due here, not 06",
            ),
            (
                "row 01    .   .   .   .   .   .   .   .   .   .   f   .   .   .   .\n'''",
                "¦'''",
                "the map ends here, without row 01",
            ),
            ("row 12 ", "row 12 f f . . . . . . . f f f f f f\nrow ¦12 ", "row 11 is due here, not 12"),
        ],
    );
    // A line that is no row is a row too few as well.
    breaks(
        I,
        &[(MAP, "row 12 ", "¦raw 12 "), (MAP, "row 11 ", "row ¦11 ")],
        &[
            "a line of the map is a row, `row 01` and its hexes, or the ruler `columns`",
            "row 12 is due here, not 11",
        ],
    );
    breaks(
        I,
        &[(MAP, "map = '''\n", "map = ¦\"\"\"\n"), (MAP, ".\n'''\n", ".\n\"\"\"\n")],
        &["the map stands between ''' and ''', one line a row"],
    );
}

#[test]
fn blanks_and_comments_in_the_drawing_do_not_count() {
    let row = "row 12      f   f   .   .   .   .   .   .   .   f   f   f   f   f   f";
    let texts = super::edited(&[(MAP, row, "# the north\n\n  row 12 ff ....... ffffff # six of forest")]);
    let loaded = crate::shipped::load_from(&texts, I).expect("the same map");
    let plain = crate::shipped::load_from(&crate::shipped::texts(), I).expect("the shipped map");
    assert_eq!(loaded.scenario.terrain.forest, plain.scenario.terrain.forest);
    assert_eq!(loaded.scenario.terrain.level, plain.scenario.terrain.level);
}

#[test]
fn slips_in_the_legend_are_told() {
    each(
        MAP,
        &[
            (
                "F = { terrain = \"forest\", level = 1 }",
                "F = { terrain = ¦\"wood\", level = 1 }",
                "there is no terrain `wood`; there are clear, forest, village, marsh, marshy-woods, \
                 castle",
            ),
            (
                "F = { terrain = \"forest\", level = 1 }",
                "F = ¦{ terrain = \"forest\" }",
                "`F` has no `level`",
            ),
            (
                "F = { terrain = \"forest\", level = 1 }",
                "F = { terrain = \"forest\", level = ¦10 }",
                "`level` takes a number from 0 to 9, not 10",
            ),
            (
                "F = { terrain = \"forest\", level = 1 }",
                "F = { terrain = \"forest\", level = 1, ¦levl = 1 }",
                "there is no key `levl`; did you mean `level`? There are terrain, level",
            ),
            (
                "F = { terrain = \"forest\", level = 1 }",
                "F = { terrain = \"forest\", level = 1 }\n¦FF = { terrain = \"forest\", level = 1 }",
                "a kind of ground goes by one character, neither blank nor #",
            ),
        ],
    );
}

#[test]
fn slips_in_roads_and_hexsides_are_told() {
    each(
        MAP,
        &[
            (
                "0309-0408-0509",
                "0309-¦0509",
                "0309 and 0509 are not neighbours: a road goes from neighbour to neighbour",
            ),
            (
                "-1208\"",
                "-1208-¦1308\"",
                "`1308` is no hex of the map: there is no row 13: rows run from 01 to 12",
            ),
            ("Suzany = ", "Trail = ¦\"0101\"\nSuzany = ", "a road has at least two hexes: 0109-0208-0309"),
            (
                "\"0208/0207\"",
                "¦\"0208/0206\"",
                "0208 and 0206 are not neighbours: there is no side between them",
            ),
            ("\"0408/0308\"", "¦\"0207/0208\"", "the side 0207/0208 is listed twice"),
            ("\"0710/0610\"", "¦\"0605/0706\"", "the side 0605/0706 is listed twice"),
            ("\"0710/0610\"", "¦\"0710-0610\"", "a hexside is named by its two hexes: 0208/0308"),
            ("\"0710/0610\"", "¦710", "`trench` takes a text in quotes, not 710"),
            ("trench = [", "¦trenches = [", "there is no key `trenches`; did you mean `trench`?…"),
        ],
    );
}

#[test]
fn slips_in_rally_hexes_and_camp_are_told() {
    breaks(
        I,
        &[(MAP, "[rally]\nPoles", "¦[rally]\n¦Polen")],
        &[
            "`rally` has no hex for Poles",
            "there is no side `Polen`; did you mean `Poles`? There are Poles, Russians",
        ],
    );
    each(
        MAP,
        &[
            (
                "Poles = { value = \"0109\"",
                "Poles = { value = ¦\"0009\"",
                "`0009` is no hex of the map: there is no row 00: rows run from 01 to 12",
            ),
            (
                "intruder = \"Poles\"",
                "intruder = ¦\"Swedes\"",
                "there is no side `Swedes`; there are Poles, Russians",
            ),
            (
                "[camp]\nhex = { value = \"1108\", standing = \"text\" }\n",
                "¦[camp]\n",
                "the camp has no `hex`",
            ),
        ],
    );
}

#[test]
fn slips_in_the_grid_are_told() {
    each(
        MAP,
        &[
            (
                "hexes = \"pointy-top\"",
                "hexes = ¦\"pointy\"",
                "there is no hexes `pointy`; did you mean `pointy-top`? There are pointy-top, flat-top",
            ),
            (
                "shifted_towards = \"east\"",
                "shifted_towards = ¦\"north\"",
                "there is no shifted_towards `north`; there are east, west",
            ),
            (
                "[grid]\nhexes = \"pointy-top\"\nrows = 12\n",
                "¦[grid]\nhexes = \"pointy-top\"\n",
                "`grid` has no `rows`",
            ),
        ],
    );
    breaks(
        I,
        &[(MAP, "rows = 12", "rows = 11"), (MAP, "row 12 ", "row ¦12 "), (MAP, "1108-1208", "1108-¦1208")],
        &[
            "the grid has no row 12: they run from 11 to 01",
            "`1208` is no hex of the map: there is no row 12: rows run from 01 to 11",
        ],
    );
}

#[test]
fn a_board_for_which_there_is_no_room_is_told() {
    let told = [
        "the board is 150 long or wide: at most 128 will do",
        "the last row or column has the number 150: it needs more than 2 digits",
        "1800 hexes or squares do not fit a set of 192: it needs 29 words",
        "5077 sides do not fit a set of 512: it needs 80 words",
    ];
    breaks(I, &[(MAP, "[grid]", "¦¦¦¦[grid]"), (MAP, "columns = 15", "columns = 150")], &told);
}
