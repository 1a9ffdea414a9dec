//! The JSON Schema of the settings.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use schemars::transform::{Transform, transform_subschemas};
use serde_json::{Value, json};

use super::{Config, FILE_NAME};

/// The JSON Schema (draft-07) of the settings: each key of `ishi.toml` and of an editor's `ishi.*` with its meaning,
/// its values and its default.
pub fn schema() -> Value {
    let mut schema = schema_of::<Config>();
    schema["title"] = FILE_NAME.into();
    schema
}

/// The names of the values of a setting that has only a few.
pub fn names<T: JsonSchema>() -> Vec<String> {
    let schema = schema_of::<T>();
    let names = schema["enum"].as_array().into_iter().flatten();
    names.filter_map(|name| name.as_str().map(str::to_owned)).collect()
}

fn schema_of<T: JsonSchema>() -> Value {
    let mut settings = SchemaSettings::draft07();
    settings.inline_subschemas = true;
    settings.transforms.push(Box::new(PlainSchema));
    settings.into_generator().into_root_schema_for::<T>().to_value()
}

/// Writes a schema as settings pages of editors show it.
#[derive(Clone)]
struct PlainSchema;

impl Transform for PlainSchema {
    fn transform(&mut self, schema: &mut schemars::Schema) {
        transform_subschemas(self, schema);
        // An editor breaks the lines itself.
        if let Some(description) = schema.get("description").and_then(Value::as_str) {
            schema.insert("description".into(), description.replace('\n', " ").into());
        }
        // The name of the Rust type.
        schema.remove("format");
        schema.remove("title");
        // What stands in a section has its own default.
        if schema.get("properties").is_some() {
            schema.remove("default");
        }
        // Values that each have a description.
        if let Some(Value::Array(values)) = schema.remove("oneOf") {
            let list = |key: &str| values.iter().map(|value| value[key].clone()).collect::<Value>();
            schema.insert("type".into(), json!("string"));
            schema.insert("enum".into(), list("const"));
            schema.insert("enumDescriptions".into(), list("description"));
        }
    }
}
