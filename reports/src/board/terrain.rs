//! The ground: cells with their tint and signs, roads through them, slopes and works between them, marks in them.

use core::fmt::Write;

use szala_kernel::Side;
use szala_kernel::picture::{Cell, CellId, LookId, LookOf, Point};

use super::Drawing;
use super::paper::{ACROSS, Paper, escape, number};

/// The label of a cell stands this far above its centre.
const LABEL: f64 = -0.39 * ACROSS;

/// The trees of a wood, in three arrangements, so that a forest does not look like wallpaper: offset right and down
/// from the centre, and size. The room for the label is left free.
const WOODS: [[[f64; 3]; 24]; 3] = [
    [
        [15.9, -20.7, 5.0],
        [-15.3, -20.0, 5.0],
        [-24.9, -17.5, 4.6],
        [30.1, -16.4, 4.2],
        [-5.3, -15.3, 4.2],
        [5.9, -12.0, 4.2],
        [20.3, -11.2, 5.8],
        [29.2, -5.1, 4.2],
        [-2.1, -2.9, 5.8],
        [-25.3, -2.5, 5.8],
        [-12.6, -1.3, 4.2],
        [10.4, -1.1, 5.0],
        [20.9, 2.8, 4.2],
        [29.7, 7.3, 4.6],
        [-22.4, 7.8, 5.8],
        [-0.2, 8.0, 5.4],
        [10.6, 9.5, 4.2],
        [-11.4, 11.9, 5.0],
        [21.7, 13.4, 5.8],
        [0.2, 17.6, 5.0],
        [11.7, 19.9, 4.2],
        [-20.3, 20.7, 4.2],
        [-10.6, 21.5, 5.8],
        [4.3, 27.9, 4.6],
    ],
    [
        [-18.7, -24.0, 4.2],
        [16.8, -21.8, 5.4],
        [27.9, -17.7, 5.0],
        [7.9, -15.8, 4.6],
        [-12.7, -15.7, 5.0],
        [-27.0, -13.7, 4.2],
        [21.0, -10.3, 5.4],
        [-17.7, -7.4, 4.6],
        [-6.1, -6.3, 5.4],
        [18.5, 0.6, 4.6],
        [6.6, 0.8, 5.4],
        [-16.2, 2.5, 4.2],
        [-6.1, 3.9, 5.8],
        [28.5, 4.9, 4.6],
        [-26.2, 5.3, 5.4],
        [19.4, 10.5, 4.6],
        [6.2, 10.6, 5.4],
        [28.9, 17.0, 5.0],
        [-6.9, 17.1, 5.8],
        [-28.6, 17.3, 4.2],
        [9.3, 20.2, 5.4],
        [19.4, 21.5, 5.4],
        [-17.0, 23.8, 4.6],
        [-4.8, 27.1, 5.4],
    ],
    [
        [-15.9, -24.3, 4.6],
        [24.3, -20.6, 4.2],
        [6.7, -15.5, 5.8],
        [-21.7, -15.1, 5.4],
        [-4.4, -12.1, 5.8],
        [19.9, -10.0, 4.2],
        [9.9, -6.4, 4.2],
        [-25.6, -6.2, 5.0],
        [-13.3, -4.8, 5.0],
        [-2.8, -2.1, 5.4],
        [28.1, 1.0, 4.2],
        [-20.2, 3.1, 5.4],
        [4.9, 5.0, 5.4],
        [-29.9, 7.2, 4.6],
        [-12.1, 9.5, 4.6],
        [19.7, 9.7, 4.2],
        [-27.2, 16.5, 5.0],
        [5.4, 17.7, 5.4],
        [-7.3, 18.5, 4.6],
        [22.1, 21.5, 4.2],
        [-16.4, 22.1, 5.4],
        [10.3, 27.8, 4.2],
        [-8.0, 29.0, 4.2],
        [1.3, 31.6, 4.6],
    ],
];

/// Woods in a marsh: trees above, reeds below.
const MARSHY_WOODS: &str = "marshy-woods";
/// Water along a border.
const STREAM: &str = "stream";

impl Drawing<'_> {
    /// Draws everything that never changes.
    pub(super) fn terrain(&self, paper: &Paper, svg: &mut String) {
        self.cells(paper, svg);
        self.woods(paper, svg);
        self.signs(paper, svg);
        self.roads_on_squares(paper, svg);
        // Water lies below the roads that cross it.
        self.streams(paper, svg);
        self.lines_of(LookOf::Way, paper, svg);
        self.lines_of(LookOf::Border, paper, svg);
        self.marks(paper, svg);
        self.labels(paper, svg);
    }

    fn cells(&self, paper: &Paper, svg: &mut String) {
        svg.push_str("<g class=\"szb-cells\">");
        for (index, cell) in self.ground.cells.iter().enumerate() {
            let code = self.ground.look(cell.ground).code;
            let points = paper.outline(self.ground, CellId::from_index(index));
            let _ = write!(
                svg,
                "<polygon id=\"{}-cell-{index}\" class=\"szb-ground szb-{code}\" points=\"{points}\"/>",
                self.name
            );
        }
        svg.push_str("</g>");
    }

    /// Each arrangement of trees is defined once, then referenced.
    fn woods(&self, paper: &Paper, svg: &mut String) {
        let is_of_wood = |cell: &Cell| is_wooded(self.ground.look(cell.ground).code);
        if !self.ground.cells.iter().any(is_of_wood) {
            return;
        }
        let is_marshy = |cell: &Cell| self.ground.look(cell.ground).code == MARSHY_WOODS;
        let has_marshy_woods = self.ground.cells.iter().any(is_marshy);
        svg.push_str("<defs>");
        for arrangement in 0..WOODS.len() {
            for (kind, code) in ["wood", "swamp-wood"].into_iter().zip(["forest", MARSHY_WOODS]) {
                if code == MARSHY_WOODS && !has_marshy_woods {
                    continue;
                }
                let _ = write!(svg, "<g id=\"{}-{kind}-{arrangement}\">", self.name);
                wood(arrangement, code, svg);
                svg.push_str("</g>");
            }
        }
        // A referenced element takes its colours from where it is used.
        svg.push_str("</defs><g class=\"szb-trees\">");
        for (index, cell) in self.ground.cells.iter().enumerate().filter(|(_, cell)| is_of_wood(cell)) {
            let [x, y] = paper.at(cell.centre).map(number);
            // Neighbours in a row and in the next one differ.
            let arrangement = (index + index / 7) % WOODS.len();
            let kind = if is_marshy(cell) { "swamp-wood" } else { "wood" };
            let _ = write!(svg, "<use href=\"#{}-{kind}-{arrangement}\" x=\"{x}\" y=\"{y}\"/>", self.name);
        }
        svg.push_str("</g>");
    }

    /// The sign of each kind of ground that has one is defined once, then referenced.
    fn signs(&self, paper: &Paper, svg: &mut String) {
        for (index, look) in
            self.ground.looks.iter().enumerate().filter(|(_, look)| look.of == LookOf::Ground)
        {
            let ground = LookId::from_index(index);
            let mut cells = self.ground.cells.iter().filter(|cell| cell.ground == ground).peekable();
            let Some(sign) = ground_sign(look.code).filter(|_| cells.peek().is_some()) else { continue };
            let (name, code) = (&self.name, look.code);
            let _ = write!(
                svg,
                "<defs><path id=\"{name}-sign-{code}\" d=\"{sign}\"/></defs><g class=\"szb-signs szb-sign-{code}\">"
            );
            for cell in cells {
                let [x, y] = paper.at(cell.centre).map(number);
                let _ = write!(svg, "<use href=\"#{name}-sign-{code}\" x=\"{x}\" y=\"{y}\"/>");
            }
            svg.push_str("</g>");
        }
    }

    /// Where roads are a kind of ground, they are drawn from cell to cell, over bridges and to gates.
    fn roads_on_squares(&self, paper: &Paper, svg: &mut String) {
        let code = |cell: CellId| self.ground.look(self.ground.cell(cell).ground).code;
        let all = (0..self.ground.cells.len()).map(CellId::from_index);
        let roads: Vec<CellId> = all.filter(|cell| is_road(code(*cell)) || code(*cell) == "gate").collect();
        let pairs = roads.iter().flat_map(|one| roads.iter().map(|other| [*one, *other]));
        let joined = pairs.filter(|[one, other]| {
            one < other
                && [*one, *other].into_iter().any(|cell| is_road(code(cell)))
                && self.ground.border([*one, *other]).is_some()
        });
        let joined: Vec<[CellId; 2]> = joined.collect();
        if !joined.is_empty() {
            self.ways("road", &joined, paper, svg);
        }
    }

    pub(super) fn lines_of(&self, kind: LookOf, paper: &Paper, svg: &mut String) {
        for (index, look) in self.ground.looks.iter().enumerate().filter(|(_, look)| look.of == kind) {
            let look_id = LookId::from_index(index);
            let between: Vec<[CellId; 2]> = self
                .ground
                .lines
                .iter()
                .filter(|line| line.look == look_id)
                .map(|line| line.between)
                .collect();
            if between.is_empty() || look.code == STREAM {
                continue;
            }
            match kind {
                LookOf::Way => self.ways(look.code, &between, paper, svg),
                _ => self.borders(look.code, &between, paper, svg),
            }
        }
    }

    /// Water along borders, and the bridges of the ways that cross it: a parapet on each side.
    fn streams(&self, paper: &Paper, svg: &mut String) {
        let ground = self.ground;
        let water = ground.lines.iter().filter(|line| ground.look(line.look).code == STREAM);
        let water: Vec<[CellId; 2]> = water.map(|line| line.between).collect();
        if water.is_empty() {
            return;
        }
        self.borders(STREAM, &water, paper, svg);
        let is_crossed = |cells: &&[CellId; 2]| {
            let ways = ground.lines.iter().filter(|line| ground.look(line.look).of == LookOf::Way);
            ways.map(|line| line.between).any(|[one, other]| cells.contains(&one) && cells.contains(&other))
        };
        let mut path = String::new();
        for cells in water.iter().filter(is_crossed) {
            let Some([from, to]) = ground.border(*cells).map(|ends| ends.map(|end| paper.at(end))) else {
                continue;
            };
            let [one, other] = cells.map(|cell| paper.centre(ground, cell));
            let unit = |[x, y]: [f64; 2]| {
                let size = (x * x + y * y).sqrt().max(1.0);
                [x / size, y / size]
            };
            let along = unit([to[0] - from[0], to[1] - from[1]]);
            let across = unit([other[0] - one[0], other[1] - one[1]]);
            let [x, y] = middle(from, to);
            for side in [-6.5, 6.5] {
                for (sign, part) in [('M', -9.0), ('L', 9.0)] {
                    let place = |axis: usize, at: f64| number(at + side * along[axis] + part * across[axis]);
                    let _ = write!(path, "{sign}{} {}", place(0, x), place(1, y));
                }
            }
        }
        if !path.is_empty() {
            let _ = write!(svg, "<path class=\"szb-border szb-parapet\" d=\"{path}\"/>");
        }
    }

    /// A way runs from the middle of one border of a cell to the middle of another, curving around the centre of the
    /// cell.
    fn ways(&self, code: &str, between: &[[CellId; 2]], paper: &Paper, svg: &mut String) {
        let mut path = String::new();
        for index in 0..self.ground.cells.len() {
            let cell = CellId::from_index(index);
            let mut gates: Vec<[f64; 2]> = between
                .iter()
                .filter(|cells| cells.contains(&cell))
                .filter_map(|cells| self.ground.border(*cells))
                .map(|[from, to]| middle(paper.at(from), paper.at(to)))
                .collect();
            if let [gate] = gates[..] {
                gates.extend(self.way_out(paper, cell, gate));
            }
            let [x, y] = paper.centre(self.ground, cell).map(number);
            match gates[..] {
                [from, to] => {
                    let ([ax, ay], [bx, by]) = (from.map(number), to.map(number));
                    let _ = write!(path, "M{ax} {ay}Q{x} {y} {bx} {by}");
                }
                _ => {
                    for [ax, ay] in gates.iter().map(|gate| gate.map(number)) {
                        let _ = write!(path, "M{x} {y}L{ax} {ay}");
                    }
                }
            }
        }
        let _ = write!(
            svg,
            "<path class=\"szb-way szb-{code}-bed\" d=\"{path}\"/><path class=\"szb-way szb-{code}\" d=\"{path}\"/>"
        );
    }

    /// Where a way that ends in a cell would leave the board if it continued: the middle of the opposite border, if no
    /// cell lies beyond it.
    fn way_out(&self, paper: &Paper, cell: CellId, gate: [f64; 2]) -> Option<[f64; 2]> {
        let centre = paper.centre(self.ground, cell);
        let opposite = [2.0 * centre[0] - gate[0], 2.0 * centre[1] - gate[1]];
        let corners = &self.ground.cell(cell).corners;
        let next = corners.iter().cycle().skip(1);
        let is_opposite = |(from, to): &(&Point, &Point)| {
            let [x, y] = middle(paper.at(**from), paper.at(**to));
            (x - opposite[0]).abs() < 1.0 && (y - opposite[1]).abs() < 1.0
        };
        let (from, to) = corners.iter().zip(next).find(is_opposite)?;
        let is_beyond = |(index, other): (usize, &Cell)| {
            index != cell.index() && other.corners.contains(from) && other.corners.contains(to)
        };
        (!self.ground.cells.iter().enumerate().any(is_beyond)).then_some(opposite)
    }

    fn borders(&self, code: &str, between: &[[CellId; 2]], paper: &Paper, svg: &mut String) {
        let mut path = String::new();
        for cells in between {
            let Some([from, to]) = self.ground.border(*cells) else { continue };
            let low = paper.centre(self.ground, cells[1]);
            border(code, [from, to].map(|corner: Point| paper.at(corner)), low, &mut path);
        }
        let _ = write!(
            svg,
            "<path class=\"szb-border szb-{code}-bed\" d=\"{path}\"/><path class=\"szb-border szb-{code}\" \
             d=\"{path}\"/>"
        );
    }

    fn marks(&self, paper: &Paper, svg: &mut String) {
        for mark in &self.ground.marks {
            let look = self.ground.look(mark.look);
            let [x, y] = paper.centre(self.ground, mark.cell);
            let [right, down] = mark_offset(look.code);
            let whose = mark.side.map_or(String::new(), |side| format!(" ({})", self.sides[side]));
            let title = format!("{}{whose}", self.language.look_name(look));
            let _ = write!(
                svg,
                "<g class=\"szb-mark {}\" transform=\"translate({} {})\"><title>{}</title>{}</g>",
                mark.side.map_or("", |side| side_class(Some(side))),
                number(x + right),
                number(y + down),
                escape(&title),
                mark_sign(look.code, look.name)
            );
        }
    }

    fn labels(&self, paper: &Paper, svg: &mut String) {
        let size = number(paper.letters());
        let _ = write!(svg, "<g class=\"szb-labels\" font-size=\"{size}\">");
        for cell in &self.ground.cells {
            let [x, y] = paper.at(cell.centre);
            let (x, y) = (number(x), number(y + LABEL + (paper.letters() - 8.5) / 2.0));
            let _ = write!(svg, "<text x=\"{x}\" y=\"{y}\">{}</text>", escape(&cell.label));
        }
        svg.push_str("</g>");
    }
}

/// The class of things that belong to a side, or to none.
pub(super) const fn side_class(side: Option<Side>) -> &'static str {
    match side {
        Some(Side::First) => "szb-first",
        Some(Side::Second) => "szb-second",
        None => "szb-nobody",
    }
}

/// The flag of a side, around the middle of its pole: square for the first, with a tail for the second.
pub(super) fn flag(side: Side) -> String {
    let cloth = match side {
        Side::First => "M0 -11H13V-1H0z",
        Side::Second => "M0 -11H13L9 -6L13 -1H0z",
    };
    format!(
        "<path class=\"szb-pole szb-owner\" d=\"M0 11V-12\"/><path class=\"szb-cloth {}\" d=\"{cloth}\"/>",
        side_class(Some(side))
    )
}

/// Does this ground have trees?
pub(super) fn is_wooded(code: &str) -> bool {
    matches!(code, "forest" | "wooded-hill" | MARSHY_WOODS)
}

/// Does a road run through this ground?
pub(super) fn is_road(code: &str) -> bool {
    matches!(code, "road-square" | "bridge")
}

/// The sign of a kind of ground, a path around the centre of its cell; trees and roads are drawn elsewhere.
pub(super) fn ground_sign(code: &str) -> Option<&'static str> {
    Some(match code {
        "river" => {
            "M-24 -8q6 -6 12 0t12 0t12 0t12 0M-24 4q6 -6 12 0t12 0t12 0t12 0M-24 16q6 -6 12 0t12 0t12 0t12 0"
        }
        "canal" => "M-26 -9H26M-26 15H26M-18 3q4.5 -4 9 0t9 0t9 0t9 0",
        "swamp" => {
            "M-22 2h14m-7 0v-9m-4 9l-2 -6m10 6l2 -6M6 -4h14m-7 0v-9m-4 9l-2 -6m10 6l2 -6M-8 20h14m-7 0v-9m-4 9l-2 \
             -6m10 6l2 -6"
        }
        // Water and reeds below, where the trees of the swamp stand above.
        MARSHY_WOODS => {
            "M-26 20h14m-7 0v-9m-4 9l-2 -6m10 6l2 -6M2 14h14m-7 0v-9m-4 9l-2 -6m10 6l2 -6M-6 31h14"
        }
        // Three houses.
        "village" | "wooden" => {
            "M-25 18V4l7.5 -7.5l7.5 7.5V18zM-5 -2V-12l6.5 -6.5l6.5 6.5V-2zM6 22V8l8 -8l8 8V22z"
        }
        // A house with a roof, and one of two floors.
        "brick" => {
            "M-25 20V0l11 -10l11 10V20zM-18 20V9h8V20M3 20V-14H25V20zM8 -8h4M16 -8h4M8 0h4M16 0h4M8 8h4M16 8h4"
        }
        // A tower with a gate.
        "keep" => "M-18 22V-12h7v6h7v-6h8v6h7v-6h7V22zM-5 22V11a5 5 0 0 1 10 0V22",
        "valley" => "M-27 -16l7 7M27 -16l-7 7M-27 24l7 -7M27 24l-7 -7M-29 4h9M29 4h-9M0 27v-8",
        "fortification" => "M-20 18V-8h8v6h8v-6h8v6h8v-6h8V18z",
        // Stones.
        "broken" => "M-22 8l5 -8l7 3l2 5zM0 -8l5 -8l7 3l2 5zM4 22l5 -8l7 3l2 5z",
        "gate" => "M-13 19V2a13 13 0 0 1 26 0V19M-13 10H13M0 -11V19",
        _ => return None,
    })
}

/// The trees of an arrangement that stand on this ground, listed from top to bottom.
pub(super) fn wood(arrangement: usize, code: &str, svg: &mut String) {
    let trees = if code == MARSHY_WOODS { 11 } else { WOODS[arrangement].len() };
    for [x, y, size] in WOODS[arrangement].into_iter().take(trees).map(|tree| tree.map(number)) {
        let _ = write!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{size}\"/>");
    }
}

/// A piece of a border, from corner to corner, with its teeth towards the lower cell.
pub(super) fn border(code: &str, [from, to]: [[f64; 2]; 2], low: [f64; 2], path: &mut String) {
    // How many teeth, their length, their width at the foot as a part of their distance, and whether there is a line
    // along the border.
    let (teeth, length, foot, has_line) = match code {
        "slope" => (8, 6.0, 0.0, false),
        "escarpment" => (5, 8.0, 0.8, true),
        _ => (0, 0.0, 0.0, true),
    };
    let along = [to[0] - from[0], to[1] - from[1]];
    let middle = middle(from, to);
    if code == STREAM {
        return waves([from, to], path);
    }
    let away = [low[0] - middle[0], low[1] - middle[1]];
    let size = (away[0] * away[0] + away[1] * away[1]).sqrt().max(1.0);
    let place = |part: f64| [from[0] + along[0] * part, from[1] + along[1] * part];
    if code == "trench" {
        return battlements([from, to], [away[0] / size, away[1] / size], path);
    }
    if has_line {
        let ([ax, ay], [bx, by]) = (from.map(number), to.map(number));
        let _ = write!(path, "M{ax} {ay}L{bx} {by}");
    }
    for tooth in 0..teeth {
        let step = 1.0 / f64::from(teeth);
        let part = (f64::from(tooth) + 0.5) * step;
        // Every second stroke of a slope is shorter, as on engraved maps.
        let length = if foot == 0.0 && tooth % 2 == 1 { 0.6 * length } else { length };
        let [x, y] = place(part);
        let tip = [x + away[0] / size * length, y + away[1] / size * length].map(number);
        if foot == 0.0 {
            let _ = write!(path, "M{} {}L{} {}", number(x), number(y), tip[0], tip[1]);
        } else {
            let [left, right] = [-0.5, 0.5].map(|side| place(part + side * foot * step).map(number));
            let _ = write!(path, "M{} {}L{} {}L{} {}z", left[0], left[1], tip[0], tip[1], right[0], right[1]);
        }
    }
}

/// A wavy line along a border, with its ends where a straight one would have them.
fn waves([from, to]: [[f64; 2]; 2], path: &mut String) {
    const WAVES: u8 = 2;
    const HEIGHT: f64 = 0.16;
    let along = [to[0] - from[0], to[1] - from[1]];
    let place = |part: f64, aside: f64| {
        let at = [from[0] + along[0] * part - along[1] * aside, from[1] + along[1] * part + along[0] * aside];
        at.map(number)
    };
    let [x, y] = place(0.0, 0.0);
    let _ = write!(path, "M{x} {y}");
    for half in 0..2 * WAVES {
        let halves = f64::from(2 * WAVES);
        let aside = if half % 2 == 0 { HEIGHT } else { -HEIGHT };
        let [bend_x, bend_y] = place((f64::from(half) + 0.5) / halves, aside);
        let [x, y] = place(f64::from(half + 1) / halves, 0.0);
        let _ = write!(path, "Q{bend_x} {bend_y} {x} {y}");
    }
}

/// A line along a border with right-angled teeth.
fn battlements([from, to]: [[f64; 2]; 2], across: [f64; 2], path: &mut String) {
    const MERLONS: u8 = 7;
    const DEPTH: f64 = 2.6;
    let mut sign = 'M';
    for merlon in 0..MERLONS {
        let depth = if merlon % 2 == 0 { DEPTH } else { -DEPTH };
        for end in [merlon, merlon + 1] {
            let part = f64::from(end) / f64::from(MERLONS);
            let place = |axis: usize| from[axis] + (to[axis] - from[axis]) * part + across[axis] * depth;
            let [x, y] = [place(0), place(1)].map(number);
            let _ = write!(path, "{sign}{x} {y}");
            sign = 'L';
        }
    }
}

fn middle(one: [f64; 2], other: [f64; 2]) -> [f64; 2] {
    [f64::midpoint(one[0], other[0]), f64::midpoint(one[1], other[1])]
}

/// The offset of a mark in its cell, so that two kinds do not hide each other.
pub(super) fn mark_offset(code: &str) -> [f64; 2] {
    match code {
        "camp" => [-11.0, 21.0],
        "rally" => [12.0, 22.0],
        "stronghold" => [-12.0, -21.0],
        _ => [0.0, 22.0],
    }
}

/// The sign of a mark, around its middle.
pub(super) fn mark_sign(code: &str, name: &str) -> String {
    match code {
        "camp" => "<path class=\"szb-tent\" d=\"M-10 7L0 -9L10 7z\"/>\
                 <path class=\"szb-door\" d=\"M-3.5 7L0 -1L3.5 7z\"/>"
            .to_owned(),
        "rally" => {
            "<path class=\"szb-pole\" d=\"M-5 8V-10\"/><path class=\"szb-flag\" d=\"M-5 -10L8 -6L-5 -2z\"/>"
                .to_owned()
        }
        // A house with the flag of its occupants; letters are reserved for conditions of counters.
        "headquarters" => {
            "<path class=\"szb-tent\" d=\"M-10 7V-1H4V7z\"/><path class=\"szb-pole\" d=\"M7 7V-11\"/>\
             <path class=\"szb-flag\" d=\"M7 -11L-4 -8L7 -5z\"/>"
                .to_owned()
        }
        "stronghold" => "<path class=\"szb-tent\" d=\"M-7 7V-6H-4V-3H-1.5V-6H1.5V-3H4V-6H7V7z\"/>".to_owned(),
        // The wall seen from within.
        "inside" => "<path class=\"szb-pole szb-faint\" d=\"M-8 3V-3H8V3\"/>".to_owned(),
        _ => {
            let letter: String = name.chars().take(1).flat_map(char::to_uppercase).collect();
            format!(
                "<circle r=\"7\" class=\"szb-tent\"/><text class=\"szb-sign\" y=\"3\">{}</text>",
                escape(&letter)
            )
        }
    }
}
