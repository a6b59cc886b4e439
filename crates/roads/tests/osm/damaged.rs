//! Damaged files: typed errors, no panics, and no more memory than the size of the file allows.

use crate::writer::{Map, Member, block, bytes, compressed, header, number, packed, read, varint, zigzag};
use astride_roads::{Network, OsmError, OsmProfile};

/// A map with every kind of element.
fn map() -> Vec<u8> {
    let mut map = Map::new();
    for id in 1..=40_u8 {
        let at = [60.0 + f64::from(id % 7) / 100.0, 25.0 + f64::from(id / 7) / 100.0];
        let tags: &[_] = if id % 9 == 0 { &[("barrier", "bollard")] } else { &[] };
        map.node(id.into(), at, tags);
    }
    for id in 1..=39 {
        map.way(
            id,
            &[id, id + 1],
            &[("highway", "residential"), ("name", "Aleksanterinkatu")],
        );
    }
    let members = [
        ("from", Member::Way, 1),
        ("via", Member::Node, 2),
        ("to", Member::Way, 2),
    ];
    map.relation(1, &members, &[("type", "restriction"), ("restriction", "no_left_turn")]);
    map.write()
}

/// Damages a file in a thousand ways, and reads each. Returns how many were rejected.
fn damage(file: &[u8]) -> usize {
    let car = OsmProfile::car();
    let mut rejected = 0;
    let mut state = 1_usize;
    let mut random = |below: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    for case in 0..1000 {
        let mut damaged = file.to_vec();
        if case % 2 == 0 {
            damaged.truncate(random(file.len()));
        } else {
            for _ in 0..=case % 3 {
                damaged[random(file.len())] ^= 1 << random(8);
            }
        }
        if let Err(error) = read(&damaged, &car) {
            assert!(
                !error.to_string().is_empty() && !matches!(error, OsmError::Graph(_)),
                "{error}"
            );
            rejected += 1;
        }
    }
    rejected
}

#[test]
fn damaged_files_are_rejected() {
    let file = map();
    assert_eq!(read(&file, &OsmProfile::car()).unwrap().1.restrictions, 1);
    let rejected = damage(&file);
    assert!(rejected > 950, "{rejected}");
    // Without compression, there are no checksums, so more of the damage is in the elements themselves.
    let mut plain = file.clone();
    let content = decompress(&file);
    plain.truncate(header().len());
    plain.extend(block("OSMData", &bytes(1, &content)));
    assert_eq!(read(&plain, &OsmProfile::car()).unwrap().1.restrictions, 1);
    let rejected = damage(&plain);
    assert!(rejected > 600, "{rejected}");
}

/// The content of the second block.
fn decompress(file: &[u8]) -> Vec<u8> {
    let zlib = file.windows(2).rposition(|bytes| bytes == [0x78, 0x9c]).unwrap();
    let mut content = Vec::new();
    std::io::Read::read_to_end(&mut flate2::read::ZlibDecoder::new(&file[zlib..]), &mut content).unwrap();
    content
}

#[test]
fn damaged_extracts_are_rejected() {
    let Some(data) = std::env::var_os("ASTRIDE_DATA") else {
        println!("skipped: ASTRIDE_DATA does not name the folder with osm/test.osm.pbf");
        return;
    };
    let file = std::fs::read(std::path::Path::new(&data).join("osm/test.osm.pbf")).unwrap();
    let rejected = damage(&file);
    assert!(rejected > 990, "{rejected}");
}

#[test]
fn every_fault_of_the_format_has_its_error() {
    let car = OsmProfile::car();
    let error = |parts: &[&[u8]]| read(&parts.concat(), &car).unwrap_err();

    assert!(matches!(error(&[]), OsmError::NoHeader));
    assert!(matches!(error(&[b"<osm version='0.6'>"]), OsmError::NoHeader));
    assert!(matches!(error(&[b"no"]), OsmError::NoHeader));
    assert!(matches!(error(&[&compressed("OSMData", &[])]), OsmError::NoHeader));
    assert!(matches!(error(&[&header(), &[0, 0]]), OsmError::Truncated { block: 1 }));
    assert!(matches!(
        error(&[&header(), &[0, 0, 0, 9, 1]]),
        OsmError::Truncated { block: 1 }
    ));
    let too_long = error(&[&header(), &[0, 1, 0, 1]]).to_string();
    assert_eq!(
        too_long,
        "block 1: the header has 65537 bytes, but at most 65536 are allowed"
    );
    let sized = |size: i64| {
        let header = [bytes(1, b"OSMData"), number(3, size.cast_unsigned())].concat();
        [&u32::try_from(header.len()).unwrap().to_be_bytes()[..], &header].concat()
    };
    let negative = error(&[&header(), &sized(-1)]);
    assert!(
        matches!(
            negative,
            OsmError::TooLong {
                block: 1,
                part: "the block",
                ..
            }
        ),
        "{negative}"
    );
    let large = error(&[&header(), &sized((32 << 20) + 1)]);
    assert!(matches!(large, OsmError::TooLong { block: 1, .. }), "{large}");
    assert!(matches!(
        error(&[&header(), &sized(1000)]),
        OsmError::Truncated { block: 1 }
    ));
    for (field, name) in [(4, "LZMA"), (5, "bzip2"), (6, "LZ4"), (7, "Zstandard")] {
        let error = error(&[&header(), &block("OSMData", &bytes(field, b"?"))]);
        assert!(
            matches!(error, OsmError::Compression { block: 1, method } if method == name),
            "{error}"
        );
    }
    assert_eq!(
        error(&[&header(), &block("OSMData", &[])]).to_string(),
        "block 1: damaged: the block has no content"
    );
    let sized = [number(2, 5), bytes(1, &[])].concat();
    let wrong_size = error(&[&header(), &block("OSMData", &sized)]).to_string();
    assert_eq!(wrong_size, "block 1: damaged: the content has 0 bytes instead of 5");
    let history = error(&[&compressed("OSMHeader", &bytes(4, b"HistoricalInformation"))]).to_string();
    assert_eq!(
        history,
        "the file requires the feature \"HistoricalInformation\", which is not supported"
    );
    // Blocks of unknown types are skipped.
    assert!(read(&[&header()[..], &block("Index", b"anything")].concat(), &car).is_ok());
}

/// The text of the error for a block with this content.
fn text(content: &[u8]) -> String {
    let file = [header(), compressed("OSMData", content)].concat();
    read(&file, &OsmProfile::car()).unwrap_err().to_string()
}

/// The content of a block with an element of a kind.
fn group(kind: u64, element: &[u8]) -> Vec<u8> {
    let strings = ["", "highway", "residential", "type", "restriction"];
    let table = bytes(1, &strings.map(|text| bytes(1, text.as_bytes())).concat());
    [table, bytes(2, &bytes(kind, element))].concat()
}

/// The content of a block with a way.
fn way(keys: &[u64], values: &[u64], nodes: &[i64]) -> Vec<u8> {
    let nodes = packed(8, nodes.iter().map(|node| zigzag(*node)));
    let tags = [packed(2, keys.to_vec()), packed(3, values.to_vec())].concat();
    group(3, &[number(1, 1), tags, nodes].concat())
}

#[test]
fn faults_in_ways_and_relations_are_errors() {
    let car = OsmProfile::car();
    assert!(text(&[255]).starts_with("block 1: damaged: "));
    assert_eq!(
        text(&way(&[1], &[9], &[])),
        "block 1: damaged: there is no string 9 among 5"
    );
    assert_eq!(text(&way(&[1], &[], &[])), "block 1: damaged: 1 keys have 0 values");
    let overflow = text(&way(&[1], &[2], &[i64::MAX, 1]));
    assert_eq!(
        overflow,
        "block 1: damaged: 9223372036854775807 + 1 does not fit into 64 bits"
    );
    let not_text = [
        bytes(1, &bytes(1, &[255])),
        bytes(2, &bytes(3, &[number(1, 1), packed(2, [0]), packed(3, [0])].concat())),
    ];
    assert_eq!(text(&not_text.concat()), "block 1: damaged: string 0 is not UTF-8");
    let relation = |roles: &[u64], members: &[i64], kinds: &[u64]| {
        let tags = [number(1, 7), packed(2, [3, 4]), packed(3, [4, 4])].concat();
        let members = packed(9, members.iter().map(|member| zigzag(*member)));
        let lists = [packed(8, roles.to_vec()), members, packed(10, kinds.to_vec())].concat();
        group(4, &[tags, lists].concat())
    };
    let lengths = text(&relation(&[0, 0], &[1], &[1, 1]));
    assert_eq!(
        lengths,
        "block 1: damaged: relation 7: 1 members have 2 roles and 2 types"
    );
    assert!(text(&relation(&[0, 0], &[i64::MAX, 1], &[1, 1])).ends_with("does not fit into 64 bits"));
    assert!(text(&relation(&[77], &[1], &[1])).ends_with("there is no string 77 among 5"));
    assert!(text(&relation(&[u64::MAX], &[1], &[1])).ends_with("there is no string -1 among 5"));
    let unknown = [&header()[..], &compressed("OSMData", &relation(&[0], &[1], &[7]))].concat();
    assert_eq!(read(&unknown, &car).unwrap().1.malformed_restrictions, 1);
}

/// Nodes are decoded only if a street needs them.
#[test]
fn faults_in_nodes_are_errors() {
    let dense = |ids: &[i64], latitudes: &[i64], longitudes: &[i64], tags: &[u64]| {
        let list = |field, values: &[i64]| packed(field, values.iter().map(|value| zigzag(*value)));
        let lists = [
            list(1, ids),
            list(8, latitudes),
            list(9, longitudes),
            packed(10, tags.to_vec()),
        ]
        .concat();
        [way(&[1], &[2], &[1, 1]), bytes(2, &bytes(2, &lists))].concat()
    };
    assert_eq!(
        text(&dense(&[1], &[], &[1], &[])),
        "block 1: damaged: 1 nodes have 0 latitudes and 1 longitudes"
    );
    assert_eq!(
        text(&dense(&[1], &[1], &[1], &[1])),
        "block 1: damaged: the last key has no value"
    );
    assert!(text(&dense(&[1], &[1], &[1], &[1, 88, 0])).ends_with("there is no string 88 among 5"));
    assert!(text(&dense(&[1, i64::MAX], &[1, 1], &[1, 1], &[])).ends_with("does not fit into 64 bits"));
    let far = text(&dense(&[1], &[i64::MAX / 2], &[1], &[]));
    assert_eq!(
        far,
        "block 1: damaged: the coordinates of node 1 do not fit into 64 bits"
    );
    let north = text(&dense(&[1], &[910_000_000], &[1], &[]));
    assert_eq!(north, "node 1: the latitude is 91: it must be from -90 to 90 degrees");
}

#[test]
fn files_that_decompress_to_far_more_than_their_size_are_rejected() {
    let car = OsmProfile::car();
    let file = |content: &[u8], blocks: usize| [header(), compressed("OSMData", content).repeat(blocks)].concat();
    // A million nodes of a street, each 1 more than the one before.
    let table = bytes(
        1,
        &["", "highway", "residential"]
            .map(|text| bytes(1, text.as_bytes()))
            .concat(),
    );
    let street = |nodes: usize| {
        let nodes = bytes(8, &varint(zigzag(1)).repeat(nodes));
        let way = [number(1, 1), packed(2, [1]), packed(3, [2]), nodes].concat();
        [&table[..], &bytes(2, &bytes(3, &way))].concat()
    };
    let fits = file(&street(1_000_000), 1);
    assert!(fits.len() < 5_000);
    assert_eq!(read(&fits, &car).unwrap().1.missing_nodes, 1_000_000);
    for (bomb, blocks) in [(street(2_000_000), 1), (street(5_000_000), 1), (street(1_000_000), 3)] {
        let error = read(&file(&bomb, blocks), &car).unwrap_err();
        assert!(matches!(error, OsmError::Inflated { .. }), "{error}");
    }
    // With enough other bytes in the file, the limit for a single block remains.
    let mut padded = [header(), block("Padding", &vec![0; 3 << 20])].concat();
    padded.extend(compressed("OSMData", &vec![0; (32 << 20) + 1]));
    let error = read(&padded, &car).unwrap_err();
    assert!(
        matches!(
            error,
            OsmError::TooLong {
                block: 2,
                part: "the content",
                ..
            }
        ),
        "{error}"
    );
    let error = Network::open_osm("/nowhere/Atlantis.osm.pbf", &car).unwrap_err();
    assert!(error.to_string().starts_with("/nowhere/Atlantis.osm.pbf: "));
    // A folder can be opened, but not read; this file is text.
    for path in [
        env!("CARGO_MANIFEST_DIR"),
        concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"),
    ] {
        let error = Network::open_osm(path, &car).unwrap_err();
        assert!(matches!(error, OsmError::InFile { .. }), "{error}");
        assert!(error.to_string().starts_with(&format!("{path}: ")), "{error}");
    }
}
