//! [`Tags`]: the tags of an element. [`Strings`]: the strings of a block.

use prost::Message;
use prost::bytes::Bytes;

use super::blocks::damaged;
use super::messages::StringTable;
use super::{OsmError, OsmProfile};

/// The strings of a block.
pub(super) struct Strings<'block> {
    block: u64,
    strings: &'block [Bytes],
}

impl<'block> Strings<'block> {
    pub(super) fn new(block: u64, table: Option<&'block StringTable>) -> Self {
        let strings = table.map_or(&[][..], |table| &table.strings);
        Strings { block, strings }
    }

    /// The string with a number.
    pub(super) fn get<N: TryInto<usize> + Copy + ToString>(&self, number: N) -> Result<&'block str, OsmError> {
        let bytes = number.try_into().ok().and_then(|number| self.strings.get(number));
        let Some(bytes) = bytes else {
            let (number, strings) = (number.to_string(), self.strings.len());
            return Err(self.damaged(format!("there is no string {number} among {strings}")));
        };
        let text = core::str::from_utf8(bytes);
        text.map_err(|_| self.damaged(format!("string {} is not UTF-8", number.to_string())))
    }

    /// Replaces the contents of `tags` by the strings with these numbers.
    pub(super) fn read_tags(&self, keys: &[u32], values: &[u32], tags: &mut Tags<'block>) -> Result<(), OsmError> {
        tags.0.clear();
        if keys.len() != values.len() {
            return Err(self.damaged(format!("{} keys have {} values", keys.len(), values.len())));
        }
        for (key, value) in keys.iter().zip(values) {
            tags.0.push((self.get(*key)?, self.get(*value)?));
        }
        Ok(())
    }

    /// Adds the difference of a number to the one before.
    pub(super) fn add(&self, sum: &mut i64, difference: i64) -> Result<i64, OsmError> {
        let next = sum.checked_add(difference);
        *sum = next.ok_or_else(|| self.damaged(format!("{sum} + {difference} does not fit into 64 bits")))?;
        Ok(*sum)
    }

    /// Decodes a message of the block in place of the one before, whose memory is used again.
    pub(super) fn decode<M: Message>(&self, message: &mut M, bytes: &Bytes) -> Result<(), OsmError> {
        message.clear();
        let result = message.merge(bytes.clone());
        result.map_err(|error| self.damaged(error.to_string()))
    }

    pub(super) fn damaged(&self, fault: impl Into<String>) -> OsmError {
        damaged(self.block, fault)
    }
}

/// The tags of an element: pairs of a key and a value.
#[derive(Default)]
pub(super) struct Tags<'block>(pub(super) Vec<(&'block str, &'block str)>);

impl<'block> Tags<'block> {
    /// The value of a key.
    pub(super) fn get(&self, key: &str) -> Option<&'block str> {
        let mut tags = self.0.iter();
        tags.find(|(name, _)| *name == key).map(|(_, value)| *value)
    }

    /// Whether an element has one of some tags.
    pub(super) fn has_any(&self, tags: &[(String, String)]) -> bool {
        tags.iter().any(|(key, value)| self.get(key) == Some(value))
    }

    /// Whether the keys for the vehicle open or close an element, and the place of the key that decides.
    pub(super) fn access(&self, profile: &OsmProfile) -> Option<(bool, usize)> {
        let mut keys = profile.access.iter().enumerate().rev();
        keys.find_map(|(place, key)| {
            let value = self.get(key)?;
            let opens = profile.permitting.contains(value);
            (opens || profile.forbidding.contains(value)).then_some((opens, place))
        })
    }
}
