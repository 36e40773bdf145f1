//! Searches on the toy. Its sides are alike, so its value is one half; a player that always does the same at the
//! gates is exploited, and a shot never does harm [2.3].

use szala_kernel::Side;

use super::hunt::{Catch, Hunt, Mixes};
use super::*;
use crate::on_threads;

/// Habits of a sentry: how often of 1000 it raids left, guards left, and shoots.
fn habits([raid, guard, shoot]: [i32; 3]) -> String {
    format!("raid_left = {raid}\nguard_left = {guard}\nshoot = {shoot}\n")
}

/// Files named after what is in them: `900-500-500.toml`, or `net-900-500-500.toml` with a net that knows nothing.
fn read(path: &str) -> Result<String, String> {
    let numbers: Vec<i32> =
        path.trim_end_matches(".toml").split('-').filter_map(|number| number.parse().ok()).collect();
    let text = <[i32; 3]>::try_from(numbers).map(habits).map_err(|_| format!("there is no file {path}"))?;
    let net = if path.starts_with("net-") {
        format!("net = '''\n2 {}\n'''\n", "2".repeat(32))
    } else {
        String::new()
    };
    Ok(text + &net)
}

fn searched(players: [&[&str]; 2], games: u64, threads: usize, saves: u64) -> State {
    let game = szala_two_gates_players::SYSTEM.game().expect("the toy needs no file");
    let players = BySide(players.map(|names| names.iter().map(|name| (*name).to_owned()).collect()));
    let plan =
        Plan { game: &*game, read: &read, players, seed: 7, budget: Budget::Games(games), bound: 0.02 };
    let stop = AtomicBool::new(false);
    let mut count = 0;
    // As many states are kept as the test wants; then somebody stops it.
    let save = |_: &State| {
        count += 1;
        if count == saves {
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
        }
        Ok(())
    };
    let start = State::default();
    let part = on_threads(threads, || search(&plan, start, &stop, save, |_| ()));
    let part = part.expect("the machine starts threads").expect("sentries can play both sides");
    if part.answer.is_some() {
        return part;
    }
    let never = AtomicBool::new(false);
    // As it comes back from the disk.
    let text = serde_json::to_string(&part).expect("a state is written");
    let part: State = serde_json::from_str(&text).expect("a state is read");
    let whole = on_threads(threads, || search(&plan, part, &never, |_| Ok(()), |_| ()));
    whole.expect("the machine starts threads").expect("sentries can play both sides")
}

/// Time is not the same in any two runs.
fn timeless(mut state: State) -> State {
    state.spent.milliseconds = 0;
    state.history.iter_mut().for_each(|moment| moment.spent.milliseconds = 0);
    state
}

#[test]
fn the_toy_is_even_and_its_play_interval_says_so() {
    let state = searched([&["sentry"], &["sentry"]], 160_000, 2, 0);
    let answer = state.answer.as_ref().expect("it went to its end");
    let score = answer.score();
    assert!(answer.low <= 0.5 && 0.5 <= answer.high, "{answer:?}");
    // A player that always shoots and mixes at the gates cannot be exploited; five points are far beyond the noise.
    assert!(answer.low > 0.44 && answer.high < 0.56, "{answer:?}");
    assert!(answer.low <= score.low && score.high <= answer.high, "never narrower than the statistical one");
    // The usual sentry shoots at half of the raiders: that was found.
    for side in Side::BOTH {
        let mix = &state.frozen.as_ref().expect("mixes were frozen")[side as usize];
        let shots = mix.iter().map(|(place, share)| {
            let values = state.members[side as usize][*place].values.as_ref().expect("all are sentries");
            f64::from(values[2]) * f64::from(*share)
        });
        assert!(shots.sum::<f64>() / 1e9 > 0.9, "{:?}", state.members);
    }
    assert!(state.spent.games <= 170_000, "{:?}", state.spent);
    assert!(answer.tried.iter().all(|tried| tried.searches == 3), "one of each kind: {answer:?}");
}

#[test]
fn a_search_is_the_same_on_any_threads_and_when_it_was_interrupted() {
    let alone = timeless(searched([&["sentry"], &["sentry"]], 15_000, 1, 0));
    assert_eq!(timeless(searched([&["sentry"], &["sentry"]], 15_000, 2, 0)), alone);
    for saves in [1, 5, 11] {
        assert_eq!(timeless(searched([&["sentry"], &["sentry"]], 15_000, 2, saves)), alone, "{saves}");
    }
}

/// It always guards the left gate and never shoots: every raider scores.
#[test]
fn a_stupid_player_is_exploited() {
    let state = searched([&["sentry:500-1000-0.toml"], &["sentry"]], 100_000, 2, 0);
    let first = state.searches.iter().find(|search| search.side == 1).expect("both sides search");
    assert!(first.gain.mean > 0.1 && first.added.is_some(), "{first:?}");
    assert_eq!(state.members[0][0].name, "sentry:red-from-1.toml", "a copy is in the folder");
    // The first value is that of the stupid player, the last that of what it learned.
    let [start, .., end] = &*state.history else { panic!("a history") };
    assert!(start.value < 0.45 && end.value > 0.46, "{:?}", state.history);
}

/// The answer of a search from a stupid player, with the mixes from which it began, after a change to its searches for
/// the ends.
fn answered(change: impl Fn(&mut State)) -> Answer {
    let mut state = searched([&["sentry:500-1000-0.toml"], &["sentry"]], 60_000, 2, 0);
    state.frozen = Some([vec![(0, SHARES)], vec![(0, SHARES)]]);
    state.answer = None;
    change(&mut state);
    let game = szala_two_gates_players::SYSTEM.game().expect("the toy needs no file");
    let players = BySide([vec!["sentry:500-1000-0.toml".to_owned()], vec!["sentry".to_owned()]]);
    let plan =
        Plan { game: &*game, read: &read, players, seed: 7, budget: Budget::Games(60_000), bound: 0.02 };
    let never = AtomicBool::new(false);
    let state = search(&plan, state, &never, |_| Ok(()), |_| ()).expect("sentries can play both sides");
    state.answer.expect("it went to its end")
}

/// What a search saw in ten pairs of its own games says less than the games of its response for the interval.
#[test]
fn a_search_has_gained_by_the_games_of_its_response() {
    let answer = answered(|state| {
        for search in &mut state.ends {
            search.gain = Gain { mean: 0.0, error: 0.1, pairs: 10, counts: false };
        }
    });
    // Blue's responses, in points of Red: six are shown by a thousand games and more of each.
    let points = |cell: Cell| float(2 * cell.wins + cell.draws) / float(2 * cell.games());
    let fresh = answer.responses[1].iter().filter(|end| !end.is_known);
    let found = fresh.filter(|end| points(answer.value) - points(end.cell) > 0.06).count() as u64;
    assert!(found > 0 && answer.tried[1].found == found, "{answer:?}");
    // As many games of its own search do not outweigh those.
    let games = answer.responses[1][0].cell.games();
    let again = answered(|state| {
        for search in &mut state.ends {
            search.gain = Gain { mean: 0.0, error: 0.1, pairs: games, counts: false };
        }
    });
    assert_eq!(again.tried[1].found, found, "{again:?}");
}

/// A search before its first piece of work: the usual sentry of Red, and these players of Blue.
fn at_work(blue: &[&str], ask: impl FnOnce(&Work<'_>, [Vec<Member>; 2])) {
    let game = szala_two_gates_players::SYSTEM.game().expect("the toy needs no file");
    let players =
        BySide([&["sentry"], blue].map(|names| names.iter().map(|name| (*name).to_owned()).collect()));
    let budget = Budget::Games(1_000_000);
    let plan = Plan { game: &*game, read: &read, players, seed: 7, budget, bound: 0.02 };
    let (stop, tell) = (AtomicBool::new(false), |_: News<'_>| ());
    let meter = Meter::new(budget, Spent::default(), &stop, &tell);
    let arena = Arena::new(plan.game, plan.read);
    let mut work = Work { plan: &plan, arena: &arena, meter: &meter, bases: [None, None] };
    let members = Side::BOTH.map(|side| work.entrants(side).expect("sentries can play both sides"));
    work.bases = Side::BOTH.map(|side| work.base(side, &members));
    ask(&work, members);
}

/// Ten failures of each side in a row end a search; those before it continued do not count.
#[test]
fn a_search_that_continues_counts_its_failures_anew() {
    at_work(&["sentry"], |work, members| {
        let failure = Search {
            side: 0,
            trainer: Trainer::Single,
            gain: Gain { mean: 0.0, error: 0.01, pairs: 100, counts: false },
            values: Vec::new(),
            file: None,
            added: None,
            is_known: false,
        };
        let mut state = State { members, searches: vec![failure; 20], ..State::default() };
        assert_eq!(work.end_of(&state), Some(Ended::NothingGained));
        state.searched_before = 1;
        assert_eq!(work.end_of(&state), None, "nineteen since then");
        state.answer = Some(Answer {
            value: Cell::default(),
            low: 0.5,
            high: 0.5,
            responses: [Vec::new(), Vec::new()],
            tried: [Tried::default(); 2],
        });
        state.extend();
        assert_eq!((state.searched_before, work.end_of(&state)), (20, None));
    });
}

/// Blue's searches find the same player, or one that was known: an end rests on each player once.
#[test]
fn a_response_that_is_known_is_none() {
    let fresh = |answer: &Answer| answer.responses[1].iter().filter(|end| !end.is_known).count();
    let blue = |state: &State| (0..state.ends.len()).filter(|place| state.ends[*place].side == 1).collect();
    let alike = answered(|state| {
        let places: Vec<usize> = blue(state);
        let first = state.ends[places[0]].clone();
        for place in places {
            state.ends[place] = first.clone();
        }
    });
    assert_eq!((fresh(&alike), alike.tried[1].searches), (1, 3), "{alike:?}");
    let known = answered(|state| {
        let places: Vec<usize> = blue(state);
        let gain = Gain { mean: 0.5, error: 0.01, pairs: 10, counts: true };
        let values = state.members[1][0].values.clone().expect("a sentry has habits");
        for place in places {
            let caught = Catch { values: values.clone(), file: None, gain, is_first: false };
            state.ends[place] = Search::of(state, Side::Second, Trainer::Single, caught);
        }
    });
    assert_eq!((fresh(&known), known.tried[1]), (0, Tried { searches: 3, found: 0 }), "{known:?}");
}

#[test]
fn what_a_search_began_with_or_has_the_weights_of_a_player_is_known() {
    let gain = Gain { mean: 0.02, error: 0.001, pairs: 1000, counts: true };
    let text = Written { kind: "drilled".to_owned(), text: "a net".to_owned() };
    let member =
        Member { name: "sentry".to_owned(), text: None, values: Some(vec![1, 2]), origin: String::new() };
    let state = State { members: [vec![member], Vec::new()], ..State::default() };
    let known = |side, values: &[i32], file: Option<&Written>, is_first| {
        let caught = Catch { values: values.to_vec(), file: file.cloned(), gain, is_first };
        let search = Search::of(&state, side, Trainer::Single, caught);
        assert_eq!(search.gain.counts, !search.is_known);
        search.is_known
    };
    assert!(known(Side::First, &[1, 2], None, false) && known(Side::First, &[], Some(&text), true));
    assert!(!known(Side::First, &[1, 3], None, false) && !known(Side::First, &[], Some(&text), false));
    assert!(!known(Side::Second, &[1, 2], None, false), "the other side has it");
}

/// Red always guards the left gate, so a raid on the right always passes. Blue raids k times of three, k by lots. It
/// wins with 3 and 2 (1/8 + 3/8), for Red has one raid at most. With one (3/8) Red has two: it is met at every second
/// one, and passes the first shot at 4 of 10, later ones at 5 [2.3]; so both pass at 0.5 * 0.7 + 0.2 * 0.75 = 0.5, none
/// at 0.3 * 0.25 = 0.075, and Blue scores 0.075 + 0.425 / 2 = 0.2875. With none (1/8) it draws at 0.3 * 0.25 * 0.25. In
/// all 0.609, and 0.109 more than Blue scores if it raids either gate alike, since then the sides play alike.
#[test]
fn a_drill_finds_the_open_gate_and_gains_what_it_is_worth() {
    let state = searched([&["sentry:500-1000-1000.toml"], &["sentry:500-500-1000.toml"]], 200_000, 2, 2);
    let drilled = state.searches.iter().find(|search| search.side == 1).expect("both sides search");
    assert_eq!(drilled.trainer, Trainer::Drill);
    assert!((drilled.gain.mean - 0.109).abs() < 4.0 * drilled.gain.error, "{drilled:?}");
    // The difference of two scores varies by less than a half, so its mean over 400 pairs by less than 0.025; a test
    // that stopped then knows a little less.
    assert!(drilled.gain.pairs >= 400 && drilled.gain.error < 0.03 && drilled.gain.counts, "{drilled:?}");
    assert_eq!(drilled.added.as_deref(), Some("drilled:blue-1.toml"));
    // Red answers a raider who always goes right by guarding right, so the sides are even again.
    let last = state.history.last().expect("a search keeps its history").value;
    assert!((last - 0.5).abs() < 0.04, "{last}");
}

/// The usual sentry has the largest share, and no weights of its own from which to go on.
#[test]
fn a_drill_goes_on_from_the_largest_share_with_weights_of_its_own() {
    at_work(&["sentry", "sentry:900-500-500.toml", "sentry:100-500-500.toml"], |work, members| {
        let mut state = State { members, ..State::default() };
        let recruit =
            |state: &State, turn, shares: [u32; 3]| work.recruit(state, Side::Second, turn, &shares).name;
        let shares = [700_000, 100_000, 200_000];
        assert_eq!(recruit(&state, 0, shares), "sentry:blue-from-3.toml");
        assert_eq!(recruit(&state, 0, [1_000_000, 0, 0]), "sentry", "nobody else is in the mix");
        assert_eq!(recruit(&state, 2, shares), "sentry", "from nothing");
        let drill = |side, added| drill_of(side, added, None, 0.0);
        state.searches = vec![drill(Side::Second, None), drill(Side::Second, None), drill(Side::First, None)];
        assert_eq!(
            recruit(&state, 2, shares),
            "sentry",
            "the others went on from a player, or are of the other side"
        );
        state.searches.push(drill(Side::Second, Some("drilled:blue-1.toml")));
        assert_eq!(recruit(&state, 6, shares), "sentry", "from nothing again: that one joined");
        state.searches.pop();
        state.searches.push(drill(Side::Second, None));
        assert_eq!(recruit(&state, 6, shares), "sentry:blue-from-2.toml", "nobody was found from nothing");
        assert_eq!(recruit(&state, 6, [0, 0, 1_000_000]), "sentry:blue-from-3.toml", "one is in the mix");
        assert_eq!(recruit(&state, 4, shares), "sentry:blue-from-3.toml");
    });
}

/// A drill of a side, whose response joined under this name or did not, with this net and gain.
fn drill_of(side: Side, added: Option<&str>, net: Option<&str>, mean: f64) -> Search {
    let file = net.map(|text| Written { kind: "drilled".to_owned(), text: text.to_owned() });
    Search {
        side: side as usize,
        trainer: Trainer::Drill,
        gain: Gain { mean, error: 0.01, pairs: 100, counts: false },
        values: Vec::new(),
        is_known: file.is_none(),
        file,
        added: added.map(str::to_owned),
    }
}

/// Sentries have no plans: of the four turns of a round the first three are drills.
#[test]
fn a_drill_refines_once_one_of_its_kind_has_failed() {
    at_work(&["sentry", "sentry:900-500-500.toml"], |work, members| {
        let refines = |state: &State| {
            [0, 1, 2].map(|turn| work.recruit(state, Side::Second, turn, &[500_000, 500_000]).refines)
        };
        let mut state = State { members, ..State::default() };
        assert_eq!(refines(&state), [false, true, false], "the second of three, before anybody has failed");
        // Turns of the other side do not count.
        state.searches =
            vec![drill_of(Side::First, None, None, 0.0), drill_of(Side::Second, None, None, 0.0)];
        assert_eq!(refines(&state), [true, true, false], "one that went on has failed");
        state.searches[1].added = Some("drilled:blue-1.toml".to_owned());
        assert_eq!(refines(&state), [false, true, false], "it joined");
    });
}

#[test]
fn a_drill_that_refines_begins_where_the_last_one_left_off_if_that_gained_something() {
    let [text, other] = ["500-500-1000", "500-500-900"].map(|name| read(&format!("net-{name}.toml")));
    let (net, other) = (text.expect("it is made of its name"), other.expect("it is made of its name"));
    at_work(&["sentry", "sentry:900-500-500.toml"], |work, members| {
        let mut state = State { members, ..State::default() };
        let begins = |state: &State, turn| work.recruit(state, Side::Second, turn, &[500_000, 500_000]);
        let nobody = |state: &State, turn, why: &str| {
            let recruit = begins(state, turn);
            assert!(recruit.is_known && recruit.name != "drilled:left-off.toml", "{why}: {}", recruit.name);
        };
        let failed = |net: Option<&str>, mean| drill_of(Side::Second, None, net, mean);
        nobody(&state, 1, "there was no drill yet");
        state.searches = vec![failed(Some(&net), 0.002)];
        for (turn, leaves_off) in [(0, true), (1, true), (2, false)] {
            let recruit = begins(&state, turn);
            assert_eq!(
                (recruit.name == "drilled:left-off.toml", recruit.is_known),
                (leaves_off, !leaves_off)
            );
        }
        assert_eq!(work.arena.drill(Side::Second, "drilled:left-off.toml", None).map(|_| ()), Ok(()));
        state.searches.push(failed(Some(&other), -0.001));
        assert_eq!(left_off(&state, Side::Second).map(|file| &*file.text), Some(&*net), "the other lost");
        state.searches.push(failed(Some(&other), 0.001));
        assert_eq!(left_off(&state, Side::Second).map(|file| &*file.text), Some(&*other), "the last one");
        state.searches.push(drill_of(Side::First, Some("drilled:red-1.toml"), Some(&net), 0.05));
        assert!(left_off(&state, Side::Second).is_some(), "that was the other side");
        state.searches.push(drill_of(Side::Second, Some("drilled:blue-1.toml"), Some(&net), 0.05));
        nobody(&state, 1, "one has joined since");
        state.searches = vec![failed(None, 0.0)];
        nobody(&state, 1, "no round was better than the player with which it began");
        // Who was left off is no player of the matrix: it counts as found, even if no round made it better.
        let base = work.bases[1].as_ref().expect("sentries have habits");
        let mixes = Mixes { training: "sentry", target: "sentry", own: "sentry" };
        state.searches = vec![failed(Some(&net), 0.002)];
        let hunt = work.hunt((Side::Second, 1), base, &state, &[500_000, 500_000], mixes, 1);
        let caught = hunt.catch(0.0).expect("sentries are drilled").expect("nobody stops it");
        assert!(!caught.is_first);
    });
}

#[test]
fn a_net_is_refined_or_learns_what_options_are_worth() {
    at_work(&["sentry"], |work, members| {
        let state = State { members, ..State::default() };
        let base = work.bases[1].as_ref().expect("sentries have habits");
        let mixes = Mixes { training: "sentry", target: "sentry", own: "sentry" };
        let found = |refines| {
            let name = "drilled:net-500-500-1000.toml".to_owned();
            let recruit = Recruit { name, refines, is_known: true };
            let hunt = work.hunt((Side::Second, 0), base, &state, &[SHARES], mixes, 1);
            let caught = Hunt { recruit, ..hunt }.catch(0.02);
            let file = caught.expect("sentries are drilled").expect("nobody stops it").file;
            file.expect("a drill ends with a file").text
        };
        assert_eq!(found(true), found(true), "the same games, the same net");
        assert_ne!(found(true), found(false), "one learns which option is better, one what they are worth");
    });
}

/// Raid left or right, guard left or right: matching pennies, twice. The value is one half, by shares that meet at a
/// half.
#[test]
fn matching_pennies_at_the_gates_are_mixed_by_halves() {
    let names = ["1000-1000-1000", "1000-0-1000", "0-1000-1000", "0-0-1000"];
    let names = names.map(|name| format!("sentry:{name}.toml"));
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let state = searched([&names, &names], 200_000, 2, 3);
    let mixes = state.equilibria[0].clone();
    for mix in mixes {
        let share = |places: [usize; 2]| places.map(|place| f64::from(mix[place]) / 1e6).iter().sum::<f64>();
        // 0.15 * 0.2 * 200 000 games in 16 cells are 375 each: a score within 5 points, and a share within 20.
        assert!((share([0, 1]) - 0.5).abs() < 0.2 && (share([0, 2]) - 0.5).abs() < 0.2, "{mix:?}");
    }
    let value = state.history.last().expect("a search keeps its history").value;
    assert!((value - 0.5).abs() < 0.03, "{value}");
}

#[test]
fn a_planted_weakness_of_ten_points_is_found_by_weights_and_by_drills() {
    // From 200 000 games on players are drilled.
    for (budget, drills) in [(120_000, false), (200_000, true)] {
        let mut state = searched([&["sentry"], &["sentry"]], budget, 2, 0);
        // What the drills of the search left off with is not asked: this is no net.
        for side in [0, 1] {
            let mut drills = state.searches.iter_mut().rev();
            if let Some(last) = drills.find(|one| one.side == side && one.trainer == Trainer::Drill) {
                let file = Some(Written { kind: "drilled".to_owned(), text: "not a net".to_owned() });
                let gain = Gain { mean: 0.01, ..last.gain };
                *last = Search { file, gain, added: None, is_known: false, ..last.clone() };
            }
        }
        let game = szala_two_gates_players::SYSTEM.game().expect("the toy needs no file");
        let players = BySide([vec!["sentry".to_owned()], vec!["sentry".to_owned()]]);
        let budget = Budget::Games(budget);
        let plan = Plan { game: &*game, read: &read, players, seed: 7, budget, bound: 0.02 };
        let never = AtomicBool::new(false);
        let planted = plant(&plan, &state, &[0.1], 2, 20_000, &never, |_| ());
        let planted = planted.expect("sentries can play both sides");
        assert!(planted.len() >= 2, "{planted:?}");
        for one in &planted {
            assert_eq!(one.trainer == Trainer::Drill, drills, "{one:?}");
            assert!((one.size - 0.1).abs() < 0.03, "as planted, but for the noise of {one:?}");
            assert!(one.is_found, "{one:?}");
        }
        // Short searches may miss a small weakness, and then there are as many of them as there were for the end.
        let hurried =
            plant(&plan, &state, &[0.01], 8, 400, &never, |_| ()).expect("sentries can play both sides");
        for one in &hurried {
            let alike = |end: &&Search| end.side != one.side && (end.trainer == Trainer::Drill) == drills;
            let most = state.ends.iter().filter(alike).count() as u64;
            let (is_found, searches) = (one.is_found, one.searches);
            assert_eq!(is_found, one.gain >= one.size / 2.0, "{one:?}");
            assert!(
                if is_found { searches <= most } else { searches == most && most > 1 },
                "{one:?} of {most}"
            );
        }
        assert!(hurried.iter().any(|one| one.searches > 1), "{hurried:?}");
    }
}

#[test]
fn without_weights_there_is_a_value_and_no_search() {
    let state = searched([&["uniform"], &["uniform", "greedy"]], 10_000, 2, 0);
    let answer = state.answer.as_ref().expect("it went to its end");
    assert_eq!(state.ended, Some(Ended::NoWeights));
    assert_eq!(answer.tried, [Tried::default(); 2]);
    // Red's only player is the whole mix of Red: it gains nothing over that, and moves no end.
    assert_eq!((&answer.responses[0], answer.high), (&Vec::new(), answer.score().high));
    assert!(answer.score().estimate < 0.5, "greedy is better than chance");
}

#[test]
fn names_of_files_are_plain() {
    assert_eq!(slug("Poles", Side::First), "poles");
    assert_eq!(slug("\u{141}\u{f3}d\u{17a} 2", Side::First), "d2");
    assert_eq!(slug("\u{17b}", Side::Second), "second");
}
