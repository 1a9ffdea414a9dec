//! What is wrong with a record, and how it is changed: [`check`] has the catalogue of diagnostics and the rules that
//! report them, and [`rewrite`] has changes of a record that keep its meaning.

pub mod check;
pub mod rewrite;
