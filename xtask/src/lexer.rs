//! Separates code, comments and strings, roughly but safely: enough to look for a word in one of them.
//! Everything else about the languages (attributes, items, tables) is left to the caller.

/// A text in two views, each of the same length and lines as the original, with the rest blanked.
#[derive(Debug, Default)]
pub(crate) struct Lexed {
    /// Everything but comments and the contents of strings.
    pub(crate) code: String,
    /// Nothing but comments, their markers included.
    pub(crate) comments: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Code,
    Comment,
    Text,
}

/// Rust: line and nested block comments, strings raw and not, characters as opposed to lifetimes.
pub(crate) fn rust(text: &str) -> Lexed {
    split(text, |rest, before| {
        if rest.starts_with(b"//") {
            (Class::Comment, line(rest))
        } else if rest.starts_with(b"/*") {
            (Class::Comment, block_comment(rest))
        } else if let Some(length) = raw_string(rest).filter(|_| !before.is_some_and(is_word)) {
            (Class::Text, length)
        } else if rest[0] == b'"' {
            (Class::Text, quoted(rest, b"\"", true))
        } else if let Some(length) = character(rest) {
            (Class::Text, length)
        } else {
            (Class::Code, 1)
        }
    })
}

/// TOML: comments, and strings of all four kinds.
pub(crate) fn toml(text: &str) -> Lexed {
    split(text, |rest, _| match rest {
        [b'#', ..] => (Class::Comment, line(rest)),
        [b'"', b'"', b'"', ..] => (Class::Text, quoted(rest, b"\"\"\"", true)),
        [b'\'', b'\'', b'\'', ..] => (Class::Text, quoted(rest, b"'''", false)),
        [b'"', ..] => (Class::Text, quoted(rest, b"\"", true)),
        [b'\'', ..] => (Class::Text, quoted(rest, b"'", false)),
        _ => (Class::Code, 1),
    })
}

/// Is this a byte of an identifier or of a number?
pub(crate) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 128
}

/// Calls `next` for the class and length of each piece in turn, with the rest of the text and the byte before.
fn split(text: &str, next: impl Fn(&[u8], Option<u8>) -> (Class, usize)) -> Lexed {
    let bytes = text.as_bytes();
    let mut classes = Vec::with_capacity(bytes.len());
    while classes.len() < bytes.len() {
        let at = classes.len();
        let (class, length) = next(&bytes[at..], at.checked_sub(1).map(|before| bytes[before]));
        classes.resize((at + length).min(bytes.len()), class);
    }
    let keep = |class| {
        let kept = bytes.iter().zip(&classes);
        let kept = kept.map(|(&byte, &of)| if of == class || byte == b'\n' { byte } else { b' ' }).collect();
        String::from_utf8(kept).expect("pieces end where characters end")
    };
    Lexed { code: keep(Class::Code), comments: keep(Class::Comment) }
}

fn line(rest: &[u8]) -> usize {
    rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len())
}

fn block_comment(rest: &[u8]) -> usize {
    let mut depth = 1;
    let mut at = 2;
    while at < rest.len() && depth > 0 {
        let step = match rest[at..] {
            [b'/', b'*', ..] => 1,
            [b'*', b'/', ..] => -1,
            _ => 0,
        };
        depth += step;
        at += if step == 0 { 1 } else { 2 };
    }
    at
}

/// The length of a string that opens and closes with `mark`; a backslash may escape the byte after it.
fn quoted(rest: &[u8], mark: &[u8], escapes: bool) -> usize {
    let mut at = mark.len();
    while at < rest.len() && !rest[at..].starts_with(mark) {
        at += if escapes && rest[at] == b'\\' { 2 } else { 1 };
    }
    at + mark.len()
}

/// The length of a raw string (`r"…"`, `br#"…"#`) that begins here.
fn raw_string(rest: &[u8]) -> Option<usize> {
    let prefix = usize::from(matches!(rest[0], b'b' | b'c'));
    let hashes = rest.get(prefix..)?.strip_prefix(b"r")?;
    let count = hashes.iter().take_while(|&&byte| byte == b'#').count();
    let body = hashes[count..].strip_prefix(b"\"")?;
    let close = [b"\"", "#".repeat(count).as_bytes()].concat();
    let length = body.windows(close.len()).position(|window| window == close).unwrap_or(body.len());
    Some(prefix + 1 + count + 1 + length + close.len())
}

/// The length of a character literal that begins here; `None` for a lifetime.
fn character(rest: &[u8]) -> Option<usize> {
    match rest {
        [b'\'', b'\\', _, tail @ ..] => Some(4 + tail.iter().position(|&byte| byte == b'\'')?),
        [b'\'', first, tail @ ..] => {
            let more = tail.iter().take_while(|&&byte| *first >= 128 && byte & 0xC0 == 0x80).count();
            (tail.get(more) == Some(&b'\'')).then_some(3 + more)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rust_strings_and_comments_are_told_from_code() {
        let cases = [
            ("let a = \"x // y\"; // z", "let a =         ;     ", "// z"),
            ("a /* b /* c */ d */ e", "a                   e", "/* b /* c */ d */"),
            ("f(r#\"a \" b\"#, br\"\\\") g", "f(          ,      ) g", ""),
            ("f::<'a>('\"', '\\'', 'ż', b'x')", "f::<'a>(   ,     ,     , b   )", ""),
            ("r#type \"\\\"\" x", "r#type      x", ""),
        ];
        for (text, code, comments) in cases {
            let lexed = rust(text);
            assert_eq!((lexed.code.as_str(), lexed.comments.trim()), (code, comments), "{text}");
            assert_eq!(lexed.code.len(), text.len(), "{text}");
        }
    }

    #[test]
    fn toml_strings_and_comments_are_told_from_code() {
        let text = "a = '#\\' # b\nc = \"\"\"\n# d\n\"\"\" # e\n";
        let lexed = toml(text);
        assert_eq!(lexed.code.split_whitespace().collect::<Vec<_>>(), ["a", "=", "c", "="]);
        assert_eq!(lexed.comments.split_whitespace().collect::<Vec<_>>(), ["#", "b", "#", "e"]);
    }

    #[test]
    fn what_is_never_closed_ends_with_the_text() {
        for text in ["\"abc", "/* abc", "r#\"abc", "'\\", "\"abc\\"] {
            assert_eq!(rust(text).code.len(), text.len(), "{text}");
        }
    }
}
