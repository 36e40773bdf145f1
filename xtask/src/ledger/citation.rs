//! Finds the citations of rules in a file of Rust or TOML. `cover` checks whether the cited rules exist.

use szala_kernel::Rule;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Found, Kind};
use crate::tree::{Source, numbered};

/// A place that names a rule.
pub(super) struct Citation {
    pub(super) rule: Rule,
    pub(super) line: usize,
}

/// The citations of a file; malformed ones are reported.
pub(super) fn citations(source: &Source, found: &mut Found) -> Vec<Citation> {
    let mut citations = in_brackets(source.comments());
    if source.is_rust() {
        citations.extend(in_macros(source.code(), source));
        citations.extend(in_macros(source.comments(), source));
    } else if source.has_extension("toml") {
        citations.extend(in_values(source, found));
    }
    citations
}

/// The book whose numbers a TOML file gives, if it names one, and the line where it does.
pub(super) fn book_of(source: &Source) -> Option<(String, usize)> {
    let document = DeTable::parse(source.text()).ok().filter(|_| source.has_extension("toml"))?;
    let name = document.get_ref().get("book")?;
    Some((name.get_ref().as_str()?.to_owned(), source.line_of(name.span().start)))
}

/// `[10.9.6]` and `[8.14, 8.14.2]` in comments.
fn in_brackets(comments: &str) -> Vec<Citation> {
    let mut citations = Vec::new();
    for (line, text) in numbered(comments) {
        for (at, _) in text.match_indices('[') {
            let Some((inside, _)) = text[at + 1..].split_once(']') else { continue };
            let rules: Option<Vec<Rule>> = inside.split(',').map(|number| bracketed(number.trim())).collect();
            citations.extend(rules.into_iter().flatten().map(|rule| Citation { rule, line }));
        }
    }
    citations
}

/// A number that can only be a rule when in brackets: `[1]` is a footnote.
fn bracketed(number: &str) -> Option<Rule> {
    let is_telling = number.contains('.') || number.starts_with("D-") || number.starts_with('G');
    Rule::parse(number).ok().filter(|_| is_telling)
}

/// `rule!("10.9.6")` in one view of a Rust file; the number is read from the text, as views blank strings.
fn in_macros(view: &str, source: &Source) -> Vec<Citation> {
    const CALL: &str = "rule!(";
    let calls = view.match_indices(CALL).filter(|(at, _)| {
        let before = at.checked_sub(1).map(|before| view.as_bytes()[before]);
        !before.is_some_and(crate::lexer::is_word)
    });
    let cited = calls.filter_map(|(at, _)| {
        let (number, _) = source.text()[at + CALL.len()..].trim_start().strip_prefix('"')?.split_once('"')?;
        Some(Citation { rule: Rule::parse(number).ok()?, line: source.line_of(at) })
    });
    cited.collect()
}

/// The values of keys `rule` and `rules` at any depth of a TOML file.
fn in_values(source: &Source, found: &mut Found) -> Vec<Citation> {
    match DeTable::parse(source.text()) {
        Ok(document) => {
            let mut values = Values { source, found, citations: Vec::new() };
            values.table(document.get_ref());
            values.citations
        }
        Err(error) => {
            let line = source.line_of(error.span().map_or(0, |span| span.start));
            let what = format!("the file is not TOML: {}", error.message());
            found.at(
                source.path(),
                line,
                Kind::NotToml,
                what,
                "correct it, or keep it out of the ledger's paths",
            );
            Vec::new()
        }
    }
}

struct Values<'a> {
    source: &'a Source,
    found: &'a mut Found,
    citations: Vec<Citation>,
}

impl Values<'_> {
    fn table(&mut self, table: &DeTable<'_>) {
        for (key, value) in table {
            let name: &str = key.get_ref();
            // What a search found says of which rules it was, by a hash.
            if name != "found" {
                self.value(value, matches!(name, "rule" | "rules"));
            }
        }
    }

    fn value(&mut self, value: &Spanned<DeValue<'_>>, cites: bool) {
        match value.get_ref() {
            DeValue::Table(table) => self.table(table),
            DeValue::Array(array) => array.iter().for_each(|value| self.value(value, cites)),
            DeValue::String(number) if cites => match Rule::parse(number) {
                Ok(rule) => {
                    let line = self.source.line_of(value.span().start);
                    self.citations.push(Citation { rule, line });
                }
                Err(reason) => self.refuse(value, &format!("{number:?} is no rule number: {reason}")),
            },
            _ if cites => self.refuse(value, "a rule number must be a string"),
            _ => {}
        }
    }

    fn refuse(&mut self, value: &Spanned<DeValue<'_>>, what: &str) {
        let line = self.source.line_of(value.span().start);
        let remedy = "write the number as the ledger does, in quotes: \"10.9.6\"";
        self.found.at(self.source.path(), line, Kind::UnknownCitation, what, remedy);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cited(path: &str, text: &str) -> Vec<(usize, String)> {
        let citations = citations(&Source::new(path, text), &mut Found::default());
        citations.iter().map(|citation| (citation.line, citation.rule.to_string())).collect()
    }

    fn expected(rules: &[(usize, &str)]) -> Vec<(usize, String)> {
        rules.iter().map(|&(line, rule)| (line, rule.to_owned())).collect()
    }

    #[test]
    fn rust_cites_in_comments_and_by_the_macro_only() {
        let cases: [(&str, &[(usize, &str)]); 8] = [
            ("// [10.9.6] Joint fire.", &[(1, "10.9.6")]),
            ("\n/// Of [8.14, 8.14.2] and [D-3.4a]", &[(2, "8.14"), (2, "8.14.2"), (2, "D-3.4a")]),
            ("let a = array[3]; // see note [1], [link], [G4]", &[(1, "G4")]),
            ("let a = \"[10.9.6]\"; let b = [10.9];", &[]),
            ("const A: Rule = rule!(\"10.9.6\");", &[(1, "10.9.6")]),
            ("//! `rule!(\"7\")` in a comment", &[(1, "7")]),
            ("my_rule!(\"10.9.6\"); \"rule!(\\\"10.9\\\")\"", &[]),
            ("kernel::rule!(\n    \"10.9.6\"\n)", &[(1, "10.9.6")]),
        ];
        for (text, rules) in cases {
            assert_eq!(cited("a.rs", text), expected(rules), "{text}");
        }
    }

    #[test]
    fn toml_cites_in_comments_and_by_the_keys_rule_and_rules() {
        let text = "# [10.9.6]\nrule = \"3.4\"\n[[case]]\nrules = [\"3.5\", \"G1\"]\ntitle = \"[8.1]\"\n";
        let text = format!("{text}journal = [{{ rule = \"3.6\", n = 2 }}]\n[found]\nrules = \"4ee1\"\n");
        let rules = [(1, "10.9.6"), (2, "3.4"), (4, "3.5"), (4, "G1"), (6, "3.6")];
        let mut citations = cited("a.toml", &text);
        citations.sort();
        assert_eq!(citations, expected(&rules));
    }
}
