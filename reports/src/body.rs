//! The output for a reader: a sequence of titles, lines and tables, written as text for a terminal or as Markdown. The
//! content is left to each command.

use core::fmt::{self, Write};

use crate::Grid;

/// The maximum length of a line of text, except for tables and for longer words.
const WIDEST: usize = 110;

/// Titles, lines and tables, one below the other.
#[derive(Clone, Debug, Default)]
pub struct Body {
    blocks: Vec<Block>,
}

#[derive(Clone, Debug)]
enum Block {
    Title(String),
    Line(String),
    Heading(String),
    Table(Grid),
    Note(String),
    Item(String),
    Command(String),
    Verbatim(String),
}

impl Body {
    /// What the whole is about.
    pub fn title(&mut self, text: impl Into<String>) {
        self.blocks.push(Block::Title(one_line(text.into())));
    }

    /// A line, or a paragraph.
    pub fn line(&mut self, text: impl Into<String>) {
        self.blocks.push(Block::Line(one_line(text.into())));
    }

    /// What the next table is about.
    pub fn heading(&mut self, text: impl Into<String>) {
        self.blocks.push(Block::Heading(one_line(text.into())));
    }

    /// A table; a table without rows is omitted.
    pub fn table(&mut self, grid: Grid) {
        self.blocks.push(Block::Table(grid));
    }

    /// A remark on the previous table.
    pub fn note(&mut self, text: impl Into<String>) {
        self.blocks.push(Block::Note(one_line(text.into())));
    }

    /// A list item.
    pub fn item(&mut self, text: impl Into<String>) {
        self.blocks.push(Block::Item(one_line(text.into())));
    }

    /// A command to type.
    pub fn command(&mut self, text: impl Into<String>) {
        self.blocks.push(Block::Command(one_line(text.into())));
    }

    /// Lines that stay as they are: a map in letters, a report from another source.
    pub fn verbatim(&mut self, text: impl Into<String>) {
        self.blocks.push(Block::Verbatim(text.into()));
    }

    /// Writes it for a terminal.
    ///
    /// # Errors
    /// Only those of the writer.
    pub fn write_text(&self, to: &mut impl Write) -> fmt::Result {
        let mut before: Option<&Block> = None;
        for block in &self.blocks {
            let is_apart = match (before, block) {
                (None, _) | (Some(Block::Heading(_)), Block::Table(_)) => false,
                (_, Block::Heading(_) | Block::Title(_) | Block::Table(_)) => true,
                (Some(block), Block::Line(_)) => !matches!(block, Block::Title(_) | Block::Line(_)),
                _ => false,
            };
            if is_apart {
                writeln!(to)?;
            }
            match block {
                Block::Title(text) => writeln!(to, "{text}")?,
                Block::Line(text) | Block::Heading(text) => write_lines(text, ["", ""], to)?,
                Block::Note(text) => write_lines(text, ["  ", "  "], to)?,
                Block::Item(text) => write_lines(text, ["- ", "  "], to)?,
                Block::Command(text) => writeln!(to, "  {text}")?,
                Block::Verbatim(text) => write!(to, "{text}")?,
                Block::Table(grid) => grid.write_text("  ", to)?,
            }
            before = Some(block);
        }
        Ok(())
    }

    /// Writes it as Markdown, with headings from the third level.
    ///
    /// # Errors
    /// Only those of the writer.
    pub fn write_markdown(&self, to: &mut impl Write) -> fmt::Result {
        let mut before: Option<&Block> = None;
        for block in &self.blocks {
            if before.is_some_and(|before| !matches!((before, block), (Block::Item(_), Block::Item(_)))) {
                writeln!(to)?;
            }
            match block {
                Block::Title(text) => writeln!(to, "### {}", plain(text))?,
                Block::Heading(text) => writeln!(to, "#### {}", plain(text))?,
                Block::Line(text) | Block::Note(text) => writeln!(to, "{}", plain(text))?,
                Block::Item(text) => writeln!(to, "- {}", plain(text))?,
                Block::Command(text) => writeln!(to, "```sh\n{text}\n```")?,
                Block::Verbatim(text) => write!(to, "```text\n{text}```\n")?,
                Block::Table(grid) => grid.write_markdown(to)?,
            }
            before = Some(block);
        }
        Ok(())
    }
}

/// A text without line breaks: no name of a scenario or a unit starts a line of its own.
fn one_line(text: String) -> String {
    if text.contains(['\n', '\r']) { text.replace(['\n', '\r'], " ") } else { text }
}

/// Text escaped for Markdown: no name of a scenario or a unit becomes HTML.
pub(crate) fn plain(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Writes a text in wrapped lines, the first with one prefix and the others with another.
fn write_lines(text: &str, [first, others]: [&str; 2], to: &mut impl Write) -> fmt::Result {
    let mut prefix = first;
    for line in wrapped(text, WIDEST.saturating_sub(others.len())) {
        writeln!(to, "{prefix}{line}")?;
        prefix = others;
    }
    Ok(())
}

/// A text wrapped at this many characters, except for longer words.
pub(crate) fn wrapped(text: &str, most: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("the list begins with one line and only grows");
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() <= most {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_set_apart_by_empty_lines_and_markdown_by_marks() {
        let mut body = Body::default();
        body.title("A\n<b>");
        body.line("a line");
        body.heading("what follows");
        body.table(Grid { rows: vec![vec!["x".to_owned()], vec!["1".to_owned()]] });
        body.note("a note");
        body.line("the end");
        body.item("one");
        body.item("two");
        body.command("szala list");
        let mut text = String::new();
        body.write_text(&mut text).expect("a string takes all that is written to it");
        let expected =
            "A <b>\na line\n\nwhat follows\n  x\n  1\n  a note\n\nthe end\n- one\n- two\n  szala list\n";
        assert_eq!(text, expected);
        let mut text = String::new();
        body.write_markdown(&mut text).expect("a string takes all that is written to it");
        let expected = "### A &lt;b&gt;\n\na line\n\n#### what follows\n\n| x |\n|---|\n| 1 |\n\na note\n\nthe end\n\n\
                        - one\n- two\n\n```sh\nszala list\n```\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn a_text_is_broken_between_words() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("one two three", 2), ["one", "two", "three"]);
    }
}
