//! The map of a scenario with its counters, for the terminal: drawn from the rule system's description of board and
//! pieces, like the pictures. This file defines the letter for each code of a look.

use core::fmt::{self, Write};

use szala_kernel::Side;
use szala_kernel::picture::{
    Cell, CellId, Counter, Listed, Listing, Look, LookId, LookOf, Piece, Position, Spot,
};

use crate::Drawing;

/// The smallest width of a cell in characters; even, so that a row can be shifted by half a cell.
const WIDTH: usize = 4;
/// The maximum length of a line of the legend.
const LINE: usize = 100;

/// The signs of looks by code, the same as in map files where those have one.
const SIGNS: [(&str, char); 55] = [
    ("clear", '.'),
    ("forest", 'f'),
    ("hill", 'h'),
    ("wooded-hill", 'F'),
    ("valley", 'v'),
    ("road-square", '='),
    ("bridge", 'B'),
    ("river", '~'),
    ("canal", 'c'),
    ("swamp", 's'),
    ("fortification", 'W'),
    ("village", 'v'),
    ("wooden", 'b'),
    ("brick", 'B'),
    ("marshy-woods", 'w'),
    ("keep", 'C'),
    ("stream", '~'),
    ("gate", 'G'),
    ("castle", 'C'),
    ("road", '='),
    ("trench", '_'),
    ("escarpment", '\''),
    ("wall", '|'),
    ("camp", '^'),
    ("rally", '+'),
    ("headquarters", '#'),
    ("inside", 'i'),
    ("stronghold", '!'),
    ("commander", '*'),
    ("hidden", 'u'),
    ("infantry", 'i'),
    ("riflemen", 'r'),
    ("skirmishers", 's'),
    ("kosynierzy", 'y'),
    ("grenadiers", 'g'),
    ("cavalry", 'c'),
    ("cossacks", 'k'),
    ("mounted-rifles", 'm'),
    ("artillery", 'a'),
    ("barge", 'b'),
    ("machine-guns", 'g'),
    ("mortars", 'm'),
    ("barrage", '%'),
    ("breach", 'x'),
    ("phalanx", 'P'),
    ("heavy-infantry", 'H'),
    ("legion", 'L'),
    ("barbarians", 'B'),
    ("light-infantry", 'l'),
    ("heavy-cavalry", 'C'),
    ("lancers", 'N'),
    ("light-cavalry", 'c'),
    ("elephants", 'E'),
    ("chariots", 'T'),
    ("other-half", '='),
];

/// The sign of a look; none for slopes, which follow from the ground on both sides. An unknown look gets the first
/// letter of its name.
fn sign(look: &Look) -> Option<char> {
    let known = SIGNS.iter().find(|(code, _)| *code == look.code).map(|(_, sign)| *sign);
    if look.code == "slope" { None } else { known.or_else(|| look.name.chars().next()) }
}

/// A text padded with blanks to this width.
fn padded(text: &str, width: usize) -> String {
    format!("{text:<width$}")
}

impl Drawing<'_> {
    /// Writes the map with its ground and, below it, the counters on it; then the meaning of the signs.
    ///
    /// # Errors
    /// Only those of the writer.
    pub fn write_map(&self, position: &Position, to: &mut impl Write) -> fmt::Result {
        let cells = &self.ground.cells;
        let texts: Vec<[String; 2]> = (0..cells.len())
            .map(|index| {
                let cell = CellId::from_index(index);
                [self.ground_signs(cell), self.counter_signs(position, cell)]
            })
            .collect();
        let longest = texts.iter().flatten().map(|text| text.chars().count()).max().unwrap_or(0);
        let width = WIDTH.max((longest + 1).next_multiple_of(2));
        let across = |cell: &Cell| cell.centre.x;
        let mut rows: Vec<i32> = cells.iter().map(|cell| cell.centre.y).collect();
        rows.sort_unstable();
        rows.dedup();
        let row_of = |y: i32| {
            let mut row: Vec<usize> = (0..cells.len()).filter(|index| cells[*index].centre.y == y).collect();
            row.sort_unstable_by_key(|index| across(&cells[*index]));
            row
        };
        // Rows that start less than a cell to the right of the first column are shifted by half a cell.
        let least = cells.iter().map(across).min().unwrap_or(0);
        for y in rows {
            let row = row_of(y);
            let [begin, step] = [across(&cells[row[0]]) - least, self.ground.across];
            let columns = usize::try_from((2 * begin + step / 2) / step.max(1)).unwrap_or(0);
            let shift = " ".repeat(columns * width / 2);
            let label = &cells[row[0]].label;
            for (line, prefix) in [(0, label.as_str()), (1, "")] {
                let line: String = row.iter().map(|index| padded(&texts[*index][line], width)).collect();
                if prefix.is_empty() && line.trim().is_empty() {
                    continue;
                }
                writeln!(to, "{}", format!("{prefix:>6} {shift}{line}").trim_end())?;
            }
        }
        self.write_signs(position, to)
    }

    /// The ground of a cell, what lies in it, ways through it, and what is on its lower sides or on its right.
    fn ground_signs(&self, cell: CellId) -> String {
        let ground = self.ground;
        let mut looks = vec![ground.cell(cell).ground];
        looks.extend(ground.marks.iter().filter(|mark| mark.cell == cell).map(|mark| mark.look));
        let lies_before = |other: CellId| {
            let [here, there] = [cell, other].map(|cell| ground.cell(cell).centre);
            (here.y, here.x) < (there.y, there.x)
        };
        let here = ground.lines.iter().filter(|line| line.between.contains(&cell)).filter(|line| {
            let other = if line.between[0] == cell { line.between[1] } else { line.between[0] };
            ground.look(line.look).of == LookOf::Way || lies_before(other)
        });
        for line in here {
            if !looks.contains(&line.look) {
                looks.push(line.look);
            }
        }
        looks.into_iter().filter_map(|look| sign(ground.look(look))).collect()
    }

    /// The counters there: small letters for the first side, capitals for the second, neutral ones in brackets.
    fn counter_signs(&self, position: &Position, cell: CellId) -> String {
        let here = self.ground.pieces.iter().zip(&position.counters);
        let here = here.filter(|(_, counter)| counter.spot == Spot::Cell(cell));
        let letters = here.filter_map(|(piece, counter)| {
            let letter = sign(self.ground.look(counter.look.unwrap_or(piece.look)))?;
            Some(match piece.holder(counter) {
                Some(Side::First) => letter.to_string(),
                Some(Side::Second) => letter.to_ascii_uppercase().to_string(),
                None => format!("({letter})"),
            })
        });
        letters.collect()
    }

    fn write_signs(&self, position: &Position, to: &mut impl Write) -> fmt::Result {
        let (ground, words) = (self.ground, self.language.words());
        let stands = |look: LookId| {
            let mut counters = ground.pieces.iter().zip(&position.counters);
            counters.any(|(piece, counter)| {
                counter.spot.cell().is_some() && counter.look.unwrap_or(piece.look) == look
            })
        };
        let is_there = |look: LookId| {
            ground.cells.iter().any(|cell| cell.ground == look)
                || ground.lines.iter().any(|line| line.look == look)
                || ground.marks.iter().any(|mark| mark.look == look)
                || stands(look)
        };
        let told = |kinds: &[LookOf]| -> Vec<String> {
            let looks = ground.looks.iter().enumerate();
            let there = looks
                .filter(|(index, look)| kinds.contains(&look.of) && is_there(LookId::from_index(*index)));
            let told = |(_, look): (usize, &Look)| {
                sign(look).map(|sign| format!("{sign} {}", self.language.look_name(look)))
            };
            there.filter_map(told).collect()
        };
        let stands_free = |(piece, counter): (&Piece, &Counter)| {
            counter.spot.cell().is_some() && piece.holder(counter).is_none()
        };
        let is_free = ground.pieces.iter().zip(&position.counters).any(stands_free);
        let brackets =
            if is_free { format!(", {} {}", words.brackets, words.nobodys) } else { String::new() };
        let lines = [
            (String::new(), told(&[LookOf::Ground, LookOf::Mark, LookOf::Way])),
            (format!("{}: ", words.lower_sides), told(&[LookOf::Border])),
            (
                format!(
                    "{} {}, {} {}{brackets}: ",
                    words.small,
                    self.sides[Side::First],
                    words.capital,
                    self.sides[Side::Second]
                ),
                told(&[LookOf::Piece]),
            ),
        ];
        for (before, signs) in lines.into_iter().filter(|(_, signs)| !signs.is_empty()) {
            let mut line = before;
            for (place, sign) in signs.iter().enumerate() {
                let comma = if place + 1 < signs.len() { "," } else { "" };
                if line.chars().count() + sign.chars().count() > LINE {
                    writeln!(to, "{}", line.trim_end())?;
                    line = String::from("  ");
                }
                line.extend([sign.as_str(), comma, " "]);
            }
            writeln!(to, "{}", line.trim_end())?;
        }
        Ok(())
    }

    /// The lists of participants, or the pieces themselves if there are none.
    pub fn listings(&self, listings: Vec<Listing>) -> Vec<Listing> {
        if !listings.is_empty() {
            return listings;
        }
        let of_side = |side: Option<Side>| {
            let own = self.ground.pieces.iter().filter(|piece| piece.side == side);
            let entries = own.map(|piece| Listed::plain(&piece.name, piece.about.as_str()));
            Listing { heading: self.whose(side).to_owned(), entries: entries.collect() }
        };
        let listings = [Some(Side::First), Some(Side::Second), None].map(of_side);
        listings.into_iter().filter(|listing| !listing.entries.is_empty()).collect()
    }
}

/// Writes lists one below the other, in columns.
///
/// # Errors
/// Only those of the writer.
pub(crate) fn write_listings(listings: &[Listing], to: &mut impl Write) -> fmt::Result {
    let entries = || listings.iter().flat_map(|listing| &listing.entries);
    let long = |name: &String| name.chars().count();
    let below = entries().flat_map(|entry| &entry.below).map(|[name, _]| long(name)).max().unwrap_or(0);
    let plain =
        entries().filter(|entry| entry.below.is_empty()).map(|entry| long(&entry.name)).max().unwrap_or(0);
    for Listing { heading, entries } in listings {
        writeln!(to, "{heading}")?;
        for Listed { name, words, below: followers } in entries {
            if followers.is_empty() {
                writeln!(to, "  {name:plain$}  {words}")?;
                continue;
            }
            writeln!(to, "  {name}, {words}")?;
            for [name, words] in followers {
                writeln!(to, "    {name:below$}  {words}")?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use szala_kernel::toy::TwoGates;
    use szala_kernel::{BySide, Names, Pictured, Rules};

    use super::*;
    use crate::Language;

    /// The castle and the field lie in the middle above and below the two gates, so half a cell farther to the right
    /// than the left one; the wall is to the right of the left gate; nobody is on the board yet.
    #[test]
    fn two_gates_is_told_in_letters() {
        let ground = TwoGates.ground();
        let sides = BySide::from_fn(|side| TwoGates.side_name(side));
        let drawing =
            Drawing { ground: &ground, sides, time: TwoGates.time(), name: "t", language: Language::English };
        let mut text = String::new();
        drawing
            .write_map(&TwoGates.picture(&TwoGates.opening()), &mut text)
            .expect("writing to a string never fails");
        let expected = "castle   C^=\n  left G|= G=\n field   .=\n\
                        . field, G gate, C castle, = path, ^ where guards gather\n\
                        on a lower side, or on the right: | wall\n";
        assert_eq!(text, expected);
        let mut text = String::new();
        write_listings(&drawing.listings(Vec::new()), &mut text)
            .expect("a string takes all that is written to it");
        assert_eq!(text, "Red\n  Red   raids or guards\nBlue\n  Blue  raids or guards\n");
    }
}
