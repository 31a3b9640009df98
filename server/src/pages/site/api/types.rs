//! The types of the API, as its page shows them.

use serde_json::{Map, Value};

/// A type of the description.
#[derive(Clone, Debug)]
pub(super) struct Type {
    pub(super) name: String,
    pub(super) about: String,
    /// What a value of it can look like.
    pub(super) forms: Vec<Form>,
}

/// Either an object with fields, or something that a few words say.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Form {
    pub(super) about: String,
    pub(super) words: String,
    pub(super) fields: Vec<Field>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Field {
    pub(super) name: String,
    pub(super) words: String,
    pub(super) about: String,
}

/// The types of a description, by their names.
pub(super) fn types(document: &Value) -> Vec<Type> {
    let schemas = document["components"]["schemas"]
        .as_object()
        .into_iter()
        .flatten();
    let named = |(name, schema): (&String, &Value)| Type {
        name: name.clone(),
        about: about(schema),
        forms: forms(schema),
    };
    schemas.map(named).collect()
}

fn about(schema: &Value) -> String {
    // Links between comments mean nothing here.
    let text = schema["description"].as_str().unwrap_or_default();
    text.replace("[`", "`").replace("`]", "`")
}

fn forms(schema: &Value) -> Vec<Form> {
    match schema["oneOf"].as_array() {
        Some(forms) => forms.iter().map(form).collect(),
        None => vec![Form {
            about: String::new(),
            ..form(schema)
        }],
    }
}

fn form(schema: &Value) -> Form {
    let fields = fields(schema);
    Form {
        about: about(schema),
        words: if fields.is_empty() {
            words(schema)
        } else {
            String::new()
        },
        fields,
    }
}

fn fields(schema: &Value) -> Vec<Field> {
    let parts = schema["allOf"].as_array().into_iter().flatten();
    let inherited = parts.flat_map(|part| match part["$ref"].as_str() {
        Some(_) => vec![Field {
            name: "…".to_owned(),
            words: format!("all fields of {}", words(part)),
            about: String::new(),
        }],
        None => fields(part),
    });
    let own = schema["properties"].as_object().into_iter().flat_map(Map::iter);
    let own = own.map(|(name, schema)| Field {
        name: name.clone(),
        words: words(schema),
        about: about(schema),
    });
    inherited.chain(own).collect()
}

/// A type in a few words: "list of PlyView", "number or null".
fn words(schema: &Value) -> String {
    let all = |key: &str| schema[key].as_array().cloned().unwrap_or_default();
    let (values, choices, items) = (all("enum"), all("oneOf"), all("prefixItems"));
    if let Some(reference) = schema["$ref"].as_str() {
        return reference.rsplit('/').next().unwrap_or_default().to_owned();
    }
    if !values.is_empty() {
        return joined(values.iter().map(Value::to_string), " or ");
    }
    if !choices.is_empty() {
        return joined(choices.iter().map(words), " or ");
    }
    if !items.is_empty() {
        return format!("[{}]", joined(items.iter().map(words), ", "));
    }
    match &schema["type"] {
        Value::Array(types) => {
            let named = |name: &Value| {
                let mut one = schema.clone();
                one["type"] = name.clone();
                words(&one)
            };
            joined(types.iter().map(named), " or ")
        }
        Value::String(name) => of_type(name, schema),
        _ => "anything".to_owned(),
    }
}

fn of_type(name: &str, schema: &Value) -> String {
    match name {
        "array" if schema["items"].is_object() => format!("list of {}", words(&schema["items"])),
        "array" => "list".to_owned(),
        "string" => "text".to_owned(),
        "boolean" => "true or false".to_owned(),
        "integer" => "whole number".to_owned(),
        "object" if schema["additionalProperties"].is_object() => {
            format!("object of {}", words(&schema["additionalProperties"]))
        }
        name => name.to_owned(),
    }
}

fn joined(words: impl Iterator<Item = String>, between: &str) -> String {
    words.collect::<Vec<_>>().join(between)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn types_are_said_in_words() {
        for (schema, expected) in [
            (
                json!({ "type": "array", "items": { "$ref": "#/components/schemas/PlyView" } }),
                "list of PlyView",
            ),
            (
                json!({ "type": ["integer", "null"], "minimum": 0 }),
                "whole number or null",
            ),
            (
                json!({ "oneOf": [{ "type": "null" }, { "$ref": "#/x/Seq" }] }),
                "null or Seq",
            ),
            (
                json!({ "type": "string", "enum": ["guest", "bot"] }),
                "\"guest\" or \"bot\"",
            ),
            (
                json!({ "type": "array", "prefixItems": [{ "type": "integer" }, { "type": "string" }] }),
                "[whole number, text]",
            ),
            (json!({}), "anything"),
        ] {
            assert_eq!(words(&schema), expected);
        }
        let whole =
            json!({ "allOf": [{ "$ref": "#/x/Head" }, { "properties": { "a": { "type": "boolean" } } }] });
        let found = fields(&whole);
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].words, "all fields of Head");
        assert_eq!(
            (found[1].name.as_str(), found[1].words.as_str()),
            ("a", "true or false")
        );
    }
}
