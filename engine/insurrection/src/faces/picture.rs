//! How a scenario and its positions are drawn: hexes, what is between them, counters with all that is on the table for
//! everybody to see. The pool is not drawn: a side's choice is its secret [13.1].

use szala_board::{HexGrid, HexId, Ordinal};
use szala_kernel::Names;
use szala_kernel::journal::Event;
use szala_kernel::picture::{
    Cell, CellId, Condition, Counter, Deed, Drawn, Ground, Line, Listing, Look, LookId, LookOf, Mark,
    Pictured, Piece, PieceId, Point, Position, PrintedTable, Spot, Tells, TrayId,
};
use szala_kernel::{Side, Subject};

use crate::chapters::game::Insurrection;
use crate::chapters::words;
use crate::position::data::{CommanderCard, UnitCard};
use crate::position::ground::{GroundTable, HexKind};
use crate::position::ids::{Arm, CommanderId, UnitId, subject};
use crate::position::room::Room;
use crate::position::state::{Place, Post, State};

const LOOKS: [Look; 20] = [
    Look { code: "clear", name: "clear", of: LookOf::Ground },
    Look { code: "forest", name: "forest", of: LookOf::Ground },
    Look { code: "hill", name: "hill", of: LookOf::Ground },
    Look { code: "wooded-hill", name: "forest on a hill", of: LookOf::Ground },
    Look { code: "slope", name: "slope", of: LookOf::Border },
    Look { code: "escarpment", name: "escarpment", of: LookOf::Border },
    Look { code: "trench", name: "trench", of: LookOf::Border },
    Look { code: "road", name: "road", of: LookOf::Way },
    Look { code: "camp", name: "camp", of: LookOf::Mark },
    Look { code: "rally", name: "rally point", of: LookOf::Mark },
    Look { code: "infantry", name: "infantry", of: LookOf::Piece },
    Look { code: "cavalry", name: "cavalry", of: LookOf::Piece },
    Look { code: "cossacks", name: "Cossacks", of: LookOf::Piece },
    Look { code: "artillery", name: "artillery", of: LookOf::Piece },
    Look { code: "commander", name: "commander", of: LookOf::Piece },
    // Ground of which Niemenczyn's table knows nothing. The codes are those that are drawn; the names are ours.
    Look { code: "village", name: "village", of: LookOf::Ground },
    Look { code: "swamp", name: "marsh", of: LookOf::Ground },
    Look { code: "marshy-woods", name: "marshy woods", of: LookOf::Ground },
    Look { code: "keep", name: "castle", of: LookOf::Ground },
    Look { code: "stream", name: "river", of: LookOf::Border },
];

/// Infantry with scythes, where there is any [7.5m].
const KOSYNIERZY: Look = Look { code: "kosynierzy", name: "kosynierzy", of: LookOf::Piece };
/// Those with a star [7.2m].
const SKIRMISHERS: Look = Look { code: "skirmishers", name: "skirmishers", of: LookOf::Piece };
/// A hex of a stronghold, where there is any [12.3m].
const STRONGHOLD: Look = Look { code: "stronghold", name: "stronghold", of: LookOf::Mark };

/// Those of Niemenczyn's table.
const LOOKS_OF_THE_PRINTED_TABLE: usize = 15;

const CONDITIONS: [Condition; 9] = [
    Condition { sign: 'L', name: "limbered" },
    Condition { sign: '\u{25a1}', name: "in a square" },
    Condition { sign: '=', name: "side by side" },
    Condition { sign: '\u{bb}', name: "in double time" },
    Condition { sign: '\u{d7}', name: "stopped" },
    Condition { sign: '!', name: "guns silent" },
    Condition { sign: '*', name: "active" },
    Condition { sign: '~', name: "contused" },
    Condition { sign: SKIRMISH_ORDER, name: "in skirmish order" },
];

/// Dots with room between them.
const SKIRMISH_ORDER: char = ':';

/// Those that every game of the family has: there is skirmish order where a counter can form it [7.2m].
const CONDITIONS_OF_ALL: usize = 8;

/// The bit of a condition, by its sign.
const fn bit(sign: char) -> u32 {
    let mut place = 0;
    while CONDITIONS[place].sign != sign {
        place += 1;
    }
    1 << place
}

fn look(code: &str) -> LookId {
    LookId::from_index(LOOKS.iter().position(|look| look.code == code).expect("one of them"))
}

/// The look of this name.
fn look_called(name: &str) -> LookId {
    LookId::from_index(LOOKS.iter().position(|look| look.name == name).expect("one of them"))
}

fn cell_of(hex: HexId) -> CellId {
    CellId::from_index(hex.index())
}

/// Counters not set up lie in the first tray, those in flight in that of the stage in which they are due.
const WAITING: TrayId = TrayId(0);

const fn due_in(stage: u8) -> TrayId {
    TrayId(stage as u16)
}

/// The most letters of a label on a counter.
const ROOM: usize = 5;

/// Labels for counters with little room, no two alike: `Na1` for `Narwa 1`, `1/I/7` for `1/I/7 pp lit.`, `KN II` as
/// it is. Names that would share one take more letters, with all that begin with the same word: `Narw1` and `Narb1`.
/// Those that still do are numbered in their order.
fn labels<'n>(names: impl Iterator<Item = &'n str>) -> Vec<String> {
    fn first_word(name: &str) -> &str {
        name.split(' ').next().unwrap_or_default()
    }
    let names: Vec<&str> = names.collect();
    let mut letters = vec![2; names.len()];
    let labels = |letters: &[usize]| -> Vec<String> {
        names.iter().zip(letters).map(|(name, letters)| short(name, *letters)).collect()
    };
    let is_shared =
        |labels: &[String], at: usize| labels.iter().filter(|label| **label == labels[at]).count() > 1;
    for more in 3..ROOM {
        let found = labels(&letters);
        let words: Vec<&str> =
            (0..names.len()).filter(|at| is_shared(&found, *at)).map(|at| first_word(names[at])).collect();
        for (letters, _) in
            letters.iter_mut().zip(&names).filter(|(_, name)| words.contains(&first_word(name)))
        {
            *letters = more;
        }
    }
    let mut found = labels(&letters);
    for at in 0..found.len() {
        let mut number = 0;
        while is_shared(&found, at) {
            number += 1;
            let number = number.to_string();
            let room = ROOM.saturating_sub(number.len());
            found[at] = names[at].chars().take(room).collect::<String>() + &number;
        }
    }
    found
}

/// A name in little room, with this many letters before a number.
fn short(name: &str, letters: usize) -> String {
    if name.chars().count() <= ROOM {
        return name.to_owned();
    }
    let first = name.split(' ').next().unwrap_or_default();
    let last = name.rsplit(' ').next().unwrap_or_default();
    let is_number = !last.is_empty() && last.bytes().all(|byte| byte.is_ascii_digit());
    if is_number && last.len() < ROOM {
        let letters: String = first.chars().take(letters.min(ROOM - last.len())).collect();
        return format!("{letters}{last}");
    }
    first.chars().take(ROOM).collect()
}

impl<R: Room> Insurrection<R> {
    fn out_of_the_game(&self) -> TrayId {
        due_in(self.scenario.stages + 1)
    }

    fn cell(&self, hex: HexId) -> Cell {
        let grid = self.scenario.board.grid();
        let ground = match (self.scenario.terrain.kinds[hex.index()], self.scenario.level(hex)) {
            (HexKind::Clear, 0) => "clear",
            (HexKind::Forest, 0) => "forest",
            (HexKind::Clear, _) => "hill",
            (HexKind::Forest, _) => "forest on a hill",
            (HexKind::Village, _) => "village",
            (HexKind::Marsh, _) => "marsh",
            (HexKind::MarshyWoods, _) => "marshy woods",
            (HexKind::Castle, _) => "castle",
        };
        let point = |[x, y]: [i32; 2]| Point { x, y };
        Cell {
            label: self.scenario.board.label(hex).to_string(),
            ground: look_called(ground),
            centre: point(grid.centre(hex)),
            corners: grid.corners(hex).map(point).to_vec(),
        }
    }

    /// What is between hexes [D-8.2b]: an escarpment is no slope besides.
    fn lines(&self) -> Vec<Line> {
        let terrain = &self.scenario.terrain;
        let mut lines = Vec::new();
        for side in &self.scenario.board.sides() {
            let mut hexes = self.scenario.board.hexes_of(side);
            let [one, other] = hexes.map(|hex| self.scenario.level(hex));
            if other > one {
                hexes.reverse();
            }
            let escarpment = terrain.escarpment.contains(side);
            let there = [
                ("escarpment", escarpment),
                ("slope", one != other && !escarpment),
                ("trench", terrain.trench.contains(side)),
                ("stream", terrain.river.contains(side)),
                ("road", terrain.road.contains(side)),
            ];
            for (code, _) in there.into_iter().filter(|(_, is_there)| *is_there) {
                lines.push(Line { look: look(code), between: hexes.map(cell_of) });
            }
        }
        lines
    }

    fn marks(&self, looks: &[Look]) -> Vec<Mark> {
        let camp = self.scenario.camp.map(|camp| Mark {
            look: look("camp"),
            cell: cell_of(camp.hex),
            side: Some(!camp.intruder),
        });
        let rally = Side::BOTH.map(|side| Mark {
            look: look("rally"),
            cell: cell_of(self.scenario.rally[side]),
            side: Some(side),
        });
        let of_stronghold =
            looks.iter().position(|look| look.code == STRONGHOLD.code).map(LookId::from_index);
        let strongholds = of_stronghold.into_iter().flat_map(|look| {
            self.scenario.strongholds.iter().flat_map(move |place| {
                place.hexes.iter().map(move |hex| Mark {
                    look,
                    cell: cell_of(*hex),
                    side: Some(place.holder),
                })
            })
        });
        camp.into_iter().chain(rally).chain(strongholds).collect()
    }

    /// All looks of the game: what it cannot have is not in its legend.
    fn looks(&self) -> Vec<Look> {
        let printed = self.scenario.ground == GroundTable::PRINTED;
        let ground = if printed { &LOOKS[..LOOKS_OF_THE_PRINTED_TABLE] } else { &LOOKS[..] };
        let pieces = [(self.kosynierzy, KOSYNIERZY), (self.skirmishers, SKIRMISHERS)];
        let pieces = pieces.into_iter().filter(|(units, _)| !units.is_empty()).map(|(_, look)| look);
        let stronghold = (!self.scenario.strongholds.is_empty()).then_some(STRONGHOLD);
        ground.iter().copied().chain(pieces).chain(stronghold).collect()
    }

    fn unit_piece(&self, looks: &[Look], card: &UnitCard, label: String) -> Piece {
        let [kind, values] = match card.arm {
            Arm::Artillery => ["artillery", ""],
            Arm::Infantry if card.kosynierzy => [KOSYNIERZY.code, ", "],
            Arm::Infantry if card.skirmishers => [SKIRMISHERS.code, ", "],
            Arm::Infantry => ["infantry", ", "],
            Arm::Cavalry if card.cossack => ["cossacks", ", "],
            Arm::Cavalry => ["cavalry", ", "],
        };
        let values = if values.is_empty() {
            String::new()
        } else {
            let UnitCard { morale: [front, reverse], size, fire, .. } = card;
            format!("{values}morale {front} ({reverse}), size {size}, fire {fire}")
        };
        let kind = looks.iter().position(|look| look.code == kind).expect("a look of the game");
        let stars = match card.stars {
            0 => String::new(),
            stars => format!(", stars {stars}"),
        };
        let obeys = card.commander.map_or("in the reserve".to_owned(), |commander| {
            format!("under {}", self.scenario.commander(commander).name)
        });
        Piece {
            name: card.name.clone(),
            short: label,
            side: Some(card.side),
            look: LookId::from_index(kind),
            about: format!("{}{values}{stars}, {obeys}", looks[kind].name),
        }
    }

    fn draw_unit(&self, state: &State<R>, unit: UnitId) -> Counter {
        let one = &state[unit];
        let marks = &state.marks;
        let spot = match one.place {
            Place::Waiting => Spot::Tray(WAITING),
            Place::Map(hex) => Spot::Cell(cell_of(hex)),
            Place::Fled(due) => Spot::Tray(due_in(due)),
            Place::Captured(hex) => Spot::Marker(cell_of(hex)),
            Place::Gone => Spot::Tray(self.out_of_the_game()),
        };
        let is_on_the_map = spot.cell().is_some();
        let is_gun = self.guns.contains(unit);
        let is_square = marks.square.contains(unit);
        let grid: &HexGrid = self.scenario.board.grid();
        let conditions = [
            (marks.limbered, 'L'),
            (marks.square, '\u{25a1}'),
            (marks.side_by_side, '='),
            (marks.skirmish, SKIRMISH_ORDER),
            (marks.doubling, '\u{bb}'),
            (marks.stopped, '\u{d7}'),
            (marks.silent, '!'),
        ];
        let true_of_it = conditions.into_iter().filter(|(units, _)| is_on_the_map && units.contains(unit));
        Counter {
            spot,
            look: None,
            holder: None,
            // [7.2] A square faces everywhere.
            heading: (is_on_the_map && !is_square).then(|| grid.heading(one.facing)),
            strength: (!is_gun).then(|| self.size(state, unit).into()),
            losses: one.losses.into(),
            shots: if is_gun { marks.fired_this_stage.contains(unit).into() } else { one.shots.into() },
            conditions: true_of_it.map(|(_, sign)| bit(sign)).sum(),
            depth: one.depth.into(),
        }
    }

    fn draw_commander(&self, state: &State<R>, index: usize, card: &CommanderCard<R>) -> Counter {
        let commander = CommanderId::from_index(index);
        let post = state.posts[index];
        let spot = match post {
            Post::Waiting | Post::Arrived => Spot::Tray(WAITING),
            Post::Map(hex) => Spot::Cell(cell_of(hex)),
            Post::Gone => Spot::Tray(self.out_of_the_game()),
        };
        let is_beside = |other: &CommanderId| other.index() < index && state.posts[other.index()] == post;
        let depth = self.scenario.commanders_of(card.side).filter(is_beside).count();
        let active = if state.active == Some(commander) { bit('*') } else { 0 };
        let contused = if state.contused.contains(commander) { bit('~') } else { 0 };
        Counter {
            spot,
            look: None,
            holder: None,
            heading: None,
            strength: None,
            losses: 0,
            shots: 0,
            conditions: active | contused,
            depth: u16::try_from(depth).expect("a hex holds only a few commanders"),
        }
    }

    /// Units come first among the pieces, then commanders.
    fn piece_of(&self, subject: Subject) -> Option<PieceId> {
        let units = self.scenario.units.iter().map(|card| card.subject);
        let commanders = self.scenario.commanders.iter().map(|card| card.subject);
        units.chain(commanders).position(|one| one == subject).map(PieceId::from_index)
    }
}

impl<R: Room> Pictured for Insurrection<R> {
    fn ground(&self) -> Ground {
        let looks = self.looks();
        let stages = 1..=self.scenario.stages;
        let in_flight = stages.map(|stage| format!("in flight until stage {stage}"));
        let trays = ["not set up".to_owned()].into_iter().chain(in_flight);
        // Guns are known by what is drawn on them.
        let labelled = self.scenario.units.iter().filter(|card| card.arm != Arm::Artillery);
        let labelled = labelled.map(|card| card.name.as_str());
        let commanders = self.scenario.commanders.iter().map(|card| card.name.as_str());
        let mut labels = labels(labelled.chain(commanders)).into_iter();
        let mut label =
            || labels.next().expect("there is a label for each unit but guns, and each commander");
        let units: Vec<Piece> = self
            .scenario
            .units
            .iter()
            .map(|card| {
                // [10.10.6m] What is drawn on guns is their stars.
                let stars = || "\u{2605}".repeat(card.stars.into());
                let label = if card.arm == Arm::Artillery { stars() } else { label() };
                self.unit_piece(&looks, card, label)
            })
            .collect();
        let commander = |card: &CommanderCard<R>| Piece {
            name: card.name.clone(),
            short: label(),
            side: Some(card.side),
            look: look("commander"),
            about: format!(
                "{}commander of the {}",
                if card.overall.is_some() { "overall " } else { "" },
                self.side_name(card.side)
            ),
        };
        Ground {
            across: HexGrid::ACROSS,
            marks: self.marks(&looks),
            looks,
            cells: self.scenario.board.hexes().iter().map(|hex| self.cell(hex)).collect(),
            lines: self.lines(),
            trays: trays.chain(["out of the game".to_owned()]).collect(),
            pieces: units.into_iter().chain(self.scenario.commanders.iter().map(commander)).collect(),
            conditions: if self.skirmishers.is_empty() {
                CONDITIONS[..CONDITIONS_OF_ALL].to_vec()
            } else {
                CONDITIONS.to_vec()
            },
            tells: Tells { losses: true, shots: true },
        }
    }

    fn draw(&self, state: &State<R>, position: &mut Position) {
        position.stage = state.stage;
        position.lead = state.lead.into();
        position.counters.clear();
        position.owned.clear();
        position.counters.extend(self.scenario.all_units().iter().map(|unit| self.draw_unit(state, unit)));
        let commanders = self.scenario.commanders.iter().enumerate();
        position.counters.extend(commanders.map(|(index, card)| self.draw_commander(state, index, card)));
    }

    fn deed(&self, event: &Event) -> Option<(PieceId, Deed)> {
        match *event {
            Event::Change { what: words::HEX, whose, to, .. } => {
                let cell = u16::try_from(to).ok().map(CellId);
                Some((self.piece_of(whose)?, Deed::Moves(cell)))
            }
            Event::Change { what: words::LOSSES, whose, from, to, .. } => {
                let losses = u16::try_from(to - from).ok()?;
                Some((self.piece_of(whose)?, Deed::Loses(losses)))
            }
            // [10.9.10] Shots that count no more are not fired.
            Event::Change { what: words::SHOTS, whose, from, to, .. } if to > from => {
                Some((self.piece_of(whose)?, Deed::Fires))
            }
            Event::Remark { text: words::BATTERY_FIRES, whom, .. } => {
                Some((self.piece_of(whom)?, Deed::Fires))
            }
            _ => None,
        }
    }

    fn drawn(&self, subject: Subject) -> Option<Drawn> {
        let hex = subject::hex_index(subject).filter(|index| *index < self.scenario.terrain.level.len());
        match hex {
            Some(index) => Some(Drawn::Cell(CellId::from_index(index))),
            None => self.piece_of(subject).map(Drawn::Piece),
        }
    }

    fn order_of_battle(&self) -> Vec<Listing> {
        self.told_units()
    }

    fn tables(&self) -> Vec<PrintedTable> {
        self.printed_tables()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_names_have_five_letters_at_most() {
        let names = ["Narwa 1", "1/I/7 pp lit.", "KN II", "Grabowski", "1 StP", "\u{141}\u{f3}d\u{17a} 12"];
        let expected = ["Na1", "1/I/7", "KN II", "Grabo", "1 StP", "\u{141}\u{f3}12"];
        assert_eq!(labels(names.into_iter()), expected);
    }

    #[test]
    fn no_two_counters_of_a_scenario_share_a_label() {
        let told = |names: &[&str]| labels(names.iter().copied());
        // All that begin with the same word are shortened alike; no other changes.
        let names = ["Narbutt 1", "Narbutt 2", "Narwa 1", "Narwa 3", "Kozacy 1"];
        assert_eq!(told(&names), ["Narb1", "Narb2", "Narw1", "Narw3", "Ko1"]);
        assert_eq!(told(&["Pskow 1", "Pulk 1"]), ["Ps1", "Pu1"]);
        // Where five letters cannot tell them apart, they are numbered.
        assert_eq!(told(&["Grabowski", "Grabowiecki"]), ["Grab1", "Grabo"]);
        assert_eq!(told(&["Brasel 12", "Brasov 12"]), ["Bras1", "Bra12"]);
    }
}
