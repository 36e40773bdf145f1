//! The numbers of a plan, tuned as weights are: how far, how many, at which odds. A plan is data of its system, so
//! nothing here knows what a number means; how far it may go is found by asking the system for players.

use core::marker::PhantomData;
use core::ops::Range;

use szala_files::{Document, Field, Section};
use szala_kernel::Side;

use crate::roster::{ReadFile, Roster, file_of};
use crate::tunable::write_weights;
use crate::{AnyTunable, Parameter, Tunable};

/// How far from its value a number is tried: twice the value, or this if that is more.
const LEAST_REACH: i32 = 8;
/// A step is this part of a number, or 1 if that is more.
const PART: i32 = 8;

/// The numbers of the plan of this name; nothing if it is no plan, or one without numbers.
///
/// # Errors
/// What is wrong with the plan.
pub fn numbers_of<'r, P: Roster<Rules: Sync>>(
    rules: &'r P::Rules,
    name: &str,
    side: Side,
    read: ReadFile<'_>,
) -> Result<Option<AnyTunable<'r, P>>, String> {
    let (kind, file) = name.split_once(':').unwrap_or((name, ""));
    let text = match kind {
        "plan" => file_of(kind, file, read)?,
        _ if file.is_empty() => P::text_of(rules, name, side).to_owned(),
        _ => return Ok(None),
    };
    let mut plan = Plan::<P> { rules, side, text, numbers: Vec::new(), of: PhantomData };
    if kind == "plan" {
        P::player(rules, name, side, read)?;
    } else if plan.player(&plan.text).is_err() {
        return Ok(None);
    }
    plan.numbers = plan.found();
    Ok(if plan.numbers.is_empty() { None } else { Some(Box::new(plan)) })
}

/// A plan whose numbers can be others.
struct Plan<'r, P: Roster> {
    rules: &'r P::Rules,
    side: Side,
    text: String,
    /// Each with its place in the text.
    numbers: Vec<(Range<usize>, Parameter)>,
    of: PhantomData<fn() -> P>,
}

impl<P: Roster> Plan<'_, P> {
    fn player(&self, text: &str) -> Result<P::Seat, String> {
        P::player(self.rules, "plan:tuned.toml", self.side, &|_| Ok(text.to_owned()))
    }

    /// The numbers that may be others, with the bounds between which a plan can be read.
    fn found(&self) -> Vec<(Range<usize>, Parameter)> {
        let mut numbers = Vec::new();
        if let Ok(document) = Document::parse(&self.text) {
            collect(&document.root(), "", &mut numbers);
        }
        let parameter = |(name, value, place): (String, i32, Range<usize>)| {
            let can_be = |value: i32| self.player(&replaced(&self.text, [(&place, value)])).is_ok();
            let reach = value.saturating_abs().saturating_mul(2).max(LEAST_REACH);
            let [low, high] = [-1, 1].map(|way| {
                value.saturating_add(
                    way * furthest(reach, |far| value.checked_add(way * far).is_some_and(can_be)),
                )
            });
            let step = (value.saturating_abs() / PART).max(1);
            let parameter = Parameter { name, about: String::new(), value, low, high, step, off: None };
            (low < high).then_some((place, parameter))
        };
        numbers.into_iter().filter_map(parameter).collect()
    }

    /// The plan with these numbers; as it was, should they make no sense together.
    fn text(&self, values: &[i32]) -> String {
        let places = self.numbers.iter().map(|(place, _)| place);
        let text = replaced(&self.text, places.zip(values.iter().copied()));
        if self.player(&text).is_ok() { text } else { self.text.clone() }
    }
}

impl<P: Roster> Tunable for Plan<'_, P> {
    type Player = P::Seat;

    fn parameters(&self) -> Vec<Parameter> {
        self.numbers.iter().map(|(_, parameter)| parameter.clone()).collect()
    }

    fn with(&self, values: &[i32]) -> P::Seat {
        self.player(&self.text(values)).expect("the text is that of the plan as it was, or was just read")
    }

    fn file(&self, values: &[i32], head: &str) -> String {
        write_weights(head, &[]) + &self.text(values)
    }
}

/// How far one can go up to here, if what is near can be whenever what is farther can.
fn furthest(reach: i32, can_be: impl Fn(i32) -> bool) -> i32 {
    let (mut far, mut step) = (0, reach);
    while step > 0 {
        if far + step <= reach && can_be(far + step) {
            far += step;
        } else {
            step /= 2;
        }
    }
    far
}

/// A text with numbers written elsewhere than they were, in the order of their places.
fn replaced<'p>(text: &str, numbers: impl IntoIterator<Item = (&'p Range<usize>, i32)>) -> String {
    let (mut all, mut done) = (String::new(), 0);
    for (place, value) in numbers {
        all += &text[done..place.start];
        all += &value.to_string();
        done = place.end;
    }
    all + &text[done..]
}

/// The whole numbers in a table, with their paths: `order.2.within` is in the second of a list.
fn collect(section: &Section<'_>, path: &str, numbers: &mut Vec<(String, i32, Range<usize>)>) {
    for field in section.fields() {
        collect_in(&field, &format!("{path}{}", field.name()), numbers);
    }
    numbers.sort_by_key(|(.., place)| place.start);
}

fn collect_in(field: &Field<'_>, path: &str, numbers: &mut Vec<(String, i32, Range<usize>)>) {
    if let Ok(section) = field.section() {
        collect(&section, &format!("{path}."), numbers);
    } else if let Ok(list) = field.list() {
        for (place, field) in list.iter().enumerate() {
            collect_in(field, &format!("{path}.{}", place + 1), numbers);
        }
    } else if let Ok(number) = field.number(i32::MIN..=i32::MAX) {
        numbers.push((path.to_owned(), number, field.span()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_by_their_paths_and_written_at_their_places() {
        let text = "a = 3 # three\nwords = [\"x\", \"9\"]\n[[order]]\nto = [7, 11]\nwhen = { late = -2 }\n";
        let document = Document::parse(text).expect("the text above is TOML");
        let mut found = Vec::new();
        collect(&document.root(), "", &mut found);
        let named: Vec<(&str, i32)> = found.iter().map(|(name, value, _)| (&**name, *value)).collect();
        assert_eq!(named, [("a", 3), ("order.1.to.1", 7), ("order.1.to.2", 11), ("order.1.when.late", -2)]);
        let values = [10, 8, 9, 5];
        let written = replaced(text, found.iter().map(|(.., place)| place).zip(values));
        let expected =
            "a = 10 # three\nwords = [\"x\", \"9\"]\n[[order]]\nto = [8, 9]\nwhen = { late = 5 }\n";
        assert_eq!(written, expected);
    }

    #[test]
    fn the_furthest_is_found_within_reach() {
        for (most, expected) in [(10, 10), (0, 0), (12, 12), (5, 5), (100, 12)] {
            assert_eq!(furthest(12, |far| far <= most), expected, "{most}");
        }
    }
}
