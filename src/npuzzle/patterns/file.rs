//! Reading and writing databases.
