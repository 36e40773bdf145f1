//! The heuristic player's weights: named values, read from a file with a table for each side, so that they can be
//! tuned and that a designer can play with them. Each is described once, here.
//!
//! Squares are weighed by what they cost and bring: fire and targets in sixths of a point, ways in hundredths of a
//! turn. Four balances of the two are used: ahead, level and behind in the count [4.3], and bold.

use szala_ai::weights;

weights! {
    /// The weights of one side.
    Weights:
    march_ahead "A hundredth of a turn nearer to the goal, when ahead." 0..=12 by 1;
    march_level "The same when level." 0..=12 by 1;
    march_behind "The same when behind." 0..=12 by 1;
    danger_ahead "A sixth of a point that the enemy's fire is likely to take, when ahead." 0..=60 by 3;
    danger_level "The same when level." 0..=60 by 3;
    danger_behind "The same when behind." 0..=60 by 3;
    target_ahead "A sixth of a point that one's own fire is likely to take next turn, when ahead." 0..=16 by 1;
    target_level "The same when level." 0..=16 by 1;
    target_behind "The same when behind." 0..=16 by 1;
    front_ahead "How far from its headquarters a unit goes, in hundredths of a turn, when ahead." 0..=4000 by 200;
    front_level "The same when level." 0..=4000 by 200;
    front_behind "The same when behind." 0..=4000 by 200;
    overlooked_ahead "Standing where the enemy's walls look down, when ahead." 0..=400 by 25;
    overlooked_level "The same when level." 0..=400 by 25;
    overlooked_behind "The same when behind." 0..=400 by 25;
    room "Making room at the edge for units still to come in." 0..=600 by 30;
    outside "Standing outside one's own fortress." 0..=10000 by 500;
    barge_far "How far a unit goes for a barge, in hundredths of a turn on foot." 0..=4000 by 200;
    door "Enemies this near to the headquarters are hit first, in hundredths of a turn." 0..=2000 by 100;
    opening "Who comes first: 0 riflemen, guns; 1 riders; 2 four riders, riflemen; 3 guns, riders." 0..=3 by 1 off at 0;
    opening_works "The same where there is a fortress on the map." 0..=3 by 1 off at 0;
    keeper "Whether the nearest unit goes into the empty headquarters from anywhere: 0 or 1." 0..=1 by 1 off at 0;
    garrison "How many units stay about the headquarters." 0..=30 by 2 off at 0;
    guard "A hundredth of a turn that one of them is too far away." 0..=40 by 2 off at 0;
    guard_reach "How far away is not too far, in hundredths of a turn." 0..=800 by 50 off at 0;
    enter "A hundredth of a turn nearer to one's place in the fortress, even when ahead." 0..=20 by 1 off at 0;
    aisle "Standing between gate and headquarters while others have yet to come in." 0..=4000 by 200 off at 0;
    walls "Standing on one's own wall." 0..=2000 by 100 off at 0;
    march_bold "A hundredth of a turn nearer to the goal, for a bold unit." 0..=20 by 1 off at 0;
    danger_bold "A sixth of a point that the enemy's fire is likely to take, for a bold unit." 0..=60 by 3 off at 0;
    target_bold "A sixth of a point that its own fire is likely to take, for a bold unit." 0..=16 by 1 off at 0;
    press "A bold unit goes on rather than attack anybody farther than this from the goal." 0..=800 by 50 off at 0;
    raid "How many riders are bold." 0..=15 by 1 off at 0;
    raid_turn "From which turn." 0..=60 by 2 off at 0;
    raid_odds "Hundredths of riders for each enemy near its headquarters; fewer do not ride." 0..=400 by 20 off at 0;
    siege "A wall as a target for guns, in sixths of a point; at 0 only without any other." 0..=1000 by 50 off at 0;
    lane "Standing where the unit can fire at the enemy's headquarters." 0..=1000 by 50 off at 0;
    storm_turn "From which turn on all are bold; 0 is never." 0..=120 by 5 off at 0;
    storm_breaches "From how many breaches on all are bold; 0 is never." 0..=8 by 1 off at 0;
    crowd "A unit in the way of a bold one, or of one outside, as hundredths of a turn." 0..=400 by 25 off at 0;
    tie_break "This many turns before the end a side that is not ahead gets bold." 0..=20 by 1 off at 0;
}

#[cfg(test)]
mod tests {
    use szala_ai::weights::WeightList;

    use super::*;
    use crate::{SIDES, WEIGHTS};

    #[test]
    fn weights_that_are_written_are_read_again() {
        let kinds = Weights::default().parameters();
        // All different, so that a mix-up is noticed.
        let lows: Vec<i32> = kinds.iter().map(|kind| kind.low).collect();
        let highs: Vec<i32> = kinds.iter().map(|kind| kind.high).collect();
        let both = [lows, highs].map(|values| Weights::with(&values));
        let text = Weights::write("by hand", &[(SIDES[0], both[0]), (SIDES[1], both[1])]);
        assert_eq!(SIDES.map(|side| Weights::read("file", &text, side, &[])), both.map(Ok));
        assert_ne!(both[0], both[1]);
    }

    #[test]
    fn every_kind_of_weight_has_room_to_be_changed() {
        for kind in Weights::default().parameters() {
            assert!(kind.low < kind.high && kind.step > 0, "{}", kind.name);
            let room = kind.high - kind.low;
            assert!(room == 1 || kind.step <= room / 2, "{}: neither a switch nor fine enough", kind.name);
            assert!(kind.about.ends_with('.'), "{}", kind.name);
        }
    }

    #[test]
    fn the_shipped_file_is_within_bounds_and_mistakes_are_told_at_their_place() {
        for side in SIDES {
            Weights::read("w.toml", WEIGHTS, side, &[]).unwrap_or_else(|told| panic!("{told}"));
        }
        let text = WEIGHTS.replacen("room = ", "rooms = ", 1);
        let line =
            1 + text.lines().position(|line| line.starts_with("rooms")).expect("the line that was changed");
        let told = Weights::read("w.toml", &text, SIDES[0], &[]).expect_err("there is no such weight");
        let first = told.lines().next().unwrap_or_default();
        assert!(
            first.starts_with(&format!("w.toml:{line}:1: there is no key `rooms`; did you mean `room`?")),
            "{told}"
        );
    }
}
