//! Impossible variants: the errors, word for word, and the word or line that each points at.

use super::{I, II, try_vary, vary};

#[track_caller]
fn refuses_with(scenario: &str, words: &[&str], own: &[(&str, &str)], messages: &[&str]) {
    let told = try_vary(scenario, words, own).expect_err("it cannot be").to_string();
    let told: Vec<&str> = told.lines().collect();
    assert_eq!(told, messages, "{words:?}");
}

/// One word on the command line, refused as what it is.
#[track_caller]
fn refuses(word: &str, message: &str) {
    refuses_with(I, &[word], &[], &[&format!("--set {word}: {message}")]);
}

#[test]
fn a_path_that_is_none_gets_the_nearest_name() {
    refuses(
        "stage=5",
        "there is no path `stage`; did you mean `stages`? There are stages, automatic_victory, \
         strongholds, reinforcement, starting_lead, wins_at_zero, squares, practised_gunners, pool, \
         set_up, free_set_up, \
         switches, family, values, barred, map, commanders, units, artillery, \
         terrain, border",
    );
    refuses("units=5", "`units` is the beginning of a path: units.1/I/7 pp lit..side");
    refuses(
        "units.Narwa 4.morale=5",
        "there is no unit `Narwa 4`; did you mean `Narwa 1`? There are 1/I/7 pp lit., 2/I/7 pp lit., KN II, \
         Narbutt 1, Narbutt 2, Polish guns, Narwa 1, Narwa 2, Narwa 3, Pskow 1, Pskow 2, Russian guns, Kozacy 1, \
         Kozacy 2, Kozacy 3, 1 StP, 2 StP, 3 StP",
    );
    let values = "There are side, commander, arm, cossack, morale, morale_reverse, size, fire, fire_reverse";
    refuses(
        "units.1/I/7 pp lit..moral=5",
        &format!("there is no value of 1/I/7 pp lit. `moral`; did you mean `morale`? {values}"),
    );
    refuses(
        "units.Narwa 1=5",
        "`units.Narwa 1` is the beginning of a path: units.Narwa 1.side, units.Narwa 1.commander, units.Narwa 1.arm, \
         units.Narwa 1.cossack, units.Narwa 1.morale, units.Narwa 1.morale_reverse, units.Narwa 1.size, \
         units.Narwa 1.fire, units.Narwa 1.fire_reverse",
    );
    refuses(
        "units.Polish guns.morale=5",
        "there is no value of Polish guns `morale`; there are side, commander, arm",
    );
    refuses("set_up.Levis=0808", "there is no unit or commander `Levis`; did you mean `Lewiz`?");
    refuses(
        "free_set_up.Pole=row 01",
        "there is no side `Pole`; did you mean `Poles`? There are Poles, Russians",
    );
    refuses(
        "switches.D-4.2e=true",
        "there is no decision that a scenario may take otherwise `D-4.2e`; did you mean `D-4.2d`? There are D-4.2d, \
         D-4.4.3a, D-10.9f, D-M4.3c, \
         D-M4.4a, D-M4.4f, D-M4.5b, D-10.1.2a, D-M7.2b, D-M10.10.7a, D-M12.4b, D-13.1a",
    );
    refuses(
        "family.hills_blok_sight=true",
        "there is no difference of the family `hills_blok_sight`; did you mean `hills_block_sight`? There are \
         hills_block_sight, only_attackers_win_unscathed, lava_eased_against_infantry_only",
    );
    refuses(
        "values.charge=3",
        "there is no value of the rules `charge`; did you mean `charge_bonus`? There are charge_bonus, \
         camp_draws",
    );
    refuses(
        "artillery.1-4=M",
        "there is no band of ranges `1-4`; did you mean `1-3`? There are 1-3, 4-6, 7-10",
    );
    refuses("pool.7=Lewiz", "there is no stage 7: the game has stages 1 to 6");
    refuses("pool.first=Lewiz", "`first` names no stages: 1, 2-3 or 3-last");
}

#[test]
fn a_path_of_the_map_that_is_none_gets_the_nearest_name() {
    refuses("map.1609=f", "`1609` is no hex of the map: there is no row 16: rows run from 01 to 12");
    refuses(
        "map.raods.Suzany=0109-0208",
        "there is no part of the map `raods`; did you mean `roads`? There are roads, rally, camp, hexsides",
    );
    refuses(
        "map.roads.Suzana=0109-0208",
        "there is no road `Suzana`; did you mean `Suzany`? There are Suzany",
    );
    refuses(
        "map.camp.hexe=1108",
        "there is no value of the camp `hexe`; did you mean `hex`? There are hex, intruder",
    );
    refuses(
        "map.hexsides.trenches.0706/0605=true",
        "there is no kind of hexside `trenches`; did you mean `trench`? There are escarpment, trench, \
         river",
    );
    refuses(
        "map.hexsides.trench.0706/0604=true",
        "0706 and 0604 are not neighbours: there is no side between them",
    );
    refuses("map.hexsides.trench.0706=true", "a hexside is named by its two hexes: 0208/0308");
}

#[test]
fn a_value_that_cannot_be_is_told_of_the_word_that_sets_it() {
    refuses("units.Narwa 1.morale=12", "`morale` takes a number from 0 to 9, not 12");
    refuses("units.Narwa 1.morale=good", "`morale` takes a number from 0 to 9, not \"good\"");
    refuses("units.KN II.size=5", "`size` takes a number from 1 to 4, not 5");
    refuses(
        "units.Narwa 1.commander=Grabowski",
        "Grabowski commands for the Poles, and the unit is of the Russians",
    );
    refuses("stages=25", "`stages` takes a number from 1 to 24, not 25");
    refuses("wins_at_zero=Pole", "there is no side `Pole`; did you mean `Poles`? There are Poles, Russians");
    refuses("D-4.2d=maybe", "`out_of_range_units_react_fully` takes true or false, not \"maybe\"");
    refuses("values.charge_bonus=10", "`charge_bonus` takes a number from 0 to 9, not 10");
    refuses("artillery.1-3=3", "`3` is no effect: M is a test, 2M a test with 2 added, up to 9M");
    refuses("map.0609=x", "there is no ground `x`; there are ., f, h, F in the legend");
    refuses("map.hexsides.trench.0706/0605=2", "is there a trench on the hexside? true or false, not `2`");
    refuses(
        "map.roads.Suzany=0109-0309",
        "0109 and 0309 are not neighbours: a road goes from neighbour to neighbour",
    );
    refuses("set_up.Narwa 1=0709 Q", "`Q` is no facing: expected one of NE, N, NW, SW, S, SE");
    refuses("set_up.Narwa 1=0709 S limbered", "only guns are limbered");
    refuses(
        "pool.3=Lewis",
        "there is no commander `Lewis`; did you mean `Lewiz`? There are Grabowski, Eydziatowicz, Lewiz, Kirejew",
    );
    refuses("pool.3=Eydziatowicz", "Eydziatowicz takes no part: he is not in [set_up]");
    refuses("pool.3=", "the pool is empty, and nobody would move in this stage");
    refuses("stages", "a path and its value are due: --set \"units.Narwa 1.morale=8\"");
}

#[test]
fn r6_2_what_cannot_stand_together_is_told_of_the_word_that_brings_it() {
    refuses(
        "set_up.KN II=0408 N",
        "infantry and cavalry of one side begin in 0408: they may not stand together [6.1]",
    );
    refuses("set_up.KN II=0709 N", "Narwa 1 of the other side begins in 0709 too");
    // [6.2] 4 + 7 beside guns are more than 10.
    let crowd = "infantry of size 11 with guns begins in 0708: at most 10 may stand there [6.2]";
    refuses_with(
        I,
        &["units.Pskow 1.size=7", "set_up.Narwa 1=0708 S"],
        &[],
        &[&format!("--set set_up.Narwa 1=0708 S: {crowd}")],
    );
    // 11 of Pskow 1 alone: no unit was put there, so the error points at the last that stands there.
    refuses_with(I, &["units.Pskow 1.size=11"], &[], &[&format!("historical.toml:44:18: {crowd}")]);
    // [4.1] [13.1] Squadrons without their commander.
    refuses("set_up.1 StP=0102 N", "1 StP takes part, and its commander Eydziatowicz does not");
}

#[test]
fn who_is_removed_must_be_there_and_leaves_nobody_without_a_commander() {
    refuses_with(
        I,
        &["- KN 2"],
        &[],
        &["--remove KN 2: there is no unit or commander `KN 2`; did you mean `KN II`?"],
    );
    refuses_with(I, &["- 1 StP"], &[], &["--remove 1 StP: 1 StP takes no part as it is"]);
    refuses_with(
        I,
        &["- Kirejew"],
        &[],
        &[
            "--remove Kirejew: Kozacy 1, Kozacy 2, Kozacy 3 would be without a commander: remove them too, or put them \
           under another, as in --set \"units.Kozacy 1.commander=NAME\"",
        ],
    );
    // With Grabowski and all of his gone nobody's chit is in the pool of stage 1.
    let poles =
        ["- 1/I/7 pp lit.", "- 2/I/7 pp lit.", "- KN II", "- Narbutt 1", "- Narbutt 2", "- Polish guns"];
    let empty = "--remove Grabowski: the pool is empty, and nobody would move in this stage";
    refuses_with(I, &[&poles[..], &["- Grabowski"]].concat(), &[], &[empty]);
}

#[test]
fn slips_in_a_variants_file_are_told_at_their_places() {
    let told = |text: &str, messages: &[&str]| refuses_with(I, &["@ v.toml"], &[("v.toml", text)], messages);
    told(
        "titel = \"x\"\n",
        &[
            "v.toml:1:1: there is no key `titel`; did you mean `title`? There are title, standing, commander, unit, \
           set_up, pool, add, remove, set",
        ],
    );
    told(
        "[set]\nstages = 5\n\"units.Narwa 1.morale\" = 12\n",
        &["v.toml:3:26: `morale` takes a number from 0 to 9, not 12"],
    );
    told(
        "[set]\nstags = 5\nautomatic_victory = 5\n\"map.0609\" = 7\n",
        &[
            "v.toml:2:1: there is no path `stags`; did you mean `stages`? There are stages, automatic_victory, \
           strongholds, reinforcement, starting_lead, wins_at_zero, squares, practised_gunners, pool, \
           set_up, free_set_up, \
           switches, family, values, barred, map, commanders, \
           units, artillery, terrain, border",
            "v.toml:4:1: there is no ground `7`; there are ., f, h, F in the legend",
        ],
    );
    told(
        "[set]\nunits.Narwa.morale = 8\n",
        &["v.toml:2:1: a path stands in quotes: \"units.Narwa 1.morale\" = 8"],
    );
    told(
        "[set_up]\n\"KN II\" = \"0212 X\"\n",
        &["v.toml:2:17: `X` is no facing: expected one of NE, N, NW, SW, S, SE"],
    );
    told(
        "remove = [\"KN I\"]\n",
        &["v.toml:1:11: there is no unit or commander `KN I`; did you mean `KN II`?"],
    );
    told("add = [\"w.toml\"]\n", &["v.toml:1:8: `w.toml` cannot be read: there is no such file"]);
    told(
        "stages = = 5\n",
        &[
            "v.toml:1:10: this is not TOML: extra `=`, expected nothing",
            "v.toml:1:12: this is not TOML: unexpected key or value, expected newline, `#`",
        ],
    );
    refuses_with(I, &["@ v.toml"], &[], &["v.toml:1:1: this file cannot be read: there is no such file"]);
    refuses_with(
        I,
        &["+ v.toml"],
        &[("v.toml", "remove = [\"KN II\"]\n")],
        &[
            "v.toml:1:1: a file that is added has no `remove`: one that changes more is a variant, --variant FILE",
        ],
    );
}

/// What is added adds nothing itself, so no file can lead back to itself.
#[test]
fn a_variant_that_adds_itself_is_refused_at_its_place() {
    let no_add =
        "v.toml:1:1: a file that is added has no `add`: one that changes more is a variant, --variant FILE";
    for words in ["@ v.toml", "+ v.toml"] {
        refuses_with(I, &[words], &[("v.toml", "add = [\"v.toml\"]\n")], &[no_add]);
    }
    let each_other = [("v.toml", "add = [\"w.toml\"]\n"), ("w.toml", "add = [\"v.toml\"]\n")];
    refuses_with(I, &["@ v.toml"], &each_other, &[&no_add.replace("v.toml", "w.toml")]);
}

#[test]
fn slips_in_an_added_unit_are_told_at_their_places() {
    let unit =
        "[[unit]]\nname = \"Lancers\"\nside = \"Poles\"\ncommander = \"Grabowski\"\narm = \"cavalry\"\n";
    let told = |values: &str, messages: &[&str]| {
        let text = format!("{unit}{values}");
        refuses_with(I, &["+ v.toml"], &[("v.toml", &text)], messages);
    };
    let posted = "size = 2\nfire = 1\n[set_up]\nLancers = \"0203 N\"\n";
    told(
        &format!("morale = 6\n{}", posted.replace("0203", "0299")),
        &["v.toml:10:12: `0299` is no hex of the map: there is no column 99: columns run from 01 to 15"],
    );
    told(&format!("morale = 16\n{posted}"), &["v.toml:6:10: `morale` takes a number from 0 to 9, not 16"]);
    told(
        &format!("morale = {{ value = 6, standing = \"asumed\" }}\n{posted}"),
        &[
            "v.toml:6:34: there is no standing `asumed`; did you mean `assumed`? There are text, derived, assumed",
        ],
    );
    told(
        &format!("moral = 6\n{posted}"),
        &[
            "v.toml:1:1: Lancers has no `morale`",
            "v.toml:6:1: there is no key `moral`; did you mean `morale`? There are name, side, commander, \
             arm, cossack, kosynierzy, skirmishers, stars, morale, morale_reverse, size, fire, fire_reverse",
        ],
    );
    refuses_with(
        I,
        &["+ v.toml"],
        &[("v.toml", "[[commander]]\nname = \"Lewiz\"\nside = \"Poles\"\n")],
        &["v.toml:2:8: there is a `Lewiz` already: names are given once"],
    );
}

#[test]
fn a_scenario_that_is_broken_is_told_as_it_is() {
    let own = [("broken.toml", "based_on = \"historical.toml\"\nstages = 60\n")];
    refuses_with(
        "broken.toml",
        &["stages=5"],
        &own,
        &["broken.toml:2:10: `stages` takes a number from 1 to 24, not 60"],
    );
    let own = [("broken.toml", "based_on = \"historical.toml\"\n[values]\ncharge = 3\n")];
    refuses_with(
        "broken.toml",
        &[],
        &own,
        &[
            "broken.toml:3:1: there is no value of the rules `charge`; did you mean `charge_bonus`? There are \
           charge_bonus, about_turn, camp_draws",
        ],
    );
}

#[test]
fn everything_that_is_wrong_is_told_at_once() {
    refuses_with(
        II,
        &["stages=0", "units.Narwa 1.size=0", "map.rally.Poles=0000"],
        &[],
        &[
            "--set stages=0: `stages` takes a number from 1 to 24, not 0",
            "--set map.rally.Poles=0000: `0000` is no hex of the map: there is no row 00: rows run from 01 to \
             12, and there is no column 00: columns run from 01 to 15",
            "--set units.Narwa 1.size=0: `size` takes a number from 1 to 20, not 0",
        ],
    );
}

#[test]
fn a_shorter_game_has_no_pool_for_the_stages_it_lost() {
    assert_eq!(vary(I, &["stages=2"], &[]).pool.len(), 2);
    assert_eq!(vary(I, &["pool.4-6=Lewiz", "stages=5"], &[]).pool.len(), 5);
    assert_eq!(vary(I, &["stages=8", "pool.8=Kirejew"], &[]).pool.len(), 8);
}
