//! Whose a plan or a table of weights is. Files say it by a side's name; a scenario of its own has names of its own, so
//! that two more are understood: the seat, and the names of the rulebook's armies, which every shipped file bears.

use szala_files::Document;
use szala_insurrection::{Insurrection, Room};
use szala_kernel::{Names as _, Side};

use crate::drill;
use crate::set_up;
use crate::set_up::SetUp;
use crate::weights::Weights;
use szala_ai::weights::WeightList;

/// The names of the seats, in any scenario.
const SEATS: [&str; 2] = ["first", "second"];
/// The names of the sides in the files that are shipped, the first side first.
pub(crate) const SHIPPED: [&str; 2] = ["Poles", "Russians"];

/// The sides by all names that a file may give them: those of the scenario, then the seats, then the names of the
/// rulebook's armies. A name that the scenario gives to a side means that side and no other.
pub(crate) fn sides<R: Room>(rules: &Insurrection<R>) -> Vec<(&str, Side)> {
    let mut sides: Vec<(&str, Side)> = Side::BOTH.map(|side| (rules.side_name(side), side)).into();
    for names in [SEATS, SHIPPED] {
        for (name, side) in names.into_iter().zip(Side::BOTH) {
            if sides.iter().all(|(known, _)| *known != name) {
                sides.push((name, side));
            }
        }
    }
    sides
}

/// Reads the weights and the set-up of a side from a file that has a table for each side.
///
/// # Errors
/// Everything that is wrong with them, a line each, with its place.
pub(crate) fn officer<R: Room>(
    rules: &Insurrection<R>,
    side: Side,
    file: &str,
    text: &str,
) -> Result<(Weights, SetUp<R>), String> {
    let table = table_in(rules, side, text);
    let weights = Weights::read(file, text, table, &[set_up::KEY, drill::KEY])?;
    Ok((weights, SetUp::read(rules, side, table, file, text)?))
}

/// The name of the table of a side in a file.
pub(crate) fn table_in<'r, R: Room>(rules: &'r Insurrection<R>, side: Side, text: &str) -> &'r str {
    Document::parse(text).map_or(rules.side_name(side), |document| table_of(rules, side, &document))
}

/// The same where the file was read already.
pub(crate) fn table_of<'r, R: Room>(
    rules: &'r Insurrection<R>,
    side: Side,
    document: &Document<'_>,
) -> &'r str {
    let is_there = |name: &str| document.root().get(name).is_some();
    let names = sides(rules).into_iter().filter(|(_, named)| *named == side).map(|(name, _)| name);
    names.into_iter().find(|name| is_there(name)).unwrap_or(rules.side_name(side))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::WEIGHTS;
    use crate::testing::named;

    #[test]
    fn a_side_is_known_by_its_name_by_its_seat_and_by_the_name_of_the_rulebook() {
        let rules = named(["Reds", "Blues"]);
        let (first, second) = (Side::First, Side::Second);
        let expected = [
            ("Reds", first),
            ("Blues", second),
            ("first", first),
            ("second", second),
            ("Poles", first),
            ("Russians", second),
        ];
        assert_eq!(sides(&rules), expected);
        // A scenario may seat the armies the other way round: then its own names count.
        let rules = named(["Russians", "Poles"]);
        let expected = [("Russians", first), ("Poles", second), ("first", first), ("second", second)];
        assert_eq!(sides(&rules), expected);
    }

    fn weights(rules: &Insurrection, side: Side, text: &str) -> Result<Weights, String> {
        officer(rules, side, "w.toml", text).map(|(weights, _)| weights)
    }

    #[test]
    fn weights_are_found_under_any_name_of_a_side() {
        let rules = named(["Reds", "Blues"]);
        let shipped = Side::BOTH.map(|side| weights(&rules, side, WEIGHTS));
        assert_eq!(shipped, SHIPPED.map(|name| Weights::read("w.toml", WEIGHTS, name, &[])));
        assert_ne!(shipped[0], shipped[1]);
        for names in [["Reds", "Blues"], SEATS, ["Poles", "Blues"]] {
            let text = WEIGHTS.replace("[Poles]", &format!("[{}]", names[0]));
            let text = text.replace("[Russians]", &format!("[{}]", names[1]));
            assert_eq!(Side::BOTH.map(|side| weights(&rules, side, &text)), shipped, "{names:?}");
        }
    }
}
