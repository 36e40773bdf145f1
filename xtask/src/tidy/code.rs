//! Checks on Rust code wherever it stands. What the engine alone must not do is in `engine`.

use super::Found;
use crate::Tree;
use crate::tree::{Source, numbered, words};

/// Words that mark postponed work; macros that stand for it.
const MARKERS: [&str; 3] = ["TODO", "FIXME", "XXX"];
const STAND_INS: [&str; 3] = ["todo", "unimplemented", "dbg"];
const PRINTING: [&str; 4] = ["print", "println", "eprint", "eprintln"];
const EMPTY_NAMES: [&str; 3] = ["manager", "helper", "utils"];

/// What opens an item when it stands at the start of a line.
const ITEM_WORDS: [&str; 14] = [
    "pub",
    "fn",
    "mod",
    "use",
    "struct",
    "enum",
    "impl",
    "trait",
    "const",
    "static",
    "type",
    "macro_rules",
    "async",
    "extern",
];

/// Postponed work is an issue with an owner, not a word in a file: no markers in comments, no macros that
/// panic for missing code, no debugging left over.
pub(super) fn unfinished(tree: &Tree, found: &mut Found<'_>) {
    let remedy = "do it, or open an issue and delete this";
    for source in tree.sources().filter(|source| source.is_rust() || source.has_extension("toml")) {
        for (line, text) in numbered(source.comments()) {
            let mut pieces = text.split(|letter: char| !letter.is_alphanumeric());
            if let Some(marker) = pieces.find(|piece| MARKERS.contains(piece)) {
                found.at(source.path(), line, format!("a comment says {marker}"), remedy);
            }
        }
    }
    for source in tree.rust() {
        for (at, word) in macros(source).filter(|(_, word)| STAND_INS.contains(word)) {
            found.at(source.path(), source.line_of(at), format!("{word}! is left in the code"), remedy);
        }
    }
}

/// The workspace forbids it too; this also sees crates and files that are not compiled here.
pub(super) fn unsafe_code(tree: &Tree, found: &mut Found<'_>) {
    for source in tree.rust() {
        for (at, _) in source.words().filter(|(_, word)| *word == "unsafe") {
            found.at(source.path(), source.line_of(at), "unsafe code", "write it in safe Rust");
        }
    }
}

/// An allowed lint stays allowed for ever; an expected one must give its reason, and rustc reports when it no longer
/// applies.
pub(super) fn allow(tree: &Tree, found: &mut Found<'_>) {
    let remedy = "write #[expect(lint, reason = \"...\")]";
    for source in tree.rust() {
        for (at, attribute) in source.attributes() {
            let has = |name: &str| {
                words(attribute)
                    .any(|(at, word)| word == name && attribute[at + word.len()..].starts_with('('))
            };
            if has("allow") {
                found.at(source.path(), source.line_of(at), "a lint is allowed", remedy);
            }
            if has("expect") && !words(attribute).any(|(_, word)| word == "reason") {
                found.at(source.path(), source.line_of(at), "a lint is expected without a reason", remedy);
            }
        }
    }
}

/// A disabled test still looks like a proof in the source.
pub(super) fn ignored_test(tree: &Tree, found: &mut Found<'_>) {
    for source in tree.rust() {
        for (at, _) in source.attributes().filter(|(_, attribute)| is_ignore(attribute)) {
            let remedy = "fix the test or delete it; a slow one becomes a bench or a command";
            found.at(source.path(), source.line_of(at), "a test is ignored", remedy);
        }
    }
}

fn is_ignore(attribute: &str) -> bool {
    let mut words = words(attribute).map(|(_, word)| word);
    words
        .next()
        .is_some_and(|first| first == "ignore" || (first == "cfg_attr" && words.any(|word| word == "ignore")))
}

/// Libraries are called from tests, from other programs and from many threads at once: printing and exiting are not
/// up to them. Programs, tests, benches and examples may.
pub(super) fn prints(tree: &Tree, found: &mut Found<'_>) {
    let remedy = "return it to the caller; printing and exit codes are for command/ and xtask's main.rs";
    for source in tree.rust().filter(|source| is_library(source.path())) {
        let printing = macros(source).filter(|(_, word)| PRINTING.contains(word));
        let printing = printing.map(|(at, word)| (at, format!("a library calls {word}!")));
        let exits = source
            .code()
            .match_indices("process::exit")
            .map(|(at, call)| (at, format!("a library calls {call}")));
        for (at, what) in printing.chain(exits) {
            let line = source.line_of(at);
            if !source.is_test_line(line) {
                found.at(source.path(), line, what, remedy);
            }
        }
    }
}

fn is_library(path: &str) -> bool {
    path.contains("/src/")
        && !path.starts_with("benches/")
        && !path.starts_with("command/")
        && path != "xtask/src/main.rs"
}

/// Names that fit any heap of functions hide what the heap is for.
pub(super) fn naming(tree: &Tree, found: &mut Found<'_>) {
    for source in tree.rust() {
        let file_name = source.path().rsplit('/').next().unwrap_or_default();
        let names = std::iter::once((0, file_name)).chain(source.words());
        for (at, name) in names {
            let lower = name.to_ascii_lowercase();
            if EMPTY_NAMES.iter().any(|empty| lower.contains(empty)) {
                let what = format!("`{name}` names nothing");
                found.at(source.path(), source.line_of(at), what, "name it after what it is or does");
            }
        }
    }
}

/// Several checks, and the ledger gate, treat everything from the first `#[cfg(test)]` on as tests; code
/// after it would escape them.
pub(super) fn tests_last(tree: &Tree, found: &mut Found<'_>) {
    for source in tree.rust() {
        let Some(first) = source.tests_begin() else { continue };
        let mut is_guarded = false;
        for (line, text) in numbered(source.code()).skip(first - 1) {
            let opening = words(text).next().filter(|(at, _)| *at == 0).map(|(_, word)| word);
            let is_item = opening.is_some_and(|word| ITEM_WORDS.contains(&word));
            if is_item && !is_guarded {
                let remedy = "move it above the tests, or guard it with #[cfg(test)] as well";
                found.at(
                    source.path(),
                    line,
                    format!("code behind the #[cfg(test)] of line {first}"),
                    remedy,
                );
            }
            is_guarded = !is_item && (is_guarded || text.starts_with("#[cfg(test)]"));
        }
    }
}

/// The names of macro calls, with their offsets.
fn macros(source: &Source) -> impl Iterator<Item = (usize, &str)> {
    let code = source.code();
    source.words().filter(move |(at, word)| {
        let rest = &code[at + word.len()..];
        rest.starts_with('!') && !rest.starts_with("!=")
    })
}
