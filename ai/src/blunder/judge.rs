//! Asks the players about one position: is the position valid, who plays, what do they do, was that right?

use szala_files::case::{Casebook, list_legal, tell_outcome};
use szala_files::{Complaint, Placed};
use szala_kernel::dice::SeededDice;
use szala_kernel::{ActionList, GameSeed, Names as _, Notation as _, Play as _, Rules, Side, Table};

use super::report::{Answer, Mistake};
use super::written::{Blunder, Expected, Play, Task};
use super::{Examination, Whom};
use crate::{Player, Roster, View};

/// The default player of the other side.
const AGAINST: &str = "uniform";

/// A position reached, with the question about it resolved.
struct Question<'q, P: Roster> {
    rules: &'q P::Rules,
    scenario: Option<&'q str>,
    state: <P::Rules as Rules>::State,
    side: Side,
    legal: ActionList<<P::Rules as Rules>::Action>,
}

/// The right answer and the players that gave another, or what is wrong with the position.
pub(super) fn judge<P: Roster<Rules: Casebook>>(
    rules: &P::Rules,
    scenario: Option<&str>,
    blunder: &Blunder<'_>,
    asked: &Examination<'_>,
) -> Result<(String, Vec<Answer>), Vec<Complaint>> {
    let question = Question::<P>::reach(rules, scenario, blunder)?;
    match &blunder.task {
        Task::Decide { lists_the_good, patterns } => {
            let good = question.good_actions(blunder, *lists_the_good, patterns)?;
            let list: Vec<String> = question
                .legal
                .iter()
                .zip(&good)
                .filter(|(_, is_good)| **is_good)
                .map(|(action, _)| rules.say(*action).to_string())
                .collect();
            let answers = question
                .ask_all(blunder, asked, None, |player, game| question.decide(&good, player, game))?;
            Ok((list.join(", "), answers))
        }
        Task::Play(play) => {
            question.check_play(play)?;
            let against = question.opponent(play, asked)?;
            let answers = question.ask_all(blunder, asked, play.at_least.as_ref(), |player, game| {
                question.play(play, player, &mut against.clone(), game)
            })?;
            let wanted: Vec<String> = play.expected.iter().map(Expected::to_string).collect();
            Ok((wanted.join(", "), answers))
        }
    }
}

impl<'q, P: Roster<Rules: Casebook>> Question<'q, P> {
    /// Plays the actions up to the decision.
    fn reach(
        rules: &'q P::Rules,
        scenario: Option<&'q str>,
        blunder: &Blunder<'_>,
    ) -> Result<Self, Vec<Complaint>> {
        let followed = blunder.approach.follow(rules);
        let Some(state) = followed.state.filter(|_| followed.complaints.is_empty()) else {
            return Err(followed.complaints);
        };
        let complain = |message: String| vec![Complaint::new(blunder.span.clone(), message)];
        if let Some(outcome) = rules.outcome(&state) {
            return Err(complain(format!(
                "nobody is to act, the game is over: {}",
                tell_outcome(rules, &outcome)
            )));
        }
        let side = rules.to_act(&state);
        if let Some(due) = blunder.to_act.as_ref().filter(|due| due.value != rules.side_name(side)) {
            let message = format!("{} is to act here", rules.side_name(side));
            return Err(vec![Complaint::new(due.span.clone(), message)]);
        }
        let mut legal = ActionList::within(rules.limits());
        rules.actions(&state, &mut legal);
        Ok(Self { rules, scenario, state, side, legal })
    }

    /// For each legal action, in order: is it right?
    fn good_actions(
        &self,
        blunder: &Blunder<'_>,
        lists_the_good: bool,
        patterns: &[Placed<&str>],
    ) -> Result<Vec<bool>, Vec<Complaint>> {
        let mut wrong = Vec::new();
        let mut listed = vec![false; self.legal.len()];
        for pattern in patterns {
            match self.places_of(pattern.value) {
                Ok(places) => places.into_iter().for_each(|place| listed[place] = true),
                Err(message) => wrong.push(Complaint::new(pattern.span.clone(), message)),
            }
        }
        let good: Vec<bool> = listed.iter().map(|is_listed| *is_listed == lists_the_good).collect();
        if wrong.is_empty() && (good.iter().all(|it| *it) || !good.contains(&true)) {
            let message = if good.contains(&true) { "every" } else { "no" };
            let legal = list_legal(self.rules, &self.state);
            let message = format!("{message} legal action will do, so nothing is asked; legal are: {legal}");
            wrong.push(Complaint::new(blunder.span.clone(), message));
        }
        if wrong.is_empty() { Ok(good) } else { Err(wrong) }
    }

    /// The places among the legal actions of an action, or of all that begin with a text that ends with a star.
    fn places_of(&self, pattern: &str) -> Result<Vec<usize>, String> {
        let places: Vec<usize> = if let Some(start) = pattern.strip_suffix('*') {
            let is_such = |place: &usize| self.said(*place).starts_with(start);
            (0..self.legal.len()).filter(is_such).collect()
        } else {
            let action = self.rules.parse_action(pattern)?;
            self.legal.iter().position(|legal| *legal == action).into_iter().collect()
        };
        if places.is_empty() {
            let legal = list_legal(self.rules, &self.state);
            return Err(format!("nothing like this is legal here; legal are: {legal}"));
        }
        Ok(places)
    }

    fn said(&self, place: usize) -> String {
        self.rules.say(self.legal[place]).to_string()
    }

    /// Asks every player in every game; `ask` returns what was done wrong.
    fn ask_all(
        &self,
        blunder: &Blunder<'_>,
        asked: &Examination<'_>,
        at_least: Option<&Placed<u64>>,
        ask: impl Fn(&mut P::Seat, GameSeed) -> Option<(String, Vec<String>)>,
    ) -> Result<Vec<Answer>, Vec<Complaint>> {
        let games = blunder.games.unwrap_or(asked.games);
        if let Some(many) = at_least.filter(|many| many.value > games) {
            let message = format!("that is more than the {games} games that are played");
            return Err(vec![Complaint::new(many.span.clone(), message)]);
        }
        let at_least = at_least.map_or(games, |many| many.value);
        let whole = blunder.span.clone();
        let names: Vec<Placed<String>> = match asked.whom {
            Whom::Only(names) => vec![Placed { value: names[self.side].to_owned(), span: whole }],
            Whom::AsWritten(_) if !blunder.players.is_empty() => {
                let owned =
                    |name: &Placed<&str>| Placed { value: name.value.to_owned(), span: name.span.clone() };
                blunder.players.iter().map(owned).collect()
            }
            Whom::AsWritten(otherwise) => {
                let names = otherwise(self.side).into_iter();
                names.map(|value| Placed { value, span: whole.clone() }).collect()
            }
        };
        let meant = |name: Placed<String>| {
            let meant = (asked.called)(&name.value, self.scenario, self.side);
            let meant = if meant.is_empty() { vec![name.value] } else { meant };
            meant.into_iter().map(move |value| Placed { value, span: name.span.clone() })
        };
        let mut answers = Vec::new();
        let mut wrong = Vec::new();
        for name in names.into_iter().flat_map(meant) {
            let mut answer = Answer {
                player: name.value,
                side: self.rules.side_name(self.side).to_owned(),
                games: 0,
                at_least,
                mistakes: Vec::new(),
            };
            if !asked.to_come.contains(&&*answer.player) {
                match P::player(self.rules, &answer.player, self.side, asked.read) {
                    Ok(mut player) => {
                        answer.games = games;
                        let numbers = (0..games).map(|number| asked.seed.game(number));
                        answer.mistakes = numbers
                            .filter_map(|game| {
                                player.begin(self.rules, game, self.side);
                                let (what, thoughts) = ask(&mut player, game)?;
                                Some(Mistake { game: game.number(), what, thoughts })
                            })
                            .collect();
                    }
                    Err(message) => wrong.push(Complaint::new(name.span, message)),
                }
            }
            answers.push(answer);
        }
        if wrong.is_empty() { Ok(answers) } else { Err(wrong) }
    }

    /// One decision: the action taken and why, if it is wrong.
    fn decide(&self, good: &[bool], player: &mut P::Seat, _: GameSeed) -> Option<(String, Vec<String>)> {
        let view = View::new(self.rules, &self.state, &self.legal);
        // A player may remember its choice: a copy from before the choice is asked for the reasons.
        let before = player.clone();
        let taken = player.choose(&view);
        if good[taken] {
            return None;
        }
        let mut opinions = before.opinions(&view);
        opinions.sort_by_key(|opinion| core::cmp::Reverse(opinion.value));
        let thoughts = opinions
            .iter()
            .map(|opinion| format!("{:>8}  {}: {}", opinion.value, self.said(opinion.place), opinion.why));
        Some((format!("took `{}`", self.said(taken)), thoughts.collect()))
    }

    // ---- Playing on ----

    fn probe(&self, state: &<P::Rules as Rules>::State, path: &str) -> Result<String, String> {
        self.rules.probe(state, path)
    }

    /// Do the paths exist, and does the example lead to what is expected?
    fn check_play(&self, play: &Play<'_>) -> Result<(), Vec<Complaint>> {
        let mut wrong = Vec::new();
        let paths = play.until.iter().map(|path| (path.value, &path.span));
        let paths = paths.chain(play.expected.iter().map(|it| (it.path.value.as_str(), &it.path.span)));
        for (path, span) in paths {
            if let Err(message) = self.probe(&self.state, path) {
                wrong.push(Complaint::new(span.clone(), message));
            }
        }
        if !wrong.is_empty() {
            return Err(wrong);
        }
        let followed = play.example.follow_from(self.rules, self.state.clone());
        let Some(state) = followed.state.filter(|_| followed.complaints.is_empty()) else {
            return Err(followed.complaints);
        };
        let span = play.example.span();
        if !self.is_stopped(play, &state) {
            let message = "after the example none of the values of `until` has changed: it must go to the end of \
                           the play";
            wrong.push(Complaint::new(span.clone(), message));
        }
        for missed in self.missed(play, &state) {
            wrong.push(Complaint::new(span.clone(), format!("the example fails itself: {missed}")));
        }
        if wrong.is_empty() { Ok(()) } else { Err(wrong) }
    }

    fn is_stopped(&self, play: &Play<'_>, state: &<P::Rules as Rules>::State) -> bool {
        let has_changed =
            |path: &Placed<&str>| self.probe(state, path.value) != self.probe(&self.state, path.value);
        self.rules.outcome(state).is_some() || play.until.iter().any(has_changed)
    }

    /// Expectations that do not hold.
    fn missed(&self, play: &Play<'_>, state: &<P::Rules as Rules>::State) -> Vec<String> {
        let misses = play.expected.iter().filter_map(|expected| {
            let value = self.probe(state, &expected.path.value).unwrap_or_else(|message| message);
            let is_one = expected.values.contains(&value);
            (is_one != expected.is_wanted).then(|| format!("{} is `{value}`", expected.path.value))
        });
        misses.collect()
    }

    fn opponent(&self, play: &Play<'_>, asked: &Examination<'_>) -> Result<P::Seat, Vec<Complaint>> {
        let name = play.against.as_ref().map_or(AGAINST, |name| name.value);
        let span = || play.against.as_ref().map_or_else(|| play.example.span(), |name| name.span.clone());
        let found = P::player(self.rules, name, !self.side, asked.read);
        found.map_err(|message| vec![Complaint::new(span(), message)])
    }

    /// Plays on: the result and the line that was played, if that is not what was expected.
    fn play(
        &self,
        play: &Play<'_>,
        player: &mut P::Seat,
        against: &mut P::Seat,
        game: GameSeed,
    ) -> Option<(String, Vec<String>)> {
        let rules = self.rules;
        against.begin(rules, game, !self.side);
        let mut table = Table::new(SeededDice::new(game), ());
        let mut state = self.state.clone();
        let mut legal = ActionList::within(rules.limits());
        let mut line = Vec::new();
        for _ in 0..rules.limits().decisions {
            if self.is_stopped(play, &state) {
                break;
            }
            legal.clear();
            rules.actions(&state, &mut legal);
            let side = rules.to_act(&state);
            let view = View::new(rules, &state, &legal);
            let taken = legal[if side == self.side { player.choose(&view) } else { against.choose(&view) }];
            line.push(format!("{}: {}", rules.side_name(side), rules.say(taken)));
            rules.apply(&mut state, taken, &mut table);
        }
        let missed = self.missed(play, &state);
        (!missed.is_empty()).then(|| (format!("ended where {}", missed.join(", ")), line))
    }
}

impl core::fmt::Display for Expected {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let not = if self.is_wanted { "" } else { "not " };
        write!(f, "{} {not}`{}`", self.path.value, self.values.join("` or `"))
    }
}
