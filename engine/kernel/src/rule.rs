//! Rule numbers as the rulebooks print them, packed into four bytes and checked at compile time. The ledger
//! of each system, `rules.toml`, says what each rule means.

use core::fmt;

/// The number of a rule, `10.9.6`, of a named decision about it, `D-10.9.6a`, or of a general note, `G4`.
///
/// ```
/// use szala_kernel::{Rule, rule};
/// const JOINT_FIRE: Rule = rule!("10.9.6");
/// assert_eq!(JOINT_FIRE.to_string(), "10.9.6");
/// assert!(rule!("9.1") < rule!("10.1"), "ordered as the book is, not as text is");
/// assert!(rule!("10.9.6") < rule!("D-10.9.6a"), "a decision stands behind the rule it reads");
/// ```
///
/// A decision about a book that numbers otherwise than the code does has an M, `D-M10.9.6a`, and the numbers of that
/// book: two books of a family may each have a decision about their rule of one number.
/// ```
/// use szala_kernel::rule;
/// assert_eq!(rule!("D-M10.9.6a").to_string(), "D-M10.9.6a");
/// assert!(rule!("D-10.9.6a") != rule!("D-M10.9.6a"));
/// ```
///
/// An impossible number is refused while compiling:
/// ```compile_fail
/// let _ = szala_kernel::rule!("10..6");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rule(u32);

// From the top: one bit for M, one for G, four levels of six bits (0 absent, else the number plus one), five bits of
// letter (0 absent, a = 1), one bit for D. So integers sort as the book does, decisions after their rule; those about
// another book come last.
const SISTER: u32 = 1 << 31;
const GENERAL: u32 = 1 << 30;
const DECISION: u32 = 1;
const LETTER_SHIFT: u32 = 1;
const LEVEL_SHIFT: [u32; 4] = [24, 18, 12, 6];
const LEVEL_MAX: u32 = 62;
/// The letter and the D.
const ENDING: u32 = (1 << LEVEL_SHIFT[3]) - 1;

/// Why a text is not a rule number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotARule {
    /// A number is missing, as in `10..6` or `D-`.
    MissingNumber,
    /// A level above 62, or more than four levels.
    OutOfRange,
    /// A character that may not occur in a rule number.
    StrayCharacter,
}

impl NotARule {
    const fn text(self) -> &'static str {
        match self {
            Self::MissingNumber => "a rule number lacks a number, expected something like 10.9.6",
            Self::OutOfRange => "a rule number has more than four levels, or a level above 62",
            Self::StrayCharacter => {
                "a rule number has a stray character, expected something like 10.9.6 or D-10.9.6a"
            }
        }
    }
}

impl fmt::Display for NotARule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl Rule {
    /// Reads a rule number; `const`, so that [`rule!`](crate::rule!) can refuse a wrong one while compiling.
    ///
    /// # Errors
    /// When the text is not a number of the forms `10.9.6`, `8.15.6b`, `D-10.9.6a`, `D-M10.9.6a`, `G4`.
    pub const fn parse(text: &str) -> Result<Self, NotARule> {
        let text = text.as_bytes();
        let mut packed = 0;
        let mut at = 0;
        if text.len() > 2 && text[0] == b'D' && text[1] == b'-' {
            packed |= DECISION;
            at = 2;
            if text[at] == b'M' {
                packed |= SISTER;
                at += 1;
            }
        }
        if at < text.len() && text[at] == b'G' {
            packed |= GENERAL;
            at += 1;
        }
        let mut level = 0;
        loop {
            let start = at;
            let mut number = 0;
            while at < text.len() && text[at].is_ascii_digit() {
                number = number * 10 + (text[at] - b'0') as u32;
                if number > LEVEL_MAX || level >= LEVEL_SHIFT.len() {
                    return Err(NotARule::OutOfRange);
                }
                at += 1;
            }
            if at == start {
                return Err(NotARule::MissingNumber);
            }
            packed |= (number + 1) << LEVEL_SHIFT[level];
            level += 1;
            if at == text.len() || text[at] != b'.' {
                break;
            }
            at += 1;
        }
        if at < text.len() && text[at].is_ascii_lowercase() {
            packed |= ((text[at] - b'a') as u32 + 1) << LETTER_SHIFT;
            at += 1;
        }
        if at == text.len() { Ok(Self(packed)) } else { Err(NotARule::StrayCharacter) }
    }

    /// [`parse`](Self::parse) for constants: a wrong number stops the compiler.
    ///
    /// # Panics
    /// When the text is not a rule number; in a constant that is a compile error.
    pub const fn known(text: &str) -> Self {
        match Self::parse(text) {
            Ok(rule) => rule,
            Err(reason) => panic!("{}", reason.text()),
        }
    }

    /// Is this a decision about a rule (`D-…`) and not a rule of the book?
    pub const fn is_decision(self) -> bool {
        self.0 & DECISION != 0
    }

    /// Is this a decision about another book than the one whose numbers the code gives (`D-M…`)?
    pub const fn is_of_another_book(self) -> bool {
        self.0 & SISTER != 0
    }

    /// The number of the chapter: 10 for `10.9.6`.
    pub const fn chapter(self) -> u32 {
        ((self.0 >> LEVEL_SHIFT[0]) & 63) - 1
    }

    /// The number alone, without the letter after it and the `D-` before it: `7.2` for `D-7.2a`.
    pub(crate) const fn without_ending(self) -> Self {
        Self(self.0 & !ENDING)
    }

    /// This number with the letter and the `D-` of another.
    pub(crate) const fn with_ending_of(self, other: Self) -> Self {
        Self(self.without_ending().0 | other.0 & ENDING)
    }

    /// A number that is the same on every machine and in every version, for keys of dice and for files.
    pub const fn code(self) -> u32 {
        self.0
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_decision() {
            f.write_str("D-")?;
        }
        if self.is_of_another_book() {
            f.write_str("M")?;
        }
        if self.0 & GENERAL != 0 {
            f.write_str("G")?;
        }
        let mut dot = "";
        for number in LEVEL_SHIFT.iter().map(|shift| (self.0 >> shift) & 63).take_while(|&number| number > 0)
        {
            write!(f, "{dot}{}", number - 1)?;
            dot = ".";
        }
        match (self.0 >> LETTER_SHIFT) & 31 {
            0 => Ok(()),
            letter => write!(
                f,
                "{}",
                char::from(
                    b'a' + u8::try_from(letter - 1).expect("a letter has five bits, which fit into a byte")
                )
            ),
        }
    }
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}

impl core::str::FromStr for Rule {
    type Err = NotARule;

    fn from_str(text: &str) -> Result<Self, NotARule> {
        Self::parse(text)
    }
}

/// A [`Rule`] from its printed number, checked while compiling: `rule!("10.9.6")`.
#[macro_export]
macro_rules! rule {
    ($number:literal) => {
        const { $crate::Rule::known($number) }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_number_survives_reading_and_printing() {
        for text in [
            "3.4",
            "6.0",
            "10.9.10",
            "8.15.6b",
            "D-10.10.9a",
            "D-3.4a",
            "G1",
            "1",
            "7.3.2.1",
            "D-6.2.1b",
            "D-M7.2a",
            "D-MG4d",
        ] {
            assert_eq!(Rule::parse(text).map(|rule| rule.to_string()), Ok(text.to_owned()));
        }
    }

    #[test]
    fn what_is_not_a_number_is_refused_with_its_reason() {
        for text in ["", "D-", "10.", ".5", "10..6", "G", "M7.2", "D-M"] {
            assert_eq!(Rule::parse(text), Err(NotARule::MissingNumber), "{text:?}");
        }
        for text in ["63", "1.2.3.4.5", "4294967296"] {
            assert_eq!(Rule::parse(text), Err(NotARule::OutOfRange), "{text:?}");
        }
        for text in ["10.9.6ab", "10 .9", "10,9", "10.9.6A"] {
            assert_eq!(Rule::parse(text), Err(NotARule::StrayCharacter), "{text:?}");
        }
    }

    #[test]
    fn numbers_sort_as_the_book_does() {
        let book = ["G1", "3.4", "6.0", "6.2", "6.2.1", "D-6.2.1a", "9.1", "10.9.6", "10.9.10"];
        let mut sorted: Vec<Rule> = book[1..].iter().map(|text| Rule::known(text)).collect();
        sorted.reverse();
        sorted.sort();
        let printed: Vec<String> = sorted.iter().map(ToString::to_string).collect();
        assert_eq!(printed, book[1..]);
    }
}
