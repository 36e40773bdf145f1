//! Tests of the JSON schemas of a rule system against an independent library: sound files pass, files with a mistake do
//! not. The tests of each system include this file, since only they need that library.

use jsonschema::Validator;
use serde_json::Value;
use szala_files::variant::Varied;

/// A kind of file, a file, what is replaced in it, and what by.
pub(crate) type Slip<'s> = (&'s str, &'s str, &'s str, &'s str);

fn validator<R: Varied>(kind: &str) -> Validator {
    let schema = R::schema(kind).expect("the system has files of this kind");
    let schema: Value = serde_json::from_str(&schema).expect("a schema is JSON");
    jsonschema::draft202012::meta::validate(&schema).expect("it is a schema of this draft");
    jsonschema::draft202012::new(&schema).expect("a schema that can be used")
}

/// A file as JSON.
fn json(text: &str) -> Value {
    toml::from_str(text).expect("the files are TOML")
}

/// The schema of the kind passes each of these files.
#[track_caller]
pub(crate) fn passes<R: Varied>(kind: &str, files: &[&str], text: impl Fn(&str) -> String) {
    let validator = validator::<R>(kind);
    for file in files {
        let wrong: Vec<String> =
            validator.iter_errors(&json(&text(file))).map(|error| error.to_string()).collect();
        assert!(wrong.is_empty(), "{file}: {wrong:?}");
    }
}

/// The schema of the kind of each file passes no slip.
#[track_caller]
pub(crate) fn refuses<R: Varied>(slips: &[Slip<'_>], text: impl Fn(&str) -> String) {
    for (kind, file, from, to) in slips {
        let sound = text(file);
        assert_eq!(sound.matches(from).count(), 1, "{from:?} must occur once in {file} to be edited");
        let broken = json(&sound.replace(from, to));
        assert!(!validator::<R>(kind).is_valid(&broken), "{file} with {to} is refused");
    }
}
