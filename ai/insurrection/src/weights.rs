//! The heuristic player's weights: named values, read from a file with a table for each side, so that they can be
//! tuned and that a designer can play with them. Each is described once, here.
//!
//! Values of positions and actions are in ten-thousandths of a game: a certain win is worth 10 000 more than a
//! certain loss. So a weight of 100 is one game in a hundred.

use szala_ai::weights;

weights! {
    /// The weights of one side.
    Weights:
    spread "How open the game is: the larger, the less a lead in points decides while stages are left." 0..=20 by 1;
    strength "A point of size, own or enemy, with the whole game to come." 0..=1000 by 40;
    flight "A point of size off the map for one stage." 0..=600 by 30;
    drive "Driving back a unit that stands." 0..=1500 by 60;
    drive_mover "Driving back a unit in the middle of its move, which stops it." 0..=3000 by 120;
    shot "What a shot must bring to be worth one of four." 0..=500 by 20;
    first_shot "The same for the first shot of a stage, which frightens most." 0..=500 by 20;
    assault_bias "Added to the value of every assault: boldness." -500..=250 by 25;
    charge_bias "Added to the value of every charge." 0..=350 by 25;
    later "Hundredths that an assault keeps of its value, since it is fought only in phase 4." 50..=100 by 3;
    roundabout "A movement point spent on the way into an assault." 0..=200 by 10;
    together "Hundredths of what friends who can still join an assault count for in it." 0..=150 by 15;
    camp_threat "Hundredths of what the camp is worth for stopping a unit that can reach it." 0..=100 by 5;
    danger "A point of enemy firepower that can aim at one's hex, by distance." 0..=200 by 8;
    shoot "A point of own firepower that can aim at an enemy, by distance." 0..=200 by 8;
    flank "A point of size of an enemy near one's flank." 0..=300 by 15;
    rear "A point of size of an enemy near one's rear." 0..=500 by 25;
    cover "Standing in forest." -300..=600 by 25;
    support "A friend in a neighbouring hex; two count." -200..=400 by 20;
    tether "Each hex beyond the commander's reach." 0..=600 by 25;
    escort "Staying with guns that would be alone." 0..=2000 by 80;
    march "Each movement point nearer to what one is heading for." 0..=400 by 20;
    stir "What a move must gain to be made at all." 0..=400 by 20;
    hunt_guns "How far, in movement points, one would go for enemy guns." -10..=40 by 2;
    hunt_infantry "How far for enemy infantry." -10..=40 by 2;
    hunt_cavalry "How far for enemy cavalry." -10..=40 by 2;
    horse_hunts "How much farther cavalry goes for any enemy." -20..=30 by 2;
    raid_horse "How far cavalry goes for a camp that makes a draw." -10..=60 by 3;
    raid_foot "How far infantry goes for it." -10..=60 by 3;
    guard_horse "How far cavalry goes back to guard its own camp." -10..=40 by 2;
    guard_foot "How far infantry goes back to guard it." -10..=40 by 2;
    expect "Hundredths of belief that an enemy who comes near comes to fight." 30..=90 by 5;
    counter_bias "Added to the value of every counterattack." -600..=100 by 50;
    withdraw_bias "Added to the value of every retreat before the enemy." -200..=600 by 50;
    commander_danger "An enemy near the commander." 0..=1500 by 60;
    commander_reach "A point of size in the commander's reach." 0..=400 by 20;
    commander_raid "The same for cavalry that could raid the camp." 0..=800 by 40;
    gun_danger "Enemy troops near guns." 0..=500 by 40;
    gun_field "A target in the guns' field of fire." 0..=600 by 25;
    anew "Whether the gain of every unit is computed anew when another has moved: 0 or 1." 0..=1 by 1 off at 0;
    through "Whether one goes through friends and joins them: 0 or 1." 0..=1 by 1 off at 0;
    passage "A point of enemy firepower that can aim at a hex on the way." 0..=200 by 8 off at 0;
    join "A point of size of friends in a hex that one joins." -200..=200 by 15 off at 0;
    camp_held "Hundredths of what the enemy's camp is worth for entering it while it is held." 0..=100 by 10 off at 0;
    garrison "Hundredths of what the own camp is worth for standing in it." 0..=100 by 10 off at 0;
    picket "The same for standing next to it." 0..=100 by 5 off at 0;
    chit_horse "Hundredths that a mounted unit counts more in the choice of a commander." -100..=400 by 25 off at 0;
    chit_lots "Choices of a commander, of a hundred, that are left to chance." 0..=100 by 10 off at 0;
    far_leads "How many points beyond a lead of eight still make a difference." 0..=56 by 8 off at 0;
    first_hex "Whether one counts on the one hex that is always possible: 0 or 1." 0..=1 by 1 off at 0;
    breaking "A point of size of an army, the more the nearer it is to breaking." 0..=400 by 20 off at 0;
    place "Hundredths of what a place that scores is worth for holding it." 0..=400 by 20 off at 0;
    hunt_place "How far one goes for a place that scores and that the enemy holds." 0..=40 by 2 off at 0;
    canister "A point of size in the field of guns within three hexes." 0..=100 by 5 off at 0;
    chit_overall "Hundredths of a commander's chit that his overall commander's is worth." 0..=200 by 10 off at 0;
    reach_others "Hundredths of reach that units of others are worth." 0..=200 by 10 off at 0;
    broken "Hundredths of the game that a loss is worth by which an army breaks." 0..=100 by 10 off at 0;
    reach_shared "Hundredths less of reach for units of others whom another commander reaches." 0..=100 by 10 off at 0;
    double_time "What a march in double time costs: nobody shoots who is on it." 0..=400 by 20 off at 0;
    line "What it costs that stacks of a line march one after the other." 0..=400 by 20 off at 0;
    side_by_side "What it is worth to stand side by side, where a stack may." 0..=400 by 20 off at 0;
    camp_next "Hundredths of what the camp is worth for standing where a ride there is next." 0..=100 by 5 off at 0;
}

#[cfg(test)]
mod tests {
    use szala_ai::weights::WeightList;

    use super::*;
    use crate::{WEIGHTS, set_up};

    #[test]
    fn weights_that_are_written_are_read_again() {
        let kinds = Weights::default().parameters();
        // All different, so that a mix-up is noticed.
        let lows: Vec<i32> = kinds.iter().zip(0..).map(|(kind, place)| kind.low + place % 3).collect();
        let highs: Vec<i32> = kinds.iter().zip(0..).map(|(kind, place)| kind.high - place % 2).collect();
        let [poles, russians] = [lows, highs].map(|values| Weights::with(&values));
        let text = Weights::write("by hand", &[("Poles", poles), ("Russians", russians)]);
        assert_eq!(Weights::read("file", &text, "Poles", &[]), Ok(poles));
        assert_eq!(Weights::read("file", &text, "Russians", &[]), Ok(russians));
        assert_ne!(poles, russians);
        for (place, kind) in kinds.iter().enumerate() {
            let told = text.lines().filter(|line| line.ends_with(&format!("# {}", kind.about)));
            let values = [poles, russians].map(|weights| weights.values()[place]);
            let on = values.iter().filter(|value| kind.off != Some(**value));
            assert_eq!(told.count(), on.count(), "{}, for each side where it is not off", kind.name);
        }
    }

    #[test]
    fn the_weights_in_order_are_those_by_name() {
        let count = Weights::default().parameters().len();
        let values: Vec<i32> = (1..).take(count).collect();
        let weights = Weights::with(&values);
        assert_eq!(weights.values(), values);
        // The first and the last of the list.
        assert_eq!((weights.spread, usize::try_from(weights.camp_next)), (1, Ok(count)));
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

    /// The shipped file with one line changed, and the first error in it.
    fn told_of(before: &str, after: &str) -> (usize, String) {
        let line = WEIGHTS.lines().position(|line| line.starts_with(before)).expect("a line of the file");
        let changed =
            WEIGHTS.lines().enumerate().map(|(place, text)| if place == line { after } else { text });
        let text = changed.collect::<Vec<_>>().join("\n");
        let told = Weights::read("w.toml", &text, "Poles", &[set_up::KEY])
            .expect_err("the changed line is a mistake");
        (line + 1, told.lines().next().expect("an error has at least one line").to_owned())
    }

    #[test]
    fn mistakes_are_told_at_their_place() {
        let (line, told) = told_of("strength = ", "strength = 5000");
        assert_eq!(told, format!("w.toml:{line}:12: `strength` takes a number from 0 to 1000, not 5000"));
        let (line, told) = told_of("drive_mover = ", "drive_movers = 10");
        let expected =
            format!("w.toml:{line}:1: there is no key `drive_movers`; did you mean `drive_mover`?");
        assert_eq!(told, expected);
        // The error for a missing weight points at its table.
        let (_, told) = told_of("strength = ", "");
        let table = 1 + WEIGHTS
            .lines()
            .position(|line| line == "[Poles]")
            .expect("the file has a table for the Poles");
        let expected = format!("w.toml:{table}:1: there is no `strength`; give it a number from 0 to 1000 (");
        assert!(told.starts_with(&expected), "{told}");
        let (_, told) = told_of("[Poles]", "[Polish]");
        assert_eq!(
            told,
            "w.toml:1:1: there is no table `Poles`; did you mean `Polish`? There are Polish, Russians"
        );
    }
}
