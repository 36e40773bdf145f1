//! Games of variants compared in pairs: names that stay, choices by key that an added unit leaves alone.

use szala_board::Ordinal;
use szala_insurrection::{Action, Insurrection, UnitId};
use szala_kernel::conformance::ByChance;
use szala_kernel::conformance::pairing::play_by_keys;
use szala_kernel::{ActionList, Paired, Play, Rules, RunSeed};

use crate::common::load;
use crate::shipped::{load_from, texts};

const SEED: RunSeed = RunSeed(1794);
const I: &str = "historical.toml";

/// Scenario I with a squadron that takes no part in it otherwise, in the far corner, under a commander whose chit is
/// never in the pool: it can be seen, and nothing else.
fn with_an_idle_squadron() -> Insurrection {
    let mut texts = texts();
    let text = texts.get_mut(I).expect("a file of the scenario");
    *text = text.replace("\n[set_up]\n", "\n[set_up]\n\"1 StP\" = \"0115 N\"\nEydziatowicz = \"0115\"\n");
    Insurrection::new(load_from(&texts, I).expect("a sound scenario").scenario)
}

/// The names of the actions of a game by keys, in order.
fn course(rules: &Insurrection, number: u64) -> Vec<u64> {
    let mut course = Vec::new();
    play_by_keys(rules, SEED.game(number).keyed(), rules.limits(), |_, action| {
        course.push(rules.action_key(action));
    });
    course
}

#[test]
fn units_and_commanders_keep_their_numbers_when_others_join() {
    let (shipped, joined) = (load("historical"), with_an_idle_squadron());
    for card in &shipped.scenario().units {
        let same = joined.scenario().units.iter().find(|other| other.name == card.name);
        assert_eq!(same.map(|other| other.subject), Some(card.subject), "{}", card.name);
    }
    for card in &shipped.scenario().commanders {
        let same = joined.scenario().commanders.iter().find(|other| other.name == card.name);
        assert_eq!(same.map(|other| other.subject), Some(card.subject), "{}", card.name);
    }
    // The commander who joins stands before others in the file: places do change.
    let place = |rules: &Insurrection| {
        rules.scenario().commanders.iter().position(|card| card.name == "Kirejew").expect("he takes part")
    };
    assert_ne!(place(&shipped), place(&joined));
}

#[test]
fn an_action_has_the_same_name_in_a_variant_in_which_it_means_the_same() {
    // What an action means is how it is written: the same words, the same name; other words, another name.
    let (shipped, joined) = (load("historical"), with_an_idle_squadron());
    let mut list = ActionList::within(shipped.limits());
    let mut compared = 0;
    for number in 0..40 {
        let game = SEED.game(number);
        let mut players = ByChance::new(game);
        shipped.play_game(game, &mut list, |rules, state, legal| {
            for action in legal {
                let text = rules.say(*action).to_string();
                let same: Action =
                    szala_kernel::Notation::parse_action(&joined, &text).expect("the same notation");
                assert_eq!(rules.action_key(*action), joined.action_key(same), "{text}");
                compared += usize::from(same != *action);
            }
            players.choose(rules.to_act(state), legal.len())
        });
    }
    assert!(compared > 0, "some actions are other values there, as their commanders have other places");
}

#[test]
fn an_edit_that_changes_nothing_changes_no_game() {
    let mut texts = texts();
    let units = texts.get_mut("units.toml").expect("a file of the scenario");
    *units = units.replace("morale = 6\nmorale_reverse = 5", "morale = { value = 6 }\nmorale_reverse = 5");
    let edited = Insurrection::new(load_from(&texts, I).expect("a sound scenario").scenario);
    let shipped = load("historical");
    assert!((0..200).all(|number| course(&shipped, number) == course(&edited, number)));
}

#[test]
fn a_unit_that_nobody_meets_changes_hardly_a_game() {
    let (shipped, joined) = (load("historical"), with_an_idle_squadron());
    let differ = (0..200).filter(|number| course(&shipped, *number) != course(&joined, *number)).count();
    // In one game of fifty somebody comes near it, or crosses its fire.
    assert!(differ <= 12, "{differ} of 200 games differ");
}

#[test]
fn a_situation_has_the_same_name_in_a_variant_that_differs_elsewhere() {
    // The opening, until the first chit is drawn: what is decided, and by whom, is the same.
    let (shipped, joined) = (load("historical"), with_an_idle_squadron());
    let [one, other] = [&shipped, &joined].map(|rules| rules.situation_key(&rules.opening()));
    assert_eq!(one, other);
    let last = UnitId::from_index(shipped.scenario().units.len());
    assert_eq!(joined.scenario().unit(last).name, "1 StP", "units that join stand behind the others");
}
