//! Checks on the code of the engine: a game is a function of its start and its dice. Tests of the engine may do
//! what they like.

use super::Found;
use crate::Tree;
use crate::tree::{Source, words};

/// Modules of the standard library that lead out of the game.
const OUTSIDE: [&str; 6] = ["fs", "thread", "time", "env", "net", "process"];
const HASHED: [&str; 3] = ["HashMap", "HashSet", "RandomState"];
/// The rooms of a rule system that must not know others, and those others.
const CLOSED: [(&str, &[&str]); 2] =
    [("position", &["chapters", "faces", "files"]), ("chapters", &["faces", "files"])];

/// One rounding that differs between two machines makes two games of one seed: probabilities and evaluations
/// live from `ai` upward.
pub(super) fn floats(tree: &Tree, found: &mut Found<'_>) {
    let remedy = "count in integers; floats live from ai/ upward";
    for source in engine(tree) {
        for (at, word) in source.words().filter(|(at, word)| is_float(source.code(), *at, word)) {
            refuse(source, at, &format!("the float `{word}` in the engine"), remedy, found);
        }
    }
}

fn is_float(code: &str, at: usize, word: &str) -> bool {
    let is_digit = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
    let is_number = is_digit(word.as_bytes().first()) && !word.starts_with("0x");
    let is_typed =
        matches!(word, "f32" | "f64") || (is_number && (word.ends_with("f32") || word.ends_with("f64")));
    let bytes = code.as_bytes();
    let end = at + word.len();
    let has_point = bytes.get(end) == Some(&b'.') && is_digit(bytes.get(end + 1));
    let is_field = at > 0 && bytes[at - 1] == b'.';
    is_typed || (is_number && has_point && !is_field)
}

/// Files, clocks, threads and the environment differ between two runs of one seed.
pub(super) fn outside(tree: &Tree, found: &mut Found<'_>) {
    let remedy = "take what is needed as an argument; the outside is for analysis/ and src/";
    for source in engine(tree) {
        for (at, module) in
            modules_of("std", source.code()).into_iter().filter(|(_, module)| OUTSIDE.contains(module))
        {
            refuse(source, at, &format!("std::{module} in the engine"), remedy, found);
        }
    }
}

/// The modules named by `root::a` and `root::{a, b::c}`, with their offsets.
fn modules_of<'c>(root: &str, code: &'c str) -> Vec<(usize, &'c str)> {
    let mut modules = Vec::new();
    for (at, _) in words(code).filter(|(_, word)| *word == root) {
        let from = at + root.len();
        let Some(path) = code[from..].strip_prefix("::") else { continue };
        let from = from + "::".len();
        if !path.starts_with('{') {
            modules.extend(words(path).next().map(|(at, word)| (from + at, word)));
            continue;
        }
        let mut depth = 0;
        let end = path.find(|letter| {
            depth += i32::from(letter == '{') - i32::from(letter == '}');
            depth == 0
        });
        let group = &path[..end.unwrap_or(path.len())];
        let is_first = |at: &usize| group[..*at].trim_end().ends_with(['{', ',']);
        modules.extend(words(group).filter(|(at, _)| is_first(at)).map(|(at, word)| (from + at, word)));
    }
    modules
}

/// Hash maps of the standard library are seeded anew in every run: iterating over one gives a different game each
/// time.
pub(super) fn order(tree: &Tree, found: &mut Found<'_>) {
    let remedy = "index an array by an id, or use a BTreeMap";
    for source in engine(tree) {
        for (at, word) in source.words().filter(|(_, word)| HASHED.contains(word)) {
            refuse(source, at, &format!("`{word}` in the engine"), remedy, found);
        }
    }
}

/// A position is plain data, and a chapter is rules alone: neither depends on how a game is shown or read.
pub(super) fn rooms(tree: &Tree, found: &mut Found<'_>) {
    let remedy = "move what is shared into the lower room, or what asks into the higher";
    for source in engine(tree) {
        let room = inside(source).and_then(|path| path.split(['/', '.']).nth(2));
        let Some((room, closed)) = CLOSED.into_iter().find(|(closed, _)| room == Some(closed)) else {
            continue;
        };
        let named = ["crate", "super"].into_iter().flat_map(|root| modules_of(root, source.code()));
        for (at, module) in named.filter(|(_, module)| closed.contains(module)) {
            refuse(source, at, &format!("`{room}` names `{module}`"), remedy, found);
        }
    }
}

fn engine(tree: &Tree) -> impl Iterator<Item = &Source> {
    tree.rust().filter(|source| inside(source).is_some_and(|path| path.split('/').nth(1) == Some("src")))
}

/// The path of a file from the folder of its crate on: `engine`, or that of the examples inside it.
fn inside(source: &Source) -> Option<&str> {
    let path = source.path().strip_prefix("engine/")?;
    Some(path.strip_prefix("examples/").unwrap_or(path))
}

fn refuse(source: &Source, at: usize, what: &str, remedy: &str, found: &mut Found<'_>) {
    let line = source.line_of(at);
    if !source.is_test_line(line) {
        found.at(source.path(), line, what, remedy);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_float_is_told_from_a_field_a_range_and_a_hexadecimal() {
        for (code, expected) in [
            ("let a = 1.5;", true),
            ("let a = 1f32;", true),
            ("fn f(x: f64)", true),
            ("self.0.1", false),
            ("0..5", false),
            ("0xf32", false),
            ("elf32", false),
        ] {
            let is_float = words(code).any(|(at, word)| is_float(code, at, word));
            assert_eq!(is_float, expected, "{code}");
        }
    }

    #[test]
    fn modules_of_std_are_found_in_groups_of_any_depth() {
        let code = "use std::{fmt, fs::{self, File}, mem}; std::time::Instant";
        let modules: Vec<&str> = modules_of("std", code).into_iter().map(|(_, module)| module).collect();
        assert_eq!(modules, ["fmt", "fs", "self", "File", "mem", "time"], "names inside a module do no harm");
    }
}
