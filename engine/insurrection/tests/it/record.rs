//! The rows of games held against their traces: every column counted again from the lines of text that a
//! person reads, in games by chance and in bold ones; and what the columns of a row must come to together.

use std::collections::BTreeMap;

use szala_insurrection::Insurrection;
use szala_kernel::conformance::ByChance;
use szala_kernel::dice::SeededDice;
use szala_kernel::journal::{Entry, Event, Log, tell};
use szala_kernel::record::{ABSENT, Column, Kind, Recorded, Whose};
use szala_kernel::{ActionList, Outcome, Play, Rules, RunSeed, Side, Table};

use crate::common::{choose_boldly, load};

/// The number of games of each scenario, every other one bold.
const GAMES: u64 = 150;

/// A game as its row and as its trace.
struct Told {
    row: BTreeMap<String, i32>,
    lines: Vec<String>,
    /// The lead after each change of it, and before the first.
    leads: Vec<i32>,
    outcome: Outcome,
}

/// The name of a column in a file.
fn name(rules: &Insurrection, column: &Column) -> String {
    let side = |side: Side| &rules.scenario().sides[side];
    match &column.whose {
        Whose::Game => column.what.to_owned(),
        Whose::Side(one) => format!("{}.{}", column.what, side(*one)),
        Whose::Unit(_, unit) => format!("{}.{unit}", column.what),
        Whose::AllOf(one, group) => format!("{}.{}.{group}", column.what, side(*one)),
        Whose::OneOf(one, group, number) => format!("{}.{}.{group} {number}", column.what, side(*one)),
        Whose::Stage(stage) => format!("{}.{stage}", column.what),
        Whose::SideStage(one, stage) => format!("{}.{}.{stage}", column.what, side(*one)),
    }
}

/// Plays a game twice, with notes and with a log.
fn play(rules: &Insurrection, number: u64) -> Told {
    let seed = RunSeed(1794).game(number);
    let mut list = ActionList::within(rules.limits());
    let choose = |players: &mut ByChance, state: &_, legal: &[_]| match number % 2 {
        0 => players.choose(rules.to_act(state), legal.len()),
        _ => choose_boldly(rules, state, legal, players),
    };
    let mut table = Table::new(SeededDice::new(seed), rules.notes());
    let (mut state, mut players) = (rules.opening(), ByChance::new(seed));
    let noted = rules.play_on(&mut state, &mut table, &mut list, |rules, state, legal, table| {
        let place = choose(&mut players, state, legal);
        rules.note_decision(&mut table.journal, state, legal[place]);
        place
    });
    let columns = rules.columns();
    let mut row = vec![0; columns.len()];
    rules.write_row(&mut table.journal, &state, &mut row);

    let mut table = Table::new(SeededDice::new(seed), Log::default());
    let (mut state, mut players) = (rules.opening(), ByChance::new(seed));
    let logged = rules.play_out_loud(&mut state, &mut table, &mut list, |_, state, legal| {
        choose(&mut players, state, legal)
    });
    assert_eq!(noted, logged, "game {number} with notes and with a log");
    let entries = &table.journal.entries;
    let leads = entries.iter().filter_map(|entry| match entry {
        Entry::Event(Event::Change { what: "vp", to, .. }) => Some(*to),
        _ => None,
    });
    Told {
        row: columns.iter().map(|column| name(rules, column)).zip(row).collect(),
        lines: entries.iter().map(|entry| tell(rules, entry).to_string()).collect(),
        leads: [0].into_iter().chain(leads).collect(),
        outcome: logged.outcome,
    }
}

fn each_game(mut look: impl FnMut(&Insurrection, &str, &Told)) {
    for scenario in ["historical", "alternative"] {
        let rules = load(scenario);
        for number in 0..GAMES {
            look(&rules, &format!("{scenario} game {number}"), &play(&rules, number));
        }
    }
}

/// What is counted again, line by line.
struct Recount<'r> {
    rules: &'r Insurrection,
    counts: BTreeMap<String, i32>,
    stage: i32,
    /// The side of the chit drawn last.
    active: Option<Side>,
    /// The last unit that came into a hex, by the hex; a commander attacks nobody.
    last_into: BTreeMap<String, String>,
    /// The last one recorded of those that points are scored for.
    scores_next: Option<String>,
}

impl Recount<'_> {
    /// The side of a unit or commander.
    fn side_of(&self, name: &str) -> Side {
        let scenario = self.rules.scenario();
        let units = scenario.units.iter().map(|card| (&card.name, card.side));
        let mut all = units.chain(scenario.commanders.iter().map(|card| (&card.name, card.side)));
        all.find(|(one, _)| *one == name).unwrap_or_else(|| panic!("nobody is called {name}")).1
    }

    fn add(&mut self, what: &str, whose: &str) {
        *self.counts.entry(format!("{what}.{whose}")).or_default() += 1;
    }

    fn add_to_side(&mut self, what: &str, side: Side) {
        let name = self.rules.scenario().sides[side].clone();
        self.add(what, &name);
    }

    fn once(&mut self, name: &str, value: i32) {
        assert_eq!(self.counts.insert(name.to_owned(), value), None, "{name} comes twice");
    }

    fn decision(&mut self, side: &str, action: &str) {
        match action.split_once(' ') {
            Some(("fire", _)) => self.add("shots", side),
            Some(("choose", commander)) => {
                let name = format!("chosen.{side}.{}", self.stage);
                let mut columns = self.rules.columns().into_iter();
                let is_it = |column: &Column| self::name(self.rules, column) == name;
                let Some(Kind::Name(names)) = columns.find(is_it).map(|column| column.kind) else {
                    panic!("there is no column {name} of names")
                };
                let place = names.iter().position(|one| one == commander).expect("one of them");
                self.once(&name, i32::try_from(place).expect("the number is small"));
            }
            _ => (),
        }
    }

    /// An event: the number of its rule, what happened, and to whom.
    fn event(&mut self, rule: &str, text: &str) {
        if let Some(chit) = text.strip_prefix("draws ") {
            self.active = Some(self.side_of(chit));
            self.add("activated", chit);
        }
        if let Some(change) = text.strip_prefix("stage: ") {
            self.stage = change
                .split(" -> ")
                .nth(1)
                .and_then(|to| to.parse().ok())
                .expect("the change ends with a stage");
        }
        if let Some((from, to)) = text.strip_prefix("vp: ").and_then(|change| change.split_once(" -> ")) {
            // As in `even -> Poles 1`.
            let number = |text: &str| match text.rsplit_once(' ') {
                None => 0,
                Some((side, points)) => {
                    let is_first = self.rules.scenario().sides[Side::First] == side;
                    let points: i32 = points.parse().expect("a lead is a number");
                    if is_first { points } else { -points }
                }
            };
            let more = number(to) - number(from);
            *self.counts.entry(format!("gained.{}", self.stage)).or_default() += more;
            let who = self.scores_next.take().expect("points are for somebody");
            let own = self.side_of(&who).sign() * more;
            *self.counts.entry(format!("points.{who}")).or_default() += own;
        }
        if text.starts_with("camp reached") {
            self.once("camp_stage", self.stage);
        }
        if let Some((who, change)) = text.strip_prefix("hex of ").and_then(|text| text.split_once(": ")) {
            let to = change.split(" -> ").nth(1).expect("a change is written with an arrow");
            if self.rules.scenario().units.iter().any(|card| card.name == who) {
                self.last_into.insert(to.to_owned(), who.to_owned());
            }
            match rule {
                "11.11.1" => {
                    self.add("flights", who);
                    self.add_to_side("flights", self.side_of(who));
                }
                "10.11" => self.add_to_side("retreats", self.side_of(who)),
                _ => (),
            }
        }
        if let Some((who, _)) = text.strip_prefix("losses of ").and_then(|text| text.split_once(": ")) {
            self.add("losses", who);
            self.add_to_side("losses", self.side_of(who));
        }
        let Some((what, whom)) = text.split_once(": ") else { return };
        if ["melee won", "eliminated", "commander killed", "guns captured", "guns recaptured"].contains(&what)
        {
            self.scores_next = Some(whom.to_owned());
        }
        match what {
            "melee" => {
                // [8.14.2] [8.15.3] A unit that charges or counterattacks came into the hex last, [11.2] and in phase 4
                // the active side attacks.
                let entered = self.last_into.get(whom).map(|unit| self.side_of(unit));
                let (what, attacker) = match rule {
                    "8.14.2" => ("charges", entered),
                    "8.15.3" => ("counterattacks", entered),
                    _ => ("assaults", self.active),
                };
                self.add_to_side(what, attacker.expect("a melee has an attacker"));
                self.add_to_side("melees", attacker.expect("a melee has an attacker"));
            }
            "battery fires" => self.add_to_side("shells", self.side_of(whom)),
            "melee won" => self.add_to_side("melees_won", self.side_of(whom)),
            "test failed" => self.add_to_side("morale_failed", self.side_of(whom)),
            "out of the game" => self.add_to_side("out_of_game", self.side_of(whom)),
            "contused" => self.add_to_side("contused", self.side_of(whom)),
            "guns captured" => self.add_to_side("guns_captured", !self.side_of(whom)),
            "eliminated" => {
                self.once(&format!("eliminated_stage.{whom}"), self.stage);
                self.add_to_side("eliminated", self.side_of(whom));
            }
            "commander killed" => {
                self.once(&format!("killed_stage.{whom}"), self.stage);
                self.add_to_side("commanders_killed", self.side_of(whom));
            }
            "commander removed" => self.add_to_side("commanders_removed", self.side_of(whom)),
            _ => (),
        }
    }
}

/// The columns of a row, counted again; those that are zero or absent may be missing.
fn recount(rules: &Insurrection, told: &Told) -> BTreeMap<String, i32> {
    let mut recount = Recount {
        rules,
        counts: BTreeMap::new(),
        stage: 1,
        active: None,
        last_into: BTreeMap::new(),
        scores_next: None,
    };
    for line in &told.lines {
        match line.split_once(": ") {
            Some((side, action)) if rules.scenario().sides.0.iter().any(|name| name == side) => {
                recount.decision(side, action);
            }
            _ => {
                let (rule, text) = line.split_once(' ').expect("a rule and what it did");
                recount.event(rule, text);
            }
        }
    }
    let stage = recount.stage;
    let leads = &told.leads;
    // [12.2] Of all pairs of moments the farthest apart; of equals the first whose later moment came first.
    let mut swing = 0i32;
    for (later, lead) in leads.iter().enumerate() {
        for before in &leads[..later] {
            if (lead - before).abs() > swing.abs() {
                swing = lead - before;
            }
        }
    }
    for (side, name) in rules.scenario().sides.iter() {
        let scored = leads.windows(2).map(|pair| side.sign() * (pair[1] - pair[0])).filter(|more| *more > 0);
        recount.counts.insert(format!("points.{name}"), scored.sum());
    }
    let bounds = leads.iter().min().zip(leads.iter().max()).expect("it was even once");
    for (name, value) in [("end_stage", stage), ("swing", swing), ("low", *bounds.0), ("high", *bounds.1)] {
        recount.counts.insert(name.to_owned(), value);
    }
    recount.counts
}

#[test]
fn r12_2_the_lead_is_the_sum_over_the_stages_and_over_units_and_commanders() {
    each_game(|rules, game, told| {
        let sum = |what: &str| -> i32 {
            let columns = rules.columns().into_iter().filter(|column| column.what == what);
            let value = |column: Column| match column.whose {
                Whose::Unit(side, _) => side.sign() * told.row[&name(rules, &column)],
                Whose::Stage(_) => told.row[&name(rules, &column)],
                _ => 0,
            };
            columns.map(value).sum()
        };
        assert_eq!([sum("gained"), sum("points")], [told.outcome.lead; 2], "{game}");
    });
}

#[test]
fn every_column_is_what_the_trace_says() {
    each_game(|rules, game, told| {
        let mut recounted = recount(rules, told);
        for column in rules.columns() {
            let name = name(rules, &column);
            let nothing = match column.kind {
                Kind::Count | Kind::Number => 0,
                Kind::Stage | Kind::Name(_) => ABSENT,
            };
            assert_eq!(told.row[&name], recounted.remove(&name).unwrap_or(nothing), "{game}: {name}");
        }
        assert_eq!(recounted, BTreeMap::new(), "{game}: what the trace tells has no column");
    });
}

/// [12.1] [11.1] What the columns of a game must come to together.
#[test]
fn the_columns_of_a_game_agree_with_each_other() {
    each_game(|rules, game, told| {
        let scenario = rules.scenario();
        let of = |what: &str, side: Side| told.row[&format!("{what}.{}", scenario.sides[side])];
        let both = |what: &str| of(what, Side::First) + of(what, Side::Second);
        // [11.7] Every melee has a winner.
        assert_eq!(both("melees_won"), both("melees"), "{game}");
        assert_eq!(of("points", Side::First) - of("points", Side::Second), told.outcome.lead, "{game}");
        assert!((told.row["low"]..=told.row["high"]).contains(&told.outcome.lead), "{game}");
        assert!(told.row["swing"].abs() <= told.row["high"] - told.row["low"], "{game}");
        for side in Side::BOTH {
            let units = || scenario.units.iter().filter(|card| card.side == side);
            for what in ["losses", "flights"] {
                let of_units = units().filter_map(|card| told.row.get(&format!("{what}.{}", card.name)));
                assert_eq!(of_units.sum::<i32>(), of(what, side), "{game}: {what}");
            }
            let is_there =
                |name: &String, what: &str| i32::from(told.row[&format!("{what}.{name}")] != ABSENT);
            let eliminated = units().map(|card| is_there(&card.name, "eliminated_stage"));
            assert_eq!(eliminated.sum::<i32>(), of("eliminated", side), "{game}");
            let commanders = scenario.commanders.iter().filter(|card| card.side == side);
            let killed = commanders.map(|card| is_there(&card.name, "killed_stage"));
            assert_eq!(killed.sum::<i32>(), of("commanders_killed", side), "{game}");
            // [12.1] A melee won is a point, a battery captured or retaken two, a commander killed three.
            // What is left are the enemy's units eliminated by fire or in a crisis.
            let enemy = !side;
            let is_retaken = |line: &&String| {
                let gun = line.strip_prefix("10.10.9 guns recaptured: ");
                gun.is_some_and(|gun| units().any(|card| card.name == gun))
            };
            let retaken = told.lines.iter().filter(is_retaken).map(|_| 2).sum::<i32>();
            let known = of("melees_won", side)
                + 2 * of("guns_captured", side)
                + retaken
                + 3 * of("commanders_killed", enemy);
            let left = of("points", side) - known;
            assert!((0..=of("eliminated", enemy)).contains(&left), "{game}: {left} points are left");
        }
    });
}
