//! The heuristic with a net that weighs its options, as a player by name and as something to be trained. Its file is
//! that of a heuristic with a table more, which says for which units, commanders and how many hexes the net was
//! trained, and has the net. In a scenario with other units the net knows those of the same names.

use std::sync::Arc;

use szala_ai::drilled::{Curiosity, DRILLED, Drillable, Drilled, Lessons};
use szala_ai::net::{self, Net};
use szala_ai::weights::{WeightList, weighed};
use szala_ai::{ReadFile, roster};
use szala_files::{Complaint, Document, Field, placed};
use szala_insurrection::{Insurrection, Room};
use szala_kernel::{Names as _, Side};

use crate::heuristic::drilled::Choice;
use crate::heuristic::inputs::Inputs;
use crate::set_up::SetUp;
use crate::weights::Weights;
use crate::{Heuristic, Players, Seat, built_in_weights, whose};

/// The key of the net's table, in the table of a side.
pub(crate) const KEY: &str = "drill";
/// Its keys.
const UNITS: &str = "units";
const COMMANDERS: &str = "commanders";
const HEXES: &str = "hexes";

/// The drilled player of a file.
pub(crate) fn player<R: Room>(
    rules: &Insurrection<R>,
    side: Side,
    file: &str,
    text: &str,
) -> Result<Drilled<Heuristic<R>, Choice<R>>, String> {
    let short = net::without(text);
    let (weights, set_up) = whose::officer(rules, side, file, &short)?;
    let net = net_in(rules, side, file, text)?;
    if net.is_none() {
        let table = whose::table_in(rules, side, &short);
        return Err(format!(
            "{file}: there is no [{table}.{KEY}] with a net; write heuristic:{file}, or train one by `szala drill`"
        ));
    }
    Ok(Drilled::new(Heuristic::new(rules, weights).set_up_as(set_up), net))
}

/// The net of a side in a file, if there is one.
fn net_in<R: Room>(
    rules: &Insurrection<R>,
    side: Side,
    file: &str,
    text: &str,
) -> Result<Option<Arc<Net>>, String> {
    let told = |complaints: Vec<Complaint>| placed(file, text, &complaints);
    let document = Document::parse(text).map_err(told)?;
    let root = document.root();
    let section = root.get(whose::table_of(rules, side, &document)).and_then(|field| field.section().ok());
    let Some(field) = section.and_then(|section| section.get(KEY)) else { return Ok(None) };
    let section = field.section().map_err(|complaint| told(vec![complaint]))?;
    let mut complaints = Vec::new();
    section.refuse_unknown(&[UNITS, COMMANDERS, HEXES, net::KEY], &mut complaints);
    let units = section.read_each(UNITS, &mut complaints, Field::text);
    let leaders = section.read_each(COMMANDERS, &mut complaints, Field::text);
    let hexes = section.need(HEXES, &mut complaints, |field| field.number::<u16>(1..=u16::MAX));
    let read = section.need(net::KEY, &mut complaints, |field| {
        let inputs = Inputs::with(units.len(), hexes.unwrap_or(1).into(), leaders.len());
        Net::of_field(field, inputs.count())
    });
    if let Some(hexes) = hexes
        && usize::from(hexes) != rules.scenario().board.hexes().len()
    {
        let here = rules.scenario().board.hexes().len();
        let message = format!(
            "the net was trained on a map of {hexes} hexes, and this one has {here}; train one for it by `szala drill`"
        );
        complaints.extend(section.get(HEXES).map(|field| field.complain(message)));
    }
    let Some(net) = read.filter(|_| complaints.is_empty()) else { return Err(told(complaints)) };
    let there = Inputs::with(units.len(), hexes.unwrap_or(1).into(), leaders.len());
    let scenario = rules.scenario();
    let place = |names: &[&str], name: &str| names.iter().position(|known| *known == name);
    let known_units: Vec<_> = scenario.units.iter().map(|unit| place(&units, &unit.name)).collect();
    let known_leaders: Vec<_> = scenario.commanders.iter().map(|one| place(&leaders, &one.name)).collect();
    let among = Inputs::of(rules).among(&there, &known_units, &known_leaders);
    Ok(Some(Arc::new(net.with_inputs(&among))))
}

/// The table of a side's net.
fn write<R: Room>(rules: &Insurrection<R>, side: Side, net: &Net) -> String {
    let scenario = rules.scenario();
    let quoted =
        |names: Vec<&str>| names.into_iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ");
    let units = quoted(scenario.units.iter().map(|unit| unit.name.as_str()).collect());
    let leaders = quoted(scenario.commanders.iter().map(|one| one.name.as_str()).collect());
    format!(
        "\n[{}.{KEY}]\n{HEXES} = {}\n{COMMANDERS} = [{leaders}]\n{UNITS} = [{units}]\n{}",
        rules.side_name(side),
        scenario.board.hexes().len(),
        net::keyed(net),
    )
}

/// A heuristic of a side before it is drilled, or after a first drill.
pub(crate) struct Recruit<'r, R: Room> {
    rules: &'r Insurrection<R>,
    side: Side,
    weights: Weights,
    set_up: SetUp<R>,
    player: Heuristic<R>,
    net: Option<Arc<Net>>,
}

/// The heuristic or the drilled player of this name, to be drilled.
///
/// # Errors
/// The name is unknown, or what is wrong with its file; or the scenario is too large.
pub(crate) fn recruit<'r, R: Room>(
    rules: &'r Insurrection<R>,
    name: &str,
    side: Side,
    read: ReadFile<'_>,
) -> Result<Recruit<'r, R>, String> {
    let count = Inputs::of(rules).count();
    if count > usize::from(u16::MAX) + 1 {
        return Err(format!(
            "{} units on {} hexes are too many to be drilled: {count} inputs, of 65536 at most",
            rules.scenario().units.len(),
            rules.scenario().board.hexes().len()
        ));
    }
    let drilled = name.strip_prefix(DRILLED).and_then(|rest| rest.strip_prefix(':'));
    let file = match drilled {
        Some(file) => Some(file),
        None => weighed::<Players<R>>(rules, name, side, read)?,
    };
    let (weights, set_up, net) = match file {
        None => (built_in_weights(rules)?[side], SetUp::default(), None),
        Some(file) => {
            let text = roster::file_of(if drilled.is_some() { DRILLED } else { "heuristic" }, file, read)?;
            let (weights, set_up) = whose::officer(rules, side, file, &net::without(&text))?;
            let net = if drilled.is_some() { net_in(rules, side, file, &text)? } else { None };
            (weights, set_up, net)
        }
    };
    let player = Heuristic::new(rules, weights).set_up_as(set_up.clone());
    Ok(Recruit { rules, side, weights, set_up, player, net })
}

impl<R: Room> Drillable for Recruit<'_, R> {
    type Player = Seat<R>;

    fn kind(&self) -> &'static str {
        DRILLED
    }

    fn inputs(&self) -> usize {
        Inputs::of(self.rules).count()
    }

    fn net(&self) -> Option<Arc<Net>> {
        self.net.clone()
    }

    fn with(&self, net: Option<Arc<Net>>, curiosity: Option<Curiosity>) -> Seat<R> {
        Seat::Drilled(Box::new(Drilled::new(self.player.clone(), net).curious(curiosity)))
    }

    fn lessons<'p>(&self, player: &'p Seat<R>) -> Option<&'p Lessons> {
        match player {
            Seat::Drilled(player) => Some(player.lessons()),
            _ => None,
        }
    }

    fn file(&self, net: &Net, head: &str) -> String {
        let weights = Weights::write(head, &[(self.rules.side_name(self.side), self.weights)]);
        weights + &self.set_up.write(self.rules, self.side) + &write(self.rules, self.side, net)
    }
}
