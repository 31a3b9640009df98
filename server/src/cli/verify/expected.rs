//! What should be in the columns of a row, and how a row differs from that.

use serde::Serialize;
use serde_json::Value;

use crate::quote::excerpt;
use crate::store::{GameRows, Row};

pub(super) enum Expected {
    Is(Value),
    OneOf(Vec<Value>),
    /// The key of the row, checked elsewhere, or not in the log.
    Anything,
}

pub(super) type Columns = Vec<(&'static str, Expected)>;

pub(super) fn is(value: impl Serialize) -> Expected {
    Expected::Is(serde_json::to_value(value).expect("a value"))
}

/// Compares the only row of a table of the database.
pub(super) fn one(rows: &GameRows, table: &str, columns: Columns) -> Vec<String> {
    match rows.one(table) {
        Some(row) => row_differs(table, "", row, &columns),
        None => vec![format!("{table} has no row")],
    }
}

/// Compares a row; `of` says which one it is, where there are several.
pub(super) fn row_differs(table: &str, of: &str, row: &Row, columns: &Columns) -> Vec<String> {
    let mut found = Vec::new();
    for (name, stored) in row {
        let expected = columns
            .iter()
            .find(|(column, _)| column == name)
            .map(|(_, expected)| expected);
        let place = format!("{table}.{name}");
        found.extend(match expected {
            None => Some(format!("{place} is not known to this version")),
            Some(Expected::Is(value)) => differs(&place, of, stored, value),
            Some(Expected::OneOf(values)) if !values.contains(stored) => {
                differs(&place, of, stored, &values[0])
            }
            Some(Expected::OneOf(_) | Expected::Anything) => None,
        });
    }
    found
}

/// How two values differ; of lists, in which entry.
fn differs(place: &str, of: &str, stored: &Value, value: &Value) -> Option<String> {
    if stored == value {
        return None;
    }
    if let (Value::Array(stored), Value::Array(values)) = (stored, value) {
        let length = stored.len().max(values.len());
        let entry = |list: &[Value], at: usize| list.get(at).cloned().unwrap_or_default();
        let at = (0..length).find(|&at| stored.get(at) != values.get(at))?;
        let place = format!("{place}, entry {},", at + 1);
        return differs(&place, of, &entry(stored, at), &entry(values, at));
    }
    let shown = |value: &Value| excerpt(&value.to_string());
    Some(format!(
        "{place}{of} is {} and should be {}",
        shown(stored),
        shown(value)
    ))
}
