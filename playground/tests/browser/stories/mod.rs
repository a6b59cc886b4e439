//! Stories of people who use the page with mouse and keyboard. No story sees what another one has left in
//! its browser.

mod a_puzzle_to_play;
mod accessible;
mod after_a_walk;
mod agents_that_walk;
mod benchmarks;
mod broken_scenes;
mod comparing_on_a_maze;
mod drawing_a_graph;
mod editing_while_it_plays;
mod estimates_that_lie;
mod events_to_read;
mod few_bends;
mod jump_points;
mod keys_and_focus;
mod legible;
mod lessons;
mod my_own_map;
mod nothing_is_lost;
mod own_errors;
mod race_of_four;
mod share;
mod slides;
mod small_screens;
mod start_page;
mod traces_of_runs;
mod two_costs;
mod units_and_planners;
mod walls_and_polygons;
mod what_helps;

use crate::driver::Browser;

/// Returns the cells of a row of the comparison.
fn row(browser: &Browser, name: &str) -> Vec<String> {
    let cells = browser.now(&format!(
        "const row = [...document.querySelectorAll('#race tr')].find(row => row.cells[0].innerText === '{name}');
         return row ? [...row.cells].slice(1).map(cell => cell.innerText) : []"
    ));
    let cells = cells.as_array().expect("cells").iter();
    cells
        .map(|cell| String::from(cell.as_str().unwrap_or_default()))
        .collect()
}
