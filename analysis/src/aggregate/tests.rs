//! Eight games of the toy, made up, and what must be counted of them.

use szala_kernel::Recorded;
use szala_kernel::toy::TwoGates;

use super::*;
use crate::records::{Hashes, Identity};
use crate::statistics::paired::Pairs;

pub(super) fn identity() -> Identity {
    let text = |text: &str| text.to_owned();
    Identity {
        version: text("0"),
        commit: text("none"),
        title: text("Two Gates"),
        game: text("two-gates"),
        variant: None,
        sides: ["Red", "Blue"].map(text),
        players: ["bold", "timid"].map(text),
        hashes: Hashes { rules: text(""), scenario: text(""), players: ["", ""].map(text) },
        seed: 1,
        is_keyed: false,
        games: 8,
        until: None,
        made_of: None,
    }
}

pub(super) fn manifest() -> Manifest {
    Manifest::new(Vec::new(), identity(), 0..8, &TwoGates.columns())
}

/// A column of flags.
pub(super) fn flags(name: &str, flags: &[bool]) -> Column {
    Column::new(name, Values::Flags(flags.to_vec()))
}

/// A column of stages.
pub(super) fn stages(name: &str, stages: &[Option<i32>]) -> Column {
    Column::new(name, Values::Counts(stages.iter().map(|stage| stage.unwrap_or(ABSENT)).collect()))
}

/// Red wins games 0, 1 and 4, Blue 2 and 7, nobody 3 and 5; game 6 has no end.
fn frame() -> Frame {
    let [more, equal, none] = ["more points", "equal points", "no end"].map(Some);
    let rule = Some("3.1");
    let [red, blue] = ["Red", "Blue"].map(Some);
    let names = |name: &str, names: [Option<&str>; 8]| Column::new(name, Values::texts(names.into_iter()));
    let counts = |name: &str, counts: [i32; 8]| Column::new(name, Values::Counts(counts.to_vec()));
    let columns = vec![
        Column::new("game", Values::Long((0..8).collect())),
        names("winner", [red, red, blue, None, red, None, None, blue]),
        Column::new("lead", Values::Numbers(vec![2, 1, -1, 0, 1, 0, ABSENT, -3])),
        names("rule", [rule, rule, rule, rule, rule, rule, None, rule]),
        names("reason", [more, more, more, equal, more, equal, none, more]),
        flags("aborted", &[false, false, false, false, false, false, true, false]),
        counts("decisions", [9, 9, 9, 9, 9, 10, 11, 12]),
        counts("dice", [3, 4, 5, 6, 4, 3, 3, 3]),
        names("first_raider", [red, red, blue, red, blue, blue, red, blue]),
        stages("first_point", &[Some(1), Some(2), Some(1), None, Some(3), Some(1), None, Some(1)]),
        counts("raids", [3, 3, 3, 3, 3, 3, 1, 3]),
        counts("raids_red", [3, 2, 1, 3, 2, 0, 1, 0]),
        counts("raids_blue", [0, 1, 2, 0, 1, 3, 0, 3]),
        counts("shots_red", [0, 1, 2, 3, 1, 0, 5, 0]),
        counts("shots_blue", [0, 0, 0, 0, 0, 0, 0, 0]),
    ];
    Frame::new(8, columns)
}

fn aggregate() -> Aggregate {
    let mut aggregate = Aggregate::empty(&manifest());
    aggregate.add(&frame(), &manifest()).expect("the columns of the manifest");
    aggregate
}

fn table(column: &str) -> Table {
    aggregate().table(column).expect("there is a column of this name").clone()
}

fn counts(first: u64, draws: u64, second: u64, aborted: u64) -> Counts {
    Counts { first, draws, second, aborted }
}

#[test]
fn each_value_of_a_column_is_counted_with_who_won() {
    let aggregate = aggregate();
    assert_eq!(aggregate.counts, counts(3, 2, 2, 1));
    assert_eq!((aggregate.counts.ended(), aggregate.counts.games()), (7, 8));
    assert_eq!(aggregate.aborted, Some(6));
    let first_point = [
        // Games 3 and 6; then 0, 2, 5 and 7; 1; 4.
        (Value::Absent, counts(0, 1, 0, 1)),
        (Value::Number(1), counts(1, 1, 2, 0)),
        (Value::Number(2), counts(1, 0, 0, 0)),
        (Value::Number(3), counts(1, 0, 0, 0)),
    ];
    assert_eq!(table("first_point").values, BTreeMap::from(first_point));
    let first_raider = [
        // Games 2, 4, 5 and 7; 0, 1, 3 and 6.
        (Value::Name("Blue".to_owned()), counts(1, 1, 2, 0)),
        (Value::Name("Red".to_owned()), counts(2, 1, 0, 1)),
    ];
    assert_eq!(table("first_raider").values, BTreeMap::from(first_raider));
    let reason = |text: &str, rule: Option<&str>| (text.to_owned(), rule.map(str::to_owned));
    let reasons = [
        (reason("more points", Some("3.1")), counts(3, 0, 2, 0)),
        (reason("equal points", Some("3.1")), counts(0, 2, 0, 0)),
        (reason("no end", None), counts(0, 0, 0, 1)),
    ];
    assert_eq!(aggregate.reasons, BTreeMap::from(reasons));
}

#[test]
fn what_differs_from_game_to_game_is_counted_and_nothing_else() {
    let columns: Vec<String> = aggregate().tables.iter().map(|table| table.field.name.clone()).collect();
    let expected = ["lead", "rule", "reason", "decisions", "dice", "first_raider", "first_point", "raids"];
    assert_eq!(columns[..8], expected);
    assert_eq!(columns[8..], ["raids_red", "raids_blue", "shots_red", "shots_blue"]);
}

#[test]
fn games_added_in_any_parts_and_order_give_the_same() {
    let mut parts = Aggregate::empty(&manifest());
    for games in [6..8, 0..1, 1..6] {
        let mask: Vec<bool> = (0..8).map(|game| games.contains(&game)).collect();
        parts.add(&frame().filter(&mask), &manifest()).expect("the columns of the manifest");
    }
    assert_eq!(parts, aggregate());
}

#[test]
fn what_happened_is_what_was_counted_at_least_once_or_came_in_some_stage() {
    // Games 1, 2, 3, 4 and 6; 0, 5 and 7.
    assert_eq!(table("shots_red").happened(), Some([counts(2, 1, 1, 1), counts(1, 1, 1, 0)]));
    assert_eq!(table("first_point").happened(), Some([counts(3, 1, 2, 0), counts(0, 1, 0, 1)]));
    assert_eq!(table("shots_blue").happened(), Some([counts(0, 0, 0, 0), counts(3, 2, 2, 1)]));
    assert_eq!(table("lead").happened(), None, "a number of either sign");
    assert_eq!(table("first_raider").happened(), None, "a name");
}

/// The margins of the seven games that ended are -3, -1, 0, 0, 1, 1, 2: their sum is 0, that of their squares
/// 9 + 1 + 1 + 1 + 4 = 16. Red scores 2 half points in three of them and 1 in two, which is 8, the squares 14; those of
/// the games that it won, with margins 2, 1 and 1, give the products 8, and draws have lead 0.
#[test]
fn sums_are_over_the_games_that_ended() {
    let pairs = table("lead").pairs();
    assert_eq!(pairs, Pairs { n: 7, a: 0, b: 8, aa: 16, bb: 14, ab: 8 });
    // The square root of 16 / 6.
    assert!((pairs.first().deviation() - 1.632_993).abs() < 1e-6);
    // Shots 0, 1, 2, 3, 1, 0, 0: not the five of the game without an end.
    let shots = table("shots_red").pairs();
    assert_eq!((shots.n, shots.a, shots.aa), (7, 7, 15));
    // First points 1, 2, 1, 3, 1, 1: games without one have no number.
    let points = table("first_point").pairs();
    assert_eq!((points.n, points.a), (6, 9));
}

/// -3, -1, 0, 0, 1, 1, 2: 5 % of seven games is 0.35, reached with the first; 25 % is 1.75, with the second; 50 % is
/// 3.5, with the fourth; 75 % is 5.25, with the sixth; 95 % is 6.65, with the last.
#[test]
fn a_quantile_is_the_least_number_that_enough_games_do_not_exceed() {
    let lead = table("lead");
    let found = [0, 5, 25, 50, 75, 95, 100].map(|percent| lead.quantile(percent));
    assert_eq!(found, [-3, -3, -1, 0, 1, 2, 2].map(Some));
    // Just reached is reached: two of eight are 25 %.
    let mut even = lead.clone();
    even.values.insert(Value::Number(5), counts(1, 0, 0, 0));
    assert_eq!(even.quantile(25), Some(-1));
    even.values.clear();
    assert_eq!(even.quantile(50), None);
    assert_eq!(table("first_raider").quantile(50), None);
}

/// The games that meet some conditions.
fn given(conditions: &[&str]) -> Result<Vec<u64>, String> {
    let given: Result<Vec<Given>, String> = conditions.iter().map(|text| text.parse()).collect();
    let told = |error: AggregateError| error.to_string();
    let mut conditions = Conditions::new(&given?, &manifest()).map_err(told)?;
    let games = conditions.filter(frame()).expect("columns that are there");
    conditions.check_names().map_err(told)?;
    Ok(games.column("game").and_then(Column::long).expect("every game has its number").to_vec())
}

#[test]
fn conditions_choose_games_and_several_must_all_hold() {
    for (conditions, games) in [
        (&[][..], &[0, 1, 2, 3, 4, 5, 6, 7][..]),
        (&["first_point<=1"], &[0, 2, 5, 7]),
        (&["first_point>1"], &[1, 4]),
        (&["first_point"], &[0, 1, 2, 4, 5, 7]),
        (&["!first_point"], &[3, 6]),
        // What never came is not the first, and neither before nor after it.
        (&["first_point != 1"], &[1, 3, 4, 6]),
        (&["shots_red"], &[1, 2, 3, 4, 6]),
        (&["! shots_red"], &[0, 5, 7]),
        (&["shots_red>=2"], &[2, 3, 6]),
        (&["lead<0"], &[2, 7]),
        (&["lead=-3"], &[7]),
        (&["aborted"], &[6]),
        (&["!aborted", "!winner"], &[3, 5]),
        (&["winner=Blue"], &[2, 7]),
        (&["winner!=Blue"], &[0, 1, 3, 4, 5, 6]),
        (&["reason=equal points"], &[3, 5]),
        (&["rule!=3.1"], &[6]),
        (&["first_raider=Red", "lead>0"], &[0, 1]),
        (&["game>=5"], &[5, 6, 7]),
        (&["first_raider=Blue", "first_point=2"], &[]),
    ] {
        assert_eq!(given(conditions), Ok(games.to_vec()), "{conditions:?}");
    }
}

#[test]
fn a_condition_that_makes_no_sense_is_answered_with_what_would() {
    for (condition, answer) in [
        ("", "a column is missing; write `COLUMN=VALUE` with one of = != < <= > >=, `COLUMN` or `!COLUMN`"),
        ("!", "a column is missing"),
        ("=3", "a column is missing"),
        ("raids=", "a value is missing"),
        ("!raids=3", "`!` stands before a column alone"),
        ("first_pint", "there is no column `first_pint`; did you mean `first_point`?"),
        ("raids=three", "`raids=three`: `three` is no whole number"),
        ("lead", "`lead`: it is a number of either sign; say which, as in `lead>0`"),
        ("reason<x", "`reason<x`: a name is neither more nor less than another; write = or !="),
        ("winner=Bleu", "`winner=Bleu`: there is no name `Bleu`; did you mean `Blue`? There are Red, Blue"),
        ("first_raider=Rad", "there is no name `Rad`; did you mean `Red`?"),
        ("aborted=yes", "`aborted=yes`: it is yes or no; write `aborted` or `!aborted`"),
        ("seed=1", "`seed=1`: it is the same in all games of a run; name a column that differs"),
        (
            "reason=equal point",
            "`reason=equal point`: there is no reason `equal point`; did you mean `equal points`?",
        ),
    ] {
        let told = given(&[condition]).expect_err(condition);
        assert!(told.contains(answer), "{condition}: {told}");
    }
    // All that is wrong at once.
    assert_eq!(given(&["raids=a", "raid"]).map_err(|told| told.lines().count()), Err(2));
}

#[test]
fn a_condition_is_written_as_it_is_read() {
    for text in ["first_point<=1", "!first_point", "first_point", "reason!=equal points", "lead=-3"] {
        assert_eq!(text.parse::<Given>().map(|given| given.to_string()), Ok(text.to_owned()));
    }
}

#[test]
fn a_game_with_a_winner_that_is_no_side_is_not_passed_over() {
    let winners = ["Red", "Red", "Green", "Red", "Red", "Red", "Red", "Red"].map(Some);
    let other = |column: &Column| match column.name.as_str() {
        "winner" => Column::new("winner", Values::texts(winners.into_iter())),
        _ => column.clone(),
    };
    let frame = Frame::new(8, frame().columns().iter().map(other).collect());
    assert!(Aggregate::empty(&manifest()).add(&frame, &manifest()).is_err());
}
