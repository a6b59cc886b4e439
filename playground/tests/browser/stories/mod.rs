//! What people do, with mouse and keys, and what they see. Each story has a browser of its own.

mod broken_scenes;
mod editing_while_it_plays;
mod own_errors;
