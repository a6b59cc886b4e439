//! Maps and points as text.

use astride_grid::{GridError, GridMap, Layer, Point, TextMap};

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
        ("S.\nGS", "line 2, column 2: a second start: the first one is in line 1"),
        ("GG", "line 1, column 2: a second goal: the first one is in line 1"),
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
    use astride_grid::{GridError, Point};

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

#[test]
fn a_path_of_turns_is_drawn_with_the_cells_between() {
    let map = GridMap::new(5, 3).unwrap();
    let turns = [(0, 0), (4, 0), (4, 2), (9, 9)].map(|(x, y)| Point::new(x, y));
    let drawing = map.drawing().path(turns);
    assert_eq!(
        drawing.to_string(),
        "*****\n....*\n....*\n",
        "what is off the map is left out"
    );
    assert!(drawing.svg().contains(r#"points="0.5,0.5 4.5,0.5 4.5,2.5""#));
    assert_eq!(map.drawing().path(&turns[..1]).to_string(), "*....\n.....\n.....\n");
    assert_eq!(map.drawing().path(&turns[3..]).to_string(), map.to_string());
}

#[test]
fn pictures_show_every_layer_of_any_map() {
    let map = GridMap::from_fn(3, 2, |point| [1, 255, 0][usize::from(point.x)]).unwrap();
    let at = |x, y| Point::new(x, y);
    let drawing = map
        .drawing()
        .closed([at(0, 0)])
        .path([at(0, 0)])
        .open([at(1, 1)])
        .start(at(0, 1))
        .goal(at(1, 0));
    let drawing = drawing.dots([at(0, 0), at(1, 1), at(2, 0), at(7, 7)]);
    // The ends, and the dots on layers.
    assert_eq!(drawing.svg().matches("<circle").count(), 4);
    for scale in [0, 1, 2, 255] {
        let pixels = drawing.pixels(scale);
        let side = usize::from(scale.max(1));
        assert_eq!(
            (pixels.width, pixels.height, pixels.rgb.len()),
            (3 * side, 2 * side, 18 * side * side)
        );
    }
    let pixels = map.drawing().closed([at(0, 0)]).open([at(0, 1)]).pixels(1);
    let mut colours: Vec<&[u8]> = pixels.rgb.chunks(3).collect();
    assert_eq!(colours.remove(5), colours.remove(2), "walls");
    colours.sort_unstable();
    colours.dedup();
    assert_eq!(colours.len(), 3, "closed, open, expensive");
}

#[test]
fn a_drawing_that_is_scaled_down_shows_a_wall_only_where_walls_fill_half() {
    for (text, shown) in [
        ("..\n.#", '.'),
        ("#.\n..", '.'),
        (".#\n.#", '#'),
        ("#.\n.#", '#'),
        ("##\n##", '#'),
        ("..\n5#", '5'),
    ] {
        let map: GridMap = text.parse().unwrap();
        assert_eq!(map.drawing().rows_within(1, 1), [[(Layer::Terrain, shown)]], "{text}");
    }
    let map: GridMap = "..\n.#".parse().unwrap();
    let drawing = map.drawing().open([Point::new(0, 0)]);
    assert_eq!(drawing.rows_within(1, 1), [[(Layer::Open, 'o')]]);
    let map: GridMap = "#.\n##".parse().unwrap();
    let drawing = map.drawing().goal(Point::new(1, 0));
    assert_eq!(drawing.rows_within(1, 1), [[(Layer::Goal, 'G')]]);
}

/// Some editors begin a file with a byte order mark.
#[test]
fn a_byte_order_mark_is_ignored_in_all_formats() {
    use astride_grid::movingai::{ScenarioFile, TerrainMap};
    use astride_grid::voxel::VoxelMap;

    fn check<T: PartialEq + std::fmt::Debug, E: std::fmt::Debug>(text: &str, read: impl Fn(&str) -> Result<T, E>) {
        let marked = format!("\u{feff}{text}");
        assert_eq!(read(&marked).unwrap(), read(text).unwrap());
    }
    check("..#\n.5.", str::parse::<GridMap>);
    check("P2\n2 1\n9\n1 9\n", |text| GridMap::from_pgm(text.as_bytes()));
    check("type octile\nheight 1\nwidth 2\nmap\n.@\n", str::parse::<TerrainMap>);
    check("version 1\n0\ta.map\t2\t1\t0\t0\t1\t0\t1\n", |text| {
        text.parse::<ScenarioFile>().map(|file| format!("{file:?}"))
    });
    check("voxel 2 2 2\n0 0 0\n", str::parse::<VoxelMap>);
}
