//! What people do, with mouse and keys, and what they see. Each story has a browser of its own.

mod a_puzzle_to_play;
mod agents_that_walk;
mod benchmarks;
mod broken_scenes;
mod comparing_on_a_maze;
mod drawing_a_graph;
mod editing_while_it_plays;
mod estimates_that_lie;
mod events_to_read;
mod jump_points;
mod lessons;
mod nothing_is_lost;
mod own_errors;
mod share;
mod slides;
mod small_screens;
mod traces_of_runs;
