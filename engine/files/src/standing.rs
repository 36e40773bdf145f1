//! What the values of files stand on, and the list of those that a report shows its readers.

/// What a value stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Standing {
    /// Printed in the rulebook's text.
    Text,
    /// Follows from the text.
    Derived,
    /// Chosen by us.
    Assumed,
}

/// Each standing as it is written in a file.
pub const STANDINGS: [(&str, Standing); 3] =
    [("text", Standing::Text), ("derived", Standing::Derived), ("assumed", Standing::Assumed)];

/// A value of a scenario's files whose standing is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assumption {
    /// Which value: `units.KN II.morale`, `set_up.Lewiz`, `artillery.1-3`, `map.roads.Suzany`.
    pub path: String,
    /// The value as it is written.
    pub value: String,
    /// What it stands on.
    pub standing: Standing,
    /// The least and the most it may well be, as they would be written.
    pub range: Option<[String; 2]>,
    /// The reason, in a few words.
    pub why: Option<String>,
}
