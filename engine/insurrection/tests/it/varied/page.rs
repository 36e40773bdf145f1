//! The page about variants, `docs/VARIANTS.md`: what it shows can be done, as it is shown.

use std::fs;
use std::path::Path;

use szala_files::variant::Varied;
use szala_insurrection::Insurrection;
use szala_insurrection::scenario::{Loaded, Problems, Variant, load_variant};

fn read(path: &str) -> Result<String, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    fs::read_to_string(root.join(path)).map_err(|error| error.to_string())
}

/// The page, but for what it says of Verdox, whose tests read that.
fn page() -> String {
    let page = read("docs/VARIANTS.md").expect("the repository has the page");
    let (before, rest) = page.split_once("\n## Verdox\n").expect("a section of Verdox");
    let (_, behind) = rest.split_once("\n## ").expect("and others behind it");
    format!("{before}\n## {behind}")
}

/// The pieces of the page in this language.
fn pieces(language: &str) -> Vec<String> {
    let page = page();
    let fence = format!("```{language}\n");
    let pieces =
        page.split(&fence).skip(1).map(|rest| rest.split("```").next().unwrap_or_default().to_owned());
    pieces.collect()
}

/// The words of a line as a shell would have them: quotes keep blanks together.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for (place, part) in line.split('"').enumerate() {
        if place % 2 == 1 {
            words.last_mut().expect("one at least").push_str(part);
            continue;
        }
        for (place, word) in part.split(' ').enumerate() {
            if place > 0 {
                words.push(String::new());
            }
            words.last_mut().expect("one at least").push_str(word);
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Does what a line of the page asks for.
fn carried_out(line: &str) -> Result<Loaded, Problems> {
    let words = words(line);
    let scenario = words.iter().find(|word| word.ends_with("l.toml") || word.ends_with("e.toml"));
    let mut variant = Variant::default();
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        let mut next = || rest.next().expect("something behind the option");
        match &**word {
            "--set" => variant.set(next())?,
            "--remove" => variant.remove(next()),
            "--add" => variant.add(next(), &read)?,
            "--variant" => variant.include(next(), &read)?,
            _ => (),
        }
    }
    assert!(!variant.is_empty(), "{line} changes something");
    load_variant(scenario.expect("the line names a scenario"), &read, &variant)
}

#[test]
fn the_commands_of_the_page_can_be_carried_out() {
    let mut count = 0;
    for line in pieces("sh").concat().replace("\\\n", " ").lines() {
        let loaded = carried_out(line).unwrap_or_else(|problems| panic!("{line}: {problems}"));
        assert_eq!(loaded.notes, [], "{line}");
        count += 1;
    }
    assert_eq!(count, 11);
}

/// The page has the table of values as the system declares it.
#[test]
fn the_page_has_every_path() {
    let table = <Insurrection>::TABLE.page();
    assert!(page().contains(&table), "docs/VARIANTS.md is to have this table:\n{table}");
}

#[test]
fn the_examples_of_the_paths_can_be_set() {
    let [examples] = &pieces("text")[..] else { panic!("the page has one list of examples") };
    assert_eq!(examples.lines().count(), 17);
    for example in examples.lines() {
        let mut variant = Variant::default();
        variant.set(example).expect("a path and a value");
        let scenario = match example {
            "free_set_up.Poles=row 01, 0205" => "scenarios/niemenczyn-1794/alternative.toml",
            _ => "scenarios/niemenczyn-1794/historical.toml",
        };
        let loaded = load_variant(scenario, &read, &variant);
        assert!(loaded.is_ok(), "{example}: {:?}", loaded.err());
    }
}

#[test]
fn the_file_of_the_page_is_a_variant() {
    let [file] = &pieces("toml")[..] else { panic!("one file") };
    let files = |name: &str| if name == "page.toml" { Ok(file.clone()) } else { read(name) };
    let mut variant = Variant::default();
    variant.include("page.toml", &files).unwrap_or_else(|problems| panic!("{problems}"));
    let loaded = load_variant("scenarios/niemenczyn-1794/historical.toml", &files, &variant);
    let loaded = loaded.unwrap_or_else(|problems| panic!("{problems}"));
    assert_eq!(loaded.notes, []);
    assert_eq!(loaded.scenario.title, "Niemenczyn 1794, I: historical; lancers, and no KN II");
}
