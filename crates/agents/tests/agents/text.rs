//! Plans as text.

use astride_agents::{Plan, PlanTextError};
use astride_grid::Point;
use proptest::prelude::*;

#[test]
fn bad_texts() {
    let error = |text: &str| text.parse::<Plan<Point>>().expect_err("a bad text");
    assert_eq!(error(""), PlanTextError::NoAgents);
    assert_eq!(error("0:\n"), PlanTextError::NoAgents);
    assert_eq!(error("0:(1,2),\n2:(1,2),"), PlanTextError::Time { line: 2, time: 1 });
    assert_eq!(error("(1,2),"), PlanTextError::Time { line: 1, time: 0 });
    let text = |text: &str| text.to_string();
    assert_eq!(
        error("0:(1,2),3,"),
        PlanTextError::NoNode {
            line: 1,
            agent: 1,
            text: text("3,")
        }
    );
    assert_eq!(
        error("0:(1,2),\n1:(1;2),"),
        PlanTextError::BadNode {
            line: 2,
            agent: 0,
            text: text("1;2")
        }
    );
    assert_eq!(
        error("0:(1,2),\n1:(1,2),(3,4)"),
        PlanTextError::OtherAgents {
            line: 2,
            found: 2,
            expected: 1
        }
    );
}

proptest! {
    #[test]
    fn what_is_written_is_read(
        paths in prop::collection::vec(prop::collection::vec((0..99_u16, 0..99_u16), 1..6), 1..5),
    ) {
        let paths = paths.into_iter().map(|path| path.into_iter().map(Point::from).collect());
        let plan: Plan<Point> = Plan::from_paths(paths).expect("no empty path");
        prop_assert_eq!(plan.to_string().parse(), Ok(plan));
    }

    #[test]
    fn no_text_panics(text in "[0-3:(),\n]{0,30}") {
        let _ = text.parse::<Plan<Point>>();
    }
}

#[test]
fn a_byte_order_mark_is_ignored() {
    let text = "0:(1,2),\n1:(1,3),\n";
    let plan: Plan<Point> = text.parse().unwrap();
    assert_eq!(format!("\u{feff}{text}").parse(), Ok(plan));
}
