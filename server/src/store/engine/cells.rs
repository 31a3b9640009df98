//! The cells of a row, in either database and as JSON.

use data_encoding::HEXLOWER;
use serde_json::Value;
use sqlx::types::Json;
use sqlx::{ColumnIndex, Decode, Row, Type};
use uuid::Uuid;

use super::sql::{Borrowed, Engine};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::store) enum Kind {
    Uuid,
    Text,
    Number,
    Real,
    Flag,
    Bytes,
    Json,
}

#[derive(Clone, Debug)]
pub(in crate::store) struct Column {
    pub(in crate::store) name: String,
    pub(in crate::store) kind: Kind,
    /// The place in the primary key, from 1; 0 outside of it.
    pub(in crate::store) key: i64,
}

#[derive(Clone, Debug)]
pub(in crate::store) enum Cell {
    Uuid(Option<Uuid>),
    Text(Option<String>),
    Number(Option<i64>),
    Real(Option<f64>),
    Flag(Option<bool>),
    Bytes(Option<Vec<u8>>),
    Json(Option<Json<Value>>),
}

impl Kind {
    /// The kind of a column type, under either database's name.
    fn of(name: &str) -> Option<Kind> {
        Some(match name.to_ascii_lowercase().as_str() {
            "uuid" => Kind::Uuid,
            "text" => Kind::Text,
            "bigint" | "int8" => Kind::Number,
            "double precision" | "float8" => Kind::Real,
            "boolean" | "bool" => Kind::Flag,
            "bytea" => Kind::Bytes,
            "jsonb" => Kind::Json,
            _ => return None,
        })
    }
}

impl Cell {
    pub(in crate::store) fn to_json(&self) -> Value {
        match self {
            Cell::Uuid(cell) => cell.map(|id| id.to_string()).into(),
            Cell::Text(cell) => cell.clone().into(),
            Cell::Number(cell) => (*cell).into(),
            // As text, since a JSON number may be read as another one close by.
            Cell::Real(cell) => cell.map(|real| real.to_string()).into(),
            Cell::Flag(cell) => (*cell).into(),
            Cell::Bytes(cell) => cell.as_deref().map(|bytes| HEXLOWER.encode(bytes)).into(),
            Cell::Json(cell) => cell.clone().map_or(Value::Null, |Json(value)| value),
        }
    }

    /// `None` if the value is of another kind.
    pub(in crate::store) fn of_json(kind: Kind, value: &Value) -> Option<Cell> {
        let is_null = value.is_null();
        let text = || value.as_str();
        Some(match kind {
            Kind::Uuid if is_null => Cell::Uuid(None),
            Kind::Uuid => Cell::Uuid(Some(text()?.parse().ok()?)),
            Kind::Text if is_null => Cell::Text(None),
            Kind::Text => Cell::Text(Some(text()?.to_owned())),
            Kind::Number if is_null => Cell::Number(None),
            Kind::Number => Cell::Number(Some(value.as_i64()?)),
            Kind::Real if is_null => Cell::Real(None),
            Kind::Real => Cell::Real(Some(text()?.parse().ok()?)),
            Kind::Flag if is_null => Cell::Flag(None),
            Kind::Flag => Cell::Flag(Some(value.as_bool()?)),
            Kind::Bytes if is_null => Cell::Bytes(None),
            Kind::Bytes => Cell::Bytes(Some(HEXLOWER.decode(text()?.as_bytes()).ok()?)),
            Kind::Json if is_null => Cell::Json(None),
            Kind::Json => Cell::Json(Some(Json(value.clone()))),
        })
    }
}

/// Binds the cells of an iterator to a query, each as what it is.
macro_rules! push_cells {
    ($list:expr, $cells:expr) => {
        for cell in $cells {
            match cell {
                Cell::Uuid(cell) => $list.push_bind(*cell),
                Cell::Text(cell) => $list.push_bind(cell.clone()),
                Cell::Number(cell) => $list.push_bind(*cell),
                Cell::Real(cell) => $list.push_bind(*cell),
                Cell::Flag(cell) => $list.push_bind(*cell),
                Cell::Bytes(cell) => $list.push_bind(cell.clone()),
                Cell::Json(cell) => $list.push_bind(cell.clone()),
            };
        }
    };
}
pub(in crate::store) use push_cells;

pub(in crate::store) fn cell<'r, R: Row>(row: &'r R, Column { name, kind, .. }: &Column) -> sqlx::Result<Cell>
where
    for<'c> &'c str: ColumnIndex<R>,
    Uuid: Decode<'r, R::Database> + Type<R::Database>,
    String: Decode<'r, R::Database> + Type<R::Database>,
    i64: Decode<'r, R::Database> + Type<R::Database>,
    f64: Decode<'r, R::Database> + Type<R::Database>,
    bool: Decode<'r, R::Database> + Type<R::Database>,
    Vec<u8>: Decode<'r, R::Database> + Type<R::Database>,
    Json<Value>: Decode<'r, R::Database> + Type<R::Database>,
{
    let name = name.as_str();
    Ok(match kind {
        Kind::Uuid => Cell::Uuid(row.try_get(name)?),
        Kind::Text => Cell::Text(row.try_get(name)?),
        Kind::Number => Cell::Number(row.try_get(name)?),
        Kind::Real => Cell::Real(row.try_get(name)?),
        Kind::Flag => Cell::Flag(row.try_get(name)?),
        Kind::Bytes => Cell::Bytes(row.try_get(name)?),
        Kind::Json => Cell::Json(row.try_get(name)?),
    })
}

pub(in crate::store) async fn columns(conn: Borrowed<'_>, table: &str) -> sqlx::Result<Vec<Column>> {
    const SQLITE: &str = "SELECT name, type, pk FROM pragma_table_info($1) ORDER BY name";
    // The views of the information schema show keys only to roles that may write.
    const POSTGRES: &str = "SELECT a.attname::text, t.typname::text, COALESCE((SELECT k.place
            FROM unnest(i.indkey) WITH ORDINALITY AS k (attribute, place) WHERE k.attribute = a.attnum), 0)::bigint
        FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
        LEFT JOIN pg_index i ON i.indrelid = a.attrelid AND i.indisprimary
        WHERE a.attrelid = to_regclass($1) AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attname";
    let columns: Vec<(String, String, i64)> = match conn {
        Engine::Sqlite(conn) => sqlx::query_as(SQLITE).bind(table).fetch_all(conn).await?,
        Engine::Postgres(conn) => sqlx::query_as(POSTGRES).bind(table).fetch_all(conn).await?,
    };
    let column = |(name, kind, key): (String, String, i64)| {
        let unknown = || sqlx::Error::Decode(format!("{table}.{name} has the type {kind}").into());
        Ok(Column {
            kind: Kind::of(&kind).ok_or_else(unknown)?,
            name,
            key,
        })
    };
    columns.into_iter().map(column).collect()
}

pub(in crate::store) fn names<'c>(columns: impl Iterator<Item = &'c Column>) -> String {
    columns
        .map(|column| column.name.as_str())
        .collect::<Vec<_>>()
        .join(", ")
}
