//! The known name nearest to a mistyped one, for remedies.

/// The name among `known` that takes the fewest edits to reach from `name`; the first of several.
pub(crate) fn nearest<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    known.iter().copied().min_by_key(|candidate| edits(name, candidate))
}

/// Letters to insert, delete or replace to make one text the other (Levenshtein's distance).
fn edits(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, letter) in from.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, other) in to.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != *other);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_takes_the_fewest_edits() {
        assert_eq!(edits("kitten", "sitting"), 3, "the textbook example");
        assert_eq!(edits("", "abc"), 3);
        assert_eq!(nearest("titel", &["id", "title", "status"]), Some("title"));
        assert_eq!(nearest("x", &[]), None);
    }
}
