//! The plans that are available by name from any folder: the files of `scenarios/*/plans`, built in.

/// Where their files are, `NAME.toml` each.
pub(super) const FOLDER: &str = "scenarios/niemenczyn-1794/plans";

/// Names and texts.
pub(super) const PLANS: &[(&str, &str)] = &[
    ("storm", include_str!("../../../../scenarios/niemenczyn-1794/plans/storm.toml")),
    ("flank", include_str!("../../../../scenarios/niemenczyn-1794/plans/flank.toml")),
    ("raid", include_str!("../../../../scenarios/niemenczyn-1794/plans/raid.toml")),
    ("regiment", include_str!("../../../../scenarios/niemenczyn-1794/plans/regiment.toml")),
    ("regiment-raid", include_str!("../../../../scenarios/niemenczyn-1794/plans/regiment-raid.toml")),
    ("hold", include_str!("../../../../scenarios/niemenczyn-1794/plans/hold.toml")),
    ("sortie", include_str!("../../../../scenarios/niemenczyn-1794/plans/sortie.toml")),
    ("sweep", include_str!("../../../../scenarios/niemenczyn-1794/plans/sweep.toml")),
];
