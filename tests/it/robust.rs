//! A robust search from end to end on the toy: its folder, its mixes as players, and the contents of a record of their
//! games.

use std::path::{Path, PathBuf};

use crate::searched::{copy, szala, told, told_in_a_line};

fn place(name: &str) -> PathBuf {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("robust-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&place);
    place
}

fn text(folder: &Path, file: &str) -> String {
    std::fs::read_to_string(folder.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

#[test]
fn a_search_leaves_mixes_that_can_be_played_recorded_and_replayed() {
    let folders = ["1", "2"].map(|threads| {
        let folder = place(threads);
        let out = folder.display().to_string();
        told(&["robust", "two-gates", "--games", "20000", "--threads", threads, "--out", &out]);
        folder
    });
    let [alone, together] = folders.each_ref().map(|folder| text(folder, "mix.toml"));
    // Only the day may differ.
    let found = |text: &str| {
        let lines = text.lines().filter(|line| !line.starts_with("date = "));
        lines.map(str::to_owned).collect::<Vec<String>>()
    };
    assert_eq!(found(&alone), found(&together), "the same at any number of threads");
    for wanted in ["is_finished = true", "play_low = ", "[[Red]]", "[[Blue]]", "commit = "] {
        assert!(alone.contains(wanted), "{wanted}: {alone}");
    }
    let folder = &folders[0];
    assert!(text(folder, "history.csv").lines().count() > 8, "a moment for each search");
    assert!(text(folder, "red-1.toml").contains("Found by `szala robust`"));

    // Files without the state of their search, such as mixes that are shipped, are not overwritten.
    let shipped = place("shipped");
    std::fs::create_dir_all(&shipped).expect("there is room");
    for file in ["mix.toml", "history.csv"] {
        std::fs::write(shipped.join(file), "mine").expect("there is room");
        let over = shipped.display().to_string();
        let over = szala(&["robust", "two-gates", "--games", "1000", "--out", &over]);
        assert_eq!(over.status.code(), Some(2), "{over:?}");
        assert!(String::from_utf8_lossy(&over.stderr).contains("name a new or an empty folder"), "{over:?}");
        assert_eq!(std::fs::read_dir(&shipped).expect("it was made").count(), 1, "nothing is added");
        assert_eq!(text(&shipped, file), "mine");
        std::fs::remove_file(shipped.join(file)).expect("it was written");
    }
    // Neither are searches without players of a side begun.
    let nobody = place("nobody-begins").display().to_string();
    let none = ["robust", "two-gates", "--games", "1000", "--without", "sentry,greedy", "--out", &nobody];
    let none = szala(&none);
    assert_eq!(none.status.code(), Some(2), "{none:?}");
    assert!(String::from_utf8_lossy(&none.stderr).contains("--without leaves no player of Red"), "{none:?}");
    std::fs::remove_dir_all(&shipped).expect("the test made the folder");

    // A finished search repeats what it found, and plays nothing; its mixes are written again if they are gone.
    let out = folder.display().to_string();
    std::fs::remove_file(folder.join("mix.toml")).expect("the search wrote it");
    let resume = ["robust", "two-gates", "--games", "20000", "--out", &out, "--resume"];
    let again = told(&resume);
    assert!(again.contains("play interval") && again.contains("mix of Red"), "{again}");
    let state: serde_json::Value =
        serde_json::from_str(&text(folder, "state.json")).expect("it is written as JSON");
    let played = format!("{} games were played.", state["state"]["spent"]["games"]);
    assert!(again.contains(&played), "{played} {again}");
    assert_eq!(found(&text(folder, "mix.toml")), found(&alone));

    // One search at a time writes to a folder.
    let lock = std::fs::File::options().write(true).open(folder.join("lock")).expect("the search made it");
    lock.lock().expect("no search is under way");
    let busy = szala(&resume);
    assert_eq!(busy.status.code(), Some(2), "{busy:?}");
    assert!(String::from_utf8_lossy(&busy.stderr).contains("another search writes to "), "{busy:?}");
    drop(lock);

    // With more games it continues, with the players that it found for the interval, and with fewer it does not. A new
    // interval takes a third of all.
    let few = szala(&["robust", "two-gates", "--games", "29999", "--out", &out, "--resume"]);
    assert_eq!(few.status.code(), Some(2), "{few:?}");
    assert!(String::from_utf8_lossy(&few.stderr).contains("--games 30000 or more"), "{few:?}");
    let [one, other] = folders.each_ref().map(|folder| {
        let out = folder.display().to_string();
        let (before, mixes) = (text(folder, "history.csv"), text(folder, "mix.toml"));
        told(&["robust", "two-gates", "--games", "40000", "--threads", "2", "--out", &out, "--resume"]);
        let after = text(folder, "history.csv");
        assert!(after.starts_with(&before) && after.len() > before.len(), "{before}{after}");
        assert_eq!(text(folder, "mix-1.toml"), mixes, "the mixes before are kept");
        // All of them have met: the first table after the end before has a row or column for each.
        let players = |line: Option<&str>| {
            let numbers = line.expect("a line for each table").rsplit(',').take(2);
            numbers.map(|number| number.parse::<usize>().expect("a number of players")).sum::<usize>()
        };
        let state: serde_json::Value =
            serde_json::from_str(&text(folder, "state.json")).expect("it is written as JSON");
        let names = state["state"]["members"].as_array().expect("both sides").iter().flat_map(|side| {
            side.as_array().expect("its players").iter().map(|member| member["name"].as_str())
        });
        let joined = names.flatten().filter(|name| name.contains("-extended-1-")).count();
        let next = after.strip_prefix(&before).and_then(|rest| rest.lines().next());
        assert!(joined > 0, "{state}");
        assert_eq!(players(next), players(before.lines().last()) + joined, "{before}{after}");
        found(&text(folder, "mix.toml"))
    });
    assert_eq!(one, other, "the same again");
    let files = std::fs::read_dir(folder).expect("the search made the folder").flatten();
    let names: Vec<String> = files.map(|file| file.file_name().to_string_lossy().into_owned()).collect();
    assert!(names.iter().any(|name| name.contains("-extended-1-")), "{names:?}");
    let less = szala(&["robust", "two-gates", "--games", "20000", "--out", &out, "--resume"]);
    assert!(String::from_utf8_lossy(&less.stderr).contains("another budget"), "{less:?}");

    let mix = format!("mix:{out}/mix.toml");
    let game = ["replay", "two-gates", "--players", &mix, "--number", "3"];
    assert!(told(&game).contains("(of a mix of "), "{}", told(&game));
    let runs = place("runs");
    let record = runs.display().to_string();
    told(&["run", "two-gates", "--players", &mix, "--games", "200", "--out", &record]);
    // It is replayed from the record alone.
    for gone in &folders {
        std::fs::remove_dir_all(gone).expect("the test made the folder");
    }
    assert!(told(&["chart", "clauses", &record, "--games", "20"]).contains("1.1"));
    std::fs::remove_dir_all(&runs).expect("the test made the folder");
}

#[test]
fn searches_of_several_machines_are_joined_and_no_game_counts_twice() {
    let folders = ["31", "32"].map(|seed| {
        let folder = place(&format!("of-{seed}"));
        let out = folder.display().to_string();
        told(&["robust", "two-gates", "--games", "20000", "--seed", seed, "--out", &out]);
        folder
    });
    let joint = place("joint");
    let [one, two, out] = [&folders[0], &folders[1], &joint].map(|folder| folder.display().to_string());
    let join = |folders: &str, seed: &str| {
        szala(&["robust", "two-gates", "--games", "20000", "--seed", seed, "--join", folders, "--out", &out])
    };
    let refused = |folders: &str, seed: &str| {
        let refused = join(folders, seed);
        assert_eq!(refused.status.code(), Some(2), "{refused:?}");
        String::from_utf8_lossy(&refused.stderr).into_owned()
    };
    let both = format!("{one},{two}");
    assert!(refused(&both, "31").contains("games of seed 31 would count twice"));
    assert!(refused(&format!("{one},{one}"), "33").contains("games of seed 31 would count twice"));
    assert!(refused(&place("nobody").display().to_string(), "33").contains("it holds no search"));
    let changed = ["robust", "pig", "--games", "20000", "--seed", "33", "--join", &both, "--out", &out];
    assert!(String::from_utf8_lossy(&szala(&changed).stderr).contains("its search is of another game"));
    assert!(join(&both, "33").status.success());
    let mix = text(&joint, "mix.toml");
    assert!(mix.contains("joined = [\"31\",\"32\"]") && mix.contains("is_finished = true"), "{mix}");
    let files = std::fs::read_dir(&joint).expect("the search made the folder").flatten();
    let names: Vec<String> = files.map(|file| file.file_name().to_string_lossy().into_owned()).collect();
    for begin in ["red-of-1-", "red-of-2-", "blue-of-1-"] {
        assert!(names.iter().any(|name| name.starts_with(begin)), "{begin}: {names:?}");
    }
    // Both started from `greedy` and `sentry`, which have no files: the joint one has these and all that were found.
    let history = text(&joint, "history.csv");
    let first = history.lines().nth(1).expect("a row follows the head");
    let count = |side: &str| names.iter().filter(|name| name.starts_with(&format!("{side}-of-"))).count() + 2;
    assert!(first.ends_with(&format!(",{},{}", count("red"), count("blue"))), "{first} {names:?}");
    // A joined search cannot be joined with one of its parts.
    let again = place("again").display().to_string();
    let both = format!("{out},{one}");
    let twice = ["robust", "two-gates", "--games", "20000", "--seed", "34", "--join", &both, "--out", &again];
    assert!(String::from_utf8_lossy(&szala(&twice).stderr).contains("games of seed 31 would count twice"));
    for folder in folders.iter().chain([&joint]) {
        std::fs::remove_dir_all(folder).expect("the test made the folder");
    }
}

#[test]
fn pairs_and_runs_draw_the_same_players_and_a_wrong_mix_is_told_at_its_place() {
    let folder = place("mixes");
    std::fs::create_dir_all(&folder).expect("there is room");
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).expect("there is room");
    write("shoots.toml", "raid_left = 500\nguard_left = 500\nshoot = 1000\n");
    let of_both = |player: &str| {
        format!("[[Red]]\nplayer = '{player}'\nshare = 2\n[[Blue]]\nplayer = '{player}'\nshare = 2\n")
    };
    write("one.toml", &of_both("sentry:shoots.toml"));
    write("wrong.toml", &of_both("sentry:nobody.toml"));
    let name = |file: &str| format!("{}/{file}", folder.display());
    // A mix of one player is that player.
    let run =
        |player: &str| told(&["run", "two-gates", "--games", "300", "--format", "csv", "--players", player]);
    let figures = |text: String| {
        let line = text.lines().nth(1).expect("a row follows the head").to_owned();
        line.split(',').skip(4).map(str::to_owned).collect::<Vec<_>>()
    };
    let mixed = figures(run(&format!("mix:{}", name("one.toml"))));
    assert_eq!(mixed, figures(run(&format!("sentry:{}", name("shoots.toml")))));
    let out = szala(&["run", "two-gates", "--players", &format!("mix:{}", name("wrong.toml"))]);
    let why = String::from_utf8_lossy(&out.stderr).into_owned();
    assert_eq!(out.status.code(), Some(2));
    assert!(why.contains("wrong.toml: cannot read") && why.contains("nobody.toml"), "{why}");
    let same = format!("mix:{}", name("one.toml"));
    let pairs = told(&["compare", "two-gates", "two-gates", "--games", "50", "--players", &same]);
    assert!(pairs.contains("50"), "{pairs}");
    std::fs::remove_dir_all(&folder).expect("the test made the folder");
}

#[test]
fn a_planner_imagines_the_players_of_a_mix() {
    let folder = place("imagined");
    std::fs::create_dir_all(&folder).expect("a folder for the mix");
    let file = folder.join("mix.toml");
    let mix = |russian: &str| {
        let poles =
            "[[Poles]]\nplayer = \"heuristic\"\nshare = 3\n\n[[Poles]]\nplayer = \"storm\"\nshare = 1\n";
        let other = |name: &str| format!("\n[[Russians]]\nplayer = \"{name}\"\nshare = 1\n");
        let text = [poles.to_owned(), other("heuristic"), other(russian)].concat();
        std::fs::write(&file, text).expect("the mix can be written");
    };
    let player = format!("planner:100:{}", file.display());
    let game = ["run", "scenarios/niemenczyn-1794/historical.toml", "--games", "2", "--players", &player];
    mix("hold");
    let games = || told(&game).lines().filter(|line| !line.contains("games a second")).collect::<String>();
    assert_eq!(games(), games(), "the same seeds, the same games");
    mix("search:8");
    let out = szala(&game);
    let wrong = String::from_utf8_lossy(&out.stderr).into_owned();
    assert_eq!(out.status.code(), Some(2), "{wrong}");
    assert!(
        wrong.contains("mix.toml: `search:8` is too slow to be imagined; name faster players"),
        "{wrong}"
    );
    // A mix for one side alone is an error in the file, as everywhere.
    std::fs::write(&file, "[[Poles]]\nplayer = \"heuristic\"\nshare = 1\n").expect("the mix can be written");
    let out = szala(&game);
    let wrong = String::from_utf8_lossy(&out.stderr).into_owned();
    assert!(wrong.contains("nobody plays for Russians"), "{wrong}");
}

/// A plan, weights and nets, whatever their kind; and a copy of a player is the same player.
#[test]
fn a_search_begins_with_all_players_that_lie_beside_the_mixes_it_is_given() {
    let shipped = Path::new("scenarios/verdox/robust/siege");
    let again = place("again");
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join(shipped), &again);
    let with = format!("mix:{}/mix.toml,mix:{}/mix.toml", shipped.display(), again.display());
    let out = place("nobody").display().to_string();
    // The error lists all players that would begin.
    let refused = szala(&[
        "robust",
        "scenarios/verdox/siege.toml",
        "--games",
        "1000",
        "--with",
        &with,
        "--without",
        "nobody",
        "--out",
        &out,
    ]);
    let begin = String::from_utf8(refused.stderr).expect("the message is UTF-8");
    let files = std::fs::read_dir(&again).expect("it was copied").flatten().map(|entry| entry.file_name());
    let mut players = 0;
    for name in files.filter_map(|file| file.into_string().ok()) {
        let Some(file) = name.strip_suffix(".toml").filter(|file| *file != "mix") else { continue };
        let times = begin.matches(&format!("siege/{file}.toml")).count();
        assert_eq!(times, 1, "{file}: {begin}");
        players += 1;
    }
    assert!(players > 3 && !begin.contains(&again.display().to_string()), "{begin}");
    let broken = again.join("mix.toml");
    std::fs::write(&broken, "[[Hasbergs]]\nplayer = 'hold'\nshare = 1\n").expect("there is room");
    let with = format!("mix:{}", broken.display());
    let game = "scenarios/verdox/siege.toml";
    let refused = szala(&["robust", game, "--games", "1000", "--with", &with, "--out", &out]);
    let why = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(why.contains("Askans: ") && why.contains("mix.toml"), "{why}");
    std::fs::remove_dir_all(&again).expect("the test made it");
}

/// The only player to begin with waits in its headquarters, and no weights are behind it; but there are other plans
/// to vary. Without drills each side's fourth search is theirs.
#[test]
fn plans_are_varied_and_what_is_found_can_be_played() {
    let folder = place("plans");
    let out = folder.display().to_string();
    let search = ["robust", "scenarios/verdox/drill.toml", "--games", "6000", "--seed", "5", "--out", &out];
    let others = ["--without", "greedy,raid,siege,heuristic", "--format", "json"];
    let found: serde_json::Value =
        serde_json::from_str(&told(&[&search[..], &others].concat())).expect("what is written is JSON");
    let tried: Vec<u64> = found["tried"].as_array().expect("a list").iter().map(searches).collect();
    assert_eq!(tried, [4, 4], "one of each kind: {found}");
    assert_eq!(found["verdict"]["margin"], 0.03, "three points, as on the page of a run: {found}");
    let bred = |response: &&serde_json::Value| {
        response["origin"].as_str().is_some_and(|from| from.ends_with("by mutation of plans"))
    };
    let responses = found["responses"].as_array().expect("a list");
    let bred = responses.iter().find(bred).unwrap_or_else(|| panic!("{found}"));
    let name = bred["player"].as_str().expect("a name");
    let file = name.strip_prefix("plan:").unwrap_or_else(|| panic!("{name}"));
    let written = text(&folder, file);
    assert!(written.starts_with("# Found by `szala robust`"), "{written}");
    assert!(written.contains("about = \"found by mutation of plans, from `"), "{written}");
    let player = format!("plan:{out}/{file},plan:{out}/{file}");
    told(&["run", "scenarios/verdox/drill.toml", "--players", &player, "--games", "2"]);
    std::fs::remove_dir_all(&folder).expect("the search made it");
}

/// A change is the same whatever path or blanks it is typed with.
#[test]
fn a_play_interval_is_not_stale_because_a_change_is_typed_otherwise() {
    let folder = place("typed");
    std::fs::create_dir_all(&folder).expect("there is room");
    let variant = folder.join("turns.toml").display().to_string();
    std::fs::write(&variant, "[set]\nturns = 7\n").expect("there is room");
    let out = folder.join("search").display().to_string();
    let (game, by_file) = ("scenarios/verdox/drill.toml", ["--variant", &variant]);
    let search =
        ["robust", game, "--games", "1000", "--out", &out, "--without", "greedy,heuristic,raid,siege"];
    told(&[&search[..], &by_file, &["--set", "turns=6"]].concat());
    let mix = format!("mix:{out}/mix.toml");
    let run = |changes: &[&str]| {
        told_in_a_line(&[&["run", game, "--games", "20", "--players", &mix][..], changes].concat())
    };
    let other_path = folder.join(".").join("turns.toml").display().to_string();
    let same = run(&["--variant", &other_path, "--set", "turns = 6"]);
    assert!(same.contains("play interval") && !same.contains("stale"), "{same}");
    let other = run(&["--set", "turns=6", "--variant", &variant]);
    assert!(other.contains("it is stale: the scenario was searched with --variant"), "{other}");
    std::fs::remove_dir_all(&folder).expect("the test made it");
}

/// A search that goes on with another text of a player's file would be two searches in one.
#[test]
fn a_search_goes_on_only_with_the_players_it_began_with() {
    let folder = place("edited");
    std::fs::create_dir_all(&folder).expect("there is room");
    let player = format!("sentry:{}", folder.join("red.toml").display());
    let write = |shoot: u32| {
        let text = format!("raid_left = 900\nguard_left = 500\nshoot = {shoot}\n");
        std::fs::write(folder.join("red.toml"), text).expect("there is room");
    };
    write(1000);
    let out = folder.join("out");
    let path = out.display().to_string();
    let search =
        ["robust", "two-gates", "--games", "1500", "--without", "sentry", "--with", &player, "--out", &path];
    told(&search);
    let resume = [&search[..], &["--resume"]].concat();
    let refused = |expected: &str| {
        let refused = szala(&resume);
        assert_eq!(refused.status.code(), Some(2), "{refused:?}");
        assert!(String::from_utf8_lossy(&refused.stderr).contains(expected), "{refused:?}");
    };
    // What is gone is written again, and what somebody else wrote is left alone.
    let files = std::fs::read_dir(&out).expect("the search made it").flatten();
    let mut files = files.map(|file| file.file_name().to_string_lossy().into_owned());
    let one = files.find(|name| name.starts_with("red-from-")).expect("a player that began has a file");
    let of_red = text(&out, &one);
    std::fs::remove_file(out.join(&one)).expect("the search wrote it");
    told(&resume);
    assert_eq!(text(&out, &one), of_red);
    std::fs::write(out.join(&one), "mine").expect("there is room");
    let mixes = text(&out, "mix.toml");
    std::fs::remove_file(out.join("mix.toml")).expect("the search wrote it");
    refused(&format!("{one} is not what the search wrote; move it away"));
    assert_eq!(text(&out, &one), "mine");
    // A search that goes on after its end keeps its mixes so far, whatever else is gone.
    std::fs::write(out.join("mix.toml"), &mixes).expect("there is room");
    std::fs::remove_file(out.join(&one)).expect("it was written");
    told(&[&["robust", "two-gates", "--games", "9000"], &search[4..], &["--resume"]].concat());
    assert_eq!(text(&out, "mix-1.toml"), mixes);
    assert_eq!(text(&out, &one), of_red);
    write(900);
    let other = szala(&[&["robust", "two-gates", "--games", "9000"], &search[4..], &["--resume"]].concat());
    assert!(String::from_utf8_lossy(&other.stderr).contains("another text of a player's file"), "{other:?}");
    std::fs::remove_dir_all(&folder).expect("the test made the folder");
}

#[test]
fn a_search_that_cannot_begin_leaves_nothing_behind() {
    let out = place("cannot-begin").display().to_string();
    for (options, expected) in [
        (["--with", "sentry", "--without", "sentry"], "by --with and by --without"),
        (["--join", "no-such-folder", "--seed", "2"], "no-such-folder: it holds no search"),
    ] {
        let begun =
            szala(&[&["robust", "two-gates", "--games", "1000", "--out", &out][..], &options].concat());
        assert_eq!(begun.status.code(), Some(2), "{begun:?}");
        assert!(String::from_utf8_lossy(&begun.stderr).contains(expected), "{begun:?}");
        assert!(!Path::new(&out).exists());
    }
}

fn searches(side: &serde_json::Value) -> u64 {
    side["searches"].as_u64().expect("a number")
}
