//! Every check of tidy, provoked by one edit of a tree that passes.

use std::collections::BTreeSet;

use xtask::tidy::{check, names};

use crate::scratch::Edit::{self, Add, Delete, Nothing, Put, Swap};
use crate::scratch::{ask, places};

const TOY: &str = "engine/toy/src/lib.rs";
const KERNEL: &str = "engine/kernel/src/lib.rs";
const ANALYSIS: &str = "analysis/src/lib.rs";
const PROGRAM: &str = "src/main.rs";
const EXAMPLE: &str = "engine/examples/small/src/lib.rs";
const TOY_MANIFEST: &str = "engine/toy/Cargo.toml";
const POSITION: &str = "engine/toy/src/position.rs";
const CHAPTER: &str = "engine/toy/src/chapters/fire.rs";
const KERNEL_MANIFEST: &str = "engine/kernel/Cargo.toml";
const DEPENDENCIES: &str = "[dependencies]\n";

fn long_line() -> String {
    format!("//! {}\n", "ż".repeat(117))
}

fn long_file() -> String {
    format!("//! Long.\n{}", "// And on.\n".repeat(600))
}

fn listed(more: &str) -> String {
    format!("[a](GLOSSARY.md)\n[b](ARCHITECTURE.md)\n{more}")
}

fn path_into(folder: &str) -> String {
    format!("See /{folder}/someone.\n")
}

/// The same name within a path of the repository.
fn path_by_way_of(folder: &str) -> String {
    format!("See a/{folder}/b.\n")
}

/// An edit, and the one finding it must cause: check, file, line.
fn breaches() -> Vec<(Edit, &'static str, &'static str, usize)> {
    let mut breaches = of_text();
    breaches.extend(of_code());
    breaches.extend(of_the_door());
    breaches.extend(of_the_workspace());
    breaches
}

fn of_text() -> Vec<(Edit, &'static str, &'static str, usize)> {
    vec![
        (Put(KERNEL, "// Words.\n".to_owned()), "header", KERNEL, 1),
        (Put("engine/toy/tests/a.rs", "\n//! Late.\n".to_owned()), "header", "engine/toy/tests/a.rs", 1),
        (Put(KERNEL, long_line()), "line-length", KERNEL, 1),
        (Add(KERNEL, "// Words. \n"), "whitespace", KERNEL, 2),
        (Add(TOY_MANIFEST, "# A\ttab.\n"), "whitespace", TOY_MANIFEST, 8),
        (Add("README.md", "Words.\r\n"), "whitespace", "README.md", 2),
        (Add(KERNEL, "// Words."), "final-newline", KERNEL, 2),
        (Add("README.md", "\n"), "final-newline", "README.md", 2),
        (Put(".ci/run", String::new()), "final-newline", ".ci/run", 1),
        (Put(KERNEL, long_file()), "file-length", KERNEL, 601),
        (Put("README.md", path_into("home")), "machine-path", "README.md", 1),
        (Put("README.md", path_into("work")), "machine-path", "README.md", 1),
        (Put("docs/notes.txt", path_into("tmp")), "machine-path", "docs/notes.txt", 1),
        (Delete("docs/GLOSSARY.md"), "documents", "docs/GLOSSARY.md", 1),
        (Delete(".ci/run"), "documents", ".ci/run", 1),
        (Put("docs/SUMMARY.md", listed("")), "book", "docs/ADDING_A_GAME.md", 1),
        (
            Put("docs/SUMMARY.md", listed("[c](ADDING_A_GAME.md)\n[a](GLOSSARY.md)\n")),
            "book",
            "docs/SUMMARY.md",
            4,
        ),
        (Add("README.md", "\n[a](docs/NONE.md)\n"), "links", "README.md", 3),
        (
            Add("docs/GLOSSARY.md", "![b](ARCHITECTURE.md) [c](../docs#d) [e](/README.md)\n"),
            "links",
            "docs/GLOSSARY.md",
            2,
        ),
    ]
}

fn of_code() -> Vec<(Edit, &'static str, &'static str, usize)> {
    vec![
        (Add(KERNEL, "// TODO: later.\n"), "unfinished", KERNEL, 2),
        (Add(KERNEL, "// Later (FIXME).\n"), "unfinished", KERNEL, 2),
        (Add(TOY_MANIFEST, "# XXX\n"), "unfinished", TOY_MANIFEST, 8),
        (Add(PROGRAM, "fn f() {\n    todo!()\n}\n"), "unfinished", PROGRAM, 7),
        (Add(PROGRAM, "fn f() {\n    dbg!(1);\n}\n"), "unfinished", PROGRAM, 7),
        (Add(PROGRAM, "unsafe fn f() {}\n"), "unsafe", PROGRAM, 6),
        (Add(PROGRAM, "#[allow(dead_code)]\nfn f() {}\n"), "allow", PROGRAM, 6),
        (Add(PROGRAM, "#[cfg_attr(x, allow(dead_code))]\nfn f() {}\n"), "allow", PROGRAM, 6),
        (Add(PROGRAM, "#[expect(\n    dead_code\n)]\nfn f() {}\n"), "allow", PROGRAM, 6),
        (Swap(TOY, "    // [3.1]", "    #[ignore = \"slow\"]\n    // [3.1]"), "ignored-test", TOY, 14),
        (Add(ANALYSIS, "fn f() {\n    eprintln!();\n}\n"), "prints", ANALYSIS, 3),
        (Add(ANALYSIS, "fn f() {\n    std::process::exit(1)\n}\n"), "prints", ANALYSIS, 3),
        (Add(PROGRAM, "struct UnitManager;\n"), "naming", PROGRAM, 6),
        (Put("src/utils.rs", "//! Words.\n".to_owned()), "naming", "src/utils.rs", 1),
        (Add(TOY, "\npub fn late() {}\n"), "tests-last", TOY, 17),
        (Add(KERNEL, "fn f(x: f64) {}\n"), "engine-floats", KERNEL, 2),
        (Put(EXAMPLE, "//! Small.\nfn f(x: f64) {}\n".to_owned()), "engine-floats", EXAMPLE, 2),
        (Add(KERNEL, "use std::{fmt, fs};\n"), "engine-outside", KERNEL, 2),
        (Add(KERNEL, "\nuse std::time::Instant;\n"), "engine-outside", KERNEL, 3),
        (Add(KERNEL, "use std::collections::HashMap;\n"), "engine-order", KERNEL, 2),
        (Put(CHAPTER, "//! Fire.\nuse crate::faces::text;\n".to_owned()), "engine-rooms", CHAPTER, 2),
        (Put(CHAPTER, "//! Fire.\nuse crate::{\n    files,\n};\n".to_owned()), "engine-rooms", CHAPTER, 3),
        (Put(POSITION, "//! Facts.\nuse super::chapters::fire;\n".to_owned()), "engine-rooms", POSITION, 2),
    ]
}

/// [one-list] A program that prints may be in `src`; it may not know a game outside the list.
fn of_the_door() -> Vec<(Edit, &'static str, &'static str, usize)> {
    vec![
        (Add(ANALYSIS, "use szala_toy_players::SYSTEM;\n"), "one-list", ANALYSIS, 2),
        (Add(PROGRAM, "fn f(game: &Toy) {}\n"), "one-list", PROGRAM, 6),
    ]
}

fn of_the_workspace() -> Vec<(Edit, &'static str, &'static str, usize)> {
    let swap = |manifest, more| Swap(manifest, DEPENDENCIES, more);
    vec![
        (Swap(TOY_MANIFEST, "workspace = true", "workspace = false"), "workspace-lints", TOY_MANIFEST, 1),
        (Put(TOY_MANIFEST, "][\n".to_owned()), "workspace-lints", TOY_MANIFEST, 1),
        (swap(TOY_MANIFEST, "[dependencies]\nserde = \"1\"\n"), "shared-versions", TOY_MANIFEST, 5),
        (
            swap(TOY_MANIFEST, "[target.x.build-dependencies]\na = { version = \"1\" }\n"),
            "shared-versions",
            TOY_MANIFEST,
            5,
        ),
        (
            swap(TOY_MANIFEST, "[dependencies]\nszala-other.path = \"../other\"\n"),
            "direction",
            TOY_MANIFEST,
            5,
        ),
        (
            swap(KERNEL_MANIFEST, "[dev-dependencies]\nszala-toy.workspace = true\n"),
            "direction",
            KERNEL_MANIFEST,
            5,
        ),
        (
            swap(KERNEL_MANIFEST, "[dependencies]\nk = { package = \"szala\", path = \"../..\" }\n"),
            "direction",
            KERNEL_MANIFEST,
            5,
        ),
        (swap(TOY_MANIFEST, "[dependencies]\nparquet.workspace = true\n"), "parquet", TOY_MANIFEST, 5),
        (
            Put("Cargo.lock", "[[package]]\nsource = \"registry+https://example.org\"\n".to_owned()),
            "registry",
            "Cargo.lock",
            2,
        ),
        (Put(".cargo/config.toml", "\n[source.a]\n".to_owned()), "registry", ".cargo/config.toml", 2),
    ]
}

#[test]
fn a_tree_without_fault_is_tidy() {
    let answer = ask(&[Nothing], check);
    assert_eq!(answer.complaints(), "");
    assert_eq!(answer.exit_code(), 0);
    assert!(answer.report.starts_with("tidy: "), "{}", answer.report);
}

#[test]
fn every_breach_is_found_at_its_place() {
    for (edit, check_name, file, line) in breaches() {
        let answer = ask(&[edit], check);
        let expected = format!("{file}:{line} {check_name}");
        assert_eq!(places(&answer.findings), [expected], "\n{}", answer.complaints());
        assert_eq!(answer.exit_code(), 1);
    }
}

#[test]
fn every_check_has_a_breach_that_proves_it_bites() {
    let proved: BTreeSet<&str> = breaches().into_iter().map(|(_, check_name, ..)| check_name).collect();
    assert_eq!(proved, names().into_iter().collect());
}

#[test]
fn what_is_allowed_where_it_stands_is_passed_over() {
    let edits = [
        Put(
            "engine/toy/tests/a.rs",
            "//! Words.\nuse std::fs;\nfn f(x: f64) {\n    println!();\n}\n".to_owned(),
        ),
        Swap(TOY, "    // [3.1]", "    use std::time::Instant;\n    // [3.1]"),
        Add(
            KERNEL,
            "// An f64, std::fs, unsafe and println!() in words.\nconst A: &str = \"todo!() TODO\";\n",
        ),
        Add(PROGRAM, "#[expect(dead_code, reason = \"of a test\")]\nfn f() {}\n"),
        Put(
            CHAPTER,
            "//! Fire.\nuse crate::position::files;\n#[cfg(test)]\nuse crate::faces::text;\n".to_owned(),
        ),
        Put("engine/toy/src/faces.rs", "//! Text.\nuse crate::{chapters, files};\n".to_owned()),
        Swap("analysis/Cargo.toml", DEPENDENCIES, "[dependencies]\nparquet.workspace = true\n"),
        Put("target/a.rs", "unsafe {}".to_owned()),
        Put(".other/a.rs", "unsafe {}".to_owned()),
        Put("docs/notes.txt", path_by_way_of("tmp")),
        Add("README.md", "See [x](docs/GLOSSARY.md#y), <https://example.org>, `[z](none)`.\n"),
    ];
    assert_eq!(ask(&edits, check).complaints(), "");
}
