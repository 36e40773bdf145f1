//! All paths of a scenario with what stands there.

use szala_kernel::text::Known;
use szala_kernel::text::variant::Book as _;

use super::super::units::{KEYS as OF_UNITS, OF_TROOPS};
use super::super::{FAMILY, SWITCHES, VALUES};
use super::book::Book;
use super::target::{HEXSIDES, KEYS, OF_CAMP, Target};

impl Book {
    /// Every value that can be set, group by group.
    pub(super) fn known(&self) -> Vec<Known> {
        let board = &self.scenario.board;
        let sides = || self.scenario.sides.0.iter().cloned();
        let row = |table: &'static str| move |name: &str| Target::Row(table, name.to_owned());
        let mut targets: Vec<Target> = KEYS.into_iter().map(Target::Key).collect();
        targets.extend((1..=self.stages()).map(|stage| Target::Pool(stage, stage)));
        for name in self.unit_names() {
            let is_its = |key: &&str| *key != "name" && !(self.is_gun(&name) && OF_TROOPS.contains(key));
            let keys = OF_UNITS.into_iter().filter(is_its);
            targets.extend(keys.map(|key| Target::Unit(name.clone(), key)));
        }
        targets.extend(self.names().iter().map(|name| row("set_up")(name)));
        targets.extend(sides().map(|side| row("free_set_up")(&side)));
        targets.extend(SWITCHES.iter().map(|(name, _)| row("switches")(name)));
        targets.extend(FAMILY.iter().map(|name| row("family")(name)));
        targets.extend(VALUES.iter().map(|(name, _)| row("values")(name)));
        targets.extend(self.bands().into_iter().map(Target::Band));
        targets.extend(self.roads().into_iter().map(Target::Road));
        targets.extend(sides().map(Target::Rally));
        targets.extend(self.scenario.camp.iter().flat_map(|_| OF_CAMP).map(Target::Camp));
        let mut hexes: Vec<_> = board.hexes().iter().collect();
        hexes.sort_by_key(|hex| board.label(*hex).to_string());
        targets.extend(hexes.into_iter().map(Target::Hex));
        for kind in HEXSIDES {
            targets.extend(board.sides().iter().map(|side| Target::Hexside(kind, side)));
        }
        targets.iter().map(|target| self.know(target)).collect()
    }
}
