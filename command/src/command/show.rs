//! `szala show`: draws a scenario's map, units and tables, and where on the map things happen.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Subcommand, ValueEnum};
use szala_analysis::{Heat, Plan, Quantity, heat};
use szala_kernel::{BySide, Side};
use szala_reports::{Drawing, Form, HeatFindings, MapFindings, TableFindings, UnitFindings, alone, written};
use szala_system::Game;

use super::chart::png_of;
use super::{INTERRUPTED, Problem, deliver, refuse_unwritable, threads_refused, write_new};
use crate::house::House;
use crate::interrupt;
use crate::options::{Seeded, Words, count, form_of_file};
use crate::players::{self, Pairing};
use crate::progress::Count;
use crate::variant::VariantArgs;

/// Default number of games for heat.
const GAMES: u64 = 2_000;
/// More would take no more memory, but nobody waits for them.
const MOST_GAMES: u64 = 1_000_000_000;

/// Options of `szala show`.
#[derive(Debug, Args)]
pub(crate) struct Show {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// The map with the set-up
    Map(Sheet),
    /// The units with their values
    Units(Sheet),
    /// The rulebook's tables, with the values of the scenario
    Tables(Sheet),
    /// Where on the map the sides stand, hold, fire and take losses, over many games
    Heat(HeatArgs),
}

/// Options that all of them share.
#[derive(Debug, Args)]
struct Sheet {
    /// A scenario file, or a game that `szala list` names
    scenario: String,
    #[command(flatten)]
    changes: VariantArgs,
    /// Output format [default: by the extension of --out, otherwise text]
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Write to this new file; its extension implies the format: .svg, .png, .txt, .md, .csv or .json
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    words: Words,
}

#[derive(Debug, Args)]
struct HeatArgs {
    #[command(flatten)]
    sheet: Sheet,
    /// What to show
    #[arg(long, value_enum, default_value_t = Shown::Losses)]
    quantity: Shown,
    #[arg(long, value_name = "FIRST,SECOND", help = players::HELP)]
    players: Option<Pairing>,
    /// Number of games
    #[arg(long, default_value_t = GAMES, value_parser = count::<1, MOST_GAMES>)]
    games: u64,
    #[command(flatten)]
    seeded: Seeded,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Text
    Text,
    /// JSON, one document; docs/JSON.md describes it
    Json,
    /// Markdown
    Md,
    /// CSV, a table
    Csv,
    /// A vector picture
    Svg,
    /// A raster picture; needs --out
    Png,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Shown {
    /// Share of stages that end with a side standing there
    Presence,
    /// Losses taken there per game
    Losses,
    /// Shots fired from there per game
    Fire,
    /// Share of stages that end with the place held: the side was the last to stand there alone
    Held,
}

impl From<Shown> for Quantity {
    fn from(shown: Shown) -> Self {
        match shown {
            Shown::Presence => Self::Presence,
            Shown::Losses => Self::Losses,
            Shown::Fire => Self::Fire,
            Shown::Held => Self::Held,
        }
    }
}

impl Show {
    /// What is shown, as it was named.
    pub(crate) fn scenario_mut(&mut self) -> &mut String {
        self.what.scenario_mut()
    }

    pub(crate) fn run(&self, house: &House) -> Result<ExitCode, Problem> {
        let sheet = self.what.sheet();
        let format = sheet.format()?;
        refuse_unwritable(sheet.out.as_deref())?;
        let game = house.open_varied(&sheet.scenario, &sheet.changes)?;
        let form = match format {
            Format::Text => Form::Text,
            Format::Json => Form::Json,
            Format::Md => Form::Markdown,
            Format::Csv => Form::Csv,
            Format::Svg | Format::Png => {
                let Some(svg) = self.what.drawn(house, &*game)? else {
                    return Ok(ExitCode::from(INTERRUPTED));
                };
                match (format, &sheet.out) {
                    (Format::Png, Some(out)) => write_new(&png_of(&svg)?, out)?,
                    _ => deliver(&alone(&svg), sheet.out.as_deref())?,
                }
                return Ok(ExitCode::SUCCESS);
            }
        };
        let Some(text) = self.what.tell(house, &*game, form)? else {
            return Ok(ExitCode::from(INTERRUPTED));
        };
        deliver(&text, sheet.out.as_deref())?;
        Ok(ExitCode::SUCCESS)
    }
}

impl Sheet {
    /// The output format, checked before anything is played.
    fn format(&self) -> Result<Format, Problem> {
        match (form_of_file(self.format, self.out.as_deref())?, &self.out) {
            (Some(Format::Png), None) => {
                Err("a PNG is not for the terminal; name its file, as in --out map.png".to_owned().into())
            }
            (Some(format), _) => Ok(format),
            (None, None) => Ok(Format::Text),
            (None, Some(out)) => Err(format!(
                "{}: the name of the file says no format; let it end in .svg, .png, .txt, .md, .csv or .json, or \
                 name one with --format",
                out.display()
            )
            .into()),
        }
    }
}

impl What {
    fn sheet(&self) -> &Sheet {
        match self {
            Self::Map(sheet)
            | Self::Units(sheet)
            | Self::Tables(sheet)
            | Self::Heat(HeatArgs { sheet, .. }) => sheet,
        }
    }

    fn scenario_mut(&mut self) -> &mut String {
        match self {
            Self::Map(sheet)
            | Self::Units(sheet)
            | Self::Tables(sheet)
            | Self::Heat(HeatArgs { sheet, .. }) => &mut sheet.scenario,
        }
    }

    /// A picture; nothing if interrupted.
    fn drawn(&self, house: &House, game: &dyn Game) -> Result<Option<String>, Problem> {
        let (sheet, faces) = (self.sheet(), game.faces());
        let lexicon = sheet.words.of_scenario(house, game, &sheet.scenario)?;
        let (title, ground) = (lexicon.tell(game.title()), lexicon.ground(faces.ground()));
        let sides = BySide::from_fn(|side| lexicon.tell(faces.side_name(side)));
        let sides = BySide::from_fn(|side| &*sides[side]);
        let language = sheet.words.language();
        let drawing = Drawing { ground: &ground, sides, time: faces.time(), name: "szala", language };
        Ok(Some(match self {
            What::Map(_) => drawing.position(&title, &game.opening()),
            What::Units(_) => drawing.units(&title, &game.opening()),
            What::Tables(_) => drawing.tables(&title, &lexicon.tables(faces.tables())),
            What::Heat(options) => {
                let Some(heat) = options.count(house, game)? else { return Ok(None) };
                let title = format!("{title}: {}", options.played(house, game));
                drawing.heat(&title, &heat, options.quantity.into(), &Side::BOTH)
            }
        }))
    }

    /// The findings in one of the formats that all commands share; nothing if interrupted.
    fn tell(&self, house: &House, game: &dyn Game, form: Form) -> Result<Option<String>, Problem> {
        let (sheet, faces) = (self.sheet(), game.faces());
        let lexicon = sheet.words.of_scenario(house, game, &sheet.scenario)?;
        let (title, ground) = (&*lexicon.tell(game.title()), lexicon.ground(faces.ground()));
        let sides = BySide::from_fn(|side| lexicon.tell(faces.side_name(side)));
        let sides = BySide::from_fn(|side| &*sides[side]);
        let language = sheet.words.language();
        let drawing = Drawing { ground: &ground, sides, time: faces.time(), name: "szala", language };
        Ok(Some(match self {
            What::Map(_) => {
                let units = lexicon.listings(&drawing.listings(faces.order_of_battle()));
                let (opening, terms) = (game.opening(), lexicon.listings(&faces.terms()));
                written(&MapFindings::of(title, &drawing, &opening, &terms, &units), form)
            }
            What::Units(_) => {
                let units = lexicon.listings(&drawing.listings(faces.order_of_battle()));
                written(&UnitFindings::of(title, &units), form)
            }
            What::Tables(_) => written(&TableFindings::of(title, &lexicon.tables(faces.tables())), form),
            What::Heat(options) => {
                let Some(heat) = options.count(house, game)? else { return Ok(None) };
                let pairing = options.pairing(house, game);
                let (players, seed) = (pairing.names(), options.seeded.seed);
                let quantity = options.quantity.into();
                written(&HeatFindings::of(title, &drawing, players, seed, &heat, quantity), form)
            }
        }))
    }
}

impl HeatArgs {
    /// Plays and counts; nothing if interrupted.
    fn count(&self, house: &House, game: &dyn Game) -> Result<Option<Heat>, Problem> {
        let contest = self.pairing(house, game).seat(house, game)?;
        let stop = interrupt::flag()?;
        let (seed, threads) = (self.seeded.run_seed(), self.seeded.threads.number());
        let plan = Plan { seed, numbers: 0..self.games, threads };
        let mut progress = Count::new(self.games, "games");
        let counted = heat(&*contest, &plan, stop, |done| progress.tell(done));
        drop(progress);
        let heat = counted.map_err(|error| threads_refused(threads, &error))?;
        if heat.games + heat.aborted < self.games {
            aside!("interrupted after {} of {} games", heat.games + heat.aborted, self.games);
            return Ok(None);
        }
        if heat.aborted > 0 {
            aside!("{} games had no end, and are not counted", heat.aborted);
        }
        Ok(Some(heat))
    }

    /// The players.
    fn pairing(&self, house: &House, game: &dyn Game) -> Pairing {
        Pairing::or_usual(self.players.as_ref(), &house.files(), &self.sheet.scenario, game)
    }

    /// The players, in words.
    fn played(&self, house: &House, game: &dyn Game) -> String {
        let pairing = self.pairing(house, game);
        format!(
            "{} against {}, seed {}",
            pairing.names[Side::First],
            pairing.names[Side::Second],
            self.seeded.seed
        )
    }
}
