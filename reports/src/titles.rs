//! The names of runs: in full, in a line, and as labels of a word or two side by side. Changes belong in a table; a
//! title contains the name that the user gave them, or says how many there are.

use szala_analysis::records::Identity;

use crate::lexicon::Lexicon;
use crate::messages::Message;

/// Unnamed changes are written out up to this many letters.
const WRITTEN_OUT: usize = 40;
/// Separates a title from the names of its changes, and changes from each other.
const BETWEEN: &str = "; ";

/// The title in a line.
pub(crate) fn short(run: &Identity, lexicon: &Lexicon) -> String {
    let parts: Vec<_> = run.title.split(BETWEEN).map(|part| lexicon.tell(part)).collect();
    let title = parts.join(BETWEEN);
    let Some(variant) = run.variant.as_ref().filter(|_| parts.len() == 1) else { return title };
    if variant.chars().count() <= WRITTEN_OUT {
        return format!("{title}{BETWEEN}{variant}");
    }
    let count = changes(run).len().to_string();
    let changed = Message::TitleChanges.say(lexicon.language(), &[("count", &count)]);
    format!("{title}{BETWEEN}{changed}")
}

/// The changes, each as a path and its new value.
pub(crate) fn changes(run: &Identity) -> Vec<(&str, &str)> {
    let variant = run.variant.as_deref().unwrap_or_default();
    let all = variant.split(BETWEEN).filter(|change| !change.is_empty());
    all.map(|change| change.split_once('=').unwrap_or((change, ""))).collect()
}

/// Labels for runs side by side, from their titles: the parts that the titles do not share. Changes are shown by name
/// alone beside the run that lacks them.
pub(crate) fn labels(titles: &[String]) -> Vec<String> {
    let rests = without_common_start(titles);
    let Some((first, others)) = rests.split_first() else { return rests };
    let start = format!("{first}{BETWEEN}");
    let label = |other: &String| other.strip_prefix(&start).unwrap_or(other).to_owned();
    core::iter::once(first.clone()).chain(others.iter().map(label)).collect()
}

/// Titles without the parts, up to a comma, that all of them start with.
fn without_common_start(titles: &[String]) -> Vec<String> {
    let mut rests: Vec<&str> = titles.iter().map(String::as_str).collect();
    loop {
        let parts: Option<Vec<(&str, &str)>> = rests.iter().map(|rest| rest.split_once(", ")).collect();
        match parts {
            Some(parts) if parts.windows(2).all(|pair| pair[0].0 == pair[1].0) && parts.len() > 1 => {
                rests = parts.into_iter().map(|(_, rest)| rest).collect();
            }
            _ => return rests.into_iter().map(str::to_owned).collect(),
        }
    }
}

/// The title of a page of these runs: what their titles share, or all of them.
pub(crate) fn common(titles: &[String]) -> String {
    let Some(first) = titles.first() else { return String::new() };
    let common = first.char_indices().map(|(at, letter)| at + letter.len_utf8());
    let common =
        common.take_while(|end| titles.iter().all(|title| title.get(..*end) == first.get(..*end))).last();
    let common = &first[..common.unwrap_or(0)];
    // A title ends with a word: a word in which the titles diverge is not shared.
    let end = if common.len() == first.len() { common.len() } else { common.rfind(',').unwrap_or(0) };
    let common = common[..end].trim_end_matches([',', ' ', ':', ';']);
    if common.is_empty() { titles.join(" \u{b7} ") } else { common.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::Language;

    fn texts(titles: &[&str]) -> Vec<String> {
        titles.iter().map(|title| (*title).to_owned()).collect()
    }

    #[test]
    fn runs_are_called_by_what_their_titles_do_not_have_in_common() {
        let labels = |titles: &[&str]| labels(&texts(titles));
        assert_eq!(labels(&["A, I: x", "A, II: y"]), ["I: x", "II: y"]);
        assert_eq!(labels(&["A", "A, II: y"]), ["A", "A, II: y"]);
        assert_eq!(labels(&["A, I"]), ["A, I"]);
        assert_eq!(labels(&["A, I: x", "A, I: x; with cavalry"]), ["I: x", "with cavalry"]);
    }

    #[test]
    fn a_page_is_called_by_what_the_titles_have_in_common() {
        assert_eq!(common(&texts(&["A, I: x", "A, II: y"])), "A");
        assert_eq!(common(&texts(&["A, I: x", "A, I: x; with cavalry"])), "A, I: x");
        assert_eq!(common(&texts(&["A", "B"])), "A \u{b7} B");
    }

    #[test]
    fn long_changes_are_no_part_of_a_title() {
        let mut run: Identity = serde_json::from_value(serde_json::json!({
            "version": "0", "commit": "", "title": "A, I", "game": "a.toml", "variant": "morale=8",
            "sides": ["Red", "Blue"], "players": ["x", "y"],
            "hashes": { "rules": "", "scenario": "", "players": ["", ""] },
            "seed": 1, "games": 1, "until": null,
        }))
        .expect("the keys of an identity");
        let english = Lexicon::new(Language::English, []);
        assert_eq!(short(&run, &english), "A, I; morale=8");
        run.variant = Some("pool.1=One, Two; pool.2=One or Two, Three; set_up.Old Guard=0102 N".to_owned());
        assert_eq!(short(&run, &english), "A, I; 3 changes");
        assert_eq!(changes(&run)[2], ("set_up.Old Guard", "0102 N"));
        run.title = "A, I; with cavalry".to_owned();
        assert_eq!(short(&run, &english), "A, I; with cavalry");
    }
}
