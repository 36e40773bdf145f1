//! From a file to a plan. Names are looked up in the scenario; all errors are reported at once, each at its place.
//! The meaning of an order's keys is in `duties`, the words that several of them share in `words`.

mod duties;
mod words;

use szala_board::{Facing, HexId, Ordinal};
use szala_files::{Complaint, Document, Field, Section, placed, unknown};
use szala_insurrection::{CommanderId, Insurrection, Room, Row, UnitId, UnitSet};
use szala_kernel::{Names as _, Side};

use crate::plan::order::{Lead, Manner, Order, Plan, When};
use crate::plan::ways::{Gait, TableId, Ways};
use crate::seen::{commander_of_name, unit_names, unit_of_name};
use crate::set_up::stand;
use crate::whose::sides;

/// All keys of a plan.
const KEYS: [&str; 10] =
    ["name", "side", "about", "if_present", "without", "pool", "set_up", "manner", "order", "commander"];

/// Reads a plan for a side.
///
/// # Errors
/// Everything that is wrong with it, line by line.
pub(super) fn read<R: Room>(
    rules: &Insurrection<R>,
    side: Side,
    file: &str,
    text: &str,
) -> Result<Plan<R>, String> {
    read_with(rules, side, text, true).map_err(|complaints| told(file, text, complaints))
}

/// Can the plan of this text be played by a side?
pub(super) fn fits<R: Room>(rules: &Insurrection<R>, side: Side, text: &str) -> bool {
    read_with(rules, side, text, false).is_ok()
}

/// Why a side cannot play a correct plan in this scenario: it is the other side's, a unit that it needs takes no part,
/// or one takes part that it is not made for. `None` for other errors.
pub(super) fn unfit<R: Room>(rules: &Insurrection<R>, side: Side, text: &str) -> Option<String> {
    let document = Document::parse(text).ok()?;
    let root = document.root();
    if let Some(complaint) = of_another_side(rules, side, &root) {
        return Some(complaint.message);
    }
    let mut reader = Reader::new(rules, side, false);
    reader.plan(&root);
    let listed = |names: &[String], how: &str| {
        let take = if names.len() == 1 { "takes" } else { "take" };
        (!names.is_empty()).then(|| format!("{} {take} {how}", names.join(", ")))
    };
    listed(&reader.strangers, "no part").or_else(|| listed(&reader.others, "part, and it is made for others"))
}

/// The head of a plan.
pub(super) fn about(text: &str) -> String {
    let about = |document: Document<'_>| {
        document.root().get("about").and_then(|field| field.text().map(str::to_owned).ok())
    };
    Document::parse(text).ok().and_then(about).unwrap_or_default()
}

fn told(file: &str, text: &str, mut complaints: Vec<Complaint>) -> String {
    complaints.sort_by_key(|complaint| complaint.span.start);
    placed(file, text, &complaints)
}

fn read_with<R: Room>(
    rules: &Insurrection<R>,
    side: Side,
    text: &str,
    with_ways: bool,
) -> Result<Plan<R>, Vec<Complaint>> {
    let document = Document::parse(text)?;
    let root = document.root();
    // For the other side all names would be wrong: that is reported once.
    if let Some(complaint) = of_another_side(rules, side, &root) {
        return Err(vec![complaint]);
    }
    let mut reader = Reader::new(rules, side, with_ways);
    let plan = reader.plan(&root);
    if reader.complaints.is_empty() { Ok(plan) } else { Err(reader.complaints) }
}

/// The error for a plan of the other side.
fn of_another_side<R: Room>(rules: &Insurrection<R>, asked: Side, root: &Section<'_>) -> Option<Complaint> {
    let field = root.get("side")?;
    let its = field.choice(&sides(rules)).ok().filter(|side| *side != asked)?;
    let (its, asked) = (rules.side_name(its), rules.side_name(asked));
    Some(field.complain(format!("this is a plan for the {its}, not for the {asked}")))
}

/// The state of reading a plan.
struct Reader<'r, R: Room> {
    rules: &'r Insurrection<R>,
    side: Side,
    /// Names that may take no part in the scenario.
    if_present: Vec<String>,
    /// Names that the scenario does not know and that were not expected to be absent, each once.
    strangers: Vec<String>,
    /// Names that take part, although the plan is made for scenarios without them.
    others: Vec<String>,
    complaints: Vec<Complaint>,
    ways: Ways,
    /// Are distances computed? Not when the question is only whether the plan can be played.
    with_ways: bool,
    /// The routes computed already.
    routes: Vec<(Route, TableId)>,
    /// The tables to every hex, for each gait that needed them.
    everywhere: [Vec<TableId>; 3],
}

/// The route of some units of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Route {
    gait: Gait,
    goals: Vec<HexId>,
    facing: Option<Facing>,
    by: Vec<HexId>,
}

impl<'r, R: Room> Reader<'r, R> {
    fn new(rules: &'r Insurrection<R>, side: Side, with_ways: bool) -> Self {
        Self {
            rules,
            side,
            if_present: Vec::new(),
            strangers: Vec::new(),
            others: Vec::new(),
            complaints: Vec::new(),
            ways: Ways::new(rules),
            with_ways,
            routes: Vec::new(),
            everywhere: Default::default(),
        }
    }

    fn plan(&mut self, root: &Section<'_>) -> Plan<R> {
        root.refuse_unknown(&KEYS, &mut self.complaints);
        for key in ["name", "side", "about"] {
            if root.get(key).is_none() {
                let message = format!("a plan needs `{key}`, before its first order");
                self.complaints.push(Complaint::new(0..0, message));
            }
        }
        for key in ["name", "about"] {
            root.read(key, &mut self.complaints, |field| field.text().map(|_| ()));
        }
        root.read("side", &mut self.complaints, |field| field.choice(&sides(self.rules)));
        self.if_present = self.texts(root, "if_present");
        self.refuse_others(root);
        let pool = self.tables(root, "pool").iter().filter_map(|section| self.choice(section)).collect();
        let (stands, posts) = self.set_up(root);
        let manner = match root.read("manner", &mut self.complaints, Field::section) {
            Some(section) => {
                section.refuse_unknown(&words::MANNER, &mut self.complaints);
                self.manner(&section, Manner::PLAIN)
            }
            None => Manner::PLAIN,
        };
        let sections = self.tables(root, "order");
        let numbered = (1..).zip(&sections);
        let orders: Vec<Order<R>> =
            numbered.filter_map(|(number, section)| self.order(number, section, manner)).collect();
        let leads = self.tables(root, "commander").iter().filter_map(|section| self.lead(section)).collect();
        let names_it = |unit: usize| {
            let unit = unit_at(unit);
            let named = orders.iter().enumerate().filter(move |(_, order)| order.who.contains(unit));
            named.map(|(place, _)| u16::try_from(place).expect("a plan has fewer orders")).collect()
        };
        let of_unit = (0..R::MOST_UNITS).map(names_it).collect();
        let ways = self.ways.clone();
        Plan { side: self.side, pool, stands, posts, of_unit, orders, leads, manner, ways }
    }

    /// Refuses units and commanders that take part in spite of `without`: the plan is made for another scenario,
    /// however much the two have in common.
    fn refuse_others(&mut self, root: &Section<'_>) {
        let scenario = self.rules.scenario();
        let Some(field) = root.get("without") else { return };
        for name in self.texts(root, "without") {
            if unit_of_name(scenario, &name).is_some() || commander_of_name(scenario, &name).is_some() {
                let message =
                    format!("this plan is made for scenarios without {name}, who takes part in this one");
                self.complaints.push(field.complain(message));
                self.others.push(name);
            }
        }
    }

    /// The tables of a list `[[key]]`.
    fn tables<'a>(&mut self, root: &Section<'a>, key: &str) -> Vec<Section<'a>> {
        let fields = root.read(key, &mut self.complaints, Field::list).unwrap_or_default();
        let mut sections = Vec::new();
        for field in fields {
            match field.section() {
                Ok(section) => sections.push(section),
                Err(complaint) => self.complaints.push(complaint),
            }
        }
        sections
    }

    // ---- Pool and set-up ----

    /// One of the plan's choices for the pool.
    fn choice(&mut self, section: &Section<'_>) -> Option<(CommanderId, When<R>)> {
        section.refuse_unknown(&["who", "when"], &mut self.complaints);
        let who = self.need(section, "who")?;
        let when = self.when(section)?;
        Some((self.commander(&who, Some(self.side))?, when))
    }

    #[expect(
        clippy::type_complexity,
        reason = "units by index and commanders by name, as the plan keeps them"
    )]
    fn set_up(
        &mut self,
        root: &Section<'_>,
    ) -> (R::ByUnit<Option<(HexId, Facing)>>, Vec<(CommanderId, HexId)>) {
        let scenario = self.rules.scenario();
        // What the scenario proposes, unless the plan says otherwise.
        let mut stands = R::ByUnit::of(None);
        for (stand, card) in stands.as_mut().iter_mut().zip(&scenario.units) {
            *stand = card.start;
        }
        let all = scenario.commanders_of(Side::First).chain(scenario.commanders_of(Side::Second));
        let mut posts: Vec<(CommanderId, HexId)> =
            all.filter_map(|who| Some((who, scenario.commander(who).start?))).collect();
        let Some(section) = root.read("set_up", &mut self.complaints, Field::section) else {
            return (stands, posts);
        };
        for field in section.fields() {
            if let Some(unit) = unit_of_name(scenario, field.name()) {
                if let Some(stand) = self.stand(&field) {
                    stands[unit.index()] = Some(stand);
                }
            } else if let Some(commander) = commander_of_name(scenario, field.name()) {
                if let Some(hex) = self.hex(&field) {
                    posts.retain(|(who, _)| *who != commander);
                    posts.push((commander, hex));
                }
            } else if !self.is_absent(field.name()) {
                let message = self.stranger(field.name(), &[]);
                self.complaints.push(Complaint::new(field.name_span(), message));
            }
        }
        (stands, posts)
    }

    /// A hex with a facing, `0109 N`.
    fn stand(&mut self, field: &Field<'_>) -> Option<(HexId, Facing)> {
        let read = field.parse(|text| stand(self.rules, text));
        read.map_err(|complaint| self.complaints.push(complaint)).ok()
    }

    // ---- Commanders ----

    fn lead(&mut self, section: &Section<'_>) -> Option<Lead<R>> {
        const KEYS: [&str; 7] = ["who", "when", "do", "whom", "to", "within", "keep_off"];
        section.refuse_unknown(&KEYS, &mut self.complaints);
        let follows = [("follow", true), ("go", false)];
        let follow = self.need(section, "do").and_then(|field| self.kept(field.choice(&follows)));
        let who = self.need(section, "who").map(|field| self.commander(&field, Some(self.side)));
        let when = self.when(section);
        let within = self.number(section, "within", 0..=9);
        let keep_off = self.number(section, "keep_off", 0..=6).unwrap_or(2);
        let (mut whom, mut to) = (Vec::new(), None);
        if follow? {
            self.refuse(section, "to", "follow", "whom");
            let field = self.need(section, "whom")?;
            whom = self.units(&field, Some(self.side));
        } else {
            self.refuse(section, "whom", "go", "to");
            let field = self.need(section, "to")?;
            to = Some(self.hex(&field)?);
        }
        let within = within.unwrap_or(if to.is_some() { 0 } else { 2 });
        // A commander who takes no part in this scenario has nothing to follow.
        Some(Lead { who: who??, when: when?, whom, to, within, keep_off })
    }

    /// Reports a key that does not belong to the `do`.
    fn refuse(&mut self, section: &Section<'_>, key: &str, deed: &str, instead: &str) {
        if let Some(field) = section.get(key) {
            let message = format!("`{key}` does not go with do = \"{deed}\", which takes `{instead}`");
            self.complaints.push(Complaint::new(field.name_span(), message));
        }
    }

    // ---- Ways ----

    /// The table of a way.
    fn route(&mut self, route: Route) -> TableId {
        if !self.with_ways {
            return TableId::NONE;
        }
        if let Some((_, table)) = self.routes.iter().find(|(known, _)| *known == route) {
            return *table;
        }
        let table = self.ways.route(self.rules, route.gait, &route.goals, route.facing, &route.by);
        self.routes.push((route, table));
        table
    }

    /// The tables to every hex of the map, for a gait.
    fn reach_everywhere(&mut self, gait: Gait) {
        if !self.with_ways || !self.everywhere[gait as usize].is_empty() {
            return;
        }
        for goal in &self.rules.scenario().board.hexes() {
            let table = self.route(Route { gait, goals: vec![goal], facing: None, by: Vec::new() });
            self.everywhere[gait as usize].push(table);
        }
    }

    // ---- Names ----

    /// May the name be absent from this scenario?
    fn is_absent(&self, name: &str) -> bool {
        self.if_present.iter().any(|known| known == name)
    }

    /// The error for an unknown name.
    fn stranger(&mut self, name: &str, more: &[&str]) -> String {
        self.note_stranger(name);
        let scenario = self.rules.scenario();
        let commanders = scenario.commanders.iter().map(|card| card.name.as_str());
        let names: Vec<&str> =
            unit_names(scenario).into_iter().chain(commanders).chain(more.iter().copied()).collect();
        let words = unknown("unit or commander", name, &names);
        let stop = if words.ends_with('?') { "" } else { "." };
        format!("{words}{stop} Who takes part in some scenarios only is named in `if_present`")
    }

    fn note_stranger(&mut self, name: &str) {
        if !self.strangers.iter().any(|known| known == name) {
            self.strangers.push(name.to_owned());
        }
    }

    fn commander(&mut self, field: &Field<'_>, side: Option<Side>) -> Option<CommanderId> {
        let scenario = self.rules.scenario();
        let name = self.kept(field.text())?;
        let found = commander_of_name(scenario, name);
        match found {
            Some(who) if side.is_none_or(|side| scenario.commander(who).side == side) => return found,
            Some(_) => self.complaints.push(field.complain(format!("{name} is of the other side"))),
            None if self.is_absent(name) => (),
            None => {
                self.note_stranger(name);
                let names: Vec<&str> = scenario.commanders.iter().map(|card| card.name.as_str()).collect();
                self.complaints.push(field.complain(unknown("commander", name, &names)));
            }
        }
        None
    }

    /// Keeps a value, or the error.
    fn kept<T>(&mut self, read: Result<T, Complaint>) -> Option<T> {
        read.map_err(|complaint| self.complaints.push(complaint)).ok()
    }

    /// The value of a required key.
    fn need<'a>(&mut self, section: &Section<'a>, key: &str) -> Option<Field<'a>> {
        section.need(key, &mut self.complaints, |field| Ok(field.clone()))
    }
}

fn unit_at(index: usize) -> UnitId {
    UnitId::from_index(index)
}

/// All of these units.
fn set<R: Room>(units: &[UnitId]) -> UnitSet<R> {
    units.iter().copied().collect()
}
