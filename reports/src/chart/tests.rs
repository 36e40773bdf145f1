//! Charts of made-up figures: what must hold for every chart in every size and language, what titles may claim, and
//! pictures that were checked by eye.
//!
//! The pictures are in `reports/tests/charts`. If one should change, `SZALA_RENEW=1 cargo test -p szala-reports chart`
//! redraws them; look at each in a browser, light and dark, before committing it.

mod samples;

use resvg::tiny_skia::Pixmap;
use roxmltree::{Document, Node};
use szala_analysis::Interval;

use super::data::{
    Checked, Clauses, Forest, Front, LuckCourse, LuckShares, Margins, Outcomes, StageOutcome, SweepCurve,
    SweepMap, Tornado,
};
use super::style::Weight;
use super::{
    ClauseFindings, Frame, Picture, clauses, convergence, forest, front, luck_course, luck_shares, margins,
    outcomes, paces, planned, reasons, stages, survival, sweep_curve, sweep_map, tornado,
};
use crate::{Called, Language, png};
use samples::{HUGE, LONG, ONE, PLAIN, Sample};

fn frame(width: u32, language: Language) -> Frame {
    Frame { width, height: None, language }
}

const DESK: Frame = Frame { width: 800, height: None, language: Language::English };

/// Every chart of a sample.
fn all(sample: &Sample, frame: Frame) -> Vec<(&'static str, Picture)> {
    vec![
        ("outcomes", outcomes(&sample.outcomes(1), frame)),
        ("outcomes-of-two", outcomes(&sample.outcomes(2), frame)),
        ("margins", margins(&sample.margins(1), frame)),
        ("margins-of-two", margins(&sample.margins(2), frame)),
        ("stages", stages(&sample.stages(), frame)),
        ("reasons", reasons(&sample.reasons(), frame)),
        ("survival", survival(&sample.survival(), frame)),
        ("survival-of-kinds", survival(&sample.survival_of_kinds(), frame)),
        ("convergence", convergence(&sample.convergence(), frame)),
        ("clauses", clauses(&sample.clauses(), frame)),
        ("forest", forest(&sample.forest(), frame)),
        ("tornado", tornado(&sample.tornado(), frame)),
        ("luck-course", luck_course(&sample.luck_course(), frame)),
        ("luck-shares", luck_shares(&sample.luck_shares(), frame)),
        ("front", front(&sample.front(), frame)),
        ("paces", paces(&sample.paces(), frame)),
        ("planned", planned(&sample.planned(), frame)),
        ("sweep-curve", sweep_curve(&sample.sweep_curve(), frame)),
        ("sweep-map", sweep_map(&sample.sweep_map(), frame)),
    ]
}

/// Each in every size and language.
fn everything() -> impl Iterator<Item = (String, Picture)> {
    let samples = [&PLAIN, &ONE, &HUGE, &LONG];
    let sizes = [(320, None), (390, None), (800, None), (1280, Some(900)), (3000, None)];
    samples.into_iter().flat_map(move |sample| {
        sizes.into_iter().flat_map(move |(width, height)| {
            [Language::English, Language::Polish].into_iter().flat_map(move |language| {
                let told = format!("{} at {width} in {language:?}", sample.name);
                let pictures = all(sample, Frame { width, height, language });
                pictures.into_iter().map(move |(chart, picture)| (format!("{chart} of {told}"), picture))
            })
        })
    })
}

/// A text in a picture and its bounding box: left, top, right, bottom.
fn boxes(document: &Document<'_>) -> Vec<(String, [f64; 4])> {
    let number = |node: &Node<'_, '_>, name: &str| -> f64 {
        node.attribute(name).and_then(|value| value.parse().ok()).expect("the attribute is a number")
    };
    let texts = document.descendants().filter(|node| node.has_tag_name("text"));
    texts
        .map(|node| {
            let text = node.text().unwrap_or_default().to_owned();
            let (x, y, size) = (number(&node, "x"), number(&node, "y"), number(&node, "font-size"));
            let weight =
                if node.attribute("font-weight") == Some("bold") { Weight::Bold } else { Weight::Regular };
            #[expect(clippy::cast_possible_truncation, reason = "sizes of text are small")]
            let width = f64::from(weight.width(&text, size as i32));
            let left = match node.attribute("text-anchor") {
                Some("end") => x - width,
                Some("middle") => x - width / 2.0,
                _ => x,
            };
            (text, [left, y - 0.72 * size, left + width, y + 0.2 * size])
        })
        .collect()
}

#[test]
fn every_picture_is_well_formed_and_has_no_figure_that_is_none() {
    for (name, picture) in everything() {
        let svg = picture.svg();
        let document = Document::parse(&svg).unwrap_or_else(|error| panic!("{name}: {error}\n{svg}"));
        let told =
            |tag: &str| document.descendants().any(|node| node.has_tag_name(tag) && node.text().is_some());
        // roxmltree needs the namespace too.
        let namespace = "http://www.w3.org/2000/svg";
        assert!(told("title") || told((namespace, "title").1), "{name}");
        assert_eq!(document.root_element().tag_name().namespace(), Some(namespace), "{name}");
        for wrong in ["NaN", "inf", "href", "url("] {
            assert!(!svg.contains(wrong), "{name}: {wrong}");
        }
        assert_eq!(svg.matches("http").count(), 1, "{name}: the namespace and nothing else");
        let (width, height) = picture.size();
        assert_eq!(
            document.root_element().attribute("viewBox"),
            Some(format!("0 0 {width} {height}").as_str())
        );
    }
}

#[test]
fn no_text_touches_another_nor_the_edge_and_none_is_empty() {
    let mut wrong = Vec::new();
    for (name, picture) in everything() {
        let svg = picture.svg();
        let document = Document::parse(&svg).expect("the output is valid XML");
        let (width, height) = picture.size();
        let boxes = boxes(&document);
        assert!(!boxes.is_empty(), "{name}");
        for (at, (text, [left, top, right, bottom])) in boxes.iter().enumerate() {
            if *left < 0.0 || *top < 0.0 || *right > f64::from(width) || *bottom > f64::from(height) {
                wrong.push(format!("{name}: `{text}` leaves the picture"));
            }
            for (other, [west, north, east, south]) in &boxes[at + 1..] {
                if left + 1.0 < *east && west + 1.0 < *right && top + 1.0 < *south && north + 1.0 < *bottom {
                    wrong.push(format!("{name}: `{text}` touches `{other}`"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} places:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn the_same_figures_are_the_same_bytes() {
    for ((name, one), (_, other)) in all(&PLAIN, DESK).into_iter().zip(all(&PLAIN, DESK)) {
        assert_eq!(one.svg(), other.svg(), "{name}");
    }
}

#[test]
fn a_picture_is_as_wide_as_was_asked_for_and_as_high_where_that_is_enough() {
    for (name, picture) in all(&PLAIN, Frame { height: Some(1500), ..DESK }) {
        assert_eq!(picture.size(), (800, 1500), "{name}");
    }
    for ((name, least), (_, usual)) in
        all(&PLAIN, Frame { height: Some(1), ..DESK }).into_iter().zip(all(&PLAIN, DESK))
    {
        assert_eq!(least.size(), usual.size(), "{name}");
    }
}

/// After two turns, for which all kinds are known, 90 % of Red's riflemen are left, 93 % of Blue's and 95 % of the
/// mounted rifles, known to within three points.
#[test]
fn kinds_of_units_are_compared_after_so_many_turns_as_all_are_known_for() {
    let data = PLAIN.survival_of_kinds();
    let told = |language| survival(&data, frame(800, language)).title().replace('\u{a0}', " ");
    let english = told(Language::English);
    let expected = "Among those lost the most often are Red riflemen and Blue riflemen; the chances of one to last \
                    2 turns on the map are";
    assert!(english.starts_with(expected), "{english}");
    let polish = told(Language::Polish);
    let expected =
        "Najcz\u{119}\u{15b}ciej gin\u{105} mi\u{119}dzy innymi: strzelcy (Red) i strzelcy (Blue);";
    assert!(polish.starts_with(expected) && polish.contains("2 tur na mapie"), "{polish}");
}

#[test]
fn where_nobody_is_lost_nobody_is_named_as_lost_the_most_often() {
    for mut data in [PLAIN.survival(), PLAIN.survival_of_kinds()] {
        let all = data.units.iter_mut().flat_map(|unit| &mut unit.survival);
        all.for_each(|found| (found.estimate, found.high) = (1.0, 1.0));
        assert_eq!(survival(&data, DESK).title(), "No unit is seen to be lost");
    }
}

/// Not all of 120 turns have room for their number: the first, the last, and between them every nth turn.
#[test]
fn numbers_of_many_turns_stand_in_even_steps_and_points_do_not_touch() {
    let mut data = PLAIN.stages();
    let first = data.stages[0].clone();
    data.stages = (1..=120).map(|stage| StageOutcome { stage, games: 800, ..first.clone() }).collect();
    for width in [390, 800] {
        let svg = stages(&data, frame(width, Language::English)).svg();
        let document = Document::parse(&svg).expect("the output is valid XML");
        let below = document.descendants().filter(|node| node.attribute("text-anchor") == Some("middle"));
        let numbers: Vec<u32> = below.filter_map(|node| node.text()?.parse().ok()).collect();
        let of_turns: Vec<u32> = numbers.iter().copied().filter(|number| *number != 800).collect();
        assert_eq!([of_turns[0], of_turns[of_turns.len() - 1]], [1, 120], "{width}");
        let between = &of_turns[1..of_turns.len() - 1];
        let step = between[1] - between[0];
        assert!(step >= 5 && between.iter().all(|number| number % step == 0), "{width}: {of_turns:?}");
        assert!(between.windows(2).all(|pair| pair[1] - pair[0] == step), "{width}: {of_turns:?}");
        // One may stand in the key.
        assert!(svg.matches("<circle").count() <= 1, "{width}");
    }
}

#[test]
fn a_png_has_the_size_of_its_picture_and_is_not_blank() {
    for (name, picture) in all(&PLAIN, frame(390, Language::Polish)) {
        let file = png(&picture.svg()).expect("a chart is small");
        let pixels = Pixmap::decode_png(&file).expect("the file is a PNG");
        assert_eq!((pixels.width(), pixels.height()), picture.size(), "{name}");
        let is_dark = |[red, green, blue, _]: &[u8; 4]| [red, green, blue].iter().all(|part| **part < 100);
        let dark = pixels.data().as_chunks::<4>().0.iter().filter(|pixel| is_dark(pixel)).count();
        assert!(dark > 200, "{name}: {dark} dark pixels, and text should have more");
    }
}

/// Pictures that were checked by eye.
#[test]
fn pictures_are_as_they_were_looked_at() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/charts");
    let wide = all(&PLAIN, DESK).into_iter().map(|(name, picture)| (name.to_owned(), picture));
    let narrow = all(&PLAIN, frame(390, Language::Polish));
    let narrow = narrow.into_iter().map(|(name, picture)| (format!("{name}-narrow-polish"), picture));
    let mut changed = Vec::new();
    for (name, picture) in wide.chain(narrow) {
        let file = folder.join(format!("{name}.svg"));
        if std::env::var_os("SZALA_RENEW").is_some() {
            std::fs::write(&file, picture.svg()).expect("the folder is there");
        } else if std::fs::read_to_string(&file).unwrap_or_default() != picture.svg() {
            changed.push(name);
        }
    }
    assert!(
        changed.is_empty(),
        "changed: {changed:?}; how to draw them anew is said at the head of this file"
    );
}

#[test]
fn without_games_a_chart_says_so() {
    let none = Outcomes { runs: Vec::new(), ..PLAIN.outcomes(1) };
    assert_eq!(outcomes(&none, DESK).title(), "No games to show");
    let mut of_none = PLAIN.outcomes(2);
    of_none.runs.iter_mut().for_each(|(source, _)| source.games = 0);
    assert_eq!(outcomes(&of_none, frame(800, Language::Polish)).title(), "Brak partii do pokazania");
    assert_eq!(margins(&Margins { runs: Vec::new(), ..PLAIN.margins(1) }, DESK).title(), "No games to show");
    let mut data = PLAIN.stages();
    data.stages.clear();
    assert_eq!(stages(&data, DESK).title(), "No games to show");
    let mut data = PLAIN.reasons();
    data.reasons.clear();
    assert_eq!(reasons(&data, DESK).title(), "No games to show");
    let mut data = PLAIN.survival();
    data.units.clear();
    assert_eq!(survival(&data, DESK).title(), "No games to show");
    let mut data = PLAIN.convergence();
    data.looks.clear();
    assert_eq!(convergence(&data, DESK).title(), "No games to show");
    let data = Clauses { hit: Vec::new(), ..PLAIN.clauses() };
    assert_eq!(clauses(&data, DESK).title(), "No games to show");
    assert_eq!(forest(&Forest { rows: Vec::new(), ..PLAIN.forest() }, DESK).title(), "Nothing to show");
    let data = SweepCurve { points: Vec::new(), ..PLAIN.sweep_curve() };
    assert_eq!(sweep_curve(&data, DESK).title(), "Nothing to show");
    let data = SweepMap { scores: vec![vec![None; 3]; 2], ..PLAIN.sweep_map() };
    assert_eq!(sweep_map(&data, DESK).title(), "Nothing to show");
}

fn title(picture: &Picture) -> String {
    picture.title().replace('\u{a0}', " ")
}

#[test]
fn a_title_claims_no_more_than_the_intervals_allow() {
    let mut data = PLAIN.outcomes(1);
    assert_eq!(
        title(&outcomes(&data, DESK)),
        "The scenario favours Red: 45 % (42 to 48) of games won, 35 % (32 to 38) lost"
    );
    data.runs[0].1.score.low = 0.49;
    assert_eq!(
        title(&outcomes(&data, DESK)),
        "No side is shown to be favoured: Red win 45 % (42 to 48), Blue 35 % (32 to 38)"
    );
    let two = outcomes(&PLAIN.outcomes(2), DESK);
    assert_eq!(
        title(&two),
        "The score of Red is not shown to differ: 55 % (53 to 57) in “I”, 57 % (55 to 59) in “II”"
    );
    let mut apart = PLAIN.outcomes(2);
    apart.runs[1].1.score = Interval { estimate: 0.581, low: 0.571, high: 0.591 };
    assert_eq!(
        title(&outcomes(&apart, DESK)),
        "Red score more in “II”, 58 % (57 to 59), than in “I”, 55 % (53 to 57)"
    );
    let mut data = PLAIN.margins(1);
    assert_eq!(title(&margins(&data, DESK)), "Red lead by 1.2 (1.1 to 1.3) VP on average");
    data.runs[0].1.mean.low = -0.1;
    assert!(title(&margins(&data, DESK)).starts_with("On average no side is shown to lead"));
    let lead = |[one, other]: [f64; 2]| {
        let mut data = PLAIN.margins(2);
        for (run, estimate) in data.runs.iter_mut().zip([one, other]) {
            run.1.mean = Interval { estimate, low: estimate - 0.1, high: estimate + 0.1 };
        }
        title(&margins(&data, DESK))
    };
    // The leading side is named, so no lead is negative.
    assert_eq!(
        lead([1.5, 0.5]),
        "Red lead by more in “I”, 1.5 (1.4 to 1.6) VP on average, than in “II”, 0.5 (0.4 to 0.6)"
    );
    assert_eq!(
        lead([-0.5, -1.5]),
        "Blue lead by more in “II”, 1.5 (1.4 to 1.6) VP on average, than in “I”, 0.5 (0.4 to 0.6)"
    );
    assert_eq!(
        lead([-0.5, 1.5]),
        "On average Red lead in “II”, by 1.5 (1.4 to 1.6) VP, and Blue in “I”, by 0.5 (0.4 to 0.6)"
    );
    let mut data = PLAIN.reasons();
    assert_eq!(title(&reasons(&data, DESK)), "55 % (52 to 58) of games end thus: more points [3.1]");
    data.reasons[1].share.high = 0.53;
    assert!(title(&reasons(&data, DESK)).starts_with("No one end is shown to be the most frequent"));
    let none = Tornado { rows: Vec::new(), ..PLAIN.tornado() };
    assert_eq!(tornado(&none, DESK).title(), "Nothing to show");
    let expected = "2 of 3 values are shown to shift the score of Red, Guard: morale (6) most";
    assert_eq!(title(&tornado(&PLAIN.tornado(), DESK)), expected);
    assert_eq!(title(&forest(&PLAIN.forest(), DESK)), "2 of 4 changes are shown to shift the score of Red");
    assert_eq!(
        title(&sweep_map(&PLAIN.sweep_map(), DESK)),
        "2 of 11 combinations leave it open which side is favoured"
    );
    let mut one_sided = PLAIN.sweep_map();
    one_sided.scores.iter_mut().flatten().flatten().for_each(|score| score.low = 0.51);
    assert_eq!(title(&sweep_map(&one_sided, DESK)), "All 11 combinations favour Red");
    one_sided.scores.iter_mut().flatten().flatten().for_each(|score| (score.low, score.high) = (0.4, 0.49));
    assert_eq!(title(&sweep_map(&one_sided, DESK)), "All 11 combinations are against Red");
}

#[test]
fn games_without_an_end_are_told_at_the_bottom() {
    let mut data = PLAIN.outcomes(1);
    data.runs[0].0.aborted = 3;
    let svg = outcomes(&data, DESK).svg();
    assert!(svg.contains("left out: 3"), "{svg}");
    data.runs[0].0.is_anytime = true;
    assert!(outcomes(&data, DESK).svg().contains("hold at any time"));
}

/// A name is data, and may be any text.
#[test]
fn names_cannot_break_a_picture() {
    let mut data = PLAIN.outcomes(1);
    data.sides = ["<Red> & \"co\" {side} 'x'", "Blue\u{0}\n]]>"].map(Called::from);
    let svg = outcomes(&data, DESK).svg();
    let document = Document::parse(&svg).expect("the output is valid XML");
    let texts: Vec<String> = boxes(&document).into_iter().map(|(text, _)| text).collect();
    assert!(texts.iter().any(|text| text == "<Red> & \"co\" {side} 'x' win"), "{texts:?}");
}

#[test]
fn rules_are_told_as_a_table_too() {
    let mut text = String::new();
    text += &crate::written(&ClauseFindings::of(&PLAIN.clauses(), Language::English), crate::Form::Text);
    let text = text.replace('\u{a0}', " ");
    assert!(text.starts_with("  rule    times a game         games in which   what it is\n"), "{text}");
    assert!(text.contains("\n  1.1     5.00 (4.97 to 5.03)  90 % (87 to 93)  Lots\n"), "{text}");
    assert!(text.contains("\nNever at work (2):\n- 3.2 A rule that hardly ever applies\n"), "{text}");
}

#[test]
fn luck_is_claimed_for_the_side_that_its_interval_is_for() {
    let mut data = PLAIN.luck_course();
    assert_eq!(
        title(&luck_course(&data, DESK)),
        "Luck favoured Blue: +40 (37 to 43) points of the score in all"
    );
    data.net = Interval { estimate: 0.02, low: -0.01, high: 0.05 };
    let expected = "Luck is not shown to have favoured a side: +2 (\u{2212}1 to 5) points for Red";
    assert_eq!(title(&luck_course(&data, DESK)), expected);
    let none = LuckCourse { course: Vec::new(), ..PLAIN.luck_course() };
    assert_eq!(luck_course(&none, DESK).title(), "Nothing to show");
    let expected = "Chance alone explains 25 % (22 to 28) of the variance of the score, the choices of the players \
                    alone \u{2212}1 % (\u{2212}4 to 2)";
    assert_eq!(title(&luck_shares(&PLAIN.luck_shares(), DESK)), expected);
    let none = LuckShares { rows: Vec::new(), ..PLAIN.luck_shares() };
    assert_eq!(luck_shares(&none, DESK).title(), "Nothing to show");
}

#[test]
fn the_front_claims_what_fresh_games_have_shown_with_those_who_searched() {
    let told = |data: &Front| title(&front(data, DESK));
    let mut data = PLAIN.front();
    let expected = "Answers that hold with the players who searched: 1 of 3; the cheapest costs 1, and Red score 51 % \
                    (48 to 54)";
    assert_eq!(told(&data), expected);
    data.answers[0].checks[0].0 = Checked::Open;
    assert_eq!(told(&data), "No answer is shown to hold with the players who searched; tried: 3");
    data.is_reached = false;
    assert_eq!(told(&data), "Nothing in the palette suffices; the nearest are shown");
    let reached = Front { answers: Vec::new(), nearest: Vec::new(), as_it_is: 0.51, ..PLAIN.front() };
    assert_eq!(told(&reached), "The scenario reaches the goal as it is: Red score 51.0 %");
}

/// By hand: the first answer holds with those who searched and is refuted with the others, the second is refuted with
/// both, of the third the first check is open. So there are three crosses, of two lines each, one ring and two discs.
#[test]
fn what_holds_and_what_is_refuted_look_different() {
    let svg = front(&PLAIN.front(), DESK).svg();
    assert_eq!(svg.matches("<circle").count(), 4, "two discs, and a ring of two");
    let document = Document::parse(&svg).expect("the output is valid XML");
    // A cross goes to the lower right and to the lower left.
    let long = |node: &Node<'_, '_>, ends: [&str; 2]| -> Option<i32> {
        let [from, to] = ends.map(|end| node.attribute(end)?.parse::<i32>().ok());
        Some((to? - from?).abs())
    };
    let is_slant =
        |node: &Node<'_, '_>| [["x1", "x2"], ["y1", "y2"]].iter().all(|ends| long(node, *ends) == Some(10));
    let slants = document.descendants().filter(is_slant);
    assert_eq!(slants.count(), 6);
}
