//! Application of fixes: which of them can be applied together, and whether a change does harm.

pub(super) mod assessment;
pub(super) mod fix;
