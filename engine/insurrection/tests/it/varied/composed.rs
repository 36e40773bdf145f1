//! Several changes together: the order in which they count, how the variant is called, and what stays in its place.

use szala_insurrection::Scenario;

use super::{I, are_same, edited, vary};

fn morale(scenario: &Scenario, name: &str) -> u8 {
    scenario.units.iter().find(|unit| unit.name == name).expect("the scenario has this unit").morale[0]
}

const FILES: [(&str, &str); 2] = [
    ("eight.toml", "title = \"better\"\n[set]\n\"units.Narwa 1.morale\" = 8\nstages = 5\n"),
    ("nine.toml", "title = \"best\"\n[set]\n\"units.Narwa 1.morale\" = 9\n"),
];

#[test]
fn of_two_changes_of_one_value_the_later_counts() {
    for (words, expected) in [
        (["units.Narwa 1.morale=8", "units.Narwa 1.morale=9"], 9),
        (["units.Narwa 1.morale=9", "units.Narwa 1.morale=8"], 8),
        (["@ eight.toml", "@ nine.toml"], 9),
        (["@ nine.toml", "@ eight.toml"], 8),
        (["@ nine.toml", "units.Narwa 1.morale=3"], 3),
        (["units.Narwa 1.morale=3", "@ nine.toml"], 9),
        // Back to what the file says.
        (["@ nine.toml", "units.Narwa 1.morale=6"], 6),
    ] {
        assert_eq!(morale(&vary(I, &words, &FILES), "Narwa 1"), expected, "{words:?}");
    }
}

#[test]
fn a_unit_removed_and_set_up_again_takes_part() {
    let count = |words: &[&str]| vary(I, words, &[]).units.len();
    assert_eq!(count(&[]), 15);
    assert_eq!(count(&["- KN II"]), 14);
    assert_eq!(count(&["- KN II", "set_up.KN II=0213 N"]), 15);
    assert_eq!(count(&["set_up.KN II=0213 N", "- KN II"]), 14);
}

#[test]
fn a_file_adds_then_removes_then_sets_and_takes_along_the_files_it_names() {
    let own = [
        ("v/all.toml", "add = [\"more.toml\"]\nremove = [\"KN II\"]\n[set]\n\"units.Lancers.morale\" = 8\n"),
        (
            "v/more.toml",
            "[[unit]]\nname = \"Lancers\"\nside = \"Poles\"\ncommander = \"Grabowski\"\narm = \"cavalry\"\n\
             morale = 6\nsize = 2\nfire = 1\n[set_up]\nLancers = \"0212 N\"\n",
        ),
    ];
    let scenario = vary(I, &["@ v/all.toml"], &own);
    assert_eq!(morale(&scenario, "Lancers"), 8);
    // Counters are there from the beginning, whatever is said of them before the file is named.
    assert_eq!(morale(&vary(I, &["units.Lancers.morale=9", "- KN II", "+ v/more.toml"], &own), "Lancers"), 9);
    let names: Vec<&str> = scenario.units.iter().map(|unit| &*unit.name).collect();
    assert!(!names.contains(&"KN II"), "{names:?}");
    assert_eq!(
        scenario.variant.as_deref(),
        Some(
            "remove KN II; set_up.Lancers=0212 N; add unit (name=Lancers, side=Poles, commander=Grabowski, \
             arm=cavalry, morale=6, size=2, fire=1); units.Lancers.morale=8"
        )
    );
}

#[test]
fn the_same_changes_have_the_same_name_in_whatever_order_and_form_they_come() {
    let name = |words: &[&str]| vary(I, words, &FILES).variant.expect("the changes have a name");
    let expected = "stages=5; units.Narwa 1.morale=8";
    assert_eq!(name(&["stages=5", "units.Narwa 1.morale=8"]), expected);
    assert_eq!(name(&["units.Narwa 1.morale = 8", "stages=4", "stages=05"]), expected);
    assert_eq!(name(&["@ eight.toml"]), expected);
    assert_eq!(name(&["D-4.2d=true"]), "switches.out_of_range_units_react_fully=true");
    assert_eq!(name(&["hexsides.trench.0605/0706=false"]), "map.hexsides.trench.0706/0605=false");
    assert_eq!(name(&["squares=Russians, Poles"]), name(&["squares=Poles,Russians"]));
    assert_eq!(vary(I, &[], &[]).variant, None);
}

#[test]
fn what_comes_of_overlapping_changes_is_what_the_variant_is_called() {
    let name = |words: &[&str]| vary(I, words, &[]).variant.expect("the changes have a name");
    let [some, all] = ["pool.4=Lewiz", "pool.3-last=Grabowski"];
    assert_eq!(name(&[all, some]), "pool.3=Grabowski; pool.4=Lewiz; pool.5-6=Grabowski");
    assert_eq!(name(&[some, all]), "pool.3-6=Grabowski");
    assert_eq!(name(&[all, "stages=5"]), "pool.3-5=Grabowski; stages=5");
    // [13.1] Kirejew comes back, and his chit does not.
    assert_eq!(
        name(&["- Kirejew", "set_up.Kirejew=0904"]),
        "pool.1=Grabowski; pool.2-6=Grabowski, Lewiz; set_up.Kirejew=0904"
    );
}

#[test]
fn a_variant_adds_its_title_to_the_scenarios() {
    let plain = "Niemenczyn 1794, I: historical";
    assert_eq!(vary(I, &["stages=5"], &FILES).title, plain);
    assert_eq!(vary(I, &["@ eight.toml", "@ nine.toml"], &FILES).title, format!("{plain}; better; best"));
}

#[test]
fn a_commander_is_removed_with_his_chit() {
    // [13.1] Kirejew is a choice in stages 3 to 6; his Cossacks go to Lewiz.
    let words = ["- Kirejew", "units.Kozacy 1.commander=Lewiz", "- Kozacy 2", "- Kozacy 3"];
    let scenario = vary(I, &words, &[]);
    let last = "3-last = [\"Grabowski\", \"Lewiz or Kirejew\"]";
    let set =
        |value: &str| format!("{{ value = {value:?}, standing = \"assumed\", why = \"set by a variant\" }}");
    let row = |hex: &str| format!("{{ value = \"{hex}\", standing = \"assumed\" }}");
    let absent = set("absent");
    let kozacy = "name = \"Kozacy 1\"\nside = \"Russians\"\ncommander = ";
    let by_hand = edited(
        I,
        &[
            ("historical.toml", last, "3-last = [\"Grabowski\", \"Lewiz\"]"),
            ("historical.toml", &format!("Kirejew = {}", row("0904")), &format!("Kirejew = {absent}")),
            (
                "historical.toml",
                &format!("\"Kozacy 2\" = {}", row("0803 S")),
                &format!("\"Kozacy 2\" = {absent}"),
            ),
            (
                "historical.toml",
                &format!("\"Kozacy 3\" = {}", row("0904 S")),
                &format!("\"Kozacy 3\" = {absent}"),
            ),
            ("units.toml", &format!("{kozacy}\"Kirejew\""), &format!("{kozacy}\"Lewiz\"")),
        ],
    );
    are_same(&scenario, &by_hand, "without Kirejew");
}

#[test]
fn who_is_in_both_keeps_the_number_by_which_the_dice_know_it() {
    let plain = vary(I, &[], &[]);
    let text = crate::shipped::variant("eydziatowicz");
    let own = [("eydziatowicz.toml", &*text)];
    // Added behind the others: all the others keep their places too.
    let more = vary(I, &["+ eydziatowicz.toml"], &own);
    for (place, unit) in plain.units.iter().enumerate() {
        assert_eq!((&unit.name, unit.subject), (&more.units[place].name, more.units[place].subject));
    }
    for (place, one) in plain.commanders.iter().enumerate() {
        assert_eq!((&one.name, one.subject), (&more.commanders[place].name, more.commanders[place].subject));
    }
    let names = |scenario: &Scenario| {
        let units = scenario.units.iter().map(|unit| unit.name.clone());
        units.chain(scenario.commanders.iter().map(|one| one.name.clone())).collect::<Vec<_>>()
    };
    let behind: Vec<String> = names(&more).into_iter().filter(|name| !names(&plain).contains(name)).collect();
    assert_eq!(behind, ["1 StP", "2 StP", "3 StP", "Eydziatowicz"]);
    assert_eq!(more.commanders[3].name, "Eydziatowicz");
    // Fewer: the places move up, the numbers stay.
    let fewer = vary(I, &["- KN II"], &[]);
    for unit in &fewer.units {
        let before = plain.units.iter().find(|other| other.name == unit.name).expect("it was there");
        assert_eq!(before.subject, unit.subject, "{}", unit.name);
    }
    // A unit of the middle of the file comes last when the variant brings it.
    let own = [("without.toml", "based_on = \"historical.toml\"\n[set_up]\n\"KN II\" = \"absent\"\n")];
    let back = vary("without.toml", &["set_up.KN II=0212 N"], &own);
    assert_eq!(back.units.last().map(|unit| &*unit.name), Some("KN II"));
}
