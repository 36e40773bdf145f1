//! The mixes of a robust search beside a scenario are its usual players, and come with a play interval. This module
//! decides whether the interval still applies: the rules, the scenario and the players must be those of the search.

use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use szala_ai::mix::FOUND;
use szala_analysis::records::Hashes;
use szala_analysis::robust::{Challenge, Found};
use szala_kernel::Side;
use szala_reports::Mixes;
use szala_system::{Game, file_of_mix};

use crate::files::Files;
use crate::identity::{self, hash_of_mix};
use crate::players::Pairing;
use crate::today::is_date;
use crate::variant::VariantArgs;

/// The file of mixes in the folder of a search.
pub(crate) const MIXES: &str = "mix.toml";

/// The copy that is kept of it when a finished search continues for the first time, the second, and so on.
pub(crate) fn before(number: u64) -> String {
    format!("mix-{number}.toml")
}

/// The list of challenges in the table `[found]`, and the maximum number of games in one of them.
pub(crate) const CHALLENGED: &str = "challenged";
const MOST_GAMES: u64 = 1_000_000_000_000;

/// Where the mixes of a scenario lie: those of `DIR/STEM.toml` are in `DIR/robust/STEM/mix.toml`.
pub(crate) fn beside(scenario: &str) -> String {
    let path = Path::new(scenario);
    let stem = path.file_stem().unwrap_or_default();
    let folder = path.parent().unwrap_or(Path::new("")).join("robust").join(stem);
    folder.join(MIXES).display().to_string()
}

/// The mixes that play both sides, if they come from one file. It was read when the players were seated.
pub(crate) fn of(game: &dyn Game, changes: &VariantArgs, files: &Files, players: &Pairing) -> Option<Mixes> {
    let [first, second] = &players.names.0;
    let file = file_of_mix(first).filter(|_| first == second)?;
    let texts = files.texts();
    let members = Side::BOTH.map(|side| identity::members(game, first, side, &texts).len());
    let (search, stale) = match found_in(texts.get(file)?) {
        Ok(search) => {
            let stale = search.as_ref().map(|found| {
                let hashes = identity::hashes(game, changes, files, players);
                let own = Side::BOTH.map(|side| hash_of_mix(game, file, side, &texts));
                stale(found, &hashes, &own, changes, game)
            });
            (search, stale.unwrap_or_default())
        }
        Err(why) => (Some(Found::default()), vec![format!("its [found] cannot be read ({why})")]),
    };
    Some(Mixes { file: file.to_owned(), members, search, stale })
}

/// What the text of a file of mixes says about the search that found them.
pub(crate) fn found_in(text: &str) -> Result<Option<Found>, String> {
    #[derive(Deserialize)]
    struct File {
        found: Option<Found>,
    }
    let file: File = toml::from_str(text).map_err(|error| {
        let line = error.span().map(|span| 1 + text[..span.start].matches('\n').count());
        let line = line.map(|line| format!("line {line}: ")).unwrap_or_default();
        format!("{line}{}", error.message())
    })?;
    if let Some(why) = file.found.as_ref().and_then(fault) {
        return Err(why);
    }
    let challenged = file.found.iter().flat_map(|found| &found.challenged);
    let faulty = challenged.map(Challenge::games).find(|games| !(1..=MOST_GAMES).contains(games));
    match faulty {
        Some(games) => {
            Err(format!("a list of {CHALLENGED} has {games} games, and from 1 to {MOST_GAMES} are possible"))
        }
        None => Ok(file.found),
    }
}

/// A value of a search that cannot be.
fn fault(found: &Found) -> Option<String> {
    let parts = [
        ("score", found.score),
        ("play_low", found.play_low),
        ("play_high", found.play_high),
        ("gain_that_counts", found.gain_that_counts),
    ];
    let is_part = |part: f64| (0.0..=1.0).contains(&part);
    if let Some((key, part)) = parts.into_iter().find(|(_, part)| part.is_some_and(|part| !is_part(part))) {
        return Some(format!("{key} = {} is not from 0 to 1", part.unwrap_or_default()));
    }
    if let (Some(low), Some(high)) = (found.play_low, found.play_high)
        && low > high
    {
        return Some(format!("play_low = {low} is more than play_high = {high}"));
    }
    let counts = [found.wins, found.draws, found.losses];
    if counts == [Some(0); 3] || counts.into_iter().flatten().any(|count| count > MOST_GAMES) {
        return Some(format!("wins, draws and losses are from 1 to {MOST_GAMES} games"));
    }
    if let (Some(searches), Some(gained)) = (found.searches, found.searches_that_gained)
        && (0..2).any(|side| gained[side] > searches[side])
    {
        return Some("searches_that_gained are more than searches".to_owned());
    }
    let date = found.date.iter().chain(found.challenged.iter().map(|one| &one.date));
    date.into_iter()
        .find(|date| !is_date(date))
        .map(|date| format!("date = \"{date}\" is not like 2026-11-22"))
}

/// Why the play interval of a search does not apply to the games.
fn stale(
    found: &Found,
    now: &Hashes,
    players: &[String; 2],
    changes: &VariantArgs,
    game: &dyn Game,
) -> Vec<String> {
    let mut stale = Vec::new();
    if found.ends().is_none() {
        stale.push("the search is not finished".to_owned());
    }
    if found.rules.is_empty() || found.scenario.is_empty() {
        stale.push("the search does not say which rules and which scenario it was of".to_owned());
        return stale;
    }
    if found.rules != now.rules {
        stale.push("the rules have changed since the search".to_owned());
    }
    // The changes are part of the scenario, however they are typed.
    if found.scenario != now.scenario {
        let typed = typed(&changes.typed().collect::<Vec<_>>());
        let words = |changes: &[String]| match changes {
            [] => "as it is".to_owned(),
            changes => format!("with {}", changes.join(" ")),
        };
        stale.push(if found.changes != typed {
            let (searched, now) = (words(&found.changes), words(&typed));
            format!("the scenario was searched {searched} and is played {now}")
        } else if found.title != game.title() {
            format!("the search was of {}", found.title)
        } else {
            "values of the scenario have changed since the search".to_owned()
        });
    }
    match &found.players {
        // The remedy helps only if nothing else is wrong.
        None if !stale.is_empty() => (),
        None => stale.push(format!(
            "the search does not say which players it found; `players = [\"{}\", \"{}\"]` in its [found] says that \
             it is these",
            players[0], players[1]
        )),
        Some(then) => {
            let others = Side::BOTH.into_iter().filter(|side| then[*side as usize] != players[*side as usize]);
            stale.extend(others.map(|side| {
                let side = game.faces().side_name(side);
                format!("players in the mix of {side} have changed since the search")
            }));
        }
    }
    stale
}

/// The table `[found]` of a file of mixes that nobody has challenged yet.
pub(crate) fn table(found: &Found) -> String {
    assert!(found.challenged.is_empty(), "challenges are tables of their own, at the end of the file");
    format!("[{FOUND}]\n{}", lines(found))
}

/// Challenges as the file of the mixes holds them.
pub(crate) fn challenges(all: &[Challenge]) -> String {
    let tables = all.iter().map(|one| format!("\n[[{FOUND}.{CHALLENGED}]]\n{}", lines(one)));
    tables.collect::<Vec<_>>().concat()
}

/// The lines of a table, without empty values. TOML writes texts, numbers and lists of them as JSON does.
fn lines(table: &impl Serialize) -> String {
    let is_empty = |value: &Value| value.is_null() || value.as_array().is_some_and(Vec::is_empty);
    let table = serde_json::to_value(table).expect("texts and numbers have a form in JSON");
    let known = table.as_object().into_iter().flatten().filter(|(_, value)| !is_empty(value));
    let lines = known.map(|(key, value)| format!("{key} = {value}\n"));
    lines.collect::<Vec<_>>().concat()
}

/// Changes as a search records them.
pub(crate) fn typed(changes: &[[String; 2]]) -> Vec<String> {
    changes.iter().map(|[option, word]| format!("--{option} {word}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_search_can_have_found_is_told() {
        let fault = |lines: &str| found_in(&format!("[found]\n{lines}\n")).err().unwrap_or_default();
        for (lines, expected) in [
            ("play_low = 0.4\nplay_high = 0.6\nscore = 0.5\nwins = 1\ndraws = 0\nlosses = 0", ""),
            ("play_low = 0.9\nplay_high = 0.6", "play_low = 0.9 is more than play_high = 0.6"),
            ("play_low = nan", "play_low = NaN is not from 0 to 1"),
            ("score = 1.5", "score = 1.5 is not from 0 to 1"),
            ("gain_that_counts = 7.0", "gain_that_counts = 7 is not from 0 to 1"),
            ("wins = 0\ndraws = 0\nlosses = 0", "wins, draws and losses are from 1 to 1000000000000 games"),
            (
                "searches = [4, 4]\nsearches_that_gained = [0, 5]",
                "searches_that_gained are more than searches",
            ),
            ("date = \"morgen\"", "date = \"morgen\" is not like 2026-11-22"),
        ] {
            assert_eq!(fault(lines), expected, "{lines}");
        }
    }

    #[test]
    fn the_mixes_of_a_scenario_lie_in_a_folder_of_its_name_beside_it() {
        assert_eq!(beside("scenarios/a/b.toml"), "scenarios/a/robust/b/mix.toml");
        assert_eq!(beside("b.toml"), "robust/b/mix.toml");
    }

    #[test]
    fn a_file_of_mixes_says_what_was_found_or_that_nobody_searched() {
        let text =
            "[found]\nis_finished = true\nplay_low = 0.4\nplay_high = 0.6\nseed = \"7\"\nrules = \"r\"\n";
        let found = found_in(text).expect("it is sound").expect("there was a search");
        assert_eq!((found.ends(), found.seed.as_str()), (Some([0.4, 0.6]), "7"));
        assert_eq!(found_in("[[Red]]\nplayer = 'a'\nshare = 1\n"), Ok(None));
        assert!(found_in("[found]\nplay_low = 'x'\n").is_err());
        let misspelt = found_in(&format!("{text}[[found.chalenged]]\nseat = 'first'\n"));
        assert!(misspelt.is_err_and(|why| why.starts_with("line 7: unknown field `chalenged`")));
    }
}
