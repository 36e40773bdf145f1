//! The tables of units, events and stages: what each holds, and who fills them while a game is played. A rule system
//! makes its [tale](szala_kernel::tale::Tale) from the journal; the sums by unit and by stage are taken from its rows
//! here, so they are those of the events, whatever the game.

use std::collections::HashMap;

use szala_kernel::journal::{Event, Journal};
use szala_kernel::picture::{CellId, Deed, Drawn, Position};
use szala_kernel::record::{ABSENT, Kind};
use szala_kernel::rules::Aborted;
use szala_kernel::tale::{Happening, Member, Teller, What};
use szala_kernel::{Names, Naming, Outcome, Pictured, Recorded, Rule, Side, Subject};

/// One of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Long {
    /// A row a game and unit.
    Units,
    /// A row an event.
    Events,
    /// A row a game and stage.
    Stages,
}

/// A column of one of the tables: its name, how to read it, and what it says.
pub type LongColumn = (&'static str, Kind, &'static str);

impl Long {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Units, Self::Events, Self::Stages];

    /// Its name, by which it is asked for and its files are called.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Units => "units",
            Self::Events => "events",
            Self::Stages => "stages",
        }
    }

    /// Its columns, behind the number of the game. They are the same for every rule system; the names in them are
    /// not known beforehand.
    pub fn columns(self) -> Vec<LongColumn> {
        const NAME: Kind = Kind::Name(Vec::new());
        match self {
            Self::Units => vec![
                ("unit", NAME, "The unit or commander; no other of the game has this name."),
                ("side", NAME, "Whose it is."),
                ("formation", NAME, "What it belongs to; nothing where the game has no such thing."),
                (
                    "entered",
                    Kind::Stage,
                    "When it came onto the map, 1 if it began there; nothing if it never did.",
                ),
                ("losses", Kind::Count, "Losses that it took."),
                ("flights", Kind::Count, "How often it fled from the map."),
                ("activated", Kind::Count, "How often it was activated, if it is a commander."),
                (
                    "points",
                    Kind::Number,
                    "Victory points that came through it, less those that it cost its side.",
                ),
                ("ended", Kind::Stage, "When it left the game for good; nothing if it never did."),
                ("rule", NAME, "The number of the rule by which it left."),
                ("how", NAME, "The same in words."),
            ],
            Self::Events => vec![
                ("number", Kind::Count, "The number of the event in its game, from 1."),
                ("stage", Kind::Stage, "In which stage or turn."),
                ("what", NAME, "What happened."),
                ("how", NAME, "In which way; nothing where there is only one."),
                ("side", NAME, "Whose it is: the side that fired, attacked, lost, scored."),
                (
                    "unit",
                    NAME,
                    "Who did it, or through whom it came; nothing where it was nobody in particular.",
                ),
                ("target", NAME, "The unit or person that it happened to, if any."),
                ("cell", NAME, "In which hex or square: the target's, or else the unit's."),
                ("rule", NAME, "The number of the rule."),
                ("amount", Kind::Number, "How much."),
            ],
            Self::Stages => vec![
                ("stage", Kind::Stage, "The stage or turn."),
                ("first_points", Kind::Count, "Victory points that the first side scored in it."),
                ("second_points", Kind::Count, "Victory points that the second side scored in it."),
                ("lead", Kind::Number, "The lead of the first side when it was over."),
            ],
        }
    }
}

/// The rows of one table for games that follow each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sheet {
    /// The values of all rows, one row after the other; a name is its place among the names.
    pub values: Vec<i32>,
    /// How many rows there are up to the end of each game.
    pub ends: Vec<usize>,
    /// The names that there are.
    pub names: Vec<String>,
}

impl Sheet {
    /// The rows of these games, by their places.
    pub fn rows(&self, games: core::ops::Range<usize>) -> core::ops::Range<usize> {
        let up_to = |games: usize| games.checked_sub(1).map_or(0, |last| self.ends[last]);
        up_to(games.start)..up_to(games.end)
    }
}

/// Which tables are filled, and their rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sheets(pub Vec<(Long, Sheet)>);

impl Sheets {
    /// Empties these tables, and drops the others.
    pub fn clear(&mut self, wanted: &[Long]) {
        self.0 = wanted.iter().map(|long| (*long, Sheet::default())).collect();
    }
}

/// A name that a row has.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Word {
    Member(usize),
    Formation(usize),
    Subject(Subject),
    Cell(CellId),
    Rule(Rule),
    Side(Side),
    Text(&'static str),
}

/// Writes the tale of one game after the other, on one thread.
pub(crate) struct Scribe<'r, R: Recorded> {
    teller: Teller<'r, R>,
    members: Vec<Member>,
    /// The labels of the board's cells.
    labels: Vec<String>,
    opening: Position,
    /// The cell of each piece, or the last that it was in.
    cells: Vec<Option<CellId>>,
    /// The cell of each row of the tale.
    places: Vec<Option<CellId>>,
    /// The first row since somebody decided.
    open: usize,
    /// How many dice were rolled.
    pub(crate) dice: usize,
    /// Where the words of a sheet are among its names, for each table.
    known: [HashMap<Word, i32>; 3],
}

impl<'r, R: Recorded + Pictured + Names> Scribe<'r, R> {
    pub(crate) fn new(rules: &'r R) -> Self {
        let ground = rules.ground();
        Self {
            teller: Teller::new(rules),
            members: rules.members(),
            labels: ground.cells.iter().map(|cell| cell.label.clone()).collect(),
            opening: rules.picture(&rules.opening()),
            cells: Vec::new(),
            places: Vec::new(),
            open: 0,
            dice: 0,
            known: Default::default(),
        }
    }

    /// Whatever was written so far is no longer there.
    pub(crate) fn begin_stretch(&mut self) {
        self.known.iter_mut().for_each(HashMap::clear);
    }

    /// A game begins.
    pub(crate) fn begin(&mut self) {
        self.teller.tale.clear();
        self.places.clear();
        self.cells.clear();
        self.cells.extend(self.opening.counters.iter().map(|counter| counter.spot.cell()));
        (self.open, self.dice) = (0, 0);
    }

    /// Somebody decides.
    pub(crate) fn decided(&mut self, state: &R::State, action: R::Action) {
        self.settle();
        self.open = self.places.len();
        self.teller.decided(state, action);
    }

    fn cell_of(&self, subject: Subject) -> Option<CellId> {
        if subject == Subject::NONE {
            return None;
        }
        match self.teller.rules.drawn(subject)? {
            Drawn::Piece(piece) => *self.cells.get(piece.index())?,
            Drawn::Cell(cell) => Some(cell),
        }
    }

    /// Something happened.
    pub(crate) fn hear(&mut self, event: Event) {
        if matches!(event, Event::Roll { .. } | Event::Draw { .. }) {
            self.dice += 1;
        }
        self.teller.event(event);
        if let Some((piece, Deed::Moves(Some(cell)))) = self.teller.rules.deed(&event) {
            self.settle();
            if let Some(known) = self.cells.get_mut(piece.index()) {
                *known = Some(cell);
            }
        }
    }

    /// Finds where things happened since somebody decided, as long as nobody has moved since.
    fn settle(&mut self) {
        for place in self.open..self.teller.tale.rows().len() {
            let Happening { what, by, on, at, .. } = self.teller.tale.rows()[place];
            // A shot is at its target, though the target is known only after who fires.
            let whose = [at, on, if what == What::Shot { Subject::NONE } else { by }];
            let found = || whose.into_iter().find_map(|subject| self.cell_of(subject));
            match self.places.get(place) {
                Some(Some(_)) => (),
                Some(None) => self.places[place] = found(),
                None => self.places.push(found()),
            }
        }
    }

    /// The row of the game that ended in this position, and its part of the sheets.
    pub(crate) fn end(
        &mut self,
        state: &R::State,
        end: Result<Outcome, Aborted>,
        row: &mut [i32],
        sheets: &mut Sheets,
    ) {
        self.settle();
        let last = self.teller.rules.picture(state);
        self.count_what_nobody_told(end.map_or(last.lead, |outcome| outcome.lead), end, last.stage);
        let cast = self.teller.rules.cast(state);
        for (long, sheet) in &mut sheets.0 {
            let mut writer = Writer {
                rules: self.teller.rules,
                members: &self.members,
                cast: &cast,
                labels: &self.labels,
                known: &mut self.known[*long as usize],
                sheet,
            };
            match long {
                Long::Units => writer.units(self.teller.tale.rows(), &self.opening),
                Long::Events => writer.events(self.teller.tale.rows(), &self.places),
                Long::Stages => writer.stages(self.teller.tale.rows(), last.stage, self.opening.lead),
            }
            let rows = sheet.values.len() / long.columns().len();
            sheet.ends.push(rows);
        }
        self.teller.rules.write_row(&mut self.teller.notes, state, row);
    }

    /// Adds the lead that a side begins with, and what the rules count at the end: nobody scores it, so no journal has
    /// it.
    fn count_what_nobody_told(&mut self, lead: i32, end: Result<Outcome, Aborted>, stage: u8) {
        let told: i32 = self.teller.tale.rows().iter().map(change_of_lead).sum();
        let more = lead - self.opening.lead - told;
        if let (Ok(Outcome { rule, .. }), true) = (end, more != 0) {
            self.teller.tale.push(Happening::points(stage, rule, more).how("at the end"));
            self.places.push(None);
        }
        if self.opening.lead != 0 {
            let begun = Happening { rule: None, ..Happening::points(1, Rule::known("1"), self.opening.lead) };
            self.teller.tale.push_first(begun.how("at the beginning"));
            self.places.insert(0, None);
        }
    }
}

/// By how much an event changes the lead of the first side.
fn change_of_lead(row: &Happening) -> i32 {
    let sign = row.side.map_or(0, Side::sign);
    if row.what == What::Point { sign * row.amount } else { 0 }
}

/// Writes the rows of one game into a sheet.
struct Writer<'w, R> {
    rules: &'w R,
    members: &'w [Member],
    /// What the journal called each of the members.
    cast: &'w [Subject],
    labels: &'w [String],
    known: &'w mut HashMap<Word, i32>,
    sheet: &'w mut Sheet,
}

/// What became of a member.
#[derive(Clone, Copy, Default)]
struct Fate {
    entered: Option<u8>,
    losses: i32,
    flights: i32,
    activated: i32,
    points: i32,
    end: Option<Happening>,
}

impl<R: Recorded + Pictured + Names> Writer<'_, R> {
    /// The place of a word among the names of the sheet.
    fn place_of(&mut self, word: Word) -> i32 {
        let Self { rules, members, labels, known, sheet, .. } = self;
        *known.entry(word).or_insert_with(|| {
            sheet.names.push(match word {
                Word::Member(member) => members[member].name.clone(),
                Word::Formation(member) => members[member].formation.clone().unwrap_or_default(),
                Word::Subject(subject) => rules.name(subject).to_string(),
                Word::Cell(cell) => labels[cell.index()].clone(),
                Word::Rule(rule) => rules.cited(rule).to_string(),
                Word::Side(side) => rules.side_name(side).to_owned(),
                Word::Text(text) => text.to_owned(),
            });
            i32::try_from(sheet.names.len() - 1).expect("a stretch has few names")
        })
    }

    fn put(&mut self, value: impl Into<i32>) {
        self.sheet.values.push(value.into());
    }

    fn put_stage(&mut self, stage: Option<u8>) {
        self.put(stage.map_or(ABSENT, i32::from));
    }

    fn put_word(&mut self, word: Option<Word>) {
        let place = word.map_or(ABSENT, |word| self.place_of(word));
        self.put(place);
    }

    fn put_text(&mut self, text: &'static str) {
        self.put_word(Some(Word::Text(text)).filter(|_| !text.is_empty()));
    }

    /// The place of the member that this is; none for what is no member.
    fn member(&self, subject: Subject) -> Option<usize> {
        self.cast.iter().position(|one| *one == subject && subject != Subject::NONE)
    }

    fn units(&mut self, rows: &[Happening], opening: &Position) {
        let mut fates = vec![Fate::default(); self.members.len()];
        for (fate, subject) in fates.iter_mut().zip(self.cast) {
            let is_there = match self.rules.drawn(*subject).filter(|_| *subject != Subject::NONE) {
                Some(Drawn::Piece(piece)) => opening.counters[piece.index()].spot.cell().is_some(),
                _ => false,
            };
            fate.entered = is_there.then_some(1);
        }
        for row in rows {
            let [by, on] = [row.by, row.on].map(|subject| self.member(subject));
            match (row.what, by, on) {
                (What::Entry, _, Some(on)) => _ = fates[on].entered.get_or_insert(row.stage),
                (What::Activation, Some(by), _) => fates[by].activated += 1,
                (What::Loss, _, Some(on)) => fates[on].losses += row.amount,
                (What::Flight, _, Some(on)) => fates[on].flights += 1,
                (What::Point, Some(by), _) => {
                    let is_own = row.side == Some(self.members[by].side);
                    fates[by].points += if is_own { row.amount } else { -row.amount };
                }
                (What::End, _, Some(on)) => fates[on].end = Some(*row),
                _ => (),
            }
        }
        for (place, fate) in fates.into_iter().enumerate() {
            let member = &self.members[place];
            let has_formation = member.formation.is_some();
            self.put_word(Some(Word::Member(place)));
            self.put_word(Some(Word::Side(member.side)));
            self.put_word(Some(Word::Formation(place)).filter(|_| has_formation));
            self.put_stage(fate.entered);
            self.put(fate.losses);
            self.put(fate.flights);
            self.put(fate.activated);
            self.put(fate.points);
            self.put_stage(fate.end.map(|end| end.stage));
            self.put_word(fate.end.and_then(|end| end.rule).map(Word::Rule));
            self.put_text(fate.end.map_or("", |end| end.how));
        }
    }

    fn events(&mut self, rows: &[Happening], places: &[Option<CellId>]) {
        for (number, (row, place)) in (1..).zip(rows.iter().zip(places)) {
            let who = |subject: Subject| {
                let named = self.member(subject).map_or(Word::Subject(subject), Word::Member);
                (subject != Subject::NONE).then_some(named)
            };
            let [by, on] = [row.by, row.on].map(who);
            self.put(number);
            self.put(row.stage);
            self.put_text(row.what.name());
            self.put_text(row.how);
            self.put_word(row.side.map(Word::Side));
            self.put_word(by);
            self.put_word(on);
            self.put_word(place.map(Word::Cell));
            self.put_word(row.rule.map(Word::Rule));
            self.put(row.amount);
        }
    }

    fn stages(&mut self, rows: &[Happening], last: u8, opening: i32) {
        let mut lead = opening;
        for stage in 1..=last {
            // What a side begins with nobody scores.
            let scored = rows.iter().filter(|row| row.stage == stage && row.rule.is_some());
            let mut points = [0; 2];
            for row in scored.filter(|row| row.what == What::Point) {
                if let Some(side) = row.side {
                    points[side as usize] += row.amount;
                }
                lead += change_of_lead(row);
            }
            self.put(stage);
            self.put(points[0]);
            self.put(points[1]);
            self.put(lead);
        }
    }
}
