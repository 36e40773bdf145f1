//! Checks on what people read: the documents that must exist, and the links between them.

use super::Found;
use crate::Tree;
use crate::tree::{folder, resolve};

const DOCUMENTS: [&str; 9] = [
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE-MIT",
    "LICENSE-APACHE",
    "docs/ARCHITECTURE.md",
    "docs/ADDING_A_GAME.md",
    "docs/GLOSSARY.md",
    ".ci/run",
];

/// People, forges and CI look for these files by name, and other documents point to them.
pub(super) fn documents(tree: &Tree, found: &mut Found<'_>) {
    for document in DOCUMENTS.into_iter().filter(|document| !tree.exists(document)) {
        found.at(document, 1, "the document does not exist", "write it");
    }
}

/// The contents of the site, `docs/SUMMARY.md`, list every page of `docs` once; whether they lead somewhere is asked of
/// all links.
pub(super) fn book(tree: &Tree, found: &mut Found<'_>) {
    let Some(contents) = tree.source("docs/SUMMARY.md") else { return };
    let listed = targets(contents.text());
    let pages = tree.under("docs").filter(|page| page.has_extension("md") && page.path() != contents.path());
    for page in pages {
        let is_it = |target: &str| resolve("docs", target).as_deref() == Some(page.path());
        let mut lines = listed.iter().filter(|(_, target)| is_it(target)).map(|(line, _)| *line);
        if lines.next().is_none() {
            found.at(
                page.path(),
                1,
                "the page is not in the contents of the site",
                "list it in docs/SUMMARY.md",
            );
        } else if let Some(line) = lines.next() {
            found.at(contents.path(), line, "the page is listed twice", "leave one of them");
        }
    }
}

/// Links inside the repository break silently when a file moves.
pub(super) fn links(tree: &Tree, found: &mut Found<'_>) {
    for source in tree.sources().filter(|source| source.has_extension("md")) {
        for (line, target) in targets(source.text()) {
            let is_elsewhere = target.contains("://") || target.starts_with("mailto:");
            let path = target.split(['#', '?']).next().unwrap_or_default().replace("%20", " ");
            if is_elsewhere || path.is_empty() {
                continue;
            }
            let resolved = resolve(folder(source.path()), &path).filter(|_| !path.starts_with('/'));
            if !resolved.is_some_and(|path| tree.exists(&path)) {
                let remedy = "point to a file of the repository, relative to this one";
                found.at(source.path(), line, format!("the link to {target} leads nowhere"), remedy);
            }
        }
    }
}

/// The targets of links (`[text](target)`, `[name]: target`) outside code, with their lines.
fn targets(markdown: &str) -> Vec<(usize, &str)> {
    let mut targets = Vec::new();
    let mut fence: Option<&str> = None;
    for (line, text) in crate::tree::numbered(markdown) {
        let start = text.trim_start();
        let mark = ["```", "~~~"].into_iter().find(|mark| start.starts_with(mark));
        if let Some(mark) = mark.filter(|mark| fence.is_none_or(|open| open == *mark)) {
            fence = if fence.is_some() { None } else { Some(mark) };
            continue;
        }
        if fence.is_some() {
            continue;
        }
        // Every second piece between backticks is code.
        let mut offset = 0;
        for (index, piece) in text.split('`').enumerate() {
            let links = piece.match_indices("](").filter(|_| index % 2 == 0);
            targets.extend(links.filter_map(|(at, _)| Some((line, target(&text[offset + at + 2..])?))));
            offset += piece.len() + 1;
        }
        let definition = start.strip_prefix('[').and_then(|rest| rest.split_once("]:"));
        if let Some((_, rest)) = definition.filter(|(name, _)| !name.contains(['[', ']'])) {
            targets.extend(target(rest.trim_start()).map(|target| (line, target)));
        }
    }
    targets
}

/// The target that a text opens with, without title and closing bracket.
fn target(text: &str) -> Option<&str> {
    let target = match text.strip_prefix('<') {
        Some(inside) => inside.split('>').next()?,
        None => text.split([')', ' ']).next()?,
    };
    (!target.is_empty()).then_some(target)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_read_outside_code_only() {
        let markdown =
            "[a](b.md) and ![c](<d e.png> \"title\") `[f](g)` [h][i]\n```\n[j](k)\n```\n\n[i]: l.md#m\n";
        assert_eq!(targets(markdown), [(1, "b.md"), (1, "d e.png"), (6, "l.md#m")]);
    }
}
