//! The collected cases: `tools/fuzz/corpus/` has one file for each family.
//!
//! Each line is a case: its bytes in hexadecimal, and, after a space, its name if it has one. libFuzzer instead uses a
//! folder with one file for each case, which [`unpack`] writes and [`pack`] reads.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// A collected case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The bytes of the case (see [`Source`](crate::Source)).
    pub bytes: Vec<u8>,
    /// A description of the bug that it showed, in words joined by hyphens, or an empty string.
    pub name: String,
}

/// The folder of the collected cases.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus")
}

/// Reads the cases of a family.
///
/// # Errors
///
/// If the file `family.hex` in the folder cannot be read, or if a line of it is not a case. The error names the file
/// and the line.
pub fn cases(folder: &Path, family: &str) -> io::Result<Vec<Case>> {
    let path = folder.join(family).with_extension("hex");
    let invalid = |number| {
        let place = format!("{}:{number}: not pairs of hexadecimal digits", path.display());
        io::Error::new(io::ErrorKind::InvalidData, place)
    };
    let text = fs::read_to_string(&path).map_err(|error| named(&path, &error))?;
    (1..)
        .zip(text.lines())
        .map(|(number, line)| case(line).ok_or_else(|| invalid(number)))
        .collect()
}

fn case(line: &str) -> Option<Case> {
    let (digits, name) = line.split_once(' ').unwrap_or((line, ""));
    let digit = |digit: u8| char::from(digit).to_digit(16);
    let byte = |pair: &[u8]| u8::try_from(digit(*pair.first()?)? * 16 + digit(*pair.get(1)?)?).ok();
    Some(Case {
        bytes: digits.as_bytes().chunks(2).map(byte).collect::<Option<_>>()?,
        name: name.to_string(),
    })
}

/// Writes each case of a family to a file in the folder `folder/family`, and returns the number of cases.
///
/// # Errors
///
/// If the cases cannot be read or the files cannot be written.
pub fn unpack(folder: &Path, family: &str) -> io::Result<usize> {
    let target = folder.join(family);
    fs::create_dir_all(&target).map_err(|error| named(&target, &error))?;
    let cases = cases(folder, family)?;
    for (number, Case { bytes, name }) in cases.iter().enumerate() {
        let file = if name.is_empty() {
            format!("{number:04}")
        } else {
            name.clone()
        };
        let path = target.join(file);
        fs::write(&path, bytes).map_err(|error| named(&path, &error))?;
    }
    Ok(cases.len())
}

/// Replaces the cases of the family with the files of the folder `folder/family`, sorted by length, and returns their
/// number. Cases that have a name are kept, even if a reduction has removed their files.
///
/// A file name of hexadecimal digits was chosen by [`unpack`] or libFuzzer, and is dropped.
///
/// # Errors
///
/// If the folder cannot be read, or if the file of the cases cannot be read or written.
pub fn pack(folder: &Path, family: &str) -> io::Result<usize> {
    let source = folder.join(family);
    let mut names: BTreeMap<Vec<u8>, String> = BTreeMap::new();
    for Case { bytes, name } in cases(folder, family)? {
        if !name.is_empty() {
            names.insert(bytes, name);
        }
    }
    for file in fs::read_dir(&source).map_err(|error| named(&source, &error))? {
        let file = file?;
        let bytes = fs::read(file.path()).map_err(|error| named(&file.path(), &error))?;
        let name = file.file_name().to_string_lossy().replace(' ', "-");
        let is_chosen = name.bytes().all(|digit| digit.is_ascii_hexdigit());
        names
            .entry(bytes)
            .or_insert(if is_chosen { String::new() } else { name });
    }
    let mut cases: Vec<Case> = names.into_iter().map(|(bytes, name)| Case { bytes, name }).collect();
    cases.sort_by_key(|case| case.bytes.len());
    let path = folder.join(family).with_extension("hex");
    fs::write(&path, cases.iter().map(line).collect::<String>()).map_err(|error| named(&path, &error))?;
    Ok(cases.len())
}

fn line(case: &Case) -> String {
    let mut line = String::new();
    for byte in &case.bytes {
        // Writing to a string cannot fail.
        let _ = write!(line, "{byte:02x}");
    }
    if !case.name.is_empty() {
        let _ = write!(line, " {}", case.name);
    }
    line + "\n"
}

/// Adds the path to an error.
fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
