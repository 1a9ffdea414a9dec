//! Numbers and texts as bytes, and the checksum that finds damage.

use super::Damaged;

/// Returns the checksum of some bytes. A change within one of the words of eight bytes always changes the checksum.
pub fn checksum(bytes: &[u8], seed: u64) -> u64 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let mix = |sum: u64, word: u64| (sum ^ word).wrapping_mul(FACTOR).rotate_left(29);
    let (words, rest) = bytes.as_chunks::<8>();
    let sum = words.iter().fold(seed ^ bytes.len() as u64, |sum, word| mix(sum, u64::from_le_bytes(*word)));
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let sum = mix(sum, u64::from_le_bytes(last));
    (sum ^ sum >> 32).wrapping_mul(FACTOR)
}

/// A buffer to which values are written.
#[derive(Debug, Default)]
pub(super) struct Writer(pub(super) Vec<u8>);

impl Writer {
    pub(super) fn u16(&mut self, value: u16) {
        self.0.extend(value.to_le_bytes());
    }

    pub(super) fn u32(&mut self, value: u32) {
        self.0.extend(value.to_le_bytes());
    }

    pub(super) fn u64(&mut self, value: u64) {
        self.0.extend(value.to_le_bytes());
    }

    /// Writes a number in as few bytes as possible, seven bits in each.
    pub(super) fn number(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.0.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
    }

    pub(super) fn text(&mut self, text: &str) {
        self.blob(text.as_bytes());
    }

    /// Bytes with their number before them.
    pub(super) fn blob(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.extend(bytes);
    }
}

/// A slice from which values are read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reader<'b>(pub(super) &'b [u8]);

impl<'b> Reader<'b> {
    pub(super) fn is_at_end(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn bytes(&mut self, length: usize) -> Result<&'b [u8], Damaged> {
        let (bytes, rest) = self.0.split_at_checked(length).ok_or(Damaged)?;
        self.0 = rest;
        Ok(bytes)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Damaged> {
        let (bytes, rest) = self.0.split_first_chunk().ok_or(Damaged)?;
        self.0 = rest;
        Ok(*bytes)
    }

    pub(super) fn u8(&mut self) -> Result<u8, Damaged> {
        self.array().map(|[byte]| byte)
    }

    pub(super) fn u16(&mut self) -> Result<u16, Damaged> {
        self.array().map(u16::from_le_bytes)
    }

    pub(super) fn u32(&mut self) -> Result<u32, Damaged> {
        self.array().map(u32::from_le_bytes)
    }

    pub(super) fn u64(&mut self) -> Result<u64, Damaged> {
        self.array().map(u64::from_le_bytes)
    }

    pub(super) fn number(&mut self) -> Result<u64, Damaged> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.u8()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(value);
            }
        }
        Err(Damaged)
    }

    /// Reads a number that is a length or an index in memory.
    pub(super) fn size(&mut self) -> Result<usize, Damaged> {
        usize::try_from(self.number()?).map_err(|_| Damaged)
    }

    pub(super) fn text(&mut self) -> Result<&'b str, Damaged> {
        str::from_utf8(self.blob()?).map_err(|_| Damaged)
    }

    pub(super) fn blob(&mut self) -> Result<&'b [u8], Damaged> {
        let length = self.size()?;
        self.bytes(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_were_written() {
        let numbers = [0, 1, 127, 128, 300, u64::from(u32::MAX), u64::MAX];
        let mut bytes = Writer::default();
        for number in numbers {
            bytes.number(number);
        }
        let mut reader = Reader(&bytes.0);
        assert_eq!(numbers.map(|_| reader.number()), numbers.map(Ok));
        assert!(reader.is_at_end() && reader.number() == Err(Damaged));
    }

    #[test]
    fn a_checksum_finds_each_changed_byte() {
        let mut bytes: Vec<u8> = (0..100_u8).map(|index| index.wrapping_mul(7)).collect();
        let sum = checksum(&bytes, 1);
        for index in 0..bytes.len() {
            bytes[index] ^= 0x10;
            assert_ne!(checksum(&bytes, 1), sum, "{index}");
            bytes[index] ^= 0x10;
        }
        assert_ne!(checksum(&bytes[..99], 1), sum);
        assert_ne!(checksum(&bytes, 2), sum);
    }
}
