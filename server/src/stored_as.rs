//! Newtypes in the database.

/// Has both databases store a newtype as what is in it.
macro_rules! stored_as {
    ($name:ty, $inner:ty) => {
        impl<DB: sqlx::Database> sqlx::Type<DB> for $name
        where
            $inner: sqlx::Type<DB>,
        {
            fn type_info() -> DB::TypeInfo {
                <$inner>::type_info()
            }

            fn compatible(info: &DB::TypeInfo) -> bool {
                <$inner>::compatible(info)
            }
        }

        impl<'q, DB: sqlx::Database> sqlx::Encode<'q, DB> for $name
        where
            $inner: sqlx::Encode<'q, DB>,
        {
            fn encode_by_ref(
                &self,
                buffer: &mut DB::ArgumentBuffer,
            ) -> Result<sqlx::encode::IsNull, sqlx::error::BoxDynError> {
                self.0.encode_by_ref(buffer)
            }
        }

        impl<'r, DB: sqlx::Database> sqlx::Decode<'r, DB> for $name
        where
            $inner: sqlx::Decode<'r, DB>,
        {
            fn decode(value: DB::ValueRef<'r>) -> Result<Self, sqlx::error::BoxDynError> {
                <$inner>::decode(value).map(Self)
            }
        }
    };
}
pub(crate) use stored_as;
