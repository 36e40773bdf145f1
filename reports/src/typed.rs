//! Commands as a person types them into a shell.

/// A word, quoted for a shell.
pub fn quoted(word: &str) -> String {
    let is_plain = |character: char| character.is_alphanumeric() || "_-./,:=+@%".contains(character);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// Words in a line, each quoted for a shell.
pub fn typed(words: &[String]) -> String {
    words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_a_shell_would_take_them_apart() {
        for (word, expected) in [
            ("runs/a-1.x", "runs/a-1.x"),
            ("my run", "'my run'"),
            ("it's", r"'it'\''s'"),
            ("$HOME", "'$HOME'"),
            ("", "''"),
        ] {
            assert_eq!(quoted(word), expected);
        }
        assert_eq!(typed(&["szala".to_owned(), "my run".to_owned()]), "szala 'my run'");
    }
}
