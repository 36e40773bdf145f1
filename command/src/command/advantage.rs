//! `szala advantage`: whose the advantage is, the ground's, the first move's, or the sides' own; for one scenario or
//! for random maps.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;

use clap::Args;
use szala_analysis::advantage::{Advantage as Found, Failed, Four, FourPlan, play_forms};
use szala_kernel::exchange::Order;
use szala_kernel::{BySide, Side};
use szala_reports::{AdvantageReport, Family, quoted};
use szala_system::Exchanging;

use super::generate::{MapArgs, exchange_of};
use super::{INTERRUPTED, Problem, points, refuse_unwritable, threads_refused};
use crate::house::House;
use crate::interrupt;
use crate::options::{Printed, Seeded, count, form_of_file};
use crate::players::{self, Pairing};
use crate::progress::Count;
use crate::variant::VariantArgs;

/// Default number of games: on one map, and on each of many.
const GAMES: [u64; 2] = [2_000, 10];
/// With more maps the figures take more memory than they are worth.
const MOST_MAPS: u64 = 10_000;

/// Options of `szala advantage`.
#[derive(Debug, Args)]
pub(crate) struct Advantage {
    /// The scenario
    pub(crate) scenario: String,
    #[command(flatten)]
    changes: VariantArgs,
    /// Use this many random maps of the scenario's size instead of its own; all else stays the same
    #[arg(long, value_parser = count::<2, MOST_MAPS>)]
    maps: Option<u64>,
    /// The seed of the first map; the others follow it
    #[arg(long, value_name = "SEED", default_value_t = 1, requires = "maps", value_parser = clap::value_parser!(u32))]
    first_map: u32,
    #[command(flatten)]
    wish: MapArgs,
    #[arg(long, value_name = "FIRST,SECOND", help = players::HELP)]
    players: Option<Pairing>,
    /// Number of games, on each map; each is played in four forms [default: 2000, or 10 with --maps]
    #[arg(long, value_parser = count::<1, 1_000_000_000>)]
    games: Option<u64>,
    /// An effect hardly matters when its whole interval lies within this many points
    #[arg(long, value_name = "POINTS", default_value_t = 3.0, value_parser = points)]
    margin: f64,
    #[command(flatten)]
    seeded: Seeded,
    #[command(flatten)]
    printed: Printed,
    /// Write to this new file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl Advantage {
    pub(crate) fn run(&self, house: &House) -> Result<ExitCode, Problem> {
        form_of_file(self.printed.format, self.out.as_deref())?;
        refuse_unwritable(self.out.as_deref())?;
        if self.maps.is_none() && !self.wish.is_empty() {
            let told = "--even and --with are wishes for maps that are made up; say how many with --maps";
            return Err(told.to_owned().into());
        }
        let game = house.open_varied(&self.scenario, &self.changes)?;
        let rules = exchange_of(house, &*game)?;
        let (title, faces) = (game.title(), game.faces());
        let amounts = self.wish.amounts(rules.features())?;
        let order = |map: u64| Order {
            seed: u64::from(self.first_map) + map,
            even: self.wish.even,
            amounts: &amounts,
        };
        let players = Pairing::or_usual(self.players.as_ref(), &house.files(), &self.scenario, &*game);
        // All errors in players and wishes are reported before the first game.
        players.seat(house, &*game)?;
        let read = players::read(house);
        let seated = |rules: &dyn Exchanging| {
            rules.forms(players.names(), &read).map_err(|refused| refused.to_string())
        };
        // Two workers may make the same map; it is reported as short once.
        let short = Mutex::new(BTreeSet::new());
        let forms = |map: u64| {
            if self.maps.is_none() {
                return seated(rules);
            }
            let made = rules.made_up(&order(map))?;
            if made.missing.is_some() {
                short.lock().expect("inserting a number cannot panic").insert(map);
            }
            seated(&*made.game)
        };
        let plan = FourPlan {
            seed: self.seeded.run_seed(),
            maps: self.maps.unwrap_or(1),
            games: self.games(),
            threads: self.seeded.threads.number(),
        };
        let mut found = Found::of_games(plan.games);
        let mut progress = Count::new(plan.maps * plan.games, "games, each in four forms");
        let take = |first: u64, games: &[Four]| {
            found.add(first, games);
            progress.tell(found.played());
            ControlFlow::Continue(())
        };
        play_forms(&plan, forms, interrupt::flag()?, take).map_err(|failed| match failed {
            Failed::Threads(error) => threads_refused(self.seeded.threads.number(), &error),
            Failed::Map(why) => Problem::Told(why),
        })?;
        drop(progress);
        let all = plan.maps * plan.games;
        let interrupted = format!("interrupted after {} of {all} games", found.played());
        if found.played() == 0 || self.maps.is_some() && found.maps().len() < 2 {
            aside!("{interrupted}; too few games for a result");
            return Ok(ExitCode::from(INTERRUPTED));
        }
        let features: Vec<(&str, u8)> =
            rules.features().iter().map(|feature| feature.name).zip(amounts.iter().copied()).collect();
        let command = format!("szala generate {}{}", quoted(&self.scenario), self.wish.typed());
        let whole = found.maps().len() as u64;
        let short =
            short.into_inner().expect("inserting a number cannot panic").range(..whole).count() as u64;
        let family = self.maps.map(|_| Family {
            first: self.first_map.into(),
            features: &features,
            short,
            command: &command,
        });
        let report = AdvantageReport {
            title,
            sides: BySide::from_fn(|side: Side| faces.side_name(side)),
            players: players.names(),
            grounds: BySide::from_fn(|side| rules.ground_name(side)),
            is_even: if self.maps.is_some() { self.wish.even } else { rules.is_even() },
            seed: self.seeded.seed,
            margin: self.margin,
            family,
            found: &found,
        };
        self.printed.deliver(&report.findings(), self.out.as_deref())?;
        if found.played() == all {
            return Ok(ExitCode::SUCCESS);
        }
        let of = if self.maps.is_some() { "; the results are of whole maps" } else { "" };
        aside!("{interrupted}{of}");
        Ok(ExitCode::from(INTERRUPTED))
    }

    /// How many games, on each map.
    fn games(&self) -> u64 {
        self.games.unwrap_or(GAMES[usize::from(self.maps.is_some())])
    }
}
