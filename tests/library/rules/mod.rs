//! The rules of Go: rulesets, counting, and what is proven.

mod bestiary;
mod control;
mod corpus;
mod equivalence;
mod ljrg;
mod territory;
mod unconditional;
mod witness;
