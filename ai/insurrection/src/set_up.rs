//! Where the units of a side that sets up freely begin [13.2], as part of a player's file: what the scenario proposes,
//! unless the file says otherwise.

use szala_board::{Facing, HexId, Ordinal, Orientation};
use szala_files::{Complaint, Document, Field, place, unknown};
use szala_insurrection::{CommanderId, Insurrection, Room, Row, Small, UnitId};
use szala_kernel::{Names, Side};

/// The key of its table, in the table of a side.
pub const KEY: &str = "set_up";

/// Where a side begins, as far as it differs from the proposal of the scenario.
#[derive(Clone, Debug)]
pub struct SetUp<R: Room = Small> {
    stands: R::ByUnit<Option<(HexId, Facing)>>,
    posts: R::ByCommander<Option<HexId>>,
}

impl<R: Room> Default for SetUp<R> {
    fn default() -> Self {
        Self { stands: R::ByUnit::of(None), posts: R::ByCommander::of(None) }
    }
}

impl<R: Room> SetUp<R> {
    /// Where a unit begins, and how it faces; `None` when neither the player nor the scenario says so.
    pub fn stand(&self, rules: &Insurrection<R>, unit: UnitId) -> Option<(HexId, Facing)> {
        self.stands[unit.index()].or(rules.scenario().unit(unit).start)
    }

    /// Where a commander begins.
    pub fn post(&self, rules: &Insurrection<R>, commander: CommanderId) -> Option<HexId> {
        self.posts[commander.index()].or(rules.scenario().commander(commander).start)
    }

    /// Reads the table `set_up` in this table of a side. A name that does not take part in this scenario is ignored, so
    /// that one file can serve several.
    ///
    /// # Errors
    /// Everything that is wrong with it, a line each, with its place.
    pub fn read(
        rules: &Insurrection<R>,
        side: Side,
        table: &str,
        file: &str,
        text: &str,
    ) -> Result<Self, String> {
        let told = |complaints: Vec<Complaint>| {
            let line = |complaint: &Complaint| {
                let (line, column) = place(text, complaint.span.start);
                format!("{file}:{line}:{column}: {}", complaint.message)
            };
            complaints.iter().map(line).collect::<Vec<_>>().join("\n")
        };
        let document = Document::parse(text).map_err(told)?;
        let root = document.root();
        let mut set_up = Self::default();
        let Some(section) = root.get(table).and_then(|field| field.section().ok()) else {
            return Ok(set_up);
        };
        let Some(field) = section.get(KEY) else { return Ok(set_up) };
        let section = field.section().map_err(|complaint| told(vec![complaint]))?;
        let complaints: Vec<Complaint> =
            section.fields().iter().filter_map(|field| set_up.take(rules, side, field).err()).collect();
        if complaints.is_empty() { Ok(set_up) } else { Err(told(complaints)) }
    }

    fn take(&mut self, rules: &Insurrection<R>, side: Side, field: &Field<'_>) -> Result<(), Complaint> {
        let scenario = rules.scenario();
        let mut units = scenario.units_of(side).iter();
        if let Some(unit) = units.find(|unit| scenario.unit(*unit).name == field.name()) {
            self.stands[unit.index()] = Some(field.parse(|text| stand(rules, text))?);
            return Ok(());
        }
        let mut commanders = scenario.commanders_of(side);
        if let Some(commander) = commanders.find(|who| scenario.commander(*who).name == field.name()) {
            let hex = |text: &str| scenario.board.parse_label(text).map_err(|error| error.to_string());
            self.posts[commander.index()] = Some(field.parse(hex)?);
        }
        Ok(())
    }

    /// Its values as numbers: for each unit, then each commander, of a side that sets up freely, which of the allowed
    /// hexes; empty for a side that does not.
    pub fn genes(&self, rules: &Insurrection<R>, side: Side) -> Vec<(String, i32, i32)> {
        let scenario = rules.scenario();
        let Some(hexes) = scenario.free_set_up[side] else { return Vec::new() };
        let last = i32::try_from(hexes.len()).expect("a board has few hexes") - 1;
        let at = |hex: Option<HexId>| {
            let place = hexes.iter().position(|other| Some(other) == hex).unwrap_or(0);
            i32::try_from(place).expect("a board has few hexes")
        };
        let units = scenario.units_of(side).iter().map(|unit| {
            (scenario.unit(unit).name.clone(), at(self.stand(rules, unit).map(|(hex, _)| hex)), last)
        });
        let commanders = scenario.commanders_of(side).filter(|who| self.post(rules, *who).is_some());
        let commanders =
            commanders.map(|who| (scenario.commander(who).name.clone(), at(self.post(rules, who)), last));
        units.chain(commanders).collect()
    }

    /// The same set-up with these numbers.
    #[must_use]
    pub fn with(&self, rules: &Insurrection<R>, side: Side, genes: &[i32]) -> Self {
        let scenario = rules.scenario();
        let Some(hexes) = scenario.free_set_up[side] else { return self.clone() };
        let hex = |gene: i32| usize::try_from(gene).ok().and_then(|gene| hexes.iter().nth(gene));
        let mut genes = genes.iter().map(|gene| hex(*gene));
        let mut set_up = self.clone();
        for unit in scenario.units_of(side).iter() {
            if let Some(hex) = genes.next().flatten() {
                let facing = self.stand(rules, unit).map_or(Facing::ALL[0], |(_, facing)| facing);
                set_up.stands[unit.index()] = Some((hex, facing));
            }
        }
        for who in scenario.commanders_of(side).filter(|who| self.post(rules, *who).is_some()) {
            if let Some(hex) = genes.next().flatten() {
                set_up.posts[who.index()] = Some(hex);
            }
        }
        set_up
    }

    /// The table of a file that [`read`](Self::read) reads; empty when the side does not set up freely.
    pub fn write(&self, rules: &Insurrection<R>, side: Side) -> String {
        let scenario = rules.scenario();
        if scenario.free_set_up[side].is_none() {
            return String::new();
        }
        let label = |hex| scenario.board.label(hex);
        let mut lines = vec![format!("\n[{}.{KEY}]", rules.side_name(side))];
        for unit in scenario.units_of(side).iter() {
            if let Some((hex, facing)) = self.stand(rules, unit) {
                let name = &scenario.unit(unit).name;
                lines.push(format!("\"{name}\" = \"{} {}\"", label(hex), rules.facing_name(facing)));
            }
        }
        for who in scenario.commanders_of(side) {
            if let Some(hex) = self.post(rules, who) {
                lines.push(format!("\"{}\" = \"{}\"", scenario.commander(who).name, label(hex)));
            }
        }
        lines.push(String::new());
        lines.join("\n")
    }
}

/// The facing of this name.
pub(crate) fn facing_of_name(orientation: Orientation, name: &str) -> Result<Facing, String> {
    let read = orientation.parse_facing(name);
    read.map_err(|error| unknown("facing", name, &error.names))
}

/// A hex with a facing, `0109 N`.
pub(crate) fn stand<R: Room>(rules: &Insurrection<R>, text: &str) -> Result<(HexId, Facing), String> {
    let board = &rules.scenario().board;
    let (hex, facing) = text
        .split_once(' ')
        .ok_or_else(|| format!("`{text}` should be a hex and a facing, such as 0109 N"))?;
    let hex = board.parse_label(hex).map_err(|error| error.to_string())?;
    Ok((hex, facing_of_name(board.grid().orientation(), facing)?))
}
