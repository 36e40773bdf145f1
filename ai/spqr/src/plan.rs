//! Plans by lines: where each line of an army goes, which enemies it goes for and when it charges, written as data. The
//! heuristic moves the units, within the orders to their lines. `docs/PLANS.md` explains how to write one.

use szala_ai::weights::WeightList;
use szala_files::{Complaint, Document, Field, Section, placed};
use szala_kernel::Side;
use szala_spqr::Spqr;

use crate::SIDES;
use crate::weights::Weights;

/// The plans that are available by name from any folder, with their texts.
pub(super) const SHIPPED: [(&str, Side, &str); 5] = [
    ("three-lines", Side::First, include_str!("../../../scenarios/spqr/plans/three-lines.toml")),
    ("stand", Side::First, include_str!("../../../scenarios/spqr/plans/stand.toml")),
    ("trample", Side::Second, include_str!("../../../scenarios/spqr/plans/trample.toml")),
    ("wings", Side::Second, include_str!("../../../scenarios/spqr/plans/wings.toml")),
    ("ridge", Side::Second, include_str!("../../../scenarios/spqr/plans/ridge.toml")),
];

/// The most orders of a plan.
const MOST_ORDERS: usize = 32;
/// Longer than any battle.
const TURNS: u8 = 99;
/// Farther than any map.
const FAR: u8 = 99;

/// A plan.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) about: String,
    pub(super) weights: Weights,
    pub(super) orders: Vec<Order>,
}

/// An order to the units of some lines for some turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Order {
    /// Rows of the line command table, a bit each.
    pub(super) lines: u16,
    /// The first and the last turn in which it holds.
    pub(super) turns: [u8; 2],
    pub(super) go: Go,
    /// Units that stay do so until an enemy is this near.
    pub(super) until_near: u8,
    /// The enemy's lines for which they go while one of these is left; all if none is said.
    pub(super) against: u16,
    pub(super) charges: bool,
    /// They are moved before lines of a lower number.
    pub(super) first: i32,
}

/// Where units go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Go {
    /// At the enemy.
    Forward,
    /// Nowhere.
    Stay,
    /// Round the enemy's wing in the north, and then at the nearest enemy.
    RoundNorth,
    /// The same in the south.
    RoundSouth,
}

impl Plan {
    /// Reads a plan for a side; what it does not say is done with these weights.
    ///
    /// # Errors
    /// Everything that is wrong with it, a line each, with its place.
    pub(super) fn read(
        rules: &Spqr,
        side: Side,
        file: &str,
        text: &str,
        weights: Weights,
    ) -> Result<Self, String> {
        let told = |mut complaints: Vec<Complaint>| {
            complaints.sort_by_key(|complaint| complaint.span.start);
            placed(file, text, &complaints)
        };
        let document = Document::parse(text).map_err(told)?;
        let mut reader = Reader { rules, wrong: Vec::new() };
        let plan = reader.plan(side, &document.root(), weights);
        if reader.wrong.is_empty() { Ok(plan) } else { Err(told(reader.wrong)) }
    }
}

/// The state of reading a plan.
struct Reader<'r> {
    rules: &'r Spqr,
    wrong: Vec<Complaint>,
}

impl Reader<'_> {
    fn plan(&mut self, side: Side, root: &Section<'_>, weights: Weights) -> Plan {
        root.refuse_unknown(&["name", "about", "side", "weights", "order"], &mut self.wrong);
        for key in ["name", "about", "side"] {
            if root.get(key).is_none() {
                let message = format!("a plan needs `{key}`, before its first order");
                self.wrong.push(Complaint::new(0..0, message));
            }
        }
        let about = root.read("about", &mut self.wrong, |field| field.text().map(str::to_owned));
        root.read("side", &mut self.wrong, |field| {
            let its = field.choice(&[(SIDES[0], Side::First), (SIDES[1], Side::Second)])?;
            let [its_name, asked] = [its, side].map(|side| SIDES[side as usize]);
            let message = format!("this is a plan for the {its_name} army, not for the {asked}");
            if its == side { Ok(()) } else { Err(field.complain(message)) }
        });
        let weights = self.weights(root, weights);
        let orders = root.read("order", &mut self.wrong, Field::list).unwrap_or_default();
        if orders.len() > MOST_ORDERS {
            let message = format!("a plan has at most {MOST_ORDERS} orders");
            self.wrong.push(orders[MOST_ORDERS].complain(message));
        }
        let orders = orders.iter().filter_map(|field| match field.section() {
            Ok(section) => Some(self.order(&section)),
            Err(complaint) => {
                self.wrong.push(complaint);
                None
            }
        });
        let orders = orders.collect();
        Plan { about: about.unwrap_or_default(), weights, orders }
    }

    /// The given weights, with those that the plan names.
    fn weights(&mut self, root: &Section<'_>, weights: Weights) -> Weights {
        let Some(section) = root.read("weights", &mut self.wrong, Field::section) else { return weights };
        let parameters = weights.parameters();
        let names: Vec<&str> = parameters.iter().map(|parameter| parameter.name.as_str()).collect();
        section.refuse_unknown(&names, &mut self.wrong);
        let mut values = weights.values();
        for (parameter, value) in parameters.iter().zip(&mut values) {
            let number = |field: &Field<'_>| field.number(parameter.low..=parameter.high);
            *value = section.read(&parameter.name, &mut self.wrong, number).unwrap_or(*value);
        }
        Weights::with(&values)
    }

    fn order(&mut self, section: &Section<'_>) -> Order {
        let keys = ["lines", "from", "until", "go", "until_near", "against", "charge", "first"];
        section.refuse_unknown(&keys, &mut self.wrong);
        if section.get("lines").is_none() {
            let message = "an order needs `lines`, the names of those for whom it is";
            self.wrong.push(Complaint::new(section.span(), message));
        }
        let lines = self.lines(section, "lines").unwrap_or_default();
        let against = self.lines(section, "against").unwrap_or_default();
        let go = [
            ("forward", Go::Forward),
            ("stay", Go::Stay),
            ("round north", Go::RoundNorth),
            ("round south", Go::RoundSouth),
        ];
        let wrong = &mut self.wrong;
        let from = section.read("from", wrong, |field| field.number(1..=TURNS)).unwrap_or(1);
        let until = section.read("until", wrong, |field| field.number(from..=TURNS)).unwrap_or(TURNS);
        Order {
            lines,
            turns: [from, until],
            go: section.read("go", wrong, |field| field.choice(&go)).unwrap_or(Go::Forward),
            until_near: section.read("until_near", wrong, |field| field.number(0..=FAR)).unwrap_or(0),
            against,
            charges: section.read("charge", wrong, Field::flag).unwrap_or(true),
            first: section.read("first", wrong, |field| field.number(-1000..=1000)).unwrap_or(0),
        }
    }

    /// The lines of these names.
    fn lines(&mut self, section: &Section<'_>, key: &str) -> Option<u16> {
        let names: Vec<(&str, u16)> =
            (0..).zip(&self.rules.scenario().lines).map(|(at, line)| (line.name.as_str(), 1 << at)).collect();
        section.read(key, &mut self.wrong, |field| {
            field.list()?.iter().try_fold(0, |all, name| Ok(all | name.choice(&names)?))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::rules;

    #[test]
    fn shipped_plans_are_sound_in_their_battles_and_have_the_names_of_their_files() {
        for scenario in ["bagradas", "bagradas-half", "cynoscephalae"] {
            let rules = rules(scenario);
            // The ridge is Macedon's, and its light troops are no line of the others.
            for (name, side, text) in SHIPPED {
                if (name == "ridge") != (scenario == "cynoscephalae") {
                    continue;
                }
                let plan = Plan::read(&rules, side, name, text, Weights::default());
                let plan = plan.unwrap_or_else(|told| panic!("{told}"));
                assert!(text.contains(&format!("name = \"{name}\"\n")), "{name}");
                assert!(!plan.about.is_empty() && !plan.orders.is_empty(), "{name}");
            }
        }
    }

    #[test]
    fn every_mistake_is_told_at_its_place() {
        let text = "name = \"mine\"\nabout = \"an idea\"\nside = \"first\"\n\n[[order]]\nlines = [\"triarri\"]\n\
                    go = \"back\"\nfrom = 0\n\n[[order]]\nuntil = 3\n";
        let told = Plan::read(&rules("bagradas-half"), Side::Second, "p.toml", text, Weights::default());
        let told = told.expect_err("five mistakes");
        let lines: Vec<&str> = told.lines().collect();
        assert_eq!(lines.len(), 5, "{told}");
        for (line, part) in [
            (0, "p.toml:3:8: this is a plan for the first army, not for the second"),
            (1, "p.toml:6:10: "),
            (2, "p.toml:7:6: "),
            (3, "p.toml:8:8: "),
            (4, "an order needs `lines`"),
        ] {
            assert!(lines[line].contains(part), "{} lacks {part}", lines[line]);
        }
        assert!(lines[1].contains("`triarii`"), "{told}");
    }
}
