//! Tests of the features of an editor: each is a small record and what an editor shows of it.

mod actions;
mod assists;
mod completion;
mod definition;
mod fixture;
mod folding;
mod formatting;
mod highlight;
mod hover;
mod index;
mod inlay;
mod laws;
mod lens;
mod links;
mod references;
mod rename;
mod selection;
mod signature;
mod symbols;
mod tokens;
mod typing;
