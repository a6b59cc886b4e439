//! The texts of all errors of this crate.

#[macro_use]
#[path = "../../../tests/common/error_texts.rs"]
mod table;

use astride::graphs::CsrError;

use crate::{CostsError, ForbiddenPathsError, TurnsError, Which};

type FifoError = crate::FifoError<&'static str, u32>;

error_texts! {
    CostsError {
        NegativeCost { from: "1".into(), to: "2".into(), which: Which::Cost, cost: "-5".into() } =>
            "the cost of the edge from 1 to 2 is -5, which is below zero";
        NegativeCost { from: "1".into(), to: "2".into(), which: Which::Resource(0), cost: "-5".into() } =>
            "resource 0 of the edge from 1 to 2 is -5, which is below zero";
        InvalidCost { from: "1".into(), to: "2".into(), which: Which::Cost, cost: "NaN".into() } =>
            "the cost of the edge from 1 to 2 is NaN, which is not a valid cost";
        OtherEdges { node: 1, place: 2 } => "successor 2 of node 1 is not the same in both graphs";
        OtherNodes { one: 9, other: 10 } =>
            "one graph has 9 nodes and the other 10, but both must have the same number";
        TooLarge => "there are too many nodes or edges: at most 1073741823 nodes and 4294967295 edges are possible";
        OutOfMemory { edges: 1000 } => "not enough memory for another edge: 1000 edges are stored";
        InvalidArgument { argument: "the charge".into(), value: "NaN".into(), expected: "finite or infinity" } =>
            "the charge is NaN, but it must be finite or infinity";
        UnknownNode { node: "7".into() } => "node 7 is not in the graph";
    }
    FifoError {
        Overtaken { from: "depot", to: "port", departures: [800, 805], arrivals: [830, 820] } =>
            "from \"depot\" to \"port\", the trip at 800 arrives at 830, and the later one at 805 arrives \
             earlier, at 820";
        NoArrival { from: "depot", to: "port", departure: 800, time: u32::MAX } =>
            "from \"depot\" to \"port\", the trip at 800 takes 4294967295, and the sum of the two is not a valid \
             arrival time";
    }
    ForbiddenPathsError {
        TooShort { path: 3, nodes: 2 } => "forbidden path 3 has 2 nodes, but must have at least 3";
        TooMany => "there are too many forbidden paths: at most 4294967295 different beginnings are possible";
        NotNumbered => "the nodes of the graph cannot be listed, which requires `index_bound` and `node_at`";
        EndOutside { from: 1, bound: 10 } =>
            "an edge from the node with index 1 leads to a node without an index below 10";
        Csr(CsrError::TooManyEdges) =>
            "cannot build the graph with numbered nodes: there are too many edges: at most 4294967295 are possible";
    }
    TurnsError {
        NotNumbered => "the nodes of the graph cannot be listed, which requires `index_bound` and `node_at`";
        EndOutside { from: 1, index: Some(12), bound: 10 } =>
            "an edge from the node with index 1 leads to a node with index 12, which is not below the bound 10";
        EndOutside { from: 1, index: None, bound: 10 } =>
            "an edge from the node with index 1 leads to a node without an index";
        TooMany { nodes: 1 << 29, edges: 1 << 30 } =>
            "at least 1073741824 edges and 536870912 nodes are too many: at most 1073741823 in total are possible";
        OutOfMemory { nodes: 1000, edges: 5000 } => "not enough memory to number 5000 edges and 1000 nodes";
        Csr(CsrError::TooManyEdges) =>
            "cannot build the edge-based graph: there are too many edges: at most 4294967295 are possible";
    }
}
