//! A file while it is read: its text, and what is wrong with it so far. What its keys mean is left to the readers.

use core::ops::Range;

use szala_kernel::text::{Complaint, Document, Field, Section, place};

use super::Problem;

/// A file that is being read.
#[derive(Debug)]
pub(super) struct Sheet<'d> {
    file: String,
    pub(super) text: &'d str,
    pub(super) root: Section<'d>,
    pub(super) wrong: Vec<Complaint>,
}

/// What a file's values can stand on, as it is written: SOURCES.md says what stands on what.
const STANDINGS: [(&str, ()); 3] = [("text", ()), ("derived", ()), ("assumed", ())];

impl<'d> Sheet<'d> {
    pub(super) fn new(file: &str, text: &'d str, document: &'d Document<'d>) -> Self {
        let root = document.root();
        let mut wrong = Vec::new();
        root.read("standing", &mut wrong, |field| field.choice(&STANDINGS));
        Self { file: file.to_owned(), text, root, wrong }
    }

    /// Everything wrong with the file, in the order of its text.
    pub(super) fn problems(&self) -> Vec<Problem> {
        let mut complaints = self.wrong.clone();
        complaints.sort_by_key(|complaint| complaint.span.start);
        complaints.into_iter().map(|complaint| problem(&self.file, self.text, complaint)).collect()
    }

    pub(super) fn problem_at(&self, span: Range<usize>, message: String) -> Problem {
        problem(&self.file, self.text, Complaint::new(span, message))
    }

    pub(super) fn complain(&mut self, span: Range<usize>, message: impl Into<String>) {
        self.wrong.push(Complaint::new(span, message));
    }

    /// The value, or nothing after putting the complaint among the others.
    pub(super) fn take<T>(&mut self, read: Result<T, Complaint>) -> Option<T> {
        read.map_err(|complaint| self.wrong.push(complaint)).ok()
    }

    /// The value of a key that must be there; `whose` says of what.
    pub(super) fn need<T>(
        &mut self,
        section: &Section<'d>,
        whose: &str,
        key: &str,
        read: impl FnOnce(&Field<'d>) -> Result<T, Complaint>,
    ) -> Option<T> {
        let Some(field) = section.get(key) else {
            self.complain(section.span(), format!("{whose} has no `{key}`"));
            return None;
        };
        self.take(read(&field))
    }
}

/// Something wrong with a file.
pub(super) fn problem(file: &str, text: &str, complaint: Complaint) -> Problem {
    let (line, column) = place(text, complaint.span.start);
    Problem { file: file.to_owned(), line, column, message: complaint.message }
}
