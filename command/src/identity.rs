//! The identities in a manifest: the version and the commit of the program, hashes of what games depend on, and the
//! command as it was typed.

use std::collections::BTreeMap;
use std::fmt::Write;

use sha2::{Digest, Sha256};
use szala_ai::mix::MIX;
use szala_analysis::clauses::is_in;
use szala_analysis::records::{Hashes, Identity, MadeOf};
use szala_kernel::{Book, BySide, Rule, Side};
use szala_reports::{AnswerOf, typed};
use szala_system::{Game, beside, file_of_mix};

use crate::files::{Files, is_words};
use crate::guest;
use crate::house::House;
use crate::players::Pairing;
use crate::variant::VariantArgs;

/// Which games of a run are wanted, and its stopping rule, as the manifest records them.
#[derive(Debug)]
pub(crate) struct Wanted<'w> {
    /// The name by which the game was requested.
    pub(crate) name: &'w str,
    /// Its title.
    pub(crate) title: &'w str,
    /// The names of the sides.
    pub(crate) sides: BySide<&'w str>,
    /// The names of the players.
    pub(crate) players: &'w Pairing,
    /// The seed.
    pub(crate) seed: u64,
    /// Are the games keyed?
    pub(crate) is_keyed: bool,
    /// The maximum number of games.
    pub(crate) games: u64,
    /// The stopping rule, if any.
    pub(crate) until: Option<String>,
    /// The changes to the scenario.
    pub(crate) changes: &'w VariantArgs,
    /// The files that were read for scenario, changes and players.
    pub(crate) files: &'w Files,
}

/// The identity of a run.
pub(crate) fn of_run(wanted: Wanted<'_>, house: &House, game: &dyn Game) -> Identity {
    let Wanted { name, title, sides, players, seed, is_keyed, games, until, changes, files } = wanted;
    files.read_words(name);
    Identity {
        version: house.version.to_owned(),
        commit: house.commit.to_owned(),
        title: title.to_owned(),
        game: name.to_owned(),
        variant: game.variant().map(str::to_owned),
        sides: sides.0.map(str::to_owned),
        players: players.names.0.clone(),
        hashes: hashes(game, changes, files, players),
        seed,
        is_keyed,
        games,
        until,
        made_of: Some(MadeOf {
            system: game.system().to_owned(),
            changes: changes.typed().collect(),
            files: files.texts(),
        }),
    }
}

/// The identity of an answer to a question about a scenario.
pub(crate) fn of_answer(
    house: &House,
    game: &dyn Game,
    changes: &VariantArgs,
    files: &Files,
    players: &Pairing,
) -> AnswerOf {
    AnswerOf {
        command_line: command(),
        version: house.version.to_owned(),
        commit: house.commit.to_owned(),
        hashes: hashes(game, changes, files, players),
    }
}

/// Hashes of what games depend on. Files are hashed in a canonical form: comments, blanks, the order of keys and the
/// location of the files do not matter.
pub(crate) fn hashes(game: &dyn Game, changes: &VariantArgs, files: &Files, players: &Pairing) -> Hashes {
    let texts = files.texts();
    let mixed = |side: Side| members(game, &players.names[side], side, &texts);
    let of_players: Vec<String> = Side::BOTH
        .iter()
        .flat_map(|side| {
            let members = mixed(*side).into_iter().map(|(name, _)| name);
            members.chain([players.names[*side].clone()])
        })
        .filter_map(|name| file_of(&name).map(str::to_owned))
        .collect();
    let is_played = |path: &String| !of_players.contains(path) && !is_words(path);
    let scenario = texts.iter().filter(|(path, _)| is_played(path));
    let mut contents: Vec<String> = scenario.map(|(_, text)| canonical(text)).collect();
    contents.sort();
    // The same change is the same by whatever path or with whatever blanks it is typed.
    contents.extend(changes.typed().map(|[option, word]| {
        let trimmed = || match word.split_once('=') {
            Some((path, value)) => format!("{}={}", path.trim(), value.trim()),
            None => word.trim().to_owned(),
        };
        format!("--{option} {}", texts.get(&word).map_or_else(trimmed, |text| canonical(text)))
    }));
    let player = |side: Side| {
        let alone = |name: &str| {
            hash(&format!("{}\n{}", hash_of_player(name, &texts), canonical(game.player_text(name, side))))
        };
        hash_of_any(game, &players.names[side], side, &texts, alone)
    };
    Hashes {
        rules: hash(&rules_of(game.ledger(), game.faces().book())),
        scenario: hash(&format!("{}\n{}", game.system(), contents.join("\n"))),
        players: Side::BOTH.map(player),
    }
}

/// The players in a mix, by names that are valid here, with their shares; empty for a single player.
pub(crate) fn members(
    game: &dyn Game,
    name: &str,
    side: Side,
    texts: &BTreeMap<String, String>,
) -> Vec<(String, u32)> {
    let Some(file) = file_of_mix(name) else { return Vec::new() };
    let read = |path: &str| texts.get(path).cloned().ok_or_else(|| format!("{path} was not read"));
    let members = game.members(file, side, &read).unwrap_or_default().into_iter();
    let members = members.filter(|member| member.share > 0).map(|member| {
        // The part after the colon is a file if a file of that name was read.
        let named = member.player.split_once(':').map(|(kind, path)| (kind, beside(file, path)));
        let path = named.filter(|(_, path)| texts.contains_key(path));
        let name = path.map_or_else(|| member.player.clone(), |(kind, path)| format!("{kind}:{path}"));
        (name, member.share)
    });
    members.collect()
}

/// The hash of a player or of a mix. The hash of a mix covers its players and their shares, not how it was found.
pub(crate) fn hash_of_any(
    game: &dyn Game,
    name: &str,
    side: Side,
    texts: &BTreeMap<String, String>,
    alone: impl Fn(&str) -> String,
) -> String {
    let members = members(game, name, side, texts);
    if members.is_empty() {
        return alone(name);
    }
    let member = |(name, share): &(String, u32)| format!("{share} {}", alone(name));
    hash(&format!("{name}\n{}", members.iter().map(member).collect::<Vec<_>>().join("\n")))
}

/// The hash of the mix of a side, wherever its files lie: each player with its share, by its file, or else by its name
/// and its built-in weights or plan.
pub(crate) fn hash_of_mix(
    game: &dyn Game,
    file: &str,
    side: Side,
    texts: &BTreeMap<String, String>,
) -> String {
    let members = members(game, &format!("{MIX}:{file}"), side, texts).into_iter();
    let members = members.map(|(name, share)| format!("{share} {}", placeless(game, &name, side, texts)));
    hash(&members.collect::<Vec<_>>().join("\n"))
}

/// The hash of a player or of a mix, wherever its files lie.
pub(crate) fn hash_of_anybody(
    game: &dyn Game,
    name: &str,
    side: Side,
    texts: &BTreeMap<String, String>,
) -> String {
    match file_of_mix(name) {
        Some(file) => hash_of_mix(game, file, side, texts),
        None => hash(&placeless(game, name, side, texts)),
    }
}

/// The contents of a player: its file, or else its name and its built-in weights or plan.
fn placeless(game: &dyn Game, name: &str, side: Side, texts: &BTreeMap<String, String>) -> String {
    let mut files = name.match_indices(':').map(|(at, _)| (&name[..at], &name[at + 1..]));
    match files.find_map(|(kind, path)| Some((kind, path, texts.get(path)?))) {
        // A planner that imagines a mix depends on the players in it, not on the text of its file.
        Some((kind, path, _)) if !members(game, &format!("{MIX}:{path}"), side, texts).is_empty() => {
            let [first, second] = Side::BOTH.map(|side| hash_of_mix(game, path, side, texts));
            format!("{kind}\n{first}\n{second}")
        }
        Some((kind, _, text)) => format!("{kind}\n{}", canonical(text)),
        None => format!("{name}\n{}", canonical(game.player_text(name, side))),
    }
}

/// The hash of a player by its name and its file: what it derives from rules and scenario changes with those, and its
/// games show what the program makes of it.
pub(crate) fn hash_of_player(name: &str, texts: &BTreeMap<String, String>) -> String {
    let file = file_of(name).and_then(|path| texts.get(path)).map(String::as_str);
    hash(&format!("{name}\n{}", file.unwrap_or_default()))
}

/// The file that the name of a player mentions.
fn file_of(name: &str) -> Option<&str> {
    name.split_once(':').map(|(_, file)| file)
}

/// The content of a TOML file with sorted keys; a text that is not TOML is kept as it is.
fn canonical(text: &str) -> String {
    let json = |table: toml::Table| serde_json::to_string(&table).ok();
    toml::from_str(text).ok().and_then(json).unwrap_or_else(|| text.to_owned())
}

/// The rows of a ledger for the rules of this book: a rule of another book of the family changes nothing here.
fn rules_of(ledger: &str, book: &Book) -> String {
    let Ok(mut ledger) = toml::from_str::<toml::Table>(ledger) else { return ledger.to_owned() };
    let is_played = |row: &toml::Value| {
        let id = row.get("id").and_then(toml::Value::as_str).and_then(|id| Rule::parse(id).ok());
        id.is_none_or(|rule| is_in(book, rule, row.get("in").is_some()))
    };
    let rows =
        ledger.remove("rule").and_then(|rows| rows.try_into::<Vec<toml::Value>>().ok()).unwrap_or_default();
    let rows = rows.into_iter().filter(is_played).map(|mut row| {
        if let Some(row) = row.as_table_mut() {
            row.remove("in");
        }
        row
    });
    let rows: Vec<toml::Value> = rows.collect();
    serde_json::to_string(&rows).expect("a row of a ledger holds words only")
}

/// SHA-256 in hexadecimal digits.
pub(crate) fn hash(text: &str) -> String {
    Sha256::digest(text).iter().fold(String::new(), |mut digits, byte| {
        write!(digits, "{byte:02x}").expect("writing to a string");
        digits
    })
}

/// The command as it was typed, word by word, without options that do not affect its findings: resuming, and sharing
/// games with other processes.
pub(crate) fn command() -> Vec<String> {
    let own = || std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    let mut all = guest::words().unwrap_or_else(own).into_iter();
    let mut words = Vec::new();
    while let Some(word) = all.next() {
        let (name, is_whole) = word.split_once('=').map_or((&*word, false), |(name, _)| (name, true));
        match name {
            RESUME | "--no-wait" => (),
            "--races" | "--part" => {
                if !is_whole {
                    all.next();
                }
            }
            _ => words.push(word),
        }
    }
    words
}

/// The option that resumes a run.
const RESUME: &str = "--resume";

/// The command that resumes the running command, for a person to type.
pub(crate) fn command_to_resume() -> String {
    let mut words = command();
    words.push(RESUME.to_owned());
    typed(&words)
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
    fn what_a_file_says_does_not_depend_on_how_it_is_written() {
        let one = canonical("# A comment\nb = 1\na = [\"x\", { z = 1, y = 2 }]\n");
        assert_eq!(one, canonical("a = [\"x\", {y = 2, z = 1}] # another\n\nb=1"));
        assert_ne!(one, canonical("a = [\"x\", { y = 2, z = 1 }]\nb = 2"));
        assert_eq!(canonical("no = = TOML"), "no = = TOML");
    }

    #[test]
    fn rules_that_only_another_book_has_are_no_rules_of_this_one() {
        let row =
            |id: &str, says: &str, more: &str| format!("[[rule]]\nid = {id:?}\nsays = {says:?}\n{more}\n");
        let own = row("7.2", "A square.", "");
        let later = Book::new("later", []);
        let more = format!(
            "books = [\"later\"]\n{}{}{}",
            row("7.2", "A square.", "in = { later = \"7.3\" }"),
            row("7.5m", "Scythes.", "in = { later = \"7.5\" }"),
            row("D-M7.5a", "Which scythes.", ""),
        );
        assert_eq!(rules_of(&own, Book::own()), rules_of(&more, Book::own()));
        assert_ne!(rules_of(&own, &later), rules_of(&more, &later));
        assert_ne!(rules_of(&own, Book::own()), rules_of(&row("7.2", "A line.", ""), Book::own()));
        assert_eq!(rules_of("no = = TOML", Book::own()), "no = = TOML");
    }
}
