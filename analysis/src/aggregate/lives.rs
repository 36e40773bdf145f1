//! When units were lost, while games went on: of each unit and each stage how many games came to it with the unit still
//! there, and in how many of them it was lost.

use std::collections::BTreeMap;

use polars::prelude::*;

use super::error::AggregateError;
use crate::records::{Field, FieldKind, Folder, Manifest, RecordError};
use crate::statistics::survival::Risk;

/// The column that tells in which stage a game ended.
const END: &str = "end_stage";
/// No game has more stages.
const MOST_STAGES: u32 = 1_000;

/// How long a unit or a commander lasts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Life {
    /// The column that tells when it was lost.
    pub field: Field,
    /// The games that came to stage 1, 2 and so on with the unit still there, and in how many it was lost.
    pub risks: Vec<Risk>,
}

/// Counts when each unit was lost in the games of a folder that came to an end: for each column that tells of a unit in
/// which stage something became of it. A game that ends before takes the unit out of the count from there on.
///
/// # Errors
/// What is wrong with the folder, or that its games do not tell of stages.
pub fn lives(folder: &Folder) -> Result<Vec<Life>, AggregateError> {
    let manifest = &folder.manifest;
    let fields = fields(manifest);
    if fields.is_empty() || !manifest.columns.iter().any(|field| field.name == END) {
        return Err(AggregateError::NotTold {
            folder: folder.path.clone(),
            what: "when units are lost and games end",
        });
    }
    let mut columns = vec!["game", "aborted", END];
    columns.extend(fields.iter().map(|field| field.name.as_str()));
    let mut ends = vec![BTreeMap::new(); fields.len()];
    let mut games = 0;
    for read in folder.frames(&columns) {
        let (file, frame) = read?;
        games += frame.height() as u64;
        count(&frame, &fields, &mut ends).map_err(|error| RecordError::reading(file, &error))?;
    }
    folder.check_games(games)?;
    if games == 0 {
        return Err(AggregateError::NoGames { folder: folder.path.clone() });
    }
    let lives = fields.into_iter().zip(ends);
    Ok(lives.map(|(field, ends)| Life { field: field.clone(), risks: risks(&ends) }).collect())
}

/// The columns that tell when a unit was lost.
fn fields(manifest: &Manifest) -> Vec<&Field> {
    let is_one = |field: &&Field| field.kind == FieldKind::Stage && field.unit.is_some();
    manifest.columns.iter().filter(is_one).collect()
}

/// How many games ended in a stage, and in which the unit was lost before, if it was.
type Ends = BTreeMap<(u32, Option<u32>), u64>;

fn count(frame: &DataFrame, fields: &[&Field], ends: &mut [Ends]) -> PolarsResult<()> {
    let aborted = frame.column("aborted")?.bool()?;
    let ended = frame.filter(&!aborted)?;
    let stages: Vec<Option<u32>> = ended.column(END)?.u32()?.iter().collect();
    polars_ensure!(
        stages.iter().all(|stage| stage.is_some_and(|stage| (1..=MOST_STAGES).contains(&stage))),
        ComputeError: "a game that ended does not tell in which stage"
    );
    for (field, ends) in fields.iter().zip(ends) {
        let lost = ended.column(&field.name)?.u32()?.iter();
        for (end, lost) in stages.iter().flatten().zip(lost) {
            polars_ensure!(
                lost.is_none_or(|lost| (1..=*end).contains(&lost)),
                ComputeError: "{} is after the end of its game", field.name
            );
            *ends.entry((*end, lost)).or_default() += 1;
        }
    }
    Ok(())
}

fn risks(ends: &Ends) -> Vec<Risk> {
    let stages = ends.keys().map(|(end, _)| *end).max().unwrap_or(0);
    let mut risks = vec![Risk::default(); stages as usize];
    for ((end, lost), games) in ends {
        for risk in &mut risks[..lost.unwrap_or(*end) as usize] {
            risk.at_risk += games;
        }
        if let Some(lost) = lost {
            risks[*lost as usize - 1].lost += games;
        }
    }
    risks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_is_at_risk_until_it_is_lost_or_the_game_ends() {
        // Two games of three stages in which it was lost in the second, one of one stage, four of three in which it was
        // not lost: all seven came to stage 1, six to stage 2, and four to stage 3 with the unit still there.
        let ends = [((3, Some(2)), 2), ((1, None), 1), ((3, None), 4)].into();
        let risk = |at_risk, lost| Risk { at_risk, lost };
        assert_eq!(risks(&ends), [risk(7, 0), risk(6, 2), risk(4, 0)]);
        assert!(risks(&Ends::new()).is_empty());
    }
}
