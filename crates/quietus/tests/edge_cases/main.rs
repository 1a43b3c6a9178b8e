//! What GUIs and match runners do beyond the plain protocol: one test for each case.

mod answers;
mod input;
mod limits;
#[path = "../support/mod.rs"]
mod support;
