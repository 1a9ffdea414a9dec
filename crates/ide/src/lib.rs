//! Texts in an editor: a [`document`] is read and checked while it is edited, and [`ide`] has the features of editors,
//! one file or folder for each.

pub mod document;
pub mod ide;
