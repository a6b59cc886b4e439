//! DIMACS files: round trips, and malformed, compressed and arbitrary data.

use std::io::{BufReader, Read};

use crate::cases::{at, cases};
use astride::graphs::CsrGraph;
use astride_roads::Coordinates;
use astride_roads::dimacs::{self, DimacsError, ReadLimits};
use proptest::prelude::*;

fn graph(text: &str) -> Result<CsrGraph<u32>, DimacsError> {
    dimacs::read_graph(text.as_bytes())
}

fn places(text: &str) -> Result<Coordinates<i32>, DimacsError> {
    dimacs::read_coordinates(text.as_bytes())
}

#[test]
fn files_are_read_as_the_challenge_describes_them() {
    let text = "c a comment\r\n\nc\np sp 3 4\r\n  a 1 2 17\na\t1 3  5\nc more\na 3 3 0\na 3 1 4294967294";
    let read = graph(text).unwrap();
    let expected = CsrGraph::from_edges(3, [(0, 1, 17), (0, 2, 5), (2, 2, 0), (2, 0, 4_294_967_294)]).unwrap();
    assert_eq!(read, expected);
    let text = "c a comment\np aux sp co 3\nv 3 5 -6\nv 1 0 2147483647\nv 2 -2147483648 0\n";
    let expected = Coordinates::new(vec![(0, i32::MAX), (i32::MIN, 0), (5, -6)]);
    assert_eq!(places(text).unwrap(), expected);
    // Comments may be in any encoding.
    let read = dimacs::read_graph::<u32>(&b"c caf\xe9\np sp 1 0\n"[..]).unwrap();
    assert_eq!((read.node_count(), read.edge_count()), (1, 0));
    assert_eq!(graph("p sp 0 0").unwrap().node_count(), 0);
    assert!(places("p aux sp co 0").unwrap().is_empty());
}

#[test]
fn weights_may_be_of_any_cost_type() {
    let read = dimacs::read_graph::<f64>("p sp 2 2\na 1 2 0.5\na 2 1 -0\n".as_bytes()).unwrap();
    assert_eq!(read.edges(0), [(1, 0.5)]);
    assert!(read.edges(1)[0].1.is_sign_positive(), "a plain zero");
    let read = dimacs::read_graph::<u64>("p sp 2 1\na 1 2 4294967296\n".as_bytes()).unwrap();
    assert_eq!(read.edges(0), [(1, 1 << 32)]);
    for weight in ["-1", "nan", "inf", "-inf"] {
        let text = format!("p sp 2 1\na 1 2 {weight}\n");
        let error = dimacs::read_graph::<f64>(text.as_bytes()).unwrap_err();
        assert!(
            matches!(&error, DimacsError::Text(error) if (error.line, error.column) == (2, 7)),
            "{weight}: {error}"
        );
    }
}

#[test]
fn what_is_read_has_limits() {
    let limits = ReadLimits {
        nodes: 3,
        arcs: 2,
        bytes: 30,
    };
    let read = |text: &str| dimacs::read_graph_within::<u32>(text.as_bytes(), limits).map(|graph| graph.edge_count());
    assert_eq!(read("p sp 3 2\na 1 2 3\na 2 3 4\n").unwrap(), 2);
    for (text, message) in [
        ("p sp 4 0", "line 1, column 6: 4 nodes exceed the limit of 3"),
        ("p sp 3 3", "line 1, column 8: 3 arcs exceed the limit of 2"),
        (
            "p sp 3 2\na 1 2 3\na 2 3 4\nc more",
            "line 4, column 1: 31 bytes exceed the limit of 30",
        ),
        (
            "c a comment that is longer than all that may be read",
            "line 1, column 1: 52 bytes exceed the limit of 30",
        ),
    ] {
        assert_eq!(read(text).unwrap_err().to_string(), message);
    }
    let places = |text: &str| dimacs::read_coordinates_within(text.as_bytes(), limits).map(|places| places.len());
    assert_eq!(places("p aux sp co 1\nv 1 2 3\n").unwrap(), 1);
    assert_eq!(
        places("p aux sp co 4\n").unwrap_err().to_string(),
        "line 1, column 13: 4 nodes exceed the limit of 3"
    );
    // Without limits, a graph without arcs may have any number of nodes.
    let read = dimacs::read_graph_within::<u32>("p sp 40000000 0".as_bytes(), ReadLimits::NONE);
    assert_eq!(read.unwrap().node_count(), 40_000_000);
    let errors = [
        graph("p sp 400000000 0").unwrap_err(),
        dimacs::read_coordinates("p aux sp co 400000000".as_bytes()).unwrap_err(),
    ];
    for error in errors {
        assert!(
            error
                .to_string()
                .ends_with("400000000 nodes exceed the limit of 33554432"),
            "{error}"
        );
    }
}

/// Otherwise, 204 kB of gzip could contain 200 MiB of empty lines.
#[test]
fn comments_and_empty_lines_are_limited() {
    let message = |line: usize, found: usize| {
        let limit = found - 1;
        format!("line {line}, column 1: {found} comments and empty lines exceed the limit of {limit}")
    };
    for kind in ["\n", "  c a comment\r\n"] {
        let skipped = kind.repeat(1_000_000);
        let text = format!("{skipped}p sp 2 1\n{kind}a 1 2 3\n{kind}");
        assert_eq!(graph(&text).unwrap().edge_count(), 1);
        assert_eq!(
            graph(&(text + kind)).unwrap_err().to_string(),
            message(1_000_005, 1_000_003)
        );
        let mut endless = BufReader::new(std::io::repeat(b'\n'));
        assert_eq!(
            dimacs::read_coordinates_within(&mut endless, ReadLimits::NONE)
                .unwrap_err()
                .to_string(),
            message(1_000_001, 1_000_001)
        );
    }
}

#[test]
fn errors_of_graphs_name_the_place() {
    let table = r#"
                           | 1:1  | the header "p sp <nodes> <arcs>" is missing
c\n\n                      | 3:1  | the header "p sp <nodes> <arcs>" is missing
a 1 2 3\np sp 2 1\n        | 1:1  | the header "p sp <nodes> <arcs>" is missing
p                          | 1:2  | found the end of the line where "sp" was expected
p max 3 4                  | 1:3  | found "max" where "sp" was expected
p sp                       | 1:5  | the number of nodes is missing
p sp 3\n                   | 1:7  | the number of arcs is missing
p sp x 4                   | 1:6  | the number of nodes is "x": a whole number from 0 to 1073741823 is expected
p sp -3 4                  | 1:6  | the number of nodes is "-3": a whole number from 0 to 1073741823 is expected
p sp 2147483648 4          | 1:6  | the number of nodes is "2147483648": a whole number from 0 to 1073741823 is expected
p sp 3 4294967296          | 1:8  | the number of arcs is "4294967296": a whole number from 0 to 4294967295 is expected
p sp 3 0 0                 | 1:10 | unexpected "0" after the end
p sp 1 0\np sp 1 0         | 2:1  | a second header: the first one is in line 1
p sp 1 0\nq                | 2:1  | unknown kind of line "q" (known: c, p, a)
p sp 1 0\n  v 1 1 1        | 2:3  | unknown kind of line "v" (known: c, p, a)
p sp 2 1\narc 1 2 3        | 2:1  | unknown kind of line "arc" (known: c, p, a)
p sp 2 1\na                | 2:2  | the source is missing
p sp 2 1\na 1\n            | 2:4  | the target is missing
p sp 2 1\na 1 2 \n         | 2:6  | the weight is missing
p sp 2 1\na 0 2 3          | 2:3  | the source is "0": a whole number from 1 to 2 is expected
p sp 2 1\na 1 3 3          | 2:5  | the target is "3": a whole number from 1 to 2 is expected
p sp 2 1\na 1 2 3.5        | 2:7  | the weight is "3.5": a number that fits, finite and not negative, is expected
p sp 2 1\na 1 2 -3         | 2:7  | the weight is "-3": a number that fits, finite and not negative, is expected
p sp 2 1\na 1 2 4294967295 | 2:7  | the weight is "4294967295": a number that fits, finite and not negative, is expected
p sp 2 1\na 1 2 3 4        | 2:9  | unexpected "4" after the end
p sp 2 1\na 1 2 3\na 2 1 3 | 3:1  | 2 lines "a" instead of 1
p sp 2 3\na 1 2 3\na 2 1 3\n | 4:1  | 2 lines "a" instead of 3
p sp 1000000000 4000000000\n | 1:6  | 1000000000 nodes exceed the limit of 33554432
    "#;
    for [text, place, message] in cases(table) {
        assert_eq!(graph(&text).unwrap_err().to_string(), at(&place, &message), "{text:?}");
    }
}

#[test]
fn errors_of_coordinates_name_the_place() {
    let table = r#"
                                   | 1:1  | the header "p aux sp co <nodes>" is missing
        p sp 1 0\n                 | 1:3  | found "sp" where "aux" was expected
        p aux sp 1\n               | 1:10 | found "1" where "co" was expected
        p aux sp co 1\na 1 1 1     | 2:1  | unknown kind of line "a" (known: c, p, v)
        p aux sp co 1\nv 2 0 0     | 2:3  | the node is "2": a whole number from 1 to 1 is expected
        p aux sp co 1\nv 1 0       | 2:6  | y is missing
        p aux sp co 1\nv 1 2147483648 0 | 2:5  | x is "2147483648": a whole number of 32 bits is expected
        p aux sp co 2\nv 2 0 0\nc\nv 2 0 0\n | 4:1  | a second place of node 2: the first one is in line 2
        p aux sp co 1000000000\nv 1 0 0\n | 1:13 | 1000000000 nodes exceed the limit of 33554432
        p aux sp co 1\nv 1 0 0\nv 1 0 0\n | 3:1  | 2 lines "v" instead of 1
    "#;
    for [text, place, message] in cases(table) {
        assert_eq!(places(&text).unwrap_err().to_string(), at(&place, &message), "{text:?}");
    }
}

#[test]
fn long_texts_are_cut_short() {
    let error = graph(&format!("p sp 1 0\n{}\n", "x".repeat(900_000)))
        .unwrap_err()
        .to_string();
    assert!(error.len() < 150, "{error}");
    let error = dimacs::read_graph::<u32>(BufReader::new(std::io::repeat(b' '))).unwrap_err();
    let expected = format!(
        "line 1, column 1: the line is {:?}: a line of at most 1000000 bytes is expected",
        " ".repeat(40) + "…"
    );
    assert_eq!(error.to_string(), expected);
}

/// A reader that fails after some text.
struct Broken<'a>(&'a [u8]);

impl Read for Broken<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        match self.0.read(buffer) {
            Ok(0) => Err(std::io::Error::other("the disk is gone")),
            result => result,
        }
    }
}

#[test]
fn what_the_reader_says_is_passed_on() {
    for (text, line) in [("", 1), ("p sp 2 1\na 1", 2)] {
        let error = dimacs::read_graph::<u32>(BufReader::new(Broken(text.as_bytes()))).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("line {line}: cannot be read: the disk is gone")
        );
    }
}

#[cfg(feature = "gzip")]
mod compressed {
    use std::io::Write;

    use super::*;

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn compressed_files_are_recognised() {
        let text = "p sp 2 1\na 1 2 3\n";
        let packed = gzip(text.as_bytes());
        let expected = graph(text).unwrap();
        assert_eq!(dimacs::read_graph::<u32>(&packed[..]).unwrap(), expected);
        // This holds however few bytes the reader buffers.
        assert_eq!(
            dimacs::read_graph::<u32>(BufReader::with_capacity(1, &packed[..])).unwrap(),
            expected
        );
        // Two compressed parts, one after the other.
        let parts = [gzip(&text.as_bytes()[..5]), gzip(&text.as_bytes()[5..])].concat();
        assert_eq!(dimacs::read_graph::<u32>(&parts[..]).unwrap(), expected);
        let packed = gzip(b"p aux sp co 1\nv 1 2 3\n");
        assert_eq!(dimacs::read_coordinates(&packed[..]).unwrap().as_slice(), [(2, 3)]);
    }

    #[test]
    fn damaged_files_are_refused() {
        let packed = gzip(b"p sp 2 1\na 1 2 3\n");
        for length in 1..packed.len() {
            assert!(dimacs::read_graph::<u32>(&packed[..length]).is_err(), "{length} bytes");
        }
        let mut damaged = packed.clone();
        let checksum = damaged.len() - 8;
        damaged[checksum] ^= 1;
        assert!(dimacs::read_graph::<u32>(&damaged[..]).is_err());
        let error = dimacs::read_graph::<u32>(&gzip(b"p sp 2 1\na 1 2\n")[..]).unwrap_err();
        assert_eq!(error.to_string(), "line 2, column 6: the weight is missing");
    }

    proptest! {
        #[test]
        fn arbitrary_compressed_bytes_do_no_harm(bytes: Vec<u8>) {
            let _ = dimacs::read_graph::<u32>(&gzip(&bytes)[..]);
            let _ = dimacs::read_graph::<u32>(&[&[0x1f, 0x8b, 8, 0][..], &bytes].concat()[..]);
        }
    }
}

#[cfg(not(feature = "gzip"))]
#[test]
fn compressed_files_need_the_feature() {
    let error = dimacs::read_graph::<u32>(&[0x1f, 0x8b, 8, 0][..]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the data are compressed with gzip: reading them requires the feature `gzip` of the crate astride-roads"
    );
}

fn pick(index: prop::sample::Index, nodes: usize) -> u32 {
    u32::try_from(index.index(nodes)).unwrap()
}

/// Text that is almost a file, with the right words in the wrong places. The numbers are small, since a header may
/// announce as many nodes as fit into memory.
fn nearly_files() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        4 => "[0-9]{1,2}",
        4 => prop::sample::select(vec!["a", "v", "p", "c", "\n", "\np sp 3 1\n", "\np aux sp co 2\n", "\na", "\nv"])
            .prop_map(str::to_string),
        1 => "-?[0-9.e]{1,3}",
        1 => "\\PC{0,3}",
    ];
    prop::collection::vec(word, 0..30).prop_map(|words| words.join(" "))
}

proptest! {
    #[test]
    fn what_is_written_is_read_again(
        nodes in 1..40_u32,
        edges in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..u32::MAX), 0..80),
        points: Vec<(i32, i32)>,
    ) {
        let count = nodes as usize;
        let edges = edges.iter().map(|(from, to, cost)| (pick(*from, count), pick(*to, count), *cost));
        let given = CsrGraph::from_edges(count, edges).unwrap();
        let mut text = Vec::new();
        dimacs::write_graph(&given, &mut text).unwrap();
        prop_assert_eq!(dimacs::read_graph::<u32>(&text[..]).unwrap(), given);

        let given = Coordinates::new(points);
        let mut text = Vec::new();
        dimacs::write_coordinates(&given, &mut text).unwrap();
        prop_assert_eq!(dimacs::read_coordinates(&text[..]).unwrap(), given);
    }

    #[test]
    fn arbitrary_bytes_do_no_harm(bytes: Vec<u8>) {
        prop_assert!(dimacs::read_graph::<u32>(&bytes[..]).is_err(), "there is no header");
        prop_assert!(dimacs::read_coordinates(&bytes[..]).is_err(), "there is no header");
    }

    #[test]
    fn nearly_right_files_do_no_harm(text in nearly_files()) {
        if let Ok(graph) = dimacs::read_graph::<f64>(text.as_bytes()) {
            for (from, to, cost) in graph.iter() {
                prop_assert!((from.max(to) as usize) < graph.node_count() && cost >= 0.0);
            }
        }
        let _ = graph(&text);
        let _ = places(&text);
    }
}

/// Some editors begin a file with a byte order mark.
#[test]
fn a_byte_order_mark_is_ignored() {
    for text in ["p sp 2 1\na 1 2 5\n", "c a road\np sp 2 1\na 1 2 5\n"] {
        let marked = graph(&format!("\u{feff}{text}")).unwrap();
        assert!(marked.iter().eq(graph(text).unwrap().iter()));
        assert_eq!(marked.edge_count(), 1);
    }
}
