//! Units and leaders that a variant removes.

use szala_kernel::{Rules, Side};
use szala_spqr::scenario::{Variant, load_variant};
use szala_spqr::{Spqr, State};

const HALF: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/spqr/bagradas-half.toml");

fn without(names: &[&str]) -> Result<Spqr, String> {
    let read = |path: &str| std::fs::read_to_string(path).map_err(|error| error.to_string());
    let mut variant = Variant::default();
    for name in names {
        variant.remove(name);
    }
    load_variant(HALF, &read, &variant).map(Spqr::new).map_err(|wrong| wrong.to_string())
}

#[test]
fn who_is_removed_is_not_there_and_not_lost_and_all_others_keep_their_names() {
    let [whole, rest] =
        [&[][..], &["EL 1", "Hasdrubal"]].map(|names| without(names).expect("a sound variant"));
    let [before, after] = [&whole, &rest].map(Rules::opening);
    assert_eq!(rest.standing(&after, Side::Second).len() + 1, whole.standing(&before, Side::Second).len());
    assert_eq!(rest.rout_points(&after, Side::Second), 0);
    let leaders = |rules: &Spqr, state: &State| {
        let there = rules.leaders_of(Side::Second).filter(|one| state.leader_place(*one).is_some());
        there.map(|one| rules.leader(one).name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(leaders(&whole, &before), ["Xanthippus", "Hasdrubal", "Bostar"]);
    assert_eq!(leaders(&rest, &after), ["Xanthippus", "Bostar"]);
    let last = |rules: &Spqr, state| {
        rules.standing(state, Side::Second).iter().last().map(|unit| (unit, rules.card(unit).name.clone()))
    };
    assert_eq!(last(&whole, &before), last(&rest, &after));
}

#[test]
fn who_is_not_known_or_not_there_is_told() {
    let told = without(&["EL 11"]).map(|_| ()).expect_err("there are ten elephants");
    assert!(told.contains("`EL 11`") && told.contains("EL 1"), "{told}");
    let told = without(&["EL 1", "EL 1"]).map(|_| ()).expect_err("it is gone");
    assert!(told.contains("EL 1 takes no part as it is"), "{told}");
}
