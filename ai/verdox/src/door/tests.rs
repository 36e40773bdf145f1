//! What the door says of a scenario: the changes that switch something off.

use szala_kernel::record::{Column, Whose};
use szala_kernel::{BySide, RunSeed, Side, rule};
use szala_system::{Change, Changes, Game, Off, Stretch};

use super::SYSTEM;

/// The drill ground with these changes.
fn drill(sets: &[&str]) -> Box<dyn Game> {
    let path = format!("{}/../../scenarios/verdox/drill.toml", env!("CARGO_MANIFEST_DIR"));
    let changes = Changes(sets.iter().map(|set| Change::Set((*set).to_owned())).collect());
    SYSTEM.open(&path, &read, &changes).unwrap_or_else(|wrong| panic!("{wrong}")).game
}

fn read(path: &str) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| error.to_string())
}

/// The sums of a column of each side over games between players who go for each other.
fn sums(game: &dyn Game, what: &str, games: u64) -> [i32; 2] {
    let contest = game.seat(BySide(["rush"; 2]), &read).unwrap_or_else(|wrong| panic!("{}", wrong.why));
    let columns = game.columns();
    let mut stretch = Stretch::default();
    contest.worker().record_keyed(RunSeed(4), 0..games, &mut stretch);
    Side::BOTH.map(|side| {
        let is_it = |column: &Column| column.what == what && column.whose == Whose::Side(side);
        let place = columns.iter().position(is_it).unwrap_or_else(|| panic!("no column {what} of {side:?}"));
        stretch.rows.chunks(columns.len()).map(|row| row[place]).sum()
    })
}

#[test]
fn an_event_that_is_switched_off_never_happens_and_is_no_longer_offered() {
    // [D-6.10g] [7.7.3] Guns that see far fire at everything.
    const FAR: &str = "kinds.artillery.range=12";
    let mut events = 0;
    for switch in drill(&[]).switches() {
        let Off::Event(what, Some(side)) = switch.off else { continue };
        let without = drill(&[FAR, &switch.set]);
        assert_eq!(sums(&*without, what, 30)[side as usize], 0, "{}", switch.set);
        let left = without.switches();
        assert!(left.iter().all(|other| other.off != switch.off), "{}", switch.set);
        events += 1;
    }
    assert_eq!(events, 20, "ten columns of either side");
}

/// [4.1] Riders take headquarters that nobody keeps on purpose, and none where these win nothing.
#[test]
fn headquarters_that_win_nothing_end_no_game() {
    let taken = |game: &dyn Game| {
        let players = BySide(["raid", "uniform"]);
        let contest = game.seat(players, &read).unwrap_or_else(|wrong| panic!("{}", wrong.why));
        let mut stretch = Stretch::default();
        contest.worker().record_keyed(RunSeed(4), 0..60, &mut stretch);
        let ends = stretch.played.iter().map(|played| played.end.expect("every game ends").rule);
        ends.filter(|rule| *rule == rule!("4.1")).count()
    };
    let game = drill(&["turns=30"]);
    let switches = game.switches();
    let switch = switches.iter().find(|switch| switch.off == Off::Ending(rule!("4.1")));
    let set = &switch.expect("headquarters can be taken").set;
    assert_eq!(set, "barred.headquarters_taken=Hasbergs, Askans");
    assert!(taken(&*game) > 0);
    let without = drill(&["turns=30", set]);
    assert_eq!(taken(&*without), 0);
    assert!(without.switches().iter().all(|switch| switch.off != Off::Ending(rule!("4.1"))));
}

#[test]
fn what_one_side_is_kept_from_stays_so_when_the_other_is_too() {
    let sets: Vec<String> =
        drill(&["barred.shots=Hasbergs"]).switches().into_iter().map(|switch| switch.set).collect();
    assert!(sets.contains(&"barred.shots=Hasbergs, Askans".to_owned()), "{sets:?}");
    assert!(!sets.contains(&"barred.shots=Hasbergs".to_owned()), "{sets:?}");
}
