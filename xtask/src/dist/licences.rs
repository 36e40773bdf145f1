//! The licences of all that is in the program: which package has which, and their texts, each once.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::packages::{Package, Packages};
use super::{files_in, output, read};

/// How the names of files with licences begin, in small letters.
const NAMES: [&str; 6] = ["license", "licence", "copying", "copyright", "notice", "unlicense"];
/// What is code is about licences, and none.
const CODE: [&str; 3] = ["rs", "h", "py"];
/// So deep below a package they are looked for: that of a library in C lies in its folder.
const DEPTH: usize = 2;
/// The font of pictures, which is part of the program.
const FONT: (&str, &str) = ("the font Arimo, SIL Open Font License 1.1", "reports/assets/fonts/OFL.txt");

/// All of it as one text.
pub(super) fn text(packages: &Packages, root: &Path) -> Result<String, String> {
    let mut list = String::from(
        "Szala is licensed under MIT or Apache-2.0, see LICENSE-MIT and LICENSE-APACHE. In the program are also\n\n",
    );
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut lacking = Vec::new();
    let compiler = output(Command::new("rustc").current_dir(root).arg("--version"))?;
    let _ = writeln!(
        list,
        "  the standard library of {}, MIT OR Apache-2.0, https://github.com/rust-lang/rust",
        compiler.trim()
    );
    let _ = writeln!(list, "  {}", FONT.0);
    texts.entry(text_of(&root.join(FONT.1))?).or_default().push(FONT.0.to_owned());
    for package in packages.of_others() {
        let files = licence_files(package)?;
        let called = format!("{} {}", package.name, package.version);
        let Package { licence, repository, .. } = package;
        if licence.is_none() && files.is_empty() {
            lacking.push(called.clone());
        }
        let licence = licence.as_deref().unwrap_or("see its text below");
        let without = if files.is_empty() { "; the package brings no text of it" } else { "" };
        let _ = writeln!(
            list,
            "  {called}, {licence}, {}{without}",
            repository.as_deref().unwrap_or("https://crates.io")
        );
        for file in files {
            texts.entry(text_of(&file)?).or_default().push(called.clone());
        }
    }
    if !lacking.is_empty() {
        return Err(format!("these packages do not say which licence they have: {}", lacking.join(", ")));
    }
    let mut texts: Vec<(Vec<String>, String)> = texts
        .into_iter()
        .map(|(text, mut of)| {
            of.dedup();
            (of, text)
        })
        .collect();
    texts.sort();
    for (of, text) in texts {
        let _ = write!(list, "\n{}\n{}\n\n{}\n", "-".repeat(80), of.join(", "), text.trim_end());
    }
    Ok(list)
}

/// The files with licences in the folder of a package, and a little below it.
fn licence_files(package: &Package) -> Result<Vec<PathBuf>, String> {
    let is_licence = |file: &PathBuf| {
        let depth = file.strip_prefix(&package.folder).map_or(usize::MAX, |path| path.components().count());
        let name = file.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        let is_code = file.extension().is_some_and(|ending| CODE.iter().any(|code| ending == *code));
        depth <= DEPTH && !is_code && NAMES.iter().any(|start| name.starts_with(start))
    };
    Ok(files_in(&package.folder)?.into_iter().filter(is_licence).collect())
}

fn text_of(file: &Path) -> Result<String, String> {
    Ok(String::from_utf8_lossy(&read(file)?).replace("\r\n", "\n"))
}
