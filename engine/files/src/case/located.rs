//! One case of a file as a position to look at: where it begins, and what is done there. Its dice and what it expects
//! are left aside.

use core::fmt::Write as _;

use super::approach::Begun;
use super::file::{Change, Heading, Scenarios};
use super::report::Finding;
use super::{Casebook, written};
use crate::{Complaint, Document, unknown};

/// The most cases named in an error.
const MOST_NAMED: usize = 12;

/// A case that was found in its file.
#[derive(Clone, Debug)]
pub struct Located<R: Casebook> {
    /// Its name.
    pub name: String,
    /// The rules with its scenario and changes.
    pub rules: R,
    /// The position, and the actions, of which there is at least one.
    pub begun: Begun<R>,
}

/// Finds the case of a file that is called by its name, by a part of it that no other has, or by its number, from 1; a
/// file's only case needs no name. `load` is as for [`run_file_varied`](super::run_file_varied).
///
/// ```
/// use szala_files::case;
/// use szala_kernel::toy::TwoGates;
/// let text = "[[case]]\nname = 'lots'\nrules = ['1.1']\nwhy = 'lots'\ndice = ['Red']\nactions = ['draw lots']\n";
/// let found = case::locate("lots.toml", text, None, None, |_, _| Ok(TwoGates)).unwrap();
/// assert_eq!((found.name.as_str(), found.begun.actions.len()), ("lots", 1));
/// ```
///
/// # Errors
/// Everything that is wrong with the file, the case or its scenario, each at its place; that there is no such case, or
/// that several are meant.
pub fn locate<R: Casebook>(
    file: &str,
    text: &str,
    game: Option<&str>,
    which: Option<&str>,
    load: impl FnMut(Option<&str>, &[Change<'_>]) -> Result<R, String>,
) -> Result<Located<R>, String> {
    let told = |complaints: Vec<Complaint>| {
        let lines = Finding::all(text, complaints).into_iter();
        let lines =
            lines.map(|Finding { line, column, message }| format!("{file}:{line}:{column}: {message}"));
        lines.collect::<Vec<_>>().join("\n")
    };
    let document = Document::parse(text).map_err(told)?;
    let read = written::CASES.read(&document.root(), written::read);
    if let Some(complaint) = read.is_for_another(game) {
        return Err(told(vec![complaint]));
    }
    if !read.complaints.is_empty() {
        return Err(told(read.complaints));
    }
    let headings: Vec<&Heading<'_>> = read.tables.iter().map(|(heading, _)| heading).collect();
    let place = place_of(&headings, which).map_err(|why| format!("{file}: {why}"))?;
    let (heading, case) = read.tables.into_iter().nth(place).expect("the place is of a case of the file");
    let case = case.map_err(told)?;
    let rules = Scenarios::new(load).only(&heading).map_err(|complaint| told(vec![complaint]))?;
    let begun = case.approach.begin(&rules).map_err(told)?;
    Ok(Located { name: heading.name, rules, begun })
}

/// The place of the case that is meant.
fn place_of(cases: &[&Heading<'_>], which: Option<&str>) -> Result<usize, String> {
    let Some(which) = which else {
        return match cases.len() {
            1 => Ok(0),
            _ => {
                Err(format!("there are {} cases; name one of them: {}", cases.len(), listed(cases, |_| true)))
            }
        };
    };
    if let Some(place) = cases.iter().position(|case| case.name == which) {
        return Ok(place);
    }
    if let Some(place) = which.parse::<usize>().ok().and_then(|number| number.checked_sub(1)) {
        return if place < cases.len() {
            Ok(place)
        } else {
            Err(format!("there is no case {which}: there are {}", cases.len()))
        };
    }
    let is_meant = |case: &Heading<'_>| case.name.to_lowercase().contains(&which.to_lowercase());
    let meant: Vec<usize> = (0..cases.len()).filter(|place| is_meant(cases[*place])).collect();
    match meant[..] {
        [place] => Ok(place),
        [] => {
            let names: Vec<&str> = cases.iter().map(|case| case.name.as_str()).collect();
            Err(unknown("case", which, &names))
        }
        _ => Err(format!("several cases have `{which}` in their names: {}", listed(cases, is_meant))),
    }
}

fn listed(cases: &[&Heading<'_>], is_listed: impl Fn(&Heading<'_>) -> bool) -> String {
    let all = cases.iter().enumerate().filter(|(_, case)| is_listed(case));
    let named: Vec<String> = all.map(|(place, case)| format!("{} `{}`", place + 1, case.name)).collect();
    let mut words = named.iter().take(MOST_NAMED).map(String::as_str).collect::<Vec<_>>().join(", ");
    if named.len() > MOST_NAMED {
        let _ = write!(words, " and {} more", named.len() - MOST_NAMED);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use szala_kernel::Side;
    use szala_kernel::toy::{Action, TwoGates};

    fn file(names: &[&str]) -> String {
        let case = |name: &&str| {
            format!(
                "[[case]]\nname = \"{name}\"\nrules = [\"1.1\"]\nwhy = \"lots\"\nactions = [\"draw lots\"]\n"
            )
        };
        names.iter().map(case).collect()
    }

    fn found(names: &[&str], which: Option<&str>) -> Result<String, String> {
        let text = file(names);
        locate("a.toml", &text, Some("two-gates"), which, |_, _| Ok(TwoGates)).map(|found| found.name)
    }

    #[test]
    fn a_case_is_called_by_its_name_a_part_of_it_or_its_number() {
        let names = ["Red raids", "Red waits", "Blue raids"];
        for (which, expected) in [("Red waits", "Red waits"), ("blue", "Blue raids"), ("1", "Red raids")] {
            assert_eq!(found(&names, Some(which)).as_deref(), Ok(expected));
        }
        assert_eq!(found(&names[..1], None).as_deref(), Ok("Red raids"));
        for (which, expected) in [
            (
                None,
                "a.toml: there are 3 cases; name one of them: 1 `Red raids`, 2 `Red waits`, 3 `Blue raids`",
            ),
            (
                Some("raids"),
                "a.toml: several cases have `raids` in their names: 1 `Red raids`, 3 `Blue raids`",
            ),
            (Some("4"), "a.toml: there is no case 4: there are 3"),
            (Some("0"), "a.toml: there is no case `0`"),
        ] {
            let told = found(&names, which).expect_err("no case is meant, or several");
            assert!(told.starts_with(expected), "{told}");
        }
    }

    #[test]
    fn a_case_begins_where_it_says_and_its_dice_are_left_aside() {
        let text = "[[case]]\nname = 'shot'\nrules = ['2.3']\nwhy = 'a shot'\ndice = ['2.3: 5']\n\
                    position = { step = 'react', raider = 'Red', aim = 'left', guard = 'left' }\n\
                    actions = ['Blue: shoot']\n";
        let found = locate("a.toml", text, None, None, |_, _| Ok(TwoGates)).expect("the case is sound");
        assert_eq!(found.begun.actions, [(Some(Side::Second), Action::Shoot)]);
        assert_eq!(TwoGates.probe(&found.begun.state, "step").as_deref(), Ok("react"));
    }

    #[test]
    fn a_case_without_an_action_is_refused_at_its_place() {
        let text = "[[case]]\nname = 'none'\nrules = ['1.1']\nwhy = 'none'\nto_act = 'Red'\n";
        let told = locate("a.toml", text, None, None, |_, _| Ok(TwoGates)).expect_err("it has no action");
        assert_eq!(told, "a.toml:2:8: this has no action, so nothing is rolled: give it `actions`");
    }
}
