//! A game that was played, from whose positions others are played: what a die was worth is the difference between what
//! follows when it shows this face and what follows when it shows any.
//!
//! A [`Chronicle`] is plain data: the decisions and what chance answered. An [`Analyst`] goes back to any decision of
//! it, gives chance the answers that are asked for, and plays to the end from there, with dice and players that begin
//! afresh. Games so begun have keyed dice, so that two of the same number share what they have in common.

use core::ops::Range;
use std::collections::HashMap;

use szala_ai::{Player, View};
use szala_kernel::dice::{GameDice, KeyedDice};
use szala_kernel::journal::{Event, Journal};
use szala_kernel::rules::{Aborted, Finished};
use szala_kernel::{
    ActionList, Ask, BySide, Dice, Die, GameSeed, Notation, Paired, Pictured, Play, Recorded, Rules, RunSeed,
    Side, Subject, Table,
};

use crate::contest::Seated;

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Chronicle {
    /// Its seed.
    pub game: GameSeed,
    /// The decisions, in order, and what chance answered.
    pub moves: Vec<Move>,
    /// How it ended, or why it has no end.
    pub end: Result<Finished, Aborted>,
}

/// A decision.
#[derive(Clone, Debug)]
pub struct Move {
    /// Whose.
    pub side: Side,
    /// The stage or turn in which it was taken, as pictures have it.
    pub stage: u8,
    /// The [key](Paired::situation_key) of the situation.
    pub situation: u64,
    /// Does the other side not see what is decided?
    pub is_secret: bool,
    /// What was decided, in its notation.
    pub action: String,
    /// Its place among the legal actions.
    pub place: usize,
    /// How many were legal.
    pub legal: usize,
    /// The places of other actions, those first that the player liked best; empty for a player without opinions.
    pub others: Vec<usize>,
    /// What chance answered while it was carried out.
    pub rolls: Vec<Roll>,
}

/// An answer of chance: a die, or a lot.
#[derive(Clone, Debug)]
pub struct Roll {
    /// The die or the lot as the journal has it, or would have it if it were no secret.
    pub event: Event,
    /// Which of the equally likely answers, from 0.
    pub shown: u16,
    /// How many there are.
    pub of: u16,
    /// What the journal has up to the next roll or decision.
    pub after: Vec<Event>,
}

impl Roll {
    /// What it decided.
    pub fn ask(&self) -> Ask {
        match self.event {
            Event::Roll { ask, .. } | Event::Draw { ask, .. } => ask,
            Event::Modifier { .. } | Event::Total { .. } | Event::Change { .. } | Event::Remark { .. } => {
                unreachable!("a roll is a die or a lot")
            }
        }
    }
}

/// Where a game is taken up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct From<'f> {
    /// Before which decision, from 0.
    pub at: usize,
    /// What is decided.
    pub choice: Choice,
    /// What chance answers at first while that is carried out; the rest is left to chance.
    pub script: &'f [u16],
}

/// What is decided where a game is taken up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// What a player that begins there afresh decides; nothing is scripted.
    Free,
    /// What was decided in the game.
    Played,
    /// The legal action of this place.
    Other(usize),
}

/// A way in which chance may answer while a decision is carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// Its answers, each with the number of those that were equally likely.
    pub answers: Vec<(u16, u16)>,
    /// The position that it leads to: the same number, the same position.
    pub position: usize,
}

/// Goes back to the decisions of a game, on one thread.
pub trait Analyst {
    /// All ways in which chance may answer while a decision of the game is carried out, if it begins with these
    /// answers: nothing if there are more than `most`.
    fn leaves(&mut self, at: usize, prefix: &[u16], most: usize) -> Option<Vec<Leaf>>;

    /// Do players who begin there afresh decide as it was decided in the game, with any of these numbers?
    fn is_settled(&mut self, at: usize, seed: RunSeed, numbers: Range<u64>) -> bool;

    /// The legal action of a place, in its notation.
    fn action(&mut self, at: usize, place: usize) -> String;

    /// Its [key](Paired::action_key).
    fn action_key(&mut self, at: usize, place: usize) -> u64;

    /// Plays games of these numbers from there, and adds what each was worth to the first side in half points: 2 for a
    /// win, 1 for a draw, and also for a game that has no end.
    fn play(&mut self, from: From<'_>, seed: RunSeed, numbers: Range<u64>, worth: &mut Vec<u8>);
}

/// Dice that write down their answers as events and as numbers from 0.
struct Noted<'d> {
    dice: &'d mut GameDice,
    answers: Vec<(Event, u16, u16)>,
}

fn number_of(tickets: &[Subject]) -> u16 {
    u16::try_from(tickets.len()).expect("a lot is drawn from fewer than 2^16 tickets")
}

/// A place among tickets, of which there are no more.
fn place_of(place: usize) -> u16 {
    u16::try_from(place).expect("a lot is drawn from fewer than 2^16 tickets")
}

impl Dice for Noted<'_> {
    fn roll(&mut self, die: Die, ask: Ask) -> u8 {
        let face = self.dice.roll(die, ask);
        self.answers.push((Event::Roll { ask, die, face }, (face - die.lowest()).into(), die.faces().into()));
        face
    }

    fn draw(&mut self, ask: Ask, tickets: &[Subject]) -> usize {
        let place = self.dice.draw(ask, tickets);
        let event = Event::Draw { ask, ticket: tickets[place] };
        self.answers.push((event, place_of(place), number_of(tickets)));
        place
    }

    fn deal(&mut self, ask: Ask, tickets: &[Subject]) -> usize {
        let place = self.dice.deal(ask, tickets);
        let event = Event::Draw { ask, ticket: tickets[place] };
        self.answers.push((event, place_of(place), number_of(tickets)));
        place
    }
}

/// Dice that answer from a script first.
struct Scripted<'s, D> {
    script: &'s [u16],
    dice: D,
}

impl<D> Scripted<'_, D> {
    fn next(&mut self) -> Option<u16> {
        let (first, rest) = self.script.split_first()?;
        self.script = rest;
        Some(*first)
    }
}

impl<D: Dice> Dice for Scripted<'_, D> {
    fn roll(&mut self, die: Die, ask: Ask) -> u8 {
        match self.next() {
            Some(answer) => die.lowest() + u8::try_from(answer).expect("a die has fewer than 256 faces"),
            None => self.dice.roll(die, ask),
        }
    }

    fn draw(&mut self, ask: Ask, tickets: &[Subject]) -> usize {
        self.next().map_or_else(|| self.dice.draw(ask, tickets), usize::from)
    }

    fn deal(&mut self, ask: Ask, tickets: &[Subject]) -> usize {
        self.next().map_or_else(|| self.dice.deal(ask, tickets), usize::from)
    }
}

/// Dice that give every answer in turn behind a script, one way a pass; the last wheel turns first.
#[derive(Default)]
struct Wheels {
    /// The answers, each with the number of those that were equally likely.
    answers: Vec<(u16, u16)>,
    read: usize,
    /// How many of them stay as they are.
    fixed: usize,
}

impl Wheels {
    fn behind(prefix: &[u16]) -> Self {
        // How many answers there are is not known before it is asked for.
        Self { answers: prefix.iter().map(|answer| (*answer, 0)).collect(), read: 0, fixed: prefix.len() }
    }

    fn answer(&mut self, of: u16) -> u16 {
        if self.read == self.answers.len() {
            self.answers.push((0, of));
        }
        let known = &mut self.answers[self.read];
        known.1 = of;
        self.read += 1;
        known.0
    }

    /// Turns to the next way; `false` when all have been seen.
    fn turn(&mut self) -> bool {
        self.read = 0;
        while self.answers.len() > self.fixed {
            let (answer, of) = self.answers.pop().expect("it has more than those that are fixed");
            if answer + 1 < of {
                self.answers.push((answer + 1, of));
                return true;
            }
        }
        false
    }
}

impl Dice for Wheels {
    fn roll(&mut self, die: Die, _: Ask) -> u8 {
        die.lowest() + u8::try_from(self.answer(die.faces().into())).expect("a die has fewer than 256 faces")
    }

    fn draw(&mut self, _: Ask, tickets: &[Subject]) -> usize {
        self.answer(number_of(tickets)).into()
    }
}

/// Keeps events, apart for each roll.
#[derive(Default)]
struct Kept {
    rolls: Vec<(Event, Vec<Event>)>,
}

impl Journal for Kept {
    fn event(&mut self, event: Event) {
        match (&event, self.rolls.last_mut()) {
            (Event::Roll { .. } | Event::Draw { .. }, _) => self.rolls.push((event, Vec::new())),
            (_, Some((_, after))) => after.push(event),
            (_, None) => (),
        }
    }

    fn decision(&mut self, _: Side, _: &dyn core::fmt::Display) {}
}

impl<R, P> Seated<R, P>
where
    R: Notation + Recorded + Paired + Pictured,
    P: Player<R> + Clone,
{
    /// Plays a game and keeps what is needed to go back in it.
    pub(crate) fn chronicle_of(&self, game: GameSeed, with_opinions: bool) -> Chronicle {
        let rules = &*self.rules;
        let mut players = self.players.clone();
        for side in Side::BOTH {
            players[side].begin(rules, game, side);
        }
        let mut dice = GameDice::new(rules.limits(), game);
        dice.begin(game);
        let mut table = Table::new(Noted { dice: &mut dice, answers: Vec::new() }, Kept::default());
        let mut list = ActionList::within(rules.limits());
        let mut moves: Vec<Move> = Vec::new();
        let mut state = rules.opening();
        let end = rules.play_by(&mut state, &mut table, |rules, state, table| {
            harvest(&mut moves, table);
            let side = rules.to_act(state);
            list.clear();
            rules.actions(state, &mut list);
            let mut opinions = Vec::new();
            if with_opinions && list.len() > 1 {
                opinions = players[side].opinions(&View::new(rules, state, &list));
                opinions.sort_by_key(|opinion| core::cmp::Reverse(opinion.value));
            }
            // It decides as it did when the game was first played, which may need the list.
            let legal: Vec<R::Action> = list.iter().copied().collect();
            let action = players[side].decide(rules, state, &mut list)?;
            let place = legal.iter().position(|one| *one == action).expect("a decision is legal");
            let others = opinions.into_iter().map(|opinion| opinion.place).filter(|one| *one != place);
            moves.push(Move {
                side,
                stage: rules.picture(state).stage,
                situation: rules.situation_key(state),
                is_secret: rules.is_secret(state),
                action: rules.say(action).to_string(),
                place,
                legal: legal.len(),
                others: others.collect(),
                rolls: Vec::new(),
            });
            Some(action)
        });
        harvest(&mut moves, &mut table);
        let end = end.map(|finished| {
            let outcome = finished.outcome;
            let rule = rules.cited(outcome.rule);
            Finished { outcome: szala_kernel::Outcome { rule, ..outcome }, ..finished }
        });
        Chronicle { game, moves, end }
    }

    /// Somebody who goes back in a game of these rules, no matter who played it.
    pub(crate) fn analyst_of(&self, chronicle: &Chronicle) -> OfGame<'_, R, P> {
        let rules = &*self.rules;
        let mut players = self.players.clone();
        for side in Side::BOTH {
            players[side].begin(rules, chronicle.game, side);
        }
        let mut list = ActionList::within(rules.limits());
        let mut state = rules.opening();
        let mut before = Vec::with_capacity(chronicle.moves.len());
        for one in &chronicle.moves {
            list.clear();
            rules.actions(&state, &mut list);
            let action = list[one.place];
            before.push((state.clone(), action));
            let script: Vec<u16> = one.rolls.iter().map(|roll| roll.shown).collect();
            let dice = Scripted { script: &script, dice: Wheels::default() };
            rules.apply(&mut state, action, &mut Table::new(dice, ()));
        }
        OfGame { rules, players, before, list, dice: KeyedDice::new(rules.limits(), chronicle.game.keyed()) }
    }
}

/// Gives the last decision what chance answered since. What is rolled in secret no journal hears: it has nothing behind
/// it.
fn harvest(moves: &mut [Move], table: &mut Table<Noted<'_>, Kept>) {
    let answers = core::mem::take(&mut table.dice.answers);
    let mut kept = core::mem::take(&mut table.journal.rolls).into_iter().peekable();
    let Some(last) = moves.last_mut() else { return };
    let rolls = answers.into_iter().map(|(event, shown, of)| {
        let after = kept.next_if(|(told, _)| *told == event).map(|(_, after)| after).unwrap_or_default();
        Roll { event, shown, of, after }
    });
    last.rolls = rolls.collect();
    assert!(kept.next().is_none(), "what the journal hears was rolled");
}

/// Goes back in a game of these rules.
pub(crate) struct OfGame<'r, R: Rules, P> {
    rules: &'r R,
    /// As they were when the game began: of a mix, those that it drew.
    players: BySide<P>,
    /// The position before each decision, and the decision.
    before: Vec<(R::State, R::Action)>,
    list: ActionList<R::Action>,
    dice: KeyedDice,
}

impl<R: Notation + Paired, P: Player<R>> OfGame<'_, R, P> {
    fn listed(&mut self, at: usize, place: usize) -> R::Action {
        self.list.clear();
        self.rules.actions(&self.before[at].0, &mut self.list);
        self.list[place]
    }

    fn play_one(&mut self, at: usize, action: Option<R::Action>, script: &[u16], game: GameSeed) -> u8 {
        let Self { rules, players, before, list, dice } = self;
        for side in Side::BOTH {
            players[side].begin_again(*rules, game, side);
        }
        dice.begin(game);
        let mut state = before[at].0.clone();
        let mut table = Table::new(Scripted { script, dice }, ());
        if let Some(action) = action {
            rules.apply(&mut state, action, &mut table);
        }
        let end = rules.play_by(&mut state, &mut table, |rules, state, _| {
            players[rules.to_act(state)].decide(rules, state, list)
        });
        match end.map(|finished| finished.outcome.winner) {
            Ok(Some(Side::First)) => 2,
            Ok(Some(Side::Second)) => 0,
            Ok(None) | Err(_) => 1,
        }
    }
}

impl<R: Notation + Paired, P: Player<R>> Analyst for OfGame<'_, R, P> {
    fn leaves(&mut self, at: usize, prefix: &[u16], most: usize) -> Option<Vec<Leaf>> {
        let (before, action) = &self.before[at];
        let mut wheels = Wheels::behind(prefix);
        let mut positions: HashMap<R::State, usize> = HashMap::new();
        let mut leaves = Vec::new();
        loop {
            let mut state = before.clone();
            let mut table = Table::new(wheels, ());
            self.rules.apply(&mut state, *action, &mut table);
            wheels = table.dice;
            if leaves.len() == most {
                return None;
            }
            let next = positions.len();
            let position = *positions.entry(state).or_insert(next);
            leaves.push(Leaf { answers: wheels.answers.clone(), position });
            if !wheels.turn() {
                return Some(leaves);
            }
        }
    }

    fn is_settled(&mut self, at: usize, seed: RunSeed, mut numbers: Range<u64>) -> bool {
        let Self { rules, players, before, list, .. } = self;
        let (state, action) = &before[at];
        let side = rules.to_act(state);
        numbers.all(|number| {
            players[side].begin_again(*rules, seed.game(number).keyed(), side);
            players[side].decide(rules, state, list) == Some(*action)
        })
    }

    fn action(&mut self, at: usize, place: usize) -> String {
        let action = self.listed(at, place);
        self.rules.say(action).to_string()
    }

    fn action_key(&mut self, at: usize, place: usize) -> u64 {
        let action = self.listed(at, place);
        self.rules.action_key(action)
    }

    fn play(&mut self, from: From<'_>, seed: RunSeed, numbers: Range<u64>, worth: &mut Vec<u8>) {
        let action = match from.choice {
            Choice::Free => None,
            Choice::Played => Some(self.before[from.at].1),
            Choice::Other(place) => Some(self.listed(from.at, place)),
        };
        worth.extend(
            numbers.map(|number| self.play_one(from.at, action, from.script, seed.game(number).keyed())),
        );
    }
}

#[cfg(test)]
mod tests;
