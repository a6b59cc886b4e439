//! `serde` for maps, which are checked when they are read.

use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

use astride::serialization::{read, write};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::GridMap;

/// In human-readable formats, a map is stored as its text, or as a [plain PGM](Self::pgm) if a terrain cost exceeds 9.
/// In other formats, it is stored as the width, the height and the terrain costs.
impl Serialize for GridMap {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let costs: Vec<u8> = self.points().filter_map(|point| self.cost(point)).collect();
        let text = if serializer.is_human_readable() && costs.iter().any(|cost| *cost > 9) {
            self.pgm().to_string()
        } else {
            self.to_string()
        };
        write(serializer, text, (self.width(), self.height(), costs))
    }
}

impl<'de> Deserialize<'de> for GridMap {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let from_text = |text: &str| {
            if text.starts_with("P2") {
                Self::from_pgm(text.as_bytes()).map_err(Into::into)
            } else {
                text.parse()
            }
        };
        let from_parts = |(width, height, costs): (u16, u16, Vec<u8>)| {
            let (width, height) = (usize::from(width), usize::from(height));
            if width.checked_mul(height) != Some(costs.len()) {
                return Err(format!("{} cells in a map of {width} x {height}", costs.len()));
            }
            let mut costs = costs.into_iter();
            Self::from_fn(width, height, |_| costs.next().unwrap_or(0)).map_err(|error| error.to_string())
        };
        read(deserializer, from_text, from_parts)
    }
}
