//! The players of *Night Crossing* and its door. `uniform` chooses by a coin, so that every chance is known by hand.

use szala_ai::roster::no_such_player;
use szala_ai::{Evaluate, Listed, ReadFile, Roster, Standard};
use szala_crossing::{Crossing, State};
use szala_files::Assumption;
use szala_kernel::{Rules, Side};
use szala_system::{Exchanging, Filed, NoExchange, Opened, RuleSystem, System};

/// *Night Crossing*.
pub static SYSTEM: &dyn System = &Filed::<Players>::new();

/// Nothing is worth more than anything else before the die falls.
#[derive(Clone, Copy, Debug, Default)]
pub struct Crossed;

impl Evaluate<Crossing> for Crossed {
    fn value(&self, rules: &Crossing, state: &State, side: Side) -> i32 {
        side.sign() * rules.outcome(state).map_or(0, |outcome| outcome.lead)
    }
}

/// The players of *Night Crossing*.
#[derive(Clone, Copy, Debug)]
pub struct Players;

impl Roster for Players {
    type Rules = Crossing;

    const USUAL: &'static str = "uniform";

    type Seat = Standard<Crossing, Crossed>;

    fn players(_: &Crossing, _: Side) -> Vec<Listed> {
        Self::Seat::listed()
    }

    fn player(rules: &Crossing, name: &str, side: Side, _: ReadFile<'_>) -> Result<Self::Seat, String> {
        let unknown = || Err(no_such_player(name, &Self::players(rules, side)));
        Self::Seat::by_name(rules, name, || Crossed).unwrap_or_else(unknown)
    }
}

impl RuleSystem for Players {
    const NAME: &'static str = "night-crossing";
    const ABOUT: &'static str = "Night Crossing, two choices and a die, whose every chance is known by hand";
    const LEDGER: &'static str = include_str!("../../../engine/examples/crossing/rules.toml");
    const SCENARIOS: &'static [&'static str] = &["scenarios/night-crossing/known.toml"];
    const CASE_SCENARIOS: [&'static str; 2] = ["scenarios/night-crossing", "known"];

    fn title(rules: &Crossing) -> &str {
        &rules.title
    }

    fn variant(rules: &Crossing) -> Option<&str> {
        rules.variant.as_deref()
    }

    fn assumptions(rules: &Crossing) -> Vec<Assumption> {
        rules.assumptions.clone()
    }

    fn exchange(_: &Opened<Self>) -> Result<&dyn Exchanging, NoExchange> {
        Err("it has no ground that two forces could change")
    }
}

#[cfg(test)]
mod tests {
    use szala_crossing::{Action, Ford};
    use szala_files::variant::{Variant, Varied};
    use szala_kernel::dice::{Scripted, ScriptedDice};
    use szala_kernel::{Table, rule};

    use super::*;

    /// [2.3] 2 is within the chance of 2 tenths, 3 is not.
    #[test]
    fn a_position_is_worth_what_the_die_has_decided() {
        let known = include_str!("../../../scenarios/night-crossing/known.toml");
        let files = |_: &str| Ok(known.to_owned());
        let (rules, _) =
            Crossing::open_varied("known.toml", &files, &Variant::default()).expect("it is sound");
        for (face, value) in [(2, 1), (3, -1)] {
            let mut state = rules.opening();
            let dice = ScriptedDice::new([Scripted { rule: Some(rule!("2.3")), face }]);
            let mut table = Table::new(dice, ());
            for action in [Action::Hide(Ford::Upper), Action::Watch(Ford::Upper)] {
                assert_eq!(Crossed.value(&rules, &state, Side::First), 0);
                rules.apply(&mut state, action, &mut table);
            }
            assert_eq!(Side::BOTH.map(|side| Crossed.value(&rules, &state, side)), [value, -value]);
        }
    }
}
