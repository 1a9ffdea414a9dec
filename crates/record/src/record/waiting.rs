//! Collects the remarks that wait for the line that they belong to.

use super::event::Remark;

/// The index of the first remark of an event that still waits for the line that it belongs to.
#[derive(Clone, Copy, Default)]
pub(super) struct WaitingRemarks {
    first: usize,
}

impl WaitingRemarks {
    /// The remarks that wait for the line after them.
    pub(super) fn of(self, remarks: &[Remark]) -> &[Remark] {
        &remarks[self.first..]
    }

    /// Attaches the waiting remarks to the line `at`.
    pub(super) fn attach(&mut self, remarks: &mut [Remark], at: u32) {
        for remark in &mut remarks[self.first..] {
            remark.on = Some(at);
        }
        self.first = remarks.len();
    }
}
