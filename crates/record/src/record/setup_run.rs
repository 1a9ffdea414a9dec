//! Collects the SETUP lines that are one setup.

use super::event::{Datum, DatumKind, Event, Remark, SetupStone};
use super::misfit::Misfit;
use crate::syntax::{FieldKind, Line, Source};

/// SETUP lines with no move or diagram between them, which are one setup (section 5.4): only its first line can have
/// remarks, and only its last line other data.
pub(super) struct SetupRun {
    /// The first of them.
    first: u32,
    /// The last of them so far.
    last: u32,
    /// The number of data after the last line of the setup.
    data: usize,
    /// The number of misfits before the first line of the setup.
    misfits: usize,
}

impl SetupRun {
    /// A setup whose first line is `at`.
    pub(super) fn new(at: u32, misfits: &[Misfit]) -> Self {
        Self { first: at, last: at, data: 0, misfits: misfits.len() }
    }

    /// Adds the SETUP line `at` to the setup. `remarks` are the remarks that wait for this line.
    pub(super) fn go_on(&mut self, at: u32, remarks: &[Remark], data: &[Datum], misfits: &mut Vec<Misfit>) {
        misfits.extend(remarks.iter().map(|remark| Misfit::RemarkInSetup(remark.line, self.first)));
        let data = data[self.data..].iter().filter(|datum| !matches!(datum.kind, DatumKind::Hide(_)));
        misfits.extend(data.map(|datum| Misfit::DataInSetup(datum.line, datum.end, at)));
        self.last = at;
    }

    /// Notes the number of data up to the last line of the setup. Later data are inside the setup if another SETUP line
    /// follows.
    pub(super) fn note_data(&mut self, data: &[Datum]) {
        self.data = data.len();
    }

    /// Ends the setup. Only now its last line is known, after which the data inside the setup belong.
    pub(super) fn end(self, misfits: &mut [Misfit]) {
        for misfit in &mut misfits[self.misfits..] {
            if let Misfit::DataInSetup(.., last) = misfit {
                *last = self.last;
            }
        }
    }
}

/// Reads the stones of the SETUP line `at` into an event.
pub(super) fn read_stones(event: &mut Event, source: &Source<'_>, at: u32, line: &Line) -> DatumKind {
    let first = event.stones.len() as u32;
    let mut color = None;
    for field in source.fields(line) {
        match (field.kind, color) {
            (FieldKind::Color(next), _) => color = Some(next),
            (FieldKind::Location(point), Some(color)) => event.stones.push(SetupStone { color, point }),
            // A stone is missing on the board, and its point is not known.
            (FieldKind::Bad(_), _) => event.lose(at),
            _ => {}
        }
    }
    DatumKind::Setup(first..event.stones.len() as u32)
}
