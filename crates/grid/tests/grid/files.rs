//! The file formats of maps, `MovingAI`'s and plain PGM: every malformed text is rejected at the right place without a
//! panic, every written text is read back, and every optimum of the real scenarios is met, also with integer costs.
//!
//! The real maps are read from the folder that `ASTRIDE_MOVINGAI` names. If it is not set, those tests report that they
//! are skipped.

use std::fs;

use crate::cases::{at, cases};
use astride::text::{Fault, TextError};
use astride_grid::movingai::{Length, Scenario, ScenarioFile, Terrain, TerrainMap};
use astride_grid::{GridCost, GridMap, Movement, Point};
use proptest::prelude::*;

const MAP: &str = "type octile\nheight 3\nwidth 4\nmap\n..@G\nSTW.\nO...\n";
const SCENARIOS: &str = "version 1\n0\ttiny.map\t4\t3\t0\t0\t3\t2\t4.41421\n12\tmy map.map\t4\t3\t1\t2\t3\t2\t2\n\n";

fn map_error(text: &str) -> TextError {
    text.parse::<TerrainMap>().expect_err(text)
}

fn scenario_error(text: &str) -> TextError {
    text.parse::<ScenarioFile>().expect_err(text)
}

#[test]
fn a_map_is_what_its_letters_say() {
    let terrain: TerrainMap = MAP.parse().unwrap();
    assert_eq!((terrain.width(), terrain.height()), (4, 3));
    let row: Vec<_> = (0..5).map(|x| terrain.get(Point::new(x, 1))).collect();
    let expected = [Terrain::Swamp, Terrain::Trees, Terrain::Water, Terrain::Ground];
    assert_eq!(row, [expected.map(Some).as_slice(), &[None]].concat());
    assert_eq!(terrain.get(Point::new(0, 3)), None);
    assert_eq!(terrain.to_grid_map().unwrap().to_string(), "..#.\n.##.\n#...\n");
    assert_eq!(terrain.to_string(), MAP);
}

#[test]
fn headers_and_line_ends_may_vary() {
    let plain: TerrainMap = MAP.parse().unwrap();
    let (rows, swapped) = (&MAP[MAP.find("map\n").unwrap()..], "type octile\nwidth 4\nheight 3\n");
    for text in [
        MAP.replace('\n', "\r\n"),
        format!("{MAP}\n\r\n  \n"),
        MAP.trim_end().to_string(),
        format!("{swapped}{rows}"),
        MAP.replace("height 3", "  height\t3 "),
    ] {
        assert_eq!(text.parse(), Ok(plain.clone()), "{text:?}");
    }
    let scenarios: ScenarioFile = SCENARIOS.parse().unwrap();
    for text in [
        SCENARIOS.replace('\n', "\r\n"),
        SCENARIOS.replace("version 1", "version 1.0"),
        SCENARIOS.replace("\n12", "\n\n \t\n12"),
    ] {
        assert_eq!(text.parse(), Ok(scenarios.clone()), "{text:?}");
    }
    let spaced = "version 1\n7 a.map 4  3 0 0 3 2 4.41";
    let scenarios: ScenarioFile = spaced.parse().unwrap();
    let expected = Scenario {
        bucket: 7,
        map: "a.map".to_string(),
        width: 4,
        height: 3,
        start: Point::new(0, 0),
        goal: Point::new(3, 2),
        optimum: "4.41".parse().unwrap(),
    };
    assert_eq!(scenarios.iter().collect::<Vec<_>>(), [&expected]);
}

#[test]
fn malformed_maps_are_refused_at_their_place() {
    let table = r#"
        type       | typo         | 1:1  | found "typo" where "type" was expected
        octile     |              | 1:5  | found the end of the line where "octile" was expected
        octile     | tile         | 1:6  | found "tile" where "octile" was expected
        octile     | octile 2     | 1:13 | unexpected "2" after the end
        height 3\n |              | 3:1  | found "map" where "height" was expected
        height 3   | width 3      | 3:1  | found "width" where "height" was expected
        height 3   | height       | 2:7  | the height is missing
        height 3   | height -3    | 2:8  | the height is "-3": a whole number from 1 to 65535 is expected
        height 3   | height +3    | 2:8  | the height is "+3": a whole number from 1 to 65535 is expected
        width 4    | width 65536  | 3:7  | the width is "65536": a whole number from 1 to 65535 is expected
        width 4    | width 4 5    | 3:9  | unexpected "5" after the end
        map\n      |              | 4:1  | found "..@G" where "map" was expected
        STW.       | STX.         | 6:3  | unknown terrain "X" (known: . G @ O T S W)
        STW.       | STé.         | 6:3  | unknown terrain "é" (known: . G @ O T S W)
        STW.       | STW          | 6:4  | 3 cells in the row instead of 4
        STW.       | STW..        | 6:5  | 5 cells in the row instead of 4
        O...\n     |              | 7:1  | 2 rows instead of 3
        O...       | \nO...       | 7:1  | 2 rows instead of 3
        O...\n     | O...\n....\n | 8:1  | unexpected "...." after the end
    "#;
    for [from, to, place, message] in cases(table) {
        let text = MAP.replacen(&from, &to, 1);
        assert_eq!(map_error(&text).to_string(), at(&place, &message), "{text}");
    }
    assert_eq!(
        map_error("").to_string(),
        "line 1, column 1: found the end of the line where \"type\" was expected"
    );
    assert_eq!(
        map_error("type octile").to_string(),
        "line 2, column 1: found the end of the line where \"height\" was expected"
    );
    let huge = map_error("type octile\nheight 65535\nwidth 65535\nmap\n");
    assert_eq!(
        huge.fault,
        Fault::TooLarge {
            width: 65535,
            height: 65535
        }
    );
    // The header announces the largest possible map, but there are no rows, so no memory is allocated.
    let empty = map_error("type octile\nheight 16000\nwidth 65535\nmap\n");
    assert_eq!(empty.to_string(), "line 5, column 1: 0 rows instead of 16000");
    let invalid = TerrainMap::parse(b"type octile\nheight 1\nwidth 2\nmap\n.\xFF\n").unwrap_err();
    assert_eq!((invalid.line, invalid.column), (5, 2));
    assert!(matches!(invalid.fault, Fault::Unknown { text, .. } if text == "\u{fffd}"));
}

#[test]
fn malformed_scenarios_are_refused_at_their_place() {
    let table = r#"
version 1    |                      | 1:1  | found the end of the line where "version" was expected
version 1    | version 2            | 1:9  | found "2" where "1" was expected
version 1    | version 1 0          | 1:11 | unexpected "0" after the end
\n0\t        | \n-1\t               | 2:1  | the bucket is "-1": a whole number from 0 to 4294967295 is expected
\n0\t        | \nx\t                | 2:1  | the bucket is "x": a whole number from 0 to 4294967295 is expected
\t4\t3\t0    | \t0\t3\t0            | 2:12 | the map's width is "0": a whole number from 1 to 65535 is expected
\t4\t3\t0    | \t4\t65536\t0        | 2:14 | the map's height is "65536": a whole number from 1 to 65535 is expected
\t0\t0\t3\t2 | \t0\t0.0\t3\t2       | 2:18 | the start's row is "0.0": a whole number from 0 to 2 is expected
\t0\t0\t3\t2 | \t0\t3\t3\t2         | 2:18 | the start's row is "3": a whole number from 0 to 2 is expected
\t0\t0\t3\t2 | \t0\t0\t4\t2         | 2:20 | the goal's column is "4": a whole number from 0 to 3 is expected
\t4.41421    |                      | 2:23 | the optimal length is missing
\t4.41421    | \t                   | 2:23 | the optimal length is missing
4.41421      | 4.41421\t7           | 2:32 | unexpected "7" after the end
my map.map   | my\tmap.map          | 3:7  | the map's width is "map.map": a whole number from 1 to 65535 is expected
    "#;
    for [from, to, place, message] in cases(table) {
        let text = SCENARIOS.replacen(&from, &to, 1);
        assert_eq!(scenario_error(&text).to_string(), at(&place, &message), "{text}");
    }
    for length in ["4,41", "4.", ".5", "1e3", "nan", "-1", "1.234567890123456789"] {
        let error = scenario_error(&SCENARIOS.replacen("4.41421", length, 1));
        let message = format!("the optimal length is {length:?}: a decimal number of at most 18 digits is expected");
        assert_eq!(error.to_string(), at("2:24", &message));
    }
    assert_eq!(scenario_error("").line, 1);
    let no_text = ScenarioFile::parse(b"version 1\n0\t\xFF.map\t4\t3\t0\t0\t3\t2\t4.41\n").unwrap_err();
    assert_eq!((no_text.line, no_text.column), (2, 3));
    let field = "the map's name";
    let (text, expected) = ("\u{fffd}.map".to_string(), "UTF-8 text".to_string());
    assert_eq!(no_text.fault, Fault::Invalid { field, text, expected });
}

#[test]
fn malformed_weighted_maps_are_refused_at_their_place() {
    let text = "P2 # a comment\n3 2\n# and one more: 7\n255\n1 0 12\n1 1\n255\n";
    let map = GridMap::from_pgm(text.as_bytes()).unwrap();
    assert_eq!(
        map.points().map(|point| map.cost(point).unwrap()).collect::<Vec<_>>(),
        [1, 0, 12, 1, 1, 255]
    );
    let table = r#"
        P2     | P5          | 1:1 | found "P5" where "P2" was expected
        3 2    | 0 2         | 2:1 | the width is "0": a whole number from 1 to 65535 is expected
        3 2    | 3 x         | 2:3 | the height is "x": a whole number from 1 to 65535 is expected
        3 2    | 65535 65535 | 2:7 | a map of 65535 x 65535 cells is too large
        255\n1 | 256\n1      | 4:1 | the greatest value is "256": a whole number from 1 to 255 is expected
        255\n1 | 11\n1       | 5:5 | the terrain cost is "12": a whole number from 0 to 11 is expected
        1 0    | 1 -1        | 5:3 | the terrain cost is "-1": a whole number from 0 to 255 is expected
        1 1\n  | 1\n         | 7:4 | 5 cells instead of 6
        1 1\n  | 1 1 1\n     | 7:1 | unexpected "255" after the end
    "#;
    for [from, to, place, message] in cases(table) {
        let text = text.replacen(&from, &to, 1);
        let error = GridMap::from_pgm(text.as_bytes()).expect_err(&text);
        assert_eq!(error.to_string(), at(&place, &message), "{text}");
    }
    let short = GridMap::from_pgm(b"P2\n3").unwrap_err();
    assert_eq!((short.line, short.column), (2, 2));
    assert_eq!(short.fault, Fault::Missing { field: "the height" });
    assert_eq!(GridMap::from_pgm(b"").unwrap_err().line, 1);
}

#[test]
fn long_rows_are_read_in_linear_time() {
    let map = GridMap::from_fn(60_000, 8, |_| 7).unwrap();
    let text = map.pgm().to_string();
    let begin = std::time::Instant::now();
    assert_eq!(GridMap::from_pgm(text.as_bytes()), Ok(map));
    // This takes some hundredths of a second. If each word's column were counted from the start of the row, it would
    // take more than ten seconds.
    assert!(begin.elapsed().as_secs() < 5);
}

#[test]
fn scenarios_are_refused_on_a_map_of_another_size() {
    let scenarios: ScenarioFile = SCENARIOS.parse().unwrap();
    assert_eq!(scenarios.check_map(&GridMap::new(4, 3).unwrap()), Ok(()));
    let map = GridMap::new(5, 3).unwrap();
    let error = scenarios.check_map(&map).unwrap_err();
    let message = "line 2, column 12: the map's size is \"4 x 3\": 5 x 3, as this map has, is expected";
    assert_eq!(error.to_string(), message);
    let later: ScenarioFile = SCENARIOS.replacen("\t4\t", "\t5\t", 1).parse().unwrap();
    let error = later.check_map(&map).unwrap_err();
    assert_eq!((error.line, error.column), (3, 15));
    // Errors in a file that was made name the place in the text that it writes.
    let made: ScenarioFile = later.iter().cloned().collect();
    assert_eq!(made.check_map(&map), Err(error));
}

/// The output of C++: six significant digits, without trailing zeros.
fn six_digits(length: f64) -> String {
    let whole = length.trunc().to_string();
    let digits = if length < 1.0 { 0 } else { whole.len() };
    let text = format!("{length:.*}", 6_usize.saturating_sub(digits));
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_string()
    } else {
        text
    }
}

proptest! {
    #[test]
    fn no_bytes_make_a_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = TerrainMap::parse(&bytes);
        let _ = ScenarioFile::parse(&bytes);
        let _ = String::from_utf8_lossy(&bytes).parse::<Length>();
        let _ = GridMap::from_pgm(&bytes);
        let _ = GridMap::from_pgm(&[b"P2 3 2 9\n", &*bytes].concat());
    }

    #[test]
    fn weighted_maps_round_trip(width in 1..9_usize, costs in prop::collection::vec(any::<u8>(), 1..80)) {
        let height = costs.len().div_ceil(width);
        let mut cells = costs.into_iter();
        let map = GridMap::from_fn(width, height, |_| cells.next().unwrap_or(0)).unwrap();
        let text = map.pgm().to_string();
        prop_assert_eq!(GridMap::from_pgm(text.as_bytes()), Ok(map));
    }

    #[test]
    fn files_with_a_fault_are_read_or_refused_where_they_are_at_fault(
        at: prop::sample::Index,
        remove in 0..4_usize,
        insert in prop_oneof![
            prop::collection::vec(any::<u8>(), 0..4),
            prop::collection::vec(prop::sample::select(b"\n\r\t .@TGSWO0129-e".to_vec()), 0..4),
        ],
        of_map: bool,
    ) {
        let original = if of_map { MAP } else { SCENARIOS };
        let at = at.index(original.len());
        let mut bytes = original.as_bytes().to_vec();
        bytes.splice(at..(at + remove).min(original.len()), insert);
        let error = if of_map {
            TerrainMap::parse(&bytes).map(|map| assert_eq!(map.to_string().parse(), Ok(map))).err()
        } else {
            ScenarioFile::parse(&bytes).map(|file| assert_eq!(file.to_string().parse(), Ok(file))).err()
        };
        if let Some(error) = error {
            let lines: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').collect();
            prop_assert!((1..=lines.len() + 1).contains(&error.line), "{}", error);
            let length = lines.get(error.line - 1).map_or(0, |line| line.len());
            prop_assert!((1..=length + 1).contains(&error.column), "{}", error);
            prop_assert!(!error.to_string().is_empty());
        }
    }

    #[test]
    fn maps_round_trip(width in 1..20_usize, height in 1..20_usize, seed: Vec<u8>) {
        let letter = |point: Point| seed.get((usize::from(point.y) * width + usize::from(point.x)) % seed.len().max(1));
        let terrain = |point| letter(point).map_or(Terrain::Trees, |byte| Terrain::ALL[usize::from(*byte) % 7]);
        let map = TerrainMap::from_fn(width, height, terrain).unwrap();
        prop_assert_eq!(map.to_string().parse(), Ok(map.clone()));
        let grid = map.to_grid_map().unwrap();
        for point in grid.points() {
            prop_assert_eq!(map.get(point), Some(terrain(point)));
            prop_assert_eq!(grid.cost(point), Some(u8::from(b".GS".contains(&(terrain(point).letter() as u8)))));
        }
    }

    #[test]
    fn scenarios_round_trip(
        scenarios in prop::collection::vec(
            (any::<u32>(), "[a-z./]([a-z. /é]{0,9}[a-z])?", 1..=u16::MAX, 1..=u16::MAX, any::<[u16; 4]>(),
             0..1_000_000_u64, 0..9_u32),
            0..9,
        ),
    ) {
        let scenarios = scenarios.into_iter().map(|(bucket, map, width, height, [a, b, c, d], digits, decimals)| {
            let unit = 10_u64.pow(decimals);
            let fraction = format!(".{:0decimals$}", digits % unit, decimals = decimals as usize);
            let optimum = format!("{}{}", digits / unit, if decimals > 0 { &fraction } else { "" });
            let optimum = optimum.parse().unwrap();
            let (start, goal) = (Point::new(a % width, b % height), Point::new(c % width, d % height));
            Scenario { bucket, map, width, height, start, goal, optimum }
        });
        let file: ScenarioFile = scenarios.collect();
        let read: ScenarioFile = file.to_string().parse().unwrap();
        prop_assert_eq!(&read, &file);
        prop_assert_eq!(read.to_string(), file.to_string());
    }

    /// A length printed in any format of the benchmarks agrees with the original length in all cost types, but not with
    /// the length of a path with a few steps more or less.
    #[test]
    fn printed_lengths_agree_with_what_they_were_printed_from(
        straight in 0..4000_u32, diagonal in 0..3000_u32, more_straight in -20..=20_i32, more_diagonal in -20..=20_i32,
    ) {
        let exact = f64::from(straight) + f64::from(diagonal) * std::f64::consts::SQRT_2;
        let integer = (straight * 985 + diagonal * 1393).in_cells(Movement::Eight);
        let float = (f64::from(straight) + f64::from(diagonal) * f64::diagonal(Movement::Eight)).in_cells(Movement::Eight);
        let other = exact + f64::from(more_straight) + f64::from(more_diagonal) * std::f64::consts::SQRT_2;
        for text in [format!("{exact:.2}"), format!("{exact:.8}"), six_digits(exact)] {
            let printed: Length = text.parse().unwrap();
            for length in [exact, integer, float] {
                prop_assert!(printed.agrees_with(length), "{} and {}", text, length);
            }
            if (more_straight, more_diagonal) != (0, 0) {
                prop_assert!(!printed.agrees_with(other), "{} and {}", text, other);
                prop_assert_eq!(printed.difference(other) > 0.0, other > exact);
            }
        }
    }
}

#[test]
fn lengths_are_rounded_and_read_as_decimals() {
    for (text, value, decimals) in [
        ("0", 0.0, 0),
        ("2", 2.0, 0),
        ("160.53", 160.53, 2),
        ("0.05", 0.05, 2),
        ("1.00000000", 1.0, 8),
    ] {
        let length: Length = text.parse().unwrap();
        assert!((length.value() - value).abs() < 1e-12);
        assert_eq!(length.to_string(), text);
        assert_eq!(Length::rounded(value, decimals), Some(length));
    }
    assert_eq!(Length::rounded(f64::NAN, 3), None);
    assert_eq!(Length::rounded(f64::INFINITY, 3), None);
    assert_eq!(Length::rounded(-0.1, 3), None);
    assert_eq!(Length::rounded(1e18, 0), None);
}

#[test]
fn real_files_are_written_as_they_were_read() {
    for crate::support::movingai::Files { path, map, scenarios } in crate::support::movingai::files() {
        let name = path.display();
        let text = fs::read_to_string(&path).unwrap().replace('\r', "");
        assert_eq!(map.to_string().trim_end(), text.trim_end(), "{name}");
        let path = path.with_extension("map.scen");
        let fields = |text: &str| -> Vec<Vec<String>> {
            let lines = text.lines().skip(1).filter(|line| !line.trim().is_empty());
            lines
                .map(|line| line.split_whitespace().map(str::to_string).collect())
                .collect()
        };
        let written = scenarios.to_string();
        assert_eq!(fields(&written), fields(&fs::read_to_string(path).unwrap()), "{name}");
        assert_eq!(scenarios.check_map(&map.to_grid_map().unwrap()), Ok(()), "{name}");
    }
}

#[test]
fn the_largest_rounding_is_no_difference() {
    let nothing: Length = "0".parse().unwrap();
    let rounding = nothing.rounding();
    assert_eq!(
        (nothing.difference(rounding), nothing.difference(-rounding)),
        (0.0, 0.0)
    );
    assert!(nothing.difference(2.0 * rounding) > rounding);
}
