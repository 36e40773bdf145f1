//! [11.7] Exact odds of melee: for every difference of modifiers from the least that the table can bring about up to
//! +10 a whole melee is played by the rules with all hundred pairs of dice and compared with a count by hand: who wins,
//! and by a margin of which row of the flight table [11.11.2t].
//!
//! -7 is the least that a melee of phase 4 comes to: the attacker has a unit in command, so that going uphill brings
//! him to 0, and no defence is better than a square of 4:1 in command, 7. What lies below, down to -10, is counted in
//! the unit tests of `melee/odds`.

use std::fmt::Write;

use crate::common::load;
use szala_files::Document;
use szala_files::case::Casebook;
use szala_insurrection::{Action, Insurrection, State};
use szala_kernel::actions::ActionList;
use szala_kernel::dice::{EveryDice, Fraction, Odds};
use szala_kernel::{Rules, Side, Table};

/// How clear the victory was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Margin {
    /// One stage of flight.
    OneOrTwo,
    /// Two.
    ThreeToFive,
    /// Three, and the winners take no loss.
    SixOrMore,
    /// One of the first two: guns that are captured do not flee, and the winners' loss is all there is to see.
    BelowSix,
}

/// Who won and how.
type Outcome = (bool, Margin);

/// A melee in phase 4, with the difference of the attacker's modifiers and the defender's as the table has it.
struct Bout {
    difference: i32,
    active: &'static str,
    hex: &'static str,
    /// How the defenders face.
    faces: &'static str,
    /// Each with its losses; those listed last survive the two losses of a defeat.
    attackers: &'static [(&'static str, u8)],
    /// How they came in: `"flank"`.
    entry: &'static str,
    defenders: &'static [(&'static str, u8)],
    /// Of the defenders.
    marks: &'static str,
    commanders: &'static str,
}

const ONE: &[(&str, u8)] = &[("1/I/7 pp lit.", 0)];
const BOTH: &[(&str, u8)] = &[("1/I/7 pp lit.", 0), ("2/I/7 pp lit.", 0)];
const HORSE: &[(&str, u8)] = &[("KN II", 0), ("Narbutt 1", 0)];
const COMPANY: &[(&str, u8)] = &[("Narwa 1", 0)];
const GUNS: &[(&str, u8)] = &[("Russian guns", 0)];
const SIXTEEN: &[(&str, u8)] = &[("Narwa 1", 0), ("Narwa 2", 0), ("Narwa 3", 0), ("Pskow 1", 0)];
const TWELVE: &[(&str, u8)] = &[("Narwa 1", 1), ("Narwa 2", 1), ("Narwa 3", 1), ("Pskow 1", 1)];
const EIGHT: &[(&str, u8)] = &[("Narwa 1", 2), ("Narwa 2", 2), ("Narwa 3", 2), ("Pskow 1", 2)];
const FIVE: &[(&str, u8)] = &[("Narwa 1", 2), ("Narwa 2", 3), ("Narwa 3", 3), ("Pskow 1", 3)];
const BOTH_COMMAND: &str = r#"Grabowski = "0704", Lewiz = "0908""#;
const POLES_COMMAND: &str = r#"Grabowski = "0704""#;

/// The Poles attack in 0806, in command.
const POLES: Bout = Bout {
    difference: 1,
    active: "Grabowski",
    hex: "0806",
    faces: "S",
    attackers: ONE,
    entry: r#""front""#,
    defenders: COMPANY,
    marks: "",
    commanders: POLES_COMMAND,
};

/// Four companies in square against 4 of cavalry, in command.
const SQUARE: Bout = Bout { attackers: HORSE, defenders: SIXTEEN, marks: r#""square""#, ..POLES };

const BOUTS: [Bout; 18] = [
    // Command +1 and uphill -1; square +3, 16:4 +3, command +1.
    Bout {
        difference: -7,
        hex: "0812",
        faces: "SW",
        entry: r#""front", uphill = true"#,
        commanders: r#"Grabowski = "0810", Lewiz = "0913""#,
        ..SQUARE
    },
    Bout { difference: -6, commanders: BOTH_COMMAND, ..SQUARE },
    Bout { difference: -5, ..SQUARE },
    // 12:4 is +2, 8:4 is +1, 5:4 nothing.
    Bout { difference: -4, defenders: TWELVE, ..SQUARE },
    Bout { difference: -3, defenders: EIGHT, ..SQUARE },
    Bout { difference: -2, defenders: FIVE, ..SQUARE },
    // Command against forest and command; against command; alone.
    Bout { difference: -1, hex: "0605", commanders: BOTH_COMMAND, ..POLES },
    Bout { difference: 0, commanders: BOTH_COMMAND, ..POLES },
    POLES,
    // A square against infantry: -1 for it.
    Bout { difference: 2, defenders: FIVE, marks: r#""square""#, ..POLES },
    // Flank +2; with 9:4 +1.
    Bout { difference: 3, entry: r#""flank""#, ..POLES },
    Bout { difference: 4, entry: r#""flank""#, attackers: BOTH, ..POLES },
    // Rear +4; with 9:4 +1, 9:3 +2; of 16:4 +3.
    Bout { difference: 5, entry: r#""rear""#, ..POLES },
    Bout { difference: 6, entry: r#""rear""#, attackers: BOTH, ..POLES },
    Bout { difference: 7, entry: r#""rear""#, attackers: BOTH, defenders: &[("Narwa 1", 1)], ..POLES },
    Bout {
        difference: 8,
        active: "Lewiz",
        attackers: SIXTEEN,
        entry: r#""rear""#,
        defenders: &[("2/I/7 pp lit.", 0)],
        commanders: r#"Lewiz = "0908""#,
        ..POLES
    },
    // Flank +2, 5:1 +3, command +1; lone guns -4, with command +1.
    Bout { difference: 9, entry: r#""flank""#, defenders: GUNS, commanders: BOTH_COMMAND, ..POLES },
    Bout { difference: 10, entry: r#""flank""#, defenders: GUNS, ..POLES },
];

impl Bout {
    fn position(&self, game: &Insurrection) -> State {
        let Self { active, hex, faces, attackers, entry, defenders, marks, commanders, .. } = self;
        // [6.12] Who faces so has come from the two hexes behind: from the hill's foot in 0811 to 0812; else into the
        // front of those who face south from one or the other, into their flank from the west, or from the north.
        let came = match (*hex, &entry[1..4]) {
            ("0812", _) | (_, "fla") => "NE",
            (_, "rea") => "S",
            _ => "N",
        };
        let mut text =
            format!("phase = \"melee\"\nactive = \"{active}\"\ncommanders = {{ {commanders} }}\n[units]\n");
        for (name, losses) in *attackers {
            writeln!(text, "\"{name}\" = {{ at = \"{hex} {came}\", losses = {losses}, entered = {entry} }}")
                .expect("writing to a string never fails");
        }
        for (name, losses) in *defenders {
            writeln!(text, "\"{name}\" = {{ at = \"{hex} {faces}\", losses = {losses}, marks = [{marks}] }}")
                .expect("writing to a string never fails");
        }
        let document = Document::parse(&text).unwrap_or_else(|wrong| panic!("{wrong:?} in\n{text}"));
        game.set_up(&document.root()).unwrap_or_else(|wrong| panic!("{wrong:?} in\n{text}"))
    }

    fn attacker(&self) -> Side {
        if self.active == "Lewiz" { Side::Second } else { Side::First }
    }

    /// The losses of a list of units, one after the other.
    fn losses(game: &Insurrection, state: &State, units: &[(&str, u8)]) -> Vec<String> {
        units
            .iter()
            .map(|(name, _)| {
                game.probe(state, &format!("{name}.losses")).expect("there is a value at this path")
            })
            .collect()
    }

    /// Plays from the start until the winner is asked how to face. Losses go to the first who may take them.
    fn play(&self, game: &Insurrection, before: &State, dice: &mut EveryDice) -> Outcome {
        let mut state = *before;
        let mut table = Table::new(dice, ());
        let mut next = ActionList::within(game.limits());
        game.apply(&mut state, Action::Start, &mut table);
        loop {
            next.clear();
            game.actions(&state, &mut next);
            match next[0] {
                Action::Lose(_) => game.apply(&mut state, next[0], &mut table),
                Action::Face(_) => break,
                other => panic!("{other:?} is not of a melee"),
            }
        }
        let wins = game.to_act(&state) == self.attacker();
        let (winners, losers) =
            if wins { (self.attackers, self.defenders) } else { (self.defenders, self.attackers) };
        let is_unscathed = Self::losses(game, before, winners) == Self::losses(game, &state, winners);
        let (last, _) = losers[losers.len() - 1];
        let place = game.probe(&state, &format!("{last}.place")).expect("there is a value at this path");
        let margin = match place.as_str() {
            "fled 2" => Margin::OneOrTwo,
            "fled 3" => Margin::ThreeToFive,
            "fled 4" => Margin::SixOrMore,
            "captured" if is_unscathed => Margin::SixOrMore,
            "captured" => Margin::BelowSix,
            other => panic!("{last}: {other}"),
        };
        // [D-10.10.7a] Guns take no loss, whatever the margin.
        assert!(winners == GUNS || is_unscathed == (margin == Margin::SixOrMore), "[11.8] {margin:?}");
        (wins, margin)
    }
}

/// By hand: of the hundred pairs, 10 - |k| have the attacker's die higher than the defender's by k, from -9 to 9. With
/// the difference of modifiers that is his margin; none at all is a margin of 1, and his.
fn by_hand(difference: i32) -> Vec<(Outcome, u32)> {
    let mut counts: Vec<(Outcome, u32)> = Vec::new();
    for k in -9_i32..=9 {
        let margin = k + difference;
        let class = match margin.unsigned_abs() {
            0..=2 => Margin::OneOrTwo,
            3..=5 => Margin::ThreeToFive,
            _ => Margin::SixOrMore,
        };
        let outcome = (margin >= 0, class);
        let pairs = 10 - k.unsigned_abs();
        match counts.iter_mut().find(|(known, _)| *known == outcome) {
            Some((_, count)) => *count += pairs,
            None => counts.push((outcome, pairs)),
        }
    }
    counts
}

fn chance(pairs: u32) -> Fraction {
    Fraction::new(pairs.into(), 100)
}

#[test]
fn r11_7_the_attacker_wins_as_often_as_a_count_by_hand_says() {
    // From -7 to +10. With 0 the attacker has 45 pairs above and 10 equal. One point more takes over the pairs that
    // were lost by one: 9, then 8, 7, ...; one point less gives away the pairs that were equal: 10, then 9, 8, ...
    let pairs = [6, 10, 15, 21, 28, 36, 45, 55, 64, 72, 79, 85, 90, 94, 97, 99, 100, 100];
    let game = load("historical");
    for (bout, pairs) in BOUTS.iter().zip(pairs) {
        let before = bout.position(&game);
        let odds: Odds<Outcome> = EveryDice::odds(|dice| bout.play(&game, &before, dice));
        assert_eq!(odds.when(|(wins, _)| *wins), chance(pairs), "difference {}", bout.difference);
    }
}

#[test]
fn r11_11_2t_the_margins_come_as_often_as_a_count_by_hand_says() {
    let game = load("historical");
    for bout in &BOUTS {
        let before = bout.position(&game);
        let odds: Odds<Outcome> = EveryDice::odds(|dice| bout.play(&game, &before, dice));
        let mut expected = by_hand(bout.difference);
        if bout.defenders == GUNS {
            let is_below = |outcome: &Outcome| outcome.0 && outcome.1 != Margin::SixOrMore;
            let below =
                expected.iter().filter(|(outcome, _)| is_below(outcome)).map(|(_, pairs)| pairs).sum();
            expected.retain(|(outcome, _)| !is_below(outcome));
            expected.push(((true, Margin::BelowSix), below));
        }
        for (outcome, pairs) in expected {
            assert_eq!(odds.of(&outcome), chance(pairs), "difference {}: {outcome:?}", bout.difference);
        }
        assert_eq!(odds.when(|_| true), Fraction::ONE);
    }
}

#[test]
fn r11_7_the_bouts_go_through_every_difference_once() {
    // So that no row of the table above is left out or counted twice.
    assert!(BOUTS.iter().map(|bout| bout.difference).eq(-7..=10));
}

#[test]
fn r11_7_the_count_by_hand_is_a_count_of_a_hundred() {
    // The margins of an even melee, pair by pair: 10 ties and 9 + 8 by one or two are 27; 7 + 6 + 5 = 18 by three to
    // five; 4 + 3 + 2 + 1 = 10 by six and more. The defender wins by the same, without the ties.
    let even = [
        ((false, Margin::SixOrMore), 10),
        ((false, Margin::ThreeToFive), 18),
        ((false, Margin::OneOrTwo), 17),
        ((true, Margin::OneOrTwo), 27),
        ((true, Margin::ThreeToFive), 18),
        ((true, Margin::SixOrMore), 10),
    ];
    assert_eq!(by_hand(0), even);
    for difference in -10..=10 {
        assert_eq!(by_hand(difference).iter().map(|(_, pairs)| pairs).sum::<u32>(), 100);
    }
}
