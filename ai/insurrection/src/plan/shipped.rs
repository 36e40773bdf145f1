//! The plans that are available by name from any folder: the files of `scenarios/*/plans`, built in.

/// A plan that is called by its name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shipped {
    pub(super) name: &'static str,
    /// Where its file is.
    pub(super) file: &'static str,
    pub(super) text: &'static str,
}

macro_rules! plans {
    ($($folder:literal: $($name:literal),+;)+) => {
        &[$($(Shipped {
            name: $name,
            file: concat!("scenarios/", $folder, "/plans/", $name, ".toml"),
            text: include_str!(concat!("../../../../scenarios/", $folder, "/plans/", $name, ".toml")),
        }),+),+]
    };
}

/// All of them, in the order in which they are listed.
pub(super) const PLANS: &[Shipped] = plans! {
    "niemenczyn-1794": "storm", "flank", "raid", "regiment", "regiment-raid", "hold", "sortie", "sweep";
    "maciejowice-1794": "village", "counterblow", "columns", "outflank";
};
