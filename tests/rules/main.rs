//! The rules of Go: rulesets, counting, and what is proven.

mod control;
mod corpus;
mod equivalence;
mod territory;
mod unconditional;
