//! Several nodes on one database: each serves every table.

mod tables;
