//! What can be wrong with a record: the catalogue of diagnostics and the rules behind it.

mod catalogue;
mod diagnostic;

pub use catalogue::{Applies, Code, Family, Row};
pub use diagnostic::{Diagnostic, Fix, FixKind, Related, Severities, Severity};
