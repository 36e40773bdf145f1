//! Seals: hashes by which a record shows whether it is as it was written, and what a manifest cannot say whatever its
//! seal. Where the hashes stand is the manifest's business.

use core::fmt::Write as _;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use sha2::{Digest, Sha256};

use super::block::BLOCK;
use super::long::{LONG_BLOCK, LONG_SCHEMA, LongTable};
use super::manifest::{DOTTED, FORMAT, GamesFile, Manifest, Part, Progress, UNSEALED, fields};

/// No run has more games: the names of files have twelve digits.
const MOST_GAMES: u64 = 1_000_000_000_000;

/// SHA-256 in hexadecimal digits.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |mut digits, byte| {
        write!(digits, "{byte:02x}").expect("writing to a string");
        digits
    })
}

/// The seal of a manifest that has none yet.
pub(super) fn of(manifest: &Manifest) -> String {
    let value = serde_json::to_value(manifest).expect("a manifest is plain text and numbers");
    let mut text = String::new();
    write_canonical(&value, &mut text);
    sha256(text.as_bytes())
}

/// JSON without blanks, and with the keys in the order of their letters.
fn write_canonical(value: &Value, text: &mut String) {
    match value {
        Value::Object(entries) => {
            text.push('{');
            let entries: BTreeMap<&String, &Value> = entries.iter().collect();
            for (place, (key, value)) in entries.into_iter().enumerate() {
                let comma = if place > 0 { "," } else { "" };
                write!(text, "{comma}{}:", Value::from(key.as_str())).expect("writing to a string");
                write_canonical(value, text);
            }
            text.push('}');
        }
        Value::Array(values) => {
            text.push('[');
            for (place, value) in values.iter().enumerate() {
                text.push_str(if place > 0 { "," } else { "" });
                write_canonical(value, text);
            }
            text.push(']');
        }
        plain => write!(text, "{plain}").expect("writing to a string"),
    }
}

/// Whether a manifest has the seal that it has to have, and says what can be.
///
/// # Errors
/// The first thing that is wrong with it.
pub(super) fn check(manifest: &Manifest) -> Result<(), String> {
    match &manifest.seal {
        Some(seal) if [FORMAT, DOTTED].contains(&manifest.format) => {
            let unsealed = Manifest { seal: None, ..manifest.clone() };
            if *seal != of(&unsealed) {
                return Err("it is not what was written: its seal does not match".to_owned());
            }
            check_files(manifest, &manifest.files, BLOCK)?;
            check_tables(manifest)?;
        }
        None if manifest.format == UNSEALED && manifest.files.is_empty() && manifest.tables.is_empty() => (),
        _ => return Err("a seal is missing or superfluous".to_owned()),
    }
    check_numbers(manifest)?;
    let mut names = BTreeSet::new();
    if let Some(field) = manifest.columns.iter().find(|field| !names.insert(&field.name)) {
        return Err(format!("there are two columns `{}`", field.name));
    }
    check_columns(&manifest.clone().renamed())
}

/// Whether the numbers of games fit each other.
fn check_numbers(manifest: &Manifest) -> Result<(), String> {
    let Part { first, end } = manifest.part;
    let Progress { games, aborted, is_finished } = manifest.progress;
    if first >= end {
        return Err("its part has no games".to_owned());
    }
    if end > manifest.run.games || manifest.run.games > MOST_GAMES {
        return Err(format!(
            "its part ends with game {end}, of {} in the run and {MOST_GAMES} at most",
            manifest.run.games
        ));
    }
    if games > end - first || aborted > games {
        return Err(format!(
            "it lists {games} games, {aborted} of them aborted, in a part of {}",
            end - first
        ));
    }
    if is_finished && manifest.run.until.is_none() && games < end - first {
        return Err(format!("it says that the run is finished, with {games} of {} games", end - first));
    }
    Ok(())
}

/// Whether the long tables are such as are written today, and end with the games.
fn check_tables(manifest: &Manifest) -> Result<(), String> {
    let mut names = BTreeSet::new();
    for table in &manifest.tables {
        let name = &table.name;
        let is_known = table.known().is_some_and(|long| {
            let due = LongTable { files: table.files.clone(), ..LongTable::new(long) };
            due == *table
        });
        if !is_known {
            return Err(format!("its table `{name}` lacks the columns of version {LONG_SCHEMA}"));
        }
        if !names.insert(name) {
            return Err(format!("there are two tables `{name}`"));
        }
        check_files(manifest, &table.files, LONG_BLOCK)?;
    }
    Ok(())
}

/// Whether the files of a table follow each other, a block each.
fn check_files(manifest: &Manifest, files: &[GamesFile], block: u64) -> Result<(), String> {
    let mut due = manifest.part.first;
    for file in files {
        // Before the last one each ends where a block ends: what is due then is the first game of a block.
        let is_next = file.first == due && (due == manifest.part.first || due.is_multiple_of(block));
        if !is_next || !(1..=block - due % block).contains(&file.games) {
            return Err(format!(
                "the file that begins with game {} does not follow the one before",
                file.first
            ));
        }
        due = file.end();
    }
    let games = manifest.progress.games;
    if due - manifest.part.first != games {
        return Err(format!("its files hold {} games, and it lists {games}", due - manifest.part.first));
    }
    Ok(())
}

/// Whether the columns begin with those that all games have.
fn check_columns(manifest: &Manifest) -> Result<(), String> {
    let columns = &manifest.columns;
    let common = fields(&[], &manifest.run.sides);
    for (place, due) in common.iter().enumerate() {
        let there = columns.get(place);
        let is_due = there.is_some_and(|there| {
            (&there.name, &there.what, &there.side, there.kind) == (&due.name, &due.what, &due.side, due.kind)
        });
        if !is_due {
            return Err(format!("column {} is not `{}`, as in all games", place + 1, due.name));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use szala_kernel::Recorded;
    use szala_kernel::toy::TwoGates;

    use super::super::manifest::tests::identity;
    use super::super::manifest::{Field, FieldKind, GamesFile};
    use super::*;

    /// A run of a block and a half, finished.
    fn manifest() -> Manifest {
        let games = BLOCK * 3 / 2;
        let mut manifest = Manifest::new(Vec::new(), identity(), 0..games, &TwoGates.columns());
        manifest.run.games = games;
        manifest.progress = Progress { games, aborted: 0, is_finished: true };
        let file = |first, games| GamesFile { first, games, sha256: sha256(b"") };
        manifest.files = vec![file(0, BLOCK), file(BLOCK, BLOCK / 2)];
        manifest
    }

    /// Python: `json.dumps({"b": [1, None], "a": "\"ł", "A": {}}, sort_keys=True, separators=(",", ":"),
    /// ensure_ascii=False)`.
    #[test]
    fn canonical_is_json_with_sorted_keys_and_no_blanks() {
        let value = serde_json::json!({ "b": [1, null], "a": "\"\u{142}", "A": {} });
        let mut text = String::new();
        write_canonical(&value, &mut text);
        assert_eq!(text, "{\"A\":{},\"a\":\"\\\"\u{142}\",\"b\":[1,null]}");
    }

    #[test]
    fn a_manifest_that_was_changed_after_it_was_sealed_is_found_out() {
        let sealed = manifest().sealed();
        assert_eq!(check(&sealed), Ok(()));
        assert_eq!(sealed.clone().sealed(), sealed, "a seal is no part of what it seals");
        let mut other = sealed.clone();
        other.run.seed += 1;
        assert!(check(&other).expect_err("changed").contains("its seal does not match"));
        for (format, seal) in [(FORMAT, None), (UNSEALED, sealed.seal.clone())] {
            assert!(check(&Manifest { format, seal, ..sealed.clone() }).is_err());
        }
        assert_eq!(check(&Manifest { format: DOTTED, ..manifest() }.sealed()), Ok(()));
        let old = Manifest { format: UNSEALED, files: Vec::new(), seal: None, ..sealed };
        assert_eq!(check(&old), Ok(()));
    }

    #[test]
    fn what_cannot_be_is_refused_though_it_is_sealed() {
        type Change = fn(&mut Manifest);
        let changes: [(Change, &str); 16] = [
            (|m| m.part.first = m.part.end, "game 0 does not follow"),
            (|m| m.part.end = u64::MAX, "its part ends with game"),
            (|m| m.run.games = u64::MAX, "1000000000000 at most"),
            (|m| m.progress.aborted = u64::MAX, "aborted"),
            (|m| m.progress.games -= 1, "its files hold 49152 games, and it lists 49151"),
            (|m| drop(m.files.pop()), "its files hold 32768 games"),
            (|m| m.files.swap(0, 1), "game 32768 does not follow"),
            (|m| m.files[0].games -= 1, "game 32768 does not follow"),
            (|m| m.files[0].games += 1, "game 0 does not follow"),
            (|m| m.files[1].games = u64::MAX, "game 32768 does not follow"),
            (|m| m.files[1].games = 0, "game 32768 does not follow"),
            (
                |m| {
                    m.files.pop();
                    m.progress.games = BLOCK;
                },
                "finished, with 32768 of 49152",
            ),
            (|m| m.columns.truncate(7), "column 8 is not `lead`"),
            (|m| m.columns.swap(0, 1), "column 1 is not `game`"),
            (|m| m.columns.push(m.columns[13].clone()), "two columns"),
            (|m| m.run.sides[1].push('x'), "is not `player_"),
        ];
        for (place, (change, told)) in changes.into_iter().enumerate() {
            let mut other = manifest();
            change(&mut other);
            let found = check(&other.sealed()).expect_err("it cannot be");
            assert!(found.contains(told), "change {place}: {found}");
        }
        let mut kind = manifest();
        kind.columns[0] = Field { kind: FieldKind::Name, ..kind.columns[0].clone() };
        assert!(check(&kind.sealed()).is_err());
    }
}
