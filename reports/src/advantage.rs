//! Whose the advantage is: the ground's, the first move's and the sides' own, with intervals and in words; on one map,
//! or over a family of random maps, with how much these differ and which are the most one-sided.

use serde::Serialize;
use serde_json::json;
use szala_analysis::advantage::{Advantage, Effect, OnMap};
use szala_analysis::{Estimate, Interval, Unit};
use szala_kernel::{BySide, Side};

use crate::figures::{counted, scale};
use crate::play::against;
use crate::{Body, Findings, Grid, Row, row};

/// How many of the most one-sided maps are listed.
const EXTREMES: usize = 5;

/// The results of games in four forms, with names, ready to be reported.
#[derive(Clone, Copy, Debug)]
pub struct AdvantageReport<'a> {
    /// What was played.
    pub title: &'a str,
    /// The names of the sides.
    pub sides: BySide<&'a str>,
    /// The names of the players.
    pub players: BySide<&'a str>,
    /// The name of each side's ground.
    pub grounds: BySide<&'a str>,
    /// Is the map, or are all maps, their own mirror image?
    pub is_even: bool,
    /// The seed of the games.
    pub seed: u64,
    /// An effect within this many points hardly matters.
    pub margin: f64,
    /// The maps, if they are random.
    pub family: Option<Family<'a>>,
    /// The result.
    pub found: &'a Advantage,
}

/// A family of random maps.
#[derive(Clone, Copy, Debug)]
pub struct Family<'a> {
    /// The seed of the first; the others follow it.
    pub first: u64,
    /// The requested amount of each feature, by name.
    pub features: &'a [(&'a str, u8)],
    /// How many of them had no room for everything requested.
    pub short: u64,
    /// The command that writes the files of one map, without its seed and folder.
    pub command: &'a str,
}

/// What an interval shows of an advantage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Finding {
    /// There is none, and there cannot be.
    None,
    /// It is within the margin, for whichever side.
    HardlyMatters,
    /// It is for this side, and larger than the margin.
    Favours,
    /// It is for this side; whether it is larger than the margin is open.
    FavoursPerhapsLittle,
    /// It may be for either side, and larger than the margin.
    Open,
}

impl Finding {
    fn of(Interval { low, high, .. }: Interval, margin: f64) -> Self {
        // For the favoured side the interval lies above zero.
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

/// Points are hundredths of a game.
fn estimate(points: Interval, games: u64) -> Estimate {
    let Interval { estimate, low, high } = points;
    let [estimate, low, high] = [estimate, low, high].map(|points| points / scale(Unit::Share));
    Estimate::new(Interval { estimate, low, high }, games, Unit::Share)
}

/// The advantages found.
#[derive(Debug, Serialize)]
pub struct AdvantageFindings<'a> {
    title: &'a str,
    sides: [&'a str; 2],
    players: [&'a str; 2],
    grounds: [&'a str; 2],
    seed: u64,
    /// In parts of a game.
    margin: f64,
    is_even: bool,
    games: u64,
    left_out: u64,
    aborted: u64,
    intervals_over: &'static str,
    effects: Effects<EffectFindings<'a>>,
    family: Option<FamilyFindings<'a>>,
    #[serde(skip)]
    report: AdvantageReport<'a>,
}

/// A value for each effect.
#[derive(Clone, Copy, Debug, Serialize)]
struct Effects<T> {
    ground: T,
    first_move: T,
    name: T,
}

impl<T> Effects<T> {
    fn of(mut each: impl FnMut(Effect) -> T) -> Self {
        Self { ground: each(Effect::Ground), first_move: each(Effect::FirstMove), name: each(Effect::Name) }
    }
}

#[derive(Clone, Copy, Debug, Serialize)]
struct EffectFindings<'a> {
    of: &'a str,
    advantage: Estimate,
    finding: Finding,
    favours: Option<&'a str>,
    deviation_of_maps: Option<Estimate>,
    noise_share: Option<f64>,
}

#[derive(Debug, Serialize)]
struct FamilyFindings<'a> {
    features: serde_json::Map<String, serde_json::Value>,
    short: u64,
    command: &'a str,
    maps: Vec<MapFindings>,
}

#[derive(Debug, Serialize)]
struct MapFindings {
    seed: u64,
    games: u64,
    left_out: u64,
    aborted: u64,
    #[serde(flatten)]
    effects: Effects<Estimate>,
}

/// An effect with everything reported about it.
struct OfEffect {
    effect: Effect,
    interval: Interval,
    finding: Finding,
}

/// Points with their sign and interval; an unbounded interval is omitted.
fn signed(Interval { estimate, low, high }: Interval) -> String {
    if low.is_finite() && high.is_finite() {
        format!("{estimate:+.2} ({low:+.2} to {high:+.2})")
    } else {
        format!("{estimate:+.2} (anything)")
    }
}

/// The same without signs, as the favoured side sees it.
fn of_favoured(Interval { estimate, low, high }: Interval) -> String {
    let [low, high] = if estimate < 0.0 { [-high, -low] } else { [low, high] };
    format!("{:.2} points ({low:.2} to {high:.2})", estimate.abs())
}

impl<'a> AdvantageReport<'a> {
    /// The games behind the figures: all games of one map, or those on whole maps of a family.
    fn played(&self) -> OnMap {
        if self.family.is_some() { OnMap::together(self.found.maps()) } else { self.found.games() }
    }

    fn interval(&self, effect: Effect) -> Interval {
        if self.family.is_some() { self.found.over_maps(effect) } else { self.played().interval(effect) }
    }

    /// The sample size of an effect: the number of games, or of maps.
    fn number(&self) -> u64 {
        if self.family.is_some() { self.found.maps_told() } else { self.played().games }
    }

    fn is_none(&self, effect: Effect) -> bool {
        self.is_even && effect == Effect::Ground
    }

    fn rows(&self) -> [OfEffect; 3] {
        Effect::ALL.map(|effect| {
            if self.is_none(effect) {
                let interval = Interval { estimate: 0.0, low: 0.0, high: 0.0 };
                return OfEffect { effect, interval, finding: Finding::None };
            }
            let interval = self.interval(effect);
            OfEffect { effect, interval, finding: Finding::of(interval, self.margin) }
        })
    }

    /// The side that a positive effect favours.
    fn whose(&self, effect: Effect) -> &'a str {
        match effect {
            Effect::Ground => self.grounds[Side::First],
            Effect::FirstMove => "the first move",
            Effect::Name => self.sides[Side::First],
        }
    }

    /// The side that an effect favours.
    fn favoured(&self, effect: Effect, estimate: f64) -> &'a str {
        let side = if estimate < 0.0 { Side::Second } else { Side::First };
        match effect {
            Effect::Ground => self.grounds[side],
            Effect::FirstMove => ["the side that moves first", "the side that moves second"][side as usize],
            Effect::Name => self.sides[side],
        }
    }

    /// The finding about an effect, in a sentence.
    fn sentence(&self, OfEffect { effect, interval, finding }: &OfEffect) -> String {
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
                format!("Whom {whom} favours{over}, if any, is open: {found}; more {of} would decide it.")
            }
        }
    }

    /// The findings.
    pub fn findings(self) -> AdvantageFindings<'a> {
        let all = self.played();
        let rows = self.rows();
        let effects = Effects::of(|effect| {
            let OfEffect { interval, finding, .. } = rows[effect as usize];
            let spread = self.found.spread(effect).filter(|_| self.family.is_some());
            let is_favoured = matches!(finding, Finding::Favours | Finding::FavoursPerhapsLittle);
            EffectFindings {
                of: self.whose(effect),
                advantage: estimate(interval, all.games),
                finding,
                favours: is_favoured.then(|| self.favoured(effect, interval.estimate)),
                deviation_of_maps: spread.map(|spread| estimate(spread.deviation, all.games)),
                noise_share: spread.map(|spread| spread.noise_share),
            }
        });
        let of_map = |(seed, map): (u64, &OnMap)| MapFindings {
            seed,
            games: map.games,
            left_out: map.left_out,
            aborted: map.aborted,
            effects: Effects::of(|effect| estimate(map.interval(effect), map.games)),
        };
        let family = self.family.map(|family| FamilyFindings {
            features: family
                .features
                .iter()
                .map(|(name, number)| ((*name).to_owned(), json!(number)))
                .collect(),
            short: family.short,
            command: family.command,
            maps: (family.first..).zip(self.found.maps()).map(of_map).collect(),
        });
        AdvantageFindings {
            title: self.title,
            sides: self.sides.0,
            players: self.players.0,
            grounds: self.grounds.0,
            seed: self.seed,
            margin: self.margin / scale(Unit::Share),
            is_even: self.is_even,
            games: all.games,
            left_out: all.left_out,
            aborted: all.aborted,
            intervals_over: if self.family.is_some() { "maps" } else { "games" },
            effects,
            family,
            report: self,
        }
    }

    fn head(&self, body: &mut Body) {
        let all = self.played();
        let played = counted(all.played(), "game", "games");
        if let Some(Family { first: seed, features, short, .. }) = self.family {
            let maps = self.found.maps().len() as u64;
            let even = if self.is_even { ", their own mirror images" } else { "" };
            let features: Vec<String> =
                features.iter().map(|(name, number)| format!("{name} {number}")).collect();
            let last = seed + maps.saturating_sub(1);
            let maps = counted(maps, "map", "maps");
            body.title(format!("{}: {played} on {maps} of the seeds {seed} to {last}{even}", self.title));
            body.line(format!("asked of each map: {}", features.join(", ")));
            if short > 0 {
                body.line(format!("{} had no room for all of that", counted(short, "map", "maps")));
            }
        } else {
            body.title(format!("{}: {played}", self.title));
        }
        body.line(format!(
            "each in four forms with the same dice: ground as it is and exchanged, either side leading; {}, \
             seed {}",
            against(self.players.0, None),
            self.seed
        ));
        if all.aborted > 0 {
            body.line(format!(
                "ABORTED: {} had no end in one form or more ({}), a fault in the rules or in the scenario; no figure \
                 counts them",
                counted(all.left_out, "game", "games"),
                counted(all.aborted, "form", "forms")
            ));
        }
    }

    fn family_body(&self, family: Family<'_>, body: &mut Body) {
        let effect = if self.is_even { Effect::FirstMove } else { Effect::Ground };
        if let Some(spread) = self.found.spread(effect) {
            let Interval { estimate, low, high } = spread.deviation;
            let what = if self.is_even { "the first move" } else { "the ground" };
            body.line(format!(
                "From map to map the worth of {what} has a standard deviation of {estimate:.2} points ({low:.2} to \
                 {high:.2}), the noise of few games taken off: a single map of this kind may well favour a side by as \
                 much."
            ));
        }
        let (extremes, alike) = self.found.extremes(effect, EXTREMES);
        let what =
            if self.is_even { "on which the first move matters most" } else { "that are the most one-sided" };
        body.heading(format!(
            "The maps {what}, with intervals over their own games; picked for what they showed, they would show less \
             in other games"
        ));
        let mut grid = Grid::with_head(["map", "favours", "by", "games"]);
        for map in extremes {
            let interval = self.found.maps()[map].interval(effect);
            let seed = family.first + map as u64;
            grid.push([
                format!("seed {seed}"),
                self.favoured(effect, interval.estimate).to_owned(),
                of_favoured(interval),
                self.found.maps()[map].games.to_string(),
            ]);
        }
        body.table(grid);
        if alike > 0 {
            let more = counted(alike as u64, "map more", "maps more");
            body.note(format!("and {more} as much as the last of these"));
        }
        body.line("Write the files of one:");
        body.command(format!("{} --seed SEED --out FOLDER", family.command));
    }
}

impl Findings for AdvantageFindings<'_> {
    const COMMAND: &'static str = "advantage";

    fn body(&self, body: &mut Body) {
        let report = &self.report;
        report.head(body);
        let (rows, all) = (report.rows(), report.played());
        let is_family = report.family.is_some();
        let of = if is_family {
            counted(report.number(), "map", "maps")
        } else {
            counted(all.games, "game", "games")
        };
        let mut head = vec!["points for".to_owned(), format!("95 %, over {of}")];
        if is_family {
            head.extend(["from map to map (95 %)", "share of noise in that"].map(str::to_owned));
        }
        let mut grid = Grid::with_head(head);
        for OfEffect { effect, interval, .. } in &rows {
            let is_none = report.is_none(*effect);
            let points = if is_none { "0, exactly".to_owned() } else { signed(*interval) };
            let mut cells = vec![report.whose(*effect).to_owned(), points];
            if is_family {
                let spread = report.found.spread(*effect).filter(|_| !is_none);
                cells.extend(spread.map_or_else(
                    || [if is_none { "0, exactly" } else { "unknown" }, "-"].map(str::to_owned),
                    |spread| {
                        let Interval { estimate, low, high } = spread.deviation;
                        let noise = 100.0 * spread.noise_share;
                        [format!("{estimate:.2} ({low:.2} to {high:.2})"), format!("{noise:.1} %")]
                    },
                ));
            }
            grid.push(cells);
        }
        body.table(grid);
        for row in &rows {
            body.line(report.sentence(row));
        }
        if let Some(family) = report.family {
            report.family_body(family, body);
        }
        body.line(
            "Points are hundredths of a game: an advantage of 5 is a score of 55 of 100 where all else is even.",
        );
    }

    fn rows(&self) -> Vec<Row> {
        let Effects { ground, first_move, name } = &self.effects;
        let mut rows = vec![row(&json!({
            "map": "all", "games": self.games, "left_out": self.left_out, "aborted": self.aborted,
            "ground": ground.advantage, "first_move": first_move.advantage, "name": name.advantage,
            "ground_deviation": ground.deviation_of_maps, "first_move_deviation": first_move.deviation_of_maps,
            "name_deviation": name.deviation_of_maps,
        }))];
        for map in self.family.iter().flat_map(|family| &family.maps) {
            let Effects { ground, first_move, name } = map.effects;
            rows.push(row(&json!({
                "map": map.seed.to_string(), "games": map.games, "left_out": map.left_out, "aborted": map.aborted,
                "ground": ground, "first_move": first_move, "name": name,
            })));
        }
        rows
    }
}

#[cfg(test)]
mod tests;
