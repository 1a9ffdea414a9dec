//! Work on large inputs: it is shared among the cores ([`parallel`]), and can be cancelled ([`cancel`]).

pub mod cancel;
pub mod parallel;
