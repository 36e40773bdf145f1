//! A sweep as a table: a Parquet file of a row a cell. `docs/SCHEMA.md` lists the columns.

use super::{Cell, Figures, Sweep};
use crate::compare::{Axis, Compared};
use crate::estimate::Estimate;
use crate::records::{Column, Frame, Parquet, Values};

/// The axes whose differences are kept.
const DIFFERENCES: [Axis; 6] = [Axis::Win, Axis::Draw, Axis::Loss, Axis::Score, Axis::Lead, Axis::Length];

impl Sweep {
    /// The table of the cells, that of the scenario as it is first.
    pub fn frame(&self) -> Frame {
        let nothing = Cell {
            values: vec![String::new(); self.paths.len()],
            is_reference: true,
            comparison: self.reference.clone(),
            is_stopped: false,
        };
        let cells: Vec<&Cell> = core::iter::once(&nothing).chain(&self.cells).collect();
        let figures: Vec<Figures> = cells.iter().map(|cell| self.figures(cell)).collect();
        let mut columns = Vec::new();
        for (place, path) in self.paths.iter().enumerate() {
            let said = |cell: &&Cell| Some(cell.values[place].clone()).filter(|value| !value.is_empty());
            let values: Vec<Option<String>> = cells.iter().map(said).collect();
            let number = |value: &Option<String>| value.as_ref().and_then(|value| value.parse::<i64>().ok());
            let numbers: Vec<Option<i64>> = values.iter().map(number).collect();
            let name = |what: &str| format!("{what}_{}", place + 1);
            columns.push(Column::new(name("path"), Values::same_name(Some(path), cells.len())));
            columns.push(Column::new(name("value"), Values::texts(values.iter().map(Option::as_deref))));
            columns.push(Column::new(name("number"), Values::Wide(numbers)));
        }
        let each = |name: &str, of: &dyn Fn(&Cell, &Figures) -> u64| {
            let values: Vec<u64> =
                cells.iter().zip(&figures).map(|(cell, figures)| of(cell, figures)).collect();
            Column::new(name, Values::Long(values))
        };
        let flag = |name: &str, of: &dyn Fn(&Cell) -> bool| {
            Column::new(name, Values::Flags(cells.iter().map(|cell| of(cell)).collect()))
        };
        columns.extend([
            flag("is_as_it_is", &|cell| cell.is_reference),
            flag("is_stopped", &|cell| cell.is_stopped),
            each("games", &|cell, _| cell.comparison.pairs),
            each("first_wins", &|_, figures| figures.counts.first),
            each("draws", &|_, figures| figures.counts.draws),
            each("second_wins", &|_, figures| figures.counts.second),
            each("aborted", &|_, figures| figures.counts.aborted),
            each("differing", &|cell, _| cell.comparison.differing),
        ]);
        let mut estimate = |name: &str, of: &dyn Fn(&Figures) -> Estimate| {
            let found: Vec<Estimate> = figures.iter().map(of).collect();
            for (end, part) in [("", 0), ("_low", 1), ("_high", 2)] {
                let values: Vec<Option<f64>> =
                    found.iter().map(|one| [one.value, one.low, one.high][part]).collect();
                columns.push(Column::new(format!("{name}{end}"), Values::Reals(values)));
            }
        };
        for axis in [Axis::Score, Axis::Lead, Axis::Length] {
            estimate(axis.key(), &|figures| figures.on(axis).b);
        }
        for axis in DIFFERENCES {
            estimate(&format!("{}_more", axis.key()), &|figures| figures.on(axis).difference);
        }
        let of_score = |of: fn(&Compared) -> Option<f64>| {
            Values::Reals(figures.iter().map(|figures| of(figures.on(Axis::Score))).collect())
        };
        columns.push(Column::new("correlation", of_score(|score| score.correlation)));
        columns.push(Column::new("worth_games", of_score(|score| score.worth_games)));
        Frame::new(cells.len(), columns)
    }

    /// The Parquet file of the cells, made in memory.
    pub fn file(&self, parquet: Parquet) -> Vec<u8> {
        parquet.write(&self.frame(), "games", None)
    }
}
