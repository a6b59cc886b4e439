//! All cases that fuzzing has kept, and all that ever failed: `fuzz/corpus/` has a folder for each family.

use std::fs;
use std::panic::catch_unwind;
use std::path::Path;

use astride_differential::{FAMILIES, Source, failure, replay};

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

/// The program of this package goes on with others.
#[test]
fn two_thousand_random_cases_of_each_family_pass() {
    for family in FAMILIES.iter().filter(|family| family.is_random) {
        for seed in 0..2_000 {
            let failure = failure(family, &mut Source::random(seed));
            assert_eq!(failure, None, "case {seed} of {}", family.name);
        }
    }
}
