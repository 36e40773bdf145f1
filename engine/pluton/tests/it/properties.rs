//! Properties of every step of every game, with any players, and whether games reach the rare rules.

use std::collections::BTreeSet;

use szala_board::Ordinal;
use szala_kernel::conformance::Trial;
use szala_kernel::journal::{Entry, Event};
use szala_kernel::{Die, Rule, Rules, rule};
use szala_pluton::{Action, CounterId, MOST_COUNTERS, Pluton};

use crate::common::{choose_boldly, load};

fn trial(games: u64) -> Trial<Pluton> {
    Trial::new(load("drill"), games, choose_boldly)
}

fn counters() -> impl Iterator<Item = CounterId> {
    (0..MOST_COUNTERS).map(CounterId::from_index)
}

/// [2.1] [G3] The one die has ten faces, read 1 to 10.
#[test]
fn every_die_is_of_ten_and_shows_1_to_10() {
    let mut faces = BTreeSet::new();
    trial(10).each_step(|_, _, _, entries| {
        for entry in entries {
            if let Entry::Event(Event::Roll { die, face, .. }) = entry {
                assert_eq!(*die, Die::of(10));
                faces.insert(*face);
            }
        }
    });
    assert_eq!(faces, (1..=10).collect());
}

/// [6.1] [D-6.1b] A step is to a neighbouring hex; [D-6.1a] a counter taken up was not before in the phase.
#[test]
fn nobody_jumps() {
    trial(30).each_step(|before, action, after, _| {
        let grid = load_grid();
        for counter in counters() {
            let (Some(then), Some(now)) = (before.place_of(counter), after.place_of(counter)) else {
                continue;
            };
            let far = (grid.axial(now) - grid.axial(then)).length();
            assert!(far <= 1, "{counter:?} goes {far} hexes by {action:?}");
        }
    });
}

fn load_grid() -> szala_board::HexGrid {
    use std::sync::OnceLock;
    static GRID: OnceLock<szala_board::HexGrid> = OnceLock::new();
    *GRID.get_or_init(|| load("drill").scenario().map.grid)
}

/// [4.2.2] [D-4.2.2c] A shot is the other side's, a step the moving one's.
#[test]
fn the_moving_side_steps_and_the_other_fires() {
    trial(30).each_step(|before, action, _, _| match action {
        Action::Fire(who, _) | Action::Shoot(who) => assert_ne!(who.side(), before.active()),
        Action::Move(who) | Action::Run(who) => assert_eq!(who.side(), before.active()),
        _ => (),
    });
}

/// [4.1] [18.7] [19.5] Each scenario plays through its 27 stages to a degree of victory, every position possible.
#[test]
fn both_scenarios_play_to_their_end() {
    for name in ["parzymiechy", "free-set-up"] {
        let trial = Trial::new(load(name), 1, choose_boldly);
        let mut last = None;
        trial.each_step(|_, _, after, _| {
            assert_eq!(trial.rules.audit(after), Ok(()));
            last = Some((after.stage(), trial.rules.outcome(after)));
        });
        let Some((27, Some(outcome))) = last else { panic!("{name} ends after the last stage: {last:?}") };
        assert_eq!(outcome.rule, rule!("18.7"));
    }
}

/// [1.2] The cases are worth as much as the situations that games reach.
#[test]
fn bold_play_comes_upon_the_rare_rules() {
    let hits: BTreeSet<Rule> = trial(80).rules_at_work().into_iter().collect();
    let rare = [
        rule!("6.5"),
        rule!("7.9"),
        rule!("7.5.5"),
        rule!("8.5.3"),
        rule!("D-8.1a"),
        rule!("D-8.3a"),
        rule!("10.2"),
        rule!("10.4.8"),
        rule!("D-10.1a"),
        rule!("12.3"),
        rule!("12.4"),
        rule!("13.5"),
        rule!("13.6.1"),
        rule!("13.6.2"),
        rule!("18.5.2"),
    ];
    let missed: Vec<Rule> = rare.into_iter().filter(|rule| !hits.contains(rule)).collect();
    assert!(missed.is_empty(), "no game comes upon {missed:?}");
}
