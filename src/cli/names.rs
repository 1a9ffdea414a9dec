use clap::builder::{PossibleValuesParser, TypedValueParser};

/// A parser of the values that have these names, which help and completions list.
pub(super) fn named<T: Copy + Send + Sync + 'static>(table: &[(&'static str, T)]) -> impl TypedValueParser<Value = T> {
    let names = PossibleValuesParser::new(table.iter().map(|(name, _)| *name));
    let table = table.to_vec();
    names.try_map(move |wanted| {
        let found = table.iter().find(|(name, _)| *name == wanted).map(|&(_, value)| value);
        found.ok_or("a value of the list is not in it")
    })
}
