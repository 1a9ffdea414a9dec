//! Builder of the columns of a table, each with a name and a value for each row.

use std::sync::Arc;

use arrow_array::builder::{Int16Builder, ListBuilder, MapBuilder, MapFieldNames, StringBuilder};
use arrow_array::{
    ArrayRef, Date32Array, Decimal128Array, Int16Array, Int32Array, Int64Array, RecordBatch, StringArray,
};

use ishi_record::record::Date;

/// The precision of decimal numbers (their digits), and their scale (the digits after the point).
const DECIMAL: (u8, i8) = (9, 2);

/// Builder of a batch. Each method adds a column, with a value or null for each row.
pub(super) struct Columns<'r, R> {
    rows: &'r [R],
    columns: Vec<(&'static str, ArrayRef)>,
}

impl<'r, R> Columns<'r, R> {
    pub(super) fn of(rows: &'r [R]) -> Self {
        Self { rows, columns: Vec::new() }
    }

    pub(super) fn text<T: AsRef<str>>(&mut self, name: &'static str, value: impl Fn(&'r R) -> Option<T>) {
        self.add(name, self.rows.iter().map(value).collect::<StringArray>());
    }

    pub(super) fn int16(&mut self, name: &'static str, value: impl Fn(&'r R) -> Option<i16>) {
        self.add(name, self.rows.iter().map(value).collect::<Int16Array>());
    }

    pub(super) fn int32(&mut self, name: &'static str, value: impl Fn(&'r R) -> Option<i32>) {
        self.add(name, self.rows.iter().map(value).collect::<Int32Array>());
    }

    pub(super) fn int64(&mut self, name: &'static str, value: impl Fn(&'r R) -> Option<i64>) {
        self.add(name, self.rows.iter().map(value).collect::<Int64Array>());
    }

    pub(super) fn date(&mut self, name: &'static str, value: impl Fn(&'r R) -> Option<Date>) {
        self.add(name, self.rows.iter().map(|row| value(row).map(days)).collect::<Date32Array>());
    }

    pub(super) fn decimal(&mut self, name: &'static str, value: impl Fn(&'r R) -> Option<f64>) {
        let column: Decimal128Array = self.rows.iter().map(|row| value(row).and_then(hundredths)).collect();
        match column.with_precision_and_scale(DECIMAL.0, DECIMAL.1) {
            Ok(column) => self.add(name, column),
            Err(_) => unreachable!("the digits are those of a decimal number of 128 bits"),
        }
    }

    pub(super) fn list(&mut self, name: &'static str, value: impl Fn(&'r R) -> Option<&'r [i16]>) {
        let mut builder = ListBuilder::new(Int16Builder::new());
        for row in self.rows {
            let list = value(row);
            builder.values().append_slice(list.unwrap_or_default());
            builder.append(list.is_some());
        }
        self.add(name, builder.finish());
    }

    pub(super) fn map(&mut self, name: &'static str, value: impl Fn(&'r R) -> Option<&'r [(String, String)]>) {
        let names = MapFieldNames { entry: "key_value".into(), key: "key".into(), value: "value".into() };
        let mut builder = MapBuilder::new(Some(names), StringBuilder::new(), StringBuilder::new());
        for row in self.rows {
            let entries = value(row);
            for (key, text) in entries.unwrap_or_default() {
                builder.keys().append_value(key);
                builder.values().append_value(text);
            }
            // There is a value for each key.
            let _ = builder.append(entries.is_some());
        }
        self.add(name, builder.finish());
    }

    /// Returns the batch, in which every column is nullable.
    pub(super) fn into_batch(self) -> RecordBatch {
        let columns = self.columns.into_iter().map(|(name, column)| (name, column, true));
        match RecordBatch::try_from_iter_with_nullable(columns) {
            Ok(batch) => batch,
            Err(error) => unreachable!("each column has a value for each row: {error}"),
        }
    }

    fn add(&mut self, name: &'static str, column: impl arrow_array::Array + 'static) {
        self.columns.push((name, Arc::new(column)));
    }
}

/// The number of days since 1970-01-01 in the Gregorian calendar, which is used for earlier days, too.
fn days(date: Date) -> i32 {
    // A year begins with March here, so that its last day is the leap day.
    let (year, month, day) = (i32::from(date.year), i32::from(date.month), i32::from(date.day));
    let year = if month > 2 { year } else { year - 1 };
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    365 * year + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + day_of_year - 719_468
}

/// Returns a number in hundredths; `None` if it has too many digits for a decimal column.
fn hundredths(number: f64) -> Option<i128> {
    let limit = 10_f64.powi(i32::from(DECIMAL.0));
    let hundredths = (number * 100.0).round();
    #[expect(clippy::cast_possible_truncation, reason = "it is within the limit")]
    (hundredths.abs() < limit).then_some(hundredths as i128)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_from_1970() {
        for (year, month, day, expected) in [
            (1970, 1, 1, 0),
            (1970, 3, 1, 59),
            (1969, 12, 31, -1),
            (2000, 2, 29, 11016),
            (2000, 3, 1, 11017),
            (1846, 9, 11, -45037),
            (1, 1, 1, -719_162),
            (9999, 12, 31, 2_932_896),
        ] {
            assert_eq!(days(Date { year, month, day }), expected, "{year}-{month}-{day}");
        }
    }

    #[test]
    fn decimal_numbers_have_two_digits_after_the_point() {
        assert_eq!([6.5, -3.75, 0.0, 9_999_999.99].map(hundredths), [650, -375, 0, 999_999_999].map(Some));
        assert_eq!([1e7, f64::NAN, f64::INFINITY].map(hundredths), [None; 3]);
    }
}
