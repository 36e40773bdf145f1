//! The orders of groups, and the groups that a net is asked about: on the drill ground. 0702 and 0413 are the
//! headquarters, column 08 is the river, with a bridge in 0608, and a road leads along row 06.

use szala_ai::weights::WeightList as _;
use szala_files::Document;
use szala_files::case::Casebook as _;
use szala_kernel::dice::SeededDice;
use szala_kernel::{ActionList, Rules as _, RunSeed, Side, Table};
use szala_verdox::{Action, Kind};

use super::*;
use crate::posture::Postures;
use crate::weights::Weights;
use crate::{WEIGHTS, drill_ground};

/// Riders, riflemen, guns and one in the headquarters on the Hasbergs' side of the river, infantry behind the enemy's
/// fortress: 800 from his headquarters, over the wall, and 1600 from its own. Nobody is in reach of anybody.
const APART: &str = r#"
turn = 3
barges = { "barge 1" = "lost", "barge 2" = "lost" }
[units]
"Hasbergs 1" = "infantry 0702"
"Hasbergs 2" = "riflemen 0503"
"Hasbergs 3" = "cavalry 0604"
"Hasbergs 4" = "infantry 0515"
"Hasbergs 5" = "artillery 0601"
"Askans 1" = "infantry 0413"
"Askans 2" = "infantry 0116"
"#;

/// Guns with an enemy and the fortress in reach.
const BEFORE_THE_WALL: &str = r#"
turn = 3
barges = { "barge 1" = "lost", "barge 2" = "lost" }
[units]
"Hasbergs 1" = "infantry 0702"
"Hasbergs 2" = "artillery 0609"
"Askans 1" = "infantry 0413"
"Askans 2" = "riflemen 0711"
"#;

const RIDERS: Group = Group::of(Kind::Cavalry, false);
const GUNS: Group = Group::of(Kind::Artillery, false);

fn position(rules: &Verdox, text: &str) -> State {
    let document = Document::parse(text).unwrap_or_else(|wrong| panic!("{wrong:?}"));
    rules.set_up(&document.root()).unwrap_or_else(|wrong| panic!("{wrong:?}"))
}

/// The Hasbergs' heuristic, without a garrison, before a game.
fn player(rules: &Verdox) -> Heuristic {
    let weights = Weights::read("the built-in weights", WEIGHTS, "Hasbergs", &[]).expect("they are sound");
    let mut player = Heuristic::new(rules, Side::First, Weights { garrison: 0, ..weights });
    player.begin(rules, RunSeed(1).game(0), Side::First);
    player
}

/// What the Hasbergs do in a turn besides taking units up, under these orders.
fn deeds(rules: &Verdox, text: &str, orders: &[Order]) -> Vec<Action> {
    let (mut player, mut state) = (player(rules), position(rules, text));
    player.follow(rules, &state, orders);
    let mut list = ActionList::within(rules.limits());
    let mut table = Table::new(SeededDice::new(RunSeed(1).game(0)), ());
    let mut deeds = Vec::new();
    while rules.to_act(&state) == Side::First {
        let action = player.decide(rules, &state, &mut list).expect("the game is not over");
        if !matches!(action, Action::Pick(_) | Action::Hold | Action::Done) {
            deeds.push(action);
        }
        rules.apply(&mut state, action, &mut table);
    }
    deeds
}

/// [6.5] Four squares along the road for riders.
#[test]
fn who_is_told_to_be_bold_goes_and_who_is_told_to_stay_stays() {
    let rules = drill_ground();
    let still = [Order::to_all(Posture::Still), Order::to(GUNS, Posture::Still)];
    assert_eq!(deeds(&rules, APART, &still), []);
    assert_ne!(deeds(&rules, APART, &[Order::to_all(Posture::Behind)]), [], "who is behind moves");
    let bold = [still[0], still[1], Order::to(RIDERS, Posture::Bold)];
    let label = |label| rules.scenario().map.grid.parse_label(label).expect("a square of the map");
    let ride = ["0605", "0606", "0607", "0608"].map(|to| Action::Step(label(to)));
    assert_eq!(deeds(&rules, APART, &bold), ride);
}

/// [3.6, 6.10.8] Guns that see both fire at the unit, unless they are ordered to breach the wall.
#[test]
fn guns_that_are_told_to_be_bold_fire_at_walls() {
    let rules = drill_ground();
    let fired = |orders: &[Order]| deeds(&rules, BEFORE_THE_WALL, orders);
    assert!(matches!(fired(&[])[..], [Action::Attack(_)]), "{:?}", fired(&[]));
    let bold = fired(&[Order::to(GUNS, Posture::Bold)]);
    assert!(matches!(bold[..], [Action::Batter(_)]), "{bold:?}");
}

#[test]
fn orders_are_for_one_turn_and_the_later_one_holds() {
    let mut postures = Postures::in_turn(3);
    postures.give(Order::to_all(Posture::Behind));
    postures.give(Order::to(RIDERS, Posture::Bold));
    assert_eq!(postures.of(RIDERS), Some(Posture::Bold));
    assert_eq!(postures.of(Group::of(Kind::Grenadiers, true)), Some(Posture::Behind));
    assert_eq!(postures.of(GUNS), None, "the army is all but the guns");
    assert_eq!(postures.if_due(3).of(RIDERS), Some(Posture::Bold));
    assert!(postures.if_due(4).are_none());
}

/// The groups that a net is asked about as a turn begins, and how many options it has for each.
fn asked(rules: &Verdox, orders: &[Order]) -> Vec<(Group, usize)> {
    let (mut player, state) = (player(rules), position(rules, APART));
    player.follow(rules, &state, orders);
    let mut list = ActionList::within(rules.limits());
    rules.actions(&state, &mut list);
    let view = View::new(rules, &state, &list);
    assert!(<Heuristic as Drilling<Verdox>>::weighs(view.glance()));
    let mut asked = Vec::new();
    loop {
        let mut options = Options::none();
        player.options(&view, &mut options);
        let choices: Vec<Choice> = options.choices().collect();
        asked.push((choices[0].group, choices.len()));
        if player.take(&view, choices[0], choices[0]).is_some() {
            return asked;
        }
    }
}

/// Five postures and none; guns have two. The net does not change an order given before.
#[test]
fn a_net_is_asked_about_each_group_that_there_is() {
    let rules = drill_ground();
    let groups = [
        (RIDERS, 6),
        (Group::of(Kind::Riflemen, false), 6),
        (Group::of(Kind::Infantry, false), 6),
        (Group::of(Kind::Infantry, true), 6),
        (GUNS, 3),
    ];
    assert_eq!(asked(&rules, &[]), groups);
    let mut ordered = groups;
    ordered[0].1 = 1;
    assert_eq!(asked(&rules, &[Order::to(RIDERS, Posture::Level)]), ordered);
}

/// A planner tries both armies' worth of orders, and those to each group.
#[test]
fn what_can_be_ordered_is_for_groups_that_there_are() {
    let rules = drill_ground();
    let (mut player, state) = (player(&rules), position(&rules, APART));
    let mut list = ActionList::within(rules.limits());
    rules.actions(&state, &mut list);
    let mut orders = Vec::new();
    player.errands(&View::new(&rules, &state, &list), &mut |_| 0, &mut orders);
    // To all, to four groups, to the guns.
    assert_eq!(orders.len(), 5 + 4 * 5 + 2);
}
