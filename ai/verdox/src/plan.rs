//! Plans: orders written as data, for a designer who wants to try out an idea, and a yardstick for players that
//! think. `docs/PLANS.md` explains how to write one; here are what a plan says and how it is read.

use core::ops::RangeInclusive;

use szala_files::{Complaint, Document, Field, Section, placed};
use szala_kernel::Side;
use szala_verdox::Kind;

use crate::SIDES;
use crate::weights::Weights;
use szala_ai::weights::WeightList;

/// The plans that are available by name from any folder, with their texts.
pub(super) const SHIPPED: [(&str, &str); 4] = [
    ("rush", include_str!("../../../scenarios/verdox/plans/rush.toml")),
    ("hold", include_str!("../../../scenarios/verdox/plans/hold.toml")),
    ("raid", include_str!("../../../scenarios/verdox/plans/raid.toml")),
    ("siege", include_str!("../../../scenarios/verdox/plans/siege.toml")),
];

/// The most orders of a plan: one bit each.
const MOST_ORDERS: usize = 32;

/// A plan.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) about: String,
    /// The order in which kinds come in; empty if the heuristic chooses.
    pub(super) enter: Vec<Kind>,
    /// Do units come in nearest to the other side's headquarters, or to their own? The heuristic chooses otherwise.
    pub(super) enter_near_enemy: Option<bool>,
    /// Enemies this near to the headquarters are attacked first, in hundredths of a turn.
    pub(super) door: Option<u16>,
    /// Do guns with an order to guard or to storm fire at walls?
    pub(super) batters: bool,
    pub(super) orders: Vec<Order>,
    /// The weights with which the heuristic plays units without an order.
    pub(super) weights: Weights,
}

/// An order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Order {
    /// By kind: is it for them?
    pub(super) who: [bool; Kind::COUNT],
    /// How many of those that came in first it is for.
    pub(super) first: usize,
    pub(super) when: When,
    pub(super) deed: Deed,
}

/// What a unit does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Deed {
    /// Stays within this distance of its headquarters, in hundredths of a turn.
    Guard(u16),
    /// Goes for the other side's headquarters, into reach only when this many are near.
    Storm(usize),
    /// Goes for them whatever it costs, as the bold units of the heuristic do.
    Ride,
    /// Does what the heuristic would.
    Think,
}

/// When an order holds: all of it must.
#[derive(Clone, Copy, Debug)]
pub(super) struct When {
    pub(super) turn: [i32; 2],
    pub(super) lead: [i32; 2],
    pub(super) breaches: [i32; 2],
    /// How many turns before the end.
    pub(super) left: [i32; 2],
    pub(super) all_in: Option<bool>,
}

impl Plan {
    /// Does the heuristic play any unit?
    pub(super) fn thinks(&self) -> bool {
        let commands_all = |order: &Order| {
            matches!(order.deed, Deed::Guard(_) | Deed::Storm(_))
                && order.who == [true; Kind::COUNT]
                && order.first == usize::MAX
                && order.when.is_always()
        };
        let thinks = |order: &Order| matches!(order.deed, Deed::Ride | Deed::Think);
        self.orders.iter().any(thinks) || !self.orders.iter().any(commands_all)
    }

    /// Reads a plan for a side; units that it leaves to the heuristic are played with these weights.
    ///
    /// # Errors
    /// Everything that is wrong with it, a line each, with its place.
    pub(super) fn read(side: Side, file: &str, text: &str, weights: Weights) -> Result<Self, String> {
        let told = |mut complaints: Vec<Complaint>| {
            complaints.sort_by_key(|complaint| complaint.span.start);
            placed(file, text, &complaints)
        };
        let document = Document::parse(text).map_err(told)?;
        let mut reader = Reader { complaints: Vec::new() };
        let plan = reader.plan(side, &document.root(), weights);
        if reader.complaints.is_empty() { Ok(plan) } else { Err(told(reader.complaints)) }
    }
}

impl When {
    const ALWAYS: Self = Self {
        turn: TURNS.range,
        lead: LEADS.range,
        breaches: BREACHES.range,
        left: TURNS.range,
        all_in: None,
    };

    fn is_always(&self) -> bool {
        let parts = [self.turn, self.lead, self.breaches, self.left];
        parts == [TURNS.range, LEADS.range, BREACHES.range, TURNS.range] && self.all_in.is_none()
    }
}

/// A condition on a number.
struct Bounds {
    range: [i32; 2],
}

const TURNS: Bounds = Bounds { range: [0, 120] };
const LEADS: Bounds = Bounds { range: [-30_000, 30_000] };
const BREACHES: Bounds = Bounds { range: [0, 768] };

/// The state of reading a plan.
struct Reader {
    complaints: Vec<Complaint>,
}

impl Reader {
    fn plan(&mut self, side: Side, root: &Section<'_>, weights: Weights) -> Plan {
        let keys = ["name", "about", "side", "enter", "enter_near", "manner", "weights", "order"];
        root.refuse_unknown(&keys, &mut self.complaints);
        for key in ["name", "about"] {
            if root.get(key).is_none() {
                self.complaints
                    .push(Complaint::new(0..0, format!("a plan needs `{key}`, before its first order")));
            }
        }
        root.read("name", &mut self.complaints, |field| field.text().map(|_| ()));
        let about = root.read("about", &mut self.complaints, |field| field.text().map(str::to_owned));
        root.read("side", &mut self.complaints, |field| {
            let its = field.choice(&[(SIDES[0], Side::First), (SIDES[1], Side::Second)])?;
            let [its_name, asked] = [its, side].map(|side| SIDES[side as usize]);
            if its == side {
                Ok(())
            } else {
                Err(field.complain(format!("this is a plan for the {its_name}, not for the {asked}")))
            }
        });
        let enter = self.kinds(root, "enter").unwrap_or_default();
        let enter_near_enemy = root.read("enter_near", &mut self.complaints, |field| {
            field.choice(&[("own", false), ("enemy", true)])
        });
        let manner = root.read("manner", &mut self.complaints, Field::section);
        let (mut door, mut batters) = (None, false);
        if let Some(manner) = manner {
            manner.refuse_unknown(&["door", "batter"], &mut self.complaints);
            door = manner.read("door", &mut self.complaints, |field| field.number(0..=DISTANCE));
            batters = manner.read("batter", &mut self.complaints, Field::flag).unwrap_or(false);
        }
        let weights = self.weights(root, weights);
        let orders = self.orders(root);
        let about = about.unwrap_or_default();
        Plan { about, enter, enter_near_enemy, door, batters, orders, weights }
    }

    /// The given weights, with those that the plan names.
    fn weights(&mut self, root: &Section<'_>, weights: Weights) -> Weights {
        let Some(section) = root.read("weights", &mut self.complaints, Field::section) else {
            return weights;
        };
        let parameters = weights.parameters();
        let names: Vec<&str> = parameters.iter().map(|parameter| parameter.name.as_str()).collect();
        section.refuse_unknown(&names, &mut self.complaints);
        let read = |parameter: &szala_ai::Parameter| {
            let value = section.read(&parameter.name, &mut self.complaints, |field| {
                field.number(parameter.low..=parameter.high)
            });
            value.unwrap_or(parameter.value)
        };
        Weights::with(&parameters.iter().map(read).collect::<Vec<_>>())
    }

    fn orders(&mut self, root: &Section<'_>) -> Vec<Order> {
        let fields = root.read("order", &mut self.complaints, Field::list).unwrap_or_default();
        if let Some(field) = fields.get(MOST_ORDERS) {
            self.complaints.push(field.complain(format!("a plan has at most {MOST_ORDERS} orders")));
        }
        let mut orders = Vec::new();
        for field in fields {
            match field.section() {
                Ok(section) => orders.extend(self.order(&section)),
                Err(complaint) => self.complaints.push(complaint),
            }
        }
        orders
    }

    fn order(&mut self, section: &Section<'_>) -> Option<Order> {
        section.refuse_unknown(&["who", "first", "when", "do", "within", "together"], &mut self.complaints);
        let all = section.get("who").is_some_and(|field| field.text() == Ok("all"));
        let kinds = if all { Some(Kind::ALL.to_vec()) } else { self.kinds(section, "who") };
        let first = section.read("first", &mut self.complaints, |field| field.number::<u8>(1..=80));
        let when = self.when(section);
        let within = section.read("within", &mut self.complaints, |field| field.number(0..=DISTANCE));
        let together = section.read("together", &mut self.complaints, |field| field.number::<u8>(1..=80));
        let Some(deed) = section.get("do") else {
            self.complaints
                .push(Complaint::new(section.span(), "an order needs `do`: guard, storm, ride or think"));
            return None;
        };
        let known = [
            ("guard", Deed::Guard(within.unwrap_or(DISTANCE))),
            ("storm", Deed::Storm(together.map_or(1, usize::from))),
            ("ride", Deed::Ride),
            ("think", Deed::Think),
        ];
        let deed = match deed.choice(&known) {
            Ok(deed) => deed,
            Err(complaint) => {
                self.complaints.push(complaint);
                return None;
            }
        };
        for (key, is_its) in
            [("within", matches!(deed, Deed::Guard(_))), ("together", matches!(deed, Deed::Storm(_)))]
        {
            if let Some(field) = section.get(key).filter(|_| !is_its) {
                let whose = if key == "within" { "guard" } else { "storm" };
                self.complaints.push(field.complain(format!("`{key}` belongs to `do = \"{whose}\"`")));
            }
        }
        let Some(kinds) = kinds else {
            if section.get("who").is_none() {
                let message = "an order needs `who`: \"all\", a kind or a list of kinds";
                self.complaints.push(Complaint::new(section.span(), message));
            }
            return None;
        };
        let who = Kind::ALL.map(|kind| kinds.contains(&kind));
        Some(Order { who, first: first.map_or(usize::MAX, usize::from), when, deed })
    }

    fn when(&mut self, section: &Section<'_>) -> When {
        let Some(when) = section.read("when", &mut self.complaints, Field::section) else {
            return When::ALWAYS;
        };
        when.refuse_unknown(&["turn", "lead", "breaches", "left", "all_in"], &mut self.complaints);
        let mut range = |key, bounds: Bounds| {
            let [low, high] = bounds.range;
            let read = when.read(key, &mut self.complaints, |field| {
                if field.text().is_ok() {
                    return field.parse(|text| range_of(text, low..=high));
                }
                field.number(low..=high).map(|number| [number, number])
            });
            read.unwrap_or(bounds.range)
        };
        let (turn, lead, breaches, left) =
            (range("turn", TURNS), range("lead", LEADS), range("breaches", BREACHES), range("left", TURNS));
        let all_in = when.read("all_in", &mut self.complaints, Field::flag);
        When { turn, lead, breaches, left, all_in }
    }

    /// A kind or a list of them.
    fn kinds(&mut self, section: &Section<'_>, key: &str) -> Option<Vec<Kind>> {
        let field = section.get(key)?;
        let fields = field.list().unwrap_or_else(|_| vec![field]);
        let names = Kind::ALL.map(|kind| (kind.name(), kind));
        let mut kinds = Vec::new();
        for field in fields {
            match field.choice(&names) {
                Ok(kind) => kinds.push(kind),
                Err(complaint) => self.complaints.push(complaint),
            }
        }
        Some(kinds)
    }
}

/// No distance in a plan is longer, in hundredths of a turn.
const DISTANCE: u16 = 20_000;

/// "3..", "..-1", "1..2".
fn range_of(text: &str, within: RangeInclusive<i32>) -> Result<[i32; 2], String> {
    let wrong = || format!("`{text}` is no range: write 3, \"3..\", \"..3\" or \"1..3\"");
    let (low, high) = text.split_once("..").ok_or_else(wrong)?;
    let end = |text: &str, usual| {
        if text.is_empty() { Ok(usual) } else { text.trim().parse().map_err(|_| wrong()) }
    };
    let [low, high] = [end(low, *within.start())?, end(high, *within.end())?];
    let is_sound = low <= high && within.contains(&low) && within.contains(&high);
    if is_sound {
        Ok([low, high])
    } else {
        Err(format!("`{text}` is empty, or not within {} to {}", within.start(), within.end()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Plan, String> {
        Plan::read(Side::First, "p.toml", text, Weights::default())
    }

    const HEAD: &str = "name = \"mine\"\nabout = \"an idea\"\n";

    #[test]
    fn a_plan_says_what_its_file_says() {
        let text = format!(
            "{HEAD}enter = [\"cavalry\"]\nenter_near = \"enemy\"\n[weights]\nsiege = 50\n[[order]]\nwho = \
             [\"cavalry\", \"artillery\"]\nfirst = 3\nwhen = {{ turn = \"4..\", lead = \"..-1\", all_in = false }}\n\
             do = \"storm\"\ntogether = 5\n"
        );
        let plan = read(&text).unwrap_or_else(|told| panic!("{told}"));
        assert_eq!((plan.enter, plan.enter_near_enemy), (vec![Kind::Cavalry], Some(true)));
        assert_eq!((plan.weights.siege, plan.weights.march_level), (50, 0));
        let order = plan.orders[0];
        assert_eq!(Kind::ALL.into_iter().filter(|kind| order.who[kind.index()]).count(), 2);
        assert_eq!((order.first, order.deed), (3, Deed::Storm(5)));
        assert_eq!(
            (order.when.turn, order.when.lead, order.when.all_in),
            ([4, 120], [-30_000, -1], Some(false))
        );
    }

    #[test]
    fn every_mistake_is_told_at_its_place() {
        let text = format!(
            "{HEAD}side = \"Askans\"\n[manner]\ndor = 3\n[[order]]\nwho = \"cavalri\"\ndo = \"ride\"\nwithin = 3\nwhen \
             = {{ turn = \"5..2\" }}\n[[order]]\nwho = \"all\"\ndo = \"run\"\n"
        );
        let told = read(&text).expect_err("six mistakes");
        let lines: Vec<&str> = told.lines().collect();
        assert_eq!(lines.len(), 6, "{told}");
        for (line, part) in [
            (0, "p.toml:3:8: this is a plan for the Askans, not for the Hasbergs"),
            (1, "p.toml:5:1: there is no key `dor`; did you mean `door`?"),
            (2, "`cavalri`; did you mean `cavalry`?"),
            (3, "`within` belongs to `do = \"guard\"`"),
            (4, "`5..2` is empty"),
            (5, "`run`"),
        ] {
            assert!(lines[line].contains(part), "{} lacks {part}", lines[line]);
        }
        let told = read("about = \"no name\"\n").expect_err("a plan has a name");
        assert_eq!(told, "p.toml:1:1: a plan needs `name`, before its first order");
    }

    #[test]
    fn shipped_plans_are_sound_and_have_the_names_of_their_files() {
        for (name, text) in SHIPPED {
            let plan = read(text).unwrap_or_else(|told| panic!("{told}"));
            assert!(text.contains(&format!("name = \"{name}\"\n")) && !plan.about.is_empty(), "{name}");
        }
    }
}
