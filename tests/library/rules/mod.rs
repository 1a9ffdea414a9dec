//! The rules of Go: rulesets, counting, and what is proven.

mod bestiary;
mod control;
mod corpus;
mod equivalence;
mod ljrg;
#[path = "../real/mod.rs"]
mod real;
mod territory;
mod unconditional;
mod witness;
