//! Whose advantage it is, told: the ground's, the first move's and the sides' own, with intervals and in words; on one
//! map, or over a family of maps that were made up, and then how much they differ and which are the most one-sided.

use core::fmt::{self, Write};

use serde::Serialize;
use serde_json::{Map, Value, json};
use szala_analysis::Interval;
use szala_analysis::advantage::{Advantage, Effect, OnMap};
use szala_kernel::{BySide, Side};

use crate::Grid;

/// So many of the most one-sided maps are named.
const EXTREMES: usize = 5;

/// What games in four forms told, with its names, ready to be read.
#[derive(Clone, Copy, Debug)]
pub struct AdvantageReport<'a> {
    /// What was played.
    pub title: &'a str,
    /// The names of the sides.
    pub sides: BySide<&'a str>,
    /// The names of those who played them.
    pub players: BySide<&'a str>,
    /// What the ground of each side is called.
    pub grounds: BySide<&'a str>,
    /// Is the map, or are all maps, their own mirror image?
    pub is_even: bool,
    /// The seed of the games.
    pub seed: u64,
    /// How many points hardly matter.
    pub margin: f64,
    /// The maps, where they were made up.
    pub family: Option<Family<'a>>,
    /// What came of it.
    pub found: &'a Advantage,
}

/// Maps that were made up.
#[derive(Clone, Copy, Debug)]
pub struct Family<'a> {
    /// The seed of the first; the others follow it.
    pub first: u64,
    /// What they were asked to have of each feature, by name.
    pub features: &'a [(&'a str, u8)],
    /// How many of them had no room for all that was asked for.
    pub short: u64,
    /// The command that writes the files of one, but for its seed and folder.
    pub command: &'a str,
}

/// For whom it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AdvantageForm {
    /// For a reader.
    Text,
    /// One JSON document.
    Json,
    /// Rows for a table: one of all, and one of each map that was made up.
    Csv,
}

/// What an interval says of an advantage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Finding {
    /// There is none, and cannot be.
    None,
    /// It is within the margin, whosever it is.
    HardlyMatters,
    /// It is theirs, and more than the margin.
    Favours,
    /// It is theirs; whether it is more than the margin is open.
    FavoursPerhapsLittle,
    /// It may be either's, and more than the margin.
    Open,
}

impl Finding {
    fn of(Interval { low, high, .. }: Interval, margin: f64) -> Self {
        // The side that is favoured sees the interval above zero.
        let (low, high) = if high < 0.0 { (-high, -low) } else { (low, high) };
        if -margin <= low && high <= margin {
            Self::HardlyMatters
        } else if low >= margin {
            Self::Favours
        } else if low > 0.0 {
            Self::FavoursPerhapsLittle
        } else {
            Self::Open
        }
    }
}

/// An estimate in points with its interval of 95 %; a bound that there is not is none.
#[derive(Clone, Copy, Debug, Serialize)]
struct Points {
    estimate: f64,
    low: Option<f64>,
    high: Option<f64>,
}

impl From<Interval> for Points {
    fn from(Interval { estimate, low, high }: Interval) -> Self {
        let told = |bound: f64| bound.is_finite().then_some(bound);
        Self { estimate, low: told(low), high: told(high) }
    }
}

/// An effect with all that is told of it.
struct Row {
    effect: Effect,
    interval: Interval,
    finding: Finding,
}

const fn key(effect: Effect) -> &'static str {
    match effect {
        Effect::Ground => "ground",
        Effect::FirstMove => "first_move",
        Effect::Name => "name",
    }
}

/// Points with their sign and interval; an interval without an end is none.
fn signed(Interval { estimate, low, high }: Interval) -> String {
    if low.is_finite() && high.is_finite() {
        format!("{estimate:+.2} ({low:+.2} to {high:+.2})")
    } else {
        format!("{estimate:+.2} (anything)")
    }
}

/// The same without signs, as whoever is favoured sees it.
fn of_favoured(Interval { estimate, low, high }: Interval) -> String {
    let [low, high] = if estimate < 0.0 { [-high, -low] } else { [low, high] };
    format!("{:.2} points ({low:.2} to {high:.2})", estimate.abs())
}

fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

impl AdvantageReport<'_> {
    /// Writes it.
    ///
    /// # Errors
    /// Only the writer's.
    pub fn write(&self, form: AdvantageForm, to: &mut impl Write) -> fmt::Result {
        match form {
            AdvantageForm::Text => self.write_text(to),
            AdvantageForm::Json => self.write_json(to),
            AdvantageForm::Csv => self.write_csv(to),
        }
    }

    /// The games that figures are of: all of one map, of a family those on whole maps.
    fn played(&self) -> OnMap {
        if self.family.is_some() { OnMap::together(self.found.maps()) } else { self.found.games() }
    }

    fn interval(&self, effect: Effect) -> Interval {
        if self.family.is_some() { self.found.over_maps(effect) } else { self.played().interval(effect) }
    }

    /// What an effect is of: so many games, or maps.
    fn number(&self) -> u64 {
        if self.family.is_some() { self.found.maps_told() } else { self.played().games }
    }

    fn is_none(&self, effect: Effect) -> bool {
        self.is_even && effect == Effect::Ground
    }

    fn rows(&self) -> [Row; 3] {
        Effect::ALL.map(|effect| {
            if self.is_none(effect) {
                let interval = Interval { estimate: 0.0, low: 0.0, high: 0.0 };
                return Row { effect, interval, finding: Finding::None };
            }
            let interval = self.interval(effect);
            Row { effect, interval, finding: Finding::of(interval, self.margin) }
        })
    }

    /// Whose a positive effect is.
    fn whose(&self, effect: Effect) -> &str {
        match effect {
            Effect::Ground => self.grounds[Side::First],
            Effect::FirstMove => "the first move",
            Effect::Name => self.sides[Side::First],
        }
    }

    /// Whom an effect favours.
    fn favoured(&self, effect: Effect, estimate: f64) -> &str {
        let side = if estimate < 0.0 { Side::Second } else { Side::First };
        match effect {
            Effect::Ground => self.grounds[side],
            Effect::FirstMove => ["whoever leads", "whoever follows"][side as usize],
            Effect::Name => self.sides[side],
        }
    }

    /// What was found of an effect, in a sentence.
    fn sentence(&self, Row { effect, interval, finding }: &Row) -> String {
        let margin = self.margin;
        let [matters, favours, whom] = match effect {
            Effect::Ground => ["The ground", "The ground", "the ground"],
            Effect::FirstMove => ["Who begins", "The first move", "the first move"],
            Effect::Name => ["Which side it is", "The rest, army and play,", "the rest, army and play,"],
        };
        let [over, of] = if self.family.is_some() { [" over these maps", "maps"] } else { ["", "games"] };
        let found = signed(*interval);
        match finding {
            Finding::None => {
                let whole = if self.family.is_some() { "each map" } else { "the map" };
                format!("{favours} favours nobody: {whole} is its own mirror image.")
            }
            Finding::HardlyMatters => {
                format!("{matters} hardly matters{over}: {found}, less than {margin} points either way.")
            }
            Finding::Favours | Finding::FavoursPerhapsLittle => {
                let favoured = self.favoured(*effect, interval.estimate);
                let size = of_favoured(*interval);
                let also = if *finding == Finding::Favours {
                    format!("more than {margin}")
                } else {
                    format!("which may be more than {margin} or less")
                };
                format!("{favours} favours {favoured}{over}: {size}, {also}.")
            }
            Finding::Open => {
                format!("Whom {whom} favours{over}, if anybody, is open: {found}; more {of} would tell.")
            }
        }
    }

    fn write_text(&self, to: &mut impl Write) -> fmt::Result {
        self.write_head(to)?;
        let (rows, all) = (self.rows(), self.played());
        let of = if self.family.is_some() {
            counted(self.number(), "map", "maps")
        } else {
            counted(all.games, "game", "games")
        };
        let mut grid = Grid { rows: vec![vec!["points for".to_owned(), format!("95 %, over {of}")]] };
        if self.family.is_some() {
            grid.rows[0].extend(["from map to map (95 %)", "of what is seen, noise"].map(str::to_owned));
        }
        for Row { effect, interval, .. } in &rows {
            let is_none = self.is_none(*effect);
            let points = if is_none { "0, exactly".to_owned() } else { signed(*interval) };
            let mut cells = vec![format!("  {}", self.whose(*effect)), points];
            if self.family.is_some() {
                let spread = self.found.spread(*effect).filter(|_| !is_none);
                cells.extend(spread.map_or_else(
                    || [if is_none { "0, exactly" } else { "unknown" }, "-"].map(str::to_owned),
                    |spread| {
                        let Interval { estimate, low, high } = spread.deviation;
                        let noise = 100.0 * spread.noise_share;
                        [format!("{estimate:.2} ({low:.2} to {high:.2})"), format!("{noise:.1} %")]
                    },
                ));
            }
            grid.rows.push(cells);
        }
        writeln!(to)?;
        grid.write_text(to)?;
        writeln!(to)?;
        for row in &rows {
            writeln!(to, "{}", self.sentence(row))?;
        }
        match self.family {
            Some(family) => self.write_family(family, to)?,
            None => writeln!(
                to,
                "\nPoints are hundredths of a game: whoever has an advantage of 5 scores 55 of 100 where all else \
                 is even."
            )?,
        }
        Ok(())
    }

    fn write_head(&self, to: &mut impl Write) -> fmt::Result {
        let (all, BySide([first, second])) = (self.played(), self.players);
        write!(to, "{}: ", self.title)?;
        let played = counted(all.played(), "game", "games");
        if let Some(Family { first: seed, features, short, .. }) = self.family {
            let maps = self.found.maps().len() as u64;
            let even = if self.is_even { ", their own mirror images" } else { "" };
            let features: Vec<String> =
                features.iter().map(|(name, number)| format!("{name} {number}")).collect();
            let last = seed + maps.saturating_sub(1);
            writeln!(
                to,
                "{played} on {} made up by the seeds {seed} to {last}{even}",
                counted(maps, "map", "maps")
            )?;
            writeln!(to, "asked of each map: {}", features.join(", "))?;
            if short > 0 {
                writeln!(to, "{} had no room for all of that", counted(short, "map", "maps"))?;
            }
        } else {
            writeln!(to, "{played}")?;
        }
        writeln!(
            to,
            "each in four forms with the same dice: ground as it is and exchanged, either side leading;\n\
             {first} against {second}, seed {}",
            self.seed
        )?;
        if all.aborted > 0 {
            writeln!(
                to,
                "  ABORTED: {} had no end in one of their forms or more ({}), a fault in the rules or in the \
                 scenario,\n\
                 \x20 and count for nothing below",
                counted(all.left_out, "game", "games"),
                counted(all.aborted, "form", "forms")
            )?;
        }
        Ok(())
    }

    fn write_family(&self, family: Family<'_>, to: &mut impl Write) -> fmt::Result {
        let effect = if self.is_even { Effect::FirstMove } else { Effect::Ground };
        if let Some(spread) = self.found.spread(effect) {
            let Interval { estimate, low, high } = spread.deviation;
            let what = if self.is_even { "the first move" } else { "the ground" };
            writeln!(
                to,
                "From map to map what {what} is worth has a deviation of {estimate:.2} points ({low:.2} to \
                 {high:.2}): a \
                 single map\nof this kind may well favour somebody by as much."
            )?;
        }
        let (extremes, alike) = self.found.extremes(effect, EXTREMES);
        let what =
            if self.is_even { "on which the first move matters most" } else { "that are the most one-sided" };
        writeln!(
            to,
            "\nThe maps {what}, with intervals over their own games; picked for what they showed, they would show \
             less in\n\
             other games:"
        )?;
        let mut grid = Grid { rows: vec![] };
        for map in extremes {
            let interval = self.found.maps()[map].interval(effect);
            let seed = family.first + map as u64;
            grid.rows.push(vec![
                format!("  seed {seed}"),
                self.favoured(effect, interval.estimate).to_owned(),
                of_favoured(interval),
                counted(self.found.maps()[map].games, "game", "games"),
            ]);
        }
        grid.write_text(to)?;
        if alike > 0 {
            writeln!(
                to,
                "  and {} as much as the last of these",
                counted(alike as u64, "map more", "maps more")
            )?;
        }
        writeln!(
            to,
            "Write the files of one: {} --seed SEED --out FOLDER\n\n\
             Points are hundredths of a game: whoever has an advantage of 5 scores 55 of 100 where all else is \
              even. Of \
             the\ndeviation the noise of few games is taken off.",
            family.command
        )
    }

    fn write_json(&self, to: &mut impl Write) -> fmt::Result {
        let all = self.played();
        let effects: Map<String, Value> = self
            .rows()
            .iter()
            .map(|Row { effect, interval, finding }| {
                let spread = self.found.spread(*effect).filter(|_| self.family.is_some());
                let favours = match finding {
                    Finding::Favours | Finding::FavoursPerhapsLittle => {
                        Some(self.favoured(*effect, interval.estimate))
                    }
                    _ => None,
                };
                let told = json!({
                    "of": self.whose(*effect),
                    "points": Points::from(*interval),
                    "finding": finding,
                    "favours": favours,
                    "deviation_of_maps": spread.map(|spread| Points::from(spread.deviation)),
                    "noise_share": spread.map(|spread| spread.noise_share),
                });
                (key(*effect).to_owned(), told)
            })
            .collect();
        let mut document = json!({
            "title": self.title,
            "sides": self.sides.0,
            "players": self.players.0,
            "grounds": self.grounds.0,
            "seed": self.seed,
            "margin": self.margin,
            "is_even": self.is_even,
            "games": all.games,
            "left_out": all.left_out,
            "aborted": all.aborted,
            "intervals_over": if self.family.is_some() { "maps" } else { "games" },
            "effects": effects,
        });
        if let Some(family) = self.family {
            let features: Map<String, Value> =
                family.features.iter().map(|(name, number)| ((*name).to_owned(), json!(number))).collect();
            let maps: Vec<Value> = self
                .seeded(family)
                .map(|(seed, map)| {
                    let mut told = json!({
                        "seed": seed, "games": map.games, "left_out": map.left_out, "aborted": map.aborted,
                    });
                    for effect in Effect::ALL {
                        told[key(effect)] = json!(Points::from(map.interval(effect)));
                    }
                    told
                })
                .collect();
            document["family"] = json!({
                "features": features, "short": family.short, "command": family.command, "maps": maps,
            });
        }
        writeln!(to, "{}", serde_json::to_string_pretty(&document).map_err(|_| fmt::Error)?)
    }

    /// Each whole map with its seed.
    fn seeded(&self, family: Family<'_>) -> impl Iterator<Item = (u64, &OnMap)> {
        (family.first..).zip(self.found.maps())
    }

    fn write_csv(&self, to: &mut impl Write) -> fmt::Result {
        let names = Effect::ALL.map(|effect| {
            let name = key(effect);
            format!("{name},{name}_low,{name}_high")
        });
        let deviations = Effect::ALL.map(|effect| {
            let name = key(effect);
            format!("{name}_deviation,{name}_deviation_low,{name}_deviation_high")
        });
        writeln!(to, "map,games,left_out,aborted,{},{}", names.join(","), deviations.join(","))?;
        let told = |interval: Interval| {
            let Points { estimate, low, high } = interval.into();
            let bound = |bound: Option<f64>| bound.map(|bound| bound.to_string()).unwrap_or_default();
            format!("{estimate},{},{}", bound(low), bound(high))
        };
        let head = |map: &OnMap| format!("{},{},{}", map.games, map.left_out, map.aborted);
        let all = self.played();
        let rows = self.rows().map(|row| told(row.interval));
        let deviations = Effect::ALL.map(|effect| {
            let spread = self.found.spread(effect).filter(|_| self.family.is_some());
            spread.map_or_else(|| ",,".to_owned(), |spread| told(spread.deviation))
        });
        writeln!(to, "all,{},{},{}", head(&all), rows.join(","), deviations.join(","))?;
        let Some(family) = self.family else { return Ok(()) };
        for (seed, map) in self.seeded(family) {
            let rows = Effect::ALL.map(|effect| told(map.interval(effect)));
            writeln!(to, "{seed},{},{},,,,,,,,,", head(map), rows.join(","))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
