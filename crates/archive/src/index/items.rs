//! A column of items of different lengths.

use super::Damaged;
use super::bytes::{Reader, Writer};

/// Builder of a column of items of different lengths.
#[derive(Debug, Default)]
pub(super) struct Items {
    pub(super) ends: Vec<u32>,
    pub(super) bytes: Vec<u8>,
}

impl Items {
    pub(super) fn push(&mut self, item: &[u8]) {
        self.bytes.extend(item);
        self.ends.push(self.bytes.len() as u32);
    }

    pub(super) fn into_bytes(self) -> Vec<u8> {
        let mut bytes = Writer::default();
        self.ends.into_iter().for_each(|end| bytes.u32(end));
        bytes.0.extend(self.bytes);
        bytes.0
    }
}

/// Reader of a column of items of different lengths.
pub(super) struct ItemsOf<'b> {
    ends: &'b [u8],
    bytes: &'b [u8],
}

impl<'b> ItemsOf<'b> {
    pub(super) fn new(bytes: &'b [u8], count: usize) -> Result<Self, Damaged> {
        let (ends, bytes) = bytes.split_at_checked(count.checked_mul(4).ok_or(Damaged)?).ok_or(Damaged)?;
        Ok(Self { ends, bytes })
    }

    pub(super) fn get(&self, index: usize) -> Result<&'b [u8], Damaged> {
        let end = |index: usize| {
            let end = self.ends.get(4 * index..4 * index + 4).ok_or(Damaged)?;
            Reader(end).u32().map(|end| end as usize)
        };
        let start = if index == 0 { 0 } else { end(index - 1)? };
        self.bytes.get(start..end(index)?).ok_or(Damaged)
    }
}
