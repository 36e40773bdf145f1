//! A small tree that passes both gates, in a folder of its own, and edits that break one thing in it.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use xtask::{Answer, Finding, Tree};

const MANIFEST: &str = "[package]\nname = \"NAME\"\n\n[dependencies]\n\n[lints]\nworkspace = true\n";

const ROOT: &str = r#"[package]
name = "szala"

[dependencies]
szala-kernel.workspace = true

[lints]
workspace = true

[workspace]
members = ["engine/*", "analysis"]

[workspace.dependencies]
szala-kernel = { path = "engine/kernel" }
serde = "1"
"#;

const LEDGER: &str = r#"game = "Toy"
code = ["src"]
books = ["sequel"]
[[rule]]
id = "3.1"
title = "Joint fire"
says = "Hexes fire together."
status = "implemented"

[[rule]]
id = "D-3.1a"
title = "Whether guns join"
says = "They do."
status = "decision"
option = "guns_join"

[[rule]]
id = "3.2"
title = "Two sides"
says = "There are two."
status = "type"
where = "src/lib.rs::Side"

[[rule]]
id = "3.3"
title = "Strengths"
says = "As printed."
status = "data"
where = "data.toml"

[[rule]]
id = "3.4"
title = "Smoke"
says = "It drifts."
status = "exception"
reason = "It changes nothing."
in.sequel = "3.5"
"#;

const CODE: &str = r"//! The toy.

/// The sides.
pub enum Side {
    /// One.
    North,
}

// [3.1, D-3.1a] Hexes fire together, guns included.
const NOTES: [u8; 1] = [1];

#[cfg(test)]
mod tests {
    // [3.1] Two hexes fire as one.
}
";

/// Every file of the tree that passes.
fn files() -> Vec<(&'static str, String)> {
    let manifest = |name: &str| MANIFEST.replace("NAME", name);
    let mut files = vec![
        ("Cargo.toml", ROOT.to_owned()),
        ("analysis/Cargo.toml", manifest("szala-analysis")),
        ("analysis/src/lib.rs", "//! Statistics.\n".to_owned()),
        ("engine/kernel/Cargo.toml", manifest("szala-kernel")),
        ("engine/kernel/src/lib.rs", "//! The kernel.\n".to_owned()),
        ("engine/other/Cargo.toml", manifest("szala-other")),
        ("engine/toy/Cargo.toml", manifest("szala-toy")),
        ("engine/toy/rules.toml", LEDGER.to_owned()),
        ("engine/toy/data.toml", "strength = 4\n".to_owned()),
        ("engine/toy/src/lib.rs", CODE.to_owned()),
        ("engine/toy/cases/ch03.toml", "rules = [\"D-3.1a\"]\n".to_owned()),
        ("src/main.rs", "//! The program.\n\nfn main() {\n    println!();\n}\n".to_owned()),
    ];
    let documents =
        ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE-MIT", "LICENSE-APACHE", ".ci/run"];
    let pages = ["docs/ARCHITECTURE.md", "docs/ADDING_A_GAME.md", "docs/GLOSSARY.md"];
    files.extend(documents.into_iter().chain(pages).map(|path| (path, "Words.\n".to_owned())));
    files
}

/// One change to the tree.
pub(crate) enum Edit {
    /// Writes a file, new or not.
    Put(&'static str, String),
    /// Adds text at the end of a file.
    Add(&'static str, &'static str),
    /// Replaces a text that the file has.
    Swap(&'static str, &'static str, &'static str),
    /// Deletes a file.
    Delete(&'static str),
    /// No change.
    Nothing,
}

impl Edit {
    fn make(&self, files: &mut Vec<(&'static str, String)>) {
        let text_of = |files: &mut Vec<(&'static str, String)>, path: &str| {
            let at = files.iter().position(|file| file.0 == path).expect("the edit names a file of the tree");
            files.swap_remove(at).1
        };
        match self {
            Self::Nothing => {}
            Self::Delete(path) => drop(text_of(files, path)),
            Self::Add(path, more) => {
                let text = text_of(files, path) + more;
                files.push((path, text));
            }
            Self::Swap(path, from, to) => {
                let text = text_of(files, path);
                assert!(text.contains(from), "{path} has no {from:?}");
                files.push((path, text.replacen(from, to, 1)));
            }
            Self::Put(path, text) => {
                files.retain(|file| file.0 != *path);
                files.push((path, text.clone()));
            }
        }
    }
}

/// A folder for one test, deleted afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("gates-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        Self(PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A folder left behind does no harm to the next test.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Writes the edited tree, reads it back and asks the gate.
pub(crate) fn ask(edits: &[Edit], gate: impl Fn(&Tree) -> Answer) -> Answer {
    let mut files = files();
    for edit in edits {
        edit.make(&mut files);
    }
    let folder = Folder::new();
    for (path, text) in files {
        let path = folder.0.join(path);
        fs::create_dir_all(path.parent().expect("a file stands in a folder")).expect("a folder can be made");
        fs::write(path, text).expect("a file can be written");
    }
    gate(&Tree::read(&folder.0).expect("the tree can be read"))
}

/// Where the findings are and of what kind, `file:line kind`.
pub(crate) fn places(findings: &[Finding]) -> Vec<String> {
    findings.iter().map(|finding| format!("{}:{} {}", finding.file, finding.line, finding.kind)).collect()
}
