//! The texts of all errors of this crate.

#[macro_use]
#[path = "../../../tests/common/error_texts.rs"]
mod table;

use std::io;

use astride::graphs::CsrError;
use astride::text::{Fault, TextError};

use crate::dimacs::DimacsError;
use crate::{
    BinaryFileError, CsvError, HierarchyError, NetworkError, OsmError, PositionError, QuoteFault, RouteError,
    RouteLimitError, Table,
};

fn malformed() -> TextError {
    TextError {
        line: 3,
        column: 7,
        fault: Fault::Missing { field: "the height" },
    }
}

fn damaged() -> BinaryFileError {
    BinaryFileError::Damaged {
        path: "rome.ch".into(),
        fault: "the checksum of the edges does not match".into(),
    }
}

error_texts! {
    HierarchyError {
        NegativeCost { from: 1, to: 2, cost: "-5".into() } => "the edge from 1 to 2 costs -5, which is below zero";
        InvalidCost { from: 1, to: 2, cost: "NaN".into() } =>
            "the edge from 1 to 2 costs NaN, which is not a valid cost";
        InvalidLimit { limit: "NaN".into() } => "the limit is NaN, but it must be finite or infinity";
        UnknownEdge { from: 1, to: 2 } => "no edge joins 1 and 2 in the graph from which the hierarchy was built";
        Order { place: 3, node: 9, nodes: 9 } =>
            "the order has node 9 at position 3: each of the 9 nodes, numbered from 0, must occur exactly once";
        OrderLength { order: 9, nodes: 10 } => "the order has 9 nodes, but the graph has 10";
        NoIndices => "the nodes of the graph have no indices, since its `index_bound` returns `None`";
        NoIndex { from: 3, bound: 10 } =>
            "an edge from the node with index 3 leads to a node without an index below 10";
        PathOverflow { from: 1, to: 2 } => "the cheapest path from 1 to 2 costs more than the cost type can hold";
        Panicked => "the code of the cost type panicked during the preparation";
        Graph(CsrError::TooManyEdges) => "there are too many edges: at most 4294967295 are possible";
        File(damaged()) => "rome.ch: damaged: the checksum of the edges does not match";
        CostTooLarge { path: "rome.ch".into(), edge: 3, cost: 70_000 } =>
            "rome.ch: edge 3 costs 70000, which is too large for the cost type";
    }
    RouteError {
        UnknownEdge { edge: 9, edges: 9 } => "there is no edge 9: the network has 9 edges, numbered from 0";
        Fraction { edge: 3, fraction: 1.5 } => "the fraction on edge 3 is 1.5: it must be from 0 to 1";
        Limit { metres: -1.0 } => "the greatest distance is -1 metres: it must not be below zero, and may be infinite";
    }
    NetworkError {
        Position { place: 3, name: "Rome".into(), source: PositionError::Latitude { latitude: 91.0 } } =>
            "place 3, \"Rome\": the latitude is 91: it must be from -90 to 90 degrees";
        SecondPlace { place: 3, first: 1, name: "Rome".into() } => "place 3 is named \"Rome\", and so is place 1";
        UnknownPlace { street: 3, name: "Rome".into() } => "street 3: no place is named \"Rome\"";
        InvalidCost { street: 3, cost: "-5".into() } =>
            "street 3 costs -5, but its cost must be finite and not negative";
        Graph(CsrError::TooManyEdges) => "there are too many edges: at most 4294967295 are possible";
    }
    PositionError {
        Latitude { latitude: 91.0 } => "the latitude is 91: it must be from -90 to 90 degrees";
        Longitude { longitude: f64::NAN } => "the longitude is NaN: it must be from -180 to 180 degrees";
    }
    CsvError {
        Open { path: "places.csv".into(), source: io::Error::other("permission denied") } =>
            "places.csv: permission denied";
        Io { table: Table::Places, source: io::Error::other("the device failed") } => "places: the device failed";
        TooLong { table: Table::Streets, limit: 1 << 30 } => "streets: longer than the limit of 1073741824 bytes";
        Encoding { table: Table::Places, line: 3 } => "places, line 3: the text is not UTF-8";
        Fields { table: Table::Streets, line: 3, found: 4, expected: 3 } => "streets, line 3: 4 fields instead of 3";
        Spaces { table: Table::Streets, line: 3 } => "streets, line 3: the line has only spaces";
        Quote { table: Table::Streets, line: 3, fault: QuoteFault::Unclosed } =>
            "streets, line 3: the quote at the beginning of a field is not closed";
        Quote { table: Table::Streets, line: 3, fault: QuoteFault::TextAfter } =>
            "streets, line 3: the closing quote of a field is not at its end";
        Quote { table: Table::Streets, line: 3, fault: QuoteFault::SpacesBefore } =>
            "streets, line 3: there are spaces before the quote of a field";
        MissingColumn { table: Table::Places, column: "name".into(), columns: "id, latitude".into() } =>
            "places: no column is named \"name\"; the columns are \"id, latitude\"";
        SecondColumn { table: Table::Places, column: "Latitude".into() } =>
            "places: the column \"Latitude\" appears twice, or under two names";
        Empty { table: Table::Streets } => "streets: there are no rows";
        Value {
            table: Table::Streets,
            line: 3,
            column: "cost".into(),
            value: "-5".into(),
            expected: "a cost from 0 to 4294967294".into(),
        } => "streets, line 3, column \"cost\": \"-5\" is not a cost from 0 to 4294967294";
        SecondPlace { line: 3, name: "Rome".into(), first: 2 } =>
            "places, line 3: a second place is named \"Rome\"; the first one is in line 2";
        Graph(CsrError::TooManyEdges) => "there are too many edges: at most 4294967295 are possible";
    }
    OsmError {
        Open { path: "Rome.osm.pbf".into(), source: io::Error::other("permission denied") } =>
            "Rome.osm.pbf: permission denied";
        InFile { path: "Rome.osm.pbf".into(), source: Box::new(OsmError::Truncated { block: 3 }) } =>
            "Rome.osm.pbf: block 3: the data end in the middle of the block";
        Io { block: 3, source: io::Error::other("the device failed") } =>
            "block 3: cannot be read: the device failed";
        NoHeader => "the data do not begin with the header of an .osm.pbf file";
        Truncated { block: 3 } => "block 3: the data end in the middle of the block";
        TooLong { block: 3, part: "the header", bytes: 70_000, limit: 65_536 } =>
            "block 3: the header has 70000 bytes, but at most 65536 are allowed";
        Inflated { block: 3, limit: 5_000_000 } =>
            "block 3: the blocks so far decompress to more than 5000000 bytes, which no map needs";
        Compression { block: 3, method: "LZ4" } =>
            "block 3: the content is compressed with LZ4; only zlib is supported";
        Feature { feature: "HistoricalInformation".into() } =>
            "the file requires the feature \"HistoricalInformation\", which is not supported";
        Damaged { block: 3, fault: "string 5 is not UTF-8".into() } => "block 3: damaged: string 5 is not UTF-8";
        Position { node: 25_291_537, source: PositionError::Latitude { latitude: 91.0 } } =>
            "node 25291537: the latitude is 91: it must be from -90 to 90 degrees";
        Speed { what: "`highways` \"primary\"".into(), speed: -5.0 } =>
            "the profile has the speed -5 for `highways` \"primary\", but a speed must be finite and above zero";
        TooSlow { from: 1, to: 2, milliseconds: 5e9 } =>
            "the travel time from node 1 to node 2 is 5000000000 milliseconds, but at most 4294967294 fit";
        Graph(CsrError::TooManyEdges) => "there are too many edges: at most 4294967295 are possible";
    }
    DimacsError {
        Io { line: 3, source: io::Error::other("the device failed") } => "line 3: cannot be read: the device failed";
        Compressed =>
            "the data are compressed with gzip: reading them requires the feature `gzip` of the crate astride-roads";
        Text(malformed()) => "line 3, column 7: the height is missing";
        Graph(CsrError::TooManyEdges) => "there are too many edges: at most 4294967295 are possible";
    }
}

#[test]
fn errors_that_are_structs_have_their_texts() {
    let error = RouteLimitError {
        limit: "stretch",
        value: 0.5,
        expected: "finite and at least 1",
    };
    assert_eq!(
        error.to_string(),
        "the limit `stretch` is 0.5: it must be finite and at least 1"
    );
}
