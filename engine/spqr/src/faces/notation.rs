//! How actions, units, leaders, hexes and values are written and read: in traces, rule cases and errors.

use core::fmt;

use szala_board::{Direction, Facing, HexId, Label, Ordinal};
use szala_kernel::{Journal, Names, Naming, Notation, Side, Subject};

use crate::chapters::game::Spqr;
use crate::chapters::words;
use crate::position::action::{Action, Way};
use crate::position::ids::{LeaderId, Named, UnitId, named};

/// All forms of an action, for the error that names them.
const FORMS: &str = "activate LEADER; pass LEADER; trump LEADER; let him; reactivate LEADER; nobody; momentum; \
                     finish; line LINE / UNIT; volley LINE / UNIT; order UNIT; order UNIT / LEADER; order both UNIT; \
                     order both UNIT / LEADER; bring up UNIT; extend UNIT / HEX; fire UNIT; \
                     recover UNIT; rally UNIT; lead LEADER; replace LEADER / UNIT; end orders; step HEX; \
                     forward left, forward right, wheel left, wheel right, reverse; turn VERTEX; shoot UNIT; \
                     shoot and go UNIT; stop; stop and attack; withdraw UNIT / HEX; \
                     fall back LINE / UNIT; give way LEADER / LINE / UNIT; prearrange LEADER; hold LINE; take over; \
                     shoot at LEADER; form column HEXSIDE; leave column VERTEX; double; \
                     driver UNIT; dismiss LEADER; flee HEX; react UNIT / VERTEX; \
                     react at UNIT / UNIT; enough; answer; designate UNIT; attack UNIT / UNIT; name UNIT; \
                     advance UNIT / HEX; advance UNIT / WAY; harass UNIT / HEX; let through; \
                     regroup; return UNIT / HEX; take UNIT; pursue UNIT; rout HEX; run too; stay";

impl Spqr {
    pub(crate) fn label(&self, hex: HexId) -> Label {
        self.board.label(hex)
    }

    pub(crate) fn parse_hex(&self, text: &str) -> Result<HexId, String> {
        self.board.parse_label(text).map_err(|error| error.to_string())
    }

    pub(crate) fn parse_unit(&self, text: &str) -> Result<UnitId, String> {
        let found = self.all.iter().find(|unit| self.card(*unit).name == text);
        found.ok_or_else(|| format!("no unit is called `{text}`"))
    }

    pub(crate) fn parse_leader(&self, text: &str) -> Result<LeaderId, String> {
        let found = self.all_leaders.iter().find(|leader| self.leader(*leader).name == text);
        found.ok_or_else(|| format!("no leader is called `{text}`"))
    }

    pub(crate) fn direction_name(&self, way: Direction) -> &'static str {
        self.scenario.grid.orientation().direction_name(way)
    }

    pub(crate) fn parse_direction(&self, text: &str) -> Result<Direction, String> {
        self.scenario.grid.orientation().parse_direction(text).map_err(|error| error.to_string())
    }

    pub(crate) fn parse_facing(&self, text: &str) -> Result<Facing, String> {
        self.scenario.grid.orientation().parse_facing(text).map_err(|error| error.to_string())
    }

    fn parse_line(&self, text: &str) -> Result<u8, String> {
        let found = self.scenario.lines.iter().position(|line| line.name == text);
        let at = found.ok_or_else(|| format!("no line is called `{text}`"))?;
        u8::try_from(at).map_err(|error| error.to_string())
    }
}

/// The two that a text names.
fn pair_of(text: &str, rest: &str) -> Result<(String, String), String> {
    let (one, other) = rest.split_once(" / ").ok_or_else(|| format!("`{text}` names two: A / B"))?;
    Ok((one.to_owned(), other.to_owned()))
}

impl Spqr {
    /// Actions whose verb is of several words.
    fn parse_long(&self, text: &str) -> Result<Option<Action>, String> {
        const VERBS: [&str; 9] = [
            "shoot and go ",
            "react at ",
            "shoot at ",
            "form column ",
            "leave column ",
            "fall back ",
            "give way ",
            "order both ",
            "bring up ",
        ];
        let found = VERBS.iter().find_map(|verb| text.strip_prefix(verb).map(|rest| (verb.trim_end(), rest)));
        let Some((verb, rest)) = found else { return Ok(None) };
        let two = || pair_of(text, rest);
        Ok(Some(match verb {
            "shoot and go" => Action::ShootAndGo(self.parse_unit(rest)?),
            "shoot at" => Action::ShootAt(self.parse_leader(rest)?),
            "form column" => Action::Form(self.parse_direction(rest)?),
            "leave column" => Action::Deploy(self.parse_facing(rest)?),
            "bring up" => Action::BringUp(self.parse_unit(rest)?),
            "order both" => match rest.split_once(" / ") {
                Some((one, other)) => Action::OrderBothWith(self.parse_unit(one)?, self.parse_leader(other)?),
                None => Action::OrderBoth(self.parse_unit(rest)?),
            },
            "react at" => {
                let (one, other) = two()?;
                Action::ReactAt(self.parse_unit(&one)?, self.parse_unit(&other)?)
            }
            "fall back" => {
                let (one, other) = two()?;
                Action::FallBack(self.parse_line(&one)?, self.parse_unit(&other)?)
            }
            _ => {
                let (by, rest) = two()?;
                let (of, who) = pair_of(text, &rest)?;
                Action::GiveWay(self.parse_leader(&by)?, self.parse_line(&of)?, self.parse_unit(&who)?)
            }
        }))
    }
}

impl Names for Spqr {
    fn write_subject(&self, subject: Subject, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match named(subject) {
            Some(Named::Unit(unit)) if self.all.contains(unit) => f.write_str(&self.card(unit).name),
            Some(Named::Leader(leader)) if self.all_leaders.contains(leader) => {
                f.write_str(&self.leader(leader).name)
            }
            Some(Named::Side(side)) => f.write_str(self.side_name(side)),
            Some(Named::Hex(index)) if index < self.scenario.grid.hex_count() => {
                write!(f, "{}", self.label(HexId::from_index(index)))
            }
            _ => f.write_str("nobody"),
        }
    }

    fn write_value(&self, what: &'static str, value: i32, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let index = usize::try_from(value).ok();
        let yes_no = if value == 0 { "no" } else { "yes" };
        match what {
            words::HEX => match index.filter(|index| *index < self.scenario.grid.hex_count()) {
                Some(index) => write!(f, "{}", self.label(HexId::from_index(index))),
                None => f.write_str("off the map"),
            },
            words::FACING => {
                let facing = index.and_then(|index| Facing::ALL.get(index).copied());
                f.write_str(
                    facing.map_or("nowhere", |facing| self.scenario.grid.orientation().facing_name(facing)),
                )
            }
            words::ROUTED | words::ALIVE | words::TOP | words::ORDER | words::COLUMN => f.write_str(yes_no),
            words::MISSILES => f.write_str(match value {
                0 => "full",
                1 => "low",
                _ => "none",
            }),
            _ => write!(f, "{value}"),
        }
    }

    fn side_name(&self, side: Side) -> &str {
        &self.scenario.armies[side].name
    }

    fn time(&self) -> &'static str {
        "turn"
    }
}

impl Notation for Spqr {
    fn write_action(&self, action: Action, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = |unit: UnitId| self.name(unit.subject());
        let leader = |leader: LeaderId| self.name(leader.subject());
        let hex = |hex: HexId| self.label(hex);
        let vertex = |facing: Facing| self.scenario.grid.orientation().facing_name(facing);
        let line =
            |line: u8| self.scenario.lines.get(usize::from(line)).map_or("nobody", |line| line.name.as_str());
        match action {
            Action::Activate(who) => write!(f, "activate {}", leader(who)),
            Action::Pass(who) => write!(f, "pass {}", leader(who)),
            Action::Trump(who) => write!(f, "trump {}", leader(who)),
            Action::LetHim => f.write_str("let him"),
            Action::Reactivate(who) => write!(f, "reactivate {}", leader(who)),
            Action::Nobody => f.write_str("nobody"),
            Action::Momentum => f.write_str("momentum"),
            Action::Finish => f.write_str("finish"),
            Action::Line(of, who) => write!(f, "line {} / {}", line(of), unit(who)),
            Action::Volley(of, who) => write!(f, "volley {} / {}", line(of), unit(who)),
            Action::Order(who) => write!(f, "order {}", unit(who)),
            Action::OrderWith(who, with) => write!(f, "order {} / {}", unit(who), leader(with)),
            Action::OrderBoth(who) => write!(f, "order both {}", unit(who)),
            Action::OrderBothWith(who, with) => write!(f, "order both {} / {}", unit(who), leader(with)),
            Action::BringUp(who) => write!(f, "bring up {}", unit(who)),
            Action::Fire(who) => write!(f, "fire {}", unit(who)),
            Action::Recover(who) => write!(f, "recover {}", unit(who)),
            Action::Rally(who) => write!(f, "rally {}", unit(who)),
            Action::Lead(who) => write!(f, "lead {}", leader(who)),
            Action::Replace(who, with) => write!(f, "replace {} / {}", leader(who), unit(with)),
            Action::Drive(who) => write!(f, "driver {}", unit(who)),
            Action::Dismiss(who) => write!(f, "dismiss {}", leader(who)),
            Action::EndOrders => f.write_str("end orders"),
            Action::Step(to) => write!(f, "step {}", hex(to)),
            Action::March(way) => f.write_str(Way::NAMES[way as usize].0),
            Action::Turn(to) => write!(f, "turn {}", vertex(to)),
            Action::Shoot(whom) => write!(f, "shoot {}", unit(whom)),
            Action::ShootAndGo(whom) => write!(f, "shoot and go {}", unit(whom)),
            Action::Stop => f.write_str("stop"),
            Action::StopAndAttack => f.write_str("stop and attack"),
            Action::Withdraw(who, to) => write!(f, "withdraw {} / {}", unit(who), hex(to)),
            Action::FallBack(of, who) => write!(f, "fall back {} / {}", line(of), unit(who)),
            Action::GiveWay(by, of, who) => {
                write!(f, "give way {} / {} / {}", leader(by), line(of), unit(who))
            }
            Action::Prearrange(who) => write!(f, "prearrange {}", leader(who)),
            Action::Hold(of) => write!(f, "hold {}", line(of)),
            Action::TakeOver => f.write_str("take over"),
            Action::Form(way) => write!(f, "form column {}", self.direction_name(way)),
            Action::Double => f.write_str("double"),
            Action::Deploy(to) => write!(f, "leave column {}", vertex(to)),
            Action::ShootAt(whom) => write!(f, "shoot at {}", leader(whom)),
            Action::Extend(who, to) => write!(f, "extend {} / {}", unit(who), hex(to)),
            Action::Flee(to) => write!(f, "flee {}", hex(to)),
            Action::React(who, to) => write!(f, "react {} / {}", unit(who), vertex(to)),
            Action::ReactAt(who, whom) => write!(f, "react at {} / {}", unit(who), unit(whom)),
            Action::Enough => f.write_str("enough"),
            Action::Answer => f.write_str("answer"),
            Action::Designate(who) => write!(f, "designate {}", unit(who)),
            Action::Attack(who, whom) => write!(f, "attack {} / {}", unit(who), unit(whom)),
            Action::Name(who) => write!(f, "name {}", unit(who)),
            Action::Advance(who, to) => write!(f, "advance {} / {}", unit(who), hex(to)),
            Action::AdvanceBy(who, way) => {
                write!(f, "advance {} / {}", unit(who), Way::NAMES[way as usize].0)
            }
            Action::Harass(whom, from) => write!(f, "harass {} / {}", unit(whom), hex(from)),
            Action::LetThrough => f.write_str("let through"),
            Action::Regroup => f.write_str("regroup"),
            Action::Return(who, to) => write!(f, "return {} / {}", unit(who), hex(to)),
            Action::Take(who) => write!(f, "take {}", unit(who)),
            Action::Pursue(who) => write!(f, "pursue {}", unit(who)),
            Action::Rout(to) => write!(f, "rout {}", hex(to)),
            Action::RunToo => f.write_str("run too"),
            Action::Stay => f.write_str("stay"),
        }
    }

    fn parse_action(&self, text: &str) -> Result<Action, String> {
        const ALONE: [(&str, Action); 15] = [
            ("take over", Action::TakeOver),
            ("let through", Action::LetThrough),
            ("regroup", Action::Regroup),
            ("let him", Action::LetHim),
            ("nobody", Action::Nobody),
            ("momentum", Action::Momentum),
            ("finish", Action::Finish),
            ("end orders", Action::EndOrders),
            ("stop", Action::Stop),
            ("double", Action::Double),
            ("stop and attack", Action::StopAndAttack),
            ("enough", Action::Enough),
            ("answer", Action::Answer),
            ("run too", Action::RunToo),
            ("stay", Action::Stay),
        ];
        if let Some((_, action)) = ALONE.iter().find(|(name, _)| *name == text) {
            return Ok(*action);
        }
        if let Some((_, way)) = Way::NAMES.iter().find(|(name, _)| *name == text) {
            return Ok(Action::March(*way));
        }
        if let Some(action) = self.parse_long(text)? {
            return Ok(action);
        }
        let two = |rest: &str| pair_of(text, rest);
        let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
        Ok(match verb {
            "activate" => Action::Activate(self.parse_leader(rest)?),
            "pass" => Action::Pass(self.parse_leader(rest)?),
            "trump" => Action::Trump(self.parse_leader(rest)?),
            "reactivate" => Action::Reactivate(self.parse_leader(rest)?),
            "prearrange" => Action::Prearrange(self.parse_leader(rest)?),
            "hold" => Action::Hold(self.parse_line(rest)?),
            "driver" => Action::Drive(self.parse_unit(rest)?),
            "dismiss" => Action::Dismiss(self.parse_leader(rest)?),
            "lead" => Action::Lead(self.parse_leader(rest)?),
            "fire" => Action::Fire(self.parse_unit(rest)?),
            "recover" => Action::Recover(self.parse_unit(rest)?),
            "rally" => Action::Rally(self.parse_unit(rest)?),
            "shoot" => Action::Shoot(self.parse_unit(rest)?),
            "designate" => Action::Designate(self.parse_unit(rest)?),
            "name" => Action::Name(self.parse_unit(rest)?),
            "pursue" => Action::Pursue(self.parse_unit(rest)?),
            "take" => Action::Take(self.parse_unit(rest)?),
            "step" => Action::Step(self.parse_hex(rest)?),
            "flee" => Action::Flee(self.parse_hex(rest)?),
            "rout" => Action::Rout(self.parse_hex(rest)?),
            "turn" => Action::Turn(self.parse_facing(rest)?),
            "order" => match rest.split_once(" / ") {
                Some((one, other)) => Action::OrderWith(self.parse_unit(one)?, self.parse_leader(other)?),
                None => Action::Order(self.parse_unit(rest)?),
            },
            "line" | "volley" | "replace" | "withdraw" | "extend" | "react" | "attack" | "advance"
            | "harass" | "return" => {
                let (one, other) = two(rest)?;
                match verb {
                    "line" => Action::Line(self.parse_line(&one)?, self.parse_unit(&other)?),
                    "volley" => Action::Volley(self.parse_line(&one)?, self.parse_unit(&other)?),
                    "replace" => Action::Replace(self.parse_leader(&one)?, self.parse_unit(&other)?),
                    "extend" => Action::Extend(self.parse_unit(&one)?, self.parse_hex(&other)?),
                    "withdraw" => Action::Withdraw(self.parse_unit(&one)?, self.parse_hex(&other)?),
                    "react" => Action::React(self.parse_unit(&one)?, self.parse_facing(&other)?),
                    "attack" => Action::Attack(self.parse_unit(&one)?, self.parse_unit(&other)?),
                    "return" => Action::Return(self.parse_unit(&one)?, self.parse_hex(&other)?),
                    "harass" => Action::Harass(self.parse_unit(&one)?, self.parse_hex(&other)?),
                    _ => match Way::NAMES.iter().find(|(name, _)| *name == other) {
                        Some((_, way)) => Action::AdvanceBy(self.parse_unit(&one)?, *way),
                        None => Action::Advance(self.parse_unit(&one)?, self.parse_hex(&other)?),
                    },
                }
            }
            _ => return Err(format!("no action is written `{text}`; there are: {FORMS}")),
        })
    }

    /// Where everybody stands and faces.
    fn tell_opening<J: Journal>(&self, journal: &mut J) {
        let state = self.first_position();
        let rule = szala_kernel::rule!("3.0");
        let number = |index: usize| i32::try_from(index).unwrap_or(-1);
        for unit in self.all {
            let place = state.place_of(unit).map_or(-1, |hex| number(hex.index()));
            journal.change(rule, words::HEX, unit.subject(), -1, place);
            journal.change(
                rule,
                words::FACING,
                unit.subject(),
                -1,
                number(state.facings[unit.index()].index()),
            );
        }
        for leader in self.all_leaders {
            let place = state.leader_place(leader).map_or(-1, |hex| number(hex.index()));
            journal.change(rule, words::HEX, leader.subject(), -1, place);
        }
    }
}
