//! How rule cases describe the game: positions to set up, values to check. `docs/SPQR.md` describes both for writers of
//! cases.

use szala_board::Ordinal;
use szala_files::case::Casebook;
use szala_files::{Complaint, Field, Section, unknown};
use szala_kernel::dice::SeededDice;
use szala_kernel::{Names, RunSeed, Side, Subject, Table};

use crate::chapters::game::Spqr;
use crate::position::agenda::{Agenda, Task};
use crate::position::ids::{LeaderId, UnitId, subject_of_hex, subject_of_side};
use crate::position::state::State;

const KEYS: [&str; 6] = ["turn", "at", "leader", "phase", "units", "leaders"];

/// Where a position begins.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Begins {
    Turn,
    Activation,
    Orders,
    Shock,
    Momentum,
}

const PLACES: [(&str, Begins); 5] = [
    ("turn", Begins::Turn),
    ("activation", Begins::Activation),
    ("orders", Begins::Orders),
    ("shock", Begins::Shock),
    ("momentum", Begins::Momentum),
];

const PATHS: [&str; 7] = [
    "turn",
    "active",
    "leader",
    "orders left",
    "SIDE.points",
    "UNIT.hex/facing/hits/routed/depleted/missiles/screen/fight/over/engaged/column, UNIT.holds.HEX",
    "LEADER.hex/initiative/finished/bypassed/phases/shown/holds, LEADER.commands.HEX",
];

fn number(text: &str, word: &str, number: &str) -> Result<u8, String> {
    number.parse().map_err(|_| format!("`{text}`: `{word}` takes a number: {word}:2"))
}

impl Spqr {
    /// `0505 E hits:2`, and any of `routed`, `depleted`, `low`, `none`, `marched` (in an earlier phase of the turn),
    /// `moved` (in this one), `must` and `no` (test in the charge), `rallied`, `pursued`, `engaged:1` (with units of
    /// the same number), `under` (in a stack); or
    /// `dead`, or `off:0116` (beyond the map since it pursued from there).
    fn place(&self, state: &mut State, unit: UnitId, text: &str) -> Result<(), String> {
        let (mut place, mut facing) = (None, self.scenario.armies[unit.side()].faces);
        let (mut engaged, mut heading) = (0, None);
        state.away.remove(unit);
        for word in text.split_whitespace() {
            let (word, value) = word.split_once(':').unwrap_or((word, ""));
            match word {
                "hits" => state.hits[unit.index()] = number(text, word, value)?,
                "routed" => {
                    state.routed.insert(unit);
                    state.hits[unit.index()] = self.card(unit).quality;
                }
                "depleted" => state.depleted.insert(unit),
                "low" => state.low.insert(unit),
                "none" => state.empty.insert(unit),
                "marched" => state.marched.insert(unit),
                "moved" => state.moved.insert(unit),
                "must" => state.must_check.insert(unit),
                "no" => state.no_check.insert(unit),
                "rallied" => state.rallied.insert(unit),
                "pursued" => state.pursued.insert(unit),
                "commanded" => state.commanded.insert(unit),
                "column" => heading = Some(self.parse_direction(value)?),
                "engaged" => engaged = number(text, word, value)?,
                // Remembered until everybody stands.
                "under" => state.beneath.insert(unit),
                "dead" => return Ok(()),
                "off" => {
                    state.exits[unit.index()] = Some(self.parse_hex(value)?);
                    state.away.insert(unit);
                    return Ok(());
                }
                _ => match self.parse_facing(word) {
                    Ok(known) => facing = known,
                    Err(_) => place = Some(self.parse_hex(word)?),
                },
            }
        }
        if self.is_ridden(unit) {
            // It comes with its leader.
            state.away.insert(unit);
            state.facings[unit.index()] = facing;
            return Ok(());
        }
        let place = place.ok_or_else(|| format!("`{text}` should name a hex, or say dead"))?;
        state.dead.remove(unit);
        state.engaged[unit.index()] = engaged;
        if let Some(way) = heading {
            let sides = if self.card(unit).is_long() { facing.flank() } else { facing.front() };
            let Some(side) = sides.iter().position(|side| *side == way) else {
                return Err(format!("`{text}`: a column heads for a side in front, or for an end"));
            };
            state.columns.insert(unit);
            if side == 1 {
                state.headed_left.insert(unit);
            }
        }
        let hexes = self.hexes_at(unit, place, facing);
        if self.card(unit).is_long() && hexes[1].is_none() {
            return Err(format!("`{text}`: its right half is off the map"));
        }
        if let Some(other) = hexes.into_iter().flatten().find_map(|hex| state.unit_at(hex)) {
            let fits = state.is_beneath(unit) != state.is_beneath(other)
                && other.side() == unit.side()
                && state.under(other).is_none()
                && (state.places[other.index()], state.facings[other.index()]) == (Some(place), facing);
            if !fits {
                return Err(format!("`{text}`: {} stands there", self.card(other).name));
            }
            self.put(state, unit, place, facing);
            let was_under = state.is_beneath(other);
            self.join(state, unit);
            if was_under {
                self.turn_over(state, other);
            }
            return Ok(());
        }
        self.put(state, unit, place, facing);
        Ok(())
    }

    /// `0505`, and any of `wounds:1`, `finished`, `acted`, `bypassed`, `lined` (gave a line command in his first
    /// phase), `ordered` (has a secret order of 6.59), `marked` (could get one), `replaced` or `replaced:2`,
    /// `phases:1`; or `dead`, at the end.
    fn place_leader(&self, state: &mut State, leader: LeaderId, text: &str) -> Result<(), String> {
        state.away_leaders.remove(leader);
        for word in text.split_whitespace() {
            let (word, value) = word.split_once(':').unwrap_or((word, ""));
            match word {
                "wounds" => state.wounds[leader.index()] = number(text, word, value)?,
                "phases" => state.phases[leader.index()] = number(text, word, value)?,
                "finished" => state.finished.insert(leader),
                "acted" => state.acted.insert(leader),
                "bypassed" => state.bypassed.insert(leader),
                "lined" => state.lined.insert(leader),
                "ordered" => state.prearranged.insert(leader),
                "marked" => state.markable.insert(leader),
                "replaced" if value.is_empty() => state.replaced[leader.index()] = 1,
                "replaced" => state.replaced[leader.index()] = number(text, word, value)?,
                "dead" => return Ok(()),
                _ => state.leaders[leader.index()] = Some(self.parse_hex(word)?),
            }
        }
        if state.leader_place(leader).is_none() {
            return Err(format!("`{text}` should name a hex, or say dead"));
        }
        state.dead_leaders.remove(leader);
        self.mount_driver(state, leader);
        Ok(())
    }

    fn read_all<T>(
        &self,
        key: &str,
        state: &mut State,
        position: &Section<'_>,
        wrong: &mut Vec<Complaint>,
        (parse, place): (
            impl Fn(&str) -> Result<T, String>,
            impl Fn(&mut State, T, &str) -> Result<(), String>,
        ),
    ) {
        let section = position.read(key, wrong, Field::section);
        for field in section.as_ref().map(Section::fields).unwrap_or_default() {
            match parse(field.name()) {
                Err(message) => wrong.push(Complaint::new(field.name_span(), message)),
                Ok(who) => {
                    let text = field.text();
                    let placed = text
                        .and_then(|text| place(state, who, text).map_err(|message| field.complain(message)));
                    wrong.extend(placed.err());
                }
            }
        }
    }

    fn unit_value(&self, state: &State, unit: UnitId, what: &str) -> Option<String> {
        let supply = |low: bool, empty: bool| {
            if empty {
                "none"
            } else if low {
                "low"
            } else {
                "full"
            }
        };
        Some(match what {
            "hex" => match state.place_of(unit) {
                Some(hex) => self.label(hex).to_string(),
                None if state.away.contains(unit) => "away".to_owned(),
                None => "eliminated".to_owned(),
            },
            "facing" => self.scenario.grid.orientation().facing_name(state.facings[unit.index()]).to_owned(),
            "hits" => state.hits_of(unit).to_string(),
            "routed" => state.is_routed(unit).to_string(),
            "depleted" => state.depleted.contains(unit).to_string(),
            "missiles" => supply(state.low.contains(unit), state.empty.contains(unit)).to_owned(),
            "screen" => supply(state.screen_low.contains(unit), state.screen_empty.contains(unit)).to_owned(),
            "fight" => state.fight[unit.index()].to_string(),
            "engaged" => self.is_engaged(state, unit).to_string(),
            "column" => self.heading(state, unit).map_or("no", |way| self.direction_name(way)).to_owned(),
            "over" => state.under(unit).map_or("nobody", |under| &self.card(under).name).to_owned(),
            _ => return None,
        })
    }

    fn leader_value(&self, state: &State, leader: LeaderId, what: &str) -> Option<String> {
        Some(match what {
            "hex" => state.leader_place(leader).map_or("dead".to_owned(), |hex| self.label(hex).to_string()),
            "initiative" => self.initiative(state, leader).to_string(),
            "finished" => state.finished.contains(leader).to_string(),
            "bypassed" => state.bypassed.contains(leader).to_string(),
            "phases" => state.phases[leader.index()].to_string(),
            "shown" => state.shown.contains(leader).to_string(),
            "holds" => match state.holds_line[leader.index()] {
                0 => "nothing".to_owned(),
                line => self.scenario.lines[usize::from(line) - 1].name.clone(),
            },
            _ => return None,
        })
    }
}

impl Casebook for Spqr {
    fn set_up(&self, position: &Section<'_>) -> Result<State, Vec<Complaint>> {
        let mut wrong = Vec::new();
        position.refuse_unknown(&KEYS, &mut wrong);
        let mut state = self.bare_position();
        // A unit that is not named is not there, and no side lost it.
        (state.dead, state.away) = (self.all, self.all);
        (state.dead_leaders, state.away_leaders) = (self.all_leaders, self.all_leaders);
        state.away -= self.ridden;
        state.turn = position
            .read("turn", &mut wrong, |field| field.number(1..=self.scenario.switches.turns))
            .unwrap_or(2);
        let unit = |text: &str| self.parse_unit(text);
        let leader = |text: &str| self.parse_leader(text);
        self.read_all(
            "units",
            &mut state,
            position,
            &mut wrong,
            (unit, |state: &mut State, who, text: &str| self.place(state, who, text)),
        );
        self.read_all(
            "leaders",
            &mut state,
            position,
            &mut wrong,
            (leader, |state: &mut State, who, text: &str| self.place_leader(state, who, text)),
        );
        self.settle_ridden(&mut state);
        for unit in state.beneath.iter().filter(|unit| self.top_of(&state, *unit) == *unit) {
            let message = format!("nobody stands over {}", self.card(unit).name);
            wrong.push(Complaint::new(position.span(), message));
        }
        state.finished |= state.dead_leaders;
        let begins = position.read("at", &mut wrong, |field| field.choice(&PLACES)).unwrap_or(Begins::Orders);
        let active = position.read("leader", &mut wrong, |field| field.parse(leader));
        let phase = position.read("phase", &mut wrong, |field| field.number(1..=3_u8)).unwrap_or(1);
        state.agenda = Agenda::of(Task::NextTurn);
        state.agenda.push(Task::Activate(true));
        if begins == Begins::Turn {
            // [D-3.0d] What is decided before anybody is activated.
            for task in [Task::Elite(false), Task::Prearrange(true), Task::Prearrange(false)] {
                state.agenda.push(task);
            }
            self.forget_orders(&mut state);
        } else if begins == Begins::Activation {
            let lowest = self.inactive(&state).iter().min_by_key(|one| self.initiative(&state, *one));
            state.active = self.next_side(&state).or(lowest.map(LeaderId::side)).unwrap_or(Side::First);
            if lowest.is_none() {
                wrong.push(Complaint::new(position.span(), "nobody is left to be activated"));
            }
        } else if let Some(leader) = active.filter(|one| state.leader_place(*one).is_some()) {
            let (moved, must, no) = (state.moved, state.must_check, state.no_check);
            let mut table = Table::new(SeededDice::new(RunSeed(0).game(0)), ());
            state.phases[leader.index()] = phase - 1;
            self.begin_phase(&mut state, leader, (false, false), &mut table);
            (state.moved, state.must_check, state.no_check) = (moved, must, no);
            match begins {
                Begins::Shock => {
                    while !matches!(state.task(), Task::EndPhase) {
                        state.agenda.pop();
                    }
                    state.agenda.push(Task::Combats);
                    self.mark_stacks(&mut state);
                }
                Begins::Momentum => {
                    state.agenda.turn_to(Task::Momentum);
                    while !matches!(state.task(), Task::Activate(_)) {
                        state.agenda.pop();
                    }
                    state.agenda.push(Task::Momentum);
                }
                _ => (),
            }
        } else if wrong.is_empty() {
            wrong.push(Complaint::new(
                position.span(),
                "`leader` should name the active leader, who is there",
            ));
        }
        if wrong.is_empty() { Ok(state) } else { Err(wrong) }
    }

    fn probe(&self, state: &State, path: &str) -> Result<String, String> {
        let nothing = || unknown("value", path, &PATHS);
        match path {
            "turn" => return Ok(state.turn.to_string()),
            "active" => return Ok(self.side_name(state.active).to_owned()),
            "orders left" => return Ok(state.phase.orders.to_string()),
            "leader" => {
                let name = |leader: LeaderId| self.leader(leader).name.clone();
                return Ok(state.phase.leader.map_or("nobody".to_owned(), name));
            }
            _ => (),
        }
        let (whose, what) = path.rsplit_once('.').ok_or_else(nothing)?;
        if let Some(side) =
            Side::BOTH.into_iter().find(|side| self.side_name(*side) == whose && what == "points")
        {
            return Ok(self.rout_points(state, side).to_string());
        }
        if let (Ok(hex), Some((name, verb))) = (self.parse_hex(what), whose.rsplit_once('.')) {
            return match (verb, self.parse_unit(name), self.parse_leader(name)) {
                ("holds", Ok(unit), _) => Ok(self.holds(state, unit, hex).to_string()),
                ("commands", _, Ok(leader)) => Ok(self.command_area(state, leader).contains(hex).to_string()),
                _ => Err(nothing()),
            };
        }
        let of_unit = self.parse_unit(whose).ok().and_then(|unit| self.unit_value(state, unit, what));
        let of_leader = || self.parse_leader(whose).ok().and_then(|who| self.leader_value(state, who, what));
        of_unit.or_else(of_leader).ok_or_else(nothing)
    }

    fn parse_subject(&self, text: &str) -> Result<Subject, String> {
        if let Some(side) = Side::BOTH.into_iter().find(|side| self.side_name(*side) == text) {
            return Ok(subject_of_side(side));
        }
        if let Ok(hex) = self.parse_hex(text) {
            return Ok(subject_of_hex(hex));
        }
        let unit = self.parse_unit(text).map(UnitId::subject);
        unit.or_else(|_| self.parse_leader(text).map(LeaderId::subject))
    }
}
