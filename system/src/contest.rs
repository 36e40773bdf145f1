//! A game with its players, ready to be played any number of times, behind a trait that knows neither the game nor
//! the players. The loops that play are compiled here once for each system; a call through a pointer costs once per
//! range of games, never per decision.

use core::cmp::Reverse;
use core::ops::Range;
use std::sync::Arc;

use szala_ai::{Player, View, play_game};
use szala_kernel::dice::{GameDice, KeyedDice, SeededDice};
use szala_kernel::journal::{Event, Journal};
use szala_kernel::record::Column;
use szala_kernel::rules::{Aborted, Finished};
use szala_kernel::seed::mix;
use szala_kernel::{
    ActionList, BySide, Dice, GameSeed, Names, Notation, Outcome, Paired, Pictured, Play, Recorded, RunSeed,
    Side, Table,
};

use crate::chronicle::{Analyst, Chronicle};
use crate::faces::Faces;
use crate::odds::{Asked, Wanted, Worked, ended_before, legal_action};
use crate::played::{Half, Played, Stretch};
use crate::told::{Long, Scribe, Sheets};
use crate::watch::{Heard, Watcher};

/// Rules with one scenario, and its players.
pub trait Contest: Send + Sync {
    /// The looks and names of the game.
    fn faces(&self) -> &dyn Faces;

    /// The columns of the recorded rows of its games.
    fn columns(&self) -> Vec<Column>;

    /// The name of the player that plays this game for a side, where several are mixed.
    fn drawn(&self, game: GameSeed, side: Side) -> Option<&str>;

    /// A worker that plays game after game, on one thread.
    fn worker(&self) -> Box<dyn Worker + '_>;

    /// Plays a game and keeps what is needed to go back in it; with the opinions of its players, if they are wanted.
    fn chronicle(&self, game: GameSeed, with_opinions: bool) -> Chronicle;

    /// Somebody who goes back in a game of these rules, on one thread, and has the players of this contest play on, who
    /// need not be those who played it.
    fn analyst(&self, chronicle: &Chronicle) -> Box<dyn Analyst + '_>;
}

/// Plays the games of a [`Contest`] on one thread, in whatever order they are asked for.
pub trait Worker {
    /// Plays these games of a run, and records a row of each, replacing the contents of the range.
    fn record(&mut self, seed: RunSeed, numbers: Range<u64>, stretch: &mut Stretch);

    /// The same of [keyed](GameSeed::is_keyed) games: those of two variants can be compared number by number.
    fn record_keyed(&mut self, seed: RunSeed, numbers: Range<u64>, stretch: &mut Stretch);

    /// Plays these games, keyed or not, and records a row of each, and what it has in these tables.
    fn record_long(
        &mut self,
        seed: RunSeed,
        numbers: Range<u64>,
        is_keyed: bool,
        wanted: &[Long],
        stretch: &mut Stretch,
    );

    /// Plays these games with keyed dice, and adds them to the list.
    fn pair(&mut self, seed: RunSeed, numbers: Range<u64>, games: &mut Vec<Half>);

    /// The same with a row of each game, replacing the contents of the stretch. The hashes of these games are compared
    /// with each other only.
    fn pair_with_rows(
        &mut self,
        seed: RunSeed,
        numbers: Range<u64>,
        games: &mut Vec<Half>,
        stretch: &mut Stretch,
    );

    /// Plays a [keyed](GameSeed::is_keyed) game, some of whose random numbers may come from another.
    fn replay(&mut self, game: GameSeed) -> Half;

    /// Plays these games of a run, and adds the result of each to the list.
    ///
    /// # Panics
    /// When one of them has no end.
    fn end(&mut self, seed: RunSeed, numbers: Range<u64>, ends: &mut Vec<Outcome>);

    /// Plays one game in front of a watcher; [keyed](GameSeed::is_keyed) or not, it is the same game that the other
    /// methods play.
    ///
    /// # Errors
    /// Why it has no end.
    fn watch(&mut self, game: GameSeed, watcher: &mut dyn Watcher) -> Result<Finished, Aborted>;

    /// The exact odds of an action instead of the decision of this number, from 1, in a game; after it these players
    /// decide.
    ///
    /// # Errors
    /// That the game has no such decision, that the action is not legal there, or that the odds are of too many dice.
    fn odds(&mut self, game: GameSeed, step: u64, wanted: &Wanted<'_>) -> Result<Worked, String>;
}

/// A contest whose games are all [keyed](GameSeed::is_keyed): callers that play, watch or record them need not know.
pub struct KeyedContest(pub Box<dyn Contest>);

impl Contest for KeyedContest {
    fn faces(&self) -> &dyn Faces {
        self.0.faces()
    }

    fn columns(&self) -> Vec<Column> {
        self.0.columns()
    }

    fn drawn(&self, game: GameSeed, side: Side) -> Option<&str> {
        self.0.drawn(game.keyed(), side)
    }

    fn worker(&self) -> Box<dyn Worker + '_> {
        Box::new(KeyedWorker(self.0.worker()))
    }

    fn chronicle(&self, game: GameSeed, with_opinions: bool) -> Chronicle {
        self.0.chronicle(game.keyed(), with_opinions)
    }

    fn analyst(&self, chronicle: &Chronicle) -> Box<dyn Analyst + '_> {
        self.0.analyst(chronicle)
    }
}

struct KeyedWorker<'c>(Box<dyn Worker + 'c>);

impl Worker for KeyedWorker<'_> {
    fn record(&mut self, seed: RunSeed, numbers: Range<u64>, stretch: &mut Stretch) {
        self.0.record_keyed(seed, numbers, stretch);
    }

    fn record_keyed(&mut self, seed: RunSeed, numbers: Range<u64>, stretch: &mut Stretch) {
        self.0.record_keyed(seed, numbers, stretch);
    }

    fn record_long(
        &mut self,
        seed: RunSeed,
        numbers: Range<u64>,
        _: bool,
        wanted: &[Long],
        stretch: &mut Stretch,
    ) {
        self.0.record_long(seed, numbers, true, wanted, stretch);
    }

    fn pair(&mut self, seed: RunSeed, numbers: Range<u64>, games: &mut Vec<Half>) {
        self.0.pair(seed, numbers, games);
    }

    fn pair_with_rows(
        &mut self,
        seed: RunSeed,
        numbers: Range<u64>,
        games: &mut Vec<Half>,
        stretch: &mut Stretch,
    ) {
        self.0.pair_with_rows(seed, numbers, games, stretch);
    }

    fn replay(&mut self, game: GameSeed) -> Half {
        self.0.replay(game)
    }

    fn end(&mut self, seed: RunSeed, numbers: Range<u64>, ends: &mut Vec<Outcome>) {
        let mut games = Vec::new();
        self.0.pair(seed, numbers, &mut games);
        ends.extend(games.into_iter().map(|game| game.end.unwrap_or_else(|aborted| panic!("{aborted}"))));
    }

    fn watch(&mut self, game: GameSeed, watcher: &mut dyn Watcher) -> Result<Finished, Aborted> {
        self.0.watch(game.keyed(), watcher)
    }

    fn odds(&mut self, game: GameSeed, step: u64, wanted: &Wanted<'_>) -> Result<Worked, String> {
        self.0.odds(game.keyed(), step, wanted)
    }
}

/// Rules and players of any system.
#[derive(Clone, Debug)]
pub struct Seated<R, P> {
    /// The rules with the scenario.
    pub rules: Arc<R>,
    /// The players before a game; every worker has copies.
    pub players: BySide<P>,
}

impl<R, P> Contest for Seated<R, P>
where
    R: Notation + Recorded + Paired + Pictured + Send + Sync,
    P: Player<R> + Clone + Send + Sync,
{
    fn faces(&self) -> &dyn Faces {
        &*self.rules
    }

    fn columns(&self) -> Vec<Column> {
        self.rules.columns()
    }

    fn drawn(&self, game: GameSeed, side: Side) -> Option<&str> {
        self.players[side].drawn(game, side)
    }

    fn worker(&self) -> Box<dyn Worker + '_> {
        let rules = &*self.rules;
        Box::new(SeatedWorker {
            rules,
            players: self.players.clone(),
            list: ActionList::within(rules.limits()),
            notes: rules.notes(),
            width: rules.columns().len(),
            keyed: None,
            dice: None,
            scribe: None,
        })
    }

    fn chronicle(&self, game: GameSeed, with_opinions: bool) -> Chronicle {
        self.chronicle_of(game, with_opinions)
    }

    fn analyst(&self, chronicle: &Chronicle) -> Box<dyn Analyst + '_> {
        Box::new(self.analyst_of(chronicle))
    }
}

/// The state of one thread.
struct SeatedWorker<'r, R: Recorded, P> {
    rules: &'r R,
    players: BySide<P>,
    list: ActionList<R::Action>,
    notes: R::Notes,
    /// The number of columns in a row.
    width: usize,
    /// Allocated with the first keyed game.
    keyed: Option<KeyedDice>,
    /// Allocated with the first game that is watched.
    dice: Option<GameDice>,
    /// Allocated with the first game whose tale is written.
    scribe: Option<Box<Scribe<'r, R>>>,
}

impl<R, P> Worker for SeatedWorker<'_, R, P>
where
    R: Notation + Recorded + Paired + Pictured,
    P: Player<R>,
{
    fn record(&mut self, seed: RunSeed, numbers: Range<u64>, stretch: &mut Stretch) {
        self.record_all(numbers, stretch, |worker, number, row| {
            let game = seed.game(number);
            worker.record_one(game, SeededDice::new(game), row, |_, _| ())
        });
    }

    fn record_keyed(&mut self, seed: RunSeed, numbers: Range<u64>, stretch: &mut Stretch) {
        self.record_all(numbers, stretch, |worker, number, row| {
            worker.record_one_keyed(seed.game(number).keyed(), row, |_, _| ())
        });
    }

    fn record_long(
        &mut self,
        seed: RunSeed,
        numbers: Range<u64>,
        is_keyed: bool,
        wanted: &[Long],
        stretch: &mut Stretch,
    ) {
        let mut sheets = core::mem::take(&mut stretch.sheets);
        sheets.clear(wanted);
        let mut scribe = self.scribe.take().unwrap_or_else(|| Box::new(Scribe::new(self.rules)));
        scribe.begin_stretch();
        self.record_all(numbers, stretch, |worker, number, row| {
            let game = seed.game(number);
            let game = if is_keyed { game.keyed() } else { game };
            worker.record_one_long(game, &mut scribe, row, &mut sheets)
        });
        self.scribe = Some(scribe);
        stretch.sheets = sheets;
    }

    fn pair(&mut self, seed: RunSeed, numbers: Range<u64>, games: &mut Vec<Half>) {
        games.extend(numbers.map(|number| self.pair_one(seed.game(number).keyed())));
    }

    fn pair_with_rows(
        &mut self,
        seed: RunSeed,
        numbers: Range<u64>,
        games: &mut Vec<Half>,
        stretch: &mut Stretch,
    ) {
        self.record_all(numbers, stretch, |worker, number, row| {
            let mut course = 0;
            let decided = |rules: &R, action| course = mix(course ^ rules.action_key(action));
            let played = worker.record_one_keyed(seed.game(number).keyed(), row, decided);
            let Played { end, decisions, .. } = played;
            games.push(Half { end, decisions, course: whole_course(course, end) });
            played
        });
    }

    fn replay(&mut self, game: GameSeed) -> Half {
        self.pair_one(game.keyed())
    }

    fn end(&mut self, seed: RunSeed, numbers: Range<u64>, ends: &mut Vec<Outcome>) {
        let Self { rules, players, list, .. } = self;
        let end = |number| play_game(*rules, seed.game(number), players, list).outcome;
        ends.extend(numbers.map(end).map(|outcome| cited(*rules, outcome)));
    }

    fn watch(&mut self, game: GameSeed, watcher: &mut dyn Watcher) -> Result<Finished, Aborted> {
        self.begin(game);
        let Self { rules, players, list, dice, .. } = self;
        let rules: &R = rules;
        let dice = dice.get_or_insert_with(|| GameDice::new(rules.limits(), game));
        dice.begin(game);
        let wants = watcher.wants();
        let mut table = Table::new(dice, Heard::<R>::Watcher(watcher));
        if wants.opening {
            rules.tell_opening(&mut table.journal);
        }
        let mut state = rules.opening();
        let finished = rules.play_by(&mut state, &mut table, |rules, state, table| {
            if wants.positions {
                table.journal.see(&|position| rules.draw(state, position));
            }
            let player = &mut players[rules.to_act(state)];
            // A player may change its memory by deciding, so its opinion is asked first.
            let mut opinions = Vec::new();
            if wants.opinions {
                list.clear();
                rules.actions(state, list);
                opinions = player.opinions(&View::new(rules, state, list));
                opinions.sort_by_key(|opinion| Reverse(opinion.value));
            }
            let opinions: Vec<_> =
                opinions.into_iter().map(|opinion| (list[opinion.place], opinion)).collect();
            // It decides as it did when the game was first played.
            let action = player.decide(rules, state, list)?;
            if wants.decisions {
                table.decision(rules.to_act(state), &rules.say(action));
            }
            for (action, opinion) in opinions {
                table.journal.opinion(&rules.say(action), opinion.value, &opinion.why);
            }
            Some(action)
        });
        if wants.positions {
            table.journal.see(&|position| rules.draw(&state, position));
        }
        finished.map(|finished| Finished { outcome: cited(rules, finished.outcome), ..finished })
    }

    fn odds(&mut self, game: GameSeed, step: u64, wanted: &Wanted<'_>) -> Result<Worked, String> {
        self.begin(game);
        let Self { rules, players, list, dice, .. } = self;
        let rules: &R = rules;
        let dice = dice.get_or_insert_with(|| GameDice::new(rules.limits(), game));
        dice.begin(game);
        let mut table = Table::new(dice, ());
        let mut state = rules.opening();
        let (mut decisions, mut asked) = (0, None);
        let played = rules.play_by(&mut state, &mut table, |rules, state, _| {
            let action = players[rules.to_act(state)].decide(rules, state, list)?;
            decisions += 1;
            if decisions == step {
                asked = Some((state.clone(), action));
                return None;
            }
            Some(action)
        });
        let Some((state, action)) = asked else {
            return Err(match played {
                Ok(Finished { outcome, .. }) => ended_before(rules, step, decisions, &outcome),
                Err(aborted) => aborted.to_string(),
            });
        };
        let action = wanted.action.map_or(Ok(action), |text| legal_action(rules, &state, text))?;
        let script = [(None, action)];
        let mut asked = Asked { rules, state: &state, script: &script, players, game };
        asked.work_out(wanted.until, wanted.passes)
    }
}

impl<R: Notation + Recorded + Paired, P: Player<R>> SeatedWorker<'_, R, P> {
    /// The players start a game.
    fn begin(&mut self, game: GameSeed) {
        for side in Side::BOTH {
            self.players[side].begin(self.rules, game, side);
        }
    }

    fn record_all(
        &mut self,
        numbers: Range<u64>,
        stretch: &mut Stretch,
        mut record_one: impl FnMut(&mut Self, u64, &mut [i32]) -> Played,
    ) {
        stretch.first = numbers.start;
        stretch.played.clear();
        stretch.rows.clear();
        for number in numbers {
            let start = stretch.rows.len();
            stretch.rows.resize(start + self.width, 0);
            stretch.played.push(record_one(self, number, &mut stretch.rows[start..]));
        }
    }

    fn record_one_keyed(
        &mut self,
        game: GameSeed,
        row: &mut [i32],
        decided: impl FnMut(&R, R::Action),
    ) -> Played {
        let limits = self.rules.limits();
        let mut dice = self.keyed.take().unwrap_or_else(|| KeyedDice::new(limits, game));
        dice.begin(game);
        let played = self.record_one(game, &mut dice, row, decided);
        self.keyed = Some(dice);
        played
    }

    fn record_one<D: Dice>(
        &mut self,
        game: GameSeed,
        dice: D,
        row: &mut [i32],
        mut decided: impl FnMut(&R, R::Action),
    ) -> Played {
        self.begin(game);
        let Self { rules, players, list, notes, .. } = self;
        let mut table = Table::new(dice, Listener { notes, dice: 0 });
        let mut state = rules.opening();
        let end = rules.play_by(&mut state, &mut table, |rules, state, table| {
            let action = players[rules.to_act(state)].decide(rules, state, list)?;
            rules.note_decision(table.journal.notes, state, action);
            decided(rules, action);
            Some(action)
        });
        let dice = table.journal.dice;
        rules.write_row(notes, &state, row);
        let decisions = end.map_or_else(Aborted::decisions, |finished| finished.decisions);
        Played { end: end.map(|finished| cited(*rules, finished.outcome)), decisions, dice }
    }

    /// The same with its tale. It is heard as a watched game is, so that the rules are not compiled once more for it.
    fn record_one_long(
        &mut self,
        game: GameSeed,
        scribe: &mut Scribe<'_, R>,
        row: &mut [i32],
        sheets: &mut Sheets,
    ) -> Played
    where
        R: Pictured,
    {
        self.begin(game);
        let Self { rules, players, list, dice, .. } = self;
        let rules: &R = rules;
        let dice = dice.get_or_insert_with(|| GameDice::new(rules.limits(), game));
        dice.begin(game);
        scribe.begin();
        let mut table = Table::new(dice, Heard::Scribe(scribe));
        let mut state = rules.opening();
        let end = rules.play_by(&mut state, &mut table, |rules, state, table| {
            let action = players[rules.to_act(state)].decide(rules, state, list)?;
            table.journal.decided(state, action);
            Some(action)
        });
        let decisions = end.map_or_else(Aborted::decisions, |finished| finished.decisions);
        let end = end.map(|finished| finished.outcome);
        scribe.end(&state, end, row, sheets);
        Played { end: end.map(|outcome| cited(rules, outcome)), decisions, dice: scribe.dice }
    }

    fn pair_one(&mut self, game: GameSeed) -> Half {
        self.begin(game);
        let Self { rules, players, list, keyed, .. } = self;
        let dice = keyed.get_or_insert_with(|| KeyedDice::new(rules.limits(), game));
        dice.begin(game);
        let mut course = 0;
        let mut table = Table::new(dice, ());
        let end = rules.play_by(&mut rules.opening(), &mut table, |rules, state, _| {
            let action = players[rules.to_act(state)].decide(rules, state, list)?;
            course = mix(course ^ rules.action_key(action));
            Some(action)
        });
        let decisions = end.map_or_else(Aborted::decisions, |finished| finished.decisions);
        let end = end.map(|finished| finished.outcome);
        let course = whole_course(course, end);
        Half { end: end.map(|outcome| cited(*rules, outcome)), decisions, course }
    }
}

/// The hash of all decisions of a game, and of its end.
fn whole_course(decisions: u64, end: Result<Outcome, Aborted>) -> u64 {
    let ended = match end {
        Ok(Outcome { winner, lead, rule, .. }) => {
            let winner = winner.map_or(2, |side| side as u64);
            mix(u64::from(lead.cast_unsigned()) << 8 | winner) ^ u64::from(rule.code())
        }
        Err(_) => 3,
    };
    mix(decisions ^ ended)
}

/// The end of a game, with the rule numbered as in the book that is played.
fn cited<R: Names>(rules: &R, outcome: Outcome) -> Outcome {
    Outcome { rule: rules.cited(outcome.rule), ..outcome }
}

/// A journal that passes everything on to the notes and counts dice.
struct Listener<'n, N> {
    notes: &'n mut N,
    dice: usize,
}

impl<N: Journal> Journal for Listener<'_, N> {
    #[expect(
        clippy::inline_always,
        reason = "a listener sees at compile time what is told only where it is told"
    )]
    #[inline(always)]
    fn event(&mut self, event: Event) {
        if matches!(event, Event::Roll { .. } | Event::Draw { .. }) {
            self.dice += 1;
        }
        self.notes.event(event);
    }

    fn decision(&mut self, _: Side, _: &dyn core::fmt::Display) {}
}
