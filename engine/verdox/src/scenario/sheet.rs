//! A file while it is read: its text, and what is wrong with it so far. What its keys mean is left to the readers.

use core::ops::Range;

use szala_kernel::text::source::{Problem, Source};
use szala_kernel::text::{Complaint, Document, Field, STANDINGS, Section};

/// A file that is being read.
#[derive(Debug)]
pub(super) struct Sheet<'d> {
    pub(super) source: &'d Source,
    pub(super) root: Section<'d>,
    pub(super) wrong: Vec<Complaint>,
}

impl<'d> Sheet<'d> {
    pub(super) fn new(source: &'d Source, document: &'d Document<'d>) -> Self {
        let root = document.root();
        let mut wrong = Vec::new();
        // SOURCES.md says what stands on what.
        root.read("standing", &mut wrong, |field| field.choice(&STANDINGS));
        Self { source, root, wrong }
    }

    /// Everything wrong with the file, in the order of its text.
    pub(super) fn problems(&self) -> impl Iterator<Item = Problem> {
        self.source.in_order(&self.wrong)
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
