//! All cases that fuzzing has kept, and all that ever failed: `fuzz/corpus/` has a folder for each family.

use std::fs;
use std::panic::catch_unwind;
use std::path::Path;

use astride_differential::{FAMILIES, replay};

#[test]
fn every_case_passes() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus");
    for family in FAMILIES {
        let files = fs::read_dir(corpus.join(family.name)).expect("each family has a folder");
        let mut count = 0;
        for file in files {
            let path = file.expect("a file").path();
            let bytes = fs::read(&path).expect("it can be read");
            assert!(
                catch_unwind(|| replay(family.name, &bytes)).is_ok(),
                "{}",
                path.display()
            );
            count += 1;
        }
        assert!(count > 0, "{} has no cases", family.name);
    }
}
