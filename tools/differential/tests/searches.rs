//! Every search is compared with an oracle.

#[test]
fn every_search_is_compared() {
    let source = concat!(include_str!("../src/graphs.rs"), include_str!("../src/changes.rs"));
    // `crates/labels/tests` compares this one.
    for name in astride_laws::search_types().filter(|name| *name != "LabelSearch") {
        assert!(source.contains(&format!(" {name}::")), "{name} is not compared");
    }
}
