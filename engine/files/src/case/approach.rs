//! How one gets to where a case looks: a position, dice that fall, actions carried out one by one. Read, understood
//! and followed here, for rule cases and for whatever else begins with a position that somebody wrote; what must be
//! true at the end is left to them.

use core::ops::Range;

use szala_kernel::Table;
use szala_kernel::journal::{Entry, Event, Log, tell};
use szala_kernel::rules::Play;
use szala_kernel::{Rule, Rules, Side};

use super::Casebook;
use super::dice::{CaseDice, CaseDie, Shows};
use super::file::parse_rule;
use super::say::{list_legal, tell_fault, tell_outcome};
use crate::{Complaint, Field, Placed, Section, unknown};

/// A die of the script.
#[derive(Clone, Copy, Debug)]
enum DieText<'a> {
    Face(i64),
    Text(&'a str),
}

/// The way to where one looks, as it is written.
#[derive(Clone, Debug)]
pub struct Approach<'a> {
    span: Range<usize>,
    position: Option<Section<'a>>,
    dice: Vec<Placed<DieText<'a>>>,
    actions: Vec<Placed<&'a str>>,
}

/// An action and whose it is said to be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step<A> {
    pub(super) side: Option<Side>,
    pub(super) action: A,
}

/// An approach with its words understood.
pub(super) struct Understood<'a, A> {
    dice: Vec<CaseDie<'a>>,
    actions: Vec<Placed<Step<A>>>,
}

/// The result of following an approach.
#[derive(Debug)]
pub struct Followed<S> {
    /// The position it led to; nothing when it could not be followed to its end.
    pub state: Option<S>,
    /// What happened on the way.
    pub journal: Vec<Entry>,
    /// What is wrong: why it could not be followed, or which dice nobody asked for.
    pub complaints: Vec<Complaint>,
}

/// Where an approach begins, and what is then done.
#[derive(Clone, Debug)]
pub struct Begun<R: Rules> {
    /// The position.
    pub state: R::State,
    /// The actions, each with its side where that is written.
    pub actions: Vec<(Option<Side>, R::Action)>,
}

impl<'a> Approach<'a> {
    /// The keys that [`read`](Self::read) understands.
    pub const KEYS: [&'static str; 3] = ["position", "dice", "actions"];

    /// Reads the keys out of a table. `span` is the place to complain of when nothing better is known.
    pub fn read(table: &Section<'a>, span: &Range<usize>, complaints: &mut Vec<Complaint>) -> Self {
        Self {
            span: span.clone(),
            position: table.read("position", complaints, Field::section),
            dice: table.read_each("dice", complaints, die_text),
            actions: table.read_each("actions", complaints, Field::placed_text),
        }
    }

    /// Where to complain of it.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// Does nothing happen on the way?
    pub fn has_no_actions(&self) -> bool {
        self.actions.is_empty()
    }

    /// Sets the position up, or the game's opening if there is none, and carries the actions out.
    pub fn follow<R: Casebook>(&self, rules: &R) -> Followed<R::State> {
        let mut complaints = Vec::new();
        let understood = self.understand(rules, &mut complaints);
        let state = self.set_up(rules, &mut complaints);
        match state.filter(|_| complaints.is_empty()) {
            Some(state) => self.follow_understood(rules, &understood, state, false),
            None => Followed { state: None, journal: Vec::new(), complaints },
        }
    }

    /// The position before the first action, and the actions, each with its side where that is written; the dice are
    /// left aside.
    ///
    /// # Errors
    /// What cannot be understood, and that no action is written.
    pub fn begin<R: Casebook>(&self, rules: &R) -> Result<Begun<R>, Vec<Complaint>> {
        let mut complaints = Vec::new();
        let understood = self.understand(rules, &mut complaints);
        let state = self.set_up(rules, &mut complaints);
        if complaints.is_empty() && self.has_no_actions() {
            let message = "this has no action, so nothing is rolled: give it `actions`";
            complaints.push(Complaint::new(self.span.clone(), message));
        }
        match state.filter(|_| complaints.is_empty()) {
            Some(state) => {
                let actions = understood.actions.into_iter().map(|step| (step.value.side, step.value.action));
                Ok(Begun { state, actions: actions.collect() })
            }
            None => Err(complaints),
        }
    }

    /// Carries the actions out from another position than its own.
    pub fn follow_from<R: Casebook>(&self, rules: &R, state: R::State) -> Followed<R::State> {
        let mut complaints = Vec::new();
        let understood = self.understand(rules, &mut complaints);
        if complaints.is_empty() {
            return self.follow_understood(rules, &understood, state, false);
        }
        Followed { state: None, journal: Vec::new(), complaints }
    }

    /// The words of dice and actions.
    pub(super) fn understand<R: Casebook>(
        &self,
        rules: &R,
        complaints: &mut Vec<Complaint>,
    ) -> Understood<'a, R::Action> {
        let mut reader = Reader { rules, complaints };
        Understood {
            dice: reader.each(&self.dice, Reader::die).into_iter().map(|die| die.value).collect(),
            actions: reader.each(&self.actions, Reader::step),
        }
    }

    /// The position before the first action.
    pub(super) fn set_up<R: Casebook>(&self, rules: &R, complaints: &mut Vec<Complaint>) -> Option<R::State> {
        let (state, span) = match &self.position {
            None => (rules.opening(), self.span.clone()),
            Some(position) => match rules.set_up(position) {
                Ok(state) => (state, position.span()),
                Err(wrong) => {
                    complaints.extend(wrong);
                    return None;
                }
            },
        };
        match rules.audit(&state) {
            Ok(()) => Some(state),
            Err(fault) => {
                let message = format!("the position is one that cannot be, {}", tell_fault(rules, fault));
                complaints.push(Complaint::new(span, message));
                None
            }
        }
    }

    /// Carries the actions out; if it pauses, the last without what then runs by itself.
    pub(super) fn follow_understood<R: Casebook>(
        &self,
        rules: &R,
        understood: &Understood<'_, R::Action>,
        mut state: R::State,
        pauses: bool,
    ) -> Followed<R::State> {
        let mut table = Table::new(CaseDice::new(rules, understood.dice.clone()), Log::default());
        let played = play(rules, &understood.actions, &mut state, &mut table, pauses);
        let (dice, mut journal) = (table.dice, table.journal.entries);
        // What was written after the first die that never fell did not happen.
        let is_chance =
            |entry: &Entry| matches!(entry, Entry::Event(Event::Roll { .. } | Event::Draw { .. }));
        let by_chance = journal.iter().enumerate().filter(|(_, entry)| is_chance(entry));
        let first_that_never_fell = by_chance.map(|(at, _)| at).nth(dice.fallen());
        if let Some(at) = first_that_never_fell.filter(|_| dice.fault.is_some()) {
            journal.truncate(at);
        }
        if let Err((action, message)) = played {
            let at_fault = dice.fault.and_then(|fault| fault.die);
            let span = at_fault.map_or(&understood.actions[action].span, |place| &self.dice[place].span);
            let complaints = vec![Complaint::new(span.clone(), message)];
            return Followed { state: None, journal, complaints };
        }
        let unread = dice.unread().map(|(first, count)| {
            let dice = if count == 1 {
                "this die was".to_owned()
            } else {
                format!("{count} dice from here on were")
            };
            Complaint::new(self.dice[first].span.clone(), format!("{dice} never asked for"))
        });
        Followed { state: Some(state), journal, complaints: unread.into_iter().collect() }
    }
}

impl<S> Followed<S> {
    /// The journal as people read it.
    pub fn told<R: Casebook<State = S>>(&self, rules: &R) -> Vec<String> {
        self.journal.iter().map(|entry| tell(rules, entry).to_string()).collect()
    }
}

/// Applies the actions; when something is wrong, gives the place of the action in the list and says what.
fn play<R: Casebook>(
    rules: &R,
    actions: &[Placed<Step<R::Action>>],
    state: &mut R::State,
    table: &mut Table<CaseDice<'_, R>, Log>,
    pauses: bool,
) -> Result<(), (usize, String)> {
    for (at, step) in actions.iter().enumerate() {
        let Step { side, action } = step.value;
        if let Some(outcome) = rules.outcome(state) {
            return Err((at, format!("the game is over: {}", tell_outcome(rules, &outcome))));
        }
        let to_act = rules.to_act(state);
        if side.is_some_and(|side| side != to_act) {
            return Err((at, format!("{} is to act here", rules.side_name(to_act))));
        }
        let before = table.journal.entries.len();
        table.decision(to_act, &rules.say(action));
        let is_last = at + 1 == actions.len();
        let carried_out = match rules.refusal(state, action) {
            Some(rule) => Err(rule),
            None if !(pauses && is_last) => {
                rules.apply(state, action, table);
                Ok(())
            }
            None if rules.apply_alone(state, action, table) => Ok(()),
            None => {
                return Err((at, "in this game nothing can be left undone: strike `pause` out".to_owned()));
            }
        };
        if let Err(rule) = carried_out {
            table.journal.entries.truncate(before);
            let legal = list_legal(rules, state);
            let rule = rules.cited(rule);
            return Err((at, format!("rule {rule} forbids this here; legal are: {legal}")));
        }
        if let Some(fault) = &table.dice.fault {
            return Err((at, fault.message.clone()));
        }
        if let Err(fault) = rules.audit(state) {
            return Err((
                at,
                format!("this action led to a position that cannot be, {}", tell_fault(rules, fault)),
            ));
        }
    }
    Ok(())
}

fn die_text<'a>(field: &Field<'a>) -> Result<Placed<DieText<'a>>, Complaint> {
    let value = match field.whole() {
        Some(face) => DieText::Face(face),
        None => DieText::Text(field.text()?),
    };
    Ok(Placed { value, span: field.span() })
}

/// Understands words in the notation of a rule system.
pub(super) struct Reader<'r, R> {
    pub(super) rules: &'r R,
    pub(super) complaints: &'r mut Vec<Complaint>,
}

impl<R: Casebook> Reader<'_, R> {
    pub(super) fn each<T: Copy, U>(
        &mut self,
        texts: &[Placed<T>],
        read: impl Fn(&Self, T) -> Result<U, String>,
    ) -> Vec<Placed<U>> {
        texts.iter().filter_map(|text| self.read(text, &read)).collect()
    }

    pub(super) fn read<T: Copy, U>(
        &mut self,
        text: &Placed<T>,
        read: impl Fn(&Self, T) -> Result<U, String>,
    ) -> Option<Placed<U>> {
        match read(self, text.value) {
            Ok(value) => Some(Placed { value, span: text.span.clone() }),
            Err(message) => {
                self.complaints.push(Complaint::new(text.span.clone(), message));
                None
            }
        }
    }

    pub(super) fn side_called(&self, name: &str) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.rules.side_name(*side) == name)
    }

    pub(super) fn side(&self, name: &str) -> Result<Side, String> {
        let names = Side::BOTH.map(|side| self.rules.side_name(side));
        self.side_called(name).ok_or_else(|| unknown("side", name, &names))
    }

    /// `shoot` or `Blue: shoot`.
    pub(super) fn step(&self, text: &str) -> Result<Step<R::Action>, String> {
        let Some((name, rest)) = text.split_once(": ") else {
            return Ok(Step { side: None, action: self.rules.parse_action(text)? });
        };
        if let Some(side) = self.side_called(name) {
            return Ok(Step { side: Some(side), action: self.rules.parse_action(rest)? });
        }
        // The notation of a system may hold a colon itself.
        let whole = self.rules.parse_action(text);
        let action = whole.map_err(|message| match self.rules.parse_action(rest) {
            Ok(_) => self.side(name).err().unwrap_or(message),
            Err(_) => message,
        })?;
        Ok(Step { side: None, action })
    }

    /// The rule of the code for a number of the book that is played.
    fn rule(&self, number: Rule) -> Result<Rule, String> {
        let book = self.rules.book();
        book.rule(number).ok_or_else(|| {
            format!(
                "no rule that can ask for a die has the number {number} in {}",
                book.name().unwrap_or("the book")
            )
        })
    }

    /// `5`, `"5"`, `"11.7: 5"`, `"Blue"` or `"1.1: Blue"`.
    fn die<'a>(&self, die: DieText<'a>) -> Result<CaseDie<'a>, String> {
        let (rule, text) = match die {
            DieText::Face(face) => return face_of(None, face),
            DieText::Text(text) => {
                match text.split_once(": ").map(|(rule, shows)| (parse_rule(rule), shows)) {
                    Some((Ok(number), shows)) => (Some(self.rule(number)?), shows),
                    _ => (None, text),
                }
            }
        };
        // Longer numbers may be names: of hexes, say.
        if (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit()) {
            return face_of(rule, text.parse().unwrap_or_default());
        }
        Ok(CaseDie { rule, shows: Shows::Name(text) })
    }
}

fn face_of<'a>(rule: Option<Rule>, face: i64) -> Result<CaseDie<'a>, String> {
    let face = u16::try_from(face).map_err(|_| format!("no die shows {face}"))?;
    Ok(CaseDie { rule, shows: Shows::Number(face) })
}
