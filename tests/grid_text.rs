//! Maps and points as text.

use astride::grid::{GridError, GridMap, Point, TextMap};

fn error(text: &str) -> GridError {
    text.parse::<TextMap>().unwrap_err()
}

#[test]
fn every_character_means_its_cell() {
    let text: TextMap = ".#@19SG".parse().unwrap();
    let costs: Vec<_> = text.map.points().map(|point| text.map.cost(point)).collect();
    assert_eq!(costs, [1, 0, 0, 1, 9, 1, 1].map(Some));
    assert_eq!(
        (text.start, text.goal),
        (Some(Point::new(5, 0)), Some(Point::new(6, 0)))
    );
    assert_eq!(text.map.to_string(), ".##.9..\n");
}

#[test]
fn white_space_around_the_map_is_ignored() {
    let plain: GridMap = "..\n.#".parse().unwrap();
    for text in ["..\n.#\n", "\n\n  ..  \n\t.#\n \n\n", "..\r\n.#\r\n"] {
        assert_eq!(text.parse(), Ok(plain.clone()), "{text:?}");
    }
}

#[test]
fn errors_name_the_place() {
    for (text, expected) in [
        ("", "line 1, column 1: the first row is missing"),
        ("  \n\t\n", "line 1, column 1: the first row is missing"),
        (
            "..\n.ä",
            "line 2, column 2: unknown character \"ä\" (known: . # @ 1-9 S G)",
        ),
        (
            "\n  ..\n  .0",
            "line 3, column 4: unknown character \"0\" (known: . # @ 1-9 S G)",
        ),
        (
            ". .",
            "line 1, column 2: unknown character \" \" (known: . # @ 1-9 S G)",
        ),
        ("...\n..", "line 2, column 3: 2 cells in the row instead of 3"),
        (" ..\n ...", "line 2, column 4: 3 cells in the row instead of 2"),
        ("..\n\n..", "line 2, column 1: 0 cells in the row instead of 2"),
        ("S.\nGS", "line 2, column 2: a second start, the first one is in line 1"),
        ("GG", "line 1, column 2: a second goal, the first one is in line 1"),
    ] {
        assert_eq!(error(text).to_string(), expected, "{text:?}");
    }
    let wide = ".".repeat(65_536) + "S";
    assert_eq!(
        error(&wide),
        GridError::BadSize {
            width: 65_537,
            height: 1
        }
    );
}

#[test]
fn costs_without_a_character_are_not_read_back() {
    let mut map = GridMap::new(2, 1).unwrap();
    map.set_cost(Point::new(1, 0), 10).unwrap();
    assert_eq!(map.to_string(), ".?\n");
    assert!(map.to_string().parse::<GridMap>().is_err());
}

mod points {
    use astride::grid::{GridError, Point};

    #[test]
    fn text_round_trips() {
        for point in [Point::new(0, 0), Point::new(3, 4), Point::new(u16::MAX, u16::MAX)] {
            assert_eq!(point.to_string().parse(), Ok(point));
        }
        assert_eq!(" 3 , 4 ".parse(), Ok(Point::new(3, 4)));
    }

    #[test]
    fn bad_text_is_refused_and_named() {
        for text in ["", "3", "3,", ",4", "3,4,5", "-1,2", "65536,0", "3;4", "a,b"] {
            assert_eq!(
                text.parse::<Point>(),
                Err(GridError::BadPoint { text: text.to_string() })
            );
        }
    }

    #[test]
    fn order_is_the_reading_order() {
        let mut points = [Point::new(1, 1), Point::new(2, 0), Point::new(0, 1), Point::new(0, 0)];
        points.sort_unstable();
        assert_eq!(
            points,
            [Point::new(0, 0), Point::new(2, 0), Point::new(0, 1), Point::new(1, 1)]
        );
    }
}
