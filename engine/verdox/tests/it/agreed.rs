//! The leader may be agreed on instead of drawn by lot.

use szala_kernel::Names;
use szala_kernel::conformance::ByChance;
use szala_kernel::dice::SeededDice;
use szala_kernel::journal::{Entry, Event, Log, tell};
use szala_kernel::{ActionList, Notation, Play, Rules, RunSeed, Side, Table, rule};
use szala_verdox::{Action, Scenario, Verdox};

use crate::common::{choose_boldly, load};

/// The drill ground with an agreed leader.
fn agreed(leads: Side) -> Verdox {
    Verdox::new(Scenario { leads: Some(leads), ..load("drill").scenario().clone() })
}

szala_kernel::conformance!(askans_lead, agreed(Side::Second), playing: 6);

/// [D-2.1a] [2.3] [2.6] Ten of its units come in, then ten of the other's, then it begins; no lots are drawn in the
/// whole game.
#[test]
fn d_2_1a_whoever_was_agreed_on_sets_up_first_and_begins() {
    for side in Side::BOTH {
        let rules = agreed(side);
        let seed = RunSeed(1809).game(0);
        let mut players = ByChance::new(seed);
        let mut table = Table::new(SeededDice::new(seed), Log::default());
        rules.tell_opening(&mut table.journal);
        let mut list = ActionList::within(rules.limits());
        let mut deciders = Vec::new();
        rules.play_out_loud(&mut rules.opening(), &mut table, &mut list, |rules, state, legal| {
            assert!(!legal.contains(&Action::DrawLots), "nothing is left to draw");
            deciders.push(rules.to_act(state));
            choose_boldly(rules, state, legal, &mut players)
        });
        // A kind and a square for each of ten.
        assert!(deciders[..20].iter().all(|decider| *decider == side), "his ten come in first");
        assert!(deciders[20..40].iter().all(|decider| *decider == !side), "then the other's ten");
        assert_eq!(deciders[40], side, "he begins");
        let drawn =
            table.journal.entries.iter().any(
                |entry| matches!(entry, Entry::Event(Event::Draw { ask, .. }) if ask.rule == rule!("2.1")),
            );
        assert!(!drawn, "no lots were drawn");
        let told: Vec<String> =
            table.journal.entries.iter().map(|entry| tell(&rules, entry).to_string()).collect();
        let said = format!("D-2.1a leads: nobody -> {}", rules.side_name(side));
        assert!(told.contains(&said), "{said}: {:?}", &told[..4]);
    }
}
