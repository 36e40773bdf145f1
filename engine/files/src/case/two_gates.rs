//! How rule cases speak of *Two Gates*: positions, values of the state, names. The rules themselves are the kernel's
//! toy.

use szala_kernel::toy::{Gate, RAIDS, State, Step, TwoGates, banner};
use szala_kernel::{BySide, Names, Rules, Side, Subject};

use super::Casebook;
use crate::{Complaint, Field, Section, unknown};

const KEYS: [&str; 7] = ["step", "raid", "raider", "aim", "guard", "has_shot", "points"];
const PATHS: [&str; 9] =
    ["step", "raid", "raider", "aim", "guard", "has_shot.Red", "has_shot.Blue", "points.Red", "points.Blue"];
const STEPS: [(&str, Step); 5] = [
    ("lots", Step::Lots),
    ("raid", Step::Raid),
    ("post", Step::Post),
    ("react", Step::React),
    ("over", Step::Over),
];
const GATES: [(&str, Gate); 2] = [("left", Gate::Left), ("right", Gate::Right)];

impl Casebook for TwoGates {
    fn set_up(&self, position: &Section<'_>) -> Result<State, Vec<Complaint>> {
        let mut wrong = Vec::new();
        position.refuse_unknown(&KEYS, &mut wrong);
        let opening = self.opening();
        let sides = Side::BOTH.map(|side| (self.side_name(side), side));
        let gate = |field: &Field<'_>| field.choice(&GATES);
        let state = State {
            step: position.read("step", &mut wrong, |field| field.choice(&STEPS)).unwrap_or(opening.step),
            raid: position.read("raid", &mut wrong, |field| field.number(0..=RAIDS)).unwrap_or(opening.raid),
            raider: position
                .read("raider", &mut wrong, |field| field.choice(&sides))
                .unwrap_or(opening.raider),
            aim: position.read("aim", &mut wrong, gate),
            guard: position.read("guard", &mut wrong, gate),
            has_shot: position
                .read("has_shot", &mut wrong, |field| who_has_shot(field, &sides))
                .unwrap_or_default(),
            points: points(*self, position, &mut wrong),
        };
        // [2.2] The audit lets any guard pass; here a guard reacts because he stands at the gate that is raided.
        if state.step == Step::React && state.guard != state.aim {
            let message =
                "in the step `react` the raid and the guard are at one gate: give `aim` and `guard` the same";
            wrong.push(Complaint::new(position.span(), message));
        }
        if wrong.is_empty() { Ok(state) } else { Err(wrong) }
    }

    fn probe(&self, state: &State, path: &str) -> Result<String, String> {
        let gate = |gate: Option<Gate>| gate.map_or("none", |gate| name_in(&GATES, &gate)).to_owned();
        Ok(match path {
            "step" => name_in(&STEPS, &state.step).to_owned(),
            "raid" => state.raid.to_string(),
            "raider" => self.side_name(state.raider).to_owned(),
            "aim" => gate(state.aim),
            "guard" => gate(state.guard),
            "has_shot.Red" => state.has_shot[Side::First].to_string(),
            "has_shot.Blue" => state.has_shot[Side::Second].to_string(),
            "points.Red" => state.points[Side::First].to_string(),
            "points.Blue" => state.points[Side::Second].to_string(),
            _ => return Err(unknown("value", path, &PATHS)),
        })
    }

    fn parse_subject(&self, text: &str) -> Result<Subject, String> {
        let names = Side::BOTH.map(|side| self.side_name(side));
        let side = Side::BOTH.into_iter().find(|side| self.side_name(*side) == text);
        side.map(banner).ok_or_else(|| unknown("side", text, &names))
    }
}

fn who_has_shot(field: &Field<'_>, sides: &[(&str, Side)]) -> Result<BySide<bool>, Complaint> {
    let mut has_shot = BySide::default();
    for who in field.list()? {
        has_shot[who.choice(sides)?] = true;
    }
    Ok(has_shot)
}

fn points(rules: TwoGates, position: &Section<'_>, wrong: &mut Vec<Complaint>) -> BySide<u8> {
    let Some(section) = position.read("points", wrong, Field::section) else { return BySide::default() };
    section.refuse_unknown(&Side::BOTH.map(|side| rules.side_name(side)), wrong);
    BySide::from_fn(|side| {
        section.read(rules.side_name(side), wrong, |field| field.number(0..=RAIDS)).unwrap_or_default()
    })
}

fn name_in<T: PartialEq>(names: &[(&'static str, T)], value: &T) -> &'static str {
    names.iter().find(|(_, other)| other == value).expect("every value of the state has its name").0
}
