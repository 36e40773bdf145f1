//! When units were lost, while games went on: of each unit and each stage how many games came to it with the unit still
//! there, and in how many of them it was lost. Units that are alike are counted together, each from the stage in which
//! it came in, since it does not matter which of them it is.

use szala_kernel::record::ABSENT;

use super::error::AggregateError;
use crate::Interval;
use crate::records::{Field, FieldKind, Folder, Frame, Manifest, RecordError, entered_column};
use crate::statistics::survival::{Grouped, Risk, product_limit};

/// No game has more stages.
const MOST_STAGES: u32 = 1_000;

/// How long a unit or a commander lasts, or units that are alike.
#[derive(Clone, Debug)]
pub struct Life {
    /// What it is called, or all that are alike.
    pub name: String,
    /// Whose it is.
    pub side: Option<String>,
    /// Are they several, each counted from the stage in which it came in?
    pub is_group: bool,
    /// How many reached stage 1, 2 and so on, or that many stages of their own, and how many were lost in it.
    found: Found,
}

#[derive(Clone, Debug)]
enum Found {
    One(Vec<Risk>),
    Several(Grouped),
}

impl Life {
    /// The chance of not having been lost by the end of each stage.
    pub fn survival(&self, alpha: f64) -> Vec<Interval> {
        match &self.found {
            Found::One(risks) => product_limit(risks, alpha),
            Found::Several(grouped) => grouped.product_limit(alpha),
        }
    }
}

/// Counts when each unit was lost in the games of a folder that came to an end: for each column that says of a unit in
/// which stage something became of it. A game that ends before takes the unit out of the count from there on.
///
/// # Errors
/// What is wrong with the folder, or that its games do not record stages.
pub fn lives(folder: &Folder) -> Result<Vec<Life>, AggregateError> {
    let manifest = &folder.manifest;
    let kindred = kindred(manifest);
    let end = manifest.end_column();
    if kindred.is_empty() || !manifest.columns.iter().any(|field| field.name == end) {
        return Err(AggregateError::NotTold {
            folder: folder.path.clone(),
            what: "when units are lost and games end",
        });
    }
    let mut totals = vec![Vec::new(); kindred.len()];
    let games = each_game(folder, &kindred, &end, |place, game| join(&mut totals[place], game))?;
    folder.check_games(games)?;
    if games == 0 {
        return Err(AggregateError::NoGames { folder: folder.path.clone() });
    }
    let several = |(one, risks): (&Kindred<'_>, Vec<Risk>)| {
        if one.is_group { Found::Several(Grouped::new(risks)) } else { Found::One(risks) }
    };
    let mut found: Vec<Found> = kindred.iter().zip(totals).map(several).collect();
    if kindred.iter().any(|one| one.is_group) {
        // What a game contributes to the variance depends on all of them, so they are read a second time.
        each_game(folder, &kindred, &end, |place, game| match &mut found[place] {
            Found::Several(grouped) => grouped.add(game),
            Found::One(_) => (),
        })?;
    }
    let life = |(one, found): (Kindred<'_>, Found)| Life {
        name: one.name.to_owned(),
        side: one.side.map(str::to_owned),
        is_group: one.is_group,
        found,
    };
    Ok(kindred.into_iter().zip(found).map(life).collect())
}

/// A unit, or all that are alike.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Kindred<'m> {
    name: &'m str,
    side: Option<&'m str>,
    is_group: bool,
    what: &'m str,
    /// The columns that say when each was lost, and when it came in if it was not there from the start.
    columns: Vec<(&'m str, Option<&'m str>)>,
}

/// All units for which columns say when they were lost.
fn kindred(manifest: &Manifest) -> Vec<Kindred<'_>> {
    let entered = entered_column(&manifest.time);
    let of_units = || {
        let of_stages = manifest.columns.iter().filter(|field| field.kind == FieldKind::Stage);
        of_stages.filter_map(|field| Some((field.unit.as_deref()?, field)))
    };
    let mut all: Vec<Kindred<'_>> = Vec::new();
    for (unit, field) in of_units().filter(|(_, field)| field.group.is_none() || field.what != entered) {
        let Field { name, what, side, group, .. } = field;
        let came = of_units().find(|(other, came)| {
            group.is_some() && *other == unit && came.side == *side && came.what == entered
        });
        let column = (name.as_str(), came.map(|(_, field)| field.name.as_str()));
        let is_same = |one: &&mut Kindred<'_>| {
            one.is_group
                && Some(one.name) == group.as_deref()
                && one.side == side.as_deref()
                && one.what == what
        };
        match all.iter_mut().find(is_same) {
            Some(one) => one.columns.push(column),
            None => all.push(Kindred {
                name: group.as_deref().unwrap_or(unit),
                side: side.as_deref(),
                is_group: group.is_some(),
                what,
                columns: vec![column],
            }),
        }
    }
    all
}

/// Calls `tell` for each kindred of each game that ended; returns how many games there are.
fn each_game(
    folder: &Folder,
    kindred: &[Kindred<'_>],
    end: &str,
    mut tell: impl FnMut(usize, &[Risk]),
) -> Result<u64, AggregateError> {
    let mut columns = vec!["game", "aborted", end];
    for (lost, entered) in kindred.iter().flat_map(|one| &one.columns) {
        columns.push(lost);
        columns.extend(entered);
    }
    let mut games = 0;
    for read in folder.frames(&columns) {
        let (file, frame) = read?;
        games += frame.rows() as u64;
        count(&frame, kindred, end, &mut tell).map_err(|why| RecordError::reading(file, &why))?;
    }
    Ok(games)
}

/// Calls `tell` for each kindred of each game of a frame that ended.
fn count(
    frame: &Frame,
    kindred: &[Kindred<'_>],
    end: &str,
    tell: &mut impl FnMut(usize, &[Risk]),
) -> Result<(), String> {
    let ended: Vec<bool> = frame.column("aborted")?.flags()?.iter().map(|aborted| !aborted).collect();
    let ended = frame.filter(&ended);
    let stages = |name: &str| -> Result<Vec<Option<u32>>, String> {
        let stage = |value: &i32| (*value != ABSENT).then_some(value.unsigned_abs());
        Ok(ended.column(name)?.numbers()?.iter().map(stage).collect())
    };
    let ends = stages(end)?;
    if !ends.iter().all(|end| end.is_some_and(|end| (1..=MOST_STAGES).contains(&end))) {
        return Err("a game that ended lacks its end".to_owned());
    }
    for (place, one) in kindred.iter().enumerate() {
        let mut risks = vec![Vec::new(); ends.len()];
        for (name, entered) in &one.columns {
            let lost = stages(name)?;
            let entered: Vec<Option<u32>> = match entered {
                Some(column) => stages(column)?,
                None => vec![Some(1); ends.len()],
            };
            for (((risks, end), entered), lost) in
                risks.iter_mut().zip(ends.iter().flatten()).zip(entered).zip(lost)
            {
                // Who never came in was never watched.
                let Some(entered) = entered else {
                    if lost.is_some() {
                        return Err(format!("{name} is of a unit that never entered"));
                    }
                    continue;
                };
                let may_be = |lost: u32| (entered..=*end).contains(&lost);
                if !(1..=*end).contains(&entered) || !lost.is_none_or(may_be) {
                    return Err(format!("{name} is not between its entry and the end of its game"));
                }
                watch(risks, lost.unwrap_or(*end) - entered + 1, lost.is_some());
            }
        }
        for game in &risks {
            tell(place, game);
        }
    }
    Ok(())
}

/// Adds one that was watched for this many stages, and lost in the last of them or not.
fn watch(risks: &mut Vec<Risk>, stages: u32, is_lost: bool) {
    let stages = stages as usize;
    if risks.len() < stages {
        risks.resize(stages, Risk::default());
    }
    for risk in &mut risks[..stages] {
        risk.at_risk += 1;
    }
    risks[stages - 1].lost += u64::from(is_lost);
}

/// Adds those of a game to those of all.
fn join(all: &mut Vec<Risk>, game: &[Risk]) {
    if all.len() < game.len() {
        all.resize(game.len(), Risk::default());
    }
    for (all, own) in all.iter_mut().zip(game) {
        all.at_risk += own.at_risk;
        all.lost += own.lost;
    }
}

#[cfg(test)]
mod tests {
    use szala_kernel::Side;
    use szala_kernel::record::{Column, Kind, Whose};

    use super::super::tests::{flags, identity, stages};
    use super::*;

    fn risk(at_risk: u64, lost: u64) -> Risk {
        Risk { at_risk, lost }
    }

    /// The counts of each kindred, added up over games that these columns of turns record.
    fn counted(columns: &[(&'static str, Whose)], frame: &Frame) -> Result<Vec<(String, Vec<Risk>)>, String> {
        let stages = columns.iter().map(|(what, whose)| Column {
            what,
            whose: whose.clone(),
            kind: Kind::Stage,
            about: String::new(),
        });
        let stages: Vec<Column> = stages.collect();
        let manifest = Manifest::new(Vec::new(), identity(), 0..8, &stages).counted_by("turn");
        let kindred = kindred(&manifest);
        let mut totals = vec![Vec::new(); kindred.len()];
        count(frame, &kindred, "end_turn", &mut |place, game: &[Risk]| join(&mut totals[place], game))?;
        Ok(kindred.iter().map(|one| one.name.to_owned()).zip(totals).collect())
    }

    #[test]
    fn a_unit_is_at_risk_until_it_is_lost_or_the_game_ends() {
        // Two games of three turns in which it was lost in the second, one of one turn, four of three in which it was
        // not lost: all seven came to turn 1, six to turn 2, and four to turn 3 with the unit still there. One game had
        // no end.
        let columns = vec![
            flags("aborted", &[false, false, false, false, false, false, false, true]),
            stages("end_turn", &[Some(3), Some(3), Some(1), Some(3), Some(3), Some(3), Some(3), Some(2)]),
            stages("lost_turn_guard", &[Some(2), Some(2), None, None, None, None, None, Some(1)]),
        ];
        let frame = Frame::new(8, columns);
        let columns =
            [("end_turn", Whose::Game), ("lost_turn", Whose::Unit(Side::First, "Guard".to_owned()))];
        let found = counted(&columns, &frame);
        assert_eq!(found, Ok(vec![("Guard".to_owned(), vec![risk(7, 0), risk(6, 2), risk(4, 0)])]));
    }

    /// Two guns. In the first game, of five turns, the first is there from turn 1 and lost in turn 2, the second comes
    /// in in turn 4 and is there at the end: two turns each. In the second game, of three turns, the first comes in in
    /// turn 2 and is lost in it, the second never comes.
    const GUNS: [(&str, &str, u8); 4] = [
        ("entered_turn", "guns", 1),
        ("lost_turn", "guns", 1),
        ("entered_turn", "guns", 2),
        ("lost_turn", "guns", 2),
    ];

    fn guns(
        lost_first: [Option<i32>; 2],
        entered_second: [Option<i32>; 2],
    ) -> Result<Vec<(String, Vec<Risk>)>, String> {
        let of_guns =
            GUNS.map(|(what, group, number)| (what, Whose::OneOf(Side::Second, group.to_owned(), number)));
        let columns = [vec![("end_turn", Whose::Game)], of_guns.into()].concat();
        let of_games = vec![
            flags("aborted", &[false, false]),
            stages("end_turn", &[Some(5), Some(3)]),
            stages("entered_turn_blue_guns_1", &[Some(1), Some(2)]),
            stages("lost_turn_blue_guns_1", &lost_first),
            stages("entered_turn_blue_guns_2", &entered_second),
            stages("lost_turn_blue_guns_2", &[None, None]),
        ];
        counted(&columns, &Frame::new(2, of_games))
    }

    #[test]
    fn those_that_are_alike_are_counted_together_from_when_they_came_in() {
        let found = guns([Some(2), Some(2)], [Some(4), None]);
        assert_eq!(found, Ok(vec![("guns".to_owned(), vec![risk(3, 1), risk(2, 1)])]));
    }

    #[test]
    fn nobody_is_lost_before_he_came_in_or_after_the_end() {
        for (lost, entered) in [
            ([Some(2), Some(1)], [Some(4), None]),
            ([Some(6), None], [None; 2]),
            ([None; 2], [Some(6), None]),
        ] {
            let told = guns(lost, entered).expect_err("that cannot be");
            assert!(told.contains("is not between its entry and the end of its game"), "{told}");
        }
    }
}
