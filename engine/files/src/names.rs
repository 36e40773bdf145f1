//! The known name nearest to a mistyped one, and the words that offer it. What is known is the caller's business.

use core::fmt::Write as _;

/// The name among `known` that takes the fewest edits to reach from `name`, unless more than half of its letters
/// would have to change; the first of several.
///
/// ```
/// use szala_files::nearest;
/// assert_eq!(nearest("dise", &["actions", "dice"]), Some("dice"));
/// assert_eq!(nearest("weather", &["actions", "dice"]), None);
/// ```
pub fn nearest<'k>(name: &str, known: &[&'k str]) -> Option<&'k str> {
    // A name that is more than half longer is none of them: nothing is counted of a name of any length.
    let length = name.chars().count();
    let may_be_near = |candidate: &&&str| 2 * length <= 3 * candidate.chars().count();
    let known = known.iter().filter(may_be_near);
    let near = known.map(|&candidate| (edits(name, candidate), candidate)).min_by_key(|(edits, _)| *edits);
    near.filter(|(edits, near)| 2 * edits <= near.chars().count()).map(|(_, near)| near)
}

/// What to say of a name that is none of the known ones; `what` is what it should be the name of.
///
/// ```
/// use szala_files::unknown;
/// let words = "there is no side `Rad`; did you mean `Red`? There are Red, Blue";
/// assert_eq!(unknown("side", "Rad", &["Red", "Blue"]), words);
/// ```
pub fn unknown(what: &str, name: &str, known: &[&str]) -> String {
    /// More names than these are no help.
    const MOST_LISTED: usize = 21;
    let mut words = format!("there is no {what} `{name}`");
    if let Some(near) = nearest(name, known) {
        let _ = write!(words, "; did you mean `{near}`?");
    }
    if (1..=MOST_LISTED).contains(&known.len()) {
        words += if words.ends_with('?') { " There are " } else { "; there are " };
        words += &known.join(", ");
    }
    words
}

/// Letters to insert, delete or replace to make one text the other (Levenshtein's distance).
fn edits(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (before, letter) in from.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = before + 1;
        for (at, other) in to.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != *other);
            diagonal = row[at + 1];
            row[at + 1] = replaced.min(diagonal + 1).min(row[at] + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_counted_as_levenshtein_does() {
        // kitten, sitten, sittin, sitting: the textbook example.
        for (from, to, count) in
            [("kitten", "sitting", 3), ("", "abc", 3), ("abc", "", 3), ("\u{142}", "l", 1)]
        {
            assert_eq!(edits(from, to), count, "{from} to {to}");
        }
    }

    #[test]
    fn a_name_is_near_when_at_most_half_of_it_changes() {
        assert_eq!(nearest("dixx", &["dice"]), Some("dice"));
        assert_eq!(nearest("dxxx", &["dice"]), None);
        assert_eq!(nearest("dice", &[]), None);
    }

    #[test]
    fn a_long_list_of_known_names_is_not_recited() {
        let known = ["hex"; 23];
        assert_eq!(unknown("hex", "hax", &known), "there is no hex `hax`; did you mean `hex`?");
        assert_eq!(unknown("hex", "0709", &known), "there is no hex `0709`");
        assert_eq!(unknown("hex", "0709", &["a", "b"]), "there is no hex `0709`; there are a, b");
    }
}
