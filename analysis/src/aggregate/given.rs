//! Conditions as a user writes them: which games of a run to count.

use core::fmt::{self, Display};
use core::str::FromStr;
use std::collections::BTreeSet;

use szala_files::unknown;
use szala_kernel::record::ABSENT;

use super::error::AggregateError;
use crate::records::{COMMON, Field, FieldKind, Frame, Manifest, Values, place_of};

/// A condition on a game: `camp_stage<=3`, `reason=the camp was reached`; `camp_stage` where it came to that at all,
/// `!camp_stage` where it did not. What is absent is unequal to every value, and neither less
/// nor more than any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    column: String,
    asked: Asked,
}

/// What is asked of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Asked {
    /// Is it there, and above zero?
    There(bool),
    Compared(Operator, String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Equal,
    Unequal,
    Less,
    AtMost,
    More,
    AtLeast,
}

/// The longer ones first, so that none is taken for the one that it begins with.
const OPERATORS: [(&str, Operator); 6] = [
    ("!=", Operator::Unequal),
    ("<=", Operator::AtMost),
    (">=", Operator::AtLeast),
    ("=", Operator::Equal),
    ("<", Operator::Less),
    (">", Operator::More),
];

impl FromStr for Given {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = |why: &str| {
            Err(format!("{why}; write `COLUMN=VALUE` with one of = != < <= > >=, `COLUMN` or `!COLUMN`"))
        };
        let text = text.trim();
        let (is_not, rest) = text.strip_prefix('!').map_or((false, text), |rest| (true, rest.trim_start()));
        let places = OPERATORS.iter().filter_map(|(sign, operator)| {
            rest.find(sign).map(|at| (at, core::cmp::Reverse(sign.len()), *operator))
        });
        let Some((at, core::cmp::Reverse(length), operator)) =
            places.min_by_key(|(at, length, _)| (*at, *length))
        else {
            if rest.is_empty() {
                return wrong("a column is missing");
            }
            return Ok(Self { column: rest.to_owned(), asked: Asked::There(!is_not) });
        };
        let (column, value) = (rest[..at].trim(), rest[at + length..].trim());
        match (column, value) {
            ("", _) => wrong("a column is missing"),
            (_, "") => wrong("a value is missing"),
            _ if is_not => wrong("`!` stands before a column alone"),
            _ => Ok(Self { column: column.to_owned(), asked: Asked::Compared(operator, value.to_owned()) }),
        }
    }
}

impl Display for Given {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = &self.column;
        match &self.asked {
            Asked::There(true) => f.write_str(column),
            Asked::There(false) => write!(f, "!{column}"),
            Asked::Compared(operator, value) => write!(f, "{column}{operator}{value}"),
        }
    }
}

impl Display for Operator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = OPERATORS.iter().find(|(_, operator)| operator == self).map(|(sign, _)| *sign);
        f.write_str(sign.expect("all have a sign"))
    }
}

impl Operator {
    fn holds<T: PartialOrd + ?Sized>(self, left: &T, right: &T) -> bool {
        match self {
            Self::Equal => left == right,
            Self::Unequal => left != right,
            Self::Less => left < right,
            Self::AtMost => left <= right,
            Self::More => left > right,
            Self::AtLeast => left >= right,
        }
    }

    fn is_of_names(self) -> bool {
        matches!(self, Self::Equal | Self::Unequal)
    }
}

/// A condition that makes sense for a run.
struct Condition {
    column: String,
    test: Test,
}

enum Test {
    /// Absent or not.
    Absent(bool),
    Number(Operator, i64),
    /// With the names that were met, where the manifest does not list them.
    Name(Operator, String, Option<BTreeSet<String>>),
}

/// All conditions that a game must meet.
pub(super) struct Conditions(Vec<Condition>);

impl Conditions {
    /// Holds the conditions against the columns of a run.
    ///
    /// # Errors
    /// Everything that makes no sense.
    pub(super) fn new(given: &[Given], manifest: &Manifest) -> Result<Self, AggregateError> {
        let read = given.iter().map(|given| {
            let told = |why| format!("`{given}`: {why}");
            let condition = field_of(&given.column, manifest).and_then(|field| {
                let test = test(&given.asked, field, manifest)?;
                Ok(Condition { column: field.name.clone(), test })
            });
            condition.map_err(told)
        });
        let (right, wrong): (Vec<_>, Vec<_>) = read.partition(Result::is_ok);
        if wrong.is_empty() {
            return Ok(Self(right.into_iter().flatten().collect()));
        }
        let wrong: Vec<String> = wrong.into_iter().filter_map(Result::err).collect();
        Err(AggregateError::Given(wrong.join("\n")))
    }

    /// The games that meet them.
    pub(super) fn filter(&mut self, frame: Frame) -> Result<Frame, String> {
        let mut mask = vec![true; frame.rows()];
        for condition in &mut self.0 {
            for (all, holds) in mask.iter_mut().zip(condition.mask(&frame)?) {
                *all &= holds;
            }
        }
        Ok(if self.0.is_empty() { frame } else { frame.filter(&mask) })
    }

    /// Whether every name that was asked for was met in some game of the run; those that the manifest knows need not
    /// be.
    ///
    /// # Errors
    /// Which were not, and the names nearest to them.
    pub(super) fn check_names(&self) -> Result<(), AggregateError> {
        let wrong: Vec<String> = self.0.iter().filter_map(Condition::never_met).collect();
        if wrong.is_empty() { Ok(()) } else { Err(AggregateError::Given(wrong.join("\n"))) }
    }
}

/// The column of a name of today or of before, if it differs between the games of a run.
fn field_of<'m>(column: &str, manifest: &'m Manifest) -> Result<&'m Field, String> {
    const CONSTANT: [&str; 4] = ["seed", "scenario", "variant", "player"];
    let fields = &manifest.columns;
    let Some(place) = place_of(column, fields) else {
        let names: Vec<&str> = fields.iter().map(|field| field.name.as_str()).collect();
        return Err(unknown("column", column, &names));
    };
    let field = &fields[place];
    if place < COMMON && CONSTANT.contains(&field.what.as_str()) {
        return Err("it is the same in all games of a run; name a column that differs".to_owned());
    }
    Ok(field)
}

/// What to ask of the values of a column.
fn test(asked: &Asked, field: &Field, manifest: &Manifest) -> Result<Test, String> {
    let column = &field.name;
    match (asked, field.kind) {
        (Asked::There(there), FieldKind::Stage | FieldKind::Name) => Ok(Test::Absent(!there)),
        (Asked::There(true), FieldKind::Count) => Ok(Test::Number(Operator::More, 0)),
        (Asked::There(false), FieldKind::Count) => Ok(Test::Number(Operator::Equal, 0)),
        (Asked::There(there), FieldKind::Flag) => Ok(Test::Number(Operator::Equal, i64::from(*there))),
        (Asked::There(_), FieldKind::Number) => {
            Err(format!("it is a number of either sign; say which, as in `{column}>0`"))
        }
        (Asked::Compared(..), FieldKind::Flag) => {
            Err(format!("it is yes or no; write `{column}` or `!{column}`"))
        }
        (Asked::Compared(operator, value), FieldKind::Name) => {
            if !operator.is_of_names() {
                return Err("a name is neither more nor less than another; write = or !=".to_owned());
            }
            let is_winner = field.name == "winner";
            let known = if is_winner { &manifest.run.sides[..] } else { &field.names };
            if !known.is_empty() && !known.contains(value) {
                let known: Vec<&str> = known.iter().map(String::as_str).collect();
                return Err(unknown("name", value, &known));
            }
            Ok(Test::Name(*operator, value.clone(), known.is_empty().then(BTreeSet::new)))
        }
        (Asked::Compared(operator, value), FieldKind::Count | FieldKind::Number | FieldKind::Stage) => {
            let number = value.parse().map_err(|_| format!("`{value}` is no whole number"))?;
            Ok(Test::Number(*operator, number))
        }
    }
}

impl Condition {
    /// For each game of a frame, whether it meets the condition.
    fn mask(&mut self, frame: &Frame) -> Result<Vec<bool>, String> {
        let column = frame.column(&self.column)?;
        Ok(match &mut self.test {
            Test::Absent(absent) => {
                let values = match &column.values {
                    Values::Names(places, _) => places,
                    _ => column.numbers()?,
                };
                values.iter().map(|value| (*value == ABSENT) == *absent).collect()
            }
            Test::Number(operator, number) => {
                let number = i128::from(*number);
                let holds = |value: Option<i128>| compared(*operator, value.as_ref(), &number);
                match &column.values {
                    Values::Long(values) => values.iter().map(|value| holds(Some((*value).into()))).collect(),
                    Values::Flags(values) => {
                        values.iter().map(|value| holds(Some((*value).into()))).collect()
                    }
                    _ => {
                        let present =
                            |value: &i32| Some(*value).filter(|value| *value != ABSENT).map(i128::from);
                        column.numbers()?.iter().map(|value| holds(present(value))).collect()
                    }
                }
            }
            Test::Name(operator, name, met) => {
                if let Some(met) = met {
                    met.extend(column.texts()?.flatten().map(str::to_owned));
                }
                column.texts()?.map(|value| compared(*operator, value, name)).collect()
            }
        })
    }

    /// What to say of a name that no game has.
    fn never_met(&self) -> Option<String> {
        let Test::Name(operator, name, Some(met)) = &self.test else { return None };
        let known: Vec<&str> = met.iter().map(String::as_str).collect();
        let unknown = || unknown(&self.column, name, &known);
        (!met.contains(name)).then(|| format!("`{}{operator}{name}`: {}", self.column, unknown()))
    }
}

/// What is absent is unequal to everything, and neither less nor more.
fn compared<T: PartialOrd + ?Sized>(operator: Operator, value: Option<&T>, other: &T) -> bool {
    value.map_or(operator == Operator::Unequal, |value| operator.holds(value, other))
}
