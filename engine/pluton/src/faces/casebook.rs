//! How rule cases describe the game: positions to set up, values to check. `docs/PLUTON.md` describes both for writers
//! of cases.

use szala_board::Ordinal;
use szala_files::case::Casebook;
use szala_files::{Complaint, Field, Section, unknown};
use szala_kernel::dice::SeededDice;
use szala_kernel::{Naming, Rules, RunSeed, Side, Subject, Table};

use crate::chapters::game::Pluton;
use crate::chapters::sight::Sight;
use crate::position::agenda::{Agenda, Task};
use crate::position::data::SIDES;
use crate::position::ids::{BarrageId, CounterId, subject};
use crate::position::state::{Barrage, Colour, Level, State};

const KEYS: [&str; 9] =
    ["stage", "at", "active", "counters", "waiting", "barrages", "called", "released", "hidden_stages"];

/// Where a position begins: its phase counted from the first of its side's, and the tasks, the first one below.
const PLACES: [(&str, (u8, &[Task])); 5] = [
    ("calls", (1, &[Task::Effects(0), Task::Drift, Task::Lay(0), Task::Call])),
    ("barrages", (1, &[Task::Effects(0), Task::Drift, Task::Lay(0)])),
    ("moves", (2, &[Task::Combats, Task::FinalFire, Task::Movement])),
    ("final fire", (2, &[Task::Combats, Task::FinalFire])),
    ("combats", (2, &[Task::Combats])),
];

const PATHS: [&str; 9] = [
    "stage",
    "hidden stages",
    "phase",
    "active",
    "mover",
    "half points.SIDE, held.SIDE, squares lost.SIDE, commanders lost.SIDE, revealed.SIDE",
    "COUNTER.hex/level/marker/losses/squares left/morale/commanded/masked/known/on paper",
    "SIDE barrage N.hex/strength",
    "sight.HEX-HEX, distance.HEX-HEX, cost.HEX-HEX",
];

fn side_of(field: &Field<'_>) -> Result<Side, Complaint> {
    field.choice(&[(SIDES[0], Side::First), (SIDES[1], Side::Second)])
}

impl Pluton {
    /// `Poles barrage 4`.
    fn parse_barrage(&self, text: &str) -> Result<BarrageId, String> {
        let wrong = || format!("`{text}` is no barrage: `{} barrage 1` is one", SIDES[0]);
        let (name, number) = text.split_once(" barrage ").ok_or_else(wrong)?;
        let side = Side::BOTH.into_iter().find(|side| SIDES[*side as usize] == name).ok_or_else(wrong)?;
        let slot = number.parse::<u8>().ok().and_then(|number| number.checked_sub(1)).ok_or_else(wrong)?;
        self.barrages(side).find(|barrage| barrage.slot == slot).ok_or_else(wrong)
    }

    /// `Germans II/73`.
    fn parse_group(&self, text: &str) -> Result<(Side, usize), String> {
        let wrong = || format!("`{text}` is no group of counters: `{} 2kp` may be one", SIDES[1]);
        let (name, group) = text.split_once(' ').ok_or_else(wrong)?;
        let side = Side::BOTH.into_iter().find(|side| SIDES[*side as usize] == name).ok_or_else(wrong)?;
        let slot = self.scenario.groups[side].iter().position(|known| known.name == group);
        Ok((side, slot.ok_or_else(wrong)?))
    }

    /// `0505`, followed by any of `under_fire`, `pinned`, `odd`, `even`, `fresh`, `moved`, `seen`, `second`, `new`,
    /// `paper`, `known`, `lost:2`, `fired:1`; or `dead`.
    fn place(&self, state: &mut State, who: CounterId, text: &str) -> Result<(), String> {
        let mut level = Level::Full;
        let mut colour = Colour::Odd;
        let mut is_dead = false;
        for word in text.split_whitespace() {
            let (word, number) = word.split_once(':').unwrap_or((word, ""));
            let number =
                || number.parse::<u8>().map_err(|_| format!("`{text}`: `{word}` takes a number: {word}:2"));
            match word {
                "under_fire" => level = Level::UnderFire,
                "pinned" => level = Level::Pinned,
                "odd" => colour = Colour::Odd,
                "even" => colour = Colour::Even,
                "fresh" => state.fresh.insert(who),
                "moved" => state.moved.insert(who),
                "seen" => {
                    state.marked.insert(who);
                    state.known.insert(who);
                }
                "second" => state.second.insert(who),
                "new" => state.new.insert(who),
                "paper" => state.paper.insert(who),
                "known" => state.known.insert(who),
                "dead" => is_dead = true,
                "lost" => state.losses[who.index()] = number()?,
                "fired" => state.fired[who.index()] = number()?,
                _ => state.places[who.index()] = Some(self.parse_hex(word)?),
            }
        }
        if is_dead {
            state.known.insert(who);
            state.dead.insert(who);
            state.losses[who.index()] = 2 * self.card(state, who).squares;
            state.commanders_lost[who.side()] += u8::from(state.commanders.contains(who));
        } else if state.place_of(who).is_none() {
            return Err(format!("`{text}` should name a hex, or say dead"));
        }
        state.set_level(who, level, colour);
        Ok(())
    }

    fn read_counters(&self, state: &mut State, position: &Section<'_>, wrong: &mut Vec<Complaint>) {
        let counters = position.read("counters", wrong, Field::section);
        for field in counters.as_ref().map(Section::fields).unwrap_or_default() {
            match self.parse_counter(field.name()) {
                Err(message) => wrong.push(Complaint::new(field.name_span(), message)),
                Ok(who) => {
                    if let Err(complaint) = field.parse(|text| self.place(state, who, text)) {
                        wrong.push(complaint);
                    }
                }
            }
        }
        for who in position.read_each("waiting", wrong, |field| field.parse(|text| self.parse_counter(text)))
        {
            state.waiting.insert(who);
        }
    }

    fn read_barrages(&self, state: &mut State, position: &Section<'_>, wrong: &mut Vec<Complaint>) {
        let barrages = position.read("barrages", wrong, Field::section);
        for field in barrages.as_ref().map(Section::fields).unwrap_or_default() {
            let barrage = self.parse_barrage(field.name());
            let marker = field.parse(|text| {
                let (text, is_moved) = text.strip_suffix(" moved").map_or((text, false), |hex| (hex, true));
                let (hex, is_far) = text.strip_suffix(" far").map_or((text, false), |hex| (hex, true));
                Ok(Barrage { place: Some(self.parse_hex(hex)?), is_far, is_laid: false, is_moved })
            });
            match (barrage, marker) {
                (Ok(barrage), Ok(marker)) => *state.barrage_mut(barrage) = marker,
                (Err(message), _) => wrong.push(Complaint::new(field.name_span(), message)),
                (_, Err(complaint)) => wrong.push(complaint),
            }
        }
        for (side, guns) in
            position.read_each("called", wrong, |field| field.parse(|text| self.parse_guns(text)))
        {
            state.called[side] |= 1 << guns;
        }
    }

    fn counter_value(&self, state: &State, who: CounterId, what: &str) -> Option<String> {
        let is_unit = state.units.contains(who);
        Some(match what {
            "hex" => match state.place_of(who) {
                Some(hex) => self.label(hex).to_string(),
                None if state.waiting.contains(who) => "to come".to_owned(),
                None if state.dead.contains(who) => "eliminated".to_owned(),
                None => "not there".to_owned(),
            },
            "level" => state.level(who).name().to_owned(),
            "marker" => match state.colour(who) {
                None => "none",
                Some(Colour::Odd) => "odd",
                Some(Colour::Even) => "even",
            }
            .to_owned(),
            "losses" => state.losses[who.index()].to_string(),
            "squares left" if is_unit => self.squares_left(state, who).to_string(),
            "morale" if is_unit => self.morale(state, who).to_string(),
            "commanded" => self.is_commanded(state, who).to_string(),
            "masked" => (!self.is_unmasked(state, who)).to_string(),
            "known" => state.known.contains(who).to_string(),
            "on paper" => state.paper.contains(who).to_string(),
            _ => return None,
        })
    }

    fn pair_value(&self, what: &str, pair: &str) -> Option<String> {
        let (from, to) = pair.split_once('-')?;
        let [from, to] = [self.parse_hex(from).ok()?, self.parse_hex(to).ok()?];
        Some(match what {
            "sight" => match self.sight(from, to) {
                Sight::Clear => "clear",
                Sight::Partly => "partly",
                Sight::Screened => "screened",
            }
            .to_owned(),
            "distance" => self.board.distance(from, to).to_string(),
            "cost" => self.costs[from.index()][self.board.direction_to(from, to)?.index()].to_string(),
            _ => return None,
        })
    }

    fn side_value(&self, state: &State, what: &str, side: &str) -> Option<String> {
        let side = Side::BOTH.into_iter().find(|known| SIDES[*known as usize] == side)?;
        Some(match what {
            "half points" => self.half_points(state, side).to_string(),
            "held" => self.buildings_held(state, side).to_string(),
            "squares lost" => self.squares_lost(state, side).to_string(),
            "revealed" => self.revealed(state, side).to_string(),
            "commanders lost" => state.commanders_lost[side].to_string(),
            _ => return None,
        })
    }
}

impl Casebook for Pluton {
    fn set_up(&self, position: &Section<'_>) -> Result<State, Vec<Complaint>> {
        let mut wrong = Vec::new();
        position.refuse_unknown(&KEYS, &mut wrong);
        let mut state = self.bare_position();
        state.stage =
            position.read("stage", &mut wrong, |field| field.number(1..=self.scenario.stages)).unwrap_or(1);
        state.active = position.read("active", &mut wrong, side_of).unwrap_or(self.scenario.leads);
        let (phase, tasks) =
            position.read("at", &mut wrong, |field| field.choice(&PLACES)).unwrap_or(PLACES[2].1);
        state.phase = phase + if state.active == self.scenario.leads { 0 } else { 3 };
        state.agenda = Agenda::of(Task::NextPhase);
        for task in tasks {
            state.agenda.push(*task);
        }
        self.read_counters(&mut state, position, &mut wrong);
        self.read_barrages(&mut state, position, &mut wrong);
        state.hidden_stages = position
            .read("hidden_stages", &mut wrong, |field| field.number(0..=self.scenario.stages))
            .unwrap_or(0);
        let released = |field: &Field<'_>| field.parse(|text| self.parse_group(text));
        for (side, group) in position.read_each("released", &mut wrong, released) {
            state.opened[side] |= 1 << group;
        }
        if !wrong.is_empty() {
            return Err(wrong);
        }
        state.revealed_before = Side::BOTH.map(|side| self.revealed(&state, side)).iter().sum();
        // [16.1] What is seen is known.
        let mut looked = state.clone();
        self.look_everywhere(&mut looked, &mut Table::new(SeededDice::new(RunSeed(0).game(0)), ()));
        if self.audit(&looked).is_ok() {
            state = looked;
            self.look_who_passed(&mut state);
            let mut next = state.clone();
            self.go_on(&mut next, &mut Table::new(SeededDice::new(RunSeed(0).game(0)), ()));
            // Barrages that have nothing to decide are passed over.
            if matches!((state.task(), next.task()), (Task::Lay(_), Task::Lay(_))) {
                return Ok(next);
            }
            if next != state {
                let message = "nobody has anything to decide here: begin earlier, or place somebody who has";
                return Err(vec![Complaint::new(position.span(), message)]);
            }
        }
        Ok(state)
    }

    fn probe(&self, state: &State, path: &str) -> Result<String, String> {
        let nothing = || unknown("value", path, &PATHS);
        match path {
            "stage" => return Ok(state.stage.to_string()),
            "hidden stages" => return Ok(state.hidden_stages.to_string()),
            "phase" => return Ok(state.phase.to_string()),
            "active" => return Ok(SIDES[state.active as usize].to_owned()),
            "mover" => {
                let who = state
                    .mover
                    .map_or("nobody".to_owned(), |mover| self.name(mover.who.subject()).to_string());
                return Ok(who);
            }
            _ => (),
        }
        let (whose, what) = path.rsplit_once('.').ok_or_else(nothing)?;
        if let Some(value) = self.side_value(state, whose, what).or_else(|| self.pair_value(whose, what)) {
            return Ok(value);
        }
        if let Ok(barrage) = self.parse_barrage(whose) {
            return match what {
                "hex" => Ok(state
                    .barrage(barrage)
                    .place
                    .map_or("free".to_owned(), |hex| self.label(hex).to_string())),
                "strength" => Ok(self.strength_of(state, barrage).to_string()),
                _ => Err(nothing()),
            };
        }
        let counter = self.parse_counter(whose).ok();
        counter.and_then(|who| self.counter_value(state, who, what)).ok_or_else(nothing)
    }

    fn parse_subject(&self, text: &str) -> Result<Subject, String> {
        if let Some(side) = Side::BOTH.into_iter().find(|side| SIDES[*side as usize] == text) {
            return Ok(subject::of_side(side));
        }
        if let Ok(hex) = self.parse_hex(text) {
            return Ok(subject::of_hex(hex));
        }
        if let Ok((side, guns)) = self.parse_guns(text) {
            return Ok(subject::of_battalion(side, guns.into()));
        }
        if let Ok((side, slot)) = self.parse_group(text) {
            return Ok(subject::of_group(side, slot));
        }
        let barrage = self.parse_barrage(text).map(BarrageId::subject);
        barrage.or_else(|_| self.parse_counter(text).map(CounterId::subject))
    }
}
