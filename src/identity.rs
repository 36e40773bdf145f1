//! Who is who in a manifest: the version and the commit of the program, hashes of what games depend on, and the command
//! as it was typed.

use std::fmt::{Debug, Write};

use sha2::{Digest, Sha256};
use szala_analysis::records::{Hashes, Identity};
use szala_kernel::BySide;

use crate::game::Game;
use crate::players::Pairing;

/// The commit that the program was built from; the build script tells it.
const COMMIT: &str = env!("SZALA_COMMIT");
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Which games of a run are wanted, and what ends it: what a manifest says of them.
#[derive(Debug)]
pub(crate) struct Wanted<'w> {
    /// How the game was asked for.
    pub(crate) name: &'w str,
    /// Its title.
    pub(crate) title: &'w str,
    /// The names of the sides.
    pub(crate) sides: BySide<&'w str>,
    /// The names of the players.
    pub(crate) players: &'w Pairing,
    /// The seed.
    pub(crate) seed: u64,
    /// How many games, at most.
    pub(crate) games: u64,
    /// What ends the run earlier.
    pub(crate) until: Option<String>,
}

/// What makes the run the run that it is; `seats` are the players as they were made.
pub(crate) fn of_run<S: Debug>(wanted: Wanted<'_>, game: &Game, seats: &BySide<S>) -> Identity {
    let Wanted { name, title, sides, players, seed, games, until } = wanted;
    Identity {
        version: VERSION.to_owned(),
        commit: COMMIT.to_owned(),
        title: title.to_owned(),
        game: name.to_owned(),
        variant: game.variant().map(str::to_owned),
        sides: sides.0.map(str::to_owned),
        players: players.names.0.clone(),
        hashes: hashes(game, seats),
        seed,
        games,
        until,
    }
}

/// The version and the commit of the program.
pub(crate) fn made_by() -> [String; 2] {
    [VERSION, COMMIT].map(str::to_owned)
}

/// Hashes of what games depend on; `seats` are the players as they were made.
pub(crate) fn hashes<S: Debug>(game: &Game, seats: &BySide<S>) -> Hashes {
    Hashes {
        rules: hash(game.ledger()),
        scenario: hash(&game.contents()),
        // All that a player was made of: its plan and its weights, wherever they came from.
        players: seats.0.each_ref().map(|seat| hash(&format!("{seat:?}"))),
    }
}

/// SHA-256 in hexadecimal digits.
pub(crate) fn hash(text: &str) -> String {
    Sha256::digest(text).iter().fold(String::new(), |mut digits, byte| {
        write!(digits, "{byte:02x}").expect("writing to a string");
        digits
    })
}

/// The command as it was typed, word by word; `--resume` says nothing of the run.
pub(crate) fn command() -> Vec<String> {
    std::env::args_os()
        .map(|word| word.to_string_lossy().into_owned())
        .filter(|word| word != RESUME)
        .collect()
}

/// The option that goes on with a run.
const RESUME: &str = "--resume";

/// How the command that is running would go on, for a person to type.
pub(crate) fn command_to_resume() -> String {
    let mut words = command();
    words.push(RESUME.to_owned());
    words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}

/// A word as a shell takes it.
pub(crate) fn quoted(word: &str) -> String {
    let is_plain = |character: char| character.is_alphanumeric() || "_-./,:=+@%".contains(character);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// NIST, FIPS 180-2, appendix B.1: the message `abc`.
    #[test]
    fn a_hash_is_sha_256() {
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(hash("abc"), expected);
    }

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
    }
}
