//! Options whose values are those of a setting.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use ishi_config as config;

/// A parser of the values of a setting, which help and completions list.
pub(super) fn named<T>() -> impl TypedValueParser<Value = T>
where
    T: JsonSchema + DeserializeOwned + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(config::names::<T>()).try_map(|name| serde_json::from_value(name.into()))
}
