//! `szala balance`: the cheapest changes that would make a scenario fair, found by paired games, and checked with fresh
//! ones and with other players.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use clap::Args;
use szala_ai::roster::is_slow;
use szala_analysis::Plan;
use szala_analysis::balance::{Check, Edit as Cost, Found, Goal, InParts, Search, check, play_part};
use szala_analysis::parts::Parts;
use szala_analysis::race::{Race, RaceFailed};
use szala_kernel::{BySide, Side};
use szala_reports::{AnswerOf, BalanceAnswer, BalanceReport, quoted};
use szala_system::{Contest, Game};

use super::{INTERRUPTED, NO, Problem, points, refuse_same, refuse_unwritable, write_new};
use crate::files::Files;
use crate::house::House;
use crate::identity;
use crate::interrupt;
use crate::options::{FAIR, Printed, Seeded, count};
use crate::pages::{Charted, Paged};
use crate::palette::{self, Deed, Edit, Palette};
use crate::parts::Shared;
use crate::players::{self, CHANCE, Pairing};
use crate::progress::Count;
use crate::variant::{VARIANT, VariantArgs};

/// Options of `szala balance`.
#[derive(Debug, Args)]
pub(crate) struct Balance {
    /// The scenario
    pub(crate) scenario: String,
    /// The edits to choose from, and what each costs [default: `palette.toml` beside the scenario, or else every
    /// value in its range, and a step from any other]. docs/BALANCE.md describes the file
    #[arg(long, value_name = "FILE")]
    palette: Option<String>,
    #[command(flatten)]
    changes: VariantArgs,
    #[arg(long, value_name = "FIRST,SECOND", help = players::HELP)]
    players: Option<Pairing>,
    /// Other players to check the answers with; repeatable [default: those of the palette, or the usual player of the
    /// game, or another listed one]
    #[arg(long, value_name = "FIRST,SECOND")]
    also: Vec<Pairing>,
    /// The target score of the first side, in percent
    #[arg(long, value_name = "PERCENT", default_value = "50", value_parser = percent)]
    target: f64,
    /// The tolerance around the target, in points
    #[arg(long, value_name = "POINTS", default_value_t = FAIR, value_parser = points)]
    margin: f64,
    /// The largest share of draws, in percent
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    draws: Option<f64>,
    /// The most edits in an answer
    #[arg(long, value_name = "NUMBER", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=4))]
    edits: u8,
    /// The most answers
    #[arg(long, value_name = "NUMBER", default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..=20))]
    answers: u8,
    /// The most games for each candidate; one that cannot reach the goal stops earlier
    #[arg(long, default_value_t = 4_000, value_parser = count::<250, 10_000_000>)]
    games: u64,
    /// Fresh games to check each answer with
    #[arg(long, value_name = "GAMES", default_value_t = 10_000, value_parser = count::<250, 100_000_000>)]
    check_games: u64,
    /// Write each answer to this new folder, as a variant file
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    #[command(flatten)]
    shared: Shared,
    #[command(flatten)]
    seeded: Seeded,
    #[command(flatten)]
    printed: Printed,
    #[command(flatten)]
    charted: Charted,
    #[command(flatten)]
    paged: Paged,
}

/// Reads a share in percent.
fn percent(text: &str) -> Result<f64, String> {
    let percent: Option<f64> = text.parse().ok().filter(|percent| (0.0..=100.0).contains(percent));
    percent.map(|percent| percent / 100.0).ok_or_else(|| "say a share in percent, from 0 to 100".to_owned())
}

/// The scenario as it is asked for, and its variants.
struct Scenario<'s> {
    house: &'s House,
    name: &'s str,
    changes: &'s VariantArgs,
    edits: &'s [Edit],
}

impl Scenario<'_> {
    fn changed(&self, places: &[usize]) -> VariantArgs {
        let mut changes = self.changes.clone();
        for place in places {
            self.edits[*place].add_to(&mut changes);
        }
        changes
    }

    fn open(&self, places: &[usize]) -> Result<Box<dyn Game>, Problem> {
        self.house.open_varied(self.name, &self.changed(places))
    }

    fn seat(&self, places: &[usize], pairing: &Pairing) -> Result<Box<dyn Contest>, String> {
        let game = self.open(places).map_err(|problem| problem.to_string())?;
        pairing.seat(self.house, &*game).map_err(|problem| problem.to_string())
    }
}

impl Balance {
    pub(crate) fn run(&self, house: &House) -> Result<ExitCode, Problem> {
        let writes = self.out.is_some() || self.charted.chart.is_some() || self.paged.html.is_some();
        if self.shared.is_part() && writes {
            let told = "--out, --chart and --html are written once all parts are played: ask for them without --part";
            return Err(told.to_owned().into());
        }
        refuse_unwritable(self.out.as_deref())?;
        self.charted.refuse()?;
        self.paged.refuse()?;
        refuse_same(&[self.out.as_deref(), self.charted.chart.as_deref(), self.paged.html.as_deref()])?;
        let goal = Goal { score: self.target, margin: self.margin / 100.0, draws: self.draws };
        let files = house.files();
        let game = house.open_from(&files, &self.scenario, &self.changes)?;
        let lexicon = self.charted.lexicon(house, &*game, &self.scenario)?;
        let pairing = Pairing::or_usual(self.players.as_ref(), &files, &self.scenario, &*game);
        let Palette { edits, checked_by } = self.palette(house, &*game)?;
        let pairings = self.pairings(&pairing, checked_by, &*game);
        // Seats the searching players and hashes their files before the checking players add theirs.
        pairing.seat_from(&files, &*game)?;
        let answer_of = identity::of_answer(house, &*game, &self.changes, &files, &pairing);
        let reference = pairings
            .iter()
            .map(|pairing| pairing.seat_from(&files, &*game))
            .collect::<Result<Vec<_>, _>>()?;
        let scenario = Scenario { house, name: &self.scenario, changes: &self.changes, edits: &edits };
        let stop = interrupt::flag()?;
        let (seed, threads) = (self.seeded.run_seed(), self.seeded.threads.number());
        let failed = |failed: RaceFailed| self.shared.problem(failed, threads);
        let costs: Vec<Cost> =
            edits.iter().map(|edit| Cost { cost: edit.cost, subject: edit.subject() }).collect();
        let search = Search { goal, most: self.games, edits: self.edits.into() };
        let mut race = Race::new(&*reference[0], seed, threads, stop);
        if let Some(parts) = self.shared.open(self.question(house, &answer_of, &files, &edits))? {
            race.share(parts);
        }
        let mut progress =
            Count::up_to((costs.len() as u64 + 1).saturating_mul(self.games), "games of candidates");
        let seat = |places: &[usize]| scenario.seat(places, &pairing);
        let found = search.run(&mut race, &costs, &seat, |done| progress.tell(done)).map_err(failed)?;
        drop(progress);
        let picked = search.answers(&found, &costs, self.answers.into());
        let is_enough = !picked.is_empty() || search.is_reached(&found);
        let picked = if is_enough { picked } else { search.nearest(&found, 3) };
        let plan = Plan { seed, numbers: 0..self.check_games, threads };
        let checked =
            self.check(&scenario, &found, &picked, (&pairings, &reference), (&plan, stop, race.parts()))?;
        let answers: Vec<BalanceAnswer> = picked
            .into_iter()
            .zip(checked)
            .map(|(at, checks)| self.answer(&found, at, &edits, checks, is_enough))
            .collect();
        let is_whole = !race.is_stopped();
        if let Some(out) = self.out.as_deref().filter(|_| is_whole && is_enough) {
            write(out, &scenario, &answers)?;
        }
        let faces = game.faces();
        let words: Vec<String> = edits.iter().map(Edit::words).collect();
        let report = BalanceReport {
            title: game.title(),
            sides: BySide::from_fn(|side: Side| faces.side_name(side)),
            players: &pairings.iter().map(Pairing::names).collect::<Vec<_>>(),
            seed: seed.0,
            goal,
            edits: edits.len(),
            most_edits: self.edits.into(),
            found: &found,
            is_reached: is_enough,
            of_a_grid: found.of_a_grid(edits.len(), &search),
            words: &words,
            answers: &answers,
            answer_of: &answer_of,
        };
        let findings = report.findings();
        self.printed.print(&findings)?;
        if !is_whole {
            aside!("interrupted after {} games: nothing of this was checked in full", race.spent());
            return Ok(ExitCode::from(INTERRUPTED));
        }
        self.charted.draw(|frame| findings.picture(frame, &lexicon))?;
        self.paged.write(house, || findings.study(&lexicon), &lexicon)?;
        Ok(if findings.holds() { ExitCode::SUCCESS } else { ExitCode::from(NO) })
    }

    /// The checks of each answer, by every pairing that checks.
    fn check(
        &self,
        scenario: &Scenario<'_>,
        found: &Found,
        picked: &[usize],
        (pairings, reference): (&[Pairing], &[Box<dyn Contest>]),
        (plan, stop, parts): (&Plan, &AtomicBool, Option<&mut Parts>),
    ) -> Result<Vec<Vec<Check>>, Problem> {
        let failed = |failed: RaceFailed| self.shared.problem(failed, plan.threads);
        let mut contests = Vec::new();
        for at in picked {
            for (pairing, reference) in pairings.iter().zip(reference) {
                contests.push((reference, scenario.seat(&found.candidates[*at].edits, pairing)?));
            }
        }
        // The part's own checks come first, then those that other parts play.
        let mut in_parts: Option<(&Parts, Vec<InParts>)> = None;
        if let Some(parts) = parts {
            let own = contests.iter().map(|(reference, contest)| {
                play_part([&***reference, &**contest], plan, (stop, &mut *parts)).map_err(failed)
            });
            let own = own.collect::<Result<_, _>>()?;
            in_parts = Some((parts, own));
        }
        let mut progress = Count::new(2 * self.check_games * contests.len() as u64, "games of checks");
        let mut checks = Vec::new();
        for (at, (reference, contest)) in contests.iter().enumerate() {
            let part = in_parts.as_ref().map(|(parts, own)| (*parts, &own[at]));
            let done = 2 * self.check_games * at as u64;
            let tell = |now| progress.tell(done + now);
            let pair: [&dyn Contest; 2] = [&***reference, &**contest];
            checks.push(check(pair, plan, contests.len(), (stop, part), tell).map_err(failed)?);
        }
        let mut checks = checks.into_iter();
        Ok(picked.iter().map(|_| checks.by_ref().take(pairings.len()).collect()).collect())
    }

    /// A hash of all that its games depend on.
    fn question(&self, house: &House, of: &AnswerOf, files: &Files, edits: &[Edit]) -> String {
        let read = |edit: &Edit| match &edit.deed {
            Deed::Variant(file) => house.files().read(file).unwrap_or_default(),
            _ => String::new(),
        };
        let edits: Vec<_> = edits.iter().map(|edit| (edit.typed(), edit.cost, read(edit))).collect();
        let (version, hashes, seed) = (&of.version, &of.hashes, self.seeded.run_seed());
        let goal = (self.target, self.margin, self.draws);
        let limits = (self.edits, self.answers, self.games, self.check_games, &self.also);
        let files = files.texts();
        identity::hash(&format!("{version} {hashes:?} {seed:?} {goal:?} {limits:?} {edits:?} {files:?}"))
    }

    /// An answer with the commands that reproduce it.
    fn answer(
        &self,
        found: &Found,
        at: usize,
        edits: &[Edit],
        checks: Vec<Check>,
        is_enough: bool,
    ) -> BalanceAnswer {
        let candidate = &found.candidates[at];
        let made = || candidate.edits.iter().map(|place| &edits[*place]);
        let typed: Vec<String> = self.changes.in_shell().chain(made().map(Edit::typed)).collect();
        BalanceAnswer {
            places: candidate.edits.clone(),
            edits: made().map(Edit::words).collect(),
            cost: candidate.cost,
            command: format!("szala whatif {} {}", quoted(&self.scenario), typed.join(" ")),
            file: None,
            checks,
        }
        .in_folder(self.out.as_deref().filter(|_| is_enough))
    }

    /// The pairings that check the answers; first the one that searched.
    fn pairings(&self, pairing: &Pairing, of_palette: Vec<Pairing>, game: &dyn Game) -> Vec<Pairing> {
        let mut all = vec![pairing.clone()];
        let judges = if self.also.is_empty() { of_palette } else { self.also.clone() };
        if judges.is_empty() {
            let both = |name: &str| game.players(Side::Second).iter().any(|other| other.name == name);
            let listed = game.players(Side::First);
            let names = listed.iter().rev().map(|listed| listed.name.as_str());
            let usual = core::iter::once(game.usual_player()).chain(names);
            let mut others =
                usual.filter(|name| both(name) && !is_slow(name) && *name != CHANCE).map(Pairing::both);
            all.extend(others.find(|other| other != pairing));
        } else {
            all.extend(judges.into_iter().filter(|other| other != pairing));
        }
        all
    }

    /// The edits that are allowed and possible, and the pairings that check.
    fn palette(&self, house: &House, game: &dyn Game) -> Result<Palette, Problem> {
        let beside = self.scenario.rfind('/').map_or("", |end| &self.scenario[..=end]);
        let usual = format!("{beside}palette.toml");
        let files = house.files();
        let file = match &self.palette {
            Some(file) => Some(file.clone()),
            None => files.has(&usual).then_some(usual),
        };
        let text = file.as_deref().map(|file| {
            files
                .read(file)
                .map_err(|error| Problem::Told(format!("cannot read the palette {file}: {error}")))
        });
        let text = text.transpose()?;
        let known = house.paths(&self.scenario, &self.changes)?;
        let file = file.as_deref().zip(text.as_deref());
        Ok(palette::read(file, &known, &game.faces().ground())?)
    }
}

/// Writes each answer as a variant file, and reads it back.
fn write(out: &Path, scenario: &Scenario<'_>, answers: &[BalanceAnswer]) -> Result<(), Problem> {
    let cannot = |error: std::io::Error| format!("cannot write {}: {error}", out.display());
    std::fs::create_dir_all(out).map_err(cannot)?;
    for answer in answers {
        let Some(file) = &answer.file else { continue };
        let (mut removed, mut set, mut others) = (Vec::new(), Vec::new(), Vec::new());
        let mut before: Vec<String> = scenario.changes.in_shell().collect();
        for place in &answer.places {
            match &scenario.edits[*place].deed {
                Deed::Set { path, written, .. } => {
                    set.push(format!("{} = {written}", serde_json::Value::from(path.as_str())));
                }
                Deed::Remove(name) => removed.push(serde_json::Value::from(name.as_str()).to_string()),
                Deed::Variant(file) => others.push(file),
            }
        }
        before.extend(others.iter().map(|other| format!("--variant {}", quoted(other))));
        let mut lines = vec![format!("# An answer of `szala balance {}`.", scenario.name)];
        if !before.is_empty() {
            lines
                .push(format!("# It stands on other changes: give `{}` before this file.", before.join(" ")));
        }
        lines.push(format!("\ntitle = {}", serde_json::Value::from(answer.edits.join(", "))));
        if !removed.is_empty() {
            lines.push(format!("remove = [{}]", removed.join(", ")));
        }
        if !set.is_empty() {
            lines.push(format!("\n[set]\n{}", set.join("\n")));
        }
        let text = lines.join("\n") + "\n";
        write_new(text.as_bytes(), Path::new(file))?;
        let mut changes = scenario.changes.clone();
        for other in others {
            changes.vary(VARIANT, other);
        }
        changes.vary(VARIANT, file);
        scenario.house.open_varied(scenario.name, &changes)?;
    }
    Ok(())
}
