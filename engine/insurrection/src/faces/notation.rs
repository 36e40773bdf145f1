//! How actions, units, hexes and values are written and read: in traces, replays, rule cases and errors.

use core::fmt;

use szala_board::{Facing, HexId, Ordinal, Orientation};
use szala_kernel::{Book, Journal, Names, Notation, Side, Subject, rule};

use crate::chapters::game::Insurrection;
use crate::position::action::Action;
use crate::position::ids::{CommanderId, UnitId, subject};
use crate::position::room::Room;

/// All forms of an action, for the error that names them.
const FORMS: &str = "start; choose NAME; place HEX FACING: UNIT; post HEX: COMMANDER; fire HEX at HEX; fire HEX-HEX \
at HEX; shell HEX: GUNS; pass; begin: UNIT; begin stack: UNIT; double time: UNIT; double time stack: UNIT; begin \
line HEX-HEX; step HEX-HEX; charge HEX-HEX; turn HEX FACING; halt HEX; promote: UNIT; side by side HEX; form square \
HEX; leave square HEX FACING; form skirmish order HEX; leave skirmish order HEX FACING; clear marker: UNIT; turn gun \
FACING: GUNS; haul HEX FACING: GUNS; limber: GUNS; unlimber FACING: GUNS; finish; counter HEX; withdraw HEX; \
skirmish HEX; retreat HEX; lose: UNIT; against cavalry; outflank; assault HEX; face FACING; lead HEX: COMMANDER";

impl<R: Room> Insurrection<R> {
    fn orientation(&self) -> Orientation {
        self.scenario.board.grid().orientation()
    }

    /// The name of a facing.
    pub fn facing_name(&self, facing: Facing) -> &'static str {
        self.orientation().facing_name(facing)
    }

    fn label(&self, hex: HexId) -> szala_board::Label {
        self.scenario.board.label(hex)
    }

    fn unit_name(&self, unit: UnitId) -> &str {
        &self.scenario.unit(unit).name
    }

    pub(crate) fn parse_hex(&self, text: &str) -> Result<HexId, String> {
        self.scenario.board.parse_label(text).map_err(|error| error.to_string())
    }

    fn parse_pair(&self, text: &str) -> Result<(HexId, HexId), String> {
        let (one, other) =
            text.split_once('-').ok_or_else(|| format!("`{text}` should be two hexes: 0709-0708"))?;
        Ok((self.parse_hex(one)?, self.parse_hex(other)?))
    }

    /// One hex, or the two ends of a chain.
    fn parse_chain(&self, text: &str) -> Result<(HexId, HexId), String> {
        if text.contains('-') { self.parse_pair(text) } else { self.parse_hex(text).map(|hex| (hex, hex)) }
    }

    pub(crate) fn parse_facing(&self, text: &str) -> Result<Facing, String> {
        self.orientation().parse_facing(text).map_err(|error| error.to_string())
    }

    /// The unit of this name.
    ///
    /// # Errors
    /// When there is none; names the nearest one.
    pub(crate) fn parse_unit(&self, text: &str) -> Result<UnitId, String> {
        let names = || self.scenario.units.iter().map(|card| card.name.as_str()).collect::<Vec<_>>();
        let place = self.scenario.units.iter().position(|card| card.name == text);
        place.map(UnitId::from_index).ok_or_else(|| szala_files::unknown("unit", text, &names()))
    }

    /// The commander of this name.
    ///
    /// # Errors
    /// When there is none; names the nearest one.
    pub(crate) fn parse_commander(&self, text: &str) -> Result<CommanderId, String> {
        let names = || self.scenario.commanders.iter().map(|card| card.name.as_str()).collect::<Vec<_>>();
        let place = self.scenario.commanders.iter().position(|card| card.name == text);
        place.map(CommanderId::from_index).ok_or_else(|| szala_files::unknown("commander", text, &names()))
    }

    /// What stands before the colon, and the words of it.
    fn parse_named(&self, head: &str, name: &str) -> Result<Option<Action>, String> {
        let words: Vec<&str> = head.split(' ').collect();
        Ok(Some(match words[..] {
            ["place", hex, facing] => Action::Place {
                unit: self.parse_unit(name)?,
                hex: self.parse_hex(hex)?,
                facing: self.parse_facing(facing)?,
            },
            ["post", hex] => {
                Action::Post { commander: self.parse_commander(name)?, hex: self.parse_hex(hex)? }
            }
            ["lead", hex] => {
                Action::Lead { commander: self.parse_commander(name)?, hex: self.parse_hex(hex)? }
            }
            ["shell", hex] => Action::Shell { gun: self.parse_unit(name)?, target: self.parse_hex(hex)? },
            ["begin"] => Action::Begin { unit: self.parse_unit(name)?, stack: false, double_time: false },
            ["begin", "stack"] => {
                Action::Begin { unit: self.parse_unit(name)?, stack: true, double_time: false }
            }
            ["double", "time"] => {
                Action::Begin { unit: self.parse_unit(name)?, stack: false, double_time: true }
            }
            ["double", "time", "stack"] => {
                Action::Begin { unit: self.parse_unit(name)?, stack: true, double_time: true }
            }
            ["promote"] => Action::Promote(self.parse_unit(name)?),
            ["clear", "marker"] => Action::ClearMarker(self.parse_unit(name)?),
            ["turn", "gun", facing] => {
                Action::TurnGun { gun: self.parse_unit(name)?, facing: self.parse_facing(facing)? }
            }
            ["haul", hex, facing] => Action::HaulGun {
                gun: self.parse_unit(name)?,
                hex: self.parse_hex(hex)?,
                facing: self.parse_facing(facing)?,
            },
            ["limber"] => Action::Limber(self.parse_unit(name)?),
            ["unlimber", facing] => {
                Action::Unlimber { gun: self.parse_unit(name)?, facing: self.parse_facing(facing)? }
            }
            ["lose"] => Action::Lose(self.parse_unit(name)?),
            _ => return Ok(None),
        }))
    }

    fn parse_plain(&self, text: &str) -> Result<Option<Action>, String> {
        let words: Vec<&str> = text.split(' ').collect();
        let step = |pair: &str| self.parse_pair(pair);
        Ok(Some(match words[..] {
            ["start"] => Action::Start,
            ["pass"] => Action::Pass,
            ["finish"] => Action::Finish,
            ["outflank"] => Action::Outflank,
            ["against", "cavalry"] => Action::AgainstCavalry,
            ["fire", chain, "at", target] => {
                let (from, to) = self.parse_chain(chain)?;
                Action::Fire { from, to, target: self.parse_hex(target)? }
            }
            ["begin", "line", chain] => {
                let (from, to) = step(chain)?;
                Action::BeginLine { from, to }
            }
            ["step", pair] => {
                let (from, to) = step(pair)?;
                Action::Step { from, to }
            }
            ["charge", pair] => {
                let (from, to) = step(pair)?;
                Action::Charge { from, to }
            }
            ["turn", hex, facing] => {
                Action::Turn { hex: self.parse_hex(hex)?, facing: self.parse_facing(facing)? }
            }
            ["halt", hex] => Action::Halt(self.parse_hex(hex)?),
            ["side", "by", "side", hex] => Action::SideBySide(self.parse_hex(hex)?),
            ["form", "square", hex] => Action::FormSquare(self.parse_hex(hex)?),
            ["leave", "square", hex, facing] => {
                Action::LeaveSquare { hex: self.parse_hex(hex)?, facing: self.parse_facing(facing)? }
            }
            ["form", "skirmish", "order", hex] => Action::FormSkirmishOrder(self.parse_hex(hex)?),
            ["leave", "skirmish", "order", hex, facing] => {
                Action::LeaveSkirmishOrder { hex: self.parse_hex(hex)?, facing: self.parse_facing(facing)? }
            }
            ["skirmish", hex] => Action::Skirmish(self.parse_hex(hex)?),
            ["counter", hex] => Action::Counter(self.parse_hex(hex)?),
            ["withdraw", hex] => Action::Withdraw(self.parse_hex(hex)?),
            ["retreat", hex] => Action::Retreat(self.parse_hex(hex)?),
            ["assault", hex] => Action::Assault(self.parse_hex(hex)?),
            ["face", facing] => Action::Face(self.parse_facing(facing)?),
            _ => return Ok(None),
        }))
    }
}

impl<R: Room> Names for Insurrection<R> {
    fn write_subject(&self, subject: Subject, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(hex) = subject::hex_index(subject).and_then(|index| self.hex_at(index)) {
            return write!(f, "{}", self.label(hex));
        }
        let unit = self.scenario.units.iter().find(|card| card.subject == subject).map(|card| &card.name);
        let commander =
            || self.scenario.commanders.iter().find(|card| card.subject == subject).map(|card| &card.name);
        match unit.or_else(commander) {
            Some(name) => f.write_str(name),
            None => f.write_str("nobody"),
        }
    }

    fn write_value(&self, what: &'static str, value: i32, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let index = usize::try_from(value).ok();
        match what {
            "hex" => match index.and_then(|index| self.hex_at(index)) {
                Some(hex) => write!(f, "{}", self.label(hex)),
                None => f.write_str("off the map"),
            },
            "facing" => match index.and_then(|index| Facing::ALL.get(index)) {
                Some(facing) => f.write_str(self.facing_name(*facing)),
                None => f.write_str("none"),
            },
            "side by side" | "square" | "skirmish order" | "limbered" => {
                f.write_str(if value == 0 { "no" } else { "yes" })
            }
            // [12.3m] The sides in the order in which holders are recorded.
            "holder" => {
                f.write_str(&self.scenario.sides[if value == 0 { Side::First } else { Side::Second }])
            }
            "vp" => match value {
                0 => f.write_str("even"),
                1.. => write!(f, "{} {value}", self.scenario.sides[Side::First]),
                _ => write!(f, "{} {}", self.scenario.sides[Side::Second], -value),
            },
            _ => write!(f, "{value}"),
        }
    }

    fn side_name(&self, side: Side) -> &str {
        &self.scenario.sides[side]
    }

    fn book(&self) -> &Book {
        &self.scenario.book
    }
}

impl<R: Room> Notation for Insurrection<R> {
    fn write_action(&self, action: Action, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hex = |hex| self.label(hex);
        let face = |facing| self.facing_name(facing);
        let unit = |unit| self.unit_name(unit);
        let commander = |commander| &self.scenario.commander(commander).name;
        match action {
            Action::Start => f.write_str("start"),
            Action::Pass => f.write_str("pass"),
            Action::Finish => f.write_str("finish"),
            Action::Outflank => f.write_str("outflank"),
            Action::AgainstCavalry => f.write_str("against cavalry"),
            Action::Choose(who) => write!(f, "choose {}", commander(who)),
            Action::Place { unit: who, hex: at, facing } => {
                write!(f, "place {} {}: {}", hex(at), face(facing), unit(who))
            }
            Action::Post { commander: who, hex: at } => write!(f, "post {}: {}", hex(at), commander(who)),
            Action::Lead { commander: who, hex: at } => write!(f, "lead {}: {}", hex(at), commander(who)),
            Action::Fire { from, to, target } if from == to => {
                write!(f, "fire {} at {}", hex(from), hex(target))
            }
            Action::Fire { from, to, target } => {
                write!(f, "fire {}-{} at {}", hex(from), hex(to), hex(target))
            }
            Action::Shell { gun, target } => write!(f, "shell {}: {}", hex(target), unit(gun)),
            Action::Begin { unit: who, stack, double_time } => {
                let how = if double_time { "double time" } else { "begin" };
                write!(f, "{how}{}: {}", if stack { " stack" } else { "" }, unit(who))
            }
            Action::BeginLine { from, to } => write!(f, "begin line {}-{}", hex(from), hex(to)),
            Action::Step { from, to } => write!(f, "step {}-{}", hex(from), hex(to)),
            Action::Charge { from, to } => write!(f, "charge {}-{}", hex(from), hex(to)),
            Action::Turn { hex: at, facing } => write!(f, "turn {} {}", hex(at), face(facing)),
            Action::Halt(at) => write!(f, "halt {}", hex(at)),
            Action::Promote(who) => write!(f, "promote: {}", unit(who)),
            Action::SideBySide(at) => write!(f, "side by side {}", hex(at)),
            Action::FormSquare(at) => write!(f, "form square {}", hex(at)),
            Action::LeaveSquare { hex: at, facing } => write!(f, "leave square {} {}", hex(at), face(facing)),
            Action::FormSkirmishOrder(at) => write!(f, "form skirmish order {}", hex(at)),
            Action::LeaveSkirmishOrder { hex: at, facing } => {
                write!(f, "leave skirmish order {} {}", hex(at), face(facing))
            }
            Action::Skirmish(at) => write!(f, "skirmish {}", hex(at)),
            Action::ClearMarker(who) => write!(f, "clear marker: {}", unit(who)),
            Action::TurnGun { gun, facing } => write!(f, "turn gun {}: {}", face(facing), unit(gun)),
            Action::HaulGun { gun, hex: to, facing } => {
                write!(f, "haul {} {}: {}", hex(to), face(facing), unit(gun))
            }
            Action::Limber(gun) => write!(f, "limber: {}", unit(gun)),
            Action::Unlimber { gun, facing } => write!(f, "unlimber {}: {}", face(facing), unit(gun)),
            Action::Counter(at) => write!(f, "counter {}", hex(at)),
            Action::Withdraw(at) => write!(f, "withdraw {}", hex(at)),
            Action::Retreat(to) => write!(f, "retreat {}", hex(to)),
            Action::Lose(who) => write!(f, "lose: {}", unit(who)),
            Action::Assault(at) => write!(f, "assault {}", hex(at)),
            Action::Face(facing) => write!(f, "face {}", face(facing)),
        }
    }

    fn parse_action(&self, text: &str) -> Result<Action, String> {
        let parsed = match text.split_once(": ") {
            Some((head, name)) => self.parse_named(head, name)?,
            None => match text.strip_prefix("choose ") {
                Some(name) => Some(Action::Choose(self.parse_commander(name)?)),
                None => self.parse_plain(text)?,
            },
        };
        parsed.ok_or_else(|| format!("`{text}` is no action; the forms are: {FORMS}"))
    }

    /// The printed set-up [3.1]: every counter with its values, its hex and its facing; off the map where it is set up
    /// later [13.2].
    fn tell_opening<J: Journal>(&self, journal: &mut J) {
        let printed = rule!("3.1");
        let state = self.printed_set_up();
        let hex = |hex: Option<HexId>| {
            hex.map_or(-1, |hex| i32::try_from(hex.index()).expect("a map has fewer hexes than 2^31"))
        };
        for unit in self.scenario.all_units().iter() {
            let card = self.scenario.unit(unit);
            journal.change(printed, "size", card.subject, 0, card.size.into());
            journal.change(printed, "firepower", card.subject, 0, card.fire.into());
            journal.change(printed, "morale", card.subject, 0, card.morale[0].into());
            journal.change(printed, "hex", card.subject, -1, hex(state.hex_of(unit)));
            let facing = i32::try_from(state[unit].facing.index()).expect("one of six");
            journal.change(printed, "facing", card.subject, -1, facing);
            journal.change(printed, "limbered", card.subject, 0, card.limbered.into());
        }
        for index in 0..self.scenario.commanders.len() {
            let commander = CommanderId::from_index(index);
            let subject = self.scenario.commander(commander).subject;
            journal.change(printed, "hex", subject, -1, hex(state.hex_of_commander(commander)));
        }
    }
}
