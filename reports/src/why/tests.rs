//! Made-up findings, and their sentences in each language.

use szala_analysis::Unit;

use super::*;
use crate::lexicon::LexiconFile;

fn share(value: f64, half: f64) -> Estimate {
    Estimate::new(Interval { estimate: value, low: value - half, high: value + half }, 1_000, Unit::Share)
}

fn points(value: f64, half: f64) -> Estimate {
    Estimate { unit: Unit::Vp, ..share(value, half) }
}

fn why() -> Why {
    let worth = |unit: &str, points| UnitWorth { unit: unit.to_owned(), side: "Poles".to_owned(), points };
    let findings = vec![
        Finding::Draws {
            share: share(0.5, 0.02),
            reason: "the camp was reached".to_owned(),
            rule: Some("13.1".to_owned()),
            of_draws: share(0.9, 0.02),
        },
        Finding::Decides {
            reason: "automatic victory".to_owned(),
            rule: None,
            share: share(0.3, 0.02),
            score: share(0.75, 0.03),
            adds: share(0.08, 0.02),
        },
        Finding::Without {
            rule: "13.1".to_owned(),
            played: Without {
                set: "values.camp_draws=false".to_owned(),
                with: share(0.6, 0.02),
                without: share(0.39, 0.02),
                change: share(-0.21, 0.03),
            },
        },
        Finding::Lead { lead: points(-0.7, 0.2), stage: Some(3), gained: Some(points(-0.5, 0.2)) },
        Finding::Event {
            column: "camp_stage".to_owned(),
            what: "camp_stage".to_owned(),
            side: None,
            unit: None,
            about: String::new(),
            share: share(0.5, 0.02),
            score_if: share(0.7, 0.02),
            score_if_not: share(0.4, 0.02),
            switched_off: None,
        },
        Finding::Units {
            wins: Some(worth("KN II", points(0.5, 0.2))),
            costs: Some(worth("guns", points(-1.0, 0.2))),
        },
    ];
    Why { findings, not_played: None, time: "stage".to_owned() }
}

fn said(lexicon: &Lexicon) -> Vec<String> {
    let sentences = why().sentences(["Poles", "Russians"], lexicon).into_iter();
    sentences.map(|sentence| sentence.replace('\u{a0}', " ").replace('\u{2212}', "-")).collect()
}

#[test]
fn each_finding_is_a_sentence_with_its_interval_and_the_side_that_leads_is_named() {
    let found = said(&Lexicon::new(Language::English, []));
    assert_eq!(
        found,
        [
            "50 % (48 to 52) of games are drawn; the reason in 90 % (88 to 92) of these: the camp was reached [13.1].",
            "What decides most is this ending: automatic victory. 30 % (28 to 32) of games end so, Poles score 75 % \
             (72 to 78) in them, and that moves the score by +8 (6 to 10) points from 50 %.",
            "Without 13.1 the score of Poles would change by -21 (-24 to -18) points, from 60 % to 39 % in pairs.",
            "On points Russians lead by 0.7 (0.5 to 0.9) VP on average, most of it in stage 3: 0.5 (0.3 to 0.7) VP.",
            "What goes with winning most: camp. It happens in 50 % (48 to 52) of games; Poles score 70 % (68 to 72) in \
             these, and 40 % (38 to 42) in the others. This is association only: what it is worth was not played.",
            "What wins its side most: KN II (Poles), 0.5 (0.3 to 0.7) VP a game. What costs its side most: guns \
             (Poles), 1.0 (0.8 to 1.2) VP a game.",
            "What was switched off was played: pairs of games with the same dice, 1000 for each change.",
        ]
    );
}

#[test]
fn the_same_is_said_in_polish_with_names_in_their_cases() {
    let words: LexiconFile = serde_json::from_str(
        r#"{ "names": { "Poles": ["Polacy", "Polaków", "Polakom"], "Russians": ["Rosjanie", "Rosjan", "Rosjanom"] },
             "texts": { "camp stage": "etap wejścia do obozu", "the camp was reached": "wejście do obozu" } }"#,
    )
    .expect("the text above is a lexicon");
    let found = said(&Lexicon::new(Language::Polish, [words]));
    assert!(found[0].ends_with("w 90 % (od 88 do 92) z nich: wejście do obozu [13.1]."), "{found:#?}");
    assert!(
        found[2].starts_with("Bez 13.1 wynik Polaków zmieniłby się o -21 (od -24 do -18) p.p."),
        "{found:#?}"
    );
    assert!(
        found[3].starts_with("Na punkty przewaga Rosjan wynosi średnio 0,7 (od 0,5 do 0,9) PZ"),
        "{found:#?}"
    );
    assert!(found[4].contains("etap wejścia do obozu"), "{found:#?}");
    assert!(found[5].contains("dla swojej strony: KN II (Polacy), 0,5"), "{found:#?}");
}

#[test]
fn what_was_not_played_is_said_with_its_reason() {
    let why = Why {
        findings: Vec::new(),
        not_played: Some("the scenario is not as it was".to_owned()),
        time: "stage".to_owned(),
    };
    let said = why.sentences(["Poles", "Russians"], &Lexicon::new(Language::English, []));
    assert_eq!(said, ["Nothing was switched off to see its worth: the scenario is not as it was."]);
}

#[test]
fn an_event_is_worth_what_its_absence_came_to_in_pairs_and_the_change_is_named_once() {
    let mut why = why();
    let played = |change| Without {
        set: "barred.captures=Poles".to_owned(),
        with: share(0.6, 0.02),
        without: share(0.52, 0.02),
        change,
    };
    let tell = |why: &Why, language| {
        let said = why.sentences(["Poles", "Russians"], &Lexicon::new(language, []));
        said[4].replace('\u{a0}', " ").replace('\u{2212}', "-")
    };
    for (change, english, polish) in [
        (
            share(-0.08, 0.03),
            "Without it the score of Poles would change by -8 (-11 to -5) points, from 60 % to 52 % in pairs.",
            " zmieniłby się o -8 (od -11 do -5) p.p., w parach z 60 % na 52 %.",
        ),
        (
            share(-0.01, 0.03),
            "Without it the score of Poles is not shown to differ: -1 (-4 to 2) points.",
            ": -1 (od -4 do 2) p.p.",
        ),
    ] {
        for finding in &mut why.findings {
            if let Finding::Event { switched_off, .. } = finding {
                *switched_off = Some(Box::new(played(change)));
            }
        }
        let found = tell(&why, Language::English);
        assert!(found.ends_with(&format!("in the others. {english}")), "{found}");
        let found = tell(&why, Language::Polish);
        assert!(found.contains(". Bez tego ") && found.ends_with(polish), "{found}");
    }
    assert_eq!(why.sets().collect::<Vec<_>>(), ["values.camp_draws=false", "barred.captures=Poles"]);
}
