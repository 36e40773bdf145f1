//! A game of the family in the rule numbers of another of its books: those of Maciejowice 1794, which the ledger lists.

use szala_files::ledger;
use szala_insurrection::Insurrection;
use szala_kernel::Names;
use szala_kernel::conformance::{ByChance, SEED};
use szala_kernel::dice::SeededDice;
use szala_kernel::journal::{Log, tell};
use szala_kernel::{ActionList, Book, Pictured, Play, Recorded, Rule, Rules, Table};

use crate::common::load;

const LEDGER: &str = include_str!("../../rules.toml");

fn maciejowice() -> Book {
    ledger::book(LEDGER, "maciejowice-1794").expect("the ledger lists the book")
}

/// The concordance of the two books: what Maciejowice calls 4.6 is 4.4 of Niemenczyn, and so on. Its own 4.4 (overall
/// commanders), 7.2 (skirmish order) and 10.10.6 (stars) are rules that Niemenczyn does not have.
#[test]
fn the_numbers_of_maciejowice_are_those_of_the_concordance() {
    let book = maciejowice();
    let concordance = [
        ("4.6", "4.4"),
        ("4.6.1", "4.4.1"),
        ("4.6.2", "4.4.2"),
        ("4.6.3", "4.4.3"),
        ("7.3", "7.2"),
        ("7.3.1", "7.2.1"),
        ("7.3.2", "7.2.2"),
        ("7.4", "7.3"),
        ("10.10.7", "10.10.6"),
        ("10.10.8", "10.10.7"),
        ("10.10.9", "10.10.8"),
        ("10.10.10", "10.10.9"),
        // New in that book: code cites them with the letter m.
        ("4.4", "4.4m"),
        ("4.5", "4.5m"),
        ("7.2", "7.2m"),
        ("7.5", "7.5m"),
        ("10.10.6", "10.10.6m"),
        ("8.12.1", "8.12.1m"),
        ("12.3a", "12.3m"),
        ("12.4a", "12.4m"),
        ("13.3", "13.3m"),
        // Its pool is 13.2, and what Niemenczyn's second scenario has besides is among its variants.
        ("13.2", "13.1"),
        ("13.4", "13.2"),
        // All other numbers agree.
        ("4.3", "4.3"),
        ("8.15.6b", "8.15.6b"),
        ("10.10.5", "10.10.5"),
    ];
    for (there, here) in concordance {
        assert_eq!(book.number(Rule::known(here)), Rule::known(there));
        assert_eq!(book.rule(Rule::known(there)), Some(Rule::known(here)));
    }
    assert_eq!(
        book.number(Rule::known("D-10.10.9b")),
        Rule::known("D-10.10.10b"),
        "readings go with their rule"
    );
}

/// The lines of a game played by chance.
fn told(rules: &Insurrection) -> Vec<String> {
    let seed = SEED.game(0);
    let mut players = ByChance::new(seed);
    let mut table = Table::new(SeededDice::new(seed), Log::default());
    let mut list = ActionList::within(rules.limits());
    rules.play_out_loud(&mut rules.opening(), &mut table, &mut list, |rules, state, legal| {
        players.choose(rules.to_act(state), legal.len())
    });
    table.journal.entries.iter().map(|entry| tell(rules, entry).to_string()).collect()
}

#[test]
fn the_same_game_is_told_in_the_numbers_of_the_book() {
    let (niemenczyn, maciejowice) = (load("historical"), load("historical").told_by(maciejowice()));
    let (here, there) = (told(&niemenczyn), told(&maciejowice));
    assert_eq!(here.len(), there.len(), "no die falls otherwise");
    let book = maciejowice.book();
    for (here, there) in here.iter().zip(&there) {
        let (first, rest) = here.split_once(' ').expect("a line has words");
        let expected = match first.parse::<Rule>() {
            Ok(rule) => format!("{} {rest}", book.number(rule)),
            Err(_) => here.clone(),
        };
        assert_eq!(*there, expected);
    }
    assert!(here != there, "a rule with another number was at work");
}

#[test]
fn columns_and_tables_cite_the_book() {
    let game = load("historical").told_by(maciejowice());
    let columns = game.columns();
    let about =
        |what: &str| &columns.iter().find(|column| column.what == what).expect("there is the column").about;
    assert!(about("contused").ends_with("[4.6.1]."), "{}", about("contused"));
    let tables = game.tables();
    let melee = tables.iter().find(|table| table.title == "Modifiers of melee").expect("a table of melee");
    let lava = melee.rows.iter().find(|row| row[0] == "Cossack lava").expect("the lava adds to melee");
    assert_eq!(lava[2], "7.4");
}
