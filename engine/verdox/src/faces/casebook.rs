//! How rule cases describe the game: positions to set up, values to check. `docs/VERDOX.md` describes both for
//! writers of cases; the rules themselves are elsewhere.

use szala_board::SquareId;
use szala_files::case::Casebook;
use szala_files::{Complaint, Field, Section, unknown};
use szala_kernel::{Names, Naming, Side, Subject};

use crate::chapters::game::Verdox;
use crate::faces::notation::parse_kind;
use crate::position::data::SIDES;
use crate::position::ground::Ground;
use crate::position::ids::{BargeId, MOST_OF_A_SIDE, Squares, UnitId, subject};
use crate::position::kinds::Kind;
use crate::position::state::{State, Step, Unit};

const KEYS: [&str; 11] =
    ["step", "turn", "active", "leads", "due", "units", "waiting", "done", "barges", "breaches", "gates"];
const STEPS: [(&str, Step); 3] = [("lots", Step::Lots), ("wave", Step::Muster), ("turn", Step::Turn)];
const PATHS: [&str; 9] = [
    "step",
    "turn",
    "active",
    "leads",
    "due",
    "taken up",
    "points left",
    "value.SIDE, waiting.SIDE, waiting.SIDE.KIND",
    "UNIT.square/kind/face/losses, BARGE.square/owner/aboard, SQUARE.ground/owner",
];

fn side_of(field: &Field<'_>) -> Result<Side, Complaint> {
    field.choice(&SIDES.map(|name| (name, Side::BOTH[usize::from(name == SIDES[1])])))
}

impl Verdox {
    /// `Hasbergs 12`, the twelfth to come in.
    fn parse_unit(&self, text: &str) -> Result<UnitId, String> {
        let example = || format!("`{text}` is no counter: the first of a side to come in is `Hasbergs 1`");
        let (name, number) = text.split_once(' ').ok_or_else(example)?;
        let side = Side::BOTH.into_iter().find(|side| SIDES[*side as usize] == name).ok_or_else(example)?;
        let number = number.parse::<usize>().ok().filter(|number| (1..=MOST_OF_A_SIDE).contains(number));
        Ok(UnitId::of_side(side, number.ok_or_else(example)? - 1))
    }

    /// `barge 1`, by the order of the map's file.
    fn parse_barge(&self, text: &str) -> Result<BargeId, String> {
        let count = self.scenario.map.barges.len();
        let number = text.strip_prefix("barge ").and_then(|number| number.parse::<usize>().ok());
        let known = number.filter(|number| (1..=count).contains(number));
        known
            .map(|number| BargeId::from_index(number - 1))
            .ok_or_else(|| format!("`{text}` is no barge: they are `barge 1` to `barge {count}`"))
    }

    fn squares(&self, position: &Section<'_>, key: &str, wrong: &mut Vec<Complaint>) -> Squares {
        let squares = position.read_each(key, wrong, |field| field.parse(|text| self.parse_square(text)));
        squares.into_iter().collect()
    }

    /// `cavalry 0305`, followed by any of `hidden`, `unhorsed`.
    fn place_unit(&self, state: &mut State, unit: UnitId, text: &str) -> Result<(), String> {
        let mut kind = None;
        let mut square = None;
        let (mut hidden, mut unhorsed) = (false, false);
        let spoken = text.replace("mounted rifles", "mounted_rifles");
        for word in spoken.split(' ') {
            match word {
                "hidden" => hidden = true,
                "unhorsed" => unhorsed = true,
                _ if word.bytes().all(|byte| byte.is_ascii_digit()) => {
                    square = Some(self.parse_square(word)?);
                }
                _ => kind = Some(parse_kind(&word.replace('_', " "))?),
            }
        }
        let (Some(kind), Some(square)) = (kind, square) else {
            return Err(format!("`{text}` should be a kind and a square: cavalry 0305"));
        };
        if state.unit(unit).place.is_some() || state.occupant(square).is_some() {
            return Err(format!("`{text}`: this counter, or this square, is taken already"));
        }
        *state.unit_mut(unit) = Unit { place: Some(square), kind };
        state.stand(unit, square);
        state.alive[unit.side()] += 1;
        if hidden {
            state.revealed.remove(unit);
        }
        if unhorsed {
            state.unhorsed.insert(unit);
        }
        Ok(())
    }

    /// The waiting units; all others of the forces have come in, and are lost where the position does not place them.
    fn read_waiting(&self, state: &mut State, position: &Section<'_>, wrong: &mut Vec<Complaint>) {
        let table = position.read("waiting", wrong, Field::section);
        if let Some(table) = &table {
            table.refuse_unknown(&SIDES, wrong);
        }
        for side in Side::BOTH {
            let row =
                table.as_ref().and_then(|table| table.read(SIDES[side as usize], wrong, Field::section));
            if let Some(row) = &row {
                row.refuse_unknown(&Kind::ALL.map(Kind::name), wrong);
            }
            for kind in Kind::ALL {
                let most = self.scenario.forces[side][kind.index()];
                let waits =
                    row.as_ref().and_then(|row| row.read(kind.name(), wrong, |field| field.number(0..=most)));
                state.waiting[side][kind.index()] = waits.unwrap_or(0);
            }
            let count = crate::position::kinds::size(self.scenario.forces[side]) - state.in_reserve(side);
            state.entered[side] = u8::try_from(count).expect("a side has at most 80 units");
        }
    }

    fn read_units(&self, state: &mut State, position: &Section<'_>, wrong: &mut Vec<Complaint>) {
        for side in Side::BOTH {
            let counters: Vec<UnitId> = state.counters(side).collect();
            state.revealed.extend(counters);
        }
        let units = position.read("units", wrong, Field::section);
        for field in units.as_ref().map(Section::fields).unwrap_or_default() {
            let placed = self.parse_unit(field.name()).and_then(|unit| {
                let has_entered = unit.slot() < usize::from(state.entered[unit.side()]);
                if has_entered { Ok(unit) } else { Err(format!("{} has not come in", field.name())) }
            });
            match placed {
                Err(message) => wrong.push(Complaint::new(field.name_span(), message)),
                Ok(unit) => {
                    if let Err(complaint) = field.parse(|text| self.place_unit(state, unit, text)) {
                        wrong.push(complaint);
                    }
                }
            }
        }
        self.deal_lost_kinds(state, position, wrong);
    }

    /// Counters that are not placed are lost: they get the remaining kinds of the forces.
    fn deal_lost_kinds(&self, state: &mut State, position: &Section<'_>, wrong: &mut Vec<Complaint>) {
        for side in Side::BOTH {
            let mut left = self.scenario.forces[side];
            let mut is_enough = true;
            let mut take = |kind: Kind, count: u8| match left[kind.index()].checked_sub(count) {
                Some(rest) => left[kind.index()] = rest,
                None => is_enough = false,
            };
            for kind in Kind::ALL {
                take(kind, state.waiting[side][kind.index()]);
            }
            for unit in state.counters(side).filter(|unit| state.unit(*unit).place.is_some()) {
                take(printed_kind(state, unit), 1);
            }
            if !is_enough {
                let message = format!(
                    "the {} have fewer units of a kind than are placed and wait",
                    SIDES[side as usize]
                );
                wrong.push(Complaint::new(position.span(), message));
                continue;
            }
            let mut kinds = Kind::ALL.into_iter().flat_map(|kind| (0..left[kind.index()]).map(move |_| kind));
            for unit in
                state.counters(side).filter(|unit| state.unit(*unit).place.is_none()).collect::<Vec<_>>()
            {
                state.unit_mut(unit).kind = kinds.next().expect("as many as are left over");
            }
        }
    }

    /// `{ at = "0708", owner = "Askans" }`, or `"lost"`; a unit on the square is aboard, unless it is a bridge.
    fn read_barges(&self, state: &mut State, position: &Section<'_>, wrong: &mut Vec<Complaint>) {
        let table = position.read("barges", wrong, Field::section);
        for field in table.as_ref().map(Section::fields).unwrap_or_default() {
            let barge = match self.parse_barge(field.name()) {
                Ok(barge) => barge,
                Err(message) => {
                    wrong.push(Complaint::new(field.name_span(), message));
                    continue;
                }
            };
            let one = &mut state.barges[barge.index()];
            if field.text() == Ok("lost") {
                one.place = None;
                continue;
            }
            let Some(section) = field.section().map_err(|complaint| wrong.push(complaint)).ok() else {
                continue;
            };
            section.refuse_unknown(&["at", "owner", "has_sailed"], wrong);
            let at = section.read("at", wrong, |field| field.parse(|text| self.parse_square(text)));
            one.place = at.or(one.place);
            one.owner = section.read("owner", wrong, side_of);
            one.has_sailed = section.read("has_sailed", wrong, Field::flag).unwrap_or(false);
        }
        state.afloat = state.barges.iter().filter_map(|barge| barge.place).collect();
        for barge in BargeId::all() {
            let Some(square) = state.barges[barge.index()].place else { continue };
            if self.is_aboard(state, square) {
                let aboard = state.occupant(square);
                let one = &mut state.barges[barge.index()];
                one.passenger = aboard;
                one.owner = aboard.map(UnitId::side).or(one.owner);
            }
        }
    }

    fn read_gates(&self, state: &mut State, position: &Section<'_>, wrong: &mut Vec<Complaint>) {
        let table = position.read("gates", wrong, Field::section);
        for field in table.as_ref().map(Section::fields).unwrap_or_default() {
            match (self.parse_square(field.name()), side_of(&field)) {
                (Ok(gate), Ok(Side::Second)) => state.gates_of_second.insert(gate),
                (Ok(gate), Ok(Side::First)) => state.gates_of_second.remove(gate),
                (Err(message), _) => wrong.push(Complaint::new(field.name_span(), message)),
                (_, Err(complaint)) => wrong.push(complaint),
            }
        }
    }

    fn unit_value(&self, state: &State, unit: UnitId, what: &str) -> Option<String> {
        let one = state.unit(unit);
        let has_entered = unit.slot() < usize::from(state.entered[unit.side()]);
        Some(match what {
            "square" => match one.place {
                Some(square) => self.label(square).to_string(),
                None if has_entered => "lost".to_owned(),
                None => "waiting".to_owned(),
            },
            "kind" => one.kind.name().to_owned(),
            "face" => if state.is_hidden(unit) { "down" } else { "up" }.to_owned(),
            "losses" => {
                let is_lost = has_entered && one.place.is_none();
                (u8::from(state.unhorsed.contains(unit)) + u8::from(is_lost)).to_string()
            }
            _ => return None,
        })
    }

    fn barge_value(&self, state: &State, barge: BargeId, what: &str) -> Option<String> {
        let one = &state.barges[barge.index()];
        Some(match what {
            "square" => one.place.map_or("lost".to_owned(), |square| self.label(square).to_string()),
            "owner" => one.owner.map_or("nobody", |side| SIDES[side as usize]).to_owned(),
            "aboard" => {
                one.passenger.map_or("nobody".to_owned(), |unit| self.name(unit.subject()).to_string())
            }
            _ => return None,
        })
    }

    fn square_value(&self, state: &State, square: SquareId, what: &str) -> Option<String> {
        Some(match what {
            "ground" => self.ground(state, square).name().to_owned(),
            "owner" if self.printed(square) == Ground::Gate => {
                SIDES[state.owner_of_gate(square) as usize].to_owned()
            }
            _ => return None,
        })
    }

    fn side_value(&self, state: &State, path: &str) -> Option<String> {
        let (what, rest) = path.split_once('.')?;
        let (name, kind) = rest.split_once('.').map_or((rest, None), |(name, kind)| (name, Some(kind)));
        let side = Side::BOTH.into_iter().find(|side| SIDES[*side as usize] == name)?;
        Some(match (what, kind) {
            ("value", None) => self.value_on_the_map(state, side).to_string(),
            ("waiting", None) => state.in_reserve(side).to_string(),
            ("waiting", Some(kind)) => state.waiting[side][parse_kind(kind).ok()?.index()].to_string(),
            _ => return None,
        })
    }
}

/// The kind of a counter when it came in.
fn printed_kind(state: &State, unit: UnitId) -> Kind {
    match (state.unhorsed.contains(unit), state.unit(unit).kind) {
        (true, Kind::Riflemen) => Kind::MountedRifles,
        (true, _) => Kind::Cavalry,
        (false, kind) => kind,
    }
}

impl Casebook for Verdox {
    fn set_up(&self, position: &Section<'_>) -> Result<State, Vec<Complaint>> {
        let mut wrong = Vec::new();
        position.refuse_unknown(&KEYS, &mut wrong);
        let mut state = self.empty_map();
        let step = position.read("step", &mut wrong, |field| field.choice(&STEPS)).unwrap_or(Step::Turn);
        let active = position.read("active", &mut wrong, side_of).unwrap_or(Side::First);
        let most = self.scenario.turns.unwrap_or(crate::chapters::ending::OPEN_TURNS);
        state.turn = position.read("turn", &mut wrong, |field| field.number(0..=most)).unwrap_or(1);
        state.leads =
            position.read("leads", &mut wrong, side_of).or(self.scenario.leads).unwrap_or(Side::First);
        (state.step, state.active) = (step, active);
        if step == Step::Muster {
            state.due = position.read("due", &mut wrong, |field| field.number(1..=80_u8)).unwrap_or(5);
        } else if let Some(field) = position.get("due") {
            wrong.push(Complaint::new(field.name_span(), "units are due in the step `wave` alone"));
        }
        if step == Step::Lots {
            if let (Some(_), Some(field)) = (self.scenario.leads, position.get("step")) {
                wrong.push(field.complain("the scenario says who leads, so that no lots are drawn [D-2.1a]"));
            }
            state.turn = 0;
        } else {
            self.read_waiting(&mut state, position, &mut wrong);
            self.read_units(&mut state, position, &mut wrong);
        }
        self.read_barges(&mut state, position, &mut wrong);
        state.breached = self.squares(position, "breaches", &mut wrong);
        self.read_gates(&mut state, position, &mut wrong);
        if step == Step::Turn {
            state.ready = state.standing[active];
            let done =
                position.read_each("done", &mut wrong, |field| field.parse(|text| self.parse_unit(text)));
            for square in done.into_iter().filter_map(|unit| state.unit(unit).place).collect::<Vec<_>>() {
                state.ready.remove(square);
            }
        }
        if wrong.is_empty() { Ok(state) } else { Err(wrong) }
    }

    fn probe(&self, state: &State, path: &str) -> Result<String, String> {
        let side = |side: Side| SIDES[side as usize].to_owned();
        let nothing = || unknown("value", path, &PATHS);
        match path {
            "step" => {
                return Ok(match state.step {
                    Step::Lots => "lots",
                    Step::Muster => "wave",
                    Step::Enter => "entry",
                    Step::Turn => "turn",
                    Step::Over => "over",
                }
                .to_owned());
            }
            "turn" => return Ok(state.turn.to_string()),
            "active" => return Ok(side(state.active)),
            "leads" => return Ok(side(state.leads)),
            "due" => return Ok(state.due.to_string()),
            "taken up" => {
                return Ok(state
                    .picked()
                    .map_or("nobody".to_owned(), |square| self.label(square).to_string()));
            }
            "points left" => {
                // In points, with a half if there is one.
                let left = state.picked.map_or(0, |picked| {
                    self.card(self.unit_at(state, picked.square).1).points - picked.spent
                });
                return Ok(if left.is_multiple_of(2) {
                    (left / 2).to_string()
                } else {
                    format!("{} and a half", left / 2)
                });
            }
            _ => (),
        }
        if let Some(value) = self.side_value(state, path) {
            return Ok(value);
        }
        let (whose, what) = path.rsplit_once('.').ok_or_else(nothing)?;
        let value = if let Ok(unit) = self.parse_unit(whose) {
            self.unit_value(state, unit, what)
        } else if let Ok(barge) = self.parse_barge(whose) {
            self.barge_value(state, barge, what)
        } else {
            self.parse_square(whose).ok().and_then(|square| self.square_value(state, square, what))
        };
        value.ok_or_else(nothing)
    }

    fn parse_subject(&self, text: &str) -> Result<Subject, String> {
        if let Some(side) = Side::BOTH.into_iter().find(|side| self.side_name(*side) == text) {
            return Ok(subject::of_side(side));
        }
        if let Ok(square) = self.parse_square(text) {
            return Ok(subject::of_square(square));
        }
        self.parse_barge(text).map(BargeId::subject).or_else(|_| self.parse_unit(text).map(UnitId::subject))
    }
}
