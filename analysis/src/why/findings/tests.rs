//! Findings on games made up, with figures worked out by hand.

use szala_kernel::record::{ABSENT, Column, Kind, POINTS, Whose};
use szala_kernel::{Outcome, Side, rule};
use szala_system::Half;

use super::*;
use crate::statistics::testing::{Lots, assert_near};
use crate::why::account::Slice;
use crate::why::testing::{SIDES, drawn, full_account, won};

fn value(estimate: Estimate) -> f64 {
    estimate.value.expect("there are games")
}

/// 400 games are drawn in the camp. Red wins 400 by 2, made in stage 2, for which the Guard gets one and the Lancers
/// pay one; in 300 of them the bridge was blown. Blue wins 200 by 1, made in stage 1, which the Guard pays.
fn games() -> Account {
    let mut account = full_account();
    for _ in 0..400 {
        account.add(Some(drawn(0)), &[2, 0, 0, 0, 0, ABSENT]);
    }
    for game in 0..400 {
        account.add(Some(won(2)), &[2, 0, 2, 1, -1, if game < 300 { 1 } else { ABSENT }]);
    }
    for _ in 0..200 {
        account.add(Some(won(-1)), &[1, -1, 0, -1, 0, ABSENT]);
    }
    account
}

#[test]
fn findings_are_those_that_a_hand_would_make_of_the_counts() {
    let found = findings(&games(), &[], Intervals::Fixed);
    let [
        Finding::Draws { share, reason, of_draws, .. },
        Finding::Decides { reason: decides, share: of_leads, score, adds, .. },
        Finding::Lead { lead, stage, gained },
        Finding::Event { column, share: happens, score_if, score_if_not, .. },
        Finding::Units { wins: Some(wins), costs: Some(costs) },
    ] = &found[..]
    else {
        panic!("{found:#?}")
    };
    assert_eq!((reason.as_str(), decides.as_str()), ("the camp was reached", "ahead"));
    assert_near(value(*share), 0.4, 1e-12);
    assert_near(value(*of_draws), 1.0, 1e-12);
    assert_near(value(*of_leads), 0.6, 1e-12);
    assert_near(value(*score), 400.0 / 600.0, 1e-12);
    // 400 games won less 200 lost of 1000 are 0.2 signs, and half of that is the score's 0.6 less a half. The signs
    // have the variance (600 - 1000 * 0.04) / 999, and Student's quantile for the better of two endings, 1.25 % on
    // either side, is 2.2448: 0.05315, halved.
    assert_near(value(*adds), 0.1, 1e-12);
    assert_near(adds.high.expect("there are games"), 0.1 + 0.026_57, 1e-4);
    assert_near(value(*lead), 0.6, 1e-12);
    assert_eq!(*stage, Some(2), "the first stage makes 0.2 for Blue");
    assert_near(value(gained.expect("the stage is told")), 0.8, 1e-12);
    assert_eq!(column, "bridge_stage");
    assert_near(value(*happens), 0.3, 1e-12);
    assert_near(value(*score_if), 1.0, 1e-12);
    // 100 wins and 400 draws of 700.
    assert_near(value(*score_if_not), 300.0 / 700.0, 1e-12);
    assert_eq!([wins.unit.as_str(), costs.unit.as_str()], ["Guard", "Lancers"]);
    assert_eq!([wins.side.as_str(), costs.side.as_str()], ["Red", "Blue"]);
    assert_near(value(wins.points), 0.2, 1e-12);
    assert_near(value(costs.points), -0.4, 1e-12);
}

#[test]
fn nothing_is_found_where_nothing_is_shown() {
    let mut account = full_account();
    for _ in 0..50 {
        account.add(Some(won(1)), &[1, 1, 0, 1, 0, ABSENT]);
        account.add(Some(won(-1)), &[1, -1, 0, -1, 0, ABSENT]);
    }
    let found = findings(&account, &[], Intervals::Fixed);
    let [Finding::Decides { adds, .. }] = &found[..] else { panic!("{found:#?}") };
    assert_near(value(*adds), 0.0, 1e-12);
    assert!(findings(&full_account(), &[], Intervals::Fixed).is_empty(), "no games, no findings");
    // An event seen in too few games is not reported, however well it correlates with winning.
    for _ in 0..29 {
        account.add(Some(won(1)), &[1, 1, 0, 1, 0, 1]);
    }
    let found = findings(&account, &[], Intervals::Fixed);
    assert!(!found.iter().any(|finding| matches!(finding, Finding::Event { .. })), "{found:#?}");
}

/// Pairs of games that were drawn, of which this many would be lost without the rule.
fn tried(rule: &str, pairs: u64, lost: u64) -> Tried {
    let end = |winner, lead| Ok(Outcome { winner, lead, rule: rule!("3.1"), reason: "" });
    let half = |winner, course| Half { end: end(winner, 0), decisions: 1, course };
    let mut comparison = Comparison::default();
    for number in 0..pairs {
        let other = if number < lost { half(Some(Side::Second), 2) } else { half(None, 1) };
        comparison.add(number, &[[half(None, 1), other]]);
    }
    Tried { of: TriedOf::Rule(rule.to_owned()), set: format!("off.{rule}=true"), comparison }
}

#[test]
fn a_rule_is_told_by_what_its_absence_changes_in_pairs_the_dearest_first() {
    let all = [tried("1", 100, 0), tried("2", 100, 20), tried("3", 100, 60), tried("4", 100, 40)];
    let rules = |tried: &[Tried]| -> Vec<(String, f64)> {
        let found = findings(&games(), tried, Intervals::Fixed);
        let without = |finding: Finding| match finding {
            Finding::Without { rule, played } => Some((rule, value(played.change))),
            _ => None,
        };
        found.into_iter().filter_map(without).collect()
    };
    // 60 of 100 draws lost are 30 points, 40 are 20; two are reported at most.
    assert_eq!(rules(&all), [("3".to_owned(), -0.3), ("4".to_owned(), -0.2)]);
    // A rule that changes nothing is reported where it is all that was tried.
    assert_eq!(rules(&all[..1]), [("1".to_owned(), 0.0)]);
    assert_eq!(rules(&all[..2]), [("2".to_owned(), -0.1)]);
    assert!(findings(&games(), &all, Intervals::Fixed).len() <= MOST);
}

/// 250 draws that would all be lost: what is known is that more than (1/40)^(1/250) of all would be, about 98.5 %.
#[test]
fn that_all_pairs_agree_is_no_proof_that_all_would() {
    let found = findings(&games(), &[tried("1", 250, 250)], Intervals::Fixed);
    let change = found.iter().find_map(|finding| match finding {
        Finding::Without { played, .. } => Some(played.change),
        _ => None,
    });
    let Interval { estimate, low, high } = change.and_then(Estimate::interval).expect("it was tried");
    assert_near(estimate, -0.5, 1e-9);
    assert!(low < -0.5 && (-0.5..-0.4).contains(&high), "{low} to {high}");
}

/// Thirty units that are worth nothing on the average, and thirty events that change nothing, in 200 runs of 300 games.
#[test]
fn what_is_worth_nothing_is_named_as_seldom_as_promised() {
    const OF_EACH: usize = 30;
    let column = |what, kind: Kind| {
        move |place: usize| Column {
            what,
            whose: Whose::Unit(Side::BOTH[place % 2], format!("unit {place}")),
            kind: kind.clone(),
            about: String::new(),
        }
    };
    let points = (0..OF_EACH).map(column(POINTS, Kind::Number));
    let columns: Vec<Column> = points.chain((0..OF_EACH).map(column("lost_stage", Kind::Stage))).collect();
    let sides = SIDES.map(str::to_owned);
    let named: Vec<[bool; 2]> = (0..200)
        .map(|seed| {
            let mut lots = Lots::new(seed);
            let mut account = Account::new(Slice::new(&columns, &sides, "stage"), sides.clone());
            for _ in 0..500 {
                let points = (0..OF_EACH).map(|_| [1, -1, 0][lots.one_of(&[0.25, 0.25])]).collect::<Vec<_>>();
                let lost = (0..OF_EACH).map(|_| [1, ABSENT][lots.one_of(&[0.3])]).collect::<Vec<_>>();
                let end = [won(1), drawn(0), won(-1)][lots.one_of(&[0.4, 0.2])];
                account.add(Some(end), &[points, lost].concat());
            }
            let found = findings(&account, &[], Intervals::Fixed);
            let is_any = |holds: fn(&Finding) -> bool| found.iter().any(holds);
            [
                is_any(|finding| matches!(finding, Finding::Units { .. })),
                is_any(|finding| matches!(finding, Finding::Event { .. })),
            ]
        })
        .collect();
    // Ten of 200 are 5 %, with a deviation of 3.1. Units each within 95 % of its own: 1 - 0.95^30, or 157.
    for which in 0..2 {
        let wrong = named.iter().filter(|named| named[which]).count();
        assert!(wrong <= 19, "{wrong} of 200");
    }
}

/// Twenty events that each add the same to the score: that which seems to add most is no farther from the truth than
/// its interval says.
#[test]
fn the_scores_of_the_event_that_is_named_hold_though_it_was_chosen() {
    const EVENTS: usize = 20;
    let column = |place: usize| Column {
        what: "lost_stage",
        whose: Whose::Unit(Side::First, format!("unit {place}")),
        kind: Kind::Stage,
        about: String::new(),
    };
    let columns: Vec<Column> = (0..EVENTS).map(column).collect();
    let sides = SIDES.map(str::to_owned);
    let (mut named, mut held) = (0, 0);
    for seed in 0..400 {
        let mut lots = Lots::new(seed);
        let mut account = Account::new(Slice::new(&columns, &sides, "stage"), sides.clone());
        for _ in 0..300 {
            let lost: Vec<i32> = (0..EVENTS).map(|_| [1, ABSENT][lots.one_of(&[0.5])]).collect();
            let happen = lost.iter().filter(|lost| **lost == 1).count();
            let happen = f64::from(u8::try_from(happen).expect("twenty at most"));
            // Half of the twenty happen on the average; each adds 0.04 where it does.
            let end = [won(1), won(-1)][lots.one_of(&[0.5 + 0.04 * (happen - 10.0)])];
            account.add(Some(end), &lost);
        }
        for finding in findings(&account, &[], Intervals::Fixed) {
            if let Finding::Event { score_if, .. } = finding {
                let Interval { low, high, .. } = score_if.interval().expect("there are games");
                named += 1;
                held += u32::from((low..=high).contains(&0.52));
            }
        }
    }
    // At least 95 of 100.
    assert!(named >= 50 && held * 100 >= named * 93, "{held} of {named}");
}
