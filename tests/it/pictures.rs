//! Standalone pictures: what `show` and `chart` write has its colours at each element, so that programs without style
//! sheets and variables draw it like a browser.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn szala(words: &str) -> String {
    let mut szala = Command::new(crate::program());
    let szala = szala.current_dir(env!("CARGO_MANIFEST_DIR")).args(words.split_whitespace()).output();
    let szala = szala.expect("the binary under test starts");
    assert!(szala.status.success(), "{words}: {}", String::from_utf8_lossy(&szala.stderr));
    String::from_utf8(szala.stdout).expect("the output is UTF-8")
}

fn room(name: &str) -> PathBuf {
    let room = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&room);
    fs::create_dir_all(&room).expect("the disk has room for a folder");
    room
}

/// By hand: of the ground of the first picture, forest is #cfdcb2 by day, and letters are #2a261d.
#[test]
fn pictures_of_show_have_their_colours_at_each_element() {
    let room = room("pictures-show");
    let niemenczyn = "scenarios/niemenczyn-1794/historical.toml";
    for (number, what) in [
        format!("map {niemenczyn}"),
        format!("units {niemenczyn}"),
        format!("tables {niemenczyn}"),
        "map scenarios/verdox/drill.toml".to_owned(),
        "heat two-gates --games 20".to_owned(),
    ]
    .iter()
    .enumerate()
    {
        let file = room.join(format!("{number}.svg"));
        szala(&format!("show {what} --out {}", file.display()));
        let svg = fs::read_to_string(&file).expect("it was written");
        stands_alone(&svg, what);
        assert!(number > 0 || svg.contains("fill=\"#cfdcb2\"") && svg.contains("fill=\"#2a261d\""), "{what}");
    }
}

/// The PNG specification puts width and height into the header, behind the signature and the header's own length and
/// name. A PNG compresses what repeats: a blank one of this size takes a few hundred bytes.
#[test]
fn a_png_of_show_is_as_large_as_the_picture_and_not_blank_and_the_same_twice() {
    let room = room("pictures-png");
    let of = |what: &str, name: &str| {
        let file = room.join(name);
        szala(&format!("show {what} --out {}", file.display()));
        fs::read(file).expect("it was written")
    };
    for (number, what) in ["map two-gates", "heat two-gates --games 20"].into_iter().enumerate() {
        let [png, again] = ["a", "b"].map(|name| of(what, &format!("{number}{name}.png")));
        assert!(png == again && png.starts_with(b"\x89PNG\r\n\x1a\n") && png.len() > 4_000, "{what}");
        let at = |place: usize| {
            u32::from_be_bytes(png[place..place + 4].try_into().expect("the slice has four bytes"))
        };
        let svg = String::from_utf8(of(what, &format!("{number}.svg"))).expect("a picture is UTF-8");
        let (head, _) = svg.split_once('>').expect("the picture opens with a tag");
        for (key, pixels) in [("width", at(16)), ("height", at(20))] {
            let (_, value) = head.split_once(&format!(" {key}=\"")).expect("the picture says its size");
            let (value, _) = value.split_once('"').expect("the attribute has an end");
            let size: f64 = value.parse().expect("the size is a number");
            assert!((size.ceil() - f64::from(pixels)).abs() < 0.5, "{what}: {key} {size}, {pixels} pixels");
        }
    }
}

#[test]
fn charts_have_their_colours_at_each_element() {
    let room = room("pictures-chart");
    let at = room.display();
    szala(&format!("run scenarios/verdox/drill.toml --players hold --games 40 --out {at}/run"));
    for kind in ["outcomes", "margins", "stages", "reasons", "survival", "convergence"] {
        szala(&format!("chart {kind} {at}/run --out {at}/{kind}.svg"));
        let svg = fs::read_to_string(room.join(format!("{kind}.svg"))).expect("it was written");
        stands_alone(&svg, kind);
    }
}

fn stands_alone(svg: &str, what: &str) {
    for foreign in ["var(", "<style", "class=", "@media"] {
        assert!(!svg.contains(foreign), "{what}: {foreign}");
    }
    assert!(svg.starts_with("<svg ") && svg.contains(" width=\"") && svg.contains(" height=\""), "{what}");
    // Everything drawn has a colour: its own, or that of the group around it.
    let texts = svg.match_indices("<text").count();
    let coloured = svg
        .split("<text")
        .skip(1)
        .filter(|tag| tag.split('>').next().is_some_and(|tag| tag.contains(" fill=\"#")));
    assert_eq!(coloured.count(), texts, "{what}: all letters have a colour");
}
