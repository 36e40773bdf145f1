//! Plan files: errors are reported at their place, all at once, with the nearest name.

use szala_ai::Roster as _;
use szala_insurrection::{Insurrection, Large};
use szala_kernel::Side;

use super::{historical, load};
use crate::Players;
use crate::plan::Script;
use crate::plan::shipped::{self, Shipped};
use crate::testing::{load_from, oronne};

const HEAD: &str = "name = \"x\"\nside = \"Poles\"\nabout = \"y\"\n";

/// The errors in a plan for the Poles whose head, three lines, is correct.
fn complaints(rest: &str) -> Vec<String> {
    let read = Script::read(&historical(), Side::First, "x.toml", &format!("{HEAD}{rest}"));
    match read {
        Ok(_) => Vec::new(),
        Err(text) => text.lines().map(str::to_owned).collect(),
    }
}

#[track_caller]
fn assert_complaint(rest: &str, place: &str, words: &str) {
    let found = complaints(rest);
    assert!(
        found.len() == 1 && found[0].starts_with(&format!("x.toml:{place}: ")) && found[0].contains(words),
        "{found:#?}"
    );
}

#[test]
fn everything_that_is_wrong_is_said_at_once_in_order() {
    let wrong = "[[order]]
who = \"KN 2\"
do = \"marsh\"
to = \"0x00\"

\
                 [[order]]
who = \"infantry\"
do = \"march\"
to = \"9999\"
within = 3

\
                 [manner]
fire_witin = 2
";
    let places: Vec<String> = complaints(wrong)
        .iter()
        .map(|line| line.trim_start_matches("x.toml:").split(": ").next().unwrap_or_default().to_owned())
        .collect();
    // The unit, the `do`; the key that marches do not take and the hex; the key of the manner. The keys of an unknown
    // `do` are not checked.
    assert_eq!(places, ["5:7", "6:6", "12:6", "13:1", "16:1"]);
}

#[test]
fn a_mistyped_name_is_answered_with_the_nearest() {
    assert_complaint("[[order]]\nwho = \"KN I\"\ndo = \"hold\"\n", "5:7", "did you mean `KN II`?");
    assert_complaint("[[order]]\nwho = \"cavalri\"\ndo = \"hold\"\n", "5:7", "did you mean `cavalry`?");
    assert_complaint("[[order]]\nwho = \"guns\"\ndo = \"holt\"\n", "6:6", "did you mean `hold`?");
    assert_complaint("[[pool]]\nwho = \"Lewis\"\n", "5:7", "did you mean `Lewiz`?");
    assert_complaint(
        "[[order]]\nwo = \"guns\"\nwho = \"guns\"\ndo = \"hold\"\n",
        "5:1",
        "did you mean `who`?",
    );
    // The error for a key that resembles none lists all keys.
    let keys = "who, when, do, to, facing, watch, by, double_time, against, odds, within, fire_within";
    assert_complaint("[[order]]\nwho = \"guns\"\ndo = \"hold\"\nspeed = 3\n", "7:1", keys);
    assert_complaint(
        "[[order]]\nwho = \"guns\"\ndo = \"hold\"\nwhen = { stages = 1 }\n",
        "7:10",
        "did you mean `stage`?",
    );
}

#[test]
fn unknown_hexes_and_facings_are_refused() {
    let order = |line: &str| format!("[[order]]\nwho = \"Polish guns\"\ndo = \"deploy\"\n{line}\n");
    assert_complaint(&order("to = \"1308\"\nfacing = \"N\""), "7:6", "row 13");
    assert_complaint(&order("to = \"0509\"\nfacing = \"E\""), "8:10", "there is no facing `E`");
    let stand = "[set_up]\n\"KN II\" = \"0102 X\"\n";
    assert_complaint(stand, "5:11", "there is no facing `X`; there are ");
    assert_complaint(&order("to = \"0509\""), "4:1", "`facing` is missing");
}

#[test]
fn units_of_the_other_side_take_no_orders_and_own_ones_are_no_target() {
    assert_complaint("[[order]]\nwho = \"Narwa 1\"\ndo = \"hold\"\n", "5:7", "not of the side");
    assert_complaint(
        "[[order]]\nwho = \"infantry\"\ndo = \"assault\"\nto = \"nearest\"\nagainst = \"KN II\"\n",
        "8:11",
        "not of the side",
    );
    assert_complaint("[[pool]]\nwho = \"Lewiz\"\n", "5:7", "of the other side");
}

#[test]
fn a_list_with_nothing_in_it_is_no_answer() {
    for deed in ["march", "assault", "raid"] {
        let order = format!("[[order]]\nwho = \"infantry\"\ndo = \"{deed}\"\nto = []\n");
        assert_complaint(&order, "7:6", "`to` names no hex; give one at least");
    }
    assert_complaint("[[order]]\nwho = []\ndo = \"hold\"\n", "5:7", "`who` names nobody; give one at least");
    let lead = "[[commander]]\nwho = \"Grabowski\"\ndo = \"follow\"\nwhom = []\n";
    assert_complaint(lead, "7:8", "`whom` names nobody");
    let when = "[[order]]\nwho = \"all\"\ndo = \"hold\"\nwhen = { active = [] }\n";
    assert_complaint(when, "7:19", "`active` names nobody");
    let near = "[[order]]\nwho = \"all\"\ndo = \"hold\"\nwhen = { near = { hexes = [], within = 2 } }\n";
    assert_complaint(near, "7:27", "`hexes` names no hex");
}

#[test]
fn who_is_told_to_do_what_none_of_them_can_is_complained_of() {
    let order = |who: &str, rest: &str| format!("[[order]]\nwho = {who}\n{rest}\n");
    // [8.14] Only cavalry charges; [8.11, 8.12] guns never enter an enemy hex.
    let charge = "do = \"charge\"";
    assert_complaint(&order("\"infantry\"", charge), "5:7", "only cavalry charges");
    assert_complaint(&order("[\"1/I/7 pp lit.\", \"Polish guns\"]", charge), "5:7", "only cavalry charges");
    let assault = "do = \"assault\"\nto = \"nearest\"";
    assert_complaint(&order("\"guns\"", assault), "5:7", "guns do not assault");
    let deploy = "do = \"deploy\"\nto = \"0509\"\nfacing = \"N\"";
    assert_complaint(&order("\"infantry\"", deploy), "5:7", "only guns deploy");
    // One able unit is enough, and a unit that takes no part here may be the one.
    for (who, rest) in [("\"all\"", charge), ("\"all\"", assault), ("[\"guns\", \"infantry\"]", assault)] {
        assert_eq!(complaints(&order(who, rest)), Vec::<String>::new(), "{who} {rest}");
    }
    let absent = format!("if_present = \"1 StP\"\n{}", order("[\"1 StP\", \"infantry\"]", charge));
    assert_eq!(complaints(&absent), Vec::<String>::new());
}

#[test]
fn ranges_are_numbers_or_two_bounds() {
    let order =
        |stage: &str| format!("[[order]]\nwho = \"guns\"\ndo = \"hold\"\nwhen = {{ stage = {stage} }}\n");
    for stage in ["1", "\"1..2\"", "\"3..\"", "\"..6\"", "\"4\""] {
        assert_eq!(complaints(&order(stage)), Vec::<String>::new(), "{stage}");
    }
    // Six stages [3.2]; and a range goes upwards.
    for stage in ["7", "\"2..1\"", "\"\"", "\"one\"", "\"..7\""] {
        assert_complaint(&order(stage), "7:18", "from 1 to 6");
    }
}

#[test]
fn who_takes_no_part_must_be_expected_not_to() {
    let order = "[[order]]\nwho = \"1 StP\"\ndo = \"hold\"\n";
    assert_complaint(order, "5:7", ". Who takes part in some scenarios only is named in `if_present`");
    assert_eq!(complaints(&format!("if_present = \"1 StP\"\n{order}")), Vec::<String>::new());
}

#[test]
fn a_plan_is_refused_to_the_other_side() {
    let text = format!("{HEAD}[[order]]\nwho = \"all\"\ndo = \"hold\"\n");
    let error = Script::read(&historical(), Side::Second, "x.toml", &text).expect_err("it is for the Poles");
    assert_eq!(error, "x.toml:2:8: this is a plan for the Poles, not for the Russians");
}

#[test]
fn what_is_not_toml_or_no_plan_is_told_so() {
    let rules = historical();
    let error = Script::read(&rules, Side::First, "x.toml", "name = \n").expect_err("no TOML");
    assert!(error.starts_with("x.toml:1:"), "{error}");
    let error = Script::read(&rules, Side::First, "x.toml", "").expect_err("an empty file");
    assert_eq!(error.lines().count(), 3, "{error}");
}

#[test]
fn a_plan_is_had_by_name_or_from_a_file() {
    let rules = historical();
    let nothing = |path: &str| Err(format!("{path}: there is none"));
    let text = format!("{HEAD}[[order]]\nwho = \"all\"\ndo = \"hold\"\n");
    let one = |path: &str| if path == "mine/x.toml" { Ok(text.clone()) } else { nothing(path) };
    assert!(Players::player(&rules, "storm", Side::First, &nothing).is_ok());
    assert!(Players::player(&rules, "plan:mine/x.toml", Side::First, &one).is_ok());
    assert!(Players::player(&rules, "plan:mine/y.toml", Side::First, &one).is_err());
    for (name, remedy) in [("plan", "write plan:FILE"), ("plan:", "as in `plan:mine.toml`")] {
        let error = Players::player(&rules, name, Side::First, &nothing).expect_err("which file?");
        assert!(error.contains(remedy), "{error}");
    }
    for side in Side::BOTH {
        let listed = Players::players(&rules, side);
        assert_eq!(listed.iter().filter(|one| one.about.contains("; plan:FILE ")).count(), 1, "{listed:#?}");
        assert!(
            listed.iter().all(|one| Players::player(&rules, &one.name, side, &nothing).is_ok()),
            "{listed:#?}"
        );
    }
    let error = Players::player(&rules, "strom", Side::First, &nothing).expect_err("a mistyped name");
    assert!(error.contains("did you mean `storm`?"), "{error}");
    let error = Players::player(&rules, "storm", Side::Second, &nothing).expect_err("the other side's plan");
    assert!(error.contains("not for the Russians"), "{error}");
}

#[test]
fn a_shipped_plan_that_cannot_be_played_here_is_answered_in_one_line_with_those_who_can() {
    let answer = |scenario: &str, name: &str, side| {
        Script::by_name(&load(scenario), side, name).expect("it is shipped").expect_err("it does not fit")
    };
    let start = "`raid` cannot be played here: this is a plan for the Poles, not for the Russians; the Russians have \
                 uniform, greedy, hold, ";
    let error = answer("historical", "raid", Side::Second);
    assert!(error.starts_with(start) && error.lines().count() == 1, "{error}");
    // Scenario I has neither Eydziatowicz nor his three squadrons [13.1].
    let error = answer("historical", "regiment", Side::First);
    let (missing, players) = error
        .split_once(" take no part; the Poles have ")
        .expect("the error is one sentence with these words");
    assert!(
        players.starts_with("uniform, greedy, storm, flank, raid, ") && players.lines().count() == 1,
        "{error}"
    );
    let missing = missing.strip_prefix("`regiment` cannot be played here: ").expect("its name first");
    let mut missing: Vec<&str> = missing.split(", ").collect();
    missing.sort_unstable();
    assert_eq!(missing, ["1 StP", "2 StP", "3 StP", "Eydziatowicz"]);
}

#[test]
fn the_files_of_the_shipped_plans_are_where_complaints_say() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    for plan in shipped::PLANS {
        let path = format!("{root}/{}", plan.file);
        assert_eq!(std::fs::read_to_string(&path).as_deref().ok(), Some(plan.text), "{path}");
    }
}

#[test]
fn each_side_has_its_plans_in_each_scenario() {
    let names = |scenario: &str, side| -> Vec<String> {
        Script::shipped(&load(scenario), side).into_iter().map(|listed| listed.name).collect()
    };
    for scenario in ["historical", "ravine-mouth"] {
        assert_eq!(names(scenario, Side::First), ["storm", "flank", "raid"]);
        assert_eq!(names(scenario, Side::Second), ["hold", "sortie", "sweep"]);
    }
    assert_eq!(names("alternative", Side::First), ["storm", "flank", "raid", "regiment", "regiment-raid"]);
    assert_eq!(names("alternative", Side::Second), ["hold", "sortie", "sweep"]);
    let of_oronne = Side::BOTH.map(|side| Script::shipped(&oronne(), side));
    let names = of_oronne.map(|plans| plans.into_iter().map(|listed| listed.name).collect::<Vec<_>>());
    assert_eq!(names, [["village", "counterblow"], ["columns", "outflank"]]);
    // The battle has the hexes and companies of Oronne, and the plans of Oronne are not for it.
    let battle: Insurrection<Large> = load_from("maciejowice-1794", "battle");
    let of_battle = Side::BOTH.map(|side| Script::shipped(&battle, side));
    let [poles, russians] =
        of_battle.map(|plans| plans.into_iter().map(|listed| listed.name).collect::<Vec<_>>());
    assert_eq!(poles, ["line", "counterattack", "wait"]);
    assert_eq!(russians, ["three-columns"]);
    let refused = Script::by_name(&battle, Side::First, "village")
        .expect("village is a shipped plan")
        .expect_err("the battle has no such place");
    assert!(refused.contains("Kamieński takes part, and it is made for others"), "{refused}");
}

#[test]
fn every_shipped_plan_is_called_as_it_calls_itself() {
    for Shipped { name, text, .. } in shipped::PLANS {
        assert!(text.contains(&format!("\nname = \"{name}\"\n")), "{name}");
    }
}

#[test]
fn the_example_of_the_guide_is_a_plan() {
    let guide = include_str!("../../../../../docs/PLANS.md");
    let example = guide
        .split("```toml\n")
        .nth(1)
        .and_then(|rest| rest.split("```").next())
        .expect("the page has an example");
    let read = Script::read(&historical(), Side::First, "docs/PLANS.md", example);
    assert!(read.is_ok(), "{read:?}");
}
