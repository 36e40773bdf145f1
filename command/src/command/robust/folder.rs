//! The folder of a robust search: the files of its players, the mixes, the history of the value, and the state from
//! which it resumes. All are written whole, after every piece of work.

use core::fmt::Display;
use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use szala_ai::Share;
use szala_ai::mix::write_mix;
use szala_analysis::disk::{self, LOCK, MOST_WRITTEN};
use szala_analysis::robust::{Budget, Challenge, Found, Member, State, Tried};
use szala_kernel::{BySide, Side};
use szala_reports::RobustFindings;
use szala_system::Game;

use crate::command::Problem;
use crate::files::Files;
use crate::house::House;
use crate::identity::{self, hash_of_anybody, hash_of_mix};
use crate::mixes::{self, MIXES};
use crate::players::Pairing;
use crate::today::today;
use crate::variant::VariantArgs;

/// The file of the state.
pub(in crate::command) const STATE: &str = "state.json";
/// The file of the history.
const HISTORY: &str = "history.csv";

/// The search as requested.
pub(super) struct Asked<'a> {
    pub(super) game: &'a str,
    pub(super) changes: &'a VariantArgs,
    pub(super) seed: u64,
    pub(super) budget: Budget,
    pub(super) bound: f64,
    pub(super) players: BySide<Vec<String>>,
}

impl Asked<'_> {
    /// Hashes of the players of both sides.
    fn hashes(&self, house: &House, game: &dyn Game) -> [Vec<String>; 2] {
        let files = house.files();
        let read = |path: &str| files.read(path);
        Side::BOTH.map(|side| {
            let hash = |name: &String| {
                // This reads its file. Who cannot play was refused before.
                let _ = game.check_player(name, side, &read);
                hash_of_anybody(game, name, side, &files.texts())
            };
            self.players[side].iter().map(hash).collect()
        })
    }
}

/// What must be equal for a search to resume.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Identity {
    game: String,
    changes: Vec<[String; 2]>,
    rules: String,
    scenario: String,
    seed: u64,
    budget: Budget,
    bound: f64,
    players: [Vec<String>; 2],
    /// Hashes of these players.
    #[serde(default)]
    hashes: [Vec<String>; 2],
    version: String,
    commit: String,
}

#[derive(Serialize, Deserialize)]
struct Kept {
    search: Identity,
    state: State,
}

/// How a search begins.
pub(super) enum Begin<'b> {
    Anew,
    /// From its saved state.
    Resume,
    /// With everything that the searches in these folders found.
    Join(&'b [PathBuf]),
}

pub(super) struct Folder<'g> {
    path: PathBuf,
    game: &'g dyn Game,
    identity: Identity,
    sides: [String; 2],
    /// The state from which the search starts or resumes.
    pub(super) state: State,
    /// Open as long as the search writes.
    _lock: File,
}

impl<'g> Folder<'g> {
    /// Opens the folder of a new search, or of one that resumes.
    pub(super) fn open(
        path: &Path,
        asked: &Asked<'_>,
        house: &House,
        game: &'g dyn Game,
        files: &Files,
        begin: &Begin<'_>,
    ) -> Result<Self, Problem> {
        let usual = Pairing::both(game.usual_player());
        let hashes = identity::hashes(game, asked.changes, files, &usual);
        let identity = Identity {
            game: asked.game.to_owned(),
            changes: asked.changes.typed().collect(),
            rules: hashes.rules,
            scenario: hashes.scenario,
            seed: asked.seed,
            budget: asked.budget,
            bound: asked.bound,
            players: asked.players.0.clone(),
            hashes: asked.hashes(house, game),
            version: house.version.to_owned(),
            commit: house.commit.to_owned(),
        };
        let name = path.display();
        let resume = matches!(begin, Begin::Resume);
        let found = kept(path)?;
        if resume && found.is_none() {
            return Err(format!(
                "{name} holds no search to go on with; to begin one leave --resume out, with a new or an empty folder"
            )
            .into());
        }
        // Before anything is made.
        let fresh = match begin {
            Begin::Join(folders) => joined(folders, &identity)?,
            _ => State::default(),
        };
        std::fs::create_dir_all(path).map_err(|error| format!("cannot make the folder {name}: {error}"))?;
        let is_clear = || disk::is_clear(path).map_err(|error| format!("cannot list {name}: {error}"));
        if found.is_none() && !is_clear()? {
            return Err(format!(
                "{name} holds files, and no {STATE} from which to go on; name a new or an empty folder"
            )
            .into());
        }
        let lock = disk::lock(&path.join(LOCK)).map_err(|error| match error.kind() {
            ErrorKind::WouldBlock => {
                format!("another search writes to {name}; wait for it, or name another folder")
            }
            _ => format!("cannot write {name}/{LOCK}: {error}"),
        })?;
        let mut is_whole = true;
        let state = match found {
            None => fresh,
            Some(_) if !resume => {
                return Err(format!(
                    "{name} holds a search already; go on with --resume, or name another folder"
                )
                .into());
            }
            Some(kept) => {
                if let Some(what) = difference(&kept.search, &identity) {
                    return Err(format!(
                        "{name} holds a search with another {what}; ask as it was asked, or name another folder"
                    )
                    .into());
                }
                let known = disk::read_text(&path.join(MIXES), MOST_WRITTEN).unwrap_or_default();
                is_whole = has_players(path, &kept.state)? && !known.is_empty();
                if let Err(why) = mixes::found_in(&known) {
                    let remedy = "correct it, or move it away and lose the challenges in it";
                    return Err(format!("{name}/{MIXES}: {why}; {remedy}").into());
                }
                let mut state = kept.state;
                if kept.search.budget != identity.budget && state.answer.is_some() {
                    check_is_enough(&name, kept.search.budget, identity.budget)?;
                    let before = path.join(mixes::before(state.extended + 1));
                    if !known.is_empty() && !before.exists() {
                        disk::replace(&before, known.as_bytes())
                            .map_err(|error| format!("cannot write {}: {error}", before.display()))?;
                    }
                    state.extend();
                }
                state
            }
        };
        let faces = game.faces();
        let sides = Side::BOTH.map(|side| faces.side_name(side).to_owned());
        let folder = Self { path: path.to_owned(), game, identity, sides, state, _lock: lock };
        if !is_whole {
            folder.save(&folder.state)?;
        }
        Ok(folder)
    }

    /// Writes everything found so far.
    pub(super) fn save(&self, state: &State) -> Result<(), String> {
        for (file, text) in players_of(state) {
            self.write_unless_there(file, text)?;
        }
        self.write(HISTORY, &RobustFindings::history(state))?;
        if !state.equilibria.is_empty() {
            self.write(MIXES, &self.mixes(state))?;
        }
        // Written last, so that every file it names exists.
        let kept = Kept { search: self.identity.clone(), state: state.clone() };
        let text = serde_json::to_string(&kept).map_err(|error| error.to_string())?;
        self.write(STATE, &text)
    }

    fn write_unless_there(&self, file: &str, text: &str) -> Result<(), String> {
        let is_there = disk::read_text(&self.path.join(file), MOST_WRITTEN).is_ok_and(|there| there == text);
        if is_there { Ok(()) } else { self.write(file, text) }
    }

    fn write(&self, file: &str, text: &str) -> Result<(), String> {
        let path = self.path.join(file);
        disk::replace(&path, text.as_bytes())
            .map_err(|error| format!("cannot write {}: {error}", path.display()))
    }

    /// The mixes of both sides, with what was found.
    fn mixes(&self, state: &State) -> String {
        let Identity { game, changes, rules, scenario, seed, budget, bound, version, commit, .. } =
            &self.identity;
        let mixes = self.blends(state);
        let players = self.hashes(state, &mixes);
        let challenged = self.challenged_for(&players);
        let answer = state.answer.as_ref();
        let rounded = |part: f64| (part * 1e6).round() / 1e6;
        let tried = |number: fn(&Tried) -> u64| answer.map(|answer| answer.tried.each_ref().map(number));
        let (budget_games, budget_seconds) = match budget {
            Budget::Games(games) => (Some(*games), None),
            Budget::Seconds(seconds) => (None, Some(*seconds)),
        };
        let found = Found {
            title: self.game.title().to_owned(),
            game: game.clone(),
            changes: mixes::typed(changes),
            is_finished: answer.is_some(),
            score: answer.map(|answer| rounded(answer.score().estimate)),
            play_low: answer.map(|answer| rounded(answer.low)),
            play_high: answer.map(|answer| rounded(answer.high)),
            wins: answer.map(|answer| answer.value.wins),
            draws: answer.map(|answer| answer.value.draws),
            losses: answer.map(|answer| answer.value.losses),
            searches: tried(|tried| tried.searches),
            searches_that_gained: tried(|tried| tried.found),
            gain_that_counts: Some(*bound),
            seed: seed.to_string(),
            joined: state.joined.iter().map(u64::to_string).collect(),
            budget_games,
            budget_seconds,
            games_played: Some(state.spent.games),
            date: Some(today()),
            version: version.clone(),
            commit: commit.clone(),
            rules: rules.clone(),
            scenario: scenario.clone(),
            players: Some(players),
            challenged: Vec::new(),
        };
        let head = "# Mixes of players, found by `szala robust` and played as `mix:FILE`.\n\
                    # Each game draws one player of each side.\n\
                    # docs/ROBUST.md in the repository of Szala says what the figures mean.\n";
        format!("{head}{}{mixes}{}", mixes::table(&found), mixes::challenges(&challenged))
    }

    /// The challenges of the mixes of this state that are kept in the folder.
    pub(super) fn challenged(&self, state: &State) -> Vec<Challenge> {
        self.challenged_for(&self.hashes(state, &self.blends(state)))
    }

    /// The challenges kept in the folder, if its mixes are still these.
    fn challenged_for(&self, players: &[String; 2]) -> Vec<Challenge> {
        let text = disk::read_text(&self.path.join(MIXES), MOST_WRITTEN).unwrap_or_default();
        let Ok(Some(found)) = mixes::found_in(&text) else { return Vec::new() };
        let Identity { rules, scenario, .. } = &self.identity;
        let are_these = found.players.as_ref() == Some(players);
        if are_these && found.rules == *rules && found.scenario == *scenario {
            found.challenged
        } else {
            Vec::new()
        }
    }

    /// The players of both mixes with their shares, as the file of the mixes lists them.
    fn blends(&self, state: &State) -> String {
        let shares = [0, 1].map(|side| shares(state, side));
        write_mix(&[(&self.sides[0], &shares[0]), (&self.sides[1], &shares[1])])
    }

    /// Hashes of the players of both sides, whose files lie in this folder.
    fn hashes(&self, state: &State, mixes: &str) -> [String; 2] {
        let files = state.members.iter().flatten().filter_map(Member::file);
        let texts = files.chain([(MIXES, mixes)]);
        let texts = texts.map(|(file, text)| (file.to_owned(), text.to_owned())).collect();
        Side::BOTH.map(|side| hash_of_mix(self.game, MIXES, side, &texts))
    }
}

/// The search that a folder holds, if it holds one.
fn kept(path: &Path) -> Result<Option<Kept>, String> {
    let name = path.display();
    match disk::read_text(&path.join(STATE), MOST_WRITTEN) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(format!("cannot read {name}/{STATE}: {error}")),
        Ok(text) => {
            let damaged =
                |why: &dyn Display| format!("{name}/{STATE} is damaged ({why}); search in another folder");
            let kept: Kept = serde_json::from_str(&text).map_err(|error| damaged(&error))?;
            if !kept.state.is_sound() {
                return Err(damaged(&"a mix or a search names a player or a side that it does not have"));
            }
            Ok(Some(kept))
        }
    }
}

/// The files of all players that a search found.
fn players_of(state: &State) -> impl Iterator<Item = (&str, &str)> {
    let responses = state.answer.iter().flat_map(|answer| answer.responses.iter().flatten());
    state.members.iter().flatten().chain(responses.map(|end| &end.member)).filter_map(Member::file)
}

/// Are the files of all players that a search found in its folder?
///
/// # Errors
/// That one is there with another text.
fn has_players(path: &Path, state: &State) -> Result<bool, String> {
    let mut are_there = true;
    for (file, text) in players_of(state) {
        match disk::read_text(&path.join(file), MOST_WRITTEN) {
            Ok(there) if there == text => (),
            Ok(_) => {
                return Err(format!(
                    "{}/{file} is not what the search wrote; move it away, and the search writes its own again",
                    path.display()
                ));
            }
            Err(error) if error.kind() == ErrorKind::NotFound => are_there = false,
            Err(error) => return Err(format!("cannot read {}/{file}: {error}", path.display())),
        }
    }
    Ok(are_there)
}

/// The results of the searches of these folders, joined.
fn joined(folders: &[PathBuf], identity: &Identity) -> Result<State, String> {
    let mut seeds = vec![identity.seed];
    let mut searches = Vec::new();
    for folder in folders {
        let name = folder.display();
        let Kept { search, state } =
            kept(folder)?.ok_or_else(|| format!("--join {name}: it holds no search"))?;
        let differences = differences_of_game(&search, identity);
        if let Some((_, what)) = differences.into_iter().find(|(differs, _)| *differs) {
            return Err(format!("--join {name}: its search is of another {what}; join searches of one"));
        }
        for seed in state.joined.iter().chain([&search.seed]) {
            if seeds.contains(seed) {
                return Err(format!(
                    "--join {name}: games of seed {seed} would count twice; each search needs a --seed of its own"
                ));
            }
            seeds.push(*seed);
        }
        searches.push((search.seed, state));
    }
    Ok(State::join(searches))
}

/// The players of a side: of the final mix, or of the newest if there is none yet.
fn shares(state: &State, side: usize) -> Vec<Share> {
    let newest = || {
        let newest = state.equilibria.last().map(|both| both[side].clone()).unwrap_or_default();
        newest.into_iter().enumerate().filter(|(_, share)| *share > 0).collect()
    };
    let blend = state.frozen.as_ref().map_or_else(newest, |frozen| frozen[side].clone());
    let share =
        |(place, share): (usize, u32)| Share { player: state.members[side][place].name.clone(), share };
    blend.into_iter().map(share).collect()
}

/// A finished search continues only if a third of the larger budget is left, enough for a new play interval.
///
/// # Errors
/// How much would be enough.
fn check_is_enough(name: impl Display, before: Budget, now: Budget) -> Result<(), Problem> {
    let number = |budget: Budget| match budget {
        Budget::Seconds(seconds) => (seconds / 60, "--minutes"),
        Budget::Games(games) => (games, "--games"),
    };
    let ((spent, _), (all, option)) = (number(before), number(now));
    let enough = spent + spent.div_ceil(2);
    if all >= enough {
        return Ok(());
    }
    Err(format!(
        "the search in {name} is finished; to go on it needs half as much again: {option} {enough} or more, so that a \
         new play interval is searched for"
    )
    .into())
}

/// Is this budget larger, and of the same kind? With a larger one a search can continue after its end.
fn is_larger(more: Budget, less: Budget) -> bool {
    match (more, less) {
        (Budget::Games(more), Budget::Games(less)) | (Budget::Seconds(more), Budget::Seconds(less)) => {
            more > less
        }
        _ => false,
    }
}

/// What differs between two searches, so that one cannot resume the other.
fn difference(one: &Identity, other: &Identity) -> Option<&'static str> {
    let [game, changes, rules, scenario, version] = differences_of_game(one, other);
    let differences = [
        game,
        changes,
        rules,
        scenario,
        (one.seed != other.seed, "seed"),
        (one.budget != other.budget && !is_larger(other.budget, one.budget), "budget"),
        (one.bound.total_cmp(&other.bound).is_ne(), "--gain"),
        (one.players != other.players, "list of players"),
        version,
        (one.hashes != other.hashes, "text of a player's file"),
    ];
    differences.into_iter().find(|(differs, _)| *differs).map(|(_, what)| what)
}

/// The differences that make their games different.
fn differences_of_game(one: &Identity, other: &Identity) -> [(bool, &'static str); 5] {
    [
        // The same scenario and the same changes may be named by different paths.
        (one.scenario != other.scenario && one.game != other.game, "game"),
        (one.scenario != other.scenario && one.changes != other.changes, "variant"),
        (one.rules != other.rules, "version of the rules"),
        (one.scenario != other.scenario, "scenario"),
        (one.version != other.version || one.commit != other.commit, "version of the program"),
    ]
}
