//! [`checked`]: the name of the file for a picture. This file is part of several examples.

use std::path::Path;

/// Refuses a name that does not end in `.svg`: it is rather an option, or the name of a file that should not be
/// overwritten.
pub(crate) fn checked(name: &str) -> Result<&str, String> {
    let ending = Path::new(name).extension();
    if ending.is_some_and(|ending| ending.eq_ignore_ascii_case("svg")) {
        Ok(name)
    } else {
        Err(format!("{name:?}: the name of a picture must end in .svg"))
    }
}
