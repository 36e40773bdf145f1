//! Where the units of a side that sets up freely begin [13.2], as part of a player's file: what the scenario proposes,
//! unless the file says otherwise.

use szala_board::{Facing, HexId, Ordinal, Orientation};
use szala_files::{Complaint, Document, Field, Section, nearest, placed, unknown};
use szala_insurrection::{CommanderId, Insurrection, Room, Row, Small, UnitId};
use szala_kernel::{Names, Side};

/// The key of its table, in the table of a side.
pub const KEY: &str = "set_up";
/// The key, in that table, of names that take part in some scenarios only.
const IF_PRESENT: &str = "if_present";

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
    /// that one file can serve several, unless it looks like a misspelt one: it resembles one that takes part and that
    /// the table lacks, and `if_present` does not list it.
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
        let told = |complaints: Vec<Complaint>| placed(file, text, &complaints);
        let document = Document::parse(text).map_err(told)?;
        let root = document.root();
        let mut set_up = Self::default();
        let Some(section) = root.get(table).and_then(|field| field.section().ok()) else {
            return Ok(set_up);
        };
        let Some(field) = section.get(KEY) else { return Ok(set_up) };
        let section = field.section().map_err(|complaint| told(vec![complaint]))?;
        let mut complaints = Vec::new();
        let if_present = section.read_each(IF_PRESENT, &mut complaints, Field::text);
        let missing = missing(rules, side, &section);
        for field in section.fields().iter().filter(|field| field.name() != IF_PRESENT) {
            let near = nearest(field.name(), &missing).filter(|_| !if_present.contains(&field.name()));
            match set_up.take(rules, side, field) {
                Ok(true) => {}
                Ok(false) => complaints.extend(near.map(|near| misspelt(field, near))),
                Err(complaint) => complaints.push(complaint),
            }
        }
        if complaints.is_empty() { Ok(set_up) } else { Err(told(complaints)) }
    }

    /// Takes what is said of a unit or a commander; or finds that nobody of this name takes part.
    fn take(&mut self, rules: &Insurrection<R>, side: Side, field: &Field<'_>) -> Result<bool, Complaint> {
        let scenario = rules.scenario();
        let mut units = scenario.units_of(side).iter();
        if let Some(unit) = units.find(|unit| scenario.unit(*unit).name == field.name()) {
            self.stands[unit.index()] = Some(field.parse(|text| stand(rules, text))?);
            return Ok(true);
        }
        let mut commanders = scenario.commanders_of(side);
        if let Some(commander) = commanders.find(|who| scenario.commander(*who).name == field.name()) {
            let hex = |text: &str| scenario.board.parse_label(text).map_err(|error| error.to_string());
            self.posts[commander.index()] = Some(field.parse(hex)?);
            return Ok(true);
        }
        Ok(false)
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

/// The units and commanders of a side that the table does not name.
fn missing<'r, R: Room>(rules: &'r Insurrection<R>, side: Side, table: &Section<'_>) -> Vec<&'r str> {
    let scenario = rules.scenario();
    let units = scenario.units_of(side).iter().map(|unit| scenario.unit(unit).name.as_str());
    let commanders = scenario.commanders_of(side).map(|who| scenario.commander(who).name.as_str());
    units.chain(commanders).filter(|name| table.get(name).is_none()).collect()
}

fn misspelt(field: &Field<'_>, near: &str) -> Complaint {
    let name = field.name();
    let message = format!(
        "there is no unit or commander `{name}`; did you mean `{near}`? If `{name}` takes part in another scenario, \
         write {IF_PRESENT} = [\"{name}\"] in this table"
    );
    Complaint::new(field.name_span(), message)
}

/// The facing of this name.
pub(crate) fn facing_of_name(orientation: Orientation, name: &str) -> Result<Facing, String> {
    let read = orientation.parse_facing(name);
    read.map_err(|error| unknown("facing", name, &error.names))
}

/// A hex with a facing, `0109 N`.
pub(crate) fn stand<R: Room>(rules: &Insurrection<R>, text: &str) -> Result<(HexId, Facing), String> {
    let board = &rules.scenario().board;
    let (hex, facing) =
        text.split_once(' ').ok_or_else(|| format!("`{text}` should be a hex and a facing, as in 0109 N"))?;
    let hex = board.parse_label(hex).map_err(|error| error.to_string())?;
    Ok((hex, facing_of_name(board.grid().orientation(), facing)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{hex, load};

    fn read(text: &str) -> Result<SetUp, String> {
        SetUp::read(&load("alternative"), Side::First, "Poles", "w.toml", text)
    }

    /// Where the file puts a unit, by the label of the hex.
    fn where_is(set_up: &SetUp, name: &str) -> String {
        let rules = load("alternative");
        let unit = rules.scenario().all_units().iter().find(|unit| rules.scenario().unit(*unit).name == name);
        let (hex, facing) =
            set_up.stand(&rules, unit.expect("a unit of the scenario")).expect("it is placed");
        format!("{} {}", rules.scenario().board.label(hex), rules.facing_name(facing))
    }

    #[test]
    fn r13_2_a_file_sets_up_whom_it_names_and_the_scenario_the_others() {
        let text = "[Poles]\nspread = 1\n[Poles.set_up]\n\"KN II\" = \"0101 NE\"\nGrabowski = \"0104\"\nnobody = 1\n";
        let set_up = read(text).expect("the table is a set-up");
        assert_eq!(where_is(&set_up, "KN II"), "0101 NE");
        // alternative.toml proposes 0105 N.
        assert_eq!(where_is(&set_up, "Narbutt 1"), "0105 N");
        let rules = load("alternative");
        let grabowski =
            rules.scenario().commanders_of(Side::First).next().expect("the Poles have commanders");
        assert_eq!(rules.scenario().commander(grabowski).name, "Grabowski");
        assert_eq!(set_up.post(&rules, grabowski), Some(hex(&rules, "0104")));
    }

    #[test]
    fn mistakes_are_told_at_their_place() {
        let told = |line: &str| read(&format!("[Poles.set_up]\n{line}\n")).expect_err("a mistake");
        assert_eq!(
            told("\"KN II\" = \"0101\""),
            "w.toml:2:11: `0101` should be a hex and a facing, as in 0109 N"
        );
        assert!(told("\"KN II\" = \"0101 X\"").starts_with("w.toml:2:11: there is no facing `X`"));
        assert!(
            told("Grabowski = \"9999\"").starts_with("w.toml:2:13: "),
            "{}",
            told("Grabowski = \"9999\"")
        );
        // Only who is not named can be meant: nobody is called like KN II but KN II.
        let misspelt = "there is no unit or commander `KN 2`; did you mean `KN II`? If `KN 2` takes part in another \
                        scenario, write if_present = [\"KN 2\"] in this table";
        assert_eq!(told("\"KN 2\" = \"0101 N\""), format!("w.toml:2:1: {misspelt}"));
        assert!(told("\"Grabovski\" = \"0104\"").contains("did you mean `Grabowski`?"));
        let both = "[Poles.set_up]\n\"KN 2\" = \"0101 N\"\n\"KN II\" = \"0101 N\"\n";
        let listed = "[Poles.set_up]\nif_present = [\"KN 2\"]\n\"KN 2\" = \"0101 N\"\n";
        assert!(read(both).is_ok() && read(listed).is_ok());
        let told = read("[Poles]\nset_up = 3\n").expect_err("a number is no table");
        assert_eq!(told, "w.toml:2:10: `set_up` takes a table, not 3");
    }

    #[test]
    fn r13_2_as_numbers_it_can_be_changed_and_written_and_read_again() {
        let rules = load("alternative");
        let side = Side::First;
        let genes = SetUp::default().genes(&rules, side);
        // Nine Polish units and two commanders in scenario II; row 01 of the map has 15 hexes.
        assert_eq!(genes.len(), 11);
        assert!(genes.iter().all(|(.., last)| *last == 14), "{genes:?}");
        let place = |name: &str| genes.iter().position(|gene| gene.0 == name).expect("a unit of the Poles");
        // The proposal: 0113, so the thirteenth.
        assert_eq!(genes[place("KN II")].1, 12);
        let mut values: Vec<i32> = genes.iter().map(|gene| gene.1).collect();
        values[place("KN II")] = 0;
        let set_up = SetUp::default().with(&rules, side, &values);
        assert_eq!(where_is(&set_up, "KN II"), "0101 N");
        let again = read(&format!("[Poles]\n{}", set_up.write(&rules, side))).expect("its own file");
        assert_eq!(again.genes(&rules, side), set_up.genes(&rules, side));
        // The Russians begin where the book says.
        assert_eq!(set_up.genes(&rules, Side::Second), []);
        assert_eq!(set_up.write(&rules, Side::Second), "");
    }
}
