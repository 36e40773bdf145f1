//! Variants: what they change, that they change nothing else, and the errors of impossible ones.

mod composed;
mod eydziatowicz;
mod looked_up;
mod page;
mod refused;
mod values;

use std::collections::BTreeMap;

use szala_insurrection::Scenario;
use szala_insurrection::scenario::{Loaded, Problems, Variant, load_variant};

use crate::shipped::{load_from, texts};

const I: &str = "historical.toml";
const II: &str = "alternative.toml";

/// A way to ask for the shipped files, and for those that a test has written itself.
fn files(own: &[(&str, &str)]) -> impl Fn(&str) -> Result<String, String> + use<> {
    let shipped = texts().into_iter().map(|(name, text)| (name.to_owned(), text));
    let own = own.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
    let all: BTreeMap<String, String> = shipped.chain(own).collect();
    move |name| all.get(name).cloned().ok_or_else(|| "there is no such file".to_owned())
}

/// A variant of these words: `+ FILE` adds, `- NAME` removes, `@ FILE` is a variant's file, all else is set.
fn variant(words: &[&str], files: &dyn Fn(&str) -> Result<String, String>) -> Result<Variant, Problems> {
    let mut variant = Variant::default();
    for word in words {
        match word.split_at_checked(2) {
            Some(("+ ", file)) => variant.add(file, files)?,
            Some(("- ", name)) => variant.remove(name),
            Some(("@ ", file)) => variant.include(file, files)?,
            _ => variant.set(word)?,
        }
    }
    Ok(variant)
}

fn try_vary(scenario: &str, words: &[&str], own: &[(&str, &str)]) -> Result<Loaded, Problems> {
    let files = files(own);
    load_variant(scenario, &files, &variant(words, &files)?)
}

#[track_caller]
fn vary(scenario: &str, words: &[&str], own: &[(&str, &str)]) -> Scenario {
    try_vary(scenario, words, own).unwrap_or_else(|problems| panic!("{problems}")).scenario
}

/// The whole scenario as text, but for what says that it is a variant.
fn whole(scenario: &Scenario) -> String {
    // Each by its name, so that whatever is added to a scenario is compared too. The board is made from its grid.
    let Scenario {
        book,
        title,
        sides,
        board,
        terrain,
        ground: table,
        units,
        commanders,
        stages,
        pool,
        free_set_up,
        rally,
        camp,
        starting_lead,
        automatic_victory,
        wins_at_zero,
        squares,
        practised_gunners,
        gun_table,
        switches,
        family,
        values,
        variant: _,
        assumptions,
        breaks_below,
        strongholds,
        reinforcement,
    } = scenario;
    let ground = (board.grid(), terrain, table, rally, camp);
    let forces = (units, commanders, pool, reinforcement, free_set_up);
    let victory = (stages, starting_lead, automatic_victory, breaks_below, strongholds, wins_at_zero);
    let rules = (squares, practised_gunners, gun_table, switches, family, values);
    format!("{:#?}", (book, title, sides, ground, forces, victory, rules, assumptions))
}

/// Both are the same in everything but the name of the variant.
#[track_caller]
fn are_same(one: &Scenario, other: &Scenario, what: &str) {
    let [one, other] = [one, other].map(whole);
    let mut lines = one.lines().zip(other.lines()).enumerate();
    let first = lines.find(|(_, (one, other))| one != other);
    assert!(one == other, "{what}: they part at {first:#?}");
}

/// The shipped files with these edits of their texts: file, from, to.
#[track_caller]
fn edited(scenario: &str, edits: &[(&'static str, &str, &str)]) -> Scenario {
    let mut texts = texts();
    for (file, from, to) in edits {
        let text = texts.get_mut(file).expect("a file of the scenario");
        assert_eq!(text.matches(from).count(), 1, "{from:?} must occur once in {file} to be edited");
        *text = text.replace(from, to);
    }
    load_from(&texts, scenario).unwrap_or_else(|problems| panic!("{problems}")).scenario
}
