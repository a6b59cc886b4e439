//! What people do, with mouse and keys, and what they see. Each story has a browser of its own.

mod agents_that_walk;
mod broken_scenes;
mod editing_while_it_plays;
mod nothing_is_lost;
mod own_errors;
mod share;
mod slides;
mod small_screens;
