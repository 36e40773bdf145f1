//! Runs of Two Gates played by chance, and folders to record them in.

use std::fs;
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use std::sync::Arc;

use szala_ai::Uniform;
use szala_analysis::records::{Block, Hashes, Identity, Manifest, Recorder};
use szala_analysis::{Plan, Stretch, Tally, play_with};
use szala_kernel::toy::TwoGates;
use szala_kernel::{BySide, Names, Recorded, RunSeed, Side};
use szala_system::{Long, Seated};

/// The seed in the manifests.
const SEED: u64 = 7;

/// A folder of its own for each test, gone when the test is over.
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("szala-analysis-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Self(path)
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A run of Two Gates that is made of nothing else.
pub(crate) fn manifest(games: u64, numbers: Range<u64>) -> Manifest {
    let text = |text: &str| text.to_owned();
    let identity = Identity {
        version: text("0"),
        commit: text("none"),
        title: text("Two Gates"),
        game: text("two-gates"),
        variant: None,
        sides: Side::BOTH.map(|side| text(TwoGates.side_name(side))),
        players: [text("uniform"), text("uniform")],
        hashes: Hashes { rules: text("r"), scenario: text("s"), players: [text("p"), text("q")] },
        seed: 7,
        is_keyed: false,
        games,
        until: None,
        made_of: None,
    };
    Manifest::new(vec![text("szala")], identity, numbers, &TwoGates.columns())
}

/// Plays the games of these numbers.
pub(crate) fn played(seed: u64, numbers: Range<u64>, threads: usize, take: impl FnMut(&Stretch)) {
    played_with(&[], seed, numbers, threads, take);
}

/// The same with rows in these tables.
pub(crate) fn played_with(
    tables: &[Long],
    seed: u64,
    numbers: Range<u64>,
    threads: usize,
    mut take: impl FnMut(&Stretch),
) {
    let plan = Plan { seed: RunSeed(seed), numbers, threads };
    let contest = Seated { rules: Arc::new(TwoGates), players: BySide::from_fn(|_| Uniform::default()) };
    let take = |stretch: &Stretch| {
        take(stretch);
        ControlFlow::Continue(())
    };
    play_with(&contest, tables, &plan, &AtomicBool::new(false), take).expect("the machine starts threads");
}

/// Plays on from where the recorder is; stops when `end` games are recorded, as if the program ended there.
pub(crate) fn record(recorder: &mut Recorder, end: u64, tally: &mut Tally, threads: usize) {
    played_with(&recorder.manifest().wanted(), SEED, recorder.due()..end, threads, |stretch| {
        recorder.add_stretch(stretch, stretch.played.len()).expect("there is room");
        tally.add(stretch, 0..stretch.played.len());
    });
}

/// A whole run, uninterrupted.
pub(crate) fn run(path: &Path, games: u64, numbers: Range<u64>, threads: usize) -> Tally {
    let mut tally = Tally::default();
    let mut recorder = Recorder::create(path, manifest(games, numbers.clone())).expect("a new folder");
    record(&mut recorder, numbers.end, &mut tally, threads);
    recorder.close(true).expect("there is room");
    tally
}

/// One game, played again.
pub(crate) fn again(number: u64) -> Block {
    again_with(SEED, number)
}

/// One game of a run with this seed.
pub(crate) fn again_with(seed: u64, number: u64) -> Block {
    let mut block = Block::new(number, TwoGates.columns().len());
    played(seed, number..number + 1, 1, |stretch| block.add_stretch(stretch, 0..1));
    block
}
