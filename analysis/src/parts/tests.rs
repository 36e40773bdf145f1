//! Tests of what several processes play together, on lots.

use super::*;
use crate::balance::{Check, Edit, Found, Goal, Search, check, play_part};
use crate::lot::Lot;
use crate::race::Race;
use crate::run::Plan;
use szala_kernel::RunSeed;
use szala_system::Contest;

/// A folder of its own for each test.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("szala-parts-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    folder
}

fn lot(places: &[usize]) -> Lot {
    Lot::of(0.6 + places.iter().map(|place| [-0.1, -0.05, 0.04][*place]).sum::<f64>())
}

/// A search and a check of its first candidate, by one process or by a part of several.
fn found(parts: Option<Parts>, stop: &AtomicBool) -> Result<(Found, Check), RaceFailed> {
    let edits: Vec<Edit> =
        (0..3).map(|place| Edit { cost: 1.0, subject: format!("value {place}") }).collect();
    let reference = lot(&[]);
    let mut race = Race::new(&reference, RunSeed(4), 1, stop);
    if let Some(parts) = parts {
        race.share(parts);
    }
    let goal = Goal { score: 0.5, margin: 0.03, draws: None };
    let seat = |places: &[usize]| -> Result<Box<dyn Contest>, String> { Ok(Box::new(lot(places))) };
    let found = Search { goal, most: 1_000, edits: 2 }.run(&mut race, &edits, &seat, |_| ())?;
    let plan = Plan { seed: RunSeed(4), numbers: 0..777, threads: 1 };
    let answer = lot(&[0]);
    let contests: [&dyn Contest; 2] = [&reference, &answer];
    let in_parts = race.parts().map(|parts| play_part(contests, &plan, (stop, parts))).transpose()?;
    let parts = race.parts().map(|parts| &*parts).zip(in_parts.as_ref());
    Ok((found, check(contests, &plan, 1, (stop, parts), |_| ())?))
}

fn open(folder: &Path, own: Option<(u64, u64)>) -> Parts {
    Parts::open(folder, "which".to_owned(), own, false).expect("a folder of one's own")
}

#[test]
fn three_parts_in_turns_find_what_one_process_finds_and_so_does_who_asks_again() {
    let (folder, never) = (folder("three"), AtomicBool::new(false));
    let alone = found(None, &never).expect("nothing is missing");
    let mut waited = 0;
    let together: Vec<(Found, Check)> = loop {
        let turns: Vec<_> = (1..=3).map(|part| found(Some(open(&folder, Some((part, 3)))), &never)).collect();
        for turn in &turns {
            match turn {
                Err(RaceFailed::Parts(PartsFailed::Waiting { of: 3, .. })) => waited += 1,
                Err(other) => panic!("{other:?}"),
                Ok(_) => (),
            }
        }
        if turns.iter().all(Result::is_ok) {
            break turns.into_iter().filter_map(Result::ok).collect();
        }
    };
    assert!(waited > 3, "pieces depend on each other: {waited}");
    assert!(together.iter().all(|each| *each == alone));
    // All is there: a process that asks again plays nothing, even where nothing may be begun.
    let stopped = AtomicBool::new(true);
    let mut again = open(&folder, None);
    let piece = Piece { what: "RunSeed(4) 0..1000, as it is".to_owned(), numbers: 0..1_000, width: 1 };
    let number = again.play(&piece, |_| panic!("it is there")).expect("it is there");
    assert_eq!(again.gather((number, &piece), &stopped).expect("it is there").len(), 1_000);
    fs::remove_dir_all(folder).expect("it was there");
}

#[test]
fn what_was_stopped_goes_on_where_it_was() {
    let (folder, stop) = (folder("stopped"), AtomicBool::new(true));
    let ended = found(Some(open(&folder, None)), &stop);
    assert!(matches!(ended, Err(RaceFailed::Parts(PartsFailed::Stopped))), "{ended:?}");
    let never = AtomicBool::new(false);
    let (alone, again) = (found(None, &never), found(Some(open(&folder, None)), &never));
    assert_eq!(alone.expect("nothing is missing"), again.expect("it plays what is missing"));
    fs::remove_dir_all(folder).expect("it was there");
}

#[test]
fn folders_of_other_questions_and_damaged_files_are_refused_with_a_remedy() {
    let (folder, never) = (folder("refused"), AtomicBool::new(false));
    drop(open(&folder, Some((1, 3))));
    let told = |question: &str, own| {
        Parts::open(&folder, question.to_owned(), own, false).expect_err("it is of another kind").to_string()
    };
    assert!(told("another", None).contains("name another folder"));
    assert!(told("which", Some((1, 2))).contains("is played in 3 parts and not in 2"));
    let ended = found(Some(open(&folder, None)), &never);
    assert!(ended.is_ok(), "{ended:?}");
    let first = open(&folder, None).file(1, 2);
    let text = fs::read_to_string(&first).expect("it was written");
    fs::write(&first, text.replacen("[0,1,", "[0,2,", 1)).expect("it may be written");
    let told = found(Some(open(&folder, None)), &never).expect_err("its seal is broken");
    let RaceFailed::Parts(PartsFailed::Folder(told)) = told else { panic!("{told:?}") };
    assert!(told.contains(&*first.to_string_lossy()) && told.contains("part 2 plays it again"), "{told}");
    fs::remove_dir_all(folder).expect("it was there");
}
