//! The few styles there are. Whether they are seen is for `anstream` to decide: no colour into pipes or with
//! `NO_COLOR`.

use std::fmt::Display;

use anstyle::{AnsiColor, Style};

/// Headings.
pub(crate) const TITLE: Style = Style::new().bold();
/// What explains the rest.
pub(crate) const QUIET: Style = Style::new().dimmed();
/// The tile that moved.
pub(crate) const MOVED: Style = AnsiColor::Cyan.on_default().bold();
/// What has gone well.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
/// What has not.
pub(crate) const BAD: Style = AnsiColor::Yellow.on_default();

/// The text in a style.
pub(crate) fn paint(style: Style, text: impl Display) -> String {
    format!("{style}{text}{style:#}")
}
