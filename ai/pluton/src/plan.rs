//! Plans: weights of the heuristic by another name, for a designer who wants to try an idea out, and a yardstick. A
//! plan says its name, what it is about, whose it is, and the weights in which it differs from the heuristic of its
//! side.

use szala_files::{Complaint, Document, Field, place};
use szala_kernel::Side;

use crate::SIDES;
use crate::weights::Weights;
use szala_ai::weights::WeightList;

/// The plans that are available by name from any folder, with their texts.
pub(super) const SHIPPED: [(&str, Side, &str); 5] = [
    ("bounds", Side::Second, include_str!("../../../scenarios/pluton/plans/bounds.toml")),
    ("rush", Side::Second, include_str!("../../../scenarios/pluton/plans/rush.toml")),
    ("houses", Side::First, include_str!("../../../scenarios/pluton/plans/houses.toml")),
    ("depth", Side::First, include_str!("../../../scenarios/pluton/plans/depth.toml")),
    ("ambush", Side::First, include_str!("../../../scenarios/pluton/plans/ambush.toml")),
];

/// What a plan says.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) about: String,
    pub(super) weights: Weights,
}

impl Plan {
    /// Reads a plan for a side, from the weights in which it does not differ.
    ///
    /// # Errors
    /// Everything that is wrong with it, a line each, with its place.
    pub(super) fn read(side: Side, file: &str, text: &str, weights: Weights) -> Result<Self, String> {
        let told = |mut complaints: Vec<Complaint>| {
            complaints.sort_by_key(|complaint| complaint.span.start);
            let tell = |complaint: &Complaint| {
                let (line, column) = place(text, complaint.span.start);
                format!("{file}:{line}:{column}: {}", complaint.message)
            };
            complaints.iter().map(tell).collect::<Vec<_>>().join("\n")
        };
        let document = Document::parse(text).map_err(told)?;
        let (root, mut wrong) = (document.root(), Vec::new());
        root.refuse_unknown(&["name", "about", "side", "weights"], &mut wrong);
        for key in ["name", "about", "side"] {
            if root.get(key).is_none() {
                wrong.push(Complaint::new(0..0, format!("a plan needs `{key}`, before its weights")));
            }
        }
        let about =
            root.read("about", &mut wrong, |field| field.text().map(str::to_owned)).unwrap_or_default();
        root.read("side", &mut wrong, |field| {
            let its = field.choice(&[(SIDES[0], Side::First), (SIDES[1], Side::Second)])?;
            let [its_name, asked] = [its, side].map(|side| SIDES[side as usize]);
            let message = format!("this is a plan for the {its_name}, not for the {asked}");
            if its == side { Ok(()) } else { Err(field.complain(message)) }
        });
        let parameters = weights.parameters();
        let mut values = weights.values();
        if let Some(section) = root.read("weights", &mut wrong, Field::section) {
            let names: Vec<&str> = parameters.iter().map(|parameter| parameter.name.as_str()).collect();
            section.refuse_unknown(&names, &mut wrong);
            for (parameter, value) in parameters.iter().zip(&mut values) {
                let read = section
                    .read(&parameter.name, &mut wrong, |field| field.number(parameter.low..=parameter.high));
                *value = read.unwrap_or(*value);
            }
        }
        if wrong.is_empty() { Ok(Self { about, weights: Weights::with(&values) }) } else { Err(told(wrong)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shipped_plans_are_sound_and_have_the_names_of_their_files() {
        for (name, side, text) in SHIPPED {
            let plan =
                Plan::read(side, name, text, Weights::default()).unwrap_or_else(|told| panic!("{told}"));
            assert!(text.contains(&format!("name = \"{name}\"\n")) && !plan.about.is_empty(), "{name}");
        }
    }

    #[test]
    fn every_mistake_is_told_at_its_place() {
        let text =
            "name = \"mine\"\nabout = \"an idea\"\nside = \"Poles\"\n[weights]\nmarhc = 3\ncover = 9999\n";
        let told = Plan::read(Side::Second, "p.toml", text, Weights::default()).expect_err("three mistakes");
        let lines: Vec<&str> = told.lines().collect();
        assert_eq!(lines.len(), 3, "{told}");
        for (line, part) in [
            (0, "p.toml:3:8: this is a plan for the Poles, not for the Germans"),
            (1, "p.toml:5:1: there is no key `marhc`; did you mean `march`?"),
            (2, "p.toml:6:"),
        ] {
            assert!(lines[line].contains(part), "{} lacks {part}", lines[line]);
        }
    }
}
