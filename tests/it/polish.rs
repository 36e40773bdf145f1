//! A Polish page is in Polish: of all words that the reader meets, only proper names and words that are the same in all
//! languages also appear on the English page.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// Words that are the same in both languages, or are names.
const ALLOWED: [&str; 38] = [
    // The program and what belongs to it, players, intervals, games.
    "szala",
    "sha",
    "commit",
    "heuristic",
    "uniform",
    "tango",
    "niemenczyn",
    "verdox",
    "pluton",
    // Units and their commanders.
    "grabowski",
    "eydziatowicz",
    "lewiz",
    "kirejew",
    "narbutt",
    "narwa",
    // The labels of their counters, `Narb2`.
    "narb",
    "narw",
    "pskow",
    "kozacy",
    "lit",
    "stp",
    "pal",
    "dac",
    // Keys.
    "home",
    "end",
    "page",
    "down",
    "pageup",
    "pagedown",
    "arrowleft",
    "arrowright",
    "space",
    // Polish words that are also English words.
    "program",
    "morale",
    "test",
    "same",
    "front",
    "most",
];

/// The content of these tags is for programs: paths and values of files, commands, hashes, keys.
const FOR_PROGRAMS: [&str; 3] = ["code", "dd", "kbd"];

fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("polish");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

fn szala(arguments: &[&str]) {
    let out = Command::new(crate::program())
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(arguments)
        .output()
        .expect("the binary under test starts");
    assert!(out.status.success(), "szala {arguments:?}: {}", String::from_utf8_lossy(&out.stderr));
}

/// What a reader meets on a page: texts between tags, and attributes that are read aloud or shown.
#[derive(Default)]
struct Read {
    texts: Vec<String>,
    /// The texts of scripts, by their names.
    scripts: BTreeMap<String, String>,
}

fn attribute<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
    rest.split_once('"').map(|(value, _)| value)
}

fn plain(text: &str) -> String {
    let signs =
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#x27;", "'"), ("&#x2f;", "/"), ("&amp;", "&")];
    signs.iter().fold(text.trim().to_owned(), |text, (sign, is)| text.replace(sign, is))
}

fn read(html: &str) -> Read {
    let mut read = Read::default();
    let mut rest = html;
    let mut within: Vec<&str> = Vec::new();
    while let Some((text, behind)) = rest.split_once('<') {
        let is_shown = !within.iter().any(|tag| FOR_PROGRAMS.contains(tag));
        if is_shown && !text.trim().is_empty() {
            read.texts.push(plain(text));
        }
        let Some((tag, after)) = behind.split_once('>') else { break };
        rest = after;
        let name = tag.split([' ', '/']).next().unwrap_or_default();
        if let Some(end) = tag.strip_prefix('/') {
            if within.last() == Some(&end) {
                within.pop();
            }
        } else if FOR_PROGRAMS.contains(&name) {
            within.push(name);
        } else if name == "script" || name == "style" {
            let (inside, after) = rest.split_once(&format!("</{name}>")).unwrap_or((rest, ""));
            if let Some(id) = attribute(tag, "id") {
                read.scripts.insert(id.to_owned(), inside.to_owned());
            }
            rest = after;
        }
        let shown = ["aria-label", "title", "data-label"].iter().filter_map(|name| attribute(tag, name));
        read.texts.extend(shown.map(plain));
    }
    read
}

/// Everything that a reader of a page meets, including the games within it.
fn texts(page: &Path) -> Vec<String> {
    let html = fs::read_to_string(page).expect("the page was written");
    let mut read_page = read(&html);
    let json = |text: &str| serde_json::from_str::<Value>(text).expect("what is written is JSON");
    let shared = json(&read_page.scripts["shared"]);
    let scripts = read_page.scripts.iter().filter(|(id, _)| id.contains("-film-"));
    let mut texts = Vec::new();
    for (_, script) in scripts {
        let part = |part: &Value| match part.as_u64() {
            Some(number) => shared[usize::try_from(number).expect("few texts are shared")].clone(),
            None => part.clone(),
        };
        let parts = json(script);
        let parts = parts.as_array().expect("a game comes in parts").iter().map(part);
        let game: String = parts.map(|part| part.as_str().expect("parts are texts").to_owned()).collect();
        let game = read(&game);
        let film = json(&game.scripts["film"]);
        texts.extend(game.texts);
        let mut told = |value: &Value| texts.extend(value.as_str().map(str::to_owned));
        for step in film["steps"].as_array().expect("a game has steps") {
            told(&step["action"]);
            told(&step["told"]);
            step["events"]
                .as_array()
                .expect("a film has a list here")
                .iter()
                .for_each(|event| told(&event[2]));
        }
        for list in ["sides", "pieces", "trays", "cells"] {
            film[list].as_array().expect("a film has a list here").iter().for_each(&mut told);
        }
        film["words"].as_object().expect("words by their names").values().for_each(&mut told);
        for look in film["looks"].as_array().expect("a film has a list here") {
            texts.extend(read(&format!("{}<", look.as_str().expect("looks are texts"))).texts);
        }
    }
    texts.append(&mut read_page.texts);
    texts
}

/// Words of three letters or more, in lower case.
fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    let words = text.split(|letter: char| !letter.is_alphabetic());
    words.filter(|word| word.chars().count() >= 3).map(str::to_lowercase)
}

#[test]
fn no_english_word_is_left_on_a_polish_page() {
    let folder = folder();
    let at = |name: &str| folder.join(name).display().to_string();
    let scenario = |name: &str| format!("scenarios/niemenczyn-1794/{name}.toml");
    let cavalry = "scenarios/niemenczyn-1794/variants/eydziatowicz.toml";
    // The names of players are those of the command line in every language; here one is used.
    let games = |run: &[&str], name: &str| {
        szala(&[run, &["--players", "heuristic", "--games", "60", "--out", &at(name)]].concat());
    };
    games(&["whatif", &scenario("historical"), "--add", cavalry], "whatif");
    games(&["run", &scenario("alternative")], "alternative");
    games(&["run", "scenarios/verdox/drill.toml"], "drill");
    games(&["run", "scenarios/pluton/drill.toml"], "platoons");
    szala(&["run", "two-gates", "--games", "60", "--out", &at("toy")]);
    for run in ["whatif", "alternative", "drill", "platoons", "toy"] {
        let page = |language: &str| {
            let page = folder.join(format!("{run}-{language}.html"));
            szala(&["report", &at(run), "--lang", language, "--out", &page.display().to_string()]);
            texts(&page)
        };
        let english: BTreeSet<String> =
            page("en").iter().flat_map(|text| words(text).collect::<Vec<_>>()).collect();
        assert!(english.len() > 200, "{run}: {} words", english.len());
        let polish = page("pl");
        let mut left: BTreeMap<String, &str> = BTreeMap::new();
        for text in &polish {
            for word in words(text) {
                if english.contains(&word) && !ALLOWED.contains(&word.as_str()) {
                    left.insert(word, text);
                }
            }
        }
        assert!(left.is_empty(), "{run}: {} English words in {} texts: {left:#?}", left.len(), polish.len());
    }
}

#[test]
fn names_of_sides_are_declined() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("declined");
    let _ = fs::remove_dir_all(&folder);
    let at = |name: &str| folder.join(name).display().to_string();
    let scenario = "scenarios/niemenczyn-1794/historical.toml";
    // Players with whom the scenario favours a side.
    szala(&["run", scenario, "--players", "heuristic", "--games", "400", "--out", &at("run")]);
    szala(&["report", &at("run"), "--lang", "pl", "--picks", "median", "--out", &at("page.html")]);
    let page = fs::read_to_string(folder.join("page.html")).expect("the page was written");
    // In the dative, the genitive and the nominative.
    for told in ["Sprzyja Polakom", "wygrane Polaków", "Wynik Polaków: ", "</i>Rosjanie "] {
        assert!(page.contains(told), "{told}");
    }
}
