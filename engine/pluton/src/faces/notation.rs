//! How actions, counters, barrages, hexes and values are written and read: in traces, rule cases and errors.

use core::fmt;

use szala_board::{HexId, Label, Ordinal};
use szala_kernel::{Journal, Names, Notation, Side, Subject};

use crate::chapters::game::Pluton;
use crate::chapters::words;
use crate::position::action::Action;
use crate::position::data::SIDES;
use crate::position::ids::subject::{Named, named};
use crate::position::ids::{CounterId, MOST_OF_A_SIDE};
use crate::position::state::Level;

/// All forms of an action, for the error that names them.
const FORMS: &str = "deal; set COUNTER HEX; call GUNS; calls done; leave N; shift N HEX; lift N; place N HEX; keep N; \
                     move COUNTER; run COUNTER; enter COUNTER HEX; run in COUNTER HEX; step HEX; halt; moves done; \
                     fire COUNTER, fire COUNTER with N; hold fire; shoot COUNTER; at COUNTER, at COUNTER with N; \
                     fire done; withdraw HEX; combat HEX; attack; no attack; lose COUNTER; retreat COUNTER HEX; \
                     commander on COUNTER";

impl Pluton {
    pub(crate) fn label(&self, hex: HexId) -> Label {
        self.board.label(hex)
    }

    pub(crate) fn parse_hex(&self, text: &str) -> Result<HexId, String> {
        self.board.parse_label(text).map_err(|error| error.to_string())
    }

    /// `Poles 7`.
    pub(crate) fn parse_counter(&self, text: &str) -> Result<CounterId, String> {
        let example = || format!("`{text}` is no counter: the first of a side is `{} 1`", SIDES[0]);
        let (name, number) = text.split_once(' ').ok_or_else(example)?;
        let side = Side::BOTH.into_iter().find(|side| SIDES[*side as usize] == name).ok_or_else(example)?;
        let count = self.scenario.cards[side].len();
        let number =
            number.parse::<usize>().ok().filter(|number| (1..=count.min(MOST_OF_A_SIDE)).contains(number));
        let number = number.ok_or_else(|| format!("`{text}` is no counter: {name} have 1 to {count}"))?;
        Ok(CounterId::of_side(side, number - 1))
    }

    /// `Poles 7 1817`.
    fn parse_counter_and_hex(&self, text: &str) -> Result<(CounterId, HexId), String> {
        let (counter, hex) = text.rsplit_once(' ').unwrap_or((text, ""));
        Ok((self.parse_counter(counter)?, self.parse_hex(hex)?))
    }

    /// `Poles 7`, `Poles 7 with 2`.
    fn parse_shot(&self, text: &str) -> Result<(CounterId, u8), String> {
        let Some((counter, squares)) = text.split_once(" with ") else {
            return Ok((self.parse_counter(text)?, 0));
        };
        let squares = squares.parse::<u8>().ok().filter(|squares| (1..=3).contains(squares));
        let squares = squares.ok_or_else(|| format!("`{text}` should end with squares, 1 to 3: with 2"))?;
        Ok((self.parse_counter(counter)?, squares))
    }

    /// The side's battalion of guns of this name.
    pub(crate) fn parse_guns(&self, text: &str) -> Result<(Side, u8), String> {
        let all = || {
            Side::BOTH.into_iter().flat_map(|side| {
                self.scenario.battalions[side].iter().enumerate().map(move |(at, guns)| (side, at, guns))
            })
        };
        let found = all().find(|(.., guns)| guns.name == text);
        let names: Vec<&str> = all().map(|(.., guns)| guns.name.as_str()).collect();
        let (side, at, _) = found.ok_or_else(|| szala_files::unknown("battalion of guns", text, &names))?;
        Ok((side, u8::try_from(at).map_err(|error| error.to_string())?))
    }
}

/// A barrage by the number on its marker.
fn parse_number(text: &str) -> Result<u8, String> {
    let number = text.parse::<u8>().ok().and_then(|number| number.checked_sub(1));
    number.ok_or_else(|| format!("`{text}` is no number of a barrage"))
}

impl Names for Pluton {
    fn write_subject(&self, subject: Subject, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match named(subject) {
            Some(Named::Counter(index)) => {
                let counter = CounterId::from_index(index);
                write!(f, "{} {}", SIDES[counter.side() as usize], counter.slot() + 1)
            }
            Some(Named::Barrage(side, slot)) => write!(f, "{} barrage {}", SIDES[side as usize], slot + 1),
            Some(Named::Battalion(side, slot)) => match self.scenario.battalions[side].get(slot) {
                Some(guns) => f.write_str(&guns.name),
                None => f.write_str("nobody"),
            },
            Some(Named::Group(side, slot)) => match self.scenario.groups[side].get(slot) {
                Some(group) => write!(f, "{} {}", SIDES[side as usize], group.name),
                None => f.write_str("nobody"),
            },
            Some(Named::Side(side)) => f.write_str(SIDES[side as usize]),
            Some(Named::Hex(index)) if index < self.scenario.map.ground.len() => {
                write!(f, "{}", self.label(HexId::from_index(index)))
            }
            _ => f.write_str("nobody"),
        }
    }

    fn write_value(&self, what: &'static str, value: i32, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let index = usize::try_from(value).ok();
        match what {
            words::HEX => match index.filter(|index| *index < self.scenario.map.ground.len()) {
                Some(index) => write!(f, "{}", self.label(HexId::from_index(index))),
                None => f.write_str("off the board"),
            },
            words::LEVEL => f.write_str(
                index.and_then(|index| Level::ALL.get(index)).map_or("none", |level| level.name()),
            ),
            words::MARKER => f.write_str(match value {
                0 => "odd",
                1 => "even",
                _ => "none",
            }),
            words::CARD => {
                let card = index.and_then(|index| {
                    let cards = words::CARDS_OF_SECOND.unsigned_abs() as usize;
                    self.scenario.cards[Side::BOTH[usize::from(index >= cards)]].get(index % cards)
                });
                f.write_str(card.map_or("turned", |card| card.name.as_str()))
            }
            words::CALLED => f.write_str(if value == 0 { "no" } else { "yes" }),
            _ => write!(f, "{value}"),
        }
    }

    fn side_name(&self, side: Side) -> &str {
        SIDES[side as usize]
    }
}

impl Notation for Pluton {
    fn write_action(&self, action: Action, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counter = |counter: CounterId| {
            fmt::from_fn(move |f| write!(f, "{} {}", SIDES[counter.side() as usize], counter.slot() + 1))
        };
        let hex = |hex: HexId| self.label(hex);
        let volley = |f: &mut fmt::Formatter<'_>, verb: &str, who: CounterId, squares: u8| {
            write!(f, "{verb} {}", counter(who))?;
            if squares == 0 { Ok(()) } else { write!(f, " with {squares}") }
        };
        match action {
            Action::Deal => f.write_str("deal"),
            Action::SetUp(who, at) => write!(f, "set {} {}", counter(who), hex(at)),
            Action::Call(side, guns) => match self.scenario.battalions[side].get(usize::from(guns)) {
                Some(guns) => write!(f, "call {}", guns.name),
                None => f.write_str("call nobody"),
            },
            Action::CallsDone => f.write_str("calls done"),
            Action::Leave(slot) => write!(f, "leave {}", slot + 1),
            Action::Shift(slot, to) => write!(f, "shift {} {}", slot + 1, hex(to)),
            Action::Lift(slot) => write!(f, "lift {}", slot + 1),
            Action::Place(slot, at) => write!(f, "place {} {}", slot + 1, hex(at)),
            Action::Keep(slot) => write!(f, "keep {}", slot + 1),
            Action::Move(who) => write!(f, "move {}", counter(who)),
            Action::Run(who) => write!(f, "run {}", counter(who)),
            Action::Enter(who, at) => write!(f, "enter {} {}", counter(who), hex(at)),
            Action::RunIn(who, at) => write!(f, "run in {} {}", counter(who), hex(at)),
            Action::Step(to) => write!(f, "step {}", hex(to)),
            Action::Halt => f.write_str("halt"),
            Action::MovesDone => f.write_str("moves done"),
            Action::Fire(who, squares) => volley(f, "fire", who, squares),
            Action::HoldFire => f.write_str("hold fire"),
            Action::Shoot(who) => write!(f, "shoot {}", counter(who)),
            Action::At(whom, squares) => volley(f, "at", whom, squares),
            Action::FireDone => f.write_str("fire done"),
            Action::Withdraw(to) => write!(f, "withdraw {}", hex(to)),
            Action::Combat(at) => write!(f, "combat {}", hex(at)),
            Action::Attack => f.write_str("attack"),
            Action::NoAttack => f.write_str("no attack"),
            Action::Lose(who) => write!(f, "lose {}", counter(who)),
            Action::Retreat(who, to) => write!(f, "retreat {} {}", counter(who), hex(to)),
            Action::Appear(who) => write!(f, "commander on {}", counter(who)),
        }
    }

    fn parse_action(&self, text: &str) -> Result<Action, String> {
        match text {
            "deal" => return Ok(Action::Deal),
            "calls done" => return Ok(Action::CallsDone),
            "halt" => return Ok(Action::Halt),
            "moves done" => return Ok(Action::MovesDone),
            "hold fire" => return Ok(Action::HoldFire),
            "fire done" => return Ok(Action::FireDone),
            "attack" => return Ok(Action::Attack),
            "no attack" => return Ok(Action::NoAttack),
            _ => (),
        }
        if let Some(rest) = text.strip_prefix("run in ") {
            return self.parse_counter_and_hex(rest).map(|(who, hex)| Action::RunIn(who, hex));
        }
        if let Some(rest) = text.strip_prefix("commander on ") {
            return self.parse_counter(rest).map(Action::Appear);
        }
        let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
        let both = || self.parse_counter_and_hex(rest);
        let number_and_hex = || {
            let (number, hex) = rest.split_once(' ').unwrap_or((rest, ""));
            Ok::<_, String>((parse_number(number)?, self.parse_hex(hex)?))
        };
        match verb {
            "set" => both().map(|(who, hex)| Action::SetUp(who, hex)),
            "call" => self.parse_guns(rest).map(|(side, guns)| Action::Call(side, guns)),
            "leave" => parse_number(rest).map(Action::Leave),
            "shift" => number_and_hex().map(|(slot, hex)| Action::Shift(slot, hex)),
            "lift" => parse_number(rest).map(Action::Lift),
            "place" => number_and_hex().map(|(slot, hex)| Action::Place(slot, hex)),
            "keep" => parse_number(rest).map(Action::Keep),
            "move" => self.parse_counter(rest).map(Action::Move),
            "run" => self.parse_counter(rest).map(Action::Run),
            "enter" => both().map(|(who, hex)| Action::Enter(who, hex)),
            "step" => self.parse_hex(rest).map(Action::Step),
            "fire" => self.parse_shot(rest).map(|(who, squares)| Action::Fire(who, squares)),
            "shoot" => self.parse_counter(rest).map(Action::Shoot),
            "at" => self.parse_shot(rest).map(|(whom, squares)| Action::At(whom, squares)),
            "withdraw" => self.parse_hex(rest).map(Action::Withdraw),
            "combat" => self.parse_hex(rest).map(Action::Combat),
            "lose" => self.parse_counter(rest).map(Action::Lose),
            "retreat" => both().map(|(who, hex)| Action::Retreat(who, hex)),
            _ => Err(format!("no action is written `{text}`; there are: {FORMS}")),
        }
    }

    /// Before the first decision nothing is on the board.
    fn tell_opening<J: Journal>(&self, _: &mut J) {}
}
