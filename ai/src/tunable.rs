//! Players with weights that can be tuned: what the weights are, and the player that has them. How they are tuned is
//! left to the analysis.

use szala_kernel::text::{Complaint, Document, place};

/// A weight of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name in files.
    pub name: String,
    /// Its value where tuning begins.
    pub value: i32,
    /// The least it may be.
    pub low: i32,
    /// The most.
    pub high: i32,
    /// How much a change must be to be felt in play: the unit in which all weights are changed alike.
    pub step: i32,
}

/// Something that becomes a player by choosing weights.
pub trait Tunable {
    /// The player.
    type Player;

    /// The weights, always the same in the same order.
    fn parameters(&self) -> Vec<Parameter>;

    /// The player with these values for its weights, in the order of [`parameters`](Self::parameters).
    fn with(&self, values: &[i32]) -> Self::Player;

    /// The file of weights that makes this player when it is named; `head` goes above it, as comments.
    fn file(&self, values: &[i32], head: &str) -> String {
        write_weights(&self.parameters(), values, head)
    }
}

/// Writes a file with one weight a line below some comments.
pub fn write_weights(parameters: &[Parameter], values: &[i32], head: &str) -> String {
    let head = head.lines().map(|line| format!("# {line}\n"));
    let weights =
        parameters.iter().zip(values).map(|(parameter, value)| format!("{} = {value}\n", parameter.name));
    head.chain(weights).collect()
}

/// Reads such a file: every weight of these, in their order, and no other.
///
/// # Errors
/// Everything that is wrong with it, a line each, with its place.
pub fn read_weights(file: &str, text: &str, parameters: &[Parameter]) -> Result<Vec<i32>, String> {
    let told = |complaints: Vec<Complaint>| {
        let line = |complaint: &Complaint| {
            let (line, column) = place(text, complaint.span.start);
            format!("{file}:{line}:{column}: {}", complaint.message)
        };
        complaints.iter().map(line).collect::<Vec<_>>().join("\n")
    };
    let document = Document::parse(text).map_err(told)?;
    let root = document.root();
    let names: Vec<&str> = parameters.iter().map(|parameter| parameter.name.as_str()).collect();
    let mut complaints = Vec::new();
    root.refuse_unknown(&names, &mut complaints);
    let mut values = Vec::new();
    for Parameter { name, low, high, .. } in parameters {
        let value = match root.get(name) {
            Some(field) => field.number(*low..=*high),
            None => Err(Complaint::new(
                0..0,
                format!("there is no `{name}`; give it a number from {low} to {high}"),
            )),
        };
        match value {
            Ok(value) => values.push(value),
            Err(complaint) => complaints.push(complaint),
        }
    }
    if complaints.is_empty() { Ok(values) } else { Err(told(complaints)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two() -> [Parameter; 2] {
        ["bold", "wary"].map(|name| Parameter { name: name.to_owned(), value: 5, low: 0, high: 10, step: 1 })
    }

    #[test]
    fn weights_that_are_written_are_read_again() {
        let text = write_weights(&two(), &[3, 10], "tuned by hand\non a Friday");
        assert_eq!(text, "# tuned by hand\n# on a Friday\nbold = 3\nwary = 10\n");
        assert_eq!(read_weights("file", &text, &two()), Ok(vec![3, 10]));
    }

    #[test]
    fn everything_wrong_with_a_file_of_weights_is_told_at_its_place() {
        let told = read_weights("w.toml", "bold = 11\nwery = 1\n", &two()).expect_err("three mistakes");
        let lines: Vec<&str> = told.lines().collect();
        assert_eq!(lines.len(), 3, "{told}");
        assert!(told.contains("w.toml:1:8: `bold` takes a number from 0 to 10, not 11"), "{told}");
        assert!(told.contains("w.toml:2:1: ") && told.contains("did you mean `wary`?"), "{told}");
        assert!(told.contains("there is no `wary`"), "{told}");
    }
}
