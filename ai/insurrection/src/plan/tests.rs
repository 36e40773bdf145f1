//! Plans read and played. What each shipped plan should achieve is counted over games; the bounds say how unlikely it
//! is that a correct plan fails them.

mod files;
mod games;

use crate::testing::{hex, historical, load};
