//! Checks on the manifests: lints and versions from the workspace, dependencies in one direction, one registry.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::Found;
use crate::Tree;
use crate::tree::{Source, folder, numbered};

/// The layers of the house, lowest first: a crate depends on lower layers only, and on no crate of its own.
const LAYERS: [&[&str]; 10] = [
    &["engine/kernel", "engine/board"],
    &["engine/files"],
    &["engine/*", "engine/examples/*", "ai"],
    &["system"],
    &["ai/*"],
    &["exam", "analysis"],
    &["reports"],
    &["command"],
    &[""],
    &["python"],
];

/// The crates that measure and check the others may depend on any of them; none depends on these.
const OUTSIDE_THE_LAYERS: [&str; 5] =
    ["benches", "benches/answer", "benches/costs", "benches/overhead", "xtask"];

/// The one crate that reads and writes Parquet files.
const HOME_OF_PARQUET: &str = "analysis";

const PUBLIC_INDEX: &str = "registry+https://github.com/rust-lang/crates.io-index";

struct Manifest<'a> {
    source: &'a Source,
    /// `None` when it is not TOML.
    name: Option<String>,
    shares_lints: bool,
    dependencies: Vec<Dependency>,
}

struct Dependency {
    name: String,
    line: usize,
    is_shared: bool,
}

impl Manifest<'_> {
    fn folder(&self) -> &str {
        folder(self.source.path())
    }
}

/// A crate without the workspace's lints is not held to the house rules.
pub(super) fn workspace_lints(tree: &Tree, found: &mut Found<'_>) {
    for manifest in members(tree) {
        let path = manifest.source.path();
        if manifest.name.is_none() {
            found.at(path, 1, "the manifest is not TOML with a package name", "fix it; cargo says where");
        } else if !manifest.shares_lints {
            found.at(path, 1, "the crate has lints of its own, or none", "add [lints] workspace = true");
        }
    }
}

/// Two versions of one dependency are built twice and their types are incompatible.
pub(super) fn shared_versions(tree: &Tree, found: &mut Found<'_>) {
    for manifest in members(tree) {
        for dependency in manifest.dependencies.iter().filter(|dependency| !dependency.is_shared) {
            let what = format!("the version of {} is chosen here", dependency.name);
            let remedy = "choose it in [workspace.dependencies], and write workspace = true here";
            found.at(manifest.source.path(), dependency.line, what, remedy);
        }
    }
}

/// `kernel, board <- files <- a rule system, ai <- system <- its players <- analysis <- reports <- command <- szala`,
/// tests and benches of a crate included.
pub(super) fn direction(tree: &Tree, found: &mut Found<'_>) {
    let members = members(tree);
    for manifest in members.iter().filter(|member| !OUTSIDE_THE_LAYERS.contains(&member.folder())) {
        let path = manifest.source.path();
        let Some(own) = layer(manifest.folder()) else {
            let remedy = "give its folder a place in LAYERS, in xtask/src/tidy/manifests.rs";
            found.at(path, 1, "the crate stands in no layer", remedy);
            continue;
        };
        for dependency in &manifest.dependencies {
            let target = members.iter().find(|member| member.name.as_deref() == Some(&dependency.name));
            let Some(target) = target.filter(|target| target.folder() != manifest.folder()) else { continue };
            if layer(target.folder()).is_none_or(|layer| layer >= own) {
                let what = format!("{} is not below this crate", dependency.name);
                let remedy = "depend on what is below only: kernel, board <- files <- a rule system, ai <- system <- \
                              its players <- analysis <- reports <- command <- szala; no rule system knows another";
                found.at(path, dependency.line, what, remedy);
            }
        }
    }
}

fn layer(folder: &str) -> Option<usize> {
    LAYERS.iter().position(|patterns| patterns.iter().any(|pattern| is_match(folder, pattern)))
}

/// A build without the feature `records` is short because only one crate depends on Parquet, and only by that feature.
pub(super) fn parquet(tree: &Tree, found: &mut Found<'_>) {
    for manifest in members(tree).iter().filter(|member| member.folder() != HOME_OF_PARQUET) {
        for dependency in manifest.dependencies.iter().filter(|dependency| dependency.name == "parquet") {
            let remedy = "ask analysis for the numbers";
            found.at(manifest.source.path(), dependency.line, "parquet outside analysis", remedy);
        }
    }
}

/// A lock file or a configuration with another index than the public one works only where it was made.
pub(super) fn registry(tree: &Tree, found: &mut Found<'_>) {
    let lock = tree.source("Cargo.lock").into_iter().flat_map(Source::lines);
    for (line, text) in lock.filter(|(_, text)| text.starts_with("source = ") && !text.contains(PUBLIC_INDEX))
    {
        let remedy = "take the crate from crates.io, or as a path; then let cargo write the lock file anew";
        found.at("Cargo.lock", line, format!("a crate of another {text}"), remedy);
    }
    for source in tree.under(".cargo") {
        for (line, text) in numbered(source.code()) {
            if ["[source", "[registr"].iter().any(|table| text.trim_start().starts_with(table)) {
                let remedy = "keep it in the cargo configuration of the machine that needs it";
                found.at(source.path(), line, "the repository chooses a registry", remedy);
            }
        }
    }
}

/// The manifests of the workspace: the root and its members.
fn members(tree: &Tree) -> Vec<Manifest<'_>> {
    let Some(root) = tree.source("Cargo.toml") else { return Vec::new() };
    let patterns: Vec<String> = match DeTable::parse(root.text()) {
        Ok(document) => {
            let members = value(document.get_ref(), &["workspace", "members"]).and_then(DeValue::as_array);
            members
                .into_iter()
                .flatten()
                .filter_map(|member| Some(member.get_ref().as_str()?.to_owned()))
                .collect()
        }
        Err(_) => Vec::new(),
    };
    let is_member =
        |folder: &str| folder.is_empty() || patterns.iter().any(|pattern| is_match(folder, pattern));
    let manifests = tree.sources().filter(|source| source.path().rsplit('/').next() == Some("Cargo.toml"));
    manifests.filter(|source| is_member(folder(source.path()))).map(read).collect()
}

/// Is `folder` the one that `pattern` names, or, when it ends with `/*`, one directly inside?
fn is_match(path: &str, pattern: &str) -> bool {
    match pattern.strip_suffix("/*") {
        Some(parent) => path.contains('/') && folder(path) == parent,
        None => path == pattern,
    }
}

fn read(source: &Source) -> Manifest<'_> {
    let document = DeTable::parse(source.text()).ok();
    let mut manifest = Manifest { source, name: None, shares_lints: false, dependencies: Vec::new() };
    let Some(table) = document.as_ref().map(Spanned::get_ref) else { return manifest };
    manifest.name = value(table, &["package", "name"]).and_then(DeValue::as_str).map(str::to_owned);
    manifest.shares_lints = value(table, &["lints", "workspace"]).and_then(DeValue::as_bool) == Some(true);
    let targets = value(table, &["target"]).and_then(DeValue::as_table);
    let targets =
        targets.into_iter().flat_map(DeTable::values).filter_map(|target| target.get_ref().as_table());
    for table in std::iter::once(table).chain(targets) {
        for section in ["dependencies", "dev-dependencies", "build-dependencies"] {
            let section = value(table, &[section]).and_then(DeValue::as_table);
            manifest
                .dependencies
                .extend(section.into_iter().flatten().map(|(key, entry)| dependency(source, key, entry)));
        }
    }
    manifest
}

fn dependency(
    source: &Source,
    key: &Spanned<std::borrow::Cow<'_, str>>,
    entry: &Spanned<DeValue<'_>>,
) -> Dependency {
    let entry = entry.get_ref().as_table();
    let of = |name: &str| entry.and_then(|table| value(table, &[name]));
    let is_shared = of("workspace").and_then(DeValue::as_bool) == Some(true) || of("path").is_some();
    let name = of("package").and_then(DeValue::as_str).unwrap_or(key.get_ref()).to_owned();
    Dependency { name, line: source.line_of(key.span().start), is_shared }
}

fn value<'a>(table: &'a DeTable<'a>, path: &[&str]) -> Option<&'a DeValue<'a>> {
    let (first, rest) = path.split_first()?;
    let value = table.get(*first)?.get_ref();
    if rest.is_empty() { Some(value) } else { value_in(value, rest) }
}

fn value_in<'a>(table: &'a DeValue<'a>, path: &[&str]) -> Option<&'a DeValue<'a>> {
    value(table.as_table()?, path)
}
