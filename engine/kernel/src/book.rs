//! Books that share rules and number them differently: code cites a rule by one number, players look it up by
//! another. The ledger of the system lists the rules that a book numbers differently; `text::ledger` reads it.

use crate::Rule;

/// The book that is played. Its numbers are printed in traces, refusals, counts and tables; code, keys of dice and
/// the rows of a ledger use the numbers of the book that the system was written for.
///
/// ```
/// use szala_kernel::{Book, rule};
/// let later = Book::new("second edition", [(rule!("7.2"), rule!("7.3"))]);
/// assert_eq!(later.number(rule!("7.2")), rule!("7.3"));
/// assert_eq!(later.number(rule!("D-7.2a")), rule!("D-7.3a"), "a decision follows the rule it reads");
/// assert_eq!(later.number(rule!("8.1")), rule!("8.1"), "all other numbers agree");
/// assert_eq!(later.rule(rule!("7.3")), Some(rule!("7.2")));
/// assert_eq!(later.rule(rule!("7.2")), None, "its 7.2 is a rule that no code cites");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    name: String,
    /// The rules with another number: as code cites them, and as the book prints them.
    renumbered: Vec<(Rule, Rule)>,
}

static OWN: Book = Book { name: String::new(), renumbered: Vec::new() };

impl Book {
    /// The book whose numbers the code cites.
    pub fn own() -> &'static Self {
        &OWN
    }

    /// Another book: rules as code cites them, with the number that this book prints. A rule with a letter and a
    /// decision follow the number before the letter, unless they have their own entry here.
    pub fn new(name: &str, renumbered: impl IntoIterator<Item = (Rule, Rule)>) -> Self {
        Self { name: name.to_owned(), renumbered: renumbered.into_iter().collect() }
    }

    /// Its name in ledgers and files; `None` for the book whose numbers the code cites.
    pub fn name(&self) -> Option<&str> {
        (!self.name.is_empty()).then_some(self.name.as_str())
    }

    /// The number that this book prints for a rule of the code.
    pub fn number(&self, rule: Rule) -> Rule {
        // Such a decision has the numbers of its own book.
        if rule.is_of_another_book() {
            return rule;
        }
        let find = |rule| self.renumbered.iter().find(|(cited, _)| *cited == rule).map(|(_, number)| *number);
        let follow = |number: Rule| number.with_ending_of(rule);
        find(rule).or_else(|| find(rule.without_ending()).map(follow)).unwrap_or(rule)
    }

    /// The rule that code cites for a number of this book; `None` when this book uses the number for another rule.
    pub fn rule(&self, number: Rule) -> Option<Rule> {
        if number.is_of_another_book() {
            return Some(number);
        }
        let find =
            |number| self.renumbered.iter().find(|(_, of_book)| *of_book == number).map(|(rule, _)| *rule);
        let follow = |rule: Rule| rule.with_ending_of(number);
        let rule = find(number).or_else(|| find(number.without_ending()).map(follow)).unwrap_or(number);
        (self.number(rule) == number).then_some(rule)
    }

    /// The same sentence with the citations in it, `[7.2, 8.1]`, as this book numbers them.
    #[must_use]
    pub fn recite(&self, text: &str) -> String {
        let mut recited = String::with_capacity(text.len());
        let mut rest = text;
        while let Some((before, cited, after)) = first_citation(rest) {
            let numbers: Vec<String> = cited.iter().map(|rule| self.number(*rule).to_string()).collect();
            recited.extend([before, "[", &numbers.join(", "), "]"]);
            rest = after;
        }
        recited + rest
    }
}

/// The first brackets that hold nothing but rule numbers, with the text before and after them.
fn first_citation(text: &str) -> Option<(&str, Vec<Rule>, &str)> {
    text.match_indices('[').find_map(|(at, _)| {
        let (inside, after) = text[at + 1..].split_once(']')?;
        let rules: Result<Vec<Rule>, _> = inside.split(", ").map(Rule::parse).collect();
        Some((&text[..at], rules.ok()?, after))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule;

    /// 4.4 became 4.6 with its parts, 10.6 to 10.8 moved up by one, and 4.4 is a new rule, which code cites by a
    /// letter.
    fn second() -> Book {
        let renumbered = [
            (rule!("4.4"), rule!("4.6")),
            (rule!("4.4.1"), rule!("4.6.1")),
            (rule!("10.6"), rule!("10.7")),
            (rule!("10.7"), rule!("10.8")),
            (rule!("10.8"), rule!("10.9")),
            (rule!("4.4m"), rule!("4.4")),
        ];
        Book::new("second", renumbered)
    }

    #[test]
    fn a_number_of_the_book_and_the_rule_of_the_code_lead_to_each_other() {
        let pairs = [
            ("4.4", "4.6"),
            ("4.4.1", "4.6.1"),
            ("D-4.4.1a", "D-4.6.1a"),
            ("10.7", "10.8"),
            ("D-10.8b", "D-10.9b"),
            ("4.4m", "4.4"),
            ("4.3", "4.3"),
            ("G4", "G4"),
            ("D-M4.4a", "D-M4.4a"),
        ];
        for (rule, number) in pairs.map(|(rule, number)| (Rule::known(rule), Rule::known(number))) {
            assert_eq!((second().number(rule), second().rule(number)), (number, Some(rule)));
            assert_eq!((Book::own().number(rule), Book::own().rule(rule)), (rule, Some(rule)));
        }
        for number in ["10.6", "D-10.6a", "4.4.1", "4.4a"] {
            assert_eq!(
                second().rule(Rule::known(number)),
                None,
                "{number}: the book's own, and no code cites it"
            );
        }
    }

    #[test]
    fn citations_in_a_sentence_are_renumbered_and_nothing_else() {
        let text = "Killed [4.4, 12.1], contused [4.4.1] in [array] 4.4 [D-10.6a]; [open";
        let recited = "Killed [4.6, 12.1], contused [4.6.1] in [array] 4.4 [D-10.7a]; [open";
        assert_eq!(second().recite(text), recited);
        assert_eq!(Book::own().recite(text), text);
    }
}
