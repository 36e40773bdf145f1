//! Mutation over plans: a plan is data, so it can be varied as weights are. A child is a plan of the stock with one to
//! three changes: a number moves, a word or a condition is one that another plan has at such a place, an order is left
//! out, comes in from another plan or changes places. Nothing here knows what a plan means; the game refuses a child
//! that makes no sense, and then there is another.

use std::collections::BTreeMap;

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use toml::{Table, Value};

/// How players are named that follow a plan of a file.
pub const PLAN: &str = "plan";
/// What a plan says of itself, which is not varied.
const HEAD: [&str; 4] = ["name", "about", "side", "if_present"];
/// The most changes at once.
const CHANGES: u64 = 3;

/// A plan that may be varied, and whether it is that of a player in the matrix.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) plan: Table,
    pub(super) is_member: bool,
}

/// The plans of a side, and what can be written in such plans: the values that they have, by key.
pub(super) struct Stock {
    plans: Vec<Table>,
    values: BTreeMap<String, Vec<Value>>,
}

/// A text as a plan, if it is one: a file with a name that says what it is about. Weights and nets have neither.
pub(super) fn plan_of(text: &str) -> Option<Table> {
    let table: Table = text.parse().ok()?;
    ["name", "about"].iter().all(|key| table.get(*key).is_some_and(Value::is_str)).then_some(table)
}

impl Stock {
    /// The stock of these plans, if there are any.
    pub(super) fn of(plans: Vec<Table>) -> Option<Self> {
        let mut values = BTreeMap::new();
        for (key, value) in plans.iter().flat_map(varied) {
            collect(key, value, &mut values);
        }
        (!plans.is_empty()).then_some(Self { plans, values })
    }

    /// The plans from which it was made.
    pub(super) fn plans(&self) -> &[Table] {
        &self.plans
    }

    /// A plan with a few changes, which may make no sense.
    pub(super) fn child(&self, parent: &Table, lots: &mut Lots) -> Table {
        let mut child = parent.clone();
        for _ in 0..=lots.below(CHANGES) {
            match lots.below(6) {
                // Something that the plan may not have yet, such as the order in which units come in.
                0 => {
                    let other: Vec<_> = varied(lots.of(&self.plans)).collect();
                    if let Some((key, value)) = lots.any(&other) {
                        child.insert((*key).clone(), (*value).clone());
                    }
                }
                // The list of its orders, say, as a whole.
                1 | 2 => {
                    let mut own: Vec<_> = varied_mut(&mut child).collect();
                    let place = lots.place(own.len());
                    if let Some((key, value)) = own.get_mut(place) {
                        self.vary(key, value, lots);
                    }
                }
                _ => {
                    let mut left = lots.below(varied(&child).map(|(_, value)| places_in(value)).sum());
                    let _ =
                        varied_mut(&mut child).any(|(key, value)| self.change(key, value, &mut left, lots));
                }
            }
        }
        child
    }

    /// Changes the value at this place, counted from here; true when that is done.
    fn change(&self, key: &str, value: &mut Value, left: &mut u64, lots: &mut Lots) -> bool {
        if *left == 0 {
            self.vary(key, value, lots);
            return true;
        }
        *left -= 1;
        match value {
            Value::Table(table) => table.iter_mut().any(|(key, value)| self.change(key, value, left, lots)),
            Value::Array(list) => {
                let key = one_of(key);
                list.iter_mut().any(|value| self.change(&key, value, left, lots))
            }
            _ => false,
        }
    }

    fn vary(&self, key: &str, value: &mut Value, lots: &mut Lots) {
        let known = |key: &str| self.values.get(key).map_or(&[][..], Vec::as_slice);
        match value {
            Value::Integer(number) => *number = lots.near(*number),
            Value::Boolean(is_so) => *is_so = !*is_so,
            Value::Array(list) => match lots.below(3) {
                0 if list.len() > 1 => drop(list.remove(lots.place(list.len()))),
                1 if list.len() > 1 => {
                    let [one, other] = [lots.place(list.len()), lots.place(list.len())];
                    list.swap(one, other);
                }
                _ => {
                    if let Some(other) = lots.any(known(&one_of(key))) {
                        list.insert(lots.place(list.len() + 1), other.clone());
                    }
                }
            },
            Value::Table(table) => {
                let others: Vec<_> = known(key).iter().filter_map(Value::as_table).flatten().collect();
                if lots.below(3) == 0 {
                    let keys: Vec<String> = table.keys().cloned().collect();
                    lots.any(&keys).and_then(|gone| table.remove(gone));
                } else if let Some((key, value)) = lots.any(&others) {
                    table.insert((*key).clone(), (*value).clone());
                }
            }
            Value::String(text) => {
                if let Some(range) = lots.range_near(text) {
                    *text = range;
                } else if let Some(other) = lots.any(known(key)) {
                    *value = other.clone();
                }
            }
            _ => {}
        }
    }
}

/// What of a plan is varied.
fn varied(plan: &Table) -> impl Iterator<Item = (&String, &Value)> {
    plan.iter().filter(|(key, _)| !HEAD.contains(&key.as_str()))
}

fn varied_mut(plan: &mut Table) -> impl Iterator<Item = (&String, &mut Value)> {
    plan.iter_mut().filter(|(key, _)| !HEAD.contains(&key.as_str()))
}

/// The key of one value of a list.
fn one_of(key: &str) -> String {
    format!("{key}[]")
}

fn collect(key: &str, value: &Value, values: &mut BTreeMap<String, Vec<Value>>) {
    let known = values.entry(key.to_owned()).or_default();
    if !known.contains(value) {
        known.push(value.clone());
    }
    match value {
        Value::Table(table) => {
            for (key, value) in table {
                collect(key, value, values);
            }
        }
        Value::Array(list) => {
            let key = one_of(key);
            for value in list {
                collect(&key, value, values);
            }
        }
        _ => {}
    }
}

/// How many values there are in this one, itself included.
fn places_in(value: &Value) -> u64 {
    1 + match value {
        Value::Table(table) => table.values().map(places_in).sum(),
        Value::Array(list) => list.iter().map(places_in).sum(),
        _ => 0,
    }
}

/// Random choices of a breeder.
pub(super) struct Lots(Xoshiro256PlusPlus);

impl Lots {
    pub(super) fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    fn below(&mut self, count: u64) -> u64 {
        u64::try_from((u128::from(self.0.next_u64()) * u128::from(count)) >> 64).expect("below the count")
    }

    fn place(&mut self, count: usize) -> usize {
        usize::try_from(self.below(count as u64)).expect("a place in a list")
    }

    /// One of a list that is not empty.
    pub(super) fn of<'l, T>(&mut self, list: &'l [T]) -> &'l T {
        &list[self.place(list.len())]
    }

    /// One of a list, if there is any.
    fn any<'l, T>(&mut self, list: &'l [T]) -> Option<&'l T> {
        list.get(self.place(list.len()))
    }

    /// Another number: one to eight more or less, twice or half as much.
    fn near(&mut self, number: i64) -> i64 {
        let step = 1 << self.below(4);
        match self.below(6) {
            0 | 1 => number.saturating_add(step),
            2 | 3 => number.saturating_sub(step),
            4 => number.saturating_mul(2),
            _ => number / 2,
        }
    }

    /// A range such as `2..4`, `..5` or `8..` with one of its ends elsewhere; nothing where it is none.
    fn range_near(&mut self, text: &str) -> Option<String> {
        let (low, high) = text.split_once("..")?;
        let [low, high] = [low, high].map(|end| end.parse::<i64>().ok());
        let moves_low = high.is_none() || low.is_some() && self.below(2) == 0;
        let (low, high) =
            if moves_low { (Some(self.near(low?)), high) } else { (low, Some(self.near(high?))) };
        let written = |end: Option<i64>| end.map_or_else(String::new, |end| end.to_string());
        Some(format!("{}..{}", written(low), written(high)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WAIT: &str = "name = 'wait'\nabout = 'stays'\nenter = ['guns', 'foot']\n[[order]]\nwho = 'all'\n\
                        do = 'guard'\nwithin = 7\n";
    const GO: &str = "name = 'go'\nabout = 'goes'\nquick = true\n[[order]]\nwho = ['foot', 'horse']\n\
                      when = { turn = '3..' }\ndo = 'storm'\n";

    fn stock() -> Stock {
        Stock::of(
            [WAIT, GO]
                .map(|text| plan_of(text).expect("both have a name and say what they are about"))
                .into(),
        )
        .expect("two plans are in the list")
    }

    #[test]
    fn weights_are_no_plan_and_without_plans_there_is_no_stock() {
        assert_eq!(plan_of("march = 3\n[Red]\nname = 'x'\n"), None);
        assert_eq!(plan_of("name = 'half a plan'"), None);
        assert!(Stock::of(Vec::new()).is_none());
    }

    /// `go` has six values that may change besides its name: whether it is quick, the list of orders, the order, and in
    /// it who (a list of two: three), when (a table of one: two) and do: 1 + 1 + 1 + 3 + 2 + 1 = 9 in all.
    #[test]
    fn every_value_but_the_head_has_a_place() {
        let go = plan_of(GO).expect("it has a name and says what it is about");
        assert_eq!(varied(&go).map(|(_, value)| places_in(value)).sum::<u64>(), 9);
    }

    /// In 2 000 children everything happens: an order of the other plan comes in, one's own goes, a number and the end
    /// of a range move, a word becomes the other's; and the head stays, and nothing is made up.
    #[test]
    fn children_differ_in_a_few_things_that_other_plans_have() {
        let stock = stock();
        let [wait, go] = [0, 1].map(|place: usize| stock.plans()[place].clone());
        let mut lots = Lots::new(5);
        let children: Vec<[Table; 2]> =
            (0..2_000).map(|_| [&wait, &go].map(|parent| stock.child(parent, &mut lots))).collect();
        let orders = |plan: &Table| plan.get("order").and_then(Value::as_array).cloned();
        let has = |what: &dyn Fn(&Table) -> bool| children.iter().flatten().any(what);
        assert!(has(&|plan| orders(plan).is_some_and(|orders| orders.len() == 2)));
        assert!(has(&|plan| plan.to_string().contains("within = 8")));
        assert!(has(&|plan| plan.to_string().contains("turn = \"4..\"")));
        assert!(has(&|plan| plan.get("quick") == Some(&Value::Boolean(false))));
        assert!(has(&|plan| plan["name"].as_str() == Some("wait") && plan.contains_key("quick")));
        assert!(has(
            &|plan| plan["name"].as_str() == Some("go") && plan.to_string().contains("do = \"guard\"")
        ));
        for [one, other] in &children {
            assert_eq!((one["name"].as_str(), other["name"].as_str()), (Some("wait"), Some("go")));
            assert_eq!((one["about"].as_str(), other["about"].as_str()), (Some("stays"), Some("goes")));
        }
        let known = ["name", "about", "enter", "order", "quick"];
        assert!(!has(&|plan| plan.keys().any(|key| !known.contains(&key.as_str()))));
        // The same lots make the same child, and it can be read again.
        let twice = [0, 1].map(|_| stock.child(&go, &mut Lots::new(9)));
        assert_eq!(twice[0], twice[1]);
        assert_eq!(plan_of(&twice[0].to_string()), Some(twice[1].clone()));
    }

    #[test]
    fn a_range_keeps_its_form_and_other_words_are_none() {
        let mut lots = Lots::new(3);
        for _ in 0..100 {
            let near = |text: &str, lots: &mut Lots| {
                lots.range_near(text).expect("the text has a number beside its two dots")
            };
            assert!(near("8..", &mut lots).ends_with(".."));
            assert!(near("..5", &mut lots).starts_with(".."));
            let both = near("2..4", &mut lots);
            assert!(both.starts_with("2..") != both.ends_with("..4") || both == "2..4", "{both}");
        }
        assert_eq!(["all", "..", "a..b"].map(|text| lots.range_near(text)), [None, None, None]);
    }
}
