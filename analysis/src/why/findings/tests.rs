//! Findings on games made up, with figures worked out by hand.

use szala_kernel::record::ABSENT;
use szala_kernel::{Outcome, Side, rule};
use szala_system::Half;

use super::*;
use crate::statistics::testing::assert_near;
use crate::why::testing::{drawn, full_account, won};

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
    // have the variance (600 - 1000 * 0.04) / 999, and Student's quantile is 1.9623: 0.04646 on either side, halved.
    assert_near(value(*adds), 0.1, 1e-12);
    assert_near(adds.high.expect("there are games"), 0.1 + 0.023_23, 1e-4);
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
    Tried { rule: rule.to_owned(), set: format!("off.{rule}=true"), comparison }
}

#[test]
fn a_rule_is_told_by_what_its_absence_changes_in_pairs_the_dearest_first() {
    let all = [tried("1", 100, 0), tried("2", 100, 20), tried("3", 100, 60), tried("4", 100, 40)];
    let rules = |tried: &[Tried]| -> Vec<(String, f64)> {
        let found = findings(&games(), tried, Intervals::Fixed);
        let without = |finding: Finding| match finding {
            Finding::Without { rule, change, .. } => Some((rule, value(change))),
            _ => None,
        };
        found.into_iter().filter_map(without).collect()
    };
    // 60 of 100 draws lost are 30 points, 40 are 20; two are told at most.
    assert_eq!(rules(&all), [("3".to_owned(), -0.3), ("4".to_owned(), -0.2)]);
    // What changes nothing is told where it is all that was tried.
    assert_eq!(rules(&all[..1]), [("1".to_owned(), 0.0)]);
    assert_eq!(rules(&all[..2]), [("2".to_owned(), -0.1)]);
    assert!(findings(&games(), &all, Intervals::Fixed).len() <= MOST);
}

/// 250 draws that would all be lost: what is known is that more than (1/40)^(1/250) of all would be, about 98.5 %.
#[test]
fn that_all_pairs_agree_is_no_proof_that_all_would() {
    let found = findings(&games(), &[tried("1", 250, 250)], Intervals::Fixed);
    let change = found.iter().find_map(|finding| match finding {
        Finding::Without { change, .. } => Some(*change),
        _ => None,
    });
    let Interval { estimate, low, high } = change.and_then(Estimate::interval).expect("it was tried");
    assert_near(estimate, -0.5, 1e-9);
    assert!(low < -0.5 && (-0.5..-0.4).contains(&high), "{low} to {high}");
}
