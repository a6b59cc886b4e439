//! The settings that must be the same in all processes of a search, and their comparison.

use std::fs::File;
use std::hash::{BuildHasher, Hasher};
use std::io::Read;
use std::sync::OnceLock;
use std::{env, io};

use foldhash::fast::FixedState;

use crate::error::{Error, guard};

/// Pairs of a name and a value.
pub(crate) type Settings = Vec<(String, String)>;

/// The name of the setting that is a list. Two lists are compared only as far as the shorter one goes.
pub(crate) const GRAPH: &str = "graph (its successors)";

/// The maximum number of characters of a value that an error shows.
const SHOWN: usize = 1000;

/// The starts as a setting: their number, and their hash, which code of the nodes computes.
pub(crate) fn starts_as_setting(count: usize, hash: impl FnOnce() -> u64) -> Result<(&'static str, String), Error> {
    let hash = guard(hash).map_err(|failure| Error::Failed { worker: 0, failure })?;
    Ok(("starts", format!("{count} (hash {hash:x})")))
}

/// The first difference between the settings of `process` and those of process 0, as an error.
pub(crate) fn mismatch(process: usize, theirs: &[(String, String)], ours: &[(String, String)]) -> Option<Error> {
    let mut places = 0..theirs.len().max(ours.len());
    places.find_map(|place| {
        let [ours, theirs] = [ours, theirs].map(|all| all.get(place));
        let (name, _) = ours.or(theirs)?;
        let mut values = [ours, theirs].map(|pair| pair.map_or("none", |(_, value)| value));
        if let (Some((GRAPH, ours)), Some((GRAPH, theirs))) = (ours.map(texts), theirs.map(texts)) {
            let mut pairs = ours.split(' ').zip(theirs.split(' '));
            values = pairs.find(|(ours, theirs)| ours != theirs)?.into();
        } else if ours == theirs {
            return None;
        }
        let [ours, theirs] = values.map(|value| value.chars().take(SHOWN).collect());
        let setting = name.chars().take(SHOWN).collect();
        Some(Error::Mismatch {
            process,
            setting,
            theirs,
            ours,
        })
    })
}

fn texts((name, value): &(String, String)) -> (&str, &str) {
    (name, value)
}

/// The fingerprint of this program's file.
pub(crate) fn program() -> String {
    static PROGRAM: OnceLock<String> = OnceLock::new();
    let hash = || -> io::Result<u64> {
        let mut file = File::open(env::current_exe()?)?;
        let (mut hasher, mut bytes) = (FixedState::default().build_hasher(), vec![0; 1 << 16]);
        loop {
            match file.read(&mut bytes)? {
                0 => return Ok(hasher.finish()),
                read => hasher.write(&bytes[..read]),
            }
        }
    };
    let text = || hash().map_or_else(|_| "unknown".to_owned(), |hash| format!("{hash:x}"));
    PROGRAM.get_or_init(text).clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(pairs: &[(&str, &str)]) -> Settings {
        pairs
            .iter()
            .map(|(name, value)| ((*name).into(), (*value).into()))
            .collect()
    }

    #[test]
    fn the_first_difference_is_named() {
        let ours = settings(&[("threads", "1"), (GRAPH, "a b c")]);
        let same = |theirs: &[(&str, &str)]| mismatch(3, &settings(theirs), &ours);
        assert_eq!(same(&[("threads", "1"), (GRAPH, "a b c")]), None);
        assert_eq!(
            same(&[("threads", "1"), (GRAPH, "a b")]),
            None,
            "they did not look as far"
        );
        assert_eq!(
            same(&[("threads", "1"), (GRAPH, "a b c d")]),
            None,
            "we did not look as far"
        );
        for (theirs, [setting, value, our]) in [
            (&[("threads", "2"), (GRAPH, "a b c")][..], ["threads", "2", "1"]),
            (&[("threads", "1"), (GRAPH, "a x y")], [GRAPH, "x", "b"]),
            (&[("threads", "1"), ("other", "a b c")], [GRAPH, "a b c", "a b c"]),
            (&[("threads", "1")], [GRAPH, "none", "a b c"]),
            (&[("threads", "1"), (GRAPH, "a"), ("more", "7")], ["more", "7", "none"]),
        ] {
            let expected = Error::Mismatch {
                process: 3,
                setting: setting.to_owned(),
                theirs: value.to_owned(),
                ours: our.to_owned(),
            };
            assert_eq!(same(theirs), Some(expected));
        }
    }
}
