//! The key with which this server signs what it sends to push services.

use crate::store::engine::read::read;
use crate::store::engine::sql::{Tx, execute};
use crate::store::writer::job::WriteJob;
use crate::store::{Store, StoreError};

impl Store {
    /// The key that all nodes have, in PKCS #8: `new` if there is none yet.
    pub async fn push_key(&self, new: Vec<u8>) -> Result<Vec<u8>, StoreError> {
        const FIND: &str = "SELECT pkcs8 FROM push_key";
        let find = async || read!(self, conn => sqlx::query_scalar::<_, Vec<u8>>(FIND).fetch_optional(conn));
        if let Some(key) = find().await? {
            return Ok(key);
        }
        self.writer.write(AddPushKey(new.clone())).await?;
        Ok(find().await?.unwrap_or(new))
    }
}

#[derive(Debug)]
struct AddPushKey(Vec<u8>);

impl WriteJob for AddPushKey {
    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const ADD: &str = "INSERT INTO push_key (one, pkcs8) VALUES (1, $1) ON CONFLICT DO NOTHING";
        execute!(tx, ADD; &self.0[..])
    }
}
