//! What a rule system reads in its own ledger: the numbers that another book gives to rules.
//! That a ledger is in order is for `cargo xtask rules` to say.

use szala_kernel::{Book, Rule};

use crate::{Complaint, Document, Field, Section, unknown};

/// The book of this name, which the head of the ledger lists among its `books`: the rules whose rows have a number of
/// that book under the key `in`.
///
/// ```
/// use szala_files::ledger;
/// use szala_kernel::rule;
/// let ledger = r#"
///     books = ["second-edition"]
///     [[rule]]
///     id = "7.2"
///     in.second-edition = "7.3"
/// "#;
/// let book = ledger::book(ledger, "second-edition").unwrap();
/// assert_eq!(book.number(rule!("7.2")), rule!("7.3"));
/// assert!(ledger::book(ledger, "third-edition").is_err());
/// ```
///
/// # Errors
/// When there is no such book, and everything in its numbers that is not as it should be.
pub fn book(ledger: &str, name: &str) -> Result<Book, Vec<Complaint>> {
    let document = Document::parse(ledger)?;
    let root = document.root();
    let mut complaints = Vec::new();
    let books = root.read_each("books", &mut complaints, Field::text);
    if complaints.is_empty() && !books.contains(&name) {
        complaints.push(Complaint::new(0..0, unknown("book", name, &books)));
    }
    let rows = root.read_each("rule", &mut complaints, Field::section);
    let renumbered: Vec<(Rule, Rule)> =
        rows.iter().filter_map(|row| renumbered(row, name, &mut complaints)).collect();
    if complaints.is_empty() { Ok(Book::new(name, renumbered)) } else { Err(complaints) }
}

/// The number of a row and that of the book, if the row has one.
fn renumbered(row: &Section<'_>, book: &str, complaints: &mut Vec<Complaint>) -> Option<(Rule, Rule)> {
    let numbers = row.read("in", complaints, Field::section)?;
    let number = numbers.read(book, complaints, rule)?;
    Some((row.read("id", complaints, rule)?, number))
}

fn rule(field: &Field<'_>) -> Result<Rule, Complaint> {
    field.parse(|text| Rule::parse(text).map_err(|reason| format!("`{text}`: {reason}")))
}
