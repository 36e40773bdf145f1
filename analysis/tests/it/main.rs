//! Tests of what `analysis` does with folders on the disk.

mod aggregate;
mod records;
mod tables;
mod two_gates;
