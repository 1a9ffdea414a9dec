//! Other formats as records, and records as SGF: [`convert`] converts between SGF and records, and [`import`] converts
//! games in the formats of Go servers to SGF.

pub mod convert;
pub mod import;
