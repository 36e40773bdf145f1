//! How often each rule is at work: games of a run played again with a journal that counts. A rule is at work when the
//! journal has a roll, a modifier, a change or a finding under its number, and when a game ends by it; one that only
//! forbids leaves no trace.

use core::ops::{ControlFlow, Range};
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use rayon::ThreadPoolBuildError;
use szala_files::{Complaint, Document, Field};
use szala_kernel::journal::{Event, Hits, Journal};
use szala_kernel::{Book, Rule, RunSeed, Side};
use szala_system::{Contest, Faces, Watcher, Worker};

use crate::aggregate::Counts;
use crate::crew::{Work, in_order};
use crate::run::Plan;
use crate::statistics::Sample;

/// How often a rule was at work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Times {
    /// In all games together.
    pub hits: u64,
    /// The sum of the squares of how often it was in each game.
    pub squares: u128,
    /// Games in which it was.
    pub games: u64,
}

impl Times {
    /// How often it was at work in a game, of all games counted.
    pub fn sample(&self, games: u64) -> Sample {
        let squares = i128::try_from(self.squares).expect("no run is that long");
        Sample::of_sums(games, self.hits.into(), squares)
    }

    fn add(&mut self, other: Self) {
        self.hits += other.hits;
        self.squares += other.squares;
        self.games += other.games;
    }
}

/// How often the rules were at work in some games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clauses {
    /// How the games ended: those who recorded them can see whether they are the same.
    pub counts: Counts,
    /// The rules that were at work.
    pub rules: BTreeMap<Rule, Times>,
}

impl Clauses {
    fn add(&mut self, other: &Self) {
        self.counts += other.counts;
        for (rule, times) in &other.rules {
            self.rules.entry(*rule).or_default().add(*times);
        }
    }
}

/// Plays the games of the plan and counts. When `stop` is set, the games under way are the last; `tell` is called now
/// and then with how many are done.
///
/// # Errors
/// When the system cannot start this many threads.
pub fn clauses(
    contest: &dyn Contest,
    plan: &Plan,
    stop: &AtomicBool,
    mut tell: impl FnMut(u64),
) -> Result<Clauses, ThreadPoolBuildError> {
    let worker = || Counter { worker: contest.worker(), faces: contest.faces(), seed: plan.seed };
    let mut all = Clauses::default();
    in_order(plan.numbers.clone(), plan.threads, worker, stop, |numbers, some: &Clauses| {
        all.add(some);
        tell(numbers.end - plan.numbers.start);
        ControlFlow::Continue(())
    })?;
    Ok(all)
}

/// What one thread needs.
struct Counter<'c> {
    worker: Box<dyn Worker + 'c>,
    faces: &'c dyn Faces,
    seed: RunSeed,
}

impl Work for Counter<'_> {
    type Stretch = Clauses;

    fn fill(&mut self, numbers: Range<u64>, stretch: &mut Clauses) {
        *stretch = Clauses::default();
        for number in numbers {
            self.game(number, stretch);
        }
    }
}

/// Counts the rules at work in one game.
struct AtWork(Hits);

impl Watcher for AtWork {
    fn event(&mut self, event: Event) {
        self.0.event(event);
    }
}

impl Counter<'_> {
    fn game(&mut self, number: u64, clauses: &mut Clauses) {
        let mut at_work = AtWork(Hits::default());
        let end = self.worker.watch(self.seed.game(number), &mut at_work);
        let mut hits: BTreeMap<Rule, u64> = BTreeMap::new();
        for (rule, times) in at_work.0.counts {
            *hits.entry(self.faces.cited(rule)).or_default() += times;
        }
        // The end of a game is not in the journal, but the rule that ended it was at work.
        if let Ok(finished) = &end {
            *hits.entry(finished.outcome.rule).or_default() += 1;
        }
        let counts = &mut clauses.counts;
        match end.map(|finished| finished.outcome.winner) {
            Ok(Some(Side::First)) => counts.first += 1,
            Ok(Some(Side::Second)) => counts.second += 1,
            Ok(None) => counts.draws += 1,
            Err(_) => counts.aborted += 1,
        }
        for (rule, hits) in hits {
            let squares = u128::from(hits) * u128::from(hits);
            clauses.rules.entry(rule).or_default().add(Times { hits, squares, games: 1 });
        }
    }
}

/// A rule as the ledger of its system has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// Its number in the book that is played.
    pub rule: Rule,
    /// What it is about.
    pub title: String,
    /// Can it be at work? Code carries it out, and it does not only forbid, allow or define.
    pub can_be_at_work: bool,
}

/// Reads the rules of a ledger that the book has that is played, in the order in which they are written, with their
/// numbers in it.
///
/// # Errors
/// Everything in it that is not as it should be.
pub fn read_ledger(text: &str, book: &Book) -> Result<Vec<Clause>, Vec<Complaint>> {
    let document = Document::parse(text)?;
    let mut complaints = Vec::new();
    let root = document.root();
    let rows = root.read_each("rule", &mut complaints, Field::section);
    let silent = if root.get("silent").is_some() {
        root.read_each("silent", &mut complaints, |field| {
            field.parse(|text| Rule::parse(text).map_err(|error| error.to_string()))
        })
    } else {
        Vec::new()
    };
    let mut clauses = Vec::new();
    for row in rows {
        let rule = row.read("id", &mut complaints, |field| {
            field.parse(|text| Rule::parse(text).map_err(|error| error.to_string()))
        });
        let title = row.read("title", &mut complaints, Field::text);
        let status = row.read("status", &mut complaints, Field::text);
        if rule.is_some_and(|rule| !is_in(book, rule, row.get("in").is_some())) {
            continue;
        }
        match (rule, title, status) {
            (Some(rule), Some(title), Some(status)) => clauses.push(Clause {
                rule: book.number(rule),
                title: title.to_owned(),
                can_be_at_work: matches!(status, "implemented" | "decision") && !silent.contains(&rule),
            }),
            _ if complaints.is_empty() => {
                complaints.push(Complaint::new(row.span(), "a rule lacks its id, title or status"));
            }
            _ => (),
        }
    }
    if complaints.is_empty() { Ok(clauses) } else { Err(complaints) }
}

/// Does the book have the rule of a row? Its own book lacks what only others have: a number with an m that they have
/// under `in`, and a decision with an M.
pub fn is_in(book: &Book, rule: Rule, has_other_numbers: bool) -> bool {
    let is_of_another = rule.is_of_another_book() || (has_other_numbers && rule.to_string().ends_with('m'));
    book.name().is_some() || !is_of_another
}

#[cfg(test)]
mod tests {
    use szala_kernel::rule;

    use super::*;
    use crate::toy::by_chance;
    use crate::{Stretch, Tally, play};

    fn plan(threads: usize) -> Plan {
        Plan { seed: RunSeed(5), numbers: 0..500, threads }
    }

    fn toy(threads: usize) -> Clauses {
        clauses(&by_chance(), &plan(threads), &AtomicBool::new(false), |_| ()).expect("a few threads")
    }

    #[test]
    fn the_counts_are_the_same_on_any_number_of_threads() {
        let alone = toy(1);
        assert_eq!(alone.counts.games(), 500);
        for threads in [2, 8] {
            assert_eq!(toy(threads), alone, "{threads} threads");
        }
    }

    #[test]
    fn the_games_are_those_of_a_run() {
        let mut tally = Tally::default();
        let take = |stretch: &Stretch| {
            tally.add(stretch, 0..stretch.played.len());
            ControlFlow::Continue(())
        };
        play(&by_chance(), &plan(2), &AtomicBool::new(false), take).expect("a few threads");
        let Counts { first, draws, second, aborted } = toy(2).counts;
        assert_eq!([first, draws, second, aborted], [tally.first, tally.draws, tally.second, tally.aborted]);
    }

    /// [1.1] Lots are drawn at the beginning of each raid: in every game, and never without any.
    #[test]
    fn a_rule_that_is_at_work_in_every_game_is_counted_in_every_game() {
        let found = toy(2);
        let lots = found.rules[&rule!("1.1")];
        assert_eq!(lots.games, 500);
        assert!(lots.hits >= 500 && lots.squares >= u128::from(lots.hits), "{lots:?}");
        let shots = found.rules[&rule!("2.3")];
        assert!(shots.games < 500, "a raider may find an open gate each time: {shots:?}");
    }

    /// [3.1] ends every raid and is not in the journal, so it is counted once a game, when the game ends.
    #[test]
    fn the_rule_by_which_a_game_ends_is_at_work_in_it() {
        let mut ends: BTreeMap<Rule, u64> = BTreeMap::new();
        let take = |stretch: &Stretch| {
            for game in &stretch.played {
                *ends.entry(game.end.expect("every raid has an end").rule).or_default() += 1;
            }
            ControlFlow::Continue(())
        };
        play(&by_chance(), &plan(2), &AtomicBool::new(false), take).expect("a few threads");
        let found = toy(2);
        for (rule, games) in ends {
            assert!(found.rules[&rule].games >= games, "{rule}: {:?} of {games}", found.rules[&rule]);
        }
    }

    #[test]
    fn how_often_it_is_in_a_game_is_a_mean_with_its_variance() {
        // Three times, once, and twice not at all: a mean of 1 and squares of 10.
        let sample = Times { hits: 4, squares: 10, games: 2 }.sample(4);
        assert_eq!((sample.n, sample.mean, sample.variance), (4, 1.0, 1.5));
    }

    #[test]
    fn a_ledger_tells_the_number_and_the_title_of_each_rule() {
        let ledger = include_str!("../../engine/kernel/rules.toml");
        let clauses = read_ledger(ledger, Book::own()).expect("the toy's ledger");
        assert_eq!((clauses[0].rule, clauses[0].title.as_str()), (rule!("1.1"), "Lots"));
        assert!(clauses[0].can_be_at_work);
        let silent = ledger.replacen("[[rule]]", "silent = [\"1.1\"]\n\n[[rule]]", 1);
        let clauses =
            read_ledger(&silent, Book::own()).expect("the toy's ledger with a list of silent rules");
        assert!(!clauses[0].can_be_at_work && clauses[1].can_be_at_work);
        let wrong = read_ledger("[[rule]]\nid = \"1..2\"\ntitle = \"x\"\nstatus = \"data\"\n", Book::own());
        assert_eq!(wrong.expect_err("no number").len(), 1);
        assert_eq!(read_ledger("[[rule]]\nid = \"1.2\"\n", Book::own()).expect_err("no title").len(), 1);
    }

    /// By the form of ledgers: two rules in both books, one with another number there, and two of the other book alone.
    #[test]
    fn a_book_has_no_rules_that_only_another_has() {
        let row = |id: &str, within: &str| {
            format!("[[rule]]\nid = \"{id}\"\n{within}title = \"{id}\"\nstatus = \"implemented\"\n\n")
        };
        let ledger = row("1.1", "")
            + &row("1.2", "in.sister = \"1.3\"\n")
            + &row("1.2m", "in.sister = \"1.2\"\n")
            + &row("D-M1.2a", "");
        let numbers = |book: &Book| -> Vec<String> {
            let clauses = read_ledger(&ledger, book).expect("a sound ledger");
            clauses.iter().map(|clause| clause.rule.to_string()).collect()
        };
        assert_eq!(numbers(Book::own()), ["1.1", "1.2"]);
        let known = |text| Rule::parse(text).expect("the test names rules by sound numbers");
        let pairs = [("1.2", "1.3"), ("1.2m", "1.2")].map(|(rule, number)| (known(rule), known(number)));
        assert_eq!(numbers(&Book::new("sister", pairs)), ["1.1", "1.3", "1.2", "D-M1.2a"]);
    }
}
