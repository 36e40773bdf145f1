//! The repository as the gates see it: every file read once, with the views the checks share. It walks folders and
//! does not use git; the content of a file is left to the checks.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::path::Path;
use std::{fs, io};

use crate::lexer::{self, Lexed, is_word};

/// Folders whose name starts with a dot are not ours, except these. Nor is the file that git leaves in a worktree.
const OUR_DOT_FOLDERS: [&str; 3] = [".cargo", ".ci", ".github"];

/// One text file.
#[derive(Debug)]
pub struct Source {
    path: String,
    text: String,
    lexed: OnceCell<Lexed>,
}

impl Source {
    /// A file of the given path and text.
    pub fn new(path: impl Into<String>, text: impl Into<String>) -> Self {
        Self { path: path.into(), text: text.into(), lexed: OnceCell::new() }
    }

    /// Path from the root of the repository, with `/` between folders.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Lines with their numbers, counted from 1.
    pub fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        numbered(&self.text)
    }

    /// Is the file's name `name.extension` for any name?
    pub fn has_extension(&self, extension: &str) -> bool {
        self.path.rsplit_once('.').is_some_and(|(_, of)| of == extension)
    }

    /// Is this a file of Rust?
    pub fn is_rust(&self) -> bool {
        self.has_extension("rs")
    }

    /// The text with comments and strings blanked, every line in its place.
    pub fn code(&self) -> &str {
        &self.lexed().code
    }

    /// The text with everything but its comments blanked, every line in its place.
    pub fn comments(&self) -> &str {
        &self.lexed().comments
    }

    fn lexed(&self) -> &Lexed {
        self.lexed.get_or_init(|| match () {
            () if self.is_rust() => lexer::rust(&self.text),
            () if self.has_extension("toml") => lexer::toml(&self.text),
            () => Lexed { code: self.text.clone(), comments: String::new() },
        })
    }

    /// The number of the line that holds the byte at `offset`.
    pub fn line_of(&self, offset: usize) -> usize {
        1 + self.text.bytes().take(offset).filter(|byte| *byte == b'\n').count()
    }

    /// Words (identifiers and numbers) of the code, with their offsets.
    pub fn words(&self) -> impl Iterator<Item = (usize, &str)> {
        words(self.code())
    }

    /// Attributes of Rust code (`#[…]`, `#![…]`), strings in them blanked, with their offsets.
    pub fn attributes(&self) -> impl Iterator<Item = (usize, &str)> {
        let code = self.code();
        code.match_indices('#').filter_map(move |(at, _)| {
            let rest = &code[at..];
            let open = rest.strip_prefix("#[").or_else(|| rest.strip_prefix("#!["))?;
            let mut depth = 1;
            let end = open.find(|letter| {
                depth += i32::from(letter == '[') - i32::from(letter == ']');
                depth == 0
            })?;
            Some((at, &open[..end]))
        })
    }

    /// The line from which on the file is a test: that of its first `#[cfg(test)]`. `None` without such a line.
    pub fn tests_begin(&self) -> Option<usize> {
        numbered(self.code())
            .find(|(_, line)| line.trim_start().starts_with("#[cfg(test)]"))
            .map(|(line, _)| line)
    }

    /// Does the line belong to the tests at the end of the file?
    pub fn is_test_line(&self, line: usize) -> bool {
        self.tests_begin().is_some_and(|first| line >= first)
    }
}

/// Lines with their numbers, counted from 1.
pub(crate) fn numbered(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().map(|(index, line)| (index + 1, line))
}

/// Words (identifiers and numbers) of a text, with their offsets.
pub(crate) fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + bytes[at..].iter().position(|&byte| is_word(byte))?;
        at = start + bytes[start..].iter().take_while(|&&byte| is_word(byte)).count();
        Some((start, &text[start..at]))
    })
}

/// The files of a repository.
#[derive(Debug, Default)]
pub struct Tree {
    files: BTreeMap<String, Option<Source>>,
}

impl Tree {
    /// Reads every file under `root`, except build folders and the dot folders of other tools.
    ///
    /// # Errors
    /// When a folder or file cannot be read.
    pub fn read(root: &Path) -> io::Result<Self> {
        let mut tree = Self::default();
        tree.read_folder(root, "")?;
        Ok(tree)
    }

    fn read_folder(&mut self, folder: &Path, path: &str) -> io::Result<()> {
        let in_context =
            |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", folder.display()));
        for entry in fs::read_dir(folder).map_err(in_context)? {
            let entry = entry?;
            let kind = entry.file_type()?;
            let Ok(name) = entry.file_name().into_string() else { continue };
            let inner = if path.is_empty() { name.clone() } else { format!("{path}/{name}") };
            if kind.is_dir() {
                let is_foreign = name.starts_with('.') && !OUR_DOT_FOLDERS.contains(&name.as_str());
                if name != "target" && !is_foreign {
                    self.read_folder(&entry.path(), &inner)?;
                }
            } else if kind.is_file() && name != ".git" {
                let text = String::from_utf8(fs::read(entry.path()).map_err(in_context)?).ok();
                let source = text.map(|text| Source::new(inner.clone(), text));
                self.files.insert(inner, source);
            }
        }
        Ok(())
    }

    /// Every text file, by path.
    pub fn sources(&self) -> impl Iterator<Item = &Source> {
        self.files.values().flatten()
    }

    /// Every file of Rust, by path.
    pub fn rust(&self) -> impl Iterator<Item = &Source> {
        self.sources().filter(|source| source.is_rust())
    }

    /// The text file of this path.
    pub fn source(&self, path: &str) -> Option<&Source> {
        self.files.get(path)?.as_ref()
    }

    /// Text files that are `path` or are in the folder `path` (`""` is the root).
    pub fn under<'a>(&'a self, path: &'a str) -> impl Iterator<Item = &'a Source> {
        self.sources().filter(move |source| is_in(source.path(), path))
    }

    /// Is there a file, or a folder with a file in it, of this path?
    pub fn exists(&self, path: &str) -> bool {
        self.files.keys().any(|file| is_in(file, path))
    }
}

impl FromIterator<Source> for Tree {
    fn from_iter<T: IntoIterator<Item = Source>>(sources: T) -> Self {
        let files = sources.into_iter().map(|source| (source.path.clone(), Some(source)));
        Self { files: files.collect() }
    }
}

/// Is `file` the path `path`, or inside it?
pub(crate) fn is_in(file: &str, path: &str) -> bool {
    path.is_empty() || file.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The folder of a file: `""` for a file at the root.
pub(crate) fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// The path that `relative` refers to from a file in `folder`; `None` when it leaves the repository.
pub(crate) fn resolve(folder: &str, relative: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in relative.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative_paths_are_resolved_inside_the_repository() {
        assert_eq!(resolve("a/b", "../c/./d.md").as_deref(), Some("a/c/d.md"));
        assert_eq!(resolve("", "c").as_deref(), Some("c"));
        assert_eq!(resolve("a", "..").as_deref(), Some(""));
        assert_eq!(resolve("a", "../../c"), None);
    }

    #[test]
    fn attributes_are_read_whole_over_several_lines() {
        let source =
            Source::new("a.rs", "#![x]\n// #[no]\n#[expect(\n  a::b,\n  reason = \"]\"\n)]\nlet y = z[1];\n");
        let attributes: Vec<(usize, usize)> =
            source.attributes().map(|(at, text)| (source.line_of(at), text.matches('\n').count())).collect();
        assert_eq!(attributes, [(1, 0), (3, 3)]);
    }
}
