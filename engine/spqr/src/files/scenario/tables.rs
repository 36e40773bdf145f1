//! The file of the tables. A table's form is checked here; its values are the file's.

use szala_files::{Page, unknown};

use crate::position::data::Kind;
use crate::position::tables::{FARTHEST, From, Tables, Weapon};

/// The attackers of a row of the clash, in the order printed; lancers' row serves no other, heavy cavalry's the Romans.
const ATTACKERS: [Kind; 11] = [
    Kind::Phalanx,
    Kind::Heavy,
    Kind::Legion,
    Kind::Medium,
    Kind::Barbarian,
    Kind::Light,
    Kind::HeavyCavalry,
    Kind::Lancer,
    Kind::LightCavalry,
    Kind::Elephant,
    Kind::Chariot,
];

/// Reads the whole file.
pub(super) fn read(page: &Page<'_>) -> Option<Tables> {
    let mut missiles = [[-1; FARTHEST]; Weapon::NAMES.len()];
    for (name, weapon) in Weapon::NAMES {
        missiles[weapon as usize] = page.parse(&["missiles", name], |text| {
            cells(text, |cell| if cell == "-" { Some(-1) } else { cell.parse().ok().filter(|hit| *hit < 10) })
        })?;
    }
    let superior = |what: &str| -> Option<[u16; Kind::COUNT]> {
        let mut rows = [0; Kind::COUNT];
        for (name, kind) in Kind::NAMES {
            for text in page.texts(&["superiority", name, what]) {
                let other = page.take(text.parse(|wanted| {
                    let known = Kind::NAMES.iter().find(|(name, _)| *name == wanted);
                    known
                        .map(|(_, kind)| *kind)
                        .ok_or_else(|| unknown("type", wanted, &Kind::NAMES.map(|(name, _)| name)))
                }))?;
                rows[kind as usize] |= 1 << other as u16;
            }
        }
        Some(rows)
    };
    let mut clash = [[[0; Kind::COUNT]; Kind::COUNT]; 3];
    for (side, from) in From::NAMES {
        for (name, kind) in Kind::NAMES {
            // [8.53] Roman cavalry reads as heavy cavalry.
            let read = if kind == Kind::RomanCavalry { Kind::HeavyCavalry.name() } else { name };
            let row: [u8; ATTACKERS.len()] = page.parse(&["clash", side, read], |text| {
                cells(text, |cell| {
                    if cell == "-" { Some(0) } else { cell.parse().ok().filter(|at| (1..=13).contains(at)) }
                })
            })?;
            let cells = &mut clash[from as usize][kind as usize];
            for (attacker, column) in ATTACKERS.into_iter().zip(row) {
                cells[attacker as usize] = column;
            }
            cells[Kind::RomanCavalry as usize] = cells[Kind::HeavyCavalry as usize];
        }
    }
    let mut shock = [[[0; 2]; 13]; 10];
    for (face, row) in shock.iter_mut().enumerate() {
        *row = page.parse(&["shock", &face.to_string()], |text| cells(text, pair))?;
    }
    Some(Tables {
        missiles,
        attack_superior: superior("attackers")?,
        defence_superior: superior("over")?,
        clash,
        shock,
    })
}

/// `6(1)`.
fn pair(cell: &str) -> Option<[u8; 2]> {
    let (attackers, defenders) = cell.strip_suffix(')')?.split_once('(')?;
    Some([attackers.parse().ok()?, defenders.parse().ok()?])
}

/// A row of `N` cells with blanks between them.
fn cells<T, const N: usize>(text: &str, of: impl Fn(&str) -> Option<T>) -> Result<[T; N], String> {
    let wrong = |cell: &str| format!("`{cell}` is no cell of this table");
    let row: Vec<T> =
        text.split_whitespace().map(|cell| of(cell).ok_or_else(|| wrong(cell))).collect::<Result<_, _>>()?;
    let count = row.len();
    row.try_into().map_err(|_| format!("a row of this table has {N} cells, and this one {count}"))
}
