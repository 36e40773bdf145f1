//! All paths of a scenario with what stands there.

use szala_files::Known;
use szala_files::variant::Book as _;

use super::book::Book;
use super::target::{Target, hexsides, keys, of_camp, of_units, rows};

impl Book {
    /// Every value that can be set, group by group.
    pub(super) fn known(&self) -> Vec<Known> {
        let board = &self.scenario.board;
        let sides = || self.scenario.sides.0.iter().cloned();
        let row = |table: &'static str| move |name: &str| Target::Row(table, name.to_owned());
        let mut targets: Vec<Target> = keys().into_iter().map(Target::Key).collect();
        targets.extend((1..=self.stages()).map(|stage| Target::Pool(stage, stage)));
        for name in self.unit_names() {
            let keys = of_units(self, &name);
            targets.extend(keys.into_iter().map(|key| Target::Unit(name.clone(), key)));
        }
        targets.extend(self.names().iter().map(|name| row("set_up")(name)));
        targets.extend(sides().map(|side| row("free_set_up")(&side)));
        for table in ["switches", "family", "values"] {
            targets.extend(rows(table).into_iter().map(row(table)));
        }
        targets.extend(self.bands().into_iter().map(Target::Band));
        targets.extend(self.roads().into_iter().map(Target::Road));
        targets.extend(sides().map(Target::Rally));
        targets.extend(self.scenario.camp.iter().flat_map(|_| of_camp()).map(Target::Camp));
        let mut hexes: Vec<_> = board.hexes().iter().collect();
        hexes.sort_by_key(|hex| board.label(*hex).to_string());
        targets.extend(hexes.into_iter().map(Target::Hex));
        for kind in hexsides() {
            targets.extend(board.sides().iter().map(|side| Target::Hexside(kind, side)));
        }
        targets.iter().map(|target| self.know(target)).collect()
    }
}
