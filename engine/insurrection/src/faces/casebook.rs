//! How rule cases speak of the family: positions to set up, values to look at. `docs/CASES.md` describes both for
//! those who write cases; the rules themselves are elsewhere.

use szala_board::{HexId, Ordinal, Zone};
use szala_files::case::Casebook;
use szala_files::{Complaint, Field, Section, unknown};
use szala_kernel::{Dice, Journal, Names, Naming, Side, Subject, Table};

use crate::chapters::game::Insurrection;
use crate::position::action::Action;
use crate::position::agenda::{Agenda, Task};
use crate::position::ids::{CommanderId, CommanderSet, UnitId, UnitSet, subject};
use crate::position::room::{Room, Row};
use crate::position::state::{Entry, Marks, Obstacles, Phase, Place, Post, State};

const KEYS: [&str; 13] = [
    "phase",
    "stage",
    "active",
    "lead",
    "camp_reached",
    "holders",
    "pool",
    "drawn",
    "contused",
    "secret",
    "units",
    "commanders",
    "from_scenario",
];
const UNIT_KEYS: [&str; 12] = [
    "at", "losses", "shots", "spent", "steps", "marks", "entered", "uphill", "lava", "fled", "captured",
    "gone",
];
const ZONES: [(&str, Zone); 3] = [("front", Zone::Front), ("flank", Zone::Flank), ("rear", Zone::Rear)];

/// What comes when the players are ready.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Start {
    Pool,
    Draw,
    Returns,
    Fire,
    Movement,
    Command,
    Melee,
    Reckoning,
}

const STARTS: [(&str, Start); 8] = [
    ("pool", Start::Pool),
    ("draw", Start::Draw),
    ("returns", Start::Returns),
    ("fire", Start::Fire),
    ("movement", Start::Movement),
    ("command", Start::Command),
    ("melee", Start::Melee),
    ("reckoning", Start::Reckoning),
];

type Mark<R> = (&'static str, fn(&mut Marks<R>) -> &mut UnitSet<R>);

fn known_marks<R: Room>() -> [Mark<R>; 18] {
    [
        ("moved", |marks| &mut marks.moved),
        ("stopped", |marks| &mut marks.stopped),
        ("doubling", |marks| &mut marks.doubling),
        ("no charge", |marks| &mut marks.no_charge),
        ("side by side", |marks| &mut marks.side_by_side),
        ("toggled", |marks| &mut marks.toggled),
        ("square", |marks| &mut marks.square),
        ("skirmish order", |marks| &mut marks.skirmish),
        ("limbered", |marks| &mut marks.limbered),
        ("carries", |marks| &mut marks.carries),
        ("countered", |marks| &mut marks.countered),
        ("fought", |marks| &mut marks.fought),
        ("fired", |marks| &mut marks.fired),
        ("turned", |marks| &mut marks.turned),
        ("silent", |marks| &mut marks.silent),
        ("fired this stage", |marks| &mut marks.fired_this_stage),
        ("returned", |marks| &mut marks.returned),
        ("captured once", |marks| &mut marks.captured_once),
    ]
}

impl<R: Room> Insurrection<R> {
    /// An empty map in the first stage, where positions begin.
    fn empty_map(&self) -> State<R> {
        let mut state = self.printed_set_up();
        for unit in self.scenario.all_units().iter() {
            if state.hex_of(unit).is_some() {
                self.take(&mut state, unit, Place::Waiting);
            }
        }
        state.marks = Marks::default();
        state.posts = R::ByCommander::of(Post::Waiting);
        state
    }

    fn read_unit(&self, state: &mut State<R>, field: &Field<'_>, wrong: &mut Vec<Complaint>) {
        let unit = match self.parse_unit(field.name()) {
            Ok(unit) => unit,
            Err(message) => return wrong.push(Complaint::new(field.name_span(), message)),
        };
        // The short form: hex and facing.
        if let Ok(text) = field.text() {
            if let Err(message) = self.place_unit(state, unit, text) {
                wrong.push(field.complain(message));
            }
            return;
        }
        match field.section() {
            Ok(section) => self.read_long_unit(state, unit, &section, wrong),
            Err(complaint) => wrong.push(complaint),
        }
    }

    fn read_long_unit(
        &self,
        state: &mut State<R>,
        unit: UnitId,
        section: &Section<'_>,
        wrong: &mut Vec<Complaint>,
    ) {
        section.refuse_unknown(&UNIT_KEYS, wrong);
        let size = self.scenario.unit(unit).size;
        let number = |key, most: u8, wrong: &mut Vec<Complaint>| {
            section.read(key, wrong, |field| field.number(0..=most)).unwrap_or(0)
        };
        state[unit].losses = number("losses", size, wrong);
        state[unit].shots = number("shots", 4, wrong);
        state[unit].spent = number("spent", 20, wrong);
        state[unit].steps = number("steps", 20, wrong);
        section.read("at", wrong, |field| field.parse(|text| self.place_unit(state, unit, text)));
        if ["fled", "captured", "gone"].iter().any(|key| section.get(key).is_some())
            && state.hex_of(unit).is_some()
        {
            self.take(state, unit, Place::Waiting);
        }
        if let Some(due) = section.read("fled", wrong, |field| field.number(1..=self.scenario.stages)) {
            state[unit].place = Place::Fled(due);
        }
        if let Some(hex) = section.read("captured", wrong, |field| field.parse(|text| self.parse_hex(text))) {
            state[unit].place = Place::Captured(hex);
            state.marks.captured_once.insert(unit);
        }
        if section.read("gone", wrong, Field::flag) == Some(true) {
            state[unit].place = Place::Gone;
        }
        let marks = section.read("marks", wrong, Field::list).unwrap_or_default();
        for mark in marks {
            match mark.choice(&known_marks::<R>()) {
                Ok(which) => which(&mut state.marks).insert(unit),
                Err(complaint) => wrong.push(complaint),
            }
        }
    }

    /// How a unit came into its melee hex, when everybody stands where he is [D-6.12a].
    fn read_entry(
        &self,
        state: &mut State<R>,
        unit: UnitId,
        section: &Section<'_>,
        wrong: &mut Vec<Complaint>,
    ) {
        let uphill = section.read("uphill", wrong, Field::flag);
        let lava = section.read("lava", wrong, Field::flag);
        let Some(field) = section.get("entered") else {
            let needless = ["uphill", "lava"].into_iter().filter_map(|key| section.get(key));
            wrong.extend(needless.map(|key| key.complain("say first through which zone: `entered`")));
            return;
        };
        match self.entry_of(state, unit, &field, uphill, lava) {
            Ok(entry) => state[unit].entry = Some(entry),
            Err(message) => wrong.push(field.complain(message)),
        }
    }

    /// The entry that is written, if the unit can have come so: forwards [8.6, D-8.15b], and facing as it still does
    /// [6.12].
    fn entry_of(
        &self,
        state: &State<R>,
        unit: UnitId,
        field: &Field<'_>,
        uphill: Option<bool>,
        lava: Option<bool>,
    ) -> Result<Entry, String> {
        let text = field.text().map_err(|complaint| complaint.message)?;
        let side = self.side_of(unit);
        let here = state.hex_of(unit).filter(|hex| state.is_melee_hex(*hex));
        let here = here.ok_or("only a unit in a hex with enemies has entered it")?;
        let label = |hex: HexId| self.name(subject::of_hex(hex.index())).to_string();
        let behind = state[unit].facing.rear();
        let behind =
            behind.into_iter().filter_map(|direction| self.scenario.board.neighbour(here, direction));
        let ways: Vec<(HexId, Entry)> =
            behind.map(|from| (from, self.entry(state, side, from, here))).collect();
        let told = |(from, entry): &(HexId, Entry)| {
            let zone = ZONES.iter().find(|(_, zone)| *zone == entry.zone).expect("all three have names").0;
            format!("from {} by the {zone}{}", label(*from), if is_uphill(*entry) { ", uphill" } else { "" })
        };
        let zone = ZONES.iter().find(|(name, _)| *name == text).map(|(_, zone)| *zone);
        let from = match zone {
            Some(_) => None,
            None => {
                Some(self.parse_hex(text).map_err(|_| unknown("zone or hex", text, &ZONES.map(|it| it.0)))?)
            }
        };
        let is_so = |way: &&(HexId, Entry)| {
            zone.is_none_or(|zone| way.1.zone == zone)
                && from.is_none_or(|from| way.0 == from)
                && uphill.is_none_or(|uphill| is_uphill(way.1) == uphill)
        };
        let mut fitting = ways.iter().filter(is_so);
        let Some((_, entry)) = fitting.next() else {
            let ways: Vec<String> = ways.iter().map(told).collect();
            return Err(format!("a unit that faces so can only have come {}", ways.join(", or ")));
        };
        if uphill.is_none() && fitting.any(|(_, other)| is_uphill(*other) != is_uphill(*entry)) {
            let ways: Vec<String> = ways.iter().map(told).collect();
            return Err(format!("it may have come {}: add `uphill`, or write the hex", ways.join(", or ")));
        }
        // [7.3] [D-7.3b] That a flank was free then cannot be seen now; that there is one can.
        if lava == Some(true) && !self.has_flank_on_the_map(state, !side, here) {
            return Err("the enemy has no flank hex on the map that could have been free".to_owned());
        }
        // Where only the zone is said, the Cossacks found no room unless that is said too.
        let found_room = lava.unwrap_or(from.is_some() && entry.lava);
        Ok(Entry { lava: found_room, ..*entry })
    }

    /// [D-7.3a] Has the enemy in this hex a flank hex on the map?
    fn has_flank_on_the_map(&self, state: &State<R>, enemy: Side, hex: HexId) -> bool {
        let faced = self.top_at(state, enemy, hex).or_else(|| state.stack(enemy, hex).first());
        let flank = faced.map(|unit| state[unit].facing.flank());
        flank.into_iter().flatten().any(|direction| self.scenario.board.neighbour(hex, direction).is_some())
    }

    /// `0709 S`: the hex and the facing.
    fn place_unit(&self, state: &mut State<R>, unit: UnitId, text: &str) -> Result<(), String> {
        let (hex, facing) =
            text.split_once(' ').ok_or_else(|| format!("`{text}` should be hex and facing: 0709 S"))?;
        let (hex, facing) = (self.parse_hex(hex)?, self.parse_facing(facing)?);
        if state.hex_of(unit).is_some() {
            self.take(state, unit, Place::Waiting);
        }
        self.put(state, unit, hex);
        state[unit].facing = facing;
        Ok(())
    }

    fn read_commander(&self, state: &mut State<R>, field: &Field<'_>, wrong: &mut Vec<Complaint>) {
        match self.parse_commander(field.name()) {
            Err(message) => wrong.push(Complaint::new(field.name_span(), message)),
            Ok(commander) => match field.parse(|text| self.parse_post(text)) {
                Ok(post) => {
                    state.posts[commander.index()] = post;
                    // [D-M4.3c] As one who fell, and left units.
                    state.bereft[self.scenario.commander(commander).side] |= post == Post::Gone;
                }
                Err(complaint) => wrong.push(complaint),
            },
        }
    }

    fn parse_post(&self, text: &str) -> Result<Post, String> {
        match text {
            "gone" => Ok(Post::Gone),
            // [13.3m] Not placed yet.
            "arrived" => Ok(Post::Arrived),
            _ => self.parse_hex(text).map(Post::Map),
        }
    }

    /// `"2012" = "Poles"`: who holds a hex of a stronghold.
    fn read_holder(&self, state: &mut State<R>, field: &Field<'_>, wrong: &mut Vec<Complaint>) {
        let place = self.parse_hex(field.name()).and_then(|hex| {
            let place = self.stronghold_hexes().position(|(one, _)| one == hex);
            place.ok_or_else(|| format!("{} is no hex of a stronghold", field.name()))
        });
        let sides = Side::BOTH.map(|side| (self.side_name(side), side));
        match (place, field.choice(&sides)) {
            (Ok(place), Ok(side)) => state.holders.give(place, side),
            (Err(message), _) => wrong.push(Complaint::new(field.name_span(), message)),
            (_, Err(complaint)) => wrong.push(complaint),
        }
    }

    fn read_commanders(&self, field: &Field<'_>) -> Result<CommanderSet<R>, Complaint> {
        field.list()?.iter().map(|name| name.parse(|text| self.parse_commander(text))).collect()
    }

    fn unit_value(&self, state: &State<R>, unit: UnitId, what: &str) -> Option<String> {
        let one = &state[unit];
        let facing = self.facing_name(one.facing).to_owned();
        Some(match what {
            "hex" => match one.place {
                Place::Map(hex) => self.name(subject::of_hex(hex.index())).to_string(),
                _ => "off the map".to_owned(),
            },
            "place" => match one.place {
                Place::Map(_) => "map".to_owned(),
                Place::Waiting => "waiting".to_owned(),
                Place::Fled(due) => format!("fled {due}"),
                Place::Captured(_) => "captured".to_owned(),
                Place::Gone => "gone".to_owned(),
            },
            "facing" => facing,
            "losses" => one.losses.to_string(),
            "size" => self.size(state, unit).to_string(),
            "firepower" => self.firepower(state, unit).to_string(),
            "morale" => self.morale(state, unit).to_string(),
            "shots" => one.shots.to_string(),
            "depth" => one.depth.to_string(),
            "points" => self.points_left(state, unit).to_string(),
            "in command" => self.is_in_command(state, unit).to_string(),
            mark => {
                let (_, which) = known_marks::<R>().into_iter().find(|(name, _)| *name == mark)?;
                let mut marks = state.marks;
                which(&mut marks).contains(unit).to_string()
            }
        })
    }

    fn commander_names(&self, set: CommanderSet<R>) -> String {
        let names: Vec<&str> = set.iter().map(|one| self.scenario.commander(one).name.as_str()).collect();
        if names.is_empty() { "none".to_owned() } else { names.join(", ") }
    }
}

impl<R: Room> Casebook for Insurrection<R> {
    fn set_up(&self, position: &Section<'_>) -> Result<State<R>, Vec<Complaint>> {
        let mut wrong = Vec::new();
        position.refuse_unknown(&KEYS, &mut wrong);
        let keeps = position.read("from_scenario", &mut wrong, Field::flag).unwrap_or(false);
        let mut state = if keeps { self.printed_set_up() } else { self.empty_map() };
        let stages = self.scenario.stages;
        state.stage = position.read("stage", &mut wrong, |field| field.number(1..=stages)).unwrap_or(1);
        let usual = if keeps { state.lead } else { 0 };
        state.lead = position.read("lead", &mut wrong, |field| field.number(-100..=100)).unwrap_or(usual);
        state.camp_reached = position.read("camp_reached", &mut wrong, Field::flag).unwrap_or(false);
        let units = position.read("units", &mut wrong, Field::section);
        for unit in units.iter().flat_map(Section::fields) {
            self.read_unit(&mut state, &unit, &mut wrong);
        }
        for field in units.iter().flat_map(Section::fields) {
            if let (Ok(unit), Ok(section)) = (self.parse_unit(field.name()), field.section()) {
                self.read_entry(&mut state, unit, &section, &mut wrong);
            }
        }
        for commander in
            position.read("commanders", &mut wrong, Field::section).iter().flat_map(Section::fields)
        {
            self.read_commander(&mut state, &commander, &mut wrong);
        }
        let set = |key, wrong: &mut Vec<Complaint>| {
            position.read(key, wrong, |field| self.read_commanders(field)).unwrap_or_default()
        };
        state.pool = set("pool", &mut wrong);
        state.drawn = set("drawn", &mut wrong);
        state.contused = set("contused", &mut wrong);
        state.secret = set("secret", &mut wrong);
        let active =
            position.read("active", &mut wrong, |field| field.parse(|text| self.parse_commander(text)));
        if let Some(active) = active {
            state.drawn.insert(active);
            self.is_active_already(&mut state, active);
        }
        let start =
            position.read("phase", &mut wrong, |field| field.choice(&STARTS)).unwrap_or(Start::Movement);
        let needs_a_commander = !matches!(start, Start::Pool | Start::Draw | Start::Reckoning);
        if needs_a_commander && state.active.is_none() {
            wrong.push(Complaint::new(
                position.span(),
                "in turn 2 a commander is active: give `active = \"Lewiz\"`",
            ));
        }
        if needs_a_commander && let (Some(active), Some(field)) = (state.active, position.get("active")) {
            // [4.4] [D-4.4c] He may have fallen in his own phases, but not before he moved anybody.
            let is_there = match state.posts[active.index()] {
                Post::Map(_) => true,
                Post::Gone => !matches!(start, Start::Returns | Start::Fire),
                Post::Waiting | Post::Arrived => false,
            };
            if !is_there {
                let name = &self.scenario.commander(active).name;
                wrong.push(field.complain(format!(
                    "{name} is not on the map, so his chit was not drawn: say where he is under `commanders`"
                )));
            }
        }
        let holders = position.read("holders", &mut wrong, Field::section);
        for field in holders.iter().flat_map(Section::fields) {
            self.read_holder(&mut state, &field, &mut wrong);
        }
        (state.agenda, state.phase) = agenda(start, state.calls);
        // [13.3m] A stage begins with the die for those who may come; the players are ready before that.
        if start == Start::Pool && self.scenario.reinforcement.is_some() {
            state.agenda.replace(Task::Reinforce);
            state.agenda.push(Task::Ready);
        }
        if wrong.is_empty() { Ok(state) } else { Err(wrong) }
    }

    fn apply_alone<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        action: Action,
        table: &mut Table<D, J>,
    ) -> bool {
        self.decide(state, action, table);
        true
    }

    fn probe(&self, state: &State<R>, path: &str) -> Result<String, String> {
        let side = |side| self.side_name(side).to_owned();
        Ok(match path {
            "vp" => self.value("vp", state.lead.into()).to_string(),
            "stage" => state.stage.to_string(),
            "phase" => phase_name(state.phase).to_owned(),
            "camp reached" => state.camp_reached.to_string(),
            "active" => self.commander_names(state.active.into_iter().collect()),
            "pool" => self.commander_names(state.pool),
            "contused" => self.commander_names(state.contused),
            "secret" => self.commander_names(state.secret),
            "active side" => side(self.active_side(state)),
            _ => {
                let (name, what) = path.rsplit_once('.').ok_or_else(|| no_value(path))?;
                if let ("holder", Ok(hex)) = (what, self.parse_hex(name)) {
                    let place = self.stronghold_hexes().position(|(one, _)| one == hex);
                    let place = place.ok_or_else(|| format!("{name} is no hex of a stronghold"))?;
                    return Ok(side(state.holders.holder(place)));
                }
                if let Ok(unit) = self.parse_unit(name) {
                    return self
                        .unit_value(state, unit, what)
                        .ok_or_else(|| unknown("value of a unit", what, &VALUES));
                }
                let commander: CommanderId = self.parse_commander(name)?;
                match (what, state.posts[commander.index()]) {
                    ("hex", Post::Map(hex)) => self.name(subject::of_hex(hex.index())).to_string(),
                    ("hex", Post::Waiting) => "waiting".to_owned(),
                    ("hex", Post::Arrived) => "arrived".to_owned(),
                    ("hex", Post::Gone) => "gone".to_owned(),
                    _ => return Err(format!("a commander has only a hex: `{name}.hex`")),
                }
            }
        })
    }

    fn parse_subject(&self, text: &str) -> Result<Subject, String> {
        if let Ok(unit) = self.parse_unit(text) {
            return Ok(self.scenario.unit(unit).subject);
        }
        if let Ok(hex) = self.parse_hex(text) {
            return Ok(subject::of_hex(hex.index()));
        }
        self.parse_commander(text).map(|commander| self.scenario.commander(commander).subject)
    }
}

const VALUES: [&str; 11] = [
    "hex",
    "place",
    "facing",
    "losses",
    "size",
    "firepower",
    "morale",
    "shots",
    "depth",
    "points",
    "in command",
];

fn no_value(path: &str) -> String {
    format!(
        "`{path}` is no value; there are vp, stage, phase, camp reached, active, pool, contused, secret, UNIT.hex \
         and the like"
    )
}

fn is_uphill(entry: Entry) -> bool {
    entry.against.has(Obstacles::UPHILL)
}

/// The parts of a stage by the names of docs/CASES.md.
const fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::SetUp => "set-up",
        Phase::Pool => "pool",
        Phase::Activation => "returns",
        Phase::Movement => "movement",
        Phase::Command => "command",
        Phase::Melee => "melee",
        Phase::Reckoning => "reckoning",
        Phase::Over => "over",
    }
}

/// What is on the agenda when the players are ready to begin there.
fn agenda<R: Room>(start: Start, in_person: bool) -> (Agenda<R>, Phase) {
    let mut agenda = Agenda::EMPTY;
    let (tasks, phase): (&[Task<R>], Phase) = match start {
        // [4.4m] Who leads units in person moves last.
        Start::Fire if in_person => {
            (&[Task::Draw, Task::Lead, Task::Assaults, Task::ActiveTurn, Task::FireTurn], Phase::Movement)
        }
        Start::Movement if in_person => {
            (&[Task::Draw, Task::Lead, Task::Assaults, Task::ActiveTurn], Phase::Movement)
        }
        Start::Melee if in_person => (&[Task::Draw, Task::Lead, Task::Assaults], Phase::Melee),
        Start::Command if in_person => (&[Task::Draw, Task::Lead], Phase::Command),
        Start::Pool => (&[Task::FillPool(0)], Phase::Pool),
        Start::Draw => (&[Task::Draw], Phase::Pool),
        Start::Returns => (
            &[Task::Draw, Task::Assaults, Task::Lead, Task::ActiveTurn, Task::FireTurn, Task::Returns],
            Phase::Activation,
        ),
        Start::Fire => {
            (&[Task::Draw, Task::Assaults, Task::Lead, Task::ActiveTurn, Task::FireTurn], Phase::Movement)
        }
        Start::Movement => (&[Task::Draw, Task::Assaults, Task::Lead, Task::ActiveTurn], Phase::Movement),
        Start::Command => (&[Task::Draw, Task::Assaults, Task::Lead], Phase::Command),
        Start::Melee => (&[Task::Draw, Task::Assaults], Phase::Melee),
        Start::Reckoning => (&[Task::Reckon], Phase::Reckoning),
    };
    tasks.iter().chain(&[Task::Ready]).for_each(|task| agenda.push(*task));
    (agenda, phase)
}
