//! Code shared by the command lines of two examples: values of options, and errors that name the option.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use lexopt::{Error, Parser, ValueExt};

/// Reads the value of an option that may be given once.
pub(crate) fn once<T, E: Display>(
    slot: &mut Option<T>,
    option: &str,
    parser: &mut Parser,
    parse: impl FnOnce(&str) -> Result<T, E>,
) -> Result<(), Error> {
    let text = parser.value()?.string()?;
    let value =
        parse(&text).map_err(|error| format!("invalid value '{}' for '{option}': {error}", text.escape_debug()))?;
    match slot.replace(value) {
        None => Ok(()),
        Some(_) => Err(format!("the option '{option}' is given twice").into()),
    }
}

/// Returns a function that reads a whole number in this range.
pub(crate) fn whole<T: Display + FromStr + PartialOrd>(
    range: RangeInclusive<T>,
) -> impl FnOnce(&str) -> Result<T, String> {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("not a whole number from {} to {}", range.start(), range.end()))
    }
}

/// Reads a number with or without a fraction.
pub(crate) fn decimal(text: &str) -> Result<f64, String> {
    text.parse().map_err(|_| "not a number".into())
}

/// Returns the value with this name.
pub(crate) fn by_name<T: Copy>(known: &[(&str, T)], name: &str) -> Result<T, String> {
    let found = known.iter().find(|(known, _)| *known == name);
    found.map(|(_, value)| *value).ok_or_else(|| {
        let names: Vec<_> = known.iter().map(|(name, _)| *name).collect();
        format!("not one of {}", names.join(", "))
    })
}

/// Returns the name of a value, or no text if it has none.
pub(crate) fn name_of<T: PartialEq>(known: &[(&'static str, T)], value: &T) -> &'static str {
    known
        .iter()
        .find(|(_, known)| known == value)
        .map_or("", |(name, _)| *name)
}

/// Refuses options that exclude each other. Each is paired with whether it is given.
pub(crate) fn exclude(options: &[(&str, bool)], others: &[(&str, bool)]) -> Result<(), Error> {
    let given = |options: &[(&str, bool)]| {
        options
            .iter()
            .find(|(_, is_given)| *is_given)
            .map(|(name, _)| name.to_string())
    };
    match (given(options), given(others)) {
        (Some(option), Some(other)) => Err(format!("the option '{option}' cannot be used with '{other}'").into()),
        _ => Ok(()),
    }
}
