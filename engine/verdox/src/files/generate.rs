//! Maps generated from a seed, symmetric or not, in integers alone: the same seed makes the same map everywhere. The
//! result is the text of a map's file, so that it is read, checked and edited like any other.
//!
//! Guaranteed for every map, and tested:
//! - it has the columns and rows asked for, and the edges, where units come in, are clear or road;
//! - of hills, valleys, forest and swamp it has as many squares as the shares say (hundredths of all squares, rounded
//!   down, to an even number on a symmetric map), unless room runs out, which the [`Made`] map reports;
//! - with a river, that runs from the south edge to the north edge without a gap for barges, with the bridges asked
//!   for;
//! - one road leads over the first bridge from one headquarters to the other, so that infantry can go between them;
//! - a symmetric map is its own mirror image, left for right, barges and headquarters too.

use core::fmt::Write as _;

use szala_kernel::seed::mix;

use crate::position::data::SIDES;
use crate::position::ground::Ground;
use crate::position::ids::{MOST_COLUMNS, MOST_ROWS};

/// The request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wish {
    /// The seed, which identifies the map.
    pub seed: u64,
    /// 10 to 32.
    pub columns: u8,
    /// 10 to 24: a first wave of ten has room on either edge.
    pub rows: u8,
    /// Is the right half the mirror image of the left one?
    pub symmetric: bool,
    /// Hundredths of all squares that are hill, valley, forest and swamp; 60 together at most.
    pub shares: Shares,
    /// How many bridges cross the river, 1 to 4; without any there is no river.
    pub bridges: u8,
}

/// Hundredths of all squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shares {
    /// Hills.
    pub hill: u8,
    /// Valleys.
    pub valley: u8,
    /// Forest.
    pub forest: u8,
    /// Swamp.
    pub swamp: u8,
}

/// Why a map cannot be generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// Not 10 to 32 columns and 10 to 24 rows.
    Extent,
    /// The shares make up more than 60 hundredths.
    Shares,
    /// More than 4 bridges.
    Bridges,
}

impl core::fmt::Display for Refused {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Self::Extent => "a map has 10 to 32 columns and 10 to 24 rows",
            Self::Shares => "hills, valleys, forest and swamp are 60 hundredths of the map together at most",
            Self::Bridges => "a river has 4 bridges at most",
        })
    }
}

impl core::error::Error for Refused {}

/// A generated map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// The text of its file.
    pub text: String,
    /// How many squares of hill, valley, forest and swamp are missing for want of room.
    pub missing: [usize; 4],
}

/// Generates a map.
///
/// # Errors
/// When no such map is possible.
pub fn generate(wish: &Wish) -> Result<Made, Refused> {
    let Shares { hill, valley, forest, swamp } = wish.shares;
    let is_right = |holds: bool, refused| if holds { Ok(()) } else { Err(refused) };
    let is_of_size = (10..=MOST_COLUMNS).contains(&wish.columns) && (10..=MOST_ROWS).contains(&wish.rows);
    is_right(is_of_size, Refused::Extent)?;
    let sum: u32 = [hill, valley, forest, swamp].into_iter().map(u32::from).sum();
    is_right(sum <= 60, Refused::Shares)?;
    is_right(wish.bridges <= 4, Refused::Bridges)?;
    let mut sketch = Sketch::new(wish);
    sketch.water_and_roads(wish.bridges);
    let grounds = [Ground::Hill, Ground::Valley, Ground::Forest, Ground::Swamp];
    let shares = [hill, valley, forest, swamp];
    let missing = core::array::from_fn(|at| sketch.patches(grounds[at], shares[at]));
    Ok(Made { text: sketch.write(wish), missing })
}

/// A map under construction: rows from the south, columns from the west.
struct Sketch {
    columns: usize,
    rows: usize,
    symmetric: bool,
    ground: Vec<Ground>,
    /// The row of the road between the headquarters.
    road: usize,
    barges: Vec<[usize; 2]>,
    numbers: u64,
}

impl Sketch {
    fn new(wish: &Wish) -> Self {
        let (columns, rows) = (usize::from(wish.columns), usize::from(wish.rows));
        let numbers = mix(wish.seed ^ 0x005E_ED0F_4D41_7053);
        let ground = vec![Ground::Clear; columns * rows];
        Self { columns, rows, symmetric: wish.symmetric, ground, road: 0, barges: Vec::new(), numbers }
    }

    /// A number below another one: close enough to uniform for a map, since the bound is small compared with 2^63.
    fn below(&mut self, bound: usize) -> usize {
        self.numbers = self.numbers.wrapping_add(0x9E37_79B9_7F4A_7C15);
        usize::try_from(mix(self.numbers) >> 1).expect("63 bits fit in a usize") % bound
    }

    fn at(&self, column: usize, row: usize) -> Ground {
        self.ground[row * self.columns + column]
    }

    /// Sets a square, and on a symmetric map its mirror image.
    fn set(&mut self, column: usize, row: usize, ground: Ground) {
        self.ground[row * self.columns + column] = ground;
        if self.symmetric {
            let mirrored = self.columns - 1 - column;
            self.ground[row * self.columns + mirrored] = ground;
        }
    }

    /// The river, its bridges, and a road from edge to edge over each of them.
    fn water_and_roads(&mut self, bridges: u8) {
        if bridges > 0 {
            self.river();
        }
        // One band of rows for each bridge, so that no two of them coincide.
        let count = usize::from(bridges.max(1));
        for number in 0..count {
            let (first, last) = (self.rows * number / count, self.rows * (number + 1) / count);
            let row = first + self.below(last - first);
            for column in 0..self.columns {
                let here = self.at(column, row);
                // A road by each bridge; from edge to edge for the first one.
                let is_beside = (column.saturating_sub(1)..=column + 1).any(|near| {
                    near < self.columns && matches!(self.at(near, row), Ground::River | Ground::Bridge)
                });
                match here {
                    Ground::River => self.set(column, row, Ground::Bridge),
                    Ground::Clear if number == 0 || is_beside => self.set(column, row, Ground::Road),
                    _ => (),
                }
            }
            if number == 0 {
                self.road = row;
            }
        }
        let river: Vec<[usize; 2]> =
            self.squares().filter(|[column, row]| self.at(*column, *row) == Ground::River).collect();
        // [2.7] In the middle of the river: a third and two thirds of the way; on a symmetric map whose river has two
        // columns, side by side as each other's image. In one column each barge is its own image.
        if !river.is_empty() {
            let (one, other) = (river[river.len() / 3], river[2 * river.len() / 3]);
            let image = [self.columns - 1 - one[0], one[1]];
            self.barges = vec![one, if self.symmetric && image != one { image } else { other }];
            self.barges.dedup();
        }
    }

    /// Straight along the middle of a symmetric map, one column or two; otherwise winding, at most one column a row.
    fn river(&mut self) {
        let middle = self.columns / 2;
        if self.symmetric {
            (0..self.rows).for_each(|row| self.set(middle, row, Ground::River));
            return;
        }
        // It keeps three columns from either edge.
        let (least, most) = (3, self.columns - 4);
        let mut column = middle - 1 + self.below(3);
        for row in 0..self.rows {
            self.set(column, row, Ground::River);
            let next = (column + self.below(3)).saturating_sub(1).clamp(least, most);
            // Round the corner, so that barges have no gap to cross.
            self.set(next, row, Ground::River);
            column = next;
        }
    }

    fn squares(&self) -> impl Iterator<Item = [usize; 2]> + use<> {
        let columns = self.columns;
        (0..self.rows).flat_map(move |row| (0..columns).map(move |column| [column, row]))
    }

    /// Patches of about five squares until the share is reached; returns how many squares are missing.
    fn patches(&mut self, ground: Ground, share: u8) -> usize {
        const PATCH: usize = 5;
        let mut due = self.ground.len() * usize::from(share) / 100;
        if self.symmetric {
            due -= due % 2;
        }
        let each = if self.symmetric { 2 } else { 1 };
        let mut patch: Vec<[usize; 2]> = Vec::new();
        while due > 0 {
            // Beside the patch while it is small, otherwise anywhere.
            let free = self.free();
            let near: Vec<[usize; 2]> = free
                .iter()
                .filter(|[column, row]| {
                    patch.iter().any(|[other, line]| column.abs_diff(*other) + row.abs_diff(*line) == 1)
                })
                .copied()
                .collect();
            let among = if near.is_empty() || patch.len() >= PATCH { &free } else { &near };
            if among.is_empty() {
                break;
            }
            let [column, row] = among[self.below(among.len())];
            if patch.len() >= PATCH || near.is_empty() {
                patch.clear();
            }
            patch.push([column, row]);
            self.set(column, row, ground);
            due -= each;
        }
        due
    }

    /// Clear squares off the edges; of a symmetric map those of the left half, whose images are others.
    fn free(&self) -> Vec<[usize; 2]> {
        let last = if self.symmetric { (self.columns / 2).saturating_sub(1) } else { self.columns - 2 };
        self.squares()
            .filter(|[column, row]| (1..=last).contains(column) && self.at(*column, *row) == Ground::Clear)
            .collect()
    }

    fn write(&self, wish: &Wish) -> String {
        const LETTERS: [(Ground, char); 8] = [
            (Ground::Clear, '.'),
            (Ground::Hill, 'h'),
            (Ground::Valley, 'v'),
            (Ground::Forest, 'f'),
            (Ground::Road, '='),
            (Ground::Bridge, 'B'),
            (Ground::River, '~'),
            (Ground::Swamp, 's'),
        ];
        let Shares { hill, valley, forest, swamp } = wish.shares;
        let even = if wish.symmetric { ", its own mirror image" } else { "" };
        let mut text = format!(
            "# Made up by the seed {}{even}. Asked for were, in hundredths of all squares, hill {hill}, valley \
             {valley}, \
             forest\n# {forest} and swamp {swamp}; bridges {}.\n\ntitle = \"Made up by {}\"\n",
            wish.seed, wish.bridges, wish.seed
        );
        text += "standing = \"assumed\"\n";
        let _ = writeln!(text, "rows = {}\ncolumns = {}", self.rows, self.columns);
        let label = |[column, row]: [usize; 2]| format!("\"{:02}{:02}\"", row + 1, column + 1);
        let barges: Vec<String> = self.barges.iter().copied().map(label).collect();
        let _ = writeln!(text, "barges = [{}]\n\n[headquarters]", barges.join(", "));
        let quarters = [[1, self.road], [self.columns - 2, self.road]];
        for (side, square) in SIDES.iter().zip(quarters) {
            let _ = writeln!(text, "{side} = {}", label(square));
        }
        text += "\n[ground]\nmap = '''\ncolumns";
        (1..=self.columns).for_each(|column| _ = write!(text, " {column:02}"));
        for row in (0..self.rows).rev() {
            let _ = write!(text, "\nrow {:02} ", row + 1);
            for column in 0..self.columns {
                let ground = self.at(column, row);
                let (_, letter) = LETTERS.iter().find(|(known, _)| *known == ground).expect("one of them");
                let _ = write!(text, "  {letter}");
            }
        }
        text += "\n'''\n\n[ground.legend]\n";
        for (ground, letter) in LETTERS {
            let _ = writeln!(text, "\"{letter}\" = {{ terrain = \"{}\" }}", ground.name());
        }
        text
    }
}
