//! The manifest of a run: all that is needed to play it again, and to decide whether two folders hold parts of one run.

use core::fmt;
use core::ops::Range;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use szala_kernel::record::{Column, Kind, Whose};
use szala_kernel::{BySide, Side};
use szala_system::Long;

use super::long::LongTable;
use super::{names, seal};

/// The form of the folder; another number is another form.
pub const FORMAT: u32 = 3;
/// A form of records made before 2026-12: the names of their columns have dots.
pub(super) const DOTTED: u32 = 2;
/// Another, which has dots too: they have no seals, so that nobody can say whether they are as they were written.
pub(super) const UNSEALED: u32 = 1;

/// The version of the columns of the games; in the first their names had dots.
pub(super) const GAMES_SCHEMA: u32 = 2;

/// What is written beside the games of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The form of the folder.
    pub format: u32,
    /// The command that began the run, word by word.
    pub command: Vec<String>,
    /// What all parts of the run have in common.
    pub run: Identity,
    /// The numbers of the games that belong in this folder.
    pub part: Part,
    /// What is there; the games themselves may be ahead of it when the run was killed.
    pub progress: Progress,
    /// What a stretch of the game's time is called: what `stage` means in the columns.
    #[serde(default = "stage")]
    pub time: String,
    /// The columns of the games.
    pub columns: Vec<Field>,
    /// The files of games, in order; without seals it is not said which there are.
    #[serde(default)]
    pub files: Vec<GamesFile>,
    /// The long tables beside the games, if any were asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<LongTable>,
    /// SHA-256 of all the rest in canonical form; none in `UNSEALED`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seal: Option<String>,
}

/// A file of games as it was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GamesFile {
    /// The number of its first game.
    pub first: u64,
    /// How many games are in it.
    pub games: u64,
    /// SHA-256 of its bytes, in hexadecimal digits.
    pub sha256: String,
}

impl GamesFile {
    /// The number behind its last game.
    pub(super) fn end(&self) -> u64 {
        self.first.saturating_add(self.games)
    }
}

/// The column that says when a game ended, by the name of a stretch of its time.
pub(crate) fn end_column(time: &str) -> String {
    format!("end_{time}")
}

/// The column that says when one of several units came in.
pub(crate) fn entered_column(time: &str) -> String {
    format!("entered_{time}")
}

/// What is not so is not written.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
fn is_false(is: &bool) -> bool {
    !is
}

/// What time was called before manifests said so.
fn stage() -> String {
    "stage".to_owned()
}

/// What makes a run the run that it is: the same identity plays the same games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Identity {
    /// The version of Szala.
    pub version: String,
    /// The commit that it was built from, and whether anything had been changed since.
    pub commit: String,
    /// The title of what is played.
    pub title: String,
    /// The file or the name by which it was requested.
    pub game: String,
    /// The variant of it, if any.
    pub variant: Option<String>,
    /// The names of the sides.
    pub sides: [String; 2],
    /// The names of the players.
    pub players: [String; 2],
    /// SHA-256 of what the games depend on.
    pub hashes: Hashes,
    /// The seed.
    pub seed: u64,
    /// Are its games keyed, so that those of one number are pairs in runs of two variants?
    #[serde(default, skip_serializing_if = "is_false")]
    pub is_keyed: bool,
    /// How many games the whole run has, at most.
    pub games: u64,
    /// What ends it earlier, if anything does.
    pub until: Option<String>,
    /// What was played, word for word; records made before 2026-12 do not hold it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made_of: Option<MadeOf>,
}

/// What a run was made of, so that its games can be played again from the record alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MadeOf {
    /// The rule system.
    pub system: String,
    /// The changes to the scenario, each with the option that makes it, in order.
    pub changes: Vec<[String; 2]>,
    /// The texts of all files that were read for scenario, changes and players, by their paths as they were given.
    pub files: BTreeMap<String, String>,
}

/// SHA-256 of what the games depend on, in hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hashes {
    /// The ledger of the rules.
    pub rules: String,
    /// The scenario with its map, units and tables, as play reads them: a comment does not change it.
    pub scenario: String,
    /// The players with their plans and weights.
    pub players: [String; 2],
}

/// A range of game numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// The first.
    pub first: u64,
    /// The one after the last.
    pub end: u64,
}

/// How far a part has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Progress {
    /// Games played.
    pub games: u64,
    /// Of these, games that had no end.
    pub aborted: u64,
    /// Nothing is left to play.
    pub is_finished: bool,
}

/// A column of the games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Field {
    /// Its name in the file.
    pub name: String,
    /// What it says, without of whom.
    pub what: String,
    /// The side it is about, if it is about one side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<String>,
    /// The unit or commander it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// What that unit and all that are alike are called, where it is one of several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// The stage it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stage: Option<u8>,
    /// How it is to be read.
    pub kind: FieldKind,
    /// The names that it may have.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// What exactly it says.
    pub about: String,
}

/// How a column is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FieldKind {
    /// How many: 0 or more.
    Count,
    /// A whole number.
    Number,
    /// A stage, from 1; nothing where it never came to that.
    Stage,
    /// A name; nothing where it is nobody's.
    Name,
    /// Yes or no.
    Flag,
}

impl Manifest {
    /// The manifest of a run of which nothing has been played yet.
    pub fn new(command: Vec<String>, run: Identity, numbers: Range<u64>, columns: &[Column]) -> Self {
        let columns = fields(columns, &run.sides);
        let part = Part { first: numbers.start, end: numbers.end };
        Self {
            format: FORMAT,
            command,
            run,
            part,
            progress: Progress::default(),
            time: stage(),
            columns,
            files: Vec::new(),
            tables: Vec::new(),
            seal: None,
        }
    }

    /// The same with these tables beside the games.
    #[must_use]
    pub fn with_tables(self, wanted: &[Long]) -> Self {
        Self { tables: wanted.iter().map(|long| LongTable::new(*long)).collect(), ..self }
    }

    /// Which tables are beside the games.
    pub fn wanted(&self) -> Vec<Long> {
        self.tables.iter().filter_map(LongTable::known).collect()
    }

    /// What every file says of its run: enough to identify the games when the file is read alone. Parts of a run say
    /// the same, and so does the run that they are joined to.
    pub(super) fn told_in_files(&self, table: &str, schema: u32) -> String {
        let Identity {
            version,
            commit,
            title,
            variant,
            sides,
            players,
            hashes,
            seed,
            is_keyed,
            games,
            until,
            ..
        } = &self.run;
        let told = serde_json::json!({
            "table": table,
            "schema": schema,
            "time": self.time,
            "version": version,
            "commit": commit,
            "title": title,
            "variant": variant,
            "sides": sides,
            "players": players,
            "hashes": hashes,
            "seed": seed,
            "is_keyed": is_keyed,
            "games": games,
            "until": until,
        });
        told.to_string()
    }

    /// The same with this name for a stretch of the game's time.
    #[must_use]
    pub fn counted_by(self, time: &str) -> Self {
        Self { time: time.to_owned(), ..self }
    }

    /// The same with its seal, as it is written.
    #[must_use]
    pub fn sealed(self) -> Self {
        let unsealed = Self { seal: None, ..self };
        Self { seal: Some(seal::of(&unsealed)), ..unsealed }
    }

    /// The same with the names that its columns have today.
    #[must_use]
    pub(super) fn renamed(mut self) -> Self {
        if self.format < FORMAT {
            for (field, due) in self.columns.iter_mut().zip(fields(&[], &self.run.sides)) {
                if field.what != due.what && names::former(&due).contains(&field.name) {
                    *field = due;
                }
            }
            names::rename(&mut self.columns);
            self.format = FORMAT;
        }
        self
    }

    /// The column that says when a game ended, where the rule system has one.
    pub fn end_column(&self) -> String {
        end_column(&self.time)
    }

    /// The first column that games have in one of two runs and not in the other, or not in that place, or the tables
    /// where others were asked for: what it is, and how it is called here and there.
    pub(super) fn column_difference(&self, other: &Self) -> Option<(&'static str, String, String)> {
        let told =
            |field: Option<&Field>| field.map_or_else(|| "none".to_owned(), |field| field.name.clone());
        let tables = |manifest: &Self| {
            let names: Vec<&str> = manifest.tables.iter().map(|table| table.name.as_str()).collect();
            if names.is_empty() { "none".to_owned() } else { names.join(",") }
        };
        if tables(self) != tables(other) {
            return Some(("the tables beside the games", tables(self), tables(other)));
        }
        let most = self.columns.len().max(other.columns.len());
        let pairs = (0..most).map(|place| (self.columns.get(place), other.columns.get(place)));
        let is_same = |one: &Field, other: &Field| one.name == other.name && one.kind == other.kind;
        pairs
            .into_iter()
            .find(|(here, there)| !here.zip(*there).is_some_and(|(here, there)| is_same(here, there)))
            .map(|(here, there)| ("the first of the columns that differ", told(here), told(there)))
    }

    /// The names of the sides.
    pub fn sides(&self) -> BySide<&str> {
        BySide(self.run.sides.each_ref().map(String::as_str))
    }

    /// The names of the players.
    pub fn players(&self) -> BySide<&str> {
        BySide(self.run.players.each_ref().map(String::as_str))
    }
}

impl Part {
    /// The numbers.
    pub fn numbers(self) -> Range<u64> {
        self.first..self.end
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to {}", self.first, self.end - 1)
    }
}

impl Identity {
    /// Were both runs played by one build of the program?
    pub(super) fn is_of_the_same_program(&self, other: &Self) -> bool {
        (&self.version, &self.commit) == (&other.version, &other.commit)
    }

    /// The first thing in which two runs differ: what it is, and how it is here and there.
    pub fn difference<'i>(&'i self, other: &'i Self) -> Option<(&'static str, String, String)> {
        let pairs = |identity: &'i Self| {
            let Self {
                version,
                commit,
                title,
                game: _,
                variant,
                sides,
                players,
                hashes,
                seed,
                is_keyed,
                games,
                until,
                ..
            } = identity;
            [
                ("the version of szala", version.clone()),
                ("the build of szala, by its commit", commit.clone()),
                ("the title", title.clone()),
                ("the variant", variant.clone().unwrap_or_else(|| "none".to_owned())),
                ("the sides", sides.join(" and ")),
                ("the players", players.join(",")),
                ("the ledger of rules, by its hash", hashes.rules.clone()),
                ("the scenario, by its hash", hashes.scenario.clone()),
                ("the plans or weights of the players, by their hashes", hashes.players.join(" ")),
                ("the seed", seed.to_string()),
                ("the kind of dice", if *is_keyed { "keyed" } else { "plain" }.to_owned()),
                ("the number of games", games.to_string()),
                ("what ends the run", until.clone().unwrap_or_else(|| "its number of games".to_owned())),
            ]
        };
        let both = pairs(self).into_iter().zip(pairs(other));
        both.into_iter()
            .find(|(here, there)| here.1 != there.1)
            .map(|(here, there)| (here.0, here.1, there.1))
    }
}

/// The columns that all games have, before those of the rule system.
pub(crate) fn fields(columns: &[Column], sides: &[String; 2]) -> Vec<Field> {
    let common = [
        ("game", FieldKind::Count, "The number of the game in its run; with the seed it names the game."),
        ("seed", FieldKind::Count, "The seed of the run."),
        ("scenario", FieldKind::Name, "The title of what was played."),
        ("variant", FieldKind::Name, "The variant of it; nothing when it was played as it is."),
        ("winner", FieldKind::Name, "The side that won; nothing for a draw, and for a game without an end."),
        (
            "lead",
            FieldKind::Number,
            "Victory points of the first side less those of the second at the end; nothing without an end.",
        ),
        ("rule", FieldKind::Name, "The number of the rule that ended the game; nothing without an end."),
        ("reason", FieldKind::Name, "The same in words."),
        ("aborted", FieldKind::Flag, "Whether the game had no end and was broken off."),
        ("decisions", FieldKind::Count, "Decisions that the players took."),
        ("dice", FieldKind::Count, "Dice rolled and chits drawn."),
    ];
    let field = |(name, kind, about): (&str, FieldKind, &str)| Field {
        name: name.to_owned(),
        what: name.to_owned(),
        side: None,
        unit: None,
        group: None,
        stage: None,
        kind,
        names: Vec::new(),
        about: about.to_owned(),
    };
    let mut fields: Vec<Field> = common.map(field).into();
    let players = sides.iter().map(|side| Field {
        name: names::dotted("player", &[side], None),
        side: Some(side.clone()),
        ..field(("player", FieldKind::Name, "Who played this side."))
    });
    let at = 4;
    fields.splice(at..at, players);
    fields.extend(columns.iter().map(|column| own_field(column, sides)));
    names::rename(&mut fields);
    fields
}

/// The field of a column of the rule system, with the name that `names` makes the one of today from.
fn own_field(column: &Column, sides: &[String; 2]) -> Field {
    let side_name = |side: Side| Some(sides[side as usize].clone());
    let group = match &column.whose {
        Whose::OneOf(_, group, _) => Some(group.clone()),
        _ => None,
    };
    let (side, unit, stage) = match &column.whose {
        Whose::Game => (None, None, None),
        Whose::Side(side) => (side_name(*side), None, None),
        Whose::Unit(side, unit) | Whose::AllOf(side, unit) => (side_name(*side), Some(unit.clone()), None),
        Whose::OneOf(side, group, number) => (side_name(*side), Some(format!("{group} {number}")), None),
        Whose::Stage(stage) => (None, None, Some(*stage)),
        Whose::SideStage(side, stage) => (side_name(*side), None, Some(*stage)),
    };
    // A unit's name needs no side, since no two counters have the same; unless it is that of a side, or of a kind.
    let is_of_a_kind = matches!(column.whose, Whose::OneOf(..) | Whose::AllOf(..));
    let owner: Vec<&str> = match (&side, &unit) {
        (Some(side), Some(unit)) if sides.contains(unit) || is_of_a_kind => vec![side, unit],
        _ => unit.as_deref().or(side.as_deref()).into_iter().collect(),
    };
    let name = names::dotted(column.what, &owner, stage);
    let (kind, names) = kind_of(&column.kind);
    Field {
        name,
        what: column.what.to_owned(),
        side,
        unit,
        group,
        stage,
        kind,
        names,
        about: column.about.clone(),
    }
}

/// How a column of this kind is to be read, and the names that it may have.
pub(super) fn kind_of(kind: &Kind) -> (FieldKind, Vec<String>) {
    match kind {
        Kind::Count => (FieldKind::Count, Vec::new()),
        Kind::Number => (FieldKind::Number, Vec::new()),
        Kind::Stage => (FieldKind::Stage, Vec::new()),
        Kind::Name(names) => (FieldKind::Name, names.clone()),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_two_columns_have_one_name_even_if_a_unit_is_called_as_its_side() {
        let sides = ["Red".to_owned(), "Blue".to_owned()];
        let losses = |whose| Column { what: "losses", whose, kind: Kind::Count, about: String::new() };
        let columns = [
            losses(Whose::Game),
            losses(Whose::Side(Side::First)),
            losses(Whose::Unit(Side::First, "Red".to_owned())),
            losses(Whose::Unit(Side::Second, "Green".to_owned())),
            losses(Whose::OneOf(Side::First, "guns".to_owned(), 2)),
            losses(Whose::OneOf(Side::Second, "guns".to_owned(), 2)),
            losses(Whose::AllOf(Side::First, "guns".to_owned())),
            losses(Whose::AllOf(Side::Second, "guns".to_owned())),
            losses(Whose::Stage(3)),
            losses(Whose::SideStage(Side::Second, 3)),
        ];
        let names: Vec<String> = fields(&columns, &sides).into_iter().map(|field| field.name).collect();
        let own = [
            "losses",
            "losses_red",
            "losses_red_red",
            "losses_green",
            "losses_red_guns_2",
            "losses_blue_guns_2",
            "losses_red_guns",
            "losses_blue_guns",
            "losses_3",
            "losses_blue_3",
        ];
        assert_eq!(names[names.len() - own.len()..], own);
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
        assert_eq!(
            names[..7],
            ["game", "seed", "scenario", "variant", "player_red", "player_blue", "winner"]
        );
        assert_eq!(names.len() - own.len(), super::super::block::COMMON);
    }

    pub(crate) fn identity() -> Identity {
        let text = |text: &str| text.to_owned();
        Identity {
            version: text("1"),
            commit: text("c"),
            title: text("t"),
            game: text("g"),
            variant: None,
            sides: [text("Red"), text("Blue")],
            players: [text("a"), text("b")],
            hashes: Hashes { rules: text("r"), scenario: text("s"), players: [text("p"), text("q")] },
            seed: 1,
            is_keyed: false,
            games: 2,
            until: None,
            made_of: None,
        }
    }

    /// All but the name by which the game was asked for, which a folder may change.
    #[test]
    fn runs_differ_in_whatever_their_games_depend_on() {
        type Change = fn(&mut Identity);
        let changes: [Change; 12] = [
            |run| run.version.push('x'),
            |run| run.commit.push('x'),
            |run| run.title.push('x'),
            |run| run.variant = Some("x".to_owned()),
            |run| run.sides[1].push('x'),
            |run| run.players[1].push('x'),
            |run| run.hashes.rules.push('x'),
            |run| run.hashes.scenario.push('x'),
            |run| run.hashes.players[0].push('x'),
            |run| run.seed += 1,
            |run| run.games += 1,
            |run| run.until = Some("x".to_owned()),
        ];
        for (place, change) in changes.iter().enumerate() {
            let mut other = identity();
            change(&mut other);
            let (_, here, there) = identity().difference(&other).unwrap_or_else(|| panic!("change {place}"));
            assert_ne!(here, there, "change {place}");
        }
        let moved = Identity { game: "elsewhere".to_owned(), ..identity() };
        assert_eq!(identity().difference(&moved), None);
    }
}
