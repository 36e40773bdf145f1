//! How many instructions the workloads take, exactly: `cargo bench --bench instructions`, under valgrind.

#![expect(missing_docs, reason = "the macros of the harness make public items")]

use std::hint::black_box;

use gungraun::prelude::*;
use szala_benches::{WORKLOADS, Workload};

#[library_benchmark]
#[benches::of(iter = WORKLOADS)]
fn instructions(workload: Workload) -> u64 {
    black_box(workload.run_checked())
}

library_benchmark_group!(name = workloads, benchmarks = [instructions]);
main!(library_benchmark_groups = workloads);
