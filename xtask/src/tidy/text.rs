//! Checks on files as text: length, white space, headers, paths of machines. Their meaning as Rust is left to `code`.

use super::Found;
use crate::Tree;
use crate::tree::Source;

const LONGEST_LINE: usize = 120;
const LONGEST_FILE: usize = 600;

/// The first folder of an absolute path on somebody's machine; below the last one only what has a name counts.
const MACHINE_FOLDERS: [&str; 5] = ["home", "root", "work", "Users", "tmp"];

/// Every Rust file, including tests and benches, opens with `//!`: a reader who opens any file sees at once
/// what it is for.
pub(super) fn header(tree: &Tree, found: &mut Found<'_>) {
    for source in tree.rust().filter(|source| !source.text().starts_with("//!")) {
        let remedy = "open with `//!`: what the file is for, and what it leaves to others";
        found.at(source.path(), 1, "the file opens without a header", remedy);
    }
}

/// rustfmt leaves comments and strings as they are; this holds them to the width of a page.
pub(super) fn line_length(tree: &Tree, found: &mut Found<'_>) {
    for source in tree.rust() {
        for (line, text) in source.lines() {
            let length = text.chars().count();
            if length > LONGEST_LINE {
                let what = format!("the line has {length} characters, more than {LONGEST_LINE}");
                found.at(source.path(), line, what, "break it");
            }
        }
    }
}

/// Trailing blanks, tabs and carriage returns are visible to tools and to nobody else.
pub(super) fn whitespace(tree: &Tree, found: &mut Found<'_>) {
    for source in tree.sources().filter(|source| is_written_by_hand(source)) {
        for (index, text) in source.text().split('\n').enumerate() {
            if text.contains('\t') {
                found.at(source.path(), index + 1, "a tab", "indent with spaces; in a string write \\t");
            }
            if text.trim_end() != text {
                found.at(source.path(), index + 1, "white space at the end of the line", "delete it");
            }
        }
    }
}

/// A text file ends with one newline, neither none nor empty lines.
pub(super) fn final_newline(tree: &Tree, found: &mut Found<'_>) {
    for source in tree.sources().filter(|source| is_written_by_hand(source)) {
        let text = source.text();
        let last = text.lines().count().max(1);
        if !text.ends_with('\n') {
            found.at(source.path(), last, "the file does not end with a newline", "add one");
        } else if text.ends_with("\n\n") || text == "\n" {
            found.at(source.path(), last, "the file ends with an empty line", "delete it");
        }
    }
}

/// Files follow the rulebook's chapters; one that grows past the limit has taken in its neighbours.
pub(super) fn file_length(tree: &Tree, found: &mut Found<'_>) {
    for source in tree.rust() {
        let length = source.lines().count();
        if length > LONGEST_FILE {
            let what = format!("the file has {length} lines, more than {LONGEST_FILE}");
            found.at(source.path(), LONGEST_FILE + 1, what, "split it by chapter");
        }
    }
}

/// An absolute path of somebody's machine in any text file, including a test's expected output, works only there.
pub(super) fn machine_path(tree: &Tree, found: &mut Found<'_>) {
    for source in tree.sources() {
        for (line, text) in source.lines() {
            if let Some(folder) = MACHINE_FOLDERS.into_iter().find(|folder| has_machine_path(text, folder)) {
                let what = format!("an absolute path into /{folder}");
                found.at(
                    source.path(),
                    line,
                    what,
                    "name it relative to the repository, or take it as an argument",
                );
            }
        }
    }
}

fn has_machine_path(text: &str, folder: &str) -> bool {
    let pattern = format!("/{folder}/");
    text.match_indices(&pattern).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + pattern.len()..].chars().next();
        let is_absolute =
            !before.is_some_and(|letter| letter.is_alphanumeric() || ".~_-}>*)".contains(letter));
        is_absolute && (folder != "tmp" || after.is_some_and(char::is_alphabetic))
    })
}

fn is_written_by_hand(source: &Source) -> bool {
    ["rs", "toml", "md"].iter().any(|extension| source.has_extension(extension))
        || source.path().starts_with(".ci/")
}
