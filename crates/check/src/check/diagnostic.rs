//! Diagnostics and their fixes, and the severities that a user has chosen.

use std::fmt;
use std::mem;
use std::str::FromStr;

use super::{Code, Error, Severity};
use ishi_text::{Edit, Span, bounded};

/// Whether a tool may apply a fix by itself. Kinds are ordered: a safer kind is less than another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FixKind {
    /// Right in every case: `ishi check --fix` applies it.
    Auto,
    /// Probably what was meant, and no word and no move is lost: an editor offers it, and `--fix --unsafe-fixes`
    /// applies it.
    Suggested,
    /// Applied only when it is chosen in an editor: it corrects the location or the player of a move.
    Correction,
    /// Applied only when it is chosen in an editor: it is one of several interpretations.
    Manual,
    /// Applied only when it is chosen in an editor: it removes something, and its title says what.
    Removal,
}

/// A change of the text that removes a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// The title in an editor's menu, in the imperative.
    pub title: String,
    /// Whether a tool may apply it by itself.
    pub kind: FixKind,
    /// The changes, in order and without overlap, counted like the diagnostic's own span.
    pub edits: Vec<Edit>,
}

impl Fix {
    /// Returns a fix that keeps all words and moves.
    pub(super) fn suggested(title: impl Into<String>, edits: Vec<Edit>) -> Self {
        Self { title: title.into(), kind: FixKind::Suggested, edits }
    }

    /// Returns a fix that removes text.
    pub(super) fn removal(what: impl fmt::Display, edits: Vec<Edit>) -> Self {
        Self { title: format!("remove {what}"), kind: FixKind::Removal, edits }
    }

    /// Returns whether a tool may apply the fix without a choice by the user.
    pub fn is_applicable(&self) -> bool {
        matches!(self.kind, FixKind::Auto | FixKind::Suggested)
    }
}

/// A related place of a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// Where, counted like the diagnostic's own span.
    pub span: Span,
    /// A description of the place.
    pub message: String,
}

/// One problem in one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The rule that reports the problem.
    pub code: Code,
    /// The severity, after the user's settings; never `Off`.
    pub severity: Severity,
    /// The place, in bytes from the start of the event's text, or from the start of the whole text if a function says
    /// so.
    pub span: Span,
    /// The problem, and what to do about it.
    pub message: String,
    /// Other places that belong to it.
    pub related: Vec<Related>,
    /// The fixes: first those that a tool may apply, then those that only a person can choose, each sorted from the
    /// most likely on.
    pub fixes: Vec<Fix>,
}

impl Diagnostic {
    /// Returns the sort key of diagnostics: the place, then the order of the catalogue.
    pub fn order(&self) -> (Span, Code) {
        (self.span, self.code)
    }

    /// Returns the kind of the safest fix, including fixes that are computed only on demand (see [`super::lazy_fixes`])
    /// and are not in [`Self::fixes`] yet.
    pub fn fix_kind(&self) -> Option<FixKind> {
        let kinds = self.fixes.iter().map(|fix| fix.kind);
        let later = self.can_renumber().then_some(FixKind::Suggested);
        kinds.chain(later).min()
    }

    /// Adds fixes that were computed on demand. The corrections among them, best first, replace those of the
    /// diagnostic.
    pub fn add_lazy_fixes(&mut self, lazy: Vec<Fix>) {
        let is_correction = |fix: &Fix| fix.kind == FixKind::Correction;
        if lazy.iter().any(is_correction) {
            self.fixes.retain(|fix| !is_correction(fix));
        }
        self.fixes.extend(lazy);
    }

    /// Whether the fix "renumber from here" applies. Moves that are only in the wrong place keep their numbers.
    pub(super) fn can_renumber(&self) -> bool {
        match self.code {
            Code::DuplicateMove | Code::MissingMove => true,
            Code::OutOfSequence => self.fixes.is_empty(),
            _ => false,
        }
    }

    /// Shortens the parts of the text that messages and titles repeat, because a part may be as long as the text.
    pub(super) fn bound(&mut self) {
        let messages = self.related.iter_mut().map(|related| &mut related.message);
        let titles = self.fixes.iter_mut().map(|fix| &mut fix.title);
        for text in messages.chain(titles).chain([&mut self.message]) {
            *text = bounded(mem::take(text));
        }
    }

    /// Returns the diagnostic for a text that begins `by` bytes earlier.
    pub fn shifted(mut self, by: usize) -> Self {
        self.span = self.span.shifted(by);
        for related in &mut self.related {
            related.span = related.span.shifted(by);
        }
        for fix in &mut self.fixes {
            for edit in &mut fix.edits {
                edit.span = edit.span.shifted(by);
            }
        }
        self
    }
}

/// A selection of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selector {
    /// All rules: `ALL`.
    All,
    /// The rule with this code.
    One(Code),
}

impl Selector {
    fn takes(self, code: Code) -> bool {
        self == Self::All || self == Self::One(code)
    }
}

impl fmt::Display for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => f.write_str("ALL"),
            Self::One(code) => f.write_str(code.name()),
        }
    }
}

impl FromStr for Selector {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        if name.eq_ignore_ascii_case("ALL") { Ok(Self::All) } else { name.parse().map(Self::One) }
    }
}

/// The severity of every code: the catalogue's defaults and what the user changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Severities([Option<Severity>; Code::COUNT]);

impl Default for Severities {
    fn default() -> Self {
        Self([None; Code::COUNT])
    }
}

impl Severities {
    /// Sets the severity of `code`.
    pub fn set(&mut self, code: Code, severity: Severity) {
        self.0[code as usize] = Some(severity);
    }

    /// Turns off all rules that are not selected, and turns on selected rules that are off.
    pub fn select(&mut self, selectors: &[Selector]) {
        for &code in Code::ALL {
            let is_selected = selectors.iter().any(|selector| selector.takes(code));
            let severity = match (is_selected, self.of(code), code.row().severity) {
                (false, _, _) => Severity::Off,
                (true, Severity::Off, Severity::Off) => Severity::Warning,
                (true, Severity::Off, default) => default,
                // A default severity is kept: some rules have more than one.
                (true, _, _) => continue,
            };
            self.set(code, severity);
        }
    }

    /// Turns rules off.
    pub fn ignore(&mut self, selectors: &[Selector]) {
        for &code in Code::ALL {
            if selectors.iter().any(|selector| selector.takes(code)) {
                self.set(code, Severity::Off);
            }
        }
    }

    /// Returns the severity that the user has set, if any.
    pub fn chosen(&self, code: Code) -> Option<Severity> {
        self.0[code as usize]
    }

    /// Returns the severity that applies: the user's severity, or else the default of the catalogue.
    pub fn of(&self, code: Code) -> Severity {
        self.chosen(code).unwrap_or(code.row().severity)
    }
}
