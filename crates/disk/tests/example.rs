//! Runs the example as a program.

#[path = "../../../tests/common/program.rs"]
mod program;

use std::{env, fs, process};

use program::{assert_explained, assert_refused, assert_survives_a_closed_pipe, run, stdout_of};

const NAME: &str = "breadth_first";

fn folder(name: &str) -> String {
    let folder = env::temp_dir().join(format!("astride-disk-example-{name}-{}", process::id()));
    let _ = fs::remove_dir_all(&folder);
    folder.to_str().unwrap().to_owned()
}

#[test]
fn it_goes_on_where_it_ended() {
    let folder = folder("limit");
    let puzzle = ["--size", "2x3", "--keep", "--folder", &folder];
    // The limit for its files stops it, which is as good as Ctrl-C.
    let output = run(
        NAME,
        &["--pancakes", "9", "--keep", "--disk", "1", "--folder", &folder],
        "",
    );
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.code() == Some(1) && words.contains("limit of 1000000 bytes"),
        "{words}"
    );
    let other = run(NAME, &puzzle, "");
    let words = String::from_utf8_lossy(&other.stderr);
    assert!(
        other.status.code() == Some(1) && words.contains("the name of the graph"),
        "{words}"
    );

    let text = stdout_of(
        NAME,
        &["--pancakes", "9", "--keep", "--deepest", "2", "--folder", &folder],
        "",
    );
    assert!(text.contains("   10            5804          362880"), "{text}");
    assert!(
        text.contains("362880 states") && text.matches("deepest: ").count() == 2,
        "{text}"
    );
    // Everything is already there.
    let again = stdout_of(NAME, &["--pancakes", "9", "--keep", "--folder", &folder], "");
    assert!(
        again.contains("   10            5804          362880\n362880 states"),
        "{again}"
    );
    fs::remove_dir_all(&folder).unwrap();
    // It also works without a folder.
    let memory = stdout_of(NAME, &["--pancakes", "7", "--fingerprints", "8"], "");
    assert!(memory.contains("    8              35            5040"), "{memory}");

    for (option, words) in [
        (&[][..], "states, "),
        (&["--fingerprints", "16"], "probability of at most"),
    ] {
        let tiles = stdout_of(NAME, &[&puzzle, option].concat(), "");
        assert!(
            tiles.contains("   21               1             360") && tiles.contains(words),
            "{tiles}"
        );
        fs::remove_dir_all(&folder).unwrap();
    }
}

#[test]
fn bad_input_is_refused() {
    assert_refused(NAME, &["--fingerprints", "9"], "", &["--fingerprints", "not 8 or 16"]);
    assert_explained(NAME, &["--size", "--pancakes", "--folder", "Ctrl-C"]);
    assert_refused(
        NAME,
        &["--pancakes", "17"],
        "",
        &["--pancakes", "not a whole number from 2 to 16"],
    );
    assert_refused(NAME, &["--size", "3", "--pancakes", "5"], "", &["cannot be used with"]);
    assert_refused(NAME, &["--size", "9x9", "--folder", "nowhere"], "", &["'--size'"]);
    assert_refused(NAME, &["more"], "", &["more"]);
    assert_refused(NAME, &["--size", "5"], "", &["'5'", "'--size'", "up to 16"]);
    assert_refused(
        NAME,
        &["--pancakes", "-5"],
        "",
        &["-5", "not a whole number from 2 to 16"],
    );
    // A file is where the folder should be.
    let file = folder("file");
    fs::write(&file, "").unwrap();
    let output = run(NAME, &["--size", "2", "--folder", &file], "");
    fs::remove_file(&file).unwrap();
    let words = String::from_utf8_lossy(&output.stderr).to_lowercase();
    assert!(
        output.status.code() == Some(1) && words.contains("not a directory"),
        "{words}"
    );
    let folder = folder("pipe");
    assert_survives_a_closed_pipe(NAME, &["--pancakes", "5", "--folder", &folder]);
    fs::remove_dir_all(&folder).unwrap();
}
