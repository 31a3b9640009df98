//! The number of an event at its table.

use std::fmt;

use serde::{Deserialize, Serialize};
use sqlx::encode::IsNull;
use sqlx::error::BoxDynError;
use sqlx::{Database, Decode, Encode, Type};
use utoipa::ToSchema;

/// Counted from 1. Zero stands for a log without events. Databases store it as an `i64`.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(transparent)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Seq(pub u64);

impl Seq {
    /// Before the first event.
    pub const ZERO: Seq = Seq(0);
    pub const FIRST: Seq = Seq(1);

    #[must_use]
    pub fn next(self) -> Seq {
        Seq(self.0 + 1)
    }

    /// Saturates at zero.
    #[must_use]
    pub fn previous(self) -> Seq {
        Seq(self.0.saturating_sub(1))
    }
}

impl fmt::Display for Seq {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<DB: Database> Type<DB> for Seq
where
    i64: Type<DB>,
{
    fn type_info() -> DB::TypeInfo {
        i64::type_info()
    }

    fn compatible(info: &DB::TypeInfo) -> bool {
        i64::compatible(info)
    }
}

impl<'q, DB: Database> Encode<'q, DB> for Seq
where
    i64: Encode<'q, DB>,
{
    fn encode_by_ref(&self, buffer: &mut DB::ArgumentBuffer) -> Result<IsNull, BoxDynError> {
        i64::try_from(self.0)?.encode_by_ref(buffer)
    }
}

impl<'r, DB: Database> Decode<'r, DB> for Seq
where
    i64: Decode<'r, DB>,
{
    fn decode(value: DB::ValueRef<'r>) -> Result<Self, BoxDynError> {
        Ok(Seq(u64::try_from(i64::decode(value)?)?))
    }
}
