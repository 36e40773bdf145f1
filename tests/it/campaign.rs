//! Campaigns: records and texts are damaged at random, from a seed, and every command that reads them must either
//! produce the same bytes as for intact input, or report the damage. Every test run does a few hundred; some thousands
//! take some minutes: `SZALA_DAMAGES=2000 SZALA_TEXTS=20000 SZALA_KILLS=1000 cargo test --test it campaign:: --
//! --nocapture`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use serde_json::Value;
use szala_analysis::records::Manifest;

/// How many damaged records and damaged texts, unless these variables say otherwise.
const DAMAGES: (&str, u64) = ("SZALA_DAMAGES", 120);
const TEXTS: (&str, u64) = ("SZALA_TEXTS", 120);
/// How many kills.
const KILLS: (&str, u64) = ("SZALA_KILLS", 12);
/// The seed of everything.
const SEED: (&str, u64) = ("SZALA_SEED", 1);

/// Of a run in 109 parts: the one with a file on each side of a block boundary.
const RUN: &str = "run two-gates --games 65536 --shard 55/109 --out run";
const FIRST: &str = "run/games-000000032467.parquet";
const SECOND: &str = "run/games-000000032768.parquet";
const MANIFEST: &str = "run/manifest.json";
/// A whole run in three parts.
const PARTS: [&str; 3] = ["part-1", "part-2", "part-3"];

fn number((variable, usual): (&str, u64)) -> u64 {
    std::env::var(variable).map_or(usual, |number| number.parse().expect("the variable holds a number"))
}

/// The generator of Steele, Lea and Flood (2014), of 64 bits.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Below a number greater than 0.
    fn below(&mut self, number: usize) -> usize {
        usize::try_from(self.next() % number as u64).expect("less than a number that fits")
    }

    fn of<'c, T>(&mut self, choices: &'c [T]) -> &'c T {
        &choices[self.below(choices.len())]
    }
}

/// A separate folder in which `szala` works.
struct Room(PathBuf);

impl Room {
    fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("campaign-{name}-{}", number(SEED)));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("the disk has room for a folder");
        Self(path)
    }

    fn command(&self, words: &str) -> Command {
        let mut command = Command::new(crate::program());
        command.current_dir(&self.0).args(words.split_whitespace());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// What a command prints, if it neither panicked nor was killed.
    fn ask(&self, words: &str, of: &str) -> Output {
        let output = self.command(words).output().expect("cargo builds szala before its tests");
        let said = String::from_utf8_lossy(&output.stderr);
        let is_in_order = matches!(output.status.code(), Some(0..=3)) && !said.contains("panicked");
        assert!(is_in_order, "{of}: {words}: {:?}: {said}", output.status);
        output
    }

    fn told(&self, words: &str) -> Vec<u8> {
        let output = self.ask(words, "as it is");
        assert!(output.status.success(), "{words}: {}", String::from_utf8_lossy(&output.stderr));
        output.stdout
    }

    fn read(&self, file: &str) -> Vec<u8> {
        fs::read(self.0.join(file)).expect("the file was written before")
    }

    fn write(&self, file: &str, bytes: &[u8]) {
        fs::write(self.0.join(file), bytes).expect("there is room");
    }

    /// The files of a folder by name, without its lock; of the manifest everything except the command.
    fn files(&self, folder: &str) -> BTreeMap<String, Vec<u8>> {
        let entries = fs::read_dir(self.0.join(folder)).expect("the disk has room for a folder").flatten();
        let mut files: BTreeMap<String, Vec<u8>> = entries
            .map(|entry| entry.file_name().into_string().expect("the output is UTF-8"))
            .filter(|name| name != "lock" && !name.contains(".tmp"))
            .map(|name| (name.clone(), self.read(&format!("{folder}/{name}"))))
            .collect();
        let mut manifest: Manifest =
            serde_json::from_slice(&files["manifest.json"]).expect("szala run wrote the manifest");
        manifest.command.clear();
        let text = serde_json::to_vec(&manifest.sealed()).expect("it can be written");
        files.insert("manifest.json".to_owned(), text);
        files
    }
}

/// Damages some bytes, and says how.
fn spoil(bytes: &mut Vec<u8>, chance: &mut Chance) -> String {
    if bytes.is_empty() {
        return "empty as it is".to_owned();
    }
    let at = chance.below(bytes.len());
    let to = at + chance.below(bytes.len() - at).min(200);
    match chance.below(8) {
        0..=3 => {
            let bit = chance.below(8);
            bytes[at] ^= 1 << bit;
            format!("bit {bit} of byte {at}")
        }
        4 => {
            bytes.truncate(at);
            format!("cut off at {at}")
        }
        5 => {
            bytes[at..to].fill(0);
            format!("nothing from {at} to {to}")
        }
        6 => {
            let piece = bytes[at..to].to_vec();
            let place = chance.below(bytes.len());
            bytes.splice(place..place, piece);
            format!("{at} to {to} again at {place}")
        }
        _ => {
            bytes.drain(at..to);
            format!("without {at} to {to}")
        }
    }
}

/// Changes a manifest so that it is still a JSON document, and says how.
fn spoil_manifest(value: &mut Value, chance: &mut Chance) -> String {
    let fields = value.as_object_mut().expect("a manifest is an object");
    let columns = fields["columns"].as_array_mut().expect("columns are a list");
    let (one, other) = (chance.below(columns.len()), chance.below(columns.len()));
    match chance.below(7) {
        0 => {
            columns.swap(one, other);
            format!("columns {one} and {other} changed")
        }
        1 => {
            columns.insert(other, columns[one].clone());
            format!("column {one} again at {other}")
        }
        2 => {
            columns.truncate(one);
            format!("{one} columns left")
        }
        3 => {
            let kinds = ["count", "number", "stage", "name", "flag"];
            columns[one]["kind"] = (*chance.of(&kinds)).into();
            format!("another kind of column {one}")
        }
        4 => {
            let names: Vec<String> = fields.keys().cloned().collect();
            let name = chance.of(&names).clone();
            fields.remove(&name);
            format!("no {name}")
        }
        5 => {
            let places = [
                ["part", "first"],
                ["part", "end"],
                ["progress", "games"],
                ["progress", "aborted"],
                ["run", "seed"],
                ["run", "games"],
            ];
            let [table, key] = *chance.of(&places);
            let number = *chance.of(&[0, 1, 300, 32_768, u64::MAX]);
            if let Some(table) = fields.get_mut(table) {
                table[key] = number.into();
            }
            format!("{table}.{key} is {number}")
        }
        _ => {
            let places = [["run", "title"], ["run", "until"], ["run", "variant"]];
            let [table, key] = *chance.of(&places);
            if let Some(table) = fields.get_mut(table) {
                table[key] = "another".into();
            }
            format!("another {table}.{key}")
        }
    }
}

/// Damages the record of a run, and says how.
fn damage(room: &Room, chance: &mut Chance) -> String {
    let file = *chance.of(&[FIRST, SECOND, MANIFEST]);
    let name = file.trim_start_matches("run/");
    match chance.below(12) {
        0..=6 => {
            let mut bytes = room.read(file);
            let how = spoil(&mut bytes, chance);
            room.write(file, &bytes);
            format!("{name}: {how}")
        }
        7 => {
            room.write(file, &room.read(&format!("stranger/{name}")));
            format!("{name} is that of another run")
        }
        8 => {
            room.write(FIRST, &room.read(SECOND));
            "the second file twice".to_owned()
        }
        9 => {
            fs::remove_file(room.0.join(file)).expect("it is there");
            format!("no {name}")
        }
        10 => {
            let [first, second] = [FIRST, SECOND].map(|file| room.read(file));
            room.write(FIRST, &second);
            room.write(SECOND, &first);
            "the files changed".to_owned()
        }
        _ => {
            let mut value = serde_json::from_slice(&room.read(MANIFEST)).expect("szala run wrote JSON");
            let how = spoil_manifest(&mut value, chance);
            room.write(MANIFEST, value.to_string().as_bytes());
            how
        }
    }
}

/// Whatever happens to a record: anything reported about it, or made of it, with exit code 0 is true.
#[test]
fn no_damaged_record_gives_another_figure_or_makes_a_command_panic() {
    let room = Room::new("records");
    room.told(RUN);
    room.told(&RUN.replace("--out run", "--seed 2 --out stranger"));
    let names = ["manifest.json", "games-000000032467.parquet", "games-000000032768.parquet"];
    let sound = names.map(|name| room.read(&format!("run/{name}")));
    let report = room.told("report run --format csv");
    let resumed = room.told(&format!("{RUN} --resume"));
    let whole = room.files("run");
    let mut chance = Chance(number(SEED));
    let (mut refused, mut told, mut gone_on) = (0, 0, 0);
    let damages = number(DAMAGES);
    for _ in 0..damages {
        for (name, bytes) in names.iter().zip(&sound) {
            room.write(&format!("run/{name}"), bytes);
        }
        let how = damage(&room, &mut chance);
        let output = room.ask("report run --format csv", &how);
        if output.status.success() {
            assert!(output.stdout == report, "{how}: other figures");
            told += 1;
        } else {
            refused += 1;
        }
        let output = room.ask(&format!("{RUN} --resume"), &how);
        if output.status.success() {
            assert!(output.stdout == resumed, "{how}: other figures when it goes on");
            assert!(room.files("run") == whole, "{how}: other files when it goes on");
            gone_on += 1;
        }
    }
    println!(
        "{damages} damaged records: {refused} refused, {told} told as they were, {gone_on} resumed to what they were"
    );
    assert!(refused > damages / 2 && told + gone_on > 0, "nothing was damaged, or nothing was whole");
}

#[test]
fn no_damaged_part_is_merged_to_other_files() {
    let room = Room::new("parts");
    for (place, part) in PARTS.iter().enumerate() {
        room.told(&format!("run two-gates --games 600 --shard {}/3 --out {part}", place + 1));
    }
    let merge = format!("merge {} --out merged", PARTS.join(" "));
    room.told(&merge);
    let whole = room.files("merged");
    let mut chance = Chance(number(SEED));
    let damages = number(DAMAGES) / 3;
    let mut merged = 0;
    for _ in 0..damages {
        let part = *chance.of(&PARTS);
        let games = room.files(part).into_keys().next().expect("a part has a file of games");
        let file = format!("{part}/{}", *chance.of(&["manifest.json", &games]));
        let sound = room.read(&file);
        let mut bytes = sound.clone();
        let how = spoil(&mut bytes, &mut chance);
        room.write(&file, &bytes);
        fs::remove_dir_all(room.0.join("merged")).expect("it is there");
        if room.ask(&merge, &how).status.success() {
            assert!(room.files("merged") == whole, "{file}: {how}");
            merged += 1;
        }
        // Once everything is intact again, what was started can be resumed.
        room.write(&file, &sound);
        let again = room.ask(&merge, &how);
        let said = String::from_utf8_lossy(&again.stderr);
        assert!(
            again.status.success() || said.contains("there is a run in merged already, with 600"),
            "{said}"
        );
        assert!(room.files("merged") == whole, "{file}: {how}, and whole again");
    }
    println!("{damages} damaged parts, {merged} of them merged as they were");
}

/// A record that no program could have written, with a valid seal or from before seals, may be reported or not: it
/// causes no panic.
#[test]
fn no_made_up_manifest_makes_a_command_panic() {
    let room = Room::new("forged");
    room.told(RUN);
    let sound = room.read(MANIFEST);
    let files = [FIRST, SECOND].map(|file| (file, room.read(file)));
    let mut chance = Chance(number(SEED));
    for place in 0..number(DAMAGES) {
        let mut value: Value = serde_json::from_slice(&sound).expect("szala run wrote JSON");
        let is_old = place % 2 == 0;
        if is_old {
            let fields = value.as_object_mut().expect("a manifest is an object");
            fields.remove("seal");
            fields.remove("files");
            fields.insert("format".to_owned(), 1.into());
        }
        let mut how = String::new();
        if is_old && place % 4 == 0 {
            let (file, bytes) = chance.of(&files);
            let mut bytes = bytes.clone();
            how = format!("{file}: {}", spoil(&mut bytes, &mut chance));
            room.write(file, &bytes);
        } else {
            how += &spoil_manifest(&mut value, &mut chance);
        }
        let mut text = value.to_string();
        if !is_old && let Ok(manifest) = serde_json::from_str::<Manifest>(&text) {
            text = serde_json::to_string(&manifest.sealed()).expect("it can be written");
        }
        room.write(MANIFEST, text.as_bytes());
        let output = room.ask("report run --format csv", &how);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(
            !is_old || !output.status.success() || said.contains("recorded without hashes"),
            "{how}: {said}"
        );
        room.ask("chart convergence run --out chart.svg", &how);
        room.ask(&format!("{RUN} --resume"), &how);
        let _ = fs::remove_file(room.0.join("chart.svg"));
        for (file, bytes) in &files {
            room.write(file, bytes);
        }
    }
}

/// Kills it after this time, if it is still running.
fn kill(mut child: Child, after: Duration) {
    std::thread::sleep(after);
    let _ = child.kill();
    child.wait_with_output().expect("the child was started above");
}

#[test]
fn whatever_is_killed_while_it_writes_leaves_nothing_half_and_can_be_repeated() {
    let room = Room::new("kills");
    for (place, part) in PARTS.iter().enumerate() {
        room.told(&format!("run two-gates --games 70000 --shard {}/3 --out {part}", place + 1));
    }
    let merge = format!("merge {} --out", PARTS.join(" "));
    let begun = std::time::Instant::now();
    room.told(&format!("{merge} whole"));
    let lasts = begun.elapsed();
    let page = room.told("report part-1 --format html");
    let run = "run two-gates --games 70000 --shard 1/3";
    let begun = std::time::Instant::now();
    room.told(&format!("{run} --out whole-part"));
    let run_lasts = begun.elapsed();
    let mut chance = Chance(number(SEED));
    let mut moment =
        |lasts: Duration| lasts * u32::try_from(chance.below(100)).expect("a small number") / 100;
    // Each time a merge, a page and a run are killed.
    let times = number(KILLS).div_ceil(3);
    for place in 0..times {
        let after = moment(lasts);
        kill(
            room.command(&format!("{merge} merged-{place}"))
                .spawn()
                .expect("cargo builds szala before its tests"),
            after,
        );
        let again = room.ask(&format!("{merge} merged-{place}"), "killed");
        let said = String::from_utf8_lossy(&again.stderr);
        assert!(again.status.success() || said.contains("already, with 70000 games"), "{said}");
        assert!(room.files(&format!("merged-{place}")) == room.files("whole"), "killed after {after:?}");
        let out = format!("page-{place}.html");
        kill(
            room.command(&format!("report part-1 --out {out}"))
                .spawn()
                .expect("cargo builds szala before its tests"),
            after * 4,
        );
        if room.0.join(&out).exists() {
            assert!(room.read(&out) == page, "half a page after {after:?}");
        } else {
            room.told(&format!("report part-1 --out {out}"));
        }
        let after = moment(run_lasts);
        let run = format!("{run} --out run-{place} --resume");
        kill(room.command(&run).spawn().expect("cargo builds szala before its tests"), after);
        room.told(&run);
        assert!(room.files(&format!("run-{place}")) == room.files("whole-part"), "killed after {after:?}");
        for done in [format!("merged-{place}"), format!("run-{place}")] {
            fs::remove_dir_all(room.0.join(done)).expect("it is there");
        }
        fs::remove_file(room.0.join(&out)).expect("it is there");
    }
    println!("{} kills: nothing lost, nothing half", 3 * times);
}

/// The texts that people write, each with a command that reads it; `TEXT` stands for its path.
const READ_BY: [(&str, &str); 11] = [
    ("scenarios/niemenczyn-1794/historical.toml", "validate TEXT"),
    ("scenarios/niemenczyn-1794/map.toml", "validate HOME/historical.toml"),
    ("scenarios/niemenczyn-1794/units.toml", "validate HOME/historical.toml"),
    ("scenarios/niemenczyn-1794/variants/eydziatowicz.toml", "validate HOME/historical.toml --add TEXT"),
    (
        "scenarios/niemenczyn-1794/heuristic.toml",
        "run HOME/historical.toml --games 1 --players heuristic:TEXT,hold",
    ),
    (
        "scenarios/niemenczyn-1794/plans/storm.toml",
        "run HOME/historical.toml --games 1 --players plan:TEXT,hold",
    ),
    ("scenarios/verdox/mirror.toml", "validate TEXT"),
    ("scenarios/verdox/mirror-map.toml", "validate scenarios/verdox/mirror.toml"),
    ("scenarios/verdox/drill.toml", "run TEXT --games 1 --players uniform"),
    ("engine/verdox/cases/ch04.toml", "case TEXT"),
    ("two-gates.baseline", "gate --baseline TEXT"),
];

/// Damages a text in ways that people do and do not, and says how.
fn spoil_text(text: &mut Vec<u8>, chance: &mut Chance) -> String {
    const WORDS: [&str; 16] = [
        "0",
        "-1",
        "1e9",
        "99999999999999999999",
        "9223372036854775807",
        "nan",
        "true",
        "\"\"",
        "[]",
        "{}",
        "[[",
        "= ",
        "\u{142}",
        "\u{0}",
        "1979-05-27",
        "\"x\\u0000\"",
    ];
    let lines: Vec<&[u8]> = text.split(|byte| *byte == b'\n').collect();
    let (one, other) = (chance.below(lines.len()), chance.below(lines.len()));
    let mut lines: Vec<Vec<u8>> = lines.into_iter().map(<[u8]>::to_vec).collect();
    let how = match chance.below(7) {
        0 => {
            lines.remove(one);
            format!("no line {one}")
        }
        1 => {
            lines.insert(other, lines[one].clone());
            format!("line {one} again at {other}")
        }
        2 => {
            lines.swap(one, other);
            format!("lines {one} and {other} changed")
        }
        3 | 4 => {
            // Another value.
            let word = *chance.of(&WORDS);
            let line = &mut lines[one];
            let from = line.iter().position(|byte| *byte == b'=').map_or(line.len(), |at| at + 1);
            line.truncate(from);
            line.extend_from_slice(word.as_bytes());
            format!("line {one} with {word:?}")
        }
        _ => return spoil(text, chance),
    };
    *text = lines.join(&b'\n');
    how
}

#[test]
fn no_spoiled_text_makes_a_command_panic() {
    let room = Room::new("texts");
    let margins = "--margins first_wins=40,draws=40,second_wins=40,lead=2,decisions=2";
    room.told(&format!("gate --baseline two-gates.baseline --update two-gates --games 200 {margins}"));
    let repository = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (file, _) in READ_BY {
        let copied = room.0.join(file);
        let folder = copied.parent().expect("it lies in a folder");
        fs::create_dir_all(folder).expect("the disk has room for a folder");
        if !copied.exists() {
            fs::copy(repository.join(file), copied).expect("a file of the repository");
        }
    }
    for file in ["niemenczyn-1794/tables.toml", "verdox/drill-map.toml"] {
        let file = format!("scenarios/{file}");
        fs::copy(repository.join(&file), room.0.join(file)).expect("a file of the repository");
    }
    let mut chance = Chance(number(SEED));
    let mut taken = 0;
    let texts = number(TEXTS);
    for _ in 0..texts {
        let (file, command) = *chance.of(&READ_BY);
        let sound = room.read(file);
        let mut text = sound.clone();
        let mut how = file.to_owned();
        for _ in 0..=chance.below(3) {
            how = format!("{how}, {}", spoil_text(&mut text, &mut chance));
        }
        room.write(file, &text);
        let command = command.replace("TEXT", file).replace("HOME", "scenarios/niemenczyn-1794");
        taken += u64::from(room.ask(&command, &how).status.success());
        room.write(file, &sound);
    }
    println!("{texts} spoiled texts: {taken} taken as they are, all others told of");
}

#[test]
fn what_is_no_regular_file_or_too_large_is_refused_and_not_waited_for() {
    let room = Room::new("special");
    room.told("run two-gates --games 200 --out run");
    let pipe = room.0.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("the machine has mkfifo").success());
    // A file larger than anyone would write.
    let large = fs::File::create(room.0.join("large.toml")).expect("there is room");
    large.set_len(1 << 40).expect("the file system has files with gaps");
    let scenario = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/niemenczyn-1794/historical.toml");
    let refused = |words: &str| {
        let output = room.ask(words, "no regular file");
        assert!(!output.status.success(), "{words}");
        let told = [output.stdout, output.stderr].concat();
        String::from_utf8_lossy(&told).into_owned()
    };
    for (file, why) in [
        ("pipe", "it is a pipe or a device and no regular file"),
        ("/dev/zero", "it is a pipe or a device and no regular file"),
        ("large.toml", "bytes, and no larger file is read"),
    ] {
        for words in [
            format!("validate {file}"),
            format!("case {file}"),
            format!("run {file}"),
            format!("validate {scenario} --variant {file}"),
            format!("validate {scenario} --add {file}"),
            format!("run {scenario} --players plan:{file},hold --games 1"),
            format!("run {scenario} --players heuristic:{file} --games 1"),
            format!("gate --baseline {file}"),
            format!("list --paths {file}"),
        ] {
            let told = refused(&words);
            assert!(told.contains(why), "{words}: {told}");
        }
        for name in ["manifest.json", "games-000000000000.parquet"] {
            let path = room.0.join("run").join(name);
            let sound = fs::read(&path).expect("the file was written before");
            fs::remove_file(&path).expect("it is there");
            std::os::unix::fs::symlink(room.0.join(file), &path).expect("the file system has links");
            for words in ["report run", "run two-gates --games 200 --out run --resume"] {
                let told = refused(words);
                assert!(told.contains(why) && told.contains(name), "{words}, {name}: {told}");
            }
            fs::remove_file(&path).expect("it is there");
            fs::write(&path, sound).expect("there is room");
        }
    }
    // A list skips them, and links that lead in circles.
    std::os::unix::fs::symlink(&room.0, room.0.join("again")).expect("the file system has links");
    fs::rename(&pipe, room.0.join("pipe.toml")).expect("it is there");
    room.told("list .");
}
