//! The heuristic with a net that chooses postures for parts of the army, as a player by name and as something to be
//! trained. Its file is that of a heuristic with one more table.

use std::sync::Arc;

use szala_ai::drilled::{Curiosity, DRILLED, Drillable, Drilled, Lessons};
use szala_ai::net::{self, Net};
use szala_ai::weights::{WeightList as _, weighed};
use szala_ai::{ReadFile, roster};
use szala_files::{Complaint, Document, placed};
use szala_kernel::Side;
use szala_verdox::Verdox;

use crate::orders::Choice;
use crate::survey::INPUTS;
use crate::weights::Weights;
use crate::{Heuristic, Players, SIDES, Seat, weights_named};

/// The key of the net's table, in the table of a side.
const KEY: &str = "drill";

/// The net of a side in a file, if there is one, and the weights beside it.
fn in_file(side: Side, file: &str, text: &str) -> Result<(Weights, Option<Arc<Net>>), String> {
    let told = |complaints: Vec<Complaint>| placed(file, text, &complaints);
    let weights = Weights::read(file, &net::without(text), SIDES[side as usize], &[KEY])?;
    let document = Document::parse(text).map_err(told)?;
    let section = document.root().get(SIDES[side as usize]).and_then(|field| field.section().ok());
    let Some(field) = section.and_then(|section| section.get(KEY)) else { return Ok((weights, None)) };
    let section = field.section().map_err(|complaint| told(vec![complaint]))?;
    let mut complaints = Vec::new();
    section.refuse_unknown(&[net::KEY], &mut complaints);
    let net = section.need(net::KEY, &mut complaints, |field| Net::of_field(field, INPUTS));
    match net.filter(|_| complaints.is_empty()) {
        Some(net) => Ok((weights, Some(Arc::new(net)))),
        None => Err(told(complaints)),
    }
}

/// The drilled player of a file.
///
/// # Errors
/// What is wrong with the file; or it has no net.
pub(crate) fn player(
    rules: &Verdox,
    side: Side,
    file: &str,
    read: ReadFile<'_>,
) -> Result<Drilled<Heuristic, Choice>, String> {
    let (weights, net) = in_file(side, file, &roster::file_of(DRILLED, file, read)?)?;
    if net.is_none() {
        let table = SIDES[side as usize];
        return Err(format!(
            "{file}: there is no [{table}.{KEY}] with a net; write heuristic:{file}, or train one by `szala drill`"
        ));
    }
    Ok(Drilled::new(Heuristic::new(rules, side, weights), net))
}

/// A heuristic of a side before it is drilled, or after a first drill.
pub(crate) struct Recruit {
    side: Side,
    weights: Weights,
    player: Heuristic,
    net: Option<Arc<Net>>,
}

/// The heuristic or the drilled player of this name, to be drilled.
///
/// # Errors
/// The name is unknown, or what is wrong with its file.
pub(crate) fn recruit(rules: &Verdox, name: &str, side: Side, read: ReadFile<'_>) -> Result<Recruit, String> {
    let drilled = name.strip_prefix(DRILLED).and_then(|rest| rest.strip_prefix(':'));
    let (weights, net) = match drilled {
        Some(file) => in_file(side, file, &roster::file_of(DRILLED, file, read)?)?,
        None => (weights_named(weighed::<Players>(rules, name, side, read)?, side, read)?, None),
    };
    Ok(Recruit { side, weights, player: Heuristic::new(rules, side, weights), net })
}

impl Drillable for Recruit {
    type Player = Seat;

    fn kind(&self) -> &'static str {
        DRILLED
    }

    fn inputs(&self) -> usize {
        INPUTS
    }

    fn net(&self) -> Option<Arc<Net>> {
        self.net.clone()
    }

    fn with(&self, net: Option<Arc<Net>>, curiosity: Option<Curiosity>) -> Seat {
        Seat::Drilled(Box::new(Drilled::new(self.player.clone(), net).curious(curiosity)))
    }

    fn lessons<'p>(&self, player: &'p Seat) -> Option<&'p Lessons> {
        match player {
            Seat::Drilled(player) => Some(player.lessons()),
            _ => None,
        }
    }

    fn file(&self, net: &Net, head: &str) -> String {
        let table = SIDES[self.side as usize];
        format!("{}\n[{table}.{KEY}]\n{}", Weights::write(head, &[(table, self.weights)]), net::keyed(net))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drill_ground;

    #[test]
    fn a_net_is_read_back_from_its_file_and_a_file_without_one_is_refused() {
        let rules = drill_ground();
        let none = |_: &str| Err("the built-in weights need no file".to_owned());
        let fresh = recruit(&rules, "heuristic", Side::Second, &none).expect("a heuristic can be drilled");
        let net = Net::read(&format!("2 {}", "2".repeat(32)), INPUTS).expect("32 letters are 32 numbers");
        let text = fresh.file(&net, "By hand.");
        let read = |_: &str| Ok(text.clone());
        let again = recruit(&rules, "drilled:mine.toml", Side::Second, &read).expect("the file is sound");
        assert_eq!((again.weights, again.net.as_deref()), (fresh.weights, Some(&net)));
        let plain = |_: &str| Ok(crate::WEIGHTS.to_owned());
        let told = player(&rules, Side::Second, "mine.toml", &plain).map(|_| ()).expect_err("no net");
        assert!(told.contains("[Askans.drill]") && told.contains("szala drill"), "{told}");
    }
}
