//! Work on large inputs: it is shared among the cores ([`parallel`]), gives way to typing ([`background`]), and can be
//! cancelled ([`cancel`]).

pub mod background;
pub mod cancel;
pub mod parallel;
