//! A game that is played by another book than the one whose numbers its code cites: *Two Gates* in a second edition
//! that puts a new rule 2.2 before the guarded gate and the shot. Whatever is printed has that edition's numbers.

use core::fmt;

use szala_files::case::{Casebook, Report, run_file};
use szala_files::{Complaint, Section, ledger};
use szala_kernel::dice::SeededDice;
use szala_kernel::journal::{Hits, Log, tell};
use szala_kernel::rules::Fault;
use szala_kernel::toy::{Action, State, TwoGates};
use szala_kernel::{
    ActionList, Book, Dice, Journal, Limits, Names, Notation, Outcome, Play, Rule, Rules, RunSeed, Side,
    Subject, Table, rule,
};

/// The second edition in a ledger: the rules it numbers differently.
const LEDGER: &str = r#"
books = ["second-edition"]

[[rule]]
id = "2.1"

[[rule]]
id = "2.2"
in.second-edition = "2.3"

[[rule]]
id = "2.3"
in.second-edition = "2.4"

[[rule]]
id = "3.1"
in = { second-edition = "4.1" }
"#;

/// *Two Gates*, played by a book.
#[derive(Clone)]
struct PlayedBy(Book);

fn second() -> PlayedBy {
    PlayedBy(ledger::book(LEDGER, "second-edition").expect("the ledger above is in order"))
}

impl Rules for PlayedBy {
    type State = State;
    type Action = Action;

    fn opening(&self) -> State {
        TwoGates.opening()
    }

    fn to_act(&self, state: &State) -> Side {
        TwoGates.to_act(state)
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        TwoGates.outcome(state)
    }

    fn actions(&self, state: &State, list: &mut ActionList<Action>) {
        TwoGates.actions(state, list);
    }

    fn refusal(&self, state: &State, action: Action) -> Option<Rule> {
        TwoGates.refusal(state, action)
    }

    fn apply<D: Dice, J: Journal>(&self, state: &mut State, action: Action, table: &mut Table<D, J>) {
        TwoGates.apply(state, action, table);
    }

    fn imagine<D: Dice>(&self, state: &mut State, viewer: Side, dice: &mut D) {
        TwoGates.imagine(state, viewer, dice);
    }

    fn audit(&self, state: &State) -> Result<(), Fault> {
        TwoGates.audit(state)
    }

    fn limits(&self) -> Limits {
        TwoGates.limits()
    }
}

impl Notation for PlayedBy {
    fn write_action(&self, action: Action, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        TwoGates.write_action(action, f)
    }

    fn parse_action(&self, text: &str) -> Result<Action, String> {
        TwoGates.parse_action(text)
    }

    fn tell_opening<J: Journal>(&self, journal: &mut J) {
        TwoGates.tell_opening(journal);
    }
}

impl Names for PlayedBy {
    fn write_subject(&self, subject: Subject, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        TwoGates.write_subject(subject, f)
    }

    fn write_value(&self, what: &'static str, value: i32, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        TwoGates.write_value(what, value, f)
    }

    fn side_name(&self, side: Side) -> &str {
        TwoGates.side_name(side)
    }

    fn book(&self) -> &Book {
        &self.0
    }
}

impl Casebook for PlayedBy {
    fn set_up(&self, position: &Section<'_>) -> Result<State, Vec<Complaint>> {
        TwoGates.set_up(position)
    }

    fn probe(&self, state: &State, path: &str) -> Result<String, String> {
        TwoGates.probe(state, path)
    }

    fn parse_subject(&self, text: &str) -> Result<Subject, String> {
        TwoGates.parse_subject(text)
    }
}

/// The lines of game 3 of seed 1 and how it ended, the first legal action taken each time.
fn played(rules: &PlayedBy) -> (Vec<String>, Rule) {
    let mut table = Table::new(SeededDice::new(RunSeed(1).game(3)), Log::default());
    let mut list = ActionList::within(rules.limits());
    let finished = rules.play_out_loud(&mut rules.opening(), &mut table, &mut list, |_, _, _| 0);
    let lines = table.journal.entries.iter().map(|entry| tell(rules, entry).to_string());
    (lines.collect(), rules.cited(finished.outcome.rule))
}

#[test]
fn the_same_game_is_told_and_ends_by_the_numbers_of_the_book() {
    let (own, second) = (played(&PlayedBy(Book::own().clone())), played(&second()));
    assert_eq!((own.1, second.1), (rule!("3.1"), rule!("4.1")));
    assert_eq!(own.0.len(), second.0.len());
    // The guard stands at the gate each time and shoots: dice of 2.3, which this book calls 2.4.
    let renumbered = |line: &String| line.replace("2.3 ", "2.4 ").replace("2.2 ", "2.3 ");
    assert_eq!(own.0.iter().map(renumbered).collect::<Vec<_>>(), second.0);
    assert!(second.0.iter().any(|line| line.starts_with("2.4 rolls ")), "{:?}", second.0);
}

#[test]
fn events_and_with_them_keys_of_dice_and_counts_keep_the_numbers_of_the_code() {
    let mut table = Table::new(SeededDice::new(RunSeed(1).game(3)), Hits::default());
    let mut list = ActionList::within(TwoGates.limits());
    second().play_on(&mut TwoGates.opening(), &mut table, &mut list, |_, _, _, _| 0);
    assert!(table.journal.counts.contains_key(&rule!("2.3")));
    assert!(!table.journal.counts.contains_key(&rule!("2.4")));
}

/// Cases in the numbers of the second edition.
const CASES: &str = r#"game = "two-gates"
book = "second-edition"

[[case]]
name = "a first shot of 6 is too high by one"
rules = ["2.4"]
why = "6 - 1 = 5"
dice = ["2.4: 6"]
actions = ["guard left", "shoot"]
journal = ["2.4 modifier -1"]
silent = ["2.3"]
illegal = [{ action = "let pass", rule = "2.3" }]
position = { step = "post", raid = 1, raider = "Red", aim = "left" }

[[case]]
name = "the end"
rules = ["4.1"]
why = "2 - 0"
position = { step = "raid", raid = 2, raider = "Red", points = { Red = 1 } }
actions = ["raid left", "guard right"]
outcome = { winner = "Red", rule = "4.1" }
"#;

fn run(text: &str, rules: &PlayedBy) -> Report {
    run_file("two-gates.toml", text, Some("two-gates"), |_| Ok(rules.clone()))
}

fn message(text: &str, rules: &PlayedBy) -> (usize, String) {
    let report = run(text, rules);
    let of_cases = report.cases.iter().flat_map(|case| &case.findings);
    let first = report.findings.iter().chain(of_cases).next().expect("the cases fail");
    (first.line, first.message.clone())
}

#[test]
fn cases_written_for_a_book_have_its_numbers() {
    let report = run(CASES, &second());
    assert!(report.is_passed(), "{report}");
}

#[test]
fn what_fails_is_told_in_the_numbers_of_the_book() {
    let breaks = |from: &str, to: &str, line: usize, expected: &str| {
        let text = CASES.replacen(from, to, 1);
        assert_ne!(text, CASES, "{from:?} is in the file");
        assert_eq!(message(&text, &second()), (line, expected.to_owned()));
    };
    breaks(
        "\"2.4: 6\"",
        "\"2.3: 6\"",
        8,
        "this die is written for rule 2.3, and rule 2.4 asks for one for Blue at Red",
    );
    breaks("\"2.4: 6\"", "", 9, "rule 2.4 asks for a die for Blue at Red, and no die is left");
    let own = "no rule that can ask for a die has the number 2.2 in second-edition";
    breaks("\"2.4: 6\"", "\"2.2: 6\"", 8, own);
    breaks("\"shoot\"]", "\"draw lots\"]", 9, "rule 1.1 forbids this here; legal are: shoot, let pass");
    breaks("rule = \"2.3\"", "rule = \"2.2\"", 12, "rule 2.3 forbids it, not 2.2");
    breaks("silent = [\"2.3\"]", "silent = [\"2.4\"]", 11, "the journal has `2.4 rolls 6, Blue at Red`");
    let end = "the game ended otherwise: Red wins, lead 2, by rule 4.1 (more points)";
    breaks("rule = \"4.1\"", "rule = \"3.1\"", 21, end);
}

#[test]
fn a_file_gives_the_numbers_of_the_book_that_is_played() {
    let own = PlayedBy(Book::own().clone());
    let for_another = "the file gives numbers of `second-edition`, and what is played is the book whose numbers the \
                       code cites: leave `book` out";
    assert_eq!(message(CASES, &own), (2, for_another.to_owned()));
    let says_nothing = CASES.replace("book = \"second-edition\"\n", "");
    let remedy = "this is played by `second-edition`: write book = \"second-edition\" and its numbers";
    assert_eq!(message(&says_nothing, &second()), (4, remedy.to_owned()));
}

#[test]
fn a_book_that_the_ledger_does_not_list_and_a_number_that_is_none_are_refused() {
    let messages = |ledger: &str, name| -> Vec<String> {
        let complaints = ledger::book(ledger, name).expect_err("the ledger is not in order");
        complaints.into_iter().map(|complaint| complaint.message).collect()
    };
    let unknown = "there is no book `pluton`; there are second-edition";
    assert_eq!(messages(LEDGER, "pluton"), [unknown]);
    let broken = LEDGER.replace("\"4.1\"", "\"4..1\"");
    let reason = "`4..1`: a rule number lacks a number, expected something like 10.9.6";
    assert_eq!(messages(&broken, "second-edition"), [reason]);
}
