//! Properties of SGF independent of a text, and their form in a line of a `USER sgf` block.

use std::borrow::Cow;

use ishi_sgf as sgf;

/// Takes properties one after the other: as a list, or as the text of a node.
pub(super) trait PropertySink {
    /// Begins a property of this name.
    fn begin(&mut self, id: &'static str);

    /// Adds a value to the last property.
    fn value(&mut self, value: &str);

    /// Adds a value that `write` writes, and that needs no escapes.
    fn plain_value(&mut self, write: impl FnOnce(&mut String));
}

impl PropertySink for Vec<Prop<'static>> {
    fn begin(&mut self, id: &'static str) {
        self.push(Prop { id: id.into(), values: Vec::new() });
    }

    fn value(&mut self, value: &str) {
        if let Some(last) = self.last_mut() {
            last.values.push(value.to_owned().into());
        }
    }

    fn plain_value(&mut self, write: impl FnOnce(&mut String)) {
        let mut value = String::new();
        write(&mut value);
        self.value(&value);
    }
}

impl PropertySink for String {
    fn begin(&mut self, id: &'static str) {
        self.push_str(id);
    }

    fn value(&mut self, value: &str) {
        self.push('[');
        sgf::escape(value, self);
        self.push(']');
    }

    fn plain_value(&mut self, write: impl FnOnce(&mut String)) {
        self.push('[');
        write(self);
        self.push(']');
    }
}

/// A property with its unescaped values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Prop<'a> {
    pub(super) id: Cow<'a, str>,
    pub(super) values: Vec<Cow<'a, str>>,
}

impl<'a> Prop<'a> {
    pub(super) fn new(id: &'static str, value: impl Into<Cow<'a, str>>) -> Self {
        Self { id: id.into(), values: vec![value.into()] }
    }

    pub(super) fn of(property: &sgf::Property<'a>) -> Self {
        Self { id: property.id().into(), values: property.raw_values().map(sgf::unescape).collect() }
    }

    /// Whether it has this name; see [`sgf::Property::is`].
    pub(super) fn is(&self, name: &str) -> bool {
        self.name() == name
    }

    /// The name without ignored letters.
    pub(super) fn name(&self) -> Cow<'_, str> {
        sgf::name(&self.id)
    }

    pub(super) fn first(&self) -> &str {
        self.values.first().map_or("", |value| value)
    }

    /// Adds it to a text in SGF.
    pub(super) fn write(&self, out: &mut String) {
        out.push_str(&self.id);
        self.values.iter().for_each(|value| out.value(value));
    }

    /// Adds it to a line of a `USER sgf` block.
    pub(super) fn write_line(&self, out: &mut String) {
        out.push_str(&self.id);
        self.values.iter().for_each(|value| write_line_value(value, out));
    }

    /// Reads such a line.
    pub(super) fn of_line(line: &str) -> Option<Prop<'static>> {
        let (id, values) = line.split_at(line.find('[')?);
        let is_name = id.starts_with(|first: char| first.is_ascii_alphabetic())
            && id.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let values = line_values(values)?.into_iter().map(Cow::Owned).collect();
        is_name.then(|| Prop { id: id.to_owned().into(), values })
    }
}

/// Adds a value with its brackets to a line of a `USER sgf` block. Characters that a line can't contain are escaped.
pub(super) fn write_line_value(value: &str, out: &mut String) {
    out.push('[');
    for character in value.chars() {
        match character {
            '\\' => out.push_str("\\\\"),
            ']' => out.push_str("\\]"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\0' => out.push_str("\\0"),
            other => out.push(other),
        }
    }
    out.push(']');
}

/// Reads such values, one or more.
pub(super) fn line_values(text: &str) -> Option<Vec<String>> {
    let mut characters = text.strip_prefix('[')?.chars();
    let mut values = vec![String::new()];
    loop {
        let value = values.last_mut()?;
        match characters.next()? {
            ']' => match characters.next() {
                None => return Some(values),
                Some('[') => values.push(String::new()),
                Some(_) => return None,
            },
            '\\' => value.push(match characters.next()? {
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                '0' => '\0',
                other => other,
            }),
            other => value.push(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_line_holds_any_property(values in prop::collection::vec("[\\[\\]\\\\nrt0\n\r\t\0a é]{0,6}", 1..4)) {
            let property = Prop { id: "C".into(), values: values.into_iter().map(Cow::Owned).collect() };
            let mut line = String::new();
            property.write_line(&mut line);
            prop_assert!(!line.contains(['\n', '\r', '\t', '\0']));
            prop_assert_eq!(Prop::of_line(&line), Some(property));
        }
    }
}
