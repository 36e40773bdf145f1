//! Exact odds of a position: every die of an action is rolled with all its faces, through the rules themselves, and
//! equal positions are merged with their chances added. Where players decide on the way, they decide.

use core::mem;
use core::ops::ControlFlow;
use std::collections::HashMap;
use std::rc::Rc;

use szala_ai::{Player, ReadFile};
use szala_files::case::{Located, list_legal, tell_outcome};
use szala_files::nearest;
use szala_kernel::dice::{EveryDice, Fraction};
use szala_kernel::journal::{Event, Journal};
use szala_kernel::{
    ActionList, BySide, GameSeed, Names, Notation, Outcome, Play, Rule, Rules, Side, Subject, Table,
};

use crate::game::{Game, Opened};
use crate::{RuleSystem, mixed};

/// More positions than this are not kept beside each other.
const MOST_POSITIONS: usize = 50_000;
/// A line of play is not followed further than this.
const MOST_DECISIONS: u32 = 200;

/// How far a line of play is followed behind the actions that are asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// To where [nothing that was begun is left to finish](szala_kernel::Rules::is_settled).
    Settled,
    /// For this many decisions; 0 stops at the first.
    Decisions(u32),
}

/// What is asked, besides the position.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'w> {
    /// The action in its notation; `None` for the one that was played.
    pub action: Option<&'w str>,
    /// How far to play on.
    pub until: Until,
    /// The most sequences of faces to go through.
    pub passes: u64,
}

/// A value that changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Changed {
    /// Which value, in the words of the rule system.
    pub what: &'static str,
    /// Whose.
    pub whose: Subject,
    /// Before.
    pub from: i32,
    /// After.
    pub to: i32,
}

/// Something that happened, besides changes of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Happened {
    /// A rule applied.
    Remark {
        /// The rule, as the code numbers it.
        rule: Rule,
        /// What it found.
        text: &'static str,
        /// Whom it concerns.
        whom: Subject,
    },
    /// A chit or another lot was drawn.
    Draw {
        /// The rule, as the code numbers it.
        rule: Rule,
        /// What was drawn.
        ticket: Subject,
    },
}

/// One of the possible results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// How likely it is.
    pub chance: Fraction,
    /// The values that changed, each once, from before the first action to the end.
    pub changes: Vec<Changed>,
    /// What else happened, each once.
    pub happened: Vec<Happened>,
    /// How the game ended, if it did.
    pub outcome: Option<Outcome>,
}

/// A decision that a player took on the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// Whose decision.
    pub side: Side,
    /// The action in its notation.
    pub action: String,
    /// How often it is taken, on average: a chance where it can be taken only once.
    pub times: Fraction,
}

/// The exact odds of an action, or of several in a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worked {
    /// The actions, as far as they were legal, each with its side.
    pub actions: Vec<(Side, String)>,
    /// All possible results, the likeliest first. The chances add up to one.
    pub branches: Vec<Branch>,
    /// The decisions that players took behind the actions, the most frequent first.
    pub choices: Vec<Chosen>,
    /// How many sequences of faces were gone through.
    pub passes: u64,
}

/// A rule case whose odds are asked.
#[derive(Clone, Copy, Debug)]
pub struct CaseAsked<'c> {
    /// The name of its file.
    pub file: &'c str,
    /// The text of it.
    pub text: &'c str,
    /// Its name, a part of it, or its number; `None` for the only one of its file.
    pub case: Option<&'c str>,
    /// Who decides on the way; `None` for the usual player of the game.
    pub players: Option<BySide<&'c str>>,
    /// The game whose seed the players' random choices come from.
    pub game: GameSeed,
    /// What is asked; its action, if there is one, stands in the place of those of the case.
    pub wanted: Wanted<'c>,
}

/// The odds of a rule case.
pub struct CaseWorked {
    /// The name of the case.
    pub name: String,
    /// Its game.
    pub game: Box<dyn Game>,
    /// Who decided on the way.
    pub players: BySide<String>,
    /// The odds.
    pub worked: Worked,
}

/// Works out the odds of a case.
pub(crate) fn of_case<S: RuleSystem>(
    located: Located<S::Rules>,
    asked: &CaseAsked<'_>,
    read: ReadFile<'_>,
) -> Result<CaseWorked, String> {
    let Located { name, rules, begun } = located;
    let players = asked.players.unwrap_or(BySide([S::USUAL; 2]));
    let seat = |side| {
        let told = |why| format!("{}: {why}", rules.side_name(side));
        mixed::player::<S>(&rules, players[side], side, read).map_err(told)
    };
    let mut seated = BySide([seat(Side::First)?, seat(Side::Second)?]);
    if let Some(outcome) = rules.outcome(&begun.state) {
        return Err(format!(
            "{}: the game is over in this position: {}",
            asked.file,
            tell_outcome(&rules, &outcome)
        ));
    }
    let script = match (asked.wanted.action, &begun.actions[..]) {
        (Some(text), _) => vec![(None, legal_action(&rules, &begun.state, text)?)],
        (None, all) => {
            let (side, first) = all[0];
            let to_act = rules.to_act(&begun.state);
            let said = rules.say(first).to_string();
            let is_its_turn = side.is_none_or(|side| side == to_act);
            if !is_its_turn || rules.refusal(&begun.state, first).is_some() {
                let why = legal_action(&rules, &begun.state, &said).err();
                let why = why.unwrap_or_else(|| format!("{} is to act here", rules.side_name(to_act)));
                return Err(format!("{}: {name}: {why}", asked.file));
            }
            all.to_vec()
        }
    };
    let mut line =
        Asked { rules: &rules, state: &begun.state, script: &script, players: &mut seated, game: asked.game };
    let worked = line.work_out(asked.wanted.until, asked.wanted.passes)?;
    let players = BySide::from_fn(|side: Side| players[side].to_owned());
    Ok(CaseWorked { name, game: Box::new(Opened::<S>::new(rules)), players, worked })
}

/// An action with the side that it is written for, if it is.
pub(crate) type Step<A> = (Option<Side>, A);

/// The position that the odds are asked of, and who decides.
pub(crate) struct Asked<'a, R: Rules, P> {
    pub(crate) rules: &'a R,
    pub(crate) state: &'a R::State,
    /// The actions whose odds are asked, of which the first is legal.
    pub(crate) script: &'a [Step<R::Action>],
    pub(crate) players: &'a mut BySide<P>,
    /// The game whose seed the players' random choices come from.
    pub(crate) game: GameSeed,
}

/// A journal of what is different at the end, in no order of time.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Facts {
    /// In the order of whose and what.
    changes: Vec<Changed>,
    /// In order.
    happened: Vec<Happened>,
}

impl Facts {
    fn note_change(&mut self, change: Changed) {
        let key = |change: &Changed| (change.whose, change.what);
        match self.changes.binary_search_by_key(&key(&change), key) {
            Ok(place) if self.changes[place].from == change.to => _ = self.changes.remove(place),
            Ok(place) => self.changes[place].to = change.to,
            Err(place) => self.changes.insert(place, change),
        }
    }

    fn note(&mut self, happened: Happened) {
        if let Err(place) = self.happened.binary_search(&happened) {
            self.happened.insert(place, happened);
        }
    }
}

impl Journal for Facts {
    fn event(&mut self, event: Event) {
        match event {
            Event::Change { what, whose, from, to, .. } => {
                self.note_change(Changed { what, whose, from, to });
            }
            Event::Remark { rule, text, whom } => self.note(Happened::Remark { rule, text, whom }),
            Event::Draw { ask, ticket } => self.note(Happened::Draw { rule: ask.rule, ticket }),
            Event::Roll { .. } | Event::Modifier { .. } | Event::Total { .. } => (),
        }
    }

    fn decision(&mut self, _: Side, _: &dyn core::fmt::Display) {}
}

/// A moment on the way.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Moment<S> {
    state: S,
    facts: Facts,
    /// How many of the actions have been carried out; all of them once one was not legal.
    done: usize,
    /// How many decisions players took behind them.
    behind: u32,
}

/// Things with their chances; equal ones are merged. They stay in the order in which they first came up.
struct Merged<T> {
    all: Vec<(Rc<T>, Fraction)>,
    places: HashMap<Rc<T>, usize>,
}

impl<T: Eq + core::hash::Hash> Merged<T> {
    fn new() -> Self {
        Self { all: Vec::new(), places: HashMap::new() }
    }

    fn add(&mut self, thing: T, chance: Fraction) -> Result<(), String> {
        if let Some(place) = self.places.get(&thing) {
            let known = &mut self.all[*place].1;
            *known = known.checked_add(chance).ok_or_else(too_fine)?;
            return Ok(());
        }
        if self.all.len() == MOST_POSITIONS {
            return Err(format!(
                "more than {MOST_POSITIONS} different results; stop earlier with `--until decision`, or ask about an \
                 action nearer to the end"
            ));
        }
        let thing = Rc::new(thing);
        self.places.insert(Rc::clone(&thing), self.all.len());
        self.all.push((thing, chance));
        Ok(())
    }
}

fn too_fine() -> String {
    "too many dice in a row for exact fractions of 128 bits; stop earlier with \
     `--until decision`"
        .to_owned()
}

impl<R: Notation, P: Player<R>> Asked<'_, R, P> {
    /// Works out the odds.
    pub(crate) fn work_out(&mut self, until: Until, most: u64) -> Result<Worked, String> {
        let mut list = ActionList::within(self.rules.limits());
        let (mut ends, mut choices, mut passes) = (Merged::new(), Merged::new(), 0);
        // Who took the actions that were asked for.
        let mut sides: Vec<Side> = Vec::new();
        let start = Moment { state: self.state.clone(), facts: Facts::default(), done: 0, behind: 0 };
        let mut now = Merged::new();
        now.add(start, Fraction::ONE)?;
        while !now.all.is_empty() {
            let mut next = Merged::new();
            now.places.clear();
            for (moment, chance) in mem::take(&mut now.all) {
                let mut moment = Rc::unwrap_or_clone(moment);
                let Some(action) = self.next_action(&mut moment, until, &mut list)? else {
                    ends.add((moment.facts, self.rules.outcome(&moment.state)), chance)?;
                    continue;
                };
                if moment.behind == 0 {
                    if sides.len() < moment.done {
                        sides.push(self.rules.to_act(&moment.state));
                    }
                } else {
                    let choice = (self.rules.to_act(&moment.state), self.rules.say(action).to_string());
                    choices.add(choice, chance)?;
                }
                self.carry_out(&moment, action, |after, of_it| {
                    passes += 1;
                    if passes > most {
                        return Err(format!(
                            "more than {most} sequences of faces; stop earlier with `--until decision`, or allow more \
                             with `--passes`"
                        ));
                    }
                    let chance = of_it.and_then(|of_it| chance.checked_mul(of_it)).ok_or_else(too_fine)?;
                    next.add(after, chance)
                })?;
            }
            now = next;
        }
        // So that any of them can be added up.
        let chances = ends.all.iter().map(|(_, chance)| *chance);
        Fraction::common_denominator(chances).ok_or_else(too_fine)?;
        let said =
            |(side, (_, action)): (Side, &Step<R::Action>)| (side, self.rules.say(*action).to_string());
        Ok(Worked {
            actions: sides.into_iter().zip(self.script).map(said).collect(),
            branches: branches(ends),
            choices: by_chance(choices.all)
                .map(|((side, action), times)| Chosen { side, action, times })
                .collect(),
            passes,
        })
    }

    /// What is done next; nothing where the line ends. Counts it.
    fn next_action(
        &mut self,
        moment: &mut Moment<R::State>,
        until: Until,
        list: &mut ActionList<R::Action>,
    ) -> Result<Option<R::Action>, String> {
        let Self { rules, script, players, game, .. } = self;
        let state = &moment.state;
        if rules.outcome(state).is_some() {
            return Ok(None);
        }
        let to_act = rules.to_act(state);
        if let Some((side, action)) = script.get(moment.done) {
            let is_its_turn = side.is_none_or(|side| side == to_act);
            if is_its_turn && rules.refusal(state, *action).is_none() {
                moment.done += 1;
                return Ok(Some(*action));
            }
            // The dice went another way: from here on the players decide.
            moment.done = script.len();
        }
        let is_enough = match until {
            Until::Settled => rules.is_settled(state),
            Until::Decisions(most) => moment.behind == most,
        };
        if is_enough {
            return Ok(None);
        }
        if moment.behind == MOST_DECISIONS {
            return Err(format!(
                "nothing is settled after {MOST_DECISIONS} decisions; stop earlier with `--until decision`"
            ));
        }
        moment.behind += 1;
        // Each decision is of a player that has just begun, so that it depends on the position alone.
        let player = &mut players[to_act];
        player.begin(rules, *game, to_act);
        let action = player.decide(rules, state, list);
        action.map(Some).ok_or_else(|| "nothing is legal, and the game is not over".to_owned())
    }

    /// Carries an action out with all faces of its dice.
    fn carry_out(
        &self,
        moment: &Moment<R::State>,
        action: R::Action,
        mut see: impl FnMut(Moment<R::State>, Option<Fraction>) -> Result<(), String>,
    ) -> Result<(), String> {
        let all = EveryDice::passes(
            |dice| {
                let mut state = moment.state.clone();
                let mut table = Table::new(dice, moment.facts.clone());
                self.rules.apply(&mut state, action, &mut table);
                Moment { state, facts: table.journal, ..*moment }
            },
            |after, chance| match see(after, chance) {
                Ok(()) => ControlFlow::Continue(()),
                Err(why) => ControlFlow::Break(why),
            },
        );
        all.break_value().map_or(Ok(()), Err)
    }
}

/// The likeliest first; of equally likely ones the first that came up.
fn by_chance<T: Clone>(mut all: Vec<(Rc<T>, Fraction)>) -> impl Iterator<Item = (T, Fraction)> {
    all.sort_by_key(|(_, chance)| core::cmp::Reverse(*chance));
    all.into_iter().map(|(thing, chance)| (Rc::unwrap_or_clone(thing), chance))
}

fn branches(ends: Merged<(Facts, Option<Outcome>)>) -> Vec<Branch> {
    let branch = |((facts, outcome), chance): ((Facts, Option<Outcome>), Fraction)| Branch {
        chance,
        changes: facts.changes,
        happened: facts.happened,
        outcome,
    };
    by_chance(ends.all).map(branch).collect()
}

/// The legal action that a text means, with its side in front or without.
pub(crate) fn legal_action<R: Notation>(
    rules: &R,
    state: &R::State,
    text: &str,
) -> Result<R::Action, String> {
    let to_act = rules.to_act(state);
    let side = rules.side_name(to_act);
    let alone = text.strip_prefix(side).and_then(|rest| rest.strip_prefix(": ")).unwrap_or(text);
    let refused = match rules.parse_action(alone) {
        Ok(action) => match rules.refusal(state, action) {
            None => return Ok(action),
            Some(rule) => format!("rule {} forbids `{alone}` here", rules.cited(rule)),
        },
        Err(wrong) => wrong,
    };
    let mut list = ActionList::within(rules.limits());
    rules.actions(state, &mut list);
    let names: Vec<String> = list.iter().map(|action| rules.say(*action).to_string()).collect();
    let known: Vec<&str> = names.iter().map(String::as_str).collect();
    let near = nearest(alone, &known).map_or(".".to_owned(), |near| format!("; did you mean `{near}`?"));
    Err(format!("{refused}{near} {side} decides here; legal are: {}", list_legal(rules, state)))
}

/// The message that a game ended before the decision that is asked about.
pub(crate) fn ended_before<R: Notation>(rules: &R, step: u64, decisions: u64, outcome: &Outcome) -> String {
    format!(
        "there is no decision {step}: the game ends after {decisions} ({}); name one from 1 to {decisions}",
        tell_outcome(rules, outcome)
    )
}

#[cfg(test)]
mod tests;
