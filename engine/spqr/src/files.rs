//! Reading scenarios and variants. Nothing here opens a file: a host gives the texts.

pub mod scenario;
