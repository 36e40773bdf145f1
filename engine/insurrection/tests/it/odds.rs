//! [10.9.4t] [10.10.1t] Exact odds of fire: for every row of both tables, every total of modifiers that can come about
//! and every morale, the rules are played with all faces of the die and compared with a count by hand. First muskets,
//! then guns.

use std::collections::BTreeSet;

use crate::common::load;
use szala_files::Document;
use szala_files::case::Casebook;
use szala_insurrection::{Action, Insurrection, State};
use szala_kernel::actions::ActionList;
use szala_kernel::dice::{EveryDice, Fraction, Odds};
use szala_kernel::journal::{Event, Journal};
use szala_kernel::{Ask, Dice, Die, Notation, Play, Rules, Subject, Table, rule};

/// What a shot did to the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effect {
    Nothing,
    Retreat,
    RetreatAndLoss,
}

/// Listens for the loss that the table takes; those of the retreat that follows [10.11] are none of its business.
#[derive(Default)]
struct LossOfTheTable(bool);

impl Journal for LossOfTheTable {
    fn event(&mut self, event: Event) {
        self.0 |= matches!(event, Event::Change { rule, what: "losses", .. } if rule == rule!("10.9.4t"));
    }

    fn decision(&mut self, _: szala_kernel::Side, _: &dyn core::fmt::Display) {}
}

fn position(game: &Insurrection, text: &str) -> State {
    let document = Document::parse(text).unwrap_or_else(|wrong| panic!("{wrong:?} in\n{text}"));
    game.set_up(&document.root()).unwrap_or_else(|wrong| panic!("{wrong:?} in\n{text}"))
}

/// The odds of one shot, played by the rules. The target retreats when it is no longer where it was, or about to go.
fn by_the_rules(game: &Insurrection, text: &str, shot: &str, target: &str) -> Odds<Effect> {
    let before = position(game, text);
    let shot = game.parse_action(shot).expect("the test writes a valid shot");
    EveryDice::odds(|dice| {
        let mut state = before;
        let mut table = Table::new(dice, LossOfTheTable::default());
        for action in [Action::Start, shot] {
            game.try_apply(&mut state, action, &mut table)
                .unwrap_or_else(|_| panic!("{action:?} in\n{text}"));
        }
        let where_now =
            |state: &State| game.probe(state, &format!("{target}.hex")).expect("the name is that of a unit");
        let mut next = ActionList::within(game.limits());
        game.actions(&state, &mut next);
        let retreats = where_now(&before) != where_now(&state)
            || next.iter().any(|action| matches!(action, Action::Retreat(_)));
        match (retreats, table.journal.0) {
            (false, false) => Effect::Nothing,
            (true, false) => Effect::Retreat,
            (true, true) => Effect::RetreatAndLoss,
            (false, true) => panic!("a loss without a retreat in\n{text}"),
        }
    })
}

/// The same by hand: of the faces 0 to 9, those that come to 9 or more are a loss, else those above the morale a
/// retreat. Without a test nothing happens.
fn by_hand(plus: Option<i32>, morale: i32) -> [(Effect, Fraction); 3] {
    let mut faces = [0; 3];
    for face in 0..=9 {
        let effect = match plus {
            Some(plus) if face + plus >= 9 => 2,
            Some(plus) if face + plus > morale => 1,
            _ => 0,
        };
        faces[effect] += 1;
    }
    let [nothing, retreat, loss] = faces.map(|count| Fraction::new(count, 10));
    [(Effect::Nothing, nothing), (Effect::Retreat, retreat), (Effect::RetreatAndLoss, loss)]
}

/// Who fires from next to the target, so that his firepower is the result: in brackets what each has lost.
struct Firers {
    /// 0 for "0-1" to 3 for "6+".
    row: usize,
    cavalry: bool,
    /// The first hex; of several there, side by side.
    here: &'static [(&'static str, u8)],
    /// The hex beside it, firing jointly: one row down [10.9.6].
    beside: &'static [(&'static str, u8)],
}

const fn firers(
    row: usize,
    cavalry: bool,
    here: &'static [(&'static str, u8)],
    beside: &'static [(&'static str, u8)],
) -> Firers {
    Firers { row, cavalry, here, beside }
}

/// 1/I/7 has firepower 5, 2/I/7 has 4, a squadron 1. Cavalry never gets to row 6+: two hexes next to the target,
/// 1 + 1 side by side in one of them, come to 2 and one row down.
const POLES: [Firers; 7] = [
    firers(0, false, &[("1/I/7 pp lit.", 4)], &[]),
    firers(1, false, &[("1/I/7 pp lit.", 3)], &[]),
    firers(2, false, &[("1/I/7 pp lit.", 0)], &[]),
    firers(3, false, &[("1/I/7 pp lit.", 0), ("2/I/7 pp lit.", 0)], &[]),
    firers(0, true, &[("KN II", 0)], &[]),
    firers(1, true, &[("KN II", 0), ("1 StP", 0)], &[]),
    firers(2, true, &[("KN II", 0), ("1 StP", 0)], &[("2 StP", 0)]),
];

/// A company has firepower 4, a squadron 1.
const RUSSIANS: [Firers; 7] = [
    firers(0, false, &[("Narwa 1", 3)], &[]),
    firers(1, false, &[("Narwa 1", 2)], &[]),
    firers(2, false, &[("Narwa 1", 0)], &[]),
    firers(3, false, &[("Narwa 1", 0), ("Narwa 2", 0)], &[]),
    firers(0, true, &[("Kozacy 3", 0)], &[]),
    firers(1, true, &[("Kozacy 1", 0), ("Kozacy 2", 0)], &[]),
    firers(2, true, &[("Kozacy 1", 0), ("Kozacy 2", 0)], &[("Kozacy 3", 0)]),
];

/// How the target takes the shot, which comes from its SW or SE.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stance {
    /// Facing S.
    Front,
    /// Facing N.
    Rear,
    /// [7.2] In a square with three other companies.
    Square,
}

/// A hex and its neighbours to the SW and SE. Into 0709 both lines cross a trench; into 0808 none does.
const SHELTERED: [&str; 3] = ["0709", "0608", "0609"];
const OPEN: [&str; 3] = ["0808", "0708", "0709"];

/// [10.9.4t] What the rows add to the die.
const ROWS: [Option<i32>; 4] = [None, Some(0), Some(1), Some(2)];
/// [10.9.7] to [10.9.9] What the first to the fourth shot add.
const SHOTS: [i32; 4] = [1, 0, -1, -1];

/// One way of firing at a target.
#[derive(Clone, Copy)]
struct Shot<'a> {
    firers: &'a Firers,
    /// Shots fired before, 0 to 3.
    before: usize,
    /// Across a trench?
    sheltered: bool,
    stance: Stance,
}

impl Shot<'_> {
    /// What is added to the die, by hand; nothing without a test.
    fn plus(self) -> Option<i32> {
        let stance = i32::from(self.stance != Stance::Front);
        let others = SHOTS[self.before] - i32::from(self.sheltered) - i32::from(self.firers.cavalry) + stance;
        ROWS[self.firers.row].map(|row| row + others)
    }

    /// The position as in a rule case, and the action.
    fn case(self, (target, losses): (&str, u8)) -> (String, String) {
        let [at, from, beside] = if self.sheltered { SHELTERED } else { OPEN };
        let active = if is_russian(target) { "Lewiz" } else { "Grabowski" };
        let facing = if self.stance == Stance::Rear { "N" } else { "S" };
        let mut units = Vec::new();
        for (hex, group) in [(from, self.firers.here), (beside, self.firers.beside)] {
            let mark = if group.len() > 1 { "\"side by side\"" } else { "" };
            for (name, losses) in group {
                units.push(unit(name, &format!("{hex} N"), *losses, self.before, mark));
            }
        }
        let is_square = self.stance == Stance::Square;
        let mark = if is_square { "\"square\"" } else { "" };
        units.push(unit(target, &format!("{at} {facing}"), losses, 0, mark));
        let others = ["Narwa 1", "Narwa 2", "Narwa 3", "Pskow 2"].into_iter().filter(|name| *name != target);
        for name in others.take(if is_square { 3 } else { 0 }) {
            units.push(unit(name, &format!("{at} {facing}"), 0, 0, mark));
        }
        let position = format!(
            "phase = \"fire\"\nactive = \"{active}\"\ncommanders = {{ Grabowski = \"0109\", Lewiz = \"1208\", \
             Kirejew = \"1201\", Eydziatowicz = \"0101\" }}\n[units]\n{}\n",
            units.join("\n")
        );
        let chain = if self.firers.beside.is_empty() { from.to_owned() } else { format!("{from}-{beside}") };
        (position, format!("fire {chain} at {at}"))
    }
}

fn unit(name: &str, at: &str, losses: u8, shots: usize, mark: &str) -> String {
    format!("\"{name}\" = {{ at = \"{at}\", losses = {losses}, shots = {shots}, marks = [{mark}] }}")
}

fn is_russian(unit: &str) -> bool {
    !unit.contains("pp")
}

/// Every way in which the enemies of a target can fire at it.
fn shots_at(target: &str) -> impl Iterator<Item = Shot<'static>> {
    let (army, stances): (&[Firers], &[Stance]) = if is_russian(target) {
        (&POLES, &[Stance::Front, Stance::Rear, Stance::Square])
    } else {
        // [7.2.2] Only the Russians form squares.
        (&RUSSIANS, &[Stance::Front, Stance::Rear])
    };
    army.iter().flat_map(move |firers| {
        (0..SHOTS.len()).flat_map(move |before| {
            [false, true].into_iter().flat_map(move |sheltered| {
                stances.iter().map(move |stance| Shot { firers, before, sheltered, stance: *stance })
            })
        })
    })
}

#[test]
fn r10_9_4t_every_row_every_total_of_modifiers_and_every_morale_have_the_odds_counted_by_hand() {
    let game = load("alternative");
    // A company of Pskow with two losses shows its reverse, morale 4.
    for (target, losses, morale) in
        [("Pskow 1", 2, 4), ("Pskow 1", 0, 5), ("Narwa 1", 0, 6), ("1/I/7 pp lit.", 0, 7)]
    {
        let mut totals: [BTreeSet<i32>; 4] = Default::default();
        for shot in shots_at(target) {
            let plus = shot.plus();
            totals[shot.firers.row].extend(plus);
            let (text, action) = shot.case((target, losses));
            let odds = by_the_rules(&game, &text, &action, target);
            for (effect, chance) in by_hand(plus, morale) {
                assert_eq!(
                    odds.of(&effect),
                    chance,
                    "{effect:?}, {plus:?} against {morale}: {action} in\n{text}"
                );
            }
        }
        // Row 2-3: 0, shot -1 to 1, shelter, cavalry, and flank or square. Row 4-5: one more. Row 6+: two more, but no
        // cavalry gets there.
        let all: [BTreeSet<i32>; 4] = [0..0, -3..3, -2..4, 0..5].map(Iterator::collect);
        assert_eq!(totals, all, "the totals that can come about, against morale {morale}");
    }
}

#[test]
fn r10_9_4t_a_company_at_close_range_drives_morale_6_back_in_four_shots_of_ten() {
    // Row 4-5 with a second shot: faces 0 to 5 come to 6 at most; 6 and 7 to 7 and 8; 8 and 9 to 9 and 10.
    let game = load("alternative");
    let shot = Shot { firers: &POLES[2], before: 1, sheltered: false, stance: Stance::Front };
    let (text, action) = shot.case(("Narwa 1", 0));
    let odds = by_the_rules(&game, &text, &action, "Narwa 1");
    let chances = [Effect::Nothing, Effect::Retreat, Effect::RetreatAndLoss].map(|effect| odds.of(&effect));
    assert_eq!(chances, [Fraction::new(6, 10), Fraction::new(2, 10), Fraction::new(2, 10)]);
}

#[test]
fn r10_9_6_the_example_of_the_book_leaves_morale_6_where_it_is_in_seven_shots_of_ten() {
    // Two companies at two hexes, fourth and second shot, a total of 0: 7 and 8 drive it back, 9 costs a loss.
    let game = load("alternative");
    let text = r#"
        phase = "fire"
        active = "Lewiz"
        commanders = { Grabowski = "0703", Lewiz = "1208" }
        [units]
        "1/I/7 pp lit." = { at = "0805 N", shots = 3 }
        "2/I/7 pp lit." = { at = "0806 N", shots = 1 }
        "Narwa 1" = "1005 S"
    "#;
    let odds = by_the_rules(&game, text, "fire 0805-0806 at 1005", "Narwa 1");
    let chances = [Effect::Nothing, Effect::Retreat, Effect::RetreatAndLoss].map(|effect| odds.of(&effect));
    assert_eq!(chances, [Fraction::new(7, 10), Fraction::new(2, 10), Fraction::new(1, 10)]);
}

#[test]
fn r10_9_5_lone_guns_are_taken_in_as_many_shots_of_ten_as_the_firepower() {
    // A die below the firepower: 3 faces of 10 for firepower 3, and so on.
    let game = load("alternative");
    for (losses, firepower) in [(2, 3), (1, 4), (0, 5)] {
        let text = format!(
            "phase = \"fire\"\nactive = \"Lewiz\"\ncommanders = {{ Grabowski = \"0703\", Lewiz = \"1208\" }}\n[units]\n\
             \"1/I/7 pp lit.\" = {{ at = \"0805 N\", losses = {losses} }}\n\
             \"Russian guns\" = \"0905 S\"\n\"Narwa 1\" = \"1107 S\"\n"
        );
        let before = position(&game, &text);
        let shot = game.parse_action("fire 0805 at 0905").expect("the test writes a valid shot");
        let odds = EveryDice::odds(|dice| {
            let mut state = before;
            let mut table = Table::new(dice, ());
            for action in [Action::Start, shot] {
                game.try_apply(&mut state, action, &mut table).expect("the actions of the test are legal");
            }
            game.probe(&state, "Russian guns.place").expect("the name is that of a unit")
        });
        assert_eq!(odds.of(&"gone".to_owned()), Fraction::new(firepower, 10), "firepower {firepower}");
        assert_eq!(odds.of(&"map".to_owned()), Fraction::new(10 - firepower, 10), "firepower {firepower}");
    }
}

// ---- Guns ----

/// One die shows every face; those before it show `before`, those behind it a 1.
struct OneDie<'d> {
    every: &'d mut EveryDice,
    place: usize,
    before: u8,
    rolled: usize,
}

impl Dice for OneDie<'_> {
    fn roll(&mut self, die: Die, ask: Ask) -> u8 {
        self.rolled += 1;
        match (self.rolled - 1).cmp(&self.place) {
            core::cmp::Ordering::Less => self.before,
            core::cmp::Ordering::Equal => self.every.roll(die, ask),
            core::cmp::Ordering::Greater => 1,
        }
    }

    fn draw(&mut self, ask: Ask, tickets: &[Subject]) -> usize {
        self.every.draw(ask, tickets)
    }
}

/// Listens for the loss that the table takes from one unit.
struct LossOf(Subject, bool);

impl Journal for LossOf {
    fn event(&mut self, event: Event) {
        if let Event::Change { rule, what: "losses", whose, .. } = event {
            self.1 |= rule == rule!("10.9.4t") && whose == self.0;
        }
    }

    fn decision(&mut self, _: szala_kernel::Side, _: &dyn core::fmt::Display) {}
}

/// Plays the opening and a shot, and then whatever retreats must be made, by the first way that is open.
fn shell(game: &Insurrection, state: &mut State, shot: &str, table: &mut Table<impl Dice, impl Journal>) {
    let mut next = Some(game.parse_action(shot).expect("the test writes a valid shot"));
    game.try_apply(state, Action::Start, table).expect("the position starts with this action");
    while let Some(action) = next {
        game.try_apply(state, action, table).unwrap_or_else(|_| panic!("{shot}: {action:?}"));
        let mut legal = ActionList::within(game.limits());
        game.actions(state, &mut legal);
        next = legal.iter().copied().find(|action| matches!(action, Action::Retreat(_)));
    }
}

/// What lies on the target's hex. Two reasons for the same modifier do not add.
const GROUNDS: [(bool, bool, i32); 4] =
    [(false, false, 0), (true, false, -1), (false, true, -1), (true, true, -1)];

/// The scenario with a wood in a hex of column 03, or trenches on its southern sides.
fn load_with(row: u8, wood: bool, trench: bool) -> Insurrection {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/niemenczyn-1794/");
    let read = |path: &str| -> Result<String, String> {
        let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
        let lines = text.lines().map(|line| match line.strip_prefix(&format!("row {row:02}")) {
            Some(hexes) if wood => {
                let mut hexes: Vec<&str> = hexes.split_whitespace().collect();
                hexes[2] = "f";
                format!("row {row:02} {}", hexes.join(" "))
            }
            _ if trench && line.starts_with("trench = [") => {
                // An even row stands half a hex further east.
                let west = if row.is_multiple_of(2) { 3 } else { 2 };
                let [below, east] = [row - 1, west + 1];
                format!("{line}\n\"{row:02}03/{below:02}{west:02}\", \"{row:02}03/{below:02}{east:02}\",")
            }
            _ => line.to_owned(),
        });
        Ok(lines.collect::<Vec<_>>().join("\n"))
    };
    let loaded = szala_insurrection::scenario::load(&format!("{root}historical.toml"), &read);
    Insurrection::new(loaded.unwrap_or_else(|problems| panic!("{problems}")).scenario)
}

/// Guns in 0103 fire straight up column 03 at companies that stand this many hexes off, facing so.
fn battery(distance: u8, companies: &[(&str, u8)], facing: &str, marks: &str) -> (String, String) {
    let (active, gun) = match companies[0].0 {
        "1/I/7 pp lit." => ("Lewiz", "Russian guns"),
        _ => ("Grabowski", "Polish guns"),
    };
    let target = format!("{:02}03", distance + 1);
    let units: Vec<String> = companies
        .iter()
        .map(|(name, losses)| {
            format!("\"{name}\" = {{ at = \"{target} {facing}\", losses = {losses}, marks = [{marks}] }}\n")
        })
        .collect();
    let text = format!(
        "active = \"{active}\"\ncommanders = {{ {active} = \"0101\" }}\n[units]\n\"{gun}\" = \"0103 N\"\n{}",
        units.concat()
    );
    (text, format!("shell {target}: {gun}"))
}

/// The odds of what happens to the company whose die is at this place, and whether the battery broke down [10.10.4].
fn shelled(
    game: &Insurrection,
    (text, shot): &(String, String),
    name: &str,
    [place, before]: [u8; 2],
) -> Odds<(Effect, bool)> {
    let opening = position(game, text);
    let subject = game.parse_subject(name).expect("the name is that of a unit");
    let gun = shot.split_once(": ").expect("a shot names its guns").1;
    let probe =
        |state: &State, path: String| game.probe(state, &path).expect("there is a value at this path");
    EveryDice::odds(|every| {
        let mut state = opening;
        let dice = OneDie { every, place: place.into(), before, rolled: 0 };
        let mut table = Table::new(dice, LossOf(subject, false));
        shell(game, &mut state, shot, &mut table);
        let is_gone = probe(&opening, format!("{name}.hex")) != probe(&state, format!("{name}.hex"));
        let effect = match (is_gone, table.journal.1) {
            (false, false) => Effect::Nothing,
            (true, false) => Effect::Retreat,
            (true, true) => Effect::RetreatAndLoss,
            (false, true) => panic!("a loss without a retreat in\n{text}"),
        };
        (effect, probe(&state, format!("{gun}.silent")) == "true")
    })
}

fn assert_shelled(odds: &Odds<(Effect, bool)>, plus: i32, morale: i32, about: &(String, String)) {
    for (effect, chance) in by_hand(Some(plus), morale) {
        let found = odds.when(|(other, _)| *other == effect);
        assert_eq!(found, chance, "{effect:?}, {plus} against {morale}\n{}\n{}", about.1, about.0);
    }
    // [10.10.4] The face 0 and no other.
    assert_eq!(odds.when(|(_, broken)| *broken), Fraction::new(1, 10), "{}\n{}", about.1, about.0);
}

/// [10.10.1t] What the table adds to the die.
fn plus_at(distance: u8) -> i32 {
    [2, 2, 2, 1, 1, 1, 0, 0, 0, 0][usize::from(distance - 1)]
}

/// [10.3.1] [10.3.2] Seen from column 03 the guns are due south at even distances, and just west of it at odd ones. SE
/// has its front end due south, so they are in its flank only at odd distances.
fn plus_of_facing(facing: &str, distance: u8) -> i32 {
    match facing {
        "S" | "SW" => 0,
        "SE" => i32::from(distance % 2),
        _ => 1,
    }
}

#[test]
fn r10_10_1t_every_range_every_modifier_and_every_morale_have_the_odds_counted_by_hand() {
    let targets = [("Pskow 1", 2, 4), ("Pskow 1", 0, 5), ("Narwa 1", 0, 6), ("1/I/7 pp lit.", 0, 7)];
    let mut totals = BTreeSet::new();
    for distance in 1..=10 {
        for (wood, trench, shelter) in GROUNDS {
            let game = load_with(distance + 1, wood, trench);
            for (name, losses, morale) in targets {
                for facing in ["N", "NE", "SE", "S", "SW", "NW"] {
                    let plus = plus_at(distance) + shelter + plus_of_facing(facing, distance);
                    totals.insert((plus_at(distance), plus));
                    let shot = battery(distance, &[(name, losses)], facing, "");
                    assert_shelled(&shelled(&game, &shot, name, [0, 1]), plus, morale, &shot);
                }
            }
        }
    }
    // One down for shelter, one up for flank or rear, each row.
    let all = [0, 1, 2].into_iter().flat_map(|row| (row - 1..=row + 1).map(move |plus| (row, plus)));
    assert_eq!(totals, all.collect(), "the totals that can come about");
}

#[test]
fn r10_10_1t_d_10_10_1a_every_company_of_a_square_has_the_odds_of_one_in_square() {
    let square = [("Narwa 1", 6), ("Narwa 2", 6), ("Narwa 3", 6), ("Pskow 1", 5)];
    let companies = square.map(|(name, _)| (name, 0));
    for distance in 1..=10 {
        // [7.2] A square stands on clear ground.
        for (trench, shelter) in [(false, 0), (true, -1)] {
            let game = load_with(distance + 1, false, trench);
            let plus = plus_at(distance) + shelter + 1;
            for facing in ["N", "SE", "S"] {
                let shot = battery(distance, &companies, facing, "\"square\"");
                for (place, (name, morale)) in (0..).zip(square) {
                    // [D-10.10.1a] The companies above it stand, or break the square up.
                    for before in [1, 8] {
                        assert_shelled(&shelled(&game, &shot, name, [place, before]), plus, morale, &shot);
                    }
                }
            }
        }
    }
}

#[test]
fn r10_10_6_lone_guns_are_taken_in_one_of_ten_of_the_dice_above_the_distance() {
    let game = load("historical");
    for distance in 1..=10 {
        let target = format!("{:02}03", distance + 1);
        // [D-10.10.6a] Faces above the distance: 9 less the distance of them, and one more for the Poles.
        for (active, gun, other, above) in [
            ("Grabowski", "Polish guns", "Russian guns", 10 - distance),
            ("Lewiz", "Russian guns", "Polish guns", 9_u8.saturating_sub(distance)),
        ] {
            let text = format!(
                "active = \"{active}\"\ncommanders = {{ {active} = \"0101\" }}\n[units]\n\"{gun}\" = \"0103 N\"\n\
                 \"{other}\" = \"{target} S\"\n"
            );
            let shot = format!("shell {target}: {gun}");
            let opening = position(&game, &text);
            if distance > 6 {
                // [D-10.10.6b] No such shot.
                let mut state = opening;
                let mut table = Table::new(EveryDice::default(), ());
                game.try_apply(&mut state, Action::Start, &mut table)
                    .expect("the position starts with this action");
                let refused = game.try_apply(
                    &mut state,
                    game.parse_action(&shot).expect("the test writes a valid shot"),
                    &mut table,
                );
                assert_eq!(refused.expect_err("out of range").rule, rule!("10.10.6"), "{shot}");
                continue;
            }
            let odds = EveryDice::odds(|dice| {
                let mut state = opening;
                shell(&game, &mut state, &shot, &mut Table::new(dice, ()));
                let silent =
                    game.probe(&state, &format!("{gun}.silent")).expect("there is a value at this path");
                assert_eq!(silent, "false", "no test was rolled [10.10.4]");
                (
                    game.probe(&state, &format!("{other}.place")).expect("there is a value at this path"),
                    game.probe(&state, "vp").expect("there is a value at this path"),
                )
            });
            let points = if active == "Lewiz" { "Russians 2" } else { "Poles 2" };
            let taken = ("gone".to_owned(), points.to_owned());
            assert_eq!(odds.of(&taken), Fraction::new(u128::from(above), 100), "{shot}");
            let left = ("map".to_owned(), "even".to_owned());
            assert_eq!(odds.of(&left), Fraction::new(100 - u128::from(above), 100), "{shot}");
        }
    }
}

#[test]
fn r4_4_2_a_commander_is_killed_and_contused_in_one_shell_of_ten_each_up_to_three_hexes() {
    let game = load("historical");
    for distance in 1..=10 {
        let (mut text, shot) = battery(distance, &[("Narwa 1", 0)], "S", "");
        text = text.replace("\"0101\"", &format!("\"0101\", Lewiz = \"{:02}03\"", distance + 1));
        let opening = position(&game, &text);
        let odds = EveryDice::odds(|dice| {
            let mut state = opening;
            shell(&game, &mut state, &shot, &mut Table::new(dice, ()));
            let probe = |path| game.probe(&state, path).expect("there is a value at this path");
            (probe("Lewiz.hex") == "gone", probe("contused"), probe("vp"))
        });
        let chance = Fraction::new(u128::from(distance <= 3), 10);
        assert_eq!(odds.of(&(true, "none".to_owned(), "Poles 3".to_owned())), chance, "killed at {distance}");
        let contused = odds.of(&(false, "Lewiz".to_owned(), "even".to_owned()));
        assert_eq!(contused, chance, "contused at {distance}");
        let unhurt = odds.of(&(false, "none".to_owned(), "even".to_owned()));
        assert_eq!(unhurt, Fraction::new(if distance <= 3 { 8 } else { 10 }, 10), "unhurt at {distance}");
    }
}
