//! The rules of Go: rulesets, counting, and what is proven.

mod corpus;
mod equivalence;
mod territory;
mod unconditional;
