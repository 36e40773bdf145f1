//! Times of the workloads: `cargo bench --bench time`.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use szala_benches::WORKLOADS;

fn every_workload(criterion: &mut Criterion) {
    for workload in WORKLOADS {
        let mut work = (workload.prepare)();
        criterion.bench_function(workload.name, |bencher| {
            bencher.iter(|| black_box(workload.check(work())));
        });
    }
}

criterion_group!(benches, every_workload);
criterion_main!(benches);
