//! Cases in a table, one line for each, with bars between the cells.

/// Returns the cells of each line. In a cell, `\n` and `\t` stand for a line feed and a tab.
pub(crate) fn cases<const CELLS: usize>(table: &str) -> Vec<[String; CELLS]> {
    let cell = |cell: &str| cell.trim().replace("\\n", "\n").replace("\\t", "\t");
    let case = |line: &str| -> [String; CELLS] {
        let cells: Vec<String> = line.split('|').map(cell).collect();
        cells.try_into().unwrap_or_else(|cells| panic!("{cells:?}"))
    };
    table.lines().filter(|line| !line.trim().is_empty()).map(case).collect()
}

/// Returns the text of an error at a place, where `2:7` is line 2, column 7.
pub(crate) fn at(place: &str, message: &str) -> String {
    let (line, column) = place.split_once(':').expect("a line and a column");
    format!("line {line}, column {column}: {message}")
}
