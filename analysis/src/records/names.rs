//! What the columns of games are called, and what they were called before.
//!
//! A name says what is recorded, of whom and in which stage. It is made of small Latin letters without marks, digits
//! and single underscores, and begins with a letter, so SQL and R take it without quotes; and no two columns of a run
//! have one name. Before 2026-12 the parts of a name were joined by dots, and the names in it stood as they are:
//! records with such names are read with the names of today, and a user may still write the old ones.

use std::collections::BTreeSet;

use super::manifest::Field;

/// Letters with marks, as they are written without.
const LETTERS: [(&str, &str); 24] = [
    ("àáâãäåāăą", "a"),
    ("æ", "ae"),
    ("çćĉċč", "c"),
    ("ďđð", "d"),
    ("èéêëēĕėęě", "e"),
    ("ĝğġģ", "g"),
    ("ĥħ", "h"),
    ("ìíîïĩīĭįı", "i"),
    ("ĵ", "j"),
    ("ķ", "k"),
    ("ĺļľŀł", "l"),
    ("ñńņňŋ", "n"),
    ("òóôõöøōŏő", "o"),
    ("œ", "oe"),
    ("ŕŗř", "r"),
    ("śŝşšș", "s"),
    ("ß", "ss"),
    ("ţťŧț", "t"),
    ("þ", "th"),
    ("ùúûüũūŭůűų", "u"),
    ("ŵ", "w"),
    ("ýÿŷ", "y"),
    ("źżž", "z"),
    // Marks that stand behind their letters.
    ("\u{300}\u{301}\u{302}\u{303}\u{304}\u{306}\u{307}\u{308}\u{30a}\u{30b}\u{30c}\u{327}\u{328}", ""),
];

/// The parts of a name as they were joined before 2026-12: what, of whom, in which stage.
pub(super) fn dotted(what: &str, owner: &[&str], stage: Option<u8>) -> String {
    let stage = stage.map(|stage| stage.to_string());
    let parts = [what].into_iter().chain(owner.iter().copied()).chain(stage.as_deref());
    parts.collect::<Vec<_>>().join(".")
}

/// Gives columns with dotted names those of today. Where two came to one name, the later one gets a number behind it.
pub(super) fn rename(fields: &mut [Field]) {
    let wished: Vec<String> = fields.iter().map(|field| plain(&field.name)).collect();
    let mut taken = BTreeSet::new();
    for (field, wish) in fields.iter_mut().zip(&wished) {
        // A number makes no name that another column has without one.
        let numbered = (2..).map(|number| format!("{wish}_{number}")).filter(|name| !wished.contains(name));
        let mut names = [wish.clone()].into_iter().chain(numbered);
        field.name = names.find(|name| taken.insert(name.clone())).expect("numbers do not run out");
    }
}

/// What a column may have been called in records made before 2026-12, the more exact name first.
pub(super) fn former(field: &Field) -> Vec<String> {
    let Field { what, side, unit, stage, .. } = field;
    let dotted = |owner: &[&str]| dotted(what, owner, *stage);
    match (side, unit) {
        // A unit's name stood without its side, but for that of a side, of a kind or of a formation.
        (Some(side), Some(unit)) => vec![dotted(&[side, unit]), dotted(&[unit])],
        (Some(one), None) | (None, Some(one)) => vec![dotted(&[one])],
        (None, None) if what == "lead" => vec!["margin".to_owned()],
        (None, None) => vec![dotted(&[])],
    }
}

/// The place of the column that a user names, by its name of today or by the one it had before.
pub(crate) fn place_of(named: &str, fields: &[Field]) -> Option<usize> {
    let today = fields.iter().position(|field| field.name == named);
    let before = |rank: usize| {
        fields.iter().position(|field| former(field).get(rank).is_some_and(|former| former == named))
    };
    today.or_else(|| before(0)).or_else(|| before(1))
}

/// A name as SQL and R take it without quotes.
fn plain(name: &str) -> String {
    let mut plain = String::new();
    for letter in name.chars().flat_map(char::to_lowercase) {
        if letter.is_ascii_alphanumeric() {
            plain.push(letter);
        } else if let Some((_, bare)) = LETTERS.iter().find(|(marked, _)| marked.contains(letter)) {
            plain.push_str(bare);
        } else if !plain.is_empty() && !plain.ends_with('_') {
            plain.push('_');
        }
    }
    plain.truncate(plain.trim_end_matches('_').len());
    plain
}

#[cfg(test)]
mod tests;
