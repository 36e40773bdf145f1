//! One game as a page: the map with its counters, to step through forwards and back, with the dice, the modifiers and
//! the rules of every step. One file without a network: style, script and data are embedded.
//!
//! The file holds every position as its difference from the one before, so a position depends only on the number of its
//! step, not on how the reader got there. Counters are drawn here; the script only lays them out.

use core::fmt::Write;
use std::collections::BTreeMap;

use serde::Serialize;
use szala_kernel::journal::{Entry, Event, tell};
use szala_kernel::picture::{Drawn, Ground, Position};
use szala_kernel::rules::{Aborted, Finished};
use szala_kernel::{BySide, Naming, Side, Subject};
use szala_system::Faces;

use crate::board::{Drawing, Item, Place, escape};
use crate::lexicon::Lexicon;
use crate::luck::LuckLine;
use crate::messages::Language;
use crate::time::Time;
use crate::trace::MOST_OPINIONS;

const STYLE: &str = include_str!("../assets/replay.css");
/// The sign on the play button; the script has the one for a pause.
const PLAY: &str = "M3 2v12l11-6z";
const SCRIPT: &str = include_str!("../assets/replay.js");

/// A game that was played, with its positions.
#[derive(Clone, Copy, Debug)]
pub struct Viewer<'v> {
    /// What was played.
    pub title: &'v str,
    /// The names of the players.
    pub players: BySide<&'v str>,
    /// The seed of the run.
    pub seed: u64,
    /// The number of the game in the run.
    pub number: u64,
    /// What happened, in order, from the set-up on.
    pub entries: &'v [Entry],
    /// The position before the first decision, and the one after each.
    pub positions: &'v [Position],
    /// How it ended, or why it has no end.
    pub finished: Result<Finished, Aborted>,
    /// The words of the game, in the language of the page.
    pub lexicon: &'v Lexicon,
    /// The luck of the game, if requested.
    pub luck: Option<&'v LuckLine>,
}

/// The data for the script.
#[derive(Debug, Serialize)]
struct Film<'f> {
    /// The prefix of ids in the map.
    name: &'f str,
    words: BTreeMap<&'static str, String>,
    sides: [String; 2],
    /// The name of each piece.
    pieces: Vec<&'f str>,
    cells: Vec<&'f str>,
    trays: Vec<String>,
    /// All looks that anything ever has, each once.
    looks: Vec<String>,
    steps: Vec<Step>,
}

/// A position, as the difference from the one before, and how it came about.
#[derive(Debug, Default, Serialize)]
struct Step {
    stage: u8,
    lead: i32,
    /// The lead in words.
    told: String,
    /// The side that decided; `None` for the set-up.
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<usize>,
    /// Its action.
    action: String,
    /// The events that followed.
    events: Vec<Told>,
    /// The cells concerned.
    focus: Vec<usize>,
    /// The items that changed.
    changed: Vec<Change>,
}

/// An event: its kind, the rule, the text, and for dice the face.
#[derive(Debug, Serialize)]
struct Told(&'static str, String, String, Option<u8>);

/// A changed item: its key; and if it still exists, its look, where and how it lies, its height, and its place, a cell
/// from 0 or a tray from -1 downwards.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Change {
    Gone((usize,)),
    Lies(usize, usize, String, u32, i64),
}

/// A part of the page of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FilmPart {
    /// The same in other games of the scenario: style, script, map.
    Common(String),
    /// Only for this game.
    Own(String),
}

impl FilmPart {
    /// The text of the part.
    pub fn text(self) -> String {
        match self {
            Self::Common(text) | Self::Own(text) => text,
        }
    }

    /// A page in parts; these texts are common to several pages.
    fn split(page: String, common: &[&str]) -> Vec<Self> {
        let mut parts = vec![Self::Own(page)];
        for common in common.iter().filter(|common| !common.is_empty()) {
            let apart = |part: Self| match part {
                Self::Own(text) if text.contains(common) => {
                    let (before, after) = text.split_once(common).expect("it is in there");
                    vec![
                        Self::Own(before.to_owned()),
                        Self::Common((*common).to_owned()),
                        Self::Own(after.to_owned()),
                    ]
                }
                part => vec![part],
            };
            parts = parts.into_iter().flat_map(apart).collect();
        }
        parts
    }
}

/// How the map's layer of counters begins.
fn layer(drawing: &Drawing<'_>) -> String {
    format!("<g id=\"{}-items\">", drawing.name)
}

impl Viewer<'_> {
    /// The whole page.
    pub fn page(&self, faces: &dyn Faces) -> String {
        self.parts(faces).into_iter().map(FilmPart::text).collect()
    }

    /// The page in parts, so that a page of several games can hold what they share once.
    pub fn parts(&self, faces: &dyn Faces) -> Vec<FilmPart> {
        let ground = self.lexicon.ground(faces.ground());
        let sides = self.sides(faces);
        let drawing = self.drawing(faces, &ground, &sides, "szala");
        let mut html = String::new();
        self.head(&mut html);
        html.push_str("<body>\n");
        self.banner(faces, &mut html);
        self.desk(&drawing, &self.time(faces), &mut html);
        self.help(&self.time(faces), &mut html);
        let film = self.film(faces, &drawing);
        let json = serde_json::to_string(&film).expect("texts and numbers can be written as JSON");
        // `<` is escaped, so that no tag can end the script early.
        let json = json.replace('<', "\\u003c");
        let _ = writeln!(html, "<script type=\"application/json\" id=\"film\">{json}</script>");
        let _ = write!(html, "<script>\n{SCRIPT}</script>\n</body>\n</html>\n");
        let stage = drawing.stage(self.title);
        let (below, above) = stage.split_once(&layer(&drawing)).unwrap_or_default();
        FilmPart::split(html, &[STYLE, SCRIPT, below, above])
    }

    /// How the game ended, and a picture of the final position, with this prefix of ids.
    pub fn end(&self, faces: &dyn Faces, name: &str) -> (String, String) {
        let ground = self.lexicon.ground(faces.ground());
        let sides = self.sides(faces);
        let drawing = self.drawing(faces, &ground, &sides, name);
        let picture = self.positions.last().map(|last| self.lying(&drawing, last)).unwrap_or_default();
        (self.result(faces), picture)
    }

    fn language(&self) -> Language {
        self.lexicon.language()
    }

    /// The names of the sides.
    fn sides(&self, faces: &dyn Faces) -> BySide<String> {
        BySide::from_fn(|side| self.lexicon.tell(faces.side_name(side)).into_owned())
    }

    fn drawing<'d>(
        &self,
        faces: &dyn Faces,
        ground: &'d Ground,
        sides: &'d BySide<String>,
        name: &'d str,
    ) -> Drawing<'d> {
        let sides = BySide::from_fn(|side| sides[side].as_str());
        Drawing { ground, sides, time: faces.time(), name, language: self.language() }
    }

    /// The forms of the name of the time unit.
    fn time(&self, faces: &dyn Faces) -> Time {
        Time::of(faces.time(), self.language())
    }

    fn head(&self, html: &mut String) {
        let words = self.language().words();
        let _ = write!(
            html,
            "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
             content=\"width=device-width, initial-scale=1\">\n<title>{}: {} {}</title>\n<style>\n{STYLE}</style>\n\
             </head>\n",
            self.language().code(),
            escape(self.title),
            words.game,
            self.number
        );
    }

    fn banner(&self, faces: &dyn Faces, html: &mut String) {
        let words = self.language().words();
        let BySide([first, second]) = self.players;
        let result = self.result(faces);
        let _ = write!(
            html,
            "<header>\n<div>\n<h1>{}</h1>\n<p>{} {}, {} {}; {} {} {}</p>\n<p class=\"result\">{}</p>\n</div>\n\
             <div class=\"tools\"><button id=\"theme\" type=\"button\">{}</button> <button id=\"ask\" type=\"button\" \
             aria-keyshortcuts=\"?\">{} <kbd>?</kbd></button></div>\n</header>\n<noscript><p class=\"note\">{}</p>\
             </noscript>\n",
            escape(self.title),
            words.game,
            self.number,
            words.seed,
            self.seed,
            escape(first),
            words.against,
            escape(second),
            escape(&result),
            words.theme,
            words.help,
            words.needs_script
        );
    }

    /// How the game ended, in a line.
    fn result(&self, faces: &dyn Faces) -> String {
        let words = self.language().words();
        match self.finished {
            Err(aborted) => format!("{}: {aborted}", words.aborted),
            Ok(Finished { outcome, .. }) => {
                let who = outcome.winner.map_or(words.draw.to_owned(), |winner| {
                    format!("{} {}", words.won_by, self.lexicon.tell(faces.side_name(winner)))
                });
                let margin = faces.value("vp", outcome.lead).to_string();
                let (reason, margin) = (self.lexicon.tell(outcome.reason), self.lexicon.tell(&margin));
                format!("{who}: {reason} [{}]; {}: {margin}", outcome.rule, words.points)
            }
        }
    }

    /// The map with its controls, and the list of events.
    fn desk(&self, drawing: &Drawing<'_>, time: &Time, html: &mut String) {
        let words = self.language().words();
        let button = |id: &str, icon: &str, name: &str, key: &str| {
            format!(
                "<button id=\"{id}\" type=\"button\" title=\"{name} ({key})\" aria-label=\"{name}\" \
                 aria-keyshortcuts=\"{key}\"><svg viewBox=\"0 0 16 16\" aria-hidden=\"true\"><path d=\"{icon}\"/></svg>\
                 </button>"
            )
        };
        let buttons = [
            button("first", "M2 3h2v10H2zM14 3v10L5 8z", words.first, "Home"),
            button("stage-back", "M8 3v10L1 8zM15 3v10L8 8z", &time.fill(words.stage_back), "PageUp"),
            button("back", "M12 3v10L4 8z", words.back, "ArrowLeft"),
            button("play", PLAY, words.play, "Space"),
            button("forward", "M4 3v10l8-5z", words.forward, "ArrowRight"),
            button("stage-forward", "M1 3v10l7-5zM8 3v10l7-5z", &time.fill(words.stage_forward), "PageDown"),
            button("last", "M12 3h2v10h-2zM2 3v10l9-5z", words.last, "End"),
        ];
        let _ = write!(
            html,
            "<main>\n<section class=\"table\" aria-label=\"{}\">\n<div class=\"bar\" role=\"toolbar\" \
             aria-label=\"{}\">{}<label class=\"speed\">{} <select id=\"speed\"><option value=\"1600\">{}</option>\
             <option value=\"800\" selected>{}</option><option value=\"250\">{}</option></select></label>\
             <span class=\"zoom\">{}{}</span></div>\n",
            words.map,
            words.position,
            buttons.concat(),
            words.speed,
            words.slow,
            words.medium,
            words.fast,
            button("smaller", "M3 7h10v2H3z", words.smaller, "-"),
            button("larger", "M3 7h4V3h2v4h4v2H9v4H7V9H3z", words.larger, "+"),
        );
        self.course(drawing, html);
        let _ = write!(
            html,
            "<p id=\"status\" role=\"status\" aria-live=\"polite\"></p>\n<div id=\"map\" tabindex=\"0\" \
             style=\"--natural: {natural:.0}px\" aria-label=\"{map}\">{opening}</div>\n<p id=\"reading\" \
             aria-live=\"polite\"></p>\n<details><summary>{legend}</summary>{samples}</details>\n<details><summary>\
             {counters}</summary><table id=\"counters\"><thead><tr><th scope=\"col\">{counter}</th>\
             <th scope=\"col\">{place}</th></tr></thead><tbody></tbody></table></details>\n</section>\n\
             <section class=\"story\" aria-label=\"{events}\"><h2>{events}</h2><ol id=\"events\"></ol></section>\n\
             </main>\n",
            natural = drawing.width(),
            map = words.map,
            opening = self.opening(drawing),
            legend = words.legend,
            samples = Drawing { name: "legend", ..*drawing }.legend_alone(900.0, self.positions.first()),
            counters = words.counters,
            counter = words.counter,
            place = words.place,
            events = words.events,
        );
    }

    /// The map as it is before the script takes over: the set-up.
    fn opening(&self, drawing: &Drawing<'_>) -> String {
        let first = self.positions.first();
        first.map_or_else(|| drawing.stage(self.title), |first| self.lying(drawing, first))
    }

    /// The map with a position on it.
    fn lying(&self, drawing: &Drawing<'_>, position: &Position) -> String {
        let items: String = drawing.items(position).iter().map(Item::svg).collect();
        let layer = layer(drawing);
        drawing.stage(self.title).replacen(&layer, &format!("{layer}{items}"), 1)
    }

    /// The lead of the first side, step by step, with the stages; below it the slider.
    fn course(&self, drawing: &Drawing<'_>, html: &mut String) {
        let words = self.language().words();
        let last = self.positions.len().saturating_sub(1);
        let most = self.positions.iter().map(|one| one.lead.abs()).max().unwrap_or(0).max(2);
        let mut path = String::new();
        let mut stages = String::new();
        let mut before: Option<&Position> = None;
        for (step, position) in self.positions.iter().enumerate() {
            match before {
                Some(before) if before.lead == position.lead => (),
                _ => {
                    let from = before.map_or(0, |before| before.lead);
                    let _ = write!(path, "L{step} {}L{step} {}", -from, -position.lead);
                }
            }
            if before.is_some_and(|before| before.stage != position.stage) {
                let _ = write!(stages, "M{step} -{most}V{most}");
            }
            before = Some(position);
        }
        let _ = writeln!(
            html,
            "<div class=\"course\"><svg viewBox=\"0 -{most} {} {}\" preserveAspectRatio=\"none\" aria-hidden=\"true\">\
             <path class=\"stages\" d=\"{stages}\"/><path class=\"lead\" d=\"M0 0{path}L{last} {}L{last} 0z\"/>\
             <path class=\"zero\" d=\"M0 0H{last}\"/><path id=\"cursor\" d=\"M0 -{most}V{most}\"/></svg>\
             <input id=\"slider\" type=\"range\" min=\"0\" max=\"{last}\" value=\"0\" aria-label=\"{}\"></div>",
            last.max(1),
            2 * most,
            -before.map_or(0, |position| position.lead),
            words.position
        );
        if let Some(luck) = self.luck {
            self.chances(luck, drawing.sides, last.max(1), html);
        }
    }

    /// The expected score of the first side, roll by roll, with strokes at the rolls that gained most.
    fn chances(&self, luck: &LuckLine, sides: BySide<&str>, last: usize, html: &mut String) {
        let words = self.language().words();
        let mut path = String::new();
        for (step, score) in &luck.course {
            let sign = if path.is_empty() { 'M' } else { 'L' };
            let _ = write!(path, "{sign}{step} {:.1}", 100.0 - 100.0 * score);
        }
        let (mut strokes, mut lists) = (String::new(), String::new());
        for side in Side::BOTH {
            let (kind, height) = if side == Side::First { ("gain", "0V14") } else { ("loss", "86V100") };
            let mut rolls = String::new();
            for (step, _, text) in luck.marks.iter().filter(|(_, of, _)| *of == side) {
                let text = escape(&self.lexicon.tell(text));
                let _ = write!(strokes, "<path class=\"{kind}\" d=\"M{step} {height}\"/>");
                let _ =
                    write!(rolls, "<li><button type=\"button\" data-step=\"{step}\">{text}</button></li>");
            }
            if !rolls.is_empty() {
                let side = escape(sides[side]);
                let _ = write!(lists, "<p class=\"{kind}\">{} {side}</p><ul>{rolls}</ul>", words.gained);
            }
        }
        let about = format!("{} {}", words.chances, escape(sides[Side::First]));
        let _ = writeln!(
            html,
            "<div class=\"course chances\"><p>{about}</p><svg viewBox=\"0 0 {last} 100\" preserveAspectRatio=\"none\" \
             role=\"img\" aria-label=\"{about}\"><path class=\"zero\" d=\"M0 50H{last}\"/><path class=\"score\" \
             d=\"{path}\"/>{strokes}</svg><details><summary>{}</summary>{lists}</details></div>",
            words.luck
        );
    }

    fn help(&self, time: &Time, html: &mut String) {
        let words = self.language().words();
        let keys = [
            ("\u{2190} \u{2192}", words.key_step),
            ("Home End", words.key_ends),
            ("PageUp PageDown", &*time.fill(words.key_stage)),
            ("Space", words.key_play),
            ("+ \u{2212}", words.key_zoom),
            ("?", words.key_help),
        ];
        let row = |(keys, what): (&str, &str)| {
            let keys: Vec<String> = keys.split(' ').map(|key| format!("<kbd>{key}</kbd>")).collect();
            format!("<dt>{}</dt><dd>{what}</dd>", keys.join(" "))
        };
        let rows: String = keys.map(row).concat();
        let _ = writeln!(
            html,
            "<dialog id=\"help\" aria-labelledby=\"help-title\"><h2 id=\"help-title\">{}</h2><dl>{rows}</dl><p>{}</p>\
             <form method=\"dialog\"><button>{}</button></form></dialog>",
            words.keys, words.help_click, words.close
        );
    }

    fn film<'f>(&self, faces: &'f dyn Faces, drawing: &'f Drawing<'_>) -> Film<'f> {
        let ground = drawing.ground;
        let mut looks = Vec::new();
        let mut numbers = BTreeMap::new();
        let mut lying = BTreeMap::new();
        let mut steps = Vec::new();
        let mut stories = self.entries.chunk_by(|_, next| !matches!(next, Entry::Decision(..)));
        // Without a decision the set-up is everything there is, so its step may have no events.
        let begins_with_decision = matches!(self.entries.first(), Some(Entry::Decision(..)) | None);
        for (number, position) in self.positions.iter().enumerate() {
            let story = if number == 0 && begins_with_decision { &[] } else { stories.next().unwrap_or(&[]) };
            let mut step = self.step(faces, drawing, position, story);
            if number == 0 {
                // The values of the counters are shown on the counters.
                step.events.clear();
                self.language().words().set_up.clone_into(&mut step.action);
            }
            let items = drawing.items(position);
            let mut now = BTreeMap::new();
            for item in items {
                let look = *numbers.entry(item.look.clone()).or_insert_with(|| {
                    looks.push(item.look.clone());
                    looks.len() - 1
                });
                let place = match item.place {
                    Place::Cell(cell) => i64::from(cell.0),
                    Place::Tray(tray) => -1 - i64::from(tray.0),
                };
                now.insert(item.key, (look, item.transform(), item.height, place));
            }
            let gone = lying.keys().filter(|key| !now.contains_key(*key));
            step.changed.extend(gone.map(|key| Change::Gone((*key,))));
            for (key, new) in &now {
                if lying.get(key) != Some(new) {
                    let (look, transform, height, place) = new.clone();
                    step.changed.push(Change::Lies(*key, look, transform, height, place));
                }
            }
            lying = now;
            steps.push(step);
        }
        let (words, time) = (self.language().words(), self.time(faces));
        Film {
            name: drawing.name,
            words: words.all().into_iter().map(|(name, text)| (name, time.fill(text))).collect(),
            sides: Side::BOTH.map(|side| drawing.sides[side].to_owned()),
            pieces: ground.pieces.iter().map(|piece| piece.name.as_str()).collect(),
            cells: drawing.cell_labels(),
            trays: drawing.tray_names(),
            looks,
            steps,
        }
    }

    fn step(&self, faces: &dyn Faces, drawing: &Drawing<'_>, position: &Position, story: &[Entry]) -> Step {
        let told = match position.lead {
            0 => self.language().words().even.to_owned(),
            lead if lead > 0 => format!("{} +{lead}", drawing.sides[Side::First]),
            lead => format!("{} +{}", drawing.sides[Side::Second], -lead),
        };
        let mut step = Step { stage: position.stage, lead: position.lead, told, ..Step::default() };
        let mut opinions = 0;
        for entry in story {
            match entry {
                Entry::Decision(side, action) => {
                    step.side = Some(*side as usize);
                    step.action = self.lexicon.tell(action).into_owned();
                }
                Entry::Opinion { action, value, why } => {
                    // The best come first.
                    let told = self.lexicon.tell(action);
                    if opinions < MOST_OPINIONS || *told == *step.action {
                        let colon = if why.is_empty() { "" } else { ": " };
                        let told = format!("{value} {told}{colon}{}", self.lexicon.tell(why));
                        step.events.push(Told("opinion", String::new(), told, None));
                    }
                    opinions += 1;
                }
                Entry::Event(event) => {
                    let Told(kind, rule, text, face) = told_event(faces, entry, event);
                    step.events.push(Told(kind, rule, self.lexicon.tell(&text).into_owned(), face));
                    for cell in subjects(event).into_iter().filter_map(|whom| cell_of(faces, position, whom))
                    {
                        if !step.focus.contains(&cell) {
                            step.focus.push(cell);
                        }
                    }
                }
            }
        }
        step
    }
}

/// The subjects that an event names.
fn subjects(event: &Event) -> [Subject; 2] {
    match *event {
        Event::Roll { ask, .. } => [ask.who, ask.whom],
        Event::Draw { ticket, .. } => [ticket, Subject::NONE],
        Event::Total { whose, .. } | Event::Change { whose, .. } => [whose, Subject::NONE],
        Event::Remark { whom, .. } => [whom, Subject::NONE],
        Event::Modifier { .. } => [Subject::NONE; 2],
    }
}

/// The cell that is named, or the one where the named unit stands.
fn cell_of(faces: &dyn Faces, position: &Position, subject: Subject) -> Option<usize> {
    match faces.drawn(subject).filter(|_| subject != Subject::NONE)? {
        Drawn::Cell(cell) => Some(cell.index()),
        Drawn::Piece(piece) => Some(position.counters[piece.index()].spot.cell()?.index()),
    }
}

/// An event in the list: the text without the rule, which is shown beside it.
fn told_event(faces: &dyn Faces, entry: &Entry, event: &Event) -> Told {
    let rule = faces.cited(event.rule()).to_string();
    let text = tell(faces, entry).to_string();
    let text = text.strip_prefix(&rule).unwrap_or(&text).trim_start().to_owned();
    match event {
        Event::Roll { face, .. } => Told("roll", rule, text, Some(*face)),
        Event::Draw { .. } => Told("draw", rule, text, None),
        Event::Modifier { why, .. } => Told("modifier", rule, format!("{text}, {why}"), None),
        Event::Total { .. } => Told("total", rule, text, None),
        // An arrow of two characters could be broken at the end of a line.
        Event::Change { .. } => Told("change", rule, text.replace("->", "\u{2192}"), None),
        Event::Remark { .. } => Told("remark", rule, text, None),
    }
}
