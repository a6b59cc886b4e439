//! Runs the cases that fuzzing has kept and those that once failed. `tools/fuzz/corpus/` has a file for each family.

use std::fs;
use std::panic::catch_unwind;

use astride_differential::corpus::{self, Case};
use astride_differential::{FAMILIES, Source, failure, replay};

#[test]
fn every_case_passes() {
    for family in FAMILIES {
        let cases = corpus::cases(&corpus::folder(), family.name).expect("each family has a file");
        assert!(!cases.is_empty(), "{} has no cases", family.name);
        for (number, Case { bytes, name }) in (1..).zip(&cases) {
            let place = format!("tools/fuzz/corpus/{}.hex:{number} {name}", family.name);
            assert!(catch_unwind(|| replay(family.name, bytes)).is_ok(), "{place}");
        }
    }
}

/// A corpus is the same after unpacking and packing it. Cases with a name are kept if a fuzzer drops their files.
#[test]
fn a_corpus_can_be_unpacked_and_packed() {
    let folder = std::env::temp_dir().join(format!("astride-corpus-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("graphs.hex");
    let text = "\n0a\n00ff a-bug\n0100\n";
    fs::write(&path, text).expect("a file");
    let cases = corpus::cases(&folder, "graphs").expect("cases");
    assert_eq!(
        (cases.len(), &cases[2].bytes[..], &cases[2].name[..]),
        (4, &[0, 255][..], "a-bug")
    );
    assert_eq!(corpus::unpack(&folder, "graphs").expect("files"), 4);
    assert_eq!(corpus::pack(&folder, "graphs").expect("a file"), 4);
    assert_eq!(fs::read_to_string(&path).expect("a text"), text);

    for file in ["0003", "a-bug"] {
        fs::remove_file(folder.join("graphs").join(file)).expect("the file of a case");
    }
    fs::write(folder.join("graphs/90ab"), [7]).expect("a case of a fuzzer");
    assert_eq!(corpus::pack(&folder, "graphs").expect("a file"), 4);
    assert_eq!(fs::read_to_string(&path).expect("a text"), "\n07\n0a\n00ff a-bug\n");

    for line in ["0", "0g", "0a0", "é", "+1"] {
        fs::write(&path, format!("00\n{line}\n")).expect("a file");
        let message = corpus::cases(&folder, "graphs").expect_err(line).to_string();
        assert!(message.contains("graphs.hex:2: "), "{message}");
    }
    fs::remove_dir_all(&folder).expect("it is there");
}

/// The program of this package runs other cases.
#[test]
fn two_thousand_random_cases_of_each_family_pass() {
    for family in FAMILIES.iter().filter(|family| family.is_random) {
        for seed in 0..2_000 {
            let failure = failure(family, &mut Source::random(seed));
            assert_eq!(failure, None, "case {seed} of {}", family.name);
        }
    }
}
